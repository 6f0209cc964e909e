//! A context of Z3 and the expressions in it.
//!
//! Expressions live as long as their context, which is thrown away as a whole: the translated terms
//! of a context are kept for later queries anyway. Errors are results, never calls of a handler.

use crate::backend::Reason;
use crate::translate::{Built, FloatSort, Name, Operator, Target};
use dunlin_ir::{Bits, Rounding};
use dunlin_term::Sort;
use rustc_hash::FxHashMap;
use std::ffi::{CStr, CString};
use z3_sys::*;

/// Remainders of floats with more exponent bits become circuits of hundreds of thousands of gates.
const MAX_REMAINDER_EXPONENT: u32 = 8;

/// Equalities of arrays with at most so many bits of index are made of their elements. Z3 takes
/// some arrays on different constants for equal if their indices are few.
const FEW_INDEX_BITS: u32 = 6;

/// An expression of the context that made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Expr(pub(super) Z3_ast);

/// A context with the expressions, sorts and solvers that belong to it.
pub(super) struct Context {
    pub(super) raw: Z3_context,
    vectors: FxHashMap<u32, Z3_sort>,
    floats: FxHashMap<FloatSort, Z3_sort>,
    roundings: FxHashMap<Rounding, Z3_ast>,
    /// Everything that is counted. Z3 deletes a context that still has references to deep
    /// expressions in quadratic time, so they are given back first.
    kept: Vec<Z3_ast>,
}

impl Context {
    pub fn new() -> Result<Context, Reason> {
        // SAFETY: the configuration is used only here and freed once; the context is ours.
        let raw = unsafe {
            let config = Z3_mk_config().ok_or(Reason::Failure)?;
            let raw = Z3_mk_context_rc(config);
            Z3_del_config(config);
            let raw = raw.ok_or(Reason::Failure)?;
            Z3_set_error_handler(raw, None);
            raw
        };
        Ok(Context {
            raw,
            vectors: FxHashMap::default(),
            floats: FxHashMap::default(),
            roundings: FxHashMap::default(),
            kept: Vec::new(),
        })
    }

    /// An error that a call without a result has left.
    pub fn checked(&self) -> Result<(), Reason> {
        // SAFETY: the context is alive.
        let code = unsafe { Z3_get_error_code(self.raw) };
        if code == ErrorCode::Ok { Ok(()) } else { Err(Reason::Failure) }
    }

    pub fn name(&self, text: &CStr) -> Result<Z3_symbol, Reason> {
        // SAFETY: the context is alive; the text is copied.
        unsafe { Z3_mk_string_symbol(self.raw, text.as_ptr()) }.ok_or(Reason::Failure)
    }

    /// The width of the index, of an array with few elements.
    fn few_elements(&self, x: Z3_ast) -> Option<u32> {
        let c = self.raw;
        // SAFETY: the context and the expression are alive; only an array is asked for its index.
        let width = unsafe {
            let sort = Z3_get_sort(c, x)?;
            if Z3_get_sort_kind(c, sort) != SortKind::Array {
                return None;
            }
            Z3_get_bv_sort_size(c, Z3_get_array_sort_domain(c, sort)?)
        };
        (width <= FEW_INDEX_BITS).then_some(width)
    }

    /// Rounds to an integer. Z3 fails on formats whose exponent has as many bits as their significand
    /// or more; there it is done in a format with a longer significand, which changes no value.
    fn round_to_integral(&mut self, mode: Rounding, x: Z3_ast) -> Result<Expr, Reason> {
        let mode = self.rounding(mode)?;
        let c = self.raw;
        // SAFETY: the context and the expression are alive, and it is a float.
        let (sort, format) = unsafe {
            let sort = Z3_get_sort(c, x).ok_or(Reason::Failure)?;
            let (exponent, significand) = (Z3_fpa_get_ebits(c, sort), Z3_fpa_get_sbits(c, sort));
            (sort, FloatSort { exponent, significand })
        };
        if format.significand > format.exponent {
            // SAFETY: the context, the mode and the expression are alive.
            let made = unsafe { Z3_mk_fpa_round_to_integral(c, mode, x) };
            return self.keep(made);
        }
        let longer = self.float_sort(FloatSort { significand: 3 * format.exponent, ..format })?;
        let exact = self.rounding(Rounding::NearestEven)?;
        // SAFETY: the context, the modes, the sorts and the expressions are alive.
        unsafe {
            let long = Z3_mk_fpa_to_fp_float(c, exact, x, longer);
            let long = self.keep(long)?;
            let rounded = Z3_mk_fpa_round_to_integral(c, mode, long.0);
            let rounded = self.keep(rounded)?;
            let short = Z3_mk_fpa_to_fp_float(c, exact, rounded.0, sort);
            self.keep(short)
        }
    }

