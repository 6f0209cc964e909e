//! What files the program sees, made of mounts.
//!
//! The new root is an empty file system in memory. The system's programs and libraries, what the job names
//! and a few devices are mounted into it at the place where they are, read-only; the scratch folder is a
//! file system in memory as well, of limited size. Then the old root is taken away: FIFOs, sockets, terminals
//! and other devices, which can be opened for writing wherever they are, do not exist any more.

use crate::mount_attributes::{self, NO_DEVICES, NO_SUID, READ_ONLY};
use crate::report::{Report, Stage};
use crate::rules::{Rule, Rules};
use std::ffi::{CStr, CString};
use std::fs;
use std::io;
use std::os::fd::RawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr;

/// Programs, libraries and what they look up.
pub const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/group",
];

/// Devices, and whether they can be written. `/dev/zero` is not among them: mapped as shared memory, it holds
/// memory that belongs to no process.
pub const DEVICES: &[(&str, bool)] =
    &[("/dev/null", true), ("/dev/full", true), ("/dev/random", false), ("/dev/urandom", false)];

/// What a program expects beside the devices.
const LINKS: &[(&CStr, &CStr)] = &[
    (c"/proc/self/fd", c"dev/fd"),
    (c"/proc/self/fd/0", c"dev/stdin"),
    (c"/proc/self/fd/1", c"dev/stdout"),
    (c"/proc/self/fd/2", c"dev/stderr"),
];

/// Of the new root, and of the scratch folder: how many files and folders there may be.
const ROOT_FILES: u64 = 4096;
pub const SCRATCH_FILES: u64 = 16384;

/// A step that makes the new root, relative to it.
enum Step {
    Folder(CString),
    File(CString),
    Link {
        to: CString,
        at: CString,
    },
    /// What the descriptor at this position in `sources` shows.
    Mount {
        source: usize,
        at: CString,
        set: u64,
    },
}

/// Everything that the child needs, so that it allocates nothing.
pub struct View {
    /// Mounted, as clones, before anything else is: paths, and later descriptors.
    sources: Vec<(CString, RawFd)>,
    steps: Vec<Step>,
    /// The whole old root stays visible; only for tests.
    whole: bool,
    read_only: bool,
    scratch: CString,
    scratch_inside: CString,
    /// The options of the scratch folder's file system; without, it is the folder itself.
    scratch_options: Option<CString>,
    root_options: CString,
}

impl View {
    /// For a program, what it may read, and its scratch folder; all paths are absolute.
    pub fn new(
        rules: Rules,
        program: &Path,
        readable: &[&Path],
        scratch: &Path,
        scratch_bytes: u64,
        (user, group): (u32, u32),
    ) -> io::Result<View> {
        let scratch_options = format!(
            "mode=700,uid={user},gid={group},size={scratch_bytes},nr_inodes={SCRATCH_FILES}"
        );
        let limited = rules.contains(Rule::Disk);
        let mut view = View {
            sources: Vec::new(),
            steps: Vec::new(),
            whole: !rules.contains(Rule::Files),
            read_only: rules.contains(Rule::ReadOnly),
            scratch: c_path(scratch)?,
            scratch_inside: inside(scratch)?,
            scratch_options: limited.then(|| CString::new(scratch_options)).transpose()?,
            root_options: CString::new(format!("mode=755,size=1m,nr_inodes={ROOT_FILES}"))?,
        };
        if view.whole {
            view.sources.push((c"/".to_owned(), -1));
        } else {
            view.plan(program, readable, scratch)?;
        }
        Ok(view)
    }

