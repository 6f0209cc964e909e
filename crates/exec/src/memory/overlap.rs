//! Copies between places that must not overlap: memcpy, and the string functions of the runtime.
//!
//! As AddressSanitizer does, a copy of a place to itself counts as an overlap only for strings, and the
//! check comes before that of bounds. Pointers into different objects never overlap, wherever these lie. A
//! pointer that input chooses is looked at case by case in one question; nothing forks for it. What was read
//! from an SMT array of pointers, or is a number, says nothing about its object and is not asked about.

use crate::end::{End, ProgramError};
use crate::machine::Machine;
use crate::memory::{Leaf, bytes};
use crate::state::State;
use dunlin_memory::{ObjectId, Value, ValueKind};
use dunlin_results::ErrorKind;
use dunlin_term::TermId;

/// How many bytes are written and read, and whether both may be the very same.
#[derive(Clone, Copy)]
pub struct Extent {
    pub written: Value,
    pub read: Value,
    pub same_is_fine: bool,
}

impl Machine<'_> {
    /// memcpy.
    pub fn copy_apart(
        &mut self,
        state: &mut State,
        to: Value,
        from: Value,
        len: Value,
    ) -> Result<(), End> {
        if may_overlap(to, from) {
            let extent = Extent { written: len, read: len, same_is_fine: true };
            self.require_apart(state, to, from, extent)?;
        }
        self.copy_bytes(state, to, from, len)
    }

    /// It is an error if the bytes written at one place and those read at the other overlap.
    pub fn require_apart(
        &mut self,
        state: &mut State,
        to: Value,
        from: Value,
        extent: Extent,
    ) -> Result<(), End> {
        let width = self.module.target.pointer_bits;
        let written = self.term(state, extent.written, width);
        let read = self.term(state, extent.read, width);
        let (targets, sources) = (self.places(state, to), self.places(state, from));
        let mut all_apart = TermId::TRUE;
        let mut shared = None;
        for &(guard, object, at) in &targets {
            for &(other_guard, _, start) in sources.iter().filter(|place| place.1 == object) {
                let mut apart = self.are_apart((at, written), (start, read));
                if extent.same_is_fine {
                    let same = self.terms.eq(at, start);
                    apart = self.terms.or(apart, same);
                }
                let both = self.terms.and(guard, other_guard);
                let neither = self.terms.not(both);
                let apart = self.terms.or(neither, apart);
                if apart != TermId::TRUE {
                    all_apart = self.terms.and(all_apart, apart);
                    shared.get_or_insert(object);
                }
            }
        }
        let Some(object) = shared else { return Ok(()) };
        self.require(state, all_apart, |machine, state| {
            let note = machine.note(state, object);
            let what = note.as_ref().map_or("an object", |note| &note.what);
            let length = match extent.read.as_int() {
                Some(read) => bytes(read),
                None => "as many bytes as the input says".to_owned(),
            };
            let message = format!("copy of {length} between overlapping places of {what}");
            ProgramError::new(ErrorKind::OverlappingCopy, message).about(note)
        })
    }

    /// Where a pointer may point to, with the condition for each.
    fn places(&mut self, state: &mut State, pointer: Value) -> Vec<(TermId, ObjectId, TermId)> {
        let width = self.module.target.pointer_bits;
        match pointer.kind() {
            ValueKind::Pointer { object, offset } => {
                vec![(TermId::TRUE, object, self.terms.constant(width, offset))]
            }
            ValueKind::SymbolicPointer { object, offset } => vec![(TermId::TRUE, object, offset)],
            ValueKind::Term(_) => {
                let address = self.term(state, pointer, width);
                // With too many alternatives the copy itself is not supported.
                let leaves = self.leaves(address).unwrap_or_default();
                let known = leaves.into_iter().filter_map(|(guard, leaf)| match leaf {
                    Leaf::Object(object, offset) => Some((guard, object, offset)),
                    _ => None,
                });
                known.collect()
            }
            _ => Vec::new(),
        }
    }

    /// Neither place lies in the other; of nothing at all, both are apart.
    fn are_apart(&mut self, to: (TermId, TermId), from: (TermId, TermId)) -> TermId {
        let zero = self.terms.constant(self.module.target.pointer_bits, 0);
        let forward = self.terms.sub(to.0, from.0);
        let behind = self.terms.ule(from.1, forward);
        let backward = self.terms.sub(from.0, to.0);
        let before = self.terms.ule(to.1, backward);
        let apart = self.terms.and(behind, before);
        let nothing = self.terms.eq(to.1, zero);
        self.terms.or(apart, nothing)
    }
}

/// Whether two pointers may point into the same object, by what they plainly say.
pub fn may_overlap(to: Value, from: Value) -> bool {
    let object = |pointer: Value| match pointer.kind() {
        ValueKind::Pointer { object, .. } | ValueKind::SymbolicPointer { object, .. } => {
            Some(Some(object))
        }
        ValueKind::Term(_) => Some(None),
        _ => None,
    };
    match (object(to), object(from)) {
        (Some(Some(to)), Some(Some(from))) => to == from,
        (Some(_), Some(_)) => true,
        _ => false,
    }
}
