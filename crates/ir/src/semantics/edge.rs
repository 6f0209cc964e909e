//! Which way control leaves a block.
//!
//! For every edge of a terminator, in the order of [`Terminator::edges`], there is a condition over the
//! values of its operands. Of a jump, a branch and a switch, exactly one holds. Of a call that may throw both do,
//! since the operands do not say whether it does. Of an indirect jump at most
//! one does; where none does, the program jumps to what is no label of its function, which is an error. A
//! return, an `unreachable` and a trap have no edges.
//!
//! Forward execution looks a concrete value up in tables instead; what they say is what holds here.

use crate::algebra::Algebra;
use crate::bits::Bits;
use crate::ids::FuncId;
use crate::inst::{Operand, Terminator};
use crate::target::Target;

/// The number of the edge of a branch that is taken if its condition holds. The other one follows.
pub const THEN: usize = 0;

/// The value of a case: of any width, or one of at most 64 bits, for which nothing has to be made first.
pub trait Case {
    fn value<A: Algebra>(&self, a: &mut A, width: u32) -> A::Value;
}

impl Case for Bits {
    fn value<A: Algebra>(&self, a: &mut A, _: u32) -> A::Value {
        a.constant_bits(self)
    }
}

impl Case for u64 {
    fn value<A: Algebra>(&self, a: &mut A, width: u32) -> A::Value {
        a.constant(width, *self)
    }
}

/// When control leaves a block of `func` along edge number `index` of its terminator. `value` gives the
/// values of operands, of addresses of labels among others.
pub fn condition<A: Algebra>(
    a: &mut A,
    target: &Target,
    func: FuncId,
    terminator: &Terminator,
    index: usize,
    mut value: impl FnMut(&mut A, &Operand) -> A::Value,
) -> A::Value {
    match terminator {
        Terminator::Jump(_) => a.constant(1, 1),
        // What the callee does decides: nothing here excludes either.
        Terminator::Invoke { .. } => a.constant(1, 1),
        Terminator::Branch { cond, .. } => {
            let cond = value(a, cond);
            branch(a, index, &cond)
        }
        Terminator::Switch { width, value: operand, cases, .. } => {
            let chosen = value(a, operand);
            match cases.get(index) {
                Some((case, _)) => is_case(a, *width, &chosen, case),
                None => no_case(a, *width, &chosen, cases.iter().map(|(case, _)| case)),
            }
        }
        Terminator::IndirectJump { addr, targets } => {
            let block = targets[index].block;
            if targets[..index].iter().any(|edge| edge.block == block) {
                return a.zero(1);
            }
            let addr = value(a, addr);
            let label = value(a, &Operand::BlockAddr(func, block));
            indirect(a, target.pointer_bits, &addr, &label)
        }
        Terminator::Return { .. }
        | Terminator::Resume { .. }
        | Terminator::Unreachable
        | Terminator::Trap => {
            unreachable!("{terminator:?} has no edges")
        }
    }
}

/// When a branch takes edge number `index`.
#[inline(always)]
pub fn branch<A: Algebra>(a: &mut A, index: usize, cond: &A::Value) -> A::Value {
    match index {
        THEN => cond.clone(),
        _ => a.not(1, cond),
    }
}

/// When a switch on a value of `width` bits takes the edge of a case.
pub fn is_case<A: Algebra>(a: &mut A, width: u32, value: &A::Value, case: &impl Case) -> A::Value {
    let case = case.value(a, width);
    a.eq(width, value, &case)
}

/// When a switch takes its default edge.
pub fn no_case<'a, A: Algebra>(
    a: &mut A,
    width: u32,
    value: &A::Value,
    cases: impl IntoIterator<Item = &'a Bits>,
) -> A::Value {
    let mut none = a.constant(1, 1);
    for case in cases {
        let holds = is_case(a, width, value, case);
        none = and_not(a, &none, &holds);
    }
    none
}

/// Where a switch leads and when: every target once, in the order of the first case that leads there, the
/// default's last. Cases with one target are one condition; those with that of the default are the default.
pub fn switch<A: Algebra, T: Copy + PartialEq>(
    a: &mut A,
    width: u32,
    value: &A::Value,
    cases: impl IntoIterator<Item = (impl Case, T)>,
    default: T,
) -> Vec<(T, A::Value)> {
    let mut targets: Vec<(T, A::Value)> = Vec::new();
    let mut none = a.constant(1, 1);
    for (case, to) in cases {
        if to == default {
            continue;
        }
        let holds = is_case(a, width, value, &case);
        none = and_not(a, &none, &holds);
        match targets.iter_mut().find(|(target, _)| *target == to) {
            Some((_, condition)) => *condition = a.or(1, condition, &holds),
            None => targets.push((to, holds)),
        }
    }
    targets.push((default, none));
    targets
}

/// When an indirect jump leads to the block with this label; both are addresses of `width` bits.
pub fn indirect<A: Algebra>(a: &mut A, width: u32, addr: &A::Value, label: &A::Value) -> A::Value {
    a.eq(width, addr, label)
}

fn and_not<A: Algebra>(a: &mut A, x: &A::Value, y: &A::Value) -> A::Value {
    let not = a.not(1, y);
    a.and(1, x, &not)
}
