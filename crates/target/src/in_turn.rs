//! The members of all engines in turn, each with its part of the cost (Directed SE 2.4). Engines share
//! terms, caches and partial paths; the members of one engine share its states as well.

use crate::backward::Told;
use crate::engine::{Engine, Turn};
use crate::hunt::Hunt;
use crate::pool::Pool;
use crate::saved::{NotOfThisHunt, SavedPool};
use crate::turns::{Had, Share, Turns};
use dunlin_exec::State;
use dunlin_term::TermId;
use std::time::Instant;

/// What a member of a hunt's strategy has had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberTally {
    /// As a strategy is named.
    pub name: String,
    pub had: Had,
}

pub struct InTurn<'a> {
    engines: Vec<Box<dyn Engine<'a> + 'a>>,
    /// Their engines, and their numbers there.
    members: Vec<(usize, usize)>,
    turns: Turns,
}

impl<'a> InTurn<'a> {
    /// Each engine with the shares of its members.
    pub fn new(engines: Vec<(Box<dyn Engine<'a> + 'a>, Vec<Share>)>) -> InTurn<'a> {
        let of_engine = |(number, shares): (usize, &Vec<Share>)| {
            (0..shares.len()).map(move |member| (number, member)).collect::<Vec<_>>()
        };
        let shares = engines.iter().map(|(_, shares)| shares);
        let members = shares.clone().enumerate().flat_map(of_engine).collect();
        let turns = Turns::new(shares.flatten().copied());
        InTurn { engines: engines.into_iter().map(|(engine, _)| engine).collect(), members, turns }
    }

    /// Somebody works for about this much cost.
    pub fn turn(&mut self, hunt: &mut Hunt<'a>, budget: u64) -> Turn {
        let Some(next) = self.turns.next() else { return Turn::Exhausted { complete: false } };
        let (engine, member) = self.members[next];
        let before = hunt.cost();
        let (turn, news) = self.engines[engine].turn(hunt, member, budget);
        self.turns.spend(next, hunt.cost() - before, news);
        match turn {
            Turn::Exhausted { complete: false } => {
                let of_engine = self.members.iter().enumerate();
                for (number, _) in of_engine.filter(|(_, (other, _))| *other == engine) {
                    self.turns.finish(number);
                }
                Turn::GoesOn
            }
            turn => turn,
        }
    }

    pub fn tally(&self) -> Vec<MemberTally> {
        let names = self.members.iter().map(|&(engine, member)| self.engines[engine].name(member));
        names.zip(self.turns.had()).map(|(name, had)| MemberTally { name, had }).collect()
    }

    /// All states, none of which runs.
    pub fn states<'s>(&'s mut self, states: &mut Vec<&'s mut State>) {
        self.engines.iter_mut().for_each(|engine| engine.states(states));
    }

    /// What backward execution has found out, if it took part.
    pub fn told(&self) -> Option<Told> {
        self.engines.iter().find_map(|engine| engine.told())
    }

    /// Terms that its engines hold beside those of states.
    pub fn terms(&self) -> Vec<TermId> {
        let mut terms = Vec::new();
        self.engines.iter().for_each(|engine| engine.terms(&mut terms));
        terms
    }

    /// Terms that nobody holds were recycled.
    pub fn recycled(&mut self) {
        self.engines.iter_mut().for_each(|engine| engine.recycled());
    }

    /// Memory is short.
    pub fn park(&mut self, hunt: &mut Hunt<'a>) {
        self.engines.iter_mut().for_each(|engine| engine.park(hunt));
    }

    /// What the engines need to go on later, each, and whose turn it is; none if that takes too long.
    pub fn save(&self, hunt: &Hunt<'a>, until: Instant) -> Option<(Turns, Vec<Vec<SavedPool>>)> {
        let pools = self.engines.iter().map(|engine| engine.save(hunt, until));
        Some((self.turns.clone(), pools.collect::<Option<_>>()?))
    }

    /// Goes on where one of the same strategy was.
    pub fn restore(
        &mut self,
        hunt: &Hunt<'a>,
        turns: Turns,
        pools: Vec<Vec<SavedPool>>,
    ) -> Result<(), NotOfThisHunt> {
        if !turns.has_shares_of(&self.turns) || pools.len() != self.engines.len() {
            return Err(NotOfThisHunt);
        }
        self.turns = turns;
        for (engine, pools) in self.engines.iter_mut().zip(pools) {
            engine.restore(hunt, pools)?;
        }
        Ok(())
    }

    /// See [`Engine::whole_pools`].
    pub fn whole_pools<'s>(&'s self, pools: &mut Vec<&'s Pool<'a>>) {
        self.engines.iter().for_each(|engine| engine.whole_pools(pools));
    }
}
