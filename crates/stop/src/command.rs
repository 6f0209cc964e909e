//! Running a program to its end, or until work must end.

use crate::{Child, is_asked};
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// Between two looks at whether the program has ended.
const TICK: Duration = Duration::from_millis(5);

/// Like [`Command::output`]. When work must end, the program is ended with all that it has started, and the
/// error is of the kind [`io::ErrorKind::Interrupted`].
pub fn output(mut command: Command) -> io::Result<Output> {
    command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn()?;
    let known = Child::with_group(process.id());
    let stdout = process.stdout.take().map(|stream| thread::spawn(|| read(stream)));
    let stderr = process.stderr.take().map(|stream| thread::spawn(|| read(stream)));
    let ended = loop {
        // Not waited for yet: until then the id is its own.
        if has_ended(process.id()) {
            break Ok(());
        }
        if is_asked() {
            known.kill();
            break Err(io::ErrorKind::Interrupted.into());
        }
        thread::sleep(TICK);
    };
    drop(known);
    let status = process.wait()?;
    let join = |thread: Option<thread::JoinHandle<Vec<u8>>>| {
        thread.and_then(|thread| thread.join().ok()).unwrap_or_default()
    };
    let output = Output { status, stdout: join(stdout), stderr: join(stderr) };
    ended.map(|()| output)
}

fn read(mut stream: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What came before a failure is worth more than nothing.
    let _ = stream.read_to_end(&mut bytes);
    bytes
}

/// Whether a child has ended; it can still be waited for.
fn has_ended(pid: u32) -> bool {
    // SAFETY: all zeros is a valid value of this plain structure, and the call only fills it.
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        let options = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        libc::waitid(libc::P_PID, pid, &mut info, options) != 0 || info.si_pid() != 0
    }
}
