//! The shape of expressions: literals, names, applications, `let`, annotations, quantifiers.
//!
//! What is open waits on a stack of frames; an expression that is complete goes to the innermost
//! frame, which may be complete then, too.

use super::quantifier::Quantifier;
use super::scope::{Macro, Meaning, is_reserved};
use super::{Reader, Typed};
use crate::smt::lexer::{Fault, Located, Token, fault};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::rc::Rc;

/// An expression and the byte that it begins at.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub value: Typed,
    pub at: usize,
}

/// What is applied.
pub(super) enum Head<'a> {
    /// An operator of SMT-LIB with its indices.
    Operator {
        name: &'a str,
        indices: SmallVec<[u32; 2]>,
    },
    Macro(Rc<Macro>),
    /// `(as const sort)` of an array with these widths.
    ConstArray {
        index: u32,
        element: u32,
    },
}

enum Frame<'a> {
    Apply {
        head: Head<'a>,
        at: usize,
        operands: Vec<Operand>,
    },
    /// The bindings that are complete and the name of the one that is not.
    Let {
        at: usize,
        bound: Vec<Binding<'a>>,
        name: &'a str,
        name_at: usize,
    },
    LetBody {
        at: usize,
        names: Vec<&'a str>,
    },
    Annotated {
        at: usize,
    },
    Quantifier(Quantifier<'a>),
}

struct Binding<'a> {
    name: &'a str,
    at: usize,
    value: Typed,
}

/// What an opening parenthesis begins.
enum Opened<'a> {
    Frame(Frame<'a>),
    Value(Typed),
}

