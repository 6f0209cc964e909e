//! Which parts of the program were executed, by which paths.
//!
//! The main loop asks for every control transfer whether its mark is fresh: not yet seen by the state
//! that runs since it was resumed or forked, and not yet counted. That is one load and one test; only
//! fresh marks cost more. Marks travel with the states (see `state/trace.rs`) and count when a path
//! ends.
//!
//! Per operation there are four marks that the main loop sets: a branch whose condition held, one whose
//! condition did not, a switch or computed goto that came here or a function that was entered, and a call that
//! returned or a jump or return that was passed. Behind those of all operations there is one more of each
//! ([`stop_mark`]): a path ended here. It is set when a path ends, for its operation and for the calls that were active,
//! and for the calls that `longjmp` leaves.
//!
//! Jumps and returns are as frequent as branches, and a test would cost what they cost themselves. So theirs
//! is part of the operation: [`Op::MarkedJump`] becomes [`Op::Jump`] in the worker's own copy of the
//! operations as long as its mark is not fresh.

use crate::code::{Op, Pc};
use std::cell::Cell;
use std::rc::Rc;

/// What happened at an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    BranchHeld = 0,
    BranchFailed = 1,
    /// Arrived from a switch or computed goto; or, at the first operation of a function, it was entered.
    Arrived = 2,
    /// The call here returned, or the jump here was passed.
    Passed = 3,
}

const EVENTS: usize = 4;

pub fn mark(pc: Pc, event: Event) -> u32 {
    pc * EVENTS as u32 + event as u32
}

/// That a path ended here, or in what was called here.
pub fn stop_mark(operations: usize, pc: Pc) -> u32 {
    (operations * EVENTS) as u32 + pc
}

/// How many marks so many operations have.
pub fn marks(operations: usize) -> usize {
    operations * (EVENTS + 1)
}

/// The operation and the event of a mark of the main loop.
pub fn of_mark(mark: u32) -> (Pc, Event) {
    let event = match mark % EVENTS as u32 {
        0 => Event::BranchHeld,
        1 => Event::BranchFailed,
        2 => Event::Arrived,
        _ => Event::Passed,
    };
    (mark / EVENTS as u32, event)
}

/// Of the worker.
pub struct Coverage {
    /// By mark: to be recorded when it happens.
    pub fresh: Box<[bool]>,
    /// What is executed: the program's operations, those of marks that are not fresh without them.
    pub ops: Rc<[Cell<Op>]>,
    /// The same with cuts, for states that are to stop there; if states are compared.
    cut: Option<Rc<[Cell<Op>]>>,
    /// Which operations have such a mark.
    marked: Box<[Pc]>,
    /// By mark: a path that has ended went there.
    counted: Box<[bool]>,
    /// Recorded for the state that runs, since it was resumed or forked.
    seen: Vec<u32>,
    /// Counted since they were asked for last.
    newly: Vec<u32>,
    /// By mark: any state was there.
    reached: Box<[bool]>,
    reached_count: usize,
    trace: Option<Trace>,
    /// Marks of jumps, returns and calls that were left since a trace was begun, each once: they are no part of it.
    passed: Vec<u32>,
    /// Marks of other states, while transfers are recorded.
    elsewhere: Vec<u32>,
}

/// What happens with every control transfer, where that is asked for.
enum Trace {
    /// Written down, in order: the operation that it came from, and its mark.
    Record(Vec<(Pc, u32)>),
    /// Compared with those of a path: how many of them were passed, and whether it was left.
    Follow { path: Rc<[u32]>, passed: usize, left: bool },
}

impl Coverage {
    pub fn new(operations: &[Op]) -> Coverage {
        let marks = marks(operations.len());
        let marked = (0..).zip(operations).filter(|(_, op)| op.has_mark());
        Coverage {
            fresh: vec![true; marks].into(),
            ops: operations.iter().copied().map(Cell::new).collect(),
            cut: None,
            marked: marked.map(|(pc, _)| pc).collect(),
            counted: vec![false; marks].into(),
            seen: Vec::new(),
            newly: Vec::new(),
            reached: vec![false; marks].into(),
            reached_count: 0,
            trace: None,
            passed: Vec::new(),
            elsewhere: Vec::new(),
        }
    }

    /// From now on, states that want it stop at these operations.
    pub fn cut_at(&mut self, cuts: &[Pc]) {
        let ops: Rc<[Cell<Op>]> = self.ops.iter().cloned().collect();
        cuts.iter().for_each(|&pc| ops[pc as usize].set(Op::Cut));
        self.cut = Some(ops);
    }

    /// The operations for a state that is to stop at cuts, or not.
    pub fn operations(&self, stops: bool) -> &Rc<[Cell<Op>]> {
        match &self.cut {
            Some(cut) if stops => cut,
            _ => &self.ops,
        }
    }

    /// Counts what paths have covered before this exploration began or went on.
    pub fn begin_with(&mut self, covered: &[u32]) {
        for &mark in covered {
            self.record_elsewhere(mark);
            self.count(mark);
        }
        self.newly.clear();
    }

    /// From now on, every control transfer is recorded in order.
    pub fn start_trace(&mut self) {
        self.fresh.fill(true);
        self.mark_operations();
        self.trace = Some(Trace::Record(Vec::new()));
    }

    /// From now on, every control transfer is compared with those of a path, of which so many were
    /// passed before.
    pub fn start_following(&mut self, path: &Rc<[u32]>, passed: usize) {
        self.fresh.fill(true);
        self.mark_operations();
        self.trace = Some(Trace::Follow { path: path.clone(), passed, left: false });
    }

