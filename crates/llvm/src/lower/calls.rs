//! Calls: who is called, how arguments are passed, and where variable arguments lie.

use super::ffi::{LLVMTypeKind as Kind, LLVMValueKind, Ty, Value};
use super::function::{FunctionLowering, Lowered, Scalars};
use super::globals::strip_casts;
use super::{Unsupported, asm};
use dunlin_ir::{Call, Callee, InstKind, Operand, Passing, Reg, Type, VarArg, VarArgValue};
use smallvec::SmallVec;

impl FunctionLowering<'_, '_> {
    pub fn call(&mut self, inst: Value) -> Lowered<Scalars> {
        let callee = strip_casts(inst.called_value());
        if let Some((template, constraints)) = callee.inline_asm() {
            return self.inline_asm(inst, &asm::Asm::new(&template, &constraints));
        }
        if let Some(name) = callee.intrinsic_name() {
            return self.intrinsic(inst, &name);
        }
        if callee.kind() == LLVMValueKind::LLVMGlobalIFuncValueKind {
            return Err(Unsupported(format!("a call of indirect function {}", callee.name())));
        }
        if let Some(result) = self.handler_call(inst)? {
            return Ok(result);
        }
        let ty = inst.called_type();
        let (params, returns) = self.module.signature(ty)?;
        let types: Vec<Ty> = inst.args().into_iter().map(Value::ty).collect();
        let passing = self.module.passing(inst, &types, ty.return_type());
        let known = callee.kind() == LLVMValueKind::LLVMFunctionValueKind;
        // A call without a prototype passes what the function takes as variable arguments.
        let unprototyped = known
            && ty.is_variadic()
            && !callee.is_declaration()
            && !callee.value_type().is_variadic()
            && self.takes(callee, &types, &passing, &returns)?;
        let fixed = if unprototyped { types.len() } else { ty.params().len() };
        let mut args = Vec::with_capacity(params.len());
        let mut area = VarArgArea::new(self.module.types.pointer_bits);
        for (index, arg) in inst.args().into_iter().enumerate() {
            let byval = inst.byval_type(index as u32);
            if index >= fixed {
                self.variable_argument(arg, byval, &mut area)?;
            } else if let Some((ty, align)) = byval {
                let from = self.operand(arg)?;
                args.push(self.copy_of(ty, align, from));
            } else {
                args.extend(self.operands(arg)?);
            }
        }
        let passes_varargs = !area.args.is_empty();
        let direct = known
            && (callee.value_type().is_variadic() || !passes_varargs)
            && self.takes(callee, &types[..fixed], &passing, &returns)?;
        let callee = match (known, direct) {
            (false, _) => Callee::Indirect(self.operand(callee)?),
            (true, true) => Callee::Direct(self.module.func_id(callee)),
            (true, false) => Callee::Indirect(Operand::Func(self.module.func_id(callee))),
        };
        let passing = passing.filter(|_| !direct);
        let dsts: SmallVec<[Reg; 1]> = returns.iter().map(|&ty| self.reg(ty)).collect();
        let scalars = dsts.iter().map(|&reg| Operand::Reg(reg)).collect();
        let varargs_size = area.size();
        self.push(InstKind::Call(Call {
            dsts,
            callee,
            args,
            varargs: area.args,
            varargs_size,
            passing,
        }));
        Ok(scalars)
    }

    /// Whether a function takes and returns, natively too, what a call passes and expects.
    fn takes(
        &mut self,
        callee: Value,
        args: &[Ty],
        passing: &Option<Box<Passing>>,
        returns: &[Type],
    ) -> Lowered<bool> {
        let ty = callee.value_type();
        let (known_params, known_returns) = self.module.signature(ty)?;
        let mut params = Vec::new();
        for &arg in args {
            params.extend_from_slice(&self.module.types.scalars(arg)?);
        }
        if known_params != params || known_returns != returns {
            return Ok(false);
        }
        let known = self.module.passing(callee, &ty.params(), ty.return_type());
        let mut same = (0..params.len()).map(|index| {
            Passing::arg(&known, index).register() == Passing::arg(passing, index).register()
        });
        let mut same_results = (0..returns.len()).map(|index| {
            Passing::result(&known, index).register() == Passing::result(passing, index).register()
        });
        Ok(same.all(|same| same) && same_results.all(|same| same))
    }

