//! Reports in the shapes that tools write, and what damage does to them.

use super::*;
use crate::triage_table::TriageVerdict;
use proptest::prelude::*;
use serde_json::json;

/// As `cppcheck --output-format=sarif` writes it: plain paths, and a finding about no line.
fn cppcheck() -> Value {
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "Cppcheck", "semanticVersion": "2.17.0", "rules": [{
                    "id": "nullPointer",
                    "shortDescription": {"text": "Null pointer dereference: p"},
                    "properties": {"precision": "high", "security-severity": "9.9"},
                }],
            }},
            "results": [
                {
                    "level": "error",
                    "ruleId": "nullPointer",
                    "message": {"text": "Null pointer dereference: p"},
                    "locations": [{"physicalLocation": {
                        "artifactLocation": {"uri": "src/list.c"},
                        "region": {"startLine": 12, "startColumn": 9, "endLine": 12, "endColumn": 9},
                    }}],
                },
                {
                    "level": "note",
                    "ruleId": "missingIncludeSystem",
                    "message": {"text": "Include file <foo.h> not found"},
                    "locations": [{"physicalLocation": {
                        "artifactLocation": {"uri": "nofile"},
                        "region": {"startLine": 0, "startColumn": 0},
                    }}],
                },
            ],
        }],
    })
}

/// As `clang -fdiagnostics-format=sarif` writes it: absolute URIs, several places of one result.
fn clang() -> Value {
    let place = |line: u32, column: u32| {
        json!({"physicalLocation": {
            "artifactLocation": {"index": 0, "uri": "file:///home/me/my%20code/a%2Bb.c"},
            "region": {"startLine": line, "startColumn": column, "endColumn": column},
        }})
    };
    json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/cos02/schemas/sarif-schema-2.1.0.json",
        "runs": [{
            "artifacts": [{
                "length": 107,
                "location": {"index": 0, "uri": "file:///home/me/my%20code/a%2Bb.c"},
                "roles": ["resultFile"],
            }],
            "columnKind": "unicodeCodePoints",
            "results": [{
                "level": "warning",
                "locations": [place(4, 11), place(3, 9)],
                "message": {"text": "array index 4 is past the end of the array"},
                "ruleId": "6089",
                "ruleIndex": 0,
            }],
            "tool": {"driver": {"name": "clang", "rules": [{
                "defaultConfiguration": {"enabled": true, "level": "warning", "rank": -1},
                "id": "6089",
            }]}},
        }],
        "version": "2.1.0",
    })
}

/// As CodeQL writes it: relative to a folder that nobody knows, rules in an extension, and more than
/// the format has names for.
fn codeql() -> Value {
    json!({
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {"name": "CodeQL", "rules": []},
                "extensions": [
                    {"name": "codeql/cpp-all", "semanticVersion": "0.9.1"},
                    {"name": "codeql/cpp-queries", "rules": [{
                        "id": "cpp/unbounded-write",
                        "messageStrings": {"default": {"text": "This '{0}' may overflow {1} {{}}."}},
                    }]},
                ],
            },
            "artifacts": [{"location": {"uri": "lib/copy.c", "uriBaseId": "%SRCROOT%", "index": 0}}],
            "results": [{
                "rule": {"id": "cpp/unbounded-write", "index": 0, "toolComponent": {"index": 1}},
                "message": {"id": "default", "arguments": ["strcpy", "its target"]},
                "locations": [{"physicalLocation": {
                    "artifactLocation": {"index": 0},
                    "region": {"startLine": 40, "startColumn": 3, "endColumn": 9},
                }}],
                "partialFingerprints": {"primaryLocationLineHash": "39fa2ee980eb94b0:1"},
                "properties": {"tags": ["security"], "score": 0.5},
            }],
            "properties": {"semmle.formatSpecifier": "sarif-latest"},
        }],
    })
}

fn parse(report: &Value) -> Result<Report, ReportProblem> {
    Report::parse(&report.to_string())
}

fn findings(report: &Value) -> Vec<Finding> {
    parse(report).unwrap().findings()
}

fn answer() -> Triaged {
    Triaged {
        verdict: TriageVerdict::Reachable,
        reason: "a native run passes the line".into(),
        test: Some("tests/000001.ktest".into()),
        confirmed: true,
        line: Some(13),
    }
}

#[test]
fn cppcheck_names_plain_paths() {
    let found = findings(&cppcheck());
    let expected = Finding {
        run: 0,
        result: 0,
        rule: Some("nullPointer".into()),
        message: "Null pointer dereference: p".into(),
        tool: "Cppcheck".into(),
        file: Some("src/list.c".into()),
        line: Some(12),
        column: Some(9),
        others: Vec::new(),
    };
    assert_eq!((found.len(), &found[0]), (2, &expected));
    assert_eq!(
        (found[1].file.as_deref(), found[1].line, found[1].column),
        (Some("nofile"), None, None)
    );
}

