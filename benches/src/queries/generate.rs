//! Kinds of queries, and how a query of each kind is made.

use super::arrays;
use super::floats;
use super::identities;
use super::quantifiers;
use super::scene::Scene;
use super::vectors::{self, Limits};
use dunlin_ir::Bits;
use dunlin_term::{TermId, View};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Few bits, all operators.
    Narrow,
    /// Up to 64 bits.
    Words,
    /// 65 to 200 bits.
    Wide,
    /// Parts of terms, put together again.
    Slices,
    /// Many conditions on few bytes, as branches of programs have them.
    Cells,
    /// Bytes of an array at constant and unknown indices, and words of them.
    Bytes,
    /// Chains of stores.
    Stores,
    /// Arrays of constants.
    Tables,
    /// Equality and choice of arrays, with many widths of index and element.
    Arrays,
    /// Addresses of objects, free or given.
    Bases,
    Floats,
    Quantifiers,
}

impl Kind {
    /// With how often each is chosen.
    pub const ALL: [(Kind, u64); 12] = [
        (Kind::Narrow, 14),
        (Kind::Words, 14),
        (Kind::Wide, 6),
        (Kind::Slices, 8),
        (Kind::Cells, 14),
        (Kind::Bytes, 10),
        (Kind::Stores, 8),
        (Kind::Tables, 6),
        (Kind::Arrays, 8),
        (Kind::Bases, 6),
        (Kind::Floats, 3),
        (Kind::Quantifiers, 3),
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Narrow => "narrow",
            Kind::Words => "words",
            Kind::Wide => "wide",
            Kind::Slices => "slices",
            Kind::Cells => "cells",
            Kind::Bytes => "bytes",
            Kind::Stores => "stores",
            Kind::Tables => "tables",
            Kind::Arrays => "arrays",
            Kind::Bases => "bases",
            Kind::Floats => "floats",
            Kind::Quantifiers => "quantifiers",
        }
    }

    fn limits(self) -> Limits {
        let (width, multiply, divide) = match self {
            Kind::Narrow => (8, 6, 5),
            Kind::Wide => (200, 5, 4),
            _ => (64, 8, 5),
        };
        Limits { width, multiply, divide }
    }
}

/// A conjunction, and what is known of it.
#[derive(Clone, Debug)]
pub struct Query {
    pub kind: Kind,
    pub constraints: Vec<TermId>,
    /// Whether it has a solution, if that is known from how it was made.
    pub expected: Option<bool>,
    /// Equations for the addresses of objects that have one.
    pub places: Vec<TermId>,
    /// Objects have no address yet: what a path does not know.
    pub unplaced: bool,
}

/// Makes the inputs of a batch.
pub fn start_batch(scene: &mut Scene, kind: Kind) {
    match kind {
        Kind::Narrow => symbols(scene, 3, 1, 5),
        Kind::Words | Kind::Slices => symbols(scene, 4, 1, 64),
        Kind::Wide => symbols(scene, 3, 65, 200),
        Kind::Cells => {
            for width in [8, 8, 8, 16, 32, 1] {
                scene.symbol(width);
            }
        }
        Kind::Bytes | Kind::Stores => {
            symbols(scene, 2, 2, 32);
            scene.array(64, 8);
            if scene.random.percent(50) {
                scene.array(64, 8);
            }
        }
        Kind::Tables => {
            symbols(scene, 3, 2, 32);
            scene.array(64, 8);
        }
        Kind::Arrays => {
            symbols(scene, 3, 1, 12);
            let (index, element) = match scene.random.below(6) {
                0 => (64, 8),
                1 => (32, 32),
                2 => (scene.random.between(65, 80) as u32, scene.random.between(1, 100) as u32),
                _ => (scene.random.between(1, 4) as u32, scene.random.between(1, 6) as u32),
            };
            scene.array(index, element);
            scene.array(index, element);
        }
        Kind::Bases => {
            let width = scene.random.pick(&[64, 64, 32]);
            symbols(scene, 2, 2, width);
            for _ in 0..scene.random.between(2, 4) {
                let align = scene.random.pick(&[1, 4, 8, 16, 64]);
                let size = scene.random.between(1, 64);
                scene.base(width, align, size);
            }
            scene.array(width, 8);
        }
        Kind::Floats => floats::inputs(scene),
        Kind::Quantifiers => {
            symbols(scene, 2, 3, 8);
            let index = scene.random.pick(&[4, 8, 8, 64]);
            scene.array(index, 8);
            scene.array(index, 8);
        }
    }
    scene.finish_inputs();
}

fn symbols(scene: &mut Scene, count: usize, least: u64, most: u32) {
    for _ in 0..count {
        let width = scene.random.between(least, most.into()) as u32;
        scene.symbol(width);
    }
}

/// The next query of a batch.
pub fn query(scene: &mut Scene, kind: Kind) -> Query {
    let keep = scene.random.pick(&[0, 0, 2]);
    scene.start_query(keep);
    let planted = scene.random.percent(45);
    let impossible = !planted && scene.random.percent(25);
    let count = match kind {
        Kind::Cells => scene.random.between(3, 10),
        Kind::Wide | Kind::Quantifiers => scene.random.between(1, 3),
        _ => scene.random.between(1, 5),
    };
    let mut constraints = Vec::new();
    if kind == Kind::Floats {
        constraints = floats::conditions(scene);
    }
    while kind != Kind::Floats && constraints.len() < count as usize {
        for _ in 0..scene.random.between(0, 3) {
            grow(scene, kind);
        }
        let condition = condition(scene, kind);
        // What the builder decides is not worth asking.
        if !scene.terms.is_const(condition) || scene.random.percent(4) {
            constraints.push(condition);
        }
    }
    if planted {
        for constraint in &mut constraints {
            *constraint = scene.planted(*constraint);
        }
    }
    if impossible {
        let violation = identities::violation(scene);
        let place = scene.random.between(0, constraints.len() as u64) as usize;
        constraints.insert(place, violation);
    }
    let unplaced = kind == Kind::Bases && scene.random.percent(40);
    let places = if unplaced { Vec::new() } else { places(scene) };
    let expected = (planted || impossible).then_some(planted);
    Query { kind, constraints, expected, places, unplaced }
}

