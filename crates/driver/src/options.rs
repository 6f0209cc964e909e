//! What can be chosen, as plain data. The defaults are those of the command line.

use dunlin_exec::explore::SearchKind;
use dunlin_exec::{ExecOptions, MatchOptions};
use dunlin_solver::QueryLog;
use dunlin_solver::backend::Budget;
use dunlin_solver::chain::{Chain, Home, Options, Portfolio, SolverChoice};
use dunlin_target::{BackwardOptions, BseOptions, Strategy};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Nothing that an address decides is taken for granted.
fn exec_options() -> ExecOptions {
    ExecOptions { free_addresses: true, reuse_addresses: true, ..ExecOptions::default() }
}

/// The solver chain.
#[derive(Clone, Debug)]
pub struct SolverOptions {
    pub solver: SolverChoice,
    pub chain: Options,
    /// A folder for every query that reaches a backend.
    pub log_queries: Option<PathBuf>,
}

impl Default for SolverOptions {
    fn default() -> SolverOptions {
        let chain = Options { budget: Budget::conflicts(5_000_000), ..Options::default() };
        SolverOptions { solver: SolverChoice::default(), chain, log_queries: None }
    }
}

impl SolverOptions {
    /// The chain that the options describe. The error is for the user.
    pub fn chain(&self) -> Result<Chain, String> {
        let open = |folder: &Path| {
            QueryLog::new(folder).map_err(|error| {
                format!("cannot make the folder {} for queries: {error}", folder.display())
            })
        };
        let log = self.log_queries.as_deref().map(open).transpose()?;
        Ok(Chain::new(&self.chain, self.solver.portfolio(Home::Apart, log)))
    }

    /// The solver without the layers above it, for queries that may cost little: ours, unless the user wants another. The others
    /// preprocess first, which can take minutes whatever the conflicts are that a query may cost.
    pub fn portfolio(&self) -> Portfolio {
        let bounded = match self.solver {
            SolverChoice::Auto => SolverChoice::Native,
            chosen => chosen,
        };
        bounded.portfolio(Home::Apart, None)
    }
}

/// The format of tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestFormat {
    /// KLEE's binary format.
    #[default]
    Ktest,
    /// The XML of the competition on software testing.
    TestComp,
}

impl TestFormat {
    /// Of the files of tests.
    pub fn extension(self) -> &'static str {
        match self {
            TestFormat::Ktest => "ktest",
            TestFormat::TestComp => "xml",
        }
    }
}

/// Which tests are written, and how.
#[derive(Clone, Copy, Debug)]
pub struct TestOptions {
    pub format: TestFormat,
    pub write: bool,
    /// Only for errors and for paths that cover something new.
    pub only_new_coverage: bool,
    /// Only for errors.
    pub only_errors: bool,
    /// Also for paths that end where a state was seen before, if they cover nothing new.
    pub all: bool,
    /// With `only_new_coverage`: for each path that covers something new, however it ends, and of the errors besides
    /// only for the first of each.
    pub covering: bool,
}

impl Default for TestOptions {
    fn default() -> TestOptions {
        TestOptions {
            format: TestFormat::default(),
            write: true,
            only_new_coverage: false,
            all: false,
            covering: false,
            only_errors: false,
        }
    }
}

/// Whether what is found is confirmed by native runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Confirm {
    #[default]
    Natively,
    No,
}

/// The options of an exploration.
#[derive(Clone, Debug)]
pub struct RunOptions {
    pub exec: ExecOptions,
    pub solver: SolverOptions,
    pub search: SearchKind,
    pub matching: MatchOptions,
    pub seed: u64,
    pub workers: usize,
    /// The program's arguments, without its name.
    pub arguments: Vec<String>,
    /// Make one branch of a condition that has no side effects.
    pub fold_conditions: bool,
    /// Inputs to begin with: test files, and folders of them.
    pub seeds: Vec<PathBuf>,
    pub max_paths: Option<u64>,
    pub max_depth: Option<u64>,
    pub max_instructions: Option<u64>,
    /// Near it states are put away; half of the machine's without a number.
    pub max_memory: Option<u64>,
    pub exit_on_error: bool,
    /// Where errors are looked for.
    pub scope: Scope,
    /// Report every path that ends in an error, not only one for each distinct error.
    pub all_errors: bool,
    pub tests: TestOptions,
    pub confirm: Confirm,
    /// The folder for results; the next free `dunlin-out-N` without one.
    pub output: Option<PathBuf>,
    /// Go on with the run that left this folder.
    pub resume: Option<PathBuf>,
    /// How often a checkpoint is written; as often as costs little without a time.
    pub checkpoint_every: Option<Duration>,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions {
            exec: exec_options(),
            solver: SolverOptions::default(),
            search: SearchKind::default(),
            matching: MatchOptions::default(),
            seed: 0,
            workers: std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            arguments: Vec::new(),
            fold_conditions: true,
            seeds: Vec::new(),
            max_paths: None,
            max_depth: None,
            max_instructions: None,
            max_memory: None,
            exit_on_error: false,
            scope: Scope::default(),
            all_errors: false,
            tests: TestOptions::default(),
            confirm: Confirm::default(),
            output: None,
            resume: None,
            checkpoint_every: None,
        }
    }
}

