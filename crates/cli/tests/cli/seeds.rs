//! `--seeds`: the paths of given inputs come first, and nothing else changes.

use crate::support::Folder;
use dunlin_report::TestCase;
use dunlin_results::InputBytes;

/// One path for each number of equal bytes at the start, and more below.
const PASSWORD: &str = "#include <klee/klee.h>\n\
    int main(void) {\n\
    char text[6]; unsigned number;\n\
    klee_make_symbolic(text, sizeof text, \"text\");\n\
    klee_make_symbolic(&number, sizeof number, \"number\");\n\
    klee_assume(number != 13);\n\
    int i = 0;\n\
    while (i < 6 && text[i] == \"dunlin\"[i]) i++;\n\
    if (number > 1000) i += 10;\n\
    if (number % 7 == 3) i += 100;\n\
    return i; }\n";

fn write_seed(folder: &Folder, name: &str, objects: &[(&str, &[u8])]) {
    let object = |&(name, bytes): &(&str, &[u8])| InputBytes {
        name: name.to_owned(),
        bytes: bytes.to_vec(),
    };
    let objects = objects.iter().map(object).collect();
    folder.write(name, TestCase { objects, ..TestCase::default() }.to_bytes());
}

/// The traces of a run, without their order.
fn traces(folder: &Folder, output: &str) -> Vec<String> {
    let text = folder.read(&format!("{output}/paths.txt"));
    let trace = |line: &str| line.split_once(' ').expect("a number and a path").1.to_owned();
    let mut traces: Vec<String> = text.lines().map(trace).collect();
    traces.sort();
    traces
}

fn test(folder: &Folder, output: &str, number: u32) -> TestCase {
    let path = folder.path().join(format!("{output}/tests/{number:06}.ktest"));
    TestCase::read(&std::fs::read(path).expect("a test")).expect("a .ktest file")
}

#[test]
fn seeds_come_first_and_in_order() {
    let folder = Folder::new();
    folder.write("a.c", PASSWORD);
    std::fs::create_dir(folder.path().join("seeds")).unwrap();
    // By place; by name; cut and filled up with zeros.
    write_seed(&folder, "seeds/a.ktest", &[("text", b"dunlxx"), ("number", &[5, 1, 0, 0])]);
    write_seed(&folder, "seeds/b.ktest", &[("number", &[3, 0, 0, 0]), ("text", b"dunlin")]);
    write_seed(&folder, "seeds/c.ktest", &[("text", b"du"), ("number", &[0, 0, 1, 0, 0, 0])]);
    for search in ["dfs", "bfs", "random-path", "random-state", "coverage", "klee", "generational"]
    {
        for workers in ["1", "3"] {
            let output = format!("{search}-{workers}");
            let args = [
                "run",
                "a.c",
                "--seeds",
                "seeds",
                "--max-paths",
                "3",
                "--search",
                search,
                "--workers",
                workers,
                "--output",
                &output,
            ];
            folder.dunlin(args).expect_code(3);
            let bytes = |number: u32, name: &str| {
                test(&folder, &output, number).object(name).expect(name).bytes.clone()
            };
            assert_eq!(bytes(1, "text"), b"dunlxx", "{output}");
            assert_eq!(bytes(1, "number"), [5, 1, 0, 0], "{output}");
            assert_eq!(bytes(2, "text"), b"dunlin", "{output}");
            assert_eq!(bytes(2, "number"), [3, 0, 0, 0], "{output}");
            assert_eq!(bytes(3, "text"), b"du\0\0\0\0", "{output}");
            assert_eq!(bytes(3, "number"), [0, 0, 1, 0], "{output}");
        }
    }
}

#[test]
fn a_complete_exploration_is_the_same_with_seeds() {
    let folder = Folder::new();
    folder.write("a.c", PASSWORD);
    write_seed(&folder, "one.ktest", &[("text", b"dunlxx"), ("number", &[5, 1, 0, 0])]);
    write_seed(&folder, "two.ktest", &[]);
    folder.dunlin(["run", "a.c", "--output", "without"]).expect_code(0);
    let seeds = ["--seeds", "one.ktest", "--seeds", "two.ktest"];
    for workers in ["1", "3"] {
        let output = format!("with-{workers}");
        let args = ["run", "a.c", "--workers", workers, "--output", &output];
        folder.dunlin(args.iter().chain(&seeds)).expect_code(0);
        assert_eq!(traces(&folder, &output), traces(&folder, "without"));
        assert_eq!(traces(&folder, &output).len(), 28);
    }
}

