//! Where an address leads: which object, at which offset.
//!
//! A pointer that symbolic input decides is a term over the bases of objects. Most are choices between
//! bases with offsets (a table of pointers read at a symbolic index, `c ? &a : &b`): their leaves name
//! the objects and the conditions under which they are meant, without a look at any address. What is
//! no such choice is compared with the addresses of the objects whose bases occur in it and of those
//! that the program has seen as numbers (thesis, 3.2.1). Execution forks for every object.

use crate::access::Access;
use crate::decide::Choice;
use crate::lazy::Found;
use crate::machine::Machine;
use crate::outcome::{End, ErrorKind, ProgramError, unsupported};
use crate::state::State;
use dunlin_memory::{ObjectId, Value, ValueKind};
use dunlin_term::{Op, TermId, View};
use std::collections::BTreeMap;

/// Addresses below this are reported as a null pointer with an offset.
const NULL_PAGE: u64 = 4096;

/// So many leaves of a pointer are looked at.
const MAX_LEAVES: usize = 1 << 16;

/// A place within an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offset {
    Known(u64),
    /// Of pointer width.
    Term(TermId),
}

/// What a pointer is under some condition.
pub enum Leaf {
    Object(ObjectId, TermId),
    Number(u64),
    /// Neither plainly a base nor a constant.
    Other(TermId),
}

