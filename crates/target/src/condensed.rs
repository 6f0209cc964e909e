//! All paths to the target as one condition (Handling Heap Data Structures in Backward Symbolic Execution): if it has no
//! solution the target is unreachable, and a solution is an input that forward execution tries.
//!
//! Its first member makes the conditions of larger and larger regions, one a turn. The others execute forward, with the
//! solutions as hints; while there are none, and regions are left, they leave their turns to it.

use crate::backward::add_hints;
use crate::engine::{Engine, Turn};
use crate::forward::Forward;
use crate::hunt::{Hunt, Proof};
use crate::pool::Pool;
use crate::saved::{NotOfThisHunt, SavedPool};
use crate::strategy::Search;
use dunlin_backward::{Functions, Guess};
use dunlin_bse::{Answer, Classes, Goal, Source};
use dunlin_exec::State;
use dunlin_ir::Point;
use dunlin_solver::backend::Budget;
use dunlin_solver::chain::{Home, Portfolio, SolverChoice};
use dunlin_term::Terms;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;

pub use dunlin_bse::Loss;

/// What a user chooses, and who is asked.
#[derive(Clone, Debug, Default)]
pub struct BseOptions {
    pub form: dunlin_bse::Form,
    pub check: dunlin_bse::Check,
    pub heap: dunlin_bse::Heap,
    pub unwind: Option<u32>,
    pub solver: SolverChoice,
}

/// Conflicts that one query may cost.
const PATIENCE: u64 = 2_000_000;

/// Forward, the search that hints guide, and others on the same states: a hint may mislead it.
pub const SEARCHES: [Search; 3] = [Search::Guided, Search::Aimed, Search::Deep];

/// What commands of a region cost, as a part of an instruction.
const COMMANDS_OF_INSTRUCTION: u64 = 2;

pub struct Condensed<'a> {
    search: dunlin_bse::Search<'a>,
    terms: Terms,
    portfolio: Portfolio,
    /// No region is left.
    done: bool,
    forward: Option<Forward<'a>>,
    seed: u64,
}

impl<'a> Condensed<'a> {
    pub fn new(hunt: &Hunt<'a>, seed: u64) -> Condensed<'a> {
        let marked = hunt.marked;
        let program = &marked.program;
        let (exec, chosen) = (hunt.machine.options, &hunt.options.bse);
        let functions =
            Functions::new(&program.module, &marked.graph, marked.facts(), program.start);
        let options = dunlin_bse::Options {
            form: chosen.form,
            check: chosen.check,
            heap: chosen.heap,
            unwind: chosen.unwind,
            malloc_may_fail: exec.malloc_may_fail,
            check_overflow: exec.check_overflow,
            check_shift: exec.check_shift,
            arguments: hunt.options.arguments.len() as u64,
            ..dunlin_bse::Options::default()
        };
        let source = Source {
            functions: Rc::new(functions),
            classes: Rc::new(Classes::of(&program.module)),
            entry: program.start,
        };
        let goal = Goal::reach(&marked.targets[hunt.target]);
        Condensed {
            search: dunlin_bse::Search::new(source, goal, options),
            terms: Terms::new(),
            portfolio: chosen.solver.portfolio(Home::Apart, None),
            // A start in the middle has inputs that are no inputs here.
            done: program.starts_lazily(),
            forward: None,
            seed,
        }
    }

    /// The condition of one more region.
    fn condense(&mut self, hunt: &mut Hunt<'a>) -> (Turn, u64) {
        let before = self.portfolio.effort();
        let budget = Budget { conflicts: PATIENCE, deadline: hunt.options.deadline };
        let answer = self.search.step(&mut self.terms, &mut self.portfolio, budget);
        let size = self.search.tally.size - hunt.tally.bse.size;
        hunt.tally.bse = self.search.tally;
        hunt.tally.backward_work +=
            size / COMMANDS_OF_INSTRUCTION + (self.portfolio.effort() - before);
        match answer {
            Some(Answer::Unreachable) => (Turn::Refuted(Proof::Condensed), 1),
            Some(Answer::Candidate(inputs)) => {
                let mut occurrences: BTreeMap<Point, u32> = BTreeMap::new();
                let mut guesses = Vec::new();
                for made in inputs {
                    let occurrence = occurrences.entry(made.at).or_insert(0);
                    let number = *occurrence;
                    *occurrence += 1;
                    guesses.push(Guess {
                        at: made.at,
                        occurrence: Some(number),
                        bytes: made.bytes,
                    });
                }
                // A larger region has the same solution: it is tried first.
                self.done = true;
                (Turn::GoesOn, add_hints(hunt, guesses, Vec::new()))
            }
            Some(Answer::Unknown(_)) => (Turn::GoesOn, 0),
            None => {
                self.done = true;
                (Turn::GoesOn, 0)
            }
        }
    }

    fn go_forward(&mut self, hunt: &mut Hunt<'a>, search: usize, budget: u64) -> (Turn, u64) {
        let seed = self.seed;
        let forward = self.forward.get_or_insert_with(|| Forward::new(hunt, &SEARCHES, seed));
        let before = std::mem::replace(&mut hunt.machine.follows_hints, true);
        let turn = forward.turn(hunt, search, budget);
        hunt.machine.follows_hints = before;
        turn
    }
}

impl<'a> Engine<'a> for Condensed<'a> {
    fn name(&self, member: usize) -> String {
        match member.checked_sub(1) {
            None => "bse".to_string(),
            Some(search) => SEARCHES[search].to_string(),
        }
    }

    fn turn(&mut self, hunt: &mut Hunt<'a>, member: usize, budget: u64) -> (Turn, u64) {
        match self.done {
            false => self.condense(hunt),
            true => self.go_forward(hunt, member.saturating_sub(1), budget),
        }
    }

    fn park(&mut self, hunt: &mut Hunt<'a>) {
        if let Some(forward) = &mut self.forward {
            forward.park(hunt);
        }
    }

    fn states<'s>(&'s mut self, states: &mut Vec<&'s mut State>) {
        if let Some(forward) = &mut self.forward {
            forward.states(states);
        }
    }

    /// Conditions are made anew: that is cheap.
    fn save(&self, hunt: &Hunt<'a>, until: Instant) -> Option<Vec<SavedPool>> {
        self.forward.as_ref().map_or(Some(Vec::new()), |forward| forward.save(hunt, until))
    }

    fn restore(&mut self, hunt: &Hunt<'a>, pools: Vec<SavedPool>) -> Result<(), NotOfThisHunt> {
        if pools.is_empty() {
            return Ok(());
        }
        let seed = self.seed;
        let forward = self.forward.get_or_insert_with(|| Forward::new(hunt, &SEARCHES, seed));
        forward.restore(hunt, pools)
    }

    fn whole_pools<'s>(&'s self, pools: &mut Vec<&'s Pool<'a>>) {
        if let Some(forward) = &self.forward {
            forward.whole_pools(pools);
        }
    }
}
