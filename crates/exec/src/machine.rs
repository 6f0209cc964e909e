//! The engine itself: a program in both forms, the options, and where output goes.

use crate::code::Code;
use crate::options::ExecOptions;
use dunlin_ir::Module;

/// Receives what the program writes.
pub trait Output {
    /// `fd` is 1 (standard output) or 2 (standard error).
    fn write(&mut self, fd: i32, bytes: &[u8]);
}

pub struct Machine<'a> {
    pub module: &'a Module,
    pub code: &'a Code,
    pub options: &'a ExecOptions,
    pub output: &'a mut dyn Output,
}
