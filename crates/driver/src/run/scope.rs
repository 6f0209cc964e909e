//! Errors that are looked for in some places only (`--backward-from`, `prove`): which places these are, and what is shown of
//! them before anything is explored.

use super::results::{ErrorKey, Inner};
use crate::WORKER_STACK;
use crate::failure::Failure;
use crate::options::{Only, RunOptions, Scope};
use crate::watcher::{Event, Watcher};
use crate::words::{counted, group_digits};
use dunlin_exec::Program;
use dunlin_ir::{Module, Point, Pos};
use dunlin_load::LoadOptions;
use dunlin_report::BackwardFromEntry;
use dunlin_results::Position;
use dunlin_target::place::{Spec, resolve, whole};
use dunlin_target::{Category, Places};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The chosen part of the program.
pub enum Chosen {
    /// What lies on the ways to a line or a function, by its name and its points.
    OnTheWay { name: String, line: Vec<Point> },
    /// What can go wrong in a part of the program, or everywhere.
    Places { part: Option<BTreeSet<Point>>, only: Vec<Only> },
}

/// The chosen places, with what is shown of them.
pub struct Scoped {
    pub chosen: Chosen,
    pub places: Places,
}

/// Finds what the user has named. The program's conditions on several lines are still apart.
pub fn find(
    scope: &Scope,
    module: &Module,
    load: &LoadOptions,
    watcher: &dyn Watcher,
) -> Result<Option<Chosen>, Failure> {
    Ok(match scope {
        Scope::Everything => None,
        Scope::OnTheWay(name) => {
            let line = points(("--backward-from", name), module, load, watcher)?;
            Some(Chosen::OnTheWay { name: name.clone(), line })
        }
        Scope::Places { only, function, target } => {
            let mut part: Option<BTreeSet<Point>> = None;
            if let Some(name) = function {
                part = Some(body(module, name)?);
            }
            if let Some(name) = target {
                let points = points(("--target", name), module, load, watcher)?;
                let inside = |at: &Point| part.as_ref().is_none_or(|part| part.contains(at));
                part = Some(points.into_iter().filter(inside).collect());
            }
            Some(Chosen::Places { part, only: only.clone() })
        }
    })
}

/// Every point of a function.
fn body(module: &Module, name: &str) -> Result<BTreeSet<Point>, Failure> {
    let Some(func) = module.find_func(name) else {
        return Err(Failure::bad_input(format!("the program has no function `{name}`")));
    };
    let body = module.func(func);
    if body.is_declaration() {
        let why = format!("`{name}` has no code in the program: there is nothing to prove in it");
        return Err(Failure::bad_input(why));
    }
    let of = |block| {
        let count = body.block(block).insts.len() as u32;
        (0..=count).map(move |index| Point { func, block, index })
    };
    Ok(body.block_ids().flat_map(of).collect())
}

/// The points of a line or a function.
fn points(
    (option, text): (&str, &str),
    module: &Module,
    load: &LoadOptions,
    watcher: &dyn Watcher,
) -> Result<Vec<Point>, Failure> {
    let spec = text.parse::<Spec>().map_err(Failure::bad_input)?;
    if load.is_optimising() {
        let why = format!("{option} needs the lines of the source: leave -O and --optimize out");
        return Err(Failure::bad_input(why));
    }
    let is_source = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "c");
    let sources = || dunlin_load::sources(load).unwrap_or_default();
    if !load.inputs.iter().all(is_source) && sources().optimised {
        let why = format!("{option} needs the lines of the source, and this bitcode was optimised");
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
    Ok(whole(module, &place))
}

