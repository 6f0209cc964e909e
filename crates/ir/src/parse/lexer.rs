//! Tokens of the text form. Line breaks and `#` comments only separate.

use super::ParseError;
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// A keyword, a mnemonic, a type or an id with its sigil: `add`, `i32`, `%3`, `@f0`, `!t1`.
    Word(&'a str),
    /// Decimal or `0x` hexadecimal, with its sign; digits are checked by who reads it.
    Number(&'a str),
    /// The bytes of a string after its escapes.
    String(Vec<u8>),
    Punct(char),
    /// `->`
    Arrow,
    /// `...`
    Ellipsis,
    End,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(text) | Token::Number(text) => write!(f, "`{text}`"),
            Token::String(_) => f.write_str("a string"),
            Token::Punct(c) => write!(f, "`{c}`"),
            Token::Arrow => f.write_str("`->`"),
            Token::Ellipsis => f.write_str("`...`"),
            Token::End => f.write_str("the end of the text"),
        }
    }
}

/// Where a token begins; both count from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub line: u32,
    pub column: u32,
}

/// All tokens of `text`; the last one is [`Token::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<(Token<'_>, Place)>, ParseError> {
    let mut lexer = Lexer { text, at: 0, place: Place { line: 1, column: 1 } };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blank();
        let place = lexer.place;
        let token = lexer.token()?;
        let end = token == Token::End;
        tokens.push((token, place));
        if end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    /// Byte position of the next character.
    at: usize,
    place: Place,
}

impl<'a> Lexer<'a> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn peek_second(&self) -> Option<char> {
        self.text[self.at..].chars().nth(1)
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        if c == '\n' {
            self.place = Place { line: self.place.line.saturating_add(1), column: 1 };
        } else {
            self.place.column = self.place.column.saturating_add(1);
        }
        Some(c)
    }

    fn skip_blank(&mut self) {
        while let Some(c) = self.peek() {
            if c == '#' {
                while self.peek().is_some_and(|c| c != '\n') {
                    self.bump();
                }
            } else if c.is_whitespace() {
                self.bump();
            } else {
                return;
            }
        }
    }

    fn token(&mut self) -> Result<Token<'a>, ParseError> {
        let start = self.at;
        let Some(c) = self.peek() else { return Ok(Token::End) };
        let digit_follows = self.peek_second().is_some_and(|c| c.is_ascii_digit());
        match c {
            '"' => self.string(),
            '%' | '@' | '!' | 'a'..='z' | 'A'..='Z' | '_' => {
                self.bump();
                self.skip_word();
                Ok(Token::Word(&self.text[start..self.at]))
            }
            '0'..='9' | '-' if c != '-' || digit_follows => {
                self.bump();
                self.skip_word();
                Ok(Token::Number(&self.text[start..self.at]))
            }
            '-' if self.peek_second() == Some('>') => {
                self.bump();
                self.bump();
                Ok(Token::Arrow)
            }
            '.' if self.text[self.at..].starts_with("...") => {
                (0..3).for_each(|_| {
                    self.bump();
                });
                Ok(Token::Ellipsis)
            }
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | ':' | '=' | '+' | '-' | '*' | '.' => {
                self.bump();
                Ok(Token::Punct(c))
            }
            c => Err(ParseError::new(self.place, format!("unexpected character {c:?}"))),
        }
    }

    fn skip_word(&mut self) {
        while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_') {
            self.bump();
        }
    }

    fn string(&mut self) -> Result<Token<'a>, ParseError> {
        let start = self.place;
        self.bump();
        let mut bytes = Vec::new();
        loop {
            let place = self.place;
            match self.bump() {
                Some('"') => return Ok(Token::String(bytes)),
                Some('\\') => bytes.push(self.escape(place)?),
                Some('\n') | None => {
                    return Err(ParseError::new(start, "this string has no end on its line"));
                }
                Some(c) => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
    }

    fn escape(&mut self, place: Place) -> Result<u8, ParseError> {
        match self.bump() {
            Some('n') => Ok(b'\n'),
            Some('t') => Ok(b'\t'),
            Some('r') => Ok(b'\r'),
            Some('0') => Ok(0),
            Some(c @ ('"' | '\\')) => Ok(c as u8),
            Some('x') => {
                let digit = |c: Option<char>| c.and_then(|c| c.to_digit(16));
                let high = digit(self.bump());
                let low = digit(self.bump());
                match (high, low) {
                    (Some(high), Some(low)) => Ok((high * 16 + low) as u8),
                    _ => Err(ParseError::new(place, "`\\x` takes two hexadecimal digits")),
                }
            }
            _ => Err(ParseError::new(place, "unknown escape in a string")),
        }
    }
}
