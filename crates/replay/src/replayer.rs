//! A program that is ready to be run natively, and its runs.

use crate::account::Account;
use crate::build::{BuildError, Compiler};
use crate::end::{NativeEnd, NativeRun, Step};
use crate::sanitizer::{parse_report, parse_undefined};
use dunlin_load::{
    BranchSite, InstrumentOptions, Instrumented, Linked, LoadError, SourceLine, TargetProbe,
};
use dunlin_sandbox::{Ended, Job, Limits, Sandbox, SandboxError};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum ReplayError {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Build(#[from] BuildError),
    /// Results stay unconfirmed.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    #[error("the program did not start natively ({how}){said}")]
    NotStarted { how: String, said: String },
    #[error("{what}: {reason}")]
    Io { what: String, reason: String },
}

/// What memory holds in a native run that the program does not write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnwrittenMemory {
    /// What the test says; what it does not mention is zero.
    FromTest,
    Zero,
    Anything,
}

/// How programs are replayed.
#[derive(Clone, Debug)]
pub struct ReplayOptions {
    /// Lines whose instructions are probed, for errors that sanitizers may miss.
    pub probes: Vec<SourceLine>,
    /// What runs shall be seen to pass.
    pub targets: Vec<TargetProbe>,
    /// What memory holds that the program does not write.
    pub memory: UnwrittenMemory,
    /// Report memory that is lost at the end.
    pub leaks: bool,
    /// With `leaks`: also memory that is not freed, though something points there.
    pub unfreed: bool,
    /// Keep the variables of functions that have returned apart, to notice their use. It makes a deep
    /// recursion so slow that its end is not reached.
    pub use_after_return: bool,
    /// What one run may use.
    pub limits: Limits,
    /// How many conditional transfers of a run are kept.
    pub trace_capacity: u64,
    /// Further arguments for the linker, such as libraries.
    pub link_args: Vec<String>,
    /// The executable that serves as the loader child; without it, this process's own.
    pub loader: Option<PathBuf>,
    /// Where to run; without it, in the strongest sandbox that works here.
    pub sandbox: Option<Sandbox>,
}

impl Default for ReplayOptions {
    fn default() -> Self {
        ReplayOptions {
            probes: Vec::new(),
            targets: Vec::new(),
            memory: UnwrittenMemory::FromTest,
            leaks: false,
            unfreed: false,
            use_after_return: true,
            limits: Limits::default(),
            trace_capacity: 16 << 20,
            link_args: Vec::new(),
            loader: None,
            sandbox: None,
        }
    }
}

/// A compiled program. Its files are removed with it.
pub struct Replayer {
    folder: TempDir,
    executable: PathBuf,
    /// Folders that it may load libraries from.
    libraries: Vec<PathBuf>,
    functions: Vec<String>,
    branches: Vec<BranchSite>,
    untold: Vec<BranchSite>,
    pointer_bits: u32,
    sandbox: Sandbox,
    options: ReplayOptions,
    /// Freed addresses come back at once.
    reuse: bool,
}

impl Replayer {
    /// Instruments and compiles a program that was loaded.
    pub fn build(program: &Linked, options: ReplayOptions) -> Result<Replayer, ReplayError> {
        // Before the long work: without a sandbox it would be in vain.
        sandbox_of(&options)?;
        let instrument = instrument_options(&options);
        let instrumented = match &options.loader {
            Some(loader) => dunlin_load::instrument_with(program, &instrument, loader)?,
            None => dunlin_load::instrument(program, &instrument)?,
        };
        Replayer::from_instrumented(instrumented, program, options)
    }

    /// Like [`Replayer::build`], with LLVM in this process; see
    /// [`dunlin_load::load_unprotected`].
    pub fn build_unprotected(
        program: &Linked,
        options: ReplayOptions,
    ) -> Result<Replayer, ReplayError> {
        let instrument = instrument_options(&options);
        let instrumented = dunlin_load::instrument_unprotected(program, &instrument)?;
        Replayer::from_instrumented(instrumented, program, options)
    }

    fn from_instrumented(
        program: Instrumented,
        linked: &Linked,
        options: ReplayOptions,
    ) -> Result<Replayer, ReplayError> {
        let sandbox = sandbox_of(&options)?;
        let folder = open_folder()?;
        let load = linked.options();
        let compiler = Compiler { load, link_args: &options.link_args, folder: folder.path() };
        let executable = compiler.compile(&program)?;
        let Instrumented { functions, branches, untold, pointer_bits, .. } = program;
        Ok(Replayer {
            folder,
            executable,
            libraries: library_folders(load.clang_args.iter().chain(&options.link_args)),
            functions,
            branches,
            untold,
            pointer_bits,
            sandbox,
            options,
            reuse: false,
        })
    }

