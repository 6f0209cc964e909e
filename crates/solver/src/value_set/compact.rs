//! Fewer intervals for the same values.
//!
//! Set operations cut intervals at the end of the circle and leave parts behind; this joins parts
//! that continue each other or lie between each other. Assumes that the given intervals have no
//! value in common. Does not search for the smallest number of intervals.

use super::interval::Interval;
use super::set::MAX_INTERVALS;
use dunlin_ir::small::mask;
use smallvec::SmallVec;

pub type Intervals = SmallVec<[Interval; 2]>;

/// Joins what can be joined; sorts by start.
pub fn compact(width: u32, intervals: &mut Intervals) {
    if intervals.len() < 2 {
        return;
    }
    intervals.sort_unstable_by_key(Interval::start);
    join_points(width, intervals);
    if intervals.len() > MAX_INTERVALS + MAX_INTERVALS / 2 {
        return; // Far too many; looking at all pairs would only take time.
    }
    join_pairs(width, intervals);
    if intervals.len() > 2 {
        join_phases(width, intervals);
    }
    intervals.sort_unstable_by_key(Interval::start);
}

/// Joins any two neighbouring single values, for a set that is too long otherwise.
pub fn pair_points(width: u32, intervals: &mut Intervals) {
    let mut kept = Intervals::new();
    let mut waiting: Option<u64> = None;
    for interval in intervals.iter() {
        match (interval.is_point(), waiting) {
            (false, _) => kept.push(*interval),
            (true, None) => waiting = Some(interval.start()),
            (true, Some(first)) => {
                kept.push(Interval::new(width, first, interval.start() - first, 1));
                waiting = None;
            }
        }
    }
    kept.extend(waiting.map(Interval::point));
    kept.sort_unstable_by_key(Interval::start);
    *intervals = kept;
}

/// Joins neighbouring values and runs of three or more at equal distances. Expects sorted input.
///
/// Two values at a distance are left alone: a stride that means nothing would only get in the way
/// of later joins.
fn join_points(width: u32, intervals: &mut Intervals) {
    let points: SmallVec<[u64; 8]> =
        intervals.iter().filter(|i| i.is_point()).map(Interval::start).collect();
    if points.len() < 2 {
        return;
    }
    intervals.retain(|i| !i.is_point());
    let mut first = 0;
    while first < points.len() {
        let mut last = first;
        if let Some(next) = points.get(first + 1) {
            let distance = next - points[first];
            while points.get(last + 1).is_some_and(|p| p - points[last] == distance) {
                last += 1;
            }
            if last == first + 1 && distance != 1 {
                last = first;
            }
        }
        let steps = (last - first) as u64;
        let stride = if steps == 0 { 1 } else { points[first + 1] - points[first] };
        intervals.push(Interval::new(width, points[first], stride, steps));
        first = last + 1;
    }
}

fn join_pairs(width: u32, intervals: &mut Intervals) {
    let mut i = 0;
    while i < intervals.len() {
        let partner = (0..intervals.len()).filter(|&j| j != i).find_map(|j| {
            let (a, b) = (&intervals[i], &intervals[j]);
            continued(width, a, b)
                .or_else(|| continued(width, b, a))
                .or_else(|| interleaved(width, a, b))
                .or_else(|| interleaved(width, b, a))
                .map(|joined| (j, joined))
        });
        match partner {
            Some((j, joined)) => {
                intervals[i] = joined;
                intervals.remove(j);
                // What was looked at before may go on with the longer interval: it finds them.
                i -= usize::from(j < i);
            }
            None => i += 1,
        }
    }
}

/// Both as one interval if `b` goes on where `a` ends.
fn continued(width: u32, a: &Interval, b: &Interval) -> Option<Interval> {
    let stride = match (a.is_point(), b.is_point()) {
        (true, _) => b.stride(),
        (false, true) => a.stride(),
        (false, false) if a.stride() == b.stride() => a.stride(),
        _ => return None,
    };
    let next = a.last(width).wrapping_add(stride) & mask(width);
    (b.start() == next)
        .then(|| checked(width, a.start(), stride, a.size() + b.size() - 1))
        .flatten()
}

/// Both as one interval of half the stride if the values of `b` lie in the middle between `a`'s.
fn interleaved(width: u32, a: &Interval, b: &Interval) -> Option<Interval> {
    let half = a.stride() / 2;
    let fits = !a.is_point()
        && !b.is_point()
        && a.stride() == b.stride()
        && a.stride().is_multiple_of(2)
        && b.start() == a.start().wrapping_add(half) & mask(width)
        && (a.steps() == b.steps() || a.steps() == b.steps() + 1);
    fits.then(|| checked(width, a.start(), half, a.size() + b.size() - 1)).flatten()
}

/// The interval, unless it is longer than the circle.
fn checked(width: u32, start: u64, stride: u64, steps: u128) -> Option<Interval> {
    let fits = u128::from(stride) * steps <= u128::from(mask(width));
    fits.then(|| Interval::new(width, start, stride, steps as u64))
}

/// Joins `n` intervals of one stride whose values take turns, such as the three classes modulo 3.
fn join_phases(width: u32, intervals: &mut Intervals) {
    let strides: SmallVec<[u64; 4]> =
        intervals.iter().filter(|i| !i.is_point()).map(Interval::stride).collect();
    for stride in strides {
        let group: Intervals =
            intervals.iter().filter(|i| !i.is_point() && i.stride() == stride).copied().collect();
        let phases = group.len() as u64;
        if phases < 2 || !stride.is_multiple_of(phases) {
            continue;
        }
        // The group in the order of the circle, beginning anywhere; try each beginning.
        let joined = (0..group.len()).find_map(|first| {
            let turn = |i: usize| &group[(first + i) % group.len()];
            let fine = stride / phases;
            let size: u128 = group.iter().map(Interval::size).sum();
            let regular = (0..group.len()).all(|i| {
                let start = turn(0).start().wrapping_add(fine * i as u64) & mask(width);
                let expected = (size - i as u128).div_ceil(u128::from(phases));
                turn(i).start() == start && turn(i).size() == expected
            });
            regular.then(|| checked(width, turn(0).start(), fine, size - 1)).flatten()
        });
        if let Some(joined) = joined {
            intervals.retain(|i| i.is_point() || i.stride() != stride);
            intervals.push(joined);
            return join_pairs(width, intervals);
        }
    }
}
