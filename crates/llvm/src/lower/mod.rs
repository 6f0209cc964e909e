//! From a verified LLVM module to [`dunlin_ir::Module`].
//!
//! Functions and visible globals of the program are lowered all; what belongs to Dunlin's runtime,
//! declarations and what is private to a file only if something refers to it. Ids are given in the
//! order of first mention, which depends on the module alone. What LLVM can say and the IR cannot
//! becomes an instruction that ends the paths that execute it; only what concerns the module as a
//! whole is an error.

mod asm;
mod atomics;
mod build;
mod calls;
mod casts;
pub(crate) mod checks;
mod cleanups;
mod constants;
mod debug;
pub(crate) mod ffi;
mod float_intrinsics;
mod function;
mod globals;
mod initialisers;
mod inst;
mod intrinsics;
pub(crate) mod local_sites;
mod masked;
mod memory;
mod object_size;
mod passing;
mod source_types;
mod structors;
mod terminators;
mod traps;
mod types;
mod undefined;
mod vectors;

use dunlin_ir::{BlockId, FuncId, Function, Global, GlobalId, Module, Target, Type};
use ffi::{BasicBlock, LLVMLinkage, ModuleRef, Value};
pub(crate) use globals::strip_casts;
pub use initialisers::ConstantWarning;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{HashSet, VecDeque};
use std::rc::Rc;
use types::Types;

/// What the lowering is told about the module.
#[derive(Clone, Debug, Default)]
pub struct LowerOptions {
    /// The names of the functions that came from Dunlin's own runtime.
    pub runtime_functions: HashSet<String>,
    /// The function where execution starts.
    pub entry: String,
    /// What clang said about constants.
    pub warnings: Vec<ConstantWarning>,
    /// What overflows although no flag of an instruction says so is checked.
    pub check_overflow: bool,
}

/// Why a whole module cannot be lowered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LowerError {
    #[error("target {triple} is not supported: {reason}")]
    Target { triple: String, reason: String },
    #[error("global variable {name} is not supported: {reason}")]
    Global { name: String, reason: String },
}

/// Something that one instruction does and the IR cannot express; says what.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Unsupported(String);

/// Translates a loaded, verified and linked module.
///
/// The form of the module's debug information changes to debug intrinsics, nothing else.
pub fn lower_module(
    module: &inkwell::module::Module<'_>,
    options: &LowerOptions,
) -> Result<Module, LowerError> {
    let llvm = ModuleRef::new(module);
    let target = target_of(llvm)?;
    llvm.use_debug_intrinsics();
    let mut lowering = ModuleLowering {
        llvm,
        options,
        types: Types::new(llvm.data_layout()),
        debug: debug::Positions::default(),
        source_types: source_types::SourceTypes::new(llvm),
        funcs: Vec::new(),
        func_ids: FxHashMap::default(),
        library: FxHashMap::default(),
        block_ids: FxHashMap::default(),
        pending: VecDeque::new(),
        globals: Vec::new(),
        global_ids: FxHashMap::default(),
        pending_globals: VecDeque::new(),
        computed: Vec::new(),
    };
    lowering.debug.find_runtime_files(llvm, options);
    lowering.request_program_functions();
    lowering.request_program_globals();
    let mut constructors = lowering.constructors();
    let destructors = lowering.destructors();
    lowering.drain()?;
    if let Some(init) = lowering.lower_computed_initializers()? {
        constructors.insert(0, init);
    }
    Ok(Module {
        name: llvm.source_file_name(),
        target,
        files: lowering.debug.files,
        layouts: lowering.types.layouts,
        globals: lowering.globals,
        funcs: lowering.funcs,
        constructors,
        destructors,
    })
}

pub(crate) fn target_of(llvm: ModuleRef) -> Result<Target, LowerError> {
    let triple = llvm.triple();
    let pointer_bits = llvm.data_layout().pointer_bits(0);
    let reject =
        |reason: &str| Err(LowerError::Target { triple: triple.clone(), reason: reason.into() });
    if !llvm.data_layout().is_little_endian() {
        return reject("it is big-endian");
    }
    if pointer_bits != 32 && pointer_bits != 64 {
        return reject("its pointers have neither 32 nor 64 bits");
    }
    Ok(Target { pointer_bits, triple })
}

/// Everything that functions and globals share while the module is built.
struct ModuleLowering<'a> {
    llvm: ModuleRef,
    options: &'a LowerOptions,
    types: Types,
    debug: debug::Positions,
    source_types: source_types::SourceTypes,
    funcs: Vec<Function>,
    func_ids: FxHashMap<Value, FuncId>,
    /// Functions of the C library that the module does not declare.
    library: FxHashMap<String, FuncId>,
    /// The blocks of a function that are kept, and their ids.
    block_ids: FxHashMap<Value, Rc<FxHashMap<BasicBlock, BlockId>>>,
    /// Functions whose bodies are still to be lowered.
    pending: VecDeque<Value>,
    globals: Vec<Global>,
    global_ids: FxHashMap<Value, GlobalId>,
    pending_globals: VecDeque<Value>,
    /// Parts of initialisers that are not plain data: global, offset, value.
    computed: Vec<(GlobalId, u64, Value)>,
}

