//! The bits of computed floats, which the printer writes with a constant of their own:
//!
//! ```text
//! (define-fun $r5 () (_ FloatingPoint 8 24) (fp.add RNE x y))
//! (declare-fun $v5 () (_ BitVec 32))
//! (assert (or (fp.isNaN $r5) (= ((_ to_fp 8 24) $v5) $r5)))
//! ... (ite (fp.isNaN x) (quiet x) (ite (fp.isNaN y) (quiet y) (ite (fp.isNaN $r5) nan $v5)))
//! ```
//!
//! Our float operators have bits, so the last line is `$r5` itself. Two steps lead there, each of
//! which holds of any script: under that assertion, `$v5` is `$r5` where `$r5` is not a NaN; and the
//! choice between NaNs is the one that the operator makes. At the end, an assertion about a constant
//! that occurs nowhere else is left out, since the constant can be chosen to fulfil it.

use super::scope::Meaning;
use super::{Command, Reader, SmtSort, Typed};
use crate::ids::TermId;
use crate::view::View;
use dunlin_ir::float::default_nan;
use dunlin_ir::{Bits, FloatBinOp, FloatCastOp, FloatCmpOp, FloatFormat, FloatUnOp};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known of such constants.
#[derive(Default)]
pub(super) struct FloatBits {
    /// What is the second wherever that is not a NaN, by assertions that no `pop` takes back.
    encodings: FxHashMap<TermId, TermId>,
    /// Choices that are not complete: the float and how many of its operands are still to come.
    choices: FxHashMap<TermId, (TermId, usize)>,
    /// Constants, the numbers of their declarations and of the commands that assert what they are.
    constants: Vec<Constant>,
}

struct Constant {
    symbol: TermId,
    declared: usize,
    command: usize,
    /// The encoding of the float.
    value: TermId,
}

impl Reader<'_, '_> {
    /// The assertion that is about to become a command may be about the constant declared last.
    pub(super) fn note_float_bits(&mut self, assertion: TermId) {
        let Some(declared) = self.script.declared.last() else { return };
        if self.scope.is_nested() {
            return;
        }
        let (symbol, Some(number)) = (declared.symbol, declared.name.strip_prefix("$v")) else {
            return;
        };
        let name = format!("$r{number}");
        let Some(&Meaning::Value(Typed { term: value, sort: SmtSort::Float(format), .. })) =
            self.scope.find(&name)
        else {
            return;
        };
        let encoding = self.encoded(format, value);
        if self.terms.sort(symbol) != self.terms.sort(encoding) {
            return;
        }
        let decoded = self.decoded(format, symbol);
        let nan = self.is_nan(format, value);
        let same = self.same_float(format, decoded, value);
        if self.terms.or(nan, same) == assertion {
            let declared = self.script.declared.len() - 1;
            let command = self.script.commands.len();
            self.float_bits.encodings.insert(decoded, value);
            self.float_bits.constants.push(Constant { symbol, declared, command, value: encoding });
        }
    }

    /// `ite` of bit-vectors, which may be a choice as above.
    pub(super) fn choose(&mut self, condition: TermId, x: TermId, y: TermId) -> TermId {
        let &View::FloatCompare(FloatCmpOp::Uno, format, tested, again) =
            &self.terms.view(condition)
        else {
            return self.terms.ite(condition, x, y);
        };
        if tested != again {
            return self.terms.ite(condition, x, y);
        }
        // ite(isNaN(r), x, v) => ite(isNaN(r), x, r)
        let y = if self.float_bits.encodings.get(&y) == Some(&tested) { tested } else { y };
        let chosen = self.terms.ite(condition, x, y);
        let (float, left) = if y == tested {
            // A NaN is the default one unless an operand is a NaN.
            let default = Bits::from_u128(format.bits(), default_nan(format));
            if self.terms.as_bits(x) != Some(default) || self.result_format(tested) != Some(format)
            {
                return chosen;
            }
            (tested, self.nan_operands(tested).1)
        } else {
            // The last of the operands that are still to come.
            let Some(&(float, left)) = self.float_bits.choices.get(&y) else { return chosen };
            let operand = self.terms.children(float).nth(left - 1);
            if operand != Some(tested)
                || self.nan_operands(float).0 != format
                || self.propagated(float, format, tested) != Some(x)
            {
                return chosen;
            }
            (float, left - 1)
        };
        if left == 0 {
            return float;
        }
        self.float_bits.choices.insert(chosen, (float, left));
        chosen
    }

