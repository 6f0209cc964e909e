//! Strings in the program's memory, and what it writes.

use crate::access::Access;
use crate::machine::Machine;
use crate::outcome::End;
use crate::state::State;
use dunlin_memory::Value;

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
            let at = Value { bits: start.bits.wrapping_add(bytes.len() as u64), meta: start.meta };
            let value = self.load_slow(state, at, 1)?;
            match self.to_bits(state, 8, value)? as u8 {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(bytes)
    }

    /// `len` bytes of memory.
    pub fn read_bytes(
        &mut self,
        state: &mut State,
        start: Value,
        len: u64,
    ) -> Result<Vec<u8>, End> {
        if len == 0 {
            return Ok(Vec::new());
        }
        let (object, offset) = self.resolve(state, start, len, Access::Read)?;
        if let Err(error) = state.memory.check_readable(object, offset, len) {
            return Err(self.access_error(state, error, Access::Read, offset, len));
        }
        let range = offset as usize..(offset + len) as usize;
        if let Some(plain) = state.memory.object(object).expect("readable").plain_bytes() {
            return Ok(plain[range].to_vec());
        }
        let mut bytes = Vec::with_capacity(len as usize);
        for i in 0..len {
            let value = state.memory.load(object, offset + i, 1).expect("readable");
            bytes.push(self.to_bits(state, 8, value)? as u8);
        }
        Ok(bytes)
    }

    /// Stores bytes into memory.
    pub fn write_bytes(
        &mut self,
        state: &mut State,
        start: Value,
        bytes: &[u8],
    ) -> Result<(), End> {
        for (i, &byte) in bytes.iter().enumerate() {
            let at = Value { bits: start.bits.wrapping_add(i as u64), meta: start.meta };
            self.store_slow(state, at, 1, Value::int(u64::from(byte)))?;
        }
        Ok(())
    }

    /// `__dunlin_write(fd, data, n)`: program output. What is neither output nor error is refused.
    pub fn write_output(&mut self, state: &mut State, args: &[Value]) -> Result<Value, End> {
        let fd = self.argument(state, args, 0)? as i32;
        let len = self.argument(state, args, 2)?;
        let bytes = self.read_bytes(state, args[1], len)?;
        if !matches!(fd, 1 | 2) {
            return Ok(Value::int(dunlin_ir::small::mask(self.module.target.pointer_bits)));
        }
        self.output.write(fd, &bytes);
        Ok(Value::int(len))
    }
}
