//! The functions that the engine itself provides to programs.
//!
//! Only what C in `runtime/` cannot express lives here: the heap, output and its formatting, ends of
//! the program, and mathematical functions that the host's C library computes. A builtin never calls
//! back into the program; functions that do (qsort, exit) are C in the runtime.

mod ends;
mod heap;
mod intrinsics;
mod jumps;
mod math;
mod print;
mod strings;
mod ubsan;

use crate::code::{Builtin, CallSite};
use crate::end::{End, unsupported};
use crate::machine::Machine;
use crate::memory::{Extent, may_overlap};
use crate::state::State;
use dunlin_ir::small::mask;
use dunlin_memory::Value;

impl Machine<'_> {
    /// Does what the builtin does, stores its result and goes on behind the call.
    pub fn call_builtin(
        &mut self,
        state: &mut State,
        call: &CallSite,
        builtin: Builtin,
    ) -> Result<(), End> {
        let args = self.args(state, call);
        if args.len() < builtin.arity() {
            return Err(unsupported("a library function called with too few arguments"));
        }
        let mark = state.position.stack_objects.len();
        let result = match builtin {
            Builtin::Malloc => self.malloc(state, &args)?,
            Builtin::Calloc => self.calloc(state, &args)?,
            Builtin::Realloc => self.realloc(state, &args)?,
            Builtin::Free => self.free(state, &args)?,
            Builtin::AlignedAlloc => self.aligned_alloc(state, &args)?,
            Builtin::MemCopy => {
                self.copy_apart(state, args[0], args[1], args[2])?;
                args[0]
            }
            Builtin::MemMove => {
                self.copy_bytes(state, args[0], args[1], args[2])?;
                args[0]
            }
            Builtin::MayOverlap => Value::int(u64::from(may_overlap(args[0], args[1]))),
            Builtin::Apart => {
                let extent = Extent { written: args[1], read: args[3], same_is_fine: false };
                self.require_apart(state, args[0], args[2], extent)?;
                Value::int(0)
            }
            Builtin::MemSet => {
                let byte = match args[1].as_int() {
                    Some(byte) => Value::int(byte & 0xff),
                    None => args[1],
                };
                self.set_bytes(state, args[0], byte, args[2])?;
                args[0]
            }
            Builtin::Write => self.write_output(state, &args)?,
            Builtin::Exit => return Err(self.exit(state, &args)?),
            Builtin::AssertFail => return Err(self.assert_fail(state, &args)?),
            Builtin::Abort => return Err(self.abort(state)),
            Builtin::Unsupported => return Err(self.unsupported_call(state, &args)?),
            Builtin::ReachError => return Err(self.reach_error()),
            Builtin::Setjmp => return self.setjmp(state, call, &args),
            Builtin::Longjmp => return self.longjmp(state, &args),
            Builtin::Fmodl => {
                let [low, high] = self.fmodl(state, &args)?;
                if let Some(&dst) = call.dsts.get(1) {
                    state.position.set_reg(dst, high);
                }
                low
            }
            Builtin::Math(function) => self.math(state, function, &args)?,
            Builtin::Intrinsic(intrinsic) => self.intrinsic(state, call, intrinsic, &args)?,
            Builtin::Ubsan(handler) => {
                self.ubsan(state, handler, &args)?;
                Value::int(0)
            }
            _ => self.print(state, call, builtin, &args)?,
        };
        self.free_stack(state, mark);
        self.set_result(state, call, result)?;
        state.position.pc += 1;
        Ok(())
    }

    /// Gives the top frame what its call of a builtin returns.
    fn set_result(&mut self, state: &mut State, call: &CallSite, result: Value) -> Result<(), End> {
        if let (Some(&dst), Some(&ty)) = (call.dsts.first(), call.dst_types.first()) {
            // A caller that declares another type gets what fits into it.
            let width = ty.bits(&self.module.target).min(64);
            let result = match result.as_int() {
                Some(bits) => Value::int(bits & mask(width)),
                None if result.meta.is_symbolic() => {
                    let term = self.term(state, result, width);
                    self.value(state, term)
                }
                None if width < self.module.target.pointer_bits => {
                    Value::int(self.to_bits(state, width, result)?)
                }
                None => result,
            };
            state.position.set_reg(dst, result);
        }
        Ok(())
    }

    /// Argument number `index` as a number; `call_builtin` has checked that there are enough.
    pub fn argument(
        &mut self,
        state: &mut State,
        args: &[Value],
        index: usize,
    ) -> Result<u64, End> {
        self.to_bits(state, 64, args[index])
    }
}
