//! Nobody reads any more: `dunlin … | head -1`.

use super::support::{ENDLESS, Folder};
use std::io;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};

/// Two paths with an error each, and a line of output.
const TWO_ERRORS: &str = "#include <dunlin.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
    int main(void) {\nint n = dunlin_int(\"n\");\nputs(\"started\");\nif (n == 1) abort();\n\
    return 10 / (n - 2);\n}\n";
const SARIF: &str = r#"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "t"}}, "results": [
    {"message": {"text": "m"}, "locations": [{"physicalLocation":
    {"artifactLocation": {"uri": "a.c"}, "region": {"startLine": 7}}}]}]}]}"#;

/// A pipe that nobody reads.
fn closed_pipe() -> Stdio {
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    OwnedFd::from(writer).into()
}

/// The exit code of a command both of whose outputs are closed.
fn unread(folder: &Folder, args: &[&str]) -> Option<i32> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
    command.current_dir(folder.path()).args(args);
    command.stdout(closed_pipe()).stderr(closed_pipe()).status().expect("dunlin starts").code()
}

#[test]
fn results_are_written_and_the_exit_code_is_that_of_the_answer() {
    let folder = Folder::new();
    folder.write("a.c", TWO_ERRORS);
    folder.write("endless.c", ENDLESS);
    folder.write("a.sarif", SARIF);
    for args in
        [&["run", "a.c", "--output", "out"][..], &["run", "a.c", "--json", "--output", "out"]]
    {
        assert_eq!(unread(&folder, args), Some(1), "{args:?}");
        assert!(folder.read("out/summary.json").contains("division-by-zero"));
        for name in ["out/errors.sarif", "out/coverage.lcov", "out/errors/000002.txt"] {
            assert!(folder.exists(name), "{name} after {args:?}");
        }
    }
    let test = "out/tests/000001.ktest";
    let cases: [(&[&str], i32); 7] = [
        (&["run", "endless.c", "--max-time", "2s", "--output", "limited"], 3),
        (&["reach", "a.c", "--target", "a.c:7", "--output", "reached"], 0),
        (&["triage", "a.c", "--sarif", "a.sarif", "--output", "triaged"], 0),
        (&["replay", "a.c", test], 0),
        (&["show", "a.c", "--ir"], 0),
        (&["run", "missing.c"], 2),
        (&["--help"], 0),
    ];
    for (args, code) in cases {
        assert_eq!(unread(&folder, args), Some(code), "{args:?}");
    }
    for name in ["limited/summary.json", "reached/summary.json", "triaged/triaged.sarif"] {
        assert!(folder.exists(name), "{name}");
    }
}
