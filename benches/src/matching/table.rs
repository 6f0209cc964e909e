//! The measurements as text.

use super::measure::{COVERED, OFF, Row, Run, Verdict};
use super::programs::Version;

/// Above the rows of a family.
pub fn header() -> String {
    line([
        "program",
        "N",
        "version",
        "match",
        "verdict",
        "paths",
        "explored",
        "matched",
        "instructions",
        "ms",
        "",
    ])
}

/// The variants on one program; behind `covered`, what it took of the instructions of `off`.
pub fn lines(row: &Row) -> String {
    let mut text = String::new();
    for (number, run) in row.runs.iter().enumerate() {
        let first = |text: &str| if number == 0 { text.to_string() } else { String::new() };
        text.push_str(&line([
            &first(row.family),
            &first(&row.size.to_string()),
            &first(row.version.name()),
            &run.variant,
            &verdict(run, row.version),
            &run.paths.to_string(),
            &run.explored.to_string(),
            &run.matched.to_string(),
            &run.instructions.to_string(),
            &format!("{:.0}", run.time_ms),
            &rest(row, run),
        ]));
    }
    text
}

fn verdict(run: &Run, version: Version) -> String {
    let verdict = match run.verdict {
        Verdict::Proved => "proved",
        Verdict::Found => "found",
        Verdict::Open => "open",
    };
    match (run.is_wrong(version), &run.wrong[..]) {
        (false, _) => verdict.to_string(),
        (true, []) => format!("WRONG: {verdict}"),
        (true, kinds) => format!("WRONG: {}", kinds.join(", ")),
    }
}

fn rest(row: &Row, run: &Run) -> String {
    let mut rest = Vec::new();
    if run.verdict == Verdict::Open {
        rest.extend(run.why.lines().next().map(str::to_string));
    }
    if let (Version::False, COVERED, Some(ratio)) = (row.version, &*run.variant, ratio(row)) {
        let least = row.run(OFF).is_some_and(|off| off.verdict == Verdict::Open);
        let bound = if least { "at most " } else { "" };
        rest.push(format!("{bound}{ratio:.4} of the instructions of {OFF}"));
    }
    rest.join("; ")
}

/// Instructions with `covered` against those with `off`. Where `off` has found nothing within its time, those that it
/// executed until then count: it would take more. None where `covered` has found nothing, and without figures.
pub fn ratio(row: &Row) -> Option<f64> {
    let of = |variant| {
        let run = row.run(variant).filter(|run| run.instructions > 0)?;
        Some(run.instructions as f64)
    };
    row.run(COVERED).filter(|run| run.verdict == Verdict::Found)?;
    Some(of(COVERED)? / of(OFF)?)
}

fn line(cells: [&str; 11]) -> String {
    let [program, size, version, variant, verdict, paths, explored, matched, count, time, rest] =
        cells;
    let line = format!(
        "{program:<16} {size:>3} {version:<8} {variant:<8} {verdict:<8} {paths:>9} {explored:>9} {matched:>9} \
         {count:>13} {time:>7}  {rest}"
    );
    format!("{}\n", line.trim_end())
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn run(variant: &str, verdict: Verdict, instructions: u64, time_ms: f64) -> Run {
        Run {
            variant: variant.to_string(),
            verdict,
            wrong: Vec::new(),
            why: "time is up".to_string(),
            paths: 3,
            explored: 5,
            matched: 2,
            instructions,
            time_ms,
            peak_memory_bytes: 0,
        }
    }

    pub fn row(version: Version, larger: bool, runs: Vec<Run>) -> Row {
        let program = format!("locks 3, {}", version.name());
        Row { family: "locks", program, size: 3, larger, version, runs }
    }

    #[test]
    fn what_off_did_not_find_is_a_bound() {
        let off = run("off", Verdict::Open, 2000, 20_000.0);
        let covered = run("covered", Verdict::Found, 500, 10.0);
        let text = lines(&row(Version::False, true, vec![off, covered.clone()]));
        assert!(text.contains("time is up\n"), "{text}");
        assert!(text.contains("at most 0.2500 of the instructions of off\n"), "{text}");
        let off = run("off", Verdict::Found, 1000, 20.0);
        let text = lines(&row(Version::False, true, vec![off.clone(), covered.clone()]));
        assert!(text.contains("10  0.5000 of the instructions of off\n"), "{text}");
        let open = run("covered", Verdict::Open, 500, 20_000.0);
        assert_eq!(ratio(&row(Version::False, true, vec![off, open])), None);
        let text = lines(&row(Version::True, true, vec![covered]));
        assert!(text.contains("WRONG: found"), "{text}");
    }
}
