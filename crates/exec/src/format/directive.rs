//! Parsing of format strings: text, directives, and where the format is not valid.
//!
//! Promises: parsing never fails; an invalid format ends in [`Piece::Invalid`], so that what comes
//! before it is still written. Directives without `n$` are numbered in the order in which glibc
//! takes their arguments: width, precision, value.

use std::ops::Range;

use super::{EINVAL, EOVERFLOW};

pub enum Piece {
    Text(Range<usize>),
    Directive(Directive),
    /// From here on the call fails.
    Invalid {
        errno: i32,
    },
}

#[derive(Clone, Copy, Default)]
pub struct Flags {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
    /// `'`: has no effect in the C locale.
    pub group: bool,
    /// `I`: has no effect in the C locale.
    pub other_digits: bool,
}

/// The length modifier. `ll`, `L` and `q` mean the same to glibc.
#[derive(Clone, Copy, PartialEq)]
pub enum Length {
    Char,
    Short,
    Int,
    Long,
    LongLong,
    Max,
    Size,
    Difference,
}

#[derive(Clone, Copy)]
pub enum Amount {
    Fixed(usize),
    /// The argument with this index, from 0.
    Argument(usize),
}

pub struct Directive {
    pub flags: Flags,
    pub width: Amount,
    pub precision: Option<Amount>,
    pub length: Length,
    pub conversion: u8,
    /// The index of its argument, from 0.
    pub argument: usize,
    /// Some index was written as `n$`.
    pub numbered: bool,
}

pub fn parse(format: &[u8]) -> Vec<Piece> {
    let mut parser = Parser { format, at: 0, next_argument: 0 };
    let mut pieces = Vec::new();
    while parser.at < format.len() {
        let start = parser.at;
        while parser.peek().is_some_and(|byte| byte != b'%') {
            parser.at += 1;
        }
        if parser.at > start {
            pieces.push(Piece::Text(start..parser.at));
            continue;
        }
        parser.at += 1;
        match parser.directive() {
            Ok(directive) => pieces.push(Piece::Directive(directive)),
            Err(errno) => {
                pieces.push(Piece::Invalid { errno });
                break;
            }
        }
    }
    pieces
}

struct Parser<'a> {
    format: &'a [u8],
    at: usize,
    next_argument: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.format.get(self.at).copied()
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Decimal digits; no digits are 0.
    fn number(&mut self) -> Result<usize, i32> {
        let mut value = 0usize;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = value.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
            self.at += 1;
        }
        if value >= i32::MAX as usize { Err(EOVERFLOW) } else { Ok(value) }
    }

    /// `n$`, as an index from 0.
    fn position(&mut self) -> Option<usize> {
        let start = self.at;
        if let Ok(number) = self.number()
            && number > 0
            && self.accept(b'$')
        {
            return Some(number - 1);
        }
        self.at = start;
        None
    }

    fn take_argument(&mut self) -> usize {
        self.next_argument += 1;
        self.next_argument - 1
    }

    /// What follows a `%`.
    fn directive(&mut self) -> Result<Directive, i32> {
        let position = self.position();
        let mut numbered = position.is_some();
        let flags = self.flags();
        let mut star = |parser: &mut Self| match parser.position() {
            Some(index) => {
                numbered = true;
                Amount::Argument(index)
            }
            None => Amount::Argument(parser.take_argument()),
        };
        let width = if self.accept(b'*') { star(self) } else { Amount::Fixed(self.number()?) };
        let precision = if !self.accept(b'.') {
            None
        } else if self.accept(b'*') {
            Some(star(self))
        } else {
            Some(Amount::Fixed(self.number()?))
        };
        let length = self.length();
        let Some(conversion) = self.peek() else { return Err(EINVAL) };
        self.at += 1;
        let takes_argument = b"diouxXcCsSpneEfFgGaA".contains(&conversion);
        let argument = match position {
            Some(index) => index,
            None if takes_argument => self.take_argument(),
            None => 0,
        };
        Ok(Directive { flags, width, precision, length, conversion, argument, numbered })
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        while let Some(byte) = self.peek() {
            let flag = match byte {
                b'-' => &mut flags.left,
                b'+' => &mut flags.plus,
                b' ' => &mut flags.space,
                b'#' => &mut flags.alternate,
                b'0' => &mut flags.zero,
                b'\'' => &mut flags.group,
                b'I' => &mut flags.other_digits,
                _ => break,
            };
            *flag = true;
            self.at += 1;
        }
        flags.zero &= !flags.left;
        flags
    }

    fn length(&mut self) -> Length {
        let Some(byte) = self.peek() else { return Length::Int };
        let length = match byte {
            b'h' => Length::Short,
            b'l' => Length::Long,
            b'L' | b'q' => Length::LongLong,
            b'j' => Length::Max,
            b'z' | b'Z' => Length::Size,
            b't' => Length::Difference,
            _ => return Length::Int,
        };
        self.at += 1;
        match length {
            Length::Short if self.accept(b'h') => Length::Char,
            Length::Long if self.accept(b'l') => Length::LongLong,
            length => length,
        }
    }
}
