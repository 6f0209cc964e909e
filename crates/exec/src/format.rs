//! The printf family's formatting: a format string and its arguments become bytes.
//!
//! Assumes: the C locale, round-to-nearest, and arguments supplied by a [`FormatArgs`], which knows
//! the target's calling convention and memory.
//! Promises: the bytes are glibc's, floating-point output included (exact decimal expansion, ties
//! to even); arguments are fetched in the order of the argument list. Where glibc's function would
//! return -1, the caller learns the errno and what had been written by then.

mod convert;
mod directive;
mod errno;
mod real;
#[cfg(test)]
mod tests;

use directive::{Amount, Directive, Flags, Length, Piece};
use std::ops::Range;

/// `errno` values with which a call of the printf family fails.
pub const EINVAL: i32 = 22;
pub const EOVERFLOW: i32 = 75;
pub const EILSEQ: i32 = 84;

/// glibc's NL_ARGMAX: the largest `n` in `%n$`.
const MOST_ARGUMENTS: usize = 4096;

/// How a directive shows its argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    pub conversion: u8,
    /// How many bytes of an integer argument count.
    pub bytes: u32,
    pub width: usize,
    pub precision: Option<usize>,
    /// A number that is not negative gets a sign or a space.
    pub signed: bool,
    pub alternate: bool,
}

/// Where the arguments of a printf call come from.
///
/// Fetching an argument and reading the memory that it points to are separate, because `%2$s` needs
/// the second argument after the first, but reads it when its turn in the format comes.
pub trait FormatArgs {
    type Error;
    type Pointer: Clone;

    /// The size of pointers, `long` and `size_t`: 4 or 8.
    fn pointer_bytes(&self) -> u32;

    /// The next argument, an integer of 4 or 8 bytes; upper bits of the result are ignored.
    fn int(&mut self, bytes: u32) -> Result<u64, Self::Error>;
    fn double(&mut self) -> Result<f64, Self::Error>;
    /// The 80 bits of an x86 long double; upper bits are ignored.
    fn long_double(&mut self) -> Result<u128, Self::Error>;
    fn pointer(&mut self) -> Result<Self::Pointer, Self::Error>;

    /// The number that `%p` prints; 0 for a null pointer.
    fn address(&mut self, pointer: &Self::Pointer) -> Result<u64, Self::Error>;
    fn is_null(&mut self, pointer: &Self::Pointer) -> Result<bool, Self::Error>;
    /// The bytes before the terminating zero, at most `limit`; must not read beyond them. Only
    /// called for pointers that are not null.
    fn string(
        &mut self,
        pointer: &Self::Pointer,
        limit: Option<u64>,
    ) -> Result<Vec<u8>, Self::Error>;
    /// Like `string`, for 4-byte characters; `limit` counts characters.
    fn wide_string(
        &mut self,
        pointer: &Self::Pointer,
        limit: Option<u64>,
    ) -> Result<Vec<u32>, Self::Error>;
    /// `%n`: stores the low `bytes` bytes (1, 2, 4 or 8) of `count`.
    fn store_count(
        &mut self,
        pointer: &Self::Pointer,
        bytes: u32,
        count: u64,
    ) -> Result<(), Self::Error>;

    /// An integer argument that decides about others (a width), or of which the value matters: the
    /// value that formatting goes on with. `index` counts arguments from 0, here and below.
    fn exact(&mut self, index: usize, value: u64) -> Result<u64, Self::Error> {
        let _ = index;
        Ok(value)
    }
    /// An integer argument that is about to be shown: the value that formatting goes on with.
    fn shown(&mut self, index: usize, value: u64, how: &Shown) -> Result<u64, Self::Error> {
        let _ = (index, how);
        Ok(value)
    }
    /// Where the digits, the character or the text of an argument lie in the output.
    fn placed(&mut self, index: usize, at: Range<usize>) {
        let _ = (index, at);
    }
    /// The directive that shows an argument is done and has written so many bytes.
    fn finished(&mut self, index: usize, how: &Shown, written: usize) {
        let _ = (index, how, written);
    }

