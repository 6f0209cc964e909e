//! What the histories of several states have in common: frozen stretches of them, which form a graph.
//!
//! A stretch is frozen when its state forks, and dies with the last state below it. Where states were merged,
//! several histories meet in a [`Join`]. Above it lies the stretch that all of them have in common; which of
//! the ways between was gone is said by the conditions of the ways, of which exactly one holds for every input of
//! the merged state.

use super::decision::{Decision, DecisionKind};
use crate::state::print_log::Piece;
use dunlin_ir::PointNumber;
use dunlin_term::TermId;
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::rc::Rc;

/// A frozen stretch of a history.
pub struct Node {
    pub above: Above,
    /// How many stretches and joins come before it, and how many decisions are recorded up to its end.
    level: u64,
    length: u64,
    pub decisions: Box<[Decision]>,
    /// Of each decision that had an alternative: what was decided by it, as a condition.
    pub conditions: Box<[TermId]>,
    /// Emptied when a path below has ended and its coverage counts.
    pub marks: RefCell<Vec<u32>>,
    pub output: Box<[Piece]>,
}

/// What comes before a stretch.
#[derive(Clone, Default)]
pub enum Above {
    #[default]
    Start,
    Stretch(Rc<Node>),
    Join(Rc<Join>),
}

/// Where histories meet.
pub struct Join {
    pub ways: Vec<Way>,
    /// What all of them have in common.
    pub common: Above,
    /// What a trace records of it.
    pub entry: [Decision; 1],
    level: u64,
    length: u64,
}

/// One of the histories that meet.
pub struct Way {
    /// The condition under which it was gone.
    pub guard: TermId,
    /// Its end; it begins behind what is common.
    pub end: Above,
}

impl Node {
    /// What came since `above`.
    pub fn new(
        above: Above,
        (decisions, conditions): (Vec<Decision>, Vec<TermId>),
        marks: Vec<u32>,
        output: Vec<Piece>,
    ) -> Node {
        Node {
            level: above.level() + 1,
            length: above.length() + decisions.len() as u64,
            above,
            decisions: decisions.into(),
            conditions: conditions.into(),
            marks: RefCell::new(marks),
            output: output.into(),
        }
    }
}

impl Join {
    pub fn new(ways: Vec<Way>, at: PointNumber) -> Join {
        let mut ends = ways.iter().map(|way| &way.end);
        let first = ends.next().unwrap_or(&Above::Start);
        let common = ends.fold(first, |common, end| common.meet(end)).clone();
        let choice = ways.len() as u64;
        let entry = [Decision { choice, at, kind: DecisionKind::Merge, implied: true }];
        let (level, length) = (common.level() + 1, common.length() + entry.len() as u64);
        Join { ways, common, entry, level, length }
    }

    /// The way that an input has gone, of which `holds` says whether it satisfies a condition.
    pub fn way_of(&self, mut holds: impl FnMut(TermId) -> bool) -> &Way {
        let gone = self.ways.iter().find(|way| holds(way.guard));
        gone.expect("an input of a merged state goes one of its ways")
    }
}

impl Above {
    /// Where in memory it lies: the same for what is shared.
    fn address(&self) -> usize {
        match self {
            Above::Start => 0,
            Above::Stretch(node) => Rc::as_ptr(node) as usize,
            Above::Join(join) => Rc::as_ptr(join) as usize,
        }
    }

    pub fn is_start(&self) -> bool {
        matches!(self, Above::Start)
    }

    fn level(&self) -> u64 {
        match self {
            Above::Start => 0,
            Above::Stretch(node) => node.level,
            Above::Join(join) => join.level,
        }
    }

    /// How many decisions are recorded up to here.
    pub fn length(&self) -> u64 {
        match self {
            Above::Start => 0,
            Above::Stretch(node) => node.length,
            Above::Join(join) => join.length,
        }
    }

    /// The last that two histories have in common.
    fn meet<'a>(&'a self, other: &'a Above) -> &'a Above {
        let (mut one, mut other) = (self, other);
        while one.address() != other.address() {
            if one.level() < other.level() {
                std::mem::swap(&mut one, &mut other);
            }
            one = one.before();
        }
        one
    }

    /// What comes before it in what a trace records: of a join, what is common.
    pub fn before(&self) -> &Above {
        match self {
            Above::Start => self,
            Above::Stretch(node) => &node.above,
            Above::Join(join) => &join.common,
        }
    }

    /// This and all that comes before it, without the ways of joins; the start is the last.
    pub fn spine(&self) -> impl Iterator<Item = &Above> {
        std::iter::successors(Some(self), |above| match above {
            Above::Start => None,
            _ => Some(above.before()),
        })
    }

    /// Calls `f` with this and all that comes before it, also on the ways of joins, but for the start.
    pub fn for_each(&self, mut f: impl FnMut(&Above)) {
        // Only below joins can a stretch be met twice.
        let mut seen = FxHashSet::default();
        let mut ways: Vec<&Above> = Vec::new();
        let mut next = Some(self);
        let mut joined = false;
        while let Some(above) = next {
            let known = above.is_start() || joined && !seen.insert(above.address());
            if !known {
                f(above);
                if let Above::Join(join) = above {
                    joined = true;
                    ways.extend(join.ways.iter().map(|way| &way.end));
                }
            }
            next = if known { ways.pop() } else { Some(above.before()) };
        }
    }
}

/// Long chains are freed one by one instead of by recursion.
fn free(mut next: Above) {
    let mut others = Vec::new();
    loop {
        next = match next {
            Above::Stretch(node) => match Rc::try_unwrap(node) {
                Ok(mut node) => std::mem::take(&mut node.above),
                Err(_) => Above::Start,
            },
            Above::Join(join) => {
                if let Ok(mut join) = Rc::try_unwrap(join) {
                    join.take_apart(&mut others);
                }
                Above::Start
            }
            Above::Start => match others.pop() {
                Some(other) => other,
                None => return,
            },
        };
    }
}

impl Join {
    fn take_apart(&mut self, into: &mut Vec<Above>) {
        into.push(std::mem::take(&mut self.common));
        into.extend(self.ways.drain(..).map(|way| way.end));
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        free(std::mem::take(&mut self.above));
    }
}

impl Drop for Join {
    fn drop(&mut self) {
        let mut parts = Vec::new();
        self.take_apart(&mut parts);
        parts.into_iter().for_each(free);
    }
}
