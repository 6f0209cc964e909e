//! The result for each property: true, false, unknown. What is true of each program was decided by hand.

use super::{
    NO_OVERFLOW, UNREACH_CALL, VALID_DEREF, VALID_FREE, VALID_MEMCLEANUP, VALID_MEMTRACK, expect,
    folder, result, verify,
};

#[test]
fn calls_that_are_never_made() {
    let expect = |body: &str, expected: &str| expect(UNREACH_CALL, body, expected);
    expect(
        "int x = __VERIFIER_nondet_int(); if (x * 3 == 21) reach_error(); return 0;",
        "false(unreach-call)",
    );
    let why = expect(
        "int x = __VERIFIER_nondet_int(); assume_abort_if_not(x > 0 && x < 10);\n\
         __VERIFIER_assert(x * x < 100); return 0;",
        "true",
    );
    assert!(why.contains("assuming that signed integers wrap around"), "{why}");
    expect(
        "unsigned x = __VERIFIER_nondet_uint(); if (x + 1 < x) reach_error(); return 0;",
        "false(unreach-call)",
    );
    // A loop without end whose states are all alike.
    expect(
        "for (;;) { int x = __VERIFIER_nondet_int(); if (x == 0 && x == 1) reach_error(); }",
        "true",
    );
    // An allocation does not fail, by the competition's rules.
    let why = expect("int *p = malloc(4); if (!p) reach_error(); free(p); return 0;", "true");
    assert!(
        why.contains("assuming that allocations succeed") && !why.contains("--malloc"),
        "{why}"
    );
    expect("int x; if (x == 7) reach_error(); return 0;", "false(unreach-call)");
}

/// Natively, anything may follow: nothing is proved.
#[test]
fn undefined_behaviour_on_the_way_is_no_proof() {
    for (body, kind) in [
        (
            "int a[3], flag = 0; a[__VERIFIER_nondet_int()] = 1; if (flag) reach_error();",
            "out-of-bounds",
        ),
        (
            "int x = __VERIFIER_nondet_int(), y = 10 / x; if (y > 10) reach_error();",
            "division-by-zero",
        ),
        (
            "unsigned n = __VERIFIER_nondet_uint(); if (n == 32 && (1u << n) == 1u) reach_error();",
            "over-wide-shift",
        ),
    ] {
        let why = expect(UNREACH_CALL, &format!("{body} return 0;"), "unknown");
        assert!(why.contains(kind), "{why}");
    }
}

#[test]
fn error_functions_without_a_body() {
    let program = |condition: &str| {
        format!(
            "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n\
             extern void __VERIFIER_assume(int);\nint main(void) {{\n    \
             int x = __VERIFIER_nondet_int();\n    __VERIFIER_assume(x > 5);\n    \
             if ({condition}) reach_error();\n    return 0;\n}}\n"
        )
    };
    let last = |program: &str| {
        let run = verify(&folder(UNREACH_CALL, program), &[]);
        run.stdout().lines().last().map(str::to_string)
    };
    assert_eq!(last(&program("x < 3")).as_deref(), Some("true"));
    assert_eq!(last(&program("x == 8")).as_deref(), Some("false(unreach-call)"));
    assert_eq!(last("int main(void) { return 0; }\n").as_deref(), Some("true"));
}

#[test]
fn accesses() {
    let expect = |body: &str, expected: &str| expect(VALID_DEREF, body, expected);
    let violated = "false(valid-deref)";
    expect(
        "int a[10], i = __VERIFIER_nondet_int(); if (i >= 0 && i <= 10) a[i] = 1; return 0;",
        violated,
    );
    expect(
        "int a[10], i = __VERIFIER_nondet_int(); if (i >= 0 && i < 10) a[i] = 1; return 0;",
        "true",
    );
    expect(
        "int *p = 0; if (__VERIFIER_nondet_int()) p = malloc(4); *p = 1; free(p); return 0;",
        violated,
    );
    expect("int *p = malloc(4); free(p); return *p;", violated);
    expect("int *p; { int x = 1; p = &x; } return *p;", violated);
    expect("int *p = 0; *p; return 0;", violated);
    expect("char a[3] = {1, 2, 3}; return __builtin_strlen(a);", violated);
    // How the program ends itself is no matter of memory.
    expect(
        "int a[2]; unsigned n = __VERIFIER_nondet_uint(); if (n > 1) abort(); a[n] = 1; return 0;",
        "true",
    );
    expect("if (__VERIFIER_nondet_int()) reach_error(); return 0;", "true");
}

/// Undefined, but whether the property is about it is not said.
#[test]
fn what_is_no_access_beyond_doubt() {
    for body in [
        "char *s = \"abc\"; s[0] = 1; return 0;",
        "void (*f)(void) = 0; f(); return 0;",
        "int x = __VERIFIER_nondet_int(); return 3 / x;",
        "int *p = malloc(4); free(p); free(p); return 0;",
    ] {
        let why = expect(VALID_DEREF, body, "unknown");
        assert!(why.contains("this is undefined"), "{why}");
    }
}

#[test]
fn frees() {
    let expect = |body: &str, expected: &str| expect(VALID_FREE, body, expected);
    expect(
        "int *p = malloc(4); free(p); if (__VERIFIER_nondet_int()) free(p); return 0;",
        "false(valid-free)",
    );
    expect("int x; free(&x); return 0;", "false(valid-free)");
    expect("char *p = malloc(4); free(p + 1); return 0;", "false(valid-free)");
    expect(
        "char *p = malloc(4), *q = realloc(p, 8); free(q); realloc(q, 3); return 0;",
        "false(valid-free)",
    );
    expect("int *p = malloc(4); free(p); free(0); return 0;", "true");
    expect("char *p = malloc(4); p[4] = 1; free(p); return 0;", "unknown");
}

