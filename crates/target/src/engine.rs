//! What looks for the target: one search, or several in turn.

use crate::backward::{ForwardWhen, FromTarget, Told};
use crate::ccbse::Ccbse;
use crate::condensed::Condensed;
use crate::forward::Forward;
use crate::hunt::{Hunt, Proof};
use crate::in_turn::InTurn;
use crate::saved::{NotOfThisHunt, SavedPool};
use crate::strategy::{Search, Strategy};
use crate::turns::Share;
use dunlin_exec::State;
use dunlin_exec::explore::SearchKind;
use dunlin_term::TermId;
use std::time::Instant;

const RANDOM_PATH: Search = Search::Undirected(SearchKind::RandomPath);
const KLEE: Search = Search::Undirected(SearchKind::Klee);
const GENERATIONAL: Search = Search::Undirected(SearchKind::Generational);

/// In the portfolio, forward searches spend at most this part of their cost on following partial paths:
/// there CCBSE follows them as well.
const ATTEMPTS_PART: u64 = 8;

/// With `tse`, what executes forward without hints, and from which cost on: a loop of 100,000 rounds with a value from
/// the target has come to its end by then.
const UNGUIDED: [Search; 1] = [KLEE];
const UNGUIDED_FROM: f64 = 700_000.0;

/// How a turn ended.
pub enum Turn {
    GoesOn,
    /// A state that began where the program does stands at the target.
    Reached(Box<State>),
    /// There is no path to the target.
    Refuted(Proof),
    /// Nothing is left to do. `complete` if every path from the program's beginning was followed to
    /// its end, or to where no way leads to the target any more.
    Exhausted {
        complete: bool,
    },
}

/// States with one or several searches that have turns on them, its members.
pub trait Engine<'a> {
    /// What a member is called, as a strategy.
    fn name(&self, member: usize) -> String;

    /// A member works for about this much cost; how much it has found that brings it nearer to the
    /// target.
    fn turn(&mut self, hunt: &mut Hunt<'a>, member: usize, budget: u64) -> (Turn, u64);

    /// Puts states away, since memory is short.
    fn park(&mut self, hunt: &mut Hunt<'a>);

    /// All states that it holds, none of which runs.
    fn states<'s>(&'s mut self, states: &mut Vec<&'s mut State>);

    /// What backward execution has found out, if it is one of its members.
    fn told(&self) -> Option<Told> {
        None
    }

    /// Terms that it holds beside those of states.
    fn terms(&self, _terms: &mut Vec<TermId>) {}

    /// Terms that nobody holds were recycled.
    fn recycled(&mut self) {}

    /// What it needs to go on later; none if that takes too long.
    fn save(&self, hunt: &Hunt<'a>, until: Instant) -> Option<Vec<SavedPool>>;

    /// Goes on where an engine was that saved this.
    fn restore(&mut self, hunt: &Hunt<'a>, pools: Vec<SavedPool>) -> Result<(), NotOfThisHunt>;

    /// For each pool of states that begin where the program does: what they have reached (see
    /// [`dunlin_exec::coverage`]), and the states.
    fn whole_pools<'s>(&'s self, pools: &mut Vec<&'s crate::pool::Pool<'a>>);
}

/// The engines of the hunt's strategy.
pub fn of_strategy<'a>(hunt: &Hunt<'a>) -> InTurn<'a> {
    let seed = hunt.options.seed;
    let forward = |search| -> Member<'a> {
        (Box::new(Forward::new(hunt, &[search], seed)), vec![Share::steady(0.5)])
    };
    let backward = |search, seed| -> Member<'a> {
        (Box::new(Ccbse::new(hunt, search, seed)), vec![Share::steady(0.5)])
    };
    let from_target =
        |forward| -> Box<dyn Engine<'a> + 'a> { Box::new(FromTarget::new(hunt, forward, seed)) };
    match hunt.options.strategy {
        Strategy::Forward(search) => InTurn::new(vec![forward(search)]),
        Strategy::Ccbse(search) => InTurn::new(vec![backward(search, seed)]),
        // Directed SE 2.4: half of the cost each.
        Strategy::Mix(search) => {
            InTurn::new(vec![forward(search), backward(RANDOM_PATH, seed ^ 1)])
        }
        // The paper's order: backward first, then forward with what was found. Values may mislead: later, searches
        // without them get a share, so that what one of them finds is not lost.
        Strategy::Tse => {
            let unguided = Forward::new(hunt, &UNGUIDED, seed);
            let shares = vec![Share::steady(0.3).from(UNGUIDED_FROM); UNGUIDED.len()];
            let both = vec![Share::steady(0.3), Share::steady(0.4)];
            InTurn::new(vec![
                (from_target(ForwardWhen::Always), both),
                (Box::new(unguided), shares),
            ])
        }
        Strategy::Backward => {
            InTurn::new(vec![(from_target(ForwardWhen::Never), vec![Share::steady(1.0)])])
        }
        Strategy::Bse => {
            let shares = vec![Share::steady(0.5); 1 + crate::condensed::SEARCHES.len()];
            InTurn::new(vec![(Box::new(Condensed::new(hunt, seed)), shares)])
        }
        Strategy::Auto => portfolio(hunt, true),
        Strategy::AutoForward => portfolio(hunt, false),
    }
}

type Member<'a> = (Box<dyn Engine<'a> + 'a>, Vec<Share>);

/// What `auto` is (docs/architecture.md says how it was found). All forward searches work on the same states,
/// and all follow the partial paths that the backward ones find. CCBSE succeeds soon or not at all: once what is
/// found at once has been found, it has more than half for a while, and more again with every partial path.
fn portfolio<'a>(hunt: &Hunt<'a>, from_target: bool) -> InTurn<'a> {
    let seed = hunt.options.seed;
    let searches = [
        (Search::Aimed, Share::steady(0.30)),
        (Search::Deep, Share::steady(0.30)),
        (KLEE, Share::steady(0.10)),
        (GENERATIONAL, Share::steady(0.05).from(1500.0)),
        (RANDOM_PATH, Share::steady(0.10).from(1500.0)),
    ];
    let mut forward = Forward::new(hunt, &searches.map(|(search, _)| search), seed);
    forward.limit_attempts(ATTEMPTS_PART);
    let backward = Ccbse::new(hunt, Search::Sdse, seed);
    let broad_backward = Ccbse::new(hunt, RANDOM_PATH, seed ^ 1);
    let mut members: Vec<Member<'a>> = vec![
        (Box::new(forward), searches.map(|(_, share)| share).to_vec()),
        (Box::new(backward), vec![Share::fading(1.20, 0.04).from(2500.0)]),
        (Box::new(broad_backward), vec![Share::steady(0.02).from(5000.0)]),
    ];
    if from_target {
        let share = Share::steady(0.04).from(20_000.0).at_standstill(0.15);
        let engine = FromTarget::new(hunt, ForwardWhen::Hinted, seed);
        members.push((Box::new(engine), vec![share, share]));
    }
    InTurn::new(members)
}
