//! Loads and stores that are not simply in bounds: numbers used as pointers, and every memory error.

use crate::code::object_global;
use crate::end::{End, ObjectNote, ProgramError, unsupported};
use crate::machine::Machine;
use crate::memory::{Offset, Target};
use crate::state::State;
use dunlin_ir::Init;
use dunlin_memory::{AccessError, ObjectId, ObjectKind, Value};
use dunlin_results::ErrorKind;

/// What an access wants to do, for the message and the kind of error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Read,
    Write,
    /// Of a function, where the pointer says.
    Call,
}

impl Access {
    /// `read of 4 bytes`.
    pub fn of_bytes(self, len: u64) -> String {
        match self {
            Access::Call => "call of a function".to_string(),
            _ => format!("{} of {}", self.verb(), bytes(len)),
        }
    }

    fn verb(self) -> &'static str {
        match self {
            Access::Read => "read",
            Access::Write => "write",
            Access::Call => "call",
        }
    }

    pub fn out_of_bounds(self) -> ErrorKind {
        match self {
            Access::Read | Access::Call => ErrorKind::OutOfBoundsRead,
            Access::Write => ErrorKind::OutOfBoundsWrite,
        }
    }
}

/// What an access came to that did not happen.
pub enum Wrong {
    Error(ProgramError),
    Unsupported(String),
}

impl From<Wrong> for End {
    fn from(wrong: Wrong) -> End {
        match wrong {
            Wrong::Error(error) => error.into(),
            Wrong::Unsupported(what) => unsupported(what),
        }
    }
}

