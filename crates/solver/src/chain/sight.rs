//! Terms as the value sets see them.

use super::cells::{CellTable, Claims, Source};
use super::footprint::{Run, constant_read, element_width, top_run};
use crate::value_set::{BinaryOp, Comparison, Expression, UnaryOp, View};
use dunlin_term::{Op, Sort, TermId, Terms, View as TermView};

/// What is needed to look at the terms of one path.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    pub terms: &'a Terms,
    pub cells: &'a CellTable,
    pub claims: &'a Claims,
}

impl<'a> Sight<'a> {
    /// The elements of the term must have been claimed.
    pub fn on(&'a self, term: TermId) -> Seen<'a> {
        Seen { sight: self, what: What::Term(term) }
    }
}

/// A term, or a run of elements that is no term of its own.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    sight: &'a Sight<'a>,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    Term(TermId),
    Run(Run),
}

impl<'a> Seen<'a> {
    fn term(self, term: TermId) -> Seen<'a> {
        Seen { what: What::Term(term), ..self }
    }

    fn run(self, run: Run) -> Seen<'a> {
        Seen { what: What::Run(run), ..self }
    }

    /// A run through the cells that its elements belong to.
    fn view_run(self, run: Run) -> View<Self> {
        let Some((cell, id)) = self.sight.claims.covering(run.root, run.start) else {
            return View::Opaque;
        };
        let element = element_width(self.sight.terms, run.root);
        if cell == run {
            View::Cell(id)
        } else if run.end() <= cell.end() {
            let lo = (run.start - cell.start) as u32 * element;
            View::Unary(UnaryOp::Extract { hi: lo + run.count * element - 1, lo }, self.run(cell))
        } else {
            let count = (cell.end() - run.start) as u32;
            let above = Run { start: cell.end(), count: run.count - count, ..run };
            let below = Run { count, ..run };
            View::Binary(BinaryOp::Concat, self.run(above), self.run(below))
        }
    }

    fn view_sum(self, x: TermId, y: TermId) -> View<Self> {
        if let Some(y) = self.negated(y) {
            return View::Binary(BinaryOp::Subtract, self.term(x), self.term(y));
        }
        if let Some(x) = self.negated(x) {
            return View::Binary(BinaryOp::Subtract, self.term(y), self.term(x));
        }
        View::Binary(BinaryOp::Add, self.term(x), self.term(y))
    }

    /// The operand of a product with -1.
    fn negated(self, term: TermId) -> Option<TermId> {
        let terms = self.sight.terms;
        let TermView::Binary(Op::Mul, x, factor) = terms.view(term) else { return None };
        let minus_one = dunlin_ir::small::mask(terms.width(term));
        (terms.as_u64(factor) == Some(minus_one)).then_some(x)
    }

    fn view_binary(self, whole: TermId, op: Op, x: TermId, y: TermId) -> View<Self> {
        let terms = self.sight.terms;
        if matches!(terms.sort(x), Sort::Array { .. }) {
            return View::Opaque;
        }
        let compare = |op| View::Compare(op, self.term(x), self.term(y));
        let op = match op {
            Op::Eq => return compare(Comparison::Equal),
            Op::Ult => return compare(Comparison::UnsignedLess),
            Op::Slt => return compare(Comparison::SignedLess),
            Op::Add => return self.view_sum(x, y),
            Op::Mul => match self.negated(whole) {
                Some(x) => return View::Unary(UnaryOp::Negate, self.term(x)),
                None => BinaryOp::Multiply,
            },
            Op::And => BinaryOp::And,
            Op::Or => BinaryOp::Or,
            Op::Xor => BinaryOp::Xor,
            Op::UDiv => BinaryOp::UnsignedDivide,
            Op::URem => BinaryOp::UnsignedRemainder,
            Op::SDiv => BinaryOp::SignedDivide,
            Op::SRem => BinaryOp::SignedRemainder,
            Op::Shl => BinaryOp::ShiftLeft,
            Op::LShr => BinaryOp::LogicalShiftRight,
            Op::AShr => BinaryOp::ArithmeticShiftRight,
            _ => return View::Opaque,
        };
        View::Binary(op, self.term(x), self.term(y))
    }

    fn view_concat(self, whole: TermId, high: TermId, low: TermId) -> View<Self> {
        let terms = self.sight.terms;
        match top_run(terms, whole) {
            Some((run, None)) => self.view_run(run),
            Some((run, Some(rest))) => {
                View::Binary(BinaryOp::Concat, self.run(run), self.term(rest))
            }
            None if terms.as_u64(high) == Some(0) => {
                View::Unary(UnaryOp::ZeroExtend, self.term(low))
            }
            None => View::Binary(BinaryOp::Concat, self.term(high), self.term(low)),
        }
    }
}

impl Expression for Seen<'_> {
    fn width(self) -> u32 {
        match self.what {
            What::Term(term) => self.sight.terms.width(term),
            What::Run(run) => run.count * element_width(self.sight.terms, run.root),
        }
    }

    fn view(self) -> View<Self> {
        let term = match self.what {
            What::Run(run) => return self.view_run(run),
            What::Term(term) => term,
        };
        let terms = self.sight.terms;
        match terms.view(term) {
            TermView::Const(value) => View::Constant(value),
            TermView::Symbol(symbol) => match self.sight.cells.find(Source::Symbol(symbol)) {
                Some(cell) => View::Cell(cell),
                None => View::Opaque,
            },
            TermView::Select(..) => match constant_read(terms, term) {
                Some((root, start)) => self.view_run(Run { root, start, count: 1 }),
                None => View::Opaque,
            },
            TermView::Not(x) => View::Unary(UnaryOp::Not, self.term(x)),
            TermView::Binary(op, x, y) => self.view_binary(term, op, x, y),
            TermView::Ite(condition, x, y) => {
                View::Choice(self.term(condition), self.term(x), self.term(y))
            }
            TermView::Concat(high, low) => self.view_concat(term, high, low),
            TermView::Extract(x, lo) => {
                let hi = lo + terms.width(term) - 1;
                View::Unary(UnaryOp::Extract { hi, lo }, self.term(x))
            }
            TermView::SExt(x) => View::Unary(UnaryOp::SignExtend, self.term(x)),
            TermView::WideConst(_)
            | TermView::Table(_)
            | TermView::Base(_)
            | TermView::Bound(_)
            | TermView::Store(..)
            | TermView::ConstArray(_)
            | TermView::FloatBinary(..)
            | TermView::FloatUnary(..)
            | TermView::FloatCompare(..)
            | TermView::FloatFma(..)
            | TermView::FloatCast(..)
            | TermView::Forall { .. } => View::Opaque,
        }
    }
}
