//! What `prove` says of each place, against what every input does.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;
use serde::Deserialize;

use super::Claims;
use super::oracle::Truth;

/// The oracle knows nothing of leaks.
pub const ONLY: &str = "assertions,memory,overflow";

#[derive(Deserialize)]
struct Summary {
    complete: bool,
    #[serde(default)]
    places: Vec<Place>,
    errors: Vec<Error>,
}

#[derive(Deserialize)]
struct Place {
    kind: String,
    standing: String,
    by: String,
    #[serde(default)]
    line: u32,
    library: bool,
}

#[derive(Deserialize)]
struct Error {
    kind: String,
    #[serde(default)]
    line: u32,
}

/// Tests are not run natively, so that nothing is refuted: a place that goes wrong is open, all others are proved.
/// Of a program that never ends, the truth is what happens in its first rounds.
pub fn judge(output: &Path, truth: &Truth, endless: bool) -> Result<Claims> {
    let text = std::fs::read_to_string(output.join("summary.json"))?;
    let summary: Summary = serde_json::from_str(&text)?;
    let mut claims = Claims::new();
    let found: BTreeSet<(String, u32)> =
        summary.errors.iter().map(|error| (error.kind.clone(), error.line)).collect();
    let unknown = |error: &&(String, u32)| !endless && !truth.errors.contains_key(error);
    for (kind, line) in found.iter().filter(unknown) {
        claims.push((true, format!("{kind} at {line}, which no input leads to")));
    }
    for ((kind, line), input) in &truth.errors {
        let kind = kind_of(kind);
        // What goes wrong in a function of the library is a place of that function.
        let may_be_it =
            |place: &&Place| place.kind == kind && (place.line == *line || place.library);
        let is_open = |place: &Place| place.standing != "proved";
        if !summary.places.iter().filter(may_be_it).any(is_open) {
            let what = format!("{kind} at {line} is proved, but input {input:?} breaks it");
            claims.push((true, what));
        }
    }
    for place in summary.places.iter().filter(|place| place.standing != "proved") {
        let is_it = |(kind, line): &(String, u32)| {
            kind_of(kind) == place.kind && (place.line == *line || place.library)
        };
        if !truth.errors.keys().any(is_it) {
            let Place { kind, line, by, .. } = place;
            claims.push((false, format!("{kind} at {line} is not proved: {by}")));
        }
    }
    if !summary.complete {
        claims.push((false, "prove did not explore every path".to_string()));
    }
    Ok(claims)
}

/// Which kind of place an error belongs to.
fn kind_of(error: &str) -> &'static str {
    match error {
        "assertion-failure" | "abort" | "reached-unreachable" => "assertion",
        "division-by-zero" | "signed-overflow" | "over-wide-shift" => "overflow",
        _ => "memory",
    }
}
