//! Compilers read what the user names and nothing that only a source names.
//!
//! Each way to a secret is tried twice: as it is, and with `--allow-read`, so that the test would notice
//! if the way did not exist at all.

use crate::support::{Folder, Run};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::Command;

/// Also a line of C, so that it can be included.
const SECRET: &str = "int secret_7c1b;";

/// `src` with a header, and beside it `out` with a secret.
fn place() -> Folder {
    let folder = Folder::new();
    for name in ["src", "src/sub", "out"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    folder.write("src/beside.h", "#define BESIDE 1\n");
    folder.write("src/sub/below.h", "#define BELOW 1\n");
    folder.write("out/found.h", "#define FOUND 1\n");
    let secret = folder.write("out/secret", SECRET);
    fs::set_permissions(secret, fs::Permissions::from_mode(0o600)).unwrap();
    folder
}

fn secret_of(folder: &Folder) -> String {
    folder.path().join("out/secret").display().to_string()
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// Everything in the output folder.
fn written(folder: &Folder) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut folders = vec![folder.path().join("results")];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            match entry.file_type().unwrap().is_dir() {
                true => folders.push(entry.path()),
                false => bytes.extend(fs::read(entry.path()).unwrap()),
            }
        }
    }
    bytes
}

fn run(folder: &Folder, args: &[&str]) -> Run {
    let _ = fs::remove_dir_all(folder.path().join("results"));
    folder.dunlin(["run", "--output", "results"].iter().chain(args))
}

/// The secret is in nothing that is written or printed, and the user is told about the option.
#[track_caller]
fn refused(folder: &Folder, args: &[&str]) -> String {
    let run = run(folder, args);
    let text = run.stdout() + &run.stderr();
    assert!(!text.contains(SECRET) && !contains(&written(folder), SECRET), "{text}");
    assert!(text.contains("may not be read") && text.contains("--allow-read PATH"), "{text}");
    text
}

#[test]
fn headers_are_read_where_the_user_names_them() {
    let folder = place();
    let program = "#include \"beside.h\"\n#include \"sub/below.h\"\n#include <stdio.h>\n\
                   int main(void) { return BESIDE + BELOW - 2; }\n";
    let absolute = folder.write("src/a.c", program).display().to_string();
    run(&folder, &["src/a.c"]).expect_code(0);
    run(&folder, &[&absolute]).expect_code(0);
    run(&folder, &["out/../src/a.c"]).expect_code(0);
    // From another folder, and as a name without a folder.
    let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
    command.current_dir(folder.path().join("src")).args(["run", "a.c"]);
    Run::of(command.output().unwrap()).expect_code(0);
    // A source that is a link elsewhere: its headers are searched beside the link.
    fs::rename(&absolute, folder.path().join("out/real.c")).unwrap();
    symlink("../out/real.c", &absolute).unwrap();
    run(&folder, &["src/a.c"]).expect_code(0);
}

#[test]
fn folders_in_options_are_read() {
    let folder = place();
    folder.write("src/a.c", "#include <found.h>\nint main(void) { return FOUND - 1; }\n");
    run(&folder, &["src/a.c"]).expect_code(2);
    run(&folder, &["src/a.c", "-I", "out"]).expect_code(0);
    run(&folder, &["src/a.c", "--clang-arg=-isystem", "--clang-arg=out"]).expect_code(0);
    folder.write("options", "-idirafter 'out'\n");
    run(&folder, &["src/a.c", "--clang-arg=@options"]).expect_code(0);
    folder.write("src/b.c", "int main(void) { return FOUND - 1; }\n");
    run(&folder, &["src/b.c", "--clang-arg=-include", "--clang-arg=out/found.h"]).expect_code(0);
}

#[test]
fn an_option_that_defines_a_macro_opens_nothing() {
    let folder = place();
    let secret = secret_of(&folder);
    folder.write("src/a.c", "#include FILE\nint main(void) { return 0; }\n");
    let define = format!("-DFILE=\"{secret}\"");
    refused(&folder, &["src/a.c", &define]);
    run(&folder, &["src/a.c", &define, "--allow-read", "out"]).expect_code(0);
}

#[test]
fn sources_name_no_files_of_their_own() {
    let folder = place();
    let secret = secret_of(&folder);
    symlink("../out/secret", folder.path().join("src/link.h")).unwrap();
    for name in ["../out/secret", "sub/../../out/secret", "link.h", secret.as_str()] {
        let source = format!("#include \"{name}\"\nint main(void) {{ return secret_7c1b; }}\n");
        folder.write("src/a.c", source);
        refused(&folder, &["src/a.c"]);
        run(&folder, &["src/a.c", "--allow-read", "out/secret"]).expect_code(0);
    }
    // The assembler has includes of its own, and shows what it cannot read.
    folder.write(
        "src/a.c",
        format!("__asm__(\".include \\\"{secret}\\\"\");\nint main(void) {{ return 0; }}\n"),
    );
    let text = run(&folder, &["src/a.c"]).expect_code(2).stderr();
    assert!(!text.contains(SECRET), "{text}");
    let text = run(&folder, &["src/a.c", "--allow-read", "out"]).expect_code(2).stderr();
    assert!(text.contains(SECRET), "{text}");
    // What is not C shows in the message.
    folder.write("src/a.c", "#include \"/etc/passwd\"\nint main(void) { return 0; }\n");
    assert!(!refused(&folder, &["src/a.c"]).contains("root:"));
}

