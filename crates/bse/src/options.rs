//! What a user chooses.

use std::fmt;
use std::str::FromStr;

/// How the condition of a node is kept (Handling Heap Data Structures in Backward Symbolic Execution, sections 3 and 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// A set of disjuncts, each a set of conditions.
    DisjunctsSet,
    /// One term.
    DisjunctsTerm,
    /// A set of terms; where paths meet it becomes one term.
    DisjunctsMixed,
    /// A condition for every node, all of them joined in the end.
    #[default]
    Conjunctions,
}

/// When the solver is asked on the way (the paper's DoSolve). At the entry it always is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Check {
    Never,
    Always,
    /// Where a round of a loop begins.
    #[default]
    Loops,
}

const FORMS: [(&str, Form); 4] = [
    ("disjuncts-set", Form::DisjunctsSet),
    ("disjuncts-term", Form::DisjunctsTerm),
    ("disjuncts-mixed", Form::DisjunctsMixed),
    ("conjunctions", Form::Conjunctions),
];

const CHECKS: [(&str, Check); 3] =
    [("never", Check::Never), ("always", Check::Always), ("loops", Check::Loops)];

fn name<T: PartialEq>(table: &[(&'static str, T)], value: &T) -> &'static str {
    table.iter().find(|(_, known)| known == value).expect("every value has a name").0
}

fn parse<T: Copy>(table: &[(&'static str, T)], text: &str) -> Result<T, String> {
    let known = table.iter().find(|(name, _)| *name == text);
    known.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
        format!("`{text}` is none of {}", names.join(", "))
    })
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name(&FORMS, self))
    }
}

impl FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Form, String> {
        parse(&FORMS, text)
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name(&CHECKS, self))
    }
}

impl FromStr for Check {
    type Err = String;

    fn from_str(text: &str) -> Result<Check, String> {
        parse(&CHECKS, text)
    }
}

/// How memories stand in the conjunctions that solvers get.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Heap {
    /// Equations between versions of a memory are written out for every place that is read later on: no solver has to
    /// know arrays.
    #[default]
    Instances,
    /// As equations, as the paper has them.
    Equations,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub form: Form,
    pub check: Check,
    pub heap: Heap,
    /// How often a loop may begin a round whose end depends on input, and how deep a function may call itself; more and
    /// more without a number.
    pub unwind: Option<u32>,
    /// Allocations may fail.
    pub malloc_may_fail: bool,
    /// Signed overflow, and shifts by too much, are errors.
    pub check_overflow: bool,
    pub check_shift: bool,
    /// How many arguments the program gets, its name among them.
    pub arguments: u64,
    /// How many commands and edges a region may have.
    pub largest: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            form: Form::default(),
            check: Check::default(),
            heap: Heap::default(),
            unwind: None,
            malloc_may_fail: false,
            check_overflow: false,
            check_shift: false,
            arguments: 0,
            largest: 400_000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for (text, form) in FORMS {
            assert_eq!((form.to_string().as_str(), text.parse()), (text, Ok(form)));
        }
        for (text, check) in CHECKS {
            assert_eq!((check.to_string().as_str(), text.parse()), (text, Ok(check)));
        }
        assert!("disjuncts".parse::<Form>().is_err());
        assert!("".parse::<Check>().is_err());
    }
}
