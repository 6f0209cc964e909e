//! Runs a program on numbers and compares every step with the facts.

use super::generator::Random;
use crate::evaluate::evaluate;
use crate::facts::Facts;
use crate::ids::{BlockId, FuncId, GlobalId, Reg};
use crate::inst::{Callee, InstKind, Operand, Terminator};
use crate::module::{Function, Init, Module};
use crate::semantics::edge;
use crate::small::{Small, mask};

const MOST_STEPS: usize = 600;
const MOST_CALLS: usize = 12;
/// Functions lie above all objects.
const FUNCTIONS: u64 = 1 << 48;

/// How much was compared that could have been wrong.
#[derive(Default, Debug)]
pub struct Checked {
    pub registers: u64,
    /// Registers of which more is known in their block than elsewhere.
    pub restricted: u64,
    pub globals: u64,
}

pub struct Run<'a> {
    module: &'a Module,
    facts: &'a Facts,
    random: Random,
    seed: u64,
    checked: &'a mut Checked,
    /// Variables first, then stack objects. Object `n` lies at `(n + 1) << 32`.
    objects: Vec<Vec<u8>>,
    steps: usize,
    calls: usize,
}

/// The run ends, with an error or a limit.
struct Stop;

impl<'a> Run<'a> {
    pub fn new(
        module: &'a Module,
        facts: &'a Facts,
        random: Random,
        seed: u64,
        checked: &'a mut Checked,
    ) -> Self {
        let objects = module.globals.iter().map(|global| match &global.init {
            Init::Data { bytes, .. } => bytes.clone(),
            _ => vec![0; global.size as usize],
        });
        let objects = objects.collect();
        Run { module, facts, random, seed, checked, objects, steps: 0, calls: 0 }
    }

    pub fn run(mut self) {
        let main = self.module.find_func("main").expect("there is one");
        let widths: Vec<u32> = self.widths(main);
        let args = widths.iter().map(|&width| self.random.number(width)).collect();
        let _ = self.call(main, args);
    }

    fn widths(&self, id: FuncId) -> Vec<u32> {
        let func = self.module.func(id);
        func.params.iter().map(|&reg| func.reg_type(reg).bits(&self.module.target)).collect()
    }

