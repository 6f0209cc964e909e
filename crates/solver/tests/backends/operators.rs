//! Every operator on bit-vectors: at small widths everywhere, at large ones at random values.

use crate::support::{Random, decide, model_of, symbol};
use crate::{EFFORT, backend};
use dunlin_ir::Bits;
use dunlin_solver::backend::{Backend, Budget};
use dunlin_term::{Evaluator, Model, TermId, Terms, View};

type Binary = fn(&mut Terms, TermId, TermId) -> TermId;

const BINARY: [(&str, Binary); 18] = [
    ("and", Terms::and),
    ("or", Terms::or),
    ("xor", Terms::xor),
    ("add", Terms::add),
    ("sub", Terms::sub),
    ("mul", Terms::mul),
    ("udiv", Terms::udiv),
    ("urem", Terms::urem),
    ("sdiv", Terms::sdiv),
    ("srem", Terms::srem),
    ("smod", Terms::smod),
    ("shl", Terms::shl),
    ("lshr", Terms::lshr),
    ("ashr", Terms::ashr),
    ("eq", Terms::eq),
    ("ult", Terms::ult),
    ("slt", Terms::slt),
    ("concat", Terms::concat),
];

/// True where `result` differs from what the evaluator says, for any values of the symbols.
fn differs_somewhere(terms: &mut Terms, result: TermId, inputs: &[TermId]) -> TermId {
    let bits: u32 = inputs.iter().map(|&input| terms.width(input)).sum();
    let mut evaluator = Evaluator::new();
    let mut somewhere = TermId::FALSE;
    for input in 0..1_u64 << bits {
        let model = model_of(terms, input);
        let expected = evaluator.eval(terms, &model, result).expect("there is no quantifier");
        let expected = terms.constant_bits(&expected);
        let mut here = terms.ne(result, expected);
        for &symbol in inputs {
            let value = evaluator.eval(terms, &model, symbol).expect("there is no quantifier");
            let value = terms.constant_bits(&value);
            let same = terms.eq(symbol, value);
            here = terms.and(here, same);
        }
        somewhere = terms.or(somewhere, here);
    }
    somewhere
}

#[test]
fn binary_operators_agree_with_the_evaluator_everywhere() {
    for (name, op) in BINARY {
        for width in 1..=4 {
            let mut terms = Terms::new();
            let (x, y) = (symbol(&mut terms, "x", width), symbol(&mut terms, "y", width));
            let result = op(&mut terms, x, y);
            let wrong = differs_somewhere(&mut terms, result, &[x, y]);
            assert!(!decide(&mut backend(), &terms, &[wrong]), "{name} of width {width}");
        }
    }
}

#[test]
fn operators_with_a_constant_agree_with_the_evaluator() {
    for (name, op) in BINARY {
        for width in 1..=4 {
            for value in 0..1 << width {
                let mut terms = Terms::new();
                let x = symbol(&mut terms, "x", width);
                let constant = terms.constant(width, value);
                let results = [op(&mut terms, x, constant), op(&mut terms, constant, x)];
                let wrong = results.map(|result| differs_somewhere(&mut terms, result, &[x]));
                let mut backend = backend();
                for wrong in wrong {
                    let found = decide(&mut backend, &terms, &[wrong]);
                    assert!(!found, "{name} of width {width} with {value}");
                }
            }
        }
    }
}

#[test]
fn narrowing_widening_and_choice_agree_with_the_evaluator() {
    for width in 1..=4 {
        let mut terms = Terms::new();
        let (x, y) = (symbol(&mut terms, "x", width), symbol(&mut terms, "y", width));
        let condition = symbol(&mut terms, "c", 1);
        let mut results = vec![
            terms.not(x),
            terms.neg(x),
            terms.zext(width + 3, x),
            terms.sext(width + 3, x),
            terms.ite(condition, x, y),
        ];
        for low in 0..width {
            results.extend((low..width).map(|high| terms.extract(high, low, x)));
        }
        for result in results {
            let wrong = differs_somewhere(&mut terms, result, &[x, y, condition]);
            assert!(!decide(&mut backend(), &terms, &[wrong]), "width {width}");
        }
    }
}

/// Divisors whose high bits are known to be zero have a circuit of their own.
#[test]
fn division_by_a_narrow_divisor_agrees_with_the_evaluator() {
    for (name, op) in &BINARY[6..11] {
        let mut terms = Terms::new();
        let (x, narrow) = (symbol(&mut terms, "x", 5), symbol(&mut terms, "y", 3));
        let y = terms.zext(5, narrow);
        let result = op(&mut terms, x, y);
        let wrong = differs_somewhere(&mut terms, result, &[x, narrow]);
        assert!(!decide(&mut backend(), &terms, &[wrong]), "{name}");
    }
}

/// The result is what the evaluator says and nothing else.
#[test]
fn wide_operators_agree_with_the_evaluator_at_random_values() {
    let mut random = Random::new(1);
    let mut evaluator = Evaluator::new();
    for width in [16, 32, 64, 65, 100, 130] {
        for (name, op) in BINARY {
            let mut terms = Terms::new();
            let (x, y) = (symbol(&mut terms, "x", width), symbol(&mut terms, "y", width));
            let result = op(&mut terms, x, y);
            let mut backend = backend();
            for _ in 0..EFFORT.div_ceil(2) {
                let mut model = Model::new();
                let mut fixed = Vec::new();
                let large = [random.next(), random.next(), random.next()];
                let small = [random.next() >> random.below(64), 0, 0];
                for (term, words) in [(x, large), (y, small)] {
                    let value = Bits::new(width, &words[..width.div_ceil(64) as usize]);
                    let View::Symbol(id) = terms.view(term) else { panic!("{term} is a symbol") };
                    model.set(id, &value);
                    let value = terms.constant_bits(&value);
                    fixed.push(terms.eq(term, value));
                }
                let expected = evaluator.eval(&terms, &model, result).expect("no quantifier");
                let expected = terms.constant_bits(&expected);
                fixed.push(terms.ne(result, expected));
                assert!(!decide(&mut backend, &terms, &fixed), "{name} of width {width}");
                fixed.pop();
                fixed.push(terms.eq(result, expected));
                assert!(decide(&mut backend, &terms, &fixed), "{name} of width {width}");
            }
        }
    }
}

/// Nothing recurses along the depth of a term.
#[test]
fn deep_terms_are_translated() {
    let mut terms = Terms::new();
    let (x, y) = (symbol(&mut terms, "x", 8), symbol(&mut terms, "y", 8));
    let mut deep = x;
    for i in 0..100_000 {
        deep = if i % 2 == 0 { terms.xor(deep, y) } else { terms.add(deep, y) };
    }
    let zero = terms.constant(8, 0);
    let none = terms.eq(y, zero);
    let same = terms.ne(deep, x);
    // The answer may be unknown, but there must be one, and it must not be wrong.
    let answer = backend().check(&terms, &[none, same], Budget::conflicts(1000));
    assert!(!answer.is_sat(), "{answer:?}");
}