#[test]
fn blocks_that_are_lost() {
    let of = |globals: &str, body: &str| result(VALID_MEMTRACK, globals, body, &[]).0;
    assert_eq!(of("", "int *p = malloc(4); p = 0; return 0;"), "false(valid-memtrack)");
    assert_eq!(
        of("", "int *p = malloc(4); return 0;"),
        "false(valid-memtrack)",
        "main's own are gone"
    );
    assert_eq!(of("int *g;", "g = malloc(4); return 0;"), "true");
    assert_eq!(of("", "int *p = malloc(4); *p = 1; exit(*p);"), "true", "main has not returned");
    let aborts = "int *p = malloc(4); if (__VERIFIER_nondet_int()) abort(); free(p); return 0;";
    assert_eq!(of("", aborts), "true");
    assert_eq!(of("", "int *p = malloc(4); p = 0; abort();"), "unknown", "not seen natively");
}

#[test]
fn blocks_that_are_not_freed() {
    let of = |globals: &str, body: &str| result(VALID_MEMCLEANUP, globals, body, &[]).0;
    assert_eq!(of("int *g;", "g = malloc(4); return 0;"), "false(valid-memcleanup)");
    assert_eq!(of("int *g;", "g = malloc(4); free(g); return 0;"), "true");
    let exits = "int *p = malloc(4); if (__VERIFIER_nondet_int()) exit(1); free(p); return 0;";
    assert_eq!(of("", exits), "false(valid-memcleanup)");
    let aborts = "if (__VERIFIER_nondet_int()) abort(); int *p = malloc(4); free(p); return 0;";
    assert_eq!(of("", aborts), "true");
    let handlers = "int atexit(void (*)(void)); void bye(void) {}";
    assert_eq!(
        of(handlers, "for (int i = 0; i < 40; i++) atexit(bye); return 0;"),
        "true",
        "the library's"
    );
    assert_eq!(of("int puts(const char *);", "puts(\"hello\"); return 0;"), "true");
}

/// Several in one file, as memory safety is one property.
#[test]
fn properties_together() {
    let safety = format!("{VALID_FREE}{VALID_DEREF}{VALID_MEMTRACK}");
    let all = format!("{safety}{VALID_MEMCLEANUP}");
    let of = |property: &str, body: &str| result(property, "int *g;", body, &[]).0;
    assert_eq!(of(&safety, "int *p = malloc(4); return 0;"), "false(valid-memtrack)");
    assert_eq!(of(&safety, "g = malloc(4); return 0;"), "true");
    assert_eq!(of(&safety, "g = malloc(4); free(g); free(g); return 0;"), "false(valid-free)");
    assert_eq!(of(&all, "g = malloc(4); return 0;"), "false(valid-memcleanup)");
    assert_eq!(of(&all, "int *p = malloc(4); return 0;"), "false(valid-memtrack)");
    assert_eq!(of(&all, "g = malloc(4); free(g); return 0;"), "true");
}

#[test]
fn overflows() {
    let expect = |body: &str, expected: &str| expect(NO_OVERFLOW, body, expected);
    let violated = "false(no-overflow)";
    let x = "int x = __VERIFIER_nondet_int();";
    expect(&format!("{x} return x + 1 > 0;"), violated);
    expect(&format!("{x} return -x > 0;"), violated);
    expect(&format!("{x} if (x < 1000 && x > -1000) return x * x > 0; return 0;"), "true");
    // clang computes it.
    expect("int y = 2147483647 + 1; return 0;", violated);
    expect("if (2147483647 + 1) return 1; return 0;", violated);
    expect("int y = 1 << 31; return 0;", violated);
    expect(&format!("{x} if (x >= 0) return x << 2; return 0;"), violated);
    expect(
        &format!("{x} int y = __VERIFIER_nondet_int(); if (y) return x / y > 0; return 0;"),
        violated,
    );
    expect("unsigned u = __VERIFIER_nondet_uint(); return u + 1 > 0;", "true");
    expect("signed char c = 127; c++; return 0;", "true");
}

/// Undefined, and no result of an operation of the program that does not fit into its type.
#[test]
fn what_is_no_overflow_beyond_doubt() {
    for body in [
        "int x = -1; return x << 1;",
        "int n = 40; return 1 << n;",
        "float f = 1e20f; return (int)f;",
        "int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (y) return x % y; return 0;",
        "int a[2]; a[__VERIFIER_nondet_int()] = 1; return 0;",
        "int abs(int); return abs(__VERIFIER_nondet_int());",
    ] {
        expect(NO_OVERFLOW, body, "unknown");
    }
}

#[test]
fn data_models() {
    let of = |property: &str, body: &str, model: &str| {
        result(property, "", body, &["--data-model", model]).0
    };
    let long = "long x = 2147483647; x = x + 1; return 0;";
    assert_eq!(of(NO_OVERFLOW, long, "ilp32"), "false(no-overflow)");
    assert_eq!(of(NO_OVERFLOW, long, "lp64"), "true");
    let size = "if (sizeof(long) != 4) reach_error(); return 0;";
    assert_eq!(of(UNREACH_CALL, size, "ilp32"), "true");
    assert_eq!(of(UNREACH_CALL, size, "lp64"), "false(unreach-call)");
    let access = "int *p = malloc(16); p[__VERIFIER_nondet_int()] = 1; return 0;";
    assert_eq!(of(VALID_DEREF, access, "ilp32"), "false(valid-deref)");
    assert_eq!(of(VALID_MEMTRACK, "malloc(4); return 0;", "ilp32"), "false(valid-memtrack)");
}
