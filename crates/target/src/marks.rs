//! The program with marks: where states that hunt for a target pause.
//!
//! A mark is a call of the engine's [`MARK`] function. Every point of a target gets one, and so does
//! the entry of every function that may lead to a target, since a state that enters a function with
//! known partial paths tries to follow them (Directed SE 2.3). Beside the program's own start there is
//! one for each of these functions, where CCBSE begins with lazily symbolic input.

use dunlin_exec::{EntryError, ExecOptions, MARK, Program};
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::compact::compact;
use dunlin_ir::facts::Facts;
use dunlin_ir::{
    Block, BlockId, Call, Callee, FuncId, Function, InstKind, Module, Operand, Point, Reg, Type,
    pass,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::OnceLock;

pub struct MarkedProgram {
    pub program: Program,
    pub graph: CallGraph,
    /// By target: its points. The mark of a target is its number.
    pub targets: Vec<Vec<Point>>,
    /// The functions whose entries have marks, ascending. Their marks follow those of the targets.
    leading: Vec<FuncId>,
    entry_func: FuncId,
    /// By function: how many calls it is away from the entry function, if it can be called at all.
    depth: Vec<Option<u32>>,
    /// Made when they are first asked for.
    facts: OnceLock<Facts>,
}

impl MarkedProgram {
    /// `targets` are points of `module`.
    pub fn new(
        mut module: Module,
        targets: &[Vec<Point>],
        entry: &str,
        options: &ExecOptions,
    ) -> Result<MarkedProgram, EntryError> {
        let leading = leading_functions(&module, targets);
        let marked = pass("marks", &mut module, |module| insert_marks(module, targets, &leading));
        let origins: Vec<FuncId> =
            leading.iter().copied().filter(|&func| module.func(func).name != entry).collect();
        let program = Program::with_origins(module, entry, &origins, options)?;
        let graph = CallGraph::new(&program.module);
        let entry_func = program.module.find_func(entry).expect("it has a start");
        let depth = depths(&program, &graph);
        Ok(MarkedProgram {
            program,
            graph,
            targets: marked,
            leading,
            entry_func,
            depth,
            facts: OnceLock::new(),
        })
    }

    /// What is known of the program's values, whatever path is taken.
    pub fn facts(&self) -> &Facts {
        self.facts.get_or_init(|| {
            let module = &self.program.module;
            let known = !self.program.starts_lazily() && !dunlin_backward::has_foreign_code(module);
            Facts::of(&self.program.module, self.program.start, known)
        })
    }

    /// How many marks there are.
    pub fn marks(&self) -> usize {
        self.targets.len() + self.leading.len()
    }

    /// The function whose entry has this mark.
    pub fn entered(&self, mark: u32) -> Option<FuncId> {
        let number = (mark as usize).checked_sub(self.targets.len())?;
        self.leading.get(number).copied()
    }

    pub fn entry_mark(&self, func: FuncId) -> Option<u32> {
        let number = self.leading.binary_search(&func).ok()?;
        Some((self.targets.len() + number) as u32)
    }

    /// Where a function begins, as a target for distances.
    pub fn entry_point(&self, func: FuncId) -> Point {
        Point { func, block: BlockId::new(0), index: 0 }
    }

    /// The function that the whole program begins with.
    pub fn entry_func(&self) -> FuncId {
        self.entry_func
    }

    /// Calls from the entry function to this one, if it can be called at all.
    pub fn depth(&self, func: FuncId) -> Option<u32> {
        self.depth[func.index()]
    }

    /// Where execution that begins with a call of this function starts: a start function.
    pub fn start_of(&self, func: FuncId) -> Option<FuncId> {
        match func == self.entry_func {
            true => Some(self.program.start),
            false => self.program.start_of(func),
        }
    }

    /// The functions with this target in which execution can begin, or their nearest callers.
    pub fn first_origins(&self, target: usize) -> BTreeSet<FuncId> {
        let funcs = self.targets[target].iter().map(|point| point.func).collect();
        self.nearest_origins(funcs)
    }

    /// The callers of a function in which execution can begin; through those in which it cannot.
    pub fn callers(&self, func: FuncId) -> BTreeSet<FuncId> {
        self.nearest_origins(self.graph.callers(func).iter().copied().collect())
    }

    fn nearest_origins(&self, mut open: VecDeque<FuncId>) -> BTreeSet<FuncId> {
        let mut seen = BTreeSet::new();
        let mut origins = BTreeSet::new();
        while let Some(func) = open.pop_front() {
            if !seen.insert(func) || self.depth(func).is_none() {
                continue;
            }
            let can_begin = !self.program.module.func(func).runtime;
            match can_begin && self.start_of(func).is_some() {
                true => {
                    origins.insert(func);
                }
                false => open.extend(self.graph.callers(func)),
            }
        }
        origins
    }
}

/// Puts marks to the points of the targets and the entries of the functions that lead there, which
/// `leading` has in ascending order. By target: where its points are now.
fn insert_marks(
    module: &mut Module,
    targets: &[Vec<Point>],
    leading: &[FuncId],
) -> Vec<Vec<Point>> {
    let mark = declare_mark(module);
    let mut insertions: BTreeMap<(FuncId, BlockId), Vec<(u32, u32)>> = BTreeMap::new();
    for (number, &func) in leading.iter().enumerate() {
        let number = (targets.len() + number) as u32;
        insertions.entry((func, BlockId::new(0))).or_default().push((0, number));
    }
    for (number, points) in targets.iter().enumerate() {
        for point in points {
            let list = insertions.entry((point.func, point.block)).or_default();
            list.push((point.index, number as u32));
        }
    }
    let mut marked = vec![Vec::new(); targets.len()];
    for ((func, block), mut list) in insertions {
        // Entries come first: their marks were listed first.
        list.sort_by_key(|&(index, _)| index);
        for (before, &(index, number)) in list.iter().enumerate() {
            let index = index + before as u32;
            insert_mark(&mut module.funcs[func.index()], block, index, mark, number);
            if let Some(points) = marked.get_mut(number as usize) {
                points.push(Point { func, block, index });
            }
        }
    }
    marked
}

/// Takes the calls that mark targets out of a module: by target, where they were. `hook` is the function
/// that they call, with the number of the target.
pub fn take_marks(module: &mut Module, hook: &str, targets: usize) -> Vec<Vec<Point>> {
    pass("taking marks out", module, |module| remove_marks(module, hook, targets))
}

fn remove_marks(module: &mut Module, hook: &str, targets: usize) -> Vec<Vec<Point>> {
    let mut found = vec![Vec::new(); targets];
    let Some(hook) = module.find_func(hook) else { return found };
    for id in module.func_ids().collect::<Vec<_>>() {
        let func = &mut module.funcs[id.index()];
        let mut removed = false;
        for block in 0..func.blocks.len() {
            let insts = std::mem::take(&mut func.blocks[block].insts);
            let mut kept = Vec::with_capacity(insts.len());
            for inst in insts {
                let number = match &func.inst(inst).kind {
                    InstKind::Call(Call { callee: Callee::Direct(callee), args, .. })
                        if *callee == hook =>
                    {
                        match args[..] {
                            [Operand::Int { value, .. }] => Some(value as usize),
                            _ => None,
                        }
                    }
                    _ => None,
                };
                match number.and_then(|number| found.get_mut(number)) {
                    Some(points) => {
                        let (block, index) = (BlockId::new(block), kept.len() as u32);
                        points.push(Point { func: id, block, index });
                        removed = true;
                    }
                    None => kept.push(inst),
                }
            }
            func.blocks[block].insts = kept;
        }
        if removed {
            compact(func);
        }
    }
    found.iter_mut().for_each(Vec::dedup);
    found
}

/// The functions of the program from which a target may be reached by calls, also through pointers.
fn leading_functions(module: &Module, targets: &[Vec<Point>]) -> Vec<FuncId> {
    let graph = CallGraph::new(module);
    let through_pointers: BTreeSet<FuncId> =
        graph.sites().iter().filter(|site| site.indirect).map(|site| site.at.func).collect();
    let mut found = BTreeSet::new();
    let mut open: Vec<FuncId> = targets.iter().flatten().map(|point| point.func).collect();
    while let Some(func) = open.pop() {
        if found.insert(func) {
            open.extend(graph.callers(func));
            if graph.is_address_taken(func) {
                open.extend(&through_pointers);
            }
        }
    }
    found.into_iter().filter(|&func| !module.func(func).runtime).collect()
}

/// How far each function is from the entry function, in calls.
fn depths(program: &Program, graph: &CallGraph) -> Vec<Option<u32>> {
    let mut depth = vec![None; program.module.funcs.len()];
    // The start function is one call before the entry function.
    depth[program.start.index()] = Some(0);
    let mut open = VecDeque::from([program.start]);
    while let Some(func) = open.pop_front() {
        let next = depth[func.index()].map(|depth: u32| depth + 1);
        for callee in graph.callees(func) {
            if depth[callee.index()].is_none() {
                depth[callee.index()] = next;
                open.push_back(*callee);
            }
        }
    }
    depth
}

fn declare_mark(module: &mut Module) -> FuncId {
    let function = Function {
        name: MARK.to_string(),
        params: vec![Reg::new(0)],
        returns: Vec::new(),
        variadic: false,
        passing: None,
        pos: None,
        runtime: true,
        regs: vec![Type::Int(32)],
        vars: Vec::new(),
        blocks: Vec::<Block>::new(),
        insts: Vec::new(),
    };
    module.funcs.push(function);
    FuncId::new(module.funcs.len() - 1)
}

fn insert_mark(func: &mut Function, block: BlockId, index: u32, mark: FuncId, number: u32) {
    let call = Call::fixed(
        Callee::Direct(mark),
        vec![Operand::int(32, number.into())],
        Default::default(),
    );
    let pos = func.pos_at(block, index);
    let inst = func.new_inst(InstKind::Call(call), pos);
    func.blocks[block.index()].insts.insert(index as usize, inst);
}
