//! Where symbolic data comes from. Every symbol of a path is the symbol of one root: bytes that the program did not
//! compute.
//!
//! A root knows what made it, where, and how often that place had made one before on the path. Its symbol is named
//! by that and not by how many others there were, so that two states that went different ways speak of the same
//! symbol where they mean the same bytes.
//!
//! Two rows: what was made, in order, which is the order in which a native run asks for it; and what memory holds
//! that was read though nobody had written it, which comes last in a test and is found by its name.

mod given;
mod unwritten;

pub use given::{in_row, of_seed, with_name};
pub use unwritten::{Counts, UnwrittenRoots};

use crate::options::{ExecOptions, Uninitialised};
use dunlin_ir::{FuncId, LayoutId, PointNumber, Reg};
use dunlin_memory::Origin;
use dunlin_results::InputBytes;
use dunlin_term::{Model, SymbolId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Where data comes from that the program does not compute. If it is free, it makes symbols, whose bytes a test carries
/// to a native run (`runtime/replay/test.c`); what it gives otherwise is what a verdict rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The program asks the test for it (`klee_make_symbolic`, `__VERIFIER_nondet_int`), natively as well.
    Test,
    /// Nobody has computed it, since execution began in the middle of the program (see [`crate::input`]). No native
    /// run of the whole program can be given it.
    Lazy,
    /// Memory that was read and not written. A native run fills such memory when it is made.
    Unwritten,
    /// Whether an allocation fails: one by the program, whose native allocator asks the test, or one by the library,
    /// which natively succeeds.
    FailedAllocation { by_library: bool },
    /// What the outside answers or holds: arguments, terminals, whether output succeeds. It has one answer and so makes
    /// no symbols.
    Environment,
}

/// Which of the data that a source could give is explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Freedom {
    /// All: it makes symbols.
    Free,
    /// It makes symbols, within bounds.
    Bounded,
    /// One answer.
    Fixed,
    /// None: whoever depends on it has made an error.
    Forbidden,
}

/// The pointers in lazily symbolic bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pointers {
    /// How many pointers away from an argument or a variable.
    pub depth: u32,
    /// The parameter that it is.
    pub parameter: Option<(FuncId, Reg)>,
    /// The struct that it is, if that is known.
    pub layout: Option<LayoutId>,
}

impl Source {
    pub fn freedom(self, options: &ExecOptions) -> Freedom {
        match self {
            Source::Test => Freedom::Free,
            Source::Lazy => Freedom::Bounded,
            Source::Unwritten => match options.uninitialised {
                Uninitialised::Symbolic => Freedom::Free,
                Uninitialised::Zero => Freedom::Fixed,
                Uninitialised::Error => Freedom::Forbidden,
            },
            Source::FailedAllocation { .. } if options.malloc_may_fail => Freedom::Free,
            Source::FailedAllocation { .. } | Source::Environment => Freedom::Fixed,
        }
    }

    pub fn is_free(self, options: &ExecOptions) -> bool {
        self.freedom(options) == Freedom::Free
    }
}

/// Bytes that the program did not compute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Root {
    /// What tests call it.
    pub name: Rc<str>,
    pub source: Source,
    /// If it is lazy and has pointers, what is known of them.
    pub pointers: Option<Box<Pointers>>,
    /// Where it was made, and how many were made there before; no place if its name says all.
    pub made: Option<(PointNumber, u32)>,
    pub symbol: SymbolId,
    pub size: u64,
}

impl Root {
    /// The bytes that a model gives to it.
    pub fn bytes(&self, model: &Model) -> Vec<u8> {
        /// From this size on, it counts as large.
        const LARGE: u64 = 4096;
        if self.size < LARGE {
            return (0..self.size).map(|at| model.element_u64(self.symbol, at) as u8).collect();
        }
        // The model says something about few bytes of a large one only.
        let Some(array) = model.array(self.symbol) else { return vec![0; self.size as usize] };
        let mut bytes = vec![array.default_element().low_u64() as u8; self.size as usize];
        for (place, element) in array.entries() {
            if let Some(byte) = bytes.get_mut(place.low_u64() as usize) {
                *byte = element.low_u64() as u8;
            }
        }
        bytes
    }
}

/// The roots of one path.
#[derive(Clone, Default, Debug)]
pub struct Roots {
    made: Vec<Root>,
    unwritten: Vec<Root>,
    /// By place: how many were made there.
    counts: FxHashMap<PointNumber, u32>,
    by_symbol: FxHashMap<SymbolId, u32>,
    /// Those of memory by origin and first byte.
    by_origin: FxHashMap<(Origin, u64), u32>,
}

