//! LLVM's intrinsic functions on integers, memory and control; those on floating point are in
//! [`super::float_intrinsics`].

use super::Unsupported;
use super::atomics::all_ones;
use super::build::power_of_two;
use super::ffi::{LLVMOpcode, Value};
use super::function::{FunctionLowering, Lowered, Scalars};
use dunlin_ir::{BinOp, CastOp, CheckKind, CmpOp, InstKind, Operand, OverflowOp, Type, UnOp};
use smallvec::smallvec;

impl FunctionLowering<'_, '_> {
    /// A call of the intrinsic `name` (without the suffixes of its types).
    pub fn intrinsic(&mut self, call: Value, name: &str) -> Lowered<Scalars> {
        let Some(short) = name.strip_prefix("llvm.") else {
            return Err(Unsupported(format!("intrinsic {name}")));
        };
        if let Some(reduction) = short.strip_prefix("vector.reduce.") {
            return self.reduce(call, reduction);
        }
        if let Some(pieces) = short.strip_prefix("vector.") {
            return self.vector_pieces(call, pieces);
        }
        if let Some(op) = binary_op(short) {
            let width = self.int_width(call.ty())?;
            return self.lanes2(call.operand(0), call.operand(1), |this, a, b| {
                this.binary(op, width, a, b)
            });
        }
        if let Some(op) = unary_op(short) {
            let width = self.int_width(call.ty())?;
            if op == UnOp::Abs && self.module.options.check_overflow {
                self.check_absolute(call, width)?;
            }
            return self.lanes1(call.operand(0), |this, a| {
                this.define(Type::Int(width), |dst| InstKind::Unary { op, dst, width, a })
            });
        }
        if let Some((op, flag)) = overflow_op(short) {
            if self.checks.is_plain(call) {
                return self.plain_arithmetic(call, op);
            }
            return self.with_overflow(call, op, flag);
        }
        match short {
            "fshl" | "fshr" => self.funnel_shift(call, short == "fshl"),
            "scmp" | "ucmp" => self.three_way_compare(call, short == "scmp"),
            "memcpy"
            | "memcpy.inline"
            | "memmove"
            | "memset"
            | "memset.inline"
            | "memcpy.element.unordered.atomic"
            | "memmove.element.unordered.atomic"
            | "memset.element.unordered.atomic" => self.memory_intrinsic(call, short),
            "masked.load" => self.masked_load(call),
            "masked.store" => self.masked_store(call),
            "masked.gather" => self.masked_gather(call),
            "masked.scatter" => self.masked_scatter(call),
            "expect"
            | "expect.with.probability"
            | "annotation"
            | "ptr.annotation"
            | "threadlocal.address"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "ssa.copy"
            | "arithmetic.fence"
            | "preserve.static.offset" => self.operands(call.operand(0)),
            "assume" => self.assume(call),
            "lifetime.start" | "lifetime.end" => {
                let (object, start) = (call.operand(1), short == "lifetime.start");
                let ends = self.scopes && object.has_opcode(LLVMOpcode::LLVMAlloca);
                if start || ends {
                    let addr = self.operand(object)?;
                    let site = self.local_sites.get(&call).copied();
                    self.push(InstKind::Lifetime { addr, start, site });
                }
                Ok(Scalars::new())
            }
            "invariant.start" => self.zeros(call.ty()),
            "invariant.end"
            | "experimental.noalias.scope.decl"
            | "sideeffect"
            | "donothing"
            | "prefetch"
            | "var.annotation"
            | "clear_cache"
            | "pseudoprobe"
            | "fake.use"
            | "codeview.annotation"
            | "dbg.declare"
            | "dbg.value"
            | "dbg.label"
            | "dbg.assign"
            | "instrprof.increment" => Ok(Scalars::new()),
            "stacksave" => Ok(smallvec![self.define(Type::Ptr, |dst| InstKind::StackSave { dst })]),
            "stackrestore" => {
                let token = self.operand(call.operand(0))?;
                self.push(InstKind::StackRestore { token });
                Ok(Scalars::new())
            }
            "objectsize" => self.object_size(call),
            // As native code has it: of what is not written as a constant, nothing is found out.
            "is.constant" => {
                let constant = self.operands(call.operand(0))?.iter().all(|part| {
                    matches!(part, Operand::Int { .. } | Operand::Wide(_) | Operand::Null)
                });
                Ok(smallvec![if constant { Operand::TRUE } else { Operand::FALSE }])
            }
            "va_start" => {
                let list = self.operand(call.operand(0))?;
                self.push(InstKind::VaStart { list });
                Ok(Scalars::new())
            }
            "va_end" => {
                let list = self.operand(call.operand(0))?;
                self.push(InstKind::VaEnd { list });
                Ok(Scalars::new())
            }
            "va_copy" => {
                let dst = self.operand(call.operand(0))?;
                let src = self.operand(call.operand(1))?;
                self.push(InstKind::VaCopy { dst, src });
                Ok(Scalars::new())
            }
            "returnaddress" | "frameaddress" | "addressofreturnaddress" | "sponentry" => {
                Ok(smallvec![Operand::Null])
            }
            "ptrmask" => self.pointer_mask(call),
            "load.relative" => self.load_relative(call),
            _ => self.float_intrinsic(call, short),
        }
    }

