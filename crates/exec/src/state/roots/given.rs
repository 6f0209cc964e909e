//! Bytes for roots that come from elsewhere than the solver: from a work item, from a test, from a seed.

use super::Root;
use dunlin_results::{InputBytes, is_unwritten};

/// The bytes for root number `number` of what is made, in the order of a test: what is for memory comes behind all
/// others, and is not meant.
pub fn in_row(given: &[InputBytes], number: usize, size: u64) -> Option<Vec<u8>> {
    let given = given.get(number).filter(|input| !is_unwritten(&input.name))?;
    let mut bytes = given.bytes.clone();
    bytes.resize(size as usize, 0);
    Some(bytes)
}

/// The bytes for a root of memory: its name says all.
pub fn with_name<'g>(given: &'g [InputBytes], name: &str) -> Option<&'g [u8]> {
    given.iter().find(|input| input.name == name).map(|input| &input.bytes[..])
}

/// The bytes of a seed for root number `number` of what is made: those in its place, or, where the name there is
/// another one, those of its name.
pub fn of_seed(given: &[InputBytes], made: &[Root], number: usize) -> Vec<u8> {
    let root = &made[number];
    let same_name = |input: &&InputBytes| *input.name == *root.name;
    let by_name = || {
        let before = made[..number].iter().filter(|other| other.name == root.name).count();
        given.iter().filter(same_name).nth(before)
    };
    let found = given.get(number).filter(same_name).or_else(by_name);
    let mut bytes = found.map_or_else(Vec::new, |input| input.bytes.clone());
    bytes.resize(root.size as usize, 0);
    bytes
}
