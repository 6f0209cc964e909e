//! Random programs: all variants against each other, and against what all inputs do.
//!
//! Each region of a program, from main to a target with loops up to a bound, is made once, and every variant is asked both
//! questions of it: whether the target is reached, and whether it or a place where something was lost is. What
//! one calls possible and another one impossible is wrong, and so is a solution that does not lead through the region, and a
//! proof for a target that some input reaches, as the native runs of [`truth`] tell.
//!
//! This is what `dunlin reach` does before it executes anything forward, so that no answer is hidden behind that of forward
//! execution. `./dev bench backward --random N --strategies conjunctions-loops` compares the verdicts of the command.

use std::fmt;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use dunlin_backward::Functions;
use dunlin_bse::walk::{End, walk};
use dunlin_bse::{Classes, Goal, Options as BseOptions, Question, Reply, Solver, Source};
use dunlin_exec::ExecOptions;
use dunlin_ir::fold_conditions::{FoldOptions, fold_conditions};
use dunlin_ir::{Module, Point};
use dunlin_load::LoadOptions;
use dunlin_solver::backend::Budget;
use dunlin_solver::chain::{Home, Portfolio, SolverChoice};
use dunlin_target::marks::MarkedProgram;
use dunlin_target::place::{self, PlaceError, Spec};
use dunlin_term::Terms;

use super::variants::{VARIANTS, Variant};
use crate::backward::{program, truth};
use crate::tools;
use crate::trials::{self, Failure};

/// What one query may cost.
const CONFLICTS: u64 = 100_000;
const TIME: Duration = Duration::from_secs(2);
/// A variant that was late so often on one program is not asked about it any more.
const MOST_LATE: usize = 2;
/// Terms are deep.
const STACK: usize = 256 << 20;

pub struct Options {
    pub trials: trials::Options,
    pub variants: Vec<Variant>,
    /// Bounds of loops; without any they change from seed to seed.
    pub bounds: Vec<u32>,
}

/// What one variant said of all regions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The target may be reached.
    pub possible: usize,
    /// It is not, and nothing was lost.
    pub proved: usize,
    /// It is not, unless behind what was lost.
    pub lost: usize,
    /// There was no answer in time.
    pub unknown: usize,
    pub wrong: usize,
    pub time: Duration,
}

/// The result of all programs.
#[derive(Debug, Default)]
pub struct Report {
    pub programs: usize,
    pub targets: usize,
    /// Targets that some input reaches.
    pub reached: usize,
    /// With every bound of every target.
    pub regions: usize,
    /// Regions with more commands than there may be.
    pub too_large: usize,
    /// Regions on which the target may be reached, though no input does it.
    pub imprecise: usize,
    pub said: Vec<(Variant, Said)>,
    pub failures: Vec<Failure>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "{failure}")?;
        }
        writeln!(
            f,
            "{} programs, {} targets, {} of them reached by some input",
            self.programs, self.targets, self.reached
        )?;
        write!(
            f,
            "{} regions, {} more too large; {} have a solution that no input is",
            self.regions, self.too_large, self.imprecise
        )?;
        for (variant, said) in &self.said {
            let Said { possible, proved, lost, unknown, wrong, time } = said;
            write!(
                f,
                "\n{:<20} {possible} possible, {proved} proved unreachable, {lost} lost, {unknown} unknown, {wrong} wrong; {:.1} s",
                variant.to_string(),
                time.as_secs_f64()
            )?;
        }
        Ok(())
    }
}

impl Report {
    fn new(options: &Options) -> Report {
        let said = options.variants.iter().map(|&variant| (variant, Said::default())).collect();
        Report { said, ..Report::default() }
    }

    fn add(&mut self, other: Report) {
        self.programs += other.programs;
        self.targets += other.targets;
        self.reached += other.reached;
        self.regions += other.regions;
        self.too_large += other.too_large;
        self.imprecise += other.imprecise;
        self.failures.extend(other.failures);
        for ((_, sum), (_, one)) in self.said.iter_mut().zip(other.said) {
            sum.possible += one.possible;
            sum.proved += one.proved;
            sum.lost += one.lost;
            sum.unknown += one.unknown;
            sum.wrong += one.wrong;
            sum.time += one.time;
        }
    }
}

