//! What states cost: the time of a fork, and the memory of a state that waits.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use crate::summary::Summary;
use crate::tools;

const FORK: &str = include_str!("../../explore/fork.c");
const PARSER: &str = include_str!("../../explore/json.c");

/// Inputs and paths for which breadth first search has over 100,000 states of the parser at once.
const PARSER_SIZE: &str = "-DSIZE=9";
const PARSER_PATHS: &str = "60000";

#[derive(Debug, Serialize)]
pub struct States {
    /// Of a state with 1,000 objects; both sides write a byte, take a branch and end.
    pub fork_us: f64,
    /// Of such a state while it waits beside its siblings.
    pub fork_bytes: f64,
    pub parser_states: u64,
    pub parser_bytes: f64,
    pub parser_peak_bytes: u64,
}

pub fn measure(dunlin: &Path, limit: Duration, folder: &Path) -> Result<States> {
    let run = |name: &str, source: &str, more: &[&str]| -> Result<Summary> {
        let file = folder.join(name);
        std::fs::write(&file, source)?;
        let output = folder.join("states-out");
        let mut command = Command::new(dunlin);
        command.arg("run").arg(file).args(["--json", "--no-replay", "--no-tests"]);
        command.args(["--workers", "1", "--output"]).arg(&output).args(more);
        tools::run(&mut command, limit)?;
        Summary::read(&output)
    };
    let depth = run("fork.c", FORK, &["--search", "dfs"])?;
    let breadth = run("fork.c", FORK, &["--search", "bfs"])?;
    let parser =
        run("json.c", PARSER, &["--search", "bfs", PARSER_SIZE, "--max-paths", PARSER_PATHS])?;
    // What the process needs without its waiting states.
    let rest = depth.peak_memory_bytes as f64;
    Ok(States {
        fork_us: depth.time_ms * 1e3 / depth.forks as f64,
        fork_bytes: (breadth.peak_memory_bytes as f64 - rest) / breadth.states_peak as f64,
        parser_states: parser.states_peak,
        parser_bytes: (parser.peak_memory_bytes as f64 - rest) / parser.states_peak as f64,
        parser_peak_bytes: parser.peak_memory_bytes,
    })
}

impl States {
    pub fn text(&self) -> String {
        format!(
            "a fork of a state with 1,000 objects, both sides run to their end: {:.1} us\n\
             such a state while it waits: {:.1} kB\n\
             {} waiting states of the parser: {:.1} kB each, {} MiB in all",
            self.fork_us,
            self.fork_bytes / 1e3,
            self.parser_states,
            self.parser_bytes / 1e3,
            self.parser_peak_bytes >> 20,
        )
    }
}
