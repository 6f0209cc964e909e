//! Which path an input takes through a region: commands with numbers instead of terms.
//!
//! It tells in which order inputs are made, which a query about all paths does not, and it shows that a solution is one.

use crate::graph::{Command, Graph, Input, NodeId, Role, Var};
use dunlin_ir::{Bits, Point};
use dunlin_term::{ArrayValue, Evaluator, Model, Sort, SymbolId, TermId, Terms, View};

/// Where a walk has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Target,
    /// At the target, but more was possible on the way than in the program.
    Blurred,
    /// Something was lost on the way, or the region was cut.
    Lost,
    /// An assumption does not hold, or no edge is open.
    Nowhere,
}

/// Bytes of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    pub at: Point,
    pub bytes: Vec<(u64, u8)>,
}

pub struct Walk {
    pub end: End,
    /// In the order in which the program asks for them.
    pub inputs: Vec<Made>,
    pub nodes: Vec<NodeId>,
}

/// Follows the path that a model's values of inputs lead along.
pub fn walk(terms: &Terms, graph: &Graph, model: &Model) -> Walk {
    let mut walker = Walker { terms, graph, model: model.clone(), evaluator: Evaluator::new() };
    let mut walk = Walk { end: End::Nowhere, inputs: Vec::new(), nodes: Vec::new() };
    let mut next = Some(NodeId(0));
    let mut blurred = false;
    while let Some(id) = next {
        walk.nodes.push(id);
        let node = graph.node(id);
        for command in &node.commands {
            blurred |= matches!(command, Command::Blur(_));
            if let Some(end) = walker.execute(command, &mut walk.inputs) {
                walk.end = end;
                return walk;
            }
        }
        match node.role {
            Role::Target if blurred => walk.end = End::Blurred,
            Role::Target => walk.end = End::Target,
            Role::Lost(_) => walk.end = End::Lost,
            Role::Plain | Role::LoopHead => {}
        }
        if walk.end != End::Nowhere {
            return walk;
        }
        next = walker.leave(id);
    }
    walk
}

struct Walker<'a> {
    terms: &'a Terms,
    graph: &'a Graph,
    /// The values of inputs, and of variables as they are now.
    model: Model,
    evaluator: Evaluator,
}

impl Walker<'_> {
    fn value(&mut self, term: TermId) -> Bits {
        self.evaluator.eval(self.terms, &self.model, term).expect("there are no quantifiers")
    }

    fn holds(&mut self, term: TermId) -> bool {
        self.value(term).low_u64() != 0
    }

    fn symbol(&self, var: Var) -> SymbolId {
        match self.terms.view(self.graph.symbol(var)) {
            View::Symbol(symbol) => symbol,
            other => unreachable!("{other:?} is no variable"),
        }
    }

    fn array(&mut self, term: TermId) -> ArrayValue {
        let mut evaluation = self.evaluator.start(self.terms, &self.model);
        evaluation.eval_array(term).expect("there are no quantifiers")
    }

    fn execute(&mut self, command: &Command, inputs: &mut Vec<Made>) -> Option<End> {
        match command {
            Command::Assign(var, value) => {
                let value = self.value(*value);
                self.model.set(self.symbol(*var), &value);
            }
            Command::Load { dst, array, index } => {
                let index = self.value(*index);
                let (from, to) = (self.symbol(*array), self.symbol(*dst));
                let width = self.terms.width(self.graph.symbol(*dst));
                let value = self.model.element(from, &index, width);
                self.model.set(to, &value);
            }
            Command::Store { array, index, value } => {
                let (index, value) = (self.value(*index), self.value(*value));
                let array = self.symbol(*array);
                self.model.set_element(array, &index, &value);
            }
            Command::Reset { array, to } => {
                let value = self.array(*to);
                self.model.set_array(self.symbol(*array), value);
            }
            Command::Assume(condition) => {
                if !self.holds(*condition) {
                    return Some(End::Nowhere);
                }
            }
            Command::Lose(condition, _) => {
                if self.holds(*condition) {
                    return Some(End::Lost);
                }
            }
            Command::Blur(_) => {}
            Command::Input(input) => {
                let bytes = self.bytes(input);
                inputs.push(Made { at: input.at, bytes });
            }
        }
        None
    }

    fn bytes(&mut self, input: &Input) -> Vec<(u64, u8)> {
        match self.terms.sort(input.symbol) {
            Sort::BitVec(_) => {
                let value = self.value(input.symbol);
                let byte = |at: u64| (value.words()[at as usize / 8] >> (at % 8 * 8)) as u8;
                (0..input.bytes).map(|at| (at, byte(at))).collect()
            }
            Sort::Array { .. } => {
                let array = self.array(input.symbol);
                let entries = array.entries();
                let all = entries.iter().map(|(at, byte)| (at.low_u64(), byte.low_u64() as u8));
                let mut bytes: Vec<(u64, u8)> = all.filter(|&(at, _)| at < input.bytes).collect();
                bytes.sort_unstable();
                bytes
            }
        }
    }

    fn leave(&mut self, id: NodeId) -> Option<NodeId> {
        let graph = self.graph;
        for edge in &graph.node(id).edges {
            if !self.holds(edge.condition) {
                continue;
            }
            let moves: Vec<(Var, Bits)> =
                edge.moves.iter().map(|&(var, value)| (var, self.value(value))).collect();
            for (var, value) in moves {
                self.model.set(self.symbol(var), &value);
            }
            return Some(edge.to);
        }
        None
    }
}
