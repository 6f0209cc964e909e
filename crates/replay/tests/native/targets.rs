//! Targets: a native run shows that it has passed a line or a function, however it ended.

use crate::support::{Program, ints, program_with};
use dunlin_load::{
    InstrumentOptions, Linked, LoadOptions, Loaded, SourceLine, TargetProbe,
    instrument_unprotected, load_unprotected,
};
use dunlin_replay::{NativeEnd, ReplayOptions, Replayer};
use dunlin_sandbox::Limits;
use std::time::{Duration, Instant};

fn line(line: u32) -> TargetProbe {
    TargetProbe::Lines(vec![SourceLine { file: "b.c".into(), line }])
}

fn function(name: &str) -> TargetProbe {
    TargetProbe::Function(name.into())
}

/// Lines count from the source that a test shows.
fn b_c(source: &str) -> String {
    format!("#include <stdlib.h>\nint klee_int(const char *);\n#line 1 \"b.c\"\n{source}")
}

fn targeting(source: &str, targets: Vec<TargetProbe>) -> Program {
    program_with(&b_c(source), |_, options| options.targets = targets)
}

const BRANCHES: &str = "static int twice(int x) {\n\
                          return 2 * x;\n\
                        }\n\
                        int main(void) {\n\
                          int x = klee_int(\"x\"), y;\n\
                          if (x > 3)\n\
                            y = 1;\n\
                          else\n\
                            y = twice(x);\n\
                          while (x > 100)\n\
                            break;\n\
                          return y;\n\
                        }\n";

