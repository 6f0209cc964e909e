//! Literals: `#x`, `#b`, `(_ bvN w)`, and the constants of float formats.

use super::sort::{checked_format, checked_width};
use super::{Reader, SmtSort, Typed};
use crate::ids::TermId;
use crate::smt::lexer::{Fault, Token, fault};
use dunlin_ir::Bits;

/// The bit-vector with these decimal digits, if it fits.
fn decimal(width: u32, digits: &str) -> Option<Bits> {
    let digits = digits.trim_start_matches('0');
    // A number of d digits is at least 10^(d-1), which is more than 2^(d-1).
    if digits.len() > width as usize + 1 {
        return None;
    }
    let mut words = vec![0u64; width.div_ceil(64) as usize];
    for digit in digits.bytes() {
        let mut carry = u64::from(digit - b'0');
        for word in &mut words {
            let sum = u128::from(*word) * 10 + u128::from(carry);
            (*word, carry) = (sum as u64, (sum >> 64) as u64);
        }
        if carry != 0 {
            return None;
        }
    }
    let value = Bits::new(width, &words);
    (value.words() == words).then_some(value)
}

impl Typed {
    pub(super) fn of_bool(term: TermId) -> Typed {
        Typed { term, sort: SmtSort::Bool, quantifiers: 0 }
    }
}

impl Reader<'_, '_> {
    pub(super) fn vector_constant(&mut self, value: &Bits) -> Typed {
        let sort = SmtSort::BitVec(value.width());
        Typed { term: self.terms.constant_bits(value), sort, quantifiers: 0 }
    }

    pub(super) fn hexadecimal(&mut self, digits: &str, at: usize) -> Result<Typed, Fault> {
        let width = checked_width(digits.len() as u64 * 4, at)?;
        match Bits::from_hex(width, digits) {
            Some(value) => Ok(self.vector_constant(&value)),
            None => fault(at, "a hexadecimal constant is malformed"),
        }
    }

    pub(super) fn binary(&mut self, digits: &str, at: usize) -> Result<Typed, Fault> {
        let width = checked_width(digits.len() as u64, at)?;
        let mut words = vec![0u64; width.div_ceil(64) as usize];
        for (i, digit) in digits.bytes().rev().enumerate() {
            words[i / 64] |= u64::from(digit == b'1') << (i % 64);
        }
        Ok(self.vector_constant(&Bits::new(width, &words)))
    }

    /// Behind `(_`, in the place of an expression.
    pub(super) fn indexed_constant(&mut self) -> Result<Typed, Fault> {
        let head = self.next()?;
        let Token::Symbol(name) = head.token else {
            return fault(head.at, format!("expected a name, found {}", head.token.describe()));
        };
        let digits = name.strip_prefix("bv").filter(|digits| {
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        });
        let value = if let Some(digits) = digits {
            let (width, at) = self.expect_numeral()?;
            let width = checked_width(width.into(), at)?;
            match decimal(width, digits) {
                Some(value) => self.vector_constant(&value),
                None => return fault(head.at, format!("{name} does not fit into {width} bits")),
            }
        } else {
            if !matches!(name, "NaN" | "+oo" | "-oo" | "+zero" | "-zero") {
                return fault(head.at, format!("unknown constant '{name}'"));
            }
            let (exponent, significand) = (self.expect_numeral()?.0, self.expect_numeral()?.0);
            let format = checked_format(exponent, significand, head.at)?;
            self.float_constant(name, format)
        };
        self.expect_close()?;
        Ok(value)
    }
}
