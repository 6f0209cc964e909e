//! The front end for what LLVM reads: C sources, LLVM assembly, bitcode, and objects, executables and
//! archives that carry bitcode.

use crate::clang::Clang;
use crate::error::LoadError;
use crate::front_end::{FrontEnd, Linked, Loaded};
use crate::input::{Input, Part};
use crate::options::LoadOptions;
use crate::runtime;
use dunlin_ir::pass::check;
use dunlin_ir::promote::promote_locals;
use dunlin_ir::regions::Sources;
use dunlin_llvm::{
    ConstantWarning, Form, InstrumentOptions, Instrumented, Lowering, ModuleBytes, Modules, Origin,
    Program, Progress, Session, Stage,
};
use std::path::Path;

pub(crate) struct Llvm;

impl FrontEnd for Llvm {
    fn name(&self) -> &'static str {
        "llvm"
    }

    fn accepts(&self, input: &Input) -> bool {
        input.is_known()
    }

    fn load(
        &self,
        inputs: &[Input],
        options: &LoadOptions,
        scratch: &Path,
        progress: Progress<'_>,
    ) -> Result<Loaded, LoadError> {
        let session = Session::new();
        let parts = parts_of(inputs)?;
        let (program, warnings) = linked_program(&session, &parts, options, scratch, progress)?;
        let linked = Linked {
            front_end: self.name().to_owned(),
            bytes: program.bitcode(),
            options: options.clone(),
        };
        let lowering = Lowering {
            entry: options.entry.clone(),
            check_overflow: options.checks.overflow,
            warnings,
            runtime: runtime::library(program.pointer_bits()),
        };
        let mut module = program.lower(lowering, progress)?;
        if cfg!(debug_assertions) {
            check("lowering", &module)?;
        }
        if options.promote {
            promote_locals(&mut module);
        }
        Ok(Loaded { module, linked })
    }

    fn instrument(
        &self,
        program: &Linked,
        options: &InstrumentOptions,
        progress: Progress<'_>,
    ) -> Result<Instrumented, LoadError> {
        let session = Session::new();
        let name = "the linked program".to_owned();
        let bitcode = ModuleBytes { name, bytes: program.bytes.clone(), form: Form::Bitcode };
        let linked = Program::read(&session, &bitcode, progress)?;
        let mut options = options.clone();
        if !program.options.marks.is_empty() {
            // The targets are marked already.
            options.targets.clear();
        }
        Ok(linked.instrument(&program.options.entry, &options, progress)?)
    }

    fn sources(
        &self,
        inputs: &[Input],
        options: &LoadOptions,
        scratch: &Path,
        progress: Progress<'_>,
    ) -> Result<Sources, LoadError> {
        let session = Session::new();
        let mut sources = Sources::default();
        let mut modules = Modules::new(&session);
        for part in parts_of(inputs)? {
            match part {
                Part::Source(source) => {
                    progress(Stage::Compile, None);
                    let clang = Clang::find(options, scratch)?;
                    let regions = clang.regions(source.as_ref(), &options.clang_args, scratch)?;
                    sources.functions.extend(regions);
                }
                Part::Module(module) => modules.read(module, None, progress)?,
            }
        }
        sources.optimised = modules.are_optimised();
        Ok(sources)
    }
}

fn parts_of(inputs: &[Input]) -> Result<Vec<Part>, LoadError> {
    let mut parts = Vec::new();
    for input in inputs {
        parts.extend(input.parts()?);
    }
    Ok(parts)
}

/// All parts in one module, optimised if that is asked for, and what clang said about its constants.
fn linked_program<'ctx>(
    session: &'ctx Session,
    parts: &[Part],
    options: &LoadOptions,
    scratch: &Path,
    progress: Progress<'_>,
) -> Result<(Program<'ctx>, Vec<ConstantWarning>), LoadError> {
    let (mut modules, mut warnings) = read_all(session, parts, options, &[], scratch, progress)?;
    let own = modules.own_library_functions();
    if !own.is_empty() {
        drop(modules);
        (modules, warnings) = read_all(session, parts, options, &own, scratch, progress)?;
    }
    let program = modules.link(progress)?;
    check_entry(options, &program)?;
    if !options.marks.is_empty() {
        program.mark(&options.marks);
    }
    if !options.unoptimised {
        // What clang was not to do before the marks were there and calls of error functions were kept.
        if let Some(pipeline) = options.clang_level() {
            program.run_pipeline(pipeline, progress)?;
        }
        if options.optimize {
            program.optimise(progress)?;
        }
    }
    program.call_own_memory_functions();
    Ok((program, warnings))
}

/// All modules, in the order of the parts. Of the library functions in `own`, which the program defines,
/// the compiler shall know nothing.
fn read_all<'ctx>(
    session: &'ctx Session,
    parts: &[Part],
    options: &LoadOptions,
    own: &[String],
    scratch: &Path,
    progress: Progress<'_>,
) -> Result<(Modules<'ctx>, Vec<ConstantWarning>), LoadError> {
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
    let origin =
        Origin { checked: Clang::adds_checks(options), unoptimised: options.is_unoptimised() };
    let mut modules = Modules::new(session);
    let mut warnings = Vec::new();
    let mut compiled = compiled.into_iter();
    for part in parts {
        match part {
            Part::Source(_) => {
                let compiled = compiled.next().expect("each source was compiled");
                warnings.extend(compiled.warnings);
                modules.read(compiled.module, Some(origin), progress)?;
            }
            Part::Module(module) => modules.read(module.clone(), None, progress)?,
        }
    }
    Ok((modules, warnings))
}

fn check_entry(options: &LoadOptions, program: &Program<'_>) -> Result<(), LoadError> {
    let candidates = program.defined_functions();
    if candidates.contains(&options.entry) {
        return Ok(());
    }
    let (entry, inputs) = (options.entry.clone(), options.inputs.clone());
    Err(LoadError::NoEntry { entry, inputs, candidates })
}
