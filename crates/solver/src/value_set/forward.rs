//! Forward propagation: the set of results of an operation on a set (ASE, section IV-A).
//!
//! An image always exists and is exact or too large. The paper's conditions for exactness decide
//! which; where they fail, cutting a set into parts that fulfil them often still gives the exact
//! image, as long as there are few parts.

use super::interval::{Interval, gcd};
use super::rules::{Rule, Tally};
use super::set::{Approximation, Collector, MAX_INTERVALS, Precision, ValueSet};
use super::step::{Parts, Step};
use dunlin_ir::small::mask;

/// Sets up to this size may be propagated value by value.
pub(super) const FEW_VALUES: u128 = 256;

/// The results of `step` on all values of `set`: exact or a superset.
pub fn image(step: Step, set: &ValueSet, tally: &mut Tally) -> Approximation {
    let width = set.width();
    if tally.is_spent() {
        return Approximation::over(ValueSet::full(step.result_width(width)));
    }
    tally.work(set.intervals().len());
    match step.parts(width) {
        Parts::Chain(chain) => chain_image(&chain, set, tally),
        Parts::BySign { rest, negative } => {
            let Some((low, high)) = split_by_sign(set, tally) else {
                return Approximation::over(ValueSet::full(step.result_width(width)));
            };
            let rest = chain_image(&rest, &low, tally);
            let negative = chain_image(&negative, &high, tally);
            unite([rest, negative], step.result_width(width), tally)
        }
        Parts::Primitive => {
            let result = primitive(step, set, tally);
            if result.is_exact() || set.size() > FEW_VALUES {
                return result;
            }
            let out = step.result_width(width);
            match ValueSet::from_values(out, set.iter().map(|v| step.apply(width, v))) {
                Some(values) => {
                    tally.fire(Rule::ForwardPoints);
                    Approximation::exact(values)
                }
                None => result,
            }
        }
    }
}

fn chain_image(chain: &[Step], set: &ValueSet, tally: &mut Tally) -> Approximation {
    let mut result = Approximation::exact(set.clone());
    for step in chain {
        let next = image(*step, &result.values, tally);
        result = match result.precision {
            Precision::Exact => next,
            _ => Approximation::over(next.values),
        };
    }
    result
}

/// The values from zero on and those below zero, read as signed.
pub(super) fn split_by_sign(set: &ValueSet, tally: &mut Tally) -> Option<(ValueSet, ValueSet)> {
    tally.fire(Rule::SplitBySign);
    let sign = set.sign_bit();
    let low = set.intersection(&ValueSet::range(set.width(), 0, sign - 1))?;
    let high = set.intersection(&ValueSet::range(set.width(), sign, mask(set.width())))?;
    Some((low, high))
}

fn primitive(step: Step, set: &ValueSet, tally: &mut Tally) -> Approximation {
    let width = set.width();
    if set.is_empty() {
        return Approximation::exact(ValueSet::empty(step.result_width(width)));
    }
    match step {
        Step::Constant { value, width } => {
            tally.fire(Rule::ForwardConstant);
            Approximation::exact(ValueSet::point(width, value))
        }
        Step::Add(k) => {
            tally.fire(Rule::ForwardAdd);
            Approximation::exact(set.plus(k))
        }
        Step::Negate => {
            tally.fire(Rule::ForwardNegate);
            Approximation::exact(set.negated())
        }
        Step::Multiply(k) => {
            let images = set.pieces().map(|p| multiply(width, p, k, tally)).collect::<Vec<_>>();
            unite(images, width, tally)
        }
        Step::UnsignedDivide(k) => {
            let images = set.pieces().map(|p| divide(width, p, k, tally)).collect::<Vec<_>>();
            unite(images, width, tally)
        }
        Step::UnsignedRemainder(k) => {
            let images = set.pieces().map(|p| remainder(width, p, k, tally)).collect::<Vec<_>>();
            unite(images, width, tally)
        }
        Step::Extract { hi, .. } => {
            let intervals = set.intervals().iter();
            let images = intervals.map(|i| truncate(width, hi + 1, *i, tally)).collect::<Vec<_>>();
            unite(images, hi + 1, tally)
        }
        Step::ZeroExtend(to) => {
            tally.fire(Rule::ForwardZeroExtend);
            let wide = set.with_width(to);
            match (wide.is_exact(), set.min(), set.max()) {
                (false, Some(low), Some(high)) => {
                    tally.fire(Rule::ForwardHull);
                    Approximation::over(ValueSet::range(to, low, high))
                }
                _ => wide,
            }
        }
        Step::Xor(k) => xor(set, k, tally),
        Step::And(k) => {
            tally.fire(Rule::ForwardAndLarger);
            // Never more than the operand or the mask, and nothing below the mask's lowest one.
            let unit = 1 << k.trailing_zeros();
            let most = k.min(set.max().unwrap_or(0));
            let interval = Interval::new(width, 0, unit, most / unit);
            Approximation::over(ValueSet::from_interval(width, interval))
        }
        // Made of other steps; nothing is known without their formulas.
        _ => Approximation::over(ValueSet::full(step.result_width(width))),
    }
}

