//! The comments at the top of a file test: how to run it and what to expect.
//!
//! They are lines `// KEY: VALUE` (`; KEY: VALUE` in .ll files) before the first other line. A
//! comment line without a lower-case word and a colon at its start is prose. docs/testing.md lists
//! the keys; an unknown key or a malformed value is an error, so that no expectation is lost.
//!
//! Runs come in groups: some `run:` lines and the expectations below them, up to the next `run:` line
//! behind an expectation. What stands before the first `run:` line holds for every group.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::counts::{self, Count};

/// What one group of runs of a test file asks for.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Directives {
    /// The lines of the group, from 0; those before the first `run:` line count to the first group.
    pub lines: Range<usize>,
    pub runs: Vec<RunLine>,
    /// Paths that finished or ended in an error of the program.
    pub paths: Option<u64>,
    /// Test inputs that were written.
    pub tests: Option<u64>,
    /// `error: KIND at LINE`, sorted.
    pub errors: Vec<ExpectedError>,
    pub exit: Option<i64>,
    pub exit_status: Option<i64>,
    /// All lines that the program prints; None when that does not matter.
    pub stdout: Option<Vec<String>>,
    pub native_same: bool,
    pub unsupported: Option<String>,
    pub left_out: Vec<String>,
    pub report: Vec<String>,
    pub stderr: Vec<String>,
    pub show_contains: Vec<String>,
    pub verdict: Option<String>,
    /// `verdict: TARGET VERDICT`: of one target among several, as the `run:` line writes it.
    pub target_verdicts: Vec<(String, String)>,
    /// Texts in the reasons of `dunlin reach`.
    pub reasons: Vec<String>,
    /// `place: KIND STANDING at LINE`, of `dunlin prove`.
    pub places: Vec<ExpectedPlace>,
    /// Tests are not replayed natively; the reason.
    pub replay_off: Option<String>,
    /// The kinds of errors that a native run cannot show, sorted.
    pub unconfirmed: Vec<String>,
    /// Counters of `summary.json`.
    pub counts: Vec<Count>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExpectedError {
    pub kind: String,
    pub line: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedPlace {
    pub kind: String,
    pub standing: String,
    pub line: u64,
}

/// A line `run: dunlin COMMAND [options] [-- ARGS]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunLine {
    pub command: Command,
    pub options: Vec<String>,
    pub arguments: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    Run,
    Show,
    Reach,
    Prove,
}

impl Command {
    pub fn name(self) -> &'static str {
        match self {
            Command::Run => "run",
            Command::Show => "show",
            Command::Reach => "reach",
            Command::Prove => "prove",
        }
    }
}

impl RunLine {
    /// The options that clang gets as well: those with one dash (`-O2`, `-m32`, `-I DIR`) and
    /// the values of `--clang-arg`.
    pub fn clang_flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        let mut options = self.options.iter();
        while let Some(option) = options.next() {
            if let Some(value) = option.strip_prefix("--clang-arg=") {
                flags.push(value.to_owned());
            } else if option == "--clang-arg" {
                flags.extend(options.next().cloned());
            } else if matches!(option.as_str(), "-I" | "-D") {
                flags.push(option.clone());
                flags.extend(options.next().cloned());
            } else if option.starts_with('-') && !option.starts_with("--") {
                flags.push(option.clone());
            }
        }
        flags
    }

    /// The line as a person would type it, for messages.
    pub fn text(&self) -> String {
        let mut words = vec!["dunlin", self.command.name()];
        words.extend(self.options.iter().map(String::as_str));
        if !self.arguments.is_empty() {
            words.push("--");
            words.extend(self.arguments.iter().map(String::as_str));
        }
        words.join(" ")
    }
}

/// The lines at the top of `text` that can hold directives: number (from 0) and content after the
/// comment sign.
pub fn header<'a>(text: &'a str, comment: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    text.lines()
        .enumerate()
        .map(move |(number, line)| (number, line.strip_prefix(comment)))
        .take_while(|(_, content)| content.is_some())
        .filter_map(|(number, content)| content.map(|content| (number, content)))
}