/// Runs every seed. An error is a missing tool or a full disk, not a failure of Dunlin.
pub fn run(options: &Options) -> Result<Report> {
    let trials::Options { jobs, seeds, progress, .. } = &options.trials;
    let reports = tools::in_parallel(*jobs, seeds.len(), |index| {
        let report = check(options, seeds[index])?;
        if *progress {
            report.failures.iter().for_each(|failure| eprintln!("{failure}"));
        }
        Ok(report)
    })?;
    let mut all = Report::new(options);
    reports.into_iter().for_each(|report| all.add(report));
    Ok(all)
}

fn check(options: &Options, seed: u64) -> Result<Report> {
    let folder = tools::folder_in_memory()?;
    let program = program::generate(seed);
    let source = folder.path().join(format!("{seed}.c"));
    std::fs::write(&source, program.plain())?;
    let reached = truth::ask(&program, folder.path())
        .with_context(|| format!("the oracle of seed {seed}"))?;
    let targets: Vec<(u32, bool)> = (program.targets.iter().enumerate())
        .map(|(number, &line)| (line, reached.contains(&number)))
        .collect();
    let look = || look(options, seed, &source, &targets);
    let mut report = std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let looking = builder.spawn_scoped(scope, look).expect("the system has a thread");
        looking.join().unwrap_or_else(|_| Err(anyhow!("seed {seed}: a panic")))
    })?;
    report.programs = 1;
    report.targets = targets.len();
    report.reached = reached.len();
    if !report.failures.is_empty() {
        let kept = options.trials.keep.join(format!("{seed}.c"));
        std::fs::copy(&source, &kept)
            .with_context(|| format!("cannot keep the program in {}", kept.display()))?;
    }
    Ok(report)
}

/// Asks all variants about all regions of a program.
fn look(options: &Options, seed: u64, source: &Path, targets: &[(u32, bool)]) -> Result<Report> {
    let load = LoadOptions::new([source]);
    let loaded = dunlin_load::load_with(&load, &options.trials.dunlin)
        .map_err(|error| anyhow!("seed {seed}: {error}"))?;
    let mut module = loaded.module;
    let exec = ExecOptions::default();
    let check_uninitialised = exec.check_uninitialised();
    let folding =
        FoldOptions { across_lines: false, check_uninitialised, ..FoldOptions::default() };
    fold_conditions(&mut module, &folding);
    let mut report = Report::new(options);
    let mut with_code = Vec::new();
    for &(line, reached) in targets {
        match points(&module, seed, line)? {
            Some(points) => with_code.push((line, reached, points)),
            None if reached => {
                let what = format!("WRONG: line {line} has no code, but some input reaches it");
                report.failures.push(failure(seed, what));
            }
            None => {}
        }
    }
    let all: Vec<Vec<Point>> = with_code.iter().map(|(.., points)| points.clone()).collect();
    let marked = MarkedProgram::new(module, &all, "main", &exec)
        .map_err(|error| anyhow!("seed {seed}: {error}"))?;
    let (module, start) = (&marked.program.module, marked.program.start);
    let region_source = Source {
        functions: Rc::new(Functions::new(module, &marked.graph, marked.facts(), start)),
        classes: Rc::new(Classes::of(module)),
        entry: start,
    };
    let mut terms = Terms::new();
    let mut portfolio = SolverChoice::Auto.portfolio(Home::Here, None);
    for (number, &(line, reached, _)) in with_code.iter().enumerate() {
        let goal = Goal::reach(&marked.targets[number]);
        let bounds = match &options.bounds[..] {
            [] => vec![(seed % 3) as u32, 4],
            bounds => bounds.to_vec(),
        };
        for bound in bounds {
            let chosen = BseOptions { arguments: 1, ..BseOptions::default() };
            let Ok(graph) = dunlin_bse::unroll(&mut terms, &region_source, &goal, &chosen, bound)
            else {
                report.too_large += 1;
                continue;
            };
            let mut region = Region {
                terms: &mut terms,
                portfolio: &mut portfolio,
                graph: &graph,
                reached,
                replies: Vec::new(),
            };
            for said in &mut report.said {
                region.ask(said);
            }
            report.regions += 1;
            report.imprecise += usize::from(region.is_imprecise());
            let bound = format!("line {line}, loops up to {bound}");
            for what in region.problems(&mut report.said) {
                report.failures.push(failure(seed, format!("{bound}: {what}")));
            }
        }
    }
    Ok(report)
}

