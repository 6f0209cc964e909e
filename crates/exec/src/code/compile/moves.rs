//! Block arguments become moves: all at once in the IR, one after the other here.

use super::Compiler;
use crate::code::{Op, Slot, Source, slots_of};
use dunlin_ir::Edge;
use rustc_hash::FxHashMap;

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
        // A move whose target nobody still reads is safe; each makes its own source one reader poorer.
        let mut readers: FxHashMap<Slot, u32> = FxHashMap::default();
        for (_, source) in &moves {
            if let Source::Slot(slot) = source {
                *readers.entry(*slot).or_default() += 1;
            }
        }
        let order: Vec<Slot> = moves.iter().map(|&(dst, _)| dst).collect();
        let mut pending: FxHashMap<Slot, Source> = moves.into_iter().collect();
        let mut ready: Vec<Slot> =
            order.iter().copied().filter(|dst| !readers.contains_key(dst)).collect();
        for first in order {
            while let Some(dst) = ready.pop() {
                let source = pending.remove(&dst).expect("ready once");
                match source {
                    Source::Slot(src) => {
                        self.emit(Op::Move { dst, src });
                        let left = readers.get_mut(&src).expect("counted above");
                        *left -= 1;
                        if *left == 0 && pending.contains_key(&src) {
                            ready.push(src);
                        }
                    }
                    Source::Value(value) => self.emit_constant(dst, value),
                }
            }
            // All that is left are cycles. Saving one target for its reader opens its cycle.
            if pending.contains_key(&first) {
                let saved = self.scratch[self.next_scratch];
                self.next_scratch = (self.next_scratch + 1) % self.scratch.len();
                self.emit(Op::Move { dst: saved, src: first });
                for source in pending.values_mut() {
                    if matches!(source, Source::Slot(slot) if *slot == first) {
                        *source = Source::Slot(saved);
                    }
                }
                let count = readers.insert(first, 0).unwrap_or(0);
                *readers.entry(saved).or_default() += count;
                ready.push(first);
            }
        }
    }
}
