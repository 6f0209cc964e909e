//! Random bit-vector terms: every operator of the builder, and the compositions that programs are
//! full of.

use super::scene::{Binary, Scene};
use dunlin_term::{TermId, Terms};

/// Where operators that make hard circuits stop.
#[derive(Clone, Copy)]
pub struct Limits {
    pub width: u32,
    pub multiply: u32,
    pub divide: u32,
}

const CHEAP: [Binary; 20] = [
    Terms::and,
    Terms::or,
    Terms::xor,
    Terms::nand,
    Terms::nor,
    Terms::xnor,
    Terms::add,
    Terms::add,
    Terms::sub,
    Terms::sub,
    Terms::eq,
    Terms::ne,
    Terms::ult,
    Terms::ule,
    Terms::slt,
    Terms::sle,
    Terms::shl,
    Terms::lshr,
    Terms::ashr,
    Terms::implies_bits,
];

const DIVIDE: [Binary; 5] = [Terms::udiv, Terms::urem, Terms::sdiv, Terms::srem, Terms::smod];

/// An operator that is none of the builder's, as others here are.
trait Composed {
    fn implies_bits(&mut self, x: TermId, y: TermId) -> TermId;
}

impl Composed for Terms {
    /// `~x | y`, in every bit.
    fn implies_bits(&mut self, x: TermId, y: TermId) -> TermId {
        let not = self.not(x);
        self.or(not, y)
    }
}

/// Adds a random term to the pool.
pub fn grow(scene: &mut Scene, limits: Limits) {
    let x = scene.random.pick(&scene.pool);
    let width = scene.terms.width(x);
    let term = match scene.random.below(100) {
        0..40 => {
            let y = scene.fit(width);
            let op = scene.random.pick(&CHEAP);
            scene.apply(op, x, y)
        }
        40..50 => slice(scene, x, limits),
        50..58 => {
            let condition = scene.fit(1);
            let y = scene.fit(width);
            scene.terms.ite(condition, x, y)
        }
        58..64 => {
            let by = scene.random.below(u64::from(width) + 3) as u32;
            match scene.random.below(4) {
                0 => scene.terms.rotate_left(by, x),
                1 => scene.terms.rotate_right(by, x),
                2 => scene.terms.neg(x),
                _ => scene.terms.not(x),
            }
        }
        64..74 => {
            let x = narrow(scene, x, limits.multiply);
            let width = scene.terms.width(x);
            let y = scene.fit(width);
            scene.apply(Terms::mul, x, y)
        }
        74..84 => {
            let x = narrow(scene, x, limits.divide);
            let width = scene.terms.width(x);
            let y = scene.fit(width);
            let op = scene.random.pick(&DIVIDE);
            scene.apply(op, x, y)
        }
        84..90 => {
            // By a constant, as in programs.
            let x = narrow(scene, x, 2 * limits.divide);
            let width = scene.terms.width(x);
            let value = 1 + scene.random.below(20);
            let y = scene.terms.constant(width, value);
            let op = scene.random.pick(&DIVIDE);
            scene.apply(op, x, y)
        }
        90..94 => overflow(scene, x, limits),
        94..97 => nest(scene, x),
        _ => {
            let amount = scene.random.below(width.into());
            let amount = scene.terms.constant(width, amount);
            let op: Binary = scene.random.pick(&[Terms::shl, Terms::lshr, Terms::ashr]);
            scene.apply(op, x, amount)
        }
    };
    scene.pool.push(term);
}

/// A part of the term that is not too wide.
fn narrow(scene: &mut Scene, x: TermId, most: u32) -> TermId {
    if scene.terms.width(x) > most { scene.resize(x, most) } else { x }
}

/// Takes a term apart or puts two together.
pub fn slice(scene: &mut Scene, x: TermId, limits: Limits) -> TermId {
    let width = scene.terms.width(x);
    match scene.random.below(6) {
        0 | 1 if width < limits.width => {
            let room = u64::from(limits.width - width);
            let y = scene.random.pick(&scene.pool);
            let most = (scene.terms.width(y)).min(room as u32);
            let y = narrow(scene, y, most);
            if scene.random.percent(50) {
                scene.terms.concat(x, y)
            } else {
                scene.terms.concat(y, x)
            }
        }
        2 if width < limits.width => {
            let more = 1 + scene.random.below(u64::from(limits.width - width)) as u32;
            scene.terms.sext(width + more, x)
        }
        3 if width < limits.width => {
            let more = 1 + scene.random.below(u64::from(limits.width - width)) as u32;
            scene.terms.zext(width + more, x)
        }
        4 if width * 3 <= limits.width => {
            let times = scene.random.between(2, 3) as u32;
            scene.terms.repeat(times, x)
        }
        _ => {
            let low = scene.random.below(width.into()) as u32;
            let high = low + scene.random.below(u64::from(width - low)) as u32;
            scene.terms.extract(high, low, x)
        }
    }
}

