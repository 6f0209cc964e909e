//! Register types and memory layouts.
//!
//! A register holds an integer of some width or a pointer, nothing else: floating-point values are
//! bit-vectors that float instructions interpret, vectors and first-class aggregates are scalarised
//! by the front end. Structs and arrays exist only as layouts in memory.

use crate::ids::LayoutId;
use crate::target::Target;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The type of a register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Type {
    /// A bit-vector of the given width, at least 1.
    Int(u32),
    /// A pointer; its width is [`Target::pointer_bits`].
    Ptr,
}

impl Type {
    pub const BOOL: Type = Type::Int(1);

    pub fn bits(self, target: &Target) -> u32 {
        match self {
            Type::Int(width) => width,
            Type::Ptr => target.pointer_bits,
        }
    }

    /// How many bytes a load or store of this type touches.
    pub fn store_size(self, target: &Target) -> u64 {
        u64::from(self.bits(target)).div_ceil(8)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int(width) => write!(f, "i{width}"),
            Type::Ptr => f.write_str("ptr"),
        }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A floating-point format. Values are bit-vectors of [`FloatFormat::bits`] bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FloatFormat {
    Half,
    BFloat,
    Single,
    Double,
    /// The 80-bit extended format of the x87, C's `long double` on x86.
    X87,
    Quad,
}

impl FloatFormat {
    pub const ALL: [FloatFormat; 6] = [
        FloatFormat::Half,
        FloatFormat::BFloat,
        FloatFormat::Single,
        FloatFormat::Double,
        FloatFormat::X87,
        FloatFormat::Quad,
    ];

    pub fn bits(self) -> u32 {
        match self {
            FloatFormat::Half | FloatFormat::BFloat => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::X87 => 80,
            FloatFormat::Quad => 128,
        }
    }

    /// How many bits exponent and significand have, as SMT-LIB counts them: with the leading bit of the
    /// significand, which only the x87 format writes.
    pub fn parts(self) -> (u32, u32) {
        match self {
            FloatFormat::Half => (5, 11),
            FloatFormat::BFloat => (8, 8),
            FloatFormat::Single => (8, 24),
            FloatFormat::Double => (11, 53),
            FloatFormat::X87 => (15, 64),
            FloatFormat::Quad => (15, 113),
        }
    }

    /// The spelling in the text form.
    pub fn name(self) -> &'static str {
        match self {
            FloatFormat::Half => "f16",
            FloatFormat::BFloat => "bf16",
            FloatFormat::Single => "f32",
            FloatFormat::Double => "f64",
            FloatFormat::X87 => "x87",
            FloatFormat::Quad => "f128",
        }
    }
}

/// A type as it lies in memory. Address computations name the layout that they walk through, so
/// that an analysis can tell the fields of a struct apart without guessing from byte offsets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Layout {
    pub kind: LayoutKind,
    /// Allocation size in bytes, tail padding included.
    pub size: u64,
    pub align: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LayoutKind {
    /// An integer or floating-point value of this many bits.
    Scalar(u32),
    Pointer,
    /// An array or a vector.
    Array {
        element: LayoutId,
        count: u64,
    },
    Struct {
        name: Option<String>,
        fields: Vec<Field>,
    },
    /// Opaque or unsized: the address of it can be taken, nothing more is known.
    Opaque,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Field {
    pub offset: u64,
    pub layout: LayoutId,
}
