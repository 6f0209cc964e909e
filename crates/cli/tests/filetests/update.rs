//! Rewriting the expectations of a file test from what a run did.

use crate::check::{Actual, FileTest};
use crate::directives;

/// The file's text with `stdout:`, `paths:`, `tests:` and `exit-status:` as in `actual`. Only expectations
/// that the file already has are rewritten; an empty `stdout:` line asks for all of the output.
/// When the number of lines changes, the lines of `error: KIND at LINE` move along, those of other
/// groups of runs, too; nothing else of these is rewritten.
pub fn rewritten(test: &FileTest, actual: &Actual) -> String {
    let comment = test.comment;
    let keys: Vec<(usize, &str)> = directives::header(&test.text, comment)
        .filter_map(|(number, content)| Some((number, directives::split(content)?.0)))
        .collect();
    let key_of = |number| keys.iter().find(|(n, _)| *n == number).map(|(_, key)| *key);
    let is_own = |number: usize| test.directives.lines.contains(&number);
    let old_lines =
        keys.iter().filter(|(number, key)| *key == "stdout" && is_own(*number)).count() as i64;
    let shift = if old_lines == 0 { 0 } else { actual.stdout.len().max(1) as i64 - old_lines };
    let mut result = String::new();
    let mut line = |text: String| {
        result.push_str(text.trim_end());
        result.push('\n');
    };
    let mut stdout_done = false;
    for (number, old) in test.text.lines().enumerate() {
        match (key_of(number), actual.exit_status) {
            (Some("error"), _) => line(moved(old, shift)),
            _ if !is_own(number) => line(old.to_owned()),
            (Some("stdout"), _) => {
                if !stdout_done && actual.stdout.is_empty() {
                    line(format!("{comment} stdout:"));
                } else if !stdout_done {
                    actual.stdout.iter().for_each(|out| line(format!("{comment} stdout: {out}")));
                }
                stdout_done = true;
            }
            (Some("paths"), _) => line(format!("{comment} paths: {}", actual.paths)),
            (Some("tests"), _) => line(format!("{comment} tests: {}", actual.tests)),
            (Some("exit-status"), Some(status)) => {
                line(format!("{comment} exit-status: {status}"));
            }
            _ => line(old.to_owned()),
        }
    }
    result
}

/// `... at LINE` with the line moved.
fn moved(directive: &str, shift: i64) -> String {
    let moved = directive.rsplit_once(" at ").and_then(|(start, line)| {
        Some(format!("{start} at {}", line.trim().parse::<i64>().ok()? + shift))
    });
    moved.unwrap_or_else(|| directive.to_owned())
}
