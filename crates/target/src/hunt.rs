//! The hunt for one target: what all engines share, and how it ends.

use crate::backward::Told;
use crate::engine::{self, Turn};
use crate::explain::{Obstacles, Standstill};
use crate::in_turn::{InTurn, MemberTally};
use crate::marks::MarkedProgram;
use crate::paths::PartialPaths;
use crate::ranking::{NO_WAY, Ranking};
use crate::saved::{Left, NotOfThisHunt, SavedHunt};
use crate::strategy::Strategy;
use dunlin_exec::explore::{Findings, Followed};
use dunlin_exec::{
    Ended, ExecOptions, Hints, Machine, MatchOptions, Outcome, Output, State, Whereabouts, WorkItem,
};
use dunlin_ir::{FuncId, Point};
use dunlin_results::{InputBytes, Paths, StopReason};
use dunlin_solver::chain::{COST_OF_QUERY, Chain};
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// An engine's turn lasts for so much cost at least, and for this part of what was spent so far.
const SHORTEST_TURN: u64 = 150;
const TURN_PART: u64 = 64;

/// Writing a hunt down may take this part of the time that it had, or this long.
const SAVING_PART: f64 = 10.0;
const SURE_SAVING: Duration = Duration::from_millis(50);

#[derive(Clone, Debug)]
pub struct HuntOptions {
    pub strategy: Strategy,
    pub seed: u64,
    /// The program's name and arguments.
    pub arguments: Vec<String>,
    /// States that cannot reach the target any more are dropped.
    pub drop: bool,
    /// States that were seen before.
    pub matching: MatchOptions,
    /// Limits of backward execution, and when its forward pass is made.
    pub backward: dunlin_backward::Options,
    /// Of weakest preconditions.
    pub bse: crate::condensed::BseOptions,
    pub max_cost: u64,
    pub max_instructions: u64,
    pub deadline: Option<Instant>,
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    pub instructions: u64,
    pub solver_calls: u64,
    /// What the backends did for them, in conflicts and propagations or what comes near them.
    pub effort: u64,
    /// How often a query took long and was put off (see `postponed`), and how often a state was put away since
    /// memory was short.
    pub postponed: u64,
    pub parked: u64,
    /// States that came into being, and the most at once.
    pub states: u64,
    pub states_now: u64,
    pub states_peak: u64,
    /// States that could not reach the target any more.
    pub dropped: u64,
    /// How paths from the program's beginning ended before the target, as one of the engines saw it.
    pub ends: Ends,
    /// Partial paths that were found, the functions that have them, and attempts to follow one.
    pub partial_paths: u64,
    pub climbed: u64,
    pub attempts: u64,
    /// What backward execution did.
    pub backward: dunlin_backward::Tally,
    /// What weakest preconditions did.
    pub bse: dunlin_bse::Tally,
    /// What it cost beside its instructions and queries, also before the hunt was resumed.
    pub backward_work: u64,
    /// Edges of which it has shown that no way to the target goes along them.
    pub closed: u64,
    /// The least distance of a state that began where the program does.
    pub nearest: Option<u64>,
}

/// How paths ended before the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ends {
    pub paths: Paths,
    /// They came to where no way leads to the target any more.
    pub dropped: u64,
}

impl Ends {
    pub(crate) fn add(&mut self, outcome: &Outcome) {
        let count = match outcome {
            Outcome::Finished { .. } => &mut self.paths.finished,
            Outcome::Error(_) => &mut self.paths.errors,
            Outcome::Unsupported { .. } => &mut self.paths.unsupported,
            Outcome::Limit { .. } => &mut self.paths.limited,
            Outcome::Matched => &mut self.paths.matched,
            _ => &mut self.paths.assumed_away,
        };
        *count += 1;
    }

    pub fn all(&self) -> u64 {
        self.paths.ended() + self.dropped
    }
}

impl Tally {
    pub fn cost(&self) -> u64 {
        let executed = self.instructions + self.backward_work;
        executed + self.effort + COST_OF_QUERY * self.solver_calls
    }
}

/// What a watcher says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    GoOn,
    /// The same, and there is memory for states that were put away.
    Room,
    /// Memory is short: states have to be put away.
    Park,
    Stop(StopReason),
}

/// Hears of progress and may stop the hunt.
pub trait Watcher {
    fn look(&mut self, tally: &Tally) -> Look;

