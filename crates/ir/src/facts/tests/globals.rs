//! What is known of variables.

use super::{facts, func, parse};
use crate::facts::Facts;
use crate::ids::{GlobalId, Reg};

const FIRST: GlobalId = GlobalId(0);

/// A machine with the states 0, 1, 2 and 5, in a loop, with something added.
fn machine(more: &str, functions: &str) -> String {
    format!(
        r#"global @g0 "state" size 4 align 4 = zero
        global @g1 "other" size 8 align 8 = data "\0\0\0\0\0\0\0\0"
        define @f0 "main"(%0: ptr) -> () {{
        b0: jump b1
        b1: %1: i32 = load @g0 align 4
            switch i32 %1 {{0 -> b2, 1 -> b3, 2 -> b4, 3 -> b6, else -> b5}}
        b2: store i32 1 to @g0 align 4
            jump b1
        b3: store i32 2 to @g0 align 4
            jump b1
        b4: store i32 5 to @g0 align 4
            jump b1
        b5: {more}
            jump b1
        b6: store i32 9 to @g0 align 4
            return
        }}
        {functions}"#
    )
}

fn numbers(text: &str) -> Option<Vec<u64>> {
    let module = parse(text);
    let values = facts(&module).global(&module, FIRST, 0, 4)?;
    assert!(values.is_written());
    values.numbers().map(<[u64]>::to_vec)
}

/// State 3 lies between the others: the range does not exclude it, so that 9 is stored as well.
#[test]
fn a_machine_has_the_states_that_are_stored() {
    assert_eq!(numbers(&machine("", "")), Some(vec![0, 1, 2, 5, 9]));
    let without = machine("", "").replace("3 -> b6", "7 -> b6");
    assert_eq!(numbers(&without), Some(vec![0, 1, 2, 5]));
    let module = parse(&without);
    assert_eq!(facts(&module).register(func(&module, "main"), Reg(1)).to_string(), "0..5");
}

#[test]
fn variables_whose_address_goes_somewhere_are_not_known() {
    let none = |more: &str, functions: &str| {
        assert_eq!(numbers(&machine(more, functions)), None, "{more}");
    };
    none("store ptr @g0 to %0 align 8", "");
    none("%2: i64 = ptrtoint ptr @g0", "");
    none("%2: i1 = cmp eq ptr %0, @g0", "");
    none("memset @g0, 0, 4", "");
    none("memcpy @g0, %0, 4", "");
    none("%2: ptr = select 0, @g0, %0", "");
    none("call @f1(@g0)", "declare @f1 \"klee_make_symbolic\"(%0: ptr) -> ()");
    none("%2: i64 = ptrtoint ptr %0 %3: ptr = ptradd @g0, 0, %2 * 4 store i32 1 to %3 align 4", "");
    none("%2: i32 = load volatile @g0 align 4", "");
    none("%2: ptr = ptradd @g0, 4 store i32 1 to %2 align 4", "");
    none("%2: i16 = load @g0 align 2", "");
    none("%2: ptr = ptradd @g0, 2 %3: i16 = load %2 align 2", "");
    // Whoever is called could have lost it before.
    none("call @f1()", "declare @f1 \"__dunlin_lazy_globals\"() -> ()");
    // Also where it is never executed.
    let passed = "define @f1 \"f\"() -> () { b0: jump b1(@g0) b1(%0: ptr): store i8 4 to %0 align 1 return }";
    none("", passed);
    none("", "define @f1 \"f\"() -> (ptr) { b0: return @g0 }");
    let dead = "b0: return b1: %0: ptr = ptradd @g0, 0 store i32 4 to %0 align 4 return";
    none("", &format!("define @f1 \"dead\"() -> () {{ {dead} }}"));
    none("", "define @f1 \"unused\"(%0: ptr) -> () { b0: store ptr @g0 to %0 align 8 return }");
}

