//! The SAT solver and the part of the circuit that it knows.
//!
//! Nodes become clauses on demand, in both directions, so that an assignment of the solver gives
//! every encoded node the value that its inputs determine. Nodes that are not encoded are computed
//! from their inputs, where an input that is not encoded counts as false.

use super::aig::{Aig, Gate, Lit};
use crate::backend::{Budget, Reason};
use rustsat::solvers::{ControlSignal, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Lit as SatLit, TernaryVal};
use rustsat_cadical::{CaDiCaL, Limit, Statistic};
use std::time::Instant;

/// A conjunction is encoded with at most so many inputs.
const MAX_INPUTS: usize = 32;

pub(crate) struct Cnf {
    solver: CaDiCaL<'static, 'static>,
    /// By node: its variable plus one, or 0.
    variables: Vec<u32>,
    count: u32,
    /// By node that is not encoded: a value of the current assignment, in the low bit, and whether
    /// there is one, in the next.
    values: Vec<u8>,
    valued: Vec<usize>,
    stack: Vec<usize>,
    /// A clause failed to be added: nothing that the solver says counts any more.
    failed: bool,
}

impl Cnf {
    pub fn new() -> Cnf {
        let mut solver = CaDiCaL::default();
        // Queries are small and many: what looks at the whole formula once per query does not pay.
        // The light preprocessing alone took most of the time of a 64-bit product with known factors.
        for option in ["preprocesslight", "lucky", "luckyassumptions", "walk", "inprobing"] {
            let known = solver.set_option(option, 0);
            debug_assert!(known.is_ok(), "the solver knows the option {option}");
        }
        Cnf {
            solver,
            variables: Vec::new(),
            count: 0,
            values: Vec::new(),
            valued: Vec::new(),
            stack: Vec::new(),
            failed: false,
        }
    }

