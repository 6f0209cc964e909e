//! The derived form of a program that execution steps through.
//!
//! Every function becomes a run of 16-byte operations in one array, so that a position is one number
//! (`pc`) and the next operation is usually the next one in memory. Registers are slots of 16 bytes
//! in the current frame; a register of more than 64 bits takes several. Operations are specialised
//! by what IR instruction they come from and fused where clang -O0 always writes the same pair
//! (compare and branch, index and access). `Code::points` maps every operation back to its IR
//! instruction; no other crate sees this form.

use super::builtin::Builtin;
use super::objects::{function_object, global_object};
use dunlin_ir::semantics::address;
use dunlin_ir::{BlockId, Class, FuncId, InstId, Module, Operand, Point, Type};
use dunlin_memory::Value;
use smallvec::SmallVec;

/// An index into the slots of a frame.
pub type Slot = u32;
pub type Pc = u32;

macro_rules! ops {
    (
        binary: $($bin:ident/$bini:ident),*;
        compare: $($cmp:ident/$cmpi:ident/$br:ident/$bri:ident),*;
        float: $($float:ident),*;
        $($rest:tt)*
    ) => {
        /// One operation. `w` is a width in bits, `count` how many IR instructions end with it.
        #[derive(Clone, Copy, Debug)]
        pub enum Op {
            $(
                $bin { w: u8, dst: Slot, a: Slot, b: Slot },
                /// With a sign-extended constant on the right.
                $bini { w: u8, dst: Slot, a: Slot, b: i32 },
            )*
            $(
                $cmp { w: u8, dst: Slot, a: Slot, b: Slot },
                $cmpi { w: u8, dst: Slot, a: Slot, b: i32 },
                /// Goes on if the comparison holds, else jumps.
                $br { w: u8, count: u16, a: Slot, b: Slot, to: Pc },
                $bri { w: u8, count: u16, a: Slot, b: i32, to: Pc },
            )*
            $(
                /// In double precision, or single if `w` is 32.
                $float { w: u8, dst: Slot, a: Slot, b: Slot },
            )*
            $($rest)*
        }
    };
}

