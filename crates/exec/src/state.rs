//! One path: where it stands, its memory, what is known of its inputs, the trace that led there; and how it
//! becomes a work item and comes back.
//!
//! Knows of the derived form. It does not know the machine, so that nothing here asks a solver: these are
//! the data that the rooms above work on, with what can be done to them alone.
//!
//! A [`State`] has four parts, each with a file and a `verify` of its own, and the operation in flight, which
//! is there only while an operation is not done. States that fork share what they can: a part forks itself.

mod below;
mod in_flight;
mod item_list;
mod knowledge;
mod lazy;
mod memory;
mod packed_inputs;
mod packed_trace;
mod position;
mod print_log;
mod roots;
mod rounds;
mod seeds;
mod stay;
mod trace;
mod varint;
mod whereabouts;
mod work_item;

pub use in_flight::{Again, InFlight};
pub use item_list::SortedItems;
pub use knowledge::Knowledge;
pub use lazy::{Lazy, Word};
pub use memory::{REMEMBERED, StateMemory};
pub use packed_inputs::PackedInputs;
pub use packed_trace::PackedTrace;
pub use position::{Frame, Position};
pub use print_log::{Argument, Byte, Piece};
pub use roots::{Freedom, Pointers, Root, Roots, Source, UnwrittenRoots, in_row};
pub use rounds::{Own, Rounds};
pub use seeds::{Seed, Seeds};
pub use stay::{Stay, Staying};
pub use trace::{
    Decision, DecisionKind, Guide, HintChoice, Script, Trace, Transfers, pack, unpack,
};
pub use whereabouts::Whereabouts;
pub use work_item::{BadItem, WorkItem};

use crate::code::{Code, Origin, Pc, Program};
use dunlin_ir::Point;
use dunlin_memory::Memory;
use dunlin_results::InputBytes;
use std::rc::Rc;

pub struct State {
    pub origin: Origin,
    pub position: Position,
    pub memory: StateMemory,
    pub knowledge: Knowledge,
    pub trace: Trace,
    /// When it is compared with others.
    pub rounds: Rounds,
    /// What the running operation has done so far, if that is more than nothing. Empty between operations.
    pub in_flight: Option<Box<InFlight>>,
    /// Room for the next one: operations that decide come often.
    spare: Option<Box<InFlight>>,
}

impl State {
    /// A state that stands at the first operation of an origin, without frames.
    pub fn new(origin: Origin, objects: Memory, pc: Pc) -> State {
        State {
            origin,
            position: Position::new(pc),
            memory: StateMemory::new(objects),
            knowledge: Knowledge::new(),
            trace: Trace::default(),
            rounds: Rounds::default(),
            in_flight: None,
            spare: None,
        }
    }

    /// A copy that shares everything until either side changes it. It stands where the running operation
    /// began, and has made the same decisions in it.
    pub fn fork(&mut self, code: &Code) -> State {
        let undo = match self.in_flight.as_mut().and_then(|op| op.undo.as_mut()) {
            Some(undo) => undo.fork(),
            None => self.now(),
        };
        let mut position = self.position.fork(code);
        position.stack_objects.truncate(undo.stack_objects);
        position.stack_bytes = undo.stack_bytes;
        let memory = self.memory.fork(undo.objects, undo.lazy);
        State {
            origin: self.origin,
            position,
            memory,
            knowledge: self.knowledge.clone(),
            trace: self.trace.fork(),
            rounds: self.rounds.fork(),
            in_flight: self.in_flight.as_ref().map(|op| Box::new(op.fork())),
            spare: None,
        }
    }

    /// It does not run for a while: gives away what it needs only then.
    pub fn rest(&mut self) {
        self.spare = None;
    }

    /// Panics if something is not as it must be between two operations, or where one begins again.
    pub fn verify(&self, code: &Code) {
        self.position.verify(code);
        self.memory.verify();
        self.knowledge.verify();
        self.trace.verify();
        if let Some(op) = &self.in_flight {
            op.verify(self);
        }
    }

    // ---- the operation in flight -----------------------------------------------------------------

