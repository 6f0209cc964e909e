//! Lines that can be reached: those which plain explorations have executed.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use crate::solver::random::Random;
use crate::tools;

/// With the time limit they find most of what is easy to find; each is good at something else.
const SEARCHES: [&str; 4] = ["dfs", "klee", "random-path", "generational"];
/// A run ends in time, but its tests take a while to write.
const PATIENCE: u32 = 10;

/// A line of a library.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Line {
    pub file: String,
    pub line: u64,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl Line {
    /// Without the folder.
    pub fn short(&self) -> String {
        let name = Path::new(&self.file).file_name().unwrap_or_default();
        format!("{}:{}", name.display(), self.line)
    }
}

/// The lines of files in a folder that some path has executed to its end.
pub fn executed(
    dunlin: &Path,
    program: &[PathBuf],
    folder: &Path,
    time: Duration,
) -> Result<BTreeSet<Line>> {
    let mut all = BTreeSet::new();
    for search in SEARCHES {
        let output = tools::folder_in_memory()?;
        let results = output.path().join("out");
        let mut command = Command::new(dunlin);
        command.arg("run").args(program).args(["--search", search, "--workers", "1"]);
        command.args(["--no-replay", "--program-output", "discard", "--output"]).arg(&results);
        command.arg("--max-time").arg(format!("{}s", time.as_secs().max(1)));
        let outcome = tools::run(&mut command, time * PATIENCE + Duration::from_secs(60))?;
        if !matches!(outcome.code(), Some(0 | 1 | 3)) {
            bail!("dunlin run --search {search}: {}", outcome.stderr.trim_end());
        }
        let path = results.join("coverage.lcov");
        let text = std::fs::read_to_string(&path).context("dunlin run wrote no coverage")?;
        all.extend(in_lcov(&text, folder));
    }
    if all.is_empty() {
        bail!("no line of {} was executed", folder.display());
    }
    Ok(all)
}

fn in_lcov(text: &str, folder: &Path) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut file: Option<&str> = None;
    for record in text.lines() {
        if let Some(name) = record.strip_prefix("SF:") {
            file = Some(name).filter(|name| Path::new(name).starts_with(folder));
        } else if let (Some(file), Some(data)) = (file, record.strip_prefix("DA:")) {
            let mut numbers = data.split(',').map(str::parse::<u64>);
            if let (Some(Ok(line)), Some(Ok(1..))) = (numbers.next(), numbers.next()) {
                lines.push(Line { file: file.to_string(), line });
            }
        }
    }
    lines
}

/// So many of the lines, drawn without putting back.
pub fn draw(lines: &BTreeSet<Line>, count: usize, seed: u64) -> Vec<Line> {
    let mut left: Vec<&Line> = lines.iter().collect();
    let mut random = Random::new(seed);
    let mut drawn = Vec::new();
    while drawn.len() < count && !left.is_empty() {
        let at = random.below(left.len() as u64) as usize;
        drawn.push(left.swap_remove(at).clone());
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    const LCOV: &str = "TN:\nSF:/lib/a.c\nDA:3,1\nDA:4,0\nDA:9,12\nend_of_record\n\
        SF:/harness.c\nDA:1,1\nend_of_record\nSF:/lib/b.c\nDA:7,1\nend_of_record\n";

    fn found() -> BTreeSet<Line> {
        in_lcov(LCOV, Path::new("/lib")).into_iter().collect()
    }

    #[test]
    fn executed_lines_of_the_library_are_read() {
        let names: Vec<String> = found().iter().map(Line::to_string).collect();
        assert_eq!(names, ["/lib/a.c:3", "/lib/a.c:9", "/lib/b.c:7"]);
    }

    #[test]
    fn the_same_seed_draws_the_same_lines_each_once() {
        let lines = found();
        assert_eq!(draw(&lines, 2, 1), draw(&lines, 2, 1));
        let mut all = draw(&lines, 9, 5);
        all.sort();
        assert_eq!(all, lines.into_iter().collect::<Vec<_>>());
        assert_eq!(all[0].short(), "a.c:3");
    }
}
