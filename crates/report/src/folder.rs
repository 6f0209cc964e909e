//! The output folder: `dunlin-out-N` beside the user's files, `dunlin-last` links to the newest.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub struct OutputFolder {
    path: PathBuf,
    errors: u32,
}

impl OutputFolder {
    /// Creates `chosen`, or the next free `dunlin-out-N` in `parent`.
    pub fn create(chosen: Option<&Path>, parent: &Path) -> io::Result<OutputFolder> {
        let path = match chosen {
            Some(path) => {
                fs::create_dir_all(path)?;
                path.to_path_buf()
            }
            None => {
                let path = next_free(parent)?;
                link_last(parent, &path);
                path
            }
        };
        // Reports of an earlier run in a chosen folder would be taken for this one's.
        match fs::remove_dir_all(path.join("errors")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        Ok(OutputFolder { path, errors: 0 })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the next error report; its name relative to the folder.
    pub fn add_error(&mut self, text: &str) -> io::Result<String> {
        self.errors += 1;
        let name = format!("errors/{:06}.txt", self.errors);
        fs::create_dir_all(self.path.join("errors"))?;
        fs::write(self.path.join(&name), text)?;
        Ok(name)
    }

    pub fn write(&self, name: &str, content: &str) -> io::Result<()> {
        fs::write(self.path.join(name), content)
    }
}

/// Creates the first `dunlin-out-N` that does not exist. Two runs at once get different ones, since
/// creating an existing folder fails.
fn next_free(parent: &Path) -> io::Result<PathBuf> {
    for number in 0u32.. {
        let path = parent.join(format!("dunlin-out-{number}"));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("no free output folder"))
}

/// Points `dunlin-last` to `path`. Only a convenience: where links cannot be made there is none.
fn link_last(parent: &Path, path: &Path) {
    let link = parent.join("dunlin-last");
    if link.is_symlink() {
        let _ = fs::remove_file(&link);
    }
    if let Some(name) = path.file_name() {
        let _ = std::os::unix::fs::symlink(name, link);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_count_up_and_last_follows() {
        let parent = tempfile::tempdir().unwrap();
        let first = OutputFolder::create(None, parent.path()).unwrap();
        let mut second = OutputFolder::create(None, parent.path()).unwrap();
        assert_ne!(first.path(), second.path());
        let last = fs::read_link(parent.path().join("dunlin-last")).unwrap();
        assert_eq!(Some(last.as_os_str()), second.path().file_name());
        assert_eq!(second.add_error("first").unwrap(), "errors/000001.txt");
        assert_eq!(second.add_error("second").unwrap(), "errors/000002.txt");
        assert_eq!(fs::read_to_string(second.path().join("errors/000002.txt")).unwrap(), "second");
    }

    #[test]
    fn a_chosen_folder_loses_old_reports() {
        let parent = tempfile::tempdir().unwrap();
        let chosen = parent.path().join("deep/out");
        OutputFolder::create(Some(&chosen), parent.path()).unwrap().add_error("old").unwrap();
        OutputFolder::create(Some(&chosen), parent.path()).unwrap();
        assert!(!chosen.join("errors/000001.txt").exists());
    }
}
