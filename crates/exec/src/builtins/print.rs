//! The printf family: arguments come from the program's memory, formatting from [`crate::format`].

use super::Builtin;
use crate::code::CallSite;
use crate::format::{FormatArgs, format};
use crate::machine::Machine;
use crate::outcome::{End, unsupported};
use crate::print_log::{Argument, Byte, Piece};
use crate::state::{State, Undo, global_object};
use dunlin_ir::small::mask;
use dunlin_memory::Value;

/// The variable behind the runtime's `__errno_location`.
const ERRNO: &str = "__errno_location.value";

/// Where the formatted bytes go.
enum Destination {
    File(i32),
    /// At most `limit` bytes including the terminator.
    Buffer {
        start: Value,
        limit: Option<u64>,
    },
    /// A fresh heap object whose address is stored here.
    Allocate(Value),
}

/// Why formatting stopped: the path ends, or the function fails with an `errno`.
enum Stop {
    End(End),
    Failed { errno: i32, written: Vec<u8> },
}

impl From<End> for Stop {
    fn from(end: End) -> Self {
        Stop::End(end)
    }
}

impl Machine<'_> {
    /// One function of the printf family. All take the format after the destination; the `v` ones
    /// then a `va_list`, the others variable arguments.
    pub(super) fn print(
        &mut self,
        state: &mut State,
        call: &CallSite,
        builtin: Builtin,
        args: &[Value],
    ) -> Result<Value, End> {
        let (fixed, listed) = match builtin {
            Builtin::Printf => (1, false),
            Builtin::Vprintf => (1, true),
            Builtin::Fprintf | Builtin::Dprintf | Builtin::Sprintf | Builtin::Asprintf => {
                (2, false)
            }
            Builtin::Vfprintf | Builtin::Vdprintf | Builtin::Vsprintf | Builtin::Vasprintf => {
                (2, true)
            }
            Builtin::Snprintf => (3, false),
            Builtin::Vsnprintf => (3, true),
            other => unreachable!("{other:?} does not print"),
        };
        let destination = match builtin {
            Builtin::Printf | Builtin::Vprintf => Destination::File(1),
            Builtin::Dprintf | Builtin::Vdprintf => {
                Destination::File(self.argument(state, args, 0)? as i32)
            }
            Builtin::Fprintf | Builtin::Vfprintf => {
                // The runtime's FILE begins with its descriptor.
                let fd = self.load_slow(state, args[0], 4)?;
                Destination::File(self.to_bits(state, 32, fd)? as i32)
            }
            Builtin::Snprintf | Builtin::Vsnprintf => {
                let limit = Some(self.argument(state, args, 1)?);
                Destination::Buffer { start: args[0], limit }
            }
            Builtin::Asprintf | Builtin::Vasprintf => Destination::Allocate(args[0]),
            _ => Destination::Buffer { start: args[0], limit: None },
        };
        if !state.inputs.is_empty() && state.undo.is_none() {
            // A decision that comes while arguments are laid out and formatted begins the call again.
            state.undo = Some(Box::new(Undo::of(state)));
        }
        let mut next = if listed {
            self.list_area(state, args[fixed])?
        } else if !call.varargs.is_empty() || call.arg_types.len() > fixed {
            let caller = state.top().base;
            Value::pointer(self.make_varargs(state, call, fixed, caller)?, 0)
        } else {
            // Nothing was passed: reading an argument reads at a null pointer and is reported.
            Value::int(0)
        };
        let text = self.c_string(state, args[fixed - 1], None)?;
        let to_file = matches!(destination, Destination::File(_));
        let mut source = Arguments {
            machine: self,
            state,
            next: &mut next,
            keep_terms: to_file,
            recorded: Vec::new(),
            symbolic: false,
        };
        let formatted = format(&text, &mut source);
        let (args_recorded, symbolic) = (source.recorded, source.symbolic);
        let (bytes, result) = match formatted {
            Ok(_) if symbolic => {
                if listed {
                    self.advance_list(state, args[fixed], next)?;
                }
                let Destination::File(fd) = destination else {
                    unreachable!("only what goes to a file keeps its terms")
                };
                if call.result_used {
                    let what = "the number of characters of symbolic output is used";
                    return Err(unsupported(what));
                }
                if matches!(fd, 1 | 2) {
                    let pointer_bytes = self.module.target.pointer_bytes() as u32;
                    let args = args_recorded;
                    state.trail.print(Piece::Formatted { fd, format: text, args, pointer_bytes });
                }
                return Ok(Value::int(0));
            }
            Ok(bytes) => {
                let count = bytes.len() as u64;
                (bytes, count & mask(32))
            }
            Err(Stop::Failed { errno, written }) => {
                self.set_errno(state, errno);
                (written, mask(32))
            }
            Err(Stop::End(end)) => return Err(end),
        };
        state.bulk_bytes += bytes.len() as u64;
        if listed {
            self.advance_list(state, args[fixed], next)?;
        }
        let delivered = self.deliver(state, destination, &bytes)?;
        Ok(Value::int(if delivered { result } else { mask(32) }))
    }

    /// Puts the bytes where they belong; false if there is no memory for them.
    fn deliver(
        &mut self,
        state: &mut State,
        destination: Destination,
        bytes: &[u8],
    ) -> Result<bool, End> {
        match destination {
            Destination::File(fd @ (1 | 2)) => self.write_plain(state, fd, bytes.to_vec()),
            Destination::File(_) => {}
            Destination::Buffer { limit: Some(0), .. } => {}
            Destination::Buffer { start, limit } => {
                let room = limit.map_or(usize::MAX, |limit| limit as usize - 1);
                let mut text = bytes[..bytes.len().min(room)].to_vec();
                text.push(0);
                self.write_bytes(state, start, &text)?;
            }
            Destination::Allocate(place) => {
                let object = self.allocate_heap(state, bytes.len() as u64 + 1, 16);
                if !object.meta.is_pointer() {
                    return Ok(false);
                }
                let mut text = bytes.to_vec();
                text.push(0);
                self.write_bytes(state, object, &text)?;
                let word = state.memory.word();
                self.store_slow(state, place, word, object)?;
            }
        }
        Ok(true)
    }

    /// Where a `va_list` reads next.
    fn list_area(&mut self, state: &mut State, list: Value) -> Result<Value, End> {
        if self.module.target.pointer_bits == 32 {
            // There, a `va_list` is the pointer itself.
            return Ok(list);
        }
        let field = self.displaced(state, list, 8);
        self.load_slow(state, field, 8)
    }

    /// After the call the list stands behind what was read (C leaves it undefined; this is what
    /// happens natively where the list is passed by reference).
    fn advance_list(&mut self, state: &mut State, list: Value, next: Value) -> Result<(), End> {
        if self.module.target.pointer_bits == 32 {
            return Ok(());
        }
        let field = self.displaced(state, list, 8);
        self.store_slow(state, field, 8, next)
    }

    pub(super) fn errno_place(&self) -> Option<Value> {
        let global = self.module.find_global(ERRNO)?;
        Some(Value::pointer(global_object(self.module, global), 0))
    }

    /// Without the runtime's `errno`, the program never looks at it.
    fn set_errno(&mut self, state: &mut State, errno: i32) {
        if let Some(place) = self.errno_place() {
            let number = Value::int(errno as u32 as u64);
            self.store_slow(state, place, 4, number).expect("errno is an int");
        }
    }
}

