//! Which constraints depend on addresses: every rule, and what is close to it but is not covered.

use crate::objects::{base_id, below, guard, object, table_read};
use crate::support::{array, symbol};
use dunlin_solver::agnostic::{Agnostic, is_proper_layout};
use dunlin_term::{Base, BaseId, Model, TermId, Terms};

struct World {
    terms: Terms,
    /// Objects of 10, 50 and 50 bytes.
    p: TermId,
    q: TermId,
    r: TermId,
    /// A pointer that is one of these or null.
    any: TermId,
    /// A condition on inputs.
    c: TermId,
}

impl World {
    fn new() -> World {
        let mut terms = Terms::new();
        let [p, q, r] = [(1, 10), (2, 50), (3, 50)].map(|(n, size)| object(&mut terms, n, size));
        let i = symbol(&mut terms, "i", 64);
        let any = table_read(&mut terms, &[p, q, r], i);
        let c = symbol(&mut terms, "c", 1);
        World { terms, p, q, r, any, c }
    }

    fn constant(&mut self, value: u64) -> TermId {
        self.terms.constant(64, value)
    }

    fn plus(&mut self, base: TermId, offset: u64) -> TermId {
        let offset = self.constant(offset);
        self.terms.add(base, offset)
    }

    fn pinned(&self, constraints: &[TermId]) -> Vec<BaseId> {
        Agnostic::default().pinned_together(&self.terms, constraints)
    }

    #[track_caller]
    fn agnostic(&self, constraints: &[TermId]) {
        assert!(constraints.iter().any(|&c| self.terms.has_base(c)), "nothing is left of it");
        assert_eq!(self.pinned(constraints), []);
    }

    #[track_caller]
    fn pins(&self, constraints: &[TermId], bases: &[TermId]) {
        let mut bases: Vec<BaseId> = bases.iter().map(|&b| base_id(&self.terms, b)).collect();
        bases.sort();
        assert_eq!(self.pinned(constraints), bases);
    }
}

#[test]
fn equality_of_pointers_into_objects() {
    let mut w = World::new();
    let equal = w.terms.eq(w.any, w.p);
    w.agnostic(&[equal]);
    let different = w.terms.not(equal);
    w.agnostic(&[different]);
    // Up to one past the end; rewriting moves the constants to one side.
    let (x, y) = (w.plus(w.any, 0), w.plus(w.q, 50));
    let at_end = w.terms.eq(x, y);
    w.agnostic(&[at_end]);
    let chosen = w.terms.ite(w.c, w.q, w.r);
    let (x, y) = (w.plus(chosen, 8), w.plus(w.p, 10));
    let shifted = w.terms.eq(x, y);
    w.agnostic(&[shifted]);
    // Beyond: it may be where another object is.
    let beyond = w.plus(w.p, 100);
    let reaches = w.terms.eq(beyond, w.q);
    w.pins(&[reaches], &[w.p, w.q]);
    let before = w.plus(w.p, 51_u64.wrapping_neg());
    let reaches = w.terms.eq(before, w.q);
    w.pins(&[reaches], &[w.p, w.q]);
}

#[test]
fn comparison_with_null() {
    let mut w = World::new();
    let (null, page) = (w.constant(0), w.constant(4096));
    let is_null = w.terms.eq(w.any, null);
    w.agnostic(&[is_null]);
    let in_page = w.terms.ult(w.any, page);
    w.agnostic(&[in_page]);
    let beyond = w.constant(4097);
    let beyond = w.terms.ult(w.any, beyond);
    w.pins(&[beyond], &[w.p, w.q, w.r]);
    let number = w.constant(0x10_0000);
    let is_number = w.terms.eq(w.any, number);
    w.pins(&[is_number], &[w.p, w.q, w.r]);
    let minus = w.plus(w.p, 4096_u64.wrapping_neg());
    let chosen = w.terms.ite(w.c, minus, w.q);
    let wrapped = w.terms.eq(chosen, null);
    w.pins(&[wrapped], &[w.p, w.q]);
}

