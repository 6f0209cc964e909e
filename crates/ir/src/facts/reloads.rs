//! Loads of a cell whose value is at hand.
//!
//! A compiler that does not optimise loads a variable at every mention: `if (n < 10) n++` tests one
//! register and counts another. Both are equal if nothing can have written the cell in between, so that what the test
//! says of the one holds of the other. That is looked for within a block and along blocks that only one
//! other leads to.

use super::places::{CellId, Places};
use crate::cfg::Cfg;
use crate::ids::{FuncId, InstId};
use crate::inst::{Call, Callee, InstKind, Operand};
use crate::module::Module;
use rustc_hash::FxHashMap;

/// How many cells are remembered at a time.
const MOST_CELLS: usize = 16;

/// The loads that get what an operand before them is.
pub(super) fn reloads(
    module: &Module,
    id: FuncId,
    cfg: &Cfg,
    places: &Places,
) -> FxHashMap<InstId, Operand> {
    let accesses = &places.accesses[id.index()];
    let mut found = FxHashMap::default();
    if accesses.is_empty() {
        return found;
    }
    let func = module.func(id);
    // By block: what cells hold at its end.
    let mut held: Vec<Vec<(CellId, Operand)>> = vec![Vec::new(); func.blocks.len()];
    for &block in cfg.reverse_postorder() {
        let mut now = match cfg.predecessors(block) {
            [first, others @ ..] if others.iter().all(|edge| edge.from == first.from) => {
                held[first.from.index()].clone()
            }
            _ => Vec::new(),
        };
        for &inst in &func.block(block).insts {
            let kind = &func.inst(inst).kind;
            let value = match (kind, accesses.get(&inst)) {
                (InstKind::Load { dst, .. }, Some(cell)) => {
                    match now.iter().find(|(other, _)| other == cell) {
                        Some((_, value)) => {
                            found.insert(inst, value.clone());
                            continue;
                        }
                        None => Operand::Reg(*dst),
                    }
                }
                (InstKind::Store { value, .. }, Some(_)) => value.clone(),
                (InstKind::Call(call), _) => {
                    if may_write(module, call) {
                        now.clear();
                    }
                    continue;
                }
                _ => continue,
            };
            let cell = accesses[&inst];
            now.retain(|(other, _)| *other != cell);
            // An undefined value need not be the same twice.
            if now.len() < MOST_CELLS && !matches!(value, Operand::Undef(_)) {
                now.push((cell, value));
            }
        }
        held[block.index()] = now;
    }
    found
}

/// Whether code of the program runs within a call.
fn may_write(module: &Module, call: &Call) -> bool {
    let (Callee::Direct(callee) | Callee::Indirect(Operand::Func(callee))) = call.callee else {
        return true;
    };
    let callee = module.func(callee);
    !callee.is_declaration() || super::calls::runs_the_program(&callee.name)
}
