//! Trials in series: every program, as every account that we can be, with every isolation that works.
//!
//! A series runs in a process of its own, which has a terminal that was made for it and may have become an
//! ordinary user. It is this executable again, with a first argument that [`serve`] knows.

use crate::programs::{HEADER, OTHER, PROGRAMS, Program, Takes};
use crate::scene::{Scene, USER, limits};
use dunlin_sandbox::{Finished, Isolation, Job, Rules, Sandbox};
use std::ffi::{CStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;

/// The first argument of a process that is a series.
const ARGUMENT: &str = "--hostile-series";

/// A variable that no program in the sandbox may see.
const SECRET: &str = "DUNLIN_HOSTILE_SECRET";

/// What to try.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Series {
    /// Without programs that take seconds, and with the strongest and the weakest isolation only.
    Fast,
    Whole,
}

/// One program in one isolation.
pub struct Row {
    pub account: String,
    pub isolation: String,
    pub program: String,
    /// The rules that stop it, each alone.
    pub stopped_by: String,
    /// Why the trial has failed, if it has.
    pub failure: Option<String>,
    /// It gets out here, and no rule of this isolation promises otherwise.
    pub open: bool,
}

/// If this process is a series, runs it and ends. To be called first, by whoever calls [`run`].
pub fn serve() {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let [_, argument, kind, programs, terminal] = arguments.as_slice() else { return };
    if argument != ARGUMENT {
        return;
    }
    let series = if kind == "fast" { Series::Fast } else { Series::Whole };
    let done = try_all(series, Path::new(programs), Path::new(terminal));
    std::process::exit(match done {
        Ok(()) => 0,
        Err(error) => {
            // It has no other way to say so.
            let _ = writeln!(io::stderr(), "hostile programs: {error}");
            1
        }
    });
}

/// Runs all trials and gives each to `tell`.
pub fn run(series: Series, mut tell: impl FnMut(&Row)) -> io::Result<()> {
    let folder = tempfile::Builder::new().prefix("dunlin-hostile-").tempdir()?;
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    mode(folder.path(), 0o755)?;
    compile_all(folder.path())?;
    // Our own executable may lie where the other account cannot reach it.
    let own = folder.path().join("series");
    fs::copy(std::env::current_exe()?, &own)?;
    mode(&own, 0o755)?;
    let accounts: &[Option<u32>] = if is_root() { &[None, Some(USER)] } else { &[None] };
    let (sender, rows) = mpsc::channel();
    std::thread::scope(|scope| {
        let start = |&account: &Option<u32>| {
            let (sender, own, programs) = (sender.clone(), &own, folder.path());
            scope.spawn(move || run_series(own, programs, series, account, &sender))
        };
        let running: Vec<_> = accounts.iter().map(start).collect();
        drop(sender);
        rows.iter().for_each(|row| tell(&row));
        let panicked = |_| Err(io::Error::other("a series panicked"));
        running.into_iter().try_for_each(|series| series.join().unwrap_or_else(panicked))
    })
}

fn is_root() -> bool {
    // SAFETY: reads a number.
    unsafe { libc::geteuid() == 0 }
}

fn compile_all(folder: &Path) -> io::Result<()> {
    fs::write(folder.join(HEADER.0), HEADER.1)?;
    let programs = PROGRAMS.iter().map(|program| (program.name, program.source));
    for (name, source) in programs.chain([OTHER]) {
        let file = folder.join(format!("{name}.c"));
        let executable = folder.join(name);
        fs::write(&file, source)?;
        let mut clang = Command::new("clang-19");
        clang.args(["-O0", "-Wall", "-Wextra", "-Werror", "-pthread"]);
        let compiled = clang.arg(file).arg("-o").arg(&executable).status()?;
        if !compiled.success() {
            return Err(io::Error::other(format!("clang-19 cannot compile {name}.c")));
        }
        fs::set_permissions(&executable, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

/// A new terminal: our side, the programs' side and its name.
fn open_terminal() -> io::Result<(File, File, PathBuf)> {
    let (mut ours, mut theirs) = (-1, -1);
    let mut name = [0; 128];
    let nothing = std::ptr::null_mut::<libc::termios>();
    // SAFETY: valid places for two descriptors and a name that is short enough; new descriptors are owned by
    // nobody.
    unsafe {
        let size = std::ptr::null_mut::<libc::winsize>();
        if libc::openpty(&mut ours, &mut theirs, name.as_mut_ptr(), nothing, size) != 0 {
            return Err(io::Error::last_os_error());
        }
        for fd in [ours, theirs] {
            libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC);
        }
        let path = CStr::from_ptr(name.as_ptr()).to_string_lossy().into_owned();
        Ok((File::from_raw_fd(ours), File::from_raw_fd(theirs), PathBuf::from(path)))
    }
}

fn run_series(
    own: &Path,
    programs: &Path,
    series: Series,
    account: Option<u32>,
    rows: &mpsc::Sender<Row>,
) -> io::Result<()> {
    let (_ours, theirs, terminal) = open_terminal()?;
    fs::set_permissions(&terminal, fs::Permissions::from_mode(0o666))?;
    let kind = if series == Series::Fast { "fast" } else { "whole" };
    let mut command = Command::new(own);
    command.arg(ARGUMENT).arg(kind).arg(programs).arg(&terminal);
    command.env(SECRET, "secret").current_dir("/").stdin(Stdio::null()).stdout(Stdio::piped());
    if let Some(account) = account {
        command.uid(account).gid(account);
    }
    let fd = theirs.as_raw_fd();
    // SAFETY: two system calls on a descriptor that is open.
    unsafe {
        command.pre_exec(move || {
            libc::setsid();
            match libc::ioctl(fd, libc::TIOCSCTTY, 0) {
                0 => Ok(()),
                _ => Err(io::Error::last_os_error()),
            }
        });
    }
    let mut child = command.spawn()?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines() {
            let row = Row::parse(&line?);
            let row = row.ok_or_else(|| io::Error::other("a series tells nonsense"))?;
            rows.send(row).map_err(io::Error::other)?;
        }
    }
    let status = child.wait()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("a series: {status}"))) }
}

