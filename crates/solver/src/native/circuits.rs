//! Circuits for operators on bit-vectors; a vector is a slice of literals, the lowest bit first.
//!
//! The graph folds constants and shares equal parts, so the circuits are written for the general
//! case; shortcuts are taken only where folding alone would leave a larger circuit.

use super::aig::{Aig, Lit};

/// The lowest bit first.
pub(crate) type Vector = Vec<Lit>;

impl Aig {
    /// A vector of fresh inputs.
    pub fn inputs(&mut self, width: u32) -> Vector {
        (0..width).map(|_| self.input()).collect()
    }

    pub fn bitwise(&mut self, x: &[Lit], y: &[Lit], op: fn(&mut Aig, Lit, Lit) -> Lit) -> Vector {
        x.iter().zip(y).map(|(&x, &y)| op(self, x, y)).collect()
    }

    pub fn mux_vector(&mut self, condition: Lit, yes: &[Lit], no: &[Lit]) -> Vector {
        yes.iter().zip(no).map(|(&yes, &no)| self.mux(condition, yes, no)).collect()
    }

    // ---- comparisons -----------------------------------------------------------------------------
    pub fn equal(&mut self, x: &[Lit], y: &[Lit]) -> Lit {
        let mut same = Vec::with_capacity(x.len());
        for (&x, &y) in x.iter().zip(y) {
            let bit = !self.xor(x, y);
            if bit == Lit::FALSE {
                return Lit::FALSE;
            }
            same.push(bit);
        }
        self.and_all(&mut same)
    }

    pub fn unsigned_less(&mut self, x: &[Lit], y: &[Lit]) -> Lit {
        // The borrow of x - y.
        x.iter().zip(y).fold(Lit::FALSE, |less, (&x, &y)| self.majority(!x, y, less))
    }

    pub fn signed_less(&mut self, x: &[Lit], y: &[Lit]) -> Lit {
        let top = x.len() - 1;
        let less = self.unsigned_less(&x[..top], &y[..top]);
        self.majority(x[top], !y[top], less)
    }

    // ---- sums ------------------------------------------------------------------------------------
    pub fn add(&mut self, x: &[Lit], y: &[Lit], mut carry: Lit) -> Vector {
        let mut sum = Vec::with_capacity(x.len());
        for (&x, &y) in x.iter().zip(y) {
            let half = self.xor(x, y);
            sum.push(self.xor(half, carry));
            carry = self.majority(x, y, carry);
        }
        sum
    }

    pub fn subtract(&mut self, x: &[Lit], y: &[Lit]) -> Vector {
        let complement: Vector = y.iter().map(|&bit| !bit).collect();
        self.add(x, &complement, Lit::TRUE)
    }

    fn negate_if(&mut self, condition: Lit, x: &[Lit]) -> Vector {
        // -x = ~x + 1
        let flipped: Vector = x.iter().map(|&bit| self.xor(bit, condition)).collect();
        self.add(&flipped, &vec![Lit::FALSE; x.len()], condition)
    }

    // ---- products --------------------------------------------------------------------------------
    pub fn multiply(&mut self, x: &[Lit], y: &[Lit]) -> Vector {
        if x.iter().all(|bit| bit.is_constant()) {
            return self.multiply_by_constant(y, x);
        }
        if y.iter().all(|bit| bit.is_constant()) {
            return self.multiply_by_constant(x, y);
        }
        // One row per bit of the multiplier that may be set.
        let rows = |vector: &[Lit]| vector.iter().filter(|&&bit| bit != Lit::FALSE).count();
        let (x, y) = if rows(x) < rows(y) { (y, x) } else { (x, y) };
        let width = x.len();
        let mut product = vec![Lit::FALSE; width];
        for (i, &bit) in y.iter().enumerate() {
            if bit == Lit::FALSE {
                continue;
            }
            let row: Vector = x[..width - i].iter().map(|&x| self.and(x, bit)).collect();
            let sum = self.add(&product[i..], &row, Lit::FALSE);
            product[i..].copy_from_slice(&sum);
        }
        product
    }

    /// Adds or subtracts one shifted `x` per non-zero digit of the non-adjacent form.
    fn multiply_by_constant(&mut self, x: &[Lit], constant: &[Lit]) -> Vector {
        let width = x.len();
        let mut product = vec![Lit::FALSE; width];
        let mut carry = false;
        for i in 0..width {
            let bit = constant[i] == Lit::TRUE;
            let next = constant.get(i + 1) == Some(&Lit::TRUE);
            // Digit d of bit + carry: 0, or odd and then chosen so that the next digit is 0.
            if bit == carry {
                continue;
            }
            let minus = next;
            let shifted = &x[..width - i];
            let sum = if minus {
                self.subtract(&product[i..], shifted)
            } else {
                self.add(&product[i..], shifted, Lit::FALSE)
            };
            product[i..].copy_from_slice(&sum);
            carry = minus;
        }
        product
    }

