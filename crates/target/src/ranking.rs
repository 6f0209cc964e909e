//! How far states are from the target (Directed SE 2.2).
//!
//! Two tables of distances: one follows a call through a pointer only to functions of the right type
//! and ranks states; one follows it to every function whose address is taken and says which states
//! cannot reach the target any more. The ranking one can be given more targets: CCBSE also aims at
//! the functions that have partial paths.

use crate::marks::MarkedProgram;
use dunlin_exec::Program;
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::cfg::EdgeId;
use dunlin_ir::distance::{Distances, Indirect};
use dunlin_ir::{FuncId, Point};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Added to distances that lead through calls of another type.
const UNLIKELY: u64 = 1 << 32;
/// Of states from which there is no way at all.
pub const NO_WAY: u64 = u64::MAX;
/// Callers beyond so many do not matter for the rank of a state.
const RANKED_CALLERS: usize = 256;

pub struct Ranking<'a> {
    program: &'a Program,
    graph: &'a CallGraph,
    targets: Vec<Point>,
    likely: RefCell<Distances>,
    sure: RefCell<Rc<Distances>>,
    /// Grows with the targets.
    version: Cell<u64>,
}

impl<'a> Ranking<'a> {
    pub fn new(marked: &'a MarkedProgram, target: usize) -> Ranking<'a> {
        Ranking::of_points(&marked.program, &marked.graph, marked.targets[target].clone())
    }

    /// Of points of a program, whose call graph is `graph`.
    pub fn of_points(
        program: &'a Program,
        graph: &'a CallGraph,
        targets: Vec<Point>,
    ) -> Ranking<'a> {
        let unknown = program.unknown_functions();
        let every = Indirect::AddressTaken { unknown: &unknown };
        let sure = Rc::new(Distances::new(&program.module, graph, &targets, every));
        Ranking::with(program, graph, targets, sure)
    }

    fn with(
        program: &'a Program,
        graph: &'a CallGraph,
        targets: Vec<Point>,
        sure: Rc<Distances>,
    ) -> Ranking<'a> {
        let typed = Distances::new(&program.module, graph, &targets, Indirect::Typed);
        let likely = RefCell::new(typed);
        let sure = RefCell::new(sure);
        Ranking { program, graph, targets, likely, sure, version: Cell::new(0) }
    }

    /// A ranking of its own, for a search that will aim at other targets as well.
    pub fn for_search(&self) -> Ranking<'a> {
        let sure = self.sure.borrow().clone();
        Ranking::with(self.program, self.graph, self.targets.clone(), sure)
    }

    /// No execution that takes one of these edges gets to the target afterwards.
    pub fn close(&self, edges: &BTreeSet<(FuncId, EdgeId)>) {
        let (module, graph, targets) = (&self.program.module, self.graph, &self.targets);
        let unknown = self.program.unknown_functions();
        let every = Indirect::AddressTaken { unknown: &unknown };
        *self.sure.borrow_mut() = Rc::new(Distances::without(module, graph, targets, every, edges));
        *self.likely.borrow_mut() =
            Distances::without(module, graph, targets, Indirect::Typed, edges);
        self.version.set(self.version.get() + 1);
    }

    /// Aims at these points beside the target.
    pub fn aim_also_at(&self, more: impl IntoIterator<Item = Point>) {
        let mut targets = self.targets.clone();
        targets.extend(more);
        self.likely.borrow_mut().retarget(&targets);
        self.version.set(self.version.get() + 1);
    }

    pub fn version(&self) -> u64 {
        self.version.get()
    }

    /// The distance of a state with this call stack, innermost first.
    pub fn rank(&self, stack: &[Point]) -> u64 {
        let stack = || stack.iter().copied().take(RANKED_CALLERS);
        match self.likely.borrow().of_stack(stack()) {
            Some(distance) => distance.into(),
            None => match self.sure.borrow().of_stack(stack()) {
                Some(distance) => UNLIKELY + u64::from(distance),
                None => NO_WAY,
            },
        }
    }

    /// The distance inside of the function, where calls are single steps.
    pub fn rank_inside(&self, stack: &[Point]) -> u64 {
        let inside = |point: &Point| self.likely.borrow().to_target_inside(*point);
        stack.first().and_then(inside).map_or(NO_WAY, u64::from)
    }

    /// The distance of a place on its own, without callers.
    pub fn rank_of(&self, point: Point) -> u64 {
        self.rank(&[point])
    }

    /// Whether the target may be reached with this call stack, innermost first.
    pub fn may_reach(&self, stack: impl IntoIterator<Item = Point>) -> bool {
        let sure = self.sure.borrow();
        for (depth, point) in stack.into_iter().enumerate() {
            // What a caller executes next comes behind its call.
            let index = point.index + u32::from(depth > 0);
            let next = Point { index, ..point };
            if sure.to_target(next).is_some() {
                return true;
            }
            if sure.to_return(next).is_none() {
                return false;
            }
        }
        false
    }
}
