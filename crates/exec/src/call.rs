//! Calls and returns.

use crate::code::{CallSite, CallTarget, Op, Source};
use crate::machine::Machine;
use crate::outcome::{End, ErrorKind, ProgramError, site, unsupported};
use crate::state::{Frame, State};
use dunlin_ir::{FuncId, InstKind, Type, VarArgValue};
use dunlin_memory::{ObjectId, ObjectKind, Value};
use smallvec::SmallVec;

impl<'a> Machine<'a> {
    /// Executes the call operation at the state's position: enters the callee, or does what a
    /// builtin does and goes on behind the call.
    pub fn call(&mut self, state: &mut State, index: u32) -> Result<(), End> {
        let call = &self.code.calls[index as usize];
        match call.target {
            CallTarget::Func(func) => self.enter(state, call, func),
            CallTarget::Builtin(builtin) => self.call_builtin(state, call, builtin),
            CallTarget::Indirect(source) => {
                let callee = self.source(state, source);
                let func = self.callee(state, callee, call)?;
                match self.code.funcs[func.index()].builtin {
                    Some(builtin) => self.call_builtin(state, call, builtin),
                    None if self.module.func(func).is_declaration() => Err(self.no_model(func)),
                    None => self.enter(state, call, func),
                }
            }
            CallTarget::Unknown(func) => Err(self.no_model(func)),
        }
    }

    fn no_model(&self, func: FuncId) -> End {
        let name = &self.module.func(func).name;
        unsupported(format!("call of `{name}`, which is neither defined nor modelled"))
    }

    pub fn source(&self, state: &State, source: Source) -> Value {
        match source {
            Source::Slot(slot) => state.reg(slot),
            Source::Value(value) => value,
        }
    }

    /// The values that a call passes, scalars of more than 64 bits as several.
    pub fn args(&self, state: &State, call: &CallSite) -> SmallVec<[Value; 8]> {
        call.args.iter().map(|&source| self.source(state, source)).collect()
    }

    /// The function that an indirect call reaches.
    fn callee(&mut self, state: &mut State, callee: Value, call: &CallSite) -> Result<FuncId, End> {
        let access = crate::access::Access::Read;
        let (object, offset) = self.resolve(state, callee, 1, access).map_err(|end| {
            let null = callee.as_int() == Some(0);
            if null {
                let message = "call of a null function pointer";
                ProgramError::new(ErrorKind::NullDereference, message).into()
            } else {
                end
            }
        })?;
        let func = match state.memory.as_function(object) {
            Some(index) if offset == 0 => FuncId(index as u32),
            _ => {
                let note = self.note(state, object);
                let message = "call through a pointer that is not the start of a function";
                let error = ProgramError::new(ErrorKind::OutOfBoundsRead, message).about(note);
                return Err(error.into());
            }
        };
        let target = self.module.func(func);
        let params: Vec<Type> = target.params.iter().map(|&reg| target.reg_type(reg)).collect();
        // Old C calls functions with more arguments than they take, or ignores a result; what cannot
        // be given a meaning is a parameter without an argument.
        let compatible = target.is_declaration()
            || params.len() <= call.arg_types.len()
                && params.iter().zip(&call.arg_types).all(|(a, b)| self.passes_as(*a, *b));
        match compatible {
            true => Ok(func),
            false => {
                let name = &target.name;
                Err(unsupported(format!("indirect call of `{name}` with arguments of other types")))
            }
        }
    }

    fn passes_as(&self, a: Type, b: Type) -> bool {
        a.bits(&self.module.target) == b.bits(&self.module.target)
    }

    #[inline]
    fn enter(&mut self, state: &mut State, call: &CallSite, func: FuncId) -> Result<(), End> {
        let code = &self.code.funcs[func.index()];
        let base = self.push_frame(state, func)?;
        let caller = state.frames[state.frames.len() - 2].base;
        for (&param, &source) in code.params.iter().zip(&call.args) {
            state.regs[base + param as usize] = match source {
                Source::Slot(slot) => state.regs[caller + slot as usize],
                Source::Value(value) => value,
            };
        }
        if self.module.func(func).variadic {
            let area = self.make_varargs(state, call, caller)?;
            state.frames.last_mut().expect("pushed above").varargs = Some(area);
        }
        state.pc = code.entry;
        Ok(())
    }

    /// Makes room for the slots of a function; the caller fills in its parameters.
    pub fn push_frame(&mut self, state: &mut State, func: FuncId) -> Result<usize, End> {
        if state.frames.len() >= self.options.max_frames {
            let name = &self.module.func(func).name;
            let message = format!(
                "call of `{name}` with {} calls active: the recursion does not end or needs too much stack",
                state.frames.len()
            );
            return Err(ProgramError::new(ErrorKind::StackOverflow, message).into());
        }
        let base = match state.frames.last() {
            Some(top) => top.base + self.code.funcs[top.func.index()].slots as usize,
            None => 0,
        };
        let end = base + self.code.funcs[func.index()].slots as usize;
        if state.regs.len() < end {
            state.regs.resize(end.next_power_of_two(), Value::int(0));
        }
        if self.options.leaks {
            // Pointers that an earlier call left here would count as references.
            state.regs[base..end].fill(Value::int(0));
        }
        state.frames.push(Frame {
            func,
            base,
            called_at: state.pc,
            stack_mark: state.stack_objects.len(),
            varargs: None,
        });
        Ok(base)
    }

