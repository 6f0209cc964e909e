//! The system call filter, as a program of the kernel's classic BPF.
//!
//! What is not on the list of `calls.rs` looks like a kernel that does not have it, so that the C
//! library and programs can go on without. Some calls are answered for some arguments only. Both tables
//! of system calls of x86 are covered; others end the program.
//!
//! The start of the program itself is let through by whoever holds the filter's listener, which is
//! closed then: the kernel refuses every later one.

use crate::calls::{self, Call};
use crate::rules::{Rule, Rules};
use libc::sock_filter;

const ARCH_X86_64: u32 = 0xc000_003e;
const ARCH_I386: u32 = 0x4000_0003;

/// Where the kernel puts what a filter looks at.
const OFFSET_NUMBER: u32 = 0;
const OFFSET_ARCH: u32 = 4;
const OFFSET_ARGUMENTS: u32 = 16;

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

const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
const IF_EQUAL: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
const IF_BITS: u32 = libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K;
const IF_AT_LEAST: u32 = libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K;
const IF_GREATER: u32 = libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K;
const AND: u32 = libc::BPF_ALU | libc::BPF_AND | libc::BPF_K;
const ANSWER: u32 = libc::BPF_RET | libc::BPF_K;

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

fn instruction(code: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code: code as u16, jt, jf, k }
}

/// Which half of which argument. Where an argument is a number of 32 bits, the kernel looks at no more.
#[derive(Clone, Copy)]
enum Half {
    Low(u32),
    High(u32),
}
use Half::{High, Low};

/// What is asked of one half of an argument.
#[derive(Clone, Copy)]
enum Question {
    Is(u32),
    IsNot(u32),
    IsOtherProcess,
    /// Has any of these.
    HasBits(u32),
    /// Of these bits it has exactly some.
    HasOf {
        all: u32,
        of: u32,
    },
}
use Question::{HasBits, HasOf, Is, IsNot, IsOtherProcess};

/// If all of this is so, then this answer.
struct Case {
    when: Vec<(Half, Question)>,
    answer: u32,
}

fn case<const N: usize>(when: [(Half, Question); N], answer: u32) -> Case {
    Case { when: when.to_vec(), answer }
}

/// The number of a call in a table.
type Number = fn(&Call) -> Option<u32>;

/// The part for one table of system calls.
struct Section {
    number: Number,
    code: Vec<sock_filter>,
    own_process: Vec<usize>,
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

    fn push(&mut self, code: u32, k: u32, jt: u8, jf: u8) {
        self.code.push(instruction(code, k, jt, jf));
    }

    fn always(&mut self, call: &Call, answer: u32) {
        self.depends(call, &[], answer);
    }

    /// The first case that holds decides, else `otherwise`.
    fn depends(&mut self, call: &Call, cases: &[Case], otherwise: u32) {
        let Some(number) = (self.number)(call) else { return };
        let start = self.code.len();
        self.push(IF_EQUAL, number, 0, 0);
        for Case { when, answer } in cases {
            let jumps: Vec<usize> =
                when.iter().map(|&(half, question)| self.unless(half, question)).collect();
            self.push(ANSWER, *answer, 0, 0);
            for jump in jumps {
                self.jump_here(jump);
            }
        }
        self.push(ANSWER, otherwise, 0, 0);
        self.jump_here(start);
    }

    /// Goes on if the answer is yes; gives the jump that is taken otherwise, whose end is not known yet.
    fn unless(&mut self, half: Half, question: Question) -> usize {
        let offset = match half {
            Low(argument) => 8 * argument,
            High(argument) => 8 * argument + 4,
        };
        self.push(LOAD, OFFSET_ARGUMENTS + offset, 0, 0);
        // A jump whose first distance is not 0 is taken if the comparison holds.
        let (compare, k, if_it_holds) = match question {
            Is(value) => (IF_EQUAL, value, false),
            IsNot(value) => (IF_EQUAL, value, true),
            IsOtherProcess => (IF_EQUAL, 0, true),
            HasBits(bits) => (IF_BITS, bits, false),
            HasOf { all, of } => {
                self.push(AND, of, 0, 0);
                (IF_EQUAL, all, false)
            }
        };
        let jump = self.code.len();
        if let IsOtherProcess = question {
            self.own_process.push(jump);
        }
        self.push(compare, k, u8::from(if_it_holds), 0);
        jump
    }

