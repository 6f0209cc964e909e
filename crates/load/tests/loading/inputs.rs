//! Every kind of input.

use crate::support::{Folder, LOADER, load};
use crate::{HELPER, MAIN, is_defined, load_files, message, run};
use dunlin_load::{InstrumentOptions, LoadOptions, Loaded, instrument_with, load_with};
use std::fs;
use std::path::Path;

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
