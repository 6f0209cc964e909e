//! `./dev bench hostile`: programs that try to get out of the sandbox.
//!
//! For every account that we can be and every isolation that works: which rules stop a program, each of them
//! alone, and that it gets out when none of them is there.

use anyhow::Result;
use dunlin_hostile::{Row, Series};

/// True when every program was stopped where a rule promises it, and got out where none does.
pub fn run(fast: bool) -> Result<bool> {
    let series = if fast { Series::Fast } else { Series::Whole };
    let (mut rows, mut open, mut failures) = (0, 0, 0);
    println!(
        "{:7} {:16} {:21} {:9} stopped by, each alone",
        "account", "isolation", "program", "result"
    );
    let tell = |row: &Row| {
        rows += 1;
        open += u32::from(row.open);
        failures += u32::from(row.failure.is_some());
        let (result, by) = match (&row.failure, row.open) {
            (Some(failure), _) => ("WRONG", failure.as_str()),
            (None, true) => ("open", "no rule here"),
            (None, false) => ("stopped", row.stopped_by.as_str()),
        };
        println!("{:7} {:16} {:21} {result:9} {by}", row.account, row.isolation, row.program);
    };
    dunlin_hostile::run(series, tell)?;
    println!(
        "{rows} trials: {} stopped, all of which got out without the rules that stop them; {open} open, which \
         `dunlin doctor` names; {failures} wrong",
        rows - open - failures
    );
    Ok(failures == 0)
}
