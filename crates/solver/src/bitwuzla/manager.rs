//! A term manager of Bitwuzla and the terms in it.
//!
//! Terms live as long as their manager, which is thrown away as a whole: the translated terms are
//! kept for later queries anyway.
//!
//! Bitwuzla reports errors to a callback and returns null. The callback here only takes note; every
//! null is turned into a [`Reason`] where it appears, since Bitwuzla must not be given one.

use crate::backend::Reason;
use crate::translate::{Built, FloatSort, Name, Operator, Target};
use dunlin_bitwuzla_sys::*;
use dunlin_ir::{Bits, FloatFormat, Rounding};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::ffi::{CString, c_char};

/// Remainders of floats with more exponent bits become circuits of hundreds of thousands of gates.
const MAX_REMAINDER_EXPONENT: u32 = 8;

/// Arrays with indices of at most so many bits are compared element by element if they must be.
const FEW_INDEX_BITS: u32 = 8;

thread_local! {
    static FAILED: Cell<bool> = const { Cell::new(false) };
}

unsafe extern "C" fn take_note(_: *const c_char) {
    FAILED.set(true);
}

/// Makes Bitwuzla report errors of this thread to us. Without it, it ends the process.
pub(super) fn listen_to_errors() {
    FAILED.set(false);
    // SAFETY: the callback stays valid and does not unwind.
    unsafe { bitwuzla_set_abort_callback(Some(take_note)) };
}

/// An error of this thread since [`listen_to_errors`].
pub(super) fn checked() -> Result<(), Reason> {
    if FAILED.get() { Err(Reason::Failure) } else { Ok(()) }
}

/// What a builder made, unless it failed.
pub(super) fn made<P>(pointer: *mut P) -> Result<*mut P, Reason> {
    if pointer.is_null() { Err(Reason::Failure) } else { Ok(pointer) }
}

/// A term of the manager that made it; never null.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Expr(pub(super) Term);

/// A term manager with the terms and sorts that belong to it.
pub(super) struct Manager {
    pub(super) raw: *mut TermManager,
    vectors: FxHashMap<u32, Sort>,
    arrays: FxHashMap<(u32, u32), Sort>,
    roundings: FxHashMap<Rounding, Term>,
    /// Arrays that are built on a constant array, with the widths of their indices.
    on_constant: FxHashMap<Term, u32>,
}

impl Manager {
    pub fn new() -> Result<Manager, Reason> {
        // SAFETY: no arguments; the manager is ours.
        let raw = made(unsafe { bitwuzla_term_manager_new() })?;
        Ok(Manager {
            raw,
            vectors: FxHashMap::default(),
            arrays: FxHashMap::default(),
            roundings: FxHashMap::default(),
            on_constant: FxHashMap::default(),
        })
    }

    fn vector_sort(&mut self, width: u32) -> Result<Sort, Reason> {
        if let Some(&sort) = self.vectors.get(&width) {
            return Ok(sort);
        }
        // SAFETY: the manager is alive.
        let sort = made(unsafe { bitwuzla_mk_bv_sort(self.raw, width.into()) })?;
        self.vectors.insert(width, sort);
        Ok(sort)
    }

    fn array_sort(&mut self, index: u32, element: u32) -> Result<Sort, Reason> {
        if let Some(&sort) = self.arrays.get(&(index, element)) {
            return Ok(sort);
        }
        let sorts = (self.vector_sort(index)?, self.vector_sort(element)?);
        // SAFETY: the manager and the sorts are alive.
        let sort = made(unsafe { bitwuzla_mk_array_sort(self.raw, sorts.0, sorts.1) })?;
        self.arrays.insert((index, element), sort);
        Ok(sort)
    }

    fn rounding(&mut self, mode: Rounding) -> Result<Term, Reason> {
        if let Some(&mode) = self.roundings.get(&mode) {
            return Ok(mode);
        }
        let number = match mode {
            Rounding::NearestEven => NEAREST_TIES_TO_EVEN,
            Rounding::NearestAway => NEAREST_TIES_TO_AWAY,
            Rounding::TowardPositive => TOWARD_POSITIVE,
            Rounding::TowardNegative => TOWARD_NEGATIVE,
            Rounding::TowardZero => TOWARD_ZERO,
        };
        // SAFETY: the manager is alive.
        let term = made(unsafe { bitwuzla_mk_rm_value(self.raw, number) })?;
        self.roundings.insert(mode, term);
        Ok(term)
    }

