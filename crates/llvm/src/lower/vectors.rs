//! Access to single lanes of vectors, shuffles and reductions.

use super::Unsupported;
use super::ffi::Value;
use super::function::{FunctionLowering, Lowered, Scalars};
use super::types::require_format;
use dunlin_ir::{BinOp, CmpOp, FloatBinOp, Operand, Type};
use smallvec::smallvec;

impl FunctionLowering<'_, '_> {
    pub fn extract_element(&mut self, value: Value) -> Lowered<Scalars> {
        let lanes = self.operands(value.operand(0))?;
        let ty = self.module.types.scalar(value.ty())?;
        let index = self.operand(value.operand(1))?;
        if let Operand::Int { value: lane, .. } = index {
            let picked = lanes.get(lane as usize).cloned().unwrap_or(Operand::Undef(ty));
            return Ok(smallvec![self.value_of(picked)]);
        }
        let mut lanes = lanes.into_iter();
        let mut picked = lanes.next().unwrap_or(Operand::Undef(ty));
        let width = self.int_width(value.operand(1).ty())?;
        for (lane, scalar) in lanes.enumerate() {
            let here = self.is_lane(&index, width, lane + 1);
            picked = self.select(ty, here, scalar, picked);
        }
        Ok(smallvec![picked])
    }

    pub fn insert_element(&mut self, value: Value) -> Lowered<Scalars> {
        let mut lanes = self.operands(value.operand(0))?;
        let scalar = self.operand(value.operand(1))?;
        let index = self.operand(value.operand(2))?;
        if let Operand::Int { value: lane, .. } = index {
            if let Some(place) = lanes.get_mut(lane as usize) {
                *place = scalar;
            }
            return Ok(lanes);
        }
        let ty = self.module.types.scalar(value.ty().element())?;
        let width = self.int_width(value.operand(2).ty())?;
        let choose = |(lane, old)| {
            let here = self.is_lane(&index, width, lane);
            self.select(ty, here, scalar.clone(), old)
        };
        Ok(lanes.into_iter().enumerate().map(choose).collect())
    }

    fn is_lane(&mut self, index: &Operand, width: u32, lane: usize) -> Operand {
        let lane = Operand::int(width, lane as u64);
        self.compare(CmpOp::Eq, Type::Int(width), index.clone(), lane)
    }

    pub fn shuffle_vector(&mut self, inst: Value) -> Lowered<Scalars> {
        let mut lanes = self.operands(inst.operand(0))?;
        lanes.extend(self.operands(inst.operand(1))?);
        let ty = self.module.types.scalar(inst.ty().element())?;
        let pick = |lane: Option<u32>| {
            lane.and_then(|lane| lanes.get(lane as usize).cloned()).unwrap_or(Operand::Undef(ty))
        };
        Ok(inst.shuffle_mask().into_iter().map(pick).collect())
    }

    /// llvm.vector.reduce.*; `name` is what follows that.
    pub fn reduce(&mut self, call: Value, name: &str) -> Lowered<Scalars> {
        if let "fadd" | "fmul" = name {
            let format = require_format(call.ty())?;
            let op = if name == "fadd" { FloatBinOp::Add } else { FloatBinOp::Mul };
            let start = self.operand(call.operand(0))?;
            let lanes = self.operands(call.operand(1))?;
            let sum = lanes.into_iter().fold(start, |sum, a| self.float_op(op, format, sum, a));
            return Ok(smallvec![sum]);
        }
        let float_op = match name {
            "fmin" => Some(FloatBinOp::MinNum),
            "fmax" => Some(FloatBinOp::MaxNum),
            "fminimum" => Some(FloatBinOp::Minimum),
            "fmaximum" => Some(FloatBinOp::Maximum),
            _ => None,
        };
        let lanes = self.operands(call.operand(0))?.into_iter();
        let result = if let Some(op) = float_op {
            let format = require_format(call.ty())?;
            lanes.reduce(|a, b| self.float_op(op, format, a, b))
        } else {
            let op = match name {
                "add" => BinOp::Add,
                "mul" => BinOp::Mul,
                "and" => BinOp::And,
                "or" => BinOp::Or,
                "xor" => BinOp::Xor,
                "smin" => BinOp::SMin,
                "smax" => BinOp::SMax,
                "umin" => BinOp::UMin,
                "umax" => BinOp::UMax,
                _ => return Err(Unsupported(format!("intrinsic llvm.vector.reduce.{name}"))),
            };
            let width = self.int_width(call.ty())?;
            lanes.reduce(|a, b| self.binary(op, width, a, b))
        };
        Ok(result.into_iter().collect())
    }

    /// Pieces of vectors at constant places: llvm.vector.insert, extract, reverse and the like.
    pub fn vector_pieces(&mut self, call: Value, name: &str) -> Lowered<Scalars> {
        let at = |position| {
            let bits = call.operand(position).int_bits();
            bits.map(|bits| bits.low_u64() as usize)
                .ok_or_else(|| Unsupported(format!("intrinsic llvm.vector.{name} at no constant")))
        };
        let mut lanes = self.operands(call.operand(0))?;
        match name {
            "insert" => {
                let part = self.operands(call.operand(1))?;
                for (place, scalar) in lanes.iter_mut().skip(at(2)?).zip(part) {
                    *place = scalar;
                }
                Ok(lanes)
            }
            "extract" => {
                let count = self.types(call)?.len();
                Ok(lanes.into_iter().skip(at(1)?).take(count).collect())
            }
            "reverse" => {
                lanes.reverse();
                Ok(lanes)
            }
            "splice" => {
                let bits = call.operand(2).int_bits().map_or(0, |bits| bits.low_u64());
                let offset = super::build::sign_extend(bits, 32);
                let count = lanes.len() as i64;
                lanes.extend(self.operands(call.operand(1))?);
                let first = if offset < 0 { count + offset } else { offset };
                Ok(lanes.into_iter().skip(first.max(0) as usize).take(count as usize).collect())
            }
            "interleave2" => {
                let other = self.operands(call.operand(1))?;
                Ok(lanes.into_iter().zip(other).flat_map(|(a, b)| [a, b]).collect())
            }
            "deinterleave2" => {
                let (even, odd): (Vec<_>, Vec<_>) =
                    lanes.into_iter().enumerate().partition(|(lane, _)| lane % 2 == 0);
                Ok(even.into_iter().chain(odd).map(|(_, scalar)| scalar).collect())
            }
            _ => Err(Unsupported(format!("intrinsic llvm.vector.{name}"))),
        }
    }
}
