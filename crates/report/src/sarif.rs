//! `errors.sarif`: the errors for editors, code-scanning services and other tools, as SARIF 2.1.0.
//!
//! The structures here are the part of the format that a report needs. The crate that covers all of
//! it compiles the whole schema at build time, which costs more than the few types are worth.

use crate::summary::{PlaceEntry, PlaceKind, PlaceStanding};
use dunlin_results::{ErrorReport, Position, SourcePlace};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A distinct error and what belongs to it; paths are relative to the output folder.
pub struct SarifError<'a> {
    pub report: &'a ErrorReport,
    /// The test that triggers it.
    pub test: Option<&'a str>,
    /// The test was replayed natively and failed in the same way.
    pub confirmed: bool,
    /// The readable report.
    pub text: Option<&'a str>,
}

/// The whole file: errors, and the places of `prove` at which nothing goes wrong, or of which nothing is known.
pub fn errors_sarif(version: &str, errors: &[SarifError], places: &[PlaceEntry]) -> String {
    let places = || places.iter().filter(|place| place.standing != PlaceStanding::Refuted);
    let of_errors = errors.iter().map(|error| error.report.kind.name());
    let kinds: BTreeSet<&'static str> = of_errors.chain(places().map(rule_of)).collect();
    let rule = |kind: &&'static str| Rule { id: kind, short_description: text(description(kind)) };
    let driver = Driver {
        name: "Dunlin",
        version: version.to_owned(),
        rules: kinds.iter().map(rule).collect(),
    };
    let results = errors.iter().map(|error| result(error)).chain(places().map(answer)).collect();
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: vec![Run { tool: Tool { driver }, results }],
    };
    serde_json::to_string_pretty(&log).expect("a report has nothing that JSON lacks") + "\n"
}

/// What a kind of error means, in a sentence.
fn description(kind: &str) -> String {
    let sentence = match kind {
        "out-of-bounds-read" => "A read outside of the object that the pointer belongs to.",
        "out-of-bounds-write" => "A write outside of the object that the pointer belongs to.",
        "null-dereference" => "An access through a null pointer.",
        "use-after-free" => "An access to an object that is no longer alive.",
        "double-free" => "A heap object is freed for the second time.",
        "invalid-free" => "Something is freed that is not the start of a heap object.",
        "division-by-zero" => "An integer division by zero, or one whose result does not fit.",
        "assertion-failure" => "An assertion does not hold.",
        "abort" => "The program aborts.",
        "reached-unreachable" => "Code is reached that the compiler may take for unreachable.",
        "stack-overflow" => "The recursion is deeper than the limit.",
        "reach-error" => "A call that marks an error is reached.",
        "memory-leak" => "Nothing points to a heap object any more, and it was not freed.",
        "signed-overflow" => "The result of signed arithmetic does not fit its type.",
        "overlapping-copy" => "A copy between places that overlap, by a function that forbids it.",
        "over-wide-shift" => "A shift by the width of the integer or more.",
        "uninitialised-read" => "A result depends on a value that was never written.",
        "undefined-behaviour" => "Something that C leaves undefined, found by a sanitizer.",
        "prove-assertion" => "Whether an assertion can fail, or the program can abort.",
        "prove-memory" => "Whether an access or a call can go wrong.",
        "prove-overflow" => "Whether an arithmetic operation can go wrong.",
        "prove-leak" => "Whether heap memory can be lost.",
        other => return other.replace('-', " "),
    };
    sentence.to_owned()
}

fn result(error: &SarifError) -> ResultEntry {
    let report = error.report;
    let stack = &report.stack.innermost;
    // The places of the calls in the order in which they happened, the error last.
    let flow = stack.iter().rev().filter(|place| place.position.is_some());
    let frames = stack.iter().map(|place| Frame { location: location(place, None) });
    let steps: Vec<FlowStep> =
        flow.map(|place| FlowStep { location: location(place, None) }).collect();
    let mut related = Vec::new();
    if let Some(object) = &report.object {
        let ends = [("allocated", &object.allocated), ("freed", &object.freed)];
        for (verb, place) in ends {
            if let Some(place) = place {
                let message = format!("{} of {} bytes {verb} here", object.what, object.size);
                let mut location = location(place, Some(message));
                location.id = Some(related.len() as u32);
                related.push(location);
            }
        }
    }
    ResultEntry {
        rule_id: report.kind.name(),
        kind: None,
        level: "error",
        message: text(report.message.clone()),
        locations: report.place().map(|place| location(place, None)).into_iter().collect(),
        stacks: vec![Stack {
            message: text("call stack, innermost call first".to_owned()),
            frames: frames.collect(),
        }],
        code_flows: if steps.is_empty() {
            Vec::new()
        } else {
            vec![CodeFlow { thread_flows: vec![ThreadFlow { locations: steps }] }]
        },
        related_locations: related,
        properties: Some(Properties {
            test: error.test.map(str::to_owned),
            confirmed: error.confirmed,
            report: error.text.map(str::to_owned),
        }),
    }
}

