//! What the tables must show, with what was measured.

use super::errors;
use super::random::BACKWARD;
use super::table::ratio;
use super::targets::{Row, Run};
use crate::check::Check;
use crate::tools::geometric_mean;

/// Dynamic symbolic execution as the paper has it.
const FORWARD: &str = "klee";
/// Programs that need more paths forward count for the ratios.
const MANY: u64 = 50;
/// Against the paper's 4.36 and 2.86.
const FEWER_PATHS: f64 = 8.0;
const LESS_TIME: f64 = 4.0;
const FIGURE_1_PATHS: u64 = 5;

pub fn all(rows: &[Row], memory: &[errors::Row]) -> Vec<Check> {
    let mut checks = vec![nothing_wrong(rows, memory)];
    if rows.iter().any(|row| row.run(BACKWARD).is_some()) {
        checks.push(never_lost(rows));
        checks.extend(figure_1(rows));
        checks.extend(ratios(rows));
        checks.push(proofs(rows));
    }
    if memory.iter().any(|row| row.backward.is_some()) {
        checks.push(errors_found(memory));
    }
    checks
}

fn nothing_wrong(rows: &[Row], memory: &[errors::Row]) -> Check {
    let mut wrong: Vec<String> = Vec::new();
    for row in rows {
        let is_wrong = |run: &&Run| if row.reachable { run.proved() } else { run.reached() };
        for run in row.runs.iter().filter(is_wrong) {
            wrong.push(format!("{} by {}", row.program, run.strategy));
        }
    }
    for row in memory {
        let runs = [Some(&row.forward), row.backward.as_ref()];
        if runs.into_iter().flatten().any(|run| !run.wrong.is_empty()) {
            wrong.push(row.program.clone());
        }
    }
    let measured = if wrong.is_empty() { "none".to_string() } else { wrong.join(", ") };
    Check { what: "no claim is wrong".to_string(), measured, met: wrong.is_empty() }
}

/// What a forward strategy reaches is reached with the backward search, too.
fn never_lost(rows: &[Row]) -> Check {
    let lost: Vec<&str> = rows
        .iter()
        .filter(|row| row.runs.iter().any(Run::reached))
        .filter(|row| row.run(BACKWARD).is_some_and(|run| !run.reached()))
        .map(|row| row.program.as_str())
        .collect();
    let measured = if lost.is_empty() { "none".to_string() } else { lost.join(", ") };
    Check { what: format!("no target is lost with {BACKWARD}"), measured, met: lost.is_empty() }
}

fn figure_1(rows: &[Row]) -> Option<Check> {
    let runs: Vec<&Run> = rows
        .iter()
        .filter(|row| row.program.starts_with("figure1"))
        .filter_map(|row| row.run(BACKWARD))
        .collect();
    let most = runs.iter().map(|run| run.paths).max()?;
    Some(Check {
        what: format!("Figure 1 takes at most {FIGURE_1_PATHS} paths, whatever the bound"),
        measured: format!("{most}"),
        met: most <= FIGURE_1_PATHS && runs.iter().all(|run| run.reached()),
    })
}

/// Paths and time of the forward search against the backward one, where forward needs many paths. A target
/// that backward loses is counted by [`never_lost`]; one that forward loses counts with what it took so far.
fn ratios(rows: &[Row]) -> Vec<Check> {
    let pairs: Vec<(&Run, &Run)> = rows
        .iter()
        .filter(|row| row.reachable)
        .filter_map(|row| Some((row.run(FORWARD)?, row.run(BACKWARD)?)))
        .filter(|(forward, backward)| forward.paths > MANY && backward.reached())
        .collect();
    if pairs.is_empty() {
        return Vec::new();
    }
    let mean = |of: &dyn Fn(&Run) -> f64| {
        geometric_mean(pairs.iter().map(|(forward, backward)| ratio(of(forward), of(backward))))
    };
    let check = |what: &str, mean: f64, goal: f64| Check {
        what: format!("{what} than {FORWARD} where that needs more than {MANY} paths"),
        measured: format!("{mean:.1} times (goal {goal}), {} programs", pairs.len()),
        met: mean >= goal,
    };
    vec![
        check("fewer paths", mean(&|run| run.paths as f64), FEWER_PATHS),
        check("less time", mean(&|run| run.time_ms), LESS_TIME),
    ]
}

/// How many targets that nothing reaches are proved so, by whom; there is no goal.
fn proofs(rows: &[Row]) -> Check {
    let never: Vec<&Row> = rows.iter().filter(|row| !row.reachable).collect();
    let count = |by: &dyn Fn(&Run) -> bool| {
        never.iter().filter(|row| row.runs.iter().any(|run| by(run) && run.proved())).count()
    };
    Check {
        what: "targets that nothing reaches".to_string(),
        measured: format!(
            "of {}, {} proved with {BACKWARD}, {} forward, {} by any",
            never.len(),
            count(&|run| run.strategy == BACKWARD),
            count(&|run| run.strategy != BACKWARD),
            count(&|_| true)
        ),
        met: true,
    }
}

fn errors_found(memory: &[errors::Row]) -> Check {
    let wrong: Vec<&errors::Row> = memory.iter().filter(|row| !row.right).collect();
    let backward =
        wrong.iter().filter(|row| row.backward.as_ref().is_some_and(|run| run.found)).count();
    let forward = wrong.iter().filter(|row| row.forward.found).count();
    Check {
        what: "memory errors found backward, as many as forward".to_string(),
        measured: format!("of {}, {backward} backward, {forward} forward", wrong.len()),
        met: backward >= forward,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(strategy: &str, verdict: &str, paths: u64, time_ms: f64) -> Run {
        Run {
            strategy: strategy.to_string(),
            verdict: verdict.to_string(),
            confirmed: false,
            paths,
            instructions: 0,
            solver_calls: 0,
            time_ms,
            backward_ms: None,
            values: None,
            why: String::new(),
        }
    }

    fn row(program: &str, reachable: bool, runs: Vec<Run>) -> Row {
        Row { program: program.to_string(), reachable, runs }
    }

    fn texts(rows: &[Row]) -> Vec<(bool, String)> {
        all(rows, &[]).into_iter().map(|check| (check.met, check.measured)).collect()
    }

    #[test]
    fn goals_are_met_by_fewer_paths_and_less_time() {
        let rows = [
            row(
                "figure1-9",
                true,
                vec![run("tse", "reachable", 2, 1.0), run("klee", "reachable", 100, 9.0)],
            ),
            row(
                "server-9",
                false,
                vec![run("tse", "unreachable", 0, 1.0), run("klee", "unknown", 700, 90.0)],
            ),
        ];
        let checks = texts(&rows);
        assert!(checks.iter().all(|(met, _)| *met), "{checks:?}");
        assert!(checks.iter().any(|(_, text)| text.starts_with("50.0 times")), "{checks:?}");
        assert!(
            checks.iter().any(|(_, text)| text == "of 1, 1 proved with tse, 0 forward, 1 by any"),
            "{checks:?}"
        );
    }

    #[test]
    fn a_lost_target_and_a_wrong_proof_are_missed() {
        let lost = [row(
            "server-1",
            true,
            vec![run("tse", "unknown", 2, 1.0), run("auto", "reachable", 9, 9.0)],
        )];
        assert!(texts(&lost).contains(&(false, "server-1".to_string())));
        let wrong = [row("server-2", true, vec![run("klee", "unreachable", 9, 9.0)])];
        assert_eq!(texts(&wrong), [(false, "server-2 by klee".to_string())]);
    }
}
