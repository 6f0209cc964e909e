//! All forms against what every input does, on small random graphs.

use dunlin_bse::graph::{Command, Edge, Graph, Input, Node, NodeId, Role, Var};
use dunlin_bse::walk::{End, walk};
use dunlin_bse::{Check, Form, Heap, Loss, Options, Question, Reply, Solver, ask};
use dunlin_ir::{BlockId, FuncId, Point};
use dunlin_solver::backend::Budget;
use dunlin_solver::chain::{Home, SolverChoice};
use dunlin_term::{Model, Sort, TermId, Terms, View};
use proptest::prelude::*;

const WIDTH: u32 = 2;

/// Numbers that decide about a graph, taken one after the other.
struct Dice<'d> {
    rolls: &'d [u8],
    next: usize,
}

impl Dice<'_> {
    fn roll(&mut self, sides: usize) -> usize {
        let roll = self.rolls[self.next % self.rolls.len()];
        // The same numbers come again in another order.
        let turn = self.next / self.rolls.len();
        self.next += 1;
        (usize::from(roll) + turn * 7) % sides
    }
}

const AT: Point = Point { func: FuncId(0), block: BlockId(0), index: 0 };

struct Maker<'d> {
    terms: Terms,
    graph: Graph,
    dice: Dice<'d>,
    scalars: Vec<Var>,
    arrays: Vec<Var>,
    inputs: Vec<TermId>,
}

impl Maker<'_> {
    fn value(&mut self) -> TermId {
        match self.dice.roll(4) {
            0 => {
                let number = self.dice.roll(4) as u64;
                self.terms.constant(WIDTH, number)
            }
            1 => self.inputs[self.dice.roll(self.inputs.len())],
            _ => self.graph.symbol(self.scalars[self.dice.roll(self.scalars.len())]),
        }
    }

    fn term(&mut self) -> TermId {
        let (x, y) = (self.value(), self.value());
        match self.dice.roll(5) {
            0 => self.terms.add(x, y),
            1 => self.terms.xor(x, y),
            _ => x,
        }
    }

    fn condition(&mut self) -> TermId {
        let (x, y) = (self.term(), self.term());
        match self.dice.roll(3) {
            0 => self.terms.ult(x, y),
            1 => self.terms.ne(x, y),
            _ => self.terms.eq(x, y),
        }
    }

    fn command(&mut self) -> Command {
        let scalar = self.scalars[self.dice.roll(self.scalars.len())];
        let array = self.arrays[self.dice.roll(self.arrays.len())];
        match self.dice.roll(11) {
            0..=3 => Command::Assign(scalar, self.term()),
            4 | 5 => Command::Load { dst: scalar, array, index: self.term() },
            6 | 7 => Command::Store { array, index: self.term(), value: self.term() },
            8 => Command::Assume(self.condition()),
            9 => Command::Blur(Loss::Unsupported(AT)),
            _ => Command::Lose(self.condition(), Loss::Unsupported(AT)),
        }
    }

    /// A graph from the first node on; the last two are the target and what was lost.
    fn make(&mut self, nodes: usize) {
        let mut entry = Vec::new();
        for &symbol in &self.inputs {
            entry.push(Command::Input(Input { at: AT, symbol, bytes: 1 }));
        }
        for &array in &self.arrays {
            let zero = self.terms.constant(WIDTH, 0);
            let to = self.terms.const_array(WIDTH, zero);
            entry.push(Command::Reset { array, to });
        }
        for &scalar in &self.scalars {
            let zero = self.terms.constant(WIDTH, 0);
            entry.push(Command::Assign(scalar, zero));
        }
        let (target, lost) = (NodeId(nodes as u32), NodeId(nodes as u32 + 1));
        for number in 0..nodes {
            let mut commands = if number == 0 { entry.clone() } else { Vec::new() };
            commands.extend((0..self.dice.roll(4)).map(|_| self.command()));
            let condition = self.condition();
            let opposite = self.terms.not(condition);
            let mut edges = Vec::new();
            for condition in [condition, opposite] {
                let to = match self.dice.roll(8) {
                    0 => lost,
                    1 | 2 => target,
                    3 => continue,
                    _ if number + 1 == nodes => target,
                    _ => NodeId((number + 1 + self.dice.roll(nodes - number - 1)) as u32),
                };
                let var = self.scalars[self.dice.roll(self.scalars.len())];
                let moves = match self.dice.roll(2) {
                    0 => vec![(var, self.value())],
                    _ => Vec::new(),
                };
                edges.push(Edge { condition, moves, to });
            }
            let role = if self.dice.roll(3) == 0 { Role::LoopHead } else { Role::Plain };
            self.graph.nodes.push(Node { role, commands, edges });
        }
        self.graph.nodes.push(Node { role: Role::Target, ..Node::default() });
        let role = Role::Lost(Loss::Unsupported(AT));
        self.graph.nodes.push(Node { role, ..Node::default() });
        self.graph.verify(&self.terms);
    }
}