/// In a series: a line for each trial.
fn try_all(series: Series, programs: &Path, terminal: &Path) -> io::Result<()> {
    let mut working: Vec<Sandbox> =
        Isolation::ALL.into_iter().filter_map(|isolation| Sandbox::with(isolation).ok()).collect();
    if series == Series::Fast && working.len() > 2 {
        working.drain(1..working.len() - 1);
    }
    if working.is_empty() {
        return Err(io::Error::other("no sandbox works here"));
    }
    for sandbox in working {
        let mut scene = Scene::new(programs, terminal, sandbox)?;
        let wanted = PROGRAMS.iter().filter(|program| {
            program.is_for(sandbox.isolation(), is_root())
                && (series == Series::Whole || program.takes != Takes::Time)
        });
        for program in wanted {
            let mut trial = Trial { sandbox, program, programs, scene: &mut scene };
            let row = trial.row()?;
            writeln!(io::stdout(), "{}", row.line())?;
        }
    }
    Ok(())
}

struct Trial<'a> {
    sandbox: Sandbox,
    program: &'a Program,
    programs: &'a Path,
    scene: &'a mut Scene,
}

impl Trial<'_> {
    fn row(&mut self) -> io::Result<Row> {
        let stopping = self.program.stopping(self.sandbox.rules());
        let mut failures = Vec::new();
        let mut expect = |out: bool, (got_out, finished): (bool, Finished), what: String| {
            if out != got_out {
                let verb = if got_out { "got out" } else { "was stopped" };
                let said = String::from_utf8_lossy(&finished.stderr).trim().to_owned();
                failures.push(format!("{what}: {verb} ({:?}) {said}", finished.ended));
            }
        };
        let open = stopping.is_empty();
        if !open {
            expect(false, self.run(Rules::NONE)?, "under all rules".to_owned());
        }
        expect(true, self.run(stopping)?, format!("without {stopping}"));
        for rule in stopping.iter() {
            let one: Rules = [rule].into_iter().collect();
            expect(false, self.run(stopping.without(one))?, format!("with {rule}"));
        }
        Ok(Row {
            account: if is_root() { "root" } else { "user" }.to_owned(),
            isolation: self.sandbox.isolation().to_string(),
            program: self.program.name.to_owned(),
            stopped_by: stopping.to_string(),
            failure: (!failures.is_empty()).then(|| failures.join("; ")),
            open,
        })
    }

    fn run(&mut self, left_out: Rules) -> io::Result<(bool, Finished)> {
        let scratch = self.scene.scratch(self.sandbox)?;
        let executable = self.programs.join(self.program.name);
        let readable = self.scene.readable();
        let job = Job {
            environment: self.scene.environment(),
            readable: &readable,
            report: Some("REPORT"),
            limits: self.program.limits(limits()),
            left_out,
            ..Job::new(&executable, &scratch)
        };
        let finished = self.sandbox.run(&job).map_err(io::Error::other)?;
        self.scene.clean(&scratch)?;
        Ok((self.program.got_out(&finished), finished))
    }
}

impl Row {
    fn line(&self) -> String {
        let failure = self.failure.clone().unwrap_or_default().replace(['\n', '\t'], " ");
        let open = if self.open { "open" } else { "" };
        let Row { account, isolation, program, stopped_by, .. } = self;
        [account, isolation, program, stopped_by, &failure, open]
            .map(AsRef::<str>::as_ref)
            .join("\t")
    }

    fn parse(line: &str) -> Option<Row> {
        let mut parts = line.split('\t').map(str::to_owned);
        let mut next = || parts.next();
        Some(Row {
            account: next()?,
            isolation: next()?,
            program: next()?,
            stopped_by: next()?,
            failure: next().filter(|text| !text.is_empty()),
            open: next()?.as_str() == "open",
        })
    }
}
