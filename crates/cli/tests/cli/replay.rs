//! `dunlin replay`: native runs of tests, what they are compared with, and what is refused; errors of
//! `dunlin run` that a native run confirms.

use crate::support::{Folder, RETURNS_ZERO};
use std::process::{Command, Stdio};

const THREE_PATHS: &str = "#include <klee/klee.h>\n#include <stdio.h>\n\
    int main(void) {\n    int n;\n    klee_make_symbolic(&n, sizeof n, \"n\");\n\
    \x20   if (n < 0) return 1;\n    if (n > 100) {\n        puts(\"large\");\n\
    \x20       return 2;\n    }\n    puts(\"small\");\n    return 3;\n}\n";

/// Two of the errors are far outside, at least one where another object is: AddressSanitizer sees nothing
/// there.
const THREE_ERRORS: &str = "#include <klee/klee.h>\n\
    static char before[1 << 20], small[16], after[1 << 20];\n\
    int main(void) {\n    int i;\n    klee_make_symbolic(&i, sizeof i, \"i\");\n\
    \x20   klee_assume(i == 3 || i == 16 || i == 500000 || i == -500000);\n\
    \x20   before[7] = after[7] = 1;\n    if (i > 100)\n        small[i] = 1;\n\
    \x20   else if (i < 0)\n        small[i] = 2;\n    else\n        small[i] = 3;\n    return 0;\n}\n";

/// Runs a program without confirming; gives the names of its tests, from the folder's point of view.
fn tests_of(folder: &Folder, options: &[&str]) -> Vec<String> {
    let mut args = vec!["run", "a.c", "--no-replay", "--output", "out"];
    args.extend(options);
    folder.dunlin(args);
    let entries = std::fs::read_dir(folder.path().join("out/tests")).expect("a folder of tests");
    let mut names: Vec<String> = entries
        .map(|entry| format!("out/tests/{}", entry.unwrap().file_name().to_string_lossy()))
        .filter(|name| name.ends_with(".ktest"))
        .collect();
    names.sort();
    names
}

fn replay<'a>(options: &[&'a str], tests: &'a [String]) -> Vec<&'a str> {
    let mut args = vec!["replay", "a.c"];
    args.extend(options);
    args.extend(tests.iter().map(String::as_str));
    args
}

#[test]
fn every_path_is_the_same_natively() {
    let folder = Folder::new();
    folder.write("a.c", THREE_PATHS);
    for options in [&[][..], &["-m32"], &["-O2"]] {
        let tests = tests_of(&folder, options);
        assert_eq!(tests.len(), 3, "{options:?}");
        let run = folder.dunlin(replay(options, &tests)).expect_code(0);
        let said = run.stdout();
        for status in 1..=3 {
            let end = format!(": same path, exited with status {status}\n");
            assert_eq!(said.matches(&end).count(), 1, "{options:?}: {said}");
        }
        assert!(run.stderr().contains("3 of 3 tests went as recorded"), "{}", run.stderr());
        std::fs::remove_dir_all(folder.path().join("out")).unwrap();
    }
}

#[test]
fn a_different_path_is_a_divergence() {
    let folder = Folder::new();
    // To Dunlin, the process has the number 1000.
    let program = "#include <unistd.h>\nint main(void) {\n    int way = 4;\n\
                   \x20   if (getpid() == 1000) way = 5;\n    return way;\n}\n";
    folder.write("a.c", program);
    let tests = tests_of(&folder, &[]);
    let run = folder.dunlin(replay(&[], &tests)).expect_code(1);
    assert!(run.stdout().contains(": divergence: transfer 1 is in `main`"), "{}", run.stdout());
    assert!(run.stderr().contains("1 of 1 tests did not go as recorded"), "{}", run.stderr());
    // The same path, but another end of it, and another output.
    for (change, message) in [
        ("return getpid() == 1000;", "exited with status 0, the engine's exited with status 1"),
        ("printf(\"%d\", getpid()); return 0;", "what the native run printed is different"),
    ] {
        let program = "#include <stdio.h>\n#include <unistd.h>\nint main(void) {\n    ".to_owned();
        folder.write("a.c", program + change + "\n}\n");
        let run = folder.dunlin(replay(&[], &tests)).expect_code(1);
        assert!(run.stdout().contains(message), "{}", run.stdout());
    }
}

