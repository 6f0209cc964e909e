//! The options of an exploration: in which order, with how many hands, what counts as one path.

use crate::args::parse_time;
use crate::solver_args::Switch;
use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Exploration")]
pub struct ExploreArgs {
    /// Which state goes on next
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = Search::Klee)]
    pub search: Search,

    /// How many threads explore [default: one per core]
    #[arg(long, value_name = "N")]
    pub workers: Option<NonZeroUsize>,

    /// What random choices follow from; the same seed with one worker gives the same run
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// Go on with the run that left this output folder
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    pub resume: Option<PathBuf>,

    /// How often a checkpoint is written
    #[arg(long, value_name = "TIME", value_parser = parse_time, hide = true)]
    pub checkpoint_every: Option<Duration>,

    /// Start with these inputs: a .ktest file, or a folder of them
    #[arg(long, value_name = "PATH")]
    pub seeds: Vec<PathBuf>,

    /// Make one branch of a condition like `0 <= i && i < n` that has no side effects
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::On, hide_possible_values = true)]
    pub fold_conditions: Switch,

    /// Look only for errors on the ways to this line, FILE:LINE, or to this function: first backward from each place
    /// on them that could go wrong, which may show that it never does, then forward with the values found
    #[arg(long, value_name = "LINE")]
    pub backward_from: Option<String>,

    /// Stop at the first error
    #[arg(long)]
    pub exit_on_error: bool,

    /// Report every path that ends in an error, not only one for each distinct error
    #[arg(long)]
    pub all_errors: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// The newest first
    Dfs,
    /// The oldest first
    Bfs,
    /// By a random walk from the root of the execution tree
    RandomPath,
    /// Any, with equal chances
    RandomState,
    /// Those close to code that is not covered yet
    Coverage,
    /// random-path and coverage in turn
    Klee,
    /// Whole paths first, then all variants of the one that covered most
    Generational,
}

#[cfg(test)]
mod tests {
    use crate::args::{Cli, Command, RunArgs};
    use crate::explore_args::Search;
    use crate::solver_args::Switch;
    use clap::{Parser, ValueEnum};
    use std::path::PathBuf;

    fn parse(options: &[&str]) -> RunArgs {
        let all = ["dunlin", "run", "a.c"].iter().chain(options);
        match Cli::try_parse_from(all).unwrap_or_else(|error| panic!("{error}")).command {
            Command::Run(args) => *args,
            _ => panic!("not a run"),
        }
    }

    #[test]
    fn defaults() {
        let args = parse(&[]).explore;
        assert_eq!((args.search, args.workers, args.seed), (Search::Klee, None, 0));
        assert_eq!((args.fold_conditions, parse(&[]).model.capacity), (Switch::On, 4096));
        assert_eq!((args.resume, args.seeds), (None, Vec::new()));
        assert!(!parse(&[]).model.malloc_may_fail && !args.exit_on_error && !args.all_errors);
    }

    #[test]
    fn every_option_is_understood() {
        let options = "--search dfs --workers 4 --seed 7 --resume out --seeds one --seeds two \
            --fold-conditions off --malloc-may-fail --capacity 64 --exit-on-error --all-errors";
        let all = parse(&options.split_whitespace().collect::<Vec<_>>());
        let (args, model) = (all.explore, all.model);
        assert_eq!((args.search, args.workers.map(|n| n.get())), (Search::Dfs, Some(4)));
        assert_eq!((args.seed, model.capacity), (7, 64));
        assert_eq!(args.resume, Some(PathBuf::from("out")));
        assert_eq!(args.seeds, [PathBuf::from("one"), PathBuf::from("two")]);
        assert_eq!(args.fold_conditions, Switch::Off);
        assert!(model.malloc_may_fail && args.exit_on_error && args.all_errors);
    }

    #[test]
    fn every_search_has_the_name_of_the_documentation() {
        let names: Vec<_> = Search::value_variants()
            .iter()
            .map(|search| search.to_possible_value().unwrap().get_name().to_owned())
            .collect();
        let expected =
            ["dfs", "bfs", "random-path", "random-state", "coverage", "klee", "generational"];
        assert_eq!(names, expected);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for options in [&["--workers", "0"], &["--search", "best"], &["--capacity", "-1"]] {
            let all = ["dunlin", "run", "a.c"].iter().chain(options.iter());
            assert!(Cli::try_parse_from(all).is_err(), "{options:?}");
        }
        let both = ["dunlin", "run", "a.c", "--resume", "out", "--output", "other"];
        assert!(Cli::try_parse_from(both).is_err());
    }
}