    /// A copy that belongs to the callee. The object is made once per activation: calls follow one
    /// another, so that they can share it.
    fn copy_of(&mut self, ty: Ty, align: u32, from: Operand) -> Operand {
        let size = self.module.types.size(ty);
        let copy = self.entry_alloca(size, self.module.types.align(ty).max(align).max(8));
        if size > 0 {
            let len = self.size_constant(size);
            self.push(InstKind::MemCopy { dst: copy.clone(), src: from, len, overlap: false });
        }
        copy
    }

    fn variable_argument(
        &mut self,
        arg: Value,
        byval: Option<(Ty, u32)>,
        area: &mut VarArgArea,
    ) -> Lowered<()> {
        if let Some((ty, align)) = byval {
            let from = self.operand(arg)?;
            let size = self.module.types.size(ty);
            let align = if align == 0 { self.module.types.align(ty) } else { align };
            let offset = area.place(size, align);
            area.args.push(VarArg { offset, value: VarArgValue::Copy { from, size } });
            return Ok(());
        }
        let ty = arg.ty();
        let scalars = self.operands(arg)?;
        let types = self.types(arg)?;
        // On 32-bit x86 only vectors are aligned to more than a slot.
        let aligned = self.module.types.pointer_bits == 64 || ty.is_vector();
        let align = if aligned { self.module.types.align(ty) } else { 1 };
        let base = area.place(self.module.types.size(ty), align);
        let mut offsets = Vec::new();
        self.scalar_offsets(ty, 0, &mut offsets);
        for ((value, &ty), offset) in scalars.into_iter().zip(types.iter()).zip(offsets) {
            let value = VarArgValue::Scalar { ty, value };
            area.args.push(VarArg { offset: base + offset, value });
        }
        Ok(())
    }

    /// Where the scalars of a value of type `ty` lie in memory.
    fn scalar_offsets(&self, ty: Ty, base: u64, out: &mut Vec<u64>) {
        match ty.kind() {
            Kind::LLVMStructTypeKind => {
                for (index, field) in ty.fields().into_iter().enumerate() {
                    let offset = self.module.types.data_layout.field_offset(ty, index as u32);
                    self.scalar_offsets(field, base + offset, out);
                }
            }
            Kind::LLVMArrayTypeKind | Kind::LLVMVectorTypeKind => {
                let stride = self.module.types.stride(ty);
                for index in 0..self.module.types.sequence_len(ty) {
                    self.scalar_offsets(ty.element(), base + index * stride, out);
                }
            }
            _ => out.push(base),
        }
    }

    /// Calls a function of the C library with scalar arguments and one scalar result.
    pub fn library_call(
        &mut self,
        name: &str,
        params: &[Type],
        result: Type,
        args: Vec<Operand>,
    ) -> Lowered<Operand> {
        let id = self.module.library_func(name, params, &[result])?;
        let dst = self.reg(result);
        self.push(InstKind::Call(Call::fixed(
            Callee::Direct(id),
            args,
            SmallVec::from_elem(dst, 1),
        )));
        Ok(Operand::Reg(dst))
    }
}

/// The memory that variable arguments are passed in, as the System V ABIs of x86 lay it out.
struct VarArgArea {
    slot: u64,
    end: u64,
    args: Vec<VarArg>,
}

impl VarArgArea {
    fn new(pointer_bits: u32) -> Self {
        VarArgArea { slot: u64::from(pointer_bits / 8), end: 0, args: Vec::new() }
    }

    /// Takes the next place for an argument; only alignments of 16 and more count.
    fn place(&mut self, size: u64, align: u32) -> u64 {
        let align = if align >= 16 { u64::from(align) } else { self.slot };
        let offset = self.end.next_multiple_of(align);
        self.end = offset + size.next_multiple_of(self.slot);
        offset
    }

    fn size(&self) -> u64 {
        self.end
    }
}
