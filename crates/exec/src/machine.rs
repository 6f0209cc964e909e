//! The engine itself: a program in both forms, the options, where output goes, and what a worker owns
//! besides its states: terms, the solver chain, coverage.
//!
//! Knows of all that is only looked at: the rooms below. It does not know the rooms that work with it; each
//! of these adds the methods that it is about.

mod contexts;
pub(crate) mod hints;
mod left_out;
mod memory_counters;
mod places;
mod relations;
mod tried;

pub use contexts::Contexts;
pub use hints::{Hint, Hints};
pub use memory_counters::MemoryCounters;
pub use places::source_place;
pub use relations::{Related, Relation, Which, byte_of_related};

use crate::code::{Code, LocalSites, Pc, Program};
use crate::coverage::Coverage;
use crate::end::{Ended, LeftOutNow};
use crate::options::{ExecOptions, MemoryModel};
use crate::seen::Remembered;
use crate::state::{State, UnwrittenRoots};
use dunlin_ir::points_to::Groups;
use dunlin_ir::{FuncId, Module, PointNumber};
use dunlin_memory::{Context, Memory, ObjectCache, SegmentPool, Value, ValueKind};
use dunlin_solver::chain::{Chain, Home, Options, SolverChoice};
use dunlin_term::{BaseId, Evaluator, TermId, Terms};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Terms are recycled when there are so many, and again when twice as many as then were alive.
pub const FIRST_COLLECTION: usize = 8 << 20;

/// Receives what the program writes.
pub trait Output {
    /// `fd` is 1 (standard output) or 2 (standard error).
    fn write(&mut self, fd: i32, bytes: &[u8]);
}

pub struct Machine<'a> {
    pub(crate) program: &'a Program,
    pub module: &'a Module,
    pub code: &'a Code,
    /// By operation: the number of its point.
    pub(crate) places: &'a [PointNumber],
    pub(crate) sites: &'a LocalSites,
    pub options: &'a ExecOptions,
    pub output: &'a mut dyn Output,
    pub terms: Terms,
    pub chain: Chain,
    pub evaluator: Evaluator,
    pub coverage: Coverage,
    /// Set when the exploration is to stop; long operations look at it.
    pub stop: Option<&'a AtomicBool>,
    /// An operation was broken off because all work must end: what it has left behind means nothing. It ends
    /// as interrupted, and no state is run any more.
    pub(crate) gave_up: bool,
    /// The exploration stops then.
    pub deadline: Option<Instant>,
    /// The large cache, when no state has it.
    pub(crate) cache: Option<ObjectCache>,
    /// With so many terms, those that no state holds are recycled.
    pub(crate) collect_at: usize,
    /// States that split off the running one in this step.
    pub(crate) forks: Vec<State>,
    /// Conflicts that a query may cost before its state waits (see `decide/postpone.rs`); without a number, the
    /// budget of the chain.
    pub(crate) patience: Option<u64>,
    /// What the chain had done when the running operation began to ask.
    pub(crate) worked: u64,
    /// Copies of it that wait for the answer of a query that takes long.
    pub(crate) postponed: Vec<State>,
    /// Paths that ended beside the running one in this step.
    pub(crate) ended: Vec<Ended>,
    /// By number: whether the running state pauses at this mark of the program (`__dunlin_mark`).
    /// Marks beyond it are passed.
    pub watched: Vec<bool>,
    /// The mark at which the running state has paused.
    pub(crate) marked: Option<u32>,
    /// What was left out in this step.
    pub(crate) left_out: Vec<LeftOutNow>,
    /// Which objects share static segments, if there are any.
    pub(crate) groups: Option<&'a Groups>,
    /// What was learned about the objects that pointers mean.
    pub(crate) contexts: Contexts,
    pub(crate) segments: SegmentPool,
    pub counters: MemoryCounters,
    /// What inputs may be assumed to be, by where they are made.
    pub hints: Hints,
    /// Whether states split at them now: of several pools of states, one may follow them and others not.
    pub follows_hints: bool,
    /// An address was used as a number.
    pub(crate) uses_addresses: bool,
    /// Decisions that were asked about.
    pub(crate) questions: u32,
    /// Where a number had too many values that depend on addresses.
    pub(crate) crowded: FxHashSet<Pc>,
    /// Things that a person should know, since they were asked for last.
    pub notes: Vec<String>,
    noted: FxHashSet<String>,
    /// Calls that did not fit the function that they reached, so far.
    pub(crate) mismatched: FxHashSet<(Pc, FuncId)>,
    /// The states that were seen, if they are compared.
    pub remembered: Option<Box<Remembered>>,
    /// Some of those that it has noted itself (debug builds).
    pub(crate) tried: tried::Tried,
    /// IR instructions that it has executed.
    pub(crate) executed: u64,
    addresses: Vec<(BaseId, u64)>,
    /// The sizes that the program's constants tell apart, once they were asked for.
    pub(crate) size_bounds: Option<BTreeSet<u64>>,
}

