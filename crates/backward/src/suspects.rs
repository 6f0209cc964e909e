//! All places on the ways to a line that can go wrong, each with a backward search of its own.
//!
//! Which places these are is read off the control-flow graph and not met along backward paths: a search from the line
//! may never end, and then nobody would know whether it has met all of them. So a program that never ends can be shown
//! to have no error on the way. What the searches share is the program, not what they ask for.

use crate::category::{Category, category};
use crate::functions::Functions;
use crate::options::Options;
use crate::search::{Backward, Budget, Guess, Standing, Tally};
use crate::step::Executor;
use crate::suspect::Suspicion;
use crate::way::Way;
use dunlin_ir::Point;
use dunlin_solver::chain::Chain;
use dunlin_term::Terms;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// The cost that a search may have in its first turn; in each further one it has so many times as much.
const FIRST_TURN: u64 = 4096;
const GROWTH: u64 = 4;

/// What a step costs: on a long path it is no small thing, and solvers need not have a part in it.
const COST_OF_STEP: u64 = 64;

/// Steps after which the cost is looked at.
const SLICE: u64 = 8;

/// How much backward execution from all places may cost: steps, and what solvers do for them ([`Chain::work`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// For one search before the others have their turn again; there is none that is longer.
    pub longest_turn: u64,
    /// For all searches.
    pub cost: u64,
}

/// A place that can go wrong.
pub struct Suspect<'a> {
    pub at: Point,
    pub category: Category,
    search: Search<'a>,
}

enum Search<'a> {
    Open(Box<Backward<'a>>),
    /// It never goes wrong.
    Refuted,
    /// The same, by another engine.
    Settled,
    /// Backward execution cannot tell.
    Undecided,
}

pub struct Suspects<'a> {
    suspects: Vec<Suspect<'a>>,
    tally: Tally,
    guesses: BTreeMap<Guess, u64>,
}

impl<'a> Suspects<'a> {
    /// The places on the way to a line, but for those that nobody wants to know about.
    pub fn on(
        way: &Arc<Way>,
        functions: &Rc<Functions<'a>>,
        (options, wanted): (&Options, &dyn Fn(Point, Category) -> bool),
        (terms, chain): (&mut Terms, &mut Chain),
    ) -> Suspects<'a> {
        let work = &mut 0;
        let mut executor = Executor { functions, terms, chain, options, target: None, work };
        let mut suspects = Vec::new();
        for func in functions.module.func_ids().filter(|&func| functions.is_reached(func)) {
            if functions.func(func).is_declaration() {
                continue;
            }
            let shape = functions.shape(func);
            for block in functions.func(func).block_ids() {
                if !shape.cfg.is_reachable(block) {
                    continue;
                }
                let is_dead = !functions.facts.is_reached(func, block);
                if is_dead && !options.assertions {
                    continue;
                }
                // The terminator comes last.
                for index in 0..=functions.func(func).block(block).insts.len() as u32 {
                    let at = Point { func, block, index };
                    let category = category(functions, at);
                    if !way.leads(at) || !wanted(at, category) {
                        continue;
                    }
                    let search = match executor.suspicion(at) {
                        Suspicion::Nothing => continue,
                        _ if is_dead => Search::Refuted,
                        Suspicion::Undecidable => Search::Undecided,
                        Suspicion::Ends(ends) => Search::Open(Box::new(Backward::from_ends(
                            functions.clone(),
                            options.clone(),
                            ends,
                            way.clone(),
                        ))),
                    };
                    suspects.push(Suspect { at, category, search });
                }
            }
        }
        Suspects { suspects, tally: Tally::default(), guesses: BTreeMap::new() }
    }

    /// All searches in turn, each time for longer, until all have ended, or a turn would be longer than this, or so much
    /// was spent on all, or somebody asks for a stop.
    pub fn run(&mut self, terms: &mut Terms, chain: &mut Chain, limits: Limits) {
        let mut turn = FIRST_TURN;
        let (mut cost, worked) = (0, chain.work());
        while turn <= limits.longest_turn {
            let mut is_open = false;
            for suspect in &mut self.suspects {
                let Search::Open(backward) = &mut suspect.search else { continue };
                let begun = cost + (chain.work() - worked);
                loop {
                    let spent = cost + (chain.work() - worked);
                    if dunlin_stop::asked().is_some() || spent >= limits.cost {
                        return;
                    }
                    if backward.standing() != Standing::Open || spent - begun >= turn {
                        break;
                    }
                    let before = backward.tally().steps;
                    backward.run(terms, chain, Budget { steps: SLICE });
                    cost += COST_OF_STEP * (backward.tally().steps - before);
                }
                match backward.standing() {
                    Standing::Open => is_open = true,
                    Standing::Unreachable => {
                        self.tally.add(&backward.tally());
                        suspect.search = Search::Refuted;
                    }
                    Standing::Unknown => {
                        self.tally.add(&backward.tally());
                        for guess in backward.take_guesses() {
                            *self.guesses.entry(guess).or_insert(0) += 1;
                        }
                        suspect.search = Search::Undecided;
                    }
                }
            }
            if !is_open {
                return;
            }
            turn = turn.saturating_mul(GROWTH);
        }
    }

    /// All places.
    pub fn all(&self) -> impl Iterator<Item = Point> + '_ {
        self.suspects.iter().map(|suspect| suspect.at)
    }

    /// All places, with what can go wrong there.
    pub fn categories(&self) -> impl Iterator<Item = (Point, Category)> + '_ {
        self.suspects.iter().map(|suspect| (suspect.at, suspect.category))
    }

    /// Another engine has shown that a place never goes wrong.
    pub fn settle(&mut self, at: Point) {
        for suspect in self.suspects.iter_mut().filter(|suspect| suspect.at == at) {
            suspect.search = Search::Settled;
        }
    }

    /// The places that were not shown to be right.
    pub fn open(&self) -> impl Iterator<Item = Point> + '_ {
        let open =
            |suspect: &&Suspect<'_>| matches!(suspect.search, Search::Open(_) | Search::Undecided);
        self.suspects.iter().filter(open).map(|suspect| suspect.at)
    }

    /// What all searches have done.
    pub fn tally(&self) -> Tally {
        let mut tally = self.tally;
        for suspect in &self.suspects {
            if let Search::Open(backward) = &suspect.search {
                tally.add(&backward.tally());
            }
        }
        tally
    }

    /// Values for inputs with which something may go wrong, the best first: those that most searches agree on.
    pub fn take_guesses(&mut self) -> Vec<Guess> {
        let mut guesses = std::mem::take(&mut self.guesses);
        for suspect in &mut self.suspects {
            if let Search::Open(backward) = &mut suspect.search {
                for guess in backward.take_guesses() {
                    *guesses.entry(guess).or_insert(0) += 1;
                }
            }
        }
        let mut guesses: Vec<(Guess, u64)> = guesses.into_iter().collect();
        guesses.sort_by_key(|(_, searches)| std::cmp::Reverse(*searches));
        guesses.into_iter().map(|(guess, _)| guess).collect()
    }
}
