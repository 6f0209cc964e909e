//! `dunlin reach`: verdicts and exit codes, targets that are refused, the summary, tests that replay,
//! limits and interrupts.

use crate::support::{Folder, Run};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = "\
#include <klee/klee.h>
#include <stdlib.h>
int mystery(int n);
static int parse(int n) {
    if (n == 1234)
        return 1;
    if (n > 10 && n < 5)
        return 2;
    return 3;
}
int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, \"n\");
    if (n < 0) {
        n = abs(n) % 7;
        if (n == 9)
            exit(4);
        return 5;
    }
    return parse(n);
}
int after;
";

const UNKNOWN: &str = "\
#include <klee/klee.h>
int mystery(int n);
int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, \"n\");
    if (n > 100) {
        if (mystery(n) == 4)
            return 3;
        return 0;
    }
    if (n == 3)
        return 1;
    if (n == 200)
        return 2;
    return 0;
}
";

/// No state ever comes to line 7, and none ends; backward, every round asks for something new.
const ENDLESS_HUNT: &str = "\
#include <klee/klee.h>
int main(void) {
    unsigned char c; unsigned sum = 0;
    for (;;) {
        klee_make_symbolic(&c, sizeof c, \"c\");
        if (c == 9 && sum % 3 == 1)
            return 1;
        if (c > 7) sum = (sum + 3) % 3000000;
    }
}
";

fn folder_with(program: &str) -> Folder {
    let folder = Folder::new();
    folder.write("a.c", program);
    folder
}

fn reach(folder: &Folder, options: &[&str]) -> Run {
    folder.dunlin(["reach", "a.c"].iter().chain(options))
}

#[test]
fn exit_codes() {
    let folder = folder_with(PROGRAM);
    let told = reach(&folder, &["--target", "a.c:6"]).expect_code(0);
    assert_eq!(told.stdout(), "", "answers go to standard error");
    assert!(told.stderr().contains("a.c:6: reachable: "), "{}", told.stderr());
    assert!(told.stderr().contains("passes it in a native run"), "{}", told.stderr());
    assert!(told.stderr().contains("\n  with n = "), "{}", told.stderr());
    let told = reach(&folder, &["--target", "a.c:8"]).expect_code(1).stderr();
    assert!(told.contains("a.c:8: unreachable: all paths were explored"), "{told}");
    let folder = folder_with(UNKNOWN);
    let told = reach(&folder, &["--target", "a.c:8"]).expect_code(3).stderr();
    assert!(told.contains("a.c:8: unknown: ") && told.contains("`mystery`"), "{told}");
}

/// The worst of the verdicts decides: unknown, then unreachable.
#[test]
fn several_targets() {
    let folder = folder_with(UNKNOWN);
    let verdicts = |lines: &[&str], code: i32| {
        let targets = lines.iter().flat_map(|line| ["--target", line]);
        let options: Vec<&str> = targets.chain(["--json", "--no-replay"]).collect();
        let summary = reach(&folder, &options).expect_code(code).json();
        let targets = summary["targets"].as_array().expect("a list").clone();
        assert_eq!(targets.len(), lines.len());
        let names = targets.iter().map(|target| target["target"].as_str().unwrap().to_owned());
        assert_eq!(names.collect::<Vec<_>>(), lines, "in the order of the command line");
        let verdicts: Vec<String> =
            targets.iter().map(|target| target["verdict"].as_str().unwrap().to_owned()).collect();
        (verdicts.join(" "), summary["verdict"].as_str().unwrap().to_owned(), summary)
    };
    let (each, all, _) = verdicts(&["a.c:12", "a.c:11"], 0);
    assert_eq!((&*each, &*all), ("reachable reachable", "reachable"));
    let (each, all, summary) = verdicts(&["a.c:14", "a.c:12"], 1);
    assert_eq!((&*each, &*all), ("unreachable reachable", "unreachable"));
    assert_eq!(summary["why"], "1 reachable, 1 unreachable, 0 unknown");
    let (each, all, summary) = verdicts(&["a.c:14", "a.c:8", "main"], 3);
    assert_eq!((&*each, &*all), ("unreachable unknown reachable", "unknown"));
    assert_eq!(summary["why"], "1 reachable, 1 unreachable, 1 unknown");
}

#[test]
fn targets_that_are_refused() {
    let folder = folder_with(PROGRAM);
    let refused = |target: &str| reach(&folder, &["--target", target]).refusal();
    assert_eq!(refused("b.c:1"), "no code comes from a file `b.c`; files here: a.c");
    assert_eq!(refused("a.c:99"), "no line 99 in a.c: it has 22 lines");
    assert!(refused("a.c:22").contains("no code at or after line 22"), "{}", refused("a.c:22"));
    assert!(refused("a.c:zero").contains("`zero` in the target `a.c:zero` is not a line number"));
    assert!(refused("a.c:0").contains("lines count from 1"));
    assert!(refused("a.c:").contains("not a line number"));
    assert!(refused(":4").contains("no file before the colon"));
    assert!(refused("a.c").contains("write a.c:LINE"));
    assert!(refused("").contains("not empty"));
    let unknown = refused("prase");
    assert!(unknown.contains("no function `prase`; did you mean `parse`?"), "{unknown}");
    assert!(unknown.contains("functions here: ") && unknown.contains("main"), "{unknown}");
    assert!(refused("mystery").contains("mystery"), "declared, but never called");
    assert!(!folder.exists("dunlin-out-0"), "nothing was begun");
    let two = reach(&folder, &["--target", "b.c:1", "--target", "prase"]).expect_code(2).stderr();
    assert_eq!(two.matches("dunlin: ").count(), 2, "both are told: {two}");
    reach(&folder, &[]).usage_error();
}

#[test]
fn a_file_of_targets() {
    let folder = folder_with(PROGRAM);
    folder.write("targets", "# what a tool has found\n\n  a.c:6  \nparse\n# the last one\na.c:8\n");
    let summary = reach(&folder, &["--target-file", "targets", "--json"]).expect_code(1).json();
    let names: Vec<&Value> =
        summary["targets"].as_array().unwrap().iter().map(|target| &target["target"]).collect();
    assert_eq!(names, ["a.c:6", "parse", "a.c:8"]);
    let both = ["--target-file", "targets", "--target", "a.c:18", "--json", "--no-replay"];
    let summary = reach(&folder, &both).expect_code(1).json();
    assert_eq!(summary["targets"].as_array().unwrap().len(), 4);
    let refused = |name: &str| reach(&folder, &["--target-file", name]).refusal();
    assert!(refused("none").starts_with("cannot read none: "));
    folder.write("empty", "# nothing\n\n");
    assert_eq!(refused("empty"), "empty names no target");
    folder.write("wrong", "a.c:6\na.c:x\n");
    assert!(refused("wrong").contains("`x` in the target `a.c:x`"));
}

#[test]
fn strategies_that_do_not_exist() {
    let folder = folder_with(PROGRAM);
    let message = |strategy: &str| {
        reach(&folder, &["--target", "a.c:6", "--strategy", strategy]).usage_error()
    };
    for wrong in ["best", "ccbse:best", "mix:", "Sdse"] {
        let message = message(wrong);
        for name in ["dfs", "random-path", "klee", "generational", "sdse", "sdse-intra"] {
            assert!(message.contains(name), "{wrong}: {message}");
        }
    }
    assert!(
        message("best")
            .contains("also auto, auto-forward, tse, backward, bse, and ccbse: or mix: before")
    );
    assert!(message("sdse:klee").contains("neither `ccbse:` nor `mix:`"));
}

/// Names and types of what other programs read.
#[test]
fn the_summary() {
    let folder = folder_with(PROGRAM);
    let options = ["--target", "a.c:7", "--target", "a.c:8", "--json", "--output", "out"];
    let run = reach(&folder, &options).expect_code(1);
    let summary = run.json();
    assert_eq!(folder.read("out/summary.json"), run.stdout());
    assert_eq!(
        (&summary["command"], &summary["verdict"]),
        (&"reach".into(), &"unreachable".into())
    );
    assert_eq!((&summary["complete"], &summary["stopped_by"]), (&true.into(), &Value::Null));
    assert_eq!(summary["tests"], 1);
    for number in ["instructions", "states_peak", "peak_memory_bytes"] {
        assert!(summary[number].as_u64().is_some_and(|n| n > 0), "{number}: {summary}");
    }
    assert!(summary["time_ms"].as_f64().is_some_and(|time| time > 0.0));
    assert!(summary["queries"]["asked"].is_u64(), "{summary}");
    let [reached, excluded] = &summary["targets"].as_array().unwrap()[..] else {
        panic!("two targets: {summary}")
    };
    for target in [reached, excluded] {
        assert!(target["why"].as_str().is_some_and(|why| !why.is_empty()));
        assert_eq!((&target["file"], &target["function"]), (&"a.c".into(), &"parse".into()));
        assert_eq!(target["strategy"], "auto");
        for number in ["cost", "instructions", "solver_calls", "states", "dropped"] {
            assert!(target[number].is_u64(), "{number}: {target}");
        }
        let count = |name: &str| target[name].as_u64().unwrap();
        let work = count("instructions") + count("solver_effort");
        assert_eq!(count("cost"), work + 50 * count("solver_calls"));
        assert!(target["time_ms"].is_f64() && target["notes"].is_array(), "{target}");
    }
    assert_eq!((&reached["target"], &reached["line"]), (&"a.c:7".into(), &7.into()));
    assert_eq!((&reached["verdict"], &reached["confirmed"]), (&"reachable".into(), &true.into()));
    assert_eq!(reached["test"], "tests/000001.ktest");
    assert_eq!((&excluded["target"], &excluded["line"]), (&"a.c:8".into(), &8.into()));
    assert_eq!(excluded["verdict"], "unreachable");
    assert_eq!((&excluded["confirmed"], &excluded["test"]), (&false.into(), &Value::Null));
    let moved = reach(&folder, &["--target", "a.c:12", "--json"]).expect_code(0).json();
    assert_eq!(
        (&moved["targets"][0]["line"], &moved["why"]),
        (&13.into(), &moved["targets"][0]["why"])
    );
    let note = moved["targets"][0]["notes"][0].as_str().unwrap();
    assert!(note.contains("line 12 has no code"), "{note}");
}

/// The same seed gives the same run: everything but times, memory and folders.
#[test]
fn runs_repeat() {
    let folder = folder_with(PROGRAM);
    let timeless = |options: &[&str]| {
        let fixed = ["--target", "a.c:6", "--target", "a.c:8", "--json", "--no-replay"];
        let mut summary = reach(&folder, &[&fixed, options].concat()).expect_code(1).json();
        for name in ["load_ms", "time_ms", "peak_memory_bytes"] {
            summary.as_object_mut().unwrap().remove(name);
        }
        let queries = summary["queries"].as_object_mut().unwrap();
        queries.retain(|name, _| !name.ends_with("_ms"));
        for target in summary["targets"].as_array_mut().unwrap() {
            target.as_object_mut().unwrap().remove("time_ms");
        }
        summary
    };
    for strategy in ["auto", "sdse", "klee", "ccbse:random-path", "mix:random-state"] {
        for seed in ["0", "5"] {
            let options = ["--strategy", strategy, "--seed", seed];
            assert_eq!(timeless(&options), timeless(&options), "{options:?}");
        }
    }
    let tests = |out: &str| {
        let options = ["--target", "a.c:6", "--seed", "3", "--output", out, "--no-replay"];
        reach(&folder, &options).expect_code(0);
        folder.read_bytes(&format!("{out}/tests/000001.ktest"))
    };
    assert_eq!(tests("one"), tests("two"));
}

#[test]
fn the_test_replays() {
    let folder = folder_with(PROGRAM);
    for strategy in ["auto", "ccbse:sdse", "mix:klee", "sdse"] {
        let options = ["--target", "a.c:6", "--strategy", strategy, "--output", "out"];
        reach(&folder, &options).expect_code(0);
        let run = folder.dunlin(["replay", "a.c", "out/tests/000001.ktest"]).expect_code(0);
        let said = run.stdout();
        assert!(said.contains("exited with status 1"), "{strategy}: {said}");
        std::fs::remove_dir_all(folder.path().join("out")).unwrap();
    }
}

#[test]
fn without_replay() {
    let folder = folder_with(PROGRAM);
    let options = ["--target", "a.c:6", "--no-replay", "--json", "--output", "out"];
    let summary = reach(&folder, &options).expect_code(0).json();
    let target = &summary["targets"][0];
    assert_eq!((&target["verdict"], &target["confirmed"]), (&"reachable".into(), &false.into()));
    let why = target["why"].as_str().unwrap();
    assert!(why.contains("not replayed"), "{why}");
    assert!(folder.exists("out/tests/000001.ktest"), "the test is there all the same");
}

/// Execution begins in the middle of the program, with any arguments: no native run can do that.
#[test]
fn another_entry_function() {
    let folder = folder_with(PROGRAM);
    let options = ["--entry", "parse", "--target", "a.c:6", "--json"];
    let summary = reach(&folder, &options).expect_code(0).json();
    let target = &summary["targets"][0];
    assert_eq!((&target["verdict"], &target["confirmed"]), (&"reachable".into(), &false.into()));
    let why = target["why"].as_str().unwrap();
    assert!(why.contains("does not begin with this entry function"), "{why}");
    let from_parse = reach(&folder, &["--entry", "parse", "--target", "a.c:15"]).expect_code(1);
    assert!(from_parse.stderr().contains("from `parse`"), "{}", from_parse.stderr());
    let refused = reach(&folder, &["--entry", "prase", "--target", "a.c:6"]).refusal();
    assert!(refused.contains("prase"), "{refused}");
}

#[test]
fn interrupted() {
    let folder = folder_with(ENDLESS_HUNT);
    let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
    let args = ["reach", "a.c", "--target", "a.c:7", "--json", "--output", "out"];
    let child = command.current_dir(folder.path()).args(args);
    let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    while !folder.exists("out") {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(300));
    let pid = libc::pid_t::try_from(child.id()).expect("a process id");
    // SAFETY: sends a signal to a child that was not waited for yet.
    assert_eq!(unsafe { libc::kill(pid, libc::SIGINT) }, 0);
    let sent = Instant::now();
    let run = Run::of(child.wait_with_output().expect("it ends")).expect_code(3);
    assert!(sent.elapsed() < Duration::from_secs(5), "{:?}", sent.elapsed());
    let summary = run.json();
    assert_eq!((&summary["verdict"], &summary["complete"]), (&"unknown".into(), &false.into()));
    assert_eq!(summary["stopped_by"], "interrupt", "as `run` names it");
    assert!(summary["why"].as_str().unwrap().contains("stopped by an interrupt"), "{summary}");
    let notes = summary["targets"][0]["notes"].to_string();
    assert!(
        notes.contains("the condition at a.c:6:") && notes.contains("was never true"),
        "{notes}"
    );
    assert!(notes.contains("wait"), "where the states are: {notes}");
}

#[test]
fn limits() {
    let folder = folder_with(ENDLESS_HUNT);
    let stopped = |option: &str, value: &str| {
        let options = ["--target", "a.c:7", "--json", option, value];
        let summary = reach(&folder, &options).expect_code(3).json();
        assert_eq!(summary["stopped_by"], option.trim_start_matches('-'), "{summary}");
        let why = summary["why"].as_str().unwrap();
        assert!(why.contains(&format!("stopped by {option}")), "{why}");
        summary
    };
    let started = Instant::now();
    let stopped_in_time = stopped("--max-time", "3s");
    let of = |name: &str| stopped_in_time[name].as_f64().unwrap();
    let time = of("load_ms") + of("time_ms");
    assert!((2900.0..7000.0).contains(&time), "{time}");
    assert!(started.elapsed() < Duration::from_secs(10));
    let cost = stopped("--max-cost", "20000")["targets"][0]["cost"].as_u64().unwrap();
    assert!((20_000..40_000).contains(&cost), "{cost}");
    let count = stopped("--max-instructions", "5000")["instructions"].as_u64().unwrap();
    assert!((5_000..10_000).contains(&count), "{count}");
}

/// Two targets that nobody reaches share the time, and each gets an answer.
#[test]
fn targets_share_the_time() {
    let folder = folder_with(ENDLESS_HUNT);
    let options = ["--target", "a.c:7", "--target", "a.c:7", "--max-time", "3s", "--json"];
    let summary = reach(&folder, &options).expect_code(3).json();
    let of = |name: &str| summary[name].as_f64().unwrap();
    let time = of("load_ms") + of("time_ms");
    assert!((2900.0..7000.0).contains(&time), "{time}");
    for target in summary["targets"].as_array().unwrap() {
        let own = target["time_ms"].as_f64().unwrap();
        assert!((200.0..3500.0).contains(&own), "{target}");
    }
}

/// One instruction may write more symbolic bytes than there is time for.
#[test]
fn time_is_over_in_the_middle_of_an_instruction() {
    let program = "\
#include <klee/klee.h>
#include <string.h>
static char big[1 << 28];
int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, \"n\");
    memset(big, n, sizeof big);
    return big[7] == 3;
}
";
    let folder = folder_with(program);
    let started = Instant::now();
    let told = reach(&folder, &["--target", "a.c:8", "--max-time", "1s"]).expect_code(3).stderr();
    assert!(told.contains("a.c:8: unknown: stopped by --max-time"), "{told}");
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

/// What the program gets as arguments carries a proof only if the user chose it; none are a choice, too.
#[test]
fn arguments_are_chosen() {
    let folder =
        folder_with("int main(int argc, char **argv) {\n  if (argc > 1)\n    return 1;\n}\n");
    let said = |options: &[&str], code: i32, text: &str| {
        let told = reach(&folder, &[&["--target", "a.c:3"], options].concat());
        let told = told.expect_code(code).stderr();
        assert!(told.contains(text), "{told}");
    };
    said(&[], 3, "the program gets no arguments (they are given behind --)");
    said(&["--"], 1, "1 finished; assuming that the program gets no arguments\n");
    said(&["--", "x"], 0, "reachable");
    let told = folder.dunlin(["run", "a.c"]).expect_code(0).stderr();
    let why =
        "exit status 0; assuming that the program gets no arguments (they are given behind --)";
    assert!(told.contains(why), "{told}");
}

/// A state that passes a mark goes on without a deeper stack.
#[test]
fn a_million_calls_of_a_marked_function() {
    let folder = folder_with(
        "int n;\nvoid f(int i) {\n  n += i;\n  if (n < 0)\n    n = 0;\n}\nint main(void) {\n  \
         for (int i = 0; i < 1000000; i++)\n    f(1);\n  if (n == 1000000)\n    f(-2000000);\n  \
         return 0;\n}\n",
    );
    for strategy in ["auto", "mix:klee", "dfs", "sdse"] {
        let run = reach(&folder, &["--target", "a.c:5", "--strategy", strategy]);
        run.expect_code(0);
    }
}
