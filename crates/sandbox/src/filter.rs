//! The system call filter, as a program of the kernel's classic BPF.
//!
//! What is not on the list of `calls.rs` looks like a kernel that does not have it, so that the C
//! library and programs can go on without. Some calls are answered for some arguments only. Both tables
//! of system calls of x86 are covered; others end the program.
//!
//! The start of the program itself is let through by whoever holds the filter's listener, which is
//! closed then: the kernel refuses every later one.

mod section;
#[cfg(test)]
mod tests;

use crate::calls;
use crate::rules::{Rule, Rules};
use libc::sock_filter;
use section::{
    ANSWER, Case, HasBits, HasOf, High, IF_AT_LEAST, IF_BITS, IF_EQUAL, IF_GREATER, Is, IsNot,
    IsOtherProcess, LOAD, Low, Number, OFFSET_ARCH, OFFSET_NUMBER, Section, case, instruction,
};

const ARCH_X86_64: u32 = 0xc000_003e;
const ARCH_I386: u32 = 0x4000_0003;

/// System calls of the x32 variant of x86-64 have this bit.
const X32_BIT: u32 = 0x4000_0000;

const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const KILL: u32 = libc::SECCOMP_RET_KILL_PROCESS;
const ASK: u32 = libc::SECCOMP_RET_USER_NOTIF;

/// Done, though nothing is.
const PRETEND: u32 = refuse(0);

const fn refuse(errno: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | errno as u32
}

/// A filter, and where it names the process that it is for.
pub struct Filter {
    pub code: Vec<sock_filter>,
    own_process: Vec<usize>,
    /// Somebody has to answer for the first start of a program.
    pub asks: bool,
}

/// What a filter depends on.
#[derive(Clone, Copy)]
pub struct Wanted {
    pub rules: Rules,
    /// Allow what the leak checker of AddressSanitizer needs: tracing and a process that shares the
    /// program's memory.
    pub allow_tracing: bool,
    /// A descriptor that stays as it is.
    pub kept_descriptor: Option<u32>,
}

impl Filter {
    /// Says which process it is for. Only after that the filter is complete.
    pub fn set_own_process(&mut self, pid: u32) {
        for &at in &self.own_process {
            if let Some(instruction) = self.code.get_mut(at) {
                instruction.k = pid;
            }
        }
    }
}

pub fn program(wanted: Wanted) -> Filter {
    let wide = Section::new(wanted, |call| call.1, true);
    let narrow = Section::new(wanted, |call| call.2, false);
    let asks = wanted.rules.contains(Rule::OneProgram);
    let mut filter = Filter { code: Vec::new(), own_process: Vec::new(), asks };
    filter.code.push(instruction(LOAD, OFFSET_ARCH, 0, 0));
    for (arch, section) in [(ARCH_X86_64, wide), (ARCH_I386, narrow)] {
        // A section is longer than a conditional jump reaches.
        filter.code.push(instruction(IF_EQUAL, arch, 1, 0));
        let length = section.code.len() as u32;
        filter.code.push(instruction(libc::BPF_JMP | libc::BPF_JA, length, 0, 0));
        let start = filter.code.len();
        filter.own_process.extend(section.own_process.iter().map(|at| at + start));
        filter.code.extend(section.code);
    }
    filter.code.push(instruction(ANSWER, KILL, 0, 0));
    filter
}

impl Section {
    fn new(wanted: Wanted, number: Number, wide: bool) -> Section {
        let mut section = Section { number, code: Vec::new(), own_process: Vec::new() };
        section.push(LOAD, OFFSET_NUMBER, 0, 0);
        if wide {
            section.push(IF_BITS, X32_BIT, 0, 1);
            section.push(ANSWER, KILL, 0, 0);
        }
        // The C library then uses clone, whose flags a filter can see.
        section.always(&calls::CLONE3, refuse(libc::ENOSYS));
        section.executions(wanted, wide);
        section.processes(wanted);
        section.others(wanted.rules);
        section.descriptors(wanted);
        if wanted.rules.contains(Rule::SystemCalls) {
            section.arguments();
            section.listed();
            section.push(ANSWER, refuse(libc::ENOSYS), 0, 0);
        } else {
            section.push(ANSWER, ALLOW, 0, 0);
        }
        section
    }

    fn executions(&mut self, wanted: Wanted, wide: bool) {
        let [execve, execveat] = calls::EXECUTIONS;
        if !wanted.rules.contains(Rule::OneProgram) {
            self.always(&execve, ALLOW);
            self.always(&execveat, ALLOW);
            return;
        }
        // We are no program for 32 bits, so that none of those starts can be ours.
        self.always(&execve, if wide { ASK } else { refuse(libc::ENOSYS) });
        self.always(&execveat, refuse(libc::ENOSYS));
    }

    fn processes(&mut self, wanted: Wanted) {
        self.always(
            &calls::PTRACE,
            match wanted.allow_tracing {
                true => ALLOW,
                false => refuse(libc::EPERM),
            },
        );
        let one_process = wanted.rules.contains(Rule::OneProcess);
        for call in &calls::FORKS {
            self.always(call, if one_process { refuse(libc::EAGAIN) } else { ALLOW });
        }
        if !one_process {
            self.always(&calls::CLONE, ALLOW);
            return;
        }
        let threads = libc::CLONE_THREAD as u32;
        let mut cases = vec![case([(Low(0), HasBits(threads))], ALLOW)];
        if wanted.allow_tracing {
            /// All flags that make a namespace.
            const NAMESPACES: u32 = 0x7e02_0000;
            let all = (libc::CLONE_VM | libc::CLONE_UNTRACED) as u32;
            cases.push(case([(Low(0), HasOf { all, of: all | NAMESPACES })], ALLOW));
        }
        self.depends(&calls::CLONE, &cases, refuse(libc::EAGAIN));
    }

