//! Integers and characters as C writes them.

use super::{Length, Literal, is_name_part};

/// The number at the beginning of a text and how long it is; or what is wrong with it.
pub(super) fn number(text: &str) -> Result<(Literal, usize), String> {
    let end = text.find(|c| !is_name_part(c) && c != '.').unwrap_or(text.len());
    let word = &text[..end];
    let lower = word.to_ascii_lowercase();
    let (radix, digits) = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
        (Some(digits), _) => (16, digits),
        (_, Some(digits)) => (2, digits),
        _ if lower.len() > 1 && lower.starts_with('0') => (8, &lower[1..]),
        _ => (10, &lower[..]),
    };
    if lower.contains('.') || radix == 10 && digits.contains('e') {
        return Err("floating-point numbers cannot be compared".into());
    }
    let count = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(count);
    let (unsigned, length) = match suffix {
        "" => (false, Length::Int),
        "u" => (true, Length::Int),
        "l" => (false, Length::Long),
        "ul" | "lu" => (true, Length::Long),
        "ll" => (false, Length::LongLong),
        "ull" | "llu" => (true, Length::LongLong),
        _ => return Err(format!("`{word}` is not a number")),
    };
    // The leading zero of an octal number is a digit, too.
    if digits.is_empty() && radix != 8 {
        return Err(format!("`{word}` is not a number"));
    }
    let value = match digits {
        "" => Ok(0),
        _ => u64::from_str_radix(digits, radix),
    };
    let decimal = radix == 10;
    match value {
        Ok(value) if value <= i64::MAX as u64 || unsigned || !decimal => {
            Ok((Literal { value, unsigned, length, decimal }, end))
        }
        _ => Err(format!("`{word}` does not fit into 64 bits")),
    }
}

/// The value of the character literal at the beginning of a text and how long it is; or what is wrong
/// with it.
pub(super) fn character(text: &str) -> Result<(i8, usize), String> {
    const UNENDED: &str = "no `'` ends this character";
    let (value, end) = match text[1..].chars().next() {
        None => return Err(UNENDED.into()),
        Some('\'') => return Err("a character is missing between these `'`".into()),
        Some('\\') => escape(&text[2..]).map(|(byte, length)| (byte, 2 + length))?,
        Some(c) if c.is_ascii() => (c as u8, 2),
        Some(c) => return Err(format!("`{c}` is more than one byte: write its number")),
    };
    match &text[end..] {
        rest if rest.starts_with('\'') => Ok((value as i8, end + 1)),
        rest if rest.contains('\'') => Err("a character literal has one character".into()),
        _ => Err(UNENDED.into()),
    }
}

/// What follows a backslash: its byte, and how long it is.
fn escape(text: &str) -> Result<(u8, usize), String> {
    let byte = match text.chars().next() {
        Some('n') => b'\n',
        Some('t') => b'\t',
        Some('r') => b'\r',
        Some('a') => 7,
        Some('b') => 8,
        Some('f') => 12,
        Some('v') => 11,
        Some('e') => 27,
        Some(c @ ('\\' | '\'' | '"' | '?')) => c as u8,
        Some('x') => return coded(&text[1..], 16, usize::MAX).map(|(byte, end)| (byte, 1 + end)),
        Some('0'..='7') => return coded(text, 8, 3),
        _ => return Err("this escape is not known".into()),
    };
    Ok((byte, 1))
}

/// A byte as digits, of which there are so many at most.
fn coded(digits: &str, radix: u32, most: usize) -> Result<(u8, usize), String> {
    let count = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len()).min(most);
    match u8::from_str_radix(&digits[..count], radix) {
        Ok(byte) => Ok((byte, count)),
        Err(_) => Err("this escape is not the number of a byte".into()),
    }
}
