//! Conjunction combination (Handling Heap Data Structures in Backward Symbolic Execution, Figures 3 and 5).
//!
//! Every node has a control variable, and a condition "if control gets here, then ...". Conditions are only ever added; for a
//! query, symbols that they define are replaced ([`crate::definitions`]). The state of a node says which version of each
//! variable stands for its value at the node's beginning; a variable that nobody asks about behind the node has none, and
//! assignments to it are left out.
//!
//! A memory has versions, too ([`Heap::Equations`]); or, so that solvers get along without arrays, the state has the
//! places of the memory that are read behind the node, each with a symbol for what it holds at the node's beginning
//! ([`Heap::Instances`]). A store of `v` to `i` then says of each such place `k`: the old symbol is `v` if `k = i`, otherwise a new symbol
//! for the same place before the store. That is the equation between two versions, for the indices that matter.

use crate::definitions::{Held, without_definitions};
use crate::graph::{Command, Edge, Graph, NodeId, Role, Var};
use crate::options::{Check, Heap};
use crate::question::{Question, Reply, Solver};
use dunlin_term::{Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// What is asked of a memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Memory {
    /// What these places hold, by index.
    Reads(BTreeMap<TermId, TermId>),
    /// The array that it is.
    Version(TermId),
}

/// What holds at the beginning of a node from which a path goes on to the target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// That control gets here.
    pub control: TermId,
    /// By variable that somebody asks about: its version.
    pub versions: BTreeMap<Var, TermId>,
    pub memories: BTreeMap<Var, Memory>,
}

impl State {
    /// What stands for something here, or says which place of a memory is meant.
    fn symbols(&self, terms: &mut Terms) -> FxHashSet<TermId> {
        let mut symbols: FxHashSet<TermId> = self.versions.values().copied().collect();
        for memory in self.memories.values() {
            match memory {
                Memory::Reads(reads) => {
                    for (&index, &value) in reads {
                        symbols.insert(value);
                        symbols.extend(terms.free_variables(index).iter());
                    }
                }
                Memory::Version(version) => drop(symbols.insert(*version)),
            }
        }
        symbols
    }

    /// Of a node behind which nothing is asked.
    fn end(control: TermId) -> State {
        State { control, versions: BTreeMap::new(), memories: BTreeMap::new() }
    }

    fn put(&mut self, asked: Asked, symbol: TermId) {
        match asked {
            Asked::Var(var) => drop(self.versions.insert(var, symbol)),
            Asked::Memory(array) => drop(self.memories.insert(array, Memory::Version(symbol))),
            Asked::Place(array, index) => {
                let memory = self.memories.entry(array);
                let memory = memory.or_insert_with(|| Memory::Reads(BTreeMap::new()));
                let Memory::Reads(reads) = memory else { unreachable!("kept in one way") };
                reads.insert(index, symbol);
            }
        }
    }

    fn get(&self, asked: Asked) -> TermId {
        match asked {
            Asked::Var(var) => self.versions[&var],
            Asked::Memory(array) => match &self.memories[&array] {
                Memory::Version(version) => *version,
                Memory::Reads(_) => unreachable!("kept in one way"),
            },
            Asked::Place(array, index) => match &self.memories[&array] {
                Memory::Reads(reads) => reads[&index],
                Memory::Version(_) => unreachable!("kept in one way"),
            },
        }
    }
}

/// What a state asks about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Asked {
    Var(Var),
    /// A place of a memory, by its index.
    Place(Var, TermId),
    Memory(Var),
}

/// What a successor asks about, at the beginning of the edge that leads to it.
struct Way {
    control: TermId,
    /// With the symbols that stand for it.
    asked: BTreeMap<Asked, Vec<TermId>>,
    /// Symbols that the edge gives a value to.
    moved: Vec<(TermId, TermId)>,
}

/// A query before the entry may leave out what leads nowhere; it need not have an answer, which so many conflicts show.
const ON_THE_WAY: u64 = 100;

/// Something that holds at a place.
struct Claim {
    condition: TermId,
    /// It says that a symbol has a value.
    defines: Option<(TermId, TermId)>,
}

impl Claim {
    fn plain(condition: TermId) -> Claim {
        Claim { condition, defines: None }
    }

