//! What a program has that stands in the way of a verdict, whatever paths come to: threads, which are not executed,
//! and code that is not there.

use crate::assumptions::Reached;
use dunlin_exec::{Builtin, Program};
use dunlin_ir::{BinOp, Function, InstKind, Module};

/// Functions that begin another thread of control.
const BEGIN_THREADS: [&str; 6] =
    ["pthread_create", "thrd_create", "fork", "vfork", "clone", "__clone2"];

/// What the program may lead to.
pub struct Outside<'p> {
    module: &'p Module,
    reached: Reached,
}

impl<'p> Outside<'p> {
    pub fn new(program: &'p Program) -> Outside<'p> {
        Outside { module: &program.module, reached: Reached::new(program) }
    }

    /// The function of the outside with which the program begins a thread, if it may.
    pub fn begins_threads(&self) -> Option<&'static str> {
        let begins = |name: &&str| {
            let func = self.module.find_func(name).map(|func| self.module.func(func));
            func.is_some_and(Function::is_declaration) && self.reached.calls(self.module, name)
        };
        BEGIN_THREADS.into_iter().find(begins)
    }

    /// Code that is not known, and that the program may execute: a function without a body and without a model, or an
    /// instruction that is not supported. `but` is a function that is not to be counted.
    pub fn unknown_code(&self, but: &str) -> Option<String> {
        self.reached.functions(self.module).find_map(|func| {
            let name = func.name.as_str();
            if func.is_declaration() {
                let is_known = name == but || Builtin::named(name).is_some();
                return (!is_known).then(|| format!("`{name}` has no body"));
            }
            own_insts(func).find_map(|kind| match kind {
                InstKind::Unsupported { what, .. } => Some(format!("{what} is not supported")),
                _ => None,
            })
        })
    }

    /// Whether a function is one that Dunlin does in the place of the C library.
    pub fn is_of_library(&self, name: &str) -> bool {
        let func = self.module.find_func(name).map(|func| self.module.func(func));
        func.is_some_and(|func| {
            func.runtime || func.is_declaration() && Builtin::named(name).is_some()
        })
    }

    /// Whether the program has signed arithmetic that might overflow.
    pub fn has_signed_arithmetic(&self) -> bool {
        let is_signed = |kind: &InstKind| {
            matches!(
                kind,
                InstKind::Binary { nsw: true, op: BinOp::Add | BinOp::Sub | BinOp::Mul, .. }
            )
        };
        self.reached.functions(self.module).any(|func| own_insts(func).any(is_signed))
    }
}

/// The instructions of a function, if it is one of the program itself.
fn own_insts(func: &Function) -> impl Iterator<Item = &InstKind> {
    let blocks = func.blocks.iter().filter(|_| !func.runtime);
    blocks.flat_map(|block| &block.insts).map(|&inst| &func.inst(inst).kind)
}
