//! The system calls that compilers have no use for.
//!
//! A list of what is refused, and not of what is allowed: compilers and linkers of other systems need
//! more than was seen here, and files are guarded by other means. What is on it looks like a machine
//! on which it is not permitted.

use libc::{c_long, sock_filter};
use std::io;

#[cfg(target_arch = "x86_64")]
const OWN_ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const OWN_ARCHITECTURE: u32 = 0xc000_00b7;

/// System calls of the x32 variant of x86-64 have this bit; no other number does.
const X32_BIT: u32 = 0x4000_0000;

/// Where the kernel puts what a filter looks at.
const OFFSET_NUMBER: u32 = 0;
const OFFSET_ARCHITECTURE: u32 = 4;

const REFUSED: &[c_long] = &[
    // Talking to others. Pairs of sockets have no name and stay.
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    // Attributes of files, which Landlock does not guard.
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    SYS_FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_utimensat,
    // Mounts and namespaces.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    // Large parts of the kernel.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_fanotify_init,
    // The machine.
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_syslog,
    libc::SYS_quotactl,
    libc::SYS_acct,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_vhangup,
];

/// Too new for the C library's table.
const SYS_FCHMODAT2: c_long = 452;

/// What only x86 has beside them.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_iopl,
    libc::SYS_ioperm,
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[c_long] = &[];

pub(super) struct Filter {
    code: Vec<sock_filter>,
}

/// Programs for another architecture than ours end: their calls have other numbers.
pub(super) fn filter() -> Filter {
    let mut code = Vec::new();
    let mut push = |operation: u32, k: u32, jt: u8, jf: u8| {
        code.push(sock_filter { code: operation as u16, jt, jf, k });
    };
    let load = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    let equal = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    let answer = libc::BPF_RET | libc::BPF_K;
    push(load, OFFSET_ARCHITECTURE, 0, 0);
    push(equal, OWN_ARCHITECTURE, 1, 0);
    push(answer, libc::SECCOMP_RET_KILL_PROCESS, 0, 0);
    push(load, OFFSET_NUMBER, 0, 0);
    push(libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K, X32_BIT, 0, 1);
    push(answer, libc::SECCOMP_RET_KILL_PROCESS, 0, 0);
    for &number in REFUSED.iter().chain(REFUSED_HERE) {
        push(equal, number as u32, 0, 1);
        push(answer, libc::SECCOMP_RET_ERRNO | libc::EPERM as u32, 0, 0);
    }
    push(answer, libc::SECCOMP_RET_ALLOW, 0, 0);
    Filter { code }
}

impl Filter {
    pub(super) fn install(&self) -> io::Result<()> {
        const SET_MODE_FILTER: u32 = 1;
        let code = self.code.as_ptr().cast_mut();
        let program = libc::sock_fprog { len: self.code.len() as u16, filter: code };
        // SAFETY: the kernel copies as many instructions from a valid array.
        let result = unsafe { libc::syscall(libc::SYS_seccomp, SET_MODE_FILTER, 0u32, &program) };
        if result != 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }
}
