//! Which instructions disappear into the operation that uses them.
//!
//! Registers keep their value from definition to use, so an instruction without side effects can be
//! computed where its only use is. Three patterns cover what clang -O0 writes over and over: a
//! comparison that only a branch reads, an index that only an address computation extends, and an
//! address that only a load or store reads.

use dunlin_ir::cfg::Cfg;
use dunlin_ir::{CastOp, Function, InstId, InstKind, Operand, Reg, Target, Terminator, Type};

pub struct Fusion {
    /// The defining instruction of each register that is computed at its use.
    deferred: Vec<Option<InstId>>,
    used: Vec<bool>,
    pub has_loop: bool,
}

/// The operand as a sign-extended 32-bit constant of its width.
pub fn immediate(operand: &Operand, width: u32) -> Option<i32> {
    match operand {
        Operand::Int { value, .. } if width <= 64 => {
            let signed = (*value << (64 - width)) as i64 >> (64 - width);
            i32::try_from(signed).ok()
        }
        Operand::Null => Some(0),
        _ => None,
    }
}

impl Fusion {
    pub fn find(func: &Function, cfg: &Cfg, target: &Target) -> Fusion {
        let mut uses = vec![0u32; func.regs.len()];
        let mut address_uses = vec![0u32; func.regs.len()];
        let mut has_loop = false;
        let count = |operand: &Operand, uses: &mut Vec<u32>| {
            if let Operand::Reg(reg) = operand {
                uses[reg.index()] += 1;
            }
        };
        for &block in cfg.reverse_postorder() {
            let number = cfg.rpo_number(block);
            has_loop |= cfg.successors(block).iter().any(|&next| cfg.rpo_number(next) <= number);
            for &inst in &func.block(block).insts {
                let kind = &func.inst(inst).kind;
                // A marker names a value, it computes nothing.
                if !matches!(kind, InstKind::Marker { .. }) {
                    kind.for_each_operand(|operand| count(operand, &mut uses));
                }
                if let InstKind::Load { addr, .. } | InstKind::Store { addr, .. } = kind {
                    count(addr, &mut address_uses);
                }
            }
            func.block(block).term.for_each_operand(|operand| count(operand, &mut uses));
        }

        let mut deferred = vec![None; func.regs.len()];
        let single = |reg: Reg| uses[reg.index()] == 1;
        for &block in cfg.reverse_postorder() {
            for &inst in &func.block(block).insts {
                match &func.inst(inst).kind {
                    InstKind::Compare { dst, ty, a, .. }
                        if single(*dst)
                            && ty.bits(target) <= 64
                            && branches_on(&func.block(block).term, *dst)
                            && a.reg().is_some() =>
                    {
                        deferred[dst.index()] = Some(inst);
                    }
                    InstKind::PtrAdd { dst, disp, indices, .. } => {
                        let only_addresses = address_uses[dst.index()] == uses[dst.index()];
                        let plain = indices.is_empty()
                            && i32::try_from(*disp).is_ok_and(|d| d < i32::MAX - 64);
                        let indexed = indices.len() == 1
                            && *disp == 0
                            && indices[0].scale <= u64::from(u16::MAX)
                            && single(*dst);
                        if only_addresses && uses[dst.index()] > 0 && (plain || indexed) {
                            deferred[dst.index()] = Some(inst);
                        }
                    }
                    InstKind::Cast {
                        op: CastOp::Sext,
                        dst,
                        from: Type::Int(32),
                        to: Type::Int(64),
                        a,
                    } if single(*dst) && a.reg().is_some() => {
                        deferred[dst.index()] = Some(inst);
                    }
                    _ => {}
                }
            }
        }
        // An extension is only deferred if the one use is as an index whose scale has a fused form.
        let mut extended = vec![false; func.regs.len()];
        for &block in cfg.reverse_postorder() {
            for &inst in &func.block(block).insts {
                let InstKind::PtrAdd { indices, .. } = &func.inst(inst).kind else { continue };
                for scaled in indices {
                    if let Operand::Reg(reg) = scaled.index
                        && scaled.scale <= u64::from(u16::MAX)
                    {
                        extended[reg.index()] = true;
                    }
                }
            }
        }
        for (reg, entry) in deferred.iter_mut().enumerate() {
            if let Some(inst) = *entry
                && matches!(func.inst(inst).kind, InstKind::Cast { .. })
                && !extended[reg]
            {
                *entry = None;
            }
        }
        let used = uses.iter().map(|&count| count > 0).collect();
        Fusion { deferred, used, has_loop }
    }

    /// Whether some instruction reads `reg`.
    pub fn is_used(&self, reg: Reg) -> bool {
        self.used[reg.index()]
    }

    /// Whether the instruction that defines `reg` is computed at its use.
    pub fn is_deferred(&self, reg: Reg) -> bool {
        self.deferred[reg.index()].is_some()
    }

    pub fn definition(&self, operand: &Operand) -> Option<InstId> {
        operand.reg().and_then(|reg| self.deferred[reg.index()])
    }

    pub fn compare_of(&self, reg: Reg) -> Option<InstId> {
        self.deferred[reg.index()]
    }
}

fn branches_on(term: &Terminator, reg: Reg) -> bool {
    matches!(term, Terminator::Branch { cond: Operand::Reg(cond), .. } if *cond == reg)
}
