//! malloc and its family.

use crate::end::{End, Outcome, ProgramError, site};
use crate::input::NewRoot;
use crate::machine::Machine;
use crate::memory::Offset;
use crate::state::State;
use dunlin_memory::{AccessError, ObjectId, ObjectKind, Value, ValueKind};
use dunlin_results::ErrorKind;

impl Machine<'_> {
    /// A heap object, or a null pointer if no machine has room for it. Where only the memory here is too
    /// small, the path ends: a machine may have more.
    pub(super) fn allocate_heap(
        &mut self,
        state: &mut State,
        size: u64,
        align: u64,
    ) -> Result<Value, End> {
        state.position.bulk_bytes = state.position.bulk_bytes.saturating_add(size);
        let site = site(self.program_pc(state));
        let class = state.position.class(state.position.pc);
        let made = state.memory.objects.allocate(size, align, ObjectKind::Heap, site, class);
        if let Some(object) = made {
            self.note_context(state, object, site);
            return Ok(Value::pointer(object, 0));
        }
        // The C library refuses what is larger than half of the address space.
        if size >> (self.module.target.pointer_bits - 1) != 0 {
            return Ok(Value::int(0));
        }
        let what = format!("an allocation of {size} bytes, for which there is no room");
        Err(Box::new(Outcome::Limit { what }))
    }

    /// A heap object whose content is unknown.
    fn allocate_unknown(&mut self, state: &mut State, size: u64, align: u64) -> Result<Value, End> {
        let value = self.allocate_heap(state, size, align)?;
        if value.meta.is_pointer() {
            self.forget_block(state, value.meta.object());
        }
        Ok(value)
    }

    pub(super) fn malloc(&mut self, state: &mut State, args: &[Value]) -> Result<Value, End> {
        let size = self.allocation_size(state, args[0], 1, "malloc(n)")?;
        if self.fails(state)? {
            return Ok(Value::int(0));
        }
        let value = self.allocate_unknown(state, size, 16)?;
        Self::note_sized(state, args[0]);
        Ok(value)
    }

    pub(super) fn aligned_alloc(
        &mut self,
        state: &mut State,
        args: &[Value],
    ) -> Result<Value, End> {
        let align = self.argument(state, args, 0)?;
        let size = self.allocation_size(state, args[1], 1, "aligned_alloc(.., n)")?;
        if !align.is_power_of_two() || self.fails(state)? {
            return Ok(Value::int(0));
        }
        let value = self.allocate_unknown(state, size, align.max(16))?;
        Self::note_sized(state, args[1]);
        Ok(value)
    }

    pub(super) fn calloc(&mut self, state: &mut State, args: &[Value]) -> Result<Value, End> {
        let each = self.allocation_size(state, args[1], 1, "calloc(.., n)")?;
        let count = self.allocation_size(state, args[0], each, "calloc(n, ..)")?;
        if self.fails(state)? {
            return Ok(Value::int(0));
        }
        let limit = dunlin_ir::small::mask(self.module.target.pointer_bits);
        let Some(size) = count.checked_mul(each).filter(|&size| size <= limit) else {
            return Ok(Value::int(0));
        };
        let value = self.allocate_heap(state, size, 16)?;
        args.iter().for_each(|&arg| Self::note_sized(state, arg));
        if value.meta.is_pointer() && self.options.check_uninitialised() {
            self.set_bytes(state, value, Value::int(0), Value::int(size))?;
        }
        Ok(value)
    }

    pub(super) fn realloc(&mut self, state: &mut State, args: &[Value]) -> Result<Value, End> {
        let size = self.allocation_size(state, args[1], 1, "realloc(.., n)")?;
        let object = self.freeable(state, args[0], "realloc")?;
        if size > 0 && self.fails(state)? {
            return Ok(Value::int(0));
        }
        let Some(object) = object else {
            let value = self.allocate_unknown(state, size, 16)?;
            Self::note_sized(state, args[1]);
            return Ok(value);
        };
        let (old_size, _) = state.memory.objects.describe(object).expect("freeable objects live");
        if size == 0 {
            // As glibc: frees, returns null.
            self.end_heap_object(state, object);
            return Ok(Value::int(0));
        }
        let new = self.allocate_unknown(state, size, 16)?;
        if new.meta.is_pointer() {
            let kept = Value::int(size.min(old_size));
            self.copy_bytes(state, new, Value::pointer(object, 0), kept)?;
            // The new object may lie where the old one lay.
            let site = site(self.program_pc(state));
            let later = state.memory.objects.life(new.meta.object()).born;
            state.memory.objects.free_before(object, site, later).expect("checked by freeable");
        }
        Self::note_sized(state, args[1]);
        Ok(new)
    }

    pub(super) fn free(&mut self, state: &mut State, args: &[Value]) -> Result<Value, End> {
        if let Some(object) = self.freeable(state, args[0], "free")? {
            self.end_heap_object(state, object);
        }
        Ok(Value::int(0))
    }

    /// Whether an allocation fails here, where that is to be explored, or a test that is followed says it.
    fn fails(&mut self, state: &mut State) -> Result<bool, End> {
        let by_library = self.module.func(state.position.top().func).runtime;
        let new = NewRoot::failed_allocation(by_library);
        if !new.is_wanted(state, self.options) {
            return Ok(false);
        }
        let bit = self.new_number(state, new, 1)?;
        let zero = self.terms.constant(8, 0);
        let works = self.terms.eq(bit, zero);
        Ok(!self.decide_outside(state, works)?)
    }

    fn end_heap_object(&mut self, state: &mut State, object: ObjectId) {
        let site = site(self.program_pc(state));
        state.memory.objects.free(object, site).expect("checked by freeable");
    }

    /// The heap object that a pointer may be freed as; `None` for a null pointer.
    fn freeable(
        &mut self,
        state: &mut State,
        pointer: Value,
        by: &str,
    ) -> Result<Option<ObjectId>, End> {
        let pointer = self.named(state, pointer);
        let place = match pointer.kind() {
            ValueKind::Unwritten { .. } => unreachable!("settled"),
            ValueKind::Int(0) => return Ok(None),
            ValueKind::Pointer { object, offset } => Some((object, offset)),
            ValueKind::Int(number) => state.memory.objects.resolve_address(number),
            ValueKind::Undefined { .. } => return Err(self.uninitialised_use()),
            ValueKind::Term(term) => match self.locate_or_null(state, term)? {
                None => return Ok(None),
                Some((object, offset)) => Some((object, self.free_offset(state, offset)?)),
            },
            ValueKind::SymbolicPointer { object, offset } => {
                Some((object, self.free_offset(state, Offset::Term(offset))?))
            }
        };
        let invalid = |message: String, note| {
            Err(ProgramError::new(ErrorKind::InvalidFree, message).about(note).into())
        };
        let Some((object, offset)) = place else {
            return invalid(format!("{by} of {:#x}, which is no heap object", pointer.bits), None);
        };
        match state.memory.objects.describe(object) {
            Ok((_, info)) if info.kind != ObjectKind::Heap => {
                let note = self.note(state, object);
                let what = note.as_ref().map_or_else(String::new, |note| note.what.clone());
                invalid(format!("{by} of {what}, which is not on the heap"), note)
            }
            Ok(_) if offset != 0 => {
                let note = self.note(state, object);
                let offset = offset as i64;
                invalid(format!("{by} of a pointer to offset {offset} of a heap object"), note)
            }
            Ok(_) => Ok(Some(object)),
            Err(AccessError::Dead { tombstone: Some(t), .. }) if t.kind == ObjectKind::Stack => {
                let note = self.note(state, object);
                invalid(format!("{by} of a local variable of a function that has returned"), note)
            }
            Err(AccessError::Dead { .. }) => {
                let note = self.note(state, object);
                let message = format!("{by} of a heap object that was freed before");
                Err(ProgramError::new(ErrorKind::DoubleFree, message).about(note).into())
            }
            Err(_) => invalid(format!("{by} of the address of a function"), None),
        }
    }

    /// Only the start of an object can be freed: another offset is an error.
    fn free_offset(&mut self, state: &mut State, offset: Offset) -> Result<u64, End> {
        let term = match offset {
            Offset::Known(offset) => return Ok(offset),
            Offset::Term(term) => term,
        };
        let zero = self.terms.constant(self.module.target.pointer_bits, 0);
        let start = self.terms.eq(term, zero);
        self.require(state, start, |_, _| {
            let message = "free of a pointer that depends on the input and can be inside an object";
            ProgramError::new(ErrorKind::InvalidFree, message)
        })?;
        Ok(0)
    }
}
