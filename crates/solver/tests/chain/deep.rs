//! Nothing in the chain recurses along a term or along the constraints of a path. A loop of a million
//! rounds makes terms of that depth and paths of that length, and layers must take them on the stack of a
//! plain thread.

use crate::objects::{guard, object, path_with};
use crate::support::symbol;
use dunlin_solver::QueryLog;
use dunlin_solver::backend::{Answer, Backend, Budget, Reason, Statistics};
use dunlin_solver::chain::{Chain, Member, Options, Path, Portfolio, Verdict, Whereabouts};
use dunlin_solver::native::Native;
use dunlin_term::{TermId, Terms, smt};

const DEPTH: u64 = 1_000_000;

/// Knows nothing: what is asked here is about the layers.
struct Silent;

impl Backend for Silent {
    fn name(&self) -> &'static str {
        "silent"
    }

    fn check(&mut self, _: &Terms, _: &[TermId], _: Budget) -> Answer {
        Answer::Unknown(Reason::Size)
    }

    fn forget(&mut self) {}

    fn statistics(&self) -> Statistics {
        Statistics::default()
    }
}

fn chain(options: &Options, backend: Box<dyn Backend>, log: Option<QueryLog>) -> Chain {
    Chain::new(options, Portfolio::new(vec![Member::new(backend, u64::MAX)], log))
}

struct Anywhere;

impl Whereabouts for Anywhere {
    fn stays(&self, _: u64) -> bool {
        false
    }

    fn may_share_place(&mut self, _: &[u64]) -> bool {
        true
    }
}

/// Asks for a condition and its opposite, and adds what is possible, as execution does.
fn branch(chain: &mut Chain, terms: &mut Terms, path: &mut Path, condition: TermId) {
    let both = chain.branch(terms, path, condition);
    let opposite = terms.not(condition);
    for (side, verdict) in [(condition, both.when_true), (opposite, both.when_false)] {
        if let Verdict::Sat(witness) = verdict {
            chain.assume(terms, path, side, witness);
            return;
        }
    }
    panic!("the model of the path has one of the sides");
}

/// Terms with pointers, which the layers for addresses take apart.
#[test]
fn no_layer_recurses_along_a_term() {
    let mut terms = Terms::new();
    let (x, y) = (symbol(&mut terms, "x", 64), symbol(&mut terms, "y", 64));
    let objects: Vec<TermId> = (1..4).map(|number| object(&mut terms, number, 64)).collect();
    let mut pointer = objects[0];
    let mut offset = x;
    for n in 0..DEPTH {
        let number = terms.constant(64, n);
        let chosen = terms.eq(y, number);
        pointer = terms.ite(chosen, objects[n as usize % 3], pointer);
        let mixed = if n % 2 == 0 { terms.xor(offset, y) } else { terms.and(offset, x) };
        offset = terms.add(mixed, number);
    }
    let place = terms.add(objects[1], offset);
    let conditions = [guard(&mut terms, pointer, objects[1], 64), terms.ult(objects[2], place)];
    let mut chain = chain(&Options::default(), Box::new(Silent), None);
    let placed: Vec<_> = objects.iter().copied().zip([0x10000, 0x20000, 0x30000]).collect();
    let mut path = path_with(&terms, &placed);
    for &condition in &conditions {
        branch(&mut chain, &mut terms, &mut path, condition);
        path.range_of(&terms, offset);
    }
    assert_eq!(path.constraints().len(), conditions.len());
    let asked = terms.eq(place, objects[2]);
    let elsewhere = chain.elsewhere(&terms, &path, asked, &mut Anywhere).expect("it has bases");
    let verdict = chain.may_hold_elsewhere(&mut terms, &path, asked, &elsewhere, &[]);
    assert!(matches!(verdict, Verdict::Unknown(_)), "{verdict:?}");
}

