//! The chain of layers: is this possible on that path?
//!
//! [`Path`] is what a state carries, [`Chain`] what a worker owns. Layers answer in the order of
//! DESIGN: constant, the state's model, implication, value sets, independence (which cuts), the
//! address-aware cache (thesis, chapter 4), addresses, caches, backends. Every layer can be left out without changing any verdict; with
//! [`Options::check`], every answer of a layer is compared with that of the layers below it.
//!
//! The address-aware cache is where bases are still atoms; below it, every base has the address that
//! the path's model gives it.

mod backends;
mod cells;
mod check;
mod counts;
mod elsewhere;
mod facts;
mod footprint;
mod layer;
mod needed;
mod options;
mod partition;
mod path;
mod portfolio;
mod range;
mod sight;

pub use backends::{Home, SolverChoice};
pub use cells::{CellInfo, CellTable, Claims, Source};
pub use check::Disagreement;
pub use counts::Counters;
pub use elsewhere::{Elsewhere, Whereabouts};
pub use facts::{Bounds, Facts};
pub(crate) use footprint::element_width;
pub use footprint::{Footprint, Footprints, Input, Run};
pub use layer::{Core, Layer, Moved, Question, Sharing, Step, Tools, Verdict, Witness};
pub use needed::Needed;
pub use options::Options;
pub use partition::{Partition, Place};
pub use path::{Apart, Guard, Joined, Path, Ways};
pub use portfolio::{Member, Portfolio};
pub use sight::{Seen, Sight};

use crate::backend::{Answer, Budget, Reason};
use crate::layers::independence;
use crate::layers::{
    AddressAware, Addresses, Constant, Counterexamples, ExactCache, Implication, Independence,
    Neighbours, StateModel, ValueSets,
};
use dunlin_term::{TermId, Terms, View};
use std::rc::Rc;
use std::time::{Duration, Instant};

struct Link {
    layer: Box<dyn Layer>,
    counters: Counters,
}

/// Both sides of a branch.
pub struct Branch {
    pub when_true: Verdict,
    pub when_false: Verdict,
}

pub struct Chain {
    /// Those above the value sets, which answer without them.
    upper: Vec<Link>,
    value_sets: Option<(ValueSets, Counters)>,
    lower: Vec<Link>,
    portfolio: Portfolio,
    tools: Tools,
    budget: Budget,
    timeout: Option<Duration>,
    independence: bool,
    check: bool,
    /// Above zero while an answer is compared: nothing is counted then.
    comparing: u32,
    disagreements: Vec<Disagreement>,
    backend_time: Duration,
    backend_questions: u64,
    /// Conflicts that one question may cost for now, see [`Chain::set_patience`].
    patience: Option<u64>,
    ran_out: bool,
    hardest: u64,
    /// What negative answers have used, if that is noted.
    needed: Option<Needed>,
}

/// What a question costs beside the effort of the backends, in instructions: for the layers above them.
pub const COST_OF_QUERY: u64 = 50;

/// A place in the chain, from the top.
type Level = usize;

impl Chain {
    pub fn new(options: &Options, portfolio: Portfolio) -> Chain {
        let link = |layer: Box<dyn Layer>| Link { layer, counters: Counters::default() };
        let mut upper = Vec::new();
        if options.constant {
            upper.push(link(Box::new(Constant)));
        }
        if options.model {
            upper.push(link(Box::new(StateModel)));
        }
        if options.implication {
            upper.push(link(Box::new(Implication)));
        }
        let mut lower = vec![link(Box::new(Independence { cut: options.independence }))];
        if options.address_aware {
            lower.push(link(Box::<AddressAware>::default()));
        }
        lower.push(link(Box::new(Addresses)));
        if options.exact_cache {
            lower.push(link(Box::<ExactCache>::default()));
        }
        if options.counterexamples {
            lower.push(link(Box::<Counterexamples>::default()));
        }
        if options.neighbours {
            lower.push(link(Box::<Neighbours>::default()));
        }
        Chain {
            upper,
            value_sets: options.value_sets.map(|s| (ValueSets::new(s), Counters::default())),
            lower,
            portfolio,
            tools: Tools::default(),
            budget: options.budget,
            timeout: options.timeout,
            independence: options.independence,
            check: options.check,
            comparing: 0,
            disagreements: Vec::new(),
            backend_time: Duration::ZERO,
            backend_questions: 0,
            patience: None,
            ran_out: false,
            hardest: 0,
            needed: None,
        }
    }

