//! The program as backward execution sees it: who has which predecessors, which edges lie on cycles, what a call
//! leads to, and which calls change nothing that a path could ask about.

use crate::category::failing;
use crate::open_scopes::Scopes;
use crate::pointers::FunctionPointers;
use crate::privacy::{private_globals, private_locals};
use dunlin_exec::{Builtin, Intrinsic};
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::cfg::{Cfg, EdgeId};
use dunlin_ir::facts::Facts;
use dunlin_ir::jumps::calls_setjmp;
use dunlin_ir::{
    Block, BlockId, Call, Callee, FuncId, Function, GlobalId, InstKind, Module, Operand, Point,
    Reg, Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// What stands behind a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Code,
    /// The engine provides it.
    Builtin(Builtin),
    /// Nobody knows.
    Unknown,
}

/// One function's graph.
pub struct Shape {
    pub cfg: Cfg,
    /// By block: the cycle that it is on.
    component: Vec<u32>,
    /// The blocks that end with a return.
    pub returns: Vec<BlockId>,
    /// By register: the variable that it has the address of, if there is one of it in every activation.
    pub variables: FxHashMap<Reg, Variable>,
    /// Where they live.
    pub scopes: Scopes,
}

/// A local variable in memory that is made once, at the entry of its function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    pub at: Point,
    pub size: u64,
    pub align: u64,
    /// Its address goes nowhere.
    pub private: bool,
}

pub struct Functions<'a> {
    pub module: &'a Module,
    pub graph: &'a CallGraph,
    pub facts: &'a Facts,
    /// Where the program begins.
    pub start: FuncId,
    shapes: Vec<OnceCell<Shape>>,
    roles: Vec<Role>,
    /// By function: a call of it writes nothing but its own variables, and always comes back if nothing goes wrong.
    quiet: Vec<bool>,
    /// Calls through pointers, whose callee may be anything.
    indirect_sites: Vec<Point>,
    /// By global: its address goes nowhere.
    private: Vec<bool>,
    /// Functions that execution may get to.
    reached: OnceCell<Vec<bool>>,
    /// Functions of the library whose call is a failed assertion.
    failing: OnceCell<Vec<bool>>,
    /// Where addresses of functions go, as soon as somebody asks; none if that is not known.
    pointers: OnceCell<Option<FunctionPointers>>,
    /// By call through a pointer: what it may mean.
    meant: RefCell<FxHashMap<Point, Rc<Meant>>>,
    /// Whether there is a function that nobody knows and that may call others back.
    calls_unknown: bool,
}

/// The functions that a call through a pointer may mean.
#[derive(Debug)]
pub struct Meant {
    /// Those of the type that the call has.
    pub fitting: Vec<FuncId>,
    /// Those of another type.
    pub others: Vec<FuncId>,
}

impl Meant {
    pub fn contains(&self, func: FuncId) -> bool {
        self.fitting.contains(&func) || self.others.contains(&func)
    }
}

