//! Instructions and operands of the text form.

use super::function::Body;
use super::{ParseError, Parser, Result, Token, id_of};
use crate::ids::{InstId, Reg};
use crate::inst::{
    BinOp, Call, Callee, CastOp, CheckKind, CmpOp, FloatBinOp, FloatCastOp, FloatCmpOp, FloatUnOp,
    InstKind, Operand, OverflowOp, PathStep, ScaledIndex, UnOp, VarArg, VarArgValue,
};
use crate::types::{FloatFormat, Type};

impl<'a> Parser<'a> {
    /// An instruction without its id and position.
    pub(super) fn inst(&mut self, body: &mut Body) -> Result<InstKind> {
        let mut dsts = Vec::new();
        let dsts_place = self.place();
        if self.peek_id::<Reg>().is_some() {
            dsts.push(self.definition(body)?);
            while self.accept(',') {
                dsts.push(self.definition(body)?);
            }
            self.expect('=')?;
        }
        let place = self.place();
        let Some(word) = self.peek_word() else {
            return self.expected("an instruction or a terminator");
        };
        self.advance();
        match word {
            "call" => return self.call(dsts.into_iter().map(|(reg, _)| reg).collect()),
            "unsupported" => {
                let (what, mut addrs) = (self.string()?, Vec::new());
                while self.accept(',') {
                    addrs.push(self.operand(Some(Type::Ptr))?);
                }
                return Ok(InstKind::Unsupported { what, dsts, addrs });
            }
            "landingpad" => {
                let [(exception, _), (selector, _)] = dsts[..] else {
                    let message = "a landing pad defines an exception and a selector";
                    return Err(ParseError::new(dsts_place, message));
                };
                return Ok(InstKind::LandingPad { exception, selector });
            }
            _ => {}
        }
        let kind = match dsts[..] {
            [(dst, ty)] => self.value_inst(word, dst, ty)?,
            [] => self.effect_inst(word)?,
            _ => {
                let message =
                    "only `call`, `landingpad` and `unsupported` define several registers";
                return Err(ParseError::new(dsts_place, message));
            }
        };
        kind.ok_or_else(|| {
            let defines = if dsts.is_empty() { "no register" } else { "a register" };
            ParseError::new(place, format!("no instruction `{word}` that defines {defines}"))
        })
    }

    /// An instruction that defines `dst`, of type `ty`, after its mnemonic.
    fn value_inst(&mut self, word: &'a str, dst: Reg, ty: Type) -> Result<Option<InstKind>> {
        let address = Some(Type::Ptr);
        let kind = match word {
            "cmp" => {
                let op = self.named("a predicate", CmpOp::from_name)?;
                let ty = self.ty()?;
                let [a, b] = self.operands([ty; 2])?;
                InstKind::Compare { op, dst, ty, a, b }
            }
            "overflow" => {
                let op = self.named("an operation", OverflowOp::from_name)?;
                let width = self.int_type()?;
                let [a, b] = self.operands([Type::Int(width); 2])?;
                InstKind::Overflow { op, dst, width, a, b }
            }
            "select" => {
                let [cond, a, b] = self.operands([Type::BOOL, ty, ty])?;
                InstKind::Select { dst, ty, cond, a, b }
            }
            "fshl" | "fshr" => {
                let width = self.width_of(word, ty)?;
                let [a, b, shift] = self.operands([ty; 3])?;
                InstKind::FunnelShift { left: word == "fshl", dst, width, a, b, shift }
            }
            "fcmp" => {
                let op = self.named("a predicate", FloatCmpOp::from_name)?;
                let format = self.format()?;
                let [a, b] = self.operands([Type::Int(format.bits()); 2])?;
                InstKind::FloatCompare { op, format, dst, a, b }
            }
            "fma" | "fmuladd" => {
                let format = self.format()?;
                let [a, b, c] = self.operands([Type::Int(format.bits()); 3])?;
                InstKind::FloatMulAdd { format, fused: word == "fma", dst, a, b, c }
            }
            "ptradd" => self.ptr_add(dst)?,
            "freeze" => InstKind::Freeze { dst, ty, a: self.operand(Some(ty))? },
            "alloca" => {
                let size = self.operand(Some(Type::Int(self.pointer_bits)))?;
                let align = self.align()?;
                let var = if self.accept_word("var") { Some(self.id()?) } else { None };
                let layout = if self.accept_word("layout") { Some(self.id()?) } else { None };
                let site = self.site()?;
                InstKind::Alloca { dst, size, align, var, layout, site }
            }
            "load" => {
                let volatile = self.accept_word("volatile");
                let addr = self.operand(address)?;
                InstKind::Load { dst, ty, addr, align: self.align()?, volatile }
            }
            "stacksave" => InstKind::StackSave { dst },
            "objectsize" => {
                let width = self.width_of(word, ty)?;
                let min = self.accept_word("min");
                if !min {
                    self.expect_word("max")?;
                }
                InstKind::ObjectSize { dst, width, addr: self.operand(address)?, min }
            }
            "uninit" => {
                let var = if self.accept_word("var") { Some(self.id()?) } else { None };
                let site = self.site()?;
                let offset = if self.accept_word("offset") { self.number("an offset")? } else { 0 };
                InstKind::Uninit { dst, ty, var, site, offset }
            }
            _ => return self.operation(word, dst, ty),
        };
        Ok(Some(kind))
    }

