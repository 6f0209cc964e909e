//! The checks of clang's sanitizer in C that Dunlin has compiled itself.
//!
//! clang computes what it can before anybody sees it: `1 / 0` is poison, `1 << 31` a constant. Only its
//! sanitizer tells that something was wrong there. So C is compiled with it (`load/src/clang.rs`), and here
//! the checks are taken out again, so that a program has the blocks, branches and instructions that it
//! would have without them:
//! - checked arithmetic becomes the plain operation with `nsw`, which the engine checks by option;
//! - the check of a division is left out where the division follows, which the engine always checks;
//! - of a shift the amount is checked by the engine, unless clang has folded the shift. That a left
//!   shift changes the sign or shifts a negative number, which no instruction shows, and that a float
//!   does not fit, become an [`dunlin_ir::InstKind::Check`];
//! - every other check becomes an [`dunlin_ir::InstKind::Check`], whether clang has folded its condition or not.
//!
//! Assumes that functions with [`MARK`] have no other sanitizer's checks than those of
//! `load/src/clang.rs`. Promises that no block of a check is lowered as a block of its own: what follows a
//! check is lowered into the block before it, if nothing else leads there. What optimisation has left of
//! a check in another form stays as it is: a branch to a call of the handler, which becomes a check that
//! fails.

mod instructions;

use super::ffi::{BasicBlock, LLVMOpcode as Op, LLVMValueKind, Value};
use super::globals::strip_casts;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The attribute of functions that were compiled with the checks of `load/src/clang.rs`.
pub const MARK: &str = "dunlin-checks";

/// How a check or a part of one ends a block.
#[derive(Clone, Copy)]
pub struct CheckEnd {
    /// Where execution goes on.
    pub next: BasicBlock,
    /// `next` continues the block: nothing else leads there.
    pub joined: bool,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    /// An instruction that the engine checks computes the same.
    Redundant,
    /// `cond` must be `expected`; else the call of the handler is executed.
    Condition { cond: Value, expected: bool, handler: Value },
    /// The first half of a shift's check, which skips the second if the amount is wrong.
    ShiftAmount { inner: BasicBlock },
    /// The second half.
    Shift { cond: Value, handler: Value },
}

/// The checks of one function.
#[derive(Default)]
pub struct Checks {
    ends: FxHashMap<BasicBlock, CheckEnd>,
    joined: FxHashSet<BasicBlock>,
    /// Instructions that compute conditions of checks and nothing else.
    skipped: FxHashSet<Value>,
    /// Calls of arithmetic with overflow that are plain operations.
    plain: FxHashSet<Value>,
    is_marked: bool,
}

impl Checks {
    pub fn of(func: Value) -> Checks {
        let mut checks = Checks { is_marked: func.has_attribute(MARK), ..Checks::default() };
        if !checks.is_marked {
            return checks;
        }
        let blocks = func.blocks();
        let predecessors = predecessors(&blocks);
        let only_from = |block: BasicBlock, from: &[BasicBlock]| {
            predecessors.get(&block).is_none_or(|all| all.iter().all(|pred| from.contains(pred)))
        };
        for &block in &blocks {
            let Some((side, next)) = side_and_next(block) else { continue };
            let aside = only_from(side, &[block]) && !side.has_address_taken();
            let Some(what) = aside.then(|| what_is_checked(block, side, next)).flatten() else {
                continue;
            };
            let joined = next != block && only_from(next, &[block, side]);
            // The two halves of a shift's check belong together.
            if matches!(what, What::ShiftAmount { .. }) && !joined {
                continue;
            }
            checks.ends.insert(block, CheckEnd { next, joined, what });
        }
        let halves: Vec<BasicBlock> = checks.ends.keys().copied().collect();
        for block in halves {
            let whole = match checks.ends[&block].what {
                What::ShiftAmount { .. } => {
                    let second = checks.ends.get(&checks.ends[&block].next);
                    second.is_some_and(|second| matches!(second.what, What::Shift { .. }))
                }
                _ => true,
            };
            if !whole {
                checks.ends.remove(&block);
            }
        }
        checks.joined = checks.ends.values().filter(|end| end.joined).map(|end| end.next).collect();
        checks.find_plain();
        checks.find_skipped(&blocks);
        checks
    }

    pub fn end_of(&self, block: BasicBlock) -> Option<CheckEnd> {
        self.ends.get(&block).copied()
    }

    /// Whether a block is lowered as the continuation of another.
    pub fn is_joined(&self, block: BasicBlock) -> bool {
        self.joined.contains(&block)
    }

