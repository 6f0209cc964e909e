//! Addresses as every memory hands them out.

use super::NULL_PAGE;
use dunlin_term::{Model, TermId, Terms, View};

/// Whether a model gives bases addresses that are a proper layout: known sizes, all above the null page,
/// none around the end of the address space, aligned as promised, and at least one byte between any
/// two.
pub fn is_proper_layout(terms: &Terms, model: &Model, bases: &[TermId]) -> bool {
    let mut ranges = Vec::with_capacity(bases.len());
    for &base in bases {
        let View::Base(id) = terms.view(base) else { return false };
        let info = terms.base_info(id);
        let Some(size) = info.size.and_then(|size| terms.as_u64(size)) else { return false };
        let start = model.address(id);
        let last = u64::MAX >> (64 - info.width.clamp(1, 64));
        let fits = start.checked_add(size).is_some_and(|end| end <= last);
        if start < NULL_PAGE || !fits || !start.is_multiple_of(info.align) {
            return false;
        }
        ranges.push((start, start + size));
    }
    ranges.sort_unstable();
    ranges.windows(2).all(|pair| pair[0].1 < pair[1].0)
}
