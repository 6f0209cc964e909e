//! Random arrays: stores, choices, constants, tables, and reads of them.

use super::scene::Scene;
use dunlin_ir::Bits;
use dunlin_term::{Sort, Table, TermId};

/// Widths of index and element.
pub fn widths(scene: &Scene, array: TermId) -> (u32, u32) {
    match scene.terms.sort(array) {
        Sort::Array { index, element } => (index, element),
        Sort::BitVec(_) => unreachable!("{array} is an array"),
    }
}

/// A random index: a constant that is small, or an input with an offset.
fn index(scene: &mut Scene, width: u32) -> TermId {
    if scene.random.percent(40) {
        let value = scene.random.below(6);
        return scene.terms.constant(width, value);
    }
    let term = scene.random.pick(&scene.pool);
    let have = scene.terms.width(term);
    let term = if have < width { scene.terms.zext(width, term) } else { scene.resize(term, width) };
    if scene.random.percent(30) {
        let offset = scene.random.below(4);
        let offset = scene.terms.constant(width, offset);
        return scene.terms.add(term, offset);
    }
    term
}

/// Adds a read of one of the youngest arrays to the pool.
pub fn read(scene: &mut Scene) {
    let back = scene.random.below(scene.arrays.len().min(3) as u64) as usize;
    let array = scene.arrays[scene.arrays.len() - 1 - back];
    let (index_width, _) = widths(scene, array);
    let index = index(scene, index_width);
    let read = scene.terms.select(array, index);
    scene.pool.push(read);
}

/// Adds an array that is the newest one with a store.
pub fn store(scene: &mut Scene) {
    let array = scene.arrays[scene.arrays.len() - 1];
    let (index_width, element_width) = widths(scene, array);
    let index = index(scene, index_width);
    let element = scene.fit(element_width);
    let stored = scene.terms.store(array, index, element);
    scene.arrays.push(stored);
}

/// Adds a choice between two arrays of one sort.
pub fn choose(scene: &mut Scene) {
    let array = scene.random.pick(&scene.arrays);
    let other = same_sort(scene, array);
    let condition = scene.fit(1);
    let chosen = scene.terms.ite(condition, array, other);
    scene.arrays.push(chosen);
}

/// Whether two arrays of one sort are equal.
pub fn equality(scene: &mut Scene) -> TermId {
    let array = scene.random.pick(&scene.arrays);
    let other = same_sort(scene, array);
    scene.terms.eq(array, other)
}

fn same_sort(scene: &mut Scene, array: TermId) -> TermId {
    let sort = scene.terms.sort(array);
    let alike: Vec<TermId> =
        scene.arrays.iter().copied().filter(|&other| scene.terms.sort(other) == sort).collect();
    scene.random.pick(&alike)
}

/// Adds an array with one random term everywhere.
pub fn constant(scene: &mut Scene, index: u32, element: u32) {
    let element =
        if scene.random.percent(50) { scene.constant(element) } else { scene.fit(element) };
    let array = scene.terms.const_array(index, element);
    scene.arrays.push(array);
}

/// Adds a table of random or regular constants.
pub fn table(scene: &mut Scene, index: u32, element: u32) {
    // Long ones are hard for solvers that see only stores.
    let most = if scene.random.percent(4) { 40 } else { 8 };
    let most = if index < 7 { most.min(1 << index) } else { most };
    let length = scene.random.between(1, most);
    let shape = scene.random.below(3);
    let elements: Vec<Bits> = (0..length)
        .map(|i| match shape {
            0 => Bits::from_u64(element, i * 3 + 1),
            1 => Bits::from_u64(element, i / 4),
            _ => scene.value(element),
        })
        .collect();
    let default = scene.value(element);
    let table = scene.terms.table(Table::new(index, default, elements));
    scene.arrays.push(table);
}

/// Adds a word of consecutive bytes of an array of bytes to the pool, little end first.
pub fn word(scene: &mut Scene) {
    let bytes = scene.random.pick(&scene.arrays);
    let (index_width, _) = widths(scene, bytes);
    let start = scene.random.below(6);
    let length = scene.random.pick(&[1, 2, 4]);
    let mut word = None;
    for i in start..start + length {
        let index = scene.terms.constant(index_width, i);
        let byte = scene.terms.select(bytes, index);
        word = Some(word.map_or(byte, |low| scene.terms.concat(byte, low)));
    }
    scene.pool.extend(word);
}
