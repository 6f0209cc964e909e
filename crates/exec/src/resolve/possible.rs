//! Which of the objects that a pointer may mean are possible.
//!
//! Each is a question, unless there is a way around it. The objects that were possible when the same
//! pointer was used before on this path are all that can be now: the path has only grown since. And the
//! objects that a pointer means at some place of the program tend to be allocated in the same
//! circumstances: those are asked about one by one, and all the others with a single question, as a
//! check that nothing was missed (context-based resolution, thesis, 3.2.3.3).

use super::Alternative;
use crate::code::Pc;
use crate::decide::{Asked, Choice};
use crate::machine::Machine;
use crate::outcome::End;
use crate::state::State;
use dunlin_memory::{ObjectId, Site};
use dunlin_term::{Op, TermId, View};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// So many pointers of a path are remembered with their objects.
const REMEMBERED: usize = 32;

/// In which circumstances the objects were allocated that pointers meant, by place in the program.
#[derive(Default)]
pub struct Contexts(FxHashMap<Pc, FxHashSet<u32>>);

impl Machine<'_> {
    /// Removes alternatives that are not possible.
    pub(super) fn keep_possible(
        &mut self,
        state: &mut State,
        address: TermId,
        alternatives: &mut Vec<Alternative>,
    ) -> Result<(), End> {
        let pointer = self.without_constant(address);
        let known = state.resolved.iter().find(|(term, _)| *term == pointer);
        let known: Option<Rc<[ObjectId]>> = known.map(|(_, objects)| objects.clone());
        let asked = alternatives.clone();
        let possible = self.recorded_set(state, asked.len(), |machine, state| {
            if let Some(known) = known {
                return Ok(asked.iter().map(|a| known.contains(&a.object)).collect());
            }
            let choices: Vec<Choice> = asked.iter().map(choice_of).collect();
            let answers = machine.ask_by_context(state, &choices);
            let mut possible: FxHashSet<u64> = answers.unknown.into_iter().collect();
            possible.extend(answers.possible.iter().map(|(choice, _)| choice.number));
            Ok(choices.iter().map(|choice| possible.contains(&choice.number)).collect())
        })?;
        let mut possible = possible.into_iter();
        alternatives.retain(|_| possible.next().expect("one for each"));
        if !state.resolved.iter().any(|(term, _)| *term == pointer) {
            let objects = alternatives.iter().map(|a| a.object).collect();
            let remembered = Rc::make_mut(&mut state.resolved);
            if remembered.len() == REMEMBERED {
                remembered.remove(0);
            }
            remembered.push((pointer, objects));
        }
        Ok(())
    }

    /// A pointer to a field is the pointer to the whole and a constant.
    fn without_constant(&self, address: TermId) -> TermId {
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
        choices: &[Choice],
    ) -> Result<Option<u64>, End> {
        self.choose_asking(state, choices, |machine, state| {
            let asked = machine.ask_by_context(state, choices);
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
            let path = &mut state.path;
            let verdict = machine.chain.may_hold(&mut machine.terms, path, condition);
            Ok(vec![!verdict.is_unsat()])
        })?;
        Ok(set[0])
    }

    /// Asks which choices between objects are possible, those first whose circumstances are known from
    /// this place of the program.
    fn ask_by_context(&mut self, state: &mut State, choices: &[Choice]) -> Asked {
        let mut asked = Asked::default();
        let known = match self.options.memory.resolve_context {
            Some(_) => self.contexts.0.get(&state.pc),
            None => None,
        };
        let context = |state: &mut State, choice: &Choice| {
            state.memory.describe(ObjectId(choice.number)).map_or(0, |(_, info)| info.context)
        };
        let (first, rest): (Vec<Choice>, Vec<Choice>) = match known {
            Some(known) => choices.iter().partition(|c| known.contains(&context(state, c))),
            None => (choices.to_vec(), Vec::new()),
        };
        for &choice in &first {
            self.ask_about_object(state, choice, &mut asked);
        }
        if self.any_other(state, &rest) {
            for &choice in &rest {
                self.ask_about_object(state, choice, &mut asked);
            }
        }
        if self.options.memory.resolve_context.is_some() {
            let contexts: Vec<u32> =
                asked.possible.iter().map(|(choice, _)| context(state, choice)).collect();
            self.contexts.0.entry(state.pc).or_default().extend(contexts);
        }
        asked
    }

    /// Whether any of these is possible, with one question. For a single one that is no saving.
    fn any_other(&mut self, state: &mut State, choices: &[Choice]) -> bool {
        if choices.len() < 2 {
            return true;
        }
        let mut any = TermId::FALSE;
        for choice in choices {
            any = self.terms.or(any, choice.condition);
        }
        self.counters.resolution_queries += 1;
        !self.chain.may_hold(&mut self.terms, &mut state.path, any).is_unsat()
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
        for frame in state.frames.iter().rev().take(depth as usize) {
            frame.called_at.hash(&mut hasher);
        }
        let context = hasher.finish() as u32;
        state.memory.change_info(object, |info| info.context = context);
    }
}

fn choice_of(alternative: &Alternative) -> Choice {
    Choice { number: alternative.object.0, condition: alternative.condition }
}
