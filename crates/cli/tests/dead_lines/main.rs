//! Property: `dunlin reach` calls no line reachable that native code never comes to, and none unreachable
//! that it comes to, whatever the compiler has made of the line, also in optimised programs. Every line is a
//! target; the truth is told by a native run for each of the 256 inputs.

mod program;

use program::{Kind, Program, generate};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

const PROGRAMS: u64 = 20;
const THREADS: usize = 2;
const ORACLE: &str = include_str!("oracle.h");
/// Every program is tried as it is, and in one of the other ways.
const OPTIMISED: [&str; 4] = ["-O1", "-O2", "--optimize", "-Os"];
/// One in so many is confirmed natively.
const CONFIRMED: u64 = 4;
const MAX_COST: &str = "20000000";

#[derive(Default)]
struct Count {
    reachable: usize,
    unreachable: usize,
    /// Lines that have no code.
    refused: usize,
    failures: Vec<String>,
}

struct Trial<'t> {
    seed: u64,
    folder: &'t Path,
    program: &'t Program,
    executed: &'t BTreeSet<u32>,
}

impl Trial<'_> {
    fn failure(&self, way: &[&str], what: &str) -> String {
        let kept =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("dead_lines_{}.c", self.seed));
        std::fs::write(&kept, &self.program.plain).expect("the program is kept");
        format!("{}: dunlin reach {}: {what}", kept.display(), way.join(" "))
    }

    fn reach(&self, way: &[&str], lines: &[(u32, Kind)]) -> (Option<i32>, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
        command.current_dir(self.folder).args(["reach", "a.c", "--json", "--max-cost", MAX_COST]);
        command.args(way);
        for (line, _) in lines {
            command.arg("--target").arg(format!("a.c:{line}"));
        }
        let run = command.output().expect("dunlin starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (run.status.code(), text(&run.stdout), text(&run.stderr))
    }

    fn check(&self, way: &[&str], count: &mut Count) {
        let mut lines = self.program.lines.clone();
        let (code, mut out, said) = self.reach(way, &lines);
        if code == Some(2) {
            let refused: BTreeSet<u32> = said.lines().filter_map(refused_line).collect();
            for (line, kind) in &lines {
                let lost = *kind == Kind::Code && self.executed.contains(line);
                if refused.contains(line) && lost {
                    count
                        .failures
                        .push(self.failure(way, &format!("line {line} is said to have no code")));
                }
            }
            lines.retain(|(line, _)| !refused.contains(line));
            count.refused += refused.len();
            let (code, again, said) = self.reach(way, &lines);
            if code == Some(2) {
                count.failures.push(self.failure(way, &said));
                return;
            }
            out = again;
        }
        let summary: Value = match serde_json::from_str(&out) {
            Ok(summary) => summary,
            Err(error) => {
                count.failures.push(self.failure(way, &format!("{error}: {said}")));
                return;
            }
        };
        for ((line, _), answer) in lines.iter().zip(summary["targets"].as_array().expect("a list"))
        {
            let executed = self.executed.contains(line);
            match answer["verdict"].as_str() {
                Some("reachable") if executed => count.reachable += 1,
                Some("unreachable") if !executed => count.unreachable += 1,
                // The optimiser has seen it, or uses that it must not happen.
                Some("unknown") if !executed && is_optimised(way) => {}
                _ => {
                    let said = format!(
                        "line {line}, executed: {executed}: {} ({})",
                        answer["verdict"], answer["why"]
                    );
                    count.failures.push(self.failure(way, &said));
                }
            }
            if executed && !way.contains(&"--no-replay") && answer["confirmed"] != true {
                let said = format!("line {line} is not confirmed: {}", answer["notes"]);
                count.failures.push(self.failure(way, &said));
            }
        }
    }
}

fn is_optimised(way: &[&str]) -> bool {
    OPTIMISED.iter().any(|option| way.contains(option))
}

/// The line that a message is about, if it says that the line has no code.
fn refused_line(message: &str) -> Option<u32> {
    let (_, rest) = message.split_once("no code at ")?;
    let (_, rest) = rest.split_once("line ")?;
    rest.split(' ').next()?.parse().ok()
}

/// The lines that some input comes to.
fn executed(program: &Program, folder: &Path) -> BTreeSet<u32> {
    std::fs::write(folder.join("oracle.h"), ORACLE).expect("a scratch file");
    std::fs::write(folder.join("oracle.c"), &program.checked).expect("a scratch file");
    let mut clang = Command::new("clang-19");
    clang.current_dir(folder).args(["-w", "-o", "oracle", "oracle.c"]);
    let compiled = clang.output().expect("clang-19 starts");
    let said = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{said}\n{}", program.checked);
    let run = Command::new(folder.join("oracle")).output().expect("the oracle starts");
    assert!(run.status.success(), "{:?}\n{}", run.status, program.checked);
    let text = String::from_utf8_lossy(&run.stdout);
    text.lines().map(|line| line.parse().expect("a line")).collect()
}

fn check_program(seed: u64, count: &mut Count) {
    let program = generate(seed);
    let folder = tempfile::tempdir().expect("a scratch folder");
    let executed = executed(&program, folder.path());
    std::fs::write(folder.path().join("a.c"), &program.plain).expect("a scratch file");
    let trial = Trial { seed, folder: folder.path(), program: &program, executed: &executed };
    let optimised = OPTIMISED[(seed / 2) as usize % OPTIMISED.len()];
    let mut ways = [vec!["--output", "1"], vec!["--output", "2", optimised]];
    for (number, way) in ways.iter_mut().enumerate() {
        if !(seed + number as u64).is_multiple_of(CONFIRMED) {
            way.push("--no-replay");
        }
        trial.check(way, count);
    }
}

#[test]
fn lines_are_what_native_runs_say() {
    let next = AtomicU64::new(1);
    let worker = || {
        let mut count = Count::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > PROGRAMS {
                return count;
            }
            check_program(seed, &mut count);
        }
    };
    let mut all = Count::default();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(worker)).collect();
        for thread in threads {
            let count = thread.join().unwrap_or_else(|why| std::panic::resume_unwind(why));
            all.reachable += count.reachable;
            all.unreachable += count.unreachable;
            all.refused += count.refused;
            all.failures.extend(count.failures);
        }
    });
    let Count { reachable, unreachable, refused, failures } = all;
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let enough = reachable >= 200 && unreachable >= 100 && refused >= 20;
    assert!(enough, "{reachable} reachable, {unreachable} unreachable, {refused} without code");
}
