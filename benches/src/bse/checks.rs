//! What the tables must show, with what was measured.

use super::measure::{Row, Run};
use super::programs::{BRANCHES, Family};
use super::variants::{CONJUNCTIONS, DISJUNCTS, VARIANTS};
use crate::check::Check;
use crate::tools::geometric_mean;

/// No row of Table 3 may take the fastest variant longer.
const ROW_MS: f64 = 50.0;
/// From lists of so many nodes on, disjuncts take so many times longer than conjunctions.
const MANY_NODES: u32 = 6;
const ORDERS: f64 = 100.0;
/// What is fast is measured in steps of milliseconds: less counts as this.
const LEAST_MS: f64 = 5.0;
/// All branches as one condition.
const DIAMONDS_MS: f64 = 1000.0;
/// Twice the branches may cost so much more: a polynomial of the third degree.
const TWICE: f64 = 8.0;
const REGION_MS: f64 = 5000.0;
const REGION_BYTES: u64 = 500 << 20;

pub fn all(rows: &[Row]) -> Vec<Check> {
    let mut checks = vec![nothing_wrong(rows)];
    let of = |family| rows.iter().filter(move |row| row.family == family).collect::<Vec<_>>();
    checks.extend(degree(&of(Family::Degree)));
    checks.extend(diamonds(&of(Family::Diamonds)));
    checks.extend(region(&of(Family::Region)));
    checks.extend(always_answered(rows));
    checks
}

fn nothing_wrong(rows: &[Row]) -> Check {
    let mut wrong: Vec<String> = Vec::new();
    for row in rows {
        for run in row.runs.iter().filter(|run| run.is_wrong(row.reachable)) {
            wrong.push(format!("{} by {}", row.program, run.way));
        }
    }
    let measured = if wrong.is_empty() { "none".to_string() } else { wrong.join("; ") };
    Check { what: "no claim is wrong".to_string(), measured, met: wrong.is_empty() }
}

fn always_answered(rows: &[Row]) -> Option<Check> {
    let name = CONJUNCTIONS.to_string();
    let runs: Vec<(&Row, &Run)> =
        rows.iter().filter_map(|row| Some((row, row.run(&name)?))).collect();
    let open: Vec<&str> = runs
        .iter()
        .filter(|(row, run)| !run.is_right(row.reachable))
        .map(|(row, _)| row.program.as_str())
        .collect();
    let measured = match &open[..] {
        [] => format!("all {}", runs.len()),
        open => format!("not {}", open.join("; ")),
    };
    let check = Check { what: format!("{name} answers"), measured, met: open.is_empty() };
    (!runs.is_empty()).then_some(check)
}

/// The shape of Table 3.
fn degree(rows: &[&Row]) -> Vec<Check> {
    let mut checks = Vec::new();
    let total = |way: &str| rows.iter().filter_map(|row| row.run(way)).map(|run| run.cpu_ms).sum();
    let totals: Vec<(String, f64)> =
        VARIANTS.iter().map(|way| (way.to_string(), total(&way.to_string()))).collect();
    let Some((fastest, _)) = totals.iter().min_by(|x, y| x.1.total_cmp(&y.1)) else {
        return checks;
    };
    if rows.is_empty() {
        return checks;
    }
    checks.push(Check {
        what: "degree counting: the fastest variant".to_string(),
        measured: totals
            .iter()
            .map(|(name, total)| format!("{name} {total:.0} ms"))
            .collect::<Vec<_>>()
            .join(", "),
        met: fastest.starts_with("conjunctions"),
    });
    let slowest = rows.iter().filter_map(|row| Some((row, row.run(fastest)?)));
    if let Some((row, run)) = slowest.max_by(|x, y| x.1.cpu_ms.total_cmp(&y.1.cpu_ms)) {
        checks.push(Check {
            what: format!("degree counting: every row under {ROW_MS} ms with {fastest}"),
            measured: format!("{:.1} ms for {}", run.cpu_ms, row.program),
            met: run.cpu_ms < ROW_MS,
        });
    }
    let ratios: Vec<f64> = rows
        .iter()
        .filter(|row| row.numbers[1] >= MANY_NODES)
        .filter_map(|row| {
            let [slow, fast] = [DISJUNCTS, CONJUNCTIONS].map(|way| row.run(&way.to_string()));
            Some(slow?.cpu_ms / fast?.cpu_ms.max(LEAST_MS))
        })
        .collect();
    if !ratios.is_empty() {
        let ratio = geometric_mean(ratios);
        checks.push(Check {
            what: format!(
                "degree counting: from {MANY_NODES} nodes on, {CONJUNCTIONS} {ORDERS} times faster than {DISJUNCTS}"
            ),
            measured: format!("{ratio:.0} times at least"),
            met: ratio >= ORDERS,
        });
    }
    checks
}

