//! The bottom of the chain: backends, one after the other, until one knows.

use crate::backend::{Answer, Backend, Budget, Reason, Statistics};
use crate::log::QueryLog;
use dunlin_term::{TermId, Terms};
use std::time::{Duration, Instant};

/// A backend and what it may spend before the next one is asked.
pub struct Member {
    backend: Box<dyn Backend>,
    /// At most so many conflicts, also if the budget of the question has more.
    conflicts: u64,
    answers: u64,
    time: Duration,
    handed_over: Vec<(Reason, u64)>,
}

impl Member {
    pub fn new(backend: Box<dyn Backend>, conflicts: u64) -> Member {
        Member { backend, conflicts, answers: 0, time: Duration::ZERO, handed_over: Vec::new() }
    }

    pub fn name(&self) -> &'static str {
        self.backend.name()
    }

    /// Questions that it answered.
    pub fn answers(&self) -> u64 {
        self.answers
    }

    pub fn time(&self) -> Duration {
        self.time
    }

    pub fn statistics(&self) -> Statistics {
        self.backend.statistics()
    }

    /// Questions that it could not answer, by reason.
    pub fn handed_over(&self) -> &[(Reason, u64)] {
        &self.handed_over
    }

    fn hand_over(&mut self, reason: Reason) {
        match self.handed_over.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => self.handed_over.push((reason, 1)),
        }
    }
}

/// Two backends that contradict each other, or one that contradicts itself.
pub struct Contradiction {
    pub names: [&'static str; 2],
}

#[derive(Default)]
pub struct Portfolio {
    members: Vec<Member>,
    /// Of the last answer, if it was that there is no solution.
    core: Option<Vec<TermId>>,
    log: Option<QueryLog>,
}

impl Portfolio {
    pub fn new(members: Vec<Member>, log: Option<QueryLog>) -> Portfolio {
        Portfolio { members, core: None, log }
    }

    pub fn members(&self) -> &[Member] {
        &self.members
    }

    pub fn log(&self) -> Option<&QueryLog> {
        self.log.as_ref()
    }

    /// A core of the question that was last found to have no solution, if that is known.
    pub fn core(&mut self) -> Option<Vec<TermId>> {
        self.core.take()
    }

    /// What all backends have done, see [`Statistics::effort`].
    pub fn effort(&self) -> u64 {
        self.members.iter().map(|member| member.statistics().effort).sum()
    }

    /// Conflicts of all backends, or what they count instead.
    pub fn conflicts(&self) -> u64 {
        self.members.iter().map(|member| member.statistics().conflicts).sum()
    }

    /// Asks until one knows, or so many conflicts were spent by all together; each has the whole budget.
    pub fn check(
        &mut self,
        terms: &Terms,
        constraints: &[TermId],
        budget: Budget,
        mut together: u64,
    ) -> Answer {
        let started = Instant::now();
        let mut last = Reason::Unsupported("anything: there is no backend; it");
        let mut answered = None;
        self.core = None;
        for member in &mut self.members {
            let before = member.statistics().conflicts;
            let part = Budget { conflicts: budget.conflicts.min(together), ..budget };
            match member.ask(terms, constraints, part) {
                Answer::Unknown(reason) => {
                    member.hand_over(reason);
                    if together != u64::MAX {
                        let spent = member.statistics().conflicts - before;
                        together = together.saturating_sub(spent);
                    }
                    // The last reason that is about the question's difficulty tells the user most.
                    if !matches!(reason, Reason::Unsupported(_))
                        || matches!(last, Reason::Unsupported(_))
                    {
                        last = reason;
                    }
                    let late = budget.deadline.is_some_and(|deadline| Instant::now() >= deadline);
                    if late || together == 0 || dunlin_stop::is_asked() {
                        break;
                    }
                }
                answer => {
                    member.answers += 1;
                    if answer.is_unsat() {
                        self.core = member.backend.core();
                    }
                    answered = Some((member.name(), answer));
                    break;
                }
            }
        }
        let (name, answer) = answered.unwrap_or(("nobody", Answer::Unknown(last)));
        if let Some(log) = &mut self.log {
            log.write(terms, constraints, &answer, name, started.elapsed());
        }
        answer
    }

    /// Asks every backend, for the sake of comparing them.
    pub fn check_all(
        &mut self,
        terms: &Terms,
        constraints: &[TermId],
        mut budget: Budget,
        together: u64,
    ) -> (Answer, Option<Contradiction>) {
        let mut first: Option<(&'static str, Answer)> = None;
        let mut contradiction = None;
        let answer = self.check(terms, constraints, budget, together);
        budget.conflicts = budget.conflicts.min(together);
        for member in &mut self.members {
            let said = member.ask(terms, constraints, budget);
            match (&said, &first) {
                (Answer::Unknown(Reason::WrongModel), _) => {
                    let names = [member.name(), "the evaluation of its model"];
                    contradiction = Some(Contradiction { names });
                }
                (Answer::Unknown(_), _) => {}
                (_, Some((name, known))) if known.is_sat() != said.is_sat() => {
                    contradiction = Some(Contradiction { names: [name, member.name()] });
                }
                (_, Some(_)) => {}
                (_, None) => first = Some((member.name(), said)),
            }
        }
        (answer, contradiction)
    }

    pub fn forget(&mut self) {
        self.members.iter_mut().for_each(|member| member.backend.forget());
    }
}

impl Member {
    fn ask(&mut self, terms: &Terms, constraints: &[TermId], budget: Budget) -> Answer {
        let conflicts = budget.conflicts.min(self.conflicts);
        let started = Instant::now();
        let answer = self.backend.check(terms, constraints, Budget { conflicts, ..budget });
        self.time += started.elapsed();
        answer
    }
}
