//! Everyone who answers: three backends, the chain asked about the whole, chains with other options
//! that walk along it, and a backend that reads the query from its text.
//!
//! Nobody is trusted. A model is evaluated, a core is solved again, and whoever contradicts another, or
//! what is known of the query, is a problem.

use super::generate::Query;
use super::scene::Scene;
use dunlin_solver::backend::{Answer, Backend, Budget, Reason};
use dunlin_solver::bitwuzla::Bitwuzla;
use dunlin_solver::chain::{Chain, Core, Home, Options, Path, SolverChoice, Verdict};
use dunlin_solver::native::Native;
use dunlin_solver::value_set::Strategy;
use dunlin_solver::z3::Z3;
use dunlin_term::smt::{self, Command};
use dunlin_term::{Evaluator, Model, TermId, Terms};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What one question may cost.
const BUDGET: Budget = Budget { conflicts: 5_000, deadline: None };
/// Of so many queries one is walked along with every layer compared with those below it.
const COMPARED: u64 = 16;
/// Of so many queries one is printed and read again.
const READ_AGAIN: u64 = 8;

/// Whose answer is known before anyone is asked.
pub const HOW_MADE: &str = "how it was made";

/// An answer without its model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    Sat,
    Unsat,
    Unknown(Reason),
}

impl Said {
    pub fn is_sat(self) -> Option<bool> {
        match self {
            Said::Sat => Some(true),
            Said::Unsat => Some(false),
            Said::Unknown(_) => None,
        }
    }
}

/// What came of one query.
#[derive(Debug)]
pub struct Judgement {
    pub answers: Vec<Answered>,
    /// What must not be.
    pub problems: Vec<String>,
    /// When the last one answered.
    last: Instant,
}

#[derive(Clone, Copy, Debug)]
pub struct Answered {
    pub who: &'static str,
    pub said: Said,
    pub time: Duration,
}

impl Default for Judgement {
    fn default() -> Judgement {
        Judgement { answers: Vec::new(), problems: Vec::new(), last: Instant::now() }
    }
}

impl Judgement {
    /// What those who know say.
    pub fn verdict(&self) -> Option<bool> {
        self.answers.iter().find_map(|answer| answer.said.is_sat())
    }

    fn say(&mut self, who: &'static str, said: Said) {
        if let Said::Unknown(reason @ (Reason::WrongModel | Reason::Failure)) = said {
            self.problems.push(format!("{who}: {reason}"));
        }
        let contradicts = |answer: &&Answered| {
            said.is_sat().zip(answer.said.is_sat()).is_some_and(|(sat, other)| sat != other)
        };
        if let Some(other) = self.answers.iter().find(contradicts) {
            let (other, its) = (other.who, other.said);
            self.problems.push(format!("{who} says {said:?}, but {other} says {its:?}"));
        }
        let time = self.last.elapsed();
        self.last = Instant::now();
        self.answers.push(Answered { who, said, time });
    }
}

pub struct Panel {
    backends: [Box<dyn Backend>; 3],
    /// Solves cores again.
    judge: Native,
    whole: Chain,
    walkers: Vec<(&'static str, Chain)>,
    /// The walker with all comparisons.
    compared: Chain,
    evaluator: Evaluator,
    /// How many disagreements the comparing chain had before.
    known_disagreements: usize,
}

fn walkers() -> Vec<(&'static str, Options)> {
    let on = Options { budget: BUDGET, ..Options::default() };
    let bare = Options { budget: BUDGET, ..Options::bare() };
    let sets =
        |strategy, options: &Options| Options { value_sets: Some(strategy), ..options.clone() };
    vec![
        ("walk", on.clone()),
        ("walk: intervals", sets(Strategy::Intervals, &on)),
        ("walk: precise sets", sets(Strategy::Precise, &on)),
        ("walk: boxes by priority", sets(Strategy::BoxPriority, &on)),
        ("walk: only boxes", sets(Strategy::BoxMiddle, &bare)),
        ("walk: only precise sets", sets(Strategy::Precise, &bare)),
        ("walk: no value sets", Options { value_sets: None, ..on.clone() }),
        ("walk: no independence", Options { independence: false, ..on.clone() }),
        ("walk: no caches", Options { exact_cache: false, counterexamples: false, ..on.clone() }),
        ("walk: only independence", Options { independence: true, ..bare.clone() }),
        ("walk: only caches", Options { exact_cache: true, counterexamples: true, ..bare.clone() }),
        ("walk: only implication", Options { implication: true, ..bare.clone() }),
        ("walk: only models", Options { model: true, neighbours: true, ..bare.clone() }),
        ("walk: bare", bare),
    ]
}

impl Default for Panel {
    fn default() -> Panel {
        Panel::new()
    }
}

impl Panel {
    pub fn new() -> Panel {
        let chain =
            |options: &Options| Chain::new(options, SolverChoice::Auto.portfolio(Home::Here, None));
        let on = Options { budget: BUDGET, ..Options::default() };
        Panel {
            backends: [Box::new(Native::new()), Box::new(Bitwuzla::new()), Box::new(Z3::new())],
            judge: Native::new(),
            whole: chain(&on),
            walkers: walkers().iter().map(|(name, options)| (*name, chain(options))).collect(),
            compared: chain(&Options { check: true, ..on }),
            evaluator: Evaluator::new(),
            known_disagreements: 0,
        }
    }

