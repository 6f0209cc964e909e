//! Reading the models of Z3.
//!
//! A bit-vector is a numeral. An array is stores over a constant array, or `as-array` of a function
//! that lists its points. Models of quantifiers may be programs: these are read as if they only
//! compared their argument with constants, which is what they nearly always do; whether that was
//! right shows when the model is evaluated.

use super::context::{Context, Expr};
use crate::backend::Reason;
use dunlin_ir::Bits;
use dunlin_term::ArrayValue;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ffi::CStr;
use z3_sys::*;

/// So many points may an array that is a program have besides those with its most frequent element.
const MAX_POINTS: u128 = 1 << 16;

/// A model, given back when it is dropped.
pub(super) struct ModelReader<'a> {
    context: &'a Context,
    raw: Z3_model,
}

impl Drop for ModelReader<'_> {
    fn drop(&mut self) {
        // SAFETY: the reference was counted by whoever gave us the model.
        unsafe { Z3_model_dec_ref(self.context.raw, self.raw) };
    }
}

impl<'a> ModelReader<'a> {
    /// Takes over the reference to the model.
    pub fn new(context: &'a Context, raw: Z3_model) -> Self {
        ModelReader { context, raw }
    }

    /// The value of an expression, what is not fixed being chosen.
    fn value(&self, expr: Z3_ast) -> Result<Value<'a>, Reason> {
        let mut value = expr;
        // SAFETY: model and expression belong to the context.
        let found = unsafe { Z3_model_eval(self.context.raw, self.raw, expr, true, &mut value) };
        if found { Ok(Value::new(self.context, value)) } else { Err(Reason::Failure) }
    }

    pub fn bits(&self, expr: Expr, width: u32) -> Result<Bits, Reason> {
        let value = self.value(expr.0)?;
        numeral(self.context, value.raw, width).ok_or(Reason::Failure)
    }

    /// The value of an array, and whether it is exactly what the model says.
    pub fn array(
        &self,
        expr: Expr,
        index: u32,
        element: u32,
    ) -> Result<(ArrayValue, bool), Reason> {
        let value = self.value(expr.0)?;
        if let Some(array) = self.listed(value.raw, index, element) {
            return Ok((array, true));
        }
        let mut pieces = Vec::new();
        // How many indices an element has, to find the one that has most.
        let mut sizes: FxHashMap<Bits, u128> = FxHashMap::default();
        for (first, last) in pieces_of(&self.numerals(value.raw, index), index)? {
            let constant = self.element_at(value.raw, index, first, element)?;
            *sizes.entry(constant.clone()).or_default() += u128::from(last - first) + 1;
            pieces.push((first, last, constant));
        }
        let size_of = |piece: &(u64, u64, Bits)| sizes[&piece.2];
        let default = pieces.iter().max_by_key(|piece| size_of(piece)).ok_or(Reason::Failure)?;
        let default = default.2.clone();
        if sizes.values().sum::<u128>() - sizes[&default] > MAX_POINTS {
            return Err(Reason::Unsupported("a model with this kind of array"));
        }
        let mut array = ArrayValue::new(index, default.clone());
        for (first, last, constant) in pieces {
            if constant != default {
                for i in first..=last {
                    array.set(&Bits::from_u64(index, i), &constant);
                }
            }
        }
        Ok((array, false))
    }

    /// The numerals of a width in an expression.
    fn numerals(&self, expr: Z3_ast, width: u32) -> Vec<u64> {
        let c = self.context.raw;
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![expr];
        while let Some(here) = stack.pop() {
            if !seen.insert(here) {
                continue;
            }
            // SAFETY: `here` is part of an expression that is counted; only a quantifier or lambda is
            // neither a numeral, an application nor a variable.
            unsafe {
                if Z3_is_numeral_ast(c, here) {
                    if Z3_get_sort(c, here)
                        .is_some_and(|sort| Z3_get_bv_sort_size(c, sort) == width)
                    {
                        found.extend(numeral(self.context, here, width).map(|n| n.low_u64()));
                    }
                } else if let Some(app) = Application::of(self.context, here) {
                    stack.extend((0..app.arity()).filter_map(|i| app.argument(i)));
                } else if Z3_is_lambda(c, here) {
                    stack.extend(Z3_get_quantifier_body(c, here));
                }
            }
        }
        found
    }

    fn element_at(
        &self,
        array: Z3_ast,
        width: u32,
        index: u64,
        element: u32,
    ) -> Result<Bits, Reason> {
        let c = self.context.raw;
        // SAFETY: everything belongs to the context and is counted while it is used.
        let read = unsafe {
            let sort = Z3_mk_bv_sort(c, width).ok_or(Reason::Failure)?;
            let index = Z3_mk_unsigned_int64(c, index, sort).ok_or(Reason::Failure)?;
            let index = Value::new(self.context, index);
            Value::new(self.context, Z3_mk_select(c, array, index.raw).ok_or(Reason::Failure)?)
        };
        let value = self.value(read.raw)?;
        numeral(self.context, value.raw, element).ok_or(Reason::Failure)
    }

    /// An array that lists its points; later stores are further out.
    fn listed(&self, array: Z3_ast, index: u32, element: u32) -> Option<ArrayValue> {
        let c = self.context.raw;
        let mut stores = Vec::new();
        let mut here = array;
        let mut value = loop {
            // SAFETY: `here` is part of an array that is counted, in a context that is alive.
            if unsafe { Z3_is_as_array(c, here) } {
                break self.function(here, index, element)?;
            }
            let app = Application::of(self.context, here)?;
            match (app.name().to_bytes(), app.arity()) {
                (b"store", 3) => {
                    stores.push((app.argument(1)?, app.argument(2)?));
                    here = app.argument(0)?;
                }
                (b"const", 1) => {
                    let default = numeral(self.context, app.argument(0)?, element)?;
                    break ArrayValue::new(index, default);
                }
                _ => return None,
            }
        };
        for (at, stored) in stores.into_iter().rev() {
            let at = numeral(self.context, at, index)?;
            value.set(&at, &numeral(self.context, stored, element)?);
        }
        Some(value)
    }

    /// `as-array` of a function of the model.
    fn function(&self, array: Z3_ast, index: u32, element: u32) -> Option<ArrayValue> {
        let c = self.context.raw;
        // SAFETY: everything belongs to the context and to the model, which is counted; entries are
        // counted while they are used.
        unsafe {
            let declaration = Z3_get_as_array_func_decl(c, array)?;
            let function = Z3_model_get_func_interp(c, self.raw, declaration)?;
            Z3_func_interp_inc_ref(c, function);
            let read = || {
                let otherwise = Z3_func_interp_get_else(c, function)?;
                let mut value = ArrayValue::new(index, numeral(self.context, otherwise, element)?);
                for i in 0..Z3_func_interp_get_num_entries(c, function) {
                    let entry = Z3_func_interp_get_entry(c, function, i)?;
                    Z3_func_entry_inc_ref(c, entry);
                    let at = Z3_func_entry_get_arg(c, entry, 0);
                    let at = at.and_then(|at| numeral(self.context, at, index));
                    let stored = Z3_func_entry_get_value(c, entry);
                    let stored = stored.and_then(|stored| numeral(self.context, stored, element));
                    Z3_func_entry_dec_ref(c, entry);
                    value.set(&at?, &stored?);
                }
                Some(value)
            };
            let value = read();
            Z3_func_interp_dec_ref(c, function);
            value
        }
    }
}

