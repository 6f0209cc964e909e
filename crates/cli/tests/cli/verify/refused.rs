//! What is not decided or not accepted: one message, and no result that could be wrong.

use super::{BRANCHES, DECLARATIONS, UNREACH_CALL, VALID_DEREF, expect, folder, result, verify};

#[test]
fn properties_that_are_not_decided() {
    for (formula, name) in [("F end", "termination"), ("G ! data-race", "data races")] {
        let property = format!("CHECK( init(main()), LTL({formula}) )\n");
        let why = expect(&property, "return 0;", "unknown");
        assert!(why.contains(&format!("Dunlin does not decide {name}")), "{why}");
    }
}

#[test]
fn threads_are_unknown() {
    let threads = "int pthread_create(unsigned long *, void *, void *(*)(void *), void *);\n\
                   int g; void *f(void *a) { g = 1; return a; }";
    let body = "unsigned long t; pthread_create(&t, 0, f, 0); if (g) reach_error(); return 0;";
    for property in [UNREACH_CALL, VALID_DEREF, BRANCHES] {
        let (found, why) = result(property, threads, body, &[]);
        assert_eq!(found, "unknown");
        assert!(why.contains("may call `pthread_create`"), "{why}");
    }
}

#[test]
fn code_that_is_not_known() {
    let body = "int x = __VERIFIER_nondet_int(); if (mystery(x)) return 1; if (x != x) reach_error(); return 0;";
    let (found, why) = result(UNREACH_CALL, "int mystery(int);", body, &[]);
    assert_eq!(found, "unknown", "it might call it");
    assert!(why.contains("`mystery`"), "{why}");
    assert_eq!(result(VALID_DEREF, "int mystery(int);", body, &[]).0, "unknown");
    let assembly = "int x = 1; __asm__ volatile(\"incl %0\" : \"+m\"(x)); if (x == 2) reach_error(); return 0;";
    let why = expect(UNREACH_CALL, assembly, "unknown");
    assert!(why.contains("inline assembly"), "{why}");
    expect(UNREACH_CALL, "extern int g; if (g == 3) reach_error(); return g;", "unknown");
}

#[test]
fn what_the_competition_does_not_say_is_no_proof() {
    let program = format!(
        "{DECLARATIONS}int main(int argc, char **argv) {{ if (argc > 3) reach_error(); return 0; }}\n"
    );
    let run = verify(&folder(UNREACH_CALL, &program), &[]).expect_code(3);
    assert_eq!(run.stdout(), "unknown\n");
    assert!(run.stderr().contains("the program gets no arguments"), "{}", run.stderr());
}

#[test]
fn property_files() {
    let refused =
        |property: &str| verify(&folder(property, "int main(void) { return 0; }\n"), &[]).refusal();
    assert_eq!(refused(""), "p.prp: there is no property in it");
    let odd = "CHECK( init(main()), LTL(G everything) )";
    assert_eq!(refused(odd), format!("p.prp: `{odd}` is no property that Dunlin knows"));
    let both = format!("{UNREACH_CALL}{VALID_DEREF}");
    assert!(refused(&both).contains("can stand together"));
    let library = "CHECK( init(main()), LTL(G ! call(abort())) )";
    let program = format!("{DECLARATIONS}int main(void) {{ __VERIFIER_assert(1); return 0; }}\n");
    let run = verify(&folder(library, &program), &[]).expect_code(3);
    assert!(run.stderr().contains("`abort` is a function of the library"), "{}", run.stderr());
    let unknown = "CHECK( init(main()), LTL(G ! call(reach_eror())) )";
    assert_eq!(refused(unknown), "the program has no function `reach_eror`, and calls none");
    let folder = folder(VALID_DEREF, "int main(void) { return 0; }\n");
    let missing = folder.dunlin(["verify", "--property", "q.prp", "a.c"]).refusal();
    assert!(missing.starts_with("cannot read q.prp: "), "{missing}");
    folder.dunlin(["verify", "a.c"]).usage_error();
    folder.write("p.prp", [0xff, 0xfe, 0]);
    assert!(verify(&folder, &[]).refusal().contains("p.prp"));
}

#[test]
fn programs_and_options() {
    let folder = folder(VALID_DEREF, "int main(void) { return 0; }\n");
    let refused = |options: &[&str]| verify(&folder, options).refusal();
    assert!(refused(&["--entry", "f"]).contains("a property is about main"));
    assert!(refused(&["-O2"]).contains("no -O, no --optimize"));
    assert!(refused(&["--test-suite", "s.zip"]).contains("for a coverage property"));
    folder.write("w.yml", "");
    assert_eq!(refused(&["--witness", "w.yml"]), "w.yml exists; it is not overwritten");
    folder.write("b.bc", "");
    assert!(refused(&["b.bc"]).contains("about C sources (.c, .i): b.bc is none"));
    let gone = folder.dunlin(["verify", "--property", "p.prp", "gone.c"]).refusal();
    assert!(gone.contains("gone.c"), "{gone}");
    folder.write("p.prp", BRANCHES);
    assert!(refused(&["--witness", "x.yml"]).contains("of a coverage property there are tests"));
    let folder = super::folder(UNREACH_CALL, "int start(void) { return 0; }\n");
    assert!(verify(&folder, &[]).refusal().contains("main"));
    let folder = super::folder(UNREACH_CALL, "int main(void) { return 0 }\n");
    assert!(verify(&folder, &[]).refusal().contains("expected ';'"));
}
