//! Bits of a term that are the same in every model.
//!
//! Two strengths. Every node carries how many bits are zero at both ends (an array: of all its elements),
//! computed from its children when it is made. [`KnownBits`] of at most 64 bits says more and is computed on demand,
//! to a small depth: it serves rewrites that fold an operation completely.

use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::Node;
use crate::op::Op;
use dunlin_ir::small::mask;

/// How far [`Terms::known_bits`] looks. Each level may double the work.
const DEPTH: u32 = 3;

/// Bits known to be zero and bits known to be one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBits {
    pub zeros: u64,
    pub ones: u64,
}

impl KnownBits {
    pub fn of_constant(width: u32, value: u64) -> KnownBits {
        KnownBits { zeros: !value & mask(width), ones: value }
    }

    /// The least value that is possible.
    pub fn least(self) -> u64 {
        self.ones
    }

    /// The greatest value that is possible.
    pub fn greatest(self, width: u32) -> u64 {
        mask(width) & !self.zeros
    }
}

/// Zeros at the top and bottom of a term, as its node says.
#[inline]
fn ends(node: &Node) -> (u32, u32) {
    if node.op.is_float() { (0, 0) } else { (node.p.into(), node.q.into()) }
}

/// Sets the known zeros at both ends of a node from its children.
#[inline]
pub(crate) fn fill_known_ends(terms: &Terms, node: &mut Node) {
    let width = node.width;
    let child = |index: u32| terms.raw_node(index);
    let of = |index: u32| ends(child(index));
    let constant = |index: u32| {
        let child = child(index);
        (child.op == Op::Const).then(|| child.value())
    };
    let (top, bottom) = match node.op {
        Op::And => {
            let ((xt, xb), (yt, yb)) = (of(node.a), of(node.b));
            (xt.max(yt), xb.max(yb))
        }
        Op::Or | Op::Xor => {
            let ((xt, xb), (yt, yb)) = (of(node.a), of(node.b));
            (xt.min(yt), xb.min(yb))
        }
        Op::Ite => {
            let ((xt, xb), (yt, yb)) = (of(node.b), of(node.c));
            (xt.min(yt), xb.min(yb))
        }
        // Of an array: what is known of all its elements. An array of pointers to aligned objects has
        // only aligned elements, so that places in these objects are seen to be aligned.
        Op::Store => {
            let ((xt, xb), (yt, yb)) = (of(node.a), of(node.c));
            (xt.min(yt), xb.min(yb))
        }
        Op::ConstArray | Op::Select => of(node.a),
        Op::Add => {
            let ((xt, xb), (yt, yb)) = (of(node.a), of(node.b));
            (xt.min(yt).saturating_sub(1), xb.min(yb))
        }
        Op::Mul => {
            let ((xt, xb), (yt, yb)) = (of(node.a), of(node.b));
            ((xt + yt).saturating_sub(width), xb + yb)
        }
        Op::URem => {
            let zero_at_top = of(node.a).0;
            match constant(node.b) {
                Some(divisor) if divisor != 0 => (zero_at_top.max(of(node.b).0), 0),
                _ => (zero_at_top, 0),
            }
        }
        Op::UDiv => match constant(node.b) {
            Some(divisor) if divisor != 0 => (of(node.a).0, 0),
            _ => (0, 0),
        },
        Op::LShr => {
            let amount = constant(node.b).unwrap_or(0).min(width.into()) as u32;
            let (top, bottom) = of(node.a);
            let kept = if constant(node.b).is_some() { bottom.saturating_sub(amount) } else { 0 };
            (top + amount, kept)
        }
        Op::Shl => (0, of(node.a).1),
        Op::AShr => (of(node.a).0, 0),
        Op::SExt => {
            let inner = child(node.a).width;
            let (top, bottom) = of(node.a);
            (
                if top > 0 { top + width - inner } else { 0 },
                if bottom < inner { bottom } else { width },
            )
        }
        Op::Extract => {
            let above = child(node.a).width - node.b - width;
            let (top, bottom) = of(node.a);
            (top.saturating_sub(above), bottom.saturating_sub(node.b))
        }
        Op::Concat => {
            let (high, low) = (child(node.a).width, child(node.b).width);
            let ((high_top, high_bottom), (low_top, low_bottom)) = (of(node.a), of(node.b));
            let top = if high_top >= high { high + low_top } else { high_top };
            let bottom = if low_bottom >= low { low + high_bottom } else { low_bottom };
            (top, bottom)
        }
        _ => return,
    };
    // The width of an array is the number of its sort.
    let most = if node.is_array() { u32::MAX } else { width };
    node.p = top.min(most).min(255) as u8;
    node.q = bottom.min(most).min(255) as u8;
}

