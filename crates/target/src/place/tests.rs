//! Targets in a small program of three files, and what is said about those that are not there.

use super::*;
use dunlin_ir::BlockId;
use dunlin_ir::regions::Region;
use std::fs;

/// `parse.c` includes `h.h`, as does `src/main.c`; the second copy of `h` is `h.1`, a third one was
/// inlined into `main`.
///
/// ```text
/// src/parse.c:  6 int parse(int a) {    10 a condition    11 its branch    12 x = 1    14 a call of h
///              15 }    20 void last(void) {    22 reach_error(); abort(); exit(1)
/// src/main.c:   3 int main() {    4 for loop    5 body    6 return, parse
/// src/h.h:      1 static int h(int a) {    2 return
/// ```
const PROGRAM: &str = r#"module "test"
target 64 "x86_64-pc-linux-gnu"
file !s0 "src/parse.c" in "/nowhere"
file !s1 "src/main.c" in "/nowhere"
file !s2 "./src/h.h" in "/nowhere"
file !s3 "src/h.h" in "/nowhere"
file !s4 "runtime/exit.c" in "dunlin" runtime
file !s5 "src/types.h" in "/nowhere"
layout !t0 = scalar 32 size 4 align 4
global @g0 "hook" size 8 align 8 = data "\0\0\0\0\0\0\0\0" relocs [0: @f8] at !s0:2:0
define @f0 "parse"(%0: i32) -> (i32) at !s0:6:0 {
  var !v0 "x" at !s0:8:0
b0:
  marker !v0 = i32 %0
  %1: i1 = cmp sgt i32 %0, 3 at !s0:10:9
  branch %1, b1, b2 at !s0:10:9
b1:
  %2: i32 = add %0, 1 at !s0:11:9
  return %2 at !s0:11:5
b2:
  marker !v0 = i32 1 at !s0:12:5
  %3: i32 = call @f2(i32 0) at !s0:14:12
  return %3 at !s0:15:1
}
define @f1 "main"() -> (i32) at !s1:3:0 {
b0:
  jump b1(i32 0) at !s1:4:5
b1(%0: i32):
  %1: i1 = cmp slt i32 %0, 10 at !s1:4:20
  branch %1, b2, b3 at !s1:4:5
b2:
  %2: i32 = add %0, 1 at !s3:2:12
  %3: i32 = add %2, 1 at !s1:5:9
  %4: i32 = add %3, 1 at !s1:4:30
  jump b1(%4) at !s1:4:5
b3:
  %5: i32 = call @f0(i32 7) at !s1:6:12
  call @f4() at !s1:6:20
  %6: i32 = call @f3(i32 7) at !s1:6:30
  return %5 at !s1:6:5
}
define @f2 "h"(%0: i32) -> (i32) at !s2:1:0 {
b0:
  %1: i32 = add %0, 1 at !s2:2:12
  return %1 at !s2:2:3
}
define @f3 "h.1"(%0: i32) -> (i32) at !s3:1:0 {
b0:
  %1: i32 = add %0, 1 at !s3:2:12
  return %1 at !s3:2:3
}
define @f4 "last"() at !s0:20:0 {
b0:
  call @f5() at !s0:22:5
  call @f6() at !s0:22:20
  call @f7(i32 1) at !s0:22:30
  unreachable at !s0:22:30
}
declare @f5 "reach_error"()
define @f6 "abort"() runtime at !s4:9:0 {
b0:
  call @f7(i32 134) at !s4:10:5
  unreachable at !s4:10:5
}
define @f7 "exit"(%0: i32) runtime at !s4:3:0 {
b0:
  call @f9() at !s4:4:5
  unreachable at !s4:4:5
}
declare @f8 "callback"()
declare @f9 "__dunlin_exit"()
"#;

