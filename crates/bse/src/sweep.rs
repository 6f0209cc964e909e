//! Which of many places never go wrong: one region and one query for all of them, as long as the answer is no.
//!
//! If the answer is yes for one of them, the others are asked about without it. If something was lost on the way, nothing is
//! known of any, and each half is asked about by itself: a region leads only to what it is asked about, and so to less that
//! is lost.

use crate::goal::{Asked, Goal};
use crate::loss::Loss;
use crate::options::Options;
use crate::question::{Question, Reply, Solver};
use crate::search::{Tally, ask, losses};
use crate::unroll::{Source, unroll};
use crate::walk::{Made, walk};
use dunlin_ir::Point;
use dunlin_solver::backend::Budget;
use dunlin_solver::chain::Portfolio;
use dunlin_term::Terms;
use std::collections::{BTreeMap, BTreeSet};

/// What a sweep may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Commands of regions, and what solvers do ([`Portfolio::effort`]).
    pub cost: u64,
    /// For one query.
    pub query: Budget,
}

/// Places of a program, and what is known of them.
pub struct Sweep<'a> {
    source: Source<'a>,
    options: Options,
    /// Nothing is known of them.
    pub open: BTreeMap<Point, Asked>,
    /// They never go wrong.
    pub refuted: BTreeSet<Point>,
    /// With these inputs they may go wrong.
    pub candidates: BTreeMap<Point, Vec<Made>>,
    /// Of open places: what the region lost on the way there.
    pub lost: BTreeMap<Point, Vec<Loss>>,
    pub tally: Tally,
}

impl<'a> Sweep<'a> {
    pub fn new(
        source: Source<'a>,
        options: Options,
        places: impl IntoIterator<Item = (Point, Asked)>,
    ) -> Sweep<'a> {
        Sweep {
            source,
            options,
            open: places.into_iter().collect(),
            refuted: BTreeSet::new(),
            candidates: BTreeMap::new(),
            lost: BTreeMap::new(),
            tally: Tally::default(),
        }
    }

    /// Asks about all open places, with loops and recursion up to a bound.
    pub fn run(
        &mut self,
        terms: &mut Terms,
        portfolio: &mut Portfolio,
        (bound, limits): (u32, Limits),
    ) {
        let (size, effort) = (self.tally.size, portfolio.effort());
        let mut waiting: Vec<Vec<(Point, Asked)>> = vec![self.open.clone().into_iter().collect()];
        self.tally.unwind = bound;
        while let Some(batch) = waiting.pop() {
            let spent = (self.tally.size - size) + (portfolio.effort() - effort);
            if batch.is_empty() || spent >= limits.cost || dunlin_stop::asked().is_some() {
                continue;
            }
            let goal: Goal = batch.iter().copied().collect();
            let Ok(graph) = unroll(terms, &self.source, &goal, &self.options, bound) else {
                // It was made up to there.
                self.tally.size += self.options.largest as u64;
                halve(batch, &mut waiting);
                continue;
            };
            self.tally.regions += 1;
            self.tally.size += graph.size() as u64;
            let mut solver = Solver::new(portfolio, limits.query);
            let any = Question::TargetOrLoss;
            if ask(terms, &mut solver, &graph, &self.options, any).is_impossible() {
                self.tally.queries += solver.queries;
                for (point, _) in batch {
                    self.open.remove(&point);
                    self.lost.remove(&point);
                    self.refuted.insert(point);
                }
                continue;
            }
            let reply = ask(terms, &mut solver, &graph, &self.options, Question::Target);
            self.tally.queries += solver.queries;
            match reply {
                Reply::Possible(model) => {
                    let walked = walk(terms, &graph, &model);
                    let last = walked.nodes.last().expect("a walk has a beginning");
                    let Some(&point) = graph.targets.get(last) else {
                        debug_assert!(false, "a solution leads to a target");
                        continue;
                    };
                    self.open.remove(&point);
                    self.lost.remove(&point);
                    self.candidates.insert(point, walked.inputs);
                    waiting.push(batch.into_iter().filter(|(at, _)| *at != point).collect());
                }
                Reply::Impossible | Reply::Unknown => {
                    if let &[(point, _)] = &batch[..] {
                        self.lost.insert(point, losses(&graph));
                    }
                    halve(batch, &mut waiting);
                }
            }
        }
    }
}

/// Both halves of a batch, the first one on top.
fn halve<T>(mut batch: Vec<T>, waiting: &mut Vec<Vec<T>>) {
    if batch.len() > 1 {
        let second = batch.split_off(batch.len() / 2);
        waiting.extend([second, batch]);
    }
}
