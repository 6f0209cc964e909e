//! Why a target was not reached: what ended the paths that might have, where the states stand, and
//! which conditions nobody got past.

use crate::hunt::Hunt;
use crate::in_turn::InTurn;
use crate::ranking::NO_WAY;
use dunlin_exec::coverage::executed;
use dunlin_exec::{Ended, Outcome};
use dunlin_ir::{Point, Pos};
use dunlin_results::{ErrorKind, ErrorReport, LeftOutAt};
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasher;

/// So many distinct errors are kept.
const MOST_ERRORS: usize = 256;
/// So many places of states and so many conditions are told.
const MOST_PLACES: usize = 5;

/// How paths from the program's beginning ended before the target.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Obstacles {
    /// What was not explored although the target might be behind it; where, and how often.
    pub lost: Vec<(LeftOutAt, u64)>,
    /// Program errors, one of each kind and place.
    pub errors: Vec<(ErrorReport, u64)>,
    /// The kinds of all errors, kept or not.
    pub kinds: BTreeSet<ErrorKind>,
    /// Bugs of the engine.
    pub bugs: Vec<String>,
    /// Hashes of the paths that are counted: several engines may meet the same one.
    known: BTreeSet<u64>,
}

impl Obstacles {
    /// Something on a path from the program's beginning was not explored.
    pub(crate) fn add_left_out(&mut self, left: LeftOutAt) {
        match self.lost.iter_mut().find(|(known, _)| *known == left) {
            Some((_, count)) => *count += 1,
            None => self.lost.push((left, 1)),
        }
    }

    pub(crate) fn add(&mut self, ended: &Ended, whole: bool) {
        if let Outcome::EngineBug { what } = &ended.outcome {
            self.bugs.push(what.clone());
        }
        let counts = matches!(
            ended.outcome,
            Outcome::Unsupported { .. } | Outcome::Limit { .. } | Outcome::Error(_)
        );
        if !whole || !counts || !self.known.insert(FxBuildHasher.hash_one(&ended.decisions)) {
            return;
        }
        match &ended.outcome {
            Outcome::Unsupported { .. } | Outcome::Limit { .. } => {
                if let Some(left) = ended.outcome.left_out() {
                    self.add_left_out(LeftOutAt { left, place: ended.place.clone() });
                }
            }
            Outcome::Error(_) => {
                let Some(report) = &ended.report else { return };
                self.kinds.insert(report.kind);
                let known = |(known, _): &&mut (ErrorReport, u64)| {
                    known.kind == report.kind && known.place() == report.place()
                };
                if let Some((_, count)) = self.errors.iter_mut().find(known) {
                    *count += 1;
                } else if self.errors.len() < MOST_ERRORS {
                    self.errors.push((report.clone(), 1));
                }
            }
            _ => {}
        }
    }
}

/// Where a hunt stands that did not come to an end.
#[derive(Clone, Debug, Default)]
pub struct Standstill {
    /// Where the states of the whole program wait, nearest to the target first: the source position,
    /// how many, and their distance.
    pub states: Vec<(Pos, u64, u64)>,
    /// Conditions that were reached but never went the way that leads to the target, nearest first.
    pub conditions: Vec<Condition>,
}

/// A branch that never went a way that leads to the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    pub pos: Pos,
    /// For a branch: the condition would have to be this. None for a switch.
    pub must_be: Option<bool>,
    /// From where it would lead.
    pub distance: u64,
}

impl Standstill {
    pub(crate) fn new<'a>(hunt: &Hunt<'a>, engine: &InTurn<'a>) -> Standstill {
        let module = &hunt.marked.program.module;
        let mut pools = Vec::new();
        engine.whole_pools(&mut pools);
        // Engines that begin at the same place have the same states there: the largest pool says most.
        let largest = pools.iter().map(|pool| pool.waiting().count()).max().unwrap_or(0);
        let mut places: BTreeMap<(u64, Pos), u64> = BTreeMap::new();
        let mut counted = false;
        let mut reached = vec![false; hunt.marked.program.marks()];
        for pool in pools {
            for (all, one) in reached.iter_mut().zip(pool.coverage().reached()) {
                *all |= one;
            }
            if counted || pool.waiting().count() < largest {
                continue;
            }
            counted = true;
            for state in pool.waiting() {
                let stack: Vec<Point> = hunt.marked.program.stack(state).collect();
                let own = stack.iter().find(|point| !module.func(point.func).runtime);
                if let Some(pos) = own.and_then(|&point| module.pos(point)) {
                    let pos = Pos { column: 0, ..pos };
                    *places.entry((hunt.ranking.rank(&stack), pos)).or_default() += 1;
                }
            }
        }
        let states = places.into_iter().map(|((distance, pos), count)| (pos, count, distance));
        let states = states.take(MOST_PLACES).collect();
        Standstill { states, conditions: conditions(hunt, &reached) }
    }
}

fn conditions(hunt: &Hunt<'_>, reached: &[bool]) -> Vec<Condition> {
    let program = &hunt.marked.program;
    let mut found: Vec<Condition> = Vec::new();
    for function in executed(program, reached) {
        let func = program.module.func(function.func);
        for branch in function.branches.iter().filter(|branch| branch.taken == Some(false)) {
            let term = &func.blocks[branch.block as usize].term;
            let edges = term.edges();
            let Some(edge) = edges.get(branch.way as usize) else { continue };
            let start = Point { func: function.func, block: edge.block, index: 0 };
            let distance = hunt.ranking.rank_of(start);
            if distance == NO_WAY {
                continue;
            }
            let must_be = (edges.len() == 2).then_some(branch.way == 0);
            found.push(Condition { pos: branch.pos, must_be, distance });
        }
    }
    found.sort_by_key(|condition| (condition.distance, condition.pos));
    found.dedup();
    found.truncate(MOST_PLACES);
    found
}
