//! A solution next to the state's own: it differs in one input of the condition.
//!
//! Most branches hang on one byte or word. With all others as in the state's model, one input is
//! solved for, first in the condition and then in the constraints that have it: a byte by trying all
//! values at once ([`dunlin_term::sweep`]), a wider cell by the inverse rules of the value sets, a word
//! of several cells by trying the constants of the condition. The
//! layer of value sets knows more about cells, but is silent on those that depend on each other; there,
//! this finds most solutions. Where one input does not suffice, several are moved, one after the
//! other ([`climb`]). Finding none says nothing.

mod climb;

use crate::chain::{
    Footprint, Input, Layer, Question, Run, Sight, Source, Step, Tools, Verdict, element_width,
};
use crate::value_set::{self, Boxes, CellId, Strategy, Tally, ValueSet};
use dunlin_ir::small::mask;
use dunlin_term::{Model, TermId, Terms, View, sweep};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// So many inputs are solved for, for one question.
const MAX_INPUTS: usize = 6;
/// So many values are tried at once.
const MAX_VALUES: usize = 256;
/// So many constants of the condition are tried for words that are made of other cells.
const MAX_CONSTANTS: usize = 8;
/// So many nodes of the condition are searched for them.
const MAX_NODES: usize = 64;
/// So many constraints are tried, times values.
const MAX_SWEPT: usize = 16_384;
/// What the rules may do for one constraint (see [`Tally::allow`]).
const MAX_WORK: u32 = 40;

#[derive(Default)]
pub struct Neighbours {
    tally: Tally,
}

impl Layer for Neighbours {
    fn name(&self) -> &'static str {
        "neighbours"
    }

    fn ask(&mut self, terms: &mut Terms, tools: &mut Tools, question: &Question<'_>) -> Step {
        if !question.is_on_path() || terms.has_quantifier(question.condition) {
            return Step::Pass;
        }
        let footprint = tools.footprints.of(terms, question.condition);
        let mut swept = MAX_SWEPT;
        for unit in units(terms, tools, question, &footprint) {
            if let Some(model) = self.solve_for(terms, tools, question, unit, &mut swept) {
                return Step::Answer(Verdict::sat(Rc::new(model)));
            }
        }
        match climb::towards(terms, tools, question, &footprint) {
            Some(model) => Step::Answer(Verdict::sat(Rc::new(model))),
            None => Step::Pass,
        }
    }
}

/// The bit-vectors of a footprint, of any width, and the single elements of its roots whose elements have at
/// most eight bits, the last ones first.
fn small_elements<'a>(
    terms: &'a Terms,
    footprint: &'a Footprint,
) -> impl Iterator<Item = Source> + 'a {
    footprint.inputs.iter().rev().flat_map(|input| {
        let (symbol, run) = match *input {
            Input::Symbol(symbol) => (Some(Source::Symbol(symbol)), None),
            Input::Run(run) if element_width(terms, run.root) <= 8 => (None, Some(run)),
            _ => (None, None),
        };
        let each = run.into_iter().flat_map(|run| {
            (run.start..run.end()).rev().map(move |start| Run { start, count: 1, ..run })
        });
        symbol.into_iter().chain(each.map(Source::Run))
    })
}

/// What to solve for: wide cells, then single elements, the last ones first.
fn units(
    terms: &Terms,
    tools: &mut Tools,
    question: &Question<'_>,
    footprint: &Footprint,
) -> Vec<CellId> {
    let is_wide = |cell: &CellId| tools.cells.info(*cell).width > 8;
    let claimed = question.path.claims.cells(&tools.cells, footprint);
    let wide = claimed.into_iter().rev().filter(is_wide);
    let mut units: Vec<CellId> = wide.take(MAX_INPUTS).collect();
    for input in footprint.inputs.iter().rev() {
        if units.len() >= MAX_INPUTS {
            break;
        }
        if let Input::Run(run) = *input
            && run.count > 1
            && let Some(word) = tools.cells.intern(terms, Source::Run(run))
            && !units.contains(&word)
        {
            units.push(word);
        }
    }
    for element in small_elements(terms, footprint) {
        if units.len() >= MAX_INPUTS {
            break;
        }
        if let Some(cell) = tools.cells.intern(terms, element)
            && tools.cells.info(cell).width <= 8
            && !units.contains(&cell)
        {
            units.push(cell);
        }
    }
    units
}

