//! The system call filter, as a program of the kernel's classic BPF.
//!
//! Everything is allowed but what is listed: programs and sanitizers use too much to list that.
//! What is refused looks like a machine on which it is not permitted, so that a program can go on.
//! Both tables of system calls of x86 are covered; others end the program.

use libc::sock_filter;

const ARCH_X86_64: u32 = 0xc000_003e;
const ARCH_I386: u32 = 0x4000_0003;

/// Where the kernel puts what a filter looks at.
const OFFSET_NUMBER: u32 = 0;
const OFFSET_ARCH: u32 = 4;
const OFFSET_FIRST_ARGUMENT: u32 = 16;

/// System calls of the x32 variant of x86-64 have this bit.
const X32_BIT: u32 = 0x4000_0000;

const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const KILL: u32 = libc::SECCOMP_RET_KILL_PROCESS;

const fn refuse(errno: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | errno as u32
}

/// Calls that are never permitted, by their numbers for 64 and 32 bits (0: there is none).
const FORBIDDEN: &[(u32, u32)] = &[
    // Talking to others: socket, socketcall.
    (41, 359),
    (0, 102),
    // Other processes: process_vm_readv, process_vm_writev, kcmp, pidfd_open, pidfd_getfd,
    // pidfd_send_signal.
    (310, 347),
    (311, 348),
    (312, 349),
    (434, 434),
    (438, 438),
    (424, 424),
    // Mounts and namespaces: mount, umount2, pivot_root, chroot, unshare, setns, open_tree,
    // move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr, open_by_handle_at.
    (165, 21),
    (166, 52),
    (155, 217),
    (161, 61),
    (272, 310),
    (308, 346),
    (428, 428),
    (429, 429),
    (430, 430),
    (431, 431),
    (432, 432),
    (433, 433),
    (442, 442),
    (304, 342),
    // Large parts of the kernel that programs rarely need: bpf, perf_event_open, add_key,
    // request_key, keyctl, userfaultfd, io_uring_setup, io_uring_enter, io_uring_register.
    (321, 357),
    (298, 336),
    (248, 286),
    (249, 287),
    (250, 288),
    (323, 374),
    (425, 425),
    (426, 426),
    (427, 427),
    // The machine: kexec_load, init_module, finit_module, delete_module, swapon, swapoff, reboot,
    // syslog, quotactl, acct, sethostname, setdomainname, settimeofday, clock_settime,
    // clock_settime64, adjtimex, clock_adjtime, iopl, ioperm, vhangup.
    (246, 283),
    (175, 128),
    (313, 350),
    (176, 129),
    (167, 87),
    (168, 115),
    (169, 88),
    (103, 103),
    (179, 131),
    (163, 51),
    (170, 74),
    (171, 121),
    (164, 79),
    (227, 264),
    (0, 404),
    (159, 124),
    (305, 343),
    (172, 110),
    (173, 101),
    (153, 111),
];

const PTRACE: (u32, u32) = (101, 26);
/// fork and vfork.
const FORKS: [(u32, u32); 2] = [(57, 2), (58, 190)];
const CLONE: (u32, u32) = (56, 120);
const CLONE3: (u32, u32) = (435, 435);
/// kill, tkill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo.
const SIGNALS: [(u32, u32); 5] = [(62, 37), (200, 238), (234, 270), (129, 178), (297, 335)];

/// Changes of modes, owners, times and attributes of files, which Landlock does not guard: chmod,
/// fchmod, fchmodat, fchmodat2, chown and chown32, fchown, lchown, fchownat, the same with 32 bits,
/// setxattr and its variants, removexattr and its variants, utime, utimes, futimesat, utimensat.
const ATTRIBUTES: &[(u32, u32)] = &[
    (90, 15),
    (91, 94),
    (268, 306),
    (452, 452),
    (92, 182),
    (0, 212),
    (93, 95),
    (0, 207),
    (94, 16),
    (0, 198),
    (260, 298),
    (188, 226),
    (189, 227),
    (190, 228),
    (197, 235),
    (198, 236),
    (199, 237),
    (132, 30),
    (235, 271),
    (261, 299),
    (280, 320),
    (0, 412),
];

/// A filter, and where it names the process that it is for.
pub struct Filter {
    pub code: Vec<sock_filter>,
    own_process: Vec<usize>,
}

impl Filter {
    /// Fills in the process that may get signals.
    pub fn set_own_process(&mut self, pid: u32) {
        for &at in &self.own_process {
            if let Some(instruction) = self.code.get_mut(at) {
                instruction.k = pid;
            }
        }
    }
}

/// `in_the_open` is for when there are no namespaces: signals then go only to oneself, and the
/// attributes of files stay as they are.
pub fn program(in_the_open: bool, allow_tracing: bool) -> Filter {
    let wide = section(|call| call.0, true, in_the_open, allow_tracing);
    let narrow = section(|call| call.1, false, in_the_open, allow_tracing);
    let mut filter = Filter { code: Vec::new(), own_process: Vec::new() };
    filter.load(OFFSET_ARCH);
    for (arch, section) in [(ARCH_X86_64, wide), (ARCH_I386, narrow)] {
        // A section is longer than a conditional jump reaches.
        filter.jump_if_equal(arch, 1, 0);
        filter.push(libc::BPF_JMP | libc::BPF_JA, section.code.len() as u32, 0, 0);
        let start = filter.code.len();
        filter.own_process.extend(section.own_process.iter().map(|at| at + start));
        filter.code.extend(section.code);
    }
    filter.answer(KILL);
    filter
}

