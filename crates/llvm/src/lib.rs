//! LLVM: reads modules, links and optimises them, lowers them to [`dunlin_ir::Module`], and makes them
//! ready to run natively.
//!
//! LLVM's own code may abort on damaged input, so that all of this runs in a child process, which
//! `dunlin_load` starts and talks to. Nothing outside of this crate knows LLVM.

mod bitstream;
mod error;
mod instrument;
mod link;
mod lower;
mod optimised;
mod optimize;
mod own_library;
mod positions;
mod program;
mod reader;
mod runtime;
mod scopes;

pub use bitstream::{SUPPORTED_LLVM, Version, is_bitcode, split_modules};
pub use error::{LlvmError, Stage};
pub use instrument::{
    BranchSite, InstrumentOptions, Instrumented, SourceLine, TARGET_HOOK, TargetProbe,
};
pub use lower::ConstantWarning;
pub use program::{Lowering, Modules, Origin, Program};
pub use reader::{Form, ModuleBytes, Progress, Session};
