//! The parser of the text form that [`crate::print`] describes.
//!
//! Takes any text: what is not a module gives a [`ParseError`] with line and column, never a panic;
//! no token makes it allocate more than [`MAX_WIDTH`] bits or a megabyte of zeros. Ids must be
//! written in ascending order without gaps, where they are introduced. What the text form can say
//! and [`crate::verify`] forbids (a use before its definition, an edge with too few arguments) is
//! parsed all the same.

mod function;
mod inst;
mod lexer;
mod module;
mod terminator;

use crate::bits::Bits;
use crate::ids::{BlockId, FileId, FuncId, GlobalId, InstId, LayoutId, Reg, VarId};
use crate::module::{Module, Pos};
use crate::types::Type;
use crate::verify::MAX_WIDTH;
use lexer::{Place, Token};
use std::fmt::Display;
use std::str::FromStr;

/// Why a text is not a module.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ParseError {
    /// Counts from 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    pub message: String,
}

impl ParseError {
    fn new(place: Place, message: impl Into<String>) -> Self {
        ParseError { line: place.line, column: place.column, message: message.into() }
    }
}

type Result<T> = std::result::Result<T, ParseError>;

/// The module that `text` says.
pub fn parse(text: &str) -> Result<Module> {
    Parser { tokens: lexer::tokens(text)?, next: 0, pointer_bits: 64 }.module()
}

impl FromStr for Module {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Module> {
        parse(text)
    }
}

/// What the parser needs to know of an id type.
trait Id: Display + Copy {
    const PREFIX: &'static str;
    const WHAT: &'static str;
    fn from_number(number: u32) -> Self;
}

macro_rules! ids {
    ($($ty:ident $prefix:literal $what:literal)*) => {$(
        impl Id for $ty {
            const PREFIX: &'static str = $prefix;
            const WHAT: &'static str = $what;
            fn from_number(number: u32) -> Self { $ty(number) }
        }
    )*};
}

ids! {
    FuncId "@f" "a function"
    GlobalId "@g" "a global"
    LayoutId "!t" "a layout"
    FileId "!s" "a file"
    BlockId "b" "a block"
    InstId "i" "an instruction"
    Reg "%" "a register"
    VarId "!v" "a variable"
}

/// The id that `word` spells. One id has one spelling: no leading zeros.
fn id_of<T: Id>(word: &str) -> Option<T> {
    let digits = word.strip_prefix(T::PREFIX)?;
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    let leading_zero = digits.len() > 1 && digits.starts_with('0');
    if plain && !leading_zero { digits.parse().ok().map(T::from_number) } else { None }
}

struct Parser<'a> {
    tokens: Vec<(Token<'a>, Place)>,
    next: usize,
    pointer_bits: u32,
}

impl<'a> Parser<'a> {
    // ---- tokens --------------------------------------------------------------------------------

