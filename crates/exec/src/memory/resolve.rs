//! Where an address leads: which object, at which offset.
//!
//! A pointer that symbolic input decides is a term over the bases of objects. Most are choices between
//! bases with offsets (a table of pointers read at a symbolic index, `c ? &a : &b`): their leaves name
//! the objects and the conditions under which they are meant, without a look at any address. What is
//! no such choice but was read from an SMT array of pointers is one of the pointers in the array
//! ([`written`]). Anything else is compared with the addresses of the objects whose bases occur in it, and
//! only if those are not all there is with the addresses that the program has seen as numbers (thesis,
//! 3.2.1) or has compared with something that depends on input ([`compared`]). Also there, the part of the address that was computed from bases chooses the object, and what
//! was added to it is an offset: an access that lands in another object is still outside of its own.
//!
//! What happens when a pointer may mean several objects is said by [`crate::options::MemoryModel`]:
//! execution forks, or goes on with all of them (`several.rs`).

mod compared;
mod composed;
mod leaves;
mod possible;
mod sums;
mod written;

pub use leaves::Leaf;

use super::access::Access;
use super::several::{Several, Way};
use crate::decide::Choice;
use crate::end::{End, ProgramError, unsupported};
use crate::machine::Machine;
use crate::state::{DecisionKind, State};
use compared::Place;
use dunlin_memory::{ObjectId, Value, ValueKind};
use dunlin_results::ErrorKind;
use dunlin_term::{TermId, View};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use written::PointerValue;

/// Addresses below this are reported as a null pointer with an offset.
const NULL_PAGE: u64 = 4096;

/// A place within an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offset {
    Known(u64),
    /// Of pointer width.
    Term(TermId),
}

/// One of the objects that a pointer may mean.
#[derive(Clone, Copy, Debug)]
pub struct Alternative {
    pub object: ObjectId,
    /// Holds exactly if it is meant.
    pub condition: TermId,
    pub offset: TermId,
}

/// Where a pointer leads.
pub enum Target {
    Null,
    At(ObjectId, Offset),
    Several(Several),
}

/// Where an address leads that lazily symbolic pointers may be part of.
pub enum Found {
    At(ObjectId, Offset),
    Null,
    /// No pointer of lazily symbolic input: this address is like any other.
    Plain(TermId),
}

/// What a part of a pointer that is no plain choice between bases may mean: under which condition, which
/// object, at which offset. By the part and what is added to it.
pub type Opaque = FxHashMap<(TermId, TermId), Vec<(TermId, ObjectId, TermId)>>;

/// The alternatives of a pointer.
#[derive(Default)]
struct Alternatives {
    /// Conditions and offsets, by object.
    objects: BTreeMap<ObjectId, Vec<(TermId, TermId)>>,
    opaque: Opaque,
    null: Option<TermId>,
    /// Numbers that are no object's address.
    wild: Option<TermId>,
    /// Some of those depend on input, and could be the address of an object that was not looked at.
    elsewhere: bool,
}

