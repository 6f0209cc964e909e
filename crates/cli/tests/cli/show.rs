//! `dunlin show`: every form, and that the text of a program can be read back.

use crate::support::Folder;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

const PROGRAM: &str = "int limit = 3;\n\
static int square(int n) { return n * n; }\n\
int total(int n) {\n    int sum = 0;\n    for (int i = 0; i < n; i++)\n        sum += square(i);\n\
\x20   return sum;\n}\n\
int main(void) { int (*f)(int) = total; return f(limit) + total(2); }\n";

fn program() -> Folder {
    let folder = Folder::new();
    folder.write("a.c", PROGRAM);
    folder
}

fn shown(folder: &Folder, args: &[&str]) -> String {
    let mut all = vec!["show", "a.c"];
    all.extend(args);
    folder.dunlin(all).expect_code(0).stdout()
}

#[test]
fn the_program_as_ir() {
    let folder = program();
    let text = shown(&folder, &["--ir"]);
    assert_eq!(text, shown(&folder, &[]), "the default");
    for part in
        ["\"main\"()", "\"total\"(%0: i32) -> (i32)", "call", "mul nsw", "branch", "\"limit\""]
    {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let one = shown(&folder, &["--function", "total"]);
    assert!(one.contains("\"total\"") && !one.contains("define @f0 \"main\""), "{one}");
    assert!(!one.contains("alloca"), "locals are registers: {one}");
    let in_memory = shown(&folder, &["--function", "total", "--no-promote"]);
    assert!(in_memory.contains("alloca"), "{in_memory}");
}

#[test]
fn control_flow_and_calls() {
    let folder = program();
    let cfg = shown(&folder, &["--cfg"]);
    assert!(cfg.contains("total") && cfg.contains("main") && cfg.contains("loop"), "{cfg}");
    let one = shown(&folder, &["--cfg", "--function", "square"]);
    assert!(one.contains("square") && !one.contains("loop"), "{one}");
    let calls = shown(&folder, &["--calls"]);
    assert!(calls.contains("main") && calls.contains("square"), "{calls}");
}

#[test]
fn graphs() {
    let folder = program();
    for args in
        [&["--cfg", "--dot"][..], &["--calls", "--dot"], &["--cfg", "--dot", "--function", "total"]]
    {
        let dot = shown(&folder, args);
        assert!(dot.starts_with("digraph"), "{dot}");
        assert!(dot.contains("->"), "{dot}");
        let (open, close) = (dot.matches('{').count(), dot.matches('}').count());
        assert_eq!(open, close, "{dot}");
    }
}

/// Text, parsed and printed again, is the same text; the module is well-formed both times.
#[track_caller]
fn check_round_trip(text: &str, what: &str) {
    let module = dunlin_ir::parse::parse(text).unwrap_or_else(|error| panic!("{what}: {error}"));
    if let Err(errors) = dunlin_ir::verify::verify(&module) {
        panic!("{what}: {errors:?}");
    }
    assert!(module.to_string() == text, "{what}: the text changes when it is printed again");
}

#[test]
fn the_text_of_real_programs_reads_back() {
    let folder = Folder::new();
    let features = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/features");
    for name in
        ["structs", "varargs", "switch", "computed_goto", "long_double", "int128", "vectors"]
    {
        let file = features.join(format!("{name}.c")).canonicalize().unwrap();
        let file = file.to_str().unwrap();
        for options in
            [&["-O0"][..], &["-O2"], &["-m32", "-msse2"], &["--no-promote"], &["--optimize"]]
        {
            if name == "int128" && options[0] == "-m32" {
                continue;
            }
            let mut args = vec!["show", "--ir", file];
            args.extend(options);
            let text = folder.dunlin(args).expect_code(0).stdout();
            check_round_trip(&text, &format!("{name} {options:?}"));
        }
    }
}

/// A reader that has enough, as `head` has, is no error.
#[test]
fn a_closed_pipe() {
    let folder = Folder::new();
    let mut text = String::from("int main(void) { return 0; }\n");
    for i in 0..2000 {
        text.push_str(&format!("int f{i}(int a, int b) {{ return a * {i} + b / (a + {i}); }}\n"));
    }
    folder.write("large.c", text);
    let mut child = Command::new(env!("CARGO_BIN_EXE_dunlin"))
        .current_dir(folder.path())
        .args(["show", "large.c"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut start = [0; 100];
    stdout.read_exact(&mut start).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(start.starts_with(b"module \"large.c\""));
}
