//! Where states are compared, and which of their registers live there.
//!
//! A program that runs for ever comes back to the head of a loop or to the entry of a function that calls itself:
//! these are the cuts. The functions of our own library have none: its loops run as long as their arguments are,
//! and who calls them has a cut of its own.

use crate::code::{Code, Pc, Program, Slot, slots_of};
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::cfg::Cfg;
use dunlin_ir::dominators::Dominators;
use dunlin_ir::liveness::{Liveness, RegSet};
use dunlin_ir::loops::Loops;
use dunlin_ir::needs::Needs;
use dunlin_ir::{BlockId, FuncId, Function, GlobalId, InstKind};
use rustc_hash::FxHashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// At which places states are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MatchAt {
    /// Heads of loops, and entries of functions that call themselves.
    #[default]
    Loops,
    /// And the entries of all functions.
    Calls,
}

/// The cuts of a program.
pub struct Cuts {
    /// In ascending order.
    pcs: Vec<Pc>,
    blocks: FxHashMap<Pc, (FuncId, BlockId)>,
    /// By function, made when it is first asked for.
    liveness: Vec<OnceLock<Liveness>>,
    /// The slots that live when a call has returned, by its operation.
    behind_calls: Mutex<FxHashMap<Pc, std::sync::Arc<[Slot]>>>,
    needs: Needs,
    /// Variables that something reads, in ascending order.
    globals: Vec<GlobalId>,
}

impl Cuts {
    pub fn of(program: &Program, at: MatchAt, needs: Needs) -> Cuts {
        let (module, code) = (&program.module, &program.code);
        let calls = CallGraph::new(module);
        let mut blocks = FxHashMap::default();
        let own = module.func_ids().filter(|&id| {
            let func = module.func(id);
            !func.is_declaration() && !func.runtime && !func.name.starts_with("__dunlin_start")
        });
        for id in own {
            let func = module.func(id);
            let pcs = &code.funcs[id.index()].block_pcs;
            for block in heads(func) {
                let pc = pcs[block.index()];
                if pc != Pc::MAX {
                    blocks.insert(pc, (id, block));
                }
            }
            if at == MatchAt::Calls || calls.is_recursive(id) {
                blocks.insert(code.funcs[id.index()].entry, (id, BlockId(0)));
            }
        }
        let mut pcs: Vec<Pc> = blocks.keys().copied().collect();
        pcs.sort_unstable();
        let ids = (0..module.globals.len()).map(GlobalId::new);
        let globals = ids.filter(|&global| {
            let variable = module.global(global);
            !variable.constant && needs.reads(global)
        });
        Cuts {
            pcs,
            blocks,
            liveness: module.func_ids().map(|_| OnceLock::new()).collect(),
            behind_calls: Mutex::default(),
            globals: globals.collect(),
            needs,
        }
    }

    pub fn pcs(&self) -> &[Pc] {
        &self.pcs
    }

    /// Variables whose content something may read.
    pub fn globals(&self) -> &[GlobalId] {
        &self.globals
    }

    /// Calls `f` with the slots that live at a cut.
    pub fn live_at(&self, program: &Program, pc: Pc, f: impl FnMut(Slot)) {
        let (id, block) = self.blocks[&pc];
        let live = self.liveness(program, id).live_in(block);
        self.for_each_slot(program, id, live, f);
    }

    /// The slots that live in a frame whose call has not returned.
    pub fn live_behind(&self, program: &Program, call: Pc) -> std::sync::Arc<[Slot]> {
        let mut known = self.behind_calls.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(call).or_insert_with(|| self.find_live_behind(program, call).into()).clone()
    }

    fn find_live_behind(&self, program: &Program, call: Pc) -> Vec<Slot> {
        let point = program.code.point(call);
        let func = program.module.func(point.func);
        let mut slots = Vec::new();
        let Some(&inst) = func.block(point.block).insts.get(point.index as usize) else {
            // A call that ends its block: whatever it may come back to.
            let all = 0..program.code.funcs[point.func.index()].slots;
            slots.extend(all);
            return slots;
        };
        let liveness = self.liveness(program, point.func);
        let live = liveness.live_before(func, point.block, point.index + 1);
        let mut made = Vec::new();
        if let InstKind::Call(call) = &func.inst(inst).kind {
            made.extend_from_slice(&call.dsts);
        }
        let code = &program.code.funcs[point.func.index()];
        self.for_each_slot(program, point.func, &live, |slot| slots.push(slot));
        let is_made = |slot: &Slot| {
            made.iter().any(|reg| {
                let first = code.reg_slots[reg.index()];
                (first..first + slots_of(func.reg_type(*reg))).contains(slot)
            })
        };
        slots.retain(|slot| !is_made(slot));
        slots
    }

    fn liveness(&self, program: &Program, id: FuncId) -> &Liveness {
        self.liveness[id.index()]
            .get_or_init(|| Liveness::new(&program.module, program.module.func(id)))
    }

    /// The slots of registers that live and on which something depends.
    fn for_each_slot(&self, program: &Program, id: FuncId, live: &RegSet, mut f: impl FnMut(Slot)) {
        let (func, code): (_, &Code) = (program.module.func(id), &program.code);
        let code = &code.funcs[id.index()];
        for reg in live.iter().filter(|&reg| self.needs.needs(id, reg)) {
            let first = code.reg_slots[reg.index()];
            if first != Slot::MAX {
                (first..first + slots_of(func.reg_type(reg))).for_each(&mut f);
            }
        }
    }
}

/// The blocks at which loops come round.
fn heads(func: &Function) -> Vec<BlockId> {
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(&cfg);
    let loops = Loops::new(&cfg, &dominators);
    let natural = loops.iter().map(|(_, natural)| natural.header);
    let entries = loops.irreducible().iter().flat_map(|region| region.entries.iter().copied());
    natural.chain(entries).collect()
}