    fn plan(&mut self, program: &Path, readable: &[&Path], scratch: &Path) -> io::Result<()> {
        let mut paths: Vec<&Path> = SYSTEM.iter().map(Path::new).collect();
        paths.extend(readable);
        paths.push(program);
        paths.sort_unstable();
        paths.dedup();
        let read_only = self.attribute(NO_SUID | NO_DEVICES);
        let mut shown: Vec<&Path> = Vec::new();
        for path in paths {
            if shown.iter().any(|above| path.starts_with(above)) {
                continue;
            }
            let Ok(kind) = fs::symlink_metadata(path) else { continue };
            self.folders_above(path)?;
            let is_system = SYSTEM.iter().any(|name| Path::new(name) == path);
            if kind.is_symlink() && is_system {
                // `/lib`, which is `/usr/lib`, and what the dynamic loader's cache names.
                let to = c_path(&fs::read_link(path)?)?;
                self.steps.push(Step::Link { to, at: inside(path)? });
                continue;
            }
            self.mount(path, read_only)?;
            shown.push(path);
        }
        self.steps.push(Step::Folder(c"dev".to_owned()));
        self.steps.push(Step::Folder(c"proc".to_owned()));
        for (device, _) in DEVICES {
            self.mount(Path::new(device), self.attribute(NO_SUID))?;
        }
        for (to, at) in LINKS {
            self.steps.push(Step::Link { to: (*to).to_owned(), at: (*at).to_owned() });
        }
        self.folders_above(scratch)?;
        self.steps.push(Step::Folder(inside(scratch)?));
        Ok(())
    }

    fn attribute(&self, set: u64) -> u64 {
        if self.read_only { set | READ_ONLY } else { set }
    }

    fn folders_above(&mut self, path: &Path) -> io::Result<()> {
        let mut folders: Vec<PathBuf> = path.ancestors().skip(1).map(Path::to_owned).collect();
        // The last one is the root.
        folders.pop();
        for folder in folders.into_iter().rev() {
            self.steps.push(Step::Folder(inside(&folder)?));
        }
        Ok(())
    }

    fn mount(&mut self, path: &Path, set: u64) -> io::Result<()> {
        let Ok(kind) = fs::metadata(path) else { return Ok(()) };
        let at = inside(path)?;
        self.steps.push(match kind.is_dir() {
            true => Step::Folder(at.clone()),
            false => Step::File(at.clone()),
        });
        self.steps.push(Step::Mount { source: self.sources.len(), at, set });
        self.sources.push((c_path(path)?, -1));
        Ok(())
    }

    /// In the first process of the new namespaces. Allocates nothing.
    pub fn enter(&mut self, report: &Report) {
        if !mount(c"none", c"/", None, libc::MS_REC | libc::MS_PRIVATE, None) {
            report.give_up(Stage::PrivateMounts);
        }
        // What cannot be shown is missing, which whoever needs it says.
        for (path, fd) in &mut self.sources {
            *fd = clone_mount(path);
        }
        // For where a new one is not allowed, as in some containers.
        let old_processes = clone_mount(c"/proc");
        let own_folder = clone_mount(&self.scratch);
        self.make_root(report);
        for step in &self.steps {
            if !step.take(&self.sources) {
                report.give_up(Stage::MountFile);
            }
        }
        let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC | libc::MS_RDONLY;
        let shown = mount(c"proc", c"proc", Some(c"proc"), flags, None)
            || (change_mount(old_processes, READ_ONLY | NO_SUID | NO_DEVICES, 0)
                && move_mount(old_processes, c"proc"));
        if !shown {
            report.give_up(Stage::MountFile);
        }
        self.mount_scratch(own_folder, report);
        self.change_root(report);
    }

    /// The new root lies on the scratch folder until it is the root.
    fn make_root(&self, report: &Report) {
        let flags = libc::MS_NOSUID | libc::MS_NODEV;
        let made = if let (true, Some(&(_, old_root))) = (self.whole, self.sources.first()) {
            change_mount(old_root, self.attribute(NO_SUID), 0)
                && move_mount(old_root, &self.scratch)
        } else {
            mount(c"tmpfs", &self.scratch, Some(c"tmpfs"), flags, Some(&self.root_options))
        };
        // SAFETY: a zero-terminated path.
        if !made || unsafe { libc::chdir(self.scratch.as_ptr()) } != 0 {
            report.give_up(Stage::MountRoot);
        }
    }

    fn mount_scratch(&self, own_folder: RawFd, report: &Report) {
        let at = &self.scratch_inside;
        let mounted = match &self.scratch_options {
            Some(options) => {
                let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
                mount(c"tmpfs", at, Some(c"tmpfs"), flags, Some(options))
            }
            None => {
                change_mount(own_folder, NO_SUID | NO_DEVICES, READ_ONLY)
                    && move_mount(own_folder, at)
            }
        };
        if !mounted {
            report.give_up(Stage::MountScratch);
        }
    }

