//! What the loader, clang and the tools behind it may read: what the user has named, and what belongs to
//! the compiler. Sources decide what is opened, so that their word does not count.
//!
//! Named are: the inputs and the folders that they lie in, files and folders in options for clang, and
//! what `--allow-read` adds. A folder stands for all that is below it, unless it holds more than
//! programs: of the root, a home, a temporary folder and the like, only files beside the source that
//! look like C are readable.

use crate::compiler::toolchain;
use crate::options::LoadOptions;
use dunlin_ir::Module;
use dunlin_sandbox::{Access, ConfinedLimits};
use std::fs;
use std::path::{Path, PathBuf};

/// Options that a path follows, in the same argument or in the next.
const JOINED_OR_NEXT: &[&str] = &[
    "-I",
    "-F",
    "-L",
    "-B",
    "-T",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-isysroot",
    "-iframework",
    "-iwithsysroot",
    "-ivfsoverlay",
    "-include-pch",
    "-resource-dir",
    "--sysroot",
    "--include-directory",
    "--include",
    "--embed-dir",
    "--library-directory",
    "--gcc-toolchain",
    "--gcc-install-dir",
    "--config",
];

/// Options that a path follows after an equals sign.
const JOINED: &[&str] = &[
    "-fmodule-map-file=",
    "-fmodule-file=",
    "-fprofile-use=",
    "-fprofile-instr-use=",
    "-fprofile-sample-use=",
    "-fprofile-list=",
    "-fprofile-remapping-file=",
    "-fsanitize-ignorelist=",
    "-fsanitize-system-ignorelist=",
    "-fsanitize-coverage-allowlist=",
    "-fsanitize-coverage-ignorelist=",
    "-fplugin=",
    "-fpass-plugin=",
    "-fxray-attr-list=",
    "-fopenmp-host-ir-file-path=",
    "-fembed-offload-object=",
];

/// Arguments that stand before one for another part of the compiler.
const PASSED_ON: &[&str] = &["-Xclang", "-Xpreprocessor", "-Xlinker", "-Xassembler", "-mllvm"];
const PASSED_ON_LISTS: &[&str] = &["-Wp,", "-Wl,", "-Wa,"];

/// Options whose next argument is not a path to read.
const TAKES_NEXT: &[&str] = &["-D", "-U", "-x", "-o", "-target", "-arch", "-MF", "-MT", "-MQ"];

/// Folders that hold more than programs, beside homes and temporary folders.
const SHARED: &[&str] = &[
    "/", "/boot", "/dev", "/etc", "/home", "/media", "/mnt", "/opt", "/proc", "/root", "/run",
    "/srv", "/sys", "/tmp", "/usr", "/var", "/var/tmp", "/dev/shm",
];

/// What files look like that C sources include from beside them.
const INCLUDED: &[&str] = &["c", "h", "i", "inc", "inl", "def", "tbl", "x", "ll", "bc", "o", "a"];

/// How deep response files may name others; clang has a limit as well.
const RESPONSE_DEPTH: usize = 8;

/// What a load may read and write.
pub(crate) fn of_load(options: &LoadOptions, scratch: &Path) -> Access {
    let mut access = of_build(options, &[], scratch);
    for input in &options.inputs {
        let folder = input.parent().filter(|folder| !folder.as_os_str().is_empty());
        add_folder(folder.unwrap_or(Path::new(".")), &mut access.read);
        access.read.push(input.clone());
    }
    access
}

/// What compiling and linking without the sources may read and write.
pub(crate) fn of_build(options: &LoadOptions, link_args: &[String], scratch: &Path) -> Access {
    let mut access = toolchain(options).access();
    let args: Vec<String> = options.clang_args.iter().chain(link_args).cloned().collect();
    for path in named_by(&args, RESPONSE_DEPTH) {
        if path.is_dir() {
            add_folder(&path, &mut access.read);
        } else {
            access.read.push(path);
        }
    }
    // What the user allows may also be part of the compiler.
    access.execute.extend(options.allow_read.iter().cloned());
    access.write.push(scratch.to_owned());
    access
}

/// Finds the texts of source files that a load may read. The parent does it: what a loader says that was
/// taken over does not count.
pub(crate) fn locate_texts(options: &LoadOptions, module: &mut Module) {
    let Access { read, execute, .. } = of_load(options, Path::new(""));
    let places: Vec<PathBuf> =
        read.iter().chain(&execute).filter_map(|path| fs::canonicalize(path).ok()).collect();
    let permits = |path: &Path| {
        fs::canonicalize(path).is_ok_and(|real| places.iter().any(|place| real.starts_with(place)))
    };
    for file in module.files.iter_mut().filter(|file| !file.runtime) {
        file.locate_text(permits);
    }
}

pub(crate) fn limits(options: &LoadOptions) -> ConfinedLimits {
    /// An object of this size does not come from a source that a person wrote.
    const FILE_BYTES: u64 = 1 << 30;
    ConfinedLimits {
        memory_bytes: options.limits.memory_bytes,
        cpu_time: options.limits.time,
        file_bytes: FILE_BYTES,
    }
}

