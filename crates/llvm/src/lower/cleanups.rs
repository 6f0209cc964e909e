//! Straightens the ways out of scopes.
//!
//! Where a scope is left in several ways (`break`, `return`, its end), clang notes the way in a local of its
//! own, goes to one block that ends the scope's variables, and there asks where to go on. To an execution
//! these are a store and a switch on a constant, and to whoever looks at control flow alone, ways that do
//! not exist. Here every way gets its own copy of what the block does.
//!
//! Only blocks that do nothing but end lives are copied; a block that also calls something, or gives
//! back the memory of an array of variable length, stays as it is.

use dunlin_ir::compact::compact;
use dunlin_ir::{BlockId, Edge, Function, InstId, InstKind, Operand, Reg, Terminator};
use rustc_hash::FxHashMap;

/// The name that clang gives to the local that notes the way.
pub const SLOT: &str = "cleanup.dest";

/// Straightens what goes through the objects in `slots`, before locals are promoted.
pub fn straighten(func: &mut Function, slots: &[Reg]) {
    if slots.is_empty() {
        return;
    }
    for &slot in slots {
        let shared: Vec<(BlockId, Cleanup)> = func
            .block_ids()
            .filter_map(|block| Some((block, cleanup(func, block, slot)?)))
            .collect();
        let shared: FxHashMap<BlockId, Cleanup> = shared.into_iter().collect();
        if shared.is_empty() {
            continue;
        }
        for block in func.block_ids() {
            if !shared.contains_key(&block) {
                follow(func, block, slot, &shared);
            }
        }
        remove_unreached(func, &shared);
        remove_unread(func, slot);
    }
    compact(func);
}

/// A block that ends lives and goes on where the slot says, or at one place.
struct Cleanup {
    ends: Vec<InstId>,
    next: Next,
}

enum Next {
    Always(BlockId),
    Chosen { cases: Vec<(u64, BlockId)>, default: BlockId },
}

/// What `block` does, if it may be copied.
fn cleanup(func: &Function, block: BlockId, slot: Reg) -> Option<Cleanup> {
    let body = func.block(block);
    let plain = |edge: &Edge| edge.args.is_empty().then_some(edge.block);
    let mut ends = Vec::new();
    let mut noted = None;
    for &id in &body.insts {
        match &func.inst(id).kind {
            InstKind::Lifetime { start: false, .. } => ends.push(id),
            InstKind::Load { dst, addr, .. } if addr.reg() == Some(slot) => noted = Some(*dst),
            _ => return None,
        }
    }
    if !body.params.is_empty() {
        return None;
    }
    let next = match &body.term {
        Terminator::Jump(edge) if noted.is_none() && !ends.is_empty() => Next::Always(plain(edge)?),
        Terminator::Switch { value, cases, default, .. } if value.reg() == Some(noted?) => {
            let cases = cases.iter().map(|(case, edge)| Some((case.low_u64(), plain(edge)?)));
            Next::Chosen { cases: cases.collect::<Option<_>>()?, default: plain(default)? }
        }
        _ => return None,
    };
    Some(Cleanup { ends, next })
}

/// Lets a block that notes its way and goes to a cleanup do what that does, and go on from there.
fn follow(func: &mut Function, block: BlockId, slot: Reg, shared: &FxHashMap<BlockId, Cleanup>) {
    let Some(way) = noted_way(func, block, slot) else { return };
    let Terminator::Jump(edge) = &func.block(block).term else { return };
    let mut at = edge.block;
    let mut copied = Vec::new();
    // A cleanup leads outward: more of them than there are would be a circle.
    for _ in 0..shared.len() {
        let Some(cleanup) = shared.get(&at) else { break };
        copied.extend_from_slice(&cleanup.ends);
        at = match &cleanup.next {
            Next::Always(next) => *next,
            Next::Chosen { cases, default } => {
                cases.iter().find(|(case, _)| *case == way).map_or(*default, |case| case.1)
            }
        };
    }
    if shared.contains_key(&at) || !func.block(at).params.is_empty() {
        return;
    }
    for id in copied {
        let inst = func.inst(id).clone();
        let copy = func.new_inst(inst.kind, inst.pos);
        func.blocks[block.index()].insts.push(copy);
    }
    func.blocks[block.index()].term = Terminator::Jump(Edge::to(at));
}

/// The constant that the slot holds at the end of the block, if the block stores one.
fn noted_way(func: &Function, block: BlockId, slot: Reg) -> Option<u64> {
    let stored = func.block(block).insts.iter().rev().find_map(|&id| match &func.inst(id).kind {
        InstKind::Store { value, addr, .. } if addr.reg() == Some(slot) => Some(value),
        _ => None,
    });
    match stored? {
        Operand::Int { value, .. } => Some(*value),
        _ => None,
    }
}

/// Empties the cleanups that nothing leads to any more.
fn remove_unreached(func: &mut Function, shared: &FxHashMap<BlockId, Cleanup>) {
    loop {
        let mut reached = vec![false; func.blocks.len()];
        for edge in func.blocks.iter().flat_map(|block| block.term.edges()) {
            reached[edge.block.index()] = true;
        }
        let is_left = |block: &BlockId| {
            let body = func.block(*block);
            shared.contains_key(block) && !reached[block.index()] && !body.insts.is_empty()
        };
        let left: Vec<BlockId> = func.block_ids().filter(is_left).collect();
        if left.is_empty() {
            return;
        }
        for block in left {
            let body = &mut func.blocks[block.index()];
            body.insts.clear();
            body.term = Terminator::Unreachable;
            (body.term_pos, body.branch) = (None, None);
        }
    }
}

/// Takes out the slot and what is stored to it, if nothing reads it.
fn remove_unread(func: &mut Function, slot: Reg) {
    let is_of_slot = |kind: &InstKind| match kind {
        InstKind::Alloca { dst, .. } => *dst == slot,
        InstKind::Store { addr, .. } => addr.reg() == Some(slot),
        _ => false,
    };
    let used_otherwise = func.blocks.iter().any(|block| {
        let mut used = false;
        let mut look = |operand: &Operand| used |= operand.reg() == Some(slot);
        for &id in &block.insts {
            let kind = &func.inst(id).kind;
            match kind {
                InstKind::Store { value, addr, .. } if addr.reg() == Some(slot) => look(value),
                _ => kind.for_each_operand(&mut look),
            }
        }
        block.term.for_each_operand(&mut look);
        used
    });
    if used_otherwise {
        return;
    }
    let gone: Vec<bool> = func.insts.iter().map(|inst| is_of_slot(&inst.kind)).collect();
    for block in &mut func.blocks {
        block.insts.retain(|id| !gone[id.index()]);
    }
}