    /// The program's current `errno`, for `%m`.
    fn errno(&mut self) -> Result<i32, Self::Error>;
    /// The error that says: the call sets `errno`, writes `written` and returns -1.
    fn failed(&mut self, errno: i32, written: Vec<u8>) -> Self::Error;
}

/// Formats; the result is everything that the call writes.
pub fn format<A: FormatArgs>(format: &[u8], args: &mut A) -> Result<Vec<u8>, A::Error> {
    let pieces = directive::parse(format);
    let mut formatter = Formatter { args, fetched: None, out: Vec::new() };
    match formatter.run(format, &pieces) {
        Ok(()) => Ok(formatter.out),
        Err(Stop::Args(error)) => Err(error),
        Err(Stop::Errno(errno)) => Err(formatter.args.failed(errno, formatter.out)),
    }
}

/// Why formatting ended early.
enum Stop<E> {
    Args(E),
    Errno(i32),
}

impl<E> From<E> for Stop<E> {
    fn from(error: E) -> Self {
        Stop::Args(error)
    }
}

/// What kind of argument a directive takes from the argument list.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Int(u32),
    Double,
    LongDouble,
    Pointer,
}

#[derive(Clone)]
enum Value<P> {
    Int(u64),
    Double(f64),
    LongDouble(u128),
    Pointer(P),
}

struct Formatter<'a, A: FormatArgs> {
    args: &'a mut A,
    /// All arguments in order, when the format has numbered ones; otherwise each is fetched when
    /// its directive comes.
    fetched: Option<Vec<Value<A::Pointer>>>,
    out: Vec<u8>,
}

/// A directive's width and precision after `*` has been looked up.
struct Layout {
    flags: Flags,
    width: usize,
    precision: Option<usize>,
}