    /// What one question may cost from now on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Until told otherwise, a question is given up after so many conflicts of all backends together, since
    /// whoever asks can come back with more patience: [`Chain::take_ran_out`] tells such an answer from one
    /// for good. Without a number, or with one beyond the budget, only the budget counts. Gives what was set
    /// before.
    pub fn set_patience(&mut self, conflicts: Option<u64>) -> Option<u64> {
        let limit = conflicts.filter(|&conflicts| conflicts < self.budget.conflicts);
        std::mem::replace(&mut self.patience, limit)
    }

    /// Whether a question had no answer for want of patience, since this was last asked.
    pub fn take_ran_out(&mut self) -> bool {
        std::mem::take(&mut self.ran_out)
    }

    /// The conflicts of the hardest question that was asked with limited patience, since this was last asked.
    pub fn take_hardest(&mut self) -> u64 {
        std::mem::take(&mut self.hardest)
    }

    /// What the backends have done so far, in conflicts and propagations or what comes near them: the same
    /// in every run.
    pub fn effort(&self) -> u64 {
        self.portfolio.effort()
    }

    /// The effort of the backends, and for the layers above them a number for each question.
    pub fn work(&self) -> u64 {
        self.effort() + COST_OF_QUERY * self.solver_calls()
    }

    /// No question goes on after this.
    pub fn stop_at(&mut self, deadline: Instant) {
        let earlier = self.budget.deadline.map_or(deadline, |known| known.min(deadline));
        self.budget.deadline = Some(earlier);
    }

    /// What a question that is asked now may cost.
    fn budget(&self) -> Budget {
        let Some(timeout) = self.timeout else { return self.budget };
        // A limit beyond what the clock can express is none.
        let deadline = Instant::now().checked_add(timeout);
        let earlier = [self.budget.deadline, deadline].into_iter().flatten().min();
        Budget { deadline: earlier, ..self.budget }
    }

    /// Whether `condition` can be true on the path, and with which solution.
    pub fn may_hold(&mut self, terms: &mut Terms, path: &mut Path, condition: TermId) -> Verdict {
        self.ask_on_path(terms, path, condition, false)
    }

    /// As [`Chain::may_hold`], for a condition that depends on the order of addresses on this very path,
    /// as resolution by address ranges asks: the answer is not shared with other paths.
    pub fn may_hold_here(
        &mut self,
        terms: &mut Terms,
        path: &mut Path,
        condition: TermId,
    ) -> Verdict {
        self.ask_on_path(terms, path, condition, true)
    }

    fn ask_on_path(
        &mut self,
        terms: &mut Terms,
        path: &mut Path,
        condition: TermId,
        private: bool,
    ) -> Verdict {
        self.prepare(terms, path, condition);
        let constraints = path.shared_constraints();
        let budget = self.budget();
        let question = Question { path, constraints: &constraints, condition, budget, private };
        let verdict = self.ask(terms, 0, &question);
        if let Verdict::Unsat(core) = &verdict
            && self.needed.is_some()
        {
            self.note_unsat(terms, path, condition, core.as_ref());
        }
        verdict
    }

    /// Whether a condition and its opposite can be true on the path.
    pub fn branch(&mut self, terms: &mut Terms, path: &mut Path, condition: TermId) -> Branch {
        let opposite = terms.not(condition);
        Branch {
            when_true: self.may_hold(terms, path, condition),
            when_false: self.may_hold(terms, path, opposite),
        }
    }

    /// Adds a condition to a path, with the witness that [`Chain::may_hold`] gave for it on this path.
    pub fn assume(
        &mut self,
        terms: &mut Terms,
        path: &mut Path,
        condition: TermId,
        witness: Witness,
    ) {
        if condition == TermId::TRUE {
            return;
        }
        self.prepare(terms, path, condition);
        match &mut self.value_sets {
            Some((value_sets, _)) => {
                value_sets.assume(terms, &mut self.tools, path, condition, witness);
            }
            None => path.model = witness.model,
        }
        self.add(terms, path, condition);
        if self.check {
            self.check_path(terms, path);
        }
    }

    /// Adds a constraint that the model satisfies, without regard to the box.
    fn add(&mut self, terms: &Terms, path: &mut Path, condition: TermId) {
        let footprint = self.tools.footprints.of(terms, condition);
        if terms.has_base(condition) {
            let is_pinned = |base: &TermId| match terms.view(*base) {
                View::Base(id) => path.is_pinned(terms.base_info(id).object),
                _ => false,
            };
            let pinned_before = footprint.bases.iter().any(is_pinned);
            if self.pin(terms, path, condition, &footprint) || pinned_before {
                path.add_by_address(condition);
            }
        }
        path.push(terms, condition, &footprint);
    }

