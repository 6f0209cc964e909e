//! The programs with a target, and the strategies.

use anyhow::{Context, Result};

pub struct Program {
    pub name: &'static str,
    pub source: &'static str,
}

macro_rules! programs {
    ($($name:literal),* $(,)?) => {
        [$(Program { name: $name, source: include_str!(concat!("../../reach/", $name, ".c")) }),*]
    };
}

pub const PROGRAMS: [Program; 9] = programs![
    "figure_2",
    "figure_4",
    "figure_6",
    "arguments",
    "call_chain",
    "parser",
    "state_machine",
    "checksum",
    "lookup_table",
];

/// Searches that know nothing of the target.
pub const UNDIRECTED: [&str; 3] = ["klee", "random-path", "generational"];
pub const PORTFOLIO: &str = "auto";
/// The same without backward execution.
pub const PORTFOLIO_FORWARD: &str = "auto-forward";
/// In the order of Table 1.
pub const STRATEGIES: [&str; 14] = [
    "sdse",
    "sdse-intra",
    "ccbse:random-path",
    "ccbse:sdse",
    "ccbse:sdse-intra",
    "mix:klee",
    "mix:random-path",
    "mix:generational",
    "klee",
    "random-path",
    "generational",
    "aimed",
    PORTFOLIO_FORWARD,
    PORTFOLIO,
];

impl Program {
    /// The line with the comment `// target`.
    pub fn target_line(&self) -> Result<usize> {
        let marked = |line: &str| line.trim_end().ends_with("// target");
        let index = self.source.lines().position(marked);
        Ok(1 + index.with_context(|| format!("{} has no line with '// target'", self.name))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_one_target_and_says_how_it_is_reached() {
        for program in &PROGRAMS {
            let marks = program.source.matches("// target").count();
            assert_eq!(marks, 1, "{}", program.name);
            let line = program.target_line().unwrap();
            let text = program.source.lines().nth(line - 1).unwrap();
            assert!(text.contains("abort();"), "{}: {text}", program.name);
            assert!(program.source.contains("\n// Reached by"), "{}", program.name);
        }
    }

    #[test]
    fn programs_besides_the_figures_have_at_least_150_lines() {
        for program in PROGRAMS.iter().filter(|program| !program.name.starts_with("figure")) {
            assert!(program.source.lines().count() >= 150, "{}", program.name);
        }
    }
}
