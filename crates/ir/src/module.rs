//! Modules, functions, blocks and globals: the arenas that ids point into.

use crate::ids::{BlockId, FileId, FuncId, GlobalId, InstId, LayoutId, Reg, VarId};
use crate::inst::{InstKind, Operand, Terminator};
use crate::passing::Passing;
use crate::source::SourceFile;
use crate::target::Target;
use crate::types::{Layout, Type};
use serde::{Deserialize, Serialize};

/// A whole program: what the front end hands to everyone else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Module {
    pub name: String,
    pub target: Target,
    pub files: Vec<SourceFile>,
    pub layouts: Vec<Layout>,
    pub globals: Vec<Global>,
    pub funcs: Vec<Function>,
    /// To be called in this order before the entry function: first the function that computes those
    /// global initialisers that are not plain data, if any, then the program's constructors.
    pub constructors: Vec<FuncId>,
    /// To be called in this order after the entry function has returned or `exit` was called.
    pub destructors: Vec<FuncId>,
}

/// A source position. Lines and columns count from 1; column 0 is unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Pos {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Global {
    pub name: String,
    pub size: u64,
    pub align: u32,
    /// Writing to it is an error.
    pub constant: bool,
    pub thread_local: bool,
    pub layout: Option<LayoutId>,
    pub init: Init,
    pub pos: Option<Pos>,
    /// What its source type is, if that is a scalar and known.
    pub scalar: Option<Scalar>,
}

/// What the source language says about the values of a scalar variable; its width says its layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Scalar {
    Signed,
    /// Also truth values.
    Unsigned,
    Pointer,
}

impl Scalar {
    pub const ALL: [Scalar; 3] = [Scalar::Signed, Scalar::Unsigned, Scalar::Pointer];

    /// The spelling in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Scalar::Signed => "signed",
            Scalar::Unsigned => "unsigned",
            Scalar::Pointer => "pointer",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Init {
    /// Declared only: its definition is outside of the program.
    External,
    Zero,
    /// `bytes` (as many as the global has), with addresses at some places.
    Data {
        bytes: Vec<u8>,
        relocs: Vec<Reloc>,
    },
}

/// A pointer-sized address inside a global's initial data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reloc {
    pub offset: u64,
    pub target: RelocTarget,
    pub addend: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RelocTarget {
    Global(GlobalId),
    Func(FuncId),
    Block(FuncId, BlockId),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Function {
    pub name: String,
    pub params: Vec<Reg>,
    /// One scalar each; a C struct returned in registers is several.
    pub returns: Vec<Type>,
    pub variadic: bool,
    /// If it takes or returns more than plain integers.
    pub passing: Option<Box<Passing>>,
    pub pos: Option<Pos>,
    /// Part of Dunlin's own runtime, not of the program.
    pub runtime: bool,
    pub regs: Vec<Type>,
    pub vars: Vec<Variable>,
    /// Empty for a declaration. Block 0 is the entry: it has no parameters and no predecessors.
    pub blocks: Vec<Block>,
    pub insts: Vec<Inst>,
}

/// A source-level local variable or parameter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Variable {
    pub name: String,
    pub pos: Option<Pos>,
    /// Which parameter of the function it is, counted from 0.
    pub param: Option<u32>,
    /// What its source type is, if that is a scalar and known.
    pub scalar: Option<Scalar>,
    /// The first and the last line of its file with code in the block that it is declared in.
    pub scope: Option<(u32, u32)>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Block {
    pub params: Vec<Reg>,
    pub insts: Vec<InstId>,
    pub term: Terminator,
    pub term_pos: Option<Pos>,
    /// The front end's number of the conditional transfer at its end, counted inside the function:
    /// by it a native run of the same program names the branches that it takes. Transfers that the
    /// front end has invented have none. It belongs to the terminator and moves with it.
    pub branch: Option<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Inst {
    pub kind: InstKind,
    pub pos: Option<Pos>,
}

/// A place in the program: instruction `index` of a block, or its terminator if `index` is the
/// number of its instructions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Point {
    pub func: FuncId,
    pub block: BlockId,
    pub index: u32,
}

impl Module {
    pub fn func(&self, id: FuncId) -> &Function {
        &self.funcs[id.index()]
    }

    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    pub fn layout(&self, id: LayoutId) -> &Layout {
        &self.layouts[id.index()]
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.index()]
    }

    pub fn func_ids(&self) -> impl Iterator<Item = FuncId> + use<> {
        (0..self.funcs.len()).map(FuncId::new)
    }

    pub fn find_func(&self, name: &str) -> Option<FuncId> {
        self.funcs.iter().position(|f| f.name == name).map(FuncId::new)
    }

    pub fn find_global(&self, name: &str) -> Option<GlobalId> {
        self.globals.iter().position(|g| g.name == name).map(GlobalId::new)
    }

    /// The source position of an instruction or terminator.
    pub fn pos(&self, point: Point) -> Option<Pos> {
        self.func(point.func).pos_at(point.block, point.index)
    }

    /// `file:line:column` for a person; the column is left out if it is not known.
    pub fn show_pos(&self, pos: Pos) -> String {
        let name = &self.file(pos.file).name;
        match pos.column {
            0 => format!("{name}:{}", pos.line),
            column => format!("{name}:{}:{column}", pos.line),
        }
    }
}

impl Function {
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }

    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    pub fn inst(&self, id: InstId) -> &Inst {
        &self.insts[id.index()]
    }

    pub fn reg_type(&self, reg: Reg) -> Type {
        self.regs[reg.index()]
    }

    pub fn operand_type(&self, operand: &Operand) -> Type {
        match operand {
            Operand::Reg(reg) => self.reg_type(*reg),
            Operand::Int { width, .. } => Type::Int(*width),
            Operand::Wide(bits) => Type::Int(bits.width()),
            Operand::Null | Operand::Global(_) | Operand::Func(_) | Operand::BlockAddr(..) => {
                Type::Ptr
            }
            Operand::Undef(ty) => *ty,
        }
    }

    pub fn var(&self, id: VarId) -> &Variable {
        &self.vars[id.index()]
    }

    pub fn block_ids(
        &self,
    ) -> impl DoubleEndedIterator<Item = BlockId> + ExactSizeIterator + use<> {
        (0..self.blocks.len()).map(BlockId::new)
    }

    pub fn pos_at(&self, block: BlockId, index: u32) -> Option<Pos> {
        let block = self.block(block);
        match block.insts.get(index as usize) {
            Some(&inst) => self.inst(inst).pos,
            None => block.term_pos,
        }
    }

    pub fn new_reg(&mut self, ty: Type) -> Reg {
        self.regs.push(ty);
        Reg::new(self.regs.len() - 1)
    }

    /// Adds an instruction to the arena; the caller puts it into a block.
    pub fn new_inst(&mut self, kind: InstKind, pos: Option<Pos>) -> InstId {
        self.insts.push(Inst { kind, pos });
        InstId::new(self.insts.len() - 1)
    }
}
