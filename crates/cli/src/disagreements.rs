//! What `--check-solver` found: parts of the chain that contradict each other.
//!
//! There must never be any, so every one is told, with the question in a file that can be sent along
//! with a report.

use dunlin_solver::chain::Disagreement;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// So many are written out; one bug mostly shows in many questions.
const MAX_WRITTEN: usize = 10;

/// One message per disagreement, and what to do with them. The questions go to new files in
/// `folder`.
pub fn describe(found: &[Disagreement], folder: &Path) -> Vec<String> {
    let mut messages: Vec<String> = found
        .iter()
        .take(MAX_WRITTEN)
        .map(|disagreement| {
            let [one, other] = disagreement.between;
            let place = match write_question(&disagreement.question, folder) {
                Ok(path) => format!("the question is in {}", path.display()),
                Err(error) => format!(
                    "the question could not be written ({error}); it is:\n{}",
                    disagreement.question
                ),
            };
            format!("{one} and {other} contradict each other; {place}")
        })
        .collect();
    if found.len() > MAX_WRITTEN {
        messages.push(format!("{} more contradictions", found.len() - MAX_WRITTEN));
    }
    if !found.is_empty() {
        messages.push("this is a bug of Dunlin; please report it with these questions".into());
    }
    messages
}

/// Writes to the first free name; files of earlier runs are kept.
fn write_question(question: &str, folder: &Path) -> io::Result<PathBuf> {
    let mut number = 1u32;
    loop {
        let path = folder.join(format!("dunlin-disagreement-{number}.smt2"));
        match File::create_new(&path) {
            Ok(mut file) => {
                file.write_all(question.as_bytes())?;
                return Ok(path);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contradiction(question: &str) -> Disagreement {
        Disagreement { between: ["value sets", "the layers below"], question: question.into() }
    }

    #[test]
    fn none_says_nothing() {
        assert!(describe(&[], Path::new(".")).is_empty());
    }

    #[test]
    fn each_gets_a_message_and_a_file_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("dunlin-disagreement-1.smt2"), "of an earlier run")
            .unwrap();
        let messages = describe(&[contradiction("(a)"), contradiction("(b)")], folder.path());
        assert_eq!(messages.len(), 3, "{messages:?}");
        assert!(messages[0].starts_with("value sets and the layers below contradict each other; "));
        assert!(messages[1].ends_with("dunlin-disagreement-3.smt2"), "{messages:?}");
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read("dunlin-disagreement-1.smt2"), "of an earlier run");
        assert_eq!(read("dunlin-disagreement-2.smt2"), "(a)");
        assert_eq!(read("dunlin-disagreement-3.smt2"), "(b)");
    }

    #[test]
    fn a_question_that_cannot_be_written_is_in_the_message() {
        let messages = describe(&[contradiction("(a)")], Path::new("/no/such/folder"));
        assert!(messages[0].ends_with("it is:\n(a)"), "{messages:?}");
    }

    #[test]
    fn many_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let messages = describe(&vec![contradiction("(a)"); 12], folder.path());
        assert_eq!(messages.len(), 12);
        assert_eq!(messages[10], "2 more contradictions");
    }
}
