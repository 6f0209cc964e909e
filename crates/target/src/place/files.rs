//! Which of the program's source files a path means, and how long a file is.

use super::{PlaceError, lines};
use dunlin_ir::{FileId, Module, SourceFile};
use std::collections::BTreeMap;

/// The entries of the file table that `path` means: one file, which may have several entries.
pub fn find(module: &Module, path: &str) -> Result<Vec<FileId>, PlaceError> {
    let files = with_code(module);
    let wanted = normalised(path);
    // A path that climbs out of the current folder says only its end.
    let end: Vec<&str> =
        wanted.split('/').skip_while(|&part| part == ".." || part.is_empty()).collect();
    let same_name = |file: &SourceFile| file.name == path || normalised(&file.name) == wanted;
    let same_path = |file: &SourceFile| full_path(file) == wanted;
    let same_end = |file: &SourceFile| {
        let full = full_path(file);
        let parts: Vec<&str> = full.split('/').collect();
        !wanted.starts_with('/') && !end.is_empty() && parts.ends_with(&end)
    };
    let rules: [&dyn Fn(&SourceFile) -> bool; 3] = [&same_name, &same_path, &same_end];
    for rule in rules {
        // By full path: entries that name one file in different ways are one candidate.
        let mut found: BTreeMap<String, Vec<FileId>> = BTreeMap::new();
        for &id in files.iter().filter(|&&id| rule(module.file(id))) {
            found.entry(full_path(module.file(id))).or_default().push(id);
        }
        if found.len() > 1 {
            let candidates = found.into_keys().collect();
            return Err(PlaceError::AmbiguousFile { file: path.into(), candidates });
        }
        if let Some((_, ids)) = found.pop_first() {
            return Ok(ids);
        }
    }
    let mut known: Vec<String> = files.iter().map(|&id| module.file(id).name.clone()).collect();
    known.sort();
    known.dedup();
    Err(PlaceError::UnknownFile { file: path.into(), known })
}

/// The files of the program that instructions come from.
fn with_code(module: &Module) -> Vec<FileId> {
    let mut has_code = vec![false; module.files.len()];
    for (_, pos) in lines::code(module) {
        has_code[pos.file.index()] = true;
    }
    let files = (0..module.files.len()).map(FileId::new);
    files.filter(|&id| has_code[id.index()] && !module.file(id).runtime).collect()
}

/// How many lines the file has, if it can be read.
pub fn length(file: &SourceFile) -> Option<u32> {
    let text = file.read_text()?;
    let ends = text.iter().filter(|&&byte| byte == b'\n').count();
    let rest = usize::from(text.last().is_some_and(|&byte| byte != b'\n'));
    u32::try_from(ends + rest).ok()
}

fn full_path(file: &SourceFile) -> String {
    if file.directory.is_empty() || file.name.starts_with('/') {
        normalised(&file.name)
    } else {
        normalised(&format!("{}/{}", file.directory, file.name))
    }
}

/// Without `.` and empty parts, and with `..` taken back where there is something before it.
fn normalised(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|&last| last != "..") => {
                parts.pop();
            }
            ".." if path.starts_with('/') => {}
            part => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::normalised;

    #[test]
    fn paths() {
        for (path, expected) in [
            ("a.c", "a.c"),
            ("./a/b.c", "a/b.c"),
            ("a//b/../c.c", "a/c.c"),
            ("../a.c", "../a.c"),
            ("../../a/../b.c", "../../b.c"),
            ("/../a/./b.c", "/a/b.c"),
        ] {
            assert_eq!(normalised(path), expected, "{path}");
        }
    }
}
