//! The options of `dunlin triage`.

use crate::args::{LoadArgs, parse_time};
use crate::reach_args::HuntArgs;
use crate::solver_args::SolverArgs;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub struct TriageArgs {
    #[command(flatten)]
    pub load: LoadArgs,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,

    /// The report of another tool, SARIF 2.1.0
    #[arg(long, value_name = "REPORT")]
    pub sarif: PathBuf,

    #[command(flatten)]
    pub hunt: HuntArgs,

    /// Look for the line of a finding no longer than this; --max-time is for all findings together
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "30s", help_heading = "Limits")]
    pub time_per_finding: Duration,

    /// Where the report with the answers goes [default: triaged.sarif in the folder for results]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub write: Option<PathBuf>,

    /// Folder for results [default: the next free dunlin-out-N]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Print the summary as JSON to standard output, and nothing else there
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    #[command(flatten)]
    pub solver: SolverArgs,
}
