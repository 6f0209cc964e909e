//! `setjmp` and `longjmp`, known by name.
//!
//! `setjmp` returns a second time when `longjmp` is called with what it has set: control goes to where no edge
//! leads, out of any number of calls. What the two do is the engine's; analyses of control flow must count with
//! it, and locals of a function that calls `setjmp` must keep the values that they have when the jump is made.

use crate::inst::{Call, Callee, InstKind, Operand};
use crate::module::{Function, Module};

/// Whether the function of this name returns a second time when another one is called.
pub fn returns_twice(name: &str) -> bool {
    matches!(name, "setjmp" | "_setjmp" | "__setjmp" | "sigsetjmp" | "__sigsetjmp")
}

/// Whether the function of this name goes to where one that returns twice was called.
pub fn jumps(name: &str) -> bool {
    matches!(name, "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk")
}

/// Whether a function calls one that returns twice, by its name.
pub fn calls_setjmp(module: &Module, func: &Function) -> bool {
    func.insts.iter().any(|inst| match &inst.kind {
        InstKind::Call(Call {
            callee: Callee::Direct(callee) | Callee::Indirect(Operand::Func(callee)),
            ..
        }) => {
            let callee = module.func(*callee);
            callee.is_declaration() && returns_twice(&callee.name)
        }
        _ => false,
    })
}
