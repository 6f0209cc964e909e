//! The part of Bitwuzla's C interface that Dunlin calls.
//!
//! Written out here because the published bindings link to a library that they expect to find in
//! the system, in an order that not every linker accepts; this crate links the static library of
//! `tools/bitwuzla`, and needs no more than these few functions.
//!
//! What callers must know beyond the documentation of Bitwuzla 0.8:
//! - A null pointer as an argument is undefined behaviour once an abort callback is set that returns.
//! - The abort callback is per thread. A call that failed returns null, zero or false after it.
//! - Arrays and texts that are returned are valid until the next call of the same function in the
//!   same thread.

use std::ffi::{c_char, c_void};

/// Opaque: what terms and sorts belong to. Not to be used by two threads at a time.
#[repr(C)]
pub struct TermManager {
    _opaque: [u8; 0],
}

/// Opaque: a solver.
#[repr(C)]
pub struct Solver {
    _opaque: [u8; 0],
}

/// Opaque: settings of a solver.
#[repr(C)]
pub struct Options {
    _opaque: [u8; 0],
}

/// Opaque, only pointers to it exist.
#[repr(C)]
pub struct RawSort {
    _opaque: [u8; 0],
}

/// Opaque, only pointers to it exist.
#[repr(C)]
pub struct RawTerm {
    _opaque: [u8; 0],
}

/// Alive as long as its term manager.
pub type Sort = *mut RawSort;
/// Alive as long as its term manager.
pub type Term = *mut RawTerm;

/// `BitwuzlaResult`.
pub type CheckResult = u32;
pub const SAT: CheckResult = 10;
pub const UNSAT: CheckResult = 20;

/// `BitwuzlaOption`, of which these are used.
pub type SolverOption = u32;
pub const OPTION_PRODUCE_MODELS: SolverOption = 1;
pub const OPTION_PREPROCESS: SolverOption = 38;

/// `BitwuzlaRoundingMode`.
pub type Rounding = u32;
pub const NEAREST_TIES_TO_EVEN: Rounding = 0;
pub const NEAREST_TIES_TO_AWAY: Rounding = 1;
pub const TOWARD_NEGATIVE: Rounding = 2;
pub const TOWARD_POSITIVE: Rounding = 3;
pub const TOWARD_ZERO: Rounding = 4;

/// `BitwuzlaKind`.
pub type Kind = u32;

/// The kinds that are used, with the names that Bitwuzla gives them.
pub mod kind {
    use super::Kind;

    pub const CONST_ARRAY: Kind = 1;
    pub const AND: Kind = 4;
    pub const EQUAL: Kind = 6;
    pub const NOT: Kind = 9;
    pub const OR: Kind = 10;
    pub const XOR: Kind = 11;
    pub const ITE: Kind = 12;
    pub const FORALL: Kind = 14;
    pub const ARRAY_SELECT: Kind = 17;
    pub const ARRAY_STORE: Kind = 18;
    pub const BV_ADD: Kind = 19;
    pub const BV_AND: Kind = 20;
    pub const BV_ASHR: Kind = 21;
    pub const BV_CONCAT: Kind = 23;
    pub const BV_MUL: Kind = 26;
    pub const BV_NOT: Kind = 31;
    pub const BV_OR: Kind = 32;
    pub const BV_SDIV: Kind = 40;
    pub const BV_SHL: Kind = 43;
    pub const BV_SHR: Kind = 44;
    pub const BV_SLT: Kind = 46;
    pub const BV_SREM: Kind = 49;
    pub const BV_UDIV: Kind = 53;
    pub const BV_ULT: Kind = 57;
    pub const BV_UREM: Kind = 59;
    pub const BV_XOR: Kind = 62;
    pub const BV_EXTRACT: Kind = 63;
    pub const BV_SIGN_EXTEND: Kind = 67;
    pub const BV_ZERO_EXTEND: Kind = 68;
    pub const FP_ABS: Kind = 69;
    pub const FP_ADD: Kind = 70;
    pub const FP_DIV: Kind = 71;
    pub const FP_EQUAL: Kind = 72;
    pub const FP_FMA: Kind = 73;
    pub const FP_IS_INF: Kind = 77;
    pub const FP_IS_NAN: Kind = 78;
    pub const FP_IS_NEG: Kind = 79;
    pub const FP_IS_POS: Kind = 81;
    pub const FP_IS_ZERO: Kind = 83;
    pub const FP_LEQ: Kind = 84;
    pub const FP_LT: Kind = 85;
    pub const FP_MUL: Kind = 88;
    pub const FP_NEG: Kind = 89;
    pub const FP_REM: Kind = 90;
    pub const FP_RTI: Kind = 91;
    pub const FP_SQRT: Kind = 92;
    pub const FP_SUB: Kind = 93;
    pub const FP_TO_FP_FROM_BV: Kind = 94;
    pub const FP_TO_FP_FROM_FP: Kind = 95;
    pub const FP_TO_FP_FROM_SBV: Kind = 96;
    pub const FP_TO_FP_FROM_UBV: Kind = 97;
    pub const FP_TO_SBV: Kind = 98;
}

