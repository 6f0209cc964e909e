//! Places in the source.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A line of a source file. The texts are shared: a stack that overflows has hundreds of thousands of places.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Position {
    /// As the compiler names it.
    pub file: Arc<str>,
    pub line: u32,
    /// Zero if it is not known.
    pub column: u32,
}

/// `a.c:7:3`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { file, line, column } = self;
        match column {
            0 => write!(f, "{file}:{line}"),
            column => write!(f, "{file}:{line}:{column}"),
        }
    }
}

/// A place in a function.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct SourcePlace {
    pub function: Arc<str>,
    pub position: Option<Position>,
    /// In Dunlin's runtime library rather than in the program.
    pub runtime: bool,
}

/// ``a.c:7:3 in `main` ``.
impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.position {
            Some(position) => write!(f, "{position} in `{}`", self.function),
            None => write!(f, "`{}`", self.function),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_words() {
        let position = |column| Position { file: "a.c".into(), line: 7, column };
        assert_eq!(position(0).to_string(), "a.c:7");
        let mut place =
            SourcePlace { function: "main".into(), position: Some(position(3)), runtime: false };
        assert_eq!(place.to_string(), "a.c:7:3 in `main`");
        let json = serde_json::to_string(&place).unwrap();
        assert_eq!(serde_json::from_str::<SourcePlace>(&json).unwrap(), place);
        place.position = None;
        assert_eq!(place.to_string(), "`main`");
    }
}
