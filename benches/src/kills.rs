//! Kills, signals and full disks at random moments: results are whole or resumable, and nothing is left.
//!
//! Commands on small programs are done once undisturbed. Then each round starts one of them in a folder
//! and with a place for temporary files of its own, and does something to it: SIGKILL, SIGTERM, SIGINT,
//! two of them, a disk that is too small for the results or for temporary files. Afterwards nothing that
//! it started goes on, no temporary file is left, no file of the user's has changed, every file of the
//! results is whole, and what they claim is what the undisturbed command claims. Given once more (with
//! `--resume` where there is a checkpoint), the command comes to its undisturbed end.

mod checks;
mod disk;
mod jobs;
mod round;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::solver::random::Random;
use jobs::Job;
use round::{How, Round};

/// What to run and how.
#[derive(Debug)]
pub struct Options {
    pub dunlin: PathBuf,
    /// A round for each.
    pub seeds: Vec<u64>,
    /// Print every failure as it is found.
    pub progress: bool,
}

#[derive(Debug, Default)]
pub struct Report {
    pub rounds: usize,
    /// How often each thing was done to a command.
    pub done: BTreeMap<&'static str, usize>,
    /// Why there were no small disks, if there were none.
    pub no_disks: Option<String>,
    pub failures: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let done: Vec<String> = self.done.iter().map(|(kind, n)| format!("{kind} {n}")).collect();
        writeln!(f, "{} rounds: {}", self.rounds, done.join(", "))?;
        if let Some(reason) = &self.no_disks {
            writeln!(f, "no small disks could be mounted ({reason}): run this as root")?;
        }
        for failure in &self.failures {
            writeln!(f, "{failure}")?;
        }
        write!(f, "{} failures", self.failures.len())
    }
}

/// Does all rounds, one after the other, in this thread.
pub fn run(options: &Options) -> Result<Report> {
    let no_disks = disk::separate().err().map(|error| error.to_string());
    let mut report = Report { no_disks, ..Report::default() };
    let undisturbed = tempfile::tempdir().context("a scratch folder")?;
    let jobs = Job::all(&options.dunlin, undisturbed.path())?;
    for &seed in &options.seeds {
        let mut random = Random::new(seed);
        let job = &jobs[random.below(jobs.len() as u64) as usize];
        let how = How::random(&mut random, report.no_disks.is_none(), job);
        // Up to a little after its end.
        let permille = u32::try_from(random.below(1100)).unwrap_or(0);
        let moment: Duration = job.time * permille / 1000;
        let folder = tempfile::Builder::new().prefix("dunlin-kills-").tempdir()?;
        let given = undisturbed.path().join(jobs::GIVEN);
        let round = Round { dunlin: &options.dunlin, job, how, moment, given: &given };
        let result = round.run(folder.path());
        report.rounds += 1;
        *report.done.entry(how.kind()).or_default() += 1;
        if let Err(error) = result {
            let text = format!("seed {seed}: {}, {how} at {moment:?}: {error:#}", job.name);
            if options.progress {
                eprintln!("{text}");
            }
            report.failures.push(text);
        }
    }
    Ok(report)
}
