//! V1: every id names an entity that exists. Everything that is checked later may index freely.

use super::{Checker, Invariant};
use crate::ids::{BlockId, FileId, FuncId, GlobalId, InstId, LayoutId, Reg, VarId};
use crate::inst::{Call, Callee, InstKind, Operand, PathStep, Terminator};
use crate::module::{Function, Init, Pos, RelocTarget};
use crate::types::LayoutKind;
use std::fmt::Display;

impl Checker<'_> {
    pub(super) fn check_ids(&mut self) {
        let module = self.module;
        for layout in &module.layouts {
            match &layout.kind {
                LayoutKind::Array { element, .. } => self.layout(*element),
                LayoutKind::Struct { fields, .. } => {
                    fields.iter().for_each(|field| self.layout(field.layout));
                }
                LayoutKind::Scalar(_) | LayoutKind::Pointer | LayoutKind::Opaque => {}
            }
        }
        for global in &module.globals {
            self.pos(global.pos);
            global.layout.into_iter().for_each(|layout| self.layout(layout));
            if let Init::Data { relocs, .. } = &global.init {
                for reloc in relocs {
                    match reloc.target {
                        RelocTarget::Global(id) => self.global(id),
                        RelocTarget::Func(id) => self.function(id),
                        RelocTarget::Block(func, block) => self.block_address(func, block),
                    }
                }
            }
        }
        for &func in module.constructors.iter().chain(&module.destructors) {
            self.function(func);
        }
        for id in module.func_ids() {
            self.func = Some(id);
            self.function_ids(module.func(id));
            self.func = None;
        }
    }

    fn function_ids(&mut self, func: &Function) {
        self.pos(func.pos);
        func.vars.iter().for_each(|var| self.pos(var.pos));
        func.params.iter().for_each(|&reg| self.reg(func, reg));
        for (i, block) in func.blocks.iter().enumerate() {
            self.block = Some(BlockId::new(i));
            block.params.iter().for_each(|&reg| self.reg(func, reg));
            for &id in &block.insts {
                self.exists(id, id.index(), func.insts.len());
            }
            self.in_terminator = true;
            self.pos(block.term_pos);
            self.terminator_ids(func, &block.term);
            self.in_terminator = false;
        }
        self.block = None;
        // Through the arena, since an instruction may be in no block.
        for (i, inst) in func.insts.iter().enumerate() {
            self.inst = Some(InstId::new(i));
            self.pos(inst.pos);
            inst.kind.for_each_def(|reg| self.reg(func, reg));
            inst.kind.for_each_operand(|operand| self.operand_ids(func, operand));
            match &inst.kind {
                InstKind::PtrAdd { path, .. } => {
                    for step in path {
                        let (PathStep::Field { layout, .. } | PathStep::Index { element: layout }) =
                            step;
                        self.layout(*layout);
                    }
                }
                InstKind::Alloca { var, layout, .. } => {
                    var.iter().for_each(|&var| self.var(func, var));
                    layout.iter().for_each(|&layout| self.layout(layout));
                }
                InstKind::Uninit { var: Some(var), .. } | InstKind::Marker { var, .. } => {
                    self.var(func, *var);
                }
                InstKind::Call(Call { callee: Callee::Direct(callee), .. }) => {
                    self.function(*callee);
                }
                _ => {}
            }
        }
        self.inst = None;
    }

    fn terminator_ids(&mut self, func: &Function, term: &Terminator) {
        term.for_each_operand(|operand| self.operand_ids(func, operand));
        for edge in term.edges() {
            self.exists(edge.block, edge.block.index(), func.blocks.len());
        }
    }

    fn operand_ids(&mut self, func: &Function, operand: &Operand) {
        match operand {
            Operand::Reg(reg) => self.reg(func, *reg),
            Operand::Global(global) => self.global(*global),
            Operand::Func(func) => self.function(*func),
            Operand::BlockAddr(func, block) => self.block_address(*func, *block),
            Operand::Int { .. } | Operand::Wide(_) | Operand::Null | Operand::Undef(_) => {}
        }
    }

    fn exists(&mut self, id: impl Display, index: usize, count: usize) {
        self.require(index < count, Invariant::IdsExist, || {
            format!("{id} does not exist, there are {count} of its kind")
        });
    }

    fn layout(&mut self, id: LayoutId) {
        self.exists(id, id.index(), self.module.layouts.len());
    }

    fn global(&mut self, id: GlobalId) {
        self.exists(id, id.index(), self.module.globals.len());
    }

    fn function(&mut self, id: FuncId) {
        self.exists(id, id.index(), self.module.funcs.len());
    }

    fn reg(&mut self, func: &Function, id: Reg) {
        self.exists(id, id.index(), func.regs.len());
    }

    fn var(&mut self, func: &Function, id: VarId) {
        self.exists(id, id.index(), func.vars.len());
    }

    fn pos(&mut self, pos: Option<Pos>) {
        if let Some(Pos { file, .. }) = pos {
            let FileId(index) = file;
            self.exists(file, index as usize, self.module.files.len());
        }
    }

    fn block_address(&mut self, func: FuncId, block: BlockId) {
        match self.module.funcs.get(func.index()) {
            Some(f) => self.exists(
                format_args!("blockaddr({func}, {block})"),
                block.index(),
                f.blocks.len(),
            ),
            None => self.function(func),
        }
    }
}