    /// Conversions that Bitwuzla gets wrong, in two steps. The first is exact, so that nothing is
    /// rounded twice.
    fn in_two_steps(&self, operator: Operator, operand: Term) -> Option<[Operator; 2]> {
        // SAFETY: the operand is alive, and a float or a bit-vector as the operator wants it.
        let integer_width = || unsafe { bitwuzla_term_bv_get_size(operand) };
        match operator {
            // Integers of one bit, by way of two.
            Operator::FloatToSigned(1, mode) => {
                let low_bit = Operator::Extract { high: 0, low: 0 };
                Some([Operator::FloatToSigned(2, mode), low_bit])
            }
            Operator::FloatOfSigned(..) if integer_width() == 1 => {
                Some([Operator::SignExtend(1), operator])
            }
            Operator::FloatOfUnsigned(..) if integer_width() == 1 => {
                Some([Operator::ZeroExtend(1), operator])
            }
            // To a smaller exponent and a larger significand: of our formats only from brain floats
            // to halves, both of which fit into single precision. Not by way of the least format that
            // holds both, which goes wrong as well.
            Operator::FloatOfFloat(to, mode) => {
                // SAFETY: as above.
                let (exponent, significand) = unsafe {
                    (bitwuzla_term_fp_get_exp_size(operand), bitwuzla_term_fp_get_sig_size(operand))
                };
                let crossed = exponent > to.exponent.into() && significand < to.significand.into();
                let single = FloatSort::of(FloatFormat::Single);
                crossed.then_some([Operator::FloatOfFloat(single, mode), operator])
            }
            _ => None,
        }
    }

    fn term(&self, kind: Kind, operands: &mut [Term], indices: &[u64]) -> Built<Self> {
        let count = operands.len() as u32;
        // SAFETY: the manager and the operands, which belong to it, are alive; the lengths are those
        // of the slices.
        let term = unsafe {
            if indices.is_empty() {
                bitwuzla_mk_term(self.raw, kind, count, operands.as_mut_ptr())
            } else {
                let index_count = indices.len() as u32;
                let indices = indices.as_ptr();
                let operands = operands.as_mut_ptr();
                bitwuzla_mk_term_indexed(self.raw, kind, count, operands, index_count, indices)
            }
        };
        made(term).map(Expr)
    }
}

impl Drop for Manager {
    fn drop(&mut self) {
        // SAFETY: the manager is ours and deleted once; nothing of it is used afterwards.
        unsafe { bitwuzla_term_manager_delete(self.raw) };
    }
}

impl Target for Manager {
    type Expr = Expr;

    fn truth(&mut self, value: bool) -> Built<Self> {
        // SAFETY: the manager is alive.
        let term =
            unsafe { if value { bitwuzla_mk_true(self.raw) } else { bitwuzla_mk_false(self.raw) } };
        made(term).map(Expr)
    }

    fn constant(&mut self, value: &Bits) -> Built<Self> {
        let width = value.width();
        let sort = self.vector_sort(width)?;
        let term = if width <= 64 {
            // SAFETY: the manager and the sort are alive.
            unsafe { bitwuzla_mk_bv_value_uint64(self.raw, sort, value.low_u64()) }
        } else {
            let digits = (0..width).rev().map(|i| if value.bit(i) { b'1' } else { b'0' });
            let digits = CString::new(digits.collect::<Vec<u8>>()).expect("digits are not zero");
            // SAFETY: as above; the text is copied.
            unsafe { bitwuzla_mk_bv_value(self.raw, sort, digits.as_ptr(), 2) }
        };
        made(term).map(Expr)
    }

    fn symbol(&mut self, name: Name, sort: dunlin_term::Sort) -> Built<Self> {
        let sort = match sort {
            dunlin_term::Sort::BitVec(width) => self.vector_sort(width)?,
            dunlin_term::Sort::Array { index, element } => self.array_sort(index, element)?,
        };
        let name = CString::new(name.to_string()).expect("names contain no zero byte");
        // SAFETY: the manager and the sort are alive; the name is copied.
        made(unsafe { bitwuzla_mk_const(self.raw, sort, name.as_ptr()) }).map(Expr)
    }

