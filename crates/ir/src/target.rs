//! What the target machine decides about programs.
//!
//! Whoever depends on a rule of a machine or of its C ABI asks here, and says that it is not supported
//! where there is no answer. Only x86 has all answers so far, with 32 and 64 bits.

use crate::types::FloatFormat;
use serde::{Deserialize, Serialize};

/// The machine that a program is for. Every target is little-endian.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Target {
    /// 32 or 64.
    pub pointer_bits: u32,
    /// The target triple, for messages and for native replay.
    pub triple: String,
}

/// What a `va_list` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VaList {
    /// A pointer to the next argument.
    Pointer,
    /// A structure, since some arguments are passed in registers.
    Structure(&'static VaStructure),
}

/// A `va_list` that tells saved registers from arguments in memory.
#[derive(PartialEq, Eq, Debug)]
pub struct VaStructure {
    /// The fields of 32 bits that say how far registers of a kind are used up: where they are, and what
    /// they hold when all are.
    pub used_up: [(u64, u64); 2],
    /// Where the pointer to the next argument in memory is.
    pub memory: u64,
    /// Where the pointer to the saved registers is.
    pub saved: u64,
}

/// Which bits a NaN has that an operation gives, and what `fminnum` and `fmaxnum` do beyond IEEE 754,
/// which leaves both open.
///
/// The float operators of an [`crate::algebra::Algebra`] compute by x86's rule, whatever the target is;
/// [`crate::semantics`] makes of their results what the target's rule says. So a term means the same to
/// everyone who reads it, in another process or in a file, and only instructions ask for the rule.
/// Operations on the sign alone keep all other bits by every rule, those of NaNs, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NanRule {
    /// That of SSE, which [`crate::float`] states.
    X86,
    /// Every NaN that is computed or converted is the canonical one: positive, quiet, payload 0. Of two
    /// operands the minimum or maximum is the number, if there is one, and -0 is below +0.
    RiscV,
}

impl NanRule {
    pub const ALL: [NanRule; 2] = [NanRule::X86, NanRule::RiscV];
}

/// System V on x86-64: general registers, then those for floating point.
const X86_64_LIST: VaStructure = VaStructure { used_up: [(0, 48), (4, 176)], memory: 8, saved: 16 };

impl Target {
    pub fn pointer_bytes(&self) -> u64 {
        u64::from(self.pointer_bits / 8)
    }

    /// The first part of the triple.
    pub fn architecture(&self) -> &str {
        self.triple.split('-').next().unwrap_or_default()
    }

    /// A module that says nothing of its machine counts as one for x86.
    pub fn is_x86(&self) -> bool {
        let name = self.architecture();
        name.is_empty()
            || name.starts_with("x86")
            || matches!(name.as_bytes(), [b'i', b'3'..=b'7', b'8', b'6'])
    }

    /// What a `va_list` is, if it is known.
    pub fn va_list(&self) -> Option<VaList> {
        match (self.is_x86(), self.pointer_bits) {
            (true, 64) => Some(VaList::Structure(&X86_64_LIST)),
            (true, _) => Some(VaList::Pointer),
            (false, _) => None,
        }
    }

    /// The rule for bits of NaNs. A machine of which none is known counts as x86.
    pub fn nan_rule(&self) -> NanRule {
        if self.triple.starts_with("riscv") { NanRule::RiscV } else { NanRule::X86 }
    }

    /// What `long double` is, if it is known.
    pub fn long_double(&self) -> Option<FloatFormat> {
        self.is_x86().then_some(FloatFormat::X87)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_x86_is_known() {
        let target = |pointer_bits, triple: &str| Target { pointer_bits, triple: triple.into() };
        for triple in ["x86_64-pc-linux-gnu", "x86", ""] {
            let target = target(64, triple);
            assert!(matches!(target.va_list(), Some(VaList::Structure(_))), "{triple}");
            assert_eq!(target.long_double(), Some(FloatFormat::X87), "{triple}");
        }
        assert_eq!(target(32, "i686-linux-gnu").va_list(), Some(VaList::Pointer));
        for triple in ["aarch64-linux-gnu", "riscv64", "i8086", "arm"] {
            let target = target(64, triple);
            assert_eq!((target.va_list(), target.long_double()), (None, None), "{triple}");
        }
    }

    #[test]
    fn nans_are_those_of_the_machine() {
        let rule = |triple: &str| Target { pointer_bits: 64, triple: triple.into() }.nan_rule();
        for triple in ["riscv64-unknown-linux-gnu", "riscv32", "riscv64gc"] {
            assert_eq!(rule(triple), NanRule::RiscV, "{triple}");
        }
        for triple in ["x86_64-pc-linux-gnu", "i686-linux-gnu", "", "aarch64-linux-gnu"] {
            assert_eq!(rule(triple), NanRule::X86, "{triple}");
        }
    }
}
