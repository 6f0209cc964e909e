//! Whether the conditions of a path can hold together.
//!
//! Conditions without unknowns are settled: they go to the solver's path, each with a solution of all before it. The
//! open ones are asked about on top of that, with unknowns that may be anything: if not even then there is a solution,
//! there is none.

use crate::base::{self, Base};
use crate::search::Death;
use crate::state::{State, Together, Want};
use crate::step::Executor;
use dunlin_ir::Point;
use dunlin_solver::chain::Verdict;
use dunlin_term::{Op, TermId, View};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The first page of memory belongs to nobody.
const FIRST_ADDRESS: u64 = 4096;

/// What a query costs that no solver is needed for, as [`Executor::work`] counts.
const QUERY: usize = 60;

/// From so many open conditions on, those that follow from others are left out: every round of a loop adds some, and
/// all of them are looked at again in the next.
const MANY: usize = 12;

/// No path keeps more open conditions. Those in the middle go: the target's own tell most about values, the last ones
/// most about what comes next. Without them less is refuted.
const MOST: usize = 256;

impl Executor<'_, '_> {
    pub fn check(&mut self, state: &mut State) -> Result<(), Death> {
        let open = std::mem::take(&mut state.open);
        let unknowns = self.unknowns(state);
        self.worked(unknowns.len() + open.len());
        for want in open {
            if self.is_no_null(want.condition) {
                continue;
            }
            let free = self.terms.free_variables(want.condition);
            match !free.iter().any(|free| unknowns.contains(free)) {
                true => self.settle(state, want)?,
                false => state.open.push(want),
            }
        }
        self.check_open(state)
    }

    /// Whether a condition says that an object does not lie at null: none does.
    fn is_no_null(&self, condition: TermId) -> bool {
        let View::Not(equal) = self.terms.view(condition) else { return false };
        let View::Binary(Op::Eq, x, y) = self.terms.view(equal) else { return false };
        let is_object = |term| {
            matches!(
                base::of_term(self.terms, term),
                Some(Base::Local(_) | Base::Global(_) | Base::Function(_))
            )
        };
        let is_null = |term| self.terms.as_u64(term) == Some(0);
        (is_object(x) && is_null(y)) || (is_null(x) && is_object(y))
    }

    /// What can become known: a condition without it is settled.
    fn unknowns(&self, state: &State) -> FxHashSet<TermId> {
        let in_frames = state.frames.iter().flat_map(|frame| &frame.unknowns);
        let unknowns = in_frames.map(|&(_, unknown)| unknown);
        let is_unknown =
            |unknown: &TermId| !matches!(base::of_term(self.terms, *unknown), Some(Base::Local(_)));
        let reads = state.reads.iter().map(|read| read.symbol);
        // What was not put in yet.
        let bound = state.bindings.iter().map(|&(unknown, _)| unknown);
        unknowns.filter(is_unknown).chain(reads).chain(bound).collect()
    }

    fn settle(&mut self, state: &mut State, want: Want) -> Result<(), Death> {
        self.place(state, want.condition)?;
        self.worked(QUERY);
        match self.chain.may_hold(self.terms, &mut state.path, want.condition) {
            Verdict::Sat(witness) => {
                self.chain.assume(self.terms, &mut state.path, want.condition, witness);
                Rc::make_mut(&mut state.settled).push(want);
                Ok(())
            }
            Verdict::Unsat(core) => {
                let at = self.places(state, core.as_deref(), &[want]);
                Rc::make_mut(&mut state.settled).push(want);
                Err(Death::Contradiction { at })
            }
            // A condition that no solver decides is left out.
            Verdict::Unknown(_) => Ok(()),
        }
    }

    /// One by one, on a copy of the path, so that each question is small and has a solution of the others to begin with.
    fn check_open(&mut self, state: &mut State) -> Result<(), Death> {
        if state.open.is_empty() {
            state.together = None;
            return Ok(());
        }
        for want in state.open.clone() {
            self.place(state, want.condition)?;
        }
        let mut together = self.known_together(state);
        let known: FxHashSet<TermId> = together.conditions.iter().copied().collect();
        let many = state.open.len() > MANY;
        let mut kept = Vec::with_capacity(state.open.len());
        for &want in &state.open {
            if known.contains(&want.condition) {
                kept.push(want);
                continue;
            }
            self.worked(QUERY);
            match self.chain.may_hold(self.terms, &mut together.path, want.condition) {
                Verdict::Sat(_) if many && self.follows(&mut together, want.condition) => continue,
                Verdict::Sat(witness) => {
                    self.chain.assume(self.terms, &mut together.path, want.condition, witness);
                    together.conditions.push(want.condition);
                }
                Verdict::Unsat(core) => {
                    let at = self.places(state, core.as_deref(), &[want]);
                    return Err(Death::Contradiction { at });
                }
                Verdict::Unknown(_) => {}
            }
            kept.push(want);
        }
        if kept.len() > MOST {
            kept.drain(MOST / 2..kept.len() - MOST / 2);
        }
        state.open = kept;
        state.together = Some(Rc::new(together));
        Ok(())
    }

    /// Whether a condition holds wherever those hold that are known to have a common solution.
    fn follows(&mut self, together: &mut Together, condition: TermId) -> bool {
        self.worked(QUERY);
        let opposite = self.terms.not(condition);
        let verdict = self.chain.may_hold(self.terms, &mut together.path, opposite);
        matches!(verdict, Verdict::Unsat(_))
    }

