//! `dunlin run`: exit codes, the summary, limits, where output goes, the output folder.

use crate::support::{ENDLESS, Folder, RETURNS_ZERO};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const PRINTS: &str = "#include <stdio.h>\nint main(void) {\n    puts(\"to standard output\");\n\
                      fputs(\"to standard error\\n\", stderr);\n    return 3;\n}\n";
const WRITES_BEYOND: &str = "int main(void) {\n    int v[4];\n    volatile int at = 4;\n    v[at] = 1;\n\
                             \x20   return v[0];\n}\n";

/// The names in an object, as in the file.
fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<_> =
        value.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn a_run_without_errors() {
    let folder = Folder::new();
    folder.write("a.c", PRINTS);
    let run = folder.dunlin(["run", "--json", "a.c"]).expect_code(0);
    // Only the summary is on standard output; the program's own text went to standard error.
    let summary = run.json();
    assert!(run.stderr().contains("to standard output\n"), "{}", run.stderr());
    assert_eq!(
        keys(&summary),
        [
            "command",
            "complete",
            "coverage",
            "dunlin",
            "errors",
            "exit_status",
            "forks",
            "instructions",
            "left_out",
            "load_ms",
            "memory",
            "paths",
            "peak_memory_bytes",
            "program",
            "queries",
            "states_peak",
            "stopped_by",
            "tests",
            "time_ms",
            "verdict",
            "why"
        ]
    );
    assert_eq!(summary["dunlin"], env!("CARGO_PKG_VERSION"));
    assert_eq!(summary["command"], "run");
    assert_eq!(summary["program"], json!(["a.c"]));
    assert_eq!(summary["verdict"], "no-errors");
    assert_eq!(summary["why"], "the only path finished with exit status 3");
    assert_eq!(summary["complete"], true);
    assert_eq!(summary["stopped_by"], Value::Null);
    assert_eq!(summary["exit_status"], 3);
    let paths = json!({"finished": 1, "errors": 0, "assumed_away": 0, "unsupported": 0, "limited": 0, "matched": 0});
    assert_eq!(summary["paths"], paths);
    assert!(summary["instructions"].as_u64().is_some_and(|n| n > 3 && n < 10_000));
    assert!(summary["load_ms"].as_f64().is_some_and(|ms| ms > 0.0));
    assert!(summary["time_ms"].as_f64().is_some_and(|ms| ms >= 0.0));
    assert!(summary["peak_memory_bytes"].as_u64().is_some_and(|n| n > 1 << 20 && n < 1 << 30));
    assert_eq!(summary["errors"], json!([]));
    let written: Value = serde_json::from_str(&folder.read("dunlin-out-0/summary.json")).unwrap();
    assert_eq!(written, summary);
}

#[test]
fn a_run_with_an_error() {
    let folder = Folder::new();
    folder.write("a.c", WRITES_BEYOND);
    let run = folder.dunlin(["run", "--json", "a.c"]).expect_code(1);
    let summary = run.json();
    assert_eq!(summary["verdict"], "errors");
    assert_eq!(summary["complete"], true);
    assert_eq!(summary["paths"]["errors"], 1);
    assert_eq!(summary["paths"]["finished"], 0);
    assert!(summary.get("exit_status").is_none(), "the path did not finish");
    assert!(summary["why"].as_str().is_some_and(|why| why.contains("a.c:4")), "{summary}");
    let error = &summary["errors"][0];
    let mut names = keys(error);
    // A run without inputs needs no test.
    names.retain(|name| *name != "test");
    assert_eq!(
        names,
        ["column", "confirmed", "file", "function", "kind", "line", "message", "report"]
    );
    assert_eq!(error["kind"], "out-of-bounds-write");
    assert_eq!((&error["file"], &error["line"]), (&json!("a.c"), &json!(4)));
    assert_eq!(error["function"], "main");
    assert_eq!(error["report"], "errors/000001.txt");
    let report = folder.read("dunlin-out-0/errors/000001.txt");
    assert!(report.starts_with("out-of-bounds-write: "), "{report}");
    assert!(run.stderr().contains(&report), "the report is shown as well");
    assert!(summary["errors"].as_array().is_some_and(|errors| errors.len() == 1));
}

