//! Random path: a coin at every fork of the execution tree, from its root, so that a state with n forks
//! above it is chosen with probability 2^-n (Directed SE 2.1; KLEE).

use super::{Searcher, StateKey, View};
use crate::explore::random::Random;
use crate::state::State;
use rustc_hash::FxHashMap;

type NodeId = usize;

enum Content {
    State(StateKey),
    Fork(NodeId, NodeId),
    Free,
}

struct Node {
    parent: Option<NodeId>,
    content: Content,
}

pub struct RandomPath {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    leaves: FxHashMap<StateKey, NodeId>,
    root: Option<NodeId>,
    random: Random,
}

impl RandomPath {
    pub fn new(random: Random) -> RandomPath {
        RandomPath {
            nodes: Vec::new(),
            free: Vec::new(),
            leaves: FxHashMap::default(),
            root: None,
            random,
        }
    }

    fn new_node(&mut self, parent: Option<NodeId>, content: Content) -> NodeId {
        let node = Node { parent, content };
        match self.free.pop() {
            Some(id) => {
                self.nodes[id] = node;
                id
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        }
    }

    /// Puts a new state beside what `beside` holds: that becomes a fork of the two.
    fn split(&mut self, beside: NodeId, key: StateKey) {
        let old = std::mem::replace(&mut self.nodes[beside].content, Content::Free);
        let first = self.new_node(Some(beside), old);
        match self.nodes[first].content {
            Content::State(moved) => {
                self.leaves.insert(moved, first);
            }
            Content::Fork(x, y) => {
                self.nodes[x].parent = Some(first);
                self.nodes[y].parent = Some(first);
            }
            Content::Free => {}
        }
        let second = self.new_node(Some(beside), Content::State(key));
        self.leaves.insert(key, second);
        self.nodes[beside].content = Content::Fork(first, second);
    }
}

impl Searcher for RandomPath {
    fn add(&mut self, parent: Option<StateKey>, states: &[(StateKey, &State)]) {
        for &(key, _) in states {
            let beside = parent.and_then(|parent| self.leaves.get(&parent).copied()).or(self.root);
            match beside {
                Some(beside) => self.split(beside, key),
                None => {
                    let node = self.new_node(None, Content::State(key));
                    self.leaves.insert(key, node);
                    self.root = Some(node);
                }
            }
        }
    }

    fn remove(&mut self, key: StateKey) {
        let Some(leaf) = self.leaves.remove(&key) else { return };
        self.nodes[leaf].content = Content::Free;
        self.free.push(leaf);
        let Some(fork) = self.nodes[leaf].parent else {
            self.root = None;
            return;
        };
        // The other side takes the place of the fork.
        let Content::Fork(x, y) = self.nodes[fork].content else { return };
        let other = if x == leaf { y } else { x };
        let content = std::mem::replace(&mut self.nodes[other].content, Content::Free);
        self.free.push(other);
        match content {
            Content::State(moved) => {
                self.leaves.insert(moved, fork);
            }
            Content::Fork(x, y) => {
                self.nodes[x].parent = Some(fork);
                self.nodes[y].parent = Some(fork);
            }
            Content::Free => {}
        }
        self.nodes[fork].content = content;
    }

    fn pick(&mut self, _: Option<(StateKey, &State)>, _: &View<'_>) -> StateKey {
        let mut node = self.root.expect("there is a state");
        let mut coins = 0u64;
        let mut left = 0;
        loop {
            match self.nodes[node].content {
                Content::State(key) => return key,
                Content::Fork(x, y) => {
                    if left == 0 {
                        (coins, left) = (self.random.draw(), 64);
                    }
                    node = if coins & 1 == 0 { x } else { y };
                    (coins, left) = (coins >> 1, left - 1);
                }
                Content::Free => unreachable!("free nodes are not in the tree"),
            }
        }
    }
}
