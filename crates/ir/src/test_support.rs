//! What the tests of the analyses share: building small functions and graphs, checking that a
//! function is well formed, and a small interpreter for comparing a function before and after a
//! pass.

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::evaluate::evaluate;
use crate::ids::{BlockId, FileId, InstId, Reg};
use crate::inst::*;
use crate::module::*;
use crate::small::Small;
use crate::source::SourceFile;
use crate::target::Target;
use crate::types::Type;
use proptest::prelude::*;

pub fn target() -> Target {
    Target { pointer_bits: 64, triple: "x86_64-unknown-linux-gnu".into() }
}

pub fn module_of(funcs: Vec<Function>) -> Module {
    let file = SourceFile {
        name: "test.c".into(),
        directory: String::new(),
        runtime: false,
        text: Default::default(),
    };
    Module {
        name: "test".into(),
        target: target(),
        files: vec![file],
        layouts: vec![],
        globals: vec![],
        funcs,
        constructors: vec![],
        destructors: vec![],
    }
}

pub fn line(line: u32) -> Option<Pos> {
    Some(Pos { file: FileId(0), line, column: 0 })
}

/// The graph in which block `i` leads to the blocks `lists[i]`.
pub fn graph(lists: &[&[u32]]) -> Cfg {
    let lists: Vec<Vec<BlockId>> =
        lists.iter().map(|list| list.iter().copied().map(BlockId).collect()).collect();
    Cfg::from_successors(&lists)
}

pub fn random_graph(max_blocks: usize) -> impl Strategy<Value = Cfg> {
    let lists = prop::collection::vec(prop::collection::vec(any::<u32>(), 0..4), 1..=max_blocks);
    lists.prop_map(|lists| {
        let count = lists.len() as u32;
        let lists: Vec<Vec<BlockId>> = lists
            .into_iter()
            .map(|list| list.into_iter().map(|target| BlockId(target % count)).collect())
            .collect();
        Cfg::from_successors(&lists)
    })
}

pub fn call(callee: Callee, args: &[Operand], dsts: &[Reg]) -> InstKind {
    let dsts = dsts.iter().copied().collect();
    InstKind::Call(Call::fixed(callee, args.to_vec(), dsts))
}

pub struct FuncBuilder {
    pub func: Function,
}

impl FuncBuilder {
    pub fn new(name: &str, params: &[Type], returns: &[Type]) -> Self {
        FuncBuilder {
            func: Function {
                name: name.into(),
                params: (0..params.len()).map(Reg::new).collect(),
                returns: returns.to_vec(),
                variadic: false,
                passing: None,
                pos: None,
                runtime: false,
                regs: params.to_vec(),
                vars: vec![],
                blocks: vec![],
                insts: vec![],
            },
        }
    }

    pub fn finish(self) -> Function {
        self.func
    }

    pub fn param(&self, index: usize) -> Reg {
        self.func.params[index]
    }

    pub fn reg(&mut self, ty: Type) -> Reg {
        self.func.new_reg(ty)
    }

    /// A new block, which is unreachable's end until a terminator is set.
    pub fn block(&mut self) -> BlockId {
        let term = Terminator::Unreachable;
        self.func.blocks.push(Block {
            params: vec![],
            insts: vec![],
            term,
            term_pos: None,
            branch: None,
        });
        BlockId::new(self.func.blocks.len() - 1)
    }

    pub fn inst(&mut self, block: BlockId, kind: InstKind) -> InstId {
        self.inst_at(block, kind, None)
    }

    pub fn inst_at(&mut self, block: BlockId, kind: InstKind, pos: Option<Pos>) -> InstId {
        let id = self.func.new_inst(kind, pos);
        self.func.blocks[block.index()].insts.push(id);
        id
    }

    pub fn alloca(&mut self, block: BlockId, size: u64) -> Reg {
        let dst = self.reg(Type::Ptr);
        let size = Operand::int(64, size);
        self.inst(
            block,
            InstKind::Alloca { dst, size, align: 8, var: None, layout: None, site: None },
        );
        dst
    }

    pub fn ptr_add(&mut self, block: BlockId, base: Reg, disp: i64) -> Reg {
        let dst = self.reg(Type::Ptr);
        let indices = Default::default();
        self.inst(block, InstKind::PtrAdd { dst, base: base.into(), disp, indices, path: vec![] });
        dst
    }

    pub fn load(&mut self, block: BlockId, ty: Type, addr: Reg) -> Reg {
        let dst = self.reg(ty);
        self.inst(block, InstKind::Load { dst, ty, addr: addr.into(), align: 1, volatile: false });
        dst
    }

