//! How LLVM types appear in registers (lists of scalars) and in memory (layouts).
//!
//! A vector or first-class aggregate is the list of its scalars in order, structs and arrays
//! flattened. Types that no register list can hold (scalable vectors, tokens, ...) are reported as
//! [`Unsupported`], which ends only the paths that use them.

use super::Unsupported;
use super::ffi::{DataLayout, LLVMTypeKind as Kind, Ty};
use dunlin_ir::{Field, FloatFormat, Layout, LayoutId, LayoutKind, Type};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The longest list of scalars that one value may become.
const MAX_SCALARS: u64 = 4096;

pub struct Types {
    pub data_layout: DataLayout,
    pub pointer_bits: u32,
    pub layouts: Vec<Layout>,
    layout_of: FxHashMap<Ty, LayoutId>,
    /// Layouts by content, so that equal ones are one.
    known_layouts: FxHashMap<String, LayoutId>,
    scalars_of: FxHashMap<Ty, Rc<[Type]>>,
}

impl Types {
    pub fn new(data_layout: DataLayout) -> Self {
        Types {
            data_layout,
            pointer_bits: data_layout.pointer_bits(0),
            layouts: Vec::new(),
            layout_of: FxHashMap::default(),
            known_layouts: FxHashMap::default(),
            scalars_of: FxHashMap::default(),
        }
    }

    pub fn pointer_int(&self) -> Type {
        Type::Int(self.pointer_bits)
    }

    /// The register type of a scalar type.
    pub fn scalar(&self, ty: Ty) -> Result<Type, Unsupported> {
        if let Some(format) = float_format(ty) {
            return Ok(Type::Int(format.bits()));
        }
        match ty.kind() {
            Kind::LLVMIntegerTypeKind => Ok(Type::Int(ty.int_width())),
            Kind::LLVMPointerTypeKind => {
                let space = ty.address_space();
                if self.data_layout.pointer_bits(space) == self.pointer_bits {
                    Ok(Type::Ptr)
                } else {
                    Err(Unsupported(format!("pointers of address space {space}")))
                }
            }
            kind => Err(Unsupported(format!("values of {}", kind_name(kind)))),
        }
    }

    /// The scalars that a value of the type is made of.
    pub fn scalars(&mut self, ty: Ty) -> Result<Rc<[Type]>, Unsupported> {
        if let Some(known) = self.scalars_of.get(&ty) {
            return Ok(known.clone());
        }
        let mut out = Vec::new();
        self.flatten(ty, &mut out)?;
        let scalars: Rc<[Type]> = out.into();
        self.scalars_of.insert(ty, scalars.clone());
        Ok(scalars)
    }

    fn flatten(&mut self, ty: Ty, out: &mut Vec<Type>) -> Result<(), Unsupported> {
        match ty.kind() {
            Kind::LLVMVoidTypeKind => {}
            Kind::LLVMStructTypeKind => {
                for field in ty.fields() {
                    self.flatten(field, out)?;
                }
            }
            Kind::LLVMArrayTypeKind | Kind::LLVMVectorTypeKind => {
                let element = self.scalars(ty.element())?;
                let count = self.sequence_len(ty);
                let total = count.saturating_mul(element.len() as u64);
                if total > MAX_SCALARS {
                    return Err(Unsupported(format!("a value of {total} scalars")));
                }
                (0..count).for_each(|_| out.extend_from_slice(&element));
            }
            _ => out.push(self.scalar(ty)?),
        }
        if out.len() as u64 > MAX_SCALARS {
            return Err(Unsupported("a value of too many scalars".into()));
        }
        Ok(())
    }

    /// The length of an array or vector type.
    pub fn sequence_len(&self, ty: Ty) -> u64 {
        if ty.is_vector() { u64::from(ty.vector_len()) } else { ty.array_len() }
    }

    /// The distance in bytes of the elements of an array or vector type; elements of vectors lie
    /// without padding.
    pub fn stride(&self, ty: Ty) -> u64 {
        let element = ty.element();
        if ty.is_vector() {
            self.data_layout.bits(element) / 8
        } else {
            self.data_layout.alloc_size(element)
        }
    }

