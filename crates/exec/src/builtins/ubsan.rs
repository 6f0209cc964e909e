//! The handlers of clang's UndefinedBehaviorSanitizer, in bitcode that was compiled with it.
//!
//! A program calls `__ubsan_handle_KIND(data, operands ...)` where it has done something undefined, or
//! one of the functions of the minimal runtime, which get no data. Each is an error of its kind. After
//! it the path goes on (`--ubsan report`, as the sanitizer does by default) or ends (`--ubsan stop`, and
//! always for `..._abort`). Traps (`-fsanitize-trap`) are calls of the minimal runtime's after lowering.
//!
//! `data` begins with a source position: the name of the file, line and column. Descriptions of types
//! follow it, each `{ u16 kind, u16 information, char name[] }`; of an integer, `information` is twice
//! the logarithm of its width, plus 1 if it is signed.
//!
//! What C that Dunlin compiles itself checks never comes here (`dunlin_llvm`, `lower/checks.rs`).

use crate::code::{Handler, Report};
use crate::end::{End, ProgramError};
use crate::machine::Machine;
use crate::options::Ubsan;
use crate::state::State;
use dunlin_memory::Value;
use dunlin_results::ErrorKind;

/// The kind and the words of a report that needs no look at its data.
fn plain(report: Report) -> (ErrorKind, &'static str) {
    use ErrorKind::{
        DivisionByZero, OutOfBoundsRead, OverWideShift, ReachedUnreachable, SignedOverflow,
        UndefinedBehaviour,
    };
    match report {
        Report::Division => (DivisionByZero, "division by zero, or of the least integer by -1"),
        Report::FloatCast => (
            SignedOverflow,
            "a floating-point number does not fit into the type it is converted to",
        ),
        Report::Index => (OutOfBoundsRead, "the index is outside of the array"),
        Report::Unreachable => (ReachedUnreachable, "__builtin_unreachable was reached"),
        Report::MissingReturn => {
            (ReachedUnreachable, "a function that returns a value ends without a return")
        }
        Report::ArraySize => {
            (UndefinedBehaviour, "the size of a variable-length array is not positive")
        }
        Report::InvalidValue => (UndefinedBehaviour, "the type has no such value"),
        Report::NullArgument => {
            (UndefinedBehaviour, "null is passed for an argument that must not be null")
        }
        Report::NullResult => (UndefinedBehaviour, "a function that must not return null does"),
        Report::PointerOverflow => {
            (UndefinedBehaviour, "pointer arithmetic wraps around, or begins or ends at null")
        }
        Report::Conversion => {
            (UndefinedBehaviour, "an implicit conversion changes the value or its sign")
        }
        Report::Alignment => {
            (UndefinedBehaviour, "a pointer is not aligned as the program assumes")
        }
        Report::InvalidBuiltin => (UndefinedBehaviour, "a builtin that counts zeros gets zero"),
        Report::FunctionType => {
            (UndefinedBehaviour, "a function is called through a pointer of another type")
        }
        Report::ObjectType => {
            (UndefinedBehaviour, "an object has another type than the program says")
        }
        Report::InitialiserOverflow => {
            (SignedOverflow, "a constant in an initialiser overflows when clang computes it")
        }
        Report::InitialiserShift => {
            (OverWideShift, "a constant in an initialiser is shifted by its width or more")
        }
        Report::Overflow | Report::Shift | Report::Pointer | Report::Other => {
            (UndefinedBehaviour, "undefined behaviour that UndefinedBehaviorSanitizer reports")
        }
    }
}

/// An integer type of the program.
struct IntegerType {
    width: u32,
    signed: bool,
}

