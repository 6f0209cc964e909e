//! What the queries of a batch are built of: an arena, some inputs, terms that grow from them, and a
//! random model that planted queries are true under.

use crate::solver::random::Random;
use dunlin_ir::Bits;
use dunlin_term::{ArrayValue, Base, Evaluator, Model, Sort, TermId, Terms, View, smt};

/// An operator of the builder.
pub type Binary = fn(&mut Terms, TermId, TermId) -> TermId;

pub struct Scene {
    pub terms: Terms,
    pub random: Random,
    /// Bit-vectors to build from, inputs first.
    pub pool: Vec<TermId>,
    /// Arrays to build from, inputs first.
    pub arrays: Vec<TermId>,
    pub bases: Vec<TermId>,
    pub model: Model,
    evaluator: Evaluator,
    /// How many of the pool and of the arrays are inputs.
    inputs: [usize; 2],
}

impl Scene {
    pub fn new(random: Random) -> Scene {
        Scene {
            terms: Terms::new(),
            random,
            pool: Vec::new(),
            arrays: Vec::new(),
            bases: Vec::new(),
            model: Model::new(),
            evaluator: Evaluator::new(),
            inputs: [0; 2],
        }
    }

    /// A new input with a random value in the model.
    pub fn symbol(&mut self, width: u32) -> TermId {
        let value = self.value(width);
        self.symbol_with(&value)
    }

    pub fn symbol_with(&mut self, value: &Bits) -> TermId {
        let name = format!("s{}", self.terms.symbols().len());
        let sort = Sort::BitVec(value.width());
        let term = self.terms.symbol(&name, sort).expect("the name is new");
        if let View::Symbol(id) = self.terms.view(term) {
            self.model.set(id, value);
        }
        self.pool.push(term);
        term
    }

    /// A new array, whose first elements and some others are random in the model.
    pub fn array(&mut self, index: u32, element: u32) -> TermId {
        let name = format!("a{}", self.terms.symbols().len());
        let sort = Sort::Array { index, element };
        let term = self.terms.symbol(&name, sort).expect("the name is new");
        let default = self.value(element);
        let mut value = ArrayValue::new(index, default);
        for i in 0..6 {
            let place = if i < 4 { Bits::from_u64(index, i) } else { self.value(index) };
            let stored = self.value(element);
            value.set(&place, &stored);
        }
        if let View::Symbol(id) = self.terms.view(term) {
            self.model.set_array(id, value);
        }
        self.arrays.push(term);
        term
    }

    /// A new object at an address of the model that fits to its alignment.
    pub fn base(&mut self, width: u32, align: u64, size: u64) -> TermId {
        let object = self.bases.len() as u64;
        let size = self.terms.constant(width, size);
        let base = Base { object, width, size: Some(size), align, non_null: true };
        let term = self.terms.base(&base);
        let address = (0x1000 * (object + 1) + 0x10 * self.random.below(64)) & !(align - 1);
        if let View::Base(id) = self.terms.view(term) {
            self.model.set_address(id, address);
        }
        self.bases.push(term);
        self.pool.push(term);
        term
    }

    /// What exists now are the inputs.
    pub fn finish_inputs(&mut self) {
        self.inputs = [self.pool.len(), self.arrays.len()];
    }

    /// Forgets what was built, but for a few terms, so that queries have parts in common.
    pub fn start_query(&mut self, keep: usize) {
        let built = self.pool.split_off(self.inputs[0]);
        self.arrays.truncate(self.inputs[1]);
        for _ in 0..keep.min(built.len()) {
            let kept = self.random.pick(&built);
            self.pool.push(kept);
        }
    }

    pub fn inputs(&self) -> &[TermId] {
        &self.pool[..self.inputs[0]]
    }

    /// A random value: small, near the ends, a power of two, or anything.
    pub fn value(&mut self, width: u32) -> Bits {
        let random = &mut self.random;
        let mut words: Vec<u64> = match random.below(6) {
            0 => vec![random.below(8)],
            1 => vec![random.below(300)],
            2 => {
                let mut words = vec![u64::MAX; width.div_ceil(64) as usize];
                words[0] -= random.below(4);
                words
            }
            3 => {
                let place = random.below(width.into());
                let mut words = vec![0; width.div_ceil(64) as usize];
                words[(place / 64) as usize] = 1 << (place % 64);
                words
            }
            _ => (0..width.div_ceil(64)).map(|_| random.bits()).collect(),
        };
        words.resize(width.div_ceil(64) as usize, 0);
        Bits::new(width, &words)
    }

    pub fn constant(&mut self, width: u32) -> TermId {
        let value = self.value(width);
        self.terms.constant_bits(&value)
    }

    /// A term of the pool, or a constant, brought to a width.
    pub fn fit(&mut self, width: u32) -> TermId {
        if self.random.percent(22) {
            return self.constant(width);
        }
        let term = self.random.pick(&self.pool);
        self.resize(term, width)
    }

    /// The term at another width: a part of it, or extended.
    pub fn resize(&mut self, term: TermId, width: u32) -> TermId {
        let have = self.terms.width(term);
        if have > width {
            let low = self.random.below(u64::from(have - width + 1)) as u32;
            self.terms.extract(low + width - 1, low, term)
        } else if have == width {
            term
        } else if self.random.percent(60) {
            self.terms.zext(width, term)
        } else {
            self.terms.sext(width, term)
        }
    }

    /// One of the youngest terms.
    pub fn young(&mut self) -> TermId {
        let back = self.random.below(self.pool.len().min(4) as u64) as usize;
        self.pool[self.pool.len() - 1 - back]
    }

    /// The value in the model, if no quantifier ranges too far.
    pub fn eval(&mut self, term: TermId) -> Option<Bits> {
        self.evaluator.eval(&self.terms, &self.model, term)
    }

    /// The value in the model as a constant.
    pub fn value_of(&mut self, term: TermId) -> TermId {
        match self.eval(term) {
            Some(value) => self.terms.constant_bits(&value),
            None => term,
        }
    }

    /// An operator on two terms. What the builder makes of them must have the value that the operator
    /// has on their values.
    pub fn apply(&mut self, op: Binary, x: TermId, y: TermId) -> TermId {
        let term = op(&mut self.terms, x, y);
        let (constant_x, constant_y) = (self.value_of(x), self.value_of(y));
        let expected = op(&mut self.terms, constant_x, constant_y);
        let found = self.value_of(term);
        if found != expected && self.terms.is_const(found) {
            let operands = [
                self.terms.eq(x, constant_x),
                self.terms.eq(y, constant_y),
                self.terms.eq(term, found),
            ];
            let text = smt::query(&self.terms, &operands);
            panic!("an operator on two terms has another value than on their values:\n{text}");
        }
        term
    }

    /// The condition or its opposite, whichever is true in the model.
    pub fn planted(&mut self, condition: TermId) -> TermId {
        match self.eval(condition) {
            Some(value) if value.is_zero() => self.terms.not(condition),
            _ => condition,
        }
    }

    /// Makes nodes of dead terms free for others. Inputs and the pool stay alive.
    pub fn recycle(&mut self) {
        let roots: Vec<TermId> = self.pool.iter().chain(&self.arrays).copied().collect();
        self.terms.collect(roots);
    }
}
