//! Every kind of input, and every message about a bad one.

mod support;

use dunlin_ir::Module;
use dunlin_load::{
    InstrumentOptions, LoadError, LoadLimits, LoadOptions, Loaded, instrument_with, load_with,
};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use support::{Folder, LOADER, load};

const MAIN: &str = "int helper(int);\nint main(void) { return helper(1); }\n";
const HELPER: &str = "int helper(int x) { return x + 1; }\n";

impl Folder {
    /// Compiles `source` to a file called `name` in this folder.
    fn clang(&self, flags: &[&str], source: &Path, name: &str) -> PathBuf {
        let path = self.path().join(name);
        let mut args: Vec<&Path> = flags.iter().map(Path::new).collect();
        args.extend([source, Path::new("-o"), &path]);
        run("clang-19", &args);
        path
    }
}

/// Runs a tool that must succeed.
#[track_caller]
fn run(program: &str, args: &[&Path]) {
    let output = Command::new(program).args(args).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {args:?}: {errors}");
}

fn is_defined(module: &Module, name: &str) -> bool {
    module.find_func(name).is_some_and(|id| !module.func(id).is_declaration())
}

fn load_files(files: &[&PathBuf]) -> Result<Module, LoadError> {
    load(&LoadOptions::new(files.iter().copied()))
}

#[track_caller]
fn message(result: Result<Module, LoadError>) -> String {
    let error = result.expect_err("a bad input was loaded");
    assert!(!error.is_internal(), "{error}");
    error.to_string()
}

#[test]
fn several_c_files_are_linked() {
    let folder = Folder::new();
    let files = [folder.write("main.c", MAIN), folder.write("helper.c", HELPER)];
    let module = load_files(&[&files[0], &files[1]]).unwrap();
    assert!(is_defined(&module, "main") && is_defined(&module, "helper"));
}

#[test]
fn assembly_and_bitcode_and_c_mix() {
    let folder = Folder::new();
    let main = folder.write("main.c", MAIN);
    let helper = folder.write("helper.c", HELPER);
    let assembly = folder.clang(&["-S", "-emit-llvm"], &helper, "helper.ll");
    let bitcode = folder.clang(&["-c", "-emit-llvm"], &helper, "helper.bc");
    for other in [assembly, bitcode] {
        let module = load_files(&[&main, &other]).unwrap();
        assert!(is_defined(&module, "helper"), "{}", other.display());
    }
}

#[test]
fn content_counts_more_than_the_name() {
    let folder = Folder::new();
    let source = folder.write("a.c", "int main(void) { return 0; }");
    let bitcode = folder.clang(&["-c", "-emit-llvm"], &source, "really-bitcode.c");
    assert!(is_defined(&load_files(&[&bitcode]).unwrap(), "main"));
    let assembly = folder.clang(&["-S", "-emit-llvm"], &source, "assembly.txt");
    assert!(is_defined(&load_files(&[&assembly]).unwrap(), "main"));
}

#[test]
fn bitcode_in_a_wrapper() {
    let folder = Folder::new();
    let source = folder.write("a.c", "int main(void) { return 0; }");
    let bitcode = fs::read(folder.clang(&["-c", "-emit-llvm"], &source, "a.bc")).unwrap();
    let mut wrapped = Vec::new();
    let size = u32::try_from(bitcode.len()).unwrap();
    for field in [0x0B17_C0DE, 0, 20, size, 7] {
        wrapped.extend_from_slice(&u32::to_le_bytes(field));
    }
    wrapped.extend_from_slice(&bitcode);
    let path = folder.write("wrapped.bc", wrapped);
    assert!(is_defined(&load_files(&[&path]).unwrap(), "main"));
}

#[test]
fn assembly_without_a_target_gets_one() {
    let folder = Folder::new();
    let path = folder.write("a.ll", "define i32 @main() {\n  ret i32 0\n}\n");
    let module = load_files(&[&path]).unwrap();
    assert_eq!(module.target.pointer_bits, 64);
    assert!(is_defined(&module, "main"));
}

#[test]
fn flags_reach_clang() {
    let folder = Folder::new();
    folder.write("include/answer.h", "int answer(void);\n");
    let source = folder.write(
        "a.c",
        "#include <answer.h>\n#ifndef ANSWER\n#error no answer\n#endif\n\
         _Static_assert(sizeof(void *) == 4, \"32 bits\");\n\
         int answer(void) { return ANSWER; }\nint main(void) { return answer(); }\n",
    );
    let mut options = LoadOptions::new([source]);
    let include = format!("-I{}", folder.path().join("include").display());
    options.clang_args = vec![include, "-DANSWER=42".to_owned(), "-m32".to_owned()];
    let module = load(&options).unwrap();
    assert_eq!(module.target.pointer_bits, 32);
    assert!(is_defined(&module, "answer"));
}

