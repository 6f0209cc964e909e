//! Relations: conditions over several inputs that are likely to hold on the way to what is looked for.
//!
//! A relation is a hint like a value ([`Hint`](super::Hint)), where no single value is known: `a * 3 == b + 7`. Here
//! is what it says; `decide/related.rs` follows it. It outlives the terms that it was made of, and is written to
//! checkpoints; so its condition is kept as text, over symbols that stand for single bytes of its inputs.

use dunlin_term::smt::{self, Command};
use dunlin_term::{Sort, TermId, Terms, View};
use serde::{Deserialize, Serialize};

/// Longer texts are of conditions that cost more to decide than a guess is worth.
const LONGEST: usize = 4096;

/// Which of the inputs that a site makes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Which {
    /// The site had made so many before it on the path.
    Number(u32),
    /// The site has made so many behind it, when the last input of the relation was made.
    Back(u32),
}

/// One input of a relation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Related<S> {
    /// What makes it.
    pub site: S,
    pub which: Which,
}

/// A condition over inputs, which sites of the kind `S` make.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Relation<S> {
    /// In the order in which they are made: when the last one is, the condition can be decided.
    inputs: Vec<Related<S>>,
    /// The condition as a script in SMT-LIB.
    condition: String,
}

/// The symbol for a byte of an input of a relation, by the number of the input and the offset.
pub fn byte_of_related(terms: &mut Terms, input: usize, offset: u64) -> TermId {
    let name = format!("{PREFIX}{input}.{offset}");
    terms.symbol(&name, Sort::BitVec(8)).expect("nobody else has such names")
}

const PREFIX: &str = "~i";

/// What a symbol stands for, if it is one of these.
fn related_byte(terms: &Terms, symbol: TermId) -> Option<(usize, u64)> {
    let View::Symbol(id) = terms.view(symbol) else { return None };
    let (input, offset) = terms.symbol_info(id).name.strip_prefix(PREFIX)?.split_once('.')?;
    Some((input.parse().ok()?, offset.parse().ok()?))
}

impl<S> Relation<S> {
    /// A relation between inputs, in the order in which they are made. None if the condition speaks of anything but
    /// their bytes ([`byte_of_related`]), is constant, or is too long.
    pub fn new(
        terms: &mut Terms,
        inputs: Vec<Related<S>>,
        condition: TermId,
    ) -> Option<Relation<S>> {
        let free = terms.free_variables(condition);
        let is_of_inputs = |&symbol: &TermId| {
            related_byte(terms, symbol).is_some_and(|(input, _)| input < inputs.len())
        };
        if free.is_empty() || !free.iter().all(is_of_inputs) {
            return None;
        }
        let condition = smt::query(terms, &[condition]);
        (condition.len() <= LONGEST).then_some(Relation { inputs, condition })
    }

    pub fn inputs(&self) -> &[Related<S>] {
        &self.inputs
    }

    /// The input with which it can be decided.
    pub fn last(&self) -> &Related<S> {
        self.inputs.last().expect("a condition that is not constant has inputs")
    }

    /// The same with sites of another kind.
    pub fn map<T>(self, mut site: impl FnMut(S) -> T) -> Relation<T> {
        let related =
            |related: Related<S>| Related { site: site(related.site), which: related.which };
        Relation {
            inputs: self.inputs.into_iter().map(related).collect(),
            condition: self.condition,
        }
    }

    /// Its condition, where `byte` gives the bytes of its inputs by number and offset; none if there is no such byte.
    pub(crate) fn condition(
        &self,
        terms: &mut Terms,
        mut byte: impl FnMut(&mut Terms, usize, u64) -> Option<TermId>,
    ) -> Option<TermId> {
        let script = smt::parse(&self.condition, terms).ok()?;
        let condition = script.commands.into_iter().find_map(|command| match command {
            Command::Assert(condition) => Some(condition),
            _ => None,
        })?;
        let mut bytes = rustc_hash::FxHashMap::default();
        for &symbol in terms.free_variables(condition).iter() {
            let (input, offset) = related_byte(terms, symbol)?;
            bytes.insert(symbol, byte(terms, input, offset)?);
        }
        Some(terms.substitute(condition, &bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn related(site: u32) -> Related<u32> {
        Related { site, which: Which::Back(0) }
    }

    #[test]
    fn a_condition_outlives_its_terms() {
        let mut terms = Terms::new();
        let (x, y) = (byte_of_related(&mut terms, 0, 3), byte_of_related(&mut terms, 1, 0));
        let sum = terms.add(x, y);
        let limit = terms.constant(8, 100);
        let condition = terms.ult(sum, limit);
        let relation = Relation::new(&mut terms, vec![related(4), related(9)], condition)
            .expect("it is about bytes");
        assert_eq!(relation.last(), &related(9));
        let written = postcard::to_stdvec(&relation).expect("memory takes everything");
        let relation: Relation<u32> = postcard::from_bytes(&written).expect("written above");
        let mut others = Terms::new();
        let mut asked = Vec::new();
        let found = relation.condition(&mut others, |terms, input, offset| {
            asked.push((input, offset));
            terms.symbol(&format!("b{input}"), Sort::BitVec(8)).ok()
        });
        asked.sort_unstable();
        assert_eq!(asked, [(0, 3), (1, 0)]);
        let [x, y] = ["b0", "b1"].map(|name| others.symbol(name, Sort::BitVec(8)).expect("a byte"));
        let sum = others.add(x, y);
        let limit = others.constant(8, 100);
        let expected = others.ult(sum, limit);
        assert_eq!(found, Some(expected));
        assert_eq!(relation.condition(&mut others, |_, _, _| None), None, "there is no such byte");
    }

    #[test]
    fn only_conditions_about_bytes_of_inputs_are_relations() {
        let mut terms = Terms::new();
        let byte = byte_of_related(&mut terms, 1, 0);
        let other = terms.symbol("other", Sort::BitVec(8)).expect("a byte");
        let both = terms.ult(byte, other);
        let zero = terms.constant(8, 0);
        let is_zero = terms.eq(byte, zero);
        let inputs = || vec![related(1), related(2)];
        assert!(Relation::new(&mut terms, inputs(), is_zero).is_some());
        assert!(Relation::new(&mut terms, vec![related(1)], is_zero).is_none(), "no such input");
        assert!(Relation::new(&mut terms, inputs(), both).is_none(), "something else");
        assert!(Relation::new(&mut terms, inputs(), TermId::TRUE).is_none(), "it says nothing");
        let mut long = is_zero;
        for offset in 1..200 {
            let byte = byte_of_related(&mut terms, 0, offset);
            let limit = terms.constant(8, offset);
            let one = terms.ult(byte, limit);
            long = terms.and(long, one);
        }
        assert!(Relation::new(&mut terms, inputs(), long).is_none(), "too long");
    }
}
