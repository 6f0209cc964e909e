//! Choices between terms for the objects that a pointer may mean.

use super::Several;
use crate::machine::Machine;
use crate::memory::Leaf;
use dunlin_memory::ObjectId;
use dunlin_term::{Op, TermId, View};
use rustc_hash::FxHashMap;

impl Machine<'_> {
    /// A choice between terms for the objects that a pointer may mean, in the shape of the pointer. What
    /// `leaf` has no term for is never chosen. `None` if that is everything.
    pub(super) fn chosen(
        &mut self,
        several: &Several,
        mut leaf: impl FnMut(&mut Self, ObjectId, TermId) -> Option<TermId>,
    ) -> Option<TermId> {
        let mut meant: Vec<ObjectId> = several.alternatives.iter().map(|a| a.object).collect();
        meant.sort_unstable();
        let mut leaf = |machine: &mut Self, object: ObjectId, offset: TermId| match meant
            .binary_search(&object)
        {
            Ok(_) => leaf(machine, object, offset),
            Err(_) => None,
        };
        let none = self.terms.constant(self.module.target.pointer_bits, 0);
        self.chosen_below(several, none, &mut leaf)
    }

    /// As [`Machine::chosen`], for the whole pointer to which `offset` is added. A pointer may be a choice of
    /// any depth, on either side.
    fn chosen_below(
        &mut self,
        several: &Several,
        offset: TermId,
        leaf: &mut dyn FnMut(&mut Self, ObjectId, TermId) -> Option<TermId>,
    ) -> Option<TermId> {
        let mut known: FxHashMap<(TermId, TermId), Option<TermId>> = FxHashMap::default();
        let mut open = vec![Part::new(several.address, offset)];
        // What the part that was completed last is.
        let mut chosen = None;
        while let Some(part) = open.last_mut() {
            if let Some(condition) = part.waiting.take() {
                part.chain.push((condition, chosen));
            }
            chosen = match self.terms.view(part.term) {
                View::Ite(condition, x, y) => {
                    part.waiting = Some(condition);
                    part.term = y;
                    match known.get(&(x, part.offset)) {
                        Some(&first) => chosen = first,
                        None => {
                            let first = Part::new(x, part.offset);
                            open.push(first);
                        }
                    }
                    continue;
                }
                View::Binary(Op::Add, x, y)
                    if let Some((pointer, number)) = self.pointer_and_number(x, y) =>
                {
                    part.offset = self.terms.add(part.offset, number);
                    part.term = pointer;
                    continue;
                }
                View::Base(base) => {
                    let object = ObjectId(self.terms.base_info(base).object);
                    leaf(self, object, part.offset)
                }
                _ => self.chosen_by_address(several, part.term, part.offset, leaf),
            };
            let part = open.pop().expect("just looked at");
            for (condition, first) in part.chain.into_iter().rev() {
                chosen = match (first, chosen) {
                    (Some(x), Some(y)) => Some(self.terms.ite(condition, x, y)),
                    (x, y) => x.or(y),
                };
            }
            known.insert(part.whole, chosen);
        }
        chosen
    }

    fn chosen_by_address(
        &mut self,
        several: &Several,
        term: TermId,
        offset: TermId,
        leaf: &mut dyn FnMut(&mut Self, ObjectId, TermId) -> Option<TermId>,
    ) -> Option<TermId> {
        let place = match self.plain_leaf(term, offset) {
            Leaf::Other { base, offset } => (base, offset),
            Leaf::Number(number) => {
                let number = self.terms.constant(self.module.target.pointer_bits, number);
                (number, number)
            }
            Leaf::Object(..) => unreachable!("bases are looked at before"),
        };
        let mut chosen = None;
        for &(condition, object, offset) in several.opaque.get(&place).into_iter().flatten().rev() {
            let Some(here) = leaf(self, object, offset) else { continue };
            chosen = Some(match chosen {
                None => here,
                Some(other) => self.terms.ite(condition, here, other),
            });
        }
        chosen
    }
}

/// A part of a pointer that is being taken apart: a chain of choices that goes on in their second branch.
struct Part {
    /// The term and the offset that it began with.
    whole: (TermId, TermId),
    term: TermId,
    offset: TermId,
    /// Conditions, and what was chosen in their first branches.
    chain: Vec<(TermId, Option<TermId>)>,
    /// The condition whose first branch is being taken apart.
    waiting: Option<TermId>,
}

impl Part {
    fn new(term: TermId, offset: TermId) -> Part {
        Part { whole: (term, offset), term, offset, chain: Vec::new(), waiting: None }
    }
}