fn diamonds(rows: &[&Row]) -> Vec<Check> {
    let name = CONJUNCTIONS.to_string();
    let mut checks = Vec::new();
    let of = |k: u32, reachable: bool| {
        let row = rows.iter().find(|row| row.numbers == [k] && row.reachable == reachable);
        row.and_then(|row| row.run(&name))
    };
    let [.., half, most] = BRANCHES;
    for reachable in [true, false] {
        let (Some(half_run), Some(run)) = (of(half, reachable), of(most, reachable)) else {
            continue;
        };
        let word = if reachable { "refutable" } else { "valid" };
        checks.push(Check {
            what: format!("{most} diamonds, {word}, under {DIAMONDS_MS} ms with {name}"),
            measured: format!("{:.1} ms", run.cpu_ms),
            met: run.is_right(reachable) && run.cpu_ms < DIAMONDS_MS,
        });
        let growth = run.cpu_ms.max(LEAST_MS) / half_run.cpu_ms.max(LEAST_MS);
        checks.push(Check {
            what: format!("{most} diamonds, {word}, at most {TWICE} times {half}"),
            measured: format!("{growth:.1} times"),
            met: growth <= TWICE,
        });
    }
    checks
}

fn region(rows: &[&Row]) -> Vec<Check> {
    let runs = rows.iter().flat_map(|row| row.runs.iter().map(move |run| (row, run)));
    runs.map(|(row, run)| Check {
        what: format!(
            "{} under {REGION_MS} ms and {} MiB with {}",
            row.program,
            REGION_BYTES >> 20,
            run.way
        ),
        measured: format!("{:.0} ms, {} MiB", run.cpu_ms, run.peak_memory_bytes >> 20),
        met: run.is_right(row.reachable)
            && run.cpu_ms < REGION_MS
            && run.peak_memory_bytes < REGION_BYTES,
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(way: &str, verdict: &str, cpu_ms: f64) -> Run {
        Run {
            way: way.to_string(),
            verdict: verdict.to_string(),
            why: "by weakest precondition".to_string(),
            late: false,
            cpu_ms,
            peak_memory_bytes: 100 << 20,
        }
    }

    fn row(family: Family, numbers: &[u32], reachable: bool, runs: Vec<Run>) -> Row {
        let program = format!("{family:?} {numbers:?}");
        Row { family, program, numbers: numbers.to_vec(), reachable, start_up_ms: 80.0, runs }
    }

    /// By variant: the first answers wrongly if asked to.
    fn six(verdict: &str, times: [f64; 6]) -> Vec<Run> {
        let named = |(variant, time): (&super::super::variants::Variant, f64)| {
            run(&variant.to_string(), verdict, time)
        };
        VARIANTS.iter().zip(times).map(named).collect()
    }

    #[test]
    fn the_shape_of_table_3_is_met() {
        let times = [9000.0, 900.0, 800.0, 30.0, 90.0, 20.0];
        let rows = [row(Family::Degree, &[5, 6], false, six("unreachable", times))];
        let checks = all(&rows);
        assert!(checks.iter().all(|check| check.met), "{checks:?}");
        let slow = [row(Family::Degree, &[5, 6], false, six("unreachable", [60.0; 6]))];
        assert_eq!(all(&slow).iter().filter(|check| !check.met).count(), 3);
    }

    #[test]
    fn wrong_and_missing_answers_are_missed() {
        let runs = vec![run("conjunctions-loops", "reachable", 1.0)];
        let checks = all(&[row(Family::Parents, &[2], false, runs)]);
        assert_eq!(checks.iter().filter(|check| !check.met).count(), 2, "{checks:?}");
    }

    #[test]
    fn growth_and_size_are_looked_at() {
        let diamond = |k, time| {
            row(Family::Diamonds, &[k], true, vec![run("conjunctions-loops", "reachable", time)])
        };
        assert!(all(&[diamond(20, 30.0), diamond(40, 200.0)]).iter().all(|check| check.met));
        assert!(!all(&[diamond(20, 30.0), diamond(40, 300.0)]).iter().all(|check| check.met));
        let large = |time| {
            row(Family::Region, &[], true, vec![run("conjunctions-loops", "reachable", time)])
        };
        assert!(all(&[large(4000.0)]).iter().all(|check| check.met));
        assert!(!all(&[large(6000.0)]).iter().all(|check| check.met));
    }
}