    fn variable(&mut self, name: Name, width: u32) -> Built<Self> {
        let sort = self.vector_sort(width)?;
        let name = CString::new(name.to_string()).expect("names contain no zero byte");
        // SAFETY: the manager and the sort are alive; the name is copied.
        made(unsafe { bitwuzla_mk_var(self.raw, sort, name.as_ptr()) }).map(Expr)
    }

    fn forall(&mut self, variable: &Expr, body: &Expr) -> Built<Self> {
        self.term(kind::FORALL, &mut [variable.0, body.0], &[])
    }

    fn constant_array(&mut self, index: u32, element: u32, everywhere: &Expr) -> Built<Self> {
        let sort = self.array_sort(index, element)?;
        // SAFETY: the manager, the sort and the element are alive.
        let term = made(unsafe { bitwuzla_mk_const_array(self.raw, sort, everywhere.0) })?;
        self.on_constant.insert(term, index);
        Ok(Expr(term))
    }

    fn nan(&mut self, sort: FloatSort) -> Built<Self> {
        // SAFETY: the manager is alive, and so is the sort once it is known not to be null.
        unsafe {
            let (exponent, significand) = (sort.exponent.into(), sort.significand.into());
            let sort = made(bitwuzla_mk_fp_sort(self.raw, exponent, significand))?;
            made(bitwuzla_mk_fp_nan(self.raw, sort)).map(Expr)
        }
    }

    fn bits_of_float(&mut self, _: FloatSort, _: &Expr) -> Option<Built<Self>> {
        None
    }

    fn apply(&mut self, operator: Operator, operands: &[&Expr]) -> Built<Self> {
        if let Some([first, second]) = self.in_two_steps(operator, operands[0].0) {
            let between = self.apply(first, operands)?;
            return self.apply(second, &[&between]);
        }
        let shape = shape(operator)?;
        let mut terms = Vec::with_capacity(operands.len() + 1);
        if let Some(mode) = shape.rounding {
            terms.push(self.rounding(mode)?);
        }
        terms.extend(operands.iter().map(|operand| operand.0));
        let on_constant = match operator {
            Operator::Equal | Operator::Store | Operator::Ite => {
                terms.iter().find_map(|term| self.on_constant.get(term).copied())
            }
            _ => None,
        };
        if let (Operator::Equal, Some(index_width)) = (operator, on_constant) {
            // Bitwuzla gives up on equalities with arrays that are built on constant ones.
            if index_width > FEW_INDEX_BITS {
                return Err(Reason::Unsupported("equality with a large constant array"));
            }
            return self.equal_everywhere(index_width, operands[0], operands[1]);
        }
        let made = self.term(shape.kind, &mut terms, &shape.indices[..shape.index_count])?;
        if let Some(index_width) = on_constant {
            self.on_constant.insert(made.0, index_width);
        }
        Ok(made)
    }
}

/// How Bitwuzla spells an operator.
struct Shape {
    kind: Kind,
    rounding: Option<Rounding>,
    indices: [u64; 2],
    index_count: usize,
}

impl Shape {
    fn plain(kind: Kind) -> Shape {
        Shape { kind, rounding: None, indices: [0; 2], index_count: 0 }
    }

    fn one(self, index: u32) -> Shape {
        Shape { indices: [index.into(), 0], index_count: 1, ..self }
    }

    fn two(self, first: u32, second: u32) -> Shape {
        Shape { indices: [first.into(), second.into()], index_count: 2, ..self }
    }

    fn sort(self, sort: FloatSort) -> Shape {
        self.two(sort.exponent, sort.significand)
    }

    fn rounded(self, mode: Rounding) -> Shape {
        Shape { rounding: Some(mode), ..self }
    }
}

