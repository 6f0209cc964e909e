//! The allocator of the process.
//!
//! States and paths are many small allocations that live and die together; with the system's allocator
//! they took a third of the time of an exploration. Huge allocations are the system's all the same: it moves
//! one that grows by its page table, where a copy would need both at once, and takes it back when it is freed.
//! Large ones are told to the guard of limits, which cannot look often enough to see them in time.

use mimalloc::MiMalloc;
use std::alloc::{GlobalAlloc, Layout, System};

/// From here on an allocation is told.
const LARGE: usize = 1 << 18;

/// From here on it is the system's: above what glibc may keep in a heap instead of a mapping of its own.
const HUGE: usize = 33 << 20;

pub struct Allocator;

// SAFETY: every call goes unchanged to one of two allocators, always the same for one size, and the size of
// an allocation is part of every later call about it. `realloc` across the border copies what both sizes have.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() >= LARGE {
            dunlin_stop::allocating(layout.size());
        }
        // SAFETY: as our caller promises.
        unsafe {
            match layout.size() >= HUGE {
                true => System.alloc(layout),
                false => MiMalloc.alloc(layout),
            }
        }
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if layout.size() >= LARGE {
            dunlin_stop::freeing(layout.size());
        }
        // SAFETY: as our caller promises; a size tells whose it is.
        unsafe {
            match layout.size() >= HUGE {
                true => System.dealloc(pointer, layout),
                false => MiMalloc.dealloc(pointer, layout),
            }
        }
    }

    /// Zeros come from the system as pages that nobody has touched: they are not told.
    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as our caller promises.
        unsafe {
            match layout.size() >= HUGE {
                true => System.alloc_zeroed(layout),
                false => MiMalloc.alloc_zeroed(layout),
            }
        }
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match (layout.size() >= HUGE, size >= HUGE) {
            (false, false) => {
                if size >= LARGE {
                    dunlin_stop::allocating(size.saturating_sub(layout.size()));
                }
                // SAFETY: as our caller promises.
                unsafe { MiMalloc.realloc(pointer, layout, size) }
            }
            (true, true) => {
                dunlin_stop::allocating(size.saturating_sub(layout.size()));
                // SAFETY: as our caller promises.
                unsafe { System.realloc(pointer, layout, size) }
            }
            // SAFETY: the size is not zero and does not overflow when rounded up, as our caller promises.
            _ => unsafe {
                let new = Layout::from_size_align_unchecked(size, layout.align());
                let moved = self.alloc(new);
                if !moved.is_null() {
                    moved.copy_from_nonoverlapping(pointer, size.min(layout.size()));
                    self.dealloc(pointer, layout);
                }
                moved
            },
        }
    }
}
