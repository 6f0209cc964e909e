//! `dunlin triage`: which findings of another tool are on lines that can be reached?
//!
//! Every finding of the report gets an answer, also those that cannot be looked for. Findings on the
//! same place of the program share one hunt.

mod places;

use crate::exit;
use crate::load::{not_loaded, program_names};
use crate::output::new_folder;
use crate::reach::{ErrorSeen, Hunter, TargetAnswer, Wanted, summarise, tell_effort};
use crate::triage_args::TriageArgs;
use dunlin_ir::Point;
use dunlin_report::{
    Finding, FindingEntry, OutputFolder, Report, Summary, TriageVerdict, Triaged, Verdict,
    one_line, triage_summary, triage_table,
};
use dunlin_target::place::Place;
use std::collections::HashMap;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Instant;

const UNKNOWN: u8 = 3;
/// The report with the answers, in the folder for results.
const ANNOTATED: &str = "triaged.sarif";

/// What becomes of a finding.
enum Fate {
    /// Its place is looked for, as the target of this number. The line may be another than the
    /// report's.
    Hunted { target: usize, line: Option<u32> },
    /// There is nothing to look for.
    Settled(Triaged),
}

pub fn triage(args: &TriageArgs) -> u8 {
    let loading = Instant::now();
    let mut report = match read_report(&args.sarif) {
        Ok(report) => report,
        Err(problem) => {
            say!("dunlin: {problem}");
            return exit::BAD_INPUT;
        }
    };
    let mut hunter = match Hunter::load(&args.load, &args.hunt, &args.solver, &args.arguments) {
        Ok(hunter) => hunter,
        Err(code) => return not_loaded("triage", &args.load, args.json, code),
    };
    hunter.limit_each(args.time_per_finding, "--time-per-finding");
    let findings = report.findings();
    if findings.is_empty() {
        say!("dunlin: {} has no results", args.sarif.display());
    }
    let fates = sort(&mut hunter, &findings);
    let folder = match new_folder(args.output.as_deref()) {
        Ok(folder) => folder,
        Err(code) => return code,
    };
    let load_ms = loading.elapsed().as_secs_f64() * 1e3;
    let started = Instant::now();
    let answers = match hunter.answer(&folder) {
        Ok(answers) => answers,
        Err(code) => return code,
    };
    let time_ms = started.elapsed().as_secs_f64() * 1e3;
    let triaged = triaged(&findings, &fates, &answers);
    for (finding, answer) in findings.iter().zip(&triaged) {
        report.annotate(finding.run, finding.result, answer);
    }
    let written = write_report(&report, args, &folder);
    let mut summary = summarise(&answers);
    summary.program = program_names(&args.load);
    (summary.load_ms, summary.time_ms) = (load_ms, time_ms);
    complete(&mut summary, &findings, &fates, &triaged);
    if let Err(error) = folder.write("summary.json", &summary.to_json()) {
        say!("dunlin: cannot write summary.json: {error}");
    }
    let text = match args.json {
        true => summary.to_json(),
        false => {
            let rows: Vec<_> = findings.into_iter().zip(triaged).collect();
            triage_table(&rows, terminal_width()) + &summary.why + "\n"
        }
    };
    crate::say::to_stdout(format_args!("{text}"));
    tell_effort(&summary, &folder);
    if let Err(problem) = written {
        say!("dunlin: {problem}");
        return exit::BAD_INPUT;
    }
    if answers.iter().any(|answer| answer.engine_bug) {
        return exit::ENGINE_BUG;
    }
    if summary.verdict == Verdict::Unknown { UNKNOWN } else { 0 }
}

fn read_report(path: &Path) -> Result<Report, String> {
    let text = fs::read_to_string(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Report::parse(&text).map_err(|problem| format!("{}: {problem}", path.display()))
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
        reason += &format!("; a path ends there in {}", error.kind);
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
fn write_report(report: &Report, args: &TriageArgs, folder: &OutputFolder) -> Result<(), String> {
    let (name, written) = match &args.write {
        // Not by renaming: it may be a device or a pipe.
        Some(path) => (path.clone(), fs::write(path, report.to_json())),
        None => (folder.path().join(ANNOTATED), folder.write(ANNOTATED, &report.to_json())),
    };
    written.map_err(|error| format!("cannot write {}: {error}", name.display()))
}

/// What the summary of `triage` has beyond that of `reach`.
fn complete(summary: &mut Summary, findings: &[Finding], fates: &[Fate], triaged: &[Triaged]) {
    summary.command = "triage";
    summary.why = triage_summary(triaged);
    for verdict in TriageVerdict::ALL {
        let count = triaged.iter().filter(|answer| answer.verdict == verdict).count();
        summary.verdicts.insert(verdict.name(), count as u64);
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

/// If a person looks at standard output.
fn terminal_width() -> Option<usize> {
    let terminal = io::stdout().is_terminal();
    terminal.then(console::Term::stdout)?.size_checked().map(|(_, columns)| columns.into())
}
