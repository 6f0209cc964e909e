//! Which files of an output folder are Dunlin's own: nothing else is ever removed.
//!
//! A folder that Dunlin made carries a mark. Without it, a folder with anything in it is the user's,
//! whatever the names in it: it is refused. With it, what an earlier run wrote is replaced, file by file
//! and by the names that runs give; what somebody put beside these files stays.

use std::fs;
use std::io;
use std::path::Path;

/// The file that says that a folder is Dunlin's.
const MARK: &str = ".dunlin";
const MARK_TEXT: &str = "Dunlin made this folder. A run with --output to it replaces earlier results; other files stay.\n";

const FILES: [&str; 8] = [
    "results.json",
    "summary.json",
    "errors.sarif",
    "triaged.sarif",
    "coverage.lcov",
    "stats.csv",
    "run.log",
    "paths.txt",
];
const FOLDERS: [&str; 3] = ["tests", "errors", "checkpoint"];

/// Makes a folder Dunlin's, or refuses it. Results of an earlier run would be taken for those of the next
/// one: they are removed.
pub fn claim(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mark = folder.join(MARK);
    if !mark.exists() {
        if fs::read_dir(folder)?.next().is_some() {
            let problem = "it is not empty, and Dunlin did not make it: nothing in it was touched";
            return Err(io::Error::other(format!("{}: {problem}", folder.display())));
        }
        return fs::write(mark, MARK_TEXT);
    }
    for name in FILES {
        remove_result(folder, "", name)?;
    }
    for name in FOLDERS {
        clear(folder, name)?;
    }
    Ok(())
}

/// Removes the results in a folder of an output folder, and the folder unless something else is there.
pub fn clear(folder: &Path, name: &str) -> io::Result<()> {
    clear_where(folder, name, |_| true)?;
    // It stays if somebody's files are in it, or if it is a link, which is somebody's too.
    let _ = fs::remove_dir(folder.join(name));
    Ok(())
}

/// As [`clear`], of those whose name fulfils a condition.
pub fn clear_where(folder: &Path, name: &str, chosen: impl Fn(&str) -> bool) -> io::Result<()> {
    let inner = folder.join(name);
    if inner.is_symlink() || !inner.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(&inner)? {
        let file = entry?.file_name();
        if let Some(file) = file.to_str().filter(|file| chosen(file)) {
            remove_result(folder, name, file)?;
        }
    }
    Ok(())
}

/// Removes a file if it is a result of Dunlin.
pub fn remove_result(folder: &Path, inside: &str, name: &str) -> io::Result<()> {
    let path = folder.join(inside).join(name);
    if !is_result(inside, name) || !path.symlink_metadata().is_ok_and(|found| found.is_file()) {
        return Ok(());
    }
    fs::remove_file(path)
}

fn is_result(inside: &str, name: &str) -> bool {
    let name = name.strip_suffix(".tmp").unwrap_or(name);
    match inside {
        "" => FILES.contains(&name),
        "tests" => name == "metadata.xml" || is_numbered(name, &["ktest", "xml"]),
        "errors" => is_numbered(name, &["txt"]),
        "checkpoint" => name == "state.bin" || name == "state",
        _ => false,
    }
}

/// `000012.ktest`, or `000012.partial.ktest`.
fn is_numbered(name: &str, extensions: &[&str]) -> bool {
    let Some((number, extension)) = name.split_once('.') else { return false };
    let extension = extension.strip_prefix("partial.").unwrap_or(extension);
    number.len() >= 6
        && number.bytes().all(|digit| digit.is_ascii_digit())
        && extensions.contains(&extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_folder_of_the_user_is_refused_and_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("tests")).unwrap();
        fs::write(folder.path().join("tests/000001.ktest"), "mine").unwrap();
        fs::write(folder.path().join("summary.json"), "mine").unwrap();
        let refusal = claim(folder.path()).unwrap_err().to_string();
        assert!(refusal.ends_with("nothing in it was touched"), "{refusal}");
        assert_eq!(names(folder.path()), ["summary.json", "tests"]);
        assert_eq!(names(&folder.path().join("tests")), ["000001.ktest"]);
    }

    #[test]
    fn only_results_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        claim(path).unwrap();
        for name in FOLDERS {
            fs::create_dir(path.join(name)).unwrap();
        }
        for name in [
            "summary.json",
            "run.log",
            "notes.txt",
            "errors/000001.txt",
            "errors/mine.txt",
            "tests/000001.ktest",
            "tests/000002.partial.xml",
            "tests/seed.ktest",
            "tests/12.ktest",
            "tests/metadata.xml",
            "checkpoint/state.bin",
            "checkpoint/state.tmp",
        ] {
            fs::write(path.join(name), "").unwrap();
        }
        claim(path).unwrap();
        assert_eq!(names(path), [".dunlin", "errors", "notes.txt", "tests"]);
        assert_eq!(names(&path.join("errors")), ["mine.txt"]);
        assert_eq!(names(&path.join("tests")), ["12.ktest", "seed.ktest"]);
    }

    #[test]
    fn what_a_link_points_to_stays() {
        let parent = tempfile::tempdir().unwrap();
        let (folder, elsewhere) = (parent.path().join("out"), parent.path().join("elsewhere"));
        claim(&folder).unwrap();
        fs::create_dir(&elsewhere).unwrap();
        fs::write(elsewhere.join("000001.ktest"), "").unwrap();
        std::os::unix::fs::symlink(&elsewhere, folder.join("tests")).unwrap();
        std::os::unix::fs::symlink(&elsewhere, folder.join("summary.json")).unwrap();
        claim(&folder).unwrap();
        assert_eq!(names(&elsewhere), ["000001.ktest"]);
        assert_eq!(names(&folder), [".dunlin", "summary.json", "tests"]);
    }
}