impl Scoped {
    /// Goes backward from the places, with as much stack as workers have.
    pub fn new(
        chosen: Chosen,
        program: &Program,
        options: &RunOptions,
        arguments: u64,
    ) -> Result<Scoped, Failure> {
        let go_back = || {
            let mut chain = options.solver.chain().expect("tried before");
            let mut portfolio = options.solver.portfolio();
            let solvers = (&mut chain, &mut portfolio);
            let wanted = |at: Point, category| chosen.has(at, category);
            let scope = match &chosen {
                Chosen::OnTheWay { line, .. } => dunlin_target::Scope::OnTheWay(line),
                Chosen::Places { .. } => dunlin_target::Scope::Where(&wanted),
            };
            Places::new(program, &scope, &options.exec, arguments, solvers)
        };
        let gone = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(WORKER_STACK);
            let thread = thread.spawn_scoped(scope, go_back).expect("the system has a thread");
            thread.join()
        });
        match gone {
            Ok(places) => Ok(Scoped { chosen, places }),
            Err(_) => Err(Failure::internal("backward execution panicked")),
        }
    }

    /// Whether nothing can go wrong that forward execution would find.
    pub fn is_settled(&self, leaks: bool) -> bool {
        self.places.is_settled() && !leaks
    }

    /// What was shown of the places on the way to a line, in the end. `complete` if every path that matters was explored.
    pub fn entry(
        &self,
        program: &Program,
        inner: &Inner,
        complete: bool,
    ) -> Option<BackwardFromEntry> {
        let Chosen::OnTheWay { name, .. } = &self.chosen else { return None };
        let shown = self.places.shown(&self.error_points(program, inner));
        let rest = shown.open();
        Some(BackwardFromEntry {
            line: name.clone(),
            places: shown.places,
            refuted: shown.refuted,
            explored: if complete { rest } else { 0 },
            wrong: shown.wrong,
            open: if complete { 0 } else { rest },
            dropped: inner.dropped,
            contradicted: shown.contradicted,
            values: self.places.values(),
            steps: self.places.tally.steps,
            time_ms: self.places.time.as_secs_f64() * 1e3,
        })
    }

    fn error_points(&self, program: &Program, inner: &Inner) -> BTreeSet<Point> {
        errors_at(program, inner, &self.places).into_keys().collect()
    }

    /// What went wrong although it was shown that it never does.
    pub fn contradiction(&self, program: &Program, inner: &Inner) -> Option<String> {
        let count = self.places.shown(&self.error_points(program, inner)).contradicted;
        (count > 0).then(|| {
            let places = counted(count, "place");
            format!("{places} went wrong that had been ruled out backward")
        })
    }
}

impl Chosen {
    /// Whether a place is one of those that were asked for.
    pub fn has(&self, at: Point, category: Category) -> bool {
        match self {
            Chosen::OnTheWay { .. } => true,
            Chosen::Places { part, only } => {
                let kinds: &[Only] = match category {
                    Category::Assertion => &[Only::Assertions],
                    Category::Unreachable => &[Only::Assertions, Only::Unreachable],
                    Category::Memory => &[Only::Memory],
                    Category::Overflow => &[Only::Overflow],
                };
                (only.is_empty() || kinds.iter().any(|kind| only.contains(kind)))
                    && part.as_ref().is_none_or(|part| part.contains(&at))
            }
        }
    }
}

/// The places where errors were found. What fails in the library belongs to the place of its call.
pub fn errors_at(
    program: &Program,
    inner: &Inner,
    places: &Places,
) -> BTreeMap<Point, BTreeSet<ErrorKey>> {
    let mut found: BTreeMap<Point, BTreeSet<ErrorKey>> = BTreeMap::new();
    let calls = places.all.iter().filter(|(_, (category, _))| *category == Category::Assertion);
    let calls: Vec<(Point, Position)> = calls
        .filter_map(|(&at, _)| {
            let Pos { file, line, column } = program.module.pos(at)?;
            let file = program.module.file(file).name.as_str().into();
            Some((at, Position { file, line, column }))
        })
        .collect();
    for (&pc, keys) in &inner.error_operations {
        let at = program.code.point(pc);
        if places.all.contains_key(&at) {
            found.entry(at).or_default().extend(keys.iter().cloned());
            continue;
        }
        for key in keys.iter().filter(|key| key.runtime_function.is_some()) {
            let is_there =
                |(_, position): &&(Point, Position)| Some(position) == key.position.as_ref();
            for (at, _) in calls.iter().filter(is_there) {
                found.entry(*at).or_default().insert(key.clone());
            }
        }
    }
    found
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
