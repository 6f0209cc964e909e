//! What C and LLVM assembly become in Dunlin's IR. Every module that is loaded here has passed the
//! IR's verifier, which the loader calls in debug builds.

use dunlin_ir::print::print_function;
use dunlin_ir::{Init, InstKind, Module, RelocTarget, Scalar, Terminator, VarArgValue};
use dunlin_load::{LoadOptions, load_unprotected};
use std::collections::BTreeSet;
use std::process::Command;

fn lower_file(name: &str, source: &str, flags: &[&str]) -> Module {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, source).unwrap();
    let mut options = LoadOptions::new([path]);
    options.clang_args = flags.iter().map(ToString::to_string).collect();
    options.promote = false;
    options.entry = "f".into();
    let module = load_unprotected(&options).unwrap_or_else(|error| panic!("{error}")).module;
    dunlin_ir::verify::verify(&module).unwrap_or_else(|errors| panic!("{}", errors[0]));
    module
}

/// Lowers C and checks that everything in it is supported.
fn lower_c(source: &str, flags: &[&str]) -> Module {
    let module = lower_file("a.c", source, flags);
    assert_eq!(unsupported(&module), Vec::<String>::new());
    module
}

fn lower_ll(source: &str) -> Module {
    lower_file("a.ll", source, &[])
}

fn unsupported(module: &Module) -> Vec<String> {
    let insts = module.funcs.iter().flat_map(|func| &func.insts);
    insts
        .filter_map(|inst| match &inst.kind {
            InstKind::Unsupported { what, .. } => Some(what.clone()),
            _ => None,
        })
        .collect()
}

fn text(module: &Module, func: &str) -> String {
    print_function(module, module.find_func(func).expect("the function was lowered"))
}

/// Checks that the text of function `f` has each of the lines' parts, in this order.
#[track_caller]
fn check(module: &Module, parts: &[&str]) {
    check_function(module, "f", parts);
}

#[track_caller]
fn check_function(module: &Module, func: &str, parts: &[&str]) {
    let text = text(module, func);
    let mut rest = text.as_str();
    for part in parts {
        let Some(at) = rest.find(part) else { panic!("no `{part}` (in this order) in\n{text}") };
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn loops_structs_and_calls() {
    let module = lower_c(
        "struct s { int a; long c[3]; };
         long g(struct s *p, int n) { long t = 0; for (int i = 0; i < n; i++) t += p->c[i]; return t; }
         long f(struct s *p) { p->a = 3; return g(p, 3); }",
        &[],
    );
    check(&module, &["ptradd", "via", ".0", "store i32 3", "call @f0(", "i32 3)", "return"]);
    let parts =
        ["cmp slt i32", "branch", "ptradd", ", 8 via", ".1", "sext i32", "* 8 via", "add nsw"];
    check_function(&module, "g", &parts);
    let g = &module.funcs[0];
    let names: Vec<_> = g.vars.iter().map(|var| (var.name.as_str(), var.param)).collect();
    assert_eq!(names, [("p", Some(0)), ("n", Some(1)), ("t", None), ("i", None)]);
    assert!(g.insts.iter().any(|inst| inst.pos.is_some_and(|pos| pos.line == 2 && pos.column > 0)));
}

#[test]
fn optimised_code_has_block_parameters() {
    let source =
        "int g(int); int f(int n) { int s = 0; for (int i = 0; i != n; i++) s ^= g(i); return s; }";
    let module = lower_c(source, &["-O2"]);
    let f = module.func(module.find_func("f").unwrap());
    assert!(f.blocks.iter().any(|block| block.params.len() == 2), "{}", text(&module, "f"));
}

#[test]
fn switches_keep_every_case() {
    let source =
        "int f(long x) { switch (x) { case 1: case 2: return 5; case -7: return 6; } return 0; }";
    check(&lower_c(source, &[]), &["switch i64", "1 -> ", "2 -> ", "-7 -> ", "else ->"]);
}

#[test]
fn an_edge_to_a_block_with_phis_passes_the_value_for_each_edge() {
    let module = lower_ll(
        "define i32 @f(i32 %x) {
         e: switch i32 %x, label %d [ i32 1, label %j  i32 2, label %j ]
         d: br label %j
         j: %p = phi i32 [ 7, %e ], [ 7, %e ], [ 9, %d ]
            ret i32 %p }",
    );
    check(&module, &["(i32 7)", "(i32 7)", "(i32 9)"]);
}

const VARARGS: &str = "struct big { int a[5]; }; int g(int, ...);
    int f(struct big b, char c, long double l, double d) { return g(1, c, l, b, d); }";

fn vararg_offsets(module: &Module) -> (Vec<(u64, u64)>, u64) {
    let f = module.func(module.find_func("f").unwrap());
    let call = f.insts.iter().find_map(|inst| match &inst.kind {
        InstKind::Call(call) => Some(call),
        _ => None,
    });
    let call = call.expect("there is a call");
    let size = |value: &VarArgValue| match value {
        VarArgValue::Scalar { ty, .. } => ty.store_size(&module.target),
        VarArgValue::Copy { size, .. } => *size,
    };
    let args = call.varargs.iter().map(|arg| (arg.offset, size(&arg.value))).collect();
    (args, call.varargs_size)
}

#[test]
fn variable_arguments_lie_as_the_abi_says() {
    let module = lower_c(VARARGS, &[]);
    assert_eq!(vararg_offsets(&module), (vec![(0, 4), (16, 10), (32, 20), (56, 8)], 64));
    let module = lower_c(VARARGS, &["-m32"]);
    let (args, size) = vararg_offsets(&module);
    assert_eq!(args[0], (0, 4));
    assert_eq!(args[1], (4, 10));
    assert_eq!((args.last().copied(), size), (Some((36, 8)), 44));
}

#[test]
fn variadic_functions_read_their_list() {
    let source = "#include <stdarg.h>
        int f(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); n = va_arg(b, int);
                            va_end(b); va_end(a); return n; }";
    check(&lower_c(source, &[]), &["va_start", "va_copy", "va_end", "va_end"]);
}

