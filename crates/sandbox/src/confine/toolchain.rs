//! Where a compiler and what belongs to it lie: the system's headers, libraries and programs, and the
//! folders beside the compiler itself.

use super::Access;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs and libraries of the system, its headers among them.
const SYSTEM: &[&str] = &[
    "/usr/include",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libx32",
    "/usr/libexec",
    "/usr/bin",
    "/usr/local/include",
    "/usr/local/lib",
    "/usr/local/lib64",
    "/usr/local/libexec",
    "/usr/local/bin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/bin",
    "/nix/store",
    "/gnu/store",
];

/// Where programs and linkers look up where something is, and which system this is.
const CONFIGURATION: &[&str] = &[
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/debian_version",
    "/etc/os-release",
    "/etc/lsb-release",
    "/dev/zero",
    "/dev/random",
    "/dev/urandom",
];

/// What a compiler has beside itself, below the folder that its `bin` is in.
const BESIDE: &[&str] = &["bin", "lib", "lib32", "lib64", "libexec", "include", "share/clang"];

/// What programs get of our environment: how to find libraries, and under which name the current
/// folder is known. Nothing else: `CPATH` and `CCC_OVERRIDE_OPTIONS` would change what is compiled,
/// and no option of the run would show it.
const KEPT_VARIABLES: &[&str] = &["LD_LIBRARY_PATH", "PWD"];

/// A program that reads what is not trusted, with what it needs to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Toolchain {
    program: PathBuf,
}

impl Toolchain {
    /// With a program as the user names it: a path, or a name on the search path. One that is not found
    /// is left as it is, for whoever starts it to say.
    pub fn new(program: &Path) -> Toolchain {
        Toolchain { program: find_program(program).unwrap_or_else(|| program.to_owned()) }
    }

    /// What it takes to run, but for input and output.
    pub fn access(&self) -> Access {
        let mut execute: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
        // Compilers for other machines, such as /usr/aarch64-linux-gnu.
        let entries = std::fs::read_dir("/usr").into_iter().flatten().flatten();
        let others =
            entries.filter(|entry| entry.file_name().to_string_lossy().contains("-linux-"));
        execute.extend(others.map(|entry| entry.path()));
        if let Ok(real) = std::fs::canonicalize(&self.program) {
            let folder = real.parent().filter(|folder| folder.ends_with("bin"));
            if let Some(prefix) = folder.and_then(Path::parent) {
                execute.extend(BESIDE.iter().map(|name| prefix.join(name)));
            }
            execute.push(real);
        }
        execute.push(self.program.clone());
        let read = CONFIGURATION.iter().map(PathBuf::from).collect();
        Access { read, execute, write: Vec::new() }
    }

    /// A command that starts it, with an environment that does not depend on ours. It writes temporary
    /// files to `scratch`.
    pub fn command(&self, scratch: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.env_clear();
        for name in KEPT_VARIABLES {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command.env("PATH", self.search_path()).env("LC_ALL", "C");
        command.env("TMPDIR", scratch).env("HOME", scratch);
        command
    }

    /// The folder of the program, and those of the user's search path that it may execute from.
    fn search_path(&self) -> OsString {
        let system = |folder: &PathBuf| SYSTEM.iter().any(|place| folder.starts_with(place));
        let own = self.program.parent().filter(|own| !own.as_os_str().is_empty());
        let user = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = own
            .map(Path::to_owned)
            .into_iter()
            .chain(std::env::split_paths(&user).filter(system))
            .chain([PathBuf::from("/usr/bin"), PathBuf::from("/bin")])
            .collect();
        // A folder with a colon in its name cannot be on a search path.
        std::env::join_paths(folders).unwrap_or_else(|_| OsString::from("/usr/bin:/bin"))
    }
}

/// Where a program is, by a path or by a name that is looked up on the search path.
pub fn find_program(program: &Path) -> Option<PathBuf> {
    if program.as_os_str().as_encoded_bytes().contains(&b'/') {
        return program.is_file().then(|| program.to_owned());
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}
