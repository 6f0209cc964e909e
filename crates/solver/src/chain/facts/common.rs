//! What the facts of several paths have in common: it is true on a path that joins them.

use super::{Bounds, Facts};
use dunlin_term::{TermId, Terms};
use rustc_hash::FxHashSet;

impl Facts {
    /// Adds what all of some others say: truths that the first one has and the others imply, and the hull
    /// of the bounds of terms that the first one bounds.
    ///
    /// Only of terms that are parts of `constraints`, those of the path that these facts are of: others may
    /// be recycled, and their ids be given to other terms.
    pub(crate) fn add_common(
        &mut self,
        terms: &mut Terms,
        others: &[&Facts],
        constraints: &[TermId],
    ) {
        let Some((first, rest)) = others.split_first() else { return };
        let mut truths: Vec<(TermId, bool)> = Vec::new();
        for (term, &truth) in first.truths.iter() {
            let is_new = self.truths.get(term).is_none();
            if is_new && rest.iter().all(|facts| facts.truth(terms, term) == Some(truth)) {
                truths.push((term, truth));
            }
        }
        let mut bounds: Vec<(TermId, Bounds)> = Vec::new();
        for (term, _) in first.bounds.iter() {
            let of = |facts: &Facts| facts.bounds_of(terms, term);
            let hull = rest.iter().fold(of(first), |hull, facts| hull.hull(of(facts)));
            let known = of(self);
            let narrowed = known.meet(hull).consistent(terms.width(term));
            if narrowed != known {
                bounds.push((term, narrowed));
            }
        }
        let said = truths.iter().map(|(term, _)| *term).chain(bounds.iter().map(|(term, _)| *term));
        let parts = parts_among(terms, constraints, said.collect());
        for (term, truth) in truths.into_iter().filter(|(term, _)| parts.contains(term)) {
            self.truths.insert(term, truth);
        }
        for (term, bounds) in bounds.into_iter().filter(|(term, _)| parts.contains(term)) {
            self.bounds.insert(term, bounds);
        }
    }
}

/// Those of some terms that are parts of constraints. Looks at the last ones first, where what a path has
/// learned lately is, and no further than it must.
fn parts_among(
    terms: &Terms,
    constraints: &[TermId],
    wanted: FxHashSet<TermId>,
) -> FxHashSet<TermId> {
    let mut found = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut stack = Vec::new();
    for &constraint in constraints.iter().rev() {
        stack.push(constraint);
        while let Some(term) = stack.pop() {
            if found.len() == wanted.len() {
                return found;
            }
            if !seen.insert(term) {
                continue;
            }
            if wanted.contains(&term) {
                found.insert(term);
            }
            stack.extend(terms.children(term));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_term::Sort;

    #[test]
    fn truths_that_follow_and_the_hull_of_bounds_are_common() {
        let mut terms = Terms::new();
        let x = terms.symbol("x", Sort::BitVec(8)).unwrap();
        let y = terms.symbol("y", Sort::BitVec(8)).unwrap();
        let constant = |terms: &mut Terms, value| terms.constant(8, value);
        let (three, five, nine) =
            (constant(&mut terms, 3), constant(&mut terms, 5), constant(&mut terms, 9));
        let (small, exact) = (terms.ult(x, five), terms.eq(x, three));
        let (above, other) = (terms.ult(five, y), terms.eq(y, nine));
        let facts = |terms: &Terms, constraints: [TermId; 2]| {
            let mut facts = Facts::default();
            constraints.iter().for_each(|&constraint| facts.add(terms, constraint));
            facts
        };
        let first = facts(&terms, [small, other]);
        let second = facts(&terms, [exact, above]);
        let (left, right) = (terms.and(small, other), terms.and(exact, above));
        let either = terms.or(left, right);
        let mut joined = Facts::default();
        joined.add(&terms, either);
        joined.add_common(&mut terms, &[&first, &second], &[either]);
        assert_eq!(joined.truth(&mut terms, small), Some(true));
        assert_eq!(joined.truth(&mut terms, exact), None);
        assert_eq!(joined.bounds_of(&terms, x).unsigned, (0, 4));
        assert_eq!(joined.bounds_of(&terms, y).unsigned, (6, 255));
        // Of terms that the path does not have, nothing is kept.
        let mut apart = Facts::default();
        apart.add_common(&mut terms, &[&first, &second], &[other]);
        assert_eq!(apart.truth(&mut terms, small), None);
        assert_eq!(apart.bounds_of(&terms, y).unsigned, (6, 255));
    }
}
