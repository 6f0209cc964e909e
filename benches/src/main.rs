//! `dunlin-bench`: the measurements behind `./dev bench`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::{Parser, Subcommand};
use dunlin_bench::{
    backward, brute, bse, compare, concrete, explore, fuzz, hostile, kills, limits, matching,
    memory, models, paths, queries, reach, solver, targets, terms, tools, trials,
};

/// Measures Dunlin and compares it with native code.
#[derive(Parser)]
struct Arguments {
    /// The dunlin binary [default: the one beside this program]
    #[arg(long, global = true, value_name = "PATH")]
    dunlin: Option<PathBuf>,
    #[command(subcommand)]
    command: Bench,
}

#[derive(Subcommand)]
enum Bench {
    /// Two builds of Dunlin in one run: time, memory and instructions of the programs of concrete, explore and memory
    Compare {
        /// The dunlin binary to compare with
        #[arg(long, value_name = "PATH")]
        against: PathBuf,
        /// Only programs that have this in FAMILY/NAME, and no waiting states
        #[arg(long, default_value = "", value_name = "TEXT")]
        filter: String,
        /// How often each measurement is repeated; the shortest counts
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
        runs: u32,
        /// Count executed instructions, too (Callgrind)
        #[arg(long)]
        instructions: bool,
    },
    /// Speed on concrete programs, against lli's interpreter and native code
    Concrete {
        /// How often each measurement is repeated; the shortest counts
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
        runs: u32,
        /// Only programs whose name contains this
        #[arg(long, default_value = "")]
        filter: String,
    },
    /// Exploration of programs with input, against native code, the plain engine and KLEE's figures
    Explore {
        /// Only programs whose name contains this
        #[arg(long, default_value = "", value_name = "NAME")]
        filter: String,
        /// How many workers the large programs are explored with once more
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
        workers: u32,
        /// How many seconds one exploration may take
        #[arg(long, default_value_t = 60, value_name = "SECONDS",
            value_parser = clap::value_parser!(u64).range(1..))]
        limit: u64,
    },
    /// Programs that use up time and memory, against limits and signals: asked and taken
    Limits {
        /// Only cases whose name contains this
        #[arg(long, default_value = "", value_name = "TEXT")]
        filter: String,
    },
    /// States that were seen before: programs that run for ever, with --match off, exact and covered
    Matching {
        /// Only programs whose name contains this, as in "locks 8, true"
        #[arg(long, default_value = "", value_name = "NAME")]
        filter: String,
        /// How many seconds one run may take
        #[arg(long, default_value_t = 20, value_name = "SECONDS",
            value_parser = clap::value_parser!(u64).range(1..))]
        limit: u64,
    },
    /// The memory models and caches against each other, as in Tables 3.2 to 3.7 and 4.2 to 4.5 of the
    /// thesis on memory models
    Memory {
        /// Only programs whose name contains this, and no counting of instructions
        #[arg(long, default_value = "", value_name = "NAME")]
        filter: String,
        /// How often each measurement is repeated; the shortest counts
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
        runs: u32,
        /// How many seconds one exploration may take before it is stopped
        #[arg(long, default_value_t = 20, value_name = "SECONDS",
            value_parser = clap::value_parser!(u64).range(1..))]
        limit: u64,
    },
    /// Random pointer programs: every memory model and cache must find the same
    Models {
        /// How many programs
        #[arg(long, default_value_t = 100)]
        count: u64,
        /// The first seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// In how many ways each is explored, besides the plain one
        #[arg(long, default_value_t = models::ways::WAYS.len())]
        ways: usize,
        /// How many programs at a time
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
        jobs: u32,
    },
    /// Terms: building, memory, evaluation
    Terms,
    /// The solver: a stream of small queries and one of hard ones, through every contender
    Solver {
        /// How many small queries; 0 leaves them out
        #[arg(long, default_value_t = 20_000)]
        queries: usize,
        /// How many seconds a hard query may take; 0 leaves them out
        #[arg(long, default_value_t = 10, value_name = "SECONDS")]
        limit: u64,
        /// Only contenders whose name contains this
        #[arg(long, default_value = "")]
        filter: String,
        /// How many of the slowest queries are written to files
        #[arg(long, default_value_t = 0)]
        slowest: usize,
    },
    /// Random queries: the chain and all backends must agree
    Queries {
        /// How many queries
        #[arg(long, default_value_t = 10_000)]
        count: u64,
        /// What the queries are made from; the same seed makes the same queries
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Only kinds of queries whose name contains this
        #[arg(long, default_value = "", value_name = "KIND")]
        filter: String,
        /// How many batches of queries at a time
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
        jobs: u32,
    },
    /// Random programs with input: what Dunlin explores must be what native code does
    Paths {
        /// How many programs
        #[arg(long, default_value_t = 100)]
        count: u64,
        /// The first seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many programs at a time
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
        jobs: u32,
    },
    /// What it takes to reach a line, for every strategy, as in Table 1 of Directed Symbolic Execution
    Reach {
        /// Only programs whose name contains this
        #[arg(long, default_value = "", value_name = "NAME")]
        program: String,
        /// Only this strategy
        #[arg(long, default_value = "", value_name = "NAME")]
        strategy: String,
        /// How many seeds, from 1 [default: 11; with --libraries 1]
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
        seeds: Option<u64>,
        /// The cost (50 times the solver calls, the solver's effort and the instructions) after which a run
        /// is lost [default: 5000000; with --libraries 1000000]
        #[arg(long, value_name = "N")]
        max_cost: Option<u64>,
        /// Random lines of real libraries instead; --program is then the name of a library
        #[arg(long)]
        libraries: bool,
        /// The folder with the unpacked sources of the libraries [default: fetched by apt-get into target]
        #[arg(long, value_name = "DIR", requires = "libraries")]
        sources: Option<PathBuf>,
        /// How many lines of each library
        #[arg(long, default_value_t = 40, value_name = "N", requires = "libraries")]
        lines: usize,
        /// What the lines are drawn with
        #[arg(long, default_value_t = 1, value_name = "N", requires = "libraries")]
        draw: u64,
        /// How many seconds each exploration may take that finds lines to draw from
        #[arg(long, default_value_t = 10, value_name = "SECONDS", requires = "libraries")]
        explore: u64,
        /// How many runs at a time
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
        jobs: u32,
        /// How many seconds a run may take before it is lost
        #[arg(long, default_value_t = 120, value_name = "SECONDS",
            value_parser = clap::value_parser!(u64).range(1..))]
        limit: u64,
    },
    /// Backward execution against forward strategies, as in Tables IV and V of Multi-Pass Targeted Dynamic
    /// Symbolic Execution
    Backward {
        /// Random programs with aliases instead: verdicts must agree with all inputs
        #[arg(long, value_name = "N")]
        random: Option<u64>,
        /// The first seed of the random programs
        #[arg(long, default_value_t = 1, requires = "random")]
        seed: u64,
        /// Options of tse for all random programs, as in "--edge-limit 2"; "" for none [default: others for each seed]
        #[arg(long, value_name = "OPTIONS", requires = "random", allow_hyphen_values = true)]
        limits: Option<String>,
        /// The strategies to try [default: tse; without --random also klee, sdse and auto]
        #[arg(long, value_name = "NAMES", value_delimiter = ',')]
        strategies: Vec<String>,
        /// Only programs whose name contains this
        #[arg(long, default_value = "", value_name = "NAME", conflicts_with = "random")]
        filter: String,
        /// How many programs at a time [default: 1, since times are compared; with --random 2]
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        jobs: Option<u32>,
        /// How many seconds one search may take
        #[arg(long, default_value_t = 20, value_name = "SECONDS", conflicts_with = "random",
            value_parser = clap::value_parser!(u64).range(1..))]
        limit: u64,
    },
    /// Weakest preconditions in all variants, as in Table 3 of Handling Heap Data Structures in Backward Symbolic Execution
    Bse {
        /// Random programs instead: all variants must agree with each other and with all inputs
        #[arg(long, value_name = "N", conflicts_with_all = ["filter", "limit", "runs"])]
        random: Option<u64>,
        /// The first seed of the random programs
        #[arg(long, default_value_t = 1, requires = "random")]
        seed: u64,
        /// Only these variants of random programs, as in disjuncts-set,conjunctions-loops
        #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "random")]
        variants: Vec<String>,
        /// Bounds of loops of random programs [default: 4 and another one for each seed]
        #[arg(long, value_name = "NUMBERS", value_delimiter = ',', requires = "random")]
        unwind: Vec<u32>,
        /// How many random programs at a time
        #[arg(long, default_value_t = 2, requires = "random",
            value_parser = clap::value_parser!(u32).range(1..))]
        jobs: u32,
        /// Only programs whose name contains this
        #[arg(long, default_value = "", value_name = "NAME")]
        filter: String,
        /// How many seconds one search may take
        #[arg(long, default_value_t = 10, value_name = "SECONDS",
            value_parser = clap::value_parser!(u64).range(1..))]
        limit: u64,
        /// How often each search is repeated; the least time counts
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
        runs: u32,
    },
    /// Adversarial programs with two bytes of input: Dunlin against every input
    Brute {
        /// How many programs
        #[arg(value_name = "N")]
        number: Option<u64>,
        /// How many programs
        #[arg(long, default_value_t = 100, conflicts_with = "number")]
        count: u64,
        /// The first seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many programs at a time
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
        jobs: u32,
        /// How many of the ways to explore that change from program to program
        #[arg(long, default_value_t = 2)]
        ways: usize,
        /// Only scenes whose name contains this
        #[arg(long, default_value = "", value_name = "NAME")]
        only: String,
        /// Programs that run in rounds, so that states come again
        #[arg(long, conflicts_with = "only")]
        rounds: bool,
    },
    /// Kills, signals and full disks at random moments: results are whole or resumable, nothing is left
    Kills {
        /// How many rounds
        #[arg(value_name = "N", default_value_t = 200)]
        number: u64,
        /// The first seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Random programs and targets: verdicts must agree with a complete exploration
    Targets {
        /// How many programs
        #[arg(long, default_value_t = 100)]
        count: u64,
        /// The first seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many programs at a time
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
        jobs: u32,
    },
    /// Programs that try to get out of the sandbox: which rule stops each, and that they get out without
    Hostile {
        /// As the test does it: without programs that take seconds, in the strongest and the weakest isolation
        #[arg(long)]
        fast: bool,
    },
    /// Random programs of csmith: native code and Dunlin must agree
    Fuzz {
        /// How many programs; each runs at -O0 and -O2, 64 and 32 bits
        #[arg(long, default_value_t = 100)]
        count: u64,
        /// The first seed
        #[arg(long, default_value_t = 1)]
        start: u64,
        /// How many programs at a time
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
        jobs: u32,
    },
}

