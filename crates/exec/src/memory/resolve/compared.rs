//! The objects that a number can be the address of although it was not computed from their bases.
//!
//! A program that compares an input with an address (`p == &g`, `p >= b && p < b + 4`, also as integers,
//! byte by byte, or as a difference) knows on one side where the input points to. So every object and
//! function whose address was compared with something that depends on input is a candidate wherever such
//! a number is used as a pointer, as are the objects whose addresses the program has seen as plain numbers.
//! What the number may be beside them is an error; that it could be the address of an object that nobody
//! has compared it with is left out, and said.

use crate::end::End;
use crate::machine::Machine;
use crate::memory::Access;
use crate::state::State;
use dunlin_memory::{AccessError, ObjectId, Value};
use dunlin_results::{LeftOut, LeftOutKind};
use dunlin_term::{Op, TermId, View};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Where an object lies.
pub(super) struct Place {
    pub object: ObjectId,
    pub start: TermId,
    pub size: u64,
    /// What is freed shares its place with what has come there since.
    pub dead: bool,
}

impl Machine<'_> {
    /// Two operands of a comparison, or one that is compared with constants. A choice between pointers is
    /// no number that could be an address: its leaves say what it is.
    pub(crate) fn note_compared(&mut self, state: &mut State, operands: &[TermId]) {
        if !operands.iter().any(|&term| self.terms.has_base(term)) {
            return;
        }
        if !operands.iter().any(|&term| self.may_be_a_number(term)) {
            return;
        }
        for &operand in operands {
            for &variable in self.terms.free_variables(operand).iter() {
                if let View::Base(base) = self.terms.view(variable) {
                    let object = ObjectId(self.terms.base_info(base).object);
                    if !state.memory.compared.contains(&object) {
                        Rc::make_mut(&mut state.memory.compared).insert(object);
                    }
                }
            }
        }
    }

    /// Whether a term depends on input in another way than by a choice between objects.
    fn may_be_a_number(&self, term: TermId) -> bool {
        let mut seen = FxHashSet::default();
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.terms.view(term) {
                View::Base(_) | View::Const(_) => {}
                View::Ite(_, x, y) => open.extend([x, y]),
                View::Binary(Op::Add, x, y) => match self.pointer_and_number(x, y) {
                    Some((pointer, _)) => open.push(pointer),
                    None => return true,
                },
                _ => return true,
            }
        }
        false
    }

    /// Where the candidates lie that are not known yet, the living first.
    pub(super) fn seen_places(
        &mut self,
        state: &mut State,
        is_known: impl Fn(ObjectId) -> bool,
    ) -> Vec<Place> {
        let mut objects: BTreeSet<ObjectId> = state.memory.objects.exposed_objects().collect();
        objects.extend(state.memory.compared.iter());
        if self.options.free_addresses {
            // Those whose addresses the path has conditions on.
            objects.extend(state.knowledge.path.pinned().iter().map(|&object| ObjectId(object)));
        }
        let mut places = Vec::new();
        for object in objects.into_iter().filter(|&object| !is_known(object)) {
            let (size, dead) = match state.memory.objects.describe(object) {
                Ok((size, _)) => (size, false),
                // Only its first byte can be called.
                Err(AccessError::Function { .. }) => (0, false),
                Err(AccessError::Dead { tombstone: Some(t), .. })
                    if state.memory.compared.contains(&object) =>
                {
                    (t.size.into(), true)
                }
                Err(_) => continue,
            };
            let width = self.module.target.pointer_bits;
            let start = self.term(state, Value::pointer(object, 0), width);
            places.push(Place { object, start, size, dead });
        }
        let objects = &state.memory.objects;
        places.sort_by_cached_key(|place| (place.dead, objects.age(place.object)));
        places
    }

    /// Whether a number must be an address that it was compared with.
    pub(crate) fn is_compared_address(
        &mut self,
        state: &mut State,
        number: TermId,
    ) -> Result<bool, End> {
        if state.memory.compared.is_empty() {
            return Ok(false);
        }
        let width = self.module.target.pointer_bits;
        let number = self.term(state, Value::term(number), width);
        let mut elsewhere = TermId::TRUE;
        for Place { start, size, .. } in self.seen_places(state, |_| false) {
            let within = self.terms.sub(number, start);
            let size = self.terms.constant(width, size);
            let outside = self.terms.ult(size, within);
            elsewhere = self.terms.and(elsewhere, outside);
        }
        Ok(!self.is_possible(state, elsewhere)?)
    }

    /// A pointer can be elsewhere than in the candidates. Some of that is the address of an object.
    pub(super) fn leave_other_objects_out(&mut self, state: &State, access: Option<Access>) {
        let what = match access {
            Some(Access::Read) => "a read",
            Some(Access::Write) => "a write",
            Some(Access::Call) => "a call",
            None => "free",
        };
        let what = format!("{what} through a pointer that depends on the input");
        let explored = match access {
            Some(Access::Call) => "only functions that it was compared with were explored",
            _ => "only objects that it was compared with were explored",
        };
        self.leave_out(state, LeftOut::new(LeftOutKind::Addresses, what, explored));
    }
}
