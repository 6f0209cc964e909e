//! A mount namespace in which only what may be read exists, for kernels without Landlock.
//!
//! The new root is an empty file system in memory. What may be read is mounted into it at the place
//! where it is, read-only; what may be written, writable. Links on the way to it are made again, so that
//! names mean the same as outside.

use super::Access;
use crate::mount_attributes::{self, NO_DEVICES, NO_EXECUTION, NO_SUID, READ_ONLY};
use std::collections::BTreeMap;
use std::ffi::{CStr, CString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use std::ptr;

/// The folder that the new root is mounted over until it is the root: none that is of use in there.
const ROOT: &CStr = c"/proc";

/// A step of building the new root; all names are inside of it but `outside`.
enum Step {
    Folder(CString),
    File(CString),
    Link { to: CString, at: CString },
    Mount { outside: CString, at: CString, attributes: u64 },
}

pub(super) struct Mounts {
    steps: Vec<Step>,
    /// What is written to map the account, if it must be.
    maps: Option<[String; 2]>,
}

impl Mounts {
    pub(super) fn new(access: &Access) -> io::Result<Mounts> {
        // SAFETY: reads two numbers.
        let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
        let maps = (user != 0).then(|| [user, group].map(|id| format!("{id} {id} 1")));
        let mut places: BTreeMap<PathBuf, u64> = BTreeMap::new();
        let common = NO_SUID | NO_DEVICES;
        let kinds = [
            (&access.read, common | READ_ONLY | NO_EXECUTION),
            (&access.execute, common | READ_ONLY),
            (&access.write, common | NO_EXECUTION),
        ];
        let mut links = BTreeMap::new();
        for (paths, attributes) in kinds {
            for path in paths.iter().filter(|path| path.exists()) {
                places.insert(without_links(std::path::absolute(path)?, &mut links), attributes);
            }
        }
        places.insert(PathBuf::from("/dev/null"), NO_SUID | NO_EXECUTION);
        let folder = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        let mut mounts = Mounts { steps: Vec::new(), maps };
        // Parents come before what is below them.
        for (path, attributes) in places {
            mounts.add(&path, attributes)?;
        }
        for (at, to) in links {
            mounts.add_folders(at.parent().unwrap_or(Path::new("/")))?;
            mounts.steps.push(Step::Link { to: c_path(&to)?, at: inside(&at)? });
        }
        // The current folder stays one, with what may be read of it.
        mounts.add_folders(&folder)?;
        Ok(mounts)
    }

    fn add(&mut self, path: &Path, attributes: u64) -> io::Result<()> {
        self.add_folders(path.parent().unwrap_or(Path::new("/")))?;
        let at = inside(path)?;
        let is_folder = path.is_dir();
        self.steps.push(if is_folder { Step::Folder(at.clone()) } else { Step::File(at.clone()) });
        self.steps.push(Step::Mount { outside: c_path(path)?, at, attributes });
        Ok(())
    }

    fn add_folders(&mut self, path: &Path) -> io::Result<()> {
        let mut folders: Vec<&Path> = path.ancestors().collect();
        folders.pop();
        for folder in folders.into_iter().rev() {
            self.steps.push(Step::Folder(inside(folder)?));
        }
        Ok(())
    }

    pub(super) fn enter(&self) -> io::Result<()> {
        let mut folder = [0; libc::PATH_MAX as usize];
        // SAFETY: a buffer and its size.
        check(unsafe { !libc::getcwd(folder.as_mut_ptr(), folder.len()).is_null() })?;
        let separate = libc::CLONE_NEWNS | libc::CLONE_NEWNET | libc::CLONE_NEWIPC;
        let user = if self.maps.is_some() { libc::CLONE_NEWUSER } else { 0 };
        // SAFETY: plain numbers.
        check(unsafe { libc::unshare(separate | user) } == 0)?;
        if let Some([users, groups]) = &self.maps {
            write_file(c"/proc/self/setgroups", b"deny")?;
            write_file(c"/proc/self/uid_map", users.as_bytes())?;
            write_file(c"/proc/self/gid_map", groups.as_bytes())?;
        }
        mount(c"none", c"/", None, libc::MS_REC | libc::MS_PRIVATE)?;
        mount(c"tmpfs", ROOT, Some(c"tmpfs"), libc::MS_NOSUID | libc::MS_NODEV)?;
        for step in &self.steps {
            step.take()?;
        }
        // SAFETY: zero-terminated paths.
        unsafe {
            check(libc::chdir(ROOT.as_ptr()) == 0)?;
            change_mount(c".", 0, READ_ONLY | NO_SUID | NO_DEVICES)?;
            check(libc::syscall(libc::SYS_pivot_root, c".".as_ptr(), c".".as_ptr()) == 0)?;
            // The old root lies on top of the new one.
            check(libc::umount2(c".".as_ptr(), libc::MNT_DETACH) == 0)?;
            check(libc::chdir(folder.as_ptr()) == 0 || libc::chdir(c"/".as_ptr()) == 0)
        }
    }
}

impl Step {
    fn take(&self) -> io::Result<()> {
        const FOLDER: libc::mode_t = 0o755;
        const FILE: libc::mode_t = 0o644;
        // SAFETY: zero-terminated paths, and a descriptor of our own.
        unsafe {
            match self {
                Step::Folder(at) => exists(libc::mkdir(at.as_ptr(), FOLDER) == 0),
                Step::File(at) => exists(libc::mknod(at.as_ptr(), libc::S_IFREG | FILE, 0) == 0),
                Step::Link { to, at } => exists(libc::symlink(to.as_ptr(), at.as_ptr()) == 0),
                Step::Mount { outside, at, attributes } => {
                    mount(outside, at, None, libc::MS_BIND | libc::MS_REC)?;
                    change_mount(at, libc::AT_RECURSIVE, *attributes)
                }
            }
        }
    }
}

fn check(done: bool) -> io::Result<()> {
    if done { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Like [`check`], but what is there already is fine.
fn exists(made: bool) -> io::Result<()> {
    match check(made) {
        Err(error) if error.raw_os_error() == Some(libc::EEXIST) => Ok(()),
        // Below something that was mounted read-only, where it must be there already.
        Err(error) if error.raw_os_error() == Some(libc::EROFS) => Ok(()),
        result => result,
    }
}

fn mount(
    source: &CStr,
    target: &CStr,
    kind: Option<&CStr>,
    flags: libc::c_ulong,
) -> io::Result<()> {
    let kind = kind.map_or(ptr::null(), CStr::as_ptr);
    // SAFETY: zero-terminated strings, or null where the kernel allows it.
    check(unsafe { libc::mount(source.as_ptr(), target.as_ptr(), kind, flags, ptr::null()) == 0 })
}

fn change_mount(path: &CStr, flags: libc::c_int, set: u64) -> io::Result<()> {
    check(mount_attributes::change(libc::AT_FDCWD, path, flags, set, 0))
}

fn write_file(path: &CStr, content: &[u8]) -> io::Result<()> {
    // SAFETY: a zero-terminated path, and as many bytes as the slice has.
    unsafe {
        let fd = libc::open(path.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        check(fd >= 0)?;
        let written = libc::write(fd, content.as_ptr().cast(), content.len());
        let result = check(written == content.len() as isize);
        libc::close(fd);
        result
    }
}

/// The real name of an absolute path; the links on the way, which lead from one to the other, are noted.
fn without_links(mut path: PathBuf, links: &mut BTreeMap<PathBuf, PathBuf>) -> PathBuf {
    // As many as the kernel follows.
    const MOST_LINKS: usize = 40;
    for _ in 0..MOST_LINKS {
        let is_link =
            |part: &&Path| fs::symlink_metadata(part).is_ok_and(|found| found.is_symlink());
        // The last of the ancestors is the root.
        let Some(link) = path.ancestors().filter(is_link).last().map(Path::to_owned) else { break };
        let Ok(target) = fs::read_link(&link) else { break };
        let rest = path.strip_prefix(&link).unwrap_or(Path::new("")).to_owned();
        let mut real = link.parent().unwrap_or(Path::new("/")).to_owned();
        for part in target.components() {
            match part {
                Component::ParentDir => drop(real.pop()),
                Component::CurDir => {}
                part => real.push(part),
            }
        }
        links.insert(link, target);
        // Joining nothing would add a slash, which a file has not.
        path = if rest.as_os_str().is_empty() { real } else { real.join(rest) };
    }
    path
}

/// Where a path is in the new root before that is the root.
fn inside(path: &Path) -> io::Result<CString> {
    let mut place = ROOT.to_bytes().to_vec();
    if path != Path::new("/") {
        place.extend(path.as_os_str().as_bytes());
    }
    Ok(CString::new(place)?)
}

fn c_path(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}