/// The values of a cell that are left, from many to few.
enum Left {
    Set(ValueSet),
    Few(Vec<u64>),
}

impl Neighbours {
    /// A model with another value for one cell that satisfies the question, if one is found.
    fn solve_for(
        &mut self,
        terms: &mut Terms,
        tools: &mut Tools,
        question: &Question<'_>,
        unit: CellId,
        swept: &mut usize,
    ) -> Option<Model> {
        let model = question.path.model();
        let info = *tools.cells.info(unit);
        let is_cell = match info.source {
            Source::Symbol(_) => true,
            Source::Run(run) => {
                question.path.claims.covering(run.root, run.start) == Some((run, unit))
            }
        };
        let mut left = if info.width <= 8 {
            Left::Few((0..=mask(info.width)).collect())
        } else if is_cell {
            Left::Set((*question.path.outer_values(unit, info.width)).clone())
        } else {
            Left::Few(around(&constants_of(terms, question.condition), info.width))
        };
        // The condition first: the model fails it, so it excludes most.
        let constraints = question.constraints.iter().copied();
        for constraint in [question.condition].into_iter().chain(constraints) {
            let footprint = tools.footprints.of(terms, constraint);
            match footprint.inputs.iter().filter_map(|i| overlap(*i, info.source)).max() {
                None => continue,
                Some(Overlap::Seen) => {}
                Some(Overlap::Hidden) => return None,
            }
            if let Left::Set(set) = &left {
                match self.invert(terms, tools, question, unit, set, constraint, &footprint) {
                    Some(found) => {
                        left = Left::Set(found);
                        continue;
                    }
                    None if constraint == question.condition => return None,
                    None => left = Left::Few(set.iter().take(MAX_VALUES).collect()),
                }
            }
            let Left::Few(values) = &mut left else { unreachable!("it has become few") };
            *swept = swept.checked_sub(values.len())?;
            let varying = tools.cells.varying(terms, unit, values);
            let evaluator = &mut tools.evaluator;
            let truths = sweep(terms, evaluator, model, constraint, values.len(), varying)?;
            let mut truths = truths.into_iter();
            values.retain(|_| truths.next() == Some(1));
            if values.is_empty() {
                return None;
            }
        }
        let value = match left {
            Left::Set(set) => set.any()?,
            Left::Few(values) => *values.first()?,
        };
        let mut model = Model::clone(model);
        tools.cells.set_value(unit, &mut model, value);
        Some(model)
    }

    /// Values of `set` for a cell that make a constraint true, all other cells being as in the model.
    #[allow(clippy::too_many_arguments, reason = "they are the question and its parts")]
    fn invert(
        &mut self,
        terms: &Terms,
        tools: &Tools,
        question: &Question<'_>,
        unit: CellId,
        set: &ValueSet,
        constraint: TermId,
        footprint: &Footprint,
    ) -> Option<ValueSet> {
        let path = question.path;
        let mut boxes = Boxes::new();
        for cell in path.claims.cells(&tools.cells, footprint) {
            let values = if cell == unit {
                set.clone()
            } else {
                let value = tools.cells.value(cell, path.model());
                ValueSet::point(tools.cells.info(cell).width, value)
            };
            boxes.set_precise(cell, values);
        }
        let sight = Sight { terms, cells: &tools.cells, claims: &path.claims };
        let seen = sight.on(constraint);
        self.tally.allow(MAX_WORK);
        match value_set::decide(&boxes, seen, true, Strategy::BoxMiddle, &mut self.tally) {
            value_set::Verdict::Satisfiable(found) => {
                Some((*found.boxes.values(unit, set.width())).clone())
            }
            _ => None,
        }
    }
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
        .map(|value| value & mask(width))
        .collect();
    values.sort_unstable();
    values.dedup();
    values
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
