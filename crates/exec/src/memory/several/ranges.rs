//! Copies and fills where a pointer may mean several objects.

use super::Several;
use crate::end::End;
use crate::machine::Machine;
use crate::memory::{Access, Offset, Target};
use crate::state::State;
use dunlin_memory::{ObjectId, Value};

/// A range of bytes that can be accessed: in one object, or in any of several.
pub enum Range {
    At(ObjectId, Offset),
    Several(Several),
}

/// Longer ranges than this are copied and filled in one object only: execution forks.
const LONGEST_RANGE: u64 = 256;

impl Machine<'_> {
    /// Where `len` bytes lie that can be accessed: what cannot is an error.
    pub(crate) fn range_at(
        &mut self,
        state: &mut State,
        address: Value,
        len: u64,
        access: Access,
    ) -> Result<Range, End> {
        // Undefined bytes cannot be told apart in a choice.
        let short = len <= LONGEST_RANGE && !self.options.check_uninitialised();
        let target = match short {
            true => self.target_of(state, address, len, access)?,
            false => {
                let (object, offset) = self.locate(state, address, len, access)?;
                Target::At(object, offset)
            }
        };
        match target {
            Target::Null => unreachable!("null is an error here"),
            Target::At(object, offset) => {
                self.check_access(state, object, offset, len, access)?;
                Ok(Range::At(object, offset))
            }
            Target::Several(mut several) => {
                self.check_several(state, &mut several, len, access)?;
                Ok(Range::Several(several))
            }
        }
    }

    /// Copies bytes where the source or the target may be several objects.
    pub(crate) fn copy_between_several(
        &mut self,
        state: &mut State,
        target: &Range,
        source: &Range,
        len: u64,
    ) -> Result<(), End> {
        let step = 1u64 << len.trailing_zeros().min(3);
        let places = (0..len).step_by(step as usize);
        // All is read before anything is written, so that overlaps do not matter.
        let mut values = Vec::new();
        for by in places.clone() {
            self.go_on_in(by)?;
            values.push(self.load_range(state, source, by, step as u32));
        }
        for (by, value) in places.zip(values) {
            self.go_on_in(by)?;
            self.store_range(state, target, by, step as u32, value);
        }
        Ok(())
    }

    pub(crate) fn fill_several(
        &mut self,
        state: &mut State,
        several: &Several,
        byte: Value,
        len: u64,
    ) -> Result<(), End> {
        for by in 0..len {
            self.go_on_in(by)?;
            self.store_several(state, several, by, 1, byte);
        }
        Ok(())
    }

    fn load_range(&mut self, state: &mut State, range: &Range, by: u64, size: u32) -> Value {
        let value = match range {
            Range::At(object, offset) => {
                let place = self.place_at(*offset, by);
                self.load_at_place(state, *object, place, size)
            }
            Range::Several(several) => self.load_several(state, several, by, size),
        };
        value.expect("in bounds, and nothing is undefined")
    }

    fn store_range(&mut self, state: &mut State, range: &Range, by: u64, size: u32, value: Value) {
        match range {
            Range::At(object, offset) => {
                let place = self.place_at(*offset, by);
                self.with_terms(state, |memory, context| {
                    memory.store_at(context, *object, place, size, value);
                });
            }
            Range::Several(several) => {
                self.store_several(state, several, by, size, value);
            }
        }
    }
}
