//! The terms that states hold, so that all others can be recycled.

use crate::machine::{FIRST_COLLECTION, Machine};
use crate::state::State;
use dunlin_memory::Reference;
use dunlin_term::TermId;
use rustc_hash::FxHashSet;

#[derive(Default)]
struct Roots {
    terms: FxHashSet<TermId>,
    /// Objects that were looked at: states share most of theirs.
    seen: FxHashSet<usize>,
}

impl Roots {
    fn add(&mut self, state: &mut State) {
        let terms = &mut self.terms;
        let mut add = |reference: Reference| {
            if let Reference::Term(term) = reference {
                terms.insert(term);
            }
        };
        for value in &state.position.regs {
            value.for_each_reference(&mut add);
        }
        let word = state.memory.objects.word();
        let seen = &mut self.seen;
        state.memory.objects.for_each_live_object(|object| {
            if seen.insert(std::rc::Rc::as_ptr(object) as usize) {
                object.for_each_reference(word, &mut add);
            }
        });
        state.trace.for_each_term(|term| add(Reference::Term(term)));
        state.memory.resolved.iter().for_each(|&(pointer, _)| add(Reference::Term(pointer)));
        state.knowledge.terms().for_each(|term| add(Reference::Term(term)));
    }
}

impl Machine<'_> {
    /// Whether there are so many terms that those which no state holds should be recycled.
    pub fn wants_collection(&self) -> bool {
        self.terms.len() > self.collect_at
    }

    /// Recycles terms that none of these states holds and that are not among the others; these must be all that
    /// somebody uses.
    pub fn recycle_terms<'s>(
        &mut self,
        states: impl Iterator<Item = &'s mut State>,
        others: &[TermId],
    ) {
        let mut roots = Roots::default();
        roots.terms.extend(others);
        self.tried.forget();
        states.for_each(|state| roots.add(state));
        self.terms.collect(roots.terms);
        self.segments.forget();
        self.chain.forget();
        self.collect_at = (2 * self.terms.len()).max(FIRST_COLLECTION);
    }
}