#[test]
fn structs_by_value_are_copied_once_per_activation() {
    let source = "struct big { int a[20]; }; int g(struct big b);
        int f(struct big *p) { int s = 0; for (int i = 0; i < 9; i++) s += g(p[i]); return s; }";
    let module = lower_c(source, &[]);
    let f = module.func(module.find_func("f").unwrap());
    let is_alloca = |id: &dunlin_ir::InstId| matches!(f.inst(*id).kind, InstKind::Alloca { .. });
    assert!(!f.blocks[1..].iter().any(|block| block.insts.iter().any(is_alloca)));
    check(&module, &["b0:", "alloca 80", "memcpy", ", 80", "call @"]);
}

#[test]
fn parameters_are_numbered_as_in_the_source() {
    let source = "struct big { int a[20]; }; struct two { long a, b; };
        int f(struct big b, _Bool c, struct two t, char d) { int e = c; return b.a[0] + e + t.b + d; }";
    let module = lower_c(source, &[]);
    let f = module.func(module.find_func("f").unwrap());
    let names: Vec<_> = f.vars.iter().map(|var| (var.name.as_str(), var.param)).collect();
    let expected = [("b", Some(0)), ("c", Some(1)), ("t", Some(2)), ("d", Some(3)), ("e", None)];
    assert_eq!(names, expected);
}

#[test]
fn variables_know_their_signs() {
    let source = "typedef unsigned int word; enum mode { A, B }; enum sign { N = -1 };
        static volatile unsigned short g = 1; static long h; static float r; static char *s;
        int f(const word a, _Bool b, char c, enum mode m, enum sign n, int *p, double d, word w[2]) {
            struct { int x; } t = {1};
            return a + b + c + m + n + *p + d + *w + t.x + g + ++h + ++r + (s != 0); }";
    let module = lower_c(source, &[]);
    let f = module.func(module.find_func("f").unwrap());
    let (signed, unsigned) = (Some(Scalar::Signed), Some(Scalar::Unsigned));
    let pointer = Some(Scalar::Pointer);
    let scalars: Vec<_> = f.vars.iter().map(|var| (var.name.as_str(), var.scalar)).collect();
    let expected = [
        ("a", unsigned),
        ("b", unsigned),
        ("c", signed),
        ("m", unsigned),
        ("n", signed),
        ("p", pointer),
        ("d", None),
        ("w", pointer),
        ("t", None),
    ];
    assert_eq!(scalars, expected);
    let global = |name: &str| module.global(module.find_global(name).unwrap()).scalar;
    assert_eq!((global("g"), global("h")), (unsigned, signed));
    assert_eq!((global("r"), global("s")), (None, pointer));
    let module = lower_c("int f(char c) { return c; }", &["-funsigned-char"]);
    assert_eq!(module.func(module.find_func("f").unwrap()).vars[0].scalar, unsigned);
}