    /// Keeps what a builder made until the context ends.
    fn keep(&mut self, made: Option<Z3_ast>) -> Result<Expr, Reason> {
        let made = made.ok_or(Reason::Failure)?;
        // SAFETY: the expression was just made in this context.
        unsafe { Z3_inc_ref(self.raw, made) };
        self.kept.push(made);
        Ok(Expr(made))
    }

    fn keep_sort(&mut self, made: Option<Z3_sort>) -> Result<Z3_sort, Reason> {
        let made = made.ok_or(Reason::Failure)?;
        // SAFETY: the sort was just made in this context; to the counting it is an expression.
        let ast = unsafe { Z3_sort_to_ast(self.raw, made) };
        self.keep(ast)?;
        Ok(made)
    }

    fn vector_sort(&mut self, width: u32) -> Result<Z3_sort, Reason> {
        if let Some(&sort) = self.vectors.get(&width) {
            return Ok(sort);
        }
        // SAFETY: the context is alive.
        let made = unsafe { Z3_mk_bv_sort(self.raw, width) };
        let sort = self.keep_sort(made)?;
        self.vectors.insert(width, sort);
        Ok(sort)
    }

    fn float_sort(&mut self, sort: FloatSort) -> Result<Z3_sort, Reason> {
        if let Some(&sort) = self.floats.get(&sort) {
            return Ok(sort);
        }
        // SAFETY: the context is alive.
        let made = unsafe { Z3_mk_fpa_sort(self.raw, sort.exponent, sort.significand) };
        let made = self.keep_sort(made)?;
        self.floats.insert(sort, made);
        Ok(made)
    }

    fn rounding(&mut self, mode: Rounding) -> Result<Z3_ast, Reason> {
        if let Some(&mode) = self.roundings.get(&mode) {
            return Ok(mode);
        }
        let c = self.raw;
        // SAFETY: the context is alive.
        let made = unsafe {
            match mode {
                Rounding::NearestEven => Z3_mk_fpa_rne(c),
                Rounding::NearestAway => Z3_mk_fpa_rna(c),
                Rounding::TowardPositive => Z3_mk_fpa_rtp(c),
                Rounding::TowardNegative => Z3_mk_fpa_rtn(c),
                Rounding::TowardZero => Z3_mk_fpa_rtz(c),
            }
        };
        let made = self.keep(made)?.0;
        self.roundings.insert(mode, made);
        Ok(made)
    }