    /// Whether it is time to save the hunt.
    fn wants_save(&mut self) -> bool {
        false
    }

    /// The hunt as it stands, if that was wanted; none if it takes too long to write down.
    fn save(&mut self, _hunt: Option<SavedHunt>) {}
}

/// Another target that was passed on the way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Passed {
    pub target: usize,
    /// What leads there.
    pub inputs: Option<Vec<InputBytes>>,
    pub whereabouts: Whereabouts,
}

#[derive(Debug)]
pub enum Verdict {
    /// A path that begins where the program does; its inputs lead to the target.
    Reachable(Box<Ended>),
    Unreachable(Proof),
    Unknown(Option<StopReason>),
}

/// Why a target is unreachable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// No way leads there in the control-flow graph.
    NoWay,
    /// All paths were followed to their end or to where no way leads to the target any more.
    Explored,
    /// Every path to it, followed backward, contradicts itself.
    Contradiction,
    /// The condition for all paths to it at once has no solution.
    Condensed,
}

#[derive(Debug)]
pub struct Answer {
    pub verdict: Verdict,
    pub tally: Tally,
    /// The members of its strategy, and what each has had.
    pub members: Vec<MemberTally>,
    /// Where it stands, if it is unknown.
    pub standstill: Standstill,
    /// What stood in the way of paths from the program's beginning.
    pub obstacles: Obstacles,
    /// Other targets that were passed on the way.
    pub passed: Vec<Passed>,
    /// Things that a person should know.
    pub notes: Vec<String>,
    /// Who answered questions.
    pub findings: Findings,
    /// What backward execution has found out, if it took part.
    pub backward: Option<Told>,
    /// What it takes to go on, if a limit has ended it.
    pub left: Left,
}

pub struct Hunt<'a> {
    pub(crate) marked: &'a MarkedProgram,
    pub(crate) target: usize,
    pub(crate) machine: Machine<'a>,
    pub(crate) options: &'a HuntOptions,
    pub(crate) ranking: Rc<Ranking<'a>>,
    pub(crate) paths: PartialPaths,
    pub(crate) tally: Tally,
    pub(crate) obstacles: Obstacles,
    pub(crate) passed: Vec<Passed>,
    /// What a person should know of the hunt before it was resumed.
    notes: Vec<String>,
    /// What the solver had done before it was resumed.
    calls_before: u64,
    effort_before: u64,
    watcher: &'a mut dyn Watcher,
    limit: Option<StopReason>,
    /// What the watcher has said last about memory.
    memory: Look,
}

