//! Going on where an earlier run stopped or was killed.
//!
//! The folder may hold more than the checkpoint knows, from after it was written: traces and tests
//! beyond it, and the reports of a run that stopped. All of that is removed, since the exploration
//! finds it again.

use super::checkpoint::{Saved, decode};
use crate::checkpoint::{self, Stamp};
use crate::options::{RunOptions, Scope, TestFormat};
use dunlin_exec::{ExecOptions, Program, Seed};
use dunlin_report::{OutputFolder, own_files};
use serde::Serialize;
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
    scope: &'c Scope,
    all_errors: bool,
    check_hangs: bool,
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
        scope: &chosen.scope,
        all_errors: chosen.all_errors,
        check_hangs: chosen.matching.hangs,
        no_tests: !chosen.tests.write,
        only_new_coverage: chosen.tests.only_new_coverage,
        test_format: chosen.tests.format,
    };
    Stamp::new("run", dunlin_load::digest(&program.module), &chosen)
}

/// The checkpoint of the run that left a folder; none if it ended before its first one. The error is
/// for the user.
pub fn open(
    folder: &Path,
    stamp: &Stamp,
    marks: usize,
    seeds: &[Seed],
) -> Result<Option<Saved>, String> {
    let Some(earlier) = checkpoint::find(folder, "run")? else { return Ok(None) };
    let saved = decode(earlier.content(stamp)?).ok_or_else(|| earlier.damaged())?;
    if saved.inner.covered.len() != marks {
        // The same program in another form.
        return Err(earlier.refusal("it was left by another build of Dunlin"));
    }
    // Without any, those of the earlier run go on being followed.
    if !seeds.is_empty() && seeds != saved.seeds {
        return Err(earlier.refusal("--seeds are not the same"));
    }
    Ok(Some(saved))
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
