//! Backward propagation: the operands that lead into a set of results (ASE, section IV-B).
//!
//! A preimage is exact or, when it needs too many intervals, a part of the exact one. It is always
//! taken inside a domain, the values that the operand can have at all: formula 9 depends on it, and
//! a small domain makes remainders and large factors cheap, which the paper leaves out.

use super::forward::{FEW_VALUES, image, parts_of, split_by_sign};
use super::interval::{Interval, gcd};
use super::rules::{Rule, Tally};
use super::set::{Approximation, Collector, MAX_INTERVALS, Precision, ValueSet};
use super::step::{Parts, Step};
use dunlin_ir::small::mask;

const FEW: u128 = MAX_INTERVALS as u128;

/// The values of `domain` for which `step` gives a value of `target`: exact or a subset.
pub fn preimage(
    step: Step,
    domain: &ValueSet,
    target: &ValueSet,
    tally: &mut Tally,
) -> Approximation {
    debug_assert_eq!(step.result_width(domain.width()), target.width());
    if target.is_full() {
        return Approximation::exact(domain.clone());
    }
    if target.is_empty() || domain.is_empty() {
        return Approximation::exact(ValueSet::empty(domain.width()));
    }
    if tally.is_spent() {
        return Approximation::under(ValueSet::empty(domain.width()));
    }
    tally.work(domain.intervals().len() + target.intervals().len());
    let found = match step.parts(domain.width()) {
        Parts::Chain(chain) => chain_preimage(&chain, domain, target, tally),
        Parts::BySign { rest, negative } => by_sign(&rest, &negative, domain, target, tally),
        Parts::Primitive => primitive(step, domain, target, tally),
    };
    if found.is_exact() {
        return found;
    }
    if let Some(rest) = through_complement(step, domain, target, tally) {
        tally.fire(Rule::InverseComplement);
        return Approximation::exact(rest);
    }
    if domain.size() <= FEW_VALUES {
        tally.fire(Rule::InversePoints);
        let width = domain.width();
        let points = domain.iter().filter(|v| target.contains(step.apply(width, *v)));
        return ValueSet::points(width, points);
    }
    found
}

/// Most targets that are hard are easy to avoid: "not equal" is the complement of a point.
fn through_complement(
    step: Step,
    domain: &ValueSet,
    target: &ValueSet,
    tally: &mut Tally,
) -> Option<ValueSet> {
    let Parts::Primitive = step.parts(domain.width()) else { return None };
    let avoided = image(step, domain, tally).values.difference(target)?;
    let leading = primitive(step, domain, &avoided, tally).into_exact()?;
    domain.difference(&leading)
}

fn chain_preimage(
    chain: &[Step],
    domain: &ValueSet,
    target: &ValueSet,
    tally: &mut Tally,
) -> Approximation {
    let Some((first, rest)) = chain.split_first() else { return domain.intersect(target) };
    // A domain that is too large in the middle does no harm: the last step cuts to the true one.
    let middle = image(*first, domain, tally).values;
    let wanted = chain_preimage(rest, &middle, target, tally);
    let found = preimage(*first, domain, &wanted.values, tally);
    weaken(found, wanted.precision)
}

/// A preimage of a subset is a subset of the preimage.
fn weaken(found: Approximation, by: Precision) -> Approximation {
    if by == Precision::Exact { found } else { Approximation::under(found.values) }
}

fn by_sign(
    rest: &[Step],
    negative: &[Step],
    domain: &ValueSet,
    target: &ValueSet,
    tally: &mut Tally,
) -> Approximation {
    let Some((low, high)) = split_by_sign(domain, tally) else {
        return Approximation::under(ValueSet::empty(domain.width()));
    };
    let low = chain_preimage(rest, &low, target, tally);
    let high = chain_preimage(negative, &high, target, tally);
    let mut both = Collector::new(domain.width());
    for half in [&low, &high] {
        half.values.pieces().for_each(|piece| both.push(piece));
        if !half.is_exact() {
            both.leave_out();
        }
    }
    both.finish()
}

