//! What happens in the child between its start and that of the program.
//!
//! The child is a copy of a process that may have several threads: until the program starts it may
//! neither allocate nor take a lock. Everything that it needs is prepared in a [`Plan`], it makes
//! system calls only, and it tells what went wrong through a page of shared memory.
//!
//! There are three processes: ours; the first one of the sandbox, with whose end everything in there
//! ends, and which lets the program start, once; and the program. The program cannot be the first one,
//! since that one does not get signals that it does not handle, not even from its own `abort`.

use crate::filter::Filter;
use crate::landlock::ProgramRules;
use crate::report::{Report, Stage, leave};
use crate::rules::{Rule, Rules};
use crate::view::View;
use crate::{Isolation, Limits, NOBODY};
use std::ffi::{CStr, CString, c_char};
use std::io;
use std::os::fd::RawFd;
use std::ptr;
use std::time::Duration;

/// The descriptor of [`crate::Job::file`] in the program.
const FILE_DESCRIPTOR: RawFd = 3;

/// What the program is told as the name of the machine.
const HOST_NAME: &CStr = c"sandbox";

/// What the child does.
pub struct Plan<'a> {
    pub isolation: Isolation,
    pub rules: Rules,
    pub rehearse: bool,
    pub as_nobody: bool,
    pub view: Option<View>,
    pub scratch: CString,
    pub argv: Vec<CString>,
    pub environment: Vec<CString>,
    /// A handle of the process that has started us.
    pub parent: Option<RawFd>,
    pub stdin: RawFd,
    pub stdout: RawFd,
    pub stderr: RawFd,
    pub file: Option<RawFd>,
    /// Where reports go, and which number that has in the program.
    pub report: Option<(RawFd, RawFd)>,
    pub cgroup: Option<RawFd>,
    pub landlock: Option<&'a ProgramRules>,
    pub filter: Filter,
    pub limits: Limits,
    pub open_files: u64,
    /// The same as `argv` and `environment`, as the kernel wants them.
    pub argv_pointers: Vec<*const c_char>,
    pub environment_pointers: Vec<*const c_char>,
}

impl Plan<'_> {
    /// Fills in the pointers.
    pub fn complete(mut self) -> Self {
        let pointers = |texts: &[CString]| -> Vec<*const c_char> {
            texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect()
        };
        self.argv_pointers = pointers(&self.argv);
        self.environment_pointers = pointers(&self.environment);
        self
    }
}

