//! A million 16-byte heap objects, all alive at once, must fit into a gibibyte.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::check::Check;
use crate::summary::Summary;
use crate::tools;

const PROGRAM: &str = include_str!("../../memory/million.c");
const LIMIT_BYTES: u64 = 1 << 30;
const TIME_LIMIT: Duration = Duration::from_secs(300);

/// How much Dunlin needs for the program at most.
pub fn peak_bytes(dunlin: &Path) -> Result<u64> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("million.c");
    let output = folder.path().join("out");
    std::fs::write(&source, PROGRAM)?;
    let mut command = Command::new(dunlin);
    command.arg("run").arg(&source).args(["--json", "--program-output", "discard"]);
    tools::run_checked(command.arg("--output").arg(&output), TIME_LIMIT)?;
    let summary = Summary::read(&output)?;
    if let Some(trouble) = summary.trouble() {
        bail!("million.c did not run cleanly: {trouble}");
    }
    if summary.peak_memory_bytes == 0 {
        bail!("summary.json has no peak_memory_bytes");
    }
    Ok(summary.peak_memory_bytes)
}

pub fn check(peak_bytes: u64) -> Check {
    Check {
        what: format!("a million 16-byte objects in less than {} MiB", LIMIT_BYTES >> 20),
        measured: format!("peak {} MiB, {} bytes each", peak_bytes >> 20, peak_bytes / 1_000_000),
        met: peak_bytes < LIMIT_BYTES,
    }
}
