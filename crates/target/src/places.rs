//! Places where something can go wrong: which of them never do, by weakest preconditions and by backward execution from each, and an
//! aim for forward execution, which looks for errors in the others.
//!
//! What goes backward comes first, and its cost is bounded, so that the same program has the same hints. What it refutes is
//! never looked for. Forward execution drops states that cannot come to an open place any more: no error of those that
//! are asked for is lost with them.

use crate::aimed::Aimed;
use crate::guided::Guided;
use crate::ranking::Ranking;
use dunlin_backward::{
    Category, Functions, Guess, Limits, Options, Suspects, Tally, Way, has_foreign_code,
};
use dunlin_bse::{Asked, Classes, Loss, Source, Sweep, can_be_asked};
use dunlin_exec::explore::Aim;
use dunlin_exec::explore::search::Searcher;
use dunlin_exec::{ExecOptions, Hint, Hints, Outcome, Program, Uninitialised};
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::facts::Facts;
use dunlin_ir::{InstKind, Point};
use dunlin_results::ErrorKind;
use dunlin_solver::backend::Budget;
use dunlin_solver::chain::{Chain, Portfolio};
use dunlin_term::Terms;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What backward execution may take before forward execution begins, and what each place adds. A search that gets on ends
/// soon; one that goes round a loop with ever more conditions costs more with every round.
const LIMITS: Limits = Limits { longest_turn: 1 << 16, cost: 2_000_000 };
const COST_OF_PLACE: u64 = 10_000;

/// Conflicts that one query of backward execution may cost: a path of which is not known whether it exists is gone on with.
const PATIENCE: u64 = 500;

/// What weakest preconditions may take for each bound of loops, and what each place adds.
const SWEEP_COST: u64 = 400_000;
const SWEEP_COST_OF_PLACE: u64 = 5_000;

/// Conflicts that one query about all paths may cost.
const SWEEP_PATIENCE: u64 = 20_000;

/// Rounds of loops that depend on input: first none, and later, for what backward execution leaves open, some.
const FIRST_BOUND: u32 = 0;
const LATER_BOUNDS: [u32; 2] = [2, 8];

/// Hints for one input, which multiply its paths.
const MOST_HINTS: usize = 6;

/// Which places are looked at.
pub enum Scope<'s> {
    /// All on the ways to these points. Assertions are not among them: they do not go on to the points.
    OnTheWay(&'s [Point]),
    /// Those for which this holds.
    Where(&'s dyn Fn(Point, Category) -> bool),
}

/// How a place was ruled out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RuledOut {
    /// All backward paths from there contradict themselves.
    Backward,
    /// The condition of all paths has no solution.
    Precondition,
}

/// What is known of a place before anything was executed forward.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    RuledOut(RuledOut),
    /// The condition of all paths could not be made, since this was lost.
    Open(Vec<Loss>),
}

/// Places, and what is known of them.
pub struct Places {
    graph: CallGraph,
    way: Arc<Way>,
    /// To the places that were not ruled out.
    to_open: Way,
    hints: Hints,
    pub all: BTreeMap<Point, (Category, Standing)>,
    pub tally: Tally,
    pub time: Duration,
}

/// What came of the places, as numbers.
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
    /// Places of which nothing is known.
    pub fn open(&self) -> u64 {
        self.places - self.refuted - self.wrong
    }
}

