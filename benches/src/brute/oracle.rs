//! What a program does for every input, by its checked form.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::program::Program;
use super::scenes::Open;
use crate::tools::{self, CLANG};

const HARNESS: &str = include_str!("oracle.c");
const LIMIT: Duration = Duration::from_secs(120);

/// What the oracle is asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Setting {
    /// Overflow and shifts are errors.
    pub checks: bool,
    /// What nobody decides is anything, and not what is fixed by option.
    pub any: bool,
}

/// What happens for some input.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    pub lines: BTreeSet<u32>,
    /// Kind and line, with an input.
    pub errors: BTreeMap<(String, u32), [u8; 2]>,
    /// Inputs without an error, with the exit status.
    pub fine: Vec<(i64, [u8; 2])>,
}

pub type Truths = BTreeMap<Setting, Truth>;

/// Runs the checked form for all inputs.
pub fn ask(program: &Program, folder: &Path) -> Result<Truths> {
    let source = folder.join("oracle.c");
    let contents = match program.open {
        None => 1,
        Some(Open::Addresses) => 2,
        Some(Open::Content) => 256,
    };
    let text = format!("enum {{ CONTENTS = {contents} }};\n{HARNESS}\n{}", program.checked);
    std::fs::write(&source, text)?;
    let binary = folder.join("oracle");
    let mut compile = Command::new(CLANG);
    compile.args(["-O1", "-w", "-fwrapv", "-o"]).arg(&binary).arg(&source);
    tools::run_checked(&mut compile, LIMIT).context("the checked form does not compile")?;
    let said = tools::run_checked(&mut Command::new(&binary), LIMIT)?;
    parse(&String::from_utf8_lossy(&said.stdout))
}

fn parse(text: &str) -> Result<Truths> {
    let mut truths = Truths::new();
    let mut setting = None;
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        if let ["setting", checks, contents] = words[..] {
            let now = Setting { checks: checks == "checks", any: contents == "any" };
            truths.insert(now, Truth::default());
            setting = Some(now);
            continue;
        }
        let truth = setting.and_then(|setting| truths.get_mut(&setting));
        let truth = truth.context("the oracle begins with a setting")?;
        match words[..] {
            ["line", line] => drop(truth.lines.insert(line.parse()?)),
            ["error", kind, line, x, y] => {
                truth.errors.insert((kind.to_string(), line.parse()?), [x.parse()?, y.parse()?]);
            }
            ["fine", status, x, y] => {
                truth.fine.push((status.parse()?, [x.parse()?, y.parse()?]));
            }
            _ => bail!("the oracle says '{line}'"),
        }
    }
    Ok(truths)
}
