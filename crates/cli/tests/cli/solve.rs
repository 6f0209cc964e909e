//! `dunlin solve`: answers, models, values, and what is wrong with a script.

use crate::support::Folder;

/// Runs a script; exit code, standard output and standard error.
fn solve(script: &str) -> (i32, String, String) {
    solve_with(script, &[])
}

fn solve_with(script: &str, options: &[&str]) -> (i32, String, String) {
    let folder = Folder::new();
    folder.write("a.smt2", script);
    let run = folder.dunlin(["solve", "a.smt2"].iter().chain(options));
    (run.code().expect("no signal"), run.stdout(), run.stderr())
}

const FACTORS: &str = "
    (declare-const x (_ BitVec 32))
    (declare-const y (_ BitVec 32))
    (assert (= (bvmul x y) #x000f423f))
    (assert (bvugt x #x00000001))
    (assert (bvult x #x00010000))
    (assert (bvult y #x00010000))
    (push 1)
    (assert (bvult x y))
    (check-sat)
    (get-value ((bvmul x y) (bvult x y)))
    (pop 1)
    (assert (= x y))
    (check-sat)";

#[test]
fn factors_of_a_number() {
    let (code, out, err) = solve(FACTORS);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, "sat\n(((bvmul x y) #x000f423f)\n ((bvult x y) true))\nunsat\n");
}

#[test]
fn a_model_comes_without_being_asked() {
    let (code, out, _) = solve(
        "(declare-const p Bool) (declare-const |two words| (_ BitVec 3))
         (declare-const m (Array (_ BitVec 8) (_ BitVec 8)))
         (assert (and p (= |two words| #b101) (= (select m #x07) #x2a)))
         (check-sat)",
    );
    assert_eq!(code, 0);
    assert!(out.starts_with("sat\n(\n"), "{out}");
    assert!(out.contains("(define-fun p () Bool true)"), "{out}");
    assert!(out.contains("(define-fun |two words| () (_ BitVec 3) #b101)"), "{out}");
    assert!(out.contains("#x07 #x2a)"), "{out}");
}

#[test]
fn assumptions_last_for_one_question() {
    let (code, out, _) = solve(
        "(declare-const p Bool) (declare-const q Bool) (assert (or p q))
         (check-sat-assuming ((not p) (not q))) (check-sat-assuming ((not p)))
         (get-value (q))",
    );
    assert_eq!((code, out.as_str()), (0, "unsat\nsat\n((q true))\n"));
}

#[test]
fn what_one_solver_does_not_know_another_does() {
    let script = "(declare-const f Float32) (declare-const g Float32)
         (assert (fp.lt f g)) (assert (fp.lt (fp.add RNE g g) f)) (check-sat)";
    let (code, out, err) = solve_with(script, &["--solver", "native"]);
    assert_eq!((code, out.as_str()), (3, "unknown\n"));
    assert!(err.contains("floating point is not supported; --solver auto"), "{err}");
    let (code, out, err) = solve(script);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("sat\n"), "{out}");
}

#[test]
fn an_answer_that_contradicts_the_script_is_a_bug() {
    let (code, _, err) = solve("(set-info :status unsat) (check-sat)");
    assert_eq!(code, 4);
    assert!(err.contains("wrong"), "{err}");
}

#[test]
fn bad_scripts_get_a_position_and_exit_code_2() {
    for (script, message) in [
        (
            "(declare-const x (_ BitVec 8))\n(assert (= x #x1))",
            "a.smt2:2:14: expected (_ BitVec 8)",
        ),
        ("(check-sat", "a.smt2:1:11: expected ')'"),
        ("(declare-const x Bool)", "asks nothing"),
    ] {
        let (code, out, err) = solve(script);
        assert_eq!((code, out.as_str()), (2, ""), "{script}");
        assert!(err.contains(message), "{err}");
    }
    let missing = Folder::new().dunlin(["solve", "none.smt2"]);
    assert_eq!(missing.code(), Some(2));
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    let folder = Folder::new();
    folder.write("a.smt2", FACTORS);
    let mut dunlin = std::process::Command::new(env!("CARGO_BIN_EXE_dunlin"));
    dunlin.current_dir(folder.path()).args(["solve", "a.smt2"]);
    let mut child = dunlin.stdout(std::process::Stdio::piped()).spawn().expect("dunlin starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("dunlin ends").code(), Some(0));
}