    /// Pins what a condition makes depend on addresses that a path has decided without adding it: it
    /// holds already, or it cannot.
    pub fn rely_on(&mut self, terms: &Terms, path: &mut Path, condition: TermId) {
        let footprint = self.tools.footprints.of(terms, condition);
        self.pin(terms, path, condition, &footprint);
    }

    /// Pins what a condition that is about to be added makes depend on addresses.
    /// Whether there is anything.
    fn pin(
        &mut self,
        terms: &Terms,
        path: &mut Path,
        condition: TermId,
        footprint: &Footprint,
    ) -> bool {
        let context = || independence::touched(path, footprint);
        let pinned = self.tools.agnostic.pinned_by(terms, condition, context);
        let pins = !pinned.is_empty();
        for base in pinned {
            path.pin(terms.base_info(base).object);
        }
        pins
    }

    /// The numbers of the constraints of a path that speak of what some terms depend on, directly or through others.
    pub fn constraints_about(&mut self, terms: &Terms, path: &Path, about: &[TermId]) -> Vec<u32> {
        let mut groups = Vec::new();
        for &term in about {
            let footprint = self.tools.footprints.of(terms, term);
            groups.extend(path.partition.touched(&footprint));
        }
        groups.sort_unstable();
        groups.dedup();
        path.partition.constraints(&groups)
    }

    /// Whether constraints can be true together, in any order; the model is for all of them.
    ///
    /// The layers that cost little take them one by one. Where they do not know, the independent
    /// groups of constraints are asked about as wholes.
    pub fn check(&mut self, terms: &mut Terms, constraints: &[TermId]) -> Verdict {
        let mut path = Path::new();
        let mut constraints = constraints.to_vec();
        constraints.retain(|&constraint| constraint != TermId::TRUE);
        let bottom = self.first_lower();
        let budget = self.budget();
        let mut open = false;
        for &constraint in &constraints {
            self.prepare(terms, &mut path, constraint);
            let known = path.shared_constraints();
            let (path_now, condition, private) = (&path, constraint, false);
            let question =
                Question { path: path_now, constraints: &known, condition, budget, private };
            match self.ask_between(terms, 0, bottom, &question) {
                Some(Verdict::Sat(witness)) => self.assume(terms, &mut path, constraint, witness),
                Some(Verdict::Unsat(core)) => return Verdict::Unsat(core),
                _ => {
                    open = true;
                    break;
                }
            }
        }
        if !open {
            return Verdict::sat(path.model);
        }
        self.check_groups(terms, &constraints, budget)
    }

    fn check_groups(
        &mut self,
        terms: &mut Terms,
        constraints: &[TermId],
        budget: Budget,
    ) -> Verdict {
        let mut partition = Partition::default();
        for (number, &constraint) in constraints.iter().enumerate() {
            let footprint = self.tools.footprints.of(terms, constraint);
            partition.add(number as u32, &footprint);
        }
        let all: Vec<u32> = (0..constraints.len() as u32).collect();
        let groups = if self.independence { partition.groups().collect() } else { vec![all] };
        let mut path = Path::new();
        let mut unknown = None;
        for group in groups {
            let mut group: Vec<TermId> =
                group.iter().map(|&number| constraints[number as usize]).collect();
            let condition = group.pop().expect("a group has a constraint");
            let (constraints, private) = (&group, false);
            let question = Question { path: &path, constraints, condition, budget, private };
            match self.ask(terms, self.first_lower() + 1, &question) {
                Verdict::Sat(witness) => {
                    let asked = question.conjunction();
                    let tools = &mut self.tools;
                    let witness = independence::combined(terms, tools, &question, &witness, asked);
                    path.model = witness.model;
                }
                Verdict::Unsat(core) => return Verdict::Unsat(core),
                Verdict::Unknown(reason) => unknown = Some(reason),
            }
        }
        unknown.map_or_else(|| Verdict::sat(path.model), Verdict::Unknown)
    }

    /// Cells for the elements that a condition reads.
    fn prepare(&mut self, terms: &Terms, path: &mut Path, condition: TermId) {
        if let Some((value_sets, _)) = &mut self.value_sets {
            let footprint = self.tools.footprints.of(terms, condition);
            path.claim(terms, &mut self.tools.cells, &footprint, &mut value_sets.tally);
        }
    }

