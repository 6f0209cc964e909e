//! Inputs that follow a path, found without a solver, so that a stream does not depend on one.
//!
//! The other side of a decision is sought as a fuzzer would: constants of the condition are written
//! over the bytes that it reads, and random bytes. A side for which this finds nothing may be possible
//! all the same; it is asked about but not walked.

use dunlin_ir::Bits;
use dunlin_term::{ArrayValue, Evaluator, Model, SymbolId, TermId, Terms, View};
use rustc_hash::FxHashSet;

use super::random::Random;

/// So many random changes are tried.
const RANDOM_TRIES: usize = 60;

/// The bytes of the input of one program.
#[derive(Clone)]
pub struct Input {
    pub root: SymbolId,
    pub bytes: Vec<u8>,
}

impl Input {
    pub fn random(root: SymbolId, length: usize, random: &mut Random) -> Input {
        Input { root, bytes: (0..length).map(|_| random.bits() as u8).collect() }
    }

    pub fn model(&self) -> Model {
        let mut model = Model::new();
        let mut array = ArrayValue::new(64, Bits::from_u64(8, 0));
        for (i, &byte) in self.bytes.iter().enumerate() {
            array.set(&Bits::from_u64(64, i as u64), &Bits::from_u64(8, byte.into()));
        }
        model.set_array(self.root, array);
        model
    }

    pub fn value(&self, terms: &Terms, evaluator: &mut Evaluator, term: TermId) -> u64 {
        evaluator.start(terms, &self.model()).eval_u64(term).expect("no quantifiers here")
    }

    fn satisfies(&self, terms: &Terms, evaluator: &mut Evaluator, constraints: &[TermId]) -> bool {
        let model = self.model();
        let mut evaluation = evaluator.start(terms, &model);
        // The last one is new and fails most often.
        constraints.iter().rev().all(|&term| evaluation.holds(term) == Some(true))
    }

    /// An input for `constraints` that is like this one but for what the last of them reads.
    pub fn changed(
        &self,
        terms: &Terms,
        evaluator: &mut Evaluator,
        constraints: &[TermId],
        random: &mut Random,
    ) -> Option<Input> {
        let condition = *constraints.last()?;
        let (places, constants) = reads_and_constants(terms, condition);
        let mut try_with = |change: &mut dyn FnMut(&mut [u8])| {
            let mut input = self.clone();
            change(&mut input.bytes);
            input.satisfies(terms, evaluator, constraints).then_some(input)
        };
        for &place in &places {
            for &(width, constant) in &constants {
                for value in [constant, constant.wrapping_sub(1), constant.wrapping_add(1)] {
                    let found = try_with(&mut |bytes| {
                        let size = (width as usize / 8).clamp(1, 8);
                        for (i, byte) in value.to_le_bytes()[..size].iter().enumerate() {
                            if places.contains(&(place + i)) {
                                bytes[place + i] = *byte;
                            }
                        }
                    });
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        for _ in 0..RANDOM_TRIES {
            let all = random.percent(50);
            let found = try_with(&mut |bytes| {
                for &place in &places {
                    if all || random.percent(40) {
                        bytes[place] = random.bits() as u8;
                    }
                }
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// The constant places that a term reads, in order, and the constants in it with their widths.
fn reads_and_constants(terms: &Terms, term: TermId) -> (Vec<usize>, Vec<(u32, u64)>) {
    let (mut places, mut constants) = (Vec::new(), Vec::new());
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.view(term) {
            View::Const(value) => constants.push((terms.width(term), value)),
            View::Select(array, index) if matches!(terms.view(array), View::Symbol(_)) => {
                places.extend(terms.as_u64(index).map(|index| index as usize));
            }
            _ => stack.extend(terms.children(term)),
        }
    }
    places.sort_unstable();
    places.dedup();
    (places, constants)
}
