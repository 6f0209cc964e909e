//! Makes a program ready for a native run that is compared with an execution in the engine.
//!
//! Assumes the very module that the lowering gets, before Dunlin's runtime library is linked.
//! Promises bitcode in which
//! - every conditional transfer tells its number and its outcome before it happens, with the numbers
//!   of the lowering ([`dunlin_ir::Block::branch`]), but for those that only ask where a variable
//!   argument lies (see [`varargs`]);
//! - every function asks for AddressSanitizer, which clang adds only to what says so, and has marks of
//!   scopes only where scopes count (see [`crate::scopes`]);
//! - only `main` is visible to other modules: a program's own `strlen` or `malloc` must replace the
//!   host's for the program alone, not for the sanitizer's runtime;
//! - instructions of chosen lines have their operands checked first (see [`probes`]);
//! - chosen targets tell that they are passed (see [`targets`]);
//! - a trap of the undefined-behaviour sanitizer tells which check has failed;
//! - local memory and blocks of the heap are filled when they are made (see [`memory`]), if asked for;
//! - what must not be reached tells that it was, instead of running into whatever comes next;
//! - a program's own `reach_error` tells that it was called, as the engine does, unless it is to be
//!   entered.
//!
//! Outcomes: of a branch 1 if the condition holds and else 0; of a switch the position of the case
//! that is taken, or the number of cases for its default; of an indirect branch the position of the
//! target among its different targets. That is the order of the edges in the lowered module, but
//! for the two of a branch.

pub(crate) mod build;
mod entry;
mod memory;
mod probes;
mod targets;
mod varargs;

use crate::error::LlvmError;
use crate::lower::ffi::{BasicBlock, LLVMLinkage, LLVMOpcode as Op, ModuleRef, Value};
use crate::lower::local_sites::local_sites;
use crate::lower::target_of;
use crate::scopes::remove_other_marks;
use build::{Builder, Hook};
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::Module;
use serde::{Deserialize, Serialize};
use targets::Targets;

/// How a program is to be instrumented.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct InstrumentOptions {
    /// The lines whose instructions have their operands checked.
    pub probes: Vec<SourceLine>,
    /// What tells that it is passed, by its position here.
    pub targets: Vec<TargetProbe>,
    /// The program's own `reach_error` is a function like any other.
    pub enter_error_function: bool,
    /// Memory that the program does not write is filled by the replay library.
    pub fills_memory: bool,
}

/// A line of a source file, which is named as in [`dunlin_ir::SourceFile::name`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourceLine {
    pub file: String,
    pub line: u32,
}

/// What a native run shall be seen to pass.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TargetProbe {
    /// Any instruction of any of these lines.
    Lines(Vec<SourceLine>),
    /// The entry of this function, or, if the program only declares it, every direct call of it.
    Function(String),
}

/// An instrumented program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Instrumented {
    pub bitcode: Vec<u8>,
    /// The names of the functions that `branches` refer to.
    pub functions: Vec<String>,
    /// The conditional transfers by the number that a native run tells.
    pub branches: Vec<BranchSite>,
    /// The conditional transfers that a native run does not tell.
    pub untold: Vec<BranchSite>,
    pub pointer_bits: u32,
}

/// A conditional transfer: a position in [`Instrumented::functions`], and the number inside of the
/// function that the lowered module has as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BranchSite {
    pub function: u32,
    pub index: u32,
}

/// Functions that mean "reached" when they are called, whoever defines them.
pub(crate) const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// What a place that is marked calls, with the number of its target.
pub const TARGET_HOOK: &str = "__dunlin_replay_target";

/// Marks targets in a program.
pub(crate) fn mark(module: &Module<'_>, marks: &[TargetProbe]) {
    let llvm = ModuleRef::new(module);
    let builder = Builder::new(llvm);
    let mut targets = Targets::new(llvm, marks);
    let defined: Vec<Value> = llvm.functions().filter(|func| !func.blocks().is_empty()).collect();
    for func in defined {
        targets.insert(&builder, func);
    }
}

