//! Which registers an instruction defines and which operands it reads: the one place that knows, so
//! that passes and analyses need no match over all instruction kinds of their own.

use crate::ids::Reg;
use crate::inst::{Callee, InstKind, Operand, Terminator, VarArgValue};

/// Yields the operand fields of an instruction, for `&` and for `&mut` alike.
macro_rules! visit_inst_operands {
    ($kind:expr, $f:expr, $($as_ref:tt)+) => {{
        let f = $f;
        match $kind {
            InstKind::Binary { a, b, .. }
            | InstKind::Compare { a, b, .. }
            | InstKind::Overflow { a, b, .. }
            | InstKind::FloatBinary { a, b, .. }
            | InstKind::FloatCompare { a, b, .. } => {
                f(a);
                f(b);
            }
            InstKind::Unary { a, .. }
            | InstKind::Cast { a, .. }
            | InstKind::FloatUnary { a, .. }
            | InstKind::FloatCast { a, .. }
            | InstKind::Freeze { a, .. } => f(a),
            InstKind::Select { cond, a, b, .. } => {
                f(cond);
                f(a);
                f(b);
            }
            InstKind::FunnelShift { a, b, shift: c, .. } | InstKind::FloatMulAdd { a, b, c, .. } => {
                f(a);
                f(b);
                f(c);
            }
            InstKind::PtrAdd { base, indices, .. } => {
                f(base);
                for scaled in indices {
                    f($($as_ref)+ scaled.index);
                }
            }
            InstKind::Alloca { size: a, .. }
            | InstKind::Load { addr: a, .. }
            | InstKind::StackRestore { token: a }
            | InstKind::Lifetime { addr: a, .. }
            | InstKind::ObjectSize { addr: a, .. }
            | InstKind::VaStart { list: a }
            | InstKind::VaEnd { list: a }
            | InstKind::Assume { cond: a }
            | InstKind::Check { cond: a, .. }
            | InstKind::Marker { value: a, .. } => f(a),
            InstKind::Store { value, addr, .. } => {
                f(value);
                f(addr);
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                f(dst);
                f(src);
                f(len);
            }
            InstKind::MemSet { dst, value, len } => {
                f(dst);
                f(value);
                f(len);
            }
            InstKind::VaCopy { dst, src } => {
                f(dst);
                f(src);
            }
            InstKind::Call(call) => {
                if let Callee::Indirect(callee) = $($as_ref)+ call.callee {
                    f(callee);
                }
                for arg in $($as_ref)+ call.args {
                    f(arg);
                }
                for arg in $($as_ref)+ call.varargs {
                    match $($as_ref)+ arg.value {
                        VarArgValue::Scalar { value, .. } => f(value),
                        VarArgValue::Copy { from, .. } => f(from),
                    }
                }
            }
            InstKind::Unsupported { addrs, .. } => {
                for addr in addrs {
                    f(addr);
                }
            }
            InstKind::StackSave { .. }
            | InstKind::Uninit { .. }
            | InstKind::LandingPad { .. } => {}
        }
    }};
}

/// Yields the registers that an instruction defines, for `&` and for `&mut` alike.
macro_rules! visit_inst_defs {
    ($kind:expr, $f:expr, $($as_ref:tt)+) => {{
        let f = $f;
        match $kind {
            InstKind::Binary { dst, .. }
            | InstKind::Unary { dst, .. }
            | InstKind::Compare { dst, .. }
            | InstKind::Overflow { dst, .. }
            | InstKind::Cast { dst, .. }
            | InstKind::Select { dst, .. }
            | InstKind::FunnelShift { dst, .. }
            | InstKind::FloatBinary { dst, .. }
            | InstKind::FloatUnary { dst, .. }
            | InstKind::FloatCompare { dst, .. }
            | InstKind::FloatMulAdd { dst, .. }
            | InstKind::FloatCast { dst, .. }
            | InstKind::PtrAdd { dst, .. }
            | InstKind::Freeze { dst, .. }
            | InstKind::Alloca { dst, .. }
            | InstKind::Load { dst, .. }
            | InstKind::StackSave { dst }
            | InstKind::ObjectSize { dst, .. }
            | InstKind::Uninit { dst, .. } => f(dst),
            InstKind::Call(call) => {
                for dst in $($as_ref)+ call.dsts {
                    f(dst);
                }
            }
            InstKind::LandingPad { exception, selector } => {
                f(exception);
                f(selector);
            }
            InstKind::Unsupported { dsts, .. } => {
                for (dst, _) in dsts {
                    f(dst);
                }
            }
            InstKind::Store { .. }
            | InstKind::MemCopy { .. }
            | InstKind::MemSet { .. }
            | InstKind::StackRestore { .. }
            | InstKind::Lifetime { .. }
            | InstKind::VaStart { .. }
            | InstKind::VaCopy { .. }
            | InstKind::VaEnd { .. }
            | InstKind::Assume { .. }
            | InstKind::Check { .. }
            | InstKind::Marker { .. } => {}
        }
    }};
}

impl InstKind {
    /// Calls `f` with every operand, in the order in which they are written.
    pub fn for_each_operand<'a>(&'a self, mut f: impl FnMut(&'a Operand)) {
        visit_inst_operands!(self, &mut f, &)
    }

    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Operand)) {
        visit_inst_operands!(self, &mut f, &mut)
    }

    /// Calls `f` with every register that the instruction defines.
    pub fn for_each_def(&self, mut f: impl FnMut(Reg)) {
        visit_inst_defs!(self, &mut |dst: &Reg| f(*dst), &)
    }

    pub fn for_each_def_mut(&mut self, mut f: impl FnMut(&mut Reg)) {
        visit_inst_defs!(self, &mut f, &mut)
    }
}

impl Terminator {
    /// Calls `f` with every operand: what decides, then the arguments of the edges in their order.
    pub fn for_each_operand<'a>(&'a self, mut f: impl FnMut(&'a Operand)) {
        match self {
            Terminator::Branch { cond: a, .. }
            | Terminator::Switch { value: a, .. }
            | Terminator::IndirectJump { addr: a, .. } => f(a),
            Terminator::Return { values } => values.iter().for_each(&mut f),
            Terminator::Resume { exception, selector } => {
                f(exception);
                f(selector);
            }
            Terminator::Jump(_)
            | Terminator::Invoke { .. }
            | Terminator::Unreachable
            | Terminator::Trap => {}
        }
        for edge in self.edges() {
            edge.args.iter().for_each(&mut f);
        }
    }

    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Operand)) {
        match self {
            Terminator::Branch { cond: a, .. }
            | Terminator::Switch { value: a, .. }
            | Terminator::IndirectJump { addr: a, .. } => f(a),
            Terminator::Return { values } => values.iter_mut().for_each(&mut f),
            Terminator::Resume { exception, selector } => {
                f(exception);
                f(selector);
            }
            Terminator::Jump(_)
            | Terminator::Invoke { .. }
            | Terminator::Unreachable
            | Terminator::Trap => {}
        }
        for edge in self.edges_mut() {
            edge.args.iter_mut().for_each(&mut f);
        }
    }
}