    /// How many nodes are encoded.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    pub fn conflicts(&self) -> u64 {
        self.solver.get_statistic(Statistic::Conflicts)
    }

    pub fn propagations(&self) -> u64 {
        self.solver.get_statistic(Statistic::Propagations)
    }

    pub fn is_encoded(&self, lit: Lit) -> bool {
        self.variables.get(lit.node()).is_some_and(|&variable| variable != 0)
    }

    fn sat_lit(&self, lit: Lit) -> SatLit {
        SatLit::new(self.variables[lit.node()] - 1, lit.is_inverted())
    }

    fn clause(&mut self, clause: &[SatLit]) {
        self.failed |= self.solver.add_clause_ref(clause).is_err();
    }

    // ---- encoding --------------------------------------------------------------------------------
    /// The literal of the SAT solver for a literal that is not constant.
    pub fn encode(&mut self, aig: &Aig, lit: Lit) -> Result<SatLit, Reason> {
        debug_assert!(!lit.is_constant());
        if self.variables.len() < aig.len() {
            self.variables.resize(aig.len(), 0);
        }
        if self.variables[lit.node()] == 0 {
            self.encode_cone(aig, lit.node())?;
        }
        Ok(self.sat_lit(lit))
    }

    /// Where all work must end, what was encoded until then stays: each node is whole.
    fn encode_cone(&mut self, aig: &Aig, root: usize) -> Result<(), Reason> {
        let mut inputs = Vec::new();
        self.stack.clear();
        self.stack.push(root);
        while let Some(&node) = self.stack.last() {
            if self.variables[node] != 0 {
                self.stack.pop();
                continue;
            }
            self.inputs_of(aig, node, &mut inputs);
            let before = self.stack.len();
            for input in &inputs {
                if self.variables[input.node()] == 0 {
                    self.stack.push(input.node());
                }
            }
            if self.stack.len() == before {
                if dunlin_stop::is_asked() {
                    return Err(Reason::Stopped);
                }
                self.stack.pop();
                self.define(aig.gate(node), node, &inputs);
            }
        }
        Ok(())
    }

    /// The inputs of a node. A conjunction takes over those of its parts that nothing else uses.
    fn inputs_of(&self, aig: &Aig, node: usize, inputs: &mut Vec<Lit>) {
        inputs.clear();
        match aig.gate(node) {
            Gate::False | Gate::Input => {}
            Gate::And(x, y) => {
                inputs.extend([x, y]);
                let mut next = 0;
                while next < inputs.len() {
                    let part = inputs[next];
                    match aig.gate(part.node()) {
                        Gate::And(x, y)
                            if !part.is_inverted()
                                && inputs.len() < MAX_INPUTS
                                && self.variables[part.node()] == 0
                                && aig.is_used_once(part.node()) =>
                        {
                            inputs[next] = x;
                            inputs.push(y);
                        }
                        _ => next += 1,
                    }
                }
            }
            Gate::Xor(x, y) => inputs.extend([x, y]),
            Gate::Mux(x, y, z) | Gate::Majority(x, y, z) => inputs.extend([x, y, z]),
        }
    }

    fn define(&mut self, gate: Gate, node: usize, inputs: &[Lit]) {
        self.count += 1;
        self.variables[node] = self.count;
        let out = SatLit::new(self.count - 1, false);
        let lits: Vec<SatLit> = inputs.iter().map(|&input| self.sat_lit(input)).collect();
        match gate {
            Gate::False | Gate::Input => {}
            Gate::And(..) => {
                for &lit in &lits {
                    self.clause(&[!out, lit]);
                }
                let mut clause: Vec<SatLit> = lits.iter().map(|&lit| !lit).collect();
                clause.push(out);
                self.clause(&clause);
            }
            Gate::Xor(..) => {
                let (x, y) = (lits[0], lits[1]);
                for clause in [[!out, x, y], [!out, !x, !y], [out, !x, y], [out, x, !y]] {
                    self.clause(&clause);
                }
            }
            Gate::Mux(..) => {
                let (c, x, y) = (lits[0], lits[1], lits[2]);
                for clause in [[!c, !x, out], [!c, x, !out], [c, !y, out], [c, y, !out]] {
                    self.clause(&clause);
                }
                // Implied, for propagation when the condition is open.
                self.clause(&[!x, !y, out]);
                self.clause(&[x, y, !out]);
            }
            Gate::Majority(..) => {
                for (x, y) in [(0, 1), (0, 2), (1, 2)] {
                    self.clause(&[!lits[x], !lits[y], out]);
                    self.clause(&[lits[x], lits[y], !out]);
                }
            }
        }
    }

    /// Adds that one of `lits` is true, for good.
    pub fn add_axiom(&mut self, aig: &Aig, lits: &[Lit]) -> Result<(), Reason> {
        if lits.contains(&Lit::TRUE) {
            return Ok(());
        }
        let open = lits.iter().filter(|lit| !lit.is_constant());
        let clause: Result<Vec<SatLit>, Reason> = open.map(|&lit| self.encode(aig, lit)).collect();
        self.clause(&clause?);
        Ok(())
    }

    // ---- solving ---------------------------------------------------------------------------------
    /// Whether the clauses and `assumptions` can be true together.
    pub fn solve(&mut self, assumptions: &[SatLit], budget: Budget) -> Result<bool, Reason> {
        self.valued.drain(..).for_each(|node| self.values[node] = 0);
        if self.failed {
            return Err(Reason::Failure);
        }
        let deadline = budget.deadline;
        let late = move || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late() {
            return Err(Reason::Deadline);
        }
        self.solver.attach_terminator(move || match dunlin_stop::is_asked() || late() {
            true => ControlSignal::Terminate,
            false => ControlSignal::Continue,
        });
        let limit = i32::try_from(budget.conflicts).unwrap_or(i32::MAX);
        let limited = self.solver.set_limit(Limit::Conflicts(limit));
        let result = limited.and_then(|()| self.solver.solve_assumps(assumptions));
        self.solver.detach_terminator();
        match result {
            Ok(SolverResult::Sat) => Ok(true),
            Ok(SolverResult::Unsat) => Ok(false),
            Ok(SolverResult::Interrupted) => Err(match (dunlin_stop::is_asked(), late()) {
                (true, _) => Reason::Stopped,
                (false, true) => Reason::Deadline,
                (false, false) => Reason::Conflicts,
            }),
            Err(_) => Err(Reason::Failure),
        }
    }

    /// Those of the assumptions that the last answer "no" needed, inverted.
    pub fn core(&mut self) -> Vec<SatLit> {
        self.solver.core().unwrap_or_default()
    }

    // ---- values ----------------------------------------------------------------------------------
    /// The value of a literal in the assignment that was just found. No clause may have been added
    /// since.
    pub fn value(&mut self, aig: &Aig, lit: Lit) -> bool {
        if let Some(value) = lit.as_constant() {
            return value;
        }
        if self.variables.len() < aig.len() {
            self.variables.resize(aig.len(), 0);
        }
        if self.variables[lit.node()] != 0 {
            let value = self.solver.lit_val(self.sat_lit(lit));
            return matches!(value, Ok(TernaryVal::True));
        }
        if self.values.len() < aig.len() {
            self.values.resize(aig.len(), 0);
        }
        self.compute(aig, lit.node());
        self.node_value(lit.node()).expect("the node was just computed") != lit.is_inverted()
    }

    /// The value of a node, unless it must be computed first.
    fn node_value(&self, node: usize) -> Option<bool> {
        if node == 0 {
            return Some(false);
        }
        if self.variables[node] != 0 {
            let lit = SatLit::new(self.variables[node] - 1, false);
            return Some(matches!(self.solver.lit_val(lit), Ok(TernaryVal::True)));
        }
        (self.values[node] != 0).then_some(self.values[node] & 1 == 1)
    }

    fn compute(&mut self, aig: &Aig, root: usize) {
        self.stack.push(root);
        while let Some(&node) = self.stack.last() {
            if self.node_value(node).is_some() {
                self.stack.pop();
                continue;
            }
            let gate = aig.gate(node);
            let before = self.stack.len();
            let mut bits = [false; 3];
            for (bit, input) in bits.iter_mut().zip(gate.inputs()) {
                match self.node_value(input.node()) {
                    Some(value) => *bit = value != input.is_inverted(),
                    None => self.stack.push(input.node()),
                }
            }
            if self.stack.len() > before {
                continue;
            }
            self.stack.pop();
            let [x, y, z] = bits;
            let value = match gate {
                Gate::False | Gate::Input => false,
                Gate::And(..) => x && y,
                Gate::Xor(..) => x != y,
                Gate::Mux(..) => {
                    if x {
                        y
                    } else {
                        z
                    }
                }
                Gate::Majority(..) => u8::from(x) + u8::from(y) + u8::from(z) >= 2,
            };
            self.values[node] = 2 | u8::from(value);
            self.valued.push(node);
        }
    }
}
