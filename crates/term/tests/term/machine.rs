//! Random terms beside a plain evaluator.
//!
//! A program of bytes drives a machine that keeps terms together with the values that
//! `dunlin_ir`'s concrete algebra gives them in a few models. Terms go through the smart
//! constructors, values do not: if they ever differ, a rewrite is wrong.

use dunlin_ir::Bits;
use dunlin_ir::algebra::Algebra;
use dunlin_ir::wide::Wide;
use dunlin_term::{
    ArrayValue, Base, BaseId, Evaluator, Model, Rewrite, Sort, SymbolId, Table, TermId, Terms, View,
};

pub const MODELS: usize = 3;
/// Widths of the symbols that programs start with.
const WIDTHS: [u32; 7] = [1, 4, 8, 16, 32, 64, 100];

/// A small deterministic generator.
#[derive(Clone)]
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// A value with a preference for small and extreme ones.
    pub fn bits(&mut self, width: u32) -> Bits {
        let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next()).collect();
        match self.below(6) {
            0 => Bits::from_u64(width, self.below(4)),
            1 => Wide.sub(width, &Bits::from_u64(width, 0), &Bits::from_u64(width, self.below(3))),
            2 => Wide.least_signed(width),
            3 => Bits::from_u64(width, 1 << self.below(width.min(64).into())),
            _ => Bits::new(width, &words),
        }
    }
}

type Values = [Bits; MODELS];

/// Terms with their values.
pub struct Machine {
    pub terms: Terms,
    pub models: [Model; MODELS],
    pool: Vec<(TermId, Values)>,
    arrays: Vec<(TermId, [ArrayValue; MODELS])>,
    evaluator: Evaluator,
    random: Random,
}

fn each(mut f: impl FnMut(usize) -> Bits) -> Values {
    std::array::from_fn(&mut f)
}

impl Machine {
    pub fn new(seed: u64) -> Machine {
        let mut machine = Machine {
            terms: Terms::new(),
            models: Default::default(),
            pool: Vec::new(),
            arrays: Vec::new(),
            evaluator: Evaluator::new(),
            random: Random(seed),
        };
        for width in WIDTHS {
            for name in ["x", "y"] {
                machine.symbol(&format!("{name}{width}"), width);
            }
        }
        for (index, element) in [(8, 8), (32, 8), (100, 70), (2, 1)] {
            machine.array(index, element);
        }
        for object in 0..2 {
            machine.base(object);
        }
        machine
    }

    fn symbol(&mut self, name: &str, width: u32) {
        let term = self.terms.symbol(name, Sort::BitVec(width)).unwrap();
        let values = each(|_| self.random.bits(width));
        for (model, value) in self.models.iter_mut().zip(&values) {
            model.set(symbol_id(&self.terms, term), value);
        }
        self.pool.push((term, values));
    }

    fn array(&mut self, index: u32, element: u32) {
        let name = format!("array{index}_{element}");
        let term = self.terms.symbol(&name, Sort::Array { index, element }).unwrap();
        let values = std::array::from_fn(|_| {
            let mut array = ArrayValue::new(index, self.random.bits(element));
            for _ in 0..6 {
                array.set(&self.random.bits(index), &self.random.bits(element));
            }
            array
        });
        for (model, value) in self.models.iter_mut().zip(&values) {
            model.set_array(symbol_id(&self.terms, term), value.clone());
        }
        self.arrays.push((term, values));
        let listed = (0..3).map(|_| self.random.bits(element)).collect::<Vec<_>>();
        let table = Table::new(index, self.random.bits(element), listed);
        let mut value = ArrayValue::new(index, table.default_element().clone());
        for i in 0..table.len() {
            value.set(&Bits::from_u64(index, i as u64), &table.element(i));
        }
        let term = self.terms.table(table);
        self.arrays.push((term, std::array::from_fn(|_| value.clone())));
    }

    fn base(&mut self, object: u64) {
        let base = Base { object, width: 64, size: None, align: 16, non_null: true };
        let term = self.terms.base(&base);
        let View::Base(id) = self.terms.view(term) else { panic!("not a base") };
        assert_eq!(id, BaseId(object as u32));
        let values = each(|_| Bits::from_u64(64, self.random.next() << 4));
        for (model, value) in self.models.iter_mut().zip(&values) {
            model.set_address(id, value.low_u64());
        }
        self.pool.push((term, values));
    }