impl Machine<'_> {
    pub(super) fn ubsan(
        &mut self,
        state: &mut State,
        handler: Handler,
        args: &[Value],
    ) -> Result<(), End> {
        let data = if handler.minimal { &[] } else { args };
        let error = match handler.report {
            // Integer arithmetic; unsigned, too, if that is asked for.
            Report::Overflow => self.told_overflow(state, data)?,
            Report::Shift => self.told_shift(state, data)?,
            // An access or call through a pointer that is null, misaligned or without room behind it.
            Report::Pointer => self.told_pointer(state, data)?,
            report => {
                let (kind, text) = plain(report);
                ProgramError::new(kind, text)
            }
        };
        if handler.ends || self.options.ubsan == Ubsan::Stop && !handler.goes_on {
            return Err(error.into());
        }
        self.report_and_go_on(state, error)
    }

    fn told_overflow(&mut self, state: &mut State, data: &[Value]) -> Result<ProgramError, End> {
        let ty = self.described_type(state, data, 0)?;
        Ok(match ty {
            Some(IntegerType { signed: false, width }) => {
                let message = format!("unsigned arithmetic wraps around at {width} bits");
                ProgramError::new(ErrorKind::UndefinedBehaviour, message)
            }
            Some(IntegerType { width, .. }) => {
                let message = format!("the result does not fit into a signed {width}-bit integer");
                ProgramError::new(ErrorKind::SignedOverflow, message)
            }
            None => {
                let message = "the result does not fit into the integer type";
                ProgramError::new(ErrorKind::SignedOverflow, message)
            }
        })
    }

    fn told_shift(&mut self, state: &mut State, data: &[Value]) -> Result<ProgramError, End> {
        let shifted = self.described_type(state, data, 0)?;
        let by = self.described_type(state, data, 1)?;
        let over_wide = match (shifted, by, data.get(2)) {
            // Wider amounts are passed by their address.
            (Some(shifted), Some(by), Some(&amount)) if by.width <= 64 => {
                let bits = self.module.target.pointer_bits.min(64);
                if by.width > bits {
                    false
                } else {
                    let amount = self.term(state, amount, bits);
                    let amount = self.terms.extract(by.width - 1, 0, amount);
                    let width = self.terms.constant(by.width, u64::from(shifted.width));
                    let small = self.terms.ult(amount, width);
                    !self.decide(state, small)?
                }
            }
            _ => true,
        };
        Ok(match over_wide {
            true => {
                let message = "an integer is shifted by its width or more, or by a negative amount";
                ProgramError::new(ErrorKind::OverWideShift, message)
            }
            false => {
                let message =
                    "a left shift of a negative number, or of one that does not fit afterwards";
                ProgramError::new(ErrorKind::SignedOverflow, message)
            }
        })
    }

    fn told_pointer(&mut self, state: &mut State, data: &[Value]) -> Result<ProgramError, End> {
        let undefined = |text: &str| ProgramError::new(ErrorKind::UndefinedBehaviour, text);
        let (Some(&place), Some(&pointer)) = (data.first(), data.get(1)) else {
            return Ok(undefined("a pointer is null, misaligned or without room behind it"));
        };
        let bits = self.module.target.pointer_bits;
        let address = self.term(state, pointer, bits);
        let zero = self.terms.constant(bits, 0);
        let null = self.terms.eq(address, zero);
        if self.decide(state, null)? {
            let message = "access through a null pointer";
            return Ok(ProgramError::new(ErrorKind::NullDereference, message));
        }
        let after = self.after_place() + u64::from(bits / 8);
        let log_align = self.data_number(state, place, after, 1)?.min(u64::from(bits - 1));
        let writes = self.data_number(state, place, after + 1, 1)? == 1;
        let low = self.terms.constant(bits, (1u64 << log_align) - 1);
        let offset = self.terms.and(address, low);
        let aligned = self.terms.eq(offset, zero);
        if !self.decide(state, aligned)? {
            return Ok(undefined("access through a pointer that is not aligned for its type"));
        }
        let kind = match writes {
            true => ErrorKind::OutOfBoundsWrite,
            false => ErrorKind::OutOfBoundsRead,
        };
        Ok(ProgramError::new(kind, "there is no room for the type behind the pointer"))
    }

    /// Where the data of a handler goes on after the source position.
    fn after_place(&self) -> u64 {
        u64::from(self.module.target.pointer_bits / 8) + 8
    }

    fn data_number(
        &mut self,
        state: &mut State,
        data: Value,
        offset: u64,
        size: u32,
    ) -> Result<u64, End> {
        let at = self.displaced(state, data, offset);
        let value = self.load_slow(state, at, size)?;
        self.to_bits(state, size * 8, value)
    }

    /// The description of a type in the data of a handler, if it is that of an integer.
    fn described_type(
        &mut self,
        state: &mut State,
        data: &[Value],
        index: u64,
    ) -> Result<Option<IntegerType>, End> {
        const INTEGER: u64 = 0;
        let Some(&data) = data.first() else { return Ok(None) };
        let bytes = self.module.target.pointer_bits / 8;
        let at = self.displaced(state, data, self.after_place() + index * u64::from(bytes));
        let description = self.load_slow(state, at, bytes)?;
        if self.data_number(state, description, 0, 2)? != INTEGER {
            return Ok(None);
        }
        let information = self.data_number(state, description, 2, 2)?;
        let width = 1u32.checked_shl((information >> 1) as u32).unwrap_or(u32::MAX);
        Ok(Some(IntegerType { width, signed: information & 1 != 0 }))
    }
}
