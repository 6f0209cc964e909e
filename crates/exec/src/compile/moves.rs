//! Block arguments become moves: all at once in the IR, one after the other here.

use super::Compiler;
use crate::code::{Op, Slot, Source, slots_of};
use dunlin_ir::Edge;

impl Compiler<'_> {
    /// Emits the moves of an edge's arguments to the target's parameters.
    pub(super) fn emit_moves(&mut self, edge: &Edge) {
        let params = &self.func.block(edge.block).params;
        let mut moves: Vec<(Slot, Source)> = Vec::new();
        for (&param, arg) in params.iter().zip(&edge.args) {
            let ty = self.func.reg_type(param);
            let first = self.reg_slots[param.index()];
            moves.extend((first..first + slots_of(ty)).zip(self.sources(arg, ty)));
        }
        moves.retain(|&(dst, source)| !matches!(source, Source::Slot(slot) if slot == dst));
        while !moves.is_empty() {
            // A move whose target nobody still reads is safe. If there is none, all that is left are
            // cycles; saving one target in a scratch slot opens its cycle.
            let free = moves.iter().position(|&(dst, _)| {
                !moves
                    .iter()
                    .any(|&(_, source)| matches!(source, Source::Slot(slot) if slot == dst))
            });
            let Some(index) = free else {
                let (dst, _) = moves[0];
                let saved = self.scratch[self.next_scratch];
                self.next_scratch = (self.next_scratch + 1) % self.scratch.len();
                self.emit(Op::Move { dst: saved, src: dst });
                for (_, source) in &mut moves {
                    if matches!(source, Source::Slot(slot) if *slot == dst) {
                        *source = Source::Slot(saved);
                    }
                }
                continue;
            };
            let (dst, source) = moves.remove(index);
            match source {
                Source::Slot(src) => self.emit(Op::Move { dst, src }),
                Source::Value(value) => self.emit_constant(dst, value),
            }
        }
    }
}
