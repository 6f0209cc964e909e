//! The loop that executes operations.
//!
//! Everything concrete happens here without leaving the loop; whatever involves a pointer in
//! arithmetic, an undefined bit or an error goes to a function of its own. Slots are read and
//! written without bounds checks: see the SAFETY comments, and `Code::check` for what they rely on.

use crate::code::{DivOp, Op, Pc};
use crate::machine::Machine;
use crate::outcome::{End, ErrorKind, ProgramError, unsupported};
use crate::state::State;
use dunlin_ir::small::{Small, mask, signed};
use dunlin_ir::{BinOp, CmpOp, FloatBinOp, FloatFormat, semantics};
use dunlin_memory::{ObjectId, Value};

/// Bytes of bulk work after which the loop returns early.
const BULK_LIMIT: u64 = 64 << 20;

/// Why the loop returned.
pub enum Pause {
    /// The budget of instructions is used up, or much else was done; the state can go on.
    Budget,
    End(End),
}

fn div_op(op: DivOp) -> BinOp {
    match op {
        DivOp::UDiv => BinOp::UDiv,
        DivOp::SDiv => BinOp::SDiv,
        DivOp::URem => BinOp::URem,
        DivOp::SRem => BinOp::SRem,
    }
}

impl Machine<'_> {
    /// Executes until the path ends or about `budget` IR instructions are done.
    pub fn run(&mut self, state: &mut State, budget: u64) -> Pause {
        let start_budget = i64::try_from(budget).unwrap_or(i64::MAX);
        let mut left = start_budget;
        let code = self.code;
        let ops = &code.ops[..];
        let pointer_mask = mask(self.module.target.pointer_bits);
        let mut pc = state.pc;
        let mut regs = frame_slots(state);

        macro_rules! get {
            ($slot:expr) => {
                // SAFETY: `regs` points to the slots of the top frame, of which there are as many as
                // its function has (`call` makes room); `Code::check` has checked that every slot of
                // an operation is below that. `regs` is taken anew after everything that may move
                // or borrow the slots.
                unsafe { *regs.add($slot as usize) }
            };
        }
        macro_rules! set {
            ($slot:expr, $value:expr) => {{
                let value = $value;
                // SAFETY: as for `get!`.
                unsafe { *regs.add($slot as usize) = value }
            }};
        }
        macro_rules! copy {
            ($dst:expr, $src:expr) => {{
                // SAFETY: as for `get!`; the reference is gone before anything is written.
                let value = unsafe { (*regs.add($src as usize)).copied() };
                set!($dst, value);
            }};
        }
        macro_rules! pause {
            ($pause:expr) => {{
                state.pc = pc;
                state.instructions += (start_budget - left) as u64;
                return $pause;
            }};
        }
        // Unwraps the result of something that may end the path or touch the slots.
        macro_rules! attempt {
            ($result:expr) => {{
                state.pc = pc;
                match $result {
                    Ok(value) => {
                        regs = frame_slots(state);
                        value
                    }
                    Err(end) => pause!(Pause::End(end)),
                }
            }};
        }
        macro_rules! binary {
            ($op:ident, $w:expr, $dst:expr, $a:expr, $y:expr) => {{
                let (x, y): (Value, Value) = (get!($a), $y);
                let w = u32::from($w);
                if x.meta.both_int(y.meta) {
                    let bits = semantics::binary(&mut Small, BinOp::$op, w, &x.bits, &y.bits);
                    set!($dst, Value::int(bits));
                } else {
                    let value = attempt!(self.binary_slow(state, BinOp::$op, w, x, y));
                    set!($dst, value);
                }
                pc += 1;
            }};
        }
        macro_rules! compared {
            ($op:ident, $w:expr, $a:expr, $y:expr) => {{
                let (x, y): (Value, Value) = (get!($a), $y);
                let w = u32::from($w);
                if x.meta.both_int(y.meta) {
                    semantics::compare(&mut Small, CmpOp::$op, w, &x.bits, &y.bits) != 0
                } else if matches!(CmpOp::$op, CmpOp::Eq | CmpOp::Ne) && is_not_null(x, y) {
                    CmpOp::$op == CmpOp::Ne
                } else {
                    attempt!(self.compare_slow(state, CmpOp::$op, w, x, y))
                }
            }};
        }
        macro_rules! compare {
            ($op:ident, $w:expr, $dst:expr, $a:expr, $y:expr) => {{
                let holds = compared!($op, $w, $a, $y);
                set!($dst, Value::int(u64::from(holds)));
                pc += 1;
            }};
        }
        macro_rules! jump {
            ($count:expr, $to:expr) => {{
                left -= i64::from($count);
                pc = $to;
                if left < 0 {
                    pause!(Pause::Budget);
                }
            }};
        }
        macro_rules! branch {
            ($holds:expr, $count:expr, $to:expr) => {{
                let holds: bool = $holds;
                jump!($count, if holds { pc + 1 } else { $to });
            }};
        }
        macro_rules! constant {
            ($b:expr, $w:expr) => {
                Value::int($b as i64 as u64 & mask(u32::from($w)))
            };
        }
        macro_rules! float {
            ($op:ident, $w:expr, $dst:expr, $a:expr, $b:expr) => {{
                let (x, y) = (get!($a), get!($b));
                let format = if $w == 64 { FloatFormat::Double } else { FloatFormat::Single };
                let (x, y) = match x.meta.both_int(y.meta) {
                    true => (x.bits, y.bits),
                    false => attempt!(self.to_bits_pair(state, u32::from($w), x, y)),
                };
                let bits = semantics::float_binary(&mut Small, FloatBinOp::$op, format, &x, &y);
                set!($dst, Value::int(bits));
                pc += 1;
            }};
        }
        macro_rules! indexed {
            ($base:expr, $index:expr, $scale:expr, $extend:expr) => {{
                let (base, index) = (get!($base), get!($index));
                let index_bits = match index.meta.is_int() {
                    true => index.bits,
                    false => {
                        let width = if $extend { 32 } else { self.module.target.pointer_bits };
                        attempt!(self.to_bits(state, width, index))
                    }
                };
                let index = if $extend { index_bits as i32 as i64 as u64 } else { index_bits };
                let offset = index.wrapping_mul(u64::from($scale));
                Value { bits: base.bits.wrapping_add(offset) & pointer_mask, meta: base.meta }
            }};
        }
        macro_rules! load {
            ($address:expr, $size:expr, $dst:expr) => {{
                let address: Value = $address;
                let loaded = if address.meta.is_pointer() {
                    state.memory.load(address.meta.object(), address.bits, u32::from($size)).ok()
                } else {
                    None
                };
                let value = match loaded {
                    Some(value) => value,
                    None => attempt!(self.load_slow(state, address, u32::from($size))),
                };
                set!($dst, value);
                pc += 1;
            }};
        }
        macro_rules! store {
            ($address:expr, $size:expr, $value:expr) => {{
                let address: Value = $address;
                let value = get!($value);
                let done = address.meta.is_pointer()
                    && state
                        .memory
                        .store(address.meta.object(), address.bits, u32::from($size), value)
                        .is_ok();
                if !done {
                    attempt!(self.store_slow(state, address, u32::from($size), value));
                }
                pc += 1;
            }};
        }
        macro_rules! pause_after_bulk {
            () => {
                if state.bulk_bytes > BULK_LIMIT {
                    state.bulk_bytes = 0;
                    pause!(Pause::Budget);
                }
            };
        }
        macro_rules! displaced {
            ($base:expr, $disp:expr) => {{
                let base: Value = get!($base);
                let bits = base.bits.wrapping_add($disp as i64 as u64) & pointer_mask;
                Value { bits, meta: base.meta }
            }};
        }

        loop {
            match ops[pc as usize] {
                Op::Add { w, dst, a, b } => binary!(Add, w, dst, a, get!(b)),
                Op::AddI { w, dst, a, b } => binary!(Add, w, dst, a, constant!(b, w)),
                Op::Sub { w, dst, a, b } => binary!(Sub, w, dst, a, get!(b)),
                Op::SubI { w, dst, a, b } => binary!(Sub, w, dst, a, constant!(b, w)),
                Op::Mul { w, dst, a, b } => binary!(Mul, w, dst, a, get!(b)),
                Op::MulI { w, dst, a, b } => binary!(Mul, w, dst, a, constant!(b, w)),
                Op::And { w, dst, a, b } => binary!(And, w, dst, a, get!(b)),
                Op::AndI { w, dst, a, b } => binary!(And, w, dst, a, constant!(b, w)),
                Op::Or { w, dst, a, b } => binary!(Or, w, dst, a, get!(b)),
                Op::OrI { w, dst, a, b } => binary!(Or, w, dst, a, constant!(b, w)),
                Op::Xor { w, dst, a, b } => binary!(Xor, w, dst, a, get!(b)),
                Op::XorI { w, dst, a, b } => binary!(Xor, w, dst, a, constant!(b, w)),
                Op::Shl { w, dst, a, b } => binary!(Shl, w, dst, a, get!(b)),
                Op::ShlI { w, dst, a, b } => binary!(Shl, w, dst, a, constant!(b, w)),
                Op::LShr { w, dst, a, b } => binary!(LShr, w, dst, a, get!(b)),
                Op::LShrI { w, dst, a, b } => binary!(LShr, w, dst, a, constant!(b, w)),
                Op::AShr { w, dst, a, b } => binary!(AShr, w, dst, a, get!(b)),
                Op::AShrI { w, dst, a, b } => binary!(AShr, w, dst, a, constant!(b, w)),

                Op::Eq { w, dst, a, b } => compare!(Eq, w, dst, a, get!(b)),
                Op::EqI { w, dst, a, b } => compare!(Eq, w, dst, a, constant!(b, w)),
                Op::Ne { w, dst, a, b } => compare!(Ne, w, dst, a, get!(b)),
                Op::NeI { w, dst, a, b } => compare!(Ne, w, dst, a, constant!(b, w)),
                Op::Ult { w, dst, a, b } => compare!(Ult, w, dst, a, get!(b)),
                Op::UltI { w, dst, a, b } => compare!(Ult, w, dst, a, constant!(b, w)),
                Op::Ule { w, dst, a, b } => compare!(Ule, w, dst, a, get!(b)),
                Op::UleI { w, dst, a, b } => compare!(Ule, w, dst, a, constant!(b, w)),
                Op::Ugt { w, dst, a, b } => compare!(Ugt, w, dst, a, get!(b)),
                Op::UgtI { w, dst, a, b } => compare!(Ugt, w, dst, a, constant!(b, w)),
                Op::Uge { w, dst, a, b } => compare!(Uge, w, dst, a, get!(b)),
                Op::UgeI { w, dst, a, b } => compare!(Uge, w, dst, a, constant!(b, w)),
                Op::Slt { w, dst, a, b } => compare!(Slt, w, dst, a, get!(b)),
                Op::SltI { w, dst, a, b } => compare!(Slt, w, dst, a, constant!(b, w)),
                Op::Sle { w, dst, a, b } => compare!(Sle, w, dst, a, get!(b)),
                Op::SleI { w, dst, a, b } => compare!(Sle, w, dst, a, constant!(b, w)),
                Op::Sgt { w, dst, a, b } => compare!(Sgt, w, dst, a, get!(b)),
                Op::SgtI { w, dst, a, b } => compare!(Sgt, w, dst, a, constant!(b, w)),
                Op::Sge { w, dst, a, b } => compare!(Sge, w, dst, a, get!(b)),
                Op::SgeI { w, dst, a, b } => compare!(Sge, w, dst, a, constant!(b, w)),
                Op::BrEq { w, count, a, b, to } => {
                    branch!(compared!(Eq, w, a, get!(b)), count, to)
                }
                Op::BrEqI { w, count, a, b, to } => {
                    branch!(compared!(Eq, w, a, constant!(b, w)), count, to)
                }
                Op::BrNe { w, count, a, b, to } => {
                    branch!(compared!(Ne, w, a, get!(b)), count, to)
                }
                Op::BrNeI { w, count, a, b, to } => {
                    branch!(compared!(Ne, w, a, constant!(b, w)), count, to)
                }
                Op::BrUlt { w, count, a, b, to } => {
                    branch!(compared!(Ult, w, a, get!(b)), count, to)
                }
                Op::BrUltI { w, count, a, b, to } => {
                    branch!(compared!(Ult, w, a, constant!(b, w)), count, to)
                }
                Op::BrUle { w, count, a, b, to } => {
                    branch!(compared!(Ule, w, a, get!(b)), count, to)
                }
                Op::BrUleI { w, count, a, b, to } => {
                    branch!(compared!(Ule, w, a, constant!(b, w)), count, to)
                }
                Op::BrUgt { w, count, a, b, to } => {
                    branch!(compared!(Ugt, w, a, get!(b)), count, to)
                }
                Op::BrUgtI { w, count, a, b, to } => {
                    branch!(compared!(Ugt, w, a, constant!(b, w)), count, to)
                }
                Op::BrUge { w, count, a, b, to } => {
                    branch!(compared!(Uge, w, a, get!(b)), count, to)
                }
                Op::BrUgeI { w, count, a, b, to } => {
                    branch!(compared!(Uge, w, a, constant!(b, w)), count, to)
                }
                Op::BrSlt { w, count, a, b, to } => {
                    branch!(compared!(Slt, w, a, get!(b)), count, to)
                }
                Op::BrSltI { w, count, a, b, to } => {
                    branch!(compared!(Slt, w, a, constant!(b, w)), count, to)
                }
                Op::BrSle { w, count, a, b, to } => {
                    branch!(compared!(Sle, w, a, get!(b)), count, to)
                }
                Op::BrSleI { w, count, a, b, to } => {
                    branch!(compared!(Sle, w, a, constant!(b, w)), count, to)
                }
                Op::BrSgt { w, count, a, b, to } => {
                    branch!(compared!(Sgt, w, a, get!(b)), count, to)
                }
                Op::BrSgtI { w, count, a, b, to } => {
                    branch!(compared!(Sgt, w, a, constant!(b, w)), count, to)
                }
                Op::BrSge { w, count, a, b, to } => {
                    branch!(compared!(Sge, w, a, get!(b)), count, to)
                }
                Op::BrSgeI { w, count, a, b, to } => {
                    branch!(compared!(Sge, w, a, constant!(b, w)), count, to)
                }

                Op::FAdd { w, dst, a, b } => float!(Add, w, dst, a, b),
                Op::FSub { w, dst, a, b } => float!(Sub, w, dst, a, b),
                Op::FMul { w, dst, a, b } => float!(Mul, w, dst, a, b),
                Op::FDiv { w, dst, a, b } => float!(Div, w, dst, a, b),

                Op::Move { dst, src } => {
                    copy!(dst, src);
                    pc += 1;
                }
                Op::MoveIf { cond, dst, src } => {
                    if get!(cond).bits != 0 {
                        copy!(dst, src);
                    }
                    pc += 1;
                }
                Op::Int { dst, value } => {
                    set!(dst, Value::int(value));
                    pc += 1;
                }
                Op::Address { dst, object } => {
                    set!(dst, Value::pointer(ObjectId(object), 0));
                    pc += 1;
                }
                Op::Trunc { w, dst, a } => {
                    let x = get!(a);
                    let bits = match x.meta.is_int() {
                        true => x.bits,
                        false => attempt!(self.to_bits(state, 64, x)),
                    };
                    set!(dst, Value::int(bits & mask(u32::from(w))));
                    pc += 1;
                }
                Op::Sext { from, to, dst, a } => {
                    let x = get!(a);
                    let bits = match x.meta.is_int() {
                        true => x.bits,
                        false => attempt!(self.to_bits(state, u32::from(from), x)),
                    };
                    let extended = signed(u32::from(from), bits) as u64;
                    set!(dst, Value::int(extended & mask(u32::from(to))));
                    pc += 1;
                }
                Op::Divide { op, w, dst, a, b } => {
                    let (x, y) = (get!(a), get!(b));
                    let value = attempt!(self.divide(state, div_op(op), u32::from(w), x, y));
                    set!(dst, value);
                    pc += 1;
                }

                Op::PtrDisp { dst, base, disp } => {
                    set!(dst, displaced!(base, disp));
                    pc += 1;
                }
                Op::PtrIndex { scale, dst, base, index } => {
                    set!(dst, indexed!(base, index, scale, false));
                    pc += 1;
                }
                Op::PtrIndex32 { scale, dst, base, index } => {
                    set!(dst, indexed!(base, index, scale, true));
                    pc += 1;
                }
                Op::Load { size, dst, base, disp } => load!(displaced!(base, disp), size, dst),
                Op::LoadIndex { size, scale, dst, base, index } => {
                    load!(indexed!(base, index, scale, false), size, dst)
                }
                Op::LoadIndex32 { size, scale, dst, base, index } => {
                    load!(indexed!(base, index, scale, true), size, dst)
                }
                Op::Store { size, value, base, disp } => {
                    store!(displaced!(base, disp), size, value)
                }
                Op::StoreIndex { size, scale, value, base, index } => {
                    store!(indexed!(base, index, scale, false), size, value)
                }
                Op::StoreIndex32 { size, scale, value, base, index } => {
                    store!(indexed!(base, index, scale, true), size, value)
                }

                Op::Jump { count, to } => jump!(count, to),
                Op::Branch { count, cond, to } => {
                    let cond = get!(cond);
                    let holds = match cond.meta.is_int() {
                        true => cond.bits != 0,
                        false => attempt!(self.to_bits(state, 1, cond)) != 0,
                    };
                    branch!(holds, count, to)
                }
                Op::Switch { count, value, table } => {
                    let value = get!(value);
                    let bits = match value.meta.is_int() {
                        true => value.bits,
                        false => attempt!(self.to_bits(state, 64, value)),
                    };
                    jump!(count, code.switches[table as usize].target(bits))
                }
                Op::SwitchWide { count, value, table } => {
                    let to = attempt!(self.switch_wide(state, value, table));
                    jump!(count, to)
                }
                Op::IndirectJump { count, addr, table } => {
                    let addr = get!(addr);
                    let to = attempt!(self.indirect_jump(state, addr, table));
                    jump!(count, to)
                }
                Op::Count { count } => jump!(count, pc + 1),

                Op::Call { site } => {
                    attempt!(self.call(state, site));
                    pc = state.pc;
                    pause_after_bulk!();
                }
                Op::Return1 { count, value } => {
                    left -= i64::from(count);
                    // SAFETY: as for `get!`.
                    let value = unsafe { (*regs.add(value as usize)).copied() };
                    self.return_one(state, value);
                    regs = frame_slots(state);
                    pc = state.pc;
                }
                Op::Return { count, list } => {
                    left -= i64::from(count);
                    self.return_list(state, list);
                    regs = frame_slots(state);
                    pc = state.pc;
                }
                Op::Unreachable => {
                    let message =
                        "control reached a place that the compiler was told is unreachable";
                    let error = ProgramError::new(ErrorKind::ReachedUnreachable, message);
                    pause!(Pause::End(error.into()))
                }
                Op::Trap => {
                    let error = ProgramError::new(ErrorKind::Abort, "the program executed a trap");
                    pause!(Pause::End(error.into()))
                }
                Op::Inst { inst } => {
                    attempt!(self.step_inst(state, inst));
                    pc += 1;
                    pause_after_bulk!();
                }
            }
        }
    }

    fn switch_wide(&mut self, state: &mut State, first: u32, table: u32) -> Result<Pc, End> {
        let crate::code::SwitchTable::Wide { cases, default } = &self.code.switches[table as usize]
        else {
            unreachable!("compiled with a wide table")
        };
        let words = cases.first().map_or(0, |(words, _)| words.len() as u32);
        let mut value = Vec::new();
        for i in 0..words {
            let word = state.reg(first + i);
            value.push(self.to_bits(state, 64, word)?);
        }
        Ok(cases.iter().find(|(words, _)| *words == value).map_or(*default, |case| case.1))
    }

    fn indirect_jump(&mut self, state: &mut State, addr: Value, table: u32) -> Result<Pc, End> {
        let func = state.top().func;
        let here = addr.meta.is_pointer()
            && addr.meta.object() == crate::state::function_object(func)
            && addr.bits > 0;
        let target = self.code.indirect[table as usize]
            .iter()
            .find(|(block, _)| here && u64::from(block.0) + 1 == addr.bits);
        match target {
            Some((_, pc)) => Ok(*pc),
            None => {
                Err(unsupported("a computed goto to what is not plainly a label of its function"))
            }
        }
    }
}

/// True for a pointer and a null pointer if it is plain that they differ: no object lies in the first
/// or the last 64 KiB, so that a small offset never wraps around to zero.
#[inline(always)]
fn is_not_null(x: Value, y: Value) -> bool {
    x.meta.is_pointer() && y == Value::int(0) && x.bits < 0x1_0000
}

/// The slots of the top frame.
#[inline(always)]
fn frame_slots(state: &mut State) -> *mut Value {
    let base = state.top().base;
    state.regs[base..].as_mut_ptr()
}
