//! A pool that is left for later, and comes back: its states as work items, and what became of the others.

use super::waiting::RANKED_CALLERS;
use super::{Pool, Step};
use crate::hunt::Hunt;
use crate::postponed::{Patience, Postponed};
use crate::ranking::NO_WAY;
use crate::returning::Returning;
use crate::saved::{Kept, NotOfThisHunt, SavedPool};
use dunlin_exec::explore::search::StateKey;
use dunlin_exec::{Ended, Origin, SortedItems, State, WorkItem};
use dunlin_ir::Point;
use std::time::Instant;

impl<'a> Pool<'a> {
    /// Where its states began, as their items say it.
    fn item_origin(&self) -> Origin {
        if self.whole { Origin::Program } else { Origin::Function(self.origin) }
    }

    /// Everything that it takes to go on later; none if that takes too long, or too much room. No state runs.
    pub fn save(&self, hunt: &Hunt<'a>, until: Instant) -> Option<SavedPool> {
        let goes_on = || {
            let in_time = Instant::now() < until && !dunlin_stop::is_late();
            in_time && !dunlin_stop::is_tight()
        };
        let rank = |state: &State| {
            let stack: Vec<Point> = self.program.stack(state).take(RANKED_CALLERS).collect();
            hunt.ranking.rank(&stack)
        };
        let waiting = self.states.iter().map(|(key, state)| (*key, &**state));
        let running = self.current.iter().map(|(key, state)| (*key, &**state));
        let mut states: Vec<(StateKey, &State)> = waiting.chain(running).collect();
        states.sort_unstable_by_key(|(key, _)| *key);
        let kept = |key: StateKey, state: &State| {
            let patience = self.patience.get(&key).copied().unwrap_or_default();
            // One that did not come back in time has had its turn.
            let on_its_way = state.trace.ahead.is_some();
            Kept { rank: if on_its_way { NO_WAY } else { rank(state) }, patience }
        };
        let mut all: Vec<(WorkItem, Kept)> = Vec::new();
        for (key, state) in states {
            all.push(goes_on().then(|| (WorkItem::of(state), kept(key, state)))?);
        }
        for (state, patience) in self.postponed.with_patience() {
            let kept = Kept { rank: rank(state), patience };
            all.push(goes_on().then(|| (WorkItem::of(state), kept))?);
        }
        for returning in self.returning.items() {
            all.push(goes_on().then(|| returning.clone())?);
        }
        // They were put away since they were far.
        let far = Kept { rank: NO_WAY, patience: Patience::default() };
        for item in self.parked.items() {
            all.push(goes_on().then(|| (item.clone(), far))?);
        }
        all.sort_by(|(a, _), (b, _)| a.trace().cmp(b.trace()));
        let (items, kept): (Vec<WorkItem>, Vec<Kept>) = all.into_iter().unzip();
        let reached = (0..).zip(self.coverage.reached()).filter(|(_, reached)| **reached);
        Some(SavedPool {
            origin: self.item_origin(),
            begun: self.begun,
            complete: self.complete,
            ends: self.ends,
            spent: self.spent,
            attempts_cost: self.attempts_cost,
            asking_cost: self.postponed.cost(),
            reached: reached.map(|(mark, _)| mark).collect(),
            items: SortedItems::new(items),
            kept,
        })
    }

    /// Becomes the pool that was saved. It has not begun.
    pub fn restore(&mut self, saved: SavedPool) -> Result<(), NotOfThisHunt> {
        let states = SavedPool::states(saved.items, saved.kept).ok_or(NotOfThisHunt)?;
        let origin = self.item_origin();
        let marks = self.program.marks() as u32;
        let fits = saved.origin == origin
            && states.iter().all(|(item, _)| item.origin() == origin)
            && saved.reached.iter().all(|mark| *mark < marks)
            && (saved.begun || states.is_empty());
        if !fits {
            return Err(NotOfThisHunt);
        }
        self.begun = saved.begun;
        self.complete = saved.complete;
        self.ends = saved.ends;
        self.spent = saved.spent;
        self.attempts_cost = saved.attempts_cost;
        self.postponed = Postponed::with_cost(saved.asking_cost);
        self.coverage.begin_with(&saved.reached);
        self.returning = Returning::new(states, saved.spent);
        Ok(())
    }

    /// Runs a state that was saved on its way back to where it stood, if it is its time.
    pub(super) fn bring_back(&mut self, hunt: &mut Hunt<'a>) -> Option<Step> {
        if !self.is_on_its_way() {
            let spent = self.spent + hunt.cost() - self.woken_at;
            let (item, kept) = self.returning.take_due(spent, self.can_run())?;
            self.park(hunt);
            match hunt.machine.initial_state(self.start, &hunt.options.arguments) {
                Ok(state) => self.send_back(hunt, state, item, kept),
                Err(end) => {
                    self.count_end(hunt, &Ended::at_start(*end));
                    return Some(Step::GoesOn);
                }
            }
        }
        let (key, state) = self.current.take().expect("it is on its way");
        Some(self.run(hunt, key, state))
    }

    /// Counts the instructions of a step of a state; `follows` if it had a trace to follow when the step began.
    pub(super) fn count_instructions(
        &mut self,
        hunt: &mut Hunt<'a>,
        (key, follows): (StateKey, bool),
        instructions: u64,
    ) {
        match follows && self.returning.is_on_its_way(key) {
            true => self.returning.count(instructions),
            false => hunt.tally.instructions += instructions,
        }
    }

    /// The state that runs is one that was saved, and is not where it stood then.
    fn is_on_its_way(&self) -> bool {
        self.current.as_ref().is_some_and(|(key, state)| {
            self.returning.is_on_its_way(*key) && state.trace.ahead.is_some()
        })
    }

    fn send_back(&mut self, hunt: &mut Hunt<'a>, mut state: State, item: WorkItem, kept: Kept) {
        state.trace.echo = false;
        item.set_out(&mut state);
        let key = self.new_key();
        for searcher in &mut self.searchers {
            searcher.add(None, &[(key, &state)]);
        }
        self.be_patient(key, kept.patience);
        self.returning.set_out(key);
        hunt.tally.states_now += 1;
        self.current = Some((key, Box::new(state)));
    }
}
