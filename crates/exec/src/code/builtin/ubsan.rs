//! The handlers of clang's UndefinedBehaviorSanitizer, by name. What they tell is in [`crate::builtins`].

/// What a handler tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handler {
    pub report: Report,
    /// The program does not go on after it.
    pub ends: bool,
    /// It gets no data.
    pub minimal: bool,
    /// The program goes on after it in any case.
    pub goes_on: bool,
}

macro_rules! reports {
    ($($variant:ident: $($name:literal)|+),* $(,)?) => {
        /// What the program has done that is undefined.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Report {
            $($variant,)*
            Other,
        }

        impl Report {
            fn named(name: &str) -> Report {
                match name {
                    $($($name)|+ => Report::$variant,)*
                    _ => Report::Other,
                }
            }
        }
    };
}

reports! {
    Overflow: "add_overflow" | "sub_overflow" | "mul_overflow" | "negate_overflow",
    Shift: "shift_out_of_bounds",
    Pointer: "type_mismatch" | "type_mismatch_v1",
    Division: "divrem_overflow",
    FloatCast: "float_cast_overflow",
    Index: "out_of_bounds" | "local_out_of_bounds",
    Unreachable: "builtin_unreachable",
    MissingReturn: "missing_return",
    ArraySize: "vla_bound_not_positive",
    InvalidValue: "load_invalid_value",
    NullArgument: "nonnull_arg" | "nullability_arg",
    NullResult: "nonnull_return" | "nonnull_return_v1" | "nullability_return"
        | "nullability_return_v1",
    PointerOverflow: "pointer_overflow",
    Conversion: "implicit_conversion",
    Alignment: "alignment_assumption",
    InvalidBuiltin: "invalid_builtin",
    FunctionType: "function_type_mismatch" | "function_type_mismatch_v1",
    ObjectType: "dynamic_type_cache_miss" | "vptr_type_cache" | "cfi_check_fail" | "cfi_bad_type",
    // Ours: see `dunlin_llvm`, `lower/initialisers.rs`.
    InitialiserOverflow: "initialiser_overflow",
    InitialiserShift: "initialiser_shift",
}

/// What calls of handlers begin with.
const PREFIX: &str = "__ubsan_handle_";

impl Handler {
    /// The handler of this name, if it is one.
    pub fn named(name: &str) -> Option<Handler> {
        let name = name.strip_prefix(PREFIX)?;
        let (name, ends) = match name.strip_suffix("_abort") {
            Some(name) => (name, true),
            None => (name, matches!(name, "builtin_unreachable" | "missing_return")),
        };
        let (name, minimal) = match name.strip_suffix("_minimal") {
            Some(name) => (name, true),
            None => (name, false),
        };
        // What clang has computed was wrong before the program started.
        let goes_on = name.starts_with("initialiser_");
        Some(Handler { report: Report::named(name), ends, minimal, goes_on })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_handlers() {
        let named = |name: &str| Handler::named(&format!("{PREFIX}{name}")).unwrap();
        assert_eq!(named("add_overflow").report, Report::Overflow);
        assert!(!named("add_overflow").ends);
        assert!(named("add_overflow_abort").ends);
        let minimal = named("divrem_overflow_minimal_abort");
        assert!(minimal.ends && minimal.minimal);
        assert_eq!(minimal.report, Report::Division);
        assert!(named("builtin_unreachable").ends);
        assert_eq!(named("something_new").report, Report::Other);
        assert_eq!(Handler::named("__ubsan_default_options"), None);
    }
}
