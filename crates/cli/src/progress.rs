//! Signs of life during long runs: live lines on a terminal, a plain line now and then elsewhere.

use dunlin_driver::words::{counted, group_digits};
use dunlin_driver::{HuntProgress, RunProgress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A run shorter than this shows nothing.
const QUIET: Duration = Duration::from_secs(1);
/// How often a plain line appears where there is no terminal.
const PLAIN_EVERY: Duration = Duration::from_secs(10);
/// How many of those who answer questions are named.
const ANSWERERS_SHOWN: usize = 3;

/// What happened so far: the first line.
fn results(run: &RunProgress) -> String {
    let mut parts = vec![
        counted(run.paths, "path"),
        counted(run.errors, "error"),
        counted(run.states, "state"),
    ];
    if run.lines.1 > 0 {
        let (covered, all) = run.lines;
        let percent = covered as f64 * 100.0 / all as f64;
        parts.push(format!("{covered} of {all} lines ({percent:.0} %)"));
    }
    parts.join(", ")
}

/// What it costs: the second line.
fn costs(run: &RunProgress, elapsed: Duration) -> String {
    let rate = run.instructions as f64 / elapsed.as_secs_f64().max(1e-3) / 1e6;
    // Whole millions for concrete runs; a symbolic one may do less than one.
    let digits = if rate < 10.0 { 1 } else { 0 };
    let instructions = counted(run.instructions, "instruction");
    let speed = format!("{instructions}, {rate:.digits$} million per second");
    let mut parts = vec![speed, questions(run)];
    if run.memory_bytes > 0 {
        parts.push(format!("{} MiB", group_digits(run.memory_bytes >> 20)));
    }
    parts.join(", ")
}

/// How many questions were asked, and who answered most of them.
fn questions(run: &RunProgress) -> String {
    let mut text = match run.queries.asked {
        1 => "1 query".to_owned(),
        asked => format!("{} queries", group_digits(asked)),
    };
    let busiest = run.queries.answered_by.busiest(ANSWERERS_SHOWN);
    let share = |&(who, count): &(&str, u64)| {
        let percent = count as f64 * 100.0 / run.queries.asked.max(count) as f64;
        format!("{} {percent:.0} %", who.replace('_', " "))
    };
    if !busiest.is_empty() {
        let shares: Vec<String> = busiest.iter().map(share).collect();
        text += &format!(" ({})", shares.join(", "));
    }
    text
}

fn hunt_results(hunt: &HuntProgress<'_>) -> String {
    let (target, tally) = (hunt.target, hunt.tally);
    let nearest = match tally.nearest {
        Some(distance) => format!("nearest {} steps away", group_digits(distance)),
        None => "no way seen yet".to_string(),
    };
    format!(
        "{target}: {nearest}, {}, {} dropped, {} climbed, {}",
        counted(tally.states_now, "state"),
        group_digits(tally.dropped),
        counted(tally.climbed, "function"),
        counted(tally.partial_paths, "partial path"),
    )
}

fn hunt_costs(hunt: &HuntProgress<'_>) -> String {
    format!(
        "{}, {}, {} MiB",
        counted(hunt.tally.instructions, "instruction"),
        counted(hunt.tally.solver_calls, "solver call"),
        group_digits(hunt.memory_bytes >> 20),
    )
}

/// Can be shared between threads: one tells how far the run is, others print.
pub struct Progress {
    bar: ProgressBar,
    terminal: bool,
    started: Instant,
    /// Milliseconds after the start.
    last_line: AtomicU64,
}

impl Progress {
    pub fn new() -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}\n  {prefix}");
        bar.set_style(style.expect("the template is a constant"));
        let terminal = std::io::stderr().is_terminal();
        Progress { bar, terminal, started: Instant::now(), last_line: AtomicU64::new(0) }
    }

    /// Shows how far an exploration or the search for a target is.
    pub fn update(&self, progress: &dunlin_driver::Progress<'_>) {
        match progress {
            dunlin_driver::Progress::Run(run) => {
                self.show(&results(run), &costs(run, self.started.elapsed()));
            }
            dunlin_driver::Progress::Hunt(hunt) => {
                self.show(&hunt_results(hunt), &hunt_costs(hunt));
            }
        }
    }

    /// Shows what happened so far, and what it costs.
    fn show(&self, results: &str, costs: &str) {
        let elapsed = self.started.elapsed();
        if elapsed < QUIET {
            return;
        }
        if self.terminal {
            self.draw(results, costs);
        } else if self.line_is_due(elapsed) {
            say!("{}", plain_line(results, costs, elapsed));
        }
    }

    fn draw(&self, results: &str, costs: &str) {
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_prefix(costs.to_owned());
        self.bar.set_message(results.to_owned());
        self.bar.tick();
    }

    fn line_is_due(&self, elapsed: Duration) -> bool {
        let now = elapsed.as_millis() as u64;
        let due = now.saturating_sub(self.last_line.load(Ordering::Relaxed))
            >= PLAIN_EVERY.as_millis() as u64;
        if due {
            self.last_line.store(now, Ordering::Relaxed);
        }
        due
    }

    /// Runs `write` without the live lines in its way.
    pub fn suspended<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.bar.is_hidden() { write() } else { self.bar.suspend(write) }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Everything in one line.
fn plain_line(results: &str, costs: &str, elapsed: Duration) -> String {
    format!("dunlin: {} s, {results}; {costs}", elapsed.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_report::Queries;

    fn line_of(run: &RunProgress, elapsed: Duration) -> String {
        plain_line(&results(run), &costs(run, elapsed), elapsed)
    }

    #[test]
    fn an_exploration_tells_who_answered() {
        let mut queries = Queries { asked: 4000, ..Queries::default() };
        for (who, count) in [("model", 3000), ("value sets", 600), ("native", 300), ("z3", 100)] {
            queries.answered_by.add(who, count);
        }
        let snapshot = RunProgress {
            paths: 1500,
            errors: 1,
            states: 12,
            instructions: 24_000_000,
            queries,
            lines: (30, 40),
            memory_bytes: 64 << 20,
        };
        assert_eq!(
            line_of(&snapshot, Duration::from_secs(20)),
            "dunlin: 20 s, 1,500 paths, 1 error, 12 states, 30 of 40 lines (75 %); \
             24,000,000 instructions, 1.2 million per second, \
             4,000 queries (model 75 %, value sets 15 %, native 8 %), 64 MiB"
        );
    }

    #[test]
    fn a_run_that_has_just_begun_divides_by_nothing() {
        let line = line_of(&RunProgress::default(), Duration::ZERO);
        assert!(line.contains("0 paths, 0 errors, 0 states; 0 instructions"), "{line}");
        assert!(line.ends_with("0 queries"), "{line}");
    }

    #[test]
    fn plain_lines_keep_their_distance() {
        let progress = Progress::new();
        let due: Vec<u64> =
            (0..=45).filter(|&s| progress.line_is_due(Duration::from_secs(s))).collect();
        assert_eq!(due, [10, 20, 30, 40]);
    }

    #[test]
    fn every_layer_of_the_solver_has_a_name_in_the_statistics() {
        use dunlin_solver::chain::{Chain, Home, Options, SolverChoice};
        let options = Options { address_aware: true, ..Options::default() };
        let chain = Chain::new(&options, SolverChoice::Auto.portfolio(Home::Here, None));
        let mut answered = dunlin_report::AnsweredBy::default();
        for (layer, _) in chain.counters() {
            assert!(answered.add(layer, 1), "{layer}");
        }
    }
}
