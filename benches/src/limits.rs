//! `./dev bench limits`: does Dunlin end when it was told to?
//!
//! Programs that use up time or memory in different places are run with a limit of time or memory, or are sent
//! a signal. A table shows what was asked and what was taken. The promise: time within a tenth and two
//! seconds, memory within a tenth, a signal within a second; what was found is written, and nothing is left
//! behind: no process, no folder.
//!
//! A machine that is busy with other things may be late through no fault of Dunlin's: where the processor time
//! that Dunlin took is within the promise and the load is higher than the machine has cores, the row says
//! "busy" instead of a miss.

mod cases;
mod watched;

use anyhow::{Context, Result};
use cases::{CASES, Case, Limit};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use watched::{Watched, watch};

pub struct Options {
    pub dunlin: PathBuf,
    /// Only cases whose name contains this.
    pub filter: String,
}

/// How a case ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    Yes,
    /// Late, but the machine was busy.
    Busy,
    No(Vec<String>),
}

/// The case of this name.
pub fn named(name: &str) -> Option<&'static Case> {
    CASES.iter().find(|case| case.name() == name)
}

/// Runs all cases; true if every promise was kept.
pub fn run(options: &Options) -> Result<bool> {
    println!(
        "{:<42} {:>8} {:>8} {:>8} {:>9}  promise",
        "case", "asked", "taken", "cpu s", "peak MiB"
    );
    let mut kept_all = true;
    for case in CASES.iter().filter(|case| case.name().contains(&options.filter)) {
        let (watched, kept) = measure(&options.dunlin, case)?;
        let asked = match case.limit {
            Limit::Time(seconds) => format!("{seconds} s"),
            Limit::Memory(mebibytes) => format!("{mebibytes} MiB"),
            Limit::Signal(..) => "1 s".to_owned(),
        };
        let taken = match case.limit {
            Limit::Memory(_) => format!("{} MiB", watched.peak_bytes >> 20),
            _ => format!("{:.2} s", watched.taken.as_secs_f64()),
        };
        let says = match &kept {
            Kept::Yes => "kept".to_owned(),
            Kept::Busy => "busy".to_owned(),
            Kept::No(why) => format!(
                "BROKEN: {} (exit code {} after {:.2} s, \"{}\")",
                why.join("; "),
                watched.code,
                watched.taken.as_secs_f64(),
                watched.said,
            ),
        };
        println!(
            "{:<42} {asked:>8} {taken:>8} {:>8.2} {:>9}  {says}",
            case.name(),
            watched.processor.as_secs_f64(),
            watched.peak_bytes >> 20,
        );
        kept_all &= !matches!(kept, Kept::No(_));
    }
    Ok(kept_all)
}

/// Runs one case in a folder of its own.
pub fn measure(dunlin: &Path, case: &Case) -> Result<(Watched, Kept)> {
    let folder = tempfile::tempdir()?;
    let temporary = folder.path().join("temporary");
    fs::create_dir(&temporary)?;
    let program = folder.path().join("program.c");
    fs::write(&program, case.program.source()).context("cannot write the program")?;
    case.prepare(dunlin, folder.path())?;
    let watched = watch(dunlin, case, folder.path(), &temporary)?;
    let kept = judge(case, &watched, folder.path(), &temporary)?;
    Ok((watched, kept))
}

fn judge(case: &Case, watched: &Watched, folder: &Path, temporary: &Path) -> Result<Kept> {
    let mut broken = Vec::new();
    let mut busy = false;
    let (most, what) = match case.limit {
        Limit::Time(seconds) => (Duration::from_secs_f64(seconds * 1.1 + 2.0), "time"),
        Limit::Signal(..) => (Duration::from_secs(1), "the signal"),
        // Only so that a run which never ends is seen.
        Limit::Memory(_) => (Duration::from_secs(120), "two minutes"),
    };
    if watched.taken > most {
        busy = watched.processor <= most && load() > cores();
        if !busy {
            broken.push(format!("{what} was not obeyed"));
        }
    }
    if let Limit::Memory(mebibytes) = case.limit
        && watched.peak_bytes > (mebibytes << 20) / 10 * 11
    {
        broken.push("memory was not obeyed".to_owned());
    }
    if !case.codes.contains(&watched.code) {
        broken.push(format!("exit code {}, not one of {:?}", watched.code, case.codes));
    }
    let summary = folder.join("out/summary.json");
    if case.writes_summary && !summary.exists() {
        broken.push("no summary.json".to_owned());
    }
    if watched.left_behind > 0 {
        broken.push(format!("{} processes are left", watched.left_behind));
    }
    let folders = fs::read_dir(temporary)?.count();
    if folders > 0 {
        broken.push(format!("{folders} temporary folders are left"));
    }
    Ok(match (broken.is_empty(), busy) {
        (true, false) => Kept::Yes,
        (true, true) => Kept::Busy,
        (false, _) => Kept::No(broken),
    })
}

fn load() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().and_then(|load| load.parse().ok()).unwrap_or(0.0)
}

fn cores() -> f64 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get()) as f64
}
