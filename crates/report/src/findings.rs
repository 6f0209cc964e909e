//! Findings of other tools: reads their reports (SARIF 2.1.0) and writes them back with an answer to
//! every finding.
//!
//! The document is kept as it came, as plain JSON: crates with types for the format drop what these
//! do not know, such as the property bags in which tools keep what is theirs. Looking at it is
//! forgiving, since tools are sloppy: what is missing or has a wrong shape makes a finding say less,
//! and never makes it disappear. Only a document whose findings cannot be told, or could not be
//! answered in place, is refused.

mod message;
#[cfg(test)]
mod tests;
mod uri;

use crate::triage_table::Triaged;
use serde_json::{Map, Value};
use thiserror::Error;

/// The version that is read, also with the suffix of a draft.
const VERSION: &str = "2.1.0";

/// Where the answers go in a result's property bag.
const PROPERTY: &str = "dunlin";

/// Why a document is no report. Runs and results are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReportProblem {
    #[error("not JSON: {what} in line {line}, column {column}")]
    NotJson { what: String, line: usize, column: usize },
    #[error("no SARIF report: it is {found} instead of an object")]
    NotAnObject { found: &'static str },
    #[error("no SARIF report: it has no `version`")]
    NoVersion,
    #[error("the report is SARIF {version}, but only {VERSION} can be read")]
    OtherVersion { version: String },
    #[error("the SARIF report has no `runs`")]
    NoRuns,
    #[error("`runs` of the SARIF report is {found} instead of an array")]
    RunsNotAList { found: &'static str },
    #[error("run {run} of the SARIF report is {found} instead of an object")]
    RunNotAnObject { run: usize, found: &'static str },
    #[error("`results` of run {run} of the SARIF report is {found} instead of an array")]
    ResultsNotAList { run: usize, found: &'static str },
    #[error("result {result} of run {run} of the SARIF report is {found} instead of an object")]
    ResultNotAnObject { run: usize, result: usize, found: &'static str },
    #[error(
        "`properties` of result {result} of run {run} of the SARIF report is {found} instead of an \
         object"
    )]
    PropertiesNotAnObject { run: usize, result: usize, found: &'static str },
    #[error(
        "{what} of the SARIF report keeps results outside of `results`; have the tool write a report \
         in one piece"
    )]
    ResultsElsewhere { what: String },
}

/// A report of another tool.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    document: Value,
}

/// One result of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The position of its run in the report, and of the result in its run, from 0.
    pub run: usize,
    pub result: usize,
    pub rule: Option<String>,
    /// Empty if there is none.
    pub message: String,
    pub tool: String,
    /// The file of the first location: a path if the report has one, relative unless the report says
    /// what it is relative to. Another URI than one of a file stays as it is.
    pub file: Option<String>,
    pub line: Option<u32>,
    pub column: Option<u32>,
    /// The further locations, if there are any.
    pub others: Vec<FindingPlace>,
}

/// A location, as far as it is told.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FindingPlace {
    pub file: Option<String>,
    pub line: Option<u32>,
    pub column: Option<u32>,
}

impl Report {
    pub fn parse(text: &str) -> Result<Report, ReportProblem> {
        // Some tools mark their encoding, which is no part of JSON.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let document: Value = serde_json::from_str(text).map_err(|error| not_json(&error))?;
        let report = Report { document };
        report.check()?;
        Ok(report)
    }

    /// All findings, in the order of the report.
    pub fn findings(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (run, index) in elements(&self.document["runs"]).zip(0..) {
            let results = elements(&run["results"]).zip(0..);
            findings.extend(results.map(|(result, number)| finding(run, result, index, number)));
        }
        findings
    }

