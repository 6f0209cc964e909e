//! Symbolic integers as text: how many digits they have, and which.

use crate::decide::Choice;
use crate::end::End;
use crate::format::Shown;
use crate::machine::Machine;
use crate::state::{Byte, DecisionKind, State};
use dunlin_ir::small::mask;
use dunlin_term::{TermId, Terms};

/// What is decided about an integer that is shown.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    conversion: u8,
    negative: bool,
    /// Its absolute value.
    magnitude: TermId,
    /// How many digits that has; 0 for the number zero, where that looks different from others.
    digits: u32,
}

fn base(conversion: u8) -> u64 {
    match conversion {
        b'o' => 8,
        b'x' | b'X' => 16,
        _ => 10,
    }
}

/// The least number with so many digits, at least 1.
fn least(conversion: u8, digits: u32) -> u64 {
    base(conversion).saturating_pow(digits - 1)
}

/// How many digits numbers of a width have at most.
fn most_digits(conversion: u8, width: u32) -> u32 {
    let mut rest = mask(width);
    let mut digits = 0;
    while rest > 0 {
        rest /= base(conversion);
        digits += 1;
    }
    digits
}

impl Shape {
    /// A number of this shape, as the argument that has it.
    pub fn example(&self, how: &Shown) -> u64 {
        let number = match self.digits {
            0 => 0,
            digits => least(self.conversion, digits),
        };
        let number = if self.negative { number.wrapping_neg() } else { number };
        number & mask(how.bytes * 8)
    }
}

/// The part of an argument that counts, its sign and its absolute value.
fn signed_magnitude(terms: &mut Terms, argument: TermId, how: &Shown) -> (TermId, TermId) {
    let width = how.bytes * 8;
    let value = match terms.width(argument) > width {
        true => terms.extract(width - 1, 0, argument),
        false => argument,
    };
    if !matches!(how.conversion, b'd' | b'i') {
        return (TermId::FALSE, value);
    }
    let zero = terms.constant(terms.width(value), 0);
    let negative = terms.slt(value, zero);
    let opposite = terms.sub(zero, value);
    (negative, terms.ite(negative, opposite, value))
}

impl Machine<'_> {
    /// Forks for the sign and the number of digits of an integer.
    pub fn decide_shape(
        &mut self,
        state: &mut State,
        argument: TermId,
        how: &Shown,
    ) -> Result<Shape, End> {
        let conversion = how.conversion;
        if conversion == b'c' {
            let magnitude = self.terms.extract(7, 0, argument);
            return Ok(Shape { conversion, negative: false, magnitude, digits: 1 });
        }
        let (negative, _) = signed_magnitude(&mut self.terms, argument, how);
        let negative = self.decide(state, negative)?;
        let width = how.bytes * 8;
        let value = match self.terms.width(argument) > width {
            true => self.terms.extract(width - 1, 0, argument),
            false => argument,
        };
        let width = self.terms.width(value);
        let zero = self.terms.constant(width, 0);
        let magnitude = if negative { self.terms.sub(zero, value) } else { value };
        let zero_differs = how.alternate || how.precision == Some(0);
        let mut choices = Vec::new();
        if zero_differs {
            choices.push(Choice { number: 0, condition: self.terms.eq(magnitude, zero) });
        }
        let most = most_digits(conversion, width);
        for digits in 1..=most {
            let from = match digits {
                1 => u64::from(zero_differs),
                _ => least(conversion, digits),
            };
            let from = self.terms.constant(width, from);
            let mut condition = self.terms.ule(from, magnitude);
            if digits < most {
                let end = self.terms.constant(width, least(conversion, digits + 1));
                let below = self.terms.ult(magnitude, end);
                condition = self.terms.and(condition, below);
            }
            choices.push(Choice { number: digits.into(), condition });
        }
        let digits = self
            .choose(state, DecisionKind::Way, &choices)?
            .expect("a number has some number of digits");
        Ok(Shape { conversion, negative, magnitude, digits: digits as u32 })
    }
}

