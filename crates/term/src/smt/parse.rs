//! Reading SMT-LIB 2.6: scripts of QF_ABV and QF_ABVFP with bounded quantifiers.
//!
//! [`parse`] turns a script into terms and the commands that matter. Names, `let`, `define-fun` and
//! annotations are resolved on the way, so that what is left is plain. `Bool` and `(_ BitVec 1)` are
//! the same to terms but not to SMT-LIB: every expression keeps its sort, and mixing them is an
//! error as any other wrong sort is.
//!
//! Nothing recurses along the depth of the text, and no text makes it panic: what cannot be read is
//! a [`ParseError`] with its position. What reads is split by concept: `command`, `term` (the shape
//! of expressions), `quantifier`, `apply`, `vector` and `float` (what operators mean), `constant`,
//! `sort`, `scope` (names).

mod apply;
mod command;
mod constant;
mod float;
mod float_bits;
mod quantifier;
mod scope;
mod sort;
mod term;
mod vector;

use super::lexer::{Fault, Lexer, Located, Token, fault};
use crate::arena::Terms;
use crate::ids::TermId;
use scope::Scope;
pub use sort::SmtSort;

/// Wider bit-vectors are refused: they would take the memory of the machine before any question is
/// asked.
pub const MAX_WIDTH: u32 = 1 << 16;

/// What is wrong with a script, and where: line and column count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ParseError {
    pub line: u32,
    pub column: u32,
    pub message: String,
}

/// An expression. A float is held as its bits in the encoding of `dunlin_ir::FloatFormat`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Typed {
    pub term: TermId,
    pub sort: SmtSort,
    /// How deep quantifiers nest in it.
    quantifiers: u32,
}

/// A constant that the script declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Without bars.
    pub name: String,
    pub sort: SmtSort,
    /// A symbol. For a float its IEEE encoding, which has no integer bit even in the x87 format. For
    /// the bits that the printer declares of a computed float the term that computes them.
    pub symbol: TermId,
}

/// What is known of the answer beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Sat,
    Unsat,
    Unknown,
}

/// One expression of `get-value`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// As the script writes it.
    pub text: String,
    pub value: Typed,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    Assert(TermId),
    CheckSat,
    CheckSatAssuming(Vec<TermId>),
    Push(u32),
    Pop(u32),
    GetModel,
    GetValue(Vec<Asked>),
    /// `(set-info :status ...)`: the answer that the next check should give.
    Status(Status),
    /// A string to print.
    Echo(String),
    Exit,
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Script {
    pub logic: Option<String>,
    /// In the order of their declarations, those that a `pop` forgets included.
    pub declared: Vec<Declared>,
    pub commands: Vec<Command>,
}

/// Reads a whole script. Symbols get the names that they have in the script.
pub fn parse(text: &str, terms: &mut Terms) -> Result<Script, ParseError> {
    let mut reader = Reader {
        lexer: Lexer::new(text),
        terms,
        scope: Scope::default(),
        script: Script::default(),
        named: Vec::new(),
        quantifiers: 0,
        float_bits: float_bits::FloatBits::default(),
        in_macro: false,
    };
    match reader.commands() {
        Ok(()) => {
            reader.drop_unused_float_bits();
            Ok(reader.script)
        }
        Err(Fault { at, message }) => {
            let before = &text[..at];
            let line = before.matches('\n').count() as u32 + 1;
            let start = before.rfind('\n').map_or(0, |newline| newline + 1);
            let column = before[start..].chars().count() as u32 + 1;
            Err(ParseError { line, column, message })
        }
    }
}

struct Reader<'a, 't> {
    lexer: Lexer<'a>,
    terms: &'t mut Terms,
    scope: Scope<'a>,
    script: Script,
    /// What `:named` annotations of the command at hand name.
    named: Vec<(&'a str, usize, Typed)>,
    /// How many quantifiers are open around the expression at hand.
    quantifiers: u32,
    float_bits: float_bits::FloatBits,
    /// Whether the expression at hand has parameters.
    in_macro: bool,
}

impl<'a> Reader<'a, '_> {
    fn next(&mut self) -> Result<Located<'a>, Fault> {
        self.lexer.next()
    }

    fn expect_open(&mut self) -> Result<usize, Fault> {
        match self.next()? {
            Located { token: Token::Open, at } => Ok(at),
            other => fault(other.at, format!("expected '(', found {}", other.token.describe())),
        }
    }

    fn expect_close(&mut self) -> Result<usize, Fault> {
        match self.next()? {
            Located { token: Token::Close, at } => Ok(at),
            other => fault(other.at, format!("expected ')', found {}", other.token.describe())),
        }
    }

    /// A name that may be bound: neither a literal nor a reserved word.
    fn expect_name(&mut self) -> Result<(&'a str, usize), Fault> {
        let Located { token, at } = self.next()?;
        match token {
            Token::Quoted(name) => Ok((name, at)),
            Token::Symbol(name) if !scope::is_reserved(name) => Ok((name, at)),
            other => fault(at, format!("expected a name, found {}", other.describe())),
        }
    }

    /// A number of at most 32 bits.
    fn expect_numeral(&mut self) -> Result<(u32, usize), Fault> {
        let Located { token, at } = self.next()?;
        match token {
            Token::Numeral(digits) => match digits.parse() {
                Ok(number) => Ok((number, at)),
                Err(_) => fault(at, format!("the number {digits} is too large")),
            },
            other => fault(at, format!("expected a number, found {}", other.describe())),
        }
    }

    /// Reads on to the end of an expression that begins with `first`, whatever it is.
    fn skip(&mut self, first: Located<'a>) -> Result<(), Fault> {
        let mut depth = 0usize;
        let mut token = first;
        loop {
            match token.token {
                Token::Open => depth += 1,
                Token::Close if depth == 0 => return fault(token.at, "unexpected ')'"),
                Token::Close => depth -= 1,
                Token::End => return fault(token.at, "the file ends within an expression"),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
            token = self.next()?;
        }
    }
}
