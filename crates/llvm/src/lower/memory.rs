//! Stack objects, loads, stores and address computations.
//!
//! A vector or aggregate is loaded and stored scalar by scalar at the offsets of its layout; vectors
//! of elements that are not whole bytes lie bit by bit and go through one integer.

use super::build::{self, align_at, sign_extend};
use super::ffi::{LLVMTypeKind as Kind, Ty, Value};
use super::function::{FunctionLowering, Lowered, Scalars};
use super::{Unsupported, cleanups};
use dunlin_ir::{BinOp, InstKind, Operand, PathStep, ScaledIndex, Type};
use smallvec::{SmallVec, smallvec};

/// How a load or store reaches memory.
#[derive(Clone, Copy)]
struct Access {
    align: u32,
    volatile: bool,
}

impl FunctionLowering<'_, '_> {
    pub fn alloca(&mut self, inst: Value) -> Lowered<Scalars> {
        let ty = inst.allocated_type();
        let pointer_bits = self.module.types.pointer_bits;
        let element = self.module.types.size(ty);
        let count = inst.operand(0);
        let (size, layout) = match count.int_bits() {
            Some(count) => {
                let count = count.low_u64();
                let layout = (count == 1).then(|| self.module.types.layout(ty));
                (self.size_constant(element.wrapping_mul(count)), layout)
            }
            None => {
                let width = self.int_width(count.ty())?;
                let count = self.operand(count)?;
                let count = self.resize(count, width, pointer_bits, false);
                let size = match element {
                    1 => count,
                    _ => {
                        let element = self.size_constant(element);
                        self.binary(BinOp::Mul, pointer_bits, count, element)
                    }
                };
                (size, None)
            }
        };
        let align = inst.alignment().max(1);
        let var = self.variable_of(inst);
        let site = self.local_sites.get(&inst).copied();
        let kind = |dst| InstKind::Alloca { dst, size, align, var, layout, site };
        let object = self.define(Type::Ptr, kind);
        if inst.name().starts_with(cleanups::SLOT) {
            self.ways_out.extend(object.reg());
        }
        Ok(smallvec![object])
    }

    pub fn load_inst(&mut self, inst: Value) -> Lowered<Scalars> {
        let place = inst.operand(0);
        check_address_space(place.ty())?;
        let addr = self.operand(place)?;
        self.load_value(inst.ty(), addr, inst.alignment(), inst.is_volatile())
    }

    pub fn store_inst(&mut self, inst: Value) -> Lowered<Scalars> {
        let place = inst.operand(1);
        check_address_space(place.ty())?;
        let addr = self.operand(place)?;
        self.store_value(inst.operand(0), addr, inst.alignment(), inst.is_volatile())?;
        Ok(Scalars::new())
    }

    pub fn load_value(
        &mut self,
        ty: Ty,
        addr: Operand,
        align: u32,
        volatile: bool,
    ) -> Lowered<Scalars> {
        let mut out = Scalars::with_capacity(self.module.types.scalars(ty)?.len());
        self.load_part(ty, &addr, 0, Access { align, volatile }, &mut out)?;
        Ok(out)
    }

    fn load_part(
        &mut self,
        ty: Ty,
        base: &Operand,
        offset: u64,
        access: Access,
        out: &mut Scalars,
    ) -> Lowered<()> {
        match ty.kind() {
            Kind::LLVMStructTypeKind => {
                for (index, field) in ty.fields().into_iter().enumerate() {
                    let at = offset + self.module.types.data_layout.field_offset(ty, index as u32);
                    self.load_part(field, base, at, access, out)?;
                }
                Ok(())
            }
            Kind::LLVMVectorTypeKind if self.is_packed(ty) => {
                let width = self.module.types.data_layout.bits(ty) as u32;
                let packed = self.load_int(width, base, offset, access);
                let element = self.int_width(ty)?;
                out.extend(self.split(packed, width, element));
                Ok(())
            }
            Kind::LLVMArrayTypeKind | Kind::LLVMVectorTypeKind => {
                let stride = self.module.types.stride(ty);
                for index in 0..self.module.types.sequence_len(ty) {
                    self.load_part(ty.element(), base, offset + index * stride, access, out)?;
                }
                Ok(())
            }
            _ => {
                let scalar = match self.module.types.scalar(ty)? {
                    Type::Int(width) => self.load_int(width, base, offset, access),
                    Type::Ptr => {
                        let addr = self.offset(base.clone(), offset);
                        self.load(Type::Ptr, addr, align_at(access.align, offset), access.volatile)
                    }
                };
                out.push(scalar);
                Ok(())
            }
        }
    }

    /// Loads whole bytes and keeps `width` bits of them.
    fn load_int(&mut self, width: u32, base: &Operand, offset: u64, access: Access) -> Operand {
        let addr = self.offset(base.clone(), offset);
        let whole = width.next_multiple_of(8);
        let align = align_at(access.align, offset);
        let loaded = self.load(Type::Int(whole), addr, align, access.volatile);
        self.resize(loaded, whole, width, false)
    }

    pub fn store_value(
        &mut self,
        value: Value,
        addr: Operand,
        align: u32,
        volatile: bool,
    ) -> Lowered<()> {
        let scalars = self.operands(value)?;
        self.store_scalars(value.ty(), scalars, addr, align, volatile)
    }

