//! What must not depend on the mode: the verdict, the errors, and the lines, branches and functions that
//! were covered. Only how many paths share one way through the program may differ.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result};

use super::figures::{ErrorAt, Figures};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour {
    verdict: String,
    errors: BTreeSet<ErrorAt>,
    /// The lines of `coverage.lcov` that say what was covered.
    covered: BTreeSet<String>,
}

impl Behaviour {
    pub fn read(output: &Path, figures: &Figures) -> Result<Behaviour> {
        let path = output.join("coverage.lcov");
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("dunlin left no {}", path.display()))?;
        Ok(Behaviour::of(figures, &text))
    }

    fn of(figures: &Figures, coverage: &str) -> Behaviour {
        let is_record =
            |line: &&str| ["DA:", "BRDA:", "FNDA:"].iter().any(|record| line.starts_with(record));
        Behaviour {
            verdict: figures.verdict.clone(),
            errors: figures.errors.iter().cloned().collect(),
            covered: coverage.lines().filter(is_record).map(str::to_owned).collect(),
        }
    }

    /// How `other` differs from this one, if it does.
    pub fn difference(&self, other: &Behaviour) -> Option<String> {
        if self.verdict != other.verdict {
            return Some(format!("verdict {} instead of {}", other.verdict, self.verdict));
        }
        if self.errors != other.errors {
            return Some(format!("errors {:?} instead of {:?}", other.errors, self.errors));
        }
        let lost = self.covered.difference(&other.covered).next();
        let new = other.covered.difference(&self.covered).next();
        lost.or(new).map(|record| format!("another coverage: {record}"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::figures::tests::SUMMARY;
    use super::*;

    #[test]
    fn paths_may_differ_and_nothing_else() {
        let figures = Figures::parse(SUMMARY).unwrap();
        let base = Behaviour::of(&figures, "TN:x\nDA:1,1\nBRDA:1,0,0,1\nBRDA:1,0,1,0\n");
        let mut merged = figures.clone();
        merged.paths.finished = 1;
        let same = Behaviour::of(&merged, "TN:y\nDA:1,1\nBRDA:1,0,1,0\nBRDA:1,0,0,1\n");
        assert_eq!(base.difference(&same), None);
        let other = Behaviour::of(&merged, "DA:1,1\nBRDA:1,0,0,1\nBRDA:1,0,1,1\n");
        assert!(base.difference(&other).unwrap().contains("BRDA:1,0,1"));
        merged.errors.push(ErrorAt { kind: "abort".to_owned(), line: Some(3) });
        let wrong = Behaviour::of(&merged, "DA:1,1\nBRDA:1,0,0,1\nBRDA:1,0,1,0\n");
        assert!(base.difference(&wrong).unwrap().starts_with("errors"));
    }
}
