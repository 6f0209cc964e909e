//! Three algebras against one naive reference over unbounded integers: exhaustively at small
//! widths, at random at all others. What addresses, accesses, edges and undefined bits mean is tested in
//! files of their own.

mod access;
mod address;
mod edge;
mod undefined;

use super::*;
use crate::bits::Bits;
use crate::small::Small;
use crate::wide::Wide;
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use proptest::prelude::*;

const BINARY: &[BinOp] = BinOp::ALL;
const COMPARE: &[CmpOp] = CmpOp::ALL;
const OVERFLOW: &[OverflowOp] = OverflowOp::ALL;
const UNARY: &[UnOp] = UnOp::ALL;

/// [`Wide`] with the primitives alone, so that the composed operations are tested too.
struct Composed;

macro_rules! delegate {
    ($($name:ident($($arg:ident: $ty:ty),*);)*) => {
        $(fn $name(&mut self, $($arg: $ty),*) -> Bits { Wide.$name($($arg),*) })*
    };
}

impl Algebra for Composed {
    type Value = Bits;
    delegate! {
        constant(width: u32, value: u64);
        constant_bits(value: &Bits);
        add(width: u32, x: &Bits, y: &Bits);
        sub(width: u32, x: &Bits, y: &Bits);
        mul(width: u32, x: &Bits, y: &Bits);
        neg(width: u32, x: &Bits);
        udiv(width: u32, x: &Bits, y: &Bits);
        urem(width: u32, x: &Bits, y: &Bits);
        and(width: u32, x: &Bits, y: &Bits);
        or(width: u32, x: &Bits, y: &Bits);
        xor(width: u32, x: &Bits, y: &Bits);
        not(width: u32, x: &Bits);
        shl(width: u32, x: &Bits, amount: &Bits);
        lshr(width: u32, x: &Bits, amount: &Bits);
        ashr(width: u32, x: &Bits, amount: &Bits);
        eq(width: u32, x: &Bits, y: &Bits);
        ult(width: u32, x: &Bits, y: &Bits);
        slt(width: u32, x: &Bits, y: &Bits);
        ite(width: u32, cond: &Bits, x: &Bits, y: &Bits);
        concat(high_width: u32, high: &Bits, low_width: u32, low: &Bits);
        extract(width: u32, hi: u32, lo: u32, x: &Bits);
        zext(from: u32, to: u32, x: &Bits);
        sext(from: u32, to: u32, x: &Bits);
        float_binary(op: FloatBinOp, format: FloatFormat, x: &Bits, y: &Bits);
        float_unary(op: FloatUnOp, format: FloatFormat, x: &Bits);
        float_compare(op: FloatCmpOp, format: FloatFormat, x: &Bits, y: &Bits);
        float_fused_mul_add(format: FloatFormat, x: &Bits, y: &Bits, z: &Bits);
        float_cast(op: FloatCastOp, x: &Bits);
    }
}

// ---- the reference ---------------------------------------------------------------------------------

fn unsigned(x: &Bits) -> BigInt {
    BigInt::parse_bytes(x.to_hex().as_bytes(), 16).unwrap()
}

fn signed(x: &Bits) -> BigInt {
    let value = unsigned(x);
    if x.bit(x.width() - 1) { value - (BigInt::one() << x.width()) } else { value }
}

fn wrap(width: u32, value: BigInt) -> Bits {
    let modulus = BigInt::one() << width;
    let low = ((value % &modulus) + &modulus) % &modulus;
    Bits::from_hex(width, &low.to_str_radix(16)).unwrap()
}

fn least(width: u32) -> BigInt {
    -(BigInt::one() << (width - 1))
}

fn greatest(width: u32) -> BigInt {
    (BigInt::one() << (width - 1)) - 1
}

fn greatest_unsigned(width: u32) -> BigInt {
    (BigInt::one() << width) - 1
}

