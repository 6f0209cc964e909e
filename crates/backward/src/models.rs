//! Functions that the engine provides, read backward: what they leave in memory and in their results, and what must
//! hold for them to come back.

use crate::base::{Fresh, Object, make};
use crate::search::{Death, Lost};
use crate::state::{Access, Effect, Input, Kind, State};
use crate::step::{Executor, Flow};
use dunlin_exec::{Builtin, Intrinsic, NondetSize};
use dunlin_ir::{Call, Init, Operand, Point, VarArgValue};
use dunlin_term::TermId;
use std::rc::Rc;

/// What an allocation asks for.
struct Wanted {
    size: TermId,
    align: u64,
    fresh: Fresh,
    /// It may be so much that there is none.
    may_be_null: bool,
}

impl<'a> Executor<'_, 'a> {
    pub fn builtin(
        &mut self,
        state: &mut State,
        builtin: Builtin,
        call: &'a Call,
        at: Point,
    ) -> Flow {
        use Builtin::*;
        if !self.fits(state, builtin, call) {
            state.lose(Lost::Unsupported(at));
            self.call_unknown(state, call);
            return Flow::On;
        }
        match builtin {
            Malloc | AlignedAlloc => {
                let size = &call.args[if builtin == Malloc { 0 } else { 1 }];
                let size = self.value(state, size);
                let may_be_null = builtin == AlignedAlloc || !self.is_moderate(size);
                let fresh = self.unwritten();
                return self.allocate(
                    state,
                    call,
                    at,
                    Wanted { size, align: 16, fresh, may_be_null },
                );
            }
            Calloc => {
                let (count, each) =
                    (self.value(state, &call.args[0]), self.value(state, &call.args[1]));
                let size = self.terms.mul(count, each);
                let whole = match (self.terms.as_u64(count), self.terms.as_u64(each)) {
                    (Some(count), Some(each)) => count.checked_mul(each),
                    _ => None,
                };
                let may_be_null = whole != self.terms.as_u64(size) || !self.is_moderate(size);
                let wanted = Wanted { size, align: 16, fresh: Fresh::Zero, may_be_null };
                return self.allocate(state, call, at, wanted);
            }
            Realloc => return self.reallocate(state, call, at),
            Free => {
                let address = self.value(state, &call.args[0]);
                state.die(Some(address));
                state.ends(address, true);
            }
            MemCopy | MemMove => {
                let [to, from, length] = [0, 1, 2].map(|arg| self.value(state, &call.args[arg]));
                self.results_are(state, call, to);
                self.copy(state, to, from, length, at);
            }
            MemSet => {
                let [to, byte, length] = [0, 1, 2].map(|arg| self.value(state, &call.args[arg]));
                let byte = self.terms.extract(7, 0, byte);
                self.results_are(state, call, to);
                self.fill(state, to, byte, length, at);
            }
            Printf | Fprintf | Dprintf | Vprintf | Vfprintf | Vdprintf => {
                let format = if matches!(builtin, Printf | Vprintf) { 0 } else { 1 };
                self.print(state, call, format);
            }
            Sprintf | Snprintf | Vsprintf | Vsnprintf | Asprintf | Vasprintf => {
                let to = self.value(state, &call.args[0]);
                state.store(at, to, Effect::Unknown { length: None });
                let format = if matches!(builtin, Snprintf | Vsnprintf) { 2 } else { 1 };
                self.print(state, call, format);
            }
            Write | MayOverlap | Apart | Fmodl | Math(_) => self.results_are_free(state, call),
            Exit | AssertFail | Abort | Longjmp | ReachError => return Flow::Dead(Death::NoReturn),
            Unsupported | Ubsan(_) => return Flow::Lost(Lost::Unsupported(at)),
            Setjmp => return Flow::Lost(Lost::Jump(at)),
            Intrinsic(intrinsic) => return self.intrinsic(state, intrinsic, call, at),
        }
        Flow::On
    }

    /// Whether a call passes what the function takes, as far as it is looked at here.
    fn fits(&self, state: &State, builtin: Builtin, call: &Call) -> bool {
        use Builtin::*;
        use dunlin_exec::Intrinsic as In;
        let pointer = self.pointer_bits();
        let wanted: &[Option<u32>] = match builtin {
            Malloc | Free => &[Some(pointer)],
            AlignedAlloc | Calloc | Realloc => &[Some(pointer), Some(pointer)],
            MemCopy | MemMove => &[Some(pointer), Some(pointer), Some(pointer)],
            MemSet => &[Some(pointer), None, Some(pointer)],
            Sprintf | Snprintf | Vsprintf | Vsnprintf | Asprintf | Vasprintf => &[Some(pointer)],
            Builtin::Intrinsic(intrinsic) => match intrinsic {
                In::MakeSymbolic | In::NondetMemory => &[Some(pointer), Some(pointer)],
                In::Range => &[Some(32), Some(32)],
                In::Assume => &[None],
                _ => &[],
            },
            _ => &[],
        };
        let func = self.current(state);
        call.args.len() >= wanted.len()
            && wanted.iter().zip(&call.args).all(|(wanted, argument)| {
                let width = func.operand_type(argument).bits(&self.functions.module.target);
                wanted.map_or(width >= 8 || builtin != MemSet, |wanted| wanted == width)
            })
    }

    fn intrinsic(
        &mut self,
        state: &mut State,
        intrinsic: Intrinsic,
        call: &'a Call,
        at: Point,
    ) -> Flow {
        use Intrinsic::*;
        match intrinsic {
            Nondet(_, size) => {
                let bytes = match size {
                    NondetSize::Bytes(bytes) => bytes,
                    NondetSize::Word => self.pointer_bits() / 8,
                    NondetSize::Bool => 1,
                };
                let value = self.input_number(state, bytes, at);
                if size == NondetSize::Bool {
                    let two = self.terms.constant(8, 2);
                    let is_bool = self.terms.ult(value, two);
                    state.want(is_bool, at);
                }
                self.results_are(state, call, value);
            }
            Int => {
                let value = self.input_number(state, 4, at);
                self.results_are(state, call, value);
            }
            Range => {
                let (low, high) =
                    (self.value(state, &call.args[0]), self.value(state, &call.args[1]));
                let value = self.input_number(state, 4, at);
                let above = self.terms.sle(low, value);
                let below = self.terms.slt(value, high);
                let inside = self.terms.and(above, below);
                state.want(inside, at);
                self.results_are(state, call, value);
            }
            MakeSymbolic | NondetMemory => {
                let (to, length) =
                    (self.value(state, &call.args[0]), self.value(state, &call.args[1]));
                let array = state.fresh_array(self.terms, self.pointer_bits());
                let bytes = self.terms.as_u64(length).unwrap_or(0);
                Rc::make_mut(&mut state.inputs).push(Input { at, symbol: array, bytes });
                state.store(at, to, Effect::Input { array, length });
                state.accesses.push(Access { address: to, length, write: true, at });
            }
            Assume => {
                let value = self.value(state, &call.args[0]);
                let zero = self.terms.constant(self.terms.width(value), 0);
                let holds = self.terms.ne(value, zero);
                state.want(holds, at);
            }
            SilentExit | Abort | ReportError | ReportMessage => {
                return Flow::Dead(Death::NoReturn);
            }
            IsSymbolic | IsReplay | GetValue | GetObjectSize | GetErrno | Choose => {
                self.results_are_free(state, call);
            }
            Warning | WarningOnce | PrintExpr | PrintTerm | PrintRange | PreferExample
            | CheckMemoryAccess | SetForking | StackTrace | Nothing => {
                self.results_are_free(state, call);
            }
            Mark => {
                // Whoever passes the target on the way to it has reached it before.
                if call.args.first().and_then(Operand::as_bits).map(|bits| bits.low_u64())
                    == self.target.map(u64::from)
                {
                    return Flow::Dead(Death::PassesTarget);
                }
            }
            DefineFixedObject | LazyGlobals | LazyArgument => {
                state.lose(Lost::Unsupported(at));
                self.call_unknown(state, call);
            }
        }
        Flow::On
    }

    fn results_are(&mut self, state: &mut State, call: &Call, value: TermId) {
        let Some(&dst) = call.dsts.first() else { return };
        let Some(unknown) = state.take(dst) else { return };
        let (from, to) = (self.terms.width(value), self.terms.width(unknown));
        let value = match from < to {
            true => self.terms.zext(to, value),
            false => self.terms.extract(to - 1, 0, value),
        };
        state.bind(unknown, value);
    }

    fn results_are_free(&mut self, state: &mut State, call: &Call) {
        call.dsts.iter().for_each(|&dst| self.anything(state, dst));
    }

    fn input_number(&mut self, state: &mut State, bytes: u32, at: Point) -> TermId {
        let symbol = state.fresh(self.terms, Kind::Free, bytes * 8);
        Rc::make_mut(&mut state.inputs).push(Input { at, symbol, bytes: bytes.into() });
        symbol
    }

    /// Whether a size is one that an allocation cannot be refused for.
    fn is_moderate(&self, size: TermId) -> bool {
        let most = if self.pointer_bits() == 64 { 1 << 46 } else { 1 << 30 };
        self.terms.as_u64(size).is_some_and(|size| size < most)
    }

    /// Rules S5 and S6: the object that the unknown result was the abstract one of.
    fn allocate(&mut self, state: &mut State, call: &Call, at: Point, wanted: Wanted) -> Flow {
        let Some(unknown) = call.dsts.first().and_then(|&dst| state.take(dst)) else {
            return Flow::On;
        };
        let Wanted { size, align, fresh, may_be_null } = wanted;
        let mut states = Vec::new();
        if may_be_null || self.options.malloc_may_fail {
            let mut failed = state.clone();
            let null = self.terms.constant(self.pointer_bits(), 0);
            failed.bind(unknown, null);
            states.push(failed);
        }
        let base = make(state, self.terms, self.functions.module, |base, born| Object {
            base,
            size,
            align,
            fresh,
            made: at,
            born,
            met: true,
            begun: None,
            private: false,
            over: false,
        });
        state.bind(unknown, base);
        if states.is_empty() {
            return Flow::On;
        }
        states.push(state.clone());
        Flow::Split(states)
    }

    /// The new object begins with what the old one held.
    fn reallocate(&mut self, state: &mut State, call: &Call, at: Point) -> Flow {
        let (old, size) = (self.value(state, &call.args[0]), self.value(state, &call.args[1]));
        let known = state.objects.len();
        let flow = self.allocate(
            state,
            call,
            at,
            Wanted {
                size,
                align: 16,
                fresh: self.unwritten(),
                may_be_null: !self.is_moderate(size) || self.terms.as_u64(size) == Some(0),
            },
        );
        let copy = |state: &mut State| {
            state.die(Some(old));
            state.ends(old, true);
            if let Some(new) = state.objects.get(known) {
                let (address, length) = (new.base, new.size);
                state.store(at, address, Effect::Copy { from: old, length });
            }
        };
        match flow {
            Flow::On => copy(state),
            Flow::Split(mut states) => {
                states.iter_mut().for_each(copy);
                return Flow::Split(states);
            }
            end => return end,
        }
        Flow::On
    }

    /// Output: its length is anything. Only %n writes to memory, to places that nobody knows.
    fn print(&mut self, state: &mut State, call: &Call, format: usize) {
        self.results_are_free(state, call);
        let pointers = call.varargs.iter().any(|arg| {
            !matches!(arg.value, VarArgValue::Scalar { ty: dunlin_ir::Type::Int(_), .. })
        });
        let fixed = call.varargs.is_empty() && self.lists_nothing(call, format);
        if (pointers || !fixed) && !self.writes_nothing(call.args.get(format)) {
            state.forget_memory(self.terms);
        }
    }

    /// Whether the function takes no list of arguments, which could have pointers.
    fn lists_nothing(&self, call: &Call, format: usize) -> bool {
        call.args.len() == format + 1
    }

    /// Whether a format is known to have no directive that writes.
    fn writes_nothing(&self, format: Option<&Operand>) -> bool {
        let Some(Operand::Global(global)) = format else { return false };
        let global = self.functions.module.global(*global);
        let Init::Data { bytes, .. } = &global.init else { return false };
        if !global.constant {
            return false;
        }
        let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
        let mut directives = text.split(|&byte| byte == b'%').skip(1);
        directives.all(|directive| {
            let end = directive
                .iter()
                .find(|byte| byte.is_ascii_alphabetic() && !b"hljztLqw".contains(byte));
            end != Some(&b'n')
        })
    }
}
