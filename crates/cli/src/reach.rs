//! `dunlin reach`: can a line be reached, and with which input?

use crate::exit;
use crate::load::{load_options, not_loaded};
use crate::progress::Progress;
use crate::reach_args::{HuntArgs, ReachArgs};
use crate::solver_args::{SolverArgs, Switch};
use crate::teller::Teller;
use dunlin_driver::words::counted;
use dunlin_driver::{Confirm, HuntSettings, Loaded, ReachOptions, Stop, check_targets};
use dunlin_report::{Summary, TargetEntry, Verdict};
use dunlin_target::{BackwardOptions, BseOptions};
use std::path::{Path, PathBuf};

const UNREACHABLE: u8 = 1;

pub fn reach(args: &ReachArgs) -> u8 {
    let options = match reach_options(args) {
        Ok(options) => options,
        Err(problem) => {
            say!("dunlin: {problem}");
            return exit::BAD_INPUT;
        }
    };
    let loaded = check_targets(&options).and_then(|()| {
        Loaded::with_all_lines(load_options(&args.load), options.condition.is_some())
    });
    let program = match loaded {
        Ok(program) => program,
        Err(failure) => return not_loaded("reach", &args.load, args.json, &failure),
    };
    let progress = Progress::new();
    let teller = Teller::new(&progress, "discard", args.json);
    let result = dunlin_driver::reach(program, &options, &teller, &Stop::new());
    teller.finish();
    let result = match result {
        Ok(result) => result,
        Err(failure) => return crate::failed(&failure),
    };
    for problem in &result.problems {
        say!("dunlin: {problem}");
    }
    result.summary.targets.iter().for_each(tell);
    tell_effort(&result.summary, &result.folder);
    if args.json {
        crate::say::to_stdout(format_args!("{}", result.summary.to_json()));
    }
    if result.engine_bug {
        return exit::ENGINE_BUG;
    }
    match result.summary.verdict {
        Verdict::Reachable => 0,
        Verdict::Unreachable => UNREACHABLE,
        _ => exit::INCOMPLETE,
    }
}

/// The error is for the user.
fn reach_options(args: &ReachArgs) -> Result<ReachOptions, String> {
    let mut targets = args.target.clone();
    if let Some(path) = &args.target_file {
        let content = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let lines = content.lines().map(str::trim);
        targets.extend(lines.filter(|l| !l.is_empty() && !l.starts_with('#')).map(str::to_owned));
        if targets.is_empty() {
            return Err(format!("{} names no target", path.display()));
        }
    }
    let hunt = hunt_settings(&args.hunt, &args.solver, &args.arguments, args.output.as_ref());
    Ok(ReachOptions { targets, condition: args.condition.clone(), hunt })
}

pub fn hunt_settings(
    hunt: &HuntArgs,
    solver: &SolverArgs,
    arguments: &[String],
    output: Option<&PathBuf>,
) -> HuntSettings {
    HuntSettings {
        exec: hunt.model.exec_options(),
        solver: solver.options(),
        strategy: hunt.strategy,
        seed: hunt.seed,
        arguments: arguments.to_vec(),
        arguments_chosen: hunt.arguments_chosen,
        drop: hunt.drop == Switch::On,
        matching: hunt.matching.options(false),
        backward: BackwardOptions {
            edge_limit: hunt.edge_limit,
            fork_limit: hunt.fork_limit,
            path_limit: hunt.path_limit,
            resolve_when: hunt.resolve_when,
            ..BackwardOptions::default()
        },
        bse: BseOptions {
            form: hunt.bse,
            check: hunt.bse_check,
            unwind: hunt.unwind,
            solver: solver.options().solver,
            ..BseOptions::default()
        },
        explain: hunt.explain,
        fold_conditions: hunt.fold_conditions == Switch::On,
        confirm: if hunt.no_replay { Confirm::No } else { Confirm::Natively },
        max_instructions: hunt.max_instructions,
        max_cost: hunt.max_cost,
        max_memory: hunt.max_memory,
        output: output.cloned(),
        resume: hunt.resume.clone(),
        checkpoint_every: hunt.checkpoint_every,
    }
}

/// The closing lines.
pub fn tell_effort(summary: &Summary, folder: &Path) {
    let calls = summary.targets.iter().map(|target| target.solver_calls).sum();
    say!(
        "dunlin: {}, {} in {:.3} s (loading took {:.3} s); results in {}",
        counted(summary.instructions, "instruction"),
        counted(calls, "solver call"),
        summary.time_ms / 1e3,
        summary.load_ms / 1e3,
        folder.display(),
    );
    if summary.stopped_by.is_some() {
        say!("dunlin: the same command with --resume {} goes on", folder.display());
    }
}

/// The answer for a person.
fn tell(entry: &TargetEntry) {
    let verdict = match entry.verdict {
        Verdict::Reachable => "reachable",
        Verdict::Unreachable => "unreachable",
        _ => "unknown",
    };
    say!("{}: {verdict}: {}", entry.target, entry.why);
    for note in &entry.notes {
        say!("  {note}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::Parser;

    #[test]
    fn the_library_has_the_defaults_of_the_command_line() {
        let line = ["dunlin", "reach", "a.c", "--target", "f"];
        let Command::Reach(args) = Cli::parse_from(line).command else { panic!("not a reach") };
        let library = ReachOptions { targets: vec!["f".into()], ..ReachOptions::default() };
        assert_eq!(format!("{:?}", reach_options(&args).unwrap()), format!("{library:?}"));
    }

    #[test]
    fn a_folder_is_new_or_resumed() {
        let line = ["dunlin", "reach", "a.c", "--target", "f", "--resume", "out"];
        let Command::Reach(args) = Cli::parse_from(line).command else { panic!("not a reach") };
        assert_eq!(reach_options(&args).unwrap().hunt.resume, Some(PathBuf::from("out")));
        let both = line.iter().chain(&["--output", "other"]);
        assert!(Cli::try_parse_from(both).is_err());
    }
}
