//! Preprocessed sources say with markers which file and line their text comes from, as in `# 12 "a.c" 2`, and debug
//! information names these places. A witness is about the file that was given: this is the way back.

use dunlin_results::Position;
use std::collections::HashMap;

/// Where lines of other files stand in a preprocessed source.
pub struct Markers {
    file: String,
    /// The first line that has the text of a line of another file.
    lines: HashMap<(String, u32), u32>,
}

impl Markers {
    pub fn new(file: &str, text: &str) -> Markers {
        let mut lines = HashMap::new();
        let mut origin: Option<(String, u32)> = None;
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(marked) = marker(line) {
                origin = Some(marked);
            } else if let Some(origin) = &mut origin {
                lines.entry(origin.clone()).or_insert(number);
                origin.1 += 1;
            }
        }
        Markers { file: file.to_string(), lines }
    }

    /// Where the text of a place of another file stands here. Lines are copied as they are, but for macros.
    pub fn place(&self, at: &Position) -> Option<Position> {
        let line = *self.lines.get(&(at.file.to_string(), at.line))?;
        Some(Position { file: self.file.as_str().into(), line, column: at.column })
    }
}

/// The file and the line that a marker names for the line behind it.
fn marker(line: &str) -> Option<(String, u32)> {
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let (number, rest) = rest.split_once(' ')?;
    let file = rest.trim_start().strip_prefix('"')?.split('"').next()?;
    Some((file.to_string(), number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_other_files_are_found_again() {
        let text = "int before;\n# 1 \"a.c\"\n# 1 \"<built-in>\" 1\n# 2 \"a.c\" 2\nint x;\nint y;\n#line 9 \"b.h\"\nint z;\n";
        let markers = Markers::new("a.i", text);
        let place = |file: &str, line| {
            let at = Position { file: file.into(), line, column: 5 };
            markers.place(&at).map(|found| (found.file.to_string(), found.line, found.column))
        };
        assert_eq!(place("a.c", 2), Some(("a.i".to_string(), 5, 5)));
        assert_eq!(place("a.c", 3), Some(("a.i".to_string(), 6, 5)));
        assert_eq!(place("b.h", 9), Some(("a.i".to_string(), 8, 5)));
        assert_eq!((place("a.c", 4), place("a.i", 1)), (None, None));
    }
}
