//! Symbolic input: what a path has made symbolic, in order.

use crate::end::{End, unsupported};
use crate::machine::Machine;
use crate::state::{Input, State};
use dunlin_ir::semantics::access;
use dunlin_memory::{ObjectId, Value};
use dunlin_results::is_unwritten;
use dunlin_term::{ArrayCells, ArrayValue, Sort, SymbolId, Table, TermId, View};
use std::rc::Rc;

/// What the bytes of an input are.
enum Source {
    Fixed(Vec<u8>),
    /// Those of this array.
    Symbolic(TermId),
}

/// The bytes of the next input, if inputs are fixed. The input is made.
fn fixed_bytes(state: &mut State, name: &str, size: u64) -> Option<Vec<u8>> {
    let fixed = state.knowledge.fixed_inputs.as_ref()?;
    let given = fixed.get(state.knowledge.inputs.len()).filter(|input| !is_unwritten(&input.name));
    let mut bytes = given.map_or_else(Vec::new, |input| input.bytes.clone());
    bytes.resize(size as usize, 0);
    let name = name.into();
    // The symbol is only a name here: nothing refers to it.
    let symbol = SymbolId(u32::MAX);
    state.add_input(Input { name, symbol, size });
    Some(bytes)
}

impl Machine<'_> {
    /// The array that is the next input of `size` bytes. States with the same history share it, so
    /// that what is learnt about one helps the others.
    pub fn new_input(&mut self, state: &mut State, name: &str, size: u64) -> Result<TermId, End> {
        let number = state.knowledge.inputs.len();
        let index = self.module.target.pointer_bits;
        if let Some(bytes) = fixed_bytes(state, name, size) {
            return Ok(self.terms.table(Table::of_bytes(index, &bytes)));
        }
        let unique = format!("{name}#{number}");
        let Ok(root) = self.terms.symbol(&unique, Sort::Array { index, element: 8 }) else {
            return Err(unsupported(format!("two different symbols called `{unique}`")));
        };
        let View::Symbol(symbol) = self.terms.view(root) else {
            unreachable!("just made as a symbol")
        };
        if let Some(bytes) = state.given_bytes(number, size) {
            let value = ArrayValue::of_bytes(index, &bytes);
            state.knowledge.path.set_input(symbol, value.clone());
            if let Some(script) = &mut state.trace.ahead {
                Rc::make_mut(&mut script.model).set_array(symbol, value);
            }
        }
        state.add_input(Input { name: name.into(), symbol, size });
        Ok(root)
    }

    /// A fresh symbolic number of `bytes` bytes.
    pub fn new_number(&mut self, state: &mut State, name: &str, bytes: u32) -> Result<TermId, End> {
        let root = self.new_input(state, name, bytes.into())?;
        let start = self.terms.constant(self.module.target.pointer_bits, 0);
        let mut cells = ArrayCells { terms: &mut self.terms, array: root };
        Ok(access::load(&mut cells, &start, bytes * 8))
    }

    fn input_byte(&mut self, root: TermId, at: u64) -> TermId {
        let index = self.terms.constant(self.module.target.pointer_bits, at);
        self.terms.select(root, index)
    }

    /// Makes bytes of an object symbolic.
    pub fn make_symbolic(
        &mut self,
        state: &mut State,
        (object, offset): (ObjectId, u64),
        size: u64,
        name: &str,
    ) -> Result<(), End> {
        // As bytes: a table of a large input would take long to make, and much room.
        let source = match fixed_bytes(state, name, size) {
            Some(bytes) => Source::Fixed(bytes),
            None => Source::Symbolic(self.new_input(state, name, size)?),
        };
        // What lies elsewhere is overwritten byte by byte.
        if let Ok(found) = state.memory.objects.object_mut(object)
            && size == found.size()
        {
            found.clear();
        }
        for at in 0..size {
            self.go_on_in(at)?;
            let byte = match &source {
                Source::Fixed(bytes) => Value::int(bytes[at as usize].into()),
                Source::Symbolic(root) => Value::term(self.input_byte(*root, at)),
            };
            self.with_terms(state, |memory, context| {
                memory.store_symbolic(context, object, offset + at, 1, byte);
            });
        }
        Ok(())
    }
}
