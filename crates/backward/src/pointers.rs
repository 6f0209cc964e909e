//! Which functions a call through a pointer may mean, by where addresses go in the whole program
//! (`dunlin_ir::points_to`).
//!
//! That analysis follows addresses through copies, memory and casts. It does not follow what a comparison tells, nor
//! distances and other arithmetic. So a function is ruled out for a call only if its address never went into a comparison
//! or a computation, nor to a library function that could print it. A comparison with null tells nothing.
//!
//! Nothing is ruled out where code is not here, or where numbers may become pointers: an input that is called could be
//! any address. The same holds for a start that makes lazy pointers.

use crate::numbers::numbers_become_pointers;
use crate::privacy::has_foreign_code;
use dunlin_exec::{Builtin, Intrinsic};
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::points_to::{Object, PointsTo};
use dunlin_ir::{Call, Callee, FuncId, InstKind, Module, Operand, Point, Terminator};

pub struct FunctionPointers {
    points_to: PointsTo,
    /// By function: its address went into a comparison or a computation.
    revealed: Vec<bool>,
}

impl FunctionPointers {
    pub fn of(module: &Module, graph: &CallGraph, start: FuncId) -> Option<FunctionPointers> {
        if has_foreign_code(module) || starts_lazily(module, graph, start) {
            return None;
        }
        let points_to = PointsTo::of(module);
        if numbers_become_pointers(module, &points_to) {
            return None;
        }
        let revealed = vec![false; module.funcs.len()];
        let mut pointers = FunctionPointers { points_to, revealed };
        for id in module.func_ids() {
            pointers.reveal_in(module, id);
        }
        Some(pointers)
    }

    /// The functions that a call through a pointer may mean; none if that is not known.
    pub fn meant(&self, module: &Module, at: Point) -> Option<Vec<FuncId>> {
        let func = module.func(at.func);
        let inst = func.block(at.block).insts[at.index as usize];
        let InstKind::Call(call) = &func.inst(inst).kind else { return None };
        let Callee::Indirect(Operand::Reg(pointer)) = call.callee else { return None };
        if !self.points_to.is_called(at.func) {
            return None;
        }
        let mut meant = Vec::new();
        for object in self.points_to.pointees(at.func, pointer) {
            match object {
                Object::Function(func) => meant.push(func),
                Object::Outside => return None,
                _ => {}
            }
        }
        meant.extend(module.func_ids().filter(|id| self.revealed[id.index()]));
        meant.sort_unstable();
        meant.dedup();
        Some(meant)
    }

    /// Notes whose address a function compares or computes with.
    fn reveal_in(&mut self, module: &Module, id: FuncId) {
        let func = module.func(id);
        for block in &func.blocks {
            for &inst in &block.insts {
                match &func.inst(inst).kind {
                    // These pass an address on, or use what lies there.
                    InstKind::Alloca { .. }
                    | InstKind::Load { .. }
                    | InstKind::Store { .. }
                    | InstKind::MemCopy { .. }
                    | InstKind::MemSet { .. }
                    | InstKind::Lifetime { .. }
                    | InstKind::VaStart { .. }
                    | InstKind::VaCopy { .. }
                    | InstKind::VaEnd { .. }
                    | InstKind::Marker { .. }
                    | InstKind::Select { .. }
                    | InstKind::Freeze { .. }
                    | InstKind::Cast { .. } => {}
                    InstKind::Call(call) if !may_tell(module, call) => {}
                    InstKind::Compare { a, b, .. } if is_null(a) || is_null(b) => {}
                    InstKind::PtrAdd { indices, .. } => {
                        indices.iter().for_each(|scaled| self.reveal(id, &scaled.index));
                    }
                    other => other.for_each_operand(|operand| self.reveal(id, operand)),
                }
            }
            match &block.term {
                Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => {
                    self.reveal(id, value);
                }
                _ => {}
            }
        }
    }

    fn reveal(&mut self, func: FuncId, operand: &Operand) {
        match operand {
            Operand::Func(named) => self.revealed[named.index()] = true,
            Operand::Reg(reg) => {
                for object in self.points_to.pointees(func, *reg) {
                    if let Object::Function(meant) = object {
                        self.revealed[meant.index()] = true;
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether what the start function calls makes pointers that lead to objects of any kind.
fn starts_lazily(module: &Module, graph: &CallGraph, start: FuncId) -> bool {
    let is_lazy = |id: FuncId| {
        let func = module.func(id);
        let builtin = func.is_declaration().then(|| Builtin::named(&func.name)).flatten();
        matches!(
            builtin,
            Some(Builtin::Intrinsic(Intrinsic::LazyGlobals | Intrinsic::LazyArgument))
        )
    };
    let mut seen = vec![false; module.funcs.len()];
    let mut open = vec![start];
    while let Some(func) = open.pop() {
        if !std::mem::replace(&mut seen[func.index()], true) {
            open.extend(graph.callees(func));
        }
    }
    module.func_ids().any(|id| seen[id.index()] && is_lazy(id))
}

/// Whether a call may make text or a number of an address: one of a library function that does more than to pass memory
/// on.
fn may_tell(module: &Module, call: &Call) -> bool {
    use Builtin::{Free, MemCopy, MemMove, MemSet, Realloc};
    let Callee::Direct(callee) = call.callee else { return false };
    let callee = module.func(callee);
    let passes_on =
        matches!(Builtin::named(&callee.name), Some(Free | MemCopy | MemMove | MemSet | Realloc));
    callee.is_declaration() && !passes_on
}

fn is_null(operand: &Operand) -> bool {
    matches!(operand, Operand::Null | Operand::Int { value: 0, .. })
}
