//! One file test: runs Dunlin (and the native program), compares, collects every difference.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use dunlin_bench::summary::Summary;
use dunlin_bench::tools::{self, CLANG, Outcome};

use crate::counted;
use crate::directives::{self, Command as Verb, Directives, ExpectedError, RunLine};
use crate::prove;
use crate::reach;
use crate::replay::{self, Replayed};
use crate::replay_options::{is_source, replay_options};

pub const LIMIT: Duration = Duration::from_secs(120);

/// What the first `dunlin run` of a test did, to rewrite expectations from.
#[derive(Debug)]
pub struct Actual {
    /// As in [`Directives::paths`].
    pub paths: u64,
    pub tests: u64,
    pub exit_status: Option<i64>,
    pub stdout: Vec<String>,
    /// All of `summary.json`, for the counters.
    pub summary: serde_json::Value,
}

/// A test file with the directives of one of its groups of runs.
pub struct FileTest {
    /// Relative to the root of the workspace, as in messages.
    pub path: PathBuf,
    pub text: String,
    pub comment: &'static str,
    pub directives: Directives,
}

impl FileTest {
    /// One test for each group of runs, in the order of the file.
    pub fn load(root: &Path, path: &Path) -> Result<Vec<FileTest>> {
        let text = std::fs::read_to_string(root.join(path))?;
        let comment = if path.extension().is_some_and(|e| e == "ll") { ";" } else { "//" };
        let groups = directives::parse(&text, comment).map_err(anyhow::Error::msg)?;
        let test = |directives| FileTest {
            path: path.to_path_buf(),
            text: text.clone(),
            comment,
            directives,
        };
        Ok(groups.into_iter().map(test).collect())
    }

    /// Runs all `run:` lines and replays their tests. Returns the differences, none for a test that
    /// passes, what the first run did, and what was replayed. `before` is what the first run of the
    /// group before did.
    pub fn run(
        &self,
        root: &Path,
        before: Option<&Actual>,
    ) -> Result<(Vec<String>, Option<Actual>, Replayed)> {
        let mut differences = Vec::new();
        let mut first = None;
        let mut replayed = Replayed::default();
        for line in &self.directives.runs {
            let known = differences.len();
            match line.command {
                Verb::Run => {
                    let actual = self.check_run(root, line, &mut differences, &mut replayed)?;
                    if let Some(actual) = &actual {
                        self.check_counts(actual, before, &mut differences);
                    }
                    first = first.or(actual);
                }
                Verb::Show => self.check_show(root, line, &mut differences)?,
                Verb::Reach => reach::check(self, root, line, &mut differences, &mut replayed)?,
                Verb::Prove => prove::check(self, root, line, &mut differences, &mut replayed)?,
            }
            if differences.len() > known {
                differences.insert(known, format!("{} {}", line.text(), self.path.display()));
            }
        }
        if differences.is_empty() {
            differences.extend(replayed.confirmed_after_all(&self.directives));
        }
        Ok((differences, first, replayed))
    }

    fn check_run(
        &self,
        root: &Path,
        line: &RunLine,
        differences: &mut Vec<String>,
        replayed: &mut Replayed,
    ) -> Result<Option<Actual>> {
        let before = differences.len();
        let folder = tempfile::tempdir()?;
        let (printed, output) = (folder.path().join("printed"), folder.path().join("out"));
        let mut command = self.command(root, line);
        // All tests are replayed below, those of errors among them.
        command.arg("--no-replay");
        command.arg("--program-output").arg(&printed).arg("--output").arg(&output);
        add_arguments(&mut command, line);
        let outcome = tools::run(&mut command, LIMIT)?;
        self.check_exit(&outcome, differences);
        if self.directives.expected_exit() == 2 {
            return Ok(None);
        }
        let summary = match Summary::read(&output) {
            Ok(summary) => summary,
            Err(error) => {
                differences.push(format!("{error:#}\n{}", indent(&outcome.stderr)));
                return Ok(None);
            }
        };
        let printed = std::fs::read(&printed).unwrap_or_default();
        self.check_summary(&summary, &outcome, differences);
        self.check_report(&output, differences);
        self.check_stdout(&printed, differences);
        if self.directives.native_same {
            let native = self.run_natively(root, line, folder.path())?;
            check_text("stdout, compared with native", &native.stdout, &printed, differences);
            if native.code() != summary.exit_status {
                differences.push(format!(
                    "exit status: natively {:?}, in dunlin {:?}",
                    native.code(),
                    summary.exit_status
                ));
            }
        }
        if differences.len() == before && self.directives.replay_off.is_none() {
            let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
            command.current_dir(root).arg("replay");
            command.args(replay_options(line).into_iter().map(|option| self.beside(option)));
            command.arg(&self.path);
            replay::check(command, &output, &self.directives, replayed, differences)?;
        }
        Ok(Some(Actual {
            paths: summary.paths.finished + summary.paths.errors,
            tests: summary.tests,
            exit_status: summary.exit_status,
            stdout: lines(&printed),
            summary: serde_json::from_slice(&std::fs::read(output.join("summary.json"))?)?,
        }))
    }