fn primitive(step: Step, domain: &ValueSet, target: &ValueSet, tally: &mut Tally) -> Approximation {
    let width = domain.width();
    match step {
        Step::Constant { value, .. } => {
            tally.fire(Rule::InverseConstant);
            let hit = target.contains(value);
            Approximation::exact(if hit { domain.clone() } else { ValueSet::empty(width) })
        }
        Step::Add(k) => {
            tally.fire(Rule::InverseAdd);
            domain.intersect(&target.plus(k.wrapping_neg() & mask(width)))
        }
        Step::Negate => {
            tally.fire(Rule::InverseNegate);
            domain.intersect(&target.negated())
        }
        Step::Multiply(k) => multiply(domain, k, target, tally),
        Step::UnsignedDivide(k) => {
            collect(domain, target, |x, y, found| divide(width, x, k, y, found, tally))
        }
        Step::UnsignedRemainder(k) => {
            collect(domain, target, |x, y, found| residue(width, x, k, y, found, tally))
        }
        Step::Extract { hi, .. } => {
            let modulus = 1 << (hi + 1);
            collect(domain, target, |x, y, found| residue(width, x, modulus, y, found, tally))
        }
        Step::ZeroExtend(to) => {
            tally.fire(Rule::InverseZeroExtend);
            let narrow = target.intersect(&ValueSet::range(to, 0, mask(width)));
            let values = narrow.values.with_width(width);
            let found = domain.intersect(&values.values);
            weaken(weaken(found, values.precision), narrow.precision)
        }
        Step::Xor(k) => {
            let back = image(Step::Xor(k), target, tally);
            if !back.is_exact() {
                return Approximation::under(ValueSet::empty(width));
            }
            tally.fire(Rule::InverseXor);
            domain.intersect(&back.values)
        }
        Step::And(k) => and_mask(domain, k, target, tally),
        // Made of other steps.
        _ => Approximation::under(ValueSet::empty(width)),
    }
}

/// Runs `of` on all pairs of pieces that do not wrap.
fn collect(
    domain: &ValueSet,
    target: &ValueSet,
    mut of: impl FnMut(Interval, Interval, &mut Collector),
) -> Approximation {
    let mut found = Collector::new(domain.width());
    for x in domain.pieces() {
        for y in target.pieces() {
            of(x, y, &mut found);
        }
    }
    found.finish()
}

/// `x * k` in `target`; `k` is not zero.
fn multiply(domain: &ValueSet, k: u64, target: &ValueSet, tally: &mut Tally) -> Approximation {
    let width = domain.width();
    let mut found = Collector::new(width);
    for x in domain.pieces() {
        multiply_piece(width, x, k, target, &mut found, tally);
    }
    found.finish()
}

fn multiply_piece(
    width: u32,
    x: Interval,
    k: u64,
    target: &ValueSet,
    found: &mut Collector,
    tally: &mut Tally,
) {
    let all = mask(width);
    let stride = u128::from(x.stride()) * u128::from(k);
    let steps = u64::try_from(u128::from(all) / stride).unwrap_or(u64::MAX);
    if let Some(parts) = parts_of(width, x, steps) {
        tally.fire(Rule::InverseMultiply);
        return parts.for_each(|part| multiply_part(width, part, k, target, found));
    }
    if k.is_power_of_two() {
        // x * 2^t only reads the low bits of x; extended again they fulfil formula 6.
        tally.fire(Rule::InverseMultiplyShift);
        let bits = width - k.trailing_zeros();
        let part = Interval::range(width, 0, mask(bits));
        let mut low = Collector::new(width);
        multiply_part(width, part, k, target, &mut low);
        let low = low.finish();
        for y in low.values.pieces() {
            residue(width, x, 1 << bits, y, found, tally);
        }
        if !low.is_exact() {
            found.leave_out();
        }
        return;
    }
    tally.fire(Rule::InverseMultiplyPoints);
    if target.size() > FEW {
        found.leave_out();
    }
    let zeros = k.trailing_zeros();
    for y in target.iter().take(MAX_INTERVALS) {
        if y & ((1 << zeros) - 1) != 0 {
            continue;
        }
        // The odd part of k has an inverse; the high `zeros` bits of x do not matter.
        let start = (y >> zeros).wrapping_mul(inverse_of_odd(k >> zeros));
        let class = Interval::class(width, start & all, width - zeros);
        class.intersect_pieces(&x).into_iter().for_each(|i| found.push(i));
    }
}

