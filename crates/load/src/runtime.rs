//! Dunlin's own C library (`runtime/libc`), compiled to bitcode when Dunlin is built: what programs are
//! linked with.

static LIBRARY_64: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runtime-64.bc"));
static LIBRARY_32: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runtime-32.bc"));

/// The library for programs with pointers of this width.
pub(crate) fn library(pointer_bits: u32) -> &'static [u8] {
    match pointer_bits {
        32 => LIBRARY_32,
        _ => LIBRARY_64,
    }
}