    /// Terms were recycled.
    pub fn forget(&mut self) {
        self.backends.iter_mut().for_each(|backend| backend.forget());
        self.judge.forget();
        self.whole.forget();
        self.compared.forget();
        self.walkers.iter_mut().for_each(|(_, chain)| chain.forget());
    }

    /// Asks everyone. The number of the query says who walks.
    pub fn judge(&mut self, scene: &mut Scene, query: &Query, number: u64) -> Judgement {
        let mut judgement = Judgement::default();
        if let Some(sat) = query.expected {
            judgement.say(HOW_MADE, if sat { Said::Sat } else { Said::Unsat });
        }
        let (terms, model) = (&mut scene.terms, &scene.model);
        let conjunction = [query.places.clone(), query.constraints.clone()].concat();
        self.ask_backends(terms, &conjunction, &mut judgement);
        // A chain gets the addresses of objects from the path.
        if !query.unplaced {
            let path =
                if query.places.is_empty() { Path::new() } else { Path::with_model(model.clone()) };
            if query.places.is_empty() {
                let verdict = self.whole.check(terms, &query.constraints);
                let said = self.weigh(terms, "chain", verdict, &conjunction, &mut judgement);
                judgement.say("chain", said);
            }
            let count = self.walkers.len() as u64;
            for walker in [number % count, (number / count + number + 1) % count] {
                self.walk(Some(walker as usize), terms, path.clone(), query, &mut judgement);
            }
            if number.is_multiple_of(COMPARED) {
                self.walk(None, terms, path, query, &mut judgement);
            }
        }
        // The text of a base does not say what is promised of it.
        if number % READ_AGAIN == 1 && !query.unplaced {
            read_again(terms, &conjunction, &mut judgement);
        }
        judgement
    }

    fn ask_backends(&mut self, terms: &Terms, constraints: &[TermId], judgement: &mut Judgement) {
        for backend in &mut self.backends {
            let name = backend.name();
            let said = match backend.check(terms, constraints, BUDGET) {
                Answer::Sat(model) => {
                    if !satisfies(&mut self.evaluator, terms, &model, constraints) {
                        judgement.problems.push(format!("{name} has a wrong model"));
                    }
                    Said::Sat
                }
                Answer::Unsat => {
                    let core = backend.core();
                    check_core(
                        &mut self.judge,
                        terms,
                        name,
                        core.as_deref(),
                        constraints,
                        judgement,
                    );
                    Said::Unsat
                }
                Answer::Unknown(reason) => Said::Unknown(reason),
            };
            judgement.say(name, said);
        }
    }

