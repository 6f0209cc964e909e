//! Segments that states share.

use crate::object::Object;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Segments that were made, by the contents that they were made of (segment reuse, thesis, 3.2.3.3). In
/// the thesis, states that reuse a segment also get equal queries by that. Here they do anyway, since no
/// address of a segment is in any term; what is saved is the work and the memory of making it.
#[derive(Default)]
pub struct SegmentPool {
    known: FxHashMap<Vec<usize>, Pooled>,
    /// How often one was found.
    pub reused: u64,
}

/// A segment and what it was made of.
struct Pooled {
    /// Kept, so that no other content gets the address of one of these.
    _contents: Vec<Rc<Object>>,
    segment: Rc<Object>,
}

/// So many segments are kept.
const MAX_POOL: usize = 1 << 12;

impl SegmentPool {
    pub(super) fn find(&mut self, contents: &[Rc<Object>]) -> Option<Rc<Object>> {
        let pooled = self.known.get(&addresses(contents))?;
        self.reused += 1;
        Some(pooled.segment.clone())
    }

    pub(super) fn add(&mut self, contents: Vec<Rc<Object>>, segment: Rc<Object>) {
        if self.known.len() >= MAX_POOL {
            self.known.clear();
        }
        self.known.insert(addresses(&contents), Pooled { _contents: contents, segment });
    }

    /// Forgets all: terms in the contents may be recycled.
    pub fn forget(&mut self) {
        self.known.clear();
    }
}

fn addresses(contents: &[Rc<Object>]) -> Vec<usize> {
    contents.iter().map(|content| Rc::as_ptr(content) as usize).collect()
}
