//! Property: on programs whose exploration is complete, `dunlin reach` says reachable for exactly the
//! lines that an exhaustive `dunlin run` executes, and unreachable for the others, with every kind of
//! strategy. The programs are random: functions with parameters and global variables, nested
//! conditions over a few inputs with small domains, loops, calls, also through a table of pointers.

use dunlin_bench::solver::random::Random;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

const PROGRAMS: u64 = 30;
const THREADS: usize = 2;
const STRATEGIES: [&str; 5] = ["sdse", "ccbse:sdse", "ccbse:random-path", "mix:klee", "auto"];
/// So many lines of a program are looked for alone, too.
const ALONE: usize = 2;
/// Far more than these programs need: an endless hunt fails instead of hanging.
const MAX_COST: &str = "20000000";

/// A program in the making.
struct Maker {
    random: Random,
    text: String,
    lines: usize,
    /// The lines that may be targets.
    marks: Vec<usize>,
    /// Functions that the current one may call: those before it.
    callable: usize,
}

impl Maker {
    fn program(seed: u64) -> (String, Vec<usize>) {
        let random = Random::new(seed);
        let mut maker =
            Maker { random, text: String::new(), lines: 0, marks: Vec::new(), callable: 0 };
        maker.line(0, "#include <klee/klee.h>");
        maker.line(0, "static int g0, g1 = 3;");
        let functions = maker.random.between(2, 4) as usize;
        for number in 0..functions {
            maker.line(0, &format!("static int f{number}(int a, int b) {{"));
            maker.line(1, "int c = 0;");
            maker.callable = number;
            maker.block(1, 2, number == functions - 1);
            maker.line(1, "return a + c;");
            maker.line(0, "}");
        }
        maker.callable = functions;
        maker.line(0, "int main(void) {");
        maker.line(1, "int a = klee_range(0, 6, \"a\"), b, c = 1;");
        maker.line(1, "klee_make_symbolic(&b, sizeof b, \"b\");");
        maker.line(1, "klee_assume(b > -3 & b < 4);");
        maker.block(1, 3, true);
        maker.line(1, &format!("f{}(a, b);", functions - 1));
        maker.line(1, "return g0 + g1;");
        maker.line(0, "}");
        (maker.text, maker.marks)
    }

    fn line(&mut self, depth: usize, content: &str) {
        self.lines += 1;
        self.text += &format!("{}{content}\n", "    ".repeat(depth));
    }

    fn block(&mut self, depth: usize, most: u64, pointers: bool) {
        for _ in 0..self.random.between(1, most) {
            self.statement(depth, pointers);
        }
        let number = self.random.below(3);
        self.line(depth, &format!("c += {number};"));
        self.marks.push(self.lines);
    }

    fn statement(&mut self, depth: usize, pointers: bool) {
        let callable = self.callable as u64;
        match self.random.below(7) {
            0 => {
                let global = self.random.pick(&["g0", "g1"]);
                let value = self.random.pick(&["a", "b", "c", "2", "g0 - 1"]);
                self.line(depth, &format!("{global} = {value};"));
                self.marks.push(self.lines);
            }
            1 if callable > 0 => {
                let (callee, arguments) = (self.random.below(callable), self.arguments());
                self.line(depth, &format!("c += f{callee}({arguments});"));
                self.marks.push(self.lines);
            }
            2 if callable > 1 && pointers => {
                let names: Vec<String> = (0..callable).map(|i| format!("f{i}")).collect();
                let (names, arguments) = (names.join(", "), self.arguments());
                // Tables of one block need different names.
                let table = format!("t{}", self.lines);
                self.line(depth, &format!("int (*{table}[])(int, int) = {{{names}}};"));
                self.line(depth, &format!("if (a >= 0 && a < {callable})"));
                self.line(depth + 1, &format!("c += {table}[a]({arguments});"));
                self.marks.push(self.lines);
            }
            3 if depth < 3 => {
                let rounds = self.random.between(1, 3);
                self.line(depth, &format!("for (int i = 0; i < {rounds}; i++) {{"));
                self.line(depth + 1, "a = a > i ? a - i : a;");
                self.block(depth + 1, 1, false);
                self.line(depth, "}");
            }
            _ if depth < 4 => {
                let condition = self.condition();
                self.line(depth, &format!("if ({condition}) {{"));
                self.block(depth + 1, 2, false);
                if self.random.percent(40) {
                    self.line(depth, "} else {");
                    self.block(depth + 1, 1, false);
                }
                self.line(depth, "}");
            }
            _ => {
                self.line(depth, "c ^= 1;");
                self.marks.push(self.lines);
            }
        }
    }

    fn arguments(&mut self) -> String {
        let arguments = ["a, b", "b, a", "a + 1, b", "c, b", "a, g0", "2, a"];
        self.random.pick(&arguments).to_owned()
    }