    /// Follows the constraints one by one, as a state does; without a number as the comparing chain.
    fn walk(
        &mut self,
        walker: Option<usize>,
        terms: &mut Terms,
        mut path: Path,
        query: &Query,
        judgement: &mut Judgement,
    ) {
        let name = walker.map_or("walk, compared", |number| self.walkers[number].0);
        let mut said = Said::Sat;
        let mut asked = query.places.clone();
        for &constraint in &query.constraints {
            asked.push(constraint);
            let verdict = self.chain(walker).may_hold(terms, &mut path, constraint);
            said = self.weigh(terms, name, verdict.clone(), &asked, judgement);
            if said == Said::Unsat {
                // The path is possible, so the other side is.
                let opposite = terms.not(constraint);
                let other = self.chain(walker).may_hold(terms, &mut path, opposite);
                if other.is_unsat() {
                    judgement.problems.push(format!("{name} finds both sides impossible"));
                }
                asked.pop();
                asked.push(opposite);
                self.weigh(terms, name, other, &asked, judgement);
            }
            let Verdict::Sat(witness) = verdict else { break };
            self.chain(walker).assume(terms, &mut path, constraint, witness);
            if !satisfies(&mut self.evaluator, terms, path.model(), &asked) {
                judgement.problems.push(format!("the path of {name} has a wrong model"));
            }
        }
        judgement.say(name, said);
        if walker.is_none() {
            let disagreements = self.compared.disagreements();
            for found in &disagreements[self.known_disagreements..] {
                let [one, other] = found.between;
                judgement.problems.push(format!("{one} contradicts {other}"));
            }
            self.known_disagreements = disagreements.len();
        }
    }

    fn chain(&mut self, walker: Option<usize>) -> &mut Chain {
        match walker {
            Some(number) => &mut self.walkers[number].1,
            None => &mut self.compared,
        }
    }

    /// Checks what a chain has as evidence for its verdict.
    fn weigh(
        &mut self,
        terms: &Terms,
        name: &'static str,
        verdict: Verdict,
        constraints: &[TermId],
        judgement: &mut Judgement,
    ) -> Said {
        match verdict {
            Verdict::Sat(witness) => {
                if !satisfies(&mut self.evaluator, terms, &witness.model, constraints) {
                    judgement.problems.push(format!("{name} has a wrong model"));
                }
                Said::Sat
            }
            Verdict::Unsat(core) => {
                let core: Option<Core> = core.as_ref().map(Rc::clone);
                check_core(&mut self.judge, terms, name, core.as_deref(), constraints, judgement);
                Said::Unsat
            }
            Verdict::Unknown(reason) => Said::Unknown(reason),
        }
    }
}

pub fn satisfies(
    evaluator: &mut Evaluator,
    terms: &Terms,
    model: &Model,
    constraints: &[TermId],
) -> bool {
    let mut evaluation = evaluator.start(terms, model);
    constraints.iter().all(|&constraint| evaluation.holds(constraint) == Some(true))
}

/// A core is of the constraints and has no solution either.
fn check_core(
    judge: &mut Native,
    terms: &Terms,
    name: &str,
    core: Option<&[TermId]>,
    constraints: &[TermId],
    judgement: &mut Judgement,
) {
    let Some(core) = core else { return };
    if !core.iter().all(|constraint| constraints.contains(constraint)) {
        judgement.problems.push(format!("the core of {name} has strange constraints"));
    }
    if judge.check(terms, core, BUDGET).is_sat() {
        judgement.problems.push(format!("the core of {name} has a solution"));
    }
}

/// Prints the query, reads it, and asks about what was read.
fn read_again(terms: &Terms, constraints: &[TermId], judgement: &mut Judgement) {
    let text = smt::query(terms, constraints);
    let mut terms = Terms::new();
    let script = match smt::parse(&text, &mut terms) {
        Ok(script) => script,
        Err(error) => {
            judgement.problems.push(format!("the text is not read: {error}"));
            return;
        }
    };
    let asserted: Vec<TermId> = script
        .commands
        .iter()
        .filter_map(|command| match command {
            Command::Assert(term) => Some(*term),
            _ => None,
        })
        .collect();
    let mut answer = Native::new().check(&terms, &asserted, BUDGET);
    if matches!(answer, Answer::Unknown(_)) {
        answer = Bitwuzla::new().check(&terms, &asserted, BUDGET);
    }
    let said = match answer {
        Answer::Sat(_) => Said::Sat,
        Answer::Unsat => Said::Unsat,
        Answer::Unknown(reason) => Said::Unknown(reason),
    };
    judgement.say("what was read again", said);
}
