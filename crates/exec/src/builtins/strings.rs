//! Strings in the program's memory, and what it writes.

use crate::end::{End, unsupported};
use crate::machine::Machine;
use crate::memory::{Access, Offset, Wrong};
use crate::state::{Byte, Piece, State};
use dunlin_memory::Value;
use dunlin_term::TermId;

impl Machine<'_> {
    /// The bytes of a C string without its terminator, at most `max` of them.
    pub fn c_string(
        &mut self,
        state: &mut State,
        start: Value,
        max: Option<u64>,
    ) -> Result<Vec<u8>, End> {
        let mut bytes = Vec::new();
        while max.is_none_or(|max| (bytes.len() as u64) < max) {
            let at = self.displaced(state, start, bytes.len() as u64);
            let value = self.load_slow(state, at, 1)?;
            match self.to_bits(state, 8, value)? as u8 {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(bytes)
    }

    /// `len` bytes of memory, some of them perhaps symbolic.
    fn bytes_at(&mut self, state: &mut State, start: Value, len: u64) -> Result<Vec<Byte>, End> {
        if len == 0 {
            return Ok(Vec::new());
        }
        let (object, offset) = self.locate(state, start, len, Access::Read)?;
        self.check_access(state, object, offset, len, Access::Read)?;
        if let Offset::Known(offset) = offset
            && let Ok(found) = state.memory.objects.object(object)
            && let Some(plain) = found.plain_bytes(offset, len)
        {
            return Ok(plain.iter().map(|&byte| Byte::Plain(byte)).collect());
        }
        let mut found = Vec::with_capacity(len as usize);
        for i in 0..len {
            let at = self.displaced(state, start, i);
            let value = self.load_slow(state, at, 1)?;
            found.push(self.byte(state, value)?);
        }
        Ok(found)
    }

    pub fn byte(&mut self, state: &mut State, value: Value) -> Result<Byte, End> {
        if value.meta.is_symbolic() {
            let term = self.term(state, value, 8);
            return Ok(Byte::Term(term));
        }
        Ok(Byte::Plain(self.to_bits(state, 8, value)? as u8))
    }

    /// The bytes of a C string up to its terminator, or up to `max`. Symbolic bytes stay symbolic:
    /// everything up to the first byte that is certainly zero is taken. That there is a terminator
    /// inside of the object is asked for.
    pub fn symbolic_string(
        &mut self,
        state: &mut State,
        start: Value,
        max: Option<u64>,
    ) -> Result<Vec<Byte>, End> {
        let mut text = Vec::new();
        // True where no terminator came yet.
        let mut goes_on = TermId::TRUE;
        while max.is_none_or(|max| (text.len() as u64) < max) {
            let at = self.displaced(state, start, text.len() as u64);
            let (object, offset) = self.locate(state, at, 1, Access::Read)?;
            if let Offset::Known(offset) = offset
                && let Err(error) = state.memory.objects.check_readable(object, offset, 1)
            {
                let ended = self.terms.not(goes_on);
                let wrong = self.access_error(state, error, Access::Read, offset, 1);
                match wrong {
                    Wrong::Error(error) => self.require(state, ended, |_, _| error)?,
                    Wrong::Unsupported(what) => return Err(unsupported(what)),
                }
                break;
            }
            let value = self.load_slow(state, at, 1)?;
            let byte = self.byte(state, value)?;
            text.push(byte);
            match byte {
                Byte::Plain(0) => break,
                Byte::Plain(_) => {}
                Byte::Term(term) => {
                    let zero = self.terms.constant(8, 0);
                    let ends = self.terms.eq(term, zero);
                    let more = self.terms.not(ends);
                    goes_on = self.terms.and(goes_on, more);
                }
            }
        }
        Ok(text)
    }

    /// Stores bytes into memory.
    pub fn write_bytes(
        &mut self,
        state: &mut State,
        start: Value,
        bytes: &[Byte],
    ) -> Result<(), End> {
        for (i, &byte) in bytes.iter().enumerate() {
            let at = self.displaced(state, start, i as u64);
            let value = match byte {
                Byte::Plain(byte) => Value::int(u64::from(byte)),
                Byte::Term(term) => self.value(state, term),
            };
            self.store_slow(state, at, 1, value)?;
        }
        Ok(())
    }

    /// `__dunlin_write(fd, data, n)`: program output. What is neither output nor error is refused.
    pub fn write_output(&mut self, state: &mut State, args: &[Value]) -> Result<Value, End> {
        let fd = self.argument(state, args, 0)? as i32;
        let len = self.argument(state, args, 2)?;
        let bytes = self.bytes_at(state, args[1], len)?;
        if !matches!(fd, 1 | 2) {
            return Ok(Value::int(dunlin_ir::small::mask(self.module.target.pointer_bits)));
        }
        self.write_mixed(state, fd, bytes);
        Ok(Value::int(len))
    }

    /// Writes bytes of which some may be symbolic.
    pub fn write_mixed(&mut self, state: &mut State, fd: i32, bytes: Vec<Byte>) {
        let plain = |byte: &Byte| match *byte {
            Byte::Plain(byte) => Some(byte),
            Byte::Term(_) => None,
        };
        match bytes.iter().map(plain).collect::<Option<Vec<u8>>>() {
            Some(bytes) => self.write_plain(state, fd, bytes),
            None => state.trace.print(Piece::Mixed { fd, bytes }),
        }
    }

    /// Writes at once while there is only one path that this can come from, else when the path ends.
    pub fn write_plain(&mut self, state: &mut State, fd: i32, bytes: Vec<u8>) {
        if !state.knowledge.has_inputs() {
            if state.trace.echo {
                self.output.write(fd, &bytes);
            }
        } else if !bytes.is_empty() {
            state.trace.print(Piece::Bytes { fd, bytes });
        }
    }
}
