//! Runs that are killed, interrupted or stopped by limits, and `--resume`: however often that happens,
//! the end is that of a run without any of it.

use crate::support::{Folder, Run};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Thousands of paths that take a second or more together: errors of two kinds, inputs that are made
/// in the middle (with `--malloc-may-fail`), and an assumption.
const BUSY: &str = r#"
#include <klee/klee.h>
#include <stdlib.h>

#define SIZE 6

static unsigned spend(void) {
    volatile unsigned sum = 0;
    for (unsigned n = 0; n < 20000; n++)
        sum += n;
    return sum;
}

int main(void) {
    unsigned char v[SIZE];
    int table[4] = {1, 2, 3, 4};
    klee_make_symbolic(v, sizeof v, "v");
    klee_assume(v[0] != 3);
    for (int i = 1; i < SIZE; i++) {
        for (int k = i; k > 0 && v[k - 1] > v[k]; k--) {
            unsigned char kept = v[k];
            v[k] = v[k - 1];
            v[k - 1] = kept;
        }
    }
    spend();
    char *copy = malloc(2);
    if (!copy)
        return 2;
    copy[0] = v[0];
    if (v[SIZE - 1] == 200)
        return 100 / (v[1] - 50);
    if (v[2] < 5)
        return table[v[2]];
    free(copy);
    return 0;
}
"#;

/// Thousands of states, each with 20 kB of its own, if all are kept at once.
const WIDE: &str = r#"
#include <klee/klee.h>

int main(void) {
    unsigned char v[14];
    char copy[22000];
    klee_make_symbolic(v, sizeof v, "v");
    for (int i = 0; i < 14; i++) {
        if (v[i] > 100)
            copy[1500 * i] = 1;
    }
    return copy[0];
}
"#;

/// Traces are compared: which of two equal states is explored may change when a run is resumed.
const COMMON: [&str; 9] = [
    "run",
    "busy.bc",
    "--malloc-may-fail",
    "--workers",
    "2",
    "--json",
    "--no-replay",
    "--match",
    "off",
];

/// A folder with the program, and what a run without interruption finds.
struct Busy {
    folder: Folder,
    whole: Found,
}

/// What must be the same.
#[derive(PartialEq, Debug)]
struct Found {
    /// The traces with how they ended, sorted; without the numbers of tests.
    traces: Vec<String>,
    errors: Vec<(String, u64)>,
    paths: Value,
    tests: u64,
    forks: u64,
    asked: u64,
    lines: Value,
}

impl Found {
    fn of(out: &Path) -> Found {
        let summary = fs::read_to_string(out.join("summary.json")).expect("a summary");
        let summary: Value = serde_json::from_str(&summary).expect("JSON");
        assert_eq!(summary["complete"], true, "{summary}");
        let traces = fs::read_to_string(out.join("paths.txt")).expect("traces");
        let mut traces: Vec<String> = traces
            .lines()
            .map(|line| line.split_once(' ').expect("a number first").1.to_owned())
            .collect();
        traces.sort();
        let errors = summary["errors"].as_array().expect("errors");
        let error = |error: &Value| {
            let test = error["test"].as_str().expect("its test");
            assert!(out.join(test).exists(), "{test}");
            (error["kind"].as_str().expect("a kind").to_owned(), error["line"].as_u64().unwrap())
        };
        let errors: Vec<(String, u64)> = errors.iter().map(error).collect();
        let reports = fs::read_dir(out.join("errors")).expect("reports").count();
        assert_eq!(reports, errors.len(), "each distinct error once");
        let tests = summary["tests"].as_u64().expect("a number");
        let mut written: Vec<_> = fs::read_dir(out.join("tests")).expect("tests").collect();
        written.sort_by_key(|entry| entry.as_ref().expect("an entry").file_name());
        assert_eq!(written.len() as u64, tests);
        for (number, entry) in written.iter().enumerate() {
            let entry = entry.as_ref().expect("an entry");
            let name = entry.file_name().into_string().expect("a plain name");
            assert_eq!(name, format!("{:06}.ktest", number + 1), "no partial test is left");
            assert!(fs::read(entry.path()).expect("a test").starts_with(b"KTEST"), "{name}");
        }
        assert!(!out.join("checkpoint").exists(), "a finished run has none");
        let count = |value: &Value| value.as_u64().expect("a number");
        Found {
            traces,
            errors,
            paths: summary["paths"].clone(),
            tests,
            forks: count(&summary["forks"]),
            asked: count(&summary["queries"]["asked"]),
            lines: summary["coverage"]["lines"].clone(),
        }
    }
}