    fn check_counts(
        &self,
        actual: &Actual,
        before: Option<&Actual>,
        differences: &mut Vec<String>,
    ) {
        let before = before.map(|before| &before.summary);
        let counts = self.directives.counts.iter();
        differences
            .extend(counts.filter_map(|count| counted::difference(count, &actual.summary, before)));
    }

    fn check_show(&self, root: &Path, line: &RunLine, differences: &mut Vec<String>) -> Result<()> {
        let mut command = self.command(root, line);
        add_arguments(&mut command, line);
        let outcome = tools::run(&mut command, LIMIT)?;
        self.check_exit(&outcome, differences);
        let shown = String::from_utf8_lossy(&outcome.stdout);
        for expected in self.directives.show_contains.iter().filter(|e| !shown.contains(*e)) {
            differences.push(format!("not shown: {expected}\nin\n{}", indent(&shown)));
        }
        Ok(())
    }

    /// `dunlin VERB OPTIONS FILE`, without arguments of the program.
    pub fn command(&self, root: &Path, line: &RunLine) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
        command.current_dir(root).arg(line.command.name());
        command.args(line.options.iter().map(|option| self.beside(option))).arg(&self.path);
        command
    }

    /// A further source file of a `run:` line stands beside the test file.
    fn beside(&self, option: &str) -> PathBuf {
        if is_source(option) { self.path.with_file_name(option) } else { PathBuf::from(option) }
    }

    fn run_natively(&self, root: &Path, line: &RunLine, folder: &Path) -> Result<Outcome> {
        let executable = folder.join("native");
        let mut clang = Command::new(CLANG);
        clang.current_dir(root).arg("-w").args(line.clang_flags());
        clang.args(line.options.iter().filter(|o| is_source(o)).map(|o| self.beside(o)));
        clang.arg(&self.path).arg("-o").arg(&executable).arg("-lm");
        tools::run_checked(&mut clang, LIMIT).context("compiling natively")?;
        let outcome = tools::run(Command::new(executable).args(&line.arguments), LIMIT)?;
        if outcome.status.is_none() {
            bail!("the native program took longer than {} s", LIMIT.as_secs());
        }
        Ok(outcome)
    }

    pub fn check_exit(&self, outcome: &Outcome, differences: &mut Vec<String>) {
        let expected = self.directives.expected_exit();
        match outcome.code() {
            Some(code) if code == expected => {}
            Some(code) => differences.push(format!(
                "exit code of dunlin: expected {expected}, got {code}\n{}",
                indent(&outcome.stderr)
            )),
            None => differences.push(format!("dunlin took longer than {} s", LIMIT.as_secs())),
        }
        for expected in self.directives.stderr.iter().filter(|e| !outcome.stderr.contains(*e)) {
            differences.push(format!(
                "not in standard error: {expected}\nin\n{}",
                indent(&outcome.stderr)
            ));
        }
    }

    fn check_summary(&self, summary: &Summary, outcome: &Outcome, differences: &mut Vec<String>) {
        let directives = &self.directives;
        let mut errors: Vec<_> = summary
            .errors
            .iter()
            .map(|e| ExpectedError { kind: e.kind.clone(), line: e.line.unwrap_or(0) })
            .collect();
        errors.sort();
        if errors != directives.errors {
            differences.push(format!(
                "errors: expected {}, got {}",
                error_list(&directives.errors),
                error_list(&errors)
            ));
        }
        let mut check = |what: &str, expected: Option<String>, got: String| {
            if let Some(expected) = expected.filter(|expected| *expected != got) {
                differences.push(format!("{what}: expected {expected}, got {got}"));
            }
        };
        let number = |n: Option<i64>| n.map(|n| n.to_string());
        check(
            "paths that finished or ended in an error",
            directives.paths.map(|n| n.to_string()),
            (summary.paths.finished + summary.paths.errors).to_string(),
        );
        check("tests", directives.tests.map(|n| n.to_string()), summary.tests.to_string());
        check(
            "exit status of the program",
            number(directives.exit_status),
            number(summary.exit_status).unwrap_or_else(|| "none".to_owned()),
        );
        check("verdict", directives.verdict.clone(), summary.verdict.clone());
        for text in &directives.left_out {
            let said = summary.left_out.iter().any(|left| left.what.contains(text));
            if summary.complete || !said {
                let listed: Vec<&str> = summary.left_out.iter().map(|l| l.what.as_str()).collect();
                differences.push(format!("nothing that was left out says '{text}': {listed:?}"));
            }
        }
        match &directives.unsupported {
            None if summary.paths.unsupported > 0 => differences.push(format!(
                "an unsupported path: {}\n{}",
                summary.why,
                indent(&outcome.stderr)
            )),
            Some(_) if summary.paths.unsupported == 0 => {
                differences.push("expected an unsupported path, got none".to_owned());
            }
            Some(text) if !summary.why.contains(text) && !outcome.stderr.contains(text) => {
                differences.push(format!(
                    "the reason of the unsupported path lacks '{text}': {}\n{}",
                    summary.why,
                    indent(&outcome.stderr)
                ));
            }
            _ => {}
        }
    }

    fn check_report(&self, output: &Path, differences: &mut Vec<String>) {
        if self.directives.report.is_empty() {
            return;
        }
        match std::fs::read_to_string(output.join("errors/000001.txt")) {
            Ok(report) => {
                for expected in self.directives.report.iter().filter(|e| !report.contains(*e)) {
                    differences
                        .push(format!("not in the report: {expected}\nin\n{}", indent(&report)));
                }
            }
            Err(error) => differences.push(format!("errors/000001.txt: {error}")),
        }
    }

    fn check_stdout(&self, printed: &[u8], differences: &mut Vec<String>) {
        if let Some(expected) = &self.directives.stdout {
            let expected = expected.join("\n");
            let printed = lines(printed).join("\n");
            check_text("stdout", expected.as_bytes(), printed.as_bytes(), differences);
        }
    }
}

