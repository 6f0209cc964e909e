//! Where the libraries come from, and how they are compiled.
//!
//! Sources are taken from a folder that the user names, or fetched by `apt-get source` from the machine's own
//! Debian entries, into `target`; nothing of the system changes. No configure script runs: what it would find
//! out is given as macros, and calls that Dunlin has no model of (time, jumps out of functions) are defined away.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::tools;

const FETCH_LIMIT: Duration = Duration::from_secs(300);
const COMPILE_LIMIT: Duration = Duration::from_secs(120);
/// As Dunlin compiles a C source.
const FLAGS: [&str; 7] = ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c", "-w"];

pub struct Library {
    pub name: &'static str,
    /// Debian's source package, and how its folder's name begins.
    package: &'static str,
    folder: &'static str,
    /// Relative to its folder.
    sources: &'static [&'static str],
    includes: &'static [&'static str],
    options: &'static [&'static str],
    harness: &'static str,
}

pub const LIBRARIES: [Library; 5] = [
    Library {
        name: "cjson",
        package: "cjson",
        folder: "cJSON-",
        sources: &["cJSON.c"],
        includes: &["."],
        options: &[],
        harness: include_str!("../../../reach/libraries/cjson.c"),
    },
    Library {
        name: "libyaml",
        package: "libyaml",
        folder: "libyaml-",
        sources: &["src/api.c", "src/reader.c", "src/scanner.c", "src/parser.c"],
        includes: &["include", "src"],
        options: &[
            "-DYAML_VERSION_STRING=\"0\"",
            "-DYAML_VERSION_MAJOR=0",
            "-DYAML_VERSION_MINOR=0",
            "-DYAML_VERSION_PATCH=0",
        ],
        harness: include_str!("../../../reach/libraries/libyaml.c"),
    },
    Library {
        name: "zlib",
        package: "zlib",
        folder: "zlib-",
        sources: &["inflate.c", "inftrees.c", "inffast.c", "adler32.c", "crc32.c", "zutil.c"],
        includes: &["."],
        options: &[],
        harness: include_str!("../../../reach/libraries/zlib.c"),
    },
    Library {
        name: "libtasn1",
        package: "libtasn1-6",
        folder: "libtasn1-",
        sources: &[
            "lib/decoding.c",
            "lib/coding.c",
            "lib/element.c",
            "lib/errors.c",
            "lib/gstr.c",
            "lib/parser_aux.c",
            "lib/structure.c",
        ],
        includes: &["lib/includes", "lib", "lib/gl"],
        options: &[
            "-D_GNU_SOURCE",
            "-D_GL_CONFIG_H_INCLUDED=1",
            "-D_GL_INLINE_HEADER_BEGIN=",
            "-D_GL_INLINE_HEADER_END=",
            "-D_GL_INLINE=static",
            "-D_GL_EXTERN_INLINE=static",
            "-D_GL_ATTRIBUTE_PURE=",
            "-D_GL_ATTRIBUTE_CONST=",
            "-DASN1_BUILDING",
            "-DVERSION=\"4\"",
            "-DSIZEOF_UNSIGNED_INT=4",
            "-DSIZEOF_UNSIGNED_LONG_INT=8",
        ],
        harness: include_str!("../../../reach/libraries/libtasn1.c"),
    },
    Library {
        name: "lua",
        package: "lua5.4",
        folder: "lua-",
        sources: &[
            "src/lapi.c",
            "src/lauxlib.c",
            "src/lcode.c",
            "src/lctype.c",
            "src/ldebug.c",
            "src/ldo.c",
            "src/ldump.c",
            "src/lfunc.c",
            "src/lgc.c",
            "src/llex.c",
            "src/lmem.c",
            "src/lobject.c",
            "src/lopcodes.c",
            "src/lparser.c",
            "src/lstate.c",
            "src/lstring.c",
            "src/ltable.c",
            "src/ltm.c",
            "src/lundump.c",
            "src/lvm.c",
            "src/lzio.c",
        ],
        includes: &["src"],
        options: &[
            "-include",
            "stdlib.h",
            "-DLUAI_THROW(L,c)=exit(1)",
            "-DLUAI_TRY(L,c,a)=a",
            "-Dluai_jmpbuf=int",
            "-Dluai_makeseed(L)=0",
        ],
        harness: include_str!("../../../reach/libraries/lua.c"),
    },
];

impl Library {
    /// The folder with its sources: in the one that is given, or fetched into `work`.
    pub fn folder(&self, given: Option<&Path>, work: &Path) -> Result<PathBuf> {
        if let Some(given) = given {
            let found = self.find(given)?;
            return found
                .with_context(|| format!("{} has no folder {}*", given.display(), self.folder));
        }
        let sources = work.join("sources");
        std::fs::create_dir_all(&sources)?;
        if let Some(found) = self.find(&sources)? {
            return Ok(found);
        }
        fetch(self.package, &sources)?;
        let found = self.find(&sources)?;
        found
            .with_context(|| format!("the source package {} has no {}*", self.package, self.folder))
    }

