//! The arguments of a printf call that may be symbolic.
//!
//! What goes to a file keeps its terms: they are recorded, and formatting goes on with their values
//! under the model of the path, which only shows which arguments the format takes.
//!
//! What goes to memory becomes bytes of which some are terms. Execution forks only for how many there
//! are: for the sign and the number of digits of an integer, for the length of a text. Formatting goes
//! on with a number or text of that shape, whose digits and characters are replaced when it is done.

use super::digits::{self, Shape};
use crate::end::{End, unsupported};
use crate::format::{FormatArgs, Shown};
use crate::machine::Machine;
use crate::state::{Argument, Byte, State};
use dunlin_ir::FloatFormat;
use dunlin_ir::small::mask;
use dunlin_memory::Value;
use dunlin_term::TermId;
use std::ops::Range;

/// Why formatting stopped: the path ends, or the function fails with an `errno`.
pub enum Stop {
    End(End),
    Failed { errno: i32, written: Vec<u8> },
}

impl From<End> for Stop {
    fn from(end: End) -> Self {
        Stop::End(end)
    }
}

/// Stands for a symbolic character until it is replaced.
const PLACEHOLDER: u8 = b'?';

/// What is symbolic about an argument.
enum Fetched {
    Plain,
    Integer(TermId),
    Text(Vec<Byte>),
    /// How long it is when shown is not known as a term.
    Other,
}

/// The length of all that was written, as far as the input decides it.
#[derive(Clone, Copy)]
pub enum Count {
    /// These bytes less, under the model, and so many more: a term of 32 bits.
    Instead(u64, TermId),
    Unknown,
}

pub struct Arguments<'m, 'a, 's> {
    pub machine: &'m mut Machine<'a>,
    pub state: &'s mut State,
    pub next: &'s mut Value,
    /// For a file: nothing forks.
    keep_terms: bool,
    /// For the log of what is printed.
    pub recorded: Vec<Argument>,
    /// Something recorded is symbolic.
    pub symbolic: bool,
    pub count: Count,
    /// Bytes of the output that are terms.
    pub replaced: Vec<(usize, TermId)>,
    /// By their number.
    fetched: Vec<Fetched>,
    /// Of the integer that is being shown.
    shape: Option<Shape>,
}

impl<'m, 'a, 's> Arguments<'m, 'a, 's> {
    pub fn new(
        machine: &'m mut Machine<'a>,
        state: &'s mut State,
        next: &'s mut Value,
        keep_terms: bool,
    ) -> Self {
        let none = machine.terms.constant(32, 0);
        Arguments {
            machine,
            state,
            next,
            keep_terms,
            recorded: Vec::new(),
            symbolic: false,
            count: Count::Instead(0, none),
            replaced: Vec::new(),
            fetched: Vec::new(),
            shape: None,
        }
    }

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

    /// Whether an address goes to where the program does not read it again.
    fn is_shown(&self, value: Value) -> bool {
        self.keep_terms && value.meta.is_pointer() && self.machine.options.free_addresses
    }

    fn plain(&mut self, value: Value, width: u32) -> Result<u64, Stop> {
        let number = match self.is_shown(value) {
            true => self.machine.shown_address(self.state, value) & dunlin_ir::small::mask(width),
            false => self.machine.to_bits(self.state, width, value)?,
        };
        self.recorded.push(Argument::Number(number.into()));
        self.fetched.push(Fetched::Plain);
        Ok(number)
    }

    /// A floating-point number of which not even the shape can be told.
    fn symbolic_real(&mut self, term: TermId) -> Result<(), Stop> {
        if !self.keep_terms {
            let what = "a symbolic floating-point number formatted into memory";
            return Err(Stop::End(unsupported(what)));
        }
        self.recorded.push(Argument::Term(term));
        self.fetched.push(Fetched::Other);
        self.symbolic = true;
        Ok(())
    }