#[test]
fn clang_names_absolute_files_and_several_places() {
    let found = findings(&clang());
    let file = Some("/home/me/my code/a+b.c".to_owned());
    assert_eq!(
        (found[0].file.clone(), found[0].line, found[0].column),
        (file.clone(), Some(4), Some(11))
    );
    assert_eq!(found[0].others, [FindingPlace { file, line: Some(3), column: Some(9) }]);
    assert_eq!((found[0].tool.as_str(), found[0].rule.as_deref()), ("clang", Some("6089")));
}

#[test]
fn codeql_keeps_messages_with_rules_and_files_in_a_list() {
    let found = findings(&codeql());
    assert_eq!(found[0].message, "This 'strcpy' may overflow its target {}.");
    assert_eq!(found[0].rule.as_deref(), Some("cpp/unbounded-write"));
    assert_eq!((found[0].file.as_deref(), found[0].line), (Some("lib/copy.c"), Some(40)));
}

#[test]
fn rules_and_messages_are_found_in_many_ways() {
    let said = |result: Value| {
        let driver = json!({
            "globalMessageStrings": {"all": {"text": "for all"}},
            "rules": [{"id": "first"}, {"id": "CA1", "messageStrings": {"m": {"markdown": "*this*"}}}],
        });
        let run = json!({"tool": {"driver": driver}, "results": [result]});
        let found = findings(&json!({"version": "2.1.0", "runs": [run]})).remove(0);
        (found.rule.unwrap_or_default(), found.message)
    };
    let pair = |rule: &str, message: &str| (rule.to_owned(), message.to_owned());
    assert_eq!(said(json!({"ruleIndex": 1, "message": {"id": "m"}})), pair("CA1", "*this*"));
    assert_eq!(said(json!({"ruleId": "CA1/7", "message": {"id": "m"}})), pair("CA1/7", "*this*"));
    assert_eq!(said(json!({"ruleId": "x", "message": {"id": "all"}})), pair("x", "for all"));
    assert_eq!(said(json!({"ruleIndex": -1, "message": {"id": "no"}})), pair("", ""));
    assert_eq!(said(json!({"message": {"text": "f() { {0} }"}})), pair("", "f() { {0} }"));
    let filled = json!({"text": "{1} {0} {2} {x} {", "arguments": ["a", "b"]});
    assert_eq!(said(json!({"message": filled})), pair("", "b a {2} {x} {"));
}

#[test]
fn files_are_resolved() {
    let file = |location: Value| {
        let bases = json!({
            "SRC": {"uri": "src/", "uriBaseId": "ROOT"},
            "ROOT": {"uri": "file:///home/me/"},
            "HERE": {"uri": "./"},
            "LOOP": {"uri": "loop/", "uriBaseId": "LOOP"},
            "HUB": {"uri": "https://example.org/code/"},
            "EMPTY": {"description": {"text": "unknown"}},
            "BOTH": {"uriBaseId": "ROOT"},
        });
        let locations = json!([{"physicalLocation": {"artifactLocation": location}}]);
        let run = json!({"originalUriBaseIds": bases, "results": [{"locations": locations}]});
        findings(&json!({"version": "2.1.0", "runs": [run]})).remove(0).file
    };
    let plain = |uri: &str| file(json!({"uri": uri})).unwrap();
    let based = |uri: &str, base: &str| file(json!({"uri": uri, "uriBaseId": base})).unwrap();
    assert_eq!(plain("file:///a/b.c"), "/a/b.c");
    assert_eq!(plain("file:/a/b.c"), "/a/b.c");
    assert_eq!(plain("FILE://localhost/a/b.c"), "/a/b.c");
    assert_eq!(plain("file:///C:/a/b.c"), "C:/a/b.c");
    assert_eq!(plain("C:/a/b.c"), "C:/a/b.c");
    assert_eq!(plain("file://server/a.c"), "file://server/a.c");
    assert_eq!(plain("https://example.org/a%20b.c"), "https://example.org/a%20b.c");
    assert_eq!(plain("/a/./b//../c%C3%A9.c"), "/a/c\u{e9}.c");
    assert_eq!(plain("../a/x.c"), "../a/x.c");
    assert_eq!(plain("/../a.c"), "/a.c");
    assert_eq!(plain("./a.c"), "a.c");
    assert_eq!(plain("100%.c%4"), "100%.c%4");
    assert_eq!(plain("a.c:3"), "a.c:3");
    assert_eq!(based("a.c", "ROOT"), "/home/me/a.c");
    assert_eq!(based("sub/a.c", "SRC"), "/home/me/src/sub/a.c");
    assert_eq!(based("../a.c", "SRC"), "/home/me/a.c");
    assert_eq!(based("/abs/a.c", "SRC"), "/abs/a.c");
    assert_eq!(based("a.c", "HERE"), "a.c");
    assert_eq!(based("a.c", "EMPTY"), "a.c");
    assert_eq!(based("a.c", "%SRCROOT%"), "a.c");
    assert_eq!(based("a.c", "BOTH"), "/home/me/a.c");
    assert_eq!(based("a%20b.c", "HUB"), "https://example.org/code/a%20b.c");
    assert!(based("a.c", "LOOP").ends_with("loop/loop/a.c"));
    assert_eq!(file(json!({"uri": ""})), None);
    assert_eq!(file(json!({"index": 3})), None);
    assert_eq!(file(json!({"uri": 7})), None);
}

