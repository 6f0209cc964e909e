//! The files that a program was written in, and who may show them.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourceFile {
    /// As the compiler was given it.
    pub name: String,
    /// The compilation directory that `name` is relative to; may be empty.
    pub directory: String,
    /// Part of Dunlin's own runtime, not of the program.
    pub runtime: bool,
    pub text: SourceText,
}

/// Where the text of a source file can be read. Its name comes out of the program, which is not trusted:
/// whoever loads it finds out, so that nobody shows a file that the compiler was not to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum SourceText {
    /// Below the compilation directory.
    #[default]
    InDirectory,
    /// By its name alone.
    AsNamed,
    Nowhere,
}

impl SourceFile {
    /// Finds out where the text is, among the files that `permits` says yes to.
    pub fn locate_text(&mut self, permits: impl Fn(&Path) -> bool) {
        let readable = |path: &Path| path.is_file() && permits(path);
        self.text = if readable(&self.full_path()) {
            SourceText::InDirectory
        } else if readable(Path::new(&self.name)) {
            SourceText::AsNamed
        } else {
            SourceText::Nowhere
        };
    }

    /// The text, if it may be read and is still there.
    pub fn read_text(&self) -> Option<Vec<u8>> {
        let path = match self.text {
            _ if self.runtime => return None,
            SourceText::InDirectory => self.full_path(),
            SourceText::AsNamed => PathBuf::from(&self.name),
            SourceText::Nowhere => return None,
        };
        // Anything else may never end.
        if path.is_file() { std::fs::read(path).ok() } else { None }
    }

    /// Whether there is such a file, though its text was not to be read.
    pub fn is_withheld(&self) -> bool {
        !self.runtime && self.text == SourceText::Nowhere && self.full_path().is_file()
    }

    fn full_path(&self) -> PathBuf {
        Path::new(&self.directory).join(&self.name)
    }
}
