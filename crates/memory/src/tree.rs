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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Tombstone;
    use crate::object::{ObjectKind, Site};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn dead(number: u32) -> Slot {
        let (allocated, freed) = (Site(number), Site(0));
        Slot::Dead(Tombstone { kind: ObjectKind::Heap, allocated, freed, ..Tombstone::default() })
    }

    /// What a test put into a slot.
    fn content(slot: &Slot) -> Option<u32> {
        match slot {
            Slot::Empty => None,
            Slot::Dead(tombstone) => Some(tombstone.allocated.0),
            Slot::Live(_) | Slot::Placed(_) | Slot::Out => Some(u32::MAX),
        }
    }

    fn nodes(node: &Node) -> usize {
        match node {
            Node::Leaf(_) => 1,
            Node::Inner(children) => {
                1 + children.iter().flatten().map(|child| nodes(child)).sum::<usize>()
            }
        }
    }

    fn all(tree: &SlotTree) -> Vec<(u64, u32)> {
        let mut found = Vec::new();
        tree.for_each(|id, slot| found.extend(content(slot).map(|number| (id, number))));
        found
    }

    #[test]
    fn ids_of_every_length_are_found() {
        let mut tree = SlotTree::default();
        let ids: Vec<u64> = (0..61).map(|bit| 1 << bit).chain([0, 31, 33, (1 << 61) - 1]).collect();
        for (number, &id) in ids.iter().enumerate() {
            assert_eq!(content(tree.get(id)), None);
            let old = tree.replace(id, dead(number as u32));
            assert_eq!(content(&old), None);
        }
        for (number, &id) in ids.iter().enumerate() {
            assert_eq!(content(tree.get(id)), Some(number as u32));
            assert_eq!(content(tree.get(id + 5)), None);
        }
        let mut sorted = ids.clone();
        sorted.sort_unstable();
        assert_eq!(all(&tree).into_iter().map(|(id, _)| id).collect::<Vec<_>>(), sorted);
    }

    #[test]
    fn forgetting_spares_what_lives_and_frees_nodes() {
        let mut tree = SlotTree::default();
        for id in 0..100_000 {
            tree.replace(id, if id == 5000 { Slot::Out } else { dead(1) });
        }
        for id in (0..99_968).step_by(32) {
            tree.forget_dead_near(id + 7);
        }
        let left: Vec<u64> = all(&tree).into_iter().map(|(id, _)| id).collect();
        assert_eq!(left.len(), 33);
        assert_eq!((left[0], left[1], left[32]), (5000, 99_968, 99_999));
        assert!(nodes(tree.root.as_deref().unwrap()) <= 7);
    }

    proptest! {
        #[test]
        fn a_tree_is_a_map_and_copies_are_apart(
            steps in prop::collection::vec(
                (prop_oneof![0u64..200, any::<u64>().prop_map(|id| id >> 3)], 0u32..4, any::<bool>()),
                0..120,
            ),
        ) {
            let mut states = vec![(SlotTree::default(), BTreeMap::new())];
            for (id, number, copy) in steps {
                if copy && states.len() < 4 {
                    let last = states.last().cloned().unwrap();
                    states.push(last);
                }
                let index = id as usize % states.len();
                let (tree, model) = &mut states[index];
                let slot = if number == 0 { Slot::Empty } else { dead(number) };
                let old = tree.replace(id, slot);
                let expected = match number {
                    0 => model.remove(&id),
                    _ => model.insert(id, number),
                };
                prop_assert_eq!(content(&old), expected);
                prop_assert_eq!(content(tree.get(id)), model.get(&id).copied());
            }
            for (tree, model) in &states {
                prop_assert_eq!(all(tree), model.clone().into_iter().collect::<Vec<_>>());
            }
        }
    }
}