/// Splits a header line into key and value; None for prose.
pub fn split(content: &str) -> Option<(&str, &str)> {
    let (key, value) = content.strip_prefix(' ').unwrap_or(content).split_once(':')?;
    let is_key = !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    // One space belongs to the form; more of them belong to the value (`stdout:`).
    is_key.then(|| (key, value.strip_prefix(' ').unwrap_or(value)))
}

/// Reads the directives of a file whose comments start with `comment`: its groups of runs, at least one.
pub fn parse(text: &str, comment: &str) -> Result<Vec<Directives>, String> {
    let lines: Vec<(usize, &str, &str)> = header(text, comment)
        .filter_map(|(number, content)| split(content).map(|(key, value)| (number, key, value)))
        .collect();
    let is_run = |at: usize| lines[at].1 == "run";
    let first = (0..lines.len()).find(|&at| is_run(at)).ok_or("no 'run:' line at the top")?;
    let starts: Vec<usize> =
        (first..lines.len()).filter(|&at| is_run(at) && (at == first || !is_run(at - 1))).collect();
    let group = |index: usize, &start: &usize| {
        let end = starts.get(index + 1).copied().unwrap_or(lines.len());
        let line = |at: usize| lines.get(at).map_or(usize::MAX, |&(number, ..)| number);
        let range = if index == 0 { 0 } else { line(start) }..line(end);
        one_group(lines[..first].iter().chain(&lines[start..end]), range)
    };
    starts.iter().enumerate().map(|(index, start)| group(index, start)).collect()
}

fn one_group<'a>(
    directives: impl Iterator<Item = &'a (usize, &'a str, &'a str)>,
    lines: Range<usize>,
) -> Result<Directives, String> {
    let mut group = Directives { lines, ..Directives::default() };
    let mut seen = BTreeSet::new();
    for &(number, key, value) in directives {
        let repeatable = matches!(
            key,
            "run"
                | "error"
                | "stdout"
                | "left-out"
                | "report"
                | "stderr"
                | "show-contains"
                | "replay"
                | "verdict"
                | "reason"
                | "place"
        );
        if !seen.insert(key) && !repeatable {
            return Err(format!("line {}: '{key}:' appears twice", number + 1));
        }
        group
            .add(key, value)
            .map_err(|message| format!("line {}: {key}: {message}", number + 1))?;
    }
    group.errors.sort();
    Ok(group)
}

