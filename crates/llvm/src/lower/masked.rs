//! Vector loads and stores of chosen lanes. Lanes that are not chosen must not be touched, so each
//! gets a branch of its own unless the mask is constant.

use super::Unsupported;
use super::build::align_at;
use super::ffi::{Ty, Value};
use super::function::{FunctionLowering, Lowered, Scalars};
use dunlin_ir::{Edge, Operand, Terminator, Type};

impl FunctionLowering<'_, '_> {
    /// Runs `then` only if `cond` holds; the result is its value or else `otherwise`.
    fn when(
        &mut self,
        cond: Operand,
        ty: Type,
        otherwise: Operand,
        then: impl FnOnce(&mut Self) -> Operand,
    ) -> Operand {
        match cond {
            Operand::Int { value: 0, .. } => return otherwise,
            Operand::Int { .. } => return then(self),
            _ => {}
        }
        let taken = self.new_block();
        let join = self.new_block();
        let result = self.reg(ty);
        self.func.blocks[join.index()].params.push(result);
        let skip = Edge { block: join, args: vec![otherwise] };
        self.terminate(Terminator::Branch { cond, then: Edge::to(taken), other: skip });
        self.current = taken;
        let value = then(self);
        self.terminate(Terminator::Jump(Edge { block: join, args: vec![value] }));
        self.current = join;
        Operand::Reg(result)
    }

    /// llvm.masked.load: lanes whose mask is not set are not touched.
    pub fn masked_load(&mut self, call: Value) -> Lowered<Scalars> {
        let ty = call.ty();
        self.reject_packed(ty)?;
        let addr = self.operand(call.operand(0))?;
        let align = constant_align(call.operand(1));
        let mask = self.operands(call.operand(2))?;
        let passthru = self.operands(call.operand(3))?;
        let scalar = self.module.types.scalar(ty.element())?;
        let stride = self.module.types.stride(ty);
        let lanes = mask.into_iter().zip(passthru).enumerate();
        Ok(lanes
            .map(|(lane, (cond, otherwise))| {
                let at = lane as u64 * stride;
                let addr = addr.clone();
                self.when(cond, scalar, otherwise, |this| {
                    let addr = this.offset(addr, at);
                    this.load(scalar, addr, align_at(align, at), false)
                })
            })
            .collect())
    }

    /// llvm.masked.store.
    pub fn masked_store(&mut self, call: Value) -> Lowered<Scalars> {
        let ty = call.operand(0).ty();
        self.reject_packed(ty)?;
        let values = self.operands(call.operand(0))?;
        let addr = self.operand(call.operand(1))?;
        let align = constant_align(call.operand(2));
        let mask = self.operands(call.operand(3))?;
        let scalar = self.module.types.scalar(ty.element())?;
        let stride = self.module.types.stride(ty);
        for (lane, (cond, value)) in mask.into_iter().zip(values).enumerate() {
            let at = lane as u64 * stride;
            let addr = addr.clone();
            self.when(cond, Type::BOOL, Operand::FALSE, |this| {
                let addr = this.offset(addr, at);
                this.store(scalar, value, addr, align_at(align, at), false);
                Operand::TRUE
            });
        }
        Ok(Scalars::new())
    }

    /// llvm.masked.gather and scatter: as above with an address for each lane.
    pub fn masked_gather(&mut self, call: Value) -> Lowered<Scalars> {
        let ty = call.ty();
        self.reject_packed(ty)?;
        let addrs = self.operands(call.operand(0))?;
        let align = constant_align(call.operand(1));
        let mask = self.operands(call.operand(2))?;
        let passthru = self.operands(call.operand(3))?;
        let scalar = self.module.types.scalar(ty.element())?;
        let lanes = mask.into_iter().zip(addrs).zip(passthru);
        Ok(lanes
            .map(|((cond, addr), otherwise)| {
                self.when(cond, scalar, otherwise, |this| this.load(scalar, addr, align, false))
            })
            .collect())
    }

    pub fn masked_scatter(&mut self, call: Value) -> Lowered<Scalars> {
        let ty = call.operand(0).ty();
        self.reject_packed(ty)?;
        let values = self.operands(call.operand(0))?;
        let addrs = self.operands(call.operand(1))?;
        let align = constant_align(call.operand(2));
        let mask = self.operands(call.operand(3))?;
        let scalar = self.module.types.scalar(ty.element())?;
        for ((cond, addr), value) in mask.into_iter().zip(addrs).zip(values) {
            self.when(cond, Type::BOOL, Operand::FALSE, |this| {
                this.store(scalar, value, addr, align, false);
                Operand::TRUE
            });
        }
        Ok(Scalars::new())
    }

    fn reject_packed(&self, ty: Ty) -> Lowered<()> {
        if !ty.is_vector() || self.is_packed(ty) {
            return Err(Unsupported("masked access to elements that are not bytes".into()));
        }
        Ok(())
    }
}

fn constant_align(value: Value) -> u32 {
    value.int_bits().map_or(1, |bits| bits.low_u64() as u32).max(1)
}
