//! What came of all queries.

use super::Asked;
use super::generate::Kind;
use super::keep::Failure;
use super::panel::{Answered, HOW_MADE, Said};
use crate::tools;
use dunlin_solver::backend::Reason;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// At most so many of a hundred queries that a backend supports may it leave open, floats aside.
const MOST_UNKNOWN_PERCENT: u64 = 5;
/// Whose unknown answers are counted.
const COUNTED: [&str; 4] = ["native", "bitwuzla", "z3", "chain"];

/// The answers of one participant.
#[derive(Clone, Copy, Default, Debug)]
pub struct Knowledge {
    pub answered: u64,
    pub unknown: u64,
    pub unsupported: u64,
    pub time: Duration,
}

/// The queries of one kind.
#[derive(Clone, Default, Debug)]
pub struct Figures {
    pub queries: u64,
    pub sat: u64,
    pub unsat: u64,
    /// Nobody knows.
    pub open: u64,
    /// All that know say the same, and at least two know.
    pub agreed: u64,
    /// The chain, if it was asked about the whole, and all backends know.
    pub unanimous: u64,
    pub time: Duration,
    pub by: BTreeMap<&'static str, Knowledge>,
}

/// The result of all queries.
#[derive(Debug, Default)]
pub struct Report {
    pub kinds: BTreeMap<Kind, Figures>,
    pub failures: Vec<Failure>,
    pub time: Duration,
}

impl Report {
    pub fn asked(&self) -> u64 {
        self.kinds.values().map(|figures| figures.queries).sum()
    }

    pub fn add(&mut self, asked: Asked) {
        let figures = self.kinds.entry(asked.kind).or_default();
        figures.queries += 1;
        figures.time += asked.time;
        match asked.judgement.verdict() {
            Some(true) => figures.sat += 1,
            Some(false) => figures.unsat += 1,
            None => figures.open += 1,
        }
        for &Answered { who, said, time } in &asked.judgement.answers {
            let knowledge = figures.by.entry(who).or_default();
            knowledge.time += time;
            match said {
                Said::Unknown(Reason::Unsupported(_)) => knowledge.unsupported += 1,
                Said::Unknown(_) => knowledge.unknown += 1,
                _ => knowledge.answered += 1,
            }
        }
        let mut solvers = asked.judgement.answers.iter().filter(|answer| answer.who != HOW_MADE);
        let known = solvers.clone().filter(|answer| answer.said.is_sat().is_some()).count();
        let all_know =
            solvers.all(|answer| !COUNTED.contains(&answer.who) || answer.said.is_sat().is_some());
        let right = asked.failure.is_none();
        figures.agreed += u64::from(right && known > 1);
        figures.unanimous += u64::from(right && known > 1 && all_know);
        self.failures.extend(asked.failure);
    }

    /// Backends that leave too much open, with how much of a hundred; floats do not count.
    pub fn ignorant(&self) -> Vec<(&'static str, u64)> {
        let mut ignorant = Vec::new();
        for who in COUNTED {
            let kinds = self.kinds.iter().filter(|(kind, _)| **kind != Kind::Floats);
            let (mut unknown, mut all) = (0, 0);
            for knowledge in kinds.filter_map(|(_, figures)| figures.by.get(who)) {
                unknown += knowledge.unknown;
                all += knowledge.unknown + knowledge.answered;
            }
            if unknown * 100 > all * MOST_UNKNOWN_PERCENT {
                ignorant.push((who, unknown * 100 / all));
            }
        }
        ignorant
    }

    /// Whether nobody disagrees and everyone knows enough.
    pub fn good(&self) -> bool {
        self.failures.is_empty() && self.ignorant().is_empty()
    }

    fn total(&self) -> Figures {
        let mut total = Figures::default();
        for figures in self.kinds.values() {
            total.queries += figures.queries;
            total.sat += figures.sat;
            total.unsat += figures.unsat;
            total.open += figures.open;
            total.agreed += figures.agreed;
            total.unanimous += figures.unanimous;
            total.time += figures.time;
            for (who, knowledge) in &figures.by {
                let sum = total.by.entry(who).or_default();
                sum.answered += knowledge.answered;
                sum.unknown += knowledge.unknown;
                sum.unsupported += knowledge.unsupported;
                sum.time += knowledge.time;
            }
        }
        total
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "{failure}")?;
        }
        write!(f, "{:<12}", "")?;
        for column in ["queries", "sat", "unsat", "open", "agreed", "by all", "ms each"] {
            write!(f, " {column:>8}")?;
        }
        writeln!(f, "   unknown + unsupported by {}", COUNTED.join(", "))?;
        let total = self.total();
        let kinds = self.kinds.iter().map(|(kind, figures)| (kind.name(), figures));
        for (name, figures) in kinds.chain([("all", &total)]) {
            let each = tools::milliseconds(figures.time) / figures.queries.max(1) as f64;
            write!(
                f,
                "{name:<12} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {each:>8.2}  ",
                figures.queries,
                figures.sat,
                figures.unsat,
                figures.open,
                figures.agreed,
                figures.unanimous
            )?;
            for who in COUNTED {
                let knowledge = figures.by.get(who).copied().unwrap_or_default();
                let text = format!("{} + {}", knowledge.unknown, knowledge.unsupported);
                write!(f, " {text:>11}")?;
            }
            writeln!(f)?;
        }
        for (who, knowledge) in &total.by {
            let asked = knowledge.answered + knowledge.unknown + knowledge.unsupported;
            let each = tools::milliseconds(knowledge.time) / asked.max(1) as f64;
            writeln!(f, "{who:<26} {asked:>8} answers, {each:>8.2} ms each")?;
        }
        for (who, percent) in self.ignorant() {
            writeln!(f, "{who} leaves {percent} % open, more than {MOST_UNKNOWN_PERCENT} %")?;
        }
        write!(
            f,
            "{} queries, {} agreements, {} failures, {:.1} s",
            total.queries,
            total.agreed,
            self.failures.len(),
            self.time.as_secs_f64()
        )
    }
}