#[test]
fn a_level_of_the_user_wins() {
    let folder = Folder::new();
    let text = "static int twice(int x) { return x + x; }\nint main(void) { return twice(4); }\n";
    let source = folder.write("a.c", text);
    let mut options = LoadOptions::new([source]);
    assert!(is_defined(&load(&options).unwrap(), "twice"));
    options.clang_args = vec!["-O2".to_owned()];
    assert!(!is_defined(&load(&options).unwrap(), "twice"));
}

#[test]
fn optimising_inlines_also_what_was_marked_optnone() {
    let folder = Folder::new();
    let text = "static int twice(int x) { return x + x; }\nint main(void) { return twice(4); }\n";
    let source = folder.write("a.c", text);
    let bitcode = folder.clang(&["-c", "-emit-llvm", "-O0"], &source, "a.bc");
    for input in [source, bitcode] {
        let mut options = LoadOptions::new([input]);
        assert!(is_defined(&load(&options).unwrap(), "twice"));
        options.optimize = true;
        assert!(!is_defined(&load(&options).unwrap(), "twice"));
    }
}

#[test]
fn embedded_bitcode_in_object_executable_and_archive() {
    let folder = Folder::new();
    let main = folder.write("main.c", MAIN);
    let helper = folder.write("helper.c", HELPER);
    let main_object = folder.clang(&["-c", "-fembed-bitcode"], &main, "main.o");
    let helper_object = folder.clang(&["-c", "-fembed-bitcode"], &helper, "helper.o");
    let module = load_files(&[&main_object, &helper_object]).unwrap();
    assert!(is_defined(&module, "main") && is_defined(&module, "helper"));

    let executable = folder.path().join("program");
    run("clang-19", &[&main_object, &helper_object, Path::new("-o"), &executable]);
    let module = load_files(&[&executable]).unwrap();
    assert!(is_defined(&module, "main") && is_defined(&module, "helper"));

    for kind in ["rcs", "rcsT"] {
        let archive = folder.path().join(format!("{kind}.a"));
        run("llvm-ar-19", &[Path::new(kind), &archive, &main_object, &helper_object]);
        let module = load_files(&[&archive]).unwrap();
        assert!(is_defined(&module, "main") && is_defined(&module, "helper"), "{kind}");
    }
}

#[test]
fn an_archive_of_bitcode_and_plain_objects() {
    let folder = Folder::new();
    let main = folder.write("main.c", MAIN);
    let helper = folder.write("helper.c", HELPER);
    let plain = folder.write("plain.c", "int plain;\n");
    let helper = folder.clang(&["-c", "-emit-llvm"], &helper, "helper.bc");
    let plain = folder.clang(&["-c"], &plain, "plain.o");
    let archive = folder.path().join("helper.a");
    run("llvm-ar-19", &[Path::new("rcs"), &archive, &helper, &plain]);
    assert!(is_defined(&load_files(&[&main, &archive]).unwrap(), "helper"));
}

#[test]
fn paths_of_bitcode_as_wllvm_writes_them() {
    let folder = Folder::new();
    let main = folder.write("main.c", MAIN);
    let helper = folder.write("helper.c", HELPER);
    let main_bitcode = folder.clang(&["-c", "-emit-llvm"], &main, "main.bc");
    folder.clang(&["-c", "-emit-llvm"], &helper, "helper.bc");
    let object = folder.clang(&["-c"], &main, "main.o");
    let add_section = |paths: &str, name: &str| {
        let section = folder.write("section", paths);
        let result = folder.path().join(name);
        let option = format!("--add-section=.llvm_bc={}", section.display());
        run("llvm-objcopy-19", &[Path::new(&option), &object, &result]);
        result
    };
    // An absolute one as wllvm writes it, and one beside the object.
    let paths = format!("{}\nhelper.bc\n\0", main_bitcode.display());
    let module = load_files(&[&add_section(&paths, "good.o")]).unwrap();
    assert!(is_defined(&module, "main") && is_defined(&module, "helper"));

    let gone = add_section("gone.bc\n", "gone.o");
    let text = message(load_files(&[&gone]));
    assert!(text.contains("gone.o refers to bitcode in") && text.contains("gone.bc"), "{text}");
    let source = add_section("main.c\n", "source.o");
    let text = message(load_files(&[&source]));
    assert!(text.ends_with("cannot be read: it is not bitcode"), "{text}");
}

