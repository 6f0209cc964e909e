//! Sets of ordered things, searched for subsets and supersets of a given set.
//!
//! A set is the path of its members, in ascending order, from the root of a tree (Hoffmann and
//! Koehler, "A new method to index and query sets"). A search looks at a bounded number of nodes:
//! finding nothing is always allowed here.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// So many nodes are visited in one search.
const MAX_VISITS: u32 = 256;

pub struct SetTrie<K, V> {
    nodes: Vec<Node<V>>,
    /// From a node and a member to the next node.
    edges: FxHashMap<(u32, K), u32>,
    /// The members that lead on from each node, ascending.
    members: Vec<Vec<K>>,
    len: usize,
}

struct Node<V> {
    /// If a set ends here.
    value: Option<V>,
}

impl<K, V> Default for SetTrie<K, V> {
    fn default() -> Self {
        SetTrie {
            nodes: vec![Node { value: None }],
            edges: FxHashMap::default(),
            members: vec![Vec::new()],
            len: 0,
        }
    }
}

impl<K: Copy + Ord + Hash, V> SetTrie<K, V> {
    /// How many sets there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// `set` is sorted and has no member twice.
    pub fn insert(&mut self, set: &[K], value: V) {
        let mut node = 0;
        for &member in set {
            let next = self.nodes.len() as u32;
            let entry = self.edges.entry((node, member)).or_insert(next);
            let target = *entry;
            if target == next {
                self.nodes.push(Node { value: None });
                self.members.push(Vec::new());
                let siblings = &mut self.members[node as usize];
                let at = siblings.partition_point(|known| *known < member);
                siblings.insert(at, member);
            }
            node = target;
        }
        let place = &mut self.nodes[node as usize].value;
        self.len += usize::from(place.is_none());
        *place = Some(value);
    }

    /// The value of some set all of whose members are in `set`, which is sorted.
    pub fn subset_of(&self, set: &[K]) -> Option<&V> {
        let mut visits = MAX_VISITS;
        self.subset_from(0, set, &mut visits)
    }

    fn subset_from(&self, node: u32, set: &[K], visits: &mut u32) -> Option<&V> {
        if let Some(value) = &self.nodes[node as usize].value {
            return Some(value);
        }
        *visits = visits.checked_sub(1)?;
        if self.members[node as usize].is_empty() {
            return None;
        }
        for (at, &member) in set.iter().enumerate() {
            if let Some(&next) = self.edges.get(&(node, member))
                && let Some(found) = self.subset_from(next, &set[at + 1..], visits)
            {
                return Some(found);
            }
        }
        None
    }

    /// The value of some set that has all members of `set`, which is sorted.
    pub fn superset_of(&self, set: &[K]) -> Option<&V> {
        let mut visits = MAX_VISITS;
        self.superset_from(0, set, &mut visits)
    }

    fn superset_from(&self, node: u32, set: &[K], visits: &mut u32) -> Option<&V> {
        *visits = visits.checked_sub(1)?;
        let Some(&wanted) = set.first() else { return self.any_from(node, visits) };
        for &member in &self.members[node as usize] {
            if member > wanted {
                break;
            }
            let next = self.edges[&(node, member)];
            let rest = if member == wanted { &set[1..] } else { set };
            if let Some(found) = self.superset_from(next, rest, visits) {
                return Some(found);
            }
        }
        None
    }

    fn any_from(&self, mut node: u32, visits: &mut u32) -> Option<&V> {
        loop {
            if let Some(value) = &self.nodes[node as usize].value {
                return Some(value);
            }
            *visits = visits.checked_sub(1)?;
            let first = *self.members[node as usize].first()?;
            node = self.edges[&(node, first)];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SetTrie;

    #[test]
    fn agrees_with_looking_at_every_set() {
        let sets: Vec<Vec<u32>> = (1u32..512)
            .step_by(7)
            .map(|bits| (0..9).filter(|i| bits >> i & 1 == 1).collect())
            .collect();
        let mut trie = SetTrie::default();
        for set in &sets {
            trie.insert(set, set.clone());
        }
        assert_eq!(trie.len(), sets.len());
        let within = |inner: &[u32], outer: &[u32]| inner.iter().all(|m| outer.contains(m));
        for bits in 0u32..512 {
            let asked: Vec<u32> = (0..9).filter(|i| bits >> i & 1 == 1).collect();
            let subset = trie.subset_of(&asked);
            assert_eq!(subset.is_some(), sets.iter().any(|set| within(set, &asked)));
            assert!(subset.is_none_or(|set| within(set, &asked)));
            let superset = trie.superset_of(&asked);
            assert_eq!(superset.is_some(), sets.iter().any(|set| within(&asked, set)));
            assert!(superset.is_none_or(|set| within(&asked, set)));
        }
    }

    #[test]
    fn gives_up_in_time() {
        let mut trie = SetTrie::default();
        for n in 0u32..5000 {
            trie.insert(&[n, n + 10_000, n + 20_000], n);
        }
        // The last member is in one set only, far behind in the order of search.
        assert_eq!(trie.superset_of(&[24_999]), None);
        assert_eq!(trie.superset_of(&[2, 10_002]), Some(&2));
    }
}