/// Starts the child that carries out the plan.
pub fn start(plan: &mut Plan<'_>, report: &Report) -> io::Result<libc::pid_t> {
    let own = [
        (Rule::Network, libc::CLONE_NEWNET),
        (Rule::Processes, libc::CLONE_NEWPID),
        (Rule::Ipc, libc::CLONE_NEWIPC),
        (Rule::HostName, libc::CLONE_NEWUTS),
    ];
    let separate = own.iter().filter(|(rule, _)| plan.rules.contains(*rule));
    let separate = separate.fold(libc::CLONE_NEWNS, |flags, (_, flag)| flags | flag);
    let flags = match plan.isolation {
        Isolation::Namespaces => separate,
        Isolation::UserNamespaces => separate | libc::CLONE_NEWUSER,
        Isolation::Landlock => 0,
    };
    // SAFETY: reads two numbers.
    let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
    let maps = [user, group].map(|id| format!("{id} {id} 1"));
    let pid = clone(flags)?;
    if pid == 0 {
        let mapped = plan.isolation == Isolation::UserNamespaces;
        first_process(plan, report, mapped.then_some(&maps));
    }
    Ok(pid)
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

/// Makes the sandbox, starts the program in it and waits for it.
fn first_process(plan: &mut Plan<'_>, report: &Report, maps: Option<&[String; 2]>) -> ! {
    die_with_parent();
    // It may have ended before that.
    if plan.parent.is_some_and(has_process_ended) {
        leave(0);
    }
    if let Some([users, groups]) = maps {
        let mapped = write_file(c"/proc/self/setgroups", b"deny")
            && write_file(c"/proc/self/uid_map", users.as_bytes())
            && write_file(c"/proc/self/gid_map", groups.as_bytes());
        if !mapped {
            report.give_up(Stage::MapUser);
        }
    }
    if let Some(view) = &mut plan.view {
        view.enter(report);
    }
    let name = HOST_NAME.to_bytes();
    // SAFETY: as many bytes as the name has; plain numbers.
    unsafe {
        if plan.rules.contains(Rule::HostName)
            && libc::sethostname(name.as_ptr().cast(), name.len()) != 0
        {
            report.give_up(Stage::HostName);
        }
        // What loses its parent comes to us, also without a process namespace.
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    }
    // The program's descriptors are ours as well until it starts, so that we can hear its filter.
    let program = match clone(libc::CLONE_FILES) {
        Ok(0) => become_program(plan, report),
        Ok(program) => program,
        Err(_) => report.give_up(Stage::Fork),
    };
    report.tell_program(program);
    if plan.filter.asks && !plan.rehearse {
        let_start(program, report);
    }
    // Otherwise whoever reads the program's output would wait for us. From here on no program can start:
    // there is nobody left who could let it.
    // SAFETY: closes descriptors of this process only.
    unsafe { libc::syscall(libc::SYS_close_range, 0u32, u32::MAX, libc::CLOSE_RANGE_UNSHARE) };
    wait_for(program, report)
}

fn wait_for(program: libc::pid_t, report: &Report) -> ! {
    loop {
        let mut status = 0;
        // SAFETY: the status is a valid place; the group is the one that the program has made.
        unsafe {
            if libc::waitpid(-1, &mut status, 0) == program {
                report.tell_status(status);
                // Where a process namespace does not end what is left of them.
                libc::kill(-program, libc::SIGKILL);
                leave(0);
            }
        }
    }
}

/// A call that a filter asks about, as the kernel lays it out.
#[repr(C)]
struct Notice {
    id: u64,
    pid: u32,
    flags: u32,
    call: [u64; 8],
}

#[repr(C)]
struct Reply {
    id: u64,
    value: i64,
    error: i32,
    flags: u32,
}

/// Waits until the program asks to be started, and lets it.
fn let_start(program: libc::pid_t, report: &Report) {
    const RECEIVE: libc::c_ulong = 0xc050_2100;
    const SEND: libc::c_ulong = 0xc018_2101;
    const CONTINUE: u32 = 1;
    const PERIOD: Duration = Duration::from_millis(20);
    let listener = loop {
        match report.wait_for_listener(PERIOD) {
            Some(Some(fd)) => break fd,
            Some(None) => return,
            None if has_ended(program) => return,
            None => {}
        }
    };
    let mut polled = libc::pollfd { fd: listener, events: libc::POLLIN, revents: 0 };
    // SAFETY: valid structures of the sizes that the numbers of the calls name.
    unsafe {
        while libc::poll(&mut polled, 1, PERIOD.as_millis() as libc::c_int) <= 0 {
            if has_ended(program) {
                return;
            }
        }
        let mut notice: Notice = std::mem::zeroed();
        if libc::ioctl(listener, RECEIVE, &mut notice) == 0 {
            let mut reply = Reply { id: notice.id, value: 0, error: 0, flags: CONTINUE };
            libc::ioctl(listener, SEND, &mut reply);
        }
    }
}

fn has_ended(child: libc::pid_t) -> bool {
    // SAFETY: a valid place for the answer; the child can still be waited for.
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        let options = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        let asked = libc::waitid(libc::P_PID, child as libc::id_t, &mut info, options);
        asked != 0 || info.si_pid() == child
    }
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

/// By the handle of a process.
fn has_process_ended(handle: RawFd) -> bool {
    let mut polled = libc::pollfd { fd: handle, events: libc::POLLIN, revents: 0 };
    // SAFETY: one valid structure.
    unsafe { libc::poll(&mut polled, 1, 0) > 0 }
}

/// The last steps in the process that becomes the program.
fn become_program(plan: &mut Plan<'_>, report: &Report) -> ! {
    // SAFETY: system calls on prepared, valid arguments; nothing is allocated. The filter's memory
    // is this process's own copy.
    unsafe {
        if plan.rules.contains(Rule::Session) {
            libc::setsid();
        }
        // Rust ignores SIGPIPE, and what a process ignores or blocks, its program does as well.
        const LAST_SIGNAL: libc::c_int = 64;
        for signal in 1..=LAST_SIGNAL {
            libc::signal(signal, libc::SIG_DFL);
        }
        let mut none = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, ptr::null_mut());
        if let Some(cgroup) = plan.cgroup
            && libc::write(cgroup, c"0".as_ptr().cast(), 1) != 1
        {
            report.give_up(Stage::Cgroup);
        }
        if libc::chdir(plan.scratch.as_ptr()) != 0 {
            report.give_up(Stage::Folder);
        }
        if !arrange_descriptors(plan) {
            report.give_up(Stage::Descriptors);
        }
        if !limit_resources(plan) {
            report.give_up(Stage::Limits);
        }
        give_privileges_up(plan, report);
        if let Some(rules) = plan.landlock
            && !rules.apply(&plan.scratch)
        {
            report.give_up(Stage::Landlock);
        }
        // Only now: the rules were needed until here. They close when the program starts, and not
        // before: that is how whoever watches its memory knows that it is no copy of ours any more.
        if plan.rules.contains(Rule::Descriptors) && !close_at_start(plan) {
            report.give_up(Stage::Descriptors);
        }
        plan.filter.set_own_process(libc::getpid() as u32);
        match install_filter(&plan.filter) {
            listener if listener < 0 => report.give_up(Stage::Filter),
            listener => report.tell_listener(plan.filter.asks.then_some(listener)),
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

fn give_privileges_up(plan: &Plan<'_>, report: &Report) {
    // SAFETY: plain numbers.
    unsafe {
        // No program that is started from here on can have a capability. Without the right to do
        // this there is none to lose.
        const LAST_CAPABILITY: libc::c_ulong = 63;
        if plan.rules.contains(Rule::Privileges) {
            for capability in 0..=LAST_CAPABILITY {
                libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0);
            }
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
    }
}

/// Input, outputs, the extra file and reports get their numbers.
fn arrange_descriptors(plan: &Plan<'_>) -> bool {
    // First out of the way of the numbers that are given out.
    const ASIDE: RawFd = 10;
    // SAFETY: descriptors of this process only.
    unsafe {
        let most = libc::rlimit { rlim_cur: plan.open_files, rlim_max: plan.open_files };
        if plan.rules.contains(Rule::OpenFiles) {
            libc::setrlimit(libc::RLIMIT_NOFILE, &most);
        }
        let aside = |fd: RawFd| libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, ASIDE);
        let given = [
            (Some(aside(plan.stdin)), 0),
            (Some(aside(plan.stdout)), 1),
            (Some(aside(plan.stderr)), 2),
            (plan.file.map(aside), FILE_DESCRIPTOR),
            (plan.report.map(|(fd, _)| aside(fd)), plan.report.map_or(-1, |(_, number)| number)),
        ];
        let mut given = given.iter().filter_map(|&(fd, number)| Some((fd?, number)));
        given.all(|(fd, number)| libc::dup2(fd, number) == number)
    }
}

/// No other descriptor stays open in the program.
fn close_at_start(plan: &Plan<'_>) -> bool {
    let first = if plan.file.is_some() { FILE_DESCRIPTOR + 1 } else { FILE_DESCRIPTOR } as u32;
    let close = |from: u32, to: u32| {
        // SAFETY: descriptors of this process only.
        unsafe { libc::syscall(libc::SYS_close_range, from, to, libc::CLOSE_RANGE_CLOEXEC) == 0 }
    };
    match plan.report {
        Some((_, number)) => close(first, number as u32 - 1) && close(number as u32 + 1, u32::MAX),
        None => close(first, u32::MAX),
    }
}

fn limit_resources(plan: &Plan<'_>) -> bool {
    let limits = &plan.limits;
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
    let of = |rule: Rule, resource, soft: u64, hard: u64| {
        !plan.rules.contains(rule) || set(resource, soft, hard)
    };
    // Where a program gets core dumps, which has no limit, only this one keeps them from it.
    const NO_CORE: u64 = 1;
    of(Rule::CoreDumps, libc::RLIMIT_CORE, NO_CORE, NO_CORE)
        // The soft limit is a signal that can be told from a kill.
        && of(Rule::ProcessorTime, libc::RLIMIT_CPU, seconds, seconds + 1)
        && of(Rule::FileSize, libc::RLIMIT_FSIZE, limits.file_bytes, limits.file_bytes)
        && of(Rule::Threads, libc::RLIMIT_NPROC, limits.threads, limits.threads)
        && set(libc::RLIMIT_STACK, limits.stack_bytes, limits.stack_bytes)
        && set(libc::RLIMIT_MEMLOCK, 0, 0)
        && set(libc::RLIMIT_MSGQUEUE, 0, 0)
}

/// Gives the filter's listener if it asks, else 0; negative if it failed. `filter` is not changed for anybody
/// else: this process has its own memory.
fn install_filter(filter: &Filter) -> RawFd {
    const SET_MODE_FILTER: u32 = 1;
    const NEW_LISTENER: u32 = 8;
    let length = filter.code.len() as u16;
    // SAFETY: the kernel copies `length` instructions from a valid array.
    unsafe {
        let program = libc::sock_fprog { len: length, filter: filter.code.as_ptr().cast_mut() };
        let flags = if filter.asks { NEW_LISTENER } else { 0 };
        libc::syscall(libc::SYS_seccomp, SET_MODE_FILTER, flags, &program) as RawFd
    }
}