impl Machine<'_> {
    #[cold]
    #[inline(never)]
    pub fn load_slow(
        &mut self,
        state: &mut State,
        address: Value,
        size: u32,
    ) -> Result<Value, End> {
        let (object, offset) = match self.target_of(state, address, size.into(), Access::Read)? {
            Target::Null => unreachable!("null is an error here"),
            Target::At(object, offset) => (object, offset),
            Target::Several(mut several) => {
                self.check_several(state, &mut several, size.into(), Access::Read)?;
                if let Some(value) = self.load_several(state, &several, 0, size) {
                    return Ok(value);
                }
                self.fork_several(state, &several)?
            }
        };
        self.check_access(state, object, offset, u64::from(size), Access::Read)?;
        match offset {
            Offset::Known(offset) => match state.memory.objects.load(object, offset, size) {
                Ok(value) => Ok(value),
                Err(_) => Ok(self.with_terms(state, |memory, context| {
                    memory.load_symbolic(context, object, offset, size)
                })),
            },
            Offset::Term(offset) => self.load_at_term(state, object, offset, size),
        }
    }

    #[cold]
    #[inline(never)]
    pub fn store_slow(
        &mut self,
        state: &mut State,
        address: Value,
        size: u32,
        value: Value,
    ) -> Result<(), End> {
        let (object, offset) = match self.target_of(state, address, size.into(), Access::Write)? {
            Target::Null => unreachable!("null is an error here"),
            Target::At(object, offset) => (object, offset),
            Target::Several(mut several) => {
                self.check_several(state, &mut several, size.into(), Access::Write)?;
                if self.store_several(state, &several, 0, size, value) {
                    return Ok(());
                }
                self.fork_several(state, &several)?
            }
        };
        self.check_access(state, object, offset, u64::from(size), Access::Write)?;
        match offset {
            Offset::Known(offset) => {
                if state.memory.objects.store(object, offset, size, value).is_err() {
                    self.with_terms(state, |memory, context| {
                        memory.store_symbolic(context, object, offset, size, value);
                    });
                }
                Ok(())
            }
            Offset::Term(offset) => self.store_at_term(state, object, offset, size, value),
        }
    }

    /// Makes sure that `len` bytes at a place can be accessed: what cannot is an error.
    pub fn check_access(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: Offset,
        len: u64,
        access: Access,
    ) -> Result<(), End> {
        let place = match offset {
            Offset::Known(offset) => offset,
            Offset::Term(_) => 0,
        };
        let checked = match access {
            Access::Read | Access::Call => state.memory.objects.check_readable(object, place, len),
            Access::Write => state.memory.objects.check_writable(object, place, len),
        };
        let term = match (checked, offset) {
            (Ok(()), Offset::Known(_)) => return Ok(()),
            (Err(error), Offset::Known(offset)) => {
                return Err(self.access_error(state, error, access, offset, len).into());
            }
            (Err(error), Offset::Term(term)) => {
                let example = self.under_model(state, term);
                return Err(self.access_error(state, error, access, example, len).into());
            }
            (Ok(()), Offset::Term(term)) => term,
        };
        let (size, _) = state.memory.objects.describe(object).expect("checked above");
        let width = self.module.target.pointer_bits;
        let last = self.terms.constant(width, size - len);
        let inside = self.terms.ule(term, last);
        self.require(state, inside, |machine, state| {
            machine.outside_by_input(state, object, size, len, access)
        })
    }

    /// The error of an access at an offset that the input can bring outside of an object.
    pub(crate) fn outside_by_input(
        &mut self,
        state: &mut State,
        object: ObjectId,
        size: u64,
        len: u64,
        access: Access,
    ) -> ProgramError {
        let note = self.note(state, object);
        let what = note.as_ref().map_or("an object", |note| &note.what);
        let message = format!(
            "{} at an offset of {what} that depends on the input and can be outside of its {}",
            access.of_bytes(len),
            bytes(size)
        );
        ProgramError::new(access.out_of_bounds(), message).about(note)
    }

    pub fn access_error(
        &mut self,
        state: &mut State,
        error: AccessError,
        access: Access,
        offset: u64,
        len: u64,
    ) -> Wrong {
        let verb = access.verb();
        let error = match error {
            AccessError::OutOfBounds { object, .. } if self.is_undefined_global(object) => {
                let global = object_global(self.module, object).expect("checked by the guard");
                let name = &self.module.global(global).name;
                return Wrong::Unsupported(format!(
                    "{verb} of global variable `{name}`, which is not defined"
                ));
            }
            AccessError::OutOfBounds { object, size } => {
                let note = self.note(state, object);
                let what = note.as_ref().map_or("an object", |note| &note.what);
                let place = self.signed_offset(offset);
                let message = format!(
                    "{verb} of {} at offset {place} of {what}, which has {}",
                    bytes(len),
                    bytes(size)
                );
                ProgramError::new(access.out_of_bounds(), message).about(note)
            }
            AccessError::Dead { object, tombstone } => {
                let note = self.note(state, object);
                let ended = match tombstone {
                    Some(t) if t.kind == ObjectKind::Stack => match self.scope_end(t.freed) {
                        Some(line) => format!("whose scope ended at line {line}"),
                        None => "whose function has returned".to_owned(),
                    },
                    Some(_) => "that was freed".to_owned(),
                    None => "that was freed long ago".to_owned(),
                };
                let what = note.as_ref().map_or("an object", |note| &note.what);
                let message = format!("{verb} of {} in {what} {ended}", bytes(len));
                ProgramError::new(ErrorKind::UseAfterFree, message).about(note)
            }
            AccessError::ReadOnly { object } => {
                let note = self.note(state, object);
                let what = note.as_ref().map_or("an object", |note| &note.what);
                let message = format!("write of {} to {what}, which is constant", bytes(len));
                ProgramError::new(ErrorKind::OutOfBoundsWrite, message).about(note)
            }
            // Code of -fsanitize=function looks there for what clang puts before a function.
            AccessError::Function { index }
                if access == Access::Read && (-8..0).contains(&self.signed_offset(offset)) =>
            {
                let name = &self.module.funcs[index as usize].name;
                return Wrong::Unsupported(format!("read of the word before function `{name}`"));
            }
            AccessError::Function { index } => {
                let name = &self.module.funcs[index as usize].name;
                let message = format!("{verb} of {} in the code of function `{name}`", bytes(len));
                ProgramError::new(access.out_of_bounds(), message)
            }
            AccessError::NeedsTerms | AccessError::Placed { .. } => {
                unreachable!("no error: handled where terms and placements are")
            }
        };
        Wrong::Error(error)
    }

    fn is_undefined_global(&self, object: ObjectId) -> bool {
        object_global(self.module, object)
            .is_some_and(|global| self.module.global(global).init == Init::External)
    }

    fn signed_offset(&self, offset: u64) -> i64 {
        let spare = 64 - self.module.target.pointer_bits;
        (offset << spare) as i64 >> spare
    }

    /// What an object is and where it came from.
    pub fn note(&mut self, state: &mut State, object: ObjectId) -> Option<ObjectNote> {
        let kind_name = |kind| match kind {
            ObjectKind::Global => "a global variable".to_string(),
            ObjectKind::Stack => "a local variable".to_string(),
            ObjectKind::Heap => "a heap object".to_string(),
            ObjectKind::Storage => unreachable!("the program has no pointer to storage"),
        };
        if let Some(name) = state.memory.lazy.as_ref().and_then(|lazy| lazy.name(object))
            && let Ok((size, _)) = state.memory.objects.describe(object)
        {
            let what = format!("the input `{name}`");
            return Some(ObjectNote { what, size, allocated: None, freed: None });
        }
        match state.memory.objects.describe(object) {
            Ok((size, info)) => {
                let what = match object_global(self.module, object) {
                    Some(global) => {
                        let global = self.module.global(global);
                        match global.name.starts_with(".str") {
                            true => "a string literal".to_string(),
                            false => format!("global variable `{}`", global.name),
                        }
                    }
                    None if info.kind == ObjectKind::Stack => self.local_name(info.allocated),
                    None => kind_name(info.kind),
                };
                let known = info.kind != ObjectKind::Global;
                Some(ObjectNote {
                    what,
                    size,
                    allocated: known.then_some(info.allocated),
                    freed: None,
                })
            }
            Err(AccessError::Dead { tombstone: Some(t), .. }) => Some(ObjectNote {
                what: match t.kind {
                    ObjectKind::Stack => self.local_name(t.allocated),
                    kind => kind_name(kind),
                },
                size: u64::from(t.size),
                allocated: Some(t.allocated),
                freed: Some(t.freed),
            }),
            Err(_) => None,
        }
    }

    /// The name of the local variable whose `alloca` is at `site`.
    fn local_name(&self, site: dunlin_memory::Site) -> String {
        let point = self.code.point(site.0);
        let func = self.module.func(point.func);
        let inst = func.block(point.block).insts.get(point.index as usize);
        let var = inst.and_then(|&inst| match &func.inst(inst).kind {
            dunlin_ir::InstKind::Alloca { var: Some(var), .. } => Some(&func.var(*var).name),
            _ => None,
        });
        match var {
            Some(name) => format!("local variable `{name}` of `{}`", func.name),
            None => format!("a local object of `{}`", func.name),
        }
    }
}

pub fn bytes(count: u64) -> String {
    match count {
        1 => "1 byte".to_string(),
        _ => format!("{count} bytes"),
    }
}
