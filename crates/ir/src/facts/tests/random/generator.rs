//! Random modules: arbitrary control flow, loops, calls in circles and through pointers, and variables of which some
//! escape. They need not end; whoever runs them stops.

use crate::bits::Bits;
mod instructions;

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::ids::{BlockId, Reg};
use crate::inst::*;
use crate::module::*;
use crate::test_support::{FuncBuilder, module_of};
use crate::types::Type;

/// A small generator of numbers: xorshift.
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).max(1))
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        ((self.next() >> 33) % limit as u64) as usize
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// A number that programs use.
    pub fn number(&mut self, width: u32) -> u64 {
        let number = match self.below(8) {
            0 => self.next(),
            1 => 1 << (width - 1),
            2 => u64::MAX,
            _ => self.below(12) as u64,
        };
        number & crate::small::mask(width)
    }
}

const WIDTHS: [u32; 5] = [4, 8, 16, 32, 64];

/// The variables: a byte, two words, an array, one whose address is told, and a constant.
pub const GLOBALS: usize = 5;

pub fn module(seed: u64) -> Module {
    let mut random = Random::new(seed ^ 0x5eed);
    let count = 1 + random.below(4);
    let mut shapes = vec![(vec![Type::Int(32), Type::Int(8)], vec![Type::Int(32)])];
    for _ in 1..count {
        let params = (0..random.below(3)).map(|_| Type::Int(random.pick(&WIDTHS))).collect();
        let returns = (0..random.below(2)).map(|_| Type::Int(random.pick(&WIDTHS))).collect();
        shapes.push((params, returns));
    }
    let mut funcs = Vec::new();
    for (index, (params, returns)) in shapes.iter().enumerate() {
        let name = if index == 0 { "main".to_string() } else { format!("f{index}") };
        let builder = FuncBuilder::new(&name, params, returns);
        let mut body = Body { builder, random: &mut random, shapes: &shapes, available: vec![] };
        body.write();
        funcs.push(body.builder.finish());
    }
    let mut module = module_of(funcs);
    for index in 0..GLOBALS {
        let bytes: Vec<u8> = (0..8).map(|_| random.below(5) as u8).collect();
        let init = if random.chance(2) { Init::Zero } else { Init::Data { bytes, relocs: vec![] } };
        module.globals.push(Global {
            name: format!("v{index}"),
            size: 8,
            align: 8,
            constant: false,
            thread_local: false,
            layout: None,
            init,
            pos: None,
            scalar: None,
        });
    }
    module
}

type Shape = (Vec<Type>, Vec<Type>);

struct Body<'a> {
    builder: FuncBuilder,
    random: &'a mut Random,
    shapes: &'a [Shape],
    available: Vec<Reg>,
}

impl Body<'_> {
    fn write(&mut self) {
        let count = 2 + self.random.below(7);
        for block in 0..count {
            let block_id = self.builder.block();
            if block > 0 {
                for _ in 0..self.random.below(3) {
                    let width = self.random.pick(&WIDTHS);
                    let param = self.builder.reg(Type::Int(width));
                    self.builder.func.blocks[block_id.index()].params.push(param);
                }
            }
        }
        let lists: Vec<Vec<BlockId>> = (0..count).map(|_| self.targets(count)).collect();
        let cfg = Cfg::from_successors(&lists);
        let dominators = Dominators::new(&cfg);
        let mut defined: Vec<Vec<Reg>> = vec![vec![]; count];
        for block in dominators.preorder().collect::<Vec<_>>() {
            self.available = match dominators.idom(block) {
                Some(above) => defined[above.index()].clone(),
                None => self.builder.func.params.clone(),
            };
            self.available.extend(&self.builder.func.block(block).params);
            for _ in 0..self.random.below(7) {
                self.instruction(block);
            }
            self.terminator(block, &lists[block.index()]);
            defined[block.index()] = self.available.clone();
        }
    }

    /// Never the first block.
    fn targets(&mut self, count: usize) -> Vec<BlockId> {
        let number = self.random.pick(&[0, 1, 1, 2, 2, 2, 2, 3, 4]);
        (0..number).map(|_| BlockId::new(1 + self.random.below(count - 1))).collect()
    }

    fn operand(&mut self, ty: Type) -> Operand {
        let func = &self.builder.func;
        let same = self.available.iter().copied();
        let same: Vec<Reg> = same.filter(|&reg| func.reg_type(reg) == ty).collect();
        // The latest ones more often.
        if !same.is_empty() && !self.random.chance(4) {
            let from = if self.random.chance(2) { same.len().saturating_sub(3) } else { 0 };
            return self.random.pick(&same[from..]).into();
        }
        match ty {
            Type::Int(_) if self.random.chance(25) => Operand::Undef(ty),
            Type::Int(width) => Operand::int(width, self.random.number(width)),
            Type::Ptr => Operand::Null,
        }
    }

    /// A width that some register has, mostly.
    fn width(&mut self) -> u32 {
        if !self.available.is_empty() && !self.random.chance(4) {
            let reg = self.random.pick(&self.available);
            if let Type::Int(width) = self.builder.func.reg_type(reg)
                && width > 1
            {
                return width;
            }
        }
        self.random.pick(&WIDTHS)
    }

    fn define(&mut self, block: BlockId, ty: Type, kind: impl FnOnce(Reg) -> InstKind) -> Reg {
        let dst = self.builder.reg(ty);
        self.builder.inst(block, kind(dst));
        self.available.push(dst);
        dst
    }

    fn edge(&mut self, to: BlockId) -> Edge {
        let params = self.builder.func.block(to).params.clone();
        let args = params.iter().map(|&param| {
            let ty = self.builder.func.reg_type(param);
            self.operand(ty)
        });
        Edge { block: to, args: args.collect() }
    }

    fn terminator(&mut self, block: BlockId, targets: &[BlockId]) {
        let term = match targets {
            [] if self.random.chance(8) => Terminator::Unreachable,
            [] => {
                let returns = self.builder.func.returns.clone();
                Terminator::Return { values: returns.iter().map(|&ty| self.operand(ty)).collect() }
            }
            [to] => Terminator::Jump(self.edge(*to)),
            [then, other] => {
                let cond = match self.random.chance(3) {
                    true => self.operand(Type::BOOL),
                    false => self.comparison(block).into(),
                };
                let (then, other) = (self.edge(*then), self.edge(*other));
                Terminator::Branch { cond, then, other }
            }
            [default, cases @ ..] => {
                let width = self.width();
                let value = self.operand(Type::Int(width));
                let mut list: Vec<(Bits, Edge)> = Vec::new();
                for &to in cases {
                    let case = Bits::from_u64(width, self.random.number(width));
                    let edge = self.edge(to);
                    // Every target has an edge, so that the graph is as planned.
                    let is_new = |case: &Bits| list.iter().all(|(other, _)| other != case);
                    let others = (0..16).map(|number| Bits::from_u64(width, number));
                    let case = [case].into_iter().chain(others).find(is_new).expect("one is new");
                    list.push((case, edge));
                }
                let default = self.edge(*default);
                Terminator::Switch { width, value, cases: list, default }
            }
        };
        self.builder.term(block, term);
    }
}
