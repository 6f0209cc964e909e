//! Address computations against sums of unbounded integers.

use super::{Composed, operand, signed, unsigned, wrap};
use crate::algebra::Algebra;
use crate::bits::Bits;
use crate::ids::BlockId;
use crate::semantics::address::{address, displaced, indexed, label};
use crate::small::{Small, mask};
use crate::wide::Wide;
use num_bigint::BigInt;
use proptest::prelude::*;

fn computed<A: Algebra>(a: &mut A, base: &Bits, indices: &[(Bits, u64)], disp: i64) -> A::Value {
    let width = base.width();
    let base = a.constant_bits(base);
    let indices: Vec<(A::Value, u64)> =
        indices.iter().map(|(index, scale)| (a.constant_bits(index), *scale)).collect();
    let indices = indices.iter().map(|(index, scale)| (index, *scale));
    address(a, width, &base, indices, disp)
}

fn arguments() -> impl Strategy<Value = (Bits, Vec<(Bits, u64)>, i64)> {
    let scale = prop_oneof![Just(1u64), Just(4), Just(24), any::<u64>()];
    let disp = prop_oneof![-64i64..64, any::<i64>()];
    prop::sample::select(vec![32u32, 64]).prop_flat_map(move |width| {
        let indices = prop::collection::vec((operand(width), scale.clone()), 0..4);
        (operand(width), indices, disp.clone())
    })
}

proptest! {
    #[test]
    fn an_address_is_the_sum_modulo_the_pointer_width((base, indices, disp) in arguments()) {
        let width = base.width();
        let by = |(index, scale): &(Bits, u64)| signed(index) * BigInt::from(*scale);
        let sum = unsigned(&base) + indices.iter().map(by).sum::<BigInt>() + disp;
        let expected = wrap(width, sum);
        prop_assert_eq!(&computed(&mut Wide, &base, &indices, disp), &expected);
        prop_assert_eq!(&computed(&mut Composed, &base, &indices, disp), &expected);
        prop_assert_eq!(computed(&mut Small, &base, &indices, disp), expected.low_u64());
    }

    /// What the main loop relies on.
    #[test]
    fn wrapping_at_64_bits_and_cutting_is_wrapping_at_the_pointer_width(
        base: u64,
        index: u64,
        scale: u64,
        disp: i64,
    ) {
        let cut = |value: u64| value & mask(32);
        let (low_base, low_index) = (cut(base), cut(index));
        let narrow = indexed(&mut Small, 32, &low_base, &low_index, scale);
        prop_assert_eq!(cut(indexed(&mut Small, 64, &base, &index, scale)), narrow);
        let narrow = displaced(&mut Small, 32, &low_base, disp);
        prop_assert_eq!(cut(displaced(&mut Small, 64, &base, disp)), narrow);
    }
}

#[test]
fn no_label_lies_where_its_function_or_another_label_does() {
    let labels: Vec<u64> = (0..4).map(|block| label(BlockId(block))).collect();
    assert!(!labels.contains(&0));
    assert!(labels.windows(2).all(|pair| pair[0] < pair[1]));
}
