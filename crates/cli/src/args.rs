//! The options of every command.

use crate::explore_args::ExploreArgs;
use crate::match_args::MatchArgs;
use crate::model_args::{ModelArgs, Uninitialised};
use crate::prove_args::ProveArgs;
use crate::reach_args::ReachArgs;
use crate::solver_args::SolverArgs;
use crate::test_args::TestArgs;
use crate::triage_args::TriageArgs;
use crate::verify_args::VerifyArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Symbolic execution for C and other LLVM programs: can this line be reached, with which input,
/// and what breaks on the way?
#[derive(Parser)]
#[command(name = "dunlin", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Explore all paths of a program, write a test for each, and report what breaks.
    ///
    /// Exit code: 0 no errors, 1 errors found, 3 incomplete, 2 bad usage or input, 4 a bug of Dunlin.
    Run(Box<RunArgs>),
    /// Find an input that reaches a line or a function, or prove that there is none.
    ///
    /// Exit code: 0 reachable, 1 unreachable, 3 unknown, 2 bad usage or input, 4 a bug of Dunlin. Of
    /// several targets: 3 if one is unknown, else 1 if one is unreachable.
    Reach(Box<ReachArgs>),
    /// Find out which findings of another tool, in a SARIF report, are on lines that can be reached.
    ///
    /// Exit code: 0 every finding has an answer, 3 some are unknown, 2 bad usage or input, 4 a bug of
    /// Dunlin.
    Triage(Box<TriageArgs>),
    /// Prove every assertion, and that nothing goes wrong at any place; refute what can go wrong, with a test.
    ///
    /// Exit code: 0 everything is proved, 1 something is refuted, 3 something is open, 2 bad usage or input, 4 a
    /// bug of Dunlin.
    Prove(Box<ProveArgs>),
    /// Verify a property of the verification competition, or write tests for one of the testing competition.
    ///
    /// The last line of standard output is the result: true, false(PROPERTY), unknown, or done for tests. Exit
    /// code: 0 true or done, 1 false, 3 unknown, 2 bad usage or input, 4 a bug of Dunlin.
    Verify(Box<VerifyArgs>),
    /// Run tests natively, under sanitizers and in a sandbox, and compare with what the engine does.
    ///
    /// Arguments that end in .ktest are tests, all others make the program. Exit code: 0 all tests went
    /// as recorded, 1 one did not, 2 bad usage or input.
    Replay(Box<ReplayArgs>),
    /// Print a program as Dunlin sees it.
    Show(ShowArgs),
    /// Answer the questions of an SMT-LIB script: bit-vectors, arrays, floats, bounded quantifiers.
    ///
    /// Exit code: 0 decided, 3 unknown, 2 bad usage or input, 4 a bug of Dunlin.
    Solve(SolveArgs),
    /// Say what works on this machine and what is missing: clang, the solvers, and each rule of the sandbox.
    ///
    /// Exit code: 0 tests can be run natively, 3 they cannot, 2 bad usage.
    Doctor(DoctorArgs),
}

/// What to load and how.
#[derive(Args, Clone)]
pub struct LoadArgs {
    /// C sources, LLVM assembly (.ll), bitcode (.bc), or objects and executables with embedded
    /// bitcode, in any mix; they are linked together
    #[arg(required = true, value_name = "PROGRAM")]
    pub programs: Vec<PathBuf>,

    /// Search folder for headers of C sources
    #[arg(short = 'I', value_name = "DIR", help_heading = "C sources")]
    pub include: Vec<String>,

