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

pub fn program(options: &Options, program: &Program, source: &Path) -> Result<ProgramResult> {
    let mut measured = Vec::new();
    let mut base = None;
    for mode in modes::all(program) {
        let result = explore(options, source, &mode)
            .with_context(|| format!("mode '{}': {}", mode.name, mode.arguments.join(" ")))?;
        let Some((figures, behaviour)) = result else {
            if base.is_none() {
                bail!("not even {BASE} ends within {} s", options.limit.as_secs());
            }
            let time_ms = tools::milliseconds(options.limit);
            measured.push(Measured { mode: mode.name, time_ms, figures: None, differs: None });
            continue;
        };
        let base = base.get_or_insert_with(|| behaviour.clone());
        measured.push(Measured {
            mode: mode.name,
            time_ms: figures.time_ms,
            differs: base.difference(&behaviour),
            figures: Some(figures),
        });
    }
    Ok(ProgramResult {
        program: program.name.to_string(),
        large_array: program.large_array,
        address_dependent: program.address_dependent,
        modes: measured,
    })
}

/// The shortest of some runs; none if one was stopped.
fn explore(options: &Options, source: &Path, mode: &Mode) -> Result<Option<(Figures, Behaviour)>> {
    let mut best: Option<(Figures, Behaviour)> = None;
    for _ in 0..options.runs {
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
        if best.as_ref().is_none_or(|(best, _)| figures.time_ms < best.time_ms) {
            best = Some((figures, behaviour));
        }
    }
    Ok(best)
}
