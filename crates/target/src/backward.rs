//! Targeted symbolic execution (Multi-Pass Targeted Dynamic Symbolic Execution, Algorithm 1): backward execution from the
//! target, and forward execution that tries the values which it finds.
//!
//! Two members: `backward` refutes paths to the target, all of them in the best case, and finds values;
//! `guided` executes forward from the program's beginning, with the values as hints. Who has nothing to do leaves
//! its turns to the other.

use crate::engine::{Engine, Turn};
use crate::forward::Forward;
use crate::hunt::Hunt;
use crate::pool::Pool;
use crate::saved::{NotOfThisHunt, SavedPool};
use crate::strategy::Search;
use dunlin_backward::{Backward, Budget, Death, Functions, Guess, Lost, Standing};
use dunlin_exec::{Hint, Hints, State, Uninitialised};
use dunlin_term::TermId;
use std::time::{Duration, Instant};

/// Instructions after which the cost is looked at.
const SLICE: u64 = 1;

/// Conflicts that one query may cost: a path of which is not known whether it exists is gone on with.
const PATIENCE: u64 = 2000;

/// Forward execution waits until backward execution has had so much, unless that has ended: inputs that are made
/// before a hint comes do not have it.
const HEAD_START: u64 = 4000;

/// Hints for one input, which multiply its paths.
const MOST_HINTS: usize = 6;

/// When it executes forward.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForwardWhen {
    /// Also without hints: nobody else does.
    Always,
    Never,
}

pub struct FromTarget<'a> {
    backward: Backward<'a>,
    guided: Option<Forward<'a>>,
    forward: ForwardWhen,
    spent: u64,
    seed: u64,
    /// Backward execution has nothing left to do.
    done: bool,
    /// How many hints it has given, and how long it took.
    values: u64,
    time: Duration,
}

/// What backward execution has found out.
#[derive(Clone, Debug)]
pub struct Told {
    /// Why paths do not exist, of the first thousand.
    pub deaths: Vec<Death>,
    /// Why nothing is proved, if nothing is.
    pub lost: Vec<Lost>,
    /// How many values it has given to forward execution.
    pub values: u64,
    pub time: Duration,
}

impl<'a> FromTarget<'a> {
    pub fn new(hunt: &Hunt<'a>, forward: ForwardWhen, seed: u64) -> FromTarget<'a> {
        let marked = hunt.marked;
        let program = &marked.program;
        let exec = hunt.machine.options;
        let functions =
            Functions::new(&program.module, &marked.graph, marked.facts(), program.start);
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
        let backward = Backward::new(functions, options, points, Some(mark));
        FromTarget {
            backward,
            guided: None,
            forward,
            spent: 0,
            seed,
            done: false,
            values: 0,
            time: Duration::ZERO,
        }
    }

    /// Backward execution for a while; how many hints are new.
    fn go_back(&mut self, hunt: &mut Hunt<'a>, budget: u64) -> (Turn, u64) {
        let (began, started) = (hunt.cost(), Instant::now());
        let until = began.saturating_add(budget);
        let patience = hunt.machine.chain.set_patience(Some(PATIENCE));
        let turn = loop {
            let before = self.backward.tally().steps;
            let machine = &mut hunt.machine;
            self.backward.run(&mut machine.terms, &mut machine.chain, Budget { steps: SLICE });
            hunt.tally.instructions += self.backward.tally().steps - before;
            match self.backward.standing() {
                Standing::Open => {}
                Standing::Unreachable => break Turn::Refuted,
                Standing::Unknown => {
                    self.done = true;
                    break Turn::GoesOn;
                }
            }
            if hunt.cost() >= until || hunt.must_stop() {
                break Turn::GoesOn;
            }
        };
        hunt.machine.chain.set_patience(patience);
        hunt.machine.chain.take_ran_out();
        hunt.tally.backward = self.backward.tally();
        self.spent += hunt.cost() - began;
        let guesses = self.backward.take_guesses();
        let new = add_hints(hunt, guesses);
        self.values += new;
        self.time += started.elapsed();
        (turn, new)
    }

    /// Forward execution for a while.
    fn go_forward(&mut self, hunt: &mut Hunt<'a>, budget: u64) -> (Turn, u64) {
        let (search, seed) = (Search::Guided, self.seed);
        let guided = self.guided.get_or_insert_with(|| Forward::new(hunt, &[search], seed));
        guided.turn(hunt, 0, budget)
    }

    fn may_go_forward(&self) -> bool {
        let begun = self.guided.is_some();
        let is_wanted = match self.forward {
            ForwardWhen::Always => true,
            ForwardWhen::Never => false,
        };
        begun || (is_wanted && (self.done || self.spent >= HEAD_START))
    }
}

/// Adds guesses as hints, the best first; how many are new.
fn add_hints(hunt: &mut Hunt<'_>, guesses: Vec<Guess>) -> u64 {
    let mut new = Hints::default();
    for Guess { at, occurrence, bytes } in guesses {
        let site = hunt.marked.program.number(at);
        if hunt.machine.hints.at(site).len() + new.at(site).len() < MOST_HINTS {
            new.add(site, Hint { occurrence, bytes });
        }
    }
    hunt.add_hints(&new) as u64
}

impl<'a> Engine<'a> for FromTarget<'a> {
    fn name(&self, member: usize) -> String {
        ["backward", "guided"][member].to_string()
    }

