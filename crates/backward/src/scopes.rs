//! Scopes of local variables, backward.
//!
//! Forward, a scope that is entered again has another object, and the register points to that one from then on
//! (`exec/src/step/scopes.rs`). So where the end of a scope comes before the beginning of one, what the register meant
//! later is not what it means here.

use crate::base::{self, Base, Object};
use crate::open_scopes::variable_made_at;
use crate::state::{Effect, State};
use crate::step::Executor;
use dunlin_ir::{Operand, Point, Reg};
use std::rc::Rc;

impl<'a> Executor<'_, 'a> {
    pub fn scope_begins(&mut self, state: &mut State, addr: &'a Operand, at: Point) {
        if let Operand::Reg(reg) = addr
            && !self.functions.shape(at.func).variables.contains_key(reg)
            && let Some(unknown) = state.take(*reg)
        {
            // What the register means from here on may be another object than before.
            self.bind_free(state, unknown);
        }
        let address = self.value(state, addr);
        // What was there before is gone.
        state.store(at, address, Effect::Unknown { length: None });
        if let Some(Base::Local(object)) = base::of_term(self.terms, address) {
            let now = state.steps;
            Rc::make_mut(&mut state.objects)[object].begun = Some(now);
        }
    }

    pub fn scope_ends(&mut self, state: &mut State, addr: &'a Operand) {
        if let Operand::Reg(reg) = addr {
            self.part_from_next_scope(state, *reg);
        }
        let address = self.value(state, addr);
        state.die(Some(address));
    }

    /// The object of a scope that was entered after the one that ends here: nobody asks for it before.
    fn part_from_next_scope(&mut self, state: &mut State, reg: Reg) {
        let known = state.top().unknowns.iter().find(|&&(known, _)| known == reg);
        let Some(&(_, address)) = known else { return };
        let Some(Base::Local(object)) = base::of_term(self.terms, address) else { return };
        let Some(begun) = state.objects[object].begun else { return };
        let object = &mut Rc::make_mut(&mut state.objects)[object];
        (object.met, object.born) = (true, begun);
        state.take(reg);
        state.stirred = true;
    }

    /// Whether a variable lives for sure where the path stands: its scope is open in its only activation. A variable
    /// without scope lives as long as that.
    pub fn is_in_scope(&self, state: &State, object: &Object) -> bool {
        let func = self.functions.func(object.made.func);
        let Some(variable) = variable_made_at(func, object.made) else { return false };
        let scopes = &self.functions.shape(object.made.func).scopes;
        if !scopes.has_marks(variable) {
            return true;
        }
        let mut activations = state.frames.iter().filter(|frame| frame.func == object.made.func);
        let (Some(frame), None) = (activations.next(), activations.next()) else { return false };
        let at = Point { func: frame.func, block: frame.block, index: frame.index };
        scopes.is_open(func, variable, at)
    }
}