fn failure(seed: u64, what: String) -> Failure {
    let reproduce = format!("dunlin-bench bse --random 1 --seed {seed}");
    Failure { seed, what, reproduce }
}

/// Where a line is in the program; none if the compiler made no code for it.
fn points(module: &Module, seed: u64, line: u32) -> Result<Option<Vec<Point>>> {
    let spec = Spec::Line { file: format!("{seed}.c"), line };
    match place::resolve(module, &spec, &Vec::new) {
        Ok(place) if place.removed.is_none() && place.lines.iter().all(|at| at.1 == line) => {
            Ok(Some(place.points))
        }
        Ok(_) | Err(PlaceError::NothingThere { .. } | PlaceError::NoCode { .. }) => Ok(None),
        Err(error) => Err(anyhow!("seed {seed}: {error}")),
    }
}

/// What a variant said of a region: of the target alone, and of the target and what was lost.
struct Replies {
    target: Reply,
    anything: Reply,
    /// Solutions that lead elsewhere.
    astray: Vec<String>,
}

struct Region<'r> {
    terms: &'r mut Terms,
    portfolio: &'r mut Portfolio,
    graph: &'r dunlin_bse::graph::Graph,
    reached: bool,
    /// By variant; none if it was not asked.
    replies: Vec<Option<Replies>>,
}

impl Region<'_> {
    fn ask(&mut self, (variant, said): &mut (Variant, Said)) {
        if said.unknown >= MOST_LATE {
            said.unknown += 1;
            self.replies.push(None);
            return;
        }
        let started = Instant::now();
        let options =
            BseOptions { form: variant.form, check: variant.check, ..BseOptions::default() };
        let mut astray = Vec::new();
        let [anything, target] = [Question::TargetOrLoss, Question::Target].map(|question| {
            let budget = Budget { conflicts: CONFLICTS, deadline: Some(Instant::now() + TIME) };
            let mut solver = Solver::new(self.portfolio, budget);
            let reply = dunlin_bse::ask(self.terms, &mut solver, self.graph, &options, question);
            if let Reply::Possible(model) = &reply {
                let end = walk(self.terms, self.graph, model).end;
                let may_end =
                    end == End::Target || (question == Question::TargetOrLoss && end == End::Lost);
                if !may_end {
                    astray.push(format!("a solution of {question:?} leads to {end:?}"));
                }
            }
            reply
        });
        said.time += started.elapsed();
        match (&anything, &target) {
            (Reply::Impossible, _) => said.proved += 1,
            (_, Reply::Possible(_)) => said.possible += 1,
            (Reply::Possible(_), Reply::Impossible) => said.lost += 1,
            _ => said.unknown += 1,
        }
        self.replies.push(Some(Replies { target, anything, astray }));
    }

    fn is_imprecise(&self) -> bool {
        let possible = |replies: &Replies| matches!(replies.target, Reply::Possible(_));
        !self.reached && self.replies.iter().flatten().any(possible)
    }

    /// What is wrong, and by whom.
    fn problems(&self, said: &mut [(Variant, Said)]) -> Vec<String> {
        let mut problems = Vec::new();
        for ((variant, said), replies) in said.iter_mut().zip(&self.replies) {
            let Some(replies) = replies else { continue };
            let mut wrong = replies.astray.clone();
            if replies.anything.is_impossible() {
                if self.reached {
                    wrong.push("proved unreachable, but some input reaches it".to_string());
                }
                if matches!(replies.target, Reply::Possible(_)) {
                    wrong.push("proved unreachable, but has a solution".to_string());
                }
            }
            said.wrong += usize::from(!wrong.is_empty());
            problems.extend(wrong.into_iter().map(|what| format!("{variant}: WRONG: {what}")));
        }
        for (question, of) in [
            ("the target", (|replies: &Replies| &replies.target) as fn(&Replies) -> &Reply),
            ("the target and what is lost", |replies: &Replies| &replies.anything),
        ] {
            let who = |is: fn(&Reply) -> bool| {
                let names = said
                    .iter()
                    .zip(&self.replies)
                    .filter(|(_, replies)| replies.as_ref().is_some_and(|replies| is(of(replies))))
                    .map(|((variant, _), _)| variant.to_string());
                names.collect::<Vec<String>>().join(", ")
            };
            let possible = who(|reply| matches!(reply, Reply::Possible(_)));
            let impossible = who(Reply::is_impossible);
            if !possible.is_empty() && !impossible.is_empty() {
                problems.push(format!(
                    "DIFFERENT about {question}: possible for {possible}; impossible for {impossible}"
                ));
            }
        }
        problems
    }
}

