//! The options of `dunlin verify`.

use crate::args::{LoadArgs, parse_size, parse_time};
use crate::match_args::MatchArgs;
use crate::solver_args::SolverArgs;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub struct VerifyArgs {
    #[command(flatten)]
    pub load: LoadArgs,

    /// The property, a file of the competition such as unreach-call.prp
    #[arg(long, value_name = "FILE")]
    pub property: PathBuf,

    /// The sizes of types [default: the machine's]
    #[arg(long, value_name = "MODEL", value_enum)]
    pub data_model: Option<DataModel>,

    /// Write the witness of true or false here, format 2.0; the file must not exist
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub witness: Option<PathBuf>,

    /// Write the tests of a coverage property here, as one zip archive; the file must not exist
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub test_suite: Option<PathBuf>,

    /// Folder for results [default: the next free dunlin-out-N]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Stop after this time, as in 90, 90s, 5m or 1h30m; it counts from the start of the command
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Limits")]
    pub max_time: Option<Duration>,

    /// Use at most this much memory, children included: mebibytes, or as in 500M or 4G [default: half of the
    /// machine's]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    pub max_memory: Option<u64>,

    #[command(flatten)]
    pub matching: MatchArgs,

    #[command(flatten)]
    pub solver: SolverArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataModel {
    /// int, long and pointers have 32 bits
    Ilp32,
    /// long and pointers have 64 bits
    Lp64,
}