#[test]
fn nothing_is_embedded() {
    let folder = place();
    let secret = secret_of(&folder);
    let program = format!(
        "#include <stdio.h>\nconst char text[] = {{\n#embed \"{secret}\"\n, 0}};\n\
         int main(void) {{ puts(text); return 0; }}\n"
    );
    folder.write("src/a.c", program);
    refused(&folder, &["src/a.c"]);
    let run = run(&folder, &["src/a.c", "--allow-read", &secret]).expect_code(0);
    assert!(run.stdout().contains(SECRET), "{}", run.stdout());
}

/// The assembler reads a file into the executable, from where the program takes it.
fn assembly(secret: &str) -> String {
    format!(
        "target triple = \"x86_64-pc-linux-gnu\"\n\
         module asm \".section .rodata\"\nmodule asm \".globl blob\"\n\
         module asm \"blob: .incbin \\22{secret}\\22\"\nmodule asm \".byte 0\"\n\
         @blob = external global [17 x i8]\n\
         declare i32 @puts(ptr)\n\
         define i32 @main() {{\n  %v = load i32, ptr null\n  ret i32 %v\n}}\n"
    )
}

#[test]
fn the_assembler_reads_nothing_else() {
    let folder = place();
    let secret = secret_of(&folder);
    folder.write("src/a.ll", assembly(&secret));
    let text = refused(&folder, &["src/a.ll"]);
    assert!(text.contains("Could not find incbin file"), "{text}");
    assert!(!text.contains("confirmed by a native run"), "{text}");
    let allowed = run(&folder, &["src/a.ll", "--allow-read", "out"]).expect_code(1);
    let text = allowed.stdout() + &allowed.stderr();
    assert!(text.contains("confirmed by a native run"), "{text}");
    // In C, clang itself assembles.
    let name = &secret;
    folder.write(
        "src/b.c",
        format!("__asm__(\".incbin \\\"{name}\\\"\");\nint main(void) {{ return 0; }}\n"),
    );
    refused(&folder, &["src/b.c"]);
    run(&folder, &["src/b.c", "--allow-read", "out"]).expect_code(0);
}

#[test]
fn reports_show_no_text_of_files_that_only_the_program_names() {
    let folder = place();
    let secret = secret_of(&folder);
    let program = format!("int main(void) {{ int *p = 0;\n#line 1 \"{secret}\"\nreturn *p; }}\n");
    folder.write("src/a.c", program);
    let hidden = run(&folder, &["src/a.c"]).expect_code(1);
    let text = hidden.stdout() + &hidden.stderr();
    assert!(!text.contains(SECRET) && !contains(&written(&folder), SECRET), "{text}");
    assert!(text.contains("its text is not shown"), "{text}");
    let shown = run(&folder, &["src/a.c", "--allow-read", "out"]).expect_code(1);
    assert!((shown.stdout() + &shown.stderr()).contains(SECRET));
    let args = ["show", "--distances", "secret:1", "src/a.c"];
    let listing = folder.dunlin(args).expect_code(0).stdout();
    assert!(
        listing.contains("the source cannot be read") && !listing.contains(SECRET),
        "{listing}"
    );
    let listing =
        folder.dunlin(args.iter().chain(&["--allow-read", "out"])).expect_code(0).stdout();
    assert!(listing.contains(SECRET), "{listing}");
}

#[test]
fn every_command_that_compiles_is_confined() {
    let folder = place();
    let secret = secret_of(&folder);
    folder.write("src/a.c", format!("#include \"{secret}\"\nint main(void) {{ return 0; }}\n"));
    folder.write("src/plain.c", "int main(void) { return 0; }\n");
    run(&folder, &["src/plain.c"]).expect_code(0);
    folder.write(
        "findings.sarif",
        r#"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": []}]}"#,
    );
    for args in [
        &["reach", "src/a.c", "--target", "main"][..],
        &["replay", "src/a.c", "results/tests/000001.ktest"],
        &["show", "src/a.c"],
        &["triage", "src/a.c", "--sarif", "findings.sarif"],
    ] {
        let refused = folder.dunlin(args).expect_code(2).stderr();
        assert!(refused.contains("may not be read"), "{args:?}: {refused}");
        let allowed = folder.dunlin(args.iter().chain(&["--allow-read", "out"])).stderr();
        assert!(!allowed.contains("may not be read"), "{args:?}: {allowed}");
    }
}

