//! The persistent map from object id to slot: a radix tree with shared, copy-on-write nodes.
//!
//! Ids are dense and only grow, so a radix tree beats a balanced one: no comparisons, and forking a
//! state is one reference count. A sub-tree whose slots are all empty is dropped, so that memory is
//! proportional to the live objects however many died before.

use crate::memory::Slot;
use std::rc::Rc;

const FANOUT_BITS: u32 = 5;
const FANOUT: usize = 1 << FANOUT_BITS;

// Leaves are the larger variant and 31 of 32 nodes, so an indirection would only cost.
#[allow(clippy::large_enum_variant)]
#[derive(Clone)]
enum Node {
    Inner([Option<Rc<Node>>; FANOUT]),
    Leaf([Slot; FANOUT]),
}

#[derive(Clone, Default)]
pub struct SlotTree {
    root: Option<Rc<Node>>,
    /// Levels below the root; 0 if the root is a leaf.
    height: u32,
}

fn digit(id: u64, level: u32) -> usize {
    (id >> (level * FANOUT_BITS)) as usize & (FANOUT - 1)
}

impl Node {
    fn empty(level: u32) -> Node {
        match level {
            0 => Node::Leaf([const { Slot::Empty }; FANOUT]),
            _ => Node::Inner([const { None }; FANOUT]),
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Node::Inner(children) => children.iter().all(Option::is_none),
            Node::Leaf(slots) => slots.iter().all(|slot| matches!(slot, Slot::Empty)),
        }
    }

    fn replace(node: &mut Rc<Node>, level: u32, id: u64, slot: Slot) -> Slot {
        match Rc::make_mut(node) {
            Node::Leaf(slots) => std::mem::replace(&mut slots[digit(id, 0)], slot),
            Node::Inner(children) => {
                let child = &mut children[digit(id, level)];
                let next = child.get_or_insert_with(|| Rc::new(Node::empty(level - 1)));
                let emptied = matches!(slot, Slot::Empty);
                let old = Node::replace(next, level - 1, id, slot);
                if emptied && next.is_empty() {
                    *child = None;
                }
                old
            }
        }
    }

    /// Calls `f` with every slot and its id; `prefix` are the digits above this node.
    fn for_each(&self, prefix: u64, f: &mut impl FnMut(u64, &Slot)) {
        let ids = (0..FANOUT as u64).map(|digit| prefix << FANOUT_BITS | digit);
        match self {
            Node::Leaf(slots) => ids.zip(slots).for_each(|(id, slot)| f(id, slot)),
            Node::Inner(children) => {
                for (id, child) in ids.zip(children) {
                    if let Some(child) = child {
                        child.for_each(id, f);
                    }
                }
            }
        }
    }
}

impl SlotTree {
    fn covers(&self, id: u64) -> bool {
        let bits = (self.height + 1) * FANOUT_BITS;
        self.root.is_some() && (bits >= 64 || id >> bits == 0)
    }

    pub fn get(&self, id: u64) -> &Slot {
        const EMPTY: &Slot = &Slot::Empty;
        if !self.covers(id) {
            return EMPTY;
        }
        let mut node = self.root.as_deref();
        let mut level = self.height;
        while let Some(current) = node {
            match current {
                Node::Leaf(slots) => return &slots[digit(id, 0)],
                Node::Inner(children) => node = children[digit(id, level)].as_deref(),
            }
            level = level.wrapping_sub(1);
        }
        EMPTY
    }

    /// Puts `slot` at `id` and returns what was there.
    pub fn replace(&mut self, id: u64, slot: Slot) -> Slot {
        if self.root.is_none() {
            self.height = 0;
            self.root = Some(Rc::new(Node::empty(0)));
        }
        while !self.covers(id) {
            let mut children = [const { None }; FANOUT];
            children[0] = self.root.take();
            self.height += 1;
            self.root = Some(Rc::new(Node::Inner(children)));
        }
        let root = self.root.as_mut().expect("made above");
        Node::replace(root, self.height, id, slot)
    }

    /// Empties the slots of dead objects in the leaf that holds `id`.
    pub fn forget_dead_near(&mut self, id: u64) {
        let first = id & !(FANOUT as u64 - 1);
        for id in first..first + FANOUT as u64 {
            if matches!(self.get(id), Slot::Dead(_)) {
                self.replace(id, Slot::Empty);
            }
        }
    }

    /// Calls `f` with every slot and its id, in the order of ids.
    pub fn for_each(&self, mut f: impl FnMut(u64, &Slot)) {
        if let Some(root) = &self.root {
            root.for_each(0, &mut f);
        }
    }
}
