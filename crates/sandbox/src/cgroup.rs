//! A memory cgroup for one program, where we may make one: the kernel then counts all memory that the
//! program causes, whoever holds it. It is always below our own, so that no limit that we are under is left.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

#[derive(Clone)]
struct Place {
    folder: PathBuf,
    version: Version,
}

/// Removed with its program.
pub struct Cgroup {
    folder: PathBuf,
    version: Version,
    processes: File,
}

const PREFIX: &str = "dunlin-";

impl Cgroup {
    pub fn new(memory_bytes: u64) -> Result<Cgroup, String> {
        static PLACE: OnceLock<Result<Place, String>> = OnceLock::new();
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let place = PLACE.get_or_init(find_place).clone()?;
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = place.folder.join(format!("{PREFIX}{}-{number}", std::process::id()));
        let said = |error: io::Error| format!("{}: {error}", folder.display());
        fs::create_dir(&folder).map_err(said)?;
        let made = Self::limit(&folder, place.version, memory_bytes);
        match made {
            Ok(processes) => Ok(Cgroup { folder, version: place.version, processes }),
            Err(error) => {
                let text = said(error);
                let _ = fs::remove_dir(&folder);
                Err(text)
            }
        }
    }

    fn limit(folder: &Path, version: Version, memory_bytes: u64) -> io::Result<File> {
        let set = |name: &str, value: &str| -> io::Result<()> {
            OpenOptions::new().write(true).open(folder.join(name))?.write_all(value.as_bytes())
        };
        let bytes = memory_bytes.to_string();
        match version {
            Version::One => {
                set("memory.limit_in_bytes", &bytes)?;
                // A kernel without swap has no such file.
                let _ = set("memory.memsw.limit_in_bytes", &bytes);
            }
            Version::Two => {
                set("memory.max", &bytes)?;
                let _ = set("memory.swap.max", "0");
            }
        }
        OpenOptions::new().write(true).open(folder.join("cgroup.procs"))
    }

    /// Whoever writes "0" to it is in the group.
    pub fn descriptor(&self) -> RawFd {
        self.processes.as_raw_fd()
    }

    /// Whether the kernel has ended a process in it for its memory.
    pub fn has_killed(&self) -> bool {
        let name = match self.version {
            Version::One => "memory.oom_control",
            Version::Two => "memory.events",
        };
        let text = fs::read_to_string(self.folder.join(name)).unwrap_or_default();
        let mut counts = text.lines().filter_map(|line| line.strip_prefix("oom_kill "));
        counts.any(|count| count.trim() != "0")
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        // A process leaves its group a moment after it has ended.
        const TRIES: u32 = 50;
        const PAUSE: Duration = Duration::from_millis(2);
        for _ in 0..TRIES {
            match fs::remove_dir(&self.folder) {
                Err(error) if error.raw_os_error() == Some(libc::EBUSY) => {
                    std::thread::sleep(PAUSE)
                }
                _ => return,
            }
        }
    }
}

fn find_place() -> Result<Place, String> {
    let read = |path: &str| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let own = read("/proc/self/cgroup")?;
    let mounts = read("/proc/self/mountinfo")?;
    let place = place_in(&own, &mounts).ok_or("no memory cgroup is mounted")?;
    if place.version == Version::Two {
        let inherited = place.folder.join("cgroup.subtree_control");
        let text = fs::read_to_string(&inherited).unwrap_or_default();
        if !text.split_whitespace().any(|controller| controller == "memory") {
            return Err(format!("{} does not have memory", inherited.display()));
        }
    }
    remove_left(&place.folder);
    Ok(place)
}

/// The folder of our own memory cgroup, from `/proc/self/cgroup` and `/proc/self/mountinfo`.
fn place_in(own: &str, mounts: &str) -> Option<Place> {
    let mut paths = own.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        Some((parts.next()?, parts.next()?))
    });
    let of_one = paths.clone().find(|(names, _)| names.split(',').any(|name| name == "memory"));
    let of_two = paths.find(|(names, _)| names.is_empty());
    let folder = |path: &str, fits: &dyn Fn(&str, &str) -> bool| {
        mounts.lines().find_map(|line| {
            let (before, after) = line.split_once(" - ")?;
            let mut before = before.split(' ').skip(3);
            let (root, point) = (before.next()?, before.next()?);
            let mut after = after.split(' ');
            let (kind, options) = (after.next()?, after.nth(1)?);
            let below = Path::new(path).strip_prefix(root).ok().filter(|_| fits(kind, options))?;
            Some(Path::new(point).join(below))
        })
    };
    if let Some((_, path)) = of_one {
        let memory = |kind: &str, options: &str| {
            kind == "cgroup" && options.split(',').any(|option| option == "memory")
        };
        return Some(Place { folder: folder(path, &memory)?, version: Version::One });
    }
    let (_, path) = of_two?;
    Some(Place { folder: folder(path, &|kind, _| kind == "cgroup2")?, version: Version::Two })
}

/// Groups of ours whose process was killed before it could remove them. Those that are in use stay.
fn remove_left(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(PREFIX)) else { continue };
        let pid = rest.split('-').next().and_then(|pid| pid.parse::<u32>().ok());
        if pid.is_some_and(|pid| !Path::new(&format!("/proc/{pid}")).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_group_is_found() {
        let mounts = "30 25 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n\
                      31 25 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n\
                      32 25 0:28 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
        let one = place_in("4:memory:/a/b\n0::/\n", mounts).expect("found");
        assert_eq!(one.folder, Path::new("/sys/fs/cgroup/memory/a/b"));
        assert!(one.version == Version::One);
        let two = place_in("0::/user.slice/x\n", mounts).expect("found");
        assert_eq!(two.folder, Path::new("/sys/fs/cgroup/unified/user.slice/x"));
        assert!(two.version == Version::Two);
        // In a container, the mount shows a part only.
        let part = "30 25 0:26 /docker/1 /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
        let below = place_in("0::/docker/1/x\n", part).expect("found");
        assert_eq!(below.folder, Path::new("/sys/fs/cgroup/x"));
        assert!(place_in("0::/elsewhere\n", part).is_none());
    }
}
