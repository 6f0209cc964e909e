//! A naive interpreter of the IR: one instruction after the other, every value a bit-vector of its
//! width, every meaning from [`dunlin_ir::evaluate`] and [`dunlin_ir::semantics`]: so the tables, fused
//! operations and machine words of the engine are compared with these. Knows one data object, the buffer that `main`
//! allocates; what it does not know, the generator does not write.

use crate::support::{End, Run};
use dunlin_exec::Program;
use dunlin_ir::evaluate::evaluate;
use dunlin_ir::semantics::access::{self, Cells, CellsMut};
use dunlin_ir::semantics::{address, edge};
use dunlin_ir::wide::Wide;
use dunlin_ir::*;
use dunlin_results::ErrorKind;

#[derive(Clone, PartialEq, Eq, Debug)]
enum RefValue {
    Int(Bits),
    /// An offset into the buffer.
    Pointer(i64),
    Block(BlockId),
}

impl RefValue {
    fn bits(&self) -> &Bits {
        match self {
            RefValue::Int(bits) => bits,
            other => panic!("{other:?} is no integer"),
        }
    }

    /// As a number of the target's pointer width, if it is no integer: an offset, also of a label.
    fn number(&self, target: &Target) -> Bits {
        match self {
            RefValue::Int(bits) => bits.clone(),
            RefValue::Pointer(offset) => Bits::from_u64(target.pointer_bits, *offset as u64),
            RefValue::Block(block) => Bits::from_u64(target.pointer_bits, address::label(*block)),
        }
    }

    fn low(&self) -> u64 {
        self.bits().low_u64()
    }

    fn offset(&self) -> i64 {
        match self {
            RefValue::Pointer(offset) => *offset,
            other => panic!("{other:?} does not point into the buffer"),
        }
    }
}

pub struct Reference<'a> {
    module: &'a Module,
    buffer: Vec<u8>,
    output: Vec<u8>,
    instructions: u64,
    limit: u64,
}

/// The one object, as memory.
struct Buffer<'a> {
    bytes: &'a mut Vec<u8>,
    algebra: Wide,
}

impl Cells for Buffer<'_> {
    type Algebra = Wide;

    fn algebra(&mut self) -> &mut Wide {
        &mut self.algebra
    }

    fn cell_bits(&self) -> u32 {
        8
    }

    fn place_bits(&self) -> u32 {
        64
    }

    fn read(&mut self, place: &Bits) -> Bits {
        Bits::from_u64(8, self.bytes[place.low_u64() as usize].into())
    }
}

impl CellsMut for Buffer<'_> {
    fn write(&mut self, place: &Bits, content: &Bits) {
        self.bytes[place.low_u64() as usize] = content.low_u64() as u8;
    }
}

/// The run of a whole program; `None` if it takes more than `limit` instructions.
pub fn interpret(program: &Program, limit: u64) -> Option<Run> {
    let mut reference = Reference {
        module: &program.module,
        buffer: Vec::new(),
        output: Vec::new(),
        instructions: 0,
        limit,
    };
    let arguments =
        vec![RefValue::Int(Bits::from_u64(32, 1)), RefValue::Pointer(0), RefValue::Pointer(0)];
    let end = match reference.call(program.start, arguments) {
        Err(end) => end?,
        Ok(_) => panic!("a program ends by exit"),
    };
    Some(Run { end, output: reference.output, instructions: reference.instructions })
}

/// The end of the run; `None` beyond the limit.
type Stop = Option<End>;

