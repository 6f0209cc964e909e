//! Links the static library that `./dev setup` builds. Where it lies is asked of the script that
//! builds it, so that there is one rule.

use std::path::Path;
use std::process::{Command, exit};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/bitwuzla");
    let script = folder.join("build.sh");
    println!("cargo::rerun-if-changed={}", script.display());
    println!("cargo::rerun-if-changed={}", folder.join("sources/Cargo.lock").display());
    for variable in ["DUNLIN_CACHE", "XDG_CACHE_HOME", "HOME"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    let output = match Command::new(&script).arg("--where").output() {
        Ok(output) if output.status.success() => output,
        Ok(output) => fail(&String::from_utf8_lossy(&output.stderr)),
        Err(error) => fail(&format!("{} cannot be run: {error}", script.display())),
    };
    let place = String::from_utf8_lossy(&output.stdout);
    let place = Path::new(place.trim_end());
    let library = place.join("libbitwuzla.a");
    println!("cargo::rerun-if-changed={}", library.display());
    if !library.exists() {
        fail(&format!("Bitwuzla is not built ({} is missing): run ./dev setup", library.display()));
    }
    println!("cargo::rustc-link-search=native={}", place.display());
    // The order matters to some linkers: what is needed comes after what needs it.
    println!("cargo::rustc-link-lib=static=bitwuzla");
    println!("cargo::rustc-link-lib=dylib=gmp");
    println!("cargo::rustc-link-lib=dylib=stdc++");
}

fn fail(message: &str) -> ! {
    println!("cargo::error={}", message.trim_end());
    exit(1)
}
