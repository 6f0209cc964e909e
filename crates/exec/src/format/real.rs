//! Floating-point numbers as text: the conversions e, f, g and a.
//!
//! The decimal conversions start from the number's exact decimal expansion, which every binary
//! number has, and round it once, ties to even. Results are lower case and without sign; the
//! caller adds what the flags ask for.

use num_bigint::BigUint;

/// A floating-point number: (-1)^negative * significand * 2^exponent, infinite or not a number.
pub struct Real {
    negative: bool,
    magnitude: Magnitude,
}

enum Magnitude {
    Infinite,
    NotANumber,
    Finite {
        significand: u64,
        exponent: i32,
        /// How many bits of the significand stand behind the point in hexadecimal output: 52 for
        /// double, whose first digit is 1, and 60 for long double, whose first digit has four bits.
        fraction_bits: u32,
    },
}

/// What to print: `conversion` is one of e, f, g, a.
#[derive(Clone, Copy)]
pub struct Style {
    pub conversion: u8,
    pub precision: Option<usize>,
    pub alternate: bool,
}

impl Real {
    pub fn from_f64(value: f64) -> Real {
        let bits = value.to_bits();
        let field = (bits >> 52 & 0x7ff) as i32;
        let fraction = bits & ((1 << 52) - 1);
        let leading = if field == 0 { 0 } else { 1 << 52 };
        let magnitude = match (field, fraction) {
            (0x7ff, 0) => Magnitude::Infinite,
            (0x7ff, _) => Magnitude::NotANumber,
            _ => Magnitude::Finite {
                significand: fraction | leading,
                exponent: field.max(1) - 1075,
                fraction_bits: 52,
            },
        };
        Real { negative: bits >> 63 == 1, magnitude }
    }

    /// From the 80 bits of an x86 long double.
    pub fn from_x87(bits: u128) -> Real {
        let significand = bits as u64;
        let field = (bits >> 64 & 0x7fff) as i32;
        let magnitude = match (field, significand << 1) {
            (0x7fff, 0) => Magnitude::Infinite,
            (0x7fff, _) => Magnitude::NotANumber,
            _ => {
                Magnitude::Finite { significand, exponent: field.max(1) - 16446, fraction_bits: 60 }
            }
        };
        Real { negative: bits >> 79 & 1 == 1, magnitude }
    }

    pub fn negative(&self) -> bool {
        self.negative
    }

    pub fn is_finite(&self) -> bool {
        matches!(self.magnitude, Magnitude::Finite { .. })
    }

    /// The digits, point and exponent (without the "0x" of conversion a), or "inf" or "nan".
    pub fn digits(&self, style: Style) -> Vec<u8> {
        match self.magnitude {
            Magnitude::Infinite => b"inf".to_vec(),
            Magnitude::NotANumber => b"nan".to_vec(),
            Magnitude::Finite { significand, exponent, fraction_bits } => match style.conversion {
                b'a' => hexadecimal(significand, exponent, fraction_bits, style),
                b'e' => {
                    let precision = style.precision.unwrap_or(6);
                    let decimal = Decimal::new(significand, exponent).rounded(precision as i64 + 1);
                    decimal.scientific(precision, style.alternate)
                }
                b'f' => {
                    let precision = style.precision.unwrap_or(6);
                    let decimal = Decimal::new(significand, exponent);
                    let kept = decimal.point + precision as i64;
                    decimal.rounded(kept).fixed(precision, style.alternate)
                }
                _ => general(Decimal::new(significand, exponent), style),
            },
        }
    }
}

/// Conversion g: the shorter of e and f, to `precision` significant digits.
fn general(decimal: Decimal, style: Style) -> Vec<u8> {
    let precision = style.precision.unwrap_or(6).max(1);
    let decimal = decimal.rounded(precision as i64);
    let exponent = decimal.exponent();
    let significant = if style.alternate { precision } else { decimal.digits.len().max(1) };
    if exponent < -4 || exponent >= precision as i64 {
        decimal.scientific(significant - 1, style.alternate)
    } else {
        // At least the digits before the point are printed.
        let fraction = (significant as i64 - 1 - exponent).max(0);
        decimal.fixed(fraction as usize, style.alternate)
    }
}

/// A nonnegative decimal number 0.d1d2d3... * 10^point. There are no zeros at either end of the
/// digits; zero has no digits.
struct Decimal {
    digits: Vec<u8>,
    point: i64,
}

