//! A sorted table that states share: a clone costs a reference count, a change copies one leaf and
//! the few nodes above it, whatever the size of the table.
//!
//! A B+ tree whose nodes are no larger than what is in them. Up to [`LEAF`] rows it is one shared,
//! sorted `Vec`, which nothing beats at that size; most paths stay below. (`imbl` and `rpds` were
//! measured as well: twice the time or four times the look-up at 200 rows, and fixed node sizes that
//! every state would pay for.) Rows that are taken out leave their node, never a node its parent: tables mostly grow.

use crate::tight;
use smallvec::SmallVec;
use std::fmt;
use std::rc::Rc;
use std::slice;

const LEAF: usize = 64;
const INNER: usize = 32;

#[derive(Clone)]
pub(crate) struct Table<K, V> {
    root: Option<Node<K, V>>,
}

/// Nodes at one level have the same height. A child stands behind a key that none of its rows is below.
enum Node<K, V> {
    Leaf(Rc<Vec<(K, V)>>),
    Inner(Rc<Vec<(K, Node<K, V>)>>),
}

impl<K, V> Clone for Node<K, V> {
    fn clone(&self) -> Node<K, V> {
        match self {
            Node::Leaf(rows) => Node::Leaf(Rc::clone(rows)),
            Node::Inner(children) => Node::Inner(Rc::clone(children)),
        }
    }
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Table<K, V> {
        Table { root: None }
    }
}

impl<K: Copy + Ord, V: Clone> Table<K, V> {
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    #[inline]
    pub fn get(&self, key: K) -> Option<&V> {
        let mut node = self.root.as_ref()?;
        loop {
            match node {
                Node::Inner(children) => node = &children[child_of(children, key)].1,
                Node::Leaf(rows) => {
                    let at = rows.binary_search_by_key(&key, |(key, _)| *key).ok()?;
                    return Some(&rows[at].1);
                }
            }
        }
    }

    /// To change a row that is there.
    pub fn get_mut(&mut self, key: K) -> Option<&mut V> {
        // A row that is not there must not cost a copy.
        if matches!(self.root, Some(Node::Inner(_))) {
            self.get(key)?;
        }
        let mut node = self.root.as_mut()?;
        loop {
            match node {
                Node::Inner(children) => {
                    let at = child_of(children, key);
                    node = &mut Rc::make_mut(children)[at].1;
                }
                Node::Leaf(rows) => {
                    let at = rows.binary_search_by_key(&key, |(key, _)| *key).ok()?;
                    return Some(&mut Rc::make_mut(rows)[at].1);
                }
            }
        }
    }

    /// Adds a row or replaces the one with the same key.
    pub fn insert(&mut self, key: K, value: V) {
        let Some(root) = &mut self.root else {
            self.root = Some(Node::Leaf(Rc::new(vec![(key, value)])));
            return;
        };
        if let Some(second) = root.insert(key, value) {
            let first = (root.first_key(), root.clone());
            *root = Node::Inner(Rc::new(vec![first, second]));
        }
    }

    pub fn remove(&mut self, key: K) {
        if self.get(key).is_none() {
            return;
        }
        let mut node = self.root.as_mut();
        while let Some(Node::Inner(children)) = node {
            let at = child_of(children, key);
            node = Some(&mut Rc::make_mut(children)[at].1);
        }
        if let Some(Node::Leaf(rows)) = node {
            Rc::make_mut(rows).retain(|(known, _)| *known != key);
        }
    }

    /// In the order of keys.
    pub fn iter(&self) -> Rows<'_, K, V> {
        let mut rows = Rows { above: SmallVec::new(), leaf: [].iter() };
        if let Some(root) = &self.root {
            rows.enter(root);
        }
        rows
    }

    /// The rows whose key is at least the given one.
    pub fn iter_from(&self, key: K) -> Rows<'_, K, V> {
        let mut rows = Rows { above: SmallVec::new(), leaf: [].iter() };
        let mut node = self.root.as_ref();
        while let Some(Node::Inner(children)) = node {
            let at = child_of(children, key);
            rows.above.push(children[at + 1..].iter());
            node = Some(&children[at].1);
        }
        if let Some(Node::Leaf(all)) = node {
            rows.leaf = all[all.partition_point(|(known, _)| *known < key)..].iter();
        }
        rows
    }

    /// The last row whose key is at most the given one; of tables that nothing was taken out of.
    pub fn last_up_to(&self, key: K) -> Option<(K, &V)> {
        let mut node = self.root.as_ref()?;
        loop {
            match node {
                Node::Inner(children) => node = &children[child_of(children, key)].1,
                Node::Leaf(rows) => {
                    let after = rows.partition_point(|(known, _)| *known <= key);
                    return rows.get(after.checked_sub(1)?).map(|(key, value)| (*key, value));
                }
            }
        }
    }

    /// Calls `f` with the rows of all leaves that another table does not share: every row that it does
    /// not have, and some that it has.
    pub fn for_each_apart<'t>(&'t self, other: &Table<K, V>, f: &mut impl FnMut(K, &'t V)) {
        if let Some(root) = &self.root {
            root.for_each_apart(other.root.as_ref(), f);
        }
    }
}