/// Takes the arguments of a call. Where terms can be kept, they are recorded, and formatting goes on
/// with their values under the model of the path, which only shows which arguments the format takes.
struct Arguments<'m, 'a, 's> {
    machine: &'m mut Machine<'a>,
    state: &'s mut State,
    next: &'s mut Value,
    keep_terms: bool,
    recorded: Vec<Argument>,
    /// Something recorded is symbolic.
    symbolic: bool,
}

impl Arguments<'_, '_, '_> {
    /// The next `size` bytes of the argument area, in slots of 8 bytes.
    fn fetch(&mut self, size: u64, align: u64) -> Result<Vec<Value>, Stop> {
        let slot = self.machine.module.target.pointer_bytes();
        let align = if slot == 8 { align.max(8) } else { 4 };
        if self.next.meta.is_symbolic() {
            return Err(Stop::End(unsupported("a symbolic list of variable arguments")));
        }
        // Wrapping, since a program may forge its argument list.
        let start = self.next.bits.wrapping_add(align - 1) & !(align - 1);
        let mut values = Vec::new();
        for offset in (0..size).step_by(8) {
            let at = Value { bits: start.wrapping_add(offset), meta: self.next.meta };
            let part = (size - offset).min(8) as u32;
            values.push(self.machine.load_slow(self.state, at, part)?);
        }
        self.next.bits = start.wrapping_add(size.next_multiple_of(slot));
        Ok(values)
    }

    fn number(&mut self, size: u64) -> Result<u64, Stop> {
        let value = self.fetch(size, size)?[0];
        let width = size as u32 * 8;
        if self.keep_terms && value.meta.is_symbolic() {
            let term = self.machine.term(self.state, value, width);
            self.recorded.push(Argument::Term(term));
            self.symbolic = true;
            return Ok(self.machine.under_model(self.state, term));
        }
        let number = self.machine.to_bits(self.state, width, value)?;
        self.recorded.push(Argument::Number(number.into()));
        Ok(number)
    }
}

