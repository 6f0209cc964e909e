//! Native proof that a test passes its target.

use crate::replay::confirm::unwritten_memory;
use dunlin_exec::{ExecOptions, Whereabouts};
use dunlin_load::{Linked, SourceLine, TargetProbe};
use dunlin_replay::{ReplayOptions, Replayer};
use dunlin_results::InputBytes;
use dunlin_target::place::Place;

/// A target that a test is said to reach.
pub struct Claim<'c> {
    pub target: usize,
    pub inputs: &'c [InputBytes],
    pub whereabouts: &'c Whereabouts,
}

/// A test of a target.
pub struct Test {
    /// Its number.
    pub target: usize,
    pub content: Vec<u8>,
    /// It needs an object where a freed one lay.
    pub reuse: bool,
}

/// What a native run says about a claim.
pub enum Confirmation {
    Passed,
    /// It ran, and did not pass the target.
    Contradicted(String),
    /// It went another way, and may: where objects lie decides it.
    Elsewhere(String),
    /// It was not run.
    NotRun(String),
}

/// For each test: what its run says. The program is built once, with all targets in it.
pub fn confirm(
    program: &Linked,
    exec: &ExecOptions,
    places: &[&Place],
    arguments: &[String],
    tests: &[Test],
) -> Result<Vec<Confirmation>, String> {
    let arguments: Vec<_> = arguments.iter().skip(1).map(Into::into).collect();
    let options = ReplayOptions {
        targets: places.iter().map(|place| probe(place)).collect(),
        memory: unwritten_memory(exec),
        ..ReplayOptions::default()
    };
    let mut replayer = Replayer::build(program, options).map_err(|error| error.to_string())?;
    let mut confirmed = Vec::new();
    for test in tests {
        replayer.reuse_addresses(test.reuse);
        confirmed.push(match replayer.run_until_target(&test.content, &arguments, test.target) {
            Ok(native) if native.targets[test.target] > 0 => Confirmation::Passed,
            Ok(native) => Confirmation::Contradicted(native.end.describe()),
            Err(error) => Confirmation::NotRun(error.to_string()),
        });
    }
    Ok(confirmed)
}

/// What the native program tells about a target.
pub fn probe(place: &Place) -> TargetProbe {
    match &place.function {
        Some(name) => TargetProbe::Function(name.clone()),
        None => {
            let line =
                |(file, line): &(String, u32)| SourceLine { file: file.clone(), line: *line };
            TargetProbe::Lines(place.lines.iter().map(line).collect())
        }
    }
}
