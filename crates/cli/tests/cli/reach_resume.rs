//! `reach` and `triage` that are stopped by limits, interrupted or killed, and `--resume`: the answers are those of an
//! undisturbed command.

use crate::reach_portfolio::HARD;
use crate::support::{Folder, Run};
use serde_json::Value;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A thousand paths through three functions. The numbers of lines are those of `REACHABLE` and so on.
const SUMS: &str = "\
#include <klee/klee.h>
enum { SIZE = 10 };
static unsigned char v[SIZE];
static int judge(int sum, int last) {
    if (sum == 31 && last == 77)
        return 1; /* some of 0 to 9 have this sum */
    if (sum > 45)
        return 2; /* all of them together have 45 */
    return 0;
}
static int add(void) {
    int sum = 0;
    for (int i = 0; i < SIZE; i++) {
        if (v[i] > 100)
            sum += i;
    }
    return judge(sum, v[0]);
}
int main(void) {
    klee_make_symbolic(v, sizeof v, \"v\");
    return add();
}
";
const REACHABLE: &str = "sums.c:6";
const UNREACHABLE: &str = "sums.c:8";

/// One side of the first condition is left out, and the line is behind it.
const LEFT_OUT: &str = "\
#include <klee/klee.h>
int main(void) {
    unsigned char first, v[6];
    int hidden = 0, count = 0;
    klee_make_symbolic(&first, sizeof first, \"first\");
    klee_make_symbolic(v, sizeof v, \"v\");
    klee_set_forking(0);
    if (first > 7)
        hidden = 1;
    klee_set_forking(1);
    for (int i = 0; i < 6; i++)
        if (v[i] == 3)
            count++;
    if (hidden)
        return 1;
    return count;
}
";
const UNKNOWN: &str = "left.c:15";

/// All permutations of six bytes, each with some work behind it: seconds for the line that is never reached.
const BUSY: &str = "\
#include <klee/klee.h>
enum { SIZE = 6 };
static unsigned spend(void) {
    volatile unsigned sum = 0;
    for (unsigned n = 0; n < 20000; n++)
        sum += n;
    return sum;
}
static int check(unsigned char *v) {
    for (int i = 1; i < SIZE; i++)
        if (v[i - 1] > v[i])
            return 1; /* they are sorted */
    return 0;
}
int main(void) {
    unsigned char v[SIZE];
    klee_make_symbolic(v, sizeof v, \"v\");
    for (int i = 1; i < SIZE; i++) {
        for (int k = i; k > 0 && v[k - 1] > v[k]; k--) {
            unsigned char kept = v[k];
            v[k] = v[k - 1];
            v[k - 1] = kept;
        }
    }
    spend();
    return check(v);
}
";
const NEVER: &str = "busy.c:12";

/// Runs a search, and again with `--resume` as long as the limit stops it: its end, and how many runs that took.
fn until_done(folder: &Folder, args: &[&str], limit: &[&str]) -> (Run, u32) {
    let out = folder.path().join("out");
    let _ = fs::remove_dir_all(&out);
    let mut place = "--output";
    for runs in 1..200 {
        let run = folder.dunlin(args.iter().chain(limit).chain(&[place, "out", "--json"]));
        let summary = run.json();
        if summary["stopped_by"].is_null() {
            assert!(!out.join("checkpoint").exists(), "a finished search has none");
            return (run, runs);
        }
        assert_eq!(summary["stopped_by"], limit[0].trim_start_matches('-'));
        assert!(run.stderr().contains("with --resume out goes on"), "{}", run.stderr());
        assert!(out.join("checkpoint/state.bin").exists());
        run.expect_code(3);
        place = "--resume";
    }
    panic!("{limit:?} stops it for ever");
}

fn verdicts(summary: &Value) -> Vec<Value> {
    let targets = summary["targets"].as_array().expect("targets");
    targets.iter().map(|target| target["verdict"].clone()).collect()
}

/// A search in the background that writes checkpoints all the time.
fn start(folder: &Folder, args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
    command.current_dir(folder.path()).args(args).args(["--checkpoint-every", "20ms"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("dunlin starts")
}

#[test]
fn stopped_by_limits_again_and_again() {
    let folder = Folder::new();
    folder.write("sums.c", SUMS);
    folder.write("left.c", LEFT_OUT);
    folder.write("hard.c", HARD);
    let cases = [
        ("sums.c", REACHABLE, "reachable", 0, "3000"),
        ("sums.c", UNREACHABLE, "unreachable", 1, "30000"),
        ("left.c", UNKNOWN, "unknown", 3, "2500"),
        // States that wait for a query.
        ("hard.c", "hard.c:10", "unreachable", 1, "2000"),
        ("hard.c", "hard.c:12", "reachable", 0, "2000"),
    ];
    for (program, target, verdict, code, cost) in cases {
        for strategy in ["auto", "sdse", "ccbse:sdse"] {
            // With values that are found backward, nothing is left out.
            if (verdict, strategy) == ("unknown", "auto") {
                continue;
            }
            // How many paths there are does not depend on the order then.
            let matching = ["--match", "off"];
            let args =
                ["reach", program, "--target", target, "--strategy", strategy, "--no-replay"];
            let args: Vec<&str> = args.into_iter().chain(matching).collect();
            let whole = folder.dunlin(args.iter().chain(&["--json", "--output", "whole"]));
            let whole = whole.expect_code(code).json();
            assert_eq!(verdicts(&whole), [verdict], "{strategy}");
            let (end, runs) = until_done(&folder, &args, &["--max-cost", cost]);
            assert!(runs > 1, "{target} with {strategy} was not stopped: {}", end.stdout());
            let end = end.expect_code(code).json();
            assert_eq!(verdicts(&end), [verdict], "{target} with {strategy}");
            if verdict != "reachable" {
                // All paths were followed, each once.
                assert_eq!(end["paths"], whole["paths"], "{target} with {strategy}");
            }
            fs::remove_dir_all(folder.path().join("whole")).expect("it is there");
        }
    }
}

#[test]
fn time_is_over_again_and_again() {
    let folder = Folder::new();
    folder.write("busy.c", BUSY);
    let args = ["reach", "busy.c", "--target", NEVER, "--strategy", "sdse", "--no-replay"];
    let args: Vec<&str> = args.into_iter().chain(["--match", "off"]).collect();
    let whole = folder.dunlin(args.iter().chain(&["--json", "--output", "whole"])).json();
    let of = |name: &str| whole[name].as_f64().expect("it was measured") as u64;
    let (loading, search) = (of("load_ms"), of("time_ms"));
    let mut place = "--output";
    for runs in 1..60 {
        // Too little at first, and more each time, for a machine that is busy.
        let time = format!("--max-time={}ms", loading + search / 4 + search / 8 * runs);
        let run = folder.dunlin(args.iter().chain(&[&*time, place, "out", "--json"]));
        let summary = run.json();
        if summary["stopped_by"].is_null() {
            assert!(runs > 1, "nothing was stopped");
            assert_eq!(verdicts(&summary), ["unreachable"]);
            run.expect_code(1);
            return;
        }
        assert_eq!(summary["stopped_by"], "max-time");
        run.expect_code(3);
        if folder.exists("out/checkpoint") {
            place = "--resume";
        }
    }
    panic!("--max-time stops it for ever");
}

#[test]
fn answers_are_kept_and_the_others_go_on() {
    let folder = Folder::new();
    folder.write("sums.c", SUMS);
    let args = ["reach", "sums.c", "--target", REACHABLE, "--target", UNREACHABLE];
    // With states that were seen before it is over too soon to be stopped.
    let more = ["--target", "sums.c:9", "--match", "off"];
    let args: Vec<&str> = args.into_iter().chain(more).collect();
    let (end, runs) = until_done(&folder, &args, &["--max-cost", "60000"]);
    assert!(runs > 1);
    let end = end.expect_code(1).json();
    assert_eq!(verdicts(&end), ["reachable", "unreachable", "reachable"]);
    assert_eq!((&end["targets"][0]["confirmed"], &end["tests"]), (&true.into(), &2.into()));
    assert!(folder.exists("out/tests/000001.ktest") && folder.exists("out/tests/000003.ktest"));
    // Only what was left was looked for: later parts have spent nothing on the first target.
    let whole = folder.dunlin(args.iter().chain(&["--json", "--output", "whole"])).json();
    let instructions = |summary: &Value| summary["targets"][0]["instructions"].clone();
    assert_eq!(instructions(&end), instructions(&whole));
}

#[test]
fn interrupted() {
    let folder = Folder::new();
    folder.write("busy.c", BUSY);
    let args = ["reach", "busy.c", "--target", NEVER, "--no-replay"];
    let begun = [&args[..], &["--output", "out"]].concat();
    let child = start(&folder, &begun);
    while !folder.exists("out/checkpoint/state.bin") {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = libc::pid_t::try_from(child.id()).expect("a process id");
    // SAFETY: sends a signal to a child that was not waited for yet.
    assert_eq!(unsafe { libc::kill(pid, libc::SIGINT) }, 0);
    let done = child.wait_with_output().expect("it ends");
    assert_eq!(done.status.code(), Some(3), "{:?}", done.status);
    let summary: Value = serde_json::from_str(&folder.read("out/summary.json")).unwrap();
    assert_eq!(summary["stopped_by"], "interrupt");
    let resumed = [&args[..], &["--resume", "out", "--json"]].concat();
    let end = folder.dunlin(&resumed).expect_code(1).json();
    assert_eq!(verdicts(&end), ["unreachable"]);
    // Once more: there is nothing left.
    let message = folder.dunlin(&resumed).refusal();
    assert!(message.ends_with("that run is finished, nothing is left to do"), "{message}");
}

#[test]
fn killed_at_some_moments() {
    let folder = Folder::new();
    folder.write("busy.c", BUSY);
    let args = ["reach", "busy.c", "--target", NEVER, "--no-replay"];
    let mut place = "--output";
    for moment in [60, 150, 300, 700, 1100, 1500] {
        let mut child = start(&folder, &[&args[..], &[place, "out"]].concat());
        std::thread::sleep(Duration::from_millis(moment));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        if folder.exists("out/summary.json") {
            break;
        }
        // Before its first checkpoint it begins again.
        place = if folder.exists("out/checkpoint") { "--resume" } else { "--output" };
    }
    if !folder.exists("out/summary.json") || folder.exists("out/checkpoint") {
        folder.dunlin([&args[..], &[place, "out"]].concat()).expect_code(1);
    }
    let summary: Value = serde_json::from_str(&folder.read("out/summary.json")).unwrap();
    assert_eq!(verdicts(&summary), ["unreachable"]);
}

#[test]
fn what_cannot_be_resumed_is_refused() {
    let folder = Folder::new();
    folder.write("sums.c", SUMS);
    let args = ["reach", "sums.c", "--no-replay"];
    let target = ["--target", UNREACHABLE];
    let cut = ["--output", "out", "--max-cost", "20000"];
    folder.dunlin(args.iter().chain(&target).chain(&cut)).expect_code(3);
    let state = "out/checkpoint/state.bin";
    let kept = folder.read_bytes(state);
    let resume = |more: &[&str]| {
        folder.dunlin(args.iter().chain(&target).chain(&["--resume", "out"]).chain(more))
    };
    let message = resume(&["--capacity", "9"]).refusal();
    assert_eq!(message, "cannot resume out: --capacity was 4096 and is 9 now");
    let message = resume(&["--strategy", "sdse"]).refusal();
    assert_eq!(message, "cannot resume out: --strategy was auto and is sdse now");
    let message = resume(&["--target", REACHABLE]).refusal();
    assert_eq!(
        message,
        "cannot resume out: the list of targets was [\"sums.c:8\"] and is \
         [\"sums.c:8\",\"sums.c:6\"] now"
    );
    folder.write("sums.c", SUMS.replace("last == 77", "last == 78"));
    let message = resume(&[]).refusal();
    assert_eq!(message, "cannot resume out: the program is not the same");
    folder.write("sums.c", SUMS);

    for (content, problem) in [
        (&kept[..kept.len() / 2], "it is damaged"),
        (&b"text"[..], "it is no checkpoint of Dunlin"),
    ] {
        folder.write(state, content);
        let message = resume(&[]).refusal();
        let expected = format!("cannot resume out: checkpoint/state.bin cannot be read: {problem}");
        assert_eq!(message, expected);
    }
    folder.write(state, &kept);
    let message = folder.dunlin(["run", "sums.c", "--resume", "out"]).refusal();
    let other = "it was left by `dunlin reach`, and this is `dunlin run`";
    assert_eq!(message, format!("cannot resume out: {other}"));
    folder.dunlin(["run", "sums.c", "--max-paths", "3", "--output", "run"]).expect_code(3);
    let message = folder.dunlin(["reach", "sums.c", "--target", REACHABLE, "--resume", "run"]);
    let other = "it was left by `dunlin run`, and this is `dunlin reach`";
    assert_eq!(message.refusal(), format!("cannot resume run: {other}"));
    // Nothing of this has changed anything.
    let end = resume(&["--json", "--seed", "7"]);
    assert_eq!(verdicts(&end.expect_code(1).json()), ["unreachable"]);
}

/// A search that ends before its first checkpoint begins again.
#[test]
fn without_a_checkpoint_it_begins_again() {
    let folder = Folder::new();
    folder.write("sums.c", SUMS);
    let args = ["reach", "sums.c", "--target", REACHABLE, "--no-replay"];
    folder.dunlin(args.iter().chain(&["--output", "out", "--max-cost", "100"])).expect_code(3);
    fs::remove_file(folder.path().join("out/checkpoint/state.bin")).expect("it is there");
    let run = folder.dunlin(args.iter().chain(&["--resume", "out"])).expect_code(0);
    let note = "that run left no checkpoint: it starts from its beginning";
    assert!(run.stderr().contains(note), "{}", run.stderr());
}

#[test]
fn findings_go_on() {
    let folder = Folder::new();
    folder.write("sums.c", SUMS);
    let result = |line: u32| {
        serde_json::json!({
            "ruleId": "x",
            "message": { "text": "here" },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": "sums.c" }, "region": { "startLine": line } } }],
        })
    };
    let report = serde_json::json!({
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": { "name": "t" } }, "results": [result(6), result(8)] }],
    });
    folder.write("findings.sarif", report.to_string());
    let args = ["triage", "sums.c", "--sarif", "findings.sarif", "--no-replay"];
    let (end, runs) = until_done(&folder, &args, &["--max-cost", "15000"]);
    assert!(runs > 1);
    let end = end.expect_code(0).json();
    assert_eq!(verdicts(&end), ["reachable", "unreachable"]);
    assert!(folder.exists("out/triaged.sarif"));
}

/// States with many inputs are many: where writing them down takes too long, that is said, and the target is not
/// taken for answered.
#[test]
fn what_was_not_written_down_is_looked_for_again() {
    let folder = Folder::new();
    let endless = "\
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
    folder.write("endless.c", endless);
    let args = ["reach", "endless.c", "--target", "endless.c:7", "--json", "--max-time", "3s"];
    for place in ["--output", "--resume"] {
        let run = folder.dunlin(args.iter().chain(&[place, "out"])).expect_code(3);
        assert_eq!(run.json()["stopped_by"], "max-time", "{place}");
    }
}
