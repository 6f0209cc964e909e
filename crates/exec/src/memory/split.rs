//! Large objects that are accessed at symbolic places are split into parts (thesis, 3.2.4).
//!
//! Execution forks for the part that an access begins in. Terms and SMT arrays then have the size of a
//! part and not of the object.

use crate::decide::Choice;
use crate::end::{End, unsupported};
use crate::machine::Machine;
use crate::memory::Alternative;
use crate::options::MemoryModel;
use crate::state::{DecisionKind, State};
use dunlin_memory::{ObjectId, ObjectKind, Value};
use dunlin_term::TermId;

impl Machine<'_> {
    /// Whether an access to an object at this offset is one to a part of it.
    pub(crate) fn is_for_parts(&self, state: &mut State, alternative: &Alternative) -> bool {
        self.terms.as_u64(alternative.offset).is_none() && self.is_split(state, alternative.object)
    }

    /// Whether an object is split, or will be at its next access at a symbolic place. Neither what is in a
    /// segment nor the segment itself ever is.
    pub(crate) fn is_split(&self, state: &mut State, object: ObjectId) -> bool {
        let options = &self.options.memory;
        options.split_objects.is_some()
            && state.memory.objects.segment_of(object).is_none()
            && state.memory.objects.describe(object).is_ok_and(|(size, info)| {
                info.kind != ObjectKind::Storage && size > options.split_threshold
            })
    }

    /// The number of the part of an object that an access at a symbolic place begins in; `None` if the
    /// object is not to be split. The access was checked.
    pub(crate) fn part_at(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: TermId,
    ) -> Result<Option<usize>, End> {
        let Some(step) = self.options.memory.split_objects else { return Ok(None) };
        if !self.is_split(state, object) {
            return Ok(None);
        }
        let (size, _) = state.memory.objects.describe(object).expect("the access was checked");
        let width = self.module.target.pointer_bits;
        let mut choices = Vec::new();
        for (number, start) in (0..size).step_by(step as usize).enumerate() {
            let start = self.terms.constant(width, start);
            let length = self.terms.constant(width, step);
            let within = self.terms.sub(offset, start);
            let condition = self.terms.ult(within, length);
            choices.push(Choice { number: number as u64, condition });
        }
        let chosen = self.choose_asking(state, DecisionKind::Way, &choices, |machine, state| {
            machine.ask_for_others(state, &choices)
        });
        let Some(part) = chosen? else {
            return Err(unsupported("a place of which no value is possible"));
        };
        if state.memory.objects.parts_of(object).is_none() {
            self.counters.split_objects += 1;
            self.counters.largest_split = self.counters.largest_split.max(size);
            self.with_terms(state, |memory, context| memory.split(context, object, step));
        }
        Ok(Some(part as usize))
    }

    /// Between which places a symbolic one lies, where that is used: the models of the thesis look at whole
    /// objects, so that what splitting saves can be measured.
    pub(crate) fn places_at(&mut self, state: &State, offset: TermId) -> (u64, u64) {
        if self.options.memory.model != MemoryModel::Auto {
            return (0, u64::MAX);
        }
        let path = &state.knowledge.path;
        self.chain.rely_on_what_is_known(&self.terms, path, offset);
        path.range_of(&self.terms, offset)
    }

    /// Reads at a symbolic place of an object. The access was checked.
    pub(crate) fn load_at_term(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: TermId,
        size: u32,
    ) -> Result<Value, End> {
        self.refuse_undefined_bytes(state, object, offset, size)?;
        // First: a segment of a group is not split, however large.
        let part = self.part_at(state, object, offset)?;
        let (object, offset) = self.place_in_group(state, object, offset);
        let places = self.places_at(state, offset);
        Ok(self.with_terms(state, |memory, context| match part {
            Some(part) => memory.load_from_part(context, object, part, offset, size),
            None => memory.load_between_places(context, object, places, offset, size),
        }))
    }

    /// Writes at a symbolic place of an object. The access was checked.
    pub(crate) fn store_at_term(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: TermId,
        size: u32,
        value: Value,
    ) -> Result<(), End> {
        if self.may_lose_undefined(state, object, value) {
            let offset = self.concretise(state, offset)?;
            if state.memory.objects.store(object, offset, size, value).is_err() {
                self.with_terms(state, |memory, context| {
                    memory.store_symbolic(context, object, offset, size, value);
                });
            }
            return Ok(());
        }
        // First: a segment of a group is not split, however large.
        let part = self.part_at(state, object, offset)?;
        let (object, offset) = self.place_in_group(state, object, offset);
        let places = self.places_at(state, offset);
        self.with_terms(state, |memory, context| match part {
            Some(part) => memory.store_into_part(context, object, part, offset, size, value),
            None => memory.store_between_places(context, object, places, offset, size, value),
        });
        Ok(())
    }
}
