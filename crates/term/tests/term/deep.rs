//! Nothing recurses along the depth of a term. A loop of a program that runs a million times makes terms of
//! that depth, and every function on terms must be able to walk them on the stack of a plain thread.

use dunlin_ir::{FloatBinOp, FloatFormat};
use dunlin_term::smt;
use dunlin_term::{Blind, Evaluator, Model, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

const DEPTH: u32 = 1_000_000;
const WIDTH: u32 = 32;

struct Inputs {
    x: TermId,
    y: TermId,
    bit: TermId,
    array: TermId,
    one: TermId,
}

type Step = fn(&mut Terms, &Inputs, TermId, u32) -> TermId;

/// Ways to make a term of `WIDTH` bits deeper by one.
const STEPS: &[Step] = &[
    |t, i, x, n| {
        let y = t.xor(x, i.y);
        let n = t.constant(WIDTH, n.into());
        t.add(y, n)
    },
    |t, i, x, _| {
        let y = t.not(x);
        t.add(y, i.one)
    },
    |t, i, x, _| {
        let y = t.not(x);
        let y = t.add(y, i.one);
        t.mul(y, i.y)
    },
    |t, i, x, _| {
        let y = t.add(x, i.y);
        t.mul(y, i.x)
    },
    |t, i, x, n| match n % 3 {
        0 => t.and(x, i.x),
        1 => t.or(x, i.y),
        _ => t.xor(x, i.x),
    },
    |t, i, x, n| match n % 3 {
        0 => t.shl(x, i.y),
        1 => t.lshr(x, i.x),
        _ => t.ashr(x, i.y),
    },
    |t, i, x, n| match n % 4 {
        0 => t.udiv(x, i.y),
        1 => t.urem(x, i.x),
        2 => t.sdiv(x, i.y),
        _ => t.srem(x, i.x),
    },
    |t, i, x, n| {
        let n = t.constant(WIDTH, n.into());
        let condition = t.eq(i.y, n);
        t.ite(condition, x, n)
    },
    |t, i, x, n| {
        let n = t.constant(WIDTH, n.into());
        let condition = t.ult(i.y, n);
        t.ite(condition, i.x, x)
    },
    |t, i, x, n| {
        let n = t.constant(WIDTH, n.into());
        let condition = t.ult(x, n);
        t.ite(condition, i.x, i.y)
    },
    |t, i, x, n| {
        let (high, low) = (t.extract(30, 8, x), t.extract(7, 0, i.y));
        if n.is_multiple_of(2) {
            let bit = t.extract(31, 31, x);
            let low = t.concat(low, bit);
            t.concat(high, low)
        } else {
            let whole = t.concat(high, low);
            t.sext(WIDTH, whole)
        }
    },
    |t, i, x, _| {
        let read = t.select(i.array, x);
        t.zext(WIDTH, read)
    },
    |t, i, x, _| {
        let byte = t.extract(7, 0, x);
        let array = t.store(i.array, i.x, byte);
        let read = t.select(array, i.y);
        let y = t.zext(WIDTH, read);
        t.add(y, i.x)
    },
    |t, i, x, n| {
        let below = t.slt(x, i.y);
        let both = if n.is_multiple_of(2) { t.and(below, i.bit) } else { t.or(below, i.bit) };
        let not = t.not(both);
        t.ite(not, i.x, i.y)
    },
    // The last two are not read back. Closed quantifiers lie inside of each other.
    |t, i, x, _| {
        let (index, none) = (t.bound(WIDTH, 0), t.constant(WIDTH, 0));
        let body = t.ult(index, x);
        let all = t.forall(none, i.one, body);
        t.ite(all, i.x, i.y)
    },
    |t, i, x, _| t.float_binary(FloatBinOp::Add, FloatFormat::Single, x, i.y),
];

fn inputs(terms: &mut Terms) -> Inputs {
    let mut vector = |name, width| terms.symbol(name, Sort::BitVec(width)).expect("new");
    let (x, y, bit) = (vector("x", WIDTH), vector("y", WIDTH), vector("bit", 1));
    let array = terms.symbol("a", Sort::Array { index: WIDTH, element: 8 }).expect("new");
    let one = terms.constant(WIDTH, 1);
    Inputs { x, y, bit, array, one }
}

/// Constructors look into their operands.
fn construct(terms: &mut Terms, i: &Inputs, deep: TermId) {
    let seven = terms.constant(WIDTH, 7);
    for by in [i.one, seven, i.x] {
        terms.eq(deep, by);
        terms.ult(deep, by);
        terms.slt(by, deep);
        for f in [
            Terms::add,
            Terms::sub,
            Terms::mul,
            Terms::and,
            Terms::or,
            Terms::xor,
            Terms::shl,
            Terms::lshr,
            Terms::ashr,
            Terms::udiv,
            Terms::urem,
            Terms::sdiv,
            Terms::srem,
            Terms::concat,
        ] {
            f(terms, deep, by);
            f(terms, by, deep);
        }
        terms.ite(i.bit, deep, by);
        terms.ite(i.bit, by, deep);
    }
    terms.not(deep);
    terms.neg(deep);
    terms.extract(0, 0, deep);
    terms.extract(31, 24, deep);
    terms.sext(64, deep);
    terms.zext(64, deep);
    terms.known_bits(deep);
    let read = terms.select(i.array, deep);
    let stored = terms.store(i.array, deep, read);
    terms.select(stored, i.x);
}

/// A term with every operator on its way down, a long run of each, so that a function that recurses
/// for one of them is found.
#[test]
fn nothing_recurses_along_a_term() {
    let run = DEPTH / STEPS.len() as u32;
    let mut terms = Terms::new();
    let inputs = inputs(&mut terms);
    let (mut deep, mut readable) = (inputs.x, inputs.x);
    for (number, step) in STEPS.iter().enumerate() {
        if number == STEPS.len() - 2 {
            readable = deep;
        }
        for n in 0..run {
            deep = step(&mut terms, &inputs, deep, n);
        }
        construct(&mut terms, &inputs, deep);
    }
    let model = Model::new();
    assert!(Evaluator::new().eval(&terms, &model, deep).is_some());
    assert!(!terms.free_variables(deep).is_empty());
    for blind in [Blind::ToBases, Blind::ToConstants] {
        terms.blind_hash(deep, blind);
    }
    let seven = terms.constant(WIDTH, 7);
    let condition = terms.eq(deep, seven);
    terms.same_but_for_bases(&[condition], &[condition]);
    let replaced = terms.substitute(deep, &FxHashMap::from_iter([(inputs.x, inputs.y)]));
    assert_eq!(terms.width(replaced), WIDTH);
    // A printed float is many terms and a fact when it is read back, and quantifiers nest at most 7 deep then.
    smt::query(&terms, &[condition]);
    let condition = terms.eq(readable, seven);
    let text = smt::query(&terms, &[condition]);
    let mut again = Terms::new();
    let script = smt::parse(&text, &mut again);
    assert!(script.is_ok(), "{}", script.err().map(|e| e.to_string()).unwrap_or_default());
    terms.collect([deep]);
}
