//! Native runs: inputs, traces, ends.

use crate::support::{ints, ktest, program, program_with};
use dunlin_load::load_unprotected;
use dunlin_replay::{Access, NativeEnd, ReplayError, Replayer};
use dunlin_sandbox::{Isolation, Limits, Sandbox};
use std::time::Duration;

const KLEE: &str = r#"
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
void klee_make_symbolic(void *, size_t, const char *);
int klee_int(const char *);
int klee_range(int, int, const char *);
uintptr_t klee_choose(uintptr_t);
void klee_assume(uintptr_t);
void klee_silent_exit(int);
void klee_abort(void);
void klee_report_error(const char *, int, const char *, const char *);
size_t klee_get_obj_size(void *);
unsigned klee_is_replay(void);
long klee_get_valuel(long);
void klee_define_fixed_object(void *, size_t);
"#;

fn klee(source: &str) -> String {
    // Lines count from the source that a test shows.
    format!("{KLEE}#line 1 \"a.c\"\n{source}")
}

#[test]
fn inputs_come_from_the_test_and_branches_are_told() {
    let program = program(&klee(
        r#"static int sign(int x) { return x < 0 ? -1 : x > 0; }
           int main(void) {
               char text[4];
               int x = klee_int("x");
               klee_make_symbolic(text, sizeof text, "text");
               printf("%d %s %d\n", sign(x), text, (int)klee_choose(9));
               switch (text[0]) {
               case 'a': case 'b': return 1;
               case 'c': return 2;
               default: return 3;
               }
           }"#,
    ));
    let run = program.run(&ktest(&[
        ("x", &5i32.to_le_bytes()),
        ("text", b"cde\0"),
        ("klee_choose", &7u64.to_le_bytes()),
    ]));
    assert_eq!(run.end, NativeEnd::Exit(2), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(String::from_utf8_lossy(&run.stdout), "1 cde 7\n");
    assert_eq!(program.trace(&run), ["sign 0 0", "main 0 2"]);
    assert!(run.trace_is_complete());

    let run = program.run(&ktest(&[
        ("x", &(-5i32).to_le_bytes()),
        ("text", b"zde\0"),
        ("klee_choose", &0u64.to_le_bytes()),
    ]));
    assert_eq!(run.end, NativeEnd::Exit(3));
    assert_eq!(program.trace(&run), ["sign 0 1", "main 0 3"]);
}

/// The numbers of a native run name the conditional transfers of the lowered module.
#[test]
fn numbers_are_those_of_the_lowered_module() {
    let program = program(&klee(
        r#"static int helper(int n) {
               int sum = 0;
               for (int i = 0; i < n; i++)
                   if (i % 2) sum += i;
               return sum;
           }
           int main(void) {
               int n = klee_int("n");
               if (n > 2 && n < 5) return helper(n);
               while (n) n--;
               return strlen("x") == 1;
           }"#,
    ));
    let run = program.run(&ints(&[4]));
    assert_eq!(run.end, NativeEnd::Exit(4));
    let module = &program.loaded.module;
    let lines: Vec<u32> = run
        .trace
        .iter()
        .map(|step| {
            let name = &program.replayer.functions()[step.function as usize];
            let func = &module.funcs[module.find_func(name).unwrap().index()];
            let block = func.blocks.iter().find(|block| block.branch == Some(step.index)).unwrap();
            assert!((step.outcome as usize) < block.term.edges().len());
            block.term_pos.unwrap().line
        })
        .collect();
    assert_eq!(lines, [9, 9, 3, 4, 3, 4, 3, 4, 3, 4, 3]);
}

