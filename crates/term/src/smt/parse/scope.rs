//! What names mean: declared and defined constants, macros, `let` variables, named sorts.
//!
//! A name has a stack of meanings, of which the last counts. Those of commands lie below those of
//! the expression at hand, and `push` and `pop` cut the former back.

use super::{SmtSort, Typed};
use crate::ids::TermId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// A `define-fun` with parameters.
pub(super) struct Macro {
    /// Symbols that stand for the parameters in the body.
    pub parameters: Vec<(TermId, SmtSort)>,
    pub body: Typed,
}

#[derive(Clone)]
pub(super) enum Meaning {
    Value(Typed),
    Macro(Rc<Macro>),
}

#[derive(Default)]
pub(super) struct Scope<'a> {
    names: FxHashMap<&'a str, SmallVec<[Meaning; 1]>>,
    pub sorts: FxHashMap<&'a str, SmtSort>,
    /// Names of commands, in order.
    global: Vec<&'a str>,
    /// How many names there were at each `push`.
    levels: Vec<usize>,
    /// Whether `pop` keeps declarations.
    pub keeps_declarations: bool,
}

/// Words with a meaning of their own in expressions.
pub(super) fn is_reserved(name: &str) -> bool {
    matches!(
        name,
        "_" | "!" | "as" | "let" | "forall" | "exists" | "match" | "par" | "true" | "false"
    )
}

impl<'a> Scope<'a> {
    pub fn find(&self, name: &str) -> Option<&Meaning> {
        self.names.get(name)?.last()
    }

    /// Adds a name of a command; false if it is taken.
    pub fn define(&mut self, name: &'a str, meaning: Meaning) -> bool {
        if self.find(name).is_some() {
            return false;
        }
        self.global.push(name);
        self.bind(name, meaning);
        true
    }

    /// Adds a name of an expression, hiding others.
    pub fn bind(&mut self, name: &'a str, meaning: Meaning) {
        self.names.entry(name).or_default().push(meaning);
    }

    /// Undoes the last [`Scope::bind`] of a name.
    pub fn unbind(&mut self, name: &str) {
        if let Some(meanings) = self.names.get_mut(name) {
            meanings.pop();
        }
    }

    /// Whether there is a level to pop.
    pub fn is_nested(&self) -> bool {
        !self.levels.is_empty()
    }

    pub fn push(&mut self, levels: u32) {
        let here = self.global.len();
        self.levels.extend(std::iter::repeat_n(here, levels as usize));
    }

    /// False if there are fewer levels.
    pub fn pop(&mut self, levels: u32) -> bool {
        let Some(left) = self.levels.len().checked_sub(levels as usize) else { return false };
        if levels > 0 && !self.keeps_declarations {
            for name in self.global.split_off(self.levels[left]) {
                self.unbind(name);
            }
        }
        self.levels.truncate(left);
        true
    }
}
