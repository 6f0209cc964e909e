//! What a pointer points to, inferred from how the program uses it.
//!
//! LLVM's pointers have no type of their own. What is done with one says enough: an address
//! computation that walks through a struct names it, a load or store has a size. The uses of a
//! register are followed through copies, block parameters and direct calls, and those of a pointer
//! that a field holds through all loads of that field in the program.

use dunlin_ir::{
    Call, Callee, FuncId, Function, InstKind, LayoutId, LayoutKind, Module, Operand, PathStep,
    Point, Reg, Type,
};
use std::collections::BTreeSet;

/// So many registers are looked at for one pointer.
const MAX_REGISTERS: usize = 4096;

/// What is known of the memory behind a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pointee {
    /// The struct that begins there, and whether it is one of several in an array.
    pub layout: Option<(LayoutId, bool)>,
    /// The largest scalar that is accessed there, in bytes.
    pub element: u64,
    /// So many bytes are used in any case.
    pub least: u64,
}

impl Pointee {
    fn add_layout(&mut self, module: &Module, layout: LayoutId, several: bool) {
        let size = module.layout(layout).size;
        self.layout = match self.layout {
            Some((old, many)) if module.layout(old).size >= size => Some((old, many || several)),
            Some((_, many)) => Some((layout, many || several)),
            None => Some((layout, several)),
        };
    }

    /// How large an object to make, where `access` bytes are used first.
    pub fn size(&self, module: &Module, array: u64, access: u64) -> u64 {
        let known = match self.layout {
            Some((layout, several)) => {
                module.layout(layout).size.saturating_mul(if several { array } else { 1 })
            }
            None if self.element > 0 => self.element.saturating_mul(array),
            None => array.saturating_mul(8).max(access),
        };
        known.max(self.least).max(1)
    }
}

/// Registers that hold the pointer, or lie a known number of bytes behind it.
struct Uses<'a> {
    module: &'a Module,
    pointee: Pointee,
    seen: BTreeSet<(FuncId, Reg, i64)>,
    open: Vec<(FuncId, Reg, i64)>,
}

impl Uses<'_> {
    fn follow(&mut self, func: FuncId, reg: Reg, offset: i64) {
        if self.seen.len() < MAX_REGISTERS && self.seen.insert((func, reg, offset)) {
            self.open.push((func, reg, offset));
        }
    }

    fn accessed(&mut self, offset: i64, bytes: u64) {
        self.pointee.element = self.pointee.element.max(bytes);
        self.used(offset, bytes);
    }

    fn used(&mut self, offset: i64, bytes: u64) {
        if let Ok(offset) = u64::try_from(offset) {
            self.pointee.least = self.pointee.least.max(offset.saturating_add(bytes));
        }
    }

    fn look(&mut self, func: FuncId, reg: Reg, offset: i64) {
        let body = self.module.func(func);
        let is = |operand: &Operand| operand.reg() == Some(reg);
        let bytes = |ty: Type| u64::from(ty.bits(&self.module.target).div_ceil(8));
        for inst in &body.insts {
            match &inst.kind {
                InstKind::Load { addr, ty, .. } if is(addr) => self.accessed(offset, bytes(*ty)),
                InstKind::Store { addr, ty, .. } if is(addr) => self.accessed(offset, bytes(*ty)),
                InstKind::MemCopy { dst, src, len, .. } if is(dst) || is(src) => {
                    self.used_by_length(offset, len);
                }
                InstKind::MemSet { dst, len, .. } if is(dst) => self.used_by_length(offset, len),
                InstKind::PtrAdd { dst, base, disp, indices, path } if is(base) => {
                    self.stepped(func, *dst, (offset, *disp, indices.is_empty()), path);
                }
                InstKind::Select { dst, a, b, .. } if is(a) || is(b) => {
                    self.follow(func, *dst, offset);
                }
                InstKind::Freeze { dst, a, .. } | InstKind::Cast { dst, a, .. } if is(a) => {
                    self.follow(func, *dst, offset);
                }
                InstKind::Call(call) => self.passed(call, reg, offset),
                _ => {}
            }
        }
        for block in &body.blocks {
            for edge in block.term.edges() {
                let params = &body.block(edge.block).params;
                for (&param, _) in params.iter().zip(&edge.args).filter(|(_, arg)| is(arg)) {
                    self.follow(func, param, offset);
                }
            }
        }
    }

    fn used_by_length(&mut self, offset: i64, len: &Operand) {
        if let Operand::Int { value, .. } = len {
            self.used(offset, *value);
        }
    }

    fn stepped(
        &mut self,
        func: FuncId,
        dst: Reg,
        (offset, disp, constant): (i64, i64, bool),
        path: &[PathStep],
    ) {
        match path {
            [PathStep::Field { layout, .. }, ..] if offset == 0 => {
                self.pointee.add_layout(self.module, *layout, false);
            }
            [PathStep::Index { element }, rest @ ..] => {
                if offset == 0 && matches!(rest, [PathStep::Field { .. }, ..])
                    || matches!(self.module.layout(*element).kind, LayoutKind::Struct { .. })
                {
                    self.pointee.add_layout(self.module, *element, true);
                } else if constant {
                    self.follow(func, dst, offset.saturating_add(disp));
                } else {
                    // An element of an array of unknown length: only its size tells something.
                    self.follow(func, dst, i64::MIN);
                }
            }
            _ => {}
        }
    }

    fn passed(&mut self, call: &Call, reg: Reg, offset: i64) {
        let Callee::Direct(callee) = call.callee else { return };
        let target = self.module.func(callee);
        for (&param, arg) in target.params.iter().zip(&call.args) {
            if arg.reg() == Some(reg) && !target.is_declaration() {
                self.follow(callee, param, offset);
            }
        }
    }
}

