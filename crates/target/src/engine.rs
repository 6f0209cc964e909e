//! What looks for the target: one search, or several in turn.

use crate::ccbse::Ccbse;
use crate::forward::Forward;
use crate::hunt::Hunt;
use crate::in_turn::InTurn;
use crate::strategy::{Search, Strategy};
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
    const KLEE: Search = Search::Undirected(SearchKind::Klee);
    let mix = |search| {
        // Directed SE 2.4: half of the cost each.
        let forward = Forward::new(hunt, search, seed);
        let backward = Ccbse::new(hunt, RANDOM_PATH, seed ^ 1);
        Box::new(InTurn::new(vec![Box::new(forward), Box::new(backward)]))
    };
    match hunt.options.strategy {
        Strategy::Forward(search) => Box::new(Forward::new(hunt, search, seed)),
        Strategy::Ccbse(search) => Box::new(Ccbse::new(hunt, search, seed)),
        Strategy::Mix(search) => mix(search),
        Strategy::Auto => {
            let nearest = Forward::new(hunt, Search::Sdse, seed);
            let backward = Ccbse::new(hunt, Search::Sdse, seed);
            Box::new(InTurn::new(vec![Box::new(nearest), Box::new(backward), mix(KLEE)]))
        }
    }
}
