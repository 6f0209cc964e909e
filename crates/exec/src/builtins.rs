//! The functions that the engine itself provides to programs.
//!
//! Only what C in `runtime/` cannot express lives here: the heap, output and its formatting, ends of
//! the program, and mathematical functions that the host's C library computes. A builtin never calls
//! back into the program; functions that do (qsort, exit) are C in the runtime.

mod ends;
mod heap;
pub mod intrinsics;
mod math;
mod print;
mod ubsan;

use crate::code::CallSite;
use crate::machine::Machine;
use crate::outcome::{End, unsupported};
use crate::overlap::{Extent, may_overlap};
use crate::state::State;
use dunlin_ir::small::mask;
use dunlin_memory::Value;

macro_rules! builtins {
    ($($variant:ident $arity:literal: $($name:literal)|+),* $(,)?) => {
        /// A function that the engine provides.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Builtin {
            $($variant,)*
            Math(math::Function),
            Intrinsic(intrinsics::Intrinsic),
            Ubsan(ubsan::Handler),
        }

        impl Builtin {
            /// The builtin of this name, if there is one.
            pub fn named(name: &str) -> Option<Builtin> {
                match name {
                    $($($name)|+ => Some(Builtin::$variant),)*
                    _ => math::Function::named(name)
                        .map(Builtin::Math)
                        .or_else(|| intrinsics::Intrinsic::named(name).map(Builtin::Intrinsic))
                        .or_else(|| ubsan::Handler::named(name).map(Builtin::Ubsan)),
                }
            }

            /// How many slots its parameters take, variable ones not counted.
            fn arity(self) -> usize {
                match self {
                    $(Builtin::$variant => $arity,)*
                    Builtin::Math(function) => function.arity(),
                    Builtin::Intrinsic(intrinsic) => intrinsic.arity(),
                    Builtin::Ubsan(_) => 0,
                }
            }
        }
    };
}

builtins! {
    Malloc 1: "malloc",
    Calloc 2: "calloc",
    Realloc 2: "realloc",
    Free 1: "free",
    AlignedAlloc 2: "aligned_alloc",
    MemCopy 3: "memcpy",
    MemMove 3: "memmove",
    MemSet 3: "memset",
    Printf 1: "printf",
    Fprintf 2: "fprintf",
    Dprintf 2: "dprintf",
    Sprintf 2: "sprintf",
    Snprintf 3: "snprintf",
    Asprintf 2: "asprintf",
    Vprintf 2: "vprintf",
    Vfprintf 3: "vfprintf",
    Vdprintf 3: "vdprintf",
    Vsprintf 3: "vsprintf",
    Vsnprintf 4: "vsnprintf",
    Vasprintf 3: "vasprintf",
    Write 3: "__dunlin_write",
    Exit 1: "__dunlin_exit",
    AssertFail 4: "__dunlin_assert_fail" | "klee_assert_fail",
    Abort 0: "__dunlin_abort",
    Unsupported 1: "__dunlin_unsupported",
    MayOverlap 2: "__dunlin_may_overlap",
    Apart 4: "__dunlin_apart",
    Fmodl 4: "fmodl",
    ReachError 0: "reach_error" | "__VERIFIER_error",
}

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
        let mark = state.stack_objects.len();
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
            Builtin::Abort => return Err(self.abort()),
            Builtin::Unsupported => return Err(self.unsupported_call(state, &args)?),
            Builtin::ReachError => return Err(self.reach_error()),
            Builtin::Fmodl => {
                let [low, high] = self.fmodl(state, &args)?;
                if let Some(&dst) = call.dsts.get(1) {
                    state.set_reg(dst, high);
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
            state.set_reg(dst, result);
        }
        state.pc += 1;
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
