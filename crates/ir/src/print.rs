//! The text form of a module, for people and for tests.
//!
//! ```text
//! module "hello.c"
//! target 64 "x86_64-pc-linux-gnu"
//!
//! file !s0 "hello.c" in "/home/ann"
//!
//! layout !t0 = scalar 8 size 1 align 1
//!
//! global @g0 ".str" size 3 align 1 constant = data "hi\0"
//!
//! declare @f0 "puts"(%0: ptr) -> (i32)
//!
//! define @f1 "main"() -> (i32) at !s0:3:0 {
//! b0:
//!   %0: i32 = call @f0(@g0) at !s0:4:3  # @f0 "puts", @g0 ".str"
//!   %1: i1 = cmp slt i32 %0, 0 at !s0:4:3
//!   branch %1, b1(i32 1), b1(i32 0) number 0
//! b1(%2: i32):  # from b0
//!   return %2
//! }
//! ```
//!
//! A register carries its type where it is defined, nowhere else. A constant is written bare where
//! its type follows from the instruction and the registers it defines, otherwise with its type
//! before it. `#` begins a comment; line breaks mean nothing. In strings, `\xNN` is one byte.
//!
//! Promises: whatever passes [`crate::verify`] is equal to itself after [`crate::parse::parse`] of
//! its text. Instructions carry their ids (`i7: ...`) only in a function whose arena is not in
//! block order; compacting a function brings it into that order. A module that does not verify
//! prints without a panic, since that is when one looks at it most closely.

mod inst;
mod terminator;

use crate::ids::{BlockId, FileId, FuncId, GlobalId, InstId, LayoutId, Reg, VarId};
use crate::module::{Block, Function, Global, Init, Module, Pos, RelocTarget, Scalar};
use crate::passing::{Class, Passing};
use crate::source::{SourceFile, SourceText};
use crate::types::{Layout, LayoutKind};
use inst::InstPrinter;
use std::fmt::{self, Display, Write};

/// How many zero bytes one `zeros` item of a global's data stands for at most: a bound on what a
/// few characters of input can make the parser allocate.
pub(crate) const MAX_ZERO_RUN: usize = 1 << 20;

/// One function in the text form.
pub fn print_function(module: &Module, func: FuncId) -> String {
    let mut text = String::new();
    write_function(&mut text, module, func).expect("writing to a string does not fail");
    text
}

/// One instruction in the text form, without indentation, id and comment.
pub fn print_inst(module: &Module, func: FuncId, inst: InstId) -> String {
    let mut text = String::new();
    let func = module.func(func);
    InstPrinter { module, func, out: &mut text }
        .inst(func.inst(inst))
        .expect("writing to a string does not fail");
    text
}

/// The terminator of a block in the text form, without indentation and comment.
pub fn print_terminator(module: &Module, func: FuncId, block: BlockId) -> String {
    let mut text = String::new();
    let func = module.func(func);
    InstPrinter { module, func, out: &mut text }
        .terminator(func.block(block))
        .expect("writing to a string does not fail");
    text
}

impl Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "module {}", Quoted(&self.name))?;
        writeln!(f, "target {} {}", self.target.pointer_bits, Quoted(&self.target.triple))?;
        section(f, &self.files, |f, i, file| write_file(f, FileId::new(i), file))?;
        section(f, &self.layouts, |f, i, layout| write_layout(f, LayoutId::new(i), layout))?;
        section(f, &self.globals, |f, i, global| write_global(f, GlobalId::new(i), global))?;
        let lists = [("constructors", &self.constructors), ("destructors", &self.destructors)];
        for (keyword, funcs) in lists.into_iter().filter(|(_, funcs)| !funcs.is_empty()) {
            writeln!(f, "\n{keyword} [{}]", Separated(funcs))?;
        }
        for id in self.func_ids() {
            f.write_char('\n')?;
            write_function(f, self, id)?;
        }
        Ok(())
    }
}

impl Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// An empty line and then the items, if there are any.
fn section<T>(
    out: &mut dyn Write,
    items: &[T],
    mut write: impl FnMut(&mut dyn Write, usize, &T) -> fmt::Result,
) -> fmt::Result {
    if !items.is_empty() {
        out.write_char('\n')?;
    }
    items.iter().enumerate().try_for_each(|(i, item)| write(out, i, item))
}

fn write_file(out: &mut dyn Write, id: FileId, file: &SourceFile) -> fmt::Result {
    write!(out, "file {id} {}", Quoted(&file.name))?;
    if !file.directory.is_empty() {
        write!(out, " in {}", Quoted(&file.directory))?;
    }
    out.write_str(if file.runtime { " runtime" } else { "" })?;
    out.write_str(match file.text {
        SourceText::InDirectory => "\n",
        SourceText::AsNamed => " named\n",
        SourceText::Nowhere => " unread\n",
    })
}