ops! {
    binary: Add/AddI, Sub/SubI, Mul/MulI, And/AndI, Or/OrI, Xor/XorI, Shl/ShlI, LShr/LShrI, AShr/AShrI;
    compare: Eq/EqI/BrEq/BrEqI, Ne/NeI/BrNe/BrNeI, Ult/UltI/BrUlt/BrUltI, Ule/UleI/BrUle/BrUleI,
        Ugt/UgtI/BrUgt/BrUgtI, Uge/UgeI/BrUge/BrUgeI, Slt/SltI/BrSlt/BrSltI, Sle/SleI/BrSle/BrSleI,
        Sgt/SgtI/BrSgt/BrSgtI, Sge/SgeI/BrSge/BrSgeI;
    float: FAdd, FSub, FMul, FDiv;

    Move { dst: Slot, src: Slot },
    /// `dst = src` if `cond` is 1.
    MoveIf { cond: Slot, dst: Slot, src: Slot },
    Int { dst: Slot, value: u64 },
    /// The address of a function or global, by object id.
    Address { dst: Slot, object: u64 },
    Trunc { w: u8, dst: Slot, a: Slot },
    Sext { from: u8, to: u8, dst: Slot, a: Slot },
    /// Signed and unsigned division and remainder, with their errors.
    Divide { op: DivOp, w: u8, dst: Slot, a: Slot, b: Slot },

    /// `dst = base + disp`.
    PtrDisp { dst: Slot, base: Slot, disp: i32 },
    /// `dst = base + index * scale`.
    PtrIndex { scale: u16, dst: Slot, base: Slot, index: Slot },
    /// As `PtrIndex` with an index of 32 bits, sign-extended.
    PtrIndex32 { scale: u16, dst: Slot, base: Slot, index: Slot },
    Load { size: u8, dst: Slot, base: Slot, disp: i32 },
    LoadIndex { size: u8, scale: u16, dst: Slot, base: Slot, index: Slot },
    LoadIndex32 { size: u8, scale: u16, dst: Slot, base: Slot, index: Slot },
    Store { size: u8, value: Slot, base: Slot, disp: i32 },
    StoreIndex { size: u8, scale: u16, value: Slot, base: Slot, index: Slot },
    StoreIndex32 { size: u8, scale: u16, value: Slot, base: Slot, index: Slot },

    Jump { count: u16, to: Pc },
    /// With a mark of coverage: a path may end on the straight line before it, and other lines lead to the
    /// same place, so that nothing else tells whether this one was passed.
    MarkedJump { count: u16, to: Pc },
    /// Goes on if `cond` is 1, else jumps.
    Branch { count: u16, cond: Slot, to: Pc },
    Switch { count: u16, value: Slot, table: u32 },
    /// `value` is the first of the slots of a wide register.
    SwitchWide { count: u16, value: Slot, table: u32 },
    IndirectJump { count: u16, addr: Slot, table: u32 },
    /// Counts instructions where a straight line is too long for one `count`.
    Count { count: u32 },

    Call { site: u32 },
    /// The values to return are those of `returns[list]`.
    Return { count: u16, list: u32 },
    /// The common case of one value of one slot.
    Return1 { count: u16, value: Slot },
    /// As `MarkedJump`.
    MarkedReturn { count: u16, list: u32 },
    MarkedReturn1 { count: u16, value: Slot },
    /// An exception goes on to the callers.
    Resume,
    Unreachable,
    Trap,
    /// Any other instruction, interpreted from the IR.
    Inst { inst: InstId },
    /// Stands for the operation at a cut while the running state is to stop there: never in a program.
    Cut,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DivOp {
    UDiv,
    SDiv,
    URem,
    SRem,
}

/// Where an argument or returned scalar comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    Slot(Slot),
    Value(Value),
}

/// A call prepared for execution. Scalars of more than 64 bits appear as several slots.
#[derive(Debug)]
pub struct CallSite {
    pub target: CallTarget,
    pub args: Vec<Source>,
    pub arg_types: Vec<Type>,
    pub dsts: SmallVec<[Slot; 2]>,
    /// Some instruction reads the result.
    pub result_used: bool,
    pub dst_types: Vec<Type>,
    /// What lies where in the area of variable arguments.
    pub varargs: Vec<VarPiece>,
    pub varargs_size: u64,
    /// Of a call through a pointer: what it passes and expects. A function with the same number takes and
    /// returns just that.
    pub signature: Signature,
    /// Of a call through a pointer: its scalars as they are passed, variable ones at the end.
    pub passed: Vec<Passed>,
    /// The widths and classes of its results.
    pub expected: Vec<(u32, Class)>,
}

/// The number of a list of widths and classes of arguments and results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature(pub u32);

/// A scalar that a call passes; the one slot that it comes from, if it is at most 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Passed {
    pub bits: u32,
    pub class: Class,
    pub source: Option<Source>,
}

/// One piece of the variable arguments: a scalar of at most 8 bytes, or bytes to copy.
#[derive(Clone, Copy, Debug)]
pub struct VarPiece {
    pub offset: u64,
    pub source: Source,
    pub size: VarSize,
}

#[derive(Clone, Copy, Debug)]
pub enum VarSize {
    Scalar(u32),
    /// The source is an address.
    Copy(u64),
}

#[derive(Clone, Copy, Debug)]
pub enum CallTarget {
    Func(FuncId),
    Builtin(Builtin),
    Indirect(Source),
    /// Declared, but neither defined nor provided by the engine.
    Unknown(FuncId),
}