    /// Any term of the pool, newer ones more often.
    fn any(&mut self) -> (TermId, Values) {
        let len = self.pool.len() as u64;
        let back = self.random.below(len).min(self.random.below(len));
        self.pool[(len - 1 - back) as usize].clone()
    }

    /// A term of this width: of the pool, a constant, or one that is cut or extended to fit.
    fn of_width(&mut self, width: u32) -> (TermId, Values) {
        if self.random.below(4) == 0 {
            let value = self.random.bits(width);
            return (self.terms.constant_bits(&value), each(|_| value.clone()));
        }
        for _ in 0..8 {
            let found = self.any();
            if found.1[0].width() == width {
                return found;
            }
        }
        let (term, values) = self.any();
        self.fit(term, values, width)
    }

    fn fit(&mut self, term: TermId, values: Values, width: u32) -> (TermId, Values) {
        let from = values[0].width();
        if from >= width {
            let low = self.random.below(u64::from(from - width) + 1) as u32;
            let term = self.terms.extract(low + width - 1, low, term);
            return (term, each(|i| Wide.extract(from, low + width - 1, low, &values[i])));
        }
        if self.random.below(2) == 0 {
            (self.terms.zext(width, term), each(|i| Wide.zext(from, width, &values[i])))
        } else {
            (self.terms.sext(width, term), each(|i| Wide.sext(from, width, &values[i])))
        }
    }

    /// One random operation; checks what it made.
    pub fn step(&mut self) {
        let choice = self.random.below(34);
        let (x, xs) = self.any();
        let width = xs[0].width();
        let (y, ys) = self.of_width(width);
        // The semantics of an instruction over both algebras.
        macro_rules! both {
            (|$a:ident, $p:ident, $q:ident| $body:expr) => {{
                let term = {
                    let ($a, $p, $q) = (&mut self.terms, &x, &y);
                    $body
                };
                let values = each(|i| {
                    let ($a, $p, $q) = (&mut Wide, &xs[i], &ys[i]);
                    $body
                });
                (term, values)
            }};
        }
        let made = match choice {
            0..=2 => both!(|a, p, q| Algebra::add(a, width, p, q)),
            3 => both!(|a, p, q| Algebra::sub(a, width, p, q)),
            4 => both!(|a, p, q| Algebra::mul(a, width, p, q)),
            5 => both!(|a, p, q| Algebra::udiv(a, width, p, q)),
            6 => both!(|a, p, q| Algebra::urem(a, width, p, q)),
            7 => both!(|a, p, q| Algebra::sdiv(a, width, p, q)),
            8 => both!(|a, p, q| Algebra::srem(a, width, p, q)),
            9 | 10 => both!(|a, p, q| Algebra::and(a, width, p, q)),
            11 | 12 => both!(|a, p, q| Algebra::or(a, width, p, q)),
            13 => both!(|a, p, q| Algebra::xor(a, width, p, q)),
            14 => both!(|a, p, _q| Algebra::not(a, width, p)),
            15 => both!(|a, p, q| Algebra::shl(a, width, p, q)),
            16 => both!(|a, p, q| Algebra::lshr(a, width, p, q)),
            17 => both!(|a, p, q| Algebra::ashr(a, width, p, q)),
            18 | 19 => both!(|a, p, q| Algebra::eq(a, width, p, q)),
            20 => both!(|a, p, q| Algebra::ult(a, width, p, q)),
            21 => both!(|a, p, q| Algebra::slt(a, width, p, q)),
            22 => both!(|a, p, q| Algebra::neg(a, width, p).pick(q)),
            23 | 24 => {
                let (c, cs) = self.of_width(1);
                let term = self.terms.ite(c, x, y);
                (term, each(|i| Wide.ite(width, &cs[i], &xs[i], &ys[i])))
            }
            25 | 26 => {
                let (z, zs) = self.any();
                if width + zs[0].width() > 300 {
                    return;
                }
                let term = self.terms.concat(x, z);
                (term, each(|i| Wide.concat(width, &xs[i], zs[i].width(), &zs[i])))
            }
            27 => {
                let target = WIDTHS[self.random.below(7) as usize];
                self.fit(x, xs, target)
            }
            28 => {
                let Some((z, zs, high)) = self.neighbour(x) else { return };
                let term = if high { self.terms.concat(z, x) } else { self.terms.concat(x, z) };
                let values = each(|i| {
                    let (h, l) = if high { (&zs[i], &xs[i]) } else { (&xs[i], &zs[i]) };
                    Wide.concat(h.width(), h, l.width(), l)
                });
                (term, values)
            }
            29 | 30 => self.read_array(),
            32 if (3..=64).contains(&width) => self.shifted_slices(x, &xs),
            33 => self.read_choice(),
            _ => {
                self.write_array();
                return;
            }
        };
        self.check(made);
    }

