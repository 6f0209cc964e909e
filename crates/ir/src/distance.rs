//! How far every point of a program is from a target: section 2.2 of Directed Symbolic Execution
//! (Ma, Phang, Foster, Hicks).
//!
//! A distance is the length of the shortest path in the interprocedural control-flow graph whose
//! calls and returns match (a PN path). Every edge counts 1: from an instruction to the next one,
//! from a terminator to a successor, from a call into its callee, from a return to the point after
//! the call. Three tables are computed for all points beforehand:
//!
//! - S, the way to a return of the point's own function, calls on it entered and left again;
//! - N, the way to a target that enters calls for good or passes over them by S;
//! - the way inside the function, which counts any call as one step.
//!
//! What a state may do first, return from the calls that it is in (P), depends on its stack:
//! [`Distances::of_stack`] adds that part.
//!
//! A call of a declared function is one step, since only the engine or the outside knows its body
//! and neither calls back. So is a call through a pointer that may lead to a declared function, or to
//! none that is known. Every other call is left only through a return of a callee: behind the call
//! of a function that never returns no code is reached.
//!
//! Exceptions and `longjmp` go to where no edge leads. In a module that can be entered that way, with
//! [`Indirect::AddressTaken`], whatever may throw has a way to every target, one that is very long.
//!
//! The tables belong to the module as it was when they were computed. A point that it does not have
//! has no way to anything. Distances beyond 2^32 - 2 are that number.

mod search;
mod shape;
#[cfg(test)]
mod tests;

use crate::callgraph::CallGraph;
use crate::cfg::EdgeId;
use crate::ids::FuncId;
use crate::module::{Module, Point};
use search::{NONE, add};
use shape::Shape;
use std::collections::BTreeSet;

/// Which functions a call through a pointer may lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Indirect<'a> {
    /// Those whose address is taken and whose signature fits, as [`CallGraph`] says: to rank.
    Typed,
    /// Every function whose address is taken: to drop states and to prove. Functions whose code nobody
    /// knows may call any of them back.
    AddressTaken { unknown: &'a [FuncId] },
}

/// The distances of all points to a set of targets.
pub struct Distances {
    shape: Shape,
    /// By node of `shape`, as all tables here.
    to_return: Vec<u32>,
    /// By call site: what passing over it costs, from the call to the point after it.
    over: Vec<u32>,
    to_target: Vec<u32>,
    inside: Vec<u32>,
}

impl Distances {
    /// `targets` are the points at distance 0.
    pub fn new(
        module: &Module,
        graph: &CallGraph,
        targets: &[Point],
        indirect: Indirect<'_>,
    ) -> Distances {
        Distances::without(module, graph, targets, indirect, &BTreeSet::new())
    }

    /// The same where these edges lead nowhere.
    pub fn without(
        module: &Module,
        graph: &CallGraph,
        targets: &[Point],
        indirect: Indirect<'_>,
        closed: &BTreeSet<(FuncId, EdgeId)>,
    ) -> Distances {
        let shape = Shape::new(module, graph, indirect, closed);
        let (to_return, over) = search::returns(&shape);
        let mut distances =
            Distances { shape, to_return, over, to_target: Vec::new(), inside: Vec::new() };
        distances.retarget(targets);
        distances
    }

    /// The same program with other targets: what does not depend on them is kept.
    pub fn retarget(&mut self, targets: &[Point]) {
        self.to_target = search::targets(&self.shape, &self.over, targets);
        self.inside = search::targets_inside(&self.shape, &self.over, targets);
    }

    /// The shortest way from the point to a target that enters calls, without having to return, or
    /// passes over them (N). None: there is no way.
    pub fn to_target(&self, point: Point) -> Option<u32> {
        self.look_up(&self.to_target, point)
    }

    /// As [`Distances::to_target`] but without leaving the function, and with calls as single steps
    /// (the distance of intraprocedural SDSE). None: there is no target in the function, or no way.
    pub fn to_target_inside(&self, point: Point) -> Option<u32> {
        self.look_up(&self.inside, point)
    }

    /// The shortest way from the point to a return instruction of its own function (S). None: it
    /// cannot return.
    pub fn to_return(&self, point: Point) -> Option<u32> {
        self.look_up(&self.to_return, point)
    }

    /// The distance of a state with this call stack, innermost first (PN): the first point is the
    /// next instruction to execute, each further one the call in the caller that is active, behind
    /// which execution goes on after the return. None: the state cannot get to a target.
    pub fn of_stack(&self, stack: impl IntoIterator<Item = Point>) -> Option<u32> {
        let mut stack = stack.into_iter();
        let mut at = stack.next()?;
        let mut best = NONE;
        let mut left = 0;
        loop {
            if let Some(way) = self.to_target(at) {
                best = best.min(add(left, way));
            }
            let Some(returned) = self.to_return(at) else { break };
            // The return edge.
            left = add(add(left, returned), 1);
            let Some(call) = stack.next() else { break };
            if left >= best {
                break;
            }
            at = Point { index: call.index.saturating_add(1), ..call };
        }
        (best != NONE).then_some(best)
    }

    fn look_up(&self, table: &[u32], point: Point) -> Option<u32> {
        let distance = table[self.shape.node_of(point)?];
        (distance != NONE).then_some(distance)
    }
}
