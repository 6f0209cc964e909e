//! What looks for the target: one search, or several in turn.

use crate::ccbse::Ccbse;
use crate::forward::Forward;
use crate::hunt::Hunt;
use crate::in_turn::InTurn;
use crate::strategy::{Search, Strategy};
use crate::turns::Share;
use dunlin_exec::State;
use dunlin_exec::explore::SearchKind;

const RANDOM_PATH: Search = Search::Undirected(SearchKind::RandomPath);
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

pub trait Engine<'a> {
    /// Works for about this much cost.
    fn turn(&mut self, hunt: &mut Hunt<'a>, budget: u64) -> Turn;

    /// How often it has found something that brings it nearer to the target.
    fn news(&self) -> u64;

    /// All states that it holds, none of which runs.
    fn states<'s>(&'s mut self, states: &mut Vec<&'s mut State>);

    /// For each pool of states that begin where the program does: what they have reached (see
    /// [`dunlin_exec::coverage`]), and the states.
    fn whole_pools<'s>(&'s self, pools: &mut Vec<&'s crate::pool::Pool<'a>>);
}

/// The engine of the hunt's strategy.
pub fn of_strategy<'a>(hunt: &Hunt<'a>) -> Box<dyn Engine<'a> + 'a> {
    let seed = hunt.options.seed;
    match hunt.options.strategy {
        Strategy::Forward(search) => Box::new(Forward::new(hunt, search, seed)),
        Strategy::Ccbse(search) => Box::new(Ccbse::new(hunt, search, seed)),
        Strategy::Mix(search) => {
            // Directed SE 2.4: half of the cost each.
            let forward = Forward::new(hunt, search, seed);
            let backward = Ccbse::new(hunt, RANDOM_PATH, seed ^ 1);
            Box::new(InTurn::new(vec![
                (Box::new(forward), Share::steady(1)),
                (Box::new(backward), Share::steady(1)),
            ]))
        }
        Strategy::Auto => portfolio(hunt),
    }
}

/// What `auto` is (docs/architecture.md says how its shares were found). The aimed search and CCBSE(SDSE)
/// come first: where they help, they help soon. Random path has more of the cost the longer it takes,
/// since a target that is hard to aim at is often not deep. All forward searches work on the same states,
/// and all follow the partial paths that the backward ones find.
fn portfolio<'a>(hunt: &Hunt<'a>) -> Box<dyn Engine<'a> + 'a> {
    let seed = hunt.options.seed;
    let searches = [
        (Search::Aimed, Share::changing(28, 200_000, 4)),
        (RANDOM_PATH, Share::changing(4, 20_000, 16)),
        (GENERATIONAL, Share::steady(4)),
    ];
    let mut forward = Forward::with_searches(hunt, &searches, seed);
    forward.limit_attempts(ATTEMPTS_PART);
    let backward = Ccbse::new(hunt, Search::Sdse, seed);
    let broad_backward = Ccbse::new(hunt, RANDOM_PATH, seed ^ 1);
    Box::new(InTurn::new(vec![
        (Box::new(forward), Share::steady(160)),
        (Box::new(backward), Share::changing(80, 20_000, 2)),
        (Box::new(broad_backward), Share::changing(16, 10_000, 1)),
    ]))
}
