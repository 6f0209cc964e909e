//! The oracle against native runs under clang's sanitizers: what it calls an error must be one there, in
//! the same line, and what it does not must end with the same exit status.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::Result;

use super::oracle::Truth;
use crate::tools::{self, CLANG};

const LIMIT: Duration = Duration::from_secs(60);

/// Gives the bytes of the first argument, as two numbers, to the program.
const INPUT: &str = "#include <stdlib.h>
static int next;
static char **values;
__attribute__((constructor)) static void keep(int count, char **arguments) { values = arguments + 1; }
void klee_make_symbolic(void *to, unsigned long size, const char *name) {
    *(unsigned char *)to = (unsigned char)atoi(values[next++]);
}
";

/// How many inputs were run, and where the oracle and native code disagree.
pub fn compare(source: &Path, truth: &Truth, folder: &Path) -> Result<(usize, Vec<String>)> {
    let input = folder.join("input.c");
    std::fs::write(&input, INPUT)?;
    let binary = folder.join("native");
    let headers = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../runtime/include");
    let mut compile = Command::new(CLANG);
    compile.args(["-g", "-O0", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    compile.arg(headers).arg("-o").arg(&binary).arg(source).arg(&input);
    tools::run_checked(&mut compile, LIMIT)?;
    let mut differences = Vec::new();
    let run = |[x, y]: [u8; 2]| {
        let mut command = Command::new(&binary);
        command.args([x.to_string(), y.to_string()]).env("ASAN_OPTIONS", "detect_leaks=0");
        tools::run(&mut command, LIMIT)
    };
    let name = source.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    for ((kind, line), input) in &truth.errors {
        let outcome = run(*input)?;
        if !outcome.stderr.contains(&format!("{name}:{line}:")) {
            let said = outcome.stderr.lines().find(|line| line.contains("rror"));
            let said = said.unwrap_or("nothing");
            differences.push(format!(
                "the oracle has {kind} at {line} for input {input:?}; natively: {said}"
            ));
        }
    }
    for (status, input) in &truth.fine {
        let outcome = run(*input)?;
        if outcome.code() != Some(*status) {
            let code = outcome.code();
            let said = outcome.stderr.lines().find(|line| line.contains("rror")).unwrap_or("");
            differences.push(format!(
                "the oracle has exit status {status} for input {input:?}; natively {code:?} {said}"
            ));
        }
    }
    Ok((truth.errors.len() + truth.fine.len(), differences))
}
