//! Running other programs: with a time limit, with their output captured, and timed.

use std::fs::File;
use std::io::{Read, Seek};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

pub const CLANG: &str = "clang-19";
pub const LLI: &str = "lli-19";
pub const CSMITH: &str = "csmith";

/// What a finished (or stopped) process left behind.
#[derive(Debug)]
pub struct Outcome {
    /// None when the process was stopped at its time limit.
    pub status: Option<ExitStatus>,
    pub stdout: Vec<u8>,
    pub stderr: String,
    pub time: Duration,
}

impl Outcome {
    /// The exit code as a shell shows it: 128 + the signal for a process that died of one.
    pub fn code(&self) -> Option<i64> {
        let status = self.status?;
        let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
        code.map(i64::from)
    }
}

/// Runs `command` without input for at most `limit`.
pub fn run(command: &mut Command, limit: Duration) -> Result<Outcome> {
    // Files instead of pipes: a process left behind by a stopped child cannot keep us waiting.
    let mut stdout = tempfile::tempfile()?;
    let mut stderr = tempfile::tempfile()?;
    command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
    let start = Instant::now();
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start {}", command.get_program().display()))?;
    let status = wait(&mut child, start, limit)?;
    let time = start.elapsed();
    let stdout = rewind_and_read(&mut stdout)?;
    let stderr = String::from_utf8_lossy(&rewind_and_read(&mut stderr)?).into_owned();
    Ok(Outcome { status, stdout, stderr, time })
}

fn wait(child: &mut Child, start: Instant, limit: Duration) -> Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        let elapsed = start.elapsed();
        if elapsed >= limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        // A hundredth of the time so far keeps the error of a measurement near one percent.
        let pause = elapsed / 100;
        std::thread::sleep(pause.clamp(Duration::from_micros(20), Duration::from_millis(10)));
    }
}

fn rewind_and_read(file: &mut File) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Runs `command` and insists that it succeeds.
pub fn run_checked(command: &mut Command, limit: Duration) -> Result<Outcome> {
    let outcome = run(command, limit)?;
    let program = command.get_program().display().to_string();
    match outcome.code() {
        Some(0) => Ok(outcome),
        Some(code) => bail!("{program} ended with {code}: {}", outcome.stderr.trim_end()),
        None => bail!("{program} took longer than {} s", limit.as_secs()),
    }
}

/// The shortest of `runs` runs. Noise of the machine only ever adds time.
pub fn fastest(
    runs: usize,
    mut once: impl FnMut() -> Result<Outcome>,
) -> Result<(Duration, Outcome)> {
    let mut best = once()?;
    for _ in 1..runs {
        let next = once()?;
        if next.time < best.time {
            best = next;
        }
    }
    Ok((best.time, best))
}

/// The `dunlin` binary to measure: the given one, or the one beside this program.
pub fn find_dunlin(given: Option<PathBuf>) -> Result<PathBuf> {
    let path = match given {
        Some(path) => path,
        None => std::env::current_exe()?.with_file_name("dunlin"),
    };
    if !path.is_file() {
        bail!("{} is not there: build it or name it with --dunlin", path.display());
    }
    std::path::absolute(&path).context("the current folder is gone")
}

/// `target/NAME` of this workspace, created. Results and failing programs are kept there.
pub fn result_folder(name: &str) -> Result<PathBuf> {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"), PathBuf::from);
    std::fs::create_dir_all(&target)?;
    let folder = target.canonicalize()?.join(name);
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder)
}

/// Does work for every number below `count`, some at a time, and returns the results in their order.
/// After an error nothing new is begun.
pub fn in_parallel<T: Send>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let worker = || -> Result<Vec<(usize, T)>> {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return Ok(done);
            }
            let result = work(index).inspect_err(|_| next.store(count, Ordering::Relaxed));
            done.push((index, result?));
        }
    };
    let mut done = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(worker)).collect();
        let mut done = Vec::new();
        for worker in workers {
            match worker.join() {
                Ok(results) => done.extend(results?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        anyhow::Ok(done)
    })?;
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// Processor time of all children that were waited for, and theirs. User and system together: the kernel only
/// estimates which is which.
pub fn children_time() -> Duration {
    // SAFETY: plain data for which all zeros is valid; the call only fills it.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage);
        usage
    };
    let of = |time: libc::timeval| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
    of(usage.ru_utime) + of(usage.ru_stime)
}

/// A duration in milliseconds.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The geometric mean; 0 for no values.
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0u32);
    for value in values {
        sum += value.ln();
        count += 1;
    }
    if count == 0 { 0.0 } else { (sum / f64::from(count)).exp() }
}

/// A scratch folder, in memory where the system has such a place.
pub fn folder_in_memory() -> Result<tempfile::TempDir> {
    let memory = Path::new("/dev/shm");
    let made = tempfile::Builder::new().prefix("dunlin-bench-").tempdir_in(memory);
    Ok(made.or_else(|_| tempfile::tempdir())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(20);

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn output_and_exit_code_are_captured() {
        let outcome = run(&mut shell("echo out; echo err >&2; exit 3"), LIMIT).unwrap();
        assert_eq!(outcome.code(), Some(3));
        assert_eq!(outcome.stdout, b"out\n");
        assert_eq!(outcome.stderr, "err\n");
    }

    #[test]
    fn a_signal_counts_from_128() {
        let outcome = run(&mut shell("kill -9 $$"), LIMIT).unwrap();
        assert_eq!(outcome.code(), Some(137));
    }

    #[test]
    fn a_process_is_stopped_at_its_limit() {
        let outcome = run(&mut shell("exec sleep 20"), Duration::from_millis(50)).unwrap();
        assert_eq!(outcome.code(), None);
        assert!(outcome.time < Duration::from_secs(10));
    }

    #[test]
    fn the_time_of_children_grows() {
        let before = children_time();
        run(&mut shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"), LIMIT).unwrap();
        assert!(children_time() > before);
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = run(&mut Command::new("no-such-program-here"), LIMIT).unwrap_err();
        assert!(format!("{error:#}").contains("no-such-program-here"));
    }

    #[test]
    fn results_of_parallel_work_are_in_order_and_an_error_ends_it() {
        let squares = in_parallel(3, 50, |index| Ok(index * index)).unwrap();
        assert_eq!(squares, (0..50).map(|index| index * index).collect::<Vec<_>>());
        let failing = in_parallel(2, 50, |index| if index == 7 { bail!("seven") } else { Ok(()) });
        assert_eq!(failing.unwrap_err().to_string(), "seven");
    }

    #[test]
    fn geometric_mean_of_ratios() {
        assert!((geometric_mean([2.0, 8.0]) - 4.0).abs() < 1e-9);
        assert_eq!(geometric_mean([]), 0.0);
    }
}
