//! Variable arguments: an object in which they lie as the target's ABI passes them in memory.

use crate::code::{CallSite, Source, VarPiece, VarSize, chunks, slots_of};
use crate::end::{End, unsupported};
use crate::machine::Machine;
use crate::state::State;
use dunlin_memory::{ObjectId, Value};

impl Machine<'_> {
    /// Lays out the variable arguments of a call in a new stack object of the given size. `caller` is
    /// where the slots of the calling frame begin.
    pub fn make_varargs(
        &mut self,
        state: &mut State,
        (pieces, size): (&[VarPiece], u64),
        caller: usize,
    ) -> Result<ObjectId, End> {
        let area = self.allocate_stack(state, size, 16)?;
        for piece in pieces {
            let value = match piece.source {
                Source::Slot(slot) => state.position.regs[caller + slot as usize],
                Source::Value(value) => value,
            };
            match piece.size {
                VarSize::Scalar(size) => {
                    self.store_slow(state, Value::pointer(area, piece.offset), size, value)?;
                }
                VarSize::Copy(size) => {
                    let place = Value::pointer(area, piece.offset);
                    self.copy_bytes(state, place, value, Value::int(size))?;
                }
            }
        }
        Ok(area)
    }

    /// The variable arguments of a call of a builtin with `fixed` parameters.
    pub fn builtin_varargs(
        &mut self,
        state: &mut State,
        call: &CallSite,
        fixed: usize,
        caller: usize,
    ) -> Result<ObjectId, End> {
        match self.surplus(call, fixed) {
            None => self.make_varargs(state, (&call.varargs, call.varargs_size), caller),
            Some(_) if !call.varargs.is_empty() => {
                Err(unsupported("a variadic function called as one with more parameters"))
            }
            Some((pieces, size)) => self.make_varargs(state, (&pieces, size), caller),
        }
    }

    /// Arguments beyond the parameters of a callee that were not passed as variable ones: old C calls
    /// variadic functions without a prototype. Each takes slots of the area in turn.
    fn surplus(&self, call: &CallSite, fixed: usize) -> Option<(Vec<VarPiece>, u64)> {
        let types = call.arg_types.get(fixed..).filter(|types| !types.is_empty())?;
        let target = &self.module.target;
        let unit = target.pointer_bytes();
        let before: u32 = call.arg_types[..fixed].iter().map(|&ty| slots_of(ty)).sum();
        let mut sources = call.args[before as usize..].iter();
        let (mut pieces, mut end) = (Vec::new(), 0u64);
        for &ty in types {
            let size = ty.store_size(target);
            let start = end.next_multiple_of(if size > 8 && unit == 8 { 16 } else { unit });
            for ((offset, part), &source) in chunks(size).zip(sources.by_ref()) {
                let size = VarSize::Scalar(u32::from(part));
                pieces.push(VarPiece { offset: start + offset, source, size });
            }
            end = start + size.next_multiple_of(unit);
        }
        Some((pieces, end))
    }
}
