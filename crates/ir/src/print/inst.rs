//! Instructions and operands in the text form.

use super::{Quoted, write_passing, write_pos, write_typed_regs};
use crate::bits::Bits;
use crate::ids::Reg;
use crate::inst::{
    Call, Callee, FloatCastOp, InstKind, Operand, PathStep, Terminator, VarArgValue,
};
use crate::module::{Function, Inst, Module};
use crate::types::{FloatFormat, Type};
use std::fmt::{self, Display, Write};

pub(super) struct InstPrinter<'a> {
    pub module: &'a Module,
    pub func: &'a Function,
    pub out: &'a mut dyn Write,
}

impl InstPrinter<'_> {
    pub fn inst(&mut self, inst: &Inst) -> fmt::Result {
        self.kind(&inst.kind)?;
        write_pos(self.out, inst.pos)
    }

    fn kind(&mut self, kind: &InstKind) -> fmt::Result {
        let pointer = Type::Ptr;
        let size = Type::Int(self.module.target.pointer_bits);
        match kind {
            InstKind::Binary { op, dst, width, a, b, nsw, nuw } => {
                self.define(&[*dst], op.name())?;
                self.word_if(*nsw, " nsw")?;
                self.word_if(*nuw, " nuw")?;
                self.operands(&[(a, Type::Int(*width)), (b, Type::Int(*width))])
            }
            InstKind::Unary { op, dst, width, a } => {
                self.define(&[*dst], op.name())?;
                self.operands(&[(a, Type::Int(*width))])
            }
            InstKind::Compare { op, dst, ty, a, b } => {
                self.define(&[*dst], "cmp")?;
                write!(self.out, " {} {ty}", op.name())?;
                self.operands(&[(a, *ty), (b, *ty)])
            }
            InstKind::Overflow { op, dst, width, a, b } => {
                let ty = Type::Int(*width);
                self.define(&[*dst], "overflow")?;
                write!(self.out, " {} {ty}", op.name())?;
                self.operands(&[(a, ty), (b, ty)])
            }
            InstKind::Cast { op, dst, from, to: _, a } => {
                self.define(&[*dst], op.name())?;
                write!(self.out, " {from}")?;
                self.operands(&[(a, *from)])
            }
            InstKind::Select { dst, ty, cond, a, b } => {
                self.define(&[*dst], "select")?;
                self.operands(&[(cond, Type::BOOL), (a, *ty), (b, *ty)])
            }
            InstKind::FunnelShift { left, dst, width, a, b, shift } => {
                let ty = Type::Int(*width);
                self.define(&[*dst], if *left { "fshl" } else { "fshr" })?;
                self.operands(&[(a, ty), (b, ty), (shift, ty)])
            }
            InstKind::FloatBinary { op, format, dst, a, b } => {
                self.define(&[*dst], op.name())?;
                write!(self.out, " {}", format.name())?;
                self.float_operands(*format, &[a, b])
            }
            InstKind::FloatUnary { op, format, dst, a } => {
                self.define(&[*dst], op.name())?;
                write!(self.out, " {}", format.name())?;
                self.float_operands(*format, &[a])
            }
            InstKind::FloatCompare { op, format, dst, a, b } => {
                self.define(&[*dst], "fcmp")?;
                write!(self.out, " {} {}", op.name(), format.name())?;
                self.float_operands(*format, &[a, b])
            }
            InstKind::FloatMulAdd { format, fused, dst, a, b, c } => {
                self.define(&[*dst], if *fused { "fma" } else { "fmuladd" })?;
                write!(self.out, " {}", format.name())?;
                self.float_operands(*format, &[a, b, c])
            }
            InstKind::FloatCast { op, dst, a } => self.float_cast(*op, *dst, a),
            InstKind::PtrAdd { dst, base, disp, indices, path } => {
                self.define(&[*dst], "ptradd")?;
                self.operands(&[(base, pointer)])?;
                write!(self.out, ", {disp}")?;
                for scaled in indices {
                    self.out.write_str(", ")?;
                    self.operand(&scaled.index, Some(size))?;
                    write!(self.out, " * {}", scaled.scale)?;
                }
                for (i, step) in path.iter().enumerate() {
                    self.out.write_str(if i == 0 { " via " } else { ", " })?;
                    match step {
                        PathStep::Field { layout, index } => write!(self.out, "{layout}.{index}")?,
                        PathStep::Index { element } => write!(self.out, "{element}[]")?,
                    }
                }
                Ok(())
            }
            InstKind::Freeze { dst, ty, a } => {
                self.define(&[*dst], "freeze")?;
                self.operands(&[(a, *ty)])
            }
            InstKind::Alloca { dst, size: bytes, align, var, layout, site } => {
                self.define(&[*dst], "alloca")?;
                self.operands(&[(bytes, size)])?;
                write!(self.out, " align {align}")?;
                self.optional(" var ", var)?;
                self.optional(" layout ", layout)?;
                self.optional(" site ", site)
            }
            InstKind::Load { dst, ty: _, addr, align, volatile } => {
                self.define(&[*dst], "load")?;
                self.word_if(*volatile, " volatile")?;
                self.operands(&[(addr, pointer)])?;
                write!(self.out, " align {align}")
            }
            InstKind::Store { ty, value, addr, align, volatile } => {
                self.out.write_str("store")?;
                self.word_if(*volatile, " volatile")?;
                write!(self.out, " {ty}")?;
                self.operands(&[(value, *ty)])?;
                self.out.write_str(" to")?;
                self.operands(&[(addr, pointer)])?;
                write!(self.out, " align {align}")
            }
            InstKind::MemCopy { dst, src, len, overlap } => {
                self.out.write_str(if *overlap { "memmove" } else { "memcpy" })?;
                self.operands(&[(dst, pointer), (src, pointer), (len, size)])
            }
            InstKind::MemSet { dst, value, len } => {
                self.out.write_str("memset")?;
                self.operands(&[(dst, pointer), (value, Type::Int(8)), (len, size)])
            }
            InstKind::StackSave { dst } => self.define(&[*dst], "stacksave"),
            InstKind::StackRestore { token } => {
                self.out.write_str("stackrestore")?;
                self.operands(&[(token, pointer)])
            }
            InstKind::Lifetime { addr, start, site } => {
                self.out.write_str(if *start { "lifetime_start" } else { "lifetime_end" })?;
                self.operands(&[(addr, pointer)])?;
                self.optional(" site ", site)
            }
            InstKind::ObjectSize { dst, width: _, addr, min } => {
                self.define(&[*dst], if *min { "objectsize min" } else { "objectsize max" })?;
                self.operands(&[(addr, pointer)])
            }
            InstKind::VaStart { list } => {
                self.out.write_str("va_start")?;
                self.operands(&[(list, pointer)])
            }
            InstKind::VaCopy { dst, src } => {
                self.out.write_str("va_copy")?;
                self.operands(&[(dst, pointer), (src, pointer)])
            }
            InstKind::VaEnd { list } => {
                self.out.write_str("va_end")?;
                self.operands(&[(list, pointer)])
            }
            InstKind::Call(call) => self.call(call),
            InstKind::Assume { cond } => {
                self.out.write_str("assume")?;
                self.operands(&[(cond, Type::BOOL)])
            }
            InstKind::Check { kind, what, cond } => {
                write!(self.out, "check {} {}", kind.name(), Quoted(what))?;
                self.operands(&[(cond, Type::BOOL)])
            }
            InstKind::Uninit { dst, ty: _, var, site, offset } => {
                self.define(&[*dst], "uninit")?;
                self.optional(" var ", var)?;
                self.optional(" site ", site)?;
                let offset = (*offset != 0).then_some(*offset);
                self.optional(" offset ", &offset)
            }
            InstKind::Marker { var, ty, value } => {
                write!(self.out, "marker {var} = {ty}")?;
                self.operands(&[(value, *ty)])
            }
            InstKind::LandingPad { exception, selector } => {
                self.define(&[*exception, *selector], "landingpad")
            }
            InstKind::Unsupported { what, dsts, addrs } => {
                let regs: Vec<Reg> = dsts.iter().map(|&(reg, _)| reg).collect();
                self.define(&regs, "unsupported")?;
                write!(self.out, " {}", Quoted(what))?;
                addrs.iter().try_for_each(|addr| {
                    self.out.write_str(", ")?;
                    self.operand(addr, Some(pointer))
                })
            }
        }
    }

    fn float_cast(&mut self, op: FloatCastOp, dst: Reg, a: &Operand) -> fmt::Result {
        self.define(&[dst], op.name())?;
        match op {
            FloatCastOp::Convert { from, to } => {
                write!(self.out, " {} to {}", from.name(), to.name())?;
                self.float_operands(from, &[a])
            }
            FloatCastOp::ToUInt { from, to }
            | FloatCastOp::ToSInt { from, to }
            | FloatCastOp::ToUIntSat { from, to }
            | FloatCastOp::ToSIntSat { from, to } => {
                write!(self.out, " {} to i{to}", from.name())?;
                self.float_operands(from, &[a])
            }
            FloatCastOp::FromUInt { from, to } | FloatCastOp::FromSInt { from, to } => {
                write!(self.out, " i{from} to {}", to.name())?;
                self.operands(&[(a, Type::Int(from))])
            }
        }
    }

    fn call(&mut self, call: &Call) -> fmt::Result {
        self.define(&call.dsts, "call ")?;
        match &call.callee {
            Callee::Direct(func) => write!(self.out, "{func}")?,
            Callee::Indirect(callee) => {
                self.out.write_str("indirect ")?;
                self.operand(callee, Some(Type::Ptr))?;
            }
        }
        self.out.write_char('(')?;
        self.untyped_operands(&call.args)?;
        self.out.write_char(')')?;
        if !call.varargs.is_empty() || call.varargs_size > 0 {
            self.varargs(call)?;
        }
        write_passing(self.out, &call.passing)
    }

    fn varargs(&mut self, call: &Call) -> fmt::Result {
        write!(self.out, " varargs {} [", call.varargs_size)?;
        for (i, arg) in call.varargs.iter().enumerate() {
            self.out.write_str(if i == 0 { "" } else { ", " })?;
            write!(self.out, "{}: ", arg.offset)?;
            match &arg.value {
                VarArgValue::Scalar { ty, value } => {
                    write!(self.out, "{ty}")?;
                    self.operands(&[(value, *ty)])?;
                }
                VarArgValue::Copy { from, size } => {
                    write!(self.out, "copy {size} from")?;
                    self.operands(&[(from, Type::Ptr)])?;
                }
            }
        }
        self.out.write_char(']')
    }

    /// The registers that an instruction defines, with their types, and its mnemonic.
    fn define(&mut self, dsts: &[Reg], mnemonic: &str) -> fmt::Result {
        write_typed_regs(self.out, self.func, dsts)?;
        self.word_if(!dsts.is_empty(), " = ")?;
        self.out.write_str(mnemonic)
    }

    fn word_if(&mut self, condition: bool, word: &str) -> fmt::Result {
        if condition { self.out.write_str(word) } else { Ok(()) }
    }

    fn optional(&mut self, keyword: &str, value: &Option<impl Display>) -> fmt::Result {
        value.as_ref().map_or(Ok(()), |value| write!(self.out, "{keyword}{value}"))
    }

    /// Operands whose types the reader knows, after a space.
    pub(super) fn operands(&mut self, operands: &[(&Operand, Type)]) -> fmt::Result {
        for (i, &(operand, ty)) in operands.iter().enumerate() {
            self.out.write_str(if i == 0 { " " } else { ", " })?;
            self.operand(operand, Some(ty))?;
        }
        Ok(())
    }

    /// Operands whose types the reader cannot know before it has seen the whole module.
    pub(super) fn untyped_operands(&mut self, operands: &[Operand]) -> fmt::Result {
        for (i, operand) in operands.iter().enumerate() {
            self.out.write_str(if i == 0 { "" } else { ", " })?;
            self.operand(operand, None)?;
        }
        Ok(())
    }

    pub(super) fn operand(&mut self, operand: &Operand, expected: Option<Type>) -> fmt::Result {
        write_operand(self.out, operand, expected)
    }

    /// Constants of floating-point instructions in hexadecimal, since their decimal value as an
    /// integer tells nobody anything.
    fn float_operands(&mut self, format: FloatFormat, operands: &[&Operand]) -> fmt::Result {
        for (i, operand) in operands.iter().enumerate() {
            self.out.write_str(if i == 0 { " " } else { ", " })?;
            match operand {
                Operand::Int { width, value } if *width == format.bits() => {
                    write!(self.out, "{value:#x}")?;
                }
                _ => self.operand(operand, Some(Type::Int(format.bits())))?,
            }
        }
        Ok(())
    }

    pub fn inst_comment(&mut self, inst: &Inst) -> fmt::Result {
        let mut notes = Notes::default();
        match &inst.kind {
            InstKind::Call(Call { callee: Callee::Direct(func), .. }) => {
                notes.name(func, self.module.funcs.get(func.index()).map(|f| &f.name));
            }
            InstKind::Alloca { var: Some(var), .. }
            | InstKind::Uninit { var: Some(var), .. }
            | InstKind::Marker { var, .. } => {
                notes.name(var, self.func.vars.get(var.index()).map(|v| &v.name));
            }
            _ => {}
        }
        let float = match &inst.kind {
            InstKind::FloatBinary { format, .. }
            | InstKind::FloatUnary { format, .. }
            | InstKind::FloatCompare { format, .. }
            | InstKind::FloatMulAdd { format, .. } => Some(*format),
            _ => None,
        };
        inst.kind.for_each_operand(|operand| notes.operand(self.module, operand, float));
        notes.write(self.out)
    }

    pub fn terminator_comment(&mut self, term: &Terminator) -> fmt::Result {
        let mut notes = Notes::default();
        term.for_each_operand(|operand| notes.operand(self.module, operand, None));
        notes.write(self.out)
    }
}

