//! What happens in the child between its start and that of the program.
//!
//! The child is a copy of a process that may have several threads: until the program starts it may
//! neither allocate nor take a lock. Everything that it needs is prepared in a [`Plan`], it makes
//! system calls only, and it tells what went wrong through a page of shared memory.
//!
//! With namespaces there are three processes: ours; the first one of the new process namespace,
//! with whose end everything in there ends; and the program. The program cannot be the first one,
//! since that one does not get signals that it does not handle, not even from its own `abort`.

use crate::filter::Filter;
use crate::{Isolation, Limits, NOBODY};
use std::ffi::{CStr, CString, c_char};
use std::fmt::{self, Display};
use std::io;
use std::os::fd::RawFd;
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

/// The descriptor of [`crate::Job::file`] in the program.
const FILE_DESCRIPTOR: RawFd = 3;

/// What the child does.
pub struct Plan {
    pub isolation: Isolation,
    pub rehearse: bool,
    pub as_nobody: bool,
    pub scratch: CString,
    pub argv: Vec<CString>,
    pub environment: Vec<CString>,
    pub stdin: RawFd,
    pub stdout: RawFd,
    pub stderr: RawFd,
    pub file: Option<RawFd>,
    pub rules: Option<RawFd>,
    pub filter: Filter,
    pub limits: Limits,
    /// The same as `argv` and `environment`, as the kernel wants them.
    pub argv_pointers: Vec<*const c_char>,
    pub environment_pointers: Vec<*const c_char>,
}

impl Plan {
    /// Fills in the pointers.
    pub fn new(mut plan: Plan) -> Plan {
        let pointers = |texts: &[CString]| -> Vec<*const c_char> {
            texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect()
        };
        plan.argv_pointers = pointers(&plan.argv);
        plan.environment_pointers = pointers(&plan.environment);
        plan
    }
}

/// The steps that can fail; prints to follow "cannot".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum Stage {
    MapUser = 1,
    PrivateMounts,
    MountScratch,
    ReadOnly,
    Fork,
    Limits,
    Folder,
    Descriptors,
    Account,
    Privileges,
    Landlock,
    Filter,
    Exec,
}

const STAGES: [(Stage, &str); 13] = [
    (Stage::MapUser, "map the user into a user namespace"),
    (Stage::PrivateMounts, "separate the mounts"),
    (Stage::MountScratch, "mount the scratch folder"),
    (Stage::ReadOnly, "make all other mounts read-only"),
    (Stage::Fork, "start a second process"),
    (Stage::Limits, "limit resources"),
    (Stage::Folder, "enter the scratch folder"),
    (Stage::Descriptors, "arrange files"),
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
}

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

    /// The wait status of the program, if it was a child of our child.
    pub fn status(&self) -> Option<i32> {
        let shared = self.shared();
        (shared.ended.load(Ordering::Acquire) != 0).then(|| shared.status.load(Ordering::Acquire))
    }

    fn tell_status(&self, status: i32) {
        self.shared().status.store(status, Ordering::Release);
        self.shared().ended.store(1, Ordering::Release);
    }

    /// Ends the child after a failed step.
    fn give_up(&self, stage: Stage) -> ! {
        let errno = io::Error::last_os_error().raw_os_error().unwrap_or(0);
        self.shared().errno.store(errno, Ordering::Release);
        self.shared().stage.store(stage as i32, Ordering::Release);
        leave(127)
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        // SAFETY: mapped by `new` with this size, and not used any more.
        unsafe { libc::munmap(self.shared.cast(), size_of::<Shared>()) };
    }
}

fn leave(status: i32) -> ! {
    // SAFETY: ends the process at once, without handlers of the parent's.
    unsafe { libc::_exit(status) }
}

/// Starts the child that carries out the plan.
pub fn start(plan: &mut Plan, report: &Report) -> io::Result<libc::pid_t> {
    let separate = libc::CLONE_NEWNS
        | libc::CLONE_NEWNET
        | libc::CLONE_NEWPID
        | libc::CLONE_NEWIPC
        | libc::CLONE_NEWUTS;
    let flags = match plan.isolation {
        Isolation::Namespaces => separate,
        Isolation::UserNamespaces => separate | libc::CLONE_NEWUSER,
        Isolation::Landlock => 0,
    };
    // SAFETY: reads two numbers.
    let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
    let maps = [user, group].map(|id| format!("{id} {id} 1"));
    let pid = clone(flags)?;
    if pid > 0 {
        return Ok(pid);
    }
    match plan.isolation {
        Isolation::Landlock => become_program(plan, report),
        Isolation::Namespaces => first_process(plan, report, None),
        Isolation::UserNamespaces => first_process(plan, report, Some(&maps)),
    }
}

