//! The headers that C sources find without being told where: every function of theirs compiles, in
//! every language standard that matters, and a header of the user's own comes first.

mod support;

use dunlin_ir::Module;
use dunlin_load::LoadOptions;
use support::{Folder, load};

/// Calls everything that klee/klee.h declares, with KLEE's types.
const KLEE: &str = r#"
#include INCLUDE
static int target;
int main(void) {
    char buffer[8];
    int number;
    klee_make_symbolic(buffer, sizeof buffer, "buffer");
    number = klee_range(0, 10, "number") + klee_int("other");
    klee_assume(number > 3);
    klee_prefer_cex(buffer, buffer[0] == 'a');
    klee_posix_prefer_cex(buffer, buffer[1] == 'b');
    klee_assert(number != 5);
    if (klee_is_symbolic((uintptr_t)number) && !klee_is_replay())
        klee_warning("symbolic"), klee_warning_once("once");
    number += (int)klee_get_obj_size(buffer) + (int)klee_choose(3) + klee_get_errno();
    klee_print_expr("number", number);
    klee_print_range("number", number);
    number += (int)klee_get_valuef(1.5f) + (int)klee_get_valued(2.5);
    number += (int)klee_get_valuel(3L) + (int)klee_get_valuell(4LL);
    number += klee_get_value_i32(5) + (int)klee_get_value_i64(6);
    klee_check_memory_access(buffer, 4);
    klee_set_forking(1);
    klee_stack_trace();
    klee_mark_global(&target);
    klee_open_merge();
    klee_close_merge();
    klee_define_fixed_object((void *)0x1000, 16);
    if (number == 1)
        klee_silent_exit(0);
    if (number == 2)
        klee_abort();
    if (number == 3)
        klee_report_error(__FILE__, __LINE__, "three", "err");
    return 0;
}
"#;

const DUNLIN: &str = r#"
#include <dunlin.h>
int main(void) {
    int number;
    dunlin_symbolic(&number, sizeof number, "number");
    dunlin_assume(number < dunlin_range(0, 10, "high"));
    dunlin_assert(number != dunlin_int("other"));
    if (dunlin_is_symbolic((uintptr_t)number))
        dunlin_print_term("number", (uintptr_t)number);
    if (dunlin_choose(2))
        dunlin_report_error("chosen");
    return 0;
}
"#;

#[track_caller]
fn load_c(source: &str, clang_args: &[&str]) -> Module {
    let folder = Folder::new();
    let mut options = LoadOptions::new(&[folder.write("program.c", source)]);
    options.clang_args = clang_args.iter().map(|arg| (*arg).to_owned()).collect();
    load(&options).unwrap_or_else(|error| panic!("with {clang_args:?}: {error}"))
}

#[test]
fn both_headers_compile_in_every_mode() {
    let strict = ["-Wall", "-Wextra", "-Wstrict-prototypes", "-pedantic", "-Werror"];
    for mode in ["-std=c99", "-std=c11", "-std=gnu17", "-m32", "-O2", "-DNDEBUG"] {
        for include in ["<klee/klee.h>", "\"klee/klee.h\""] {
            let include = format!("-DINCLUDE={include}");
            let module = load_c(KLEE, &[strict.as_slice(), &[mode, &include]].concat());
            assert!(module.find_func("klee_make_symbolic").is_some());
        }
        let module = load_c(DUNLIN, &[strict.as_slice(), &[mode]].concat());
        assert!(module.find_func("dunlin_symbolic").is_some());
    }
}

#[test]
fn the_headers_go_together_with_each_other_and_with_assert() {
    let source = "#include <assert.h>\n#include <dunlin.h>\n#include <klee/klee.h>\n\
        int main(int argc, char **argv) {\n\
        assert(argc); dunlin_assert(argc); klee_assert(argv); return 0; }\n";
    let module = load_c(source, &["-Wall", "-Werror"]);
    let failed = module.find_func("__assert_fail").expect("all three fail in the same way");
    assert!(!module.func(failed).is_declaration(), "the C library's definition is linked");
    assert!(module.find_func("dunlin_assertion_failed").is_none());
    load_c(source, &["-xc++", "-Werror"]);
}

#[test]
fn a_header_of_the_user_comes_first() {
    let folder = Folder::new();
    folder.write("own/klee/klee.h", "#define ANSWER 42\nint own_function(void);\n");
    let source = "#include <klee/klee.h>\nint main(void) { return own_function() + ANSWER; }\n";
    let include = format!("-I{}", folder.path().join("own").display());
    let module = load_c(source, &[&include]);
    assert!(module.find_func("own_function").is_some());
}

#[test]
fn a_source_that_is_preprocessed_already_gets_no_complaint() {
    let folder = Folder::new();
    let mut options =
        LoadOptions::new(&[folder.write("program.i", "int main(void) { return 0; }")]);
    options.clang_args = vec!["-Wall".to_owned(), "-Werror".to_owned()];
    let loaded = load(&options).map(|_| ());
    assert_eq!(loaded, Ok(()));
}

#[test]
fn debug_information_does_not_name_the_scratch_folder() {
    let module = load_c(DUNLIN, &["-O2"]);
    for file in &module.files {
        assert!(!file.name.contains("dunlin-load-"), "{}", file.name);
    }
}