    fn call(&mut self, id: FuncId, args: Vec<u64>) -> Result<Vec<u64>, Stop> {
        let func = self.module.func(id);
        let mut regs: Vec<Option<u64>> = vec![None; func.regs.len()];
        for (&param, arg) in func.params.iter().zip(args) {
            regs[param.index()] = Some(arg);
        }
        let mut block = BlockId(0);
        loop {
            self.check(id, block, &regs);
            for &inst in &func.block(block).insts {
                self.steps += 1;
                if self.steps > MOST_STEPS {
                    return Err(Stop);
                }
                self.step(func, &func.inst(inst).kind, &mut regs)?;
            }
            self.check(id, block, &regs);
            let term = &func.block(block).term;
            let edges = term.edges();
            match term {
                Terminator::Return { values } => {
                    return Ok(values.iter().map(|value| self.operand(&regs, value)).collect());
                }
                Terminator::Unreachable => return Err(Stop),
                _ => {}
            }
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(Stop);
            }
            // An undefined value is chosen once for all edges.
            let mut read = None;
            if let Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } = term
            {
                read = Some(self.operand(&regs, value));
            }
            let value = |_: &mut Small, _: &Operand| read.expect("it reads something");
            let target = &self.module.target;
            let taken = (0..edges.len())
                .find(|&index| edge::condition(&mut Small, target, id, term, index, value) == 1);
            let edge = edges[taken.expect("one is taken")];
            let values: Vec<u64> = edge.args.iter().map(|arg| self.operand(&regs, arg)).collect();
            block = edge.block;
            for (&param, value) in func.block(block).params.iter().zip(values) {
                regs[param.index()] = Some(value);
            }
        }
    }

    fn operand(&mut self, regs: &[Option<u64>], operand: &Operand) -> u64 {
        match operand {
            Operand::Reg(reg) => regs[reg.index()].expect("defined before"),
            Operand::Int { value, .. } => *value,
            Operand::Null => 0,
            Operand::Global(id) => u64::from(id.0 + 1) << 32,
            Operand::Func(id) => FUNCTIONS + u64::from(id.0),
            Operand::Undef(ty) => {
                let width = ty.bits(&self.module.target);
                self.random.number(width)
            }
            other => panic!("{other:?} is not written"),
        }
    }

    fn bytes(&mut self, addr: u64, size: usize) -> Result<&mut [u8], Stop> {
        let object = ((addr >> 32) as usize).checked_sub(1).ok_or(Stop)?;
        let offset = addr as u32 as usize;
        let object = self.objects.get_mut(object).ok_or(Stop)?;
        object.get_mut(offset..offset + size).ok_or(Stop)
    }

    fn step(
        &mut self,
        func: &Function,
        kind: &InstKind,
        regs: &mut [Option<u64>],
    ) -> Result<(), Stop> {
        let mut values = Vec::new();
        kind.for_each_operand(|operand| values.push(self.operand(regs, operand)));
        let target = &self.module.target;
        match kind {
            InstKind::Alloca { dst, .. } => {
                self.objects.push(vec![0; values[0] as usize]);
                regs[dst.index()] = Some((self.objects.len() as u64) << 32);
            }
            InstKind::Load { dst, ty, .. } => {
                let mut word = [0; 8];
                let bytes = self.bytes(values[0], ty.store_size(target) as usize)?;
                word[..bytes.len()].copy_from_slice(bytes);
                regs[dst.index()] = Some(u64::from_le_bytes(word) & mask(ty.bits(target)));
            }
            InstKind::Store { ty, .. } => {
                let bytes = self.bytes(values[1], ty.store_size(target) as usize)?;
                bytes.copy_from_slice(&values[0].to_le_bytes()[..bytes.len()]);
            }
            InstKind::Call(call) => {
                let (callee, args) = match call.callee {
                    Callee::Direct(id) => (id, values),
                    Callee::Indirect(_) => {
                        (FuncId((values[0] - FUNCTIONS) as u32), values[1..].to_vec())
                    }
                };
                self.calls += 1;
                if self.calls > MOST_CALLS {
                    return Err(Stop);
                }
                let results = self.call_natively(callee, args)?;
                self.calls -= 1;
                for (index, &dst) in call.dsts.iter().enumerate() {
                    let width = func.reg_type(dst).bits(target);
                    let result = results.get(index).copied();
                    let result = result.unwrap_or_else(|| self.random.next());
                    regs[dst.index()] = Some(result & mask(width));
                }
            }
            pure => {
                let result = evaluate(&mut Small, pure, target, &values);
                let result = result.unwrap_or_else(|| panic!("{pure:?} is not executed"));
                pure.for_each_def(|dst| regs[dst.index()] = Some(result));
            }
        }
        Ok(())
    }

    /// Parameters without an argument are whatever there is, and others are cut.
    fn call_natively(&mut self, callee: FuncId, args: Vec<u64>) -> Result<Vec<u64>, Stop> {
        let widths = self.widths(callee);
        let args = widths.iter().enumerate().map(|(index, &width)| {
            let arg = args.get(index).copied();
            arg.unwrap_or_else(|| self.random.next()) & mask(width)
        });
        let args = args.collect();
        self.call(callee, args)
    }

    fn check(&mut self, id: FuncId, block: BlockId, regs: &[Option<u64>]) {
        let (module, seed, facts) = (self.module, self.seed, self.facts);
        assert!(facts.is_reached(id, block), "seed {seed}: {id} {block} is executed in\n{module}");
        for (index, value) in regs.iter().enumerate() {
            let Some(value) = *value else { continue };
            let reg = Reg::new(index);
            let (all, here) = (facts.register(id, reg), facts.at(id, block, reg));
            assert!(
                all.contains(value) && here.contains(value) && all.includes(&here),
                "seed {seed}: {reg} of {id} is {value} in {block}, where it is {here} of {all}:\n{module}"
            );
            self.checked.registers += u64::from(!all.is_full());
            self.checked.restricted += u64::from(here != all);
        }
        for (index, bytes) in self.objects.iter().take(module.globals.len()).enumerate() {
            for (offset, size) in [(0, 1), (0, 2), (0, 4), (4, 4), (0, 8)] {
                let Some(values) = facts.global(module, GlobalId::new(index), offset, size) else {
                    continue;
                };
                let mut word = [0; 8];
                word[..size as usize]
                    .copy_from_slice(&bytes[offset as usize..(offset + size) as usize]);
                let value = u64::from_le_bytes(word) & mask(values.range().width());
                assert!(
                    values.contains(value) && values.range().contains(value),
                    "seed {seed}: v{index} at {offset} holds {value}, not {values:?}:\n{module}"
                );
                self.checked.globals += 1;
            }
        }
    }
}
