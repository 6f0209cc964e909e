//! Which slot a register or a constant has.

use super::{Compiler, fusion, lower};
use crate::code::{Op, Slot, Source, constant_values, slots_of};
use dunlin_ir::{CastOp, InstKind, Operand, Type};
use rustc_hash::FxHashMap;

/// Constants that a function with loops keeps in slots, at most this many.
const MAX_CONSTANT_SLOTS: usize = 64;

impl Compiler<'_> {
    pub(super) fn new_slots(&mut self, count: u32) -> Slot {
        let slot = self.next_slot;
        self.next_slot += count;
        slot
    }

    pub(super) fn assign_slots(&mut self) {
        for &param in &self.func.params {
            self.assign(param);
        }
        for block in self.cfg.reverse_postorder().to_vec() {
            for &param in &self.func.block(block).params {
                self.assign(param);
            }
            for &inst in &self.func.block(block).insts {
                let kind = &self.func.inst(inst).kind;
                match self.same_bits(kind) {
                    Some((dst, source)) => {
                        self.reg_slots[dst.index()] = self.reg_slots[source.index()];
                    }
                    None => kind.for_each_def(|dst| self.assign(dst)),
                }
            }
        }
    }

    fn assign(&mut self, reg: dunlin_ir::Reg) {
        self.reg_slots[reg.index()] = self.new_slots(slots_of(self.func.reg_type(reg)));
    }

    /// The two registers of an instruction whose result has the very bits of its operand.
    pub(super) fn same_bits(&self, kind: &InstKind) -> Option<(dunlin_ir::Reg, dunlin_ir::Reg)> {
        match kind {
            // Which bits are undefined is kept relative to the width, so then a zext is work.
            InstKind::Cast { op: CastOp::Zext, dst, to, a: Operand::Reg(source), .. }
                if slots_of(*to) == 1 && !self.options.check_uninitialised() =>
            {
                Some((*dst, *source))
            }
            InstKind::Cast {
                op: CastOp::PtrToInt | CastOp::IntToPtr,
                dst,
                a: Operand::Reg(source),
                ..
            } => Some((*dst, *source)),
            InstKind::Freeze { dst, a: Operand::Reg(source), .. }
                if !self.options.check_uninitialised() =>
            {
                Some((*dst, *source))
            }
            _ => None,
        }
    }

    /// Puts the constants that operations read from slots into slots at the entry, so that loops do
    /// not load them again and again.
    pub(super) fn place_constants(&mut self) {
        let mut wanted: FxHashMap<(u64, dunlin_memory::Meta), u32> = FxHashMap::default();
        let mut order = Vec::new();
        for block in self.cfg.reverse_postorder() {
            for &inst in &self.func.block(*block).insts {
                let kind = &self.func.inst(inst).kind;
                if matches!(
                    kind,
                    InstKind::Call(_) | InstKind::Marker { .. } | InstKind::Alloca { .. }
                ) {
                    continue;
                }
                let mut index = 0;
                kind.for_each_operand(|operand| {
                    let immediate = index == 1 && self.has_immediate_form(kind, operand);
                    index += 1;
                    if !immediate
                        && !matches!(
                            operand,
                            Operand::Reg(_) | Operand::Wide(_) | Operand::Undef(_)
                        )
                        && let Some(values) = constant_values(self.module, operand, Type::BOOL)
                    {
                        let key = (values[0].bits, values[0].meta);
                        let uses = wanted.entry(key).or_insert_with(|| {
                            order.push(key);
                            0
                        });
                        *uses += 1;
                    }
                });
            }
        }
        order.sort_by_key(|key| std::cmp::Reverse(wanted[key]));
        order.truncate(MAX_CONSTANT_SLOTS);
        for (bits, meta) in order {
            let slot = self.new_slots(1);
            self.emit_constant(slot, dunlin_memory::Value { bits, meta });
            self.constants.insert((bits, meta), slot);
        }
    }

    fn has_immediate_form(&self, kind: &InstKind, operand: &Operand) -> bool {
        match kind {
            InstKind::Binary { op, width, .. } => {
                lower::has_fast_form(*op) && fusion::immediate(operand, *width).is_some()
            }
            InstKind::Compare { ty: Type::Int(width), .. } => {
                fusion::immediate(operand, *width).is_some()
            }
            InstKind::Compare { ty: Type::Ptr, .. } => matches!(operand, Operand::Null),
            _ => false,
        }
    }

    pub(super) fn emit_constant(&mut self, dst: Slot, value: dunlin_memory::Value) {
        if value.meta.is_pointer() && value.bits == 0 {
            self.emit(Op::Address { dst, object: value.meta.object().0 });
        } else if value.meta.is_pointer() {
            self.emit(Op::Address { dst, object: value.meta.object().0 });
            self.emit(Op::PtrDisp { dst, base: dst, disp: value.bits as i32 });
        } else {
            self.emit(Op::Int { dst, value: value.bits });
        }
    }

    /// The slots of an operand, lowest first, putting constants into scratch slots.
    pub(super) fn slot(&mut self, operand: &Operand, ty: Type) -> Slot {
        if let Operand::Reg(reg) = operand {
            return self.reg_slots[reg.index()];
        }
        let values = constant_values(self.module, operand, ty).expect("not a register");
        if let [value] = values[..] {
            if let Some(&slot) = self.constants.get(&(value.bits, value.meta)) {
                return slot;
            }
            let slot = self.scratch[self.next_scratch];
            self.next_scratch = (self.next_scratch + 1) % self.scratch.len();
            self.emit_constant(slot, value);
            return slot;
        }
        let slot = self.new_slots(values.len() as u32);
        for (i, value) in values.into_iter().enumerate() {
            self.emit_constant(slot + i as u32, value);
        }
        slot
    }

    /// The slots or constants of an operand, lowest first.
    pub(super) fn sources(&self, operand: &Operand, ty: Type) -> Vec<Source> {
        match operand {
            Operand::Reg(reg) => {
                let first = self.reg_slots[reg.index()];
                (first..first + slots_of(self.func.reg_type(*reg))).map(Source::Slot).collect()
            }
            _ => constant_values(self.module, operand, ty)
                .expect("not a register")
                .into_iter()
                .map(Source::Value)
                .collect(),
        }
    }
}