fn write_layout(out: &mut dyn Write, id: LayoutId, layout: &Layout) -> fmt::Result {
    write!(out, "layout {id} = ")?;
    match &layout.kind {
        LayoutKind::Scalar(bits) => write!(out, "scalar {bits}")?,
        LayoutKind::Pointer => out.write_str("pointer")?,
        LayoutKind::Array { element, count } => write!(out, "array {count} of {element}")?,
        LayoutKind::Struct { name, fields } => {
            out.write_str("struct ")?;
            if let Some(name) = name {
                write!(out, "{} ", Quoted(name))?;
            }
            out.write_char('{')?;
            for (i, field) in fields.iter().enumerate() {
                let comma = if i == 0 { "" } else { ", " };
                write!(out, "{comma}{}: {}", field.offset, field.layout)?;
            }
            out.write_char('}')?;
        }
        LayoutKind::Opaque => out.write_str("opaque")?,
    }
    writeln!(out, " size {} align {}", layout.size, layout.align)
}

fn write_scalar(out: &mut dyn Write, scalar: Option<Scalar>) -> fmt::Result {
    match scalar {
        Some(scalar) => write!(out, " {}", scalar.name()),
        None => Ok(()),
    }
}

fn write_global(out: &mut dyn Write, id: GlobalId, global: &Global) -> fmt::Result {
    write!(
        out,
        "global {id} {} size {} align {}",
        Quoted(&global.name),
        global.size,
        global.align
    )?;
    for (set, word) in [(global.constant, " constant"), (global.thread_local, " thread_local")] {
        out.write_str(if set { word } else { "" })?;
    }
    if let Some(layout) = global.layout {
        write!(out, " layout {layout}")?;
    }
    write_scalar(out, global.scalar)?;
    match &global.init {
        Init::External => out.write_str(" = external")?,
        Init::Zero => out.write_str(" = zero")?,
        Init::Data { bytes, relocs } => {
            out.write_str(" = data")?;
            write_data(out, bytes)?;
            if !relocs.is_empty() {
                out.write_str(" relocs [")?;
                for (i, reloc) in relocs.iter().enumerate() {
                    let comma = if i == 0 { "" } else { ", " };
                    write!(out, "{comma}{}: ", reloc.offset)?;
                    match reloc.target {
                        RelocTarget::Global(global) => write!(out, "{global}")?,
                        RelocTarget::Func(func) => write!(out, "{func}")?,
                        RelocTarget::Block(func, block) => {
                            write!(out, "blockaddr({func}, {block})")?;
                        }
                    }
                    match reloc.addend {
                        0 => {}
                        addend if addend > 0 => write!(out, " + {addend}")?,
                        addend => write!(out, " - {}", addend.unsigned_abs())?,
                    }
                }
                out.write_char(']')?;
            }
        }
    }
    write_pos(out, global.pos)?;
    out.write_char('\n')
}

/// The bytes as strings and long runs of zeros, several to be read one after the other.
fn write_data(out: &mut dyn Write, bytes: &[u8]) -> fmt::Result {
    const WORTH_A_RUN: usize = 16;
    const PER_STRING: usize = 64;
    if bytes.is_empty() {
        return out.write_str(" \"\"");
    }
    // Data that does not fit onto one line begins on the next.
    let separator = if bytes.len() > PER_STRING { "\n  " } else { " " };
    let mut rest = bytes;
    while !rest.is_empty() {
        let zeros = rest.iter().take(MAX_ZERO_RUN).take_while(|&&byte| byte == 0).count();
        if zeros >= WORTH_A_RUN {
            write!(out, "{separator}zeros {zeros}")?;
            rest = &rest[zeros..];
            continue;
        }
        let mut end = rest.len().min(PER_STRING);
        if let Some(run) = rest[..end].windows(WORTH_A_RUN).position(|w| w.iter().all(|&b| b == 0))
        {
            end = run;
        }
        write!(out, "{separator}\"")?;
        for &byte in &rest[..end] {
            write_escaped_byte(out, byte)?;
        }
        out.write_char('"')?;
        rest = &rest[end..];
    }
    Ok(())
}

fn write_escaped_byte(out: &mut dyn Write, byte: u8) -> fmt::Result {
    match byte {
        b'"' | b'\\' => write!(out, "\\{}", char::from(byte)),
        b' '..=b'~' => out.write_char(char::from(byte)),
        b'\n' => out.write_str("\\n"),
        b'\t' => out.write_str("\\t"),
        b'\r' => out.write_str("\\r"),
        0 => out.write_str("\\0"),
        _ => write!(out, "\\x{byte:02x}"),
    }
}

/// ` passing (int, float) -> (float)`
fn write_passing(out: &mut dyn Write, passing: &Option<Box<Passing>>) -> fmt::Result {
    let Some(passing) = passing else { return Ok(()) };
    let names = |classes: &[Class]| {
        let names: Vec<&str> = classes.iter().map(|class| class.name()).collect();
        names.join(", ")
    };
    write!(out, " passing ({}) -> ({})", names(&passing.args), names(&passing.results))
}