#[test]
fn garbage_in_a_location_leaves_the_finding() {
    let physical = |value: Value| json!([{"physicalLocation": value}]);
    let file = json!({"uri": "a.c"});
    let places = [
        json!(null),
        json!("a.c:3"),
        json!([]),
        json!([7]),
        physical(json!([])),
        physical(json!({"artifactLocation": file, "region": {"startLine": "12"}})),
        physical(json!({"artifactLocation": file, "region": {"startLine": -4}})),
        physical(json!({"artifactLocation": file, "region": {"startLine": 4294967296_u64}})),
        physical(json!({"artifactLocation": file, "region": {"charOffset": 100}})),
        physical(json!({"artifactLocation": file})),
    ];
    let results: Vec<Value> = places.iter().map(|place| json!({"locations": place})).collect();
    let found = findings(&json!({"version": "2.1.0", "runs": [{"results": results}]}));
    assert_eq!(found.len(), places.len());
    assert!(found.iter().all(|finding| finding.line.is_none()));
    assert!(found.iter().all(|finding| finding.tool == "unknown tool"));
    assert_eq!(found.iter().filter(|finding| finding.file.is_some()).count(), 5);
}

#[test]
fn answers_go_beside_what_is_there() {
    for original in [cppcheck(), clang(), codeql()] {
        let mut report = parse(&original).unwrap();
        for finding in report.findings() {
            assert!(report.annotate(finding.run, finding.result, &answer()));
        }
        let mut written: Value = serde_json::from_str(&report.to_json()).unwrap();
        for result in written["runs"][0]["results"].as_array_mut().unwrap() {
            let bag = result["properties"].as_object_mut().unwrap();
            let expected = json!({
                "verdict": "reachable",
                "reason": "a native run passes the line",
                "test": "tests/000001.ktest",
                "confirmed": true,
                "line": 13,
            });
            assert_eq!(bag.remove("dunlin"), Some(expected));
            if bag.is_empty() {
                result.as_object_mut().unwrap().remove("properties");
            }
        }
        assert_eq!(written, original);
    }
}

#[test]
fn what_is_not_answered_is_written_as_it_came() {
    let text = r#"{
  "version": "2.1.0",
  "z": 123456789012345678901234567890,
  "a": 1.10,
  "runs": []
}
"#;
    assert_eq!(Report::parse(text).unwrap().to_json(), text);
    let marked = format!("\u{feff}{text}");
    assert_eq!(Report::parse(&marked).unwrap().to_json(), text);
}

#[test]
fn an_answer_takes_the_place_of_an_older_one() {
    let mut report = parse(&cppcheck()).unwrap();
    assert!(report.annotate(0, 0, &answer()));
    let unknown = Triaged { verdict: TriageVerdict::Unknown, test: None, ..answer() };
    assert!(report.annotate(0, 0, &unknown));
    let written: Value = serde_json::from_str(&report.to_json()).unwrap();
    let bag = &written["runs"][0]["results"][0]["properties"]["dunlin"];
    assert_eq!((&bag["verdict"], &bag["test"]), (&json!("unknown"), &Value::Null));
    for (run, result) in [(0, 2), (1, 0)] {
        assert!(!report.annotate(run, result, &answer()));
    }
}

