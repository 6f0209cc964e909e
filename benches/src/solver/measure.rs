//! Runs a stream through a contender: times, verdicts, who answered.
//!
//! Times are processor times of the thread, query by query. Models are evaluated outside of them.

use std::collections::BTreeMap;
use std::time::Duration;

use dunlin_solver::backend::Answer;
use dunlin_term::{Evaluator, TermId};
use serde::Serialize;

use super::contender::{Contender, Limits};
use super::stream::{Event, Stream};
use crate::terms::processor_time;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Sat,
    Unsat,
    Unknown,
}

/// What one contender did on one stream.
pub struct Measurement {
    pub name: String,
    /// In the order of the queries.
    pub verdicts: Vec<Verdict>,
    pub times: Vec<Duration>,
    /// By kind of program and by who answered.
    pub answered: BTreeMap<(&'static str, &'static str), u64>,
    /// Why there was no answer, and how often.
    pub reasons: BTreeMap<String, u64>,
    /// Queries whose model does not satisfy them.
    pub wrong_models: Vec<usize>,
}

/// Sends a stream through a contender. With a limit of time, a query without an answer counts as if
/// it had taken that long.
pub fn measure(stream: &mut Stream, contender: &mut dyn Contender, limits: &Limits) -> Measurement {
    let mut measurement = Measurement {
        name: contender.name(),
        verdicts: Vec::new(),
        times: Vec::new(),
        answered: BTreeMap::new(),
        reasons: BTreeMap::new(),
        wrong_models: Vec::new(),
    };
    let Stream { terms, programs } = stream;
    let mut evaluator = Evaluator::new();
    let mut path: Vec<TermId> = Vec::new();
    for program in programs {
        // Following a path is part of the work of the query after it.
        let mut time = Duration::ZERO;
        path.clear();
        let start = processor_time();
        contender.start(terms);
        time += processor_time() - start;
        for &event in &program.events {
            let start = processor_time();
            match event {
                Event::Take(condition) => {
                    contender.take(terms, condition);
                    path.push(condition);
                }
                Event::Back(length) => {
                    contender.back(length);
                    path.truncate(length);
                }
                Event::Ask(condition) => {
                    let reply = contender.ask(terms, condition, limits);
                    time += processor_time() - start;
                    let answer = reply.answer;
                    if let (Answer::Unknown(_), Some(limit)) = (&answer, limits.time) {
                        time = limit;
                    }
                    measurement.times.push(std::mem::take(&mut time));
                    *measurement.answered.entry((program.kind, reply.by)).or_default() += 1;
                    measurement.verdicts.push(match &answer {
                        Answer::Sat(_) => Verdict::Sat,
                        Answer::Unsat => Verdict::Unsat,
                        Answer::Unknown(reason) => {
                            *measurement.reasons.entry(reason.to_string()).or_default() += 1;
                            Verdict::Unknown
                        }
                    });
                    if let Answer::Sat(model) = answer {
                        let mut evaluation = evaluator.start(terms, &model);
                        let all = path.iter().chain([&condition]);
                        if !all.into_iter().all(|&term| evaluation.holds(term) == Some(true)) {
                            measurement.wrong_models.push(measurement.verdicts.len() - 1);
                        }
                    }
                    continue;
                }
            }
            time += processor_time() - start;
        }
    }
    measurement
}

/// The figures of a measurement.
#[derive(Debug, Serialize)]
pub struct Figures {
    pub contender: String,
    pub queries: usize,
    pub sat: usize,
    pub unsat: usize,
    pub unknown: usize,
    pub reasons: BTreeMap<String, u64>,
    pub total_ms: f64,
    pub queries_per_second: f64,
    pub mean_us: f64,
    pub median_us: f64,
    pub percentile_99_us: f64,
    pub slowest_us: f64,
}

impl Measurement {
    pub fn total(&self) -> Duration {
        self.times.iter().sum()
    }

    fn count(&self, verdict: Verdict) -> usize {
        self.verdicts.iter().filter(|&&given| given == verdict).count()
    }

