//! From targets to answers: loads a program, looks for each target, writes tests, confirms them.

mod look;

use super::answer::{
    Found, TargetAnswer, Unreachable, backward_entry, conclude, doubt, errors_seen, member_entry,
};
use super::confirm::{self, Claim, Confirmation};
use super::home::Home;
use super::inputs;
use super::why;
use crate::assumptions::assumptions;
use crate::failure::Failure;
use crate::inputs::test_of;
use crate::loaded::{Loaded, load};
use crate::options::{Confirm, HuntSettings};
use crate::replay::compare::Comparison;
use crate::run::{memory, queries};
use crate::stop::Stop;
use crate::watcher::{Event, Watcher};
use dunlin_exec::{ExecOptions, Whereabouts};
use dunlin_ir::fold_conditions::{FoldOptions, fold_conditions};
use dunlin_ir::promote::promote_locals;
use dunlin_ir::regions::{FunctionRegions, Sources};
use dunlin_ir::{Module, Point};
use dunlin_load::{Linked, LoadOptions, TARGET_HOOK};
use dunlin_report::{OutputFolder, TargetEntry, TestExtent, Verdict, test_name};
use dunlin_results::{InputBytes, StopReason};
use dunlin_target::marks::{MarkedProgram, take_marks};
use dunlin_target::place::{Place, Removed};
use dunlin_target::{Answer, Condition, ConditionError, Passed, Proof};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// What to look for.
pub struct Wanted {
    /// As the user named it.
    pub text: String,
    /// How signs of life call it; without that they say the text, with a number if there are several.
    pub label: Option<String>,
    pub place: Place,
}

/// How long to look for a target.
#[derive(Clone, Copy)]
struct TimeLimit {
    time: Duration,
    /// The option that it comes from.
    option: &'static str,
}

/// Why a target cannot have its condition.
pub enum ConditionalError {
    Condition(ConditionError),
    /// The program cannot be loaded again.
    Failed(Failure),
}

/// What became of all targets.
pub struct Answered {
    pub answers: Vec<TargetAnswer>,
    /// Nothing is left to go on with.
    pub finished: bool,
}

impl Answered {
    /// None was looked for.
    fn unfinished(answers: Vec<TargetAnswer>) -> Answered {
        Answered { answers, finished: false }
    }
}

/// A program with the targets to look for.
pub struct Hunter<'h> {
    load: LoadOptions,
    settings: &'h HuntSettings,
    watcher: &'h dyn Watcher,
    stop: &'h Stop,
    /// The program's name and arguments.
    arguments: Vec<String>,
    module: Module,
    /// What the module was made of, for native runs.
    linked: Linked,
    exec: ExecOptions,
    targets: Vec<Wanted>,
    /// By target: the function that has it in the source.
    holders: Vec<Option<String>>,
    /// Asked for lines without code, and for inputs that others have compiled.
    sources: OnceLock<Sources>,
    /// What must be true at the target, as the user wrote it.
    condition: Option<String>,
    /// The most time for one target, and the option that says so.
    time_per_target: Option<TimeLimit>,
    /// What could not be written.
    pub problems: Vec<String>,
}