    /// The format of what an operator rounds, whose NaNs are the first NaN operand or the default.
    fn result_format(&self, term: TermId) -> Option<FloatFormat> {
        match self.terms.view(term) {
            View::FloatBinary(
                FloatBinOp::Add
                | FloatBinOp::Sub
                | FloatBinOp::Mul
                | FloatBinOp::Div
                | FloatBinOp::Rem,
                format,
                ..,
            )
            | View::FloatFma(format, ..) => Some(format),
            View::FloatUnary(op, format, ..) => {
                (!matches!(op, FloatUnOp::Neg | FloatUnOp::Abs)).then_some(format)
            }
            View::FloatCast(
                FloatCastOp::Convert { to, .. }
                | FloatCastOp::FromUInt { to, .. }
                | FloatCastOp::FromSInt { to, .. },
                ..,
            ) => Some(to),
            _ => None,
        }
    }

    /// The format of the operands of what rounds, and how many may be NaNs.
    fn nan_operands(&self, term: TermId) -> (FloatFormat, usize) {
        match self.terms.view(term) {
            View::FloatCast(FloatCastOp::Convert { from, .. }, ..) => (from, 1),
            View::FloatCast(FloatCastOp::FromUInt { to, .. }, ..)
            | View::FloatCast(FloatCastOp::FromSInt { to, .. }, ..) => (to, 0),
            View::FloatUnary(_, format, ..) => (format, 1),
            View::FloatBinary(_, format, ..) => (format, 2),
            View::FloatFma(format, ..) => (format, 3),
            _ => unreachable!("not an operator that rounds"),
        }
    }

    /// What an operator makes of an operand of a format that is its first NaN. Not of the x87 format,
    /// where it depends on the integer bit.
    fn propagated(&mut self, term: TermId, format: FloatFormat, nan: TermId) -> Option<TermId> {
        if format == FloatFormat::X87 {
            return None;
        }
        let quiet_bit = 1 << (format.parts().1 - 2);
        let quiet_bit = self.terms.constant_bits(&Bits::from_u128(format.bits(), quiet_bit));
        let quiet = self.terms.or(nan, quiet_bit);
        let &View::FloatCast(FloatCastOp::Convert { from, to }, ..) = &self.terms.view(term) else {
            return Some(quiet);
        };
        let (have, want) = (from.parts().1 - 1, to.parts().1 - 1);
        let mut fraction = self.terms.extract(have - 1, have.saturating_sub(want), quiet);
        if want > have {
            let zeros = self.terms.zero_of(want - have);
            fraction = self.terms.concat(fraction, zeros);
        }
        let exponent = self.terms.ones_of(to.bits() - 1 - want);
        let top = from.bits() - 1;
        let sign = self.terms.extract(top, top, quiet);
        let low = self.terms.concat(exponent, fraction);
        Some(self.terms.concat(sign, low))
    }

    /// Leaves out assertions about constants that nothing else mentions; what is declared has the
    /// value of the float then.
    pub(super) fn drop_unused_float_bits(&mut self) {
        let constants = std::mem::take(&mut self.float_bits.constants);
        if constants.is_empty() {
            return;
        }
        let mut uses = FxHashMap::<TermId, u32>::default();
        for command in &self.script.commands {
            let mentioned: Vec<TermId> = match command {
                Command::Assert(term) => vec![*term],
                Command::CheckSatAssuming(terms) => terms.clone(),
                Command::GetValue(asked) => asked.iter().map(|asked| asked.value.term).collect(),
                _ => Vec::new(),
            };
            for term in mentioned {
                for &symbol in self.terms.free_variables(term).iter() {
                    *uses.entry(symbol).or_default() += 1;
                }
            }
        }
        // Later ones may be about earlier ones, never the other way round.
        let mut dropped = FxHashSet::default();
        for Constant { symbol, declared, command, value } in constants.into_iter().rev() {
            let Command::Assert(assertion) = self.script.commands[command] else { continue };
            let free = self.terms.free_variables(assertion);
            let own = u32::from(free.contains(&symbol));
            let others = uses.get(&symbol).copied().unwrap_or(0) - own;
            if others > 0 || self.terms.free_variables(value).contains(&symbol) {
                continue;
            }
            for symbol in free.iter() {
                *uses.entry(*symbol).or_default() -= 1;
            }
            self.script.declared[declared].symbol = value;
            dropped.insert(command);
        }
        let mut number = 0;
        self.script.commands.retain(|_| {
            number += 1;
            !dropped.contains(&(number - 1))
        });
    }
}