#[test]
fn a_run_that_is_not_complete() {
    let folder = Folder::new();
    folder.write("a.c", "int unknown(void);\nint main(void) { return unknown(); }\n");
    let summary = folder.dunlin(["run", "--json", "a.c"]).expect_code(3).json();
    assert_eq!(summary["verdict"], "incomplete");
    assert_eq!(summary["complete"], false);
    assert_eq!(summary["stopped_by"], Value::Null);
    assert_eq!(summary["paths"]["unsupported"], 1);
    let reason = summary["unsupported"][0].as_str().unwrap();
    assert!(reason.contains("`unknown`") && reason.contains("a.c:2"), "{reason}");
}

#[test]
fn the_limit_of_instructions() {
    let folder = Folder::new();
    folder.write("a.c", ENDLESS);
    let args = ["run", "--json", "--max-instructions", "5000000", "a.c"];
    let summary = folder.dunlin(args).expect_code(3).json();
    assert_eq!(summary["stopped_by"], "max-instructions");
    // It is not lost to a limit of its own: a resumed run goes on with it.
    assert_eq!(summary["paths"]["limited"], 0);
    assert_eq!(summary["tests"], 1);
    assert_eq!(summary["complete"], false);
    let count = summary["instructions"].as_u64().unwrap();
    assert!((5_000_000..5_100_000).contains(&count), "{count}");
    folder.write("b.c", RETURNS_ZERO);
    let args = ["run", "--json", "--max-instructions", "5000000", "b.c"];
    assert_eq!(folder.dunlin(args).expect_code(0).json()["stopped_by"], Value::Null);
}

#[test]
fn the_limit_of_time() {
    let folder = Folder::new();
    folder.write("a.c", ENDLESS);
    let start = Instant::now();
    let run = folder.dunlin(["run", "--json", "--max-time", "2s", "a.c"]).expect_code(3);
    assert!(start.elapsed() < Duration::from_secs(20));
    let summary = run.json();
    assert_eq!(summary["stopped_by"], "max-time");
    let of = |name: &str| summary[name].as_f64().unwrap();
    assert!(of("load_ms") + of("time_ms") >= 1900.0, "{summary}");
    assert!(run.stderr().contains("stopped by --max-time at a.c:1"), "{}", run.stderr());
}

#[test]
fn the_limit_of_memory() {
    let folder = Folder::new();
    folder.write(
        "a.c",
        "#include <stdlib.h>\n#include <string.h>\n\
         int main(void) { for (int i = 0; i < 20000; i++) memset(malloc(100000), 1, 100000); }\n",
    );
    let args = ["run", "--json", "--max-memory", "300M", "a.c"];
    let summary = folder.dunlin(args).expect_code(3).json();
    assert_eq!(summary["stopped_by"], "max-memory");
    let peak = summary["peak_memory_bytes"].as_u64().unwrap();
    // Two gigabytes are asked for, and on a busy machine a hundred megabytes come between two looks.
    assert!(peak < 600_000_000, "{peak}");
}

