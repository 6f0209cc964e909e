//! Lazily symbolic pointers within addresses: finding them, and what is added to them.
//!
//! A pointer is a whole word of lazily symbolic bytes, read at a known place. Addresses that depend on
//! such bytes in another way are refused, so that no path is followed on a guess.

use crate::end::{End, unsupported};
use crate::machine::Machine;
use crate::state::{Roots, State, Word};
use dunlin_ir::LayoutKind;
use dunlin_ir::semantics::access;
use dunlin_term::{ArrayCells, Op, SymbolId, TermId, View};

impl Machine<'_> {
    /// Whether a term depends on lazily symbolic bytes.
    pub(super) fn mentions(&mut self, roots: &Roots, term: TermId) -> bool {
        let variables = self.terms.free_variables(term);
        variables.iter().any(|&variable| match self.terms.view(variable) {
            View::Symbol(symbol) => roots.lazy(symbol).is_some(),
            _ => false,
        })
    }

    /// Takes an address apart into a lazy pointer and an offset from it.
    pub(super) fn split(
        &mut self,
        state: &State,
        address: TermId,
    ) -> Result<(Word, TermId, TermId), End> {
        let roots = &state.knowledge.roots;
        let mut words = Vec::new();
        let mut open = vec![address];
        let mut addends = Vec::new();
        while let Some(term) = open.pop() {
            match self.terms.view(term) {
                View::Binary(Op::Add, x, y) => open.extend([y, x]),
                _ => {
                    if let Some(word) = self.word(roots, term) {
                        words.push((word, addends.len()));
                    }
                    addends.push(term);
                }
            }
        }
        // Of several, the pointer is what was used as one before, or what its type says.
        let used = |(word, _): &&(Word, usize)| {
            state.memory.lazy.as_ref().is_some_and(|lazy| lazy.targets.contains_key(word))
        };
        let typed = |(word, _): &&(Word, usize)| self.is_pointer_field(roots, *word);
        let chosen = match &words[..] {
            [only] => Some(only),
            several => several.iter().find(used).or_else(|| several.iter().find(typed)),
        };
        let Some(&(word, place)) = chosen else {
            return Err(unsupported(
                "an address that is computed from lazily symbolic input, but is no pointer in it plus an offset",
            ));
        };
        let pointer = addends.remove(place);
        let mut offset = self.terms.constant(self.module.target.pointer_bits, 0);
        for addend in addends {
            offset = self.terms.add(offset, addend);
        }
        Ok((word, pointer, offset))
    }

    /// An address in which pointers that were read at symbolic places of lazily symbolic bytes are read
    /// at known ones: execution forks for each of these.
    pub(super) fn known_places(
        &mut self,
        state: &mut State,
        address: TermId,
    ) -> Result<TermId, End> {
        let mut sum = self.terms.constant(self.module.target.pointer_bits, 0);
        let mut open = vec![address];
        while let Some(mut term) = open.pop() {
            if let View::Binary(Op::Add, x, y) = self.terms.view(term) {
                open.extend([y, x]);
                continue;
            }
            if let Some((root, place)) = self.word_at(&state.knowledge.roots, term) {
                let at = self.concretise(state, place)?;
                term = self.read_word(root, at);
            }
            sum = self.terms.add(sum, term);
        }
        Ok(sum)
    }

    /// The root and the symbolic place of the whole word of lazily symbolic bytes that a term reads, if
    /// it does that.
    fn word_at(&mut self, roots: &Roots, term: TermId) -> Option<(TermId, TermId)> {
        let parts = self.parts(term)?;
        let &(root, start) = parts.last()?;
        let View::Symbol(symbol) = self.terms.view(root) else { return None };
        let symbolic = self.terms.as_u64(start).is_none() && roots.lazy(symbol).is_some();
        if !symbolic || parts.len() as u32 != self.module.target.pointer_bits / 8 {
            return None;
        }
        for (i, &(array, place)) in parts.iter().rev().enumerate() {
            let distance = self.terms.sub(place, start);
            if array != root || self.terms.as_u64(distance) != Some(i as u64) {
                return None;
            }
        }
        Some((root, start))
    }

    /// The bytes that a term consists of, the highest first: arrays and places.
    fn parts(&self, term: TermId) -> Option<Vec<(TermId, TermId)>> {
        let mut rest = term;
        let mut parts = Vec::new();
        loop {
            let (part, more) = match self.terms.view(rest) {
                View::Concat(high, low) => (high, Some(low)),
                _ => (rest, None),
            };
            let View::Select(array, place) = self.terms.view(part) else { return None };
            parts.push((array, place));
            match more {
                Some(low) => rest = low,
                None => return Some(parts),
            }
        }
    }

    fn read_word(&mut self, root: TermId, at: u64) -> TermId {
        let width = self.module.target.pointer_bits;
        let place = self.terms.constant(width, at);
        access::load(&mut ArrayCells { terms: &mut self.terms, array: root }, &place, width)
    }

    fn is_pointer_field(&self, roots: &Roots, word: Word) -> bool {
        let Some((_, pointers)) = roots.lazy(word.root) else { return false };
        let Some(layout) = pointers.layout else { return pointers.parameter.is_some() };
        let LayoutKind::Struct { fields, .. } = &self.module.layout(layout).kind else {
            return false;
        };
        let is_pointer = |field: &dunlin_ir::Field| {
            matches!(self.module.layout(field.layout).kind, LayoutKind::Pointer)
        };
        fields.iter().any(|field| field.offset == word.at && is_pointer(field))
    }

    /// The whole word of a lazy root that a term reads, if it does that at a known place.
    fn word(&self, roots: &Roots, term: TermId) -> Option<Word> {
        let parts = self.parts(term)?;
        let known = |&(array, place): &(TermId, TermId)| match self.terms.view(array) {
            View::Symbol(symbol) => Some((symbol, self.terms.as_u64(place)?)),
            _ => None,
        };
        let places: Vec<(SymbolId, u64)> = parts.iter().map(known).collect::<Option<_>>()?;
        let &(root, at) = places.last()?;
        let bytes = u64::from(self.module.target.pointer_bits / 8);
        let mut backwards = places.iter().rev().enumerate();
        let adjacent = backwards.all(|(i, &place)| place == (root, at.wrapping_add(i as u64)));
        let whole = places.len() as u64 == bytes && adjacent && roots.lazy(root).is_some();
        whole.then_some(Word { root, at })
    }
}