    /// What concerns other processes, and files by other means than opening them.
    fn others(&mut self, rules: Rules) {
        let alone = rules.contains(Rule::Processes);
        for call in &calls::SIGNALS {
            let mut cases = Vec::new();
            if rules.contains(Rule::Signals) {
                cases.push(case([(Low(0), IsOtherProcess)], refuse(libc::EPERM)));
            }
            self.depends(call, &cases, ALLOW);
        }
        // What is not about oneself, which is 0 as well.
        let others = || case([(Low(0), IsNot(0)), (Low(0), IsOtherProcess)], refuse(libc::EPERM));
        let others = || rules.contains(Rule::Signals).then(others);
        self.depends(&calls::SET_AFFINITY, others().as_slice(), ALLOW);
        let mut limits: Vec<Case> = others().into_iter().collect();
        let mut limit = Vec::new();
        if rules.contains(Rule::CoreDumps) {
            // Sanitizers want to set it, to what it is.
            const CORE: u32 = libc::RLIMIT_CORE;
            limits.push(case([(Low(1), Is(CORE)), (Low(2), IsNot(0))], PRETEND));
            limits.push(case([(Low(1), Is(CORE)), (High(2), IsNot(0))], PRETEND));
            limit.push(case([(Low(0), Is(CORE))], PRETEND));
        }
        self.depends(&calls::PRLIMIT, &limits, ALLOW);
        self.depends(&calls::SETRLIMIT, &limit, ALLOW);
        let groups =
            if alone || !rules.contains(Rule::Signals) { ALLOW } else { refuse(libc::EPERM) };
        for call in &calls::GROUPS {
            self.always(call, groups);
        }
        let attributes = if rules.contains(Rule::Attributes) { refuse(libc::EPERM) } else { ALLOW };
        for call in calls::ATTRIBUTES {
            self.always(call, attributes);
        }
    }

    fn descriptors(&mut self, wanted: Wanted) {
        /// Of fcntl: whom signals about a file go to, how much a pipe holds, and who has to wait for us.
        const SET_OWNER: u32 = 8;
        const SET_OWNER_EX: u32 = 15;
        const SET_PIPE_SIZE: u32 = 1031;
        const SET_LEASE: u32 = 1024;
        let kept = wanted.kept_descriptor.filter(|_| wanted.rules.contains(Rule::Report));
        let of_kept = |argument: u32| -> Vec<Case> {
            let closed = refuse(libc::EBADF);
            kept.map(|fd| case([(Low(argument), Is(fd))], closed)).into_iter().collect()
        };
        self.depends(&calls::CLOSE, &of_kept(0), ALLOW);
        for call in &calls::DUPLICATES {
            self.depends(call, &of_kept(1), ALLOW);
        }
        let refused = [
            (Rule::Signals, SET_OWNER),
            (Rule::Signals, SET_OWNER_EX),
            (Rule::OpenFiles, SET_PIPE_SIZE),
            (Rule::SystemCalls, SET_LEASE),
        ];
        let refused = refused.iter().filter(|(rule, _)| wanted.rules.contains(*rule));
        for call in &calls::CONTROLS {
            let mut cases = of_kept(0);
            let refused = refused.clone();
            cases.extend(refused.map(|&(_, what)| case([(Low(1), Is(what))], refuse(libc::EPERM))));
            self.depends(call, &cases, ALLOW);
        }
        let mut cases = of_kept(0);
        let mut otherwise = ALLOW;
        if wanted.rules.contains(Rule::SystemCalls) {
            cases.extend(calls::DEVICE_CONTROLS.map(|what| case([(Low(1), Is(what))], ALLOW)));
            otherwise = refuse(libc::ENOTTY);
        }
        self.depends(&calls::IOCTL, &cases, otherwise);
    }

    /// Calls that only some arguments make dangerous, and those that are refused as today's systems do it.
    fn arguments(&mut self) {
        for call in &calls::SOCKETS {
            self.always(call, refuse(libc::EPERM));
        }
        // Asking is fine.
        let asking = case([(Low(0), Is(u32::MAX))], ALLOW);
        self.depends(&calls::PERSONALITY, &[asking], refuse(libc::EPERM));
        // The program ends with us, and so does a process that traces it.
        let option = libc::PR_SET_PDEATHSIG as u32;
        let signal = (Low(1), IsNot(libc::SIGKILL as u32));
        let outlive = case([(Low(0), Is(option)), signal], refuse(libc::EPERM));
        self.depends(&calls::PRCTL, &[outlive], ALLOW);
        // Memory that stays when nobody has it mapped any more, and huge pages: nobody counts them.
        let shared = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u32;
        let huge = libc::MAP_HUGETLB as u32;
        let cases = [
            case([(Low(3), HasOf { all: shared, of: shared })], refuse(libc::EPERM)),
            case([(Low(3), HasBits(huge))], refuse(libc::ENOMEM)),
        ];
        self.depends(&calls::MMAP, &cases, ALLOW);
    }

    /// The calls of the list, neighbours together.
    fn listed(&mut self) {
        let mut numbers: Vec<u32> = calls::ALLOWED.iter().filter_map(self.number).collect();
        numbers.sort_unstable();
        let mut rest = numbers.as_slice();
        while let Some(&first) = rest.first() {
            let run = rest.iter().zip(first..).take_while(|(have, want)| *have == want).count();
            self.push(IF_AT_LEAST, first, 0, 2);
            self.push(IF_GREATER, first + run as u32 - 1, 1, 0);
            self.push(ANSWER, ALLOW, 0, 0);
            rest = &rest[run..];
        }
    }
}
