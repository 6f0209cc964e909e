//! What a verdict takes for granted about the world outside of the program.
//!
//! Dunlin's library gives one answer where the machine, its user or the time decide natively: an
//! allocation succeeds, the environment is empty. "Unreachable" and "no errors" hold for these answers, so
//! their sentences name those that the program can ask for. What the user chose, with an option or the
//! arguments behind `--`, can carry a proof. What nobody chose cannot: natively it is otherwise as often as
//! not. A function that the program never leads to is not named. What single paths leave out is no
//! assumption: it makes a run incomplete (`dunlin_exec::LeftOut`).

use dunlin_exec::{ExecOptions, Program, Uninitialised};
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::jumps::calls_setjmp;
use dunlin_ir::{
    Block, Call, Callee, FuncId, Function, GlobalId, Init, InstKind, Module, Operand, Reg,
    RelocTarget, Terminator,
};

/// Functions whose answer the outside decides, and the answer they get here.
const ANSWERS: [(&str, &str); 4] = [
    ("isatty", "no stream is a terminal"),
    ("getpid", "the process has the number 1000"),
    ("getppid", "the parent process has the number 999"),
    ("setlocale", "there is only the C locale"),
];
const ALLOCATE: [&str; 6] =
    ["malloc", "calloc", "realloc", "aligned_alloc", "asprintf", "vasprintf"];
/// Functions that give memory whose content is not known.
const UNWRITTEN: [&str; 3] = ["malloc", "realloc", "aligned_alloc"];
/// Functions that say whether output succeeded.
const OUTPUT: [&str; 22] = [
    "printf",
    "fprintf",
    "vprintf",
    "vfprintf",
    "dprintf",
    "vdprintf",
    "puts",
    "fputs",
    "fputs_unlocked",
    "putchar",
    "putchar_unlocked",
    "putc",
    "putc_unlocked",
    "fputc",
    "fputc_unlocked",
    "fwrite",
    "fwrite_unlocked",
    "write",
    "fflush",
    "fflush_unlocked",
    "ferror",
    "ferror_unlocked",
];

/// Each completes "assuming that ...".
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Assumptions {
    /// The user chose them, or has an option for the other side.
    pub chosen: Vec<String>,
    /// Nobody chose them: they carry no proof.
    pub open: Vec<String>,
}

impl Assumptions {
    /// All of them, as the end of a sentence; empty if there are none.
    pub fn in_words(&self) -> String {
        let all: Vec<&str> = self.open.iter().chain(&self.chosen).map(String::as_str).collect();
        match &all[..] {
            [] => String::new(),
            all => format!("; assuming that {}", all.join(", and that ")),
        }
    }
}

/// `arguments` are the program's name and arguments; `chosen` if the user gave them, which may be none.
pub fn assumptions(
    program: &Program,
    arguments: &[String],
    chosen: bool,
    exec: &ExecOptions,
) -> Assumptions {
    let module = &program.module;
    let reached = Reached::new(program);
    let mut found = Assumptions::default();
    let uses = |number: usize| uses_argument(module, program.start, number);
    if uses(0) || uses(1) {
        match (chosen, arguments.len()) {
            (true, 0 | 1) => found.chosen.push("the program gets no arguments".to_string()),
            (true, _) => found.chosen.push("the program gets these arguments".to_string()),
            (false, _) => found
                .open
                .push("the program gets no arguments (they are given behind --)".to_string()),
        }
    }
    let environ = ["environ", "__environ", "_environ"].map(|name| module.find_global(name));
    if uses(2) || environ.into_iter().flatten().any(|global| reached.refers_to(module, global)) {
        found.open.push("the environment is empty".to_string());
    }
    if OUTPUT.into_iter().any(|name| reached.looks_at_result(module, name)) {
        found.open.push("output succeeds".to_string());
    }
    let answers = ANSWERS.iter().filter(|(name, _)| reached.calls(module, name));
    found.open.extend(answers.map(|(_, answer)| answer.to_string()));
    if exec.uninitialised == Uninitialised::Zero && reached.may_read_unwritten(module) {
        let zero = "memory which the program did not write is zero (--uninitialised symbolic)";
        found.chosen.push(zero.to_string());
    }
    if !exec.malloc_may_fail && ALLOCATE.into_iter().any(|name| reached.calls(module, name)) {
        found.chosen.push("allocations succeed (--malloc-may-fail)".to_string());
    }
    let addresses = match (exec.free_addresses, exec.reuse_addresses) {
        (true, true) => None,
        (true, false) => Some("freed addresses do not come back (--reuse-addresses)"),
        (false, _) => Some(
            "objects have the addresses that Dunlin chose, and freed ones do not come back \
             (--addresses, --reuse-addresses)",
        ),
    };
    found.chosen.extend(addresses.map(str::to_string));
    // In a function with a computed goto clang does not say where the variables of a block end; into one that
    // calls setjmp control comes back.
    found.chosen.extend(reached.without_scopes(module).map(|(name, why)| {
        format!("variables of blocks in `{name}`, which {why}, live until it returns")
    }));
    if program.starts_lazily() {
        let mut lazy = format!("pointers lead to {} elements at most", exec.lazy_array);
        if !exec.lazy_alias {
            lazy.push_str(" and never to the same object (--lazy-alias)");
        }
        found.chosen.push(lazy);
    }
    found
}

/// The functions that the program may lead to. A call through a pointer may be one of every function whose
/// address is taken, whatever its type.
struct Reached {
    graph: CallGraph,
    by_func: Vec<bool>,
}

