//! Shortest ways by one backward search each, in the manner of Dijkstra.
//!
//! The way to a return is Knuth's generalisation of it: a call costs what its continuation and its
//! callee's entry cost together, and so gets its distance when both have theirs. Since entries are
//! settled in ascending order, the first callee of a call to be settled is its cheapest one: after
//! that the cost of passing over the call is a constant.
//!
//! Only the beginnings of runs go through the queue: block starts, calls and terminators. All else
//! has one successor, whose distance plus one is final as soon as that one's is.

use super::shape::Shape;
use crate::ids::FuncId;
use crate::module::Point;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No way.
pub const NONE: u32 = u32::MAX;
/// The greatest distance: that or more.
const FAR: u32 = NONE - 1;

/// The sum, at most [`FAR`]; of no way and anything, no way.
pub fn add(a: u32, b: u32) -> u32 {
    if a == NONE || b == NONE { NONE } else { a.saturating_add(b).min(FAR) }
}

/// What a search makes of calls.
trait Calls {
    /// The cost of passing over a call, as far as it is known.
    fn over(&self, site: u32) -> u32;
    /// The entry of a function has its distance.
    fn entered(&mut self, func: FuncId, distance: u32, search: &mut Search<'_>);
}

struct Search<'a> {
    shape: &'a Shape,
    /// By node.
    distances: Vec<u32>,
    /// Distance, block and index in it.
    queue: BinaryHeap<Reverse<(u32, u32, u32)>>,
}

impl<'a> Search<'a> {
    fn new(shape: &'a Shape) -> Self {
        Search { shape, distances: vec![NONE; shape.node_count()], queue: BinaryHeap::new() }
    }

    /// There is a way of this length from the node.
    fn offer(&mut self, block: u32, index: u32, distance: u32) {
        let known = &mut self.distances[self.shape.node(block, index)];
        if distance < *known {
            *known = distance;
            self.queue.push(Reverse((distance, block, index)));
        }
    }

    fn run(mut self, calls: &mut impl Calls) -> Vec<u32> {
        while let Some(Reverse((distance, block, index))) = self.queue.pop() {
            if distance > self.distances[self.shape.node(block, index)] {
                continue; // a shorter way was found since
            }
            if index > 0 {
                self.back_through(block, index, distance, calls);
                continue;
            }
            for &pred in self.shape.preds(block) {
                self.offer(pred, self.shape.terminator(pred), add(distance, 1));
            }
            for (thrower, call) in self.shape.throwing_calls(block) {
                self.offer(thrower, call, add(distance, 1));
            }
            if let Some(func) = self.shape.entered(block) {
                calls.entered(func, distance, &mut self);
            }
        }
        self.distances
    }

    /// Follows a block backward from a settled node to the last call before it or to its start.
    fn back_through(&mut self, block: u32, index: u32, distance: u32, calls: &impl Calls) {
        let call = self.shape.call_before(block, index);
        let start = call.map_or(0, |site| self.shape.sites[site as usize].index + 1);
        let mut distance = distance;
        for index in (start..index).rev() {
            distance = add(distance, 1);
            if index == 0 {
                self.offer(block, 0, distance);
                return;
            }
            let known = &mut self.distances[self.shape.node(block, index)];
            if *known <= distance {
                return; // a target, or reached before
            }
            *known = distance;
        }
        if let Some(site) = call {
            self.offer(block, start - 1, add(distance, calls.over(site)));
        }
    }

    /// The cost of passing over a call has become known.
    fn offer_over(&mut self, site: u32, over: u32) {
        let site = &self.shape.sites[site as usize];
        let behind = self.distances[self.shape.node(site.block, site.index + 1)];
        self.offer(site.block, site.index, add(behind, over));
    }

    /// A call may lead to an entry at this distance.
    fn offer_into(&mut self, site: u32, distance: u32) {
        let site = &self.shape.sites[site as usize];
        self.offer(site.block, site.index, add(distance, 1));
    }

    fn offer_points(&mut self, points: &[Point]) {
        for &point in points {
            if let Some(block) = self.shape.block_of(point) {
                self.offer(block, point.index, 0);
            }
        }
    }
}

/// The way from every node to a return of its function, and the costs of passing over every call.
pub fn returns(shape: &Shape) -> (Vec<u32>, Vec<u32>) {
    struct Returns {
        over: Vec<u32>,
        /// A function whose address is taken is settled.
        any: bool,
    }

    impl Returns {
        fn settle(&mut self, site: u32, distance: u32, search: &mut Search<'_>) {
            let over = &mut self.over[site as usize];
            if *over == NONE {
                // The call edge and the return edge.
                *over = add(distance, 2);
                search.offer_over(site, *over);
            }
        }
    }

    impl Calls for Returns {
        fn over(&self, site: u32) -> u32 {
            self.over[site as usize]
        }

        fn entered(&mut self, func: FuncId, distance: u32, search: &mut Search<'_>) {
            for &site in search.shape.callers(func) {
                self.settle(site, distance, search);
            }
            if search.shape.is_address_taken(func) && !self.any {
                self.any = true;
                for &site in &search.shape.calls_any {
                    self.settle(site, distance, search);
                }
            }
        }
    }

    let mut search = Search::new(shape);
    for &block in &shape.returning {
        search.offer(block, shape.terminator(block), 0);
    }
    let over = shape.sites.iter().map(|site| if site.one_step { 1 } else { NONE }).collect();
    let mut calls = Returns { over, any: false };
    let distances = search.run(&mut calls);
    (distances, calls.over)
}

/// The way from every node to a target that enters calls or passes over them.
pub fn targets(shape: &Shape, over: &[u32], targets: &[Point]) -> Vec<u32> {
    struct Targets<'a> {
        over: &'a [u32],
        any: bool,
    }

    impl Calls for Targets<'_> {
        fn over(&self, site: u32) -> u32 {
            self.over[site as usize]
        }

        fn entered(&mut self, func: FuncId, distance: u32, search: &mut Search<'_>) {
            for &site in search.shape.callers(func) {
                search.offer_into(site, distance);
            }
            if search.shape.is_address_taken(func) && !self.any {
                self.any = true;
                for &site in &search.shape.calls_any {
                    search.offer_into(site, distance);
                }
            }
        }
    }

    let mut search = Search::new(shape);
    search.offer_points(targets);
    // Nobody knows how far it is from where an exception arrives.
    for &(block, index) in shape.escapes.iter().filter(|_| !targets.is_empty()) {
        search.offer(block, index, FAR / 2);
    }
    search.run(&mut Targets { over, any: false })
}

/// The way from every node to a target in its function, which counts any call that can return as
/// one step.
pub fn targets_inside(shape: &Shape, over: &[u32], targets: &[Point]) -> Vec<u32> {
    struct Inside<'a>(&'a [u32]);

    impl Calls for Inside<'_> {
        fn over(&self, site: u32) -> u32 {
            if self.0[site as usize] == NONE { NONE } else { 1 }
        }

        fn entered(&mut self, _: FuncId, _: u32, _: &mut Search<'_>) {}
    }

    let mut search = Search::new(shape);
    search.offer_points(targets);
    search.run(&mut Inside(over))
}
