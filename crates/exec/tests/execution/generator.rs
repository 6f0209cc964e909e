//! Random programs for the reference interpreter: functions with arbitrary control flow and block
//! parameters, all integer widths, address computations into one buffer, and calls without recursion.
//!
//! Every block passes on how many more steps it may take, so that every program ends.

mod instructions;
mod numbers;

use dunlin_ir::cfg::Cfg;
use dunlin_ir::dominators::Dominators;
use dunlin_ir::*;
use numbers::Random;

/// The size of the buffer: three of the largest steps and room for the widest access.
const BUFFER: u64 = 3 * LARGE_STEP + 4096;
const LARGE_STEP: u64 = 70_000;
const FUEL: Type = Type::Int(16);
/// What `main` shows at the end.
pub const SHOWN: u64 = 512;

fn function(name: &str, params: &[Type], returns: &[Type]) -> Function {
    Function {
        name: name.into(),
        params: (0..params.len()).map(Reg::new).collect(),
        returns: returns.to_vec(),
        variadic: false,
        passing: None,
        pos: None,
        runtime: false,
        regs: params.to_vec(),
        vars: vec![Variable { name: "v".into(), ..Variable::default() }],
        blocks: vec![],
        insts: vec![],
    }
}

/// What all programs of a test have in common.
#[derive(Clone, Copy)]
pub struct Shape {
    pub pointer_bits: u32,
    pub triple: &'static str,
    /// Nothing is read that was not written before.
    pub initialised: bool,
}

impl Shape {
    fn word(self) -> Type {
        Type::Int(self.pointer_bits)
    }
}

/// A module whose `main` calls random functions and writes what they return.
pub fn module(seed: u64, shape: Shape) -> Module {
    let mut random = Random::new(seed);
    let word = shape.word();
    let mut write = function("__dunlin_write", &[Type::Int(32), Type::Ptr, word], &[word]);
    write.vars.clear();
    let count = 1 + random.below(3);
    let mut funcs = vec![write];
    for index in 0..count {
        let mut params = vec![Type::Ptr, FUEL];
        params.extend((0..random.below(5)).map(|_| Type::Int(random.width())));
        let returns: Vec<Type> = (0..random.below(4)).map(|_| Type::Int(random.width())).collect();
        // A function calls only those before it.
        let mut body = Body {
            func: function(&format!("f{index}"), &params, &returns),
            id: FuncId::new(funcs.len()),
            callees: &funcs,
            pool: (0..4).map(|_| Type::Int(random.width())).chain([FUEL, Type::Ptr]).collect(),
            random: &mut random,
            shape,
            available: vec![],
            insts: vec![],
        };
        body.write();
        let func = body.func;
        funcs.push(func);
    }
    let main = main_function(&mut random, shape, &funcs);
    funcs.push(main);
    Module {
        name: "random".into(),
        target: Target { pointer_bits: shape.pointer_bits, triple: shape.triple.into() },
        files: vec![],
        layouts: vec![],
        globals: vec![],
        funcs,
        constructors: vec![],
        destructors: vec![],
    }
}

fn main_function(random: &mut Random, shape: Shape, funcs: &[Function]) -> Function {
    let mut main = function("main", &[], &[Type::Int(32)]);
    let mut insts = Vec::new();
    let buffer = main.new_reg(Type::Ptr);
    let size = Operand::int(shape.pointer_bits, BUFFER);
    let len = size.clone();
    insts.push(InstKind::Alloca {
        dst: buffer,
        size,
        align: 16,
        var: None,
        layout: None,
        site: None,
    });
    insts.push(InstKind::MemSet { dst: buffer.into(), value: Operand::int(8, 0xa5), len });
    let mut place = 0;
    for (index, callee) in funcs.iter().enumerate().skip(1) {
        let args = callee.params.iter().enumerate().map(|(i, &reg)| match callee.reg_type(reg) {
            Type::Ptr => buffer.into(),
            Type::Int(width) if i == 1 => Operand::int(width, 30),
            Type::Int(width) => Operand::constant(random.bits(width)),
        });
        let args = args.collect();
        let dsts: Vec<Reg> = callee.returns.iter().map(|&ty| main.new_reg(ty)).collect();
        insts.push(InstKind::Call(Call {
            dsts: dsts.iter().copied().collect(),
            callee: Callee::Direct(FuncId::new(index)),
            args,
            varargs: vec![],
            varargs_size: 0,
            passing: None,
        }));
        for dst in dsts {
            let addr = main.new_reg(Type::Ptr);
            let indices = Default::default();
            let base = buffer.into();
            insts.push(InstKind::PtrAdd { dst: addr, base, disp: place, indices, path: vec![] });
            place += 32;
            let (ty, value, addr) = (main.reg_type(dst), dst.into(), addr.into());
            insts.push(InstKind::Store { ty, value, addr, align: 1, volatile: false });
        }
    }
    let written = main.new_reg(shape.word());
    insts.push(InstKind::Call(Call {
        dsts: [written].into_iter().collect(),
        callee: Callee::Direct(FuncId(0)),
        args: vec![Operand::int(32, 1), buffer.into(), Operand::int(shape.pointer_bits, SHOWN)],
        varargs: vec![],
        varargs_size: 0,
        passing: None,
    }));
    let insts = insts.into_iter().map(|kind| main.new_inst(kind, None)).collect();
    let term = Terminator::Return { values: vec![Operand::int(32, 7)] };
    main.blocks.push(Block { params: vec![], insts, term, term_pos: None, branch: None });
    main
}

