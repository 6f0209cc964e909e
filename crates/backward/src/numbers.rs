//! Whether a program may use numbers as pointers: inputs that lie where pointers are read, and conversions. The library
//! is trusted not to.

use dunlin_exec::{Builtin, Intrinsic};
use dunlin_ir::points_to::{Object, PointsTo};
use dunlin_ir::{Call, Callee, CastOp, FuncId, Function, InstKind, Module, Operand, Type};
use rustc_hash::FxHashSet;

pub fn numbers_become_pointers(module: &Module, points_to: &PointsTo) -> bool {
    let mut search = Search { module, points_to, pointers: FxHashSet::default() };
    for id in module.func_ids() {
        search.note_pointers(id, module.func(id));
    }
    let own = |id: &FuncId| !module.func(*id).runtime;
    if module.func_ids().filter(own).any(|id| search.converts(id, module.func(id))) {
        return true;
    }
    let mut numbers: FxHashSet<Object> = FxHashSet::default();
    loop {
        let before = numbers.len();
        for id in module.func_ids() {
            search.note_numbers(id, module.func(id), &mut numbers);
        }
        if numbers.len() == before {
            break;
        }
    }
    numbers.iter().any(|object| search.pointers.contains(object))
}

struct Search<'a> {
    module: &'a Module,
    points_to: &'a PointsTo,
    /// Objects that pointers are read from.
    pointers: FxHashSet<Object>,
}

impl Search<'_> {
    fn objects(&self, func: FuncId, operand: &Operand) -> Vec<Object> {
        match operand {
            Operand::Reg(reg) => self.points_to.pointees(func, *reg),
            Operand::Global(global) => vec![Object::Global(*global)],
            _ => Vec::new(),
        }
    }

    fn note_pointers(&mut self, id: FuncId, func: &Function) {
        for inst in &func.insts {
            if let InstKind::Load { ty: Type::Ptr, addr, .. } = &inst.kind {
                let read = self.objects(id, addr);
                self.pointers.extend(read);
            }
        }
    }

    /// Whether a function makes a pointer of a number, or writes a number where pointers are read.
    fn converts(&self, id: FuncId, func: &Function) -> bool {
        let word = Type::Int(self.module.target.pointer_bits);
        func.insts.iter().any(|inst| match &inst.kind {
            InstKind::Cast { op: CastOp::IntToPtr, .. } => true,
            InstKind::Call(call) => {
                let is_input = matches!(
                    self.builtin(call),
                    Some(Builtin::Intrinsic(Intrinsic::Nondet(..) | Intrinsic::LazyArgument))
                );
                is_input && call.dsts.iter().any(|&dst| func.reg_type(dst) == Type::Ptr)
            }
            InstKind::Store { ty, value: Operand::Reg(_), addr, .. } if *ty == word => {
                self.objects(id, addr).iter().any(|object| self.pointers.contains(object))
            }
            _ => false,
        })
    }

    /// Objects that inputs are put into, and those that they are copied to.
    fn note_numbers(&self, id: FuncId, func: &Function, numbers: &mut FxHashSet<Object>) {
        for inst in &func.insts {
            let (to, from) = match &inst.kind {
                InstKind::MemCopy { dst, src, .. } => (dst, Some(src)),
                InstKind::Call(call) => match (self.builtin(call), &call.args[..]) {
                    (Some(Builtin::MemCopy | Builtin::MemMove), [to, from, ..]) => (to, Some(from)),
                    (Some(Builtin::Intrinsic(intrinsic)), [to, ..]) if fills(intrinsic) => {
                        (to, None)
                    }
                    _ => continue,
                },
                _ => continue,
            };
            let is_number = from.is_none_or(|from| {
                self.objects(id, from).iter().any(|object| numbers.contains(object))
            });
            if is_number {
                numbers.extend(self.objects(id, to));
            }
        }
    }

    fn builtin(&self, call: &Call) -> Option<Builtin> {
        let Callee::Direct(callee) = call.callee else { return None };
        let callee = self.module.func(callee);
        callee.is_declaration().then(|| Builtin::named(&callee.name))?
    }
}

/// Whether an intrinsic makes memory an input.
fn fills(intrinsic: Intrinsic) -> bool {
    matches!(intrinsic, Intrinsic::MakeSymbolic | Intrinsic::NondetMemory)
}
