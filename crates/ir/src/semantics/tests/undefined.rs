//! Undefined bits against all that they can be.

use crate::inst::{BinOp, CastOp};
use crate::semantics;
use crate::semantics::undefined::{Partly, bitwise, cast, freeze};
use crate::small::{Small, mask};

const WIDTH: u32 = 3;

/// Every value of which every set of bits is undefined; undefined ones are zero.
fn all() -> impl Iterator<Item = Partly<u64>> + Clone {
    let values = (0..=mask(WIDTH))
        .flat_map(|bits| (0..=mask(WIDTH)).map(move |undefined| Partly { bits, undefined }));
    values.filter(|value| value.bits & value.undefined == 0)
}

/// The numbers that a value can be.
fn fillings(value: Partly<u64>) -> impl Iterator<Item = u64> + Clone {
    (0..=mask(WIDTH)).map(move |fill| value.bits | fill & value.undefined)
}

/// The bits in which some of these differ.
fn differing(values: impl Iterator<Item = u64> + Clone) -> u64 {
    let first = values.clone().next().expect("there is one");
    values.fold(0, |all, value| all | value ^ first)
}

#[test]
fn a_bit_is_undefined_if_it_can_be_either() {
    for op in [BinOp::And, BinOp::Or, BinOp::Xor, BinOp::Shl, BinOp::LShr, BinOp::AShr] {
        let shift = matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr);
        for x in all() {
            for y in all().filter(|y| !shift || y.undefined == 0) {
                let results = fillings(x).flat_map(|x| {
                    fillings(y).map(move |y| semantics::binary(&mut Small, op, WIDTH, &x, &y))
                });
                let undefined = bitwise(&mut Small, op, WIDTH, &x, &y);
                assert_eq!(undefined, Some(differing(results)), "{x:?} {op:?} {y:?}");
            }
        }
    }
    let value = Partly { bits: 1, undefined: 2 };
    assert_eq!(bitwise(&mut Small, BinOp::Mul, WIDTH, &value, &value), None);
}

#[test]
fn a_cast_moves_undefined_bits() {
    for (op, to) in [(CastOp::Zext, 5), (CastOp::Sext, 5), (CastOp::Trunc, 2)] {
        for x in all() {
            let results = fillings(x).map(|x| semantics::cast(&mut Small, op, WIDTH, to, &x));
            let moved = cast(&mut Small, op, WIDTH, to, &x);
            assert_eq!(moved.undefined, differing(results.clone()), "{op:?} {x:?}");
            let defined = !moved.undefined;
            assert!(results.into_iter().all(|bits| bits & defined == moved.bits & defined));
        }
    }
}

#[test]
fn a_freeze_is_one_of_the_values() {
    for x in all() {
        for chosen in 0..=mask(WIDTH) {
            let fixed = freeze(&mut Small, WIDTH, &x, |_, width| {
                assert_eq!(width, WIDTH);
                chosen
            });
            assert!(fillings(x).any(|value| value == fixed), "{x:?}");
            assert_eq!(fixed & x.undefined, chosen & x.undefined, "any value can be chosen");
        }
    }
}
