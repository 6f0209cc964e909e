//! The address-aware cache: what it answers, what it must not, and that it is always right.

use crate::objects::{base_id, below, guard, object, path_with, table_read};
use crate::pointer_formulas::{Formulas, layout, objects, set_addresses};
use crate::support::{PLENTY, Random, satisfies, symbol};
use crate::walks::native_chain;
use dunlin_solver::agnostic::Agnostic;
use dunlin_solver::chain::{Chain, Options, Path, Verdict};
use dunlin_term::{Evaluator, Model, TermId, Terms, View};

fn answered(chain: &Chain, name: &str) -> u64 {
    let counters = chain.counters();
    counters.iter().find(|(layer, _)| *layer == name).map_or(0, |(_, c)| c.answered())
}

fn hits(chain: &Chain) -> u64 {
    answered(chain, "address-aware cache")
}

/// Nothing but the cache, and comparing what it says with what a backend says.
fn checked() -> Chain {
    let options = Options {
        independence: true,
        address_aware: true,
        exact_cache: true,
        check: true,
        budget: PLENTY,
        ..Options::bare()
    };
    native_chain(&options)
}

/// All of it must hold, on a path with these addresses.
fn ask(chain: &mut Chain, terms: &mut Terms, path: &Path, constraints: &[TermId]) -> Verdict {
    let all = constraints.iter().fold(TermId::TRUE, |all, &next| terms.and(all, next));
    let verdict = chain.may_hold(terms, &mut path.clone(), all);
    if let Verdict::Sat(witness) = &verdict {
        assert!(satisfies(terms, &witness.model, constraints), "the model is renamed");
        for &base in terms.free_variables(all).iter() {
            if let View::Base(id) = terms.view(base) {
                assert_eq!(witness.model.address(id), path.model().address(id));
            }
        }
    }
    verdict
}

fn verify(chain: &Chain) {
    if let Some(found) = chain.disagreements().first() {
        panic!("{} contradicts {}:\n{}", found.between[0], found.between[1], found.question);
    }
    assert_eq!(chain.sharing().expect("the cache is on").failed, 0);
}

/// The queries q5 to q8 of Table 4.1: two states that allocate the same objects elsewhere.
#[test]
fn table_4_1() {
    let mut terms = Terms::new();
    let mut chain = checked();
    let (i, i_bounded) = below(&mut terms, "i", 2);
    let (j, j_bounded) = below(&mut terms, "j", 2);
    let content = |terms: &mut Terms, value: u64| {
        let (zero, one) = (terms.constant(8, 0), terms.constant(64, 1));
        let (value, empty) = (terms.constant(8, value), terms.const_array(64, zero));
        terms.store(empty, one, value)
    };
    let (magic, other) = (content(&mut terms, 7), content(&mut terms, 9));
    let seven = terms.constant(8, 7);
    let mut verdicts = Vec::new();
    for (first_object, addresses) in [(2, [200, 300]), (5, [600, 500])] {
        let bases = [0, 1].map(|n| object(&mut terms, first_object + n, 2));
        let addresses = addresses.map(|address: u64| address * 64);
        let path = path_with(&terms, &[(bases[0], addresses[0]), (bases[1], addresses[1])]);
        let row = table_read(&mut terms, &bases, i);
        let pointer = terms.add(row, j);
        for (base, content) in [(bases[0], magic), (bases[1], other)] {
            let inside = guard(&mut terms, pointer, base, 2);
            let offset = terms.sub(pointer, base);
            let element = terms.select(content, offset);
            let found = terms.eq(element, seven);
            let query = [i_bounded, j_bounded, inside, found];
            verdicts.push(ask(&mut chain, &mut terms, &path, &query).is_sat());
        }
    }
    assert_eq!(verdicts, [true, false, true, false]);
    assert_eq!(hits(&chain), 2);
    assert_eq!(chain.backend_questions(), 2);
    assert_eq!(chain.cache_entries(), 2, "a shared answer is remembered once");
    let sharing = chain.sharing().expect("the cache is on");
    assert_eq!((sharing.asked, sharing.with_bases, sharing.shareable), (4, 4, 4));
    verify(&chain);
}

/// A question about `p` and `q`, on objects 1 and 2 and then on 3 and 4: whether the second is a hit.
fn is_hit(
    sizes: [u64; 4],
    question: impl Fn(&mut Terms, TermId, TermId) -> Vec<TermId>,
    again: impl Fn(&mut Terms, TermId, TermId) -> Vec<TermId>,
) -> bool {
    let mut terms = Terms::new();
    let mut chain = checked();
    let [p, q, r, s] = [0, 1, 2, 3].map(|n| object(&mut terms, n as u64 + 1, sizes[n]));
    let path = path_with(&terms, &[(p, 0x1000), (q, 0x2000), (r, 0x4000), (s, 0x3000)]);
    let first = question(&mut terms, p, q);
    ask(&mut chain, &mut terms, &path, &first);
    assert_eq!(hits(&chain), 0);
    let second = again(&mut terms, r, s);
    ask(&mut chain, &mut terms, &path, &second);
    verify(&chain);
    hits(&chain) == 1
}

