//! Bounded universal quantifiers, in the one shape that the printer writes:
//! `(forall ((i (_ BitVec w))) (=> (and (bvule from i) (bvult i to)) body))`.
//!
//! The bounds are read from the text, since constructors would rewrite them: `(bvule #x00 i)` is
//! true. While the body is read, its variable is a symbol of a name that no script can write.

use super::scope::Meaning;
use super::term::Operand;
use super::{Reader, SmtSort, Typed};
use crate::ids::TermId;
use crate::node::MAX_QUANTIFIER_DEPTH;
use crate::op::Sort;
use crate::smt::lexer::{Fault, Located, Token, fault};

/// A quantifier that is not complete.
pub(super) struct Quantifier<'a> {
    at: usize,
    name: &'a str,
    variable: TermId,
    width: u32,
    from: Option<Operand>,
    to: Option<Operand>,
}

impl<'a> Reader<'a, '_> {
    /// Behind `(forall`, up to the lower bound.
    pub(super) fn open_quantifier(&mut self, at: usize) -> Result<Quantifier<'a>, Fault> {
        if self.quantifiers == MAX_QUANTIFIER_DEPTH {
            return too_deep(at);
        }
        self.expect_open()?;
        self.expect_open()?;
        let (name, name_at) = self.expect_name()?;
        let sort = self.sort()?;
        let SmtSort::BitVec(width) = sort else {
            return fault(name_at, format!("a bound variable cannot have the sort {sort}"));
        };
        self.expect_close()?;
        let next = self.next()?;
        if next.token != Token::Close {
            return fault(next.at, "a quantifier must have one variable");
        }
        let symbol = format!("bound|{}|{width}", self.quantifiers);
        let variable = self.symbol(&symbol, Sort::BitVec(width));
        let value = Typed { term: variable, sort, quantifiers: 0 };
        self.scope.bind(name, Meaning::Value(value));
        self.quantifiers += 1;
        for token in [
            Token::Open,
            Token::Symbol("=>"),
            Token::Open,
            Token::Symbol("and"),
            Token::Open,
            Token::Symbol("bvule"),
        ] {
            self.expect_shape(token, name)?;
        }
        Ok(Quantifier { at, name, variable, width, from: None, to: None })
    }

    /// With one more part: the whole, or what is still open.
    pub(super) fn quantifier_part(
        &mut self,
        mut open: Quantifier<'a>,
        part: Operand,
    ) -> Result<Result<Operand, Quantifier<'a>>, Fault> {
        let name = open.name;
        let Some(from) = open.from else {
            self.check_bound(&open, part)?;
            open.from = Some(part);
            self.expect_variable(name)?;
            for token in [Token::Close, Token::Open, Token::Symbol("bvult")] {
                self.expect_shape(token, name)?;
            }
            self.expect_variable(name)?;
            return Ok(Err(open));
        };
        let Some(to) = open.to else {
            self.check_bound(&open, part)?;
            open.to = Some(part);
            for token in [Token::Close, Token::Close] {
                self.expect_shape(token, name)?;
            }
            return Ok(Err(open));
        };
        let body = self.boolean(part)?;
        self.expect_close()?;
        self.expect_close()?;
        self.scope.unbind(name);
        self.quantifiers -= 1;
        let inside = part.value.quantifiers + 1;
        if inside > MAX_QUANTIFIER_DEPTH {
            return too_deep(open.at);
        }
        let (from, to) = (from.value, to.value);
        let term = self.terms.forall_symbol(open.variable, from.term, to.term, body);
        let quantifiers = inside.max(from.quantifiers).max(to.quantifiers);
        let value = Typed { term, sort: SmtSort::Bool, quantifiers };
        Ok(Ok(Operand { value, at: open.at }))
    }

    fn check_bound(&mut self, open: &Quantifier<'a>, bound: Operand) -> Result<(), Fault> {
        let sort = bound.value.sort;
        if sort != SmtSort::BitVec(open.width) {
            let width = open.width;
            return fault(bound.at, format!("expected (_ BitVec {width}), found {sort}"));
        }
        if self.terms.free_variables(bound.value.term).contains(&open.variable) {
            return fault(bound.at, "a bound of a quantifier mentions its variable");
        }
        Ok(())
    }

    fn expect_variable(&mut self, name: &'a str) -> Result<(), Fault> {
        let Located { token, at } = self.next()?;
        match token {
            Token::Symbol(found) | Token::Quoted(found) if found == name => Ok(()),
            _ => wrong_shape(at, name),
        }
    }

    fn expect_shape(&mut self, expected: Token<'_>, name: &str) -> Result<(), Fault> {
        let Located { token, at } = self.next()?;
        if token == expected { Ok(()) } else { wrong_shape(at, name) }
    }
}

fn wrong_shape<T>(at: usize, name: &str) -> Result<T, Fault> {
    let shape = format!("(=> (and (bvule from {name}) (bvult {name} to)) body)");
    fault(at, format!("the body of a quantifier must have the shape {shape}"))
}

pub(super) fn too_deep<T>(at: usize) -> Result<T, Fault> {
    fault(at, format!("quantifiers nest deeper than {MAX_QUANTIFIER_DEPTH}"))
}
