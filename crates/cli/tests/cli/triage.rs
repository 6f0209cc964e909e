//! `dunlin triage`: the findings of other tools, answered.

use crate::support::{Folder, Run};
use serde_json::{Value, json};

/// What is said about its lines:
///
/// ```text
/// 3 no code    7 never executed    8 executed    10 no code    17 in an endless loop
/// 20 behind something unsupported
/// ```
const PROGRAM: &str = "\
#include <dunlin.h>
int table[4];

static int look(int key) {
    if (key > 5) {
        if (key < 3)
            return table[key];
        return 1;
    }

    return 2;
}
int main(void) {
    int key = dunlin_range(0, 100, \"key\");
    if (look(key) == 1)
        for (;;)
            table[0]++;
    if (key == 3) {
        __asm__ volatile(\"hlt\");
        key = table[0];
    }
    return 0;
}
";

fn program() -> Folder {
    let folder = Folder::new();
    folder.write("a.c", PROGRAM);
    folder
}

fn located(artifact: Value, line: Option<u32>) -> Value {
    let mut physical = json!({ "artifactLocation": artifact });
    if let Some(line) = line {
        physical["region"] = json!({ "startLine": line, "startColumn": 5 });
    }
    json!([{ "physicalLocation": physical }])
}

/// As cppcheck names places.
fn plain(file: &str, line: Option<u32>) -> Value {
    located(json!({ "uri": file }), line)
}

fn result(rule: &str, locations: Value) -> Value {
    let text = format!("what {rule} says");
    json!({ "ruleId": rule, "level": "warning", "message": { "text": text }, "locations": locations })
}

fn report(tool: &str, results: Vec<Value>) -> Value {
    json!({
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": { "name": tool } }, "results": results }],
    })
}

fn triage(folder: &Folder, report: &Value, more: &[&str]) -> Run {
    folder.write("report.sarif", report.to_string());
    let args = ["triage", "a.c", "--sarif", "report.sarif", "--output", "out"];
    folder.dunlin(args.iter().chain(more))
}

fn written(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&folder.read(name)).unwrap()
}

/// The answers in a report, in its order.
fn answers(report: &Value) -> Vec<Value> {
    let runs = report["runs"].as_array().unwrap();
    let results = runs.iter().flat_map(|run| run["results"].as_array().unwrap());
    results.map(|result| result["properties"]["dunlin"].clone()).collect()
}

#[track_caller]
fn says(answer: &Value, verdict: &str, part: &str) {
    assert_eq!(answer["verdict"], verdict, "{answer}");
    let reason = answer["reason"].as_str().unwrap();
    assert!(reason.contains(part), "{reason}");
    assert!(!reason.contains('\n') && !reason.is_empty());
}

#[test]
fn every_kind_of_answer() {
    let folder = program();
    let report = report(
        "Cppcheck",
        vec![
            result("never", plain("a.c", Some(7))),
            result("executed", plain("a.c", Some(8))),
            result("elsewhere", plain("b.c", Some(8))),
            result("lineless", plain("a.c", None)),
            result("nowhere", json!([])),
            result("empty", plain("a.c", Some(3))),
            result("beyond", plain("a.c", Some(300))),
            result("behind", plain("a.c", Some(20))),
            result("moved", plain("./a.c", Some(10))),
            result("again", plain("a.c", Some(11))),
            result("endless", plain("a.c", Some(17))),
        ],
    );
    let run = triage(&folder, &report, &[]).expect_code(3);
    let after = written(&folder, "out/triaged.sarif");
    let given = answers(&after);
    assert_eq!(given.len(), 11);
    says(&given[0], "unreachable", "all paths were explored");
    says(&given[1], "reachable", "in a native run");
    says(&given[2], "outside", "no code of the program comes from this file");
    says(&given[3], "no-line", "names no line");
    says(&given[4], "no-line", "names no file");
    says(&given[5], "no-code", "the nearest function is `look`");
    says(&given[6], "no-code", "no line 300 in a.c");
    says(&given[7], "unknown", "inline assembly");
    says(&given[8], "reachable", "(line 10 has no code: this is the answer for line 11)");
    says(&given[9], "reachable", "native run");
    says(&given[10], "reachable", "native run");
    for answer in [1, 8, 9, 10].map(|index| &given[index]) {
        assert_eq!(answer["confirmed"], true, "{answer}");
        let test = answer["test"].as_str().unwrap();
        assert!(folder.exists(&format!("out/{test}")), "{test}");
    }
    assert_eq!(given[8]["test"], given[9]["test"], "one hunt for one place");
    assert_eq!((&given[8]["line"], &given[9]["line"]), (&json!(11), &json!(11)));
    assert_eq!(given[0]["test"], Value::Null);
    // What was there is there still.
    let mut stripped = after;
    for result in stripped["runs"][0]["results"].as_array_mut().unwrap() {
        result.as_object_mut().unwrap().remove("properties");
    }
    assert_eq!(stripped, report);
    let table = run.stdout();
    assert_eq!(table.lines().count(), 13, "{table}");
    assert!(table.starts_with(" #  verdict "), "{table}");
    let last =
        "11 findings: 4 reachable, 1 unreachable, 1 unknown, 2 no-line, 2 no-code, 1 outside";
    assert_eq!(table.lines().last(), Some(last));
    let row = table.lines().nth(2).unwrap();
    assert!(row.contains("2  reachable") && row.contains("a.c:8") && row.contains("executed"));
}

#[test]
fn the_summary_of_a_triage() {
    let folder = program();
    let places = [("a.c", 7), ("a.c", 8), ("a.c", 8), ("b.c", 1)];
    let results = places.iter().map(|&(file, line)| result("r", plain(file, Some(line))));
    let run = triage(&folder, &report("T", results.collect()), &["--json"]).expect_code(0);
    let summary = run.json();
    assert_eq!(
        (&summary["command"], &summary["verdict"]),
        (&json!("triage"), &json!("classified"))
    );
    assert_eq!(summary["complete"], true);
    let counts = json!({
        "reachable": 2, "unreachable": 1, "unknown": 0, "no-line": 0, "no-code": 0, "outside": 1
    });
    assert_eq!(summary["verdicts"], counts);
    assert_eq!(summary["targets"].as_array().unwrap().len(), 2, "two findings share a hunt");
    assert_eq!(summary["targets"][1]["verdict"], "reachable");
    let findings = summary["findings"].as_array().unwrap();
    let targets: Vec<_> = findings.iter().map(|finding| finding["target"].as_u64()).collect();
    assert_eq!(targets, [Some(0), Some(1), Some(1), None]);
    assert_eq!(findings[1]["answer"]["verdict"], "reachable");
    assert_eq!((&findings[3]["file"], &findings[3]["rule"]), (&json!("b.c"), &json!("r")));
    assert_eq!(written(&folder, "out/summary.json"), summary);
}

/// Absolute paths, as clang writes them, paths below a root, as CodeQL does, and those of another
/// machine.
#[test]
fn files_are_found_by_many_names() {
    let folder = program();
    let real = folder.path().canonicalize().unwrap();
    let here = format!("file://{}/a.c", real.display());
    std::os::unix::fs::symlink("a.c", folder.path().join("link.c")).unwrap();
    let root = json!({ "uri": "a.c", "uriBaseId": "%SRCROOT%" });
    let mut report = report(
        "CodeQL",
        vec![
            result("clang", located(json!({ "uri": here, "index": 0 }), Some(8))),
            result("root", located(root.clone(), Some(8))),
            result("link", plain("link.c", Some(8))),
            result("machine", plain("file:///home/builder/project/a.c", Some(8))),
            result("folder", plain("project/a.c", Some(8))),
            result("index", located(json!({ "index": 0 }), Some(8))),
            result("header", plain("file:///usr/include/stdio.h", Some(8))),
            result("web", plain("https://example.org/a.h", Some(8))),
        ],
    );
    report["runs"][0]["artifacts"] = json!([{ "location": { "uri": here } }]);
    let run = triage(&folder, &report, &["--json"]).expect_code(0);
    assert_eq!(run.json()["targets"].as_array().unwrap().len(), 1, "all are one place");
    let given = answers(&written(&folder, "out/triaged.sarif"));
    for (index, answer) in given.iter().enumerate() {
        says(answer, if index < 6 { "reachable" } else { "outside" }, "");
    }
    report["runs"][0]["originalUriBaseIds"] =
        json!({ "%SRCROOT%": { "uri": format!("file://{}/", real.display()) } });
    report["runs"][0]["results"] = json!([result("root", located(root, Some(8)))]);
    triage(&folder, &report, &["--no-replay"]).expect_code(0);
    let given = answers(&written(&folder, "out/triaged.sarif"));
    says(&given[0], "reachable", "not replayed");
    assert_eq!(given[0]["confirmed"], false);
}

#[test]
fn files_of_one_name_are_told_apart_or_not_at_all() {
    let folder = Folder::new();
    for (name, text) in [
        ("x", "int one(int a) {\n  return a;\n}\n"),
        ("y", "int one(int);\nint main(void) { return one(1); }\n"),
    ] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
        folder.write(&format!("{name}/a.c"), text);
    }
    let results =
        vec![result("both", plain("a.c", Some(2))), result("one", plain("x/a.c", Some(2)))];
    folder.write("report.sarif", report("T", results).to_string());
    let args = ["triage", "x/a.c", "y/a.c", "--sarif", "report.sarif", "--write", "after.sarif"];
    folder.dunlin(args).expect_code(0);
    let given = answers(&written(&folder, "after.sarif"));
    says(&given[0], "outside", "the file may be any of");
    says(&given[1], "reachable", "");
    assert!(!folder.exists("dunlin-last/triaged.sarif"), "it was to go elsewhere");
}

