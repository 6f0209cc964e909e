//! The function that runs a whole program.
//!
//! What happens before and after `main` is IR like everything else: [`Starter`] writes a function
//! that calls the constructors, the entry function and `exit`, and gives `__dunlin_fini`, which the
//! runtime's `exit` calls, a body that calls the destructors.

use super::builtin::{LAZY_ARGUMENT, LAZY_GLOBALS};
use dunlin_ir::{
    Block, Call, Callee, FuncId, Function, InstKind, Module, Operand, Terminator, Type,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

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
    let dsts: SmallVec<[_; 1]> =
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
    /// The function that it calls has arguments that nobody has computed (see `input/lazy.rs`).
    pub lazy: bool,
}

/// Adds start functions to a module. There may be one for each of thousands of functions, so that names
/// are looked up in an index.
pub struct Starter<'m> {
    module: &'m mut Module,
    names: FxHashMap<String, FuncId>,
    /// What ends the program: `exit`, or what does the same for a program without one.
    ending: Vec<FuncId>,
}

impl<'m> Starter<'m> {
    pub fn new(module: &'m mut Module) -> Starter<'m> {
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

    pub fn entry(&self, name: &str) -> Result<FuncId, EntryError> {
        let found = self.names.get(name).copied();
        let defined = found.filter(|&id| !self.module.func(id).is_declaration());
        defined.ok_or_else(|| EntryError::Missing(name.to_string()))
    }

    /// Adds the function that runs the whole program with this entry function.
    pub fn add(&mut self, entry: FuncId) -> Result<Start, EntryError> {
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

    /// Makes the program's variables and arguments for a function symbolic (see `input/lazy.rs`).
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
