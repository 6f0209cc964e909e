//! Going on where an earlier run stopped or was killed.
//!
//! The folder may hold more than the checkpoint knows, from after it was written: traces and tests
//! beyond it, and the reports of a run that stopped. All of that is removed, since the exploration
//! finds it again.

use super::checkpoint::{self, Saved, Stamp, Unreadable};
use crate::options::RunOptions;
use dunlin_exec::Program;
use dunlin_report::{OutputFolder, own_files};
use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::Path;

/// What this run would leave in a checkpoint about itself.
pub fn stamp(chosen: &RunOptions, entry: &str, program: &Program, arguments: &[String]) -> Stamp {
    let exec = &chosen.exec;
    let option = |name: &str, value: &dyn ToString| (name.to_string(), value.to_string());
    let no_limit = |limit: Option<u64>| limit.map_or_else(|| "none".to_string(), |n| n.to_string());
    let options = vec![
        option("the program's command line", &format!("{arguments:?}")),
        option("--entry", &entry),
        option("--check-overflow", &exec.check_overflow),
        option("--check-shift", &exec.check_shift),
        option("--ubsan", &format!("{:?}", exec.ubsan).to_lowercase()),
        option("--uninitialised", &format!("{:?}", exec.uninitialised).to_lowercase()),
        option("--leaks", &exec.leaks),
        option("--capacity", &exec.capacity),
        option("--malloc-may-fail", &exec.malloc_may_fail),
        option("--lazy-array", &exec.lazy_array),
        option("--lazy-depth", &exec.lazy_depth),
        option("--lazy-alias", &exec.lazy_alias),
        option("--lazy-inside", &exec.lazy_inside),
        option("--memory", &format!("{:?}", exec.memory.model).to_lowercase()),
        option("--segment-budget", &exec.memory.segment_budget),
        option("--split-objects", &no_limit(exec.memory.split_objects)),
        option("--split-threshold", &exec.memory.split_threshold),
        option("--fold-conditions", if chosen.fold_conditions { &"on" } else { &"off" }),
        option("--max-depth", &no_limit(chosen.max_depth)),
        option("--all-errors", &chosen.all_errors),
        option("--no-tests", &!chosen.tests.write),
        option("--only-new-coverage", &chosen.tests.only_new_coverage),
        option("--test-format", &format!("{:?}", chosen.tests.format).to_lowercase()),
    ];
    Stamp {
        dunlin: env!("CARGO_PKG_VERSION").to_string(),
        program: dunlin_load::digest(&program.module),
        options,
    }
}

/// The checkpoint of the run that left a folder; none if it ended before its first one. The error is
/// for the user.
pub fn open(folder: &Path, stamp: &Stamp, marks: usize) -> Result<Option<Saved>, String> {
    let shown = folder.display();
    if !folder.is_dir() {
        return Err(format!("there is no folder {shown} to resume"));
    }
    let checkpoints = folder.join("checkpoint");
    match checkpoint::read(&checkpoints) {
        Ok(saved) => match stamp.difference(&saved.stamp) {
            // The same program in another form: another build of Dunlin.
            None if saved.inner.covered.len() != marks => {
                Err(format!("cannot resume {shown}: it was left by another build of Dunlin"))
            }
            None => Ok(Some(saved)),
            Some(difference) => Err(format!("cannot resume {shown}: {difference}")),
        },
        Err(Unreadable::Missing) if checkpoints.is_dir() => Ok(None),
        Err(Unreadable::Missing) if folder.join("summary.json").exists() => {
            Err(format!("cannot resume {shown}: that run is finished, nothing is left to do"))
        }
        Err(Unreadable::Missing) => {
            Err(format!("cannot resume {shown}: it has no checkpoint/state.bin"))
        }
        Err(problem) => {
            Err(format!("cannot resume {shown}: checkpoint/state.bin cannot be read: {problem}"))
        }
    }
}

/// Brings a folder back to what it was when the checkpoint was written; the file of traces, to be
/// written on.
pub fn restore(folder: &OutputFolder, saved: &Saved) -> io::Result<File> {
    let path = folder.path();
    let mut traces = File::options().write(true).open(path.join("paths.txt"))?;
    if traces.metadata()?.len() < saved.counts.traces_length {
        return Err(io::Error::other("paths.txt is shorter than the checkpoint says"));
    }
    traces.set_len(saved.counts.traces_length)?;
    traces.seek(SeekFrom::End(0))?;
    for name in ["results.json", "summary.json", "errors.sarif", "coverage.lcov"] {
        own_files::remove_result(path, "", name)?;
    }
    own_files::clear(path, "errors")?;
    own_files::clear_where(path, "tests", |name| {
        let number = name.split('.').next().and_then(|number| number.parse::<u64>().ok());
        number.is_some_and(|number| number > saved.counts.tests)
    })?;
    Ok(traces)
}
