//! A scratch folder to run `dunlin` in, and what the tests ask of its output.

use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub const RETURNS_ZERO: &str = "int main(void) { return 0; }\n";
pub const ENDLESS: &str = "int main(void) { volatile int n = 0; for (;;) n++; }\n";

pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a scratch folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::write(&path, content).expect("a scratch file");
        path
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub fn read_bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn exists(&self, name: &str) -> bool {
        self.path().join(name).exists()
    }

    pub fn dunlin<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
        Run(command.current_dir(self.path()).args(args).output().expect("dunlin starts"))
    }

    /// Clang 19 with the scratch folder as its current one.
    pub fn clang(&self, args: &[&str]) {
        let mut clang = Command::new("clang-19");
        let output = clang.current_dir(self.path()).args(args).output().expect("clang-19 starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// A file of `tests/inputs`.
pub fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/inputs").join(name)
}

pub struct Run(Output);

impl Run {
    pub fn of(output: Output) -> Run {
        Run(output)
    }

    /// None when a signal ended it.
    pub fn code(&self) -> Option<i32> {
        self.0.status.code()
    }

    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    #[track_caller]
    pub fn expect_code(self, code: i32) -> Run {
        assert_eq!(self.code(), Some(code), "{}\n{}", self.stdout(), self.stderr());
        self
    }

    /// The one message of a command that was refused, without the name of the program before it.
    #[track_caller]
    pub fn refusal(self) -> String {
        let run = self.expect_code(2);
        let stderr = run.stderr();
        assert_eq!(run.stdout(), "", "a refusal prints to standard error only");
        assert_eq!(stderr.matches("dunlin: ").count(), 1, "not exactly one message: {stderr}");
        let message = stderr.strip_prefix("dunlin: ").unwrap_or_else(|| panic!("{stderr}"));
        message.trim_end().to_owned()
    }

    /// The message of the option parser.
    #[track_caller]
    pub fn usage_error(self) -> String {
        let run = self.expect_code(2);
        assert_eq!(run.stdout(), "");
        assert!(run.stderr().starts_with("error: "), "{}", run.stderr());
        run.stderr()
    }

    /// Standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout())
            .unwrap_or_else(|error| panic!("{error} in:\n{}\n{}", self.stdout(), self.stderr()))
    }
}
