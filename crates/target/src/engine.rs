//! What looks for the target: one search, or several in turn.

use crate::ccbse::Ccbse;
use crate::forward::Forward;
use crate::hunt::Hunt;
use crate::in_turn::InTurn;
use crate::strategy::{Search, Strategy};
use crate::turns::Share;
use dunlin_exec::State;
use dunlin_exec::explore::SearchKind;

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
    const RANDOM_PATH: Search = Search::Undirected(SearchKind::RandomPath);
    const GENERATIONAL: Search = Search::Undirected(SearchKind::Generational);
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
        Strategy::Auto => {
            let env = |name: &str, default: u64| {
                std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
            };
            let shares = [
                (Search::Aimed, Share::with_patience(env("WA", 4), env("AP", 20_000))),
                (RANDOM_PATH, Share::steady(env("WR", 1))),
                (GENERATIONAL, Share::steady(env("WG", 1))),
            ];
            let forward = Forward::with_searches(hunt, &shares, seed);
            let backward = Ccbse::new(hunt, Search::Sdse, seed);
            let broad = Ccbse::new(hunt, RANDOM_PATH, seed ^ 1);
            let patience = env("PA", 20_000);
            Box::new(InTurn::new(vec![
                (Box::new(forward), Share::steady(env("WF", 10))),
                (Box::new(backward), Share::with_patience(env("WB", 5), patience)),
                (Box::new(broad), Share::with_patience(env("WC", 1), patience)),
            ]))
        }
    }
}
