//! Variable arguments, backward.
//!
//! Forward they lie in memory, one behind the other, in an object of the activation, and `va_start` sets up a list whose
//! registers are all used up (`exec/src/step/varargs.rs`). Backward, `va_start` comes first: the object has a name from
//! then on, and its size is unknown. Where the path leaves the activation to its call, the call's arguments are stores
//! to it.

use crate::base::{Fresh, Object, make};
use crate::search::Lost;
use crate::state::{Access, Effect, Kind, State};
use crate::step::{Executor, Flow};
use dunlin_ir::target::{VaList, VaStructure};
use dunlin_ir::{Call, Operand, Point, VarArgValue};
use dunlin_term::TermId;
use std::rc::Rc;

/// The alignment of the object that they lie in.
const ALIGN: u64 = 16;

impl<'a> Executor<'_, 'a> {
    pub fn va_start(&mut self, state: &mut State, list: &'a Operand, at: Point) -> Flow {
        let Some(lists) = self.functions.module.target.va_list() else {
            return Flow::Lost(Lost::Unsupported(at));
        };
        let list = self.value(state, list);
        let area = self.area(state, at);
        let word = self.pointer_bits() / 8;
        match lists {
            VaList::Pointer => self.set_up(state, list, 0, word, area, at),
            VaList::Structure(VaStructure { used_up, memory, saved }) => {
                for &(offset, end) in used_up {
                    let end = self.terms.constant(32, end);
                    self.set_up(state, list, offset, 4, end, at);
                }
                let null = self.terms.constant(self.pointer_bits(), 0);
                self.set_up(state, list, *memory, word, area, at);
                self.set_up(state, list, *saved, word, null, at);
            }
        }
        Flow::On
    }

    pub fn va_copy(&mut self, state: &mut State, to: &'a Operand, from: &'a Operand, at: Point) {
        let [to, from] = [to, from].map(|operand| self.value(state, operand));
        let size = if self.pointer_bits() == 64 { 24 } else { 4 };
        let length = self.terms.constant(self.pointer_bits(), size);
        self.copy(state, to, from, length, at);
    }

    /// A field of a list gets its first value.
    fn set_up(
        &mut self,
        state: &mut State,
        list: TermId,
        offset: u64,
        bytes: u32,
        value: TermId,
        at: Point,
    ) {
        let offset = self.terms.constant(self.pointer_bits(), offset);
        let address = self.terms.add(list, offset);
        state.store(at, address, Effect::Value { value, bytes });
        let length = self.terms.constant(self.pointer_bits(), bytes.into());
        state.accesses.push(Access { address, length, write: true, at });
    }

    /// Where the variable arguments of the running activation lie.
    fn area(&mut self, state: &mut State, at: Point) -> TermId {
        if let Some(object) = state.top().varargs {
            return state.objects[object].base;
        }
        let size = state.fresh(self.terms, Kind::Unknown, self.pointer_bits());
        let number = state.objects.len();
        let over = state.top().over;
        let base = make(state, self.terms, self.functions.module, |base, born| Object {
            base,
            size,
            align: ALIGN,
            fresh: Fresh::Unwritten,
            made: at,
            born,
            met: false,
            begun: None,
            over,
            private: false,
        });
        state.top_mut().varargs = Some(number);
        base
    }

    /// The call comes that has made an activation: its arguments are what it passes. If it does not fit the function, or
    /// there is no call, they are anything, and as many as may be.
    pub fn pass_variable_arguments(
        &mut self,
        state: &mut State,
        object: usize,
        call: Option<(&'a Call, Point)>,
    ) {
        let Object { base, size: unknown, .. } = state.objects[object];
        let now = state.steps;
        let met = &mut Rc::make_mut(&mut state.objects)[object];
        (met.met, met.born) = (true, now);
        let Some((call, at)) = call else { return self.bind_free(state, unknown) };
        let size = self.terms.constant(self.pointer_bits(), call.varargs_size);
        state.bind(unknown, size);
        for argument in &call.varargs {
            let offset = self.terms.constant(self.pointer_bits(), argument.offset);
            let address = self.terms.add(base, offset);
            match &argument.value {
                VarArgValue::Scalar { ty, value } => {
                    let bytes = ty.bits(&self.functions.module.target).div_ceil(8);
                    let value = self.value(state, value);
                    let value = self.terms.zext(bytes * 8, value);
                    state.store(at, address, Effect::Value { value, bytes });
                }
                VarArgValue::Copy { from, size } => {
                    let from = self.value(state, from);
                    let length = self.terms.constant(self.pointer_bits(), *size);
                    self.copy(state, address, from, length, at);
                }
            }
        }
    }
}
