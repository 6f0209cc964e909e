//! The language of the comments in file tests: what is read from them and what is rejected; and when the traces of
//! two builds are the same.

#[path = "filetests/counted.rs"]
mod counted;
#[path = "filetests/counts.rs"]
mod counts;
#[path = "filetests/directives.rs"]
mod directives;
#[path = "filetests/places.rs"]
mod places;
#[path = "filetests/replay_options.rs"]
mod replay_options;
#[path = "filetests/traces.rs"]
mod traces;

use counts::{Count, Expected};
use directives::{Command, Directives, ExpectedError};
use places::with_lines;
use replay_options::{is_source, replay_options};

/// The directives of a file with one group of runs.
fn parse(text: &str, comment: &str) -> Result<Directives, String> {
    let mut groups = directives::parse(text, comment)?;
    assert_eq!(groups.len(), 1);
    Ok(groups.remove(0))
}

#[test]
fn every_directive_is_read() {
    let text = "\
// Prose: with a capital letter it is no directive.
// run: dunlin run -m32 -I inc --search dfs other.c -- a b
// run: dunlin show --ir
// paths: 2
// tests: 4
// error: out-of-bounds-write at 12
// error: double-free at 7
// exit-status: 3
// stdout:   two spaces more
// stdout:
// native: same
// report: freed here
// stderr: note
// show-contains: func main
// verdict: errors
// replay: unconfirmed double-free for this test
// memory: largest_segment 20, segments >= 1
// queries: answered_by.exact <= 3
//
int main(void) { return 0; }
// paths: 9
";
    let directives = parse(text, "//").expect("well-formed");
    assert_eq!(directives.runs.len(), 2);
    let run = &directives.runs[0];
    assert_eq!((run.command, directives.runs[1].command), (Command::Run, Command::Show));
    assert_eq!(run.clang_flags(), ["-m32", "-I", "inc"]);
    assert_eq!(run.arguments, ["a", "b"]);
    assert_eq!(run.text(), "dunlin run -m32 -I inc --search dfs other.c -- a b");
    assert_eq!((directives.paths, directives.tests), (Some(2), Some(4)));
    let error = |kind: &str, line| ExpectedError { kind: kind.to_owned(), line };
    assert_eq!(directives.errors, [error("double-free", 7), error("out-of-bounds-write", 12)]);
    assert_eq!(directives.exit_status, Some(3));
    assert_eq!(
        directives.stdout.as_deref(),
        Some(&["  two spaces more".to_owned(), String::new()][..])
    );
    assert!(directives.native_same);
    assert_eq!(directives.report, ["freed here"]);
    assert_eq!(directives.stderr, ["note"]);
    assert_eq!(directives.show_contains, ["func main"]);
    assert_eq!(directives.verdict.as_deref(), Some("errors"));
    assert_eq!(directives.expected_exit(), 1);
    assert_eq!(directives.unconfirmed, ["double-free"]);
    assert_eq!(directives.replay_off, None);
    let count = |object, name: &str, expected| Count { object, name: name.to_owned(), expected };
    assert_eq!(
        directives.counts,
        [
            count("memory", "largest_segment", Expected::Exactly(20)),
            count("memory", "segments", Expected::AtLeast(1)),
            count("queries", "answered_by.exact", Expected::AtMost(3)),
        ]
    );
}

#[test]
fn runs_have_their_own_expectations_in_groups() {
    let text = "\
// replay: off for all groups
// run: dunlin run
// run: dunlin run -O2
// paths: 3
// Prose changes nothing.
// error: abort at 9
// run: dunlin run --memory segments
// paths: 2
// memory: segments 1
// run: dunlin run -m32
int main(void) {}
";
    let groups = directives::parse(text, "//").expect("well-formed");
    let figures: Vec<_> = groups
        .iter()
        .map(|group| (group.runs.len(), group.paths, group.errors.len(), group.counts.len()))
        .collect();
    assert_eq!(figures, [(2, Some(3), 1, 0), (1, Some(2), 0, 1), (1, None, 0, 0)]);
    assert!(groups.iter().all(|group| group.replay_off.is_some()));
    let lines: Vec<_> = groups.iter().map(|group| group.lines.clone()).collect();
    assert_eq!(lines, [0..6, 6..9, 9..usize::MAX]);
    let twice = directives::parse("// paths: 1\n// run: dunlin run\n// paths: 2\n", "//");
    assert!(twice.expect_err("two counts").contains("appears twice"));
}

