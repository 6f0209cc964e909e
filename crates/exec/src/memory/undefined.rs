//! Undefined bytes where terms are needed, with `--uninitialised error`.
//!
//! Which bits are undefined is kept beside concrete values and nowhere else: a term has none. So what would
//! turn undefined bytes into terms is kept from it. A read at a place that the input chooses must not be able
//! to hit an undefined byte; a write at such a place, and a copy of a length that the input chooses, is made
//! for each place or length of its own while the object has undefined bytes.

use crate::end::End;
use crate::machine::Machine;
use crate::state::State;
use dunlin_memory::{Cell, ObjectId, Value, ValueKind};
use dunlin_term::TermId;

impl Machine<'_> {
    /// The ranges of bytes of an object that are undefined.
    fn undefined_ranges(&self, state: &mut State, object: ObjectId) -> Vec<(u64, u64)> {
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        if !self.options.check_uninitialised() {
            return ranges;
        }
        let Ok((size, _)) = state.memory.objects.describe(object) else { return ranges };
        // An array has none: nothing becomes one before all of it is defined.
        let Ok(cells) = state.memory.objects.cells(object, 0, size) else { return ranges };
        for (at, cell) in cells.into_iter().enumerate() {
            // Of a byte that is undefined in part, such as that of a bit-field, nothing is said.
            if !matches!(cell, Cell::Byte { undefined: 0xff, .. }) {
                continue;
            }
            let at = at as u64;
            match ranges.last_mut() {
                Some((_, end)) if *end == at => *end = at + 1,
                _ => ranges.push((at, at + 1)),
            }
        }
        ranges
    }

    /// A read at a place that the input chooses: if it can hit an undefined byte, that is an error.
    pub(crate) fn refuse_undefined_bytes(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: TermId,
        size: u32,
    ) -> Result<(), End> {
        let width = self.module.target.pointer_bits;
        let mut defined = TermId::TRUE;
        for (start, end) in self.undefined_ranges(state, object) {
            // Places from `first` up to `end` touch the range.
            let first = start.saturating_sub(u64::from(size) - 1);
            let first_term = self.terms.constant(width, first);
            let count = self.terms.constant(width, end - first);
            let from_first = self.terms.sub(offset, first_term);
            let touches = self.terms.ult(from_first, count);
            let misses = self.terms.not(touches);
            defined = self.terms.and(defined, misses);
        }
        if defined == TermId::TRUE {
            return Ok(());
        }
        self.require(state, defined, |machine, _| machine.uninitialised_error())
    }

    /// Whether a write to some place of an object would make undefined bytes count as defined.
    pub(crate) fn may_lose_undefined(
        &self,
        state: &mut State,
        object: ObjectId,
        value: Value,
    ) -> bool {
        self.options.check_uninitialised()
            && (matches!(value.kind(), ValueKind::Undefined { .. })
                || !self.undefined_ranges(state, object).is_empty())
    }
}
