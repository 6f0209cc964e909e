//! Evaluation under a model.
//!
//! Iterative and memoised in dense tables indexed by term: a slot holds a value if its stamp is that
//! of the current evaluation. Values of at most 64 bits are plain integers. Of an if-then-else only
//! the chosen side is evaluated, of an array only what is read.
//!
//! A term below a quantifier is evaluated once per index: its stamp is that of the iteration.

mod arrays;

use crate::apply::{apply_small, apply_wide};
use crate::arena::Terms;
use crate::ids::{BaseId, SymbolId, TermId};
use crate::model::{ArrayValue, Model};
use crate::node::Node;
use crate::op::Op;
use dunlin_ir::Bits;

/// So many indices of a quantifier are tried; if all hold and there are more, it is not evaluated.
pub const MAX_QUANTIFIER_RANGE: u64 = 1 << 20;

#[derive(Clone, Copy, Default)]
struct Slot {
    /// The value, or its place among the wide values.
    value: u64,
    stamp: u32,
}

/// A quantifier whose body is being evaluated.
#[derive(Clone, Copy)]
struct Loop {
    /// Where it lies on the stack.
    place: usize,
    /// Where the indices end that are tried, and where the range does.
    counted: u64,
    to: u64,
    /// The stamp of loose terms around it.
    outer: u32,
}

/// Scratch memory for evaluations, to be kept by the worker.
#[derive(Default)]
pub struct Evaluator {
    slots: Vec<Slot>,
    wide: Vec<Bits>,
    stack: Vec<u32>,
    /// Indices of the enclosing quantifiers, the innermost last.
    bound: Vec<u64>,
    /// These quantifiers themselves.
    loops: Vec<Loop>,
    clock: u32,
}

impl Evaluator {
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// Starts an evaluation: terms that are evaluated in it share their results.
    pub fn start<'a>(&'a mut self, terms: &'a Terms, model: &'a Model) -> Evaluation<'a> {
        if self.slots.len() < terms.capacity() {
            self.slots.resize(terms.capacity(), Slot::default());
        }
        self.wide.clear();
        self.stack.clear();
        self.bound.clear();
        self.loops.clear();
        let stamp = self.tick();
        Evaluation { scratch: self, terms, model, closed: stamp, loose: stamp }
    }

    /// The value of a bit-vector; `None` if a quantifier ranges too far.
    pub fn eval(&mut self, terms: &Terms, model: &Model, term: TermId) -> Option<Bits> {
        self.start(terms, model).eval(term)
    }

    /// Whether a term of width 1 is true; `None` if a quantifier ranges too far.
    pub fn holds(&mut self, terms: &Terms, model: &Model, term: TermId) -> Option<bool> {
        self.start(terms, model).holds(term)
    }

    /// A stamp that no slot has.
    fn tick(&mut self) -> u32 {
        if self.clock == u32::MAX {
            self.slots.fill(Slot::default());
            self.clock = 0;
        }
        self.clock += 1;
        self.clock
    }
}

/// A running evaluation under one model.
pub struct Evaluation<'a> {
    scratch: &'a mut Evaluator,
    terms: &'a Terms,
    model: &'a Model,
    /// The stamp of closed terms.
    closed: u32,
    /// The stamp of terms with bound variables that are free in them: that of the iteration.
    loose: u32,
}

/// What a step of the evaluation came to.
enum Step {
    Done(u64),
    /// Children were pushed that must be evaluated first.
    Later,
    /// A quantifier ranges too far.
    Stop,
}

