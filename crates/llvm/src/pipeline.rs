//! All the steps of a load, in this process: inputs, clang, LLVM's reader, linker and optimiser,
//! the runtime library, lowering, promotion.

use crate::clang::Clang;
use crate::error::{LoadError, Stage};
use crate::input::{self, ModuleBytes, Part};
use crate::instrument::{InstrumentOptions, Instrumented, instrument, mark};
use crate::link::{Named, link_program};
use crate::lower::checks::MARK;
use crate::lower::{LowerOptions, lower_module};
use crate::optimised::is_optimised;
use crate::optimize::{optimize, run_pipeline};
use crate::options::LoadOptions;
use crate::own_library::{call_own_memory_functions, own_library_functions};
use crate::positions::correct_positions;
use crate::reader::{Progress, Session};
use crate::runtime::link_runtime;
use crate::scopes::{is_unoptimised, mark_scopes};
use crate::warnings::ConstantWarning;
use dunlin_ir::Module as Program;
use dunlin_ir::pass::{Broken, check};
use dunlin_ir::promote::promote_locals;
use dunlin_ir::regions::Sources;
use inkwell::attributes::AttributeLoc;
use inkwell::module::Module;
use std::path::Path;

/// Loads a program without protection: a damaged input may take the process down with it. Files
/// that clang writes go below `scratch`.
pub(crate) fn run(
    options: &LoadOptions,
    scratch: &Path,
    progress: Progress<'_>,
) -> Result<Program, LoadError> {
    let session = Session::new();
    let (program, warnings) = linked_program(&session, options, scratch, progress)?;
    progress(Stage::LinkRuntime, None);
    let runtime_functions = link_runtime(&session, &program)?;
    progress(Stage::Lower, None);
    let lower_options = LowerOptions {
        runtime_functions,
        entry: options.entry.clone(),
        check_overflow: options.checks.overflow,
        warnings,
    };
    let mut module = lower_module(&program, &lower_options)
        .map_err(|error| LoadError::Lowering { message: error.to_string() })?;
    if cfg!(debug_assertions) {
        check("lowering", &module).map_err(broken)?;
    }
    if options.promote {
        promote_locals(&mut module);
    }
    Ok(module)
}

/// The very module that [`run`] lowers, made ready to run natively. It is without Dunlin's runtime
/// library: a native run has the host's.
pub(crate) fn run_instrumenting(
    options: &LoadOptions,
    instrument_options: &InstrumentOptions,
    scratch: &Path,
    progress: Progress<'_>,
) -> Result<Instrumented, LoadError> {
    let session = Session::new();
    let (program, _) = linked_program(&session, options, scratch, progress)?;
    progress(Stage::Instrument, None);
    let mut instrument_options = instrument_options.clone();
    if !options.marks.is_empty() {
        // The targets are marked already.
        instrument_options.targets.clear();
    }
    instrument(&program, &options.entry, &instrument_options)
}

/// What can be known of the sources beside the code.
pub(crate) fn run_sources(
    options: &LoadOptions,
    scratch: &Path,
    progress: Progress<'_>,
) -> Result<Sources, LoadError> {
    let session = Session::new();
    let mut sources = Sources::default();
    for path in &options.inputs {
        for part in input::parts_of(path)? {
            match part {
                Part::Source(source) => {
                    progress(Stage::Compile, None);
                    let clang = Clang::find(options, scratch)?;
                    let regions = clang.regions(source.as_ref(), &options.clang_args, scratch)?;
                    sources.functions.extend(regions);
                }
                Part::Module(module) => {
                    sources.optimised |= is_optimised(&session.read(&module, progress)?);
                }
            }
        }
    }
    Ok(sources)
}

/// What the inputs become.
struct Inputs {
    /// In the order of the inputs; of those that were compiled here, whether they have checks of ours.
    modules: Vec<(ModuleBytes, Option<bool>)>,
    warnings: Vec<ConstantWarning>,
}

