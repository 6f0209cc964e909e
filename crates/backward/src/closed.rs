//! Edges that are closed: no execution that takes one gets to the target afterwards. Forward search need not follow
//! whoever takes it.
//!
//! An execution that takes the edge e and then gets to the target has a last time at which it takes e. Backward execution
//! goes along what comes behind that, and crosses e for the first time. So e is closed if every path that has
//! crossed it has died of a contradiction, together with all that it became, and no path that has not crossed it
//! can get there any more. That is:
//!
//! - No path that waits has crossed e.
//! - No path that has crossed e has arrived, was cut, or has lost the right to prove.
//! - A path that had crossed e and was given up as seen is covered by one that had crossed e, too. Whoever comes along
//!   the former could go on along the latter, which is dead with all that it became, or was covered in its turn:
//!   each time less of the execution lies before the place, so that this ends. A path that was given up before it had
//!   crossed e leaves nothing open either: an execution that takes e and comes along it could go on along the one that covers
//!   it, and whether such a one exists is looked for there.
//! - From behind e, no way leads to where a path waits, or to where one was cut or lost. (A path that has arrived has
//!   nothing before it.)
//!
//! All this holds for edges that a path cannot pass over. It passes over calls of quiet functions, and of functions that
//! a pointer of another type leads to: edges in these, and in what they call, are never closed.

use crate::functions::{Functions, Role};
use crate::state::{Crossed, State};
use dunlin_ir::cfg::EdgeId;
use dunlin_ir::distance::{Distances, Indirect};
use dunlin_ir::{BlockId, FuncId, Point};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// What is known of paths that do not wait any more.
#[derive(Default)]
pub struct Closed {
    /// Edges that a path has crossed which did not die of a contradiction.
    open: FxHashSet<(FuncId, EdgeId)>,
    /// Where paths were cut or lost.
    ends: BTreeSet<Point>,
}

impl Closed {
    /// Nothing can be concluded from a path.
    pub fn give_up(&mut self, state: &State) {
        self.open.extend(state.crossed.iter());
        self.ends.insert(state.point());
    }

    /// The same for a path that stands before an instruction which was not executed. It ends behind that: in a call, whole
    /// functions lie between the two.
    pub fn give_up_behind(&mut self, state: &State) {
        self.open.extend(state.crossed.iter());
        let before = state.point();
        self.ends.insert(Point { index: before.index + 1, ..before });
    }

    /// A path is seen: another one, which has crossed these edges, asks for less.
    pub fn give_up_covered(&mut self, state: &State, covering: &Crossed) {
        if state.lost.is_some() {
            return self.give_up(state);
        }
        self.open.extend(state.crossed.difference(covering));
    }

    /// A path begins where the program does.
    pub fn arrive(&mut self, state: &State) {
        self.open.extend(state.crossed.iter());
    }

    /// The edges that are closed while these paths wait; of blocks with several.
    pub fn edges<'s>(
        &self,
        functions: &Functions<'_>,
        waiting: impl Iterator<Item = &'s State>,
    ) -> BTreeSet<(FuncId, EdgeId)> {
        let mut open = self.open.clone();
        let mut ends = self.ends.clone();
        let mut last: Option<&Crossed> = None;
        for state in waiting {
            // Neighbours mostly share theirs.
            if !last.is_some_and(|last| std::rc::Rc::ptr_eq(last, &state.crossed)) {
                open.extend(state.crossed.iter());
            }
            last = Some(&state.crossed);
            ends.insert(state.point());
        }
        let ways = Ways::to(functions, ends);
        let mut closed = BTreeSet::new();
        for func in tracked(functions) {
            let cfg = &functions.shape(func).cfg;
            let returns_to_way = ways.returns_to_one(func);
            for from in functions.func(func).block_ids().filter(|&block| cfg.is_reachable(block)) {
                let to = cfg.successors(from);
                for (index, &to) in (0..).zip(to).filter(|_| to.len() > 1) {
                    let edge = (func, EdgeId { from, index });
                    if !open.contains(&edge) && !ways.lead_from(func, to, returns_to_way) {
                        closed.insert(edge);
                    }
                }
            }
        }
        closed
    }
}

/// Functions that no path passes over.
fn tracked(functions: &Functions<'_>) -> Vec<FuncId> {
    let graph = functions.graph;
    let mut passed: FxHashSet<FuncId> = FxHashSet::default();
    let mut open: Vec<FuncId> =
        functions.module.func_ids().filter(|&func| graph.is_address_taken(func)).collect();
    while let Some(func) = open.pop() {
        if passed.insert(func) {
            open.extend(graph.callees(func));
        }
    }
    let is_tracked = |func: &FuncId| {
        functions.role(*func) == Role::Code
            && !functions.is_quiet(*func)
            && !passed.contains(func)
            && functions.is_reached(*func)
    };
    functions.module.func_ids().filter(is_tracked).collect()
}

/// From where a way leads to one of some points.
struct Ways<'f, 'a> {
    functions: &'f Functions<'a>,
    distances: Distances,
}

impl<'f, 'a> Ways<'f, 'a> {
    fn to(functions: &'f Functions<'a>, points: BTreeSet<Point>) -> Ways<'f, 'a> {
        let module = functions.module;
        let is_unknown = |func: &FuncId| functions.role(*func) == Role::Unknown;
        let unknown: Vec<FuncId> = module.func_ids().filter(is_unknown).collect();
        let indirect = Indirect::AddressTaken { unknown: &unknown };
        let points: Vec<Point> = points.into_iter().collect();
        Ways { functions, distances: Distances::new(module, functions.graph, &points, indirect) }
    }

    /// Whether a way leads to a point from behind a call of a function that is tracked, or of one of its callers: all its
    /// callers are named.
    fn returns_to_one(&self, func: FuncId) -> bool {
        let mut seen: FxHashSet<FuncId> = FxHashSet::default();
        let mut open = vec![func];
        while let Some(func) = open.pop() {
            if !seen.insert(func) {
                continue;
            }
            for site in self.functions.graph.sites_to(func) {
                let behind = Point { index: site.at.index + 1, ..site.at };
                if self.distances.to_target(behind).is_some() {
                    return true;
                }
                if self.distances.to_return(behind).is_some() {
                    open.push(site.at.func);
                }
            }
        }
        false
    }

    fn lead_from(&self, func: FuncId, block: BlockId, returns_to_one: bool) -> bool {
        let begin = Point { func, block, index: 0 };
        self.distances.to_target(begin).is_some()
            || (returns_to_one && self.distances.to_return(begin).is_some())
    }
}