pub(crate) fn instrument(
    module: &Module<'_>,
    entry: &str,
    options: &InstrumentOptions,
) -> Result<Instrumented, LlvmError> {
    let llvm = ModuleRef::new(module);
    let target =
        target_of(llvm).map_err(|error| LlvmError::Instrument { message: error.to_string() })?;
    request_sanitizer(module);
    let builder = Builder::new(llvm);
    let mut targets = Targets::new(llvm, &options.targets);
    let mut functions = Vec::new();
    let mut branches = Vec::new();
    let mut untold = Vec::new();
    let defined: Vec<Value> = llvm.functions().filter(|func| !func.blocks().is_empty()).collect();
    for func in &defined {
        let name = func.name();
        let function = functions.len() as u32;
        let first = func.blocks()[0].instructions().next();
        // Before anything is inserted: what is numbered is the program's own code only.
        let sites = local_sites(*func);
        // Targets and probes first: what they look at is the program's own code only.
        targets.insert(&builder, *func);
        probes::insert(&builder, *func, &options.probes);
        let blocks = func.blocks().into_iter().filter_map(BasicBlock::terminator);
        for term in blocks.clone().filter(|term| term.opcode() == Op::LLVMUnreachable) {
            builder.before(term);
            builder.call(Hook::Unreachable, &[]);
        }
        for trap in func.blocks().into_iter().flat_map(BasicBlock::instructions) {
            if let Some(number) = sanitizer_trap(trap) {
                builder.before(trap);
                builder.call(Hook::Trap, &[builder.int(32, number)]);
            }
        }
        if options.fills_memory {
            memory::fill_locals(&builder, &name, &sites);
        }
        let lists = varargs::Lists::of(*func, llvm.data_layout(), &target);
        for (term, index) in blocks.filter(|term| term.is_branch()).zip(0..) {
            if lists.decide(term) {
                untold.push(BranchSite { function, index });
                continue;
            }
            tell_outcome(&builder, *func, term, branches.len() as u32);
            branches.push(BranchSite { function, index });
        }
        if !options.enter_error_function
            && ERROR_FUNCTIONS.contains(&name.as_str())
            && let Some(first) = first
        {
            builder.before(first);
            builder.call(Hook::ReachError, &[]);
        }
        functions.push(name);
    }
    // Not before: a scope that begins counts as a place where local memory is made.
    remove_other_marks(llvm);
    if options.fills_memory {
        memory::replace_allocators(llvm);
    }
    entry::provide_main(&builder, llvm, entry)?;
    hide_definitions(llvm);
    if let Err(message) = module.verify() {
        let message = format!("instrumenting broke the module: {message}");
        return Err(LlvmError::Internal(message));
    }
    let pointer_bits = target.pointer_bits;
    let bitcode = module.write_bitcode_to_memory().as_slice().to_vec();
    Ok(Instrumented { bitcode, functions, branches, untold, pointer_bits })
}

/// The number of the check that a trap of the undefined-behaviour sanitizer stands for.
fn sanitizer_trap(inst: Value) -> Option<u64> {
    if !inst.has_opcode(Op::LLVMCall)
        || inst.called_value().intrinsic_name().as_deref() != Some("llvm.ubsantrap")
    {
        return None;
    }
    inst.args().first()?.int_bits().map(|number| number.low_u64())
}

fn request_sanitizer(module: &Module<'_>) {
    let kind = Attribute::get_named_enum_kind_id("sanitize_address");
    let naked = Attribute::get_named_enum_kind_id("naked");
    let attribute = module.get_context().create_enum_attribute(kind, 0);
    for function in module.get_functions().filter(|function| function.count_basic_blocks() > 0) {
        // A naked function has no frame that a check could use.
        if function.get_enum_attribute(AttributeLoc::Function, naked).is_none() {
            function.add_attribute(AttributeLoc::Function, attribute);
        }
    }
}

/// Has `term` tell its outcome before it transfers control.
fn tell_outcome(builder: &Builder, func: Value, term: Value, number: u32) {
    builder.before(term);
    let outcome = match term.opcode() {
        Op::LLVMSwitch => {
            // Operands: value, default, then pairs of case value and target.
            let cases = (term.operand_count() - 2) / 2;
            let taken = (0..cases).map(|case| (term.operand(2 * case + 2), case));
            builder.position_among(term.operand(0), taken, cases)
        }
        Op::LLVMIndirectBr => {
            let mut targets: Vec<BasicBlock> = Vec::new();
            for target in term.successors() {
                if !targets.contains(&target) {
                    targets.push(target);
                }
            }
            let addresses = targets.iter().map(|&target| builder.block_address(func, target));
            builder.position_among(term.operand(0), addresses.zip(0..), targets.len() as u32)
        }
        _ => builder.widen(term.operand(0), 32, false),
    };
    builder.call(Hook::Branch, &[builder.int(32, number.into()), outcome]);
}

/// Makes every definition but `main` private to the module.
fn hide_definitions(llvm: ModuleRef) {
    for value in llvm.functions().chain(llvm.globals()).chain(llvm.aliases()) {
        let name = value.name();
        // LLVM's own tables keep their linkage, by which it knows them.
        if value.is_declaration() || name == "main" || name.starts_with("llvm.") {
            continue;
        }
        match value.linkage() {
            LLVMLinkage::LLVMExternalLinkage
            | LLVMLinkage::LLVMWeakAnyLinkage
            | LLVMLinkage::LLVMWeakODRLinkage
            | LLVMLinkage::LLVMLinkOnceAnyLinkage
            | LLVMLinkage::LLVMLinkOnceODRLinkage
            | LLVMLinkage::LLVMCommonLinkage => build::make_internal(value),
            _ => {}
        }
    }
}
