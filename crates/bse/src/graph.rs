//! A region of a program as an acyclic graph of commands over variables.
//!
//! A variable is what the region assigns to: a register of some activation, a cell that was just loaded, whether an object
//! lives, or a memory, which is an array. In terms it stands as a symbol. Terms of commands and edges have such symbols and
//! symbols that nobody assigns to: inputs of the program, values that can be anything, memories as they are at the entry.
//! They have no array operators over variables: memory is read by [`Command::Load`] alone.
//!
//! Nodes are numbered in an order in which every edge leads to a larger number.

use crate::loss::Loss;
use dunlin_ir::Point;
use dunlin_term::{Sort, TermId, Terms};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    Assign(Var, TermId),
    Load {
        dst: Var,
        array: Var,
        index: TermId,
    },
    Store {
        array: Var,
        index: TermId,
        value: TermId,
    },
    /// A memory becomes this array, in which there are no variables.
    Reset {
        array: Var,
        to: TermId,
    },
    /// Control goes on only if this holds.
    Assume(TermId),
    /// If this holds, nothing is known of what happens from here on.
    Lose(TermId, Loss),
    /// From here on more is possible than in the program: nothing is found on such a path, but if there is none, nothing is
    /// left out.
    Blur(Loss),
    /// Input of the program is made here: a symbol, or an array of bytes.
    Input(Input),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// The call that makes it.
    pub at: Point,
    pub symbol: TermId,
    pub bytes: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    pub condition: TermId,
    /// Assigned at once.
    pub moves: Vec<(Var, TermId)>,
    pub to: NodeId,
}

/// What a node is for, beside its commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    #[default]
    Plain,
    /// A loop begins a round here.
    LoopHead,
    /// What is asked about.
    Target,
    /// What comes behind was left out.
    Lost(Loss),
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    pub role: Role,
    pub commands: Vec<Command>,
    pub edges: Vec<Edge>,
}

#[derive(Default)]
pub struct Graph {
    /// The first one is the entry.
    pub nodes: Vec<Node>,
    /// Of targets: the point of the program that they stand for.
    pub targets: FxHashMap<NodeId, Point>,
    /// By variable: its symbol.
    symbols: Vec<TermId>,
    /// By symbol: its variable.
    vars: FxHashMap<TermId, Var>,
}

impl Graph {
    /// A new variable.
    pub fn var(&mut self, terms: &mut Terms, sort: Sort) -> Var {
        let number = self.symbols.len();
        let kind = match sort {
            Sort::BitVec(width) => format!("{width}"),
            Sort::Array { index, element } => format!("{index}.{element}"),
        };
        let name = format!("~v{kind}.{number}");
        self.add(terms.symbol(&name, sort).expect("the sort is part of the name"))
    }

    /// A variable with a name, for people who read terms.
    pub fn named(&mut self, terms: &mut Terms, name: &str, sort: Sort) -> Var {
        self.add(terms.symbol(name, sort).expect("a name stands for one sort"))
    }

    fn add(&mut self, symbol: TermId) -> Var {
        let var = Var(self.symbols.len() as u32);
        self.symbols.push(symbol);
        self.vars.insert(symbol, var);
        var
    }

    /// The variable that a symbol stands for.
    pub fn var_of(&self, symbol: TermId) -> Option<Var> {
        self.vars.get(&symbol).copied()
    }

    pub fn symbol(&self, var: Var) -> TermId {
        self.symbols[var.0 as usize]
    }

    pub fn vars(&self) -> impl Iterator<Item = (Var, TermId)> + '_ {
        (0..).map(Var).zip(self.symbols.iter().copied())
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// How many edges lead to each node.
    pub fn edges_in(&self) -> Vec<u32> {
        let mut count = vec![0; self.nodes.len()];
        for edge in self.nodes.iter().flat_map(|node| &node.edges) {
            count[edge.to.index()] += 1;
        }
        count
    }

    /// How large it is: commands and edges.
    pub fn size(&self) -> usize {
        self.nodes.iter().map(|node| node.commands.len() + node.edges.len()).sum()
    }

    /// Edges lead forward, conditions are truth values, values have the sort of their variable.
    pub fn verify(&self, terms: &Terms) {
        for (number, node) in self.nodes.iter().enumerate() {
            for edge in &node.edges {
                assert!(edge.to.index() > number, "an edge from {number} leads back");
                assert!(edge.to.index() < self.nodes.len(), "an edge from {number} leads nowhere");
                assert_eq!(terms.width(edge.condition), 1);
                for &(var, value) in &edge.moves {
                    assert_eq!(terms.sort(self.symbol(var)), terms.sort(value));
                }
            }
            for command in &node.commands {
                self.verify_command(terms, command);
            }
        }
    }

    fn verify_command(&self, terms: &Terms, command: &Command) {
        let array = |array: Var| match terms.sort(self.symbol(array)) {
            Sort::Array { index, element } => (index, element),
            Sort::BitVec(_) => panic!("{array:?} is no memory"),
        };
        match *command {
            Command::Assign(var, value) => {
                assert_eq!(terms.sort(self.symbol(var)), terms.sort(value));
            }
            Command::Load { dst, array: from, index } => {
                let sorts = (terms.width(index), terms.width(self.symbol(dst)));
                assert_eq!(array(from), sorts);
            }
            Command::Store { array: to, index, value } => {
                assert_eq!(array(to), (terms.width(index), terms.width(value)));
            }
            Command::Reset { array: var, to } => {
                assert_eq!(terms.sort(self.symbol(var)), terms.sort(to));
            }
            Command::Assume(condition) | Command::Lose(condition, _) => {
                assert_eq!(terms.width(condition), 1);
            }
            Command::Blur(_) | Command::Input(_) => {}
        }
    }
}