impl<A: FormatArgs> Formatter<'_, A> {
    fn run(&mut self, format: &[u8], pieces: &[Piece]) -> Result<(), Stop<A::Error>> {
        if pieces.iter().any(|piece| matches!(piece, Piece::Directive(d) if d.numbered)) {
            self.fetch_all(pieces)?;
        }
        for piece in pieces {
            match piece {
                Piece::Text(range) => self.put(&format[range.clone()])?,
                Piece::Directive(directive) => self.directive(directive)?,
                Piece::Invalid { errno } => return Err(Stop::Errno(*errno)),
            }
        }
        Ok(())
    }

    fn fetch_all(&mut self, pieces: &[Piece]) -> Result<(), Stop<A::Error>> {
        // An argument that no directive names is taken for an int, as glibc does.
        let mut kinds: Vec<Kind> = Vec::new();
        for piece in pieces {
            let Piece::Directive(directive) = piece else { continue };
            let stars = [Some(directive.width), directive.precision].into_iter().flatten();
            let mut uses: Vec<(usize, Kind)> = stars
                .filter_map(|amount| match amount {
                    Amount::Argument(index) => Some((index, Kind::Int(4))),
                    Amount::Fixed(_) => None,
                })
                .collect();
            if let Some(kind) = self.kind(directive) {
                uses.push((directive.argument, kind));
            }
            for (index, kind) in uses {
                if index >= MOST_ARGUMENTS {
                    return Err(Stop::Errno(EOVERFLOW));
                }
                if kinds.len() <= index {
                    kinds.resize(index + 1, Kind::Int(4));
                }
                kinds[index] = kind;
            }
        }
        let mut values = Vec::with_capacity(kinds.len());
        for kind in kinds {
            values.push(self.fetch(kind)?);
        }
        self.fetched = Some(values);
        Ok(())
    }

    fn fetch(&mut self, kind: Kind) -> Result<Value<A::Pointer>, Stop<A::Error>> {
        Ok(match kind {
            Kind::Int(bytes) => Value::Int(self.args.int(bytes)?),
            Kind::Double => Value::Double(self.args.double()?),
            Kind::LongDouble => Value::LongDouble(self.args.long_double()?),
            Kind::Pointer => Value::Pointer(self.args.pointer()?),
        })
    }

    fn argument(&mut self, index: usize, kind: Kind) -> Result<Value<A::Pointer>, Stop<A::Error>> {
        match &self.fetched {
            Some(values) => Ok(values[index].clone()),
            None => self.fetch(kind),
        }
    }

    fn int_argument(&mut self, index: usize, bytes: u32) -> Result<u64, Stop<A::Error>> {
        match self.argument(index, Kind::Int(bytes))? {
            Value::Int(value) => Ok(value),
            // Only a format that names one argument with two types comes here.
            _ => Err(Stop::Errno(EINVAL)),
        }
    }

    fn exact_argument(&mut self, index: usize, bytes: u32) -> Result<u64, Stop<A::Error>> {
        let value = self.int_argument(index, bytes)?;
        Ok(self.args.exact(index, value)?)
    }

    fn pointer_argument(&mut self, index: usize) -> Result<A::Pointer, Stop<A::Error>> {
        match self.argument(index, Kind::Pointer)? {
            Value::Pointer(pointer) => Ok(pointer),
            _ => Err(Stop::Errno(EINVAL)),
        }
    }

    fn integer_bytes(&self, length: Length) -> u32 {
        match length {
            Length::Char => 1,
            Length::Short => 2,
            Length::Int => 4,
            Length::Long | Length::Size | Length::Difference => self.args.pointer_bytes(),
            Length::LongLong | Length::Max => 8,
        }
    }

    fn kind(&self, directive: &Directive) -> Option<Kind> {
        match directive.conversion {
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' => {
                Some(Kind::Int(self.integer_bytes(directive.length).max(4)))
            }
            b'c' | b'C' => Some(Kind::Int(4)),
            b's' | b'S' | b'p' | b'n' => Some(Kind::Pointer),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                if directive.length == Length::LongLong {
                    Some(Kind::LongDouble)
                } else {
                    Some(Kind::Double)
                }
            }
            _ => None,
        }
    }

    fn layout(&mut self, directive: &Directive) -> Result<Layout, Stop<A::Error>> {
        let mut flags = directive.flags;
        let width = match directive.width {
            Amount::Fixed(width) => width,
            Amount::Argument(index) => {
                let width = self.exact_argument(index, 4)? as i32;
                flags.left |= width < 0;
                width.unsigned_abs() as usize
            }
        };
        if width >= i32::MAX as usize {
            return Err(Stop::Errno(EOVERFLOW));
        }
        let precision = match directive.precision {
            None => None,
            Some(Amount::Fixed(precision)) => Some(precision),
            Some(Amount::Argument(index)) => {
                let precision = self.exact_argument(index, 4)? as i32;
                usize::try_from(precision).ok()
            }
        };
        if precision.is_some_and(|precision| precision >= i32::MAX as usize) {
            return Err(Stop::Errno(EOVERFLOW));
        }
        Ok(Layout { flags, width, precision })
    }

    fn directive(&mut self, directive: &Directive) -> Result<(), Stop<A::Error>> {
        let mut layout = self.layout(directive)?;
        if matches!(directive.conversion, b'o' | b'u' | b'x' | b'X') {
            layout.flags = Flags { plus: false, space: false, ..layout.flags };
        }
        let how = Shown {
            conversion: directive.conversion,
            bytes: self.integer_bytes(directive.length),
            width: layout.width,
            precision: layout.precision,
            signed: layout.flags.plus || layout.flags.space,
            alternate: layout.flags.alternate,
        };
        let start = self.out.len();
        self.convert(directive, &layout, &how)?;
        if self.kind(directive).is_some() {
            self.args.finished(directive.argument, &how, self.out.len() - start);
        }
        Ok(())
    }
}
