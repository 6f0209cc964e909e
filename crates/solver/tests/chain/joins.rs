//! Joining and splitting paths, compared with all solutions.

use crate::conditions::Inputs;
use crate::support::{Random, input_bits, model_of, satisfies, symbol};
use crate::walks::{all_options, native_chain, report};
use dunlin_solver::chain::{Chain, Options, Path, Verdict};
use dunlin_term::{Evaluator, Model, TermId, Terms};
use proptest::prelude::*;

/// A small program: its terms, a chain, and every input that it can have.
struct World {
    terms: Terms,
    inputs: Inputs,
    chain: Chain,
    random: Random,
    models: Vec<Model>,
    evaluator: Evaluator,
}

/// For every input, whether it is a solution.
type Solutions = Vec<bool>;

impl World {
    fn new(seed: u64, options: &Options) -> World {
        let mut terms = Terms::new();
        let mut random = Random::new(seed);
        let (index, element, number) = random.pick(&[(1, 3, 3), (2, 2, 1), (2, 2, 2)]);
        let inputs = Inputs::new(&mut terms, &mut random, index, element, number);
        let models = (0..1 << input_bits(&terms)).map(|input| model_of(&terms, input)).collect();
        let chain = native_chain(&Options { check: true, ..options.clone() });
        World { terms, inputs, chain, random, models, evaluator: Evaluator::new() }
    }

    fn condition(&mut self) -> TermId {
        self.inputs.condition(&mut self.terms, &mut self.random)
    }

    fn solutions(&mut self, constraints: &[TermId]) -> Solutions {
        let Self { terms, models, evaluator, .. } = self;
        let holds = |model| {
            let mut evaluation = evaluator.start(terms, model);
            constraints.iter().all(|&term| evaluation.holds(term) == Some(true))
        };
        models.iter().map(holds).collect()
    }

    fn of_path(&mut self, path: &Path) -> Solutions {
        self.solutions(path.constraints())
    }

    /// Asks whether a condition is possible, compares the answer, and gives the path with it if it is.
    fn ask(&mut self, path: &Path, of_path: &Solutions, condition: TermId) -> Option<Path> {
        let alone = self.solutions(&[condition]);
        let possible = of_path.iter().zip(&alone).any(|(on_path, holds)| *on_path && *holds);
        let mut path = path.clone();
        match self.chain.may_hold(&mut self.terms, &mut path, condition) {
            Verdict::Sat(witness) => {
                assert!(possible, "a solution where there is none");
                let mut constraints = path.constraints().to_vec();
                constraints.push(condition);
                assert!(satisfies(&self.terms, &witness.model, &constraints), "a wrong model");
                self.chain.assume(&mut self.terms, &mut path, condition, witness);
                Some(path)
            }
            Verdict::Unsat(_) => {
                assert!(!possible, "no solution where there is one");
                None
            }
            Verdict::Unknown(reason) => panic!("no answer: {reason}"),
        }
    }

    /// Goes on along a path with random conditions that are possible.
    fn grown(&mut self, mut path: Path, steps: usize) -> Path {
        for _ in 0..steps {
            let condition = self.condition();
            let of_path = self.of_path(&path);
            if let Some(longer) = self.ask(&path, &of_path, condition) {
                path = longer;
            }
        }
        path
    }

    /// Paths that forked from each other somewhere after a common prefix, and some that only look so.
    fn forked(&mut self, from: &Path, count: usize) -> Vec<Path> {
        let mut open = vec![from.clone()];
        while open.len() < count {
            let at = self.random.below(open.len());
            let path = open[at].clone();
            let of_path = self.of_path(&path);
            let condition = self.condition();
            let opposite = self.terms.not(condition);
            let sides: Vec<Path> = [condition, opposite]
                .into_iter()
                .filter_map(|side| self.ask(&path, &of_path, side))
                .collect();
            match self.random.below(8) {
                // One that does not know of the other.
                0 => open.push(path),
                1 => {
                    let longer = self.grown(path, 2);
                    open.push(longer);
                }
                _ => {
                    open.swap_remove(at);
                    open.extend(sides);
                }
            }
        }
        let mut paths = Vec::new();
        for path in open {
            let steps = self.random.below(3);
            paths.push(self.grown(path, steps));
        }
        // Sides that all take, each in its turn.
        let condition = self.condition();
        for path in &mut paths {
            let of_path = self.of_path(path);
            if let Some(longer) = self.ask(path, &of_path, condition) {
                *path = longer;
            }
        }
        paths
    }

