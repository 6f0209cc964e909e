//! What a path asks for of several inputs together, as relations that forward execution can follow.
//!
//! Of the conditions of a path over inputs alone, those that speak of several inputs say what no single value can;
//! those that speak of one of these inputs belong to them. Each is a relation of its own, so that paths which differ
//! in a round of a loop still agree on what they have in common. A relation is a guess like a value: whoever follows it
//! looks at its opposite as well. So nothing rests on it.

use crate::state::{Input, State};
use dunlin_exec::{Related, Relation, Which, byte_of_related};
use dunlin_ir::Point;
use dunlin_term::{Sort, TermId, Terms, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// So many of the conditions of one path are handed over, those nearest to the target first.
const MOST: usize = 16;
/// A relation between more inputs than this is none.
const MOST_INPUTS: usize = 8;

/// The relations that conditions of a path ask for. `conditions` speak of inputs alone.
pub fn of_path(
    terms: &mut Terms,
    state: &State,
    conditions: &[TermId],
    whole: bool,
) -> Vec<Relation<Point>> {
    let inputs_of: Vec<(TermId, Vec<usize>)> = conditions
        .iter()
        .map(|&condition| (condition, inputs_in(terms, state, condition)))
        .filter(|(_, inputs)| inputs.len() <= MOST_INPUTS)
        .collect();
    let several = inputs_of.iter().filter(|(_, inputs)| inputs.len() > 1);
    let related: FxHashSet<usize> =
        several.flat_map(|(_, inputs)| inputs.iter().copied()).collect();
    let is_meant = |inputs: &[usize]| inputs.iter().any(|input| related.contains(input));
    let meant = inputs_of.into_iter().filter(|(_, inputs)| is_meant(inputs)).take(MOST);
    let meant: Vec<(TermId, Vec<usize>)> = meant.collect();
    let relation = |(condition, inputs)| relation(terms, state, condition, inputs, whole);
    meant.into_iter().filter_map(relation).collect()
}

/// The inputs that a condition speaks of, in the order of the program: by their places in the state's list, which
/// has the last one first.
fn inputs_in(terms: &mut Terms, state: &State, condition: TermId) -> Vec<usize> {
    let free = terms.free_variables(condition);
    let is_in = |input: &Input| free.contains(&input.symbol);
    (0..state.inputs.len()).rev().filter(|&at| is_in(&state.inputs[at])).collect()
}

fn relation(
    terms: &mut Terms,
    state: &State,
    condition: TermId,
    inputs: Vec<usize>,
    whole: bool,
) -> Option<Relation<Point>> {
    let last = *inputs.last()?;
    let mut bytes: FxHashMap<TermId, TermId> = FxHashMap::default();
    for (number, &at) in inputs.iter().enumerate() {
        let Input { symbol, bytes: size, .. } = state.inputs[at];
        match terms.sort(symbol) {
            Sort::BitVec(_) => {
                let mut value = byte_of_related(terms, number, 0);
                for offset in 1..size {
                    let byte = byte_of_related(terms, number, offset);
                    value = terms.concat(byte, value);
                }
                bytes.insert(symbol, value);
            }
            // Elements at offsets that are known. Where one is not, the array stays, and this is no relation.
            Sort::Array { .. } => {
                for (element, offset) in elements(terms, condition, symbol) {
                    if offset < size {
                        bytes.insert(element, byte_of_related(terms, number, offset));
                    }
                }
            }
        }
    }
    let condition = terms.substitute(condition, &bytes);
    let related = inputs.iter().map(|&at| Related {
        site: state.inputs[at].at,
        which: match whole {
            true => Which::Number(made_before(state, at)),
            false => Which::Back(made_behind(state, at, last)),
        },
    });
    Relation::new(terms, related.collect(), condition)
}

/// Elements of an array that a condition reads at known offsets.
fn elements(terms: &Terms, condition: TermId, array: TermId) -> BTreeMap<TermId, u64> {
    let mut found = BTreeMap::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![condition];
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.view(term) {
            View::Select(from, place) if from == array && terms.is_const(place) => {
                if let Some(offset) = terms.as_u64(place) {
                    found.insert(term, offset);
                }
            }
            _ => open.extend(terms.children(term)),
        }
    }
    found
}

/// How many inputs the site of one has made before it, on a path that begins where the program does.
fn made_before(state: &State, at: usize) -> u32 {
    let site = state.inputs[at].at;
    state.inputs[at + 1..].iter().filter(|input| input.at == site).count() as u32
}

/// How many the site of one makes behind it, up to the input `last`.
fn made_behind(state: &State, at: usize, last: usize) -> u32 {
    let site = state.inputs[at].at;
    state.inputs[last..at].iter().filter(|input| input.at == site).count() as u32
}
