//! Which findings of another tool are on lines that can be reached?
//!
//! Every finding of the report gets an answer, also those that cannot be looked for. Findings on the
//! same place of the program share one hunt.

mod places;

use crate::failure::Failure;
use crate::loaded::Loaded;
use crate::options::TriageOptions;
use crate::reach::{ErrorSeen, Home, Hunter, TargetAnswer, Wanted, summarise};
use crate::stop::Stop;
use crate::watcher::{Event, Watcher};
use dunlin_ir::Point;
use dunlin_report::{
    Finding, FindingEntry, OutputFolder, Report, Summary, TriageVerdict, Triaged, Verdict,
    one_line, triage_summary,
};
use dunlin_target::place::Place;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The report with the answers, in the folder for results.
const ANNOTATED: &str = "triaged.sarif";

/// What became of a report. The answers are the summary's findings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TriageResult {
    pub summary: Summary,
    /// A bug of Dunlin cost a path, or layers of the solver contradict each other.
    pub engine_bug: bool,
    /// Why the report with the answers could not be written.
    pub not_written: Option<String>,
    /// What else could not be written.
    pub problems: Vec<String>,
    /// Where everything was written.
    pub folder: PathBuf,
}

/// What becomes of a finding.
enum Fate {
    /// Its place is looked for, as the target of this number. The line may be another than the
    /// report's.
    Hunted { target: usize, line: Option<u32> },
    /// There is nothing to look for.
    Settled(Triaged),
}

/// The report of another tool.
pub fn read_report(path: &Path) -> Result<Report, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::bad_input(format!("cannot read {}: {error}", path.display())))?;
    Report::parse(&text)
        .map_err(|problem| Failure::bad_input(format!("{}: {problem}", path.display())))
}

/// Answers every finding of a report. The program is one with all lines ([`Loaded::with_all_lines`]).
pub fn triage(
    program: Loaded,
    mut report: Report,
    options: &TriageOptions,
    watcher: &dyn Watcher,
    stop: &Stop,
) -> Result<TriageResult, Failure> {
    let preparing = Instant::now();
    let (names, loading) = (program.names(), program.time);
    let mut hunter = Hunter::new(program, false, &options.hunt, watcher, stop)?;
    hunter.limit_each(options.time_per_finding, "--time-per-finding");
    let findings = report.findings();
    if findings.is_empty() {
        watcher.event(&Event::Note(&format!("{} has no results", options.sarif.display())));
    }
    let fates = sort(&mut hunter, &findings);
    let home = Home::open("triage", &options.hunt, watcher)?;
    let load_time = loading + preparing.elapsed();
    let started = Instant::now();
    let answered = hunter.answer(&home)?;
    let (answers, folder) = (answered.answers, &home.folder);
    let time = started.elapsed();
    let triaged = triaged(&findings, &fates, &answers);
    for (finding, answer) in findings.iter().zip(&triaged) {
        report.annotate(finding.run, finding.result, answer);
    }
    let written = write_report(&report, options, folder);
    let mut summary = summarise(&answers, names, load_time, time);
    complete(&mut summary, &findings, &fates, &triaged);
    let mut problems = hunter.problems;
    if let Err(error) = folder.write("summary.json", &summary.to_json()) {
        problems.push(format!("cannot write summary.json: {error}"));
    }
    if answered.finished && problems.is_empty() {
        home.finish();
    }
    Ok(TriageResult {
        summary,
        engine_bug: answers.iter().any(|answer| answer.engine_bug),
        not_written: written.err(),
        problems,
        folder: folder.path().to_path_buf(),
    })
}

/// What tells places apart: their instructions and their lines.
type PlaceKey = (Vec<Point>, Vec<(String, u32)>);

/// Adds a target to the hunter for every place that findings are on.
fn sort(hunter: &mut Hunter<'_>, findings: &[Finding]) -> Vec<Fate> {
    let mut numbers: HashMap<PlaceKey, usize> = HashMap::new();
    let mut fates = Vec::new();
    for (finding, number) in findings.iter().zip(1..) {
        fates.push(match places::place_of(hunter.module(), finding, &|| hunter.regions()) {
            Err(answer) => Fate::Settled(answer),
            Ok(place) => {
                let line = place.lines.first().map(|&(_, line)| line);
                let next = numbers.len();
                let target =
                    *numbers.entry((place.points.clone(), place.lines.clone())).or_insert(next);
                if target == next {
                    hunter.add(wanted(finding, number, findings.len(), place));
                }
                Fate::Hunted { target, line }
            }
        });
    }
    fates
}

