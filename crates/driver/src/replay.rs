//! Tests run natively, under sanitizers, in a sandbox; each is compared with what the engine does on the same
//! inputs. One test is held at a time, and some beside it as far as they are small (see [`kept`]): memory does
//! not grow with the number of tests. Results come in the order of the tests.

pub(crate) mod compare;
pub(crate) mod confirm;
mod kept;

use crate::failure::{Failure, FailureKind};
use crate::inputs::inputs_of;
use crate::loaded::Loaded;
use crate::options::ReplayOptions;
use crate::stop::Stop;
use crate::watcher::{Event, Watcher};
use crate::words::stopped_by;
use compare::{Compared, Comparison};
use confirm::Expected;
use dunlin_exec::{Program, Whereabouts};
use dunlin_replay::{NativeRun, Replayer};
use dunlin_report::{TestCase, TestExtent};
use kept::{FollowedTest, Kept};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What is kept of the first pass over the tests.
const KEPT_BYTES: usize = 64 << 20;

/// What native runs came to.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ReplayResult {
    /// Those that were run, in order.
    pub tests: Vec<ReplayedTest>,
    /// Those that were not, since something has stopped the work: how many, and what.
    pub not_run: Option<(usize, String)>,
}

/// A test that was run natively.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReplayedTest {
    pub test: PathBuf,
    /// It took the path of the engine to the same end, as far as one can compare.
    pub as_recorded: bool,
    /// In words.
    pub what: String,
}

/// Whether all tests can be read: worth knowing before the long work.
pub fn check_tests(tests: &[PathBuf]) -> Result<(), Failure> {
    tests.iter().try_for_each(|path| read_test(path).map(drop)).map_err(Failure::bad_input)
}

/// Runs tests natively. The program is one that was loaded for the same checks ([`Loaded::new`]).
pub fn replay(
    program: Loaded,
    options: &ReplayOptions,
    watcher: &dyn Watcher,
    stop: &Stop,
) -> Result<ReplayResult, Failure> {
    let ReplayOptions { tests, exec } = options;
    check_tests(tests)?;
    let Loaded { module, linked, options: load, .. } = program;
    let program = Program::new(module, &load.entry, exec).map_err(Failure::bad_input)?;
    let comparison = Comparison::new(&program, exec);
    let mut expected = Expected::default();
    let mut kept = Kept::new(KEPT_BYTES);
    for (number, path) in tests.iter().enumerate() {
        if stop.why().is_some() {
            break;
        }
        // What cannot be read any more is told in its turn.
        let Ok(test) = follow_test(&comparison, path) else { continue };
        test.followed.ended.report.iter().for_each(|error| expected.add(error));
        kept.offer(number, test);
    }
    let replayer = match Replayer::build(&linked, expected.replay_options(exec)) {
        Ok(replayer) => replayer,
        Err(_) if let Some(why) = stop.why() => {
            let messages = vec![format!("stopped by {} before a test was run", stopped_by(why))];
            return Err(Failure { kind: FailureKind::Stopped(why), messages });
        }
        Err(error) => {
            let problem = format!("the program cannot be run natively: {error}");
            return Err(Failure::bad_input(problem));
        }
    };
    let mut result = ReplayResult::default();
    for (number, path) in tests.iter().enumerate() {
        let test = kept.take(number).map_or_else(|| follow_test(&comparison, path), Ok);
        let compared = match test.and_then(|test| Ok((run_natively(&replayer, &test)?, test))) {
            Ok((native, test)) => {
                comparison.compare(&replayer, &test.followed, &native, extent_of(path))
            }
            Err(problem) => Compared::Failed(problem),
        };
        // What was cut short says nothing about its test.
        if let Some(why) = stop.why() {
            result.not_run = Some((tests.len() - number, stopped_by(why).to_string()));
            break;
        }
        let (as_recorded, what) = (compared.is_as_recorded(), compared.describe());
        watcher.event(&Event::Replayed { test: path, as_recorded, what: &what });
        result.tests.push(ReplayedTest { test: path.clone(), as_recorded, what });
    }
    Ok(result)
}

fn read_test(path: &Path) -> Result<TestCase, String> {
    let read = std::fs::read(path).map_err(|error| error.to_string());
    let case = read.and_then(|bytes| TestCase::read(&bytes).map_err(|error| error.to_string()));
    case.map_err(|problem| format!("cannot read {}: {problem}", path.display()))
}

fn follow_test(comparison: &Comparison<'_>, path: &Path) -> Result<FollowedTest, String> {
    let case = read_test(path)?;
    let followed = comparison.follow(&case.args, inputs_of(&case), &Whereabouts::default());
    Ok(FollowedTest { case, followed })
}

fn run_natively(replayer: &Replayer, test: &FollowedTest) -> Result<NativeRun, String> {
    let arguments: Vec<_> = test.case.args.iter().skip(1).map(Into::into).collect();
    replayer.run_bytes(&test.case.to_bytes(), &arguments).map_err(|error| error.to_string())
}

/// A test of a path that was not followed to its end says so in its name.
fn extent_of(path: &Path) -> TestExtent {
    let name = path.to_string_lossy();
    if name.ends_with(".partial.ktest") { TestExtent::Partial } else { TestExtent::Whole }
}