/// Which ends some input leads to.
fn truth(maker: &Maker<'_>) -> (bool, bool) {
    let (mut reached, mut lost) = (false, false);
    for number in 0..1u64 << (WIDTH as usize * maker.inputs.len()) {
        let mut model = Model::new();
        for (place, &input) in maker.inputs.iter().enumerate() {
            let View::Symbol(symbol) = maker.terms.view(input) else { unreachable!() };
            let value = number >> (place as u32 * WIDTH) & 3;
            model.set(symbol, &dunlin_ir::Bits::from_u64(WIDTH, value));
        }
        match walk(&maker.terms, &maker.graph, &model).end {
            End::Target => reached = true,
            End::Lost | End::Blurred => lost = true,
            End::Nowhere => {}
        }
    }
    (reached, lost)
}

const VARIANTS: [(Form, Check, Heap); 8] = [
    (Form::Conjunctions, Check::Never, Heap::Instances),
    (Form::Conjunctions, Check::Always, Heap::Instances),
    (Form::Conjunctions, Check::Loops, Heap::Instances),
    (Form::Conjunctions, Check::Never, Heap::Equations),
    (Form::DisjunctsSet, Check::Never, Heap::Instances),
    (Form::DisjunctsTerm, Check::Never, Heap::Instances),
    (Form::DisjunctsMixed, Check::Never, Heap::Instances),
    (Form::DisjunctsSet, Check::Always, Heap::Instances),
];

fn compare(rolls: &[u8], nodes: usize) -> Result<(), TestCaseError> {
    let mut terms = Terms::new();
    let mut graph = Graph::default();
    let scalars = (0..3).map(|_| graph.var(&mut terms, Sort::BitVec(WIDTH))).collect();
    let sort = Sort::Array { index: WIDTH, element: WIDTH };
    let arrays = (0..2).map(|_| graph.var(&mut terms, sort)).collect();
    let inputs = ["i", "j", "k"].map(|name| terms.symbol(name, Sort::BitVec(WIDTH)).unwrap());
    let dice = Dice { rolls, next: 0 };
    let mut maker = Maker { terms, graph, dice, scalars, arrays, inputs: inputs.to_vec() };
    maker.make(nodes);
    let (reached, lost) = truth(&maker);
    for (form, check, heap) in VARIANTS {
        for question in [Question::Target, Question::TargetOrLoss] {
            let mut portfolio = SolverChoice::Auto.portfolio(Home::Here, None);
            let mut solver = Solver::new(&mut portfolio, Budget::conflicts(100_000));
            let options = Options { form, check, heap, ..Options::default() };
            let reply = ask(&mut maker.terms, &mut solver, &maker.graph, &options, question);
            let expected = match question {
                Question::Target => reached,
                Question::TargetOrLoss => reached || lost,
            };
            let said = match &reply {
                Reply::Possible(model) => {
                    let end = walk(&maker.terms, &maker.graph, model).end;
                    let fits = match question {
                        Question::Target => end == End::Target,
                        Question::TargetOrLoss => end != End::Nowhere,
                    };
                    prop_assert!(fits, "{form} {check}: the solution leads to {end:?}");
                    true
                }
                Reply::Impossible => false,
                Reply::Unknown => return Err(TestCaseError::fail("a solver gave up")),
            };
            prop_assert_eq!(said, expected, "{} {} {:?} {:?}", form, check, heap, question);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_form_says_what_every_input_does(
        rolls in prop::collection::vec(any::<u8>(), 40..200),
        nodes in 1usize..8,
    ) {
        compare(&rolls, nodes)?;
    }
}
