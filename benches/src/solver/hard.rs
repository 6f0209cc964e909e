//! Stream 2: few hard queries, each a program of one question.
//!
//! Products, quotients, inverted hash functions, long chains of stores, floating point. Where a query
//! has a solution, it was made from one.

use dunlin_ir::{Bits, FloatBinOp, FloatCastOp, FloatCmpOp, FloatFormat, FloatUnOp};
use dunlin_term::{Sort, Table, TermId, Terms};

use super::random::Random;
use super::stream::{Event, Program, Stream};

const SEED: u64 = 0x5eed_0002;

pub fn stream() -> Stream {
    let mut maker =
        Maker { terms: Terms::new(), programs: Vec::new(), random: Random::new(SEED), symbols: 0 };
    maker.products();
    maker.quotients();
    maker.hashes();
    maker.checksums();
    maker.stores();
    maker.floats();
    Stream { terms: maker.terms, programs: maker.programs }
}

struct Maker {
    terms: Terms,
    programs: Vec<Program>,
    random: Random,
    symbols: usize,
}

impl Maker {
    /// A query: all constraints together.
    fn query(&mut self, kind: &'static str, name: impl Into<String>, constraints: &[TermId]) {
        let all = constraints.iter().copied().reduce(|x, y| self.terms.and(x, y));
        let all = all.expect("a query has a constraint");
        assert!(!self.terms.is_const(all), "the query is not decided by building it");
        self.programs.push(Program { kind, name: name.into(), events: vec![Event::Ask(all)] });
    }

    fn symbol(&mut self, width: u32) -> TermId {
        self.symbols += 1;
        let name = format!("x{}", self.symbols);
        self.terms.symbol(&name, Sort::BitVec(width)).expect("a new name")
    }

    fn constant(&mut self, width: u32, value: u64) -> TermId {
        self.terms.constant(width, value)
    }

    fn equals(&mut self, x: TermId, value: u64) -> TermId {
        let width = self.terms.width(x);
        let value = self.constant(width, value);
        self.terms.eq(x, value)
    }

    fn above(&mut self, x: TermId, value: u64) -> TermId {
        let width = self.terms.width(x);
        let value = self.constant(width, value);
        self.terms.ult(value, x)
    }

    // ---- arithmetic ------------------------------------------------------------------------------
    fn products(&mut self) {
        // Two factors, found again.
        for (width, half, p, q) in [
            (32, 16, 10_007, 20_011),
            (32, 16, 40_009, 65_521),
            (64, 20, 900_007, 1_000_003),
            (64, 24, 9_999_991, 16_000_057),
        ] {
            let (x, y) = (self.symbol(half), self.symbol(half));
            let (wide_x, wide_y) = (self.terms.zext(width, x), self.terms.zext(width, y));
            let product = self.terms.mul(wide_x, wide_y);
            let factored = self.equals(product, p * q);
            let (one, other) = (self.above(x, 1), self.terms.ule(x, y));
            let name = format!("factor {} in {width} bits", p * q);
            self.query("multiplication", name, &[factored, one, other]);
        }
        // A prime has no factors.
        for (width, half, prime) in [(32, 12, 16_769_023_u64), (64, 14, 268_435_399)] {
            let (x, y) = (self.symbol(half), self.symbol(half));
            let (wide_x, wide_y) = (self.terms.zext(width, x), self.terms.zext(width, y));
            let product = self.terms.mul(wide_x, wide_y);
            let factored = self.equals(product, prime);
            let (x_large, y_large) = (self.above(x, 1), self.above(y, 1));
            let name = format!("no factors of {prime} in {width} bits");
            self.query("multiplication", name, &[factored, x_large, y_large]);
        }
        for width in [32, 64] {
            let x = self.symbol(width);
            let square = self.terms.mul(x, x);
            let is_square = self.equals(square, 1_522_756 & ((1 << width.min(40)) - 1));
            let large = self.above(x, 100_000);
            self.query(
                "multiplication",
                format!("a square root in {width} bits"),
                &[is_square, large],
            );
            // Squares are 0, 1 or 4 modulo 8.
            let not_square = self.equals(square, 8 * 12_345 + 5);
            self.query("multiplication", format!("no square root in {width} bits"), &[not_square]);
            // A cubic, with words that overflow.
            let y = self.symbol(width);
            let cube = self.terms.mul(square, x);
            let sum = self.terms.add(cube, y);
            let hit = self.equals(sum, 0x1234_5677);
            let different = self.terms.eq(x, y);
            self.query("multiplication", format!("x³ + x in {width} bits"), &[hit, different]);
        }
    }

