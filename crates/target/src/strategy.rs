//! How to look for a target, as a user names it.

use dunlin_exec::explore::SearchKind;
use std::fmt;
use std::str::FromStr;

/// In which order the states of one origin are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    Undirected(SearchKind),
    /// The state nearest to the target (Directed SE 2.2).
    Sdse,
    /// The same inside the target's function only; elsewhere all are equally far.
    SdseIntra,
    /// The nearest state, as long as that helps.
    Aimed,
    /// Depth first, in a portfolio: see [`crate::deep`].
    Deep,
    /// States that follow hints first: see [`crate::guided`].
    Guided,
}

/// Directed SE, sections 2.1 to 2.4, and a portfolio of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// Forward searches on the same states, CCBSE(SDSE), CCBSE(random-path), and backward execution with the
    /// search that it guides, in turn.
    #[default]
    Auto,
    /// The same without backward execution: what that costs and gains is seen in the difference.
    AutoForward,
    Forward(Search),
    Ccbse(Search),
    /// The forward search; the backward part is CCBSE(random-path), as in the paper.
    Mix(Search),
    /// Backward execution from the target, and forward execution with the values that it finds (Multi-Pass
    /// Targeted Dynamic Symbolic Execution).
    Tse,
    /// Backward execution alone: it proves, and says reachable of nothing.
    Backward,
    /// All paths to the target as one condition, and forward execution with its solution (Handling Heap Data Structures
    /// in Backward Symbolic Execution).
    Bse,
}

const DEPTH_FIRST: Search = Search::Undirected(SearchKind::Dfs);

const SEARCHES: [(&str, Search); 11] = [
    ("dfs", DEPTH_FIRST),
    ("bfs", Search::Undirected(SearchKind::Bfs)),
    ("random-path", Search::Undirected(SearchKind::RandomPath)),
    ("random-state", Search::Undirected(SearchKind::RandomState)),
    ("coverage", Search::Undirected(SearchKind::Coverage)),
    ("klee", Search::Undirected(SearchKind::Klee)),
    ("generational", Search::Undirected(SearchKind::Generational)),
    ("sdse", Search::Sdse),
    ("sdse-intra", Search::SdseIntra),
    ("aimed", Search::Aimed),
    ("guided", Search::Guided),
];

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Who names it means the one that has all states to itself.
        let search = if *self == Search::Deep { DEPTH_FIRST } else { *self };
        let known = SEARCHES.iter().find(|(_, known)| *known == search);
        f.write_str(known.expect("every search has a name").0)
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strategy::Auto => f.write_str("auto"),
            Strategy::AutoForward => f.write_str("auto-forward"),
            Strategy::Tse => f.write_str("tse"),
            Strategy::Backward => f.write_str("backward"),
            Strategy::Bse => f.write_str("bse"),
            Strategy::Forward(search) => search.fmt(f),
            Strategy::Ccbse(search) => write!(f, "ccbse:{search}"),
            Strategy::Mix(search) => write!(f, "mix:{search}"),
        }
    }
}

impl FromStr for Search {
    type Err = String;

    fn from_str(text: &str) -> Result<Search, String> {
        let known = SEARCHES.iter().find(|(name, _)| *name == text);
        known.map(|(_, search)| *search).ok_or_else(|| {
            let names: Vec<&str> = SEARCHES.iter().map(|(name, _)| *name).collect();
            format!("no search is called `{text}`; there are {}", names.join(", "))
        })
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Strategy, String> {
        match text {
            "auto" => return Ok(Strategy::Auto),
            "auto-forward" => return Ok(Strategy::AutoForward),
            "tse" => return Ok(Strategy::Tse),
            "backward" => return Ok(Strategy::Backward),
            "bse" => return Ok(Strategy::Bse),
            _ => {}
        }
        match text.split_once(':') {
            Some(("ccbse", search)) => search.parse().map(Strategy::Ccbse),
            Some(("mix", search)) => search.parse().map(Strategy::Mix),
            Some((kind, _)) => {
                Err(format!("`{kind}:` is neither `ccbse:` nor `mix:`, as in ccbse:sdse"))
            }
            None => text.parse().map(Strategy::Forward).map_err(|problem| {
                format!(
                    "{problem}; also auto, auto-forward, tse, backward, bse, and ccbse: or mix: \
                     before one of them"
                )
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        let mut strategies = vec![
            Strategy::Auto,
            Strategy::AutoForward,
            Strategy::Tse,
            Strategy::Backward,
            Strategy::Bse,
        ];
        for (_, search) in SEARCHES {
            let all = [Strategy::Forward(search), Strategy::Ccbse(search), Strategy::Mix(search)];
            strategies.extend(all);
        }
        for strategy in strategies {
            assert_eq!(strategy.to_string().parse(), Ok(strategy));
        }
        for wrong in ["", "sdse:klee", "ccbse", "mix:", "ccbse:best", "KLEE"] {
            assert!(wrong.parse::<Strategy>().is_err(), "{wrong}");
        }
    }
}
