//! Errors in the initialisers of variables, which clang has computed.
//!
//! Each becomes a call of a handler, at the place that clang warns of: of a global at the start of the entry
//! function, of a local array or struct where it is declared. Those are copied from a constant as a whole, and no
//! code is left of their elements, unless one of them is none. The handler tells the error, and the program
//! goes on.

use super::ModuleLowering;
use super::constants::is_composed;
use super::ffi::{BasicBlock, LLVMOpcode, Value};
use dunlin_ir::{Call, Callee, CheckKind, InstKind, Pos};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A warning of clang that a constant is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstantWarning {
    /// The path as clang writes it.
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub kind: CheckKind,
}

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
            calls.extend(self.handler(warning.kind).map(|call| (call, pos)));
        }
        calls
    }

    /// The call that tells of an error.
    fn handler(&mut self, kind: CheckKind) -> Option<InstKind> {
        let handler = match kind {
            CheckKind::OverWideShift => "__ubsan_handle_initialiser_shift_minimal",
            _ => "__ubsan_handle_initialiser_overflow_minimal",
        };
        let id = self.library_func(handler, &[], &[]).ok()?;
        Some(InstKind::Call(Call::fixed(Callee::Direct(id), Vec::new(), SmallVec::new())))
    }

    /// The handlers to call where local variables of a function are declared, by the declaration.
    pub fn wrong_locals(&mut self, func: Value) -> FxHashMap<Value, Vec<(InstKind, Pos)>> {
        let mut calls: FxHashMap<Value, Vec<(InstKind, Pos)>> = FxHashMap::default();
        let warnings = self.options.warnings.clone();
        if warnings.is_empty() {
            return calls;
        }
        let (mut with_code, mut declared) = (FxHashSet::default(), Vec::new());
        for inst in func.blocks().into_iter().flat_map(BasicBlock::instructions) {
            let Some(pos) = self.debug.instruction_pos(inst) else { continue };
            with_code.insert((pos.file, pos.line, pos.column));
            if is_declaration_of_composed(inst) {
                declared.push((inst, pos));
            }
        }
        for warning in &warnings {
            let of_file = |(_, pos): &&(Value, Pos)| self.is_file(pos, &warning.file);
            let place = (warning.line, warning.column);
            let before = declared.iter().filter(of_file);
            let before = before.filter(|(_, pos)| (pos.line, pos.column) < place);
            let Some(&(inst, pos)) = before.max_by_key(|(_, pos)| (pos.line, pos.column)) else {
                continue;
            };
            let folded = !with_code.contains(&(pos.file, warning.line, warning.column));
            if folded && is_in_initialiser(warning, pos) {
                let place = Pos { file: pos.file, line: warning.line, column: warning.column };
                let call = self.handler(warning.kind).map(|call| (call, place));
                calls.entry(inst).or_default().extend(call);
            }
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

/// Whether an instruction declares a local array or struct.
fn is_declaration_of_composed(inst: Value) -> bool {
    inst.has_opcode(LLVMOpcode::LLVMCall)
        && inst.called_value().intrinsic_name().as_deref() == Some("llvm.dbg.declare")
        && inst.operand(0).wrapped_value().is_some_and(|place| {
            place.has_opcode(LLVMOpcode::LLVMAlloca) && is_composed(place.allocated_type())
        })
}

/// Whether a warning is in the initialiser of what is declared at a place: `=` comes first, and the end of the
/// declaration does not come between.
fn is_in_initialiser(warning: &ConstantWarning, declared: Pos) -> bool {
    let Ok(text) = std::fs::read_to_string(&warning.file) else { return false };
    let first = declared.line as usize - 1;
    let count = warning.line as usize - first;
    let mut lines: Vec<&str> = text.lines().skip(first).take(count).collect();
    if let Some(last) = lines.last_mut() {
        *last = last.get(..warning.column as usize - 1).unwrap_or(last);
    }
    if let Some(first) = lines.first_mut() {
        *first = first.get(declared.column as usize - 1..).unwrap_or_default();
    }
    let between = lines.join(" ");
    let declarator = between.split('=').next().unwrap_or_default();
    declarator.len() < between.len()
        && !declarator.contains(['(', ')', '{'])
        && !between.contains(';')
}
