//! Random bounded quantifiers over the elements of arrays of bytes, as summaries of loops have them.

use super::arrays::widths;
use super::scene::Scene;
use dunlin_term::{TermId, Terms};

/// Indices of a quantifier are below this.
const MOST: u64 = 6;

/// For all indices of a range: a property of the element there, or not so.
pub fn condition(scene: &mut Scene) -> TermId {
    let array = scene.random.pick(&scene.arrays);
    let (index_width, _) = widths(scene, array);
    let from = scene.random.below(3);
    let from = scene.terms.constant(index_width, from);
    let to = if scene.random.percent(60) {
        let to = scene.random.below(MOST + 1);
        scene.terms.constant(index_width, to)
    } else {
        // Few bits of an input, so that the range is short whatever it is.
        let input = scene.random.pick(&scene.pool);
        let few = scene.resize(input, 2);
        scene.terms.zext(index_width, few)
    };
    let body = if scene.random.percent(15) {
        // All pairs: the inner range starts at the outer index.
        let property = property(scene, array, 1);
        let start = scene.terms.bound(index_width, 0);
        scene.terms.forall(start, to, property)
    } else {
        property(scene, array, 0)
    };
    let all = scene.terms.forall(from, to, body);
    if scene.random.percent(35) { scene.terms.not(all) } else { all }
}

/// Of the element at the innermost index; `outer` is the index that it is compared with.
fn property(scene: &mut Scene, array: TermId, outer: u32) -> TermId {
    let (index_width, element_width) = widths(scene, array);
    let index = scene.terms.bound(index_width, 0);
    let element = scene.terms.select(array, index);
    let other = match scene.random.below(if outer > 0 { 1 } else { 5 }) {
        0 => {
            let other = scene.random.pick(&scene.arrays);
            let (other_width, _) = widths(scene, other);
            let other = if other_width == index_width { other } else { array };
            let bound = scene.terms.bound(index_width, outer);
            let read = scene.terms.select(other, bound);
            if scene.terms.width(read) == element_width { read } else { element }
        }
        1 => {
            let one = scene.terms.constant(index_width, 1);
            let next = scene.terms.add(index, one);
            scene.terms.select(array, next)
        }
        2 => scene.fit(element_width),
        3 => {
            // The elements are what the index says.
            let low = element_width.min(index_width);
            let part = scene.terms.extract(low - 1, 0, index);
            scene.terms.zext(element_width, part)
        }
        _ => scene.constant(element_width),
    };
    let op: fn(&mut Terms, TermId, TermId) -> TermId =
        scene.random.pick(&[Terms::eq, Terms::ne, Terms::ult, Terms::ule, Terms::sle]);
    op(&mut scene.terms, element, other)
}