fn reference_binary(op: BinOp, width: u32, x: &Bits, y: &Bits) -> Bits {
    let (ux, uy, sx, sy) = (unsigned(x), unsigned(y), signed(x), signed(y));
    // Shifting by more than twice the width is like shifting by that much.
    let amount = uy.to_u32().unwrap_or(u32::MAX).min(2 * width);
    let clamp = |value: BigInt| value.clamp(least(width), greatest(width));
    let clamp_unsigned = |value: BigInt| value.clamp(BigInt::zero(), greatest_unsigned(width));
    let by_zero = uy.is_zero();
    let value = match op {
        BinOp::Add => ux + uy,
        BinOp::Sub => ux - uy,
        BinOp::Mul => ux * uy,
        BinOp::UDiv if by_zero => greatest_unsigned(width),
        BinOp::UDiv => ux / uy,
        BinOp::SDiv if by_zero => BigInt::from(if sx.is_negative() { 1 } else { -1 }),
        BinOp::SDiv => sx / sy,
        BinOp::URem if by_zero => ux,
        BinOp::URem => ux % uy,
        BinOp::SRem if by_zero => sx,
        BinOp::SRem => sx % sy,
        BinOp::And => ux & uy,
        BinOp::Or => ux | uy,
        BinOp::Xor => ux ^ uy,
        BinOp::Shl => ux << amount,
        BinOp::LShr => ux >> amount,
        BinOp::AShr => sx >> amount,
        BinOp::UMin => ux.min(uy),
        BinOp::UMax => ux.max(uy),
        BinOp::SMin => sx.min(sy),
        BinOp::SMax => sx.max(sy),
        BinOp::UAddSat => clamp_unsigned(ux + uy),
        BinOp::SAddSat => clamp(sx + sy),
        BinOp::USubSat => clamp_unsigned(ux - uy),
        BinOp::SSubSat => clamp(sx - sy),
        BinOp::UShlSat => clamp_unsigned(ux << amount),
        BinOp::SShlSat => clamp(sx << amount),
    };
    wrap(width, value)
}

fn reference_compare(op: CmpOp, x: &Bits, y: &Bits) -> bool {
    let unsigned = unsigned(x).cmp(&unsigned(y));
    let signed = signed(x).cmp(&signed(y));
    match op {
        CmpOp::Eq => unsigned.is_eq(),
        CmpOp::Ne => unsigned.is_ne(),
        CmpOp::Ult => unsigned.is_lt(),
        CmpOp::Ule => unsigned.is_le(),
        CmpOp::Ugt => unsigned.is_gt(),
        CmpOp::Uge => unsigned.is_ge(),
        CmpOp::Slt => signed.is_lt(),
        CmpOp::Sle => signed.is_le(),
        CmpOp::Sgt => signed.is_gt(),
        CmpOp::Sge => signed.is_ge(),
    }
}

fn reference_overflow(op: OverflowOp, width: u32, x: &Bits, y: &Bits) -> bool {
    let (ux, uy, sx, sy) = (unsigned(x), unsigned(y), signed(x), signed(y));
    let outside = |value: BigInt| value < least(width) || value > greatest(width);
    let outside_unsigned = |value: BigInt| value.is_negative() || value > greatest_unsigned(width);
    match op {
        OverflowOp::UAdd => outside_unsigned(ux + uy),
        OverflowOp::USub => outside_unsigned(ux - uy),
        OverflowOp::UMul => outside_unsigned(ux * uy),
        OverflowOp::SAdd => outside(sx + sy),
        OverflowOp::SSub => outside(sx - sy),
        OverflowOp::SMul => outside(sx * sy),
    }
}

fn reference_unary(op: UnOp, width: u32, x: &Bits) -> Bits {
    let bits: Vec<bool> = (0..width).map(|i| x.bit(i)).collect();
    let count = |n: usize| wrap(width, BigInt::from(n));
    let from_bits = |bits: Vec<bool>| {
        let value = bits.iter().rev().fold(BigInt::zero(), |v, &bit| (v << 1) + i32::from(bit));
        wrap(width, value)
    };
    match op {
        UnOp::Abs => wrap(width, signed(x).abs()),
        UnOp::PopCount => count(bits.iter().filter(|&&bit| bit).count()),
        UnOp::Clz => count(bits.iter().rev().take_while(|&&bit| !bit).count()),
        UnOp::Ctz => count(bits.iter().take_while(|&&bit| !bit).count()),
        UnOp::ByteSwap => from_bits(bits.chunks(8).rev().flatten().copied().collect()),
        UnOp::BitReverse => from_bits(bits.into_iter().rev().collect()),
    }
}

fn reference_funnel_shift(left: bool, width: u32, x: &Bits, y: &Bits, shift: &Bits) -> Bits {
    let amount = (unsigned(shift) % width).to_u32().unwrap();
    let both = (unsigned(x) << width) + unsigned(y);
    wrap(width, if left { (both << amount) >> width } else { both >> amount })
}

// ---- the comparison ----------------------------------------------------------------------------------

