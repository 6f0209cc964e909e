//! Compiles Dunlin's C library (runtime/libc) to bitcode, once per pointer width, for embedding.
//!
//! Debug information names the files as `runtime/libc/NAME.c` in the directory `dunlin`, and clang's
//! own headers as `clang/include/NAME.h`, wherever the build takes place.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

const CLANG: &str = "clang-19";
const LINKER: &str = "llvm-link-19";

/// Freestanding and without built-ins: the library is what those would call. Nothing that the
/// engine would only have to undo: no vectors, no stack protectors.
const FLAGS: &[&str] = &[
    "-std=c11",
    "-O1",
    "-g",
    "-ffreestanding",
    "-fno-builtin",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-stack-protector",
    "-fno-strict-aliasing",
    "-fno-pic",
    "-fno-discard-value-names",
    "-fdebug-compilation-dir=dunlin",
    "-Wall",
    "-Wextra",
    "-emit-llvm",
    "-c",
];

const TARGETS: &[(&str, &str)] =
    &[("64", "--target=x86_64-pc-linux-gnu"), ("32", "--target=i386-pc-linux-gnu")];

fn main() {
    let crate_folder = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let output = PathBuf::from(variable("OUT_DIR"));
    let root = crate_folder.join("../..");
    let library = root.join("runtime/libc");
    println!("cargo::rerun-if-changed={}", library.display());
    println!("cargo::rerun-if-changed=build.rs");
    let sources = sources_of(&library);
    let headers = if sources.is_empty() { String::new() } else { clang_folder() };
    let hide_headers = format!("-fdebug-prefix-map={}=clang", headers.trim());
    thread::scope(|scope| {
        for &(width, target) in TARGETS {
            let (sources, root, output) = (&sources, &root, &output);
            let flags = [target, &hide_headers];
            scope.spawn(move || build(sources, root, flags, width, output));
        }
    });
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| fail(&format!("cargo did not set {name}")))
}

/// The names of the C files below runtime/libc, sorted; none if there is no such folder.
fn sources_of(library: &Path) -> Vec<String> {
    let entries = fs::read_dir(library).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.retain(|name| name.ends_with(".c"));
    names.sort();
    names
}

/// Where clang keeps its own headers.
fn clang_folder() -> String {
    let mut command = Command::new(CLANG);
    command.arg("-print-resource-dir");
    run(command)
}

fn build(sources: &[String], root: &Path, flags: [&str; 2], width: &str, output: &Path) {
    let result = output.join(format!("runtime-{width}.bc"));
    if sources.is_empty() {
        write_empty(&result);
        return;
    }
    let scratch = output.join(width);
    if let Err(error) = fs::create_dir_all(&scratch) {
        fail(&format!("cannot make {}: {error}", scratch.display()));
    }
    let mut link = Command::new(LINKER);
    for name in sources {
        let module = scratch.join(name).with_extension("bc");
        let mut compile = Command::new(CLANG);
        // From the root, so that the file has a relative name.
        compile.current_dir(root).args(FLAGS).args(flags);
        compile.arg(Path::new("runtime/libc").join(name)).arg("-o").arg(&module);
        run(compile);
        link.arg(module);
    }
    link.arg("-o").arg(result);
    run(link);
}

fn write_empty(path: &Path) {
    if let Err(error) = fs::write(path, []) {
        fail(&format!("cannot write {}: {error}", path.display()));
    }
}

/// Runs a tool that must succeed; gives what it prints.
fn run(mut command: Command) -> String {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Ok(output) => {
            let messages = String::from_utf8_lossy(&output.stderr);
            if !output.status.success() {
                fail(&format!("{program} failed:\n{messages}"));
            }
            for line in messages.lines() {
                println!("cargo::warning={line}");
            }
            String::from_utf8_lossy(&output.stdout).into_owned()
        }
        Err(error) => fail(&format!(
            "cannot start {program} ({error}), which compiles the runtime library; \
             `./dev setup` installs it"
        )),
    }
}

fn fail(message: &str) -> ! {
    for line in message.lines() {
        println!("cargo::error={line}");
    }
    eprintln!("{message}");
    std::process::exit(1)
}
