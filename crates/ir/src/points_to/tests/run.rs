//! A reference for the analysis: a plain interpreter in which addresses are numbers, and which checks
//! of every access that its object was foreseen. Accesses to no object do nothing.

use super::*;
use crate::evaluate::evaluate;
use crate::inst::Call;
use crate::module::Function;
use crate::small::Small;
use crate::test_support::target;
use std::collections::BTreeMap;

const MAX_STEPS: usize = 4000;
const MAX_CALLS: usize = 6;

struct Allocated {
    object: Object,
    bytes: Vec<u8>,
}

pub(super) struct Run<'m> {
    module: &'m Module,
    points_to: &'m PointsTo,
    /// By address.
    objects: BTreeMap<u64, Allocated>,
    functions: Vec<u64>,
    globals: Vec<u64>,
    /// Where the active calls are, and whether in the runtime.
    stack: Vec<(Point, bool)>,
    steps: usize,
    groups_seen: BTreeMap<(FuncId, Reg), Group>,
    /// What an access touched that the analysis had not foreseen.
    pub unforeseen: Vec<(Point, Object)>,
    /// How many accesses were looked at.
    pub checked: usize,
}

impl<'m> Run<'m> {
    pub fn new(module: &'m Module, points_to: &'m PointsTo) -> Self {
        let mut run = Run {
            module,
            points_to,
            objects: BTreeMap::new(),
            functions: vec![],
            globals: vec![],
            stack: vec![],
            steps: 0,
            groups_seen: BTreeMap::new(),
            unforeseen: vec![],
            checked: 0,
        };
        for func in module.func_ids() {
            let address = run.allocate(Object::Function(func), 1);
            run.functions.push(address);
        }
        for (index, global) in module.globals.iter().enumerate() {
            let address = run.allocate(Object::Global(GlobalId::new(index)), global.size);
            run.globals.push(address);
        }
        for (index, global) in module.globals.iter().enumerate() {
            let Init::Data { relocs, .. } = &global.init else { continue };
            for reloc in relocs {
                let base = match reloc.target {
                    RelocTarget::Global(global) => run.globals[global.index()],
                    RelocTarget::Func(func) | RelocTarget::Block(func, _) => {
                        run.functions[func.index()]
                    }
                };
                let value = base.wrapping_add(reloc.addend as u64).to_le_bytes();
                let place = run.globals[index] + reloc.offset;
                run.bytes(place, 8).expect("inside the variable").copy_from_slice(&value);
            }
        }
        run
    }

