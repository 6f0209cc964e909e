//! Reading arrays under a model, without computing whole arrays.

use super::{Evaluation, Step};
use crate::ids::SymbolId;
use crate::model::ArrayValue;
use crate::node::Node;
use crate::op::Op;
use dunlin_ir::Bits;

impl Evaluation<'_> {
    /// The element that a select reads. Stores that may be met are evaluated together, so that a
    /// long chain is walked twice at most between choices.
    pub(super) fn select(&mut self, node: &Node) -> Step {
        if !self.ready(node.b) {
            self.scratch.stack.push(node.b);
            return Step::Later;
        }
        let before = self.scratch.stack.len();
        let mut array = node.a;
        loop {
            let here = *self.terms.raw_node(array);
            let waiting = self.scratch.stack.len() > before;
            match here.op {
                Op::Store => {
                    if !self.ready(here.b) {
                        self.scratch.stack.push(here.b);
                    } else if !waiting && self.same_value(here.b, node.b) {
                        return self.result_of(here.c);
                    }
                    array = here.a;
                }
                _ if waiting => return Step::Later,
                Op::Ite => {
                    if !self.ready(here.a) {
                        self.scratch.stack.push(here.a);
                        return Step::Later;
                    }
                    array = if self.value(here.a) != 0 { here.b } else { here.c };
                }
                Op::ConstArray => return self.result_of(here.a),
                _ => return Step::Done(self.read_root(&here, node)),
            }
        }
    }

    fn same_value(&self, x: u32, y: u32) -> bool {
        if self.terms.raw_node(x).width <= 64 {
            self.value(x) == self.value(y)
        } else {
            self.scratch.wide[self.value(x) as usize] == self.scratch.wide[self.value(y) as usize]
        }
    }

    fn result_of(&mut self, child: u32) -> Step {
        if self.ready(child) {
            return Step::Done(self.value(child));
        }
        self.scratch.stack.push(child);
        Step::Later
    }

    /// The element of a table or an array symbol.
    fn read_root(&mut self, root: &Node, select: &Node) -> u64 {
        let small = select.width <= 64 && self.terms.raw_node(select.b).width <= 64;
        if root.op == Op::Table {
            let table = self.terms.tables.get(root.a);
            if small {
                return table.small_at(self.value(select.b));
            }
            let element = table.at(&self.bits(select.b));
            return self.keep_bits(element);
        }
        let Some(array) = self.model.array(SymbolId(root.a)) else {
            return self.keep_bits(Bits::from_u64(select.width, 0));
        };
        if small {
            return array.small_get(self.value(select.b));
        }
        let element = array.get(&self.bits(select.b));
        self.keep_bits(element)
    }

    pub(super) fn equal_arrays(&mut self, node: &Node) -> Step {
        let (x, y) = (self.array_value(node.a), self.array_value(node.b));
        match (x, y) {
            (Some(x), Some(y)) => Step::Done(x.same_as(&y).into()),
            _ => Step::Later,
        }
    }

    /// The whole array; `None` if something was pushed that must be evaluated first.
    pub(super) fn array_value(&mut self, mut array: u32) -> Option<ArrayValue> {
        let before = self.scratch.stack.len();
        let mut stores = Vec::new();
        let root = loop {
            let here = *self.terms.raw_node(array);
            match here.op {
                Op::Store => {
                    for part in [here.b, here.c] {
                        if !self.ready(part) {
                            self.scratch.stack.push(part);
                        }
                    }
                    stores.push((here.b, here.c));
                    array = here.a;
                }
                Op::Ite => {
                    if !self.ready(here.a) {
                        self.scratch.stack.push(here.a);
                        return None;
                    }
                    array = if self.value(here.a) != 0 { here.b } else { here.c };
                }
                _ => break here,
            }
        };
        if root.op == Op::ConstArray && !self.ready(root.a) {
            self.scratch.stack.push(root.a);
        }
        if self.scratch.stack.len() > before {
            return None;
        }
        let mut value = self.root_value(&root);
        for (index, element) in stores.into_iter().rev() {
            value.set(&self.bits(index), &self.bits(element));
        }
        Some(value)
    }

    fn root_value(&self, root: &Node) -> ArrayValue {
        let (index, element) = self.terms.sorts[root.width as usize];
        match root.op {
            Op::ConstArray => ArrayValue::new(index, self.bits(root.a)),
            Op::Table => {
                let table = self.terms.tables.get(root.a);
                let mut value = ArrayValue::new(index, table.default_element().clone());
                for i in 0..table.len() {
                    value.set(&Bits::from_u64(index, i as u64), &table.element(i));
                }
                value
            }
            _ => match self.model.array(SymbolId(root.a)) {
                Some(value) => value.clone(),
                None => ArrayValue::new(index, Bits::from_u64(element, 0)),
            },
        }
    }
}
