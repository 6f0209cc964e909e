//! Errors that AddressSanitizer does not see: probes and undefined behaviour.

use crate::support::{Program, ints, program_with};
use dunlin_load::SourceLine;
use dunlin_replay::{NativeEnd, ProbeKind};

fn probed(source: &str, line: u32) -> Program {
    let source =
        format!("#include <stdlib.h>\nint klee_int(const char *);\n#line 1 \"b.c\"\n{source}");
    program_with(&source, |_, options| {
        options.probes.push(SourceLine { file: "b.c".into(), line });
    })
}

/// Far outside of its object, an access lands in another one, and nobody else notices.
#[test]
fn a_far_overrun_is_seen() {
    let program = probed(
        "int a[4], between[4096], b[4096];\n\
         int main(void) {\n\
           int i = klee_int(\"i\");\n\
           a[i] = 1;\n\
           return 0;\n\
         }\n",
        4,
    );
    let run = program.run(&ints(&[3]));
    assert_eq!((run.end.clone(), run.probes.len()), (NativeEnd::Exit(0), 0));
    assert!(run.probed > 0);
    let run = program.run(&ints(&[1024]));
    assert_eq!(run.end, NativeEnd::Exit(0), "it lands in another array");
    let probe = run.probes[0];
    assert_eq!((probe.kind, probe.numbers), (ProbeKind::OutOfBoundsWrite, [4096, 4, 16]));
    assert_eq!(
        run.confirms("out-of-bounds-write", None).as_deref(),
        Some("probe: writes 4 bytes at offset 4096 of an object of 16 bytes")
    );
    assert_eq!(run.confirms("out-of-bounds-read", None), None);
}

#[test]
fn heap_objects_are_found_by_their_base() {
    let program = probed(
        "struct pair { int head, tail[3]; };\n\
         int main(void) {\n\
           struct pair *small = malloc(sizeof *small);\n\
           for (int i = 0; i < 1000; i++) malloc(16);\n\
           return small->tail[klee_int(\"i\")] != 0;\n\
         }\n",
        5,
    );
    assert_eq!(program.run(&ints(&[2])).probes, []);
    let run = program.run(&ints(&[100]));
    assert_eq!(run.probes.first().map(|probe| probe.kind), Some(ProbeKind::OutOfBoundsRead));
    assert_eq!(run.probes[0].numbers, [404, 4, 16]);
    let run = program.run(&ints(&[-2]));
    assert_eq!(run.probes[0].numbers, [-4, 4, 16]);
}

#[test]
fn operations_are_probed() {
    let program = probed(
        "int main(void) {\n\
           volatile int a = klee_int(\"a\"), b = klee_int(\"b\"), kind = klee_int(\"kind\");\n\
           return kind == 0 ? a / b : kind == 1 ? a << b : kind == 2 ? a + b : kind == 3 ? a * b : 0;\n\
         }\n",
        3,
    );
    let probe =
        |a, b, kind| program.run(&ints(&[a, b, kind])).probes.first().map(|probe| probe.kind);
    assert_eq!(probe(1, 0, 0), Some(ProbeKind::DivisionByZero));
    assert_eq!(probe(i32::MIN, -1, 0), Some(ProbeKind::DivisionByZero));
    assert_eq!(probe(i32::MIN, 1, 0), None);
    assert_eq!(probe(1, 32, 1), Some(ProbeKind::OverWideShift));
    assert_eq!(probe(1, 31, 1), None);
    // Of these clang's own check tells.
    let overflows = |a, b, kind| {
        let run = program.run(&ints(&[a, b, kind]));
        run.undefined.iter().any(|found| found.error == Some("signed-overflow"))
    };
    assert!(overflows(i32::MAX, 1, 2));
    assert!(!overflows(i32::MAX, -1, 2));
    assert!(overflows(65536, 65536, 3));
}

#[test]
fn null_and_freed_objects_are_probed() {
    let program = probed(
        "#include <string.h>\n\
         int main(void) {\n\
           char *p = malloc(8), to[8];\n\
           int kind = klee_int(\"kind\");\n\
           if (kind == 1) p = 0;\n\
           if (kind == 2) free(p);\n\
           memcpy(to, p, kind == 3 ? 9 : 8);\n\
           return 0;\n\
         }\n",
        7,
    );
    let kinds = |kind| -> Vec<ProbeKind> {
        program.run(&ints(&[kind])).probes.iter().map(|probe| probe.kind).collect()
    };
    assert_eq!(kinds(0), []);
    assert_eq!(kinds(1), [ProbeKind::NullDereference]);
    assert_eq!(kinds(2), [ProbeKind::UseAfterFree]);
    assert_eq!(kinds(3), [ProbeKind::OutOfBoundsWrite, ProbeKind::OutOfBoundsRead]);
}

/// The sanitizer's own checks change neither the numbers of branches nor the end.
#[test]
fn undefined_behaviour_is_listed_beside_the_path() {
    let source = "int klee_int(const char *);\n\
                  int main(void) {\n\
                    int a = klee_int(\"a\");\n\
                    if (a > 5)\n\
                      a = a + 2147483647;\n\
                    return a < 0 ? 3 : 4;\n\
                  }\n";
    let plain = program_with(source, |_, _| {});
    let checked = program_with(source, |load, _| load.checks.overflow = true);
    for value in [1, 9] {
        let (expected, run) = (plain.run(&ints(&[value])), checked.run(&ints(&[value])));
        assert_eq!((&expected.end, &expected.trace), (&run.end, &run.trace));
        let found: Vec<_> = run.undefined.iter().map(|found| (found.line, found.error)).collect();
        let overflow = [(5, Some("signed-overflow"))];
        assert_eq!(found, &overflow[..usize::from(value == 9)]);
        assert_eq!(run.confirms("signed-overflow", None).is_some(), value == 9);
    }
}

/// The address was computed on another line, in another function and step by step.
#[test]
fn pointers_keep_their_object() {
    let program = probed(
        "static void put(char *place) {\n\
           *place = 1;\n\
         }\n\
         int main(void) {\n\
           char *small = malloc(8), *walk = small;\n\
           for (int i = 0; i < 1000; i++) malloc(8);\n\
           for (int i = klee_int(\"i\"); i > 0; i--) walk++;\n\
           put(walk);\n\
           return 0;\n\
         }\n",
        2,
    );
    assert_eq!(program.run(&ints(&[7])).probes, []);
    for offset in [8, 64, 1024] {
        let run = program.run(&ints(&[offset]));
        let found: Vec<_> = run.probes.iter().map(|probe| (probe.kind, probe.numbers)).collect();
        assert_eq!(found, [(ProbeKind::OutOfBoundsWrite, [i64::from(offset), 1, 8])]);
    }
}
