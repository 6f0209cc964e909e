//! Constructors and destructors of the program, in the order in which they run.

use super::ffi::{LLVMValueKind, Value};
use super::globals::strip_casts;
use super::{ModuleLowering, build, empty_function};
use dunlin_ir::{Call, Callee, FuncId, InstKind, Terminator};
use rustc_hash::FxHashMap;
use std::rc::Rc;

impl ModuleLowering<'_> {
    /// Lower priorities run first.
    pub fn constructors(&mut self) -> Vec<FuncId> {
        let mut entries = self.structors("llvm.global_ctors");
        entries.sort_by_key(|&(priority, _)| priority);
        entries.into_iter().map(|(_, id)| id).collect()
    }

    /// Destructors run in the opposite order.
    pub fn destructors(&mut self) -> Vec<FuncId> {
        let mut entries = self.structors("llvm.global_dtors");
        entries.sort_by_key(|&(priority, _)| priority);
        entries.into_iter().rev().map(|(_, id)| id).collect()
    }

    fn structors(&mut self, list: &str) -> Vec<(u64, FuncId)> {
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
                entries.push((priority.low_u64(), self.without_parameters(id)));
            }
        }
        entries
    }

    /// The function itself or one that calls it with zeros and drops what it returns: C allows
    /// constructors that take the arguments of main or return something.
    fn without_parameters(&mut self, id: FuncId) -> FuncId {
        let func = &self.funcs[id.index()];
        if func.params.is_empty() && func.returns.is_empty() {
            return id;
        }
        let args = func.params.iter().map(|&reg| build::zero(func.reg_type(reg))).collect();
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
        let dsts = returns.iter().map(|&ty| lowering.reg(ty)).collect();
        lowering.push(InstKind::Call(Call {
            dsts,
            callee: Callee::Direct(id),
            args,
            varargs: Vec::new(),
            varargs_size: 0,
        }));
        lowering.terminate(Terminator::Return { values: Vec::new() });
        lowering.finish(wrapper);
        wrapper
    }
}
