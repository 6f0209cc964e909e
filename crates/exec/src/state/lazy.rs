//! What was made lazily on one path: see [`crate::input`].

use dunlin_memory::ObjectId;
use dunlin_term::SymbolId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A pointer in lazily symbolic bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Word {
    pub root: SymbolId,
    pub at: u64,
}

/// What was made lazily on one path.
#[derive(Clone, Default, Debug)]
pub struct Lazy {
    /// Pointers that were used, and where they lead: an object and a place in it.
    pub targets: BTreeMap<Word, (ObjectId, u64)>,
    /// The objects made, with their names.
    pub objects: BTreeMap<ObjectId, Rc<str>>,
}

impl Lazy {
    /// The name of a lazily made object.
    pub fn name(&self, object: ObjectId) -> Option<&str> {
        self.objects.get(&object).map(|name| &**name)
    }

    pub fn objects(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.objects.keys().copied()
    }

    /// Pointers lead to objects that there are or were: those that are known.
    pub fn verify(&self, is_known: impl Fn(ObjectId) -> bool) {
        let known = |&(object, _): &(ObjectId, u64)| is_known(object);
        assert!(self.targets.values().all(known), "pointers lead somewhere");
        assert!(self.objects().all(is_known), "objects with names were made");
    }
}
