//! Which registers and variables something depends on: where control goes, what goes wrong, what is allocated, what
//! is written to memory that is read.
//!
//! A counter that is only incremented, or printed, or copied to another such counter, is read again and again and
//! decides nothing: two states that differ in it do the same from then on. Liveness does not see that ("faint"
//! variables in the literature of data-flow analysis); this does, for registers and for variables that are accessed
//! by name alone.
//!
//! What is printed is not needed: the integers that a call of the printf family passes, unless they may say how much
//! of a string is printed. Pointers are, since they are read through.

use crate::ids::{FuncId, GlobalId, Reg};
use crate::inst::{BinOp, Call, Callee, InstKind, Operand, Terminator, VarArgValue};
use crate::liveness::RegSet;
use crate::module::{Function, Init, Module, RelocTarget};
use crate::types::Type;

/// What counts as an error, beside what always does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Errors {
    pub overflow: bool,
    pub shift: bool,
    /// Any use of a value that was not initialised: then all that is read is needed.
    pub uninitialised: bool,
    /// A heap object that nothing points to at the end: then all that could hold a pointer is needed.
    pub leaks: bool,
}

#[derive(Debug)]
pub struct Needs {
    registers: Vec<RegSet>,
    globals: Vec<bool>,
}

/// Functions that print their variable arguments.
const PRINT: [&str; 4] = ["printf", "fprintf", "dprintf", "__printf_chk"];

impl Needs {
    pub fn of(module: &Module, errors: Errors) -> Needs {
        let mut finder = Finder {
            module,
            errors,
            needs: Needs {
                registers: module.funcs.iter().map(|func| RegSet::new(func.regs.len())).collect(),
                globals: named_only(module, errors).into_iter().map(|named| !named).collect(),
            },
            changed: true,
        };
        if errors.uninitialised {
            finder.needs.registers =
                module.funcs.iter().map(|func| RegSet::full(func.regs.len())).collect();
            finder.needs.globals.fill(true);
            return finder.needs;
        }
        while std::mem::take(&mut finder.changed) {
            for id in module.func_ids() {
                finder.function(id);
            }
        }
        finder.needs
    }

    /// Whether something depends on a register.
    pub fn needs(&self, func: FuncId, reg: Reg) -> bool {
        self.registers[func.index()].contains(reg)
    }

    /// Whether something depends on what a variable holds.
    pub fn reads(&self, global: GlobalId) -> bool {
        self.globals[global.index()]
    }
}

/// By variable: it is read and written by name, and its address goes nowhere.
fn named_only(module: &Module, errors: Errors) -> Vec<bool> {
    let mut named = vec![true; module.globals.len()];
    let mut escapes = |operand: &Operand| {
        if let Operand::Global(global) = operand {
            named[global.index()] = false;
        }
    };
    for func in &module.funcs {
        for block in &func.blocks {
            for &id in &block.insts {
                match &func.inst(id).kind {
                    InstKind::Marker { .. } => {}
                    InstKind::Load { ty, addr, .. } if is_plain(module, func, *ty, errors) => {
                        let _ = addr;
                    }
                    InstKind::Store { ty, value, .. } if is_plain(module, func, *ty, errors) => {
                        escapes(value);
                    }
                    kind => kind.for_each_operand(&mut escapes),
                }
            }
            block.term.for_each_operand(&mut escapes);
        }
    }
    for global in &module.globals {
        if let Init::Data { relocs, .. } = &global.init {
            for reloc in relocs {
                if let RelocTarget::Global(target) = reloc.target {
                    named[target.index()] = false;
                }
            }
        }
    }
    named
}

/// Whether an access tells the whole story of its value: nothing holds a block of the heap by it, and our own
/// library, which shares variables with the engine, does not make it.
fn is_plain(module: &Module, func: &Function, ty: Type, errors: Errors) -> bool {
    let narrow = ty.bits(&module.target) < module.target.pointer_bits;
    !func.runtime && (narrow || !errors.leaks)
}

struct Finder<'m> {
    module: &'m Module,
    errors: Errors,
    needs: Needs,
    changed: bool,
}