    /// How many transfers were recorded or followed.
    pub fn trace_len(&self) -> usize {
        match &self.trace {
            Some(Trace::Record(trace)) => trace.len(),
            Some(Trace::Follow { passed, .. }) => *passed,
            None => 0,
        }
    }

    /// The path that is followed, if it was not left, and how much of it was passed.
    pub fn followed(&self) -> Option<(&Rc<[u32]>, usize)> {
        match &self.trace {
            Some(Trace::Follow { path, passed, left: false }) => Some((path, *passed)),
            _ => None,
        }
    }

    /// Whether control transfers are recorded or followed.
    pub fn is_traced(&self) -> bool {
        self.trace.is_some()
    }

    /// Whether a path is followed, or was until it was left.
    pub fn is_following(&self) -> bool {
        matches!(self.trace, Some(Trace::Follow { .. }))
    }

    /// What was recorded. Control transfers are no longer looked at.
    pub fn take_trace(&mut self) -> Vec<(Pc, u32)> {
        debug_assert!(self.seen.is_empty(), "no state runs");
        for (fresh, counted) in self.fresh.iter_mut().zip(&self.counted) {
            *fresh = !counted;
        }
        self.mark_operations();
        self.passed.clear();
        self.elsewhere.clear();
        match self.trace.take() {
            Some(Trace::Record(trace)) => trace,
            _ => Vec::new(),
        }
    }

    #[cold]
    #[inline(never)]
    pub fn record(&mut self, from: Pc, mark: u32) {
        match &mut self.trace {
            Some(Trace::Record(trace)) => return trace.push((from, mark)),
            Some(Trace::Follow { path, passed, left }) => {
                match path.get(*passed) == Some(&mark) {
                    true => *passed += 1,
                    false => *left = true,
                }
                return;
            }
            None => {}
        }
        self.set_fresh(mark, false);
        self.seen.push(mark);
        if !std::mem::replace(&mut self.reached[mark as usize], true) {
            self.reached_count += 1;
        }
    }

    /// A jump or return with a fresh mark.
    #[cold]
    #[inline(never)]
    pub fn pass(&mut self, pc: Pc) {
        self.note(pc, mark(pc, Event::Passed));
    }

    /// A call that does not return, since control has left it for good, though the path goes on.
    pub fn stop_short(&mut self, pc: Pc) {
        let mark = stop_mark(self.ops.len(), pc);
        if self.fresh[mark as usize] {
            self.note(pc, mark);
        }
    }

    /// A fresh mark that is no part of a trace.
    fn note(&mut self, pc: Pc, mark: u32) {
        if self.trace.is_none() {
            return self.record(pc, mark);
        }
        self.set_fresh(mark, false);
        self.passed.push(mark);
    }

    /// The jumps and returns that were passed since the trace was begun, and the calls that were left.
    pub fn take_passed(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.passed)
    }

    /// Where states went that split off while control transfers were recorded, without executing the branch again.
    pub fn take_elsewhere(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.elsewhere)
    }

    /// Another state than the running one went there; whether that is to be kept with it.
    pub fn record_elsewhere(&mut self, mark: u32) -> bool {
        if matches!(self.trace, Some(Trace::Record(_))) {
            self.elsewhere.push(mark);
        }
        if !std::mem::replace(&mut self.reached[mark as usize], true) {
            self.reached_count += 1;
        }
        !self.counted[mark as usize]
    }

    pub fn reached(&self) -> &[bool] {
        &self.reached
    }

    pub fn reached_count(&self) -> usize {
        self.reached_count
    }

    /// The marks of the state that runs, which is about to fork or to be parked.
    pub fn take_seen(&mut self) -> Vec<u32> {
        let seen = std::mem::take(&mut self.seen);
        for &mark in &seen {
            self.set_fresh(mark, !self.counted[mark as usize]);
        }
        seen
    }

    /// Counts a mark of a path that has ended; whether it is new.
    pub fn count(&mut self, mark: u32) -> bool {
        let new = !std::mem::replace(&mut self.counted[mark as usize], true);
        if new {
            self.set_fresh(mark, self.trace.is_some());
            self.newly.push(mark);
        }
        new
    }

    fn set_fresh(&mut self, mark: u32, fresh: bool) {
        self.fresh[mark as usize] = fresh;
        if let (pc, Event::Passed) = of_mark(mark)
            && (pc as usize) < self.ops.len()
        {
            self.mark_operation(pc, fresh);
        }
    }

    fn mark_operation(&self, pc: Pc, fresh: bool) {
        for ops in [Some(&self.ops), self.cut.as_ref()].into_iter().flatten() {
            let op = &ops[pc as usize];
            op.set(op.get().with_mark(fresh));
        }
    }

    /// Makes the operations agree with what is fresh.
    fn mark_operations(&self) {
        for &pc in &self.marked {
            self.mark_operation(pc, self.fresh[mark(pc, Event::Passed) as usize]);
        }
    }

    /// Counts the end of a path: the operation, and the calls that were active.
    pub fn count_stops(&mut self, stops: impl Iterator<Item = Pc>) {
        let operations = self.ops.len();
        for pc in stops {
            self.count(stop_mark(operations, pc));
        }
    }

    /// The marks that were counted since the last call.
    pub fn take_newly(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.newly)
    }
}
