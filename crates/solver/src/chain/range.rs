//! Between which numbers a term lies on a path, without any search.
//!
//! The facts of the path bound the terms that it compares with constants; from there bounds go upwards
//! through arithmetic that does not wrap around. They follow from the constraints alone: two runs along
//! the same path get the same.

use super::facts::Facts;
use super::path::Path;
use dunlin_ir::small::mask;
use dunlin_term::{Op, TermId, Terms, View};

/// Terms are followed this deep.
const DEPTH: u32 = 12;

type Range = (u64, u64);

impl Path {
    /// The least and greatest unsigned value that a term of at most 64 bits can have here.
    pub fn range_of(&self, terms: &Terms, term: TermId) -> (u64, u64) {
        range(&self.facts, terms, term, DEPTH)
    }
}

fn range(facts: &Facts, terms: &Terms, term: TermId, depth: u32) -> Range {
    let width = terms.width(term);
    let known = facts.bounds_of(terms, term).unsigned;
    if depth == 0 || known.0 == known.1 {
        return known;
    }
    let of = |term| range(facts, terms, term, depth - 1);
    let found = match terms.view(term) {
        View::Binary(op, x, y) => binary(op, width, of(x), of(y)),
        View::Ite(_, x, y) => {
            let ((a, b), (c, d)) = (of(x), of(y));
            Some((a.min(c), b.max(d)))
        }
        View::Concat(high, low) if terms.as_u64(high) == Some(0) && terms.width(low) <= 64 => {
            Some(of(low))
        }
        View::Extract(x, 0) if terms.width(x) <= 64 => {
            let whole = of(x);
            (whole.1 <= mask(width)).then_some(whole)
        }
        View::SExt(x) => {
            let narrow = of(x);
            (narrow.1 <= mask(terms.width(x)) >> 1).then_some(narrow)
        }
        _ => None,
    };
    match found {
        Some((least, greatest)) => (least.max(known.0), greatest.min(known.1)),
        None => known,
    }
}

/// The range of an operation, if it does not wrap around.
fn binary(op: Op, width: u32, (a, b): Range, (c, d): Range) -> Option<Range> {
    let fits = |greatest: Option<u64>| greatest.filter(|&greatest| greatest <= mask(width));
    match op {
        Op::Add => match fits(b.checked_add(d)) {
            Some(greatest) => Some((a + c, greatest)),
            // A negative constant is subtracted from what is at least as large.
            None if c == d && a > mask(width) - c => {
                let less = mask(width) - c + 1;
                Some((a - less, b - less))
            }
            None => None,
        },
        Op::Mul => fits(b.checked_mul(d)).map(|greatest| (a * c, greatest)),
        Op::Shl if c == d && c < u64::from(width) => {
            fits(b.checked_mul(1 << c)).map(|greatest| (a << c, greatest))
        }
        Op::LShr if c == d && c < 64 => Some((a >> c, b >> c)),
        Op::UDiv if c == d && c > 0 => Some((a / c, b / c)),
        Op::URem if c == d && c > 0 => Some((0, b.min(c - 1))),
        Op::And => Some((0, b.min(d))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_term::{Evaluator, Model, Sort};

    /// Small expressions over two bytes against all their values.
    #[test]
    fn ranges_hold_for_every_input() {
        let mut terms = Terms::new();
        let mut evaluator = Evaluator::default();
        let x = terms.symbol("x", Sort::BitVec(8)).unwrap();
        let y = terms.symbol("y", Sort::BitVec(8)).unwrap();
        let (wide_x, wide_y) = (terms.zext(16, x), terms.zext(16, y));
        let constants: Vec<TermId> =
            [0, 1, 3, 7, 12, 200, 0xfffd, 0xfff0].iter().map(|&n| terms.constant(16, n)).collect();
        let mut expressions = vec![wide_x, wide_y];
        let signed = terms.sext(16, y);
        expressions.push(signed);
        let below = terms.ult(x, y);
        for &constant in &constants {
            let sum = terms.add(wide_x, wide_y);
            let product = terms.mul(wide_x, constant);
            let more = terms.add(product, constant);
            let masked = terms.and(wide_y, constant);
            let quotient = terms.udiv(sum, constant);
            let rest = terms.urem(sum, constant);
            let left = terms.shl(wide_x, constant);
            let right = terms.lshr(sum, constant);
            let less = terms.add(sum, constant);
            let either = terms.ite(below, less, masked);
            let narrow = terms.extract(7, 0, sum);
            let again = terms.zext(16, narrow);
            expressions
                .extend([sum, more, masked, quotient, rest, left, right, less, either, again]);
        }
        // x is from 5 to 19, y at least 3.
        let (five, twenty, three) =
            (terms.constant(8, 5), terms.constant(8, 20), terms.constant(8, 3));
        let constraints = [terms.ule(five, x), terms.ult(x, twenty), terms.ule(three, y)];
        let mut facts = Facts::default();
        constraints.iter().for_each(|&constraint| facts.add(&terms, constraint));
        let (View::Symbol(x_id), View::Symbol(y_id)) = (terms.view(x), terms.view(y)) else {
            panic!("both are symbols")
        };
        let mut narrow = 0;
        for &expression in &expressions {
            let (least, greatest) = range(&facts, &terms, expression, DEPTH);
            narrow += u32::from(greatest < 1000);
            for (a, b) in (5..20u64).flat_map(|a| (3..256u64).map(move |b| (a, b))) {
                let mut model = Model::new();
                model.set(x_id, &dunlin_ir::Bits::from_u64(8, a));
                model.set(y_id, &dunlin_ir::Bits::from_u64(8, b));
                let value = evaluator.start(&terms, &model).eval_u64(expression).unwrap();
                assert!((least..=greatest).contains(&value), "{expression} at {a}, {b}");
            }
        }
        assert!(narrow > 30, "{narrow} of {} are narrow", expressions.len());
        assert_eq!(range(&facts, &terms, wide_x, DEPTH), (5, 19));
    }
}