#[test]
fn indirect_branches_and_wide_switches_tell_their_target() {
    let program = program(&klee(
        r#"int main(void) {
               static void *targets[] = {&&a, &&b, &&c};
               long long wide;
               klee_make_symbolic(&wide, sizeof wide, "wide");
               goto *targets[klee_range(0, 3, "i")];
           a: return 1;
           b: switch (wide) { case 1LL << 40: return 2; case -1: return 3; } return 4;
           c: return 5;
           }"#,
    ));
    let run = |index: i32, wide: i64| {
        let run =
            program.run(&ktest(&[("wide", &wide.to_le_bytes()), ("i", &index.to_le_bytes())]));
        (run.end.clone(), program.trace(&run))
    };
    let trace = |steps: &[&str]| steps.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(run(2, 0), (NativeEnd::Exit(5), trace(&["main 1 2"])));
    assert_eq!(run(1, 1 << 40), (NativeEnd::Exit(2), trace(&["main 1 1", "main 0 0"])));
    assert_eq!(run(1, -1), (NativeEnd::Exit(3), trace(&["main 1 1", "main 0 1"])));
    assert_eq!(run(1, 1), (NativeEnd::Exit(4), trace(&["main 1 1", "main 0 2"])));
}

#[test]
fn ends_are_told_apart() {
    let program = program(&klee(
        r#"#include <signal.h>
           #include <unistd.h>
           void undefined_here(int);
           void reach_error(void) { assert(0); }
           static int zero;
           static void unreachable(void) { __builtin_unreachable(); }
           static int deep(int n) { volatile char room[1000]; room[0] = n; return deep(n + 1) + room[0]; }
           int main(void) {
               char *volatile p = malloc(8), *volatile none = 0;
               int stack[4];
               switch (klee_int("which")) {
               case 0: exit(3);
               case 1: assert(zero == 1);
               case 2: abort();
               case 3: reach_error();
               case 4: klee_assume(zero);
               case 5: klee_silent_exit(6);
               case 6: klee_report_error("f.c", 9, "bad", "err");
               case 7: unreachable();
               case 8: undefined_here(1);
               case 9: p[8] = 1;
               case 10: return p[-1];
               case 11: *none = 1;
               case 12: free(p); return p[0];
               case 13: free(p); free(p);
               case 14: free(p + 1);
               case 15: return 1 / zero;
               case 16: return deep(0);
               case 17: raise(SIGTERM);
               case 18: for (;;) __asm__ volatile("");
               case 19: __builtin_trap();
               case 20: memset(p, 0, 9 + zero);
               case 21: return klee_int("more");
               case 22: _exit(8);
               case 23: klee_abort();
               case 24: for (;;) memset(malloc(1 << 20), 1, 1 << 20);
               default: return stack[4 + zero];
               }
           }"#,
    ));
    let run = |which: i32| program.run(&ints(&[which]));
    assert_eq!(run(0).end, NativeEnd::Exit(3));
    match run(1).end {
        NativeEnd::AssertionFailed(text) => assert!(text.contains("zero == 1"), "{text}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(run(2).end, NativeEnd::Aborted);
    assert_eq!(run(3).end, NativeEnd::ReachError);
    assert_eq!(run(4).end, NativeEnd::AssumeViolated);
    assert_eq!(run(5).end, NativeEnd::SilentExit(6));
    assert_eq!(run(6).end, NativeEnd::ReportedError("f.c:9: bad".into()));
    assert_eq!(run(7).end, NativeEnd::ReachedUnreachable);
    assert_eq!(run(8).end, NativeEnd::UndefinedFunction("undefined_here".into()));
    let sanitized = [
        (9, "out-of-bounds-write", 21),
        (10, "out-of-bounds-read", 22),
        (11, "null-dereference", 23),
        (12, "use-after-free", 24),
        (13, "double-free", 25),
        (14, "invalid-free", 26),
        (15, "division-by-zero", 27),
        (16, "stack-overflow", 7),
        (19, "abort", 31),
        (20, "out-of-bounds-write", 32),
        (99, "out-of-bounds-read", 37),
    ];
    for (which, error, line) in sanitized {
        let run = run(which);
        assert_eq!(run.end.error(), Some(error), "{which}: {:?}", run.end);
        assert!(run.confirms(error, None).is_some());
        assert_eq!(run.confirms("memory-leak", None), None);
        let NativeEnd::Sanitizer(report) = &run.end else { panic!("{:?}", run.end) };
        assert_eq!(report.frames.first().map(|frame| frame.line), Some(line), "{report:?}");
        assert_eq!(program.trace(&run)[0], format!("main 0 {}", which.min(25)));
    }
    assert_eq!(run(17).end, NativeEnd::Signal(libc::SIGTERM));
    assert!(matches!(run(21).end, NativeEnd::NoInput(_)), "{:?}", run(21).end);
    assert_eq!(run(22).end, NativeEnd::Exit(8));
    assert_eq!(run(23).end, NativeEnd::Aborted);
    assert_eq!(run(24).end, NativeEnd::OutOfMemory);
    assert!(matches!(program.run(&ktest(&[("x", &[1])])).end, NativeEnd::Divergence(_)));
    assert!(matches!(program.run(b"KTEST").end, NativeEnd::Divergence(_)));
}

#[test]
fn a_run_that_does_not_end_keeps_what_it_told() {
    let program =
        program_with(&klee("int main(void) { for (;;) if (klee_is_replay()) ; }"), |_, options| {
            options.limits = Limits { wall_time: Duration::from_millis(500), ..Limits::default() };
            options.trace_capacity = 1000;
        });
    let run = program.run(&ints(&[]));
    assert_eq!(run.end, NativeEnd::TimedOut);
    assert_eq!(run.trace.len(), 1000);
    assert!(run.transfers > 1000 && !run.trace_is_complete());
}

#[test]
fn the_functions_of_sv_comp() {
    let program = program(
        r#"#include <stdio.h>
           _Bool __VERIFIER_nondet_bool(void); char __VERIFIER_nondet_char(void);
           unsigned short __VERIFIER_nondet_ushort(void); unsigned __VERIFIER_nondet_uint(void);
           long long __VERIFIER_nondet_longlong(void); double __VERIFIER_nondet_double(void);
           void *__VERIFIER_nondet_pointer(void); unsigned __VERIFIER_nondet_unsigned(void);
           __int128 __VERIFIER_nondet_int128(void);
           void __VERIFIER_assume(int); void __VERIFIER_error(void);
           int main(void) {
               printf("%d %d %u %u", __VERIFIER_nondet_bool(), __VERIFIER_nondet_char(),
                      __VERIFIER_nondet_ushort(), __VERIFIER_nondet_uint());
               return 0 * printf(" %lld %g %p %d\n", __VERIFIER_nondet_longlong(),
                   __VERIFIER_nondet_double(), __VERIFIER_nondet_pointer(),
                   (int)__VERIFIER_nondet_int128()) + (__VERIFIER_error(), 1);
           }"#,
    );
    // C leaves the order of arguments open; clang evaluates them from left to right.
    let run = program.run(&ktest(&[
        ("nondet_bool", &[1]),
        ("nondet_char", &[0xff]),
        ("nondet_ushort", &[1, 1]),
        ("nondet_uint", &[0xff; 4]),
        ("nondet_longlong", &(-7i64).to_le_bytes()),
        ("nondet_double", &1.5f64.to_le_bytes()),
        ("nondet_pointer", &0x10u64.to_le_bytes()),
        ("nondet_int128", &3i128.to_le_bytes()),
    ]));
    assert_eq!(run.end, NativeEnd::ReachError, "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(String::from_utf8_lossy(&run.stdout), "1 -1 257 4294967295 -7 1.5 0x10 3\n");
}

/// Its own definitions replace the C library's for the program, not for the sanitizer.
#[test]
fn a_program_may_define_library_functions() {
    let program = program(
        r#"#include <stddef.h>
           #include <stdio.h>
           size_t strlen(const char *s) { size_t n = 100; while (*s++) n++; return n; }
           void *malloc(size_t n) { static char room[64]; return n < 60 ? room : 0; }
           void free(void *p) {}
           static int own_puts(const char *text) { return 7; }
           int puts(const char *text) __attribute__((alias("own_puts")));
           int main(void) { char text[] = "ab", *p = malloc(4); free(p); free(p); return (int)strlen(text) + puts(text); }"#,
    );
    assert_eq!(program.run(&ints(&[])).end, NativeEnd::Exit(109));
}

#[test]
fn constructors_arguments_and_objects() {
    let source = klee(
        r#"static int early;
           __attribute__((constructor)) static void first(void) { early = klee_int("early"); if (early) early++; }
           int main(int argc, char **argv) {
               char *p = malloc(13);
               klee_define_fixed_object((void *)0x30000000, 8);
               *(int *)0x30000000 = 3;
               return early + argc * 100 + (int)klee_get_obj_size(p + 2) + (strcmp(argv[1], "one") == 0)
                   + *(int *)0x30000000 + (getenv("ASAN_OPTIONS") || getenv("DUNLIN_REPLAY_TEST"));
           }"#,
    );
    let program = program(&source);
    let run = program.replayer.run_bytes(&ints(&[5]), &["one".into()]).unwrap();
    assert_eq!(run.end, NativeEnd::Exit(6 + 200 + 13 + 1 + 3 - 256 + 256), "{run:?}");
    assert_eq!(program.trace(&run)[0], "first 0 1");
}

#[test]
fn another_entry_takes_its_arguments_from_the_test() {
    let source = "int half(int x, double y) { if (x > 3 && y > 0.5) __builtin_trap(); return x; }\n\
                  int take(int *p) { return *p; }\nint main(void) { return 1; }\n";
    let program = program_with(source, |load, _| load.entry = "half".into());
    let test = |x: i32, y: f64| ktest(&[("x", &x.to_le_bytes()), ("y", &y.to_le_bytes())]);
    assert_eq!(program.run(&test(1, 1.0)).end, NativeEnd::Exit(0));
    assert_eq!(program.run(&test(4, 1.0)).end.error(), Some("abort"));
    let mut load = program.load.clone();
    load.entry = "take".into();
    let taking = load_unprotected(&load).unwrap().linked;
    let error = Replayer::build_unprotected(&taking, Default::default()).err().unwrap();
    assert!(matches!(error, ReplayError::Load(_)), "{error}");
    assert!(error.to_string().contains("`take` takes arguments"), "{error}");
}

#[test]
fn leaks_are_reported_when_asked_for() {
    let source =
        klee("static void *kept; int main(void) { kept = malloc(5); kept = 0; return 0; }");
    let quiet = program(&source);
    assert_eq!(quiet.run(&ints(&[])).end, NativeEnd::Exit(0));
    // The leak checker needs more of the system than a program does.
    let sandboxes =
        Isolation::ALL.into_iter().filter_map(|isolation| Sandbox::with(isolation).ok());
    for sandbox in sandboxes {
        let checked = program_with(&source, |_, options| {
            options.leaks = true;
            options.sandbox = Some(sandbox);
        });
        let run = checked.run(&ints(&[]));
        assert_eq!(run.end.error(), Some("memory-leak"), "{:?}", run.end);
    }
}

/// A program that closes what it has not opened, and floods what it can find, has its errors reported.
#[test]
fn reports_come_through_whatever_the_program_does() {
    let source = klee(
        r#"#include <unistd.h>
           int main(void) {
               static char block[1 << 16];
               for (int i = 3; i < 4096; i++) {
                   for (int k = 0; k < 80; k++)
                       if (write(i, block, sizeof block) < 0) break;
                   close(i);
               }
               char *p = malloc(4);
               p[4] = 1;
               return 0;
           }"#,
    );
    let run = program(&source).run(&ints(&[]));
    assert_eq!(run.end.error(), Some("out-of-bounds-write"), "{:?}", run.end);
    let NativeEnd::Sanitizer(report) = &run.end else { panic!("{:?}", run.end) };
    assert!(report.text.len() <= 4 << 20, "{} bytes were kept", report.text.len());
}

#[test]
fn programs_of_32_bits() {
    let source = klee(
        r#"int main(void) {
               char *p = malloc(4);
               if (sizeof(void *) == 4 && klee_int("x") == 7) p[4] = 1;
               return (int)klee_choose(3);
           }"#,
    );
    let program = program_with(&source, |load, _| load.clang_args.push("-m32".into()));
    let test = |x: i32| ktest(&[("x", &x.to_le_bytes()), ("klee_choose", &2u32.to_le_bytes())]);
    let run = program.run(&test(1));
    assert_eq!(run.end, NativeEnd::Exit(2));
    assert_eq!(program.trace(&run), ["main 0 0"], "a condition that clang knows is no branch");
    let run = program.run(&test(7));
    let NativeEnd::Sanitizer(report) = &run.end else { panic!("{:?}", run.end) };
    assert_eq!((report.error, report.access), (Some("out-of-bounds-write"), Some(Access::Write)));
}