impl Busy {
    fn new() -> Busy {
        let folder = Folder::new();
        folder.write("busy.c", BUSY);
        let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/include");
        let include = format!("-I{}", headers.display());
        folder.clang(&["-g", "-O0", "-emit-llvm", "-c", &include, "busy.c", "-o", "busy.bc"]);
        let args = COMMON.iter().chain(&["--output", "whole"]);
        folder.dunlin(args).expect_code(1);
        let whole = Found::of(&folder.path().join("whole"));
        assert_eq!(whole.traces.len(), 4320);
        assert_eq!(whole.errors.len(), 2);
        assert_eq!(whole.lines, json!([26, 26]));
        Busy { folder, whole }
    }

    fn run(&self, more: &[&str]) -> Run {
        self.folder.dunlin(COMMON.iter().chain(more))
    }

    /// A run in the background that writes checkpoints all the time.
    fn start(&self, more: &[&str]) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
        command.current_dir(self.folder.path()).args(COMMON).args(["--checkpoint-every", "20ms"]);
        command.args(more).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("dunlin starts")
    }

    #[track_caller]
    fn assert_whole(&self, out: &str) {
        let mut found = Found::of(&self.folder.path().join(out));
        // An operation that a limit interrupts asks again when it goes on.
        assert!(found.asked >= self.whole.asked, "{} of {}", found.asked, self.whole.asked);
        found.asked = self.whole.asked;
        // All others first: their difference says more than that of thousands of traces.
        assert_eq!(Found { traces: Vec::new(), ..found }, {
            let Found { errors, paths, tests, forks, asked, lines, .. } = &self.whole;
            Found {
                traces: Vec::new(),
                errors: errors.clone(),
                paths: paths.clone(),
                tests: *tests,
                forks: *forks,
                asked: *asked,
                lines: lines.clone(),
            }
        });
        let found = Found::of(&self.folder.path().join(out)).traces;
        let different = found.iter().zip(&self.whole.traces).find(|(a, b)| a != b);
        assert_eq!((found.len(), different), (self.whole.traces.len(), None));
    }
}

fn partial_tests(out: &Path) -> usize {
    let names = fs::read_dir(out.join("tests")).expect("tests").map(|e| e.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().contains(".partial.")).count()
}

/// SplitMix64, so that the moments are the same every time as far as the clock allows.
fn next_random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*seed ^ *seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ z >> 27
}

#[test]
fn killed_at_twenty_moments() {
    let busy = Busy::new();
    let (mut seed, mut kills, mut round) = (11, 0, 0);
    'rounds: while kills < 20 {
        let out = format!("killed-{round}");
        round += 1;
        assert!(round < 40, "runs end before they are killed");
        let mut first = true;
        loop {
            let place = if first { "--output" } else { "--resume" };
            first = false;
            if kills == 20 {
                busy.run(&[place, &out]).expect_code(1);
                break;
            }
            let mut child = busy.start(&[place, &out]);
            std::thread::sleep(Duration::from_millis(next_random(&mut seed) % 300));
            child.kill().expect("it can be killed");
            let status = child.wait().expect("it ends");
            match status.code() {
                None => kills += 1,
                Some(code) => {
                    assert_eq!(code, 1, "it was done before");
                    break;
                }
            }
            let left = busy.folder.path().join(&out);
            if !left.join("summary.json").exists() && !left.join("checkpoint/state.bin").exists() {
                // Killed before there was anything to resume.
                continue 'rounds;
            }
            if left.join("summary.json").exists() && !left.join("checkpoint").exists() {
                // Killed after it was done.
                break;
            }
        }
        busy.assert_whole(&out);
    }
}

#[test]
fn interrupted() {
    let busy = Busy::new();
    let child = busy.start(&["--output", "out"]);
    let out = busy.folder.path().join("out");
    while !out.join("checkpoint/state.bin").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = libc::pid_t::try_from(child.id()).expect("a process id");
    // SAFETY: sends a signal to a child that was not waited for yet.
    assert_eq!(unsafe { libc::kill(pid, libc::SIGINT) }, 0);
    let done = child.wait_with_output().expect("it ends");
    assert!(matches!(done.status.code(), Some(1 | 3)), "{:?}", done.status);
    let summary: Value = serde_json::from_str(&busy.folder.read("out/summary.json")).unwrap();
    assert_eq!(
        (&summary["stopped_by"], &summary["complete"]),
        (&"interrupt".into(), &false.into())
    );
    let why = summary["why"].as_str().unwrap();
    assert!(why.contains("stopped by an interrupt"), "{why}");
    assert!(partial_tests(&out) > 0);
    busy.run(&["--resume", "out"]).expect_code(1);
    busy.assert_whole("out");
    // Once more: there is nothing left.
    let message = busy.run(&["--resume", "out"]).refusal();
    assert!(message.ends_with("that run is finished, nothing is left to do"), "{message}");
    busy.assert_whole("out");
}

