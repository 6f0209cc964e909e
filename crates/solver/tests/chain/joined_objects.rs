//! Joining paths that know addresses.

use crate::support::symbol;
use crate::walks::{native_chain, report};
use dunlin_solver::chain::{Apart, Chain, Options, Path, Verdict};
use dunlin_term::{Base, Model, TermId, Terms, View};

struct Objects {
    terms: Terms,
    chain: Chain,
}

impl Objects {
    fn new() -> Objects {
        let options = Options { check: true, address_aware: true, ..Options::default() };
        Objects { terms: Terms::new(), chain: native_chain(&options) }
    }

    fn base(&mut self, object: u64) -> TermId {
        let size = Some(self.terms.constant(64, 16));
        self.terms.base(&Base { object, width: 64, size, align: 16, non_null: true })
    }

    fn path(&self, addresses: &[(TermId, u64)]) -> Path {
        let mut model = Model::new();
        for &(base, address) in addresses {
            let View::Base(id) = self.terms.view(base) else { panic!("a base") };
            model.set_address(id, address);
        }
        Path::with_model(model)
    }

    fn assume(&mut self, path: &mut Path, condition: TermId) {
        match self.chain.may_hold(&mut self.terms, path, condition) {
            Verdict::Sat(witness) => {
                self.chain.assume(&mut self.terms, path, condition, witness);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn an_object_has_one_address() {
    let mut objects = Objects::new();
    let (p, q) = (objects.base(1), objects.base(2));
    let left = objects.path(&[(p, 0x10000), (q, 0x20000)]);
    let moved = objects.path(&[(p, 0x10000), (q, 0x30000)]);
    let found = objects.chain.join(&mut objects.terms, &[&left, &moved]);
    let apart = Apart::Moved { object: 2, addresses: [0x20000, 0x30000] };
    assert_eq!(found.expect_err("q lies at two places"), apart);
    let text = "object 2 lies at 0x20000 on one path and at 0x30000 on another";
    assert_eq!(apart.to_string(), text);
    let mut pinned = left.clone();
    pinned.pin(2);
    assert!(objects.chain.join(&mut objects.terms, &[&moved, &pinned]).is_err());
    let joined = objects.chain.join(&mut objects.terms, &[&left, &pinned]).unwrap();
    assert_eq!(joined.path.pinned(), [2]);
}

#[test]
fn objects_of_one_path_keep_their_places() {
    let mut objects = Objects::new();
    let (p, q, r) = (objects.base(1), objects.base(2), objects.base(3));
    let x = symbol(&mut objects.terms, "x", 64);
    let [small, large] = [8, 100].map(|value| objects.terms.constant(64, value));
    let below = objects.terms.ult(x, small);
    let above = objects.terms.ult(large, x);
    let mut left = objects.path(&[(p, 0x10000), (q, 0x20000)]);
    objects.assume(&mut left, below);
    let mut right = objects.path(&[(p, 0x10000), (r, 0x30000)]);
    objects.assume(&mut right, above);
    let joined = objects.chain.join(&mut objects.terms, &[&left, &right]).unwrap();
    let [View::Base(q_id), View::Base(r_id)] = [q, r].map(|base| objects.terms.view(base)) else {
        panic!("bases")
    };
    let model = joined.path.model();
    assert_eq!((model.address(q_id), model.address(r_id)), (0x20000, 0x30000));
    // A choice between them is one.
    let guard = joined.ways.guards()[0].condition;
    let pointer = objects.terms.ite(guard, q, r);
    let is_r = objects.terms.eq(pointer, r);
    let mut path = joined.path;
    let both = objects.terms.and(is_r, below);
    assert!(objects.chain.may_hold(&mut objects.terms, &mut path, both).is_unsat());
    objects.assume(&mut path, is_r);
    let same = objects.path(&[(p, 0x10000), (r, 0x20010)]);
    let found = objects.chain.join(&mut objects.terms, &[&left, &same]);
    assert_eq!(found.expect_err("one past the end of q"), Apart::SamePlace { objects: [2, 3] });
    // Where a path has both, one has come after the other.
    let both = objects.path(&[(p, 0x10000), (q, 0x20000), (r, 0x20000)]);
    assert!(objects.chain.join(&mut objects.terms, &[&left, &same, &both]).is_err());
    assert!(objects.chain.join(&mut objects.terms, &[&left, &both]).is_ok());
    report(&objects.chain);
}

/// What depends on an address on one path does so on the joined one.
#[test]
fn pinned_objects_stay_pinned() {
    let mut objects = Objects::new();
    let (p, q) = (objects.base(1), objects.base(2));
    let x = symbol(&mut objects.terms, "x", 64);
    let start = objects.path(&[(p, 0x10000), (q, 0x20000)]);
    let inside = objects.terms.add(p, x);
    let meets = objects.terms.eq(inside, q);
    let mut left = start.clone();
    objects.assume(&mut left, meets);
    assert!(left.is_pinned(1) && left.depends_on_addresses());
    let one = objects.terms.constant(64, 1);
    let other = objects.terms.eq(x, one);
    let mut right = start.clone();
    objects.assume(&mut right, other);
    for paths in [[&left, &right], [&right, &left]] {
        let joined = objects.chain.join(&mut objects.terms, &paths).unwrap();
        assert!(joined.path.is_pinned(1) && joined.path.is_pinned(2));
        assert!(joined.path.depends_on_addresses());
        assert!(right.pinned().is_empty());
        let which = usize::from(paths[1].depends_on_addresses());
        let split = objects.chain.split(&mut objects.terms, &joined.path, &joined.ways, which);
        let split = split.expect("an answer").expect("it is possible");
        assert!(split.depends_on_addresses());
        assert_eq!(split.constraints(), [meets]);
    }
    report(&objects.chain);
}
