//! Trials of programs that are made of seeds: what to try, and what has failed.

use std::fmt;
use std::path::PathBuf;

/// What to run and how.
#[derive(Debug)]
pub struct Options {
    pub dunlin: PathBuf,
    pub seeds: Vec<u64>,
    /// How many programs at a time.
    pub jobs: usize,
    /// The folder where failing programs are kept.
    pub keep: PathBuf,
    /// Print every failure as it is found.
    pub progress: bool,
}

/// A program that Dunlin did not treat as it should.
#[derive(Debug)]
pub struct Failure {
    pub seed: u64,
    pub what: String,
    pub reproduce: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}: {}\n    {}", self.seed, self.what, self.reproduce)
    }
}