#[test]
fn what_is_no_report_is_refused_with_a_reason() {
    let message = |text: &str| Report::parse(text).unwrap_err().to_string();
    assert_eq!(message(""), "not JSON: EOF while parsing a value in line 1, column 0");
    assert_eq!(message("{\n  \"a\": ,\n}"), "not JSON: expected value in line 2, column 8");
    assert_eq!(message("[1]"), "no SARIF report: it is an array instead of an object");
    assert_eq!(message("{}"), "no SARIF report: it has no `version`");
    let old = "the report is SARIF 2.0.0, but only 2.1.0 can be read";
    assert_eq!(message(r#"{"version": "2.0.0", "runs": []}"#), old);
    assert!(message(r#"{"version": 2.1}"#).starts_with("the report is SARIF 2.1, but"));
    assert!(message(r#"{"version": "2.1.01"}"#).starts_with("the report is SARIF 2.1.01, but"));
    assert_eq!(message(r#"{"version": "2.1.0"}"#), "the SARIF report has no `runs`");
    let with = |runs: &str| message(&format!(r#"{{"version": "2.1.0", "runs": {runs}}}"#));
    assert_eq!(with("{}"), "`runs` of the SARIF report is an object instead of an array");
    assert_eq!(with("[{}, 1]"), "run 2 of the SARIF report is a number instead of an object");
    assert_eq!(
        with(r#"[{"results": "none"}]"#),
        "`results` of run 1 of the SARIF report is a string instead of an array"
    );
    assert_eq!(
        with(r#"[{"results": [{}, null]}]"#),
        "result 2 of run 1 of the SARIF report is null instead of an object"
    );
    assert_eq!(
        with(r#"[{"results": [{"properties": true}]}]"#),
        "`properties` of result 1 of run 1 of the SARIF report is a truth value instead of an object"
    );
    let elsewhere = "run 1 of the SARIF report keeps results outside of `results`; have the tool \
                     write a report in one piece";
    assert_eq!(with(r#"[{"externalPropertyFileReferences": {"results": [{}]}}]"#), elsewhere);
    let inline =
        r#"{"version": "2.1.0", "runs": [], "inlineExternalProperties": [{"results": [1]}]}"#;
    assert!(message(inline).starts_with("`inlineExternalProperties` of the SARIF report keeps"));
    for nothing in ["[]", "[{}]", r#"[{"results": null}]"#] {
        let text = format!(r#"{{"version": "2.1.0-rtm.5", "runs": {nothing}}}"#);
        assert_eq!(Report::parse(&text).unwrap().findings(), []);
    }
}

/// How many values there are in a document.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(parts) => parts.iter().map(count).sum(),
        Value::Object(parts) => parts.values().map(count).sum(),
        _ => 0,
    }
}

/// Puts `new` in place of the value with this number.
fn replace(value: &mut Value, number: &mut usize, new: &Value) {
    if *number == 0 {
        *value = new.clone();
    }
    *number = number.wrapping_sub(1);
    match value {
        Value::Array(parts) => parts.iter_mut().for_each(|part| replace(part, number, new)),
        Value::Object(parts) => parts.values_mut().for_each(|part| replace(part, number, new)),
        _ => {}
    }
}

fn any_report() -> impl Strategy<Value = Value> {
    prop_oneof![Just(cppcheck()), Just(clang()), Just(codeql())]
}

fn junk() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[%:/.{}a-z0-9é]{0,12}".prop_map(Value::from),
        Just(json!([])),
        Just(json!([{}, [1]])),
        Just(json!({"uri": "x", "id": "m", "index": 9, "results": [{}]})),
    ]
}

/// Whatever is read has all of its results as findings, takes answers and can be read again.
fn check_any(text: &str) -> Result<(), TestCaseError> {
    let Ok(mut report) = Report::parse(text) else { return Ok(()) };
    let found = report.findings();
    let runs = elements(&report.document["runs"]);
    prop_assert_eq!(found.len(), runs.map(|run| elements(&run["results"]).count()).sum::<usize>());
    for finding in &found {
        prop_assert!(report.annotate(finding.run, finding.result, &answer()));
    }
    let again = Report::parse(&report.to_json()).unwrap();
    prop_assert_eq!(&again, &report);
    prop_assert_eq!(again.findings(), found);
    Ok(())
}

proptest! {
    #[test]
    fn replaced_values_do_no_harm(
        mut report in any_report(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), junk()), 1..6),
    ) {
        for (at, new) in changes {
            let mut number = at.index(count(&report));
            replace(&mut report, &mut number, &new);
        }
        check_any(&report.to_string())?;
    }

    #[test]
    fn damaged_text_does_no_harm(
        report in any_report(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..4_usize, ".{0,3}"), 1..4),
    ) {
        let mut text: Vec<char> = report.to_string().chars().collect();
        for (at, removed, inserted) in changes {
            let start = at.index(text.len() + 1);
            let end = (start + removed).min(text.len());
            text.splice(start..end, inserted.chars());
        }
        check_any(&text.into_iter().collect::<String>())?;
    }
}
