//! Random numbers, symbols and the naive solver that everything is compared with.

pub mod generate;

use dunlin_ir::Bits;
use dunlin_solver::backend::{Answer, Backend, Budget};
use dunlin_term::{ArrayValue, Evaluator, Model, Sort, SymbolId, TermId, Terms};

pub const PLENTY: Budget = Budget { conflicts: 1_000_000, deadline: None };

/// A small generator (SplitMix64), so that every run tests the same.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

pub fn symbol(terms: &mut Terms, name: &str, width: u32) -> TermId {
    terms.symbol(name, Sort::BitVec(width)).expect("a name has one sort")
}

pub fn array(terms: &mut Terms, name: &str, index: u32, element: u32) -> TermId {
    terms.symbol(name, Sort::Array { index, element }).expect("a name has one sort")
}

/// How many bits all symbols have together.
pub fn input_bits(terms: &Terms) -> u32 {
    let size = |sort| match sort {
        Sort::BitVec(width) => width,
        Sort::Array { index, element } => element << index,
    };
    terms.symbols().iter().map(|symbol| size(symbol.sort)).sum()
}

/// The model that spreads the bits of `input` over all symbols.
pub fn model_of(terms: &Terms, mut input: u64) -> Model {
    let mut model = Model::new();
    let mut take = |width: u32| {
        let bits = Bits::from_u64(width, input);
        input = input.checked_shr(width).unwrap_or(0);
        bits
    };
    for (i, symbol) in terms.symbols().iter().enumerate() {
        let id = SymbolId(i as u32);
        match symbol.sort {
            Sort::BitVec(width) => model.set(id, &take(width)),
            Sort::Array { index, element } => {
                let mut value = ArrayValue::new(index, Bits::from_u64(element, 0));
                for i in 0..1 << index {
                    value.set(&Bits::from_u64(index, i), &take(element));
                }
                model.set_array(id, value);
            }
        }
    }
    model
}

pub fn satisfies(terms: &Terms, model: &Model, constraints: &[TermId]) -> bool {
    let mut evaluator = Evaluator::new();
    let mut evaluation = evaluator.start(terms, model);
    constraints.iter().all(|&term| evaluation.holds(term) == Some(true))
}

/// Whether any assignment satisfies all constraints, by trying every one.
pub fn enumerate(terms: &Terms, constraints: &[TermId]) -> bool {
    let bits = input_bits(terms);
    assert!(bits <= 16, "too many inputs to enumerate");
    let mut evaluator = Evaluator::new();
    (0..1_u64 << bits).any(|input| {
        let model = model_of(terms, input);
        let mut evaluation = evaluator.start(terms, &model);
        constraints.iter().all(|&term| evaluation.holds(term) == Some(true))
    })
}

/// The answer as a truth value; a model must satisfy the constraints.
pub fn decide(backend: &mut dyn Backend, terms: &Terms, constraints: &[TermId]) -> bool {
    match backend.check(terms, constraints, PLENTY) {
        Answer::Sat(model) => {
            assert!(satisfies(terms, &model, constraints), "the model is wrong");
            true
        }
        Answer::Unsat => false,
        Answer::Unknown(reason) => panic!("no answer: {reason}"),
    }
}