impl<'a> Functions<'a> {
    pub fn new(
        module: &'a Module,
        graph: &'a CallGraph,
        facts: &'a Facts,
        start: FuncId,
    ) -> Functions<'a> {
        let roles: Vec<Role> = module.funcs.iter().map(role).collect();
        let indirect = graph.sites().iter().filter(|site| site.indirect);
        let calls_unknown = graph
            .sites()
            .iter()
            .any(|site| site.callees.iter().any(|callee| roles[callee.index()] == Role::Unknown));
        Functions {
            module,
            graph,
            facts,
            start,
            shapes: module.funcs.iter().map(|_| OnceCell::new()).collect(),
            quiet: quiet(module, graph, &roles),
            indirect_sites: indirect.map(|site| site.at).collect(),
            private: private_globals(module),
            reached: OnceCell::new(),
            failing: OnceCell::new(),
            pointers: OnceCell::new(),
            meant: RefCell::default(),
            calls_unknown,
            roles,
        }
    }

    pub fn func(&self, id: FuncId) -> &'a Function {
        self.module.func(id)
    }

    pub fn role(&self, id: FuncId) -> Role {
        self.roles[id.index()]
    }

    pub fn shape(&self, id: FuncId) -> &Shape {
        self.shapes[id.index()].get_or_init(|| {
            let func = self.func(id);
            let cfg = Cfg::new(func);
            let is_return = |block: &BlockId| {
                cfg.is_reachable(*block)
                    && matches!(func.block(*block).term, Terminator::Return { .. })
            };
            let returns = func.block_ids().filter(is_return).collect();
            let component = cfg.components();
            Shape {
                cfg,
                component,
                returns,
                variables: variables(id, func),
                scopes: Scopes::new(func),
            }
        })
    }

    pub fn is_quiet(&self, id: FuncId) -> bool {
        self.quiet[id.index()]
    }

    /// Calls through pointers that the call graph does not lead to this function, since their type is another one.
    /// They may call it all the same.
    pub fn misfits(&self, func: FuncId) -> Vec<Point> {
        if !self.graph.is_address_taken(func) {
            return Vec::new();
        }
        let fitting: Vec<Point> = self.graph.sites_to(func).map(|site| site.at).collect();
        self.indirect_sites.iter().copied().filter(|site| !fitting.contains(site)).collect()
    }

    /// Whether no pointer but its own name leads to a variable of the program.
    pub fn is_private(&self, global: GlobalId) -> bool {
        self.private[global.index()]
    }

    /// Whether execution may get to a function at all.
    pub fn is_reached(&self, func: FuncId) -> bool {
        self.reached.get_or_init(|| self.find_reached())[func.index()]
    }

    /// Whether to call a function is a failed assertion, or an abort: `__assert_fail` of the library is one.
    pub fn fails(&self, func: FuncId) -> bool {
        self.failing.get_or_init(|| failing(self))[func.index()]
    }

    /// What a call through a pointer may mean.
    pub fn meant(&self, at: Point) -> Rc<Meant> {
        if let Some(known) = self.meant.borrow().get(&at) {
            return Rc::clone(known);
        }
        let pointers =
            self.pointers.get_or_init(|| FunctionPointers::of(self.module, self.graph, self.start));
        let by_address = pointers.as_ref().and_then(|pointers| pointers.meant(self.module, at));
        let taken = self.module.func_ids().filter(|&id| self.graph.is_address_taken(id));
        let taken = taken.filter(|id| by_address.as_ref().is_none_or(|meant| meant.contains(id)));
        let sites = self.graph.sites_in(at.func);
        let site = sites.iter().find(|site| site.at == at).expect("a call is a site");
        let (fitting, others) = taken.partition(|id| site.callees.contains(id));
        let meant = Rc::new(Meant { fitting, others });
        self.meant.borrow_mut().insert(at, Rc::clone(&meant));
        meant
    }

    /// What can be called from the start function. From functions that nobody knows, that is everything whose address is
    /// taken.
    fn find_reached(&self) -> Vec<bool> {
        let graph = self.graph;
        let mut reached = vec![false; self.module.funcs.len()];
        let mut open = vec![self.start];
        while let Some(func) = open.pop() {
            if std::mem::replace(&mut reached[func.index()], true) {
                continue;
            }
            for site in graph.sites_in(func) {
                match site.indirect {
                    false => open.extend(&site.callees),
                    true => {
                        let meant = self.meant(site.at);
                        open.extend(meant.fitting.iter().chain(&meant.others));
                    }
                }
            }
            if self.role(func) == Role::Unknown {
                open.extend(self.module.func_ids().filter(|&id| graph.is_address_taken(id)));
            }
        }
        reached
    }

    /// Whether a call through a pointer may lead back to its own function through a function of another type, which the
    /// call graph does not show.
    pub fn may_call_itself_through(&self, at: Point) -> bool {
        let mut open: Vec<FuncId> = self.meant(at).others.clone();
        let mut seen = vec![false; self.module.funcs.len()];
        while let Some(func) = open.pop() {
            if func == at.func {
                return true;
            }
            if !std::mem::replace(&mut seen[func.index()], true) {
                open.extend(self.graph.callees(func));
            }
        }
        false
    }

    /// Whether code that nobody knows may call the function.
    pub fn may_be_called_from_outside(&self, func: FuncId) -> bool {
        self.calls_unknown && self.graph.is_address_taken(func)
    }

    pub fn call_at(&self, point: Point) -> &'a Call {
        let func = self.func(point.func);
        let inst = func.block(point.block).insts[point.index as usize];
        match &func.inst(inst).kind {
            InstKind::Call(call) => call,
            other => unreachable!("{other:?} is no call"),
        }
    }
}

