//! `dunlin doctor`: what works here, as text and as JSON.

use crate::support::Folder;
use serde_json::Value;

fn doctor(options: &[&str]) -> (i32, String) {
    let folder = Folder::new();
    let run = folder.dunlin(["doctor"].iter().chain(options));
    assert_eq!(run.stderr(), "");
    (run.code().expect("no signal"), run.stdout())
}

#[test]
fn this_machine_can_replay() {
    let (code, text) = doctor(&[]);
    assert_eq!(code, 0, "{text}");
    for part in
        ["clang-19: ", "solvers   native, bitwuzla, z3\n", "sandbox   ", " holds   one-program "]
    {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let (code, text) = doctor(&["--json"]);
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &found["replay"]), (0, &Value::Bool(true)));
    assert!(found["clang"]["version"].as_str().unwrap().contains("19"));
    assert!(found["sandbox"]["isolation"].is_string());
    let rules = found["sandbox"]["rules"].as_array().unwrap();
    assert!(rules.len() > 20);
    for rule in rules {
        assert!(rule["name"].is_string() && rule["promise"].is_string());
        // What does not hold says why.
        assert_eq!(rule["holds"].as_bool().unwrap(), rule["why"].is_null(), "{rule}");
    }
}

#[test]
fn without_a_compiler_nothing_is_replayed() {
    let (code, text) = doctor(&["--clang", "/nonexistent/clang"]);
    assert_eq!(code, 3);
    assert!(text.contains("clang     /nonexistent/clang: No such file"), "{text}");
    assert!(text.ends_with("Nothing can be run natively here: errors stay unconfirmed.\n"));
    let (code, text) = doctor(&["--clang", "/nonexistent/clang", "--json"]);
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &found["replay"]), (3, &Value::Bool(false)));
    assert!(found["clang"]["version"].is_null());
}
