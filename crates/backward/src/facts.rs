//! What is known of values without a path: facts about registers and variables of the whole program
//! (`dunlin_ir::facts`), put into the conditions where a path comes to the head of a loop or to a function's entry. There
//! the values of one round would otherwise come from the round before, and so on for ever.

use crate::base::{self, Base};
use crate::search::Death;
use crate::state::State;
use crate::step::Executor;
use dunlin_ir::BlockId;
use dunlin_ir::facts::Range;
use dunlin_term::TermId;

impl Executor<'_, '_> {
    /// Adds facts about what the path asks for at the beginning of its block.
    pub fn add_facts(&mut self, state: &mut State) -> Result<(), Death> {
        let facts = self.functions.facts;
        let (func, block) = (state.top().func, state.top().block);
        let shape = self.functions.shape(func);
        let is_head = block == BlockId::new(0)
            || shape.cfg.predecessors(block).iter().any(|&edge| shape.is_cyclic(edge));
        if !is_head {
            return Ok(());
        }
        if !facts.is_reached(func, block) {
            return Err(Death::NoCaller);
        }
        // That bytes are there through a pointer that is not known is of little use from here on, and would keep
        // paths from being known again.
        state.accesses.retain(|access| {
            !matches!(base::split(self.terms, access.address).0, Base::Abstract(_) | Base::Wild)
        });
        let mut known = Vec::new();
        for &(reg, unknown) in &state.top().unknowns {
            if base::of_term(self.terms, unknown).is_some() {
                continue;
            }
            let range = facts.at(func, block, reg);
            known.push(self.is_in(unknown, range));
        }
        for read in &state.reads {
            let (base, offset) = base::split(self.terms, read.address);
            let (Base::Global(global), Some(offset)) = (base, self.terms.as_u64(offset)) else {
                continue;
            };
            let module = self.functions.module;
            let Some(values) = facts.global(module, global, offset, read.bytes.into()) else {
                continue;
            };
            let condition = match values.numbers() {
                Some(numbers) => self.is_one_of(read.symbol, numbers),
                None => self.is_in(read.symbol, values.range()),
            };
            known.push(condition);
        }
        let at = state.point();
        let before = state.open.len();
        for condition in known {
            let is_known = state.open.iter().any(|want| want.condition == condition);
            if condition != TermId::TRUE && !is_known {
                state.want(condition, at);
            }
        }
        if state.open.len() == before { Ok(()) } else { self.check(state) }
    }

    fn is_in(&mut self, value: TermId, range: Range) -> TermId {
        let width = self.terms.width(value);
        if range.is_full() || width > 64 {
            return TermId::TRUE;
        }
        let mut inside = TermId::FALSE;
        for (first, last) in range.intervals() {
            let (first, last) =
                (self.terms.constant(width, first), self.terms.constant(width, last));
            let (above, below) = (self.terms.ule(first, value), self.terms.ule(value, last));
            let both = self.terms.and(above, below);
            inside = self.terms.or(inside, both);
        }
        inside
    }

    fn is_one_of(&mut self, value: TermId, numbers: &[u64]) -> TermId {
        let width = self.terms.width(value);
        let mut one = TermId::FALSE;
        for &number in numbers {
            let number = self.terms.constant(width, number);
            let same = self.terms.eq(value, number);
            one = self.terms.or(one, same);
        }
        one
    }
}