impl Directives {
    fn add(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "run" => self.runs.push(run_line(value)?),
            "paths" => self.paths = Some(number(value)?),
            "tests" => self.tests = Some(number(value)?),
            "error" if value.trim() == "none" => {}
            "error" => self.errors.push(expected_error(value)?),
            "exit" => self.exit = Some(number(value)?),
            "exit-status" => self.exit_status = Some(number(value)?),
            "stdout" => self.stdout.get_or_insert_default().push(value.trim_end().to_owned()),
            "native" if value.trim() == "same" => self.native_same = true,
            "native" => return Err("the only value is 'same'".to_owned()),
            "unsupported" => self.unsupported = Some(some_text(value)?),
            "left-out" => self.left_out.push(some_text(value)?),
            "report" => self.report.push(some_text(value)?),
            "stderr" => self.stderr.push(some_text(value)?),
            "show-contains" => self.show_contains.push(some_text(value)?),
            "replay" => self.add_replay(value)?,
            "verdict" => self.add_verdict(value)?,
            "reason" => self.reasons.push(some_text(value)?),
            "place" => self.places.push(expected_place(value)?),
            "memory" => self.counts.extend(counts::parse("memory", value)?),
            "queries" => self.counts.extend(counts::parse("queries", value)?),
            _ => return Err("unknown directive".to_owned()),
        }
        Ok(())
    }

    /// `off REASON` or `unconfirmed KIND REASON`.
    fn add_replay(&mut self, value: &str) -> Result<(), String> {
        let (what, rest) = value.trim().split_once(' ').unwrap_or((value.trim(), ""));
        match what {
            "off" if rest.trim().is_empty() => Err("the reason is missing".to_owned()),
            "off" => {
                self.replay_off = Some(rest.trim().to_owned());
                Ok(())
            }
            "unconfirmed" => match rest.trim().split_once(' ') {
                Some((kind, _)) => {
                    self.unconfirmed.push(kind.to_owned());
                    Ok(())
                }
                None => Err("must be 'unconfirmed KIND REASON'".to_owned()),
            },
            _ => Err("must be 'off REASON' or 'unconfirmed KIND REASON'".to_owned()),
        }
    }

    /// `VERDICT`, once, or `TARGET VERDICT`, once for each target.
    fn add_verdict(&mut self, value: &str) -> Result<(), String> {
        let words: Vec<&str> = value.split_whitespace().collect();
        match words[..] {
            [] => return Err("the text is missing".to_owned()),
            [_] if self.verdict.is_some() => return Err("there is one already".to_owned()),
            [verdict] => self.verdict = Some(verdict.to_owned()),
            [target, _] if self.target_verdicts.iter().any(|(known, _)| known == target) => {
                return Err(format!("{target} has one already"));
            }
            [target, verdict @ ("reachable" | "unreachable" | "unknown")] => {
                self.target_verdicts.push((target.to_owned(), verdict.to_owned()));
            }
            _ => {
                let forms = "VERDICT' or 'TARGET reachable|unreachable|unknown";
                return Err(format!("must be '{forms}'"));
            }
        }
        Ok(())
    }

    /// Dunlin's exit code: as written, or what follows from the other expectations.
    pub fn expected_exit(&self) -> i64 {
        let of_targets = self.target_verdicts.iter().map(|(_, verdict)| verdict);
        let verdicts: Vec<&String> = self.verdict.iter().chain(of_targets).collect();
        let has = |verdict: &str| verdicts.iter().any(|known| *known == verdict);
        let stands = |standing: &str| self.places.iter().any(|place| place.standing == standing);
        self.exit.unwrap_or(if has("unknown") {
            3
        } else if stands("refuted") {
            1
        } else if stands("open") {
            3
        } else if !self.errors.is_empty() || has("unreachable") {
            1
        } else if self.unsupported.is_some() || !self.left_out.is_empty() {
            3
        } else {
            0
        })
    }
}

fn run_line(value: &str) -> Result<RunLine, String> {
    let mut words = value.split_whitespace();
    if words.next() != Some("dunlin") {
        return Err("must start with 'dunlin'".to_owned());
    }
    let command = match words.next() {
        Some("run") => Command::Run,
        Some("show") => Command::Show,
        Some("reach") => Command::Reach,
        Some("prove") => Command::Prove,
        _ => return Err("the command must be 'run', 'show', 'reach' or 'prove'".to_owned()),
    };
    let options = words.by_ref().take_while(|word| *word != "--").map(str::to_owned).collect();
    let arguments = words.map(str::to_owned).collect();
    Ok(RunLine { command, options, arguments })
}

fn expected_error(value: &str) -> Result<ExpectedError, String> {
    let (kind, line) =
        value.trim().split_once(" at ").ok_or("must be 'KIND at LINE' or 'none'".to_owned())?;
    Ok(ExpectedError { kind: kind.trim().to_owned(), line: number(line)? })
}

fn expected_place(value: &str) -> Result<ExpectedPlace, String> {
    let form = || "must be 'KIND proved|open|refuted at LINE'".to_owned();
    let (what, line) = value.trim().split_once(" at ").ok_or_else(form)?;
    let (kind, standing) = what.split_once(' ').ok_or_else(form)?;
    if !matches!(standing, "proved" | "open" | "refuted") {
        return Err(form());
    }
    let (kind, standing) = (kind.to_owned(), standing.to_owned());
    Ok(ExpectedPlace { kind, standing, line: number(line)? })
}

fn number<T: std::str::FromStr>(value: &str) -> Result<T, String> {
    value.trim().parse().map_err(|_| format!("'{}' is not a number", value.trim()))
}

fn some_text(value: &str) -> Result<String, String> {
    let value = value.trim();
    if value.is_empty() { Err("the text is missing".to_owned()) } else { Ok(value.to_owned()) }
}
