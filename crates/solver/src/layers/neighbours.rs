//! A solution next to the state's own: it differs in one input of the condition.
//!
//! Most branches hang on one byte or word. If the state's model fails the condition, all values of
//! each byte in it are tried at once ([`dunlin_term::sweep`]), and for wider inputs the constants of
//! the condition and their neighbours; what satisfies the condition is then tried on the constraints
//! that have the input. The value sets know more about cells, but are silent on inputs that depend on
//! each other; there, this finds most solutions. Finding none says nothing.

use crate::chain::{Footprint, Input, Layer, Question, Run, Source, Step, Tools, Verdict};
use dunlin_ir::small::mask;
use dunlin_term::{Model, TermId, Terms, View, sweep};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// So many inputs are varied for one question.
const MAX_INPUTS: usize = 6;
/// So many constants of the condition are tried.
const MAX_CONSTANTS: usize = 8;
/// So many nodes of the condition are searched for constants.
const MAX_NODES: usize = 64;
/// So many constraints are tried, times values.
const MAX_WORK: usize = 16_384;

pub struct Neighbours;

impl Layer for Neighbours {
    fn name(&self) -> &'static str {
        "neighbours"
    }

    fn ask(&mut self, terms: &mut Terms, tools: &mut Tools, question: &Question<'_>) -> Step {
        if terms.has_quantifier(question.condition) {
            return Step::Pass;
        }
        // Constraints without the input are not looked at again, so the model must satisfy them: those
        // of the path it does, those that are only asked about together it need not.
        if question.path.constraints().is_empty() && !question.constraints.is_empty() {
            return Step::Pass;
        }
        let footprint = tools.footprints.of(terms, question.condition);
        let mut constants = None;
        let mut work = MAX_WORK;
        for unit in units(terms, &footprint) {
            let width = width_of(terms, tools, unit);
            if width == 0 {
                continue;
            }
            let candidates: Vec<u64> = if width <= 8 {
                (0..=mask(width)).collect()
            } else {
                let constants =
                    constants.get_or_insert_with(|| constants_of(terms, question.condition));
                around(constants, width)
            };
            if let Some(model) = vary(terms, tools, question, unit, candidates, &mut work) {
                return Step::Answer(Verdict::sat(Rc::new(model)));
            }
        }
        Step::Pass
    }
}

/// What is varied: words as wholes before their bytes.
fn units(terms: &Terms, footprint: &Footprint) -> Vec<Source> {
    let mut units = Vec::new();
    for input in &footprint.inputs {
        match *input {
            Input::Symbol(symbol) => units.push(Source::Symbol(symbol)),
            Input::Run(run) if run.count > 1 => units.push(Source::Run(run)),
            _ => {}
        }
    }
    let mut elements: Vec<Run> = Vec::new();
    for input in &footprint.inputs {
        if let Input::Run(run) = *input
            && crate::chain::element_width(terms, run.root) <= 64
        {
            elements.extend((run.start..run.end()).map(|start| Run { start, count: 1, ..run }));
        }
    }
    elements.sort_unstable();
    elements.dedup();
    units.extend(elements.into_iter().rev().map(Source::Run));
    units.truncate(MAX_INPUTS);
    units
}

/// Zero for what is too wide to be varied.
fn width_of(terms: &Terms, tools: &mut Tools, unit: Source) -> u32 {
    tools.cells.intern(terms, unit).map_or(0, |cell| tools.cells.info(cell).width)
}

/// The constants in a term.
fn constants_of(terms: &Terms, term: TermId) -> Vec<u64> {
    let mut constants = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        if constants.len() == MAX_CONSTANTS || seen.len() == MAX_NODES {
            break;
        }
        if !seen.insert(term) {
            continue;
        }
        match terms.view(term) {
            View::Const(value) => constants.push(value),
            // The index of an input is no value of one.
            View::Select(..) => {}
            _ => stack.extend(terms.children(term)),
        }
    }
    constants
}

/// The constants, their neighbours and the ends of the range.
fn around(constants: &[u64], width: u32) -> Vec<u64> {
    let ends = [0, mask(width) >> 1];
    let mut values: Vec<u64> = constants
        .iter()
        .chain(&ends)
        .flat_map(|&value| [value.wrapping_sub(1), value, value.wrapping_add(1)])
        .flat_map(|value| [value, value.wrapping_neg()])
        .map(|value| value & mask(width))
        .collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// A model with one of the candidate values for a unit, if one satisfies the question.
fn vary(
    terms: &mut Terms,
    tools: &mut Tools,
    question: &Question<'_>,
    unit: Source,
    mut candidates: Vec<u64>,
    work: &mut usize,
) -> Option<Model> {
    let cell = tools.cells.intern(terms, unit)?;
    let model = question.path.model();
    // The condition first: what fails it is gone.
    for constraint in [question.condition].into_iter().chain(question.constraints.iter().copied()) {
        let footprint = tools.footprints.of(terms, constraint);
        match footprint.inputs.iter().filter_map(|input| overlap(*input, unit)).max() {
            None => continue,
            Some(Overlap::Seen) => {}
            Some(Overlap::Hidden) => return None,
        }
        *work = work.checked_sub(candidates.len())?;
        let varying = tools.cells.varying(terms, cell, &candidates);
        let evaluator = &mut tools.evaluator;
        let truths = sweep(terms, evaluator, model, constraint, candidates.len(), varying)?;
        let mut truths = truths.into_iter();
        candidates.retain(|_| truths.next() == Some(1));
        if candidates.is_empty() {
            return None;
        }
    }
    let mut model = Model::clone(model);
    tools.cells.set_value(cell, &mut model, candidates[0]);
    Some(model)
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Overlap {
    /// By reads that the sweep replaces.
    Seen,
    /// By a read at an index that is not constant, which the sweep would not notice.
    Hidden,
}

fn overlap(input: Input, unit: Source) -> Option<Overlap> {
    match (input, unit) {
        (Input::Symbol(symbol), Source::Symbol(other)) if symbol == other => Some(Overlap::Seen),
        (Input::Run(run), Source::Run(other))
            if run.root == other.root && run.start < other.end() && other.start < run.end() =>
        {
            Some(Overlap::Seen)
        }
        (Input::Root(root), Source::Run(other)) if root == other.root => Some(Overlap::Hidden),
        _ => None,
    }
}