pub fn add_arguments(command: &mut Command, line: &RunLine) {
    if !line.arguments.is_empty() {
        command.arg("--").args(&line.arguments);
    }
}

/// Lines without white space at their ends, which directives cannot express.
fn lines(printed: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(printed).lines().map(|line| line.trim_end().to_owned()).collect()
}

fn error_list(errors: &[ExpectedError]) -> String {
    let list: Vec<_> = errors.iter().map(|e| format!("{} at {}", e.kind, e.line)).collect();
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}

/// Adds a line-by-line difference when the two texts are not equal.
fn check_text(what: &str, expected: &[u8], got: &[u8], differences: &mut Vec<String>) {
    if expected == got {
        return;
    }
    let (expected, got) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(got));
    let (expected, got): (Vec<_>, Vec<_>) = (expected.lines().collect(), got.lines().collect());
    let mut text = format!("{what}: (- expected, + got)");
    for i in 0..expected.len().max(got.len()) {
        match (expected.get(i), got.get(i)) {
            (Some(a), Some(b)) if a == b => _ = write!(text, "\n      {a}"),
            (a, b) => {
                a.iter().for_each(|a| _ = write!(text, "\n    - {a}"));
                b.iter().for_each(|b| _ = write!(text, "\n    + {b}"));
            }
        }
    }
    if expected == got {
        text.push_str("\n    (only the newline at the end differs)");
    }
    differences.push(text);
}

pub fn indent(text: &str) -> String {
    text.lines().map(|line| format!("    | {line}")).collect::<Vec<_>>().join("\n")
}