/// Where errors are looked for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub enum Scope {
    #[default]
    Everything,
    /// On the ways to this line alone: a function or a file and a line, as in `parse.c:118`.
    OnTheWay(String),
    /// Place by place, each with an answer of its own.
    Places {
        /// Of these kinds; of all if there are none.
        only: Vec<Only>,
        /// In this function.
        function: Option<String>,
        /// On this line, or in this function.
        target: Option<String>,
    },
}

/// A kind of what can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Only {
    /// Failed ones, and other calls that say that something is wrong; also code that must not be reached.
    Assertions,
    /// Code that must not be reached, without assertions.
    Unreachable,
    Memory,
    Overflow,
    Leaks,
}

impl RunOptions {
    /// The options with which [`crate::run()`] proves what can be proved, place by place, and refutes the rest.
    pub fn proving(
        self,
        only: Vec<Only>,
        function: Option<String>,
        target: Option<String>,
    ) -> RunOptions {
        let has = |kind| only.is_empty() || only.contains(&kind);
        // A leak is nobody's line: who asks about some lines does not ask about leaks.
        let everywhere = function.is_none() && target.is_none();
        let exec = ExecOptions {
            check_overflow: has(Only::Overflow),
            check_shift: has(Only::Overflow),
            leaks: has(Only::Leaks) && (everywhere || only.contains(&Only::Leaks)),
            ..self.exec
        };
        let tests = TestOptions { only_errors: true, ..self.tests };
        RunOptions { exec, tests, scope: Scope::Places { only, function, target }, ..self }
    }
}

/// How targets are looked for.
#[derive(Clone, Debug)]
pub struct HuntSettings {
    pub exec: ExecOptions,
    pub solver: SolverOptions,
    pub strategy: Strategy,
    pub seed: u64,
    /// The program's arguments, without its name.
    pub arguments: Vec<String>,
    /// The user has chosen them, be it none.
    pub arguments_chosen: bool,
    /// Drop states from which no way leads to the target any more.
    pub drop: bool,
    /// States that were seen before.
    pub matching: MatchOptions,
    /// Of backward execution.
    pub backward: BackwardOptions,
    /// Of weakest preconditions.
    pub bse: BseOptions,
    /// Say why backward paths do not exist.
    pub explain: bool,
    /// Make one branch of a condition on one line that has no side effects.
    pub fold_conditions: bool,
    pub confirm: Confirm,
    pub max_instructions: Option<u64>,
    pub max_cost: Option<u64>,
    /// Near it states are put away; half of the machine's without a number.
    pub max_memory: Option<u64>,
    /// The folder for results; the next free `dunlin-out-N` without one.
    pub output: Option<PathBuf>,
    /// Go on with the search that left this folder.
    pub resume: Option<PathBuf>,
    /// How often a checkpoint is written; as often as costs little without a time.
    pub checkpoint_every: Option<Duration>,
}

impl Default for HuntSettings {
    fn default() -> HuntSettings {
        HuntSettings {
            exec: exec_options(),
            solver: SolverOptions::default(),
            strategy: Strategy::default(),
            seed: 0,
            arguments: Vec::new(),
            arguments_chosen: false,
            drop: true,
            matching: MatchOptions::default(),
            backward: BackwardOptions::default(),
            bse: BseOptions::default(),
            explain: false,
            fold_conditions: true,
            confirm: Confirm::default(),
            max_instructions: None,
            max_cost: None,
            max_memory: None,
            output: None,
            resume: None,
            checkpoint_every: None,
        }
    }
}

/// What to reach.
#[derive(Clone, Debug, Default)]
pub struct ReachOptions {
    /// Each a function or a file and a line, as in `parse.c:118`.
    pub targets: Vec<String>,
    /// What must be true at the only target: a C expression.
    pub condition: Option<String>,
    pub hunt: HuntSettings,
}

/// Which report to answer.
#[derive(Clone, Debug)]
pub struct TriageOptions {
    /// The report of another tool, SARIF 2.1.0.
    pub sarif: PathBuf,
    /// Where the report with the answers goes; `triaged.sarif` in the folder for results without a path.
    pub write: Option<PathBuf>,
    /// The most time for one finding.
    pub time_per_finding: Duration,
    pub hunt: HuntSettings,
}

/// Which tests to run natively.
#[derive(Clone, Debug, Default)]
pub struct ReplayOptions {
    pub tests: Vec<PathBuf>,
    pub exec: ExecOptions,
}