impl<'a> Hunt<'a> {
    pub fn new(
        marked: &'a MarkedProgram,
        target: usize,
        exec: &'a ExecOptions,
        options: &'a HuntOptions,
        chain: Chain,
        output: &'a mut dyn Output,
        watcher: &'a mut dyn Watcher,
    ) -> Hunt<'a> {
        let mut machine = Machine::with_chain(&marked.program, exec, output, chain);
        machine.deadline = options.deadline;
        if let Some(deadline) = options.deadline {
            machine.chain.stop_at(deadline);
        }
        machine.watched = vec![false; marked.marks()];
        machine.watched[..marked.targets.len()].fill(true);
        Hunt {
            marked,
            target,
            machine,
            options,
            ranking: Rc::new(Ranking::new(marked, target)),
            paths: PartialPaths::default(),
            tally: Tally::default(),
            obstacles: Obstacles::default(),
            passed: Vec::new(),
            notes: Vec::new(),
            calls_before: 0,
            effort_before: 0,
            watcher,
            limit: None,
            memory: Look::GoOn,
        }
    }

    /// Values for inputs that are likely to lead to the target, at any time: before it runs, or in the middle, where
    /// inputs that are made from now on have them. How many are new. Sites are points of the marked program.
    pub fn add_hints(&mut self, hints: &Hints) -> usize {
        self.machine.hints.extend(hints)
    }

    /// Looks for the target until it is found, ruled out, or a limit is met; goes on where an earlier hunt was, if
    /// there is one.
    pub fn run(mut self, earlier: Option<SavedHunt>) -> Result<Answer, NotOfThisHunt> {
        let start = self.marked.entry_point(self.marked.program.start);
        if !self.ranking.may_reach([start]) {
            let proof = Verdict::Unreachable(Proof::NoWay);
            return Ok(self.answer(proof, Vec::new(), None, Standstill::default(), Left::Nothing));
        }
        let mut engine = engine::of_strategy(&self);
        // There, only the guided search follows hints: for others a split is one more fork.
        self.machine.follows_hints = self.options.strategy != Strategy::Auto;
        if let Some(earlier) = earlier {
            self.restore(&mut engine, earlier)?;
        }
        let begun = Instant::now();
        let verdict = loop {
            if self.must_stop() {
                break Verdict::Unknown(self.limit);
            }
            let budget = (self.tally.cost() / TURN_PART).max(SHORTEST_TURN);
            match engine.turn(&mut self, budget) {
                Turn::GoesOn => {}
                Turn::Reached(mut state) => {
                    let what = "the target is reached".to_string();
                    let ended = self.machine.end(&mut state, Outcome::Limit { what });
                    break Verdict::Reachable(Box::new(ended));
                }
                Turn::Refuted(proof) => break Verdict::Unreachable(proof),
                Turn::Exhausted { complete: true } => break Verdict::Unreachable(Proof::Explored),
                Turn::Exhausted { complete: false } => break Verdict::Unknown(None),
            }
            if self.watcher.wants_save() {
                let saved = self.save(&engine, begun);
                self.watcher.save(saved);
            }
            let short = self.memory == Look::Park;
            if short {
                engine.park(&mut self);
                self.memory = Look::GoOn;
            }
            if short || self.machine.wants_collection() {
                let others = engine.terms();
                let mut states = Vec::new();
                engine.states(&mut states);
                self.machine.recycle_terms(states.into_iter(), &others);
                engine.recycled();
            }
        };
        let mut pools = Vec::new();
        engine.whole_pools(&mut pools);
        // Of an engine that is through, if there is one.
        let telling = pools
            .iter()
            .max_by_key(|pool| (pool.is_exhausted() && pool.is_complete(), pool.ends().all()));
        self.tally.ends = telling.map_or_else(Ends::default, |pool| pool.ends());
        let standstill = match verdict {
            Verdict::Unknown(_) => Standstill::new(&self, &engine),
            _ => Standstill::default(),
        };
        let left = match verdict {
            Verdict::Unknown(Some(_)) => match self.save(&engine, begun) {
                Some(hunt) => Left::Hunt(Box::new(hunt)),
                None => Left::TooMuch,
            },
            _ => Left::Nothing,
        };
        let (members, told) = (engine.tally(), engine.told());
        Ok(self.answer(verdict, members, told, standstill, left))
    }

    fn answer(
        mut self,
        verdict: Verdict,
        members: Vec<MemberTally>,
        backward: Option<Told>,
        standstill: Standstill,
        left: Left,
    ) -> Answer {
        self.cost();
        let notes = self.all_notes();
        Answer {
            verdict,
            tally: self.tally,
            members,
            standstill,
            obstacles: self.obstacles,
            passed: self.passed,
            notes,
            findings: self.machine.findings(),
            backward,
            left,
        }
    }

    /// Everything that it takes to go on later. None if that would take too long: states with many inputs may be
    /// many, and their items are larger than they are.
    fn save(&mut self, engine: &InTurn<'a>, begun: Instant) -> Option<SavedHunt> {
        self.cost();
        let now = Instant::now();
        let until = now + (now - begun).div_f64(SAVING_PART).max(SURE_SAVING);
        let (turns, pools) = engine.save(self, until)?;
        Some(SavedHunt {
            tally: self.tally,
            paths: self.paths.saved(),
            obstacles: self.obstacles.clone(),
            passed: self.passed.clone(),
            notes: self.all_notes(),
            turns,
            pools,
            hints: self.machine.hints.clone(),
        })
    }

    /// Goes on where an earlier hunt was.
    fn restore(&mut self, engine: &mut InTurn<'a>, saved: SavedHunt) -> Result<(), NotOfThisHunt> {
        let SavedHunt { tally, paths, obstacles, passed, notes, turns, pools, hints } = saved;
        // Those of its traces keep their numbers; what was found since comes behind them.
        let newer = std::mem::replace(&mut self.machine.hints, hints);
        self.add_hints(&newer);
        // States count again when they have come back.
        self.tally = Tally { states_now: 0, ..tally };
        (self.calls_before, self.effort_before) = (tally.solver_calls, tally.effort);
        for func in paths.keys() {
            let mark = self.marked.entry_mark(*func).ok_or(NotOfThisHunt)?;
            self.machine.watched[mark as usize] = true;
        }
        for Passed { target, .. } in &passed {
            *self.machine.watched.get_mut(*target).ok_or(NotOfThisHunt)? = false;
        }
        self.paths = PartialPaths::restored(paths);
        (self.obstacles, self.passed, self.notes) = (obstacles, passed, notes);
        engine.restore(self, turns, pools)
    }

    fn all_notes(&self) -> Vec<String> {
        let new = self.machine.notes.iter().filter(|note| !self.notes.contains(note));
        self.notes.iter().chain(new).cloned().collect()
    }

    /// What was spent so far.
    pub(crate) fn cost(&mut self) -> u64 {
        self.tally.solver_calls = self.calls_before + self.machine.chain.solver_calls();
        self.tally.effort = self.effort_before + self.machine.chain.effort();
        self.tally.cost()
    }

    /// Whether a limit was met, or somebody asked for a stop.
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.limit.is_some() {
            return true;
        }
        if self.cost() >= self.options.max_cost {
            self.limit = Some(StopReason::Cost);
        } else if self.tally.instructions >= self.options.max_instructions {
            self.limit = Some(StopReason::Instructions);
        } else {
            // After every step: one that fills much memory with symbolic bytes takes long.
            match self.watcher.look(&self.tally) {
                Look::Stop(limit) => self.limit = Some(limit),
                // It stays so until states were put away.
                _ if self.memory == Look::Park => {}
                look => self.memory = look,
            }
        }
        self.limit.is_some()
    }

    /// Whether there is memory for states that were put away.
    pub(crate) fn has_room(&self) -> bool {
        self.memory == Look::Room
    }

    /// The engine has given an operation up, since time is over or somebody wants a stop.
    pub(crate) fn interrupted(&mut self) {
        let limit = dunlin_stop::asked().map_or(StopReason::Time, StopReason::from);
        self.limit.get_or_insert(limit);
    }

    /// How far a state is that began where the program does.
    pub(crate) fn note_distance(&mut self, state: &State) {
        let stack: Vec<Point> = self.marked.program.stack(state).take(64).collect();
        let distance = self.ranking.rank(&stack);
        if distance != NO_WAY && self.tally.nearest.is_none_or(|nearest| distance < nearest) {
            self.tally.nearest = Some(distance);
        }
    }

    /// Stores the path of a state that began in `origin` and stands at the target.
    pub(crate) fn store_path(&mut self, origin: FuncId, state: &State) {
        let (Some(start), Some(first)) =
            (self.marked.start_of(origin), self.marked.entry_mark(origin))
        else {
            return;
        };
        let item = WorkItem::of(state);
        let from = (start, &self.options.arguments[..]);
        let found = self.machine.transfers_of(from, item, (first, self.target as u32));
        let Some((path, instructions)) = found.unwrap_or_else(|bug| {
            self.obstacles.add(&bug, false);
            None
        }) else {
            return;
        };
        self.tally.instructions += instructions;
        if self.paths.add(origin, path) {
            self.tally.partial_paths += 1;
            self.tally.climbed = self.paths.functions().len() as u64;
            self.machine.watched[first as usize] = true;
        }
    }

    /// Sends copies of a state that has just entered a function along its known paths; the first that
    /// reaches the target.
    pub(crate) fn follow_known(&mut self, state: &mut State, func: FuncId) -> Option<State> {
        for path in self.paths.of(func).to_vec() {
            self.tally.attempts += 1;
            let mark = self.target as u32;
            let Followed { arrived, instructions, bug } =
                self.machine.follow_path(state, &path, mark);
            self.tally.instructions += instructions;
            if let Some(bug) = bug {
                self.obstacles.add(&bug, false);
            }
            if arrived.is_some() {
                return arrived;
            }
            if self.must_stop() {
                break;
            }
        }
        None
    }

    /// A state came into being.
    pub(crate) fn count_states(&mut self, new: u64) {
        self.tally.states += new;
        self.tally.states_now += new;
        self.tally.states_peak = self.tally.states_peak.max(self.tally.states_now);
    }
}
