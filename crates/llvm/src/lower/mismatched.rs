//! Direct calls of a function with other arguments, or for another result, than its definition has: K&R
//! calls, prototypes that differ between files, a void function that is called for a result.
//!
//! C leaves them undefined. They do what native code does: on x86-64 integers and pointers are passed in
//! one row of registers and floating-point numbers in another, each in order; on 32-bit x86 all lie on the
//! stack. A parameter without an argument, and the bits of a register that the caller does not set, are
//! any value, as memory that was not written ([`InstKind::Uninit`]); so is a result that the callee does not
//! give. Arguments that nobody takes are ignored.
//!
//! Aggregates, vectors, wide integers, `long double` and arguments that do not fit into registers are left
//! to the engine, which knows only calls that fit.

use super::ffi::{LLVMTypeKind as Kind, LLVMValueKind, Ty, Value};
use super::function::{FunctionLowering, Lowered, Scalars};
use dunlin_ir::{BinOp, Call, Callee, InstKind, Operand, Reg, Type};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// How many arguments of each kind are passed in registers on x86-64.
const INTEGER_REGISTERS: usize = 6;
const FLOAT_REGISTERS: usize = 8;

/// A scalar as it is passed: whether in a floating-point register, and its type.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Passed {
    float: bool,
    ty: Type,
}

impl FunctionLowering<'_, '_> {
    /// Lowers a call that does not fit the definition of `callee`; `None` if it fits, or if it is not
    /// known what a misfit would do.
    pub fn mismatched_call(&mut self, inst: Value, callee: Value) -> Lowered<Option<Scalars>> {
        let is_function = callee.kind() == LLVMValueKind::LLVMFunctionValueKind;
        if !is_function || callee.is_declaration() || callee.value_type().is_variadic() {
            return Ok(None);
        }
        let own = callee.value_type();
        let values = inst.args();
        let given: Option<Vec<Passed>> = values.iter().map(|arg| self.passed(arg.ty())).collect();
        let taken: Option<Vec<Passed>> =
            own.params().into_iter().map(|ty| self.passed(ty)).collect();
        let (Some(given), Some(taken)) = (given, taken) else { return Ok(None) };
        let (wanted, result) = (inst.called_type().return_type(), own.return_type());
        let (Some(wanted), Some(result)) = (self.returned(wanted), self.returned(result)) else {
            return Ok(None);
        };
        let in_memory = (0..values.len()).any(|index| inst.byval_type(index as u32).is_some());
        let unprototyped = inst.called_type().is_variadic();
        let fits = given == taken && wanted == result && !unprototyped;
        if fits || in_memory || !fit_registers(&given) || !fit_registers(&taken) {
            return Ok(None);
        }
        let mut args = VecDeque::new();
        for (&value, passed) in values.iter().zip(given) {
            args.push_back((passed, self.operand(value)?));
        }
        let args = taken.into_iter().map(|param| self.argument_for(param, &mut args)).collect();
        let dsts: SmallVec<[Reg; 1]> = result.iter().map(|result| self.reg(result.ty)).collect();
        let given = result.zip(dsts.first().map(|&dst| Operand::Reg(dst)));
        let callee = Callee::Direct(self.module.func_id(callee));
        let (varargs, varargs_size) = (Vec::new(), 0);
        self.push(InstKind::Call(Call { dsts, callee, args, varargs, varargs_size }));
        Ok(Some(match wanted {
            None => Scalars::new(),
            Some(wanted) => {
                let given = given.filter(|(given, _)| given.float == wanted.float);
                std::iter::once(self.seen_as(wanted.ty, given)).collect()
            }
        }))
    }

    /// What a parameter gets of the arguments that are left.
    fn argument_for(&mut self, param: Passed, args: &mut VecDeque<(Passed, Operand)>) -> Operand {
        let on_stack = self.module.types.pointer_bits == 32;
        let slots = |this: &Self, ty: Type| this.bits(ty).div_ceil(32);
        let arg = if on_stack {
            let next = args.pop_front();
            if next.as_ref().is_some_and(|(arg, _)| slots(self, arg.ty) != slots(self, param.ty)) {
                // From here on nothing lies where it is looked for.
                args.clear();
                None
            } else {
                next
            }
        } else {
            let at = args.iter().position(|(arg, _)| arg.float == param.float);
            at.and_then(|at| args.remove(at))
        };
        self.seen_as(param.ty, arg)
    }

    /// The content of a register that somebody set to `given` and somebody else reads as `ty`.
    fn seen_as(&mut self, ty: Type, given: Option<(Passed, Operand)>) -> Operand {
        let Some((passed, value)) = given else { return self.unknown(ty) };
        if passed.ty == ty {
            return value;
        }
        let (from, to) = (self.bits(passed.ty), self.bits(ty));
        let value = self.as_int(passed.ty, value);
        if from >= to {
            let low = self.resize(value, from, to, false);
            return self.int_to(ty, low);
        }
        let above = self.unknown(Type::Int(to));
        let above = self.binary(BinOp::Shl, to, above, Operand::int(to, from.into()));
        let low = self.resize(value, from, to, false);
        let whole = self.binary(BinOp::Or, to, above, low);
        self.int_to(ty, whole)
    }

    /// How one scalar of at most 64 bits is passed.
    fn passed(&mut self, ty: Ty) -> Option<Passed> {
        let float = match ty.kind() {
            Kind::LLVMFloatTypeKind | Kind::LLVMDoubleTypeKind => true,
            Kind::LLVMIntegerTypeKind | Kind::LLVMPointerTypeKind => false,
            _ => return None,
        };
        let ty = self.module.types.scalar(ty).ok()?;
        (self.bits(ty) <= 64).then_some(Passed { float, ty })
    }

    /// As [`FunctionLowering::passed`]; `Some(None)` if nothing is returned.
    fn returned(&mut self, ty: Ty) -> Option<Option<Passed>> {
        match ty.kind() {
            Kind::LLVMVoidTypeKind => Some(None),
            _ => self.passed(ty).map(Some),
        }
    }
}

fn fit_registers(list: &[Passed]) -> bool {
    let floats = list.iter().filter(|passed| passed.float).count();
    floats <= FLOAT_REGISTERS && list.len() - floats <= INTEGER_REGISTERS
}