fn program() -> Module {
    PROGRAM.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Every function is one region.
fn regions() -> Vec<FunctionRegions> {
    let function = |(name, first): (&str, u32)| FunctionRegions {
        name: name.into(),
        regions: vec![Region { start: (first, 1), end: (30, 1), count: 0, removed: false }],
    };
    [("parse", 6), ("main", 1), ("last", 20)].map(function).to_vec()
}

fn resolve(module: &Module, spec: &Spec) -> Result<Place, PlaceError> {
    super::resolve(module, spec, &regions)
}

fn found(text: &str) -> Place {
    let spec = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    resolve(&program(), &spec).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn problem(text: &str) -> String {
    let spec = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    match resolve(&program(), &spec) {
        Ok(place) => panic!("{text} is {place:?}"),
        Err(error) => error.to_string(),
    }
}

fn at(func: u32, block: u32, index: u32) -> Point {
    Point { func: FuncId(func), block: BlockId(block), index }
}

fn lines(pairs: &[(&str, u32)]) -> Vec<(String, u32)> {
    pairs.iter().map(|&(file, line)| (file.into(), line)).collect()
}

#[test]
fn texts() {
    let line = |file: &str, line| Ok(Spec::Line { file: file.into(), line });
    assert_eq!("dir/parse.c:118".parse(), line("dir/parse.c", 118));
    assert_eq!(" parse.c:118:7\n".parse(), line("parse.c", 118));
    assert_eq!("odd:name.c:3".parse(), line("odd:name.c", 3));
    assert_eq!("main".parse(), Ok::<_, SpecError>(Spec::Function("main".into())));
    assert_eq!("helper.3".parse(), Ok::<_, SpecError>(Spec::Function("helper.3".into())));
    for (text, part) in [
        ("", "not empty"),
        ("  ", "not empty"),
        (":12", "no file"),
        ("a.c:", "`` in the target `a.c:` is not a line number"),
        ("a.c:0", "lines count from 1"),
        ("a.c:x", "`x` in the target"),
        ("a.c:-3", "`-3` in the target"),
        ("a.c:+3", "`+3` in the target"),
        ("a.c:99999999999", "not a line number"),
        ("a.c", "write a.c:LINE"),
        ("src/thing", "file without a line"),
    ] {
        let error = text.parse::<Spec>().unwrap_err().to_string();
        assert!(error.contains(part), "{text:?}: {error}");
    }
    for text in ["parse.c:118", "main"] {
        assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
    }
}

#[test]
fn a_line_in_one_piece() {
    let place = found("parse.c:11");
    assert_eq!(place.points, [at(0, 1, 0)], "its first instruction alone");
    assert_eq!((place.name.as_str(), &place.note, place.complete), ("parse.c:11", &None, true));
    assert_eq!(place.lines, lines(&[("src/parse.c", 11)]));
    assert_eq!((place.functions, place.function), (vec![FuncId(0)], None));
    let marker = found("src/parse.c:12");
    assert_eq!(marker.points, [at(0, 2, 0)], "a removed store keeps its line");
    assert_eq!(found("parse.c:15").points, [at(0, 2, 2)], "a terminator");
}

#[test]
fn a_line_in_several_pieces() {
    let place = found("main.c:4");
    assert_eq!(place.points, [at(1, 0, 0), at(1, 1, 0), at(1, 2, 2)]);
    let place = found("h.h:2");
    assert_eq!(place.points, [at(1, 2, 0), at(2, 0, 0), at(3, 0, 0)], "in every copy");
    assert_eq!(place.functions, [FuncId(1), FuncId(2), FuncId(3)]);
    assert_eq!(place.lines, lines(&[("./src/h.h", 2), ("src/h.h", 2)]));
}

#[test]
fn ways_to_write_a_file() {
    let expected = found("src/parse.c:12").points;
    for file in
        ["parse.c", "./src/parse.c", "src/./parse.c", "src/x/../parse.c", "/nowhere/src/parse.c"]
            .into_iter()
            .chain(["nowhere/src/parse.c", "../src/parse.c"])
    {
        assert_eq!(found(&format!("{file}:12")).points, expected, "{file}");
    }
    for file in ["arse.c", "other/parse.c", "/src/parse.c", "PARSE.C", "..", "exit.c", "types.h"] {
        let said = problem(&format!("{file}:12"));
        let names = "files here: ./src/h.h, src/h.h, src/main.c, src/parse.c";
        assert!(said.contains(file) && said.ends_with(names), "{said}");
    }
}

#[test]
fn files_of_one_name() {
    let mut module = program();
    module.files[1].name = "lib/parse.c".into();
    let resolve = |text: &str| resolve(&module, &text.parse().unwrap());
    let said = resolve("parse.c:4").unwrap_err().to_string();
    let both = "/nowhere/lib/parse.c, /nowhere/src/parse.c";
    assert_eq!(said, format!("`parse.c` may be any of {both}: write more of the path"));
    assert_eq!(resolve("lib/parse.c:5").unwrap().points, [at(1, 2, 1)]);
    module.files[1].name = "parse.c".into();
    let exact = super::resolve(&module, &"parse.c:5".parse().unwrap(), &Vec::new);
    assert_eq!(exact.unwrap().points, [at(1, 2, 1)], "the exact name comes first");
}

#[test]
fn lines_without_code() {
    for (line, next) in [(6, 10), (8, 10), (13, 14)] {
        let place = found(&format!("parse.c:{line}"));
        let expected =
            format!("line {line} has no code; the next line with code in `parse` is {next}");
        assert_eq!(place.note, Some(expected));
        assert_eq!(place.points, found(&format!("parse.c:{next}")).points);
        assert_eq!(place.lines, lines(&[("src/parse.c", next)]));
        assert_eq!(place.name, format!("parse.c:{line}"));
    }
    assert_eq!(
        problem("parse.c:5"),
        "no code at or after line 5 of src/parse.c in a function; \
         the nearest function is `parse`, lines 6 to 15"
    );
    assert!(problem("parse.c:18").ends_with("the nearest function is `last`, lines 20 to 22"));
    assert!(problem("parse.c:16").ends_with("the nearest function is `parse`, lines 6 to 15"));
}

/// What stands for a line without code is executed whenever the line would be.
#[test]
fn lines_of_other_regions() {
    let within = |count, removed| {
        let regions = move || {
            let mut regions = regions();
            regions[0].regions.push(Region { start: (7, 9), end: (9, 2), count, removed });
            regions
        };
        super::resolve(&program(), &"parse.c:8".parse().unwrap(), &regions)
    };
    let place = within(1, true).unwrap();
    assert_eq!((place.removed, place.points), (Some(Removed::NoPath), vec![]));
    assert_eq!(place.lines, lines(&[("src/parse.c", 8)]));
    assert_eq!(
        within(1, false).unwrap_err().to_string(),
        "no code at line 8 of src/parse.c: the compiler made none for it; \
         the next line with code in `parse` is 10"
    );
    assert_eq!(within(0, false).unwrap().points, found("parse.c:10").points);
    // Of bitcode the regions are not known, and here the text is not there either.
    let unknown = super::resolve(&program(), &"parse.c:8".parse().unwrap(), &Vec::new);
    assert!(matches!(unknown, Err(PlaceError::NothingThere { next: 10, .. })), "{unknown:?}");
}

/// Natively nobody passes a variable of the frame; other instructions of its line count.
#[test]
fn variables_of_the_frame_are_no_code() {
    let text = r#"module "test"
target 64 "x86_64-pc-linux-gnu"
file !s0 "a.c" in "/nowhere"
define @f0 "main"(%0: i32) -> (i32) at !s0:1:0 {
b0:
  %1: ptr = alloca i64 4 align 4 at !s0:2:5
  %2: ptr = alloca i64 4 align 4 at !s0:3:5
  store i32 %0 to %2 align 4 at !s0:3:9
  %3: i64 = zext i32 %0 at !s0:4:5
  %4: ptr = alloca %3 align 1 at !s0:5:9
  return %0 at !s0:6:5
}
"#;
    let module: Module = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let place = |line| resolve(&module, &Spec::Line { file: "a.c".into(), line }).unwrap();
    assert_eq!(place(3).points, [at(0, 0, 2)], "the store alone");
    assert_eq!(place(5).points, [at(0, 0, 4)], "a size that is computed is");
    assert_eq!((place(2).points, place(2).lines), (vec![at(0, 0, 2)], lines(&[("a.c", 3)])));
    assert!(place(2).note.unwrap().starts_with("line 2 has no code"));
}

/// With the source at hand its length is known, else only where code is.
#[test]
fn beyond_the_end() {
    assert_eq!(
        problem("parse.c:23"),
        "no code at or after line 23 of src/parse.c: its last line with code is 22"
    );
    let folder = tempfile::tempdir().unwrap();
    let mut module = program();
    for file in &mut module.files {
        file.directory = folder.path().to_str().unwrap().into();
    }
    fs::create_dir(folder.path().join("src")).unwrap();
    let source = folder.path().join("src/parse.c");
    let said = |line| {
        let spec = Spec::Line { file: "parse.c".into(), line };
        resolve(&module, &spec).unwrap_err().to_string()
    };
    fs::write(&source, "\n".repeat(25)).unwrap();
    assert_eq!(said(26), "no line 26 in src/parse.c: it has 25 lines");
    assert!(said(25).starts_with("no code at or after line 25 of src/parse.c in a function"));
    fs::write(&source, "x").unwrap();
    assert_eq!(said(26), "no line 26 in src/parse.c: it has 1 line");
}

/// Code that was inlined from further down does not stretch the function that it is in now.
#[test]
fn inlined_code_does_not_stretch_a_function() {
    let mut module = program();
    let inst = module.funcs[0].blocks[1].insts[0];
    let pos = module.funcs[0].insts[inst.index()].pos.as_mut().unwrap();
    pos.line = 22;
    let spec = |text: &str| text.parse::<Spec>().unwrap();
    let place = resolve(&module, &spec("parse.c:21")).unwrap();
    assert_eq!(place.points, [at(0, 1, 0), at(4, 0, 0)], "the copy counts");
    assert!(place.note.unwrap().contains("in `last` is 22"));
    module.funcs[4].pos.as_mut().unwrap().line = u32::MAX;
    assert!(resolve(&module, &spec("parse.c:16")).unwrap().note.unwrap().contains("`parse` is 22"));
    module.funcs[4].pos.as_mut().unwrap().line = 20;
    let said = resolve(&module, &spec("parse.c:16")).unwrap_err().to_string();
    assert!(said.ends_with("`parse`, lines 6 to 15"), "{said}");
}

#[test]
fn functions_with_a_body() {
    let place = found("parse");
    assert_eq!((place.points, place.functions), (vec![at(0, 0, 0)], vec![FuncId(0)]));
    assert_eq!((place.function.as_deref(), place.name.as_str()), (Some("parse"), "parse"));
    assert_eq!((place.note, place.lines, place.complete), (None, vec![], true));
    let place = found("h");
    assert_eq!(place.points, [at(2, 0, 0), at(3, 0, 0)], "with the copy of another file");
    assert_eq!(place.note.as_deref(), Some("there are 2 functions `h`: ./src/h.h:1, src/h.h:1"));
    assert_eq!(found("h.1").points, [at(3, 0, 0)]);
}

#[test]
fn functions_without_a_body() {
    let place = found("reach_error");
    assert_eq!((place.points, place.functions), (vec![at(4, 0, 0)], vec![FuncId(4)]));
    assert_eq!(place.lines, lines(&[("src/parse.c", 22)]));
    assert_eq!((place.function.as_deref(), place.complete), (Some("reach_error"), true));
    assert_eq!(found("exit").points, [at(4, 0, 2)], "where the program calls it, not the runtime");
    assert_eq!(found("abort").points, [at(4, 0, 1)]);
    assert_eq!(
        problem("__dunlin_exit"),
        "the program never calls `__dunlin_exit`, which has no code of its own in it"
    );
    let place = found("callback");
    assert!(place.points.is_empty() && !place.complete);
    assert!(place.note.unwrap().contains("through pointers"));
}

#[test]
fn functions_that_are_not_there() {
    assert_eq!(
        problem("prase"),
        "no function `prase`; did you mean `parse`? functions here: parse, main, h, h.1, last"
    );
    assert_eq!(
        problem("something_else"),
        "no function `something_else`; functions here: parse, main, h, h.1, last"
    );
    let names: Vec<String> = (0..15).map(|number| format!("f{number}")).collect();
    assert!(listed(&names).ends_with("f11 and 3 more"));
}
