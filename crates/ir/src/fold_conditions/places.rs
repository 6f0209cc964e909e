//! Which addresses surely lie inside of an object that is there: those of locals and globals, at
//! constant offsets. Reading there cannot fail.
//!
//! A local counts if the entry block allocates it with a constant size: it is there as long as the
//! function runs, or where [`Scopes`] says that its scope is not over. In a function that restores its
//! stack nothing is claimed.

use super::scopes::Scopes;
use crate::cfg::Cfg;
use crate::ids::{BlockId, Reg};
use crate::inst::{InstKind, Operand};
use crate::module::{Function, Global, Init};
use crate::target::Target;
use crate::types::Type;

/// An offset into an object of a known size.
#[derive(Clone, Copy)]
struct Place {
    offset: i64,
    size: u64,
    /// The local that it lies in; none for a global.
    local: Option<Reg>,
}

pub struct Places<'a> {
    globals: &'a [Global],
    target: &'a Target,
    /// By register.
    regs: Vec<Option<Place>>,
    scopes: Scopes,
}

impl<'a> Places<'a> {
    pub fn new(func: &Function, cfg: &Cfg, globals: &'a [Global], target: &'a Target) -> Self {
        let scopes = Scopes::new(func, cfg);
        let mut places = Places { globals, target, regs: vec![None; func.regs.len()], scopes };
        // Definitions come before uses but for loops.
        let ids = || cfg.reverse_postorder().iter().flat_map(|&block| &func.block(block).insts);
        let kinds = || ids().map(|&id| &func.inst(id).kind);
        let restores = kinds().any(|kind| matches!(kind, InstKind::StackRestore { .. }));
        let entry = func.blocks.first().map_or(0, |entry| entry.insts.len());
        for (index, kind) in kinds().enumerate() {
            match kind {
                InstKind::Alloca { dst, size: Operand::Int { value, .. }, .. }
                    if index < entry && !restores =>
                {
                    places.regs[dst.index()] =
                        Some(Place { offset: 0, size: *value, local: Some(*dst) });
                }
                InstKind::PtrAdd { dst, base, disp, indices, .. } => {
                    let constant = |operand: &Operand| match operand {
                        // Sign-extended, as an index is.
                        Operand::Int { width, value } if *width <= 64 => {
                            let shift = 64 - width;
                            Some(((value << shift) as i64) >> shift)
                        }
                        _ => None,
                    };
                    let offset = indices.iter().try_fold(*disp, |sum, scaled| {
                        let scale = i64::try_from(scaled.scale).ok()?;
                        sum.checked_add(constant(&scaled.index)?.checked_mul(scale)?)
                    });
                    places.regs[dst.index()] = places.place(base).and_then(|place| {
                        Some(Place { offset: place.offset.checked_add(offset?)?, ..place })
                    });
                }
                _ => {}
            }
        }
        places
    }

    /// Whether `ty` can be read at `addr` where `block` ends.
    pub fn is_readable(&self, addr: &Operand, ty: Type, block: BlockId) -> bool {
        self.place(addr).is_some_and(|place| {
            let inside = u64::try_from(place.offset)
                .ok()
                .and_then(|offset| offset.checked_add(ty.store_size(self.target)))
                .is_some_and(|end| end <= place.size);
            inside && place.local.is_none_or(|local| self.scopes.is_in_scope(local, block))
        })
    }

    fn place(&self, addr: &Operand) -> Option<Place> {
        match addr {
            // Registers behind the table are of this pass: truth values.
            Operand::Reg(reg) => *self.regs.get(reg.index())?,
            Operand::Global(id) => {
                let global = &self.globals[id.index()];
                let there = global.init != Init::External;
                there.then_some(Place { offset: 0, size: global.size, local: None })
            }
            _ => None,
        }
    }
}