#[test]
fn counters_are_compared_with_numbers_and_with_the_group_before() {
    let summary = |smt: u64| serde_json::json!({"queries": {"smt": smt, "by": {"x": 4}}});
    let said = |value: &str, got, before: Option<u64>| {
        let counts = counts::parse("queries", value).expect("well-formed");
        let before = before.map(summary);
        let differences =
            counts.iter().filter_map(|c| counted::difference(c, &summary(got), before.as_ref()));
        differences.collect::<Vec<_>>().join("; ")
    };
    assert_eq!(said("smt 7, by.x <= 4, by.x >= 4", 7, None), "");
    assert_eq!(said("smt 7", 8, None), "queries.smt: expected 7, got 8");
    assert_eq!(said("smt <= 7", 8, None), "queries.smt: expected at most 7, got 8");
    assert_eq!(said("smt less", 6, Some(7)), "");
    assert_eq!(said("smt less", 7, Some(7)), "queries.smt: expected less than 7, got 7");
    assert!(said("smt less", 7, None).contains("none before"));
    assert_eq!(said("sat 7", 7, None), "summary.json has no counter queries.sat");
    assert!(counts::parse("memory", "segments").expect_err("no number").contains("NAME NUMBER"));
    assert!(counts::parse("memory", "segments x").expect_err("a word").contains("not a number"));
}

#[test]
fn replay_gets_what_is_loaded_and_checked() {
    let text = "// run: dunlin run -m32 --search dfs --leaks -I inc --all-errors other.c --max-paths=3 \
                --clang-arg -fwrapv --check-shift --entry f -- a\n// replay: off it has no natural end\n";
    let directives = parse(text, "//").expect("well-formed");
    let expected = "-m32 --leaks -I inc other.c --clang-arg -fwrapv --check-shift --entry f";
    assert_eq!(replay_options(&directives.runs[0]).join(" "), expected);
    assert!(is_source("other.c") && !is_source("-I") && !is_source("dfs"));
    assert_eq!(directives.replay_off.as_deref(), Some("it has no natural end"));
}

#[test]
fn the_exit_code_follows_from_the_expectations() {
    let exit = |more: &str| {
        let text = format!("; run: dunlin run\n{more}");
        parse(&text, ";").expect("well-formed").expected_exit()
    };
    assert_eq!(exit(""), 0);
    assert_eq!(exit("; error: none\n"), 0);
    assert_eq!(exit("; error: abort at 3\n"), 1);
    assert_eq!(exit("; unsupported: inline assembly\n"), 3);
    assert_eq!(exit("; exit: 2\n"), 2);
    assert_eq!(exit("; verdict: reachable\n"), 0);
    assert_eq!(exit("; verdict: unreachable\n"), 1);
    assert_eq!(exit("; verdict: unknown\n"), 3);
    assert_eq!(exit("; verdict: f reachable\n; verdict: a.c:2 unreachable\n"), 1);
    assert_eq!(exit("; verdict: f unknown\n; verdict: a.c:2 unreachable\n"), 3);
}

#[test]
fn verdicts_of_targets() {
    let text = "// run: dunlin reach --target @target --target f --strategy ccbse:sdse\n\
                // verdict: @target reachable\n// verdict: f unreachable\n// reason: no path\n";
    let directives = parse(text, "//").expect("well-formed");
    assert_eq!(directives.runs[0].command, Command::Reach);
    assert!(directives.runs[0].text().starts_with("dunlin reach --target @target --target f "));
    let verdict = |target: &str, verdict: &str| (target.to_owned(), verdict.to_owned());
    assert_eq!(
        directives.target_verdicts,
        [verdict("@target", "reachable"), verdict("f", "unreachable")]
    );
    assert_eq!((directives.verdict, &directives.reasons[..]), (None, &["no path".to_owned()][..]));
}

