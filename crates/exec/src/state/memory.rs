//! The memory of a state: its objects, and what is known of pointers to them.

use super::lazy::Lazy;
use super::roots::Counts;
use super::stay::Staying;
use dunlin_ir::points_to::Group;
use dunlin_memory::{Memory, ObjectId};
use dunlin_term::TermId;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A pointer and the objects that it can mean.
type Resolved = (TermId, Rc<[ObjectId]>);

/// What is in static segments, by group: an object in the segment, and when it was last looked for objects
/// of the group.
type Grouped = BTreeMap<Group, (ObjectId, u64)>;

/// So many pointers of a path are remembered with their objects.
pub const REMEMBERED: usize = 32;

pub struct StateMemory {
    pub objects: Memory,
    /// What is lazily symbolic, when the program starts in the middle.
    pub lazy: Option<Rc<Lazy>>,
    /// The objects that pointers, without what is added to them, could mean when they were used.
    pub resolved: Rc<Vec<Resolved>>,
    /// Objects and functions whose addresses were compared with something that depends on input.
    pub compared: Rc<BTreeSet<ObjectId>>,
    /// What is in static segments.
    pub grouped: Rc<Grouped>,
    /// The objects about whose place nothing is asked.
    pub staying: Staying,
    /// How often memory was made whose content the program did not write, by place.
    pub counts: Counts,
    /// How many allocations there were whose size depends on the input.
    pub sized: u32,
}

impl StateMemory {
    pub fn new(objects: Memory) -> StateMemory {
        StateMemory {
            objects,
            lazy: None,
            resolved: Rc::default(),
            compared: Rc::default(),
            grouped: Rc::default(),
            staying: Staying::default(),
            counts: Counts::default(),
            sized: 0,
        }
    }

    /// A copy, with these objects and what is lazy of them.
    pub fn fork(&self, objects: Memory, lazy: Option<Rc<Lazy>>) -> StateMemory {
        StateMemory {
            objects,
            lazy,
            resolved: self.resolved.clone(),
            compared: self.compared.clone(),
            grouped: self.grouped.clone(),
            staying: self.staying.clone(),
            counts: self.counts.clone(),
            sized: self.sized,
        }
    }

    /// Whether nothing is asked any more about where an object lies.
    pub fn stays(&self, object: ObjectId) -> bool {
        self.staying.contains(object.0)
    }

    /// From now on an object stays where it is; so many decisions were made before.
    pub fn keep(&mut self, object: ObjectId, since: u64) {
        if !self.stays(object) {
            let life = self.objects.life(object);
            self.staying.add(object, life, since);
        }
    }

    /// After an operation, and so many decisions: the addresses become numbers of those that were told to
    /// stay before a decision of it.
    #[cold]
    pub fn make_numbers(&mut self, decisions: u64) {
        while let Some(object) = self.staying.take_before(decisions) {
            self.objects.expose(object);
        }
    }

    /// Whether an object's address is a number.
    pub fn is_at_a_number(&self, object: ObjectId) -> bool {
        match self.objects.is_number(object) {
            Some(is_number) => is_number,
            None => self.stays(object) && !self.staying.waits(object),
        }
    }

    /// What is known is known of objects that there are, and no more of it than there is room for.
    pub fn verify(&self) {
        let is_known = |object: ObjectId| self.objects.was_made(object);
        assert!(self.resolved.len() <= REMEMBERED, "few pointers are remembered");
        for (_, objects) in self.resolved.iter() {
            assert!(objects.iter().copied().all(is_known), "pointers mean known objects");
        }
        for (object, looked) in self.grouped.values() {
            let in_time = *looked <= self.objects.clock();
            assert!(is_known(*object) && in_time, "segments hold known objects");
        }
        if let Some(lazy) = &self.lazy {
            lazy.verify(is_known);
        }
        self.staying.verify();
    }
}
