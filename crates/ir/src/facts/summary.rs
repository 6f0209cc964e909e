//! What functions tell each other: what they are called with and what they return; and what cells hold.

use super::body;
use super::places::{Cell, initial};
use super::range::Range;
use super::values::Values;
use crate::ids::{BlockId, FuncId};
use crate::module::{Function, Module};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// How often a value grows before it is widened, and until it is widened without stops.
const PLAIN_STEPS: u32 = 2;
const STOPS: u32 = 8;

/// Which way values go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// They grow until nothing changes.
    Up,
    /// As up, and what grows is widened at once.
    Hurry,
    /// Everything is computed once more from what is known, and the result counts where it is less.
    Down,
}

/// `grown` is what the value `before` is to become; how far it goes, if that is the `growth`-th time.
pub(super) fn widened(
    direction: Direction,
    growth: u32,
    before: Range,
    grown: Range,
    thresholds: &[u64],
) -> Range {
    if direction == Direction::Hurry || growth > STOPS {
        grown.widened(before, &[])
    } else if growth > PLAIN_STEPS {
        grown.widened(before, thresholds)
    } else {
        grown
    }
}

/// A value that several places flow into.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    pub value: Range,
    growth: u32,
    /// What has come on the way down.
    next: Range,
}

impl Flow {
    pub fn new(width: u32) -> Flow {
        Flow { value: Range::empty(width), growth: 0, next: Range::empty(width) }
    }

    /// Whether the value has changed.
    pub fn add(&mut self, direction: Direction, range: Range, thresholds: &[u64]) -> bool {
        if direction == Direction::Down {
            self.next = self.next.join(range);
            return false;
        }
        let grown = self.value.join(range);
        if grown == self.value {
            return false;
        }
        self.growth += 1;
        self.value = widened(direction, self.growth, self.value, grown, thresholds);
        true
    }

    /// What has come on the way down is all that comes.
    pub fn settle(&mut self) {
        self.value = self.value.meet(self.next);
        self.next = Range::empty(self.value.width());
    }
}

/// One function as others see it.
pub(super) struct Summary {
    pub is_called: bool,
    pub is_called_next: bool,
    pub params: Vec<Flow>,
    pub returns: Vec<Flow>,
    pub does_return: bool,
    pub does_return_next: bool,
    /// Where it is called from.
    pub callers: BTreeSet<(FuncId, BlockId)>,
    /// By width: where widening stops, in ascending order.
    pub thresholds: FxHashMap<u32, Vec<u64>>,
}

impl Summary {
    pub fn new(module: &Module, func: &Function) -> Summary {
        let params = func.params.iter().map(|&param| func.reg_type(param));
        let flow = |ty: crate::types::Type| Flow::new(ty.bits(&module.target));
        Summary {
            is_called: false,
            is_called_next: false,
            params: params.map(flow).collect(),
            returns: func.returns.iter().map(|&ty| flow(ty)).collect(),
            does_return: false,
            does_return_next: false,
            callers: BTreeSet::new(),
            thresholds: body::thresholds(func),
        }
    }

    pub fn thresholds(&self, width: u32) -> &[u64] {
        thresholds_of(&self.thresholds, width)
    }

    /// It is called with these arguments; whether that is new.
    pub fn call(&mut self, direction: Direction, args: impl Iterator<Item = Range>) -> bool {
        if direction == Direction::Down {
            self.is_called_next = true;
        }
        let mut changed = direction != Direction::Down && !self.is_called;
        self.is_called |= changed;
        for (flow, arg) in self.params.iter_mut().zip(args) {
            let thresholds = thresholds_of(&self.thresholds, arg.width());
            changed |= flow.add(direction, arg, thresholds);
        }
        changed
    }

    /// It returns these values; whether that is new.
    pub fn give_back(&mut self, direction: Direction, values: impl Iterator<Item = Range>) -> bool {
        if direction == Direction::Down {
            self.does_return_next = true;
        }
        let mut changed = direction != Direction::Down && !self.does_return;
        self.does_return |= changed;
        for (flow, value) in self.returns.iter_mut().zip(values) {
            let thresholds = thresholds_of(&self.thresholds, value.width());
            changed |= flow.add(direction, value, thresholds);
        }
        changed
    }

    /// All calls have been seen on the way down.
    pub fn settle_calls(&mut self) {
        self.is_called = std::mem::take(&mut self.is_called_next);
        self.params.iter_mut().for_each(Flow::settle);
    }

    /// All returns have been seen on the way down.
    pub fn settle_returns(&mut self) {
        self.does_return = std::mem::take(&mut self.does_return_next);
        self.returns.iter_mut().for_each(Flow::settle);
    }
}

fn thresholds_of(thresholds: &FxHashMap<u32, Vec<u64>>, width: u32) -> &[u64] {
    thresholds.get(&width).map_or(&[], |list| list)
}

/// What a cell holds.
pub(super) struct Content {
    pub values: Values,
    initial: Range,
    growth: u32,
    next: Values,
    /// Blocks that load it.
    pub readers: Vec<(FuncId, BlockId)>,
}

impl Content {
    pub fn new(module: &Module, cell: &Cell, is_known: bool) -> Content {
        let initial = match is_known {
            true => initial(module, cell.global, cell.offset, cell.width),
            false => Range::full(cell.width),
        };
        let mut values = Values::initial(initial);
        if cell.is_written || !is_known {
            values = values.written();
        }
        let next = values.clone();
        Content { values, initial, growth: 0, next, readers: Vec::new() }
    }

    /// Something is stored; whether that is new.
    pub fn add(&mut self, direction: Direction, range: Range) -> bool {
        if direction == Direction::Down {
            self.next.join(range);
            return false;
        }
        let before = self.values.range();
        if !self.values.join(range) {
            return false;
        }
        if self.values.numbers().is_none() {
            self.growth += 1;
            let range = widened(direction, self.growth, before, self.values.range(), &[]);
            self.values.widen(range);
        }
        true
    }

    /// All stores have been seen on the way down.
    pub fn settle(&mut self) {
        self.values.meet(&self.next);
        self.next = Values::initial(self.initial).written();
    }
}
