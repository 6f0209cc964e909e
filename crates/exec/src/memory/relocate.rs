//! Moving objects to other hidden addresses while a path runs, which nobody must notice.
//!
//! Pointers name their objects, and the addresses that questions need are looked up in the model of the
//! path when a backend is asked (thesis, 3.2.1). So an object can move at any time before a question, on
//! the stack, on the heap or global, unless something depends on where it lies: its address was used as
//! a number, or the path has a condition on it (DESIGN, core idea 6: it is pinned).

use crate::machine::Machine;
use crate::state::State;
use dunlin_memory::ObjectId;
use dunlin_term::TermId;

/// Spreads consecutive numbers over all objects.
const STRIDE: u64 = 7919;

impl Machine<'_> {
    /// Moves an object if it is time for that. Not between a question and what is made of its answer: the
    /// solution has the addresses of then.
    pub(crate) fn relocate_now_and_then(&mut self, state: &mut State) {
        let Some(every) = self.options.memory.relocate_every else { return };
        let decisions = state.trace.length();
        if !decisions.is_multiple_of(every) {
            return;
        }
        let live = state.memory.objects.live_objects();
        if live.is_empty() {
            return;
        }
        let chosen = (decisions / every).wrapping_mul(STRIDE) % live.len() as u64;
        self.relocate(state, live[chosen as usize]);
    }

    /// A condition was decided without becoming one of the path: if it is as it is only because of where
    /// objects lie, these stay there.
    pub(crate) fn rely_on(&mut self, state: &mut State, condition: TermId) {
        if self.options.memory.relocate_every.is_some() && self.terms.has_base(condition) {
            self.chain.rely_on(&self.terms, &mut state.knowledge.path, condition);
        }
    }

    /// Moves an object, unless it is pinned or stays.
    fn relocate(&mut self, state: &mut State, object: ObjectId) {
        if state.knowledge.path.is_pinned(object.0) || state.memory.stays(object) {
            return;
        }
        if state.memory.objects.relocate(object).is_none() {
            return;
        }
        self.counters.relocations += 1;
        // The path's model learns the new address.
        self.with_terms(state, |memory, context| memory.base_term(context, object));
    }
}