#[test]
fn the_environment_changes_nothing() {
    let folder = place();
    folder.write("src/a.c", "#include <found.h>\nint main(void) { return FOUND - 1; }\n");
    let out = folder.path().join("out").display().to_string();
    let with = |name: &str, value: &str, args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
        command.current_dir(folder.path()).env(name, value).args(["run", "src/a.c"]).args(args);
        Run::of(command.output().unwrap())
    };
    for (name, value) in [
        ("CPATH", out.clone()),
        ("C_INCLUDE_PATH", out.clone()),
        ("CCC_OVERRIDE_OPTIONS", format!("+-I{out}")),
        ("CCC_ADD_ARGS", format!("-I{out}")),
    ] {
        let text = with(name, &value, &[]).expect_code(2).stderr();
        assert_eq!(text.contains("has no effect"), !name.starts_with("CCC"), "{text}");
        // Not even where it may be read: what is compiled depends on the command line only.
        with(name, &value, &["--allow-read", "out"]).expect_code(2);
    }
    with("CPATH", &out, &["-Iout"]).expect_code(0);
}

#[test]
fn a_home_is_not_opened_by_a_source_in_it() {
    let folder = place();
    let home = folder.path().display().to_string();
    folder.write("key", SECRET);
    folder.write("near.h", "#define NEAR 1\n");
    let start = |source: &str, args: &[&str]| {
        folder.write("a.c", source);
        let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
        command.current_dir(folder.path()).env("HOME", &home).args(["run", "a.c"]).args(args);
        Run::of(command.output().unwrap())
    };
    start("#include \"near.h\"\nint main(void) { return NEAR - 1; }\n", &[]).expect_code(0);
    for name in ["key", "out/secret"] {
        let source = format!("#include \"{name}\"\nint main(void) {{ return 0; }}\n");
        let text = start(&source, &[]).expect_code(2).stderr();
        assert!(text.contains("may not be read"), "{text}");
        start(&source, &["-I."]).expect_code(2);
        start(&source, &["--allow-read", "."]).expect_code(0);
    }
}

#[test]
fn a_path_that_does_not_exist_cannot_be_allowed() {
    let folder = place();
    folder.write("a.c", "int main(void) { return 0; }\n");
    let message = folder.dunlin(["run", "a.c", "--allow-read", "nowhere"]).usage_error();
    assert!(message.contains("'nowhere' for '--allow-read <PATH>': no such file"), "{message}");
}

#[test]
fn descriptors_of_the_shell_are_closed() {
    let folder = place();
    folder.write("src/a.c", "#include \"/dev/fd/9\"\nint main(void) { return 0; }\n");
    let shell = |extra: &str| {
        let dunlin = PathBuf::from(env!("CARGO_BIN_EXE_dunlin"));
        let script = format!("{} run src/a.c {extra} 9< out/secret", dunlin.display());
        let mut command = Command::new("sh");
        Run::of(command.current_dir(folder.path()).args(["-c", &script]).output().unwrap())
    };
    shell("").expect_code(2);
    shell("--allow-read /proc --allow-read out").expect_code(2);
}

/// Starts a program on a kernel without Landlock, and with `n` also without new namespaces.
const LAUNCHER: &str = r#"
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#define REFUSE(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), \
                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)
int main(int count, char **arguments) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        REFUSE(444),
        REFUSE(arguments[1][0] == 'n' ? SYS_unshare : 444),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        return 99;
    execv(arguments[2], arguments + 2);
    return 98;
}
"#;

#[test]
fn other_kernels_confine_in_another_way_or_say_that_they_cannot() {
    let folder = place();
    folder.write("launcher.c", LAUNCHER);
    folder.clang(&["launcher.c", "-o", "launcher"]);
    folder.write("src/good.c", "#include \"beside.h\"\nint main(void) { return BESIDE - 1; }\n");
    folder.write("src/bad.c", "#include \"../out/secret\"\nint main(void) { return 0; }\n");
    let start = |how: &str, args: &[&str]| {
        let mut command = Command::new(folder.path().join("launcher"));
        command.arg(how).arg(env!("CARGO_BIN_EXE_dunlin")).args(["run", "--no-replay"]).args(args);
        Run::of(command.current_dir(folder.path()).output().unwrap())
    };
    // With neither, nothing is compiled.
    let text = start("n", &["src/good.c"]).expect_code(2).stderr();
    assert!(text.contains("cannot be compiled safely here (a mount namespace: "), "{text}");
    start("n", &["src/good.c", "--allow-read", "/"]).expect_code(0);
    start("n", &["src/bad.c", "--allow-read", "/"]).expect_code(0);
    // With a mount namespace, where the machine has such.
    let good = start("m", &["src/good.c"]);
    if !good.stderr().contains("cannot be compiled safely here") {
        good.expect_code(0);
        let text = start("m", &["src/bad.c"]).expect_code(2).stderr();
        assert!(text.contains("../out/secret may not be read"), "{text}");
        start("m", &["src/bad.c", "--allow-read", "out"]).expect_code(0);
    }
}
