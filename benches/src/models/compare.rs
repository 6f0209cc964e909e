//! Exploring one program in several ways: what they find must be the same.

use std::fmt;

use super::subject::{Explored, Found, Limits, Subject};
use super::ways::{BASELINE, Way};

/// What came of comparing the ways to explore a program.
#[derive(Debug)]
pub enum Compared {
    /// All ways were tried, and these found something else than the baseline.
    Tried { counts: Counts, differences: Vec<Difference> },
    /// The baseline is not complete or has paths that cannot be run: there is nothing to compare.
    Incomparable(String),
}

/// A way that found something else, and what.
#[derive(Debug)]
pub struct Difference {
    pub way: &'static str,
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.way, self.what)
    }
}

/// About the baseline and the ways that were compared with it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub ways: usize,
    pub paths: usize,
    pub errors: usize,
    /// Pointers that could mean several objects.
    pub resolutions: u64,
    /// What the other ways did: accesses to several objects at once, segments, objects in parts.
    pub merged: u64,
    pub segments: u64,
    pub split: u64,
    pub relocations: u64,
    /// Questions that their address-aware caches answered.
    pub shared: u64,
    /// Paths that the other ways have less, or more.
    pub fewer: usize,
    pub more: usize,
}

impl Counts {
    pub fn add(&mut self, other: &Counts) {
        self.ways += other.ways;
        self.paths += other.paths;
        self.errors += other.errors;
        self.resolutions += other.resolutions;
        self.merged += other.merged;
        self.segments += other.segments;
        self.split += other.split;
        self.relocations += other.relocations;
        self.shared += other.shared;
        self.fewer += other.fewer;
        self.more += other.more;
    }
}

/// Explores a program as the baseline does, then in the ways that `choose` picks from what that found.
pub fn compare<'w>(
    subject: &mut Subject,
    limits: Limits,
    choose: impl FnOnce(&Found) -> Vec<&'w Way>,
) -> Compared {
    let mut differences = Vec::new();
    let baseline = match subject.explore(&Way::new(BASELINE), limits) {
        Explored::Complete(found) => found,
        Explored::Incomplete(why) => return Compared::Incomparable(why),
        Explored::Wrong(what) => {
            differences.push(Difference { way: BASELINE, what });
            return Compared::Tried { counts: Counts::default(), differences };
        }
    };
    let mut counts = Counts {
        paths: baseline.paths,
        errors: baseline.errors.len(),
        resolutions: baseline.memory.resolutions,
        ..Counts::default()
    };
    // A way that merges may do more on one path, one that splits has more paths.
    let wider = Limits {
        paths: limits.paths.saturating_mul(20),
        instructions: limits.instructions.saturating_mul(20),
        ..limits
    };
    for way in choose(&baseline) {
        let what = match subject.explore(way, wider) {
            Explored::Complete(found) => {
                counts.ways += 1;
                counts.merged += found.memory.merged;
                counts.segments += found.memory.segments;
                counts.split += found.memory.split_objects;
                counts.relocations += found.memory.relocations;
                counts.shared += found.shared;
                counts.fewer += baseline.paths.saturating_sub(found.paths);
                counts.more += found.paths.saturating_sub(baseline.paths);
                match difference(&baseline, &found, way) {
                    None => continue,
                    Some(what) => what,
                }
            }
            Explored::Incomplete(why) => format!("not explored to the end: {why}"),
            Explored::Wrong(what) => what,
        };
        differences.push(Difference { way: way.name, what });
    }
    Compared::Tried { counts, differences }
}

/// What one exploration has and the other has not.
fn difference(baseline: &Found, found: &Found, way: &Way) -> Option<String> {
    if let Some(error) = baseline.errors.difference(&found.errors).next() {
        return Some(format!("does not find {error}"));
    }
    if let Some(error) = found.errors.difference(&baseline.errors).next() {
        return Some(format!("finds {error}, which {BASELINE} does not"));
    }
    let (lost, extra) = (
        baseline.traces.difference(&found.traces).collect::<Vec<_>>(),
        found.traces.difference(&baseline.traces).collect::<Vec<_>>(),
    );
    if let Some(trace) = lost.first().or(extra.first()) {
        let which = if lost.is_empty() { "has" } else { "has not" };
        let (l, e, end) = (lost.len(), extra.len(), &trace.end);
        return Some(format!(
            "lacks {l} ways through the program and has {e} others; it {which} one that ends with \
             {end} after {:?}",
            trace.transfers
        ));
    }
    if found.paths > baseline.paths && !way.may_fork_more() {
        let (more, paths) = (found.paths, baseline.paths);
        return Some(format!("has {more} paths where {BASELINE} has {paths}"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::subject::Trace;
    use super::*;

    fn found(errors: &[&str], ends: &[&str], paths: usize) -> Found {
        let trace = |end: &&str| Trace { end: end.to_string(), ..Trace::default() };
        Found {
            errors: errors.iter().map(ToString::to_string).collect(),
            traces: ends.iter().map(trace).collect(),
            paths,
            ..Found::default()
        }
    }

    #[test]
    fn errors_and_traces_must_be_the_same_and_paths_not_more() {
        let baseline = found(&["a", "b"], &["finished", "a", "b"], 5);
        let merges = Way::new("--memory ite");
        let judged = |other: &Found, way: &Way| difference(&baseline, other, way);
        let same = found(&["a", "b"], &["finished", "a", "b"], 3);
        assert_eq!(judged(&same, &merges), None);
        let lost = judged(&found(&["a"], &["finished", "a", "b"], 3), &merges);
        assert_eq!(lost.as_deref(), Some("does not find b"));
        let new = judged(&found(&["a", "b", "c"], &["finished"], 3), &merges);
        assert!(new.is_some_and(|what| what.starts_with("finds c")));
        let trace = judged(&found(&["a", "b"], &["a", "b"], 3), &merges);
        assert!(trace.is_some_and(|what| what.starts_with("lacks 1 ways")));
        let more = found(&["a", "b"], &["finished", "a", "b"], 6);
        assert!(judged(&more, &merges).is_some_and(|what| what.starts_with("has 6 paths")));
        let splits = Way::new("--memory fork --split-objects 8 --split-threshold 8");
        assert_eq!(judged(&more, &splits), None);
    }
}