/// All layers, the bit-blaster and the log of queries, which is read back.
#[test]
fn a_deep_term_is_decided_and_logged() {
    let mut terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| symbol(&mut terms, name, 1));
    let mut deep = x;
    for n in 0..DEPTH {
        deep = match n % 3 {
            0 => terms.xor(deep, y),
            1 => terms.and(deep, z),
            _ => terms.or(deep, y),
        };
    }
    let folder = std::env::temp_dir().join(format!("dunlin-deep-{}", std::process::id()));
    let log = QueryLog::new(&folder).expect("a folder");
    let mut chain = chain(&Options::default(), Box::new(Native::new()), Some(log));
    let mut path = Path::new();
    let none = terms.not(y);
    let opposite = terms.not(deep);
    for condition in [none, z, deep] {
        let verdict = chain.may_hold(&mut terms, &mut path, condition);
        let Verdict::Sat(witness) = verdict else { panic!("{verdict:?}") };
        chain.assume(&mut terms, &mut path, condition, witness);
    }
    let not_x = terms.not(x);
    for (condition, possible) in [(x, true), (not_x, false), (opposite, false)] {
        let verdict = chain.may_hold(&mut terms, &mut path, condition);
        assert_eq!(verdict.is_sat(), possible, "{verdict:?}");
    }
    assert!(chain.backend_questions() > 0);
    let text = std::fs::read_to_string(folder.join("000001.smt2")).expect("a query was written");
    std::fs::remove_dir_all(&folder).expect("nobody else has it");
    let mut again = Terms::new();
    let script = smt::parse(&text, &mut again).map_err(|error| error.to_string());
    assert_eq!(script.map(|script| script.commands.is_empty()), Ok(false));
}

/// A path of many constraints in one group, and a query that needs all of them.
#[test]
fn a_path_of_many_constraints() {
    let mut terms = Terms::new();
    let (x, y) = (symbol(&mut terms, "x", 32), symbol(&mut terms, "y", 32));
    let mut chain = chain(&Options::default(), Box::new(Silent), None);
    let mut path = Path::new();
    for n in 1..DEPTH {
        let number = terms.constant(32, n);
        let other = terms.xor(y, number);
        let condition = terms.ne(x, other);
        let verdict = chain.may_hold(&mut terms, &mut path, condition);
        let Verdict::Sat(witness) = verdict else { panic!("{verdict:?}") };
        chain.assume(&mut terms, &mut path, condition, witness);
    }
    let number = terms.constant(32, DEPTH);
    let sum = terms.add(x, number);
    let last = terms.eq(sum, y);
    let verdict = chain.may_hold(&mut terms, &mut path, last);
    assert!(!matches!(verdict, Verdict::Unsat(_)), "{verdict:?}");
    assert_eq!(path.constraints().len() as u64, DEPTH - 1);
}

/// What two paths have for themselves becomes one term of that depth.
#[test]
fn long_suffixes_are_joined_and_split() {
    const LENGTH: u64 = 100_000;
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| symbol(&mut terms, name, 32));
    let side = symbol(&mut terms, "side", 1);
    let opposite = terms.not(side);
    let mut chain = chain(&Options::default(), Box::new(Silent), None);
    let mut follow = |terms: &mut Terms, step: u64| {
        let mut path = Path::new();
        let conditions = (1..LENGTH).map(|n| {
            let number = terms.constant(32, 2 * n + step);
            let other = terms.xor(y, number);
            terms.ne(x, other)
        });
        let conditions: Vec<TermId> = [opposite].into_iter().chain(conditions).collect();
        for condition in conditions {
            let verdict = chain.may_hold(terms, &mut path, condition);
            let Verdict::Sat(witness) = verdict else { panic!("{verdict:?}") };
            chain.assume(terms, &mut path, condition, witness);
        }
        path
    };
    let paths = [follow(&mut terms, 0), follow(&mut terms, 1)];
    let joined = chain.join(&mut terms, &[&paths[0], &paths[1]]).expect("there are no objects");
    assert_eq!(joined.path.constraints().len(), 2, "the side, and the disjunction");
    for (which, path) in paths.iter().enumerate() {
        let split = chain.split(&mut terms, &joined.path, &joined.ways, which);
        let split = split.expect("an answer").expect("it is possible");
        assert_eq!(split.constraints(), path.constraints());
    }
}