/// Where the cases of a switch lead.
#[derive(Debug)]
pub enum SwitchTable {
    /// Case `first + i` leads to `targets[i]`.
    Dense {
        first: u64,
        targets: Vec<Pc>,
        default: Pc,
    },
    /// Sorted by value.
    Sparse {
        cases: Vec<(u64, Pc)>,
        default: Pc,
    },
    Wide {
        cases: Vec<(Vec<u64>, Pc)>,
        default: Pc,
    },
}

impl SwitchTable {
    #[inline]
    pub fn target(&self, value: u64) -> Pc {
        match self {
            SwitchTable::Dense { first, targets, default } => {
                let index = value.wrapping_sub(*first);
                if index < targets.len() as u64 { targets[index as usize] } else { *default }
            }
            SwitchTable::Sparse { cases, default } => {
                match cases.binary_search_by_key(&value, |case| case.0) {
                    Ok(index) => cases[index].1,
                    Err(_) => *default,
                }
            }
            SwitchTable::Wide { default, .. } => *default,
        }
    }

    fn for_each_target(&self, mut f: impl FnMut(Pc)) {
        f(self.default());
        match self {
            SwitchTable::Dense { targets, .. } => targets.iter().for_each(|&to| f(to)),
            SwitchTable::Sparse { cases, .. } => cases.iter().for_each(|&(_, to)| f(to)),
            SwitchTable::Wide { cases, .. } => cases.iter().for_each(|&(_, to)| f(to)),
        }
    }

    pub fn default(&self) -> Pc {
        match self {
            SwitchTable::Dense { default, .. }
            | SwitchTable::Sparse { default, .. }
            | SwitchTable::Wide { default, .. } => *default,
        }
    }
}

/// What the engine needs to know of a function.
#[derive(Debug)]
pub struct FuncCode {
    pub entry: Pc,
    /// One behind the last operation.
    pub end: Pc,
    /// How many slots a frame has.
    pub slots: u32,
    /// Where the parameters go, in the order of the flattened arguments.
    pub params: Vec<Slot>,
    pub signature: Signature,
    /// The first slot of each register.
    pub reg_slots: Vec<Slot>,
    /// Where each block begins, for indirect jumps; `Pc::MAX` if it has no code of its own.
    pub block_pcs: Vec<Pc>,
    pub builtin: Option<Builtin>,
}

/// The place in the IR that an operation comes from.
#[derive(Clone, Copy, Debug)]
pub struct OpPoint {
    pub block: BlockId,
    pub index: u32,
    /// IR instructions on the straight line before this operation that no `count` has covered yet.
    pub uncounted: u32,
}

/// A whole program in derived form.
pub struct Code {
    pub ops: Vec<Op>,
    pub points: Vec<OpPoint>,
    pub funcs: Vec<FuncCode>,
    pub calls: Vec<CallSite>,
    pub switches: Vec<SwitchTable>,
    pub returns: Vec<Vec<Source>>,
    /// For each indirect jump: the possible target blocks and the operations that lead there.
    pub indirect: Vec<Vec<(BlockId, Pc)>>,
}

impl Code {
    /// The function that the operation at `pc` belongs to.
    pub fn func_at(&self, pc: Pc) -> FuncId {
        let after = self.funcs.partition_point(|func| func.entry <= pc);
        FuncId::new(after - 1)
    }

    /// Panics unless every slot that an operation names is one of its function's frame, and wherever it leads there
    /// is an operation: what the unchecked accesses of the main loop rely on.
    pub fn check(&self) {
        let is_op = |to: Pc| assert!((to as usize) < self.ops.len(), "no operation {to}");
        for func in &self.funcs {
            let ops = &self.ops[func.entry as usize..func.end as usize];
            for op in ops {
                op.for_each_slot(|slot| {
                    assert!(slot < func.slots, "{op:?} in a frame of {}", func.slots)
                });
                op.jump_target().into_iter().for_each(is_op);
            }
            let last = ops.last().filter(|op| op.goes_on());
            assert!(last.is_none(), "behind {last:?} the function ends");
        }
        self.switches.iter().for_each(|table| table.for_each_target(is_op));
        self.indirect.iter().flatten().for_each(|&(_, to)| is_op(to));
    }

