//! Writes the witness of a verdict.

use crate::inputs::inputs_of;
use crate::loaded::Loaded;
use dunlin_exec::explore::retrace::{RetraceLimits, retrace};
use dunlin_exec::{ExecOptions, Program, Whereabouts};
use dunlin_load::LoadOptions;
use dunlin_report::TestCase;
use dunlin_report::witness::{Task, Violation, correctness_witness, violation_witness};
use dunlin_results::SourcePlace;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// The witness of a proof. The error is for the user.
pub fn proof(task: Task<'_>, path: &Path) -> Result<(), String> {
    write(correctness_witness(&task), path)
}

/// The witness of the violation that a test shows. The error is for the user.
pub fn violation(
    load: &LoadOptions,
    exec: &ExecOptions,
    test: &Path,
    task: Task<'_>,
    path: &Path,
) -> Result<(), String> {
    let place = place(load, exec, test)?;
    let position = place.position.as_ref().ok_or("no witness: the violation has no line")?;
    let violation = Violation { target: position, function: &place.function };
    write(violation_witness(&task, &violation), path)
}

fn write(witness: std::io::Result<String>, path: &Path) -> Result<(), String> {
    witness
        .and_then(|witness| File::create_new(path)?.write_all(witness.as_bytes()))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Where a test violates the property: what the engine says that follows it.
fn place(load: &LoadOptions, exec: &ExecOptions, test: &Path) -> Result<SourcePlace, String> {
    const LONGEST: Duration = Duration::from_secs(60);
    let no_witness = |why: &dyn std::fmt::Display| format!("no witness: {why}");
    let program = Loaded::new(load.clone(), exec).map_err(|error| no_witness(&error))?;
    let program = Program::new(program.module, "main", exec).map_err(|error| no_witness(&error))?;
    let bytes = fs::read(test).map_err(|error| no_witness(&error))?;
    let case = TestCase::read(&bytes).map_err(|error| no_witness(&error))?;
    let arguments = vec![load.inputs[0].display().to_string()];
    let limits = RetraceLimits {
        instructions: u64::MAX,
        transfers: 1 << 20,
        output_bytes: 0,
        deadline: Some(Instant::now() + LONGEST),
    };
    let given = (inputs_of(&case), &Whereabouts::default());
    let followed = retrace(&program, exec, &arguments, given, limits);
    let place = followed.ended.report.as_ref().and_then(|report| report.place());
    place.cloned().ok_or_else(|| no_witness(&"the test does not lead to the violation again"))
}
