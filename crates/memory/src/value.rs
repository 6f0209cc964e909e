//! What a register or a memory word holds.
//!
//! A [`Value`] is 16 plain bytes: copying one never allocates, a register file is copied with
//! `memcpy`, and one comparison of `meta` with zero tells a concrete integer, which is nearly every
//! operand of nearly every instruction. A pointer is an object and an offset (base part and offset
//! part); integers that came from a pointer keep that form until something is done to them that an
//! object and an offset cannot express.
//!
//! What depends on symbolic input is a term, or an object and a term for the offset. A term may be
//! narrower than the register that holds it: it counts as extended with zeros, so that widening costs
//! nothing.

use crate::written::Origin;
use dunlin_term::TermId;
use std::fmt;

/// An object of one execution state. Ids follow from where objects are allocated (see [`crate::class`]) and
/// are never reused, so that a dangling pointer is always recognised. Their order means nothing. They are
/// 61 bits wide because a long run allocates a stack object per call and would use up 32 bits within minutes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u64);

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "o{}", self.0)
    }
}

impl fmt::Debug for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The part of a value that says how to read its bits: a kind in the low three bits, a payload above.
/// Zero is a concrete integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Meta(u64);

const KIND_BITS: u32 = 3;
const KIND_MASK: u64 = (1 << KIND_BITS) - 1;
const POINTER: u64 = 1;
const UNDEFINED: u64 = 2;
const MIXED: u64 = 3;
/// Set in the kinds that need terms.
const SYMBOLIC: u64 = 4;
const TERM: u64 = 4;
const SYMBOLIC_POINTER: u64 = 5;
const ARRAY: u64 = 6;
const UNWRITTEN: u64 = 7;
/// Of a value that was not written: its width, below the place of its first byte.
const WIDTH_BITS: u32 = 8;

impl Meta {
    pub const INT: Meta = Meta(0);

    /// A memory word of an object that is an SMT array as a whole; never in a register.
    pub(crate) const ARRAY: Meta = Meta(ARRAY);

    /// A memory word whose bytes differ in kind, with where they are described; only inside objects,
    /// never in a register.
    pub(crate) fn mixed(place: usize) -> Meta {
        Meta((place as u64) << KIND_BITS | MIXED)
    }

    /// For a mixed word: where its bytes are described.
    #[inline(always)]
    pub(crate) fn mixed_place(self) -> Option<usize> {
        (self.0 & KIND_MASK == MIXED).then_some((self.0 >> KIND_BITS) as usize)
    }

    /// Whether a register can hold this; else it describes a memory word only.
    #[inline(always)]
    pub(crate) fn is_register(self) -> bool {
        !matches!(self.0 & KIND_MASK, MIXED | ARRAY)
    }

    /// Whether terms are needed to compute with it.
    #[inline(always)]
    pub fn is_symbolic(self) -> bool {
        self.0 & SYMBOLIC != 0
    }

    #[inline(always)]
    pub fn pointer(object: ObjectId) -> Meta {
        Meta(object.0 << KIND_BITS | POINTER)
    }

    #[inline(always)]
    pub fn is_int(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub fn is_pointer(self) -> bool {
        self.0 & KIND_MASK == POINTER
    }

    /// For a pointer: the object it points into.
    #[inline(always)]
    pub fn object(self) -> ObjectId {
        ObjectId(self.0 >> KIND_BITS)
    }

    #[inline(always)]
    pub(crate) const fn raw(self) -> u64 {
        self.0
    }

    #[inline(always)]
    pub(crate) const fn from_raw(raw: u64) -> Meta {
        Meta(raw)
    }

    /// True if both are concrete integers.
    #[inline(always)]
    pub fn both_int(self, other: Meta) -> bool {
        self.0 | other.0 == 0
    }
}

/// The content of a register: bits and how to read them.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Value {
    /// A concrete integer zero-extended, or the offset of a pointer, or the defined bits of a partly
    /// undefined integer (undefined ones zero).
    pub bits: u64,
    pub meta: Meta,
}

/// A value taken apart, for code that is not in the fast path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    Int(u64),
    Pointer {
        object: ObjectId,
        offset: u64,
    },
    Undefined {
        bits: u64,
        mask: UndefinedMask,
    },
    /// Extended with zeros, if the term is narrower than the register.
    Term(TermId),
    /// The offset has the width of a pointer.
    SymbolicPointer {
        object: ObjectId,
        offset: TermId,
    },
    /// What was not written, from this place of its origin on. As a term it has `width` bits; it
    /// becomes one when it is first used.
    Unwritten {
        origin: Origin,
        place: u64,
        width: u32,
    },
}

/// Which bits of an integer are undefined. Bit-precise up to 56 bits, by whole bytes above, so that
/// it fits beside the kind: a byte counts as undefined only if all its bits are. That never turns a
/// defined bit into an undefined one (no false alarms), but may miss an undefined bit-field in a
/// 64-bit unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UndefinedMask(u64);

impl UndefinedMask {
    /// From a mask of undefined bits of an integer of `width` bits.
    pub fn from_bits(width: u32, mask: u64) -> Self {
        if width <= 56 {
            return UndefinedMask(mask & (u64::MAX >> (64 - width)));
        }
        let bytes = (0..8).filter(|byte| mask >> (byte * 8) & 0xff == 0xff);
        UndefinedMask(bytes.fold(0, |all, byte| all | 1 << byte))
    }

