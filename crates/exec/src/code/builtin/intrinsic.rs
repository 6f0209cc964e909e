//! What harnesses say to the engine: the intrinsics of `dunlin.h` and `klee/klee.h`, and the functions
//! of SV-COMP.

macro_rules! intrinsics {
    ($($variant:ident $arity:literal: $($name:literal)|+),* $(,)?) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Intrinsic {
            $($variant,)*
            /// A fresh value, named after its type.
            Nondet(&'static str, NondetSize),
            /// An argument of an entry function other than main.
            LazyArgument,
        }

        impl Intrinsic {
            pub fn named(name: &str) -> Option<Intrinsic> {
                match name {
                    $($($name)|+ => Some(Intrinsic::$variant),)*
                    _ if name.starts_with(LAZY_ARGUMENT) => Some(Intrinsic::LazyArgument),
                    _ => nondet(name.strip_prefix("__VERIFIER_nondet_")?),
                }
            }

            pub fn arity(self) -> usize {
                match self {
                    $(Intrinsic::$variant => $arity,)*
                    Intrinsic::Nondet(..) => 0,
                    Intrinsic::LazyArgument => 2,
                }
            }
        }
    };
}

/// What the functions are called that make arguments for an entry function; there is one for each type.
pub const LAZY_GLOBALS: &str = "__dunlin_lazy_globals";
pub const LAZY_ARGUMENT: &str = "__dunlin_lazy_argument.";

/// The function whose calls a state pauses at, if their number is watched: put into the program by
/// whoever wants to know that it comes there.
pub const MARK: &str = "__dunlin_mark";

