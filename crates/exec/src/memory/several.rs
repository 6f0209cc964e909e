//! Access to several objects at once, where a pointer may mean any of them.
//!
//! Two ways, besides forking. By **choices** (the merging model): what is read is a choice between what
//! the objects hold, in the very shape in which the pointer is a choice between them; what is written
//! is a choice between old and new in each of them. By a **segment** (thesis, 3.2.3.2): the contents
//! move into one storage, and the pointer becomes an offset there. In both, every object's own bounds,
//! life and constness are asked for first, so that an overrun into a neighbour in the segment is the
//! error that it would be anywhere else.

mod chosen;
mod ranges;

pub use ranges::Range;

use crate::end::{End, unsupported};
use crate::machine::Machine;
use crate::memory::{Access, Alternative, Offset, Opaque, Target, Wrong};
use crate::options::MemoryModel;
use crate::state::{DecisionKind, State};
use dunlin_memory::{AccessError, ObjectId, Value, ValueKind};
use dunlin_term::TermId;

/// With `auto`, at most so many objects are accessed by choices if the places in them are known, and so
/// many if they are not.
const FEW_AT_KNOWN_PLACES: usize = 64;
const FEW_AT_ANY_PLACE: usize = 8;

/// A segment of `auto` has at most so many bytes.
const AUTO_SEGMENT: u64 = 4096;

/// At most so many places in a segment are written by a choice for each.
const WRITTEN_BY_CHOICE: usize = 32;

/// How a pointer that may mean several objects is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Fork,
    Choices,
    Segment,
}

/// Several objects that a pointer may mean.
pub struct Several {
    pub address: TermId,
    /// Exactly one of their conditions holds.
    pub alternatives: Vec<Alternative>,
    pub opaque: Opaque,
    pub way: Way,
}

