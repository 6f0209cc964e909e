//! The printf family's formatting: a format string and its arguments become bytes.
//!
//! Assumes: the C locale, round-to-nearest, and arguments supplied by a [`FormatArgs`], which knows
//! the target's calling convention and memory.
//! Promises: the bytes are glibc's, floating-point output included (exact decimal expansion, ties
//! to even); arguments are fetched in the order of the argument list. Where glibc's function would
//! return -1, the caller learns the errno and what had been written by then.

mod directive;
mod errno;
mod real;
#[cfg(test)]
mod tests;

use directive::{Amount, Directive, Flags, Length, Piece};
use real::{Real, Style};
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

    fn convert(
        &mut self,
        directive: &Directive,
        layout: &Layout,
        how: &Shown,
    ) -> Result<(), Stop<A::Error>> {
        let index = directive.argument;
        match directive.conversion {
            b'%' => self.put(b"%"),
            b'd' | b'i' => self.signed(layout, how, index),
            b'o' | b'u' | b'x' | b'X' => {
                let value = self.int_argument(index, how.bytes.max(4))?;
                let value = truncate(self.args.shown(index, value, how)?, how.bytes);
                let at = self.integer(layout, directive.conversion, false, value)?;
                self.args.placed(index, at);
                Ok(())
            }
            b'c' if !is_wide(directive.length) => {
                let byte = self.int_argument(index, 4)?;
                let byte = self.args.shown(index, byte, how)? as u8;
                let at = self.padded(layout, false, b"", 0, &[byte])?;
                self.args.placed(index, at);
                Ok(())
            }
            b'c' | b'C' => self.wide_character(layout, index),
            b's' => self.string(layout, is_wide(directive.length), index),
            b'S' => self.string(layout, true, index),
            b'p' => self.address(layout, index),
            b'n' => {
                let pointer = self.pointer_argument(index)?;
                let bytes = self.integer_bytes(directive.length);
                let count = self.out.len() as u64;
                Ok(self.args.store_count(&pointer, bytes, count)?)
            }
            b'm' => {
                let errno = self.args.errno()?;
                let message =
                    if layout.flags.alternate { errno::name(errno) } else { errno::message(errno) };
                let shown =
                    layout.precision.map_or(message.len(), |limit| limit.min(message.len()));
                self.text(layout, &message.as_bytes()[..shown])
            }
            _ if self.kind(directive).is_some() => self.real(directive, layout),
            conversion => self.unknown(layout, conversion),
        }
    }

    fn signed(&mut self, layout: &Layout, how: &Shown, index: usize) -> Result<(), Stop<A::Error>> {
        let unused = 64 - 8 * how.bytes;
        let value = self.int_argument(index, how.bytes.max(4))?;
        let value = (self.args.shown(index, value, how)? << unused) as i64 >> unused;
        let at = self.integer(layout, b'd', value < 0, value.unsigned_abs())?;
        self.args.placed(index, at);
        Ok(())
    }

    /// Where the digits are.
    fn integer(
        &mut self,
        layout: &Layout,
        conversion: u8,
        negative: bool,
        value: u64,
    ) -> Result<Range<usize>, Stop<A::Error>> {
        let mut digits = match conversion {
            b'o' => format!("{value:o}"),
            b'x' => format!("{value:x}"),
            b'X' => format!("{value:X}"),
            _ => value.to_string(),
        };
        if value == 0 && layout.precision == Some(0) {
            digits.clear();
        }
        let mut zeros = layout.precision.unwrap_or(1).saturating_sub(digits.len());
        let mut prefix = sign(layout.flags, negative).to_vec();
        if layout.flags.alternate {
            match conversion {
                b'o' if zeros == 0 && !digits.starts_with('0') => zeros = 1,
                b'x' if value != 0 => prefix.extend(b"0x"),
                b'X' if value != 0 => prefix.extend(b"0X"),
                _ => {}
            }
        }
        let zero_padded = layout.flags.zero && layout.precision.is_none();
        self.padded(layout, zero_padded, &prefix, zeros, digits.as_bytes())
    }

    fn address(&mut self, layout: &Layout, index: usize) -> Result<(), Stop<A::Error>> {
        let pointer = self.pointer_argument(index)?;
        let address = self.args.address(&pointer)?;
        if address == 0 {
            return self.text(layout, b"(nil)");
        }
        let flags = Flags { alternate: true, ..layout.flags };
        self.integer(&Layout { flags, ..*layout }, b'x', false, address)?;
        Ok(())
    }

    fn string(&mut self, layout: &Layout, wide: bool, index: usize) -> Result<(), Stop<A::Error>> {
        let pointer = self.pointer_argument(index)?;
        let limit = layout.precision.map(|precision| precision as u64);
        if self.args.is_null(&pointer)? {
            let shown: &[u8] = if limit.is_none_or(|limit| limit >= 6) { b"(null)" } else { b"" };
            return self.text(layout, shown);
        }
        if !wide {
            let text = self.args.string(&pointer, limit)?;
            let at = self.padded(layout, false, b"", 0, &text)?;
            self.args.placed(index, at);
            return Ok(());
        }
        let mut text = Vec::new();
        for character in self.args.wide_string(&pointer, limit)? {
            text.push(narrow(character).ok_or(Stop::Errno(EILSEQ))?);
        }
        self.text(layout, &text)
    }

    fn wide_character(&mut self, layout: &Layout, index: usize) -> Result<(), Stop<A::Error>> {
        let character = self.exact_argument(index, 4)? as u32;
        let byte = narrow(character).ok_or(Stop::Errno(EILSEQ))?;
        self.text(layout, &[byte])
    }

    fn real(&mut self, directive: &Directive, layout: &Layout) -> Result<(), Stop<A::Error>> {
        let real = if directive.length == Length::LongLong {
            match self.argument(directive.argument, Kind::LongDouble)? {
                Value::LongDouble(bits) => Real::from_x87(bits),
                _ => return Err(Stop::Errno(EINVAL)),
            }
        } else {
            match self.argument(directive.argument, Kind::Double)? {
                Value::Double(value) => Real::from_f64(value),
                _ => return Err(Stop::Errno(EINVAL)),
            }
        };
        let style = Style {
            conversion: directive.conversion.to_ascii_lowercase(),
            precision: layout.precision,
            alternate: layout.flags.alternate,
        };
        let mut prefix = sign(layout.flags, real.negative()).to_vec();
        let mut body = real.digits(style);
        if style.conversion == b'a' && real.is_finite() {
            prefix.extend(b"0x");
        }
        if directive.conversion.is_ascii_uppercase() {
            prefix.make_ascii_uppercase();
            body.make_ascii_uppercase();
        }
        let zero_padded = layout.flags.zero && real.is_finite();
        self.padded(layout, zero_padded, &prefix, 0, &body)?;
        Ok(())
    }

    /// glibc prints a directive that it does not know in a normal form: without its length, and
    /// with the numbers that `*` stood for.
    fn unknown(&mut self, layout: &Layout, conversion: u8) -> Result<(), Stop<A::Error>> {
        let flags = layout.flags;
        let mut text = vec![b'%'];
        let shown = [
            (flags.alternate, b'#'),
            (flags.group, b'\''),
            (flags.plus, b'+'),
            (flags.space && !flags.plus, b' '),
            (flags.left, b'-'),
            (flags.zero, b'0'),
            (flags.other_digits, b'I'),
        ];
        text.extend(shown.iter().filter(|(set, _)| *set).map(|(_, flag)| *flag));
        if layout.width != 0 {
            text.extend(layout.width.to_string().bytes());
        }
        if let Some(precision) = layout.precision {
            text.extend(format!(".{precision}").bytes());
        }
        text.push(conversion);
        self.put(&text)
    }

    fn text(&mut self, layout: &Layout, text: &[u8]) -> Result<(), Stop<A::Error>> {
        self.padded(layout, false, b"", 0, text)?;
        Ok(())
    }

    /// Prefix, zeros and body, filled up to the width; where the body is.
    fn padded(
        &mut self,
        layout: &Layout,
        zero_padded: bool,
        prefix: &[u8],
        zeros: usize,
        body: &[u8],
    ) -> Result<Range<usize>, Stop<A::Error>> {
        let fill = layout.width.saturating_sub(prefix.len() + zeros + body.len());
        let (before, middle, after) = match (layout.flags.left, zero_padded) {
            (true, _) => (0, 0, fill),
            (false, true) => (0, fill, 0),
            (false, false) => (fill, 0, 0),
        };
        self.repeat(b' ', before)?;
        self.put(prefix)?;
        self.repeat(b'0', middle + zeros)?;
        let start = self.out.len();
        self.put(body)?;
        let end = self.out.len();
        self.repeat(b' ', after)?;
        Ok(start..end)
    }

    fn repeat(&mut self, byte: u8, count: usize) -> Result<(), Stop<A::Error>> {
        self.room(count)?;
        self.out.resize(self.out.len() + count, byte);
        Ok(())
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Stop<A::Error>> {
        self.room(bytes.len())?;
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    /// The printf functions return their length as an int.
    fn room(&self, more: usize) -> Result<(), Stop<A::Error>> {
        if more > i32::MAX as usize - self.out.len() {
            return Err(Stop::Errno(EOVERFLOW));
        }
        Ok(())
    }
}

fn sign(flags: Flags, negative: bool) -> &'static [u8] {
    match (negative, flags.plus, flags.space) {
        (true, _, _) => b"-",
        (false, true, _) => b"+",
        (false, false, true) => b" ",
        (false, false, false) => b"",
    }
}

fn truncate(value: u64, bytes: u32) -> u64 {
    let unused = 64 - 8 * bytes;
    value << unused >> unused
}

/// Whether `c` and `s` with this length mean `wint_t` and `wchar_t *`.
fn is_wide(length: Length) -> bool {
    matches!(length, Length::Long | Length::LongLong)
}

/// A wide character as the C locale writes it.
fn narrow(character: u32) -> Option<u8> {
    u8::try_from(character).ok().filter(u8::is_ascii)
}
