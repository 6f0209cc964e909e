//! The options about states that were seen before.

use crate::args::parse_size;
use crate::solver_args::Switch;
use clap::{Args, ValueEnum};
use dunlin_exec::{Match, MatchAt, MatchOptions};

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "States seen before")]
pub struct MatchArgs {
    /// Which states are not explored since they were seen before
    #[arg(long = "match", value_name = "WHICH", value_enum, default_value_t = Which::Covered)]
    pub which: Which,

    /// Where states are compared with those that were seen
    #[arg(long, value_name = "WHERE", value_enum, default_value_t = At::Loops)]
    pub match_at: At,

    /// Let a state cover more once all below it was explored: what nothing there depended on is forgotten
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::On, hide_possible_values = true)]
    pub match_weaken: Switch,

    /// What the table of states may take: mebibytes, or as in 500M or 4G
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "512M")]
    pub match_memory: u64,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// All states are explored
    Off,
    /// Those that equal one that was explored
    Exact,
    /// Those that can do nothing that one that was explored cannot do
    Covered,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// At heads of loops, and where a function that calls itself is entered
    Loops,
    /// Also where any other function is entered
    Calls,
}

impl MatchArgs {
    pub fn options(&self, hangs: bool) -> MatchOptions {
        MatchOptions {
            how: match self.which {
                Which::Off => Match::Off,
                Which::Exact => Match::Exact,
                Which::Covered => Match::Covered,
            },
            at: match self.match_at {
                At::Loops => MatchAt::Loops,
                At::Calls => MatchAt::Calls,
            },
            memory: self.match_memory,
            weakens: self.match_weaken == Switch::On,
            hangs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::Parser;

    fn parse(options: &[&str]) -> Option<MatchOptions> {
        let all = ["dunlin", "run", "a.c"].iter().chain(options);
        match Cli::try_parse_from(all).ok()?.command {
            Command::Run(args) => Some(args.matching.options(args.check_hangs)),
            _ => None,
        }
    }

    #[test]
    fn options_about_states_seen_before() {
        assert_eq!(parse(&[]), Some(MatchOptions::default()));
        let options = ["--match", "exact", "--match-at", "calls", "--match-memory", "64M"];
        let parsed = parse(&options).expect("options that there are");
        let (how, at) = (Match::Exact, MatchAt::Calls);
        let expected = MatchOptions { how, at, memory: 64 << 20, weakens: true, hangs: false };
        assert_eq!(parsed, expected);
        assert!(!parse(&["--match-weaken", "off"]).expect("an option").weakens);
        assert!(parse(&["--check-hangs"]).expect("an option").hangs);
        assert!(parse(&["--match", "some"]).is_none());
    }
}
