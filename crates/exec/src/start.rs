//! From a module to the first state.
//!
//! What happens before and after `main` is IR like everything else: [`Starter`] writes a function
//! that calls the constructors, the entry function and `exit`, and gives `__dunlin_fini`, which the
//! runtime's `exit` calls, a body that calls the destructors.

use crate::builtins::intrinsics::{LAZY_ARGUMENT, LAZY_GLOBALS};
use crate::code::{Op, Pc, slots_of};
use crate::machine::Machine;
use crate::options::ExecOptions;
use crate::outcome::{End, site, unsupported};
use crate::state::{State, function_object, global_object};
use crate::stay::Staying;
use crate::trail::Trail;
use crate::unwritten::{Counts, LocalSites};
use dunlin_ir::points_to::{Groups, PointsTo};
use dunlin_ir::{
    Block, BlockId, Call, Callee, FuncId, Function, Init, InstKind, Module, Operand, Point,
    RelocTarget, Terminator, Type, pass,
};
use dunlin_memory::{Memory, ObjectKind, Value};
use dunlin_solver::chain::Path;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;
use std::sync::OnceLock;

const START: &str = "__dunlin_start";
const FINI: &str = "__dunlin_fini";

/// What can be wrong with an entry function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryError {
    Missing(String),
    /// It takes variable arguments, which cannot be made up.
    Variadic(String),
}

impl std::fmt::Display for EntryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EntryError::Missing(name) => write!(f, "the program defines no function `{name}`"),
            EntryError::Variadic(name) => write!(
                f,
                "`{name}` takes a variable number of arguments, so that execution cannot start there"
            ),
        }
    }
}

/// An empty function with one block, to be filled.
fn new_function(name: &str) -> Function {
    Function {
        name: name.to_string(),
        params: Vec::new(),
        returns: Vec::new(),
        variadic: false,
        passing: None,
        pos: None,
        runtime: true,
        regs: Vec::new(),
        vars: Vec::new(),
        blocks: vec![Block {
            params: Vec::new(),
            insts: Vec::new(),
            term: Terminator::Return { values: Vec::new() },
            term_pos: None,
            branch: None,
        }],
        insts: Vec::new(),
    }
}

/// Appends a call to the only block of `func`; the registers of its results.
fn push_call(
    func: &mut Function,
    module: &Module,
    callee: FuncId,
    args: Vec<Operand>,
) -> Vec<Operand> {
    let dsts: smallvec::SmallVec<[_; 1]> =
        module.func(callee).returns.iter().map(|&ty| func.new_reg(ty)).collect();
    let results = dsts.iter().map(|&reg| Operand::Reg(reg)).collect();
    let call = Call::fixed(Callee::Direct(callee), args, dsts);
    let inst = func.new_inst(InstKind::Call(call), None);
    func.blocks[0].insts.push(inst);
    results
}

/// Whether a function can be called as `exit` is.
fn takes_status(func: &Function) -> bool {
    matches!(func.params[..], [status] if func.reg_type(status) == Type::Int(32))
}

/// A function that runs the whole program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    pub func: FuncId,
    /// The function that it calls has arguments that nobody has computed (see [`crate::lazy`]).
    pub lazy: bool,
}

/// Adds start functions to a module. There may be one for each of thousands of functions, so that names
/// are looked up in an index.
struct Starter<'m> {
    module: &'m mut Module,
    names: FxHashMap<String, FuncId>,
    /// What ends the program: `exit`, or what does the same for a program without one.
    ending: Vec<FuncId>,
}

