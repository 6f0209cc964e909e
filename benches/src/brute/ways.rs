//! In which ways Dunlin explores a program.

use super::oracle::Setting;

/// One way.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub options: &'static [&'static str],
    pub setting: Setting,
    /// The compiler may remove and move code: what is found must be true, but need not be all.
    pub optimised: bool,
}

const fn way(options: &'static [&'static str]) -> Way {
    Way { options, setting: Setting { checks: false, any: true }, optimised: false }
}

const CHECKS: Setting = Setting { checks: true, any: true };

/// These two are tried with every program.
pub const FIRST: [Way; 2] =
    [way(&[]), Way { setting: CHECKS, ..way(&["--check-overflow", "--check-shift"]) }];

/// Of these, some are.
pub const OTHERS: [Way; 12] = [
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
    Way { setting: CHECKS, ..way(&["--check-overflow", "--check-shift", "--memory", "fork"]) },
    way(&["--search", "klee", "--split-objects", "4"]),
];

/// Strategies of `reach`.
pub const STRATEGIES: [&str; 5] = ["auto", "sdse", "random-path", "ccbse:sdse", "auto"];
