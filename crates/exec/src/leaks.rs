//! Heap objects that nobody can free any more.

use crate::access::bytes;
use crate::machine::Machine;
use crate::outcome::{ErrorKind, ProgramError};
use crate::state::State;
use dunlin_memory::{ObjectId, ObjectKind, Reference, Site};
use dunlin_term::{TermId, View};
use rustc_hash::{FxHashMap, FxHashSet};

impl Machine<'_> {
    /// The oldest heap object that cannot be reached from globals and live locals, if there is one.
    pub fn find_leak(&mut self, state: &mut State) -> Option<ProgramError> {
        let mut heap: Vec<(ObjectId, u64, Site)> = Vec::new();
        let mut points_to: FxHashMap<ObjectId, Vec<ObjectId>> = FxHashMap::default();
        let mut reached: FxHashSet<ObjectId> = FxHashSet::default();
        let mut open: Vec<ObjectId> = Vec::new();
        let mut terms: Vec<(ObjectId, TermId)> = Vec::new();
        for id in state.memory.live_objects() {
            let mut targets = Vec::new();
            state.memory.for_each_reference(id, |reference| match reference {
                Reference::Object(target) => targets.push(target),
                Reference::Term(term) => terms.push((id, term)),
            });
            let (size, info) = state.memory.describe(id).expect("it lives");
            match info.kind {
                ObjectKind::Heap => heap.push((id, size, info.allocated)),
                _ => open.push(id),
            }
            points_to.insert(id, targets);
        }
        // What lies behind lazily symbolic input belongs to the caller of the entry function.
        open.extend(state.lazy.iter().flat_map(|lazy| lazy.objects()));
        let top = state.top().base + self.code.funcs[state.top().func.index()].slots as usize;
        for (id, term) in terms {
            points_to.entry(id).or_default().extend(self.objects_in(term));
        }
        for value in &state.regs[..top] {
            value.for_each_reference(|reference| match reference {
                Reference::Object(target) => open.push(target),
                Reference::Term(term) => open.extend(self.objects_in(term)),
            });
        }
        while let Some(object) = open.pop() {
            if reached.insert(object) {
                open.extend(points_to.get(&object).into_iter().flatten());
            }
        }
        let lost: Vec<_> = heap.into_iter().filter(|(id, ..)| !reached.contains(id)).collect();
        let &(id, size, allocated) = lost.first()?;
        let total: u64 = lost.iter().map(|(_, size, _)| size).sum();
        let others = match lost.len() - 1 {
            0 => String::new(),
            n => format!(" (with {n} more like it: {} in all)", bytes(total)),
        };
        let message = format!(
            "{} of heap memory can never be freed: at the end nothing points there{others}",
            bytes(size)
        );
        let note = self.note(state, id);
        let mut error = ProgramError::new(ErrorKind::MemoryLeak, message).about(note);
        error.at = Some(allocated);
        Some(error)
    }

    /// The objects whose addresses occur in a term.
    fn objects_in(&mut self, term: TermId) -> Vec<ObjectId> {
        let variables = self.terms.free_variables(term);
        let object = |&variable: &TermId| match self.terms.view(variable) {
            View::Base(base) => Some(ObjectId(self.terms.base_info(base).object)),
            _ => None,
        };
        variables.iter().filter_map(object).collect()
    }
}
