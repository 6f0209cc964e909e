//! Loading a program for any command.

use crate::args::LoadArgs;
use crate::exit;
use dunlin_exec::ExecOptions;
use dunlin_ir::Module;
use dunlin_llvm::{LoadOptions, SourceChecks};

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
    dunlin_llvm::load(options).map_err(|error| {
        say!("dunlin: {error}");
        if error.is_internal() { exit::ENGINE_BUG } else { exit::BAD_INPUT }
    })
}

pub fn program_names(args: &LoadArgs) -> Vec<String> {
    args.programs.iter().map(|path| path.display().to_string()).collect()
}
