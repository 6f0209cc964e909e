//! Going on where an earlier run stopped or was killed.
//!
//! The folder may hold more than the checkpoint knows, from after it was written: traces and tests
//! beyond it, and the reports of a run that stopped. All of that is removed, since the exploration
//! finds it again.

use super::checkpoint::{self, Saved, Stamp, Unreadable};
use crate::options::{RunOptions, TestFormat};
use dunlin_exec::{ExecOptions, Program};
use dunlin_report::{OutputFolder, own_files};
use serde::Serialize;
use serde_json::Value;
use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::Path;

/// The options of a run that must be the same when it goes on, under the names of the command line.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Chosen<'c> {
    #[serde(rename = "the program's command line")]
    arguments: &'c [String],
    entry: &'c str,
    #[serde(flatten)]
    exec: &'c ExecOptions,
    fold_conditions: bool,
    max_depth: Option<u64>,
    all_errors: bool,
    no_tests: bool,
    only_new_coverage: bool,
    test_format: TestFormat,
}

/// What this run would leave in a checkpoint about itself.
pub fn stamp(chosen: &RunOptions, entry: &str, program: &Program, arguments: &[String]) -> Stamp {
    let chosen = Chosen {
        arguments,
        entry,
        exec: &chosen.exec,
        fold_conditions: chosen.fold_conditions,
        max_depth: chosen.max_depth,
        all_errors: chosen.all_errors,
        no_tests: !chosen.tests.write,
        only_new_coverage: chosen.tests.only_new_coverage,
        test_format: chosen.tests.format,
    };
    Stamp {
        dunlin: env!("CARGO_PKG_VERSION").to_string(),
        program: dunlin_load::digest(&program.module),
        options: named(serde_json::to_value(&chosen).expect("options are plain data")),
    }
}

/// The options with their values, as a user reads them.
fn named(chosen: Value) -> Vec<(String, String)> {
    let Value::Object(fields) = chosen else { unreachable!("a structure is an object") };
    let name = |name: String| if name.contains(' ') { name } else { format!("--{name}") };
    let shown = |value: Value| match value {
        Value::Null => "none".to_string(),
        Value::Bool(on) => if on { "on" } else { "off" }.to_string(),
        Value::String(text) => text,
        other => other.to_string(),
    };
    fields.into_iter().map(|(field, value)| (name(field), shown(value))).collect()
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