    /// An operator that needs neither a sort nor a rounding mode.
    fn plain(&self, operator: Operator, operands: &[Z3_ast]) -> Option<Z3_ast> {
        let c = self.raw;
        let count = operands.len() as u32;
        let x = operands[0];
        let y = operands.get(1).copied().unwrap_or(x);
        let z = operands.get(2).copied().unwrap_or(x);
        // SAFETY: the context and the operands, which belong to it, are alive; callers give as many
        // operands as the operator has.
        unsafe {
            match operator {
                Operator::Not => Z3_mk_not(c, x),
                Operator::And => Z3_mk_and(c, count, operands.as_ptr()),
                Operator::Or => Z3_mk_or(c, count, operands.as_ptr()),
                Operator::Xor => Z3_mk_xor(c, x, y),
                Operator::Equal => Z3_mk_eq(c, x, y),
                Operator::Ite => Z3_mk_ite(c, x, y, z),
                Operator::BitNot => Z3_mk_bvnot(c, x),
                Operator::BitAnd => Z3_mk_bvand(c, x, y),
                Operator::BitOr => Z3_mk_bvor(c, x, y),
                Operator::BitXor => Z3_mk_bvxor(c, x, y),
                Operator::Add => Z3_mk_bvadd(c, x, y),
                Operator::Mul => Z3_mk_bvmul(c, x, y),
                Operator::UnsignedDiv => Z3_mk_bvudiv(c, x, y),
                Operator::UnsignedRem => Z3_mk_bvurem(c, x, y),
                Operator::SignedDiv => Z3_mk_bvsdiv(c, x, y),
                Operator::SignedRem => Z3_mk_bvsrem(c, x, y),
                Operator::ShiftLeft => Z3_mk_bvshl(c, x, y),
                Operator::LogicalShiftRight => Z3_mk_bvlshr(c, x, y),
                Operator::ArithmeticShiftRight => Z3_mk_bvashr(c, x, y),
                Operator::UnsignedLess => Z3_mk_bvult(c, x, y),
                Operator::SignedLess => Z3_mk_bvslt(c, x, y),
                Operator::Concat => Z3_mk_concat(c, x, y),
                Operator::Extract { high, low } => Z3_mk_extract(c, high, low, x),
                Operator::ZeroExtend(by) => Z3_mk_zero_ext(c, by, x),
                Operator::SignExtend(by) => Z3_mk_sign_ext(c, by, x),
                Operator::Select => Z3_mk_select(c, x, y),
                Operator::Store => Z3_mk_store(c, x, y, z),
                Operator::FloatIsNan => Z3_mk_fpa_is_nan(c, x),
                Operator::FloatIsInfinite => Z3_mk_fpa_is_infinite(c, x),
                Operator::FloatIsZero => Z3_mk_fpa_is_zero(c, x),
                Operator::FloatIsNegative => Z3_mk_fpa_is_negative(c, x),
                Operator::FloatIsPositive => Z3_mk_fpa_is_positive(c, x),
                Operator::FloatEqual => Z3_mk_fpa_eq(c, x, y),
                Operator::FloatLess => Z3_mk_fpa_lt(c, x, y),
                Operator::FloatLessOrEqual => Z3_mk_fpa_leq(c, x, y),
                Operator::FloatNeg => Z3_mk_fpa_neg(c, x),
                Operator::FloatAbs => Z3_mk_fpa_abs(c, x),
                Operator::FloatRem(_) => Z3_mk_fpa_rem(c, x, y),
                _ => unreachable!("{operator:?} has parameters"),
            }
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: every kept expression was counted once. The context is ours and deleted once;
        // nothing of it is used afterwards.
        unsafe {
            for ast in self.kept.drain(..).rev() {
                Z3_dec_ref(self.raw, ast);
            }
            Z3_del_context(self.raw);
        }
    }
}

impl Target for Context {
    type Expr = Expr;

    fn truth(&mut self, value: bool) -> Built<Self> {
        // SAFETY: the context is alive.
        let made = unsafe { if value { Z3_mk_true(self.raw) } else { Z3_mk_false(self.raw) } };
        self.keep(made)
    }

    fn constant(&mut self, value: &Bits) -> Built<Self> {
        let width = value.width();
        let made = if width <= 64 {
            let sort = self.vector_sort(width)?;
            // SAFETY: the context and the sort are alive.
            unsafe { Z3_mk_unsigned_int64(self.raw, value.low_u64(), sort) }
        } else {
            let bits: Vec<bool> = (0..width).map(|i| value.bit(i)).collect();
            // SAFETY: the context is alive; there are `width` truth values.
            unsafe { Z3_mk_bv_numeral(self.raw, width, bits.as_ptr()) }
        };
        self.keep(made)
    }

    fn symbol(&mut self, name: Name, sort: Sort) -> Built<Self> {
        let sort = match sort {
            Sort::BitVec(width) => self.vector_sort(width)?,
            Sort::Array { index, element } => {
                let (index, element) = (self.vector_sort(index)?, self.vector_sort(element)?);
                // SAFETY: the context and the sorts are alive.
                let made = unsafe { Z3_mk_array_sort(self.raw, index, element) };
                self.keep_sort(made)?
            }
        };
        let text = CString::new(name.to_string()).expect("names contain no zero byte");
        let name = self.name(&text)?;
        // SAFETY: the context, the name and the sort are alive.
        let made = unsafe { Z3_mk_const(self.raw, name, sort) };
        self.keep(made)
    }

    fn variable(&mut self, name: Name, width: u32) -> Built<Self> {
        self.symbol(name, Sort::BitVec(width))
    }

    fn forall(&mut self, variable: &Expr, body: &Expr) -> Built<Self> {
        let c = self.raw;
        // SAFETY: the context and the expressions are alive, the variable is a constant of it.
        let made = unsafe {
            let bound = Z3_to_app(c, variable.0).ok_or(Reason::Failure)?;
            Z3_mk_forall_const(c, 0, 1, &bound, 0, std::ptr::null(), body.0)
        };
        self.keep(made)
    }