/// The variants of these names; all without any.
pub fn variants(names: &[String]) -> Result<Vec<Variant>> {
    if names.is_empty() {
        return Ok(VARIANTS.into());
    }
    let named = |name: &String| {
        let known = VARIANTS.map(|variant| variant.to_string()).join(", ");
        Variant::named(name).with_context(|| format!("`{name}` is none of {known}"))
    };
    names.iter().map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_term::Model;

    fn problems(reached: bool, replies: [(Reply, Reply); 2]) -> (Vec<String>, [usize; 2]) {
        let (mut terms, graph) = (Terms::new(), dunlin_bse::graph::Graph::default());
        let mut portfolio = SolverChoice::Native.portfolio(Home::Here, None);
        let replies = replies
            .map(|(target, anything)| Some(Replies { target, anything, astray: Vec::new() }));
        let region = Region {
            terms: &mut terms,
            portfolio: &mut portfolio,
            graph: &graph,
            reached,
            replies: replies.into(),
        };
        let mut said: Vec<(Variant, Said)> =
            [VARIANTS[0], VARIANTS[5]].map(|variant| (variant, Said::default())).into();
        let problems = region.problems(&mut said);
        (problems, [said[0].1.wrong, said[1].1.wrong])
    }

    fn possible() -> Reply {
        Reply::Possible(Box::new(Model::new()))
    }

    #[test]
    fn variants_that_differ_are_seen_and_what_is_unknown_is_no_difference() {
        use Reply::{Impossible, Unknown};
        let agree = [(possible(), possible()), (Unknown, possible())];
        assert!(problems(true, agree).0.is_empty());
        let differ = [(possible(), possible()), (Impossible, possible())];
        let (found, wrong) = problems(true, differ);
        assert_eq!((found.len(), wrong), (1, [0, 0]));
        assert!(found[0].contains("possible for disjuncts-set; impossible for conjunctions-loops"));
    }

    #[test]
    fn a_proof_of_what_some_input_reaches_is_wrong() {
        let proved = || (Reply::Impossible, Reply::Impossible);
        assert!(problems(false, [proved(), proved()]).0.is_empty());
        let (found, wrong) = problems(true, [proved(), proved()]);
        assert_eq!((found.len(), wrong), (2, [1, 1]));
        let contradiction = [(possible(), Reply::Impossible), (Reply::Unknown, Reply::Unknown)];
        assert_eq!(problems(false, contradiction).1, [1, 0]);
    }

    #[test]
    fn names_choose_variants() {
        assert_eq!(variants(&[]).unwrap().len(), 6);
        let some = ["conjunctions-never".to_string()];
        assert_eq!(variants(&some).unwrap(), [VARIANTS[3]]);
        assert!(variants(&["sdse".to_string()]).is_err());
    }
}
