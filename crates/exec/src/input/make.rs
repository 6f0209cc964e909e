//! Symbolic input: how roots are made, and the memory that holds them.

use crate::end::{End, unsupported};
use crate::machine::{Hint, Machine};
use crate::options::ExecOptions;
use crate::state::{Root, Source, State, Word, in_row};
use dunlin_ir::semantics::access::{self, CellsMut};
use dunlin_memory::{ObjectId, Value};
use dunlin_term::{ArrayCells, ArrayValue, Sort, SymbolId, Table, TermId, View};
use std::rc::Rc;

/// The symbol of a root whose bytes are fixed.
const ONLY_A_NAME: SymbolId = SymbolId(u32::MAX);

/// What the bytes of an input are.
enum Bytes {
    Fixed(Vec<u8>),
    /// Those of this array, but for what a hint says.
    Symbolic(TermId, Option<Hint>),
}

/// A root that is to be made.
pub struct NewRoot<'n> {
    /// What tests call it.
    name: &'n str,
    source: Source,
    /// The pointer that leads to it, if that is what made it: wherever it is used first, it is the same.
    behind: Option<Word>,
}

impl NewRoot<'_> {
    /// What the program asks the test for.
    pub fn asked(name: &str) -> NewRoot<'_> {
        NewRoot { name, source: Source::Test, behind: None }
    }

    /// What nobody has computed.
    pub fn lazy(name: &str) -> NewRoot<'_> {
        NewRoot { name, source: Source::Lazy, behind: None }
    }

    /// What a lazily symbolic pointer leads to.
    pub fn behind(word: Word, name: &str) -> NewRoot<'_> {
        NewRoot { name, source: Source::Lazy, behind: Some(word) }
    }

    /// Whether it is the next of a test that is followed, by its name; none if there is no such test.
    fn is_next(&self, state: &State) -> Option<bool> {
        let fixed = state.knowledge.fixed_inputs.as_ref()?;
        let next = fixed.get(state.knowledge.roots.made().len());
        Some(next.is_some_and(|input| input.name == self.name))
    }

    /// Whether it is to be made: the test that is followed says so, or there is none and its source is free.
    pub fn is_wanted(&self, state: &State, options: &ExecOptions) -> bool {
        self.is_next(state).unwrap_or(self.source.is_free(options))
    }

    /// Whether an allocation fails.
    pub fn failed_allocation(by_library: bool) -> NewRoot<'static> {
        let name = if by_library { "library_malloc_fails" } else { "malloc_fails" };
        NewRoot { name, source: Source::FailedAllocation { by_library }, behind: None }
    }
}