/// The child in which a key is or would be.
fn child_of<K: Copy + Ord, V>(children: &[(K, Node<K, V>)], key: K) -> usize {
    children.partition_point(|(first, _)| *first <= key).saturating_sub(1)
}

impl<K: Copy + Ord, V: Clone> Node<K, V> {
    /// Of a node that was just divided: it has rows.
    fn first_key(&self) -> K {
        match self {
            Node::Leaf(rows) => rows[0].0,
            Node::Inner(children) => children[0].0,
        }
    }

    fn is_same(&self, other: &Node<K, V>) -> bool {
        match (self, other) {
            (Node::Leaf(x), Node::Leaf(y)) => Rc::ptr_eq(x, y),
            (Node::Inner(x), Node::Inner(y)) => Rc::ptr_eq(x, y),
            _ => false,
        }
    }

    /// Returns what did not fit, as a new node behind this one.
    fn insert(&mut self, key: K, value: V) -> Option<(K, Node<K, V>)> {
        match self {
            Node::Leaf(rows) => match rows.binary_search_by_key(&key, |(key, _)| *key) {
                Ok(at) => {
                    Rc::make_mut(rows)[at].1 = value;
                    None
                }
                Err(at) => {
                    let second = put(rows, at, (key, value), LEAF)?;
                    Some((second[0].0, Node::Leaf(second)))
                }
            },
            Node::Inner(children) => {
                let at = child_of(children, key);
                let own = Rc::make_mut(children);
                own[at].0 = own[at].0.min(key);
                let split = own[at].1.insert(key, value)?;
                let second = put(children, at + 1, split, INNER)?;
                Some((second[0].0, Node::Inner(second)))
            }
        }
    }

    fn for_each_apart<'t>(&'t self, other: Option<&Node<K, V>>, f: &mut impl FnMut(K, &'t V)) {
        if other.is_some_and(|other| self.is_same(other)) {
            return;
        }
        match self {
            Node::Leaf(rows) => rows.iter().for_each(|(key, value)| f(*key, value)),
            Node::Inner(children) => {
                for (key, child) in children.iter() {
                    // A table that grew may be higher: then its children are compared with the same node.
                    let beside = match other {
                        Some(Node::Inner(others)) if self.height() == height(others) => {
                            Some(&others[child_of(others, *key)].1)
                        }
                        other => other,
                    };
                    child.for_each_apart(beside, f);
                }
            }
        }
    }

    fn height(&self) -> u32 {
        match self {
            Node::Leaf(_) => 0,
            Node::Inner(children) => height(children),
        }
    }
}

fn height<K: Copy + Ord, V: Clone>(children: &[(K, Node<K, V>)]) -> u32 {
    1 + children[0].1.height()
}

/// Puts an entry into the entries of a node. If there are too many, the last ones become another node.
fn put<T: Clone>(entries: &mut Rc<Vec<T>>, at: usize, entry: T, most: usize) -> Option<Rc<Vec<T>>> {
    if entries.len() < most {
        tight::insert(entries, at, entry);
        return None;
    }
    if at == entries.len() {
        // Keys mostly grow: full nodes stay full.
        return Some(Rc::new(vec![entry]));
    }
    let mut second = Rc::new(entries[most / 2..].to_vec());
    *entries = Rc::new(entries[..most / 2].to_vec());
    match at.checked_sub(most / 2) {
        Some(at) => tight::insert(&mut second, at, entry),
        None => tight::insert(entries, at, entry),
    }
    Some(second)
}

type Children<'t, K, V> = slice::Iter<'t, (K, Node<K, V>)>;

/// The rows of a table, in order.
pub(crate) struct Rows<'t, K, V> {
    /// What comes after the leaf, the nearest last.
    above: SmallVec<[Children<'t, K, V>; 4]>,
    leaf: slice::Iter<'t, (K, V)>,
}

impl<'t, K, V> Rows<'t, K, V> {
    fn enter(&mut self, mut node: &'t Node<K, V>) {
        while let Node::Inner(children) = node {
            let mut rest = children.iter();
            let Some((_, first)) = rest.next() else { return };
            self.above.push(rest);
            node = first;
        }
        if let Node::Leaf(rows) = node {
            self.leaf = rows.iter();
        }
    }
}