impl Places {
    /// Goes backward from every place of the scope that can go wrong. `arguments` counts the program's name.
    pub fn new(
        program: &Program,
        scope: &Scope<'_>,
        exec: &ExecOptions,
        arguments: u64,
        (chain, portfolio): (&mut Chain, &mut Portfolio),
    ) -> Places {
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
            assertions: matches!(scope, Scope::Where(_)),
            unwritten_is_zero: exec.uninitialised == Uninitialised::Zero,
            ..Options::default()
        };
        let functions = Rc::new(Functions::new(module, &graph, &facts, program.start));
        let unknown = program.unknown_functions();
        let points = match scope {
            Scope::OnTheWay(points) => points.to_vec(),
            Scope::Where(_) => all_points(&functions),
        };
        let way = Arc::new(Way::new(&functions, &unknown, &points));
        let wanted = |at: Point, category: Category| match scope {
            Scope::OnTheWay(_) => true,
            Scope::Where(wanted) => wanted(at, category),
        };
        let mut terms = Terms::new();
        let patience = chain.set_patience(Some(PATIENCE));
        let of = (&options, &wanted as &dyn Fn(Point, Category) -> bool);
        let mut suspects = Suspects::on(&way, &functions, of, (&mut terms, chain));
        let categories: BTreeMap<Point, Category> = suspects.categories().collect();
        let mut sweep = sweep(program, &functions, &options, &categories);
        let count = categories.len() as u64;
        let limits = dunlin_bse::Limits {
            cost: SWEEP_COST + SWEEP_COST_OF_PLACE * count,
            query: Budget::conflicts(SWEEP_PATIENCE),
        };
        let mut sweep_terms = Terms::new();
        sweep.run(&mut sweep_terms, portfolio, (FIRST_BOUND, limits));
        sweep.refuted.iter().for_each(|&at| suspects.settle(at));
        let cost = LIMITS.cost + COST_OF_PLACE * count;
        suspects.run(&mut terms, chain, Limits { cost, ..LIMITS });
        chain.set_patience(patience);
        let ruled_out = |at: &Point, sweep: &Sweep<'_>, open: &BTreeSet<Point>| match (
            sweep.refuted.contains(at),
            open.contains(at),
        ) {
            (true, _) => Some(RuledOut::Precondition),
            (false, false) => Some(RuledOut::Backward),
            (false, true) => None,
        };
        let open: BTreeSet<Point> = suspects.open().collect();
        sweep.open.retain(|at, _| open.contains(at));
        if sweep.lost.values().flatten().any(|loss| loss.is_bound()) {
            for bound in LATER_BOUNDS {
                sweep.run(&mut sweep_terms, portfolio, (bound, limits));
            }
        }
        let all: BTreeMap<Point, (Category, Standing)> = categories
            .into_iter()
            .map(|(at, category)| {
                let standing = match ruled_out(&at, &sweep, &open) {
                    Some(by) => Standing::RuledOut(by),
                    None => Standing::Open(sweep.lost.get(&at).cloned().unwrap_or_default()),
                };
                (at, (category, standing))
            })
            .collect();
        let mut guesses = candidates(&sweep, &open);
        guesses.extend(suspects.take_guesses());
        let hints = hints(program, guesses);
        let is_open = |(_, (_, standing)): &(&Point, &(Category, Standing))| {
            matches!(standing, Standing::Open(_))
        };
        let open_points: Vec<Point> = all.iter().filter(is_open).map(|(at, _)| *at).collect();
        let to_open = Way::new(&functions, &unknown, &open_points);
        let tally = suspects.tally();
        drop((sweep, suspects, functions));
        let time = started.elapsed();
        Places { graph, way, to_open, hints, all, tally, time }
    }

    /// Whether no place goes wrong, without forward execution.
    pub fn is_settled(&self) -> bool {
        self.open().next().is_none()
    }

    fn open(&self) -> impl Iterator<Item = Point> + '_ {
        let of = |standing: &Standing| matches!(standing, Standing::Open(_));
        self.all.iter().filter(move |(_, (_, standing))| of(standing)).map(|(at, _)| *at)
    }

    /// How many values forward execution is given.
    pub fn values(&self) -> u64 {
        self.hints.count() as u64
    }

    /// What was shown, if errors were found at these points.
    pub fn shown(&self, errors: &BTreeSet<Point>) -> Shown {
        let mut shown = Shown { places: 0, refuted: 0, wrong: 0, contradicted: 0 };
        for (at, (_, standing)) in &self.all {
            shown.places += 1;
            match standing {
                Standing::RuledOut(_) => {
                    shown.refuted += 1;
                    shown.contradicted += u64::from(errors.contains(at));
                }
                Standing::Open(_) => shown.wrong += u64::from(errors.contains(at)),
            }
        }
        shown
    }
}

/// Every instruction that may be executed.
fn all_points(functions: &Functions<'_>) -> Vec<Point> {
    let mut points = Vec::new();
    for func in functions.module.func_ids().filter(|&func| functions.is_reached(func)) {
        let body = functions.func(func);
        for block in body.block_ids() {
            let count = body.block(block).insts.len() as u32;
            points.extend((0..=count).map(|index| Point { func, block, index }));
        }
    }
    points
}

