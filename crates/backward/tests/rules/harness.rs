//! Small programs in the text form of the IR with names instead of numbers, and what backward execution says of a target
//! in them.
//!
//! `@name` is a variable or a function, `%name` a register, `name:` at the beginning of a line a block. Library functions
//! need no declaration. The target is a call of `@mark`. A first line may name another machine.

use dunlin_backward::{Backward, Budget, Death, Functions, Lost, Options, Standing, Tally};
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::facts::Facts;
use dunlin_ir::parse::parse;
use dunlin_ir::{Callee, InstKind, Module, Point};
use dunlin_solver::chain::{Chain, Home, Options as ChainOptions, SolverChoice};
use dunlin_term::Terms;
use std::collections::HashMap;

/// What can be called without a declaration: the name in a test, and the declaration.
const LIBRARY: &[(&str, &str, &str)] = &[
    ("mark", "__dunlin_mark", "(%0: i32)"),
    ("input", "__VERIFIER_nondet_int", "() -> (i32)"),
    ("input64", "__VERIFIER_nondet_ulong", "() -> (i64)"),
    ("input_bool", "__VERIFIER_nondet_bool", "() -> (i8)"),
    ("input_pointer", "__VERIFIER_nondet_pointer", "() -> (ptr)"),
    ("klee_int", "klee_int", "(%0: ptr) -> (i32)"),
    ("range", "klee_range", "(%0: i32, %1: i32, %2: ptr) -> (i32)"),
    ("choose", "klee_choose", "(%0: i64) -> (i64)"),
    ("make_symbolic", "klee_make_symbolic", "(%0: ptr, %1: i64, %2: ptr)"),
    ("nondet_memory", "__VERIFIER_nondet_memory", "(%0: ptr, %1: i64)"),
    ("suppose", "__VERIFIER_assume", "(%0: i32)"),
    ("is_symbolic", "klee_is_symbolic", "(%0: i64) -> (i32)"),
    ("warning", "klee_warning", "(%0: ptr) -> (i32)"),
    ("fixed_object", "klee_define_fixed_object", "(%0: ptr, %1: i64)"),
    ("silent_exit", "klee_silent_exit", "(%0: i32)"),
    ("malloc", "malloc", "(%0: i64) -> (ptr)"),
    ("calloc", "calloc", "(%0: i64, %1: i64) -> (ptr)"),
    ("aligned_alloc", "aligned_alloc", "(%0: i64, %1: i64) -> (ptr)"),
    ("realloc", "realloc", "(%0: ptr, %1: i64) -> (ptr)"),
    ("free", "free", "(%0: ptr)"),
    ("memcpy", "memcpy", "(%0: ptr, %1: ptr, %2: i64) -> (ptr)"),
    ("memmove", "memmove", "(%0: ptr, %1: ptr, %2: i64) -> (ptr)"),
    ("memset", "memset", "(%0: ptr, %1: i32, %2: i64) -> (ptr)"),
    ("printf", "printf", "(%0: ptr, ...) -> (i32)"),
    ("sprintf", "sprintf", "(%0: ptr, %1: ptr, ...) -> (i32)"),
    ("vprintf", "vprintf", "(%0: ptr, %1: ptr) -> (i32)"),
    ("write", "__dunlin_write", "(%0: i32, %1: ptr, %2: i64) -> (i64)"),
    ("exit", "__dunlin_exit", "(%0: i32)"),
    ("abort", "__dunlin_abort", "()"),
    ("unsupported", "__dunlin_unsupported", "(%0: ptr)"),
    ("sin", "sin", "(%0: i64) -> (i64)"),
    ("setjmp", "setjmp", "(%0: ptr) -> (i32)"),
    ("longjmp", "longjmp", "(%0: ptr, %1: i32)"),
];

/// What was found out about the target.
pub struct Said {
    pub standing: Standing,
    pub tally: Tally,
    /// The inputs to try: which of a call, and its value.
    pub guesses: Vec<(Option<u32>, u64)>,
    pub lost: Vec<Lost>,
    pub deaths: Vec<Death>,
}

impl Said {
    #[track_caller]
    pub fn is(self, expected: Standing) -> Said {
        assert_eq!(self.standing, expected, "{:?} {:?} {:?}", self.tally, self.lost, self.deaths);
        self
    }

    /// The target is unreachable.
    #[track_caller]
    pub fn proved(self) -> Said {
        self.is(Standing::Unreachable)
    }

