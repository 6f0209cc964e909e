//! V3, V4, V9, V10 inside functions, and V15 to V27: each instruction and terminator by itself.

use super::{Checker, Invariant};
use crate::bits::Bits;
use crate::float;
use crate::ids::{BlockId, Reg};
use crate::inst::{
    BinOp, Call, Callee, CastOp, Edge, InstKind, Operand, PathStep, Terminator, UnOp, VarArgValue,
};
use crate::module::Function;
use crate::passing::Passing;
use crate::types::{LayoutKind, Type};
use rustc_hash::FxHashSet;

impl Checker<'_> {
    fn passing(&mut self, passing: &Option<Box<Passing>>, args: usize, results: usize) {
        let Some(passing) = passing else { return };
        let found = (passing.args.len(), passing.results.len());
        self.require(found == (args, results), Invariant::Passing, || {
            format!("classes of {} and {} scalars, not {args} and {results}", found.0, found.1)
        });
        let plain = Passing::of(passing.args.clone(), passing.results.clone()).is_none();
        self.require(!plain, Invariant::Passing, || "says that plain integers are passed".into());
    }

    pub(super) fn check_types(&mut self, func: &Function) {
        self.position(func.pos, "the function");
        for (i, &ty) in func.regs.iter().enumerate() {
            self.type_width(ty, &Reg::new(i).to_string());
        }
        func.returns.iter().for_each(|&ty| self.type_width(ty, "a returned value"));
        for var in &func.vars {
            self.position(var.pos, &var.name);
        }
        self.passing(&func.passing, func.params.len(), func.returns.len());
        for (i, block) in func.blocks.iter().enumerate() {
            self.block = Some(BlockId::new(i));
            for &id in &block.insts {
                let inst = func.inst(id);
                self.inst = Some(id);
                self.position(inst.pos, "the instruction");
                inst.kind.for_each_operand(|operand| self.constant(operand));
                self.inst_types(func, &inst.kind);
                self.inst = None;
            }
            self.in_terminator = true;
            self.position(block.term_pos, "the terminator");
            block.term.for_each_operand(|operand| self.constant(operand));
            self.terminator_types(func, &block.term);
            let conditional = matches!(
                block.term,
                Terminator::Branch { .. }
                    | Terminator::Switch { .. }
                    | Terminator::IndirectJump { .. }
            );
            self.require(conditional || block.branch.is_none(), Invariant::BranchNumbers, || {
                "a number on a transfer that is not conditional".into()
            });
            self.in_terminator = false;
            self.block = None;
        }
    }

    fn type_width(&mut self, ty: Type, what: &str) {
        if let Type::Int(width) = ty {
            self.width(width, what);
        }
    }

    /// What can be wrong with a constant wherever it stands.
    fn constant(&mut self, operand: &Operand) {
        match operand {
            Operand::Int { width, value } => {
                self.width(*width, "a constant");
                let clean = *width == 64 || (*width < 64 && value >> width == 0);
                self.require(clean, Invariant::Constants, || {
                    format!("the constant {value:#x} is not one of {width} bits, at most 64")
                });
            }
            Operand::Wide(bits) => {
                self.width(bits.width(), "a constant");
                let canonical =
                    bits.width() > 64 && Bits::new(bits.width(), bits.words()) == **bits;
                self.require(canonical, Invariant::Constants, || {
                    format!("the wide constant {bits:?} is not canonical or not wide")
                });
            }
            Operand::Undef(ty) => self.type_width(*ty, "an undefined operand"),
            Operand::BlockAddr(func, block) => {
                self.require(block.0 != 0, Invariant::BlockAddresses, || {
                    format!("the address of {func}'s entry block is taken")
                });
            }
            Operand::Reg(_) | Operand::Null | Operand::Global(_) | Operand::Func(_) => {}
        }
    }

    fn operand(&mut self, func: &Function, operand: &Operand, want: Type) {
        self.typed(func, operand, want, Invariant::OperandTypes, "the operand");
    }

    fn typed(
        &mut self,
        func: &Function,
        operand: &Operand,
        want: Type,
        invariant: Invariant,
        what: &str,
    ) {
        let found = func.operand_type(operand);
        self.require(found == want, invariant, || {
            format!("{what} `{operand}` is {found}, but has to be {want}")
        });
    }

    fn operands(&mut self, func: &Function, operands: &[&Operand], want: Type) {
        operands.iter().for_each(|operand| self.operand(func, operand, want));
    }

    fn result(&mut self, func: &Function, dst: Reg, want: Type) {
        let found = func.reg_type(dst);
        self.require(found == want, Invariant::ResultTypes, || {
            format!("{dst} is {found}, but the result is {want}")
        });
        self.type_width(want, "the result");
    }

    fn inst_types(&mut self, func: &Function, kind: &InstKind) {
        let size = Type::Int(self.module.target.pointer_bits);
        match kind {
            InstKind::Binary { op, dst, width, a, b, nsw, nuw } => {
                let ty = Type::Int(*width);
                self.result(func, *dst, ty);
                self.operands(func, &[a, b], ty);
                let may_carry = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl);
                self.require(may_carry || !(*nsw || *nuw), Invariant::OverflowFlags, || {
                    format!("{} carries no nsw or nuw", op.name())
                });
            }
            InstKind::Unary { op, dst, width, a } => {
                self.result(func, *dst, Type::Int(*width));
                self.operand(func, a, Type::Int(*width));
                let even = *op != UnOp::ByteSwap || width.is_multiple_of(16);
                self.require(even, Invariant::ByteSwap, || {
                    format!("{width} is not a multiple of 16")
                });
            }
            InstKind::Compare { dst, ty, a, b, .. } => {
                self.result(func, *dst, Type::BOOL);
                self.type_width(*ty, "the comparison");
                self.operands(func, &[a, b], *ty);
            }
            InstKind::Overflow { dst, width, a, b, .. } => {
                self.result(func, *dst, Type::BOOL);
                self.width(*width, "the operation");
                self.operands(func, &[a, b], Type::Int(*width));
            }
            InstKind::Cast { op, dst, from, to, a } => {
                self.result(func, *dst, *to);
                self.operand(func, a, *from);
                self.cast(*op, *from, *to);
            }
            InstKind::Select { dst, ty, cond, a, b } => {
                self.result(func, *dst, *ty);
                self.operand(func, cond, Type::BOOL);
                self.operands(func, &[a, b], *ty);
            }
            InstKind::FunnelShift { dst, width, a, b, shift, .. } => {
                self.result(func, *dst, Type::Int(*width));
                self.operands(func, &[a, b, shift], Type::Int(*width));
            }
            InstKind::FloatBinary { format, dst, a, b, .. } => {
                self.result(func, *dst, Type::Int(format.bits()));
                self.operands(func, &[a, b], Type::Int(format.bits()));
            }
            InstKind::FloatUnary { format, dst, a, .. } => {
                self.result(func, *dst, Type::Int(format.bits()));
                self.operand(func, a, Type::Int(format.bits()));
            }
            InstKind::FloatCompare { format, dst, a, b, .. } => {
                self.result(func, *dst, Type::BOOL);
                self.operands(func, &[a, b], Type::Int(format.bits()));
            }
            InstKind::FloatMulAdd { format, dst, a, b, c, .. } => {
                self.result(func, *dst, Type::Int(format.bits()));
                self.operands(func, &[a, b, c], Type::Int(format.bits()));
            }
            InstKind::FloatCast { op, dst, a } => {
                let (from, to) = float::cast_widths(*op);
                self.result(func, *dst, Type::Int(to));
                self.operand(func, a, Type::Int(from));
            }
            InstKind::PtrAdd { dst, base, indices, path, .. } => {
                self.result(func, *dst, Type::Ptr);
                self.operand(func, base, Type::Ptr);
                indices.iter().for_each(|scaled| self.operand(func, &scaled.index, size));
                path.iter().for_each(|step| self.path_step(step));
            }
            InstKind::Freeze { dst, ty, a } => {
                self.result(func, *dst, *ty);
                self.operand(func, a, *ty);
            }
            InstKind::Alloca { dst, size: bytes, align, .. } => {
                self.result(func, *dst, Type::Ptr);
                self.operand(func, bytes, size);
                self.alignment(*align, "it");
            }
            InstKind::Load { dst, ty, addr, align, .. } => {
                self.result(func, *dst, *ty);
                self.operand(func, addr, Type::Ptr);
                self.alignment(*align, "it");
            }
            InstKind::Store { ty, value, addr, align, .. } => {
                self.type_width(*ty, "the stored value");
                self.operand(func, value, *ty);
                self.operand(func, addr, Type::Ptr);
                self.alignment(*align, "it");
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                self.operands(func, &[dst, src], Type::Ptr);
                self.operand(func, len, size);
            }
            InstKind::MemSet { dst, value, len } => {
                self.operand(func, dst, Type::Ptr);
                self.operand(func, value, Type::Int(8));
                self.operand(func, len, size);
            }
            InstKind::StackSave { dst } => self.result(func, *dst, Type::Ptr),
            InstKind::ObjectSize { dst, width, addr, .. } => {
                self.result(func, *dst, Type::Int(*width));
                self.operand(func, addr, Type::Ptr);
            }
            InstKind::VaStart { list } => {
                self.operand(func, list, Type::Ptr);
                self.require(func.variadic, Invariant::VarArgs, || {
                    "the function has no variable arguments".into()
                });
            }
            InstKind::StackRestore { token: a }
            | InstKind::Lifetime { addr: a, .. }
            | InstKind::VaEnd { list: a } => self.operand(func, a, Type::Ptr),
            InstKind::VaCopy { dst, src } => self.operands(func, &[dst, src], Type::Ptr),
            InstKind::Call(call) => self.call(func, call),
            InstKind::Assume { cond } | InstKind::Check { cond, .. } => {
                self.operand(func, cond, Type::BOOL);
            }
            InstKind::Uninit { dst, ty, .. } => self.result(func, *dst, *ty),
            InstKind::Marker { ty, value, .. } => {
                self.type_width(*ty, "the value");
                self.operand(func, value, *ty);
            }
            InstKind::LandingPad { exception, selector } => {
                self.result(func, *exception, Type::Ptr);
                self.result(func, *selector, Type::Int(32));
            }
            InstKind::Unsupported { dsts, addrs, .. } => {
                addrs.iter().for_each(|addr| self.operand(func, addr, Type::Ptr));
                dsts.iter().for_each(|&(dst, ty)| self.result(func, dst, ty));
            }
        }
    }

    fn cast(&mut self, op: CastOp, from: Type, to: Type) {
        let pointer = Type::Int(self.module.target.pointer_bits);
        let fits = match (op, from, to) {
            (CastOp::Zext | CastOp::Sext, Type::Int(from), Type::Int(to)) => from < to,
            (CastOp::Trunc, Type::Int(from), Type::Int(to)) => from > to,
            (CastOp::PtrToInt | CastOp::PtrToAddr, Type::Ptr, to) => to == pointer,
            (CastOp::IntToPtr, from, Type::Ptr) => from == pointer,
            _ => false,
        };
        self.require(fits, Invariant::Casts, || {
            format!("{} does not convert from {from} to {to}", op.name())
        });
    }

    fn path_step(&mut self, step: &PathStep) {
        if let PathStep::Field { layout, index } = step {
            let kind = &self.module.layout(*layout).kind;
            let found = matches!(kind, LayoutKind::Struct { fields, .. } if (*index as usize) < fields.len());
            self.require(found, Invariant::Paths, || {
                format!("layout {layout} has no field {index}")
            });
        }
    }

    fn call(&mut self, func: &Function, call: &Call) {
        match &call.callee {
            Callee::Direct(id) => {
                let callee = self.module.func(*id);
                let counts = (call.args.len(), call.dsts.len());
                let want = (callee.params.len(), callee.returns.len());
                self.require(counts == want, Invariant::Calls, || {
                    format!(
                        "{} arguments and {} results, but {id} {:?} has {} and {}",
                        counts.0, counts.1, callee.name, want.0, want.1
                    )
                });
                for (arg, &param) in call.args.iter().zip(&callee.params) {
                    let want = callee.reg_type(param);
                    self.typed(func, arg, want, Invariant::Calls, "the argument");
                }
                for (&dst, &want) in call.dsts.iter().zip(&callee.returns) {
                    let found = func.reg_type(dst);
                    self.require(found == want, Invariant::Calls, || {
                        format!("{dst} is {found}, but {id} {:?} returns {want}", callee.name)
                    });
                }
                let passes = !call.varargs.is_empty() || call.varargs_size > 0;
                self.require(callee.variadic || !passes, Invariant::VarArgs, || {
                    format!("{id} {:?} takes no variable arguments", callee.name)
                });
            }
            Callee::Indirect(callee) => self.operand(func, callee, Type::Ptr),
        }
        let count = call.args.len() + call.varargs.len();
        self.passing(&call.passing, count, call.dsts.len());
        let direct = matches!(call.callee, Callee::Direct(_));
        self.require(!direct || call.passing.is_none(), Invariant::Passing, || {
            "a direct call says how it passes".into()
        });
        for arg in &call.varargs {
            let size = match &arg.value {
                VarArgValue::Scalar { ty, value } => {
                    self.type_width(*ty, "a variable argument");
                    self.operand(func, value, *ty);
                    ty.store_size(&self.module.target)
                }
                VarArgValue::Copy { from, size } => {
                    self.operand(func, from, Type::Ptr);
                    *size
                }
            };
            let end = arg.offset.checked_add(size);
            let inside = end.is_some_and(|end| end <= call.varargs_size);
            self.require(inside, Invariant::VarArgs, || {
                format!(
                    "the {size} bytes at {} are not inside the {} bytes of the area",
                    arg.offset, call.varargs_size
                )
            });
        }
    }

    fn terminator_types(&mut self, func: &Function, term: &Terminator) {
        match term {
            Terminator::Branch { cond, .. } => self.operand(func, cond, Type::BOOL),
            Terminator::Switch { width, value, cases, .. } => {
                self.width(*width, "the switch");
                self.operand(func, value, Type::Int(*width));
                let mut seen = FxHashSet::default();
                for (case, _) in cases {
                    self.require(case.width() == *width, Invariant::Switches, || {
                        format!("case {case} has {} bits, not {width}", case.width())
                    });
                    self.require(seen.insert(case), Invariant::Switches, || {
                        format!("there are two cases {case}")
                    });
                }
            }
            Terminator::IndirectJump { addr, .. } => self.operand(func, addr, Type::Ptr),
            Terminator::Return { values } => {
                let (count, want) = (values.len(), func.returns.len());
                self.require(count == want, Invariant::Returns, || {
                    format!("{count} values, but the function returns {want}")
                });
                for (value, &want) in values.iter().zip(&func.returns) {
                    self.typed(func, value, want, Invariant::Returns, "the value");
                }
            }
            Terminator::Resume { exception, selector } => {
                self.operand(func, exception, Type::Ptr);
                self.operand(func, selector, Type::Int(32));
            }
            Terminator::Jump(_)
            | Terminator::Invoke { .. }
            | Terminator::Unreachable
            | Terminator::Trap => {}
        }
        term.edges().into_iter().for_each(|edge| self.edge(func, edge));
    }

    fn edge(&mut self, func: &Function, edge: &Edge) {
        let target = func.block(edge.block);
        let (count, want) = (edge.args.len(), target.params.len());
        self.require(count == want, Invariant::Edges, || {
            format!("{count} arguments, but {} takes {want}", edge.block)
        });
        for (arg, &param) in edge.args.iter().zip(&target.params) {
            let want = func.reg_type(param);
            self.typed(func, arg, want, Invariant::Edges, "the argument");
        }
    }
}
