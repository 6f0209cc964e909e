//! The conditions on which programs of different kinds branch.
//!
//! Input bytes are reads of one symbolic array at constant places, words are concatenations of them.
//! Constants are mostly near the value that an input gives to the other side of the comparison, as
//! both sides of a branch of a real program are mostly possible.

use dunlin_ir::small::mask;
use dunlin_term::{Evaluator, Table, TermId, Terms};

use super::random::Random;
use super::witness::Input;

/// What a program does most of the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    ByteParser,
    Tokenizer,
    TableLookup,
    Checksum,
    ArithmeticGuards,
    BoundsChecks,
    BitMasks,
    SwitchOnWords,
    StringCompare,
    Division,
}

impl Kind {
    pub const ALL: [Kind; 10] = [
        Kind::ByteParser,
        Kind::Tokenizer,
        Kind::TableLookup,
        Kind::Checksum,
        Kind::ArithmeticGuards,
        Kind::BoundsChecks,
        Kind::BitMasks,
        Kind::SwitchOnWords,
        Kind::StringCompare,
        Kind::Division,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kind::ByteParser => "byte parser",
            Kind::Tokenizer => "tokenizer",
            Kind::TableLookup => "table lookup",
            Kind::Checksum => "checksum",
            Kind::ArithmeticGuards => "arithmetic guards",
            Kind::BoundsChecks => "bounds checks",
            Kind::BitMasks => "bit masks",
            Kind::SwitchOnWords => "switch on words",
            Kind::StringCompare => "string compare",
            Kind::Division => "division",
        }
    }
}

/// The constant tables that programs look things up in.
pub struct Tables {
    /// 64 bytes.
    small: Vec<TermId>,
    /// 4 KiB: scattered, ascending, and few values in long runs.
    large: Vec<TermId>,
}

impl Tables {
    pub fn new(terms: &mut Terms, random: &mut Random) -> Tables {
        let classes: Vec<u8> = (0..64).map(|i| (i / 7 % 5) as u8).collect();
        let scattered: Vec<u8> = (0..64).map(|_| random.bits() as u8).collect();
        let noise: Vec<u8> = (0..4096).map(|_| random.bits() as u8).collect();
        let ascending: Vec<u8> = (0..4096_u32).map(|i| (i / 16) as u8).collect();
        let runs: Vec<u8> =
            (0..4096_u32).map(|i| ((i / 37).wrapping_mul(2654435761) >> 29) as u8).collect();
        let mut make = |bytes: &[u8]| terms.table(Table::of_bytes(64, bytes));
        Tables {
            small: vec![make(&classes), make(&scattered)],
            large: vec![make(&noise), make(&ascending), make(&runs)],
        }
    }
}

/// Where the execution of a program is.
#[derive(Clone, Copy)]
pub struct Place {
    /// How many decisions were made.
    pub step: usize,
    /// What the program computed from the input so far, 32 bits wide.
    pub sum: TermId,
}

/// Makes conditions at one point of a program.
pub struct Conditions<'a> {
    pub terms: &'a mut Terms,
    pub evaluator: &'a mut Evaluator,
    pub random: Random,
    pub tables: &'a Tables,
    /// The array of the input.
    pub root: TermId,
    /// Tells programs of a kind apart: one uses one checksum.
    pub variant: u64,
    /// Constants are near the values under this input.
    pub input: &'a Input,
    pub place: Place,
}