impl<'h> Hunter<'h> {
    /// A hunter without targets. With `has_condition` it is for [`Hunter::add_conditional`] alone.
    pub fn new(
        program: Loaded,
        has_condition: bool,
        settings: &'h HuntSettings,
        watcher: &'h dyn Watcher,
        stop: &'h Stop,
    ) -> Result<Hunter<'h>, Failure> {
        settings.solver.chain().map_err(Failure::bad_input)?;
        let Loaded { module, linked, options: load, .. } = program;
        // A target may lie in the program's own `reach_error`, or behind a call of it.
        let exec = ExecOptions { stop_at_error_function: false, ..settings.exec.clone() };
        let mut arguments = vec![load.inputs[0].display().to_string()];
        arguments.extend(settings.arguments.iter().cloned());
        let mut hunter = Hunter {
            load,
            settings,
            watcher,
            stop,
            arguments,
            module,
            linked,
            exec,
            targets: Vec::new(),
            holders: Vec::new(),
            sources: OnceLock::new(),
            condition: None,
            time_per_target: None,
            problems: Vec::new(),
        };
        if !has_condition {
            hunter.fold();
        }
        Ok(hunter)
    }

    /// If the program is to be optimised: does so, with the targets marked before.
    fn optimise(&mut self, promote: bool) -> Result<(), Failure> {
        if !self.load.is_optimising() {
            return Ok(());
        }
        let marks = self.targets.iter().map(|wanted| confirm::probe(&wanted.place)).collect();
        let loaded = load(&LoadOptions { promote, marks, ..self.load.clone() })?;
        (self.module, self.linked) = (loaded.module, loaded.linked);
        if promote {
            self.fold();
        }
        let found = take_marks(&mut self.module, TARGET_HOOK, self.targets.len());
        for (wanted, points) in self.targets.iter_mut().zip(found) {
            let place = &mut wanted.place;
            if place.removed.is_some() {
                continue;
            }
            if points.is_empty() && !place.points.is_empty() {
                place.removed = Some(Removed::Optimised);
            }
            place.functions = points.iter().map(|point| point.func).collect();
            place.functions.dedup();
            place.points = points;
        }
        Ok(())
    }

    /// The regions of the program's C sources, as far as clang can tell them.
    pub fn regions(&self) -> Vec<FunctionRegions> {
        self.sources().functions.clone()
    }

    fn sources(&self) -> &Sources {
        self.sources.get_or_init(|| dunlin_load::sources(&self.load).unwrap_or_default())
    }

    /// Whether the code of some input does not stand at the lines of its source any more.
    fn has_optimised_input(&self) -> bool {
        let is_source = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "c");
        !self.load.inputs.iter().all(is_source) && self.sources().optimised
    }

    fn fold(&mut self) {
        if self.settings.fold_conditions {
            // A target is a line: conditions on several lines stay apart.
            let check_uninitialised = self.exec.check_uninitialised();
            let options =
                FoldOptions { across_lines: false, check_uninitialised, ..FoldOptions::default() };
            fold_conditions(&mut self.module, &options);
        }
    }

    /// The program, as places of targets refer to it.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Adds a target. Answers come in the order in which targets were added.
    pub fn add(&mut self, wanted: Wanted) {
        let holder = wanted.place.functions.first();
        let holder = holder.map(|&func| self.module.func(func).name.clone());
        self.holders.push(wanted.place.function.clone().or(holder));
        self.targets.push(wanted);
    }

    /// Adds the only target: it counts where the condition is true.
    pub fn add_conditional(
        &mut self,
        wanted: Wanted,
        condition: &Condition,
    ) -> Result<(), ConditionalError> {
        self.add(wanted);
        self.optimise(false).map_err(ConditionalError::Failed)?;
        let place = &mut self.targets[0].place;
        if place.removed.is_none() {
            condition.apply(&mut self.module, place).map_err(ConditionalError::Condition)?;
        }
        promote_locals(&mut self.module);
        self.fold();
        self.condition = Some(condition.to_string());
        Ok(())
    }

    /// No target gets more time than this, which an option says.
    pub fn limit_each(&mut self, time: Duration, option: &'static str) {
        self.time_per_target = Some(TimeLimit { time, option });
    }

    /// Looks for all targets.
    pub fn answer(&mut self, home: &Home) -> Result<Answered, Failure> {
        if self.targets.is_empty() {
            return Ok(Answered { answers: Vec::new(), finished: true });
        }
        // What comes next takes seconds for a large program.
        if let Some(stop) = self.stop.why() {
            return Ok(Answered::unfinished(self.none_looked_for(stop)));
        }
        if self.condition.is_none() {
            self.optimise(true)?;
        }
        let points: Vec<Vec<Point>> =
            self.targets.iter().map(|wanted| wanted.place.points.clone()).collect();
        let (module, entry) = (self.module.clone(), self.load.entry.clone());
        let exec = self.exec.clone();
        let make = move || MarkedProgram::new(module, &points, &entry, &exec);
        let Some(made) = dunlin_stop::unless_asked(make) else {
            let stop = dunlin_stop::asked().expect("it was asked for");
            return Ok(Answered::unfinished(self.none_looked_for(stop)));
        };
        let marked = made.map_err(Failure::bad_input)?;
        let saving = self.saving(home, &marked)?;
        let mut found = self.look_for_all(&marked, &saving)?;
        let finished = saving.unanswered_from(0) == 0;
        if !finished {
            saving.write(Instant::now());
        }
        self.problems.extend(saving.problem());
        let folder = &home.folder;
        let _ending = dunlin_stop::ending();
        let mut claims = Vec::new();
        for (number, found) in found.iter_mut().enumerate() {
            let Some(inputs) = &found.inputs else { continue };
            let entry = &mut found.answer.entry;
            entry.test = self.write_test(folder, number as u64 + 1, inputs);
            if let Some(words) = inputs::in_words(inputs) {
                entry.notes.insert(0, format!("with {words}"));
            }
            let whereabouts = &found.whereabouts;
            claims.push(Claim { target: number, inputs, whereabouts });
        }
        let confirmed = self.confirm(&marked, &claims);
        let confirmed: Vec<_> = claims.iter().map(|claim| claim.target).zip(confirmed).collect();
        for (target, confirmation) in confirmed {
            conclude(&mut found[target].answer.entry, confirmation);
        }
        if self.has_optimised_input() {
            for (found, wanted) in found.iter_mut().zip(&self.targets) {
                doubt(&mut found.answer.entry, &wanted.place);
            }
        }
        for found in &found {
            self.watcher.event(&Event::Answer(&found.answer.entry));
        }
        let answers = found.into_iter().map(|found| found.answer).collect();
        Ok(Answered { answers, finished })
    }

    fn none_looked_for(&self, stop: dunlin_stop::Why) -> Vec<TargetAnswer> {
        (0..self.targets.len()).map(|number| self.not_looked_for(number, stop).answer).collect()
    }

    fn not_looked_for(&self, number: usize, stop: dunlin_stop::Why) -> Found {
        let reason = StopReason::from(stop);
        let mut entry = self.entry(number);
        entry.why = format!("not looked for: stopped by {}", reason.in_words());
        let mut found = Found::new(entry, None);
        found.answer.stopped_by = Some(reason.name());
        found
    }

    /// What is known of a target before it is looked for.
    fn entry(&self, number: usize) -> TargetEntry {
        let Wanted { text, place, .. } = &self.targets[number];
        let line = place.lines.first();
        TargetEntry {
            target: text.clone(),
            verdict: Verdict::Unknown,
            file: line.map(|(file, _)| file.clone()),
            line: line.map(|(_, line)| *line),
            function: self.holders[number].clone(),
            strategy: self.settings.strategy.to_string(),
            notes: place.note.iter().cloned().collect(),
            ..TargetEntry::default()
        }
    }

    fn describe(
        &self,
        marked: &MarkedProgram,
        mut entry: TargetEntry,
        place: &Place,
        mut answer: Answer,
        time_option: &'static str,
    ) -> (Found, Vec<Passed>) {
        let tally = answer.tally;
        entry.cost = tally.cost();
        entry.instructions = tally.instructions;
        entry.solver_calls = tally.solver_calls;
        entry.solver_effort = tally.effort;
        entry.postponed = tally.postponed;
        entry.parked = tally.parked;
        entry.members =
            answer.members.iter().map(|member| member_entry(member, tally.cost())).collect();
        entry.backward = answer.backward.as_ref().map(|told| backward_entry(told, &tally.backward));
        entry.states = tally.states;
        entry.dropped = tally.dropped;
        entry.nearest = tally.nearest.filter(|&nearest| nearest <= u32::MAX.into());
        let passed = std::mem::take(&mut answer.passed);
        let mut inputs = None;
        let mut whereabouts = Whereabouts::default();
        let (mut stopped_by, mut obstacle, mut proved) = (None, None, None);
        match &mut answer.verdict {
            dunlin_target::Verdict::Reachable(ended) => {
                entry.verdict = Verdict::Reachable;
                entry.why = format!("a test was found after {} instructions", tally.instructions);
                if let Some(condition) = &self.condition {
                    entry.why += &format!(", with `{condition}` true");
                }
                inputs = ended.inputs.take();
                whereabouts = std::mem::take(&mut ended.whereabouts);
            }
            dunlin_target::Verdict::Unreachable(Proof::Explored | Proof::Contradiction)
                if marked.program.starts_lazily() =>
            {
                let entry_func = &self.load.entry;
                entry.why = format!(
                    "no path from `{entry_func}` was found, but its lazily symbolic input leaves some \
                     inputs out"
                );
            }
            dunlin_target::Verdict::Unreachable(proof) if place.complete => {
                let chosen = self.settings.arguments_chosen;
                let assumed = assumptions(&marked.program, &self.arguments, chosen, &self.exec);
                // What nobody chose carries no proof by exploration.
                if *proof == Proof::NoWay || assumed.open.is_empty() {
                    entry.verdict = Verdict::Unreachable;
                    proved = Some(Unreachable { proof: *proof, assumed: assumed.all() });
                }
                entry.why = why::unreachable(*proof, &tally, &self.load.entry, &assumed);
                if let (Proof::Explored | Proof::Contradiction, Some(condition)) =
                    (proof, &self.condition)
                {
                    entry.why += &format!("; none comes there with `{condition}` true");
                }
            }
            dunlin_target::Verdict::Unreachable(_) => {
                entry.why = "calls through pointers might still lead there".to_string();
            }
            dunlin_target::Verdict::Unknown(limit) => {
                let limit = *limit;
                stopped_by = limit.map(|limit| why::limit_name(limit, time_option));
                let text = limit.map(|limit| why::limit_text(limit, time_option));
                let (reason, notes) = why::unknown(text, &answer, &marked.program);
                obstacle = why::obstacle(&answer, &marked.program);
                entry.why = reason;
                entry.notes.extend(notes);
            }
        }
        if let (true, Some(told)) = (self.settings.explain, &answer.backward) {
            entry.notes.extend(why::backward(told, &marked.program.module));
        }
        if !answer.obstacles.errors.is_empty() {
            entry.notes.extend(why::errors_on_the_way(&answer));
        }
        entry.notes.extend(answer.notes.iter().map(|note| format!("note: {note}")));
        let bugs = !answer.obstacles.bugs.is_empty();
        let disagreements = !answer.findings.disagreements.is_empty();
        let answer = TargetAnswer {
            entry,
            tally,
            queries: queries(std::slice::from_ref(&answer.findings)),
            memory: memory(std::slice::from_ref(&answer.findings)),
            stopped_by,
            obstacle,
            errors: errors_seen(&answer.obstacles),
            error_kinds: answer.obstacles.kinds,
            proof: proved,
            engine_bug: bugs || disagreements,
        };
        (Found { answer, inputs, whereabouts }, passed)
    }

    /// Writes a test; its name in the folder.
    fn write_test(
        &mut self,
        folder: &OutputFolder,
        number: u64,
        inputs: &[InputBytes],
    ) -> Option<String> {
        let content = test_of(&self.arguments, inputs).to_bytes();
        match folder.write_test(number, TestExtent::Whole, "ktest", &content) {
            Ok(_) => {
                self.watcher.event(&Event::Test { number });
                Some(test_name(number, TestExtent::Whole, "ktest"))
            }
            Err(error) => {
                self.problems.push(format!("cannot write a test: {error}"));
                None
            }
        }
    }

    /// What a native run says about each claim.
    fn confirm(&self, marked: &MarkedProgram, claims: &[Claim<'_>]) -> Vec<Confirmation> {
        let refuse =
            |why: &str| claims.iter().map(|_| Confirmation::NotRun(why.to_string())).collect();
        if claims.is_empty() {
            return Vec::new();
        }
        if self.settings.confirm == Confirm::No {
            return refuse("not replayed");
        }
        if marked.program.starts_lazily() {
            return refuse("not replayed: the program does not begin with this entry function");
        }
        let test = |claim: &Claim<'_>| confirm::Test {
            target: claim.target,
            content: test_of(&self.arguments, claim.inputs).to_bytes(),
            reuse: claim.whereabouts.reuses_addresses(),
        };
        let tests: Vec<confirm::Test> = claims.iter().map(test).collect();
        let places: Vec<&Place> = self.targets.iter().map(|wanted| &wanted.place).collect();
        match confirm::confirm(&self.linked, &self.exec, &places, &self.arguments, &tests) {
            Ok(mut confirmed) => {
                for (confirmation, claim) in confirmed.iter_mut().zip(claims) {
                    if let Confirmation::Contradicted(end) = confirmation
                        && self.uses_addresses(marked, claim)
                    {
                        *confirmation = Confirmation::Elsewhere(std::mem::take(end));
                    }
                }
                confirmed
            }
            Err(problem) => refuse(&format!("not replayed: {problem}")),
        }
    }

    /// Whether the path of a claim uses addresses as numbers.
    fn uses_addresses(&self, marked: &MarkedProgram, claim: &Claim<'_>) -> bool {
        let comparison = Comparison::new(&marked.program, &self.exec);
        let inputs = claim.inputs.to_vec();
        comparison.follow(&self.arguments, inputs, claim.whereabouts).uses_addresses
    }
}
