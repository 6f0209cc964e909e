//! What an exploration leaves behind, as its users find it.

use crate::support::Folder;
use dunlin_report::TestCase;

/// Three paths: one finishes with 1, one with 2, one divides by zero.
const HARNESS: &str = "#include <klee/klee.h>
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, \"x\");
    if (x > 100)
        return 1;
    int y = 1000 / (x - 7);
    return y == 1000 ? 2 : 2;
}
";

fn value(test: &[u8]) -> i32 {
    let case = TestCase::read(test).expect("a test");
    let object = case.object("x").expect("the input");
    i32::from_le_bytes(object.bytes[..].try_into().expect("four bytes"))
}

#[test]
fn a_test_for_each_path_and_one_for_the_error() {
    let folder = Folder::new();
    folder.write("a.c", HARNESS);
    let run = folder.dunlin(["run", "a.c", "--json", "--output", "out"]).expect_code(1);
    let summary = run.json();
    assert_eq!(summary["paths"]["finished"], 2, "{summary}");
    assert_eq!(summary["paths"]["errors"], 1);
    assert_eq!((&summary["tests"], &summary["complete"]), (&3.into(), &true.into()));
    let error = &summary["errors"][0];
    assert_eq!((&error["kind"], &error["line"]), (&"division-by-zero".into(), &7.into()));
    assert_eq!(error["confirmed"], true, "{error}");
    let name = error["test"].as_str().expect("it has a test");
    let mut values: Vec<i32> = (1..=3)
        .map(|number| value(&folder.read_bytes(&format!("out/tests/{number:06}.ktest"))))
        .collect();
    assert_eq!(value(&folder.read_bytes(&format!("out/{name}"))), 7);
    values.retain(|&value| value != 7);
    values.sort_unstable();
    assert!(values[0] <= 100 && values[1] > 100, "{values:?}");
    let coverage = folder.read("out/coverage.lcov");
    for line in ["DA:6,1", "DA:7,1", "DA:8,1", "BRF:2", "BRH:2"] {
        assert!(coverage.contains(line), "{line} in {coverage}");
    }
    assert!(folder.read("out/errors.sarif").contains("division-by-zero"));
    assert_eq!(folder.read("out/paths.txt").lines().count(), 3);
    assert!(folder.read("out/stats.csv").lines().count() >= 2);
    assert!(!folder.exists("out/checkpoint"), "nothing is left to do");
}

#[test]
fn tests_in_the_format_of_test_comp() {
    let folder = Folder::new();
    let source = "extern int __VERIFIER_nondet_int(void);
int main(void) {
    if (__VERIFIER_nondet_int() > 5)
        return 1;
    return 0;
}
";
    folder.write("a.c", source);
    let args = ["run", "a.c", "--test-format", "test-comp", "--output", "out"];
    folder.dunlin(args).expect_code(0);
    let metadata = folder.read("out/tests/metadata.xml");
    assert!(metadata.contains("<programfile>a.c</programfile>"), "{metadata}");
    let mut values: Vec<i64> = (1..=2)
        .map(|number| {
            let test = folder.read(&format!("out/tests/{number:06}.xml"));
            let (_, rest) = test.split_once("<input").expect("an input");
            let (_, rest) = rest.split_once('>').expect("the end of the tag");
            rest.split_once('<').expect("a value").0.parse().expect("a number")
        })
        .collect();
    values.sort_unstable();
    assert!(values[0] <= 5 && values[1] > 5, "{values:?}");
}

#[test]
fn one_report_for_a_distinct_error_or_all_of_them() {
    let folder = Folder::new();
    let source = "#include <klee/klee.h>
#include <assert.h>
static void check(int x) { assert(x != 3); }
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, \"x\");
    klee_assume(x >= 0 & x < 8);
    for (int i = 0; i < 4; i++)
        if (x == i)
            check(i | 3);
    return 0;
}
";
    folder.write("a.c", source);
    let run = folder.dunlin(["run", "a.c", "--json", "--no-replay"]).expect_code(1);
    let summary = run.json();
    assert_eq!(summary["paths"]["errors"], 4);
    assert_eq!(summary["errors"].as_array().map(Vec::len), Some(1));
    let all = folder.dunlin(["run", "a.c", "--json", "--no-replay", "--all-errors"]).expect_code(1);
    assert_eq!(all.json()["errors"].as_array().map(Vec::len), Some(4));
    let first = folder.dunlin(["run", "a.c", "--json", "--no-replay", "--exit-on-error"]);
    let first = first.expect_code(1).json();
    assert_eq!(first["stopped_by"], "exit-on-error");
}

#[test]
fn the_same_seed_gives_the_same_run_byte_for_byte() {
    let folder = Folder::new();
    folder.write("a.c", HARNESS);
    let mut found = Vec::new();
    for output in ["first", "second"] {
        let args = ["run", "a.c", "--workers", "1", "--seed", "5", "--output", output];
        folder.dunlin(args).expect_code(1);
        let names = ["paths.txt", "coverage.lcov", "tests/000001.ktest", "tests/000003.ktest"];
        found.push(names.map(|name| folder.read_bytes(&format!("{output}/{name}"))));
    }
    assert_eq!(found[0], found[1]);
}

#[test]
fn partial_tests_cover_in_a_section_of_their_own() {
    let folder = Folder::new();
    folder.write("a.c", HARNESS);
    let args =
        ["run", "a.c", "--workers", "1", "--max-paths", "1", "--no-replay", "--output", "out"];
    folder.dunlin(args);
    let coverage = folder.read("out/coverage.lcov");
    let (finished, partial) = coverage.split_once("TN:partial").expect("both sections");
    // One path is done; the line that only the others come to is covered by their tests.
    let covered = |section: &str, line: u32| section.contains(&format!("DA:{line},1"));
    let lines = [6, 7].map(|line| (covered(finished, line), covered(partial, line)));
    assert!(lines.contains(&(false, true)), "{coverage}");
}

