//! Inputs in little room: of a large input, models say something about few bytes, and the rest is zero.
//!
//! Packed bytes are pairs of runs, of zeros and of others; each begins with its length. Zeros at the end are
//! left out. States become items by the hundred thousand when memory or time is short, each with all its
//! inputs.

use super::roots::Root;
use crate::state::varint::{put, take};
use dunlin_results::InputBytes;
use dunlin_term::Model;
use serde::{Deserialize, Serialize};

/// No input is larger: what says so was not packed here.
const LARGEST: u64 = 1 << 34;
/// So many zeros between others are worth a run of their own.
const WORTH: usize = 4;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PackedInputs(Box<[Packed]>);

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Packed {
    name: Box<str>,
    size: u64,
    bytes: Box<[u8]>,
}

impl PackedInputs {
    pub fn new(inputs: &[InputBytes]) -> PackedInputs {
        let packed = |input: &InputBytes| Packed {
            name: input.name.as_str().into(),
            size: input.bytes.len() as u64,
            bytes: pack(&input.bytes).into(),
        };
        PackedInputs(inputs.iter().map(packed).collect())
    }

    /// The values that a model gives to inputs.
    pub(crate) fn under<'i>(roots: impl Iterator<Item = &'i Root>, model: &Model) -> Self {
        let packed = |input: &Root| {
            let row = match model.array(input.symbol) {
                None => Some(&[][..]),
                Some(array) => array.row_of_bytes(),
            };
            let bytes = match row {
                // Without making them all: a state is packed in no time, however large its inputs.
                Some(row) => pack(&row[..row.len().min(input.size as usize)]),
                None => pack(&input.bytes(model)),
            };
            Packed { name: (*input.name).into(), size: input.size, bytes: bytes.into() }
        };
        PackedInputs(roots.map(packed).collect())
    }

    /// Whether all of it can have been packed here.
    pub(crate) fn is_sound(&self) -> bool {
        self.0.iter().all(|packed| packed.size <= LARGEST && fits(&packed.bytes, packed.size))
    }

    /// What was packed. Damaged bytes give other inputs, but of the right size.
    pub fn unpack(&self) -> Vec<InputBytes> {
        let unpacked = |packed: &Packed| InputBytes {
            name: packed.name.to_string(),
            bytes: unpack(&packed.bytes, packed.size as usize),
        };
        self.0.iter().map(unpacked).collect()
    }
}

fn pack(mut bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    loop {
        let zeros = zeros(bytes);
        bytes = &bytes[zeros..];
        if bytes.is_empty() {
            return packed;
        }
        let mut others = 0;
        while others < bytes.len() {
            if bytes[others] != 0 {
                others += 1;
                continue;
            }
            let here = bytes[others..].iter().take(WORTH).take_while(|byte| **byte == 0).count();
            if here == WORTH || others + here == bytes.len() {
                break;
            }
            others += here;
        }
        put(&mut packed, zeros as u64);
        put(&mut packed, others as u64);
        packed.extend_from_slice(&bytes[..others]);
        bytes = &bytes[others..];
    }
}

/// How many zeros these bytes begin with, many at a time.
fn zeros(bytes: &[u8]) -> usize {
    const MANY: usize = 64;
    let many = bytes.chunks_exact(MANY).take_while(|chunk| **chunk == [0; MANY]).count() * MANY;
    many + bytes[many..].iter().take_while(|byte| **byte == 0).count()
}

/// Whether packed bytes are whole runs that do not exceed a size.
fn fits(mut packed: &[u8], size: u64) -> bool {
    let mut room = size;
    while !packed.is_empty() {
        let (Some(zeros), Some(others)) = (take(&mut packed), take(&mut packed)) else {
            return false;
        };
        let left = room.checked_sub(zeros).and_then(|left| left.checked_sub(others));
        let rest = usize::try_from(others).ok().and_then(|others| packed.get(others..));
        let (Some(left), Some(rest)) = (left, rest) else { return false };
        (room, packed) = (left, rest);
    }
    true
}

fn unpack(mut packed: &[u8], size: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size);
    while let (Some(zeros), Some(others)) = (take(&mut packed), take(&mut packed)) {
        let zeros = usize::try_from(zeros).unwrap_or(size).min(size - bytes.len());
        bytes.resize(bytes.len() + zeros, 0);
        let others = usize::try_from(others).unwrap_or(size).min(size - bytes.len());
        let (here, rest) = packed.split_at(others.min(packed.len()));
        bytes.extend_from_slice(here);
        packed = rest;
    }
    bytes.resize(size, 0);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn input(bytes: Vec<u8>) -> InputBytes {
        InputBytes { name: "x".to_string(), bytes }
    }

    #[test]
    fn runs_beyond_the_size_are_noticed() {
        assert!(fits(&[], 0) && fits(&[2, 1, 7], 3));
        assert!(!fits(&[2, 1, 7], 2), "too long");
        assert!(!fits(&[2, 2, 7], 9) && !fits(&[2], 9), "cut");
    }

    #[test]
    fn few_bytes_of_a_large_input_take_little_room() {
        let mut bytes = vec![0; 1 << 20];
        (bytes[7], bytes[8], bytes[70_000]) = (1, 2, 3);
        assert!(pack(&bytes).len() < 12);
        let inputs = [input(bytes)];
        assert_eq!(PackedInputs::new(&inputs).unpack(), inputs);
    }

    proptest! {
        #[test]
        fn what_is_packed_comes_back(
            runs in proptest::collection::vec((0..200_usize, any::<u8>(), 0..9_usize), 0..20)
        ) {
            let runs = runs.into_iter();
            let bytes = runs.flat_map(|(zeros, byte, others)| [vec![0; zeros], vec![byte; others]]);
            let inputs = [input(bytes.flatten().collect())];
            let packed = PackedInputs::new(&inputs);
            prop_assert!(packed.is_sound());
            prop_assert_eq!(packed.unpack(), inputs);
        }

        #[test]
        fn damaged_bytes_give_an_input_of_the_size(
            damaged in proptest::collection::vec(any::<u8>(), 0..40), size in 0..300_usize
        ) {
            prop_assert_eq!(unpack(&damaged, size).len(), size);
        }
    }
}
