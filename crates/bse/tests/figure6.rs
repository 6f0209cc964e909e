//! Figure 6 of Handling Heap Data Structures in Backward Symbolic Execution, with its Tables 1 and 2, row by row.
//!
//! The nodes of the figure are those of the graph, one operation each. References are numbers: 0 is null, new objects are
//! positive, those of the input heap negative. `next_in` is the memory `next` as it is at the entry.

use dunlin_bse::conjunctions::{Conjunctions, Memory};
use dunlin_bse::disjuncts::Disjuncts;
use dunlin_bse::graph::{Command, Edge, Graph, Node, NodeId, Role, Var};
use dunlin_bse::{Check, Form, Heap, Options, Question, Reply, Solver, ask};
use dunlin_solver::backend::Budget;
use dunlin_solver::chain::{Home, SolverChoice};
use dunlin_term::{Sort, TermId, Terms};

const WIDTH: u32 = 8;

struct Figure {
    terms: Terms,
    graph: Graph,
    this: Var,
    n: Var,
    v: Var,
    tv: [Var; 3],
    tn: [Var; 2],
    tnv: Var,
    val: Var,
    next: Var,
    val_in: TermId,
    next_in: TermId,
}

impl Figure {
    fn new() -> Figure {
        let mut terms = Terms::new();
        let mut graph = Graph::default();
        let array = Sort::Array { index: WIDTH, element: WIDTH };
        let mut number =
            |terms: &mut Terms, name: &str| graph.named(terms, name, Sort::BitVec(WIDTH));
        let this = number(&mut terms, "this");
        let n = number(&mut terms, "n");
        let v = number(&mut terms, "v");
        let tv = ["tv1", "tv2", "tv3"].map(|name| number(&mut terms, name));
        let tn = ["tn1", "tn2"].map(|name| number(&mut terms, name));
        let tnv = number(&mut terms, "tnv");
        let [val, next] = ["val", "next"].map(|name| graph.named(&mut terms, name, array));
        let [val_in, next_in] =
            ["val_in", "next_in"].map(|name| terms.symbol(name, array).unwrap());
        let mut figure =
            Figure { terms, graph, this, n, v, tv, tn, tnv, val, next, val_in, next_in };
        figure.make();
        figure
    }

    fn symbol(&self, var: Var) -> TermId {
        self.graph.symbol(var)
    }

    fn zero(&mut self) -> TermId {
        self.terms.constant(WIDTH, 0)
    }

    fn not_null(&mut self, reference: TermId) -> TermId {
        let null = self.zero();
        self.terms.ne(reference, null)
    }

    /// That a reference of the input heap is null or leads to another object of it.
    fn of_input(&mut self, reference: TermId) -> TermId {
        let null = self.zero();
        self.terms.sle(reference, null)
    }

    /// `read(next_in, this) <= 0`.
    fn input_heap(&mut self) -> TermId {
        let this = self.symbol(self.this);
        let read = self.terms.select(self.next_in, this);
        self.of_input(read)
    }

    fn greater(&mut self, x: TermId, y: TermId) -> TermId {
        self.terms.slt(y, x)
    }

    fn make(&mut self) {
        let [this, n, v] = [self.this, self.n, self.v];
        let ([tv1, tv2, tv3], [tn1, tn2]) = (self.tv, self.tn);
        let read = |figure: &mut Figure, dst: Var, array: Var, from: Var, reference: bool| {
            let from = figure.symbol(from);
            let mut commands = vec![Command::Assume(figure.not_null(from))];
            if reference {
                commands.push(Command::Assume(figure.input_heap()));
            }
            commands.push(Command::Load { dst, array, index: from });
            commands
        };
        let write = |figure: &mut Figure, array: Var, to: Var, value: Var| {
            let (index, value) = (figure.symbol(to), figure.symbol(value));
            vec![Command::Assume(figure.not_null(index)), Command::Store { array, index, value }]
        };
        let (val, next) = (self.val, self.next);
        let entry = {
            let this = self.symbol(this);
            let of_input = self.of_input(this);
            vec![
                Command::Reset { array: val, to: self.val_in },
                Command::Reset { array: next, to: self.next_in },
                Command::Assume(of_input),
            ]
        };
        let object = self.terms.constant(WIDTH, 1);
        let operations = [
            entry,
            read(self, tv1, val, this, false),
            vec![Command::Assign(n, object)],
            read(self, tv2, val, this, false),
            write(self, val, n, tv2),
            read(self, tn1, next, this, true),
            write(self, next, n, tn1),
            write(self, next, this, n),
            write(self, val, this, v),
            read(self, tv3, val, this, false),
            read(self, tn2, next, this, true),
            read(self, self.tnv, val, tn2, false),
            Vec::new(),
        ];
        for (number, commands) in (0..).zip(operations) {
            let condition = match number {
                1 => {
                    let (v, tv1) = (self.symbol(v), self.symbol(tv1));
                    self.terms.slt(v, tv1)
                }
                11 => {
                    let (tv3, tnv) = (self.symbol(tv3), self.symbol(self.tnv));
                    self.greater(tv3, tnv)
                }
                _ => TermId::TRUE,
            };
            let (role, edges) = match number {
                12 => (Role::Target, Vec::new()),
                _ => {
                    let edge = Edge { condition, moves: Vec::new(), to: NodeId(number + 1) };
                    (Role::Plain, vec![edge])
                }
            };
            self.graph.nodes.push(Node { role, commands, edges });
        }
        self.graph.verify(&self.terms);
    }

