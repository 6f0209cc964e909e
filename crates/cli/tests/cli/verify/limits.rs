//! Whatever ends the work early, the last line is `unknown`.

use super::{BRANCHES, DECLARATIONS, UNREACH_CALL, VALID_DEREF, folder, verify};
use crate::support::Run;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Paths without end, and nothing to find; backward, every round asks for something new.
fn endless() -> String {
    format!(
        "{DECLARATIONS}int main(void) {{\n    unsigned sum = 0; char a[4];\n    for (;;) {{\n        \
         unsigned x = __VERIFIER_nondet_uint();\n        a[x % 4] = x;\n        \
         if (x == 9 && sum % 3 == 1) reach_error();\n        \
         if (x > 7) sum = (sum + 3) % 3000000;\n    }}\n}}\n"
    )
}

#[test]
fn time() {
    for property in [UNREACH_CALL, VALID_DEREF] {
        let started = Instant::now();
        let run = verify(&folder(property, &endless()), &["--max-time", "2s"]).expect_code(3);
        assert_eq!(run.stdout(), "unknown\n");
        assert!(run.stderr().contains("--max-time"), "{}", run.stderr());
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    }
    // Before there is anything to execute.
    let run = verify(&folder(VALID_DEREF, &endless()), &["--max-time", "1ms"]).expect_code(3);
    assert_eq!(run.stdout(), "unknown\n");
}

/// What was found until then is a suite.
#[test]
fn time_for_tests() {
    let folder = folder(BRANCHES, &endless());
    let run = verify(&folder, &["--max-time", "2s", "--test-suite", "s.zip"]).expect_code(0);
    assert_eq!(run.stdout(), "done\n");
    assert!(folder.exists("s.zip"));
}

#[test]
fn interrupts() {
    for property in [UNREACH_CALL, VALID_DEREF] {
        let folder = folder(property, &endless());
        let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
        let args = ["verify", "--property", "p.prp", "a.c", "--output", "out"];
        let child = command.current_dir(folder.path()).args(args);
        let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        while !folder.exists("out") {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(300));
        let pid = libc::pid_t::try_from(child.id()).expect("a process id");
        // SAFETY: sends a signal to a child that was not waited for yet.
        unsafe { libc::kill(pid, libc::SIGINT) };
        let run = Run::of(child.wait_with_output().expect("it ends")).expect_code(3);
        assert_eq!(run.stdout(), "unknown\n");
        assert!(run.stderr().contains("an interrupt"), "{}", run.stderr());
    }
}

#[test]
fn memory() {
    let program = format!(
        "{DECLARATIONS}int main(void) {{\n    for (;;) {{ char *p = malloc(1 << 20);\n        \
         for (int i = 0; i < 1 << 20; i++) p[i] = i;\n    }}\n}}\n"
    );
    let run = verify(&folder(VALID_DEREF, &program), &["--max-memory", "300M"]).expect_code(3);
    assert_eq!(run.stdout(), "unknown\n");
    assert!(run.stderr().contains("--max-memory"), "{}", run.stderr());
}