/// What stands in the way is told, and one finding does not use the time of others.
#[test]
fn a_stubborn_finding() {
    let folder = Folder::new();
    let source = "#include <dunlin.h>\nint main(void) {\n\
                  unsigned n = dunlin_range(0, 2147483647, \"n\"), sum = 0;\n\
                  for (unsigned i = 0; i < n; i++)\nsum += i & n;\n\
                  if (sum == 0x7fffffff)\nreturn 7;\nreturn 0;\n}\n";
    folder.write("a.c", source);
    let results = vec![result("late", plain("a.c", Some(7))), result("end", plain("a.c", Some(8)))];
    let report = report("T", results);
    let run = triage(&folder, &report, &["--time-per-finding", "300ms"]).expect_code(3);
    assert!(run.stdout().ends_with("2 findings: 1 reachable, 1 unknown\n"), "{}", run.stdout());
    let given = answers(&written(&folder, "out/triaged.sarif"));
    let why = "stopped by --time-per-finding; the condition at a.c:6:5 was never true";
    says(&given[0], "unknown", why);
    says(&given[1], "reachable", "");
    let more = ["--max-time", "200ms", "--json"];
    let summary = triage(&folder, &report, &more).expect_code(3).json();
    assert_eq!(
        (&summary["verdict"], &summary["stopped_by"]),
        (&json!("unknown"), &json!("max-time"))
    );
}

