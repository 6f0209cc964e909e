//! `dunlin verify`: results and exit codes for each property, what is refused, limits, witnesses, suites of tests.

mod limits;
mod properties;
mod refused;
mod suites;
mod witnesses;

use crate::support::{Folder, Run};

const UNREACH_CALL: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
const VALID_DEREF: &str = "CHECK( init(main()), LTL(G valid-deref) )\n";
const VALID_FREE: &str = "CHECK( init(main()), LTL(G valid-free) )\n";
const VALID_MEMTRACK: &str = "CHECK( init(main()), LTL(G valid-memtrack) )\n";
const VALID_MEMCLEANUP: &str = "CHECK( init(main()), LTL(G valid-memcleanup) )\n";
const NO_OVERFLOW: &str = "CHECK( init(main()), LTL(G ! overflow) )\n";
const BRANCHES: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n";
const ERROR_CALL: &str = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )\n";

/// What programs of the competition declare.
const DECLARATIONS: &str = "\
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void *malloc(__SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void free(void *);
void exit(int);
void reach_error() { __assert_fail(\"0\", \"a.c\", 11, \"reach_error\"); }
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: { reach_error(); abort(); } } }
void assume_abort_if_not(int cond) { if (!cond) { abort(); } }
";

/// A folder with a property and a program, `p.prp` and `a.c`.
fn folder(property: &str, program: &str) -> Folder {
    let folder = Folder::new();
    folder.write("p.prp", property);
    folder.write("a.c", program);
    folder
}

fn verify(folder: &Folder, options: &[&str]) -> Run {
    folder.dunlin(["verify", "--property", "p.prp", "a.c"].iter().chain(options))
}

/// The result of a program whose main has this body: the last line of standard output, with the exit code that
/// belongs to it.
#[track_caller]
fn result(property: &str, globals: &str, body: &str, options: &[&str]) -> (String, String) {
    let program = format!("{DECLARATIONS}{globals}\nint main(void) {{\n{body}\n}}\n");
    let run = verify(&folder(property, &program), options);
    let last = run.stdout().lines().last().unwrap_or_default().to_string();
    let code = match last.as_str() {
        "true" | "done" => 0,
        "unknown" => 3,
        _ => 1,
    };
    let why = run.expect_code(code).stderr();
    (last, why)
}

/// As [`result`], for a program of main alone.
#[track_caller]
fn expect(property: &str, body: &str, expected: &str) -> String {
    let (found, why) = result(property, "", body, &[]);
    assert_eq!(found, expected, "{body}\n{why}");
    why
}
