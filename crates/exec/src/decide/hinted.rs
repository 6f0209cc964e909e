//! Hints that a path follows: where an input is made that has some, the state splits.
//!
//! One state follows each hint: the bytes that it is about are constants there, so that what the program does with
//! them is neither a term nor a query. One state follows none. The conditions of all exclude each other and
//! leave nothing out, so that a wrong hint loses no path, and an exploration that is through has seen every
//! input. The state that runs is the one without: for whoever does not prefer hints, little changes.
//!
//! Nothing is asked for that. No constraint is about an input that was just made, so every hint is possible; and
//! that there is a value beside all of them is a matter of counting ([`beside`]).
//!
//! A split is a decision like others. What a trace records of it (see [`HintChoice`]) says which hints there
//! were. A trace that was recorded before there were any goes on without: what was made is not split later.

use super::choices::{Asked, Choice};
use super::script::Prescribed;
use crate::code::Origin;
use crate::end::End;
use crate::machine::{Hint, Machine};
use crate::state::{DecisionKind, Guide, HintChoice, Source, State};
use dunlin_ir::Bits;
use dunlin_ir::semantics::access;
use dunlin_solver::chain::Witness;
use dunlin_term::{ArrayCells, Model, SymbolId, TermId};
use std::rc::Rc;

/// Hints that are followed for one input: the first that fit. It must be less than the values of a byte.
const MOST: usize = 64;
/// Bytes that are compared as one number, as the program is likely to read them.
const NUMBER: u64 = 8;

const _: () = assert!(MOST < 256);

impl Machine<'_> {
    /// Which hint the path follows for the root that was made last, whose bytes are those of `array`.
    pub(crate) fn choose_hint(
        &mut self,
        state: &mut State,
        array: TermId,
    ) -> Result<Option<Hint>, End> {
        let root = state.knowledge.roots.made().last().expect("it was just made");
        let (source, symbol, size) = (&root.source, root.symbol, root.size);
        let Some((site, occurrence)) = root.made else { return Ok(None) };
        if *source != Source::Test || self.hints.at(site).is_empty() {
            return Ok(None);
        }
        let known = match self.prescribed(state, DecisionKind::Hint) {
            Prescribed::Nothing if self.follows_hints && self.may_split(state) => {
                self.hints.at(site).len()
            }
            Prescribed::Nothing | Prescribed::Other => return Ok(None),
            Prescribed::Choice(number) => match HintChoice::of_number(number) {
                // About another input of this site: this one had no hints then.
                choice if choice.occurrence != occurrence => return Ok(None),
                HintChoice { guide: Guide::NoneOf(count), .. } => count as usize,
                HintChoice { guide: Guide::Follows(hint), .. } => hint as usize + 1,
                // It had no hints, but relations.
                HintChoice { guide: Guide::Fails(_) | Guide::Holds(_), .. } => return Ok(None),
            },
        };
        let hints = self.hints.at(site).iter().take(known);
        let candidates = candidates(hints, occurrence, size);
        if candidates.is_empty() {
            return Ok(None);
        }
        let choices = self.hint_choices(&candidates, (occurrence, known), array);
        let input = (symbol, self.module.target.pointer_bits);
        let chosen = self.choose_asking(state, DecisionKind::Hint, &choices, |_, state| Asked {
            possible: with_witnesses(&choices, &candidates, state.knowledge.path.model(), input),
            ..Asked::default()
        })?;
        let chosen = chosen.map(|number| HintChoice::of_number(number).guide);
        let Some(Guide::Follows(number)) = chosen else { return Ok(None) };
        Ok(candidates.into_iter().find(|(candidate, _)| *candidate == number).map(|(_, hint)| hint))
    }

    /// Whether hints may be followed where nothing is prescribed.
    pub(super) fn may_split(&self, state: &State) -> bool {
        // A start in the middle counts the inputs of a site from there; seeds and partial paths lead somewhere else;
        // and a choice that is left open is that of a later decision.
        state.origin == Origin::Program
            && state.trace.forking
            && state.trace.open.is_none()
            && state.knowledge.seeds.is_none()
            && !self.coverage.is_following()
    }

    /// No hint, and each of the candidates, of the first `known` of the site.
    fn hint_choices(
        &mut self,
        candidates: &[(u32, Hint)],
        (occurrence, known): (u32, usize),
        array: TermId,
    ) -> Vec<Choice> {
        let equations: Vec<TermId> =
            candidates.iter().map(|(_, hint)| self.hint_equation(hint, array)).collect();
        let choice = |guide, condition| Choice {
            number: HintChoice { occurrence, guide }.number(),
            condition,
        };
        let others: Vec<TermId> = equations.iter().map(|&equal| self.terms.not(equal)).collect();
        let none = others.iter().fold(TermId::TRUE, |none, &other| self.terms.and(none, other));
        let mut choices = vec![choice(Guide::NoneOf(known as u32), none)];
        for (index, (number, hint)) in candidates.iter().enumerate() {
            // Of several that an input satisfies, it follows the first.
            let mut condition = equations[index];
            for (earlier, (_, other)) in candidates[..index].iter().enumerate() {
                if !other.excludes(hint) {
                    condition = self.terms.and(condition, others[earlier]);
                }
            }
            choices.push(choice(Guide::Follows(*number), condition));
        }
        choices
    }

    /// That the bytes of an array are as a hint says. Bytes in a row are compared as one number: what the program
    /// does with them is likely to be the same term.
    fn hint_equation(&mut self, hint: &Hint, array: TermId) -> TermId {
        let mut equation = TermId::TRUE;
        let mut rest = &hint.bytes[..];
        while let Some(&(first, _)) = rest.first() {
            let in_row = (first..).zip(rest).take_while(|(at, (offset, _))| at == offset).count();
            let (row, others) = rest.split_at(in_row.min(NUMBER as usize));
            rest = others;
            let width = row.len() as u32 * 8;
            let value = row.iter().rev().fold(0, |value, (_, byte)| value << 8 | u64::from(*byte));
            let place = self.terms.constant(self.module.target.pointer_bits, first);
            let mut cells = ArrayCells { terms: &mut self.terms, array };
            let number = access::load(&mut cells, &place, width);
            let value = self.terms.constant(width, value);
            let equal = self.terms.eq(number, value);
            equation = self.terms.and(equation, equal);
        }
        equation
    }
}

