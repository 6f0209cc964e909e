//! Who answers a stream.
//!
//! A new one is added in [`super::contenders`]: a backend by [`Bare`], anything else by implementing
//! [`Contender`].

use dunlin_solver::backend::{Answer, Backend, Budget};
use dunlin_solver::value_set::Tally;
use dunlin_term::{TermId, Terms};
use std::time::{Duration, Instant};

/// How much a query may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub conflicts: u64,
    pub time: Option<Duration>,
}

impl Limits {
    /// The budget of a query that starts now.
    pub fn budget(&self) -> Budget {
        let deadline = self.time.map(|time| Instant::now() + time);
        Budget { conflicts: self.conflicts, deadline }
    }
}

/// An answer and who gave it: a layer of a chain, or a backend.
pub struct Reply {
    pub answer: Answer,
    pub by: &'static str,
}

/// Follows the walks of a stream. The calls are those of [`super::stream::Event`].
pub trait Contender {
    fn name(&self) -> String;

    /// A new program begins, with an empty path.
    fn start(&mut self, terms: &mut Terms);

    fn ask(&mut self, terms: &mut Terms, condition: TermId, limits: &Limits) -> Reply;

    fn take(&mut self, terms: &mut Terms, condition: TermId);

    fn back(&mut self, length: usize);

    /// How often the rules of value sets were used, if there are any.
    fn rules(&self) -> Option<&Tally> {
        None
    }

    /// Lines about the inside, printed after its figures.
    fn details(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A backend that is asked about every query as it stands.
pub struct Bare<B> {
    backend: B,
    path: Vec<TermId>,
}

impl<B: Backend> Bare<B> {
    pub fn new(backend: B) -> Bare<B> {
        Bare { backend, path: Vec::new() }
    }
}

impl<B: Backend> Contender for Bare<B> {
    fn name(&self) -> String {
        format!("bare {}", self.backend.name())
    }

    fn start(&mut self, _: &mut Terms) {
        self.path.clear();
    }

    fn ask(&mut self, terms: &mut Terms, condition: TermId, limits: &Limits) -> Reply {
        self.path.push(condition);
        let answer = self.backend.check(terms, &self.path, limits.budget());
        self.path.pop();
        Reply { answer, by: self.backend.name() }
    }

    fn take(&mut self, _: &mut Terms, condition: TermId) {
        self.path.push(condition);
    }

    fn back(&mut self, length: usize) {
        self.path.truncate(length);
    }
}
