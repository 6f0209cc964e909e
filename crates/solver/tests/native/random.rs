//! Random terms: the answer is that of enumeration, or at least no random assignment contradicts it.

use crate::support::{Random, decide, enumerate, model_of, satisfies, symbol};
use dunlin_solver::native::Native;
use dunlin_term::{TermId, Terms};

/// A random operation on a random pool of terms.
pub fn grow(terms: &mut Terms, random: &mut Random, pool: &mut Vec<TermId>, cheap: bool) {
    let x = random.pick(pool);
    let width = terms.width(x);
    let y = fit(terms, random, pool, width);
    let term = match random.below(if cheap { 14 } else { 21 }) {
        0 => terms.and(x, y),
        1 => terms.or(x, y),
        2 => terms.xor(x, y),
        3 | 4 => terms.add(x, y),
        5 => terms.sub(x, y),
        6 => terms.not(x),
        7 => terms.eq(x, y),
        8 => terms.ult(x, y),
        9 => terms.slt(x, y),
        10 => {
            let condition = fit(terms, random, pool, 1);
            terms.ite(condition, x, y)
        }
        11 => {
            let low = random.below(width as usize) as u32;
            let high = low + random.below((width - low) as usize) as u32;
            terms.extract(high, low, x)
        }
        12 if width <= 16 => terms.concat(x, y),
        13 => terms.sext(width + random.below(3) as u32, x),
        14 => terms.mul(x, y),
        15 => terms.udiv(x, y),
        16 => terms.urem(x, y),
        17 => terms.sdiv(x, y),
        18 => terms.srem(x, y),
        19 => terms.shl(x, y),
        20 => terms.ashr(x, y),
        _ => terms.lshr(x, y),
    };
    pool.push(term);
}

/// A term of the pool, or a constant, brought to a width.
pub fn fit(terms: &mut Terms, random: &mut Random, pool: &[TermId], width: u32) -> TermId {
    if random.chance(4) {
        let value = random.next() >> random.below(64);
        return terms.constant(width, value);
    }
    let term = random.pick(pool);
    let have = terms.width(term);
    if have > width {
        let low = random.below((have - width + 1) as usize) as u32;
        terms.extract(low + width - 1, low, term)
    } else if have == width {
        term
    } else if random.chance(2) {
        terms.zext(width, term)
    } else {
        terms.sext(width, term)
    }
}

/// One to three random conditions over the pool.
pub fn conditions(terms: &mut Terms, random: &mut Random, pool: &[TermId]) -> Vec<TermId> {
    let count = 1 + random.below(3);
    (0..count)
        .map(|_| {
            let x = pool[pool.len() - 1 - random.below(pool.len().min(4))];
            let y = fit(terms, random, pool, terms.width(x));
            match random.below(4) {
                0 => terms.eq(x, y),
                1 => terms.ne(x, y),
                2 => terms.ult(x, y),
                _ => terms.slt(x, y),
            }
        })
        .collect()
}

#[test]
fn small_random_queries_agree_with_enumeration() {
    let mut random = Random::new(2);
    let mut outcomes = [0, 0];
    for _ in 0..1500 {
        let mut terms = Terms::new();
        let mut pool = Vec::new();
        let mut left = 10;
        while left > 0 && pool.len() < 3 {
            let width = (1 + random.below(8) as u32).min(left);
            pool.push(symbol(&mut terms, &format!("x{}", pool.len()), width));
            left -= width;
        }
        for _ in 0..2 + random.below(8) {
            grow(&mut terms, &mut random, &mut pool, false);
        }
        let query = conditions(&mut terms, &mut random, &pool);
        let answer = decide(&mut Native::new(), &terms, &query);
        assert_eq!(answer, enumerate(&terms, &query), "{query:?}");
        outcomes[usize::from(answer)] += 1;
    }
    assert!(outcomes.iter().all(|&count| count > 100), "both answers occur often: {outcomes:?}");
}

#[test]
fn wide_random_queries_are_not_contradicted() {
    let mut random = Random::new(3);
    let mut sat = 0;
    for _ in 0..600 {
        let mut terms = Terms::new();
        let width = random.pick(&[16, 32, 64]);
        let mut pool =
            vec![symbol(&mut terms, "x", width), symbol(&mut terms, "y", random.pick(&[8, 16]))];
        for _ in 0..2 + random.below(10) {
            grow(&mut terms, &mut random, &mut pool, true);
        }
        let query = conditions(&mut terms, &mut random, &pool);
        if decide(&mut Native::new(), &terms, &query) {
            sat += 1;
            continue;
        }
        for _ in 0..200 {
            let input = random.next() >> random.below(64);
            let model = model_of(&terms, input);
            assert!(!satisfies(&terms, &model, &query), "{query:?} with {input:#x}");
        }
    }
    assert!(sat > 100, "many queries are satisfiable: {sat}");
}
