//! Objects with bases and addresses, and pointers over them.

use crate::support::symbol;
use dunlin_solver::chain::Path;
use dunlin_term::{Base, BaseId, Model, TermId, Terms, View};

/// The base of an object of `size` bytes.
pub fn object(terms: &mut Terms, number: u64, size: u64) -> TermId {
    let size = Some(terms.constant(64, size));
    terms.base(&Base { object: number, width: 64, size, align: 16, non_null: true })
}

pub fn base_id(terms: &Terms, base: TermId) -> BaseId {
    match terms.view(base) {
        View::Base(id) => id,
        other => panic!("{other:?} is no base"),
    }
}

pub fn path_with(terms: &Terms, addresses: &[(TermId, u64)]) -> Path {
    let mut model = Model::new();
    for &(base, address) in addresses {
        model.set_address(base_id(terms, base), address);
    }
    Path::with_model(model)
}

/// An array of pointers at 0, 1, ... over null, read at `index`.
pub fn table_read(terms: &mut Terms, elements: &[TermId], index: TermId) -> TermId {
    let zero = terms.constant(64, 0);
    let mut table = terms.const_array(64, zero);
    for (at, &element) in elements.iter().enumerate() {
        let at = terms.constant(64, at as u64);
        table = terms.store(table, at, element);
    }
    terms.select(table, index)
}

/// `base <= pointer < base + size`, as the engine asks it.
pub fn guard(terms: &mut Terms, pointer: TermId, base: TermId, size: u64) -> TermId {
    let offset = terms.sub(pointer, base);
    let size = terms.constant(64, size);
    terms.ult(offset, size)
}

pub fn below(terms: &mut Terms, name: &str, limit: u64) -> (TermId, TermId) {
    let x = symbol(terms, name, 64);
    let limit = terms.constant(64, limit);
    (x, terms.ult(x, limit))
}