fn write_function(out: &mut dyn Write, module: &Module, id: FuncId) -> fmt::Result {
    let func = module.func(id);
    let keyword = if func.is_declaration() { "declare" } else { "define" };
    write!(out, "{keyword} {id} {}(", Quoted(&func.name))?;
    write_typed_regs(out, func, &func.params)?;
    if func.variadic {
        out.write_str(if func.params.is_empty() { "..." } else { ", ..." })?;
    }
    out.write_char(')')?;
    if !func.returns.is_empty() {
        write!(out, " -> ({})", Separated(&func.returns))?;
    }
    write_passing(out, &func.passing)?;
    out.write_str(if func.runtime { " runtime" } else { "" })?;
    write_pos(out, func.pos)?;
    let undefined = undefined_regs(func);
    if func.is_declaration() && func.vars.is_empty() && undefined.is_empty() {
        return out.write_char('\n');
    }
    out.write_str(" {\n")?;
    for (i, var) in func.vars.iter().enumerate() {
        write!(out, "  var {} {}", VarId::new(i), Quoted(&var.name))?;
        if let Some(param) = var.param {
            write!(out, " param {param}")?;
        }
        write_scalar(out, var.scalar)?;
        if let Some((first, last)) = var.scope {
            write!(out, " scope {first} {last}")?;
        }
        write_pos(out, var.pos)?;
        out.write_char('\n')?;
    }
    for reg in undefined {
        writeln!(out, "  reg {reg}: {}  # never defined", func.reg_type(reg))?;
    }
    let in_order = func.blocks.iter().flat_map(|b| &b.insts).map(|id| id.index()).eq(0..func
        .blocks
        .iter()
        .map(|b| b.insts.len())
        .sum());
    let predecessors = predecessors(func);
    for (i, block) in func.blocks.iter().enumerate() {
        write_block_head(out, func, BlockId::new(i), block, &predecessors[i])?;
        for &inst in &block.insts {
            out.write_str("  ")?;
            if !in_order {
                write!(out, "{inst}: ")?;
            }
            match func.insts.get(inst.index()) {
                Some(inst) => {
                    let mut printer = InstPrinter { module, func, out };
                    printer.inst(inst)?;
                    printer.inst_comment(inst)?;
                }
                None => write!(out, "# there is no {inst}")?,
            }
            out.write_char('\n')?;
        }
        out.write_str("  ")?;
        let mut printer = InstPrinter { module, func, out };
        printer.terminator(block)?;
        printer.terminator_comment(&block.term)?;
        out.write_char('\n')?;
    }
    out.write_str("}\n")
}

fn write_block_head(
    out: &mut dyn Write,
    func: &Function,
    id: BlockId,
    block: &Block,
    predecessors: &[BlockId],
) -> fmt::Result {
    write!(out, "{id}")?;
    if !block.params.is_empty() {
        out.write_char('(')?;
        write_typed_regs(out, func, &block.params)?;
        out.write_char(')')?;
    }
    out.write_char(':')?;
    if !predecessors.is_empty() {
        write!(out, "  # from {}", Separated(predecessors))?;
    }
    out.write_char('\n')
}

fn write_typed_regs(out: &mut dyn Write, func: &Function, regs: &[Reg]) -> fmt::Result {
    for (i, &reg) in regs.iter().enumerate() {
        out.write_str(if i == 0 { "" } else { ", " })?;
        match func.regs.get(reg.index()) {
            Some(ty) => write!(out, "{reg}: {ty}")?,
            None => write!(out, "{reg}: ?")?,
        }
    }
    Ok(())
}

fn write_pos(out: &mut dyn Write, pos: Option<Pos>) -> fmt::Result {
    pos.map_or(Ok(()), |pos| write!(out, " at {pos}"))
}

/// Registers that nothing defines: they have no other place where their type could be written.
fn undefined_regs(func: &Function) -> Vec<Reg> {
    let mut defined = vec![false; func.regs.len()];
    let mut define = |reg: Reg| {
        if let Some(slot) = defined.get_mut(reg.index()) {
            *slot = true;
        }
    };
    func.params.iter().copied().for_each(&mut define);
    for block in &func.blocks {
        block.params.iter().copied().for_each(&mut define);
        for inst in block.insts.iter().filter_map(|id| func.insts.get(id.index())) {
            inst.kind.for_each_def(&mut define);
        }
    }
    (0..defined.len()).filter(|&i| !defined[i]).map(Reg::new).collect()
}

fn predecessors(func: &Function) -> Vec<Vec<BlockId>> {
    let mut predecessors = vec![Vec::new(); func.blocks.len()];
    for (i, block) in func.blocks.iter().enumerate() {
        let from = BlockId::new(i);
        for edge in block.term.edges() {
            if let Some(list) = predecessors.get_mut(edge.block.index())
                && list.last() != Some(&from)
            {
                list.push(from);
            }
        }
    }
    predecessors
}

/// A string in quotes: printable characters as they are, everything else escaped.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            if c.is_ascii() || c.is_control() {
                let mut buffer = [0; 4];
                for &byte in c.encode_utf8(&mut buffer).as_bytes() {
                    write_escaped_byte(f, byte)?;
                }
            } else {
                f.write_char(c)?;
            }
        }
        f.write_char('"')
    }
}

/// Items with commas between them.
struct Separated<'a, T>(&'a [T]);

impl<T: Display> Display for Separated<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, item) in self.0.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { ", " })?;
            item.fmt(f)?;
        }
        Ok(())
    }
}
