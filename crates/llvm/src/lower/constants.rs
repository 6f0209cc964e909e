//! Constants as operands of instructions.

use super::ffi::{LLVMTypeKind, LLVMValueKind as Kind, Ty, Value};
use super::function::{FunctionLowering, Lowered, Scalars};
use super::types::float_format;
use super::{Unsupported, build};
use dunlin_ir::Operand;
use smallvec::smallvec;

impl FunctionLowering<'_, '_> {
    /// The scalars of a constant. Constant expressions are computed in the current block.
    pub fn constant(&mut self, value: Value) -> Lowered<Scalars> {
        match value.kind() {
            Kind::LLVMConstantIntValueKind => {
                let bits = value.int_bits().ok_or_else(|| unreadable("integer"))?;
                Ok(smallvec![Operand::constant(bits)])
            }
            Kind::LLVMConstantFPValueKind => {
                let format = float_format(value.ty()).ok_or_else(|| unreadable("float"))?;
                let bits = value.float_bits(format.bits()).ok_or_else(|| unreadable("float"))?;
                Ok(smallvec![Operand::constant(bits)])
            }
            Kind::LLVMUndefValueValueKind | Kind::LLVMPoisonValueKind => self.undefined(value),
            Kind::LLVMConstantPointerNullValueKind => Ok(smallvec![Operand::Null]),
            Kind::LLVMConstantAggregateZeroValueKind => {
                Ok(self.types(value)?.iter().map(|&ty| build::zero(ty)).collect())
            }
            Kind::LLVMConstantArrayValueKind
            | Kind::LLVMConstantStructValueKind
            | Kind::LLVMConstantVectorValueKind
            | Kind::LLVMConstantDataArrayValueKind
            | Kind::LLVMConstantDataVectorValueKind => self.aggregate(value),
            Kind::LLVMFunctionValueKind => {
                // A weak function that nobody defines has no address.
                if value.is_extern_weak() {
                    return Ok(smallvec![Operand::Null]);
                }
                Ok(smallvec![Operand::Func(self.module.func_id(value))])
            }
            Kind::LLVMGlobalVariableValueKind => {
                if value.is_extern_weak() {
                    return Ok(smallvec![Operand::Null]);
                }
                Ok(smallvec![Operand::Global(self.module.global_id(value))])
            }
            Kind::LLVMGlobalAliasValueKind => self.constant(value.aliasee()),
            Kind::LLVMGlobalIFuncValueKind => {
                Err(Unsupported(format!("indirect function {}", value.name())))
            }
            Kind::LLVMBlockAddressValueKind => {
                let (func, block) = value.block_address();
                let id = self.module.block_ids(func)[&block];
                Ok(smallvec![Operand::BlockAddr(self.module.func_id(func), id)])
            }
            Kind::LLVMConstantExprValueKind => self.operation(value),
            kind => Err(Unsupported(format!("a constant of kind {kind:?}"))),
        }
    }

    /// Undef and poison: any value, as that of memory that was never written. Parts of vectors and
    /// aggregates that have no value yet are filled in by the program, or by [`super::undefined`].
    fn undefined(&mut self, value: Value) -> Lowered<Scalars> {
        let parts = self.parts_without_value(value)?;
        match is_composed(value.ty()) {
            true => Ok(parts),
            false => Ok(parts.into_iter().map(|scalar| self.value_of(scalar)).collect()),
        }
    }

    fn parts_without_value(&mut self, value: Value) -> Lowered<Scalars> {
        Ok(self.types(value)?.iter().map(|&ty| Operand::Undef(ty)).collect())
    }

    fn aggregate(&mut self, value: Value) -> Lowered<Scalars> {
        let expected = self.types(value)?.len();
        let count = if value.ty().is_vector() {
            value.ty().vector_len()
        } else if value.kind() == Kind::LLVMConstantStructValueKind {
            value.ty().fields().len() as u32
        } else {
            value.ty().array_len() as u32
        };
        let mut scalars = Scalars::with_capacity(expected);
        for index in 0..count {
            let element = value.aggregate_element(index).ok_or_else(|| unreadable("aggregate"))?;
            scalars.extend(match element.is_undef() {
                true => self.parts_without_value(element)?,
                false => self.constant(element)?,
            });
        }
        Ok(scalars)
    }
}

/// Whether a value of a type has parts.
pub fn is_composed(ty: Ty) -> bool {
    use LLVMTypeKind::{LLVMArrayTypeKind, LLVMStructTypeKind, LLVMVectorTypeKind};
    matches!(ty.kind(), LLVMArrayTypeKind | LLVMStructTypeKind | LLVMVectorTypeKind)
}

fn unreadable(what: &str) -> Unsupported {
    Unsupported(format!("an unreadable {what} constant"))
}
