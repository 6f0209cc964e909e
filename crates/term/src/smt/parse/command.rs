//! Commands. What only changes how a solver talks is read over; what would change its answers and
//! is not known is an error.

use super::scope::{Macro, Meaning};
use super::{Asked, Command, Declared, Reader, SmtSort, Status, Typed};
use crate::ids::TermId;
use crate::op::Sort;
use crate::smt::lexer::{Fault, Located, Token, fault};
use std::rc::Rc;

/// More levels than this in one `push` are a mistake.
const MAX_LEVELS: u32 = 1 << 16;

impl<'a> Reader<'a, '_> {
    /// The whole script. What follows `exit` is not read.
    pub(super) fn commands(&mut self) -> Result<(), Fault> {
        loop {
            let next = self.next()?;
            match next.token {
                Token::End => return Ok(()),
                Token::Open => self.command()?,
                other => {
                    let found = other.describe();
                    return fault(next.at, format!("expected a command, found {found}"));
                }
            }
            for (name, at, value) in std::mem::take(&mut self.named) {
                self.define(name, at, Meaning::Value(value))?;
            }
            if self.script.commands.last() == Some(&Command::Exit) {
                return Ok(());
            }
        }
    }

    fn command(&mut self) -> Result<(), Fault> {
        let head = self.next()?;
        let Token::Symbol(name) = head.token else {
            return fault(head.at, format!("expected a command, found {}", head.token.describe()));
        };
        match name {
            "set-logic" => self.script.logic = Some(self.expect_name()?.0.to_string()),
            "set-info" => return self.information(),
            "set-option" => return self.option(),
            "declare-fun" | "declare-const" => self.declare(name == "declare-fun")?,
            "define-fun" | "define-const" => self.define_function(name == "define-fun")?,
            "define-sort" => {
                let (name, at) = self.expect_name()?;
                self.expect_open()?;
                let next = self.next()?;
                if next.token != Token::Close {
                    return fault(next.at, "sorts with parameters are not supported");
                }
                let sort = self.sort()?;
                if self.scope.sorts.insert(name, sort).is_some() {
                    return fault(at, format!("the sort '{name}' is defined twice"));
                }
            }
            "assert" => {
                let operand = self.term()?;
                let term = self.boolean(operand)?;
                self.note_float_bits(term);
                self.script.commands.push(Command::Assert(term));
            }
            "check-sat" => self.script.commands.push(Command::CheckSat),
            "check-sat-assuming" => {
                let (mut assumptions, mut next) = (Vec::new(), self.list()?);
                while next.token != Token::Close {
                    let operand = self.term_from(next)?;
                    assumptions.push(self.boolean(operand)?);
                    next = self.next()?;
                }
                self.script.commands.push(Command::CheckSatAssuming(assumptions));
            }
            "push" | "pop" => return self.level(name == "push"),
            "get-model" => self.script.commands.push(Command::GetModel),
            "get-value" => {
                let (mut asked, mut next) = (Vec::new(), self.list()?);
                while next.token != Token::Close {
                    let value = self.term_from(next)?.value;
                    let text = self.lexer.text_since(next.at).to_string();
                    asked.push(Asked { text, value });
                    next = self.next()?;
                }
                if asked.is_empty() {
                    return fault(head.at, "'get-value' asks for nothing");
                }
                self.script.commands.push(Command::GetValue(asked));
            }
            "echo" => {
                let next = self.next()?;
                let Token::String(text) = next.token else {
                    let found = next.token.describe();
                    return fault(next.at, format!("expected a string, found {found}"));
                };
                self.script.commands.push(Command::Echo(text.replace("\"\"", "\"")));
            }
            "exit" => self.script.commands.push(Command::Exit),
            _ => return fault(head.at, format!("the command '{name}' is not supported")),
        }
        self.expect_close()?;
        Ok(())
    }

    /// The first token of a list in parentheses.
    fn list(&mut self) -> Result<Located<'a>, Fault> {
        self.expect_open()?;
        self.next()
    }

    /// Reads on behind an attribute, whose value may be missing, to the end of the command.
    fn rest_of_command(&mut self) -> Result<(), Fault> {
        loop {
            let next = self.next()?;
            match next.token {
                Token::Close => return Ok(()),
                _ => self.skip(next)?,
            }
        }
    }

    fn keyword(&mut self) -> Result<&'a str, Fault> {
        let next = self.next()?;
        match next.token {
            Token::Keyword(keyword) => Ok(keyword),
            other => fault(next.at, format!("expected a keyword, found {}", other.describe())),
        }
    }

    fn information(&mut self) -> Result<(), Fault> {
        if self.keyword()? != ":status" {
            return self.rest_of_command();
        }
        let next = self.next()?;
        let status = match next.token {
            Token::Symbol("sat") => Status::Sat,
            Token::Symbol("unsat") => Status::Unsat,
            Token::Symbol("unknown") => Status::Unknown,
            other => return fault(next.at, format!("unknown status {}", other.describe())),
        };
        self.script.commands.push(Command::Status(status));
        self.expect_close()?;
        Ok(())
    }

    fn option(&mut self) -> Result<(), Fault> {
        if self.keyword()? != ":global-declarations" {
            return self.rest_of_command();
        }
        let next = self.next()?;
        self.scope.keeps_declarations = match next.token {
            Token::Symbol("true") => true,
            Token::Symbol("false") => false,
            other => {
                let found = other.describe();
                return fault(next.at, format!("expected 'true' or 'false', found {found}"));
            }
        };
        self.expect_close()?;
        Ok(())
    }

    fn level(&mut self, push: bool) -> Result<(), Fault> {
        let next = self.next()?;
        let (levels, at, closed) = match next.token {
            Token::Close => (1, next.at, true),
            Token::Numeral(digits) => (digits.parse().unwrap_or(u32::MAX), next.at, false),
            other => {
                return fault(next.at, format!("expected a number, found {}", other.describe()));
            }
        };
        if levels > MAX_LEVELS {
            return fault(at, format!("more than {MAX_LEVELS} levels at once"));
        }
        if push {
            self.scope.push(levels);
            self.script.commands.push(Command::Push(levels));
        } else {
            if !self.scope.pop(levels) {
                return fault(at, "there are fewer levels to pop");
            }
            self.script.commands.push(Command::Pop(levels));
        }
        if !closed {
            self.expect_close()?;
        }
        Ok(())
    }

    fn define(&mut self, name: &'a str, at: usize, meaning: Meaning) -> Result<(), Fault> {
        if self.scope.define(name, meaning) {
            return Ok(());
        }
        fault(at, format!("'{name}' is already declared"))
    }

    /// The symbol of a name. If the arena knows the name with another sort (a `pop` may have
    /// forgotten it in the script), the symbol gets a name that no script can write.
    pub(super) fn symbol(&mut self, name: &str, sort: Sort) -> TermId {
        let mut variant = 0;
        let mut unique = name.to_string();
        loop {
            if let Ok(term) = self.terms.symbol(&unique, sort) {
                return term;
            }
            variant += 1;
            unique = format!("{name}|{variant}");
        }
    }

    fn declare(&mut self, function: bool) -> Result<(), Fault> {
        let (name, at) = self.expect_name()?;
        if function {
            self.expect_open()?;
            let next = self.next()?;
            if next.token != Token::Close {
                return fault(next.at, "uninterpreted functions are not supported");
            }
        }
        let sort = self.sort()?;
        let symbol_sort = match sort {
            SmtSort::RoundingMode => {
                return fault(at, "a rounding mode must be a constant");
            }
            // Its encoding, so that every value of the symbol is a float.
            SmtSort::Float(format) => {
                let (exponent, significand) = format.parts();
                Sort::BitVec(exponent + significand)
            }
            _ => sort.term_sort(),
        };
        let symbol = self.symbol(name, symbol_sort);
        let term = match sort {
            SmtSort::Float(format) => self.decoded(format, symbol),
            _ => symbol,
        };
        self.define(name, at, Meaning::Value(Typed { term, sort, quantifiers: 0 }))?;
        self.script.declared.push(Declared { name: name.to_string(), sort, symbol });
        Ok(())
    }

    fn define_function(&mut self, function: bool) -> Result<(), Fault> {
        let (name, at) = self.expect_name()?;
        let mut names: Vec<&'a str> = Vec::new();
        let mut parameters = Vec::new();
        if function {
            let mut next = self.list()?;
            while next.token != Token::Close {
                if next.token != Token::Open {
                    let found = next.token.describe();
                    return fault(next.at, format!("expected a parameter, found {found}"));
                }
                let (parameter, at) = self.expect_name()?;
                if names.contains(&parameter) {
                    return fault(at, format!("'{parameter}' is bound twice"));
                }
                let sort = self.sort()?;
                if sort == SmtSort::RoundingMode {
                    return fault(at, "a rounding mode must be a constant");
                }
                self.expect_close()?;
                let symbol =
                    self.symbol(&format!("parameter|{}|{sort}", names.len()), sort.term_sort());
                parameters.push((symbol, sort));
                names.push(parameter);
                next = self.next()?;
            }
        }
        let sort = self.sort()?;
        for (&name, &(term, sort)) in names.iter().zip(&parameters) {
            self.scope.bind(name, Meaning::Value(Typed { term, sort, quantifiers: 0 }));
        }
        self.in_macro = !names.is_empty();
        let body = self.term()?;
        super::apply::expect_sort(body, sort)?;
        self.in_macro = false;
        for parameter in &names {
            self.scope.unbind(parameter);
        }
        let meaning = if names.is_empty() {
            Meaning::Value(body.value)
        } else {
            Meaning::Macro(Rc::new(Macro { parameters, body: body.value }))
        };
        self.define(name, at, meaning)
    }
}
