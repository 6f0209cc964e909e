//! One worker: its states, which of them runs, and what becomes of them.

use super::search::{Searcher, StateKey, View, aimed, searcher};
use super::shared::{Next, Presence, Shared};
use super::{Aim, ExploreOptions, Findings, Sink};
use crate::code::Program;
use crate::end::{Ended, Outcome};
use crate::machine::Machine;
use crate::matching::{Compared, hangs};
use crate::state::{Seeds, State, WorkItem};
use crate::step::Pause;
use dunlin_ir::Point;
use dunlin_results::StopReason;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Instructions between two looks at the rest of the world.
const SLICE: u64 = 1_000_000;
/// How often others hear of coverage and questions.
const REPORT_EVERY: Duration = Duration::from_millis(200);
/// At most so many states are handed out at once.
const HAND_OUT: usize = 64;

pub struct Worker<'a> {
    machine: Machine<'a>,
    program: &'a Program,
    options: &'a ExploreOptions,
    shared: &'a Shared,
    presence: Presence<'a>,
    sink: &'a dyn Sink,
    /// What is looked for, if not everything.
    aim: Option<&'a dyn Aim>,
    states: FxHashMap<StateKey, Box<State>>,
    searcher: Box<dyn Searcher + 'a>,
    next_key: u64,
    /// As last told to the others.
    told_states: u64,
    /// The last call for parking that was followed.
    parked: u64,
    pauses: u64,
    reported: Instant,
}

