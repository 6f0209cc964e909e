//! What is run against which limit.

use anyhow::{Context, Result};
use serde_json::json;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[derive(Clone, Copy)]
pub enum Limit {
    /// `--max-time`, in seconds.
    Time(f64),
    /// `--max-memory`, in mebibytes.
    Memory(u64),
    /// A signal after so many seconds; with `true` a second one at once.
    Signal(i32, f64, bool),
}

#[derive(Clone, Copy)]
pub enum Program {
    File(&'static str),
    /// 20,000 functions, each with a loop.
    Huge,
}

impl Program {
    pub fn source(self) -> String {
        match self {
            Program::File(text) => text.to_owned(),
            Program::Huge => huge(),
        }
    }
}

fn huge() -> String {
    const FUNCTIONS: u32 = 20_000;
    let mut text = "#include <klee/klee.h>\n".to_owned();
    for number in 0..FUNCTIONS {
        let rest = match number.checked_sub(1) {
            Some(before) => format!("f{before}(a - 1)"),
            None => "a".to_owned(),
        };
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "int f{number}(int a) {{ int s = 0; for (int i = 0; i < a; i++) {{ s += i * {number}; \
             if (s % 7 == {}) s ^= {number}; }} return s + {rest}; }}",
            number % 7
        );
    }
    let last = FUNCTIONS - 1;
    text + &format!(
        "int main(void) {{ int x; klee_make_symbolic(&x, sizeof x, \"x\"); return f{last}(x & 3); }}\n"
    )
}

pub struct Case {
    command: &'static str,
    program_name: &'static str,
    pub program: Program,
    options: &'static [&'static str],
    pub limit: Limit,
    pub codes: &'static [i32],
    pub writes_summary: bool,
}

/// Incomplete, or errors were found before.
const STOPPED: &[i32] = &[1, 3];

macro_rules! case {
    ($command:literal, $name:literal, $options:expr, $limit:expr) => {
        Case {
            command: $command,
            program_name: $name,
            program: Program::File(include_str!(concat!("../../limits/", $name, ".c"))),
            options: $options,
            limit: $limit,
            codes: STOPPED,
            writes_summary: true,
        }
    };
}