/// Whether a sum, a difference or a product overflows, as compilers and programs ask it.
fn overflow(scene: &mut Scene, x: TermId, limits: Limits) -> TermId {
    let x = narrow(scene, x, limits.width.min(32));
    let width = scene.terms.width(x);
    let y = scene.fit(width);
    match scene.random.below(5) {
        0 => {
            let sum = scene.terms.add(x, y);
            scene.terms.ult(sum, x)
        }
        1 => {
            // In one more bit the sum is right.
            let [long_x, long_y] = [x, y].map(|term| scene.terms.sext(width + 1, term));
            let long = scene.terms.add(long_x, long_y);
            let short = scene.terms.add(x, y);
            let short = scene.terms.sext(width + 1, short);
            scene.terms.ne(long, short)
        }
        2 => {
            // Operands of different signs, and a result of the sign of the second.
            let difference = scene.terms.sub(x, y);
            let (one, two) = (scene.terms.xor(x, y), scene.terms.xor(x, difference));
            let both = scene.terms.and(one, two);
            scene.terms.extract(width - 1, width - 1, both)
        }
        _ => {
            let [x, y] = [x, y].map(|term| narrow(scene, term, limits.multiply / 2 + 1));
            let width = scene.terms.width(x);
            let [x, y] = [x, y].map(|term| scene.terms.zext(2 * width, term));
            let product = scene.terms.mul(x, y);
            let high = scene.terms.extract(2 * width - 1, width, product);
            let zero = scene.terms.constant(width, 0);
            scene.terms.ne(high, zero)
        }
    }
}

/// The same operator again, with constants or the same condition: what the builder joins.
fn nest(scene: &mut Scene, x: TermId) -> TermId {
    let width = scene.terms.width(x);
    match scene.random.below(5) {
        0 => {
            let op: Binary = scene.random.pick(&[Terms::shl, Terms::lshr, Terms::ashr]);
            let mut term = x;
            for _ in 0..2 {
                let amount = scene.random.below(u64::from(width / 2 + 2));
                let amount = scene.terms.constant(width, amount);
                term = scene.apply(op, term, amount);
            }
            term
        }
        1 => {
            let op: Binary = scene.random.pick(&[Terms::and, Terms::or, Terms::xor, Terms::mul]);
            let mut term = x;
            for _ in 0..2 {
                let constant = scene.constant(width);
                term = scene.apply(op, term, constant);
            }
            term
        }
        2 => {
            let condition = scene.fit(1);
            let (y, z) = (scene.fit(width), scene.fit(width));
            let inner = scene.terms.ite(condition, x, y);
            if scene.random.percent(50) {
                scene.terms.ite(condition, inner, z)
            } else {
                scene.terms.ite(condition, z, inner)
            }
        }
        3 => {
            let condition = scene.fit(1);
            let (y, z) = (scene.constant(width), scene.constant(width));
            let chosen = scene.terms.ite(condition, y, z);
            scene.apply(Terms::eq, chosen, y)
        }
        _ => {
            // Two neighbouring parts, moved to their places and joined, as programs put words together.
            let cut = scene.random.below(width.into()) as u32;
            if cut == 0 {
                return x;
            }
            let (high, low) =
                (scene.terms.extract(width - 1, cut, x), scene.terms.extract(cut - 1, 0, x));
            let (high, low) = (scene.terms.zext(width, high), scene.terms.zext(width, low));
            let places = scene.terms.constant(width, cut.into());
            let high = scene.apply(Terms::shl, high, places);
            scene.apply(Terms::or, high, low)
        }
    }
}

/// A random condition on the youngest terms.
pub fn condition(scene: &mut Scene) -> TermId {
    let simple = comparison(scene);
    match scene.random.below(12) {
        0 => {
            let other = comparison(scene);
            scene.terms.or(simple, other)
        }
        1 => {
            let other = comparison(scene);
            scene.terms.and(simple, other)
        }
        2 => {
            let other = comparison(scene);
            scene.terms.implies(simple, other)
        }
        3 => {
            let (other, third) = (comparison(scene), comparison(scene));
            scene.terms.ite(simple, other, third)
        }
        _ => simple,
    }
}

fn comparison(scene: &mut Scene) -> TermId {
    let x = scene.young();
    let width = scene.terms.width(x);
    let y = match scene.random.below(10) {
        // Near the model: then equations can hold.
        0..4 => {
            let value = scene.value_of(x);
            let offset = scene.random.pick(&[0, 0, 0, 1, 2, 5]);
            let offset = scene.terms.constant(width, offset);
            scene.terms.add(value, offset)
        }
        4..7 => scene.constant(width),
        _ => scene.fit(width),
    };
    let op: Binary = scene.random.pick(&[
        Terms::eq,
        Terms::eq,
        Terms::ne,
        Terms::ult,
        Terms::ule,
        Terms::slt,
        Terms::sle,
    ]);
    if scene.random.percent(50) { scene.apply(op, x, y) } else { scene.apply(op, y, x) }
}