#[test]
fn objects_without_bitcode() {
    let folder = Folder::new();
    let source = folder.write("a.c", "int main(void) { return 0; }");
    let object = folder.clang(&["-c"], &source, "a.o");
    let executable = folder.clang(&[], &source, "a.exe");
    let archive = folder.path().join("a.a");
    run("llvm-ar-19", &[Path::new("rcs"), &archive, &object]);
    let whats = ["object file", "executable or shared object", "archive"];
    for (path, what) in [object, executable, archive].iter().zip(whats) {
        let text = message(load_files(&[path]));
        let expected = format!(
            "{} is an {what} without bitcode; compile it with `clang-19 -fembed-bitcode` or \
             `wllvm`, or pass the C source",
            path.display()
        );
        assert_eq!(text, expected);
    }
    let damaged = folder.write("damaged.o", b"\x7fELF\x02\x01\x01 and then nothing sensible");
    assert!(message(load_files(&[&damaged])).contains("damaged.o is a damaged ELF file: "));
}

#[test]
fn files_that_cannot_be_read() {
    let folder = Folder::new();
    let named = |name: &str| folder.path().join(name);
    let shown = |path: &Path| path.display().to_string();
    let missing = named("missing.c");
    assert_eq!(message(load_files(&[&missing])), format!("{}: no such file", shown(&missing)));
    let directory = folder.path().to_owned();
    assert_eq!(
        message(load_files(&[&directory])),
        format!("{} is a directory; pass its files", shown(&directory))
    );
    let empty = folder.write("empty.c", "");
    assert_eq!(message(load_files(&[&empty])), format!("{} is empty", shown(&empty)));
    let device = PathBuf::from("/dev/zero");
    assert_eq!(message(load_files(&[&device])), "/dev/zero is not a regular file");
    let endless = named("endless.c");
    symlink(&endless, &endless).unwrap();
    let text = message(load_files(&[&endless]));
    assert!(text.starts_with(&format!("cannot read {}: ", shown(&endless))), "{text}");
    let prose = folder.write("prose.txt", "Once upon a time\n");
    assert_eq!(
        message(load_files(&[&prose])),
        format!(
            "{} is neither a C source (.c, .i), LLVM assembly (.ll), LLVM bitcode (.bc), nor an \
             object, executable or archive with embedded bitcode",
            shown(&prose)
        )
    );
    assert_eq!(message(load_files(&[])), "no program given");
}

#[test]
fn clang_speaks_for_itself() {
    let folder = Folder::new();
    let source = folder.write("a.c", "int main(void) {\n  return answer;\n}\n");
    let text = message(load_files(&[&source]));
    assert!(text.starts_with(&format!("clang cannot compile {}:", source.display())), "{text}");
    assert!(text.contains("a.c:2:10: error: use of undeclared identifier 'answer'"), "{text}");
}

#[test]
fn clang_that_is_missing_or_too_new() {
    let folder = Folder::new();
    let source = folder.write("a.c", "int main(void) { return 0; }");
    let newer = folder.write("clang-99", "#!/bin/sh\necho 99.0.1\n");
    run("chmod", &[Path::new("+x"), &newer]);
    let install = "install it with `./dev setup` or `apt install clang-19`";
    let mut options = LoadOptions::new([source]);
    options.clang = Some(PathBuf::from("/no/such/clang"));
    assert_eq!(
        message(load(&options)),
        format!("clang 19 was not found (`/no/such/clang` does not exist); {install}")
    );
    options.clang = Some(newer.clone());
    assert_eq!(
        message(load(&options)),
        format!("clang 19 was not found (`{}` is version 99); {install}", newer.display())
    );
}

#[test]
fn damaged_assembly_and_bitcode() {
    let folder = Folder::new();
    let bad = folder.write("bad.ll", "define i32 @main() {\n  ret i64 0\n}\n");
    let text = message(load_files(&[&bad]));
    assert!(text.starts_with(&format!("LLVM could not read {}: ", bad.display())), "{text}");
    assert!(text.contains("bad.ll:2:7: error: value doesn't match function result"), "{text}");
    let invalid = folder.write(
        "invalid.ll",
        "define i32 @main() {\n  call void @llvm.va_start(ptr null)\n  ret i32 0\n}\n\
         declare void @llvm.va_start(ptr)\n",
    );
    let text = message(load_files(&[&invalid]));
    assert!(text.contains("invalid.ll is not a valid LLVM module: va_start called"), "{text}");
    let garbage = folder.write("garbage.bc", b"BC\xC0\xDEgarbage and more of it");
    let text = message(load_files(&[&garbage]));
    assert!(text.starts_with(&format!("LLVM could not read {}: ", garbage.display())), "{text}");
    assert!(text.ends_with(". The file is probably damaged."), "{text}");
}