    /// The slice beside a slice: so that both may be joined.
    fn neighbour(&mut self, x: TermId) -> Option<(TermId, Values, bool)> {
        let View::Extract(of, low) = self.terms.view(x) else { return None };
        let (_, values) = self.pool.iter().find(|entry| entry.0 == of)?.clone();
        let (whole, width) = (self.terms.width(of), self.terms.width(x));
        let (high, low, above) = if low > 0 && self.random.below(2) == 0 {
            (low - 1, self.random.below(low.into()) as u32, false)
        } else if low + width < whole {
            let rest = whole - low - width;
            (low + width + self.random.below(rest.into()) as u32, low + width, true)
        } else {
            return None;
        };
        let term = self.terms.extract(high, low, of);
        Some((term, each(|i| Wide.extract(whole, high, low, &values[i])), above))
    }

    /// Two adjacent slices, put together again by shifting.
    fn shifted_slices(&mut self, x: TermId, xs: &Values) -> (TermId, Values) {
        let width = xs[0].width();
        let middle = 1 + self.random.below(u64::from(width) - 2) as u32;
        let low = self.random.below(middle.into()) as u32;
        let high = middle + self.random.below(u64::from(width - 1 - middle).max(1)) as u32;
        let values = each(|i| join(&mut Wide, width, [high, middle, low], &xs[i]));
        (join(&mut self.terms, width, [high, middle, low], &x), values)
    }

    /// A read of a choice between two arrays that differ from a third in one element each.
    fn read_choice(&mut self) -> (TermId, Values) {
        let (array, arrays) = self.any_array();
        let (index_width, element_width) = (arrays[0].index_width(), arrays[0].element_width());
        let (c, cs) = self.of_width(1);
        let mut sides = Vec::new();
        for _ in 0..2 {
            let at = self.random.bits(index_width);
            let index = self.terms.constant_bits(&at);
            let (element, elements) = self.of_width(element_width);
            let mut changed = arrays.clone();
            for (array, element) in changed.iter_mut().zip(&elements) {
                array.set(&at, element);
            }
            sides.push((self.terms.store(array, index, element), changed));
        }
        let choice = self.terms.ite(c, sides[0].0, sides[1].0);
        let at = self.random.bits(index_width);
        let index = self.terms.constant_bits(&at);
        let term = self.terms.select(choice, index);
        (term, each(|i| sides[usize::from(cs[i].is_zero())].1[i].get(&at)))
    }

    fn any_array(&mut self) -> (TermId, [ArrayValue; MODELS]) {
        let len = self.arrays.len() as u64;
        let back = self.random.below(len).min(self.random.below(len));
        self.arrays[(len - 1 - back) as usize].clone()
    }

    fn read_array(&mut self) -> (TermId, Values) {
        let (array, arrays) = self.any_array();
        if self.random.below(4) == 0 {
            // An equality with another array of the sort.
            let sort = self.terms.sort(array);
            for _ in 0..4 {
                let (other, others) = self.any_array();
                if self.terms.sort(other) == sort {
                    let term = self.terms.eq(array, other);
                    let same = |i: usize| arrays[i].same_as(&others[i]);
                    return (term, each(|i| Bits::from_u64(1, same(i).into())));
                }
            }
        }
        let (index, indices) = self.of_width(arrays[0].index_width());
        let term = self.terms.select(array, index);
        (term, each(|i| arrays[i].get(&indices[i])))
    }

