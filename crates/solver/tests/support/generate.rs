//! Random terms and hard ones.

use super::{Random, array, symbol};
use dunlin_ir::Bits;
use dunlin_term::{Table, TermId, Terms};

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

/// Selects from random arrays with 2-bit indices, made of one or two symbols and `stores` stores.
pub fn random_reads(terms: &mut Terms, random: &mut Random, stores: usize) -> Vec<TermId> {
    let (index_width, element_width) = (2, 2);
    let mut pool = vec![symbol(terms, "i", index_width), symbol(terms, "j", index_width + 1)];
    let table: Vec<Bits> = (0..4).map(|_| Bits::from_u64(element_width, random.next())).collect();
    let table = Table::new(index_width, Bits::from_u64(element_width, 1), table);
    let constant = terms.constant(element_width, 2);
    let mut arrays = vec![
        array(terms, "a", index_width, element_width),
        terms.table(table),
        terms.const_array(index_width, constant),
    ];
    let mut newest = arrays[random.below(3)];
    for _ in 0..stores {
        let index = fit(terms, random, &pool, index_width);
        if random.chance(3) {
            let from = random.pick(&arrays);
            pool.push(terms.select(from, index));
        }
        let element = fit(terms, random, &pool, element_width);
        newest = terms.store(newest, index, element);
        if random.chance(6) {
            let condition = fit(terms, random, &pool, 1);
            let other = random.pick(&arrays);
            newest = terms.ite(condition, newest, other);
        }
        arrays.push(newest);
    }
    for _ in 0..3 {
        let index = fit(terms, random, &pool, index_width);
        let from = if random.chance(2) { newest } else { random.pick(&arrays) };
        pool.push(terms.select(from, index));
    }
    if random.chance(3) && stores < 20 {
        let (x, y) = (random.pick(&arrays), random.pick(&arrays));
        pool.push(terms.eq(x, y));
    }
    pool
}

/// Whether a product of two primes has other factors: hard from about 40 bits on.
pub fn factoring(terms: &mut Terms, width: u32, product: u64) -> Vec<TermId> {
    let (x, y) = (symbol(terms, "x", width / 2), symbol(terms, "y", width / 2));
    let (wide_x, wide_y) = (terms.zext(width, x), terms.zext(width, y));
    let one = terms.constant(width / 2, 1);
    let (x_large, y_large) = (terms.ult(one, x), terms.ult(one, y));
    let ordered = terms.ult(x, y);
    let wanted = terms.constant(width, product);
    let found = terms.mul(wide_x, wide_y);
    let same = terms.eq(found, wanted);
    vec![x_large, y_large, ordered, same]
}