    fn defines(terms: &mut Terms, symbol: TermId, value: TermId) -> Claim {
        let condition = terms.eq(symbol, value);
        Claim { condition, defines: (!terms.is_array(symbol)).then_some((symbol, value)) }
    }
}

pub struct Conjunctions<'g> {
    graph: &'g Graph,
    question: Question,
    heap: Heap,
    edges_in: Vec<u32>,
    next_symbol: u32,
    /// By node, from the last one that was looked at: none where no path goes on to the target.
    pub states: Vec<Option<State>>,
    /// The conditions of all nodes so far, with the node that each belongs to.
    pub conditions: Vec<TermId>,
    pub owners: Vec<NodeId>,
    /// The same as solvers get them.
    held: Vec<Held>,
    /// How many conditions there were when a solver was asked.
    asked_about: usize,
}

impl<'g> Conjunctions<'g> {
    pub fn new(graph: &'g Graph, question: Question, heap: Heap) -> Conjunctions<'g> {
        Conjunctions {
            graph,
            question,
            heap,
            edges_in: graph.edges_in(),
            next_symbol: 0,
            states: vec![None; graph.nodes.len()],
            conditions: Vec::new(),
            owners: Vec::new(),
            held: Vec::new(),
            asked_about: 0,
        }
    }

    /// The algorithm of Figure 1: whether a path leads from the entry to the target.
    pub fn run(&mut self, terms: &mut Terms, solver: &mut Solver<'_>, check: Check) -> Reply {
        for node in self.graph.ids().rev() {
            self.visit(terms, node);
            let solve = match check {
                Check::Never => false,
                Check::Always => true,
                Check::Loops => self.graph.node(node).role == Role::LoopHead && self.has_grown(),
            };
            if solve
                && node != NodeId(0)
                && self.ask(terms, solver, node, ON_THE_WAY).is_impossible()
            {
                self.states[node.index()] = None;
            }
            if solver.is_late() {
                return Reply::Unknown;
            }
        }
        self.ask(terms, solver, NodeId(0), u64::MAX)
    }

    /// Whether there are twice the conditions that a solver was asked about. A loop of many rounds is not asked about in each:
    /// so all queries on the way cost about as much as the one at the entry.
    fn has_grown(&self) -> bool {
        self.conditions.len() > 2 * self.asked_about
    }

    /// Whether a path leads from a node to the target.
    fn ask(
        &mut self,
        terms: &mut Terms,
        solver: &mut Solver<'_>,
        node: NodeId,
        most: u64,
    ) -> Reply {
        let Some(state) = &self.states[node.index()] else { return Reply::Impossible };
        let fixed = state.symbols(terms);
        let held = self.on_the_way(terms, state.control);
        let mut conditions = without_definitions(terms, &held, &fixed);
        conditions.push(state.control);
        self.asked_about = self.conditions.len();
        solver.ask_within(terms, &conditions, most)
    }

    /// What holds on the paths from where a control variable is true.
    fn on_the_way(&self, terms: &mut Terms, control: TermId) -> Vec<Held> {
        let mut controls = FxHashSet::from_iter([control]);
        let mut held = Vec::new();
        // Conditions name controls that conditions before them are about.
        for one in self.held.iter().rev() {
            if controls.contains(&one.control) {
                controls.extend(terms.free_variables(one.condition).iter());
                held.push(one.clone());
            }
        }
        held.reverse();
        held
    }

    /// Makes the state of a node, whose successors have theirs, and adds its conditions.
    pub fn visit(&mut self, terms: &mut Terms, id: NodeId) {
        let node = self.graph.node(id);
        let mut state = match self.question.ends_at(node.role) {
            true => Some(State::end(self.fresh(terms, 1))),
            false => self.merge(terms, id),
        };
        for command in node.commands.iter().rev() {
            state = match (state, command) {
                (Some(mut state), command) => {
                    self.execute(terms, id, &mut state, command).map(|()| state)
                }
                // Who loses its way here need not go on.
                (None, &Command::Lose(condition, _)) => self.lost(terms, id, condition),
                (None, _) => None,
            };
        }
        self.states[id.index()] = state;
    }

    /// The state of those that are lost where nobody goes on.
    fn lost(&mut self, terms: &mut Terms, id: NodeId, condition: TermId) -> Option<State> {
        if self.question == Question::Target {
            return None;
        }
        let mut state = State::end(self.fresh(terms, 1));
        let condition = self.versioned(terms, &mut state, condition);
        self.require(terms, id, &state, condition)?;
        Some(state)
    }

    /// The states of the successors become that of the end of a node (MergeConj).
    fn merge(&mut self, terms: &mut Terms, id: NodeId) -> Option<State> {
        let graph = self.graph;
        let live: Vec<&Edge> = graph
            .node(id)
            .edges
            .iter()
            .filter(|edge| {
                self.states[edge.to.index()].is_some() && edge.condition != TermId::FALSE
            })
            .collect();
        let ways: Vec<Way> = live.iter().map(|edge| self.way(edge)).collect();
        // Its control is known when all successors are.
        let mut merged = State::end(TermId::FALSE);
        let asked: BTreeSet<Asked> =
            ways.iter().flat_map(|way| way.asked.keys().copied()).collect();
        for asked in asked {
            let symbol = self.joined(terms, &ways, asked);
            merged.put(asked, symbol);
        }
        let mut claims: Vec<Vec<Claim>> = Vec::with_capacity(ways.len());
        for (edge, way) in live.iter().zip(&ways) {
            claims.push(self.cross(terms, &mut merged, edge, way));
        }
        claims.retain(|way| way.iter().all(|claim| claim.condition != TermId::FALSE));
        match (&live[..], &mut claims[..]) {
            (_, []) => return None,
            ([edge], [way]) if self.edges_in[edge.to.index()] == 1 => {
                // Whoever gets to the successor was here: it needs no control variable of its own.
                merged.control = way[0].condition;
                for claim in way.split_off(1) {
                    self.hold(terms, id, merged.control, claim)?;
                }
            }
            (_, [way]) => {
                merged.control = self.fresh(terms, 1);
                for claim in std::mem::take(way) {
                    self.hold(terms, id, merged.control, claim)?;
                }
            }
            _ => {
                merged.control = self.fresh(terms, 1);
                let mut some = TermId::FALSE;
                for way in claims {
                    let taken = self.taken(terms, id, way)?;
                    some = terms.or(some, taken);
                }
                self.require(terms, id, &merged, some)?;
            }
        }
        Some(merged)
    }

    /// That one of several ways is taken. A way on which symbols are defined has a control variable of its own.
    fn taken(&mut self, terms: &mut Terms, id: NodeId, way: Vec<Claim>) -> Option<TermId> {
        if way.iter().all(|claim| claim.defines.is_none()) {
            let conditions = way.iter().map(|claim| claim.condition);
            return Some(conditions.fold(TermId::TRUE, |all, next| terms.and(all, next)));
        }
        let control = self.fresh(terms, 1);
        for claim in way {
            self.hold(terms, id, control, claim)?;
        }
        Some(control)
    }

    /// What is asked at the beginning of an edge.
    fn way(&self, edge: &Edge) -> Way {
        let state = self.states[edge.to.index()].as_ref().expect("the edge is live");
        let mut versions = state.versions.clone();
        let mut way = Way { control: state.control, asked: BTreeMap::new(), moved: Vec::new() };
        let moved: Vec<(TermId, TermId)> = edge
            .moves
            .iter()
            .filter_map(|&(var, value)| Some((versions.remove(&var)?, value)))
            .collect();
        for (var, version) in versions {
            way.asked.entry(Asked::Var(var)).or_default().push(version);
        }
        for (version, value) in moved {
            match self.graph.var_of(value) {
                Some(var) => way.asked.entry(Asked::Var(var)).or_default().push(version),
                None => way.moved.push((version, value)),
            }
        }
        for (&array, memory) in &state.memories {
            match memory {
                Memory::Version(version) => {
                    way.asked.entry(Asked::Memory(array)).or_default().push(*version);
                }
                Memory::Reads(reads) => {
                    for (&index, &value) in reads {
                        way.asked.entry(Asked::Place(array, index)).or_default().push(value);
                    }
                }
            }
        }
        way
    }

    /// The symbol for something that successors ask about (JoinVers). It is theirs only if all call it the same: where one has
    /// assigned to it, that symbol says what it is behind the assignment, and where one calls something else so, it
    /// is that.
    fn joined(&mut self, terms: &mut Terms, ways: &[Way], asked: Asked) -> TermId {
        let named = |way: &Way| match way.asked.get(&asked).map(Vec::as_slice) {
            Some(&[symbol]) => Some(symbol),
            _ => None,
        };
        let first = named(&ways[0]);
        if let Some(symbol) = first
            && ways.iter().all(|way| named(way) == first)
        {
            return symbol;
        }
        let mut symbols = ways.iter().filter_map(|way| way.asked.get(&asked)).flatten();
        let symbol = *symbols.next().expect("somebody asks");
        match asked {
            Asked::Memory(array) => self.fresh_array(terms, array),
            Asked::Var(_) | Asked::Place(..) => self.fresh(terms, terms.width(symbol)),
        }
    }

    /// What holds if control goes along an edge: first that it gets to the other end.
    fn cross(
        &mut self,
        terms: &mut Terms,
        merged: &mut State,
        edge: &Edge,
        way: &Way,
    ) -> Vec<Claim> {
        let mut claims = vec![Claim::plain(way.control)];
        for (&asked, symbols) in &way.asked {
            let known = merged.get(asked);
            claims.extend(symbols.iter().map(|&symbol| Claim::defines(terms, symbol, known)));
        }
        for &(version, value) in &way.moved {
            let value = self.versioned(terms, merged, value);
            claims.push(Claim::defines(terms, version, value));
        }
        let condition = self.versioned(terms, merged, edge.condition);
        claims.push(Claim::plain(condition));
        claims.retain(|claim| claim.condition != TermId::TRUE);
        claims
    }

    /// A command, backward (ProcessOperationConj, ProcessOperationConjHeap). None if no path goes through it.
    fn execute(
        &mut self,
        terms: &mut Terms,
        id: NodeId,
        state: &mut State,
        command: &Command,
    ) -> Option<()> {
        match *command {
            Command::Assign(var, value) => {
                let Some(version) = state.versions.remove(&var) else { return Some(()) };
                // The name of what is assigned need not be another one.
                if let Some(other) = self.graph.var_of(value)
                    && !state.versions.contains_key(&other)
                {
                    state.versions.insert(other, version);
                    return Some(());
                }
                let value = self.versioned(terms, state, value);
                let claim = Claim::defines(terms, version, value);
                self.hold(terms, id, state.control, claim)
            }
            Command::Load { dst, array, index } => {
                let Some(version) = state.versions.remove(&dst) else { return Some(()) };
                let index = self.versioned(terms, state, index);
                let known = self.memory(terms, state, array);
                let value = match known {
                    Memory::Reads(reads) => *reads.entry(index).or_insert(version),
                    Memory::Version(array) => {
                        let array = *array;
                        terms.select(array, index)
                    }
                };
                let claim = Claim::defines(terms, version, value);
                self.hold(terms, id, state.control, claim)
            }
            Command::Store { array, index, value } => {
                if !state.memories.contains_key(&array) {
                    return Some(());
                }
                let index = self.versioned(terms, state, index);
                let value = self.versioned(terms, state, value);
                self.store(terms, id, state, array, (index, value))
            }
            Command::Reset { array, to } => {
                let claims: Vec<Claim> = match state.memories.remove(&array) {
                    None => Vec::new(),
                    Some(Memory::Version(version)) => vec![Claim::defines(terms, version, to)],
                    Some(Memory::Reads(reads)) => reads
                        .into_iter()
                        .map(|(index, value)| {
                            let held = terms.select(to, index);
                            Claim::defines(terms, value, held)
                        })
                        .collect(),
                };
                for claim in claims {
                    self.hold(terms, id, state.control, claim)?;
                }
                Some(())
            }
            Command::Assume(condition) => {
                let condition = self.versioned(terms, state, condition);
                self.require(terms, id, state, condition)
            }
            Command::Lose(condition, _) => {
                let condition = self.versioned(terms, state, condition);
                match self.question {
                    Question::Target => {
                        let kept = terms.not(condition);
                        self.require(terms, id, state, kept)
                    }
                    Question::TargetOrLoss if condition == TermId::FALSE => Some(()),
                    Question::TargetOrLoss => {
                        // What is required so far is required of those who go on.
                        let on = std::mem::replace(&mut state.control, self.fresh(terms, 1));
                        let either = terms.or(condition, on);
                        self.require(terms, id, state, either)
                    }
                }
            }
            Command::Blur(_) => (self.question == Question::TargetOrLoss).then_some(()),
            Command::Input(_) => Some(()),
        }
    }

    fn store(
        &mut self,
        terms: &mut Terms,
        id: NodeId,
        state: &mut State,
        array: Var,
        (index, value): (TermId, TermId),
    ) -> Option<()> {
        match state.memories.remove(&array).expect("somebody asks about it") {
            Memory::Version(after) => {
                let before = self.fresh_array(terms, array);
                state.memories.insert(array, Memory::Version(before));
                let stored = terms.store(before, index, value);
                let claim = Claim::defines(terms, after, stored);
                self.hold(terms, id, state.control, claim)
            }
            Memory::Reads(reads) => {
                let mut open = BTreeMap::new();
                let mut claims = Vec::new();
                for (place, held) in reads {
                    let here = terms.eq(place, index);
                    if here == TermId::FALSE {
                        open.insert(place, held);
                        continue;
                    }
                    let before = match here == TermId::TRUE {
                        true => value,
                        false => {
                            let before = self.fresh(terms, terms.width(held));
                            open.insert(place, before);
                            terms.ite(here, value, before)
                        }
                    };
                    claims.push(Claim::defines(terms, held, before));
                }
                if !open.is_empty() {
                    state.memories.insert(array, Memory::Reads(open));
                }
                for claim in claims {
                    self.hold(terms, id, state.control, claim)?;
                }
                Some(())
            }
        }
    }

    /// What is asked of a memory, from now on something.
    fn memory<'s>(
        &mut self,
        terms: &mut Terms,
        state: &'s mut State,
        array: Var,
    ) -> &'s mut Memory {
        state.memories.entry(array).or_insert_with(|| match self.heap {
            Heap::Instances => Memory::Reads(BTreeMap::new()),
            Heap::Equations => Memory::Version(self.fresh_array(terms, array)),
        })
    }

    /// Adds what holds if control gets to a node. None if that cannot be.
    fn require(
        &mut self,
        terms: &mut Terms,
        id: NodeId,
        state: &State,
        condition: TermId,
    ) -> Option<()> {
        self.hold(terms, id, state.control, Claim::plain(condition))
    }

    /// Adds what holds if a control variable of a node is true. None if that cannot be.
    fn hold(&mut self, terms: &mut Terms, id: NodeId, control: TermId, claim: Claim) -> Option<()> {
        let Claim { condition, defines } = claim;
        match condition {
            TermId::TRUE => Some(()),
            TermId::FALSE => None,
            _ => {
                self.conditions.push(terms.implies(control, condition));
                self.owners.push(id);
                self.held.push(Held { control, condition, defines });
                Some(())
            }
        }
    }

    /// A term over versions, which are made for variables that nobody has asked about yet.
    fn versioned(&mut self, terms: &mut Terms, state: &mut State, term: TermId) -> TermId {
        if terms.is_const(term) {
            return term;
        }
        let mut replacements = FxHashMap::default();
        for &free in terms.free_variables(term).iter() {
            let Some(var) = self.graph.var_of(free) else { continue };
            let version = match state.versions.get(&var) {
                Some(&version) => version,
                None => {
                    let version = self.fresh(terms, terms.width(free));
                    state.versions.insert(var, version);
                    version
                }
            };
            replacements.insert(free, version);
        }
        terms.substitute(term, &replacements)
    }

    fn fresh(&mut self, terms: &mut Terms, width: u32) -> TermId {
        let name = format!("~c{width}.{}", self.next_symbol);
        self.next_symbol += 1;
        terms.symbol(&name, Sort::BitVec(width)).expect("the width is part of the name")
    }

    fn fresh_array(&mut self, terms: &mut Terms, array: Var) -> TermId {
        let sort = terms.sort(self.graph.symbol(array));
        let Sort::Array { index, element } = sort else { unreachable!("a memory is an array") };
        let name = format!("~m{index}.{element}.{}", self.next_symbol);
        self.next_symbol += 1;
        terms.symbol(&name, sort).expect("the widths are part of the name")
    }
}

impl Reply {
    pub fn is_impossible(&self) -> bool {
        matches!(self, Reply::Impossible)
    }
}