impl Conditions<'_> {
    /// A condition of a program of this kind. It may be constant.
    pub fn of_kind(&mut self, kind: Kind) -> TermId {
        match kind {
            Kind::ByteParser => self.byte_parser(),
            Kind::Tokenizer => self.tokenizer(),
            Kind::TableLookup => self.table_lookup(),
            Kind::Checksum => self.checksum(),
            Kind::ArithmeticGuards => self.arithmetic_guards(),
            Kind::BoundsChecks => self.bounds_checks(),
            Kind::BitMasks => self.bit_masks(),
            Kind::SwitchOnWords => self.switch_on_words(),
            Kind::StringCompare => self.string_compare(),
            Kind::Division => self.division(),
        }
    }

    /// What the program has computed after this step.
    pub fn next_sum(&mut self) -> TermId {
        // What mixes well is soon hard to invert: such sums are of few bytes.
        let bytes = if self.variant % 4 < 3 { 4 } else { 3 };
        if self.place.step % bytes == bytes - 1 {
            return self.terms.constant(32, 1);
        }
        let byte = self.byte(self.place.step as u64);
        let byte = self.terms.zext(32, byte);
        let sum = self.place.sum;
        match self.variant % 4 {
            0..3 => self.terms.add(sum, byte),
            _ => {
                let factor = self.terms.constant(32, 31);
                let scaled = self.terms.mul(sum, factor);
                self.terms.add(scaled, byte)
            }
        }
    }

    // ---- parts -----------------------------------------------------------------------------------
    fn byte(&mut self, place: u64) -> TermId {
        let index = self.terms.constant(64, place % self.input.bytes.len() as u64);
        self.terms.select(self.root, index)
    }

    /// A place near where the program has got to, or sometimes before: input is read forward, and
    /// looked back at.
    fn somewhere(&mut self) -> u64 {
        let cursor = self.place.step as u64;
        if self.random.percent(75) {
            cursor + self.random.below(4)
        } else {
            self.random.below(cursor + 4)
        }
    }

    fn some_byte(&mut self) -> TermId {
        let place = self.somewhere();
        self.byte(place)
    }

    /// Little-endian, aligned to its size.
    fn word(&mut self, width: u32) -> TermId {
        let size = u64::from(width / 8);
        let start = self.somewhere() / size * size % self.input.bytes.len() as u64;
        let mut word = self.byte(start);
        for i in 1..size {
            let byte = self.byte(start + i);
            word = self.terms.concat(byte, word);
        }
        word
    }

    fn constant(&mut self, width: u32, value: u64) -> TermId {
        self.terms.constant(width, value & mask(width))
    }

    /// A constant to compare `x` with.
    fn near(&mut self, x: TermId) -> u64 {
        let width = self.terms.width(x);
        let value = self.input.value(self.terms, self.evaluator, x);
        let near = match self.random.below(10) {
            0..=3 => value,
            4 => value.wrapping_add(1),
            5 => value.wrapping_sub(1),
            6 => value.wrapping_add(self.random.below(16)),
            7 => value.wrapping_sub(self.random.below(16)),
            8 => self.random.bits(),
            _ => self.random.below(100),
        };
        near & mask(width)
    }

    fn compare(&mut self, x: TermId) -> TermId {
        let width = self.terms.width(x);
        let near = self.near(x);
        let constant = self.constant(width, near);
        match self.random.below(10) {
            0..=3 => self.terms.eq(x, constant),
            4 | 5 => self.terms.ult(x, constant),
            6 => self.terms.ult(constant, x),
            7 => self.terms.slt(x, constant),
            _ => {
                let high = near.saturating_add(self.random.below(30)).min(mask(width));
                self.in_range(x, near, high)
            }
        }
    }

    fn in_range(&mut self, x: TermId, low: u64, high: u64) -> TermId {
        let width = self.terms.width(x);
        let (low, high) = (self.constant(width, low), self.constant(width, high));
        let above = self.terms.ule(low, x);
        let below = self.terms.ule(x, high);
        self.terms.and(above, below)
    }

    fn masked(&mut self, x: TermId, bits: u64) -> TermId {
        let width = self.terms.width(x);
        let bits = self.constant(width, bits);
        self.terms.and(x, bits)
    }

    // ---- kinds -----------------------------------------------------------------------------------
    fn byte_parser(&mut self) -> TermId {
        const SEPARATORS: &[u8] = b" \t\n{}[]:,\"\\+-.eE";
        let byte = if self.random.percent(70) {
            self.byte(self.place.step as u64 / 2)
        } else {
            self.some_byte()
        };
        match self.random.below(6) {
            0 => self.in_range(byte, b'0'.into(), b'9'.into()),
            1 => self.in_range(byte, b'a'.into(), b'z'.into()),
            2 | 3 => {
                let separator = self.random.pick(SEPARATORS);
                let separator = self.constant(8, separator.into());
                self.terms.eq(byte, separator)
            }
            4 => {
                // The value of two digits.
                let next = self.some_byte();
                let (ten, zero) = (self.constant(16, 10), self.constant(16, (-528_i64) as u64));
                let (high, low) = (self.terms.zext(16, byte), self.terms.zext(16, next));
                let high = self.terms.mul(high, ten);
                let sum = self.terms.add(high, low);
                let number = self.terms.add(sum, zero);
                self.compare(number)
            }
            _ => self.compare(byte),
        }
    }

    /// The element of a table of 64 bytes.
    fn class_of(&mut self, byte: TermId) -> TermId {
        let table = self.random.pick(&self.tables.small);
        let index = self.masked(byte, 63);
        let index = self.terms.zext(64, index);
        self.terms.select(table, index)
    }

    fn tokenizer(&mut self) -> TermId {
        let byte = self.some_byte();
        let class = self.class_of(byte);
        match self.random.below(6) {
            0 => {
                let other = self.some_byte();
                let other = self.class_of(other);
                self.terms.eq(class, other)
            }
            1 => {
                // The next state of an automaton.
                let other = self.some_byte();
                let state = self.terms.xor(class, other);
                let next = self.class_of(state);
                self.compare(next)
            }
            2 => {
                // Looked up only below the end of the table.
                let end = self.constant(8, 64);
                let inside = self.terms.ult(byte, end);
                let test = self.compare(class);
                self.terms.and(inside, test)
            }
            _ => self.compare(class),
        }
    }

    /// The element of a table of 4 KiB, by twelve bits of the input.
    fn looked_up(&mut self) -> TermId {
        let table = self.random.pick(&self.tables.large);
        let word = self.word(16);
        let index = self.masked(word, 0xfff);
        let index = self.terms.zext(64, index);
        self.terms.select(table, index)
    }

    fn table_lookup(&mut self) -> TermId {
        match self.random.below(6) {
            0 => {
                // Entries of four bytes.
                let table = self.random.pick(&self.tables.large);
                let byte = self.some_byte();
                let index = self.terms.zext(64, byte);
                let four = self.constant(64, 4);
                let index = self.terms.mul(index, four);
                let mut entry = self.terms.select(table, index);
                for i in 1..4 {
                    let offset = self.constant(64, i);
                    let at = self.terms.add(index, offset);
                    let byte = self.terms.select(table, at);
                    entry = self.terms.concat(byte, entry);
                }
                self.compare(entry)
            }
            1 => {
                let word = self.word(16);
                let end = self.constant(16, 4096);
                self.terms.ult(word, end)
            }
            _ => {
                let element = self.looked_up();
                self.compare(element)
            }
        }
    }

    fn checksum(&mut self) -> TermId {
        let sum = self.place.sum;
        match self.random.below(5) {
            0 => {
                let low = self.terms.extract(7, 0, sum);
                let byte = self.some_byte();
                self.terms.eq(low, byte)
            }
            1 => {
                let low = self.terms.extract(15, 0, sum);
                self.compare(low)
            }
            2 => {
                let bits = self.random.pick(&[1, 3, 7, 15, 0xff]);
                let bits = self.masked(sum, bits);
                self.compare(bits)
            }
            3 => {
                let byte = self.some_byte();
                let byte = self.terms.zext(32, byte);
                let sum = self.terms.add(sum, byte);
                self.compare(sum)
            }
            _ => self.compare(sum),
        }
    }

    fn arithmetic_guards(&mut self) -> TermId {
        let width = self.random.pick(&[16, 32, 32, 64]);
        let (x, y) = (self.word(width), self.word(width));
        match self.random.below(6) {
            0 => {
                // Unsigned overflow.
                let sum = self.terms.add(x, y);
                self.terms.ult(sum, x)
            }
            1 => {
                let sum = self.terms.add(x, y);
                self.compare(sum)
            }
            2 => {
                let difference = self.terms.sub(x, y);
                self.compare(difference)
            }
            3 => self.terms.slt(x, y),
            4 => {
                let factor = self.random.between(3, 12);
                let factor = self.constant(width, factor);
                let scaled = self.terms.mul(x, factor);
                let sum = self.terms.add(scaled, y);
                self.compare(sum)
            }
            _ => self.compare(x),
        }
    }

    fn bounds_checks(&mut self) -> TermId {
        let width = self.random.pick(&[8, 16, 32]);
        let narrow = self.word(width);
        let index = self.terms.zext(64, narrow);
        match self.random.below(4) {
            0 => {
                let size = self.random.pick(&[2, 4, 8, 12, 24]);
                let (size, start) = (self.constant(64, size), self.random.below(64));
                let start = self.constant(64, start);
                let scaled = self.terms.mul(index, size);
                let offset = self.terms.add(scaled, start);
                self.compare(offset)
            }
            1 => {
                // An access of symbolic length.
                let length = self.some_byte();
                let length = self.terms.zext(64, length);
                let end = self.terms.add(index, length);
                let near = self.near(end);
                let bound = self.constant(64, near);
                self.terms.ule(end, bound)
            }
            2 => {
                let signed = self.terms.sext(64, narrow);
                let zero = self.constant(64, 0);
                let bound = self.random.between(1, 1000);
                let bound = self.constant(64, bound);
                let positive = self.terms.sle(zero, signed);
                let below = self.terms.slt(signed, bound);
                self.terms.and(positive, below)
            }
            _ => {
                let count = self.word(width);
                self.terms.ult(narrow, count)
            }
        }
    }

    fn bit_masks(&mut self) -> TermId {
        let width = self.random.pick(&[8, 16, 32]);
        let word = self.word(width);
        match self.random.below(5) {
            0 => {
                let bits = self.random.bits() & self.random.bits();
                let bits = self.masked(word, bits);
                self.compare(bits)
            }
            1 => {
                let low = self.random.below(u64::from(width) - 3) as u32;
                let field = self.terms.extract(low + 2, low, word);
                self.compare(field)
            }
            2 => {
                let other = self.word(width);
                let both = self.terms.xor(word, other);
                let bits = self.random.bits();
                let bits = self.masked(both, bits);
                self.compare(bits)
            }
            3 => {
                // A bit of a set, at a place that the input says.
                let byte = self.some_byte();
                let byte = if width == 8 { byte } else { self.terms.zext(width, byte) };
                let place = self.masked(byte, u64::from(width) - 1);
                let bit = self.terms.lshr(word, place);
                self.terms.extract(0, 0, bit)
            }
            _ => {
                let single = 1 << self.random.below(width.into());
                let bit = self.masked(word, single);
                let zero = self.constant(width, 0);
                self.terms.eq(bit, zero)
            }
        }
    }

    fn switch_on_words(&mut self) -> TermId {
        let width = self.random.pick(&[8, 16, 32]);
        let word = self.word(width);
        match self.random.below(4) {
            0 => {
                // What the cases chose.
                let mut chosen = self.constant(8, 0);
                for case in 1..4 {
                    let label = self.near(word);
                    let label = self.constant(width, label);
                    let hit = self.terms.eq(word, label);
                    let case = self.constant(8, case);
                    chosen = self.terms.ite(hit, case, chosen);
                }
                self.compare(chosen)
            }
            1 => {
                let low = self.near(word);
                self.in_range(word, low, low.saturating_add(15).min(mask(width)))
            }
            _ => {
                let label = self.near(word);
                let label = self.constant(width, label);
                self.terms.eq(word, label)
            }
        }
    }

    fn string_compare(&mut self) -> TermId {
        const TEXT: &[u8] = b"Content-Length: 42";
        let at = self.place.step / 2;
        match self.random.below(6) {
            0 => {
                let byte = self.byte(at as u64);
                let is_small = self.in_range(byte, b'a'.into(), b'z'.into());
                let shift = self.constant(8, 224);
                let large = self.terms.add(byte, shift);
                let upper = self.terms.ite(is_small, large, byte);
                let expected = TEXT[at % TEXT.len()].to_ascii_uppercase();
                let expected = self.constant(8, expected.into());
                self.terms.eq(upper, expected)
            }
            1 => {
                let (x, y) = (self.some_byte(), self.some_byte());
                self.terms.eq(x, y)
            }
            2 => {
                let (x, y) = (self.word(32), self.word(32));
                self.terms.eq(x, y)
            }
            3 => {
                let word = self.word(32);
                let start = self.random.below(TEXT.len() as u64 - 3) as usize;
                let text = TEXT[start..start + 4].iter().rev();
                let text = text.fold(0, |text, &byte| text << 8 | u64::from(byte));
                let text = self.constant(32, text);
                self.terms.eq(word, text)
            }
            4 => {
                let byte = self.some_byte();
                let end = self.constant(8, 0);
                self.terms.eq(byte, end)
            }
            _ => {
                let byte = self.byte(at as u64);
                let expected = self.constant(8, TEXT[at % TEXT.len()].into());
                self.terms.eq(byte, expected)
            }
        }
    }

    fn division(&mut self) -> TermId {
        // A division of a full word is for the hard stream; C promotes short ones to 32 bits.
        let narrow = self.random.pick(&[8, 16, 16]);
        let mut word = self.word(narrow);
        let width = self.random.pick(&[narrow, 32]);
        if width > narrow {
            word = self.terms.zext(width, word);
        }
        let divisor = self.random.pick(&[3, 5, 7, 10, 12, 24, 60, 100]);
        let divisor = self.constant(width, divisor);
        let result = match self.random.below(6) {
            0 | 1 => self.terms.udiv(word, divisor),
            2 | 3 => self.terms.urem(word, divisor),
            4 => self.terms.srem(word, divisor),
            _ => {
                let (x, y) = (self.some_byte(), self.some_byte());
                self.terms.urem(x, y)
            }
        };
        self.compare(result)
    }
}