    fn change_root(&self, report: &Report) {
        // SAFETY: zero-terminated paths.
        let changed = unsafe {
            libc::syscall(libc::SYS_pivot_root, c".".as_ptr(), c".".as_ptr()) == 0
                // The old root lies on top of the new one.
                && libc::umount2(c".".as_ptr(), libc::MNT_DETACH) == 0
                && libc::chdir(c"/".as_ptr()) == 0
        };
        let sealed = self.whole || !self.read_only || {
            // SAFETY: a zero-terminated path; the descriptor is closed when the program starts.
            let root = unsafe { libc::open(c"/".as_ptr(), libc::O_PATH | libc::O_CLOEXEC) };
            change_one_mount(root, READ_ONLY)
        };
        if !changed || !sealed {
            report.give_up(Stage::ChangeRoot);
        }
    }
}

impl Step {
    fn take(&self, sources: &[(CString, RawFd)]) -> bool {
        const FOLDER: libc::mode_t = 0o755;
        const FILE: libc::mode_t = 0o444;
        // SAFETY: zero-terminated paths.
        unsafe {
            match self {
                Step::Folder(at) => libc::mkdir(at.as_ptr(), FOLDER) == 0 || is_there(),
                Step::File(at) => {
                    libc::mknod(at.as_ptr(), libc::S_IFREG | FILE, 0) == 0 || is_there()
                }
                Step::Link { to, at } => libc::symlink(to.as_ptr(), at.as_ptr()) == 0 || is_there(),
                Step::Mount { source, at, set } => {
                    let fd = sources.get(*source).map_or(-1, |&(_, fd)| fd);
                    fd < 0 || change_mount(fd, *set, 0) && move_mount(fd, at)
                }
            }
        }
    }
}

/// Whether the last call has failed because what it would make exists, perhaps in what was mounted
/// read-only already.
fn is_there() -> bool {
    let errno = io::Error::last_os_error().raw_os_error();
    matches!(errno, Some(libc::EEXIST | libc::EROFS))
}

/// A mount and those below it.
fn change_mount(fd: RawFd, set: u64, clear: u64) -> bool {
    change(fd, libc::AT_RECURSIVE, set, clear)
}

fn change_one_mount(fd: RawFd, set: u64) -> bool {
    change(fd, 0, set, 0)
}

fn change(fd: RawFd, flags: libc::c_int, set: u64, clear: u64) -> bool {
    mount_attributes::change(fd, c"", flags | libc::AT_EMPTY_PATH, set, clear)
}

/// A copy of the mounts at a path, which nobody sees yet; negative if there is none.
fn clone_mount(path: &CStr) -> RawFd {
    const CLONE: libc::c_int = 1;
    let flags = CLONE | libc::O_CLOEXEC | libc::AT_RECURSIVE;
    // SAFETY: a zero-terminated path.
    unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, path.as_ptr(), flags) as RawFd }
}

fn move_mount(fd: RawFd, to: &CStr) -> bool {
    const FROM_DESCRIPTOR: libc::c_int = 4;
    // SAFETY: zero-terminated paths.
    unsafe {
        let (empty, here) = (c"".as_ptr(), libc::AT_FDCWD);
        libc::syscall(libc::SYS_move_mount, fd, empty, here, to.as_ptr(), FROM_DESCRIPTOR) == 0
    }
}

fn mount(
    source: &CStr,
    target: &CStr,
    kind: Option<&CStr>,
    flags: libc::c_ulong,
    options: Option<&CStr>,
) -> bool {
    let kind = kind.map_or(ptr::null(), CStr::as_ptr);
    let options = options.map_or(ptr::null(), CStr::as_ptr);
    // SAFETY: zero-terminated strings, or null where the kernel allows it.
    unsafe { libc::mount(source.as_ptr(), target.as_ptr(), kind, flags, options.cast()) == 0 }
}

fn c_path(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}

/// A path in the new root, relative to it.
fn inside(path: &Path) -> io::Result<CString> {
    c_path(path.strip_prefix("/").unwrap_or(path))
}