    /// Lays out the variable arguments of a call in an object of their own.
    fn make_varargs(
        &mut self,
        state: &mut State,
        call: &CallSite,
        caller: usize,
    ) -> Result<ObjectId, End> {
        let caller_func = state.frames[state.frames.len() - 2].func;
        let module = self.module;
        let InstKind::Call(inst) = &module.func(caller_func).inst(call.inst).kind else {
            unreachable!("a call site comes from a call")
        };
        let size = inst.varargs_size;
        let area = self.allocate_stack(state, size, 16)?;
        let slots = &self.code.funcs[caller_func.index()].reg_slots;
        for arg in &inst.varargs {
            match &arg.value {
                VarArgValue::Scalar { ty, value } => {
                    let size = ty.store_size(&module.target);
                    let values: SmallVec<[Value; 2]> = match value {
                        dunlin_ir::Operand::Reg(reg) => {
                            let first = caller + slots[reg.index()] as usize;
                            (0..crate::code::slots_of(*ty) as usize)
                                .map(|i| state.regs[first + i])
                                .collect()
                        }
                        constant => crate::code::constant_values(module, constant, *ty)
                            .expect("not a register")
                            .into(),
                    };
                    for (i, value) in values.into_iter().enumerate() {
                        let start = i as u64 * 8;
                        let part = (size - start).min(8) as u32;
                        let stored = state.memory.store(area, arg.offset + start, part, value);
                        stored.expect("the front end lays arguments out inside the area");
                    }
                }
                VarArgValue::Copy { from, size } => {
                    let from = match from {
                        dunlin_ir::Operand::Reg(reg) => {
                            state.regs[caller + slots[reg.index()] as usize]
                        }
                        constant => crate::code::constant_values(module, constant, Type::Ptr)
                            .expect("not a register")[0],
                    };
                    self.copy_bytes(state, Value::pointer(area, arg.offset), from, *size)?;
                }
            }
        }
        Ok(area)
    }

    /// The area of the variable arguments of a builtin's call.
    pub fn builtin_varargs(&mut self, state: &mut State, call: &CallSite) -> Result<ObjectId, End> {
        // The area belongs to no frame of its own: it goes when the builtin returns.
        let func = state.top().func;
        let base = state.top().base;
        let frame = Frame {
            func,
            base,
            called_at: state.pc,
            stack_mark: state.stack_objects.len(),
            varargs: None,
        };
        state.frames.push(frame);
        let area = self.make_varargs(state, call, base);
        state.frames.pop();
        area
    }

    /// A new object on the stack of the current function.
    pub fn allocate_stack(
        &mut self,
        state: &mut State,
        size: u64,
        align: u64,
    ) -> Result<ObjectId, End> {
        let allocated = state.memory.allocate(size, align, ObjectKind::Stack, site(state.pc));
        let Some(object) = allocated else {
            let message = format!("a local object of {size} bytes does not fit into memory");
            return Err(ProgramError::new(ErrorKind::StackOverflow, message).into());
        };
        state.stack_objects.push(object);
        Ok(object)
    }

    /// Ends the life of all stack objects above `mark`.
    pub fn free_stack(&mut self, state: &mut State, mark: usize) {
        while state.stack_objects.len() > mark {
            let object = state.stack_objects.pop().expect("longer than the mark");
            state.memory.free(object, site(state.pc)).expect("stack objects die only here");
        }
    }

    /// Pops the top frame; the call site that the caller waits at.
    #[inline]
    fn leave(&mut self, state: &mut State) -> &'a CallSite {
        let mark = state.top().stack_mark;
        if state.stack_objects.len() > mark {
            self.free_stack(state, mark);
        }
        let frame = state.frames.pop().expect("a function returns from a frame");
        state.pc = frame.called_at;
        let Op::Call { site } = self.code.ops[state.pc as usize] else {
            unreachable!("frames are entered by calls")
        };
        state.pc += 1;
        &self.code.calls[site as usize]
    }

    #[inline]
    pub fn return_one(&mut self, state: &mut State, value: Value) -> Result<(), End> {
        let call = self.leave(state);
        match call.dsts[..] {
            [dst] => state.set_reg(dst, value),
            _ => self.check_results(call.dsts.len(), 1)?,
        }
        Ok(())
    }

    pub fn return_list(&mut self, state: &mut State, list: u32) -> Result<(), End> {
        let sources = &self.code.returns[list as usize];
        let values: SmallVec<[Value; 4]> =
            sources.iter().map(|&source| self.source(state, source)).collect();
        let dsts = self.leave(state).dsts.clone();
        self.check_results(dsts.len(), values.len())?;
        for (dst, value) in dsts.into_iter().zip(values) {
            state.set_reg(dst, value);
        }
        Ok(())
    }

    /// A caller may ignore results, not expect more than there are.
    fn check_results(&self, wanted: usize, given: usize) -> Result<(), End> {
        match wanted == 0 || wanted == given {
            true => Ok(()),
            false => Err(unsupported("indirect call of a function that returns something else")),
        }
    }
}