    fn peek(&self) -> &Token<'a> {
        // The last token is `End`, which is never passed.
        &self.tokens[self.next].0
    }

    fn place(&self) -> Place {
        self.tokens[self.next].1
    }

    fn advance(&mut self) {
        if self.next + 1 < self.tokens.len() {
            self.next += 1;
        }
    }

    fn expected<T>(&self, what: impl Display) -> Result<T> {
        let message = format!("expected {what}, found {}", self.peek());
        Err(ParseError::new(self.place(), message))
    }

    fn peek_word(&self) -> Option<&'a str> {
        if let Token::Word(word) = self.peek() { Some(word) } else { None }
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.accept_word(word) { Ok(()) } else { self.expected(format_args!("`{word}`")) }
    }

    fn accept(&mut self, c: char) -> bool {
        let found = *self.peek() == Token::Punct(c);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, c: char) -> Result<()> {
        if self.accept(c) { Ok(()) } else { self.expected(format_args!("`{c}`")) }
    }

    /// Items with commas between them, up to and with `end`.
    fn list_until(
        &mut self,
        end: char,
        mut item: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if self.accept(end) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.accept(end) {
                return Ok(());
            }
            if !self.accept(',') {
                return self.expected(format_args!("`,` or `{end}`"));
            }
        }
    }

    // ---- ids, numbers, strings, types ----------------------------------------------------------

    fn peek_id<T: Id>(&self) -> Option<T> {
        self.peek_word().and_then(id_of)
    }

    fn id<T: Id>(&mut self) -> Result<T> {
        match self.peek_id() {
            Some(id) => {
                self.advance();
                Ok(id)
            }
            None => self.expected(format_args!("{} (`{}` and a number)", T::WHAT, T::PREFIX)),
        }
    }

    /// The id of the entity that is introduced here, of which there are `count` already.
    fn new_id<T: Id>(&mut self, count: usize) -> Result<()> {
        let want = format!("{}{count}", T::PREFIX);
        if self.accept_word(&want) {
            Ok(())
        } else {
            self.expected(format_args!("`{want}`, the next id of its kind"))
        }
    }

    fn number<T: TryFrom<i128>>(&mut self, what: &str) -> Result<T> {
        if let Token::Number(text) = *self.peek() {
            if let Ok(Ok(value)) = text.parse::<i128>().map(T::try_from) {
                self.advance();
                return Ok(value);
            }
            return Err(ParseError::new(
                self.place(),
                format!("`{text}` is not a decimal number that is possible as {what}"),
            ));
        }
        self.expected(what)
    }

    fn bytes(&mut self) -> Result<Vec<u8>> {
        let found = if let Token::String(bytes) = self.peek() { Some(bytes.clone()) } else { None };
        match found {
            Some(bytes) => {
                self.advance();
                Ok(bytes)
            }
            None => self.expected("a string"),
        }
    }

    fn string(&mut self) -> Result<String> {
        let place = self.place();
        String::from_utf8(self.bytes()?)
            .map_err(|_| ParseError::new(place, "this string is not UTF-8"))
    }

    /// The type that the next token is, if it is one. Too wide a type is an error.
    fn accept_type(&mut self) -> Result<Option<Type>> {
        let Some(word) = self.peek_word() else { return Ok(None) };
        let ty = if word == "ptr" {
            Type::Ptr
        } else if let Some(InstId(width)) = id_of(word) {
            if width == 0 || width > MAX_WIDTH {
                let message = format!("`{word}`: widths are from 1 to {MAX_WIDTH}");
                return Err(ParseError::new(self.place(), message));
            }
            Type::Int(width)
        } else {
            return Ok(None);
        };
        self.advance();
        Ok(Some(ty))
    }

    fn ty(&mut self) -> Result<Type> {
        match self.accept_type()? {
            Some(ty) => Ok(ty),
            None => self.expected("a type (`ptr`, or `i` and a width)"),
        }
    }

    /// An integer type; gives its width.
    fn int_type(&mut self) -> Result<u32> {
        let place = self.place();
        match self.ty()? {
            Type::Int(width) => Ok(width),
            Type::Ptr => Err(ParseError::new(place, "expected an integer type, found `ptr`")),
        }
    }

    /// A constant of `width` bits: `true`, `false`, a signed decimal or a hexadecimal number.
    fn bits(&mut self, width: u32) -> Result<Bits> {
        let value = match *self.peek() {
            Token::Word("true") if width == 1 => Some(Bits::from_u64(1, 1)),
            Token::Word("false") if width == 1 => Some(Bits::from_u64(1, 0)),
            Token::Number(text) => match text.strip_prefix("0x") {
                Some(digits) => Bits::from_hex(width, digits),
                None => decimal(width, text),
            },
            _ => return self.expected(format_args!("a constant of {width} bits")),
        };
        match value {
            Some(bits) => {
                self.advance();
                Ok(bits)
            }
            None => Err(ParseError::new(
                self.place(),
                format!("{} is not a constant of {width} bits", self.peek()),
            )),
        }
    }

    /// ` at !s0:12:5`, or nothing.
    fn pos(&mut self) -> Result<Option<Pos>> {
        if !self.accept_word("at") {
            return Ok(None);
        }
        let file = self.id()?;
        self.expect(':')?;
        let line = self.number("a line")?;
        self.expect(':')?;
        let column = self.number("a column")?;
        Ok(Some(Pos { file, line, column }))
    }
}

/// A decimal constant of `width` bits, from the least signed to the greatest unsigned one; no wider
/// than 64 bits, since wider ones are written in hexadecimal.
fn decimal(width: u32, text: &str) -> Option<Bits> {
    let value: i128 = text.parse().ok()?;
    let bits = width.min(64);
    let fits = value >= -(1i128 << (bits - 1)) && value < 1i128 << bits;
    if !fits {
        return None;
    }
    let sign = if value < 0 { u64::MAX } else { 0 };
    let mut words = vec![sign; width.div_ceil(64) as usize];
    words[0] = value as u64;
    Some(Bits::new(width, &words))
}
