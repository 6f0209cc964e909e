//! What one operator becomes, once its parts are translated.

use super::table::{read_table, small_table, table_array};
use super::target::{Built, Name, Operator, Target};
use super::{Entry, Translator, float};
use crate::backend::Reason;
use dunlin_ir::Bits;
use dunlin_term::{BaseId, Op, Sort, TermId, Terms, View};

impl<T: Target> Translator<T> {
    /// One operator, whose parts are known.
    pub(super) fn build(
        &mut self,
        target: &mut T,
        terms: &Terms,
        term: TermId,
        scope: u32,
    ) -> Result<Entry<T::Expr>, Reason> {
        if term == TermId::FALSE || term == TermId::TRUE {
            let value = u64::from(term == TermId::TRUE);
            let truth = target.truth(value == 1)?;
            let vector = target.constant(&Bits::from_u64(1, value))?;
            return Ok(Entry { truth: Some(truth), vector: Some(vector) });
        }
        if is_truth(terms, term) {
            let truth = self.build_truth(target, terms, term, scope)?;
            return Ok(Entry { truth: Some(truth), vector: None });
        }
        let vector = self.build_vector(target, terms, term, scope)?;
        Ok(Entry { truth: None, vector: Some(vector) })
    }

    /// An operator that makes a truth value.
    fn build_truth(&mut self, target: &mut T, terms: &Terms, term: TermId, scope: u32) -> Built<T> {
        match terms.view(term) {
            View::Not(x) => {
                let x = self.as_truth(target, terms, x, scope)?;
                target.apply(Operator::Not, &[&x])
            }
            View::Binary(op @ (Op::And | Op::Or | Op::Xor), x, y) => {
                let x = self.as_truth(target, terms, x, scope)?;
                let y = self.as_truth(target, terms, y, scope)?;
                let operator = match op {
                    Op::And => Operator::And,
                    Op::Or => Operator::Or,
                    _ => Operator::Xor,
                };
                target.apply(operator, &[&x, &y])
            }
            // Of two truth values, one of which is none by nature, too.
            View::Binary(Op::Eq, x, y) if is_truth(terms, x) || is_truth(terms, y) => {
                let x = self.as_truth(target, terms, x, scope)?;
                let y = self.as_truth(target, terms, y, scope)?;
                target.apply(Operator::Equal, &[&x, &y])
            }
            View::Binary(op, x, y) => self.binary(target, terms, scope, op, x, y),
            View::Ite(condition, yes, no) => {
                let condition = self.as_truth(target, terms, condition, scope)?;
                let yes = self.as_truth(target, terms, yes, scope)?;
                let no = self.as_truth(target, terms, no, scope)?;
                target.apply(Operator::Ite, &[&condition, &yes, &no])
            }
            View::Forall { from, to, body } => {
                let inner = self.inner[&(term, scope)];
                let variable = self.scopes[inner as usize - 1].variable.clone();
                let from = self.as_vector(target, terms, from, scope)?;
                let to = self.as_vector(target, terms, to, scope)?;
                let below = target.apply(Operator::UnsignedLess, &[&variable, &from])?;
                let inside = target.apply(Operator::UnsignedLess, &[&variable, &to])?;
                let beyond = target.apply(Operator::Not, &[&inside])?;
                let outside = target.apply(Operator::Or, &[&below, &beyond])?;
                let body = self.as_truth(target, terms, body, inner)?;
                let body = target.apply(Operator::Or, &[&outside, &body])?;
                target.forall(&variable, &body)
            }
            View::FloatCompare(op, format, x, y) => {
                let x = self.as_vector(target, terms, x, scope)?;
                let y = self.as_vector(target, terms, y, scope)?;
                float::compare(target, op, format, &x, &y)
            }
            other => unreachable!("{other:?} makes no truth value"),
        }
    }

