//! Tables of constants: as arrays, and read by choices.

use super::target::{Built, Operator, Target};
use dunlin_ir::Bits;
use dunlin_term::{Table, TermId, Terms, View};
use rustc_hash::FxHashMap;

/// Tables of at most so many elements are read by a tree of choices. It is built for each index, but
/// array theory takes minutes for what a tree takes milliseconds.
const SMALL_TABLE: usize = 4096;

/// The table that an array is, if it is read by a tree of choices.
pub(super) fn small_table(terms: &Terms, array: TermId) -> Option<&Table> {
    match terms.view(array) {
        View::Table(table) if table.len() <= SMALL_TABLE => Some(table),
        _ => None,
    }
}

/// A table as stores over a constant array.
pub(super) fn table_array<T: Target>(target: &mut T, table: &Table) -> Built<T> {
    let default = target.constant(table.default_element())?;
    let mut array = target.constant_array(table.index_width(), table.element_width(), &default)?;
    for i in 0..table.len() {
        let element = table.element(i);
        if element != *table.default_element() {
            let index = target.constant(&Bits::from_u64(table.index_width(), i as u64))?;
            let element = target.constant(&element)?;
            array = target.apply(Operator::Store, &[&array, &index, &element])?;
        }
    }
    Ok(array)
}

/// The element of a small table, chosen by the bits of the index, equal parts shared.
pub(super) fn read_table<T: Target>(
    target: &mut T,
    table: &Table,
    index: &T::Expr,
    index_width: u32,
) -> Built<T> {
    let levels = table.len().max(1).next_power_of_two().trailing_zeros().min(index_width);
    let mut conditions = Vec::new();
    for level in 0..levels {
        let bit = target.apply(Operator::Extract { high: level, low: level }, &[index])?;
        let one = target.constant(&Bits::from_u64(1, 1))?;
        conditions.push(target.apply(Operator::Equal, &[&bit, &one])?);
    }
    // Places with equal numbers hold equal parts.
    let mut parts: Vec<T::Expr> = Vec::new();
    let mut numbers: FxHashMap<Bits, usize> = FxHashMap::default();
    let mut level: Vec<usize> = Vec::with_capacity(1 << levels);
    for i in 0..1 << levels {
        let element = table.element(i);
        let number = match numbers.get(&element) {
            Some(&number) => number,
            None => {
                parts.push(target.constant(&element)?);
                numbers.insert(element, parts.len() - 1);
                parts.len() - 1
            }
        };
        level.push(number);
    }
    for condition in &conditions {
        let mut known: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        let mut next = Vec::with_capacity(level.len() / 2);
        for pair in level.chunks_exact(2) {
            let (no, yes) = (pair[0], pair[1]);
            let number = match known.get(&(no, yes)) {
                _ if no == yes => no,
                Some(&number) => number,
                None => {
                    let operands = [condition, &parts[yes], &parts[no]];
                    let part = target.apply(Operator::Ite, &operands)?;
                    parts.push(part);
                    known.insert((no, yes), parts.len() - 1);
                    parts.len() - 1
                }
            };
            next.push(number);
        }
        level = next;
    }
    let inside = parts[level[0]].clone();
    if levels == index_width {
        return Ok(inside);
    }
    let operator = Operator::Extract { high: index_width - 1, low: levels };
    let high = target.apply(operator, &[index])?;
    let zero = target.constant(&Bits::from_u64(index_width - levels, 0))?;
    let listed = target.apply(Operator::Equal, &[&high, &zero])?;
    let default = target.constant(table.default_element())?;
    target.apply(Operator::Ite, &[&listed, &inside, &default])
}