/// All inputs in one module, optimised if that is asked for, and what clang said about its constants.
fn linked_program<'ctx>(
    session: &'ctx Session,
    options: &LoadOptions,
    scratch: &Path,
    progress: Progress<'_>,
) -> Result<(Module<'ctx>, Vec<ConstantWarning>), LoadError> {
    let (mut modules, mut warnings) = modules_of_inputs(session, options, &[], scratch, progress)?;
    let own = own_library_functions(&modules);
    if !own.is_empty() {
        drop(modules);
        (modules, warnings) = modules_of_inputs(session, options, &own, scratch, progress)?;
    }
    let program = link_program(session, modules, progress)?;
    check_entry(options, &program)?;
    correct_positions(&program);
    if !options.marks.is_empty() {
        mark(&program, &options.marks);
    }
    if options.unoptimised {
        call_own_memory_functions(&program);
        return Ok((program, warnings));
    }
    // What clang was not to do before the marks were there and calls of error functions were kept.
    if let Some(pipeline) = options.clang_level() {
        progress(Stage::Optimize, None);
        run_pipeline(&program, pipeline)?;
    }
    if options.optimize {
        progress(Stage::Optimize, None);
        optimize(&program)?;
    }
    call_own_memory_functions(&program);
    Ok((program, warnings))
}

/// Notes that the functions of a module were compiled with our choice of sanitizers.
fn mark_checked(module: &Module<'_>) {
    let mark = module.get_context().create_string_attribute(MARK, "");
    for function in module.get_functions().filter(|function| function.count_basic_blocks() > 0) {
        function.add_attribute(AttributeLoc::Function, mark);
    }
}

/// All modules, in the order of the inputs. Of the library functions in `own`, which the program defines,
/// the compiler shall know nothing.
fn modules_of_inputs<'ctx>(
    session: &'ctx Session,
    options: &LoadOptions,
    own: &[String],
    scratch: &Path,
    progress: Progress<'_>,
) -> Result<(Vec<Named<'ctx>>, Vec<ConstantWarning>), LoadError> {
    let mut modules = Vec::new();
    let unoptimised = !options.optimize && is_unoptimised(&options.clang_args);
    let inputs = bytes_of_inputs(options, own, scratch, progress)?;
    for (input, checked) in inputs.modules {
        let module = session.read(&input, progress)?;
        if checked == Some(true) {
            mark_checked(&module);
        }
        if checked.is_some() && unoptimised {
            mark_scopes(&module);
        }
        modules.push(Named { name: input.name, module });
    }
    Ok((modules, inputs.warnings))
}

/// The bytes of all modules, in the order of the inputs.
fn bytes_of_inputs(
    options: &LoadOptions,
    own: &[String],
    scratch: &Path,
    progress: Progress<'_>,
) -> Result<Inputs, LoadError> {
    let mut parts = Vec::new();
    for path in &options.inputs {
        parts.extend(input::parts_of(path)?);
    }
    if parts.is_empty() {
        return Err(LoadError::NoInputs);
    }
    let source = |part: &Part| match part {
        Part::Source(path) => Some(path.clone()),
        Part::Module(_) => None,
    };
    let sources: Vec<_> = parts.iter().filter_map(source).collect();
    let mut compiled = Vec::new();
    if !sources.is_empty() {
        progress(Stage::Compile, None);
        let clang = Clang::find(options, scratch)?;
        let sources: Vec<&Path> = sources.iter().map(AsRef::as_ref).collect();
        let mut args: Vec<String> = own.iter().map(|name| format!("-fno-builtin-{name}")).collect();
        args.extend(options.clang_args.iter().cloned());
        if options.unoptimised || options.clang_level().is_some() {
            args.extend(["-Xclang", "-disable-llvm-passes"].map(str::to_owned));
        }
        compiled = clang.compile_all(&sources, options, &args, scratch)?;
    }
    let mut warnings = Vec::new();
    let mut compiled = compiled.into_iter();
    let checked = Clang::adds_checks(options);
    let bytes = parts.into_iter().filter_map(|part| match part {
        Part::Source(_) => {
            let compiled = compiled.next()?;
            warnings.extend(compiled.warnings);
            Some((compiled.module, Some(checked)))
        }
        Part::Module(module) => Some((module, None)),
    });
    let modules = bytes.collect();
    Ok(Inputs { modules, warnings })
}

fn check_entry(options: &LoadOptions, program: &Module<'_>) -> Result<(), LoadError> {
    let defined = program.get_functions().filter(|function| function.count_basic_blocks() > 0);
    let candidates: Vec<String> =
        defined.map(|function| function.get_name().to_string_lossy().into_owned()).collect();
    if candidates.contains(&options.entry) {
        return Ok(());
    }
    let (entry, inputs) = (options.entry.clone(), options.inputs.clone());
    Err(LoadError::NoEntry { entry, inputs, candidates })
}

/// A module that breaks the invariants of the IR is a bug of the step before.
pub(crate) fn broken(broken: Broken) -> LoadError {
    LoadError::Internal(broken.to_string())
}