    /// The rows of Table 1, from the last node to the first: the conditions of each.
    fn table_1(&mut self) -> Vec<(u32, Vec<TermId>)> {
        let [this, n, v] = [self.this, self.n, self.v].map(|var| self.symbol(var));
        let [_, tv2, tv3] = self.tv.map(|var| self.symbol(var));
        let [_, tn2] = self.tn.map(|var| self.symbol(var));
        let (val, next) = (self.symbol(self.val), self.symbol(self.next));
        let one = self.terms.constant(WIDTH, 1);
        let [this_there, tn2_there, n_there] = [this, tn2, n].map(|term| self.not_null(term));
        let input_heap = self.input_heap();
        let follow = self.terms.select(next, this);
        let follow_there = self.not_null(follow);
        let [of_tn2, of_this, of_follow] =
            [tn2, this, follow].map(|index| self.terms.select(val, index));
        let written = self.terms.store(val, this, v);
        let mut rows = vec![(12, Vec::new())];
        rows.push((11, vec![self.greater(tv3, of_tn2), tn2_there]));
        rows.push((10, vec![self.greater(tv3, of_follow), follow_there, input_heap, this_there]));
        rows.push((
            9,
            vec![self.greater(of_this, of_follow), follow_there, input_heap, this_there],
        ));
        let read = self.terms.select(written, follow);
        rows.push((8, vec![self.greater(v, read), follow_there, input_heap, this_there]));
        let read = self.terms.select(written, n);
        for node in [7, 6, 5] {
            rows.push((node, vec![self.greater(v, read), n_there, input_heap, this_there]));
        }
        let old = self.terms.select(val, this);
        for (node, object, stored) in [(4, n, tv2), (3, n, old), (2, one, old), (1, one, old)] {
            let array = self.terms.store(val, object, stored);
            let array = self.terms.store(array, this, v);
            let read = self.terms.select(array, object);
            let mut row = vec![self.greater(v, read), input_heap, this_there];
            if node > 2 {
                row.push(n_there);
            }
            if node == 1 {
                row.push(self.terms.slt(v, old));
            }
            rows.push((node, row));
        }
        rows
    }
}

#[test]
fn table_1() {
    let mut figure = Figure::new();
    let rows = figure.table_1();
    let Figure { mut terms, graph, .. } = figure;
    let mut disjuncts = Disjuncts::new(&graph, Question::Target, Form::DisjunctsSet);
    for (node, mut expected) in rows {
        expected.sort_unstable();
        disjuncts.visit(&mut terms, NodeId(node));
        assert_eq!(disjuncts.states[node as usize], [expected], "n{node}");
    }
}

