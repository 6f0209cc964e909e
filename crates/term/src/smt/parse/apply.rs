//! What applications mean: the checks that all of them share, the core theory, arrays and macros.
//! Bit-vectors are in `vector`, floats in `float`.

use super::quantifier::too_deep;
use super::term::{Head, Operand};
use super::{Reader, SmtSort, Typed};
use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::MAX_QUANTIFIER_DEPTH;
use crate::smt::lexer::{Fault, fault};
use rustc_hash::FxHashMap;

/// An operator with its indices and operands, and where it stands.
pub(super) struct Application<'x> {
    pub name: &'x str,
    pub at: usize,
    pub indices: &'x [u32],
    pub operands: &'x [Operand],
}

/// An expression without its quantifier depth, which follows from the operands.
pub(super) type Made = (TermId, SmtSort);

impl Application<'_> {
    /// The operands, of which there must be `N`; the operator has no indices.
    pub fn exactly<const N: usize>(&self) -> Result<[Operand; N], Fault> {
        self.without_indices()?;
        self.operands_exactly()
    }

    pub fn operands_exactly<const N: usize>(&self) -> Result<[Operand; N], Fault> {
        match <[Operand; N]>::try_from(self.operands) {
            Ok(operands) => Ok(operands),
            Err(_) => self.wrong_count(&N.to_string()),
        }
    }

    /// The first operand and the others, of which there must be some.
    pub fn at_least(&self, least: usize) -> Result<(Operand, &[Operand]), Fault> {
        self.without_indices()?;
        match self.operands.split_first() {
            Some((&first, rest)) if rest.len() + 1 >= least => Ok((first, rest)),
            _ => self.wrong_count(&format!("at least {least}")),
        }
    }

    fn wrong_count<T>(&self, wanted: &str) -> Result<T, Fault> {
        let (name, found) = (self.name, self.operands.len());
        fault(self.at, format!("'{name}' takes {wanted} operands, not {found}"))
    }

    fn without_indices(&self) -> Result<(), Fault> {
        if self.indices.is_empty() {
            return Ok(());
        }
        fault(self.at, format!("'{}' has no indices", self.name))
    }

    pub fn indices_exactly<const N: usize>(&self) -> Result<[u32; N], Fault> {
        match <[u32; N]>::try_from(self.indices) {
            Ok(indices) => Ok(indices),
            Err(_) => {
                let (name, found) = (self.name, self.indices.len());
                fault(self.at, format!("'{name}' takes {N} indices, not {found}"))
            }
        }
    }

    /// Whether every operand has the sort of the first.
    pub fn one_sort(&self) -> Result<SmtSort, Fault> {
        let (first, rest) = self.at_least(2)?;
        for &other in rest {
            expect_sort(other, first.value.sort)?;
        }
        Ok(first.value.sort)
    }
}

pub(super) fn expect_sort(operand: Operand, wanted: SmtSort) -> Result<TermId, Fault> {
    let found = operand.value.sort;
    if found == wanted {
        Ok(operand.value.term)
    } else {
        fault(operand.at, format!("expected {wanted}, found {found}"))
    }
}

/// A bit-vector and its width.
pub(super) fn vector(operand: Operand) -> Result<(TermId, u32), Fault> {
    match operand.value.sort {
        SmtSort::BitVec(width) => Ok((operand.value.term, width)),
        other => fault(operand.at, format!("expected a bit-vector, found {other}")),
    }
}

