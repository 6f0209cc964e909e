//! The instructions of random functions.

use super::{Body, GLOBALS, WIDTHS};
use crate::ids::{BlockId, FuncId, GlobalId, Reg};
use crate::inst::*;
use crate::test_support::call;
use crate::types::Type;

impl Body<'_> {
    pub fn comparison(&mut self, block: BlockId) -> Reg {
        const OPS: [CmpOp; 10] = [
            CmpOp::Eq,
            CmpOp::Ne,
            CmpOp::Ult,
            CmpOp::Ule,
            CmpOp::Ugt,
            CmpOp::Uge,
            CmpOp::Slt,
            CmpOp::Sle,
            CmpOp::Sgt,
            CmpOp::Sge,
        ];
        let width = self.width();
        let ty = Type::Int(width);
        let a = self.operand(ty);
        let b = match self.random.chance(3) {
            true => self.operand(ty),
            false => Operand::int(width, self.random.number(width)),
        };
        let op = self.random.pick(&OPS);
        self.define(block, Type::BOOL, |dst| InstKind::Compare { op, dst, ty, a, b })
    }

    fn binary(&mut self, block: BlockId, op: BinOp, width: u32) -> Reg {
        let ty = Type::Int(width);
        let (a, b) = (self.operand(ty), self.operand(ty));
        let b = match self.random.chance(2) {
            true => Operand::int(width, self.random.number(width)),
            false => b,
        };
        let kind = |dst| InstKind::Binary { op, dst, width, a, b, nsw: false, nuw: false };
        self.define(block, ty, kind)
    }

    pub fn instruction(&mut self, block: BlockId) {
        use BinOp::*;
        const OPS: [BinOp; 23] = [
            Add, Sub, Mul, UDiv, SDiv, URem, SRem, And, Or, Xor, Shl, LShr, AShr, UMin, UMax, SMin,
            SMax, UAddSat, SAddSat, USubSat, SSubSat, UShlSat, SShlSat,
        ];
        match self.random.below(16) {
            0..3 => {
                let width = self.width();
                let op = self.random.pick(&[Add, Add, Sub]);
                self.binary(block, op, width);
            }
            3..5 => {
                let (op, width) = (self.random.pick(&OPS), self.width());
                self.binary(block, op, width);
            }
            5 => {
                self.comparison(block);
            }
            6 => {
                let (a, b) = (self.operand(Type::BOOL), self.operand(Type::BOOL));
                let op = self.random.pick(&[And, Or, Xor]);
                let b = if op == Xor { Operand::TRUE } else { b };
                let kind =
                    |dst| InstKind::Binary { op, dst, width: 1, a, b, nsw: false, nuw: false };
                self.define(block, Type::BOOL, kind);
            }
            7 => self.cast(block),
            8 => {
                let ty = Type::Int(self.width());
                let (cond, a, b) = (self.operand(Type::BOOL), self.operand(ty), self.operand(ty));
                self.define(block, ty, |dst| InstKind::Select { dst, ty, cond, a, b });
            }
            9 => {
                let width = self.width();
                let a = self.operand(Type::Int(width));
                let op = self.random.pick(&[UnOp::Abs, UnOp::PopCount, UnOp::Clz, UnOp::Ctz]);
                self.define(block, Type::Int(width), |dst| InstKind::Unary { op, dst, width, a });
            }
            10..14 => self.access(block),
            _ => self.call(block),
        }
    }

    fn cast(&mut self, block: BlockId) {
        let (from, to) = if self.random.chance(3) {
            (1, self.random.pick(&WIDTHS))
        } else {
            (self.width(), self.random.pick(&WIDTHS))
        };
        let op = match from.cmp(&to) {
            std::cmp::Ordering::Less => self.random.pick(&[CastOp::Zext, CastOp::Sext]),
            std::cmp::Ordering::Equal => return,
            std::cmp::Ordering::Greater => CastOp::Trunc,
        };
        let (from, to) = (Type::Int(from), Type::Int(to));
        let a = self.operand(from);
        self.define(block, to, |dst| InstKind::Cast { op, dst, from, to, a });
    }

    /// A load or a store somewhere in a variable.
    fn access(&mut self, block: BlockId) {
        let global = self.random.below(GLOBALS);
        let base = Operand::Global(GlobalId::new(global));
        let (disp, ty, index) = match global {
            0 => (0, Type::Int(8), None),
            1 => (4 * self.random.below(2) as i64, Type::Int(32), None),
            2 => (0, Type::Int(8), Some(self.operand(Type::Int(64)))),
            3 if self.random.chance(3) => return self.tell(block, base),
            3 => (0, Type::Int(16), None),
            // Sometimes of another width, which leaves nothing known.
            _ => (0, Type::Int(if self.random.chance(12) { 8 } else { 16 }), None),
        };
        let addr = match (disp, index) {
            (0, None) => base,
            (disp, index) => {
                let index = index.map(|index| match self.random.chance(2) {
                    true => Operand::int(64, self.random.below(8) as u64),
                    false => index,
                });
                let indices =
                    index.map(|index| ScaledIndex { index, scale: 1 }).into_iter().collect();
                let dst = self.builder.reg(Type::Ptr);
                let kind = InstKind::PtrAdd { dst, base, disp, indices, path: vec![] };
                self.builder.inst(block, kind);
                dst.into()
            }
        };
        if self.random.chance(2) && global != 2 {
            let value = self.operand(ty);
            self.builder
                .inst(block, InstKind::Store { ty, value, addr, align: 1, volatile: false });
        } else {
            let kind = |dst| InstKind::Load { dst, ty, addr, align: 1, volatile: false };
            self.define(block, ty, kind);
        }
    }

    /// The address of a variable goes through memory.
    fn tell(&mut self, block: BlockId, address: Operand) {
        let slot = self.builder.alloca(block, 8);
        let ty = Type::Ptr;
        let store =
            InstKind::Store { ty, value: address, addr: slot.into(), align: 8, volatile: false };
        self.builder.inst(block, store);
        let loaded = self.builder.load(block, Type::Ptr, slot);
        let value = self.operand(Type::Int(16));
        self.builder.store(block, Type::Int(16), value, loaded);
    }

    fn call(&mut self, block: BlockId) {
        let callee = self.random.below(self.shapes.len());
        let (params, returns) = self.shapes[callee].clone();
        let args: Vec<Operand> = params.iter().map(|&ty| self.operand(ty)).collect();
        let dsts: Vec<Reg> = returns.iter().map(|&ty| self.builder.reg(ty)).collect();
        let callee = Operand::Func(FuncId::new(callee));
        let callee = match (callee, self.random.below(12)) {
            (Operand::Func(id), 2..) => Callee::Direct(id),
            (callee, 0) => Callee::Indirect(callee),
            (callee, _) => {
                // Not seen through.
                let dst = self.builder.reg(Type::Ptr);
                let cond = self.operand(Type::BOOL);
                let other = Operand::Func(FuncId::new(self.random.below(self.shapes.len())));
                let kind = InstKind::Select { dst, ty: Type::Ptr, cond, a: callee, b: other };
                self.builder.inst(block, kind);
                Callee::Indirect(dst.into())
            }
        };
        self.builder.inst(block, call(callee, &args, &dsts));
        self.available.extend(dsts);
    }
}