/// Few instructions that do much work each: the clock is looked at all the same.
#[test]
fn the_limit_of_time_in_bulk_operations() {
    let folder = Folder::new();
    folder.write(
        "a.c",
        "#include <string.h>\nstatic char a[10000000], b[10000000];\n\
         int main(void) { for (int i = 0; i < 4000; i++) memmove(a, b, sizeof a); return 0; }\n",
    );
    let start = Instant::now();
    let run = folder.dunlin(["run", "--json", "--max-time", "300ms", "a.c"]).expect_code(3);
    assert_eq!(run.json()["stopped_by"], "max-time");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn where_the_output_of_the_program_goes() {
    let folder = Folder::new();
    folder.write("a.c", PRINTS);
    let run = folder.dunlin(["run", "a.c"]).expect_code(0);
    assert_eq!(run.stdout(), "to standard output\n");
    assert!(run.stderr().starts_with("to standard error\n"), "{}", run.stderr());
    let run = folder.dunlin(["run", "--program-output", "discard", "a.c"]).expect_code(0);
    assert_eq!(run.stdout(), "");
    assert!(!run.stderr().contains("to standard"), "{}", run.stderr());
    let run = folder.dunlin(["run", "--program-output", "printed", "a.c"]).expect_code(0);
    assert_eq!(
        (run.stdout().as_str(), folder.read("printed").as_str()),
        ("", "to standard output\n")
    );
    let args = ["run", "--json", "--program-output", "discard", "a.c"];
    assert_eq!(folder.dunlin(args).expect_code(0).json()["exit_status"], 3);
}

#[test]
fn output_folders() {
    let folder = Folder::new();
    folder.write("a.c", RETURNS_ZERO);
    folder.write("b.c", WRITES_BEYOND);
    folder.dunlin(["run", "a.c"]).expect_code(0);
    folder.dunlin(["run", "b.c"]).expect_code(1);
    assert!(folder.read("dunlin-out-0/summary.json").contains("no-errors"));
    assert!(folder.read("dunlin-last/summary.json").contains("\"errors\""));
    let last = std::fs::read_link(folder.path().join("dunlin-last")).unwrap();
    assert_eq!(last.to_str(), Some("dunlin-out-1"));
    folder.dunlin(["run", "b.c", "--output", "chosen/deep"]).expect_code(1);
    assert!(folder.read("chosen/deep/errors/000001.txt").contains("b.c:4"));
    // A second run into the same folder replaces what the first one left.
    folder.dunlin(["run", "a.c", "--output", "chosen/deep"]).expect_code(0);
    assert!(!folder.path().join("chosen/deep/errors/000001.txt").exists());
    assert!(!folder.path().join("dunlin-out-2").exists());
}

#[test]
fn a_folder_that_is_not_dunlins_is_not_touched() {
    let folder = Folder::new();
    folder.write("a.c", RETURNS_ZERO);
    for name in ["mine/tests", "tests"] {
        std::fs::create_dir_all(folder.path().join(name)).unwrap();
    }
    for name in ["mine/tests/000001.ktest", "mine/summary.json", "tests/000001.ktest"] {
        folder.write(name, "mine");
    }
    for output in ["mine", "."] {
        for command in [&["run", "a.c"][..], &["reach", "a.c", "--target", "main"]] {
            let args = command.iter().copied().chain(["--output", output]);
            let message = folder.dunlin(args).refusal();
            assert!(message.contains("nothing in it was touched; choose another"), "{message}");
        }
    }
    for name in ["mine/tests/000001.ktest", "mine/summary.json", "tests/000001.ktest"] {
        assert_eq!(folder.read(name), "mine");
    }
    let names = std::fs::read_dir(folder.path().join("mine")).unwrap().count();
    assert_eq!(names, 2, "nothing was added");
}

#[test]
fn runs_repeat() {
    let folder = Folder::new();
    folder.write(
        "a.c",
        "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n\
         void *p = malloc(10), *q = malloc(20);\n\
         printf(\"%p %p %p %d\\n\", p, q, (void *)&p, rand());\nfree(p); free(q); return 0; }\n",
    );
    let run = || folder.dunlin(["run", "a.c", "--output", "out"]).expect_code(0).stdout();
    assert_eq!(run(), run());
}

#[test]
fn checks_are_off_unless_asked_for() {
    let folder = Folder::new();
    let program = |name: &str, text: &str| folder.write(name, text);
    program("overflow.c", "int main(void) { volatile int n = 2147483647; return n + 1 == 5; }\n");
    program("shift.c", "int main(void) { volatile int n = 33; return (1 << n) == 5; }\n");
    program("uninitialised.c", "int main(void) { int v[2]; v[0] = 1; return v[1] == 5; }\n");
    program(
        "leak.c",
        "#include <stdlib.h>\nstatic void f(void) { *(char *)malloc(8) = 1; }\n\
                       int main(void) { f(); return 0; }\n",
    );
    for (file, option, kind) in [
        ("overflow.c", "--check-overflow", "signed-overflow"),
        ("shift.c", "--check-shift", "over-wide-shift"),
        ("uninitialised.c", "--check-uninitialised", "uninitialised-read"),
        ("leak.c", "--leaks", "memory-leak"),
    ] {
        folder.dunlin(["run", file]).expect_code(0);
        let summary = folder.dunlin(["run", "--json", option, file]).expect_code(1).json();
        assert_eq!(summary["errors"][0]["kind"], kind);
        for other in ["--check-overflow", "--check-shift", "--check-uninitialised", "--leaks"] {
            if other != option {
                folder.dunlin(["run", other, file]).expect_code(0);
            }
        }
    }
}
