//! Instructions that have no operation of their own, interpreted from the IR.

mod terms;

use super::arithmetic::{division_error, known_bits};
use crate::code::{constant_values, slots_of};
use crate::end::{End, ProgramError, unsupported};
use crate::machine::Machine;
use crate::state::{Source, State};
use dunlin_ir::algebra::Algebra;
use dunlin_ir::evaluate::{evaluate, widths};
use dunlin_ir::semantics::undefined::{self, freeze};
use dunlin_ir::small::{Small, mask, signed};
use dunlin_ir::wide::Wide;
use dunlin_ir::{
    BinOp, Bits, CastOp, CheckKind, EXCEPTION_HANDLING, InstId, InstKind, Operand, Reg, Type,
    VaList, VaStructure, semantics,
};
use dunlin_memory::{Value, ValueKind};
use dunlin_results::ErrorKind;

impl Machine<'_> {
    pub fn step_inst(&mut self, state: &mut State, inst: InstId) -> Result<(), End> {
        let module = self.module;
        let kind = &module.func(state.position.top().func).inst(inst).kind;
        match kind {
            InstKind::Alloca { dst, size, align, .. } => {
                let asked = self.read(state, size);
                let size = self.allocation_size(state, asked, 1, "a local array of n bytes")?;
                let object = self.allocate_stack(state, size, u64::from(*align))?;
                Self::note_sized(state, asked);
                self.forget_local(state, object);
                self.write(state, *dst, Value::pointer(object, 0));
            }
            InstKind::MemCopy { dst, src, len, overlap } => {
                let (to, from) = (self.read(state, dst), self.read(state, src));
                let len = self.read(state, len);
                match overlap {
                    true => self.copy_bytes(state, to, from, len)?,
                    false => self.copy_apart(state, to, from, len)?,
                }
            }
            InstKind::MemSet { dst, value, len } => {
                let (to, byte) = (self.read(state, dst), self.read(state, value));
                let len = self.read(state, len);
                self.set_bytes(state, to, byte, len)?;
            }
            InstKind::StackSave { dst } => {
                let token = Value::int(state.position.stack_objects.len() as u64);
                self.write(state, *dst, token);
            }
            InstKind::StackRestore { token } => {
                let mark = self.number(state, token)? as usize;
                let valid = (state.position.top().stack_mark..=state.position.stack_objects.len())
                    .contains(&mark);
                if !valid {
                    return Err(unsupported("a stack restore to a place that was not saved here"));
                }
                self.free_stack(state, mark);
            }
            InstKind::Lifetime { addr, start: true, .. } => self.enter_scope(state, addr)?,
            InstKind::Lifetime { addr, start: false, .. } => self.leave_scope(state, addr),
            InstKind::ObjectSize { dst, width, addr, min } => {
                let unknown = if *min { 0 } else { mask(*width) };
                let place = self.read(state, addr);
                let size = self.bytes_behind(state, place, *width);
                self.write(state, *dst, size.unwrap_or(Value::int(unknown)));
            }
            InstKind::VaStart { list } => {
                let list = self.read(state, list);
                self.va_start(state, list)?;
            }
            InstKind::VaCopy { dst, src } => {
                let (to, from) = (self.read(state, dst), self.read(state, src));
                let size = if module.target.pointer_bits == 64 { 24 } else { 4 };
                self.copy_bytes(state, to, from, Value::int(size))?;
            }
            InstKind::Assume { cond } => {
                let cond = self.read(state, cond);
                let cond = match cond.meta.is_symbolic() {
                    true => self.term(state, cond, 1),
                    false => {
                        let holds = self.to_bits(state, 1, cond)? != 0;
                        self.terms.truth(holds)
                    }
                };
                self.require(state, cond, |_, _| {
                    let message = "an assumption that the program makes does not hold";
                    ProgramError::new(ErrorKind::ReachedUnreachable, message)
                })?;
            }
            InstKind::Check { kind, what, cond } => self.check_inst(state, *kind, what, cond)?,
            InstKind::Uninit { dst, ty, .. } => {
                let first = self.slot_of(state, *dst);
                let free = Source::Unwritten.is_free(self.options);
                let origin = free.then(|| self.local_origin(state, state.position.pc));
                let mut left = ty.bits(&module.target);
                for i in 0..slots_of(*ty) {
                    let width = left.min(64);
                    left -= width;
                    let value = match origin {
                        Some(origin) => Value::unwritten(origin, u64::from(i) * 8, width),
                        None => Value::undefined(width, 0, mask(width)),
                    };
                    state.position.set_reg(first + i, value);
                }
            }
            InstKind::Freeze { dst, ty, a } => {
                let (from, to) = (self.slots(state, a, *ty), self.slot_of(state, *dst));
                let mut left = ty.bits(&module.target);
                for (i, value) in from.into_iter().enumerate() {
                    let width = left.min(64);
                    left -= width;
                    // Any bits will do.
                    let any = |small: &mut Small, width| small.zero(width);
                    let fixed = match known_bits(width, value) {
                        Some(known) => Value::int(freeze(&mut Small, width, &known, any)),
                        None => value,
                    };
                    state.position.set_reg(to + i as u32, fixed);
                }
            }
            InstKind::Select { dst, ty, cond, a, b } => {
                let to = self.slot_of(state, *dst);
                let cond = self.read(state, cond);
                let values = match cond.meta.is_symbolic() {
                    true => {
                        let cond = self.term(state, cond, 1);
                        self.select_slots(state, cond, *ty, a, b)?
                    }
                    false => {
                        let chosen = if self.to_bits(state, 1, cond)? != 0 { a } else { b };
                        self.slots(state, chosen, *ty)
                    }
                };
                for (i, value) in values.into_iter().enumerate() {
                    state.position.set_reg(to + i as u32, value);
                }
            }
            InstKind::Cast { op, dst, from: Type::Int(from), to: Type::Int(to), a }
                if *from <= 64 && *to <= 64 =>
            {
                let value = self.read(state, a);
                let value = self.cast(state, *op, *from, *to, value)?;
                self.write(state, *dst, value);
            }
            InstKind::LandingPad { .. } => return Err(unsupported(EXCEPTION_HANDLING)),
            InstKind::Unsupported { what, .. } => return Err(unsupported(what.clone())),
            InstKind::Binary { op, dst, width, a, b, nsw, .. } if *width <= 64 => {
                let (x, y) = (self.read(state, a), self.read(state, b));
                self.check_binary(state, *op, *width, *nsw, x, y)?;
                let value = match x.meta.both_int(y.meta) {
                    true => {
                        Value::int(semantics::binary(&mut Small, *op, *width, &x.bits, &y.bits))
                    }
                    false => self.binary_slow(state, *op, *width, x, y)?,
                };
                self.write(state, *dst, value);
            }
            _ => self.step_pure(state, kind)?,
        }
        Ok(())
    }

    /// A pure instruction on plain numbers of any width.
    fn step_pure(&mut self, state: &mut State, kind: &InstKind) -> Result<(), End> {
        let target = &self.module.target;
        let Some((widths, result)) = widths(kind, target) else {
            unreachable!("{kind:?} is compiled to operations")
        };
        let mut operands = Vec::new();
        kind.for_each_operand(|operand| operands.push(operand));
        let mut dst = None;
        kind.for_each_def(|reg| dst = Some(reg));
        let dst = dst.expect("pure instructions have a result");
        if let InstKind::Cast { op: CastOp::PtrToAddr, .. } = kind
            && let ValueKind::Pointer { object, offset } = self.read(state, operands[0]).kind()
        {
            let address = self.bare_address(state, object).wrapping_add(offset);
            self.write(state, dst, Value::int(address));
            return Ok(());
        }
        if operands.iter().zip(&widths).any(|(operand, &w)| self.is_symbolic(state, operand, w)) {
            return self.step_symbolic(state, kind, dst);
        }
        if result <= 64 && widths.iter().all(|&width| width <= 64) {
            let mut values = Vec::new();
            for (operand, &width) in operands.iter().zip(&widths) {
                let value = self.read(state, operand);
                values.push(self.to_bits(state, width, value)?);
            }
            let bits = evaluate(&mut Small, kind, target, &values).expect("it has widths");
            self.write(state, dst, Value::int(bits));
            return Ok(());
        }
        let mut values = Vec::new();
        for (operand, &width) in operands.iter().zip(&widths) {
            values.push(self.read_bits(state, operand, width)?);
        }
        if let InstKind::Binary { op, width, nsw, .. } = kind {
            self.check_wide(*op, *width, *nsw, &values)?;
        }
        let bits = evaluate(&mut Wide, kind, target, &values).expect("it has widths");
        let first = self.slot_of(state, dst);
        for (i, &word) in bits.words().iter().enumerate() {
            state.position.set_reg(first + i as u32, Value::int(word));
        }
        Ok(())
    }

    // ---- errors of arithmetic ------------------------------------------------------------------

    fn check_inst(
        &mut self,
        state: &mut State,
        kind: CheckKind,
        what: &str,
        cond: &Operand,
    ) -> Result<(), End> {
        let (kind, checked) = match kind {
            CheckKind::DivisionByZero => (ErrorKind::DivisionByZero, true),
            CheckKind::SignedOverflow => (ErrorKind::SignedOverflow, self.options.check_overflow),
            CheckKind::OverWideShift => (ErrorKind::OverWideShift, self.options.check_shift),
        };
        if !checked {
            return Ok(());
        }
        let cond = self.read(state, cond);
        let cond = match cond.meta.is_symbolic() {
            true => self.term(state, cond, 1),
            false => {
                let holds = self.to_bits(state, 1, cond)? != 0;
                self.terms.truth(holds)
            }
        };
        self.require(state, cond, |_, _| ProgramError::new(kind, what))
    }

    fn check_binary(
        &mut self,
        state: &mut State,
        op: BinOp,
        width: u32,
        nsw: bool,
        x: Value,
        y: Value,
    ) -> Result<(), End> {
        if x.meta.is_symbolic() || y.meta.is_symbolic() {
            let (x, y) = (self.term(state, x, width), self.term(state, y, width));
            return self.check_symbolic(state, op, width, nsw, (x, y));
        }
        let (Some(x), Some(y)) = (x.as_int(), y.as_int()) else { return Ok(()) };
        if nsw
            && self.options.check_overflow
            && semantics::overflow_error(&mut Small, op, width, &x, &y) == Some(1)
        {
            let (x, y) = (signed(width, x), signed(width, y));
            return Err(overflow(op, width, &x.to_string(), &y.to_string()).into());
        }
        if self.options.check_shift && semantics::shift_error(&mut Small, op, width, &y) == Some(1)
        {
            return Err(over_wide(width, &y.to_string()).into());
        }
        Ok(())
    }

    fn check_wide(&self, op: BinOp, width: u32, nsw: bool, values: &[Bits]) -> Result<(), End> {
        let (x, y) = (&values[0], &values[1]);
        let holds = |flag: Option<Bits>| flag.is_some_and(|flag| !flag.is_zero());
        if holds(semantics::division_error(&mut Wide, op, width, x, y)) {
            return Err(division_error(op, y.is_zero()).into());
        }
        if nsw
            && self.options.check_overflow
            && holds(semantics::overflow_error(&mut Wide, op, width, x, y))
        {
            return Err(overflow(op, width, &x.to_string(), &y.to_string()).into());
        }
        if self.options.check_shift && holds(semantics::shift_error(&mut Wide, op, width, y)) {
            return Err(over_wide(width, &y.to_string()).into());
        }
        Ok(())
    }

    /// A cast that keeps track of undefined bits.
    fn cast(
        &mut self,
        state: &mut State,
        op: CastOp,
        from: u32,
        to: u32,
        value: Value,
    ) -> Result<Value, End> {
        let is_address = !self.needs_terms(state, value) && known_bits(from, value).is_none();
        let value = match is_address {
            true => Value::int(self.to_bits(state, from, value)?),
            false => value,
        };
        Ok(self.cast_seen(state, op, from, to, value))
    }

    /// A cast without a decision: an address is a term.
    pub(crate) fn cast_seen(
        &mut self,
        state: &mut State,
        op: CastOp,
        from: u32,
        to: u32,
        value: Value,
    ) -> Value {
        if let Some(known) = known_bits(from, value) {
            let cast = undefined::cast(&mut Small, op, from, to, &known);
            return Value::undefined(to, cast.bits, cast.undefined);
        }
        let term = self.term(state, value, from);
        let result = semantics::cast(&mut self.terms, op, from, to, &term);
        self.value(state, result)
    }

    // ---- variable arguments ----------------------------------------------------------------------

    fn va_start(&mut self, state: &mut State, list: Value) -> Result<(), End> {
        let Some(area) = state.position.top().varargs else {
            return Err(unsupported("va_start in a function without variable arguments"));
        };
        let area = Value::pointer(area, 0);
        let word = state.memory.objects.word();
        let VaStructure { used_up, memory, saved } = match self.va_list()? {
            VaList::Pointer => return self.store_slow(state, list, word, area),
            VaList::Structure(structure) => structure,
        };
        // All registers are used up: every argument is taken from memory, where all of ours lie.
        let registers = used_up.map(|(offset, end)| (offset, 4, Value::int(end)));
        let pointers = [(*memory, word, area), (*saved, word, Value::int(0))];
        for (offset, size, value) in registers.into_iter().chain(pointers) {
            let field = self.displaced(state, list, offset);
            self.store_slow(state, field, size, value)?;
        }
        Ok(())
    }

    /// What a `va_list` of the program is.
    pub fn va_list(&self) -> Result<VaList, End> {
        let target = &self.module.target;
        let unknown = || unsupported(format!("a va_list for {}", target.architecture()));
        target.va_list().ok_or_else(unknown)
    }

    // ---- operands ------------------------------------------------------------------------------

    pub fn slot_of(&self, state: &State, reg: Reg) -> u32 {
        self.code.funcs[state.position.top().func.index()].reg_slots[reg.index()]
    }

    /// An operand of one slot.
    pub fn read(&self, state: &State, operand: &Operand) -> Value {
        match operand {
            Operand::Reg(reg) => state.position.reg(self.slot_of(state, *reg)),
            Operand::Int { value, .. } => Value::int(*value),
            constant => constant_values(self.module, constant, Type::BOOL).expect("no register")[0],
        }
    }

    pub fn slots(&self, state: &State, operand: &Operand, ty: Type) -> Vec<Value> {
        match operand {
            Operand::Reg(reg) => {
                let first = self.slot_of(state, *reg);
                (first..first + slots_of(ty)).map(|slot| state.position.reg(slot)).collect()
            }
            constant => constant_values(self.module, constant, ty).expect("no register"),
        }
    }

    fn read_bits(&mut self, state: &mut State, operand: &Operand, width: u32) -> Result<Bits, End> {
        let mut words = Vec::new();
        for value in self.slots(state, operand, Type::Int(width)) {
            words.push(self.to_bits(state, width.min(64), value)?);
        }
        Ok(Bits::new(width, &words))
    }

    /// An operand of at most 64 bits that must be a number.
    fn number(&mut self, state: &mut State, operand: &Operand) -> Result<u64, End> {
        let value = self.read(state, operand);
        self.to_bits(state, 64, value)
    }

    fn write(&self, state: &mut State, dst: Reg, value: Value) {
        let slot = self.slot_of(state, dst);
        state.position.set_reg(slot, value);
    }
}

pub fn overflow(op: BinOp, width: u32, x: &str, y: &str) -> ProgramError {
    let sign = match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        _ => "*",
    };
    let message = format!("{x} {sign} {y} does not fit into a signed {width}-bit integer");
    ProgramError::new(ErrorKind::SignedOverflow, message)
}

pub fn over_wide(width: u32, amount: &str) -> ProgramError {
    let message = format!("a {width}-bit integer is shifted by {amount}");
    ProgramError::new(ErrorKind::OverWideShift, message)
}