fn rule_of(place: &PlaceEntry) -> &'static str {
    match place.kind {
        PlaceKind::Assertion => "prove-assertion",
        PlaceKind::Memory => "prove-memory",
        PlaceKind::Overflow => "prove-overflow",
        PlaceKind::Leak => "prove-leak",
    }
}

/// The answer for a place that is no error.
fn answer(place: &PlaceEntry) -> ResultEntry {
    let (kind, what) = match place.standing {
        PlaceStanding::Proved => ("pass", "proved"),
        PlaceStanding::Open | PlaceStanding::Refuted => ("open", "open"),
    };
    let position = place.file.as_deref().zip(place.line).map(|(file, line)| {
        let column = place.column.unwrap_or(0);
        Position { file: file.into(), line, column }
    });
    let at =
        SourcePlace { function: place.function.as_str().into(), position, runtime: place.library };
    let locations = match place.function.is_empty() {
        true => Vec::new(),
        false => vec![location(&at, None)],
    };
    ResultEntry {
        rule_id: rule_of(place),
        kind: Some(kind),
        level: "none",
        message: text(format!("{what}: {}", place.by)),
        locations,
        stacks: Vec::new(),
        code_flows: Vec::new(),
        related_locations: Vec::new(),
        properties: None,
    }
}

fn location(place: &SourcePlace, message: Option<String>) -> Location {
    let physical = place.position.as_ref().map(|pos| {
        let column = (pos.column > 0).then_some(pos.column);
        // A line of zero stands for code that the compiler made up.
        let region =
            (pos.line > 0).then_some(Region { start_line: pos.line, start_column: column });
        let uri = uri(&pos.file);
        PhysicalLocation { artifact_location: ArtifactLocation { uri }, region }
    });
    Location {
        id: None,
        message: message.map(text),
        physical_location: physical,
        logical_locations: vec![LogicalLocation {
            name: place.function.to_string(),
            kind: "function",
        }],
    }
}

/// A file name as a URI: relative names stay relative, so that a viewer finds them below its root.
fn uri(name: &str) -> String {
    let mut uri = String::from(if name.starts_with('/') { "file://" } else { "" });
    for &byte in name.strip_prefix("./").unwrap_or(name).as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' | b'+' => {
                uri.push(byte.into());
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

fn text(text: String) -> Message {
    Message { text }
}

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: Vec<Run>,
}

#[derive(Serialize)]
struct Run {
    tool: Tool,
    results: Vec<ResultEntry>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: String,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Message,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultEntry {
    rule_id: &'static str,
    /// `fail` without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    level: &'static str,
    message: Message,
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stacks: Vec<Stack>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    code_flows: Vec<CodeFlow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Properties>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<PhysicalLocation>,
    logical_locations: Vec<LogicalLocation>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u32>,
}

#[derive(Serialize)]
struct LogicalLocation {
    name: String,
    kind: &'static str,
}

#[derive(Serialize)]
struct Stack {
    message: Message,
    frames: Vec<Frame>,
}

#[derive(Serialize)]
struct Frame {
    location: Location,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CodeFlow {
    thread_flows: Vec<ThreadFlow>,
}

#[derive(Serialize)]
struct ThreadFlow {
    locations: Vec<FlowStep>,
}

#[derive(Serialize)]
struct FlowStep {
    location: Location,
}

/// What is ours and has no place in the format.
#[derive(Serialize)]
struct Properties {
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<String>,
    confirmed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_results::{CallStack, ErrorKind, ObjectReport};
    use serde_json::{Value, json};

    const FILES: [&str; 2] = ["./dir/my file.c", "/usr/include/\u{e9}.h"];

    fn place(function: &str, file: usize, line: u32, column: u32) -> SourcePlace {
        let position = Some(Position { file: FILES[file].into(), line, column });
        SourcePlace { function: function.into(), position, runtime: false }
    }