impl Finder<'_> {
    fn need(&mut self, func: FuncId, operand: &Operand) {
        if let Operand::Reg(reg) = operand {
            self.need_reg(func, *reg);
        }
    }

    fn need_reg(&mut self, func: FuncId, reg: Reg) {
        let registers = &mut self.needs.registers[func.index()];
        if !registers.contains(reg) {
            registers.insert(reg);
            self.changed = true;
        }
    }

    fn function(&mut self, id: FuncId) {
        let func = self.module.func(id);
        for block in func.blocks.iter().rev() {
            self.terminator(id, func, &block.term);
            for &inst in block.insts.iter().rev() {
                self.instruction(id, &func.inst(inst).kind);
            }
        }
    }

    fn terminator(&mut self, id: FuncId, func: &Function, terminator: &Terminator) {
        match terminator {
            Terminator::Branch { cond: read, .. }
            | Terminator::Switch { value: read, .. }
            | Terminator::IndirectJump { addr: read, .. } => self.need(id, read),
            Terminator::Return { values } => values.iter().for_each(|value| self.need(id, value)),
            Terminator::Resume { exception, selector } => {
                self.need(id, exception);
                self.need(id, selector);
            }
            Terminator::Jump(_)
            | Terminator::Invoke { .. }
            | Terminator::Unreachable
            | Terminator::Trap => {}
        }
        for edge in terminator.edges() {
            for (arg, &param) in edge.args.iter().zip(&func.block(edge.block).params) {
                if self.needs.needs(id, param) {
                    self.need(id, arg);
                }
            }
        }
    }

    fn instruction(&mut self, id: FuncId, kind: &InstKind) {
        match kind {
            InstKind::Marker { .. } => {}
            InstKind::Load { dst, addr, .. } => {
                self.need(id, addr);
                if let Operand::Global(global) = addr
                    && self.needs.needs(id, *dst)
                    && !std::mem::replace(&mut self.needs.globals[global.index()], true)
                {
                    self.changed = true;
                }
            }
            InstKind::Store { value, addr, .. } => {
                self.need(id, addr);
                let is_read = match addr {
                    Operand::Global(global) => self.needs.reads(*global),
                    _ => true,
                };
                if is_read {
                    self.need(id, value);
                }
            }
            InstKind::Call(call) => self.call(id, call),
            kind if self.only_computes(kind) => {
                let mut wanted = false;
                kind.for_each_def(|dst| wanted |= self.needs.needs(id, dst));
                if wanted {
                    kind.for_each_operand(|operand| self.need(id, operand));
                }
            }
            kind => kind.for_each_operand(|operand| self.need(id, operand)),
        }
    }

    /// Whether all that an instruction does is to give its results: it cannot fail.
    fn only_computes(&self, kind: &InstKind) -> bool {
        match kind {
            InstKind::Binary { op, nsw, nuw, .. } => match op {
                BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => false,
                BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                    !self.errors.shift && !self.errors.overflow
                }
                BinOp::Add | BinOp::Sub | BinOp::Mul => !(self.errors.overflow && (*nsw || *nuw)),
                _ => true,
            },
            InstKind::Unary { .. }
            | InstKind::Compare { .. }
            | InstKind::Overflow { .. }
            | InstKind::Cast { .. }
            | InstKind::Select { .. }
            | InstKind::FunnelShift { .. }
            | InstKind::FloatBinary { .. }
            | InstKind::FloatUnary { .. }
            | InstKind::FloatCompare { .. }
            | InstKind::FloatMulAdd { .. }
            | InstKind::FloatCast { .. }
            | InstKind::PtrAdd { .. }
            | InstKind::Freeze { .. } => true,
            _ => false,
        }
    }

    fn call(&mut self, id: FuncId, call: &Call) {
        if let Callee::Indirect(callee) = &call.callee {
            self.need(id, callee);
        }
        call.args.iter().for_each(|arg| self.need(id, arg));
        let printed = match call.callee {
            Callee::Direct(callee) => {
                let callee = self.module.func(callee);
                let wanted = call.dsts.iter().any(|&dst| self.needs.needs(id, dst));
                let prints = callee.is_declaration() && PRINT.contains(&&*callee.name);
                prints && !wanted && self.has_plain_format(call)
            }
            Callee::Indirect(_) => false,
        };
        for arg in &call.varargs {
            match &arg.value {
                // As wide as a pointer, it could be one.
                VarArgValue::Scalar { ty: Type::Int(width), .. }
                    if printed && *width < self.module.target.pointer_bits => {}
                VarArgValue::Scalar { value, .. } => self.need(id, value),
                VarArgValue::Copy { from, .. } => self.need(id, from),
            }
        }
    }
}

impl Finder<'_> {
    /// Whether the format of a call is known, and takes no number as a width or a precision: that decides how much
    /// is read of a string.
    fn has_plain_format(&self, call: &Call) -> bool {
        let Some(Operand::Global(format)) = call.args.last() else { return false };
        let format = self.module.global(*format);
        match &format.init {
            Init::Data { bytes, .. } => format.constant && !bytes.contains(&b'*'),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    /// What is needed of this function by name, and of the variables of the module.
    fn needed(text: &str, errors: Errors) -> (Vec<usize>, Vec<bool>) {
        let module = parse(text).expect("a module");
        let needs = Needs::of(&module, errors);
        let func = FuncId(module.funcs.len() as u32 - 1);
        let registers = needs.registers[func.index()].iter().map(|reg| reg.index()).collect();
        (registers, needs.globals)
    }

    const COUNTER: &str = "module \"m\"\ntarget 64 \"t\"\n\n\
        global @g0 \"ticks\" size 4 align 4 = zero\n\
        global @g1 \"mode\" size 4 align 4 = zero\n\n\
        define @f0 \"main\"(%0: i32) -> (i32) {\n\
        b0:\n  jump b1(i32 0)\n\
        b1(%1: i32):\n  %2: i32 = load @g0 align 4\n  %3: i32 = add %2, 1\n  store i32 %3 to @g0 align 4\n\
        \x20 %4: i32 = add %1, 1\n  %5: i32 = load @g1 align 4\n  %6: i1 = cmp eq i32 %5, %0\n\
        \x20 branch %6, b1(%4), b2\n\
        b2:\n  return i32 0\n}\n";

    #[test]
    fn a_counter_that_nothing_depends_on_is_not_needed() {
        let (registers, globals) = needed(COUNTER, Errors::default());
        assert_eq!((registers, globals), (vec![0, 5, 6], vec![false, true]));
    }

    #[test]
    fn where_everything_counts_all_is_needed() {
        let errors = Errors { uninitialised: true, ..Errors::default() };
        let (registers, globals) = needed(COUNTER, errors);
        assert_eq!((registers.len(), globals), (7, vec![true, true]));
    }

    #[test]
    fn a_variable_whose_address_goes_somewhere_is_read() {
        let text =
            COUNTER.replace("  return i32 0", "  %7: i64 = ptrtoint ptr @g0\n  return i32 0");
        let (_, globals) = needed(&text, Errors::default());
        assert_eq!(globals, [true, true]);
    }
}