    /// What is known of the open conditions from the last time, if all that was asked then still stands.
    fn known_together(&self, state: &mut State) -> Together {
        let settled = state.path.constraints().len();
        let open: FxHashSet<TermId> = state.open.iter().map(|want| want.condition).collect();
        if let Some(known) = state.together.take()
            && known.settled == settled
            && known.conditions.iter().all(|condition| open.contains(condition))
        {
            return Rc::unwrap_or_clone(known);
        }
        Together { path: state.path.clone(), conditions: Vec::new(), settled }
    }

    /// Where the conditions come from that contradict each other.
    fn places(&self, state: &State, core: Option<&[TermId]>, last: &[Want]) -> Vec<Point> {
        let others = state.open.iter().chain(state.settled.iter());
        let others = others.filter(|want| {
            core.is_none_or(|core| core.contains(&want.condition)) && !last.contains(want)
        });
        let mut at: Vec<Point> = last.iter().chain(others).map(|want| want.at).collect();
        at.dedup();
        at
    }

    /// Adds what is known of where the objects of a condition lie: not at null, aligned, and apart from each other if
    /// they live at the same time.
    fn place(&mut self, state: &mut State, condition: TermId) -> Result<(), Death> {
        let free = self.terms.free_variables(condition);
        let objects: Vec<(TermId, Base)> = free
            .iter()
            .filter_map(|&term| match base::of_term(self.terms, term)? {
                Base::Abstract(_) => None,
                base => Some((term, base)),
            })
            .collect();
        for (number, &(one, base)) in objects.iter().enumerate() {
            if Rc::make_mut(&mut state.placed).insert((one, one)) {
                let sound = self.lies_soundly(state, one, base);
                self.assume(state, sound)?;
            }
            for &(other, other_base) in &objects[..number] {
                let pair = (one.min(other), one.max(other));
                if state.placed.contains(&pair) || !self.live_together(state, base, other_base) {
                    continue;
                }
                Rc::make_mut(&mut state.placed).insert(pair);
                let apart = self.lie_apart(state, (one, base), (other, other_base));
                self.assume(state, apart)?;
            }
        }
        Ok(())
    }

    fn assume(&mut self, state: &mut State, condition: TermId) -> Result<(), Death> {
        match self.chain.may_hold(self.terms, &mut state.path, condition) {
            Verdict::Sat(witness) => {
                self.chain.assume(self.terms, &mut state.path, condition, witness);
                Ok(())
            }
            Verdict::Unsat(_) => Err(Death::Contradiction { at: vec![state.point()] }),
            Verdict::Unknown(_) => Ok(()),
        }
    }

    fn size_of(&mut self, state: &State, base: Base) -> TermId {
        let size = match base {
            Base::Global(global) => self.functions.module.global(global).size,
            Base::Local(object) => return state.objects[object].size,
            _ => 1,
        };
        self.terms.constant(self.pointer_bits(), size)
    }

    fn lies_soundly(&mut self, state: &State, term: TermId, base: Base) -> TermId {
        let width = self.pointer_bits();
        let align = match base {
            Base::Global(global) => u64::from(self.functions.module.global(global).align),
            Base::Local(object) => state.objects[object].align,
            _ => 1,
        };
        let first = self.terms.constant(width, FIRST_ADDRESS);
        let above = self.terms.ule(first, term);
        let size = self.size_of(state, base);
        let end = self.terms.add(term, size);
        let no_wrap = self.terms.ule(term, end);
        let mut sound = self.terms.and(above, no_wrap);
        if align > 1 && align.is_power_of_two() {
            let low = self.terms.extract(align.trailing_zeros() - 1, 0, term);
            let zero = self.terms.constant(align.trailing_zeros(), 0);
            let aligned = self.terms.eq(low, zero);
            sound = self.terms.and(sound, aligned);
        }
        sound
    }

    fn lie_apart(&mut self, state: &State, one: (TermId, Base), other: (TermId, Base)) -> TermId {
        let (one_size, other_size) = (self.size_of(state, one.1), self.size_of(state, other.1));
        let (one_end, other_end) =
            (self.terms.add(one.0, one_size), self.terms.add(other.0, other_size));
        let before = self.terms.ule(one_end, other.0);
        let behind = self.terms.ule(other_end, one.0);
        self.terms.or(before, behind)
    }

    /// Whether there is a moment at which both objects live, for sure: when the younger one is made. Otherwise one
    /// may lie where the other lay.
    fn live_together(&self, state: &State, one: Base, other: Base) -> bool {
        let (Base::Local(one), Base::Local(other)) = (one, other) else { return true };
        let (one, other) = (&state.objects[one], &state.objects[other]);
        // Time goes backward: who was met first is the younger.
        // Who was not met lives from before on, and until now.
        let (younger, older) =
            if one.birth() < other.birth() { (one, other) } else { (other, one) };
        if younger.birth() == u64::MAX {
            // Scopes that do not overlap may share a place. Where they begin may not have been met yet.
            return self.is_in_scope(state, one) && self.is_in_scope(state, other);
        }
        let may_be_older = |address: Option<TermId>| match address {
            None => true,
            Some(address) => match self.terms.view(address) {
                View::Symbol(_) => {
                    address == older.base
                        || !matches!(
                            base::of_term(self.terms, address),
                            Some(Base::Local(_) | Base::Global(_))
                        )
                }
                _ => true,
            },
        };
        let between = |at: u64| younger.birth() <= at && at <= older.birth();
        !state.deaths.iter().any(|&(at, address)| between(at) && may_be_older(address))
    }
}
