//! The smart constructors: every term that exists went through one of them.
//!
//! They bring a term into canonical form within the rule of [`crate::Rewrite`] about shapes. They
//! look a few levels down, never recurse along the depth of a term, and do a bounded amount of work.
//! Operands must have the sorts that SMT-LIB asks for; this is checked in debug builds.

mod arithmetic;
mod array;
mod bitwise;
mod choice;
mod compare;
mod float;
mod quantifier;
mod slice;
mod sum;
mod wide_sum;

use crate::apply::{apply_small, apply_wide};
use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::Node;
use crate::op::Op;
use crate::rewrite::Rewrite;
use crate::table::Table;
use dunlin_ir::Bits;
use dunlin_ir::small::mask;

/// Operations on wider concatenations are not split into operations on their parts.
const SPLIT_LIMIT: u32 = 1024;

impl Terms {
    // ---- constants -------------------------------------------------------------------------------
    /// `value` truncated or zero-extended to `width`.
    #[inline]
    pub fn constant(&mut self, width: u32, value: u64) -> TermId {
        if width <= 64 {
            self.intern_filled(Node::constant(width, value & mask(width)))
        } else {
            self.constant_bits(&Bits::from_u64(width, value))
        }
    }

    pub fn constant_bits(&mut self, value: &Bits) -> TermId {
        let width = value.width();
        if width <= 64 {
            return self.intern_filled(Node::constant(width, value.low_u64()));
        }
        let (top, bottom) = zero_ends(value);
        let index = self.wide.intern(value.clone());
        let node = Node::new(Op::WideConst, width, index, 0, 0);
        self.intern_filled(Node { p: top.min(255) as u8, q: bottom.min(255) as u8, ..node })
    }

    pub fn truth(&self, holds: bool) -> TermId {
        if holds { TermId::TRUE } else { TermId::FALSE }
    }

    pub(crate) fn zero_of(&mut self, width: u32) -> TermId {
        self.constant(width, 0)
    }

    pub(crate) fn ones_of(&mut self, width: u32) -> TermId {
        if width <= 64 {
            self.constant(width, u64::MAX)
        } else {
            let words = vec![u64::MAX; width.div_ceil(64) as usize];
            self.constant_bits(&Bits::new(width, &words))
        }
    }

    pub(crate) fn is_zero(&self, term: TermId) -> bool {
        let node = self.node(term);
        match node.op {
            Op::Const => node.value() == 0,
            Op::WideConst => self.wide.get(node.a).is_zero(),
            _ => false,
        }
    }

    pub(crate) fn is_ones(&self, term: TermId) -> bool {
        let node = self.node(term);
        match node.op {
            Op::Const => node.value() == mask(node.width),
            Op::WideConst => {
                let bits = self.wide.get(node.a);
                (0..node.width).all(|i| bits.bit(i))
            }
            _ => false,
        }
    }

    /// The array of constants that `table` lists.
    pub fn table(&mut self, table: Table) -> TermId {
        let sort = self.array_sort(table.index_width(), table.element_width());
        let zeros = match table.is_empty() && table.default_element().is_zero() {
            true => table.element_width().min(255) as u8,
            false => 0,
        };
        let index = self.tables.intern(table);
        let mut node = Node::new(Op::Table, sort, index, 0, 0);
        // Where only pointers are stored, nothing else is there (see `known`).
        (node.p, node.q) = (zeros, zeros);
        node.set_array();
        self.intern_filled(node)
    }

    // ---- common steps ----------------------------------------------------------------------------
    /// The value of an operator of bit-vectors if all children are constants.
    #[inline]
    pub(crate) fn fold(&mut self, node: &Node) -> Option<TermId> {
        let arity = node.op.arity();
        let fields = node.fields();
        let mut small = node.width <= 64;
        for &child in &fields[..arity] {
            match self.raw_node(child).op {
                Op::Const => {}
                Op::WideConst => small = false,
                _ => return None,
            }
        }
        self.count(Rewrite::FoldConstants);
        let child = |i: usize| *self.raw_node(if i < arity { fields[i] } else { fields[0] });
        let children = [child(0), child(1), child(2)];
        let widths = [children[0].width, children[1].width];
        if small {
            let value = apply_small(node, widths, children.map(|child| child.value()));
            return Some(self.constant(node.width, value));
        }
        let values = children.map(|child| match child.op {
            Op::Const => Bits::from_u64(child.width, child.value()),
            _ => self.wide.get(child.a).clone(),
        });
        let value = apply_wide(node, widths, [&values[0], &values[1], &values[2]]);
        Some(self.constant_bits(&value))
    }

    /// Both operands are bit-vectors of one width, which is returned.
    #[inline]
    pub(crate) fn same_width(&self, x: TermId, y: TermId) -> u32 {
        let (x, y) = (self.node(x), self.node(y));
        debug_assert!(!x.is_array() && !y.is_array(), "an array where a bit-vector must be");
        debug_assert_eq!(x.width, y.width, "operands of different widths");
        x.width
    }

    /// A constant goes second, else the younger term goes first.
    #[inline]
    pub(crate) fn ordered(&self, x: TermId, y: TermId) -> (TermId, TermId) {
        if self.is_const(y) || (!self.is_const(x) && x > y) { (x, y) } else { (y, x) }
    }
}

/// Zero bits at the top and bottom of a constant.
fn zero_ends(value: &Bits) -> (u32, u32) {
    let width = value.width();
    let top = (0..width).rev().take_while(|&i| !value.bit(i)).count();
    let bottom = (0..width).take_while(|&i| !value.bit(i)).count();
    (top as u32, bottom as u32)
}
