//! What the child tells us before the program runs, and how the program has ended: through a page of
//! shared memory, since the child may neither allocate nor take a lock.

use std::fmt::{self, Display};
use std::io;
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

/// The steps that can fail; prints to follow "cannot".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum Stage {
    MapUser = 1,
    PrivateMounts,
    MountRoot,
    MountFile,
    MountScratch,
    ChangeRoot,
    HostName,
    Fork,
    Limits,
    Folder,
    Descriptors,
    Cgroup,
    Account,
    Privileges,
    Landlock,
    Filter,
    Exec,
}

const STAGES: [(Stage, &str); 17] = [
    (Stage::MapUser, "map the user into a user namespace"),
    (Stage::PrivateMounts, "separate the mounts"),
    (Stage::MountRoot, "mount a new root"),
    (Stage::MountFile, "mount what the program may read"),
    (Stage::MountScratch, "mount the scratch folder"),
    (Stage::ChangeRoot, "change the root"),
    (Stage::HostName, "change the name of the host"),
    (Stage::Fork, "start a second process"),
    (Stage::Limits, "limit resources"),
    (Stage::Folder, "enter the scratch folder"),
    (Stage::Descriptors, "arrange files"),
    (Stage::Cgroup, "enter the memory cgroup"),
    (Stage::Account, "become nobody"),
    (Stage::Privileges, "give privileges up"),
    (Stage::Landlock, "apply Landlock's rules"),
    (Stage::Filter, "install the system call filter"),
    (Stage::Exec, "start the program"),
];

impl Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = STAGES.iter().find(|(stage, _)| stage == self).map_or("", |&(_, text)| text);
        f.write_str(text)
    }
}

/// A page that the child shares with us.
pub struct Report {
    shared: *mut Shared,
}

#[repr(C)]
struct Shared {
    stage: AtomicI32,
    errno: AtomicI32,
    ended: AtomicI32,
    status: AtomicI32,
    /// What the program's process is called by its parent.
    program: AtomicI32,
    /// The filter's listener, plus one; negative if there will be none.
    listener: AtomicI32,
}

/// There is no listener, and there will not be one.
const NO_LISTENER: i32 = -1;

impl Report {
    pub fn new() -> io::Result<Report> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping, which nothing else knows.
        let page =
            unsafe { libc::mmap(ptr::null_mut(), size_of::<Shared>(), protection, flags, -1, 0) };
        if page == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        // All bytes are zero, which is a valid `Shared`.
        Ok(Report { shared: page.cast() })
    }

    fn shared(&self) -> &Shared {
        // SAFETY: mapped until `self` is dropped, and only atomics are in there.
        unsafe { &*self.shared }
    }

    /// Which step has failed, and why.
    pub fn failure(&self) -> Option<(Stage, io::Error)> {
        let number = self.shared().stage.load(Ordering::Acquire);
        let (stage, _) = STAGES.into_iter().find(|&(stage, _)| stage as i32 == number)?;
        let errno = self.shared().errno.load(Ordering::Acquire);
        Some((stage, io::Error::from_raw_os_error(errno)))
    }

    /// The wait status of the program.
    pub fn status(&self) -> Option<i32> {
        let shared = self.shared();
        (shared.ended.load(Ordering::Acquire) != 0).then(|| shared.status.load(Ordering::Acquire))
    }

    pub fn tell_status(&self, status: i32) {
        self.shared().status.store(status, Ordering::Release);
        self.shared().ended.store(1, Ordering::Release);
    }

    /// The program's process, by the number that it has where we are if there is no process namespace.
    pub fn program(&self) -> Option<libc::pid_t> {
        Some(self.shared().program.load(Ordering::Acquire)).filter(|&pid| pid > 0)
    }

    pub fn tell_program(&self, pid: libc::pid_t) {
        self.shared().program.store(pid, Ordering::Release);
    }

    /// Tells the first process which descriptor it can hear from, or that there is none.
    pub fn tell_listener(&self, fd: Option<i32>) {
        let word = &self.shared().listener;
        word.store(fd.map_or(NO_LISTENER, |fd| fd + 1), Ordering::Release);
        // SAFETY: the word is mapped and aligned.
        unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, 1) };
    }

    /// Waits a moment for the listener: its descriptor once it is known, `Some(None)` if there is none.
    pub fn wait_for_listener(&self, most: Duration) -> Option<Option<i32>> {
        let word = &self.shared().listener;
        if word.load(Ordering::Acquire) == 0 {
            let time = libc::timespec {
                tv_sec: most.as_secs() as libc::time_t,
                tv_nsec: libc::c_long::from(most.subsec_nanos()),
            };
            // SAFETY: the word is mapped and aligned, the time is valid.
            unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT, 0, &time) };
        }
        match word.load(Ordering::Acquire) {
            0 => None,
            NO_LISTENER => Some(None),
            fd => Some(Some(fd - 1)),
        }
    }

    /// Ends the child after a failed step.
    pub fn give_up(&self, stage: Stage) -> ! {
        let errno = io::Error::last_os_error().raw_os_error().unwrap_or(0);
        self.shared().errno.store(errno, Ordering::Release);
        self.shared().stage.store(stage as i32, Ordering::Release);
        self.tell_listener(None);
        leave(127)
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        // SAFETY: mapped by `new` with this size, and not used any more.
        unsafe { libc::munmap(self.shared.cast(), size_of::<Shared>()) };
    }
}

pub fn leave(status: i32) -> ! {
    // SAFETY: ends the process at once, without handlers of the parent's.
    unsafe { libc::_exit(status) }
}