unsafe extern "C" {
    pub fn bitwuzla_version() -> *const c_char;
    pub fn bitwuzla_kind_to_string(kind: Kind) -> *const c_char;

    pub fn bitwuzla_options_new() -> *mut Options;
    pub fn bitwuzla_options_delete(options: *mut Options);
    pub fn bitwuzla_set_option(options: *mut Options, option: SolverOption, value: u64);

    pub fn bitwuzla_term_manager_new() -> *mut TermManager;
    pub fn bitwuzla_term_manager_delete(manager: *mut TermManager);

    pub fn bitwuzla_new(manager: *mut TermManager, options: *const Options) -> *mut Solver;
    pub fn bitwuzla_delete(solver: *mut Solver);
    pub fn bitwuzla_set_termination_callback(
        solver: *mut Solver,
        callback: Option<unsafe extern "C" fn(*mut c_void) -> i32>,
        state: *mut c_void,
    );
    pub fn bitwuzla_set_abort_callback(callback: Option<unsafe extern "C" fn(*const c_char)>);
    pub fn bitwuzla_push(solver: *mut Solver, levels: u64);
    pub fn bitwuzla_pop(solver: *mut Solver, levels: u64);
    pub fn bitwuzla_assert(solver: *mut Solver, term: Term);
    pub fn bitwuzla_check_sat(solver: *mut Solver) -> CheckResult;
    pub fn bitwuzla_get_value(solver: *mut Solver, term: Term) -> Term;

    pub fn bitwuzla_term_get_kind(term: Term) -> Kind;
    pub fn bitwuzla_term_get_children(term: Term, count: *mut usize) -> *mut Term;
    pub fn bitwuzla_term_bv_get_size(term: Term) -> u64;
    pub fn bitwuzla_term_fp_get_exp_size(term: Term) -> u64;
    pub fn bitwuzla_term_fp_get_sig_size(term: Term) -> u64;
    pub fn bitwuzla_term_is_bv_value(term: Term) -> bool;
    pub fn bitwuzla_term_value_get_str_fmt(term: Term, base: u8) -> *const c_char;

    pub fn bitwuzla_mk_bv_sort(manager: *mut TermManager, width: u64) -> Sort;
    pub fn bitwuzla_mk_array_sort(manager: *mut TermManager, index: Sort, element: Sort) -> Sort;
    pub fn bitwuzla_mk_fp_sort(manager: *mut TermManager, exponent: u64, significand: u64) -> Sort;

    pub fn bitwuzla_mk_true(manager: *mut TermManager) -> Term;
    pub fn bitwuzla_mk_false(manager: *mut TermManager) -> Term;
    pub fn bitwuzla_mk_fp_nan(manager: *mut TermManager, sort: Sort) -> Term;
    pub fn bitwuzla_mk_rm_value(manager: *mut TermManager, mode: Rounding) -> Term;
    pub fn bitwuzla_mk_bv_value(
        manager: *mut TermManager,
        sort: Sort,
        digits: *const c_char,
        base: u8,
    ) -> Term;
    pub fn bitwuzla_mk_bv_value_uint64(manager: *mut TermManager, sort: Sort, value: u64) -> Term;
    pub fn bitwuzla_mk_const(manager: *mut TermManager, sort: Sort, name: *const c_char) -> Term;
    pub fn bitwuzla_mk_var(manager: *mut TermManager, sort: Sort, name: *const c_char) -> Term;
    pub fn bitwuzla_mk_const_array(manager: *mut TermManager, sort: Sort, element: Term) -> Term;
    pub fn bitwuzla_mk_term(
        manager: *mut TermManager,
        kind: Kind,
        count: u32,
        operands: *mut Term,
    ) -> Term;
    pub fn bitwuzla_mk_term_indexed(
        manager: *mut TermManager,
        kind: Kind,
        count: u32,
        operands: *mut Term,
        index_count: u32,
        indices: *const u64,
    ) -> Term;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    /// The numbers of kinds are not part of the linker's checks.
    #[test]
    fn kinds_have_the_numbers_of_the_library() {
        let name = |kind| {
            // SAFETY: every number below that of the last kind has a name, as a text.
            unsafe { CStr::from_ptr(bitwuzla_kind_to_string(kind)) }.to_str().expect("ASCII")
        };
        for (kind, expected) in [
            (kind::CONST_ARRAY, "CONST_ARRAY"),
            (kind::AND, "AND"),
            (kind::EQUAL, "EQUAL"),
            (kind::NOT, "NOT"),
            (kind::OR, "OR"),
            (kind::XOR, "XOR"),
            (kind::ITE, "ITE"),
            (kind::FORALL, "FORALL"),
            (kind::ARRAY_SELECT, "SELECT"),
            (kind::ARRAY_STORE, "STORE"),
            (kind::BV_ADD, "BV_ADD"),
            (kind::BV_AND, "BV_AND"),
            (kind::BV_ASHR, "BV_ASHR"),
            (kind::BV_CONCAT, "BV_CONCAT"),
            (kind::BV_MUL, "BV_MUL"),
            (kind::BV_NOT, "BV_NOT"),
            (kind::BV_OR, "BV_OR"),
            (kind::BV_SDIV, "BV_SDIV"),
            (kind::BV_SHL, "BV_SHL"),
            (kind::BV_SHR, "BV_SHR"),
            (kind::BV_SLT, "BV_SLT"),
            (kind::BV_SREM, "BV_SREM"),
            (kind::BV_UDIV, "BV_UDIV"),
            (kind::BV_ULT, "BV_ULT"),
            (kind::BV_UREM, "BV_UREM"),
            (kind::BV_XOR, "BV_XOR"),
            (kind::BV_EXTRACT, "BV_EXTRACT"),
            (kind::BV_SIGN_EXTEND, "BV_SIGN_EXTEND"),
            (kind::BV_ZERO_EXTEND, "BV_ZERO_EXTEND"),
            (kind::FP_ABS, "FP_ABS"),
            (kind::FP_ADD, "FP_ADD"),
            (kind::FP_DIV, "FP_DIV"),
            (kind::FP_EQUAL, "FP_EQUAL"),
            (kind::FP_FMA, "FP_FMA"),
            (kind::FP_IS_INF, "FP_IS_INF"),
            (kind::FP_IS_NAN, "FP_IS_NAN"),
            (kind::FP_IS_NEG, "FP_IS_NEG"),
            (kind::FP_IS_POS, "FP_IS_POS"),
            (kind::FP_IS_ZERO, "FP_IS_ZERO"),
            (kind::FP_LEQ, "FP_LEQ"),
            (kind::FP_LT, "FP_LT"),
            (kind::FP_MUL, "FP_MUL"),
            (kind::FP_NEG, "FP_NEG"),
            (kind::FP_REM, "FP_REM"),
            (kind::FP_RTI, "FP_RTI"),
            (kind::FP_SQRT, "FP_SQRT"),
            (kind::FP_SUB, "FP_SUB"),
            (kind::FP_TO_FP_FROM_BV, "FP_TO_FP_FROM_BV"),
            (kind::FP_TO_FP_FROM_FP, "FP_TO_FP_FROM_FP"),
            (kind::FP_TO_FP_FROM_SBV, "FP_TO_FP_FROM_SBV"),
            (kind::FP_TO_FP_FROM_UBV, "FP_TO_FP_FROM_UBV"),
            (kind::FP_TO_SBV, "FP_TO_SBV"),
        ] {
            assert_eq!(name(kind), format!("BITWUZLA_KIND_{expected}"));
        }
    }

    #[test]
    fn the_version_is_the_one_that_the_bindings_are_for() {
        // SAFETY: the text is static.
        let version = unsafe { CStr::from_ptr(bitwuzla_version()) };
        assert_eq!(version, c"0.8.0");
    }
}
