//! Objects that stay where they are.
//!
//! What would be if objects lay elsewhere is not always asked: there are too many ways, or the question
//! is too hard. That is said ([`crate::machine::Machine::leave_places`]), and the objects in question stay where they are for
//! the rest of the path. Nothing is asked about them again, and the addresses of those alone are numbers.
//!
//! A path that is followed again must do the same as before, and what is a number makes no decision. So
//! an object's address becomes a number when the operation is done that has made the next decision after
//! the object was told to stay; for questions, it stays at once.

use dunlin_memory::{Life, ObjectId};
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

/// The objects of a path that stay.
#[derive(Clone, Default)]
pub struct Staying {
    by_object: Rc<BTreeMap<u64, Stay>>,
    /// Those whose address is no number yet, the first last.
    waiting: Vec<Stay>,
}

impl Staying {
    /// For a path that is at its beginning.
    pub(crate) fn from_the_beginning(stays: &[Stay]) -> Staying {
        let mut waiting = stays.to_vec();
        waiting.sort_by_key(|stay| std::cmp::Reverse(stay.since));
        let by_object = stays.iter().map(|stay| (stay.object, *stay)).collect();
        Staying { by_object: Rc::new(by_object), waiting }
    }

    pub(crate) fn len(&self) -> usize {
        self.by_object.len()
    }

    pub(crate) fn contains(&self, object: u64) -> bool {
        self.by_object.contains_key(&object)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Stay> {
        self.by_object.values()
    }

    /// Whether some address is to become a number.
    #[inline]
    pub(crate) fn are_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    pub(crate) fn add(&mut self, object: ObjectId, life: Life, since: u64) {
        let stay = Stay { object: object.0, address: life.address, size: life.size, since };
        Rc::make_mut(&mut self.by_object).insert(object.0, stay);
        self.waiting.insert(0, stay);
    }

    /// Whether an object's address is to become a number.
    pub(crate) fn waits(&self, object: ObjectId) -> bool {
        self.waiting.iter().any(|stay| stay.object == object.0)
    }

    /// The next whose address becomes a number: one that was told to stay before so many decisions.
    pub(crate) fn take_before(&mut self, decisions: u64) -> Option<ObjectId> {
        self.waiting.pop_if(|stay| stay.since < decisions).map(|stay| ObjectId(stay.object))
    }

    /// Those that wait stay, and the first waits last.
    pub(crate) fn verify(&self) {
        assert!(self.waiting.iter().all(|stay| self.contains(stay.object)), "who waits stays");
        assert!(self.waiting.is_sorted_by(|x, y| x.since >= y.since), "the first waits last");
    }
}