    /// The second operand says that the least integer, whose absolute value does not fit, is none.
    fn check_absolute(&mut self, call: Value, width: u32) -> Lowered<()> {
        if call.operand(1).is_null() {
            return Ok(());
        }
        let least = Operand::constant(power_of_two(width, width - 1));
        for a in self.operands(call.operand(0))? {
            let cond = self.compare(CmpOp::Ne, Type::Int(width), a, least.clone());
            let what = "the absolute value of the least integer does not fit".to_owned();
            self.push(InstKind::Check { kind: CheckKind::SignedOverflow, what, cond });
        }
        Ok(())
    }

    fn with_overflow(&mut self, call: Value, op: BinOp, flag: OverflowOp) -> Lowered<Scalars> {
        let (a, b) = (call.operand(0), call.operand(1));
        let width = self.int_width(a.ty())?;
        let mut values = self.lanes2(a, b, |this, a, b| this.binary(op, width, a, b))?;
        let flags = self.lanes2(a, b, |this, a, b| {
            this.define(Type::BOOL, |dst| InstKind::Overflow { op: flag, dst, width, a, b })
        })?;
        values.extend(flags);
        Ok(values)
    }

    fn funnel_shift(&mut self, call: Value, left: bool) -> Lowered<Scalars> {
        let width = self.int_width(call.ty())?;
        self.lanes3(call.operand(0), call.operand(1), call.operand(2), |this, a, b, shift| {
            this.define(Type::Int(width), |dst| InstKind::FunnelShift {
                left,
                dst,
                width,
                a,
                b,
                shift,
            })
        })
    }

    /// -1, 0 or 1 as the first operand is below, equal to or above the second.
    fn three_way_compare(&mut self, call: Value, signed: bool) -> Lowered<Scalars> {
        let from = Type::Int(self.int_width(call.operand(0).ty())?);
        let width = self.int_width(call.ty())?;
        let (below, above) =
            if signed { (CmpOp::Slt, CmpOp::Sgt) } else { (CmpOp::Ult, CmpOp::Ugt) };
        self.lanes2(call.operand(0), call.operand(1), |this, a, b| {
            let is_below = this.compare(below, from, a.clone(), b.clone());
            let is_above = this.compare(above, from, a, b);
            let above = this.resize(is_above, 1, width, false);
            let minus_one = Operand::constant(all_ones(width));
            this.select(Type::Int(width), is_below, minus_one, above)
        })
    }

    fn memory_intrinsic(&mut self, call: Value, name: &str) -> Lowered<Scalars> {
        let dst = self.operand(call.operand(0))?;
        let source = self.operand(call.operand(1))?;
        let width = self.int_width(call.operand(2).ty())?;
        let len = self.operand(call.operand(2))?;
        let len = self.resize(len, width, self.module.types.pointer_bits, false);
        self.push(if name.starts_with("memset") {
            InstKind::MemSet { dst, value: source, len }
        } else {
            let overlap = name.starts_with("memmove");
            InstKind::MemCopy { dst, src: source, len, overlap }
        });
        Ok(Scalars::new())
    }

