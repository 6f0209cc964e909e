//! What a user can choose about execution.
//!
//! Written with serde, these options are what a run must have in common with the one that it goes on with, under
//! the names of the command line. What changes no decision of a path is not written.

use serde::Serialize;

/// Which checks are on and where the limits are.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ExecOptions {
    /// Report signed overflow of C arithmetic.
    pub check_overflow: bool,
    /// Report shifts by the width or more.
    pub check_shift: bool,
    /// What happens after a report of UndefinedBehaviorSanitizer in the program.
    pub ubsan: Ubsan,
    /// A call of the program's own `reach_error` ends the path with an error, and its body is not entered:
    /// harnesses define it to do nothing. Without it, such a function is one like any other.
    pub stop_at_error_function: bool,
    pub uninitialised: Uninitialised,
    /// Report heap objects that are still allocated, and that nothing points to, at the end.
    pub leaks: bool,
    /// With `leaks`: also those that something points to.
    #[serde(skip)]
    pub unfreed: bool,
    /// With `leaks`: also where the program ends itself by an abort or a failed assertion.
    #[serde(skip)]
    pub leaks_when_aborted: bool,
    /// With `leaks`: what a pointer in a register counts for, while functions of the program are active.
    #[serde(skip)]
    pub registers: HeldBy,
    /// What a path has covered counts also where an assumption ends it: its test is run that far.
    #[serde(skip)]
    pub count_assumed_away: bool,
    /// How many calls may be active at once. Beyond what a native stack of 8 MiB holds, whatever the
    /// size of its frames.
    pub max_frames: usize,
    /// The largest size of an object whose size the input decides.
    pub capacity: u64,
    /// Allocation on the heap may fail, as a path of its own.
    pub malloc_may_fail: bool,
    /// How many elements a lazily made array has; see `input/lazy.rs`.
    pub lazy_array: u64,
    /// How many pointers a lazily made object may be away from an argument or variable.
    pub lazy_depth: u32,
    /// Lazily symbolic pointers may lead to the same object.
    pub lazy_alias: bool,
    /// Lazily symbolic pointers to scalars may lead to any element of their array, not only to the first.
    pub lazy_inside: bool,
    /// Nothing is claimed because of the addresses that Dunlin chose for objects; see
    /// `memory/elsewhere.rs`.
    #[serde(rename = "addresses=free")]
    pub free_addresses: bool,
    /// And a new object may lie where a freed one lay.
    pub reuse_addresses: bool,
    #[serde(flatten)]
    pub memory: MemoryOptions,
}

/// What happens after a report of UndefinedBehaviorSanitizer in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ubsan {
    /// The path goes on.
    Report,
    /// The path ends.
    Stop,
}

/// Whether a register holds a block of the heap. A local that was promoted is a register, and so is a value that was used
/// once and lies there still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeldBy {
    /// It does.
    Sure,
    /// It does, and where that decides, something is left out.
    Doubtful,
    /// Nothing does: locals lie in memory.
    Nobody,
}

/// What memory holds that the program did not write: locals, and blocks of the heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Uninitialised {
    /// Anything: input of the test.
    Symbolic,
    /// Zero.
    Zero,
    /// Whatever depends on it is an error.
    Error,
}

impl ExecOptions {
    /// Report uses of uninitialised values.
    pub fn check_uninitialised(&self) -> bool {
        self.uninitialised == Uninitialised::Error
    }
}

/// What happens when a pointer may mean several objects (thesis, 3.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MemoryModel {
    /// One state for each.
    Fork,
    /// Choices between what is read, and between old and new where something is written.
    Ite,
    /// Their contents move into one segment.
    Segments,
    /// The contents of all objects that some pointer may mean together, by the analysis of the whole
    /// program, lie in one segment.
    StaticSegments,
    /// What suits the sizes and the number of the objects.
    Auto,
}

/// How memory is represented. None of this changes what a program does.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct MemoryOptions {
    #[serde(rename = "memory")]
    pub model: MemoryModel,
    /// The most bytes that a segment may have; beyond, execution forks.
    pub segment_budget: u64,
    /// Objects that were allocated with so many equal callers as those that a pointer meant before, at
    /// the same place, are asked about first (3.2.3.3).
    #[serde(skip)]
    pub resolve_context: Option<u32>,
    /// Contents that were brought together once are shared by states that bring the same together.
    #[serde(skip)]
    pub reuse_segments: bool,
    /// Objects that are accessed at symbolic places are split into parts of so many bytes (3.2.4) ...
    pub split_objects: Option<u64>,
    /// ... if they have more than so many.
    pub split_threshold: u64,
    /// An object moves to another hidden address after every so many decisions. For tests.
    #[serde(skip)]
    pub relocate_every: Option<u64>,
}

impl Default for MemoryOptions {
    fn default() -> Self {
        MemoryOptions {
            model: MemoryModel::Auto,
            segment_budget: 1 << 16,
            resolve_context: None,
            reuse_segments: false,
            split_objects: None,
            split_threshold: 300,
            relocate_every: None,
        }
    }
}

impl Default for ExecOptions {
    fn default() -> Self {
        ExecOptions {
            check_overflow: false,
            check_shift: false,
            ubsan: Ubsan::Report,
            stop_at_error_function: true,
            uninitialised: Uninitialised::Symbolic,
            leaks: false,
            unfreed: false,
            leaks_when_aborted: false,
            registers: HeldBy::Sure,
            count_assumed_away: false,
            max_frames: 600_000,
            capacity: 4096,
            malloc_may_fail: false,
            lazy_array: 4,
            lazy_depth: 8,
            lazy_alias: false,
            lazy_inside: false,
            free_addresses: false,
            reuse_addresses: false,
            memory: MemoryOptions::default(),
        }
    }
}
