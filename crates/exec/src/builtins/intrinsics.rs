//! What harnesses say to the engine: the intrinsics of `dunlin.h` and `klee/klee.h`, and the functions
//! of SV-COMP.

use crate::code::{CallSite, Intrinsic, NondetSize};
use crate::end::{End, Outcome, ProgramError, unsupported};
use crate::input::NewRoot;
use crate::machine::Machine;
use crate::memory::{Access, Offset};
use crate::state::{Piece, State};
use dunlin_ir::Type;
use dunlin_memory::{ObjectKind, Value};
use dunlin_results::ErrorKind;
use dunlin_term::{TermId, smt};

impl Machine<'_> {
    pub(super) fn intrinsic(
        &mut self,
        state: &mut State,
        call: &CallSite,
        intrinsic: Intrinsic,
        args: &[Value],
    ) -> Result<Value, End> {
        match intrinsic {
            Intrinsic::MakeSymbolic => {
                let name = self.name(state, args[2])?;
                self.make_bytes_symbolic(state, args[0], args[1], &name)?;
            }
            Intrinsic::NondetMemory => {
                self.make_bytes_symbolic(state, args[0], args[1], "nondet_memory")?;
            }
            Intrinsic::Range => return self.range(state, args),
            Intrinsic::Int => {
                let name = self.name(state, args[0])?;
                let number = self.new_number(state, NewRoot::asked(&name), 4)?;
                return Ok(self.value(state, number));
            }
            Intrinsic::Choose => return self.choose_below(state, args[0]),
            Intrinsic::Assume => {
                let width = self.argument_width(call, 0);
                let condition = self.truth_of(state, args[0], width)?;
                self.assume(state, condition)?;
            }
            Intrinsic::IsSymbolic => {
                return Ok(Value::int(u64::from(args[0].meta.is_symbolic())));
            }
            Intrinsic::IsReplay => return Ok(Value::int(0)),
            Intrinsic::SilentExit => return Err(Box::new(Outcome::Silent)),
            Intrinsic::Abort => return Err(self.abort(state)),
            Intrinsic::ReportError => return Err(self.report_error(state, args[2])?),
            Intrinsic::ReportMessage => return Err(self.report_error(state, args[0])?),
            Intrinsic::Warning | Intrinsic::WarningOnce => {
                let text = self.name(state, args[0])?;
                self.note_once(format!("the program warns: {text}"));
            }
            Intrinsic::PrintExpr => {
                let width = call.arg_types.get(1).map_or(64, |ty| ty.bits(&self.module.target));
                let value = match (args.get(1), call.varargs.first()) {
                    (Some(&value), _) => value,
                    (None, Some(piece)) => self.source(state, piece.source),
                    (None, None) => Value::int(0),
                };
                self.print_term(state, args[0], value, width)?;
            }
            Intrinsic::PrintTerm => {
                let width = self.argument_width(call, 1);
                self.print_term(state, args[0], args[1], width)?;
            }
            Intrinsic::PrintRange => {
                let width = self.argument_width(call, 1);
                self.print_range(state, args[0], args[1], width)?;
            }
            Intrinsic::GetValue => {
                let width = self.argument_width(call, 0);
                if !args[0].meta.is_symbolic() {
                    return Ok(args[0]);
                }
                let term = self.term(state, args[0], width);
                return Ok(Value::int(self.one_value(state, term)?));
            }
            Intrinsic::GetObjectSize => {
                let (object, _) = self.locate(state, args[0], 1, Access::Read)?;
                return match state.memory.objects.describe(object) {
                    Ok((size, _)) => Ok(Value::int(size)),
                    Err(error) => Err(self.access_error(state, error, Access::Read, 0, 1).into()),
                };
            }
            Intrinsic::PreferExample => {
                let width = self.argument_width(call, 1);
                let condition = self.truth_of(state, args[1], width)?;
                if condition != TermId::TRUE && condition != TermId::FALSE {
                    std::rc::Rc::make_mut(&mut state.knowledge.preferences).push(condition);
                }
            }
            Intrinsic::CheckMemoryAccess => {
                let size = self.argument(state, args, 1)?;
                let (object, offset) = self.locate(state, args[0], size, Access::Read)?;
                self.check_access(state, object, offset, size, Access::Read)?;
            }
            Intrinsic::SetForking => {
                state.trace.forking = self.argument(state, args, 0)? & 0xffff_ffff != 0;
            }
            Intrinsic::DefineFixedObject => {
                let address = self.argument(state, args, 0)?;
                let size = self.argument(state, args, 1)?;
                let (kind, site) = (ObjectKind::Global, crate::end::site(state.position.pc));
                let class = state.position.class(state.position.pc);
                let made = state.memory.objects.allocate_fixed(address, size, kind, site, class);
                if made.is_none() {
                    return Err(unsupported(format!(
                        "a fixed object of {size} bytes at {address:#x}, where another one lies"
                    )));
                }
            }
            Intrinsic::GetErrno => {
                let Some(place) = self.errno_place() else { return Ok(Value::int(0)) };
                return self.load_slow(state, place, 4);
            }
            Intrinsic::StackTrace => {
                let text = self.stack_text(state);
                self.write_plain(state, 2, text.into_bytes());
            }
            Intrinsic::LazyGlobals => self.lazy_globals(state)?,
            Intrinsic::Mark => {
                let mark = self.argument(state, args, 0)?;
                if self.watched.get(mark as usize) == Some(&true) {
                    self.marked = Some(mark as u32);
                }
            }
            Intrinsic::LazyArgument => return self.lazy_argument(state, call, args),
            Intrinsic::Nothing => {}
            Intrinsic::Nondet(name, size) => return self.fresh(state, call, name, size),
        }
        Ok(Value::int(0))
    }

    fn argument_width(&self, call: &CallSite, index: usize) -> u32 {
        let ty = call.arg_types.get(index).copied().unwrap_or(Type::Int(64));
        ty.bits(&self.module.target).min(64)
    }

    /// A C string that must be plain.
    fn name(&mut self, state: &mut State, pointer: Value) -> Result<String, End> {
        if pointer.as_int() == Some(0) {
            return Ok("unnamed".to_string());
        }
        let text = self.c_string(state, pointer, None)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Whether a value is not zero.
    fn truth_of(&mut self, state: &mut State, value: Value, width: u32) -> Result<TermId, End> {
        if !value.meta.is_symbolic() {
            let holds = value.meta.is_pointer() || self.to_bits(state, width, value)? != 0;
            return Ok(self.terms.truth(holds));
        }
        let term = self.term(state, value, width);
        let zero = self.terms.constant(width, 0);
        let is_zero = self.terms.eq(term, zero);
        Ok(self.terms.not(is_zero))
    }

    fn make_bytes_symbolic(
        &mut self,
        state: &mut State,
        pointer: Value,
        size: Value,
        name: &str,
    ) -> Result<(), End> {
        let size = self.to_bits(state, 64, size)?;
        let (object, offset) = self.locate(state, pointer, size, Access::Write)?;
        self.check_access(state, object, offset, size, Access::Write)?;
        let offset = match offset {
            Offset::Known(offset) => offset,
            Offset::Term(term) => self.concretise(state, term)?,
        };
        self.make_symbolic(state, (object, offset), size, NewRoot::asked(name))
    }

    fn range(&mut self, state: &mut State, args: &[Value]) -> Result<Value, End> {
        let low = self.to_bits(state, 32, args[0])? as i32;
        let high = self.to_bits(state, 32, args[1])? as i32;
        let name = self.name(state, args[2])?;
        if low >= high {
            let message = format!("the range from {low} to {high} is empty");
            return Err(ProgramError::new(ErrorKind::ReachError, message).into());
        }
        if i64::from(low) + 1 == i64::from(high) {
            return Ok(Value::int(low as u32 as u64));
        }
        let number = self.new_number(state, NewRoot::asked(&name), 4)?;
        let (low, high) = (self.signed_constant(low), self.signed_constant(high));
        let (above, below) = (self.terms.sle(low, number), self.terms.slt(number, high));
        let inside = self.terms.and(above, below);
        self.assume(state, inside)?;
        Ok(self.value(state, number))
    }

    fn signed_constant(&mut self, value: i32) -> TermId {
        self.terms.constant(32, value as u32 as u64)
    }

    /// A fresh number below another.
    fn choose_below(&mut self, state: &mut State, limit: Value) -> Result<Value, End> {
        let width = self.module.target.pointer_bits;
        let limit = self.term(state, limit, width);
        let number = self.new_number(state, NewRoot::asked("choose"), width / 8)?;
        let below = self.terms.ult(number, limit);
        self.assume(state, below)?;
        Ok(self.value(state, number))
    }

    fn fresh(
        &mut self,
        state: &mut State,
        call: &CallSite,
        name: &str,
        size: NondetSize,
    ) -> Result<Value, End> {
        let bytes = match size {
            NondetSize::Bytes(bytes) => bytes,
            NondetSize::Word => self.module.target.pointer_bits / 8,
            NondetSize::Bool => 1,
        };
        let number = self.new_number(state, NewRoot::asked(name), bytes)?;
        if size == NondetSize::Bool {
            let one = self.terms.constant(8, 1);
            let valid = self.terms.ule(number, one);
            self.assume(state, valid)?;
        }
        if bytes > 8 {
            let high = self.terms.extract(127, 64, number);
            if let Some(&dst) = call.dsts.get(1) {
                let high = self.value(state, high);
                state.position.set_reg(dst, high);
            }
            let low = self.terms.extract(63, 0, number);
            return Ok(self.value(state, low));
        }
        Ok(self.value(state, number))
    }

    fn report_error(&mut self, state: &mut State, message: Value) -> Result<End, End> {
        let message = self.name(state, message)?;
        Ok(ProgramError::new(ErrorKind::ReachError, message).into())
    }

    fn print_term(
        &mut self,
        state: &mut State,
        message: Value,
        value: Value,
        width: u32,
    ) -> Result<(), End> {
        let message = self.name(state, message)?;
        let term = self.term(state, value, width.min(64));
        let text = format!("{message}:{}\n", smt::show(&self.terms, term));
        self.say(state, text);
        Ok(())
    }

    fn print_range(
        &mut self,
        state: &mut State,
        message: Value,
        value: Value,
        width: u32,
    ) -> Result<(), End> {
        let message = self.name(state, message)?;
        let text = if value.meta.is_symbolic() {
            let term = self.term(state, value, width);
            let (least, greatest) = self.bounds(state, term)?;
            format!("{message}:{} [{least}, {greatest}]\n", self.under_model(state, term))
        } else {
            format!("{message}:{}\n", self.to_bits(state, width, value)?)
        };
        self.say(state, text);
        Ok(())
    }

    /// Something that the harness asked to see, on standard error, in the order of what is printed.
    fn say(&mut self, state: &mut State, text: String) {
        state.trace.print(Piece::Bytes { fd: 2, bytes: text.into_bytes() });
    }
}