/// What all uses of these registers say.
fn uses(module: &Module, start: &[(FuncId, Reg)]) -> Pointee {
    let mut uses =
        Uses { module, pointee: Pointee::default(), seen: BTreeSet::new(), open: Vec::new() };
    for &(func, reg) in start {
        uses.follow(func, reg, 0);
    }
    while let Some((func, reg, offset)) = uses.open.pop() {
        uses.look(func, reg, offset);
    }
    uses.pointee
}

/// The instruction that defines a register.
fn definition(func: &Function, reg: Reg) -> Option<&InstKind> {
    func.insts.iter().map(|inst| &inst.kind).find(|kind| {
        let mut defines = false;
        kind.for_each_def(|def| defines |= def == reg);
        defines
    })
}

/// Where the pointer comes from that an address was computed from.
fn origin(func: &Function, mut reg: Reg) -> Reg {
    loop {
        reg = match definition(func, reg) {
            Some(InstKind::PtrAdd { base: Operand::Reg(base), .. }) => *base,
            Some(
                InstKind::Freeze { a: Operand::Reg(a), .. }
                | InstKind::Cast { a: Operand::Reg(a), .. },
            ) => *a,
            _ => return reg,
        };
    }
}

/// The field that an instruction loads.
fn loaded_field(func: &Function, kind: &InstKind) -> Option<(LayoutId, u32)> {
    let InstKind::Load { addr: Operand::Reg(addr), .. } = kind else { return None };
    match definition(func, *addr)? {
        InstKind::PtrAdd { path, .. } => match path.last()? {
            PathStep::Field { layout, index } => Some((*layout, *index)),
            PathStep::Index { .. } => None,
        },
        _ => None,
    }
}

/// All registers of the program that a field is loaded to.
fn loads_of(module: &Module, field: (LayoutId, u32)) -> Vec<(FuncId, Reg)> {
    let mut found = Vec::new();
    for id in module.func_ids() {
        let func = module.func(id);
        for inst in &func.insts {
            if let InstKind::Load { dst, ty: Type::Ptr, .. } = &inst.kind
                && loaded_field(func, &inst.kind) == Some(field)
            {
                found.push((id, *dst));
            }
        }
    }
    found
}

/// What the program uses the object as that a parameter points to.
pub fn of_parameter(module: &Module, func: FuncId, reg: Reg) -> Pointee {
    uses(module, &[(func, reg)])
}

/// What the pointer leads to that the instruction at `point` uses as an address; `parameter` is the
/// parameter that it is, if it is one.
pub fn pointee(module: &Module, point: Point, parameter: Option<(FuncId, Reg)>) -> Pointee {
    let func = module.func(point.func);
    let inst = func.block(point.block).insts.get(point.index as usize);
    let address = inst.and_then(|&inst| match &func.inst(inst).kind {
        InstKind::Load { addr, .. } | InstKind::Store { addr, .. } => addr.reg(),
        InstKind::PtrAdd { base, .. } => base.reg(),
        _ => None,
    });
    let mut start: Vec<(FuncId, Reg)> = parameter.into_iter().collect();
    if let Some(address) = address {
        let origin = origin(func, address);
        start.push((point.func, origin));
        let field = definition(func, origin).and_then(|kind| loaded_field(func, kind));
        if let Some(field) = field {
            start.extend(loads_of(module, field));
        }
    }
    uses(module, &start)
}