    /// News of backward execution are values that no path has asked for before.
    fn turn(&mut self, hunt: &mut Hunt<'a>, member: usize, budget: u64) -> (Turn, u64) {
        let forward = self.may_go_forward();
        match (self.done, forward) {
            (true, false) => (Turn::Exhausted { complete: false }, 0),
            (false, false) => self.go_back(hunt, budget),
            (true, true) => self.go_forward(hunt, budget),
            (false, true) if member == 0 => self.go_back(hunt, budget),
            (false, true) => {
                let (turn, news) = self.go_forward(hunt, budget);
                match turn {
                    // There is backward execution still.
                    Turn::Exhausted { complete: false } => (Turn::GoesOn, news),
                    turn => (turn, news),
                }
            }
        }
    }

    fn told(&self) -> Option<Told> {
        Some(Told {
            deaths: self.backward.deaths().to_vec(),
            lost: self.backward.lost().to_vec(),
            values: self.values,
            time: self.time,
        })
    }

    fn park(&mut self, hunt: &mut Hunt<'a>) {
        if let Some(guided) = &mut self.guided {
            guided.park(hunt);
        }
    }

    fn states<'s>(&'s mut self, states: &mut Vec<&'s mut State>) {
        if let Some(guided) = &mut self.guided {
            guided.states(states);
        }
    }

    fn terms(&self, terms: &mut Vec<TermId>) {
        terms.extend(self.backward.terms());
    }

    fn recycled(&mut self) {
        self.backward.forget();
    }

    /// Backward execution begins anew: what it does is cheap.
    fn save(&self, hunt: &Hunt<'a>, until: Instant) -> Option<Vec<SavedPool>> {
        self.guided.as_ref().map_or(Some(Vec::new()), |guided| guided.save(hunt, until))
    }

    fn restore(&mut self, hunt: &Hunt<'a>, pools: Vec<SavedPool>) -> Result<(), NotOfThisHunt> {
        if pools.is_empty() {
            return Ok(());
        }
        let (search, seed) = (Search::Guided, self.seed);
        let guided = self.guided.get_or_insert_with(|| Forward::new(hunt, &[search], seed));
        guided.restore(hunt, pools)
    }

    fn whole_pools<'s>(&'s self, pools: &mut Vec<&'s Pool<'a>>) {
        if let Some(guided) = &self.guided {
            guided.whole_pools(pools);
        }
    }
}
