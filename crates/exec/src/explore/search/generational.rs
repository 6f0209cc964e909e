//! Generational search (SAGE, as Directed SE 2.1 describes it): a state runs to its end while what
//! splits off waits as the next generation, grouped by the run it came from; groups are taken by how
//! much new ground their run has covered.

use super::{Searcher, StateKey, View};
use crate::explore::random::Random;
use crate::state::State;
use rustc_hash::FxHashMap;

struct Group {
    generation: u32,
    /// What the run that these states came from has reached first.
    gain: usize,
    states: Vec<StateKey>,
}

pub struct Generational {
    random: Random,
    groups: Vec<Group>,
    /// By waiting state: the number of its group.
    member_of: FxHashMap<StateKey, usize>,
    running: Option<Running>,
}

struct Running {
    key: StateKey,
    /// The state has gone.
    over: bool,
    generation: u32,
    reached_before: usize,
    children: Vec<StateKey>,
    /// How many of them there were when it was last decided who goes on.
    settled: usize,
}

impl Generational {
    pub fn new(random: Random) -> Generational {
        Generational { random, groups: Vec::new(), member_of: FxHashMap::default(), running: None }
    }

    fn new_group(&mut self, generation: u32, gain: usize, states: Vec<StateKey>) {
        if states.is_empty() {
            return;
        }
        let empty = self.groups.iter().position(|group| group.states.is_empty());
        let number = empty.unwrap_or(self.groups.len());
        for &state in &states {
            self.member_of.insert(state, number);
        }
        let group = Group { generation, gain, states };
        match empty {
            Some(number) => self.groups[number] = group,
            None => self.groups.push(group),
        }
    }

    fn close_run(&mut self, reached: usize) {
        if let Some(run) = self.running.take() {
            let gain = reached - run.reached_before.min(reached);
            let mut waiting = run.children;
            if !run.over {
                // Another searcher of the same states has picked one: this one waits again.
                waiting.push(run.key);
            }
            self.new_group(run.generation + 1, gain, waiting);
        }
    }
}

impl Searcher for Generational {
    fn add(&mut self, parent: Option<StateKey>, states: &[(StateKey, &State)]) {
        let keys = states.iter().map(|(key, _)| *key);
        match &mut self.running {
            Some(run) if Some(run.key) == parent => run.children.extend(keys),
            _ => {
                let keys = keys.collect();
                self.new_group(0, 0, keys);
            }
        }
    }

    fn remove(&mut self, key: StateKey) {
        if let Some(run) = &mut self.running {
            if run.key == key {
                // Closed when the next state is picked, with what was reached until then.
                run.over = true;
                return;
            }
            if let Some(place) = run.children.iter().position(|&child| child == key) {
                run.children.remove(place);
                run.settled -= usize::from(place < run.settled);
                return;
            }
        }
        if let Some(number) = self.member_of.remove(&key) {
            self.groups[number].states.retain(|&other| other != key);
        }
    }

    fn pick(&mut self, current: Option<(StateKey, &State)>, view: &View<'_>) -> StateKey {
        if let (Some(run), Some((key, _))) = (&mut self.running, current)
            && run.key == key
        {
            // Whoever goes on after a fork: the state itself or one that split off, with equal chances.
            let new = run.children.len() - run.settled;
            let chosen = self.random.below(new as u64 + 1) as usize;
            if chosen < new {
                let place = run.settled + chosen;
                run.key = std::mem::replace(&mut run.children[place], key);
            }
            run.settled = run.children.len();
            return run.key;
        }
        self.close_run(view.reached_count);
        // The best gain; of equal ones the oldest generation, then any.
        let waiting = self.groups.iter().enumerate().filter(|(_, group)| !group.states.is_empty());
        let best = waiting.max_by_key(|(_, group)| (group.gain, u32::MAX - group.generation));
        let number = best.map(|(number, _)| number).expect("there is a state");
        let group = &mut self.groups[number];
        let place = self.random.below(group.states.len() as u64) as usize;
        let key = group.states.swap_remove(place);
        let generation = group.generation;
        self.member_of.remove(&key);
        self.running = Some(Running {
            key,
            over: false,
            generation,
            reached_before: view.reached_count,
            children: vec![],
            settled: 0,
        });
        key
    }
}