impl<'a> Machine<'a> {
    /// With the default chain of solvers.
    pub fn new(
        program: &'a Program,
        options: &'a ExecOptions,
        output: &'a mut dyn Output,
    ) -> Machine<'a> {
        let chain = Chain::new(&Options::default(), SolverChoice::Auto.portfolio(Home::Here, None));
        Machine::with_chain(program, options, output, chain)
    }

    pub fn with_chain(
        program: &'a Program,
        options: &'a ExecOptions,
        output: &'a mut dyn Output,
        chain: Chain,
    ) -> Machine<'a> {
        Machine {
            program,
            module: &program.module,
            code: &program.code,
            places: &program.places,
            sites: &program.sites,
            options,
            output,
            terms: Terms::new(),
            chain,
            evaluator: Evaluator::new(),
            coverage: Coverage::new(&program.code.ops),
            stop: None,
            gave_up: false,
            deadline: None,
            cache: None,
            collect_at: FIRST_COLLECTION,
            forks: Vec::new(),
            patience: None,
            worked: 0,
            postponed: Vec::new(),
            ended: Vec::new(),
            watched: Vec::new(),
            marked: None,
            left_out: Vec::new(),
            groups: (options.memory.model == MemoryModel::StaticSegments).then(|| program.groups()),
            contexts: Contexts::default(),
            segments: SegmentPool::default(),
            counters: MemoryCounters::default(),
            hints: Hints::default(),
            follows_hints: true,
            uses_addresses: false,
            questions: 0,
            crowded: FxHashSet::default(),
            notes: Vec::new(),
            noted: FxHashSet::default(),
            mismatched: FxHashSet::default(),
            remembered: None,
            tried: tried::Tried::default(),
            executed: 0,
            addresses: Vec::new(),
            size_bounds: None,
        }
    }

    /// Something that needs memory and terms. The path's model learns the addresses of new bases.
    pub fn with_terms<T>(
        &mut self,
        state: &mut State,
        f: impl FnOnce(&mut Memory, &mut Context<'_>) -> T,
    ) -> T {
        let mut addresses = std::mem::take(&mut self.addresses);
        let mut roots = UnwrittenRoots {
            sites: self.sites,
            index_width: self.module.target.pointer_bits,
            roots: &mut state.knowledge.roots,
            fixed: state.knowledge.fixed_inputs.as_ref().map(|inputs| &inputs[..]),
            ahead: state.trace.ahead.as_deref_mut(),
            in_flight: state.in_flight.as_deref(),
            path: &mut state.knowledge.path,
        };
        let mut context = Context {
            terms: &mut self.terms,
            addresses: &mut addresses,
            roots: &mut roots,
            gave_up: false,
        };
        let result = f(&mut state.memory.objects, &mut context);
        self.gave_up |= context.gave_up;
        for (base, address) in addresses.drain(..) {
            if state.knowledge.path.model().address(base) != address {
                state.knowledge.path.set_address(base, address);
            }
            if let Some(script) = &mut state.trace.ahead {
                Rc::make_mut(&mut script.model).set_address(base, address);
            }
        }
        self.addresses = addresses;
        result
    }

    /// A value as a term of `width` bits.
    pub fn term(&mut self, state: &mut State, value: Value, width: u32) -> TermId {
        self.with_terms(state, |memory, context| memory.value_term(context, value, width))
    }

    /// The simplest value that a term of at most 64 bits is.
    pub fn value(&mut self, state: &mut State, term: TermId) -> Value {
        self.with_terms(state, |_, context| context.value(term))
    }

    /// A value that was not written as the term that it is, or as what that is known to be; any other
    /// value as it is.
    pub fn named(&mut self, state: &mut State, value: Value) -> Value {
        let ValueKind::Unwritten { width, .. } = value.kind() else { return value };
        let term = self.term(state, value, width);
        self.value(state, term)
    }

    /// Tells a person something, once.
    pub fn note_once(&mut self, note: impl Into<String>) {
        let note = note.into();
        if self.noted.insert(note.clone()) {
            self.notes.push(note);
        }
    }
}