#[test]
fn variables_know_the_lines_of_their_scopes() {
    let source = "int f(int n) {
            int sum = 0;
            for (int i = 0; i < n; i++) {
                int x = i;
                sum += x;
            }
            {
                int x = 3;
                sum += x;
            }
            return sum;
        }";
    let module = lower_c(source, &[]);
    let f = module.func(module.find_func("f").unwrap());
    let scopes: Vec<_> = f.vars.iter().map(|var| (var.name.as_str(), var.scope.unwrap())).collect();
    let expected = [("n", (1, 12)), ("sum", (1, 12)), ("i", (3, 6)), ("x", (4, 6)), ("x", (8, 9))];
    assert_eq!(scopes, expected);
}

#[test]
fn structs_in_registers_are_several_scalars() {
    let source =
        "struct s { double d; int i; }; struct s g(int x) { struct s s = {x, x}; return s; }
        double f(int x) { return g(x).d; }";
    let module = lower_c(source, &["-O1", "-fno-inline"]);
    let g = module.func(module.find_func("g").unwrap());
    assert_eq!(g.returns.len(), 2);
}

#[test]
fn vectors_are_scalarised() {
    let source = "typedef int v __attribute__((vector_size(16)));
        v f(v a, v b, int i) { v c = a + b * 3; c[i] = 7; return c ^ (a > b); }";
    let module = lower_c(source, &["-O1"]);
    let f = module.func(module.find_func("f").unwrap());
    assert_eq!((f.params.len(), f.returns.len()), (9, 4));
    check(&module, &["mul", "cmp eq", "select", "return %"]);
    lower_c(source, &["-O0"]);
    lower_c(source, &["-O2", "-m32"]);
}

#[test]
fn vectors_of_bits_are_packed_in_memory_and_in_casts() {
    let module = lower_ll(
        "define i8 @f(ptr %p, <8 x i32> %a, <8 x i32> %b) {
           %m = load <8 x i1>, ptr %p
           %c = icmp slt <8 x i32> %a, %b
           %d = and <8 x i1> %m, %c
           store <8 x i1> %d, ptr %p
           %r = bitcast <8 x i1> %d to i8
           ret i8 %r }",
    );
    check(
        &module,
        &["i8 = load", "lshr", "trunc i8", "cmp slt", "zext i1", "shl", "store i8", "or"],
    );
    assert_eq!(text(&module, "f").matches("load").count(), 1);
}

#[test]
fn bitcasts_regroup_lanes_from_the_lowest() {
    let module = lower_ll(
        "define i64 @f(<2 x i32> %v) { %r = bitcast <2 x i32> %v to i64  ret i64 %r }
         define <4 x i16> @g(<2 x float> %v) { %r = bitcast <2 x float> %v to <4 x i16> ret <4 x i16> %r }",
    );
    check(&module, &["zext i32 %0", "zext i32 %1", "shl", ", 32", "or", "return"]);
    check_function(&module, "g", &["trunc i32 %0", "lshr %0, 16", "trunc i32", "trunc i32 %1"]);
}

#[test]
fn lanes_with_a_variable_number_are_chosen() {
    let module = lower_ll(
        "define i32 @f(<2 x i32> %v, i32 %i) { %r = extractelement <2 x i32> %v, i32 %i ret i32 %r }",
    );
    check(&module, &["cmp eq i32 %2, 1", "select", "%1, %0"]);
}

#[test]
fn masked_accesses_touch_only_their_lanes() {
    let module = lower_ll(
        "declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
         declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, i32, <2 x i1>)
         define void @f(ptr %p, <2 x i1> %m) {
           %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 4, <2 x i1> %m, <2 x i32> zeroinitializer)
           call void @llvm.masked.store.v2i32.p0(<2 x i32> %v, ptr %p, i32 4, <2 x i1> <i1 true, i1 false>)
           ret void }",
    );
    assert_eq!(unsupported(&module), Vec::<String>::new());
    let text = text(&module, "f");
    assert_eq!(
        (text.matches("branch").count(), text.matches("store i32").count()),
        (2, 1),
        "{text}"
    );
}

