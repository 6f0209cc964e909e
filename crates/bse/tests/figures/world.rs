//! Variables, memories and small graphs for the tests of the figures.

use dunlin_bse::conjunctions::{Conjunctions, Memory};
use dunlin_bse::disjuncts::Disjuncts;
use dunlin_bse::graph::{Command, Edge, Graph, Node, NodeId, Role, Var};
use dunlin_bse::simplify::Disjunct;
use dunlin_bse::{Form, Heap, Question};
use dunlin_term::{Sort, TermId, Terms};

pub const WIDTH: u32 = 8;

/// References are numbers: null is 0, new objects are positive, those of the input heap negative.
pub struct World {
    pub terms: Terms,
    pub graph: Graph,
    /// Numbers.
    pub x: Var,
    pub y: Var,
    /// A truth value.
    pub b: Var,
    /// References.
    pub p: Var,
    pub q: Var,
    /// A field of numbers and one of references.
    pub val: Var,
    pub next: Var,
}

impl World {
    pub fn new() -> World {
        let (mut terms, mut graph) = (Terms::new(), Graph::default());
        let array = Sort::Array { index: WIDTH, element: WIDTH };
        let mut var = |name: &str, sort| graph.named(&mut terms, name, sort);
        let [x, y, p, q] = ["x", "y", "p", "q"].map(|name| var(name, Sort::BitVec(WIDTH)));
        let b = var("b", Sort::BitVec(1));
        let [val, next] = ["val", "next"].map(|name| var(name, array));
        World { terms, graph, x, y, b, p, q, val, next }
    }

    pub fn of(&self, var: Var) -> TermId {
        self.graph.symbol(var)
    }

    pub fn number(&mut self, value: u64) -> TermId {
        self.terms.constant(WIDTH, value)
    }

    /// `var == value`, for conditions of edges.
    pub fn is(&mut self, var: Var, value: u64) -> TermId {
        let value = self.number(value);
        self.terms.eq(self.graph.symbol(var), value)
    }

    pub fn not_null(&mut self, reference: TermId) -> TermId {
        let null = self.number(0);
        self.terms.ne(reference, null)
    }

    /// The memory of a field as it is at the entry.
    pub fn input(&mut self, name: &str) -> TermId {
        self.terms.symbol(name, Sort::Array { index: WIDTH, element: WIDTH }).unwrap()
    }

    pub fn at_most_null(&mut self, reference: TermId) -> TermId {
        let null = self.number(0);
        self.terms.sle(reference, null)
    }

    pub fn node(&mut self, role: Role, commands: Vec<Command>, edges: &[(TermId, u32)]) -> NodeId {
        let edge = |&(condition, to): &(TermId, u32)| Edge {
            condition,
            moves: Vec::new(),
            to: NodeId(to),
        };
        let edges = edges.iter().map(edge).collect();
        self.graph.nodes.push(Node { role, commands, edges });
        NodeId(self.graph.nodes.len() as u32 - 1)
    }

    /// A node with these commands, from which control gets to the target under a condition.
    pub fn before_target(&mut self, commands: Vec<Command>, condition: TermId) {
        self.node(Role::Plain, commands, &[(condition, 1)]);
        self.node(Role::Target, Vec::new(), &[]);
        self.graph.verify(&self.terms);
    }

    /// The states of all nodes, by disjunct propagation.
    pub fn disjuncts(&mut self, form: Form) -> Vec<Vec<Disjunct>> {
        let mut disjuncts = Disjuncts::new(&self.graph, Question::Target, form);
        for node in self.graph.ids().rev() {
            disjuncts.visit(&mut self.terms, node);
        }
        disjuncts.states
    }

    /// The only disjunct of the first node.
    pub fn disjunct(&mut self) -> Disjunct {
        let mut states = self.disjuncts(Form::DisjunctsSet);
        assert_eq!(states[0].len(), 1, "one path leads to the target");
        states[0].remove(0)
    }

    /// All nodes by conjunction combination.
    pub fn conjunctions(&mut self, heap: Heap) -> Combined {
        let mut conjunctions = Conjunctions::new(&self.graph, Question::Target, heap);
        for node in self.graph.ids().rev() {
            conjunctions.visit(&mut self.terms, node);
        }
        let Conjunctions { states, conditions, owners, .. } = conjunctions;
        Combined { states, conditions, owners }
    }
}

/// What conjunction combination has made.
pub struct Combined {
    pub states: Vec<Option<dunlin_bse::conjunctions::State>>,
    conditions: Vec<TermId>,
    owners: Vec<NodeId>,
}

impl Combined {
    pub fn control(&self, node: usize) -> TermId {
        self.states[node].as_ref().expect("a path leads on").control
    }

    /// The version of a variable at a node's beginning, if somebody asks about it.
    pub fn version(&self, node: usize, var: Var) -> Option<TermId> {
        self.states[node].as_ref().expect("a path leads on").versions.get(&var).copied()
    }

    pub fn memory(&self, node: usize, array: Var) -> Option<TermId> {
        let memory = self.states[node].as_ref().expect("a path leads on").memories.get(&array)?;
        match memory {
            Memory::Version(version) => Some(*version),
            Memory::Reads(_) => panic!("equations were asked for"),
        }
    }

    /// What a place of a memory holds at a node's beginning, if somebody asks.
    pub fn place(&self, node: usize, array: Var, index: TermId) -> Option<TermId> {
        let memory = self.states[node].as_ref().expect("a path leads on").memories.get(&array)?;
        match memory {
            Memory::Reads(reads) => reads.get(&index).copied(),
            Memory::Version(_) => panic!("places were asked for"),
        }
    }

    /// Exactly these hold if control gets to a node.
    pub fn expect(&self, terms: &mut Terms, node: u32, conditions: Vec<TermId>) {
        let control = self.control(node as usize);
        let mut expected: Vec<TermId> =
            conditions.into_iter().map(|condition| terms.implies(control, condition)).collect();
        expected.sort_unstable();
        assert_eq!(self.of_node(node), expected, "node {node}");
    }

    /// The conditions of a node, as they are, sorted.
    pub fn of_node(&self, node: u32) -> Vec<TermId> {
        let all = self.conditions.iter().zip(&self.owners);
        let mut found: Vec<TermId> =
            all.filter(|(_, owner)| owner.0 == node).map(|(&condition, _)| condition).collect();
        found.sort_unstable();
        found
    }
}
