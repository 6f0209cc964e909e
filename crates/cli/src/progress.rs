//! Signs of life during long runs: a live line on a terminal, a plain line now and then elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::Cell;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// A run shorter than this shows nothing.
const QUIET: Duration = Duration::from_secs(1);
/// How often a plain line appears where there is no terminal.
const PLAIN_EVERY: Duration = Duration::from_secs(30);

pub struct Progress {
    bar: ProgressBar,
    terminal: bool,
    started: Instant,
    last_line: Cell<Instant>,
}

impl Progress {
    pub fn new() -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
        bar.set_style(style.expect("the template is a constant"));
        let now = Instant::now();
        let terminal = std::io::stderr().is_terminal();
        Progress { bar, terminal, started: now, last_line: Cell::new(now) }
    }

    /// Shows how far the run is.
    pub fn update(&self, instructions: u64, stack: usize) {
        if self.started.elapsed() < QUIET {
            return;
        }
        let rate = instructions as f64 / self.started.elapsed().as_secs_f64() / 1e6;
        let message = format!(
            "{} instructions, {rate:.0} million per second, call depth {stack}",
            group_digits(instructions)
        );
        if self.terminal {
            if self.bar.is_hidden() {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            self.bar.set_message(message);
            self.bar.tick();
        } else if self.last_line.get().elapsed() >= PLAIN_EVERY {
            self.last_line.set(Instant::now());
            eprintln!("dunlin: {} s, {message}", self.started.elapsed().as_secs());
        }
    }

    /// Runs `write` without the live line in its way.
    pub fn suspended<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.bar.is_hidden() { write() } else { self.bar.suspend(write) }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
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
    use super::group_digits;

    #[test]
    fn digits_are_grouped() {
        assert_eq!(group_digits(0), "0");
        assert_eq!(group_digits(999), "999");
        assert_eq!(group_digits(1_234_567), "1,234,567");
    }
}
