//! Suites of tests for the coverage properties.

use super::{BRANCHES, DECLARATIONS, ERROR_CALL, folder, verify};
use crate::support::Folder;
use std::collections::BTreeMap;

/// The files of an archive whose content is stored as it is.
fn archive(folder: &Folder, name: &str) -> BTreeMap<String, String> {
    let bytes = folder.read_bytes(name);
    let mut files = BTreeMap::new();
    let mut at = 0;
    let number = |at: usize, length: usize| {
        bytes[at..at + length].iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
    };
    while bytes[at..].starts_with(b"PK\x03\x04") {
        assert_eq!(number(at + 8, 2), 0, "it is not compressed");
        let (size, name_length, extra) =
            (number(at + 18, 4), number(at + 26, 2), number(at + 28, 2));
        let (name, content) = (at + 30, at + 30 + name_length + extra);
        let text = |from: usize, length: usize| {
            String::from_utf8_lossy(&bytes[from..from + length]).into_owned()
        };
        files.insert(text(name, name_length), text(content, size));
        at = content + size;
    }
    files
}

/// The first input of each test.
fn first_inputs(files: &BTreeMap<String, String>) -> Vec<i64> {
    let tests = files.iter().filter(|(name, _)| *name != "metadata.xml");
    let first = |content: &String| {
        let value = content.split("<input").nth(1)?.split('>').nth(1)?.split('<').next()?;
        value.parse().ok()
    };
    tests.filter_map(|(_, content)| first(content)).collect()
}

#[test]
fn every_branch_has_a_test_also_where_an_assumption_ends_it() {
    let program = format!(
        "{DECLARATIONS}int main(void) {{\n    int x = __VERIFIER_nondet_int();\n    if (x > 1000) {{\n        \
         __VERIFIER_assume(x < 5);\n    }} else if (x == 77) {{\n        abort();\n    }}\n    return 0;\n}}\n"
    );
    let folder = folder(BRANCHES, &program);
    let run = verify(&folder, &["--test-suite", "s.zip", "--data-model", "ilp32"]).expect_code(0);
    assert_eq!(run.stdout(), "done\n");
    assert!(run.stderr().contains("4 of 8 branches are covered"), "{}", run.stderr());
    let files = archive(&folder, "s.zip");
    let metadata = &files["metadata.xml"];
    assert!(metadata.contains("COVER EDGES(@DECISIONEDGE)"), "{metadata}");
    assert!(metadata.contains("<architecture>32bit</architecture>"), "{metadata}");
    let inputs = first_inputs(&files);
    assert!(inputs.contains(&77) && inputs.iter().any(|x| *x > 1000), "{inputs:?}");
    assert!(inputs.iter().any(|x| *x < 1000 && *x != 77), "{inputs:?}");
}

#[test]
fn a_test_that_calls_the_error_function() {
    let body = "int x = __VERIFIER_nondet_int(); for (int i = 0; i < 20; i++) if (x == i * 3)\n\
                if (i == 13) reach_error(); return 0;";
    let program = format!("{DECLARATIONS}int main(void) {{\n{body}\n}}\n");
    let folder = folder(ERROR_CALL, &program);
    let run = verify(&folder, &["--test-suite", "s.zip"]).expect_code(0);
    assert_eq!(run.stdout(), "done\n");
    assert!(run.stderr().contains("a test calls `reach_error`"), "{}", run.stderr());
    assert!(first_inputs(&archive(&folder, "s.zip")).contains(&39));
}

#[test]
fn another_function_is_not_looked_for() {
    let property = ERROR_CALL.replace("reach_error", "main");
    let run = verify(&folder(&property, "int main(void) { return 0; }\n"), &[]).expect_code(3);
    assert!(run.stderr().contains("tests that call `main` are not looked for"), "{}", run.stderr());
}