/// Formula 9: the image of `x` has one position for each value of `x`. Neither `x` nor the parts of
/// its image wrap, so that positions grow with values.
fn multiply_part(width: u32, x: Interval, k: u64, target: &ValueSet, found: &mut Collector) {
    let all = mask(width);
    let stride = if x.is_point() { 1 } else { x.stride() * k };
    let first = x.start().wrapping_mul(k) & all;
    let before = x.steps().min((all - first) / stride);
    let mut cut = |start: u64, position: u64, steps: u64| {
        let image = Interval::new(width, start, stride, steps);
        for common in target.pieces().filter_map(|y| image.intersect_pieces(&y)) {
            let index = position + (common.start() - start) / stride;
            let every = (common.stride() / stride).max(1);
            found.push(x.select(width, index, every, common.steps()));
        }
    };
    cut(first, 0, before);
    if before < x.steps() {
        let start = first.wrapping_add((before + 1).wrapping_mul(stride)) & all;
        cut(start, before + 1, x.steps() - before - 1);
    }
}

/// The inverse of an odd number modulo `2^64`, each round of which doubles the right bits.
fn inverse_of_odd(k: u64) -> u64 {
    let mut inverse = k;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(k.wrapping_mul(inverse)));
    }
    inverse
}

/// `x / k` in `y`, both without wrap (formulas 10 and 11); `k` is not zero.
fn divide(width: u32, x: Interval, k: u64, y: Interval, found: &mut Collector, tally: &mut Tally) {
    let range = Interval::range(width, x.start() / k, (x.start() + x.span()) / k);
    let Some(y) = y.intersect_pieces(&range) else { return };
    let block = |first: u64, last: u64| {
        // Quotients come from the domain, so only the last block may go over the end.
        Interval::range(width, first * k, (last * k).saturating_add(k - 1).min(mask(width)))
    };
    let mut cut = |interval: Interval| {
        x.intersect_pieces(&interval).into_iter().for_each(|i| found.push(i));
    };
    if y.stride() == 1 {
        tally.fire(Rule::InverseDivideRange);
        cut(block(y.start(), y.start() + y.steps()));
    } else if !x.is_point() && x.stride().is_multiple_of(k) {
        tally.fire(Rule::InverseDividePosition);
        let stride = x.stride() / k;
        let image = Interval::new(width, x.start() / k, stride, x.steps());
        if let Some(common) = image.intersect_pieces(&y) {
            let every = (common.stride() / stride).max(1);
            let index = (common.start() - image.start()) / stride;
            found.push(x.select(width, index, every, common.steps()));
        }
    } else if y.size() <= FEW {
        tally.fire(Rule::InverseDivideBlocks);
        (0..=y.steps()).for_each(|n| cut(block(y.at(width, n), y.at(width, n))));
    } else if k <= MAX_INTERVALS as u64 {
        tally.fire(Rule::InverseDividePhases);
        // The last block of the circle may be shorter than k.
        let first_block = y.start() * k;
        for phase in 0..=(k - 1).min(mask(width) - first_block) {
            let first = first_block + phase;
            let steps = y.steps().min((mask(width) - first) / (y.stride() * k));
            cut(Interval::new(width, first, y.stride() * k, steps));
        }
    } else {
        for n in 0..MAX_INTERVALS as u64 {
            cut(block(y.at(width, n), y.at(width, n)));
        }
        found.leave_out();
    }
}

