//! Hashes that do not see some parts of a term.
//!
//! Blind to bases: queries that differ only in which objects they speak of have the same hash
//! (address-aware caching). Blind to constants: path conditions that differ only in constants have
//! the same hash (merging by patterns). Both are computed on demand and remembered.
//!
//! Operands of commutative operators count as a set, nested ones as one: their order in a term
//! depends on which was made first, which these hashes must not show.

use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::{Node, mix};
use crate::op::Op;
use rustc_hash::FxHashMap;

/// What a hash does not see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Blind {
    ToBases,
    ToConstants,
}

/// Remembered hashes. For an associative operator: the sum over its operands, not yet finished.
#[derive(Default)]
pub(crate) struct BlindMemo {
    to_bases: FxHashMap<TermId, u64>,
    to_constants: FxHashMap<TermId, u64>,
}

impl BlindMemo {
    fn of(&mut self, blind: Blind) -> &mut FxHashMap<TermId, u64> {
        match blind {
            Blind::ToBases => &mut self.to_bases,
            Blind::ToConstants => &mut self.to_constants,
        }
    }

    pub fn retain(&mut self, alive: impl Fn(TermId) -> bool) {
        self.to_bases.retain(|&term, _| alive(term));
        self.to_constants.retain(|&term, _| alive(term));
    }
}

const SEED: u64 = 0x8f1b_bcdc_ca62_c1d6;

impl Terms {
    /// The hash of a term that is blind to some parts. Terms that differ only in those parts have
    /// equal hashes.
    pub fn blind_hash(&mut self, term: TermId, blind: Blind) -> u64 {
        let mut memo = std::mem::take(self.blind.of(blind));
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if memo.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(self.children(top).filter(|child| !memo.contains_key(child)));
            if stack.len() == before {
                let hash = self.hash_of_node(top, blind, &memo);
                memo.insert(top, hash);
                stack.pop();
            }
        }
        let hash = self.finished(term, &memo);
        *self.blind.of(blind) = memo;
        hash
    }

    /// All children are in `memo`.
    fn hash_of_node(&self, term: TermId, blind: Blind, memo: &FxHashMap<TermId, u64>) -> u64 {
        let node = self.node(term);
        let head = head_of(&node);
        match (node.op, blind) {
            (Op::Base, Blind::ToBases) => head,
            (Op::Const | Op::WideConst | Op::Table, Blind::ToConstants) => {
                mix(SEED ^ u64::from(node.width), 0xd1b5_4a32_d192_ed03)
            }
            (Op::Const, _) => mix(head ^ node.value(), SEED),
            (Op::WideConst, _) => {
                let words = self.wide.get(node.a).words();
                words.iter().fold(head, |hash, &word| mix(hash ^ word, SEED))
            }
            _ if node.op.is_associative() => {
                let operands = self.children(term).map(|child| {
                    // The sum of a nested application is taken over as it is.
                    if self.op(child) == node.op {
                        memo[&child]
                    } else {
                        mix(self.finished(child, memo) ^ SEED, 0x2545_f491_4f6c_dd1d)
                    }
                });
                operands.fold(0, u64::wrapping_add)
            }
            (Op::Eq, _) => {
                let operands =
                    self.children(term).map(|child| mix(self.finished(child, memo), SEED));
                mix(head ^ operands.fold(0, u64::wrapping_add), SEED)
            }
            _ => {
                let mut hash = head;
                for child in self.children(term) {
                    hash = mix(hash ^ self.finished(child, memo), SEED).rotate_left(23);
                }
                for &parameter in &node.fields()[node.op.arity()..] {
                    hash = mix(hash ^ u64::from(parameter), SEED);
                }
                hash
            }
        }
    }

    fn finished(&self, term: TermId, memo: &FxHashMap<TermId, u64>) -> u64 {
        let node = self.node(term);
        let hash = memo[&term];
        if node.op.is_associative() { mix(head_of(&node) ^ hash, SEED) } else { hash }
    }
}

/// Operator and width; of a float operator which one.
fn head_of(node: &Node) -> u64 {
    let parameters =
        if node.op.is_float() { u64::from(node.p) | u64::from(node.q) << 8 } else { 0 };
    let sort = u64::from(node.width) << 24 | u64::from(node.is_array()) << 60;
    mix(u64::from(node.op as u8) ^ parameters << 8 ^ sort, SEED)
}