struct Body<'a> {
    func: Function,
    id: FuncId,
    callees: &'a [Function],
    random: &'a mut Random,
    shape: Shape,
    /// The types of this function's block parameters: few, so that moves form cycles.
    pool: Vec<Type>,
    /// Registers that have a value here, the nearest last.
    available: Vec<Reg>,
    insts: Vec<InstKind>,
}

impl Body<'_> {
    /// Blocks: the entry, `inner` ordinary ones, and the one that returns.
    fn write(&mut self) {
        let inner = 1 + self.random.below(7);
        let last = BlockId::new(inner + 1);
        let mut lists: Vec<Vec<BlockId>> = vec![vec![BlockId(1)]];
        for _ in 0..inner {
            let count = self.random.pick(&[1, 1, 2, 2, 2, 3, 5]);
            let targets = (0..count).map(|_| BlockId::new(1 + self.random.below(inner)));
            let mut targets: Vec<BlockId> = targets.collect();
            // Out of steps: the last one.
            targets.push(last);
            lists.push(targets);
        }
        lists.push(vec![]);
        for list in &lists {
            // The entry takes nothing, and the last block neither: it is reached from everywhere.
            let params = if self.func.blocks.is_empty() || list.is_empty() {
                vec![]
            } else {
                let count = self.random.below(8);
                let types = (0..count).map(|_| self.random.pick(&self.pool)).collect::<Vec<_>>();
                // Fuel and the buffer are there everywhere.
                let types = [FUEL, Type::Ptr].into_iter().chain(types);
                types.map(|ty| self.func.new_reg(ty)).collect()
            };
            let term = Terminator::Unreachable;
            self.func.blocks.push(Block {
                params,
                insts: vec![],
                term,
                term_pos: None,
                branch: None,
            });
        }
        let cfg = Cfg::from_successors(&lists);
        let dominators = Dominators::new(&cfg);
        let mut defined: Vec<Vec<Reg>> = vec![vec![]; lists.len()];
        defined[0] = self.func.params.clone();
        for &block in cfg.reverse_postorder() {
            let mut chain = vec![block];
            while let Some(up) = dominators.idom(*chain.last().expect("not empty")) {
                chain.push(up);
            }
            let own = self.func.block(block).params.clone();
            self.available = chain.iter().rev().flat_map(|b| defined[b.index()].clone()).collect();
            self.available.extend(&own);
            let before = self.available.len();
            self.block(block, &lists[block.index()], last);
            defined[block.index()] = own;
            defined[block.index()].extend(&self.available[before..]);
        }
        for (index, list) in lists.iter().enumerate() {
            // What nothing leads to uses what it likes.
            if !cfg.is_reachable(BlockId::new(index)) && !list.is_empty() {
                self.available = self.func.params.clone();
                self.insts.clear();
                self.ending(BlockId::new(index), list, last, Operand::int(16, 1));
            }
        }
    }

    fn block(&mut self, block: BlockId, targets: &[BlockId], last: BlockId) {
        self.insts.clear();
        let fuel = match block {
            BlockId(0) => self.func.params[1].into(),
            _ if block == last => Operand::int(16, 0),
            _ => self.func.block(block).params[0].into(),
        };
        for _ in 0..self.random.below(10) {
            self.instruction();
        }
        if block == last {
            let returns = self.func.returns.clone();
            let values = returns.into_iter().map(|ty| self.operand(ty)).collect();
            self.finish(block, Terminator::Return { values });
            return;
        }
        self.ending(block, targets, last, fuel);
    }

    fn finish(&mut self, block: BlockId, term: Terminator) {
        let insts = std::mem::take(&mut self.insts);
        let insts = insts.into_iter().map(|kind| self.func.new_inst(kind, None)).collect();
        let place = &mut self.func.blocks[block.index()];
        place.insts = insts;
        place.term = term;
    }

    /// A block where exceptions would arrive; nothing throws.
    fn landing_pad(&mut self) -> BlockId {
        let (exception, selector) =
            (self.func.new_reg(Type::Ptr), self.func.new_reg(Type::Int(32)));
        let pad = self.func.new_inst(InstKind::LandingPad { exception, selector }, None);
        let term = Terminator::Resume { exception: exception.into(), selector: selector.into() };
        self.func.blocks.push(Block {
            params: vec![],
            insts: vec![pad],
            term,
            term_pos: None,
            branch: None,
        });
        BlockId::new(self.func.blocks.len() - 1)
    }

    /// The terminator: to some target, or to the last block if the fuel is gone.
    fn ending(&mut self, block: BlockId, targets: &[BlockId], last: BlockId, fuel: Operand) {
        if block == BlockId(0) {
            let edge = self.edge(targets[0], &fuel);
            let term = match self.insts.last() {
                Some(InstKind::Call(_)) => {
                    Terminator::Invoke { normal: edge, unwind: Edge::to(self.landing_pad()) }
                }
                _ => Terminator::Jump(edge),
            };
            self.finish(block, term);
            return;
        }
        let less = self.define(FUEL, |dst| InstKind::Binary {
            op: BinOp::Sub,
            dst,
            width: 16,
            a: fuel.clone(),
            b: Operand::int(16, 1),
            nsw: false,
            nuw: false,
        });
        let rest: Operand = less.into();
        let targets = &targets[..targets.len() - 1];
        let empty = |body: &mut Self| {
            body.define(Type::BOOL, |dst| InstKind::Compare {
                op: CmpOp::Eq,
                dst,
                ty: FUEL,
                a: fuel.clone(),
                b: Operand::int(16, 0),
            })
        };
        let edges: Vec<Edge> = targets.iter().map(|&target| self.edge(target, &rest)).collect();
        let term = match edges.len() {
            1 => {
                let cond = empty(self).into();
                let other = edges.into_iter().next().expect("one");
                Terminator::Branch { cond, then: Edge::to(last), other }
            }
            // A choice with the end among its targets, which the fuel forces.
            2 => {
                let width = self.random.width();
                let value = self.operand(Type::Int(width));
                let done = empty(self);
                let zero = Operand::constant(Bits::from_u64(width, 0));
                let ty = Type::Int(width);
                let value = self.define(ty, |dst| InstKind::Select {
                    dst,
                    ty,
                    cond: done.into(),
                    a: zero,
                    b: value,
                });
                let mut edges = edges.into_iter();
                let (first, second) = (edges.next().expect("two"), edges.next().expect("two"));
                let mut cases = vec![(Bits::from_u64(width, 0), Edge::to(last))];
                if width > 1 || self.random.chance(2) {
                    cases.push((Bits::from_u64(width, 1), first));
                }
                Terminator::Switch { width, value: value.into(), cases, default: second }
            }
            3 => self.indirect(edges, last, &fuel),
            _ => {
                let width = 3 + self.random.width();
                let value = self.operand(Type::Int(width));
                let done = empty(self);
                let out = self.random.bits(width);
                let ty = Type::Int(width);
                let exit = Operand::constant(out.clone());
                let value = self.define(ty, |dst| InstKind::Select {
                    dst,
                    ty,
                    cond: done.into(),
                    a: exit,
                    b: value,
                });
                let mut cases = vec![(out, Edge::to(last))];
                let sparse = self.random.chance(2);
                let mut edges = edges.into_iter();
                let default = edges.next().expect("several");
                for (i, edge) in edges.enumerate() {
                    let bits = match sparse {
                        true => self.random.bits(width),
                        false => Bits::from_u64(width, 2 * i as u64),
                    };
                    if cases.iter().all(|(other, _)| *other != bits) {
                        cases.push((bits, edge));
                    }
                }
                Terminator::Switch { width, value: value.into(), cases, default }
            }
        };
        self.finish(block, term);
    }

    /// A computed goto to one of three blocks.
    fn indirect(&mut self, mut edges: Vec<Edge>, last: BlockId, fuel: &Operand) -> Terminator {
        // One edge for each block: which of two would be taken?
        edges.sort_by_key(|edge| edge.block);
        edges.dedup_by_key(|edge| edge.block);
        edges.push(Edge::to(last));
        let mut addr = Operand::BlockAddr(self.id, edges[0].block);
        for edge in &edges[1..] {
            let cond = match edge.block == last {
                true => self.define(Type::BOOL, |dst| InstKind::Compare {
                    op: CmpOp::Ule,
                    dst,
                    ty: FUEL,
                    a: fuel.clone(),
                    b: Operand::int(16, 0),
                }),
                false => self.condition(),
            };
            let a = Operand::BlockAddr(self.id, edge.block);
            let ty = Type::Ptr;
            let b = addr.clone();
            // Not among the registers: it points to code.
            let dst = self.func.new_reg(ty);
            self.insts.push(InstKind::Select { dst, ty, cond: cond.into(), a, b });
            addr = dst.into();
        }
        Terminator::IndirectJump { addr, targets: edges }
    }

    fn edge(&mut self, target: BlockId, fuel: &Operand) -> Edge {
        let params = self.func.block(target).params.clone();
        let mut args = Vec::new();
        for (i, &param) in params.iter().enumerate() {
            args.push(match (i, self.func.reg_type(param)) {
                (0, _) => fuel.clone(),
                // Often another parameter of the same block, so that moves cross.
                (_, ty) if self.random.chance(2) => {
                    let same: Vec<Reg> = params
                        .iter()
                        .copied()
                        .filter(|reg| self.func.reg_type(*reg) == ty)
                        .filter(|reg| self.available.contains(reg))
                        .collect();
                    if same.is_empty() { self.operand(ty) } else { self.random.pick(&same).into() }
                }
                (_, ty) => self.operand(ty),
            });
        }
        Edge { block: target, args }
    }
}
