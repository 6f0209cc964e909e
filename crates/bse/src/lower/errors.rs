//! When an instruction goes wrong, as a condition: what is asked about places that could.

use super::calls::has_widths;
use crate::unroll::{Builder, Cursor};
use dunlin_backward::{Functions, Role};
use dunlin_exec::{Builtin, Intrinsic};
use dunlin_ir::{Call, Callee, InstKind, Operand, Point, Type};
use dunlin_term::TermId;

/// Bytes that an instruction uses.
#[derive(Clone, Copy)]
struct Range<'o> {
    address: &'o Operand,
    length: TermId,
    write: bool,
}

/// Whether it can be said when the instruction at a point goes wrong: what [`Builder::error`] knows.
pub fn can_be_asked(functions: &Functions<'_>, at: Point) -> bool {
    let func = functions.func(at.func);
    let Some(&inst) = func.block(at.block).insts.get(at.index as usize) else { return false };
    match &func.inst(inst).kind {
        InstKind::Load { .. }
        | InstKind::Store { .. }
        | InstKind::MemCopy { .. }
        | InstKind::MemSet { .. }
        | InstKind::Check { .. }
        | InstKind::Binary { .. } => true,
        InstKind::Call(Call { callee: Callee::Direct(callee), .. }) => matches!(
            functions.role(*callee),
            Role::Builtin(
                Builtin::MemCopy
                    | Builtin::MemMove
                    | Builtin::MemSet
                    | Builtin::Free
                    | Builtin::Intrinsic(Intrinsic::NondetMemory)
            )
        ),
        _ => false,
    }
}

impl Builder<'_, '_> {
    /// When the instruction at a point goes wrong; none if that cannot be said.
    pub fn error(&mut self, cursor: &mut Cursor, at: Point) -> Option<TermId> {
        let func = self.functions.func(at.func);
        let &inst = func.block(at.block).insts.get(at.index as usize)?;
        let kind = &func.inst(inst).kind;
        match kind {
            InstKind::Load { ty, addr, .. } => {
                let length = self.bytes_of(*ty);
                self.misuse(cursor, Range { address: addr, length, write: false }, at)
            }
            InstKind::Store { ty, addr, .. } => {
                let length = self.bytes_of(*ty);
                self.misuse(cursor, Range { address: addr, length, write: true }, at)
            }
            InstKind::MemCopy { dst, src, len, overlap } => {
                self.miscopy(cursor, (dst, src, len), !overlap, at)
            }
            InstKind::MemSet { dst, len, .. } => {
                let length = self.value(cursor, len);
                self.misuse(cursor, Range { address: dst, length, write: true }, at)
            }
            InstKind::Check { kind, cond, .. } => {
                let fine = match self.is_checked(*kind) {
                    true => self.value(cursor, cond),
                    false => TermId::TRUE,
                };
                Some(self.terms.not(fine))
            }
            InstKind::Binary { .. } => {
                let mut values = Vec::new();
                kind.for_each_operand(|operand| values.push(operand));
                let values: Vec<TermId> =
                    values.into_iter().map(|operand| self.value(cursor, operand)).collect();
                Some(self.undefined(kind, &values).unwrap_or(TermId::FALSE))
            }
            InstKind::Call(call) => self.call_error(cursor, call, at),
            _ => None,
        }
    }

    fn call_error(&mut self, cursor: &mut Cursor, call: &Call, at: Point) -> Option<TermId> {
        let Callee::Direct(func) = call.callee else { return None };
        let Role::Builtin(builtin) = self.functions.role(func) else { return None };
        let (target, caller) = (&self.functions.module.target, self.functions.func(at.func));
        if !has_widths(target, caller, builtin, call) {
            return None;
        }
        let args = &call.args;
        match builtin {
            Builtin::MemCopy => self.miscopy(cursor, (&args[0], &args[1], &args[2]), true, at),
            Builtin::MemMove => self.miscopy(cursor, (&args[0], &args[1], &args[2]), false, at),
            Builtin::MemSet => {
                let length = self.value(cursor, &args[2]);
                self.misuse(cursor, Range { address: &args[0], length, write: true }, at)
            }
            Builtin::Intrinsic(Intrinsic::NondetMemory) => {
                let length = self.value(cursor, &args[1]);
                self.misuse(cursor, Range { address: &args[0], length, write: true }, at)
            }
            Builtin::Free => {
                let address = self.value(cursor, &args[0]);
                let freed = self.freed(cursor, address, &args[0], at).ok()?;
                Some(self.terms.not(freed.fine))
            }
            _ => None,
        }
    }

    fn bytes_of(&mut self, ty: Type) -> TermId {
        let bytes = ty.store_size(&self.functions.module.target);
        self.terms.constant(self.layout.pointer, bytes)
    }

    /// That bytes are used that are not there.
    fn misuse(&mut self, cursor: &mut Cursor, range: Range<'_>, at: Point) -> Option<TermId> {
        let Range { address, length, write } = range;
        // Without a group, nothing is known but that null is wrong.
        self.classes.group(at.func, address)?;
        let bytes = self.terms.as_u64(length);
        let used = self.expect(cursor, address, bytes, at).ok()??;
        let there = self.is_there(cursor, used.group, used.address, length, write);
        let zero = self.terms.constant(self.layout.pointer, 0);
        let some = self.terms.ne(length, zero);
        let missing = self.terms.not(there);
        Some(self.terms.and(some, missing))
    }

    /// That a copy uses bytes that are not there, or whose places overlap though they may not.
    fn miscopy(
        &mut self,
        cursor: &mut Cursor,
        (to, from, length): (&Operand, &Operand, &Operand),
        apart: bool,
        at: Point,
    ) -> Option<TermId> {
        let length = self.value(cursor, length);
        let read = self.misuse(cursor, Range { address: from, length, write: false }, at)?;
        let written = self.misuse(cursor, Range { address: to, length, write: true }, at)?;
        let mut wrong = self.terms.or(read, written);
        if apart {
            let [to, from] = [to, from].map(|operand| self.value(cursor, operand));
            let [one, other] = [to, from].map(|address| self.layout.object_of(self.terms, address));
            let same = self.terms.eq(one, other);
            let elsewhere = self.terms.ne(to, from);
            let [up, down] = [self.terms.sub(to, from), self.terms.sub(from, to)];
            let [up, down] = [up, down].map(|distance| self.terms.ult(distance, length));
            let near = self.terms.or(up, down);
            let overlap = [same, elsewhere].into_iter().fold(near, |x, y| self.terms.and(x, y));
            wrong = self.terms.or(wrong, overlap);
        }
        Some(wrong)
    }
}
