//! The place for this process's temporary files, which goes away with it, however it ends.
//!
//! All temporary folders are made below one, which children find by `TMPDIR` as well. A second process
//! that does nothing else waits for the end of this one and removes what is left: who is killed cannot
//! do it. It waits at a pipe that only this process holds open.

use std::fs;
use std::io::{self, ErrorKind, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Programs in the sandbox may be another user's: they may enter, but not list.
const MODE: u32 = 0o711;

/// What tells the second process that there is nothing to remove.
const LEAVE_IT: &[u8] = b"-";

/// Removes the temporary files when it is dropped.
pub struct Temporary {
    _kept: Option<Kept>,
}

struct Kept {
    folder: PathBuf,
    keeper: libc::pid_t,
    /// Closed last: its end is what the keeper waits for.
    alive: Option<PipeWriter>,
}

impl Temporary {
    /// To be called while the process has one thread. Where no folder can be made, those who need one
    /// say so.
    pub fn new() -> Temporary {
        Temporary { _kept: keep().ok() }
    }
}

/// The second process is there before the folder, so that there is no moment at which nobody would remove it.
fn keep() -> io::Result<Kept> {
    let folder = std::path::absolute(std::env::temp_dir().join(new_name()?))?;
    let (end, mut alive) = io::pipe()?;
    // SAFETY: there is one thread only, so that the copy is a whole process.
    let keeper = match unsafe { libc::fork() } {
        -1 => return Err(io::Error::last_os_error()),
        0 => {
            drop(alive);
            clean_up_after(end, &folder)
        }
        keeper => keeper,
    };
    if let Err(error) = fs::create_dir(&folder) {
        // It may be somebody else's, however unlikely that is.
        alive.write_all(LEAVE_IT)?;
        return Err(error);
    }
    let kept = Kept { folder, keeper, alive: Some(alive) };
    // Whatever the user's mask says.
    fs::set_permissions(&kept.folder, fs::Permissions::from_mode(MODE))?;
    // SAFETY: there is one thread only.
    unsafe { std::env::set_var("TMPDIR", &kept.folder) };
    Ok(kept)
}

/// A name that nobody can foresee.
fn new_name() -> io::Result<String> {
    let mut random = [0u8; 16];
    // SAFETY: a buffer and its size.
    let count = unsafe { libc::getrandom(random.as_mut_ptr().cast(), random.len(), 0) };
    if count != random.len() as isize {
        return Err(io::Error::last_os_error());
    }
    Ok(format!("dunlin-{:032x}", u128::from_ne_bytes(random)))
}

/// What the second process does. It holds nothing else open and heeds no signal that was meant for the
/// first.
fn clean_up_after(mut end: PipeReader, folder: &Path) -> ! {
    const SIGNALS: [libc::c_int; 5] =
        [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT, libc::SIGPIPE];
    let kept = end.as_raw_fd() as libc::c_uint;
    // SAFETY: numbers only; no descriptor but the one that is kept is used any more.
    unsafe {
        libc::setsid();
        for signal in SIGNALS {
            libc::signal(signal, libc::SIG_IGN);
        }
        if kept > 0 {
            libc::syscall(libc::SYS_close_range, 0u32, kept - 1, 0u32);
        }
        libc::syscall(libc::SYS_close_range, kept + 1, u32::MAX, 0u32);
    }
    // Otherwise nothing is ever written: this returns when the first process is gone.
    if end.read(&mut [0]).is_ok_and(|count| count == 0) {
        remove(folder);
    }
    // SAFETY: ends the process, which has nothing to flush.
    unsafe { libc::_exit(0) }
}

/// Children that were killed with us may still be writing for a moment.
fn remove(folder: &Path) {
    const TRIES: u32 = 100;
    const PAUSE: Duration = Duration::from_millis(50);
    for _ in 0..TRIES {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != ErrorKind::NotFound => std::thread::sleep(PAUSE),
            _ => return,
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        // What cannot be removed is left to the keeper, which has more patience.
        let _ = fs::remove_dir_all(&self.folder);
        drop(self.alive.take());
        let mut status = 0;
        // SAFETY: a child of ours, and a valid place for its status.
        unsafe { libc::waitpid(self.keeper, &mut status, 0) };
    }
}
