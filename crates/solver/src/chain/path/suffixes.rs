//! What paths have in common, what each has for itself, and the disjunction of the latter.
//!
//! The disjunction is made along the tree that the suffixes are when equal beginnings are put together:
//! for paths that forked from each other that is the execution tree, a constraint that several paths have
//! is written once, and where both sides of a fork are there, both are gone (thesis section 5.2.3,
//! Algorithm 5, with terms instead of a tree that is kept).

use super::Path;
use dunlin_term::{TermId, Terms};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The constraints of some paths: those of all of them, and the rest of each.
pub(super) struct Suffixes {
    /// Those that all have: the common prefix, and what else they share.
    pub common: Vec<TermId>,
    /// For each path, in its order and without repetition.
    pub rests: Vec<Vec<TermId>>,
}

impl Path {
    /// How many constraints some paths have in common before the first one in which they differ. What
    /// comes after them is the suffix of each.
    pub fn common_prefix(paths: &[&Path]) -> usize {
        let Some((first, others)) = paths.split_first() else { return 0 };
        others.iter().fold(first.constraints.len(), |length, other| {
            if Rc::ptr_eq(&first.constraints, &other.constraints) {
                return length;
            }
            let pairs = first.constraints.iter().zip(other.constraints.iter()).take(length);
            pairs.take_while(|(mine, theirs)| mine == theirs).count()
        })
    }

    /// The constraints after a prefix that are not known already, without repetition.
    fn own_constraints(&self, prefix: usize, known: &FxHashSet<TermId>) -> Vec<TermId> {
        let mut seen = FxHashSet::default();
        let mut is_new =
            |constraint: &TermId| !known.contains(constraint) && seen.insert(*constraint);
        let suffix = self.constraints[prefix..].iter().copied();
        suffix.filter(|constraint| is_new(constraint)).collect()
    }
}

impl Suffixes {
    pub fn new(paths: &[&Path]) -> Suffixes {
        let prefix = Path::common_prefix(paths);
        let Some((first, others)) = paths.split_first() else {
            return Suffixes { common: Vec::new(), rests: Vec::new() };
        };
        let mut common = first.constraints[..prefix].to_vec();
        let known: FxHashSet<TermId> = common.iter().copied().collect();
        let mut shared = first.own_constraints(prefix, &known);
        for other in others {
            let theirs = other.own_constraints(prefix, &known);
            let theirs: FxHashSet<TermId> = theirs.into_iter().collect();
            shared.retain(|constraint| theirs.contains(constraint));
        }
        common.extend_from_slice(&shared);
        let known: FxHashSet<TermId> = common.iter().copied().collect();
        let rests = paths.iter().map(|path| path.own_constraints(prefix, &known)).collect();
        Suffixes { common, rests }
    }

    /// The disjunction of the conjunctions of the rests, and for each path the conjunction of its rest.
    pub fn disjunction(&self, terms: &mut Terms) -> (TermId, Vec<TermId>) {
        let mut tree = Tree::default();
        let ends: Vec<usize> = self.rests.iter().map(|rest| tree.insert(rest)).collect();
        let guards = tree.guards(terms);
        (tree.disjunction(terms), ends.into_iter().map(|end| guards[end]).collect())
    }
}

/// Rests with equal beginnings put together. Node 0 is the root; a node comes after its parent.
struct Tree {
    nodes: Vec<Node>,
}

struct Node {
    constraint: TermId,
    parent: usize,
    children: Vec<usize>,
    /// Some rest ends here.
    is_end: bool,
}

impl Default for Tree {
    fn default() -> Tree {
        let (parent, children) = (0, Vec::new());
        Tree { nodes: vec![Node { constraint: TermId::TRUE, parent, children, is_end: false }] }
    }
}

impl Tree {
    /// Adds a rest. Returns the node that it ends at.
    fn insert(&mut self, rest: &[TermId]) -> usize {
        let mut at = 0;
        for &constraint in rest {
            let mut children = self.nodes[at].children.iter().copied();
            at = match children.find(|&child| self.nodes[child].constraint == constraint) {
                Some(child) => child,
                None => {
                    let (new, children) = (self.nodes.len(), Vec::new());
                    self.nodes.push(Node { constraint, parent: at, children, is_end: false });
                    self.nodes[at].children.push(new);
                    new
                }
            };
        }
        self.nodes[at].is_end = true;
        at
    }

    /// For each node, the conjunction of what leads to it.
    fn guards(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut guards: Vec<TermId> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let above = guards.get(node.parent).copied().unwrap_or(TermId::TRUE);
            guards.push(terms.and(above, node.constraint));
        }
        guards
    }

    /// Whether the constraints up to some end hold.
    fn disjunction(&self, terms: &mut Terms) -> TermId {
        let mut below = vec![TermId::TRUE; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().rev() {
            let mut any = if node.is_end { TermId::TRUE } else { TermId::FALSE };
            for &child in &node.children {
                any = terms.or(any, below[child]);
            }
            below[number] = terms.and(node.constraint, any);
        }
        below[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_term::Sort;

    fn truths(terms: &mut Terms, names: &[&str]) -> Vec<TermId> {
        names.iter().map(|name| terms.symbol(name, Sort::BitVec(1)).unwrap()).collect()
    }

    fn of(common: &[TermId], rests: &[&[TermId]]) -> Suffixes {
        Suffixes {
            common: common.to_vec(),
            rests: rests.iter().map(|rest| rest.to_vec()).collect(),
        }
    }

    /// All sides of all forks: nothing is left to say (thesis section 5.2.3).
    #[test]
    fn a_whole_tree_is_true() {
        let mut terms = Terms::new();
        let [a, b, c] = truths(&mut terms, &["a", "b", "c"])[..] else { panic!("three") };
        let (no_a, no_b, no_c) = (terms.not(a), terms.not(b), terms.not(c));
        let rests: [&[TermId]; 4] = [&[a, b, c], &[a, b, no_c], &[a, no_b], &[no_a]];
        let (disjunction, guards) = of(&[], &rests).disjunction(&mut terms);
        assert_eq!(disjunction, TermId::TRUE);
        assert_eq!(guards[3], no_a);
        let both = terms.and(a, no_b);
        assert_eq!(guards[2], both);
        // Without one of them, what leads to the fork is written once.
        let (disjunction, _) = of(&[], &rests[1..]).disjunction(&mut terms);
        let either = terms.and(b, no_c);
        let either = terms.or(either, no_b);
        let under_a = terms.and(a, either);
        let expected = terms.or(under_a, no_a);
        assert_eq!(disjunction, expected);
    }

    #[test]
    fn a_rest_that_others_go_on_from_covers_them() {
        let mut terms = Terms::new();
        let [a, b] = truths(&mut terms, &["a", "b"])[..] else { panic!("two") };
        let (disjunction, guards) = of(&[], &[&[a, b], &[a]]).disjunction(&mut terms);
        let both = terms.and(a, b);
        assert_eq!((disjunction, &guards[..]), (a, &[both, a][..]));
        let (disjunction, guards) = of(&[a], &[&[], &[b]]).disjunction(&mut terms);
        assert_eq!((disjunction, &guards[..]), (TermId::TRUE, &[TermId::TRUE, b][..]));
    }
}
