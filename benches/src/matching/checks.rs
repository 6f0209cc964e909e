//! What the table must show, with what was measured.

use super::measure::{COVERED, OFF, Row, Verdict};
use super::programs::Version;
use super::table;
use crate::check::Check;
use crate::tools::geometric_mean;

/// A proof may take so long.
const PROOF_MS: f64 = 20_000.0;
/// Of the instructions that finding takes without comparisons, this part may be needed.
const PART: f64 = 0.5;

pub fn all(rows: &[Row]) -> Vec<Check> {
    let mut checks = vec![nothing_wrong(rows)];
    let proofs = rows.iter().filter(|row| row.version == Version::True && row.larger);
    checks.extend(every(
        &format!(
            "with {COVERED}, every true program is proved at its larger size in {PROOF_MS} ms"
        ),
        proofs,
        |row| {
            let run = row.run(COVERED);
            run.is_some_and(|run| run.verdict == Verdict::Proved && run.time_ms < PROOF_MS)
        },
    ));
    let bugs = || rows.iter().filter(|row| row.version == Version::False);
    checks.extend(every(&format!("with {COVERED}, every bug is found"), bugs(), |row| {
        row.run(COVERED).is_some_and(|run| run.verdict == Verdict::Found)
    }));
    checks.extend(fewer_instructions(bugs()));
    checks
}

fn nothing_wrong(rows: &[Row]) -> Check {
    let runs = rows.iter().flat_map(|row| row.runs.iter().map(move |run| (row, run)));
    let wrong: Vec<String> = runs
        .filter(|(row, run)| run.is_wrong(row.version))
        .map(|(row, run)| format!("{} with {}", row.program, run.variant))
        .collect();
    let measured = if wrong.is_empty() { "none".to_string() } else { wrong.join("; ") };
    Check { what: "no claim is wrong".to_string(), measured, met: wrong.is_empty() }
}

/// None where no row is asked for.
fn every<'a>(
    what: &str,
    rows: impl Iterator<Item = &'a Row>,
    is_good: impl Fn(&Row) -> bool,
) -> Option<Check> {
    let (good, bad): (Vec<&Row>, Vec<&Row>) = rows.partition(|row| is_good(row));
    let names: Vec<&str> = bad.iter().map(|row| row.program.as_str()).collect();
    let measured = match &names[..] {
        [] => format!("all {}", good.len()),
        names => format!("not {}", names.join("; ")),
    };
    let some = !(good.is_empty() && bad.is_empty());
    some.then(|| Check { what: what.to_string(), measured, met: names.is_empty() })
}

fn fewer_instructions<'a>(rows: impl Iterator<Item = &'a Row>) -> Option<Check> {
    let (rows, without): (Vec<&Row>, Vec<&Row>) = rows.partition(|row| table::ratio(row).is_some());
    let lost = |row: &&&Row| row.run(OFF).is_some_and(|run| run.verdict != Verdict::Found);
    let lost = rows.iter().filter(lost).count();
    let mean = geometric_mean(rows.iter().filter_map(|row| table::ratio(row)));
    let some = !(rows.is_empty() && without.is_empty());
    some.then(|| Check {
        what: format!(
            "{COVERED} needs at most {PART} of the instructions of {OFF} to find bugs, in the geometric mean"
        ),
        measured: format!(
            "{mean:.4}; {OFF} did not find {lost} of {}, and counts with what it executed until the limit; \
             {} are left out, where {COVERED} found nothing or {OFF} left no figures",
            rows.len(),
            without.len()
        ),
        met: !rows.is_empty() && mean <= PART,
    })
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::{row, run};
    use super::*;

    fn missed(rows: &[Row]) -> Vec<String> {
        let checks = all(rows).into_iter();
        checks.filter(|check| !check.met).map(|check| check.what).collect()
    }

    #[test]
    fn a_proof_of_the_larger_size_must_come_in_time() {
        let proof =
            |larger, time| row(Version::True, larger, vec![run(COVERED, Verdict::Proved, 9, time)]);
        assert!(missed(&[proof(true, 900.0)]).is_empty());
        assert_eq!(missed(&[proof(true, 20_000.0)]).len(), 1);
        let open = row(Version::True, false, vec![run(COVERED, Verdict::Open, 9, 20_000.0)]);
        assert!(missed(&[open, proof(true, 900.0)]).is_empty());
    }

    #[test]
    fn bugs_are_found_with_half_of_the_instructions() {
        let bug = |instructions, verdict| {
            let off = run(OFF, Verdict::Open, 1000, 20_000.0);
            row(Version::False, true, vec![off, run(COVERED, verdict, instructions, 1.0)])
        };
        assert!(missed(&[bug(100, Verdict::Found), bug(2000, Verdict::Found)]).is_empty());
        assert_eq!(missed(&[bug(600, Verdict::Found)]).len(), 1);
        // What is not found is no bargain; a proof that there is none is wrong as well.
        assert_eq!(missed(&[bug(100, Verdict::Open)]).len(), 2);
        assert_eq!(missed(&[bug(100, Verdict::Proved)]).len(), 3);
    }
}
