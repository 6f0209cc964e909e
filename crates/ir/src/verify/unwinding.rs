//! V29 and V30: calls that may throw, and where their exceptions arrive.

use super::{Checker, Invariant};
use crate::ids::BlockId;
use crate::inst::{Edge, InstKind, Terminator};
use crate::module::{Block, Function};
use rustc_hash::FxHashSet;

impl Checker<'_> {
    pub(super) fn check_unwinding(&mut self, func: &Function) {
        let pads = self.landing_pads(func);
        for (i, block) in func.blocks.iter().enumerate() {
            self.block = Some(BlockId::new(i));
            self.in_terminator = true;
            for (edge, unwinds) in edges(&block.term) {
                let fits = unwinds || !pads.contains(&edge.block);
                self.require(fits, Invariant::LandingPads, || {
                    format!("{} has a landing pad, and this is no unwind edge", edge.block)
                });
                let lands = !unwinds || lands(func, func.block(edge.block));
                self.require(lands, Invariant::LandingPads, || {
                    format!("the unwind edge leads to {}, which has no landing pad", edge.block)
                });
            }
            if matches!(block.term, Terminator::Invoke { .. }) {
                self.invoke(func, block);
            }
            self.in_terminator = false;
        }
        self.block = None;
    }

    /// The blocks that begin with a landing pad.
    fn landing_pads(&mut self, func: &Function) -> FxHashSet<BlockId> {
        let mut pads = FxHashSet::default();
        for (i, block) in func.blocks.iter().enumerate() {
            self.block = Some(BlockId::new(i));
            for (index, &id) in block.insts.iter().enumerate() {
                if matches!(func.inst(id).kind, InstKind::LandingPad { .. }) {
                    pads.insert(BlockId::new(i));
                    self.inst = Some(id);
                    self.require(index == 0, Invariant::LandingPads, || {
                        "it is not the first instruction of its block".into()
                    });
                    self.inst = None;
                }
            }
        }
        self.block = None;
        pads
    }

    fn invoke(&mut self, func: &Function, block: &Block) {
        let last = block.insts.last().map(|&id| &func.inst(id).kind);
        let is_call = matches!(last, Some(InstKind::Call(_) | InstKind::Unsupported { .. }));
        self.require(is_call, Invariant::Invokes, || "there is no call right before it".into());
        self.require(block.term_pos.is_none(), Invariant::Invokes, || {
            "it has a position of its own".into()
        });
    }
}

/// Whether an exception can arrive in a block.
fn lands(func: &Function, block: &Block) -> bool {
    let first = block.insts.first().map(|&id| &func.inst(id).kind);
    matches!(first, Some(InstKind::LandingPad { .. } | InstKind::Unsupported { .. }))
}

/// The edges of a terminator, with whether they are taken by exceptions.
fn edges(term: &Terminator) -> Vec<(&Edge, bool)> {
    let unwinds = |index| matches!(term, Terminator::Invoke { .. }) && index == 1;
    term.edges().into_iter().enumerate().map(|(index, edge)| (edge, unwinds(index))).collect()
}
