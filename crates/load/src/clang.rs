//! Compiles C sources to bitcode with clang 19.
//!
//! Every source becomes a module of its own; a few clangs run at a time. clang is an ordinary child
//! process, so that whatever a source does to it ends as a message. Sources find Dunlin's own headers
//! (runtime/include), which are part of this library and written anew for each call.

use crate::compiler;
use crate::error::LoadError;
use crate::input::reason;
use crate::options::{LoadOptions, SourceChecks};
use crate::refused::{note_on_environment, note_on_refused};
use crate::regions;
use crate::warnings::constant_warnings;
use dunlin_ir::regions::FunctionRegions;
use dunlin_llvm::{ConstantWarning, Form, ModuleBytes};
use dunlin_sandbox::Toolchain;
use std::ffi::OsString;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Before the user's own arguments, so that for instance their `-O2` wins.
const FLAGS: [&str; 10] = [
    "-emit-llvm",
    "-c",
    "-g",
    "-O0",
    // Marks where scopes of locals begin and end, also without optimisation (see `dunlin_llvm`, `scopes.rs`). As an
    // option of clang's inner compiler it adds no other instrumentation.
    "-Xclang",
    "-fsanitize-address-use-after-scope",
    // Otherwise no pass could later touch what was compiled with -O0.
    "-Xclang",
    "-disable-O0-optnone",
    "-fno-discard-value-names",
    "-fno-color-diagnostics",
];

/// A check of clang's sanitizer that C is compiled with, so that an error in what clang folds is not
/// lost. `dunlin_llvm`, `lower/checks.rs`, takes the checks out again where the engine has its own.
struct Sanitizer {
    name: &'static str,
    used: fn(&Wanted) -> bool,
}

/// What decides about sanitizers.
struct Wanted {
    checks: SourceChecks,
    /// Checks in code that is optimised cannot all be taken out again, and hinder the optimiser.
    optimised: bool,
    /// The user has asked for sanitizers. Their handlers are then error sites by `--ubsan`.
    by_user: bool,
}

const SANITIZERS: [Sanitizer; 5] = [
    Sanitizer { name: "integer-divide-by-zero", used: |_| true },
    // Without it, a division whose quotient does not fit is folded silently.
    Sanitizer {
        name: "signed-integer-overflow",
        used: |wanted| !wanted.by_user && (wanted.checks.overflow || !wanted.optimised),
    },
    Sanitizer { name: "shift-base", used: |wanted| !wanted.by_user && wanted.checks.overflow },
    Sanitizer {
        name: "float-cast-overflow",
        used: |wanted| !wanted.by_user && wanted.checks.overflow,
    },
    Sanitizer { name: "shift-exponent", used: |wanted| !wanted.by_user && wanted.checks.shift },
];

/// What sources can include from us, by the name in `#include`.
const HEADERS: [(&str, &str); 2] = [
    ("dunlin.h", include_str!("../../../runtime/include/dunlin.h")),
    ("klee/klee.h", include_str!("../../../runtime/include/klee/klee.h")),
];

/// A source as bitcode.
pub(crate) struct Compiled {
    pub module: ModuleBytes,
    pub warnings: Vec<ConstantWarning>,
}

pub(crate) struct Clang {
    toolchain: Toolchain,
}

impl Clang {
    pub(crate) fn find(options: &LoadOptions, scratch: &Path) -> Result<Clang, LoadError> {
        Ok(Clang { toolchain: compiler::find(options, scratch)? })
    }

    /// Whether modules have the checks of [`SANITIZERS`] and no others.
    pub(crate) fn adds_checks(options: &LoadOptions) -> bool {
        !sanitizes(&options.clang_args)
    }