    pub fn skips(&self, inst: Value) -> bool {
        self.skipped.contains(&inst)
    }

    pub fn is_plain(&self, call: Value) -> bool {
        self.plain.contains(&call)
    }

    /// Whether calls of the sanitizer's handlers are checks that have failed.
    pub fn is_marked(&self) -> bool {
        self.is_marked
    }

    /// Arithmetic of which only the check asks whether it overflows.
    fn find_plain(&mut self) {
        let mut plain = FxHashSet::default();
        for end in self.ends.values_mut() {
            if let What::Condition { cond, expected, handler } = end.what
                && is_arithmetic(handler)
                && let Some((call, flag)) = overflow_of(cond, expected)
            {
                let asked_here = |user: Value| user == cond || user.has_opcode(Op::LLVMBr);
                if flag.users().all(asked_here) && cond.users().count() == 1 {
                    plain.insert(call);
                    end.what = What::Redundant;
                }
            }
        }
        self.plain = plain;
    }

    fn find_skipped(&mut self, blocks: &[BasicBlock]) {
        let mut skipped: FxHashSet<Value> = FxHashSet::default();
        // What follows a check in a block of its own is no longer there.
        let mut gone: FxHashSet<Value> = FxHashSet::default();
        for (block, end) in &self.ends {
            gone.extend(block.terminator());
            let side = block.terminator().and_then(|_| side_and_next(*block));
            if let Some((side, _)) = side
                && !matches!(end.what, What::ShiftAmount { .. })
            {
                gone.extend(side.instructions());
            }
        }
        let halves = self.ends.values().filter(|end| matches!(end.what, What::ShiftAmount { .. }));
        let second: FxHashSet<BasicBlock> = halves.map(|end| end.next).collect();
        for block in blocks {
            for inst in block.instructions().filter(|inst| inst.is_of_sanitizer()) {
                let is_phi = inst.has_opcode(Op::LLVMPHI);
                if is_computation(inst) && (!is_phi || second.contains(block)) {
                    skipped.insert(inst);
                }
            }
        }
        loop {
            let used = |inst: &Value| {
                inst.users().any(|user| !skipped.contains(&user) && !gone.contains(&user))
            };
            let kept: Vec<Value> = skipped.iter().copied().filter(used).collect();
            if kept.is_empty() {
                break;
            }
            for inst in kept {
                skipped.remove(&inst);
            }
        }
        self.skipped = skipped;
    }
}

fn predecessors(blocks: &[BasicBlock]) -> FxHashMap<BasicBlock, SmallVec<[BasicBlock; 4]>> {
    let mut all: FxHashMap<BasicBlock, SmallVec<[BasicBlock; 4]>> = FxHashMap::default();
    for &block in blocks {
        let Some(term) = block.terminator() else { continue };
        for next in term.successors() {
            all.entry(next).or_default().push(block);
        }
    }
    all
}

/// Of a block that ends in a branch of a sanitizer: the target that comes back to the other at once, and
/// that other.
fn side_and_next(block: BasicBlock) -> Option<(BasicBlock, BasicBlock)> {
    let term = block.terminator()?;
    if !term.has_opcode(Op::LLVMBr) || !term.is_of_sanitizer() {
        return None;
    }
    term.condition()?;
    let [a, b] = term.successors()[..] else { return None };
    [(a, b), (b, a)].into_iter().find(|&(side, next)| comes_back(side, next))
}

fn comes_back(side: BasicBlock, next: BasicBlock) -> bool {
    side != next
        && side.instructions().all(|inst| inst.is_of_sanitizer())
        && side.terminator().is_some_and(|term| {
            term.has_opcode(Op::LLVMBr)
                && term.condition().is_none()
                && term.successors()[0] == next
        })
}

/// The call of a handler in a block.
fn handler_in(block: BasicBlock) -> Option<Value> {
    block.instructions().find(|&inst| handler_name(inst).is_some())
}

/// What a call of a sanitizer's handler tells: `add_overflow`, `divrem_overflow_abort` ...
fn handler_name(inst: Value) -> Option<String> {
    if !inst.has_opcode(Op::LLVMCall) {
        return None;
    }
    let callee = strip_casts(inst.called_value());
    if callee.kind() != LLVMValueKind::LLVMFunctionValueKind {
        return None;
    }
    Some(callee.name().strip_prefix("__ubsan_handle_")?.to_owned())
}