    /// Addresses are far apart and have no pattern, so that arithmetic does not lead from one object
    /// to another by chance.
    fn allocate(&mut self, object: Object, size: u64) -> u64 {
        let mut mixed = (self.objects.len() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let address = mixed >> 18 & !0xfff;
        let clash =
            self.objects.insert(address, Allocated { object, bytes: vec![0; size as usize] });
        assert!(clash.is_none());
        address
    }

    fn bytes(&mut self, address: u64, size: u64) -> Option<&mut [u8]> {
        let (start, found) = self.objects.range_mut(..=address).next_back()?;
        let offset = (address - start) as usize;
        found.bytes.get_mut(offset..offset.checked_add(size as usize)?)
    }

    fn point(&self) -> Point {
        self.stack.last().expect("something runs").0
    }

    /// Checks that the analysis has foreseen an object; which one that is.
    fn foresee(&mut self, addr: &Operand, address: u64, size: u64) -> Option<Object> {
        let object = self.objects.range(..=address).next_back()?.1.object;
        self.bytes(address, size)?;
        if let Operand::Reg(reg) = addr {
            self.checked += 1;
            let point = self.point();
            if !self.points_to.pointees(point.func, *reg).contains(&object) {
                self.unforeseen.push((point, object));
            }
        }
        Some(object)
    }

    /// The bytes that an access is to, if they are there. All that is accessed through one register
    /// must be one group.
    fn access(&mut self, addr: &Operand, address: u64, size: u64) -> Option<&mut [u8]> {
        let object = self.foresee(addr, address, size)?;
        let (point, groups) = (self.point(), self.points_to.groups());
        let group = match object {
            Object::Global(global) => Some(groups.of_global(global)),
            object => object.site().map(|site| groups.of_site(site)),
        };
        // In the runtime, one register is many pointers.
        if let (Operand::Reg(reg), Some(group)) = (addr, group)
            && !self.module.func(point.func).runtime
            && *self.groups_seen.entry((point.func, *reg)).or_insert(group) != group
        {
            self.unforeseen.push((point, object));
        }
        self.bytes(address, size)
    }

    /// Calls a function; nothing if the execution was cut off.
    pub fn call(&mut self, id: FuncId, args: &[u64]) -> Option<Vec<u64>> {
        let func = self.module.func(id);
        if self.stack.len() >= MAX_CALLS {
            return None;
        }
        let mut regs = vec![0; func.regs.len()];
        for (&param, &arg) in func.params.iter().zip(args) {
            regs[param.index()] = arg;
        }
        let mut block = BlockId(0);
        loop {
            for (index, &inst) in func.block(block).insts.iter().enumerate() {
                self.steps += 1;
                if self.steps > MAX_STEPS {
                    return None;
                }
                let point = Point { func: id, block, index: index as u32 };
                self.stack.push((point, func.runtime));
                let done = self.step(func, &func.inst(inst).kind, &mut regs);
                self.stack.pop();
                done?;
            }
            let value = |regs: &[u64], operand: &Operand| self.value(regs, operand);
            let edge = match &func.block(block).term {
                Terminator::Jump(edge) => edge,
                Terminator::Branch { cond, then, other } => {
                    if value(&regs, cond) == 1 {
                        then
                    } else {
                        other
                    }
                }
                Terminator::Return { values } => {
                    return Some(values.iter().map(|operand| value(&regs, operand)).collect());
                }
                other => panic!("{other:?} is not interpreted"),
            };
            let values: Vec<u64> = edge.args.iter().map(|arg| value(&regs, arg)).collect();
            block = edge.block;
            for (&param, value) in func.block(block).params.iter().zip(values) {
                regs[param.index()] = value;
            }
        }
    }

    fn value(&self, regs: &[u64], operand: &Operand) -> u64 {
        match operand {
            Operand::Reg(reg) => regs[reg.index()],
            Operand::Int { value, .. } => *value,
            Operand::Global(global) => self.globals[global.index()],
            Operand::Func(func) => self.functions[func.index()],
            Operand::Null => 0,
            other => panic!("{other:?} has no value here"),
        }
    }

    fn step(&mut self, func: &Function, kind: &InstKind, regs: &mut [u64]) -> Option<()> {
        match kind {
            InstKind::Alloca { dst, size, .. } => {
                let size = self.value(regs, size);
                regs[dst.index()] = self.allocate(Object::Stack(self.point()), size);
            }
            InstKind::Load { dst, ty, addr, .. } => {
                let address = self.value(regs, addr);
                let mut word = [0; 8];
                if let Some(bytes) = self.access(addr, address, ty.store_size(&target())) {
                    word[..bytes.len()].copy_from_slice(bytes);
                }
                regs[dst.index()] = u64::from_le_bytes(word);
            }
            InstKind::Store { ty, value, addr, .. } => {
                let (address, value) = (self.value(regs, addr), self.value(regs, value));
                if let Some(bytes) = self.access(addr, address, ty.store_size(&target())) {
                    bytes.copy_from_slice(&value.to_le_bytes()[..bytes.len()]);
                }
            }
            InstKind::MemCopy { dst, src, len, .. } => self.copy(regs, dst, src, len),
            InstKind::Call(call) => self.step_call(func, call, regs)?,
            pure => {
                let mut values = vec![];
                pure.for_each_operand(|operand| values.push(self.value(regs, operand)));
                let result = evaluate(&mut Small, pure, &target(), &values);
                let result = result.unwrap_or_else(|| panic!("{pure:?} is not interpreted"));
                pure.for_each_def(|dst| regs[dst.index()] = result);
            }
        }
        Some(())
    }

    fn copy(&mut self, regs: &[u64], dst: &Operand, src: &Operand, len: &Operand) {
        let [to, from, size] = [dst, src, len].map(|operand| self.value(regs, operand));
        let Some(copied) = self.access(src, from, size).map(|bytes| bytes.to_vec()) else { return };
        if let Some(bytes) = self.access(dst, to, size) {
            bytes.copy_from_slice(&copied);
        }
    }

    fn step_call(&mut self, func: &Function, call: &Call, regs: &mut [u64]) -> Option<()> {
        let callee = match &call.callee {
            Callee::Direct(callee) => *callee,
            Callee::Indirect(operand) => {
                let address = self.value(regs, operand);
                self.foresee(operand, address, 1);
                let Some(index) = self.functions.iter().position(|&at| at == address) else {
                    return Some(());
                };
                FuncId::new(index)
            }
        };
        let args: Vec<u64> = call.args.iter().map(|arg| self.value(regs, arg)).collect();
        // As the engine does, heap objects are named after the innermost place in the program.
        let places = self.stack.iter().rev();
        let in_program = places.clone().find(|(_, runtime)| !runtime);
        let site = in_program.or(places.clone().next()).expect("something runs").0;
        let called = self.module.func(callee);
        let results = match called.name.as_str() {
            "malloc" => vec![self.allocate(Object::Heap(site), args[0])],
            "realloc" => {
                let new = self.allocate(Object::Heap(site), args[1]);
                if let Some(found) = self.objects.get(&args[0])
                    && !matches!(found.object, Object::Function(_))
                {
                    let size = found.bytes.len().min(args[1] as usize) as u64;
                    let kept = self.access(&call.args[0], args[0], size)?.to_vec();
                    self.bytes(new, size)?.copy_from_slice(&kept);
                }
                vec![new]
            }
            "memcpy" => {
                self.copy(regs, &call.args[0], &call.args[1], &call.args[2]);
                vec![args[0]]
            }
            // Through a pointer, only functions of the random program can be meant.
            _ if called.params.len() != args.len() => return Some(()),
            _ => self.call(callee, &args)?,
        };
        for (&dst, result) in call.dsts.iter().zip(results) {
            regs[dst.index()] = result & crate::small::mask(func.reg_type(dst).bits(&target()));
        }
        Some(())
    }
}
