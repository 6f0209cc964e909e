//! Computed gotos. An address of a label is a pointer into its function, at one more than the number of
//! its block (`dunlin_ir::semantics::address::label`). Where input chooses among labels, each that is possible is a path of its own.

use crate::code::{Pc, function_object};
use crate::decide::{Exit, assumed_away};
use crate::end::{End, ProgramError, unsupported};
use crate::machine::Machine;
use crate::memory::Leaf;
use crate::state::{DecisionKind, State};
use dunlin_ir::semantics::{address, edge};
use dunlin_memory::{ObjectId, Value};
use dunlin_results::ErrorKind;
use dunlin_term::TermId;

const NULL: &str = "computed goto to a null pointer";

impl Machine<'_> {
    pub fn indirect_jump(&mut self, state: &mut State, addr: Value, table: u32) -> Result<Pc, End> {
        let own = function_object(state.position.top().func);
        let labels = &self.code.indirect[table as usize];
        if addr.meta.is_symbolic() {
            return self.choose_label(state, addr, table);
        }
        let here = addr.meta.is_pointer() && addr.meta.object() == own && addr.bits > 0;
        match labels.iter().find(|(block, _)| here && address::label(*block) == addr.bits) {
            Some((_, pc)) => Ok(*pc),
            None if addr.as_int() == Some(0) => {
                Err(ProgramError::new(ErrorKind::NullDereference, NULL).into())
            }
            None => {
                Err(unsupported("a computed goto to what is not plainly a label of its function"))
            }
        }
    }

    fn choose_label(&mut self, state: &mut State, addr: Value, table: u32) -> Result<Pc, End> {
        let width = self.module.target.pointer_bits;
        let own = function_object(state.position.top().func);
        let address = self.term(state, addr, width);
        let zero = self.terms.constant(width, 0);
        let is_null = self.terms.eq(address, zero);
        let not_null = self.terms.not(is_null);
        self.require(state, not_null, |_, _| ProgramError::new(ErrorKind::NullDereference, NULL))?;
        let leaves = self.leaves(address)?;
        let plain = !leaves.iter().any(|(_, leaf)| matches!(leaf, Leaf::Other { .. }));
        let labels = &self.code.indirect[table as usize];
        let mut targets: Vec<Exit> = Vec::new();
        let mut any = TermId::FALSE;
        for &(block, to) in labels {
            let number = address::label(block);
            let condition = if plain {
                let place = self.terms.constant(width, number);
                self.is_at(&leaves, own, place)
            } else {
                // Put together from parts, as the bytes of a table that is split: compared as a number.
                let label = self.term(state, Value::pointer(own, number), width);
                edge::indirect(&mut self.terms, width, &address, &label)
            };
            any = self.terms.or(any, condition);
            targets.push(Exit { to, number: block.0.into(), condition });
        }
        self.require(state, any, |_, _| {
            let message = "computed goto to what can be none of the labels";
            ProgramError::new(ErrorKind::OutOfBoundsRead, message)
        })?;
        self.choose_exit(state, DecisionKind::Label, targets)?.ok_or_else(assumed_away)
    }

    /// Where a pointer with these leaves is one to a place of an object.
    fn is_at(&mut self, leaves: &[(TermId, Leaf)], wanted: ObjectId, place: TermId) -> TermId {
        let mut condition = TermId::FALSE;
        for &(guard, leaf) in leaves {
            if let Leaf::Object(object, offset) = leaf
                && object == wanted
            {
                let there = self.terms.eq(offset, place);
                let there = self.terms.and(guard, there);
                condition = self.terms.or(condition, there);
            }
        }
        condition
    }
}
