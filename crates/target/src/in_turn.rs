//! Several engines in turn, each with its share of the cost (Directed SE 2.4). They share terms, caches
//! and partial paths.

use crate::engine::{Engine, Turn};
use crate::hunt::Hunt;
use crate::pool::Pool;
use crate::turns::{Share, Turns};
use dunlin_exec::State;

pub struct InTurn<'a> {
    engines: Vec<Box<dyn Engine<'a> + 'a>>,
    turns: Turns,
}

impl<'a> InTurn<'a> {
    pub fn new(engines: Vec<(Box<dyn Engine<'a> + 'a>, Share)>) -> InTurn<'a> {
        let turns = Turns::new(engines.iter().map(|(_, share)| *share));
        InTurn { engines: engines.into_iter().map(|(engine, _)| engine).collect(), turns }
    }
}

impl<'a> Engine<'a> for InTurn<'a> {
    fn turn(&mut self, hunt: &mut Hunt<'a>, budget: u64) -> Turn {
        let Some(next) = self.turns.next() else { return Turn::Exhausted { complete: false } };
        let engine = &mut self.engines[next];
        let (before, news) = (hunt.cost(), engine.news());
        let turn = engine.turn(hunt, budget);
        self.turns.spend(next, hunt.cost() - before, engine.news() > news);
        match turn {
            Turn::Exhausted { complete: false } => {
                self.turns.finish(next);
                Turn::GoesOn
            }
            turn => turn,
        }
    }

    fn news(&self) -> u64 {
        self.engines.iter().map(|engine| engine.news()).sum()
    }

    fn states<'s>(&'s mut self, states: &mut Vec<&'s mut State>) {
        for engine in &mut self.engines {
            engine.states(states);
        }
    }

    fn whole_pools<'s>(&'s self, pools: &mut Vec<&'s Pool<'a>>) {
        for engine in &self.engines {
            engine.whole_pools(pools);
        }
    }
}