#[test]
fn a_seed_can_be_an_error() {
    let folder = Folder::new();
    folder.write(
        "a.c",
        "#include <klee/klee.h>\nint main(void) {\nint x = klee_int(\"x\");\n\
         return x == 0 ? 0 : 100 / (x & 48) ; }\n",
    );
    write_seed(&folder, "a.ktest", &[("x", &[7, 9, 0, 0])]);
    let args = ["run", "a.c", "--seeds", "a.ktest", "--max-paths", "1", "--output", "out"];
    folder.dunlin(args).expect_code(1);
    assert_eq!(test(&folder, "out", 1).objects[0].bytes, [7, 9, 0, 0]);
}

#[test]
fn a_seed_against_an_assumption_is_left() {
    let folder = Folder::new();
    folder.write("a.c", PASSWORD);
    write_seed(&folder, "a.ktest", &[("text", b"dunlin"), ("number", &[13, 0, 0, 0])]);
    let run = folder.dunlin(["run", "a.c", "--seeds", "a.ktest", "--output", "out"]).expect_code(0);
    let note = "seed a.ktest violates an assumption of the program";
    assert!(run.stderr().contains(note), "{}", run.stderr());
    assert_eq!(traces(&folder, "out").len(), 28);
}

#[test]
fn what_is_no_seed_is_refused() {
    let folder = Folder::new();
    folder.write("a.c", PASSWORD);
    folder.write("text.ktest", "hello");
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    let refused = |seeds: &str| folder.dunlin(["run", "a.c", "--seeds", seeds]).refusal();
    assert_eq!(
        refused("text.ktest"),
        "cannot read the seed text.ktest: not a .ktest file: it starts neither with KTEST nor with BOUT"
    );
    assert_eq!(refused("empty"), "no seeds: empty has no .ktest files");
    assert!(refused("missing.ktest").starts_with("cannot read the seed missing.ktest: "));
    assert!(!folder.path().join("dunlin-out-0").exists(), "a refusal leaves nothing");
}

/// A run that was interrupted before all seeds have come to their end goes on with those that are left.
#[test]
fn seeds_are_followed_on_when_a_run_is_resumed() {
    let folder = Folder::new();
    folder.write("a.c", PASSWORD);
    std::fs::create_dir(folder.path().join("seeds")).unwrap();
    write_seed(&folder, "seeds/a.ktest", &[("text", b"dunlxx"), ("number", &[5, 1, 0, 0])]);
    write_seed(&folder, "seeds/b.ktest", &[("text", b"dunlin"), ("number", &[3, 0, 0, 0])]);
    write_seed(&folder, "seeds/c.ktest", &[("text", b"du"), ("number", &[0, 0, 1, 0])]);
    write_seed(&folder, "seeds/d.ktest", &[("text", b"xxxxxx"), ("number", &[17, 0, 0, 0])]);
    for (search, again) in [("klee", true), ("bfs", false), ("random-state", true), ("dfs", false)]
    {
        let output = search;
        let common = ["run", "a.c", "--no-replay", "--search", search, "--workers", "1"];
        let first = ["--seeds", "seeds", "--max-paths", "1", "--output", output];
        folder.dunlin(common.iter().chain(&first)).expect_code(3);
        // The seeds are those of the run, given again or not.
        let again = if again { &["--seeds", "seeds"][..] } else { &[] };
        let more = ["--resume", output, "--max-paths", "3"];
        folder.dunlin(common.iter().chain(&more).chain(again)).expect_code(3);
        let text = |number| test(&folder, output, number).object("text").unwrap().bytes.clone();
        let texts: Vec<Vec<u8>> = (1..=4).map(text).collect();
        assert_eq!(texts, [&b"dunlxx"[..], b"dunlin", b"du\0\0\0\0", b"xxxxxx"], "{output}");
        // Several workers may follow one each.
        let more = ["run", "a.c", "--no-replay", "--workers", "3", "--resume", output];
        folder.dunlin(more).expect_code(0);
        assert_eq!(traces(&folder, output).len(), 28);
    }
    let cut = ["run", "a.c", "--seeds", "seeds", "--max-paths", "1", "--output", "out"];
    folder.dunlin(cut).expect_code(3);
    let other = ["run", "a.c", "--seeds", "seeds/a.ktest", "--resume", "out"];
    assert_eq!(folder.dunlin(other).refusal(), "cannot resume out: --seeds are not the same");
}