    /// A path came to the beginning of the program: forward execution has to try. There may be further paths.
    #[track_caller]
    pub fn arrives(self) -> Said {
        assert!(self.tally.arrived > 0, "{:?} {:?}", self.tally, self.lost);
        assert_ne!(self.standing, Standing::Unreachable);
        self
    }

    /// Nothing is proved, for this reason.
    #[track_caller]
    pub fn loses(self, why: impl Fn(&Lost) -> bool) -> Said {
        let said = self.is(Standing::Unknown);
        assert!(said.lost.iter().any(why), "{:?}", said.lost);
        said
    }
}

/// Executes backward from the target, from whose paths nothing is cut by `options`.
pub fn ask_with(text: &str, options: Options) -> Said {
    ask_chain(text, options, &ChainOptions::default())
}

/// The same with a solver that may do less.
pub fn ask_chain(text: &str, options: Options, chain: &ChainOptions) -> Said {
    let text = numbered(text);
    let module = parse(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
    if let Err(wrong) = dunlin_ir::verify::verify(&module) {
        panic!("{wrong:?} in {text}");
    }
    let graph = CallGraph::new(&module);
    let start = module.find_func("main").expect("a main");
    let facts = Facts::of(&module, start, !dunlin_backward::has_foreign_code(&module));
    let functions = Functions::new(&module, &graph, &facts, start);
    let mut backward = Backward::new(functions, options, &marks(&module), Some(0));
    let mut terms = Terms::new();
    let portfolio = SolverChoice::Auto.portfolio(Home::Here, None);
    let mut chain = Chain::new(chain, portfolio);
    // Where the target is reachable there may be further paths without end.
    while backward.standing() == Standing::Open
        && backward.tally().steps < 2_000
        && (backward.tally().arrived == 0 || backward.tally().steps < 300)
    {
        backward.run(&mut terms, &mut chain, Budget { steps: 50 });
    }
    let number = |bytes: &[(u64, u8)]| {
        bytes
            .iter()
            .filter(|&&(at, _)| at < 8)
            .fold(0, |number, &(at, byte)| number | u64::from(byte) << (8 * at))
    };
    let guesses = backward.take_guesses();
    Said {
        standing: backward.standing(),
        tally: backward.tally(),
        guesses: guesses.iter().map(|guess| (guess.occurrence, number(&guess.bytes))).collect(),
        lost: backward.lost().to_vec(),
        deaths: backward.deaths().to_vec(),
    }
}

pub fn ask(text: &str) -> Said {
    ask_with(text, Options::default())
}

/// A program whose `main` computes `%r`; the target is behind the condition that it has a value. In front of `main` are
/// `others`: variables and functions. Values of `possible` must not be refuted, those of `never` must be.
#[track_caller]
pub fn finds_with(others: &str, main: &str, possible: &[i64], never: &[i64], options: &Options) {
    for value in possible {
        let said = ask_with(&program(others, main, *value), options.clone());
        let Said { tally, lost, deaths, .. } = said;
        assert!(tally.arrived > 0, "{value}: {tally:?} {lost:?} {deaths:?}");
        assert_eq!(lost, [Lost::Undecided], "{value}");
    }
    for value in never {
        let said = ask_with(&program(others, main, *value), options.clone());
        let Said { standing, tally, lost, deaths, .. } = said;
        let proved = standing == Standing::Unreachable;
        assert!(proved, "{value}: {standing:?} {tally:?} {lost:?} {deaths:?}");
    }
}

#[track_caller]
pub fn finds_in(others: &str, main: &str, possible: &[i64], never: &[i64]) {
    finds_with(others, main, possible, never, &Options::default());
}

#[track_caller]
pub fn finds(main: &str, possible: &[i64], never: &[i64]) {
    finds_in("", main, possible, never);
}

/// The program of [`finds_with`] for one value.
pub fn program(others: &str, main: &str, value: i64) -> String {
    format!(
        "{others}
        define @main() -> (i32) {{
        first: {main}
            %found: i1 = cmp eq i32 %r, {value}
            branch %found, target, last
        target: call @mark(i32 0)
            jump last
        last: return 0
        }}"
    )
}

/// The calls of the mark with the number 0.
fn marks(module: &Module) -> Vec<Point> {
    let mark = module.find_func("__dunlin_mark").expect("a target");
    let mut points = Vec::new();
    for func in module.func_ids() {
        for block in module.func(func).block_ids() {
            for (index, &inst) in module.func(func).block(block).insts.iter().enumerate() {
                let InstKind::Call(call) = &module.func(func).inst(inst).kind else { continue };
                let number = call.args.first().and_then(|arg| arg.as_bits());
                let is_target = number.is_some_and(|number| number.low_u64() == 0);
                if call.callee == Callee::Direct(mark) && is_target {
                    points.push(Point { func, block, index: index as u32 });
                }
            }
        }
    }
    points
}

/// The text form that the parser takes.
fn numbered(text: &str) -> String {
    let mut names: HashMap<String, String> = HashMap::new();
    let machine = text.lines().find(|line| line.starts_with("target "));
    let head = format!("module \"m\"\n{}\n", machine.unwrap_or("target 64 \"x86_64\""));
    let mut globals = String::new();
    let mut functions = String::new();
    let mut funcs = 0;
    let uses = |name: &str| {
        let mut rest = text;
        let mut found = false;
        while let Some(at) = rest.find('@') {
            rest = &rest[at + 1..];
            found |= &rest[..word_end(rest)] == name;
        }
        found
    };
    let declares = |name: &str| text.contains(&format!("declare @{name}("));
    for &(name, symbol, signature) in LIBRARY {
        if !uses(name) || declares(name) {
            continue;
        }
        functions += &format!("declare @f{funcs} \"{symbol}\"{signature}\n");
        names.insert(name.into(), format!("f{funcs}"));
        funcs += 1;
    }
    // One piece for each variable and function.
    let mut pieces: Vec<(bool, String)> = Vec::new();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    for line in lines.filter(|&line| Some(line) != machine) {
        let kind =
            ["global @", "define @", "declare @"].iter().find(|kind| line.starts_with(**kind));
        let Some(kind) = kind else {
            let (_, piece) = pieces.last_mut().expect("a function comes first");
            piece.push_str(line);
            piece.push('\n');
            continue;
        };
        let name = &line[kind.len()..][..word_end(&line[kind.len()..])];
        let is_global = *kind == "global @";
        let number = match is_global {
            true => format!("g{}", pieces.iter().filter(|piece| piece.0).count()),
            false => {
                funcs += 1;
                format!("f{}", funcs - 1)
            }
        };
        let rest = &line[kind.len() + name.len()..];
        pieces.push((is_global, format!("{kind}{name} \"{name}\"{rest}\n")));
        names.insert(name.into(), number);
    }
    for (is_global, piece) in &pieces {
        let piece = with_numbers(piece, &names);
        if *is_global { globals += &piece } else { functions += &piece }
    }
    head + &globals + &functions
}

/// A function or a variable with numbers for its names.
fn with_numbers(piece: &str, names: &HashMap<String, String>) -> String {
    let mut regs: HashMap<&str, String> = HashMap::new();
    let mut blocks: HashMap<&str, String> = HashMap::new();
    for (number, line) in piece.lines().enumerate() {
        let label = &line[..word_end(line)];
        let after = &line[label.len()..];
        if number > 0 && !label.is_empty() && (after.starts_with(':') || after.starts_with('(')) {
            blocks.insert(label, format!("b{}", blocks.len()));
        }
        let mut rest = line;
        while let Some(at) = rest.find('%') {
            rest = &rest[at + 1..];
            let name = &rest[..word_end(rest)];
            if rest[name.len()..].starts_with(':') && !regs.contains_key(name) {
                regs.insert(name, format!("%{}", regs.len()));
            }
        }
    }
    let mut out = String::new();
    let mut rest = piece;
    while !rest.is_empty() {
        let first = rest.chars().next().expect("it is not empty");
        let (sigil, named) = match first {
            '%' | '@' => rest.split_at(1),
            '"' => {
                let end = rest[1..].find('"').expect("a text ends") + 2;
                out.push_str(&rest[..end]);
                rest = &rest[end..];
                continue;
            }
            _ => ("", rest),
        };
        let word = &named[..word_end(named)];
        if word.is_empty() {
            out.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        match sigil {
            "%" => out.push_str(regs.get(word).unwrap_or_else(|| panic!("no %{word} in {piece}"))),
            "@" => {
                let number = names.get(word).unwrap_or_else(|| panic!("no @{word} in {piece}"));
                out.push('@');
                out.push_str(number);
            }
            _ => out.push_str(blocks.get(word).map_or(word, String::as_str)),
        }
        rest = &named[word.len()..];
    }
    out
}

/// Where the name ends that a text begins with.
fn word_end(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())
}
