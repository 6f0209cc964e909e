//! What a path has made symbolic, and the bytes that a model gives to it.

use dunlin_results::InputBytes;
use dunlin_term::{Model, SymbolId};
use std::rc::Rc;

/// From this size on, an input counts as large.
const LARGE: u64 = 4096;

/// One symbolic object: bytes that the test provides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub name: Rc<str>,
    pub symbol: SymbolId,
    pub size: u64,
}

/// The values that a model gives to inputs.
pub fn bytes_under(inputs: &[Input], model: &Model) -> Vec<InputBytes> {
    let of = |input: &Input| InputBytes {
        name: input.name.to_string(),
        bytes: input_bytes(model, input),
    };
    inputs.iter().map(of).collect()
}

pub(crate) fn input_bytes(model: &Model, input: &Input) -> Vec<u8> {
    if input.size < LARGE {
        return (0..input.size).map(|at| model.element_u64(input.symbol, at) as u8).collect();
    }
    // The model says something about few bytes of a large input only.
    let Some(array) = model.array(input.symbol) else { return vec![0; input.size as usize] };
    let mut bytes = vec![array.default_element().low_u64() as u8; input.size as usize];
    for (place, element) in array.entries() {
        if let Some(byte) = bytes.get_mut(place.low_u64() as usize) {
            *byte = element.low_u64() as u8;
        }
    }
    bytes
}
