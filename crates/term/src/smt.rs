//! Printing as SMT-LIB 2.6, and reading it ([`parse()`]).
//!
//! The output is linear in the size of the DAG: a part that is used more than once, or that would
//! nest too deep, becomes a `define-fun`; below a quantifier, where it may mention the bound
//! variable, a `let`. Terms of width 1 are printed as `Bool` where the operator makes a truth value,
//! and converted where a bit-vector is needed.
//!
//! Floating-point results are floats where only float operators use them. Elsewhere their bits are
//! needed, which SMT-LIB cannot ask for: each gets a constant of its own, asserted to encode what the
//! operator gives ([`float`]). The reader knows this pattern and makes the operator of it again.

mod expression;
mod float;
mod lexer;
mod parse;

use crate::arena::Terms;
use crate::ids::TermId;
use crate::node::Node;
use crate::op::{Op, Sort};
use crate::view::View;
use dunlin_ir::{Bits, FloatFormat};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

pub use parse::{
    Asked, Command, Declared, MAX_WIDTH, ParseError, Script, SmtSort, Status, Typed, parse,
};

/// A definition is made when terms would nest deeper than this.
const MAX_NESTING: u32 = 24;

/// A whole script that asks whether all `assertions` can hold together: logic, declarations,
/// definitions, assertions, `(check-sat)`. Bases are declared as bit-vectors of their own.
pub fn query(terms: &Terms, assertions: &[TermId]) -> String {
    let mut printer = Printer::new(terms);
    printer.scan(assertions);
    printer.out.push_str("(set-logic ALL)\n");
    printer.declare();
    printer.define();
    for &assertion in assertions {
        debug_assert_eq!(terms.width(assertion), 1);
        printer.out.push_str("(assert ");
        printer.expression(assertion, Form::Truth, 0);
        printer.out.push_str(")\n");
    }
    printer.out.push_str("(check-sat)\n");
    printer.out
}

/// One bit-vector for a person to read: definitions of shared parts, if there are any, then the
/// expression.
pub fn show(terms: &Terms, term: TermId) -> String {
    let mut printer = Printer::new(terms);
    printer.scan(&[term]);
    printer.define();
    printer.expression(term, Form::Vector, 0);
    printer.out
}

/// What a context wants of a term of width 1.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Of sort `Bool`.
    Truth,
    /// Of a bit-vector or array sort.
    Vector,
}

/// As what the operator of a node is printed.
fn natural_form(node: &Node) -> Form {
    let truth = node.width == 1 && !node.is_array() && node.op.makes_truth();
    if truth { Form::Truth } else { Form::Vector }
}

struct Printer<'a> {
    terms: &'a Terms,
    out: String,
    /// Closed compound terms, children first.
    order: Vec<TermId>,
    uses: FxHashMap<TermId, u32>,
    defined: FxHashSet<TermId>,
    /// Terms below quantifiers that a `let` names, with the number of quantifiers around it.
    bound: FxHashSet<(TermId, u32)>,
    /// Float operators of which not only the float but also its bits are needed.
    float_bits: FxHashSet<TermId>,
}

impl<'a> Printer<'a> {
    fn new(terms: &'a Terms) -> Self {
        Printer {
            terms,
            out: String::new(),
            order: Vec::new(),
            uses: FxHashMap::default(),
            defined: FxHashSet::default(),
            bound: FxHashSet::default(),
            float_bits: FxHashSet::default(),
        }
    }

    /// Finds all terms, in an order with children first, and how often each is used.
    fn scan(&mut self, roots: &[TermId]) {
        let mut done = FxHashSet::default();
        let mut stack: Vec<(TermId, bool)> = roots.iter().map(|&root| (root, false)).collect();
        for &root in roots {
            *self.uses.entry(root).or_default() += 1;
        }
        while let Some((term, expanded)) = stack.pop() {
            if expanded {
                self.order.push(term);
            } else if done.insert(term) {
                stack.push((term, true));
                for child in self.terms.children(term) {
                    *self.uses.entry(child).or_default() += 1;
                    stack.push((child, false));
                }
            }
        }
        self.find_float_bits();
    }