/// Checks every operation on these operands in one algebra against the reference.
fn check<A: Algebra>(
    a: &mut A,
    (x, y, z): (&Bits, &Bits, &Bits),
    to_bits: impl Fn(u32, &A::Value) -> Bits,
) {
    let width = x.width();
    let [vx, vy, vz] = [x, y, z].map(|bits| a.constant_bits(bits));
    for &op in BINARY {
        let value = binary(a, op, width, &vx, &vy);
        let expected = reference_binary(op, width, x, y);
        assert_eq!(to_bits(width, &value), expected, "{op:?} {x:?} {y:?}");
        check_undefined(a, op, (x, y), (&vx, &vy), &to_bits);
    }
    for &op in COMPARE {
        let value = to_bits(1, &compare(a, op, width, &vx, &vy));
        assert_eq!(value.bit(0), reference_compare(op, x, y), "{op:?} {x:?} {y:?}");
    }
    for &op in OVERFLOW {
        let value = to_bits(1, &overflow(a, op, width, &vx, &vy));
        assert_eq!(value.bit(0), reference_overflow(op, width, x, y), "{op:?} {x:?} {y:?}");
    }
    for &op in UNARY {
        if op == UnOp::ByteSwap && !width.is_multiple_of(8) {
            continue;
        }
        let value = unary(a, op, width, &vx);
        assert_eq!(to_bits(width, &value), reference_unary(op, width, x), "{op:?} {x:?}");
    }
    for left in [false, true] {
        let value = funnel_shift(a, left, width, &vx, &vy, &vz);
        let expected = reference_funnel_shift(left, width, x, y, z);
        assert_eq!(to_bits(width, &value), expected, "funnel {left} {x:?} {y:?} {z:?}");
    }
    for (bit, chosen) in [(1, x), (0, y)] {
        let cond = a.constant(1, bit);
        assert_eq!(&to_bits(width, &select(a, width, &cond, &vx, &vy)), chosen);
    }
    let narrow = width.div_ceil(2);
    let low = cast(a, CastOp::Trunc, width, narrow, &vx);
    let low_bits = to_bits(narrow, &low);
    assert_eq!(low_bits, wrap(narrow, unsigned(x)));
    let zext = cast(a, CastOp::Zext, narrow, width, &low);
    assert_eq!(to_bits(width, &zext), wrap(width, unsigned(&low_bits)));
    let sext = cast(a, CastOp::Sext, narrow, width, &low);
    assert_eq!(to_bits(width, &sext), wrap(width, signed(&low_bits)));
    let same = cast(a, CastOp::PtrToInt, width, width, &vx);
    assert_eq!(&to_bits(width, &same), x);
    if narrow < width {
        let high = a.extract(width, width - 1, narrow, &vx);
        let joined = a.concat(width - narrow, &high, narrow, &low);
        assert_eq!(&to_bits(width, &joined), x);
    }
}

fn check_undefined<A: Algebra>(
    a: &mut A,
    op: BinOp,
    (x, y): (&Bits, &Bits),
    (vx, vy): (&A::Value, &A::Value),
    to_bits: impl Fn(u32, &A::Value) -> Bits,
) {
    let width = x.width();
    let is_signed = matches!(op, BinOp::SDiv | BinOp::SRem);
    let division = (is_signed || matches!(op, BinOp::UDiv | BinOp::URem)).then(|| {
        y.is_zero() || is_signed && signed(x) == least(width) && signed(y) == BigInt::from(-1)
    });
    let value = division_error(a, op, width, vx, vy).map(|v| to_bits(1, &v).bit(0));
    assert_eq!(value, division, "{op:?} {x:?} {y:?}");
    let arithmetic = match op {
        BinOp::Add => Some(signed(x) + signed(y)),
        BinOp::Sub => Some(signed(x) - signed(y)),
        BinOp::Mul => Some(signed(x) * signed(y)),
        _ => None,
    };
    let outside = arithmetic.map(|value| value < least(width) || value > greatest(width));
    let value = overflow_error(a, op, width, vx, vy).map(|v| to_bits(1, &v).bit(0));
    assert_eq!(value, outside, "{op:?} {x:?} {y:?}");
    let shifts = [BinOp::Shl, BinOp::LShr, BinOp::AShr, BinOp::UShlSat, BinOp::SShlSat];
    let too_far = shifts.contains(&op).then(|| unsigned(y) >= BigInt::from(width));
    let value = shift_error(a, op, width, vy).map(|v| to_bits(1, &v).bit(0));
    assert_eq!(value, too_far, "{op:?} {x:?} {y:?}");
}

