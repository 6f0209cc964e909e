//! The six ways to keep conditions that Table 3 of Handling Heap Data Structures in Backward Symbolic Execution
//! compares.

use std::fmt;

use dunlin_bse::{Check, Form};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    pub form: Form,
    pub check: Check,
}

const fn of(form: Form, check: Check) -> Variant {
    Variant { form, check }
}

/// In the order of the paper's columns. Disjuncts are asked about at the entry alone: on the way the simplifier says which
/// of them contradict themselves.
pub const VARIANTS: [Variant; 6] = [
    of(Form::DisjunctsSet, Check::Never),
    of(Form::DisjunctsTerm, Check::Never),
    of(Form::DisjunctsMixed, Check::Never),
    of(Form::Conjunctions, Check::Never),
    of(Form::Conjunctions, Check::Always),
    of(Form::Conjunctions, Check::Loops),
];

/// The paper's first column, which takes most.
pub const DISJUNCTS: Variant = VARIANTS[0];
/// Its last one, which takes least; what Dunlin does unless told.
pub const CONJUNCTIONS: Variant = VARIANTS[5];

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form {
            Form::Conjunctions => write!(f, "{}-{}", self.form, self.check),
            _ => write!(f, "{}", self.form),
        }
    }
}

impl Variant {
    /// As in `disjuncts-set` or `conjunctions-loops`.
    pub fn named(name: &str) -> Option<Variant> {
        VARIANTS.into_iter().find(|variant| variant.to_string() == name)
    }

    /// What `dunlin reach` is told.
    pub fn options(self) -> Vec<String> {
        let (form, check) = (self.form.to_string(), self.check.to_string());
        ["--strategy", "bse", "--bse", &form, "--bse-check", &check].map(str::to_string).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_and_are_found_again() {
        for variant in VARIANTS {
            assert_eq!(Variant::named(&variant.to_string()), Some(variant));
        }
        assert_eq!((Variant::named("conjunctions"), Variant::named("")), (None, None));
        assert_eq!(CONJUNCTIONS.to_string(), "conjunctions-loops");
        assert_eq!(DISJUNCTS.options()[2..], ["--bse", "disjuncts-set", "--bse-check", "never"]);
    }
}
