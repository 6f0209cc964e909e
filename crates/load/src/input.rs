//! Finds out what an input file is, by its content first and its name second, and takes it apart
//! into C sources and modules.

use crate::embedded;
use crate::error::LoadError;
use dunlin_llvm::{Form, ModuleBytes, is_bitcode};
use object::read::archive::ArchiveFile;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file that the user has given.
#[derive(Debug)]
pub struct Input {
    pub path: PathBuf,
    pub bytes: Vec<u8>,
}

/// A part of the program, in the order of the inputs.
#[derive(Debug)]
pub(crate) enum Part {
    /// To be compiled by clang.
    Source(PathBuf),
    Module(ModuleBytes),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Source,
    Module(Form),
    Elf,
    Archive,
    Unknown,
}

impl Input {
    pub fn read(path: &Path) -> Result<Input, LoadError> {
        Ok(Input { path: path.to_owned(), bytes: read(path)? })
    }

    /// Whether it is of a kind that LLVM programs are made of.
    pub(crate) fn is_known(&self) -> bool {
        kind_of(&self.path, &self.bytes) != Kind::Unknown
    }

    /// The parts of an input of such a kind.
    pub(crate) fn parts(&self) -> Result<Vec<Part>, LoadError> {
        let Input { path, bytes } = self;
        let name = path.display().to_string();
        let modules = match kind_of(path, bytes) {
            Kind::Source => return Ok(vec![Part::Source(path.clone())]),
            Kind::Module(form) => vec![ModuleBytes { name, bytes: bytes.clone(), form }],
            Kind::Elf => embedded::modules_of_elf(&name, path, bytes)?,
            Kind::Archive => embedded::modules_of_archive(&name, path, bytes)?,
            Kind::Unknown => return Err(LoadError::UnknownFormat { path: path.clone() }),
        };
        Ok(modules.into_iter().map(Part::Module).collect())
    }
}

pub(crate) fn is_elf(bytes: &[u8]) -> bool {
    bytes.starts_with(&object::elf::ELFMAG)
}

fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    let owned = || path.to_owned();
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => LoadError::NotFound { path: owned() },
        _ => LoadError::Unreadable { path: owned(), reason: reason(&error) },
    };
    let metadata = fs::metadata(path).map_err(failed)?;
    if metadata.is_dir() {
        return Err(LoadError::Directory { path: owned() });
    }
    // A device or a pipe may never end.
    if !metadata.is_file() {
        return Err(LoadError::NotAFile { path: owned() });
    }
    let bytes = fs::read(path).map_err(failed)?;
    if bytes.is_empty() { Err(LoadError::Empty { path: owned() }) } else { Ok(bytes) }
}

/// What the operating system says, without the error number that Rust adds.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

fn kind_of(path: &Path, bytes: &[u8]) -> Kind {
    if is_bitcode(bytes) {
        return Kind::Module(Form::Bitcode);
    }
    if is_elf(bytes) {
        return Kind::Elf;
    }
    if ArchiveFile::parse(bytes).is_ok() {
        return Kind::Archive;
    }
    if bytes.contains(&0) {
        return Kind::Unknown;
    }
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension {
        Some("ll") => Kind::Module(Form::Assembly),
        Some("c" | "i") => Kind::Source,
        _ if looks_like_assembly(bytes) => Kind::Module(Form::Assembly),
        _ => Kind::Unknown,
    }
}

/// Whether the first line that is not a comment starts like one of a module that LLVM has printed.
fn looks_like_assembly(bytes: &[u8]) -> bool {
    const STARTS: [&str; 10] = [
        "source_filename",
        "target ",
        "define ",
        "declare ",
        "@",
        "%",
        "$",
        "!",
        "module asm",
        "attributes #",
    ];
    let text = String::from_utf8_lossy(bytes);
    text.lines()
        .map(str::trim_start)
        .find(|line| !line.is_empty() && !line.starts_with(';'))
        .is_some_and(|line| STARTS.iter().any(|start| line.starts_with(start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_before_the_name() {
        let kind = |name: &str, bytes: &[u8]| kind_of(Path::new(name), bytes);
        assert_eq!(kind("a.c", b"int x;"), Kind::Source);
        assert_eq!(kind("a.c", b"BC\xC0\xDE...."), Kind::Module(Form::Bitcode));
        assert_eq!(kind("a.ll", b"\xDE\xC0\x17\x0B"), Kind::Module(Form::Bitcode));
        assert_eq!(kind("a.bc", b"; hello\n\ndefine i32 @f() {"), Kind::Module(Form::Assembly));
        assert_eq!(kind("a.c", b"\x7fELF\x02"), Kind::Elf);
        assert_eq!(kind("a.c", b"!<arch>\n"), Kind::Archive);
        assert_eq!(kind("notes.txt", b"hello"), Kind::Unknown);
        assert_eq!(kind("a.c", b"int\0x"), Kind::Unknown);
        assert_eq!(kind("a.bc", b"; only a comment"), Kind::Unknown);
    }
}