impl Machine<'_> {
    /// Whether anything but forking is done where a pointer may mean several objects.
    pub(crate) fn merges(&self) -> bool {
        self.options.memory.model != MemoryModel::Fork
    }

    pub(crate) fn way_for(&mut self, state: &mut State, alternatives: &[Alternative]) -> Way {
        // Parts are chosen by forking, whatever the model.
        if alternatives.iter().any(|a| self.is_for_parts(state, a)) {
            return Way::Fork;
        }
        // A known place of what is in parts needs no fork, but such an object can be in no segment. Nor can
        // what is undefined: in an array, which a segment becomes when it is written, nothing is.
        let in_parts = |a: &Alternative| state.memory.objects.parts_of(a.object).is_some();
        let stays_outside = self.options.check_uninitialised() || alternatives.iter().any(in_parts);
        if self.merges() && stays_outside {
            return Way::Choices;
        }
        let objects: Vec<ObjectId> = alternatives.iter().map(|a| a.object).collect();
        let budget = match self.options.memory.model {
            MemoryModel::Fork => return Way::Fork,
            MemoryModel::Ite => return Way::Choices,
            MemoryModel::Auto => {
                let known = alternatives.iter().all(|a| self.terms.as_u64(a.offset).is_some());
                let few = if known { FEW_AT_KNOWN_PLACES } else { FEW_AT_ANY_PLACE };
                if objects.len() <= few {
                    return Way::Choices;
                }
                AUTO_SEGMENT
            }
            MemoryModel::Segments | MemoryModel::StaticSegments => {
                self.options.memory.segment_budget
            }
        };
        // What is in parts is brought into no segment; here its place is known.
        if objects.iter().any(|&object| state.memory.objects.parts_of(object).is_some()) {
            return Way::Choices;
        }
        let objects = self.segment_of_all(state, &objects);
        if state.memory.objects.size_together(&objects) <= budget {
            Way::Segment
        } else {
            Way::Fork
        }
    }

    /// What a segment of these objects consists of.
    fn segment_of_all(&mut self, state: &mut State, objects: &[ObjectId]) -> Vec<ObjectId> {
        match self.has_static_segments() {
            true => self.with_their_groups(state, objects),
            false => objects.to_vec(),
        }
    }

    /// Where a symbolic place of an object lies: with static segments, in the segment of everything that
    /// is allocated where the object was.
    pub(crate) fn place_in_group(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: TermId,
    ) -> (ObjectId, TermId) {
        let undefined_is_kept = self.options.check_uninitialised();
        if !self.has_static_segments() || undefined_is_kept || self.is_split(state, object) {
            return (object, offset);
        }
        let objects = self.segment_of_all(state, &[object]);
        let budget = self.options.memory.segment_budget;
        if objects.len() == 1 || state.memory.objects.size_together(&objects) > budget {
            return (object, offset);
        }
        let segment = self.bring_together(state, &objects);
        let (_, start) = state.memory.objects.segment_of(object).expect("just brought there");
        let start = self.terms.constant(self.module.target.pointer_bits, start);
        (segment, self.terms.add(start, offset))
    }

    /// Makes sure that `len` bytes can be accessed in whichever object is meant; those that cannot be
    /// meant any more are left out.
    pub(crate) fn check_several(
        &mut self,
        state: &mut State,
        several: &mut Several,
        len: u64,
        access: Access,
    ) -> Result<(), End> {
        let mut left = Vec::new();
        for alternative in std::mem::take(&mut several.alternatives) {
            if self.check_alternative(state, alternative, len, access)? {
                left.push(alternative);
            }
        }
        several.alternatives = left;
        Ok(())
    }

    /// Whether an object can be accessed at all; that it is meant and cannot be is an error.
    fn check_alternative(
        &mut self,
        state: &mut State,
        alternative: Alternative,
        len: u64,
        access: Access,
    ) -> Result<bool, End> {
        let Alternative { object, condition, offset } = alternative;
        let known = self.terms.as_u64(offset);
        let place = known.unwrap_or(0);
        let checked = match access {
            Access::Read | Access::Call => state.memory.objects.check_readable(object, place, len),
            Access::Write => state.memory.objects.check_writable(object, place, len),
        };
        if let Err(error) = checked {
            let not_meant = self.terms.not(condition);
            let example = known.unwrap_or_else(|| self.under_model(state, offset));
            match self.access_error(state, error, access, example, len) {
                Wrong::Error(error) => self.require(state, not_meant, |_, _| error)?,
                // An undefined variable: a path of its own that ends here.
                Wrong::Unsupported(what) if !self.decide(state, not_meant)? => {
                    return Err(unsupported(what));
                }
                Wrong::Unsupported(_) => {}
            }
            return Ok(false);
        }
        if known.is_some() {
            return Ok(true);
        }
        let (size, _) = state.memory.objects.describe(object).expect("checked above");
        let last = self.terms.constant(self.module.target.pointer_bits, size - len);
        let inside = self.terms.ule(offset, last);
        let not_meant = self.terms.not(condition);
        let fine = self.terms.or(not_meant, inside);
        self.require(state, fine, |machine, state| {
            machine.outside_by_input(state, object, size, len, access)
        })?;
        Ok(true)
    }

    /// Reads `size` bytes at `by` bytes behind a pointer, which was checked. `None` if something there is
    /// undefined in one of the objects: that cannot be a choice.
    pub(crate) fn load_several(
        &mut self,
        state: &mut State,
        several: &Several,
        by: u64,
        size: u32,
    ) -> Option<Value> {
        if several.way == Way::Segment {
            let (segment, offset) = self.in_segment(state, several, by);
            return Some(self.with_terms(state, |memory, context| {
                memory.load_at(context, segment, offset, size)
            }));
        }
        let mut undefined = false;
        let width = self.module.target.pointer_bits;
        let by = self.terms.constant(width, by);
        let value = self.chosen(several, |machine, object, offset| {
            let offset = machine.terms.add(offset, by);
            let value = machine.load_at_place(state, object, offset, size)?;
            undefined |= matches!(value.kind(), ValueKind::Undefined { .. });
            Some(machine.term(state, value, size * 8))
        });
        if undefined {
            return None;
        }
        let value = value.expect("at least one object is meant");
        Some(self.value(state, value))
    }

    /// Reads at a place of an object that may turn out to be outside of it: nothing then.
    fn load_at_place(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: TermId,
        size: u32,
    ) -> Option<Value> {
        if let Some(known) = self.terms.as_u64(offset) {
            match state.memory.objects.load(object, known, size) {
                Ok(value) => return Some(value),
                Err(AccessError::NeedsTerms) => {}
                Err(_) => return None,
            }
        }
        let places = self.places_at(state, offset);
        Some(self.with_terms(state, |memory, context| {
            memory.load_between_places(context, object, places, offset, size)
        }))
    }

    /// Writes `size` bytes at `by` bytes behind a pointer, which was checked. False, and nothing is
    /// written, if something there is undefined in one of the objects.
    pub(crate) fn store_several(
        &mut self,
        state: &mut State,
        several: &Several,
        by: u64,
        size: u32,
        value: Value,
    ) -> bool {
        let known = several.alternatives.iter().all(|a| self.terms.as_u64(a.offset).is_some());
        // Written at any place, an object that is not meant would lose what is undefined in it.
        if self.options.check_uninitialised() && !known {
            return false;
        }
        let few = known && several.alternatives.len() <= WRITTEN_BY_CHOICE;
        if several.way == Way::Segment && !few {
            let (segment, offset) = self.in_segment(state, several, by);
            self.with_terms(state, |memory, context| {
                memory.store_at(context, segment, offset, size, value);
            });
            return true;
        }
        let width = self.module.target.pointer_bits;
        let by = self.terms.constant(width, by);
        let new = self.term(state, value, size * 8);
        let mut writes = Vec::new();
        for &Alternative { object, condition, offset } in &several.alternatives {
            let offset = self.terms.add(offset, by);
            let offset = self.inside_of_member(state, object, condition, offset);
            let Some(old) = self.load_at_place(state, object, offset, size) else { continue };
            if matches!(old.kind(), ValueKind::Undefined { .. }) {
                return false;
            }
            let old = self.term(state, old, size * 8);
            let chosen = self.terms.ite(condition, new, old);
            writes.push((object, offset, self.value(state, chosen)));
        }
        for (object, offset, value) in writes {
            let places = self.places_at(state, offset);
            self.with_terms(state, |memory, context| {
                memory.store_between_places(context, object, places, offset, size, value);
            });
        }
        true
    }

    /// The place of an object that is written if it is meant. If it is not, its offset can be anything: for
    /// the member of a segment, a place of another member, where what is written back is not what is there.
    fn inside_of_member(
        &mut self,
        state: &State,
        object: ObjectId,
        condition: TermId,
        offset: TermId,
    ) -> TermId {
        if self.terms.as_u64(offset).is_some() || state.memory.objects.segment_of(object).is_none()
        {
            return offset;
        }
        let start = self.terms.constant(self.module.target.pointer_bits, 0);
        self.terms.ite(condition, offset, start)
    }

    /// The segment of all objects that a pointer may mean, made if need be, and the place `by` bytes behind
    /// the pointer in it.
    fn in_segment(&mut self, state: &mut State, several: &Several, by: u64) -> (ObjectId, TermId) {
        let objects: Vec<ObjectId> = several.alternatives.iter().map(|a| a.object).collect();
        let objects = self.segment_of_all(state, &objects);
        let segment = self.bring_together(state, &objects);
        let width = self.module.target.pointer_bits;
        let offset = self.chosen(several, |machine, object, offset| {
            let (_, start) = state.memory.objects.segment_of(object)?;
            let start = machine.terms.constant(width, start);
            Some(machine.terms.add(start, offset))
        });
        let offset = offset.expect("at least one object is meant");
        let by = self.terms.constant(width, by);
        (segment, self.terms.add(offset, by))
    }

    fn bring_together(&mut self, state: &mut State, objects: &[ObjectId]) -> ObjectId {
        let before = state.memory.objects.clock();
        let size = state.memory.objects.size_together(objects);
        let mut pool = std::mem::take(&mut self.segments);
        let reuse = self.options.memory.reuse_segments.then_some(&mut pool);
        let segment =
            self.with_terms(state, |memory, context| memory.merge_reusing(context, objects, reuse));
        self.counters.segments_reused += std::mem::take(&mut pool.reused);
        self.segments = pool;
        if state.memory.objects.clock() != before {
            self.counters.segments += 1;
            self.counters.largest_segment = self.counters.largest_segment.max(size);
        }
        segment
    }

    /// Goes on with one of several objects after all.
    pub(crate) fn fork_several(
        &mut self,
        state: &mut State,
        several: &Several,
    ) -> Result<(ObjectId, Offset), End> {
        match self.fork_for_each(state, &several.alternatives, None, DecisionKind::Object)? {
            Target::At(object, offset) => Ok((object, offset)),
            Target::Null | Target::Several(_) => unreachable!("neither was asked for"),
        }
    }
}
