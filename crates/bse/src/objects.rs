//! The objects of a region: variables of the program, and what its instructions make.

use crate::graph::Var;
use crate::layout::Place;
use dunlin_ir::points_to::Group;
use dunlin_ir::{FuncId, GlobalId};
use dunlin_term::TermId;
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Global(GlobalId),
    Stack,
    Heap,
    /// Objects that only summaries of calls know.
    Hidden,
}

#[derive(Clone, Copy, Debug)]
pub struct Object {
    pub place: Place,
    pub kind: Kind,
    /// Bytes: a number, or the variable's symbol that holds it.
    pub size: Size,
    /// Whether it lives; variables of the program always do.
    pub live: Option<Var>,
    /// Whether its scope has begun, for what it holds is not known then.
    pub begun: Option<Var>,
    /// Writing to it is an error.
    pub constant: bool,
    /// It is defined outside of the program, or nothing is known of it.
    pub foreign: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum Size {
    Known(TermId),
    Held(Var),
}

/// The memory of a group.
pub struct Memory {
    pub group: Group,
    /// By field.
    pub arrays: Vec<Var>,
    pub objects: Vec<Object>,
}

#[derive(Default)]
pub struct Objects {
    /// By the number of the group in addresses, less those that have no memory.
    pub memories: Vec<Memory>,
    numbers: FxHashMap<Group, u32>,
    globals: FxHashMap<GlobalId, Place>,
    functions: FxHashMap<FuncId, u32>,
}

/// The first group with memory: 0 is what leads nowhere, 1 are functions.
const FIRST: u32 = 2;

impl Objects {
    pub fn number(&self, group: Group) -> Option<u32> {
        self.numbers.get(&group).copied()
    }

    pub fn add_group(&mut self, group: Group, arrays: Vec<Var>) -> u32 {
        let number = FIRST + self.memories.len() as u32;
        self.memories.push(Memory { group, arrays, objects: Vec::new() });
        self.numbers.insert(group, number);
        number
    }

    pub fn memory(&self, number: u32) -> Option<&Memory> {
        self.memories.get(number.checked_sub(FIRST)? as usize)
    }

    /// The place for one more object of a group.
    pub fn next(&self, group: u32) -> Place {
        let memory = self.memory(group).expect("the group has a memory");
        Place { group, number: memory.objects.len() as u32 }
    }

    pub fn add(&mut self, object: Object) {
        if let Kind::Global(global) = object.kind {
            self.globals.insert(global, object.place);
        }
        let memory = &mut self.memories[(object.place.group - FIRST) as usize];
        debug_assert_eq!(object.place.number as usize, memory.objects.len());
        memory.objects.push(object);
    }

    pub fn object(&self, place: Place) -> Option<&Object> {
        self.memory(place.group)?.objects.get(place.number as usize)
    }

    pub fn global(&self, global: GlobalId) -> Option<Place> {
        self.globals.get(&global).copied()
    }

    pub fn function(&mut self, func: FuncId) -> u32 {
        let next = self.functions.len() as u32;
        *self.functions.entry(func).or_insert(next)
    }
}
