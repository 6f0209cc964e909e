//! Which branches of C programs remain after short-circuit conditions have been folded.

use dunlin_ir::fold_conditions::{FoldOptions, fold_conditions};
use dunlin_ir::{Function, InstKind, Module, Terminator};
use dunlin_load::{LoadOptions, load_unprotected};
use std::collections::BTreeSet;

fn load(source: &str) -> Module {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.c");
    std::fs::write(&path, source).unwrap();
    let mut options = LoadOptions::new([path]);
    options.entry = "f".into();
    load_unprotected(&options).unwrap_or_else(|error| panic!("{error}")).module
}

fn branches(func: &Function) -> usize {
    func.blocks.iter().filter(|block| matches!(block.term, Terminator::Branch { .. })).count()
}

fn function(module: &Module) -> &Function {
    module.func(module.find_func("f").expect("the function was loaded"))
}

fn lines(func: &Function) -> BTreeSet<u32> {
    let insts = func.blocks.iter().flat_map(|block| &block.insts).map(|&id| func.inst(id).pos);
    let terms = func.blocks.iter().map(|block| block.term_pos);
    insts.chain(terms).flatten().map(|pos| pos.line).collect()
}

/// Loads `f`, folds, checks that no line is lost, and compares the numbers of branches before and
/// after.
#[track_caller]
fn check(source: &str, before: usize, after: usize) -> Module {
    check_with(source, &FoldOptions::default(), before, after)
}

#[track_caller]
fn check_with(source: &str, options: &FoldOptions, before: usize, after: usize) -> Module {
    let mut module = load(source);
    let old = function(&module).clone();
    fold_conditions(&mut module, options);
    dunlin_ir::verify::verify(&module).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let new = function(&module);
    assert_eq!((branches(&old), branches(new)), (before, after));
    assert_eq!(lines(&old), lines(new), "every line with code keeps some");
    module
}

#[test]
fn loop_conditions() {
    let source = "int f(int i, int n, int k) {
        int sum = 0;
        while (0 <= i && i < n && k) { sum += i; i++; }
        return sum;
    }";
    check(source, 3, 1);
}

#[test]
fn nested_conditions() {
    check(
        "int f(int a, int b, int c, int d) { if ((a || b) && (c || !d)) return 1; return 2; }",
        4,
        1,
    );
    check("int f(int a, int b, int c) { if ((a == 1 && b < 2) || c) return 5; return 7; }", 3, 1);
}

#[test]
fn truth_values() {
    let module = check("int f(int a, int b) { int x = a > 0 && b > 0; return x; }", 1, 0);
    let and = |kind: &InstKind| matches!(kind, InstKind::Binary { width: 1, .. });
    assert_eq!(function(&module).insts.iter().filter(|inst| and(&inst.kind)).count(), 1);
    check("_Bool f(int a, int b, int c) { return a || b || c; }", 2, 0);
}

#[test]
fn locals_and_globals_in_memory() {
    let inputs = "void input(void *); int f(void) { int i, n; input(&i); input(&n);
        if (0 <= i && i < n && n < 9) return 1; return 0; }";
    check(inputs, 3, 1);
    check("int a, b[4]; int f(int x) { if (x > 0 && a < b[3]) return 1; return 0; }", 2, 1);
    check("extern int a; int f(int x) { if (x > 0 && a < 5) return 1; return 0; }", 2, 2);
    check("int f(int x) { int b[4]; b[0] = x; if (x > 0 && b[x] < 5) return 1; return 0; }", 2, 2);
    check("volatile int a; int f(int x) { if (x > 0 && a < 5) return 1; return 0; }", 2, 2);
}

#[test]
fn conditions_with_effects_stay() {
    check("int f(const char *s) { return *s >= '0' && *s <= '9'; }", 1, 1);
    check("int g(void); int f(int a) { if (a && g()) return 1; return 0; }", 2, 2);
    check("int f(int a, int b) { if (b != 0 && a / b > 2) return 1; return 0; }", 2, 2);
    check("int f(int a, int b) { int x; if (a && (x = b)) return 1; return 0; }", 2, 2);
    // A statement of its own is not part of the condition around it.
    check("int f(int a, int b) { if (a > 0) { if (b > 0) return 5; } return 7; }", 2, 2);
    check("int f(int a, int b) { int m = a; if (b > m) m = b; return m; }", 1, 1);
}

#[test]
fn what_is_checked_is_not_computed_early() {
    let sum = "int f(int a, int b) { if (a > 0 && a + b > 9) return 1; return 0; }";
    check(sum, 2, 1);
    check_with(sum, &FoldOptions { check_overflow: true, ..Default::default() }, 2, 2);
    let lines = "int f(int a, int b) { if (a > 0 &&\n b > 9) return 1; return 0; }";
    check(lines, 2, 1);
    check_with(lines, &FoldOptions { across_lines: false, ..Default::default() }, 2, 2);
}
