//! Disjunct propagation (Handling Heap Data Structures in Backward Symbolic Execution, Figures 2 and 4).
//!
//! The state of a node is the condition under which a path leads on to the target, over what variables hold at the node's
//! beginning: a disjunction of conjunctions. An assignment puts its value in the place of the variable, a store the written array
//! in the place of the memory. Where paths meet, the disjuncts of all come together: as they are, as one term, or as one
//! disjunct that further conditions stand beside ([`Form`]).

use crate::graph::{Command, Edge, Graph, NodeId, Role};
use crate::options::{Check, Form};
use crate::question::{Question, Reply, Solver};
use crate::simplify::{Disjunct, conjoin, weakest};
use dunlin_term::{TermId, Terms};
use rustc_hash::FxHashMap;
use std::time::Instant;

/// Beyond so many disjuncts of one node nothing is decided any more.
const MOST_DISJUNCTS: usize = 20_000;

pub struct Disjuncts<'g> {
    graph: &'g Graph,
    question: Question,
    form: Form,
    /// By node, from the last one that was looked at; no disjunct is the condition false.
    pub states: Vec<Vec<Disjunct>>,
    deadline: Option<Instant>,
    /// There are too many disjuncts, or there is no time left.
    gives_up: bool,
}

impl<'g> Disjuncts<'g> {
    pub fn new(graph: &'g Graph, question: Question, form: Form) -> Disjuncts<'g> {
        let states = vec![Vec::new(); graph.nodes.len()];
        Disjuncts { graph, question, form, states, deadline: None, gives_up: false }
    }

    /// The algorithm of Figure 1: whether a path leads from the entry to the target.
    pub fn run(&mut self, terms: &mut Terms, solver: &mut Solver<'_>, check: Check) -> Reply {
        self.deadline = solver.budget.deadline;
        for node in self.graph.ids().rev() {
            self.visit(terms, node);
            if self.gives_up {
                return Reply::Unknown;
            }
            let is_loop = self.graph.node(node).role == Role::LoopHead;
            let solve = check == Check::Always || (check == Check::Loops && is_loop);
            if solve && node != NodeId(0) {
                self.states[node.index()]
                    .retain(|disjunct| !solver.ask(terms, disjunct).is_impossible());
            }
        }
        let mut reply = Reply::Impossible;
        for disjunct in &self.states[0] {
            match solver.ask(terms, disjunct) {
                Reply::Possible(model) => return Reply::Possible(model),
                Reply::Unknown => reply = Reply::Unknown,
                Reply::Impossible => {}
            }
        }
        reply
    }

    /// Makes the state of a node, whose successors have theirs.
    pub fn visit(&mut self, terms: &mut Terms, id: NodeId) {
        let node = self.graph.node(id);
        let mut state = match self.question.ends_at(node.role) {
            true => vec![Vec::new()],
            false => self.merge(terms, id),
        };
        for command in node.commands.iter().rev() {
            self.look(&state);
            if self.gives_up {
                return;
            }
            // Where nobody goes on, somebody may still be lost.
            if !state.is_empty() || matches!(command, Command::Lose(..)) {
                state = self.execute(terms, state, command);
            }
        }
        self.look(&state);
        self.states[id.index()] = state;
    }

    /// Whether it goes on: a single command may cost much where disjuncts are many.
    fn look(&mut self, state: &[Disjunct]) {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.gives_up |= late || dunlin_stop::is_asked() || state.len() > MOST_DISJUNCTS;
    }

    /// The states of the successors become that of the end of a node (MergeDisj).
    fn merge(&mut self, terms: &mut Terms, id: NodeId) -> Vec<Disjunct> {
        let graph = self.graph;
        let mut merged = Vec::new();
        let mut met = 0;
        for edge in &graph.node(id).edges {
            let crossed = self.cross(terms, edge);
            met += usize::from(!crossed.is_empty());
            merged.extend(crossed);
        }
        let merged = weakest(merged);
        match self.form {
            Form::DisjunctsMixed if met > 1 => one_term(terms, merged),
            _ => self.formed(terms, merged),
        }
    }

    fn cross(&self, terms: &mut Terms, edge: &Edge) -> Vec<Disjunct> {
        let replacements: FxHashMap<TermId, TermId> =
            edge.moves.iter().map(|&(var, value)| (self.graph.symbol(var), value)).collect();
        let moved = replaced(terms, self.states[edge.to.index()].clone(), &replacements);
        moved.into_iter().filter_map(|disjunct| conjoin(terms, disjunct, edge.condition)).collect()
    }

    /// A command, backward (ProcessOperationDisj, ProcessOperationDisjHeap).
    fn execute(&self, terms: &mut Terms, state: Vec<Disjunct>, command: &Command) -> Vec<Disjunct> {
        let symbol = |var| self.graph.symbol(var);
        let (from, to) = match *command {
            Command::Assign(var, value) => (symbol(var), value),
            Command::Load { dst, array, index } => {
                (symbol(dst), terms.select(symbol(array), index))
            }
            Command::Store { array, index, value } => {
                (symbol(array), terms.store(symbol(array), index, value))
            }
            Command::Reset { array, to } => (symbol(array), to),
            Command::Assume(condition) => return self.assume(terms, state, condition),
            Command::Lose(condition, _) => {
                return match self.question {
                    Question::Target => {
                        let kept = terms.not(condition);
                        self.assume(terms, state, kept)
                    }
                    Question::TargetOrLoss => {
                        let mut state = state;
                        if let Some(lost) = conjoin(terms, Vec::new(), condition) {
                            state.push(lost);
                        }
                        self.formed(terms, weakest(state))
                    }
                };
            }
            Command::Blur(_) if self.question == Question::Target => return Vec::new(),
            Command::Blur(_) | Command::Input(_) => return state,
        };
        let state = replaced(terms, state, &FxHashMap::from_iter([(from, to)]));
        self.formed(terms, state)
    }

    fn assume(&self, terms: &mut Terms, state: Vec<Disjunct>, condition: TermId) -> Vec<Disjunct> {
        let assumed =
            state.into_iter().filter_map(|disjunct| conjoin(terms, disjunct, condition)).collect();
        self.formed(terms, weakest(assumed))
    }

    /// In the form that was chosen.
    fn formed(&self, terms: &mut Terms, state: Vec<Disjunct>) -> Vec<Disjunct> {
        match self.form {
            Form::DisjunctsTerm => one_term(terms, state),
            _ => state,
        }
    }
}

/// The condition of a state as one term.
pub fn as_term(terms: &mut Terms, state: &[Disjunct]) -> TermId {
    let mut some = TermId::FALSE;
    for disjunct in state {
        let all = disjunct.iter().fold(TermId::TRUE, |all, &next| terms.and(all, next));
        some = terms.or(some, all);
    }
    some
}

fn one_term(terms: &mut Terms, state: Vec<Disjunct>) -> Vec<Disjunct> {
    match as_term(terms, &state) {
        TermId::FALSE => Vec::new(),
        TermId::TRUE => vec![Vec::new()],
        term => vec![vec![term]],
    }
}

fn replaced(
    terms: &mut Terms,
    state: Vec<Disjunct>,
    replacements: &FxHashMap<TermId, TermId>,
) -> Vec<Disjunct> {
    let mut all = Vec::with_capacity(state.len());
    'disjuncts: for disjunct in state {
        let touches = |terms: &mut Terms, term: TermId| {
            terms.free_variables(term).iter().any(|free| replacements.contains_key(free))
        };
        if !disjunct.iter().any(|&term| touches(terms, term)) {
            all.push(disjunct);
            continue;
        }
        let mut changed = Vec::with_capacity(disjunct.len());
        for term in disjunct {
            let term = terms.substitute(term, replacements);
            match conjoin(terms, changed, term) {
                Some(more) => changed = more,
                None => continue 'disjuncts,
            }
        }
        all.push(changed);
    }
    weakest(all)
}
