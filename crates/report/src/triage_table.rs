//! The answers to the findings of another tool, and the table that a person reads.
//!
//! Every finding has a row. Texts come from files of others: each is brought to one line without
//! control characters, which a terminal would obey.

use crate::summary::FindingEntry;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Write};

/// What was found out about a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TriageVerdict {
    /// There is a test that gets there.
    Reachable,
    /// Proved: no input gets there.
    Unreachable,
    Unknown,
    /// The finding names no line.
    NoLine,
    /// The line and what follows it in its function have no code.
    NoCode,
    /// The file is no part of the program.
    Outside,
}

impl TriageVerdict {
    /// In the order in which they are counted.
    pub const ALL: [TriageVerdict; 6] = [
        TriageVerdict::Reachable,
        TriageVerdict::Unreachable,
        TriageVerdict::Unknown,
        TriageVerdict::NoLine,
        TriageVerdict::NoCode,
        TriageVerdict::Outside,
    ];

    pub fn name(self) -> &'static str {
        match self {
            TriageVerdict::Reachable => "reachable",
            TriageVerdict::Unreachable => "unreachable",
            TriageVerdict::Unknown => "unknown",
            TriageVerdict::NoLine => "no-line",
            TriageVerdict::NoCode => "no-code",
            TriageVerdict::Outside => "outside",
        }
    }
}

impl Display for TriageVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The answer to a finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Triaged {
    pub verdict: TriageVerdict,
    /// In a sentence.
    pub reason: String,
    /// The test that gets there, relative to the output folder.
    pub test: Option<String>,
    /// The test was run natively and seen to get there.
    pub confirmed: bool,
    /// The line that the answer is about, if it is another than that of the finding as well.
    pub line: Option<u32>,
}

const COLUMNS: usize = 6;
const HEAD: [&str; COLUMNS] = ["#", "verdict", "place", "rule", "reason", "test"];
const PLACE: usize = 2;
const RULE: usize = 3;
const REASON: usize = 4;

/// What gives way first if a table is too wide, and to which width.
const GIVE_WAY: [(usize, usize); 4] = [(REASON, 24), (PLACE, 20), (RULE, 10), (REASON, 8)];

const GAP: &str = "  ";

