//! Random programs for the reference interpreter: functions with arbitrary control flow and block
//! parameters, all integer widths, address computations into one buffer, and calls without recursion.
//!
//! Every block passes on how many more steps it may take, so that every program ends.

use dunlin_ir::cfg::Cfg;
use dunlin_ir::dominators::Dominators;
use dunlin_ir::*;

/// A small random number generator; the same seed gives the same program.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1)
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// Corner cases half of the time.
    fn bits(&mut self, width: u32) -> Bits {
        let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.word()).collect();
        match self.below(8) {
            0 => Bits::from_u64(width, 0),
            1 => Bits::from_u64(width, 1),
            2 => Bits::new(width, &vec![u64::MAX; words.len()]),
            3 => Bits::from_u64(width, self.below(20) as u64),
            _ => Bits::new(width, &words),
        }
    }

    fn width(&mut self) -> u32 {
        match self.below(4) {
            0 => 1 + self.below(200) as u32,
            1 => 1 + self.below(64) as u32,
            _ => self.pick(&[1, 8, 16, 32, 32, 64, 64, 128]),
        }
    }
}

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
        target: Target { pointer_bits: shape.pointer_bits, triple: "x86".into() },
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

    // ---- instructions --------------------------------------------------------------------------

    fn define(&mut self, ty: Type, kind: impl FnOnce(Reg) -> InstKind) -> Reg {
        let dst = self.func.new_reg(ty);
        self.insts.push(kind(dst));
        self.available.push(dst);
        dst
    }

    fn reg_of(&mut self, ty: Type) -> Option<Reg> {
        let known: Vec<Reg> =
            self.available.iter().copied().filter(|&reg| self.func.reg_type(reg) == ty).collect();
        (!known.is_empty()).then(|| self.random.pick(&known))
    }

    fn operand(&mut self, ty: Type) -> Operand {
        if (ty == Type::Ptr || !self.random.chance(4))
            && let Some(reg) = self.reg_of(ty)
        {
            return reg.into();
        }
        match ty {
            Type::Int(width) if self.random.chance(2) => self.converted(width),
            Type::Int(width) => Operand::constant(self.random.bits(width)),
            Type::Ptr => unreachable!("the buffer is there everywhere"),
        }
    }

    /// An integer of a width that no register may have yet, from one that has another.
    fn converted(&mut self, width: u32) -> Operand {
        let ints: Vec<Reg> = self
            .available
            .iter()
            .copied()
            .filter(|&reg| matches!(self.func.reg_type(reg), Type::Int(from) if from != width))
            .collect();
        if ints.is_empty() {
            return Operand::constant(self.random.bits(width));
        }
        let reg = self.random.pick(&ints);
        let from = self.func.reg_type(reg);
        let Type::Int(bits) = from else { unreachable!("chosen so") };
        let op = match bits < width {
            true => self.random.pick(&[CastOp::Zext, CastOp::Sext]),
            false => CastOp::Trunc,
        };
        let to = Type::Int(width);
        self.define(to, |dst| InstKind::Cast { op, dst, from, to, a: reg.into() }).into()
    }

    fn condition(&mut self) -> Reg {
        let ty = match self.random.chance(6) {
            true => Type::Ptr,
            false => Type::Int(self.random.width()),
        };
        let (a, b) = (self.operand(ty), self.operand(ty));
        let op = self.random.pick(CmpOp::ALL);
        self.define(Type::BOOL, |dst| InstKind::Compare { op, dst, ty, a, b })
    }

    fn instruction(&mut self) {
        let width = match self.random.chance(2) {
            true => self.random.width(),
            false => match self.random.pick(&self.pool) {
                Type::Int(width) => width,
                Type::Ptr => 32,
            },
        };
        let ty = Type::Int(width);
        match self.random.below(16) {
            0..=3 => {
                let op = self.random.pick(BinOp::ALL);
                let a = self.operand(ty);
                let mut b = self.operand(ty);
                let divides = matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem);
                if divides && !self.random.chance(12) {
                    // Odd and, if there is room for it, positive: never zero or minus one.
                    if matches!(op, BinOp::SDiv | BinOp::SRem) && width < 3 {
                        return;
                    }
                    let words = vec![u64::MAX; width.div_ceil(64) as usize];
                    let all = Bits::new(width, &words);
                    let positive = Bits::new(width.max(2) - 1, all.words());
                    let positive = Bits::new(width, positive.words());
                    let bit_op = |op, dst, a, b| InstKind::Binary {
                        op,
                        dst,
                        width,
                        a,
                        b: Operand::constant(b),
                        nsw: false,
                        nuw: false,
                    };
                    let masked = self.define(ty, |dst| bit_op(BinOp::And, dst, b, positive));
                    let one = Bits::from_u64(width, 1);
                    b = self.define(ty, |dst| bit_op(BinOp::Or, dst, masked.into(), one)).into();
                }
                self.define(ty, |dst| InstKind::Binary {
                    op,
                    dst,
                    width,
                    a,
                    b,
                    nsw: false,
                    nuw: false,
                });
            }
            4 => {
                let op = self.random.pick(UnOp::ALL);
                let width = if op == UnOp::ByteSwap { width.div_ceil(16) * 16 } else { width };
                let a = self.operand(Type::Int(width));
                self.define(Type::Int(width), |dst| InstKind::Unary { op, dst, width, a });
            }
            5 => {
                self.condition();
            }
            6 => {
                let op = self.random.pick(OverflowOp::ALL);
                let (a, b) = (self.operand(ty), self.operand(ty));
                self.define(Type::BOOL, |dst| InstKind::Overflow { op, dst, width, a, b });
            }
            7 => {
                self.converted(width);
            }
            8 => {
                let ty = if self.random.chance(4) { Type::Ptr } else { ty };
                let (cond, a, b) = (self.operand(Type::BOOL), self.operand(ty), self.operand(ty));
                self.define(ty, |dst| InstKind::Select { dst, ty, cond, a, b });
            }
            9 => {
                let (a, b, shift) = (self.operand(ty), self.operand(ty), self.operand(ty));
                let left = self.random.chance(2);
                self.define(ty, |dst| InstKind::FunnelShift { left, dst, width, a, b, shift });
            }
            10 => self.float(),
            11 if self.callees.len() > 1 => self.call(),
            12 => self.odd(ty),
            _ => self.access(),
        }
    }

    fn odd(&mut self, ty: Type) {
        let a = self.operand(ty);
        match self.random.below(3) {
            0 => {
                self.define(ty, |dst| InstKind::Freeze { dst, ty, a });
            }
            1 if !self.shape.initialised => {
                let var = Some(VarId(0));
                let kind = |dst| InstKind::Uninit { dst, ty, var, site: None, offset: 0 };
                self.define(ty, kind);
            }
            _ => self.insts.push(InstKind::Marker { var: VarId(0), ty, value: a }),
        }
    }

    fn float(&mut self) {
        let format = self.random.pick(&FloatFormat::ALL);
        let ty = Type::Int(format.bits());
        let (a, b) = (self.operand(ty), self.operand(ty));
        if self.random.chance(4) {
            let op = self.random.pick(FloatCmpOp::ALL);
            self.define(Type::BOOL, |dst| InstKind::FloatCompare { op, format, dst, a, b });
        } else {
            let op = self.random.pick(FloatBinOp::ALL);
            self.define(ty, |dst| InstKind::FloatBinary { op, format, dst, a, b });
        }
    }

    fn call(&mut self) {
        let index = 1 + self.random.below(self.callees.len() - 1);
        let callee = &self.callees[index];
        let types: Vec<Type> = callee.params.iter().map(|&reg| callee.reg_type(reg)).collect();
        let returns = callee.returns.clone();
        let mut args: Vec<Operand> = vec![self.func.params[0].into(), Operand::int(16, 3)];
        for &ty in &types[2..] {
            let arg = self.operand(ty);
            args.push(arg);
        }
        let dsts: Vec<Reg> = returns.iter().map(|&ty| self.func.new_reg(ty)).collect();
        self.insts.push(InstKind::Call(Call {
            dsts: dsts.iter().copied().collect(),
            callee: Callee::Direct(FuncId::new(index)),
            args,
            varargs: vec![],
            varargs_size: 0,
            passing: None,
        }));
        self.available.extend(dsts);
    }

    /// A load or store (or several) at a computed place of the buffer, or only the place.
    fn access(&mut self) {
        let addr = self.place();
        for _ in 0..self.random.pick(&[0, 1, 1, 1, 1, 2]) {
            // Whole bytes: what other bits of a byte hold is not defined.
            let width = self.random.pick(&[8, 16, 24, 32, 40, 48, 56, 64, 80, 128, 192]);
            let ty = Type::Int(width);
            if self.random.chance(2) {
                self.define(ty, |dst| InstKind::Load {
                    dst,
                    ty,
                    addr: addr.into(),
                    align: 1,
                    volatile: false,
                });
            } else {
                let value = self.operand(ty);
                let (addr, align) = (addr.into(), 1);
                self.insts.push(InstKind::Store { ty, value, addr, align, volatile: false });
            }
        }
    }

    /// `base + disp + index * scale + ...`, in bounds whatever the registers hold.
    fn place(&mut self) -> Reg {
        let base: Operand = self.func.params[0].into();
        let mut indices = Vec::new();
        for _ in 0..self.random.pick(&[0, 1, 1, 1, 2]) {
            let scale = match indices.is_empty() {
                true => self.random.pick(&[1, 2, 4, 8, 8, 24, 65535, 65536, LARGE_STEP]),
                false => self.random.pick(&[1, 4, 8]),
            };
            let index = match self.random.below(4) {
                0 => Operand::int(self.shape.pointer_bits, self.random.below(4) as u64),
                1 => self.masked(self.shape.pointer_bits).into(),
                _ if self.shape.pointer_bits == 32 => self.masked(32).into(),
                _ => {
                    let (from, to) = (Type::Int(32), Type::Int(64));
                    let a = self.masked(32).into();
                    let op = self.random.pick(&[CastOp::Sext, CastOp::Sext, CastOp::Zext]);
                    let dst = self.define(to, |dst| InstKind::Cast { op, dst, from, to, a });
                    dst.into()
                }
            };
            indices.push(ScaledIndex { index, scale });
        }
        let disp = match indices.is_empty() || self.random.chance(3) {
            true => self.random.below(400) as i64,
            false => 0,
        };
        let dst = self.func.new_reg(Type::Ptr);
        let indices = indices.into_iter().collect();
        self.insts.push(InstKind::PtrAdd { dst, base, disp, indices, path: vec![] });
        // Sometimes others use it, too: then it must be in a register.
        if self.random.chance(3) {
            self.available.push(dst);
        }
        dst
    }

    /// A register of 0 to 3.
    fn masked(&mut self, width: u32) -> Reg {
        let a = self.operand(Type::Int(width));
        let b = Operand::int(width, 3);
        self.define(Type::Int(width), |dst| InstKind::Binary {
            op: BinOp::And,
            dst,
            width,
            a,
            b,
            nsw: false,
            nuw: false,
        })
    }
}
