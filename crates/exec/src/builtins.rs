//! The functions that the engine itself provides to programs.
//!
//! Only what C in `runtime/` cannot express lives here: the heap, output and its formatting, ends of
//! the program, and mathematical functions that the host's C library computes. A builtin never calls
//! back into the program; functions that do (qsort, exit) are C in the runtime.

mod ends;
mod heap;
mod math;
mod print;

use crate::code::CallSite;
use crate::machine::Machine;
use crate::outcome::End;
use crate::state::State;
use dunlin_memory::Value;

macro_rules! builtins {
    ($($variant:ident: $($name:literal)|+),* $(,)?) => {
        /// A function that the engine provides.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Builtin {
            $($variant,)*
            Math(math::Function),
        }

        impl Builtin {
            /// The builtin of this name, if there is one.
            pub fn named(name: &str) -> Option<Builtin> {
                match name {
                    $($($name)|+ => Some(Builtin::$variant),)*
                    _ => math::Function::named(name).map(Builtin::Math),
                }
            }
        }
    };
}

builtins! {
    Malloc: "malloc",
    Calloc: "calloc",
    Realloc: "realloc",
    Free: "free",
    AlignedAlloc: "aligned_alloc",
    MemCopy: "memcpy" | "memmove",
    MemSet: "memset",
    Printf: "printf",
    Fprintf: "fprintf",
    Dprintf: "dprintf",
    Sprintf: "sprintf",
    Snprintf: "snprintf",
    Asprintf: "asprintf",
    Vprintf: "vprintf",
    Vfprintf: "vfprintf",
    Vdprintf: "vdprintf",
    Vsprintf: "vsprintf",
    Vsnprintf: "vsnprintf",
    Vasprintf: "vasprintf",
    Write: "__dunlin_write",
    Exit: "__dunlin_exit",
    AssertFail: "__dunlin_assert_fail",
    Abort: "__dunlin_abort",
    Unsupported: "__dunlin_unsupported",
    Fmodl: "fmodl",
    ReachError: "reach_error" | "__VERIFIER_error",
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
        let mark = state.stack_objects.len();
        let result = match builtin {
            Builtin::Malloc => self.malloc(state, &args)?,
            Builtin::Calloc => self.calloc(state, &args)?,
            Builtin::Realloc => self.realloc(state, &args)?,
            Builtin::Free => self.free(state, &args)?,
            Builtin::AlignedAlloc => self.aligned_alloc(state, &args)?,
            Builtin::MemCopy => {
                let len = self.argument(state, &args, 2)?;
                self.copy_bytes(state, args[0], args[1], len)?;
                args[0]
            }
            Builtin::MemSet => {
                let len = self.argument(state, &args, 2)?;
                let byte = match args[1].as_int() {
                    Some(byte) => Value::int(byte & 0xff),
                    None => args[1],
                };
                self.set_bytes(state, args[0], byte, len)?;
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
            _ => self.print(state, call, builtin, &args)?,
        };
        self.free_stack(state, mark);
        if let Some(&dst) = call.dsts.first() {
            state.set_reg(dst, result);
        }
        state.pc += 1;
        Ok(())
    }

    /// Argument number `index` as a number.
    pub fn argument(
        &mut self,
        state: &mut State,
        args: &[Value],
        index: usize,
    ) -> Result<u64, End> {
        match args.get(index) {
            Some(&value) => self.to_bits(state, 64, value),
            None => {
                Err(crate::outcome::unsupported("a library function called with too few arguments"))
            }
        }
    }
}
