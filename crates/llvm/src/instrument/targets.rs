//! Proof that a target was passed: its places tell its number before they execute.
//!
//! The places of a line are those that the lowering gives that line: instructions with its position,
//! in every function and in every inlined copy. A run of such instructions in a block tells the
//! number once, before the first of them, so that the target counts even if that very instruction
//! crashes. What executes without the line being passed is no place: phis and the stack variables of
//! a frame; and debug intrinsics, which are no code at all.
//!
//! Assumes that nothing else is inserted yet, so that only the program's own code counts.

use super::TargetProbe;
use super::build::{Builder, Hook};
use crate::lower::ffi::{BasicBlock, LLVMOpcode as Op, LLVMValueKind, Metadata, ModuleRef, Value};
use crate::lower::strip_casts;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The numbers of targets, in their order.
type Numbers = Rc<[u32]>;

/// All targets of a program, to be looked up by what they name.
pub struct Targets {
    /// Files and numbers by line, which is quickly compared.
    lines: FxHashMap<u32, Vec<(String, u32)>>,
    /// The functions that exist, defined or not.
    functions: FxHashMap<Value, Vec<u32>>,
    /// Positions that were already looked up.
    known: FxHashMap<Metadata, Numbers>,
    none: Numbers,
}

impl Targets {
    pub fn new(llvm: ModuleRef, probes: &[TargetProbe]) -> Targets {
        let mut lines: FxHashMap<u32, Vec<(String, u32)>> = FxHashMap::default();
        let mut functions: FxHashMap<Value, Vec<u32>> = FxHashMap::default();
        for (probe, number) in probes.iter().zip(0..) {
            match probe {
                TargetProbe::Lines(places) => {
                    for place in places {
                        lines.entry(place.line).or_default().push((place.file.clone(), number));
                    }
                }
                TargetProbe::Function(name) => {
                    if let Some(func) = function_named(llvm, name) {
                        functions.entry(func).or_default().push(number);
                    }
                }
            }
        }
        Targets { lines, functions, known: FxHashMap::default(), none: Rc::default() }
    }

    /// Has the places in a defined function tell the targets that they belong to.
    pub fn insert(&mut self, builder: &Builder, func: Value) {
        if self.lines.is_empty() && self.functions.is_empty() {
            return;
        }
        // All of them before the first insertion, which must not become a place itself.
        let mut places = Vec::new();
        let blocks = func.blocks();
        if let Some(numbers) = self.functions.get(&func) {
            let first = blocks.first().and_then(|entry| entry.instructions().next());
            places.extend(
                first.into_iter().flat_map(|first| numbers.iter().map(move |&n| (first, n))),
            );
        }
        // A sanitizer's check of an operation ends a block in the middle of a run.
        let mut after_checks: FxHashMap<BasicBlock, Numbers> = FxHashMap::default();
        for block in &blocks {
            if let Some(end) = block.terminator().filter(|end| end.is_of_sanitizer())
                && let Some(node) = end.debug_location()
            {
                let numbers = self.numbers_at(node);
                after_checks.extend(end.successors().into_iter().map(|to| (to, numbers.clone())));
            }
        }
        for (block, index) in blocks.into_iter().zip(0..) {
            let before = after_checks.get(&block).unwrap_or(&self.none).clone();
            self.find_places(block, index == 0, before, &mut places);
        }
        for (place, number) in places {
            builder.before(place);
            builder.call(Hook::Target, &[builder.int(32, number.into())]);
        }
    }

    /// `previous` are the targets of the line that runs into the block.
    fn find_places(
        &mut self,
        block: BasicBlock,
        is_entry: bool,
        mut previous: Numbers,
        places: &mut Vec<(Value, u32)>,
    ) {
        let mut after_tail_call = false;
        for inst in block.instructions() {
            if !is_code(inst, is_entry) {
                continue;
            }
            // What the compiler adds without a position does not end a run.
            if let Some(node) = inst.debug_location() {
                let current = self.numbers_at(node);
                // Nothing fits between such a call and its return.
                if !after_tail_call {
                    let new = current.iter().filter(|number| !previous.contains(number));
                    places.extend(new.map(|&number| (inst, number)));
                }
                previous = current;
            }
            if is_call(inst) {
                if let Some(numbers) = self.called(inst) {
                    places.extend(numbers.iter().map(|&number| (inst, number)));
                }
                after_tail_call = inst.is_must_tail();
            }
        }
    }

    fn numbers_at(&mut self, node: Metadata) -> Numbers {
        if let Some(numbers) = self.known.get(&node) {
            return numbers.clone();
        }
        let (line, _, file) = node.location();
        let numbers = match (self.lines.get(&line), file) {
            (Some(wanted), Some(file)) => {
                let name = file.file_name().0;
                let mut numbers: Vec<u32> =
                    wanted.iter().filter(|(file, _)| *file == name).map(|&(_, n)| n).collect();
                numbers.dedup();
                numbers.into()
            }
            _ => self.none.clone(),
        };
        self.known.insert(node, numbers.clone());
        numbers
    }

    /// The targets that a direct call of a function without a body passes.
    fn called(&self, call: Value) -> Option<&Vec<u32>> {
        let callee = strip_casts(call.called_value());
        let numbers = self.functions.get(&callee)?;
        callee.is_declaration().then_some(numbers)
    }
}

fn function_named(llvm: ModuleRef, name: &str) -> Option<Value> {
    let alias = || llvm.aliases().find(|alias| alias.name() == name).map(strip_casts);
    let is_function = |value: &Value| value.kind() == LLVMValueKind::LLVMFunctionValueKind;
    llvm.named_function(name).or_else(alias).filter(is_function)
}

/// Whether an instruction is a place, and whether something fits before it.
fn is_code(inst: Value, in_entry: bool) -> bool {
    match inst.opcode() {
        Op::LLVMPHI | Op::LLVMLandingPad => false,
        Op::LLVMCatchPad | Op::LLVMCleanupPad | Op::LLVMCatchSwitch => false,
        // Part of the frame, wherever the variable is declared.
        Op::LLVMAlloca => !in_entry || inst.operand(0).int_bits().is_none(),
        Op::LLVMCall => {
            let name = inst.called_value().intrinsic_name();
            !name.is_some_and(|name| name.starts_with("llvm.dbg."))
        }
        _ => true,
    }
}

fn is_call(inst: Value) -> bool {
    matches!(inst.opcode(), Op::LLVMCall | Op::LLVMInvoke | Op::LLVMCallBr)
}