    /// An operator that makes a bit-vector or an array.
    fn build_vector(
        &mut self,
        target: &mut T,
        terms: &Terms,
        term: TermId,
        scope: u32,
    ) -> Built<T> {
        let width = || terms.width(term);
        match terms.view(term) {
            View::Const(value) => target.constant(&Bits::from_u64(width(), value)),
            View::WideConst(value) => target.constant(value),
            View::Table(table) => table_array(target, table),
            View::Symbol(id) => target.symbol(Name::Symbol(id), terms.sort(term)),
            View::Base(id) => self.base(target, terms, term, id),
            View::Bound(index) => {
                let mut scope = scope;
                for _ in 0..index {
                    scope = self.scopes[scope as usize - 1].outer;
                }
                Ok(self.scopes[scope as usize - 1].variable.clone())
            }
            View::Not(x) => self.unary(target, terms, scope, Operator::BitNot, x),
            View::Binary(op, x, y) => self.binary(target, terms, scope, op, x, y),
            View::Ite(condition, yes, no) => {
                let condition = self.as_truth(target, terms, condition, scope)?;
                let yes = self.as_vector(target, terms, yes, scope)?;
                let no = self.as_vector(target, terms, no, scope)?;
                target.apply(Operator::Ite, &[&condition, &yes, &no])
            }
            View::Concat(high, low) => match terms.as_zext(term) {
                Some(inner) => {
                    let by = width() - terms.width(inner);
                    self.unary(target, terms, scope, Operator::ZeroExtend(by), inner)
                }
                None => {
                    let high = self.as_vector(target, terms, high, scope)?;
                    let low = self.as_vector(target, terms, low, scope)?;
                    target.apply(Operator::Concat, &[&high, &low])
                }
            },
            View::Extract(x, low) => {
                let operator = Operator::Extract { high: low + width() - 1, low };
                self.unary(target, terms, scope, operator, x)
            }
            View::SExt(x) => {
                let by = width() - terms.width(x);
                self.unary(target, terms, scope, Operator::SignExtend(by), x)
            }
            View::Select(array, index) => {
                let index_width = terms.width(index);
                let index = self.as_vector(target, terms, index, scope)?;
                if let Some(table) = small_table(terms, array) {
                    return read_table(target, table, &index, index_width);
                }
                let array = self.as_vector(target, terms, array, scope)?;
                target.apply(Operator::Select, &[&array, &index])
            }
            View::Store(array, index, element) => {
                let array = self.as_vector(target, terms, array, scope)?;
                let index = self.as_vector(target, terms, index, scope)?;
                let element = self.as_vector(target, terms, element, scope)?;
                target.apply(Operator::Store, &[&array, &index, &element])
            }
            View::ConstArray(element) => {
                let element = self.as_vector(target, terms, element, scope)?;
                let Sort::Array { index, element: width } = terms.sort(term) else {
                    unreachable!("a constant array has an array sort")
                };
                target.constant_array(index, width, &element)
            }
            view @ (View::FloatBinary(..)
            | View::FloatUnary(..)
            | View::FloatFma(..)
            | View::FloatCast(..)) => {
                let mut operands = Vec::with_capacity(3);
                for operand in terms.children(term) {
                    operands.push(self.as_vector(target, terms, operand, scope)?);
                }
                let loose = terms.loose_bound(term) > 0;
                let (bits, condition) = float::operation(target, term, &view, &operands, loose)?;
                if let Some(condition) = condition {
                    self.conditions.insert(term, condition);
                }
                Ok(bits)
            }
            other => unreachable!("{other:?} makes no bit-vector"),
        }
    }

    fn unary(
        &mut self,
        target: &mut T,
        terms: &Terms,
        scope: u32,
        operator: Operator,
        x: TermId,
    ) -> Built<T> {
        let x = self.as_vector(target, terms, x, scope)?;
        target.apply(operator, &[&x])
    }

    fn binary(
        &mut self,
        target: &mut T,
        terms: &Terms,
        scope: u32,
        op: Op,
        x: TermId,
        y: TermId,
    ) -> Built<T> {
        let x = self.as_vector(target, terms, x, scope)?;
        let y = self.as_vector(target, terms, y, scope)?;
        target.apply(binary_operator(op), &[&x, &y])
    }

    /// The bits that alignment leaves open, of at most the 64 that a model keeps of an address.
    fn base(&mut self, target: &mut T, terms: &Terms, term: TermId, id: BaseId) -> Built<T> {
        let base = terms.base_info(id);
        let width = base.width;
        let aligned = base.align.trailing_zeros().min(width);
        let top = width.min(64);
        if aligned >= top {
            if base.non_null {
                let never = target.truth(false)?;
                self.conditions.insert(term, never);
            }
            return target.constant(&Bits::from_u64(width, 0));
        }
        let open = target.symbol(Name::Base(id), Sort::BitVec(top - aligned))?;
        if base.non_null {
            let zero = target.constant(&Bits::from_u64(top - aligned, 0))?;
            let null = target.apply(Operator::Equal, &[&open, &zero])?;
            let condition = target.apply(Operator::Not, &[&null])?;
            self.conditions.insert(term, condition);
        }
        let mut address = open;
        if aligned > 0 {
            let zeros = target.constant(&Bits::from_u64(aligned, 0))?;
            address = target.apply(Operator::Concat, &[&address, &zeros])?;
        }
        if width > top {
            address = target.apply(Operator::ZeroExtend(width - top), &[&address])?;
        }
        Ok(address)
    }
}

/// Whether a term is translated as a truth value first.
fn is_truth(terms: &Terms, term: TermId) -> bool {
    terms.sort(term) == Sort::BitVec(1) && terms.op(term).makes_truth()
}

fn binary_operator(op: Op) -> Operator {
    match op {
        Op::And => Operator::BitAnd,
        Op::Or => Operator::BitOr,
        Op::Xor => Operator::BitXor,
        Op::Add => Operator::Add,
        Op::Mul => Operator::Mul,
        Op::UDiv => Operator::UnsignedDiv,
        Op::URem => Operator::UnsignedRem,
        Op::SDiv => Operator::SignedDiv,
        Op::SRem => Operator::SignedRem,
        Op::Shl => Operator::ShiftLeft,
        Op::LShr => Operator::LogicalShiftRight,
        Op::AShr => Operator::ArithmeticShiftRight,
        Op::Eq => Operator::Equal,
        Op::Ult => Operator::UnsignedLess,
        Op::Slt => Operator::SignedLess,
        _ => unreachable!("{op:?} has no two bit-vectors as operands"),
    }
}