impl FormatArgs for Arguments<'_, '_, '_> {
    type Error = Stop;
    /// With its place among the recorded arguments.
    type Pointer = (Value, usize);

    fn pointer_bytes(&self) -> u32 {
        self.machine.module.target.pointer_bytes() as u32
    }

    fn int(&mut self, bytes: u32) -> Result<u64, Stop> {
        self.number(u64::from(bytes))
    }

    fn double(&mut self) -> Result<f64, Stop> {
        Ok(f64::from_bits(self.number(8)?))
    }

    fn long_double(&mut self) -> Result<u128, Stop> {
        let values = self.fetch(10, 16)?;
        // It takes 16 bytes of the area, or 12 where slots have 4.
        if self.pointer_bytes() == 8 {
            self.next.bits = self.next.bits.wrapping_add(15) & !15;
        }
        if self.keep_terms && values.iter().any(|value| value.meta.is_symbolic()) {
            let low = self.machine.term(self.state, values[0], 64);
            let high = self.machine.term(self.state, values[1], 16);
            let whole = self.machine.terms.concat(high, low);
            self.recorded.push(Argument::Term(whole));
            self.symbolic = true;
            return Ok(0);
        }
        let low = self.machine.to_bits(self.state, 64, values[0])?;
        let high = self.machine.to_bits(self.state, 16, values[1])?;
        let number = u128::from(high) << 64 | u128::from(low);
        self.recorded.push(Argument::Number(number));
        Ok(number)
    }

    fn pointer(&mut self) -> Result<(Value, usize), Stop> {
        let size = u64::from(self.pointer_bytes());
        let value = self.fetch(size, size)?[0];
        self.recorded.push(Argument::Number(value.as_int().unwrap_or(0).into()));
        Ok((value, self.recorded.len() - 1))
    }

    fn address(&mut self, &(pointer, place): &(Value, usize)) -> Result<u64, Stop> {
        if self.keep_terms && pointer.meta.is_symbolic() {
            let term = self.machine.term(self.state, pointer, 64);
            self.recorded[place] = Argument::Term(term);
            self.symbolic = true;
            return Ok(self.machine.under_model(self.state, term));
        }
        let address = self.machine.to_bits(self.state, 64, pointer)?;
        self.recorded[place] = Argument::Pointer(address);
        Ok(address)
    }

    fn is_null(&mut self, &(pointer, _): &(Value, usize)) -> Result<bool, Stop> {
        // Without a look at the address, which would expose the object.
        Ok(match pointer.meta.is_pointer() {
            true => false,
            false if pointer.meta.is_symbolic() => {
                let zero = self.machine.terms.constant(64, 0);
                let term = self.machine.term(self.state, pointer, 64);
                let null = self.machine.terms.eq(term, zero);
                self.machine.decide(self.state, null)?
            }
            false => self.machine.to_bits(self.state, 64, pointer)? == 0,
        })
    }

    fn string(
        &mut self,
        &(pointer, place): &(Value, usize),
        limit: Option<u64>,
    ) -> Result<Vec<u8>, Stop> {
        if !self.keep_terms {
            return Ok(self.machine.c_string(self.state, pointer, limit)?);
        }
        let text = self.machine.symbolic_string(self.state, pointer, limit)?;
        self.symbolic |= text.iter().any(|byte| matches!(byte, Byte::Term(_)));
        let mut shown = Vec::new();
        for &byte in &text {
            let byte = match byte {
                Byte::Plain(byte) => byte,
                Byte::Term(term) => self.machine.under_model(self.state, term) as u8,
            };
            match byte {
                0 => break,
                byte => shown.push(byte),
            }
        }
        self.recorded[place] = Argument::String(text);
        Ok(shown)
    }

    fn wide_string(
        &mut self,
        &(pointer, place): &(Value, usize),
        limit: Option<u64>,
    ) -> Result<Vec<u32>, Stop> {
        let mut characters = Vec::new();
        while limit.is_none_or(|limit| (characters.len() as u64) < limit) {
            let offset = characters.len() as u64 * 4;
            let at = self.machine.displaced(self.state, pointer, offset);
            let value = self.machine.load_slow(self.state, at, 4)?;
            match self.machine.to_bits(self.state, 32, value)? as u32 {
                0 => break,
                character => characters.push(character),
            }
        }
        self.recorded[place] = Argument::WideString(characters.clone());
        Ok(characters)
    }

    fn store_count(
        &mut self,
        &(pointer, _): &(Value, usize),
        bytes: u32,
        count: u64,
    ) -> Result<(), Stop> {
        if self.symbolic {
            return Err(Stop::End(unsupported("%n after symbolic output")));
        }
        let number = Value::int(count & mask(bytes * 8));
        Ok(self.machine.store_slow(self.state, pointer, bytes, number)?)
    }

    fn errno(&mut self) -> Result<i32, Stop> {
        let Some(place) = self.machine.errno_place() else { return Ok(0) };
        let value = self.machine.load_slow(self.state, place, 4)?;
        let errno = self.machine.to_bits(self.state, 32, value)? as i32;
        self.recorded.push(Argument::Errno(errno));
        Ok(errno)
    }

    fn failed(&mut self, errno: i32, written: Vec<u8>) -> Stop {
        Stop::Failed { errno, written }
    }
}