fn shape(operator: Operator) -> Result<Shape, Reason> {
    let plain = match operator {
        Operator::Not => kind::NOT,
        Operator::And => kind::AND,
        Operator::Or => kind::OR,
        Operator::Xor => kind::XOR,
        Operator::Equal => kind::EQUAL,
        Operator::Ite => kind::ITE,
        Operator::BitNot => kind::BV_NOT,
        Operator::BitAnd => kind::BV_AND,
        Operator::BitOr => kind::BV_OR,
        Operator::BitXor => kind::BV_XOR,
        Operator::Add => kind::BV_ADD,
        Operator::Mul => kind::BV_MUL,
        Operator::UnsignedDiv => kind::BV_UDIV,
        Operator::UnsignedRem => kind::BV_UREM,
        Operator::SignedDiv => kind::BV_SDIV,
        Operator::SignedRem => kind::BV_SREM,
        Operator::ShiftLeft => kind::BV_SHL,
        Operator::LogicalShiftRight => kind::BV_SHR,
        Operator::ArithmeticShiftRight => kind::BV_ASHR,
        Operator::UnsignedLess => kind::BV_ULT,
        Operator::SignedLess => kind::BV_SLT,
        Operator::Concat => kind::BV_CONCAT,
        Operator::Extract { .. } => kind::BV_EXTRACT,
        Operator::ZeroExtend(_) => kind::BV_ZERO_EXTEND,
        Operator::SignExtend(_) => kind::BV_SIGN_EXTEND,
        Operator::Select => kind::ARRAY_SELECT,
        Operator::Store => kind::ARRAY_STORE,
        Operator::FloatOfBits(_) => kind::FP_TO_FP_FROM_BV,
        Operator::FloatOfFloat(..) => kind::FP_TO_FP_FROM_FP,
        Operator::FloatOfSigned(..) => kind::FP_TO_FP_FROM_SBV,
        Operator::FloatOfUnsigned(..) => kind::FP_TO_FP_FROM_UBV,
        Operator::FloatToSigned(..) => kind::FP_TO_SBV,
        Operator::FloatIsNan => kind::FP_IS_NAN,
        Operator::FloatIsInfinite => kind::FP_IS_INF,
        Operator::FloatIsZero => kind::FP_IS_ZERO,
        Operator::FloatIsNegative => kind::FP_IS_NEG,
        Operator::FloatIsPositive => kind::FP_IS_POS,
        Operator::FloatEqual => kind::FP_EQUAL,
        Operator::FloatLess => kind::FP_LT,
        Operator::FloatLessOrEqual => kind::FP_LEQ,
        Operator::FloatNeg => kind::FP_NEG,
        Operator::FloatAbs => kind::FP_ABS,
        Operator::FloatAdd(_) => kind::FP_ADD,
        Operator::FloatSub(_) => kind::FP_SUB,
        Operator::FloatMul(_) => kind::FP_MUL,
        Operator::FloatDiv(_) => kind::FP_DIV,
        Operator::FloatFma(_) => kind::FP_FMA,
        Operator::FloatSqrt(_) => kind::FP_SQRT,
        Operator::FloatRem(sort) if sort.exponent > MAX_REMAINDER_EXPONENT => {
            return Err(Reason::Unsupported("a remainder of large floats"));
        }
        Operator::FloatRem(_) => kind::FP_REM,
        Operator::FloatRound(_) => kind::FP_RTI,
    };
    let shape = Shape::plain(plain);
    Ok(match operator {
        Operator::Extract { high, low } => shape.two(high, low),
        Operator::ZeroExtend(by) | Operator::SignExtend(by) => shape.one(by),
        Operator::FloatOfBits(sort) => shape.sort(sort),
        Operator::FloatOfFloat(sort, mode)
        | Operator::FloatOfSigned(sort, mode)
        | Operator::FloatOfUnsigned(sort, mode) => shape.sort(sort).rounded(mode),
        Operator::FloatToSigned(width, mode) => shape.one(width).rounded(mode),
        Operator::FloatAdd(mode)
        | Operator::FloatSub(mode)
        | Operator::FloatMul(mode)
        | Operator::FloatDiv(mode)
        | Operator::FloatFma(mode)
        | Operator::FloatSqrt(mode)
        | Operator::FloatRound(mode) => shape.rounded(mode),
        _ => shape,
    })
}