/// A path that is given up inside of a block was not behind the statement where that happened.
#[test]
fn what_comes_after_something_unsupported_is_not_covered() {
    let folder = Folder::new();
    let program = "int main(void) {\nvolatile int b = 1;\n__asm__ volatile(\"cpuid\" ::: \"eax\", \"ebx\", \"ecx\", \"edx\");\n\
                   b = 2;\nreturn b;\n}\n";
    folder.write("a.c", program);
    folder.dunlin(["run", "a.c", "--no-replay", "--output", "out"]).expect_code(3);
    let coverage = folder.read("out/coverage.lcov");
    let (_, partial) = coverage.split_once("TN:partial").expect("a section of partial tests");
    let covered = |line: u32| partial.contains(&format!("DA:{line},1"));
    assert_eq!([2, 3, 4, 5].map(covered), [true, true, false, false], "{coverage}");
}

/// Calls that a jump leaves do not return: what comes behind them was not executed, though their block was
/// entered and the path goes on.
#[test]
fn what_comes_after_a_call_that_jumps_is_not_covered() {
    let folder = Folder::new();
    folder.write(
        "a.c",
        "#include <setjmp.h>\njmp_buf place;\nint seen;\nvoid leave(int n) {\nint here = n;\n\
         longjmp(place, here);\n}\nvoid middle(int n) {\nleave(n);\nseen = 1;\n}\nint main(void) {\n\
         if (setjmp(place))\nreturn seen;\nmiddle(3);\nseen = 2;\nreturn 5;\n}\n",
    );
    folder.dunlin(["run", "--no-replay", "--output", "out", "a.c"]).expect_code(0);
    let coverage = folder.read("out/coverage.lcov");
    let covered = |line: u32| coverage.contains(&format!("DA:{line},1"));
    assert_eq!([5, 6, 9, 13, 14, 15].map(covered), [true; 6], "{coverage}");
    assert_eq!([10, 11, 16, 17].map(covered), [false; 4], "{coverage}");
}

/// Lines between an error and the next call were not executed, though the call's block was entered.
#[test]
fn what_comes_after_an_error_is_not_covered() {
    let folder = Folder::new();
    folder.write(
        "a.c",
        "static int twice(int n) { return 2 * n; }\nint main(void) {\nint zero = 0;\n\
         int v = 1 / zero;\nv = twice(v + 1);\nreturn v;\n}\n",
    );
    folder.dunlin(["run", "--no-replay", "--output", "out", "a.c"]).expect_code(1);
    let coverage = std::fs::read_to_string(folder.path().join("out/coverage.lcov")).unwrap();
    let lines: Vec<&str> = coverage.lines().filter(|line| line.starts_with("DA:")).collect();
    assert_eq!(lines, ["DA:1,0", "DA:3,1", "DA:4,1", "DA:5,0", "DA:6,0"]);
}

/// Lines behind a statement that always fails, where other ways lead to what comes after them; and lines
/// behind one that fails only sometimes.
#[test]
fn what_comes_after_an_error_is_covered_only_if_a_path_has_passed_it() {
    let folder = Folder::new();
    let source = "#include <klee/klee.h>
#include <stdlib.h>
static int zero(int n) {
    n = 7 / (n - n);
    return n;
}
static int one(int n) {
    return n + 1;
}
static int (*const table[2])(int) = {zero, one};
static void leave(int code) {
    exit(code);
}
int main(void) {
    unsigned char x;
    klee_make_symbolic(&x, 1, \"x\");
    int r = 0, m = 2147483647 - 120, a[4] = {0};
    if ((signed char)x < -3) {
        m = m + x;
        r += 1;
    }
    char *p = malloc(4);
    if (x == 3) {
        free(p);
        free(p);
        r += 2;
    }
    for (int i = 0; i < (x & 1); i++) {
        r += ((int *)0)[1];
        r += 3;
    }
    r += table[x & 1](r);
    for (int i = 0; i < 6; i++) {
        a[i] = x;
        r += 4;
    }
    if (x == 4) {
        a[x - 1] = 1;
        leave(3);
        r += 5;
    }
    if (x & 2) {
        a[x & 7] = 1;
        r += 6;
    }
    return r;
}
";
    let divided = source.replace("(n - n)", "(n | 1)");
    folder.write("a.c", source);
    folder.write("b.c", &divided);
    folder.write("c.c", divided.replace("i < 6", "i < 4"));
    let not_covered = |program: &str| -> Vec<u32> {
        let args = ["run", "--no-replay", "--check-overflow", "--output", "out", program];
        folder.dunlin(args).expect_code(1);
        let coverage = folder.read("out/coverage.lcov");
        std::fs::remove_dir_all(folder.path().join("out")).unwrap();
        let lines = coverage.lines().filter_map(|line| line.strip_prefix("DA:")?.split_once(','));
        lines.filter(|(_, hits)| *hits == "0").map(|(line, _)| line.parse().unwrap()).collect()
    };
    let always = [20, 21, 26, 27, 30, 31];
    // Every call of `zero` fails, and no path comes to one of `one`.
    let all: Vec<u32> = [5, 8, 12].into_iter().chain(always).chain(33..=46).collect();
    assert_eq!(not_covered("a.c"), all);
    // The loop goes round four times before it fails.
    let all: Vec<u32> = [8, 12].into_iter().chain(always).chain(37..=46).collect();
    assert_eq!(not_covered("b.c"), all);
    let all: Vec<u32> = [8].into_iter().chain(always).chain(40..=41).collect();
    assert_eq!(not_covered("c.c"), all);
}