impl Terms {
    /// What is known of the bits of a term of at most 64 bits.
    pub fn known_bits(&self, term: TermId) -> KnownBits {
        self.known_bits_to(term, DEPTH)
    }

    fn known_bits_to(&self, term: TermId, depth: u32) -> KnownBits {
        let node = self.node(term);
        let width = node.width;
        debug_assert!(width <= 64);
        if node.op == Op::Const {
            return KnownBits::of_constant(width, node.value());
        }
        let (top, bottom) = ends(&node);
        let all = mask(width);
        let mut known = KnownBits { zeros: 0, ones: 0 };
        if top > 0 {
            known.zeros |= all & !(all.checked_shr(top).unwrap_or(0));
        }
        if bottom > 0 {
            known.zeros |= all & !(u64::MAX.checked_shl(bottom).unwrap_or(0));
        }
        if depth == 0 {
            return known;
        }
        let of = |index: u32| self.known_bits_to(TermId::new(index), depth - 1);
        let more = match node.op {
            Op::Not => {
                let x = of(node.a);
                KnownBits { zeros: x.ones, ones: x.zeros }
            }
            Op::And => {
                let (x, y) = (of(node.a), of(node.b));
                KnownBits { zeros: x.zeros | y.zeros, ones: x.ones & y.ones }
            }
            Op::Or => {
                let (x, y) = (of(node.a), of(node.b));
                KnownBits { zeros: x.zeros & y.zeros, ones: x.ones | y.ones }
            }
            Op::Xor => {
                let (x, y) = (of(node.a), of(node.b));
                let same = x.zeros & y.zeros | x.ones & y.ones;
                let different = x.zeros & y.ones | x.ones & y.zeros;
                KnownBits { zeros: same, ones: different }
            }
            Op::Ite => {
                let (x, y) = (of(node.b), of(node.c));
                KnownBits { zeros: x.zeros & y.zeros, ones: x.ones & y.ones }
            }
            // As far up as both operands are known from the lowest bit on.
            Op::Add => {
                let (x, y) = (of(node.a), of(node.b));
                let both = (x.zeros | x.ones) & (y.zeros | y.ones);
                let low = both & !(both.wrapping_add(1)) & all;
                let sum = x.ones.wrapping_add(y.ones);
                KnownBits { zeros: !sum & low, ones: sum & low }
            }
            Op::Concat => {
                let low_width = self.raw_node(node.b).width;
                let (high, low) = (of(node.a), of(node.b));
                KnownBits {
                    zeros: high.zeros << low_width | low.zeros,
                    ones: high.ones << low_width | low.ones,
                }
            }
            Op::Extract if self.raw_node(node.a).width <= 64 => {
                let x = of(node.a);
                KnownBits { zeros: x.zeros >> node.b & all, ones: x.ones >> node.b & all }
            }
            Op::LShr => match self.as_u64(TermId::new(node.b)) {
                Some(amount) if amount < width.into() => {
                    let x = of(node.a);
                    let above = all & !(all >> amount);
                    KnownBits { zeros: x.zeros >> amount | above, ones: x.ones >> amount }
                }
                _ => return known,
            },
            _ => return known,
        };
        known.zeros |= more.zeros;
        known.ones |= more.ones;
        known
    }
}
