//! What was shown of each place that could go wrong, as a table by line (`prove`).

use super::results::{ErrorKey, Inner};
use super::scope::{Scoped, errors_at};
use super::{NativeRun, ReportedError};
use crate::words::counted;
use dunlin_exec::Program;
use dunlin_ir::{Module, Point, Pos};
use dunlin_report::{PlaceEntry, PlaceKind, PlaceStanding, Verdict};
use dunlin_results::{ErrorKind, SourcePlace};
use dunlin_target::{Category, Loss, RuledOut, Standing};
use std::collections::{BTreeMap, BTreeSet};

/// What the table is made of.
pub struct Made<'r> {
    pub program: &'r Program,
    pub scoped: &'r Scoped,
    pub inner: &'r Inner,
    /// In the order of `inner.errors`.
    pub errors: &'r [ReportedError],
    /// Leaks were looked for.
    pub leaks: bool,
    /// Why not every path was explored, if that is so.
    pub incomplete: Option<String>,
}

/// A row for each place of the source and what can go wrong there; equal places of the program are one.
pub fn table(made: &Made<'_>) -> Vec<PlaceEntry> {
    let mut rows: BTreeMap<(PlaceKey, PlaceKind), PlaceEntry> = BTreeMap::new();
    let errors = errors_at(made.program, made.inner, &made.scoped.places);
    for (&at, (category, standing)) in &made.scoped.places.all {
        let entry = made.entry(at, *category, standing, errors.get(&at));
        let key = (PlaceKey::of(&entry), entry.kind);
        match rows.get_mut(&key) {
            None => {
                rows.insert(key, entry);
            }
            Some(known) => join(known, entry),
        }
    }
    let mut rows: Vec<PlaceEntry> = rows.into_values().collect();
    rows.extend(made.leaks());
    rows
}

/// Rows of the program before those of the library, by line.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct PlaceKey {
    library: bool,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    function: String,
}

impl PlaceKey {
    fn of(entry: &PlaceEntry) -> PlaceKey {
        PlaceKey {
            library: entry.library,
            file: entry.file.clone(),
            line: entry.line,
            column: entry.column,
            function: entry.function.clone(),
        }
    }
}

/// The worse of both is what is said of them.
fn join(known: &mut PlaceEntry, other: PlaceEntry) {
    let count = known.count + other.count;
    if other.standing > known.standing {
        *known = other;
    }
    known.count = count;
}

impl Made<'_> {
    fn entry(
        &self,
        at: Point,
        category: Category,
        standing: &Standing,
        errors: Option<&BTreeSet<ErrorKey>>,
    ) -> PlaceEntry {
        let module = &self.program.module;
        let kind = match category {
            Category::Assertion | Category::Unreachable => PlaceKind::Assertion,
            Category::Memory => PlaceKind::Memory,
            Category::Overflow => PlaceKind::Overflow,
        };
        let numbers = errors
            .into_iter()
            .flatten()
            .filter_map(|error| self.inner.errors.keys().position(|known| known == error));
        let found: Vec<&ReportedError> =
            numbers.filter_map(|number| self.errors.get(number)).collect();
        let shown = found.iter().find(|error| error.entry.confirmed).or(found.first());
        let (standing, by, test) = match (standing, shown) {
            (_, Some(error)) => refuted(error),
            (Standing::RuledOut(by), None) => (PlaceStanding::Proved, by_words(*by), None),
            (Standing::Open(losses), None) => match &self.incomplete {
                None => (PlaceStanding::Proved, "every path there was explored".into(), None),
                Some(why) => (PlaceStanding::Open, blocked(module, losses, why), None),
            },
        };
        let func = module.func(at.func);
        let pos = func.pos_at(at.block, at.index).or(func.pos).filter(|_| !func.runtime);
        let file = |pos: Pos| module.file(pos.file).name.clone();
        PlaceEntry {
            kind,
            standing,
            by,
            file: pos.map(file),
            line: pos.map(|pos| pos.line),
            column: pos.map(|pos| pos.column).filter(|&column| column > 0),
            function: func.name.clone(),
            library: func.runtime,
            count: 1,
            test,
        }
    }

    /// Leaks belong to no instruction: one row where each is allocated, and one if there are none.
    fn leaks(&self) -> Vec<PlaceEntry> {
        if !self.leaks {
            return Vec::new();
        }
        let is_leak = |error: &&ReportedError| error.report.kind == ErrorKind::MemoryLeak;
        let row = |place: Option<&SourcePlace>, (standing, by, test)| {
            let position = place.and_then(|place| place.position.as_ref());
            PlaceEntry {
                kind: PlaceKind::Leak,
                standing,
                by,
                file: position.map(|at| at.file.to_string()),
                line: position.map(|at| at.line),
                column: position.map(|at| at.column).filter(|&column| column > 0),
                function: place.map_or_else(String::new, |place| place.function.to_string()),
                library: false,
                count: 1,
                test,
            }
        };
        let found = self.errors.iter().filter(is_leak);
        let mut rows: Vec<PlaceEntry> =
            found.map(|error| row(error.report.place(), refuted(error))).collect();
        if rows.is_empty() {
            rows.push(match &self.incomplete {
                None => row(None, (PlaceStanding::Proved, "every path was explored".into(), None)),
                Some(why) => row(None, (PlaceStanding::Open, why.clone(), None)),
            });
        }
        rows
    }
}