#[test]
fn comparison_with_inputs() {
    let mut w = World::new();
    let x = symbol(&mut w.terms, "x", 64);
    let equal = w.terms.eq(w.p, x);
    w.pins(&[equal], &[w.p]);
    // A byte is never an address.
    let byte = symbol(&mut w.terms, "byte", 8);
    let byte = w.terms.zext(64, byte);
    let equal = w.terms.eq(w.p, byte);
    w.agnostic(&[equal]);
    // Nor is an input that another constraint bounds.
    let (x, small) = below(&mut w.terms, "x", 4096);
    let equal = w.terms.eq(w.p, x);
    w.agnostic(&[equal, small]);
    // An array that holds inputs beside pointers.
    let zero = w.constant(0);
    let root = array(&mut w.terms, "root", 64, 64);
    let stored = w.terms.store(root, zero, w.p);
    let i = symbol(&mut w.terms, "i", 64);
    let read = w.terms.select(stored, i);
    let equal = w.terms.eq(read, w.q);
    w.pins(&[equal], &[w.p, w.q]);
}

/// Figure 4.3.
#[test]
fn order_between_objects() {
    let mut w = World::new();
    let ordered = w.terms.ult(w.p, w.q);
    w.pins(&[ordered], &[w.p, w.q]);
    let with_sign = w.terms.slt(w.p, w.q);
    w.pins(&[with_sign], &[w.p, w.q]);
    let far = w.plus(w.p, 100);
    let reaches = w.terms.eq(far, w.q);
    w.pins(&[reaches], &[w.p, w.q]);
    let any = w.terms.ult(w.any, w.q);
    w.pins(&[any], &[w.p, w.q, w.r]);
    // What KLEE asks to know whether it has seen all objects.
    let end = w.plus(w.q, 50);
    let all_seen = w.terms.ult(w.any, end);
    w.pins(&[all_seen], &[w.p, w.q, w.r]);
}

#[test]
fn order_within_an_object() {
    let mut w = World::new();
    let (i, bounded) = below(&mut w.terms, "n", 51);
    let (inside, end) = (w.terms.add(w.q, i), w.plus(w.q, 50));
    let before = w.terms.ult(inside, end);
    w.agnostic(&[before, bounded]);
    w.pins(&[before], &[w.q]);
    let beyond = w.plus(w.q, 51);
    let before = w.terms.ult(inside, beyond);
    w.pins(&[before, bounded], &[w.q]);
}

#[test]
fn arithmetic_and_slices() {
    let mut w = World::new();
    let x = symbol(&mut w.terms, "x", 64);
    let three = w.constant(3);
    let product = w.terms.mul(w.p, three);
    let hashed = w.terms.urem(w.q, three);
    let xored = w.terms.xor(w.r, x);
    for (value, base) in [(product, w.p), (hashed, w.q), (xored, w.r)] {
        let compared = w.terms.ult(value, x);
        w.pins(&[compared], &[base]);
        // As a place in an array, too.
        let root = array(&mut w.terms, "root", 64, 8);
        let read = w.terms.select(root, value);
        let seven = w.terms.constant(8, 7);
        let equal = w.terms.eq(read, seven);
        w.pins(&[equal], &[base]);
    }
    let slice = w.terms.extract(31, 0, w.p);
    let narrow = symbol(&mut w.terms, "narrow", 32);
    let equal = w.terms.eq(slice, narrow);
    w.pins(&[equal], &[w.p]);
    let low = w.terms.extract(15, 8, w.any);
    let byte = symbol(&mut w.terms, "byte", 8);
    let equal = w.terms.eq(low, byte);
    w.pins(&[equal], &[w.p, w.q, w.r]);
    // A hash of one address that chooses between two others: only it is pinned.
    let odd = w.terms.ult(product, x);
    let chosen = w.terms.ite(odd, w.q, w.r);
    let equal = w.terms.eq(chosen, w.q);
    w.pins(&[equal], &[w.p]);
}

#[test]
fn guards() {
    let mut w = World::new();
    let inside = guard(&mut w.terms, w.any, w.q, 50);
    w.agnostic(&[inside]);
    let outside = w.terms.not(inside);
    w.agnostic(&[outside]);
    let to_end = guard(&mut w.terms, w.any, w.q, 51);
    w.agnostic(&[to_end]);
    let too_far = guard(&mut w.terms, w.any, w.q, 52);
    w.pins(&[too_far], &[w.p, w.q, w.r]);
    let offset = w.terms.sub(w.any, w.q);
    let limit = w.constant(50);
    let at_most = w.terms.ule(offset, limit);
    w.agnostic(&[at_most]);
    let with_sign = w.terms.slt(offset, limit);
    w.pins(&[with_sign], &[w.p, w.q, w.r]);
    // Part of an object.
    let field = w.plus(w.q, 16);
    let in_field = guard(&mut w.terms, w.any, field, 16);
    w.agnostic(&[in_field]);
    let beyond = w.plus(w.q, 48);
    let beyond = guard(&mut w.terms, w.any, beyond, 8);
    w.pins(&[beyond], &[w.p, w.q, w.r]);
}