/// The versions are those that the states name; a node whose successor has no other way to it shares its control variable.
#[test]
fn table_2() {
    let mut figure = Figure::new();
    let input_heap = |terms: &mut Terms, next_in: TermId, this: TermId| {
        let read = terms.select(next_in, this);
        let null = terms.constant(WIDTH, 0);
        terms.sle(read, null)
    };
    let Figure { this, n, v, tv, tn, val, next, next_in, .. } = figure;
    let (graph, terms) = (&figure.graph, &mut figure.terms);
    let mut conjunctions = Conjunctions::new(graph, Question::Target, Heap::Equations);
    for node in graph.ids().rev() {
        conjunctions.visit(terms, node);
    }
    let state = |node: usize| conjunctions.states[node].as_ref().expect("a path leads on");
    let version = |node: usize, var: Var| state(node).versions[&var];
    let memory = |node: usize, array: Var| match &state(node).memories[&array] {
        Memory::Version(version) => *version,
        Memory::Reads(_) => panic!("equations were asked for"),
    };
    let control = state(12).control;
    let object = version(3, n);
    let here = version(1, this);
    let null = terms.constant(WIDTH, 0);
    let there = terms.ne(here, null);
    let input_heap = input_heap(terms, next_in, here);
    let equal_read = |terms: &mut Terms, dst: TermId, array: TermId, index: TermId| {
        let read = terms.select(array, index);
        terms.eq(dst, read)
    };
    let equal_write =
        |terms: &mut Terms, (after, before): (TermId, TermId), index: TermId, value: TermId| {
            let written = terms.store(before, index, value);
            terms.eq(after, written)
        };
    let object_there = terms.ne(object, null);
    let tn2 = version(11, tn[1]);
    let (val0, val1, val2) = (memory(9, val), memory(8, val), memory(4, val));
    let (next0, next1, next2) = (memory(10, next), memory(7, next), memory(6, next));
    let one = terms.constant(WIDTH, 1);
    let tn2_there = terms.ne(tn2, null);
    // What a node reads for the condition of its own edge has a version inside of the node alone.
    let owned_by = |node: u32| -> Vec<TermId> {
        let owned = conjunctions.conditions.iter().zip(&conjunctions.owners);
        owned.filter(|(_, owner)| owner.0 == node).map(|(&condition, _)| condition).collect()
    };
    let tnv = only_symbol(terms, &owned_by(11), &[control, tn2, val0, version(11, tv[2])]);
    let tv1 = only_symbol(terms, &owned_by(1), &[control, here, val2, version(1, v)]);
    let tv3_is_greater = terms.slt(tnv, version(11, tv[2]));
    let v_is_smaller = terms.slt(version(1, v), tv1);
    // GetConditionConjHeap: the fields are those of the input heap, and so is what `this` leads to.
    let at_the_entry =
        vec![terms.eq(val2, figure.val_in), terms.eq(next2, next_in), terms.sle(here, null)];
    let rows: Vec<(u32, Vec<TermId>)> = vec![
        (12, Vec::new()),
        (11, vec![tv3_is_greater, equal_read(terms, tnv, val0, tn2), tn2_there]),
        (10, vec![equal_read(terms, tn2, next0, here), there, input_heap]),
        (9, vec![equal_read(terms, version(10, tv[2]), val0, here), there]),
        (8, vec![equal_write(terms, (val0, val1), here, version(8, v)), there]),
        (7, vec![equal_write(terms, (next0, next1), here, object), there]),
        (6, vec![equal_write(terms, (next1, next2), object, version(6, tn[0])), object_there]),
        (5, vec![equal_read(terms, version(6, tn[0]), next2, here), there, input_heap]),
        (4, vec![equal_write(terms, (val1, val2), object, version(4, tv[1])), object_there]),
        (3, vec![equal_read(terms, version(4, tv[1]), val2, here), there]),
        (2, vec![terms.eq(object, one)]),
        (1, vec![v_is_smaller, equal_read(terms, tv1, val2, here), there]),
        (0, at_the_entry),
    ];
    for (node, row) in rows {
        let mut expected: Vec<TermId> =
            row.into_iter().map(|condition| terms.implies(control, condition)).collect();
        expected.sort_unstable();
        let owned = conjunctions.conditions.iter().zip(&conjunctions.owners);
        let mut found: Vec<TermId> =
            owned.filter(|(_, owner)| owner.0 == node).map(|(&condition, _)| condition).collect();
        found.sort_unstable();
        assert_eq!(found, expected, "n{node}");
    }
    assert!((0..12).all(|node| state(node).control == control), "each implies the next");
}

/// The symbol in conditions that is none of the known ones.
fn only_symbol(terms: &mut Terms, conditions: &[TermId], known: &[TermId]) -> TermId {
    let mut others: Vec<TermId> = Vec::new();
    for &condition in conditions {
        let free = terms.free_variables(condition);
        others.extend(free.iter().filter(|symbol| !known.contains(symbol)));
    }
    others.sort_unstable();
    others.dedup();
    let [other] = others[..] else { panic!("not one symbol: {others:?}") };
    other
}

/// The assertion holds: every form says so.
#[test]
fn the_assertion_is_proved() {
    let mut figure = Figure::new();
    let forms = [Form::DisjunctsSet, Form::DisjunctsTerm, Form::DisjunctsMixed, Form::Conjunctions];
    for form in forms {
        for heap in [Heap::Instances, Heap::Equations] {
            for check in [Check::Never, Check::Always, Check::Loops] {
                let mut portfolio = SolverChoice::Auto.portfolio(Home::Here, None);
                let mut solver = Solver::new(&mut portfolio, Budget::conflicts(100_000));
                let options = Options { form, heap, check, ..Options::default() };
                let reply =
                    ask(&mut figure.terms, &mut solver, &figure.graph, &options, Question::Target);
                assert!(matches!(reply, Reply::Impossible), "{form} {heap:?} {check}");
            }
        }
    }
}