/// Replaces the name of the producer in bitcode, where it is an array of characters of 6 or 8 bits;
/// whether it was found.
fn replace_producer(bitcode: &mut [u8], old: &str, new: &str) -> bool {
    const CHAR6: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    let bits_of = |text: &str, width: usize| -> Vec<bool> {
        let code = |c: char| if width == 6 { CHAR6.find(c).unwrap() } else { c as usize };
        text.chars().flat_map(|c| (0..width).map(move |bit| code(c) >> bit & 1 == 1)).collect()
    };
    let bit = |bytes: &[u8], at: usize| bytes[at / 8] >> (at % 8) & 1 == 1;
    for width in [6, 8] {
        let (old, new) = (bits_of(old, width), bits_of(new, width));
        let starts = 0..bitcode.len().min(256) * 8 - old.len();
        let is_here = |&start: &usize| (0..old.len()).all(|i| bit(bitcode, start + i) == old[i]);
        if let Some(start) = starts.into_iter().find(is_here) {
            for (i, &value) in new.iter().enumerate() {
                let at = start + i;
                let mask = 1 << (at % 8);
                bitcode[at / 8] = bitcode[at / 8] & !mask | if value { mask } else { 0 };
            }
            return true;
        }
    }
    false
}

#[test]
fn bitcode_of_a_newer_llvm() {
    let folder = Folder::new();
    let source = folder.write("a.c", "int main(void) { return 0; }");
    let bitcode = folder.clang(&["-c", "-emit-llvm"], &source, "a.bc");
    // The producer's name is packed in six bits per character, so that the same module says 99.
    let mut bytes = fs::read(&bitcode).unwrap();
    let claim = replace_producer(&mut bytes, "LLVM19.1.7", "LLVM99.1.7");
    assert!(claim, "the producer was not found");
    let readable = folder.write("readable.bc", &bytes);
    assert!(is_defined(&load_files(&[&readable]).unwrap(), "main"));
    let half = bytes.len() / 2;
    bytes[half..].fill(0xAA);
    let unreadable = folder.write("unreadable.bc", &bytes);
    assert_eq!(
        message(load_files(&[&unreadable])),
        format!(
            "{} was written by LLVM 99.1.7; this Dunlin reads up to LLVM 19. Compile it again with \
             clang-19, or pass the C source",
            unreadable.display()
        )
    );
    let assembly = "define i32 @main() {\n  ret i32 new thing\n}\n!llvm.ident = !{!0}\n\
                    !0 = !{!\"Debian clang version 22.1.3\"}\n";
    let assembly = folder.write("new.ll", assembly);
    let text = message(load_files(&[&assembly]));
    assert!(text.contains("new.ll was written by LLVM 22.1.3; this Dunlin reads up"), "{text}");
}

#[test]
fn targets_that_do_not_fit() {
    let folder = Folder::new();
    let main = folder.write("main.c", MAIN);
    let helper = folder.write("helper.c", HELPER);
    let narrow = folder.clang(&["-c", "-emit-llvm", "-m32"], &helper, "narrow.bc");
    assert_eq!(
        message(load_files(&[&main, &narrow])),
        format!(
            "{} is for x86_64 (64-bit, little-endian), but {} is for i386 (32-bit, \
             little-endian); a program must be for one target",
            main.display(),
            narrow.display()
        )
    );
    let big = folder.write(
        "big.ll",
        "target datalayout = \"E-m:e-p:32:32-i64:64\"\ntarget triple = \"powerpc-linux\"\n\
         define i32 @main() {\n  ret i32 0\n}\n",
    );
    assert_eq!(
        message(load_files(&[&big])),
        format!(
            "{} is for powerpc (32-bit, big-endian); Dunlin runs 32- and 64-bit little-endian \
             programs",
            big.display()
        )
    );
}

#[test]
fn names_that_are_defined_twice() {
    let folder = Folder::new();
    let first = folder.write("first.c", "int main(void) { return 0; }");
    let second = folder.write("second.c", "int main(void) { return 1; }");
    let text = message(load_files(&[&first, &second]));
    let start = format!("linking {} failed: ", second.display());
    assert!(text.starts_with(&start) && text.contains("main"), "{text}");
}

