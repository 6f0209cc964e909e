//! The measurements as text: a table for each family, a column for each way.

use std::time::Duration;

use super::measure::{Row, Run};

/// Above the rows of a family.
pub fn header(row: &Row) -> String {
    let mut line = format!("\n{:<26} {:>8}", "program", "start-up");
    for run in &row.runs {
        line += &format!(" {:>19}", run.way);
    }
    line + "\n"
}

pub fn line(row: &Row, limit: Duration) -> String {
    let mut line = format!("{:<26} {:>8.1}", row.program, row.start_up_ms);
    for run in &row.runs {
        line += &format!(" {:>19}", cell(run, row.reachable, limit));
    }
    line + "\n"
}

/// Milliseconds, or what else became of a run.
fn cell(run: &Run, reachable: bool, limit: Duration) -> String {
    if run.is_wrong(reachable) {
        return format!("WRONG: {}", run.verdict);
    }
    if run.late {
        return format!("> {} s", limit.as_secs());
    }
    match run.verdict.as_str() {
        "unknown" => format!("unknown, {:.1}", run.cpu_ms),
        _ if proved_otherwise(run) => format!("forward, {:.1}", run.cpu_ms),
        _ => format!("{:.1}", run.cpu_ms),
    }
}

/// Unreachable, but not by weakest precondition: forward execution was the one that has ended.
fn proved_otherwise(run: &Run) -> bool {
    let condenses = run.way.contains("junct");
    condenses && run.verdict == "unreachable" && !run.why.contains("by weakest precondition")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_wrong_and_other_answers_are_told_apart() {
        let run = |verdict: &str, why: &str, cpu_ms: f64| Run {
            way: "conjunctions-loops".to_string(),
            verdict: verdict.to_string(),
            why: why.to_string(),
            late: verdict == "unknown" && cpu_ms > 9000.0,
            cpu_ms,
            peak_memory_bytes: 0,
        };
        let limit = Duration::from_secs(10);
        let text = |run: &Run| cell(run, false, limit);
        assert_eq!(text(&run("unreachable", "by weakest precondition: no path", 12.34)), "12.3");
        assert_eq!(text(&run("unreachable", "all paths were explored", 12.34)), "forward, 12.3");
        assert_eq!(text(&run("reachable", "", 1.0)), "WRONG: reachable");
        assert_eq!(text(&run("unknown", "", 9500.0)), "> 10 s");
        assert_eq!(text(&run("unknown", "", 50.0)), "unknown, 50.0");
    }
}