    pub fn store_scalars(
        &mut self,
        ty: Ty,
        scalars: Scalars,
        addr: Operand,
        align: u32,
        volatile: bool,
    ) -> Lowered<()> {
        let mut rest = scalars.into_iter();
        self.store_part(ty, &mut rest, &addr, 0, Access { align, volatile })
    }

    fn store_part(
        &mut self,
        ty: Ty,
        rest: &mut smallvec::IntoIter<[Operand; 2]>,
        base: &Operand,
        offset: u64,
        access: Access,
    ) -> Lowered<()> {
        match ty.kind() {
            Kind::LLVMStructTypeKind => {
                for (index, field) in ty.fields().into_iter().enumerate() {
                    let at = offset + self.module.types.data_layout.field_offset(ty, index as u32);
                    self.store_part(field, rest, base, at, access)?;
                }
                Ok(())
            }
            Kind::LLVMVectorTypeKind if self.is_packed(ty) => {
                let element = self.int_width(ty)?;
                let lanes: Vec<Operand> = rest.take(ty.vector_len() as usize).collect();
                let width = element * lanes.len() as u32;
                let packed = self.concat(&lanes, element);
                self.store_scalar(Type::Int(width), packed, base, offset, access);
                Ok(())
            }
            Kind::LLVMArrayTypeKind | Kind::LLVMVectorTypeKind => {
                let stride = self.module.types.stride(ty);
                for index in 0..self.module.types.sequence_len(ty) {
                    self.store_part(ty.element(), rest, base, offset + index * stride, access)?;
                }
                Ok(())
            }
            _ => {
                let scalar = self.module.types.scalar(ty)?;
                if let Some(value) = rest.next() {
                    self.store_scalar(scalar, value, base, offset, access);
                }
                Ok(())
            }
        }
    }

    fn store_scalar(
        &mut self,
        ty: Type,
        value: Operand,
        base: &Operand,
        offset: u64,
        access: Access,
    ) {
        let addr = self.offset(base.clone(), offset);
        self.store(ty, value, addr, align_at(access.align, offset), access.volatile);
    }

    /// Whether the elements of a vector type are not whole bytes.
    pub fn is_packed(&self, ty: Ty) -> bool {
        !self.module.types.data_layout.bits(ty.element()).is_multiple_of(8)
    }

    /// With vectors among the operands the result is a vector of addresses.
    pub fn get_element_ptr(&mut self, gep: Value) -> Lowered<Scalars> {
        let base = self.operands(gep.operand(0))?;
        let mut indices = Vec::new();
        for position in 1..gep.operand_count() {
            let index = gep.operand(position);
            indices.push((self.operands(index)?, self.int_width(index.ty())?));
        }
        let lanes = self.types(gep)?.len();
        let mut out = Scalars::new();
        for lane in 0..lanes {
            let pick =
                |scalars: &Scalars| scalars[if scalars.len() == 1 { 0 } else { lane }].clone();
            let indices: Vec<_> = indices.iter().map(|(s, width)| (pick(s), *width)).collect();
            out.push(self.address(gep.gep_source_type(), pick(&base), indices)?);
        }
        Ok(out)
    }

    /// One address: `base` plus `indices` (with their widths), walking from type `ty`.
    fn address(
        &mut self,
        mut ty: Ty,
        base: Operand,
        indices: Vec<(Operand, u32)>,
    ) -> Lowered<Operand> {
        let pointer_bits = self.module.types.pointer_bits;
        let mut disp = 0i64;
        let mut scaled: SmallVec<[ScaledIndex; 1]> = SmallVec::new();
        let mut path = Vec::new();
        for (position, (index, width)) in indices.into_iter().enumerate() {
            let constant = match index {
                Operand::Int { value, .. } => Some(sign_extend(value, width)),
                _ => None,
            };
            if position > 0 && ty.kind() == Kind::LLVMStructTypeKind {
                let field = constant.and_then(|index| u32::try_from(index).ok());
                let field = field.ok_or_else(|| Unsupported("a variable field number".into()))?;
                let layout = self.module.types.layout(ty);
                path.push(PathStep::Field { layout, index: field });
                disp += self.module.types.data_layout.field_offset(ty, field) as i64;
                ty = ty.fields()[field as usize];
                continue;
            }
            let scale = if position == 0 {
                self.module.types.size(ty)
            } else {
                let stride = self.module.types.stride(ty);
                ty = ty.element();
                stride
            };
            // The first index steps over whole objects of the source type: zero is no step.
            if position > 0 || constant != Some(0) {
                path.push(PathStep::Index { element: self.module.types.layout(ty) });
            }
            match constant {
                Some(index) => disp = disp.wrapping_add(index.wrapping_mul(scale as i64)),
                None => {
                    let index = self.resize(index, width, pointer_bits, true);
                    scaled.push(ScaledIndex { index, scale });
                }
            }
        }
        if path.is_empty() {
            return Ok(base);
        }
        Ok(self.define(Type::Ptr, |dst| InstKind::PtrAdd {
            dst,
            base,
            disp,
            indices: scaled,
            path,
        }))
    }

    /// A null or zero of the type, for places where any value does.
    pub fn zeros(&mut self, ty: Ty) -> Lowered<Scalars> {
        Ok(self.module.types.scalars(ty)?.iter().map(|&ty| build::zero(ty)).collect())
    }
}

/// Segment-relative memory of x86 and the like is not the program's own.
fn check_address_space(ty: Ty) -> Lowered<()> {
    match ty.address_space() {
        0 => Ok(()),
        space => Err(Unsupported(format!("access to address space {space}"))),
    }
}