/// An expression that is counted as long as this lives.
struct Value<'a> {
    context: &'a Context,
    raw: Z3_ast,
}

impl<'a> Value<'a> {
    fn new(context: &'a Context, raw: Z3_ast) -> Self {
        // SAFETY: the expression belongs to the context.
        unsafe { Z3_inc_ref(context.raw, raw) };
        Value { context, raw }
    }
}

impl Drop for Value<'_> {
    fn drop(&mut self) {
        // SAFETY: counted when it was made.
        unsafe { Z3_dec_ref(self.context.raw, self.raw) };
    }
}

/// An operator with operands, part of an expression that is counted.
struct Application<'a> {
    context: &'a Context,
    raw: Z3_app,
}

impl<'a> Application<'a> {
    fn of(context: &'a Context, expr: Z3_ast) -> Option<Self> {
        // SAFETY: the expression is alive; only applications are cast.
        let raw = unsafe {
            if !Z3_is_app(context.raw, expr) {
                return None;
            }
            Z3_to_app(context.raw, expr)?
        };
        Some(Application { context, raw })
    }

    /// The name of the operator; valid until the next call of Z3 that returns a text.
    fn name(&self) -> &'a CStr {
        let c = self.context.raw;
        // SAFETY: the application is alive; a text of Z3 ends with a zero byte.
        unsafe {
            let name = Z3_get_app_decl(c, self.raw).and_then(|decl| Z3_get_decl_name(c, decl));
            let text = name.map_or(std::ptr::null(), |name| Z3_get_symbol_string(c, name));
            if text.is_null() { c"" } else { CStr::from_ptr(text) }
        }
    }

    fn arity(&self) -> u32 {
        // SAFETY: the application is alive.
        unsafe { Z3_get_app_num_args(self.context.raw, self.raw) }
    }

    /// An operand, alive as long as the application is.
    fn argument(&self, position: u32) -> Option<Z3_ast> {
        // SAFETY: the application is alive; a position that it does not have is an error of Z3.
        unsafe { Z3_get_app_arg(self.context.raw, self.raw, position) }
    }
}

/// The first and last indices of the pieces in which a function that only compares its argument
/// with these numbers is constant.
fn pieces_of(numbers: &[u64], width: u32) -> Result<Vec<(u64, u64)>, Reason> {
    if width > 64 {
        return Err(Reason::Unsupported("a model with this kind of array"));
    }
    let last = u64::MAX >> (64 - width);
    let mut starts = vec![0, last / 2 + 1];
    for &number in numbers {
        starts.extend([number, number.wrapping_add(1) & last]);
    }
    starts.sort_unstable();
    starts.dedup();
    let ends = starts[1..].iter().map(|start| start - 1).chain([last]);
    Ok(starts.iter().copied().zip(ends).collect())
}

/// The value of a bit-vector numeral.
fn numeral(context: &Context, expr: Z3_ast, width: u32) -> Option<Bits> {
    let c = context.raw;
    // SAFETY: the expression is alive; the text is read before the next call.
    unsafe {
        if !Z3_is_numeral_ast(c, expr) {
            return None;
        }
        let mut small = 0;
        if Z3_get_numeral_uint64(c, expr, &mut small) {
            return Some(Bits::from_u64(width, small));
        }
        let text = Z3_get_numeral_binary_string(c, expr);
        if text.is_null() {
            return None;
        }
        let digits = CStr::from_ptr(text).to_bytes();
        let mut words = vec![0_u64; width.div_ceil(64) as usize];
        for (i, &digit) in digits.iter().rev().enumerate() {
            *words.get_mut(i / 64)? |= u64::from(digit == b'1') << (i % 64);
        }
        Some(Bits::new(width, &words))
    }
}