/// Like `fork`, into new namespaces, without the C library's handlers.
fn clone(flags: i32) -> io::Result<libc::pid_t> {
    // SAFETY: without CLONE_VM the child is a copy with its own memory, as with `fork`; it does only
    // what this module's comment allows.
    let pid = unsafe {
        let flags = (flags | libc::SIGCHLD) as libc::c_long;
        libc::syscall(libc::SYS_clone, flags, 0usize, 0usize, 0usize, 0usize)
    };
    if pid < 0 { Err(io::Error::last_os_error()) } else { Ok(pid as libc::pid_t) }
}

/// Makes the new namespaces a safe place, starts the program in them and waits for it.
fn first_process(plan: &mut Plan, report: &Report, maps: Option<&[String; 2]>) -> ! {
    die_with_parent();
    if let Some([users, groups]) = maps {
        let mapped = write_file(c"/proc/self/setgroups", b"deny")
            && write_file(c"/proc/self/uid_map", users.as_bytes())
            && write_file(c"/proc/self/gid_map", groups.as_bytes());
        if !mapped {
            report.give_up(Stage::MapUser);
        }
    }
    arrange_mounts(plan, report);
    let program = match clone(0) {
        Ok(0) => become_program(plan, report),
        Ok(program) => program,
        Err(_) => report.give_up(Stage::Fork),
    };
    // Otherwise whoever reads the program's output would wait for us.
    // SAFETY: closes descriptors of this process only.
    unsafe { libc::syscall(libc::SYS_close_range, 0u32, u32::MAX, 0u32) };
    loop {
        let mut status = 0;
        // SAFETY: the status is a valid place.
        let ended = unsafe { libc::waitpid(-1, &mut status, 0) };
        if ended == program {
            report.tell_status(status);
            leave(0);
        }
    }
}

#[repr(C)]
struct MountAttributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

const MOUNT_READ_ONLY: u64 = 1;
const MOUNT_NO_SUID: u64 = 2;
const MOUNT_NO_DEVICES: u64 = 4;

fn change_mount(path: &CStr, flags: libc::c_int, set: u64, clear: u64) -> bool {
    let attributes = MountAttributes { set, clear, propagation: 0, user_namespace: 0 };
    // SAFETY: a zero-terminated path, a valid structure and its size.
    unsafe {
        let size = size_of::<MountAttributes>();
        let call = libc::SYS_mount_setattr;
        libc::syscall(call, libc::AT_FDCWD, path.as_ptr(), flags, &attributes, size) == 0
    }
}

fn mount(source: &CStr, target: &CStr, kind: Option<&CStr>, flags: libc::c_ulong) -> bool {
    let kind = kind.map_or(ptr::null(), CStr::as_ptr);
    // SAFETY: zero-terminated strings, or null where the kernel allows it.
    unsafe { libc::mount(source.as_ptr(), target.as_ptr(), kind, flags, ptr::null()) == 0 }
}

/// Everything read-only, but the scratch folder.
fn arrange_mounts(plan: &Plan, report: &Report) {
    let scratch = &plan.scratch;
    if !mount(c"none", c"/", None, libc::MS_REC | libc::MS_PRIVATE) {
        report.give_up(Stage::PrivateMounts);
    }
    if !mount(scratch, scratch, None, libc::MS_BIND) {
        report.give_up(Stage::MountScratch);
    }
    if !change_mount(c"/", libc::AT_RECURSIVE, MOUNT_READ_ONLY | MOUNT_NO_SUID, 0) {
        report.give_up(Stage::ReadOnly);
    }
    if !change_mount(scratch, 0, MOUNT_NO_SUID | MOUNT_NO_DEVICES, MOUNT_READ_ONLY) {
        report.give_up(Stage::MountScratch);
    }
    // So that other processes cannot be seen either. Inside of a container it may not be allowed;
    // the old one is read-only already.
    let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC | libc::MS_RDONLY;
    mount(c"proc", c"/proc", Some(c"proc"), flags);
}

