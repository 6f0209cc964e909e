//! What a run says about itself in `summary.json`. A counter that is not there is an error: a zero in a
//! table must have been measured.

use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Figures {
    pub verdict: String,
    pub why: String,
    pub complete: bool,
    /// The limit that it reached.
    pub stopped_by: Option<String>,
    pub paths: Paths,
    pub time_ms: f64,
    pub peak_memory_bytes: u64,
    pub queries: Queries,
    pub memory: Memory,
    pub errors: Vec<ErrorAt>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Paths {
    pub finished: u64,
    pub errors: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Queries {
    pub asked: u64,
    /// Those that reached a backend.
    pub smt: u64,
    pub cache_entries: u64,
    /// Of the address-aware cache, as in Table 4.2.
    pub sharing: Sharing,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sharing {
    pub seen: u64,
    /// Of these, with addresses of objects.
    pub with_bases: u64,
    /// Of these, with the same answer wherever the objects lie.
    pub shareable: u64,
}

/// Pointers that could mean several objects, and what was done about them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Memory {
    pub resolutions: u64,
    pub resolution_queries: u64,
    pub forked: u64,
    pub merged: u64,
    pub segments: u64,
    pub largest_segment: u64,
    pub split_objects: u64,
    pub largest_split: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ErrorAt {
    pub kind: String,
    #[serde(default)]
    pub line: Option<u64>,
}

impl Figures {
    pub fn parse(text: &str) -> Result<Figures> {
        serde_json::from_str(text).context("summary.json lacks what this benchmark needs")
    }

    /// Reads `summary.json` of an output folder.
    pub fn read(output: &Path) -> Result<Figures> {
        let path = output.join("summary.json");
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("dunlin left no {}", path.display()))?;
        Figures::parse(&text)
    }

    pub fn all_paths(&self) -> u64 {
        self.paths.finished + self.paths.errors
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub const SUMMARY: &str = r#"{"verdict": "no-errors", "why": "all 3 paths finished",
        "complete": true, "stopped_by": null, "paths": {"finished": 3, "errors": 0, "limited": 0}, "time_ms": 10.0,
        "peak_memory_bytes": 1048576, "queries": {"asked": 90, "smt": 20, "cache_entries": 30,
        "sharing": {"seen": 8, "with_bases": 7, "shareable": 6}},
        "memory": {"resolutions": 2, "resolution_queries": 100, "forked": 1, "merged": 1,
        "segments": 1, "largest_segment": 20, "split_objects": 0, "largest_split": 0}, "errors": []}"#;

    #[test]
    fn a_summary_is_read() {
        let figures = Figures::parse(SUMMARY).unwrap();
        assert_eq!((figures.all_paths(), figures.queries.smt), (3, 20));
        assert_eq!(figures.memory.largest_segment, 20);
    }

    #[test]
    fn a_missing_counter_is_an_error_that_names_it() {
        for counter in ["smt", "cache_entries", "resolution_queries", "largest_split", "with_bases"]
        {
            let without = SUMMARY.replace(&format!("\"{counter}\""), "\"other\"");
            let error = format!("{:#}", Figures::parse(&without).unwrap_err());
            assert!(error.contains(counter) && error.contains("missing field"), "{error}");
        }
    }
}