/// Equations that say where the model has the objects.
fn places(scene: &mut Scene) -> Vec<TermId> {
    let mut places = Vec::new();
    for base in scene.bases.clone() {
        let View::Base(id) = scene.terms.view(base) else { continue };
        let address = Bits::from_u64(scene.terms.width(base), scene.model.address(id));
        let address = scene.terms.constant_bits(&address);
        places.push(scene.terms.eq(base, address));
    }
    places
}

fn grow(scene: &mut Scene, kind: Kind) {
    let limits = kind.limits();
    let often = scene.random.percent(60);
    match kind {
        Kind::Slices if often => {
            let x = scene.random.pick(&scene.pool);
            let slice = vectors::slice(scene, x, limits);
            scene.pool.push(slice);
        }
        Kind::Cells => cell_term(scene),
        Kind::Bytes if often => arrays::word(scene),
        Kind::Bytes => {
            if scene.random.percent(50) {
                arrays::read(scene);
            } else {
                vectors::grow(scene, limits);
            }
        }
        Kind::Stores if often => {
            for _ in 0..scene.random.between(1, 3) {
                arrays::store(scene);
            }
            arrays::read(scene);
        }
        Kind::Tables if often => {
            let index = scene.random.pick(&[3, 6, 8, 32, 64]);
            let element = scene.random.pick(&[1, 4, 8, 8, 16, 32]);
            arrays::table(scene, index, element);
            if scene.random.percent(30) {
                arrays::store(scene);
            }
            arrays::read(scene);
        }
        Kind::Arrays if often => match scene.random.below(8) {
            0..4 => {
                arrays::store(scene);
                arrays::read(scene);
            }
            4 => {
                arrays::choose(scene);
                arrays::read(scene);
            }
            5 => {
                let (index, element) = arrays::widths(scene, scene.arrays[0]);
                arrays::constant(scene, index, element);
            }
            6 => {
                let (index, element) = arrays::widths(scene, scene.arrays[0]);
                arrays::table(scene, index, element);
            }
            _ => arrays::read(scene),
        },
        Kind::Bases if often => pointer(scene),
        Kind::Bases if scene.random.percent(40) => {
            if scene.random.percent(40) {
                arrays::store(scene);
            }
            arrays::read(scene);
        }
        Kind::Quantifiers => arrays::read(scene),
        _ => vectors::grow(scene, limits),
    }
}

fn condition(scene: &mut Scene, kind: Kind) -> TermId {
    match kind {
        Kind::Arrays if scene.random.percent(30) => arrays::equality(scene),
        Kind::Quantifiers if scene.random.percent(60) => quantifiers::condition(scene),
        _ => vectors::condition(scene),
    }
}

/// What value sets are made for: an input with a constant.
fn cell_term(scene: &mut Scene) {
    let inputs = scene.inputs().len() as u64;
    let place = scene.random.below(inputs) as usize;
    let x = scene.inputs()[place];
    let width = scene.terms.width(x);
    let constant = scene.constant(width);
    let terms = &mut scene.terms;
    let term = match scene.random.below(12) {
        0 => terms.add(x, constant),
        1 => terms.and(x, constant),
        2 => terms.xor(x, constant),
        3 => {
            let wide = scene.random.pick(&[16, 32, 64]).max(width);
            terms.zext(wide, x)
        }
        4 => {
            let wide = scene.random.pick(&[16, 32, 64]).max(width);
            terms.sext(wide, x)
        }
        5 => {
            let factor = scene.random.below(12);
            let factor = terms.constant(width, factor);
            terms.mul(x, factor)
        }
        6 => {
            let divisor = 1 + scene.random.below(9);
            let divisor = terms.constant(width, divisor);
            if scene.random.percent(50) { terms.udiv(x, divisor) } else { terms.urem(x, divisor) }
        }
        7 => {
            let amount = scene.random.below(width.into());
            let amount = terms.constant(width, amount);
            if scene.random.percent(50) { terms.shl(x, amount) } else { terms.lshr(x, amount) }
        }
        8 => {
            let other = scene.fit(width);
            scene.terms.add(x, other)
        }
        9 => {
            let other = scene.fit(width);
            scene.terms.sub(x, other)
        }
        _ => x,
    };
    scene.pool.push(term);
}

/// An address: of an object, with an offset.
fn pointer(scene: &mut Scene) {
    let base = scene.random.pick(&scene.bases);
    let width = scene.terms.width(base);
    let index = scene.fit(width.min(8));
    let index = scene.resize(index, width);
    let scale = scene.random.pick(&[1, 4, 8, 24]);
    let scale = scene.terms.constant(width, scale);
    let offset = scene.terms.mul(index, scale);
    let address = scene.terms.add(base, offset);
    let term = match scene.random.below(5) {
        0 => {
            let other = scene.random.pick(&scene.bases);
            scene.terms.sub(address, other)
        }
        1 => {
            let low = scene.random.pick(&[3, 7, 15, 127]);
            let low = scene.terms.constant(width, low);
            scene.terms.and(address, low)
        }
        _ => address,
    };
    scene.pool.push(term);
}
