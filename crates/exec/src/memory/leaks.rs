//! Heap objects that nobody can free any more.
//!
//! What points to an object may be a choice that the input makes (`t[i & 3] = 0` loses one of four). An object
//! that is reached from globals and live locals by plain pointers is not lost, and one that occurs in no
//! pointer at all is. Of those between, which only choices may lead to, the condition is made under which
//! one does, and an input for which it does not hold is the error. A slice of a pointer, down to a byte, counts as
//! the pointer. Pointers that are computed in another way than by choosing, reading and putting slices together
//! (tagged ones) count as pointing to all that they were computed from.

use crate::end::{End, ProgramError};
use crate::machine::Machine;
use crate::memory::bytes;
use crate::options::HeldBy;
use crate::state::State;
use dunlin_ir::{Callee, InstKind};
use dunlin_memory::{ObjectId, ObjectKind, Reference, Site, ValueKind};
use dunlin_results::{ErrorKind, LeftOut, LeftOutKind};
use dunlin_term::{TermId, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// So many objects are asked about; with more, choices between them count as pointing to all, which is said.
const MOST_ASKED: usize = 256;

/// Functions of our library that keep memory for the program, which no call can free.
const KEEP_MEMORY: [&str; 6] =
    ["atexit", "at_quick_exit", "on_exit", "__cxa_atexit", "putenv", "setenv"];

/// So many words of an object are looked at one by one.
const MOST_WORDS: u64 = 1 << 14;

/// A heap object.
#[derive(Clone, Copy)]
struct Block {
    id: ObjectId,
    size: u64,
    allocated: Site,
}

/// What points to what.
#[derive(Default)]
struct Graph {
    heap: Vec<Block>,
    /// Globals, locals, and what the caller of a lazily started function owns.
    roots: Vec<ObjectId>,
    sure: FxHashMap<ObjectId, Vec<ObjectId>>,
    /// Under a condition. `None` stands for registers.
    choices: Vec<(Option<ObjectId>, TermId, ObjectId)>,
    /// What choices that are not looked at more closely may lead to: in `sure` or `roots`, too.
    supposed: Vec<ObjectId>,
    /// What registers may lead to.
    registers: Vec<ObjectId>,
}

impl Graph {
    /// What is reached by sure pointers from `open`.
    fn reached(&self, mut open: Vec<ObjectId>, with_choices: bool) -> FxHashSet<ObjectId> {
        let mut chosen: FxHashMap<ObjectId, Vec<ObjectId>> = FxHashMap::default();
        for &(from, _, to) in self.choices.iter().filter(|_| with_choices) {
            match from {
                Some(from) => chosen.entry(from).or_default().push(to),
                None => open.push(to),
            }
        }
        let mut reached = FxHashSet::default();
        while let Some(object) = open.pop() {
            if reached.insert(object) {
                open.extend(self.sure.get(&object).into_iter().flatten());
                open.extend(chosen.get(&object).into_iter().flatten());
            }
        }
        reached
    }
}

impl Machine<'_> {
    /// A heap object that cannot be reached from globals and live locals is an error.
    pub fn refuse_leaks(&mut self, state: &mut State) -> Result<(), End> {
        let graph = self.graph(state);
        if self.options.unfreed {
            let unfreed: Vec<Block> =
                graph.heap.iter().filter(|block| !self.is_kept(block)).copied().collect();
            return match unfreed.is_empty() {
                true => Ok(()),
                false => Err(self.leak(state, &unfreed).into()),
            };
        }
        let in_memory = graph.reached(graph.roots.clone(), false);
        let supposed = graph.reached(graph.supposed.clone(), false);
        let in_registers = graph.reached(graph.registers.clone(), false);
        let is_doubtful = |block: &Block| {
            let only_in_registers =
                in_registers.contains(&block.id) && !in_memory.contains(&block.id);
            supposed.contains(&block.id)
                || self.options.registers == HeldBy::Doubtful && only_in_registers
        };
        if graph.heap.iter().any(is_doubtful) {
            self.suppose_reached(state);
        }
        let roots: Vec<ObjectId> = graph.roots.iter().chain(&graph.registers).copied().collect();
        let sure = graph.reached(roots.clone(), false);
        if graph.heap.iter().all(|block| sure.contains(&block.id)) {
            return Ok(());
        }
        let possible = graph.reached(roots, true);
        let lost: Vec<Block> =
            graph.heap.iter().filter(|block| !possible.contains(&block.id)).copied().collect();
        if !lost.is_empty() {
            return Err(self.leak(state, &lost).into());
        }
        let open: Vec<Block> =
            graph.heap.iter().filter(|block| !sure.contains(&block.id)).copied().collect();
        if open.len() > MOST_ASKED {
            self.suppose_reached(state);
            return Ok(());
        }
        let reached = self.conditions(&graph, &sure, &open);
        for block in open {
            let condition = reached[&block.id];
            self.require(state, condition, |machine, state| machine.leak(state, &[block]))?;
        }
        Ok(())
    }

    /// Some objects count as reached although the input may decide it.
    fn suppose_reached(&mut self, state: &State) {
        let explored =
            "those that a choice of the input or a register may lead to count as reached";
        self.leave_out(state, LeftOut::new(LeftOutKind::Leaks, "lost heap objects", explored));
    }

    /// Whether our library keeps an object for itself: it was allocated in such a call by the program.
    fn is_kept(&self, block: &Block) -> bool {
        let point = self.code.point(block.allocated.0);
        let func = self.module.func(point.func);
        let inst = func.block(point.block).insts.get(point.index as usize);
        let Some(InstKind::Call(call)) = inst.map(|&inst| &func.inst(inst).kind) else {
            return false;
        };
        let Callee::Direct(callee) = call.callee else { return false };
        let callee = self.module.func(callee);
        callee.runtime && KEEP_MEMORY.contains(&&*callee.name)
    }

    fn graph(&mut self, state: &mut State) -> Graph {
        let mut graph = Graph::default();
        let mut with_choices: Vec<ObjectId> = Vec::new();
        for id in state.memory.objects.live_objects() {
            let mut targets = Vec::new();
            let mut chooses = false;
            state.memory.objects.for_each_reference(id, |reference| match reference {
                Reference::Object(target) => targets.push(target),
                Reference::Term(term) => chooses |= self.terms.has_base(term),
            });
            let (size, info) = state.memory.objects.describe(id).expect("it lives");
            match info.kind {
                ObjectKind::Heap => {
                    graph.heap.push(Block { id, size, allocated: info.allocated });
                }
                _ => graph.roots.push(id),
            }
            graph.sure.insert(id, targets);
            if chooses {
                with_choices.push(id);
            }
        }
        for id in with_choices {
            self.add_choices_in(state, &mut graph, id);
        }
        // What lies behind lazily symbolic input belongs to the caller of the entry function.
        graph.roots.extend(state.memory.lazy.iter().flat_map(|lazy| lazy.objects()));
        let top = state.position.top().base
            + self.code.funcs[state.position.top().func.index()].slots as usize;
        if self.options.registers != HeldBy::Nobody {
            for value in &state.position.regs[..top] {
                value.for_each_reference(|reference| match reference {
                    Reference::Object(target) => graph.registers.push(target),
                    Reference::Term(term) => self.add_choices(&mut graph, None, term),
                });
            }
        }
        graph
    }

    /// Adds what the words of an object may point to.
    fn add_choices_in(&mut self, state: &mut State, graph: &mut Graph, id: ObjectId) {
        let word = state.memory.objects.word();
        let (size, _) = state.memory.objects.describe(id).expect("it lives");
        if size / u64::from(word) > MOST_WORDS {
            let mut terms = Vec::new();
            state.memory.objects.for_each_reference(id, |reference| match reference {
                Reference::Object(_) => {}
                Reference::Term(term) => terms.push(term),
            });
            for term in terms {
                let objects = self.objects_in(term);
                graph.supposed.extend(&objects);
                graph.sure.entry(id).or_default().extend(objects);
            }
            return;
        }
        let mut offset = 0;
        while offset < size {
            // What is left at the end is no word, and is looked at byte by byte.
            let step = if size - offset >= u64::from(word) { word } else { 1 };
            let value = match state.memory.objects.load(id, offset, step) {
                Ok(value) => value,
                Err(_) => self.with_terms(state, |memory, context| {
                    memory.load_symbolic(context, id, offset, step)
                }),
            };
            offset += u64::from(step);
            match value.kind() {
                ValueKind::Pointer { object, .. } | ValueKind::SymbolicPointer { object, .. } => {
                    graph.sure.entry(id).or_default().push(object);
                }
                ValueKind::Term(term) => self.add_choices(graph, Some(id), term),
                ValueKind::Int(_) | ValueKind::Undefined { .. } | ValueKind::Unwritten { .. } => {}
            }
        }
    }

    /// Adds what a term may point to, from an object or from a register.
    fn add_choices(&mut self, graph: &mut Graph, from: Option<ObjectId>, term: TermId) {
        if !self.terms.has_base(term) {
            return;
        }
        match self.pointees(term) {
            Some(pointees) => {
                if from.is_none() && self.options.registers == HeldBy::Doubtful {
                    graph.registers.extend(pointees.iter().map(|(_, to)| *to));
                }
                let choices = pointees.into_iter().map(|(condition, to)| (from, condition, to));
                graph.choices.extend(choices);
            }
            None => {
                let objects = self.objects_in(term);
                graph.supposed.extend(&objects);
                match from {
                    Some(from) => graph.sure.entry(from).or_default().extend(objects),
                    None => graph.registers.extend(objects),
                }
            }
        }
    }

    /// Under which condition each of some objects is reached, beside those that surely are.
    fn conditions(
        &mut self,
        graph: &Graph,
        sure: &FxHashSet<ObjectId>,
        open: &[Block],
    ) -> BTreeMap<ObjectId, TermId> {
        let mut reached: BTreeMap<ObjectId, TermId> =
            open.iter().map(|block| (block.id, TermId::FALSE)).collect();
        let mut edges: Vec<(Option<ObjectId>, TermId, ObjectId)> = graph.choices.clone();
        for block in open {
            let targets = graph.sure.get(&block.id).into_iter().flatten();
            edges.extend(targets.map(|&to| (Some(block.id), TermId::TRUE, to)));
        }
        edges.retain(|(_, _, to)| reached.contains_key(to));
        edges.sort_unstable();
        edges.dedup();
        // As many rounds as the longest way has steps.
        for _ in 0..open.len() {
            let before = reached.clone();
            for &(from, condition, to) in &edges {
                let start = match from {
                    None => TermId::TRUE,
                    Some(from) if sure.contains(&from) => TermId::TRUE,
                    Some(from) => before.get(&from).copied().unwrap_or(TermId::FALSE),
                };
                let way = self.terms.and(start, condition);
                let other = reached[&to];
                reached.insert(to, self.terms.or(other, way));
            }
            if reached == before {
                break;
            }
        }
        reached
    }

    /// The error that some objects are lost, the oldest first.
    fn leak(&mut self, state: &mut State, lost: &[Block]) -> ProgramError {
        let Block { id, size, allocated } = lost[0];
        let total: u64 = lost.iter().map(|block| block.size).sum();
        let others = match lost.len() - 1 {
            0 => String::new(),
            n => format!(" (with {n} more like it: {} in all)", bytes(total)),
        };
        let why = match self.options.unfreed {
            true => "not freed at the end",
            false => "can never be freed: at the end nothing points there",
        };
        let message = format!("{} of heap memory {why}{others}", bytes(size));
        let note = self.note(state, id);
        let mut error = ProgramError::new(ErrorKind::MemoryLeak, message).about(note);
        error.at = Some(allocated);
        error
    }

    /// The objects whose addresses occur in a term.
    fn objects_in(&mut self, term: TermId) -> Vec<ObjectId> {
        let variables = self.terms.free_variables(term);
        let object = |&variable: &TermId| match self.terms.view(variable) {
            View::Base(base) => Some(ObjectId(self.terms.base_info(base).object)),
            _ => None,
        };
        variables.iter().filter_map(object).collect()
    }
}