    pub fn figures(&self) -> Figures {
        let mut sorted = self.times.clone();
        sorted.sort_unstable();
        let quantile = |share: f64| {
            let place = (sorted.len() as f64 * share) as usize;
            sorted.get(place.min(sorted.len().saturating_sub(1))).map_or(0.0, microseconds)
        };
        let queries = self.times.len();
        let total = self.total().as_secs_f64();
        Figures {
            contender: self.name.clone(),
            queries,
            sat: self.count(Verdict::Sat),
            unsat: self.count(Verdict::Unsat),
            unknown: self.count(Verdict::Unknown),
            reasons: self.reasons.clone(),
            total_ms: total * 1e3,
            queries_per_second: queries as f64 / total,
            mean_us: total * 1e6 / queries.max(1) as f64,
            median_us: quantile(0.5),
            percentile_99_us: quantile(0.99),
            slowest_us: quantile(1.0),
        }
    }

    /// The first query on which two contenders gave opposite answers.
    pub fn disagreement(&self, other: &Measurement) -> Option<usize> {
        let pairs = self.verdicts.iter().zip(&other.verdicts);
        pairs.into_iter().position(|pair| {
            matches!(pair, (Verdict::Sat, Verdict::Unsat) | (Verdict::Unsat, Verdict::Sat))
        })
    }
}

fn microseconds(time: &Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::chained::Chained;
    use crate::solver::contender::{Bare, Reply};
    use crate::solver::small;
    use dunlin_solver::backend::Reason;
    use dunlin_solver::chain;
    use dunlin_solver::native::Native;
    use dunlin_term::{Model, Terms};

    const PLENTY: Limits = Limits { conflicts: 100_000, time: None };

    #[test]
    fn the_small_stream_is_decided_and_what_is_taken_is_possible() {
        let mut stream = small::stream(400);
        let measured = measure(&mut stream, &mut Bare::new(Native::new()), &PLENTY);
        let figures = measured.figures();
        assert_eq!((figures.queries, figures.unknown), (400, 0));
        assert_eq!(figures.sat + figures.unsat, 400);
        assert!(figures.unsat >= 20, "{figures:?}");
        assert_eq!(measured.wrong_models, [0; 0]);
        let mut verdicts = measured.verdicts.iter();
        for program in &stream.programs {
            let mut asked = BTreeMap::new();
            let mut path = Vec::new();
            for &event in &program.events {
                match event {
                    Event::Ask(condition) => {
                        asked.insert((path.clone(), condition), verdicts.next());
                    }
                    Event::Take(condition) => {
                        assert_eq!(asked[&(path.clone(), condition)], Some(&Verdict::Sat));
                        path.push(condition);
                    }
                    Event::Back(length) => path.truncate(length),
                }
            }
        }
    }

    #[test]
    fn the_chain_agrees_with_its_backend_on_the_small_stream() {
        let mut stream = small::stream(600);
        let bare = measure(&mut stream, &mut Bare::new(Native::new()), &PLENTY);
        let options = chain::Options { check: true, ..chain::Options::default() };
        let native = chain::SolverChoice::Native.portfolio(chain::Home::Here, None);
        let mut chained = Chained::new("chain", &options, native);
        let measured = measure(&mut stream, &mut chained, &PLENTY);
        assert_eq!(measured.disagreement(&bare), None);
        assert_eq!(measured.wrong_models, [0; 0]);
        assert!(chained.chain().disagreements().is_empty());
    }

    /// Gives one answer to everything.
    struct Fixed(Answer);

    impl Contender for Fixed {
        fn name(&self) -> String {
            "fixed".into()
        }

        fn start(&mut self, _: &mut Terms) {}

        fn ask(&mut self, _: &mut Terms, _: TermId, _: &Limits) -> Reply {
            Reply { answer: self.0.clone(), by: "fixed" }
        }

        fn take(&mut self, _: &mut Terms, _: TermId) {}

        fn back(&mut self, _: usize) {}
    }

    #[test]
    fn disagreements_wrong_models_and_time_outs_are_seen() {
        let mut stream = small::stream(100);
        let limits = Limits { conflicts: 1, time: Some(Duration::from_secs(2)) };
        let mut with = |answer| measure(&mut stream, &mut Fixed(answer), &limits);
        let (sat, unsat) = (with(Answer::Sat(Model::new())), with(Answer::Unsat));
        let unknown = with(Answer::Unknown(Reason::Deadline));
        assert_eq!(sat.disagreement(&unsat), Some(0));
        assert_eq!(sat.disagreement(&unknown), None);
        assert!(!sat.wrong_models.is_empty());
        assert_eq!(unknown.total(), Duration::from_secs(200));
        assert_eq!(unknown.figures().reasons.values().sum::<u64>(), 100);
    }
}
