//! One program in all modes.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use super::Options;
use super::behaviour::Behaviour;
use super::figures::Figures;
use super::modes::{self, BASE, Mode};
use super::programs::Program;
use crate::tools;

/// How long a run may take to stop after its limit.
const GRACE: Duration = Duration::from_secs(60);
/// What `stopped_by` says of a run that had not enough time.
const OUT_OF_TIME: &str = "max-time";

/// A program in one mode.
#[derive(Debug, Serialize)]
pub struct Measured {
    pub mode: String,
    pub time_ms: f64,
    /// It did not end within the limit: the time and the figures are what it came to until then.
    pub stopped: bool,
    /// Of the shortest run.
    pub figures: Figures,
    /// How the program behaved otherwise than in the first mode.
    pub differs: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct ProgramResult {
    pub program: String,
    pub address_dependent: bool,
    /// The first is what the others are compared with.
    pub modes: Vec<Measured>,
}

impl ProgramResult {
    pub fn mode(&self, name: &str) -> Option<&Measured> {
        self.modes.iter().find(|measured| measured.mode == name)
    }

    /// None for a mode that was not measured.
    pub fn figures(&self, name: &str) -> Option<&Figures> {
        self.mode(name).map(|measured| &measured.figures)
    }

    /// How much longer than [`BASE`] a mode took; one that was stopped took at least so much longer.
    pub fn ratio(&self, name: &str) -> Option<f64> {
        Some(self.mode(name)?.time_ms / self.mode(BASE)?.time_ms)
    }
}

/// One exploration.
struct Run {
    figures: Figures,
    behaviour: Behaviour,
}

/// Explores the program in every mode. Each round has all modes in it, so that what disturbs the machine
/// for a while disturbs all of them; those that do not end are not repeated.
pub fn program(options: &Options, program: &Program, source: &Path) -> Result<ProgramResult> {
    let modes = modes::all();
    let mut best: Vec<Option<Run>> = modes.iter().map(|_| None).collect();
    for _ in 0..options.runs {
        for (mode, best) in modes.iter().zip(&mut best) {
            if best.as_ref().is_some_and(|run| !run.figures.complete) {
                continue;
            }
            let run = explore(options, source, mode)
                .with_context(|| format!("mode '{}': {}", mode.name, mode.arguments.join(" ")))?;
            let time = |run: &Run| run.figures.time_ms;
            if best.as_ref().is_none_or(|known| !run.figures.complete || time(&run) < time(known)) {
                *best = Some(run);
            }
        }
    }
    let runs: Vec<Run> = best.into_iter().flatten().collect();
    let base = runs.first().filter(|run| run.figures.complete);
    let base =
        base.with_context(|| format!("{BASE} does not end within {} s", options.limit.as_secs()))?;
    let base = base.behaviour.clone();
    let measured = modes.into_iter().zip(runs).map(|(mode, Run { figures, behaviour })| Measured {
        mode: mode.name,
        time_ms: figures.time_ms,
        stopped: !figures.complete,
        differs: base.difference(&behaviour).filter(|_| figures.complete),
        figures,
    });
    Ok(ProgramResult {
        program: program.name.to_string(),
        address_dependent: program.address_dependent,
        modes: measured.collect(),
    })
}

/// One run. It may end at the limit of time, but not be incomplete for another reason.
fn explore(options: &Options, source: &Path, mode: &Mode) -> Result<Run> {
    let folder = tools::folder_in_memory()?;
    let output = folder.path().join("out");
    let mut command = Command::new(&options.dunlin);
    command.arg("run").arg(source).args(["--json", "--search", "dfs", "--workers", "1"]);
    command.arg("--max-time").arg(format!("{}s", options.limit.as_secs()));
    command.args(["--no-replay", "--no-tests", "--output"]).arg(&output).args(&mode.arguments);
    let outcome = tools::run(&mut command, options.limit + GRACE)?;
    match outcome.code() {
        None => bail!("dunlin did not stop {} s after its limit of time", GRACE.as_secs()),
        // Complete, with or without errors, or incomplete.
        Some(0 | 1 | 3) => {}
        Some(code) => bail!("dunlin ended with {code}: {}", outcome.stderr.trim_end()),
    }
    let figures = Figures::read(&output)?;
    if !figures.complete && figures.stopped_by.as_deref() != Some(OUT_OF_TIME) {
        bail!("the exploration is not complete: {}", figures.why);
    }
    let behaviour = Behaviour::read(&output, &figures)?;
    Ok(Run { figures, behaviour })
}
