//! Tokens of SMT-LIB 2.6.
//!
//! Reads one token at a time from the text that it borrows; a token remembers at which byte it
//! begins. Comments and white space vanish here. Faults are values with the byte they are at.

/// What is wrong, and at which byte of the text.
#[derive(Debug)]
pub(super) struct Fault {
    pub at: usize,
    pub message: String,
}

pub(super) fn fault<T>(at: usize, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { at, message: message.into() })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    Open,
    Close,
    /// Reserved words included.
    Symbol(&'a str),
    /// What stands between bars, which is never a reserved word.
    Quoted(&'a str),
    /// With its colon.
    Keyword(&'a str),
    Numeral(&'a str),
    Decimal(&'a str),
    /// The digits alone.
    Hexadecimal(&'a str),
    /// The digits alone.
    Binary(&'a str),
    /// Without the quotes, doubled quotes still doubled.
    String(&'a str),
    End,
}

impl Token<'_> {
    /// For messages.
    pub fn describe(self) -> String {
        match self {
            Token::Open => "'('".into(),
            Token::Close => "')'".into(),
            Token::Symbol(text)
            | Token::Keyword(text)
            | Token::Numeral(text)
            | Token::Decimal(text) => format!("'{text}'"),
            Token::Quoted(text) => format!("'|{text}|'"),
            Token::Hexadecimal(digits) => format!("'#x{digits}'"),
            Token::Binary(digits) => format!("'#b{digits}'"),
            Token::String(_) => "a string".into(),
            Token::End => "the end of the file".into(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Located<'a> {
    pub token: Token<'a>,
    pub at: usize,
}

pub(super) struct Lexer<'a> {
    text: &'a str,
    position: usize,
}

fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, position: 0 }
    }

    /// The text from a byte to behind the last token.
    pub fn text_since(&self, start: usize) -> &'a str {
        &self.text[start..self.position]
    }

    pub fn next(&mut self) -> Result<Located<'a>, Fault> {
        self.skip_space();
        let at = self.position;
        let Some(&first) = self.text.as_bytes().get(at) else {
            return Ok(Located { token: Token::End, at });
        };
        let token = match first {
            b'(' => self.single(Token::Open),
            b')' => self.single(Token::Close),
            b'|' => Token::Quoted(self.delimited(at, '|', "symbol")?),
            b'"' => self.string(at)?,
            b':' => {
                self.position += 1;
                self.take(is_symbol_byte);
                if self.position == at + 1 {
                    return fault(at, "a keyword has no name");
                }
                Token::Keyword(self.text_since(at))
            }
            b'#' => self.constant(at)?,
            b'0'..=b'9' => self.number(at)?,
            _ if is_symbol_byte(first) => Token::Symbol(self.take(is_symbol_byte)),
            _ => {
                let character = self.text[at..].chars().next().unwrap_or('?');
                return fault(at, format!("unexpected character {character:?}"));
            }
        };
        Ok(Located { token, at })
    }

    fn single(&mut self, token: Token<'a>) -> Token<'a> {
        self.position += 1;
        token
    }

    fn skip_space(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.position) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.position += 1,
                b';' => {
                    let rest = &bytes[self.position..];
                    let line = rest.iter().position(|&b| b == b'\n');
                    self.position += line.unwrap_or(rest.len());
                }
                _ => break,
            }
        }
    }

    /// The longest run of ASCII bytes that `wanted` accepts.
    fn take(&mut self, wanted: impl Fn(u8) -> bool) -> &'a str {
        let start = self.position;
        let bytes = self.text.as_bytes();
        while bytes.get(self.position).is_some_and(|&byte| wanted(byte)) {
            self.position += 1;
        }
        self.text_since(start)
    }

    /// What stands between two delimiters, the first of which is at `at`.
    fn delimited(&mut self, at: usize, delimiter: char, what: &str) -> Result<&'a str, Fault> {
        let start = at + 1;
        let Some(length) = self.text[start..].find(delimiter) else {
            return fault(at, format!("a quoted {what} is not closed"));
        };
        self.position = start + length + 1;
        Ok(&self.text[start..start + length])
    }

    fn string(&mut self, at: usize) -> Result<Token<'a>, Fault> {
        self.delimited(at, '"', "string")?;
        // A doubled quote stands for one and does not end the string.
        while self.text.as_bytes().get(self.position) == Some(&b'"') {
            self.delimited(self.position, '"', "string").map_err(|error| Fault { at, ..error })?;
        }
        Ok(Token::String(&self.text[at + 1..self.position - 1]))
    }

    fn constant(&mut self, at: usize) -> Result<Token<'a>, Fault> {
        let base = self.text.as_bytes().get(at + 1).copied();
        self.position += 2;
        let token = match base {
            Some(b'x') => Token::Hexadecimal(self.take(|byte| byte.is_ascii_hexdigit())),
            Some(b'b') => Token::Binary(self.take(|byte| matches!(byte, b'0' | b'1'))),
            _ => return fault(at, "'#' must be followed by 'x' or 'b' and digits"),
        };
        let empty = self.position == at + 2;
        if empty || self.text.as_bytes().get(self.position).is_some_and(|&b| is_symbol_byte(b)) {
            return fault(at, "a bit-vector constant is malformed");
        }
        Ok(token)
    }

    fn number(&mut self, at: usize) -> Result<Token<'a>, Fault> {
        self.take(|byte| byte.is_ascii_digit());
        let mut decimal = false;
        if self.text.as_bytes().get(self.position) == Some(&b'.') {
            self.position += 1;
            decimal = !self.take(|byte| byte.is_ascii_digit()).is_empty();
            if !decimal {
                return fault(at, "a decimal has no digits behind the point");
            }
        }
        if self.text.as_bytes().get(self.position).is_some_and(|&b| is_symbol_byte(b)) {
            return fault(at, "a number is malformed");
        }
        let text = self.text_since(at);
        Ok(if decimal { Token::Decimal(text) } else { Token::Numeral(text) })
    }
}
