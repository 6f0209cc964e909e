//! The programs of `benches/backward`: each source with the macros that make it one program.

use anyhow::{Context, Result};

/// A source.
pub struct Source {
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! source {
    ($name:literal) => {
        Source { name: $name, text: include_str!(concat!("../../backward/", $name, ".c")) }
    };
}

/// One program with a target, and whether an input reaches it; the source says which, or why none does.
pub struct Targeted {
    pub source: &'static Source,
    pub define: &'static str,
    pub reachable: bool,
}

/// One program that has a memory error or none.
pub struct Erroneous {
    pub source: &'static Source,
    pub bug: Bug,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bug {
    Right,
    OutOfBounds,
    NullDereference,
    DoubleFree,
    UseAfterFree,
    Leak,
}

static FIGURE_1: Source = source!("figure1");
static SERVER: Source = source!("server");
static MEMORY: [Source; 4] =
    [source!("singly"), source!("doubly"), source!("tree"), source!("lockfree")];

/// The variants of the server whose target can be reached, and those whose target cannot.
const REACHED: [&str; 8] = [
    "VARIANT=1",
    "VARIANT=2",
    "VARIANT=3",
    "VARIANT=4",
    "VARIANT=5",
    "VARIANT=6",
    "VARIANT=7",
    "VARIANT=8",
];
const NEVER: [&str; 9] = [
    "VARIANT=21",
    "VARIANT=22",
    "VARIANT=23",
    "VARIANT=24",
    "VARIANT=25",
    "VARIANT=26",
    "VARIANT=27",
    "VARIANT=28",
    "VARIANT=29",
];

pub fn targeted() -> Vec<Targeted> {
    let of = |source, reachable| move |define| Targeted { source, define, reachable };
    let mut programs: Vec<Targeted> =
        ["BOUND=1000", "BOUND=100000"].into_iter().map(of(&FIGURE_1, true)).collect();
    programs.extend(REACHED.into_iter().map(of(&SERVER, true)));
    programs.extend(NEVER.into_iter().map(of(&SERVER, false)));
    programs
}

pub fn erroneous() -> Vec<Erroneous> {
    let bugs = |source| Bug::ALL.map(|bug| Erroneous { source, bug });
    MEMORY.iter().flat_map(bugs).collect()
}

impl Source {
    pub fn file(&self) -> String {
        format!("{}.c", self.name)
    }

    /// The line that ends with a comment.
    pub fn line_with(&self, comment: &str) -> Result<u64> {
        let marked = |line: &str| line.trim_end().ends_with(&format!("// {comment}"));
        let index = self.text.lines().position(marked);
        Ok(1 + index.with_context(|| format!("{} has no '// {comment}'", self.name))? as u64)
    }

    /// The target of the command line.
    pub fn target(&self) -> Result<String> {
        Ok(format!("{}:{}", self.file(), self.line_with("target")?))
    }
}

impl Targeted {
    /// As in `server-3`.
    pub fn name(&self) -> String {
        let (_, value) = self.define.split_once('=').unwrap_or(("", self.define));
        format!("{}-{value}", self.source.name)
    }
}

impl Bug {
    pub const ALL: [Bug; 6] = [
        Bug::Right,
        Bug::OutOfBounds,
        Bug::NullDereference,
        Bug::DoubleFree,
        Bug::UseAfterFree,
        Bug::Leak,
    ];

    /// The macro that makes it.
    pub fn define(self) -> &'static str {
        match self {
            Bug::Right => "BUG=RIGHT",
            Bug::OutOfBounds => "BUG=OUT_OF_BOUNDS",
            Bug::NullDereference => "BUG=NULL_DEREFERENCE",
            Bug::DoubleFree => "BUG=DOUBLE_FREE",
            Bug::UseAfterFree => "BUG=USE_AFTER_FREE",
            Bug::Leak => "BUG=LEAK",
        }
    }

    /// How Dunlin calls it; a source has one of an out-of-bounds error's two kinds.
    pub fn kinds(self) -> &'static [&'static str] {
        match self {
            Bug::Right => &[],
            Bug::OutOfBounds => &["out-of-bounds-read", "out-of-bounds-write"],
            Bug::NullDereference => &["null-dereference"],
            Bug::DoubleFree => &["double-free"],
            Bug::UseAfterFree => &["use-after-free"],
            Bug::Leak => &["memory-leak"],
        }
    }
}

impl Erroneous {
    /// As in `tree-double-free`.
    pub fn name(&self) -> String {
        format!("{}-{}", self.source.name, self.error().map_or("right", |(kind, _)| kind))
    }

    /// Kind and line of the error; none in the right program.
    pub fn error(&self) -> Option<(&'static str, u64)> {
        self.bug.kinds().iter().find_map(|&kind| Some((kind, self.source.line_with(kind).ok()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_and_every_error_has_its_line() {
        for program in targeted() {
            assert!(program.source.target().is_ok());
            let (name, value) = program.define.split_once('=').unwrap();
            assert!(program.source.text.contains(&format!("#define {name}")));
            assert!(name != "VARIANT" || program.source.text.contains(&format!("GOAL({value}, ")));
        }
        for program in erroneous() {
            assert!(program.source.target().is_ok());
            assert_eq!(program.error().is_none(), program.bug == Bug::Right, "{}", program.name());
        }
    }

    #[test]
    fn names_differ() {
        let mut names: Vec<String> = targeted().iter().map(Targeted::name).collect();
        names.extend(erroneous().iter().map(Erroneous::name));
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
