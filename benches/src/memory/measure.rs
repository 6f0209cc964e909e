//! One program in all modes.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use super::Options;
use super::behaviour::Behaviour;
use super::figures::Figures;
use super::modes::{self, BASE, Mode};
use super::programs::Program;
use crate::tools;

/// A program in one mode.
#[derive(Debug, Serialize)]
pub struct Measured {
    pub mode: String,
    /// The limit if it was stopped there.
    pub time_ms: f64,
    /// Of the shortest run; none if it was stopped.
    pub figures: Option<Figures>,
    /// How the program behaved otherwise than in the first mode.
    pub differs: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct ProgramResult {
    pub program: String,
    pub large_array: bool,
    pub address_dependent: bool,
    /// The first is what the others are compared with.
    pub modes: Vec<Measured>,
}

impl ProgramResult {
    pub fn mode(&self, name: &str) -> Option<&Measured> {
        self.modes.iter().find(|measured| measured.mode == name)
    }

    /// None for a mode that was not measured or was stopped.
    pub fn figures(&self, name: &str) -> Option<&Figures> {
        self.mode(name)?.figures.as_ref()
    }

    /// How much longer than [`BASE`] a mode took; one that was stopped took at least so much longer.
    pub fn ratio(&self, name: &str) -> Option<f64> {
        Some(self.mode(name)?.time_ms / self.mode(BASE)?.time_ms)
    }
}

/// The shortest run of a mode so far, or that it is stopped.
enum Best {
    None,
    Run(Box<(Figures, Behaviour)>),
    Stopped,
}

/// Explores the program in every mode. Each round has all modes in it, so that what disturbs the machine
/// for a while disturbs all of them.
pub fn program(options: &Options, program: &Program, source: &Path) -> Result<ProgramResult> {
    let modes = modes::all(program);
    let mut best: Vec<Best> = modes.iter().map(|_| Best::None).collect();
    for _ in 0..options.runs {
        for (mode, best) in modes.iter().zip(&mut best) {
            if matches!(best, Best::Stopped) {
                continue;
            }
            let run = explore(options, source, mode)
                .with_context(|| format!("mode '{}': {}", mode.name, mode.arguments.join(" ")))?;
            match (run, &*best) {
                (None, _) => *best = Best::Stopped,
                (Some(run), Best::Run(known)) if known.0.time_ms <= run.0.time_ms => {}
                (Some(run), _) => *best = Best::Run(Box::new(run)),
            }
        }
    }
    let Best::Run(base) = &best[0] else {
        bail!("{BASE} does not end within {} s", options.limit.as_secs());
    };
    let base = base.1.clone();
    let measured = modes.into_iter().zip(best).map(|(mode, best)| match best {
        Best::Run(run) => {
            let (figures, behaviour) = *run;
            Measured {
                mode: mode.name,
                time_ms: figures.time_ms,
                differs: base.difference(&behaviour),
                figures: Some(figures),
            }
        }
        Best::None | Best::Stopped => Measured {
            mode: mode.name,
            time_ms: tools::milliseconds(options.limit),
            figures: None,
            differs: None,
        },
    });
    Ok(ProgramResult {
        program: program.name.to_string(),
        large_array: program.large_array,
        address_dependent: program.address_dependent,
        modes: measured.collect(),
    })
}

/// One run; none if it was stopped.
fn explore(options: &Options, source: &Path, mode: &Mode) -> Result<Option<(Figures, Behaviour)>> {
    let folder = tools::folder_in_memory()?;
    let output = folder.path().join("out");
    let mut command = Command::new(&options.dunlin);
    command.arg("run").arg(source).args(["--json", "--search", "dfs", "--workers", "1"]);
    command.args(["--no-replay", "--no-tests", "--output"]).arg(&output).args(&mode.arguments);
    let outcome = tools::run(&mut command, options.limit)?;
    match outcome.code() {
        None => return Ok(None),
        // Complete, with or without errors.
        Some(0 | 1) => {}
        Some(code) => bail!("dunlin ended with {code}: {}", outcome.stderr.trim_end()),
    }
    let figures = Figures::read(&output)?;
    if !figures.complete {
        bail!("the exploration is not complete: {}", figures.why);
    }
    let behaviour = Behaviour::read(&output, &figures)?;
    Ok(Some((figures, behaviour)))
}