/// One row a finding below a head, numbered from 1, in at most `width` columns: long places, rules and
/// reasons are cut. The other columns never are, so that lines are longer if there is no room even
/// for them.
pub fn triage_table(rows: &[FindingEntry], width: Option<usize>) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut table = vec![HEAD.map(str::to_owned)];
    table.extend(rows.iter().zip(1..).map(|(finding, number)| {
        let answer = &finding.answer;
        [
            format!("{number}"),
            answer.verdict.to_string(),
            place(finding),
            one_line(finding.rule.as_deref().unwrap_or("-")),
            one_line(&answer.reason),
            one_line(answer.test.as_deref().unwrap_or("-")),
        ]
    }));
    let mut widths = [0; COLUMNS];
    for row in &table {
        for (most, cell) in widths.iter_mut().zip(row) {
            *most = (*most).max(length(cell));
        }
    }
    if let Some(width) = width {
        let all = widths.iter().sum::<usize>() + GAP.len() * (COLUMNS - 1);
        let mut excess = all.saturating_sub(width);
        for (column, least) in GIVE_WAY {
            let given = excess.min(widths[column].saturating_sub(least));
            widths[column] -= given;
            excess -= given;
        }
    }
    let mut text = String::new();
    for [number, rest @ ..] in table {
        let mut line = format!("{number:>0$}", widths[0]);
        for (cell, column) in rest.into_iter().zip(1..) {
            let width = widths[column];
            // The end of a path tells more than its start.
            let cell =
                if column == PLACE { cut_start(&cell, width) } else { cut_end(&cell, width) };
            let _ = write!(line, "{GAP}{cell:<width$}");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// How many findings there are of each verdict, in a line.
pub fn triage_summary<'a>(answers: impl IntoIterator<Item = &'a Triaged> + Clone) -> String {
    let count = |wanted: &dyn Fn(&Triaged) -> bool| {
        answers.clone().into_iter().filter(|answer| wanted(answer)).count()
    };
    let all = count(&|_| true);
    if all == 0 {
        return "no findings".to_owned();
    }
    let mut parts = Vec::new();
    for verdict in TriageVerdict::ALL {
        let of_verdict = count(&|answer| answer.verdict == verdict);
        let open = count(&|answer| answer.verdict == verdict && !answer.confirmed);
        let note = match (verdict, open) {
            (TriageVerdict::Reachable, 1..) => format!(" ({open} not confirmed)"),
            _ => String::new(),
        };
        if of_verdict > 0 {
            parts.push(format!("{of_verdict} {verdict}{note}"));
        }
    }
    format!("{all} finding{}: {}", if all == 1 { "" } else { "s" }, parts.join(", "))
}

fn place(finding: &FindingEntry) -> String {
    let file = finding.file.as_deref().map(one_line);
    match (file, finding.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => file,
        (None, Some(line)) => format!("?:{line}"),
        (None, None) => "-".to_owned(),
    }
}

/// With single spaces in place of what breaks lines, and marks in place of control characters.
pub fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace(char::is_control, "\u{fffd}")
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn cut_end(text: &str, width: usize) -> String {
    if length(text) <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

fn cut_start(text: &str, width: usize) -> String {
    if length(text) <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(1);
    ['…'].into_iter().chain(text.chars().skip(length(text) - kept)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(file: Option<&str>, line: Option<u32>, answer: Triaged) -> FindingEntry {
        FindingEntry {
            rule: Some("nullPointer".into()),
            message: "Null pointer dereference".into(),
            tool: "Cppcheck".into(),
            file: file.map(Into::into),
            line,
            target: None,
            answer,
        }
    }

    fn answer(verdict: TriageVerdict, reason: &str) -> Triaged {
        Triaged { verdict, reason: reason.into(), test: None, confirmed: false, line: None }
    }

    fn rows() -> Vec<FindingEntry> {
        let mut reached = answer(TriageVerdict::Reachable, "a native run passes the line");
        reached.test = Some("tests/000001.ktest".into());
        reached.confirmed = true;
        let never = answer(TriageVerdict::Unreachable, "no path in the\n\tcall graph");
        let mut nowhere = row(None, None, answer(TriageVerdict::NoLine, "the report has no line"));
        nowhere.rule = None;
        vec![
            row(Some("src/parse.c"), Some(118), reached),
            row(Some("src/tables/lookup.c"), Some(7), never),
            nowhere,
        ]
    }

    #[test]
    fn columns_are_aligned() {
        let expected = "\
#  verdict      place                  rule         reason                        test
1  reachable    src/parse.c:118        nullPointer  a native run passes the line  tests/000001.ktest
2  unreachable  src/tables/lookup.c:7  nullPointer  no path in the call graph     -
3  no-line      -                      -            the report has no line        -
";
        assert_eq!(triage_table(&rows(), None), expected);
        assert_eq!(triage_table(&rows(), Some(100)), expected);
        assert_eq!(triage_table(&[], None), "");
    }

    #[test]
    fn long_texts_give_way() {
        let expected = "\
#  verdict      place                 rule        reason                    test
1  reachable    src/parse.c:118       nullPoint…  a native run passes the…  tests/000001.ktest
2  unreachable  …c/tables/lookup.c:7  nullPoint…  no path in the call gra…  -
3  no-line      -                     -           the report has no line    -
";
        let lines: Vec<&str> = expected.lines().collect();
        let widest = lines.iter().map(|line| length(line)).max().unwrap();
        assert_eq!(triage_table(&rows(), Some(widest)), expected);
        for width in 0..120 {
            let table = triage_table(&rows(), Some(width));
            assert_eq!(table.lines().count(), 4, "every finding has its row");
            let widest = table.lines().map(length).max().unwrap();
            assert!(widest <= width.max(78), "{width}: {widest}");
            assert!(table.contains("tests/000001.ktest") && table.contains("unreachable"));
        }
    }

    #[test]
    fn texts_of_others_stay_on_their_line() {
        let mut finding = row(
            Some("a\n\u{1b}[31m.c"),
            Some(1),
            answer(TriageVerdict::Outside, "two\r\nlines \u{7}and a bell"),
        );
        finding.rule = Some("r\u{9b}ule".into());
        let table = triage_table(&[finding], Some(200));
        assert_eq!(table.lines().count(), 2);
        assert!(!table.chars().any(|c| c.is_control() && c != '\n'));
        assert!(table.contains("two lines \u{fffd}and a bell"));
    }

    #[test]
    fn verdicts_are_counted() {
        let answers: Vec<Triaged> = rows().into_iter().map(|row| row.answer).collect();
        assert_eq!(triage_summary(&answers), "3 findings: 1 reachable, 1 unreachable, 1 no-line");
        let open = [answer(TriageVerdict::Reachable, "")];
        assert_eq!(triage_summary(&open), "1 finding: 1 reachable (1 not confirmed)");
        assert_eq!(triage_summary(&[]), "no findings");
    }

    #[test]
    fn names_are_the_same_everywhere() {
        for verdict in TriageVerdict::ALL {
            let json = serde_json::to_string(&verdict).unwrap();
            assert_eq!(json, format!("\"{verdict}\""));
            assert_eq!(serde_json::from_str::<TriageVerdict>(&json).unwrap(), verdict);
        }
        assert_eq!(format!("{:>8}|", TriageVerdict::NoCode), " no-code|");
    }
}