    /// One module per source, in the same order, written below `scratch` on the way.
    pub(crate) fn compile_all(
        &self,
        sources: &[&Path],
        options: &LoadOptions,
        user_args: &[String],
        scratch: &Path,
    ) -> Result<Vec<Compiled>, LoadError> {
        let headers = write_headers(scratch)?;
        // The user's arguments come last, so that they win.
        let mut args = vec![sanitizer_flag(options)];
        if options.checks.overflow
            && !options.clang_args.iter().any(|arg| arg.starts_with("-Werror"))
        {
            // It is off otherwise, and initialisers have nothing else: see `crate::warnings`.
            args.push("-Wshift-sign-overflow".to_owned());
        }
        args.extend(user_args.iter().cloned());
        let args = &args;
        let next = AtomicUsize::new(0);
        let workers = thread::available_parallelism().map_or(1, usize::from).min(sources.len());
        let work = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(source) = sources.get(index) else { return done };
                let output = scratch.join(format!("{index}.bc"));
                done.push((index, self.compile(source, &headers, args, &output, options.checks)));
            }
        };
        let mut results: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            let joined = threads.into_iter().map(|thread| thread.join());
            joined
                .flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        results.sort_by_key(|&(index, _)| index);
        results.into_iter().map(|(_, result)| result).collect()
    }

    /// The regions of the functions of one source.
    pub(crate) fn regions(
        &self,
        source: &Path,
        args: &[String],
        scratch: &Path,
    ) -> Result<Vec<FunctionRegions>, LoadError> {
        let headers = write_headers(scratch)?;
        let output = scratch.join("regions.ll");
        let run = self.start(source, &headers, args, &regions::FLAGS, &output)?;
        let mapping = String::from_utf8_lossy(&run.stdout);
        let assembly = fs::read(&output).unwrap_or_default();
        Ok(regions::parse(&mapping, &String::from_utf8_lossy(&assembly)))
    }

    fn compile(
        &self,
        source: &Path,
        headers: &[String],
        args: &[String],
        output: &Path,
        checks: SourceChecks,
    ) -> Result<Compiled, LoadError> {
        let failed =
            |message: String| LoadError::CompileFailed { path: source.to_owned(), message };
        let run = self.start(source, headers, args, &[], output)?;
        let bytes = fs::read(output).unwrap_or_default();
        if bytes.is_empty() {
            let args = args.join(" ");
            return Err(failed(format!(
                "clang wrote no bitcode for {} with the arguments {args}",
                source.display()
            )));
        }
        let name = source.display().to_string();
        let message = String::from_utf8_lossy(&run.stderr);
        let warnings = constant_warnings(message.trim_end(), checks);
        Ok(Compiled { module: ModuleBytes { name, bytes, form: Form::Bitcode }, warnings })
    }

    /// Runs clang on a source, with `last` behind the user's arguments; it must succeed.
    fn start(
        &self,
        source: &Path,
        headers: &[String],
        args: &[String],
        last: &[&str],
        output: &Path,
    ) -> Result<Output, LoadError> {
        let failed =
            |message: String| LoadError::CompileFailed { path: source.to_owned(), message };
        let mut command = self.toolchain.command(output.parent().unwrap_or(Path::new(".")));
        command.args(FLAGS);
        // Where nothing is included, -Werror would object to folders for it.
        if source.extension().is_none_or(|extension| extension != "i") {
            command.args(headers);
        }
        command.args(args).args(last).arg(not_an_option(source)).arg("-o").arg(output);
        let program = PathBuf::from(command.get_program());
        let run = compiler::run(command).map_err(|error| {
            failed(format!("cannot start {}: {}", program.display(), reason(&error)))
        })?;
        let message = String::from_utf8_lossy(&run.stderr).trim_end().to_owned();
        if !run.status.success() {
            let how = match run.status.signal() {
                Some(signal) => format!("clang crashed (signal {signal}) on {}", source.display()),
                None => format!("clang cannot compile {}", source.display()),
            };
            let mut text = if message.is_empty() { how } else { format!("{how}:\n{message}") };
            let notes = [note_on_refused(&message), note_on_environment(&message)];
            for note in notes.into_iter().flatten() {
                text += &format!("\n{note}");
            }
            return Err(failed(text));
        }
        Ok(run)
    }
}

/// Writes our headers below `scratch` and gives the arguments with which sources find them. They
/// come after all other folders, so that a klee/klee.h of the user's wins.
fn write_headers(scratch: &Path) -> Result<Vec<String>, LoadError> {
    let folder = scratch.join("include");
    for (name, text) in HEADERS {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(&folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| LoadError::Loader { reason: reason(&error) })?;
    }
    let folder = folder.display();
    // Debug information names the headers in the same way on every run.
    Ok(vec![format!("-idirafter{folder}"), format!("-fdebug-prefix-map={folder}=dunlin/include")])
}

/// The argument for the sanitizers that are of use.
fn sanitizer_flag(options: &LoadOptions) -> String {
    let wanted = Wanted {
        checks: options.checks,
        optimised: options.optimize || optimises(&options.clang_args),
        by_user: sanitizes(&options.clang_args),
    };
    let used = SANITIZERS.iter().filter(|sanitizer| (sanitizer.used)(&wanted));
    let names: Vec<&str> = used.map(|sanitizer| sanitizer.name).collect();
    format!("-fsanitize={}", names.join(","))
}

fn sanitizes(args: &[String]) -> bool {
    args.iter().any(|arg| arg.starts_with("-fsanitize"))
}

/// The last of the levels counts.
fn optimises(args: &[String]) -> bool {
    let level = args.iter().rev().find_map(|arg| arg.strip_prefix("-O"));
    level.is_some_and(|level| level != "0")
}

/// clang would take a file name that starts with a dash for an option.
fn not_an_option(source: &Path) -> OsString {
    if source.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Path::new(".").join(source).into_os_string()
    } else {
        source.as_os_str().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sanitizers_follow_the_options() {
        let mut options = LoadOptions::new(["a.c"]);
        let plain = "-fsanitize=integer-divide-by-zero,signed-integer-overflow";
        assert_eq!(sanitizer_flag(&options), plain);
        options.clang_args = vec!["-O2".to_owned()];
        assert_eq!(sanitizer_flag(&options), "-fsanitize=integer-divide-by-zero");
        options.checks = SourceChecks { overflow: true, shift: true };
        assert!(sanitizer_flag(&options).contains("signed-integer-overflow,shift-base"));
        assert!(sanitizer_flag(&options).ends_with("shift-exponent"));
        options.clang_args.push("-fsanitize=null".to_owned());
        assert_eq!(sanitizer_flag(&options), "-fsanitize=integer-divide-by-zero");
        assert!(!Clang::adds_checks(&options));
    }

    #[test]
    fn a_file_name_is_never_an_option() {
        assert_eq!(not_an_option(Path::new("-c.c")), "./-c.c");
        assert_eq!(not_an_option(Path::new("a/-c.c")), "a/-c.c");
    }
}