    pub fn store(
        &mut self,
        block: BlockId,
        ty: Type,
        value: impl Into<Operand>,
        addr: Reg,
    ) -> InstId {
        let (value, addr) = (value.into(), addr.into());
        self.inst(block, InstKind::Store { ty, value, addr, align: 1, volatile: false })
    }

    pub fn binary(
        &mut self,
        block: BlockId,
        op: BinOp,
        width: u32,
        a: impl Into<Operand>,
        b: impl Into<Operand>,
    ) -> Reg {
        let dst = self.reg(Type::Int(width));
        let (a, b) = (a.into(), b.into());
        self.inst(block, InstKind::Binary { op, dst, width, a, b, nsw: false, nuw: false });
        dst
    }

    pub fn term(&mut self, block: BlockId, term: Terminator) {
        self.func.blocks[block.index()].term = term;
    }

    pub fn jump(&mut self, block: BlockId, to: BlockId) {
        self.term(block, Terminator::Jump(Edge::to(to)));
    }

    pub fn branch(&mut self, block: BlockId, cond: Operand, then: BlockId, other: BlockId) {
        let (then, other) = (Edge::to(then), Edge::to(other));
        self.term(block, Terminator::Branch { cond, then, other });
    }

    pub fn ret(&mut self, block: BlockId, values: &[Operand]) {
        self.term(block, Terminator::Return { values: values.to_vec() });
    }
}

/// Checks dense arenas, single definitions, definitions that dominate uses, and edge arguments.
pub fn check_well_formed(func: &Function) {
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(&cfg);
    let mut seen = vec![false; func.insts.len()];
    // The place of each definition: a block and the number of instructions before it.
    let mut defs: Vec<Option<(BlockId, usize)>> = vec![None; func.regs.len()];
    let mut define = |reg: Reg, block, index| {
        assert!(defs[reg.index()].replace((block, index)).is_none(), "{reg} is defined twice");
    };
    for &reg in &func.params {
        define(reg, BlockId(0), 0);
    }
    for block in func.block_ids() {
        for &reg in &func.block(block).params {
            define(reg, block, 0);
        }
        for (index, &id) in func.block(block).insts.iter().enumerate() {
            assert!(!std::mem::replace(&mut seen[id.index()], true), "{id} is in two places");
            func.inst(id).kind.for_each_def(|reg| define(reg, block, index + 1));
        }
    }
    assert!(seen.iter().all(|&seen| seen), "every instruction is in a block");
    let defs: Vec<(BlockId, usize)> =
        defs.into_iter().map(|def| def.expect("every register has a definition")).collect();
    let check_use = |operand: &Operand, block: BlockId, index: usize| {
        if let (Operand::Reg(reg), true) = (operand, cfg.is_reachable(block)) {
            let (def_block, def_index) = defs[reg.index()];
            let before = if def_block == block {
                def_index <= index
            } else {
                dominators.strictly_dominates(def_block, block)
            };
            assert!(before, "{reg} is used in {block} where it is not defined");
        }
    };
    for block in func.block_ids() {
        let body = func.block(block);
        for (index, &id) in body.insts.iter().enumerate() {
            func.inst(id).kind.for_each_operand(|operand| check_use(operand, block, index));
        }
        body.term.for_each_operand(|operand| check_use(operand, block, body.insts.len()));
        for edge in body.term.edges() {
            assert_eq!(edge.args.len(), func.block(edge.block).params.len());
            for (arg, &param) in edge.args.iter().zip(&func.block(edge.block).params) {
                let ty = match arg {
                    Operand::Reg(reg) => func.reg_type(*reg),
                    Operand::Int { width, .. } => Type::Int(*width),
                    Operand::Undef(ty) => *ty,
                    _ => Type::Ptr,
                };
                assert_eq!(ty, func.reg_type(param), "argument for {param}");
            }
        }
    }
    assert!(func.blocks.first().is_none_or(|entry| entry.params.is_empty()));
}

/// What a run can be observed to do.
#[derive(Debug, PartialEq, Eq)]
pub struct Observed {
    pub blocks: Vec<BlockId>,
    /// The arguments of each call.
    pub calls: Vec<Vec<u64>>,
    /// None if the run was cut off.
    pub returned: Option<Vec<u64>>,
}

/// The byte that uninitialised memory is full of, and uninitialised registers are made of.
const UNINIT: u8 = 0xa5;

