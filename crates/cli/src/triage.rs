//! `dunlin triage`: which findings of another tool are on lines that can be reached?

use crate::exit;
use crate::load::{load_options, not_loaded};
use crate::progress::Progress;
use crate::reach::{hunt_settings, tell_effort};
use crate::teller::Teller;
use crate::triage_args::TriageArgs;
use dunlin_driver::{Loaded, Stop, TriageOptions, read_report};
use dunlin_report::{Verdict, triage_table};
use std::io::{self, IsTerminal};

pub fn triage(args: &TriageArgs) -> u8 {
    let report = match read_report(&args.sarif) {
        Ok(report) => report,
        Err(failure) => return crate::failed(&failure),
    };
    let program = match Loaded::with_all_lines(load_options(&args.load), false) {
        Ok(program) => program,
        Err(failure) => return not_loaded("triage", &args.load, args.json, &failure),
    };
    let options = TriageOptions {
        sarif: args.sarif.clone(),
        write: args.write.clone(),
        time_per_finding: args.time_per_finding,
        hunt: hunt_settings(&args.hunt, &args.solver, &args.arguments, args.output.as_ref()),
    };
    let progress = Progress::new();
    let teller = Teller::new(&progress, "discard", args.json);
    let result = dunlin_driver::triage(program, report, &options, &teller, &Stop::new());
    teller.finish();
    let result = match result {
        Ok(result) => result,
        Err(failure) => return crate::failed(&failure),
    };
    for problem in &result.problems {
        say!("dunlin: {problem}");
    }
    let summary = &result.summary;
    let text = match args.json {
        true => summary.to_json(),
        false => triage_table(&summary.findings, terminal_width()) + &summary.why + "\n",
    };
    crate::say::to_stdout(format_args!("{text}"));
    tell_effort(summary, &result.folder);
    if let Some(problem) = &result.not_written {
        say!("dunlin: {problem}");
        return exit::BAD_INPUT;
    }
    if result.engine_bug {
        return exit::ENGINE_BUG;
    }
    if summary.verdict == Verdict::Unknown { exit::INCOMPLETE } else { 0 }
}

/// If a person looks at standard output.
fn terminal_width() -> Option<usize> {
    let terminal = io::stdout().is_terminal();
    terminal.then(console::Term::stdout)?.size_checked().map(|(_, columns)| columns.into())
}