#[test]
fn initial_data_of_globals() {
    let module = lower_c(
        "int arr[10]; int *p = arr + 2; unsigned long q = (unsigned long)&arr[3] - 4;
         struct { char c; void *f; union { int i; double d; } u; } m = {'a', (void *)arr, {.d = 1.25}};
         __int128 wide = ((__int128)-5 << 64) + 9; long double l = 1.0L; short s[] = {1, -2};
         static void *unused; void f(void) {}",
        &[],
    );
    let global = |name: &str| module.global(module.find_global(name).unwrap());
    let data = |name: &str| match &global(name).init {
        Init::Data { bytes, relocs } => (bytes.clone(), relocs.clone()),
        init => panic!("{name} is {init:?}"),
    };
    let arr = RelocTarget::Global(module.find_global("arr").unwrap());
    assert_eq!(global("arr").init, Init::Zero);
    assert_eq!((data("p").1[0].target, data("p").1[0].addend), (arr, 8));
    assert_eq!((data("q").1[0].target, data("q").1[0].addend), (arr, 8));
    assert_eq!((data("m").0[0], data("m").1[0].offset), (b'a', 8));
    assert_eq!(data("m").0[16..24], 1.25f64.to_le_bytes());
    assert_eq!(data("wide").0, ((-5i128 << 64) + 9).to_le_bytes());
    assert_eq!(data("l").0[..10], [0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x3f]);
    assert_eq!(data("s").0, [1, 0, 0xfe, 0xff]);
    assert!(module.find_global("unused").is_none());
}

#[test]
fn initial_data_that_is_no_address_is_computed_at_start() {
    let module = lower_c(
        "int f(int i) { static const int d[] = { &&x - &&x, &&y - &&x };
           goto *(&&x + d[i]); x: return 1; y: return 2; }",
        &[],
    );
    let init = module.find_func("__dunlin_init_globals").unwrap();
    assert_eq!(module.constructors, [init]);
    check_function(&module, "__dunlin_init_globals", &["blockaddr(", "sub", "trunc", "store i32"]);
    assert!(!module.global(module.find_global("f.d").unwrap()).constant);
    check(&module, &["indirectjump", "["]);
}

#[test]
fn constructors_and_destructors_are_in_order() {
    let module = lower_c(
        "int x; __attribute__((constructor(300))) void c3(void) { x++; }
         __attribute__((constructor(200))) int c2(void) { return x++; }
         __attribute__((destructor(300))) void d3(void) { x++; }
         __attribute__((destructor(200))) void d2(void) { x++; } void f(void) {}",
        &[],
    );
    let names = |ids: &[dunlin_ir::FuncId]| -> Vec<String> {
        ids.iter().map(|&id| module.func(id).name.clone()).collect()
    };
    assert_eq!(names(&module.constructors), ["__dunlin_call_c2", "c3"]);
    assert_eq!(names(&module.destructors), ["d3", "d2"]);
}