    // ---- quotients -------------------------------------------------------------------------------
    /// Quotient and remainder; all ones and `x` if `y` is zero, as in SMT-LIB.
    pub fn divide(&mut self, x: &[Lit], y: &[Lit]) -> (Vector, Vector) {
        let width = x.len();
        if let Some(power) = power_of_two(y) {
            let zeros = |count| vec![Lit::FALSE; count];
            let quotient = [&x[power..], &zeros(power)].concat();
            return (quotient, [&x[..power], &zeros(width - power)].concat());
        }
        // Restoring division. A remainder is less than y, so it needs no more bits than y has; for
        // y = 0 the quotient comes out right and the remainder is set at the end.
        let size = y.iter().rposition(|&bit| bit != Lit::FALSE).map_or(0, |top| top + 1);
        if size == 0 {
            return (vec![Lit::TRUE; width], x.to_vec());
        }
        let high_bits: Vec<Lit> = {
            // high_bits[k]: whether y has a bit at k or above.
            let mut any = vec![Lit::FALSE; size + 1];
            for k in (0..size).rev() {
                any[k] = self.or(any[k + 1], y[k]);
            }
            any
        };
        let mut quotient = vec![Lit::FALSE; width];
        let mut remainder: Vector = Vec::with_capacity(size + 1);
        for i in (0..width).rev() {
            remainder.insert(0, x[i]);
            // The partial remainder has `have` bits, one more than y once it is full.
            let have = remainder.len();
            let mut divisor = y[..have.min(size)].to_vec();
            divisor.resize(have, Lit::FALSE);
            let less = self.unsigned_less(&remainder, &divisor);
            let too_large = if have < size { high_bits[have] } else { Lit::FALSE };
            let fits = self.and(!less, !too_large);
            let difference = self.subtract(&remainder, &divisor);
            remainder = self.mux_vector(fits, &difference, &remainder);
            remainder.truncate(size);
            quotient[i] = fits;
        }
        remainder.resize(width, Lit::FALSE);
        if size < width {
            remainder = self.mux_vector(high_bits[0], &remainder, x);
        }
        (quotient, remainder)
    }

    /// Quotient and remainder, both rounded towards zero.
    pub fn divide_signed(&mut self, x: &[Lit], y: &[Lit]) -> (Vector, Vector) {
        let (x_sign, y_sign) = (x[x.len() - 1], y[y.len() - 1]);
        let (x, y) = (self.negate_if(x_sign, x), self.negate_if(y_sign, y));
        let (quotient, remainder) = self.divide(&x, &y);
        let sign = self.xor(x_sign, y_sign);
        (self.negate_if(sign, &quotient), self.negate_if(x_sign, &remainder))
    }

    // ---- shifts ----------------------------------------------------------------------------------
    /// Towards the high end, filled with zeros.
    pub fn shift_left(&mut self, x: &[Lit], amount: &[Lit]) -> Vector {
        let reversed: Vector = x.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&reversed, amount, Lit::FALSE);
        shifted.reverse();
        shifted
    }

    /// Towards the low end, filled with `fill`: a barrel shifter.
    pub fn shift_right(&mut self, x: &[Lit], amount: &[Lit], fill: Lit) -> Vector {
        let width = x.len();
        let stages = width.next_power_of_two().trailing_zeros() as usize;
        let stages = stages.min(amount.len());
        let mut result = x.to_vec();
        for (stage, &bit) in amount[..stages].iter().enumerate() {
            for i in 0..width {
                let from = result.get(i + (1 << stage)).copied().unwrap_or(fill);
                // Only bits above i are read later, so this can be done in place.
                result[i] = self.mux(bit, from, result[i]);
            }
        }
        let everything = self.or_all(&amount[stages..]);
        result.iter().map(|&bit| self.mux(everything, fill, bit)).collect()
    }
}

/// The exponent, if the vector is a constant power of two.
fn power_of_two(x: &[Lit]) -> Option<usize> {
    let one = x.iter().position(|&bit| bit == Lit::TRUE)?;
    let rest_is_zero = x.iter().enumerate().all(|(i, &bit)| i == one || bit == Lit::FALSE);
    rest_is_zero.then_some(one)
}
