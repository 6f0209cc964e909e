//! The chain of layers as a contender: a stack of paths, one per condition that was taken.

use super::contender::{Contender, Limits, Reply};
use dunlin_solver::backend::Answer;
use dunlin_solver::chain::{Chain, Options, Path, Portfolio, Verdict, Witness};
use dunlin_solver::value_set::Tally;
use dunlin_term::{TermId, Terms};

pub struct Chained {
    name: String,
    chain: Chain,
    /// The path after each condition, with the witnesses of what was asked there; the first path is
    /// empty.
    states: Vec<(Path, Vec<(TermId, Witness)>)>,
    /// How many answers each layer and backend had given before.
    counts: Vec<(&'static str, u64)>,
}

impl Chained {
    pub fn new(name: &str, options: &Options, portfolio: Portfolio) -> Chained {
        let chain = Chain::new(options, portfolio);
        let counts = counts(&chain);
        Chained { name: name.to_string(), chain, states: Vec::new(), counts }
    }

    pub fn chain(&self) -> &Chain {
        &self.chain
    }
}

fn counts(chain: &Chain) -> Vec<(&'static str, u64)> {
    let layers = chain.counters().into_iter().map(|(name, counters)| (name, counters.answered()));
    let members = chain.portfolio().members().iter();
    layers.chain(members.map(|member| (member.name(), member.answers()))).collect()
}

impl Contender for Chained {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn start(&mut self, _: &mut Terms) {
        self.states = vec![(Path::new(), Vec::new())];
    }

    fn ask(&mut self, terms: &mut Terms, condition: TermId, limits: &Limits) -> Reply {
        self.chain.set_budget(limits.budget());
        let (path, witnesses) = self.states.last_mut().expect("a program has started");
        let verdict = self.chain.may_hold(terms, path, condition);
        let now = counts(&self.chain);
        let by = now.iter().zip(&self.counts).find(|(now, before)| now.1 != before.1);
        let by = by.map_or("nobody", |((name, _), _)| name);
        self.counts = now;
        let answer = match verdict {
            Verdict::Sat(witness) => {
                let model = (*witness.model).clone();
                witnesses.push((condition, witness));
                Answer::Sat(model)
            }
            Verdict::Unsat(_) => Answer::Unsat,
            Verdict::Unknown(reason) => Answer::Unknown(reason),
        };
        Reply { answer, by }
    }

    fn take(&mut self, terms: &mut Terms, condition: TermId) {
        let (path, witnesses) = self.states.last().expect("a program has started");
        let asked = witnesses.iter().find(|(asked, _)| *asked == condition);
        let (_, witness) = asked.expect("what is taken was found possible before");
        let (mut path, witness) = (path.clone(), witness.clone());
        self.chain.assume(terms, &mut path, condition, witness);
        self.states.push((path, Vec::new()));
    }

    fn back(&mut self, length: usize) {
        self.states.truncate(length + 1);
    }

    fn rules(&self) -> Option<&Tally> {
        self.chain.value_sets().map(|value_sets| &value_sets.tally)
    }

    fn details(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (name, counters) in self.chain.counters() {
            let time = counters.time.as_secs_f64() * 1e6 / counters.asked.max(1) as f64;
            lines.push(format!(
                "{name:<16} asked {:>6}, sat {:>6}, unsat {:>6}, {time:>8.1} µs each",
                counters.asked, counters.sat, counters.unsat
            ));
        }
        for member in self.chain.portfolio().members() {
            let statistics = member.statistics();
            let time = member.time().as_secs_f64() * 1e6 / statistics.queries.max(1) as f64;
            lines.push(format!(
                "{:<16} asked {:>6}, sat {:>6}, unsat {:>6}, {time:>8.1} µs each, {} conflicts, {} lemmas, {} renewals, handed over {:?}",
                member.name(),
                statistics.queries,
                statistics.sat,
                statistics.unsat,
                statistics.conflicts,
                statistics.lemmas,
                statistics.renewals,
                member.handed_over(),
            ));
        }
        lines
    }
}
