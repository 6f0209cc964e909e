//! Switches on values that are not plain numbers.

use crate::code::{Pc, SwitchTable};
use crate::decide::{Choice, assumed_away};
use crate::end::End;
use crate::machine::Machine;
use crate::state::State;
use dunlin_ir::Bits;
use dunlin_ir::semantics::edge;
use dunlin_ir::small::mask;
use dunlin_memory::{Value, ValueKind};

impl Machine<'_> {
    /// The target of a switch on a value that is not a plain number. All cases with one target are
    /// one choice.
    #[cold]
    #[inline(never)]
    pub(super) fn switch_slow(
        &mut self,
        state: &mut State,
        value: Value,
        table: u32,
    ) -> Result<Pc, End> {
        let table = &self.code.switches[table as usize];
        if !self.needs_terms(state, value) {
            let bits = self.to_bits(state, 64, value)?;
            return Ok(table.target(bits));
        }
        let (cases, default): (Vec<(u64, Pc)>, Pc) = match table {
            SwitchTable::Dense { first, targets, default } => {
                let cases = targets.iter().enumerate();
                let case = |(i, &to): (usize, &Pc)| (first.wrapping_add(i as u64), to);
                (cases.map(case).collect(), *default)
            }
            SwitchTable::Sparse { cases, default } => (cases.clone(), *default),
            SwitchTable::Wide { .. } => unreachable!("compiled to an operation of its own"),
        };
        let value = self.named(state, value);
        let width = match value.kind() {
            ValueKind::Term(term) => self.terms.width(term),
            ValueKind::Int(bits) => (64 - bits.leading_zeros()).max(1),
            _ => self.module.target.pointer_bits,
        };
        let term = self.term(state, value, width);
        self.note_compared(state, &[term]);
        // A case beyond the width of a narrower term is impossible.
        let possible = cases.into_iter().filter(|(case, _)| case & !mask(width) == 0);
        let cases = possible.map(|(case, to)| (Bits::from_u64(width, case), to));
        let mut targets = edge::switch(&mut self.terms, width, &term, cases, default);
        self.keep_guided_target(&mut targets)?;
        let choices: Vec<Choice> = targets
            .iter()
            .map(|&(to, condition)| Choice { number: to.into(), condition })
            .collect();
        match self.choose(state, &choices)? {
            Some(chosen) => Ok(chosen as Pc),
            None if self.coverage.is_following() => Err(assumed_away()),
            None => unreachable!("one case or the default applies"),
        }
    }

    /// The target of a switch on a number of more than 64 bits.
    pub(super) fn switch_wide(
        &mut self,
        state: &mut State,
        first: u32,
        table: u32,
    ) -> Result<Pc, End> {
        let SwitchTable::Wide { cases, default } = &self.code.switches[table as usize] else {
            unreachable!("compiled with a wide table")
        };
        let words = cases.first().map_or(0, |(words, _)| words.len() as u32);
        let mut value = Vec::new();
        for i in 0..words {
            let word = state.position.reg(first + i);
            value.push(self.to_bits(state, 64, word)?);
        }
        Ok(cases.iter().find(|(words, _)| *words == value).map_or(*default, |case| case.1))
    }
}
