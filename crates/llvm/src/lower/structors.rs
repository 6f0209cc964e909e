//! Constructors and destructors of the program, in the order in which they run.

use super::ffi::{LLVMValueKind, Value};
use super::globals::strip_casts;
use super::{ModuleLowering, build, empty_function};
use dunlin_ir::{Call, Callee, FuncId, InstKind, Operand, Terminator, Type};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// glibc gives them to constructors as well.
const ARGUMENTS_OF_MAIN: [Type; 3] = [Type::Int(32), Type::Ptr, Type::Ptr];

impl ModuleLowering<'_> {
    /// Lower priorities run first.
    pub fn constructors(&mut self) -> Vec<FuncId> {
        let mut entries = self.structors("llvm.global_ctors", &ARGUMENTS_OF_MAIN);
        entries.sort_by_key(|&(priority, _)| priority);
        entries.into_iter().map(|(_, id)| id).collect()
    }

    /// Destructors run in the opposite order.
    pub fn destructors(&mut self) -> Vec<FuncId> {
        let mut entries = self.structors("llvm.global_dtors", &[]);
        entries.sort_by_key(|&(priority, _)| priority);
        entries.into_iter().rev().map(|(_, id)| id).collect()
    }

    fn structors(&mut self, list: &str, given: &[Type]) -> Vec<(u64, FuncId)> {
        let Some(init) = self.llvm.named_global(list).and_then(Value::initializer) else {
            return Vec::new();
        };
        let mut entries = Vec::new();
        for index in 0..init.operand_count() {
            let Some(entry) = init.aggregate_element(index) else { continue };
            let (Some(priority), Some(func)) = (
                entry.aggregate_element(0).and_then(Value::int_bits),
                entry.aggregate_element(1).map(strip_casts),
            ) else {
                continue;
            };
            if func.kind() == LLVMValueKind::LLVMFunctionValueKind {
                let id = self.func_id(func);
                entries.push((priority.low_u64(), self.taking(id, given)));
            }
        }
        entries
    }

    /// The function itself if it takes no more than what it is given and returns nothing; else one that
    /// calls it, with zeros for the rest, and drops what it returns.
    fn taking(&mut self, id: FuncId, given: &[Type]) -> FuncId {
        let func = &self.funcs[id.index()];
        let wanted: Vec<Type> = func.params.iter().map(|&reg| func.reg_type(reg)).collect();
        if given.starts_with(&wanted) && func.returns.is_empty() {
            return id;
        }
        let given = &given[..wanted.len().min(given.len())];
        let returns = func.returns.clone();
        let name = format!("__dunlin_call_{}", func.name);
        if let Some(&known) = self.library.get(&name) {
            return known;
        }
        let wrapper = FuncId::new(self.funcs.len());
        self.funcs.push(empty_function(name.clone(), false));
        self.library.insert(name, wrapper);
        let mut lowering = self.start_function(wrapper, Rc::new(FxHashMap::default()));
        lowering.func.runtime = true;
        lowering.func.blocks.push(build::empty_block());
        lowering.func.params = given.iter().map(|&ty| lowering.func.new_reg(ty)).collect();
        let params = lowering.func.params.clone();
        let arg = |(number, &ty): (usize, &Type)| match given.get(number) {
            Some(&other) if other == ty => Operand::Reg(params[number]),
            _ => build::zero(ty),
        };
        let args = wanted.iter().enumerate().map(arg).collect();
        let dsts = returns.iter().map(|&ty| lowering.reg(ty)).collect();
        lowering.push(InstKind::Call(Call::fixed(Callee::Direct(id), args, dsts)));
        lowering.terminate(Terminator::Return { values: Vec::new() });
        lowering.finish(wrapper);
        wrapper
    }
}
