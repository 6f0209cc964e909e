//! Computed gotos. An address of a label is a pointer into its function, at one more than the number of
//! its block. Where input chooses among labels, each that is possible is a path of its own.

use crate::code::Pc;
use crate::decide::{Choice, assumed_away};
use crate::machine::Machine;
use crate::outcome::{End, ErrorKind, ProgramError, unsupported};
use crate::resolve::Leaf;
use crate::state::{State, function_object};
use dunlin_memory::Value;
use dunlin_term::TermId;

impl Machine<'_> {
    pub fn indirect_jump(&mut self, state: &mut State, addr: Value, table: u32) -> Result<Pc, End> {
        let own = function_object(state.top().func);
        let labels = &self.code.indirect[table as usize];
        if addr.meta.is_symbolic() {
            return self.choose_label(state, addr, table);
        }
        let here = addr.meta.is_pointer() && addr.meta.object() == own && addr.bits > 0;
        match labels.iter().find(|(block, _)| here && u64::from(block.0) + 1 == addr.bits) {
            Some((_, pc)) => Ok(*pc),
            None if addr.as_int() == Some(0) => {
                let message = "computed goto to a null pointer";
                Err(ProgramError::new(ErrorKind::NullDereference, message).into())
            }
            None => {
                Err(unsupported("a computed goto to what is not plainly a label of its function"))
            }
        }
    }

    fn choose_label(&mut self, state: &mut State, addr: Value, table: u32) -> Result<Pc, End> {
        let width = self.module.target.pointer_bits;
        let own = function_object(state.top().func);
        let address = self.term(state, addr, width);
        let leaves = self.leaves(address)?;
        if leaves.iter().any(|(_, leaf)| matches!(leaf, Leaf::Other { .. })) {
            return Err(unsupported("a computed goto to what is not plainly one of its labels"));
        }
        let labels = &self.code.indirect[table as usize];
        let mut targets: Vec<(Pc, TermId)> = Vec::new();
        let mut any = TermId::FALSE;
        for &(block, to) in labels {
            let place = self.terms.constant(width, u64::from(block.0) + 1);
            let mut condition = TermId::FALSE;
            for &(guard, leaf) in &leaves {
                if let Leaf::Object(object, offset) = leaf
                    && object == own
                {
                    let there = self.terms.eq(offset, place);
                    let there = self.terms.and(guard, there);
                    condition = self.terms.or(condition, there);
                }
            }
            any = self.terms.or(any, condition);
            targets.push((to, condition));
        }
        self.require(state, any, |_, _| {
            let message = "computed goto to what can be none of the labels";
            ProgramError::new(ErrorKind::OutOfBoundsRead, message)
        })?;
        self.keep_guided_target(&mut targets)?;
        let choices: Vec<Choice> = targets
            .iter()
            .map(|&(to, condition)| Choice { number: to.into(), condition })
            .collect();
        match self.choose(state, &choices)? {
            Some(chosen) => Ok(chosen as Pc),
            None => Err(assumed_away()),
        }
    }
}
