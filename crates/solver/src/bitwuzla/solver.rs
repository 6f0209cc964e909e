//! A solver of Bitwuzla with its stack of assertions, its budget and its values.

use super::manager::{Expr, Manager, checked, made};
use crate::backend::{Budget, Reason};
use crate::translate::Assertions;
use dunlin_bitwuzla_sys::*;
use dunlin_ir::Bits;
use dunlin_term::ArrayValue;
use std::ffi::{CStr, c_void};
use std::time::Instant;

/// What is asked again and again while the solver works.
struct Watch {
    /// How often it may still ask.
    left: u64,
    deadline: Option<Instant>,
    stopped: Option<Reason>,
}

/// Whether to stop. The SAT solver asks after every ten decisions or conflicts of its search and of
/// its simplifications, the rest of Bitwuzla between its steps: always at the same points of the
/// same run.
unsafe extern "C" fn should_stop(state: *mut c_void) -> i32 {
    // SAFETY: the state is the watch of the solver that asks, which outlives the check; nobody else
    // refers to it during a check.
    let watch = unsafe { &mut *state.cast::<Watch>() };
    if watch.stopped.is_none() {
        if watch.left == 0 {
            watch.stopped = Some(Reason::Conflicts);
        } else if watch.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            watch.stopped = Some(Reason::Deadline);
        }
        watch.left = watch.left.saturating_sub(1);
    }
    watch.stopped.is_some().into()
}

/// A solver, to be dropped before the manager of its terms.
pub(super) struct Solver {
    raw: *mut dunlin_bitwuzla_sys::Solver,
    /// Owned; Bitwuzla keeps the pointer.
    watch: *mut Watch,
}

impl Solver {
    pub fn new(manager: &Manager) -> Result<Solver, Reason> {
        // SAFETY: nothing is null; the options are copied by the solver and freed once. The solver
        // is given a watch that lives as long as it does.
        unsafe {
            let options = made(bitwuzla_options_new())?;
            bitwuzla_set_option(options, OPTION_PRODUCE_MODELS, 1);
            // On the benchmark's hard queries, preprocessing cost a third more than it saved.
            bitwuzla_set_option(options, OPTION_PREPROCESS, 0);
            let raw = bitwuzla_new(manager.raw, options);
            bitwuzla_options_delete(options);
            let raw = made(raw)?;
            let watch = Watch { left: 0, deadline: None, stopped: None };
            let watch = Box::into_raw(Box::new(watch));
            let solver = Solver { raw, watch };
            bitwuzla_set_termination_callback(raw, Some(should_stop), watch.cast());
            checked()?;
            Ok(solver)
        }
    }

    /// Whether the assertions can be true together, and how often the solver asked whether to stop.
    pub fn check(&mut self, budget: Budget) -> (Result<bool, Reason>, u64) {
        if budget.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return (Err(Reason::Deadline), 0);
        }
        // SAFETY: the watch is ours and nobody else refers to it now.
        unsafe {
            *self.watch =
                Watch { left: budget.conflicts, deadline: budget.deadline, stopped: None };
        }
        // SAFETY: the solver is alive. It uses the watch until the call returns.
        let result = unsafe { bitwuzla_check_sat(self.raw) };
        // SAFETY: as before the check.
        let (left, stopped) = unsafe { ((*self.watch).left, (*self.watch).stopped) };
        let used = budget.conflicts - left;
        let verdict = checked().and(match (result, stopped) {
            (SAT, _) => Ok(true),
            (UNSAT, _) => Ok(false),
            (_, Some(reason)) => Err(reason),
            // It gives up by itself only on some quantifiers.
            _ => Err(Reason::Unsupported("this combination of quantifiers")),
        });
        (verdict, used)
    }

    /// The value of a bit-vector after a check that was satisfiable.
    pub fn bits(&self, expr: Expr, width: u32) -> Result<Bits, Reason> {
        number(self.value(expr.0)?, width)
    }

    /// The value of an array after a check that was satisfiable: stores over a constant array.
    pub fn array(&self, expr: Expr, index: u32, element: u32) -> Result<ArrayValue, Reason> {
        let mut stores = Vec::new();
        let mut here = self.value(expr.0)?;
        let default = loop {
            // SAFETY: the term is alive.
            let kind = unsafe { bitwuzla_term_get_kind(here) };
            match (kind, children(here)?.as_slice()) {
                (kind::ARRAY_STORE, &[array, at, stored]) => {
                    stores.push((at, stored));
                    here = array;
                }
                (kind::CONST_ARRAY, &[default]) => break number(default, element)?,
                _ => return Err(Reason::Unsupported("a model with this kind of array")),
            }
        };
        let mut value = ArrayValue::new(index, default);
        // Later stores are further out.
        for (at, stored) in stores.into_iter().rev() {
            value.set(&number(at, index)?, &number(stored, element)?);
        }
        Ok(value)
    }

    fn value(&self, term: Term) -> Result<Term, Reason> {
        // SAFETY: the solver and the term, which is of its manager, are alive.
        made(unsafe { bitwuzla_get_value(self.raw, term) })
    }
}

impl Assertions<Manager> for Solver {
    fn push(&mut self, _: &Manager) -> Result<(), Reason> {
        // SAFETY: the solver is alive.
        unsafe { bitwuzla_push(self.raw, 1) };
        checked()
    }

    fn pop(&mut self, _: &Manager, levels: usize) -> Result<(), Reason> {
        if levels > 0 {
            // SAFETY: the solver is alive; an excess of levels is an error of Bitwuzla.
            unsafe { bitwuzla_pop(self.raw, levels as u64) };
        }
        checked()
    }

    fn assert(&mut self, _: &Manager, truth: &Expr) -> Result<(), Reason> {
        // SAFETY: the solver and the term, which is of its manager, are alive.
        unsafe { bitwuzla_assert(self.raw, truth.0) };
        checked()
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        // SAFETY: both are ours and freed once, the watch after its user.
        unsafe {
            bitwuzla_delete(self.raw);
            drop(Box::from_raw(self.watch));
        }
    }
}

fn children(term: Term) -> Result<Vec<Term>, Reason> {
    let mut count = 0;
    // SAFETY: the term is alive; the array is copied before the next call.
    unsafe {
        let children = bitwuzla_term_get_children(term, &mut count);
        checked()?;
        if children.is_null() || count == 0 {
            return Ok(Vec::new());
        }
        Ok(std::slice::from_raw_parts(children, count).to_vec())
    }
}

/// The value of a bit-vector constant.
fn number(term: Term, width: u32) -> Result<Bits, Reason> {
    // SAFETY: the term is alive; the text is read before the next call.
    let digits = unsafe {
        if !bitwuzla_term_is_bv_value(term) {
            return Err(Reason::Failure);
        }
        let text = bitwuzla_term_value_get_str_fmt(term, 2);
        if text.is_null() {
            return Err(Reason::Failure);
        }
        CStr::from_ptr(text).to_bytes()
    };
    let mut words = vec![0_u64; width.div_ceil(64) as usize];
    for (i, &digit) in digits.iter().rev().enumerate() {
        let word = words.get_mut(i / 64).ok_or(Reason::Failure)?;
        *word |= u64::from(digit == b'1') << (i % 64);
    }
    Ok(Bits::new(width, &words))
}
