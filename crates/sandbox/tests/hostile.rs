//! Every hostile program is stopped, by each of the rules that are said to stop it, and gets out without them;
//! as root, if we are root, and as an ordinary user. `./dev bench hostile` does it for every isolation.

use dunlin_hostile::{PROGRAMS, Row, Series};
use dunlin_sandbox::Rule;

fn main() {
    dunlin_hostile::serve();
    let mut rows = 0;
    let mut failures = Vec::new();
    let check = |row: &Row| {
        rows += 1;
        if let Some(failure) = &row.failure {
            let Row { account, isolation, program, .. } = row;
            failures.push(format!("{program} ({account}, {isolation}): {failure}"));
        }
    };
    if let Err(error) = dunlin_hostile::run(Series::Fast, check) {
        failures.push(error.to_string());
    }
    let stops = |rule: &Rule| PROGRAMS.iter().any(|program| program.stopped_by.contains(rule));
    for rule in Rule::ALL.iter().filter(|rule| !stops(rule)) {
        failures.push(format!("no hostile program is stopped by {rule}"));
    }
    // Two accounts and two isolations, or one account that may have only one.
    assert!(rows + 8 >= PROGRAMS.len(), "only {rows} trials");
    assert!(
        failures.is_empty(),
        "{} of {rows} trials failed:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