#[test]
fn lines_with_a_name() {
    let text = "// run: dunlin reach // target\n// target\nint x; // target\nint y; // target late\n\
                // about a // target of code\nint z; // twice // target two\nint a; // target two\n";
    let placed = |word: &str| {
        let words = [word.to_owned()];
        with_lines(&words, "a.c", text, "//").map(|mut words| words.remove(0))
    };
    assert_eq!(placed("@target").as_deref(), Ok("a.c:3"));
    assert_eq!(placed("--target=@late").as_deref(), Ok("--target=a.c:4"));
    assert_eq!(placed("a@target").as_deref(), Ok("a@target"));
    assert!(placed("@two").unwrap_err().contains("lines 6 and 7"));
    assert!(placed("@none").unwrap_err().contains("names @none"));
}

#[test]
fn clang_arguments_reach_the_native_compiler() {
    let text = "// run: dunlin run --clang-arg=-O2 --clang-arg -fwrapv -DX=1 --leaks\n";
    let directives = parse(text, "//").expect("well-formed");
    assert_eq!(directives.runs[0].clang_flags(), ["-O2", "-fwrapv", "-DX=1"]);
}

#[test]
fn malformed_directives_are_errors() {
    let message = |text: &str| parse(text, "//").expect_err("malformed");
    let after_run = |line: &str| message(&format!("// run: dunlin run\n// {line}\n"));
    assert!(message("int x;\n// run: dunlin run\n").contains("no 'run:' line"));
    assert!(message("// run: klee a.bc\n").contains("line 1: run: must start with 'dunlin'"));
    assert!(message("// run: dunlin explode\n").contains("'run', 'show', 'reach' or 'prove'"));
    assert!(message("// run: dunlin prove\n// place: memory fine at 3\n").contains("refuted"));
    assert!(after_run("pahts: 1").contains("line 2: pahts: unknown directive"));
    assert!(after_run("paths: many").contains("'many' is not a number"));
    assert!(after_run("error: abort").contains("KIND at LINE"));
    assert!(after_run("native: different").contains("only value"));
    assert!(after_run("replay: off").contains("reason is missing"));
    assert!(after_run("replay: unconfirmed abort").contains("KIND REASON"));
    assert!(after_run("replay: sometimes").contains("'off REASON' or"));
    assert!(after_run("verdict:").contains("text is missing"));
    assert!(after_run("verdict: a.c:3 maybe").contains("TARGET reachable|"));
    assert!(after_run("verdict: reachable\n// verdict: unknown").contains("one already"));
    assert!(after_run("verdict: f unknown\n// verdict: f unknown").contains("f has one already"));
    assert!(after_run("report:").contains("text is missing"));
    assert!(message("// run: dunlin run\n// exit: 0\n// exit: 0\n").contains("appears twice"));
}

#[test]
fn objects_and_ways_may_have_other_names() {
    let [a, b] = [traces::FIRST_OBJECT + 5, traces::FIRST_OBJECT + 900];
    let before =
        "000001 finished 1(50)0(51)1(50)\n000002 finished 1(3)\n000003 finished (27)(31)(27)\n";
    let after = format!(
        "000001 finished 1(3)\n000002 finished 1({a})0({b})1({a})\n000003 finished 0(2)0\n"
    );
    assert_eq!(traces::difference(before, &after), None);
    assert_eq!(traces::difference(before, before), None);
    // One name stands for one object.
    for other in [format!("1({a})0({a})1({a})"), format!("1({a})0({b})1({b})")] {
        let before = "000001 finished 1(50)0(51)1(50)";
        let after = format!("000001 finished {other}");
        assert!(traces::difference(before, &after).is_some(), "{other}");
    }
}

#[test]
fn all_else_in_traces_must_be_equal() {
    let before = "000001 finished 1(3)01";
    for after in ["finished 1(3)00", "error 1(3)01", "finished 1(3)0", "finished 1(3)011"] {
        let found = traces::difference(before, &format!("000001 {after}"));
        assert_eq!(found, Some(("finished 1(3)01".to_owned(), after.to_owned())));
    }
    let missing = traces::difference(before, "").expect("one path less");
    assert_eq!(missing.1, "no path");
}