/// The places about which one condition of all paths can be made.
fn sweep<'a>(
    program: &Program,
    functions: &Rc<Functions<'a>>,
    options: &Options,
    categories: &BTreeMap<Point, Category>,
) -> Sweep<'a> {
    let source = Source {
        functions: functions.clone(),
        classes: Rc::new(Classes::of(functions.module)),
        entry: program.start,
    };
    let chosen = dunlin_bse::Options {
        malloc_may_fail: options.malloc_may_fail,
        check_overflow: options.check_overflow,
        check_shift: options.check_shift,
        arguments: options.arguments,
        ..dunlin_bse::Options::default()
    };
    // A start in the middle has inputs that are no inputs there, and what is not written may be used anywhere.
    let may_be_asked = !program.starts_lazily() && !options.check_uninitialised;
    let asked = categories.iter().filter_map(|(&at, category)| match category {
        _ if !may_be_asked => None,
        _ if can_be_asked(functions, at) => Some((at, Asked::GoesWrong)),
        Category::Assertion | Category::Unreachable if fails_if_reached(functions, at) => {
            Some((at, Asked::Reached))
        }
        _ => None,
    });
    Sweep::new(source, chosen, asked)
}

/// Whether it is wrong to get there, whatever the values are: calls and ends of blocks, but not assumptions.
fn fails_if_reached(functions: &Functions<'_>, at: Point) -> bool {
    let func = functions.func(at.func);
    let inst = func.block(at.block).insts.get(at.index as usize);
    inst.is_none_or(|&inst| matches!(func.inst(inst).kind, InstKind::Call(_)))
}

/// Inputs with which places may go wrong, as hints.
fn candidates(sweep: &Sweep<'_>, open: &BTreeSet<Point>) -> Vec<Guess> {
    let mut guesses = Vec::new();
    for (_, inputs) in sweep.candidates.iter().filter(|(at, _)| open.contains(at)) {
        let mut occurrences: BTreeMap<Point, u32> = BTreeMap::new();
        for made in inputs {
            let next = occurrences.entry(made.at).or_insert(0);
            let occurrence = Some(*next);
            *next += 1;
            guesses.push(Guess { at: made.at, occurrence, bytes: made.bytes.clone() });
        }
    }
    guesses
}

/// Values as hints, the best first.
fn hints(program: &Program, guesses: Vec<Guess>) -> Hints {
    let mut hints = Hints::default();
    for Guess { at, occurrence, bytes } in guesses {
        let site = program.number(at);
        let hint = Hint { occurrence, bytes };
        if hints.at(site).len() < MOST_HINTS && !hints.at(site).contains(&hint) {
            hints.add(site, hint);
        }
    }
    hints
}

/// Looks for errors in the places that are open.
pub struct Errors<'a> {
    pub program: &'a Program,
    pub places: &'a Places,
    /// Leaks are errors: they are found where paths end, and so every path is followed to its end.
    pub leaks: bool,
}

impl Aim for Errors<'_> {
    fn searcher(&self, seed: u64) -> Box<dyn Searcher + '_> {
        let Places { graph, hints, .. } = self.places;
        let targets = self.places.open().collect();
        let ranking = Rc::new(Ranking::of_points(self.program, graph, targets));
        match hints.is_empty() {
            true => Box::new(Aimed::new(self.program, ranking, seed)),
            false => Box::new(Guided::new(self.program, ranking, seed)),
        }
    }

    fn hints(&self) -> &Hints {
        &self.places.hints
    }

    fn may_matter(&self, stack: &[Point]) -> bool {
        let Places { way, to_open, .. } = self.places;
        let stack = || stack.iter().copied();
        self.leaks || (way.may_reach(stack()) && to_open.may_reach(stack()))
    }

    fn is_wanted(&self, outcome: &Outcome, stack: &[Point]) -> bool {
        let is_leak = |kind| kind == ErrorKind::MemoryLeak;
        let may_reach = || self.places.way.may_reach(stack.iter().copied());
        match outcome {
            Outcome::Error(error) => is_leak(error.kind) || may_reach(),
            Outcome::Unsupported { .. } | Outcome::Limit { .. } => self.leaks || may_reach(),
            _ => true,
        }
    }
}
