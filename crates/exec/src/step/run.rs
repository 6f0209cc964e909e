//! The loop that executes operations.
//!
//! Everything concrete happens here without leaving the loop; whatever involves a pointer in
//! arithmetic, an undefined bit or an error goes to a function of its own. Slots are read and
//! written without bounds checks: see the SAFETY comments, and `Code::check` for what they rely on.

use crate::code::{DivOp, Op};
use crate::coverage::{Event, mark};
use crate::end::{End, ProgramError, interrupted, unsupported};
use crate::machine::Machine;
use crate::state::State;
use dunlin_ir::semantics::{address, edge};
use dunlin_ir::small::{Small, mask};
use dunlin_ir::{
    BinOp, CastOp, CmpOp, EXCEPTION_HANDLING, FloatBinOp, FloatFormat, NanRule, semantics,
};
use dunlin_memory::{ObjectId, Value, ValueKind};
use dunlin_results::ErrorKind;

/// Bytes of bulk work after which the loop returns early.
const BULK_LIMIT: u64 = 64 << 20;

/// Why the loop returned.
pub enum Halt {
    /// The budget of instructions is used up, or much else was done; the state can go on.
    Budget,
    /// The state forked, or a path ended beside it: see [`Machine::forks`] and [`Machine::ended`].
    Forked,
    /// The state has passed a watched mark: see [`Machine::marked`]. It may have forked as well.
    Marked,
    /// The state stands at a cut.
    Cut,
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
    /// Executes until the path ends, the state stands at a cut if it `stops` there, or about `budget` IR
    /// instructions are done.
    pub(super) fn run(&mut self, state: &mut State, budget: u64, stops: bool) -> Halt {
        let start_budget = i64::try_from(budget).unwrap_or(i64::MAX);
        let mut left = start_budget;
        let code = self.code;
        // Not a slice: what changes cannot be borrowed, and copies of whole operations cost 10 % to 25 %.
        let ops: *const Op = self.coverage.operations(stops).as_ptr().cast();
        let pointer_mask = mask(self.module.target.pointer_bits);
        let mut pc = state.position.pc;
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
                state.position.pc = pc;
                state.position.instructions += (start_budget - left) as u64;
                return $pause;
            }};
        }
        // Unwraps the result of something that may end the path or touch the slots. What is done with the
        // operation comes before the slots are taken anew: in another order the loop has a spill more.
        macro_rules! unwrapped {
            ($result:expr, $then:expr) => {{
                state.position.pc = pc;
                match $result {
                    Ok(_) if self.gave_up => pause!(Halt::End(interrupted())),
                    Ok(value) => {
                        $then;
                        regs = frame_slots(state);
                        value
                    }
                    Err(end) => pause!(Halt::End(end)),
                }
            }};
        }
        // Of a part of an operation, which may have begun again and then has more to repeat.
        macro_rules! part {
            ($result:expr) => {
                unwrapped!($result, ())
            };
        }
        // Of an operation, which is done with that.
        macro_rules! attempt {
            ($result:expr) => {
                unwrapped!($result, state.settle())
            };
        }
        // Returns if something was decided that others should hear of. The operation must be done.
        macro_rules! tell_forks {
            () => {
                if !self.forks.is_empty() || !self.ended.is_empty() {
                    pause!(Halt::Forked);
                }
            };
        }
        macro_rules! cover {
            ($pc:expr, $event:expr) => {{
                let mark = mark($pc, $event);
                // SAFETY: there are as many marks as `mark` can give for the operations of this
                // program, and `$pc` is one of them.
                if unsafe { *self.coverage.fresh.get_unchecked(mark as usize) } {
                    self.coverage.record(pc, mark);
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
        macro_rules! compare {
            ($op:ident, $w:expr, $dst:expr, $a:expr, $y:expr) => {{
                let (x, y): (Value, Value) = (get!($a), $y);
                let w = u32::from($w);
                let value = if x.meta.both_int(y.meta) {
                    Value::int(semantics::compare(&mut Small, CmpOp::$op, w, &x.bits, &y.bits))
                } else if matches!(CmpOp::$op, CmpOp::Eq | CmpOp::Ne) && is_not_null(x, y) {
                    Value::int(u64::from(CmpOp::$op == CmpOp::Ne))
                } else {
                    attempt!(self.compare_value(state, CmpOp::$op, w, x, y))
                };
                set!($dst, value);
                pc += 1;
            }};
        }
        macro_rules! jump {
            ($count:expr, $to:expr) => {{
                left -= i64::from($count);
                pc = $to;
                if left < 0 {
                    pause!(Halt::Budget);
                }
            }};
        }
        macro_rules! return_one {
            ($count:expr, $value:expr) => {{
                left -= i64::from($count);
                // SAFETY: as for `get!`.
                let value = unsafe { (*regs.add($value as usize)).copied() };
                self.return_one(state, value);
                regs = frame_slots(state);
                pc = state.position.pc;
                cover!(pc - 1, Event::Passed);
            }};
        }
        macro_rules! return_list {
            ($count:expr, $list:expr) => {{
                if self.options.check_uninitialised() {
                    state.position.pc = pc;
                    if let Err(end) = self.check_status(state, $list) {
                        pause!(Halt::End(end));
                    }
                }
                left -= i64::from($count);
                self.return_list(state, $list);
                regs = frame_slots(state);
                pc = state.position.pc;
                cover!(pc - 1, Event::Passed);
            }};
        }
        macro_rules! branch {
            ($holds:expr, $count:expr, $to:expr) => {{
                let holds: bool = $holds;
                cover!(pc, if holds { Event::BranchHeld } else { Event::BranchFailed });
                jump!($count, if holds { pc + 1 } else { $to });
            }};
        }
        macro_rules! compare_branch {
            ($op:ident, $w:expr, $count:expr, $a:expr, $y:expr, $to:expr) => {{
                let (x, y): (Value, Value) = (get!($a), $y);
                let w = u32::from($w);
                if x.meta.both_int(y.meta) {
                    let holds = semantics::compare(&mut Small, CmpOp::$op, w, &x.bits, &y.bits);
                    branch!(holds != 0, $count, $to)
                } else if matches!(CmpOp::$op, CmpOp::Eq | CmpOp::Ne) && is_not_null(x, y) {
                    branch!(CmpOp::$op == CmpOp::Ne, $count, $to)
                } else {
                    let targets = (pc + 1, $to);
                    let holds =
                        attempt!(self.compare_branch(state, CmpOp::$op, w, (x, y), targets));
                    branch!(holds, $count, $to);
                    tell_forks!();
                }
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
                let op = FloatBinOp::$op;
                // Neither way decides anything: the operation is total. It is compiled for this rule only.
                let rule = NanRule::X86;
                let value = match x.meta.both_int(y.meta) {
                    true => {
                        let (x, y) = (x.bits, y.bits);
                        Value::int(semantics::float_binary(&mut Small, rule, op, format, &x, &y))
                    }
                    false => attempt!(self.float_slow(state, op, format, x, y)),
                };
                set!($dst, value);
                pc += 1;
            }};
        }
        // The bits of an address: computed at 64 bits, so that its meaning is inlined without any cuts, and
        // then cut to the pointer width.
        macro_rules! moved {
            ($base:expr, $how:ident, $($by:expr),*) => {{
                let base: Value = $base;
                let bits = address::$how(&mut Small, 64, &base.bits, $($by),*) & pointer_mask;
                Value { bits, meta: base.meta }
            }};
        }
        // An address computed from a base and an index; in one of three ways, so that the usual one
        // has a single test.
        macro_rules! indexed {
            ($base:expr, $index:expr, $scale:expr, $extend:expr, $unwrap:ident) => {{
                let (base, index): (Value, Value) = (get!($base), get!($index));
                if index.meta.is_int() && !base.meta.is_symbolic() {
                    let index = match $extend {
                        true => semantics::cast(&mut Small, CastOp::Sext, 32, 64, &index.bits),
                        false => index.bits,
                    };
                    moved!(base, indexed, &index, u64::from($scale))
                } else {
                    let width = if $extend { 32 } else { self.module.target.pointer_bits };
                    let scale = u64::from($scale);
                    let address = $unwrap!(self.index_slow(state, base, index, width, scale));
                    debug_assert!(!state.has_decided(), "nothing is decided before the access");
                    address
                }
            }};
        }
        macro_rules! load {
            ($address:expr, $size:expr, $dst:expr) => {{
                let address: Value = $address;
                let loaded = if address.meta.is_pointer() {
                    state
                        .memory
                        .objects
                        .load(address.meta.object(), address.bits, u32::from($size))
                        .ok()
                } else {
                    None
                };
                match loaded {
                    Some(value) => {
                        set!($dst, value);
                        pc += 1;
                    }
                    None => {
                        let value = attempt!(self.load_slow(state, address, u32::from($size)));
                        set!($dst, value);
                        pc += 1;
                        tell_forks!();
                    }
                }
            }};
        }
        macro_rules! store {
            ($address:expr, $size:expr, $value:expr) => {{
                let address: Value = $address;
                let value = get!($value);
                let done = address.meta.is_pointer()
                    && state
                        .memory
                        .objects
                        .store(address.meta.object(), address.bits, u32::from($size), value)
                        .is_ok();
                pc += 1;
                if !done {
                    pc -= 1;
                    attempt!(self.store_slow(state, address, u32::from($size), value));
                    pc += 1;
                    tell_forks!();
                }
            }};
        }
        macro_rules! pause_after_bulk {
            () => {
                if state.position.bulk_bytes > BULK_LIMIT {
                    state.position.bulk_bytes = 0;
                    pause!(Halt::Budget);
                }
            };
        }
        macro_rules! displaced {
            ($base:expr, $disp:expr) => {{
                let base: Value = get!($base);
                if !base.meta.is_symbolic() {
                    moved!(base, displaced, i64::from($disp))
                } else {
                    let displaced = self.displace_slow(state, base, i64::from($disp));
                    regs = frame_slots(state);
                    displaced
                }
            }};
        }

        loop {
            debug_assert!((pc as usize) < self.coverage.ops.len());
            // SAFETY: execution begins at the entry of a function, and `Code::check` has checked that wherever an
            // operation leads there is one. `coverage` keeps them where they are. It writes one only when it is
            // called, and by then what the operation holds was read.
            match *unsafe { &*ops.add(pc as usize) } {
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
                    compare_branch!(Eq, w, count, a, get!(b), to)
                }
                Op::BrEqI { w, count, a, b, to } => {
                    compare_branch!(Eq, w, count, a, constant!(b, w), to)
                }
                Op::BrNe { w, count, a, b, to } => {
                    compare_branch!(Ne, w, count, a, get!(b), to)
                }
                Op::BrNeI { w, count, a, b, to } => {
                    compare_branch!(Ne, w, count, a, constant!(b, w), to)
                }
                Op::BrUlt { w, count, a, b, to } => {
                    compare_branch!(Ult, w, count, a, get!(b), to)
                }
                Op::BrUltI { w, count, a, b, to } => {
                    compare_branch!(Ult, w, count, a, constant!(b, w), to)
                }
                Op::BrUle { w, count, a, b, to } => {
                    compare_branch!(Ule, w, count, a, get!(b), to)
                }
                Op::BrUleI { w, count, a, b, to } => {
                    compare_branch!(Ule, w, count, a, constant!(b, w), to)
                }
                Op::BrUgt { w, count, a, b, to } => {
                    compare_branch!(Ugt, w, count, a, get!(b), to)
                }
                Op::BrUgtI { w, count, a, b, to } => {
                    compare_branch!(Ugt, w, count, a, constant!(b, w), to)
                }
                Op::BrUge { w, count, a, b, to } => {
                    compare_branch!(Uge, w, count, a, get!(b), to)
                }
                Op::BrUgeI { w, count, a, b, to } => {
                    compare_branch!(Uge, w, count, a, constant!(b, w), to)
                }
                Op::BrSlt { w, count, a, b, to } => {
                    compare_branch!(Slt, w, count, a, get!(b), to)
                }
                Op::BrSltI { w, count, a, b, to } => {
                    compare_branch!(Slt, w, count, a, constant!(b, w), to)
                }
                Op::BrSle { w, count, a, b, to } => {
                    compare_branch!(Sle, w, count, a, get!(b), to)
                }
                Op::BrSleI { w, count, a, b, to } => {
                    compare_branch!(Sle, w, count, a, constant!(b, w), to)
                }
                Op::BrSgt { w, count, a, b, to } => {
                    compare_branch!(Sgt, w, count, a, get!(b), to)
                }
                Op::BrSgtI { w, count, a, b, to } => {
                    compare_branch!(Sgt, w, count, a, constant!(b, w), to)
                }
                Op::BrSge { w, count, a, b, to } => {
                    compare_branch!(Sge, w, count, a, get!(b), to)
                }
                Op::BrSgeI { w, count, a, b, to } => {
                    compare_branch!(Sge, w, count, a, constant!(b, w), to)
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
                    let cond: Value = get!(cond);
                    if cond.meta.is_int() {
                        if cond.bits != 0 {
                            copy!(dst, src);
                        }
                    } else {
                        let (x, y) = (get!(src), get!(dst));
                        let value = attempt!(self.move_slow(state, cond, x, y));
                        set!(dst, value);
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
                    let value = match x.meta.is_int() {
                        true => {
                            let (op, w) = (CastOp::Trunc, u32::from(w));
                            Value::int(semantics::cast(&mut Small, op, 64, w, &x.bits))
                        }
                        false => attempt!(self.trunc_slow(state, u32::from(w), x)),
                    };
                    set!(dst, value);
                    pc += 1;
                }
                Op::Sext { from, to, dst, a } => {
                    let x = get!(a);
                    let (from, to) = (u32::from(from), u32::from(to));
                    let value = match x.meta.is_int() {
                        true => {
                            let op = CastOp::Sext;
                            Value::int(semantics::cast(&mut Small, op, from, to, &x.bits))
                        }
                        false => attempt!(self.sext_slow(state, from, to, x)),
                    };
                    set!(dst, value);
                    pc += 1;
                }
                Op::Divide { op, w, dst, a, b } => {
                    let (x, y) = (get!(a), get!(b));
                    let value = attempt!(self.divide(state, div_op(op), u32::from(w), x, y));
                    set!(dst, value);
                    pc += 1;
                    tell_forks!();
                }

                Op::PtrDisp { dst, base, disp } => {
                    set!(dst, displaced!(base, disp));
                    pc += 1;
                }
                Op::PtrIndex { scale, dst, base, index } => {
                    set!(dst, indexed!(base, index, scale, false, attempt));
                    pc += 1;
                }
                Op::PtrIndex32 { scale, dst, base, index } => {
                    set!(dst, indexed!(base, index, scale, true, attempt));
                    pc += 1;
                }
                Op::Load { size, dst, base, disp } => load!(displaced!(base, disp), size, dst),
                Op::LoadIndex { size, scale, dst, base, index } => {
                    load!(indexed!(base, index, scale, false, part), size, dst)
                }
                Op::LoadIndex32 { size, scale, dst, base, index } => {
                    load!(indexed!(base, index, scale, true, part), size, dst)
                }
                Op::Store { size, value, base, disp } => {
                    store!(displaced!(base, disp), size, value)
                }
                Op::StoreIndex { size, scale, value, base, index } => {
                    store!(indexed!(base, index, scale, false, part), size, value)
                }
                Op::StoreIndex32 { size, scale, value, base, index } => {
                    store!(indexed!(base, index, scale, true, part), size, value)
                }

                Op::Jump { count, to } => jump!(count, to),
                Op::MarkedJump { count, to } => {
                    self.coverage.pass(pc);
                    jump!(count, to)
                }
                Op::Branch { count, cond, to } => {
                    let cond = get!(cond);
                    if cond.meta.is_int() {
                        let holds = edge::branch(&mut Small, edge::THEN, &cond.bits);
                        branch!(holds != 0, count, to)
                    } else {
                        let targets = (pc + 1, to);
                        let holds = attempt!(self.register_branch(state, cond, targets));
                        branch!(holds, count, to);
                        tell_forks!();
                    }
                }
                Op::Switch { count, value, table } => {
                    let value = get!(value);
                    if value.meta.is_int() {
                        let to = code.switches[table as usize].target(value.bits);
                        cover!(to, Event::Arrived);
                        jump!(count, to);
                    } else {
                        let to = attempt!(self.switch_slow(state, value, table));
                        cover!(to, Event::Arrived);
                        jump!(count, to);
                        tell_forks!();
                    }
                }
                Op::SwitchWide { count, value, table } => {
                    let to = attempt!(self.switch_wide(state, value, table));
                    cover!(to, Event::Arrived);
                    jump!(count, to);
                    tell_forks!();
                }
                Op::IndirectJump { count, addr, table } => {
                    let addr = get!(addr);
                    let to = attempt!(self.indirect_jump(state, addr, table));
                    cover!(to, Event::Arrived);
                    jump!(count, to);
                    tell_forks!();
                }
                Op::Count { count } => jump!(count, pc + 1),

                Op::Call { site } => {
                    let called = pc;
                    attempt!(self.call(state, site));
                    pc = state.position.pc;
                    if pc == called + 1 {
                        cover!(called, Event::Passed);
                    } else {
                        cover!(pc, Event::Arrived);
                    }
                    if self.marked.is_some() {
                        pause!(Halt::Marked);
                    }
                    pause_after_bulk!();
                    tell_forks!();
                }
                Op::Return1 { count, value } => return_one!(count, value),
                Op::Return { count, list } => return_list!(count, list),
                Op::MarkedReturn1 { count, value } => {
                    self.coverage.pass(pc);
                    return_one!(count, value)
                }
                Op::MarkedReturn { count, list } => {
                    self.coverage.pass(pc);
                    return_list!(count, list)
                }
                Op::Resume => pause!(Halt::End(unsupported(EXCEPTION_HANDLING))),
                Op::Unreachable => {
                    let message =
                        "control reached a place that the compiler was told is unreachable";
                    let error = ProgramError::new(ErrorKind::ReachedUnreachable, message);
                    pause!(Halt::End(error.into()))
                }
                Op::Trap => {
                    let error = ProgramError::new(ErrorKind::Abort, "the program executed a trap");
                    pause!(Halt::End(error.into()))
                }
                Op::Cut => pause!(Halt::Cut),
                Op::Inst { inst } => {
                    attempt!(self.step_inst(state, inst));
                    pc += 1;
                    pause_after_bulk!();
                    tell_forks!();
                }
            }
        }
    }

    /// What a conditional move leaves in its destination.
    #[cold]
    #[inline(never)]
    fn move_slow(
        &mut self,
        state: &mut State,
        condition: Value,
        x: Value,
        y: Value,
    ) -> Result<Value, End> {
        if !condition.meta.is_symbolic() {
            let holds = self.to_bits(state, 1, condition)? != 0;
            return Ok(if holds { x } else { y });
        }
        let condition = self.term(state, condition, 1);
        // The width of the registers is not known here: that of the widest operand will do, since
        // narrower terms count as extended with zeros.
        let width = |this: &Self, value: Value| match value.kind() {
            ValueKind::Term(term) => this.terms.width(term),
            ValueKind::Int(bits) => (64 - bits.leading_zeros()).max(1),
            ValueKind::Unwritten { width, .. } => width,
            _ => this.module.target.pointer_bits,
        };
        let width = width(self, x).max(width(self, y));
        self.select_symbolic(state, condition, width, x, y)
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
    let base = state.position.top().base;
    state.position.regs[base..].as_mut_ptr()
}
