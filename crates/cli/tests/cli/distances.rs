//! `dunlin show --distances`: the source with the distance of every line to a target.

use crate::support::Folder;

const PROGRAM: &str = "\
int x;
void reach_error(void);
static int parse(int a)
{
    // nothing here
    if (a > 3)
        return 1;
    return 2;
}
int main(void) {
    if (x) return 0;
    int y = parse(2);
    if (y == 2)
        reach_error();
    return 0;
}
";

fn program() -> Folder {
    let folder = Folder::new();
    folder.write("a.c", PROGRAM);
    folder
}

fn shown(folder: &Folder, program: &str, target: &str) -> String {
    folder.dunlin(["show", program, "--distances", target]).expect_code(0).stdout()
}

/// The gutter of a line: its mark and its distance.
#[track_caller]
fn gutter(text: &str, line: u32) -> (bool, String) {
    let number = line.to_string();
    let mut rows = text.lines().filter_map(|row| Some((row, row.split_once('|')?.0)));
    let (row, before) = rows
        .find(|(_, before)| {
            before.trim_start_matches('>').split_whitespace().next() == Some(&number)
        })
        .unwrap_or_else(|| panic!("no line {line} in\n{text}"));
    let distance = before.trim_start_matches('>').split_whitespace().nth(1).unwrap_or("");
    (row.starts_with('>'), distance.into())
}

fn distance(text: &str, line: u32) -> u32 {
    let shown = gutter(text, line).1;
    shown.parse().unwrap_or_else(|_| panic!("`{shown}` on line {line} of\n{text}"))
}

#[test]
fn a_line() {
    let folder = program();
    let text = shown(&folder, "a.c", "a.c:14");
    assert!(text.starts_with("Distances to a.c:14 in instructions"), "{text}");
    assert_eq!(gutter(&text, 14), (true, "0".into()));
    for line in [1, 2, 3, 5, 10] {
        assert_eq!(gutter(&text, line), (false, "".into()), "no code on line {line}");
    }
    for line in [6, 7, 15] {
        assert_eq!(gutter(&text, line), (false, "-".into()), "line {line}");
    }
    let [before, call, condition] = [11, 12, 13].map(|line| distance(&text, line));
    assert!(before > call && call > condition && condition > 0, "{text}");
    assert!(text.contains(" | int main(void) {\n"), "{text}");
    let from_main = text.split_once("From `main`: ").and_then(|(_, rest)| rest.split_once('.'));
    let from_main: u32 = from_main.unwrap().0.parse().unwrap();
    assert!(from_main > before, "a line shows its nearest instruction: {text}");
}

#[test]
fn lines_that_move_and_functions() {
    let folder = program();
    let moved = shown(&folder, "a.c", "./a.c:5:9");
    assert!(moved.contains("Note: line 5 has no code; the next line with code in `parse` is 6."));
    assert_eq!(gutter(&moved, 6), (true, "0".into()));
    let calls = shown(&folder, "a.c", "reach_error");
    assert_eq!(gutter(&calls, 14), (true, "0".into()));
    assert_eq!(gutter(&calls, 7).1, "-");
    let entered = shown(&folder, "a.c", "parse");
    assert_eq!(gutter(&entered, 3), (true, "0".into()), "{entered}");
    assert_eq!(distance(&entered, 12), 1, "the call");
    assert_eq!(gutter(&entered, 13).1, "-", "behind it");
}

/// Only files with lines that lead there; a file that is gone is listed by its lines with code.
#[test]
fn several_files() {
    let folder = program();
    folder.write("b.c", "int other(int n) {\n    return n + 1;\n}\n");
    folder.clang(&["-c", "-emit-llvm", "-g", "a.c", "-o", "a.bc"]);
    let args = ["show", "a.bc", "b.c", "--distances"];
    let text = folder.dunlin(args.iter().chain(&["a.c:14"])).expect_code(0).stdout();
    assert!(text.contains("\na.c\n") && !text.contains("b.c"), "{text}");
    std::fs::remove_file(folder.path().join("a.c")).unwrap();
    let gone = folder.dunlin(args.iter().chain(&["a.c:14"])).expect_code(0).stdout();
    assert!(gone.contains("\na.c (the source cannot be read: lines with code only)\n"), "{gone}");
    assert!(!gone.contains("int main"), "{gone}");
    for line in [6, 7, 11, 12, 13, 14, 15] {
        assert_eq!(gutter(&gone, line), gutter(&text, line), "line {line}");
    }
    folder.write("a.c", PROGRAM);
    folder.clang(&["-c", "-emit-llvm", "a.c", "-o", "plain.bc"]);
    let plain = shown(&folder, "plain.bc", "parse");
    assert!(plain.contains("No source line leads there"), "{plain}");
    assert!(plain.contains("From `main`: "), "{plain}");
}

#[test]
fn bad_targets() {
    let folder = program();
    let refused = |target: &str| folder.dunlin(["show", "a.c", "--distances", target]).refusal();
    assert_eq!(refused("a.c:99"), "no line 99 in a.c: it has 16 lines");
    assert_eq!(refused("b.c:1"), "no code comes from a file `b.c`; files here: a.c");
    assert!(refused("a.c:1").contains("the nearest function is `parse`, lines 3 to"));
    assert!(refused("prase").contains("did you mean `parse`?"));
    assert!(refused("a.c").contains("write a.c:LINE"));
    assert!(refused("a.c:zero").contains("not a line number"));
    for more in [&["--cfg"][..], &["--calls"], &["--ir"], &["--function", "main"]] {
        let args = ["show", "a.c", "--distances", "main"];
        folder.dunlin(args.iter().chain(more)).usage_error();
    }
    assert!(
        folder.dunlin(["show", "a.c", "--distances", "main", "--dot"]).refusal().contains("--dot")
    );
}