#[test]
fn a_program_without_the_entry() {
    let folder = Folder::new();
    let source =
        folder.write("a.c", "int first(void) { return 0; }\nint second(void) { return 0; }");
    let mut options = LoadOptions::new([source.clone()]);
    assert_eq!(
        message(load(&options)),
        format!(
            "no function `main` in {}; pass --entry NAME (functions here: first, second)",
            source.display()
        )
    );
    options.entry = "second".to_owned();
    assert!(is_defined(&load(&options).unwrap(), "second"));
    let nothing = folder.write("b.c", "int x;\n");
    assert_eq!(
        message(load_files(&[&nothing])),
        format!("no function `main` in {}; it defines no functions", nothing.display())
    );
}

#[test]
fn the_runtime_fills_in_what_the_program_does_not_define() {
    let folder = Folder::new();
    let source = folder.write(
        "a.c",
        "unsigned long strlen(const char *);\nint atoi(const char *);\n\
         int main(int argc, char **argv) { return strlen(argv[0]) + atoi(argv[argc - 1]); }\n",
    );
    for flag in ["-m64", "-m32"] {
        let mut options = LoadOptions::new([source.clone()]);
        options.clang_args = vec![flag.to_owned(), "-fno-builtin".to_owned()];
        let module = load(&options).unwrap();
        let function = |name: &str| module.func(module.find_func(name).unwrap());
        assert!(!function("main").runtime);
        for name in ["strlen", "atoi"] {
            assert!(is_defined(&module, name) && function(name).runtime, "{name} {flag}");
        }
        assert!(module.find_func("qsort").is_none());
    }
}

#[test]
fn definitions_of_the_program_win() {
    let folder = Folder::new();
    let source = folder.write(
        "a.c",
        "int atoi(const char *text) { return *text; }\nlong atol(const char *);\n\
         int main(int argc, char **argv) { return atoi(argv[0]) + atol(argv[0]); }\n",
    );
    let module = load_files(&[&source]).unwrap();
    let function = |name: &str| module.func(module.find_func(name).unwrap());
    assert!(!function("atoi").runtime);
    assert!(function("atol").runtime);
}

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

/// A private function keeps its name when the runtime library brings one of the same name: native
/// runs know it by that name.
#[test]
fn private_functions_keep_their_names() {
    let folder = Folder::new();
    let source = "double atof(const char *);\n\
                  static int encode(int x) { return x > 1 ? x : 7; }\n\
                  static unsigned long long strtoull(const char *s) { return *s ? 1 : 0; }\n\
                  int main(void) { return encode((int)strtoull(\"\") + (int)atof(\"1\")); }\n";
    let options = LoadOptions::new([folder.write("main.c", source)]);
    let Loaded { module, linked } = load_with(&options, Path::new(LOADER)).unwrap();
    let program = instrument_with(&linked, &InstrumentOptions::default(), Path::new(LOADER));
    for name in program.unwrap().functions {
        let func = module.func(module.find_func(&name).unwrap());
        assert!(!func.runtime, "{name} is a function of the runtime");
    }
}

/// A body that is only there to be inlined gives way to the library's, and LLVM deletes it while it links.
/// Nothing may look at it afterwards; a memory error shows only now and then, so that it is tried often.
#[test]
fn a_definition_that_is_available_elsewhere_gives_way() {
    let folder = Folder::new();
    let source = "#define inlined extern inline __attribute__((gnu_inline))\n\
        inlined int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }\n\
        inlined int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }\n\
        static long labs(long x) { return x; }\n\
        int main(int argc, char **argv) { return tolower(argc) + toupper(argc) + (int)labs(argc); }\n";
    let bitcode = folder.clang(&["-c", "-emit-llvm", "-w"], &folder.write("a.c", source), "a.bc");
    let assembly = folder.write(
        "b.ll",
        "define available_externally i32 @abs(i32 %x) {\n  ret i32 %x\n}\n\
         define available_externally i64 @strlen(ptr %s) {\n  ret i64 1\n}\n\
         define i32 @main(i32 %n, ptr %v) {\n  %a = call i32 @abs(i32 %n)\n\
         %b = call i64 @strlen(ptr %v)\n  ret i32 %a\n}\n",
    );
    for _ in 0..20 {
        for (file, names) in [(&bitcode, ["tolower", "toupper"]), (&assembly, ["abs", "strlen"])] {
            let module = load_files(&[file]).unwrap();
            for name in names {
                let func = module.find_func(name).map(|id| module.func(id)).unwrap();
                assert!(func.runtime && !func.is_declaration(), "{name} of {}", file.display());
            }
        }
    }
}