    /// The instructions whose mnemonic is the name of an operation.
    fn operation(&mut self, word: &'a str, dst: Reg, ty: Type) -> Result<Option<InstKind>> {
        if let Some(op) = BinOp::from_name(word) {
            let width = self.width_of(word, ty)?;
            let nsw = self.accept_word("nsw");
            let nuw = self.accept_word("nuw");
            let [a, b] = self.operands([ty; 2])?;
            return Ok(Some(InstKind::Binary { op, dst, width, a, b, nsw, nuw }));
        }
        if let Some(op) = UnOp::from_name(word) {
            let width = self.width_of(word, ty)?;
            return Ok(Some(InstKind::Unary { op, dst, width, a: self.operand(Some(ty))? }));
        }
        if let Some(op) = CastOp::from_name(word) {
            let from = self.ty()?;
            let a = self.operand(Some(from))?;
            return Ok(Some(InstKind::Cast { op, dst, from, to: ty, a }));
        }
        if let Some(op) = FloatBinOp::from_name(word) {
            let format = self.format()?;
            let [a, b] = self.operands([Type::Int(format.bits()); 2])?;
            return Ok(Some(InstKind::FloatBinary { op, format, dst, a, b }));
        }
        if let Some(op) = FloatUnOp::from_name(word) {
            let format = self.format()?;
            let a = self.operand(Some(Type::Int(format.bits())))?;
            return Ok(Some(InstKind::FloatUnary { op, format, dst, a }));
        }
        self.float_cast(word, dst)
    }

    fn float_cast(&mut self, word: &'a str, dst: Reg) -> Result<Option<InstKind>> {
        let (op, operand_bits) = match word {
            "fconvert" => {
                let from = self.format()?;
                self.expect_word("to")?;
                (FloatCastOp::Convert { from, to: self.format()? }, from.bits())
            }
            "ftoui" | "ftosi" | "ftoui_sat" | "ftosi_sat" => {
                let from = self.format()?;
                self.expect_word("to")?;
                let to = self.int_type()?;
                let op = match word {
                    "ftoui" => FloatCastOp::ToUInt { from, to },
                    "ftosi" => FloatCastOp::ToSInt { from, to },
                    "ftoui_sat" => FloatCastOp::ToUIntSat { from, to },
                    _ => FloatCastOp::ToSIntSat { from, to },
                };
                (op, from.bits())
            }
            "uitof" | "sitof" => {
                let from = self.int_type()?;
                self.expect_word("to")?;
                let to = self.format()?;
                let op = match word {
                    "uitof" => FloatCastOp::FromUInt { from, to },
                    _ => FloatCastOp::FromSInt { from, to },
                };
                (op, from)
            }
            _ => return Ok(None),
        };
        let a = self.operand(Some(Type::Int(operand_bits)))?;
        Ok(Some(InstKind::FloatCast { op, dst, a }))
    }

