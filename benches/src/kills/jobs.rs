//! The commands that are disturbed, and what they say when nobody does.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::tools;

/// What lies in the folder where a command runs: programs, and files of the user's whose names Dunlin uses
/// in its own folders.
const FILES: [(&str, &str); 6] = [
    ("many.c", include_str!("many.c")),
    ("few.c", include_str!("few.c")),
    ("findings.sarif", include_str!("findings.sarif")),
    ("summary.json", "the user's own\n"),
    ("tests/000001.txt", "the user's own\n"),
    ("checkpoint/state.bin", "the user's own\n"),
];

/// Where tests for `replay` are.
pub const GIVEN: &str = "given";
/// Where results go.
pub const OUT: &str = "out";

const LIMIT: Duration = Duration::from_secs(120);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Again {
    /// With `--resume`.
    Resume,
    /// Into the same folder.
    Anew,
}

#[derive(Debug)]
pub struct Job {
    pub name: &'static str,
    args: Vec<String>,
    /// Whether it has a folder for results.
    pub writes: bool,
    pub again: Again,
    /// How long it takes undisturbed.
    pub time: Duration,
    pub code: i64,
    pub claims: Claims,
}

/// What a summary says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Claims {
    pub said: BTreeSet<String>,
    /// That this is everything.
    pub complete: bool,
}

impl Claims {
    pub fn of(summary: &Value) -> Result<Claims> {
        let list = |name: &str| summary[name].as_array().cloned().unwrap_or_default();
        let mut said = BTreeSet::new();
        for error in list("errors") {
            said.insert(format!("{} in line {}", error["kind"], error["line"]));
        }
        let mut complete = summary["complete"].as_bool().context("no `complete` in the summary")?;
        for target in list("targets") {
            match target["verdict"].as_str().context("a target without a verdict")? {
                "unknown" => complete = false,
                verdict => drop(said.insert(format!("{} is {verdict}", target["target"]))),
            }
        }
        Ok(Claims { said, complete })
    }
}

impl Job {
    /// All jobs, each of which was done once in `folder`.
    pub fn all(dunlin: &Path, folder: &Path) -> Result<Vec<Job>> {
        prepare(folder, None)?;
        let given = folder.join(GIVEN);
        let tests = |name: &str| format!("{GIVEN}/{name}.ktest");
        let job = |name, args: &[&str], writes, again| Job {
            name,
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            writes,
            again,
            time: Duration::ZERO,
            code: 0,
            claims: Claims::default(),
        };
        let numbers = (1..=8).map(|number| tests(&format!("{number:06}"))).collect::<Vec<_>>();
        let mut replay = vec!["replay", "many.c"];
        replay.extend(numbers.iter().map(String::as_str));
        let every = ["--workers", "2", "--checkpoint-every", "100ms"];
        let mut many = vec!["run", "many.c"];
        many.extend(every);
        let often = ["--checkpoint-every", "100ms"];
        let mut reach = vec!["reach", "many.c", "--target", "many.c:32", "--target", "many.c:39"];
        reach.extend(often);
        let mut triage = vec!["triage", "many.c", "--sarif", "findings.sarif"];
        triage.extend(often);
        let mut jobs = vec![
            job("run many", &many, true, Again::Resume),
            job("run few", &["run", "few.c"], true, Again::Resume),
            job("reach", &reach, true, Again::Resume),
            job("triage", &triage, true, Again::Resume),
            job("replay", &replay, false, Again::Anew),
        ];
        for job in &mut jobs {
            let _ = fs::remove_dir_all(folder.join(OUT));
            let done = tools::run(&mut job.command(dunlin, folder, false), LIMIT)?;
            (job.time, job.code) = (done.time, done.code().context("it takes too long")?);
            if job.writes {
                job.claims = Claims::of(&summary(&folder.join(OUT))?.context("no summary")?)?;
                ensure!(job.claims.complete, "{} is not complete: {}", job.name, done.stderr);
                ensure!(!job.claims.said.is_empty(), "{} says nothing", job.name);
            }
            if job.name == "run many" {
                fs::create_dir(&given)?;
                for entry in fs::read_dir(folder.join(OUT).join("tests"))? {
                    let entry = entry?;
                    fs::copy(entry.path(), given.join(entry.file_name()))?;
                }
            }
        }
        Ok(jobs)
    }

    /// Starts it in a folder that was prepared.
    pub fn command(&self, dunlin: &Path, folder: &Path, resume: bool) -> Command {
        let mut command = Command::new(dunlin);
        command.current_dir(folder).args(&self.args);
        if self.writes {
            command.args([if resume { "--resume" } else { "--output" }, OUT]);
        }
        command
    }
}

/// The summary in a folder of results, if there is one.
pub fn summary(out: &Path) -> Result<Option<Value>> {
    let path = out.join("summary.json");
    if !path.exists() {
        return Ok(None);
    }
    match serde_json::from_slice(&fs::read(&path)?) {
        Ok(summary) => Ok(Some(summary)),
        Err(error) => bail!("summary.json is not whole: {error}"),
    }
}

/// Puts the files of a round into a folder; `given` has tests for `replay`.
pub fn prepare(folder: &Path, given: Option<&Path>) -> Result<()> {
    for (name, text) in FILES {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().context("a folder")?)?;
        fs::write(path, text)?;
    }
    if let Some(given) = given {
        fs::create_dir(folder.join(GIVEN))?;
        for entry in fs::read_dir(given)? {
            let entry = entry?;
            fs::copy(entry.path(), folder.join(GIVEN).join(entry.file_name()))?;
        }
    }
    Ok(())
}