impl Decimal {
    /// The exact value of significand * 2^exponent.
    fn new(significand: u64, exponent: i32) -> Decimal {
        if significand == 0 {
            return Decimal { digits: Vec::new(), point: 0 };
        }
        let even = significand.trailing_zeros();
        let (significand, exponent) = (significand >> even, exponent + even as i32);
        let power = exponent.unsigned_abs();
        // m / 2^n = m * 5^n / 10^n.
        let (whole, fraction_digits) = if exponent >= 0 {
            (BigUint::from(significand) << power, 0)
        } else {
            (BigUint::from(5u32).pow(power) * significand, i64::from(power))
        };
        let text = whole.to_string();
        let point = text.len() as i64 - fraction_digits;
        let mut digits = text.into_bytes();
        trim_zeros(&mut digits);
        Decimal { digits, point }
    }

    /// Rounded to the first `kept` digits, which may be none or fewer.
    fn rounded(mut self, kept: i64) -> Decimal {
        if kept >= self.digits.len() as i64 {
            return self;
        }
        if kept < 0 {
            return Decimal { digits: Vec::new(), point: 0 };
        }
        let kept = kept as usize;
        let odd = kept > 0 && self.digits[kept - 1] % 2 == 1;
        let up = match self.digits[kept].cmp(&b'5') {
            std::cmp::Ordering::Less => false,
            // The last digit is not zero: whatever follows makes it more than half.
            std::cmp::Ordering::Equal => self.digits.len() > kept + 1 || odd,
            std::cmp::Ordering::Greater => true,
        };
        self.digits.truncate(kept);
        if up {
            while self.digits.last() == Some(&b'9') {
                self.digits.pop();
            }
            match self.digits.last_mut() {
                Some(digit) => *digit += 1,
                None => {
                    self.digits.push(b'1');
                    self.point += 1;
                }
            }
        }
        trim_zeros(&mut self.digits);
        self
    }

    fn exponent(&self) -> i64 {
        if self.digits.is_empty() { 0 } else { self.point - 1 }
    }

    /// The digit with the weight 10^(point - 1 - index).
    fn digit(&self, index: i64) -> u8 {
        usize::try_from(index)
            .ok()
            .and_then(|index| self.digits.get(index))
            .copied()
            .unwrap_or(b'0')
    }

    fn fixed(&self, fraction: usize, alternate: bool) -> Vec<u8> {
        let mut text = Vec::new();
        if self.digits.is_empty() || self.point <= 0 {
            text.push(b'0');
        } else {
            text.extend((0..self.point).map(|index| self.digit(index)));
        }
        if fraction > 0 || alternate {
            text.push(b'.');
        }
        let first = if self.digits.is_empty() { 0 } else { self.point };
        text.extend((0..fraction as i64).map(|index| self.digit(first + index)));
        text
    }

    fn scientific(&self, fraction: usize, alternate: bool) -> Vec<u8> {
        let mut text = vec![self.digit(0)];
        if fraction > 0 || alternate {
            text.push(b'.');
        }
        text.extend((1..=fraction as i64).map(|index| self.digit(index)));
        let exponent = self.exponent();
        let sign = if exponent < 0 { '-' } else { '+' };
        text.extend(format!("e{sign}{:02}", exponent.unsigned_abs()).bytes());
        text
    }
}

fn trim_zeros(digits: &mut Vec<u8>) {
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
}

/// Conversion a. The first digit is what stands above `fraction_bits`; a subnormal number keeps
/// its leading zeros.
fn hexadecimal(significand: u64, exponent: i32, fraction_bits: u32, style: Style) -> Vec<u8> {
    let mut exponent = if significand == 0 { 0 } else { exponent + fraction_bits as i32 };
    let all_digits = (fraction_bits / 4) as usize;
    let shown = style.precision.unwrap_or_else(|| {
        let zero_digits = (significand.trailing_zeros() / 4) as usize;
        all_digits.saturating_sub(zero_digits)
    });
    let mut value = u128::from(significand);
    if shown < all_digits {
        let dropped = 4 * (all_digits - shown) as u32;
        let rest = value & ((1 << dropped) - 1);
        let half = 1 << (dropped - 1);
        let odd = value >> dropped & 1 == 1;
        value -= rest;
        if rest > half || (rest == half && odd) {
            value += 1 << dropped;
        }
        // A carry out of a first digit f leaves only zeros behind.
        if value >> fraction_bits > 0xf {
            value >>= 4;
            exponent += 4;
        }
    }
    let mut text = format!("{:x}", value >> fraction_bits).into_bytes();
    if shown > 0 || style.alternate {
        text.push(b'.');
    }
    let fraction = value & ((1 << fraction_bits) - 1);
    let fraction_text = format!("{fraction:0all_digits$x}");
    text.extend(fraction_text.bytes().take(shown));
    text.resize(text.len() + shown.saturating_sub(all_digits), b'0');
    let sign = if exponent < 0 { '-' } else { '+' };
    text.extend(format!("p{sign}{}", exponent.unsigned_abs()).bytes());
    text
}
