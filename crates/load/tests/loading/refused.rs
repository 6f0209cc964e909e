//! Every message about a bad input.

use crate::support::{Folder, load};
use crate::{HELPER, MAIN, is_defined, load_files, message, run};
use dunlin_load::LoadOptions;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

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
