//! What a directive writes, once its width and precision are known.

use super::directive::{Directive, Flags, Length};
use super::real::{Real, Style};
use super::{
    EILSEQ, EINVAL, EOVERFLOW, FormatArgs, Formatter, Kind, Layout, Shown, Stop, Value, errno,
};
use std::ops::Range;

impl<A: FormatArgs> Formatter<'_, A> {
    pub(super) fn convert(
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

    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<(), Stop<A::Error>> {
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