#[test]
fn aliases_weak_symbols_and_thread_locals() {
    let module = lower_c(
        "int aliased(int x) { return x; } int other(int) __attribute__((alias(\"aliased\")));
         int arr[4]; extern int second[4] __attribute__((alias(\"arr\")));
         extern int weak(void) __attribute__((weak)); _Thread_local int tls = 5; extern int ext;
         int f(void) { return other(1) + second[1] + (weak != 0) + tls + ext; }",
        &[],
    );
    let aliased = module.find_func("aliased").unwrap();
    let arr = module.find_global("arr").unwrap();
    check(&module, &[&format!("call {aliased}("), &arr.to_string(), "cmp ne ptr null, null"]);
    assert!(module.global(module.find_global("tls").unwrap()).thread_local);
    assert_eq!(module.global(module.find_global("ext").unwrap()).init, Init::External);
}

#[test]
fn atomics_have_their_single_threaded_meaning() {
    let source = "#include <stdatomic.h>
        atomic_int a; _Atomic double d; unsigned u;
        int f(int x) { atomic_fetch_add(&a, x); __sync_fetch_and_nand(&u, 3); d += 1.5;
          atomic_thread_fence(memory_order_seq_cst); __atomic_fetch_max((int *)&u, 4, 5);
          return __sync_bool_compare_and_swap(&u, 1, 2) + atomic_exchange(&a, 7); }";
    let module = lower_c(source, &[]);
    check(&module, &["add", "xor", "fadd f64", "smax", "cmp eq", "select", "store i32 7"]);
    lower_c(source, &["-O2", "-m32"]);
}

#[test]
fn integer_intrinsics() {
    let source = "int f(int a, int b, unsigned x, unsigned long long y) {
        int r; if (__builtin_add_overflow(a, b, &r)) return 1; if (__builtin_mul_overflow(a, b, &r)) return 2;
        return __builtin_popcount(x) + __builtin_clz(x) + __builtin_ctzll(y) + __builtin_bswap32(x)
          + __builtin_bitreverse32(x) + __builtin_rotateleft32(x, 3) + __builtin_abs(a)
          + __builtin_elementwise_add_sat(a, b) + __builtin_elementwise_max(a, b); }";
    let parts = [
        "add",
        "overflows",
        "mul",
        "overflows",
        "popcount",
        "clz",
        "ctz",
        "byteswap",
        "bitreverse",
    ];
    let module = lower_c(source, &[]);
    let text = text(&module, "f");
    for part in parts.into_iter().filter(|&part| part != "overflows") {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    let f = module.func(module.find_func("f").unwrap());
    let flags = f.insts.iter().filter(|inst| matches!(inst.kind, InstKind::Overflow { .. }));
    assert_eq!(flags.count(), 2);
    assert!(f.insts.iter().any(|inst| matches!(inst.kind, InstKind::FunnelShift { .. })));
}

#[test]
fn floating_point() {
    let source = "double f(double x, float y, long double l, unsigned long long u) {
        return __builtin_floor(x) + __builtin_sqrtf(y) + __builtin_fma(x, x, 1) + __builtin_copysign(x, y)
          + __builtin_fmin(x, 2) + __builtin_rint(x) + (double)(l * 2.5L) + (double)u + (long long)l
          + __builtin_isnan(x) + __builtin_isinf(l) + __builtin_powi(x, 3) + (x < y) + -x; }";
    for flags in [&[][..], &["-O2"], &["-O2", "-m32"], &["-ffp-model=strict"]] {
        let module = lower_c(source, flags);
        let text = text(&module, "f");
        for part in ["x87", "f64", "f32"] {
            assert!(text.contains(part), "no {part} in\n{text}");
        }
    }
    let module =
        lower_c("double f(double x) { return __builtin_sin(x); }", &["-O2", "-fno-math-errno"]);
    let sin = module.find_func("sin").expect("the library's function is declared");
    check(&module, &[&format!("call {sin}(%0)")]);
}

#[test]
fn odd_widths() {
    let source = "unsigned _BitInt(37) f(unsigned _BitInt(37) x, _BitInt(200) y, _BitInt(200) *p)
        { *p = y * y; return x * 3; }";
    let module = lower_c(source, &["-O1"]);
    check(&module, &["i200"]);
    let module =
        lower_ll("define i7 @f(ptr %p) { %x = load i7, ptr %p store i7 %x, ptr %p ret i7 %x }");
    check(&module, &["i8 = load", "trunc i8", "store i7"]);
}

#[test]
fn assembly_idioms_and_the_rest() {
    let module = lower_c(
        "int f(int x) { __asm__ volatile(\"\" : \"+r\"(x) : : \"memory\"); __asm__ volatile(\"nop\");
           __asm__ volatile(\"mfence\" ::: \"memory\"); unsigned y = x;
           __asm__(\"bswap %0\" : \"+r\"(y)); return x + y; }",
        &[],
    );
    check(&module, &["byteswap"]);
    let module =
        lower_file("a.c", "int f(int x) { __asm__(\"cpuid\" : \"+a\"(x)); return x; }", &[]);
    assert_eq!(unsupported(&module), ["inline assembly `cpuid`"]);
}

#[test]
fn traps_end_their_block() {
    let module = lower_c("int f(int x) { if (x) __builtin_trap(); return 1; }", &[]);
    check(&module, &["branch", "trap", "return"]);
}

#[test]
fn calls_that_may_throw_have_an_unwind_edge() {
    let module = lower_ll(
        "declare i32 @g() declare i32 @__gxx_personality_v0(...)
         define i32 @f() personality ptr @__gxx_personality_v0 {
           %r = invoke i32 @g() to label %ok unwind label %bad
         ok: ret i32 %r
         bad: %l = landingpad { ptr, i32 } cleanup
           resume { ptr, i32 } %l }
         define i32 @h(ptr %p) { %r = va_arg ptr %p, i32 ret i32 %r }",
    );
    let g = module.find_func("g").unwrap();
    check(
        &module,
        &[
            &format!("%0: i32 = call {g}()"),
            "invoke b1, unwind b2",
            "return %0",
            "%1: ptr, %2: i32 = landingpad",
            "resume %1, %2",
        ],
    );
    assert_eq!(unsupported(&module), ["the va_arg instruction"]);
}

#[test]
fn what_an_invoke_passes_on_is_computed_before_its_call() {
    let module = lower_ll(
        "@a = external global [9 x i8] @b = external global i8
         declare i32 @g(ptr) declare i32 @personality(...)
         define i32 @f(i1 %c) personality ptr @personality {
           br i1 %c, label %first, label %ok
         first:
           %r = invoke i32 @g(ptr @a) to label %ok unwind label %bad
         ok: %v = phi i32 [ %r, %first ], [ undef, %0 ]
           %d = phi i64 [ sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64)), %first ], [ 0, %0 ]
           %n = trunc i64 %d to i32
           %s = add i32 %v, %n
           ret i32 %s
         bad: %u = phi i32 [ undef, %first ]
           %l = landingpad { ptr, i32 } cleanup
           ret i32 %u }",
    );
    check(&module, &["sub", "call @", "invoke b2(%", "unwind b3(%", "landingpad"]);
}

#[test]
fn what_cannot_throw_is_no_invoke() {
    let module = lower_ll(
        "declare void @llvm.donothing() declare i32 @personality(...)
         define void @f() personality ptr @personality {
           invoke void @llvm.donothing() to label %ok unwind label %bad
         ok: ret void
         bad: %l = landingpad { ptr, i32 } cleanup
           ret void }",
    );
    check(&module, &["jump b1", "landingpad"]);
}

#[test]
fn other_ways_to_catch_are_unsupported_and_keep_their_edges() {
    let module = lower_ll(
        "declare void @g() declare i32 @personality(...) declare i32 @__CxxFrameHandler3(...)
         define i64 @f() personality ptr @personality {
           invoke void @g() to label %ok unwind label %bad
         ok: ret i64 0
         bad: %l = landingpad { i64, i64 } cleanup
           resume { i64, i64 } %l }
         define void @h() personality ptr @__CxxFrameHandler3 {
           invoke void @g() to label %ok unwind label %switch
         ok: ret void
         switch: %s = catchswitch within none [label %pad] unwind to caller
         pad: %p = catchpad within %s [ptr null, i32 64, ptr null]
           catchret from %p to label %ok }",
    );
    assert_eq!(unsupported(&module), ["exception handling"; 5]);
    let h = module.func(module.find_func("h").unwrap());
    let cfg = dunlin_ir::cfg::Cfg::new(h);
    assert_eq!(cfg.reverse_postorder().len(), 4, "every block is reached");
}

#[test]
fn values_that_no_register_holds_are_unsupported() {
    let module = lower_ll(
        "define void @f(ptr %p) { %v = load <vscale x 2 x i32>, ptr %p
           %w = add <vscale x 2 x i32> %v, %v store <vscale x 2 x i32> %w, ptr %p ret void }
         define i8 @g(ptr addrspace(257) %p) { %r = load i8, ptr addrspace(257) %p ret i8 %r }",
    );
    let messages = unsupported(&module);
    assert!(messages[0].contains("scalable vector"), "{messages:?}");
    assert!(messages.iter().any(|what| what.contains("address space 257")), "{messages:?}");
}

#[test]
fn functions_without_prototype() {
    let source = "int g(); int f(void) { return g(1, 2); } int g(a, b) int a, b; { return a - b; }";
    let module = lower_c(source, &["-std=c89", "-Wno-everything"]);
    let g = module.find_func("g").unwrap();
    check(&module, &[&format!("call {g}(i32 1, i32 2)")]);
    let module = lower_c("int g(); int f(void) { return g(1); }", &["-std=c89", "-Wno-everything"]);
    check(&module, &["call indirect @f"]);
}

#[test]
fn variable_length_arrays() {
    let source = "int g(int *); int f(int n) { int s = 0; for (int i = 0; i < 3; i++) { int a[n]; s += g(a); } return s; }";
    check(&lower_c(source, &[]), &["stacksave", "mul", "alloca %", "stackrestore"]);
}

#[test]
fn only_mentioned_declarations_remain() {
    let module = lower_c("int used(void); int unused(void); int f(void) { return used(); }", &[]);
    assert!(module.find_func("used").is_some_and(|id| module.func(id).is_declaration()));
    assert!(module.find_func("unused").is_none());
}

#[test]
fn pointers_of_32_bits() {
    let source =
        "long long f(int *p, long long i) { return p[i] + sizeof p + *(short *)(i + 4ll); }";
    let module = lower_c(source, &["-m32"]);
    assert_eq!(module.target.pointer_bits, 32);
    check(&module, &["trunc i64", "ptradd", "* 4", "inttoptr i32"]);
}

#[test]
fn random_programs_need_nothing_unsupported() {
    for seed in 1..=2 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.c");
        let seed = seed.to_string();
        let mut csmith = Command::new("csmith");
        // It leaves a file where it runs.
        csmith.current_dir(folder.path()).args(["--seed", &seed, "-o"]).arg(&path);
        assert!(csmith.status().unwrap().success());
        for flags in [&["-O0"][..], &["-O2"], &["-O0", "-m32"], &["-O2", "-m32"]] {
            let mut options = LoadOptions::new([&path]);
            options.clang_args = flags.iter().map(ToString::to_string).collect();
            options.clang_args.extend(["-w", "-I/usr/include/csmith"].map(String::from));
            let module =
                load_unprotected(&options).unwrap_or_else(|error| panic!("{error}")).module;
            dunlin_ir::verify::verify(&module).unwrap_or_else(|errors| panic!("{}", errors[0]));
            assert_eq!(unsupported(&module), Vec::<String>::new(), "seed {seed} {flags:?}");
            assert!(module.find_func("main").is_some());
        }
    }
}

