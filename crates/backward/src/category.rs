//! What can go wrong at an instruction, in the words of a user.

use crate::functions::{Functions, Role};
use dunlin_exec::{Builtin, Intrinsic};
use dunlin_ir::{BlockId, Callee, FuncId, InstKind, Operand, Point, Terminator};

/// What can go wrong at a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Category {
    /// An assertion, `abort`, `reach_error`.
    Assertion,
    /// Code that the compiler may take for unreachable, and what a sanitizer says besides.
    Unreachable,
    /// An access, `free`, a stack that is too small.
    Memory,
    /// A division, and with the checks for them signed overflow and shifts.
    Overflow,
}

/// What can go wrong at a point, if anything can.
pub fn category(functions: &Functions<'_>, at: Point) -> Category {
    let func = functions.func(at.func);
    let block = func.block(at.block);
    let Some(&inst) = block.insts.get(at.index as usize) else {
        return match block.term {
            Terminator::IndirectJump { .. } => Category::Memory,
            _ => Category::Unreachable,
        };
    };
    match &func.inst(inst).kind {
        InstKind::Check { .. } | InstKind::Binary { .. } => Category::Overflow,
        InstKind::Assume { .. } => Category::Unreachable,
        InstKind::Call(call) => match &call.callee {
            Callee::Direct(callee) | Callee::Indirect(Operand::Func(callee)) => {
                match functions.role(*callee) {
                    Role::Builtin(builtin) => of_builtin(builtin),
                    Role::Code if functions.fails(*callee) => Category::Assertion,
                    Role::Code | Role::Unknown => Category::Memory,
                }
            }
            Callee::Indirect(_) => Category::Memory,
        },
        _ => Category::Memory,
    }
}

fn of_builtin(builtin: Builtin) -> Category {
    match builtin {
        Builtin::Ubsan(_) => Category::Unreachable,
        builtin if is_failure(builtin) => Category::Assertion,
        _ => Category::Memory,
    }
}

/// Whether the program fails by calling this.
pub fn is_failure(builtin: Builtin) -> bool {
    use Intrinsic::{Abort, ReportError, ReportMessage};
    match builtin {
        Builtin::AssertFail | Builtin::Abort | Builtin::ReachError => true,
        Builtin::Intrinsic(intrinsic) => {
            matches!(intrinsic, Abort | ReportError | ReportMessage)
        }
        _ => false,
    }
}

/// By function: it belongs to the library, and whoever calls it fails. The place is then the call, which is the program's.
pub fn failing(functions: &Functions<'_>) -> Vec<bool> {
    let module = functions.module;
    let mut failing = vec![false; module.funcs.len()];
    loop {
        let mut changed = false;
        for id in module.func_ids().filter(|&id| is_called_by_name(functions, id)) {
            let func = module.func(id);
            let fails = func.block(BlockId::new(0)).insts.iter().any(|&inst| {
                let InstKind::Call(call) = &func.inst(inst).kind else { return false };
                let Callee::Direct(callee) = call.callee else { return false };
                match functions.role(callee) {
                    Role::Builtin(builtin) => is_failure(builtin),
                    Role::Code => failing[callee.index()],
                    Role::Unknown => false,
                }
            });
            changed |= fails && !failing[id.index()];
            failing[id.index()] |= fails;
        }
        if !changed {
            return failing;
        }
    }
}

/// Whether every call of a library function can be seen.
fn is_called_by_name(functions: &Functions<'_>, id: FuncId) -> bool {
    let func = functions.func(id);
    func.runtime && !func.is_declaration() && !functions.graph.is_address_taken(id)
}
