//! What a pointer-shaped value can be: leaves, and when they are never equal.

use super::range::{greatest, interval};
use super::{Demand, NULL_PAGE};
use crate::chain::Facts;
use dunlin_term::{BaseId, TermId, Terms};
use smallvec::SmallVec;
use std::rc::Rc;

/// A value with more leaves than this is taken for a number.
pub(super) const MAX_LEAVES: usize = 1024;

/// An address: that of an object, or of the null page, and an offset. The offset is the sum of all
/// addends and of some number between `low` and `high`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Leaf {
    /// The null page if there is none: then the value is a plain number.
    pub base: Option<BaseId>,
    /// Sorted. Of at most 64 bits.
    pub addends: SmallVec<[TermId; 2]>,
    /// The offset has one more addend: anything from 0 to this.
    pub up_to: Option<TermId>,
    pub low: i128,
    pub high: i128,
}

impl Leaf {
    pub fn at(base: Option<BaseId>, offset: i128) -> Leaf {
        Leaf { base, addends: SmallVec::new(), up_to: None, low: offset, high: offset }
    }

    /// A number below `greatest`, or that.
    pub fn number_to(greatest: u64) -> Leaf {
        Leaf { high: i128::from(greatest), ..Leaf::at(None, 0) }
    }

    /// The leaf with a number added: of at most 64 bits.
    pub fn plus(&self, terms: &Terms, number: TermId) -> Leaf {
        let mut sum = self.clone();
        match terms.as_u64(number) {
            Some(value) => {
                let value = dunlin_ir::small::signed(terms.width(number), value);
                sum.low += i128::from(value);
                sum.high += i128::from(value);
            }
            None => {
                let at = sum.addends.partition_point(|&known| known < number);
                sum.addends.insert(at, number);
            }
        }
        sum
    }

    /// The leaf with the offset of a leaf without a base added.
    pub fn plus_number(&self, number: &Leaf) -> Leaf {
        let mut sum = self.clone();
        sum.addends.extend_from_slice(&number.addends);
        sum.addends.sort_unstable();
        sum.low += number.low;
        sum.high += number.high;
        sum
    }

    /// Whether no input has a part in the offset, but for the choice of a constant.
    pub fn is_fixed(&self) -> bool {
        self.addends.is_empty() && self.up_to.is_none()
    }

    fn offsets(&self, terms: &Terms, facts: &Facts) -> (i128, i128) {
        let mut range = (self.low, self.high);
        for &addend in &self.addends {
            let (low, high) = interval(terms, facts, addend);
            range = (range.0 + low, range.1 + high);
        }
        if let Some(limit) = self.up_to {
            range.1 += i128::from(greatest(terms, facts, limit));
        }
        range
    }

    fn size(&self, terms: &Terms) -> i128 {
        i128::from(self.base.map_or(NULL_PAGE - 1, |base| known_size(terms, base).unwrap_or(0)))
    }
}

/// The size of an object with a base that is never null, if it is known.
pub(super) fn known_size(terms: &Terms, base: BaseId) -> Option<u64> {
    let info = terms.base_info(base);
    let size = info.size.and_then(|size| terms.as_u64(size))?;
    (info.non_null && info.width <= 64).then_some(size)
}

/// Whether two leaves are never equal, or are so under all addresses alike.
pub(super) fn are_apart(terms: &Terms, facts: &Facts, x: &Leaf, y: &Leaf) -> bool {
    if x.base == y.base {
        return true;
    }
    let ((x_low, x_high), (y_low, y_high)) = (x.offsets(terms, facts), y.offsets(terms, facts));
    -y.size(terms) <= x_low - y_high && x_high - y_low <= x.size(terms)
}

impl Demand {
    pub fn is_met(&self, terms: &Terms, facts: &Facts) -> bool {
        let inside = |leaf: &Leaf| {
            let (low, high) = leaf.offsets(terms, facts);
            low >= 0 && high <= leaf.size(terms)
        };
        self.apart.iter().all(|(x, y)| are_apart(terms, facts, x, y))
            && self.inside.iter().all(inside)
    }
}

/// The leaves of both, without repetition; those that differ in a constant offset only are one.
pub(super) fn union(x: &Rc<[Leaf]>, y: &Rc<[Leaf]>) -> Rc<[Leaf]> {
    if covers(x, y) {
        return Rc::clone(x);
    }
    let mut all: Vec<Leaf> = x.iter().chain(y.iter()).cloned().collect();
    all.sort_unstable();
    all.dedup_by(|next, kept| {
        let same =
            (&next.base, &next.addends, &next.up_to) == (&kept.base, &kept.addends, &kept.up_to);
        if same {
            kept.low = kept.low.min(next.low);
            kept.high = kept.high.max(next.high);
        }
        same
    });
    all.into()
}

/// Whether all leaves of `y` are among those of `x`.
fn covers(x: &[Leaf], y: &[Leaf]) -> bool {
    y.iter().all(|leaf| {
        let key = (&leaf.base, &leaf.addends, &leaf.up_to);
        let at = x.binary_search_by(|known| (&known.base, &known.addends, &known.up_to).cmp(&key));
        at.is_ok_and(|at| x[at].low <= leaf.low && leaf.high <= x[at].high)
    })
}

/// The objects of leaves, sorted.
pub(super) fn bases_of(leaves: &[Leaf]) -> Vec<BaseId> {
    let mut bases: Vec<BaseId> = leaves.iter().filter_map(|leaf| leaf.base).collect();
    bases.sort_unstable();
    bases.dedup();
    bases
}
