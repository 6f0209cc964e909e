//! Random instructions, over what registers hold at a place.

use super::{Body, LARGE_STEP};
use dunlin_ir::*;

impl Body<'_> {
    pub(super) fn define(&mut self, ty: Type, kind: impl FnOnce(Reg) -> InstKind) -> Reg {
        let dst = self.func.new_reg(ty);
        self.insts.push(kind(dst));
        self.available.push(dst);
        dst
    }

    pub(super) fn reg_of(&mut self, ty: Type) -> Option<Reg> {
        let known: Vec<Reg> =
            self.available.iter().copied().filter(|&reg| self.func.reg_type(reg) == ty).collect();
        (!known.is_empty()).then(|| self.random.pick(&known))
    }

    pub(super) fn operand(&mut self, ty: Type) -> Operand {
        if (ty == Type::Ptr || !self.random.chance(4))
            && let Some(reg) = self.reg_of(ty)
        {
            return reg.into();
        }
        match ty {
            Type::Int(width) if self.random.chance(2) => self.converted(width),
            Type::Int(width) => Operand::constant(self.random.bits(width)),
            Type::Ptr => unreachable!("the buffer is there everywhere"),
        }
    }

    /// An integer of a width that no register may have yet, from one that has another.
    fn converted(&mut self, width: u32) -> Operand {
        let ints: Vec<Reg> = self
            .available
            .iter()
            .copied()
            .filter(|&reg| matches!(self.func.reg_type(reg), Type::Int(from) if from != width))
            .collect();
        if ints.is_empty() {
            return Operand::constant(self.random.bits(width));
        }
        let reg = self.random.pick(&ints);
        let from = self.func.reg_type(reg);
        let Type::Int(bits) = from else { unreachable!("chosen so") };
        let op = match bits < width {
            true => self.random.pick(&[CastOp::Zext, CastOp::Sext]),
            false => CastOp::Trunc,
        };
        let to = Type::Int(width);
        self.define(to, |dst| InstKind::Cast { op, dst, from, to, a: reg.into() }).into()
    }

    pub(super) fn condition(&mut self) -> Reg {
        let ty = match self.random.chance(6) {
            true => Type::Ptr,
            false => Type::Int(self.random.width()),
        };
        let (a, b) = (self.operand(ty), self.operand(ty));
        let op = self.random.pick(CmpOp::ALL);
        self.define(Type::BOOL, |dst| InstKind::Compare { op, dst, ty, a, b })
    }

    pub(super) fn instruction(&mut self) {
        let width = match self.random.chance(2) {
            true => self.random.width(),
            false => match self.random.pick(&self.pool) {
                Type::Int(width) => width,
                Type::Ptr => 32,
            },
        };
        let ty = Type::Int(width);
        match self.random.below(16) {
            0..=3 => {
                let op = self.random.pick(BinOp::ALL);
                let a = self.operand(ty);
                let mut b = self.operand(ty);
                let divides = matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem);
                if divides && !self.random.chance(12) {
                    // Odd and, if there is room for it, positive: never zero or minus one.
                    if matches!(op, BinOp::SDiv | BinOp::SRem) && width < 3 {
                        return;
                    }
                    let words = vec![u64::MAX; width.div_ceil(64) as usize];
                    let all = Bits::new(width, &words);
                    let positive = Bits::new(width.max(2) - 1, all.words());
                    let positive = Bits::new(width, positive.words());
                    let bit_op = |op, dst, a, b| InstKind::Binary {
                        op,
                        dst,
                        width,
                        a,
                        b: Operand::constant(b),
                        nsw: false,
                        nuw: false,
                    };
                    let masked = self.define(ty, |dst| bit_op(BinOp::And, dst, b, positive));
                    let one = Bits::from_u64(width, 1);
                    b = self.define(ty, |dst| bit_op(BinOp::Or, dst, masked.into(), one)).into();
                }
                self.define(ty, |dst| InstKind::Binary {
                    op,
                    dst,
                    width,
                    a,
                    b,
                    nsw: false,
                    nuw: false,
                });
            }
            4 => {
                let op = self.random.pick(UnOp::ALL);
                let width = if op == UnOp::ByteSwap { width.div_ceil(16) * 16 } else { width };
                let a = self.operand(Type::Int(width));
                self.define(Type::Int(width), |dst| InstKind::Unary { op, dst, width, a });
            }
            5 => {
                self.condition();
            }
            6 => {
                let op = self.random.pick(OverflowOp::ALL);
                let (a, b) = (self.operand(ty), self.operand(ty));
                self.define(Type::BOOL, |dst| InstKind::Overflow { op, dst, width, a, b });
            }
            7 => {
                self.converted(width);
            }
            8 => {
                let ty = if self.random.chance(4) { Type::Ptr } else { ty };
                let (cond, a, b) = (self.operand(Type::BOOL), self.operand(ty), self.operand(ty));
                self.define(ty, |dst| InstKind::Select { dst, ty, cond, a, b });
            }
            9 => {
                let (a, b, shift) = (self.operand(ty), self.operand(ty), self.operand(ty));
                let left = self.random.chance(2);
                self.define(ty, |dst| InstKind::FunnelShift { left, dst, width, a, b, shift });
            }
            10 => self.float(),
            11 if self.callees.len() > 1 => self.call(),
            12 => self.odd(ty),
            _ => self.access(),
        }
    }

    fn odd(&mut self, ty: Type) {
        let a = self.operand(ty);
        match self.random.below(3) {
            0 => {
                self.define(ty, |dst| InstKind::Freeze { dst, ty, a });
            }
            1 if !self.shape.initialised => {
                let var = Some(VarId(0));
                let kind = |dst| InstKind::Uninit { dst, ty, var, site: None, offset: 0 };
                self.define(ty, kind);
            }
            _ => self.insts.push(InstKind::Marker { var: VarId(0), ty, value: a }),
        }
    }

    fn float(&mut self) {
        let format = self.random.pick(&FloatFormat::ALL);
        let ty = Type::Int(format.bits());
        let (a, b) = (self.operand(ty), self.operand(ty));
        if self.random.chance(4) {
            let op = self.random.pick(FloatCmpOp::ALL);
            self.define(Type::BOOL, |dst| InstKind::FloatCompare { op, format, dst, a, b });
        } else {
            let op = self.random.pick(FloatBinOp::ALL);
            self.define(ty, |dst| InstKind::FloatBinary { op, format, dst, a, b });
        }
    }

    fn call(&mut self) {
        let index = 1 + self.random.below(self.callees.len() - 1);
        let callee = &self.callees[index];
        let types: Vec<Type> = callee.params.iter().map(|&reg| callee.reg_type(reg)).collect();
        let returns = callee.returns.clone();
        let mut args: Vec<Operand> = vec![self.func.params[0].into(), Operand::int(16, 3)];
        for &ty in &types[2..] {
            let arg = self.operand(ty);
            args.push(arg);
        }
        let dsts: Vec<Reg> = returns.iter().map(|&ty| self.func.new_reg(ty)).collect();
        self.insts.push(InstKind::Call(Call {
            dsts: dsts.iter().copied().collect(),
            callee: Callee::Direct(FuncId::new(index)),
            args,
            varargs: vec![],
            varargs_size: 0,
            passing: None,
        }));
        self.available.extend(dsts);
    }

    /// A load or store (or several) at a computed place of the buffer, or only the place.
    fn access(&mut self) {
        let addr = self.place();
        for _ in 0..self.random.pick(&[0, 1, 1, 1, 1, 2]) {
            // Whole bytes: what other bits of a byte hold is not defined.
            let width = self.random.pick(&[8, 16, 24, 32, 40, 48, 56, 64, 80, 128, 192]);
            let ty = Type::Int(width);
            if self.random.chance(2) {
                self.define(ty, |dst| InstKind::Load {
                    dst,
                    ty,
                    addr: addr.into(),
                    align: 1,
                    volatile: false,
                });
            } else {
                let value = self.operand(ty);
                let (addr, align) = (addr.into(), 1);
                self.insts.push(InstKind::Store { ty, value, addr, align, volatile: false });
            }
        }
    }

    /// `base + disp + index * scale + ...`, in bounds whatever the registers hold.
    fn place(&mut self) -> Reg {
        let base: Operand = self.func.params[0].into();
        let mut indices = Vec::new();
        for _ in 0..self.random.pick(&[0, 1, 1, 1, 2]) {
            let scale = match indices.is_empty() {
                true => self.random.pick(&[1, 2, 4, 8, 8, 24, 65535, 65536, LARGE_STEP]),
                false => self.random.pick(&[1, 4, 8]),
            };
            let index = match self.random.below(4) {
                0 => Operand::int(self.shape.pointer_bits, self.random.below(4) as u64),
                1 => self.masked(self.shape.pointer_bits).into(),
                _ if self.shape.pointer_bits == 32 => self.masked(32).into(),
                _ => {
                    let (from, to) = (Type::Int(32), Type::Int(64));
                    let a = self.masked(32).into();
                    let op = self.random.pick(&[CastOp::Sext, CastOp::Sext, CastOp::Zext]);
                    let dst = self.define(to, |dst| InstKind::Cast { op, dst, from, to, a });
                    dst.into()
                }
            };
            indices.push(ScaledIndex { index, scale });
        }
        let disp = match indices.is_empty() || self.random.chance(3) {
            true => self.random.below(400) as i64,
            false => 0,
        };
        let dst = self.func.new_reg(Type::Ptr);
        let indices = indices.into_iter().collect();
        self.insts.push(InstKind::PtrAdd { dst, base, disp, indices, path: vec![] });
        // Sometimes others use it, too: then it must be in a register.
        if self.random.chance(3) {
            self.available.push(dst);
        }
        dst
    }

    /// A register of 0 to 3.
    fn masked(&mut self, width: u32) -> Reg {
        let a = self.operand(Type::Int(width));
        let b = Operand::int(width, 3);
        self.define(Type::Int(width), |dst| InstKind::Binary {
            op: BinOp::And,
            dst,
            width,
            a,
            b,
            nsw: false,
            nuw: false,
        })
    }
}
