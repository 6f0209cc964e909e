//! The options of `dunlin reach`.

use crate::args::{LoadArgs, parse_size, parse_time};
use crate::match_args::MatchArgs;
use crate::model_args::ModelArgs;
use crate::solver_args::{SolverArgs, Switch};
use clap::Args;
use dunlin_target::{BseCheck, BseForm, ResolveWhen, Strategy};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub struct ReachArgs {
    #[command(flatten)]
    pub load: LoadArgs,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,

    /// A line or a function to reach; may be given several times
    #[arg(long, value_name = "FILE:LINE|FUNCTION", required_unless_present = "target_file")]
    pub target: Vec<String>,

    /// A file with one target per line
    #[arg(long, value_name = "FILE")]
    pub target_file: Option<PathBuf>,

    /// Reach the target only when this is true there, before it is executed: a C expression over its
    /// variables, such as 'n > 3 && p != NULL'; for one target
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub condition: Option<String>,

    #[command(flatten)]
    pub hunt: HuntArgs,

    /// Folder for results [default: the next free dunlin-out-N]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Print the summary as JSON to standard output, and nothing else there
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    #[command(flatten)]
    pub solver: SolverArgs,
}

/// How targets are looked for: the same for `reach` and `triage`.
#[derive(Args, Clone)]
#[command(next_help_heading = "Search")]
pub struct HuntArgs {
    /// Whether the command line says which arguments the program gets, be it none: it has a `--`.
    #[arg(skip)]
    pub arguments_chosen: bool,

    /// How to look for the target: auto, a search (sdse, sdse-intra, klee, random-path, generational,
    /// coverage, dfs, bfs, random-state), ccbse:SEARCH, mix:SEARCH, tse (backward from the
    /// target first), backward (nothing else: proofs only), bse (all paths as one condition) or
    /// auto-forward (auto without backward execution)
    #[arg(long, value_name = "STRATEGY", default_value = "auto")]
    pub strategy: Strategy,

    /// Backward, follow the same edge of a cycle so often on one path [default: no limit]
    #[arg(long, value_name = "N")]
    pub edge_limit: Option<u32>,

    /// Backward, follow so many paths [default: no limit]
    #[arg(long, value_name = "N")]
    pub fork_limit: Option<u64>,

    /// Backward, follow so many instructions on one path [default: no limit]
    #[arg(long, value_name = "N")]
    pub path_limit: Option<u64>,

    /// Backward, put in what is known whenever something has become known (unification), or after every N
    /// instructions (periodic:N)
    #[arg(long, value_name = "WHEN", default_value = "unification")]
    pub resolve_when: ResolveWhen,

    /// With bse: how conditions are kept, disjuncts-set, disjuncts-term, disjuncts-mixed or conjunctions
    #[arg(long, value_name = "FORM", default_value = "conjunctions")]
    pub bse: BseForm,

    /// With bse: when a solver is asked on the way to the entry, never, always or at loops
    #[arg(long, value_name = "WHEN", default_value = "loops")]
    pub bse_check: BseCheck,

    /// With bse: follow so many rounds of a loop that depends on input, and so many calls of a function inside of itself
    /// [default: 0, 1, 2, 4, 8, 16, until that is enough]
    #[arg(long, value_name = "N")]
    pub unwind: Option<u32>,

    /// Say which conditions contradict each other on the backward paths, from the target upwards
    #[arg(long)]
    pub explain: bool,

    /// Drop states from which no way leads to the target any more
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::On, hide_possible_values = true)]
    pub drop: Switch,

    /// What random choices follow from; the same seed gives the same run
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// Go on with the search that left this output folder
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    pub resume: Option<PathBuf>,

    /// How often a checkpoint is written
    #[arg(long, value_name = "TIME", value_parser = parse_time, hide = true)]
    pub checkpoint_every: Option<Duration>,

    /// Do not run tests natively to confirm that they reach the target
    #[arg(long)]
    pub no_replay: bool,

    /// Make one branch of a condition like `0 <= i && i < n` on one line that has no side effects
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::On, hide_possible_values = true)]
    pub fold_conditions: Switch,

    #[command(flatten)]
    pub matching: MatchArgs,

    #[command(flatten)]
    pub model: ModelArgs,

    /// Give a target up after this many IR instructions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_instructions: Option<u64>,

    /// Give a target up after this cost: 1 for an instruction, 50 for a solver call, 1 for each conflict and
    /// propagation of the solver
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_cost: Option<u64>,

    /// Stop after this time, as in 90, 90s, 5m or 1h30m, from the start of the command; several targets
    /// share it
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Limits")]
    pub max_time: Option<Duration>,

    /// Use at most this much memory, children included: mebibytes, or as in 500M or 4G [default: half of the
    /// machine's]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    pub max_memory: Option<u64>,
}
