//! Loading a program for any command.

use crate::args::LoadArgs;
use dunlin_driver::words::stopped_by;
use dunlin_driver::{Failure, FailureKind};
use dunlin_load::LoadOptions;
use dunlin_report::{Summary, Verdict};
use dunlin_results::StopReason;

/// What the front end is told.
pub fn load_options(args: &LoadArgs) -> LoadOptions {
    let mut options = LoadOptions::new(&args.programs);
    for (flag, values) in [("-I", &args.include), ("-D", &args.define), ("-m", &args.machine)] {
        options.clang_args.extend(values.iter().map(|value| format!("{flag}{value}")));
    }
    options.clang_args.extend(args.level.iter().map(|level| format!("-O{level}")));
    options.clang_args.extend(args.clang_arg.iter().cloned());
    options.clang = args.clang.clone();
    options.allow_read = args.allow_read.clone();
    options.optimize = args.optimize;
    options.entry = args.entry.clone();
    options
}

/// Tells why a program could not be loaded; the exit code. With `json`, a summary says so if that was for a
/// limit.
pub fn not_loaded(command: &str, args: &LoadArgs, json: bool, failure: &Failure) -> u8 {
    if let FailureKind::Stopped(why) = failure.kind
        && json
    {
        let verdict = if command == "run" { Verdict::Incomplete } else { Verdict::Unknown };
        let summary = Summary {
            dunlin: env!("CARGO_PKG_VERSION").to_string(),
            command: command.to_string(),
            program: args.programs.iter().map(|path| path.display().to_string()).collect(),
            verdict,
            why: format!("stopped by {} before the program was loaded", stopped_by(why)),
            stopped_by: Some(StopReason::from(why).name().to_string()),
            ..Summary::default()
        };
        crate::say::to_stdout(format_args!("{}", summary.to_json()));
    }
    crate::failed(failure)
}
