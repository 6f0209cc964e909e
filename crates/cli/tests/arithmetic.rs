//! Arithmetic against UndefinedBehaviorSanitizer: random expressions over constants, of which clang folds
//! many, and variables of all integer types with values at the edges. Natively each statement is executed
//! by a run of its own, compiled with the sanitizer; Dunlin must report exactly the first error of each
//! statement, with the same kind and line.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

const PROGRAMS: u64 = 8;
const STATEMENTS: usize = 30;
const VARIABLES: usize = 12;
const FLOATS: usize = 4;
const SANITIZERS: &str =
    "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow";

const TYPES: [&str; 8] = [
    "signed char",
    "short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned char",
];
const VALUES: [&str; 22] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "31",
    "32",
    "33",
    "63",
    "64",
    "127",
    "128",
    "255",
    "-128",
    "32767",
    "65536",
    "2147483647",
    "(-2147483647-1)",
    "2147483648u",
    "46341",
    "9223372036854775807ll",
    "(-9223372036854775807ll-1)",
];
const FLOAT_VALUES: [&str; 8] =
    ["0.5", "-0.5", "1e10", "1e20", "2147483647.0", "2147483648.0", "-2147483649.0", "-1.0"];
const OPERATORS: [&str; 9] = ["+", "-", "*", "/", "%", "<<", ">>", "<<", "*"];

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % bound as u64) as usize
    }

    fn of<'t>(&mut self, choices: &[&'t str]) -> &'t str {
        choices[self.below(choices.len())]
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.below(7) == 0 {
            return match self.below(20) {
                0..7 => self.of(&VALUES).to_owned(),
                7..18 => format!("v{}", self.below(VARIABLES)),
                _ => format!("({})f{}", self.of(&TYPES), self.below(FLOATS)),
            };
        }
        let a = self.expression(depth - 1);
        match self.below(20) {
            0..2 => format!("(- {a})"),
            2..4 => format!("(({}){a})", self.of(&TYPES)),
            4 => format!("abs({a})"),
            _ => format!("({a} {} {})", self.of(&OPERATORS), self.expression(depth - 1)),
        }
    }

    fn statement(&mut self) -> String {
        match self.below(20) {
            0..3 => format!("v{}{}", self.below(VARIABLES), self.of(&["++", "--"])),
            3..6 => {
                let operator = self.of(&["+", "-", "*", "<<", "/"]);
                format!("v{} {operator}= {}", self.below(VARIABLES), self.expression(1))
            }
            _ => {
                let depth = 1 + self.below(3);
                format!("r = (long long){}", self.expression(depth))
            }
        }
    }
}

fn program(random: &mut Random) -> String {
    let mut text = String::from(
        "#include <stdlib.h>\n#ifndef NATIVE\n#include <klee/klee.h>\n#endif\nvolatile long long r;\n",
    );
    for i in 0..VARIABLES {
        let (ty, value) = (random.of(&TYPES), random.of(&VALUES));
        writeln!(text, "volatile {ty} v{i} = ({ty}){value};").unwrap();
    }
    for i in 0..FLOATS {
        writeln!(text, "volatile double f{i} = {};", random.of(&FLOAT_VALUES)).unwrap();
    }
    text.push_str(
        "int main(int argc, char **argv) {\nint k;\n#ifdef NATIVE\nk = atoi(argv[1]);\n#else\n\
         klee_make_symbolic(&k, sizeof k, \"k\");\n#endif\nswitch (k) {\n",
    );
    for i in 0..STATEMENTS {
        writeln!(text, "case {i}: {}; break;", random.statement()).unwrap();
    }
    text.push_str("}\nreturn 0;\n}\n");
    text
}

type Errors = BTreeSet<(u64, String)>;

fn native_errors(folder: &Path, flags: &[&str]) -> Errors {
    let executable = folder.join("native");
    let mut clang = Command::new("clang-19");
    clang.current_dir(folder).args(["-w", "-O0", "-DNATIVE", SANITIZERS]).args(flags);
    let compiled = clang.args(["p.c", "-o", "native"]).output().expect("clang-19 starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let mut errors = Errors::new();
    for k in 0..STATEMENTS {
        let run = Command::new(&executable).arg(k.to_string()).output().expect("it starts");
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        let Some(first) = said.lines().find(|line| line.contains("runtime error")) else {
            continue;
        };
        let line = first.split(':').nth(1).and_then(|line| line.parse().ok()).expect("a line");
        let kind = if first.contains("division") {
            "division-by-zero"
        } else if first.contains("shift exponent") {
            "over-wide-shift"
        } else {
            "signed-overflow"
        };
        errors.insert((line, kind.to_owned()));
    }
    errors
}

fn dunlin_errors(folder: &Path, flags: &[&str]) -> Errors {
    let run = Command::new(env!("CARGO_BIN_EXE_dunlin"))
        .current_dir(folder)
        .args(["run", "--check-overflow", "--check-shift", "--no-replay", "--json"])
        .args(["--clang-arg=-w", "--output", "out"])
        .args(flags)
        .arg("p.c")
        .output()
        .expect("dunlin starts");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(matches!(run.status.code(), Some(0 | 1)), "{said}");
    std::fs::remove_dir_all(folder.join("out")).expect("it has written its results");
    let summary: serde_json::Value = serde_json::from_slice(&run.stdout).expect("a summary");
    let errors = summary["errors"].as_array().expect("a list of errors");
    let of = |error: &serde_json::Value| {
        (error["line"].as_u64().unwrap(), error["kind"].as_str().unwrap().to_owned())
    };
    errors.iter().map(of).collect()
}

#[test]
fn errors_of_arithmetic_are_those_of_the_sanitizer() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut found = 0;
    for seed in 0..PROGRAMS {
        let text = program(&mut Random(seed * 0x9e37_79b9 + 0x1234_5678_9abc));
        std::fs::write(folder.path().join("p.c"), &text).expect("written");
        let machine: &[&str] = if seed % 3 == 2 { &["-m32"] } else { &[] };
        let native = native_errors(folder.path(), machine);
        let mut flags = machine.to_vec();
        // Optimised code for 32 bits computes with wide amounts of shifts before it checks them, which
        // may overflow first.
        flags.extend(["-O2"].iter().filter(|_| seed % 4 == 1 && machine.is_empty()));
        assert_eq!(dunlin_errors(folder.path(), &flags), native, "seed {seed}, {flags:?}\n{text}");
        found += native.len();
    }
    assert!(found > 40, "only {found} errors: the programs show nothing");
}
