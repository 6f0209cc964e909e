//! One command, disturbed at a random moment, and what it leaves.

use std::fmt;
use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::checks;
use super::disk::Disk;
use super::jobs::{self, Again, Job, OUT};
use crate::solver::random::Random;
use crate::tools;

/// What happens to a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum How {
    Signal(libc::c_int),
    /// Two signals.
    Twice(libc::c_int),
    /// The disk for results has so many kibibytes.
    Results(u64),
    /// The disk for temporary files has so many kibibytes.
    Temporary(u64),
}

impl How {
    pub fn random(random: &mut Random, disks: bool, job: &Job) -> How {
        let signals = [libc::SIGTERM, libc::SIGINT];
        match random.below(if disks { 8 } else { 5 }) {
            0 | 1 => How::Signal(libc::SIGKILL),
            2 | 3 => How::Signal(random.pick(&signals)),
            4 => How::Twice(random.pick(&signals)),
            5 | 6 if job.writes => How::Results(4 * (1 + random.below(400))),
            _ => How::Temporary(4 * (1 + random.below(2000))),
        }
    }

    /// The name of its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            How::Signal(libc::SIGKILL) => "SIGKILL",
            How::Signal(libc::SIGTERM) => "SIGTERM",
            How::Signal(_) => "SIGINT",
            How::Twice(_) => "two signals",
            How::Results(_) => "full disk for results",
            How::Temporary(_) => "full disk for temporary files",
        }
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            How::Results(size) | How::Temporary(size) => write!(f, "{} of {size} KiB", self.kind()),
            _ => f.write_str(self.kind()),
        }
    }
}

/// A signal is obeyed within a second; this is for a machine that does much else.
const OBEYED: Duration = Duration::from_secs(15);
const LIMIT: Duration = Duration::from_secs(120);

/// What a round needs.
pub struct Round<'a> {
    pub dunlin: &'a Path,
    pub job: &'a Job,
    pub how: How,
    pub moment: Duration,
    /// Tests for `replay`.
    pub given: &'a Path,
}

impl Round<'_> {
    /// Everything happens below `folder`, whose name nobody else has.
    pub fn run(&self, folder: &Path) -> Result<()> {
        let (work, temporary) = (folder.join("work"), folder.join("temporary"));
        std::fs::create_dir(&work)?;
        std::fs::create_dir(&temporary)?;
        jobs::prepare(&work, Some(self.given))?;
        let out = work.join(OUT);
        let disk = match self.how {
            How::Results(size) => Some(Disk::new(&out, size)?),
            How::Temporary(size) => Some(Disk::new(&temporary, size)?),
            _ => None,
        };
        let before = checks::files_of(&work)?;
        let said = folder.join("said");
        let mut command = self.job.command(self.dunlin, &work, false);
        command.env("TMPDIR", &temporary).stdin(Stdio::null());
        command.stdout(File::create(&said)?).stderr(File::options().append(true).open(&said)?);
        let mut child = command.spawn().context("cannot start dunlin")?;
        let status = self.disturb(&mut child)?;
        let text = String::from_utf8_lossy(&std::fs::read(&said)?).into_owned();
        self.check(folder, status, &text).with_context(|| format!("it said:\n{text}"))?;
        let after = checks::files_of(&work)?;
        ensure!(
            before == after,
            "files of the user's have changed: {:?}",
            different(&before, &after)
        );
        if let Some(disk) = &disk {
            disk.enlarge()?;
        }
        self.again(&work, &temporary)
    }

    fn disturb(&self, child: &mut Child) -> Result<ExitStatus> {
        let started = Instant::now();
        if let How::Signal(signal) | How::Twice(signal) = self.how {
            if let Some(status) = wait_for(child, self.moment)? {
                return Ok(status);
            }
            send(child, signal);
            if matches!(self.how, How::Twice(_)) {
                std::thread::sleep(self.moment / 10);
                send(child, signal);
            }
            let status = wait_for(child, OBEYED)?;
            return match status {
                Some(status) => Ok(status),
                None => {
                    send(child, libc::SIGKILL);
                    child.wait()?;
                    bail!("it did not end after {} at {:?}", self.how, self.moment)
                }
            };
        }
        match wait_for(child, LIMIT)? {
            Some(status) => Ok(status),
            None => {
                send(child, libc::SIGKILL);
                child.wait()?;
                bail!("it did not end within {:?}", started.elapsed())
            }
        }
    }

    fn check(&self, folder: &Path, status: ExitStatus, text: &str) -> Result<()> {
        ensure!(!text.contains("a bug of Dunlin") && !text.contains("panicked"), "a panic");
        match (status.code(), status.signal(), self.how) {
            (Some(0..=3 | 130), _, _) => {}
            // A signal that comes before anybody listens, or that nobody can hear.
            (None, Some(ended), How::Signal(sent) | How::Twice(sent)) if ended == sent => {}
            _ => bail!("it ended with {status}"),
        }
        let mark = folder.file_name().context("a name")?.to_string_lossy().into_owned();
        checks::nothing_is_left(&mark, &folder.join("temporary"))?;
        let killed = self.how == How::Signal(libc::SIGKILL) || matches!(self.how, How::Twice(_));
        if self.job.writes {
            checks::results(&folder.join("work").join(OUT), self.job, killed)?;
        }
        Ok(())
    }

    /// The command leads to its undisturbed end when it is given once more.
    fn again(&self, work: &Path, temporary: &Path) -> Result<()> {
        let out = work.join(OUT);
        let claims = if self.job.writes { checks::results(&out, self.job, true)? } else { None };
        if claims.is_some_and(|claims| claims.complete) {
            return Ok(());
        }
        let begun = out.join("checkpoint").is_dir();
        let resume = self.job.again == Again::Resume && begun;
        let mut command = self.job.command(self.dunlin, work, resume);
        let done = tools::run(command.env("TMPDIR", temporary), LIMIT)?;
        let text = String::from_utf8_lossy(&done.stdout).into_owned() + &done.stderr;
        let way = if resume { "resumed" } else { "begun again" };
        ensure!(
            done.code() == Some(self.job.code),
            "{way}, it ended with {:?}: {text}",
            done.code()
        );
        if self.job.writes {
            let claims =
                checks::results(&out, self.job, false)?.context("no summary at the end")?;
            ensure!(claims == self.job.claims, "{way}, it says {claims:?}");
        }
        Ok(())
    }
}

fn different<K: Ord + Clone, V: PartialEq>(
    one: &std::collections::BTreeMap<K, V>,
    other: &std::collections::BTreeMap<K, V>,
) -> Vec<K> {
    let all = one.keys().chain(other.keys());
    all.filter(|key| one.get(key) != other.get(key)).cloned().collect()
}

fn send(child: &Child, signal: libc::c_int) {
    // SAFETY: a child that was not waited for, so that the id is its own.
    unsafe { libc::kill(child.id() as libc::pid_t, signal) };
}

fn wait_for(child: &mut Child, time: Duration) -> Result<Option<ExitStatus>> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if started.elapsed() >= time {
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