    /// The number of bytes of a type in memory, 0 if it has none.
    pub fn size(&self, ty: Ty) -> u64 {
        if ty.is_sized() { self.data_layout.alloc_size(ty) } else { 0 }
    }

    pub fn align(&self, ty: Ty) -> u32 {
        if ty.is_sized() { self.data_layout.align(ty).max(1) } else { 1 }
    }

    pub fn layout(&mut self, ty: Ty) -> LayoutId {
        if let Some(&id) = self.layout_of.get(&ty) {
            return id;
        }
        let kind = self.layout_kind(ty);
        let layout = Layout { kind, size: self.size(ty), align: self.align(ty) };
        let id = self.intern(layout);
        self.layout_of.insert(ty, id);
        id
    }

    fn layout_kind(&mut self, ty: Ty) -> LayoutKind {
        if !ty.is_sized() {
            return LayoutKind::Opaque;
        }
        match ty.kind() {
            Kind::LLVMStructTypeKind => {
                let fields = ty.fields();
                let offset = |i| self.data_layout.field_offset(ty, i);
                let offsets: Vec<u64> = (0..fields.len() as u32).map(offset).collect();
                let fields = offsets
                    .into_iter()
                    .zip(fields)
                    .map(|(offset, field)| Field { offset, layout: self.layout(field) })
                    .collect();
                let name = ty.struct_name().filter(|name| !name.is_empty());
                LayoutKind::Struct { name, fields }
            }
            // Elements of vectors lie without padding, which is no array if they need some.
            Kind::LLVMVectorTypeKind if self.stride(ty) != self.size(ty.element()) => {
                LayoutKind::Scalar(self.data_layout.bits(ty) as u32)
            }
            Kind::LLVMArrayTypeKind | Kind::LLVMVectorTypeKind => {
                let element = self.layout(ty.element());
                LayoutKind::Array { element, count: self.sequence_len(ty) }
            }
            Kind::LLVMPointerTypeKind => LayoutKind::Pointer,
            _ => match self.scalar(ty) {
                Ok(Type::Int(width)) => LayoutKind::Scalar(width),
                _ => LayoutKind::Opaque,
            },
        }
    }

    fn intern(&mut self, layout: Layout) -> LayoutId {
        let key = format!("{layout:?}");
        *self.known_layouts.entry(key).or_insert_with(|| {
            self.layouts.push(layout);
            LayoutId::new(self.layouts.len() - 1)
        })
    }
}

pub fn float_format(ty: Ty) -> Option<FloatFormat> {
    match ty.kind() {
        Kind::LLVMHalfTypeKind => Some(FloatFormat::Half),
        Kind::LLVMBFloatTypeKind => Some(FloatFormat::BFloat),
        Kind::LLVMFloatTypeKind => Some(FloatFormat::Single),
        Kind::LLVMDoubleTypeKind => Some(FloatFormat::Double),
        Kind::LLVMX86_FP80TypeKind => Some(FloatFormat::X87),
        Kind::LLVMFP128TypeKind => Some(FloatFormat::Quad),
        _ => None,
    }
}

/// The format of a floating-point type or of the elements of a vector of them.
pub fn require_format(ty: Ty) -> Result<FloatFormat, Unsupported> {
    let scalar = ty.scalar();
    float_format(scalar).ok_or_else(|| {
        Unsupported(format!("floating-point operations on {}", kind_name(scalar.kind())))
    })
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::LLVMVoidTypeKind => "void type",
        Kind::LLVMPPC_FP128TypeKind => "type ppc_fp128",
        Kind::LLVMLabelTypeKind => "label type",
        Kind::LLVMFunctionTypeKind => "function type",
        Kind::LLVMMetadataTypeKind => "metadata type",
        Kind::LLVMX86_MMXTypeKind => "type x86_mmx",
        Kind::LLVMTokenTypeKind => "token type",
        Kind::LLVMScalableVectorTypeKind => "scalable vector type",
        Kind::LLVMX86_AMXTypeKind => "type x86_amx",
        Kind::LLVMTargetExtTypeKind => "target extension type",
        _ => "this type",
    }
}