#[test]
fn stopped_by_limits_again_and_again() {
    let busy = Busy::new();
    let out = busy.folder.path().join("out");
    // Time counts from the start of the command, so loading must fit in; how long that takes differs.
    let loading = busy.run(&["--output", "loading", "--max-paths=1"]).json()["load_ms"].as_f64();
    let loading = loading.expect("it was measured") as u64;
    // And a little more each time, for a machine that is busy.
    let time = |runs: u64| format!("{}ms", loading * 3 / 2 + 150 + 50 * runs);
    for (name, limit) in [("max-time", ""), ("max-paths", "700"), ("max-instructions", "20000000")]
    {
        let option = |runs: u64| match name {
            "max-time" => format!("--max-time={}", time(runs)),
            _ => format!("--{name}={limit}"),
        };
        let mut run = busy.run(&["--output", "out", &option(0)]);
        let mut runs = 1;
        while run.json()["complete"] == false {
            let summary = run.json();
            assert_eq!(summary["stopped_by"], name);
            let why = summary["why"].as_str().unwrap();
            if why.contains("before the program was loaded") {
                runs += 1;
                assert!(runs < 100, "the machine is too busy to load a program");
                // A run that has not begun leaves no folder: there is nothing to go on with.
                let how = if out.exists() { "--resume" } else { "--output" };
                run = busy.run(&[how, "out", &option(runs)]);
                continue;
            }
            assert!(why.contains(&format!("stopped by --{name}")), "{why}");
            let partial = partial_tests(&out);
            let paths = if partial == 1 { "path is" } else { "paths are" };
            assert!(why.contains(&format!(", {partial} {paths} not finished")), "{why}");
            assert!(run.stderr().contains("with --resume out goes on"), "{}", run.stderr());
            let code = if summary["paths"]["errors"] == 0 { 3 } else { 1 };
            run.expect_code(code);
            runs += 1;
            assert!(runs < 100, "--{name} stops it for ever");
            run = busy.run(&["--resume", "out", &option(runs)]);
        }
        assert!(runs > 2, "--{name} stopped nothing");
        busy.assert_whole("out");
    }
}

/// What the first part of a run has left out, the last part still knows: its own paths leave nothing out.
#[test]
fn what_was_left_out_is_not_forgotten() {
    const PROGRAM: &str = r#"
#include <klee/klee.h>

int main(void) {
    unsigned char first, v[6];
    int count = 0;
    klee_make_symbolic(&first, sizeof first, "first");
    klee_make_symbolic(v, sizeof v, "v");
    klee_set_forking(0);
    if (first > 7)
        count++;
    klee_set_forking(1);
    for (int i = 0; i < 6; i++)
        if (v[i] == 3)
            count++;
    return count;
}
"#;
    let folder = Folder::new();
    folder.write("off.c", PROGRAM);
    for workers in ["1", "2"] {
        let common =
            ["run", "off.c", "--json", "--no-replay", "--workers", workers, "--match", "off"];
        let whole = folder.dunlin(common.iter().chain(&["--output", "whole"])).expect_code(3);
        let summary = whole.json();
        let left = &summary["left_out"];
        assert_eq!((&left[0]["kind"], &left[0]["line"]), (&"forking".into(), &10.into()), "{left}");
        assert_eq!(left[0]["count"], 1, "{left}");
        let limit = ["--output", "out", "--max-paths", "5"];
        let mut run = folder.dunlin(common.iter().chain(&limit));
        let mut runs = 1;
        while !run.json()["stopped_by"].is_null() {
            runs += 1;
            assert!(runs < 100, "it never ends");
            run = folder.dunlin(common.iter().chain(&["--resume", "out", "--max-paths", "5"]));
        }
        assert!(runs > 2, "nothing was stopped");
        let end = run.expect_code(3).json();
        assert_eq!((&end["complete"], &end["left_out"]), (&false.into(), left));
        assert_eq!(end["paths"]["finished"], 64);
        for out in ["out", "whole"] {
            fs::remove_dir_all(folder.path().join(out)).expect("it is there");
        }
    }
}

