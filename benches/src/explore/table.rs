//! The table of explorations as text.

use super::{Row, Table, Took};

pub fn header(workers: u32) -> String {
    format!(
        "{:<14} {:>8} {:>6} {:>12} {:>9} {:>9} {:>10} {:>8} {:>9} {:>10}\n\
         {:<14} {:>8} {:>6} {:>12} {:>9} {:>9} {:>10} {:>8} {:>9} {:>10}",
        "program",
        "paths",
        "errors",
        "instructions",
        "queries",
        "queries",
        "time",
        "against",
        "plain /",
        format!("{workers} workers"),
        "",
        "",
        "",
        "",
        "asked",
        "backends",
        "ms",
        "native",
        "dunlin",
        "speed-up",
    )
}

pub fn line(row: &Row) -> String {
    let mut line = format!(
        "{:<14} {:>8} {:>6} {:>12} {:>9} {:>9} {:>10} {:>8.2} {:>9} {:>10}",
        row.program,
        row.paths,
        row.errors,
        row.instructions,
        row.queries,
        row.backend_queries,
        time(row.dunlin),
        row.over_calibration,
        mark(!row.plain.finished, format!("{:.1}", row.plain_over_dunlin)),
        row.workers_speed_up.map(|speed_up| format!("{speed_up:.2}")).unwrap_or_default(),
    );
    if row.cut_off > 0 {
        line.push_str(&format!("  {} paths were cut off", row.cut_off));
    }
    if let Some(expected) = row.expected_paths
        && expected != row.paths
    {
        line.push_str(&format!("  there must be {expected} paths"));
    }
    line
}

pub fn footer(table: &Table) -> String {
    let line = |name: &str, plain: f64, workers: String| {
        format!(
            "{name:<14} {:>8} {:>6} {:>12} {:>9} {:>9} {:>10} {:>8} {:>9.1} {:>10}",
            "", "", "", "", "", "", "", plain, workers
        )
    };
    let least = table.rows.iter().map(|row| row.plain_over_dunlin).fold(f64::INFINITY, f64::min);
    let workers = match table.mean_workers_speed_up {
        0.0 => String::new(),
        mean => format!("{mean:.2}"),
    };
    let mean = line("geo. mean", table.mean_plain_over_dunlin, workers);
    format!("{mean}\n{}", line("least", least, String::new()))
}

fn time(took: Took) -> String {
    mark(!took.finished, format!("{:.1}", took.ms))
}

/// What was stopped took longer than that.
fn mark(stopped: bool, number: String) -> String {
    if stopped { format!("> {number}") } else { number }
}

#[cfg(test)]
mod tests {
    use super::super::{Row, Took, summarise};
    use super::*;

    fn row(ms: f64, plain: Took) -> Row {
        Row {
            program: "test",
            paths: 3,
            expected_paths: Some(3),
            errors: 1,
            cut_off: 0,
            instructions: 100,
            queries: 9,
            backend_queries: 2,
            dunlin: Took { ms, finished: true },
            over_calibration: 0.5,
            plain,
            plain_over_dunlin: plain.ms / ms,
            workers: None,
            workers_speed_up: None,
        }
    }

    #[test]
    fn what_was_stopped_is_marked() {
        let plain = Took { ms: 1000.0, finished: false };
        let text = line(&row(100.0, plain));
        assert!(text.contains("> 10.0"), "{text}");
    }

    #[test]
    fn wrong_numbers_of_paths_are_said_and_bad() {
        let mut row = row(100.0, Took { ms: 100.0, finished: true });
        assert!(row.good());
        row.expected_paths = Some(4);
        assert!(!row.good());
        assert!(line(&row).ends_with("there must be 4 paths"));
    }

    #[test]
    fn mean_and_least() {
        let plain = |ms| Took { ms, finished: true };
        let rows = vec![row(100.0, plain(200.0)), row(100.0, plain(800.0))];
        let table = summarise(rows, 500.0, 2);
        assert!((table.mean_plain_over_dunlin - 4.0).abs() < 1e-9);
        let text = footer(&table);
        assert!(text.lines().count() == 2 && text.contains(" 2.0"), "{text}");
    }
}
