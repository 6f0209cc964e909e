//! From instrumented bitcode to an executable: clang with AddressSanitizer, at -O0.
//!
//! Optimisation would use undefined behaviour to change the program that was analysed, and drop
//! the checks with it.

use dunlin_load::{Instrumented, LoadOptions, compiler_command, note_on_refused};
use dunlin_sandbox::ConfineError;
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use thiserror::Error;

static LIBRARY_64: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/replay-64.o"));
/// Empty if there were no 32-bit headers when Dunlin was built.
static LIBRARY_32: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/replay-32.o"));

/// Atomic operations that are too wide for one instruction. The static library, since the sandbox need
/// not have the other.
const ATOMICS: &str = "-l:libatomic.a";

#[derive(Debug, Error)]
pub enum BuildError {
    #[error("cannot start {}: {reason}", .clang.display())]
    NoClang { clang: PathBuf, reason: String },
    #[error("clang cannot compile the program for a native run:\n{0}")]
    Failed(String),
    #[error(
        "programs for 32 bits cannot be replayed: {0}; `./dev setup` installs what it takes \
         (gcc-multilib and libclang-rt-19-dev)"
    )]
    No32Bit(String),
    #[error("the compiler cannot be confined ({0}); `--allow-read /` compiles all the same")]
    Unconfined(#[from] ConfineError),
    #[error("the work had to end before the program was compiled for a native run")]
    Stopped,
    #[error("cannot write {}: {reason}", .path.display())]
    Unwritable { path: PathBuf, reason: String },
}

/// A program decides what its compiler opens, by assembly in it: compilers are confined.
pub(crate) struct Compiler<'a> {
    /// What C sources were compiled with: some of it matters for machine code and libraries as well.
    pub load: &'a LoadOptions,
    pub link_args: &'a [String],
    /// Everything is written there.
    pub folder: &'a Path,
}

