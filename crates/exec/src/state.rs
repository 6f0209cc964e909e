//! One path: memory, frames, where it stands, what is known of its inputs, and the trace that led there; and
//! how it becomes a work item and comes back.
//!
//! Knows of the derived form. It does not know the machine, so that nothing here asks a solver: these are
//! the data that the rooms above work on, with what can be done to them alone.

mod input;
mod lazy;
mod packed_inputs;
mod print_log;
mod seeds;
mod stay;
mod trail;
mod unwritten;
mod varint;
mod whereabouts;
mod work_item;

pub use input::{Input, InputBytes};
pub use lazy::{Lazy, Root, Word};
pub use packed_inputs::PackedInputs;
pub use print_log::{Argument, Byte, Piece};
pub use seeds::{Seed, Seeds};
pub use stay::{Stay, Staying};
pub use trail::{Decision, Trail};
pub use unwritten::{Counts, UnwrittenInputs, UnwrittenRoots, is_unwritten};
pub use whereabouts::Whereabouts;
pub use work_item::{WorkItem, pack, unpack};

use crate::code::{Code, Pc, Program};
use dunlin_ir::points_to::Group;
use dunlin_ir::{FuncId, Point};
use dunlin_memory::{Memory, ObjectId, Value};
use dunlin_solver::chain::Path;
use dunlin_term::{Model, TermId};
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// One active call.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub func: FuncId,
    /// Where its slots begin in [`State::regs`].
    pub base: usize,
    /// The call operation in the caller, and whether that expects another result: see
    /// [`Frame::called_at`].
    pub called: Pc,
    /// How many stack objects there were when it was entered.
    pub stack_mark: usize,
    /// The area of its variable arguments.
    pub varargs: Option<ObjectId>,
}

/// In [`Frame::called`]: the caller expects another result than the function gives. No program has so many
/// operations, so that a return sees it where it looks for the call.
const OTHER_RESULT: Pc = 1 << 31;

impl Frame {
    /// The call operation in the caller.
    pub fn called_at(&self) -> Pc {
        self.called & !OTHER_RESULT
    }

    /// What the function returns is not what the caller expects.
    pub fn expect_other_result(&mut self) {
        self.called |= OTHER_RESULT;
    }
}

/// Control transfers, as marks of coverage.
pub type Transfers = Rc<[u32]>;

/// A pointer and the objects that it can mean.
pub type Resolved = (TermId, Rc<[ObjectId]>);

/// What is in the segments of a state, by group: an object in the segment, and the first id that was not
/// given out when it was last looked for objects of the group.
pub type Grouped = BTreeMap<Group, (ObjectId, u64)>;

pub struct State {
    pub memory: Memory,
    /// The slots of all frames. What lies above the top frame is left over, never read.
    pub regs: Vec<Value>,
    pub frames: Vec<Frame>,
    pub pc: Pc,
    /// Live stack objects, oldest first.
    pub stack_objects: Vec<ObjectId>,
    /// The size of all of them.
    pub stack_bytes: u64,
    /// Bytes that single instructions have allocated, copied or filled since the last pause, so that
    /// limits are looked at also when few instructions do much.
    pub bulk_bytes: u64,
    /// IR instructions executed and counted so far.
    pub instructions: u64,
    /// The path condition, with a model of it.
    pub path: Path,
    /// How many transfers of a path that it is sent along it has passed (see `explore/partial_path.rs`).
    pub followed: usize,
    /// What was made symbolic, in order.
    pub inputs: Rc<Vec<Input>>,
    /// How many of them there were before the running operation.
    pub settled_inputs: usize,
    /// What is input since memory was read that the program did not write.
    pub unwritten: Rc<UnwrittenInputs>,
    /// How often it was made.
    pub counts: Counts,
    pub trail: Trail,
    /// What the program would like to hold in the test, as far as it can.
    pub preferences: Rc<Vec<TermId>>,
    /// Decisions that the current operation has made so far. An operation that decides something has
    /// no effect before its last decision, so that the other side of a fork can begin it again.
    pub deciding: SmallVec<[Decision; 2]>,
    /// Of the next decision that no script has, only these choices are left to take (see
    /// `decide/postpone.rs`).
    pub open: Option<Rc<[u64]>>,
    /// Decisions to follow instead of asking.
    pub script: Option<Box<Script>>,
    /// Where the running operation has had effects before a decision: memory as it was before.
    pub undo: Option<Box<Undo>>,
    /// Both sides of conditions are followed. Switched off by the program (`klee_set_forking`).
    pub forking: bool,
    /// What is printed before anything is symbolic is written. Only one of the states that start at
    /// the program's beginning does that.
    pub echo: bool,
    /// Inputs that are not symbolic but have these bytes.
    pub fixed_inputs: Option<Rc<Vec<InputBytes>>>,
    /// What is lazily symbolic, when the program starts in the middle.
    pub lazy: Option<Rc<Lazy>>,
    /// The objects that pointers, without what is added to them, could mean when they were used.
    pub resolved: Rc<Vec<Resolved>>,
    /// Objects and functions whose addresses were compared with something that depends on input.
    pub compared: Rc<BTreeSet<ObjectId>>,
    /// How many allocations there were whose size depends on the input.
    pub sized: u32,
    /// What is in static segments.
    pub grouped: Rc<Grouped>,
    /// The seeds that lead along this path, if there are any.
    pub seeds: Option<Rc<Seeds>>,
    /// By how many the choices between addresses have multiplied the paths.
    pub ways: u32,
    /// The objects about whose place nothing is asked.
    pub staying: Staying,
}

