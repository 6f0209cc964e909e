//! The measurements as tables, numbered as their models in the thesis.

use super::figures::Figures;
use super::grid::Grid;
use super::measure::ProgramResult;
use super::modes::{
    self, AWARE, BASE, BOTH, CONTEXTS, DEFAULT, MODELS, MOST_CONTEXT, PARTS, REUSE, SEGMENTS,
    SEGMENTS_AWARE, STATIC,
};

/// The columns of the tables about caches. As in the thesis, the exact cache gets the help of reused
/// segments.
const CACHES: [(&str, &str); 4] = [
    ("fork, exact", BASE),
    ("fork, aware", AWARE),
    ("segments, exact", REUSE),
    ("segments, aware", SEGMENTS_AWARE),
];

pub fn all(programs: &[ProgramResult]) -> Vec<Grid> {
    vec![
        segment_sizes(programs),
        model_times(programs),
        model_counts(programs, "Paths, by memory model", |figures| figures.all_paths()),
        model_counts(programs, "Peak memory in MiB, by memory model (3.3)", |figures| {
            figures.peak_memory_bytes >> 20
        }),
        contexts(programs),
        optimisations(programs),
        split_times(programs),
        split_paths(programs),
        classification(programs),
        caches(programs, "Questions that reach the SMT solver (4.3)", |program, mode| {
            count(program, mode, |figures| figures.queries.smt)
        }),
        caches(programs, "Time with both caches, as ratio to fork with the exact one (4.4)", ratio),
        caches(programs, "Entries of the cache (4.5)", |program, mode| {
            count(program, mode, |figures| figures.queries.cache_entries)
        }),
    ]
}

/// A number of a run, with a sign if it was stopped.
fn count(program: &ProgramResult, mode: &str, of: impl Fn(&Figures) -> u64) -> String {
    match program.mode(mode) {
        None => "-".to_string(),
        Some(measured) if measured.stopped => format!("> {}", of(&measured.figures)),
        Some(measured) => of(&measured.figures).to_string(),
    }
}

fn ratio(program: &ProgramResult, mode: &str) -> String {
    let stopped = program.mode(mode).is_some_and(|measured| measured.stopped);
    match program.ratio(mode) {
        None => "-".to_string(),
        Some(ratio) if stopped => format!("> {ratio:.1}"),
        Some(ratio) => format!("{ratio:.2}"),
    }
}

/// A line for each program: its name and cells.
fn fill<'p>(
    mut grid: Grid,
    programs: impl IntoIterator<Item = &'p ProgramResult>,
    cells: impl Fn(&ProgramResult) -> Vec<String>,
) -> Grid {
    for program in programs {
        let mut row = vec![program.program.clone()];
        row.extend(cells(program));
        grid.rows.push(row);
    }
    grid
}

fn segment_sizes(programs: &[ProgramResult]) -> Grid {
    let grid = Grid::new(
        "Bytes of the largest segment (3.2)",
        ["program", "static-segments", "segments", "smaller"],
    );
    let largest = |figures: &Figures| figures.memory.largest_segment;
    fill(grid, programs, |program| {
        let smaller = program.smaller_segments();
        vec![
            count(program, STATIC, largest),
            count(program, SEGMENTS, largest),
            smaller.map_or_else(|| "-".to_string(), |part| format!("{:.0} %", 100.0 * part)),
        ]
    })
}

fn model_times(programs: &[ProgramResult]) -> Grid {
    let models = MODELS.into_iter().skip(1).chain([DEFAULT]);
    let header = ["program", "fork ms"].into_iter().chain(models.clone());
    let grid = Grid::new("Time by memory model, as ratio to fork (3.3)", header);
    fill(grid, programs, |program| {
        let base = program.mode(BASE).map_or(0.0, |base| base.time_ms);
        let ratios = models.clone().map(|model| ratio(program, model));
        std::iter::once(format!("{base:.0}")).chain(ratios).collect()
    })
}

fn model_counts(programs: &[ProgramResult], title: &str, of: fn(&Figures) -> u64) -> Grid {
    let grid = Grid::new(title, ["program"].into_iter().chain(MODELS));
    fill(grid, programs, |program| MODELS.iter().map(|model| count(program, model, of)).collect())
}

fn contexts(programs: &[ProgramResult]) -> Grid {
    let columns = CONTEXTS.iter().map(|callers| format!("K = {callers}"));
    let header = ["program", "none"].map(str::to_string).into_iter().chain(columns);
    let grid = Grid::new("Resolution queries with contexts of K callers (3.4)", header);
    let queries = |figures: &Figures| figures.memory.resolution_queries;
    fill(grid, programs, |program| {
        let with = CONTEXTS.iter().map(|&k| count(program, &modes::context(k), queries));
        std::iter::once(count(program, SEGMENTS, queries)).chain(with).collect()
    })
}

