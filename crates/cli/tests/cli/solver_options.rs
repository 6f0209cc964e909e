//! The options of the solver chain: no choice of them changes an answer.

use crate::support::{Folder, Run};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Scripts of every kind that the chain knows, with their answers; models are not compared, since
/// there are many. The second column says whether the native backend has all that they need.
const SCRIPTS: &[(&str, bool, &str)] = &[
    // Bit-vectors: one input, several, and arithmetic that only a backend decides.
    (
        "(declare-const x (_ BitVec 32)) (declare-const y (_ BitVec 32)) (declare-const z (_ BitVec 8))
         (assert (bvult x #x00000064)) (assert (= (bvurem x #x00000007) #x00000003))
         (assert (= (bvadd x y) #x00001000)) (assert (bvslt z #x00))
         (check-sat) (assert (bvult y #x00000100)) (check-sat)",
        true,
        "sat unsat",
    ),
    (
        "(declare-const x (_ BitVec 16)) (declare-const y (_ BitVec 16))
         (assert (bvult #x0001 x)) (assert (bvult #x0001 y)) (assert (bvult x #x0100))
         (assert (bvult y #x0100))
         (push 1) (assert (= (bvmul x y) #xec4b)) (check-sat) (pop 1)
         (push 1) (assert (= (bvmul x y) #x0065)) (check-sat) (pop 1)
         (assert (= x y)) (check-sat)",
        true,
        "sat unsat sat",
    ),
    // Arrays: bytes of an input as words, an index that is not constant, equality.
    (
        "(declare-const m (Array (_ BitVec 32) (_ BitVec 8))) (declare-const i (_ BitVec 32))
         (define-fun word () (_ BitVec 16) (concat (select m #x00000001) (select m #x00000000)))
         (assert (bvult #x1234 word)) (assert (= (select m #x00000000) #xff))
         (check-sat)
         (assert (= (select m i) #x27)) (assert (bvult i #x00000002)) (check-sat)
         (assert (bvult word #x27ff)) (check-sat)",
        true,
        "sat sat unsat",
    ),
    // Floats.
    (
        "(declare-const f Float32) (declare-const g Float32)
         (assert (fp.eq f g))
         (push 1) (assert (not (= f g))) (check-sat) (pop 1)
         (assert (or (fp.isNaN f) (fp.lt f g))) (check-sat)",
        false,
        "sat unsat",
    ),
    (
        "(declare-const d Float16)
         (assert (fp.eq (fp.mul RNE d d) ((_ to_fp 5 11) RNE #x0009)))
         (check-sat)
         (assert (fp.gt d ((_ to_fp 5 11) RNE #x0004))) (check-sat)",
        false,
        "sat unsat",
    ),
    // Quantifiers.
    (
        "(declare-const m (Array (_ BitVec 32) (_ BitVec 8))) (declare-const n (_ BitVec 32))
         (assert (bvult n #x00000008))
         (assert (forall ((k (_ BitVec 32))) (=> (and (bvule #x00000000 k) (bvult k n))
            (= (select m k) #x20))))
         (assert (= (select m #x00000003) #x21)) (check-sat)
         (assert (bvult #x00000003 n)) (check-sat)",
        false,
        "sat unsat",
    ),
];

/// The answers in what was printed, without models.
fn answers(run: &Run) -> String {
    answer_lines(&run.stdout())
}

fn answer_lines(text: &str) -> String {
    let lines = text.lines().filter(|line| ["sat", "unsat", "unknown"].contains(line));
    lines.collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn expect_answers(options: &[&str], needs_native: bool) {
    let folder = Folder::new();
    for (script, native, expected) in SCRIPTS {
        if needs_native && !native {
            continue;
        }
        folder.write("a.smt2", script);
        let run = folder.dunlin(["solve", "a.smt2"].iter().chain(options));
        assert_eq!((run.code(), run.stderr()), (Some(0), String::new()), "{options:?}: {script}");
        assert_eq!(answers(&run), *expected, "{options:?}: {script}");
    }
}

#[test]
fn every_choice_of_solver_gives_the_same_answers() {
    expect_answers(&["--solver", "auto"], false);
    expect_answers(&["--solver", "native"], true);
    expect_answers(&["--solver", "bitwuzla"], false);
    expect_answers(&["--solver", "z3"], false);
}

#[test]
fn layers_can_be_left_out() {
    for how in ["off", "intervals", "precise", "box-priority", "box-middle"] {
        expect_answers(&["--value-sets", how], false);
    }
    expect_answers(&["--cache", "off"], false);
    expect_answers(&["--cache", "address-aware"], false);
    expect_answers(&["--counterexamples", "off"], false);
    expect_answers(&["--independence", "off"], false);
    expect_answers(&["--neighbours", "off"], false);
    let all = ["value-sets", "cache", "counterexamples", "independence", "neighbours"];
    let all: Vec<String> = all.iter().map(|layer| format!("--{layer}=off")).collect();
    expect_answers(&all.iter().map(String::as_str).collect::<Vec<_>>(), false);
}

#[test]
fn layers_and_backends_agree() {
    expect_answers(&["--check-solver"], false);
    expect_answers(&["--check-solver", "--independence=off", "--value-sets=box-priority"], false);
    expect_answers(&["--check-solver", "--cache=address-aware", "--value-sets=off"], false);
    expect_answers(&["--check-solver", "--solver=native", "--value-sets=precise"], true);
}

fn queries(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn logged_queries_are_read_back_with_the_same_answer() {
    let folder = Folder::new();
    let mut count = 0;
    for (number, (script, _, _)) in SCRIPTS.iter().enumerate() {
        let log = format!("queries/{number}");
        folder.write("a.smt2", script);
        // Without layers everything reaches a backend.
        let off = ["--value-sets=off", "--neighbours=off", "--counterexamples=off"];
        let args = ["solve", "a.smt2", "--log-queries", &log];
        folder.dunlin(args.iter().chain(&off)).expect_code(0);
        for file in queries(&folder.path().join(&log)) {
            let text = std::fs::read_to_string(&file).unwrap();
            let status = text.split("(set-info :status ").nth(1).expect("it has a status");
            let status = status.split(')').next().unwrap();
            let again = folder.dunlin([Path::new("solve"), &file]).expect_code(0);
            assert_eq!(answers(&again), status, "{text}");
            count += 1;
        }
    }
    assert!(count >= SCRIPTS.len(), "{count} queries");
}

#[test]
fn a_log_that_cannot_be_made_is_refused_before_anything_is_solved() {
    let folder = Folder::new();
    folder.write("a.smt2", SCRIPTS[0].0);
    let message = folder.dunlin(["solve", "a.smt2", "--log-queries", "a.smt2/log"]).refusal();
    assert!(message.starts_with("cannot make the folder a.smt2/log for queries: "), "{message}");
}

#[test]
fn a_log_that_cannot_be_written_is_an_error_at_the_end() {
    let folder = Folder::new();
    folder.write("a.smt2", SCRIPTS[1].0);
    // A folder where the first file should be stops also those who may write everywhere.
    std::fs::create_dir_all(folder.path().join("log/000001.smt2")).unwrap();
    let args = ["solve", "a.smt2", "--value-sets=off", "--log-queries=log"];
    let run = folder.dunlin(args).expect_code(2);
    assert_eq!(answers(&run), "sat unsat sat");
    let stderr = run.stderr();
    assert_eq!(stderr.matches("dunlin: ").count(), 1, "{stderr}");
    assert!(stderr.contains("the log of queries is not complete: cannot write log/000001.smt2"));
}

#[test]
fn statistics_say_who_answered() {
    let folder = Folder::new();
    folder.write("a.smt2", SCRIPTS[3].0);
    let run = folder.dunlin(["solve", "a.smt2", "--stats", "--log-queries=log"]).expect_code(0);
    assert_eq!(answers(&run), "sat unsat");
    let stderr = run.stderr();
    let row = |name: &str| -> Vec<String> {
        let line = stderr.lines().find(|line| line.trim_start().starts_with(name));
        let line = line.unwrap_or_else(|| panic!("no {name} in {stderr}"));
        line.trim_start()[name.len()..].split_whitespace().map(String::from).collect()
    };
    assert!(stderr.starts_with("2 check-sat in "), "{stderr}");
    assert_eq!(row("who"), ["asked", "sat", "unsat", "unknown", "conflicts", "time"]);
    assert_eq!(row("native")[..4], ["2", "0", "0", "2"]);
    assert_eq!(row("bitwuzla")[..4], ["2", "1", "1", "0"]);
    assert!(stderr.contains("native had no answer to 2 of them: floating point"), "{stderr}");
    assert!(!stderr.contains("  z3"), "nobody asked Z3: {stderr}");
    assert!(stderr.ends_with("2 queries written\n"), "{stderr}");
    let quiet = folder.dunlin(["solve", "a.smt2"]).expect_code(0);
    assert_eq!(quiet.stderr(), "");
}

/// Factors of a product of two primes of 64 bits.
const HARD: &str = "
    (declare-const x (_ BitVec 64)) (declare-const y (_ BitVec 64))
    (assert (= (bvmul ((_ zero_extend 64) x) ((_ zero_extend 64) y))
               #x7641f3080ff92384efb135c4741de1ab))
    (assert (bvult #x0000000000000001 x)) (assert (bvult #x0000000000000001 y))
    (check-sat)";

#[test]
fn a_limit_of_time_ends_every_solver() {
    let folder = Folder::new();
    folder.write("hard.smt2", HARD);
    for solver in ["auto", "native", "bitwuzla", "z3"] {
        let started = Instant::now();
        let args = ["solve", "hard.smt2", "--solver-timeout", "1", "--solver", solver];
        let run = folder.dunlin(args).expect_code(3);
        assert!(started.elapsed() < Duration::from_secs(10), "{solver}: {:?}", started.elapsed());
        assert_eq!(run.stdout(), "unknown\n");
        let stderr = run.stderr();
        assert!(stderr.contains("no answer within 1 s; more time"), "{solver}: {stderr}");
        assert!(stderr.contains("--solver-timeout SECONDS"), "{solver}: {stderr}");
    }
}

#[test]
fn a_limit_of_conflicts_ends_every_solver_at_the_same_place() {
    let folder = Folder::new();
    folder.write("hard.smt2", HARD);
    for solver in ["auto", "native", "bitwuzla", "z3"] {
        let args = ["solve", "hard.smt2", "--max-conflicts", "500", "--solver", solver, "--stats"];
        // Without times.
        let counts = |run: &Run| -> Vec<String> {
            let is_time = |word: &&str| word.contains('.');
            let words = |line: &str| line.split(' ').filter(|w| !is_time(w)).collect::<String>();
            run.stderr().lines().map(words).collect()
        };
        let run = folder.dunlin(args).expect_code(3);
        assert_eq!(run.stdout(), "unknown\n");
        assert!(run.stderr().contains("no answer within 500 conflicts; more"), "{}", run.stderr());
        assert!(run.stderr().contains("--max-conflicts N"), "{}", run.stderr());
        assert_eq!(counts(&run), counts(&folder.dunlin(args)), "{solver}");
    }
}

#[test]
fn what_comes_after_an_unknown_is_answered() {
    let folder = Folder::new();
    let script = format!("(push 1) {HARD} (get-value (x)) (pop 1) (check-sat)");
    folder.write("a.smt2", &script);
    let run = folder.dunlin(["solve", "a.smt2", "--max-conflicts", "10"]).expect_code(3);
    assert_eq!(run.stdout(), "unknown\n(error \"there is no model\")\nsat\n");
}

#[test]
fn values_that_options_do_not_have() {
    let folder = Folder::new();
    folder.write("a.smt2", SCRIPTS[0].0);
    for (option, value, message) in [
        ("--solver", "yices", "[possible values: auto, native, bitwuzla, z3]"),
        (
            "--value-sets",
            "on",
            "[possible values: off, intervals, precise, box-priority, box-middle]",
        ),
        ("--cache", "on", "[possible values: off, exact, address-aware]"),
        ("--counterexamples", "yes", "[possible values: on, off]"),
        ("--independence", "1", "[possible values: on, off]"),
        ("--neighbours", "maybe", "[possible values: on, off]"),
        ("--max-conflicts", "many", "invalid value 'many'"),
        ("--max-conflicts", "-1", "-1"),
        ("--solver-timeout", "soon", "expected a number with ms, s, m or h, as in 90s"),
        ("--solver-timeout", "-1", "-1"),
    ] {
        let error = folder.dunlin(["solve", "a.smt2", option, value]).usage_error();
        assert!(error.contains(message), "{option} {value}: {error}");
    }
}

#[test]
fn the_examples_have_the_answers_of_the_guide() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = std::fs::read_to_string(root.join("docs/guide.md")).unwrap();
    let folder = Folder::new();
    let examples = queries(&root.join("examples/queries"));
    assert_eq!(examples.len(), 3);
    for example in examples {
        let name = example.file_name().unwrap().to_str().unwrap();
        // The first prompt with the name, up to the next prompt or the end of the listing.
        let command = format!("$ dunlin solve examples/queries/{name}\n");
        let shown = guide.split(&command).nth(1).unwrap_or_else(|| panic!("no {command}"));
        let shown = shown.split("$ dunlin").next().unwrap().split("```").next().unwrap();
        for option in ["--stats", "--check-solver"] {
            let args = [Path::new("solve"), &example, Path::new(option)];
            let run = folder.dunlin(args).expect_code(0);
            assert_eq!(answers(&run), answer_lines(shown), "{name} {option}");
        }
    }
}
