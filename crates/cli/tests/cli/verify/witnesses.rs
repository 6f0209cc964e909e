//! Witnesses of format 2.0: well-formed, with the right places, and their inputs lead to the violation again.

use super::{DECLARATIONS, UNREACH_CALL, VALID_DEREF, folder, verify};
use crate::support::Folder;
use std::path::Path;

const PROGRAM: &str = "\
extern int __VERIFIER_nondet_int(void);
void reach_error() {}
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < 0 || x > 100)
            return 0;
        sum += x * (i + 1);
    }
    int last;
    last = __VERIFIER_nondet_int ( );
    if (sum == 600 && last == -7)
        reach_error();
    return 0;
}
";

/// Where a witness says something: kind, condition, line and column.
fn waypoints(yaml: &str) -> Vec<(String, String, u32, u32)> {
    let field = |segment: &str, name: &str| {
        let line = segment.lines().find(|line| line.trim_start().starts_with(&format!("{name}: ")));
        let value = line.and_then(|line| line.split_once(": ")).map_or("", |(_, value)| value);
        value.trim_matches('"').replace("\\\\", "\\")
    };
    let segments = yaml.split("    - segment:\n").skip(1);
    let read = |segment: &str| {
        let number = |name| field(segment, name).parse().expect("a number");
        (field(segment, "type"), field(segment, "value"), number("line"), number("column"))
    };
    segments.map(read).collect()
}

/// The program with the inputs of a witness in the place of what decides them.
fn with_inputs(program: &str, waypoints: &[(String, String, u32, u32)]) -> String {
    let values: Vec<&str> = waypoints
        .iter()
        .filter(|(kind, ..)| kind == "function_return")
        .map(|(_, value, ..)| value.strip_prefix("\\result == ").expect("a value"))
        .collect();
    let declared = format!(
        "static int next; static const int given[] = {{{}}};\n\
         int __VERIFIER_nondet_int(void) {{ return given[next++]; }}\n",
        values.join(", ")
    );
    program.replace("extern int __VERIFIER_nondet_int(void);\n", &declared)
}

#[test]
fn a_violation_names_its_inputs_and_its_statement() {
    let folder = folder(UNREACH_CALL, PROGRAM);
    verify(&folder, &["--witness", "w.yml"]).expect_code(1);
    let yaml = folder.read("w.yml");
    assert!(
        yaml.contains("entry_type: \"violation_sequence\"") && yaml.contains("\"2.0\""),
        "{yaml}"
    );
    assert!(yaml.contains("data_model: \"LP64\""), "{yaml}");
    let found = waypoints(&yaml);
    let expected = [
        ("function_return", "\\result == 100", 6, 39),
        ("assumption", "x == 100", 7, 9),
        ("function_return", "\\result == 100", 6, 39),
        ("assumption", "x == 100", 7, 9),
        ("function_return", "\\result == 100", 6, 39),
        ("assumption", "x == 100", 7, 9),
        ("function_return", "\\result == -7", 12, 36),
        ("target", "", 14, 9),
    ];
    let expected: Vec<_> = expected
        .map(|(kind, value, line, column)| (kind.to_string(), value.to_string(), line, column))
        .into();
    assert_eq!(found, expected, "{yaml}");
    // In our own execution, nothing but the inputs of the witness leads to the violation.
    let replayed = super::folder(UNREACH_CALL, &with_inputs(PROGRAM, &found));
    assert_eq!(verify(&replayed, &[]).expect_code(1).stdout(), "false(unreach-call)\n");
    let summary = replayed.dunlin(["run", "a.c", "--json"]).expect_code(1).json();
    assert_eq!(
        (&summary["paths"]["finished"], &summary["paths"]["errors"]),
        (&0.into(), &1.into())
    );
}

#[test]
fn a_violation_of_memory_safety_is_where_the_access_is() {
    let program = format!(
        "{DECLARATIONS}int f(int *p, int i) {{\n    int k = i;\n    if (k > 3 &&\n        p[k] == 2)\n        return 1;\n    \
         return 0;\n}}\nint main(void) {{ int a[4] = {{0}}; return f(a, __VERIFIER_nondet_int()); }}\n"
    );
    let folder = folder(VALID_DEREF, &program);
    verify(&folder, &["--witness", "w.yml", "--data-model", "ilp32"]).expect_code(1);
    let yaml = folder.read("w.yml");
    let found = waypoints(&yaml);
    assert!(
        yaml.contains("data_model: \"ILP32\"") && yaml.ends_with("function: \"f\"\n"),
        "{yaml}"
    );
    let line = DECLARATIONS.lines().count() as u32;
    assert_eq!(found.len(), 2, "{yaml}");
    assert_eq!(found[0].0, "function_return");
    assert_eq!(found[1], ("target".to_string(), String::new(), line + 3, 5));
}

#[test]
fn a_proof_has_a_set_of_invariants() {
    let folder = folder(VALID_DEREF, "int main(void) { return 0; }\n");
    verify(&folder, &["--witness", "w.yml"]).expect_code(0);
    let yaml = folder.read("w.yml");
    assert!(yaml.starts_with("- entry_type: \"invariant_set\"\n  metadata:\n"), "{yaml}");
    assert!(yaml.ends_with("  content: []\n"), "{yaml}");
    assert!(
        yaml.contains("specification: \"CHECK( init(main()), LTL(G valid-deref) )\""),
        "{yaml}"
    );
}

#[test]
fn what_is_unknown_has_no_witness() {
    let folder = folder("CHECK( init(main()), LTL(F end) )", "int main(void) { return 0; }\n");
    verify(&folder, &["--witness", "w.yml"]).expect_code(3);
    assert!(!folder.exists("w.yml"));
}

/// Preprocessed files are C sources.
#[test]
fn preprocessed_files() {
    let folder = Folder::new();
    folder.write("p.prp", UNREACH_CALL);
    folder.write("a.i", PROGRAM);
    let args = ["verify", "--property", "p.prp", "a.i", "--witness", "w.yml"];
    folder.dunlin(args).expect_code(1);
    assert!(folder.read("w.yml").contains("file_name: \"a.i\""));
    // The places are those of the file that was given, whatever its markers say.
    folder.write("a.i", format!("# 1 \"other.c\"\n# 41 \"other.c\"\n{PROGRAM}"));
    let args = ["verify", "--property", "p.prp", "a.i", "--witness", "v.yml"];
    folder.dunlin(args).expect_code(1);
    let yaml = folder.read("v.yml");
    assert!(!yaml.contains("other.c"), "{yaml}");
    let found = waypoints(&yaml);
    assert_eq!((found.len(), found[0].2, found[7].2), (8, 8, 16), "{yaml}");
}

/// What the README shows is what happens.
#[test]
fn the_example_has_the_result_of_the_guide() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = std::fs::read_to_string(root.join("docs/guide.md")).expect("a guide");
    let command = "$ dunlin verify --property examples/properties/valid-deref.prp examples/config.c \
                   --witness witness.yml\n";
    let shown = guide.split(command).nth(1).expect("the example").split("```").next().unwrap();
    let folder = Folder::new();
    for name in ["config.c", "properties/valid-deref.prp"] {
        let content = std::fs::read(root.join("examples").join(name)).expect("an example");
        std::fs::create_dir_all(folder.path().join("examples/properties")).expect("a folder");
        folder.write(&format!("examples/{name}"), content);
    }
    let args = command.trim_start_matches("$ dunlin ").split_whitespace();
    let run = folder.dunlin(args).expect_code(1);
    assert_eq!(run.stderr() + &run.stdout(), shown);
    assert!(folder.read("witness.yml").contains("line: 18"));
}
