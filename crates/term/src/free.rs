//! The free variables of a term: symbols, array roots and bases.

use crate::arena::Terms;
use crate::ids::TermId;
use crate::op::Op;
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl Terms {
    /// The symbols and bases in a term, as terms, in the order of their ids. Remembered per term
    /// that was asked for; a larger term uses what is known of its parts.
    pub fn free_variables(&mut self, term: TermId) -> Arc<[TermId]> {
        if let Some(known) = self.free_symbols.get(&term) {
            return known.clone();
        }
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        let mut stack = vec![term];
        while let Some(next) = stack.pop() {
            if !seen.insert(next) {
                continue;
            }
            if let Some(known) = self.free_symbols.get(&next) {
                found.extend_from_slice(known);
            } else if matches!(self.op(next), Op::Symbol | Op::Base) {
                found.push(next);
            } else {
                stack.extend(self.children(next));
            }
        }
        found.sort_unstable();
        found.dedup();
        let found: Arc<[TermId]> = found.into();
        self.free_symbols.insert(term, found.clone());
        found
    }
}