    fn constant_array(&mut self, index_width: u32, _: u32, element: &Expr) -> Built<Self> {
        let index = self.vector_sort(index_width)?;
        // SAFETY: the context, the sort and the element are alive.
        let made = unsafe { Z3_mk_const_array(self.raw, index, element.0) };
        self.keep(made)
    }

    fn nan(&mut self, sort: FloatSort) -> Built<Self> {
        let sort = self.float_sort(sort)?;
        // SAFETY: the context and the sort are alive.
        let made = unsafe { Z3_mk_fpa_nan(self.raw, sort) };
        self.keep(made)
    }

    fn bits_of_float(&mut self, _: FloatSort, float: &Expr) -> Option<Built<Self>> {
        // SAFETY: the context and the expression are alive.
        let made = unsafe { Z3_mk_fpa_to_ieee_bv(self.raw, float.0) };
        Some(self.keep(made))
    }

    fn apply(&mut self, operator: Operator, operands: &[&Expr]) -> Built<Self> {
        let mut raw = [operands[0].0; 3];
        for (place, operand) in raw.iter_mut().zip(operands) {
            *place = operand.0;
        }
        let [x, y, z] = raw;
        let c = self.raw;
        if let (Operator::Equal, Some(index_width)) = (operator, self.few_elements(x)) {
            return self.equal_everywhere(index_width, operands[0], operands[1]);
        }
        // Z3 fails on integers of one bit; in two bits they are the same.
        if let Operator::FloatToSigned(1, mode) = operator {
            let two_bits = self.apply(Operator::FloatToSigned(2, mode), operands)?;
            return self.apply(Operator::Extract { high: 0, low: 0 }, &[&two_bits]);
        }
        let mode = match operator {
            Operator::FloatOfFloat(_, mode)
            | Operator::FloatOfSigned(_, mode)
            | Operator::FloatOfUnsigned(_, mode)
            | Operator::FloatToSigned(_, mode)
            | Operator::FloatAdd(mode)
            | Operator::FloatSub(mode)
            | Operator::FloatMul(mode)
            | Operator::FloatDiv(mode)
            | Operator::FloatFma(mode)
            | Operator::FloatSqrt(mode) => self.rounding(mode)?,
            Operator::FloatRound(mode) => return self.round_to_integral(mode, x),
            Operator::FloatOfBits(sort) => {
                let sort = self.float_sort(sort)?;
                // SAFETY: the context, the operand and the sort are alive.
                let made = unsafe { Z3_mk_fpa_to_fp_bv(c, x, sort) };
                return self.keep(made);
            }
            Operator::FloatRem(sort) if sort.exponent > MAX_REMAINDER_EXPONENT => {
                return Err(Reason::Unsupported("a remainder of large floats"));
            }
            _ => {
                let made = self.plain(operator, &raw[..operands.len()]);
                return self.keep(made);
            }
        };
        let sort = match operator {
            Operator::FloatOfFloat(sort, _)
            | Operator::FloatOfSigned(sort, _)
            | Operator::FloatOfUnsigned(sort, _) => Some(self.float_sort(sort)?),
            _ => None,
        };
        // SAFETY: the context, the mode, the sort and the operands, which belong to it, are alive.
        let made = unsafe {
            match (operator, sort) {
                (Operator::FloatOfFloat(..), Some(sort)) => Z3_mk_fpa_to_fp_float(c, mode, x, sort),
                (Operator::FloatOfSigned(..), Some(sort)) => {
                    Z3_mk_fpa_to_fp_signed(c, mode, x, sort)
                }
                (Operator::FloatOfUnsigned(..), Some(sort)) => {
                    Z3_mk_fpa_to_fp_unsigned(c, mode, x, sort)
                }
                (Operator::FloatToSigned(width, _), _) => Z3_mk_fpa_to_sbv(c, mode, x, width),
                (Operator::FloatAdd(_), _) => Z3_mk_fpa_add(c, mode, x, y),
                (Operator::FloatSub(_), _) => Z3_mk_fpa_sub(c, mode, x, y),
                (Operator::FloatMul(_), _) => Z3_mk_fpa_mul(c, mode, x, y),
                (Operator::FloatDiv(_), _) => Z3_mk_fpa_div(c, mode, x, y),
                (Operator::FloatFma(_), _) => Z3_mk_fpa_fma(c, mode, x, y, z),
                _ => Z3_mk_fpa_sqrt(c, mode, x),
            }
        };
        self.keep(made)
    }
}
