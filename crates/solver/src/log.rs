//! Questions that reach a backend, kept as files that `dunlin solve` and other solvers read.

use crate::backend::Answer;
use dunlin_term::{TermId, Terms, smt};
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub struct QueryLog {
    folder: PathBuf,
    /// The highest number of a file that was there before.
    before: u64,
    written: u64,
    /// Of the first file that could not be written; logging stops there.
    failure: Option<String>,
}

impl QueryLog {
    /// Makes the folder if it is not there. Questions of an earlier run stay; the numbers go on.
    pub fn new(folder: &Path) -> io::Result<QueryLog> {
        std::fs::create_dir_all(folder)?;
        let mut before = 0;
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            if !entry.file_type()?.is_file() {
                continue;
            }
            let name = entry.file_name();
            let number = name.to_str().and_then(|name| name.strip_suffix(".smt2"));
            before = before.max(number.and_then(|number| number.parse().ok()).unwrap_or(0));
        }
        Ok(QueryLog { folder: folder.to_path_buf(), before, written: 0, failure: None })
    }

    pub fn written(&self) -> u64 {
        self.written
    }

    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Writes a question with its answer, who gave it and how long it took.
    pub fn write(
        &mut self,
        terms: &Terms,
        constraints: &[TermId],
        answer: &Answer,
        by: &str,
        time: Duration,
    ) {
        if self.failure.is_some() {
            return;
        }
        let text = question_text(terms, constraints, answer, by, time);
        let path = self.folder.join(format!("{:06}.smt2", self.before + self.written + 1));
        match std::fs::write(&path, text) {
            Ok(()) => self.written += 1,
            Err(error) => self.failure = Some(format!("cannot write {}: {error}", path.display())),
        }
    }
}

fn question_text(
    terms: &Terms,
    constraints: &[TermId],
    answer: &Answer,
    by: &str,
    time: Duration,
) -> String {
    let mut text = String::new();
    let status = match answer {
        Answer::Sat(_) => "sat",
        Answer::Unsat => "unsat",
        Answer::Unknown(_) => "unknown",
    };
    let _ = write!(text, "; {status}, by {by} in {:.3} ms", time.as_secs_f64() * 1e3);
    if let Answer::Unknown(reason) = answer {
        let _ = write!(text, ": {reason}");
    }
    let _ = writeln!(text, "\n(set-info :status {status})");
    text.push_str(&smt::query(terms, constraints));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_run_keeps_what_the_first_one_wrote() {
        let folder = std::env::temp_dir().join(format!("dunlin-log-{}", std::process::id()));
        let terms = Terms::new();
        let write = |by: &str| {
            let mut log = QueryLog::new(&folder).expect("the folder can be made");
            log.write(&terms, &[TermId::FALSE], &Answer::Unsat, by, Duration::ZERO);
            assert_eq!((log.written(), log.failure()), (1, None));
        };
        write("the first");
        write("the second");
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("it is there");
        assert!(read("000001.smt2").contains("the first"));
        assert!(read("000002.smt2").contains("the second"));
        std::fs::remove_dir_all(&folder).expect("it can be removed");
    }
}