/// 3 MiB of output. To Dunlin, the process has the number 1000: beginning, length or end differ natively.
#[test]
fn long_output_is_compared_to_its_end() {
    let folder = Folder::new();
    folder.write(
        "a.c",
        r#"#include <klee/klee.h>
           #include <stdio.h>
           #include <string.h>
           #include <unistd.h>
           int main(void) {
               static char block[1 << 16];
               int n = klee_range(0, 4, "n"), dunlin = getpid() == 1000;
               memset(block, 'a', sizeof block);
               if (n == 1) block[9] += dunlin;
               for (int i = 0; i < 48; i++) fwrite(block, 1, sizeof block, stdout);
               if (n == 2) fwrite(block, 1, dunlin, stdout);
               if (n == 3) putchar('b' + dunlin);
               return n;
           }"#,
    );
    let tests = tests_of(&folder, &[]);
    assert_eq!(tests.len(), 4);
    let run = folder.dunlin(replay(&[], &tests)).expect_code(1);
    let said = run.stdout();
    let different = "divergence: what the native run printed is different";
    for end in [
        "same path, exited with status 0",
        &format!("{different}, from byte 10 on"),
        &format!("{different}: 3145728 bytes, the engine's 3145729"),
        // Only the first part is kept, so that the place is not known.
        &format!("{different}, after its first 1048576 bytes"),
    ] {
        assert_eq!(said.matches(&format!(": {end}\n")).count(), 1, "{end}: {said}");
    }
}

/// A native run that the sandbox ends at a limit is no divergence.
#[test]
fn a_native_run_at_a_limit_is_no_divergence() {
    let folder = Folder::new();
    folder.write(
        "a.c",
        r#"#include <klee/klee.h>
           #include <stdlib.h>
           #include <string.h>
           #include <unistd.h>
           int main(void) {
               int n = klee_range(0, 2, "n"), native = getpid() != 1000;
               size_t size = 64 + native * (3ul << 30);
               if (n == 1)
                   memset(malloc(size), 7, size);
               return n;
           }"#,
    );
    let tests = tests_of(&folder, &[]);
    assert_eq!(tests.len(), 2);
    let run = folder.dunlin(replay(&[], &tests));
    let said = run.stdout();
    assert!(!said.contains("divergence"), "{said}");
    assert!(said.contains("same path as far as it goes: the native run"), "{said}");
}

/// More than a million conditional transfers, twelve times. The test comes from a program that is explored
/// sooner.
#[test]
fn memory_does_not_grow_with_the_tests() {
    let folder = Folder::new();
    folder.write("a.c", THREE_PATHS);
    let tests = vec![tests_of(&folder, &[])[0].clone(); 12];
    folder.write(
        "a.c",
        r#"#include <klee/klee.h>
           #include <stdio.h>
           int main(void) {
               unsigned n, odd = 0;
               klee_make_symbolic(&n, sizeof n, "n");
               for (int i = 0; i < 500000; i++) {
                   n = n * 1103515245 + 12345;
                   if (n & 65536) odd++;
                   if (i % 4096 == 0) printf("%d %u\n", i, n);
               }
               return odd % 100;
           }"#,
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
    command.current_dir(folder.path()).args(replay(&[], &tests));
    let (status, peak) = peak_bytes(command);
    assert_eq!(status, 0);
    assert!(peak < 300 << 20, "{} MiB", peak >> 20);
}

/// The wait status of a command, and the most resident memory that it or a process below it had.
#[expect(clippy::zombie_processes, reason = "`wait4` waits for it")]
fn peak_bytes(mut command: Command) -> (i32, u64) {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().expect("dunlin starts");
    let mut status = 0;
    // SAFETY: both are valid places, and zero is a valid usage. The child was not waited for.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        let pid = child.id() as libc::pid_t;
        assert_eq!(libc::wait4(pid, &mut status, 0, &mut usage), pid);
        usage
    };
    (status, usage.ru_maxrss as u64 * 1024)
}