/// Memory before the running operation.
pub struct Undo {
    pub memory: Memory,
    pub stack_objects: usize,
    pub stack_bytes: u64,
    pub lazy: Option<Rc<Lazy>>,
}

impl Undo {
    /// Memory as it is now.
    pub fn of(state: &mut State) -> Undo {
        Undo {
            memory: state.memory.fork(),
            stack_objects: state.stack_objects.len(),
            stack_bytes: state.stack_bytes,
            lazy: state.lazy.clone(),
        }
    }
}

/// Decisions that were made before.
pub struct Script {
    pub decisions: Vec<Decision>,
    pub next: usize,
    /// The path condition has them already.
    pub known: bool,
    /// The values of inputs, in order, that lead along these decisions.
    pub inputs: Vec<InputBytes>,
    /// The same as a model, as far as inputs were made. The path's own model moves on its way.
    pub model: Rc<Model>,
}

impl State {
    /// A copy that shares everything until either side changes it.
    pub fn fork(&mut self, code: &Code) -> State {
        let top = self.top();
        let end = top.base + code.funcs[top.func.index()].slots as usize;
        let Undo { memory, stack_objects, stack_bytes, lazy } = match &mut self.undo {
            Some(undo) => Undo {
                memory: undo.memory.fork(),
                stack_objects: undo.stack_objects,
                stack_bytes: undo.stack_bytes,
                lazy: undo.lazy.clone(),
            },
            None => Undo::of(self),
        };
        State {
            memory,
            regs: self.regs[..end].to_vec(),
            frames: self.frames.clone(),
            pc: self.pc,
            stack_objects: self.stack_objects[..stack_objects].to_vec(),
            stack_bytes,
            bulk_bytes: 0,
            instructions: 0,
            path: self.path.clone(),
            followed: 0,
            inputs: self.inputs.clone(),
            settled_inputs: self.settled_inputs,
            unwritten: self.unwritten.clone(),
            counts: self.counts.clone(),
            trail: self.trail.fork(),
            preferences: self.preferences.clone(),
            deciding: SmallVec::new(),
            open: None,
            script: None,
            undo: None,
            forking: self.forking,
            echo: self.echo,
            fixed_inputs: self.fixed_inputs.clone(),
            lazy,
            resolved: self.resolved.clone(),
            compared: self.compared.clone(),
            sized: self.sized,
            grouped: self.grouped.clone(),
            seeds: self.seeds.clone(),
            ways: self.ways,
            staying: self.staying.clone(),
        }
    }

    /// The bytes that a script has for input `number`, if it has them.
    pub fn given_bytes(&self, number: usize, size: u64) -> Option<Vec<u8>> {
        let given = self.script.as_ref()?.inputs.get(number)?;
        if is_unwritten(&given.name) {
            return None;
        }
        let mut bytes = given.bytes.clone();
        bytes.resize(size as usize, 0);
        Some(bytes)
    }

    /// The running operation is done: nothing of it will be repeated.
    #[inline]
    pub fn settle(&mut self) {
        self.deciding.clear();
        self.undo = None;
        self.settled_inputs = self.inputs.len();
        if self.staying.are_waiting() {
            self.make_numbers();
        }
    }

    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a state has a frame until it ends")
    }

    pub fn reg(&self, slot: u32) -> Value {
        self.regs[self.top().base + slot as usize]
    }

    pub fn set_reg(&mut self, slot: u32, value: Value) {
        let base = self.top().base;
        self.regs[base + slot as usize] = value;
    }
}

impl Program {
    /// Where a state stands: the instruction that it executes next, and the calls that are active,
    /// innermost first.
    pub fn stack<'s>(&'s self, state: &'s State) -> impl Iterator<Item = Point> + 's {
        let callers = state.frames[1..].iter().rev().map(|frame| frame.called_at());
        std::iter::once(self.behind_moves(state.pc)).chain(callers).map(|pc| self.code.point(pc))
    }
}
