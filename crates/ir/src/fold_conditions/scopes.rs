//! Which locals with a marked scope are surely in it where a block ends.
//!
//! A forward analysis: a local is in scope behind the mark that begins it, until the one that ends it;
//! where ways meet, it is in scope if it is on all of them. Blocks that nothing leads to are never asked
//! about.
//!
//! A fold keeps the answers right: it moves no mark, and it only takes ways away.

use crate::cfg::Cfg;
use crate::ids::{BlockId, Reg};
use crate::inst::{InstKind, Operand};
use crate::module::Function;
use rustc_hash::FxHashSet;

pub struct Scopes {
    /// Locals that have marks.
    marked: FxHashSet<Reg>,
    /// By block; `None` for a block that was not reached.
    at_end: Vec<Option<FxHashSet<Reg>>>,
}

impl Scopes {
    pub fn new(func: &Function, cfg: &Cfg) -> Self {
        let marks = func.insts.iter().filter_map(|inst| mark(&inst.kind));
        let marked: FxHashSet<Reg> = marks.map(|(local, _)| local).collect();
        let mut scopes = Scopes { marked, at_end: vec![None; func.blocks.len()] };
        if !scopes.marked.is_empty() {
            scopes.solve(func, cfg);
        }
        scopes
    }

    /// Whether `local` is there whenever execution comes to the end of `block`, as far as marks tell.
    pub fn is_in_scope(&self, local: Reg, block: BlockId) -> bool {
        !self.marked.contains(&local)
            || self.at_end[block.index()].as_ref().is_some_and(|there| there.contains(&local))
    }

    /// What is known only shrinks, so that this ends.
    fn solve(&mut self, func: &Function, cfg: &Cfg) {
        let mut at_start: Vec<Option<FxHashSet<Reg>>> = vec![None; func.blocks.len()];
        if let Some(first) = cfg.reverse_postorder().first() {
            at_start[first.index()] = Some(FxHashSet::default());
        }
        let mut again = true;
        while std::mem::take(&mut again) {
            for &block in cfg.reverse_postorder() {
                let Some(mut there) = at_start[block.index()].clone() else { continue };
                for &id in &func.block(block).insts {
                    match mark(&func.inst(id).kind) {
                        Some((local, true)) => drop(there.insert(local)),
                        Some((local, false)) => drop(there.remove(&local)),
                        None => {}
                    }
                }
                for &next in cfg.successors(block) {
                    let known = &mut at_start[next.index()];
                    let before = known.as_ref().map(FxHashSet::len);
                    let met = known.get_or_insert_with(|| there.clone());
                    met.retain(|local| there.contains(local));
                    again |= before != Some(met.len());
                }
                self.at_end[block.index()] = Some(there);
            }
        }
    }
}

/// The local whose scope an instruction begins or ends, and which of both.
fn mark(kind: &InstKind) -> Option<(Reg, bool)> {
    match kind {
        InstKind::Lifetime { addr: Operand::Reg(local), start, .. } => Some((*local, *start)),
        _ => None,
    }
}