impl Machine<'_> {
    /// Adds the next root to a path, with its symbol; where inputs are fixed, that is only a name to which nothing
    /// refers.
    fn add_root(&self, state: &mut State, new: NewRoot<'_>, symbol: SymbolId, size: u64) {
        let NewRoot { name, source, behind } = new;
        let here = self.here(state);
        let made = match behind {
            None => Some((here, state.knowledge.roots.count_at(here))),
            Some(_) => None,
        };
        state.add_root(Root { name: name.into(), source, pointers: None, made, symbol, size });
    }

    /// What the symbol of the next root is called: by what it is, not by what came before.
    fn symbol_name(&self, state: &State, new: &NewRoot<'_>) -> String {
        match new.behind {
            Some(Word { root, at }) => format!("*{}.{at}", self.terms.symbol_info(root).name),
            None => {
                let here = self.here(state);
                let count = state.knowledge.roots.count_at(here);
                format!("{}@{}#{count}", new.name, here.0)
            }
        }
    }

    /// The bytes of the next root, if inputs are fixed.
    fn fixed_bytes(&self, state: &State, size: u64) -> Option<Vec<u8>> {
        let fixed = state.knowledge.fixed_inputs.as_ref()?;
        let given = in_row(fixed, state.knowledge.roots.made().len(), size);
        Some(given.unwrap_or_else(|| vec![0; size as usize]))
    }

    /// The array of the next root, of `size` bytes. States that make it at the same place share it, so that what is
    /// learnt about one helps the others.
    fn new_root(&mut self, state: &mut State, new: NewRoot<'_>, size: u64) -> Result<TermId, End> {
        let index = self.module.target.pointer_bits;
        if let Some(bytes) = self.fixed_bytes(state, size) {
            self.add_root(state, new, ONLY_A_NAME, size);
            return Ok(self.terms.table(Table::of_bytes(index, &bytes)));
        }
        let unique = self.symbol_name(state, &new);
        let Ok(root) = self.terms.symbol(&unique, Sort::Array { index, element: 8 }) else {
            return Err(unsupported(format!("two different symbols called `{unique}`")));
        };
        let View::Symbol(symbol) = self.terms.view(root) else {
            unreachable!("just made as a symbol")
        };
        let number = state.knowledge.roots.made().len();
        if let Some(bytes) = in_row(state.given(), number, size) {
            let value = ArrayValue::of_bytes(index, &bytes);
            state.knowledge.path.set_input(symbol, value.clone());
            if let Some(script) = &mut state.trace.ahead {
                Rc::make_mut(&mut script.model).set_array(symbol, value);
            }
        }
        self.add_root(state, new, symbol, size);
        Ok(root)
    }

    /// What the bytes of the root that was made last are known to be, by a hint that the path follows. One that
    /// follows none may follow relations between that root and others.
    fn hint_for(&mut self, state: &mut State, array: TermId) -> Result<Option<Hint>, End> {
        if self.hints.is_empty() || state.knowledge.fixed_inputs.is_some() {
            return Ok(None);
        }
        let hint = self.choose_hint(state, array)?;
        if hint.is_none() {
            self.follow_relations(state)?;
        }
        Ok(hint)
    }

    /// A fresh symbolic number of `bytes` bytes.
    pub fn new_number(
        &mut self,
        state: &mut State,
        new: NewRoot<'_>,
        bytes: u32,
    ) -> Result<TermId, End> {
        let root = self.new_root(state, new, bytes.into())?;
        let hint = self.hint_for(state, root)?;
        let index = self.module.target.pointer_bits;
        let start = self.terms.constant(index, 0);
        let mut cells = ArrayCells { terms: &mut self.terms, array: root };
        for (at, byte) in hint.into_iter().flat_map(|hint| hint.bytes) {
            let (at, byte) =
                (cells.terms.constant(index, at), cells.terms.constant(8, byte.into()));
            cells.write(&at, &byte);
        }
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
        new: NewRoot<'_>,
    ) -> Result<(), End> {
        // As bytes: a table of a large input would take long to make, and much room.
        let bytes = match self.fixed_bytes(state, size) {
            Some(bytes) => {
                self.add_root(state, new, ONLY_A_NAME, size);
                Bytes::Fixed(bytes)
            }
            None => {
                let root = self.new_root(state, new, size)?;
                Bytes::Symbolic(root, self.hint_for(state, root)?)
            }
        };
        // What lies elsewhere is overwritten byte by byte.
        if let Ok(found) = state.memory.objects.object_mut(object)
            && size == found.size()
        {
            found.clear();
        }
        for at in 0..size {
            self.go_on_in(at)?;
            let byte = match &bytes {
                Bytes::Fixed(bytes) => Value::int(bytes[at as usize].into()),
                Bytes::Symbolic(root, hint) => match hint.as_ref().and_then(|hint| hint.at(at)) {
                    Some(byte) => Value::int(byte.into()),
                    None => Value::term(self.input_byte(*root, at)),
                },
            };
            self.with_terms(state, |memory, context| {
                memory.store_symbolic(context, object, offset + at, 1, byte);
            });
        }
        Ok(())
    }
}