/// The union of images; a hull if it has too many intervals.
fn unite(
    images: impl IntoIterator<Item = Approximation>,
    width: u32,
    tally: &mut Tally,
) -> Approximation {
    let mut all = Approximation::exact(ValueSet::empty(width));
    for next in images {
        let exact = all.is_exact() && next.is_exact();
        let (values, exact) = match all.values.union(&next.values) {
            Some(values) => (values, exact),
            None => {
                tally.fire(Rule::ForwardHull);
                (hull_of_both(&all.values, &next.values), false)
            }
        };
        let precision = if exact { Precision::Exact } else { Precision::Over };
        all = Approximation { values, precision };
    }
    all
}

fn hull_of_both(a: &ValueSet, b: &ValueSet) -> ValueSet {
    let width = a.width();
    let (a, b) = (a.hull(), b.hull());
    let stretched = |set: &ValueSet| match set.intervals() {
        [i] => ValueSet::range(width, i.start(), i.last(width)),
        _ => set.clone(),
    };
    let union = a.union(&b).or_else(|| stretched(&a).union(&stretched(&b)));
    union.map_or_else(|| ValueSet::full(width), |set| set.hull())
}

/// `x * k` for an interval that does not wrap (formula 6); `k` is not zero.
fn multiply(width: u32, i: Interval, k: u64, tally: &mut Tally) -> Approximation {
    let all = u128::from(mask(width));
    let times = |v: u64| v.wrapping_mul(k) & mask(width);
    let one = |interval| Approximation::exact(ValueSet::from_interval(width, interval));
    if u128::from(i.span()) * u128::from(k) <= all {
        tally.fire(Rule::ForwardMultiply);
        let stride = if i.is_point() { 1 } else { i.stride() * k };
        return one(Interval::new(width, times(i.start()), stride, i.steps()));
    }
    // Values of a full class differ by all multiples of 2^t, and so do their products.
    let zeros = i.stride().trailing_zeros() + k.trailing_zeros();
    let class = Interval::class(width, times(i.start()), zeros);
    if i.closes_circle(width) {
        tally.fire(Rule::ForwardMultiplyClass);
        return one(class);
    }
    let steps = u64::try_from(all / (u128::from(i.stride()) * u128::from(k))).unwrap_or(u64::MAX);
    if let Some(parts) = parts_of(width, i, steps) {
        let products = parts.map(|part| {
            let stride = if part.is_point() { 1 } else { part.stride() * k };
            ValueSet::from_interval(
                width,
                Interval::new(width, times(part.start()), stride, part.steps()),
            )
        });
        let union = unite_exactly(width, products);
        if let Some(values) = union {
            tally.fire(Rule::ForwardMultiplyParts);
            return Approximation::exact(values);
        }
    }
    tally.fire(Rule::ForwardMultiplyLarger);
    Approximation::over(ValueSet::from_interval(width, class))
}

fn unite_exactly(width: u32, sets: impl Iterator<Item = ValueSet>) -> Option<ValueSet> {
    let mut all = ValueSet::empty(width);
    for set in sets {
        all = all.union(&set)?;
    }
    Some(all)
}