impl Shape {
    /// Whether the edge lies on a cycle of the function.
    pub fn is_cyclic(&self, edge: EdgeId) -> bool {
        let to = self.cfg.edge_target(edge);
        self.component[edge.from.index()] == self.component[to.index()]
    }
}

/// The variables that are made in the entry block, which is executed once.
fn variables(id: FuncId, func: &Function) -> FxHashMap<Reg, Variable> {
    let private = private_locals(func);
    let entry = BlockId::new(0);
    let insts = func.block(entry).insts.iter().enumerate();
    let made = insts.filter_map(|(index, &inst)| match &func.inst(inst).kind {
        InstKind::Alloca { dst, size, align, .. } => {
            let size = size.as_bits()?.low_u64();
            let at = Point { func: id, block: entry, index: index as u32 };
            let align = u64::from(*align).max(1);
            Some((*dst, Variable { at, size, align, private: private.contains(dst) }))
        }
        _ => None,
    });
    made.collect()
}

fn role(func: &Function) -> Role {
    match (Builtin::named(&func.name), func.is_declaration()) {
        (_, false) => Role::Code,
        (Some(builtin), true) => Role::Builtin(builtin),
        (None, true) => Role::Unknown,
    }
}

/// Functions whose calls can be passed over where nobody asks for their result: they call only each other, write
/// only to variables of their own, and nothing in them ends the program or restricts its inputs.
fn quiet(module: &Module, graph: &CallGraph, roles: &[Role]) -> Vec<bool> {
    let plain = |id: FuncId| match roles[id.index()] {
        Role::Code => {
            let func = module.func(id);
            let own = func.insts.iter().filter_map(|inst| match inst.kind {
                InstKind::Alloca { dst, .. } => Some(dst),
                _ => None,
            });
            let own: FxHashSet<Reg> = own.collect();
            !calls_setjmp(module, func)
                && func.blocks.iter().all(|block| is_plain(func, block, &own))
        }
        Role::Builtin(builtin) => is_harmless(builtin),
        Role::Unknown => false,
    };
    let mut quiet: Vec<bool> = module.func_ids().map(plain).collect();
    // Callees come before callers.
    for component in graph.components() {
        let calls_on = |id: &FuncId| {
            let sites = graph.sites_in(*id);
            sites.iter().all(|site| {
                !site.indirect
                    && site
                        .callees
                        .iter()
                        .all(|callee| quiet[callee.index()] || component.contains(callee))
            })
        };
        let all = component.iter().all(|id| quiet[id.index()]) && component.iter().all(calls_on);
        component.iter().for_each(|id| quiet[id.index()] &= all);
    }
    quiet
}

/// `own` are the registers that have the addresses of its own variables.
fn is_plain(func: &Function, block: &Block, own: &FxHashSet<Reg>) -> bool {
    let own = |operand: &Operand| operand.reg().is_some_and(|reg| own.contains(&reg));
    let ends_well = !matches!(
        block.term,
        Terminator::Trap | Terminator::Unreachable | Terminator::Resume { .. }
    );
    ends_well
        && block.insts.iter().all(|&inst| match &func.inst(inst).kind {
            InstKind::Store { addr, .. } => own(addr),
            InstKind::Call(Call { callee, .. }) => matches!(callee, Callee::Direct(_)),
            InstKind::MemCopy { .. }
            | InstKind::MemSet { .. }
            | InstKind::VaStart { .. }
            | InstKind::VaCopy { .. }
            | InstKind::Assume { .. }
            | InstKind::Check { .. }
            | InstKind::LandingPad { .. }
            | InstKind::Unsupported { .. } => false,
            _ => true,
        })
}

/// Builtins that neither write memory nor end a path.
fn is_harmless(builtin: Builtin) -> bool {
    match builtin {
        Builtin::Malloc
        | Builtin::Calloc
        | Builtin::AlignedAlloc
        | Builtin::Write
        | Builtin::MayOverlap
        | Builtin::Apart
        | Builtin::Math(_) => true,
        Builtin::Intrinsic(intrinsic) => matches!(
            intrinsic,
            Intrinsic::IsSymbolic
                | Intrinsic::Warning
                | Intrinsic::WarningOnce
                | Intrinsic::PrintExpr
                | Intrinsic::PrintTerm
                | Intrinsic::PrintRange
                | Intrinsic::PreferExample
                | Intrinsic::StackTrace
                | Intrinsic::Nothing
        ),
        _ => false,
    }
}