    /// The mask of undefined bits, given the width it was made with.
    pub fn to_bits(self, width: u32) -> u64 {
        if width <= 56 {
            return self.0;
        }
        (0..8).filter(|byte| self.0 >> byte & 1 == 1).fold(0, |all, byte| all | 0xff << (byte * 8))
    }
}

impl Value {
    #[inline(always)]
    pub const fn int(bits: u64) -> Value {
        Value { bits, meta: Meta::INT }
    }

    #[inline(always)]
    pub fn pointer(object: ObjectId, offset: u64) -> Value {
        Value { bits: offset, meta: Meta::pointer(object) }
    }

    #[inline]
    pub fn term(term: TermId) -> Value {
        Value { bits: 0, meta: Meta(u64::from(term.raw()) << KIND_BITS | TERM) }
    }

    /// A pointer with an offset that is a term of pointer width.
    #[inline]
    pub fn symbolic_pointer(object: ObjectId, offset: TermId) -> Value {
        let meta = Meta(object.0 << KIND_BITS | SYMBOLIC_POINTER);
        Value { bits: u64::from(offset.raw()), meta }
    }

    /// An integer of `width` bits of which those in `mask` are undefined.
    pub fn undefined(width: u32, bits: u64, mask: u64) -> Value {
        let mask = UndefinedMask::from_bits(width, mask);
        if mask.0 == 0 {
            return Value::int(bits);
        }
        let bits = bits & !mask.to_bits(width);
        Value { bits, meta: Meta(mask.0 << KIND_BITS | UNDEFINED) }
    }

    /// `width` (at most 64) bits that were not written, from byte `place` of an origin on.
    pub fn unwritten(origin: Origin, place: u64, width: u32) -> Value {
        let meta = Meta(origin.packed() << KIND_BITS | UNWRITTEN);
        Value { bits: place << WIDTH_BITS | u64::from(width), meta }
    }

    /// A copy, read in two halves. A slot is mostly written in two 8-byte stores; read as one 16-byte
    /// load it would have to wait until both have left the store buffer, which took a third of the
    /// time of list-like programs.
    #[inline(always)]
    pub fn copied(&self) -> Value {
        // SAFETY: both places are valid and initialised, since they are borrowed. "Volatile" only
        // keeps the compiler from joining the two loads.
        unsafe {
            Value {
                bits: (&raw const self.bits).read_volatile(),
                meta: (&raw const self.meta).read_volatile(),
            }
        }
    }

    #[inline(always)]
    pub fn as_int(self) -> Option<u64> {
        if self.meta.is_int() { Some(self.bits) } else { None }
    }

    pub fn kind(self) -> ValueKind {
        let payload = self.meta.0 >> KIND_BITS;
        match self.meta.0 & KIND_MASK {
            POINTER => ValueKind::Pointer { object: ObjectId(payload), offset: self.bits },
            UNDEFINED => ValueKind::Undefined { bits: self.bits, mask: UndefinedMask(payload) },
            TERM => ValueKind::Term(TermId::from_raw(payload as u32)),
            SYMBOLIC_POINTER => ValueKind::SymbolicPointer {
                object: ObjectId(payload),
                offset: TermId::from_raw(self.bits as u32),
            },
            UNWRITTEN => ValueKind::Unwritten {
                origin: Origin::unpacked(payload),
                place: self.bits >> WIDTH_BITS,
                width: (self.bits & ((1 << WIDTH_BITS) - 1)) as u32,
            },
            _ => ValueKind::Int(self.bits),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ValueKind::Int(bits) => write!(f, "{bits:#x}"),
            ValueKind::Pointer { object, offset } => write!(f, "{object}+{:#x}", offset as i64),
            ValueKind::Undefined { bits, mask } => write!(f, "{bits:#x}?{:#x}", mask.0),
            ValueKind::Term(term) => write!(f, "{term}"),
            ValueKind::SymbolicPointer { object, offset } => write!(f, "{object}+{offset}"),
            ValueKind::Unwritten { origin, place, width } => {
                write!(f, "{}.{}+{place}:{width}", origin.site, origin.count)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_two_words() {
        assert_eq!(size_of::<Value>(), 16);
    }

    #[test]
    fn what_was_not_written_keeps_its_name() {
        for site in [0, 5, Origin::MAX_SITE] {
            let origin = Origin { site, count: u32::MAX - site };
            for (place, width) in [(0, 1), (7, 32), (1 << 40, 64)] {
                let value = Value::unwritten(origin, place, width);
                assert!(value.meta.is_symbolic() && value.meta.is_register());
                assert_eq!(value.kind(), ValueKind::Unwritten { origin, place, width });
            }
        }
    }

    #[test]
    fn undefined_masks_never_gain_bits() {
        for width in [1, 8, 31, 32, 56, 57, 63, 64] {
            for mask in [0, 1, 0xff, 0xff00, 0x7f00, u64::MAX, 0xff00_0000_0000_0001] {
                let mask = mask & (u64::MAX >> (64 - width));
                let back = UndefinedMask::from_bits(width, mask).to_bits(width);
                assert_eq!(back & !mask, 0, "width {width}, mask {mask:#x}");
            }
        }
        assert_eq!(Value::undefined(32, 5, 0), Value::int(5));
        assert_eq!(UndefinedMask::from_bits(64, u64::MAX).to_bits(64), u64::MAX);
    }
}
