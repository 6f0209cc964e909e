//! Conjunction combination (Handling Heap Data Structures in Backward Symbolic Execution, Figures 3 and 5).
//!
//! Every node has a control variable, and a condition "if control gets here, then ...". Conditions are only ever added, so
//! that a solver keeps what it knows of them. The state of a node says which version of each variable stands for its value
//! at the node's beginning; a variable that nobody asks about behind the node has none, and assignments to it are
//! left out.
//!
//! A memory has versions, too ([`Heap::Equations`]); or, so that solvers get along without arrays, the state has the
//! places of the memory that are read behind the node, each with a symbol for what it holds at the node's beginning
//! ([`Heap::Instances`]). A store of `v` to `i` then says of each such place `k`: the old symbol is `v` if `k = i`, otherwise a new symbol
//! for the same place before the store. That is the equation between two versions, for the indices that matter.

use crate::graph::{Command, Edge, Graph, NodeId, Role, Var};
use crate::options::{Check, Heap};
use crate::question::{Question, Reply, Solver};
use dunlin_term::{Sort, TermId, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

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
    /// Of a node behind which nothing is asked.
    fn end(control: TermId) -> State {
        State { control, versions: BTreeMap::new(), memories: BTreeMap::new() }
    }
}

pub struct Conjunctions<'g> {
    graph: &'g Graph,
    question: Question,
    heap: Heap,
    /// By symbol: the variable.
    vars: FxHashMap<TermId, Var>,
    edges_in: Vec<u32>,
    next_symbol: u32,
    /// By node, from the last one that was looked at: none where no path goes on to the target.
    pub states: Vec<Option<State>>,
    /// The conditions of all nodes so far, with the node that each belongs to.
    pub conditions: Vec<TermId>,
    pub owners: Vec<NodeId>,
}

