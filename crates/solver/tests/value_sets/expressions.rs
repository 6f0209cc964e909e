//! A small language of expressions for the tests.

use dunlin_solver::value_set::{BinaryOp, CellId, Comparison, Expression, UnaryOp, View};
use std::cell::RefCell;
use std::fmt;

#[derive(Clone, Copy)]
enum Node {
    Constant(u64),
    Cell(CellId),
    Unary(UnaryOp, usize),
    Binary(BinaryOp, usize, usize),
    Compare(Comparison, usize, usize),
    Choice(usize, usize, usize),
    Opaque,
}

#[derive(Default)]
pub struct Arena {
    nodes: RefCell<Vec<(Node, u32)>>,
}

#[derive(Clone, Copy)]
pub struct Term<'a> {
    arena: &'a Arena,
    index: usize,
}

impl Arena {
    fn add(&self, node: Node, width: u32) -> Term<'_> {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push((node, width));
        Term { arena: self, index: nodes.len() - 1 }
    }

    pub fn constant(&self, width: u32, value: u64) -> Term<'_> {
        self.add(Node::Constant(value), width)
    }

    pub fn cell(&self, id: u32, width: u32) -> Term<'_> {
        self.add(Node::Cell(CellId(id)), width)
    }

    pub fn opaque(&self, width: u32) -> Term<'_> {
        self.add(Node::Opaque, width)
    }
}

impl<'a> Term<'a> {
    /// `width` is that of the result of an extension and ignored otherwise.
    pub fn unary(self, op: UnaryOp, width: u32) -> Term<'a> {
        let width = match op {
            UnaryOp::Extract { hi, lo } => hi - lo + 1,
            UnaryOp::Not | UnaryOp::Negate => self.width(),
            UnaryOp::ZeroExtend | UnaryOp::SignExtend => width,
        };
        self.arena.add(Node::Unary(op, self.index), width)
    }

    pub fn not(self) -> Term<'a> {
        self.unary(UnaryOp::Not, 0)
    }

    pub fn binary(self, op: BinaryOp, other: Term<'a>) -> Term<'a> {
        let more = if op == BinaryOp::Concat { other.width() } else { 0 };
        self.arena.add(Node::Binary(op, self.index, other.index), self.width() + more)
    }

    pub fn compare(self, op: Comparison, other: Term<'a>) -> Term<'a> {
        self.arena.add(Node::Compare(op, self.index, other.index), 1)
    }

    pub fn choose(self, x: Term<'a>, y: Term<'a>) -> Term<'a> {
        self.arena.add(Node::Choice(self.index, x.index, y.index), x.width())
    }
}

impl Expression for Term<'_> {
    fn width(self) -> u32 {
        self.arena.nodes.borrow()[self.index].1
    }

    fn view(self) -> View<Self> {
        let at = |index| Term { arena: self.arena, index };
        match self.arena.nodes.borrow()[self.index].0 {
            Node::Constant(value) => View::Constant(value),
            Node::Cell(id) => View::Cell(id),
            Node::Unary(op, x) => View::Unary(op, at(x)),
            Node::Binary(op, x, y) => View::Binary(op, at(x), at(y)),
            Node::Compare(op, x, y) => View::Compare(op, at(x), at(y)),
            Node::Choice(condition, x, y) => View::Choice(at(condition), at(x), at(y)),
            Node::Opaque => View::Opaque,
        }
    }
}

impl fmt::Debug for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.view() {
            View::Constant(value) => write!(f, "{value}:{}", self.width()),
            View::Cell(id) => write!(f, "cell{}", id.0),
            View::Unary(op, x) => write!(f, "({op:?} {x:?}):{}", self.width()),
            View::Binary(op, x, y) => write!(f, "({op:?} {x:?} {y:?})"),
            View::Compare(op, x, y) => write!(f, "({op:?} {x:?} {y:?})"),
            View::Choice(c, x, y) => write!(f, "(if {c:?} {x:?} {y:?})"),
            View::Opaque => f.write_str("opaque"),
        }
    }
}