/// An error counts if a native run has shown it.
fn refuted(error: &ReportedError) -> (PlaceStanding, String, Option<String>) {
    let kind = error.report.kind.name();
    let test = error.entry.test.clone();
    match &error.native {
        NativeRun::Confirms(_) => {
            (PlaceStanding::Refuted, format!("{kind}, confirmed by a native run"), test)
        }
        NativeRun::DoesNot(why) => {
            let by = format!("{kind} is possible, but a native run does not show it: {why}");
            (PlaceStanding::Open, by, test)
        }
        NativeRun::NotTried => {
            let by = format!("{kind} is possible, and was not confirmed by a native run");
            (PlaceStanding::Open, by, test)
        }
    }
}

fn by_words(by: RuledOut) -> String {
    match by {
        RuledOut::Backward => "by contradiction on every backward path".to_string(),
        RuledOut::Precondition => "by weakest precondition".to_string(),
    }
}

/// What stands in the way of an answer.
fn blocked(module: &Module, losses: &[Loss], incomplete: &str) -> String {
    match losses.first() {
        None => incomplete.to_string(),
        Some(loss) => format!("{incomplete}; backward, {}", loss_in_words(module, *loss)),
    }
}

fn loss_in_words(module: &Module, loss: Loss) -> String {
    let what = match loss {
        Loss::Unwound(_) => "the rounds of a loop have no bound",
        Loss::Recursion(_) => "a recursion has no bound",
        Loss::NoBody(func) => return format!("`{}` has no body", module.func(func).name),
        Loss::Unsupported(_) => "something has no condition",
        Loss::Address(_) => "an address is used as a number",
        Loss::Disguise(_) => "a number is used as a pointer, or a pointer as a number",
        Loss::Unexpected(_) => "an access has no known object",
    };
    let pos = loss.at().and_then(|at| module.pos(at));
    match pos {
        Some(pos) => format!("{what} ({})", module.show_pos(pos)),
        None => what.to_string(),
    }
}

/// The verdict about all rows, and how many are proved, refuted and open, as a sentence.
pub fn verdict(rows: &[PlaceEntry]) -> (Verdict, String) {
    let count = |standing| {
        let of = rows.iter().filter(|row| row.standing == standing);
        of.map(|row| row.count).sum::<u64>()
    };
    let (refuted, open) = (count(PlaceStanding::Refuted), count(PlaceStanding::Open));
    let verdict = match (refuted, open) {
        (0, 0) => Verdict::Proved,
        (0, _) => Verdict::Open,
        _ => Verdict::Refuted,
    };
    if rows.is_empty() {
        return (verdict, "nothing can go wrong".to_string());
    }
    let parts = [(count(PlaceStanding::Proved), "proved"), (refuted, "refuted"), (open, "open")];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let all = rows.iter().map(|row| row.count).sum();
    (verdict, format!("of {} that could go wrong: {}", counted(all, "place"), parts.join(", ")))
}