impl Evaluation<'_> {
    pub fn eval(&mut self, term: TermId) -> Option<Bits> {
        self.run(term.raw())?;
        Some(self.bits(term.raw()))
    }

    /// The value of a bit-vector of at most 64 bits.
    pub fn eval_u64(&mut self, term: TermId) -> Option<u64> {
        debug_assert!(self.terms.width(term) <= 64);
        self.run(term.raw())?;
        Some(self.scratch.slots[term.index()].value)
    }

    pub fn holds(&mut self, term: TermId) -> Option<bool> {
        debug_assert_eq!(self.terms.width(term), 1);
        self.eval_u64(term).map(|value| value != 0)
    }

    pub fn eval_array(&mut self, array: TermId) -> Option<ArrayValue> {
        loop {
            let bottom = self.scratch.stack.len();
            if let Some(value) = self.array_value(array.raw()) {
                return Some(value);
            }
            self.drain(bottom)?;
        }
    }

    #[inline]
    fn ready(&self, index: u32) -> bool {
        let stamp = self.scratch.slots[index as usize].stamp;
        stamp == self.closed || stamp == self.loose
    }

    #[inline]
    fn value(&self, index: u32) -> u64 {
        self.scratch.slots[index as usize].value
    }

    /// Evaluates one term, so that it is ready.
    fn run(&mut self, root: u32) -> Option<()> {
        let bottom = self.scratch.stack.len();
        self.scratch.stack.push(root);
        self.drain(bottom)
    }

    /// Evaluates what lies above `bottom` on the stack.
    fn drain(&mut self, bottom: usize) -> Option<()> {
        while self.scratch.stack.len() > bottom {
            let index = *self.scratch.stack.last().expect("the stack is not empty");
            if self.ready(index) {
                self.scratch.stack.pop();
                continue;
            }
            let node = *self.terms.raw_node(index);
            match self.step(&node) {
                Step::Done(value) => {
                    let stamp = if node.loose() > 0 { self.loose } else { self.closed };
                    self.scratch.slots[index as usize] = Slot { value, stamp };
                    self.scratch.stack.pop();
                }
                Step::Later => {}
                Step::Stop => {
                    self.scratch.stack.truncate(bottom);
                    self.leave_loops();
                    return None;
                }
            }
        }
        Some(())
    }

    #[inline]
    fn step(&mut self, node: &Node) -> Step {
        match node.op {
            Op::Const => Step::Done(node.value()),
            Op::WideConst => {
                let value = self.terms.wide.get(node.a).clone();
                Step::Done(self.keep(value))
            }
            Op::Symbol => {
                if node.width <= 64 {
                    return Step::Done(self.model.small_get(SymbolId(node.a), node.width));
                }
                let value = self.model.get(SymbolId(node.a), node.width);
                Step::Done(self.keep(value))
            }
            Op::Base => {
                let address = self.model.address(BaseId(node.a));
                Step::Done(self.keep_bits(Bits::from_u64(node.width, address)))
            }
            Op::Bound => {
                let bound = &self.scratch.bound;
                let value = bound[bound.len() - 1 - node.a as usize];
                Step::Done(self.keep_bits(Bits::from_u64(node.width, value)))
            }
            Op::Ite => {
                if !self.ready(node.a) {
                    self.scratch.stack.push(node.a);
                    return Step::Later;
                }
                let chosen = if self.value(node.a) != 0 { node.b } else { node.c };
                if !self.ready(chosen) {
                    self.scratch.stack.push(chosen);
                    return Step::Later;
                }
                Step::Done(self.value(chosen))
            }
            Op::Select => self.select(node),
            Op::Eq if self.terms.raw_node(node.a).is_array() => self.equal_arrays(node),
            Op::Forall => self.forall(node),
            Op::Dead | Op::Table | Op::Store | Op::ConstArray => {
                unreachable!("{:?} is no bit-vector", node.op)
            }
            _ => self.apply(node),
        }
    }

    #[inline]
    fn apply(&mut self, node: &Node) -> Step {
        let arity = node.op.arity();
        let fields = node.fields();
        let before = self.scratch.stack.len();
        let mut values = [0; 3];
        let mut widths = [0; 3];
        for i in 0..arity {
            let child = fields[i];
            if self.ready(child) {
                values[i] = self.value(child);
                widths[i] = self.terms.raw_node(child).width;
            } else {
                self.scratch.stack.push(child);
            }
        }
        if self.scratch.stack.len() > before {
            return Step::Later;
        }
        if node.width <= 64 && widths.iter().all(|&width| width <= 64) {
            return Step::Done(apply_small(node, [widths[0], widths[1]], values));
        }
        let operands = [0, 1, 2].map(|i| self.bits(fields[if i < arity { i } else { 0 }]));
        let [x, y, z] = &operands;
        let result = apply_wide(node, [widths[0], widths[1]], [x, y, z]);
        Step::Done(self.keep_bits(result))
    }

    /// The value of a term that is ready.
    fn bits(&self, index: u32) -> Bits {
        let width = self.terms.raw_node(index).width;
        let value = self.value(index);
        if width <= 64 {
            Bits::from_u64(width, value)
        } else {
            self.scratch.wide[value as usize].clone()
        }
    }

    /// What a slot holds for a value of any width.
    fn keep_bits(&mut self, value: Bits) -> u64 {
        if value.width() <= 64 { value.low_u64() } else { self.keep(value) }
    }

    /// What a slot holds for a value of more than 64 bits.
    fn keep(&mut self, value: Bits) -> u64 {
        self.scratch.wide.push(value);
        self.scratch.wide.len() as u64 - 1
    }

    /// Begins a quantifier, or goes on after its body was evaluated at one more index. Nothing recurses:
    /// closed quantifiers nest as deep as a term is.
    fn forall(&mut self, node: &Node) -> Step {
        let place = self.scratch.stack.len() - 1;
        if let Some(&running) = self.scratch.loops.last().filter(|running| running.place == place) {
            let index = self.scratch.bound.last_mut().expect("an index for each quantifier");
            *index += 1;
            let (more, holds) = (*index < running.counted, self.value(node.c) != 0);
            if holds && more {
                return self.evaluate_body(node);
            }
            self.scratch.loops.pop();
            self.scratch.bound.pop();
            self.loose = running.outer;
            return if holds && running.counted < running.to {
                Step::Stop
            } else {
                Step::Done(holds.into())
            };
        }
        let before = self.scratch.stack.len();
        for bound in [node.a, node.b] {
            if !self.ready(bound) {
                self.scratch.stack.push(bound);
            }
        }
        if self.scratch.stack.len() > before {
            return Step::Later;
        }
        if self.terms.raw_node(node.a).width > 64 {
            return Step::Stop;
        }
        let (from, to) = (self.value(node.a), self.value(node.b));
        if from >= to {
            return Step::Done(1);
        }
        // A counterexample may come early in a long range.
        let counted = to.min(from.saturating_add(MAX_QUANTIFIER_RANGE));
        self.scratch.loops.push(Loop { place, counted, to, outer: self.loose });
        self.scratch.bound.push(from);
        self.evaluate_body(node)
    }

    fn evaluate_body(&mut self, node: &Node) -> Step {
        self.loose = self.scratch.tick();
        self.scratch.stack.push(node.c);
        Step::Later
    }

    /// Nothing below any quantifier is evaluated further.
    fn leave_loops(&mut self) {
        if let Some(outermost) = self.scratch.loops.first() {
            self.loose = outermost.outer;
        }
        self.scratch.loops.clear();
        self.scratch.bound.clear();
    }
}