    /// Makes a jump lead to what comes next.
    fn jump_here(&mut self, jump: usize) {
        let distance = self.code.len() - jump - 1;
        let distance = u8::try_from(distance).expect("the cases of a call are few");
        let instruction = &mut self.code[jump];
        match instruction.jt {
            0 => instruction.jf = distance,
            _ => instruction.jt = distance,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Isolation;

    /// What the kernel would do with the filter.
    fn decide(filter: &Filter, arch: u32, number: u32, arguments: [u32; 4]) -> u32 {
        let (mut at, mut accumulator) = (0, 0);
        loop {
            let sock_filter { code, jt, jf, k } = filter.code[at];
            let jump = |holds: bool| usize::from(if holds { jt } else { jf });
            at += 1;
            match u32::from(code) {
                LOAD => {
                    accumulator = match k {
                        OFFSET_NUMBER => number,
                        OFFSET_ARCH => arch,
                        _ if (k - OFFSET_ARGUMENTS) % 8 == 4 => 0,
                        _ => arguments[(k - OFFSET_ARGUMENTS) as usize / 8],
                    }
                }
                AND => accumulator &= k,
                ANSWER => return k,
                IF_EQUAL => at += jump(accumulator == k),
                IF_BITS => at += jump(accumulator & k != 0),
                IF_AT_LEAST => at += jump(accumulator >= k),
                IF_GREATER => at += jump(accumulator > k),
                _ => at += k as usize,
            }
        }
    }

    fn wanted(isolation: Isolation) -> Wanted {
        let rules = Rule::ALL.into_iter().filter(|rule| rule.belongs_to(isolation)).collect();
        Wanted { rules, allow_tracing: false, kept_descriptor: Some(1000) }
    }

    const TABLES: [(u32, Number); 2] = [(ARCH_X86_64, |call| call.1), (ARCH_I386, |call| call.2)];

    fn answers(filter: &Filter, call: &Call, arguments: [u32; 4]) -> Vec<u32> {
        let tables = TABLES.iter().filter_map(|(arch, number)| Some((*arch, number(call)?)));
        tables.map(|(arch, number)| decide(filter, arch, number, arguments)).collect()
    }

    fn assert_all(filter: &Filter, call: &Call, arguments: [u32; 4], answer: u32) {
        let answers = answers(filter, call, arguments);
        assert!(answers.iter().all(|&given| given == answer), "{}: {answers:x?}", call.0);
        assert!(!answers.is_empty());
    }

    #[test]
    fn what_is_listed_is_answered_and_nothing_else() {
        let filter = program(wanted(Isolation::Namespaces));
        for call in calls::ALLOWED {
            assert_all(&filter, call, [0; 4], ALLOW);
        }
        let memfd = ("memfd_create", Some(319), Some(356));
        let others = [
            memfd,
            ("shmget", Some(29), Some(395)),
            ("ipc", None, Some(117)),
            ("mount", Some(165), Some(21)),
            ("io_uring_setup", Some(425), Some(425)),
            ("close_range", Some(436), Some(436)),
            ("one that is not made yet", Some(999), Some(999)),
        ];
        for call in others {
            assert_all(&filter, &call, [0; 4], refuse(libc::ENOSYS));
        }
        assert_all(&filter, &calls::SOCKETS[0], [1, 1, 0, 0], refuse(libc::EPERM));
        assert_eq!(decide(&filter, ARCH_X86_64, X32_BIT, [0; 4]), KILL);
        assert_eq!(decide(&filter, 0xc000_00b7, 0, [0; 4]), KILL);
    }

    #[test]
    fn no_call_is_listed_twice() {
        for (_, number) in TABLES {
            let mut numbers: Vec<u32> = calls::ALLOWED.iter().filter_map(number).collect();
            numbers.sort_unstable();
            let count = numbers.len();
            numbers.dedup();
            assert_eq!(numbers.len(), count);
        }
    }

    #[test]
    fn a_start_is_asked_about() {
        let filter = program(wanted(Isolation::Namespaces));
        assert!(filter.asks);
        let [execve, execveat] = calls::EXECUTIONS;
        assert_eq!(answers(&filter, &execve, [0; 4]), [ASK, refuse(libc::ENOSYS)]);
        assert_all(&filter, &execveat, [0; 4], refuse(libc::ENOSYS));
    }

    #[test]
    fn threads_but_no_processes() {
        let plain = program(wanted(Isolation::Namespaces));
        let tracing = Wanted { allow_tracing: true, ..wanted(Isolation::Namespaces) };
        let tracing = program(tracing);
        let flags = |flags: i32| [flags as u32, 0, 0, 0];
        let refused = refuse(libc::EAGAIN);
        assert_all(&plain, &calls::CLONE, flags(libc::CLONE_THREAD), ALLOW);
        assert_all(&plain, &calls::CLONE, flags(libc::SIGCHLD), refused);
        let tracer = libc::CLONE_VM | libc::CLONE_UNTRACED;
        assert_all(&plain, &calls::CLONE, flags(tracer), refused);
        assert_all(&tracing, &calls::CLONE, flags(tracer), ALLOW);
        assert_all(&tracing, &calls::CLONE, flags(libc::SIGCHLD), refused);
        assert_all(&tracing, &calls::CLONE, flags(tracer | libc::CLONE_NEWUSER), refused);
    }

    #[test]
    fn others_are_left_alone() {
        let mut filter = program(wanted(Isolation::Landlock));
        filter.set_own_process(77);
        for call in calls::SIGNALS {
            assert_all(&filter, &call, [77, 0, 0, 0], ALLOW);
            assert_all(&filter, &call, [1, 0, 0, 0], refuse(libc::EPERM));
        }
        for call in [calls::PRLIMIT, calls::SET_AFFINITY] {
            assert_all(&filter, &call, [0; 4], ALLOW);
            assert_all(&filter, &call, [77, 0, 0, 0], ALLOW);
            assert_all(&filter, &call, [1, 0, 0, 0], refuse(libc::EPERM));
        }
        const SET_OWNER: u32 = 8;
        assert_all(&filter, &calls::CONTROLS[0], [5, SET_OWNER, 1, 0], refuse(libc::EPERM));
        let apart = program(wanted(Isolation::Namespaces));
        assert_all(&apart, &calls::SIGNALS[0], [1, 0, 0, 0], ALLOW);
    }

    #[test]
    fn the_descriptor_for_reports_stays() {
        let filter = program(wanted(Isolation::Namespaces));
        let refused = refuse(libc::EBADF);
        assert_all(&filter, &calls::CLOSE, [1000, 0, 0, 0], refused);
        assert_all(&filter, &calls::CLOSE, [5, 0, 0, 0], ALLOW);
        for call in calls::DUPLICATES {
            assert_all(&filter, &call, [1, 1000, 0, 0], refused);
            assert_all(&filter, &call, [1000, 1, 0, 0], ALLOW);
        }
        for call in calls::CONTROLS.iter().chain([&calls::IOCTL]) {
            assert_all(&filter, call, [1000, 0, 0, 0], refused);
        }
    }

    #[test]
    fn only_some_controls_are_answered() {
        let filter = program(wanted(Isolation::Namespaces));
        let (size_of_window, set_flags, set_lease) = (0x5413, 0x4008_6602, 1024);
        assert_all(&filter, &calls::IOCTL, [1, size_of_window, 0, 0], ALLOW);
        assert_all(&filter, &calls::IOCTL, [5, set_flags, 0, 0], refuse(libc::ENOTTY));
        assert_all(&filter, &calls::CONTROLS[0], [5, set_lease, 0, 0], refuse(libc::EPERM));
        assert_all(&filter, &calls::CONTROLS[0], [5, libc::F_GETFL as u32, 0, 0], ALLOW);
    }

    #[test]
    fn the_limit_of_core_dumps_stays() {
        let mut filter = program(wanted(Isolation::Landlock));
        filter.set_own_process(77);
        let core = libc::RLIMIT_CORE;
        assert_all(&filter, &calls::SETRLIMIT, [core, 4096, 0, 0], PRETEND);
        assert_all(&filter, &calls::SETRLIMIT, [libc::RLIMIT_STACK, 4096, 0, 0], ALLOW);
        assert_all(&filter, &calls::PRLIMIT, [0, core, 4096, 0], PRETEND);
        assert_all(&filter, &calls::PRLIMIT, [0, core, 0, 4096], ALLOW);
        assert_all(&filter, &calls::PRLIMIT, [0, libc::RLIMIT_STACK, 4096, 0], ALLOW);
    }

    #[test]
    fn nothing_outlives_us() {
        let filter = program(wanted(Isolation::Namespaces));
        let (option, kill) = (libc::PR_SET_PDEATHSIG as u32, libc::SIGKILL as u32);
        assert_all(&filter, &calls::PRCTL, [option, 0, 0, 0], refuse(libc::EPERM));
        assert_all(&filter, &calls::PRCTL, [option, kill, 0, 0], ALLOW);
        assert_all(&filter, &calls::PRCTL, [libc::PR_SET_NAME as u32, 4096, 0, 0], ALLOW);
    }

    #[test]
    fn memory_that_nobody_counts_is_refused() {
        let filter = program(wanted(Isolation::Namespaces));
        let flags = |flags: i32| [0, 4096, 3, flags as u32];
        let anonymous = libc::MAP_ANONYMOUS;
        assert_all(&filter, &calls::MMAP, flags(libc::MAP_PRIVATE | anonymous), ALLOW);
        assert_all(&filter, &calls::MMAP, flags(libc::MAP_SHARED), ALLOW);
        let shared = flags(libc::MAP_SHARED | anonymous);
        assert_all(&filter, &calls::MMAP, shared, refuse(libc::EPERM));
        let huge = flags(libc::MAP_PRIVATE | anonymous | libc::MAP_HUGETLB);
        assert_all(&filter, &calls::MMAP, huge, refuse(libc::ENOMEM));
    }
}
