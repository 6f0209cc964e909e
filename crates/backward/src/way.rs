//! The ways to a line: from which points it can still be reached.
//!
//! A place is on the way to a line if some path in the control-flow graph leads from it to the line, with calls and
//! returns that match. So what comes only behind the line is not. A search that begins in the middle of a function does not
//! know who called it; it remembers whether the line is still ahead of the callers ([`crate::state::State::owes_line`]).

use crate::functions::Functions;
use crate::state::State;
use dunlin_ir::distance::{Distances, Indirect};
use dunlin_ir::{FuncId, Point};
use rustc_hash::FxHashSet;

pub struct Way {
    distances: Distances,
    /// The points of the line.
    line: FxHashSet<Point>,
    /// By function: some caller can reach the line after the function has returned.
    leads_on: Vec<bool>,
}

impl Way {
    /// `line` are the points of the line; `unknown` the functions whose code nobody knows.
    pub fn new(functions: &Functions<'_>, unknown: &[FuncId], line: &[Point]) -> Way {
        let (module, graph) = (functions.module, functions.graph);
        let indirect = Indirect::AddressTaken { unknown };
        let distances = Distances::new(module, graph, line, indirect);
        let leads_on = vec![false; module.funcs.len()];
        let mut way = Way { distances, line: line.iter().copied().collect(), leads_on };
        // Until nothing changes: callers of callers.
        loop {
            let before = way.leads_on.iter().filter(|leads| **leads).count();
            for func in module.func_ids() {
                way.leads_on[func.index()] |= way.has_caller_on_the_way(functions, func);
            }
            if way.leads_on.iter().filter(|leads| **leads).count() == before {
                return way;
            }
        }
    }

    fn has_caller_on_the_way(&self, functions: &Functions<'_>, func: FuncId) -> bool {
        let fitting = functions.graph.sites_to(func).map(|site| site.at);
        let mut sites = fitting.chain(functions.misfits(func));
        let leads = |at: Point| {
            let on = || self.returns(behind(at)) && self.leads_on[at.func.index()];
            functions.is_reached(at.func) && (self.leads_behind(at) || on())
        };
        functions.may_be_called_from_outside(func) || sites.any(leads)
    }

    /// Whether the line can be reached from a point, by whoever the function was called.
    pub fn leads(&self, point: Point) -> bool {
        self.leads_inside(point) || (self.returns(point) && self.leads_on[point.func.index()])
    }

    /// Whether the line can be reached from a point without a return from its function.
    fn leads_inside(&self, point: Point) -> bool {
        self.distances.to_target(point).is_some()
    }

    /// Whether the line can be reached behind a call without a return from its function. What the line itself calls is
    /// part of it.
    fn leads_behind(&self, call: Point) -> bool {
        self.leads_inside(behind(call)) || self.line.contains(&call)
    }

    fn returns(&self, point: Point) -> bool {
        self.distances.to_return(point).is_some()
    }

    /// A path begins at a point.
    pub fn begin(&self, state: &mut State) {
        state.owes_line = !self.leads_inside(state.point());
    }

    /// A path has come from the entry of its first function to one of the callers, where it stands at the call. Whether
    /// that is on the way.
    pub fn is_kept(&self, state: &mut State) -> bool {
        let call = state.point();
        state.owes_line &= !self.leads_behind(call);
        !state.owes_line || self.returns(behind(call))
    }

    /// Whether the line can be reached with this call stack, innermost first.
    pub fn may_reach(&self, stack: impl IntoIterator<Item = Point>) -> bool {
        for (depth, point) in stack.into_iter().enumerate() {
            let (leads, next) = match depth {
                0 => (self.leads_inside(point), point),
                _ => (self.leads_behind(point), behind(point)),
            };
            if leads {
                return true;
            }
            if !self.returns(next) {
                return false;
            }
        }
        false
    }
}

/// What a caller executes next comes behind its call.
fn behind(call: Point) -> Point {
    Point { index: call.index + 1, ..call }
}
