//! Compiles the replay library (runtime/replay) to one object per pointer width, for embedding.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const CLANG: &str = "clang-19";
const FLAGS: [&str; 9] =
    ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-fno-builtin", "-fPIE", "-r", "-nostdlib", "-o"];

fn main() {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")).join("../..");
    let library = root.join("runtime/replay");
    println!("cargo::rerun-if-changed={}", library.display());
    println!("cargo::rerun-if-changed=build.rs");
    let entries = fs::read_dir(&library).into_iter().flatten().flatten();
    let mut sources: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    sources.sort();
    let output = PathBuf::from(variable("OUT_DIR"));
    compile(&sources, "-m64", &output.join("replay-64.o")).unwrap_or_else(|message| fail(&message));
    // Without 32-bit headers, only programs for 32 bits cannot be replayed: no reason to stop here.
    let narrow = output.join("replay-32.o");
    if let Err(message) = compile(&sources, "-m32", &narrow) {
        println!("cargo::warning=no replay of 32-bit programs: {}", message.replace('\n', " "));
        fs::write(&narrow, []).unwrap_or_else(|error| fail(&error.to_string()));
    }
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| fail(&format!("cargo did not set {name}")))
}

fn compile(sources: &[PathBuf], width: &str, object: &Path) -> Result<(), String> {
    let mut command = Command::new(CLANG);
    command.arg(width).args(FLAGS).arg(object).args(sources);
    let output = command
        .output()
        .map_err(|error| format!("cannot start {CLANG} ({error}); `./dev setup` installs it"))?;
    let messages = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{CLANG} failed on the replay library: {messages}"));
    }
    for line in messages.lines() {
        println!("cargo::warning={line}");
    }
    Ok(())
}

fn fail(message: &str) -> ! {
    println!("cargo::error={}", message.replace('\n', " "));
    eprintln!("{message}");
    std::process::exit(1)
}
