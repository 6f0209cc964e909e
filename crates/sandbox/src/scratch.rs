//! A scratch folder on disk, where no file system of its own limits it: what is in there, and its end.

use crate::view::SCRATCH_FILES;
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Whether the files in a folder, and those that processes hold open without a name, take more than this or
/// are too many. A folder that cannot be looked into holds too much.
pub fn exceeds(folder: &Path, processes: &[libc::pid_t], most_bytes: u64) -> bool {
    let (mut bytes, mut files) = (0, 0);
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            // It was removed in the meantime.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(_) => return true,
        };
        for entry in entries.flatten() {
            // Of the entry itself, not of what a link leads to.
            let Ok(metadata) = entry.metadata() else { continue };
            files += 1;
            bytes += metadata.blocks() * 512;
            if metadata.is_dir() {
                folders.push(entry.path());
            }
            if bytes > most_bytes || files > SCRATCH_FILES {
                return true;
            }
        }
    }
    for pid in processes {
        for entry in fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten() {
            let Ok(metadata) = fs::metadata(entry.path()) else { continue };
            if metadata.is_file() && metadata.nlink() == 0 && is_in(&entry.path(), folder) {
                bytes += metadata.blocks() * 512;
            }
        }
    }
    bytes > most_bytes
}

/// Whether an open file had its name in this folder: the kernel still tells it.
fn is_in(descriptor: &Path, folder: &Path) -> bool {
    fs::read_link(descriptor).is_ok_and(|name| name.starts_with(folder))
}

/// Removes all that a program has left in its folder, however deep it is and whatever modes it has; nobody
/// works in there any more. What is in a folder moves to the top before the folder goes, so that no path
/// becomes long.
pub fn empty(folder: &Path) -> io::Result<()> {
    let mut moved = 0;
    loop {
        let mut found = false;
        for entry in fs::read_dir(folder)?.flatten() {
            found = true;
            if !entry.metadata()?.is_dir() {
                fs::remove_file(entry.path())?;
                continue;
            }
            open(&entry.path())?;
            for inner in fs::read_dir(entry.path())?.flatten() {
                if inner.metadata()?.is_dir() {
                    // Moving a folder changes its entry for the one above.
                    open(&inner.path())?;
                    let name = free_name(folder, &mut moved);
                    fs::rename(inner.path(), name)?;
                } else {
                    fs::remove_file(inner.path())?;
                }
            }
            fs::remove_dir(entry.path())?;
        }
        if !found {
            return Ok(());
        }
    }
}

fn open(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
}

/// The program may have used any name.
fn free_name(folder: &Path, moved: &mut u64) -> PathBuf {
    loop {
        *moved += 1;
        let name = folder.join(format!("moved-{moved}"));
        if fs::symlink_metadata(&name).is_err() {
            return name;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsRawFd;

    #[test]
    fn whatever_is_left_goes() {
        let scratch = tempfile::tempdir().unwrap();
        let path = |name: &str| scratch.path().join(name);
        // Deeper than a path can be long, and than we can have files open.
        let mut deepest = fs::File::open(scratch.path()).unwrap();
        for _ in 0..3000 {
            let fd = deepest.as_raw_fd();
            // SAFETY: an open descriptor and zero-terminated names.
            unsafe {
                assert_eq!(libc::mkdirat(fd, c"folder".as_ptr(), 0o700), 0);
                let inner = libc::openat(fd, c"folder".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
                assert!(inner >= 0);
                deepest = std::os::fd::FromRawFd::from_raw_fd(inner);
            }
        }
        fs::write(path("file"), "x").unwrap();
        fs::create_dir(path("moved-1")).unwrap();
        fs::write(path("moved-1/file"), "x").unwrap();
        fs::set_permissions(path("moved-1"), fs::Permissions::from_mode(0o000)).unwrap();
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("kept"), "x").unwrap();
        std::os::unix::fs::symlink(outside.path(), path("link")).unwrap();
        assert!(exceeds(scratch.path(), &[], u64::MAX), "too deep to be looked into");
        empty(scratch.path()).unwrap();
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
        assert!(outside.path().join("kept").exists());
    }
}
