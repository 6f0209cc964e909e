//! The circuit graph: an and-inverter graph with three more gates.
//!
//! Nodes are hash-consed, so that equal circuits have equal literals, and simplified locally when
//! they are built. Exclusive-or, multiplexer and majority are nodes of their own rather than
//! conjunctions: each becomes one SAT variable instead of three.
//!
//! Promise: a node is younger than its inputs, and no gate has a constant input.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::ops::Not;

/// A node, possibly inverted: twice the node, plus one if inverted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Lit(u32);

impl Lit {
    pub const FALSE: Lit = Lit(0);
    pub const TRUE: Lit = Lit(1);

    fn of_node(node: usize) -> Lit {
        Lit(u32::try_from(node * 2).expect("a circuit has less than 2^31 nodes"))
    }

    pub fn constant(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }

    pub fn node(self) -> usize {
        (self.0 / 2) as usize
    }

    pub fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn is_constant(self) -> bool {
        self.0 < 2
    }

    /// The value, if the literal is a constant.
    pub fn as_constant(self) -> Option<bool> {
        self.is_constant().then_some(self == Lit::TRUE)
    }

    /// The literal, inverted if `invert`.
    pub fn inverted_if(self, invert: bool) -> Lit {
        Lit(self.0 ^ u32::from(invert))
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// What a node computes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Gate {
    /// The constant false: node 0 only.
    False,
    Input,
    And(Lit, Lit),
    /// Both inputs are not inverted.
    Xor(Lit, Lit),
    /// If the first then the second else the third; the first two are not inverted.
    Mux(Lit, Lit, Lit),
    /// At least two of three.
    Majority(Lit, Lit, Lit),
}

impl Gate {
    /// The inputs; `Lit::FALSE` where there are fewer than three.
    pub fn inputs(self) -> [Lit; 3] {
        match self {
            Gate::False | Gate::Input => [Lit::FALSE; 3],
            Gate::And(a, b) | Gate::Xor(a, b) => [a, b, Lit::FALSE],
            Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => [a, b, c],
        }
    }
}

pub(crate) struct Aig {
    gates: Vec<Gate>,
    /// How many gates use a node; stops at 255.
    uses: Vec<u8>,
    table: HashTable<u32>,
}

impl Aig {
    pub fn new() -> Aig {
        Aig { gates: vec![Gate::False], uses: vec![0], table: HashTable::new() }
    }

    /// The number of nodes, the constant included.
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    pub fn gate(&self, node: usize) -> Gate {
        self.gates[node]
    }

    /// Whether at most one gate uses the node.
    pub fn is_used_once(&self, node: usize) -> bool {
        self.uses[node] <= 1
    }

    pub fn input(&mut self) -> Lit {
        self.gates.push(Gate::Input);
        self.uses.push(0);
        Lit::of_node(self.gates.len() - 1)
    }

    fn intern(&mut self, gate: Gate) -> Lit {
        let hash = FxBuildHasher.hash_one(gate);
        let gates = &self.gates;
        if let Some(&node) = self.table.find(hash, |&node| gates[node as usize] == gate) {
            return Lit::of_node(node as usize);
        }
        let node = self.gates.len();
        let rehash = |&node: &u32| FxBuildHasher.hash_one(gates[node as usize]);
        self.table.insert_unique(hash, node as u32, rehash);
        self.gates.push(gate);
        self.uses.push(0);
        for input in gate.inputs() {
            let uses = &mut self.uses[input.node()];
            *uses = uses.saturating_add(1);
        }
        Lit::of_node(node)
    }

