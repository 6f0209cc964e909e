//! The forward pass: what has become known is put in (the paper's Algorithms 2 and 4).
//!
//! Unknowns that were bound are replaced, in all conditions, places and values, in one go: the latest binding speaks
//! of the earliest moment, so that the bindings are first put into each other. Then reads are looked for in the
//! stores that came after them, backward, byte by byte. A store whose place is not known is never passed: the read
//! waits there. What is found binds the read's unknown, and so on until nothing new is found.

use crate::base::{self, Base};
use crate::contents::{Distance, Overlap};
use crate::history::Event;
use crate::search::{Death, Lost};
use crate::state::{Access, Read, State, Want};
use crate::step::Executor;
use dunlin_ir::Init;
use dunlin_term::{Op, TermId, Terms, View};
use rustc_hash::FxHashMap;

/// The parts of a condition that all have to hold, in order. What one of them contradicts says nothing about the others:
/// they may still be right for another path.
fn in_parts(terms: &mut Terms, want: Want) -> Vec<Want> {
    let mut parts = Vec::new();
    let mut open = vec![want.condition];
    while let Some(condition) = open.pop() {
        match terms.view(condition) {
            View::Binary(Op::And, x, y) => open.extend([y, x]),
            View::Not(inner) => match terms.view(inner) {
                View::Binary(Op::Or, x, y) => open.extend([terms.not(y), terms.not(x)]),
                _ => parts.push(Want { condition, ..want }),
            },
            _ => parts.push(Want { condition, ..want }),
        }
    }
    parts
}

/// A read that is split into more parts than this is left: it is anything.
const MOST_PARTS: usize = 4096;

impl Executor<'_, '_> {
    pub fn resolve(&mut self, state: &mut State) -> Result<(), Death> {
        state.stirred = false;
        state.since_resolved = 0;
        // Where the program begins, nobody will know more. Reads that are open when all others were found are anything.
        let mut last = false;
        loop {
            self.put_in(state)?;
            self.settle_accesses(state)?;
            self.settle_obligation(state)?;
            let moved = self.find_reads(state, last);
            if !state.bindings.is_empty() || moved {
                continue;
            }
            if last || !state.whole || state.reads.is_empty() {
                break;
            }
            last = true;
        }
        self.drop_stores(state);
        self.check(state)
    }

    /// Replaces unknowns by what they were bound to.
    fn put_in(&mut self, state: &mut State) -> Result<(), Death> {
        let bindings = std::mem::take(&mut state.bindings);
        if bindings.is_empty() {
            return Ok(());
        }
        self.worked(4 * bindings.len() + 2 * state.load() + state.deaths.len());
        let at = state.point();
        let mut known: FxHashMap<TermId, TermId> = FxHashMap::default();
        for &(unknown, value) in bindings.iter().rev() {
            let value = self.terms.substitute(value, &known);
            known.insert(unknown, value);
        }
        for (unknown, _) in bindings {
            if let Some(Base::Abstract(object)) = base::of_term(self.terms, unknown) {
                state.history.push(at, Event::Unified { object, place: known[&unknown] });
            }
        }
        let terms = &mut *self.terms;
        let replaced_in = |terms: &mut Terms, term: TermId| {
            let touched = terms.free_variables(term).iter().any(|free| known.contains_key(free));
            if touched { terms.substitute(term, &known) } else { term }
        };
        for want in std::mem::take(&mut state.open) {
            let condition = replaced_in(terms, want.condition);
            match condition == want.condition {
                true => state.open.push(want),
                false => state.open.extend(in_parts(terms, Want { condition, ..want })),
            }
        }
        let mut replaced = |term: TermId| replaced_in(terms, term);
        // Only now: whoever looks for values in what a dead path has asked for needs all of it.
        if let Some(want) = state.open.iter().find(|want| want.condition == TermId::FALSE) {
            return Err(Death::Contradiction { at: vec![want.at] });
        }
        state.open.retain(|want| want.condition != TermId::TRUE);
        for read in &mut state.reads {
            read.address = replaced(read.address);
        }
        for store in &mut state.stores {
            store.address = replaced(store.address);
            store.effect.map(&mut replaced);
        }
        for access in &mut state.accesses {
            access.address = replaced(access.address);
            access.length = replaced(access.length);
        }
        if let Some(obligation) = &mut state.obligation {
            obligation.map(&mut replaced);
        }
        for (_, address) in std::rc::Rc::make_mut(&mut state.deaths) {
            *address = address.map(&mut replaced);
        }
        for object in std::rc::Rc::make_mut(&mut state.objects) {
            object.size = replaced(object.size);
        }
        Ok(())
    }