#[test]
fn a_report_without_results() {
    let folder = program();
    let run = triage(&folder, &report("T", vec![]), &[]).expect_code(0);
    assert_eq!(run.stdout(), "no findings\n");
    assert!(run.stderr().contains("report.sarif has no results"), "{}", run.stderr());
    assert_eq!(written(&folder, "out/triaged.sarif"), report("T", vec![]));
    let summary = written(&folder, "out/summary.json");
    assert_eq!(summary["verdict"], "classified");
}

#[test]
fn bad_reports() {
    let folder = program();
    let refused = |text: &str| {
        folder.write("report.sarif", text);
        let message = folder.dunlin(["triage", "a.c", "--sarif", "report.sarif"]).refusal();
        message.strip_prefix("report.sarif: ").unwrap_or_else(|| panic!("{message}")).to_owned()
    };
    assert!(refused("").starts_with("not JSON: "));
    assert!(refused("{\"version\": \"2.1.0\",\n \"runs\": [").contains("in line 2"));
    assert_eq!(refused("[]"), "no SARIF report: it is an array instead of an object");
    assert_eq!(refused("{\"runs\": []}"), "no SARIF report: it has no `version`");
    let old = refused("{\"version\": \"1.0.0\", \"runs\": []}");
    assert_eq!(old, "the report is SARIF 1.0.0, but only 2.1.0 can be read");
    assert_eq!(refused("{\"version\": \"2.1.0\"}"), "the SARIF report has no `runs`");
    assert!(!folder.exists("dunlin-last"), "nothing was begun");
}

