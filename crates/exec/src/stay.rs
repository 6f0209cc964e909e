//! Objects that stay where they are.
//!
//! What would be if objects lay elsewhere is not always asked: there are too many ways, or the question
//! is too hard. That is said ([`Machine::leave_places`]), and the objects in question stay where they are for
//! the rest of the path. Nothing is asked about them again, and the addresses of those alone are numbers.
//!
//! A path that is followed again must do the same as before, and what is a number makes no decision. So
//! an object's address is a number from the first operation on that begins with more decisions behind it
//! than there were when it was told to stay; for questions, it stays at once.

use crate::machine::Machine;
use crate::state::State;
use dunlin_memory::{ObjectId, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;

/// An object that stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stay {
    pub object: u64,
    pub address: u64,
    pub size: u64,
    /// How many decisions were behind the path when it was told to.
    pub since: u64,
}

/// The objects of a path that stay, by their numbers.
pub type Staying = Rc<BTreeMap<u64, Stay>>;

impl State {
    /// Whether nothing is asked any more about where an object lies.
    pub(crate) fn stays(&self, object: ObjectId) -> bool {
        self.staying.contains_key(&object.0)
    }

    /// From now on an object stays where it is.
    pub(crate) fn keep(&mut self, object: ObjectId) {
        if self.stays(object) {
            return;
        }
        let life = self.memory.life(object);
        let since = self.trail.length();
        let stay = Stay { object: object.0, address: life.address, size: life.size, since };
        Rc::make_mut(&mut self.staying).insert(object.0, stay);
    }

    /// Whether an object's address is a number.
    fn is_at_a_number(&self, object: ObjectId) -> bool {
        !self.staying.is_empty()
            && self.staying.get(&object.0).is_some_and(|stay| stay.since < self.decided_before())
    }

    /// How many decisions the operations before the running one have made.
    fn decided_before(&self) -> u64 {
        let again = match &self.script {
            // Those of the running operation that it will come to again.
            Some(script) if script.known => script.decisions.len() - script.next,
            _ => 0,
        };
        self.trail.length() - (self.deciding.len() + again) as u64
    }
}

impl Machine<'_> {
    /// Whether a value is computed with as a term: one that depends on input, or an address that may be
    /// another.
    #[inline]
    pub(crate) fn needs_terms(&self, state: &State, value: Value) -> bool {
        value.meta.is_symbolic()
            || (self.options.free_addresses
                && value.meta.is_pointer()
                && !state.is_at_a_number(value.meta.object()))
    }
}
