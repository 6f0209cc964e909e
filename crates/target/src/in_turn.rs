//! Several engines in turn, each with the same share of the cost (Directed SE 2.4). They share terms,
//! caches and partial paths.

use crate::engine::{Engine, Turn};
use crate::hunt::Hunt;
use crate::pool::Pool;
use dunlin_exec::State;

struct Member<'a> {
    engine: Box<dyn Engine<'a> + 'a>,
    spent: u64,
    /// Nothing is left for it to do.
    done: bool,
}

pub struct InTurn<'a> {
    members: Vec<Member<'a>>,
}

impl<'a> InTurn<'a> {
    pub fn new(engines: Vec<Box<dyn Engine<'a> + 'a>>) -> InTurn<'a> {
        let member = |engine| Member { engine, spent: 0, done: false };
        InTurn { members: engines.into_iter().map(member).collect() }
    }
}

impl<'a> Engine<'a> for InTurn<'a> {
    /// The turn of the member that has spent least.
    fn turn(&mut self, hunt: &mut Hunt<'a>, budget: u64) -> Turn {
        let open = self.members.iter_mut().filter(|member| !member.done);
        let Some(member) = open.min_by_key(|member| member.spent) else {
            return Turn::Exhausted { complete: false };
        };
        let before = hunt.cost();
        let turn = member.engine.turn(hunt, budget);
        member.spent += hunt.cost() - before;
        match turn {
            Turn::Exhausted { complete: false } => {
                member.done = true;
                Turn::GoesOn
            }
            turn => turn,
        }
    }

    fn states<'s>(&'s mut self, states: &mut Vec<&'s mut State>) {
        for member in &mut self.members {
            member.engine.states(states);
        }
    }

    fn whole_pools<'s>(&'s self, pools: &mut Vec<&'s Pool<'a>>) {
        for member in &self.members {
            member.engine.whole_pools(pools);
        }
    }
}