fn main() -> ExitCode {
    dunlin_hostile::serve();
    match run(Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("dunlin-bench: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// True when what was measured is as it must be.
fn run(arguments: Arguments) -> Result<bool> {
    let dunlin = || tools::find_dunlin(arguments.dunlin);
    match arguments.command {
        Bench::Terms => terms::run(),
        Bench::Hostile { fast } => hostile::run(fast),
        Bench::Solver { queries, limit, filter, slowest } => {
            let limit = (limit > 0).then(|| Duration::from_secs(limit));
            solver::run(&solver::Options { queries, limit, filter, slowest })
        }
        Bench::Queries { count, seed, filter, jobs } => {
            let report = queries::run(&queries::Options {
                count,
                seed,
                filter,
                jobs: jobs as usize,
                keep: tools::result_folder("queries")?,
                progress: true,
            })?;
            println!("{report}");
            Ok(report.good())
        }
        Bench::Concrete { runs, filter } => concrete::run(&dunlin()?, runs as usize, &filter),
        Bench::Compare { against, filter, runs, instructions } => compare::run(&compare::Options {
            dunlin: dunlin()?,
            against: tools::find_dunlin(Some(against))?,
            filter,
            runs: runs as usize,
            instructions,
        }),
        Bench::Explore { filter, workers, limit } => explore::run(&explore::Options {
            dunlin: dunlin()?,
            filter,
            workers,
            limit: Duration::from_secs(limit),
        }),
        Bench::Limits { filter } => limits::run(&limits::Options { dunlin: dunlin()?, filter }),
        Bench::Matching { filter, limit } => matching::run(&matching::Options {
            dunlin: dunlin()?,
            filter,
            limit: Duration::from_secs(limit),
        }),
        Bench::Memory { filter, runs, limit } => memory::run(&memory::Options {
            dunlin: dunlin()?,
            filter,
            runs: runs as usize,
            limit: Duration::from_secs(limit),
        }),
        Bench::Models { count, seed, ways, jobs } => {
            let report = models::run(&models::Options {
                trials: trials(dunlin()?, "models", seed, count, jobs)?,
                ways: models::ways::Way::all(),
                ways_of_one: ways,
            })?;
            println!("{report}");
            Ok(report.failures.is_empty())
        }
        Bench::Paths { count, seed, jobs } => {
            let report = paths::run(&trials(dunlin()?, "paths", seed, count, jobs)?)?;
            println!("{report}");
            Ok(report.failures.is_empty())
        }
        Bench::Backward { random: Some(count), seed, limits, mut strategies, jobs, .. } => {
            if strategies.is_empty() {
                strategies.push(backward::random::BACKWARD.to_string());
            }
            let trials = trials(dunlin()?, "backward", seed, count, jobs.unwrap_or(2))?;
            let limits = limits.map(|text| text.split_whitespace().map(str::to_string).collect());
            let report =
                backward::random::run(&backward::random::Options { trials, strategies, limits })?;
            println!("{report}");
            Ok(report.failures.is_empty())
        }
        Bench::Backward { mut strategies, filter, jobs, limit, .. } => {
            if strategies.is_empty() {
                strategies = backward::STRATEGIES.map(str::to_string).into();
            }
            backward::run(&backward::Options {
                dunlin: dunlin()?,
                filter,
                strategies,
                jobs: jobs.unwrap_or(1) as usize,
                limit: Duration::from_secs(limit),
            })
        }
        Bench::Bse { random: Some(count), seed, variants, unwind, jobs, .. } => {
            let report = bse::random::run(&bse::random::Options {
                trials: trials(dunlin()?, "bse", seed, count, jobs)?,
                variants: bse::random::variants(&variants)?,
                bounds: unwind,
            })?;
            println!("{report}");
            Ok(report.failures.is_empty())
        }
        Bench::Bse { filter, limit, runs, .. } => bse::run(&bse::Options {
            dunlin: dunlin()?,
            filter,
            limit: Duration::from_secs(limit),
            runs: runs as usize,
        }),
        Bench::Brute { number, count, seed, jobs, ways, only, rounds } => {
            let count = number.unwrap_or(count);
            let trials = trials(dunlin()?, "brute", seed, count, jobs)?;
            let family = match rounds {
                true => brute::Family::Rounds,
                false => brute::Family::Scenes(only),
            };
            let report = brute::run(&brute::Options { trials, ways, family })?;
            println!("{report}");
            Ok(report.failures.is_empty())
        }
        Bench::Reach {
            program: library,
            seeds,
            max_cost,
            libraries: true,
            sources,
            lines,
            draw,
            explore,
            jobs,
            limit,
            ..
        } => reach::libraries::run(&reach::libraries::Options {
            dunlin: dunlin()?,
            sources,
            library,
            lines,
            draw,
            seeds: seeds.unwrap_or(1),
            max_cost: max_cost.unwrap_or(1_000_000),
            explore: Duration::from_secs(explore),
            jobs: jobs as usize,
            limit: Duration::from_secs(limit),
        }),
        Bench::Reach { program, strategy, seeds, max_cost, jobs, limit, .. } => {
            reach::run(&reach::Options {
                dunlin: dunlin()?,
                program,
                strategy,
                seeds: seeds.unwrap_or(11),
                max_cost: max_cost.unwrap_or(5_000_000),
                jobs: jobs as usize,
                limit: Duration::from_secs(limit),
            })
        }
        Bench::Kills { number, seed } => {
            let report = kills::run(&kills::Options {
                dunlin: dunlin()?,
                seeds: (seed..seed.saturating_add(number)).collect(),
                progress: true,
            })?;
            println!("{report}");
            Ok(report.failures.is_empty())
        }
        Bench::Targets { count, seed, jobs } => {
            let report = targets::run(&trials(dunlin()?, "targets", seed, count, jobs)?)?;
            println!("{report}");
            Ok(report.failures.is_empty())
        }
        Bench::Fuzz { count, start, jobs } => {
            let report = fuzz::run(&trials(dunlin()?, "fuzz", start, count, jobs)?)?;
            println!("{report}");
            Ok(report.failures.is_empty())
        }
    }
}

/// So many programs from a seed on, a number of them at a time.
fn trials(
    dunlin: PathBuf,
    name: &str,
    seed: u64,
    count: u64,
    jobs: u32,
) -> Result<trials::Options> {
    Ok(trials::Options {
        dunlin,
        seeds: (seed..seed.saturating_add(count)).collect(),
        jobs: jobs as usize,
        keep: tools::result_folder(name)?,
        progress: true,
    })
}