impl Compiler<'_> {
    /// Gives the executable.
    pub fn compile(&self, program: &Instrumented) -> Result<PathBuf, BuildError> {
        let folder = self.folder;
        let library = match program.pointer_bits {
            32 if LIBRARY_32.is_empty() => {
                let reason = "Dunlin was built without 32-bit headers";
                return Err(BuildError::No32Bit(reason.to_owned()));
            }
            32 => LIBRARY_32,
            _ => LIBRARY_64,
        };
        let bitcode = write(folder.join("program.bc"), &program.bitcode)?;
        let library = write(folder.join("replay.o"), library)?;
        let object = folder.join("program.o");
        let executable = folder.join("program");
        let mut compile = self.command(program)?;
        compile.args(["-O0", "-w", "-c", "-x", "ir"]).arg(&bitcode).arg("-o").arg(&object);
        self.run(compile, program)?;
        let mut objects = vec![object, library];
        let mut missing = self.link(program, &objects, &[], &executable)?;
        let mut libraries: &[&str] = &[];
        if missing.iter().any(|name| name.starts_with("__atomic_")) {
            libraries = &[ATOMICS];
            missing = self.link(program, &objects, libraries, &executable).unwrap_or_else(|_| {
                libraries = &[];
                missing
            });
        }
        // Functions without a definition matter only if they are called: they get one that says so.
        if !missing.is_empty() {
            objects.push(self.stubs(program, &missing)?);
            let missing = self.link(program, &objects, libraries, &executable)?;
            if let Some(name) = missing.first() {
                let message = format!("`{name}` has no definition, nor can it get one");
                return Err(BuildError::Failed(message));
            }
        }
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&executable, mode).map_err(|error| unwritable(&executable, &error))?;
        Ok(executable)
    }

    /// clang for the program's machine, confined.
    fn clang(&self, program: &Instrumented) -> Result<Command, BuildError> {
        let mut command = compiler_command(self.load, self.link_args, self.folder)?;
        command.arg(if program.pointer_bits == 32 { "-m32" } else { "-m64" });
        command.stdin(Stdio::null());
        Ok(command)
    }

    fn command(&self, program: &Instrumented) -> Result<Command, BuildError> {
        let mut command = self.clang(program)?;
        let kept = ["-m", "-rtlib=", "--rtlib=", "-l", "-L"];
        let args = self.load.clang_args.iter();
        command.args(args.filter(|arg| kept.iter().any(|k| arg.starts_with(k))));
        command.arg("-fno-color-diagnostics").arg("-fsanitize=address");
        Ok(command)
    }

    /// Gives the names of functions that are missing.
    fn link(
        &self,
        program: &Instrumented,
        objects: &[PathBuf],
        libraries: &[&str],
        executable: &Path,
    ) -> Result<BTreeSet<String>, BuildError> {
        let mut link = self.command(program)?;
        link.arg("-Wl,--wrap=main").args(objects).args(self.link_args).args(libraries);
        link.args(["-lm", "-lpthread", "-o"]).arg(executable);
        let linked = self.output(link)?;
        if linked.status.success() {
            return Ok(BTreeSet::new());
        }
        let messages = String::from_utf8_lossy(&linked.stderr).into_owned();
        let missing = undefined_functions(&messages);
        if missing.is_empty() { Err(self.explain(messages, program)) } else { Ok(missing) }
    }

    fn stubs(
        &self,
        program: &Instrumented,
        names: &BTreeSet<String>,
    ) -> Result<PathBuf, BuildError> {
        let mut source = String::from("_Noreturn void __dunlin_replay_undefined(const char *);\n");
        for (name, number) in names.iter().zip(0..) {
            // The name as the linker sees it, whatever a C compiler thinks of it.
            source += &format!(
                "void stub{number}(void) __asm__(\"{name}\");\n\
                 void stub{number}(void) {{ __dunlin_replay_undefined(\"{name}\"); }}\n"
            );
        }
        let source = write(self.folder.join("stubs.c"), source.as_bytes())?;
        let object = self.folder.join("stubs.o");
        let mut compile = self.clang(program)?;
        compile.args(["-O0", "-w", "-c"]).arg(source).arg("-o").arg(&object);
        self.run(compile, program)?;
        Ok(object)
    }

    fn output(&self, command: Command) -> Result<Output, BuildError> {
        let clang = PathBuf::from(command.get_program());
        dunlin_stop::output(command).map_err(|error| match error.kind() {
            ErrorKind::Interrupted => BuildError::Stopped,
            _ => BuildError::NoClang { clang, reason: error.to_string() },
        })
    }

    fn run(&self, command: Command, program: &Instrumented) -> Result<(), BuildError> {
        let output = self.output(command)?;
        if output.status.success() {
            return Ok(());
        }
        Err(self.explain(String::from_utf8_lossy(&output.stderr).into_owned(), program))
    }

    fn explain(&self, messages: String, program: &Instrumented) -> BuildError {
        let missing = ["libclang_rt", "crt1.o", "libgcc", "incompatible", "cannot find -l"];
        if program.pointer_bits == 32
            && let Some(line) =
                messages.lines().find(|line| missing.iter().any(|part| line.contains(part)))
        {
            return BuildError::No32Bit(line.trim().to_owned());
        }
        const LINES: usize = 12;
        let note = note_on_refused(&messages);
        let lines = messages.lines().take(LINES).chain(note.as_deref());
        BuildError::Failed(lines.collect::<Vec<&str>>().join("\n"))
    }
}

/// The names that a linker misses, if they can be those of functions.
fn undefined_functions(messages: &str) -> BTreeSet<String> {
    const MARK: &str = "undefined reference to `";
    let names = messages.lines().filter_map(|line| {
        let name = line.split(MARK).nth(1)?.split('\'').next()?;
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
        (!name.is_empty() && name.chars().all(plain)).then(|| name.to_owned())
    });
    names.collect()
}

fn unwritable(path: &Path, error: &std::io::Error) -> BuildError {
    BuildError::Unwritable { path: path.to_owned(), reason: error.to_string() }
}

fn write(path: PathBuf, bytes: &[u8]) -> Result<PathBuf, BuildError> {
    fs::write(&path, bytes).map_err(|error| unwritable(&path, &error))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linker_names_what_it_misses() {
        let text = "ld: a.o: in function `main':\na.c:3: undefined reference to `helper'\n\
                    a.c:4: undefined reference to `helper'\na.c:5: undefined reference to `a b'\n\
                    clang: error: linker command failed";
        assert_eq!(undefined_functions(text), BTreeSet::from(["helper".to_owned()]));
    }
}