#[test]
fn guards_of_pointers_with_offsets() {
    let mut w = World::new();
    let (j, bounded) = below(&mut w.terms, "j", 11);
    let moved = w.terms.add(w.any, j);
    let inside = guard(&mut w.terms, moved, w.q, 50);
    w.pins(&[inside], &[w.p, w.q, w.r]);
    w.agnostic(&[inside, bounded]);
    // Ten bytes are the most that the smallest object has.
    let (j, bounded) = below(&mut w.terms, "k", 12);
    let moved = w.terms.add(w.any, j);
    let inside = guard(&mut w.terms, moved, w.q, 50);
    w.pins(&[inside, bounded], &[w.p, w.q, w.r]);
    // The bounds may be those of an element number with a sign.
    let index = symbol(&mut w.terms, "index", 32);
    let (low, high) = (w.terms.constant(32, 0), w.terms.constant(32, 3));
    let (not_negative, few) = (w.terms.sle(low, index), w.terms.slt(index, high));
    let wide = w.terms.sext(64, index);
    let four = w.constant(4);
    let scaled = w.terms.mul(wide, four);
    let moved = w.terms.add(w.any, scaled);
    let inside = guard(&mut w.terms, moved, w.r, 50);
    w.agnostic(&[inside, not_negative, few]);
    w.pins(&[inside, few], &[w.p, w.q, w.r]);
}

/// Lemma 4.4.14: an offset is one where a guard holds.
#[test]
fn differences_need_guards() {
    let mut w = World::new();
    let inside = guard(&mut w.terms, w.any, w.q, 50);
    let offset = w.terms.sub(w.any, w.q);
    let root = array(&mut w.terms, "root", 64, 8);
    let read = w.terms.select(root, offset);
    let seven = w.terms.constant(8, 7);
    let equal = w.terms.eq(read, seven);
    w.pins(&[equal], &[w.p, w.q, w.r]);
    w.agnostic(&[equal, inside]);
    let both = w.terms.and(equal, inside);
    w.agnostic(&[both]);
    let outside = w.terms.not(inside);
    w.pins(&[equal, outside], &[w.p, w.q, w.r]);
    // Nested: one side of a choice, and an implication.
    let zero = w.terms.constant(8, 0);
    let chosen = w.terms.ite(inside, read, zero);
    let equal_chosen = w.terms.eq(chosen, seven);
    w.agnostic(&[equal_chosen]);
    let wrong_side = w.terms.ite(inside, zero, read);
    let equal_wrong = w.terms.eq(wrong_side, seven);
    w.pins(&[equal_wrong], &[w.p, w.q, w.r]);
    let implied = w.terms.or(outside, equal);
    w.agnostic(&[implied]);
    let not_implied = w.terms.or(inside, equal);
    w.pins(&[not_implied], &[w.p, w.q, w.r]);
    // With any number added, on either side: the pointer is in that object all the same.
    let x = symbol(&mut w.terms, "x", 64);
    let moved = w.terms.add(offset, x);
    let read_moved = w.terms.select(root, moved);
    let equal_moved = w.terms.eq(read_moved, seven);
    w.pins(&[equal_moved], &[w.p, w.q, w.r]);
    w.agnostic(&[equal_moved, inside]);
    let (j, bounded) = below(&mut w.terms, "j", 11);
    let moved = w.terms.add(w.any, j);
    let moved_inside = guard(&mut w.terms, moved, w.q, 50);
    w.agnostic(&[equal, moved_inside, bounded]);
    // The guard of another object does not help.
    let elsewhere = guard(&mut w.terms, w.any, w.r, 50);
    w.pins(&[equal, elsewhere], &[w.p, w.q, w.r]);
    // A comparison with a difference is no guard.
    let other = w.terms.sub(w.any, w.r);
    let compared = w.terms.ult(offset, other);
    w.pins(&[equal, compared], &[w.p, w.q, w.r]);
}