    fn ptr_add(&mut self, dst: Reg) -> Result<InstKind> {
        let base = self.operand(Some(Type::Ptr))?;
        self.expect(',')?;
        let disp = self.number("a displacement")?;
        let mut indices = smallvec::SmallVec::new();
        while self.accept(',') {
            let index = self.operand(Some(Type::Int(self.pointer_bits)))?;
            self.expect('*')?;
            indices.push(ScaledIndex { index, scale: self.number("a scale")? });
        }
        let mut path = Vec::new();
        if self.accept_word("via") {
            loop {
                let layout = self.id()?;
                if self.accept('.') {
                    path.push(PathStep::Field { layout, index: self.number("a field's number")? });
                } else {
                    self.expect('[')?;
                    self.expect(']')?;
                    path.push(PathStep::Index { element: layout });
                }
                if !self.accept(',') {
                    break;
                }
            }
        }
        Ok(InstKind::PtrAdd { dst, base, disp, indices, path })
    }

    /// An instruction that defines nothing, after its mnemonic.
    fn effect_inst(&mut self, word: &'a str) -> Result<Option<InstKind>> {
        let address = Some(Type::Ptr);
        let size = Type::Int(self.pointer_bits);
        let kind = match word {
            "store" => {
                let volatile = self.accept_word("volatile");
                let ty = self.ty()?;
                let value = self.operand(Some(ty))?;
                self.expect_word("to")?;
                let addr = self.operand(address)?;
                InstKind::Store { ty, value, addr, align: self.align()?, volatile }
            }
            "memcpy" | "memmove" => {
                let [dst, src, len] = self.operands([Type::Ptr, Type::Ptr, size])?;
                InstKind::MemCopy { dst, src, len, overlap: word == "memmove" }
            }
            "memset" => {
                let [dst, value, len] = self.operands([Type::Ptr, Type::Int(8), size])?;
                InstKind::MemSet { dst, value, len }
            }
            "stackrestore" => InstKind::StackRestore { token: self.operand(address)? },
            "lifetime_start" | "lifetime_end" => {
                let addr = self.operand(address)?;
                let start = word == "lifetime_start";
                InstKind::Lifetime { addr, start, site: self.site()? }
            }
            "va_start" => InstKind::VaStart { list: self.operand(address)? },
            "va_copy" => {
                let [dst, src] = self.operands([Type::Ptr; 2])?;
                InstKind::VaCopy { dst, src }
            }
            "va_end" => InstKind::VaEnd { list: self.operand(address)? },
            "assume" => InstKind::Assume { cond: self.operand(Some(Type::BOOL))? },
            "check" => {
                let Some(kind) = self.peek_word().and_then(CheckKind::from_name) else {
                    return self.expected("what is checked");
                };
                self.advance();
                let what = self.string()?;
                InstKind::Check { kind, what, cond: self.operand(Some(Type::BOOL))? }
            }
            "marker" => {
                let var = self.id()?;
                self.expect('=')?;
                let ty = self.ty()?;
                InstKind::Marker { var, ty, value: self.operand(Some(ty))? }
            }
            _ => return Ok(None),
        };
        Ok(Some(kind))
    }

    fn call(&mut self, dsts: smallvec::SmallVec<[Reg; 1]>) -> Result<InstKind> {
        let callee = if self.accept_word("indirect") {
            Callee::Indirect(self.operand(Some(Type::Ptr))?)
        } else {
            Callee::Direct(self.id()?)
        };
        self.expect('(')?;
        let args = self.untyped_operands()?;
        let mut varargs = Vec::new();
        let mut varargs_size = 0;
        if self.accept_word("varargs") {
            varargs_size = self.number("a size")?;
            self.expect('[')?;
            self.list_until(']', |parser| {
                let offset = parser.number("an offset")?;
                parser.expect(':')?;
                let value = if parser.accept_word("copy") {
                    let size = parser.number("a size")?;
                    parser.expect_word("from")?;
                    VarArgValue::Copy { from: parser.operand(Some(Type::Ptr))?, size }
                } else {
                    let ty = parser.ty()?;
                    VarArgValue::Scalar { ty, value: parser.operand(Some(ty))? }
                };
                varargs.push(VarArg { offset, value });
                Ok(())
            })?;
        }
        let passing = self.passing()?;
        Ok(InstKind::Call(Call { dsts, callee, args, varargs, varargs_size, passing }))
    }

