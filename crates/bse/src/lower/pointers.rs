//! Where the numbers that stand for addresses here differ from those of an execution.

use crate::layout::FUNCTIONS;
use crate::loss::Loss;
use crate::unroll::{Builder, Cursor};
use dunlin_ir::{BinOp, CastOp, CmpOp, FuncId, Function, InstKind, Operand, Reg, ScaledIndex};
use dunlin_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Steps of this size never lead out of an object's range: there are not so many on a path.
const SMALL_STEP: u64 = 1 << 16;

/// Numbers of a function that are addresses.
pub struct Casts {
    addresses: FxHashSet<Reg>,
    /// Those that are only made pointers again, subtracted from each other, and compared for equality.
    harmless: FxHashSet<Reg>,
}

impl Casts {
    pub fn of(func: &Function) -> Casts {
        let mut addresses = FxHashSet::default();
        for inst in &func.insts {
            if let InstKind::Cast { op: CastOp::PtrToInt, dst, .. } = &inst.kind {
                addresses.insert(*dst);
            }
        }
        let mut harmless = addresses.clone();
        let is_address =
            |operand: &Operand| operand.reg().is_some_and(|reg| addresses.contains(&reg));
        let is_zero = |operand: &Operand| {
            operand.as_bits().is_some_and(|bits| bits.low_u64() == 0 && bits.width() <= 64)
        };
        for inst in &func.insts {
            let fine = match &inst.kind {
                InstKind::Cast { op: CastOp::IntToPtr, .. } => true,
                InstKind::Binary { op: BinOp::Sub, a, b, .. } => is_address(a) && is_address(b),
                InstKind::Compare { op: CmpOp::Eq | CmpOp::Ne, a, b, .. } => {
                    (is_address(a) || is_zero(a)) && (is_address(b) || is_zero(b))
                }
                _ => false,
            };
            if !fine {
                inst.kind.for_each_operand(|operand| {
                    if let Some(reg) = operand.reg() {
                        harmless.remove(&reg);
                    }
                });
            }
        }
        for block in &func.blocks {
            for edge in block.term.edges() {
                for reg in edge.args.iter().filter_map(Operand::reg) {
                    harmless.remove(&reg);
                }
            }
            if let dunlin_ir::Terminator::Return { values } = &block.term {
                for reg in values.iter().filter_map(Operand::reg) {
                    harmless.remove(&reg);
                }
            }
            if let dunlin_ir::Terminator::Switch { value: Operand::Reg(reg), .. } = &block.term {
                harmless.remove(reg);
            }
        }
        Casts { addresses, harmless }
    }

    /// Whether the number of an address is only used in ways that do not depend on where objects lie.
    pub fn is_harmless(&self, reg: Reg) -> bool {
        self.harmless.contains(&reg)
    }
}

/// By function.
pub type KnownCasts = FxHashMap<FuncId, Rc<Casts>>;

impl Builder<'_, '_> {
    fn casts(&mut self, func: FuncId) -> Rc<Casts> {
        let body = self.functions.func(func);
        self.known_casts.entry(func).or_insert_with(|| Rc::new(Casts::of(body))).clone()
    }

    /// Whether the number of an address is only used in ways that do not depend on where objects lie.
    pub fn is_used_as_pointer(&mut self, func: FuncId, reg: Reg) -> bool {
        self.casts(func).is_harmless(reg)
    }

    /// Whether a number is the address of something.
    pub fn is_address(&mut self, func: FuncId, operand: &Operand) -> bool {
        operand.reg().is_some_and(|reg| self.casts(func).addresses.contains(&reg))
    }

    /// When an address computation leads so far away that it could come to another object.
    pub fn leaves_range(
        &mut self,
        cursor: &Cursor,
        (base, result): (TermId, TermId),
        disp: i64,
        indices: &[ScaledIndex],
    ) -> Option<(TermId, Loss)> {
        let at = self.at(cursor);
        let known = match (self.terms.as_u64(base), self.terms.as_u64(result)) {
            (Some(base), Some(result)) => Some(result.wrapping_sub(base) as i64),
            _ => indices.is_empty().then_some(disp),
        };
        let is_wide = self.layout.pointer == 64;
        if is_wide && known.is_some_and(|by| by.unsigned_abs() <= SMALL_STEP) {
            return None;
        }
        let stays = self.layout.stays(self.terms, base, result);
        Some((self.terms.not(stays), Loss::Address(at)))
    }

    /// When a comparison of addresses depends on where objects lie.
    pub fn compares_addresses(
        &mut self,
        cursor: &Cursor,
        op: CmpOp,
        operands: (&Operand, &Operand),
        values: &[TermId],
    ) -> Option<(TermId, Loss)> {
        let at = self.at(cursor);
        let (x, y) = (values[0], values[1]);
        let [one, other] = [x, y].map(|address| self.layout.object_of(self.terms, address));
        let differ = self.terms.ne(one, other);
        let null = Some(0);
        let is_with_null = self.terms.as_u64(x) == null || self.terms.as_u64(y) == null;
        let is_equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
        if is_equality && is_with_null {
            return None;
        }
        let hidden = self.are_hidden(x, y);
        if !is_equality {
            return Some((self.terms.or(differ, hidden), Loss::Address(at)));
        }
        // Behind the end of an object another one may begin, and where a dead one lay, another one may lie.
        let nowhere = self.layout.group_term(self.terms, 0);
        let mut lost = differ;
        let mut inside = TermId::TRUE;
        for (address, operand) in [(x, operands.0), (y, operands.1)] {
            let group = self.layout.group_of(self.terms, address);
            let leads_somewhere = self.terms.ne(group, nowhere);
            lost = self.terms.and(lost, leads_somewhere);
            let sure = self.is_inside(cursor, at.func, operand, address);
            inside = self.terms.and(inside, sure);
        }
        let unsure = self.terms.not(inside);
        let lost = self.terms.and(lost, unsure);
        Some((self.terms.or(lost, hidden), Loss::Address(at)))
    }

    /// That an address leads to a byte of an object that lives, or to a function.
    fn is_inside(
        &mut self,
        cursor: &Cursor,
        func: FuncId,
        operand: &Operand,
        address: TermId,
    ) -> TermId {
        let one = self.terms.constant(self.layout.pointer, 1);
        if let Some(number) = self.terms.as_u64(address) {
            let group = self.layout.place(number).group;
            return match group == FUNCTIONS {
                true => TermId::TRUE,
                false => self.is_there(cursor, group, address, one, false),
            };
        }
        let Some(group) = self.classes.group(func, operand) else { return TermId::FALSE };
        let Some(number) = self.objects.number(group) else { return TermId::FALSE };
        self.is_there(cursor, number, address, one, false)
    }
}
