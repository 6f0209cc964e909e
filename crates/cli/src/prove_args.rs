//! The options of `dunlin prove`.

use crate::args::{LoadArgs, parse_size, parse_time};
use crate::match_args::MatchArgs;
use crate::model_args::ModelArgs;
use crate::solver_args::SolverArgs;
use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub struct ProveArgs {
    #[command(flatten)]
    pub load: LoadArgs,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,

    /// Only these kinds of what can go wrong, as in --only memory,overflow [default: all]
    #[arg(long, value_name = "KIND", value_enum, value_delimiter = ',')]
    pub only: Vec<Kind>,

    /// Only what can go wrong in this function, whoever calls it
    #[arg(long, value_name = "FUNCTION")]
    pub function: Option<String>,

    /// Only what can go wrong on this line, or in this function
    #[arg(long, value_name = "FILE:LINE|FUNCTION")]
    pub target: Option<String>,

    /// Folder for results [default: the next free dunlin-out-N]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Print the summary as JSON to standard output, and nothing else there
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Do not run tests natively: then nothing is refuted
    #[arg(long, help_heading = "Output")]
    pub no_replay: bool,

    /// Stop after this time, as in 90, 90s, 5m or 1h30m; it counts from the start of the command
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Limits")]
    pub max_time: Option<Duration>,

    /// Use at most this much memory, children included: mebibytes, or as in 500M or 4G [default: half of the
    /// machine's]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    pub max_memory: Option<u64>,

    /// How many threads explore what is not proved backward [default: one per core]
    #[arg(long, value_name = "N", help_heading = "Exploration")]
    pub workers: Option<NonZeroUsize>,

    /// What random choices follow from; the same seed with one worker gives the same run
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Exploration")]
    pub seed: u64,

    #[command(flatten)]
    pub model: ModelArgs,

    #[command(flatten)]
    pub matching: MatchArgs,

    #[command(flatten)]
    pub solver: SolverArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Assertions, abort, calls that mark errors, code that must not be reached
    Assertions,
    /// Accesses, frees, copies, the size of the stack
    Memory,
    /// Signed overflow, shifts by too much, division by zero
    Overflow,
    /// Heap memory that is lost
    Leaks,
}
