//! The loader child: what it does beside loading, and what becomes of one that does not answer.

use crate::support::{Folder, LOADER, load};
use crate::{message, run};
use dunlin_load::{
    InstrumentOptions, LoadError, LoadLimits, LoadOptions, instrument_with, load_with,
};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

#[test]
fn a_load_that_takes_too_long() {
    let folder = Folder::new();
    let source = folder.write("a.c", "int main(void) { return 0; }");
    let slow = folder.write("slow-clang", "#!/bin/sh\nsleep 100\n");
    run("chmod", &[Path::new("+x"), &slow]);
    let mut options = LoadOptions::new([source]);
    options.clang = Some(slow);
    options.limits = LoadLimits { time: Duration::from_secs(1), ..LoadLimits::default() };
    let start = Instant::now();
    let text = message(load(&options));
    assert_eq!(text, "LLVM did not compile the C sources within 1 seconds");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_loader_that_is_not_one() {
    let options = LoadOptions::new(["a.c"]);
    let error = load_with(&options, Path::new("/bin/false")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the loader process could not be used: it stopped with exit code 1 before it started to \
         work"
    );
    let error = load_with(&options, Path::new("/no/such/loader")).unwrap_err();
    assert!(error.to_string().starts_with("the loader process could not be used: "), "{error}");
    assert!(Path::new(LOADER).is_file());
}

/// The loader child also prepares programs for native runs, with the same care.
#[test]
fn the_child_instruments() {
    let folder = Folder::new();
    let source = "int main(int n, char **v) { if (n > 1) return 1; return n && v ? 2 : 3; }\n";
    let options = LoadOptions::new([folder.write("main.c", source)]);
    let none = InstrumentOptions::default();
    let linked = load_with(&options, Path::new(LOADER)).unwrap().linked;
    let program = instrument_with(&linked, &none, Path::new(LOADER)).unwrap();
    assert!(program.bitcode.starts_with(b"BC"));
    assert_eq!((program.functions, program.pointer_bits), (vec!["main".to_owned()], 64));
    let numbers: Vec<_> = program.branches.iter().map(|site| (site.function, site.index)).collect();
    assert_eq!(numbers, [(0, 0), (0, 1)], "the choice between constants is no branch");
}

/// What is run natively is what was analysed, and no compiler runs for it: the source is another by then,
/// or gone.
#[test]
fn a_changed_source_is_not_looked_at_again() {
    let folder = Folder::new();
    let path = folder.write("main.c", "int main(int n, char **v) { return n > 1 && v ? 1 : 2; }\n");
    let options = LoadOptions::new([&path]);
    let linked = load_with(&options, Path::new(LOADER)).unwrap().linked;
    let none = InstrumentOptions::default();
    let before = instrument_with(&linked, &none, Path::new(LOADER)).unwrap();
    folder.write("main.c", "int other(void) { return 3; }\nint main(void) { return other(); }\n");
    let changed = instrument_with(&linked, &none, Path::new(LOADER)).unwrap();
    assert_eq!((&changed.functions[..], &changed), (&["main".to_owned()][..], &before));
    fs::remove_file(path).unwrap();
    assert_eq!(instrument_with(&linked, &none, Path::new(LOADER)).unwrap(), before);
}

/// A program fills the pipe to a child that does not listen; the time is over all the same.
#[test]
fn a_child_that_does_not_listen_is_ended_in_time() {
    let folder = Folder::new();
    let text = "x".repeat(200_000);
    let source = format!("const char *text = \"{text}\"; int main(void) {{ return !*text; }}\n");
    let mut options = LoadOptions::new([folder.write("main.c", source)]);
    options.limits.time = Duration::from_secs(3);
    let linked = load_with(&options, Path::new(LOADER)).unwrap().linked;
    let deaf = folder.write("deaf", "#!/bin/sh\nexec sleep 60\n");
    fs::set_permissions(&deaf, fs::Permissions::from_mode(0o755)).unwrap();
    let started = Instant::now();
    let error = instrument_with(&linked, &InstrumentOptions::default(), &deaf).unwrap_err();
    assert!(matches!(error, LoadError::TimedOut { .. }), "{error}");
    assert!(started.elapsed() < Duration::from_secs(30));
}
