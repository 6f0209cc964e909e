//! Switches on values that are not plain numbers.

use crate::code::{Pc, SwitchTable};
use crate::decide::{Exit, assumed_away};
use crate::end::End;
use crate::machine::Machine;
use crate::state::{DecisionKind, State};
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
        // Cases are numbered by their values, without those that lead where the default does.
        let others = cases.iter().filter(|&&(_, to)| to != default);
        let count = others.clone().count() as u64;
        let number = |exit: Pc| others.clone().position(|&(_, to)| to == exit);
        // A case beyond the width of a narrower term is impossible.
        let possible = cases.iter().copied().filter(|(case, _)| case & !mask(width) == 0);
        let exits = edge::switch(&mut self.terms, width, &term, possible, default);
        let exit = |(to, condition)| {
            let number = number(to).map_or(count, |number| number as u64);
            Exit { to, number, condition }
        };
        let exits = exits.into_iter().map(exit).collect();
        match self.choose_exit(state, DecisionKind::Case, exits)? {
            Some(to) => Ok(to),
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
