//! A state that stands at a cut is compared with those that were seen.

use super::outline::{MOST_PARTS, Outlined};
use crate::code::Pc;
use crate::end::ProgramError;
use crate::machine::Machine;
use crate::seen::{Entry, Match, Remembered, Seen, Settled};
use crate::state::{Own, State};
use dunlin_results::ErrorKind;
use dunlin_term::{Form, TermId};
use std::sync::Arc;

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compared {
    /// It is explored from here on.
    New,
    /// A state that was seen covers it.
    Matched,
    /// It is what it was before, and nothing came in between: it does the same for ever.
    Hangs,
}

/// The same, with the entries.
enum Found {
    /// With the number of its entry, if it was noted.
    New(Option<u64>),
    Matched(Arc<Entry>),
    Hangs,
}

impl<'a> Machine<'a> {
    /// From now on, states can be compared with those that this table has.
    pub fn remember(&mut self, seen: Arc<Seen>) {
        self.coverage.cut_at(seen.cuts.pcs());
        self.remembered = Some(Box::new(Remembered::new(seen)));
    }

    /// Compares a state that stands at a cut with those that were seen; notes it if it is new.
    pub fn compare_with_seen(&mut self, state: &mut State) -> Compared {
        let Some(remembered) = &mut self.remembered else { return Compared::New };
        if !is_comparable(state) {
            return Compared::New;
        }
        state.rounds.arrive(state.trace.depth());
        let place = state.position.pc;
        let asked = self.chain.work();
        self.chain.note_needed(state.rounds.ticket.is_some());
        if !remembered.credit.allows(place, self.executed + asked) {
            return Compared::New;
        }
        let seen = Arc::clone(&remembered.seen);
        let outlined = self.outline(state, &seen.cuts);
        let (found, cost) = match outlined {
            Err(cost) => (Found::New(None), cost),
            Ok(mut new) => {
                let settled = self.known_now(state, &new);
                if !seen.weakens || new.outline.exact {
                    new.plain.clear();
                }
                match self.terms.form(&new.all_terms(), MOST_PARTS) {
                    None => (Found::New(None), MOST_PARTS as u64),
                    Some(form) => {
                        let cost = new.cost() + form.size() as u64;
                        (self.find_cover(state, &seen, place, &new, (form, settled)), cost)
                    }
                }
            }
        };
        let cost = cost + (self.chain.work() - asked);
        let credit = &mut self.remembered.as_mut().expect("as above").credit;
        credit.spend(place, cost);
        if !matches!(found, Found::New(_)) {
            credit.matched(place, cost);
        }
        if cfg!(debug_assertions) {
            match &found {
                Found::New(Some(entry)) => self.keep_noted(state, &seen, *entry),
                Found::Matched(entry) => self.verify_match(state, &seen, entry),
                Found::New(None) | Found::Hangs => {}
            }
        }
        match found {
            Found::New(_) => Compared::New,
            Found::Matched(_) => Compared::Matched,
            Found::Hangs => Compared::Hangs,
        }
    }

    fn find_cover(
        &mut self,
        state: &mut State,
        seen: &Arc<Seen>,
        place: Pc,
        new: &Outlined,
        (form, settled): (Form, SettledNow),
    ) -> Found {
        let weakens = seen.weakens && !new.outline.exact;
        let shape = new.outline.shape_hash();
        let candidates = seen.candidates(shape, &new.outline);
        let equal = candidates.iter().find(|entry| is_equal(entry, &form, new));
        if let Some(entry) = equal {
            if seen.hangs && self.repeats(state, seen, entry) {
                seen.matched(shape, entry, place);
                return Found::Hangs;
            }
            if seen.how != Match::Off {
                let cover = self.equals(entry, new);
                self.note_cover((state, &settled), (seen, entry), new, &cover);
                seen.matched(shape, entry, place);
                return Found::Matched(Arc::clone(entry));
            }
        }
        let covers = seen.how == Match::Covered && !new.outline.exact;
        if covers {
            for entry in &candidates {
                if let Some(cover) = self.covers(state, entry, new) {
                    self.note_cover((state, &settled), (seen, entry), new, &cover);
                    seen.matched(shape, entry, place);
                    return Found::Matched(Arc::clone(entry));
                }
            }
        }
        let mut covered: Vec<u64> = Vec::new();
        if covers {
            let smaller = candidates.iter().filter(|entry| self.is_covered_by(entry, new));
            covered.extend(smaller.map(|entry| entry.number));
        }
        let number = seen.next_number();
        let (conditions, plain) = (new.conditions.len(), new.plain.len());
        let outline = new.outline.clone();
        let entry = Entry { number, outline, form, conditions, plain, weakened: false };
        let whole = if seen.hangs { self.whole(state, &seen.cuts) } else { 0 };
        let roots = state.knowledge.roots.made().len();
        state.rounds.add(Own { entry: number, shape, roots, whole }, state.trace.length());
        seen.insert(shape, entry, place, &covered);
        if weakens {
            let constraints = state.knowledge.path.constraints().len() as u32;
            state.rounds.ticket.enter(seen, (shape, number), settled.known, constraints);
            self.chain.note_needed(true);
            self.chain.rely_on_constraints(&settled.always);
            state.rounds.ticket.add(&self.chain.take_needed());
        }
        Found::New(Some(number))
    }

    /// The constraints that what a state has as plain numbers comes from.
    fn known_now(&mut self, state: &State, new: &Outlined) -> SettledNow {
        let path = &state.knowledge.path;
        let mut about = |terms: &[TermId]| self.chain.constraints_about(&self.terms, path, terms);
        let plain = new.plain.iter().map(|(hole, term)| (*hole, about(&[*term]))).collect();
        let always = about(&new.relied);
        let known = Settled { conditions: new.numbers.clone(), plain };
        SettledNow { known, always }
    }

    /// Whether the state has made this entry itself, has decided nothing and got no input since, and is the same in
    /// all that it has.
    fn repeats(&mut self, state: &mut State, seen: &Seen, entry: &Entry) -> bool {
        let own = state.rounds.own(state.trace.length());
        let Some(own) = own.iter().find(|own| own.entry == entry.number).copied() else {
            return false;
        };
        own.roots == state.knowledge.roots.made().len()
            && own.whole == self.whole(state, &seen.cuts)
    }
}

impl Remembered {
    /// The state is put away as a work item, and will come once more to where it was since its last decision.
    pub fn withdraw(&self, state: &State) {
        let own = state.rounds.own(state.trace.length());
        own.iter().for_each(|own| self.seen.withdraw(own.shape, own.entry));
    }
}

/// The error of a path that does the same for ever.
pub fn hangs() -> ProgramError {
    let message =
        "the program is in the same state again, without any input in between: it never ends";
    ProgramError::new(ErrorKind::EndlessLoop, message)
}

/// What a state knows when it is compared.
pub(super) struct SettledNow {
    pub known: Settled,
    /// Constraints that its shape comes from.
    pub always: Vec<u32>,
}

fn is_equal(entry: &Entry, form: &Form, new: &Outlined) -> bool {
    entry.outline == new.outline
        && (entry.conditions, entry.plain) == (new.conditions.len(), new.plain.len())
        && entry.form == *form
}

/// Whether a state is all that it may be: it is in the middle of nothing, on its way along no item or seed, and no
/// choice was taken from it.
fn is_comparable(state: &State) -> bool {
    state.in_flight.is_none()
        && state.trace.ahead.is_none()
        && state.trace.open.is_none()
        && state.knowledge.seeds.is_none()
        && state.knowledge.fixed_inputs.is_none()
}
