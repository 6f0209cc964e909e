//! What is kept of a state that was seen: its live part in a normal form.
//!
//! Three things make it. The *shape*: the active calls, and the graph of objects that live, numbered in the order in
//! which they are found. The *plain* bytes: all numbers in registers and objects, one after the other, in that
//! order. The *holes*: stretches of those bytes that depend on input, with their terms; where one is, the plain
//! bytes are zero. Then what the path knows of the symbols in the holes, as conditions. Two states are equal if all of it
//! is equal, but for the names of symbols.

use dunlin_solver::chain::Needed;
use dunlin_term::Form;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Bytes among the plain ones that a term gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Hole {
    pub at: u32,
    /// In bytes, at most 8.
    pub size: u8,
}

impl Hole {
    pub fn range(self) -> std::ops::Range<usize> {
        self.at as usize..self.at as usize + usize::from(self.size)
    }
}

/// The live part of a state, without its terms.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outline {
    pub shape: Vec<u64>,
    pub plain: Vec<u8>,
    /// In ascending order; they do not overlap.
    pub holes: Vec<Hole>,
    /// Only a state that is equal can be covered: addresses are part of it.
    pub exact: bool,
}

impl Outline {
    pub fn shape_hash(&self) -> u128 {
        hash(&(&self.shape, self.plain.len(), self.exact))
    }

    /// A hash of the plain bytes outside of holes: its own, or those of another outline of the same shape.
    pub fn plain_hash(&self, holes: &[Hole]) -> u128 {
        let mut plain = self.plain.clone();
        holes.iter().for_each(|hole| plain[hole.range()].fill(0));
        hash(&plain)
    }

    /// Whether all holes lie in some of these.
    pub fn holes_lie_in(&self, others: &[Hole]) -> bool {
        self.holes.iter().all(|hole| {
            let range = hole.range();
            let after = others.partition_point(|other| other.range().start <= range.start);
            after > 0 && others[after - 1].range().end >= range.end
        })
    }
}

/// A state that was seen.
#[derive(Debug)]
pub struct Entry {
    pub number: u64,
    pub outline: Outline,
    /// The terms of the holes, then symbols that memory names without their terms, then the conditions, then the
    /// terms whose values are plain.
    pub form: Form,
    /// How many of those are conditions, and how many are plain.
    pub conditions: usize,
    pub plain: usize,
    /// It has forgotten some of what its state knew.
    pub weakened: bool,
}

/// What a state knew when it was noted, beside its entry.
#[derive(Debug, Default)]
pub struct Settled {
    /// By condition of the entry: its number among the constraints of the path.
    pub conditions: Vec<u32>,
    /// By term whose value is plain: where that stands, and the constraints that give it.
    pub plain: Vec<(Hole, Vec<u32>)>,
}

impl Entry {
    /// The same without what nobody needs: conditions, and the values of terms that only such conditions give. None if
    /// all is needed.
    pub fn weakened(&self, settled: &Settled, needed: &Needed) -> Option<Entry> {
        let mut needed = needed.clone();
        let mut stays = vec![false; settled.plain.len()];
        // A value that stays needs what gives it, which may give others.
        loop {
            let more = (0..stays.len()).find(|&at| {
                !stays[at] && settled.plain[at].1.iter().any(|&number| needed.contains(number))
            });
            let Some(at) = more else { break };
            stays[at] = true;
            needed.add(&settled.plain[at].1);
        }
        let conditions = &settled.conditions;
        let is_needed = |at: &usize| needed.contains(conditions[*at]);
        let kept: Vec<usize> = (0..self.conditions).filter(is_needed).collect();
        if kept.len() == self.conditions && stays.iter().all(|stays| *stays) {
            return None;
        }
        let holes = self.outline.holes.len();
        let first_plain = self.form.roots() - self.plain;
        let first = first_plain - self.conditions;
        // The holes in order, each with the place of its term.
        let mut places: Vec<(Hole, usize)> =
            self.outline.holes.iter().copied().zip(0..holes).collect();
        let mut outline = self.outline.clone();
        for (at, (hole, _)) in settled.plain.iter().enumerate().filter(|(at, _)| !stays[*at]) {
            outline.plain[hole.range()].fill(0);
            places.push((*hole, first_plain + at));
        }
        places.sort_unstable();
        outline.holes = places.iter().map(|(hole, _)| *hole).collect();
        let mut roots: Vec<usize> = places.into_iter().map(|(_, place)| place).collect();
        roots.extend(holes..first);
        roots.extend(kept.iter().map(|at| first + at));
        let form = self.form.selected(&roots);
        Some(Entry {
            number: self.number,
            outline,
            form,
            conditions: kept.len(),
            plain: 0,
            weakened: true,
        })
    }

    /// How many bytes it takes, about.
    pub fn bytes(&self) -> usize {
        size_of::<Entry>()
            + self.outline.shape.len() * 8
            + self.outline.plain.len()
            + self.outline.holes.len() * size_of::<Hole>()
            + self.form.bytes()
    }
}

/// 128 bits, of two hashes that begin differently.
pub fn hash(value: &impl Hash) -> u128 {
    let half = |seed: u64| {
        let mut hasher = FxHasher::default();
        seed.hash(&mut hasher);
        value.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0x9e37_79b9_7f4a_7c15) << 64 | half(0xd134_2543_de82_ef95)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(plain: &[u8], holes: &[(u32, u8)]) -> Outline {
        let holes = holes.iter().map(|&(at, size)| Hole { at, size }).collect();
        Outline { shape: vec![1], plain: plain.to_vec(), holes, exact: false }
    }

    #[test]
    fn bytes_in_holes_do_not_count() {
        let (one, other) = (outline(&[1, 0, 3], &[(1, 1)]), outline(&[1, 2, 3], &[]));
        assert_ne!(one.plain_hash(&[]), other.plain_hash(&[]));
        assert_eq!(one.plain_hash(&one.holes), other.plain_hash(&one.holes));
    }

    #[test]
    fn a_hole_lies_in_one_that_is_at_least_as_large() {
        let large = outline(&[0; 8], &[(0, 4), (4, 4)]);
        assert!(outline(&[0; 8], &[(1, 2), (4, 4)]).holes_lie_in(&large.holes));
        assert!(!outline(&[0; 8], &[(2, 4)]).holes_lie_in(&large.holes));
        assert!(!large.holes_lie_in(&outline(&[0; 8], &[(1, 2)]).holes));
        assert!(outline(&[0; 8], &[]).holes_lie_in(&[]));
    }
}