    fn declare(&mut self) {
        let mut atoms: Vec<TermId> = self.order.clone();
        atoms.retain(|&term| matches!(self.terms.op(term), Op::Symbol | Op::Base));
        atoms.sort_unstable();
        for atom in atoms {
            self.out.push_str("(declare-fun ");
            self.atom(atom);
            self.out.push_str(" () ");
            self.sort(self.terms.sort(atom));
            self.out.push_str(")\n");
        }
        let used = |format: &FloatFormat| {
            self.order.iter().any(|&term| float::formats(self.terms, term).contains(format))
        };
        let formats: Vec<FloatFormat> = FloatFormat::ALL.iter().copied().filter(used).collect();
        for format in formats {
            float::declare_format(&mut self.out, format);
        }
    }

    /// Writes definitions for what is shared or nests too deep.
    fn define(&mut self) {
        let mut nesting = FxHashMap::<TermId, u32>::default();
        let order = std::mem::take(&mut self.order);
        // Operands of float operators are written several times each.
        let floats = order.iter().filter(|&&term| self.terms.op(term).is_float());
        let float_operands: FxHashSet<TermId> =
            floats.flat_map(|&term| self.terms.children(term)).collect();
        for term in order {
            let node = self.terms.node(term);
            if node.op.arity() == 0 && node.op != Op::Table {
                continue;
            }
            if node.loose() > 0 {
                continue;
            }
            if node.op.is_float() {
                self.define_float_value(term);
                if !self.is_bits(term) {
                    continue;
                }
            }
            let children = self.terms.children(term);
            let depth =
                1 + children.map(|child| *nesting.get(&child).unwrap_or(&0)).max().unwrap_or(0);
            let needs_name = node.op.is_float() || float_operands.contains(&term);
            if needs_name || self.uses[&term] > 1 || depth > MAX_NESTING {
                let _ = write!(self.out, "(define-fun ${term} () ");
                let form = natural_form(&node);
                if form == Form::Truth {
                    self.out.push_str("Bool");
                } else {
                    self.sort(self.terms.sort(term));
                }
                self.out.push(' ');
                self.expression(term, form, 0);
                self.out.push_str(")\n");
                self.defined.insert(term);
            } else {
                nesting.insert(term, depth);
            }
        }
    }

    fn sort(&mut self, sort: Sort) {
        let _ = match sort {
            Sort::BitVec(width) => write!(self.out, "(_ BitVec {width})"),
            Sort::Array { index, element } => {
                write!(self.out, "(Array (_ BitVec {index}) (_ BitVec {element}))")
            }
        };
    }

    /// A symbol or base by its name.
    fn atom(&mut self, term: TermId) {
        let _ = match self.terms.view(term) {
            View::Base(id) => write!(self.out, "$base{}", id.0),
            View::Symbol(id) => {
                let name = &self.terms.symbol_info(id).name;
                // Names that begin with $ are ours.
                if name.is_empty() || name.starts_with('$') || name.contains(['|', '\\']) {
                    write!(self.out, "$symbol{}", id.0)
                } else {
                    write!(self.out, "|{name}|")
                }
            }
            _ => unreachable!("only symbols and bases have names"),
        };
    }

    fn constant(&mut self, value: &Bits) {
        write_constant(&mut self.out, value);
    }
}

fn write_constant(out: &mut String, value: &Bits) {
    let width = value.width();
    if width.is_multiple_of(4) {
        let digits = value.to_hex();
        let _ = write!(out, "#x{digits:0>width$}", width = width as usize / 4);
    } else {
        out.push_str("#b");
        out.extend((0..width).rev().map(|i| if value.bit(i) { '1' } else { '0' }));
    }
}
