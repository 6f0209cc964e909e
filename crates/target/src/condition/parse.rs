//! The text of a condition as a tree.
//!
//! Tokens and precedence are C's. What C has beyond integers is named in the message that refuses it.

mod literals;

use super::Problem;

/// So deep may parentheses and operators be inside each other, and so many parts may there be, so that
/// no text is too much for a stack.
const MOST_NESTED: usize = 100;
const MOST_PARTS: usize = 1000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Expr {
    /// Where it is in the text: of an operation, where its operator is.
    pub at: usize,
    pub kind: ExprKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ExprKind {
    Literal(Literal),
    /// Of type `int`, with the value of a `char`, which is signed.
    Character(i8),
    Variable(String),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
}

/// An integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Literal {
    pub value: u64,
    /// It has the suffix `u`.
    pub unsigned: bool,
    pub length: Length,
    /// Written in decimal: then it gets an unsigned type only from its suffix.
    pub decimal: bool,
}

/// What the suffix of a number says about its type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Length {
    Int,
    Long,
    LongLong,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unary {
    Plus,
    Minus,
    Complement,
    Not,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binary {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    And,
    Xor,
    Or,
    LogicalAnd,
    LogicalOr,
}

/// Spellings, longer ones before those that they begin with, and how tightly they bind.
const BINARY: [(&str, Binary, u8); 18] = [
    ("<<", Binary::Shl, 8),
    (">>", Binary::Shr, 8),
    ("<=", Binary::Le, 7),
    (">=", Binary::Ge, 7),
    ("==", Binary::Eq, 6),
    ("!=", Binary::Ne, 6),
    ("&&", Binary::LogicalAnd, 2),
    ("||", Binary::LogicalOr, 1),
    ("*", Binary::Mul, 10),
    ("/", Binary::Div, 10),
    ("%", Binary::Rem, 10),
    ("+", Binary::Add, 9),
    ("-", Binary::Sub, 9),
    ("<", Binary::Lt, 7),
    (">", Binary::Gt, 7),
    ("&", Binary::And, 5),
    ("^", Binary::Xor, 4),
    ("|", Binary::Or, 3),
];

/// What C has and conditions have not, where an operator could be.
const REFUSED: [(&str, &str); 20] = [
    ("<<=", "assignments change the program"),
    (">>=", "assignments change the program"),
    ("->", "members of structs cannot be read"),
    ("++", "`++` changes the program"),
    ("--", "`--` changes the program"),
    ("+=", "assignments change the program"),
    ("-=", "assignments change the program"),
    ("*=", "assignments change the program"),
    ("/=", "assignments change the program"),
    ("%=", "assignments change the program"),
    ("&=", "assignments change the program"),
    ("|=", "assignments change the program"),
    ("^=", "assignments change the program"),
    (".", "members of structs cannot be read"),
    ("[", "elements of arrays cannot be read"),
    ("(", "functions cannot be called"),
    ("?", "write && and || instead of `?:`"),
    (",", "there is one expression, without commas"),
    (";", "it is an expression, without a semicolon"),
    ("=", "`=` assigns; `==` compares"),
];

pub(super) fn parse(text: &str) -> Result<Expr, Problem> {
    let mut parser = Parser { text, at: 0, nested: 0, parts: 0 };
    let expr = parser.expression(1)?;
    parser.skip_space();
    match parser.rest().chars().next() {
        None => Ok(expr),
        Some(')') => Err(parser.problem("no `(` belongs to this `)`")),
        Some(_) => Err(parser.problem("an operator is expected here")),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    nested: usize,
    parts: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn problem(&self, what: impl Into<String>) -> Problem {
        Problem::new(self.at, what)
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn part(&mut self, at: usize, kind: ExprKind) -> Result<Expr, Problem> {
        self.parts += 1;
        match self.parts > MOST_PARTS {
            true => Err(Problem::new(at, format!("more than {MOST_PARTS} parts are too many"))),
            false => Ok(Expr { at, kind }),
        }
    }

    /// Operators that bind at least so tightly, and their operands.
    fn expression(&mut self, tightness: u8) -> Result<Expr, Problem> {
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return Err(self.problem(format!("more than {MOST_NESTED} levels are too deep")));
        }
        let mut left = self.operand()?;
        while let Some((operator, length, binds)) = self.operator()?
            && binds >= tightness
        {
            let at = self.at;
            self.at += length;
            let right = self.expression(binds + 1)?;
            left = self.part(at, ExprKind::Binary(operator, Box::new(left), Box::new(right)))?;
        }
        self.nested -= 1;
        Ok(left)
    }

    /// The operator that comes next, its length, and how tightly it binds.
    fn operator(&mut self) -> Result<Option<(Binary, usize, u8)>, Problem> {
        self.skip_space();
        let rest = self.rest();
        let starts = |text: &str| rest.starts_with(text);
        // `a == b` is no assignment, `a - -b` no decrement; `a--b` is one, as in C.
        let refused = REFUSED.iter().find(|(text, _)| starts(text) && !starts("=="));
        if let Some((_, why)) = refused {
            return Err(self.problem(*why));
        }
        let found = BINARY.iter().find(|(text, ..)| starts(text));
        Ok(found.map(|&(text, operator, binds)| (operator, text.len(), binds)))
    }

    fn operand(&mut self) -> Result<Expr, Problem> {
        self.skip_space();
        let at = self.at;
        let Some(first) = self.rest().chars().next() else {
            return Err(self.problem(match self.text.is_empty() {
                true => "there is none",
                false => "an operand is missing at the end",
            }));
        };
        for (refused, why) in [
            ("++", "`++` changes the program"),
            ("--", "`--` changes the program; write `- -` for two signs"),
            ("*", "what a pointer points to cannot be read"),
            ("&", "addresses of variables cannot be taken"),
        ] {
            if self.rest().starts_with(refused) {
                return Err(self.problem(why));
            }
        }
        let unary = match first {
            '+' => Some(Unary::Plus),
            '-' => Some(Unary::Minus),
            '~' => Some(Unary::Complement),
            '!' => Some(Unary::Not),
            _ => None,
        };
        if let Some(unary) = unary {
            self.at += 1;
            self.nested += 1;
            if self.nested > MOST_NESTED {
                return Err(self.problem(format!("more than {MOST_NESTED} levels are too deep")));
            }
            let operand = self.operand()?;
            self.nested -= 1;
            return self.part(at, ExprKind::Unary(unary, Box::new(operand)));
        }
        match first {
            '(' => {
                self.at += 1;
                let inner = self.expression(1)?;
                self.skip_space();
                if !self.rest().starts_with(')') {
                    return Err(match self.rest().is_empty() {
                        true => Problem::new(at, "no `)` belongs to this `(`"),
                        false => self.problem("an operator or `)` is expected here"),
                    });
                }
                self.at += 1;
                Ok(inner)
            }
            '0'..='9' | '.' => {
                let (literal, length) =
                    literals::number(self.rest()).map_err(|what| self.problem(what))?;
                self.at += length;
                self.part(at, ExprKind::Literal(literal))
            }
            '\'' => {
                let (value, length) =
                    literals::character(self.rest()).map_err(|what| self.problem(what))?;
                self.at += length;
                self.part(at, ExprKind::Character(value))
            }
            '"' => Err(self.problem("texts cannot be compared")),
            first if is_name_start(first) => {
                let rest = self.rest();
                let end = rest.find(|c| !is_name_part(c)).unwrap_or(rest.len());
                let name = &rest[..end];
                if name == "sizeof" {
                    return Err(self.problem("`sizeof` is not known; write the number"));
                }
                self.at += end;
                self.part(at, ExprKind::Variable(name.to_owned()))
            }
            ')' => Err(self.problem("an operand is missing before this `)`")),
            _ => Err(self.problem("a variable, a number or `(` is expected here")),
        }
    }
}

fn is_name_start(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphabetic()
}

fn is_name_part(c: char) -> bool {
    is_name_start(c) || c.is_numeric()
}