    /// Define a macro in C sources
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "C sources")]
    pub define: Vec<String>,

    /// Optimisation level of clang for C sources
    #[arg(short = 'O', value_name = "LEVEL", help_heading = "C sources")]
    pub level: Option<String>,

    /// Machine option of clang for C sources, such as -m32
    #[arg(short = 'm', value_name = "OPTION", help_heading = "C sources")]
    pub machine: Vec<String>,

    /// Any other option for clang, as in --clang-arg=-fwrapv
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true, help_heading = "C sources")]
    pub clang_arg: Vec<String>,

    /// The clang to compile C sources with [default: clang-19]
    #[arg(long, value_name = "FILE", help_heading = "C sources")]
    pub clang: Option<PathBuf>,

    /// Let compilers read this file, or all that is below this folder. Without it they read only the
    /// sources and their folders, what options for clang name, system headers and the toolchain
    #[arg(long, value_name = "PATH", value_parser = parse_existing, help_heading = "C sources")]
    pub allow_read: Vec<PathBuf>,

    /// Run LLVM's optimiser on the program first
    #[arg(long)]
    pub optimize: bool,

    /// Start in this function; when it is not main, its arguments and the program's variables are
    /// symbolic, and pointers lead to objects that are made when they are used
    #[arg(long, value_name = "FUNCTION", default_value = "main")]
    pub entry: String,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum UbsanWay {
    /// The path goes on, as the sanitizer does by default
    Report,
    /// The path ends
    Stop,
}

#[derive(Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub load: LoadArgs,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,

    /// Folder for results [default: the next free dunlin-out-N]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Print the summary as JSON to standard output, and nothing else there
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Where the program's standard output goes: inherit, discard or a file
    #[arg(long, value_name = "WHERE", default_value = "inherit", help_heading = "Output")]
    pub program_output: String,

    /// Report signed integer overflow
    #[arg(long, help_heading = "Checks")]
    pub check_overflow: bool,

    /// Report shifts by the width of the integer or more
    #[arg(long, help_heading = "Checks")]
    pub check_shift: bool,

    /// After a report of UndefinedBehaviorSanitizer in a program that was compiled with it
    #[arg(long, value_name = "WAY", value_enum, default_value = "report", help_heading = "Checks")]
    pub ubsan: UbsanWay,

    /// Report results that depend on uninitialised values; the same as --uninitialised error
    #[arg(long, help_heading = "Checks")]
    pub check_uninitialised: bool,

    /// Report heap objects that nothing points to any more at the end
    #[arg(long, help_heading = "Checks")]
    pub leaks: bool,

    /// Report loops that never end: the program comes to exactly the same state again, without any input in between
    #[arg(long, help_heading = "Checks")]
    pub check_hangs: bool,

    /// Stop after this many IR instructions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_instructions: Option<u64>,

    /// Stop after this many paths
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_paths: Option<u64>,

    /// Follow a path no further than this many branches on inputs
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_depth: Option<u64>,

    /// Stop after this time, as in 90, 90s, 5m or 1h30m; it counts from the start of the command
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Limits")]
    pub max_time: Option<std::time::Duration>,

    /// Use at most this much memory, children included: mebibytes, or as in 500M or 4G [default: half of the
    /// machine's]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    pub max_memory: Option<u64>,

    #[command(flatten)]
    pub explore: ExploreArgs,

    #[command(flatten)]
    pub matching: MatchArgs,

    #[command(flatten)]
    pub model: ModelArgs,

    #[command(flatten)]
    pub tests: TestArgs,

    #[command(flatten)]
    pub solver: SolverArgs,
}

#[derive(Args)]
pub struct ReplayArgs {
    #[command(flatten)]
    pub load: LoadArgs,

    /// Signed integer overflow is an error
    #[arg(long, help_heading = "Checks")]
    pub check_overflow: bool,

    /// Shifts by the width of the integer or more are errors
    #[arg(long, help_heading = "Checks")]
    pub check_shift: bool,

    /// Results that depend on uninitialised values are errors; the same as --uninitialised error
    #[arg(long, help_heading = "Checks")]
    pub check_uninitialised: bool,

    /// What memory holds that the program did not write; what a test does not tell is zero
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Uninitialised::Symbolic, help_heading = "Checks")]
    pub uninitialised: Uninitialised,

    /// Heap objects that nothing points to any more at the end are errors
    #[arg(long, help_heading = "Checks")]
    pub leaks: bool,

    /// Stop after this time, as in 90, 90s, 5m or 1h30m; what is not replayed by then is said
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Limits")]
    pub max_time: Option<std::time::Duration>,

    /// Use at most this much memory, without that of native runs: mebibytes, or as in 500M or 4G
    /// [default: half of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    pub max_memory: Option<u64>,
}

#[derive(Args)]
pub struct ShowArgs {
    #[command(flatten)]
    pub load: LoadArgs,

    /// The program in Dunlin's intermediate representation (the default)
    #[arg(long, group = "what")]
    pub ir: bool,