impl<'m> Starter<'m> {
    fn new(module: &'m mut Module) -> Starter<'m> {
        let mut names = FxHashMap::default();
        for id in module.func_ids() {
            names.entry(module.func(id).name.clone()).or_insert(id);
        }
        let mut starter = Starter { module, names, ending: Vec::new() };
        let fini = starter.define_fini();
        let exit = starter.names.get("exit").copied();
        starter.ending = match exit.filter(|&id| takes_status(starter.module.func(id))) {
            Some(exit) => vec![exit],
            None => vec![fini, starter.declare("__dunlin_exit", &[Type::Int(32)], &[])],
        };
        starter
    }

    fn entry(&self, name: &str) -> Result<FuncId, EntryError> {
        let found = self.names.get(name).copied();
        let defined = found.filter(|&id| !self.module.func(id).is_declaration());
        defined.ok_or_else(|| EntryError::Missing(name.to_string()))
    }

    /// Adds the function that runs the whole program with this entry function.
    fn add(&mut self, entry: FuncId) -> Result<Start, EntryError> {
        let called = self.module.func(entry);
        let given = [Type::Int(32), Type::Ptr, Type::Ptr];
        let wanted: Vec<Type> = called.params.iter().map(|&reg| called.reg_type(reg)).collect();
        let lazy = called.name != "main" || !given.starts_with(&wanted);
        if lazy && called.variadic {
            return Err(EntryError::Variadic(called.name.clone()));
        }
        let name = match self.names.contains_key(START) {
            false => START.to_string(),
            true => format!("{START}.{}", called.name),
        };
        let mut start = new_function(&name);
        start.params = given.map(|ty| start.new_reg(ty)).to_vec();
        for &constructor in &self.module.constructors {
            // glibc passes the arguments of main to constructors that want them.
            let count = self.module.func(constructor).params.len().min(3);
            let args = start.params[..count].iter().map(|&reg| Operand::Reg(reg)).collect();
            push_call(&mut start, self.module, constructor, args);
        }
        let args = match lazy {
            true => self.lazy_arguments(&mut start, entry, &wanted),
            false => start.params[..wanted.len()].iter().map(|&reg| Operand::Reg(reg)).collect(),
        };
        let results = push_call(&mut start, self.module, entry, args);
        let status = match (&self.module.func(entry).returns[..], &results[..]) {
            ([Type::Int(32)], [status]) => status.clone(),
            _ => Operand::int(32, 0),
        };
        for &ending in &self.ending {
            let args = match self.module.func(ending).params.len() {
                0 => vec![],
                _ => vec![status.clone()],
            };
            push_call(&mut start, self.module, ending, args);
        }
        start.blocks[0].term = Terminator::Unreachable;
        Ok(Start { func: self.push(start), lazy })
    }

    /// Makes the program's variables and arguments for a function symbolic (see [`crate::lazy`]).
    fn lazy_arguments(
        &mut self,
        start: &mut Function,
        entry: FuncId,
        types: &[Type],
    ) -> Vec<Operand> {
        let globals = self.declare(LAZY_GLOBALS, &[], &[]);
        push_call(start, self.module, globals, vec![]);
        let mut arguments = Vec::new();
        for (index, &ty) in types.iter().enumerate() {
            let name = format!("{LAZY_ARGUMENT}{ty}");
            let make = self.declare(&name, &[Type::Int(32), Type::Int(32)], &[ty]);
            let args = vec![Operand::int(32, entry.0.into()), Operand::int(32, index as u64)];
            arguments.extend(push_call(start, self.module, make, args));
        }
        arguments
    }

    fn define_fini(&mut self) -> FuncId {
        let mut fini = new_function(FINI);
        for &destructor in &self.module.destructors {
            push_call(&mut fini, self.module, destructor, vec![]);
        }
        match self.names.get(FINI) {
            Some(&id) => {
                self.module.funcs[id.index()] = fini;
                id
            }
            None => self.push(fini),
        }
    }

    /// The declaration of a function that the engine provides.
    fn declare(&mut self, name: &str, params: &[Type], returns: &[Type]) -> FuncId {
        if let Some(&id) = self.names.get(name) {
            return id;
        }
        let mut declared = new_function(name);
        declared.params = params.iter().map(|&ty| declared.new_reg(ty)).collect();
        declared.returns = returns.to_vec();
        declared.blocks.clear();
        self.push(declared)
    }

    fn push(&mut self, func: Function) -> FuncId {
        let id = FuncId::new(self.module.funcs.len());
        self.names.entry(func.name.clone()).or_insert(id);
        self.module.funcs.push(func);
        id
    }
}

impl Machine<'_> {
    /// The state at the start of the program with these arguments (the program's name first).
    pub fn initial_state(&mut self, start: FuncId, args: &[String]) -> Result<State, End> {
        let module = self.module;
        let mut memory = Memory::new(
            module.target.pointer_bits,
            module.funcs.len() as u64,
            self.options.check_uninitialised(),
        );
        if self.options.free_addresses {
            memory.free_addresses();
        }
        let mut state = State {
            memory,
            regs: Vec::new(),
            frames: Vec::new(),
            pc: self.code.funcs[start.index()].entry,
            stack_objects: Vec::new(),
            stack_bytes: 0,
            bulk_bytes: 0,
            instructions: 0,
            path: Path::new(),
            followed: 0,
            inputs: Rc::default(),
            settled_inputs: 0,
            unwritten: Rc::default(),
            counts: Counts::default(),
            trail: Trail::default(),
            preferences: Rc::default(),
            deciding: SmallVec::new(),
            open: None,
            script: None,
            undo: None,
            forking: true,
            echo: true,
            fixed_inputs: None,
            lazy: None,
            resolved: Rc::default(),
            compared: Rc::default(),
            sized: 0,
            grouped: Rc::default(),
            seeds: None,
            ways: 1,
            staying: Staying::default(),
        };
        self.create_globals(&mut state)?;
        let argv = self.create_strings(&mut state, args)?;
        let envp = self.create_strings(&mut state, &[])?;
        self.push_frame(&mut state, start)?;
        let values = [Value::int(args.len() as u64), argv, envp];
        let code = &self.code.funcs[start.index()];
        debug_assert!(code.params.len() == 3 && slots_of(Type::Ptr) == 1);
        for (&slot, value) in code.params.iter().zip(values) {
            state.set_reg(slot, value);
        }
        if let Some(environ) = module.find_global("environ") {
            let object = global_object(module, environ);
            let word = state.memory.word();
            if let Ok(object) = state.memory.object_mut(object)
                && object.size() == u64::from(word)
            {
                object.store(0, word, envp, word);
            }
        }
        Ok(state)
    }

