//! Which targets of a random program some input reaches, by running it natively for all of them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use super::program::Program;
use crate::tools::{self, CLANG};

const CHECKED: &str = include_str!("checked.c");
const EVERY_INPUT: &str = include_str!("every_input.c");
const LIMIT: Duration = Duration::from_secs(60);

/// The numbers of the targets that are reached.
pub fn ask(program: &Program, folder: &Path) -> Result<BTreeSet<usize>> {
    let source = folder.join("oracle.c");
    std::fs::write(&source, format!("{CHECKED}{}{}{EVERY_INPUT}", program.text, program.reset))?;
    let binary = folder.join("oracle");
    let mut compile = Command::new(CLANG);
    compile.args(["-O1", "-w", "-fwrapv", "-fno-strict-aliasing", "-o"]).arg(&binary).arg(&source);
    tools::run_checked(&mut compile, LIMIT).context("the checked form does not compile")?;
    let said = tools::run_checked(&mut Command::new(&binary), LIMIT)?;
    let text = String::from_utf8_lossy(&said.stdout);
    text.lines().map(|line| line.parse().context("the oracle prints numbers")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program of one `main` with so many targets.
    fn reached(body: &str) -> Vec<usize> {
        let program = Program {
            text: format!("int main(void)\n{{\n{body}\nreturn 0;\n}}\n"),
            reset: "static void reset(void) {}\n".to_string(),
            targets: Vec::new(),
        };
        let folder = tools::folder_in_memory().unwrap();
        ask(&program, folder.path()).unwrap().into_iter().collect()
    }

    #[test]
    fn every_input_is_tried() {
        let body = "int x = byte(\"x\"), y = byte(\"y\");
            if (x == 255 && y == 254) MARK(0);
            if (x > 255) MARK(1);";
        assert_eq!(reached(body), [0]);
        assert_eq!(reached("if (bits() == 3 && bits() == 2) MARK(5);"), [5]);
        assert_eq!(reached("for (int i = 0; i < 5; i++) { bits(); MARK(i); }"), [0, 1, 2, 3]);
    }

    #[test]
    fn a_path_ends_before_an_error() {
        assert_eq!(reached("int *p = 0; MARK(0); *AT(p) = 1; MARK(1);"), [0]);
        assert_eq!(reached("int a[4]; a[IN(byte(\"x\"), 4)] = 1; MARK(0);"), [0]);
        assert!(reached("int a[4]; a[IN(4 + byte(\"x\"), 4)] = 1; MARK(0);").is_empty());
        assert_eq!(reached("int *p = malloc(4); free(p); MARK(0); *AT(p) = 1; MARK(1);"), [0]);
        assert_eq!(reached("int *p = malloc(8); MARK(0); free(p + 1); MARK(1);"), [0]);
        assert_eq!(reached("int *p = malloc(8); free(p); MARK(0); free(p); MARK(1);"), [0]);
        assert_eq!(reached("int x = byte(\"x\"); x = 5 / NZ(x); if (!x) MARK(0);"), [0]);
        assert!(reached("int x = 5 / NZ(byte(\"x\") & 0); MARK(0);").is_empty());
    }
}
