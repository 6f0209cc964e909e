//! One run from a [`Job`] to what came of it: what the child needs is opened and written down before it
//! starts, then it is watched to its end.

use crate::cgroup::Cgroup;
use crate::child::{self, Plan};
use crate::filter::{self, Wanted};
use crate::landlock::ProgramRules;
use crate::report::{Report, Stage};
use crate::view::View;
use crate::watch::{self, Outputs, Watched};
use crate::{
    Ended, Finished, Isolation, Job, NOBODY, Rule, Rules, Sandbox, SandboxError, own_account,
    scratch,
};
use std::ffi::{CString, OsStr, OsString};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// How many files a program may have open.
const OPEN_FILES: u64 = 1024;

impl Sandbox {
    /// With `rehearse`, everything is done but starting the program.
    pub(super) fn carry_out(
        &self,
        job: &Job<'_>,
        rehearse: bool,
    ) -> Result<Finished, SandboxError> {
        let Sandbox { isolation, .. } = *self;
        let rules = self.rules.without(job.left_out);
        let program = absolute(job.program)?;
        let scratch = absolute(job.scratch)?;
        let on_disk = isolation == Isolation::Landlock;
        // What is in there afterwards is removed.
        if on_disk && std::fs::read_dir(&scratch).is_ok_and(|mut entries| entries.next().is_some())
        {
            let what = format!("the scratch folder {} is not empty", scratch.display());
            return Err(SandboxError::Failed(what));
        }
        let readable: Vec<&Path> = job.readable.iter().map(PathBuf::as_path).collect();
        let null = std::fs::File::open("/dev/null").map_err(failed("/dev/null"))?;
        let (stdout, stdout_end) = pipe()?;
        let (stderr, stderr_end) = pipe()?;
        let (reports, reports_end) = pipe()?;
        let (unstarted, unstarted_end) = pipe()?;
        let ourselves = watch::open_handle(std::process::id() as libc::pid_t);
        let landlock = match rules.contains(Rule::Landlock) {
            true => Some(ProgramRules::new(&program, &readable).map_err(failed("Landlock"))?),
            false => None,
        };
        let cgroup = match rules.contains(Rule::Cgroup) && !rehearse {
            true => Some(Cgroup::new(job.limits.memory_bytes).map_err(SandboxError::Failed)?),
            false => None,
        };
        let as_nobody = rules.contains(Rule::Account);
        let view = match isolation {
            Isolation::Landlock => None,
            _ => {
                let owner = if as_nobody { (NOBODY, NOBODY) } else { own_account() };
                let size = job.limits.disk_bytes;
                let view = View::new(rules, &program, &readable, &scratch, size, owner);
                Some(view.map_err(failed("what the program may read"))?)
            }
        };
        let open_files = open_files();
        let used = [
            Some(stdout_end.as_raw_fd()),
            Some(stderr_end.as_raw_fd()),
            Some(null.as_raw_fd()),
            Some(reports_end.as_raw_fd()),
            Some(unstarted_end.as_raw_fd()),
            landlock.as_ref().map(ProgramRules::descriptor),
            cgroup.as_ref().map(Cgroup::descriptor),
            job.file.map(|file| file.as_raw_fd()),
        ];
        // A number that an ordinary program does not come across.
        let free = (0..open_files as i32).rev().find(|number| !used.contains(&Some(*number)));
        let report_number = job.report.and(free);
        let mut argv = vec![c_string(program.as_os_str())?];
        for arg in job.args {
            argv.push(c_string(arg)?);
        }
        let report = Report::new().map_err(failed("shared memory"))?;
        let mut plan = Plan {
            isolation,
            rules,
            rehearse,
            as_nobody,
            view,
            scratch: c_string(scratch.as_os_str())?,
            argv,
            environment: environment(job, rules, report_number)?,
            parent: ourselves.as_ref().map(AsRawFd::as_raw_fd),
            stdin: null.as_raw_fd(),
            stdout: stdout_end.as_raw_fd(),
            stderr: stderr_end.as_raw_fd(),
            file: job.file.map(|file| file.as_raw_fd()),
            report: report_number.map(|number| (reports_end.as_raw_fd(), number)),
            cgroup: cgroup.as_ref().map(Cgroup::descriptor),
            landlock: landlock.as_ref(),
            filter: filter::program(Wanted {
                rules,
                allow_tracing: job.allow_tracing,
                kept_descriptor: report_number.map(|number| number as u32),
            }),
            limits: job.limits,
            open_files,
            argv_pointers: Vec::new(),
            environment_pointers: Vec::new(),
        }
        .complete();
        let child = child::start(&mut plan, &report).map_err(failed("starting a process"))?;
        drop((stdout_end, stderr_end, reports_end, unstarted_end));
        let kill = || {
            // SAFETY: the child was not waited for, so that the id is still its own; the program's group has
            // the id of a process that the child has not waited for.
            unsafe {
                if !rules.contains(Rule::Processes)
                    && let Some(program) = report.program()
                {
                    libc::kill(-program, libc::SIGKILL);
                    libc::kill(program, libc::SIGKILL);
                }
                libc::kill(child, libc::SIGKILL);
            }
        };
        let watched = Watched {
            child,
            rules,
            limits: job.limits,
            scratch: on_disk.then_some(scratch.as_path()),
            unstarted,
        };
        let outputs = Outputs { stdout, stderr, report: reports };
        let observed = watch::watch(&watched, outputs, kill);
        if on_disk && !rehearse {
            scratch::empty(&scratch).map_err(failed("cannot empty the scratch folder"))?;
        }
        if let Some((stage, error)) = report.failure() {
            let what = match stage {
                Stage::Exec => format!("cannot start {}", job.program.display()),
                other => format!("cannot {other}"),
            };
            return Err(SandboxError::Failed(format!("{what}: {error}")));
        }
        let killed = cgroup.as_ref().is_some_and(Cgroup::has_killed);
        if observed.given_up {
            return Err(SandboxError::Stopped);
        }
        let watch::Observed { stopped, status, stdout, stdout_bytes, stderr, .. } = observed;
        let (stdout_digest, said) = (observed.stdout_digest, observed.report);
        let stopped = stopped.or(killed.then_some(Ended::OutOfMemory));
        let ended = stopped.unwrap_or_else(|| match report.status().unwrap_or(status) {
            status if libc::WIFSIGNALED(status) => Ended::Signal(libc::WTERMSIG(status)),
            status => Ended::Exit(libc::WEXITSTATUS(status)),
        });
        // The kernel's own stop for too much processor time.
        let ended = if ended == Ended::Signal(libc::SIGXCPU) { Ended::TimedOut } else { ended };
        Ok(Finished { ended, stdout, stdout_bytes, stdout_digest, stderr, report: said })
    }
}