impl Reached {
    fn new(program: &Program) -> Reached {
        let module = &program.module;
        let graph = CallGraph::new(module);
        let taken: Vec<FuncId> =
            module.func_ids().filter(|&func| graph.is_address_taken(func)).collect();
        let mut by_func = vec![false; module.funcs.len()];
        let mut open = vec![program.start];
        open.extend(module.destructors.iter().copied());
        let mut through_pointers = false;
        while let Some(func) = open.pop() {
            if std::mem::replace(&mut by_func[func.index()], true) {
                continue;
            }
            open.extend(graph.callees(func));
            if !through_pointers && graph.sites_in(func).iter().any(|site| site.indirect) {
                through_pointers = true;
                open.extend(&taken);
            }
        }
        Reached { graph, by_func }
    }

    fn calls(&self, module: &Module, name: &str) -> bool {
        module.find_func(name).is_some_and(|func| self.by_func[func.index()])
    }

    fn refers_to(&self, module: &Module, global: GlobalId) -> bool {
        let funcs = module.func_ids().filter(|func| self.by_func[func.index()]);
        let is_global = |operand: &Operand| matches!(operand, Operand::Global(id) if *id == global);
        let initial = module.globals.iter().any(|other| match &other.init {
            Init::Data { relocs, .. } => {
                relocs.iter().any(|reloc| reloc.target == RelocTarget::Global(global))
            }
            _ => false,
        });
        initial || funcs.into_iter().any(|func| any_operand(module.func(func), is_global))
    }

    /// Whether the program has memory that it might read before it writes it. The library does not.
    fn may_read_unwritten(&self, module: &Module) -> bool {
        let is_unwritten =
            |kind: &InstKind| matches!(kind, InstKind::Alloca { .. } | InstKind::Uninit { .. });
        let funcs = module.func_ids().filter(|func| self.by_func[func.index()]);
        let mut own = funcs.map(|func| module.func(func)).filter(|func| !func.runtime);
        let makes_locals = own.any(|func| {
            let mut insts = func.blocks.iter().flat_map(|block| &block.insts);
            insts.any(|&inst| is_unwritten(&func.inst(inst).kind))
        });
        makes_locals || UNWRITTEN.into_iter().any(|name| self.calls(module, name))
    }

    /// A function of the program in which the scopes of variables that something may point to are not
    /// known, and why.
    fn without_scopes<'m>(&self, module: &'m Module) -> Option<(&'m str, &'static str)> {
        let funcs = module.func_ids().filter(|func| self.by_func[func.index()]);
        let mut own = funcs.map(|func| module.func(func)).filter(|func| !func.runtime);
        own.find_map(|func| {
            let jumps = |block: &Block| matches!(block.term, Terminator::IndirectJump { .. });
            let why = match func.blocks.iter().any(jumps) {
                true => "has a computed goto",
                false if calls_setjmp(module, func) => "calls setjmp",
                false => return None,
            };
            let mut insts = func.blocks.iter().flat_map(|block| &block.insts);
            let is_local = |&inst| matches!(func.inst(inst).kind, InstKind::Alloca { .. });
            insts.any(is_local).then_some((&*func.name, why))
        })
    }

    /// Whether the program, not the library, looks at what a function returns.
    fn looks_at_result(&self, module: &Module, name: &str) -> bool {
        let Some(id) = module.find_func(name).filter(|id| self.by_func[id.index()]) else {
            return false;
        };
        if module.func(id).is_declaration() || module.func(id).runtime {
            let callers = module.func_ids().filter(|caller| self.by_func[caller.index()]);
            let mut callers = callers.map(|caller| module.func(caller)).filter(|f| !f.runtime);
            return self.graph.is_address_taken(id) || callers.any(|f| uses_result_of(f, id));
        }
        false
    }
}

/// Whether main or a constructor uses the argument of this number, which the start function gives it.
fn uses_argument(module: &Module, start: FuncId, number: usize) -> bool {
    let start = module.func(start);
    let Some(&given) = start.params.get(number) else { return false };
    let insts = start.blocks.iter().flat_map(|block| &block.insts);
    let mut calls = insts.filter_map(|&inst| match &start.inst(inst).kind {
        InstKind::Call(Call { callee: Callee::Direct(callee), args, .. }) => Some((callee, args)),
        _ => None,
    });
    calls.any(|(&callee, args)| {
        let callee = module.func(callee);
        let mut params = callee.params.iter().zip(args);
        params.any(|(&param, arg)| *arg == Operand::Reg(given) && uses_register(callee, param))
    })
}

fn uses_register(func: &Function, reg: Reg) -> bool {
    any_operand(func, |operand| *operand == Operand::Reg(reg))
}

fn uses_result_of(func: &Function, callee: FuncId) -> bool {
    let insts = func.blocks.iter().flat_map(|block| &block.insts);
    let calls = insts.filter_map(|&inst| match &func.inst(inst).kind {
        InstKind::Call(call) if call.callee == Callee::Direct(callee) => Some(call),
        _ => None,
    });
    calls.flat_map(|call| call.dsts.iter()).any(|&dst| uses_register(func, dst))
}

fn any_operand(func: &Function, wanted: impl Fn(&Operand) -> bool) -> bool {
    let mut found = false;
    let mut look = |operand: &Operand| found |= wanted(operand);
    for block in &func.blocks {
        // What a marker names was stored in a variable, not used.
        let kinds = block.insts.iter().map(|&inst| &func.inst(inst).kind);
        let kinds = kinds.filter(|kind| !matches!(kind, InstKind::Marker { .. }));
        kinds.for_each(|kind| kind.for_each_operand(&mut look));
        block.term.for_each_operand(&mut look);
    }
    found
}
