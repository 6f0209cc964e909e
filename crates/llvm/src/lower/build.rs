//! Small steps that add instructions to the current block of a function.

use super::function::FunctionLowering;
use dunlin_ir::{
    BinOp, Bits, Block, BlockId, CastOp, CmpOp, FloatCastOp, InstKind, Operand, Reg, Terminator,
    Type,
};
use smallvec::SmallVec;

impl FunctionLowering<'_, '_> {
    pub fn reg(&mut self, ty: Type) -> Reg {
        self.func.new_reg(ty)
    }

    pub fn push(&mut self, kind: InstKind) {
        let id = self.func.new_inst(kind, self.pos);
        self.func.blocks[self.current.index()].insts.push(id);
    }

    /// A new block after all others; the current one stays current. Until it gets a terminator of
    /// its own it ends in an unreachable.
    pub fn new_block(&mut self) -> BlockId {
        self.func.blocks.push(empty_block());
        BlockId::new(self.func.blocks.len() - 1)
    }

    pub fn terminate(&mut self, term: Terminator) {
        let block = &mut self.func.blocks[self.current.index()];
        block.term = term;
        block.term_pos = self.pos;
    }

    /// Adds the instruction that `make` builds for a fresh register of type `ty`.
    pub fn define(&mut self, ty: Type, make: impl FnOnce(Reg) -> InstKind) -> Operand {
        let dst = self.reg(ty);
        self.push(make(dst));
        Operand::Reg(dst)
    }

    pub fn binary(&mut self, op: BinOp, width: u32, a: Operand, b: Operand) -> Operand {
        self.define(Type::Int(width), |dst| InstKind::Binary {
            op,
            dst,
            width,
            a,
            b,
            nsw: false,
            nuw: false,
        })
    }

    pub fn compare(&mut self, op: CmpOp, ty: Type, a: Operand, b: Operand) -> Operand {
        self.define(Type::BOOL, |dst| InstKind::Compare { op, dst, ty, a, b })
    }

    pub fn select(&mut self, ty: Type, cond: Operand, a: Operand, b: Operand) -> Operand {
        match cond {
            Operand::Int { value: 1, .. } => a,
            Operand::Int { value: 0, .. } => b,
            cond => self.define(ty, |dst| InstKind::Select { dst, ty, cond, a, b }),
        }
    }

    pub fn cast(&mut self, op: CastOp, from: Type, to: Type, a: Operand) -> Operand {
        self.define(to, |dst| InstKind::Cast { op, dst, from, to, a })
    }

    pub fn float_cast(&mut self, op: FloatCastOp, to: u32, a: Operand) -> Operand {
        self.define(Type::Int(to), |dst| InstKind::FloatCast { op, dst, a })
    }

    /// An integer of width `from` as one of width `to`, extended by zeros or the sign.
    pub fn resize(&mut self, a: Operand, from: u32, to: u32, signed: bool) -> Operand {
        if from == to {
            return a;
        }
        if let Operand::Int { value, .. } = a
            && to <= 64
        {
            let extended = if signed { sign_extend(value, from) as u64 } else { value };
            return Operand::int(to, extended);
        }
        let op = match (to < from, signed) {
            (true, _) => CastOp::Trunc,
            (false, true) => CastOp::Sext,
            (false, false) => CastOp::Zext,
        };
        self.cast(op, Type::Int(from), Type::Int(to), a)
    }

    /// A scalar as an integer of its width: pointers are converted, integers stay.
    pub fn as_int(&mut self, ty: Type, a: Operand) -> Operand {
        match ty {
            Type::Int(_) => a,
            Type::Ptr => self.cast(CastOp::PtrToInt, ty, self.module.types.pointer_int(), a),
        }
    }

    /// The opposite of [`Self::as_int`].
    pub fn int_to(&mut self, ty: Type, a: Operand) -> Operand {
        match ty {
            Type::Int(_) => a,
            Type::Ptr => self.cast(CastOp::IntToPtr, self.module.types.pointer_int(), ty, a),
        }
    }

    pub fn load(&mut self, ty: Type, addr: Operand, align: u32, volatile: bool) -> Operand {
        self.define(ty, |dst| InstKind::Load { dst, ty, addr, align, volatile })
    }

    pub fn store(&mut self, ty: Type, value: Operand, addr: Operand, align: u32, volatile: bool) {
        self.push(InstKind::Store { ty, value, addr, align, volatile });
    }

    /// `base + disp` without a typed path.
    pub fn offset(&mut self, base: Operand, disp: u64) -> Operand {
        if disp == 0 {
            return base;
        }
        self.define(Type::Ptr, |dst| InstKind::PtrAdd {
            dst,
            base,
            disp: disp as i64,
            indices: SmallVec::new(),
            path: Vec::new(),
        })
    }

    /// An integer constant of pointer width.
    pub fn size_constant(&self, value: u64) -> Operand {
        Operand::int(self.module.types.pointer_bits, value)
    }

    /// Any value.
    pub fn unknown(&mut self, ty: Type) -> Operand {
        let (var, site, offset) = (None, None, 0);
        self.define(ty, |dst| InstKind::Uninit { dst, ty, var, site, offset })
    }

    /// A scalar that was taken out of a vector or an aggregate: where it had no value, it is any.
    pub fn value_of(&mut self, scalar: Operand) -> Operand {
        match scalar {
            Operand::Undef(ty) => self.unknown(ty),
            scalar => scalar,
        }
    }

    /// A stack object that is made once per activation, in the entry block.
    pub fn entry_alloca(&mut self, size: u64, align: u32) -> Operand {
        let dst = self.reg(Type::Ptr);
        let size = self.size_constant(size);
        let (var, layout, site) = (None, None, None);
        self.entry_allocas.push(InstKind::Alloca { dst, size, align, var, layout, site });
        Operand::Reg(dst)
    }

    pub fn bits(&self, ty: Type) -> u32 {
        match ty {
            Type::Int(width) => width,
            Type::Ptr => self.module.types.pointer_bits,
        }
    }
}

pub fn empty_block() -> Block {
    Block {
        params: Vec::new(),
        insts: Vec::new(),
        term: Terminator::Unreachable,
        term_pos: None,
        branch: None,
    }
}

/// The all-zero value of a type.
pub fn zero(ty: Type) -> Operand {
    match ty {
        Type::Int(width) => Operand::constant(Bits::from_u64(width, 0)),
        Type::Ptr => Operand::Null,
    }
}

/// `2^exponent` as a constant of `width` bits.
pub fn power_of_two(width: u32, exponent: u32) -> Bits {
    let mut words = vec![0u64; width.div_ceil(64) as usize];
    words[(exponent / 64) as usize] = 1 << (exponent % 64);
    Bits::new(width, &words)
}

/// The value of the low `width` bits, at most 64, as a signed number.
pub fn sign_extend(value: u64, width: u32) -> i64 {
    let spare = 64 - width;
    ((value << spare) as i64) >> spare
}

/// The alignment that is left `offset` bytes after an address of alignment `align`.
pub fn align_at(align: u32, offset: u64) -> u32 {
    if offset == 0 {
        return align.max(1);
    }
    let of_offset = 1u64 << offset.trailing_zeros().min(31);
    align.max(1).min(of_offset as u32)
}