impl Roots {
    /// What was made, in order.
    pub fn made(&self) -> &[Root] {
        &self.made
    }

    pub fn is_empty(&self) -> bool {
        self.made.is_empty() && self.unwritten.is_empty()
    }

    /// How many were made at a place.
    pub fn count_at(&self, place: PointNumber) -> u32 {
        self.counts.get(&place).copied().unwrap_or(0)
    }

    /// The next one is made.
    pub fn push(&mut self, root: Root) {
        if let Some((place, count)) = root.made {
            self.counts.insert(place, count + 1);
        }
        self.by_symbol.insert(root.symbol, self.made.len() as u32);
        self.made.push(root);
    }

    /// The operation that made all but so many begins again.
    pub fn truncate(&mut self, length: usize) {
        for root in self.made.drain(length..).rev() {
            if let Some((place, count)) = root.made {
                self.counts.insert(place, count);
            }
            self.by_symbol.remove(&root.symbol);
        }
    }

    /// The one made last has these pointers.
    pub fn set_pointers(&mut self, pointers: Pointers) {
        let last = self.made.last_mut().expect("just made");
        last.source = Source::Lazy;
        last.pointers = Some(Box::new(pointers));
    }

    /// The root of a symbol, if it has lazy pointers.
    pub fn lazy(&self, symbol: SymbolId) -> Option<(&Root, &Pointers)> {
        let root = &self.made[*self.by_symbol.get(&symbol)? as usize];
        Some((root, root.pointers.as_deref()?))
    }

    /// All, in the order in which a test has their bytes.
    pub fn in_tests(&self) -> impl Iterator<Item = &Root> {
        self.made.iter().chain(&self.unwritten)
    }

    /// The symbols of what was read of an origin though nobody had written it, with the first byte of each.
    pub fn of_origin(&self, origin: Origin) -> Vec<(u64, SymbolId)> {
        let of = self.by_origin.iter().filter(|((known, _), _)| *known == origin);
        let symbol = |at: u32| self.unwritten[at as usize].symbol;
        let mut found: Vec<_> = of.map(|(&(_, place), &at)| (place, symbol(at))).collect();
        found.sort_unstable();
        found
    }

    /// The values that a model gives to them, as a test has them.
    pub fn bytes_under(&self, model: &Model) -> Vec<InputBytes> {
        let of = |root: &Root| InputBytes { name: root.name.to_string(), bytes: root.bytes(model) };
        self.in_tests().map(of).collect()
    }

    /// Every root is found, and by where it was made it is known from all others.
    pub fn verify(&self) {
        assert_eq!(self.unwritten.len(), self.by_origin.len(), "memory has one root at each place");
        for (number, root) in self.made.iter().enumerate() {
            // Where inputs are fixed, symbols are only names.
            if let Some(&found) = self.by_symbol.get(&root.symbol) {
                assert!(found as usize >= number, "a symbol is that of one root");
            }
            if let Some((place, count)) = root.made {
                assert!(count < self.count_at(place), "who was made there was counted");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(number: u32, made: Option<(u32, u32)>) -> Root {
        Root {
            name: format!("r{number}").into(),
            source: Source::Test,
            pointers: None,
            made: made.map(|(place, count)| (PointNumber(place), count)),
            symbol: SymbolId(number),
            size: 1,
        }
    }

    #[test]
    fn what_begins_again_is_counted_once() {
        let mut roots = Roots::default();
        let place = PointNumber(7);
        roots.push(root(0, Some((7, 0))));
        roots.push(root(1, Some((7, 1))));
        roots.push(root(2, Some((9, 0))));
        assert_eq!((roots.count_at(place), roots.count_at(PointNumber(9))), (2, 1));
        roots.truncate(1);
        roots.verify();
        assert_eq!((roots.count_at(place), roots.count_at(PointNumber(9))), (1, 0));
        assert_eq!(roots.made().len(), 1);
    }

    #[test]
    fn only_roots_with_pointers_are_lazy() {
        let mut roots = Roots::default();
        roots.push(root(3, None));
        assert!(roots.lazy(SymbolId(3)).is_none());
        roots.set_pointers(Pointers { depth: 2, parameter: None, layout: None });
        assert_eq!(roots.lazy(SymbolId(3)).map(|(_, pointers)| pointers.depth), Some(2));
        assert!(roots.lazy(SymbolId(4)).is_none());
    }
}
