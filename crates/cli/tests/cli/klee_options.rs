//! Command lines and programs that were written for KLEE.

use crate::support::{ENDLESS, Folder, RETURNS_ZERO};

#[test]
fn a_command_line_of_klee() {
    let folder = Folder::new();
    folder.write("a.c", "int other(void) { return 3; }\nint main(void) { return 0; }\n");
    let options = [
        "--max-time=60s",
        "-max-memory",
        "2000",
        "--search=random-path",
        "--search=nurs:covnew",
        "--output-dir=klee-out",
        "--libc=uclibc",
        "--optimize=false",
    ];
    let line = ["run", "--json"].into_iter().chain(options).chain(["a.c"]);
    let run = folder.dunlin(line).expect_code(0);
    let summary = run.json();
    assert_eq!(summary["exit_status"], 0);
    let notes = run.stderr();
    assert!(notes.contains("dunlin: ignored: --libc (Dunlin has a C library"), "{notes}");
    assert!(notes.contains("several --search became --search=klee"), "{notes}");
    assert!(folder.path().join("klee-out/summary.json").exists());
}

#[test]
fn a_limit_in_the_spelling_of_klee_holds() {
    let folder = Folder::new();
    folder.write("a.c", ENDLESS);
    let run = folder.dunlin(["run", "--json", "-max-instructions=1000", "a.c"]).expect_code(3);
    assert_eq!(run.json()["stopped_by"], "max-instructions");
}

#[test]
fn arguments_of_the_program_are_not_options() {
    let folder = Folder::new();
    folder.write("a.c", "int main(int argc, char **argv) { return argc > 1 ? argv[1][1] : 0; }\n");
    let run = folder.dunlin(["run", "--json", "a.c", "--", "-libc=klee"]).expect_code(0);
    assert_eq!(run.json()["exit_status"], i32::from(b'l'));
    assert!(!run.stderr().contains("ignored"), "{}", run.stderr());
}

#[test]
fn an_option_that_nobody_knows_is_an_error() {
    let folder = Folder::new();
    folder.write("a.c", RETURNS_ZERO);
    let error = folder.dunlin(["run", "--max-patience=3", "a.c"]).usage_error();
    assert!(error.contains("--max-patience"), "{error}");
    let error = folder.dunlin(["run", "--search=nurs:best", "a.c"]).usage_error();
    assert!(error.contains("nurs:best"), "{error}");
}

#[test]
fn a_harness_finds_its_header() {
    let folder = Folder::new();
    let source = "#include <klee/klee.h>\n#include <dunlin.h>\n\
        int main(void) {\n    klee_assert(1 + 1 == 2);\n    dunlin_assert(1 + 1 == 3);\n}\n";
    folder.write("a.c", source);
    let summary = folder.dunlin(["run", "--json", "a.c"]).expect_code(1).json();
    let error = &summary["errors"][0];
    assert_eq!(error["kind"], "assertion-failure");
    assert_eq!(error["line"], 5);
    assert!(error["message"].as_str().is_some_and(|text| text.contains("1 + 1 == 3")), "{error}");
}
