//! Conversions between types, lane by lane, and bitcasts that regroup bits.

use super::Unsupported;
use super::ffi::{LLVMOpcode as Op, Ty, Value};
use super::function::{FunctionLowering, Lowered, Scalars};
use super::types::require_format;
use dunlin_ir::{BinOp, CastOp, FloatCastOp, Operand, Type};
use smallvec::smallvec;

impl FunctionLowering<'_, '_> {
    pub fn convert(&mut self, value: Value) -> Lowered<Scalars> {
        let a = value.operand(0);
        let (from, to) = (a.ty(), value.ty());
        let pointer_bits = self.module.types.pointer_bits;
        match value.opcode() {
            Op::LLVMTrunc | Op::LLVMZExt | Op::LLVMSExt => {
                let signed = value.opcode() == Op::LLVMSExt;
                let (from, to) = (self.int_width(from)?, self.int_width(to)?);
                self.lanes1(a, |this, a| this.resize(a, from, to, signed))
            }
            Op::LLVMPtrToInt => {
                let to = self.int_width(to)?;
                self.lanes1(a, |this, a| {
                    let int = this.as_int(Type::Ptr, a);
                    this.resize(int, pointer_bits, to, false)
                })
            }
            Op::LLVMIntToPtr => {
                let from = self.int_width(from)?;
                self.lanes1(a, |this, a| {
                    let int = this.resize(a, from, pointer_bits, false);
                    this.int_to(Type::Ptr, int)
                })
            }
            opcode => self.convert_float(opcode, a, from, to),
        }
    }

    pub fn convert_float(&mut self, opcode: Op, a: Value, from: Ty, to: Ty) -> Lowered<Scalars> {
        let (op, width) = match opcode {
            Op::LLVMFPToUI | Op::LLVMFPToSI => {
                let (from, to) = (require_format(from)?, self.int_width(to)?);
                match opcode {
                    Op::LLVMFPToUI => (FloatCastOp::ToUInt { from, to }, to),
                    _ => (FloatCastOp::ToSInt { from, to }, to),
                }
            }
            Op::LLVMUIToFP | Op::LLVMSIToFP => {
                let (from, to) = (self.int_width(from)?, require_format(to)?);
                match opcode {
                    Op::LLVMUIToFP => (FloatCastOp::FromUInt { from, to }, to.bits()),
                    _ => (FloatCastOp::FromSInt { from, to }, to.bits()),
                }
            }
            _ => {
                let (from, to) = (require_format(from)?, require_format(to)?);
                (FloatCastOp::Convert { from, to }, to.bits())
            }
        };
        self.lanes1(a, |this, a| this.float_cast(op, width, a))
    }

    /// The same bits as scalars of other types; lane 0 is the lowest.
    pub fn bitcast(&mut self, value: Value) -> Lowered<Scalars> {
        let a = value.operand(0);
        let from = self.types(a)?;
        let to = self.types(value)?;
        let scalars = self.operands(a)?;
        if from == to {
            return Ok(scalars);
        }
        let (Some(&from), Some(&to)) = (from.first(), to.first()) else {
            return Ok(Scalars::new());
        };
        let lanes: Vec<Operand> = scalars.into_iter().map(|a| self.as_int(from, a)).collect();
        let (from_width, to_width) = (self.bits(from), self.bits(to));
        let ints = self.regroup(lanes, from_width, to_width)?;
        Ok(ints.into_iter().map(|a| self.int_to(to, a)).collect())
    }

    /// Integers of one width as integers of another, as many as there are bits.
    fn regroup(&mut self, lanes: Vec<Operand>, from: u32, to: u32) -> Lowered<Scalars> {
        let total = from * lanes.len() as u32;
        if !total.is_multiple_of(to) {
            return Err(Unsupported("a bitcast between different sizes".into()));
        }
        if from == to {
            return Ok(lanes.into());
        }
        if to.is_multiple_of(from) {
            let group = (to / from) as usize;
            return Ok(lanes.chunks(group).map(|chunk| self.concat(chunk, from)).collect());
        }
        if from.is_multiple_of(to) {
            return Ok(lanes.into_iter().flat_map(|lane| self.split(lane, from, to)).collect());
        }
        let whole = self.concat(&lanes, from);
        Ok(self.split(whole, total, to))
    }

    /// One integer out of several of `width` bits, the first one lowest.
    pub fn concat(&mut self, lanes: &[Operand], width: u32) -> Operand {
        let total = width * lanes.len() as u32;
        let mut whole = None;
        for (index, lane) in lanes.iter().enumerate() {
            let wide = self.resize(lane.clone(), width, total, false);
            let placed = match index {
                0 => wide,
                _ => {
                    let shift = Operand::int(total, u64::from(width) * index as u64);
                    self.binary(BinOp::Shl, total, wide, shift)
                }
            };
            whole = Some(match whole {
                None => placed,
                Some(low) => self.binary(BinOp::Or, total, low, placed),
            });
        }
        whole.unwrap_or(Operand::FALSE)
    }

    /// An integer of `total` bits as several of `width` bits, the lowest first.
    pub fn split(&mut self, whole: Operand, total: u32, width: u32) -> Scalars {
        if total == width {
            return smallvec![whole];
        }
        (0..total / width)
            .map(|index| {
                let shifted = match index {
                    0 => whole.clone(),
                    _ => {
                        let shift = Operand::int(total, u64::from(index * width));
                        self.binary(BinOp::LShr, total, whole.clone(), shift)
                    }
                };
                self.cast(CastOp::Trunc, Type::Int(total), Type::Int(width), shifted)
            })
            .collect()
    }
}