fn optimisations(programs: &[ProgramResult]) -> Grid {
    let context = modes::context(MOST_CONTEXT);
    let columns = [SEGMENTS, &context, REUSE, BOTH];
    let grid = Grid::new(
        "Time of segments with optimisations, as ratio to fork (3.5)",
        ["program", "none", "K = 4", "reuse", "all"],
    );
    fill(grid, programs, |program| columns.iter().map(|mode| ratio(program, mode)).collect())
}

fn split_columns<'a>(first: &'a str, last: &[&'a str]) -> Vec<String> {
    let parts = PARTS.iter().map(|bytes| bytes.to_string());
    let first = ["program", first].map(str::to_string);
    first.into_iter().chain(parts).chain(last.iter().map(|name| name.to_string())).collect()
}

fn with_large_arrays(programs: &[ProgramResult]) -> impl Iterator<Item = &ProgramResult> {
    programs.iter().filter(|program| program.has_large_array())
}

fn split_times(programs: &[ProgramResult]) -> Grid {
    let grid = Grid::new(
        "Time with large objects in parts of N bytes, as ratio to whole ones (3.6)",
        split_columns("whole ms", &[]),
    );
    fill(grid, with_large_arrays(programs), |program| {
        let base = program.mode(BASE).map_or(0.0, |base| base.time_ms);
        let ratios = PARTS.iter().map(|&bytes| ratio(program, &modes::split(bytes)));
        std::iter::once(format!("{base:.0}")).chain(ratios).collect()
    })
}

fn split_paths(programs: &[ProgramResult]) -> Grid {
    let grid = Grid::new(
        "Paths with large objects in parts of N bytes (3.6), and the largest that was split (3.7)",
        split_columns("whole", &["largest"]),
    );
    fill(grid, with_large_arrays(programs), |program| {
        let mut cells = vec![count(program, BASE, Figures::all_paths)];
        cells.extend(PARTS.iter().map(|&n| count(program, &modes::split(n), Figures::all_paths)));
        cells.push(program.largest_split().to_string());
        cells
    })
}

fn classification(programs: &[ProgramResult]) -> Grid {
    let grid = Grid::new(
        "Questions, and those that reach the address-aware cache, C1: any, C2: with addresses, \
         C3: with the same answer wherever objects lie (4.2)",
        ["program", "total", "C1", "C2", "C3"],
    );
    fill(grid, programs, |program| {
        let columns: [fn(&Figures) -> u64; 4] = [
            |figures| figures.queries.asked,
            |figures| figures.queries.sharing.seen,
            |figures| figures.queries.sharing.with_bases,
            |figures| figures.queries.sharing.shareable,
        ];
        columns.iter().map(|column| count(program, AWARE, column)).collect()
    })
}

fn caches(
    programs: &[ProgramResult],
    title: &str,
    cell: impl Fn(&ProgramResult, &str) -> String,
) -> Grid {
    let grid = Grid::new(title, ["program"].into_iter().chain(CACHES.map(|(column, _)| column)));
    fill(grid, programs, |program| CACHES.iter().map(|(_, mode)| cell(program, mode)).collect())
}

#[cfg(test)]
mod tests {
    use super::super::checks::tests::program;
    use super::*;

    #[test]
    fn every_table_has_a_line_for_each_program_that_it_is_about() {
        let mut programs = vec![program("p"), program("q")];
        let split = programs[1].modes.iter_mut().find(|measured| measured.mode.contains("parts"));
        split.unwrap().figures.memory.largest_split = 4096;
        for grid in all(&programs) {
            let about_parts = grid.title.contains("parts");
            assert_eq!(grid.rows.len(), if about_parts { 1 } else { 2 }, "{}", grid.title);
            let columns = grid.header.len();
            assert!(grid.rows.iter().all(|row| row.len() == columns), "{}", grid.title);
        }
    }

    #[test]
    fn what_was_stopped_is_said() {
        let mut stopped = program("p");
        let mode = stopped.modes.iter_mut().find(|measured| measured.mode == SEGMENTS).unwrap();
        (mode.stopped, mode.time_ms) = (true, 5000.0);
        let tables: Vec<String> = all(&[stopped]).iter().map(Grid::text).collect();
        assert!(tables[0].contains("> 20"), "{}", tables[0]);
        assert!(tables[1].contains("> 50.0"), "{}", tables[1]);
    }
}
