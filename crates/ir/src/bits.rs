//! Bit-vector constants of any width.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;

/// A constant of `width` bits in little-endian 64-bit words. Canonical: exactly
/// `width.div_ceil(64)` words, unused high bits zero, so that equality is structural.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bits {
    width: u32,
    words: SmallVec<[u64; 2]>,
}

impl Bits {
    /// `words` truncated or zero-extended to `width` bits.
    pub fn new(width: u32, words: &[u64]) -> Self {
        assert!(width > 0, "a bit-vector has at least one bit");
        let len = width.div_ceil(64) as usize;
        let mut out: SmallVec<[u64; 2]> = words.iter().copied().take(len).collect();
        out.resize(len, 0);
        let spare = len as u32 * 64 - width;
        out[len - 1] &= u64::MAX >> spare;
        Bits { width, words: out }
    }

    pub fn from_u64(width: u32, value: u64) -> Self {
        Bits::new(width, &[value])
    }

    pub fn from_u128(width: u32, value: u128) -> Self {
        Bits::new(width, &[value as u64, (value >> 64) as u64])
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn words(&self) -> &[u64] {
        &self.words
    }

    pub fn low_u64(&self) -> u64 {
        self.words[0]
    }

    pub fn low_u128(&self) -> u128 {
        u128::from(self.words[0]) | self.words.get(1).map_or(0, |&w| u128::from(w) << 64)
    }

    pub fn bit(&self, index: u32) -> bool {
        debug_assert!(index < self.width);
        self.words[(index / 64) as usize] >> (index % 64) & 1 == 1
    }

    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// Hexadecimal digits without leading zeros.
    pub fn to_hex(&self) -> String {
        let mut digits = String::new();
        for &word in self.words.iter().rev() {
            if digits.is_empty() {
                if word != 0 {
                    digits = format!("{word:x}");
                }
            } else {
                digits.push_str(&format!("{word:016x}"));
            }
        }
        if digits.is_empty() { "0".into() } else { digits }
    }

    /// The value of hexadecimal `digits`, or `None` if there is a non-digit or the value does not
    /// fit into `width` bits.
    pub fn from_hex(width: u32, digits: &str) -> Option<Self> {
        if digits.is_empty() || width == 0 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let mut words = Vec::new();
        for chunk in digits.as_bytes().rchunks(16) {
            words.push(u64::from_str_radix(std::str::from_utf8(chunk).ok()?, 16).ok()?);
        }
        let value = Bits::new(width, &words);
        let fits =
            words.iter().enumerate().all(|(i, &w)| value.words.get(i).copied().unwrap_or(0) == w);
        fits.then_some(value)
    }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{}", self.to_hex())
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{}:{}", self.to_hex(), self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn canonical_form_drops_spare_bits() {
        assert_eq!(Bits::new(4, &[0xff, 7]), Bits::from_u64(4, 0xf));
        assert_eq!(Bits::new(65, &[0, 3]).words(), &[0, 1]);
        assert!(Bits::from_hex(4, "1f").is_none());
        assert!(Bits::from_hex(8, "g").is_none());
    }

    proptest! {
        #[test]
        fn hex_round_trips(width in 1u32..300, words in prop::collection::vec(any::<u64>(), 1..6)) {
            let bits = Bits::new(width, &words);
            prop_assert_eq!(Bits::from_hex(width, &bits.to_hex()), Some(bits));
        }
    }
}
