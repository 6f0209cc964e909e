//! Source positions of addresses in an executable, by LLVM's symbolizer.
//!
//! The sanitizer could ask the symbolizer itself, but in the sandbox it may start no process. A
//! machine without the symbolizer only loses the positions.

use crate::sanitizer::Frame;
use dunlin_sandbox::{ConfinedLimits, Confinement, Toolchain};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

const LIMITS: ConfinedLimits =
    ConfinedLimits { memory_bytes: 8 << 30, cpu_time: Duration::from_secs(20), file_bytes: 0 };

const SYMBOLIZER: &str = "llvm-symbolizer";

/// One frame for each offset into the executable; fewer if the symbolizer does not answer.
pub(crate) fn frames(executable: &Path, offsets: &[u64]) -> Vec<Frame> {
    let toolchain = Toolchain::new(&dunlin_load::tool(SYMBOLIZER));
    let mut access = toolchain.access();
    // Debug information may name any file to go on reading in.
    access.read.push(executable.to_owned());
    let Ok(confinement) = Confinement::new(&access, LIMITS) else { return Vec::new() };
    let mut command = toolchain.command(Path::new("/"));
    confinement.apply(&mut command);
    command.args(["--no-inlines", "--output-style=LLVM"]);
    command.arg(format!("--obj={}", executable.display()));
    command.args(offsets.iter().map(|offset| format!("{offset:#x}")));
    command.stdin(Stdio::null());
    let Ok(output) = dunlin_stop::output(command) else {
        return Vec::new();
    };
    parse(&String::from_utf8_lossy(&output.stdout))
}

/// A line with the function, a line with file, line and column, an empty line.
fn parse(text: &str) -> Vec<Frame> {
    let answers = text.split("\n\n").map(str::trim).filter(|answer| !answer.is_empty());
    let frames = answers.filter_map(|answer| {
        let (function, position) = answer.split_once('\n')?;
        let mut parts = position.lines().next()?.rsplitn(3, ':');
        let column = parts.next()?.parse().unwrap_or(0);
        let line = parts.next()?.parse().unwrap_or(0);
        let file = parts.next()?.to_owned();
        Some(Frame { function: function.to_owned(), file, line, column })
    });
    frames.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_taken_apart() {
        let frames = parse("main\n/a:b/x.c:7:3\n\n??\n??:0:0\n\n");
        let frame = |function: &str, file: &str, line, column| Frame {
            function: function.into(),
            file: file.into(),
            line,
            column,
        };
        assert_eq!(frames, [frame("main", "/a:b/x.c", 7, 3), frame("??", "??", 0, 0)]);
    }
}
