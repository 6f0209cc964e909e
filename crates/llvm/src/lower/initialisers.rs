//! Errors in the initialisers of global variables, which clang has computed: see `crate::warnings`.
//!
//! Each becomes a call of a handler at the start of the entry function, at the place that clang warns of.
//! The handler tells the error, and the program goes on.

use super::ModuleLowering;
use super::ffi::{BasicBlock, Value};
use crate::warnings::ConstantWarning;
use dunlin_ir::{Call, Callee, CheckKind, InstKind, Pos};
use smallvec::SmallVec;

/// The lines of a function.
struct Range {
    first: Pos,
    last: u32,
}

impl ModuleLowering<'_> {
    /// The handlers to call at the start of the program, and where.
    pub fn wrong_initialisers(&mut self) -> Vec<(InstKind, Pos)> {
        let warnings = self.options.warnings.clone();
        if warnings.is_empty() {
            return Vec::new();
        }
        let functions: Vec<Range> = self
            .llvm
            .functions()
            .filter(|func| !func.is_declaration())
            .filter_map(|func| self.range_of(func))
            .collect();
        let variables: Vec<Pos> = self
            .llvm
            .globals()
            .filter_map(|global| global.global_debug_variable())
            .filter_map(|variable| self.debug.variable_pos(variable))
            .collect();
        let mut calls = Vec::new();
        for warning in &warnings {
            let Some(pos) = self.in_initialiser(warning, &functions, &variables) else { continue };
            let handler = match warning.kind {
                CheckKind::OverWideShift => "__ubsan_handle_initialiser_shift_minimal",
                _ => "__ubsan_handle_initialiser_overflow_minimal",
            };
            let Ok(id) = self.library_func(handler, &[], &[]) else { continue };
            let call = Call {
                dsts: SmallVec::new(),
                callee: Callee::Direct(id),
                args: Vec::new(),
                varargs: Vec::new(),
                varargs_size: 0,
                passing: None,
            };
            calls.push((InstKind::Call(call), pos));
        }
        calls
    }

    fn range_of(&mut self, func: Value) -> Option<Range> {
        let first = self.debug.function_pos(func)?;
        let insts = func.blocks().into_iter().flat_map(BasicBlock::instructions);
        let lines = insts.filter_map(|inst| self.debug.instruction_pos(inst));
        let last = lines.filter(|pos| pos.file == first.file).map(|pos| pos.line).max();
        Some(Range { first, last: last.unwrap_or(first.line) })
    }

    /// The place of a warning, if it is in the initialiser of a variable: in the variable's line, or behind
    /// it with neither a function nor the end of the declaration between.
    fn in_initialiser(
        &self,
        warning: &ConstantWarning,
        functions: &[Range],
        variables: &[Pos],
    ) -> Option<Pos> {
        let of_file = |pos: &&Pos| self.is_file(pos, &warning.file);
        let before = variables.iter().filter(of_file).filter(|pos| pos.line <= warning.line);
        let variable = before.max_by_key(|pos| pos.line)?;
        let place = Pos { file: variable.file, line: warning.line, column: warning.column };
        if variable.line == warning.line {
            return Some(place);
        }
        let is_between = |range: &Range| {
            self.is_file(&range.first, &warning.file)
                && range.first.line <= warning.line
                && range.last >= variable.line
        };
        // Functions that nobody calls are not in the module.
        let text = std::fs::read_to_string(&warning.file).ok()?;
        let lines = text.lines().skip(variable.line as usize - 1);
        let mut declared = lines.take((warning.line - variable.line) as usize);
        let is_over = declared.any(|line| line.contains(';'));
        (!is_over && !functions.iter().any(is_between)).then_some(place)
    }

    fn is_file(&self, pos: &Pos, path: &str) -> bool {
        let file = &self.debug.files[pos.file.index()];
        file.name == path || path == format!("{}/{}", file.directory, file.name)
    }
}