    /// A text whose length execution forks for.
    fn text_for_memory(&mut self, pointer: Value, limit: Option<u64>) -> Result<Vec<Byte>, Stop> {
        let mut text = Vec::new();
        while limit.is_none_or(|limit| (text.len() as u64) < limit) {
            let at = self.machine.displaced(self.state, pointer, text.len() as u64);
            let value = self.machine.load_slow(self.state, at, 1)?;
            let byte = self.machine.byte(self.state, value)?;
            let ends = match byte {
                Byte::Plain(byte) => byte == 0,
                Byte::Term(term) => {
                    let zero = self.machine.terms.constant(8, 0);
                    let ends = self.machine.terms.eq(term, zero);
                    self.machine.decide(self.state, ends)?
                }
            };
            if ends {
                break;
            }
            text.push(byte);
        }
        Ok(text)
    }
}

impl FormatArgs for Arguments<'_, '_, '_> {
    type Error = Stop;
    /// With its place among the recorded arguments and its number.
    type Pointer = (Value, usize, usize);

    fn pointer_bytes(&self) -> u32 {
        self.machine.module.target.pointer_bytes() as u32
    }

    fn int(&mut self, bytes: u32) -> Result<u64, Stop> {
        let value = self.fetch(u64::from(bytes), u64::from(bytes))?[0];
        let width = bytes * 8;
        if !value.meta.is_symbolic() {
            return self.plain(value, width);
        }
        let term = self.machine.term(self.state, value, width);
        self.fetched.push(Fetched::Integer(term));
        self.recorded.push(Argument::Term(term));
        self.symbolic |= self.keep_terms;
        // In memory, `exact` or `shown` decides what it is.
        Ok(if self.keep_terms { self.machine.under_model(self.state, term) } else { 0 })
    }

    fn double(&mut self) -> Result<f64, Stop> {
        let value = self.fetch(8, 8)?[0];
        if !value.meta.is_symbolic() {
            return Ok(f64::from_bits(self.plain(value, 64)?));
        }
        let term = self.machine.term(self.state, value, 64);
        self.symbolic_real(term)?;
        Ok(f64::from_bits(self.machine.under_model(self.state, term)))
    }

    fn long_double(&mut self) -> Result<u128, Stop> {
        let target = &self.machine.module.target;
        if target.long_double() != Some(FloatFormat::X87) {
            let what = format!("printing a long double for {}", target.architecture());
            return Err(unsupported(what).into());
        }
        let values = self.fetch(10, 16)?;
        // It takes 16 bytes of the area, or 12 where slots have 4.
        if self.pointer_bytes() == 8 {
            self.next.bits = self.next.bits.wrapping_add(15) & !15;
        }
        if values.iter().any(|value| value.meta.is_symbolic()) {
            let low = self.machine.term(self.state, values[0], 64);
            let high = self.machine.term(self.state, values[1], 16);
            let whole = self.machine.terms.concat(high, low);
            self.symbolic_real(whole)?;
            return Ok(0);
        }
        let low = self.machine.to_bits(self.state, 64, values[0])?;
        let high = self.machine.to_bits(self.state, 16, values[1])?;
        let number = u128::from(high) << 64 | u128::from(low);
        self.recorded.push(Argument::Number(number));
        self.fetched.push(Fetched::Plain);
        Ok(number)
    }

    fn pointer(&mut self) -> Result<Self::Pointer, Stop> {
        let size = u64::from(self.pointer_bytes());
        let value = self.fetch(size, size)?[0];
        self.recorded.push(Argument::Number(value.as_int().unwrap_or(0).into()));
        self.fetched.push(Fetched::Plain);
        Ok((value, self.recorded.len() - 1, self.fetched.len() - 1))
    }

    fn address(&mut self, &(pointer, place, number): &Self::Pointer) -> Result<u64, Stop> {
        if self.keep_terms && pointer.meta.is_symbolic() {
            let term = self.machine.term(self.state, pointer, 64);
            self.recorded[place] = Argument::Term(term);
            self.fetched[number] = Fetched::Other;
            self.symbolic = true;
            return Ok(self.machine.under_model(self.state, term));
        }
        let address = match self.is_shown(pointer) {
            true => self.machine.shown_address(self.state, pointer),
            false => self.machine.to_bits(self.state, 64, pointer)?,
        };
        self.recorded[place] = Argument::Pointer(address);
        Ok(address)
    }

    fn is_null(&mut self, &(pointer, ..): &Self::Pointer) -> Result<bool, Stop> {
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
        &(pointer, place, number): &Self::Pointer,
        limit: Option<u64>,
    ) -> Result<Vec<u8>, Stop> {
        let text = match self.keep_terms {
            true => self.machine.symbolic_string(self.state, pointer, limit)?,
            false => self.text_for_memory(pointer, limit)?,
        };
        let mut shown = Vec::new();
        for &byte in &text {
            let byte = match byte {
                Byte::Plain(byte) => byte,
                Byte::Term(_) if !self.keep_terms => PLACEHOLDER,
                Byte::Term(term) => self.machine.under_model(self.state, term) as u8,
            };
            match byte {
                0 => break,
                byte => shown.push(byte),
            }
        }
        if text.iter().any(|byte| matches!(byte, Byte::Term(_))) {
            self.symbolic |= self.keep_terms;
            self.fetched[number] = Fetched::Text(text.clone());
        }
        self.recorded[place] = Argument::String(text);
        Ok(shown)
    }

    fn wide_string(
        &mut self,
        &(pointer, place, _): &Self::Pointer,
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
        &(pointer, ..): &Self::Pointer,
        bytes: u32,
        count: u64,
    ) -> Result<(), Stop> {
        if self.symbolic {
            return Err(Stop::End(unsupported("%n after symbolic output")));
        }
        let number = Value::int(count & mask(bytes * 8));
        Ok(self.machine.store_slow(self.state, pointer, bytes, number)?)
    }

    fn exact(&mut self, index: usize, value: u64) -> Result<u64, Stop> {
        let Some(Fetched::Integer(term)) = self.fetched.get(index) else { return Ok(value) };
        if self.keep_terms {
            self.fetched[index] = Fetched::Other;
            self.count = Count::Unknown;
            return Ok(value);
        }
        let number = self.machine.concretise(self.state, *term)?;
        self.fetched[index] = Fetched::Plain;
        Ok(number)
    }

    fn shown(&mut self, index: usize, value: u64, how: &Shown) -> Result<u64, Stop> {
        self.shape = None;
        let Some(Fetched::Integer(term)) = self.fetched.get(index) else { return Ok(value) };
        if self.keep_terms {
            return Ok(value);
        }
        let shape = self.machine.decide_shape(self.state, *term, how)?;
        self.shape = Some(shape);
        Ok(shape.example(how))
    }

    fn placed(&mut self, index: usize, at: Range<usize>) {
        if self.keep_terms {
            return;
        }
        match (self.fetched.get(index), self.shape.take()) {
            (Some(Fetched::Integer(_)), Some(shape)) => {
                let terms = digits::of(&mut self.machine.terms, shape, at.len());
                self.replaced.extend(at.zip(terms));
            }
            (Some(Fetched::Text(text)), _) => {
                for (place, byte) in at.zip(text) {
                    if let Byte::Term(term) = *byte {
                        self.replaced.push((place, term));
                    }
                }
            }
            _ => {}
        }
    }

    fn finished(&mut self, index: usize, how: &Shown, written: usize) {
        let Count::Instead(less, more) = self.count else { return };
        if !self.keep_terms {
            return;
        }
        let terms = &mut self.machine.terms;
        let length = match self.fetched.get(index) {
            // However a character is chosen, it is one.
            Some(Fetched::Integer(_)) if matches!(how.conversion, b'c' | b'C') => return,
            Some(Fetched::Integer(term)) => digits::length(terms, *term, how),
            Some(Fetched::Text(text)) => digits::text_length(terms, text, how.width),
            Some(Fetched::Other) => {
                self.count = Count::Unknown;
                return;
            }
            Some(Fetched::Plain) | None => return,
        };
        let more = terms.add(more, length);
        self.count = Count::Instead(less + written as u64, more);
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