    /// The names that [`Step::function`] refers to.
    pub fn functions(&self) -> &[String] {
        &self.functions
    }

    /// The conditional transfers that are in no trace, though the program has them: the function's name
    /// and the number inside of it.
    pub fn untold(&self) -> impl Iterator<Item = (&str, u32)> {
        self.untold.iter().map(|site| (self.functions[site.function as usize].as_str(), site.index))
    }

    pub fn sandbox(&self) -> Sandbox {
        self.sandbox
    }

    /// Runs the program on a test, with these arguments after its name.
    pub fn run(&self, test: &Path, args: &[OsString]) -> Result<NativeRun, ReplayError> {
        let bytes = fs::read(test).map_err(failed(format!("cannot read {}", test.display())))?;
        self.run_bytes(&bytes, args)
    }

    /// Runs the program on the content of a test file.
    pub fn run_bytes(&self, test: &[u8], args: &[OsString]) -> Result<NativeRun, ReplayError> {
        self.run_and_stop(test, args, None)
    }

    /// Like [`Replayer::run_bytes`], but ends the run as soon as it passes the target at this
    /// position in [`ReplayOptions::targets`]: what follows may take forever. What the program had
    /// not written out by then is lost.
    pub fn run_until_target(
        &self,
        test: &[u8],
        args: &[OsString],
        target: usize,
    ) -> Result<NativeRun, ReplayError> {
        self.run_and_stop(test, args, Some(target))
    }

    fn run_and_stop(
        &self,
        test: &[u8],
        args: &[OsString],
        stop_at: Option<usize>,
    ) -> Result<NativeRun, ReplayError> {
        // Each run has a folder of its own, so that runs may take place at the same time.
        let folder = tempfile::Builder::new()
            .prefix("run-")
            .tempdir_in(self.folder.path())
            .map_err(failed("cannot make a scratch folder"))?;
        open_to_others(folder.path(), FOLDER_MODE)?;
        let scratch = folder.path().join("scratch");
        fs::create_dir(&scratch).map_err(failed("cannot make a scratch folder"))?;
        self.sandbox.hand_over(&scratch)?;
        let test_path = folder.path().join("test.ktest");
        fs::write(&test_path, test).map_err(failed("cannot write the test"))?;
        open_to_others(&test_path, FILE_MODE)?;
        let account = Account::new(self.trace_capacity(), self.options.targets.len())
            .map_err(failed("no trace memory"))?;
        let mut environment = vec![
            ("DUNLIN_REPLAY_TEST", test_path.clone().into_os_string()),
            ("DUNLIN_REPLAY_TRACE", OsString::from("3")),
            ("ASAN_OPTIONS", self.sanitizer_options()),
            ("UBSAN_OPTIONS", OsString::from(UNDEFINED_OPTIONS)),
        ];
        if self.options.unfreed {
            environment.push(("LSAN_OPTIONS", NOTHING_KEEPS.into()));
        }
        // What a test does not tell is zero: it may come from a run that assumed so.
        if self.options.memory != UnwrittenMemory::Anything {
            environment.push(("DUNLIN_REPLAY_MEMORY", "zero".into()));
        }
        if let Some(target) = stop_at {
            environment.push(("DUNLIN_REPLAY_STOP", target.to_string().into()));
        }
        let mut limits = self.options.limits;
        if self.pointer_bits == 32 {
            limits.stack_bytes = limits.stack_bytes.min(NARROW_STACK_BYTES);
        }
        let mut readable = self.libraries.clone();
        readable.push(test_path);
        let finished = self.sandbox.run(&Job {
            args,
            environment: &environment,
            readable: &readable,
            file: Some(account.file.as_fd()),
            report: Some("DUNLIN_REPLAY_REPORT"),
            limits,
            allow_tracing: self.options.leaks,
            ..Job::new(&self.executable, &scratch)
        })?;
        let entries = account.read().map_err(failed("cannot read the trace"))?;
        let log = String::from_utf8_lossy(&finished.report);
        if !entries.started {
            let said = String::from_utf8_lossy(&finished.stderr).into_owned() + log.as_ref();
            let said = said.trim();
            let said = if said.is_empty() { String::new() } else { format!(": {said}") };
            return Err(ReplayError::NotStarted { how: format!("{:?}", finished.ended), said });
        }
        // The sanitizer watches memory as well, and may notice first.
        let exhausted = log.contains("hard rss limit exhausted");
        let ended = if exhausted { Ended::OutOfMemory } else { finished.ended };
        let report = parse_report(&log, &self.executable);
        let end = NativeEnd::new(ended, &entries, report);
        let mut trace = Vec::new();
        let keep = |number, outcome| {
            if let Some(&BranchSite { function, index }) = self.branches.get(number as usize) {
                trace.push(Step { function, index, outcome });
            }
        };
        account
            .for_each_record(entries.transfers, keep)
            .map_err(failed("cannot read the trace"))?;
        Ok(NativeRun {
            trace,
            transfers: entries.transfers,
            end,
            undefined: parse_undefined(&log),
            probes: entries.probes,
            probed: entries.probed,
            targets: entries.targets,
            stdout: finished.stdout,
            stdout_bytes: finished.stdout_bytes,
            stdout_digest: finished.stdout_digest,
            stderr: finished.stderr,
        })
    }