impl<'a> Worker<'a> {
    pub fn new(
        mut machine: Machine<'a>,
        program: &'a Program,
        (options, aim): (&'a ExploreOptions, Option<&'a dyn Aim>),
        shared: &'a Shared,
        sink: &'a dyn Sink,
    ) -> Worker<'a> {
        machine.coverage.begin_with(&options.covered);
        if let Some(seen) = &options.seen {
            machine.remember(Arc::clone(seen));
        }
        let seeded = !options.seeds.is_empty();
        let searcher: Box<dyn Searcher + 'a> = match aim {
            Some(aim) => {
                machine.hints = aim.hints().clone();
                aimed(aim.searcher(options.seed), (options.search, options.seed), seeded)
            }
            None => searcher(options.search, options.seed, seeded),
        };
        Worker {
            machine,
            program,
            options,
            shared,
            presence: shared.enter(),
            sink,
            aim,
            states: FxHashMap::default(),
            searcher,
            next_key: 0,
            told_states: 0,
            parked: 0,
            pauses: 0,
            reported: Instant::now(),
        }
    }

    /// Works until there is nothing left to do or it is told to stop.
    pub fn work(mut self) -> Findings {
        let mut current: Option<(StateKey, Box<State>)> = None;
        loop {
            if current.is_none() && self.states.is_empty() {
                self.count_states(0);
                self.report();
                match self.shared.next() {
                    Next::Item(item) => self.start(item),
                    Next::Done => break,
                }
                continue;
            }
            if self.is_seeded() && self.shared.has_seeded() && !self.follows_seeds(&current) {
                // Of a run that is resumed: they come before what split off the others.
                if let Some(item) = self.shared.next_seeded() {
                    self.start(item);
                }
            }
            let running = current.as_ref().map(|(key, state)| (*key, &**state));
            let view = View {
                code: &self.program.code,
                reached: self.machine.coverage.reached(),
                reached_count: self.machine.coverage.reached_count(),
            };
            let key = self.searcher.pick(running, &view);
            if running.is_none_or(|(running, _)| running != key) {
                self.park(current.take());
                let state = self.states.remove(&key);
                current = Some((key, state.expect("searchers know the states there are")));
            }
            let Some((key, state)) = current.take() else { unreachable!("picked above") };
            current = self.step(key, state);
            if self.attend(&mut current) {
                break;
            }
        }
        self.finish(current)
    }

    // ---- states ----------------------------------------------------------------------------------

    fn new_key(&mut self) -> StateKey {
        self.next_key += 1;
        StateKey(self.next_key)
    }

    fn start(&mut self, item: WorkItem) {
        let start = self.program.start_at(item.origin()).expect("whoever made it began there");
        match self.machine.initial_state(start, &self.options.arguments) {
            Ok(mut state) => {
                state.knowledge.seeds = Seeds::new(self.options.seeds.clone(), item.seeds());
                item.set_out(&mut state);
                let key = self.new_key();
                self.searcher.add(None, &[(key, &state)]);
                self.states.insert(key, Box::new(state));
                self.count_states(0);
            }
            Err(end) => self.sink.path_ended(Ended::at_start(*end)),
        }
    }

    fn park(&mut self, current: Option<(StateKey, Box<State>)>) {
        if let Some((key, mut state)) = current {
            self.machine.park(&mut state);
            self.states.insert(key, state);
        }
    }

    /// Tells the others how many states there are here, `running` of them not in the table.
    fn count_states(&mut self, running: u64) {
        let states = self.states.len() as u64 + running;
        if states == self.told_states {
            return;
        }
        let tally = &self.shared.tally;
        let change = states.wrapping_sub(self.told_states);
        let all = tally.states.fetch_add(change, Ordering::Relaxed).wrapping_add(change);
        tally.states_peak.fetch_max(all, Ordering::Relaxed);
        self.told_states = states;
    }

    // ---- running ---------------------------------------------------------------------------------

    fn step(&mut self, key: StateKey, mut state: Box<State>) -> Option<(StateKey, Box<State>)> {
        let reached = self.machine.coverage.reached_count();
        let slice = match self.machine.remembered {
            Some(_) => state.rounds.slice(SLICE),
            None => SLICE,
        };
        let step = self.machine.step(&mut state, slice);
        self.count_instructions(step.instructions);
        if self.machine.coverage.reached_count() > reached {
            self.searcher.reached_new(key);
        }
        if !step.forks.is_empty() {
            let forks = self.keep_those_that_matter(step.forks);
            if !forks.is_empty() {
                self.add_forks(key, forks);
            }
        }
        for ended in step.ended {
            // Only one operation was executed since, so the same calls are active.
            let stack = self.stack(&state);
            self.path_ended_if_wanted(ended, stack);
        }
        for left in step.sides_left {
            self.sink.left_out(left.at);
        }
        let outcome = match step.pause {
            Pause::GoesOn | Pause::Marked(_) | Pause::Cut if !self.may_matter(&state) => {
                self.searcher.remove(key);
                self.machine.park(&mut state);
                state.rounds.ticket.hand_in();
                self.sink.dropped();
                return None;
            }
            Pause::GoesOn | Pause::Marked(_) | Pause::Cut
                if state.trace.depth() > self.options.max_depth =>
            {
                Outcome::Limit { what: "the path is deeper than --max-depth".to_string() }
            }
            Pause::GoesOn | Pause::Marked(_) => {
                state.rounds.pause(state.trace.depth());
                return Some((key, state));
            }
            Pause::Cut => match self.machine.compare_with_seen(&mut state) {
                Compared::New => return Some((key, state)),
                Compared::Matched => Outcome::Matched,
                Compared::Hangs => Outcome::Error(hangs()),
            },
            Pause::Interrupted => {
                self.obey_limits();
                return Some((key, state));
            }
            Pause::Postponed => unreachable!("an exploration has patience with every query"),
            Pause::Ended(outcome) => outcome,
        };
        self.searcher.remove(key);
        // What a bug of the engine has left behind is not looked at.
        let is_bug = matches!(outcome, Outcome::EngineBug { .. });
        let stack = if is_bug { Vec::new() } else { self.stack(&state) };
        let (ended, rest) = self.machine.finish(state, outcome);
        self.count_instructions(rest);
        match is_bug {
            true => self.path_ended(ended),
            false => self.path_ended_if_wanted(ended, stack),
        }
        None
    }

    /// Where a state stands, innermost call first; nobody asks if nothing is looked for.
    fn stack(&self, state: &State) -> Vec<Point> {
        if self.aim.is_some() { self.program.stack(state).collect() } else { Vec::new() }
    }

    fn may_matter(&self, state: &State) -> bool {
        self.aim.is_none_or(|aim| aim.may_matter(&self.stack(state)))
    }

    /// Of states that split off, those that can come to what is looked for.
    fn keep_those_that_matter(&self, mut forks: Vec<State>) -> Vec<State> {
        let before = forks.len();
        forks.retain(|state| self.may_matter(state));
        (forks.len()..before).for_each(|_| self.sink.dropped());
        forks
    }

    /// Reports the end of a path if it is one that is looked for; `stack` has the calls that were active.
    fn path_ended_if_wanted(&mut self, ended: Ended, mut stack: Vec<Point>) {
        if let Some(innermost) = stack.first_mut() {
            *innermost = self.program.code.point(ended.pc);
        }
        match self.aim.is_none_or(|aim| aim.is_wanted(&ended.outcome, &stack)) {
            true => self.path_ended(ended),
            false => self.sink.dropped(),
        }
    }

    fn count_instructions(&self, count: u64) {
        self.shared.tally.instructions.fetch_add(count, Ordering::Relaxed);
    }

    /// Ends the exploration if a limit of the process or its own says so.
    fn obey_limits(&self) {
        if let Some(why) = dunlin_stop::asked() {
            self.shared.stop(why.into());
        }
        if self.options.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.shared.stop(StopReason::Time);
        }
    }

    fn add_forks(&mut self, parent: StateKey, forks: Vec<State>) {
        self.shared.tally.forks.fetch_add(forks.len() as u64, Ordering::Relaxed);
        let forks: Vec<(StateKey, Box<State>)> =
            forks.into_iter().map(|state| (self.new_key(), Box::new(state))).collect();
        let added: Vec<(StateKey, &State)> =
            forks.iter().map(|(key, state)| (*key, &**state)).collect();
        self.searcher.add(Some(parent), &added);
        self.states.extend(forks);
        self.count_states(1);
    }

    fn path_ended(&mut self, ended: Ended) {
        let paths = self.shared.tally.paths.fetch_add(1, Ordering::Relaxed) + 1;
        let error = matches!(ended.outcome, Outcome::Error(_));
        self.sink.path_ended(ended);
        if paths >= self.options.max_paths {
            self.shared.stop(StopReason::Paths);
        }
        if error && self.options.exit_on_error {
            self.shared.stop(StopReason::FirstError);
        }
    }

    // ---- the rest of the world -------------------------------------------------------------------

    /// Tells what was found so far, now and then.
    fn report_sometimes(&mut self) {
        self.pauses += 1;
        if self.pauses.is_multiple_of(64) && self.reported.elapsed() >= REPORT_EVERY {
            self.report();
            self.reported = Instant::now();
        }
    }

    /// Does what others ask for; true if it is to stop.
    fn attend(&mut self, current: &mut Option<(StateKey, Box<State>)>) -> bool {
        self.report_sometimes();
        for note in self.machine.notes.drain(..) {
            self.sink.note(note);
        }
        if self.shared.tally.instructions.load(Ordering::Relaxed) >= self.options.max_instructions {
            self.shared.stop(StopReason::Instructions);
        }
        if self.shared.wants_attention() {
            if self.shared.stopped().is_some() {
                return true;
            }
            if self.shared.wants_hold() {
                self.report();
                let items = self.all_items(current);
                self.shared.hold(items);
            }
        }
        if self.shared.hungry.load(Ordering::Relaxed)
            && self.states.len() > 1
            && !self.follows_seeds(current)
        {
            self.hand_out(self.states.len().div_ceil(2).min(HAND_OUT));
        }
        let calls = self.shared.parking_calls();
        if calls != self.parked {
            self.parked = calls;
            if !self.states.is_empty() {
                if let Some(remembered) = &self.machine.remembered {
                    remembered.seen().make_room();
                }
                self.hand_out(self.states.len().div_ceil(2));
                self.collect(current);
            }
        }
        if self.machine.wants_collection() {
            self.collect(current);
        }
        false
    }

    fn is_seeded(&self) -> bool {
        !self.options.seeds.is_empty()
    }

    /// Whether some state follows a seed. Until none does, nobody else gets work: the seeds come first.
    fn follows_seeds(&self, current: &Option<(StateKey, Box<State>)>) -> bool {
        self.is_seeded()
            && (current.iter().any(|(_, state)| state.knowledge.seeds.is_some())
                || self.states.values().any(|state| state.knowledge.seeds.is_some()))
    }

    /// Turns waiting states into items, the shallowest first: they have the most work below them.
    fn hand_out(&mut self, count: usize) {
        // Those that follow a seed come last: they are run before all others.
        let states = self.states.iter();
        let mut keys: Vec<(bool, u64, StateKey)> = states
            .map(|(key, state)| (state.knowledge.seeds.is_some(), state.trace.length(), *key))
            .collect();
        keys.sort_unstable();
        let mut items = Vec::new();
        for (_, _, key) in keys.into_iter().take(count) {
            let state = self.states.remove(&key).expect("listed above");
            self.searcher.remove(key);
            if let Some(remembered) = &self.machine.remembered {
                remembered.withdraw(&state);
            }
            items.push(WorkItem::of(&state));
        }
        self.shared.give(items);
    }

    fn all_items(&self, current: &Option<(StateKey, Box<State>)>) -> Vec<WorkItem> {
        let mut states: Vec<(&StateKey, &State)> =
            self.states.iter().map(|(key, state)| (key, &**state)).collect();
        states.sort_unstable_by_key(|(key, _)| **key);
        let running = current.iter().map(|(_, state)| &**state);
        states.into_iter().map(|(_, state)| state).chain(running).map(WorkItem::of).collect()
    }

    /// Recycles terms that no state holds.
    fn collect(&mut self, current: &mut Option<(StateKey, Box<State>)>) {
        let running = current.as_mut().map(|(_, state)| &mut **state);
        let waiting = self.states.values_mut().map(|state| &mut **state);
        self.machine.recycle_terms(waiting.chain(running), &[]);
    }

    /// Tells what was covered and who answered questions.
    fn report(&mut self) {
        let newly = self.machine.coverage.take_newly();
        if !newly.is_empty() {
            self.sink.covered(&newly);
        }
        self.presence.report(self.machine.findings());
    }

    fn finish(mut self, mut current: Option<(StateKey, Box<State>)>) -> Findings {
        self.report();
        let items = self.all_items(&current);
        self.shared.leave(items);
        // A test for every path that is not followed to its end.
        let mut left: Vec<(StateKey, Box<State>)> = self.states.drain().collect();
        left.extend(current.take());
        left.sort_unstable_by_key(|(key, _)| *key);
        let _ending = dunlin_stop::ending();
        let mut left = left.into_iter();
        for (_, mut state) in left.by_ref() {
            if dunlin_stop::is_asked() {
                self.sink.without_test(left.len() as u64 + 1);
                break;
            }
            let what = "the exploration stopped before its end".to_string();
            let ended = self.machine.end(&mut state, Outcome::Limit { what });
            self.sink.partial(ended);
        }
        self.report();
        self.machine.findings()
    }
}
