//! What becomes of each of KLEE's options. `docs/options.md` shows this table.

/// What an option of KLEE's means here.
#[derive(Clone, Copy)]
pub enum Meaning {
    /// A flag of ours.
    Flag(&'static str),
    /// An option of ours with the same value.
    Value(&'static str),
    /// A switch, which ours spells with two words.
    Switch { ours: &'static str, on: &'static str, off: &'static str },
    /// An option of ours whose values have other names: KLEE's, ours, and a remark where the meaning
    /// is not quite the same. Other values stay as they are.
    OneOf {
        ours: &'static str,
        values: &'static [(&'static str, &'static str, Option<&'static str>)],
    },
    /// The value is one more program.
    Program,
    /// A switch for what cannot be switched off here.
    AlwaysOn { why: &'static str },
    /// A switch without a counterpart.
    Ignored { why: &'static str },
    /// The same, with a value.
    IgnoredValue { why: &'static str },
}

pub struct Row {
    /// Without dashes.
    pub klee: &'static str,
    pub meaning: Meaning,
}

impl Row {
    /// Whether a value must follow.
    pub fn takes_value(&self) -> bool {
        match self.meaning {
            Meaning::Value(_) | Meaning::OneOf { .. } | Meaning::Program => true,
            Meaning::IgnoredValue { .. } => true,
            Meaning::Flag(_) | Meaning::Switch { .. } => false,
            Meaning::AlwaysOn { .. } | Meaning::Ignored { .. } => false,
        }
    }
}

const fn row(klee: &'static str, meaning: Meaning) -> Row {
    Row { klee, meaning }
}

const fn ignored(klee: &'static str, why: &'static str) -> Row {
    Row { klee, meaning: Meaning::Ignored { why } }
}

const fn ignored_value(klee: &'static str, why: &'static str) -> Row {
    Row { klee, meaning: Meaning::IgnoredValue { why } }
}

const ADDRESSES: &str = "addresses are the same in every run";
const BATCHES: &str = "states are not run in batches";
const FORMATS: &str = "tests are .ktest files or Test-Comp XML, see --test-format";
const INTERNAL: &str = "a detail of KLEE's own engine";
const PARTIAL: &str = "a state that a limit stops always leaves a test, marked as partial";
const STATISTICS: &str = "statistics are written every second";
const WARNINGS: &str = "there are no such warnings";

/// Sorted by name.
pub static TABLE: &[Row] = &[
    ignored("allocate-determ", ADDRESSES),
    ignored_value("allocate-determ-size", ADDRESSES),
    ignored_value("allocate-determ-start-address", ADDRESSES),
    ignored("allow-external-sym-calls", "nothing is ever called in the host"),
    ignored("allow-seed-extension", "seeds of any length are taken"),
    ignored("allow-seed-truncation", "seeds of any length are taken"),
    ignored_value("batch-instructions", BATCHES),
    ignored_value("batch-time", BATCHES),
    row("check-div-zero", Meaning::AlwaysOn { why: "division by zero is always checked" }),
    row("check-overflow", Meaning::Flag("check-overflow")),
    row("check-overshift", Meaning::Flag("check-shift")),
    ignored("const-array-opt", INTERNAL),
    ignored("debug-assignment-validating-solver", "every solution is evaluated"),
    ignored_value("debug-crosscheck-core-solver", "--check-solver compares all backends"),
    ignored("debug-dump-stp-queries", "use --log-queries DIR"),
    row("debug-validate-solver", Meaning::Flag("check-solver")),
    ignored("disable-inlining", "nothing is inlined"),
    ignored("disable-verify", "what LLVM finds invalid cannot be executed"),
    ignored("dump-states-on-halt", PARTIAL),
    row("emit-all-errors", Meaning::Flag("all-errors")),
    row("entry-point", Meaning::Value("entry")),
    ignored_value("env-file", "programs see no environment variables"),
    row("exit-on-error", Meaning::Flag("exit-on-error")),
    ignored_value("exit-on-error-type", "--exit-on-error stops at any error"),
    ignored_value("external-calls", "nothing is ever called in the host"),
    ignored("kdalloc", ADDRESSES),
    ignored_value("kdalloc-quarantine", ADDRESSES),
    ignored("klee-call-optimisation", INTERNAL),
    ignored_value("libc", "Dunlin has a C library of its own"),
    ignored("libcxx", "there is no C++ library yet; link its bitcode as another PROGRAM"),
    row("link-llvm-lib", Meaning::Program),
    row("max-depth", Meaning::Value("max-depth")),
    ignored_value("max-forks", "use --max-paths"),
    row("max-instructions", Meaning::Value("max-instructions")),
    row("max-memory", Meaning::Value("max-memory")),
    ignored("max-memory-inhibit", "states are put aside when memory runs out"),
    row("max-solver-time", Meaning::Value("solver-timeout")),
    ignored_value("max-stack-frames", "the limit is fixed"),
    row("max-tests", Meaning::Value("max-paths")),
    row("max-time", Meaning::Value("max-time")),
    ignored("named-seed-matching", "seeds are always matched by name"),
    row("only-output-states-covering-new", Meaning::Flag("only-new-coverage")),
    ignored("only-replay-seeds", "use `dunlin replay`"),
    row("optimize", Meaning::Flag("optimize")),
    row("output-dir", Meaning::Value("output")),
    ignored("output-istats", STATISTICS),
    ignored("output-module", "`dunlin show` prints the program"),
    ignored("output-source", "`dunlin show` prints the program"),
    ignored("output-stats", STATISTICS),
    ignored("posix-runtime", "there is no model of files and symbolic arguments yet"),
    ignored("readable-posix-inputs", "there is no model of files and symbolic arguments yet"),
    ignored_value("replay-ktest-dir", "use `dunlin replay`"),
    ignored_value("replay-ktest-file", "use `dunlin replay`"),
    ignored("rewrite-equalities", INTERNAL),
    row("rng-initial-seed", Meaning::Value("seed")),
    ignored_value("run-in-dir", "programs see no files"),
    row(
        "search",
        Meaning::OneOf {
            ours: "search",
            values: &[
                ("dfs", "dfs", None),
                ("bfs", "bfs", None),
                ("random-state", "random-state", None),
                ("random-path", "random-path", None),
                ("nurs:covnew", "coverage", None),
                ("nurs:md2u", "coverage", None),
                ("nurs:depth", "random-path", Some("it prefers short paths as well")),
                ("nurs:rp", "random-path", None),
                ("nurs:icnt", "random-state", Some("instructions have no weight here")),
                ("nurs:cpicnt", "random-state", Some("instructions have no weight here")),
                ("nurs:qc", "random-state", Some("query costs have no weight here")),
            ],
        },
    ),
    row("seed-dir", Meaning::Value("seeds")),
    row("seed-file", Meaning::Value("seeds")),
    ignored("silent-klee-assume", "an assumption that cannot hold is never an error"),
    ignored("simplify-sym-indices", INTERNAL),
    row(
        "solver-backend",
        Meaning::OneOf {
            ours: "solver",
            values: &[
                ("z3", "z3", None),
                ("bitwuzla", "bitwuzla", None),
                ("stp", "native", Some("Dunlin's own bit-blaster takes the place of STP")),
                ("metasmt", "auto", Some("there is no metaSMT")),
            ],
        },
    ),
    ignored("solver-optimize-divides", INTERNAL),
    ignored_value("stp-sat-solver", "there is no STP"),
    ignored("suppress-external-warnings", WARNINGS),
    ignored_value("switch-type", INTERNAL),
    ignored("ubsan-runtime", "the handlers are always there, see --ubsan"),
    ignored("use-batching-search", BATCHES),
    row("use-branch-cache", Meaning::Switch { ours: "cache", on: "exact", off: "off" }),
    row("use-cex-cache", Meaning::Switch { ours: "counterexamples", on: "on", off: "off" }),
    ignored("use-forked-solver", "solvers run in the process and are stopped by their budget"),
    row("use-independent-solver", Meaning::Switch { ours: "independence", on: "on", off: "off" }),
    ignored_value("use-query-log", "use --log-queries DIR"),
    ignored("warnings-only-to-file", WARNINGS),
    ignored("watchdog", "--max-time stops by itself"),
    ignored("write-cov", "coverage.lcov has the coverage"),
    ignored("write-cvcs", FORMATS),
    ignored("write-kqueries", FORMATS),
    row("write-no-tests", Meaning::Flag("no-tests")),
    ignored("write-paths", FORMATS),
    ignored("write-smt2s", "use --log-queries DIR"),
    row("write-xml-tests", Meaning::Switch { ours: "test-format", on: "test-comp", off: "ktest" }),
];
