//! The options of the solver chain, the same for every command that asks it.

use crate::args::parse_time;
use clap::{Args, ValueEnum};
use dunlin_driver::SolverOptions;
use dunlin_solver::backend::Budget;
use dunlin_solver::chain::{Options, SolverChoice};
use dunlin_solver::value_set::Strategy;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Solver")]
pub struct SolverArgs {
    /// Who is asked what the layers above cannot answer
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Backends::Auto)]
    pub solver: Backends,

    /// Compare every answer of a layer with those below it, and every backend of --solver with the
    /// others; slow, finds bugs of Dunlin
    #[arg(long)]
    pub check_solver: bool,

    /// Write every query that reaches a backend to a folder, as SMT-LIB
    #[arg(long, value_name = "DIR")]
    pub log_queries: Option<PathBuf>,

    /// Answer questions from the sets of values that inputs can have
    #[arg(long, value_name = "HOW", value_enum, default_value_t = ValueSets::BoxMiddle)]
    pub value_sets: ValueSets,

    /// Remember answers to whole questions
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Cache::AddressAware)]
    pub cache: Cache,

    /// Reuse solutions, and proofs that there is none, for other questions
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::On, hide_possible_values = true)]
    pub counterexamples: Switch,

    /// Leave constraints that share no input with a question out of it
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::On, hide_possible_values = true)]
    pub independence: Switch,

    /// Try solutions that differ from a known one in a single input
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::On, hide_possible_values = true)]
    pub neighbours: Switch,

    /// Give up on a question after this many conflicts of a backend
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    pub max_conflicts: u64,

    /// Give up on a question after this time, as in 90, 90s or 5m; the same run may then give other
    /// answers the next time [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    pub solver_timeout: Option<Duration>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backends {
    /// Dunlin's own, then Bitwuzla, then Z3, until one knows
    Auto,
    /// Dunlin's own bit-blaster over CaDiCaL: bit-vectors and arrays
    Native,
    Bitwuzla,
    Z3,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueSets {
    Off,
    /// Plain ranges
    Intervals,
    /// Ranges with strides
    Precise,
    /// Also relations of several inputs; one of them keeps as much as possible
    BoxPriority,
    /// Also relations of several inputs, divided in the middle
    BoxMiddle,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cache {
    Off,
    /// The same constraints, in any order
    Exact,
    /// Also the same constraints about other objects, or about objects that lie elsewhere, where the
    /// answer does not depend on addresses
    AddressAware,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    On,
    Off,
}

impl SolverArgs {
    pub fn options(&self) -> SolverOptions {
        let solver = match self.solver {
            Backends::Auto => SolverChoice::Auto,
            Backends::Native => SolverChoice::Native,
            Backends::Bitwuzla => SolverChoice::Bitwuzla,
            Backends::Z3 => SolverChoice::Z3,
        };
        let chain = Options {
            value_sets: match self.value_sets {
                ValueSets::Off => None,
                ValueSets::Intervals => Some(Strategy::Intervals),
                ValueSets::Precise => Some(Strategy::Precise),
                ValueSets::BoxPriority => Some(Strategy::BoxPriority),
                ValueSets::BoxMiddle => Some(Strategy::BoxMiddle),
            },
            independence: self.independence == Switch::On,
            address_aware: self.cache == Cache::AddressAware,
            exact_cache: self.cache != Cache::Off,
            counterexamples: self.counterexamples == Switch::On,
            neighbours: self.neighbours == Switch::On,
            budget: Budget::conflicts(self.max_conflicts),
            timeout: self.solver_timeout,
            check: self.check_solver,
            ..Options::default()
        };
        SolverOptions { solver, chain, log_queries: self.log_queries.clone() }
    }
}
