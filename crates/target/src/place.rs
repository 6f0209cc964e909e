//! What a user names as a target, and the points of the program that it means.
//!
//! A target is a line of a source file or a function. A line means every copy of its code: in
//! functions that it was inlined into, in each file that a header is included by, in each piece that
//! the compiler cut it into. Only code of the program counts, never that of Dunlin's own runtime.
//!
//! Errors are for people: each says what is there instead.

mod files;
mod functions;
mod lines;
mod removed;
#[cfg(test)]
mod tests;

use dunlin_ir::regions::FunctionRegions;
use dunlin_ir::{FuncId, Module, Point};
use std::fmt;
use std::str::FromStr;

/// What a user wrote.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Spec {
    Line { file: String, line: u32 },
    Function(String),
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Line { file, line } => write!(f, "{file}:{line}"),
            Spec::Function(name) => f.write_str(name),
        }
    }
}

/// Why a text names no target.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    #[error("a target is FILE:LINE or the name of a function, not empty")]
    Empty,
    #[error("no file before the colon in the target `{0}`: write FILE:LINE")]
    NoFile(String),
    #[error(
        "`{number}` in the target `{text}` is not a line number: write FILE:LINE; lines count from 1"
    )]
    BadLine { text: String, number: String },
    #[error("the target `{0}` is a file without a line: write {0}:LINE, or the name of a function")]
    NoLine(String),
}

/// How the names of source files end, which a function's does not.
const SOURCE_ENDINGS: [&str; 8] = [".c", ".h", ".cc", ".cpp", ".hpp", ".rs", ".ll", ".bc"];

impl FromStr for Spec {
    type Err = SpecError;

    /// `FILE:LINE`, `FILE:LINE:COLUMN` (the column is not looked at) or a function.
    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(SpecError::Empty);
        }
        let Some((before, last)) = text.rsplit_once(':') else {
            let is_file =
                text.contains('/') || SOURCE_ENDINGS.iter().any(|end| text.ends_with(end));
            return match is_file {
                true => Err(SpecError::NoLine(text.into())),
                false => Ok(Spec::Function(text.into())),
            };
        };
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let (file, number) = match before.rsplit_once(':') {
            Some((file, number)) if is_number(number) && is_number(last) => (file, number),
            _ => (before, last),
        };
        if file.is_empty() {
            return Err(SpecError::NoFile(text.into()));
        }
        match number.parse() {
            Ok(line) if line > 0 && is_number(number) => Ok(Spec::Line { file: file.into(), line }),
            _ => Err(SpecError::BadLine { text: text.into(), number: number.into() }),
        }
    }
}

/// A target in the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub spec: Spec,
    /// For a person: `parse.c:118`, or the name of a function.
    pub name: String,
    /// Where execution passes the target, in program order, in every copy of it. Empty only for code
    /// that the compiler removed, and for a function without a body that is called through pointers
    /// alone.
    pub points: Vec<Point>,
    /// The lines with code that the points are on, with files as in `SourceFile::name`: the line of
    /// a line target, the lines of the calls of a function without a body. Empty for a function with
    /// a body.
    pub lines: Vec<(String, u32)>,
    /// The name, if the target is a function.
    pub function: Option<String>,
    /// Those that hold points, in ascending order.
    pub functions: Vec<FuncId>,
    /// What a person should know: that the line was moved, that the name is not unique, that not
    /// every way to the target can be seen.
    pub note: Option<String>,
    /// Every way to the target leads over one of `points`. False if the target is a function without
    /// a body whose address is taken: calls through pointers are not among the points.
    pub complete: bool,
    /// The compiler made no code for it.
    pub removed: Option<Removed>,
}

/// Who removed the code of a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removed {
    /// clang has seen that no path can lead there: a constant condition, code behind a return.
    NoPath,
    /// LLVM's passes left nothing of it.
    Optimised,
}

/// Why a target is not in the program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlaceError {
    #[error("no code comes from a file `{file}`; files here: {}", listed(known))]
    UnknownFile { file: String, known: Vec<String> },
    #[error("`{file}` may be any of {}: write more of the path", listed(candidates))]
    AmbiguousFile { file: String, candidates: Vec<String> },
    #[error("no line {line} in {file}: it has {}", counted(*lines))]
    BeyondFile { file: String, line: u32, lines: u32 },
    /// The file cannot be read, so its length is not known.
    #[error("no code at or after line {line} of {file}: its last line with code is {last}")]
    BeyondCode { file: String, line: u32, last: u32 },
    #[error("no code at or after line {line} of {file} in a function; {nearest}")]
    NoCode { file: String, line: u32, nearest: String },
    #[error(
        "no code at line {line} of {file}: the compiler made none for it; \
         the next line with code in `{function}` is {next}"
    )]
    NothingThere { file: String, line: u32, function: String, next: u32 },
    #[error("no function `{name}`; {}functions here: {}", meant(similar), listed(known))]
    UnknownFunction { name: String, similar: Vec<String>, known: Vec<String> },
    #[error("the program never calls `{0}`, which has no code of its own in it")]
    NeverCalled(String),
}

/// What is known of the regions of the program's sources; asked only for lines without code, or with
/// nothing but jumps.
pub type Regions<'r> = &'r dyn Fn() -> Vec<FunctionRegions>;

/// The points of a target.
pub fn resolve(module: &Module, spec: &Spec, regions: Regions<'_>) -> Result<Place, PlaceError> {
    match spec {
        Spec::Line { file, line } => lines::resolve(module, spec, file, *line, regions),
        Spec::Function(name) => functions::resolve(module, spec, name),
    }
}

/// All points of a target: of a line not only those where execution comes to it, but the whole of its code.
pub fn whole(module: &Module, place: &Place) -> Vec<Point> {
    let mut points = place.points.clone();
    if matches!(place.spec, Spec::Line { .. }) {
        let is_on = |(file, line): &(String, u32), pos: &dunlin_ir::Pos| {
            *line == pos.line && *file == module.file(pos.file).name
        };
        let on_line = lines::code(module)
            .filter(|(_, pos)| place.lines.iter().any(|line| is_on(line, pos)))
            .map(|(point, _)| point);
        points.extend(on_line);
    }
    points.sort_unstable();
    points.dedup();
    points
}

/// How many names a message lists.
const LISTED: usize = 12;

pub(crate) fn listed(names: &[String]) -> String {
    match names.len() {
        0 => "none".into(),
        count if count <= LISTED => names.join(", "),
        count => format!("{} and {} more", names[..LISTED].join(", "), count - LISTED),
    }
}

fn counted(lines: u32) -> String {
    if lines == 1 { "1 line".into() } else { format!("{lines} lines") }
}

fn meant(similar: &[String]) -> String {
    if similar.is_empty() {
        String::new()
    } else {
        format!("did you mean {}? ", similar.join(", "))
    }
}
