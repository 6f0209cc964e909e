//! The table of the states that were seen.
//!
//! Entries of one shape lie together. Among them, those with holes at the same places are a *pattern*, and are found
//! by the plain bytes outside of these holes: whatever state has the same bytes there, and its own holes inside of
//! theirs, may be covered. So a look takes a hash for each pattern of its shape, of which there are few.
//!
//! The table has a budget. When it is full, the entries that were matched least go, the oldest of them first.
//! A state that comes to the place of a lost one is explored again: that costs time and nothing else.

use super::cuts::Cuts;
use super::entry::{Entry, Hole, Outline, Settled};
use super::options::{Match, MatchOptions};
use crate::code::Pc;
use dunlin_solver::chain::Needed;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const SHARDS: usize = 16;
/// So many entries with equal plain bytes are offered, those with the fewest conditions first: they cover most.
const OFFERED: usize = 64;

/// What the comparisons at one place came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MatchCounts {
    /// States that were explored.
    pub explored: u64,
    /// States that were covered by one of them.
    pub matched: u64,
}

struct Kept {
    entry: Arc<Entry>,
    hits: AtomicU64,
}

type Alike = Vec<Arc<Kept>>;

#[derive(Default)]
struct Pattern {
    holes: Vec<Hole>,
    /// By the plain bytes outside of the holes.
    entries: FxHashMap<u128, Alike>,
}

/// The entries of one shape.
#[derive(Default)]
struct Group {
    patterns: Vec<Pattern>,
}

#[derive(Default)]
struct Shard {
    groups: FxHashMap<u128, Group>,
}