/// An interval that does not wrap, cut into parts of at most `steps` steps, if these are few.
pub(super) fn parts_of(
    width: u32,
    i: Interval,
    steps: u64,
) -> Option<impl Iterator<Item = Interval>> {
    let length = u128::from(steps) + 1;
    let count = i.size().div_ceil(length);
    (count <= MAX_INTERVALS as u128).then(|| {
        (0..count).map(move |n| {
            let first = (n * length) as u64;
            i.select(width, first, 1, steps.min(i.steps() - first))
        })
    })
}

/// `x / k` for an interval that does not wrap (formula 7); `k` is not zero.
fn divide(width: u32, i: Interval, k: u64, tally: &mut Tally) -> Approximation {
    let (first, last) = (i.start() / k, (i.start() + i.span()) / k);
    if i.is_point() || i.stride() <= k || i.stride().is_multiple_of(k) {
        tally.fire(Rule::ForwardDivide);
        let stride = if i.stride() <= k { 1 } else { i.stride() / k };
        let interval = Interval::new(width, first, stride, (last - first) / stride);
        return Approximation::exact(ValueSet::from_interval(width, interval));
    }
    tally.fire(Rule::ForwardDivideLarger);
    Approximation::over(ValueSet::range(width, first, last))
}

/// `x % k` for an interval that does not wrap (formula 8); `k` is not zero.
fn remainder(width: u32, i: Interval, k: u64, tally: &mut Tally) -> Approximation {
    let (first, last) = (i.start(), i.start() + i.span());
    let shared = gcd(i.stride(), k);
    let residue = i.start() % k % shared;
    let class = Interval::new(width, residue, shared, (k - 1 - residue) / shared);
    let cycle = u128::from(i.stride()) / u128::from(shared) * u128::from(k);
    if first / k != last / k && u128::from(i.span()) >= cycle - u128::from(i.stride()) {
        tally.fire(Rule::ForwardRemainderClass);
        return Approximation::exact(ValueSet::from_interval(width, class));
    }
    if last / k - first / k < MAX_INTERVALS as u64 {
        let blocks = (first / k..=last / k).filter_map(|block| {
            let begin = block * k;
            let end = begin.saturating_add(k - 1).min(mask(width));
            let part = i.intersect_pieces(&Interval::range(width, begin, end))?;
            Some(ValueSet::from_interval(width, part).plus(begin.wrapping_neg() & mask(width)))
        });
        if let Some(values) = unite_exactly(width, blocks) {
            tally.fire(Rule::ForwardRemainderBlocks);
            return Approximation::exact(values);
        }
    }
    tally.fire(Rule::ForwardRemainderLarger);
    Approximation::over(ValueSet::from_interval(width, class))
}

/// The low `to` bits: formula 8 with a power of two, which needs no cut where the interval wraps.
fn truncate(width: u32, to: u32, i: Interval, tally: &mut Tally) -> Approximation {
    let low = |v: u64| v & mask(to);
    let one = |interval| Approximation::exact(ValueSet::from_interval(to, interval));
    if i.span() <= mask(to) {
        tally.fire(Rule::ForwardTruncate);
        return one(Interval::new(to, low(i.start()), i.stride(), i.steps()));
    }
    let zeros = i.stride().trailing_zeros();
    let class = Interval::class(to, low(i.start()), zeros);
    if i.steps() >= class.steps() {
        tally.fire(Rule::ForwardTruncateClass);
        return one(class);
    }
    // Only the stride's low bits matter, and a stride beyond the half steps back.
    let ahead = low(i.stride());
    let back = low(ahead.wrapping_neg());
    let (start, stride) = if ahead <= back { (i.start(), ahead) } else { (i.last(width), back) };
    if u128::from(stride) * u128::from(i.steps()) <= u128::from(mask(to)) {
        tally.fire(Rule::ForwardTruncate);
        return one(Interval::new(to, low(start), stride, i.steps()));
    }
    let mut union = Some(ValueSet::empty(to));
    for piece in i.pieces(width) {
        union =
            union.zip(parts_of(width, piece, mask(to) / i.stride())).and_then(|(all, parts)| {
                let cut = |p: Interval| Interval::new(to, low(p.start()), p.stride(), p.steps());
                all.union(&unite_exactly(to, parts.map(|p| ValueSet::from_interval(to, cut(p))))?)
            });
    }
    if let Some(values) = union {
        tally.fire(Rule::ForwardTruncateParts);
        return Approximation::exact(values);
    }
    tally.fire(Rule::ForwardTruncateLarger);
    Approximation::over(ValueSet::from_interval(to, class))
}

