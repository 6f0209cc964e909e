//! What can be a program: C files with their flags, assembly, bitcode of several versions, objects.

use crate::support::{Folder, fixture};

const MAIN: &str = "int helper(int);\n#ifndef FACTOR\n#define FACTOR 1\n#endif\n\
                    int main(void) { return helper(FACTOR) + (int)sizeof(void *); }\n";
const HELPER: &str = "#include \"tenfold.h\"\nint helper(int n) { return TENFOLD(n); }\n";

fn sources() -> Folder {
    let folder = Folder::new();
    folder.write("main.c", MAIN);
    folder.write("helper.c", HELPER);
    std::fs::create_dir(folder.path().join("inc")).unwrap();
    folder.write("inc/tenfold.h", "#define TENFOLD(n) (10 * (n))\n");
    folder
}

/// The exit status of the program that `args` run.
#[track_caller]
fn status(folder: &Folder, args: &[&str]) -> i64 {
    let mut all = vec!["run", "--json", "--output", "out"];
    all.extend(args);
    let run = folder.dunlin(all).expect_code(0);
    run.json()["exit_status"].as_i64().unwrap_or_else(|| panic!("{}", run.stderr()))
}

#[test]
fn several_c_files_with_flags() {
    let folder = sources();
    assert_eq!(status(&folder, &["main.c", "helper.c", "-I", "inc"]), 18);
    assert_eq!(status(&folder, &["main.c", "helper.c", "-Iinc", "-D", "FACTOR=3"]), 38);
    assert_eq!(status(&folder, &["main.c", "helper.c", "-Iinc", "-m32"]), 14);
    assert_eq!(status(&folder, &["main.c", "helper.c", "-Iinc", "-O2", "-DFACTOR=2"]), 28);
    assert_eq!(status(&folder, &["main.c", "helper.c", "-Iinc", "--optimize"]), 18);
    let flag = "--clang-arg=-DFACTOR=5";
    assert_eq!(status(&folder, &["main.c", "helper.c", "-Iinc", flag]), 58);
}

#[test]
fn assembly_bitcode_objects_and_executables() {
    let folder = sources();
    folder.clang(&["-S", "-emit-llvm", "-Iinc", "helper.c", "-o", "helper.ll"]);
    folder.clang(&["-c", "-emit-llvm", "main.c", "-o", "main.bc"]);
    folder.clang(&["-c", "-fembed-bitcode", "-Iinc", "helper.c", "-o", "helper.o"]);
    folder.clang(&["-fembed-bitcode", "-Iinc", "main.c", "helper.c", "-o", "program"]);
    assert_eq!(status(&folder, &["main.bc", "helper.ll"]), 18);
    assert_eq!(status(&folder, &["main.c", "helper.o"]), 18);
    assert_eq!(status(&folder, &["program"]), 18);
    folder.clang(&["-c", "main.c", "-o", "plain.o"]);
    let message = folder.dunlin(["run", "plain.o"]).refusal();
    assert!(message.contains("plain.o is an object file without bitcode"), "{message}");
}

#[test]
fn bitcode_of_an_older_llvm() {
    let folder = Folder::new();
    for name in ["llvm14.bc", "llvm14-unoptimised.bc", "older.c"] {
        let file = fixture(name);
        let run = folder.dunlin(["run".as_ref(), file.as_os_str()]).expect_code(0);
        assert_eq!(run.stdout(), "36 3 0.5 1\n", "{name}");
        assert!(run.stderr().contains("exit status 10"), "{name}: {}", run.stderr());
    }
}

#[test]
fn arguments_of_the_program() {
    let folder = Folder::new();
    folder.write(
        "echo.c",
        "#include <stdio.h>\nint main(int argc, char **argv) {\n\
         for (int i = 1; i < argc; i++) printf(\"[%s]\", argv[i]);\n\
         printf(\"%d %s %d\\n\", argc, argv[0], argv[argc] == NULL);\nreturn argc; }\n",
    );
    let run = folder.dunlin(["run", "echo.c", "--", "one", "--json", "", "two words"]);
    assert_eq!(run.expect_code(0).stdout(), "[one][--json][][two words]5 echo.c 1\n");
    assert_eq!(folder.dunlin(["run", "echo.c"]).expect_code(0).stdout(), "1 echo.c 1\n");
}

#[test]
fn another_entry() {
    let folder = Folder::new();
    folder.write("a.c", "int main(void) { return 1; }\nint other(void) { return 7; }\n");
    assert_eq!(status(&folder, &["--entry", "other", "a.c"]), 7);
    folder.write("b.c", "#include <stdio.h>\nvoid start(void) { puts(\"hello\"); }\n");
    let run = folder.dunlin(["run", "--entry", "start", "b.c"]).expect_code(0);
    assert_eq!(run.stdout(), "hello\n");
}
