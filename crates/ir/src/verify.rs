//! The verifier: what every reader of a module may assume, checked.
//!
//! [`crate::pass`] says when it is called; whoever reads a module that passed need not check any of
//! this again.
//!
//! The module
//! - V1: every id names an entity that exists.
//! - V2: pointers have 32 or 64 bits.
//! - V3: widths are from 1 to [`MAX_WIDTH`].
//! - V4: alignments are powers of two.
//! - V5: no layout contains itself, and the parts of a layout lie inside of it.
//! - V6: a global has as many bytes of data as its size; its relocations are in ascending order, do
//!   not overlap and lie inside of it.
//! - V7: no two functions and no two globals have the same name, unless it is empty.
//! - V8: constructors take no more than the arguments of main (i32, ptr, ptr), destructors nothing;
//!   neither returns anything.
//! - V9: lines of source positions count from 1.
//! - V10: an address of a block is not that of an entry block.
//!
//! The shape of a function
//! - V11: the entry block has no parameters and no predecessors.
//! - V12: every instruction is in exactly one block, once.
//! - V13: every register is defined exactly once: as a parameter, as a block parameter or by an
//!   instruction that is in a block.
//! - V14: the definition of a register dominates its uses, where what the call of an invoke defines
//!   is defined on its normal edge; in a block that cannot be reached from the entry, anything may be used.
//!
//! Instructions
//! - V15: an integer operand of up to 64 bits is an `Int` without bits above its width, a wider one
//!   is a `Wide` in canonical form.
//! - V16: operands have the types that the instruction asks for.
//! - V17: the defined registers have the types of the instruction's results.
//! - V18: zext and sext widen, trunc narrows, and pointers are converted from and to integers of
//!   exactly the pointer width.
//! - V19: the bytes that a byteswap reverses are an even number.
//! - V20: only add, sub, mul and shl carry nsw or nuw.
//! - V21: the field steps of a path name fields of struct layouts.
//! - V22: a direct call passes what the callee takes and defines what it returns.
//! - V23: variable arguments are passed directly only to variadic functions and lie inside their
//!   area; va_start is only in variadic functions.
//! - V28: what says how scalars are passed has one class for each, and is there only if one of them is
//!   no plain integer; a direct call has none.
//! - V30: a landing pad is the first instruction of its block, and only unwind edges lead there. These
//!   lead to nothing else but what is unsupported in the place of one.
//!
//! Terminators
//! - V24: an edge passes what the parameters of its target take.
//! - V25: the cases of a switch are distinct and have its width.
//! - V26: a return returns what the function says.
//! - V27: only a branch, a switch or an indirect jump carries a number.
//! - V29: before an invoke comes a call, or what is unsupported in its place, and the invoke has no
//!   position but that one's.

mod flow;
mod ids;
mod module;
mod types;
mod unwinding;

use crate::ids::{BlockId, FuncId, InstId};
use crate::module::Module;
use crate::print;
use std::fmt;

/// The width of the widest integers, that of LLVM's.
pub const MAX_WIDTH: u32 = 1 << 23;

/// A numbered promise of the list above.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Invariant {
    IdsExist = 1,
    PointerWidth,
    Widths,
    Alignments,
    Layouts,
    GlobalData,
    Names,
    StartupFunctions,
    Positions,
    BlockAddresses,
    Entry,
    InstInOneBlock,
    DefinedOnce,
    Dominance,
    Constants,
    OperandTypes,
    ResultTypes,
    Casts,
    ByteSwap,
    OverflowFlags,
    Paths,
    Calls,
    VarArgs,
    Edges,
    Switches,
    Returns,
    BranchNumbers,
    Passing,
    Invokes,
    LandingPads,
}

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "V{}", *self as u8)
    }
}

/// A broken invariant, and where and how it is broken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{invariant}: {place}{message}")]
pub struct VerifyError {
    pub invariant: Invariant,
    pub func: Option<FuncId>,
    pub block: Option<BlockId>,
    /// `None` in a block means its parameters or its terminator.
    pub inst: Option<InstId>,
    /// Function, block and instruction for a person, with `: ` at the end; empty if it is none of
    /// them that breaks the invariant.
    place: String,
    pub message: String,
}

/// Checks all invariants. Gives all errors that it finds, in the order of the module; but if ids
/// name nothing (V1), only these, since nothing else can be looked at then.
pub fn verify(module: &Module) -> Result<(), Vec<VerifyError>> {
    let mut checker = Checker::new(module);
    checker.check_ids();
    if checker.errors.is_empty() {
        checker.check_module();
        for func in module.func_ids() {
            checker.func = Some(func);
            checker.check_flow(module.func(func));
            checker.check_unwinding(module.func(func));
            checker.check_types(module.func(func));
        }
    }
    if checker.errors.is_empty() { Ok(()) } else { Err(checker.errors) }
}

struct Checker<'a> {
    module: &'a Module,
    /// Where the check is; errors are reported there.
    func: Option<FuncId>,
    block: Option<BlockId>,
    inst: Option<InstId>,
    in_terminator: bool,
    errors: Vec<VerifyError>,
}

impl<'a> Checker<'a> {
    fn new(module: &'a Module) -> Self {
        Checker {
            module,
            func: None,
            block: None,
            inst: None,
            in_terminator: false,
            errors: vec![],
        }
    }

    fn report(&mut self, invariant: Invariant, message: impl Into<String>) {
        let error = VerifyError {
            invariant,
            func: self.func,
            block: self.block,
            inst: self.inst,
            place: self.place(),
            message: message.into(),
        };
        self.errors.push(error);
    }

    fn require(&mut self, holds: bool, invariant: Invariant, message: impl FnOnce() -> String) {
        if !holds {
            self.report(invariant, message());
        }
    }

    fn place(&self) -> String {
        let Some(id) = self.func else { return String::new() };
        let func = self.module.func(id);
        let mut place = format!("{id} {:?}", func.name);
        if let Some(block) = self.block {
            place.push_str(&format!(", {block}"));
            if self.in_terminator {
                place.push_str(&format!(", `{}`", print::print_terminator(self.module, id, block)));
            }
        }
        if let Some(inst) = self.inst {
            place.push_str(&format!(", {inst} `{}`", print::print_inst(self.module, id, inst)));
        }
        place.push_str(": ");
        place
    }
}
