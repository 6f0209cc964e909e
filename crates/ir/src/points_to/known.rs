//! What the functions do with pointers that the engine provides. All other declared functions are
//! unknown; the C library is code of the runtime like any other.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// Returns a new heap object.
    Allocate,
    /// Returns a new heap object with the content of another.
    Reallocate,
    /// Copies the content of its second argument into its first, which it returns.
    Copy,
    /// Writes to its first argument, which it returns.
    Fill,
    /// Returns its first argument.
    Pick,
    /// Formats variable arguments after `fixed` others, or those in a list.
    Print { fixed: usize, listed: bool, allocates: bool },
    /// Declares an object at an address that is a number.
    Fixed,
    /// The variables of the program become symbolic.
    LazyGlobals,
    /// An argument that nobody has computed.
    LazyArgument,
    /// Reads or writes numbers where its arguments point to.
    Look,
    /// Accesses nothing.
    Nothing,
}

const MATH: [&str; 22] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "exp10",
    "expm1", "log", "log2", "log10", "log1p", "cbrt", "atan2", "pow", "hypot", "fmod",
];

impl Known {
    pub fn named(name: &str) -> Option<Known> {
        let print = |fixed, listed, allocates| Known::Print { fixed, listed, allocates };
        Some(match name {
            "malloc" | "calloc" | "aligned_alloc" => Known::Allocate,
            "realloc" => Known::Reallocate,
            "memcpy" | "memmove" => Known::Copy,
            "memset" => Known::Fill,
            "printf" => print(1, false, false),
            "fprintf" | "dprintf" | "sprintf" => print(2, false, false),
            "snprintf" => print(3, false, false),
            "asprintf" => print(2, false, true),
            "vprintf" | "vfprintf" | "vdprintf" | "vsprintf" | "vsnprintf" => print(0, true, false),
            "vasprintf" => print(0, true, true),
            "klee_print_expr" => print(1, false, false),
            "klee_get_valuef" | "klee_get_valued" | "klee_get_valuel" | "klee_get_valuell"
            | "klee_get_value_i32" | "klee_get_value_i64" => Known::Pick,
            "klee_define_fixed_object" => Known::Fixed,
            "__dunlin_lazy_globals" => Known::LazyGlobals,
            "free"
            | "__dunlin_write"
            | "__dunlin_assert_fail"
            | "__dunlin_unsupported"
            | "__dunlin_may_overlap"
            | "__dunlin_apart"
            | "klee_make_symbolic"
            | "dunlin_symbolic"
            | "__VERIFIER_nondet_memory"
            | "klee_range"
            | "dunlin_range"
            | "klee_int"
            | "dunlin_int"
            | "klee_report_error"
            | "dunlin_report_error"
            | "klee_warning"
            | "klee_warning_once"
            | "dunlin_print_term"
            | "klee_print_range"
            | "klee_get_obj_size"
            | "klee_check_memory_access" => Known::Look,
            "__dunlin_exit"
            | "__dunlin_abort"
            | "fmodl"
            | "reach_error"
            | "__VERIFIER_error"
            | "klee_choose"
            | "dunlin_choose"
            | "klee_assume"
            | "dunlin_assume"
            | "__VERIFIER_assume"
            | "klee_is_symbolic"
            | "dunlin_is_symbolic"
            | "klee_is_replay"
            | "klee_silent_exit"
            | "klee_abort"
            | "klee_prefer_cex"
            | "klee_posix_prefer_cex"
            | "klee_set_forking"
            | "klee_get_errno"
            | "__dunlin_mark"
            | "klee_stack_trace"
            | "klee_open_merge"
            | "klee_close_merge"
            | "klee_mark_global"
            | "__VERIFIER_atomic_begin"
            | "__VERIFIER_atomic_end" => Known::Nothing,
            _ if name.starts_with("__dunlin_lazy_argument.") => Known::LazyArgument,
            _ if name.starts_with("__VERIFIER_nondet_") => Known::Nothing,
            _ if MATH.contains(&name) => Known::Nothing,
            _ if name.strip_suffix('f').is_some_and(|name| MATH.contains(&name)) => Known::Nothing,
            _ => return None,
        })
    }
}
