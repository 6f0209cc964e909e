//! Conditions that are never true: the two sides of a law, said to differ. The builder does not see
//! through most of them, so that they have to be solved.

use super::scene::Scene;
use dunlin_term::TermId;

/// Products and quotients of this width are still quick to refute.
const HARD_WIDTH: u32 = 5;
const EASY_WIDTH: u32 = 24;

/// A condition without a solution, of random operands.
pub fn violation(scene: &mut Scene) -> TermId {
    let [left, right] = match scene.random.below(16) {
        law @ 0..11 => easy(scene, law),
        law => hard(scene, law - 11),
    };
    scene.terms.ne(left, right)
}

fn operand(scene: &mut Scene, width: u32) -> TermId {
    let term = scene.random.pick(&scene.pool);
    scene.resize(term, width)
}

fn sign(scene: &mut Scene, x: TermId) -> TermId {
    let top = scene.terms.width(x) - 1;
    scene.terms.extract(top, top, x)
}

fn easy(scene: &mut Scene, law: u64) -> [TermId; 2] {
    let width = scene.random.between(2, EASY_WIDTH.into()) as u32;
    let (x, y) = (operand(scene, width), operand(scene, width));
    let (sign_x, sign_y) = (sign(scene, x), sign(scene, y));
    let place = scene.random.between(1, u64::from(width) - 1) as u32;
    let terms = &mut scene.terms;
    match law {
        0 => {
            let (both, any) = (terms.and(x, y), terms.or(x, y));
            [terms.add(both, any), terms.add(x, y)]
        }
        1 => {
            let (differ, both) = (terms.xor(x, y), terms.and(x, y));
            let one = terms.constant(width, 1);
            let carries = terms.shl(both, one);
            [terms.add(differ, carries), terms.add(x, y)]
        }
        2 => {
            let not_x = terms.not(x);
            let sum = terms.add(not_x, y);
            [terms.not(sum), terms.sub(x, y)]
        }
        3 => {
            let (unsigned, signs) = (terms.ult(x, y), terms.xor(sign_x, sign_y));
            [terms.slt(x, y), terms.xor(unsigned, signs)]
        }
        4 => {
            let (left, right) = (place.into(), u64::from(width - place));
            let (left, right) = (terms.constant(width, left), terms.constant(width, right));
            let (high, low) = (terms.shl(x, left), terms.lshr(x, right));
            [terms.or(high, low), terms.rotate_left(place, x)]
        }
        5 => {
            let sum = terms.add(x, y);
            let (long_x, long_y) = (terms.zext(width + 1, x), terms.zext(width + 1, y));
            let long = terms.add(long_x, long_y);
            [terms.ult(sum, x), terms.extract(width, width, long)]
        }
        6 => {
            let not = terms.not(x);
            let (shifted, plain) = (terms.lshr(not, y), terms.lshr(x, y));
            let negative = terms.not(shifted);
            [terms.ashr(x, y), terms.ite(sign_x, negative, plain)]
        }
        7 => {
            let most = terms.constant(width, u64::from(width) - 1);
            let mask = terms.ashr(x, most);
            let flipped = terms.xor(x, mask);
            let minus = terms.neg(x);
            [terms.sub(flipped, mask), terms.ite(sign_x, minus, x)]
        }
        8 => {
            let sum = terms.add(x, y);
            let high = terms.extract(width - 1, place, sum);
            let (high_x, low_x) =
                (terms.extract(width - 1, place, x), terms.extract(place - 1, 0, x));
            let (high_y, low_y) =
                (terms.extract(width - 1, place, y), terms.extract(place - 1, 0, y));
            let (long_x, long_y) = (terms.zext(place + 1, low_x), terms.zext(place + 1, low_y));
            let low = terms.add(long_x, long_y);
            let carry = terms.extract(place, place, low);
            let carry = terms.zext(width - place, carry);
            let highs = terms.add(high_x, high_y);
            [high, terms.add(highs, carry)]
        }
        9 => {
            let (long_x, long_y) = (terms.sext(width + 1, x), terms.sext(width + 1, y));
            let long = terms.sub(long_x, long_y);
            [terms.slt(x, y), terms.extract(width, width, long)]
        }
        _ => {
            // The least set bit, in two ways.
            let minus = terms.neg(x);
            let one = terms.constant(width, 1);
            let below = terms.sub(x, one);
            let cleared = terms.and(x, below);
            [terms.and(x, minus), terms.xor(x, cleared)]
        }
    }
}

fn hard(scene: &mut Scene, law: u64) -> [TermId; 2] {
    let width = scene.random.between(2, HARD_WIDTH.into()) as u32;
    let (x, y, z) = (operand(scene, width), operand(scene, width), operand(scene, width));
    let (sign_x, sign_y) = (sign(scene, x), sign(scene, y));
    let terms = &mut scene.terms;
    match law {
        0 => {
            // Also of a division by zero: the quotient has all bits set, the remainder is x.
            let (quotient, rest) = (terms.udiv(x, y), terms.urem(x, y));
            let product = terms.mul(quotient, y);
            [terms.add(product, rest), x]
        }
        1 => {
            let sum = terms.add(y, z);
            let (first, second) = (terms.mul(x, y), terms.mul(x, z));
            [terms.mul(x, sum), terms.add(first, second)]
        }
        2 => {
            let (minus_x, minus_y) = (terms.neg(x), terms.neg(y));
            let (size_x, size_y) = (terms.ite(sign_x, minus_x, x), terms.ite(sign_y, minus_y, y));
            let quotient = terms.udiv(size_x, size_y);
            let minus = terms.neg(quotient);
            let differ = terms.xor(sign_x, sign_y);
            [terms.sdiv(x, y), terms.ite(differ, minus, quotient)]
        }
        3 => {
            // smod is srem, moved to the sign of the divisor.
            let rest = terms.srem(x, y);
            let zero = terms.constant(width, 0);
            let none = terms.eq(rest, zero);
            let negative = terms.slt(rest, zero);
            let other_sign = terms.xor(negative, sign_y);
            let some = terms.not(none);
            let move_it = terms.and(other_sign, some);
            let moved = terms.add(rest, y);
            [terms.smod(x, y), terms.ite(move_it, moved, rest)]
        }
        _ => {
            let (long_x, long_y) = (terms.zext(2 * width, x), terms.zext(2 * width, y));
            let product = terms.mul(long_x, long_y);
            let high = terms.extract(2 * width - 1, width, product);
            let zero = terms.constant(width, 0);
            let overflows = terms.ne(high, zero);
            let all = terms.constant(width, u64::MAX);
            let most = terms.udiv(all, y);
            let above = terms.ult(most, x);
            let not_zero = terms.ne(y, zero);
            [overflows, terms.and(not_zero, above)]
        }
    }
}
