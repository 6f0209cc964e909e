//! Decisions of whole filters, by an interpreter of their code.

use super::section::{AND, OFFSET_ARGUMENTS};
use super::*;
use crate::Isolation;
use crate::calls::Call;

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
