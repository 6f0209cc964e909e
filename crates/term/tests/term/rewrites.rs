//! Every rewrite on its pattern: it is applied, and the result means the same.

use dunlin_ir::Bits;
use dunlin_term::{ArrayValue, Evaluator, Model, Rewrite, Sort, Table, TermId, Terms, View};

/// Terms to build examples of.
struct Example {
    terms: Terms,
    x: TermId,
    y: TermId,
    z: TermId,
    /// Width 1.
    p: TermId,
    q: TermId,
    /// Width 8.
    b: TermId,
    d: TermId,
    /// Array of bytes at 32-bit indices.
    a: TermId,
}

impl Example {
    fn new() -> Example {
        let mut terms = Terms::new();
        let mut symbol = |name: &str, sort| terms.symbol(name, sort).unwrap();
        let (x, y, z) = (
            symbol("x", Sort::BitVec(32)),
            symbol("y", Sort::BitVec(32)),
            symbol("z", Sort::BitVec(32)),
        );
        let (p, q) = (symbol("p", Sort::BitVec(1)), symbol("q", Sort::BitVec(1)));
        let (b, d) = (symbol("b", Sort::BitVec(8)), symbol("d", Sort::BitVec(8)));
        let a = symbol("a", Sort::Array { index: 32, element: 8 });
        Example { terms, x, y, z, p, q, b, d, a }
    }

    fn c(&mut self, value: u64) -> TermId {
        self.terms.constant(32, value)
    }

    fn byte(&mut self, value: u64) -> TermId {
        self.terms.constant(8, value)
    }