    pub fn point(&self, pc: Pc) -> Point {
        let point = self.points[pc as usize];
        Point { func: self.func_at(pc), block: point.block, index: point.index }
    }
}

impl Op {
    /// Where a conditional branch jumps to if its condition does not hold.
    pub fn branch_target(&self) -> Option<Pc> {
        macro_rules! target {
            ($($branch:ident)*) => {
                match *self {
                    $(Op::$branch { to, .. })|* | Op::Branch { to, .. } => Some(to),
                    _ => None,
                }
            };
        }
        target! {
            BrEq BrNe BrUlt BrUle BrUgt BrUge BrSlt BrSle BrSgt BrSge
            BrEqI BrNeI BrUltI BrUleI BrUgtI BrUgeI BrSltI BrSleI BrSgtI BrSgeI
        }
    }

    /// Where this jumps to, always or if a condition does not hold.
    fn jump_target(&self) -> Option<Pc> {
        match *self {
            Op::Jump { to, .. } | Op::MarkedJump { to, .. } => Some(to),
            _ => self.branch_target(),
        }
    }

    /// Whether execution may go on with the operation behind this one.
    fn goes_on(&self) -> bool {
        let returns = matches!(self, Op::Call { .. }) || self.branch_target().is_some();
        returns || !self.leaves_line()
    }

    /// Whether a path can end here, whatever is undefined.
    pub fn may_end_path(&self) -> bool {
        matches!(
            self,
            Op::Load { .. }
                | Op::LoadIndex { .. }
                | Op::LoadIndex32 { .. }
                | Op::Store { .. }
                | Op::StoreIndex { .. }
                | Op::StoreIndex32 { .. }
                | Op::Divide { .. }
                | Op::Inst { .. }
        )
    }

    /// Whether it has a mark that only it can tell.
    pub fn has_mark(&self) -> bool {
        matches!(self, Op::MarkedJump { .. } | Op::MarkedReturn { .. } | Op::MarkedReturn1 { .. })
    }

    /// The same jump or return, with or without its mark; other operations as they are.
    pub fn with_mark(self, mark: bool) -> Op {
        match (self, mark) {
            (Op::Jump { count, to }, true) => Op::MarkedJump { count, to },
            (Op::MarkedJump { count, to }, false) => Op::Jump { count, to },
            (Op::Return { count, list }, true) => Op::MarkedReturn { count, list },
            (Op::MarkedReturn { count, list }, false) => Op::Return { count, list },
            (Op::Return1 { count, value }, true) => Op::MarkedReturn1 { count, value },
            (Op::MarkedReturn1 { count, value }, false) => Op::Return1 { count, value },
            (op, _) => op,
        }
    }

    /// Whether this ends a straight line, or has a mark of its own that tells that it was passed.
    pub fn leaves_line(&self) -> bool {
        matches!(
            self,
            Op::Jump { .. }
                | Op::MarkedJump { .. }
                | Op::Switch { .. }
                | Op::SwitchWide { .. }
                | Op::IndirectJump { .. }
                | Op::Call { .. }
                | Op::Return { .. }
                | Op::Return1 { .. }
                | Op::MarkedReturn { .. }
                | Op::MarkedReturn1 { .. }
                | Op::Resume
                | Op::Unreachable
                | Op::Trap
        ) || self.branch_target().is_some()
    }

