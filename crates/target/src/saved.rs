//! A hunt that was left, as plain data: what it needs to go on later, with the same program and strategy.
//!
//! States are work items. Everything else that a verdict rests on is here too: what was left out, how paths have
//! ended, and who is through with all states. Searchers begin anew: in which order states come next is not kept.

use crate::explain::Obstacles;
use crate::hunt::{Ends, Passed, Tally};
use crate::paths::SavedPaths;
use crate::postponed::Patience;
use crate::turns::Turns;
use dunlin_exec::{Hints, Origin, SortedItems, WorkItem};
use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedHunt {
    pub tally: Tally,
    pub(crate) paths: SavedPaths,
    pub(crate) obstacles: Obstacles,
    pub(crate) passed: Vec<Passed>,
    pub(crate) notes: Vec<String>,
    pub(crate) turns: Turns,
    /// By engine.
    pub(crate) pools: Vec<Vec<SavedPool>>,
    /// Traces name hints by their numbers.
    pub(crate) hints: Hints,
}

/// What is left of a hunt that has ended.
#[derive(Clone, Debug, Default)]
pub enum Left {
    /// It is through, as far as it goes.
    #[default]
    Nothing,
    /// It can go on.
    Hunt(Box<SavedHunt>),
    /// It could go on, but its states would take too long to write down.
    TooMuch,
}

impl SavedHunt {
    /// How many states it has.
    pub fn states(&self) -> usize {
        self.pools.iter().flatten().map(|pool| pool.kept.len()).sum()
    }
}

/// The states of one origin, and what became of the others.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedPool {
    pub origin: Origin,
    pub begun: bool,
    pub complete: bool,
    pub ends: Ends,
    pub spent: u64,
    pub attempts_cost: u64,
    /// What asking again has cost.
    pub asking_cost: u64,
    /// Marks of coverage.
    pub reached: Vec<u32>,
    pub items: SortedItems,
    /// Of each item.
    pub kept: Vec<Kept>,
}

/// What is kept of a state beside its item.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// How far it is from the target.
    pub rank: u64,
    pub patience: Patience,
}

impl SavedPool {
    /// Its states, nearest to the target first; none if it does not say the same of all.
    pub fn states(items: SortedItems, kept: Vec<Kept>) -> Option<Vec<(WorkItem, Kept)>> {
        let items = items.into_vec();
        if items.len() != kept.len() {
            return None;
        }
        let mut states: Vec<(WorkItem, Kept)> = items.into_iter().zip(kept).collect();
        states.sort_by_key(|(_, kept)| kept.rank);
        Some(states)
    }
}

/// What was saved belongs to another program or strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotOfThisHunt;

impl fmt::Display for NotOfThisHunt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it does not fit the program and the strategy")
    }
}

impl std::error::Error for NotOfThisHunt {}
