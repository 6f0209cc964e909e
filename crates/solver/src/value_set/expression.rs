//! What the procedures need to know of an expression: a view on it, one level at a time.
//!
//! A language of terms implements [`Expression`] for a handle that is cheap to copy. Whatever it
//! cannot show is [`View::Opaque`] and makes a question unanswerable here, never wrong.
//!
//! Expressions may share parts; walks count their visits and give up after [`FUEL`] of them, since
//! these procedures are only worth it while they are cheap.

use super::boxes::{CellId, SizedCell};
use super::compare::Comparison;
use super::step::Step;
use dunlin_ir::small::mask;
use smallvec::SmallVec;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Not,
    Negate,
    /// To the width of the whole expression.
    ZeroExtend,
    /// To the width of the whole expression.
    SignExtend,
    /// The bits `lo` to `hi`, both included.
    Extract {
        hi: u32,
        lo: u32,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    UnsignedDivide,
    UnsignedRemainder,
    SignedDivide,
    SignedRemainder,
    And,
    Or,
    Xor,
    ShiftLeft,
    LogicalShiftRight,
    ArithmeticShiftRight,
    /// The first operand above the second.
    Concat,
}

#[derive(Clone, Copy, Debug)]
pub enum View<E> {
    Constant(u64),
    Cell(CellId),
    Unary(UnaryOp, E),
    Binary(BinaryOp, E, E),
    /// One bit.
    Compare(Comparison, E, E),
    /// The second if the first, of one bit, is one; else the third.
    Choice(E, E, E),
    Opaque,
}

pub trait Expression: Copy {
    fn width(self) -> u32;
    /// Only called if the width is at most 64.
    fn view(self) -> View<Self>;
}

/// How many visits one question may take.
pub const FUEL: u32 = 256;

pub type Cells = SmallVec<[SizedCell; 4]>;

/// The view, unless it cannot be used or the fuel is spent.
pub fn look<E: Expression>(e: E, fuel: &mut u32) -> Option<View<E>> {
    if e.width() > 64 || *fuel == 0 {
        return None;
    }
    *fuel -= 1;
    match e.view() {
        View::Opaque => None,
        view => Some(view),
    }
}

/// The value of an expression, if all its cells have one and nothing in it is opaque.
pub fn evaluate<E: Expression>(e: E, value_of: &impl Fn(CellId) -> Option<u64>) -> Option<u64> {
    evaluate_within(e, value_of, &mut FUEL.clone())
}

pub(super) fn evaluate_within<E: Expression>(
    e: E,
    value_of: &impl Fn(CellId) -> Option<u64>,
    fuel: &mut u32,
) -> Option<u64> {
    let width = e.width();
    Some(match look(e, fuel)? {
        View::Constant(value) => value & mask(width),
        View::Cell(id) => value_of(id)? & mask(width),
        View::Unary(op, x) => {
            let value = evaluate_within(x, value_of, fuel)?;
            op.step(width).apply(x.width(), value)
        }
        View::Binary(op, x, y) => {
            let left = evaluate_within(x, value_of, fuel)?;
            let right = evaluate_within(y, value_of, fuel)?;
            op.with_right(y.width(), right).apply(x.width(), left)
        }
        View::Compare(op, x, y) => {
            let left = evaluate_within(x, value_of, fuel)?;
            let right = evaluate_within(y, value_of, fuel)?;
            op.holds(x.width(), left, right).into()
        }
        View::Choice(condition, x, y) => {
            let taken = evaluate_within(condition, value_of, fuel)? != 0;
            evaluate_within(if taken { x } else { y }, value_of, fuel)?
        }
        View::Opaque => return None,
    })
}

/// Adds the cells of an expression; `None` if not all of them can be seen.
pub fn collect_cells<E: Expression>(e: E, cells: &mut Cells, fuel: &mut u32) -> Option<()> {
    match look(e, fuel)? {
        View::Constant(_) | View::Opaque => {}
        View::Cell(id) => {
            if cells.iter().all(|(known, _)| *known != id) {
                cells.push((id, e.width()));
            }
        }
        View::Unary(_, x) => collect_cells(x, cells, fuel)?,
        View::Binary(_, x, y) | View::Compare(_, x, y) => {
            collect_cells(x, cells, fuel)?;
            collect_cells(y, cells, fuel)?;
        }
        View::Choice(condition, x, y) => {
            collect_cells(condition, cells, fuel)?;
            collect_cells(x, cells, fuel)?;
            collect_cells(y, cells, fuel)?;
        }
    }
    Some(())
}

impl UnaryOp {
    /// The step to a result of `width` bits.
    pub(super) fn step(self, width: u32) -> Step {
        match self {
            UnaryOp::Not => Step::Not,
            UnaryOp::Negate => Step::Negate,
            UnaryOp::ZeroExtend => Step::ZeroExtend(width),
            UnaryOp::SignExtend => Step::SignExtend(width),
            UnaryOp::Extract { hi, lo } => Step::Extract { hi, lo },
        }
    }
}

impl BinaryOp {
    /// `x op k` for an unknown `x`.
    pub(super) fn with_right(self, width: u32, k: u64) -> Step {
        match self {
            BinaryOp::Add => Step::Add(k),
            BinaryOp::Subtract => Step::Add(k.wrapping_neg() & mask(width)),
            BinaryOp::Multiply => Step::Multiply(k),
            BinaryOp::UnsignedDivide => Step::UnsignedDivide(k),
            BinaryOp::UnsignedRemainder => Step::UnsignedRemainder(k),
            BinaryOp::SignedDivide => Step::SignedDivide(k),
            BinaryOp::SignedRemainder => Step::SignedRemainder(k),
            BinaryOp::And => Step::And(k),
            BinaryOp::Or => Step::Or(k),
            BinaryOp::Xor => Step::Xor(k),
            BinaryOp::ShiftLeft => Step::ShiftLeft(k),
            BinaryOp::LogicalShiftRight => Step::LogicalShiftRight(k),
            BinaryOp::ArithmeticShiftRight => Step::ArithmeticShiftRight(k),
            BinaryOp::Concat => Step::PutBelow { value: k, width },
        }
    }

    /// `k op x` for an unknown `x`, if there is such a step.
    pub(super) fn with_left(self, width: u32, k: u64) -> Option<Step> {
        Some(match self {
            BinaryOp::Add => Step::Add(k),
            BinaryOp::Subtract => Step::SubtractFrom(k),
            BinaryOp::Multiply => Step::Multiply(k),
            BinaryOp::And => Step::And(k),
            BinaryOp::Or => Step::Or(k),
            BinaryOp::Xor => Step::Xor(k),
            BinaryOp::Concat => Step::PutAbove { value: k, width },
            _ => return None,
        })
    }
}
