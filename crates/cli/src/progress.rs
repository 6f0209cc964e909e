//! Signs of life during long runs: live lines on a terminal, a plain line now and then elsewhere.

use dunlin_report::Queries;
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

/// How far a run is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Snapshot {
    /// Paths that ended.
    pub paths: u64,
    /// Distinct errors.
    pub errors: u64,
    /// States alive, or waiting to be worked on.
    pub states: u64,
    pub instructions: u64,
    pub queries: Queries,
    /// Lines covered, of all lines with code.
    pub lines: (u64, u64),
    pub memory_bytes: u64,
    /// The active calls, where there is only one path.
    pub call_depth: Option<usize>,
}

impl Snapshot {
    /// What happened so far: the first line.
    fn results(&self, elapsed: Duration) -> String {
        if let Some(depth) = self.call_depth {
            return format!("{}, call depth {depth}", self.speed(elapsed));
        }
        let mut parts = vec![
            counted(self.paths, "path"),
            counted(self.errors, "error"),
            counted(self.states, "state"),
        ];
        if self.lines.1 > 0 {
            let (covered, all) = self.lines;
            let percent = covered as f64 * 100.0 / all as f64;
            parts.push(format!("{covered} of {all} lines ({percent:.0} %)"));
        }
        parts.join(", ")
    }

    /// What it costs: the second line; empty where there is one path.
    fn costs(&self, elapsed: Duration) -> String {
        if self.call_depth.is_some() {
            return String::new();
        }
        let mut parts = vec![self.speed(elapsed), self.questions()];
        if self.memory_bytes > 0 {
            parts.push(format!("{} MiB", group_digits(self.memory_bytes >> 20)));
        }
        parts.join(", ")
    }

    fn speed(&self, elapsed: Duration) -> String {
        let rate = self.instructions as f64 / elapsed.as_secs_f64().max(1e-3) / 1e6;
        // Whole millions for concrete runs; a symbolic one may do less than one.
        let digits = if rate < 10.0 { 1 } else { 0 };
        let instructions = counted(self.instructions, "instruction");
        format!("{instructions}, {rate:.digits$} million per second")
    }

    /// How many questions were asked, and who answered most of them.
    fn questions(&self) -> String {
        let mut text = match self.queries.asked {
            1 => "1 query".to_owned(),
            asked => format!("{} queries", group_digits(asked)),
        };
        let busiest = self.queries.answered_by.busiest(ANSWERERS_SHOWN);
        let share = |&(who, count): &(&str, u64)| {
            let percent = count as f64 * 100.0 / self.queries.asked.max(count) as f64;
            format!("{} {percent:.0} %", who.replace('_', " "))
        };
        if !busiest.is_empty() {
            let shares: Vec<String> = busiest.iter().map(share).collect();
            text += &format!(" ({})", shares.join(", "));
        }
        text
    }
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
        let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
        bar.set_style(style.expect("the template is a constant"));
        let terminal = std::io::stderr().is_terminal();
        Progress { bar, terminal, started: Instant::now(), last_line: AtomicU64::new(0) }
    }

    /// Shows how far the run is.
    pub fn update(&self, snapshot: &Snapshot) {
        let elapsed = self.started.elapsed();
        self.show(&snapshot.results(elapsed), &snapshot.costs(elapsed));
    }

    /// Shows what happened so far, and what it costs.
    pub fn show(&self, results: &str, costs: &str) {
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
            if !costs.is_empty() {
                let two =
                    ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}\n  {prefix}");
                self.bar.set_style(two.expect("the template is a constant"));
            }
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
    let separator = if costs.is_empty() { "" } else { "; " };
    format!("dunlin: {} s, {results}{separator}{costs}", elapsed.as_secs())
}

pub fn counted(count: u64, what: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {what}{ending}", group_digits(count))
}

/// 1234567 as 1,234,567.
pub fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        assert_eq!(group_digits(0), "0");
        assert_eq!(group_digits(999), "999");
        assert_eq!(group_digits(1_234_567), "1,234,567");
    }

    fn line_of(snapshot: &Snapshot, elapsed: Duration) -> String {
        plain_line(&snapshot.results(elapsed), &snapshot.costs(elapsed), elapsed)
    }

    #[test]
    fn a_single_path_is_one_short_line() {
        let snapshot =
            Snapshot { instructions: 3_000_000_000, call_depth: Some(4), ..Snapshot::default() };
        assert_eq!(
            line_of(&snapshot, Duration::from_secs(10)),
            "dunlin: 10 s, 3,000,000,000 instructions, 300 million per second, call depth 4"
        );
    }

    #[test]
    fn an_exploration_tells_who_answered() {
        let mut queries = Queries { asked: 4000, ..Queries::default() };
        for (who, count) in [("model", 3000), ("value sets", 600), ("native", 300), ("z3", 100)] {
            queries.answered_by.add(who, count);
        }
        let snapshot = Snapshot {
            paths: 1500,
            errors: 1,
            states: 12,
            instructions: 24_000_000,
            queries,
            lines: (30, 40),
            memory_bytes: 64 << 20,
            call_depth: None,
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
        let line = line_of(&Snapshot::default(), Duration::ZERO);
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