/// `x ^ k`: a block of `2^n` values at a multiple of `2^n` goes to another such block.
fn xor(set: &ValueSet, k: u64, tally: &mut Tally) -> Approximation {
    let width = set.width();
    match xor_blocks(set, k) {
        Some(values) => {
            tally.fire(Rule::ForwardXorBlocks);
            Approximation::exact(values)
        }
        None => {
            tally.fire(Rule::ForwardXorLarger);
            Approximation::over(ValueSet::full(width))
        }
    }
}

fn xor_blocks(set: &ValueSet, k: u64) -> Option<ValueSet> {
    let width = set.width();
    let mut moved = Collector::new(width);
    for piece in set.pieces() {
        // Values at distances of 2^t share their t low bits.
        let unit = if piece.is_point() { 1 } else { piece.stride() };
        if !unit.is_power_of_two() {
            if piece.steps() >= MAX_INTERVALS as u64 {
                return None;
            }
            (0..=piece.steps()).for_each(|n| moved.push(Interval::point(piece.at(width, n) ^ k)));
            continue;
        }
        let shift = unit.trailing_zeros();
        let low = (piece.start() ^ k) & (unit - 1);
        let (mut next, last) = (piece.start() >> shift, (piece.start() + piece.span()) >> shift);
        loop {
            let room = last - next;
            let aligned = if next == 0 { 63 } else { next.trailing_zeros() };
            let bits = aligned.min((room.saturating_add(1)).ilog2());
            let block = (1u64 << bits) - 1;
            let start = ((next ^ (k >> shift)) & !block) << shift | low;
            moved.push(Interval::new(width, start & mask(width), unit, block));
            match next.checked_add(block + 1) {
                Some(after) if after <= last => next = after,
                _ => break,
            }
        }
    }
    moved.finish().into_exact()
}

/// `x + y` for all pairs (formula 3), if the operands have nothing to do with each other.
pub fn add_sets(x: &ValueSet, y: &ValueSet, tally: &mut Tally) -> Approximation {
    let width = x.width();
    let mut sums = Vec::new();
    for a in x.intervals() {
        for b in y.intervals() {
            sums.push(add_intervals(width, a, b, tally));
        }
    }
    unite(sums, width, tally)
}

fn add_intervals(width: u32, a: &Interval, b: &Interval, tally: &mut Tally) -> Approximation {
    let start = a.start().wrapping_add(b.start()) & mask(width);
    let of = |interval| ValueSet::from_interval(width, interval);
    if a.is_point() || b.is_point() {
        tally.fire(Rule::ForwardAddSets);
        let moving = if a.is_point() { b } else { a };
        return Approximation::exact(of(Interval::new(
            width,
            start,
            moving.stride(),
            moving.steps(),
        )));
    }
    let stride = gcd(a.stride(), b.stride());
    // Formula 5: the coarser operand's gaps are filled by the finer one.
    let (fine, coarse) = if a.stride() <= b.stride() { (a, b) } else { (b, a) };
    let gapless = coarse.stride().is_multiple_of(fine.stride())
        && fine.size() >= u128::from(coarse.stride() / fine.stride());
    let span = u128::from(a.span()) + u128::from(b.span());
    // Formula 4: the sum of the lengths stays on the circle.
    if span <= u128::from(mask(width)) {
        let sum = of(Interval::new(width, start, stride, span as u64 / stride));
        return if gapless {
            tally.fire(Rule::ForwardAddSets);
            Approximation::exact(sum)
        } else {
            tally.fire(Rule::ForwardAddSetsLarger);
            Approximation::over(sum)
        };
    }
    // All around the circle: everything that the common power of two allows.
    let class = of(Interval::class(width, start, stride.trailing_zeros()));
    let complete = gapless && stride.is_power_of_two();
    tally.fire(if complete { Rule::ForwardAddSets } else { Rule::ForwardAddSetsLarger });
    if complete { Approximation::exact(class) } else { Approximation::over(class) }
}
