//! What looks for the target: one search, or several in turn.

use crate::ccbse::Ccbse;
use crate::forward::Forward;
use crate::hunt::Hunt;
use crate::in_turn::InTurn;
use crate::strategy::{Search, Strategy};
use crate::turns::Floor;
use dunlin_exec::State;
use dunlin_exec::explore::SearchKind;

const RANDOM_PATH: Search = Search::Undirected(SearchKind::RandomPath);
const KLEE: Search = Search::Undirected(SearchKind::Klee);
const GENERATIONAL: Search = Search::Undirected(SearchKind::Generational);

/// In the portfolio, forward searches spend at most this part of their cost on following partial paths:
/// there CCBSE follows them as well.
const ATTEMPTS_PART: u64 = 8;

/// How a turn ended.
pub enum Turn {
    GoesOn,
    /// A state that began where the program does stands at the target.
    Reached(Box<State>),
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

    /// For each pool of states that begin where the program does: what they have reached (see
    /// [`dunlin_exec::coverage`]), and the states.
    fn whole_pools<'s>(&'s self, pools: &mut Vec<&'s crate::pool::Pool<'a>>);
}

/// The engines of the hunt's strategy.
pub fn of_strategy<'a>(hunt: &Hunt<'a>) -> InTurn<'a> {
    let seed = hunt.options.seed;
    let forward =
        |search| -> Member<'a> { (Box::new(Forward::new(hunt, &[search], seed)), vec![0.5]) };
    let backward =
        |search, seed| -> Member<'a> { (Box::new(Ccbse::new(hunt, search, seed)), vec![0.5]) };
    match hunt.options.strategy {
        Strategy::Forward(search) => InTurn::new(vec![forward(search)]),
        Strategy::Ccbse(search) => InTurn::new(vec![backward(search, seed)]),
        // Directed SE 2.4: half of the cost each.
        Strategy::Mix(search) => {
            InTurn::new(vec![forward(search), backward(RANDOM_PATH, seed ^ 1)])
        }
        Strategy::Auto => portfolio(hunt),
    }
}

type Member<'a> = (Box<dyn Engine<'a> + 'a>, Vec<Floor>);

/// What `auto` is (docs/architecture.md says how it was found). All forward searches work on the same states,
/// and all follow the partial paths that the backward ones find. Half of the cost is given out in advance, the
/// rest goes to those with news.
fn portfolio<'a>(hunt: &Hunt<'a>) -> InTurn<'a> {
    let seed = hunt.options.seed;
    let searches = [
        (Search::Aimed, 0.25),
        (Search::Deep, 0.20),
        (KLEE, 0.25),
        (GENERATIONAL, 0.03),
        (RANDOM_PATH, 0.02),
    ];
    let mut forward = Forward::new(hunt, &searches.map(|(search, _)| search), seed);
    forward.limit_attempts(ATTEMPTS_PART);
    let backward = Ccbse::new(hunt, Search::Sdse, seed);
    let broad_backward = Ccbse::new(hunt, RANDOM_PATH, seed ^ 1);
    InTurn::new(vec![
        (Box::new(forward), searches.map(|(_, floor)| floor).to_vec()),
        (Box::new(backward), vec![0.05]),
        (Box::new(broad_backward), vec![0.02]),
    ])
}
