//! Whether an instruction can go wrong, as the ends of paths: one for each way in which it can.
//!
//! What forward execution calls an error of an instruction is here once more, as what a path must end with. An
//! instruction whose errors cannot be said so is undecidable, never harmless.

use crate::category::is_failure;
use crate::functions::Role;
use crate::obligation::{Obligation, Wrong};
use crate::state::State;
use crate::step::Executor;
use dunlin_exec::{Builtin, Intrinsic};
use dunlin_ir::{
    BlockId, Call, Callee, CheckKind, Init, InstKind, Operand, Point, Terminator, VarArg,
    VarArgValue,
};
use dunlin_term::TermId;

/// What can go wrong with an instruction.
pub enum Suspicion {
    /// Nothing can.
    Nothing,
    /// Something goes wrong only at the end of one of these paths.
    Ends(Vec<State>),
    /// Nobody can tell backward.
    Undecidable,
}

/// Bytes that an instruction uses.
struct Used<'o> {
    address: &'o Operand,
    length: Length<'o>,
    write: bool,
}

#[derive(Clone, Copy)]
enum Length<'o> {
    Bytes(u64),
    Operand(&'o Operand),
}

impl<'a> Executor<'_, 'a> {
    /// What can go wrong with the instruction, or the terminator, at a point.
    pub fn suspicion(&mut self, at: Point) -> Suspicion {
        // What is not written may be used anywhere.
        if self.options.check_uninitialised {
            return Suspicion::Undecidable;
        }
        let func = self.functions.func(at.func);
        let block = func.block(at.block);
        let Some(&inst) = block.insts.get(at.index as usize) else {
            return match block.term {
                Terminator::IndirectJump { .. } => Suspicion::Undecidable,
                Terminator::Unreachable | Terminator::Trap
                    if self.options.assertions && !self.ends_before(at) =>
                {
                    Suspicion::Ends(vec![State::at(at)])
                }
                _ => Suspicion::Nothing,
            };
        };
        let target = &self.functions.module.target;
        let list = if target.pointer_bits == 64 { 24 } else { 4 };
        let read = |address, length| Used { address, length, write: false };
        let write = |address, length| Used { address, length, write: true };
        match &func.inst(inst).kind {
            InstKind::Load { ty, addr, .. } => {
                let bytes = u64::from(ty.bits(target).div_ceil(8));
                self.misused(at, &[read(addr, Length::Bytes(bytes))])
            }
            InstKind::Store { ty, addr, .. } => {
                let bytes = u64::from(ty.bits(target).div_ceil(8));
                self.misused(at, &[write(addr, Length::Bytes(bytes))])
            }
            InstKind::MemCopy { dst, src, len, overlap } => {
                self.copied(at, (dst, src, len), !overlap)
            }
            InstKind::MemSet { dst, len, .. } => {
                self.misused(at, &[write(dst, Length::Operand(len))])
            }
            InstKind::VaStart { list: to } => self.misused(at, &[write(to, Length::Bytes(list))]),
            InstKind::VaCopy { dst, src } => {
                let bytes = Length::Bytes(list);
                self.misused(at, &[write(dst, bytes), read(src, bytes)])
            }
            InstKind::Alloca { size, .. } => self.too_large(at, size),
            InstKind::Assume { cond } => self.does_not_hold(at, cond),
            InstKind::Check { kind, cond, .. } => {
                let is_checked = match kind {
                    CheckKind::DivisionByZero => true,
                    CheckKind::SignedOverflow => self.options.check_overflow,
                    CheckKind::OverWideShift => self.options.check_shift,
                };
                match is_checked {
                    true => self.does_not_hold(at, cond),
                    false => Suspicion::Nothing,
                }
            }
            InstKind::Call(call) => self.called(at, call),
            kind if self.can_err(kind) => self.undefined(at, kind),
            _ => Suspicion::Nothing,
        }
    }

    /// A path that ends at a point where a condition holds.
    fn ends_if(
        &mut self,
        at: Point,
        condition: impl FnOnce(&mut Self, &mut State) -> TermId,
    ) -> Suspicion {
        let mut state = State::at(at);
        let condition = condition(self, &mut state);
        if condition == TermId::FALSE {
            return Suspicion::Nothing;
        }
        state.want(condition, at);
        state.stirred = true;
        Suspicion::Ends(vec![state])
    }

    fn does_not_hold(&mut self, at: Point, condition: &Operand) -> Suspicion {
        self.ends_if(at, |executor, state| {
            let holds = executor.value(state, condition);
            executor.terms.not(holds)
        })
    }

    fn undefined(&mut self, at: Point, kind: &'a InstKind) -> Suspicion {
        self.ends_if(at, |executor, state| {
            let mut operands = Vec::new();
            kind.for_each_operand(|operand| operands.push(operand));
            let values: Vec<TermId> =
                operands.into_iter().map(|operand| executor.value(state, operand)).collect();
            let defined = executor.is_defined(kind, &values);
            executor.terms.not(defined)
        })
    }

    /// The end of a path with an obligation.
    fn end_with(&mut self, at: Point, wrong: impl FnOnce(&mut Self, &mut State) -> Wrong) -> State {
        let mut state = State::at(at);
        let wrong = wrong(self, &mut state);
        state.obligation = Some(Box::new(Obligation { wrong, at }));
        state.stirred = true;
        state
    }

    fn length(&mut self, state: &mut State, length: Length<'_>) -> TermId {
        match length {
            Length::Bytes(bytes) => self.terms.constant(self.pointer_bits(), bytes),
            Length::Operand(operand) => self.value(state, operand),
        }
    }

    /// Bytes that are not there, or not any more.
    fn misused(&mut self, at: Point, used: &[Used<'_>]) -> Suspicion {
        let pointer = self.pointer_bits();
        let func = self.functions.func(at.func);
        let width =
            |operand: &Operand| func.operand_type(operand).bits(&self.functions.module.target);
        for Used { address, length, .. } in used {
            let odd = match length {
                Length::Bytes(_) => false,
                Length::Operand(operand) => width(operand) != pointer,
            };
            if odd || width(address) != pointer {
                return Suspicion::Undecidable;
            }
        }
        let mut ends = Vec::new();
        for &Used { address, length, write } in used {
            ends.push(self.end_with(at, |executor, state| Wrong::Outside {
                address: executor.value(state, address),
                length: executor.length(state, length),
                write,
            }));
            ends.push(self.end_with(at, |executor, state| Wrong::Dead {
                address: executor.value(state, address),
                ended: Vec::new(),
            }));
        }
        Suspicion::Ends(ends)
    }

    fn copied(
        &mut self,
        at: Point,
        (to, from, length): (&Operand, &Operand, &Operand),
        apart: bool,
    ) -> Suspicion {
        let bytes = Length::Operand(length);
        let used = [
            Used { address: to, length: bytes, write: true },
            Used { address: from, length: bytes, write: false },
        ];
        let mut suspicion = self.misused(at, &used);
        if let (Suspicion::Ends(ends), true) = (&mut suspicion, apart) {
            ends.push(self.overlapping(at, (to, length), (from, length), true));
        }
        suspicion
    }

    fn overlapping(
        &mut self,
        at: Point,
        to: (&Operand, &Operand),
        from: (&Operand, &Operand),
        same_is_fine: bool,
    ) -> State {
        self.end_with(at, |executor, state| Wrong::Overlap {
            to: (executor.value(state, to.0), executor.value(state, to.1)),
            from: (executor.value(state, from.0), executor.value(state, from.1)),
            same_is_fine,
        })
    }

    fn freed(&mut self, at: Point, pointer: &Operand) -> Suspicion {
        let wild = self.end_with(at, |executor, state| Wrong::NotFreeable {
            address: executor.value(state, pointer),
        });
        let dead = self.end_with(at, |executor, state| Wrong::Dead {
            address: executor.value(state, pointer),
            ended: Vec::new(),
        });
        Suspicion::Ends(vec![wild, dead])
    }

    /// A stack that is too small. Moderate variables at the beginning of functions fit: thousands of calls would have to
    /// be active at once. Recursion is looked at where the call is.
    fn too_large(&self, at: Point, size: &Operand) -> Suspicion {
        const MODERATE: u64 = 1 << 16;
        let is_moderate = size.as_bits().is_some_and(|size| size.low_u64() <= MODERATE);
        match is_moderate && at.block == BlockId::new(0) {
            true => Suspicion::Nothing,
            false => Suspicion::Undecidable,
        }
    }

    fn called(&mut self, at: Point, call: &'a Call) -> Suspicion {
        match &call.callee {
            Callee::Direct(func) | Callee::Indirect(Operand::Func(func)) => {
                match self.functions.role(*func) {
                    Role::Code if self.functions.fails(*func) => self.reached(at),
                    // The stack may be too small.
                    Role::Code if self.functions.graph.is_recursive(*func) => {
                        Suspicion::Undecidable
                    }
                    Role::Code | Role::Unknown => Suspicion::Nothing,
                    Role::Builtin(builtin) => self.builtin_errs(at, builtin, call),
                }
            }
            Callee::Indirect(pointer) => self.called_through(at, pointer),
        }
    }

    /// A pointer that leads to no function.
    fn called_through(&mut self, at: Point, pointer: &Operand) -> Suspicion {
        let (module, graph) = (self.functions.module, self.functions.graph);
        let meant = || module.func_ids().filter(|&func| graph.is_address_taken(func));
        let is_plain =
            |func| matches!(self.functions.role(func), Role::Code) && !graph.is_recursive(func);
        if !meant().all(is_plain) || self.functions.may_call_itself_through(at) {
            return Suspicion::Undecidable;
        }
        self.ends_if(at, |executor, state| {
            let pointer = executor.value(state, pointer);
            let mut none = TermId::TRUE;
            for func in meant() {
                let address = crate::base::of_function(executor.terms, module, func);
                let another = executor.terms.ne(pointer, address);
                none = executor.terms.and(none, another);
            }
            none
        })
    }

    fn builtin_errs(&mut self, at: Point, builtin: Builtin, call: &'a Call) -> Suspicion {
        use Builtin::*;
        if call.args.len() < builtin.arity() {
            return Suspicion::Undecidable;
        }
        let args = &call.args;
        match builtin {
            Malloc | Calloc | AlignedAlloc | MayOverlap | Fmodl | Math(_) => Suspicion::Nothing,
            Exit => Suspicion::Nothing,
            AssertFail | Abort | ReachError => self.reached(at),
            Builtin::Unsupported => Suspicion::Nothing,
            Free | Realloc => self.freed(at, &args[0]),
            MemCopy => self.copied(at, (&args[0], &args[1], &args[2]), true),
            MemMove => self.copied(at, (&args[0], &args[1], &args[2]), false),
            MemSet => {
                let length = Length::Operand(&args[2]);
                self.misused(at, &[Used { address: &args[0], length, write: true }])
            }
            Write => {
                let length = Length::Operand(&args[2]);
                self.misused(at, &[Used { address: &args[1], length, write: false }])
            }
            Printf if self.prints_plainly(call) => Suspicion::Nothing,
            Printf | Fprintf | Dprintf | Sprintf | Snprintf | Asprintf | Vprintf | Vfprintf
            | Vdprintf | Vsprintf | Vsnprintf | Vasprintf => Suspicion::Undecidable,
            Apart | Setjmp | Longjmp | Ubsan(_) => Suspicion::Undecidable,
            Builtin::Intrinsic(intrinsic) => self.intrinsic_errs(at, intrinsic, call),
        }
    }

    /// What is an error because control gets there; on the way to a line nobody asks.
    fn reached(&self, at: Point) -> Suspicion {
        // What fails in the library fails where it is called.
        match self.options.assertions && !self.functions.fails(at.func) {
            true => Suspicion::Ends(vec![State::at(at)]),
            false => Suspicion::Nothing,
        }
    }

    /// Whether the block ends with a call that ends the program.
    fn ends_before(&self, terminator: Point) -> bool {
        let func = self.functions.func(terminator.func);
        let Some(&last) = func.block(terminator.block).insts.last() else { return false };
        let InstKind::Call(call) = &func.inst(last).kind else { return false };
        let Callee::Direct(callee) = call.callee else { return false };
        match self.functions.role(callee) {
            Role::Builtin(Builtin::Exit | Builtin::Intrinsic(Intrinsic::SilentExit)) => true,
            Role::Builtin(builtin) => is_failure(builtin),
            Role::Code => self.functions.fails(callee),
            Role::Unknown => false,
        }
    }

    fn intrinsic_errs(&mut self, at: Point, intrinsic: Intrinsic, call: &'a Call) -> Suspicion {
        use Intrinsic::*;
        let args = &call.args;
        let named = |name: usize| match self.is_text(&args[name]) {
            true => Suspicion::Nothing,
            false => Suspicion::Undecidable,
        };
        match intrinsic {
            MakeSymbolic if !self.is_text(&args[2]) => Suspicion::Undecidable,
            MakeSymbolic | NondetMemory => {
                let length = Length::Operand(&args[1]);
                self.misused(at, &[Used { address: &args[0], length, write: true }])
            }
            Int => named(0),
            Range => {
                let bounds = [0, 1].map(|arg: usize| args[arg].as_bits());
                let [Some(low), Some(high)] = bounds else { return Suspicion::Undecidable };
                match (low.low_u64() as u32 as i32) < high.low_u64() as u32 as i32 {
                    true => named(2),
                    false => Suspicion::Undecidable,
                }
            }
            Warning | WarningOnce | PrintExpr | PrintTerm | PrintRange => named(0),
            Nondet(..) | Assume | IsSymbolic | IsReplay | GetValue | GetErrno | Choose
            | PreferExample | SetForking | StackTrace | Nothing | Mark => Suspicion::Nothing,
            SilentExit => Suspicion::Nothing,
            Abort | ReportError | ReportMessage => self.reached(at),
            CheckMemoryAccess | GetObjectSize | DefineFixedObject | LazyGlobals | LazyArgument => {
                Suspicion::Undecidable
            }
        }
    }

    /// Whether a pointer leads to a text that ends, in a constant.
    fn is_text(&self, pointer: &Operand) -> bool {
        self.text(pointer).is_some()
    }

    fn text(&self, pointer: &Operand) -> Option<&'a [u8]> {
        let Operand::Global(global) = pointer else { return None };
        let global = self.functions.module.global(*global);
        let Init::Data { bytes, .. } = &global.init else { return None };
        let end = bytes.iter().position(|&byte| byte == 0)?;
        global.constant.then(|| &bytes[..end])
    }

    /// Whether a call prints only numbers, and has one for each directive.
    fn prints_plainly(&self, call: &Call) -> bool {
        let Some(format) = self.text(&call.args[0]) else { return false };
        let is_scalar = |arg: &VarArg| matches!(arg.value, VarArgValue::Scalar { .. });
        if !call.varargs.iter().all(is_scalar) {
            return false;
        }
        let mut wanted = 0;
        let mut parts = format.split(|&byte| byte == b'%').skip(1);
        while let Some(directive) = parts.next() {
            if directive.is_empty() {
                // `%%`: what comes next is text.
                parts.next();
                continue;
            }
            let kind = directive
                .iter()
                .find(|byte| byte.is_ascii_alphabetic() && !b"hljztLqw".contains(byte));
            if !kind.is_some_and(|kind| b"diuxXocfFeEgGaAp".contains(kind))
                || directive.contains(&b'*')
                || directive.contains(&b'$')
            {
                return false;
            }
            wanted += 1;
        }
        wanted <= call.varargs.len()
    }
}
