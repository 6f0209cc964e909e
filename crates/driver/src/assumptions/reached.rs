//! What a program can lead to: the functions, and what of the outside they ask for.

use dunlin_exec::Program;
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::jumps::calls_setjmp;
use dunlin_ir::{
    Block, Call, Callee, FuncId, Function, GlobalId, Init, InstKind, Module, Operand, Reg,
    RelocTarget, Terminator,
};

/// The functions that the program may lead to. A call through a pointer may be one of every function whose
/// address is taken, whatever its type.
pub struct Reached {
    graph: CallGraph,
    by_func: Vec<bool>,
}

impl Reached {
    pub fn new(program: &Program) -> Reached {
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

    pub fn functions<'m>(&self, module: &'m Module) -> impl Iterator<Item = &'m Function> {
        module.func_ids().filter(|func| self.by_func[func.index()]).map(|func| module.func(func))
    }

    pub fn calls(&self, module: &Module, name: &str) -> bool {
        module.find_func(name).is_some_and(|func| self.by_func[func.index()])
    }

    pub fn refers_to(&self, module: &Module, global: GlobalId) -> bool {
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

    /// Whether the program has locals that it might read before it writes them. The library does not.
    pub fn makes_unwritten_locals(&self, module: &Module) -> bool {
        let is_unwritten =
            |kind: &InstKind| matches!(kind, InstKind::Alloca { .. } | InstKind::Uninit { .. });
        let funcs = module.func_ids().filter(|func| self.by_func[func.index()]);
        let mut own = funcs.map(|func| module.func(func)).filter(|func| !func.runtime);
        own.any(|func| {
            let mut insts = func.blocks.iter().flat_map(|block| &block.insts);
            insts.any(|&inst| is_unwritten(&func.inst(inst).kind))
        })
    }

    /// A function of the program in which the scopes of variables that something may point to are not
    /// known, and why.
    pub fn without_scopes<'m>(&self, module: &'m Module) -> Option<(&'m str, &'static str)> {
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
    pub fn looks_at_result(&self, module: &Module, name: &str) -> bool {
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
pub fn uses_argument(module: &Module, start: FuncId, number: usize) -> bool {
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