/// Branches, switches and indirect branches carry their position among those of the function, also
/// counting what cannot be reached; a loop that only the lowering makes carries none.
#[test]
fn conditional_transfers_are_numbered() {
    let module = lower_ll(
        r#"define i32 @f(i32 %x, ptr %p, <4 x i1> %mask, <4 x i32> %v) {
           entry:
             %c = icmp slt i32 %x, 0
             br i1 %c, label %low, label %high
           dead:
             br i1 %c, label %low, label %high
           low:
             call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %p, i32 4, <4 x i1> %mask)
             switch i32 %x, label %high [i32 7, label %end i32 9, label %low]
           high:
             indirectbr ptr %p, [label %end, label %low]
           end:
             ret i32 0
           }
           declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)"#,
    );
    let func = &module.funcs[module.find_func("f").unwrap().index()];
    let numbers: Vec<u32> = func.blocks.iter().filter_map(|block| block.branch).collect();
    let conditional = func.blocks.iter().filter(|block| block.term.edges().len() > 1).count();
    // The masked store becomes branches of its own, the switch then ends one of their blocks.
    assert!(conditional > 3, "{}", text(&module, "f"));
    assert_eq!(numbers.iter().copied().collect::<BTreeSet<u32>>(), BTreeSet::from([0, 2, 3]));
    assert_eq!(numbers.len(), 3);
    let switch = func.blocks.iter().find(|block| block.branch == Some(2)).unwrap();
    assert!(matches!(switch.term, Terminator::Switch { .. }));
}

/// A sanitizer's checks are not the program's branches, promotion keeps the numbers.
#[test]
fn numbers_do_not_depend_on_sanitizers_and_promotion() {
    let source =
        "int f(int a, int b) {\n  if (a > 0) b += a;\n  while (b > 9) b = b / a;\n  return b;\n}\n";
    let numbers = |flags: &[&str], promote: bool| -> Vec<(u32, u32)> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.c");
        std::fs::write(&path, source).unwrap();
        let mut options = LoadOptions::new([path]);
        options.clang_args = flags.iter().map(ToString::to_string).collect();
        options.promote = promote;
        options.entry = "f".into();
        let module = load_unprotected(&options).unwrap().module;
        let func = &module.funcs[module.find_func("f").unwrap().index()];
        let numbered = func.blocks.iter().filter_map(|b| Some((b.branch?, b.term_pos?.line)));
        let mut numbered: Vec<_> = numbered.collect();
        numbered.sort_unstable();
        numbered
    };
    let plain = numbers(&[], false);
    assert_eq!(plain, [(0, 2), (1, 3)]);
    assert_eq!(numbers(&[], true), plain);
    assert_eq!(numbers(&["-fsanitize=undefined"], true), plain);
}