    /// Builds a term that the rewrite applies to; returns what it must be.
    fn build(&mut self, rewrite: Rewrite) -> (TermId, TermId) {
        let (x, y, z, p, q, b, d, a) =
            (self.x, self.y, self.z, self.p, self.q, self.b, self.d, self.a);
        let (zero, one, two, three) = (self.c(0), self.c(1), self.c(2), self.c(3));
        let ones = self.c(u64::MAX);
        let zb = self.terms.zext(32, b);
        let zd = self.terms.zext(32, d);
        let sb = self.terms.sext(32, b);
        let sd = self.terms.sext(32, d);
        let t = &mut self.terms;
        match rewrite {
            Rewrite::FoldConstants => (t.mul(two, three), t.constant(32, 6)),
            Rewrite::NotNot => {
                let not = t.not(x);
                (t.not(not), x)
            }
            Rewrite::BitwiseUnit => (t.and(x, zero), zero),
            Rewrite::BitwiseSame => (t.xor(x, x), zero),
            Rewrite::BitwiseComplement => {
                let not = t.not(x);
                (t.or(x, not), ones)
            }
            Rewrite::BitwiseConstants => {
                let inner = t.and(x, three);
                let (outer, same) = (t.constant(32, 6), t.and(x, two));
                (t.and(inner, outer), same)
            }
            Rewrite::BitwiseIdempotent => {
                let both = t.and(x, y);
                (t.and(x, both), both)
            }
            Rewrite::BitwiseAbsorb => {
                let both = t.and(x, y);
                (t.or(x, both), x)
            }
            Rewrite::XorNot => {
                let not = t.not(x);
                let differ = t.xor(x, y);
                let expected = t.not(differ);
                (t.xor(not, y), expected)
            }
            Rewrite::BitwiseConcat => {
                let both = t.or(b, d);
                let expected = t.zext(32, both);
                (t.or(zb, zd), expected)
            }
            Rewrite::BitwiseKnown => {
                let by = t.constant(8, 3);
                let low = t.lshr(b, by);
                let mask = t.constant(8, 0x3f);
                (t.and(low, mask), low)
            }
            Rewrite::OrSlices => {
                let (low, high) = (t.extract(7, 0, x), t.extract(15, 8, x));
                let (low, high) = (t.zext(32, low), t.zext(32, high));
                let eight = t.constant(32, 8);
                let high = t.shl(high, eight);
                let expected = t.extract(15, 0, x);
                let expected = t.zext(32, expected);
                (t.or(low, high), expected)
            }
            Rewrite::AddZero => (t.add(x, zero), x),
            Rewrite::AddConstants => {
                let more = t.add(x, one);
                let expected = t.add(x, three);
                (t.add(more, two), expected)
            }
            Rewrite::AddSameTerm => {
                let expected = t.mul(x, two);
                (t.add(x, x), expected)
            }
            Rewrite::AddNot => {
                let not = t.not(x);
                let expected = t.neg(x);
                (t.add(not, one), expected)
            }
            Rewrite::AddBool => {
                let expected = t.xor(p, q);
                (t.add(p, q), expected)
            }
            Rewrite::MulUnit => (t.mul(x, one), x),
            Rewrite::MulConstants => {
                let (double, six) = (t.mul(x, two), t.constant(32, 6));
                let expected = t.mul(x, six);
                (t.mul(double, three), expected)
            }
            Rewrite::MulDistribute => {
                let sum = t.add(x, one);
                let double = t.mul(x, two);
                let expected = t.add(double, two);
                (t.mul(sum, two), expected)
            }
            Rewrite::MulBool => {
                let expected = t.and(p, q);
                (t.mul(p, q), expected)
            }
            Rewrite::DivByOne => (t.udiv(x, one), x),
            Rewrite::RemTrivial => (t.urem(x, x), zero),
            Rewrite::DivSmaller => {
                let limit = t.constant(32, 1000);
                (t.urem(zb, limit), zb)
            }
            Rewrite::DivUnsigned => {
                let expected = t.udiv(zb, zd);
                (t.sdiv(zb, zd), expected)
            }
            Rewrite::DivUnsignedConstant => {
                let minus_three = t.constant(32, 3u64.wrapping_neg());
                let expected = t.urem(zb, three);
                (t.srem(zb, minus_three), expected)
            }
            Rewrite::ShiftTrivial => {
                let width = t.constant(32, 32);
                (t.shl(x, width), zero)
            }
            Rewrite::ShlMul => {
                let eight = t.constant(32, 8);
                let expected = t.mul(x, eight);
                (t.shl(x, three), expected)
            }
            Rewrite::ShiftShift => {
                let shifted = t.lshr(x, one);
                let expected = t.lshr(x, three);
                (t.lshr(shifted, two), expected)
            }
            Rewrite::ShiftOut => {
                let eight = t.constant(32, 8);
                (t.lshr(zb, eight), zero)
            }
            Rewrite::AshrLshr => {
                let expected = t.lshr(zb, x);
                (t.ashr(zb, x), expected)
            }
            Rewrite::CompareSame => (t.ult(x, x), TermId::FALSE),
            Rewrite::CompareBool => {
                let not = t.not(p);
                let expected = t.and(not, q);
                (t.ult(p, q), expected)
            }
            Rewrite::EqConstants => {
                let sum = t.add(x, one);
                let expected = t.eq(x, two);
                (t.eq(sum, three), expected)
            }
            Rewrite::EqCancel => {
                let (left, right) = (t.add(x, z), t.add(y, z));
                let expected = t.eq(x, y);
                (t.eq(left, right), expected)
            }
            Rewrite::EqNot => {
                let (left, right) = (t.not(x), t.not(y));
                let expected = t.eq(x, y);
                (t.eq(left, right), expected)
            }
            Rewrite::EqConcat => {
                let limit = t.constant(32, 256);
                (t.eq(zb, limit), TermId::FALSE)
            }
            Rewrite::EqSext => {
                let expected = t.eq(b, d);
                (t.eq(sb, sd), expected)
            }
            Rewrite::EqIte => {
                let choice = t.ite(p, one, two);
                let expected = t.not(p);
                (t.eq(choice, two), expected)
            }
            Rewrite::EqKnown => {
                let even = t.mul(x, two);
                (t.eq(even, three), TermId::FALSE)
            }
            Rewrite::LessLimit => (t.ult(x, zero), TermId::FALSE),
            Rewrite::LessKnown => {
                let masked = t.and(x, three);
                let four = t.constant(32, 4);
                (t.ult(masked, four), TermId::TRUE)
            }
            Rewrite::LessConcat => {
                let expected = t.ult(b, d);
                (t.slt(zb, zd), expected)
            }
            Rewrite::LessSext => {
                let limit = t.constant(32, 200);
                (t.slt(sb, limit), TermId::TRUE)
            }
            Rewrite::LessUnsigned => {
                let (left, right) = (t.lshr(x, one), t.lshr(y, one));
                let expected = t.ult(left, right);
                (t.slt(left, right), expected)
            }
            Rewrite::IteConstant => (t.ite(TermId::TRUE, x, y), x),
            Rewrite::IteSame => (t.ite(p, x, x), x),
            Rewrite::IteNot => {
                let not = t.not(p);
                let expected = t.ite(p, y, x);
                (t.ite(not, x, y), expected)
            }
            Rewrite::IteBool => {
                let expected = t.or(p, q);
                (t.ite(p, TermId::TRUE, q), expected)
            }
            Rewrite::IteCondition => {
                let expected = t.and(p, q);
                (t.ite(p, q, p), expected)
            }
            Rewrite::IteNested => {
                let inner = t.ite(p, x, y);
                let expected = t.ite(p, x, z);
                (t.ite(p, inner, z), expected)
            }
            Rewrite::ExtractAll => (t.extract(31, 0, x), x),
            Rewrite::ExtractExtract => {
                let half = t.extract(23, 8, x);
                let expected = t.extract(15, 8, x);
                (t.extract(7, 0, half), expected)
            }
            Rewrite::ExtractConcat => {
                let both = t.concat(b, d);
                (t.extract(15, 8, both), b)
            }
            Rewrite::ExtractSext => (t.extract(7, 0, sb), b),
            Rewrite::ExtractBitwise => {
                let masked = t.and(sb, sd);
                let expected = t.and(b, d);
                (t.extract(7, 0, masked), expected)
            }
            Rewrite::ExtractSum => {
                let sum = t.add(sb, one);
                let byte = t.constant(8, 1);
                let expected = t.add(b, byte);
                (t.extract(7, 0, sum), expected)
            }
            Rewrite::ExtractIte => {
                let choice = t.ite(p, sb, sd);
                let expected = t.ite(p, b, d);
                (t.extract(7, 0, choice), expected)
            }
            Rewrite::ConcatNest => {
                let (left, right) = (t.concat(b, d), t.concat(d, b));
                let expected = t.concat(b, right);
                (t.concat(left, b), expected)
            }
            Rewrite::ConcatConstants => {
                let (high, low) = (t.constant(8, 1), t.constant(8, 2));
                (t.concat(high, low), t.constant(16, 0x102))
            }
            Rewrite::ConcatSlices => {
                let mut word = t.extract(7, 0, x);
                for i in 1..4u32 {
                    let by = t.constant(32, (8 * i).into());
                    let shifted = t.lshr(x, by);
                    let byte = t.extract(7, 0, shifted);
                    word = t.concat(byte, word);
                }
                (word, x)
            }
            Rewrite::SextZext => {
                let half = t.zext(16, b);
                (t.sext(32, half), zb)
            }
            Rewrite::SextSext => {
                let half = t.sext(16, b);
                (t.sext(32, half), sb)
            }
            Rewrite::SelectSame => {
                let stored = t.store(a, x, b);
                (t.select(stored, x), b)
            }
            Rewrite::SelectOther => {
                let next = t.add(x, one);
                let stored = t.store(a, next, b);
                let expected = t.select(a, x);
                (t.select(stored, x), expected)
            }
            Rewrite::SelectConstArray => {
                let array = t.const_array(32, b);
                (t.select(array, x), b)
            }
            Rewrite::SelectTable => {
                let table = t.table(Table::of_bytes(32, &[7, 8, 9]));
                (t.select(table, two), t.constant(8, 9))
            }
            Rewrite::SelectIte => {
                let (left, right) = (t.store(a, one, b), t.store(a, two, d));
                let choice = t.ite(p, left, right);
                let expected = t.select(a, three);
                (t.select(choice, three), expected)
            }
            Rewrite::StoreSame => {
                let stored = t.store(a, x, b);
                let expected = t.store(a, x, d);
                (t.store(stored, x, d), expected)
            }
            Rewrite::StoreSelected => {
                let byte = t.select(a, x);
                (t.store(a, x, byte), a)
            }
            Rewrite::ForallTrivial => {
                let i = t.bound(32, 0);
                let body = t.ult(i, x);
                (t.forall(three, two, body), TermId::TRUE)
            }
            Rewrite::ForallUnused => {
                let less = t.ult(zero, x);
                let expected = t.implies(less, p);
                assert!(matches!(t.view(expected), View::Binary(..)));
                (t.forall(zero, x, p), expected)
            }
        }
    }
}