    fn write_array(&mut self) {
        let (array, mut arrays) = self.any_array();
        let sort = self.terms.sort(array);
        let made = match self.random.below(6) {
            0 => {
                let (c, cs) = self.of_width(1);
                let (other, others) = self.any_array();
                if self.terms.sort(other) != sort {
                    return;
                }
                for i in 0..MODELS {
                    if cs[i].is_zero() {
                        arrays[i] = others[i].clone();
                    }
                }
                self.terms.ite(c, array, other)
            }
            1 => {
                let (element, elements) = self.of_width(arrays[0].element_width());
                for i in 0..MODELS {
                    arrays[i] = ArrayValue::new(arrays[i].index_width(), elements[i].clone());
                }
                self.terms.const_array(arrays[0].index_width(), element)
            }
            _ => {
                let (index, indices) = self.of_width(arrays[0].index_width());
                let (element, elements) = self.of_width(arrays[0].element_width());
                for i in 0..MODELS {
                    arrays[i].set(&indices[i], &elements[i]);
                }
                self.terms.store(array, index, element)
            }
        };
        assert_eq!(self.terms.sort(made), sort);
        for (model, array) in self.models.iter().zip(&arrays) {
            let value = self.evaluator.start(&self.terms, model).eval_array(made);
            assert!(value.unwrap().same_as(array), "an array differs: {made}");
        }
        self.arrays.push((made, arrays));
    }

    fn check(&mut self, (term, values): (TermId, Values)) {
        let width = values[0].width();
        assert_eq!(self.terms.sort(term), Sort::BitVec(width));
        let known = (width <= 64).then(|| self.terms.known_bits(term));
        let (top, bottom) = self.terms.known_zero_ends(term);
        for (model, expected) in self.models.iter().zip(&values) {
            let value = self.evaluator.eval(&self.terms, model, term).unwrap();
            assert_eq!(value, *expected, "{:?}", self.terms.view(term));
            assert!((0..bottom).all(|bit| !value.bit(bit)), "known zeros at the bottom");
            assert!((0..top).all(|bit| !value.bit(width - 1 - bit)), "known zeros at the top");
            if let Some(known) = known {
                assert_eq!(value.low_u64() & known.zeros, 0, "known zeros");
                assert_eq!(!value.low_u64() & known.ones, 0, "known ones");
            }
        }
        self.pool.push((term, values));
    }

    /// Forgets half of what was made, recycles it, and checks the rest again.
    pub fn collect(&mut self) {
        let first = self.pool.len() / 2;
        let dropped = self.pool.split_off(first.max(20));
        self.pool.extend(dropped.into_iter().skip(1).step_by(2));
        let roots: Vec<TermId> = self.pool.iter().map(|entry| entry.0).collect();
        let arrays: Vec<TermId> = self.arrays.iter().map(|entry| entry.0).collect();
        self.terms.collect(roots.into_iter().chain(arrays));
        for entry in std::mem::take(&mut self.pool) {
            self.check(entry);
        }
    }

    /// Every bit-vector made so far with the constants of its values, one per model.
    pub fn constants(&mut self) -> Vec<(TermId, [TermId; MODELS])> {
        let pool = self.pool.clone();
        pool.into_iter()
            .map(|(term, values)| (term, values.map(|value| self.terms.constant_bits(&value))))
            .collect()
    }

    pub fn fired(&self) -> Vec<Rewrite> {
        Rewrite::ALL.iter().copied().filter(|&rule| self.terms.rewrites(rule) > 0).collect()
    }
}

/// `x[middle-1:low] | x[high:middle] << (middle - low)`, zero-extended.
fn join<A: Algebra>(
    a: &mut A,
    width: u32,
    [high, middle, low]: [u32; 3],
    x: &A::Value,
) -> A::Value {
    let lower = a.extract(width, middle - 1, low, x);
    let lower = a.zext(middle - low, width, &lower);
    let upper = a.extract(width, high, middle, x);
    let upper = a.zext(high - middle + 1, width, &upper);
    let by = a.constant(width, (middle - low).into());
    let upper = a.shl(width, &upper, &by);
    a.or(width, &lower, &upper)
}

/// Lets a closure over two operands use one.
trait Pick: Sized {
    fn pick<T>(self, _unused: T) -> Self {
        self
    }
}

impl<T> Pick for T {}

pub fn symbol_id(terms: &Terms, term: TermId) -> SymbolId {
    let View::Symbol(id) = terms.view(term) else { panic!("{term} is not a symbol") };
    id
}