    fn report() -> ErrorReport {
        let nowhere = SourcePlace { function: "start".into(), position: None, runtime: true };
        ErrorReport {
            kind: ErrorKind::UseAfterFree,
            message: "read of 4 bytes <at> offset 8".into(),
            stack: CallStack::new([place("inner", 0, 7, 12), place("main", 1, 20, 0), nowhere]),
            object: Some(ObjectReport {
                what: "heap object".into(),
                size: 16,
                allocated: Some(place("main", 0, 3, 1)),
                freed: Some(place("drop", 0, 5, 1)),
            }),
        }
    }

    fn sarif(reports: &[ErrorReport]) -> Value {
        let error = |report| SarifError {
            report,
            test: Some("tests/000002.ktest"),
            confirmed: true,
            text: Some("errors/000001.txt"),
        };
        let errors: Vec<_> = reports.iter().map(error).collect();
        serde_json::from_str(&errors_sarif("0.1.0", &errors, &[])).unwrap()
    }

    #[test]
    fn a_result_says_what_and_where() {
        let log = sarif(&[report()]);
        assert_eq!(log["version"], "2.1.0");
        let result = &log["runs"][0]["results"][0];
        assert_eq!(result["ruleId"], "use-after-free");
        assert_eq!(result["message"]["text"], "read of 4 bytes <at> offset 8");
        let location = &result["locations"][0];
        assert_eq!(
            location["physicalLocation"],
            json!({
                "artifactLocation": {"uri": "dir/my%20file.c"},
                "region": {"startLine": 7, "startColumn": 12},
            })
        );
        assert_eq!(location["logicalLocations"][0]["name"], "inner");
        assert_eq!(
            result["properties"],
            json!({"test": "tests/000002.ktest", "confirmed": true, "report": "errors/000001.txt"})
        );
    }

    #[test]
    fn the_way_there_and_the_life_of_the_object() {
        let log = sarif(&[report()]);
        let result = &log["runs"][0]["results"][0];
        let name = |value: &Value| value["location"]["logicalLocations"][0]["name"].clone();
        let frames = result["stacks"][0]["frames"].as_array().unwrap();
        assert_eq!(frames.iter().map(name).collect::<Vec<_>>(), ["inner", "main", "start"]);
        let steps = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
        assert_eq!(steps.iter().map(name).collect::<Vec<_>>(), ["main", "inner"]);
        let main = &steps[0]["location"]["physicalLocation"];
        assert_eq!(main["artifactLocation"]["uri"], "file:///usr/include/%C3%A9.h");
        assert_eq!(main["region"], json!({"startLine": 20}));
        let related = result["relatedLocations"].as_array().unwrap();
        assert_eq!(related[0]["message"]["text"], "heap object of 16 bytes allocated here");
        assert_eq!(related[1]["physicalLocation"]["region"]["startLine"], 5);
    }

    #[test]
    fn a_rule_for_each_kind_and_an_empty_list_for_none() {
        let other = ErrorReport { kind: ErrorKind::Abort, object: None, ..report() };
        let log = sarif(&[report(), other, report()]);
        let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
        let ids: Vec<_> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
        assert_eq!(ids, ["abort", "use-after-free"]);
        assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 3);
        assert_eq!(sarif(&[])["runs"][0]["results"], json!([]));
    }

    #[test]
    fn places_that_are_no_errors_have_a_kind() {
        let place = |standing, line| PlaceEntry {
            kind: PlaceKind::Memory,
            standing,
            by: "by weakest precondition".into(),
            file: Some("a.c".into()),
            line: Some(line),
            column: None,
            function: "main".into(),
            library: false,
            count: 1,
            test: None,
        };
        let places = [
            place(PlaceStanding::Proved, 3),
            place(PlaceStanding::Refuted, 4),
            place(PlaceStanding::Open, 5),
        ];
        let log: Value = serde_json::from_str(&errors_sarif("0.1.0", &[], &places)).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap();
        let kinds: Vec<_> = results.iter().map(|result| result["kind"].clone()).collect();
        assert_eq!(kinds, ["pass", "open"]);
        assert_eq!(results[0]["message"]["text"], "proved: by weakest precondition");
        assert_eq!(results[0]["level"], "none");
        let region = &results[1]["locations"][0]["physicalLocation"]["region"];
        assert_eq!(region["startLine"], 5);
        assert_eq!(log["runs"][0]["tool"]["driver"]["rules"][0]["id"], "prove-memory");
    }

    #[test]
    fn an_unknown_kind_describes_itself() {
        assert_eq!(description("some-new-kind"), "some new kind");
    }
}