/// The hints that are followed for an input, with their numbers. One that says no more than an earlier one is
/// for no input.
fn candidates<'h>(
    hints: impl Iterator<Item = &'h Hint>,
    occurrence: u32,
    size: u64,
) -> Vec<(u32, Hint)> {
    let mut found: Vec<(u32, Hint)> = Vec::new();
    for (number, hint) in (0..).zip(hints) {
        let is_new = || !found.iter().any(|(_, earlier)| earlier.includes(hint));
        if hint.fits(occurrence, size) && is_new() {
            found.push((number, hint.clone()));
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// The choices, each with a model that says so: the path's own, with other bytes in the input.
fn with_witnesses(
    choices: &[Choice],
    candidates: &[(u32, Hint)],
    model: &Rc<Model>,
    input: (SymbolId, u32),
) -> Vec<(Choice, Witness)> {
    let nothing = Hint { occurrence: None, bytes: Vec::new() };
    let with_witness = |(index, &choice): (usize, &Choice)| {
        // No hint comes first, and is beside all; a candidate is beside those before it.
        let (hint, others) = match index.checked_sub(1) {
            None => (&nothing, candidates),
            Some(index) => (&candidates[index].1, &candidates[..index]),
        };
        (choice, Witness::new(Rc::new(beside(model, input, hint, others))))
    };
    choices.iter().enumerate().map(with_witness).collect()
}

/// A model in which an input, of which `index` is the width of places, is as a hint says and not as any of the
/// others. None of those includes the hint, and they are less than the values of a byte. If all bytes that the
/// hint does not say are equal, each of the others is right for at most one value of them: so one is left.
fn beside(
    model: &Model,
    (symbol, index): (SymbolId, u32),
    hint: &Hint,
    others: &[(u32, Hint)],
) -> Model {
    let byte = |at: u64, filled: Option<u8>| {
        hint.at(at).or(filled).unwrap_or_else(|| model.element_u64(symbol, at) as u8)
    };
    let is_beside = |filled: &Option<u8>| {
        let says = |&(at, value): &(u64, u8)| byte(at, *filled) == value;
        !others.iter().any(|(_, other)| other.bytes.iter().all(says))
    };
    let mut all = std::iter::once(None).chain((0..=u8::MAX).map(Some));
    let filled = all.find(is_beside).expect("there are less hints than values of a byte");
    let mut found = model.clone();
    let free = others.iter().flat_map(|(_, other)| &other.bytes);
    for &(at, _) in free.chain(&hint.bytes) {
        let value = Bits::from_u64(8, byte(at, filled).into());
        found.set_element(symbol, &Bits::from_u64(index, at), &value);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(bytes: &[(u64, u8)]) -> Hint {
        Hint { occurrence: None, bytes: bytes.to_vec() }
    }

    #[test]
    fn candidates_are_the_first_that_fit_and_say_something_new() {
        let mut hints = vec![
            hint(&[(0, 1)]),
            hint(&[(0, 1), (1, 2)]),
            hint(&[(9, 1)]),
            Hint { occurrence: Some(1), ..hint(&[(2, 2)]) },
            hint(&[(1, 2)]),
        ];
        let numbers = |hints: &[Hint], occurrence| -> Vec<u32> {
            let found = candidates(hints.iter(), occurrence, 4);
            found.into_iter().map(|(number, _)| number).collect()
        };
        assert_eq!(numbers(&hints, 0), [0, 4]);
        assert_eq!(numbers(&hints, 1), [0, 3, 4]);
        hints.extend((0..=u8::MAX).map(|value| hint(&[(3, value)])));
        assert_eq!(numbers(&hints, 0).len(), MOST);
    }

    #[test]
    fn a_value_beside_all_hints_is_found() {
        let input = (SymbolId(0), 64);
        let bytes = |model: &Model| [0, 1].map(|at| model.element_u64(SymbolId(0), at) as u8);
        let zeros = Model::new();
        let others: Vec<(u32, Hint)> =
            (0..MOST as u32).map(|value| (value, hint(&[(0, value as u8)]))).collect();
        let none = hint(&[]);
        assert_eq!(bytes(&beside(&zeros, input, &none, &others)), [MOST as u8, 0]);
        assert_eq!(bytes(&beside(&zeros, input, &none, &others[1..])), [0, 0], "as it was");
        let second = hint(&[(1, 7)]);
        assert_eq!(bytes(&beside(&zeros, input, &second, &others[..2])), [2, 7]);
    }
}