    pub fn and(&mut self, x: Lit, y: Lit) -> Lit {
        let (x, y) = if x < y { (x, y) } else { (y, x) };
        // Constants are the smallest literals.
        if x == Lit::FALSE || x == !y {
            return Lit::FALSE;
        }
        if x == Lit::TRUE || x == y {
            return y;
        }
        for (one, other) in [(x, y), (y, x)] {
            let Gate::And(a, b) = self.gates[one.node()] else { continue };
            if one.is_inverted() {
                // !(a & b) & other, if other decides a or b
                if a == !other || b == !other {
                    return other;
                }
                if a == other {
                    return self.and(!b, other);
                }
                if b == other {
                    return self.and(!a, other);
                }
            } else {
                if a == other || b == other {
                    return one;
                }
                if a == !other || b == !other {
                    return Lit::FALSE;
                }
                // (a & b) & (!a & c)
                if let Gate::And(c, d) = self.gates[other.node()]
                    && !other.is_inverted()
                    && [c, d].iter().any(|&lit| lit == !a || lit == !b)
                {
                    return Lit::FALSE;
                }
            }
        }
        self.intern(Gate::And(x, y))
    }

    pub fn or(&mut self, x: Lit, y: Lit) -> Lit {
        !self.and(!x, !y)
    }

    pub fn xor(&mut self, x: Lit, y: Lit) -> Lit {
        let invert = x.is_inverted() != y.is_inverted();
        let (x, y) = (x.inverted_if(x.is_inverted()), y.inverted_if(y.is_inverted()));
        let (x, y) = if x < y { (x, y) } else { (y, x) };
        let result = if x == Lit::FALSE {
            y
        } else if x == y {
            Lit::FALSE
        } else {
            self.xor_of_plain(x, y)
        };
        result.inverted_if(invert)
    }

    /// Of two literals that are neither inverted, equal nor constant.
    fn xor_of_plain(&mut self, x: Lit, y: Lit) -> Lit {
        for (one, other) in [(x, y), (y, x)] {
            if let Gate::Xor(a, b) = self.gates[one.node()] {
                if a == other {
                    return b;
                }
                if b == other {
                    return a;
                }
            }
        }
        self.intern(Gate::Xor(x, y))
    }

    pub fn mux(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        let (condition, yes, no) =
            if condition.is_inverted() { (!condition, no, yes) } else { (condition, yes, no) };
        if condition == Lit::FALSE {
            return no;
        }
        if yes == no {
            return yes;
        }
        if yes == !no {
            return self.xor(condition, no);
        }
        if yes == Lit::TRUE || yes == condition {
            return self.or(condition, no);
        }
        if yes == Lit::FALSE || yes == !condition {
            return self.and(!condition, no);
        }
        if no == Lit::FALSE || no == condition {
            return self.and(condition, yes);
        }
        if no == Lit::TRUE || no == !condition {
            return self.or(!condition, yes);
        }
        let invert = yes.is_inverted();
        let gate = Gate::Mux(condition, yes.inverted_if(invert), no.inverted_if(invert));
        self.intern(gate).inverted_if(invert)
    }

    pub fn majority(&mut self, x: Lit, y: Lit, z: Lit) -> Lit {
        let mut inputs = [x, y, z];
        inputs.sort_unstable();
        let [x, y, z] = inputs;
        match x.as_constant() {
            Some(true) => return self.or(y, z),
            Some(false) => return self.and(y, z),
            None => {}
        }
        // Equal and complementary literals are neighbours now.
        if x == y || y == z {
            return y;
        }
        if x == !y {
            return z;
        }
        if y == !z {
            return x;
        }
        // The majority of complements is the complement: at most one input stays inverted.
        let invert = inputs.iter().filter(|lit| lit.is_inverted()).count() >= 2;
        let [x, y, z] = inputs.map(|lit| lit.inverted_if(invert));
        self.intern(Gate::Majority(x, y, z)).inverted_if(invert)
    }

    /// The conjunction of all, as a balanced tree.
    pub fn and_all(&mut self, lits: &mut Vec<Lit>) -> Lit {
        while lits.len() > 1 {
            let half = lits.len().div_ceil(2);
            for i in 0..lits.len() / 2 {
                lits[i] = self.and(lits[2 * i], lits[2 * i + 1]);
            }
            if lits.len() % 2 == 1 {
                lits[half - 1] = lits[lits.len() - 1];
            }
            lits.truncate(half);
        }
        lits.first().copied().unwrap_or(Lit::TRUE)
    }

    /// Whether any is true.
    pub fn or_all(&mut self, lits: &[Lit]) -> Lit {
        let mut inverted: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        !self.and_all(&mut inverted)
    }
}