fn wanted(finding: &Finding, number: usize, count: usize, place: Place) -> Wanted {
    let text = one_line(&place.name);
    let rule = finding.rule.as_deref().map(|rule| format!(" ({})", one_line(rule)));
    let label = format!("finding {number} of {count}, {text}{}", rule.unwrap_or_default());
    Wanted { text, label: Some(label), place }
}

/// The answers to all findings.
fn triaged(findings: &[Finding], fates: &[Fate], answers: &[TargetAnswer]) -> Vec<Triaged> {
    let errors: Vec<&ErrorSeen> = answers.iter().flat_map(|answer| &answer.errors).collect();
    let answer = |(finding, fate): (&Finding, &Fate)| match fate {
        Fate::Settled(answer) => answer.clone(),
        Fate::Hunted { target, line } => hunted(finding, *line, &answers[*target], &errors),
    };
    findings.iter().zip(fates).map(answer).collect()
}

fn hunted(
    finding: &Finding,
    line: Option<u32>,
    answer: &TargetAnswer,
    errors: &[&ErrorSeen],
) -> Triaged {
    let entry = &answer.entry;
    let mut reason = entry.why.clone();
    let verdict = match entry.verdict {
        Verdict::Reachable => TriageVerdict::Reachable,
        Verdict::Unreachable => TriageVerdict::Unreachable,
        _ => TriageVerdict::Unknown,
    };
    if let Some(obstacle) = &answer.obstacle {
        reason += &format!("; {obstacle}");
    }
    let there =
        |error: &&&ErrorSeen| Some(&error.file) == entry.file.as_ref() && Some(error.line) == line;
    if let Some(error) = errors.iter().find(there) {
        reason += &format!("; a path ends there in {}", error.kind.name());
    }
    if let (Some(named), Some(line)) = (finding.line, line)
        && named != line
    {
        reason += &format!(" (line {named} has no code: this is the answer for line {line})");
    }
    Triaged {
        verdict,
        reason: one_line(&reason),
        test: entry.test.clone(),
        confirmed: entry.confirmed,
        line,
    }
}

/// Writes the report with the answers; or says why it cannot be written.
fn write_report(
    report: &Report,
    options: &TriageOptions,
    folder: &OutputFolder,
) -> Result<(), String> {
    let (name, written) = match &options.write {
        // Not by renaming: it may be a device or a pipe.
        Some(path) => (path.clone(), fs::write(path, report.to_json())),
        None => (folder.path().join(ANNOTATED), folder.write(ANNOTATED, &report.to_json())),
    };
    written.map_err(|error| format!("cannot write {}: {error}", name.display()))
}

/// What the summary of `triage` has beyond that of `reach`.
fn complete(summary: &mut Summary, findings: &[Finding], fates: &[Fate], triaged: &[Triaged]) {
    summary.command = "triage".to_string();
    summary.why = triage_summary(triaged);
    for verdict in TriageVerdict::ALL {
        let count = triaged.iter().filter(|answer| answer.verdict == verdict).count();
        summary.verdicts.insert(verdict.name().to_string(), count as u64);
    }
    summary.complete = summary.verdicts[TriageVerdict::Unknown.name()] == 0;
    summary.verdict = if summary.complete { Verdict::Classified } else { Verdict::Unknown };
    let entry = |((finding, fate), answer): ((&Finding, &Fate), &Triaged)| FindingEntry {
        tool: finding.tool.clone(),
        rule: finding.rule.clone(),
        message: finding.message.clone(),
        file: finding.file.clone(),
        line: finding.line,
        target: match fate {
            Fate::Hunted { target, .. } => Some(*target),
            Fate::Settled(_) => None,
        },
        answer: answer.clone(),
    };
    summary.findings = findings.iter().zip(fates).zip(triaged).map(entry).collect();
}