impl Reference<'_> {
    fn count(&mut self) -> Result<(), Stop> {
        self.instructions += 1;
        if self.instructions > self.limit { Err(None) } else { Ok(()) }
    }

    fn call(&mut self, id: FuncId, args: Vec<RefValue>) -> Result<Vec<RefValue>, Stop> {
        let func = self.module.func(id);
        if func.is_declaration() {
            return self.builtin(&func.name, &args);
        }
        let mut regs: Vec<Option<RefValue>> = vec![None; func.regs.len()];
        for (&param, value) in func.params.iter().zip(args) {
            regs[param.index()] = Some(value);
        }
        let mut block = BlockId(0);
        loop {
            for &inst in &func.block(block).insts {
                let kind = &func.inst(inst).kind;
                if matches!(kind, InstKind::Marker { .. }) {
                    continue;
                }
                self.count()?;
                self.step(func, kind, &mut regs)?;
            }
            self.count()?;
            let edge = match &func.block(block).term {
                Terminator::Return { values } => {
                    return Ok(values.iter().map(|value| self.operand(&regs, value)).collect());
                }
                Terminator::Unreachable => {
                    return Err(Some(End::Error(ErrorKind::ReachedUnreachable)));
                }
                Terminator::Trap => return Err(Some(End::Error(ErrorKind::Abort))),
                Terminator::Resume { .. } => {
                    return Err(Some(End::Unsupported(EXCEPTION_HANDLING.into())));
                }
                Terminator::Invoke { normal, .. } => normal,
                other => {
                    let target = &self.module.target;
                    let value = |_: &mut Wide, operand: &Operand| {
                        self.operand(&regs, operand).number(target)
                    };
                    let edges = other.edges();
                    let holds = |&index: &usize| {
                        !edge::condition(&mut Wide, target, id, other, index, value).is_zero()
                    };
                    let taken: Vec<usize> = (0..edges.len()).filter(holds).collect();
                    let [index] = taken[..] else { panic!("{taken:?} of {other:?} are taken") };
                    edges[index]
                }
            };
            // All arguments are read before any parameter changes.
            let values: Vec<RefValue> =
                edge.args.iter().map(|arg| self.operand(&regs, arg)).collect();
            block = edge.block;
            for (&param, value) in func.block(block).params.iter().zip(values) {
                regs[param.index()] = Some(value);
            }
        }
    }

    fn builtin(&mut self, name: &str, args: &[RefValue]) -> Result<Vec<RefValue>, Stop> {
        match name {
            "__dunlin_exit" => Err(Some(End::Finished(args[0].low() as i32 & 0xff))),
            "__dunlin_write" => {
                let (start, len) = (args[1].offset() as usize, args[2].low());
                self.output.extend_from_slice(&self.buffer[start..start + len as usize]);
                Ok(vec![RefValue::Int(Bits::from_u64(self.module.target.pointer_bits, len))])
            }
            other => panic!("no builtin `{other}`"),
        }
    }

    fn operand(&self, regs: &[Option<RefValue>], operand: &Operand) -> RefValue {
        match operand {
            Operand::Reg(reg) => regs[reg.index()].clone().expect("defined before"),
            Operand::BlockAddr(_, block) => RefValue::Block(*block),
            constant => RefValue::Int(constant.as_bits().expect("a number")),
        }
    }

    fn step(
        &mut self,
        func: &Function,
        kind: &InstKind,
        regs: &mut [Option<RefValue>],
    ) -> Result<(), Stop> {
        let mut values = Vec::new();
        kind.for_each_operand(|operand| values.push(self.operand(regs, operand)));
        let (dst, result) = match kind {
            InstKind::Alloca { dst, .. } => {
                self.buffer = vec![0; values[0].low() as usize];
                (*dst, RefValue::Pointer(0))
            }
            InstKind::MemSet { .. } => {
                let (start, byte) = (values[0].offset() as usize, values[1].low() as u8);
                self.buffer[start..start + values[2].low() as usize].fill(byte);
                return Ok(());
            }
            InstKind::Load { dst, ty: Type::Int(width), .. } => {
                let mut bytes = Buffer { bytes: &mut self.buffer, algebra: Wide };
                let place = Bits::from_u64(64, values[0].offset() as u64);
                (*dst, RefValue::Int(access::load(&mut bytes, &place, *width)))
            }
            InstKind::Store { .. } => {
                let bits = values[0].bits();
                let mut bytes = Buffer { bytes: &mut self.buffer, algebra: Wide };
                let place = Bits::from_u64(64, values[1].offset() as u64);
                access::store(&mut bytes, &place, bits.width(), bits);
                return Ok(());
            }
            InstKind::PtrAdd { dst, .. } => {
                let target = &self.module.target;
                let numbers: Vec<Bits> = values.iter().map(|value| value.number(target)).collect();
                let moved = evaluate(&mut Wide, kind, target, &numbers).expect("pure");
                let spare = 64 - target.pointer_bits;
                (*dst, RefValue::Pointer((moved.low_u64() << spare) as i64 >> spare))
            }
            InstKind::Compare { op, dst, ty: Type::Ptr, .. } => {
                let (x, y) = (values[0].offset(), values[1].offset());
                let holds = match op {
                    CmpOp::Eq => x == y,
                    CmpOp::Ne => x != y,
                    CmpOp::Ult | CmpOp::Slt => x < y,
                    CmpOp::Ule | CmpOp::Sle => x <= y,
                    CmpOp::Ugt | CmpOp::Sgt => x > y,
                    CmpOp::Uge | CmpOp::Sge => x >= y,
                };
                (*dst, RefValue::Int(Bits::from_u64(1, holds.into())))
            }
            InstKind::Select { dst, .. } => {
                let chosen = if values[0].low() == 1 { 1 } else { 2 };
                (*dst, values[chosen].clone())
            }
            InstKind::Freeze { dst, .. } => (*dst, values[0].clone()),
            InstKind::Uninit { dst, ty: Type::Int(width), .. } => {
                (*dst, RefValue::Int(Bits::from_u64(*width, 0)))
            }
            InstKind::Call(call) => {
                let Callee::Direct(callee) = call.callee else { panic!("only direct calls") };
                let results = self.call(callee, values)?;
                for (&dst, result) in call.dsts.iter().zip(results) {
                    regs[dst.index()] = Some(result);
                }
                return Ok(());
            }
            _ => {
                let bits: Vec<Bits> = values.iter().map(|value| value.bits().clone()).collect();
                if let InstKind::Binary { op, width, .. } = kind {
                    let error =
                        semantics::division_error(&mut Wide, *op, *width, &bits[0], &bits[1]);
                    if error.is_some_and(|error| !error.is_zero()) {
                        return Err(Some(End::Error(ErrorKind::DivisionByZero)));
                    }
                }
                let result = evaluate(&mut Wide, kind, &self.module.target, &bits);
                let result = result.unwrap_or_else(|| panic!("{kind:?} is not known here"));
                let mut dst = None;
                kind.for_each_def(|reg| dst = Some(reg));
                (dst.expect("computes something"), RefValue::Int(result))
            }
        };
        if let RefValue::Int(bits) = &result {
            assert_eq!(func.reg_type(dst), Type::Int(bits.width()));
        }
        regs[dst.index()] = Some(result);
        Ok(())
    }
}
