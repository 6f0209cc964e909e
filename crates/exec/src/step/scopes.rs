//! Scopes of local variables.
//!
//! At the end of its scope the life of a local ends as it does when its function returns: a pointer that
//! was kept dangles. When the scope is entered again, as in the next round of a loop, the local is another
//! object, and its register points to that one from then on. The front end ends scopes only in code that was
//! not optimised, where nothing that was computed from the register before is used after.

use crate::code::{Op, Pc};
use crate::end::{End, site};
use crate::machine::Machine;
use crate::state::State;
use dunlin_ir::{FuncId, InstKind, Operand, Reg};
use dunlin_memory::{AccessError, ObjectId, ObjectKind, Site, Value, ValueKind};

impl Machine<'_> {
    /// The scope of the local that `addr` points to begins.
    pub fn enter_scope(&mut self, state: &mut State, addr: &Operand) -> Result<(), End> {
        let ValueKind::Pointer { object, offset: 0 } = self.read(state, addr).kind() else {
            return Ok(());
        };
        match (state.memory.objects.describe(object), addr) {
            (Err(AccessError::Dead { tombstone, .. }), Operand::Reg(reg)) => {
                let func = state.position.top().func;
                let allocated = match tombstone {
                    Some(tombstone) => Some(tombstone.allocated),
                    None => self.allocation_of(func, *reg).map(site),
                };
                match allocated {
                    Some(allocated) => self.renew_local(state, (*reg, object), allocated),
                    None => Ok(()),
                }
            }
            _ => {
                self.forget_content(state, object);
                Ok(())
            }
        }
    }

    /// The scope of the local that `addr` points to ends.
    pub fn leave_scope(&mut self, state: &mut State, addr: &Operand) {
        let ValueKind::Pointer { object, offset: 0 } = self.read(state, addr).kind() else {
            return;
        };
        let is_local = |kind| kind == ObjectKind::Stack;
        if state.memory.objects.describe(object).is_ok_and(|(_, info)| is_local(info.kind)) {
            // It stays in the list of the function's objects, which is searched from its end.
            let size =
                state.memory.objects.free(object, site(state.position.pc)).expect("it is alive");
            state.position.stack_bytes -= size;
        }
    }

    /// Another object for a local whose scope is entered again.
    fn renew_local(
        &mut self,
        state: &mut State,
        (reg, old): (Reg, ObjectId),
        allocated: Site,
    ) -> Result<(), End> {
        let point = self.code.point(allocated.0);
        let func = self.module.func(point.func);
        let inst = func.block(point.block).insts.get(point.index as usize);
        let Some(InstKind::Alloca { size: Operand::Int { value: size, .. }, align, .. }) =
            inst.map(|&inst| &func.inst(inst).kind)
        else {
            return Ok(());
        };
        let object = self.allocate_stack_at(state, *size, u64::from(*align), allocated)?;
        self.forget_local(state, object);
        // In the place of the old one: the list must not grow with every round of a loop.
        let mark = state.position.top().stack_mark;
        if let Some(place) =
            state.position.stack_objects[mark..].iter().rposition(|&other| other == old)
        {
            state.position.stack_objects.pop();
            state.position.stack_objects[mark + place] = object;
        }
        let slot = self.slot_of(state, reg);
        state.position.set_reg(slot, Value::pointer(object, 0));
        Ok(())
    }

    /// Where the object of a register is allocated.
    fn allocation_of(&self, func: FuncId, reg: Reg) -> Option<Pc> {
        let code = &self.code.funcs[func.index()];
        (code.entry..code.end).find(|&pc| match self.code.ops[pc as usize] {
            Op::Inst { inst } => {
                let kind = &self.module.func(func).inst(inst).kind;
                matches!(kind, InstKind::Alloca { dst, .. } if *dst == reg)
            }
            _ => false,
        })
    }

    /// The content of a local is unwritten again.
    fn forget_content(&mut self, state: &mut State, object: ObjectId) {
        match self.options.check_uninitialised() {
            true => state.memory.objects.make_undefined(object),
            false => self.forget_local(state, object),
        }
    }

    /// Where the scope of a dead local ended, if that was before its function returned.
    pub fn scope_end(&self, freed: Site) -> Option<u32> {
        let point = self.code.point(freed.0);
        let func = self.module.func(point.func);
        let inst = func.inst(*func.block(point.block).insts.get(point.index as usize)?);
        let is_end = matches!(inst.kind, InstKind::Lifetime { start: false, .. });
        is_end.then(|| inst.pos.map_or(0, |pos| pos.line))
    }
}