#[test]
fn harmless_mentions() {
    let known = |more: &str| {
        assert_eq!(numbers(&machine(more, "")), Some(vec![0, 1, 2, 5, 9]), "{more}");
    };
    known("memcpy %0, @g0, 4");
    known("%2: ptr = ptradd @g0, 4 %3: ptr = ptradd %2, -4 %4: i32 = load %3 align 4");
    known("%2: i64 = ptrtoint ptr %0 %3: ptr = ptradd @g0, 0, %2 * 4 %4: i32 = load %3 align 4");
}

#[test]
fn the_address_in_the_data_of_another_variable() {
    let text = machine("", "");
    let told = text.replace(
        r#"= data "\0\0\0\0\0\0\0\0""#,
        r#"= data "\0\0\0\0\0\0\0\0" relocs [0: @g0 + 0]"#,
    );
    assert_ne!(text, told);
    assert_eq!(numbers(&told), None);
}

#[test]
fn declared_and_thread_local_variables_are_not_known() {
    for init in ["external", "zero thread_local"] {
        let text = machine("", "").replacen("= zero", &format!("= {init}"), 1);
        let text = text.replace("align 4 = zero thread_local", "align 4 thread_local = zero");
        assert_eq!(numbers(&text), None, "{init}");
    }
}

#[test]
fn where_execution_starts_elsewhere_nothing_is_known() {
    let module = parse(&machine("", ""));
    let facts = Facts::of(&module, func(&module, "main"), false);
    assert_eq!(facts.global(&module, FIRST, 0, 4), None);
    assert!(!facts.is_never_written(GlobalId(1)));
    assert!(facts.register(func(&module, "main"), Reg(1)).is_full());
}

#[test]
fn what_is_never_written_has_its_initial_value() {
    let text = r#"global @g0 "table" size 8 align 4 = data "A\0\0\0B\0\0\0"
        define @f0 "main"(%0: i64) -> () {
        b0: %1: i32 = load @g0 align 4
            %2: ptr = ptradd @g0, 0, %0 * 4
            %3: i32 = load %2 align 4
            return
        }"#;
    let module = parse(text);
    let facts = facts(&module);
    assert!(facts.is_never_written(FIRST));
    assert_eq!(facts.register(func(&module, "main"), Reg(1)).as_constant(), Some(65));
    let at = |offset, size| {
        let values = facts.global(&module, FIRST, offset, size)?;
        assert!(!values.is_written());
        values.numbers().map(<[u64]>::to_vec)
    };
    assert_eq!(at(0, 4), Some(vec![65]));
    assert_eq!(at(4, 4), Some(vec![66]));
    assert_eq!(at(0, 8), Some(vec![66 << 32 | 65]));
    assert_eq!(at(6, 4), None, "not inside");
}

/// Constructors run, though `main` does not call them.
#[test]
fn constructors_write_variables() {
    let text =
        machine("", "define @f1 \"init\"() -> () { b0: store i32 77 to @g0 align 4 return }");
    let text = text.replace("define @f0", "constructors [@f1]\n define @f0");
    assert_eq!(numbers(&text), Some(vec![0, 1, 2, 5, 9, 77]));
}

/// A counter that is tested where it is counted, and loaded again.
fn counter(between: &str) -> String {
    let text = format!(
        r#"global @g0 "count" size 4 align 4 = zero
        define @f0 "main"() -> () {{
        b0: jump b1
        b1: %0: i32 = load @g0 align 4
            %1: i1 = cmp slt i32 %0, 100
            branch %1, b2, b3
        b2: {between}
            %2: i32 = load @g0 align 4
            %3: i32 = add %2, 1
            store i32 %3 to @g0 align 4
            jump b1
        b3: return
        }}
        define @f1 "other"() -> () {{
        b0: return
        }}
        declare @f2 "klee_stack_trace"() -> ()"#
    );
    let module = parse(&text);
    let values = facts(&module).global(&module, FIRST, 0, 4);
    values.map_or("anything".into(), |values| values.range().to_string())
}

#[test]
fn a_counter_within_its_limit() {
    assert_eq!(counter(""), "0..100");
    assert_eq!(counter("call @f2()"), "0..100");
    assert_eq!(counter("store i32 7 to @g0 align 4"), "0..8");
    // The callee might count, too.
    assert_eq!(counter("call @f1()"), "anything");
}