impl<'a> Reader<'a, '_> {
    pub(super) fn boolean(&self, operand: Operand) -> Result<TermId, Fault> {
        expect_sort(operand, SmtSort::Bool)
    }

    pub(super) fn apply(
        &mut self,
        head: &Head<'a>,
        at: usize,
        operands: &[Operand],
    ) -> Result<Typed, Fault> {
        let deepest = operands.iter().map(|operand| operand.value.quantifiers).max().unwrap_or(0);
        match head {
            Head::Operator { name, indices } => {
                let application = Application { name, at, indices, operands };
                let (term, sort) = self.operator(&application)?;
                Ok(Typed { term, sort, quantifiers: deepest })
            }
            &Head::ConstArray { index, element } => {
                let application = Application { name: "const", at, indices: &[], operands };
                let [value] = application.exactly()?;
                let value = expect_sort(value, SmtSort::BitVec(element))?;
                let term = self.terms.const_array(index, value);
                Ok(Typed { term, sort: SmtSort::Array { index, element }, quantifiers: deepest })
            }
            Head::Macro(definition) => {
                let (found, wanted) = (operands.len(), definition.parameters.len());
                if found != wanted {
                    let message = format!("the function takes {wanted} operands, not {found}");
                    return fault(at, message);
                }
                let mut replacements = FxHashMap::default();
                for (&operand, &(parameter, sort)) in operands.iter().zip(&definition.parameters) {
                    replacements.insert(parameter, expect_sort(operand, sort)?);
                }
                let body = definition.body;
                // At most: the operands may stand outside of the quantifiers of the body.
                let quantifiers = body.quantifiers + deepest;
                if quantifiers > MAX_QUANTIFIER_DEPTH {
                    return too_deep(at);
                }
                let term = self.terms.substitute(body.term, &replacements);
                Ok(Typed { term, quantifiers, ..body })
            }
        }
    }

    fn operator(&mut self, application: &Application<'_>) -> Result<Made, Fault> {
        if let Some(made) = self.core(application)? {
            return Ok(made);
        }
        if let Some(made) = self.vector_operator(application)? {
            return Ok(made);
        }
        if let Some(made) = self.float_operator(application)? {
            return Ok(made);
        }
        fault(application.at, format!("unknown function '{}'", application.name))
    }

    /// The core theory and arrays.
    fn core(&mut self, application: &Application<'_>) -> Result<Option<Made>, Fault> {
        let made = match application.name {
            "not" => {
                let [x] = application.exactly()?;
                let x = self.boolean(x)?;
                (self.terms.not(x), SmtSort::Bool)
            }
            "and" => self.fold_booleans(application, 1, Terms::and)?,
            "or" => self.fold_booleans(application, 1, Terms::or)?,
            "xor" => self.fold_booleans(application, 2, Terms::xor)?,
            "=>" => {
                application.at_least(2)?;
                let mut result = None;
                for &operand in application.operands.iter().rev() {
                    let x = self.boolean(operand)?;
                    result = Some(match result {
                        None => x,
                        Some(rest) => self.terms.implies(x, rest),
                    });
                }
                (result.unwrap_or(TermId::TRUE), SmtSort::Bool)
            }
            "=" => {
                let sort = application.one_sort()?;
                let mut all = TermId::TRUE;
                for pair in application.operands.windows(2) {
                    let same = self.same(sort, pair[0].value.term, pair[1].value.term);
                    all = self.terms.and(all, same);
                }
                (all, SmtSort::Bool)
            }
            "distinct" => {
                let sort = application.one_sort()?;
                let mut all = TermId::TRUE;
                for (i, x) in application.operands.iter().enumerate() {
                    for y in &application.operands[..i] {
                        let same = self.same(sort, x.value.term, y.value.term);
                        let differ = self.terms.not(same);
                        all = self.terms.and(all, differ);
                    }
                }
                (all, SmtSort::Bool)
            }
            "ite" => {
                let [condition, x, y] = application.exactly()?;
                let condition = self.boolean(condition)?;
                let sort = x.value.sort;
                let y = expect_sort(y, sort)?;
                (self.choose(condition, x.value.term, y), sort)
            }
            "select" => {
                let [array, index] = application.exactly()?;
                let (array, index_width, element) = array_of(array)?;
                let index = expect_sort(index, SmtSort::BitVec(index_width))?;
                (self.terms.select(array, index), SmtSort::BitVec(element))
            }
            "store" => {
                let [array, index, value] = application.exactly()?;
                let sort = array.value.sort;
                let (array, index_width, element) = array_of(array)?;
                let index = expect_sort(index, SmtSort::BitVec(index_width))?;
                let value = expect_sort(value, SmtSort::BitVec(element))?;
                (self.terms.store(array, index, value), sort)
            }
            _ => return Ok(None),
        };
        Ok(Some(made))
    }

    fn fold_booleans(
        &mut self,
        application: &Application<'_>,
        least: usize,
        operator: fn(&mut Terms, TermId, TermId) -> TermId,
    ) -> Result<Made, Fault> {
        let (first, rest) = application.at_least(least)?;
        let mut result = self.boolean(first)?;
        for &operand in rest {
            let operand = self.boolean(operand)?;
            result = operator(self.terms, result, operand);
        }
        Ok((result, SmtSort::Bool))
    }

    /// Equality of two expressions of one sort.
    fn same(&mut self, sort: SmtSort, x: TermId, y: TermId) -> TermId {
        match sort {
            SmtSort::Float(format) => self.same_float(format, x, y),
            _ => self.terms.eq(x, y),
        }
    }
}

/// An array and the widths of index and element.
fn array_of(operand: Operand) -> Result<(TermId, u32, u32), Fault> {
    match operand.value.sort {
        SmtSort::Array { index, element } => Ok((operand.value.term, index, element)),
        other => fault(operand.at, format!("expected an array, found {other}")),
    }
}