impl ModuleLowering<'_> {
    /// Asks for every defined function that is not part of the runtime, in module order, and for
    /// `exit`, which is called when `main` returns.
    fn request_program_functions(&mut self) {
        for func in self.llvm.functions() {
            if func.is_declaration() {
                continue;
            }
            let name = func.name();
            if name == "exit" || !self.options.runtime_functions.contains(&name) {
                self.func_id(func);
            }
        }
    }

    /// Asks for every global that other programs could see. The runtime's own are linked in as
    /// `linkonce` and wait for a mention, like those that are private to a file.
    fn request_program_globals(&mut self) {
        for global in self.llvm.globals() {
            let visible = matches!(
                global.linkage(),
                LLVMLinkage::LLVMExternalLinkage
                    | LLVMLinkage::LLVMCommonLinkage
                    | LLVMLinkage::LLVMWeakAnyLinkage
                    | LLVMLinkage::LLVMWeakODRLinkage
            );
            if visible && !global.is_declaration() {
                self.global_id(global);
            }
        }
    }

    /// Lowers what was asked for until nothing new is.
    fn drain(&mut self) -> Result<(), LowerError> {
        loop {
            if let Some(func) = self.pending.pop_front() {
                self.lower_function(func);
            } else if let Some(global) = self.pending_globals.pop_front() {
                self.lower_initializer(global)?;
            } else {
                return Ok(());
            }
        }
    }

    /// The id of a function; the first mention asks for its body.
    fn func_id(&mut self, func: Value) -> FuncId {
        if let Some(&id) = self.func_ids.get(&func) {
            return id;
        }
        let name = func.name();
        let ty = func.value_type();
        let runtime = self.options.runtime_functions.contains(&name);
        let mut out = empty_function(name, ty.is_variadic());
        out.runtime = runtime;
        out.pos = self.debug.function_pos(func);
        // A signature that registers cannot hold leaves a function without parameters; its body is
        // one unsupported instruction.
        if let Ok((params, returns)) = self.signature(ty) {
            out.params = params.iter().map(|&ty| out.new_reg(ty)).collect();
            out.returns = returns;
            out.passing = self.passing(func, &ty.params(), ty.return_type());
        }
        let id = FuncId::new(self.funcs.len());
        self.funcs.push(out);
        self.func_ids.insert(func, id);
        if !func.is_declaration() {
            self.pending.push_back(func);
        }
        id
    }

    /// The scalars that a function of type `ty` takes and returns.
    fn signature(&mut self, ty: ffi::Ty) -> Result<(Vec<Type>, Vec<Type>), Unsupported> {
        let mut params = Vec::new();
        for param in ty.params() {
            params.extend_from_slice(&self.types.scalars(param)?);
        }
        let returns = self.types.scalars(ty.return_type())?.to_vec();
        Ok((params, returns))
    }

    /// A function of the C library by its name, declared if the module does not know it.
    fn library_func(
        &mut self,
        name: &str,
        params: &[Type],
        returns: &[Type],
    ) -> Result<FuncId, Unsupported> {
        if let Some(func) = self.llvm.named_function(name) {
            let known = self.signature(func.value_type())?;
            if known.0 != params || known.1 != returns {
                return Err(Unsupported(format!("a function {name} that is not the C library's")));
            }
            return Ok(self.func_id(func));
        }
        if let Some(&id) = self.library.get(name) {
            return Ok(id);
        }
        let mut out = empty_function(name.into(), false);
        out.params = params.iter().map(|&ty| out.new_reg(ty)).collect();
        out.returns = returns.to_vec();
        let id = FuncId::new(self.funcs.len());
        self.funcs.push(out);
        self.library.insert(name.into(), id);
        Ok(id)
    }

    /// The ids of the blocks of `func` that are kept: those that control can reach or whose address
    /// is taken, in LLVM's order. Blocks that the lowering adds come after them.
    fn block_ids(&mut self, func: Value) -> Rc<FxHashMap<BasicBlock, BlockId>> {
        if let Some(known) = self.block_ids.get(&func) {
            return known.clone();
        }
        let checks = checks::Checks::of(func);
        let reachable: FxHashSet<BasicBlock> = terminators::reverse_postorder(func, &checks)
            .into_iter()
            .filter(|&block| !checks.is_joined(block))
            .collect();
        let kept = func
            .blocks()
            .into_iter()
            .filter(|block| reachable.contains(block) || block.has_address_taken());
        let ids: FxHashMap<_, _> =
            kept.enumerate().map(|(i, block)| (block, BlockId::new(i))).collect();
        let ids = Rc::new(ids);
        self.block_ids.insert(func, ids.clone());
        ids
    }
}

fn empty_function(name: String, variadic: bool) -> Function {
    Function {
        name,
        params: Vec::new(),
        returns: Vec::new(),
        variadic,
        passing: None,
        pos: None,
        runtime: false,
        regs: Vec::new(),
        vars: Vec::new(),
        blocks: Vec::new(),
        insts: Vec::new(),
    }
}
