//! The example of the library runs, and what it writes can be read again.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Built beside the tests.
fn example() -> PathBuf {
    let tests = std::env::current_exe().expect("a test knows where it is");
    let profile = tests.parent().and_then(Path::parent).expect("tests are in target/PROFILE/deps");
    profile.join("examples/library")
}

fn explore(source: &str, folder: &Path) -> String {
    std::fs::write(folder.join("program.c"), source).unwrap();
    let ran = Command::new(example()).arg("program.c").current_dir(folder).output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{out}{err}");
    out.into_owned()
}

#[test]
fn the_example_tells_what_breaks() {
    let folder = tempfile::tempdir().unwrap();
    let source = "#include <klee/klee.h>\nint main(void) {\n  int x;\n  \
                  klee_make_symbolic(&x, sizeof x, \"x\");\n  return x == 7 ? 1 / (x - 7) : 0;\n}\n";
    let told = explore(source, folder.path());
    assert!(told.contains("found: division-by-zero\n"), "{told}");
    assert!(told.contains("line 5: division by zero, with tests/0000"), "{told}");
    assert!(told.ends_with("(results in ./dunlin-out-0)\n"), "{told}");
    let json = std::fs::read_to_string(folder.path().join("dunlin-out-0/summary.json")).unwrap();
    let summary: dunlin_report::Summary = serde_json::from_str(&json).unwrap();
    assert!(summary.errors[0].confirmed, "a native run confirms it: {json}");
    assert_eq!(summary.to_json(), json, "what was written can be read and written again");
}

#[test]
fn a_program_that_cannot_be_loaded_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let ran = Command::new(example()).arg("no.c").current_dir(folder.path()).output().unwrap();
    assert!(!ran.status.success());
    assert!(String::from_utf8_lossy(&ran.stderr).contains("no.c"), "{ran:?}");
}
