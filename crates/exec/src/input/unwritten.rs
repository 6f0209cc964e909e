//! Fresh memory, whose content the program did not write.

use crate::code::{FIRST_LOCAL, HEAP, NONE, Pc, RUNTIME_HEAP};
use crate::machine::Machine;
use crate::state::{Source, State};
use dunlin_memory::{Context, ObjectId, Origin};

impl Machine<'_> {
    /// The content of a fresh local object is unknown, if that is how it is seen.
    pub(crate) fn forget_local(&mut self, state: &mut State, object: ObjectId) {
        if Source::Unwritten.is_free(self.options) {
            let origin = self.local_origin(state, state.position.pc);
            self.forget(state, object, origin);
        }
    }

    /// The same for a fresh block of the heap.
    pub(crate) fn forget_block(&mut self, state: &mut State, object: ObjectId) {
        if Source::Unwritten.is_free(self.options) {
            let by_program = !self.module.func(state.position.top().func).runtime;
            let origin = state.memory.counts.next(if by_program { HEAP } else { RUNTIME_HEAP });
            self.forget(state, object, origin);
        }
    }

    fn forget(&mut self, state: &mut State, object: ObjectId, origin: Origin) {
        match state.memory.objects.object_mut(object) {
            Ok(found) => found.forget(origin),
            // Its content lies elsewhere.
            Err(_) => self.with_terms(state, |memory, context: &mut Context<'_>| {
                memory.forget(context, object, origin);
            }),
        }
    }

    /// This execution of an operation that makes local memory.
    pub(crate) fn local_origin(&self, state: &mut State, pc: Pc) -> Origin {
        let site = self.sites.at[pc as usize];
        debug_assert_ne!(site, NONE, "the operation makes local memory");
        state.memory.counts.next(FIRST_LOCAL + site)
    }
}
