//! Which functions the engine itself provides, by name. What they do is in [`crate::builtins`].

mod intrinsic;
mod math;
mod ubsan;

pub use intrinsic::{Intrinsic, LAZY_ARGUMENT, LAZY_GLOBALS, MARK, NondetSize};
pub use math::Math;
pub use ubsan::{Handler, Report};

macro_rules! builtins {
    ($($variant:ident $arity:literal: $($name:literal)|+),* $(,)?) => {
        /// A function that the engine provides.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Builtin {
            $($variant,)*
            Math(Math),
            Intrinsic(Intrinsic),
            Ubsan(Handler),
        }

        impl Builtin {
            /// The builtin of this name, if there is one.
            pub fn named(name: &str) -> Option<Builtin> {
                match name {
                    $($($name)|+ => Some(Builtin::$variant),)*
                    _ => Math::named(name)
                        .map(Builtin::Math)
                        .or_else(|| Intrinsic::named(name).map(Builtin::Intrinsic))
                        .or_else(|| Handler::named(name).map(Builtin::Ubsan)),
                }
            }

            /// How many slots its parameters take, variable ones not counted.
            pub fn arity(self) -> usize {
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
    Setjmp 1: "setjmp" | "_setjmp" | "__setjmp" | "sigsetjmp" | "__sigsetjmp",
    Longjmp 2: "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk",
    ReachError 0: "reach_error" | "__VERIFIER_error",
}