impl<'g> Conjunctions<'g> {
    pub fn new(graph: &'g Graph, question: Question, heap: Heap) -> Conjunctions<'g> {
        Conjunctions {
            graph,
            question,
            heap,
            vars: graph.vars().map(|(var, symbol)| (symbol, var)).collect(),
            edges_in: graph.edges_in(),
            next_symbol: 0,
            states: vec![None; graph.nodes.len()],
            conditions: Vec::new(),
            owners: Vec::new(),
        }
    }

    /// The algorithm of Figure 1: whether a path leads from the entry to the target.
    pub fn run(&mut self, terms: &mut Terms, solver: &mut Solver<'_>, check: Check) -> Reply {
        for node in self.graph.ids().rev() {
            self.visit(terms, node);
            let is_loop = self.graph.node(node).role == Role::LoopHead;
            let solve = check == Check::Always || (check == Check::Loops && is_loop);
            if solve && node != NodeId(0) && self.ask(terms, solver, node).is_impossible() {
                self.states[node.index()] = None;
            }
            if dunlin_stop::asked().is_some() {
                return Reply::Unknown;
            }
        }
        self.ask(terms, solver, NodeId(0))
    }

    /// Whether a path leads from a node to the target.
    fn ask(&self, terms: &Terms, solver: &mut Solver<'_>, node: NodeId) -> Reply {
        let Some(state) = &self.states[node.index()] else { return Reply::Impossible };
        let mut conditions = self.conditions.clone();
        conditions.push(state.control);
        solver.ask(terms, &conditions)
    }

    /// Makes the state of a node, whose successors have theirs, and adds its conditions.
    pub fn visit(&mut self, terms: &mut Terms, id: NodeId) {
        let node = self.graph.node(id);
        let mut state = match self.question.ends_at(node.role) {
            true => State::end(self.fresh(terms, 1)),
            false => match self.merge(terms, id) {
                Some(state) => state,
                None => return,
            },
        };
        for command in node.commands.iter().rev() {
            if self.execute(terms, id, &mut state, command).is_none() {
                return;
            }
        }
        self.states[id.index()] = Some(state);
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
        // Its control is known when all successors are.
        let mut merged = State::end(TermId::FALSE);
        let mut ways: Vec<Vec<TermId>> = Vec::with_capacity(live.len());
        for &edge in &live {
            ways.push(self.cross(terms, &mut merged, edge));
        }
        ways.retain(|way| !way.contains(&TermId::FALSE));
        match (&live[..], &mut ways[..]) {
            (_, []) => None,
            ([edge], [way]) if self.edges_in[edge.to.index()] == 1 => {
                // Whoever gets to the successor was here: it needs no control variable of its own.
                merged.control = way[0];
                for condition in way.split_off(1) {
                    self.require(terms, id, &merged, condition)?;
                }
                Some(merged)
            }
            _ => {
                merged.control = self.fresh(terms, 1);
                let mut some = TermId::FALSE;
                for way in ways {
                    let all = way.into_iter().fold(TermId::TRUE, |all, next| terms.and(all, next));
                    some = terms.or(some, all);
                }
                self.require(terms, id, &merged, some)?;
                Some(merged)
            }
        }
    }

    /// What holds if control goes along an edge: first that it gets to the other end.
    fn cross(&mut self, terms: &mut Terms, merged: &mut State, edge: &Edge) -> Vec<TermId> {
        let State { control, mut versions, memories } =
            self.states[edge.to.index()].clone().expect("the edge is live");
        let mut way = vec![control];
        let moved: Vec<(TermId, TermId)> = edge
            .moves
            .iter()
            .filter_map(|&(var, value)| Some((versions.remove(&var)?, value)))
            .collect();
        // Versions of different successors become one (JoinVers).
        for (var, version) in versions {
            self.join(terms, merged, var, version, &mut way);
        }
        for (version, value) in moved {
            match self.vars.get(&value) {
                Some(&var) => self.join(terms, merged, var, version, &mut way),
                None => {
                    let value = self.versioned(terms, merged, value);
                    way.push(terms.eq(version, value));
                }
            }
        }
        for (array, memory) in memories {
            self.join_memory(terms, merged, array, memory, &mut way);
        }
        let condition = self.versioned(terms, merged, edge.condition);
        way.push(condition);
        way.retain(|&condition| condition != TermId::TRUE);
        way
    }

    fn join(
        &mut self,
        terms: &mut Terms,
        merged: &mut State,
        var: Var,
        version: TermId,
        way: &mut Vec<TermId>,
    ) {
        let known = *merged.versions.entry(var).or_insert(version);
        way.push(terms.eq(known, version));
    }

    fn join_memory(
        &mut self,
        terms: &mut Terms,
        merged: &mut State,
        array: Var,
        memory: Memory,
        way: &mut Vec<TermId>,
    ) {
        match (merged.memories.get_mut(&array), memory) {
            (None, memory) => {
                merged.memories.insert(array, memory);
            }
            (Some(Memory::Reads(known)), Memory::Reads(reads)) => {
                for (index, value) in reads {
                    let known = *known.entry(index).or_insert(value);
                    way.push(terms.eq(known, value));
                }
            }
            (Some(Memory::Version(known)), Memory::Version(version)) => {
                way.push(terms.eq(*known, version));
            }
            _ => unreachable!("memories are kept in one way"),
        }
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
                if let Some(&other) = self.vars.get(&value)
                    && !state.versions.contains_key(&other)
                {
                    state.versions.insert(other, version);
                    return Some(());
                }
                let value = self.versioned(terms, state, value);
                let condition = terms.eq(version, value);
                self.require(terms, id, state, condition)
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
                let condition = terms.eq(version, value);
                self.require(terms, id, state, condition)
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
                let conditions: Vec<TermId> = match state.memories.remove(&array) {
                    None => Vec::new(),
                    Some(Memory::Version(version)) => vec![terms.eq(version, to)],
                    Some(Memory::Reads(reads)) => reads
                        .into_iter()
                        .map(|(index, value)| {
                            let held = terms.select(to, index);
                            terms.eq(value, held)
                        })
                        .collect(),
                };
                for condition in conditions {
                    self.require(terms, id, state, condition)?;
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
                let condition = terms.eq(after, stored);
                self.require(terms, id, state, condition)
            }
            Memory::Reads(reads) => {
                let mut open = BTreeMap::new();
                let mut conditions = Vec::new();
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
                    conditions.push(terms.eq(held, before));
                }
                if !open.is_empty() {
                    state.memories.insert(array, Memory::Reads(open));
                }
                for condition in conditions {
                    self.require(terms, id, state, condition)?;
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
        if !state.memories.contains_key(&array) {
            let memory = match self.heap {
                Heap::Instances => Memory::Reads(BTreeMap::new()),
                Heap::Equations => Memory::Version(self.fresh_array(terms, array)),
            };
            state.memories.insert(array, memory);
        }
        state.memories.get_mut(&array).expect("it was inserted")
    }

    /// Adds what holds if control gets to a node. None if that cannot be.
    fn require(
        &mut self,
        terms: &mut Terms,
        id: NodeId,
        state: &State,
        condition: TermId,
    ) -> Option<()> {
        match condition {
            TermId::TRUE => Some(()),
            TermId::FALSE => None,
            _ => {
                let condition = terms.implies(state.control, condition);
                self.conditions.push(condition);
                self.owners.push(id);
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
            let Some(&var) = self.vars.get(&free) else { continue };
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
