//! The objects of one class: a persistent map from ordinal to slot.
//!
//! Ordinals are dense and only grow, so a radix tree with shared, copy-on-write nodes beats a balanced one:
//! no comparisons, and forking is one reference count. A sub-tree whose slots are all empty is dropped, so
//! that memory is proportional to the live objects however many died before. Most classes have one object
//! or a few, and those have a list that is only as long as it must be.

use crate::memory::Slot;
use std::rc::Rc;

const FANOUT_BITS: u32 = 5;
const FANOUT: usize = 1 << FANOUT_BITS;

/// So many slots are a list; with more it becomes a tree, whose leaf is not much larger.
const FEW: usize = 16;

// Leaves are the larger variant and 31 of 32 nodes, so an indirection would only cost.
#[allow(clippy::large_enum_variant)]
#[derive(Clone)]
enum Node {
    Inner([Option<Rc<Node>>; FANOUT]),
    Leaf([Slot; FANOUT]),
}

#[derive(Clone, Default)]
pub struct SlotTree(Root);

#[derive(Clone, Default)]
enum Root {
    #[default]
    Nothing,
    /// Slot by slot; the last is not empty.
    Few(Rc<Vec<Slot>>),
    Tree {
        node: Rc<Node>,
        /// Levels below the node; 0 if it is a leaf.
        height: u32,
    },
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

    /// A node, to be changed: a copy of its own if others share it. As `Rc::make_mut`, whose way for a node that
    /// nobody shares is too long for what each allocation does at every level.
    #[inline(always)]
    fn own(node: &mut Rc<Node>) -> &mut Node {
        if Rc::get_mut(node).is_none() {
            Node::copy(node);
        }
        Rc::get_mut(node).expect("nobody shares it")
    }

    #[cold]
    #[inline(never)]
    fn copy(node: &mut Rc<Node>) {
        *node = Rc::new(Node::clone(node));
    }

    /// Puts a slot at an ordinal, without a look at whether anything is empty then.
    fn put(mut node: &mut Rc<Node>, mut level: u32, ordinal: u64, slot: Slot) -> Slot {
        loop {
            match Node::own(node) {
                Node::Leaf(slots) => return std::mem::replace(&mut slots[digit(ordinal, 0)], slot),
                Node::Inner(children) => {
                    let child = &mut children[digit(ordinal, level)];
                    level -= 1;
                    node = child.get_or_insert_with(|| Rc::new(Node::empty(level)));
                }
            }
        }
    }

    /// Empties a slot, and drops what is empty by that.
    fn clear(node: &mut Rc<Node>, level: u32, ordinal: u64) -> Slot {
        match Node::own(node) {
            Node::Leaf(slots) => std::mem::replace(&mut slots[digit(ordinal, 0)], Slot::Empty),
            Node::Inner(children) => {
                let child = &mut children[digit(ordinal, level)];
                let Some(next) = child else { return Slot::Empty };
                let old = Node::clear(next, level - 1, ordinal);
                if next.is_empty() {
                    *child = None;
                }
                old
            }
        }
    }

    /// The first leaf that does not end before `from`, and its first ordinal; `prefix` are the digits above.
    fn next_leaf(&self, level: u32, prefix: u64, from: u64) -> Option<(u64, &[Slot])> {
        let children = match self {
            Node::Leaf(slots) => return Some((prefix << FANOUT_BITS, slots)),
            Node::Inner(children) => children,
        };
        let above = from.checked_shr((level + 1) * FANOUT_BITS).unwrap_or(0);
        let first = match prefix == above {
            true => digit(from, level),
            false => 0,
        };
        let mut below = children.iter().enumerate().skip(first);
        below.find_map(|(number, child)| {
            child.as_ref()?.next_leaf(level - 1, prefix << FANOUT_BITS | number as u64, from)
        })
    }

    /// Calls `f` with every slot and its ordinal; `prefix` are the digits above this node.
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

/// Whether a node with so many levels below it has a place for an ordinal.
fn covers(height: u32, ordinal: u64) -> bool {
    let bits = (height + 1) * FANOUT_BITS;
    bits >= 64 || ordinal >> bits == 0
}

impl SlotTree {
    #[inline]
    pub fn get(&self, ordinal: u64) -> &Slot {
        const EMPTY: &Slot = &Slot::Empty;
        let (mut node, mut level) = match &self.0 {
            Root::Nothing => return EMPTY,
            Root::Few(slots) => return slots.get(ordinal as usize).unwrap_or(EMPTY),
            Root::Tree { node, height } if covers(*height, ordinal) => (node, *height),
            Root::Tree { .. } => return EMPTY,
        };
        loop {
            match &**node {
                Node::Leaf(slots) => return &slots[digit(ordinal, 0)],
                Node::Inner(children) => match &children[digit(ordinal, level)] {
                    Some(child) => node = child,
                    None => return EMPTY,
                },
            }
            level -= 1;
        }
    }

    /// Puts `slot` at an ordinal and returns what was there.
    pub fn replace(&mut self, ordinal: u64, slot: Slot) -> Slot {
        if let Root::Tree { node, height } = &mut self.0
            && covers(*height, ordinal)
        {
            return match slot {
                Slot::Empty => Node::clear(node, *height, ordinal),
                _ => Node::put(node, *height, ordinal, slot),
            };
        }
        match ordinal < FEW as u64 {
            true => self.replace_in_list(ordinal as usize, slot),
            false => self.replace_in_larger_tree(ordinal, slot),
        }
    }