    /// All that a path promises, and the answers to further questions.
    fn check(&mut self, path: &Path, expected: &Solutions, depth: usize) {
        assert!(self.of_path(path) == *expected, "other solutions");
        assert!(satisfies(&self.terms, path.model(), path.constraints()), "a wrong model");
        for (model, is_solution) in self.models.iter().zip(expected) {
            if *is_solution {
                assert!(self.chain.surrounds(path, model), "a solution outside of the outer sets");
            }
            if let Some(point) = self.chain.point_of_box(path, model) {
                let holds = satisfies(&self.terms, &point, path.constraints());
                assert!(holds, "the box has more than solutions");
            }
        }
        for _ in 0..6 {
            let condition = self.condition();
            self.check_facts(path, expected, condition);
            let longer = self.ask(path, expected, condition);
            if let (Some(longer), true) = (longer, depth > 0) {
                let expected = self.of_path(&longer);
                self.check(&longer, &expected, depth - 1);
            }
        }
        report(&self.chain);
    }

    fn check_facts(&mut self, path: &Path, expected: &Solutions, condition: TermId) {
        let known = path.knows(&mut self.terms, condition);
        let parts: Vec<TermId> = self.terms.children(condition).collect();
        let mut asked = vec![(condition, known, None)];
        for part in parts {
            if !self.terms.is_array(part) && self.terms.width(part) <= 64 {
                asked.push((part, None, Some(path.range_of(&self.terms, part))));
            }
        }
        let Self { terms, models, evaluator, .. } = self;
        for (model, _) in models.iter().zip(expected).filter(|(_, is_solution)| **is_solution) {
            let mut evaluation = evaluator.start(terms, model);
            for (term, truth, range) in &asked {
                let value = evaluation.eval_u64(*term).expect("it has a value");
                assert!(truth.is_none_or(|truth| truth == (value == 1)), "a wrong truth");
                let inside = range.is_none_or(|(least, most)| (least..=most).contains(&value));
                assert!(inside, "{value} is not in {range:?}");
            }
        }
    }