/// An operand; a constant that is not of the `expected` type has its type before it.
fn write_operand(out: &mut dyn Write, operand: &Operand, expected: Option<Type>) -> fmt::Result {
    let constant_type = match operand {
        Operand::Int { width, .. } => Some(Type::Int(*width)),
        Operand::Wide(bits) => Some(Type::Int(bits.width())),
        Operand::Undef(ty) => Some(*ty),
        _ => None,
    };
    if let Some(ty) = constant_type
        && expected != constant_type
    {
        write!(out, "{ty} ")?;
    }
    match operand {
        Operand::Reg(reg) => write!(out, "{reg}"),
        Operand::Int { width, value } => {
            if *width == 0 || (*width < 64 && value >> width != 0) {
                return write!(out, "{value:#x}");
            }
            write!(out, "{}", Number(&Bits::from_u64(*width, *value)))
        }
        Operand::Wide(bits) => write!(out, "{}", Number(bits)),
        Operand::Null => out.write_str("null"),
        Operand::Global(global) => write!(out, "{global}"),
        Operand::Func(func) => write!(out, "{func}"),
        Operand::BlockAddr(func, block) => write!(out, "blockaddr({func}, {block})"),
        Operand::Undef(_) => out.write_str("undef"),
    }
}

/// As the text form writes it where no type is known, so that constants have theirs.
impl Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_operand(f, self, None)
    }
}

