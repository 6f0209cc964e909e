//! No instruction, operand or intrinsic without a file test: this loads the program of every file test
//! and looks for each kind in what it lowers to. A new kind does not compile here until it is listed.
//! Since all programs are loaded anyway, the text form of each is parsed back as well.

#[path = "filetests/counts.rs"]
mod counts;
#[path = "filetests/directives.rs"]
mod directives;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use directives::RunLine;
use dunlin_ir::{
    BinOp, Callee, CastOp, CmpOp, FloatBinOp, FloatCmpOp, FloatFormat, FloatUnOp, InstKind, Module,
    Operand, OverflowOp, PathStep, Terminator, UnOp, VarArgValue,
};
use dunlin_load::{LoadOptions, load_with};

const THREADS: usize = 2;

/// What the tables of spellings do not list.
const OTHER_KINDS: &[&str] = &[
    "alloca",
    "assume",
    "branch",
    "call",
    "check",
    "call indirect",
    "fconvert",
    "fma",
    "fmuladd",
    "freeze",
    "fshl",
    "fshr",
    "ftosi",
    "ftosi_sat",
    "ftoui",
    "ftoui_sat",
    "indirectjump",
    "invoke",
    "jump",
    "landingpad",
    "lifetime_end",
    "lifetime_start",
    "load",
    "load volatile",
    "marker",
    "memcpy",
    "memmove",
    "memset",
    "nsw",
    "nuw",
    "objectsize max",
    "objectsize min",
    "operand blockaddr",
    "operand func",
    "operand global",
    "operand int",
    "operand null",
    "operand reg",
    "operand wide",
    "path field",
    "path index",
    "ptradd",
    "resume",
    "return",
    "select",
    "sitof",
    "stackrestore",
    "stacksave",
    "store",
    "store volatile",
    "switch",
    "trap",
    "uitof",
    "uninit",
    "unreachable",
    "unsupported",
    "va_copy",
    "va_end",
    "va_start",
    "vararg copy",
    "vararg scalar",
];

fn expected() -> BTreeSet<String> {
    let mut names: BTreeSet<String> = OTHER_KINDS.iter().map(|&name| name.to_owned()).collect();
    names.extend(BinOp::ALL.iter().map(|op| op.name().to_owned()));
    names.extend(UnOp::ALL.iter().map(|op| op.name().to_owned()));
    names.extend(CastOp::ALL.iter().map(|op| op.name().to_owned()));
    names.extend(CmpOp::ALL.iter().map(|op| format!("cmp {}", op.name())));
    names.extend(OverflowOp::ALL.iter().map(|op| format!("overflow {}", op.name())));
    names.extend(FloatBinOp::ALL.iter().map(|op| op.name().to_owned()));
    names.extend(FloatUnOp::ALL.iter().map(|op| op.name().to_owned()));
    names.extend(FloatCmpOp::ALL.iter().map(|op| format!("fcmp {}", op.name())));
    names.extend(FloatFormat::ALL.iter().map(|format| format!("format {}", format.name())));
    names
}

/// The kinds that a program's own functions use; the runtime library's do not count.
fn kinds_of(module: &Module, found: &mut BTreeSet<String>) {
    for func in module.funcs.iter().filter(|func| !func.runtime) {
        for inst in &func.insts {
            instruction(&inst.kind, found);
            inst.kind.for_each_operand(|operand| add(found, operand_kind(operand)));
        }
        for block in &func.blocks {
            add(found, terminator(&block.term));
            block.term.for_each_operand(|operand| add(found, operand_kind(operand)));
        }
    }
}

fn add(found: &mut BTreeSet<String>, name: &str) {
    if !found.contains(name) {
        found.insert(name.to_owned());
    }
}