#[test]
fn every_rewrite_is_applied_to_its_pattern() {
    for &rewrite in Rewrite::ALL {
        let mut example = Example::new();
        let (made, expected) = example.build(rewrite);
        assert_eq!(made, expected, "{}", rewrite.name());
        assert!(example.terms.rewrites(rewrite) > 0, "{} was not applied", rewrite.name());
    }
}

/// Shapes do not depend on constants.
#[test]
fn comparisons_with_different_constants_look_alike() {
    let mut example = Example::new();
    let n = example.x;
    for unsigned in [true, false] {
        let hashes: Vec<u64> = [0, 1, 3, 255, 256, 1 << 20]
            .map(|value| {
                let constant = example.c(value);
                let terms = &mut example.terms;
                let less = if unsigned { terms.ult(constant, n) } else { terms.slt(constant, n) };
                assert!(matches!(terms.view(less), View::Binary(..)));
                terms.blind_hash(less, dunlin_term::Blind::ToConstants)
            })
            .into();
        assert!(hashes.windows(2).all(|pair| pair[0] == pair[1]));
    }
    let first = example.c(1);
    let (a, byte) = (example.a, example.byte(97));
    let reads = [1, 2, 77].map(|offset| {
        let offset = example.c(offset);
        let terms = &mut example.terms;
        let element = terms.select(a, offset);
        let equal = terms.eq(element, byte);
        terms.blind_hash(equal, dunlin_term::Blind::ToConstants)
    });
    assert!(reads[0] == reads[1] && reads[1] == reads[2]);
    let other = example.terms.select(a, first);
    assert_ne!(example.terms.blind_hash(other, dunlin_term::Blind::ToConstants), reads[0]);
}