    // ---- operands ------------------------------------------------------------------------------

    pub(super) fn operand_begins(&self) -> bool {
        match self.peek() {
            Token::Number(_) => true,
            Token::Word(word) => {
                word.starts_with(['%', '@'])
                    || matches!(*word, "null" | "undef" | "true" | "false" | "blockaddr" | "ptr")
                    || id_of::<InstId>(word).is_some()
            }
            _ => false,
        }
    }

    /// Operands of the given types with commas between them.
    fn operands<const N: usize>(&mut self, types: [Type; N]) -> Result<[Operand; N]> {
        let mut operands = [const { Operand::Null }; N];
        for (i, ty) in types.into_iter().enumerate() {
            if i > 0 {
                self.expect(',')?;
            }
            operands[i] = self.operand(Some(ty))?;
        }
        Ok(operands)
    }

    /// The rest of a parenthesised list of operands that carry their types.
    pub(super) fn untyped_operands(&mut self) -> Result<Vec<Operand>> {
        let mut operands = Vec::new();
        self.list_until(')', |parser| {
            operands.push(parser.operand(None)?);
            Ok(())
        })?;
        Ok(operands)
    }

    /// An operand; a constant without a type before it has type `expected`.
    pub(super) fn operand(&mut self, expected: Option<Type>) -> Result<Operand> {
        if let Some(reg) = self.peek_id() {
            self.advance();
            return Ok(Operand::Reg(reg));
        }
        if let Some(global) = self.peek_id() {
            self.advance();
            return Ok(Operand::Global(global));
        }
        if let Some(func) = self.peek_id() {
            self.advance();
            return Ok(Operand::Func(func));
        }
        if self.accept_word("null") {
            return Ok(Operand::Null);
        }
        if self.accept_word("blockaddr") {
            let (func, block) = self.block_address()?;
            return Ok(Operand::BlockAddr(func, block));
        }
        let place = self.place();
        let ty = self.accept_type()?.or(expected);
        if !self.operand_begins() {
            return self.expected("an operand");
        }
        match ty {
            Some(ty) if self.accept_word("undef") => Ok(Operand::Undef(ty)),
            Some(Type::Int(width)) => Ok(Operand::constant(self.bits(width)?)),
            Some(Type::Ptr) => self.expected("a pointer (other constants carry their type here)"),
            None => Err(ParseError::new(place, "a constant carries its type here, as in `i32 5`")),
        }
    }

    fn named<T>(&mut self, what: &str, from_name: impl Fn(&str) -> Option<T>) -> Result<T> {
        match self.peek_word().and_then(from_name) {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => self.expected(what),
        }
    }

    fn format(&mut self) -> Result<FloatFormat> {
        self.named("a float format (`f16`, `bf16`, `f32`, `f64`, `x87` or `f128`)", |name| {
            FloatFormat::from_name(name)
        })
    }

    fn site(&mut self) -> Result<Option<u32>> {
        Ok(if self.accept_word("site") { Some(self.number("a site")?) } else { None })
    }

    fn align(&mut self) -> Result<u32> {
        self.expect_word("align")?;
        self.number("an alignment")
    }

    fn width_of(&self, word: &str, ty: Type) -> Result<u32> {
        match ty {
            Type::Int(width) => Ok(width),
            Type::Ptr => {
                let message = format!("`{word}` defines an integer, not a pointer");
                Err(ParseError::new(self.place(), message))
            }
        }
    }
}