    fn find(&self, folder: &Path) -> Result<Option<PathBuf>> {
        let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
            .with_context(|| format!("cannot read {}", folder.display()))?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.is_dir() && begins_with(path, self.folder))
            .collect();
        found.sort();
        // Paths in debug information are absolute.
        found.pop().map(|path| path.canonicalize().context("a folder has gone")).transpose()
    }

    /// Bitcode of the harness and of every source.
    pub fn compile(&self, folder: &Path, output: &Path) -> Result<Vec<PathBuf>> {
        std::fs::create_dir_all(output)?;
        let harness = output.join("harness.c");
        std::fs::write(&harness, self.harness)?;
        let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/include");
        let mut made = Vec::new();
        let sources = self.sources.iter().map(|source| folder.join(source));
        for source in [harness].into_iter().chain(sources) {
            let name = source.file_stem().unwrap_or(OsStr::new("source"));
            let bitcode = output.join(name).with_extension("bc");
            let mut command = Command::new("clang-19");
            command.args(FLAGS).arg("-I").arg(&headers).args(self.options);
            for include in self.includes {
                command.arg("-I").arg(folder.join(include));
            }
            command.arg(&source).arg("-o").arg(&bitcode);
            tools::run_checked(&mut command, COMPILE_LIMIT)
                .with_context(|| format!("cannot compile {}", source.display()))?;
            made.push(bitcode);
        }
        Ok(made)
    }
}

fn begins_with(path: &Path, start: &str) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start))
}

/// Downloads a source package with the machine's own entries, as sources, and unpacks it.
fn fetch(package: &str, into: &Path) -> Result<()> {
    let apt = into.join("apt");
    let entries = apt.join("entries");
    for folder in [entries.clone(), apt.join("lists/partial"), apt.join("cache/archives/partial")] {
        std::fs::create_dir_all(folder)?;
    }
    if !write_entries(Path::new("/etc/apt"), &entries)? {
        bail!("this machine has no Debian entries: name a folder with the sources by --sources");
    }
    let get = |action: &[&str]| {
        let mut command = Command::new("apt-get");
        command.current_dir(into).args(["-q", "-o", "Dir::Etc::sourcelist=/dev/null"]);
        for (option, folder) in [
            ("Dir::Etc::sourceparts", &entries),
            ("Dir::State::lists", &apt.join("lists")),
            ("Dir::Cache", &apt.join("cache")),
        ] {
            command.arg("-o").arg(format!("{option}={}", folder.display()));
        }
        tools::run_checked(command.args(action), FETCH_LIMIT)
    };
    get(&["update"]).context("cannot fetch the lists of source packages")?;
    get(&["source", "--download-only", package])
        .with_context(|| format!("cannot fetch the source package {package}"))?;
    let archives = std::fs::read_dir(into)?.filter_map(|entry| Some(entry.ok()?.path()));
    for archive in archives.filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.contains(".orig.tar.") && !name.ends_with(".asc")
    }) {
        let mut tar = Command::new("tar");
        tar.arg("xf").arg(&archive).arg("-C").arg(into);
        tools::run_checked(&mut tar, FETCH_LIMIT)?;
    }
    Ok(())
}

/// Copies the entries of the system's package lists as entries of sources; whether there are any.
fn write_entries(system: &Path, into: &Path) -> Result<bool> {
    let mut files = vec![system.join("sources.list")];
    if let Ok(parts) = std::fs::read_dir(system.join("sources.list.d")) {
        files.extend(parts.filter_map(|entry| Some(entry.ok()?.path())));
    }
    files.sort();
    let mut any = false;
    for file in files {
        let extension = file.extension().unwrap_or_default().to_string_lossy().into_owned();
        if !matches!(extension.as_str(), "list" | "sources") {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let entries = as_sources(&text);
        any |= !entries.trim().is_empty();
        std::fs::write(into.join(file.file_name().unwrap_or_default()), entries)?;
    }
    Ok(any)
}

fn as_sources(text: &str) -> String {
    let line = |line: &str| match line.split_once(char::is_whitespace) {
        Some(("deb", rest)) => format!("deb-src {rest}"),
        Some(("Types:", _)) => "Types: deb-src".to_string(),
        _ => line.to_string(),
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_both_forms_become_entries_of_sources() {
        let one_line = "# main\ndeb [arch=amd64] http://mirror stable main\n";
        assert_eq!(
            as_sources(one_line),
            "# main\ndeb-src [arch=amd64] http://mirror stable main\n"
        );
        let stanza = "Types: deb\nURIs: http://mirror\n";
        assert_eq!(as_sources(stanza), "Types: deb-src\nURIs: http://mirror\n");
    }

    #[test]
    fn a_library_is_found_in_a_folder_that_is_given() {
        let folder = tempfile::tempdir().unwrap();
        let library = &LIBRARIES[0];
        let error = library.folder(Some(folder.path()), folder.path()).unwrap_err();
        assert!(error.to_string().contains("cJSON-"), "{error}");
        let sources = folder.path().join("cJSON-1.7.15");
        std::fs::create_dir(&sources).unwrap();
        let found = library.folder(Some(folder.path()), folder.path()).unwrap();
        assert_eq!(found, sources.canonicalize().unwrap());
    }

    #[test]
    fn there_are_five_libraries() {
        let names: Vec<&str> = LIBRARIES.iter().map(|library| library.name).collect();
        assert_eq!(names, ["cjson", "libyaml", "zlib", "libtasn1", "lua"]);
    }
}
