//! Bad input and bad usage: one clear message and exit code 2.

use crate::support::{Folder, RETURNS_ZERO, fixture};
use std::process::Command;

#[test]
fn files_that_are_not_programs() {
    let folder = Folder::new();
    let refused = |name: &str| folder.dunlin(["run", name]).refusal();
    assert_eq!(refused("missing.c"), "missing.c: no such file");
    std::fs::create_dir(folder.path().join("sources")).unwrap();
    assert_eq!(refused("sources"), "sources is a directory; pass its files");
    folder.write("nothing.bc", "");
    assert_eq!(refused("nothing.bc"), "nothing.bc is empty");
    folder.write("notes.txt", "Remember the milk.\n");
    assert!(refused("notes.txt").starts_with("notes.txt is neither a C source"));
    folder.write("text.bc", "This is not bitcode.\n");
    assert!(refused("text.bc").contains("text.bc"));
    assert!(!folder.path().join("dunlin-out-0").exists(), "a refused run leaves no results");
}

#[test]
fn damaged_bitcode() {
    let folder = Folder::new();
    folder.write("a.c", RETURNS_ZERO);
    folder.clang(&["-c", "-emit-llvm", "-g", "a.c", "-o", "a.bc"]);
    let whole = std::fs::read(folder.path().join("a.bc")).unwrap();
    for length in [5, 40, whole.len() / 3, whole.len() / 2, whole.len() - 4] {
        folder.write("cut.bc", &whole[..length]);
        let message = folder.dunlin(["run", "cut.bc"]).refusal();
        assert!(message.starts_with("LLVM could not read cut.bc: "), "{length} bytes: {message}");
    }
    folder.write("garbage.bc", b"BC\xC0\xDE and then something else altogether");
    let message = folder.dunlin(["run", "garbage.bc"]).refusal();
    assert!(message.starts_with("LLVM could not read garbage.bc: "), "{message}");
}

#[test]
fn bitcode_that_crashes_the_reader() {
    let folder = Folder::new();
    let run = folder.dunlin([std::ffi::OsStr::new("run"), fixture("crashes-reader.bc").as_ref()]);
    let message = run.refusal();
    assert!(message.contains("crashes-reader.bc: its reader crashed (signal"), "{message}");
    assert!(message.ends_with("The file is probably damaged."), "{message}");
}

#[test]
fn bitcode_of_a_newer_llvm_names_both_versions() {
    let folder = Folder::new();
    let run = folder.dunlin([std::ffi::OsStr::new("run"), fixture("newer.bc").as_ref()]);
    let message = run.refusal();
    assert!(
        message.contains("newer.bc was written by LLVM 22.1.2; this Dunlin reads up to LLVM 19"),
        "{message}"
    );
}

#[test]
fn a_c_file_that_does_not_compile() {
    let folder = Folder::new();
    folder.write("broken.c", "int main(void) {\n    return missing;\n}\n");
    for command in ["run", "show"] {
        let run = folder.dunlin([command, "broken.c"]).expect_code(2);
        let stderr = run.stderr();
        assert_eq!(run.stdout(), "");
        assert!(
            stderr.contains("broken.c:2:12: error: use of undeclared identifier 'missing'"),
            "{stderr}"
        );
        assert_eq!(stderr.matches("error: use of undeclared").count(), 1, "{stderr}");
    }
    folder.write("include.c", "#include \"nowhere.h\"\n");
    let message = folder.dunlin(["run", "include.c"]).refusal();
    assert!(message.contains("include.c:1:10: fatal error: 'nowhere.h' file not found"));
}

#[test]
fn a_program_without_the_entry() {
    let folder = Folder::new();
    folder.write(
        "library.c",
        "int twice(int n) { return 2 * n; }\nint half(int n) { return n / 2; }\n",
    );
    assert_eq!(
        folder.dunlin(["run", "library.c"]).refusal(),
        "no function `main` in library.c; pass --entry NAME (functions here: twice, half)"
    );
    assert_eq!(
        folder.dunlin(["run", "--entry", "thrice", "library.c"]).refusal(),
        "no function `thrice` in library.c; pass --entry NAME (functions here: twice, half)"
    );
}

#[test]
fn clang_that_is_missing() {
    let folder = Folder::new();
    folder.write("a.c", RETURNS_ZERO);
    let message = folder.dunlin(["run", "--clang", "/no/such/clang", "a.c"]).refusal();
    assert!(message.starts_with("clang 19 was not found (`/no/such/clang`"), "{message}");
    assert!(message.contains("./dev setup"), "{message}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
    let output =
        command.current_dir(folder.path()).env("PATH", "").args(["run", "a.c"]).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.starts_with("dunlin: clang 19 was not found ("), "{stderr}");
}

#[test]
fn places_that_cannot_be_written() {
    let folder = Folder::new();
    folder.write("a.c", RETURNS_ZERO);
    // A file where a folder should be stops also those who may write everywhere.
    let message = folder.dunlin(["run", "a.c", "--output", "a.c/results"]).refusal();
    assert!(message.starts_with("cannot create the output folder: "), "{message}");
    assert!(message.ends_with("choose another with --output DIR"), "{message}");
    let message = folder.dunlin(["run", "a.c", "--output", "a.c"]).refusal();
    assert!(message.starts_with("cannot create the output folder: "), "{message}");
    let args = ["run", "a.c", "--program-output", "no/such/folder/out"];
    let message = folder.dunlin(args).refusal();
    assert!(
        message.starts_with("cannot write the program's output to no/such/folder/out: "),
        "{message}"
    );
}

#[test]
fn options_that_do_not_exist_or_do_not_fit() {
    let folder = Folder::new();
    folder.write("a.c", RETURNS_ZERO);
    let usage = |args: &[&str]| folder.dunlin(args).usage_error();
    assert!(usage(&["run", "--frobnicate", "a.c"]).contains("'--frobnicate'"));
    assert!(usage(&["run"]).contains("<PROGRAM>"));
    assert!(usage(&["explode", "a.c"]).contains("'explode'"));
    assert!(usage(&["run", "--max-instructions", "many", "a.c"]).contains("'many'"));
    assert!(usage(&["run", "--max-instructions", "-1", "a.c"]).contains("-1"));
    assert!(usage(&["run", "--max-time", "soon", "a.c"]).contains("as in 90s"));
    assert!(usage(&["run", "--max-memory", "3 bags", "a.c"]).contains("as in 500M"));
    assert!(usage(&["show", "--ir", "--cfg", "a.c"]).contains("'--ir'"));
    assert!(usage(&["show", "--ir", "--dot", "a.c"]).contains("--dot"));
    assert_eq!(
        folder.dunlin(["show", "--dot", "a.c"]).refusal(),
        "--dot draws graphs: use it with --cfg or --calls"
    );
    assert_eq!(
        folder.dunlin(["show", "--function", "other", "a.c"]).refusal(),
        "no function `other`; functions here: main"
    );
}

#[test]
fn help_and_version_are_no_errors() {
    let folder = Folder::new();
    let help = folder.dunlin(["--help"]).expect_code(0).stdout();
    assert!(help.contains("run") && help.contains("show"), "{help}");
    let version = folder.dunlin(["--version"]).expect_code(0).stdout();
    assert_eq!(version, format!("dunlin {}\n", env!("CARGO_PKG_VERSION")));
    assert!(folder.dunlin(["run", "--help"]).expect_code(0).stdout().contains("--max-time"));
}
