//! Terms with some parts replaced: substitution, instantiation of quantifiers, and their opposite.
//!
//! All of them rebuild a term from below through the smart constructors, each shared part once.

use crate::arena::Terms;
use crate::ids::TermId;
use crate::op::Op;
use crate::view::View;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What to replace, seen from below `depth` quantifiers.
enum Replacement<'a> {
    /// Terms by closed terms.
    Terms(&'a FxHashMap<TermId, TermId>),
    /// The outermost loose bound variable by a closed term.
    Bound(TermId),
    /// A symbol by a bound variable.
    Close(TermId),
}

impl Terms {
    /// `term` with every occurrence of a key of `replacements` (symbols, bases, or any other terms)
    /// replaced by its value, of the same sort. Values are closed and are not searched again.
    pub fn substitute(&mut self, term: TermId, replacements: &FxHashMap<TermId, TermId>) -> TermId {
        debug_assert!(
            replacements.iter().all(|(&from, &to)| {
                self.sort(from) == self.sort(to) && self.loose_bound(to) == 0
            })
        );
        self.replace(term, &Replacement::Terms(replacements))
    }

    /// The body of a quantifier at one index: bound variable 0 of `body` becomes the closed `index`.
    pub fn instantiate(&mut self, body: TermId, index: TermId) -> TermId {
        debug_assert_eq!(self.loose_bound(index), 0);
        self.replace(body, &Replacement::Bound(index))
    }

    /// The opposite of [`Terms::instantiate`]: `term` with `symbol` replaced by bound variable 0.
    pub fn close_over(&mut self, term: TermId, symbol: TermId) -> TermId {
        self.replace(term, &Replacement::Close(symbol))
    }

    /// For all values of `symbol` in `[from, to)`: `body`.
    pub fn forall_symbol(
        &mut self,
        symbol: TermId,
        from: TermId,
        to: TermId,
        body: TermId,
    ) -> TermId {
        let body = self.close_over(body, symbol);
        self.forall(from, to, body)
    }

    fn replace(&mut self, root: TermId, replacement: &Replacement<'_>) -> TermId {
        // The depth is part of the key only where it matters: below quantifiers.
        let mut memo = FxHashMap::<(TermId, u32), TermId>::default();
        let mut stack = vec![(root, 0)];
        let mut operands = SmallVec::<[TermId; 3]>::new();
        while let Some(&(term, depth)) = stack.last() {
            if memo.contains_key(&(term, depth)) {
                stack.pop();
                continue;
            }
            if let Some(result) = self.replaced_leaf(term, depth, replacement) {
                memo.insert((term, depth), result);
                stack.pop();
                continue;
            }
            let binder = self.op(term) == Op::Forall;
            let before = stack.len();
            operands.clear();
            for (i, child) in self.children(term).enumerate() {
                let key = (child, depth + u32::from(binder && i == 2));
                match memo.get(&key) {
                    Some(&operand) => operands.push(operand),
                    None => stack.push(key),
                }
            }
            if stack.len() == before {
                let unchanged = self.children(term).eq(operands.iter().copied());
                let result = if unchanged { term } else { self.rebuild(term, &operands) };
                memo.insert((term, depth), result);
                stack.pop();
            }
        }
        memo[&(root, 0)]
    }

    /// What a term becomes if it is clear without looking at its children.
    fn replaced_leaf(
        &mut self,
        term: TermId,
        depth: u32,
        replacement: &Replacement<'_>,
    ) -> Option<TermId> {
        let node = self.node(term);
        match *replacement {
            Replacement::Terms(map) => {
                map.get(&term).copied().or((node.op.arity() == 0).then_some(term))
            }
            Replacement::Bound(index) => {
                if node.loose() <= depth {
                    return Some(term);
                }
                if node.op != Op::Bound {
                    return None;
                }
                // One quantifier less encloses the outer variables.
                Some(if node.a == depth { index } else { self.bound(node.width, node.a - 1) })
            }
            Replacement::Close(symbol) => {
                if term == symbol {
                    return Some(self.bound(node.width, depth));
                }
                if node.op == Op::Bound && node.a >= depth {
                    return Some(self.bound(node.width, node.a + 1));
                }
                (node.op.arity() == 0).then_some(term)
            }
        }
    }

    /// The operator of `term` with other operands, through the smart constructors.
    pub fn rebuild(&mut self, term: TermId, operands: &[TermId]) -> TermId {
        let node = self.node(term);
        let width = node.width;
        match *operands {
            [] => term,
            [x] => match self.view(term) {
                View::Not(_) => self.not(x),
                View::Extract(_, low) => self.extract(low + width - 1, low, x),
                View::SExt(_) => self.sext(width, x),
                View::FloatUnary(op, format, rounding, _) => {
                    self.float_unary_rounded(op, format, rounding, x)
                }
                View::FloatCast(op, rounding, _) => self.float_cast_rounded(op, rounding, x),
                _ => {
                    let (index, _) = self.array_widths(term);
                    self.const_array(index, x)
                }
            },
            [x, y] => match node.op {
                Op::And | Op::Or | Op::Xor => self.bitwise(node.op, x, y),
                Op::Add => self.add(x, y),
                Op::Mul => self.mul(x, y),
                Op::UDiv => self.udiv(x, y),
                Op::URem => self.urem(x, y),
                Op::SDiv => self.sdiv(x, y),
                Op::SRem => self.srem(x, y),
                Op::Shl => self.shl(x, y),
                Op::LShr => self.lshr(x, y),
                Op::AShr => self.ashr(x, y),
                Op::Eq => self.eq(x, y),
                Op::Ult => self.ult(x, y),
                Op::Slt => self.slt(x, y),
                Op::Concat => self.concat(x, y),
                Op::Select => self.select(x, y),
                Op::FloatBinary => {
                    let (op, rounding) = (node.float_binary_op(), node.float_rounding());
                    self.float_binary_rounded(op, node.float_format(), rounding, x, y)
                }
                _ => self.float_compare(node.float_compare_op(), node.float_format(), x, y),
            },
            [x, y, z] => match node.op {
                Op::Ite => self.ite(x, y, z),
                Op::Store => self.store(x, y, z),
                Op::FloatFma => {
                    self.float_fma_rounded(node.float_format(), node.float_rounding(), x, y, z)
                }
                _ => self.forall(x, y, z),
            },
            _ => panic!("no operator has more than three operands"),
        }
    }
}