    fn create_globals(&mut self, state: &mut State) -> Result<(), End> {
        let module = self.module;
        for (index, global) in module.globals.iter().enumerate() {
            // What is not defined has no bytes: any access is out of its bounds, and `access_error`
            // tells that apart from a program error.
            let size = if global.init == Init::External { 0 } else { global.size };
            let object =
                state.memory.allocate(size, u64::from(global.align), ObjectKind::Global, site(0));
            let Some(object) = object else {
                return Err(unsupported(format!(
                    "global variable `{}` of {size} bytes",
                    global.name
                )));
            };
            debug_assert_eq!(object, global_object(module, dunlin_ir::GlobalId::new(index)));
        }
        for (index, global) in module.globals.iter().enumerate() {
            let id = global_object(module, dunlin_ir::GlobalId::new(index));
            let word = state.memory.word();
            let object = state.memory.object_mut(id).expect("created above");
            if let Init::Data { bytes, relocs } = &global.init {
                let size = object.size();
                object.plain_bytes_mut(0, size).expect("fresh").copy_from_slice(bytes);
                for reloc in relocs {
                    let (base, offset) = match reloc.target {
                        RelocTarget::Global(global) => (global_object(module, global), 0),
                        RelocTarget::Func(func) => (function_object(func), 0),
                        RelocTarget::Block(func, BlockId(block)) => {
                            (function_object(func), u64::from(block) + 1)
                        }
                    };
                    let offset = offset + reloc.addend as u64;
                    let offset = offset & dunlin_ir::small::mask(module.target.pointer_bits);
                    object.store(reloc.offset, word, Value::pointer(base, offset), word);
                }
            }
            object.info.read_only = global.constant;
        }
        Ok(())
    }

    /// A null-terminated array of strings, as argv is.
    fn create_strings(&mut self, state: &mut State, strings: &[String]) -> Result<Value, End> {
        let word = state.memory.word();
        let too_large = || unsupported("the program's arguments do not fit into its memory");
        let allocate = |state: &mut State, size: u64| {
            let object = state.memory.allocate(size, 16, ObjectKind::Global, site(0));
            object.ok_or_else(too_large)
        };
        let array = allocate(state, (strings.len() as u64 + 1) * u64::from(word))?;
        for (index, string) in strings.iter().enumerate() {
            let object = allocate(state, string.len() as u64 + 1)?;
            let bytes = state.memory.object_mut(object).expect("just made");
            let text = bytes.plain_bytes_mut(0, string.len() as u64);
            text.expect("fresh").copy_from_slice(string.as_bytes());
            let place = index as u64 * u64::from(word);
            let stored = state.memory.store(array, place, word, Value::pointer(object, 0));
            stored.expect("inside the array");
        }
        Ok(Value::pointer(array, 0))
    }
}

/// Everything about a program that does not change while it runs.
pub struct Program {
    pub module: Module,
    pub code: crate::code::Code,
    /// Where it makes local memory.
    pub(crate) sites: LocalSites,
    /// Where it begins.
    pub start: FuncId,
    lazy: bool,
    /// Where it can begin as well: by function, the start function that calls it.
    origins: Vec<Option<FuncId>>,
    /// Made when it is first asked for.
    points_to: OnceLock<PointsTo>,
}

