//! The persistent map from classes to their objects: a trie over the digits of the class.
//!
//! A program has tens or hundreds of classes among a million numbers, and a forked state shares them with
//! its siblings. So a node has only the children that there are, and a class stands as high in the trie as
//! it can: its hashed part is above, which spreads classes evenly.

use crate::class::CLASS_BITS;
use crate::tree::SlotTree;
use std::rc::Rc;

const DIGIT_BITS: u32 = 5;
const LEVELS: u32 = CLASS_BITS / DIGIT_BITS;

/// No class has this number.
pub const NO_CLASS: u32 = u32::MAX;

/// The objects of one class on a path.
#[derive(Clone)]
pub struct Members {
    pub class: u32,
    /// How many bytes of the class's region of addresses are in use: see [`crate::address`].
    pub used: u32,
    /// How many objects were made, dead ones too.
    pub made: u64,
    pub slots: SlotTree,
}

impl Members {
    pub fn none(class: u32) -> Members {
        Members { class, used: 0, made: 0, slots: SlotTree::default() }
    }
}

#[derive(Clone, Default)]
struct Branch {
    /// A bit for each digit that has a child.
    present: u32,
    children: Vec<Child>,
}

#[derive(Clone)]
enum Child {
    Branch(Rc<Branch>),
    Class(Members),
}

#[derive(Clone, Default)]
pub struct ClassTrie(Rc<Branch>);

fn digit(class: u32, level: u32) -> u32 {
    class >> ((LEVELS - 1 - level) * DIGIT_BITS) & ((1 << DIGIT_BITS) - 1)
}

impl Branch {
    /// Where the child with a digit is, or would be.
    fn place(&self, digit: u32) -> Result<usize, usize> {
        let index = (self.present & ((1 << digit) - 1)).count_ones() as usize;
        if self.present & 1 << digit != 0 { Ok(index) } else { Err(index) }
    }

    fn insert(&mut self, digit: u32, index: usize, child: Child) {
        self.present |= 1 << digit;
        // One at a time: most nodes have few children and stay as they are.
        self.children.reserve_exact(1);
        self.children.insert(index, child);
    }

    /// The first class that is not below `from`; `prefix` are the digits above this node.
    fn next_class(&self, level: u32, prefix: u32, from: u32) -> Option<u32> {
        let mut children = self.children.iter();
        for number in (0..1 << DIGIT_BITS).filter(|number| self.present & 1 << number != 0) {
            let child = children.next().expect("a child for each bit");
            let prefix = prefix << DIGIT_BITS | number;
            if prefix < from >> ((LEVELS - 1 - level) * DIGIT_BITS) {
                continue;
            }
            let found = match child {
                Child::Class(members) => Some(members.class).filter(|&class| class >= from),
                Child::Branch(branch) => branch.next_class(level + 1, prefix, from),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn for_each(&self, f: &mut impl FnMut(&Members)) {
        for child in &self.children {
            match child {
                Child::Branch(branch) => branch.for_each(f),
                Child::Class(members) => f(members),
            }
        }
    }
}

impl ClassTrie {
    pub fn get(&self, class: u32) -> Option<&Members> {
        let mut branch = &self.0;
        for level in 0..LEVELS {
            match &branch.children[branch.place(digit(class, level)).ok()?] {
                Child::Branch(next) => branch = next,
                Child::Class(members) => return (members.class == class).then_some(members),
            }
        }
        unreachable!("a branch ends in classes")
    }

    /// Puts the members of a class in the place of those that there are; those.
    pub fn replace(&mut self, members: Members) -> Option<Members> {
        let class = members.class;
        let mut branch = Rc::make_mut(&mut self.0);
        for level in 0.. {
            let digit = digit(class, level);
            let index = match branch.place(digit) {
                Ok(index) => index,
                Err(index) => {
                    branch.insert(digit, index, Child::Class(members));
                    return None;
                }
            };
            let child = &mut branch.children[index];
            if let Child::Class(known) = child {
                if known.class == class {
                    return Some(std::mem::replace(known, members));
                }
                // Another one that begins alike: both go one level down.
                let digit = self::digit(known.class, level + 1);
                let known = std::mem::replace(known, Members::none(NO_CLASS));
                let below = Branch { present: 1 << digit, children: vec![Child::Class(known)] };
                *child = Child::Branch(Rc::new(below));
            }
            let Child::Branch(next) = child else { unreachable!("made one above") };
            branch = Rc::make_mut(next);
        }
        unreachable!("a branch ends in classes")
    }

    /// The first class that is not below `from`.
    pub fn next_class(&self, from: u32) -> Option<u32> {
        self.0.next_class(0, 0, from)
    }

    /// Calls `f` with every class, in the order of their numbers.
    pub fn for_each(&self, mut f: impl FnMut(&Members)) {
        self.0.for_each(&mut f);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_class_takes_32_bytes() {
        assert_eq!((size_of::<Members>(), size_of::<Child>()), (32, 32));
    }

    proptest! {
        #[test]
        fn a_trie_is_a_map_and_copies_are_apart(
            steps in prop::collection::vec(
                (prop_oneof![0u32..40, 0u32..1 << CLASS_BITS], 0u64..100, any::<bool>()),
                0..150,
            ),
            asked in prop::collection::vec(0u32..1 << CLASS_BITS, 20),
        ) {
            let mut states = vec![(ClassTrie::default(), BTreeMap::new())];
            for (class, made, copy) in steps {
                if copy && states.len() < 4 {
                    let last = states.last().cloned().unwrap();
                    states.push(last);
                }
                let index = made as usize % states.len();
                let (trie, model) = &mut states[index];
                let old = trie.replace(Members { made, ..Members::none(class) });
                prop_assert_eq!(old.map(|old| old.made), model.insert(class, made));
            }
            for (trie, model) in &states {
                let mut all = Vec::new();
                trie.for_each(|members| all.push((members.class, members.made)));
                prop_assert_eq!(&all, &model.clone().into_iter().collect::<Vec<_>>());
                for &class in asked.iter().chain(model.keys()) {
                    let found = trie.get(class).map(|members| members.made);
                    prop_assert_eq!(found, model.get(&class).copied());
                    let next = model.range(class..).next().map(|(&class, _)| class);
                    prop_assert_eq!(trie.next_class(class), next);
                }
            }
        }
    }
}
