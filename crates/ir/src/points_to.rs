//! Which objects a value may point into, for the whole program, and which objects therefore belong
//! together: the static half of the segmented memory model (thesis, 1.2.1 and 3.1).
//!
//! Inclusion-based (Andersen), flow-insensitive; what an object holds is kept apart by offsets modulo 64
//! bytes. Abstract objects are variables, functions and allocation sites. All registers are treated alike, since
//! integers carry pointers as well; a byte copied by a loop carries a piece of one. Functions of the
//! program are analysed once, functions of the runtime library once per call from the program.
//!
//! Promises: if an execution computes an address from the address of an object by copies, loads and
//! stores of any width, library functions, address computations, casts, selections, bit operations,
//! shifts, additions and subtractions of numbers, the object is in the set of the register. This is
//! how programs make pointers, but not all that arithmetic can do. Not followed are: the distance
//! between two objects that is taken as one variable and added to another address later (within one
//! object a distance is a number, and lengths are computed so), an index that is itself an address
//! beside a base that is one too, a pointer of which a copy of unknown length has overwritten only some
//! bytes, and knowledge of an address that goes through a comparison, through text or through symbolic
//! bytes. What was multiplied, divided or otherwise mangled is taken for the
//! address of anything that ever was, but only where nothing else is known about a pointer. A user must
//! therefore expect an execution to find an object outside of a pointer's set, if only in such code.
//!
//! Assumes the module that is executed: with the functions that start the program, if their arguments
//! matter.

mod build;
mod calls;
mod graph;
mod groups;
mod known;
mod set;
#[cfg(test)]
mod tests;

pub use groups::{Group, Groups};
pub use set::PERIOD;

use crate::ids::{FuncId, GlobalId, Reg};
use crate::module::{Module, Point};

/// What a pointer can point into.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    Global(GlobalId),
    Function(FuncId),
    /// What an `alloca` makes.
    Stack(Point),
    /// The variable arguments of a call.
    Arguments(Point),
    /// What a call allocates on the heap: the call of `malloc`, or the call from the program into the
    /// runtime within which it is called.
    Heap(Point),
    /// An object at a fixed address, by the call that declares it.
    Fixed(Point),
    /// The strings that are the arguments and the environment of the program.
    EngineStrings,
    /// The arrays of pointers to them.
    EngineVectors,
    /// Objects behind lazily symbolic pointers.
    Lazy,
    /// Memory of functions that nobody knows.
    Outside,
}

impl Object {
    /// The instruction that makes it.
    pub fn site(self) -> Option<Point> {
        match self {
            Object::Stack(point)
            | Object::Arguments(point)
            | Object::Heap(point)
            | Object::Fixed(point) => Some(point),
            _ => None,
        }
    }

    /// Whether the engine makes it without being called.
    pub fn is_engine(self) -> bool {
        matches!(self, Object::EngineStrings | Object::EngineVectors | Object::Lazy)
    }
}

/// Whether a declared function is one that the engine provides: it does what its name says and calls nothing.
pub(crate) fn is_known_to_engine(name: &str) -> bool {
    known::Known::named(name).is_some()
}

/// The result of the analysis.
pub struct PointsTo {
    graph: graph::Graph,
    objects: Vec<Object>,
    /// By function: the node of register 0 in each of its instances.
    instances: Vec<Vec<graph::Node>>,
    groups: Groups,
}

impl PointsTo {
    pub fn of(module: &Module) -> PointsTo {
        build::Builder::new(module).finish()
    }

    /// The objects that a register may point into, in ascending order.
    pub fn pointees(&self, func: FuncId, reg: Reg) -> Vec<Object> {
        self.places(func, reg).into_iter().map(|(object, _)| object).collect()
    }

    /// The same, each with a bit for every offset modulo [`PERIOD`] at which it may.
    pub fn places(&self, func: FuncId, reg: Reg) -> Vec<(Object, u64)> {
        let instances = self.instances[func.index()].iter();
        let sets = instances.map(|&first| self.graph.points_to(first + reg.0));
        let mut found: Vec<(Object, u64)> = sets
            .flat_map(|set| set.iter().map(|(object, at)| (self.objects[object as usize], at)))
            .collect();
        found.sort_unstable();
        found.dedup_by(|(object, at), (before, all)| {
            *all |= if object == before { *at } else { 0 };
            object == before
        });
        found
    }

    /// Whether the analysis knows of a way to call the function.
    pub fn is_called(&self, func: FuncId) -> bool {
        !self.instances[func.index()].is_empty()
    }

    pub fn groups(&self) -> &Groups {
        &self.groups
    }

    /// How much work it was: how often a set changed and was passed on.
    pub fn steps(&self) -> u64 {
        self.graph.steps
    }
}
