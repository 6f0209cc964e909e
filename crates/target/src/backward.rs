//! Targeted symbolic execution (Multi-Pass Targeted Dynamic Symbolic Execution, Algorithm 1): backward execution from the
//! target, and forward execution that tries the values which it finds.
//!
//! Its members: `backward` refutes paths to the target, all of them in the best case, and finds values;
//! `guided` executes forward from the program's beginning, with the values as hints. Who has nothing to do leaves its
//! turns to the other. Searches without hints have states of their own (`engine.rs`): what misleads this one holds up
//! nobody else.

use crate::engine::{Engine, Turn};
use crate::forward::Forward;
use crate::hunt::{Hunt, Proof};
use crate::pool::Pool;
use crate::saved::{NotOfThisHunt, SavedPool};
use crate::strategy::Search;
use dunlin_backward::{Backward, Budget, Death, Functions, Guess, Lost, Standing};
use dunlin_exec::{Hint, Hints, Relation, State, Uninitialised};
use dunlin_ir::cfg::EdgeId;
use dunlin_ir::{FuncId, Point};
use dunlin_term::TermId;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Instructions after which the cost is looked at.
const SLICE: u64 = 1;

/// Conflicts that one query may cost: a path of which is not known whether it exists is gone on with. Less, where others
/// look for the target as well.
const PATIENCE: u64 = 2000;
const PATIENCE_BESIDE_OTHERS: u64 = 50;

/// Forward execution waits until backward execution has had so much, unless that has ended: inputs that are made
/// before a hint comes do not have it.
const HEAD_START: u64 = 4000;

/// Hints for one input, which multiply its paths, and relations that it may be the last input of.
const MOST_HINTS: usize = 6;
const MOST_RELATIONS: usize = 6;

/// What a term costs that is looked at backward, as a part of an instruction: of an instruction that touches terms, the
/// time is about that of so many.
const TERMS_OF_INSTRUCTION: u64 = 6;

/// Edges that are closed are looked for when so much was spent backward since the last time: this part of all, or this.
const CLOSING_PART: u64 = 4;
const SHORTEST_CLOSING: u64 = 1000;

/// When it executes forward.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForwardWhen {
    /// Also without hints.
    Always,
    /// Where there are values to try.
    Hinted,
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
    /// Edges that are closed, and how much is to be spent before they are looked for again.
    closed: BTreeSet<(FuncId, EdgeId)>,
    next_closing: u64,
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
            closed: BTreeSet::new(),
            next_closing: HEAD_START,
            values: 0,
            time: Duration::ZERO,
        }
    }

    /// Backward execution for a while; how many hints are new.
    fn go_back(&mut self, hunt: &mut Hunt<'a>, budget: u64) -> (Turn, u64) {
        let (began, started) = (hunt.cost(), Instant::now());
        let until = began.saturating_add(budget);
        let conflicts = match self.forward {
            ForwardWhen::Hinted => PATIENCE_BESIDE_OTHERS,
            ForwardWhen::Always | ForwardWhen::Never => PATIENCE,
        };
        let patience = hunt.machine.chain.set_patience(Some(conflicts));
        let turn = loop {
            let before = self.backward.tally();
            let machine = &mut hunt.machine;
            self.backward.run(&mut machine.terms, &mut machine.chain, Budget { steps: SLICE });
            let after = self.backward.tally();
            hunt.tally.instructions += after.steps - before.steps;
            hunt.tally.backward_work +=
                after.work / TERMS_OF_INSTRUCTION - before.work / TERMS_OF_INSTRUCTION;
            match self.backward.standing() {
                Standing::Open => {}
                Standing::Unreachable => break Turn::Refuted(Proof::Contradiction),
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
        let is_used = self.forward != ForwardWhen::Never;
        if is_used && (self.done || self.spent >= self.next_closing) {
            self.close_edges(hunt);
            self.next_closing = self.spent + (self.spent / CLOSING_PART).max(SHORTEST_CLOSING);
        }
        let new = self.hand_over(hunt);
        self.values += new;
        self.time += started.elapsed();
        (turn, new)
    }

    /// Tells forward execution which edges no way to the target goes along. Its states that have taken one are cut off.
    fn close_edges(&mut self, hunt: &mut Hunt<'a>) {
        let closed = self.backward.closed_edges();
        if closed.iter().all(|edge| self.closed.contains(edge)) {
            return;
        }
        // What was closed stays closed, whatever waits now.
        self.closed.extend(closed);
        hunt.tally.closed = hunt.tally.closed.max(self.closed.len() as u64);
        hunt.ranking.close(&self.closed);
        if let Some(guided) = &mut self.guided {
            guided.drop_cut_off(hunt);
        }
    }

    /// Gives what was found to forward execution; how much of it is new.
    fn hand_over(&mut self, hunt: &mut Hunt<'a>) -> u64 {
        let (guesses, relations) = (self.backward.take_guesses(), self.backward.take_relations());
        add_hints(hunt, guesses, relations)
    }

    /// Forward execution with the hints for a while.
    fn go_forward(&mut self, hunt: &mut Hunt<'a>, budget: u64) -> (Turn, u64) {
        let seed = self.seed;
        let guided = self.guided.get_or_insert_with(|| guided(hunt, seed));
        let before = std::mem::replace(&mut hunt.machine.follows_hints, true);
        let turn = guided.turn(hunt, 0, budget);
        hunt.machine.follows_hints = before;
        turn
    }

    fn may_go_forward(&self, hunt: &Hunt<'a>) -> bool {
        let begun = self.guided.is_some();
        let is_wanted = match self.forward {
            ForwardWhen::Always => true,
            ForwardWhen::Hinted => !hunt.machine.hints.is_empty(),
            ForwardWhen::Never => false,
        };
        begun || (is_wanted && (self.done || self.spent >= HEAD_START))
    }
}

fn guided<'a>(hunt: &Hunt<'a>, seed: u64) -> Forward<'a> {
    Forward::new(hunt, &[Search::Guided], seed)
}

/// Adds guesses as hints, the best first; how many are new.
pub fn add_hints(hunt: &mut Hunt<'_>, guesses: Vec<Guess>, relations: Vec<Relation<Point>>) -> u64 {
    let mut new = Hints::default();
    for Guess { at, occurrence, bytes } in guesses {
        let site = hunt.marked.program.number(at);
        if hunt.machine.hints.at(site).len() + new.at(site).len() < MOST_HINTS {
            new.add(site, Hint { occurrence, bytes });
        }
    }
    for relation in relations {
        let relation = relation.map(|at| hunt.marked.program.number(at));
        let site = relation.last().site;
        let known = hunt.machine.hints.relations_at(site);
        if known.len() + new.relations_at(site).len() < MOST_RELATIONS && !known.contains(&relation)
        {
            new.relate(relation);
        }
    }
    hunt.add_hints(&new) as u64
}

impl<'a> Engine<'a> for FromTarget<'a> {
    fn name(&self, member: usize) -> String {
        match member {
            0 => "backward".to_string(),
            _ => Search::Guided.to_string(),
        }
    }

    /// News of backward execution are values that no path has asked for before.
    fn turn(&mut self, hunt: &mut Hunt<'a>, member: usize, budget: u64) -> (Turn, u64) {
        let forward = self.may_go_forward(hunt);
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
        let seed = self.seed;
        let guided = self.guided.get_or_insert_with(|| guided(hunt, seed));
        guided.restore(hunt, pools)
    }

    fn whole_pools<'s>(&'s self, pools: &mut Vec<&'s Pool<'a>>) {
        if let Some(guided) = &self.guided {
            guided.whole_pools(pools);
        }
    }
}
