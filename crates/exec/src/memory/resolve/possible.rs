//! Which of the objects that a pointer may mean are possible.
//!
//! Each is a question, unless there is a way around it. The objects that were possible when the same
//! pointer was used before on this path are all that can be now: the path has only grown since. And the
//! objects that a pointer means at some place of the program tend to be allocated in the same
//! circumstances: those are asked about one by one, and all the others with a single question, as a
//! check that nothing was missed (context-based resolution, thesis, 3.2.3.3). Where the thesis falls back
//! to asking about everything if something was missed, the solution of that question shows what.

use super::Alternative;
use crate::decide::{Asked, Choice};
use crate::end::End;
use crate::machine::Machine;
use crate::options::MemoryModel;
use crate::state::{DecisionKind, REMEMBERED, State};
use dunlin_memory::{ObjectId, Site};
use dunlin_solver::chain::{Verdict, Witness};
use dunlin_term::{Op, TermId, View};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// More alternatives than this are not asked about one by one, if the model does not say so.
const FEW: usize = 3;

impl Machine<'_> {
    /// Removes alternatives that are not possible.
    pub(super) fn keep_possible(
        &mut self,
        state: &mut State,
        address: TermId,
        alternatives: &mut Vec<Alternative>,
    ) -> Result<(), End> {
        let pointer = self.without_constant(address);
        let known = state.memory.resolved.iter().find(|(term, _)| *term == pointer);
        let known: Option<Rc<[ObjectId]>> = known.map(|(_, objects)| objects.clone());
        let asked = alternatives.clone();
        let possible = self.recorded_set(state, asked.len(), |machine, state| {
            if let Some(known) = known {
                return Ok(asked.iter().map(|a| known.contains(&a.object)).collect());
            }
            let choices: Vec<Choice> = asked.iter().map(choice_of).collect();
            let answers = machine.impatiently(|machine| machine.ask_about_objects(state, &choices));
            if !answers.unknown.is_empty() {
                machine.postpone_if_impatient()?;
            }
            let mut possible: FxHashSet<u64> = answers.unknown.into_iter().collect();
            possible.extend(answers.possible.iter().map(|(choice, _)| choice.number));
            Ok(choices.iter().map(|choice| possible.contains(&choice.number)).collect())
        })?;
        let mut left = Vec::with_capacity(alternatives.len());
        for (alternative, possible) in std::mem::take(alternatives).into_iter().zip(possible) {
            match possible {
                true => left.push(alternative),
                false => self.rely_on(state, alternative.condition),
            }
        }
        *alternatives = left;
        if !state.memory.resolved.iter().any(|(term, _)| *term == pointer) {
            let objects = alternatives.iter().map(|a| a.object).collect();
            let remembered = Rc::make_mut(&mut state.memory.resolved);
            if remembered.len() == REMEMBERED {
                remembered.remove(0);
            }
            remembered.push((pointer, objects));
        }
        Ok(())
    }

    /// Whether a pointer, with whatever constant, was used before on this path.
    pub(super) fn was_resolved(&self, state: &State, address: TermId) -> bool {
        let pointer = self.without_constant(address);
        state.memory.resolved.iter().any(|(term, _)| *term == pointer)
    }

    /// A pointer to a field is the pointer to the whole and a constant. A number that comes from no base is
    /// not: what is added to it can make it the address of another object.
    fn without_constant(&self, address: TermId) -> TermId {
        if !self.terms.has_base(address) {
            return address;
        }
        match self.terms.view(address) {
            View::Binary(Op::Add, x, y) if self.terms.as_u64(y).is_some() => x,
            View::Binary(Op::Add, x, y) if self.terms.as_u64(x).is_some() => y,
            _ => address,
        }
    }

    /// Which object is meant from here on: [`Machine::choose`] for objects.
    pub(super) fn choose_object(
        &mut self,
        state: &mut State,
        kind: DecisionKind,
        choices: &[Choice],
    ) -> Result<Option<u64>, End> {
        self.choose_asking(state, kind, choices, |machine, state| {
            let asked = machine.ask_about_objects(state, choices);
            machine.counters.forked += u64::from(asked.possible.len() > 1);
            asked
        })
    }

    /// Whether something about a pointer can hold. Recorded, so that a path that is followed again knows.
    pub(super) fn is_possible(
        &mut self,
        state: &mut State,
        condition: TermId,
    ) -> Result<bool, End> {
        if condition == TermId::TRUE || condition == TermId::FALSE {
            return Ok(condition == TermId::TRUE);
        }
        let set = self.recorded_set(state, 1, |machine, state| {
            machine.counters.resolution_queries += 1;
            let verdict = machine.impatiently(|machine| machine.may_hold(state, condition));
            if matches!(verdict, Verdict::Unknown(_)) {
                machine.postpone_if_impatient()?;
            }
            Ok(vec![!verdict.is_unsat()])
        })?;
        if !set[0] {
            self.rely_on(state, condition);
        }
        Ok(set[0])
    }

    /// Asks which choices between objects, of which one holds, are possible. The models of the thesis ask
    /// about each, as it does, so that what contexts save can be measured; `auto` does what is fastest.
    fn ask_about_objects(&mut self, state: &mut State, choices: &[Choice]) -> Asked {
        let options = &self.options.memory;
        if options.resolve_context.is_some() {
            return self.ask_by_context(state, choices);
        }
        if options.model == MemoryModel::Auto && choices.len() > FEW {
            let asked = self.ask_for_others(state, choices);
            self.counters.resolution_queries += asked.questions;
            return asked;
        }
        let mut asked = Asked::default();
        for &choice in choices {
            self.ask_about_object(state, choice, &mut asked);
        }
        asked
    }

    /// Asks about the objects with contexts that are known from this place of the program, and whether
    /// there are others. If so, the solution shows one, and those with its context are asked about, too.
    fn ask_by_context(&mut self, state: &mut State, choices: &[Choice]) -> Asked {
        let mut asked = Asked::default();
        let mut known = self.contexts.0.remove(&state.position.pc).unwrap_or_default();
        let mut open: Vec<(Choice, u32)> = Vec::with_capacity(choices.len());
        for &choice in choices {
            open.push((choice, state.memory.objects.context(ObjectId(choice.number))));
        }
        loop {
            for &(choice, _) in open.iter().filter(|(_, context)| known.contains(context)) {
                self.ask_about_object(state, choice, &mut asked);
            }
            open.retain(|(_, context)| !known.contains(context));
            match open.len() > 1 {
                true => match self.context_of_another(state, &mut open) {
                    Some(context) => drop(known.insert(context)),
                    None => break,
                },
                false => break,
            }
        }
        // One is left, for which the question whether there are others is no saving, or several if that
        // question had no answer.
        for (choice, _) in open {
            self.ask_about_object(state, choice, &mut asked);
        }
        self.contexts.0.insert(state.position.pc, known);
        asked
    }

    /// Whether any of several objects is possible, with one question; the context of one that is. All are
    /// gone if none is.
    fn context_of_another(
        &mut self,
        state: &mut State,
        open: &mut Vec<(Choice, u32)>,
    ) -> Option<u32> {
        let mut any = TermId::FALSE;
        for (choice, _) in open.iter() {
            any = self.terms.or(any, choice.condition);
        }
        self.counters.resolution_queries += 1;
        match self.may_hold(state, any) {
            Verdict::Unsat(_) => {
                open.clear();
                None
            }
            Verdict::Sat(witness) => {
                let meant = |(choice, _): &&(Choice, u32)| {
                    self.evaluator.holds(&self.terms, &witness.model, choice.condition)
                        == Some(true)
                };
                open.iter().find(meant).map(|&(_, context)| context)
            }
            Verdict::Unknown(_) => None,
        }
    }

    /// Which of many choices, of which exactly one holds, are possible: each solution shows one, until there
    /// are no others. So many questions as there are possible ones, and one more.
    pub(crate) fn ask_for_others(&mut self, state: &mut State, choices: &[Choice]) -> Asked {
        let mut asked = Asked::default();
        let mut rest = TermId::TRUE;
        loop {
            asked.questions += 1;
            match self.may_hold(state, rest) {
                Verdict::Unsat(_) => return asked,
                Verdict::Unknown(_) => break,
                Verdict::Sat(witness) => {
                    let meant = |choice: &&Choice| {
                        self.evaluator.holds(&self.terms, &witness.model, choice.condition)
                            == Some(true)
                    };
                    let Some(&choice) = choices.iter().find(meant) else { break };
                    let other = self.terms.not(choice.condition);
                    rest = self.terms.and(rest, other);
                    // The value sets of the answer are those of another question.
                    let witness = Witness { boxes: None, ..witness };
                    asked.possible.push((choice, witness));
                }
            }
        }
        // Without an answer, each of the others is asked about.
        let known: FxHashSet<u64> =
            asked.possible.iter().map(|(choice, _)| choice.number).collect();
        for &choice in choices.iter().filter(|choice| !known.contains(&choice.number)) {
            self.ask_choice(state, choice, &mut asked);
        }
        asked
    }

    fn ask_about_object(&mut self, state: &mut State, choice: Choice, asked: &mut Asked) {
        self.counters.resolution_queries += 1;
        self.ask_choice(state, choice, asked);
    }

    /// Notes in which circumstances an object was just allocated at `site`: under which calls, as many
    /// as the option says.
    pub fn note_context(&self, state: &mut State, object: ObjectId, site: Site) {
        let Some(depth) = self.options.memory.resolve_context else { return };
        let mut hasher = FxHasher::default();
        site.0.hash(&mut hasher);
        for frame in state.position.frames.iter().rev().take(depth as usize) {
            frame.called_at().hash(&mut hasher);
        }
        let context = hasher.finish() as u32;
        state.memory.objects.set_context(object, context);
    }
}

fn choice_of(alternative: &Alternative) -> Choice {
    Choice { number: alternative.object.0, condition: alternative.condition }
}