/// The folder, or what is left of one that holds more than programs.
fn add_folder(folder: &Path, read: &mut Vec<PathBuf>) {
    let Ok(real) = fs::canonicalize(folder) else { return };
    if !is_shared(&real) {
        read.push(folder.to_owned());
        return;
    }
    for entry in fs::read_dir(&real).into_iter().flatten().flatten() {
        let path = entry.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        // A link could lead anywhere.
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && extension.is_some_and(|extension| INCLUDED.contains(&extension)) {
            read.push(path);
        }
    }
}

fn is_shared(real: &Path) -> bool {
    let same = |other: &Path| fs::canonicalize(other).is_ok_and(|other| other == real);
    // A home, and whatever holds it.
    let home = std::env::home_dir().and_then(|home| fs::canonicalize(home).ok());
    SHARED.iter().any(|place| same(Path::new(place)))
        // Our own is below the user's.
        || std::env::temp_dir().ancestors().take(2).any(same)
        || home.is_some_and(|home| home.starts_with(real))
        || real.parent() == Some(Path::new("/home"))
}

/// The paths that arguments of clang name.
fn named_by(args: &[String], depth: usize) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    let mut args = args.iter().filter(|arg| !PASSED_ON.contains(&arg.as_str()));
    while let Some(arg) = args.next() {
        if let Some(file) = arg.strip_prefix('@') {
            paths.push(PathBuf::from(file));
            let text = fs::read_to_string(file).unwrap_or_default();
            if depth > 0 {
                paths.extend(named_by(&words(&text), depth - 1));
            }
        } else if let Some(list) = PASSED_ON_LISTS.iter().find_map(|start| arg.strip_prefix(start))
        {
            let inner: Vec<String> = list.split(',').map(str::to_owned).collect();
            paths.extend(named_by(&inner, depth));
        } else if JOINED_OR_NEXT.contains(&arg.as_str()) {
            paths.extend(args.next().map(PathBuf::from));
        } else if TAKES_NEXT.contains(&arg.as_str()) {
            args.next();
        } else if let Some(path) = joined(arg) {
            paths.push(PathBuf::from(path));
        } else if !arg.starts_with('-') {
            paths.push(PathBuf::from(arg));
        }
    }
    paths
}

/// The path in an argument that also has the option.
fn joined(arg: &str) -> Option<&str> {
    if let Some(path) = JOINED.iter().find_map(|option| arg.strip_prefix(option)) {
        return Some(path);
    }
    // The longest, since one option may begin with another.
    let options = JOINED_OR_NEXT.iter().filter(|option| arg.starts_with(**option));
    let option = options.max_by_key(|option| option.len())?;
    let rest = &arg[option.len()..];
    Some(rest.strip_prefix('=').unwrap_or(rest))
}

/// The words of a response file: blanks separate them, but in quotes and after a backslash.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (_, '\\') => word.get_or_insert_default().extend(characters.next()),
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(args: &[&str]) -> Vec<String> {
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        named_by(&args, 2).into_iter().map(|path| path.display().to_string()).collect()
    }

    #[test]
    fn options_name_paths() {
        assert_eq!(
            named(&["-Iinc", "-I", "b", "-isystem/c", "-isystem", "d"]),
            ["inc", "b", "/c", "d"]
        );
        assert_eq!(
            named(&["-include", "a.h", "-includeb.h", "-include-pch", "c"]),
            ["a.h", "b.h", "c"]
        );
        assert_eq!(named(&["--sysroot=/s", "-Xclang", "-I", "-Xclang", "x"]), ["/s", "x"]);
        assert_eq!(
            named(&["-Wp,-I,y,-DX=/etc", "-fplugin=./p.so", "extra.o"]),
            ["y", "./p.so", "extra.o"]
        );
    }

    #[test]
    fn other_options_name_none() {
        let args = [
            "-D",
            "SECRET=/etc",
            "-DX=/etc",
            "-fdebug-prefix-map=/etc=/x",
            "-O2",
            "-std=c99",
            "-o",
            "/etc/x",
        ];
        assert_eq!(named(&args), Vec::<String>::new());
    }

    #[test]
    fn response_files_are_looked_into() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("args");
        fs::write(&file, "-I 'a b'\n-isystem \"c\\\"d\" -DX e\\ f.h\n").unwrap();
        let arg = format!("@{}", file.display());
        assert_eq!(named(&[&arg])[1..], ["a b", "c\"d", "e f.h"]);
    }

    #[test]
    fn a_folder_that_holds_more_gives_only_what_looks_like_c() {
        assert!(is_shared(Path::new("/")) && is_shared(Path::new("/etc")));
        assert!(!is_shared(Path::new("/usr/include")));
        let home = fs::canonicalize(std::env::home_dir().unwrap()).unwrap();
        assert!(home.ancestors().all(is_shared));
        let mut read = Vec::new();
        add_folder(Path::new("/etc"), &mut read);
        assert!(
            !read.contains(&PathBuf::from("/etc")) && !read.contains(&PathBuf::from("/etc/passwd"))
        );
    }
}