#[test]
fn a_word_written_and_read_byte_by_byte_is_the_word() {
    let mut example = Example::new();
    let (mut array, x, base) = (example.a, example.x, example.y);
    for i in 0..4 {
        let offset = example.c(i);
        let at = example.terms.add(base, offset);
        let byte = example.terms.extract(8 * i as u32 + 7, 8 * i as u32, x);
        array = example.terms.store(array, at, byte);
    }
    let mut word = example.terms.select(array, base);
    for i in 1..4 {
        let offset = example.c(i);
        let at = example.terms.add(base, offset);
        let byte = example.terms.select(array, at);
        word = example.terms.concat(byte, word);
    }
    assert_eq!(word, x);
}

#[test]
fn quantifiers_are_evaluated_and_instantiated() {
    let mut example = Example::new();
    let (a, n, i) = (example.a, example.x, example.y);
    let (zero, letter) = (example.c(0), example.byte(97));
    let terms = &mut example.terms;
    let element = terms.select(a, i);
    let body = terms.eq(element, letter);
    let all = terms.forall_symbol(i, zero, n, body);
    assert_eq!(&*terms.free_variables(all), &[n, a]);
    let mut model = Model::new();
    model.set_array(dunlin_term::SymbolId(7), ArrayValue::of_bytes(32, b"aaab"));
    let mut evaluator = Evaluator::new();
    for (length, holds) in [(0, true), (3, true), (4, false), (u64::MAX >> 40, false)] {
        model.set(dunlin_term::SymbolId(0), &Bits::from_u64(32, length));
        assert_eq!(evaluator.holds(terms, &model, all), Some(holds), "{length}");
    }
    let View::Forall { body: closed, .. } = terms.view(all) else { panic!("not a quantifier") };
    assert_eq!(terms.loose_bound(closed), 1);
    assert_eq!(terms.loose_bound(all), 0);
    assert_eq!(terms.instantiate(closed, i), body);
    let five = terms.constant(32, 5);
    let at_five = terms.select(a, five);
    let expected = terms.eq(at_five, letter);
    assert_eq!(terms.instantiate(closed, five), expected);
    // Too far to count.
    let huge = terms.symbol("wide", Sort::Array { index: 64, element: 8 }).unwrap();
    let k = terms.bound(64, 0);
    let element = terms.select(huge, k);
    let null = terms.constant(8, 0);
    let body = terms.eq(element, null);
    let (from, to) = (terms.constant(64, 0), terms.constant(64, u64::MAX));
    let endless = terms.forall(from, to, body);
    assert_eq!(evaluator.holds(terms, &model, endless), None);
}

/// Linear sums have one form at every width.
#[test]
fn sums_of_any_width_are_canonical() {
    for width in [8, 64, 65, 128, 500] {
        let mut terms = Terms::new();
        let t = &mut terms;
        let [x, y, z] = ["x", "y", "z"].map(|name| t.symbol(name, Sort::BitVec(width)).unwrap());
        let [one, three, seven] = [1, 3, 7].map(|value| t.constant(width, value));
        let (xy, zx) = (t.add(x, y), t.add(z, x));
        let (left, right) = (t.add(xy, z), t.add(y, zx));
        assert_eq!(left, right, "{width}");
        assert_eq!(t.sub(xy, y), x, "{width}");
        let (x_one, y_three) = (t.add(x, one), t.add(y, three));
        let sum = t.add(x_one, y_three);
        let four = t.constant(width, 4);
        assert_eq!(t.add(xy, four), sum, "{width}");
        // ~x is -x - 1.
        let not = t.not(x);
        let (not_y, less) = (t.add(not, y), t.sub(y, one));
        assert_eq!(t.add(not_y, x), less, "{width}");
        let (x3, y3) = (t.mul(x, three), t.mul(y, three));
        let (product, parts) = (t.mul(xy, three), t.add(x3, y3));
        assert_eq!(product, parts, "{width}");
        let seven_x = t.mul(x, seven);
        let (four_x, back) = (t.mul(x, four), t.sub(seven_x, x3));
        assert_eq!(four_x, back, "{width}");
        // Equalities cancel.
        let (zy, expected) = (t.add(z, y), t.eq(x, z));
        assert_eq!(t.eq(xy, zy), expected, "{width}");
        assert_eq!(t.eq(x_one, x), TermId::FALSE, "{width}");
        // The low bits of a sum of extended terms need no wide sum.
        let [wide_x, wide_y] = [x, y].map(|x| t.zext(2 * width, x));
        let wide = t.add(wide_x, wide_y);
        assert_eq!(t.extract(width - 1, 0, wide), xy, "{width}");
    }
}