#[test]
fn a_test_with_too_few_inputs() {
    let folder = Folder::new();
    folder.write("a.c", RETURNS_ZERO);
    let empty = std::fs::read(folder.path().join(&tests_of(&folder, &[])[0])).unwrap();
    folder.write("a.c", THREE_PATHS);
    folder.write("000001.ktest", &empty);
    folder.write("000002.partial.ktest", &empty);
    let run = folder.dunlin(["replay", "a.c", "000001.ktest"]).expect_code(1);
    let missing = "asked for `n`, but the test has no further object";
    assert!(run.stdout().contains(missing), "{}", run.stdout());
    // The test of a path that was not finished need not have all inputs.
    let run = folder.dunlin(["replay", "a.c", "000002.partial.ktest"]).expect_code(0);
    let expected = "same path as far as it goes: the partial test has no `n`";
    assert!(run.stdout().contains(expected), "{}", run.stdout());
}

#[test]
fn what_is_no_test_is_refused() {
    let folder = Folder::new();
    folder.write("a.c", RETURNS_ZERO);
    folder.write("bad.ktest", "KTEST\0\0\0\x03\0\0");
    folder.write("other.ktest", "no test at all");
    let refusal = |args: &[&str]| folder.dunlin(args).refusal();
    assert!(refusal(&["replay", "a.c", "none.ktest"]).contains("cannot read none.ktest: "));
    assert!(refusal(&["replay", "a.c", "bad.ktest"]).contains("cannot read bad.ktest: "));
    assert!(refusal(&["replay", "a.c", "other.ktest"]).contains("cannot read other.ktest: "));
    assert_eq!(refusal(&["replay", "a.c"]), "there is no test (a .ktest file) among the arguments");
    assert_eq!(refusal(&["replay", "bad.ktest"]), "there is no program among the arguments");
    let tests = tests_of(&folder, &[]);
    folder.write("a.c", "int main(void) { return 0 }\n");
    folder.dunlin(replay(&[], &tests)).expect_code(2);
}

#[test]
fn errors_are_confirmed_by_sanitizer_and_probe() {
    let folder = Folder::new();
    folder.write("a.c", THREE_ERRORS);
    for options in [&[][..], &["-m32"]] {
        let tests = tests_of(&folder, options);
        let run = folder.dunlin(replay(options, &tests)).expect_code(0);
        let said = run.stdout();
        assert!(said.contains("same path, exited with status 0"), "{said}");
        let confirmed = "same path, out-of-bounds-write confirmed by ";
        let sanitizer = format!("{confirmed}AddressSanitizer: global-buffer-overflow at ");
        assert!(said.contains(&sanitizer), "{said}");
        assert_eq!(said.matches(confirmed).count(), 3, "{said}");
        let probes = ["500000", "-500000"].map(|offset| {
            let probe = format!("writes 1 bytes at offset {offset} of an object of 16 bytes");
            said.contains(&format!("{confirmed}probe: {probe}"))
        });
        assert!(probes.contains(&true), "{said}");
        std::fs::remove_dir_all(folder.path().join("out")).unwrap();
    }
}

#[test]
fn a_run_confirms_its_errors() {
    let folder = Folder::new();
    folder.write("a.c", THREE_ERRORS);
    let run = folder.dunlin(["run", "--json", "--output", "out", "a.c"]).expect_code(1);
    let errors = run.json()["errors"].as_array().unwrap().clone();
    assert_eq!(errors.len(), 3);
    assert!(errors.iter().all(|error| error["confirmed"] == true), "{errors:?}");
    assert_eq!(folder.read("out/summary.json").matches("\"confirmed\": true").count(), 3);
    for name in ["000001", "000002", "000003"] {
        let report = folder.read(&format!("out/errors/{name}.txt"));
        assert!(report.contains("\nconfirmed by a native run: "), "{report}");
    }
    let run = folder.dunlin(["run", "--json", "--no-replay", "a.c"]).expect_code(1);
    assert_eq!(run.json()["errors"][0]["confirmed"], false);
}