    fn quotients(&mut self) {
        for (width, quotient, remainder) in [(32, 1_234, 567), (64, 1_234_567, 890)] {
            let (x, y) = (self.symbol(width), self.symbol(width));
            let (divided, rest) = (self.terms.udiv(x, y), self.terms.urem(x, y));
            let (divided, rest) = (self.equals(divided, quotient), self.equals(rest, remainder));
            let name = format!("quotient and remainder in {width} bits");
            self.query("division", name, &[divided, rest]);
        }
        for width in [32, 64] {
            let x = self.symbol(width);
            // Remainders of three numbers: 23 modulo 105, and large.
            let mut constraints = vec![self.above(x, 1_000_000)];
            for (divisor, rest) in [(3, 2), (5, 3), (7, 2), (1_009, 13)] {
                let divisor = self.constant(width, divisor);
                let remainder = self.terms.urem(x, divisor);
                constraints.push(self.equals(remainder, rest));
            }
            self.query("division", format!("four remainders in {width} bits"), &constraints);
            // n / 10 * 10 is never above n, signed neither for positive ones.
            let ten = self.constant(width, 10);
            let tenth = self.terms.udiv(x, ten);
            let back = self.terms.mul(tenth, ten);
            let above = self.terms.ult(x, back);
            self.query("division", format!("n / 10 * 10 > n in {width} bits"), &[above]);
            // Seven divides the number and its successor.
            let (seven, one) = (self.constant(width, 7), self.constant(width, 1));
            let next = self.terms.add(x, one);
            let (rest, next_rest) = (self.terms.urem(x, seven), self.terms.urem(next, seven));
            let (rest, next_rest) = (self.equals(rest, 0), self.equals(next_rest, 0));
            let name = format!("two neighbours divisible by 7 in {width} bits");
            self.query("division", name, &[rest, next_rest]);
        }
        // Signed quotient of symbolic words.
        let (x, y) = (self.symbol(32), self.symbol(32));
        let divided = self.terms.sdiv(x, y);
        let hit = self.equals(divided, (-77_i64) as u32 as u64);
        let large = self.above(y, 1_000);
        self.query("division", "signed quotient in 32 bits", &[hit, large]);
    }

    // ---- hash functions --------------------------------------------------------------------------
    fn letters(&mut self, count: usize) -> (Vec<TermId>, Vec<TermId>) {
        let bytes: Vec<TermId> = (0..count).map(|_| self.symbol(8)).collect();
        let mut constraints = Vec::new();
        for &byte in &bytes {
            let (low, high) = (self.constant(8, b'a'.into()), self.constant(8, b'z'.into()));
            constraints.push(self.terms.ule(low, byte));
            constraints.push(self.terms.ule(byte, high));
        }
        (bytes, constraints)
    }

    fn hashes(&mut self) {
        const SECRET: &[u8] = b"sandpiper";
        type Step = fn(&mut Maker, u32, TermId, TermId) -> TermId;
        let fnv: Step = |maker, width, hash, byte| {
            let prime = if width == 32 { 0x0100_0193 } else { 0x0100_0000_01b3 };
            let mixed = maker.terms.xor(hash, byte);
            let prime = maker.constant(width, prime);
            maker.terms.mul(mixed, prime)
        };
        let times_33: Step = |maker, width, hash, byte| {
            let factor = maker.constant(width, 33);
            let scaled = maker.terms.mul(hash, factor);
            maker.terms.add(scaled, byte)
        };
        let one_at_a_time: Step = |maker, width, hash, byte| {
            let sum = maker.terms.add(hash, byte);
            let (ten, six) = (maker.constant(width, 10), maker.constant(width, 6));
            let shifted = maker.terms.shl(sum, ten);
            let sum = maker.terms.add(sum, shifted);
            let shifted = maker.terms.lshr(sum, six);
            maker.terms.xor(sum, shifted)
        };
        for (name, step, width, start, lengths) in [
            ("FNV-1a", fnv, 32, 0x811c_9dc5_u64, &[3, 4, 5][..]),
            ("FNV-1a", fnv, 64, 0xcbf2_9ce4_8422_2325, &[3, 4, 6, 8]),
            ("times 33", times_33, 32, 5381, &[4, 6, 8]),
            ("one at a time", one_at_a_time, 32, 0, &[3, 4, 5]),
        ] {
            for &length in lengths {
                let (letters, mut constraints) = self.letters(length);
                let mut hash = self.constant(width, start);
                let mut target = hash;
                for (&letter, &secret) in letters.iter().zip(SECRET) {
                    let byte = self.terms.zext(width, letter);
                    hash = step(self, width, hash, byte);
                    let secret = self.constant(width, secret.into());
                    target = step(self, width, target, secret);
                }
                constraints.push(self.terms.eq(hash, target));
                let name = format!("{name}, {width} bits, {length} letters");
                self.query("hash", name, &constraints);
            }
        }
    }