    /// Calls `f` with every slot that the main loop reads or writes for this operation.
    fn for_each_slot(&self, mut f: impl FnMut(Slot)) {
        macro_rules! slots {
            (three: $($three:ident)*; two: $($two:ident)*; branch: $($branch:ident)*;
             branch_one: $($one:ident)*; $($rest:tt)*) => {
                match *self {
                    $(Op::$three { dst, a, b, .. } => [dst, a, b].into_iter().for_each(f),)*
                    $(Op::$two { dst, a, .. } => [dst, a].into_iter().for_each(f),)*
                    $(Op::$branch { a, b, .. } => [a, b].into_iter().for_each(f),)*
                    $(Op::$one { a, .. } => f(a),)*
                    $($rest)*
                }
            };
        }
        slots! {
            three: Add Sub Mul And Or Xor Shl LShr AShr Eq Ne Ult Ule Ugt Uge Slt Sle Sgt Sge FAdd FSub
                FMul FDiv Divide;
            two: AddI SubI MulI AndI OrI XorI ShlI LShrI AShrI EqI NeI UltI UleI UgtI UgeI SltI SleI
                SgtI SgeI Trunc Sext;
            branch: BrEq BrNe BrUlt BrUle BrUgt BrUge BrSlt BrSle BrSgt BrSge;
            branch_one: BrEqI BrNeI BrUltI BrUleI BrUgtI BrUgeI BrSltI BrSleI BrSgtI BrSgeI;
            Op::Move { dst, src } => [dst, src].into_iter().for_each(f),
            Op::MoveIf { cond, dst, src } => [cond, dst, src].into_iter().for_each(f),
            Op::Int { dst, .. } | Op::Address { dst, .. } => f(dst),
            Op::PtrDisp { dst, base, .. } | Op::Load { dst, base, .. } => {
                [dst, base].into_iter().for_each(f);
            }
            Op::PtrIndex { dst, base, index, .. }
            | Op::PtrIndex32 { dst, base, index, .. }
            | Op::LoadIndex { dst, base, index, .. }
            | Op::LoadIndex32 { dst, base, index, .. } => [dst, base, index].into_iter().for_each(f),
            Op::Store { value, base, .. } => [value, base].into_iter().for_each(f),
            Op::StoreIndex { value, base, index, .. } | Op::StoreIndex32 { value, base, index, .. } => {
                [value, base, index].into_iter().for_each(f);
            }
            Op::Branch { cond: slot, .. }
            | Op::Switch { value: slot, .. }
            | Op::IndirectJump { addr: slot, .. }
            | Op::Return1 { value: slot, .. }
            | Op::MarkedReturn1 { value: slot, .. } => f(slot),
            // These read their slots with bounds checks.
            Op::SwitchWide { .. }
            | Op::Jump { .. }
            | Op::MarkedJump { .. }
            | Op::Count { .. }
            | Op::Call { .. }
            | Op::Return { .. }
            | Op::MarkedReturn { .. }
            | Op::Unreachable
            | Op::Resume
            | Op::Trap
            | Op::Inst { .. }
            | Op::Cut => {}
        }
    }
}

/// How many slots a register of this type takes.
pub fn slots_of(ty: Type) -> u32 {
    match ty {
        Type::Int(width) => width.div_ceil(64),
        Type::Ptr => 1,
    }
}

/// The slot values of a constant operand, lowest first; `None` for a register.
pub fn constant_values(module: &Module, operand: &Operand, ty: Type) -> Option<Vec<Value>> {
    Some(match operand {
        Operand::Reg(_) => return None,
        Operand::Int { value, .. } => vec![Value::int(*value)],
        Operand::Wide(bits) => bits.words().iter().map(|&word| Value::int(word)).collect(),
        Operand::Null => vec![Value::int(0)],
        Operand::Global(global) => vec![Value::pointer(global_object(module, *global), 0)],
        Operand::Func(func) => vec![Value::pointer(function_object(*func), 0)],
        Operand::BlockAddr(func, block) => {
            vec![Value::pointer(function_object(*func), address::label(*block))]
        }
        // The front end leaves none, and promotion only in blocks that are never entered.
        Operand::Undef(_) => vec![Value::int(0); slots_of(ty) as usize],
    })
}

const _: () = assert!(size_of::<Op>() == 16);