#[test]
fn lines_and_functions_count_what_is_passed() {
    let targets = vec![line(7), line(9), function("twice"), line(2), line(11), line(3), line(1000)];
    let program = targeting(BRANCHES, targets);
    assert_eq!(program.run(&ints(&[5])).targets, [1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(program.run(&ints(&[2])).targets, [0, 1, 1, 1, 0, 0, 0]);
    assert_eq!(program.run(&ints(&[200])).targets, [1, 0, 0, 0, 1, 0, 0], "a line that only jumps");
}

#[test]
fn programs_of_32_bits_count_as_well() {
    let program = program_with(&b_c(BRANCHES), |load, options| {
        load.clang_args.push("-m32".into());
        options.targets = vec![line(7), function("twice"), line(9)];
    });
    assert_eq!(program.run(&ints(&[5])).targets, [1, 0, 0]);
    assert_eq!(program.run(&ints(&[2])).targets, [0, 1, 1]);
}

/// Several targets may share a place, and one target may have many lines.
#[test]
fn each_target_has_a_count_of_its_own() {
    let places = |lines: &[u32]| {
        let place = |&line: &u32| SourceLine { file: "b.c".into(), line };
        TargetProbe::Lines(lines.iter().map(place).collect())
    };
    let targets = vec![places(&[7, 9, 9]), line(7), places(&[]), line(9), places(&[7])];
    let program = targeting(BRANCHES, targets);
    assert_eq!(program.run(&ints(&[5])).targets, [1, 1, 0, 0, 1]);
    assert_eq!(program.run(&ints(&[2])).targets, [1, 0, 0, 1, 0]);
}

/// The loop's variable, its condition and its step are blocks of their own on one line.
#[test]
fn the_head_of_a_loop_counts_its_rounds() {
    let source = "int main(void) {\n\
                    int n = klee_int(\"n\"), sum = 0;\n\
                    if (n < 0)\n\
                      return 1;\n\
                    for (int i = 0; i < n; i++)\n\
                      sum += i;\n\
                    return sum;\n\
                  }\n";
    let program = targeting(source, vec![line(5), line(6)]);
    // Once to start, the condition and the step of every round, and the end of the variable's scope.
    for n in [0, 1, 4] {
        let run = program.run(&ints(&[n]));
        assert_eq!(run.targets, [3 + 2 * n as u64, n as u64]);
    }
    assert_eq!(program.run(&ints(&[-1])).targets, [0, 0]);
}

/// A function that the program only declares is passed where it is called.
#[test]
fn calls_of_declared_functions_count() {
    let source = "int no_such_function(int);\n\
                  static void stop(void) { abort(); }\n\
                  int main(void) {\n\
                    int x = klee_int(\"x\");\n\
                    if (x == 1) abort();\n\
                    if (x == 2) return no_such_function(x);\n\
                    if (x == 3) stop();\n\
                    return 0;\n\
                  }\n";
    let program =
        targeting(source, vec![function("abort"), function("no_such_function"), function("exit")]);
    let run = program.run(&ints(&[1]));
    assert_eq!((run.end, run.targets), (NativeEnd::Aborted, vec![1, 0, 0]));
    let run = program.run(&ints(&[2]));
    let missing = NativeEnd::UndefinedFunction("no_such_function".into());
    assert_eq!((run.end, run.targets), (missing, vec![0, 1, 0]));
    assert_eq!(program.run(&ints(&[3])).targets, [1, 0, 0]);
    let run = program.run(&ints(&[0]));
    assert_eq!((run.end, run.targets), (NativeEnd::Exit(0), vec![0, 0, 0]));
}

/// The very instruction of the target may be the one that crashes.
#[test]
fn a_crash_keeps_the_count() {
    let source = "int main(void) {\n\
                    char *p = malloc(4);\n\
                    volatile int x = klee_int(\"x\"), *none = 0;\n\
                    if (x == 1)\n\
                      p[x + 3] = 1;\n\
                    if (x == 2)\n\
                      *none = 1;\n\
                    if (x == 3)\n\
                      __builtin_trap();\n\
                    while (x == 4)\n\
                      x = 4;\n\
                    if (x == 5)\n\
                      _Exit(9);\n\
                    return 0;\n\
                  }\n";
    let program = program_with(&b_c(source), |_, options| {
        options.targets = vec![line(5), line(7), line(9), line(11), line(13)];
        options.limits = Limits { wall_time: Duration::from_secs(2), ..options.limits };
    });
    for x in 1..=5 {
        let run = program.run(&ints(&[x]));
        let passed: Vec<bool> = run.targets.iter().map(|&hits| hits > 0).collect();
        let expected: Vec<bool> = (1..=5).map(|target| target == x).collect();
        assert_eq!(passed, expected, "{x}: {:?}", run.end);
        match x {
            1 => assert_eq!(run.end.error(), Some("out-of-bounds-write")),
            2 => assert_eq!(run.end.error(), Some("null-dereference")),
            3 => assert_eq!(run.end.error(), Some("abort")),
            4 => assert_eq!(run.end, NativeEnd::TimedOut),
            _ => assert_eq!(run.end, NativeEnd::Exit(9)),
        }
    }
}

/// Neither an endless loop nor what the program has registered for its end keeps a run going, and
/// other targets do not end it.
#[test]
fn a_run_stops_at_its_target() {
    let source = "static void linger(void) { for (volatile int n = 0;; n++); }\n\
                  static void pass(int x) {\n\
                    x++;\n\
                  }\n\
                  int main(void) {\n\
                    volatile int x = klee_int(\"x\");\n\
                    atexit(linger);\n\
                    if (getenv(\"DUNLIN_REPLAY_STOP\"))\n\
                      _Exit(1);\n\
                    if (x == 3)\n\
                      _Exit(2);\n\
                    while (1) {\n\
                      pass(x);\n\
                      if (x == 1)\n\
                        x = 2;\n\
                    }\n\
                  }\n";
    let program = targeting(source, vec![line(13), line(15), function("pass"), line(15)]);
    let started = Instant::now();
    let run = |x: i32, target: usize| {
        let run = program.replayer.run_until_target(&ints(&[x]), &[], target).unwrap();
        (run.end, run.targets)
    };
    assert_eq!(run(1, 0), (NativeEnd::TargetPassed, vec![1, 0, 0, 0]));
    assert_eq!(run(1, 1), (NativeEnd::TargetPassed, vec![1, 1, 1, 0]));
    assert_eq!(run(1, 2), (NativeEnd::TargetPassed, vec![1, 0, 1, 0]));
    assert_eq!(run(1, 3), (NativeEnd::TargetPassed, vec![1, 1, 1, 1]));
    assert_eq!(run(3, 0), (NativeEnd::Exit(2), vec![0, 0, 0, 0]));
    assert!(started.elapsed() < Duration::from_secs(8), "less than the time limit of one run");
    assert_eq!(NativeEnd::TargetPassed.error(), None);
    assert_eq!(NativeEnd::TargetPassed.describe(), "passed the target");
}

/// Where targets are looked for, the program's own error function is one like any other.
#[test]
fn the_error_function_can_be_the_target() {
    let source = "void reach_error(void) { int unused = 0; }\n\
                  int main(void) {\n\
                    if (klee_int(\"x\"))\n\
                      reach_error();\n\
                    return 0;\n\
                  }\n";
    let program = targeting(source, vec![function("reach_error"), line(4)]);
    let run = program.run(&ints(&[1]));
    assert_eq!((run.end, run.targets), (NativeEnd::Exit(0), vec![1, 1]));
    assert_eq!(program.run(&ints(&[0])).targets, [0, 0]);
}

/// Both copies of a function of a header belong to its line.
#[test]
fn copies_in_headers_share_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    write("common.h", "static int half(int x) {\n  return x / 2;\n}\nint other(int x);\n");
    let main = "#include \"common.h\"\nint klee_int(const char *);\n\
                int main(void) {\n  int x = klee_int(\"x\");\n\
                if (x == 1) return half(x);\n  if (x == 2) return other(x);\n  return 0;\n}\n";
    let main = write("main.c", main);
    let other = write("other.c", "#include \"common.h\"\nint other(int x) { return half(x); }\n");
    let header = folder.path().join("common.h").to_string_lossy().into_owned();
    let load = LoadOptions::new([main, other]);
    let Loaded { module, linked } = load_unprotected(&load).unwrap();
    let file = module.files.iter().find(|file| header.ends_with(&file.name)).unwrap();
    let place = SourceLine { file: file.name.clone(), line: 2 };
    let targets = vec![TargetProbe::Lines(vec![place])];
    let options = ReplayOptions { targets, ..ReplayOptions::default() };
    let replayer = Replayer::build_unprotected(&linked, options).unwrap();
    for (x, hits) in [(0, 0), (1, 1), (2, 1)] {
        assert_eq!(replayer.run_bytes(&ints(&[x]), &[]).unwrap().targets, [hits], "{x}");
    }
}

/// Where clang optimises, lines are spread and functions inlined.
#[test]
fn optimised_programs() {
    let source = "static int inner(int x) {\n\
                    return klee_int(\"y\") + x;\n\
                  }\n\
                  int main(void) {\n\
                    return klee_int(\"x\") > 2 ? inner(1) : 0;\n\
                  }\n";
    for level in ["-O0", "-O2"] {
        let program = program_with(&b_c(source), |load, options| {
            load.clang_args.push(level.into());
            options.targets = vec![line(2), function("klee_int")];
        });
        let run = program.run(&ints(&[3, 4]));
        assert_eq!(run.end, NativeEnd::Exit(5), "{level}");
        assert_eq!((run.targets[0] > 0, run.targets[1]), (true, 2), "{level}");
        assert_eq!(program.run(&ints(&[1])).targets, [0, 1], "{level}");
    }
}

/// Nothing may stand between such a call and its return, which has a line of its own here.
#[test]
fn calls_that_must_be_the_last() {
    let assembly = r#"
        target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
        target triple = "x86_64-pc-linux-gnu"
        define internal i32 @inner(i32 %x) {
          ret i32 7
        }
        define i32 @outer(i32 %x) !dbg !5 {
          %r = musttail call i32 @inner(i32 %x), !dbg !7
          ret i32 %r, !dbg !8
        }
        define i32 @main() {
          %r = call i32 @outer(i32 1)
          ret i32 %r
        }
        !llvm.dbg.cu = !{!0}
        !llvm.module.flags = !{!2}
        !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
        !1 = !DIFile(filename: "b.c", directory: "/")
        !2 = !{i32 2, !"Debug Info Version", i32 3}
        !5 = distinct !DISubprogram(name: "outer", file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
        !6 = !DISubroutineType(types: !9)
        !7 = !DILocation(line: 2, scope: !5)
        !8 = !DILocation(line: 3, scope: !5)
        !9 = !{null}
    "#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ll");
    std::fs::write(&path, assembly).unwrap();
    let targets = vec![line(2), line(3), function("inner")];
    let options = ReplayOptions { targets, ..ReplayOptions::default() };
    let replayer =
        Replayer::build_unprotected(&linked(&LoadOptions::new([path])), options).unwrap();
    let run = replayer.run_bytes(&ints(&[]), &[]).unwrap();
    assert_eq!((run.end, run.targets), (NativeEnd::Exit(7), vec![1, 0, 1]));
}

/// A program without targets is the same as one whose targets are nowhere.
#[test]
fn without_targets_nothing_changes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.c");
    std::fs::write(&path, b_c(BRANCHES)).unwrap();
    let program = linked(&LoadOptions::new([path]));
    let bitcode = |targets: Vec<TargetProbe>| {
        let options = InstrumentOptions { targets, ..InstrumentOptions::default() };
        instrument_unprotected(&program, &options).unwrap().bitcode
    };
    let hook = b"__dunlin_replay_target";
    let has_hook = |bytes: &[u8]| bytes.windows(hook.len()).any(|part| part == hook);
    let plain = bitcode(Vec::new());
    assert!(!has_hook(&plain));
    assert!(plain == bitcode(vec![line(1000), function("nowhere")]));
    assert!(has_hook(&bitcode(vec![line(7)])));
}

/// One build has any number of targets.
#[test]
fn thousands_of_targets() {
    const COUNT: usize = 10_000;
    let mut targets = vec![line(1000); COUNT - 1];
    targets.push(line(7));
    let program = targeting(BRANCHES, targets);
    let run = program.run(&ints(&[5]));
    let hits = run.targets;
    assert_eq!((hits.len(), hits.iter().sum::<u64>(), hits[COUNT - 1]), (COUNT, 1, 1));
    assert!(run.transfers > 0 && run.trace.len() as u64 == run.transfers);
    let stopped = program.replayer.run_until_target(&ints(&[5]), &[], COUNT - 1).unwrap();
    assert_eq!((stopped.end, stopped.targets[COUNT - 1]), (NativeEnd::TargetPassed, 1));
}

fn linked(load: &LoadOptions) -> Linked {
    load_unprotected(load).unwrap().linked
}