fn chooses_second(terms: &mut Terms, p: TermId, q: TermId) -> Vec<TermId> {
    let i = symbol(terms, "i", 64);
    let read = table_read(terms, &[p, q], i);
    vec![terms.eq(read, q)]
}

#[test]
fn sizes_must_be_equal() {
    assert!(is_hit([8, 24, 8, 24], chooses_second, chooses_second));
    assert!(!is_hit([8, 24, 8, 40], chooses_second, chooses_second));
    assert!(!is_hit([8, 24, 24, 8], chooses_second, chooses_second));
}

#[test]
fn objects_must_not_be_confused() {
    let first = |terms: &mut Terms, p: TermId, q: TermId| {
        let i = symbol(terms, "i", 64);
        let read = table_read(terms, &[p, q], i);
        vec![terms.eq(read, p)]
    };
    assert!(!is_hit([8; 4], chooses_second, first));
    // One object twice is not two objects.
    let twice = |terms: &mut Terms, p: TermId, _: TermId| chooses_second(terms, p, p);
    assert!(!is_hit([8; 4], chooses_second, twice));
}

#[test]
fn any_order_will_do() {
    let parts = |terms: &mut Terms, p: TermId, q: TermId| {
        let i = symbol(terms, "i", 64);
        let read = table_read(terms, &[p, q], i);
        let at_second = terms.eq(read, q);
        let (_, bounded) = below(terms, "i", 9);
        let null = terms.constant(64, 0);
        let is_null = terms.eq(read, null);
        let not_null = terms.not(is_null);
        [at_second, bounded, not_null]
    };
    let forward = |terms: &mut Terms, p: TermId, q: TermId| parts(terms, p, q).to_vec();
    let backward = |terms: &mut Terms, p: TermId, q: TermId| {
        let mut all = parts(terms, p, q).to_vec();
        all.reverse();
        all
    };
    assert!(is_hit([8; 4], forward, backward));
}

/// Figure 4.3 and its like: the second path has the objects in the other order.
#[test]
fn what_depends_on_addresses_is_not_shared() {
    type Make = fn(&mut Terms, TermId, TermId, TermId) -> TermId;
    let order: Make = |terms, p, q, x| {
        let zero = terms.constant(64, 0);
        let chosen = terms.eq(x, zero);
        let pointer = terms.ite(chosen, p, q);
        terms.ult(q, pointer)
    };
    let beyond: Make = |terms, p, q, x| {
        let (zero, hundred) = (terms.constant(64, 0), terms.constant(64, 0x1000));
        let far = terms.add(p, hundred);
        let chosen = terms.eq(x, zero);
        let pointer = terms.ite(chosen, far, p);
        terms.eq(pointer, q)
    };
    let hash: Make = |terms, p, _, x| {
        let seven = terms.constant(64, 7);
        let bucket = terms.urem(p, seven);
        terms.eq(bucket, x)
    };
    let number: Make = |terms, p, q, x| {
        let zero = terms.constant(64, 0);
        let chosen = terms.eq(x, zero);
        let pointer = terms.ite(chosen, p, q);
        let address = terms.constant(64, 0x2000);
        terms.eq(pointer, address)
    };
    let slice: Make = |terms, p, _, x| {
        let low = terms.extract(15, 8, p);
        let byte = terms.extract(7, 0, x);
        terms.eq(low, byte)
    };
    for make in [order, beyond, hash, number, slice] {
        let mut terms = Terms::new();
        let mut chain = checked();
        let (x, bounded) = below(&mut terms, "x", 16);
        for (first, addresses) in [(1, [0x1000, 0x2000]), (3, [0x4000, 0x3000])] {
            let bases = [0, 1].map(|n| object(&mut terms, first + n, 50));
            let path = path_with(&terms, &[(bases[0], addresses[0]), (bases[1], addresses[1])]);
            let condition = make(&mut terms, bases[0], bases[1], x);
            ask(&mut chain, &mut terms, &path, &[bounded, condition]);
        }
        let sharing = chain.sharing().expect("the cache is on");
        assert_eq!((sharing.with_bases, sharing.shareable), (2, 0));
        assert_eq!(hits(&chain), 0);
        verify(&chain);
    }
}

