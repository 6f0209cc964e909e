//! Small disks: file systems in memory, mounted where only this process and its children see them.

use std::ffi::CString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Makes the mounts of this thread its own; whatever is mounted from now on ends with it. Needs root.
pub fn separate() -> io::Result<()> {
    // SAFETY: zero-terminated strings and plain numbers.
    let done = unsafe {
        let (none, root) = (c"none".as_ptr(), c"/".as_ptr());
        let private = libc::MS_REC | libc::MS_PRIVATE;
        libc::unshare(libc::CLONE_NEWNS) == 0
            && libc::mount(none, root, std::ptr::null(), private, std::ptr::null()) == 0
    };
    if done { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// A disk that is unmounted when it is dropped.
pub struct Disk {
    place: PathBuf,
}

impl Disk {
    pub fn new(place: &Path, kibibytes: u64) -> Result<Disk> {
        std::fs::create_dir_all(place)?;
        mount(place, kibibytes, 0).context("cannot mount a small disk")?;
        Ok(Disk { place: place.to_owned() })
    }

    pub fn enlarge(&self) -> Result<()> {
        mount(&self.place, 1 << 20, libc::MS_REMOUNT).context("cannot enlarge a disk")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if let Ok(place) = CString::new(self.place.as_os_str().as_bytes()) {
            // SAFETY: a zero-terminated path. What fails is undone at the end of the process.
            unsafe { libc::umount2(place.as_ptr(), libc::MNT_DETACH) };
        }
    }
}

fn mount(place: &Path, kibibytes: u64, flags: libc::c_ulong) -> io::Result<()> {
    let place = CString::new(place.as_os_str().as_bytes())?;
    let options = CString::new(format!("size={kibibytes}k,mode=755"))?;
    // SAFETY: zero-terminated strings.
    let done = unsafe {
        let kind = c"tmpfs".as_ptr();
        libc::mount(kind, place.as_ptr(), kind, flags, options.as_ptr().cast()) == 0
    };
    if done { Ok(()) } else { Err(io::Error::last_os_error()) }
}
