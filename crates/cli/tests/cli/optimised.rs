//! `dunlin reach` on bitcode that others have optimised: nothing is claimed from lines that may have moved.

use crate::support::Folder;
use serde_json::Value;

const PROGRAM: &str = "\
int dunlin_int(const char *name);
int seen;
__attribute__((noinline)) void entered(int n) {
    seen += n;
}
int inlined(int n) {
    return n * 3;
}
int main(void) {
    int n = dunlin_int(\"n\"), x = 1;
    if (n > 5)
        x = 7; // 12
    if (n == 9)
        entered(n);
    if (0) {
        // 16
        x = 8; // 17
    }
    return x + inlined(n);
}
";

fn targets(folder: &Folder, program: &str, names: &[&str]) -> (Vec<(String, String)>, Option<i32>) {
    let mut args = vec!["reach", program, "--json"];
    args.extend(names.iter().flat_map(|name| ["--target", name]));
    let run = folder.dunlin(args);
    let summary: Value = serde_json::from_str(&run.stdout()).expect("a summary");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let targets = summary["targets"].as_array().expect("a list").iter();
    (targets.map(|target| (text(&target["verdict"]), text(&target["why"]))).collect(), run.code())
}

#[test]
fn lines_of_optimised_bitcode_prove_nothing() {
    let folder = Folder::new();
    folder.write("a.c", PROGRAM);
    let names = ["a.c:12", "entered", "inlined"];
    folder.clang(&["-O2", "-g", "-c", "-emit-llvm", "a.c", "-o", "optimised.bc"]);
    // clang may leave nothing of a line; then there is no target.
    let refused = folder.dunlin(["reach", "optimised.bc", "--target", "a.c:12"]);
    let (answers, code) = match refused.code() {
        Some(2) => targets(&folder, "optimised.bc", &names[1..]),
        _ => targets(&folder, "optimised.bc", &names),
    };
    assert_eq!(code, Some(3), "{answers:?}");
    let [.., (entered, _), (inlined, why)] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!((entered.as_str(), inlined.as_str()), ("reachable", "unknown"));
    assert!(why.starts_with("the program was optimised before Dunlin got it"), "{why}");
    for (verdict, why) in &answers[..answers.len() - 2] {
        assert_eq!(verdict, "unknown", "{why}");
        assert!(why.contains("code of this line was executed"), "{why}");
    }
}

/// What was compiled for a later optimiser is as the source has it.
#[test]
fn bitcode_that_is_not_optimised_yet() {
    let folder = Folder::new();
    folder.write("a.c", PROGRAM);
    let levels: [&[&str]; 2] = [&["-O0"], &["-O1", "-Xclang", "-disable-llvm-passes"]];
    for level in levels {
        let args = ["-g", "-c", "-emit-llvm", "a.c", "-o", "a.bc"];
        folder.clang(&level.iter().chain(&args).copied().collect::<Vec<_>>());
        let (answers, code) = targets(&folder, "a.bc", &["a.c:12", "entered", "inlined"]);
        let verdicts: Vec<&str> = answers.iter().map(|(verdict, _)| verdict.as_str()).collect();
        assert_eq!((verdicts, code), (vec!["reachable"; 3], Some(0)), "{answers:?}");
        for line in ["a.c:16", "a.c:17"] {
            let message = folder.dunlin(["reach", "a.bc", "--target", line]).refusal();
            assert!(message.contains("the compiler made none for it"), "{message}");
        }
    }
}
