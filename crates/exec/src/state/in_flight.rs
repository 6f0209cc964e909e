//! The operation that a state is in the middle of.
//!
//! An operation that decides something has no effect before its last decision, so that the other side of a fork
//! can begin it again. Where that cannot be, what it changes is kept as it was ([`Undo`]). A copy that begins
//! again, and a state whose operation was given up, stands at the operation with the decisions that it has made
//! in it ([`Again`]): the path condition and the trace have them already, and nothing is asked about them.
//!
//! What is here belongs to one operation and goes when that is done. So two things that also say what to decide
//! are no part of it, but of the trace ([`super::Trace`]): the decisions of a work item, which lead through
//! thousands of operations from the program's beginning on, and the choices that are left open of the decision
//! behind them, which wait as long.

use super::State;
use super::lazy::Lazy;
use super::trace::Decision;
use dunlin_memory::Memory;
use dunlin_results::InputBytes;
use smallvec::SmallVec;
use std::rc::Rc;

#[derive(Default)]
pub struct InFlight {
    /// Decisions that it has made so far.
    pub deciding: SmallVec<[Decision; 2]>,
    /// How many roots were made before it began.
    pub made_before: usize,
    /// What it has changed before a decision, as it was.
    pub undo: Option<Box<Undo>>,
    /// What it has decided before it began again.
    pub again: Option<Again>,
}

/// Memory before the running operation.
pub struct Undo {
    pub objects: Memory,
    pub stack_objects: usize,
    pub stack_bytes: u64,
    pub lazy: Option<Rc<Lazy>>,
}

impl Undo {
    pub fn fork(&mut self) -> Undo {
        Undo {
            objects: self.objects.fork(),
            stack_objects: self.stack_objects,
            stack_bytes: self.stack_bytes,
            lazy: self.lazy.clone(),
        }
    }
}

/// Decisions that an operation makes once more.
pub struct Again {
    pub decisions: Vec<Decision>,
    pub next: usize,
    /// If it makes inputs: the values of all, in order, that lead along these decisions.
    pub given: Vec<InputBytes>,
}

impl InFlight {
    /// For a copy that stands where the operation began.
    pub fn fork(&self) -> InFlight {
        let (deciding, made_before) = (self.deciding.clone(), self.made_before);
        InFlight { deciding, made_before, ..InFlight::default() }
    }

    /// Makes room for another operation.
    pub fn clear(&mut self) {
        self.deciding.clear();
        self.undo = None;
        self.again = None;
    }

    pub fn given(&self) -> &[InputBytes] {
        self.again.as_ref().map_or(&[], |again| &again.given)
    }

    /// Forgets what was to be decided once more if all of it was.
    pub fn end_again(&mut self) {
        if self.again.as_ref().is_some_and(|again| again.next == again.decisions.len()) {
            self.again = None;
        }
    }

    /// What it goes back to is not beyond where the state is, and it follows either its own decisions or those
    /// of an item.
    pub fn verify(&self, state: &State) {
        assert!(self.made_before <= state.knowledge.roots.made().len(), "roots are added");
        if let Some(undo) = &self.undo {
            assert!(undo.stack_objects <= state.position.stack_objects.len(), "the stack grows");
        }
        if let Some(again) = &self.again {
            assert!(again.next <= again.decisions.len(), "decisions are made once more, and once");
            assert!(state.trace.ahead.is_none(), "an item is followed, or an operation repeated");
        }
    }
}