/// What a person wants to know about the ids and constants of a line.
#[derive(Default)]
struct Notes(Vec<String>);

impl Notes {
    fn operand(&mut self, module: &Module, operand: &Operand, float: Option<FloatFormat>) {
        match operand {
            Operand::Global(id) => {
                self.name(id, module.globals.get(id.index()).map(|g| &g.name));
            }
            Operand::Func(id) | Operand::BlockAddr(id, _) => {
                self.name(id, module.funcs.get(id.index()).map(|f| &f.name));
            }
            Operand::Int { value, .. } => match float {
                Some(FloatFormat::Single) => {
                    self.add(format!("{value:#x} = {:?}", f32::from_bits(*value as u32)));
                }
                Some(FloatFormat::Double) => {
                    self.add(format!("{value:#x} = {:?}", f64::from_bits(*value)));
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn name(&mut self, id: &impl Display, name: Option<&String>) {
        if let Some(name) = name {
            self.add(format!("{id} {}", Quoted(name)));
        }
    }

    fn add(&mut self, note: String) {
        if !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    fn write(&self, out: &mut dyn Write) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(out, "  # {}", self.0.join(", ")) }
    }
}

/// A constant without its width: a word for one bit, a signed decimal up to 64 bits, else
/// hexadecimal.
pub(super) struct Number<'a>(pub(super) &'a Bits);

impl Display for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.width() {
            1 => f.write_str(if self.0.is_zero() { "false" } else { "true" }),
            width @ 2..=64 => {
                let spare = 64 - width;
                write!(f, "{}", (self.0.low_u64() << spare).cast_signed() >> spare)
            }
            _ => write!(f, "{}", self.0),
        }
    }
}
