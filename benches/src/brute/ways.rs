//! In which ways Dunlin explores a program.

use super::oracle::Setting;
use super::scenes::Open;

/// One way.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub options: &'static [&'static str],
    /// Overflow and shifts are errors.
    pub checks: bool,
    /// Objects lie where Dunlin puts them, and never where a freed one lay.
    pub fixed: bool,
    /// The compiler may remove and move code: what is found must be true, but need not be all.
    pub optimised: bool,
}

const fn way(options: &'static [&'static str]) -> Way {
    Way { options, checks: false, fixed: false, optimised: false }
}

impl Way {
    /// What the oracle is asked for if a program depends on something that nobody decides.
    pub fn setting(self, open: Option<Open>) -> Setting {
        Setting { checks: self.checks, any: !self.fixed || open != Some(Open::Addresses) }
    }
}

/// These two are tried with every program.
pub const FIRST: [Way; 2] =
    [way(&[]), Way { checks: true, ..way(&["--check-overflow", "--check-shift"]) }];

/// Of these, some are.
pub const OTHERS: [Way; 14] = [
    FIXED,
    way(&["--memory", "fork", "--cache", "exact"]),
    way(&["--memory", "ite", "--search", "bfs"]),
    Way { optimised: true, ..way(&["-O2"]) },
    way(&["--memory", "segments", "--workers", "2"]),
    way(&["--memory", "static-segments"]),
    way(&["--search", "random-path", "--workers", "2"]),
    way(&["--fold-conditions", "off", "--search", "coverage"]),
    way(&["--search", "generational", "--cache", "off"]),
    way(&["--relocate-every", "1"]),
    way(&["--solver", "z3"]),
    Way { checks: true, ..way(&["--check-overflow", "--check-shift", "--memory", "fork"]) },
    way(&["--search", "klee", "--split-objects", "4"]),
    Way {
        fixed: true,
        checks: true,
        ..way(&["--addresses", "fixed", "--check-overflow", "--check-shift", "--memory", "fork"])
    },
];

const FIXED: Way = Way { fixed: true, ..way(&["--addresses", "fixed"]) };

/// Of these ways to use `reach`, one is tried.
pub const REACH: [Way; 6] = [
    way(&["--strategy", "auto"]),
    way(&["--strategy", "sdse"]),
    way(&["--strategy", "random-path"]),
    way(&["--strategy", "ccbse:sdse"]),
    way(&["--strategy", "auto"]),
    Way { fixed: true, ..way(&["--strategy", "auto", "--addresses", "fixed"]) },
];

/// This one is tried with every program that runs in rounds.
pub const FIRST_IN_ROUNDS: [Way; 1] = [way(&["--match", "covered"])];

/// Programs that run in rounds, without states that were seen before: not for those that never end.
pub const ALL_ROUNDS: Way = way(&["--match", "off"]);

/// Of these, some are.
pub const IN_ROUNDS: [Way; 12] = [
    ALL_ROUNDS,
    way(&["--match", "exact"]),
    way(&["--match-weaken", "off"]),
    way(&["--match-at", "calls"]),
    way(&["--search", "bfs"]),
    way(&["--search", "dfs", "--match-memory", "1"]),
    way(&["--search", "random-path", "--workers", "2"]),
    way(&["--memory", "fork", "--match-at", "calls"]),
    way(&["--match", "exact", "--workers", "2"]),
    way(&["--search", "generational", "--memory", "ite"]),
    way(&["--memory", "segments", "--search", "coverage"]),
    Way { fixed: true, ..way(&["--addresses", "fixed", "--search", "dfs"]) },
];