fn instruction(kind: &InstKind, found: &mut BTreeSet<String>) {
    let name = match kind {
        InstKind::Binary { op, nsw, nuw, .. } => {
            if *nsw {
                add(found, "nsw");
            }
            if *nuw {
                add(found, "nuw");
            }
            op.name()
        }
        InstKind::Unary { op, .. } => op.name(),
        InstKind::Compare { op, .. } => return add(found, &format!("cmp {}", op.name())),
        InstKind::Overflow { op, .. } => return add(found, &format!("overflow {}", op.name())),
        InstKind::Cast { op, .. } => op.name(),
        InstKind::Select { .. } => "select",
        InstKind::FunnelShift { left: true, .. } => "fshl",
        InstKind::FunnelShift { left: false, .. } => "fshr",
        InstKind::FloatBinary { op, format, .. } => {
            add(found, &format!("format {}", format.name()));
            op.name()
        }
        InstKind::FloatUnary { op, .. } => op.name(),
        InstKind::FloatCompare { op, .. } => return add(found, &format!("fcmp {}", op.name())),
        InstKind::FloatMulAdd { fused: true, .. } => "fma",
        InstKind::FloatMulAdd { fused: false, .. } => "fmuladd",
        InstKind::FloatCast { op, .. } => op.name(),
        InstKind::PtrAdd { path, .. } => {
            for step in path {
                add(
                    found,
                    match step {
                        PathStep::Field { .. } => "path field",
                        PathStep::Index { .. } => "path index",
                    },
                );
            }
            "ptradd"
        }
        InstKind::Freeze { .. } => "freeze",
        InstKind::Alloca { .. } => "alloca",
        InstKind::Load { volatile: true, .. } => "load volatile",
        InstKind::Load { .. } => "load",
        InstKind::Store { volatile: true, .. } => "store volatile",
        InstKind::Store { .. } => "store",
        InstKind::MemCopy { overlap: true, .. } => "memmove",
        InstKind::MemCopy { overlap: false, .. } => "memcpy",
        InstKind::MemSet { .. } => "memset",
        InstKind::StackSave { .. } => "stacksave",
        InstKind::StackRestore { .. } => "stackrestore",
        InstKind::Lifetime { start: true, .. } => "lifetime_start",
        InstKind::Lifetime { start: false, .. } => "lifetime_end",
        InstKind::ObjectSize { min: true, .. } => "objectsize min",
        InstKind::ObjectSize { min: false, .. } => "objectsize max",
        InstKind::VaStart { .. } => "va_start",
        InstKind::VaCopy { .. } => "va_copy",
        InstKind::VaEnd { .. } => "va_end",
        InstKind::Call(call) => {
            for arg in &call.varargs {
                add(
                    found,
                    match arg.value {
                        VarArgValue::Scalar { .. } => "vararg scalar",
                        VarArgValue::Copy { .. } => "vararg copy",
                    },
                );
            }
            match call.callee {
                Callee::Direct(_) => "call",
                Callee::Indirect(_) => "call indirect",
            }
        }
        InstKind::Assume { .. } => "assume",
        InstKind::Check { .. } => "check",
        InstKind::Uninit { .. } => "uninit",
        InstKind::Marker { .. } => "marker",
        InstKind::LandingPad { .. } => "landingpad",
        InstKind::Unsupported { .. } => "unsupported",
    };
    add(found, name);
}

fn terminator(term: &Terminator) -> &'static str {
    match term {
        Terminator::Jump(_) => "jump",
        Terminator::Branch { .. } => "branch",
        Terminator::Switch { .. } => "switch",
        Terminator::IndirectJump { .. } => "indirectjump",
        Terminator::Invoke { .. } => "invoke",
        Terminator::Return { .. } => "return",
        Terminator::Resume { .. } => "resume",
        Terminator::Unreachable => "unreachable",
        Terminator::Trap => "trap",
    }
}

fn operand_kind(operand: &Operand) -> &'static str {
    match operand {
        Operand::Reg(_) => "operand reg",
        Operand::Int { .. } => "operand int",
        Operand::Wide(_) => "operand wide",
        Operand::Null => "operand null",
        Operand::Global(_) => "operand global",
        Operand::Func(_) => "operand func",
        Operand::BlockAddr(..) => "operand blockaddr",
        // In no program: the front end makes values of them, and promotion leaves them in dead blocks only.
        Operand::Undef(_) => "operand undef",
    }
}

struct Program {
    file: PathBuf,
    run: RunLine,
}

