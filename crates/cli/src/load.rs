//! Loading a program for any command.

use crate::args::LoadArgs;
use crate::exit;
use dunlin_exec::ExecOptions;
use dunlin_exec::explore::StopReason;
use dunlin_ir::Module;
use dunlin_llvm::{LoadError, LoadOptions, SourceChecks};
use dunlin_report::{Summary, Verdict};
use dunlin_stop::Why;

/// What the checks of the engine need of the front end.
pub fn source_checks(exec: &ExecOptions) -> SourceChecks {
    SourceChecks { overflow: exec.check_overflow, shift: exec.check_shift }
}

/// What the front end is told.
pub fn load_options(args: &LoadArgs, checks: SourceChecks, promote: bool) -> LoadOptions {
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
    options.promote = promote;
    options.checks = checks;
    options
}

/// The program, or the exit code after its problem has been told.
pub fn load(args: &LoadArgs, checks: SourceChecks, promote: bool) -> Result<Module, u8> {
    load_as(&load_options(args, checks, promote))
}

/// Like [`load`], with options that were made before.
pub fn load_as(options: &LoadOptions) -> Result<Module, u8> {
    dunlin_llvm::load(options).map_err(|error| match (&error, dunlin_stop::asked()) {
        (LoadError::Stopped { stage }, Some(why)) => {
            say!("dunlin: stopped by {} before LLVM could {stage}", stopped_by(why));
            exit::INCOMPLETE
        }
        _ => {
            say!("dunlin: {error}");
            if error.is_internal() { exit::ENGINE_BUG } else { exit::BAD_INPUT }
        }
    })
}

pub fn program_names(args: &LoadArgs) -> Vec<String> {
    args.programs.iter().map(|path| path.display().to_string()).collect()
}

/// What ends all work, for a person.
pub fn stopped_by(why: Why) -> &'static str {
    match why {
        Why::Time => "--max-time",
        Why::Memory => "--max-memory",
        Why::Interrupted => "an interrupt",
    }
}

/// The exit code of a command whose program could not be loaded; with `json`, a summary that says so if that
/// was for a limit.
pub fn not_loaded(command: &'static str, args: &LoadArgs, json: bool, code: u8) -> u8 {
    if let Some(why) = dunlin_stop::asked().filter(|_| json && code == exit::INCOMPLETE) {
        let verdict = if command == "run" { Verdict::Incomplete } else { Verdict::Unknown };
        let summary = Summary {
            dunlin: env!("CARGO_PKG_VERSION"),
            command,
            program: program_names(args),
            verdict,
            why: format!("stopped by {} before the program was loaded", stopped_by(why)),
            stopped_by: Some(StopReason::from(why).name()),
            ..Summary::default()
        };
        crate::say::to_stdout(format_args!("{}", summary.to_json()));
    }
    code
}