impl Machine<'_> {
    /// The object and offset that a value points to; a null or wild pointer is an error.
    pub fn locate(
        &mut self,
        state: &mut State,
        address: Value,
        len: u64,
        access: Access,
    ) -> Result<(ObjectId, Offset), End> {
        match self.named(state, address).kind() {
            ValueKind::Unwritten { .. } => unreachable!("settled"),
            ValueKind::Pointer { object, offset } => Ok((object, Offset::Known(offset))),
            ValueKind::SymbolicPointer { object, offset } => {
                Ok((object, self.settled(state, Offset::Term(offset))?))
            }
            ValueKind::Undefined { .. } => Err(self.uninitialised_use()),
            ValueKind::Int(number) => match state.memory.objects.resolve_address(number) {
                Some((object, offset)) => Ok((object, Offset::Known(offset))),
                None if number < NULL_PAGE => Err(null_error(number, len, access).into()),
                None => {
                    let place = format!("address {number:#x}, which belongs to no");
                    Err(wild_error(&place, len, access).into())
                }
            },
            ValueKind::Term(term) => {
                match self.resolve_term(state, term, Some((len, access)), false)? {
                    Target::At(object, offset) => Ok((object, offset)),
                    Target::Null | Target::Several(_) => unreachable!("neither was asked for"),
                }
            }
        }
    }

    /// As [`Machine::locate`] for an access that can be made to several objects at once.
    pub fn target_of(
        &mut self,
        state: &mut State,
        address: Value,
        len: u64,
        access: Access,
    ) -> Result<Target, End> {
        match self.named(state, address).kind() {
            ValueKind::Term(term) => self.resolve_term(state, term, Some((len, access)), true),
            _ => {
                let (object, offset) = self.locate(state, address, len, access)?;
                Ok(Target::At(object, offset))
            }
        }
    }

    /// As [`Machine::locate`] for pointers that may be null: `None` then.
    pub fn locate_or_null(
        &mut self,
        state: &mut State,
        address: TermId,
    ) -> Result<Option<(ObjectId, Offset)>, End> {
        match self.resolve_term(state, address, None, false)? {
            Target::Null => Ok(None),
            Target::At(object, offset) => Ok(Some((object, offset))),
            Target::Several(_) => unreachable!("was not asked for"),
        }
    }

    /// `access` says what to report of a null pointer; without it, null is one of the choices.
    fn resolve_term(
        &mut self,
        state: &mut State,
        address: TermId,
        access: Option<(u64, Access)>,
        may_merge: bool,
    ) -> Result<Target, End> {
        let width = self.module.target.pointer_bits;
        let address = self.term(state, Value::term(address), width);
        let address = match self.resolve_lazy(state, address, access)? {
            Found::At(object, offset) => return Ok(Target::At(object, offset)),
            Found::Null => return Ok(Target::Null),
            Found::Plain(address) => address,
        };
        let found = self.alternatives(state, address)?;
        match access.is_some() && self.was_resolved(state, address) {
            true => self.null_and_wild_are_refused(state, &found)?,
            false => self.refuse_null_and_wild(state, &found, access)?,
        }
        let mut alternatives = Vec::with_capacity(found.objects.len());
        for (object, cases) in found.objects {
            let mut condition = TermId::FALSE;
            let mut offset = None;
            for (guard, place) in cases {
                condition = self.terms.or(condition, guard);
                offset = Some(match offset {
                    None => place,
                    Some(other) => self.terms.ite(guard, place, other),
                });
            }
            let offset = offset.expect("an object has a case");
            alternatives.push(Alternative { object, condition, offset });
        }
        alternatives.sort_by_cached_key(|a| state.memory.objects.age(a.object));
        if alternatives.len() > 1 {
            self.counters.resolutions += 1;
        }
        if access.is_none() {
            return self.fork_for_each(state, &alternatives, found.null, DecisionKind::Object);
        }
        if may_merge
            && alternatives.len() > 1
            && let Some(target) =
                self.merged_target(state, address, &mut alternatives, found.opaque)?
        {
            return Ok(target);
        }
        let kind = match access {
            Some((_, Access::Call)) => DecisionKind::Function,
            _ => DecisionKind::Object,
        };
        self.fork_for_each(state, &alternatives, None, kind)
    }

    /// One state for every alternative that is possible; null is one of them if there is a condition
    /// for it.
    pub(crate) fn fork_for_each(
        &mut self,
        state: &mut State,
        alternatives: &[Alternative],
        null: Option<TermId>,
        kind: DecisionKind,
    ) -> Result<Target, End> {
        let mut choices: Vec<Choice> = Vec::new();
        choices.extend(null.map(|condition| Choice { number: 0, condition }));
        choices.extend(
            alternatives.iter().map(|a| Choice { number: a.object.0, condition: a.condition }),
        );
        let Some(chosen) = self.choose_object(state, kind, &choices)? else {
            return Err(unsupported("a pointer of which no value is possible"));
        };
        if chosen == 0 {
            return Ok(Target::Null);
        }
        let chosen = alternatives.iter().find(|a| a.object.0 == chosen).expect("one of these");
        let offset = self.offset(chosen.offset);
        Ok(Target::At(chosen.object, self.settled(state, offset)?))
    }

    /// What a model that does not fork makes of a pointer; `None` if this is a case for forking. Then
    /// alternatives that are not possible are gone.
    fn merged_target(
        &mut self,
        state: &mut State,
        address: TermId,
        alternatives: &mut Vec<Alternative>,
        opaque: Opaque,
    ) -> Result<Option<Target>, End> {
        if !self.merges() {
            return Ok(None);
        }
        if !self.has_static_segments() {
            self.keep_possible(state, address, alternatives)?;
        }
        match alternatives[..] {
            [] => return Err(unsupported("a pointer of which no value is possible")),
            // Null and wild pointers are excluded: this is what it must be.
            [only] => {
                let offset = self.offset(only.offset);
                return Ok(Some(Target::At(only.object, self.settled(state, offset)?)));
            }
            _ => {}
        }
        let way = self.way_for(state, alternatives);
        if way == Way::Fork {
            return Ok(None);
        }
        self.counters.merged += 1;
        let alternatives = std::mem::take(alternatives);
        Ok(Some(Target::Several(Several { address, alternatives, opaque, way })))
    }

    /// As [`Machine::refuse_null_and_wild`] for a pointer that was used before on this path.
    fn null_and_wild_are_refused(
        &mut self,
        state: &mut State,
        found: &Alternatives,
    ) -> Result<(), End> {
        for wrong in [found.null, found.wild].into_iter().flatten() {
            let fine = self.terms.not(wrong);
            self.holds_already(state, fine)?;
        }
        Ok(())
    }

    fn refuse_null_and_wild(
        &mut self,
        state: &mut State,
        found: &Alternatives,
        access: Option<(u64, Access)>,
    ) -> Result<(), End> {
        if let Some(null) = found.null
            && let Some((len, access)) = access
        {
            let fine = self.terms.not(null);
            self.require(state, fine, |_, _| null_error(0, len, access))?;
        }
        let Some(wild) = found.wild else { return Ok(()) };
        let fine = self.terms.not(wild);
        self.require(state, fine, |machine, state| {
            if found.elsewhere {
                machine.leave_other_objects_out(state, access.map(|(_, access)| access));
            }
            let place = "an address that depends on the input and can belong to no";
            match access {
                Some((len, access)) => wild_error(place, len, access),
                None => {
                    ProgramError::new(ErrorKind::InvalidFree, format!("free of {place} object"))
                }
            }
        })
    }

    pub fn offset(&self, term: TermId) -> Offset {
        match self.terms.as_u64(term) {
            Some(offset) => Offset::Known(offset),
            None => Offset::Term(term),
        }
    }

    fn alternatives(&mut self, state: &mut State, address: TermId) -> Result<Alternatives, End> {
        let width = self.module.target.pointer_bits;
        let mut found = Alternatives::default();
        for (guard, leaf) in self.leaves(address)? {
            match leaf {
                Leaf::Object(object, offset) => {
                    found.objects.entry(object).or_default().push((guard, offset));
                }
                Leaf::Number(number) => match state.memory.objects.resolve_address(number) {
                    Some((object, offset)) => {
                        let whole = self.terms.constant(width, number);
                        let offset = self.terms.constant(width, offset);
                        found.objects.entry(object).or_default().push((guard, offset));
                        found.opaque.insert((whole, whole), vec![(TermId::TRUE, object, offset)]);
                    }
                    None => {
                        let list =
                            if number < NULL_PAGE { &mut found.null } else { &mut found.wild };
                        let before = list.unwrap_or(TermId::FALSE);
                        *list = Some(self.terms.or(before, guard));
                    }
                },
                Leaf::Other { base, offset } => match self.values_of(base) {
                    Some(values) => {
                        self.by_value(state, guard, (base, offset), &values, &mut found);
                    }
                    None => self.by_address(state, guard, (base, offset), &mut found)?,
                },
            }
        }
        Ok(found)
    }

    /// A pointer that is one of some: the objects that those mean.
    fn by_value(
        &mut self,
        state: &mut State,
        guard: TermId,
        place: (TermId, TermId),
        values: &BTreeSet<PointerValue>,
        found: &mut Alternatives,
    ) {
        let width = self.module.target.pointer_bits;
        let (address, added) = place;
        let mut cases = Vec::new();
        for &value in values {
            let (whole, meant) = match value {
                PointerValue::Object { object, base, offset } => {
                    let by = self.terms.constant(width, offset);
                    (self.terms.add(base, by), Some((object, offset)))
                }
                PointerValue::Number(number) => (
                    self.terms.constant(width, number),
                    state.memory.objects.resolve_address(number),
                ),
            };
            let here = self.terms.eq(address, whole);
            let condition = self.terms.and(guard, here);
            match (meant, value) {
                (Some((object, offset)), _) => {
                    let offset = self.terms.constant(width, offset);
                    let offset = self.terms.add(offset, added);
                    cases.push((here, object, offset));
                    found.objects.entry(object).or_default().push((condition, offset));
                }
                (None, PointerValue::Number(number)) if number >= NULL_PAGE => {
                    let before = found.wild.unwrap_or(TermId::FALSE);
                    found.wild = Some(self.terms.or(before, condition));
                }
                (None, _) => {
                    let before = found.null.unwrap_or(TermId::FALSE);
                    found.null = Some(self.terms.or(before, condition));
                }
            }
        }
        found.opaque.insert(place, cases);
    }

    /// The objects that a number can be the address of: those whose bases it was computed from, and if
    /// there may be others, those whose addresses the program has seen.
    fn by_address(
        &mut self,
        state: &mut State,
        guard: TermId,
        place: (TermId, TermId),
        found: &mut Alternatives,
    ) -> Result<(), End> {
        let width = self.module.target.pointer_bits;
        let (address, _) = place;
        let mut mentioned: BTreeMap<ObjectId, Place> = BTreeMap::new();
        for &variable in self.terms.free_variables(address).iter() {
            if let View::Base(base) = self.terms.view(variable) {
                let info = self.terms.base_info(base);
                let (object, size) = (ObjectId(info.object), info.size);
                let size = size.and_then(|size| self.terms.as_u64(size)).unwrap_or(0);
                mentioned.insert(object, Place { object, start: variable, size, dead: false });
            }
        }
        let seen = self.seen_places(state, |object| mentioned.contains_key(&object));
        let any_mentioned = !mentioned.is_empty();
        let mut mentioned: Vec<Place> = mentioned.into_values().collect();
        mentioned.sort_by_cached_key(|place| state.memory.objects.age(place.object));
        let mut cases = Vec::new();
        let mut rest = self.compare(guard, place, mentioned.into_iter(), &mut cases);
        if !seen.is_empty() && rest != TermId::FALSE {
            let page = self.terms.constant(width, NULL_PAGE);
            let high = self.terms.ule(page, address);
            let elsewhere = self.terms.and(rest, high);
            if !any_mentioned || self.is_possible(state, elsewhere)? {
                rest = self.compare(rest, place, seen.into_iter(), &mut cases);
            }
        }
        for &(inside, object, offset) in &cases {
            let condition = self.terms.and(guard, inside);
            found.objects.entry(object).or_default().push((condition, offset));
        }
        found.opaque.insert(place, cases);
        found.elsewhere = true;
        let page = self.terms.constant(width, NULL_PAGE);
        let low = self.terms.ult(address, page);
        let null = self.terms.and(rest, low);
        let high = self.terms.not(low);
        let wild = self.terms.and(rest, high);
        let null_before = found.null.unwrap_or(TermId::FALSE);
        found.null = Some(self.terms.or(null_before, null));
        let wild_before = found.wild.unwrap_or(TermId::FALSE);
        found.wild = Some(self.terms.or(wild_before, wild));
        Ok(())
    }

    /// Adds a case for every object that an address may lie in or just behind; what is left of `guard`.
    fn compare(
        &mut self,
        guard: TermId,
        (address, added): (TermId, TermId),
        places: impl Iterator<Item = Place>,
        cases: &mut Vec<(TermId, ObjectId, TermId)>,
    ) -> TermId {
        let width = self.module.target.pointer_bits;
        let mut rest = guard;
        for Place { object, start, size, dead } in places {
            let within = self.terms.sub(address, start);
            let size = self.terms.constant(width, size);
            let inside = self.terms.ule(within, size);
            if inside == TermId::FALSE {
                continue;
            }
            let offset = self.terms.add(within, added);
            let outside = self.terms.not(inside);
            let meant = if dead { self.terms.and(rest, inside) } else { inside };
            cases.push((meant, object, offset));
            rest = self.terms.and(rest, outside);
        }
        rest
    }
}

pub fn null_error(number: u64, len: u64, access: Access) -> ProgramError {
    let message = match (number, access) {
        (0, Access::Call) => "call of a null function pointer".to_string(),
        (0, _) => format!("{} at a null pointer", access.of_bytes(len)),
        _ => {
            let what = format!("address {number}, a null pointer with an offset");
            format!("{} at {what}", access.of_bytes(len))
        }
    };
    ProgramError::new(ErrorKind::NullDereference, message)
}

/// The error of an access at `place`, which ends with the words "belong to no".
fn wild_error(place: &str, len: u64, access: Access) -> ProgramError {
    let what = if access == Access::Call { "function" } else { "object" };
    let message = format!("{} at {place} {what}", access.of_bytes(len));
    ProgramError::new(access.out_of_bounds(), message)
}