    /// The running operation is done: nothing of it will be repeated.
    #[inline]
    pub fn settle(&mut self) {
        if self.in_flight.is_some() || self.memory.staying.are_waiting() {
            self.settle_now();
        }
    }

    /// Not inline: the main loop settles in sixty places.
    #[inline(never)]
    fn settle_now(&mut self) {
        if let Some(mut op) = self.in_flight.take() {
            op.clear();
            self.spare = Some(op);
        }
        if self.memory.staying.are_waiting() {
            self.memory.make_numbers(self.trace.length());
        }
    }

    /// The running operation, which is about to do something that it may have to repeat.
    pub fn in_flight(&mut self) -> &mut InFlight {
        let (knowledge, spare) = (&self.knowledge, &mut self.spare);
        self.in_flight.get_or_insert_with(|| {
            let mut op = spare.take().unwrap_or_default();
            op.made_before = knowledge.roots.made().len();
            op
        })
    }

    /// Whether the running operation has decided something.
    pub fn has_decided(&self) -> bool {
        self.in_flight.as_ref().is_some_and(|op| !op.deciding.is_empty())
    }

    /// The running operation has effects before a decision: remembers how things are now, unless it has done
    /// so before.
    pub fn keep_for_undo(&mut self) {
        if self.in_flight.as_ref().is_none_or(|op| op.undo.is_none()) {
            let now = self.now();
            self.in_flight().undo = Some(Box::new(now));
        }
    }

    /// What an operation may change before its last decision.
    fn now(&mut self) -> in_flight::Undo {
        in_flight::Undo {
            objects: self.memory.objects.fork(),
            stack_objects: self.position.stack_objects.len(),
            stack_bytes: self.position.stack_bytes,
            lazy: self.memory.lazy.clone(),
        }
    }

    /// Sends a state that has nothing to undo back to the start of the running operation.
    pub fn begin_again(&mut self) {
        let before = self.in_flight().made_before;
        let mut given = Vec::new();
        if self.knowledge.roots.made().len() > before {
            // Whoever follows the path from its beginning needs those of this operation too.
            given = self.knowledge.input_bytes(self.knowledge.path.model());
            Rc::make_mut(&mut self.knowledge.roots).truncate(before);
        }
        let op = self.in_flight();
        let decisions = op.deciding.drain(..).collect();
        op.again = Some(Again { decisions, next: 0, given });
    }

    /// Brings a state whose operation was given up back to the start of it. One that is on its way along an
    /// item stays that item (see [`WorkItem::of`]): whoever gave it up runs nothing any more.
    pub fn take_back(&mut self) {
        if self.trace.ahead.is_some() {
            return;
        }
        if let Some(undo) = self.in_flight().undo.take() {
            let cache = self.memory.objects.park();
            self.memory.objects = undo.objects;
            self.memory.objects.activate(cache);
            self.memory.lazy = undo.lazy;
            self.position.stack_objects.truncate(undo.stack_objects);
            self.position.stack_bytes = undo.stack_bytes;
        }
        self.begin_again();
    }

    // ---- roots -----------------------------------------------------------------------------------

    /// The next root is made.
    pub fn add_root(&mut self, root: Root) {
        self.in_flight();
        Rc::make_mut(&mut self.knowledge.roots).push(root);
    }

    /// The bytes that were recorded for what is executed again, in the order of a test.
    pub fn given(&self) -> &[InputBytes] {
        match &self.trace.ahead {
            Some(script) => &script.inputs,
            None => self.in_flight.as_ref().map_or(&[], |op| op.given()),
        }
    }

    /// From now on an object stays where it is.
    pub fn keep(&mut self, object: dunlin_memory::ObjectId) {
        self.memory.keep(object, self.trace.length());
    }
}

impl Program {
    /// Where a state stands: the instruction that it executes next, and the calls that are active,
    /// innermost first.
    pub fn stack<'s>(&'s self, state: &'s State) -> impl Iterator<Item = Point> + 's {
        let callers = state.position.frames[1..].iter().rev().map(|frame| frame.called_at());
        let here = self.behind_moves(state.position.pc);
        std::iter::once(here).chain(callers).map(|pc| self.code.point(pc))
    }
}