fn write_file(path: &CStr, content: &[u8]) -> bool {
    // SAFETY: a zero-terminated path, and as many bytes as the slice has.
    unsafe {
        let fd = libc::open(path.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        if fd < 0 {
            return false;
        }
        let written = libc::write(fd, content.as_ptr().cast(), content.len());
        libc::close(fd);
        written == content.len() as isize
    }
}

fn die_with_parent() {
    // SAFETY: plain numbers.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
}

/// The last steps in the process that becomes the program.
fn become_program(plan: &mut Plan, report: &Report) -> ! {
    // SAFETY: system calls on prepared, valid arguments; nothing is allocated. The filter's memory
    // is this process's own copy.
    unsafe {
        libc::setsid();
        // Rust ignores SIGPIPE, and what a process ignores or blocks, its program does as well.
        const LAST_SIGNAL: libc::c_int = 64;
        for signal in 1..=LAST_SIGNAL {
            libc::signal(signal, libc::SIG_DFL);
        }
        let mut none = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, ptr::null_mut());
        if libc::chdir(plan.scratch.as_ptr()) != 0 {
            report.give_up(Stage::Folder);
        }
        if !arrange_descriptors(plan) {
            report.give_up(Stage::Descriptors);
        }
        if !limit_resources(&plan.limits) {
            report.give_up(Stage::Limits);
        }
        // No program that is started from here on can have a capability. Without the right to do
        // this there is none to lose.
        const LAST_CAPABILITY: libc::c_ulong = 63;
        for capability in 0..=LAST_CAPABILITY {
            libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0);
        }
        if plan.as_nobody {
            let became = libc::syscall(libc::SYS_setgroups, 0usize, ptr::null::<u32>()) == 0
                && libc::syscall(libc::SYS_setresgid, NOBODY, NOBODY, NOBODY) == 0
                && libc::syscall(libc::SYS_setresuid, NOBODY, NOBODY, NOBODY) == 0;
            if !became {
                report.give_up(Stage::Account);
            }
        }
        // After the change of the account, which resets it.
        die_with_parent();
        if libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 {
            report.give_up(Stage::Privileges);
        }
        if let Some(rules) = plan.rules
            && libc::syscall(libc::SYS_landlock_restrict_self, rules, 0u32) != 0
        {
            report.give_up(Stage::Landlock);
        }
        // Only now: the rules were needed until here. They close when the program starts, and not
        // before: that is how whoever watches its memory knows that it is no copy of ours any more.
        let unused = first_unused(plan) as u32;
        if libc::syscall(libc::SYS_close_range, unused, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) != 0 {
            report.give_up(Stage::Descriptors);
        }
        plan.filter.set_own_process(libc::getpid() as u32);
        if !install_filter(&plan.filter) {
            report.give_up(Stage::Filter);
        }
        if plan.rehearse {
            leave(0);
        }
        libc::execve(
            plan.argv_pointers[0],
            plan.argv_pointers.as_ptr(),
            plan.environment_pointers.as_ptr(),
        );
    }
    report.give_up(Stage::Exec)
}

fn first_unused(plan: &Plan) -> RawFd {
    if plan.file.is_some() { FILE_DESCRIPTOR + 1 } else { FILE_DESCRIPTOR }
}

/// Input, outputs and the extra file get their numbers; no other descriptor stays open in the
/// program.
fn arrange_descriptors(plan: &Plan) -> bool {
    // First out of the way of the numbers that are given out.
    const ASIDE: RawFd = 10;
    // SAFETY: descriptors of this process only.
    unsafe {
        let aside = |fd: RawFd| libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, ASIDE);
        let (stdin, stdout, stderr) = (aside(plan.stdin), aside(plan.stdout), aside(plan.stderr));
        let file = plan.file.map(aside);
        let done =
            libc::dup2(stdin, 0) == 0 && libc::dup2(stdout, 1) == 1 && libc::dup2(stderr, 2) == 2;
        match file {
            Some(file) => done && libc::dup2(file, FILE_DESCRIPTOR) == FILE_DESCRIPTOR,
            None => done,
        }
    }
}

fn limit_resources(limits: &Limits) -> bool {
    let seconds = limits.cpu_time.as_secs()
        + u64::from(limits.cpu_time.subsec_nanos() > 0)
        + u64::from(limits.cpu_time == Duration::ZERO);
    let set = |resource, soft: u64, hard: u64| {
        // SAFETY: both are valid structures.
        unsafe {
            let mut old = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            if libc::getrlimit(resource, &mut old) != 0 {
                return false;
            }
            // What the user has limited further stays so.
            let hard = hard.min(old.rlim_max);
            let new = libc::rlimit { rlim_cur: soft.min(hard), rlim_max: hard };
            libc::setrlimit(resource, &new) == 0
        }
    };
    set(libc::RLIMIT_CORE, 0, 0)
        // The soft limit is a signal that can be told from a kill.
        && set(libc::RLIMIT_CPU, seconds, seconds + 1)
        && set(libc::RLIMIT_FSIZE, limits.file_bytes, limits.file_bytes)
        && set(libc::RLIMIT_NPROC, limits.threads, limits.threads)
        && set(libc::RLIMIT_STACK, limits.stack_bytes, limits.stack_bytes)
        && set(libc::RLIMIT_MEMLOCK, 0, 0)
        && set(libc::RLIMIT_MSGQUEUE, 0, 0)
}

/// `filter` is not changed for anybody else: this process has its own memory.
fn install_filter(filter: &Filter) -> bool {
    const SET_MODE_FILTER: u32 = 1;
    let length = filter.code.len() as u16;
    // SAFETY: the kernel copies `length` instructions from a valid array.
    unsafe {
        let program = libc::sock_fprog { len: length, filter: filter.code.as_ptr().cast_mut() };
        libc::syscall(libc::SYS_seccomp, SET_MODE_FILTER, 0u32, &program) == 0
    }
}
