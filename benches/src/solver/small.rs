//! Stream 1: small queries of a symbolic executor, along random decision trees.
//!
//! Half of the decisions of a program depend on its path, half are made on every path, as code after
//! a join is. At each decision both sides are asked about; a side for which an input is known is
//! walked. No query (a set of constraints) occurs twice.

use dunlin_term::{Evaluator, Sort, TermId, Terms, View};
use rustc_hash::FxHashSet;

use super::conditions::{Conditions, Kind, Place, Tables};
use super::random::Random;
use super::stream::{Event, Program, Stream};
use super::witness::Input;

const SEED: u64 = 0x5eed_0001;
/// So many conditions of a hundred are of another kind than the program.
const FOREIGN: u64 = 15;
/// So many of a hundred other sides that are known to be possible are walked.
const WALKED: u64 = 50;
/// So many conditions are tried until one is neither constant nor known.
const ATTEMPTS: u64 = 12;

/// The stream with exactly so many queries, every kind of program having its share of them.
pub fn stream(queries: usize) -> Stream {
    let mut terms = Terms::new();
    let mut random = Random::new(SEED);
    let tables = Tables::new(&mut terms, &mut random);
    let mut evaluator = Evaluator::new();
    let kinds = Kind::ALL.len();
    let mut missing: Vec<usize> =
        (0..kinds).map(|i| queries / kinds + usize::from(i < queries % kinds)).collect();
    let mut programs = Vec::new();
    while missing.iter().any(|&count| count > 0) {
        for (kind, missing) in Kind::ALL.into_iter().zip(&mut missing) {
            if *missing == 0 {
                continue;
            }
            let number = programs.len();
            let sort = Sort::Array { index: 64, element: 8 };
            let root = terms.symbol(&format!("input{number}"), sort).expect("a new name");
            let View::Symbol(symbol) = terms.view(root) else { unreachable!("it is a symbol") };
            let length = random.pick(&[32, 64, 96, 128]);
            let depth = random.between(16, 96) as usize;
            let input = Input::random(symbol, length, &mut random);
            let mut walk = Walk {
                terms: &mut terms,
                evaluator: &mut evaluator,
                tables: &tables,
                root,
                kind,
                seed: random.bits(),
                first: input.clone(),
                depth,
                missing: (4 * depth).min(*missing),
                seen: FxHashSet::default(),
                path: Vec::new(),
                events: Vec::new(),
            };
            *missing -= walk.missing;
            let sum = walk.terms.constant(32, 1);
            walk.visit(Place { step: 0, sum }, &input, 0);
            *missing += walk.missing;
            let events = walk.events;
            programs.push(Program {
                kind: kind.name(),
                name: format!("{} {number}", kind.name()),
                events,
            });
        }
    }
    Stream { terms, programs }
}

/// The exploration of one program.
struct Walk<'a> {
    terms: &'a mut Terms,
    evaluator: &'a mut Evaluator,
    tables: &'a Tables,
    root: TermId,
    kind: Kind,
    seed: u64,
    /// The input that constants on every path are near to.
    first: Input,
    depth: usize,
    /// How many queries are still to be asked.
    missing: usize,
    seen: FxHashSet<Vec<TermId>>,
    path: Vec<TermId>,
    events: Vec<Event>,
}

impl Walk<'_> {
    /// Explores everything below a place that `input` reaches. `history` tells paths apart.
    fn visit(&mut self, place: Place, input: &Input, history: u64) {
        if self.missing == 0 || place.step == self.depth {
            return;
        }
        let joined = place.step.is_multiple_of(2);
        let here = if joined { 0 } else { history };
        let mut random = Random::new(self.seed ^ place.step as u64 ^ here << 8);
        let Some((condition, sum)) = self.decide(place, input, joined, &mut random) else { return };
        let length = self.path.len();
        let holds = input.value(self.terms, self.evaluator, condition) == 1;
        let inverse = self.terms.not(condition);
        let sides = if holds { [condition, inverse] } else { [inverse, condition] };
        self.path.push(sides[1]);
        let other = input.changed(self.terms, self.evaluator, &self.path, &mut random);
        self.path.pop();
        let other = other.filter(|_| random.percent(WALKED));
        for (i, (side, input)) in sides.into_iter().zip([Some(input), other.as_ref()]).enumerate() {
            let Some(input) = input else { continue };
            if self.missing == 0 {
                return;
            }
            self.path.push(side);
            self.events.push(Event::Take(side));
            // Only one side computes something.
            let sum = if i == 0 || joined { sum } else { place.sum };
            let history = (history ^ (i as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.visit(Place { step: place.step + 1, sum }, input, history);
            self.path.truncate(length);
            self.events.push(Event::Back(length));
        }
    }

    /// Makes a condition of which neither side was asked about on this path, and asks about both.
    /// Also says what the program has computed after it.
    fn decide(
        &mut self,
        place: Place,
        input: &Input,
        joined: bool,
        random: &mut Random,
    ) -> Option<(TermId, TermId)> {
        for _ in 0..ATTEMPTS {
            let kind = if random.percent(FOREIGN) { random.pick(&Kind::ALL) } else { self.kind };
            let mut conditions = Conditions {
                terms: self.terms,
                evaluator: self.evaluator,
                random: random.clone(),
                tables: self.tables,
                root: self.root,
                variant: self.seed,
                input: if joined { &self.first } else { input },
                place,
            };
            let condition = conditions.of_kind(kind);
            let sum = conditions.next_sum();
            *random = conditions.random;
            if self.terms.is_const(condition) {
                continue;
            }
            let inverse = self.terms.not(condition);
            let new = [condition, inverse].map(|side| self.ask(side));
            if self.missing == 0 {
                return None;
            }
            if new == [true, true] {
                return Some((condition, sum));
            }
        }
        None
    }

    /// Asks, unless that would repeat a query. True if it asked.
    fn ask(&mut self, condition: TermId) -> bool {
        let mut query = self.path.clone();
        query.push(condition);
        query.sort_unstable();
        query.dedup();
        let new = self.missing > 0 && self.seen.insert(query);
        if new {
            self.events.push(Event::Ask(condition));
            self.missing -= 1;
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_has_so_many_queries_and_none_twice() {
        let stream = stream(2_000);
        assert_eq!(stream.queries(), 2_000);
        assert_eq!(stream.kinds().len(), Kind::ALL.len());
        let mut seen = FxHashSet::default();
        for program in &stream.programs {
            program.for_each_query(|constraints| {
                let mut query = constraints.to_vec();
                query.sort_unstable();
                query.dedup();
                assert!(seen.insert(query), "a query of {} occurs twice", program.name);
            });
        }
        assert_eq!(seen.len(), 2_000);
    }

    #[test]
    fn the_stream_is_the_same_every_time() {
        let events = |stream: Stream| -> Vec<Event> {
            stream.programs.into_iter().flat_map(|program| program.events).collect()
        };
        assert_eq!(events(stream(500)), events(stream(500)));
    }

    #[test]
    fn what_is_taken_was_asked_there() {
        for program in stream(1_000).programs {
            let mut asked = FxHashSet::default();
            let mut path: Vec<TermId> = Vec::new();
            for event in program.events {
                match event {
                    Event::Ask(condition) => {
                        asked.insert((path.clone(), condition));
                    }
                    Event::Take(condition) => {
                        assert!(asked.contains(&(path.clone(), condition)));
                        path.push(condition);
                    }
                    Event::Back(length) => {
                        assert!(length < path.len());
                        path.truncate(length);
                    }
                }
            }
        }
    }
}
