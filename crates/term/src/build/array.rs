//! Reading and writing arrays.

use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::Node;
use crate::op::Op;
use crate::rewrite::Rewrite;

/// How many stores a read looks behind.
const STORE_WALK_LIMIT: u32 = 1024;

/// Where a read ends: at a value, or at an array that it cannot look behind.
enum Read {
    Value(TermId),
    From(TermId),
}

impl Terms {
    /// The array with `element` at every index.
    pub fn const_array(&mut self, index_width: u32, element: TermId) -> TermId {
        let width = self.width(element);
        let sort = self.array_sort(index_width, width);
        let mut node = Node::new(Op::ConstArray, sort, element.raw(), 0, 0);
        node.set_array();
        self.intern(node)
    }

    /// The element of `array` at `index`.
    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let (index_width, element_width) = self.array_widths(array);
        debug_assert_eq!(self.width(index), index_width);
        let array = match self.read(array, index) {
            Read::Value(value) => return value,
            Read::From(array) => array,
        };
        let node = self.node(array);
        match node.op {
            // select(constant array of x, i) => x
            Op::ConstArray => return self.counted(Rewrite::SelectConstArray, TermId::new(node.a)),
            // select(table, c) => constant
            Op::Table if self.is_const(index) => {
                self.count(Rewrite::SelectTable);
                let index = self.as_bits(index).expect("the index is a constant");
                let element = self.tables.get(node.a).at(&index);
                return self.constant_bits(&element);
            }
            // select(ite(c, a, b), i) => x, if both arrays give x
            Op::Ite => {
                let branches = [TermId::new(node.b), TermId::new(node.c)];
                let [x, y] = branches.map(|branch| self.read(branch, index));
                match (x, y) {
                    (Read::Value(x), Read::Value(y)) if x == y => {
                        return self.counted(Rewrite::SelectIte, x);
                    }
                    (Read::From(x), Read::From(y)) if x == y && self.op(x) == Op::Symbol => {
                        self.count(Rewrite::SelectIte);
                        let node = Node::new(Op::Select, element_width, x.raw(), index.raw(), 0);
                        return self.intern(node);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        self.intern(Node::new(Op::Select, element_width, array.raw(), index.raw(), 0))
    }

    /// Follows a chain of stores as far as it is decided whether they are at `index`.
    fn read(&mut self, mut array: TermId, index: TermId) -> Read {
        let small = self.width(index) <= 64;
        let (base, offset) = if small { self.offset_of_index(index) } else { (index, 0) };
        for _ in 0..STORE_WALK_LIMIT {
            let node = self.node(array);
            if node.op != Op::Store {
                break;
            }
            let stored_at = TermId::new(node.b);
            // select(store(a, i, x), i) => x
            if stored_at == index {
                return Read::Value(self.counted(Rewrite::SelectSame, TermId::new(node.c)));
            }
            // select(store(a, i, x), j) => select(a, j), if i and j differ by a constant or in a bit
            let differs = if small {
                let (stored_base, stored_offset) = self.offset_of_index(stored_at);
                (stored_base == base && stored_offset != offset)
                    || (stored_base != base && self.differ_in_a_bit(stored_at, index))
            } else {
                self.is_const(stored_at) && self.is_const(index)
            };
            if !differs {
                break;
            }
            self.count(Rewrite::SelectOther);
            array = TermId::new(node.a);
        }
        Read::From(array)
    }

    /// Whether some bit is known to be different in two terms of at most 64 bits.
    pub fn differ_in_a_bit(&self, x: TermId, y: TermId) -> bool {
        let (x, y) = (self.known_bits(x), self.known_bits(y));
        x.ones & y.zeros != 0 || x.zeros & y.ones != 0
    }

    /// A constant counts as an offset from nothing.
    fn offset_of_index(&self, index: TermId) -> (TermId, u64) {
        match self.as_u64(index) {
            Some(value) => (TermId::FALSE, value),
            None => self.split_offset(index),
        }
    }

    /// `array` with `value` at `index`.
    pub fn store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let widths = self.array_widths(array);
        debug_assert_eq!(widths, (self.width(index), self.width(value)));
        let inner = self.node(array);
        // store(store(a, i, x), i, y) => store(a, i, y)
        if inner.op == Op::Store && inner.b == index.raw() {
            self.count(Rewrite::StoreSame);
            return self.store(TermId::new(inner.a), index, value);
        }
        // store(a, i, select(a, i)) => a
        let value_node = self.node(value);
        if value_node.op == Op::Select && value_node.a == array.raw() && value_node.b == index.raw()
        {
            return self.counted(Rewrite::StoreSelected, array);
        }
        let mut node = Node::new(Op::Store, inner.width, array.raw(), index.raw(), value.raw());
        node.set_array();
        self.intern(node)
    }
}
