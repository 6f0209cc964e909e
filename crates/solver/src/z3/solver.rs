//! A solver object of Z3 with its stack of assertions and its budget.

use super::context::{Context, Expr};
use crate::backend::{Budget, Reason};
use crate::translate::Assertions;
use std::ffi::CStr;
use std::time::Instant;
use z3_sys::*;

/// How much a conflict may cost in Z3's own measure of work. Preprocessing and bit-blasting count in
/// it, too, so that a query stops which never gets to a conflict. A factoring query spends about 500
/// per conflict.
const WORK_PER_CONFLICT: u64 = 2_000;
/// Every query may do so much work, about ten seconds of preprocessing. Small queries of a path
/// spend some thousands, a root of an unknown single-precision float half a million.
const LEAST_WORK: u64 = 4_000_000;

/// Which of Z3's engines serves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Engine {
    /// The core of lazy theories, which is incremental. On the small queries of a path it takes a
    /// quarter of the time of Z3's incremental SAT solver.
    Lazy,
    /// Floats become bit-vectors and these clauses, from scratch at every query. The lazy core is
    /// hundreds of times slower on the circuits of floats.
    Floats,
}

/// What Z3 says of the assertions.
pub(super) enum Verdict {
    Sat,
    Unsat,
}

/// A solver, which belongs to a context.
pub(super) struct Solver {
    raw: Z3_solver,
    params: Z3_params,
    /// What the parameters say: work, conflicts, milliseconds.
    limits: Option<(u32, u32, u32)>,
}

impl Solver {
    pub fn new(context: &Context, engine: Engine) -> Result<Solver, Reason> {
        let c = context.raw;
        // SAFETY: the context is alive; references are counted from the start.
        unsafe {
            let raw = match engine {
                Engine::Lazy => Z3_mk_simple_solver(c),
                Engine::Floats => {
                    let tactic = Z3_mk_tactic(c, c"qffpbv".as_ptr()).ok_or(Reason::Failure)?;
                    Z3_tactic_inc_ref(c, tactic);
                    let raw = Z3_mk_solver_from_tactic(c, tactic);
                    Z3_tactic_dec_ref(c, tactic);
                    raw
                }
            };
            let raw = raw.ok_or(Reason::Failure)?;
            Z3_solver_inc_ref(c, raw);
            let params = Z3_mk_params(c).ok_or(Reason::Failure)?;
            Z3_params_inc_ref(c, params);
            Ok(Solver { raw, params, limits: None })
        }
    }

    /// Gives the solver back to its context; it is not used afterwards.
    pub fn release(&mut self, context: &Context) {
        // SAFETY: both belong to the context and are given back once.
        unsafe {
            Z3_params_dec_ref(context.raw, self.params);
            Z3_solver_dec_ref(context.raw, self.raw);
        }
    }

    pub fn check(&mut self, context: &Context, budget: Budget) -> Result<Verdict, Reason> {
        self.limit(context, budget)?;
        // SAFETY: the solver belongs to the context.
        let answer = unsafe { Z3_solver_check(context.raw, self.raw) };
        match answer {
            Z3_L_TRUE => Ok(Verdict::Sat),
            Z3_L_FALSE => Ok(Verdict::Unsat),
            _ => Err(self.reason(context, budget)),
        }
    }