/// The alternatives of a pointer.
#[derive(Default)]
struct Alternatives {
    /// Conditions and offsets, by object.
    objects: BTreeMap<ObjectId, Vec<(TermId, TermId)>>,
    null: Option<TermId>,
    /// Numbers that are no object's address.
    wild: Option<TermId>,
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
        match address.kind() {
            ValueKind::Pointer { object, offset } => Ok((object, Offset::Known(offset))),
            ValueKind::SymbolicPointer { object, offset } => Ok((object, Offset::Term(offset))),
            ValueKind::Undefined { .. } => Err(self.uninitialised_use()),
            ValueKind::Int(number) => match state.memory.resolve_address(number) {
                Some((object, offset)) => Ok((object, Offset::Known(offset))),
                None if number < NULL_PAGE => Err(null_error(number, len, access).into()),
                None => {
                    let message = format!(
                        "{} at address {number:#x}, which belongs to no object",
                        access.of_bytes(len)
                    );
                    Err(ProgramError::new(access.out_of_bounds(), message).into())
                }
            },
            ValueKind::Term(term) => {
                let found = self.resolve_term(state, term, Some((len, access)))?;
                Ok(found.expect("null is an error here"))
            }
        }
    }

    /// As [`Machine::locate`] for pointers that may be null: `None` then.
    pub fn locate_or_null(
        &mut self,
        state: &mut State,
        address: TermId,
    ) -> Result<Option<(ObjectId, Offset)>, End> {
        self.resolve_term(state, address, None)
    }

    /// `access` says what to report of a null pointer; without it, null is one of the choices.
    fn resolve_term(
        &mut self,
        state: &mut State,
        address: TermId,
        access: Option<(u64, Access)>,
    ) -> Result<Option<(ObjectId, Offset)>, End> {
        let width = self.module.target.pointer_bits;
        let address = self.term(state, Value::term(address), width);
        let address = match self.resolve_lazy(state, address, access)? {
            Found::At(object, offset) => return Ok(Some((object, offset))),
            Found::Null => return Ok(None),
            Found::Plain(address) => address,
        };
        let alternatives = self.alternatives(state, address)?;
        if let Some(null) = alternatives.null
            && let Some((len, access)) = access
        {
            let fine = self.terms.not(null);
            self.require(state, fine, |_, _| null_error(0, len, access))?;
        }
        if let Some(wild) = alternatives.wild {
            let fine = self.terms.not(wild);
            self.require(state, fine, |_, _| match access {
                Some((len, access)) => {
                    let message = format!(
                        "{} at an address that depends on the input and can belong to no object",
                        access.of_bytes(len)
                    );
                    ProgramError::new(access.out_of_bounds(), message)
                }
                None => ProgramError::new(
                    ErrorKind::InvalidFree,
                    "free of an address that depends on the input and can belong to no object",
                ),
            })?;
        }
        let mut choices = Vec::new();
        if access.is_none()
            && let Some(condition) = alternatives.null
        {
            choices.push(Choice { number: 0, condition });
        }
        let mut places = Vec::new();
        for (object, cases) in alternatives.objects {
            let mut condition = TermId::FALSE;
            let mut offset = None;
            for (guard, place) in cases {
                condition = self.terms.or(condition, guard);
                offset = Some(match offset {
                    None => place,
                    Some(other) => self.terms.ite(guard, place, other),
                });
            }
            choices.push(Choice { number: object.0, condition });
            places.push((object, offset.expect("an object has a case")));
        }
        let Some(chosen) = self.choose(state, &choices)? else {
            return Err(unsupported("a pointer of which no value is possible"));
        };
        if chosen == 0 {
            return Ok(None);
        }
        let &(object, offset) =
            places.iter().find(|(object, _)| object.0 == chosen).expect("chosen among these");
        Ok(Some((object, self.offset(offset))))
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
                Leaf::Number(number) => match state.memory.resolve_address(number) {
                    Some((object, offset)) => {
                        let offset = self.terms.constant(width, offset);
                        found.objects.entry(object).or_default().push((guard, offset));
                    }
                    None => {
                        let list =
                            if number < NULL_PAGE { &mut found.null } else { &mut found.wild };
                        let before = list.unwrap_or(TermId::FALSE);
                        *list = Some(self.terms.or(before, guard));
                    }
                },
                Leaf::Other(term) => self.by_address(state, guard, term, &mut found),
            }
        }
        Ok(found)
    }

    /// The objects that a number can be the address of.
    fn by_address(
        &mut self,
        state: &mut State,
        guard: TermId,
        address: TermId,
        found: &mut Alternatives,
    ) {
        let width = self.module.target.pointer_bits;
        let mut objects: Vec<ObjectId> = state.memory.exposed_objects().collect();
        for &variable in self.terms.free_variables(address).iter() {
            if let View::Base(base) = self.terms.view(variable) {
                objects.push(ObjectId(self.terms.base_info(base).object));
            }
        }
        objects.sort_unstable();
        objects.dedup();
        let mut rest = guard;
        for object in objects {
            let Ok(start) = state.memory.address(object) else { continue };
            let size = state.memory.object(object).map_or(1, |found| found.size().max(1));
            let start = self.terms.constant(width, start);
            let offset = self.terms.sub(address, start);
            let size = self.terms.constant(width, size);
            let inside = self.terms.ult(offset, size);
            let condition = self.terms.and(guard, inside);
            if condition == TermId::FALSE {
                continue;
            }
            found.objects.entry(object).or_default().push((condition, offset));
            let outside = self.terms.not(inside);
            rest = self.terms.and(rest, outside);
        }
        let page = self.terms.constant(width, NULL_PAGE);
        let low = self.terms.ult(address, page);
        let null = self.terms.and(rest, low);
        let high = self.terms.not(low);
        let wild = self.terms.and(rest, high);
        let null_before = found.null.unwrap_or(TermId::FALSE);
        found.null = Some(self.terms.or(null_before, null));
        let wild_before = found.wild.unwrap_or(TermId::FALSE);
        found.wild = Some(self.terms.or(wild_before, wild));
    }

    /// What a pointer is, by conditions of which exactly one holds.
    pub fn leaves(&mut self, address: TermId) -> Result<Vec<(TermId, Leaf)>, End> {
        let width = self.terms.width(address);
        let zero = self.terms.constant(width, 0);
        let mut leaves = Vec::new();
        let mut open = vec![(TermId::TRUE, address, zero)];
        while let Some((guard, term, offset)) = open.pop() {
            if guard == TermId::FALSE {
                continue;
            }
            if leaves.len() + open.len() > MAX_LEAVES {
                return Err(unsupported("a pointer with too many alternatives"));
            }
            match self.terms.view(term) {
                View::Ite(condition, x, y) => {
                    let opposite = self.terms.not(condition);
                    let (yes, no) =
                        (self.terms.and(guard, condition), self.terms.and(guard, opposite));
                    open.push((no, y, offset));
                    open.push((yes, x, offset));
                }
                View::Binary(Op::Add, x, y) if self.terms.has_base(x) != self.terms.has_base(y) => {
                    let (pointer, number) = if self.terms.has_base(x) { (x, y) } else { (y, x) };
                    let offset = self.terms.add(offset, number);
                    open.push((guard, pointer, offset));
                }
                View::Base(base) => {
                    let object = ObjectId(self.terms.base_info(base).object);
                    leaves.push((guard, Leaf::Object(object, offset)));
                }
                _ => {
                    let whole = self.terms.add(term, offset);
                    leaves.push(match self.terms.as_u64(whole) {
                        Some(number) => (guard, Leaf::Number(number)),
                        None => (guard, Leaf::Other(whole)),
                    });
                }
            }
        }
        Ok(leaves)
    }
}

pub fn null_error(number: u64, len: u64, access: Access) -> ProgramError {
    let what = match number {
        0 => "a null pointer".to_string(),
        _ => format!("address {number}, a null pointer with an offset"),
    };
    let message = format!("{} at {what}", access.of_bytes(len));
    ProgramError::new(ErrorKind::NullDereference, message)
}
