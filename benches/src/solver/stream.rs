//! What a stream of queries is, whoever answers it.
//!
//! A stream is a list of programs, and a program a walk over a decision tree in depth-first order, as
//! a symbolic executor makes it. Whoever needs only conjunctions keeps the conditions of the path in
//! a vector; whoever keeps more per state (a model, value sets, slices) keeps a stack of states, one
//! per condition: [`Event::Take`] pushes a successor of the topmost one, [`Event::Back`] drops
//! states.

use dunlin_term::{TermId, Terms};

/// A step of the walk. The path is the list of conditions that were taken and not dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A query: can the condition hold together with the path?
    Ask(TermId),
    /// The path grows by the condition. Path and condition can hold together, and an
    /// `Ask` of the condition went before.
    Take(TermId),
    /// The path shrinks to so many conditions.
    Back(usize),
}

/// One exploration. Programs share no inputs.
pub struct Program {
    /// What kind of program it is, for tables.
    pub kind: &'static str,
    /// Tells it from others of its kind.
    pub name: String,
    pub events: Vec<Event>,
}

/// The programs and the terms that they speak of.
pub struct Stream {
    pub terms: Terms,
    pub programs: Vec<Program>,
}

impl Stream {
    /// How many queries there are.
    pub fn queries(&self) -> usize {
        self.programs.iter().map(Program::queries).sum()
    }

    /// The kinds, in the order in which they first occur.
    pub fn kinds(&self) -> Vec<&'static str> {
        let mut kinds = Vec::new();
        for program in &self.programs {
            if !kinds.contains(&program.kind) {
                kinds.push(program.kind);
            }
        }
        kinds
    }
}

impl Program {
    pub fn queries(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Ask(_))).count()
    }

    /// Calls `visit` with the constraints of every query, the asked condition last.
    pub fn for_each_query(&self, mut visit: impl FnMut(&[TermId])) {
        let mut path = Vec::new();
        for &event in &self.events {
            match event {
                Event::Ask(condition) => {
                    path.push(condition);
                    visit(&path);
                    path.pop();
                }
                Event::Take(condition) => path.push(condition),
                Event::Back(length) => path.truncate(length),
            }
        }
    }
}