    /// Some are true for few inputs, some for none.
    fn condition(&mut self) -> String {
        let variable = self.random.pick(&["a", "b", "c", "g0", "g1", "(a + b)"]);
        let number = self.random.below(9) as i64 - 2;
        match self.random.below(8) {
            0 => format!("{variable} > {number} && {variable} < {number} + 1"),
            1 => format!("a > {number} && b == {}", number - 1),
            2 => format!("{variable} * 2 == {number}"),
            3 => format!("{variable} == {number} || g0 == {number}"),
            4 => format!("{variable} != {number}"),
            5 | 6 => format!("{variable} > {number}"),
            _ => format!("{variable} == {number}"),
        }
    }
}

struct Bench<'b> {
    folder: &'b Path,
    seed: u64,
    program: &'b str,
}

impl Bench<'_> {
    fn dunlin(&self, args: &[&str]) -> (Option<i32>, Value) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
        let output = command.current_dir(self.folder).args(args).output().expect("dunlin starts");
        let text = String::from_utf8_lossy(&output.stdout);
        let summary = serde_json::from_str(&text).unwrap_or_else(|error| {
            self.fail(args, &format!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
        });
        (output.status.code(), summary)
    }

    fn fail(&self, args: &[&str], what: &str) -> ! {
        let (seed, command) = (self.seed, args.join(" "));
        panic!("seed {seed}: dunlin {command}: {what}\n{}", self.program);
    }

    /// The lines that some path executes, and those that none does.
    fn executed(&self) -> BTreeMap<usize, bool> {
        let args = ["run", "a.c", "--json", "--no-replay", "--output", "run", "--workers", "1"];
        let (code, summary) = self.dunlin(&args);
        if code != Some(0) || summary["complete"] != true {
            self.fail(&args, &format!("not a complete exploration: {summary}"));
        }
        let coverage = std::fs::read_to_string(self.folder.join("run/coverage.lcov"));
        let coverage = coverage.expect("a run writes its coverage");
        let lines = coverage.lines().filter_map(|line| line.strip_prefix("DA:")?.split_once(','));
        lines.map(|(line, count)| (line.parse().expect("a line"), count != "0")).collect()
    }

    fn check(&self, targets: &[(usize, bool)], strategy: &str, replay: bool) {
        let seed = (self.seed % 5).to_string();
        let names: Vec<String> = targets.iter().map(|(line, _)| format!("a.c:{line}")).collect();
        let output = format!("reach-{}-{}-{strategy}", names[0], names.len());
        let mut args = vec!["reach", "a.c", "--json", "--strategy", strategy, "--seed", &seed];
        args.extend(["--max-cost", MAX_COST, "--output", &output]);
        args.extend(names.iter().flat_map(|name| ["--target", name.as_str()]));
        if !replay {
            args.push("--no-replay");
        }
        let (_, summary) = self.dunlin(&args);
        for (number, (line, executed)) in targets.iter().enumerate() {
            let answer = &summary["targets"][number];
            let expected = if *executed { "reachable" } else { "unreachable" };
            if answer["verdict"] != expected {
                self.fail(&args, &format!("line {line} should be {expected}: {answer}"));
            }
            if replay && *executed && answer["confirmed"] != true {
                self.fail(&args, &format!("line {line} is not confirmed: {answer}"));
            }
        }
    }
}

/// How many lines of the program are executed, and how many are not.
fn check_program(seed: u64) -> (usize, usize) {
    let (program, marks) = Maker::program(seed);
    let folder = tempfile::tempdir().expect("a scratch folder");
    std::fs::write(folder.path().join("a.c"), &program).expect("a scratch file");
    let bench = Bench { folder: folder.path(), seed, program: &program };
    let executed = bench.executed();
    let targets: Vec<(usize, bool)> = marks
        .iter()
        .filter_map(|line| Some((*line, *executed.get(line)?)))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let mut random = Random::new(seed ^ 0xface);
    for strategy in STRATEGIES {
        bench.check(&targets, strategy, strategy == "auto");
        for _ in 0..ALONE {
            bench.check(&[random.pick(&targets)], strategy, false);
        }
    }
    let reachable = targets.iter().filter(|(_, executed)| *executed).count();
    (reachable, targets.len() - reachable)
}

#[test]
fn reachable_is_what_some_path_executes() {
    let next = AtomicU64::new(1);
    let worker = || {
        let (mut reachable, mut unreachable) = (0, 0);
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > PROGRAMS {
                return (reachable, unreachable);
            }
            let (more, fewer) = check_program(seed);
            reachable += more;
            unreachable += fewer;
        }
    };
    let (mut reachable, mut unreachable) = (0, 0);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(worker)).collect();
        for thread in threads {
            let (more, fewer) = thread.join().unwrap_or_else(|why| std::panic::resume_unwind(why));
            reachable += more;
            unreachable += fewer;
        }
    });
    assert!(reachable >= 50 && unreachable >= 20, "{reachable} and {unreachable} lines");
}