    fn checksums(&mut self) {
        let entry = |mut value: u32| {
            for _ in 0..8 {
                value = if value & 1 == 1 { value >> 1 ^ 0xedb8_8320 } else { value >> 1 };
            }
            value
        };
        let entries = (0..256).map(|i| Bits::from_u64(32, entry(i).into()));
        let table = Table::new(8, Bits::from_u64(32, 0), entries);
        let table = self.terms.table(table);
        for (length, impossible) in [(2, false), (2, true), (4, false), (8, false)] {
            let (letters, mut constraints) = self.letters(length);
            let mut sum = self.constant(32, u32::MAX.into());
            let mut target = u32::MAX;
            for (&letter, &secret) in letters.iter().zip(b"turnstone") {
                let low = self.terms.extract(7, 0, sum);
                let index = self.terms.xor(low, letter);
                let entry_term = self.terms.select(table, index);
                let eight = self.constant(32, 8);
                let shifted = self.terms.lshr(sum, eight);
                sum = self.terms.xor(shifted, entry_term);
                target = target >> 8 ^ entry(target & 0xff ^ u32::from(secret));
            }
            // Of so short texts no two have sums that differ in one bit.
            let target = if impossible { target ^ 1 } else { target };
            constraints.push(self.equals(sum, target.into()));
            let what = if impossible { " (none)" } else { "" };
            self.query("hash", format!("CRC-32, {length} letters{what}"), &constraints);
        }
    }

    // ---- arrays ----------------------------------------------------------------------------------
    fn stores(&mut self) {
        for (stores, reads, possible) in
            [(50, 3, true), (50, 3, false), (150, 4, true), (150, 4, false), (400, 2, true)]
        {
            let root = format!("memory{}", self.programs.len());
            let sort = Sort::Array { index: 32, element: 8 };
            let mut array = self.terms.symbol(&root, sort).expect("a new name");
            let indices: Vec<TermId> = (0..8).map(|_| self.symbol(32)).collect();
            let mut constraints = Vec::new();
            for &index in &indices {
                let end = self.constant(32, 1_000);
                constraints.push(self.terms.ult(index, end));
            }
            for i in 0..stores {
                let index = self.random.pick(&indices);
                let offset = self.random.below(64);
                let offset = self.constant(32, offset);
                let at = self.terms.add(index, offset);
                // Below 128, so that larger values can only be in the root.
                let element = self.constant(8, i % 128);
                array = self.terms.store(array, at, element);
            }
            for read in 0..reads {
                let index = self.random.pick(&indices);
                let offset = self.constant(32, 70 + read);
                let at = self.terms.add(index, offset);
                let element = self.terms.select(array, at);
                constraints.push(self.equals(element, 200 + read));
            }
            if !possible {
                // Just stored there, at the same place by another name.
                let (x, y) = (indices[0], indices[1]);
                let element = self.constant(8, 5);
                let stored = self.terms.store(array, x, element);
                let read = self.terms.select(stored, y);
                constraints.push(self.equals(read, 201));
                let difference = self.terms.sub(x, y);
                let twice = self.terms.add(difference, difference);
                constraints.push(self.equals(twice, 0));
            }
            let what = if possible { "" } else { " (none)" };
            let name = format!("{stores} stores, {reads} reads{what}");
            self.query("stores", name, &constraints);
        }
        // Sorted by swaps at symbolic places: still a permutation.
        let mut array = self.constant(8, 0);
        array = self.terms.const_array(8, array);
        for i in 0..4 {
            let (index, element) = (self.constant(8, i), self.constant(8, 10 + i));
            array = self.terms.store(array, index, element);
        }
        let mut constraints = Vec::new();
        for _ in 0..4 {
            let (x, y) = (self.symbol(8), self.symbol(8));
            let four = self.constant(8, 4);
            constraints.extend([self.terms.ult(x, four), self.terms.ult(y, four)]);
            let (at_x, at_y) = (self.terms.select(array, x), self.terms.select(array, y));
            array = self.terms.store(array, x, at_y);
            array = self.terms.store(array, y, at_x);
        }
        let mut sum = self.constant(8, 0);
        for i in 0..4 {
            let index = self.constant(8, i);
            let element = self.terms.select(array, index);
            sum = self.terms.add(sum, element);
        }
        let right = self.equals(sum, 46);
        let wrong = self.terms.not(right);
        constraints.push(wrong);
        self.query("stores", "four swaps keep the sum (none)", &constraints);
    }

