//! Errors on the way to a line (`--backward-from`): where the line is, and what backward execution shows before
//! anything is explored.

use super::results::Inner;
use crate::WORKER_STACK;
use crate::failure::Failure;
use crate::options::RunOptions;
use crate::watcher::{Event, Watcher};
use crate::words::{counted, group_digits};
use dunlin_exec::Program;
use dunlin_ir::{Module, Point};
use dunlin_load::LoadOptions;
use dunlin_report::BackwardFromEntry;
use dunlin_target::OnTheWay;
use dunlin_target::place::{Spec, resolve, whole};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A line of the program, or a function.
pub struct Line {
    /// As the user named it.
    pub name: String,
    pub points: Vec<Point>,
}

/// The ways to a line, with what backward execution has shown.
pub struct FromLine {
    pub name: String,
    pub on_the_way: OnTheWay,
}

/// Finds the line that the user has named. The program's conditions on several lines are still apart.
pub fn find(
    text: &str,
    module: &Module,
    load: &LoadOptions,
    watcher: &dyn Watcher,
) -> Result<Line, Failure> {
    let spec = text.parse::<Spec>().map_err(Failure::bad_input)?;
    if load.is_optimising() {
        let why = "--backward-from needs the lines of the source: leave -O and --optimize out";
        return Err(Failure::bad_input(why));
    }
    let is_source = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "c");
    let sources = || dunlin_load::sources(load).unwrap_or_default();
    if !load.inputs.iter().all(is_source) && sources().optimised {
        let why = "--backward-from needs the lines of the source, and this bitcode was optimised";
        return Err(Failure::bad_input(why));
    }
    let place =
        resolve(module, &spec, &|| sources().functions.clone()).map_err(Failure::bad_input)?;
    if let Some(note) = &place.note {
        watcher.event(&Event::Note(&format!("{text}: {note}")));
    }
    if !place.complete {
        let why = format!("not every way to `{text}` can be seen: it is called through pointers");
        return Err(Failure::bad_input(why));
    }
    Ok(Line { name: text.to_string(), points: whole(module, &place) })
}

impl FromLine {
    /// Executes backward, with as much stack as workers have.
    pub fn new(
        line: Line,
        program: &Program,
        options: &RunOptions,
        arguments: u64,
    ) -> Result<FromLine, Failure> {
        let Line { name, points } = line;
        let go_back = || {
            let mut chain = options.solver.chain().expect("tried before");
            OnTheWay::new(program, &points, &options.exec, arguments, &mut chain)
        };
        let gone = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(WORKER_STACK);
            let thread = thread.spawn_scoped(scope, go_back).expect("the system has a thread");
            thread.join()
        });
        match gone {
            Ok(on_the_way) => Ok(FromLine { name, on_the_way }),
            Err(_) => Err(Failure::internal("backward execution panicked")),
        }
    }

    /// What was shown of the places on the way, in the end. `complete` if every path that matters was explored.
    pub fn entry(&self, program: &Program, inner: &Inner, complete: bool) -> BackwardFromEntry {
        let errors: BTreeSet<Point> =
            inner.error_operations.iter().map(|&pc| program.code.point(pc)).collect();
        let shown = self.on_the_way.shown(&errors);
        let rest = shown.open();
        BackwardFromEntry {
            line: self.name.clone(),
            places: shown.places,
            refuted: shown.refuted,
            explored: if complete { rest } else { 0 },
            wrong: shown.wrong,
            open: if complete { 0 } else { rest },
            dropped: inner.dropped,
            contradicted: shown.contradicted,
            values: self.on_the_way.values(),
            steps: self.on_the_way.tally.steps,
            time_ms: self.on_the_way.time.as_secs_f64() * 1e3,
        }
    }
}

/// What was shown of the places on the way, in a sentence.
pub fn in_words(entry: &BackwardFromEntry) -> String {
    let BackwardFromEntry { line, places, refuted, explored, wrong, open, .. } = entry;
    if *places == 0 {
        return format!("no place on the way to {line} can go wrong");
    }
    let parts = [
        (*wrong, "can go wrong"),
        (*refuted, "never by backward execution"),
        (*explored, "never by exploring every path there"),
        (*open, "open"),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{} {what}", group_digits(count)))
        .collect();
    let places = counted(*places, "place");
    format!("of {places} on the way to {line} that could go wrong: {}", parts.join(", "))
}

/// What went wrong although it was shown that it never does.
pub fn contradiction(entry: &BackwardFromEntry) -> Option<String> {
    let count = entry.contradicted;
    (count > 0).then(|| {
        let places = counted(count, "place");
        format!("{places} went wrong that backward execution had ruled out")
    })
}