fn section(
    number: impl Fn((u32, u32)) -> u32,
    wide: bool,
    in_the_open: bool,
    allow_tracing: bool,
) -> Filter {
    let mut filter = Filter { code: Vec::new(), own_process: Vec::new() };
    filter.load(OFFSET_NUMBER);
    if wide {
        filter.push(libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K, X32_BIT, 0, 1);
        filter.answer(KILL);
    }
    for &call in FORBIDDEN.iter().filter(|&&call| number(call) != 0) {
        filter.refuse_call(number(call), libc::EPERM);
    }
    // The C library then uses clone, whose flags a filter can see.
    filter.refuse_call(number(CLONE3), libc::ENOSYS);
    if !allow_tracing {
        filter.refuse_call(number(PTRACE), libc::EPERM);
        for call in FORKS {
            filter.refuse_call(number(call), libc::EAGAIN);
        }
        // Threads are fine.
        filter.jump_if_equal(number(CLONE), 0, 4);
        filter.load(OFFSET_FIRST_ARGUMENT);
        let threads = libc::CLONE_THREAD as u32;
        filter.push(libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K, threads, 1, 0);
        filter.answer(refuse(libc::EAGAIN));
        filter.answer(ALLOW);
    }
    if in_the_open {
        for &call in ATTRIBUTES.iter().filter(|&&call| number(call) != 0) {
            filter.refuse_call(number(call), libc::EPERM);
        }
        for call in SIGNALS {
            filter.jump_if_equal(number(call), 0, 4);
            filter.load(OFFSET_FIRST_ARGUMENT);
            filter.own_process.push(filter.code.len());
            filter.jump_if_equal(0, 1, 0);
            filter.answer(refuse(libc::EPERM));
            filter.answer(ALLOW);
        }
    }
    filter.answer(ALLOW);
    filter
}

impl Filter {
    fn push(&mut self, code: u32, k: u32, jt: u8, jf: u8) {
        self.code.push(sock_filter { code: code as u16, jt, jf, k });
    }

    fn load(&mut self, offset: u32) {
        self.push(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset, 0, 0);
    }

    fn jump_if_equal(&mut self, value: u32, then: u8, otherwise: u8) {
        self.push(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, value, then, otherwise);
    }

    fn answer(&mut self, action: u32) {
        self.push(libc::BPF_RET | libc::BPF_K, action, 0, 0);
    }

    fn refuse_call(&mut self, number: u32, errno: i32) {
        self.jump_if_equal(number, 0, 1);
        self.answer(refuse(errno));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the kernel would do with the filter.
    fn decide(filter: &Filter, arch: u32, number: u32, first_argument: u32) -> u32 {
        let (mut at, mut accumulator) = (0, 0);
        loop {
            let sock_filter { code, jt, jf, k } = filter.code[at];
            let code = u32::from(code);
            at += 1;
            match (code & 7, code & 0xf0) {
                (libc::BPF_LD, _) => {
                    accumulator = match k {
                        OFFSET_NUMBER => number,
                        OFFSET_ARCH => arch,
                        _ => first_argument,
                    }
                }
                (libc::BPF_RET, _) => return k,
                (_, libc::BPF_JA) => at += k as usize,
                (_, libc::BPF_JEQ) => at += usize::from(if accumulator == k { jt } else { jf }),
                _ => at += usize::from(if accumulator & k != 0 { jt } else { jf }),
            }
        }
    }

    #[test]
    fn each_table_has_its_own_numbers() {
        let filter = program(false, false);
        let (read, socket, socketcall) = (0, 41, 102);
        assert_eq!(decide(&filter, ARCH_X86_64, read, 0), ALLOW);
        assert_eq!(decide(&filter, ARCH_X86_64, socket, 2), refuse(libc::EPERM));
        assert_eq!(decide(&filter, ARCH_X86_64, socketcall, 2), ALLOW);
        assert_eq!(decide(&filter, ARCH_I386, socketcall, 2), refuse(libc::EPERM));
        assert_eq!(decide(&filter, ARCH_I386, socket, 2), ALLOW);
        assert_eq!(decide(&filter, ARCH_X86_64, socket | X32_BIT, 2), KILL);
        assert_eq!(decide(&filter, 0xc000_00b7, read, 0), KILL);
    }

    #[test]
    fn threads_but_no_processes() {
        let thread = libc::CLONE_THREAD as u32;
        for (arch, clone) in [(ARCH_X86_64, CLONE.0), (ARCH_I386, CLONE.1)] {
            assert_eq!(decide(&program(false, false), arch, clone, thread), ALLOW);
            assert_eq!(decide(&program(false, false), arch, clone, 17), refuse(libc::EAGAIN));
            assert_eq!(decide(&program(false, true), arch, clone, 17), ALLOW);
        }
    }

    #[test]
    fn signals_go_to_oneself() {
        let mut filter = program(true, false);
        filter.set_own_process(77);
        for (arch, kill) in [(ARCH_X86_64, SIGNALS[0].0), (ARCH_I386, SIGNALS[0].1)] {
            assert_eq!(decide(&filter, arch, kill, 77), ALLOW);
            assert_eq!(decide(&filter, arch, kill, 1), refuse(libc::EPERM));
            assert_eq!(decide(&program(false, false), arch, kill, 1), ALLOW);
        }
    }
}