#[test]
fn private_questions_and_pinned_objects_are_not_shared() {
    let mut terms = Terms::new();
    let mut chain = checked();
    let [p, q, r, s] = [1, 2, 3, 4].map(|n| object(&mut terms, n, 8));
    let path = path_with(&terms, &[(p, 0x1000), (q, 0x2000), (r, 0x4000), (s, 0x3000)]);
    let (first, second) = (chooses_second(&mut terms, p, q), chooses_second(&mut terms, r, s));
    let here = chain.may_hold_here(&mut terms, &mut path.clone(), first[0]);
    assert!(here.is_sat());
    assert_eq!(chain.sharing().expect("the cache is on").shareable, 0);
    let mut pinned = path.clone();
    pinned.pin(2);
    assert!(pinned.is_pinned(2) && !pinned.is_pinned(1) && !path.is_pinned(2));
    ask(&mut chain, &mut terms, &pinned, &first);
    ask(&mut chain, &mut terms, &path, &second);
    assert_eq!(hits(&chain), 0, "nothing was remembered before");
    ask(&mut chain, &mut terms, &pinned, &first);
    assert!(chain.may_hold_here(&mut terms, &mut path.clone(), first[0]).is_sat());
    assert_eq!(hits(&chain), 0, "these do not look");
    ask(&mut chain, &mut terms, &path, &first);
    assert_eq!(hits(&chain), 1);
    verify(&chain);
}

#[test]
fn paths_without_a_layout_are_left_alone() {
    let mut terms = Terms::new();
    let mut chain = checked();
    let [p, q] = [1, 2].map(|n| object(&mut terms, n, 8));
    let question = chooses_second(&mut terms, p, q);
    for addresses in [[0x1000, 0x1008], [0, 0x1000], [0x1000, 0x1000]] {
        let path = path_with(&terms, &[(p, addresses[0]), (q, addresses[1])]);
        ask(&mut chain, &mut terms, &path, &question);
    }
    assert_eq!(chain.sharing().expect("the cache is on").shareable, 0);
    chain.check(&mut terms, &question);
    verify(&chain);
}

#[test]
fn constraints_pin_what_they_depend_on() {
    let mut terms = Terms::new();
    let mut chain = checked();
    let bases = [1, 2, 3, 4].map(|n| object(&mut terms, n, 50));
    let [p, q, r, s] = bases;
    let addresses = [(p, 0x1000), (q, 0x2000), (r, 0x3000), (s, 0x4000)];
    let mut path = path_with(&terms, &addresses);
    let (x, bounded) = below(&mut terms, "x", 50);
    let i = symbol(&mut terms, "i", 64);
    let read = table_read(&mut terms, &[p, q, r], i);
    let moved = terms.add(read, x);
    let inside = guard(&mut terms, moved, q, 50);
    let seven = terms.constant(64, 7);
    let hashed = terms.urem(s, seven);
    let hash_is = terms.eq(hashed, x);
    let unpinned: &[u64] = &[];
    // The bound comes first: then the guard depends on no address.
    for (condition, pinned) in [(bounded, unpinned), (inside, unpinned), (hash_is, &[4])] {
        match chain.may_hold(&mut terms, &mut path, condition) {
            Verdict::Sat(witness) => chain.assume(&mut terms, &mut path, condition, witness),
            other => panic!("{other:?}"),
        }
        assert_eq!(path.pinned(), pinned);
    }
    // The promise: what is not pinned may be moved.
    for (base, address) in [(p, 0x9000), (q, 0x1000), (r, 0x2000)] {
        path.set_address(base_id(&terms, base), address);
    }
    assert!(satisfies(&terms, path.model(), path.constraints()));
    // Without the bound, the guard may be reached from another object.
    let mut other = path_with(&terms, &addresses);
    match chain.may_hold(&mut terms, &mut other, inside) {
        Verdict::Sat(witness) => chain.assume(&mut terms, &mut other, inside, witness),
        other => panic!("{other:?}"),
    }
    assert_eq!(other.pinned(), [1, 2, 3]);
    verify(&chain);
}

#[test]
fn recycled_terms_are_forgotten() {
    let mut terms = Terms::new();
    let mut chain = checked();
    let [p, q] = [1, 2].map(|n| object(&mut terms, n, 8));
    let path = path_with(&terms, &[(p, 0x1000), (q, 0x2000)]);
    let question = chooses_second(&mut terms, p, q);
    ask(&mut chain, &mut terms, &path, &question);
    assert_eq!(chain.cache_entries(), 1);
    terms.collect([]);
    chain.forget();
    assert_eq!(chain.cache_entries(), 0);
    let question = chooses_second(&mut terms, p, q);
    ask(&mut chain, &mut terms, &path, &question);
    assert_eq!((hits(&chain), chain.cache_entries()), (0, 1));
}

const SIZES: [u64; 4] = [1, 3, 4, 4];