/// `x % modulus` in `y`, all without wrap; truncation is the case of a power of two.
fn residue(
    width: u32,
    x: Interval,
    modulus: u64,
    y: Interval,
    found: &mut Collector,
    tally: &mut Tally,
) {
    let last = x.start() + x.span();
    // Only residues of this class occur at all.
    let shared = if x.is_point() { 1 } else { gcd(x.stride(), modulus) };
    let start = x.start() % modulus % shared;
    let class = Interval::new(width, start, shared, (modulus - 1 - start) / shared);
    let Some(y) = y.intersect_pieces(&class) else { return };
    let mut cut = |interval: Interval| {
        x.intersect_pieces(&interval).into_iter().for_each(|i| found.push(i));
    };
    let (first_block, last_block) = (x.start() / modulus, last / modulus);
    let blocks = last_block - first_block;
    let y_last = y.start() + y.span();
    if blocks > 0
        && modulus.is_multiple_of(y.stride())
        && y.start() < y.stride()
        && y_last >= modulus - y.stride()
        && (!y.is_point() || modulus == 1)
    {
        tally.fire(Rule::InverseRemainderClass);
        cut(progression(width, y.start(), y.stride()));
    } else if u128::from(blocks) < FEW && u128::from(blocks) < y.size() {
        tally.fire(Rule::InverseRemainderBlocks);
        for block in first_block..=last_block {
            // Only the block at the end of the circle may be incomplete.
            let begin = block * modulus;
            if y.start() <= mask(width) - begin {
                let first = begin + y.start();
                let steps = y.steps().min((mask(width) - first) / y.stride());
                cut(Interval::new(width, first, y.stride(), steps));
            }
        }
    } else {
        tally.fire(Rule::InverseRemainderPoints);
        for n in 0..=y.steps().min(FEW as u64 - 1) {
            cut(progression(width, y.at(width, n), modulus));
        }
        if y.size() > FEW {
            found.leave_out();
        }
    }
}

/// All values from `start` on at distances of `stride`, without wrap.
fn progression(width: u32, start: u64, stride: u64) -> Interval {
    Interval::new(width, start, stride, (mask(width) - start) / stride)
}

/// `x & k` in `target` for a mask with holes: each result fixes the bits of the mask.
fn and_mask(domain: &ValueSet, k: u64, target: &ValueSet, tally: &mut Tally) -> Approximation {
    let width = domain.width();
    let mut found = Collector::new(width);
    let possible = image(Step::And(k), domain, tally).values.intersect(target);
    if !possible.is_exact() || possible.values.size() > FEW_VALUES {
        found.leave_out();
    }
    tally.fire(Rule::InverseAndPatterns);
    // Most patterns may lie outside of the domain, so the attempts are counted, not the finds.
    let mut attempts = 2 * MAX_INTERVALS;
    for y in possible.values.iter().take(FEW_VALUES as usize).filter(|y| y & !k == 0) {
        pattern(width, k, y, |interval| {
            if attempts == 0 {
                found.leave_out();
                return false;
            }
            attempts -= 1;
            for x in domain.pieces() {
                x.intersect_pieces(&interval).into_iter().for_each(|i| found.push(i));
            }
            true
        });
        if found.is_full() {
            break;
        }
    }
    found.finish()
}

/// All values whose bits in `fixed` are those of `value`: the longest run of free bits is an
/// interval, the others are counted through until `push` returns false.
fn pattern(width: u32, fixed: u64, value: u64, mut push: impl FnMut(Interval) -> bool) {
    let free = !fixed & mask(width);
    let (mut lo, mut length) = (0, 0);
    let mut bit = 0;
    while bit < width {
        let run = (!(free >> bit)).trailing_zeros().min(width - bit);
        if run > length {
            (lo, length) = (bit, run);
        }
        bit += run.max(1);
    }
    let others = free & !(if length == 0 { 0 } else { mask(length) << lo });
    let mut chosen = 0u64;
    loop {
        let start = value | chosen;
        let interval = match length {
            0 => Interval::point(start),
            _ => Interval::new(width, start, 1 << lo, mask(length)),
        };
        if !push(interval) {
            return;
        }
        // The next subset of the other free bits.
        chosen = chosen.wrapping_sub(others) & others;
        if chosen == 0 {
            return;
        }
    }
}
