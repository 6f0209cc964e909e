//! One term as an expression, without recursion: what is still to be written waits on a stack.

use super::{Form, Printer, natural_form};
use crate::ids::TermId;
use crate::op::{Op, Sort};
use crate::view::View;
use dunlin_ir::Bits;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// What is still to be written.
enum Piece {
    Text(&'static str),
    String(String),
    /// A term, in a form, below a number of quantifiers.
    Term(TermId, Form, u32),
    /// The operator of a term, not its name, in its natural form.
    Operator(TermId, u32),
    /// The float that a float operator gives.
    Float(TermId, u32),
    /// From now on the term is known by its name, below this many quantifiers.
    Named(TermId, u32),
}

/// The pieces of one application, in order.
type Pieces = Vec<Piece>;

impl Printer<'_> {
    /// Writes a term; what is defined is written by its name.
    pub(super) fn expression(&mut self, term: TermId, form: Form, depth: u32) {
        let mut stack = vec![Piece::Term(term, form, depth)];
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(text) => self.out.push_str(text),
                Piece::String(text) => self.out.push_str(&text),
                Piece::Named(term, depth) => {
                    self.bound.insert((term, depth));
                }
                Piece::Float(term, depth) => {
                    let text = self.float_value(term, depth);
                    self.out.push_str(&text);
                }
                Piece::Operator(term, depth) => {
                    let pieces = self.operator(term, depth);
                    stack.extend(pieces.into_iter().rev());
                }
                Piece::Term(term, form, depth) => {
                    let plain = self.plain(term, depth);
                    if natural_form(&self.terms.node(term)) == form {
                        stack.push(plain);
                    } else if form == Form::Truth {
                        let parts = [Piece::Text("(= "), plain, Piece::Text(" #b1)")];
                        stack.extend(parts.into_iter().rev());
                    } else {
                        let parts = [Piece::Text("(ite "), plain, Piece::Text(" #b1 #b0)")];
                        stack.extend(parts.into_iter().rev());
                    }
                }
            }
        }
    }

    /// The name of a term if it has one, else its operator.
    fn plain(&self, term: TermId, depth: u32) -> Piece {
        if self.defined.contains(&term) {
            Piece::String(format!("${term}"))
        } else if self.bound.contains(&(term, depth)) {
            Piece::String(format!("$l{term}_{depth}"))
        } else {
            Piece::Operator(term, depth)
        }
    }

    fn operator(&mut self, term: TermId, depth: u32) -> Pieces {
        let node = self.terms.node(term);
        let truth = natural_form(&node) == Form::Truth;
        let application = |name: String, form: Form, operands: &[TermId]| {
            let mut pieces = vec![Piece::String(format!("({name}"))];
            for &operand in operands {
                pieces.push(Piece::Text(" "));
                pieces.push(Piece::Term(operand, form, depth));
            }
            pieces.push(Piece::Text(")"));
            pieces
        };
        let vectors =
            |name: &str, operands: &[TermId]| application(name.into(), Form::Vector, operands);
        match self.terms.view(term) {
            View::Const(value) => {
                self.constant(&Bits::from_u64(node.width, value));
                Vec::new()
            }
            View::WideConst(value) => {
                self.constant(value);
                Vec::new()
            }
            View::Symbol(_) | View::Base(_) => {
                self.atom(term);
                Vec::new()
            }
            View::Bound(index) => {
                let _ = write!(self.out, "$i{}", depth - 1 - index);
                Vec::new()
            }
            View::Table(_) => {
                self.table(term);
                Vec::new()
            }
            View::Not(x) if truth => application("not".into(), Form::Truth, &[x]),
            View::Not(x) => vectors("bvnot", &[x]),
            View::Binary(op, x, y) => match op {
                Op::And | Op::Or | Op::Xor if truth => {
                    let name = match op {
                        Op::And => "and",
                        Op::Or => "or",
                        _ => "xor",
                    };
                    application(name.into(), Form::Truth, &[x, y])
                }
                _ => vectors(binary_name(op), &[x, y]),
            },
            View::Ite(c, x, y) => {
                let form = if truth { Form::Truth } else { Form::Vector };
                vec![
                    Piece::Text("(ite "),
                    Piece::Term(c, Form::Truth, depth),
                    Piece::Text(" "),
                    Piece::Term(x, form, depth),
                    Piece::Text(" "),
                    Piece::Term(y, form, depth),
                    Piece::Text(")"),
                ]
            }
            View::Concat(x, y) => match self.terms.as_zext(term) {
                Some(inner) => {
                    let by = node.width - self.terms.width(inner);
                    vectors(&format!("(_ zero_extend {by})"), &[inner])
                }
                None => vectors("concat", &[x, y]),
            },
            View::Extract(x, low) => {
                vectors(&format!("(_ extract {} {low})", low + node.width - 1), &[x])
            }
            View::SExt(x) => {
                let by = node.width - self.terms.width(x);
                vectors(&format!("(_ sign_extend {by})"), &[x])
            }
            View::Select(array, index) => vectors("select", &[array, index]),
            View::Store(array, index, value) => vectors("store", &[array, index, value]),
            View::ConstArray(element) => {
                let Sort::Array { index, element: width } = self.terms.sort(term) else {
                    unreachable!("a constant array has an array sort")
                };
                let sort = format!("(Array (_ BitVec {index}) (_ BitVec {width}))");
                vectors(&format!("(as const {sort})"), &[element])
            }
            View::Forall { from, to, body } => self.forall(from, to, body, depth),
            view @ (View::FloatBinary(..)
            | View::FloatUnary(..)
            | View::FloatCompare(..)
            | View::FloatFma(..)
            | View::FloatCast(..)) => {
                vec![Piece::String(self.float_result(term, &view, depth))]
            }
        }
    }

    /// A table as stores over a constant array.
    fn table(&mut self, term: TermId) {
        let View::Table(table) = self.terms.view(term) else { unreachable!("not a table") };
        let (index, element) = (table.index_width(), table.element_width());
        for _ in 0..table.len() {
            self.out.push_str("(store ");
        }
        let sort = format!("(Array (_ BitVec {index}) (_ BitVec {element}))");
        let _ = write!(self.out, "((as const {sort}) ");
        self.constant(table.default_element());
        self.out.push(')');
        for i in 0..table.len() {
            self.out.push(' ');
            self.constant(&Bits::from_u64(index, i as u64));
            self.out.push(' ');
            self.constant(&table.element(i));
            self.out.push(')');
        }
    }

    fn forall(&self, from: TermId, to: TermId, body: TermId, depth: u32) -> Pieces {
        let width = self.terms.width(from);
        let inner = depth + 1;
        let mut pieces = vec![
            Piece::String(format!("(forall (($i{depth} (_ BitVec {width}))) (=> (and (bvule ")),
            Piece::Term(from, Form::Vector, depth),
            Piece::String(format!(" $i{depth}) (bvult $i{depth} ")),
            Piece::Term(to, Form::Vector, depth),
            Piece::Text(")) "),
        ];
        let mut open = 2;
        for term in self.shared_below(body) {
            if self.is_float_value(term) {
                pieces.push(Piece::String(format!("(let (({} ", self.float_name(term, inner))));
                pieces.push(Piece::Float(term, inner));
                pieces.push(Piece::Text(")) "));
                open += 1;
            }
            if !self.is_bits(term) {
                continue;
            }
            open += 1;
            pieces.push(Piece::String(format!("(let (($l{term}_{inner} ")));
            pieces.push(Piece::Operator(term, inner));
            pieces.push(Piece::Text(")) "));
            pieces.push(Piece::Named(term, inner));
        }
        pieces.push(Piece::Term(body, Form::Truth, inner));
        pieces.push(Piece::String(")".repeat(open)));
        pieces
    }

    /// Terms with loose bound variables that the body of a quantifier uses more than once, children
    /// first. Float operators and their operands, which are written several times each, count among
    /// them. Bodies of inner quantifiers name their own.
    fn shared_below(&self, body: TermId) -> Vec<TermId> {
        let mut uses = FxHashMap::<TermId, u32>::default();
        let mut done = FxHashSet::default();
        let mut order = Vec::new();
        let mut stack = vec![(body, false)];
        if self.terms.op(body).is_float() {
            uses.insert(body, 2);
        }
        while let Some((term, expanded)) = stack.pop() {
            if expanded {
                order.push(term);
            } else if done.insert(term) {
                stack.push((term, true));
                let outside = if self.terms.op(term) == Op::Forall { 2 } else { 3 };
                for child in self.terms.children(term).take(outside) {
                    if self.terms.loose_bound(child) > 0 && self.terms.op(child) != Op::Bound {
                        let float =
                            self.terms.op(term).is_float() || self.terms.op(child).is_float();
                        *uses.entry(child).or_default() += if float { 2 } else { 1 };
                        stack.push((child, false));
                    }
                }
            }
        }
        order.retain(|term| uses.get(term).is_some_and(|&count| count > 1));
        order
    }
}

fn binary_name(op: Op) -> &'static str {
    match op {
        Op::And => "bvand",
        Op::Or => "bvor",
        Op::Xor => "bvxor",
        Op::Add => "bvadd",
        Op::Mul => "bvmul",
        Op::UDiv => "bvudiv",
        Op::URem => "bvurem",
        Op::SDiv => "bvsdiv",
        Op::SRem => "bvsrem",
        Op::Shl => "bvshl",
        Op::LShr => "bvlshr",
        Op::AShr => "bvashr",
        Op::Eq => "=",
        Op::Ult => "bvult",
        Op::Slt => "bvslt",
        _ => unreachable!("{op:?} is not a binary operator"),
    }
}