    fn limit(&mut self, context: &Context, budget: Budget) -> Result<(), Reason> {
        let narrow = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
        let milliseconds = match budget.deadline {
            None => u32::MAX,
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Err(Reason::Deadline);
                }
                // Rounded up: a timeout just before the deadline would not be known as one.
                narrow(u64::try_from(left.as_micros().div_ceil(1000)).unwrap_or(u64::MAX)).max(1)
            }
        };
        // To Z3, work 0 is without limit.
        let work = budget.conflicts.saturating_mul(WORK_PER_CONFLICT).saturating_add(LEAST_WORK);
        let work = if work > u64::from(u32::MAX) { 0 } else { work as u32 };
        let limits = (work, narrow(budget.conflicts), milliseconds);
        if self.limits == Some(limits) {
            return Ok(());
        }
        self.set_uint(context, c"rlimit", limits.0)?;
        self.set_uint(context, c"max_conflicts", limits.1)?;
        self.set_uint(context, c"timeout", limits.2)?;
        let ctrl_c = context.name(c"ctrl_c")?;
        // SAFETY: all belong to the context. Signals are not Z3's affair.
        unsafe {
            Z3_params_set_bool(context.raw, self.params, ctrl_c, false);
            Z3_solver_set_params(context.raw, self.raw, self.params);
        }
        context.checked()?;
        self.limits = Some(limits);
        Ok(())
    }

    fn set_uint(&mut self, context: &Context, name: &CStr, value: u32) -> Result<(), Reason> {
        let name = context.name(name)?;
        // SAFETY: the parameters and the name belong to the context.
        unsafe { Z3_params_set_uint(context.raw, self.params, name, value) };
        context.checked()
    }

    /// Why Z3 has no answer. It says so in words.
    fn reason(&self, context: &Context, budget: Budget) -> Reason {
        // SAFETY: the solver belongs to the context; the text is valid until the next call.
        let text = unsafe {
            let text = Z3_solver_get_reason_unknown(context.raw, self.raw);
            if text.is_null() {
                return Reason::Failure;
            }
            CStr::from_ptr(text).to_string_lossy()
        };
        if budget.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Reason::Deadline;
        }
        if text.contains("conflicts") || text.contains("resource") || text.contains("canceled") {
            Reason::Conflicts
        } else if text.contains("timeout") {
            Reason::Deadline
        } else if text.contains("quantifiers") {
            Reason::Unsupported("this combination of quantifiers")
        } else if text.contains("theory") {
            Reason::Unsupported("this combination of theories")
        } else if text.contains("incomplete") {
            // What a tactic says when its SAT solver gave up.
            Reason::Conflicts
        } else if text.contains("memout") || text.contains("memory") {
            Reason::Size
        } else {
            Reason::Failure
        }
    }

    /// The model of a satisfiable check.
    pub fn model(&self, context: &Context) -> Result<Z3_model, Reason> {
        // SAFETY: the solver belongs to the context; the caller gives the reference back.
        unsafe {
            let model = Z3_solver_get_model(context.raw, self.raw).ok_or(Reason::Failure)?;
            Z3_model_inc_ref(context.raw, model);
            Ok(model)
        }
    }

    /// How many conflicts there were since the solver was made; with [`Engine::Floats`], in the last
    /// check. One engine may count them under both names.
    pub fn conflicts(&self, context: &Context) -> u64 {
        self.counter(context, &[b"conflicts", b"sat conflicts"])
    }

    /// How much the context has worked since it was made, by Z3's own measure.
    pub fn work(&self, context: &Context) -> u64 {
        self.counter(context, &[b"rlimit count"])
    }

    /// The greatest of the counters with one of these names.
    fn counter(&self, context: &Context, names: &[&[u8]]) -> u64 {
        let c = context.raw;
        // SAFETY: all belong to the context; indices are below the size; the keys are valid until the
        // statistics are given back.
        unsafe {
            let Some(statistics) = Z3_solver_get_statistics(c, self.raw) else { return 0 };
            Z3_stats_inc_ref(c, statistics);
            let count = (0..Z3_stats_size(c, statistics))
                .filter(|&i| Z3_stats_is_uint(c, statistics, i))
                .filter(|&i| {
                    let key = Z3_stats_get_key(c, statistics, i);
                    !key.is_null() && names.contains(&CStr::from_ptr(key).to_bytes())
                })
                .map(|i| u64::from(Z3_stats_get_uint_value(c, statistics, i)))
                .max()
                .unwrap_or(0);
            Z3_stats_dec_ref(c, statistics);
            count
        }
    }
}

impl Assertions<Context> for Solver {
    fn push(&mut self, context: &Context) -> Result<(), Reason> {
        // SAFETY: the solver belongs to the context.
        unsafe { Z3_solver_push(context.raw, self.raw) };
        context.checked()
    }

    fn pop(&mut self, context: &Context, levels: usize) -> Result<(), Reason> {
        if levels == 0 {
            return Ok(());
        }
        // SAFETY: the solver belongs to the context; an excess of levels is an error of Z3.
        unsafe { Z3_solver_pop(context.raw, self.raw, levels as u32) };
        context.checked()
    }

    fn assert(&mut self, context: &Context, truth: &Expr) -> Result<(), Reason> {
        // SAFETY: the solver and the expression belong to the context.
        unsafe { Z3_solver_assert(context.raw, self.raw, truth.0) };
        context.checked()
    }
}