    // ---- floating point --------------------------------------------------------------------------
    fn floats(&mut self) {
        for (format, name) in [(FloatFormat::Single, "f32"), (FloatFormat::Double, "f64")] {
            let width = format.bits();
            let number = |value: f64| match format {
                FloatFormat::Single => u64::from((value as f32).to_bits()),
                _ => value.to_bits(),
            };
            let binary = |maker: &mut Maker, op, x, y| maker.terms.float_binary(op, format, x, y);
            let compare = |maker: &mut Maker, op, x, y| maker.terms.float_compare(op, format, x, y);
            let tenth = self.constant(width, number(0.1));
            let (one, two) = (self.constant(width, number(1.0)), self.constant(width, number(2.0)));
            let (x, y) = (self.symbol(width), self.symbol(width));

            let sum = binary(self, FloatBinOp::Add, x, tenth);
            let third = self.constant(width, number(0.3));
            let hit = compare(self, FloatCmpOp::Oeq, sum, third);
            self.query("floats", format!("x + 0.1 = 0.3, {name}"), &[hit]);

            // A sum of positive numbers that is no larger than one of them.
            let sum = binary(self, FloatBinOp::Add, x, y);
            let stays = compare(self, FloatCmpOp::Oeq, sum, x);
            let (x_large, y_large) =
                (compare(self, FloatCmpOp::Ogt, x, one), compare(self, FloatCmpOp::Ogt, y, one));
            self.query("floats", format!("x + y = x, {name}"), &[stays, x_large, y_large]);

            let below = compare(self, FloatCmpOp::Olt, sum, x);
            self.query("floats", format!("x + y < x (none), {name}"), &[below, x_large, y_large]);

            let product = binary(self, FloatBinOp::Mul, x, tenth);
            let hit = self.terms.eq(product, two);
            self.query("floats", format!("x · 0.1 = 2, {name}"), &[hit]);

            let quotient = binary(self, FloatBinOp::Div, one, x);
            let seventh = self.constant(width, number(1.0 / 7.0));
            let hit = compare(self, FloatCmpOp::Oeq, quotient, seventh);
            self.query("floats", format!("1 / x = 1 / 7, {name}"), &[hit]);

            let root = self.terms.float_unary(FloatUnOp::Sqrt, format, x);
            let hit = compare(self, FloatCmpOp::Oeq, root, two);
            let off = compare(self, FloatCmpOp::One, x, one);
            self.query("floats", format!("sqrt x = 2, {name}"), &[hit, off]);

            // Cut to an integer and back.
            let cast = FloatCastOp::ToSInt { from: format, to: 32 };
            let integer = self.terms.float_cast(cast, x);
            let is_seven = self.equals(integer, 7);
            let seven = self.constant(width, number(7.5));
            let above = compare(self, FloatCmpOp::Ogt, x, seven);
            self.query("floats", format!("cut to 7, above 7.5, {name}"), &[is_seven, above]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_query_has_a_name_of_its_own() {
        let stream = stream();
        let mut names: Vec<&str> =
            stream.programs.iter().map(|program| program.name.as_str()).collect();
        assert!((40..=80).contains(&names.len()), "{}", names.len());
        assert_eq!(stream.queries(), names.len());
        names.sort_unstable();
        names.dedup();
        assert_eq!(stream.queries(), names.len());
    }
}