/// What workers share of the states that they have seen.
pub struct Seen {
    pub cuts: Cuts,
    /// Which of them are not explored.
    pub how: Match,
    /// A state that repeats exactly is an error.
    pub hangs: bool,
    /// Entries forget what nothing below them has needed.
    pub weakens: bool,
    shards: Vec<Mutex<Shard>>,
    counts: Mutex<BTreeMap<Pc, MatchCounts>>,
    next: AtomicU64,
    weakened: AtomicU64,
    bytes: AtomicUsize,
    budget: usize,
}

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Seen { how, hangs, budget, .. } = self;
        write!(f, "Seen {{ how: {how:?}, hangs: {hangs}, budget: {budget} }}")
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Seen {
    pub fn new(cuts: Cuts, options: MatchOptions, budget: usize) -> Seen {
        let MatchOptions { how, hangs, .. } = options;
        // An exact repetition is one of a state as it was.
        let weakens = options.weakens && how == Match::Covered && !hangs;
        Seen {
            cuts,
            how,
            hangs,
            weakens,
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            counts: Mutex::default(),
            next: AtomicU64::new(0),
            weakened: AtomicU64::new(0),
            bytes: AtomicUsize::new(0),
            budget,
        }
    }

    fn shard(&self, shape: u128) -> MutexGuard<'_, Shard> {
        lock(&self.shards[shape as usize % SHARDS])
    }

    /// Entries that may cover a state with this outline: those that equal it in all but terms first.
    pub fn candidates(&self, shape: u128, outline: &Outline) -> Vec<Arc<Entry>> {
        let shard = self.shard(shape);
        let Some(group) = shard.groups.get(&shape) else { return Vec::new() };
        let mut found = Vec::new();
        for pattern in &group.patterns {
            let equal = pattern.holes == outline.holes;
            if !equal
                && (self.how != Match::Covered
                    || outline.exact
                    || !outline.holes_lie_in(&pattern.holes))
            {
                continue;
            }
            let Some(alike) = pattern.entries.get(&outline.plain_hash(&pattern.holes)) else {
                continue;
            };
            let is_right = |kept: &&Arc<Kept>| {
                let known = &kept.entry.outline;
                known.shape == outline.shape && known.exact == outline.exact
            };
            let some = alike.iter().filter(is_right).take(OFFERED);
            let some = some.map(|kept| Arc::clone(&kept.entry));
            match equal {
                true => drop(found.splice(0..0, some)),
                false => found.extend(some),
            }
        }
        found
    }

    /// Notes that a state at a place was covered by an entry.
    pub fn matched(&self, shape: u128, entry: &Entry, place: Pc) {
        lock(&self.counts).entry(place).or_default().matched += 1;
        let shard = self.shard(shape);
        let Some(group) = shard.groups.get(&shape) else { return };
        let pattern = group.patterns.iter().find(|pattern| pattern.holes == entry.outline.holes);
        let plain = entry.outline.plain_hash(&entry.outline.holes);
        let alike = pattern.and_then(|pattern| pattern.entries.get(&plain));
        let kept = alike.into_iter().flatten().find(|kept| kept.entry.number == entry.number);
        if let Some(kept) = kept {
            kept.hits.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The number of the next entry.
    pub fn next_number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Adds a state that is explored from here on, in the place of those that it covers.
    pub fn insert(&self, shape: u128, entry: Entry, place: Pc, covered: &[u64]) {
        lock(&self.counts).entry(place).or_default().explored += 1;
        {
            let mut shard = self.shard(shape);
            let group = shard.groups.entry(shape).or_default();
            if !covered.is_empty() {
                self.retain_in(group, &|kept| !covered.contains(&kept.entry.number));
            }
            self.put(group, entry, 0);
        }
        if self.bytes() > self.budget {
            self.make_room();
        }
    }

    fn put(&self, group: &mut Group, entry: Entry, hits: u64) {
        let known = group.patterns.iter().position(|p| p.holes == entry.outline.holes);
        let number = known.unwrap_or_else(|| {
            let holes = entry.outline.holes.clone();
            group.patterns.push(Pattern { holes, entries: FxHashMap::default() });
            group.patterns.len() - 1
        });
        let plain = entry.outline.plain_hash(&entry.outline.holes);
        let alike = group.patterns[number].entries.entry(plain).or_default();
        self.bytes.fetch_add(entry.bytes(), Ordering::Relaxed);
        let at = alike.partition_point(|kept| kept.entry.conditions <= entry.conditions);
        alike.insert(at, Arc::new(Kept { entry: Arc::new(entry), hits: AtomicU64::new(hits) }));
    }

    /// Everything below an entry was explored, and needed no more than this of what its state knew.
    pub fn weaken(&self, shape: u128, number: u64, settled: &Settled, needed: &Needed) {
        let mut shard = self.shard(shape);
        let Some(group) = shard.groups.get_mut(&shape) else { return };
        let all = group.patterns.iter().flat_map(|pattern| pattern.entries.values().flatten());
        let known = all.into_iter().find(|kept| kept.entry.number == number).map(Arc::clone);
        let Some(kept) = known else { return };
        let Some(weaker) = kept.entry.weakened(settled, needed) else { return };
        self.retain_in(group, &|kept| kept.entry.number != number);
        let hits = kept.hits.load(Ordering::Relaxed);
        self.put(group, weaker, hits);
        drop(shard);
        self.weakened.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes an entry back whose state goes once more through the place where it was made.
    pub fn withdraw(&self, shape: u128, number: u64) {
        let mut shard = self.shard(shape);
        if let Some(group) = shard.groups.get_mut(&shape) {
            self.retain_in(group, &|kept| kept.entry.number != number);
        }
    }

    fn retain_in(&self, group: &mut Group, stays: &impl Fn(&Kept) -> bool) {
        for pattern in &mut group.patterns {
            pattern.entries.retain(|_, alike| {
                alike.retain(|kept| {
                    let stays = stays(kept);
                    if !stays {
                        self.bytes.fetch_sub(kept.entry.bytes(), Ordering::Relaxed);
                    }
                    stays
                });
                !alike.is_empty()
            });
        }
        group.patterns.retain(|pattern| !pattern.entries.is_empty());
    }

    /// Drops a quarter of the entries.
    pub fn make_room(&self) {
        let mut all: Vec<(u64, u64)> = Vec::new();
        for shard in &self.shards {
            let shard = lock(shard);
            let patterns = shard.groups.values().flat_map(|group| &group.patterns);
            let kept = patterns.flat_map(|pattern| pattern.entries.values().flatten());
            all.extend(kept.map(|kept| (kept.hits.load(Ordering::Relaxed), kept.entry.number)));
        }
        all.sort_unstable();
        all.truncate(all.len().div_ceil(4));
        let gone: rustc_hash::FxHashSet<u64> = all.into_iter().map(|(_, number)| number).collect();
        for shard in &self.shards {
            let mut shard = lock(shard);
            for group in shard.groups.values_mut() {
                self.retain_in(group, &|kept| !gone.contains(&kept.entry.number));
            }
            shard.groups.retain(|_, group| !group.patterns.is_empty());
        }
    }

    /// What came of the comparisons, by place.
    pub fn counts(&self) -> BTreeMap<Pc, MatchCounts> {
        lock(&self.counts).clone()
    }

    /// How many entries were weakened.
    pub fn weakened(&self) -> u64 {
        self.weakened.load(Ordering::Relaxed)
    }

    /// How many bytes the entries take, about.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}