/// Runs a function on integers of up to 64 bits and memory for at most `max_blocks` blocks.
pub fn interpret(func: &Function, args: &[u64], max_blocks: usize) -> Observed {
    interpret_with(func, args, max_blocks, &mut |_, _, _| {})
}

/// As [`interpret`], with something that happens before each instruction, by its index, and terminator.
pub fn interpret_with(
    func: &Function,
    args: &[u64],
    max_blocks: usize,
    before: &mut impl FnMut(&mut Machine<'_>, BlockId, usize),
) -> Observed {
    let mut machine = Machine { func, regs: vec![0; func.regs.len()], objects: vec![] };
    for (&param, &arg) in func.params.iter().zip(args) {
        machine.set(param, arg);
    }
    let mut observed = Observed { blocks: vec![], calls: vec![], returned: None };
    let mut block = BlockId(0);
    while observed.blocks.len() < max_blocks {
        observed.blocks.push(block);
        for (index, &id) in func.block(block).insts.iter().enumerate() {
            before(&mut machine, block, index);
            machine.step(&func.inst(id).kind, &mut observed);
        }
        before(&mut machine, block, func.block(block).insts.len());
        let edge = match &func.block(block).term {
            Terminator::Jump(edge) => edge,
            Terminator::Branch { cond, then, other } => {
                if machine.get(cond) == 1 {
                    then
                } else {
                    other
                }
            }
            Terminator::Return { values } => {
                observed.returned = Some(values.iter().map(|value| machine.get(value)).collect());
                break;
            }
            other => panic!("{other:?} is not interpreted"),
        };
        let values: Vec<u64> = edge.args.iter().map(|arg| machine.get(arg)).collect();
        block = edge.block;
        for (&param, value) in func.block(block).params.iter().zip(values) {
            machine.set(param, value);
        }
    }
    observed
}

pub struct Machine<'a> {
    func: &'a Function,
    regs: Vec<u64>,
    /// What each `alloca` has made, by the register that it defines.
    pub objects: Vec<(Reg, Vec<u8>)>,
}

impl Machine<'_> {
    pub fn set(&mut self, reg: Reg, value: u64) {
        let bits = self.func.reg_type(reg).bits(&target());
        self.regs[reg.index()] = value & (u64::MAX >> (64 - bits));
    }

    fn get(&self, operand: &Operand) -> u64 {
        match operand {
            Operand::Reg(reg) => self.regs[reg.index()],
            Operand::Int { value, .. } => *value,
            Operand::Null => 0,
            other => panic!("{other:?} has no value here"),
        }
    }

    /// Object `n` lies at `(n + 1) << 32`.
    fn bytes(&mut self, addr: &Operand, ty: Type) -> &mut [u8] {
        let addr = self.get(addr);
        let (object, offset) = ((addr >> 32) as usize - 1, addr as u32 as usize);
        &mut self.objects[object].1[offset..][..ty.store_size(&target()) as usize]
    }

    fn step(&mut self, kind: &InstKind, observed: &mut Observed) {
        match kind {
            InstKind::Alloca { dst, size, .. } => {
                self.objects.push((*dst, vec![UNINIT; self.get(size) as usize]));
                self.set(*dst, (self.objects.len() as u64) << 32);
            }
            InstKind::Lifetime { addr, start, .. } => {
                if *start {
                    let object = (self.get(addr) >> 32) as usize - 1;
                    self.objects[object].1.fill(UNINIT);
                }
            }
            InstKind::Load { dst, ty, addr, .. } => {
                let mut word = [0; 8];
                let bytes = self.bytes(addr, *ty);
                word[..bytes.len()].copy_from_slice(bytes);
                self.set(*dst, u64::from_le_bytes(word));
            }
            InstKind::Store { ty, value, addr, .. } => {
                let value = self.get(value).to_le_bytes();
                let bytes = self.bytes(addr, *ty);
                bytes.copy_from_slice(&value[..bytes.len()]);
            }
            InstKind::Uninit { dst, .. } => {
                self.set(*dst, u64::from_le_bytes([UNINIT; 8]));
            }
            InstKind::Marker { value, .. } => {
                // Its operand must be computed, nothing more.
                self.get(value);
            }
            InstKind::Call(call) => {
                observed.calls.push(call.args.iter().map(|arg| self.get(arg)).collect());
            }
            pure => {
                let mut values = vec![];
                pure.for_each_operand(|operand| values.push(self.get(operand)));
                let result = evaluate(&mut Small, pure, &target(), &values);
                let result = result.unwrap_or_else(|| panic!("{pure:?} is not interpreted"));
                pure.for_each_def(|dst| self.set(dst, result));
            }
        }
    }
}
