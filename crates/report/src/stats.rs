//! `stats.csv`: how a run went on, a row a second.
//!
//! Every row is flushed, so that a run that is still going on, or was killed, can be looked at.

use crate::queries::{ANSWERERS, Queries};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(1);

/// The numbers of one moment; all but `states` and `memory_bytes` count from the start of the run.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct StatsRow {
    /// Paths that ended.
    pub paths: u64,
    /// Distinct errors.
    pub errors: u64,
    /// States alive.
    pub states: u64,
    pub instructions: u64,
    pub forks: u64,
    pub queries: Queries,
    pub memory_bytes: u64,
    pub lines_covered: u64,
    pub branches_covered: u64,
}

pub struct StatsWriter<W: Write = File> {
    out: W,
    next: Duration,
}

impl StatsWriter {
    pub fn create(path: &Path) -> io::Result<StatsWriter> {
        StatsWriter::new(File::create(path)?)
    }

    /// Goes on after the rows that are there.
    pub fn append(path: &Path) -> io::Result<StatsWriter> {
        let out = File::options().append(true).open(path)?;
        Ok(StatsWriter { out, next: Duration::ZERO })
    }
}

impl<W: Write> StatsWriter<W> {
    pub fn new(mut out: W) -> io::Result<StatsWriter<W>> {
        let answered = ANSWERERS.map(|who| format!("answered_by_{who}")).join(",");
        writeln!(
            out,
            "time_s,paths,errors,states,instructions,forks,queries,{answered},smt_ms,memory_bytes,\
             lines_covered,branches_covered"
        )?;
        out.flush()?;
        Ok(StatsWriter { out, next: Duration::ZERO })
    }

    /// Writes the row of `time` if a second has passed since the last one.
    pub fn tick(&mut self, time: Duration, row: impl FnOnce() -> StatsRow) -> io::Result<()> {
        if time < self.next {
            return Ok(());
        }
        self.next = time + EVERY;
        self.write(time, &row())
    }

    /// Writes a row whatever the time; for the last one.
    pub fn write(&mut self, time: Duration, row: &StatsRow) -> io::Result<()> {
        let answered: Vec<String> =
            row.queries.answered_by.iter().map(|(_, count)| count.to_string()).collect();
        writeln!(
            self.out,
            "{:.3},{},{},{},{},{},{},{},{:.3},{},{},{}",
            time.as_secs_f64(),
            row.paths,
            row.errors,
            row.states,
            row.instructions,
            row.forks,
            row.queries.asked,
            answered.join(","),
            row.queries.smt_ms,
            row.memory_bytes,
            row.lines_covered,
            row.branches_covered,
        )?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_a_second_with_as_many_columns_as_the_header() {
        let mut text = Vec::new();
        let mut stats = StatsWriter::new(&mut text).unwrap();
        for tenth in 0..25 {
            let row = || StatsRow { paths: tenth, ..StatsRow::default() };
            stats.tick(Duration::from_millis(tenth * 100), row).unwrap();
        }
        stats.write(Duration::from_millis(2450), &StatsRow::default()).unwrap();
        let text = String::from_utf8(text).unwrap();
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{text}");
        let times: Vec<_> = rows[1..].iter().map(|row| row[0]).collect();
        assert_eq!(times, ["0.000", "1.000", "2.000", "2.450"]);
        assert_eq!(rows[3][1], "20");
    }

    #[test]
    fn every_number_has_its_column() {
        let mut text = Vec::new();
        let mut queries = Queries { asked: 7, smt_ms: 2.5, ..Queries::default() };
        queries.answered_by.add("native", 3);
        let row = StatsRow {
            paths: 1,
            errors: 2,
            states: 3,
            instructions: 4,
            forks: 5,
            queries,
            memory_bytes: 8,
            lines_covered: 9,
            branches_covered: 10,
        };
        StatsWriter::new(&mut text).unwrap().write(Duration::ZERO, &row).unwrap();
        let text = String::from_utf8(text).unwrap();
        let (header, values) = text.trim_end().split_once('\n').unwrap();
        let value = |name: &str| {
            let column = header.split(',').position(|column| column == name).unwrap();
            values.split(',').nth(column).unwrap()
        };
        for (column, expected) in [
            ("paths", "1"),
            ("errors", "2"),
            ("states", "3"),
            ("instructions", "4"),
            ("forks", "5"),
            ("queries", "7"),
            ("answered_by_native", "3"),
            ("smt_ms", "2.500"),
            ("memory_bytes", "8"),
            ("lines_covered", "9"),
            ("branches_covered", "10"),
        ] {
            assert_eq!(value(column), expected, "{column}");
        }
    }
}