    /// Puts the answer to a finding into the property bag of its result, beside what is there. Says
    /// whether the report has such a result.
    pub fn annotate(&mut self, run: usize, result: usize, answer: &Triaged) -> bool {
        let result = self
            .document
            .get_mut("runs")
            .and_then(|runs| runs.get_mut(run))
            .and_then(|run| run.get_mut("results"))
            .and_then(|results| results.get_mut(result))
            .and_then(Value::as_object_mut);
        let Some(result) = result else { return false };
        let bag = result.entry("properties").or_insert(Value::Null);
        if bag.is_null() {
            *bag = Value::Object(Map::new());
        }
        let Some(bag) = bag.as_object_mut() else { return false };
        let answer = serde_json::to_value(answer).expect("an answer has nothing that JSON lacks");
        bag.insert(PROPERTY.to_owned(), answer);
        true
    }

    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(&self.document).expect("what was JSON can be written as JSON")
            + "\n"
    }

    /// What [`Report::findings`] and [`Report::annotate`] rely on.
    fn check(&self) -> Result<(), ReportProblem> {
        let document = &self.document;
        if !document.is_object() {
            return Err(ReportProblem::NotAnObject { found: kind(document) });
        }
        let version = document.get("version").ok_or(ReportProblem::NoVersion)?;
        let version = version.as_str().map_or_else(|| version.to_string(), str::to_owned);
        let rest = version.strip_prefix(VERSION);
        if !rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-')) {
            return Err(ReportProblem::OtherVersion { version });
        }
        let runs = document.get("runs").filter(|runs| !runs.is_null());
        let runs = runs.ok_or(ReportProblem::NoRuns)?;
        let list = runs.as_array().ok_or(ReportProblem::RunsNotAList { found: kind(runs) })?;
        let parts = elements(&document["inlineExternalProperties"]);
        if parts.clone().any(|part| elements(&part["results"]).next().is_some()) {
            let what = "`inlineExternalProperties`".to_owned();
            return Err(ReportProblem::ResultsElsewhere { what });
        }
        list.iter().zip(1..).try_for_each(|(run, number)| check_run(run, number))
    }
}

fn check_run(run: &Value, number: usize) -> Result<(), ReportProblem> {
    if !run.is_object() {
        return Err(ReportProblem::RunNotAnObject { run: number, found: kind(run) });
    }
    if elements(&run["externalPropertyFileReferences"]["results"]).next().is_some() {
        let what = format!("run {number}");
        return Err(ReportProblem::ResultsElsewhere { what });
    }
    let results = match &run["results"] {
        // A tool that could not run writes no results.
        Value::Null => return Ok(()),
        Value::Array(results) => results,
        other => {
            return Err(ReportProblem::ResultsNotAList { run: number, found: kind(other) });
        }
    };
    for (result, index) in results.iter().zip(1..) {
        let (run, found) = (number, kind(result));
        if !result.is_object() {
            return Err(ReportProblem::ResultNotAnObject { run, result: index, found });
        }
        let bag = &result["properties"];
        if !bag.is_object() && !bag.is_null() {
            let found = kind(bag);
            return Err(ReportProblem::PropertiesNotAnObject { run, result: index, found });
        }
    }
    Ok(())
}

fn finding(run: &Value, result: &Value, run_index: usize, result_index: usize) -> Finding {
    let mut places = elements(&result["locations"]).map(|location| place(run, location));
    let FindingPlace { file, line, column } = places.next().unwrap_or_default();
    let tool = run["tool"]["driver"]["name"].as_str().filter(|name| !name.is_empty());
    Finding {
        run: run_index,
        result: result_index,
        rule: message::rule_id(run, result),
        message: message::text(run, result),
        tool: tool.unwrap_or("unknown tool").to_owned(),
        file,
        line,
        column,
        others: places.collect(),
    }
}

fn place(run: &Value, location: &Value) -> FindingPlace {
    let physical = &location["physicalLocation"];
    let region = &physical["region"];
    FindingPlace {
        file: uri::file(run, &physical["artifactLocation"]),
        line: positive(&region["startLine"]),
        column: positive(&region["startColumn"]),
    }
}

/// A line or a column. Some tools write 0 for none.
fn positive(value: &Value) -> Option<u32> {
    u32::try_from(value.as_u64()?).ok().filter(|&number| number > 0)
}

/// An index into a list of the report; -1 stands for none.
fn index(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

/// The elements of an array; none of anything else.
fn elements(value: &Value) -> std::slice::Iter<'_, Value> {
    value.as_array().map_or(&[][..], Vec::as_slice).iter()
}

/// What a value is, to follow "is".
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

fn not_json(error: &serde_json::Error) -> ReportProblem {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    // The place has fields of its own.
    let place = format!(" at line {line} column {column}");
    let what = text.strip_suffix(&place).unwrap_or(&text).to_owned();
    ReportProblem::NotJson { what, line, column }
}