/// What pins no base has the same truth under all layouts; what pins some, under all that keep these.
#[test]
fn only_pinned_addresses_matter() {
    let (mut agnostic_ones, mut moved, mut sensitive) = (0, 0, 0);
    let mut random = Random::new(5);
    for seed in 0..3000 {
        let mut terms = Terms::new();
        let bases = objects(&mut terms, 1, &SIZES);
        let tame = 2 + seed as usize % 12;
        let mut formulas = Formulas {
            terms: &mut terms,
            random: Random::new(seed),
            bases: &bases,
            sizes: &SIZES,
            tame,
        };
        let constraints = formulas.conjunction();
        if !constraints.iter().any(|&c| terms.has_base(c)) {
            continue;
        }
        let pinned = Agnostic::default().pinned_together(&terms, &constraints);
        agnostic_ones += u64::from(pinned.is_empty());
        let (x, y) = (symbol(&mut terms, "x", 3), symbol(&mut terms, "y", 3));
        let mut evaluator = Evaluator::new();
        let mut truth = |addresses: &[u64], input: u64| {
            let mut model = Model::new();
            set_addresses(&terms, &mut model, &bases, addresses);
            for (symbol, value) in [(x, input % 8), (y, input / 8)] {
                let View::Symbol(id) = terms.view(symbol) else { unreachable!("a symbol") };
                model.set(id, &dunlin_ir::Bits::from_u64(3, value));
            }
            let mut evaluation = evaluator.start(&terms, &model);
            constraints.iter().all(|&c| evaluation.holds(c) == Some(true))
        };
        for _ in 0..4 {
            let first = layout(&mut random, &SIZES, &[]);
            let fixed: Vec<(usize, u64)> = (0..bases.len())
                .filter(|&n| pinned.contains(&base_id(&terms, bases[n])))
                .map(|n| (n, first[n]))
                .collect();
            let second = layout(&mut random, &SIZES, &fixed);
            let anywhere = layout(&mut random, &SIZES, &[]);
            for input in 0..64 {
                let expected = truth(&first, input);
                assert_eq!(truth(&second, input), expected, "seed {seed}: {first:?} {second:?}");
                moved += u64::from(first != second);
                sensitive += u64::from(truth(&anywhere, input) != expected);
            }
        }
    }
    assert!(agnostic_ones > 500, "{agnostic_ones} depend on no address");
    assert!(moved > 50_000, "{moved} comparisons");
    assert!(sensitive > 500, "{sensitive} depend on addresses");
}

/// Whatever the cache says, a backend says of the same question with the addresses of that path.
#[test]
fn the_cache_is_right_for_every_layout() {
    let (mut answers, mut unshared, mut different) = (0, 0, 0);
    let mut random = Random::new(7);
    for seed in 0..300 {
        let mut terms = Terms::new();
        let mut chain = checked();
        let mut alone = native_chain(&Options { budget: PLENTY, ..Options::bare() });
        let tame = 3 + seed as usize % 20;
        let mut verdicts = Vec::new();
        // The same objects elsewhere, others of the same and of other sizes, two in each other's
        // place, and one twice.
        let others = [(1, SIZES), (11, SIZES), (21, [4, 3, 1, 4]), (31, [1, 3, 4, 5])];
        let places = [(0, [0, 1, 2, 3]), (0, [0, 1, 2, 3]), (1, [0, 1, 3, 2]), (1, [0, 1, 2, 2])];
        let worlds = places.into_iter().chain([(2, [0, 1, 2, 3]), (3, [0, 1, 2, 3])]);
        for (world, places) in worlds {
            let (first, sizes) = others[world];
            let all = objects(&mut terms, first, &sizes);
            let (terms, bases) = (&mut terms, &places.map(|place| all[place]));
            let random_formula = Random::new(seed);
            // The formula is made for the first sizes.
            let mut formulas =
                Formulas { terms, random: random_formula, bases, sizes: &SIZES, tame };
            let constraints = formulas.conjunction();
            let mut model = Model::new();
            set_addresses(terms, &mut model, &all, &layout(&mut random, &sizes, &[]));
            let path = Path::with_model(model);
            let verdict = ask(&mut chain, terms, &path, &constraints).is_sat();
            let expected = ask(&mut alone, terms, &path, &constraints).is_sat();
            assert_eq!(verdict, expected, "seed {seed}");
            verdicts.push(expected);
        }
        verify(&chain);
        let sharing = chain.sharing().expect("the cache is on");
        answers += hits(&chain);
        unshared += sharing.with_bases - sharing.shareable;
        different += u64::from(verdicts[0] != verdicts[1]);
    }
    assert!(answers > 80, "{answers} answers");
    assert!(unshared > 80, "{unshared} questions were not shared");
    assert!(different > 5, "{different} questions have another answer elsewhere");
}
