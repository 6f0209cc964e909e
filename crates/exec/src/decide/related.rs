//! Relations between inputs that a path follows: where the last of their inputs is made, the state splits.
//!
//! The relations of a site are tried one by one. One state assumes the condition, one its opposite, if both are
//! possible; otherwise nothing is decided, and nothing recorded. So no path is lost by a relation, whatever it says,
//! and it costs at most one query, since the path's model tells one of the sides. The state that assumes it goes on
//! to the next one; the other has split off for good, and is the one that runs: for whoever does not prefer
//! hints, little changes. Thus n relations make at most n states, each of which follows one more than the one before.
//!
//! What a trace records is which relation it was ([`Guide::Holds`], [`Guide::Fails`]), by its number in the list of
//! the site, and for which input. A trace that was recorded before there were relations goes on without.

use super::choices::{Asked, Choice};
use super::script::Prescribed;
use crate::end::End;
use crate::machine::hints::FIRST;
use crate::machine::{Machine, Related, Which};
use crate::state::{DecisionKind, Guide, HintChoice, Root, Source, State};
use dunlin_ir::PointNumber;
use dunlin_solver::chain::{Branch, Verdict};
use dunlin_term::{SymbolId, TermId};

/// Inputs of a relation are looked for among so many that were made last.
const REMEMBERED: usize = 4096;

impl Machine<'_> {
    /// Decides which relations hold that the root which was made last is the last input of.
    pub(crate) fn follow_relations(&mut self, state: &mut State) -> Result<(), End> {
        let root = state.knowledge.roots.made().last().expect("it was just made");
        let (Some((site, occurrence)), Source::Test) = (root.made, root.source) else {
            return Ok(());
        };
        let mut next = 0;
        while next < self.hints.relations_at(site).len() {
            let mut is_prescribed = false;
            match self.prescribed(state, DecisionKind::Hint) {
                Prescribed::Nothing if self.follows_hints && self.may_split(state) => {}
                Prescribed::Nothing | Prescribed::Other => return Ok(()),
                Prescribed::Choice(number) => match HintChoice::of_number(number) {
                    // About another input of this site.
                    choice if choice.occurrence != occurrence => return Ok(()),
                    // Nothing was decided about those between.
                    HintChoice { guide: Guide::Holds(number) | Guide::Fails(number), .. } => {
                        next = number as usize;
                        is_prescribed = true;
                    }
                    HintChoice { guide: Guide::Follows(_) | Guide::NoneOf(_), .. } => return Ok(()),
                },
            }
            let Some(condition) = self.relation_condition(state, (site, occurrence), next) else {
                if is_prescribed {
                    return Err(self.script_diverged(state));
                }
                next += 1;
                continue;
            };
            let chosen = self.choose_relation(state, occurrence, next as u32, condition)?;
            if let Some(Guide::Fails(_)) = chosen {
                return Ok(());
            }
            next += 1;
        }
        Ok(())
    }

    /// Whether a relation holds from here on; none if only one of both is possible, or the solver does not know.
    fn choose_relation(
        &mut self,
        state: &mut State,
        occurrence: u32,
        relation: u32,
        condition: TermId,
    ) -> Result<Option<Guide>, End> {
        let opposite = self.terms.not(condition);
        let choice = |guide, condition| Choice {
            number: HintChoice { occurrence, guide }.number(),
            condition,
        };
        // The state that runs takes the first.
        let [fails, holds] =
            [choice(Guide::Fails(relation), opposite), choice(Guide::Holds(relation), condition)];
        let kind = DecisionKind::Hint;
        let chosen = self.choose_asking(state, kind, &[fails, holds], |machine, state| {
            let Branch { when_true, when_false } = machine.branch(state, condition);
            let mut asked = Asked::default();
            match (when_true, when_false) {
                (Verdict::Sat(yes), Verdict::Sat(no))
                    if yes.moved.is_none() && no.moved.is_none() =>
                {
                    asked.possible = vec![(fails, no), (holds, yes)];
                }
                // A guess is not worth waiting for.
                _ => drop(machine.chain.take_ran_out()),
            }
            asked
        })?;
        Ok(chosen.map(|number| HintChoice::of_number(number).guide))
    }

    /// The condition of a relation of a site on a path that has just made that site's input of this number. None if
    /// it is about another one, if an input is missing or smaller, or if the condition says nothing.
    fn relation_condition(
        &mut self,
        state: &State,
        (site, occurrence): (PointNumber, u32),
        number: usize,
    ) -> Option<TermId> {
        let relation = self.hints.relations_at(site).get(number)?;
        let is_last = match relation.last().which {
            Which::Number(wanted) => wanted == occurrence,
            Which::Back(behind) => behind == 0 && occurrence < FIRST,
        };
        if !is_last {
            return None;
        }
        let inputs = relation.inputs().iter().map(|input| related_root(state, input));
        let inputs: Vec<(SymbolId, u64)> = inputs.collect::<Option<_>>()?;
        let index = self.module.target.pointer_bits;
        let condition = relation.condition(&mut self.terms, |terms, input, offset| {
            let &(symbol, size) = inputs.get(input)?;
            if offset >= size {
                return None;
            }
            let array = terms.symbol_info(symbol).term;
            let place = terms.constant(index, offset);
            Some(terms.select(array, place))
        })?;
        let says_something = condition != TermId::TRUE && condition != TermId::FALSE;
        says_something.then_some(condition)
    }
}

/// The input of a path that a relation is about, with its size.
fn related_root(state: &State, input: &Related<PointNumber>) -> Option<(SymbolId, u64)> {
    let roots = &state.knowledge.roots;
    let occurrence = match input.which {
        Which::Number(number) => number,
        Which::Back(behind) => roots.count_at(input.site).checked_sub(behind + 1)?,
    };
    let is_meant =
        |root: &&Root| root.made == Some((input.site, occurrence)) && root.source == Source::Test;
    let root = roots.made().iter().rev().take(REMEMBERED).find(is_meant)?;
    Some((root.symbol, root.size))
}