    /// Accesses whose object is known must lie in it.
    fn settle_accesses(&mut self, state: &mut State) -> Result<(), Death> {
        for access in std::mem::take(&mut state.accesses) {
            let (base, offset) = base::split(self.terms, access.address);
            let size = match base {
                Base::Global(global) => {
                    let variable = self.functions.module.global(global);
                    if variable.init == Init::External {
                        state.lose(Lost::NoDefinition(global));
                        continue;
                    }
                    if variable.constant && access.write {
                        return self.invalid(state, &access);
                    }
                    self.terms.constant(self.pointer_bits(), variable.size)
                }
                // How much a call passes is not known before it comes.
                Base::Local(object)
                    if state.frames.iter().any(|frame| frame.varargs == Some(object)) =>
                {
                    state.accesses.push(access);
                    continue;
                }
                Base::Local(object) => state.objects[object].size,
                Base::Number | Base::Function(_) => {
                    self.invalid(state, &access)?;
                    continue;
                }
                Base::Abstract(_) => {
                    self.is_not_null(state, &access, offset);
                    state.accesses.push(access);
                    continue;
                }
                Base::Wild => {
                    state.accesses.push(access);
                    continue;
                }
            };
            let inside = self.lies_in(offset, access.length, size);
            let inside = self.or_nothing(access.length, inside);
            if inside == TermId::FALSE {
                return Err(Death::Invalid { at: access.at });
            }
            state.want(inside, access.at);
        }
        Ok(())
    }

    /// An access that cannot succeed, unless it is one to no bytes.
    fn invalid(&mut self, state: &mut State, access: &Access) -> Result<(), Death> {
        let empty = self.or_nothing(access.length, TermId::FALSE);
        if empty == TermId::FALSE {
            return Err(Death::Invalid { at: access.at });
        }
        state.want(empty, access.at);
        Ok(())
    }

    /// An access to no bytes may be anywhere.
    pub fn or_nothing(&mut self, length: TermId, inside: TermId) -> TermId {
        let zero = self.terms.constant(self.terms.width(length), 0);
        let nothing = self.terms.eq(length, zero);
        self.terms.or(nothing, inside)
    }

    /// A pointer through which something near to it is accessed is not null.
    fn is_not_null(&mut self, state: &mut State, access: &Access, offset: TermId) {
        const PAGE: u64 = 4096;
        let near = self.terms.as_u64(offset).is_some_and(|offset| offset < PAGE);
        if !near || self.terms.as_u64(access.length).is_none_or(|length| length == 0) {
            return;
        }
        let pointer = self.terms.sub(access.address, offset);
        let zero = self.terms.constant(self.pointer_bits(), 0);
        let condition = self.terms.ne(pointer, zero);
        if !state.open.iter().any(|want| want.condition == condition) {
            state.want(condition, access.at);
        }
    }

    /// Algorithm 4: reads that are decided bind their unknowns; in the `last` round all do. Whether one has passed a store
    /// that it waited for.
    fn find_reads(&mut self, state: &mut State, last: bool) -> bool {
        let mut moved = false;
        self.join_equal_reads(state);
        // Parts that a read is taken apart into come behind it.
        let mut at = 0;
        while at < state.reads.len() {
            let mut read = state.reads[at].clone();
            let found = match state.reads.len() > MOST_PARTS {
                true => Some(self.free(state, read.bytes)),
                false => self.find(state, &mut read, last),
            };
            match found {
                Some(value) => {
                    state.bind(read.symbol, value);
                    state.reads.remove(at);
                }
                None => {
                    // Others may have waited for it to get here.
                    moved |= state.reads[at].since != read.since;
                    state.reads[at] = read;
                    at += 1;
                }
            }
        }
        moved
    }

    /// The same bytes at the same moment are the same (the points-to map of the paper, for all kinds of values).
    fn join_equal_reads(&mut self, state: &mut State) {
        let mut first: FxHashMap<(TermId, u32, u64), TermId> = FxHashMap::default();
        let reads = std::mem::take(&mut state.reads);
        for read in reads {
            let key = (read.address, read.bytes, read.since);
            match first.get(&key) {
                Some(&known) => state.bind(read.symbol, known),
                None => {
                    first.insert(key, read.symbol);
                    state.reads.push(read);
                }
            }
        }
    }

    fn find(&mut self, state: &mut State, read: &mut Read, last: bool) -> Option<TermId> {
        let first = state.stores.partition_point(|store| store.number < read.since);
        for at in first..state.stores.len() {
            self.worked(2);
            let store = state.stores[at].clone();
            match self.distance(state, read.address, store.address) {
                Distance::Elsewhere => {}
                Distance::Unclear => {
                    read.since = store.number;
                    return last.then(|| self.free(state, read.bytes));
                }
                Distance::Same(distance) => match self.found(state, read, &store, distance) {
                    Overlap::No => {}
                    Overlap::Yes(value) => return Some(value),
                },
            }
        }
        read.since = state.next_store;
        let (base, offset) = base::split(self.terms, read.address);
        match base {
            // Its allocation was met: before, there is nothing.
            Base::Local(object) if state.objects[object].met => {
                Some(self.first_of_local(state, read, object, offset))
            }
            Base::Global(global) if state.whole => {
                Some(self.first_of_global(state, read, global, offset))
            }
            Base::Global(global) if self.functions.module.global(global).constant => {
                Some(self.first_of_global(state, read, global, offset))
            }
            Base::Number | Base::Function(_) => Some(self.free(state, read.bytes)),
            _ if last => Some(self.free(state, read.bytes)),
            _ => None,
        }
    }

    /// Stores that no read waits for any more.
    fn drop_stores(&mut self, state: &mut State) {
        let needed = state.reads.iter().map(|read| read.since).min().unwrap_or(state.next_store);
        state.stores.retain(|store| store.number >= needed);
    }
}
