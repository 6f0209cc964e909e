//! Memory that the program did not write: what it holds, as input of a test.
//!
//! Every execution of an allocation has an [`Origin`]: the number of its place in the program and how
//! often that place was executed on this path. A native run counts in the same way (see
//! `dunlin_load::instrument`), so that it can fill the memory of the same execution with the same
//! bytes. Bytes are input from the moment that something depends on them; a path that reads no such
//! memory has none.
//!
//! The name of such an input says what it is, and ends with the place, the offset in it, and the count:
//! `uninitialised: a of main (main/2+0#1)`. A block of the heap has no place (`/0+0#3`): the calls
//! of malloc and its kin by the program are counted together. Registers that a mismatched call does not set,
//! and parts of vectors without a value, are the same to the engine, but no native run is told of them.

use super::{Root, Roots, Source, with_name};
use crate::code::LocalSites;
use crate::state::in_flight::InFlight;
use crate::state::trace::Script;
use dunlin_memory::Origin;
use dunlin_results::InputBytes;
use dunlin_solver::chain::Path;
use dunlin_term::{ArrayValue, Sort, SymbolId, Table, TermId, Terms, View};
use std::rc::Rc;

/// How often each place was executed on a path. In parts, since a fork shares them.
#[derive(Clone, Default)]
pub struct Counts {
    parts: Rc<Vec<Rc<[u32; PART]>>>,
}

const PART: usize = 64;

impl Counts {
    /// The number of this execution of a place.
    pub fn next(&mut self, site: u32) -> Origin {
        let (part, within) = (site as usize / PART, site as usize % PART);
        let parts = Rc::make_mut(&mut self.parts);
        while parts.len() <= part {
            parts.push(Rc::new([0; PART]));
        }
        let count = &mut Rc::make_mut(&mut parts[part])[within];
        *count += 1;
        Origin { site, count: *count - 1 }
    }
}

/// What makes the arrays of such memory for one state.
pub struct UnwrittenRoots<'a> {
    pub sites: &'a LocalSites,
    pub index_width: u32,
    pub roots: &'a mut Rc<Roots>,
    pub fixed: Option<&'a [InputBytes]>,
    /// Where their bytes are, if something is executed again.
    pub ahead: Option<&'a mut Script>,
    pub in_flight: Option<&'a InFlight>,
    pub path: &'a mut Path,
}

impl dunlin_memory::Roots for UnwrittenRoots<'_> {
    fn root(&mut self, terms: &mut Terms, origin: Origin, place: u64, within: u64) -> TermId {
        let sort = Sort::Array { index: self.index_width, element: 8 };
        if let Some(&at) = self.roots.by_origin.get(&(origin, place)) {
            let (at, size) = (at as usize, within + 1);
            if self.roots.unwritten[at].size < size {
                Rc::make_mut(self.roots).unwritten[at].size = size;
            }
            let name = &self.roots.unwritten[at].name;
            return terms.symbol(name, sort).expect("made with this sort before");
        }
        let name = self.sites.name(origin, place);
        if let Some(fixed) = self.fixed {
            let bytes = with_name(fixed, &name).unwrap_or(&[]);
            return terms.table(Table::of_bytes(self.index_width, bytes));
        }
        let root = terms.symbol(&name, sort).expect("no other root has such a name");
        let View::Symbol(symbol) = terms.view(root) else { unreachable!("just made as a symbol") };
        self.take_given(&name, symbol);
        let roots = Rc::make_mut(self.roots);
        roots.by_origin.insert((origin, place), roots.unwritten.len() as u32);
        roots.unwritten.push(Root {
            name: name.into(),
            source: Source::Unwritten,
            pointers: None,
            made: None,
            symbol,
            size: within + 1,
        });
        root
    }
}

impl UnwrittenRoots<'_> {
    /// The bytes that were recorded for an input become those of the model.
    fn take_given(&mut self, name: &str, symbol: SymbolId) {
        let given = match (&self.ahead, self.in_flight) {
            (Some(script), _) => &script.inputs[..],
            (None, op) => op.map_or(&[][..], |op| op.given()),
        };
        let Some(given) = with_name(given, name) else { return };
        let value = ArrayValue::of_bytes(self.index_width, given);
        self.path.set_input(symbol, value.clone());
        if let Some(script) = &mut self.ahead {
            Rc::make_mut(&mut script.model).set_array(symbol, value);
        }
    }
}
