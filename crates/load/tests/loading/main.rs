//! Loading of programs: what all of its tests use.

mod child;
mod inputs;
mod refused;
#[path = "../support/mod.rs"]
mod support;

use dunlin_ir::Module;
use dunlin_load::{LoadError, LoadOptions};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Folder, load};

const MAIN: &str = "int helper(int);\nint main(void) { return helper(1); }\n";
const HELPER: &str = "int helper(int x) { return x + 1; }\n";

impl Folder {
    /// Compiles `source` to a file called `name` in this folder.
    fn clang(&self, flags: &[&str], source: &Path, name: &str) -> PathBuf {
        let path = self.path().join(name);
        let mut args: Vec<&Path> = flags.iter().map(Path::new).collect();
        args.extend([source, Path::new("-o"), &path]);
        run("clang-19", &args);
        path
    }
}

/// Runs a tool that must succeed.
#[track_caller]
fn run(program: &str, args: &[&Path]) {
    let output = Command::new(program).args(args).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {args:?}: {errors}");
}

fn is_defined(module: &Module, name: &str) -> bool {
    module.find_func(name).is_some_and(|id| !module.func(id).is_declaration())
}

fn load_files(files: &[&PathBuf]) -> Result<Module, LoadError> {
    load(&LoadOptions::new(files.iter().copied()))
}

#[track_caller]
fn message(result: Result<Module, LoadError>) -> String {
    let error = result.expect_err("a bad input was loaded");
    assert!(!error.is_internal(), "{error}");
    error.to_string()
}