/// How many files the program may have open: no more than we may.
fn open_files() -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: a valid structure.
    let known = unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) } == 0;
    if known { OPEN_FILES.min(limit.rlim_max) } else { OPEN_FILES }
}

fn environment(
    job: &Job<'_>,
    rules: Rules,
    report: Option<i32>,
) -> Result<Vec<CString>, SandboxError> {
    let mut entries: Vec<(OsString, OsString)> =
        job.environment.iter().map(|(name, value)| (name.into(), value.clone())).collect();
    if let (Some(name), Some(number)) = (job.report, report) {
        entries.push((name.into(), number.to_string().into()));
    }
    if !rules.contains(Rule::Environment) {
        entries.extend(std::env::vars_os());
    }
    let entry = |(mut name, value): (OsString, OsString)| {
        name.push("=");
        name.push(value);
        c_string(&name)
    };
    entries.into_iter().map(entry).collect()
}

fn failed(what: &str) -> impl Fn(io::Error) -> SandboxError + '_ {
    move |error| SandboxError::Failed(format!("{what}: {error}"))
}

fn absolute(path: &Path) -> Result<PathBuf, SandboxError> {
    std::path::absolute(path)
        .map_err(|error| SandboxError::Failed(format!("{}: {error}", path.display())))
}

fn c_string(text: &OsStr) -> Result<CString, SandboxError> {
    CString::new(text.as_bytes())
        .map_err(|_| SandboxError::Failed(format!("a zero byte in {}", text.display())))
}

/// The reading and the writing end, closed in other programs.
fn pipe() -> Result<(OwnedFd, OwnedFd), SandboxError> {
    let (reader, writer) = io::pipe().map_err(failed("a pipe"))?;
    Ok((reader.into(), writer.into()))
}
