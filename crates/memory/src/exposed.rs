//! Addresses as numbers: which the program has seen, and what a number points to.

use crate::address::{function_address, function_at};
use crate::memory::{Memory, Slot};
use crate::value::ObjectId;
use std::rc::Rc;

impl Memory {
    /// The hidden address of an object or function, from now on known to the program.
    pub fn expose(&mut self, id: ObjectId) -> u64 {
        if let Some(index) = self.as_function(id) {
            return self.place_of(id.0).unwrap_or(function_address(index));
        }
        let Ok((size, info)) = self.describe(id) else {
            // A dangling pointer is only a number; any that is no live object's address will do.
            return self.dangling_address(id);
        };
        if !info.exposed {
            self.change_info(id, |info| info.exposed = true);
            Rc::make_mut(&mut self.exposed).insert(info.address, (id, size));
            self.newly_exposed.push(id);
        }
        info.address
    }

    /// The objects whose address has become known since this was asked last.
    pub fn take_newly_exposed(&mut self) -> Vec<ObjectId> {
        std::mem::take(&mut self.newly_exposed)
    }

    pub(crate) fn dangling_address(&self, id: ObjectId) -> u64 {
        if let Slot::Dead(tombstone) = self.slots.get(id) {
            return tombstone.address();
        }
        let exposed = self.exposed.iter().find(|(_, (object, _))| *object == id);
        exposed.map_or(0x1000 + id.0 % 0x700 * 16, |(&address, _)| address)
    }

    /// The pointer that a number is, if it lies in (or just behind) an object whose address the
    /// program has seen, or is that of a function.
    pub fn resolve_address(&mut self, address: u64) -> Option<(ObjectId, u64)> {
        if let Some(function) = self.moved_function_at(address) {
            return Some((function, 0));
        }
        if let Some(index) = function_at(address, self.functions)
            && self.place_of(index + 1).is_none()
        {
            return Some((Self::function(index), 0));
        }
        let (&start, &(id, size)) = self.exposed.range(..=address).next_back()?;
        (address - start <= size).then_some((id, address - start))
    }
}
