//! Splitting: a joined path restricted to one of the paths that it was made of.

use super::Path;
use super::join::{Guard, Ways};
use crate::backend::Reason;
use crate::chain::{Chain, Verdict, Witness};
use crate::layers::independence::{overlay, touched};
use dunlin_term::{Model, TermId, Terms};
use rustc_hash::FxHashSet;
use std::rc::Rc;

impl Chain {
    /// The solutions of a joined path, with all that was added to it since, that are solutions of one of the
    /// paths that it was made of. `None` if there are none any more.
    ///
    /// Right after the join this is the path from before: its constraints are the same but for their order,
    /// and no solver is asked. The disjunction, which follows from what takes its place, is gone.
    pub fn split(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        ways: &Ways,
        which: usize,
    ) -> Result<Option<Path>, Reason> {
        let guard = &ways.guards()[which];
        let mut own = path.clone();
        let witness = match self.remembered(terms, path, guard) {
            Some(model) => Witness::new(model),
            None => match self.may_hold(terms, &mut own, guard.condition) {
                Verdict::Sat(witness) => witness,
                Verdict::Unsat(_) => return Ok(None),
                Verdict::Unknown(reason) => return Err(reason),
            },
        };
        self.assume(terms, &mut own, guard.condition, witness);
        let kept = path.constraints.iter().filter(|&&constraint| constraint != ways.disjunction);
        let mut constraints: Vec<TermId> = kept.copied().collect();
        let known: FxHashSet<TermId> = constraints.iter().copied().collect();
        constraints.extend(guard.rest.iter().filter(|constraint| !known.contains(constraint)));
        Ok(Some(self.restated(terms, own, &constraints)))
    }

    /// The solution of one of the paths that were joined, with the values that nothing connects with its
    /// guard as the path has them by now: if it is one of the path.
    fn remembered(&mut self, terms: &Terms, path: &Path, guard: &Guard) -> Option<Rc<Model>> {
        let tools = &mut self.tools;
        if tools.evaluator.holds(terms, &path.model, guard.condition) == Some(true) {
            return Some(Rc::clone(&path.model));
        }
        let mut asked = touched(path, &tools.footprints.of(terms, guard.condition));
        asked.push(guard.condition);
        let mut model = Model::clone(&path.model);
        for &constraint in &asked {
            for input in &tools.footprints.of(terms, constraint).inputs {
                overlay(terms, &mut model, &guard.model, *input);
            }
        }
        let mut evaluation = tools.evaluator.start(terms, &model);
        let holds = asked.iter().all(|&constraint| evaluation.holds(constraint) == Some(true));
        holds.then(|| Rc::new(model))
    }

    /// The same path with constraints that say the same as its own.
    fn restated(&mut self, terms: &mut Terms, from: Path, constraints: &[TermId]) -> Path {
        let Path { facts, model, claims, boxes, outer, pinned, .. } = from;
        let mut path = Path { model, claims, boxes, outer, pinned, ..Path::default() };
        for &constraint in constraints {
            self.add(terms, &mut path, constraint);
        }
        // Parts of them that the old ones did not need to mention.
        for &constraint in constraints {
            self.prepare(terms, &mut path, constraint);
        }
        path.facts.add_common(terms, &[&facts], &path.constraints);
        if self.check {
            self.check_path(terms, &path);
        }
        path
    }
}