fn what_is_checked(block: BasicBlock, side: BasicBlock, next: BasicBlock) -> Option<What> {
    let term = block.terminator()?;
    let cond = term.condition()?;
    let expected = term.successors()[0] == next;
    let Some(handler) = handler_in(side) else {
        let pure =
            side.instructions().all(|inst| is_computation(inst) || inst.has_opcode(Op::LLVMBr));
        return (pure && !expected).then_some(What::ShiftAmount { inner: side });
    };
    let kind = handler_name(handler)?;
    Some(match kind.as_str() {
        "shift_out_of_bounds" if expected && is_plain_shift(cond, handler) => {
            What::Shift { cond, handler }
        }
        "divrem_overflow" if cond.int_bits().is_none() && divides(next, cond) => What::Redundant,
        _ => What::Condition { cond, expected, handler },
    })
}

/// The conditions that must all hold if `cond` shall.
fn parts_of(cond: Value) -> Vec<Value> {
    let mut parts = Vec::new();
    let mut rest = vec![cond];
    while let Some(part) = rest.pop() {
        if part.has_opcode(Op::LLVMAnd) {
            rest.extend([part.operand(1), part.operand(0)]);
        } else {
            parts.push(part);
        }
    }
    parts
}

/// Whether the check of a shift looks as clang has written it.
fn is_plain_shift(cond: Value, handler: Value) -> bool {
    parts_of(cond).into_iter().all(|part| {
        part.has_opcode(Op::LLVMPHI)
            || part.int_bits().is_some()
            || part.has_opcode(Op::LLVMICmp) && Some(part.operand(0)) == amount_of(handler)
    })
}

/// The amount of the shift that a handler is told about: wider ones than a pointer by their address.
fn amount_of(handler: Value) -> Option<Value> {
    let amount = *handler.args().get(2)?;
    if amount.has_opcode(Op::LLVMZExt) {
        return Some(amount.operand(0));
    }
    if !amount.has_opcode(Op::LLVMPtrToInt) {
        return Some(amount);
    }
    let place = amount.operand(0);
    let told = handler.parent_block().instructions().take_while(|&inst| inst != handler);
    let stored = told.filter(|inst| inst.has_opcode(Op::LLVMStore) && inst.operand(1) == place);
    stored.map(|store| store.operand(0)).last()
}

/// Whether `block` first does the division that `cond` is about: by what is compared with zero, or, if
/// nothing is, by a constant.
fn divides(block: BasicBlock, cond: Value) -> bool {
    let with_zero = |part: &Value| part.has_opcode(Op::LLVMICmp) && part.operand(1).is_null();
    let compared = parts_of(cond).into_iter().find(with_zero).map(|part| part.operand(0));
    let divisor = |inst: Value| match inst.opcode() {
        Op::LLVMUDiv | Op::LLVMSDiv | Op::LLVMURem | Op::LLVMSRem => Some(inst.operand(1)),
        _ => None,
    };
    let Some(divisor) = block.instructions().find_map(divisor) else { return false };
    match compared {
        Some(compared) => divisor == compared,
        None => divisor.int_bits().is_some(),
    }
}

fn is_arithmetic(handler: Value) -> bool {
    let arithmetic = ["add_overflow", "sub_overflow", "mul_overflow", "negate_overflow"];
    handler_name(handler).is_some_and(|name| arithmetic.contains(&name.as_str()))
}

/// The call of signed arithmetic that a condition asks about, and the flag of its result.
fn overflow_of(cond: Value, expected: bool) -> Option<(Value, Value)> {
    let flag = match (cond.has_opcode(Op::LLVMXor), expected) {
        (true, true) => cond.operand(0),
        (false, false) => cond,
        _ => return None,
    };
    if !flag.has_opcode(Op::LLVMExtractValue) || flag.indices() != [1] {
        return None;
    }
    let call = flag.operand(0);
    let signed = call.has_opcode(Op::LLVMCall)
        && call.called_value().intrinsic_name().is_some_and(|name| {
            let name = name.strip_prefix("llvm.").unwrap_or_default();
            matches!(name, "sadd.with.overflow" | "ssub.with.overflow" | "smul.with.overflow")
        });
    signed.then_some((call, flag))
}

/// An instruction that does nothing but to compute a value.
fn is_computation(inst: Value) -> bool {
    matches!(
        inst.opcode(),
        Op::LLVMICmp
            | Op::LLVMFCmp
            | Op::LLVMAnd
            | Op::LLVMOr
            | Op::LLVMXor
            | Op::LLVMAdd
            | Op::LLVMSub
            | Op::LLVMLShr
            | Op::LLVMZExt
            | Op::LLVMSExt
            | Op::LLVMTrunc
            | Op::LLVMBitCast
            | Op::LLVMExtractValue
            | Op::LLVMSelect
            | Op::LLVMPHI
    )
}