    /// Facts in operand bundles come with the condition `true` and say nothing here.
    fn assume(&mut self, call: Value) -> Lowered<Scalars> {
        let cond = self.operand(call.operand(0))?;
        if cond != Operand::TRUE {
            self.push(InstKind::Assume { cond });
        }
        Ok(Scalars::new())
    }

    /// Clears bits of an address; what the address points to stays the same object.
    fn pointer_mask(&mut self, call: Value) -> Lowered<Scalars> {
        let bits = self.module.types.pointer_bits;
        let width = self.int_width(call.operand(1).ty())?;
        self.lanes2(call.operand(0), call.operand(1), |this, a, mask| {
            let int = this.as_int(Type::Ptr, a);
            let mask = this.resize(mask, width, bits, true);
            let masked = this.binary(BinOp::And, bits, int, mask);
            this.int_to(Type::Ptr, masked)
        })
    }

    /// An address that is stored as a 32-bit distance from the base of its table.
    fn load_relative(&mut self, call: Value) -> Lowered<Scalars> {
        let bits = self.module.types.pointer_bits;
        let base = self.operand(call.operand(0))?;
        let offset = self.operand(call.operand(1))?;
        let width = self.int_width(call.operand(1).ty())?;
        let offset = self.resize(offset, width, bits, true);
        let place = self.indexed(base.clone(), offset);
        let distance = self.load(Type::Int(32), place, 4, false);
        let distance = match bits {
            32 => distance,
            _ => self.cast(CastOp::Sext, Type::Int(32), Type::Int(bits), distance),
        };
        // The distance leads to another object, so it is added to the bare address.
        let pointer_int = Type::Int(bits);
        let address = self.cast(CastOp::PtrToAddr, Type::Ptr, pointer_int, base);
        let target = self.binary(BinOp::Add, bits, address, distance);
        Ok(smallvec![self.cast(CastOp::IntToPtr, pointer_int, Type::Ptr, target)])
    }

    /// `base + index` bytes.
    fn indexed(&mut self, base: Operand, index: Operand) -> Operand {
        self.define(Type::Ptr, |dst| InstKind::PtrAdd {
            dst,
            base,
            disp: 0,
            indices: smallvec![dunlin_ir::ScaledIndex { index, scale: 1 }],
            path: Vec::new(),
        })
    }
}

fn binary_op(name: &str) -> Option<BinOp> {
    Some(match name {
        "smin" => BinOp::SMin,
        "smax" => BinOp::SMax,
        "umin" => BinOp::UMin,
        "umax" => BinOp::UMax,
        "uadd.sat" => BinOp::UAddSat,
        "sadd.sat" => BinOp::SAddSat,
        "usub.sat" => BinOp::USubSat,
        "ssub.sat" => BinOp::SSubSat,
        "ushl.sat" => BinOp::UShlSat,
        "sshl.sat" => BinOp::SShlSat,
        _ => return None,
    })
}

fn unary_op(name: &str) -> Option<UnOp> {
    Some(match name {
        "abs" => UnOp::Abs,
        "ctpop" => UnOp::PopCount,
        "ctlz" => UnOp::Clz,
        "cttz" => UnOp::Ctz,
        "bswap" => UnOp::ByteSwap,
        "bitreverse" => UnOp::BitReverse,
        _ => return None,
    })
}

fn overflow_op(name: &str) -> Option<(BinOp, OverflowOp)> {
    Some(match name {
        "uadd.with.overflow" => (BinOp::Add, OverflowOp::UAdd),
        "sadd.with.overflow" => (BinOp::Add, OverflowOp::SAdd),
        "usub.with.overflow" => (BinOp::Sub, OverflowOp::USub),
        "ssub.with.overflow" => (BinOp::Sub, OverflowOp::SSub),
        "umul.with.overflow" => (BinOp::Mul, OverflowOp::UMul),
        "smul.with.overflow" => (BinOp::Mul, OverflowOp::SMul),
        _ => return None,
    })
}