intrinsics! {
    MakeSymbolic 3: "klee_make_symbolic" | "dunlin_symbolic",
    NondetMemory 2: "__VERIFIER_nondet_memory",
    Range 3: "klee_range" | "dunlin_range",
    Int 1: "klee_int" | "dunlin_int",
    Choose 1: "klee_choose" | "dunlin_choose",
    Assume 1: "klee_assume" | "dunlin_assume" | "__VERIFIER_assume",
    IsSymbolic 1: "klee_is_symbolic" | "dunlin_is_symbolic",
    IsReplay 0: "klee_is_replay",
    SilentExit 1: "klee_silent_exit",
    Abort 0: "klee_abort",
    ReportError 4: "klee_report_error",
    ReportMessage 1: "dunlin_report_error",
    Warning 1: "klee_warning",
    WarningOnce 1: "klee_warning_once",
    PrintExpr 1: "klee_print_expr",
    PrintTerm 2: "dunlin_print_term",
    PrintRange 2: "klee_print_range",
    GetValue 1: "klee_get_valuef" | "klee_get_valued" | "klee_get_valuel" | "klee_get_valuell"
        | "klee_get_value_i32" | "klee_get_value_i64",
    GetObjectSize 1: "klee_get_obj_size",
    PreferExample 2: "klee_prefer_cex" | "klee_posix_prefer_cex",
    CheckMemoryAccess 2: "klee_check_memory_access",
    SetForking 1: "klee_set_forking",
    DefineFixedObject 2: "klee_define_fixed_object",
    GetErrno 0: "klee_get_errno",
    LazyGlobals 0: "__dunlin_lazy_globals",
    Mark 1: "__dunlin_mark",
    StackTrace 0: "klee_stack_trace",
    // States are not merged yet, which changes nothing but their number; globals are shared anyway;
    // there are no threads.
    Nothing 0: "klee_open_merge" | "klee_close_merge" | "klee_mark_global"
        | "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end",
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NondetSize {
    Bytes(u32),
    /// As large as a pointer.
    Word,
    /// One byte that is 0 or 1.
    Bool,
}

fn nondet(name: &str) -> Option<Intrinsic> {
    use NondetSize::{Bool, Bytes, Word};
    let (name, size) = match name {
        "bool" | "_Bool" => ("nondet_bool", Bool),
        "char" => ("nondet_char", Bytes(1)),
        "schar" => ("nondet_schar", Bytes(1)),
        "uchar" => ("nondet_uchar", Bytes(1)),
        "u8" => ("nondet_u8", Bytes(1)),
        "s8" => ("nondet_s8", Bytes(1)),
        "short" => ("nondet_short", Bytes(2)),
        "ushort" => ("nondet_ushort", Bytes(2)),
        "u16" => ("nondet_u16", Bytes(2)),
        "s16" => ("nondet_s16", Bytes(2)),
        "int" => ("nondet_int", Bytes(4)),
        "uint" => ("nondet_uint", Bytes(4)),
        "unsigned" => ("nondet_unsigned", Bytes(4)),
        "u32" => ("nondet_u32", Bytes(4)),
        "s32" => ("nondet_s32", Bytes(4)),
        "int8" => ("nondet_int8", Bytes(1)),
        "int8_t" => ("nondet_int8_t", Bytes(1)),
        "uint8" => ("nondet_uint8", Bytes(1)),
        "uint8_t" => ("nondet_uint8_t", Bytes(1)),
        "int16" => ("nondet_int16", Bytes(2)),
        "int16_t" => ("nondet_int16_t", Bytes(2)),
        "uint16" => ("nondet_uint16", Bytes(2)),
        "uint16_t" => ("nondet_uint16_t", Bytes(2)),
        "int32" => ("nondet_int32", Bytes(4)),
        "int32_t" => ("nondet_int32_t", Bytes(4)),
        "uint32" => ("nondet_uint32", Bytes(4)),
        "uint32_t" => ("nondet_uint32_t", Bytes(4)),
        "S16" => ("nondet_S16", Bytes(2)),
        "S32" => ("nondet_S32", Bytes(4)),
        "S8" => ("nondet_S8", Bytes(1)),
        "U8" => ("nondet_U8", Bytes(1)),
        "U16" => ("nondet_U16", Bytes(2)),
        "U32" => ("nondet_U32", Bytes(4)),
        "unsigned_int" => ("nondet_unsigned_int", Bytes(4)),
        "unsigned_char" => ("nondet_unsigned_char", Bytes(1)),
        "unsigned_short" => ("nondet_unsigned_short", Bytes(2)),
        "long" => ("nondet_long", Word),
        "ulong" => ("nondet_ulong", Word),
        "unsigned_long" => ("nondet_unsigned_long", Word),
        "size_t" => ("nondet_size_t", Word),
        "ssize_t" => ("nondet_ssize_t", Word),
        "ptrdiff_t" => ("nondet_ptrdiff_t", Word),
        "intptr_t" => ("nondet_intptr_t", Word),
        "uintptr_t" => ("nondet_uintptr_t", Word),
        "off_t" => ("nondet_off_t", Word),
        "sector_t" => ("nondet_sector_t", Word),
        "pthread_t" => ("nondet_pthread_t", Word),
        "pointer" => ("nondet_pointer", Word),
        "charp" => ("nondet_charp", Word),
        "pchar" => ("nondet_pchar", Word),
        "const_char_pointer" => ("nondet_const_char_pointer", Word),
        "longlong" => ("nondet_longlong", Bytes(8)),
        "ulonglong" => ("nondet_ulonglong", Bytes(8)),
        "long_long" => ("nondet_long_long", Bytes(8)),
        "unsigned_long_long" => ("nondet_unsigned_long_long", Bytes(8)),
        "int64" => ("nondet_int64", Bytes(8)),
        "int64_t" => ("nondet_int64_t", Bytes(8)),
        "uint64" => ("nondet_uint64", Bytes(8)),
        "uint64_t" => ("nondet_uint64_t", Bytes(8)),
        "S64" => ("nondet_S64", Bytes(8)),
        "U64" => ("nondet_U64", Bytes(8)),
        "u64" => ("nondet_u64", Bytes(8)),
        "s64" => ("nondet_s64", Bytes(8)),
        "loff_t" => ("nondet_loff_t", Bytes(8)),
        "float" => ("nondet_float", Bytes(4)),
        "double" => ("nondet_double", Bytes(8)),
        "int128" => ("nondet_int128", Bytes(16)),
        "uint128" => ("nondet_uint128", Bytes(16)),
        _ => return None,
    };
    Some(Intrinsic::Nondet(name, size))
}
