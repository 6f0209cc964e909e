//! A program in LLVM's hands: from modules to one that is linked, from there to the IR or to bitcode
//! that is ready for a native run.
//!
//! Without protection: a damaged input may take the process down with it.

use crate::error::{LlvmError, Stage};
use crate::instrument::{InstrumentOptions, Instrumented, TargetProbe, instrument, mark};
use crate::link::{Machine, Named, link_program};
use crate::lower::checks::MARK;
use crate::lower::{ConstantWarning, LowerOptions, lower_module};
use crate::optimised::is_optimised;
use crate::optimize::{optimize, run_pipeline};
use crate::own_library::{call_own_memory_functions, own_library_functions};
use crate::positions::correct_positions;
use crate::reader::{ModuleBytes, Progress, Session};
use crate::runtime::link_runtime;
use crate::scopes::mark_scopes;
use inkwell::attributes::AttributeLoc;
use inkwell::module::Module;

/// What is known of a module that Dunlin has compiled itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// It has our choice of sanitizers, and no other.
    pub checked: bool,
    /// Nothing has optimised it, and nothing will.
    pub unoptimised: bool,
}

/// The modules of a program, before they are one.
pub struct Modules<'ctx> {
    session: &'ctx Session,
    modules: Vec<Named<'ctx>>,
}

impl<'ctx> Modules<'ctx> {
    pub fn new(session: &'ctx Session) -> Modules<'ctx> {
        Modules { session, modules: Vec::new() }
    }

    /// Reads one more; `origin` is that of a module which was compiled here.
    pub fn read(
        &mut self,
        input: ModuleBytes,
        origin: Option<Origin>,
        progress: Progress<'_>,
    ) -> Result<(), LlvmError> {
        let module = self.session.read(&input, progress)?;
        if origin.is_some_and(|origin| origin.checked) {
            mark_checked(&module);
        }
        if origin.is_some_and(|origin| origin.unoptimised) {
            mark_scopes(&module);
        }
        self.modules.push(Named { name: input.name, module });
        Ok(())
    }

    /// The functions of the C library that the program defines itself: its sources are to be compiled
    /// without what the compiler knows of them.
    pub fn own_library_functions(&self) -> Vec<String> {
        own_library_functions(&self.modules)
    }

    /// Whether passes of LLVM have changed the code of one of them.
    pub fn are_optimised(&self) -> bool {
        self.modules.iter().any(|named| is_optimised(&named.module))
    }

    /// All in one. There must be at least one.
    pub fn link(self, progress: Progress<'_>) -> Result<Program<'ctx>, LlvmError> {
        let module = link_program(self.session, self.modules, progress)?;
        correct_positions(&module);
        Ok(Program { session: self.session, module })
    }
}

/// What the lowering is told.
#[derive(Clone, Debug)]
pub struct Lowering {
    /// The function where execution starts.
    pub entry: String,
    /// What overflows although no flag of an instruction says so is checked.
    pub check_overflow: bool,
    /// What clang said about constants.
    pub warnings: Vec<ConstantWarning>,
    /// Dunlin's C library for the program's target, as bitcode.
    pub runtime: &'static [u8],
}

/// A program in one module.
pub struct Program<'ctx> {
    session: &'ctx Session,
    module: Module<'ctx>,
}

impl<'ctx> Program<'ctx> {
    /// A program that was linked before: what [`Program::bitcode`] has given.
    pub fn read(
        session: &'ctx Session,
        bitcode: &ModuleBytes,
        progress: Progress<'_>,
    ) -> Result<Program<'ctx>, LlvmError> {
        Ok(Program { session, module: session.read(bitcode, progress)? })
    }

    /// The names of the functions that have a body.
    pub fn defined_functions(&self) -> Vec<String> {
        let functions = self.module.get_functions();
        let defined = functions.filter(|function| function.count_basic_blocks() > 0);
        defined.map(|function| function.get_name().to_string_lossy().into_owned()).collect()
    }

    pub fn pointer_bits(&self) -> u32 {
        Machine::of(&self.module).pointer_bytes * 8
    }

    /// Has places call [`crate::TARGET_HOOK`].
    pub fn mark(&self, marks: &[TargetProbe]) {
        mark(&self.module, marks);
    }

    /// Runs one of LLVM's pipelines, such as `default<O2>`, on what may be optimised.
    pub fn run_pipeline(&self, pipeline: &str, progress: Progress<'_>) -> Result<(), LlvmError> {
        progress(Stage::Optimize, None);
        run_pipeline(&self.module, pipeline)
    }

    /// Runs LLVM's `-O2` pipeline on the whole program.
    pub fn optimise(&self, progress: Progress<'_>) -> Result<(), LlvmError> {
        progress(Stage::Optimize, None);
        optimize(&self.module)
    }

    /// The program's own `memcpy` and the like are called where native code does. To be done when nothing
    /// is optimised any more.
    pub fn call_own_memory_functions(&self) {
        call_own_memory_functions(&self.module);
    }

    pub fn bitcode(&self) -> Vec<u8> {
        self.module.write_bitcode_to_memory().as_slice().to_vec()
    }

    /// The program in the IR, with what it needs of the runtime library.
    pub fn lower(
        self,
        lowering: Lowering,
        progress: Progress<'_>,
    ) -> Result<dunlin_ir::Module, LlvmError> {
        progress(Stage::LinkRuntime, None);
        let runtime_functions = link_runtime(self.session, &self.module, lowering.runtime)?;
        progress(Stage::Lower, None);
        let Lowering { entry, check_overflow, warnings, .. } = lowering;
        let options = LowerOptions { runtime_functions, entry, check_overflow, warnings };
        lower_module(&self.module, &options)
            .map_err(|error| LlvmError::Lowering { message: error.to_string() })
    }

    /// The program made ready to run natively. It is without Dunlin's runtime library: a native run has
    /// the host's.
    pub fn instrument(
        self,
        entry: &str,
        options: &InstrumentOptions,
        progress: Progress<'_>,
    ) -> Result<Instrumented, LlvmError> {
        progress(Stage::Instrument, None);
        instrument(&self.module, entry, options)
    }
}

/// Notes that the functions of a module were compiled with our choice of sanitizers.
fn mark_checked(module: &Module<'_>) {
    let mark = module.get_context().create_string_attribute(MARK, "");
    for function in module.get_functions().filter(|function| function.count_basic_blocks() > 0) {
        function.add_attribute(AttributeLoc::Function, mark);
    }
}