/// A program that is so large that time is over while it is loaded.
const fn huge_case(command: &'static str, options: &'static [&'static str], limit: Limit) -> Case {
    Case {
        command,
        program_name: "20,000 functions",
        program: Program::Huge,
        options,
        limit,
        codes: STOPPED,
        writes_summary: false,
    }
}

const Z3: &[&str] = &["--solver", "z3"];
const BITWUZLA: &[&str] = &["--solver", "bitwuzla"];
const NATIVE: &[&str] = &["--solver", "native"];

pub static CASES: &[Case] = &[
    // Where time is spent.
    case!("run", "endless_native", &[], Limit::Time(3.0)),
    case!("run", "symbolic_bytes", &[], Limit::Time(3.0)),
    case!("run", "copies", &[], Limit::Time(3.0)),
    case!("run", "unfinished", &[], Limit::Time(5.0)),
    case!("run", "forks", &[], Limit::Time(5.0)),
    case!("run", "recursion", &[], Limit::Time(3.0)),
    case!("run", "divisions", &[], Limit::Time(3.0)),
    case!("run", "factors", NATIVE, Limit::Time(3.0)),
    case!("run", "factors", BITWUZLA, Limit::Time(3.0)),
    case!("run", "factors", Z3, Limit::Time(3.0)),
    case!("run", "long_double", BITWUZLA, Limit::Time(3.0)),
    case!("run", "long_double", Z3, Limit::Time(3.0)),
    huge_case("run", &[], Limit::Time(5.0)),
    huge_case("reach", &["--target", "f0"], Limit::Time(5.0)),
    case!("reach", "factors", &["--target", "program.c:9"], Limit::Time(3.0)),
    case!("reach", "symbolic_bytes", &["--target", "program.c:11"], Limit::Time(3.0)),
    // It may be found just in time.
    Case {
        codes: &[0, 1, 3],
        ..case!("reach", "long_double", &["--target", "program.c:9"], Limit::Time(1.5))
    },
    case!("triage", "factors", &["--sarif", "report.sarif"], Limit::Time(3.0)),
    Case {
        codes: &[3],
        writes_summary: false,
        ..case!("replay", "endless_native", &[], Limit::Time(3.0))
    },
    // Where memory is spent.
    case!("run", "blocks", &[], Limit::Memory(200)),
    case!("run", "copies", &[], Limit::Memory(500)),
    case!("run", "divisions", &[], Limit::Memory(300)),
    case!("run", "divisions", BITWUZLA, Limit::Memory(400)),
    case!("run", "divisions", Z3, Limit::Memory(400)),
    case!("run", "unfinished", &[], Limit::Memory(200)),
    case!("run", "forks", &[], Limit::Memory(300)),
    case!("reach", "blocks", &["--target", "program.c:11"], Limit::Memory(200)),
    // Signals, wherever the work is.
    case!("run", "factors", Z3, Limit::Signal(libc::SIGINT, 2.0, false)),
    case!("run", "long_double", BITWUZLA, Limit::Signal(libc::SIGTERM, 2.0, false)),
    case!("run", "endless_native", &[], Limit::Signal(libc::SIGINT, 4.0, false)),
    case!("run", "symbolic_bytes", &[], Limit::Signal(libc::SIGTERM, 2.0, false)),
    case!("run", "unfinished", &[], Limit::Signal(libc::SIGINT, 2.0, false)),
    case!(
        "reach",
        "factors",
        &["--target", "program.c:9"],
        Limit::Signal(libc::SIGINT, 2.0, false)
    ),
    case!(
        "triage",
        "factors",
        &["--sarif", "report.sarif"],
        Limit::Signal(libc::SIGTERM, 2.0, false)
    ),
    Case {
        codes: &[3],
        writes_summary: false,
        ..case!("replay", "endless_native", &[], Limit::Signal(libc::SIGTERM, 3.0, false))
    },
    huge_case("run", &[], Limit::Signal(libc::SIGINT, 1.0, false)),
    huge_case("reach", &["--target", "f0"], Limit::Signal(libc::SIGTERM, 1.0, false)),
    Case {
        codes: &[3, 130],
        writes_summary: false,
        ..case!("run", "unfinished", &[], Limit::Signal(libc::SIGINT, 2.0, true))
    },
];

impl Case {
    pub fn name(&self) -> String {
        let limit = match self.limit {
            Limit::Time(_) => "time",
            Limit::Memory(_) => "memory",
            Limit::Signal(libc::SIGINT, _, false) => "SIGINT",
            Limit::Signal(_, _, true) => "SIGINT twice",
            Limit::Signal(..) => "SIGTERM",
        };
        let solver = match self.options {
            ["--solver", solver] => format!(" ({solver})"),
            _ => String::new(),
        };
        format!("{} {}{solver}, {limit}", self.command, self.program_name)
    }

    /// What must be there before: tests to replay, a report to triage.
    pub fn prepare(&self, dunlin: &Path, folder: &Path) -> Result<()> {
        match self.command {
            "replay" => {
                let run = Command::new(dunlin)
                    .args(["run", "program.c", "--no-replay", "--output", "before"])
                    .current_dir(folder)
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .status();
                run.context("cannot make tests to replay").map(drop)
            }
            "triage" => {
                let finding = |line: u32| {
                    let place = json!({"artifactLocation": {"uri": "program.c"},
                                       "region": {"startLine": line}});
                    json!({"ruleId": "r", "message": {"text": "here"},
                           "locations": [{"physicalLocation": place}]})
                };
                let run = json!({"tool": {"driver": {"name": "another tool"}},
                                 "results": [finding(9), finding(10)]});
                let report = json!({"version": "2.1.0", "runs": [run]});
                fs::write(folder.join("report.sarif"), report.to_string())?;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The arguments of Dunlin, in the folder of the case.
    pub fn arguments(&self, folder: &Path) -> Result<Vec<String>> {
        let mut arguments = vec![self.command.to_owned(), "program.c".to_owned()];
        arguments.extend(self.options.iter().map(|option| (*option).to_owned()));
        if self.command == "replay" {
            let mut tests: Vec<String> = Vec::new();
            for entry in fs::read_dir(folder.join("before/tests"))? {
                tests.push(format!("before/tests/{}", entry?.file_name().display()));
            }
            tests.sort();
            arguments.extend(tests);
        } else {
            arguments.extend(["--output".to_owned(), "out".to_owned()]);
        }
        match self.limit {
            Limit::Time(seconds) => arguments.push(format!("--max-time={}ms", seconds * 1e3)),
            Limit::Memory(mebibytes) => arguments.push(format!("--max-memory={mebibytes}M")),
            Limit::Signal(..) => {}
        }
        Ok(arguments)
    }
}