impl Program {
    fn describe(&self) -> String {
        format!("{} {}", self.run.text(), self.file.display())
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// The test files, and what is at the top of each.
fn test_files(root: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for topic in std::fs::read_dir(root.join("tests")).expect("the folder tests") {
        let topic = topic.expect("an entry").path();
        if !topic.is_dir() || topic.ends_with("inputs") {
            continue;
        }
        for file in std::fs::read_dir(&topic).expect("a topic") {
            let file = file.expect("an entry").path();
            if file.extension().is_some_and(|end| end == "c" || end == "ll") {
                let text = std::fs::read_to_string(&file).expect("a test file");
                files.push((file, text));
            }
        }
    }
    files.sort();
    files
}

/// The first run of every test that does not expect to be refused. What clang emits for C is also
/// loaded as optimised code, which has other instructions.
fn programs(root: &Path) -> Vec<Program> {
    let features = root.join("tests/features");
    let mut programs = Vec::new();
    for (file, text) in test_files(root) {
        let comment = if file.extension().is_some_and(|end| end == "ll") { ";" } else { "//" };
        let groups = directives::parse(&text, comment).expect("well-formed directives");
        if groups[0].expected_exit() == 2 {
            continue;
        }
        let mut runs = groups.into_iter().flat_map(|group| group.runs);
        let first = runs.next();
        let optimised = |run: &RunLine| run.options.iter().any(|option| option == "-O2");
        if file.starts_with(&features)
            && let Some(run) = runs.find(optimised)
        {
            programs.push(Program { file: file.clone(), run });
        }
        programs.extend(first.map(|run| Program { file, run }));
    }
    programs
}

fn load(root: &Path, program: &Program) -> Module {
    let mut inputs = vec![program.file.clone()];
    let sources = program.run.options.iter().filter(|option| {
        !option.starts_with('-') && [".c", ".ll", ".bc"].iter().any(|end| option.ends_with(end))
    });
    inputs.extend(sources.map(|source| program.file.with_file_name(source)));
    let mut options = LoadOptions::new(inputs);
    // Tests count folders of headers from the root.
    let flags = program.run.clang_flags().into_iter();
    options.clang_args = flags
        .map(|flag| match flag.strip_prefix("-I") {
            Some(folder) if !folder.is_empty() => format!("-I{}", root.join(folder).display()),
            _ => flag,
        })
        .collect();
    let mut words = program.run.options.iter();
    if words.any(|option| option == "--entry")
        && let Some(entry) = words.next()
    {
        options.entry = entry.clone();
    }
    options.optimize = program.run.options.iter().any(|option| option == "--optimize");
    load_with(&options, Path::new(env!("CARGO_BIN_EXE_dunlin")))
        .unwrap_or_else(|error| panic!("{}: {error}", program.describe()))
        .module
}

fn check_round_trip(module: &Module, program: &Program) {
    let file = program.describe();
    if let Err(errors) = dunlin_ir::verify::verify(module) {
        panic!("{file}: {errors:?}");
    }
    let text = module.to_string();
    let parsed = dunlin_ir::parse::parse(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert!(parsed == *module, "{file}: the module changes when its text is read back");
}

#[test]
fn every_kind_of_instruction_has_a_file_test() {
    let root = root();
    let programs = programs(&root);
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeSet::new());
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                let mut here = BTreeSet::new();
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let module = load(&root, program);
                    check_round_trip(&module, program);
                    kinds_of(&module, &mut here);
                }
                found.lock().expect("no thread panics while it holds this").extend(here);
            });
        }
    });
    let found = found.into_inner().expect("no thread panics while it holds this");
    let expected = expected();
    let missing: Vec<_> = expected.difference(&found).collect();
    assert!(missing.is_empty(), "in no file test: {missing:?}");
    let unlisted: Vec<_> = found.difference(&expected).collect();
    let is_cast = |name: &&&String| !name.starts_with("format ");
    assert!(unlisted.iter().filter(is_cast).count() == 0, "not listed: {unlisted:?}");
}

/// The names in patterns (`"name" =>`, `"name" |`, `| "name"`) of a file that lowers intrinsics.
fn names_in_patterns(source: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut rest = source;
    while let Some(start) = rest.find('"') {
        let before = rest[..start].trim_end();
        let after_quote = &rest[start + 1..];
        let Some(end) = after_quote.find('"') else { break };
        let name = &after_quote[..end];
        let after = after_quote[end + 1..].trim_start();
        let is_name = !name.is_empty()
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_'));
        if is_name && (after.starts_with("=>") || after.starts_with('|') || before.ends_with('|')) {
            names.insert(name.to_owned());
        }
        rest = &after_quote[end + 1..];
    }
    names
}

/// Every intrinsic that the front end knows is called in LLVM assembly of some file test.
#[test]
fn every_intrinsic_has_a_file_test() {
    let lower = root().join("crates/llvm/src/lower");
    let read = |name: &str| std::fs::read_to_string(lower.join(name)).expect("the front end");
    let mut known = names_in_patterns(&read("intrinsics.rs"));
    known.extend(names_in_patterns(&read("float_intrinsics.rs")));
    known.extend(names_in_patterns(&read("vectors.rs")));
    assert!(known.len() > 100, "the front end is written differently now: {known:?}");
    let assembly: Vec<String> = test_files(&root())
        .into_iter()
        .filter(|(file, _)| file.extension().is_some_and(|end| end == "ll"))
        .map(|(_, text)| text)
        .collect();
    let prefixes =
        ["@llvm.", "@llvm.vector.", "@llvm.vector.reduce.", "@llvm.experimental.constrained."];
    let is_called = |name: &String| {
        prefixes.iter().any(|prefix| {
            let call = format!("{prefix}{name}");
            assembly.iter().any(|text| {
                text.match_indices(&call).any(|(at, _)| {
                    matches!(text.as_bytes().get(at + call.len()), Some(b'.' | b'('))
                })
            })
        })
    };
    // Predicates of comparisons are no intrinsics; they are covered as kinds.
    let is_predicate = |name: &String| FloatCmpOp::ALL.iter().any(|op| op.name() == name);
    let missing: Vec<_> =
        known.iter().filter(|name| !is_called(name) && !is_predicate(name)).collect();
    assert!(missing.is_empty(), "in no file test: {missing:?}");
}