fn check_all(x: &Bits, y: &Bits, z: &Bits) {
    if x.width() <= 64 {
        check(&mut Small, (x, y, z), |width, &value| {
            let bits = Bits::from_u64(width, value);
            assert_eq!(bits.low_u64(), value, "high bits are clean");
            bits
        });
    }
    let same = |width: u32, value: &Bits| {
        assert_eq!(value.width(), width);
        value.clone()
    };
    check(&mut Wide, (x, y, z), same);
    check(&mut Composed, (x, y, z), same);
}

#[test]
fn every_operation_at_small_widths() {
    for width in 1..=4 {
        for code in 0..1 << (2 * width) {
            let (x, y) = (Bits::from_u64(width, code), Bits::from_u64(width, code >> width));
            let z = Bits::from_u64(width, code.wrapping_mul(0x9e37_79b9) >> 7);
            check_all(&x, &y, &z);
        }
    }
}

/// Random words, and the values around which arithmetic changes its mind.
fn operand(width: u32) -> impl Strategy<Value = Bits> {
    let words = width.div_ceil(64) as usize;
    let small = any::<u64>();
    prop_oneof![
        3 => prop::collection::vec(any::<u64>(), words).prop_map(move |w| Bits::new(width, &w)),
        1 => (0..=2 * u64::from(width)).prop_map(move |v| Bits::from_u64(width, v)),
        1 => small.prop_map(move |v| Bits::from_u64(width, v)),
        1 => (-2i64..=2).prop_map(move |v| wrap(width, least(width) + v)),
        1 => (-2i64..=2).prop_map(move |v| wrap(width, BigInt::from(v))),
        1 => (0..width).prop_map(move |bit| wrap(width, BigInt::one() << bit)),
    ]
}

fn operands(widths: impl Strategy<Value = u32>) -> impl Strategy<Value = [Bits; 3]> {
    widths.prop_flat_map(|width| [operand(width), operand(width), operand(width)])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn operations_at_small_value_widths([x, y, z] in operands(1..=64u32)) {
        check_all(&x, &y, &z);
    }

    #[test]
    fn operations_at_machine_widths(
        [x, y, z] in operands(prop::sample::select(vec![8u32, 16, 32, 64, 128])),
    ) {
        check_all(&x, &y, &z);
    }

    #[test]
    fn operations_at_great_widths([x, y, z] in operands(65..=300u32)) {
        check_all(&x, &y, &z);
    }

    #[test]
    fn width_128_is_the_host_s(x: u128, y: u128, shift in 0u32..128) {
        let width = 128;
        let (bx, by) = (Bits::from_u128(width, x), Bits::from_u128(width, y));
        let run = |op, y: &Bits| binary(&mut Wide, op, width, &bx, y).low_u128();
        prop_assert_eq!(run(BinOp::Add, &by), x.wrapping_add(y));
        prop_assert_eq!(run(BinOp::Mul, &by), x.wrapping_mul(y));
        prop_assert_eq!(run(BinOp::SAddSat, &by), (x as i128).saturating_add(y as i128) as u128);
        prop_assert_eq!(run(BinOp::SSubSat, &by), (x as i128).saturating_sub(y as i128) as u128);
        let amount = Bits::from_u64(width, shift.into());
        prop_assert_eq!(run(BinOp::AShr, &amount), (x as i128 >> shift) as u128);
        prop_assert_eq!(run(BinOp::Shl, &amount), x << shift);
        if y != 0 {
            prop_assert_eq!(run(BinOp::SDiv, &by), (x as i128).wrapping_div(y as i128) as u128);
            prop_assert_eq!(run(BinOp::SRem, &by), (x as i128).wrapping_rem(y as i128) as u128);
        }
        let rotated = funnel_shift(&mut Wide, true, width, &bx, &bx, &amount);
        prop_assert_eq!(rotated.low_u128(), x.rotate_left(shift));
    }

    #[test]
    fn sign_operations_of_floats_are_those_of_the_reference(
        format in prop::sample::select(FloatFormat::ALL.to_vec()),
        x: u128,
        y: u128,
    ) {
        let [x, y] = [x, y].map(|value| Bits::from_u128(format.bits(), value));
        for rule in NanRule::ALL {
            for op in [FloatUnOp::Neg, FloatUnOp::Abs] {
                let composed = float_unary(&mut Wide, rule, op, format, &x);
                prop_assert_eq!(composed, Wide.float_unary(op, format, &x));
            }
            let copy = FloatBinOp::CopySign;
            let composed = float_binary(&mut Wide, rule, copy, format, &x, &y);
            prop_assert_eq!(composed, Wide.float_binary(copy, format, &x, &y));
        }
    }
}