/// The digits of a number as terms of 8 bits, the first first.
pub fn of(terms: &mut Terms, shape: Shape, count: usize) -> Vec<TermId> {
    if shape.conversion == b'c' {
        return vec![shape.magnitude];
    }
    let width = terms.width(shape.magnitude);
    let base = base(shape.conversion);
    (0..count as u32)
        .rev()
        .map(|place| {
            let unit = terms.constant(width, base.saturating_pow(place));
            let base = terms.constant(width, base);
            let higher = terms.udiv(shape.magnitude, unit);
            let digit = terms.urem(higher, base);
            character(terms, shape.conversion, digit)
        })
        .collect()
}

fn character(terms: &mut Terms, conversion: u8, digit: TermId) -> TermId {
    let digit = match terms.width(digit) > 8 {
        true => terms.extract(7, 0, digit),
        false => digit,
    };
    let zero = terms.constant(8, b'0'.into());
    let decimal = terms.add(digit, zero);
    let letters = match conversion {
        b'x' => b'a',
        b'X' => b'A',
        _ => return decimal,
    };
    let ten = terms.constant(8, 10);
    let letters = terms.constant(8, u64::from(letters) - 10);
    let letter = terms.add(digit, letters);
    let small = terms.ult(digit, ten);
    terms.ite(small, decimal, letter)
}

/// How many bytes an integer takes, as a term of 32 bits.
pub fn length(terms: &mut Terms, argument: TermId, how: &Shown) -> TermId {
    let (negative, magnitude) = signed_magnitude(terms, argument, how);
    let width = terms.width(magnitude);
    let most = most_digits(how.conversion, width);
    let mut digits = terms.constant(32, most.into());
    for count in (1..most).rev() {
        let end = terms.constant(width, least(how.conversion, count + 1));
        let below = terms.ult(magnitude, end);
        let count = terms.constant(32, count.into());
        digits = terms.ite(below, count, digits);
    }
    let (none, one) = (terms.constant(32, 0), terms.constant(32, 1));
    let zero = terms.constant(width, 0);
    let is_zero = terms.eq(magnitude, zero);
    if how.precision == Some(0) {
        digits = terms.ite(is_zero, none, digits);
    }
    let precision = terms.constant(32, how.precision.unwrap_or(0) as u64);
    let mut total = greater(terms, precision, digits);
    if how.alternate {
        let more = match how.conversion {
            // A zero in front, unless there is one already.
            b'o' => {
                let filled = terms.ult(digits, precision);
                let shows_zero = match how.precision {
                    Some(0) => TermId::FALSE,
                    _ => is_zero,
                };
                let starts_with_zero = terms.or(filled, shows_zero);
                terms.ite(starts_with_zero, none, one)
            }
            b'x' | b'X' => {
                let two = terms.constant(32, 2);
                terms.ite(is_zero, none, two)
            }
            _ => none,
        };
        total = terms.add(total, more);
    }
    let sign = match how.signed {
        true => one,
        false => terms.ite(negative, one, none),
    };
    total = terms.add(total, sign);
    let width = terms.constant(32, how.width as u64);
    greater(terms, width, total)
}

/// How many bytes a text takes, as a term of 32 bits.
pub fn text_length(terms: &mut Terms, text: &[Byte], width: usize) -> TermId {
    let mut length = terms.constant(32, text.len() as u64);
    let zero = terms.constant(8, 0);
    for (place, byte) in text.iter().enumerate().rev() {
        let here = terms.constant(32, place as u64);
        length = match *byte {
            Byte::Plain(0) => here,
            Byte::Plain(_) => length,
            Byte::Term(term) => {
                let ends = terms.eq(term, zero);
                terms.ite(ends, here, length)
            }
        };
    }
    let width = terms.constant(32, width as u64);
    greater(terms, width, length)
}

fn greater(terms: &mut Terms, x: TermId, y: TermId) -> TermId {
    let below = terms.ult(x, y);
    terms.ite(below, y, x)
}
