//! What a user can choose about execution.

/// Which checks are on and where the limits are.
#[derive(Clone, Debug)]
pub struct ExecOptions {
    /// Report signed overflow of C arithmetic.
    pub check_overflow: bool,
    /// Report shifts by the width or more.
    pub check_shift: bool,
    /// Report uses of uninitialised values; without it, they are zero.
    pub check_uninitialised: bool,
    /// Report heap objects that are still allocated, and that nothing points to, at the end.
    pub leaks: bool,
    /// How many calls may be active at once. Beyond what a native stack of 8 MiB holds, whatever the
    /// size of its frames.
    pub max_frames: usize,
    /// The largest size of an object whose size the input decides.
    pub capacity: u64,
    /// Allocation on the heap may fail, as a path of its own.
    pub malloc_may_fail: bool,
    /// How many elements a lazily made array has; see [`crate::lazy`].
    pub lazy_array: u64,
    /// How many pointers a lazily made object may be away from an argument or variable.
    pub lazy_depth: u32,
    /// Lazily symbolic pointers may lead to the same object.
    pub lazy_alias: bool,
    /// Lazily symbolic pointers to scalars may lead to any element of their array, not only to the first.
    pub lazy_inside: bool,
}

impl Default for ExecOptions {
    fn default() -> Self {
        ExecOptions {
            check_overflow: false,
            check_shift: false,
            check_uninitialised: false,
            leaks: false,
            max_frames: 600_000,
            capacity: 4096,
            malloc_may_fail: false,
            lazy_array: 4,
            lazy_depth: 8,
            lazy_alias: false,
            lazy_inside: false,
        }
    }
}
