//! What may be done below a mount, and changing that.

use std::ffi::CStr;
use std::os::fd::RawFd;

pub const READ_ONLY: u64 = 1;
pub const NO_SUID: u64 = 2;
pub const NO_DEVICES: u64 = 4;
pub const NO_EXECUTION: u64 = 8;

/// As the kernel has it.
#[repr(C)]
struct MountAttributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

/// Sets and clears attributes of the mount at a path, seen from a folder; whether it was done. Takes no
/// memory: a child calls it before it starts a program.
pub fn change(folder: RawFd, path: &CStr, flags: libc::c_int, set: u64, clear: u64) -> bool {
    let attributes = MountAttributes { set, clear, propagation: 0, user_namespace: 0 };
    let (call, size) = (libc::SYS_mount_setattr, size_of::<MountAttributes>());
    // SAFETY: a zero-terminated path, a valid structure and its size.
    unsafe { libc::syscall(call, folder, path.as_ptr(), flags, &attributes, size) == 0 }
}
