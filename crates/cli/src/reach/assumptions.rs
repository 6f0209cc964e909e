//! What a proof by exploration takes for granted about the world outside of the program.
//!
//! Dunlin's library gives one answer where the machine, its user or the time decide natively: an
//! allocation succeeds, the environment is empty. "Unreachable" holds for these answers, so it names
//! those that the program can ask for. A function that the entry function never leads to is not named.

use dunlin_ir::{Function, InstKind, Operand};
use dunlin_target::marks::MarkedProgram;

/// Functions whose answer the outside decides, and the answer they get here.
const ANSWERS: [(&str, &str); 4] = [
    ("isatty", "no stream is a terminal"),
    ("getpid", "the process has the number 1000"),
    ("getppid", "the parent process has the number 999"),
    ("setlocale", "there is only the C locale"),
];
const ALLOCATE: [&str; 6] =
    ["malloc", "calloc", "realloc", "aligned_alloc", "asprintf", "vasprintf"];

/// Each completes "assuming that ...". `arguments` are the program's name and arguments.
pub fn assumptions(
    marked: &MarkedProgram,
    arguments: &[String],
    malloc_may_fail: bool,
) -> Vec<String> {
    let module = &marked.program.module;
    let called =
        |name: &str| module.find_func(name).is_some_and(|func| marked.depth(func).is_some());
    let mut found = Vec::new();
    let entry = module.func(marked.entry_func());
    if uses(entry, 0) || uses(entry, 1) {
        found.push(match arguments.len() {
            0 | 1 => "the program gets no arguments (they are given behind --)".to_string(),
            _ => "the program gets these arguments".to_string(),
        });
    }
    if uses(entry, 2) || called("getenv") {
        found.push("the environment is empty".to_string());
    }
    if !malloc_may_fail && ALLOCATE.into_iter().any(called) {
        found.push("allocations succeed (--malloc-may-fail)".to_string());
    }
    let answers = ANSWERS.iter().filter(|(name, _)| called(name));
    found.extend(answers.map(|(_, answer)| answer.to_string()));
    found
}

/// Whether a function uses its parameter of this number.
fn uses(func: &Function, number: usize) -> bool {
    let Some(&param) = func.params.get(number) else { return false };
    let mut used = false;
    let mut look = |operand: &Operand| used |= *operand == Operand::Reg(param);
    for block in &func.blocks {
        // What a marker names was stored in a variable, not used.
        let kinds = block.insts.iter().map(|&inst| &func.inst(inst).kind);
        let kinds = kinds.filter(|kind| !matches!(kind, InstKind::Marker { .. }));
        kinds.for_each(|kind| kind.for_each_operand(&mut look));
        block.term.for_each_operand(&mut look);
    }
    used
}