#[test]
fn bad_usage() {
    let folder = program();
    folder.write("report.sarif", report("T", vec![result("r", plain("a.c", Some(8)))]).to_string());
    let missing = folder.dunlin(["triage", "a.c", "--sarif", "none.sarif"]).refusal();
    assert!(missing.starts_with("cannot read none.sarif: "), "{missing}");
    folder.dunlin(["triage", "a.c"]).usage_error();
    folder.dunlin(["triage", "--sarif", "report.sarif"]).usage_error();
    let args = ["triage", "a.c", "--sarif", "report.sarif"];
    folder.dunlin(args.iter().chain(&["--time-per-finding", "soon"])).usage_error();
    let program = folder.dunlin(["triage", "none.c", "--sarif", "report.sarif"]).refusal();
    assert!(program.contains("none.c"), "{program}");
    let entry = folder.dunlin(args.iter().chain(&["--entry", "nobody"])).refusal();
    assert!(entry.contains("nobody"), "{entry}");
    let unwritable = ["--write", "no/such/folder.sarif", "--no-replay"];
    let run = folder.dunlin(args.iter().chain(&unwritable)).expect_code(2);
    assert!(run.stderr().contains("cannot write no/such/folder.sarif: "), "{}", run.stderr());
    assert!(run.stdout().contains("1 reachable"), "the answers are told nevertheless");
}

/// What stands in lines that the compiler has removed is not what comes after them.
#[test]
fn findings_on_removed_lines() {
    let folder = Folder::new();
    let lines = [
        "#include <dunlin.h>",
        "int main(void) {",
        "    int n = dunlin_int(\"n\"), r = 0;",
        "    if (0) {",
        "        // 5",
        "        r = 100 / n; // 6",
        "    }",
        "    r += 0",
        "        ? n + 3 // 9",
        "        : n * 2; // 10",
        "    if (n > 5)",
        "        r = 7; // 12",
        "    do {",
        "        r++; // 14",
        "        return r;",
        "        r = 3; // 16",
        "    } while (n);",
        "}",
    ];
    folder.write("a.c", lines.join("\n"));
    let on = |line: u32| result("finding", plain("a.c", Some(line)));
    let report = report("Tool", [5, 6, 9, 10, 12, 4, 14, 16].map(on).to_vec());
    for level in ["-O0", "-O2"] {
        let run = triage(&folder, &report, &[level, "--json"]);
        let given = answers(&written(&folder, "out/triaged.sarif"));
        for removed in [0, 1, 2, 7] {
            says(&given[removed], "unreachable", "the compiler removed the code at this line");
        }
        for executed in [3, 4, 6] {
            says(&given[executed], "reachable", "in a native run");
        }
        says(&given[5], "reachable", "(line 4 has no code: this is the answer for line 8)");
        assert_eq!(run.code(), Some(0), "{level}");
        std::fs::remove_dir_all(folder.path().join("out")).unwrap();
    }
}
