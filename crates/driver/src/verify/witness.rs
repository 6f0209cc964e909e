//! Writes the witness of a verdict.

mod markers;

use crate::inputs::inputs_of;
use crate::loaded::Loaded;
use dunlin_exec::explore::retrace::{RetraceLimits, retrace};
use dunlin_exec::{ExecOptions, Program, Whereabouts, source_place};
use dunlin_load::LoadOptions;
use dunlin_report::TestCase;
use dunlin_report::witness::{Input, Task, Violation, correctness_witness, violation_witness};
use dunlin_results::SourcePlace;
use markers::Markers;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// The witness of a proof. The error is for the user.
pub fn proof(task: &Task<'_>, path: &Path) -> Result<(), String> {
    write(correctness_witness(task), path)
}

/// The witness of the violation that a test shows. The error is for the user.
pub fn violation(
    load: &LoadOptions,
    exec: &ExecOptions,
    test: &Path,
    task: &Task<'_>,
    path: &Path,
) -> Result<(), String> {
    let _ending = dunlin_stop::ending();
    let Followed { mut target, mut inputs } =
        follow(load, exec, test).map_err(|why| format!("no witness: {why}"))?;
    for marked in
        load.inputs.iter().filter(|input| input.extension().is_some_and(|kind| kind == "i"))
    {
        let text = fs::read(marked).map_err(|error| format!("no witness: {error}"))?;
        let markers = Markers::new(&marked.display().to_string(), &String::from_utf8_lossy(&text));
        let places = inputs.iter_mut().map(|input| &mut input.place).chain([&mut target]);
        for position in places.filter_map(|place| place.position.as_mut()) {
            if let Some(found) = markers.place(position) {
                *position = found;
            }
        }
    }
    // Only what was given may be read: other files are those that a program names.
    let is_given = |file: &str| load.inputs.iter().any(|input| input.display().to_string() == file);
    let read = |file: &str| {
        let bytes = is_given(file).then(|| fs::read(file).ok()).flatten()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    let violation = Violation { target: &target, inputs: &inputs };
    write(violation_witness(task, &violation, read), path)
}

fn write(witness: std::io::Result<String>, path: &Path) -> Result<(), String> {
    witness
        .and_then(|witness| File::create_new(path)?.write_all(witness.as_bytes()))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// What a test does.
struct Followed {
    /// Where it violates the property.
    target: SourcePlace,
    /// What the program asked for, before.
    inputs: Vec<Input>,
}

/// What the engine says that follows a test. The error is for the user.
fn follow(load: &LoadOptions, exec: &ExecOptions, test: &Path) -> Result<Followed, String> {
    const LONGEST: Duration = Duration::from_secs(60);
    let words = |error: &dyn Display| error.to_string();
    let bytes = fs::read(test).map_err(|error| words(&error))?;
    let case = TestCase::read(&bytes).map_err(|error| words(&error))?;
    let program = Loaded::new(load.clone(), exec).map_err(|error| words(&error))?;
    let program = Program::new(program.module, "main", exec).map_err(|error| words(&error))?;
    let arguments = vec![load.inputs[0].display().to_string()];
    let limits = RetraceLimits {
        instructions: u64::MAX,
        transfers: 1 << 20,
        output_bytes: 0,
        deadline: Some(Instant::now() + LONGEST),
    };
    let given = inputs_of(&case);
    let followed =
        retrace(&program, exec, &arguments, (given.clone(), &Whereabouts::default()), limits);
    let report = followed.ended.report.as_ref();
    let target = report.and_then(|report| report.place()).cloned();
    let asked = followed.asked.iter().zip(given).filter_map(|(place, given)| {
        let point = program.point((*place)?)?;
        Some(Input { given, place: source_place(&program.module, point) })
    });
    let inputs = asked.collect();
    let target = target.ok_or("the test does not lead to the violation again")?;
    Ok(Followed { target, inputs })
}