impl<'a> Reader<'a, '_> {
    pub(super) fn term(&mut self) -> Result<Operand, Fault> {
        let first = self.next()?;
        self.term_from(first)
    }

    /// The expression that begins with the token `first`.
    pub(super) fn term_from(&mut self, first: Located<'a>) -> Result<Operand, Fault> {
        let mut frames: Vec<Frame<'a>> = Vec::new();
        let mut token = first;
        loop {
            let at = token.at;
            let complete = match token.token {
                Token::Open => match self.open(at)? {
                    Opened::Value(value) => Some(Operand { value, at }),
                    Opened::Frame(frame) => {
                        frames.push(frame);
                        None
                    }
                },
                Token::Close => match frames.pop() {
                    Some(Frame::Apply { head, at, operands }) => {
                        let value = self.apply(&head, at, &operands)?;
                        Some(Operand { value, at })
                    }
                    _ => return fault(at, "expected an expression, found ')'"),
                },
                _ => Some(Operand { value: self.atom(token)?, at }),
            };
            if let Some(operand) = complete
                && let Some(whole) = self.deliver(&mut frames, operand)?
            {
                return Ok(whole);
            }
            token = self.next()?;
        }
    }

    /// Gives an expression to the innermost frame; returns it if there is none.
    fn deliver(
        &mut self,
        frames: &mut Vec<Frame<'a>>,
        mut operand: Operand,
    ) -> Result<Option<Operand>, Fault> {
        loop {
            operand = match frames.pop() {
                None => return Ok(Some(operand)),
                Some(Frame::Apply { head, at, mut operands }) => {
                    operands.push(operand);
                    frames.push(Frame::Apply { head, at, operands });
                    return Ok(None);
                }
                Some(Frame::Let { at, mut bound, name, name_at }) => {
                    bound.push(Binding { name, at: name_at, value: operand.value });
                    self.expect_close()?;
                    frames.push(self.next_binding(at, bound)?);
                    return Ok(None);
                }
                Some(Frame::LetBody { at, names }) => {
                    self.expect_close()?;
                    for name in names {
                        self.scope.unbind(name);
                    }
                    Operand { at, ..operand }
                }
                Some(Frame::Annotated { at }) => {
                    self.attributes(operand.value)?;
                    Operand { at, ..operand }
                }
                Some(Frame::Quantifier(quantifier)) => {
                    match self.quantifier_part(quantifier, operand)? {
                        Ok(whole) => whole,
                        Err(open) => {
                            frames.push(Frame::Quantifier(open));
                            return Ok(None);
                        }
                    }
                }
            }
        }
    }

    /// Behind an opening parenthesis.
    fn open(&mut self, at: usize) -> Result<Opened<'a>, Fault> {
        let head = self.next()?;
        let head = match head.token {
            Token::Symbol("_") => return self.indexed_constant().map(Opened::Value),
            Token::Symbol("let") => {
                self.expect_open()?;
                return Ok(Opened::Frame(self.next_binding(at, Vec::new())?));
            }
            Token::Symbol("!") => return Ok(Opened::Frame(Frame::Annotated { at })),
            Token::Symbol("forall") => {
                return Ok(Opened::Frame(Frame::Quantifier(self.open_quantifier(at)?)));
            }
            Token::Symbol(name) if is_reserved(name) => {
                return fault(head.at, format!("'{name}' is not supported here"));
            }
            Token::Symbol(name) | Token::Quoted(name) => self.named_head(name, head.at)?,
            Token::Open => self.qualified_head()?,
            other => {
                return fault(head.at, format!("expected an operator, found {}", other.describe()));
            }
        };
        Ok(Opened::Frame(Frame::Apply { head, at, operands: Vec::new() }))
    }

    fn named_head(&self, name: &'a str, at: usize) -> Result<Head<'a>, Fault> {
        match self.scope.find(name) {
            Some(Meaning::Macro(definition)) => Ok(Head::Macro(definition.clone())),
            Some(Meaning::Value(_)) => fault(at, format!("'{name}' is not a function")),
            None => Ok(Head::Operator { name, indices: SmallVec::new() }),
        }
    }

    /// `(_ name indices)` or `(as const sort)`, behind the parenthesis.
    fn qualified_head(&mut self) -> Result<Head<'a>, Fault> {
        let word = self.next()?;
        match word.token {
            Token::Symbol("_") => {
                let (name, _) = self.expect_name()?;
                let mut indices = SmallVec::new();
                loop {
                    let next = self.next()?;
                    match next.token {
                        Token::Close => return Ok(Head::Operator { name, indices }),
                        Token::Numeral(digits) => match digits.parse() {
                            Ok(index) => indices.push(index),
                            Err(_) => {
                                return fault(next.at, format!("the number {digits} is too large"));
                            }
                        },
                        other => {
                            let found = other.describe();
                            return fault(next.at, format!("expected an index, found {found}"));
                        }
                    }
                }
            }
            Token::Symbol("as") => {
                let constant = self.next()?;
                if constant.token != Token::Symbol("const") {
                    let found = constant.token.describe();
                    return fault(constant.at, format!("expected 'const', found {found}"));
                }
                let sort = self.sort()?;
                self.expect_close()?;
                match sort {
                    super::SmtSort::Array { index, element } => {
                        Ok(Head::ConstArray { index, element })
                    }
                    _ => fault(word.at, format!("a constant array cannot have the sort {sort}")),
                }
            }
            other => fault(word.at, format!("expected '_' or 'as', found {}", other.describe())),
        }
    }

    /// Behind the bindings that are complete: the next one, or the body.
    fn next_binding(&mut self, at: usize, bound: Vec<Binding<'a>>) -> Result<Frame<'a>, Fault> {
        let next = self.next()?;
        match next.token {
            Token::Open => {
                let (name, name_at) = self.expect_name()?;
                Ok(Frame::Let { at, bound, name, name_at })
            }
            Token::Close => {
                let mut seen = FxHashSet::default();
                for &Binding { name, at, value } in &bound {
                    if !seen.insert(name) {
                        return fault(at, format!("'{name}' is bound twice"));
                    }
                    self.scope.bind(name, Meaning::Value(value));
                }
                let names = bound.into_iter().map(|binding| binding.name).collect();
                Ok(Frame::LetBody { at, names })
            }
            other => fault(next.at, format!("expected a binding, found {}", other.describe())),
        }
    }

    /// The attributes of an annotated expression, up to its end.
    fn attributes(&mut self, value: Typed) -> Result<(), Fault> {
        let mut keyword = None;
        loop {
            let next = self.next()?;
            match next.token {
                Token::Close => return Ok(()),
                Token::Keyword(":named") => {
                    let (name, at) = self.expect_name()?;
                    if self.quantifiers > 0 || self.in_macro {
                        return fault(at, format!("'{name}' names an expression with variables"));
                    }
                    self.named.push((name, at, value));
                    keyword = None;
                }
                Token::Keyword(name) => keyword = Some(name),
                _ if keyword.take().is_some() => self.skip(next)?,
                other => {
                    let found = other.describe();
                    return fault(next.at, format!("expected an attribute, found {found}"));
                }
            }
        }
    }

    /// A literal or a name.
    fn atom(&mut self, Located { token, at }: Located<'a>) -> Result<Typed, Fault> {
        match token {
            Token::Symbol("true") => Ok(Typed::of_bool(crate::TermId::TRUE)),
            Token::Symbol("false") => Ok(Typed::of_bool(crate::TermId::FALSE)),
            Token::Symbol(name) if is_reserved(name) => {
                fault(at, format!("expected an expression, found '{name}'"))
            }
            Token::Symbol(name) | Token::Quoted(name) => match self.scope.find(name) {
                Some(&Meaning::Value(value)) => Ok(value),
                Some(Meaning::Macro(_)) => fault(at, format!("'{name}' needs arguments")),
                None => match self.rounding_mode(name) {
                    Some(mode) => Ok(mode),
                    None => fault(at, format!("unknown symbol '{name}'")),
                },
            },
            Token::Hexadecimal(digits) => self.hexadecimal(digits, at),
            Token::Binary(digits) => self.binary(digits, at),
            other => fault(at, format!("expected an expression, found {}", other.describe())),
        }
    }
}