    /// The control-flow graph of each function: blocks, dominators and loops
    #[arg(long, group = "what")]
    pub cfg: bool,

    /// Who calls whom
    #[arg(long, group = "what")]
    pub calls: bool,

    /// The source with the distance of every line to a target, FILE:LINE or a function
    #[arg(long, value_name = "TARGET", group = "what")]
    pub distances: Option<String>,

    /// Graphs in Graphviz form (with --cfg or --calls)
    #[arg(long, conflicts_with = "ir")]
    pub dot: bool,

    /// Only this function (with --ir or --cfg)
    #[arg(long, value_name = "NAME", conflicts_with_all = ["calls", "distances"])]
    pub function: Option<String>,

    /// Keep locals in memory, as clang wrote them
    #[arg(long)]
    pub no_promote: bool,
}

#[derive(Args)]
pub struct SolveArgs {
    /// The script
    #[arg(value_name = "FILE.smt2")]
    pub file: PathBuf,

    /// Print who answered, how often and how fast, to standard error
    #[arg(long)]
    pub stats: bool,

    #[command(flatten)]
    pub solver: SolverArgs,
}

fn parse_existing(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if path.exists() { Ok(path) } else { Err("no such file or folder".to_owned()) }
}

/// A time that a user wrote: seconds, or numbers with units, as in 1h30m.
pub fn parse_time(text: &str) -> Result<std::time::Duration, String> {
    let expected = || "expected a number with ms, s, m or h, as in 90s or 1h30m".to_owned();
    let (mut seconds, mut rest) = (0.0, text);
    while !rest.is_empty() || text.is_empty() {
        let (number, tail) = split_number(rest);
        let end = tail.find(|c: char| c.is_ascii_digit()).unwrap_or(tail.len());
        let (unit, tail) = tail.split_at(end);
        let unit = match unit {
            // Only a number on its own may leave its unit out.
            "" if number == text => 1.0,
            "s" => 1.0,
            "ms" => 1e-3,
            "us" => 1e-6,
            "ns" => 1e-9,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(expected()),
        };
        seconds += number.parse::<f64>().map_err(|_| expected())? * unit;
        rest = tail;
    }
    std::time::Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

pub fn parse_size(text: &str) -> Result<u64, String> {
    let (number, unit) = split_number(text);
    let bytes: u64 = match unit.to_ascii_uppercase().as_str() {
        "B" => 1,
        "K" | "KB" | "KIB" => 1 << 10,
        "" | "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        _ => return Err("expected a number with K, M or G, as in 500M".into()),
    };
    let number: u64 = number.parse().map_err(|_| "expected a number, as in 500M".to_string())?;
    number.checked_mul(bytes).ok_or_else(|| "too large".into())
}

/// The number at the start, and the rest.
fn split_number(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn options_are_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn limits_of_an_exploration() {
        let line = ["dunlin", "run", "a.c", "--max-paths", "3", "--max-depth=9", "--solver", "z3"];
        let Command::Run(args) = Cli::parse_from(line).command else { panic!("not a run") };
        assert_eq!((args.max_paths, args.max_depth), (Some(3), Some(9)));
        assert!(!args.solver.check_solver);
    }

    #[test]
    fn times_and_sizes() {
        assert_eq!(parse_time("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("20ms"), Ok(Duration::from_millis(20)));
        assert_eq!(parse_time("1h30min5s"), Ok(Duration::from_secs(5405)));
        for wrong in ["", "soon", "3 days", "1h30", "s", "1..5s", "-1", "1e400s"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_size("2000"), Ok(2000 << 20));
        assert_eq!(parse_size("64k"), Ok(64 << 10));
        assert_eq!(parse_size("512B"), Ok(512));
        assert_eq!(parse_size("2G"), Ok(2 << 30));
        assert_eq!(parse_size("512MiB"), Ok(512 << 20));
        assert!(parse_size("many").is_err() && parse_size("99999999999G").is_err());
    }
}

#[derive(Args)]
pub struct DoctorArgs {
    /// The clang to ask
    #[arg(long, value_name = "FILE")]
    pub clang: Option<PathBuf>,

    /// Print what was found as JSON
    #[arg(long)]
    pub json: bool,
}
