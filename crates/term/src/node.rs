//! The 20 bytes of a node.
//!
//! A node is a pure function of its operator, parameters and children: two equal terms have equal
//! bytes, which is what hash-consing compares.

use crate::op::Op;

/// Nested quantifiers beyond this depth are refused by [`crate::Terms::bound`].
pub const MAX_QUANTIFIER_DEPTH: u32 = 7;

const IS_ARRAY: u8 = 1;
const HAS_BASE: u8 = 2;
const HAS_FORALL: u8 = 4;
/// The number of enclosing quantifiers that the term needs to be closed.
const LOOSE_SHIFT: u32 = 3;
const LOOSE_MASK: u8 = 7 << LOOSE_SHIFT;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub(crate) struct Node {
    pub op: Op,
    pub flags: u8,
    /// Known zero bits from the top, at most 255; of a float operator: which one.
    pub p: u8,
    /// Known zero bits from the bottom, at most 255; of a float operator: the format and
    /// the rounding mode.
    pub q: u8,
    /// The width of a bit-vector; of an array the number of its sort.
    pub width: u32,
    pub a: u32,
    pub b: u32,
    pub c: u32,
}

impl Node {
    pub const DEAD: Node = Node { op: Op::Dead, flags: 0, p: 0, q: 0, width: 0, a: 0, b: 0, c: 0 };

    #[inline]
    pub fn new(op: Op, width: u32, a: u32, b: u32, c: u32) -> Node {
        Node { op, flags: 0, p: 0, q: 0, width, a, b, c }
    }

    #[inline]
    pub fn constant(width: u32, value: u64) -> Node {
        let p = (value.leading_zeros() + width - 64).min(width) as u8;
        let q = value.trailing_zeros().min(width) as u8;
        Node { p, q, ..Node::new(Op::Const, width, value as u32, (value >> 32) as u32, 0) }
    }

    /// The value of an [`Op::Const`].
    #[inline]
    pub fn value(&self) -> u64 {
        u64::from(self.a) | u64::from(self.b) << 32
    }

    #[inline]
    pub fn is_array(&self) -> bool {
        self.flags & IS_ARRAY != 0
    }

    #[inline]
    pub fn has_base(&self) -> bool {
        self.flags & HAS_BASE != 0
    }

    #[inline]
    pub fn has_forall(&self) -> bool {
        self.flags & HAS_FORALL != 0
    }

    #[inline]
    pub fn loose(&self) -> u32 {
        u32::from((self.flags & LOOSE_MASK) >> LOOSE_SHIFT)
    }

    pub fn set_array(&mut self) {
        self.flags |= IS_ARRAY;
    }

    pub fn set_base(&mut self) {
        self.flags |= HAS_BASE;
    }

    pub fn set_loose(&mut self, loose: u32) {
        debug_assert!(loose <= MAX_QUANTIFIER_DEPTH);
        self.flags = self.flags & !LOOSE_MASK | (loose as u8) << LOOSE_SHIFT;
    }

    /// Takes over what a child has; `binders` is how many quantifiers lie between.
    #[inline]
    pub fn inherit(&mut self, child: &Node, binders: u32) {
        let loose = self.loose().max(child.loose().saturating_sub(binders));
        self.flags |= child.flags & (HAS_BASE | HAS_FORALL);
        self.set_loose(loose);
    }

    pub fn set_forall(&mut self) {
        self.flags |= HAS_FORALL;
    }

    /// The children, as raw ids; only the first `arity` count.
    #[inline]
    pub fn fields(&self) -> [u32; 3] {
        [self.a, self.b, self.c]
    }

    /// 32 well-mixed bits of all fields.
    #[inline]
    pub fn hash(&self) -> u32 {
        let head = u64::from(self.op as u8)
            | u64::from(self.p) << 8
            | u64::from(self.q) << 16
            | u64::from(self.width) << 32;
        let children = u64::from(self.a) | u64::from(self.b) << 32;
        let mixed = mix(head ^ 0x9e37_79b9_7f4a_7c15, children ^ 0xd6e8_feb8_6659_fd93);
        let mixed = mix(mixed ^ u64::from(self.c), 0xa076_1d64_78bd_642f);
        (mixed ^ mixed >> 32) as u32
    }
}

/// A multiplication of 64 by 64 bits, folded.
#[inline]
pub(crate) fn mix(x: u64, y: u64) -> u64 {
    let product = u128::from(x) * u128::from(y);
    product as u64 ^ (product >> 64) as u64
}
