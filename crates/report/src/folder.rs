//! The output folder: `dunlin-out-N` beside the user's files, `dunlin-last` links to the newest.
//!
//! Files appear whole or not at all: they are written under another name and renamed, so that a run
//! that is killed, or a full disk, never leaves half a file behind. Tests are the exception: there
//! may be 100,000 of them, and renaming costs more than writing. A full disk leaves no half test; a
//! run that is killed may leave one, which readers notice, since every part tells its length.

use crate::log::RunLog;
use crate::own_files;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub struct OutputFolder {
    path: PathBuf,
    errors: u32,
}

/// How far the path of a test went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestExtent {
    /// To its end.
    Whole,
    /// A limit stopped it: the name of the file says `partial`.
    Partial,
}

impl OutputFolder {
    /// Creates `chosen`, or the next free `dunlin-out-N` in `parent`. A chosen folder must be empty or
    /// Dunlin's own; results of an earlier run in it are removed ([`own_files`]).
    pub fn create(chosen: Option<&Path>, parent: &Path) -> io::Result<OutputFolder> {
        let path = match chosen {
            Some(path) => {
                own_files::claim(path)?;
                path.to_path_buf()
            }
            None => {
                let path = next_free(parent)?;
                own_files::claim(&path)?;
                link_last(parent, &path);
                path
            }
        };
        fs::create_dir_all(path.join("tests"))?;
        Ok(OutputFolder { path, errors: 0 })
    }

    /// The folder of an earlier run, to go on there: everything stays, error reports count on.
    pub fn reopen(path: &Path) -> io::Result<OutputFolder> {
        fs::create_dir_all(path.join("tests"))?;
        let mut errors = 0;
        if let Ok(entries) = fs::read_dir(path.join("errors")) {
            for entry in entries {
                let name = entry?.file_name();
                let number = name.to_str().and_then(|name| name.strip_suffix(".txt"));
                errors = errors.max(number.and_then(|number| number.parse().ok()).unwrap_or(0));
            }
        }
        Ok(OutputFolder { path: path.to_path_buf(), errors })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where a run keeps what it needs to go on later. Not created here.
    pub fn checkpoint(&self) -> PathBuf {
        self.path.join("checkpoint")
    }

    pub fn stats(&self) -> PathBuf {
        self.path.join("stats.csv")
    }

    /// Opens `run.log`, to append to it.
    pub fn log(&self) -> io::Result<RunLog> {
        RunLog::open(&self.path.join("run.log"))
    }

    /// Writes the next error report; its name relative to the folder.
    pub fn add_error(&mut self, text: &str) -> io::Result<String> {
        self.errors += 1;
        let name = format!("errors/{:06}.txt", self.errors);
        fs::create_dir_all(self.path.join("errors"))?;
        self.write(&name, text)?;
        Ok(name)
    }

    /// Writes a test; its name relative to the folder. `extension` names the format.
    pub fn write_test(
        &self,
        number: u64,
        extent: TestExtent,
        extension: &str,
        content: &[u8],
    ) -> io::Result<String> {
        let name = test_name(number, extent, extension);
        let path = self.path.join(&name);
        let written = fs::write(&path, content);
        if written.is_err() {
            // Whether this succeeds does not matter: the first problem is the one to tell.
            let _ = fs::remove_file(&path);
        }
        written.map(|()| name)
    }

    /// Writes a file that appears whole or not at all.
    pub fn write(&self, name: &str, content: &str) -> io::Result<()> {
        let path = self.path.join(name);
        let mut unfinished = path.clone().into_os_string();
        unfinished.push(".tmp");
        let unfinished = PathBuf::from(unfinished);
        let written = fs::write(&unfinished, content).and_then(|()| fs::rename(&unfinished, &path));
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        written
    }
}

/// The name of a test, relative to the output folder: `tests/000001.ktest`.
pub fn test_name(number: u64, extent: TestExtent, extension: &str) -> String {
    match extent {
        TestExtent::Whole => format!("tests/{number:06}.{extension}"),
        TestExtent::Partial => format!("tests/{number:06}.partial.{extension}"),
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
    if let Ok(target) = fs::read_link(&link) {
        // A link that leads elsewhere is somebody's.
        if !target.to_str().is_some_and(|target| target.starts_with("dunlin-out-")) {
            return;
        }
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
    fn a_chosen_folder_is_used_again_without_old_results() {
        let parent = tempfile::tempdir().unwrap();
        let chosen = parent.path().join("deep/out");
        let mut old = OutputFolder::create(Some(&chosen), parent.path()).unwrap();
        old.add_error("old").unwrap();
        old.write_test(1, TestExtent::Whole, "ktest", b"old").unwrap();
        for name in ["errors.sarif", "coverage.lcov", "stats.csv", "run.log", "summary.json"] {
            old.write(name, "old").unwrap();
        }
        fs::create_dir(old.checkpoint()).unwrap();
        OutputFolder::create(Some(&chosen), parent.path()).unwrap();
        let entries = fs::read_dir(&chosen).unwrap();
        let mut left: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [".dunlin", "tests"]);
        assert_eq!(fs::read_dir(chosen.join("tests")).unwrap().count(), 0);
    }

    #[test]
    fn a_link_of_the_user_is_no_link_to_the_last_folder() {
        let parent = tempfile::tempdir().unwrap();
        let link = parent.path().join("dunlin-last");
        std::os::unix::fs::symlink("mine", &link).unwrap();
        OutputFolder::create(None, parent.path()).unwrap();
        assert_eq!(fs::read_link(&link).unwrap(), Path::new("mine"));
    }

    #[test]
    fn tests_are_numbered_and_partial_ones_say_so() {
        let parent = tempfile::tempdir().unwrap();
        let folder = OutputFolder::create(None, parent.path()).unwrap();
        let whole = folder.write_test(12, TestExtent::Whole, "ktest", b"a").unwrap();
        let partial = folder.write_test(13, TestExtent::Partial, "xml", b"b").unwrap();
        assert_eq!([&whole, &partial], ["tests/000012.ktest", "tests/000013.partial.xml"]);
        assert_eq!(fs::read(folder.path().join(whole)).unwrap(), b"a");
        let names = fs::read_dir(folder.path().join("tests")).unwrap().count();
        assert_eq!(names, 2, "nothing unfinished is left");
    }

    #[test]
    fn a_file_that_cannot_be_written_leaves_nothing() {
        let parent = tempfile::tempdir().unwrap();
        let folder = OutputFolder::create(None, parent.path()).unwrap();
        fs::create_dir(folder.path().join("summary.json")).unwrap();
        assert!(folder.write("summary.json", "{}").is_err());
        assert!(!folder.path().join("summary.json.tmp").exists());
        assert!(folder.write("no/such/folder", "").is_err());
    }

    #[test]
    fn a_reopened_folder_counts_on() {
        let parent = tempfile::tempdir().unwrap();
        let mut folder = OutputFolder::create(None, parent.path()).unwrap();
        folder.add_error("first").unwrap();
        folder.log().unwrap().line("started").unwrap();
        let mut again = OutputFolder::reopen(folder.path()).unwrap();
        assert_eq!(again.add_error("second").unwrap(), "errors/000002.txt");
        again.log().unwrap().line("resumed").unwrap();
        let log = fs::read_to_string(folder.path().join("run.log")).unwrap();
        let words: Vec<_> = log.lines().map(|line| line.rsplit(' ').next().unwrap()).collect();
        assert_eq!(words, ["started", "resumed"]);
    }
}
