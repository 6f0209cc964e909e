//! Calls and their call sites.

use super::{Compiler, chunks};
use crate::code::{Builtin, CallSite, CallTarget, Op, Passed, Source, VarPiece, VarSize, slots_of};
use dunlin_ir::{Call, Callee, FuncId, Operand, Passing, Type, VarArg, VarArgValue};

impl Compiler<'_> {
    pub(super) fn emit_call(&mut self, call: &Call) {
        let target = match &call.callee {
            Callee::Direct(id) => {
                let func = self.module.func(*id);
                match (func.is_declaration(), Builtin::named(&func.name)) {
                    (false, _) if self.stops_at(*id) => CallTarget::Builtin(Builtin::ReachError),
                    (false, _) => CallTarget::Func(*id),
                    (true, Some(builtin)) => CallTarget::Builtin(builtin),
                    (true, None) => CallTarget::Unknown(*id),
                }
            }
            Callee::Indirect(Operand::Func(id)) if self.stops_at(*id) => {
                CallTarget::Builtin(Builtin::ReachError)
            }
            Callee::Indirect(callee) => CallTarget::Indirect(self.sources(callee, Type::Ptr)[0]),
        };
        let arg_types: Vec<Type> =
            call.args.iter().map(|arg| self.func.operand_type(arg)).collect();
        let args: Vec<Source> =
            call.args.iter().zip(&arg_types).flat_map(|(arg, &ty)| self.sources(arg, ty)).collect();
        let dsts = call
            .dsts
            .iter()
            .flat_map(|&reg| {
                let first = self.reg_slots[reg.index()];
                first..first + slots_of(self.func.reg_type(reg))
            })
            .collect();
        let dst_types: Vec<Type> = call.dsts.iter().map(|&reg| self.func.reg_type(reg)).collect();
        let (module, passing) = (self.module, &call.passing);
        let signature = self.signatures.of(module, &arg_types, &dst_types, passing);
        let passed = match target {
            CallTarget::Indirect(_) => self.passed(call, &arg_types),
            _ => Vec::new(),
        };
        let classes = (0..).map(|index| Passing::result(passing, index));
        let expected = dst_types.iter().map(|ty| ty.bits(&module.target)).zip(classes).collect();
        let site = self.code.calls.len() as u32;
        self.code.calls.push(CallSite {
            target,
            args,
            arg_types,
            dsts,
            result_used: call.dsts.iter().any(|&reg| self.fusion.is_used(reg)),
            dst_types,
            varargs: call.varargs.iter().flat_map(|arg| self.var_pieces(arg)).collect(),
            varargs_size: call.varargs_size,
            signature,
            passed,
            expected,
        });
        self.emit(Op::Call { site });
    }

    /// Whether a call of the program's own function is an error: harnesses define `reach_error` to do
    /// nothing, and reaching it is the point.
    fn stops_at(&self, id: FuncId) -> bool {
        let func = self.module.func(id);
        self.options.stop_at_error_function
            && !func.is_declaration()
            && Builtin::named(&func.name) == Some(Builtin::ReachError)
    }

    /// The scalars that a call through a pointer passes.
    fn passed(&self, call: &Call, arg_types: &[Type]) -> Vec<Passed> {
        let fixed = call.args.iter().zip(arg_types.iter().copied());
        let variable = call.varargs.iter().map(|arg| match &arg.value {
            VarArgValue::Scalar { ty, value } => (value, *ty),
            VarArgValue::Copy { from, .. } => (from, Type::Ptr),
        });
        let passed = fixed.chain(variable).enumerate().map(|(index, (operand, ty))| {
            let sources = self.sources(operand, ty);
            Passed {
                bits: ty.bits(&self.module.target),
                class: Passing::arg(&call.passing, index),
                source: if let [source] = sources[..] { Some(source) } else { None },
            }
        });
        passed.collect()
    }

    fn var_pieces(&self, arg: &VarArg) -> Vec<VarPiece> {
        match &arg.value {
            VarArgValue::Scalar { ty, value } => {
                let sources = self.sources(value, *ty);
                chunks(ty.store_size(&self.module.target))
                    .zip(sources)
                    .map(|((start, size), source)| VarPiece {
                        offset: arg.offset + start,
                        source,
                        size: VarSize::Scalar(u32::from(size)),
                    })
                    .collect()
            }
            VarArgValue::Copy { from, size } => {
                let source = self.sources(from, Type::Ptr)[0];
                vec![VarPiece { offset: arg.offset, source, size: VarSize::Copy(*size) }]
            }
        }
    }
}