    fn first_lower(&self) -> Level {
        self.upper.len() + usize::from(self.value_sets.is_some())
    }

    fn levels(&self) -> Level {
        self.first_lower() + self.lower.len()
    }

    fn layer(&mut self, level: Level) -> (&mut dyn Layer, &mut Counters, &mut Tools) {
        let lower = self.first_lower();
        if level < self.upper.len() {
            let link = &mut self.upper[level];
            (&mut *link.layer, &mut link.counters, &mut self.tools)
        } else if level < lower {
            let (layer, counters) = self.value_sets.as_mut().expect("there is a level for it");
            (layer, counters, &mut self.tools)
        } else {
            let link = &mut self.lower[level - lower];
            (&mut *link.layer, &mut link.counters, &mut self.tools)
        }
    }

    fn ask(&mut self, terms: &mut Terms, level: Level, question: &Question<'_>) -> Verdict {
        let end = self.levels();
        self.ask_between(terms, level, end, question).expect("backends always say something")
    }

    /// The answer of the layers from `level` up to `end`, if they have one. If `end` is the end of the
    /// chain, the backends are asked too.
    fn ask_between(
        &mut self,
        terms: &mut Terms,
        level: Level,
        end: Level,
        question: &Question<'_>,
    ) -> Option<Verdict> {
        if level == end {
            let is_bottom = end == self.levels();
            return is_bottom.then(|| self.ask_backends(terms, question));
        }
        let comparing = self.comparing > 0;
        let started = Instant::now();
        let (layer, counters, tools) = self.layer(level);
        let step = layer.ask(terms, tools, question);
        if !comparing {
            counters.asked += 1;
            counters.time += started.elapsed();
        }
        match step {
            Step::Answer(verdict) => {
                if !comparing {
                    match &verdict {
                        Verdict::Sat(_) => counters.sat += 1,
                        Verdict::Unsat(_) => counters.unsat += 1,
                        Verdict::Unknown(_) => {}
                    }
                }
                if self.check {
                    self.compare(terms, level, question, &verdict);
                }
                Some(verdict)
            }
            Step::Pass => {
                let verdict = self.ask_between(terms, level + 1, end, question)?;
                Some(self.tell(terms, level, question, verdict))
            }
            Step::With(constraints) => {
                let narrowed = Question { constraints: &constraints, ..*question };
                let verdict = self.ask_between(terms, level + 1, end, &narrowed)?;
                Some(self.tell(terms, level, &narrowed, verdict))
            }
        }
    }

    fn tell(
        &mut self,
        terms: &mut Terms,
        level: Level,
        question: &Question<'_>,
        verdict: Verdict,
    ) -> Verdict {
        let (layer, _, tools) = self.layer(level);
        layer.answered(terms, tools, question, verdict)
    }

    fn ask_backends(&mut self, terms: &mut Terms, question: &Question<'_>) -> Verdict {
        let constraints: Vec<TermId> = question.conjunction().collect();
        let started = Instant::now();
        let budget = question.budget;
        let conflicts = self.portfolio.conflicts();
        let together = self.patience.unwrap_or(u64::MAX);
        let answer = if self.check {
            let (answer, contradiction) =
                self.portfolio.check_all(terms, &constraints, budget, together);
            if let Some(contradiction) = contradiction {
                self.disagree(terms, contradiction.names, &constraints);
            }
            answer
        } else {
            self.portfolio.check(terms, &constraints, budget, together)
        };
        if self.patience.is_some() {
            self.hardest = self.hardest.max(self.portfolio.conflicts() - conflicts);
        }
        if self.comparing == 0 {
            self.backend_time += started.elapsed();
            self.backend_questions += 1;
        }
        match answer {
            Answer::Sat(model) => Verdict::sat(Rc::new(model)),
            Answer::Unsat => Verdict::Unsat(self.portfolio.core().map(Rc::from)),
            Answer::Unknown(reason) => {
                self.ran_out |= self.patience.is_some() && reason == Reason::Conflicts;
                Verdict::Unknown(reason)
            }
        }
    }

    /// Forgets everything that is keyed by terms. To be called when terms were recycled; paths that
    /// are still in use keep what they hold, which must have been among the roots.
    pub fn forget(&mut self) {
        self.upper.iter_mut().chain(&mut self.lower).for_each(|link| link.layer.forget());
        if let Some((value_sets, _)) = &mut self.value_sets {
            value_sets.forget();
        }
        self.portfolio.forget();
        self.tools.footprints.forget();
        self.tools.agnostic.forget();
    }
}
