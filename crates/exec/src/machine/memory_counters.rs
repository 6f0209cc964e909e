//! What the memory models did.

use serde::{Deserialize, Serialize};

/// Counted per worker and added up.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MemoryCounters {
    /// Pointers that could mean several objects, each time one was used.
    pub resolutions: u64,
    /// Questions about which objects a pointer can mean.
    pub resolution_queries: u64,
    /// Resolutions after which execution forked.
    pub forked: u64,
    /// Resolutions after which it went on with several objects at once.
    pub merged: u64,
    /// Segments that were made.
    pub segments: u64,
    /// Of these, how many share the content of another one.
    pub segments_reused: u64,
    /// Bytes of the largest of them.
    pub largest_segment: u64,
    pub split_objects: u64,
    /// Bytes of the largest object that was split.
    pub largest_split: u64,
    pub relocations: u64,
    /// Questions with free addresses.
    pub placement_queries: u64,
}

impl MemoryCounters {
    pub fn add(&mut self, other: &MemoryCounters) {
        self.resolutions += other.resolutions;
        self.resolution_queries += other.resolution_queries;
        self.forked += other.forked;
        self.merged += other.merged;
        self.segments += other.segments;
        self.segments_reused += other.segments_reused;
        self.largest_segment = self.largest_segment.max(other.largest_segment);
        self.split_objects += other.split_objects;
        self.largest_split = self.largest_split.max(other.largest_split);
        self.relocations += other.relocations;
        self.placement_queries += other.placement_queries;
    }

    /// All of them, by the names that `summary.json` has for them.
    pub fn named(&self) -> [(&'static str, u64); 11] {
        [
            ("resolutions", self.resolutions),
            ("resolution_queries", self.resolution_queries),
            ("forked", self.forked),
            ("merged", self.merged),
            ("segments", self.segments),
            ("segments_reused", self.segments_reused),
            ("largest_segment", self.largest_segment),
            ("split_objects", self.split_objects),
            ("largest_split", self.largest_split),
            ("relocations", self.relocations),
            ("placement_queries", self.placement_queries),
        ]
    }
}
