//! The measurements as text.

use super::{errors, targets};

pub fn targets_header() -> String {
    line([
        "program",
        "strategy",
        "verdict",
        "paths",
        "instructions",
        "ms",
        "backward ms",
        "values",
        "",
    ])
}

/// Rows of one program; behind each strategy its paths and time against the first one's.
pub fn targets(row: &targets::Row) -> String {
    let first = row.runs.first();
    let mut text = String::new();
    for (number, run) in row.runs.iter().enumerate() {
        let name = if number == 0 { row.program.as_str() } else { "" };
        let rest = match (number, first) {
            _ if run.verdict == "lost" => run.why.lines().next().unwrap_or_default().to_string(),
            (0, _) | (_, None) => String::new(),
            (_, Some(first)) => format!(
                "{:.1} times the paths, {:.1} the time",
                ratio(run.paths as f64, first.paths as f64),
                ratio(run.time_ms, first.time_ms)
            ),
        };
        let verdict = match row.reachable {
            true if run.proved() => "WRONG: unreachable".to_string(),
            false if run.reached() => "WRONG: reachable".to_string(),
            _ => run.verdict.clone(),
        };
        text.push_str(&line([
            name,
            &run.strategy,
            &verdict,
            &run.paths.to_string(),
            &run.instructions.to_string(),
            &format!("{:.1}", run.time_ms),
            &run.backward_ms.map_or_else(String::new, |time| format!("{time:.1}")),
            &run.values.map_or_else(String::new, |values| values.to_string()),
            &rest,
        ]));
    }
    text
}

/// How many times the second the first is; nothing counts as one.
pub fn ratio(of: f64, by: f64) -> f64 {
    of.max(1.0) / by.max(1.0)
}

fn line(cells: [&str; 9]) -> String {
    let [program, strategy, verdict, paths, instructions, time, backward, values, rest] = cells;
    let line = format!(
        "{program:<16} {strategy:<9} {verdict:<18} {paths:>8} {instructions:>13} {time:>10} {backward:>12} {values:>7}  {rest}"
    );
    line.trim_end().to_string() + "\n"
}

pub fn errors_header() -> String {
    format!("{:<30} {:<34} {:<34}\n", "program", "forward", "backward")
}

pub fn errors(row: &errors::Row) -> String {
    let cell = |run: &errors::Run| {
        let result = match (&run.failed, run.wrong.first(), row.right) {
            (Some(_), ..) => "failed",
            (_, Some(_), _) => "WRONG",
            (_, _, true) if run.complete => "none, all explored",
            (_, _, true) => "none so far",
            _ if run.found => "found",
            _ => "lost",
        };
        format!("{result}, {} paths, {:.0} ms", run.paths, run.time_ms)
    };
    let backward = row.backward.as_ref().map_or_else(String::new, cell);
    let line = format!("{:<30} {:<34} {backward:<34}", row.program, cell(&row.forward));
    line.trim_end().to_string() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_verdict_and_ratios_are_seen() {
        let run = |strategy: &str, verdict: &str, paths, time_ms| targets::Run {
            strategy: strategy.to_string(),
            verdict: verdict.to_string(),
            confirmed: true,
            paths,
            instructions: 1,
            solver_calls: 1,
            time_ms,
            backward_ms: None,
            values: Some(3),
            why: String::new(),
        };
        let runs = vec![run("tse", "reachable", 4, 2.0), run("klee", "unreachable", 100, 9.0)];
        let row = targets::Row { program: "server-1".to_string(), reachable: true, runs };
        let text = targets(&row);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("server-1") && lines[0].ends_with('3'), "{text}");
        assert!(lines[1].contains("WRONG: unreachable"), "{text}");
        assert!(lines[1].ends_with("25.0 times the paths, 4.5 the time"), "{text}");
    }
}