impl Program {
    /// Which objects may be meant together, by an analysis of the whole program.
    pub fn groups(&self) -> &Groups {
        self.points_to.get_or_init(|| PointsTo::of(&self.module)).groups()
    }

    pub fn new(module: Module, entry: &str, options: &ExecOptions) -> Result<Program, EntryError> {
        Program::with_origins(module, entry, &[], options)
    }

    /// A program that can also begin in other functions, with lazily symbolic input. Those that cannot
    /// be called so (see [`EntryError`]) are left out.
    pub fn with_origins(
        mut module: Module,
        entry: &str,
        origins: &[FuncId],
        options: &ExecOptions,
    ) -> Result<Program, EntryError> {
        let (Start { func: start, lazy }, starts) =
            pass("start functions", &mut module, |module| {
                let mut starter = Starter::new(module);
                let start = starter.entry(entry).and_then(|entry| starter.add(entry))?;
                let mut starts =
                    vec![None; origins.iter().map(|func| func.index() + 1).max().unwrap_or(0)];
                for &origin in origins {
                    starts[origin.index()] = starter.add(origin).ok().map(|start| start.func);
                }
                Ok((start, starts))
            })?;
        let code = crate::compile::compile(&module, options);
        let sites = LocalSites::of(&module, &code);
        code.check();
        let points_to = OnceLock::new();
        Ok(Program { module, code, sites, start, lazy, origins: starts, points_to })
    }

    /// Whether it starts in the middle, with arguments that nobody has computed (see `lazy`).
    pub fn starts_lazily(&self) -> bool {
        self.lazy
    }

    /// The function that begins with a call of this one.
    pub fn start_of(&self, origin: FuncId) -> Option<FuncId> {
        self.origins.get(origin.index()).copied().flatten()
    }

    /// Where a state stands: the instruction that it executes next, and the calls that are active,
    /// innermost first.
    pub fn stack<'s>(&'s self, state: &'s State) -> impl Iterator<Item = Point> + 's {
        let callers = state.frames[1..].iter().rev().map(|frame| frame.called_at());
        std::iter::once(self.behind_moves(state.pc)).chain(callers).map(|pc| self.code.point(pc))
    }

    /// A state that has taken an edge stands before the moves of its arguments, which count as part of
    /// the branch: where it is on its way to says more.
    fn behind_moves(&self, mut pc: Pc) -> Pc {
        let func = self.module.func(self.code.func_at(pc));
        loop {
            let point = self.code.points[pc as usize];
            let of_edge = point.index as usize == func.block(point.block).insts.len();
            match self.code.ops[pc as usize] {
                Op::Move { .. } | Op::Int { .. } | Op::Address { .. } if of_edge => pc += 1,
                Op::Jump { to, .. } | Op::MarkedJump { to, .. } if of_edge => return to,
                _ => return pc,
            }
        }
    }

    /// Functions that are declared, but neither defined nor provided by the engine.
    pub fn unknown_functions(&self) -> Vec<FuncId> {
        let unknown = |func: &FuncId| {
            let known = self.code.funcs[func.index()].builtin.is_some();
            self.module.func(*func).is_declaration() && !known
        };
        self.module.func_ids().filter(unknown).collect()
    }

    /// How many marks of coverage there are.
    pub fn marks(&self) -> usize {
        crate::coverage::marks(self.code.ops.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pass checks that every argument has the type of its function's parameter.
    #[test]
    fn functions_of_different_types_can_all_be_origins() {
        let text = "module \"m\"\ntarget 64 \"t\"\n\n\
            define @f0 \"main\"() -> (i32) {\nb0:\n  return 0\n}\n\n\
            define @f1 \"number\"(%0: i128) {\nb0:\n  return\n}\n\n\
            define @f2 \"address\"(%0: ptr, %1: i128) {\nb0:\n  return\n}\n\n\
            define @f3 \"open\"(%0: i32, ...) {\nb0:\n  return\n}\n";
        let module = dunlin_ir::parse::parse(text).expect("a module");
        let origins = [FuncId(1), FuncId(2), FuncId(3)];
        let options = ExecOptions::default();
        let program = Program::with_origins(module, "main", &origins, &options).expect("a main");
        let name = |func| program.start_of(func).map(|start| &program.module.func(start).name[..]);
        assert_eq!(program.module.func(program.start).name, START);
        assert_eq!(name(FuncId(1)), Some("__dunlin_start.number"));
        assert_eq!(name(FuncId(2)), Some("__dunlin_start.address"));
        // Variable arguments cannot be made up.
        assert_eq!((name(FuncId(3)), name(FuncId(0))), (None, None));
    }
}