    fn trace_capacity(&self) -> u64 {
        let wanted = self.options.trace_capacity;
        if self.pointer_bits == 32 { wanted.min(NARROW_TRACE_CAPACITY) } else { wanted }
    }

    /// Whether the native heap and stack give freed addresses out again, in the runs from now on.
    pub fn reuse_addresses(&mut self, reuse: bool) {
        self.reuse = reuse;
    }

    fn sanitizer_options(&self) -> OsString {
        let megabytes = (self.options.limits.memory_bytes >> 20).max(1);
        let leaks = u32::from(self.options.leaks);
        let returned = u32::from(self.options.use_after_return && !self.reuse);
        // The sanitizer keeps freed memory for a while, so that uses of it are seen.
        let kept = match self.reuse {
            true => "quarantine_size_mb=0:thread_local_quarantine_size_kb=0:",
            false => "",
        };
        // A large request fails as it may in any program, instead of ending the run. The replay library says
        // where reports go.
        OsString::from(format!(
            "{kept}detect_leaks={leaks}:detect_stack_use_after_return={returned}:symbolize=0:color=never:\
             allocator_may_return_null=1:handle_sigfpe=1:handle_sigill=1:handle_abort=0:\
             halt_on_error=1:print_legend=0:hard_rss_limit_mb={megabytes}"
        ))
    }
}

/// For the leak checker: no place counts from which memory can still be found.
const NOTHING_KEEPS: &str = "use_globals=0:use_stacks=0:use_registers=0:use_tls=0";

const UNDEFINED_OPTIONS: &str = "print_stacktrace=0:symbolize=0:color=never";

/// The program in the sandbox is another user if this one is root: it may enter a folder, but not
/// list it, and read a file.
const FOLDER_MODE: u32 = 0o711;
const FILE_MODE: u32 = 0o644;

/// What a 32-bit address space has room for beside the sanitizer's own memory.
const NARROW_TRACE_CAPACITY: u64 = 8 << 20;
const NARROW_STACK_BYTES: u64 = 64 << 20;

fn sandbox_of(options: &ReplayOptions) -> Result<Sandbox, SandboxError> {
    options.sandbox.map_or_else(Sandbox::detect, Ok)
}

fn instrument_options(options: &ReplayOptions) -> InstrumentOptions {
    InstrumentOptions {
        probes: options.probes.clone(),
        targets: options.targets.clone(),
        // A target may lie in it or behind it.
        enter_error_function: !options.targets.is_empty(),
        fills_memory: options.memory != UnwrittenMemory::Anything,
    }
}

fn open_folder() -> Result<TempDir, ReplayError> {
    let folder = tempfile::Builder::new()
        .prefix("dunlin-replay-")
        .tempdir()
        .map_err(failed("cannot make a folder for the program"))?;
    open_to_others(folder.path(), FOLDER_MODE)?;
    Ok(folder)
}

/// Whatever the user's mask says.
fn open_to_others(path: &Path, mode: u32) -> Result<(), ReplayError> {
    let what = format!("cannot change the mode of {}", path.display());
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(failed(what))
}

/// The folders that options of a linker name: the program may load libraries from there.
fn library_folders<'a>(args: impl IntoIterator<Item = &'a String>) -> Vec<PathBuf> {
    let parts = args.into_iter().flat_map(|arg| arg.split([',', '=']));
    let paths = parts.map(|part| PathBuf::from(part.strip_prefix("-L").unwrap_or(part)));
    paths.filter(|path| path.is_absolute() && path.is_dir()).collect()
}

fn failed(what: impl Into<String>) -> impl FnOnce(io::Error) -> ReplayError {
    move |error| ReplayError::Io { what: what.into(), reason: error.to_string() }
}