/// What a merged read is: a case for each object, the last one without a guard.
#[test]
fn the_last_object_needs_no_guard() {
    let mut w = World::new();
    let roots = ["content1", "content2", "content3"].map(|name| array(&mut w.terms, name, 64, 8));
    let [x, y, z] = [(w.p, roots[0]), (w.q, roots[1]), (w.r, roots[2])].map(|(base, root)| {
        let offset = w.terms.sub(w.any, base);
        w.terms.select(root, offset)
    });
    let (in_p, in_q) = (guard(&mut w.terms, w.any, w.p, 10), guard(&mut w.terms, w.any, w.q, 50));
    let rest = w.terms.ite(in_q, y, z);
    let read = w.terms.ite(in_p, x, rest);
    let seven = w.terms.constant(8, 7);
    let equal = w.terms.eq(read, seven);
    let all = [w.p, w.q, w.r];
    w.pins(&[equal], &all);
    let (null, page) = (w.constant(0), w.constant(4096));
    let not_null = w.terms.ne(w.any, null);
    w.agnostic(&[equal, not_null]);
    let high = w.terms.ule(page, w.any);
    w.agnostic(&[equal, high]);
    // Not all other objects are ruled out.
    let last = w.terms.ite(in_p, x, z);
    let equal_last = w.terms.eq(last, seven);
    w.pins(&[equal_last, not_null], &all);
    let not_q = w.terms.not(in_q);
    w.agnostic(&[equal_last, not_null, not_q]);
    // A guard that leaves room for the object does not rule it out.
    let moved = w.plus(w.q, 8);
    let in_part = guard(&mut w.terms, w.any, moved, 8);
    let not_in_part = w.terms.not(in_part);
    w.pins(&[equal_last, not_null, not_in_part], &all);
    // Equality says where a pointer is, too.
    let field = w.plus(w.r, 8);
    let is_field = w.terms.eq(w.any, field);
    let equal_z = w.terms.eq(z, seven);
    w.agnostic(&[equal_z, is_field]);
    let is_not = w.terms.not(is_field);
    w.pins(&[equal_z, is_not], &all);
}

#[test]
fn differences_in_one_object_are_numbers() {
    let mut w = World::new();
    let (x, y) = (w.plus(w.q, 8), w.plus(w.q, 40));
    let chosen = w.terms.ite(w.c, x, y);
    let offset = w.terms.sub(chosen, w.q);
    let number = symbol(&mut w.terms, "x", 64);
    let less = w.terms.slt(offset, number);
    w.agnostic(&[less]);
    let (a, b) = (w.plus(w.q, 8), w.plus(w.r, 40));
    let chosen = w.terms.ite(w.c, a, b);
    let offset = w.terms.sub(chosen, w.q);
    let less = w.terms.slt(offset, number);
    w.pins(&[less], &[w.q, w.r]);
}

#[test]
fn objects_of_unknown_size() {
    let mut w = World::new();
    let unknown = Base { object: 9, width: 64, size: None, align: 16, non_null: true };
    let unknown = w.terms.base(&unknown);
    let equal = w.terms.eq(unknown, w.p);
    w.pins(&[equal], &[w.p, unknown]);
    let size = Some(symbol(&mut w.terms, "size", 64));
    let symbolic = w.terms.base(&Base { object: 8, width: 64, size, align: 16, non_null: true });
    let equal = w.terms.eq(symbolic, w.p);
    w.pins(&[equal], &[w.p, symbolic]);
}

#[test]
fn quantifiers_and_whole_arrays() {
    let mut w = World::new();
    let (zero, ten) = (w.constant(0), w.constant(10));
    let bound = w.terms.bound(64, 0);
    let sum = w.terms.add(w.p, bound);
    let body = w.terms.ult(sum, ten);
    let forall = w.terms.forall(zero, ten, body);
    w.pins(&[forall], &[w.p]);
    let root = array(&mut w.terms, "root", 64, 64);
    let stored = w.terms.store(root, zero, w.p);
    let other = array(&mut w.terms, "other", 64, 64);
    let equal = w.terms.eq(stored, other);
    w.pins(&[equal], &[w.p]);
}

#[test]
fn layouts() {
    let mut terms = Terms::new();
    let (p, q) = (object(&mut terms, 1, 16), object(&mut terms, 2, 16));
    let proper = |first: u64, second: u64| {
        let mut model = Model::new();
        model.set_address(base_id(&terms, p), first);
        model.set_address(base_id(&terms, q), second);
        is_proper_layout(&terms, &model, &[p, q])
    };
    assert!(proper(0x1000, 0x1020) && proper(0x1020, 0x1000));
    assert!(!proper(0x1000, 0x1010), "they touch");
    assert!(!proper(0x1000, 0x1000), "they are one");
    assert!(!proper(0, 0x1000), "null");
    assert!(!proper(0x800, 0x1000), "in the null page");
    assert!(!proper(0x1008, 0x2000), "not aligned");
    assert!(!proper(u64::MAX - 15, 0x1000), "around the end");
}
