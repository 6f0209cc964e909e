//! Everything of a module but its functions.

use super::lexer::Token;
use super::{ParseError, Parser, Result};
use crate::ids::{BlockId, FileId, FuncId, GlobalId, LayoutId};
use crate::module::{Global, Init, Module, Reloc, RelocTarget, Scalar};
use crate::print::MAX_ZERO_RUN;
use crate::source::{SourceFile, SourceText};
use crate::target::Target;
use crate::types::{Field, Layout, LayoutKind};

impl Parser<'_> {
    pub(super) fn module(&mut self) -> Result<Module> {
        self.expect_word("module")?;
        let name = self.string()?;
        self.expect_word("target")?;
        let place = self.place();
        self.pointer_bits = self.number("a pointer width")?;
        if !matches!(self.pointer_bits, 32 | 64) {
            return Err(ParseError::new(place, "pointers have 32 or 64 bits"));
        }
        let target = Target { pointer_bits: self.pointer_bits, triple: self.string()? };
        let mut module = Module {
            name,
            target,
            files: Vec::new(),
            layouts: Vec::new(),
            globals: Vec::new(),
            funcs: Vec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
        };
        while *self.peek() != Token::End {
            match self.peek_word() {
                Some("file") => {
                    self.advance();
                    self.new_id::<FileId>(module.files.len())?;
                    module.files.push(self.file()?);
                }
                Some("layout") => {
                    self.advance();
                    self.new_id::<LayoutId>(module.layouts.len())?;
                    module.layouts.push(self.layout()?);
                }
                Some("global") => {
                    self.advance();
                    self.new_id::<GlobalId>(module.globals.len())?;
                    module.globals.push(self.global()?);
                }
                Some("constructors") => {
                    self.advance();
                    self.func_list(&mut module.constructors)?;
                }
                Some("destructors") => {
                    self.advance();
                    self.func_list(&mut module.destructors)?;
                }
                Some("declare" | "define") => {
                    let declaration = self.accept_word("declare");
                    if !declaration {
                        self.advance();
                    }
                    self.new_id::<FuncId>(module.funcs.len())?;
                    module.funcs.push(self.function(declaration)?);
                }
                _ => {
                    return self.expected(
                        "`file`, `layout`, `global`, `constructors`, `destructors`, `declare` or \
                         `define`",
                    );
                }
            }
        }
        Ok(module)
    }

    fn func_list(&mut self, funcs: &mut Vec<FuncId>) -> Result<()> {
        self.expect('[')?;
        self.list_until(']', |parser| {
            funcs.push(parser.id()?);
            Ok(())
        })
    }

    fn file(&mut self) -> Result<SourceFile> {
        let name = self.string()?;
        let directory = if self.accept_word("in") { self.string()? } else { String::new() };
        let runtime = self.accept_word("runtime");
        let text = match self.accept_word("named") {
            true => SourceText::AsNamed,
            false if self.accept_word("unread") => SourceText::Nowhere,
            false => SourceText::InDirectory,
        };
        Ok(SourceFile { name, directory, runtime, text })
    }

    fn layout(&mut self) -> Result<Layout> {
        self.expect('=')?;
        let kind = match self.peek_word() {
            Some("scalar") => {
                self.advance();
                LayoutKind::Scalar(self.number("a number of bits")?)
            }
            Some("pointer") => {
                self.advance();
                LayoutKind::Pointer
            }
            Some("array") => {
                self.advance();
                let count = self.number("a number of elements")?;
                self.expect_word("of")?;
                LayoutKind::Array { element: self.id()?, count }
            }
            Some("struct") => {
                self.advance();
                let named = matches!(self.peek(), Token::String(_));
                let name = if named { Some(self.string()?) } else { None };
                let mut fields = Vec::new();
                self.expect('{')?;
                self.list_until('}', |parser| {
                    let offset = parser.number("an offset")?;
                    parser.expect(':')?;
                    fields.push(Field { offset, layout: parser.id()? });
                    Ok(())
                })?;
                LayoutKind::Struct { name, fields }
            }
            Some("opaque") => {
                self.advance();
                LayoutKind::Opaque
            }
            _ => return self.expected("`scalar`, `pointer`, `array`, `struct` or `opaque`"),
        };
        self.expect_word("size")?;
        let size = self.number("a size")?;
        self.expect_word("align")?;
        Ok(Layout { kind, size, align: self.number("an alignment")? })
    }

    fn global(&mut self) -> Result<Global> {
        let name = self.string()?;
        self.expect_word("size")?;
        let size = self.number("a size")?;
        self.expect_word("align")?;
        let align = self.number("an alignment")?;
        let constant = self.accept_word("constant");
        let thread_local = self.accept_word("thread_local");
        let layout = if self.accept_word("layout") { Some(self.id()?) } else { None };
        let scalar = self.scalar();
        self.expect('=')?;
        let init = if self.accept_word("external") {
            Init::External
        } else if self.accept_word("zero") {
            Init::Zero
        } else if self.accept_word("data") {
            self.data()?
        } else {
            return self.expected("`external`, `zero` or `data`");
        };
        let pos = self.pos()?;
        Ok(Global { name, size, align, constant, thread_local, layout, init, pos, scalar })
    }

    /// What a variable holds, if it is said.
    pub(super) fn scalar(&mut self) -> Option<Scalar> {
        Scalar::ALL.into_iter().find(|scalar| self.accept_word(scalar.name()))
    }

    fn data(&mut self) -> Result<Init> {
        let mut bytes = Vec::new();
        loop {
            if matches!(self.peek(), Token::String(_)) {
                bytes.append(&mut self.bytes()?);
            } else if self.accept_word("zeros") {
                let place = self.place();
                let count: u64 = self.number("a number of zero bytes")?;
                if count > MAX_ZERO_RUN as u64 {
                    let message = format!("`zeros` stands for at most {MAX_ZERO_RUN} bytes");
                    return Err(ParseError::new(place, message));
                }
                bytes.resize(bytes.len() + count as usize, 0);
            } else {
                break;
            }
        }
        let mut relocs = Vec::new();
        if self.accept_word("relocs") {
            self.expect('[')?;
            self.list_until(']', |parser| {
                relocs.push(parser.reloc()?);
                Ok(())
            })?;
        }
        Ok(Init::Data { bytes, relocs })
    }

    fn reloc(&mut self) -> Result<Reloc> {
        let offset = self.number("an offset")?;
        self.expect(':')?;
        let target = if self.accept_word("blockaddr") {
            let (func, block) = self.block_address()?;
            RelocTarget::Block(func, block)
        } else if let Some(global) = self.peek_id() {
            self.advance();
            RelocTarget::Global(global)
        } else if let Some(func) = self.peek_id() {
            self.advance();
            RelocTarget::Func(func)
        } else {
            return self.expected("a global, a function or `blockaddr`");
        };
        let negative = self.accept('-');
        let addend = if negative || self.accept('+') {
            let place = self.place();
            let magnitude = i128::from(self.number::<u64>("an addend")?);
            i64::try_from(if negative { -magnitude } else { magnitude })
                .map_err(|_| ParseError::new(place, "this addend does not fit into 64 bits"))?
        } else {
            0
        };
        Ok(Reloc { offset, target, addend })
    }

    /// `(@f0, b1)`
    pub(super) fn block_address(&mut self) -> Result<(FuncId, BlockId)> {
        self.expect('(')?;
        let func = self.id()?;
        self.expect(',')?;
        let block = self.id()?;
        self.expect(')')?;
        Ok((func, block))
    }
}
