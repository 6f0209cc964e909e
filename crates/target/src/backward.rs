//! Backward execution as a member of a hunt (Multi-Pass Targeted Dynamic Symbolic Execution): it refutes all paths to
//! the target, or finds values that lead there, which forward execution tries.

use crate::engine::{Engine, Turn};
use crate::hunt::Hunt;
use crate::saved::{NotOfThisHunt, SavedPool};
use dunlin_backward::{Backward, Budget, Functions, Standing};
use dunlin_exec::{State, Uninitialised};
use std::time::Instant;

/// Instructions after which the cost is looked at.
const SLICE: u64 = 64;

/// Conflicts that one query may cost: a path of which is not known whether it exists is gone on with.
const PATIENCE: u64 = 2000;

pub struct FromTarget<'a> {
    backward: Backward<'a>,
}

impl<'a> FromTarget<'a> {
    pub fn new(hunt: &Hunt<'a>) -> FromTarget<'a> {
        let marked = hunt.marked;
        let program = &marked.program;
        let exec = hunt.machine.options;
        let functions = Functions::new(&program.module, &marked.graph, program.start);
        let options = dunlin_backward::Options {
            arguments: hunt.options.arguments.len() as u64,
            malloc_may_fail: exec.malloc_may_fail,
            check_overflow: exec.check_overflow,
            check_shift: exec.check_shift,
            unwritten_is_zero: exec.uninitialised == Uninitialised::Zero,
            ..hunt.options.backward.clone()
        };
        let mark = hunt.target as u32;
        let points = &marked.targets[hunt.target];
        FromTarget { backward: Backward::new(functions, options, points, Some(mark)) }
    }
}

impl<'a> Engine<'a> for FromTarget<'a> {
    fn name(&self, _: usize) -> String {
        "backward".to_string()
    }

    /// News are values that no path has asked for before.
    fn turn(&mut self, hunt: &mut Hunt<'a>, _: usize, budget: u64) -> (Turn, u64) {
        let until = hunt.cost().saturating_add(budget);
        let machine = &mut hunt.machine;
        let patience = machine.chain.set_patience(Some(PATIENCE));
        let turn = loop {
            let before = self.backward.tally().steps;
            let machine = &mut hunt.machine;
            self.backward.run(&mut machine.terms, &mut machine.chain, Budget { steps: SLICE });
            hunt.tally.instructions += self.backward.tally().steps - before;
            match self.backward.standing() {
                Standing::Open => {}
                Standing::Unreachable => break Turn::Refuted,
                Standing::Unknown => break Turn::Exhausted { complete: false },
            }
            if hunt.cost() >= until || hunt.must_stop() {
                break Turn::GoesOn;
            }
        };
        hunt.machine.chain.set_patience(patience);
        hunt.machine.chain.take_ran_out();
        hunt.tally.backward = self.backward.tally();
        (turn, 0)
    }

    fn park(&mut self, _: &mut Hunt<'a>) {}

    fn states<'s>(&'s mut self, _: &mut Vec<&'s mut State>) {}

    fn terms(&self, terms: &mut Vec<dunlin_term::TermId>) {
        terms.extend(self.backward.terms());
    }

    fn recycled(&mut self) {
        self.backward.forget();
    }

    /// It begins anew: what it does is cheap.
    fn save(&self, _: &Hunt<'a>, _: Instant) -> Option<Vec<SavedPool>> {
        Some(Vec::new())
    }

    fn restore(&mut self, _: &Hunt<'a>, pools: Vec<SavedPool>) -> Result<(), NotOfThisHunt> {
        if pools.is_empty() { Ok(()) } else { Err(NotOfThisHunt) }
    }

    fn whole_pools<'s>(&'s self, _: &mut Vec<&'s crate::pool::Pool<'a>>) {}
}
