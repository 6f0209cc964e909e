//! What the checkpoint of an exploration holds.

use super::results::Inner;
use super::seen;
use crate::checkpoint::{self, Stamp, take};
use dunlin_exec::{MemoryCounters, Origin, Seed, SortedItems, WorkItem};
use dunlin_report::Sharing;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// Numbers that go on counting.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// The number of the last test.
    pub tests: u64,
    /// How long `paths.txt` was.
    pub traces_length: u64,
    pub instructions: u64,
    pub paths: u64,
    pub forks: u64,
    pub states_peak: u64,
    pub time: Duration,
    pub queries_asked: u64,
    pub queries_answered: Vec<(String, u64)>,
    /// Those that reached a backend.
    pub queries_smt: u64,
    pub sharing: Sharing,
    pub smt_ms: f64,
    pub memory: MemoryCounters,
    /// What comparisons of states came to.
    pub seen: seen::Counts,
}

/// A checkpoint.
#[derive(Clone, PartialEq, Debug)]
pub struct Saved {
    pub counts: Counts,
    pub inner: Inner,
    /// The seeds that the run was given: items know them by number.
    pub seeds: Vec<Seed>,
    pub items: Vec<WorkItem>,
}

/// What is stored apart from the items. Quick: workers stand still meanwhile.
pub fn encode(counts: &Counts, inner: &Inner, seeds: &[Seed]) -> Vec<u8> {
    let written = postcard::to_io(&(counts, inner, seeds), Vec::new());
    written.expect("memory takes everything, and all lengths are known")
}

/// Writes a checkpoint into its folder: what [`encode`] gave, and the items.
pub fn write(
    folder: &Path,
    stamp: &Stamp,
    payload: &[u8],
    items: Vec<&WorkItem>,
) -> io::Result<()> {
    checkpoint::write(folder, stamp, |out| {
        out.write_all(payload)?;
        out.put(&SortedItems::new(items))
    })
}

/// What was written; none if it was something else.
pub fn decode(mut content: &[u8]) -> Option<Saved> {
    let (counts, inner, seeds) = take(&mut content)?;
    let items = take::<SortedItems>(&mut content)?.into_vec();
    let whole = items.iter().all(|item| item.origin() == Origin::Program);
    (whole && content.is_empty()).then_some(Saved { counts, inner, seeds, items })
}

/// Decisions in their packed form.
pub mod packed_trace {
    use dunlin_exec::{Decision, PackedTrace};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(trace: &[Decision], to: S) -> Result<S::Ok, S::Error> {
        PackedTrace::new(trace).serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Decision>, D::Error> {
        Ok(PackedTrace::deserialize(from)?.decisions())
    }
}

#[cfg(test)]
mod tests;
