//! Exploration: all paths of a program, by one or more workers.
//!
//! Every worker owns its states, terms and solvers and shares only work items (DESIGN, core ideas 13 to
//! 15): a complete exploration finds the same traces and errors for any number of workers and any
//! order of search.

mod aim;
mod partial_path;
pub mod random;
pub mod retrace;
pub mod search;
mod shared;
mod worker;

pub use aim::Aim;
pub use partial_path::Followed;
pub use search::SearchKind;
pub use shared::{Rest, Shared};

use crate::code::Program;
use crate::end::Ended;
use crate::machine::{Machine, MemoryCounters, Output};
use crate::options::ExecOptions;
use crate::seen::Seen;
use crate::state::Seed;
use dunlin_results::LeftOutAt;
use dunlin_solver::chain::{Chain, Counters, Disagreement, Sharing};
use std::sync::Arc;
use std::time::{Duration, Instant};
use worker::Worker;

#[derive(Clone, Debug)]
pub struct ExploreOptions {
    pub search: SearchKind,
    pub seed: u64,
    pub workers: usize,
    /// The program's name and arguments.
    pub arguments: Vec<String>,
    pub max_paths: u64,
    /// Decisions with an alternative on one path.
    pub max_depth: u64,
    pub max_instructions: u64,
    /// When time is up; questions to the solver do not go on after it.
    pub deadline: Option<Instant>,
    pub exit_on_error: bool,
    /// Marks that paths have covered before this exploration began or went on.
    pub covered: Vec<u32>,
    /// Inputs whose paths are followed first.
    pub seeds: Arc<[Seed]>,
    /// The states that were seen, if they are compared.
    pub seen: Option<Arc<Seen>>,
}

impl Default for ExploreOptions {
    fn default() -> ExploreOptions {
        ExploreOptions {
            search: SearchKind::default(),
            seed: 0,
            workers: 1,
            arguments: Vec::new(),
            max_paths: u64::MAX,
            max_depth: u64::MAX,
            max_instructions: u64::MAX,
            deadline: None,
            exit_on_error: false,
            covered: Vec::new(),
            seeds: Arc::default(),
            seen: None,
        }
    }
}

/// Receives what workers find, from all of them at once.
pub trait Sink: Sync {
    fn path_ended(&self, ended: Ended);

    /// A path that was not followed to its end, since the exploration stopped.
    fn partial(&self, ended: Ended);

    /// So many such paths for which there was no time.
    fn without_test(&self, paths: u64);

    /// Marks (see [`crate::coverage`]) of paths that have ended.
    fn covered(&self, marks: &[u32]);

    /// Something that is possible and is not explored, beside what paths that end leave out
    /// ([`crate::Outcome::left_out`]).
    fn left_out(&self, left: LeftOutAt);

    /// A state can no longer come to what is looked for ([`Aim`]).
    fn dropped(&self) {}

    /// Something that a person should know.
    fn note(&self, note: String);
}

/// What one worker did.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The layers of its chain, from the top.
    pub layers: Vec<(&'static str, Counters)>,
    /// Questions that each backend decided.
    pub backends: Vec<(&'static str, u64)>,
    pub backend_time: Duration,
    /// Questions that reached a backend.
    pub backend_questions: u64,
    /// Answers that its caches hold.
    pub cache_entries: u64,
    /// What its address-aware cache saw.
    pub sharing: Sharing,
    pub disagreements: Vec<Disagreement>,
    pub memory: MemoryCounters,
}

impl Machine<'_> {
    pub fn findings(&self) -> Findings {
        let members = self.chain.portfolio().members();
        Findings {
            layers: self.chain.counters(),
            backends: members.iter().map(|member| (member.name(), member.answers())).collect(),
            backend_time: self.chain.backend_time(),
            backend_questions: self.chain.backend_questions(),
            cache_entries: self.chain.cache_entries(),
            sharing: self.chain.sharing().unwrap_or_default(),
            disagreements: self.chain.disagreements().to_vec(),
            memory: self.counters,
        }
    }
}

/// Runs one worker until there is nothing left to do, everywhere or where the aim says. Terms and solvers are made
/// here, so that they never leave its thread.
pub fn work(
    program: &Program,
    exec: &ExecOptions,
    (options, aim): (&ExploreOptions, Option<&dyn Aim>),
    shared: &Shared,
    sink: &dyn Sink,
    output: &mut dyn Output,
    chain: Chain,
) -> Findings {
    let mut machine = Machine::with_chain(program, exec, output, chain);
    machine.stop = Some(&shared.stopping);
    machine.deadline = options.deadline;
    if let Some(deadline) = options.deadline {
        machine.chain.stop_at(deadline);
    }
    Worker::new(machine, program, (options, aim), shared, sink).work()
}
