//! Global variables and their initial data.
//!
//! Integers, floats and addresses of the form `symbol + offset` are data with relocations. What
//! remains (differences or truncations of addresses, ...) is stored by a function that is made for
//! it and runs before every constructor of the program.

use super::ffi::{LLVMOpcode as Op, LLVMTypeKind, LLVMValueKind as Kind, Ty, Value};
use super::types::float_format;
use super::{LowerError, ModuleLowering, Unsupported, build, empty_function};
use dunlin_ir::{
    Bits, FuncId, Global, GlobalId, Init, InstKind, Operand, Reloc, RelocTarget, Terminator,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The name of the function that stores computed initial values.
const INIT_FUNCTION: &str = "__dunlin_init_globals";

/// The largest global whose data is written out.
const MAX_DATA: u64 = 1 << 32;

/// Follows aliases and casts that do not change an address.
pub fn strip_casts(mut value: Value) -> Value {
    loop {
        value = match value.kind() {
            Kind::LLVMGlobalAliasValueKind => value.aliasee(),
            Kind::LLVMConstantExprValueKind
                if matches!(value.opcode(), Op::LLVMBitCast | Op::LLVMAddrSpaceCast) =>
            {
                value.operand(0)
            }
            _ => return value,
        }
    }
}

impl ModuleLowering<'_> {
    /// The id of a global variable; the first mention asks for its initial data.
    pub fn global_id(&mut self, global: Value) -> GlobalId {
        if let Some(&id) = self.global_ids.get(&global) {
            return id;
        }
        let ty = global.value_type();
        let align = match global.alignment() {
            0 if ty.is_sized() => self.types.data_layout.preferred_global_align(global),
            align => align.max(1),
        };
        let debug = global.global_debug_variable();
        let out = Global {
            name: global.name(),
            size: self.types.size(ty),
            align,
            constant: global.is_constant_global(),
            thread_local: global.is_thread_local(),
            layout: ty.is_sized().then(|| self.types.layout(ty)),
            init: Init::External,
            pos: debug.and_then(|var| self.debug.variable_pos(var)),
            scalar: debug.and_then(|var| self.source_types.scalar(var)),
        };
        let id = GlobalId::new(self.globals.len());
        self.globals.push(out);
        self.global_ids.insert(global, id);
        if !global.is_declaration() {
            self.pending_globals.push_back(global);
        }
        id
    }

    pub fn lower_initializer(&mut self, global: Value) -> Result<(), LowerError> {
        let id = self.global_id(global);
        let size = self.globals[id.index()].size;
        let init = match global.initializer() {
            None => Init::External,
            Some(value) if value.is_null() || value.is_undef() => Init::Zero,
            Some(value) => {
                let name = global.name();
                let reject = |reason| LowerError::Global { name: name.clone(), reason };
                if size > MAX_DATA {
                    return Err(reject(format!("its initial data has {size} bytes")));
                }
                let mut data = Data { bytes: vec![0; size as usize], relocs: Vec::new() };
                let computed = self.computed.len();
                self.write(value, id, 0, &mut data).map_err(|Unsupported(what)| reject(what))?;
                if self.computed.len() > computed {
                    // The function that computes it has to store into it.
                    self.globals[id.index()].constant = false;
                }
                data.relocs.sort_by_key(|reloc| reloc.offset);
                Init::Data { bytes: data.bytes, relocs: data.relocs }
            }
        };
        self.globals[id.index()].init = init;
        Ok(())
    }

    /// Writes a constant at `offset` of a global's data.
    fn write(
        &mut self,
        value: Value,
        global: GlobalId,
        offset: u64,
        data: &mut Data,
    ) -> Result<(), Unsupported> {
        let ty = value.ty();
        match value.kind() {
            Kind::LLVMUndefValueValueKind
            | Kind::LLVMPoisonValueKind
            | Kind::LLVMConstantPointerNullValueKind
            | Kind::LLVMConstantAggregateZeroValueKind => Ok(()),
            Kind::LLVMConstantIntValueKind => {
                let bits = value.int_bits().ok_or_else(|| unreadable(value))?;
                data.put(offset, &bits);
                Ok(())
            }
            Kind::LLVMConstantFPValueKind => {
                let format = float_format(ty).ok_or_else(|| unreadable(value))?;
                let bits = value.float_bits(format.bits()).ok_or_else(|| unreadable(value))?;
                data.put(offset, &bits);
                Ok(())
            }
            Kind::LLVMConstantStructValueKind => {
                for index in 0..ty.fields().len() as u32 {
                    let at = offset + self.types.data_layout.field_offset(ty, index);
                    let field = value.aggregate_element(index).ok_or_else(|| unreadable(value))?;
                    self.write(field, global, at, data)?;
                }
                Ok(())
            }
            Kind::LLVMConstantArrayValueKind
            | Kind::LLVMConstantDataArrayValueKind
            | Kind::LLVMConstantDataVectorValueKind
            | Kind::LLVMConstantVectorValueKind => self.write_sequence(value, global, offset, data),
            _ => {
                self.write_address(value, global, offset, data);
                Ok(())
            }
        }
    }

    fn write_sequence(
        &mut self,
        value: Value,
        global: GlobalId,
        offset: u64,
        data: &mut Data,
    ) -> Result<(), Unsupported> {
        if let Some(bytes) = value.string_data() {
            data.bytes[offset as usize..][..bytes.len()].copy_from_slice(&bytes);
            return Ok(());
        }
        let ty = value.ty();
        if ty.is_vector() && !self.types.data_layout.bits(ty.element()).is_multiple_of(8) {
            return self.write_packed(value, offset, data);
        }
        let stride = self.types.stride(ty);
        for index in 0..self.types.sequence_len(ty) {
            let element = value.aggregate_element(index as u32).ok_or_else(|| unreadable(value))?;
            self.write(element, global, offset + index * stride, data)?;
        }
        Ok(())
    }

    /// A vector of elements that are not whole bytes: they lie bit by bit.
    fn write_packed(&self, value: Value, offset: u64, data: &mut Data) -> Result<(), Unsupported> {
        let width = self.types.data_layout.bits(value.ty().element());
        for index in 0..value.ty().vector_len() {
            let element = value.aggregate_element(index).ok_or_else(|| unreadable(value))?;
            if element.is_undef() {
                continue;
            }
            let bits = element.int_bits().ok_or_else(|| unreadable(value))?;
            for bit in (0..bits.width()).filter(|&bit| bits.bit(bit)) {
                let at = u64::from(index) * width + u64::from(bit);
                data.bytes[(offset + at / 8) as usize] |= 1 << (at % 8);
            }
        }
        Ok(())
    }

    fn write_address(&mut self, value: Value, global: GlobalId, offset: u64, data: &mut Data) {
        let whole = self.types.data_layout.bits(value.ty()) == u64::from(self.types.pointer_bits);
        match self.address(value) {
            Some((Some(target), addend)) if whole => {
                data.relocs.push(Reloc { offset, target, addend });
            }
            Some((None, addend)) if whole => {
                data.put(offset, &Bits::from_u64(self.types.pointer_bits, addend as u64));
            }
            _ => self.computed.push((global, offset, value)),
        }
    }

    /// A constant as `symbol + offset` or as an absolute number, if it is one.
    fn address(&mut self, value: Value) -> Option<(Option<RelocTarget>, i64)> {
        let pointer_bits = u64::from(self.types.pointer_bits);
        match value.kind() {
            Kind::LLVMFunctionValueKind | Kind::LLVMGlobalVariableValueKind
                if value.is_extern_weak() =>
            {
                Some((None, 0))
            }
            Kind::LLVMFunctionValueKind => Some((Some(RelocTarget::Func(self.func_id(value))), 0)),
            Kind::LLVMGlobalVariableValueKind => {
                Some((Some(RelocTarget::Global(self.global_id(value))), 0))
            }
            Kind::LLVMGlobalAliasValueKind => self.address(value.aliasee()),
            Kind::LLVMBlockAddressValueKind => {
                let (func, block) = value.block_address();
                let block = self.block_ids(func)[&block];
                Some((Some(RelocTarget::Block(self.func_id(func), block)), 0))
            }
            Kind::LLVMConstantPointerNullValueKind => Some((None, 0)),
            Kind::LLVMConstantIntValueKind => {
                let bits = value.int_bits().filter(|bits| bits.width() <= 64)?;
                Some((None, build::sign_extend(bits.low_u64(), bits.width())))
            }
            Kind::LLVMConstantExprValueKind => {
                let first = value.operand(0);
                match value.opcode() {
                    Op::LLVMBitCast | Op::LLVMAddrSpaceCast => self.address(first),
                    Op::LLVMPtrToInt | Op::LLVMIntToPtr => {
                        let same = |ty: Ty| self.types.data_layout.bits(ty) == pointer_bits;
                        (same(value.ty()) && same(first.ty())).then(|| self.address(first))?
                    }
                    Op::LLVMAdd if self.types.data_layout.bits(value.ty()) == pointer_bits => {
                        let (a, x) = self.address(first)?;
                        let (b, y) = self.address(value.operand(1))?;
                        (a.is_none() || b.is_none()).then(|| (a.or(b), x.wrapping_add(y)))
                    }
                    Op::LLVMGetElementPtr => {
                        let (target, base) = self.address(first)?;
                        Some((target, base.wrapping_add(self.constant_offset(value)?)))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The byte offset of an address computation whose indices are all constant.
    fn constant_offset(&self, gep: Value) -> Option<i64> {
        let mut ty = gep.gep_source_type();
        let mut offset = 0i64;
        for position in 1..gep.operand_count() {
            let bits = gep.operand(position).int_bits().filter(|bits| bits.width() <= 64)?;
            let index = build::sign_extend(bits.low_u64(), bits.width());
            let step = if position == 1 {
                index.wrapping_mul(self.types.size(ty) as i64)
            } else if ty.kind() == LLVMTypeKind::LLVMStructTypeKind {
                let field = u32::try_from(index).ok()?;
                let offset = self.types.data_layout.field_offset(ty, field);
                ty = *ty.fields().get(field as usize)?;
                offset as i64
            } else {
                let stride = self.types.stride(ty);
                ty = ty.element();
                index.wrapping_mul(stride as i64)
            };
            offset = offset.wrapping_add(step);
        }
        Some(offset)
    }

    /// Makes the function that stores the initial values that are not plain data, if there are any.
    pub fn lower_computed_initializers(&mut self) -> Result<Option<FuncId>, LowerError> {
        if self.computed.is_empty() {
            return Ok(None);
        }
        let id = FuncId::new(self.funcs.len());
        self.funcs.push(empty_function(INIT_FUNCTION.into(), false));
        let mut done = 0;
        let mut lowering = self.start_function(id, Rc::new(FxHashMap::default()));
        lowering.func.runtime = true;
        lowering.func.blocks.push(build::empty_block());
        // Expressions may mention globals that nobody mentioned before, and theirs may be computed.
        loop {
            while let Some(&(global, offset, value)) = lowering.module.computed.get(done) {
                done += 1;
                let addr = lowering.offset(Operand::Global(global), offset);
                let align = build::align_at(lowering.module.globals[global.index()].align, offset);
                if let Err(Unsupported(what)) = lowering.store_value(value, addr, align, false) {
                    let what = format!("the initial value of a global: {what}");
                    lowering.push(InstKind::Unsupported {
                        what,
                        dsts: Vec::new(),
                        addrs: Vec::new(),
                    });
                }
            }
            lowering.module.drain()?;
            if done == lowering.module.computed.len() {
                break;
            }
        }
        lowering.terminate(Terminator::Return { values: Vec::new() });
        lowering.finish(id);
        Ok(Some(id))
    }
}

struct Data {
    bytes: Vec<u8>,
    relocs: Vec<Reloc>,
}

impl Data {
    fn put(&mut self, offset: u64, bits: &Bits) {
        let bytes = bits.words().iter().flat_map(|word| word.to_le_bytes());
        let count = bits.width().div_ceil(8) as usize;
        for (place, byte) in self.bytes[offset as usize..].iter_mut().zip(bytes.take(count)) {
            *place = byte;
        }
    }
}

fn unreadable(value: Value) -> Unsupported {
    Unsupported(format!("an unreadable constant of kind {:?}", value.kind()))
}
