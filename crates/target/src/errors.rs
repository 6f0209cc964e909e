//! Errors on the way to a line: which places there never go wrong, by backward execution from each of them, and an aim for
//! forward execution, which looks for errors in the others.
//!
//! Backward execution comes first, for a fixed number of steps, so that the same program has the same hints. What it
//! refutes is never looked for. Forward execution drops states that cannot come to an open place on the way any more:
//! no error of those that are asked for is lost with them.

use crate::aimed::Aimed;
use crate::guided::Guided;
use crate::ranking::Ranking;
use dunlin_backward::{Functions, Guess, Limits, Options, Suspects, Tally, Way, has_foreign_code};
use dunlin_exec::explore::Aim;
use dunlin_exec::explore::search::Searcher;
use dunlin_exec::{ExecOptions, Hint, Hints, Outcome, Program, Uninitialised};
use dunlin_ir::Point;
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::facts::Facts;
use dunlin_results::ErrorKind;
use dunlin_solver::chain::Chain;
use dunlin_term::Terms;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What backward execution may take before forward execution begins. A search that gets on ends soon; one that goes round
/// a loop with ever more conditions costs more with every round.
const LIMITS: Limits = Limits { longest_turn: 1 << 16, cost: 2_000_000 };

/// Conflicts that one query may cost: a path of which is not known whether it exists is gone on with.
const PATIENCE: u64 = 500;

/// Hints for one input, which multiply its paths.
const MOST_HINTS: usize = 6;

/// The ways to a line, and what is known of the places on them.
pub struct OnTheWay {
    graph: CallGraph,
    way: Arc<Way>,
    /// To the places that were not refuted.
    to_open: Way,
    hints: Hints,
    open: BTreeSet<Point>,
    refuted: BTreeSet<Point>,
    pub tally: Tally,
    pub time: Duration,
}

/// What came of the places on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Places that can go wrong, as far as the instruction alone says.
    pub places: u64,
    /// They never go wrong.
    pub refuted: u64,
    /// An error was found there.
    pub wrong: u64,
    /// An error was found where there should be none: a bug of Dunlin.
    pub contradicted: u64,
}

impl Shown {
    /// Places of which backward execution does not know.
    pub fn open(&self) -> u64 {
        self.places - self.refuted - self.wrong
    }
}

impl OnTheWay {
    /// Executes backward from every place on the way to `line` that can go wrong. `arguments` counts the program's name.
    pub fn new(
        program: &Program,
        line: &[Point],
        exec: &ExecOptions,
        arguments: u64,
        chain: &mut Chain,
    ) -> OnTheWay {
        let started = Instant::now();
        let module = &program.module;
        let graph = CallGraph::new(module);
        let known = !program.starts_lazily() && !has_foreign_code(module);
        let facts = Facts::of(module, program.start, known);
        let options = Options {
            arguments,
            malloc_may_fail: exec.malloc_may_fail,
            check_overflow: exec.check_overflow,
            check_shift: exec.check_shift,
            check_uninitialised: exec.check_uninitialised(),
            unwritten_is_zero: exec.uninitialised == Uninitialised::Zero,
            ..Options::default()
        };
        let functions = Rc::new(Functions::new(module, &graph, &facts, program.start));
        let unknown = program.unknown_functions();
        let way = Arc::new(Way::new(&functions, &unknown, line));
        let mut terms = Terms::new();
        let patience = chain.set_patience(Some(PATIENCE));
        let mut suspects = Suspects::on(&way, &functions, &options, (&mut terms, chain));
        suspects.run(&mut terms, chain, LIMITS);
        chain.set_patience(patience);
        let hints = hints(program, suspects.take_guesses());
        let open: BTreeSet<Point> = suspects.open().collect();
        let refuted = suspects.all().filter(|at| !open.contains(at)).collect();
        let open_points: Vec<Point> = open.iter().copied().collect();
        let to_open = Way::new(&functions, &unknown, &open_points);
        let tally = suspects.tally();
        drop((suspects, functions));
        let time = started.elapsed();
        OnTheWay { graph, way, to_open, hints, open, refuted, tally, time }
    }

    /// Whether no place on the way goes wrong, without forward execution.
    pub fn is_settled(&self) -> bool {
        self.open.is_empty()
    }

    /// How many values forward execution is given.
    pub fn values(&self) -> u64 {
        self.hints.count() as u64
    }

    /// What was shown, if errors were found at these points.
    pub fn shown(&self, errors: &BTreeSet<Point>) -> Shown {
        let count = |places: &BTreeSet<Point>| places.intersection(errors).count() as u64;
        Shown {
            places: (self.open.len() + self.refuted.len()) as u64,
            refuted: self.refuted.len() as u64,
            wrong: count(&self.open),
            contradicted: count(&self.refuted),
        }
    }
}

/// Values as hints, the best first.
fn hints(program: &Program, guesses: Vec<Guess>) -> Hints {
    let mut hints = Hints::default();
    for Guess { at, occurrence, bytes } in guesses {
        let site = program.number(at);
        if hints.at(site).len() < MOST_HINTS {
            hints.add(site, Hint { occurrence, bytes });
        }
    }
    hints
}

/// Looks for errors on the way to a line.
pub struct Errors<'a> {
    pub program: &'a Program,
    pub on_the_way: &'a OnTheWay,
    /// Leaks are errors: they are found where paths end, and so every path is followed to its end.
    pub leaks: bool,
}

impl Aim for Errors<'_> {
    fn searcher(&self, seed: u64) -> Box<dyn Searcher + '_> {
        let OnTheWay { graph, open, hints, .. } = self.on_the_way;
        let targets = open.iter().copied().collect();
        let ranking = Rc::new(Ranking::of_points(self.program, graph, targets));
        match hints.is_empty() {
            true => Box::new(Aimed::new(self.program, ranking, seed)),
            false => Box::new(Guided::new(self.program, ranking, seed)),
        }
    }

    fn hints(&self) -> &Hints {
        &self.on_the_way.hints
    }

    fn may_matter(&self, stack: &[Point]) -> bool {
        let OnTheWay { way, to_open, .. } = self.on_the_way;
        let stack = || stack.iter().copied();
        self.leaks || (way.may_reach(stack()) && to_open.may_reach(stack()))
    }

    fn is_wanted(&self, outcome: &Outcome, stack: &[Point]) -> bool {
        let is_leak = |kind| kind == ErrorKind::MemoryLeak;
        let may_reach = || self.on_the_way.way.may_reach(stack.iter().copied());
        match outcome {
            Outcome::Error(error) => is_leak(error.kind) || may_reach(),
            Outcome::Unsupported { .. } | Outcome::Limit { .. } => self.leaks || may_reach(),
            _ => true,
        }
    }
}