    /// Joins paths, checks the result and its ways, and returns it.
    fn join(&mut self, paths: &[Path]) -> Path {
        let all: Vec<&Path> = paths.iter().collect();
        let joined = self.chain.join(&mut self.terms, &all).expect("there are no objects");
        let each: Vec<Solutions> = paths.iter().map(|path| self.of_path(path)).collect();
        let any = |number: usize| each.iter().any(|solutions| solutions[number]);
        let expected: Solutions = (0..self.models.len()).map(any).collect();
        self.check(&joined.path, &expected, 1);
        let extra = self.condition();
        let later = self.ask(&joined.path, &expected, extra);
        let extra = self.solutions(&[extra]);
        for (which, guard) in joined.ways.guards().iter().enumerate() {
            let guarded = self.solutions(&[guard.condition]);
            let pairs = expected.iter().zip(&guarded);
            let own: Solutions = pairs.map(|(joined, guard)| *joined && *guard).collect();
            assert!(own == each[which], "a guard for other solutions");
            let split = self.chain.split(&mut self.terms, &joined.path, &joined.ways, which);
            let split = split.expect("an answer").expect("it was possible before");
            self.check(&split, &each[which], 0);
            let Some(later) = &later else { continue };
            let split = self.chain.split(&mut self.terms, later, &joined.ways, which);
            let own: Solutions =
                own.iter().zip(&extra).map(|(own, extra)| *own && *extra).collect();
            match split.expect("an answer") {
                Some(split) => self.check(&split, &own, 0),
                None => assert!(!own.contains(&true), "a split that should be possible"),
            }
        }
        joined.path
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn a_join_has_the_solutions_of_all(seed: u64, which in 0usize..12, count in 1usize..6) {
        let all = all_options();
        let mut world = World::new(seed, &all[which % all.len()].1);
        let steps = world.random.below(4);
        let prefix = world.grown(Path::new(), steps);
        let paths = world.forked(&prefix, count);
        world.join(&paths);
    }

    #[test]
    fn joins_can_be_joined(seed: u64, which in 0usize..12) {
        let all = all_options();
        let mut world = World::new(seed, &all[which % all.len()].1);
        let steps = world.random.below(3);
        let prefix = world.grown(Path::new(), steps);
        let paths = world.forked(&prefix, 4);
        let (first, second) = (world.join(&paths[..2]), world.join(&paths[2..]));
        let steps = world.random.below(2);
        let first = world.grown(first, steps);
        world.join(&[first.clone(), second.clone()]);
        // With one that is among those that were joined already.
        world.join(&[paths[0].clone(), second, first]);
    }

    #[test]
    fn equal_paths_are_one(seed: u64, which in 0usize..12) {
        let all = all_options();
        let mut world = World::new(seed, &all[which % all.len()].1);
        let path = world.grown(Path::new(), 3);
        let joined = world.join(&[path.clone(), path.clone(), path.clone()]);
        prop_assert_eq!(joined.constraints(), path.constraints());
        // One of them is where the other came from: it has all solutions.
        let longer = world.grown(path.clone(), 3);
        let joined = world.join(&[longer, path.clone()]);
        prop_assert_eq!(joined.constraints(), path.constraints());
    }
}

/// Follows conditions that must be possible.
fn followed(chain: &mut Chain, terms: &mut Terms, from: &Path, conditions: &[TermId]) -> Path {
    let mut path = from.clone();
    for &condition in conditions {
        match chain.may_hold(terms, &mut path, condition) {
            Verdict::Sat(witness) => chain.assume(terms, &mut path, condition, witness),
            other => panic!("{other:?}"),
        }
    }
    path
}

/// Both sides of a fork together are the path before it, and value sets know it again.
#[test]
fn a_fork_that_is_joined_leaves_nothing() {
    let mut terms = Terms::new();
    let mut chain = native_chain(&Options { check: true, ..Options::default() });
    let (x, y) = (symbol(&mut terms, "x", 8), symbol(&mut terms, "y", 8));
    let [ten, twenty] = [10, 20].map(|value| terms.constant(8, value));
    let (small, below) = (terms.ult(x, twenty), terms.ult(x, ten));
    let (above, order) = (terms.not(below), terms.ult(x, y));
    let prefix = followed(&mut chain, &mut terms, &Path::new(), &[small]);
    let left = followed(&mut chain, &mut terms, &prefix, &[below, order]);
    let right = followed(&mut chain, &mut terms, &prefix, &[above, order]);
    assert_eq!(Path::common_prefix(&[&left, &right]), 1);
    let joined = chain.join(&mut terms, &[&left, &right]).unwrap();
    assert_eq!(joined.path.constraints(), [small, order]);
    assert_eq!(joined.ways.guards()[1].condition, above);
    assert_eq!(joined.path.range_of(&terms, x), (0, 19));
    // Without the constraint that ties x to y, its values are known exactly: no solver is asked.
    let left = followed(&mut chain, &mut terms, &prefix, &[below]);
    let fifteen = terms.constant(8, 15);
    let middle = terms.eq(x, fifteen);
    let right = followed(&mut chain, &mut terms, &prefix, &[middle]);
    let joined = chain.join(&mut terms, &[&left, &right]).unwrap();
    let asked = chain.backend_questions();
    let mut path = joined.path;
    let twelve = terms.constant(8, 12);
    let between = terms.ult(twelve, x);
    let other = terms.ne(x, fifteen);
    let path_there = followed(&mut chain, &mut terms, &path, &[between]);
    assert_eq!(path_there.model().get_u64(dunlin_term::SymbolId(0), 8), 15);
    let both = terms.and(between, other);
    assert!(chain.may_hold(&mut terms, &mut path, both).is_unsat());
    assert_eq!(chain.backend_questions(), asked);
    report(&chain);
}

/// What one path reads as a word another reads byte by byte.
#[test]
fn cells_of_other_widths_are_seen_through() {
    let mut terms = Terms::new();
    let mut chain = native_chain(&Options { check: true, ..Options::default() });
    let root = crate::support::array(&mut terms, "bytes", 64, 8);
    let bytes: Vec<TermId> = (0..4)
        .map(|index| {
            let index = terms.constant(64, index);
            terms.select(root, index)
        })
        .collect();
    let word = bytes[1..].iter().fold(bytes[0], |word, &byte| terms.concat(byte, word));
    let (limit, seven) = (terms.constant(32, 300), terms.constant(8, 7));
    let (small, second) = (terms.ult(word, limit), terms.eq(bytes[1], seven));
    let left = followed(&mut chain, &mut terms, &Path::new(), &[small]);
    let right = followed(&mut chain, &mut terms, &Path::new(), &[second]);
    for paths in [[&left, &right], [&right, &left]] {
        let joined = chain.join(&mut terms, &paths).unwrap();
        let mut path = joined.path;
        let (large, top) = (terms.ult(limit, word), terms.eq(bytes[3], seven));
        assert!(chain.may_hold(&mut terms, &mut path, large).is_sat());
        let on_top = followed(&mut chain, &mut terms, &path, &[top]);
        assert_eq!(on_top.model().element_u64(dunlin_term::SymbolId(0), 1), 7);
        let other = terms.ne(bytes[1], seven);
        let neither = terms.and(other, large);
        assert!(chain.may_hold(&mut terms, &mut path, neither).is_unsat());
        for (which, path_before) in paths.iter().enumerate() {
            let split = chain.split(&mut terms, &path, &joined.ways, which);
            let split = split.expect("an answer").expect("it is possible");
            assert_eq!(split.constraints(), path_before.constraints());
        }
    }
    report(&chain);
}

/// Facts of a joined path speak of terms that it holds itself: others are recycled.
#[test]
fn facts_do_not_outlive_their_terms() {
    let mut terms = Terms::new();
    let mut chain = native_chain(&Options::default());
    let [x, y, z] = ["x", "y", "z"].map(|name| symbol(&mut terms, name, 8));
    let sum = terms.add(x, y);
    let four = terms.constant(8, 4);
    let (low, side) = (terms.ult(sum, four), terms.ult(x, z));
    let opposite = terms.not(side);
    let left = terms.and(side, low);
    let right = terms.and(opposite, low);
    let paths =
        [left, right].map(|condition| followed(&mut chain, &mut terms, &Path::new(), &[condition]));
    let joined = chain.join(&mut terms, &[&paths[0], &paths[1]]).unwrap();
    let mut path = joined.path;
    assert_eq!(path.knows(&mut terms, low), Some(true));
    terms.collect(path.constraints().to_vec());
    chain.forget();
    // Ids of terms that are gone come back as others.
    let mut last = x;
    for step in 0..200 {
        let constant = terms.constant(8, step);
        let product = terms.mul(last, constant);
        last = terms.xor(product, y);
        let limit = terms.constant(8, step % 7 + 1);
        let below = terms.ult(last, limit);
        if let Some(truth) = path.knows(&mut terms, below) {
            let opposite = if truth { terms.not(below) } else { below };
            let mut fresh = native_chain(&Options::bare());
            assert!(fresh.may_hold(&mut terms, &mut path.clone(), opposite).is_unsat());
        }
    }
    let high = terms.not(low);
    assert!(chain.may_hold(&mut terms, &mut path, high).is_unsat());
}