    fn replace_in_list(&mut self, place: usize, slot: Slot) -> Slot {
        if let Root::Nothing = self.0 {
            self.0 = Root::Few(Rc::default());
        }
        let Root::Few(slots) = &mut self.0 else { unreachable!("a tree covers what a list does") };
        let slots = Rc::make_mut(slots);
        if slots.len() <= place {
            if slots.capacity() <= place {
                slots.reserve_exact((place + 1).next_power_of_two() - slots.len());
            }
            slots.resize_with(place + 1, || Slot::Empty);
        }
        let old = std::mem::replace(&mut slots[place], slot);
        while slots.pop_if(|slot| matches!(slot, Slot::Empty)).is_some() {}
        if slots.is_empty() {
            self.0 = Root::Nothing;
        }
        old
    }

    #[cold]
    fn replace_in_larger_tree(&mut self, ordinal: u64, slot: Slot) -> Slot {
        if let Slot::Empty = slot {
            return slot;
        }
        let (mut node, mut height) = match std::mem::take(&mut self.0) {
            Root::Tree { node, height } => (node, height),
            Root::Nothing => (Rc::new(Node::empty(0)), 0),
            Root::Few(mut slots) => {
                let mut leaf = [const { Slot::Empty }; FANOUT];
                for (place, slot) in leaf.iter_mut().zip(Rc::make_mut(&mut slots)) {
                    *place = std::mem::replace(slot, Slot::Empty);
                }
                (Rc::new(Node::Leaf(leaf)), 0)
            }
        };
        while !covers(height, ordinal) {
            let mut children = [const { None }; FANOUT];
            children[0] = (!node.is_empty()).then_some(node);
            height += 1;
            node = Rc::new(Node::Inner(children));
        }
        let old = Node::put(&mut node, height, ordinal, slot);
        self.0 = Root::Tree { node, height };
        old
    }

    /// The first leaf that does not end before `from`, and its first ordinal.
    pub fn next_leaf(&self, from: u64) -> Option<(u64, &[Slot])> {
        match &self.0 {
            Root::Few(slots) if from < slots.len() as u64 => Some((0, slots)),
            Root::Tree { node, height } if covers(*height, from) => {
                node.next_leaf(*height, 0, from)
            }
            _ => None,
        }
    }

    /// Empties slots of one leaf.
    pub fn forget(&mut self, ordinals: &[u64]) {
        let Some((&last, others)) = ordinals.split_last() else { return };
        for &ordinal in others {
            match &mut self.0 {
                // What is empty by that is dropped with the last one.
                Root::Tree { node, height } => {
                    drop(Node::put(node, *height, ordinal, Slot::Empty));
                }
                _ => drop(self.replace(ordinal, Slot::Empty)),
            }
        }
        self.replace(last, Slot::Empty);
    }

    /// Calls `f` with every slot and its ordinal, in order.
    pub fn for_each(&self, mut f: impl FnMut(u64, &Slot)) {
        match &self.0 {
            Root::Nothing => {}
            Root::Few(slots) => {
                (0..).zip(slots.iter()).for_each(|(ordinal, slot)| f(ordinal, slot))
            }
            Root::Tree { node, .. } => node.for_each(0, &mut f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::{ObjectKind, Site};
    use crate::tombstone::Tombstone;
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
            Slot::Live(..) | Slot::Placed(..) | Slot::Out => Some(u32::MAX),
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
    fn a_few_slots_are_a_short_list() {
        let mut tree = SlotTree::default();
        tree.replace(2, dead(1));
        let Root::Few(slots) = &tree.0 else { panic!("not a list") };
        assert_eq!((slots.len(), slots.capacity()), (3, 4));
        tree.replace(2, Slot::Empty);
        assert!(matches!(tree.0, Root::Nothing));
        tree.replace(7, dead(1));
        tree.replace(16, dead(2));
        assert!(matches!(tree.0, Root::Tree { height: 0, .. }));
        assert_eq!(all(&tree), [(7, 1), (16, 2)]);
    }

    #[test]
    fn leaves_are_found_in_order_and_empty_ones_are_gone() {
        let mut tree = SlotTree::default();
        for ordinal in 0..100_000 {
            tree.replace(ordinal, dead(1));
        }
        for ordinal in (0..99_968).filter(|ordinal| ordinal / 32 != 156) {
            tree.replace(ordinal, Slot::Empty);
        }
        let Root::Tree { node, .. } = &tree.0 else { panic!("not a tree") };
        assert!(nodes(node) <= 8);
        let leaf = |from| tree.next_leaf(from).map(|(first, slots)| (first, slots.len()));
        assert_eq!(leaf(0), Some((4992, 32)));
        assert_eq!(leaf(5023), Some((4992, 32)));
        assert_eq!(leaf(5024), Some((99_968, 32)));
        assert_eq!((leaf(100_000), leaf(1 << 40)), (None, None));
        tree.forget(&(4992..5024).collect::<Vec<_>>());
        assert_eq!(tree.next_leaf(0).map(|(first, _)| first), Some(99_968));
    }

    proptest! {
        #[test]
        fn a_tree_is_a_map_and_copies_are_apart(
            steps in prop::collection::vec(
                (prop_oneof![0u64..20, 0u64..200, any::<u64>().prop_map(|id| id >> 3)], 0u32..4, any::<bool>()),
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