impl<'t, K: Copy, V> Iterator for Rows<'t, K, V> {
    type Item = (K, &'t V);

    fn next(&mut self) -> Option<(K, &'t V)> {
        loop {
            if let Some((key, value)) = self.leaf.next() {
                return Some((*key, value));
            }
            match self.above.last_mut()?.next() {
                Some((_, node)) => self.enter(node),
                None => {
                    self.above.pop();
                }
            }
        }
    }
}

impl<K: Copy + Ord + fmt::Debug, V: Clone + fmt::Debug> fmt::Debug for Table<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Copy + Ord, V: Clone + PartialEq> PartialEq for Table<K, V> {
    fn eq(&self, other: &Table<K, V>) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<K: Copy + Ord, V: Clone + Eq> Eq for Table<K, V> {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn all(table: &Table<u32, u32>) -> Vec<(u32, u32)> {
        table.iter().map(|(key, value)| (key, *value)).collect()
    }

    #[test]
    fn a_change_of_a_large_table_copies_little() {
        let mut table = Table::default();
        for key in 0..100_000u32 {
            table.insert(key, key);
        }
        let before = table.clone();
        *table.get_mut(70_000).unwrap() = 1;
        table.insert(100_000, 2);
        let mut apart = Vec::new();
        table.for_each_apart(&before, &mut |key, _| apart.push(key));
        assert!(apart.contains(&70_000) && apart.contains(&100_000));
        assert!(apart.len() <= 2 * LEAF, "{} rows were looked at", apart.len());
        assert_eq!(before.get(70_000), Some(&70_000));
        assert_eq!(before.get(100_000), None);
    }

    #[test]
    fn growing_keys_fill_the_leaves() {
        let mut table = Table::default();
        for key in 0..2 * LEAF as u32 {
            table.insert(key, ());
        }
        let Some(Node::Inner(children)) = &table.root else { panic!("two leaves") };
        assert_eq!(children.len(), 2);
    }

    proptest! {
        #[test]
        fn a_table_is_a_map_and_copies_are_apart(
            start in 0u32..3000,
            steps in prop::collection::vec((0u32..6000, 0u32..5, 0usize..3), 0..400),
        ) {
            let mut first = (Table::default(), BTreeMap::new());
            for key in 0..start {
                first.0.insert(key * 2, key);
                first.1.insert(key * 2, key);
            }
            let mut copies = vec![first.clone(), first.clone(), first];
            for (key, action, which) in steps {
                let (table, model) = &mut copies[which];
                match action {
                    0 => {
                        table.remove(key);
                        model.remove(&key);
                    }
                    1 => {
                        let row = table.get_mut(key).map(|value| { *value += 1; *value });
                        let expected = model.get_mut(&key).map(|value| { *value += 1; *value });
                        prop_assert_eq!(row, expected);
                    }
                    _ => {
                        table.insert(key, action);
                        model.insert(key, action);
                    }
                }
                prop_assert_eq!(table.get(key), model.get(&key));
                let from: Vec<_> = table.iter_from(key).take(3).map(|(key, v)| (key, *v)).collect();
                let expected: Vec<_> = model.range(key..).take(3).map(|(key, v)| (*key, *v)).collect();
                prop_assert_eq!(from, expected);
            }
            for (table, model) in &copies {
                prop_assert_eq!(all(table), model.clone().into_iter().collect::<Vec<_>>());
                prop_assert_eq!(table.is_empty(), model.is_empty());
            }
            for (table, model) in &copies {
                for (other, its_model) in &copies {
                    let mut apart = BTreeMap::new();
                    table.for_each_apart(other, &mut |key, value| { apart.insert(key, *value); });
                    for (key, value) in model {
                        if its_model.get(key) != Some(value) {
                            prop_assert_eq!(apart.get(key), Some(value));
                        }
                    }
                }
            }
        }

        #[test]
        fn the_last_row_up_to_a_key_is_found(
            keys in prop::collection::btree_set(0u32..5000, 0..2000),
            asked in prop::collection::vec(0u32..5000, 50),
            backwards: bool,
        ) {
            let mut table = Table::default();
            let mut order: Vec<u32> = keys.iter().copied().collect();
            if backwards {
                order.reverse();
            }
            order.iter().for_each(|key| table.insert(*key, *key));
            for key in asked {
                let expected = keys.range(..=key).next_back().copied();
                prop_assert_eq!(table.last_up_to(key).map(|(key, _)| key), expected);
            }
        }
    }
}