/// A limit on the size of files fails writes like a full disk does, at any file and for any user.
#[test]
fn a_full_disk() {
    let busy = Busy::new();
    let limited = |bytes: u64, place: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
        command.current_dir(busy.folder.path()).args(COMMON);
        command.args(["--checkpoint-every", "20ms", place, "out"]);
        // SAFETY: only makes a system call, between fork and exec.
        unsafe {
            command.pre_exec(move || {
                let limit = libc::rlimit { rlim_cur: bytes, rlim_max: libc::RLIM_INFINITY };
                match libc::setrlimit(libc::RLIMIT_FSIZE, &limit) {
                    0 => Ok(()),
                    _ => Err(std::io::Error::last_os_error()),
                }
            });
        }
        Run::of(command.output().expect("dunlin starts"))
    };
    for (bytes, place) in [(30_000, "--output"), (60_000, "--resume"), (90_000, "--resume")] {
        let run = limited(bytes, place);
        let stderr = run.stderr();
        assert!(stderr.contains("dunlin: cannot write "), "{stderr}");
        assert!(stderr.contains("stopped by a full or unwritable disk"), "{stderr}");
        let summary = run.json();
        assert_eq!(summary["stopped_by"], "disk");
        run.expect_code(if summary["paths"]["errors"] == 0 { 3 } else { 1 });
    }
    busy.run(&["--resume", "out"]).expect_code(1);
    busy.assert_whole("out");
}

#[test]
fn memory_becomes_short() {
    let folder = Folder::new();
    folder.write("wide.c", WIDE);
    let args = ["run", "wide.c", "--json", "--no-tests", "--search", "bfs", "--workers", "2"];
    let without = folder.dunlin(args).expect_code(0).json();
    assert_eq!(without["paths"]["finished"], 16_384);
    let peak = |summary: &Value| summary["peak_memory_bytes"].as_u64().expect("a number");
    let limit = (peak(&without) >> 20) * 6 / 10;
    let limit = format!("--max-memory={limit}M");
    // On a busy machine the limit may be looked at too late for a run of a tenth of a second: one of a few
    // tries has to be in time.
    let outputs = ["out1", "out2", "out3", "out4", "out5"];
    let tries = outputs.map(|output| {
        let run = folder.dunlin(args.iter().chain(&[limit.as_str(), "--output", output]));
        let summary = run.json();
        (output, run, summary)
    });
    let peaks: Vec<u64> = tries.iter().map(|(_, _, summary)| peak(summary)).collect();
    let in_time = tries.into_iter().find(|(_, _, summary)| peak(summary) < peak(&without));
    let (output, mut run, summary) = in_time.unwrap_or_else(|| panic!("{peaks:?}: {without}"));
    if summary["complete"] == false {
        assert_eq!(summary["stopped_by"], "max-memory");
        run = folder.dunlin(args.iter().chain(&["--resume", output]));
    }
    let summary = run.expect_code(0).json();
    assert_eq!(summary["paths"], without["paths"]);
    assert_eq!(summary["forks"], without["forks"]);
}

#[test]
fn what_cannot_be_resumed_is_refused() {
    let busy = Busy::new();
    let cut = ["--output", "out", "--max-paths", "50"];
    let run = busy.run(&cut);
    assert_eq!(run.json()["stopped_by"], "max-paths");
    let kept = fs::read(busy.folder.path().join("out/checkpoint/state.bin")).unwrap();

    let message = busy.run(&["--resume", "nowhere"]).refusal();
    assert_eq!(message, "there is no folder nowhere to resume");
    fs::create_dir(busy.folder.path().join("empty")).unwrap();
    let message = busy.run(&["--resume", "empty"]).refusal();
    assert_eq!(message, "cannot resume empty: it has no checkpoint/state.bin");
    let message = busy.run(&["--resume", "out", "--capacity", "9"]).refusal();
    assert_eq!(message, "cannot resume out: --capacity was 4096 and is 9 now");
    let message = busy.run(&["--resume", "out", "--addresses", "fixed"]).refusal();
    assert_eq!(message, "cannot resume out: --addresses=free was on and is off now");

    let bitcode = fs::read(busy.folder.path().join("busy.bc")).unwrap();
    busy.folder.write("other.c", "int main(void) { return 1; }\n");
    busy.folder.clang(&["-g", "-emit-llvm", "-c", "other.c", "-o", "busy.bc"]);
    let message = busy.run(&["--resume", "out"]).refusal();
    assert_eq!(message, "cannot resume out: the program is not the same");
    busy.folder.write("busy.bc", bitcode);

    let state = "out/checkpoint/state.bin";
    for (content, problem) in [
        (&kept[..kept.len() / 2], "it is damaged"),
        (&b"text"[..], "it is no checkpoint of Dunlin"),
    ] {
        busy.folder.write(state, content);
        let message = busy.run(&["--resume", "out"]).refusal();
        let expected = format!("cannot resume out: checkpoint/state.bin cannot be read: {problem}");
        assert_eq!(message, expected);
    }
    busy.folder.write(state, &kept);
    // Nothing of this has changed anything.
    busy.run(&["--resume", "out", "--search", "dfs", "--seed", "7"]).expect_code(1);
    busy.assert_whole("out");
}
