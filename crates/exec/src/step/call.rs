//! Calls and returns.

use crate::code::{CallSite, CallTarget, Op, Source};
use crate::end::{End, ProgramError, site, unsupported};
use crate::machine::Machine;
use crate::memory::{Access, Offset};
use crate::state::{Frame, State};
use dunlin_ir::FuncId;
use dunlin_memory::{Calls, ObjectId, ObjectKind, Site, Value, ValueKind};
use dunlin_results::ErrorKind;
use smallvec::SmallVec;

/// Registers of all active calls together, and bytes of all live stack objects: more than a native
/// stack could hold, so that exceeding either is the program's fault.
const MAX_SLOTS: usize = 1 << 24;
const MAX_STACK_BYTES: u64 = 256 << 20;

impl<'a> Machine<'a> {
    /// Executes the call operation at the state's position: enters the callee, or does what a
    /// builtin does and goes on behind the call.
    pub(super) fn call(&mut self, state: &mut State, index: u32) -> Result<(), End> {
        let call = &self.code.calls[index as usize];
        match call.target {
            CallTarget::Func(func) => self.enter(state, call, func),
            CallTarget::Builtin(builtin) => self.call_builtin(state, call, builtin),
            CallTarget::Indirect(source) => {
                let callee = self.source(state, source);
                let func = self.callee(state, callee)?;
                let code = &self.code.funcs[func.index()];
                let fits = code.signature == call.signature
                    && (call.varargs.is_empty() || self.module.func(func).variadic);
                match code.builtin {
                    Some(builtin) => {
                        if !fits {
                            self.refuse_floats(call, func)?;
                        }
                        self.call_builtin(state, call, builtin)
                    }
                    None if self.module.func(func).is_declaration() => Err(self.no_model(func)),
                    None if fits => self.enter(state, call, func),
                    None => self.enter_mismatched(state, call, func),
                }
            }
            CallTarget::Unknown(func) => Err(self.no_model(func)),
        }
    }

    fn no_model(&self, func: FuncId) -> End {
        let name = &self.module.func(func).name;
        if name.starts_with("klee_") {
            return unsupported(format!(
                "`{name}` is not supported: of KLEE's functions, Dunlin does not have this one"
            ));
        }
        unsupported(format!("call of `{name}`, which is neither defined nor modelled"))
    }

    pub fn source(&self, state: &State, source: Source) -> Value {
        match source {
            Source::Slot(slot) => state.position.reg(slot),
            Source::Value(value) => value,
        }
    }

    /// The values that a call passes, scalars of more than 64 bits as several.
    pub fn args(&self, state: &State, call: &CallSite) -> SmallVec<[Value; 8]> {
        call.args.iter().map(|&source| self.source(state, source)).collect()
    }

    /// The function that an indirect call reaches.
    fn callee(&mut self, state: &mut State, callee: Value) -> Result<FuncId, End> {
        self.refuse_lazy_call(state, callee)?;
        let (object, offset) = self.locate(state, callee, 1, Access::Call)?;
        let at_start = match offset {
            Offset::Known(offset) => offset == 0,
            Offset::Term(term) => {
                let zero = self.terms.constant(self.module.target.pointer_bits, 0);
                let start = self.terms.eq(term, zero);
                self.require(state, start, |_, _| {
                    let message =
                        "call through a pointer that can be other than a function's start";
                    ProgramError::new(ErrorKind::OutOfBoundsRead, message)
                })?;
                true
            }
        };
        match state.memory.objects.as_function(object) {
            Some(index) if at_start => Ok(FuncId(index as u32)),
            _ => {
                let note = self.note(state, object);
                let message = "call through a pointer that is not the start of a function";
                let error = ProgramError::new(ErrorKind::OutOfBoundsRead, message).about(note);
                Err(error.into())
            }
        }
    }

    #[inline]
    fn enter(&mut self, state: &mut State, call: &CallSite, func: FuncId) -> Result<(), End> {
        let code = &self.code.funcs[func.index()];
        let base = self.push_frame(state, func)?;
        let caller = state.position.frames[state.position.frames.len() - 2].base;
        for (&param, &source) in code.params.iter().zip(&call.args) {
            state.position.regs[base + param as usize] = match source {
                Source::Slot(slot) => state.position.regs[caller + slot as usize].copied(),
                Source::Value(value) => value,
            };
        }
        let target = self.module.func(func);
        if target.variadic {
            let area = self.make_varargs(state, (&call.varargs, call.varargs_size), caller)?;
            state.position.frames.last_mut().expect("pushed above").varargs = Some(area);
        }
        state.position.pc = code.entry;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn enter_mismatched(
        &mut self,
        state: &mut State,
        call: &CallSite,
        func: FuncId,
    ) -> Result<(), End> {
        let adapted = self.adapt(state, call, func)?;
        let code = &self.code.funcs[func.index()];
        let base = self.push_frame(state, func)?;
        for (&param, value) in code.params.iter().zip(adapted.params) {
            state.position.regs[base + param as usize] = value;
        }
        if self.module.func(func).variadic {
            let caller = state.position.frames[state.position.frames.len() - 2].base;
            let area = (&adapted.varargs[..], adapted.varargs_size);
            let area = self.make_varargs(state, area, caller)?;
            state.position.frames.last_mut().expect("pushed above").varargs = Some(area);
        }
        if adapted.other_result {
            state.position.frames.last_mut().expect("pushed above").expect_other_result();
        }
        state.position.pc = code.entry;
        Ok(())
    }

    /// Makes room for the slots of a function; the caller fills in its parameters.
    pub(super) fn push_frame(&mut self, state: &mut State, func: FuncId) -> Result<usize, End> {
        let (base, calls) = match state.position.frames.last() {
            Some(top) => {
                let base = top.base + self.code.funcs[top.func.index()].slots as usize;
                (base, top.calls.with(state.position.pc))
            }
            None => (0, Calls::default()),
        };
        let end = base + self.code.funcs[func.index()].slots as usize;
        if state.position.frames.len() >= self.options.max_frames || end > MAX_SLOTS {
            let name = &self.module.func(func).name;
            let message = format!(
                "call of `{name}` with {} calls active: the recursion does not end or needs too much stack",
                state.position.frames.len()
            );
            return Err(ProgramError::new(ErrorKind::StackOverflow, message).into());
        }
        if state.position.regs.len() < end {
            state.position.regs.resize(end.next_power_of_two(), Value::int(0));
        }
        if self.options.leaks {
            // Pointers that an earlier call left here would count as references.
            state.position.regs[base..end].fill(Value::int(0));
        }
        state.position.frames.push(Frame {
            func,
            base,
            called: state.position.pc,
            calls,
            stack_mark: state.position.stack_objects.len(),
            varargs: None,
        });
        Ok(base)
    }

    /// A new object on the stack of the current function.
    pub fn allocate_stack(
        &mut self,
        state: &mut State,
        size: u64,
        align: u64,
    ) -> Result<ObjectId, End> {
        self.allocate_stack_at(state, size, align, site(state.position.pc))
    }

    /// A new object on the stack of the current function that counts as allocated at `at`.
    pub fn allocate_stack_at(
        &mut self,
        state: &mut State,
        size: u64,
        align: u64,
        at: Site,
    ) -> Result<ObjectId, End> {
        let total = state.position.stack_bytes.saturating_add(size);
        let allocated = match total <= MAX_STACK_BYTES {
            true => {
                let class = state.position.class(at.0);
                state.memory.objects.allocate(size, align, ObjectKind::Stack, at, class)
            }
            false => None,
        };
        let Some(object) = allocated else {
            let message = format!(
                "a local object of {size} bytes does not fit on the stack, where {} bytes are in use",
                state.position.stack_bytes
            );
            return Err(ProgramError::new(ErrorKind::StackOverflow, message).into());
        };
        self.note_context(state, object, at);
        state.position.stack_bytes = total;
        state.position.stack_objects.push(object);
        Ok(object)
    }

    /// Ends the life of all stack objects above `mark`.
    pub fn free_stack(&mut self, state: &mut State, mark: usize) {
        while state.position.stack_objects.len() > mark {
            let object = state.position.stack_objects.pop().expect("longer than the mark");
            // One whose scope has ended is dead already.
            if let Ok(freed) = state.memory.objects.free(object, site(state.position.pc)) {
                state.position.stack_bytes -= freed;
            }
        }
    }

    /// Pops the top frame; the call site that the caller waits at, or the function that was left, if the
    /// caller expects another result than it gives.
    #[inline(always)]
    fn leave(&mut self, state: &mut State) -> Result<&'a CallSite, FuncId> {
        let mark = state.position.top().stack_mark;
        if state.position.stack_objects.len() > mark {
            self.free_stack(state, mark);
        }
        let frame = state.position.frames.pop().expect("a function returns from a frame");
        // One that expects another result has no operation of this number.
        let Some(&Op::Call { site }) = self.code.ops.get(frame.called as usize) else {
            state.position.pc = frame.called_at();
            return Err(frame.func);
        };
        state.position.pc = frame.called + 1;
        Ok(&self.code.calls[site as usize])
    }

    #[inline]
    pub fn return_one(&mut self, state: &mut State, value: Value) {
        match self.leave(state) {
            Ok(call) => match call.dsts[..] {
                [dst] => state.position.set_reg(dst, value),
                // The caller ignores the result.
                _ => debug_assert!(call.dsts.is_empty()),
            },
            Err(func) => self.return_adapted(state, func, &[value]),
        }
    }

    /// The exit status of a program is used outside of it: an undefined one is an error of main.
    pub fn check_status(&self, state: &State, list: u32) -> Result<(), End> {
        let mut values =
            self.code.returns[list as usize].iter().map(|&source| self.source(state, source));
        let undefined = |value: Value| matches!(value.kind(), ValueKind::Undefined { .. });
        // The function below is the one that starts the program.
        match state.position.frames.len() == 2 && values.any(undefined) {
            true => Err(self.uninitialised_use()),
            false => Ok(()),
        }
    }

    pub fn return_list(&mut self, state: &mut State, list: u32) {
        let sources = &self.code.returns[list as usize];
        let values: SmallVec<[Value; 4]> =
            sources.iter().map(|&source| self.source(state, source)).collect();
        match self.leave(state) {
            Ok(CallSite { dsts, .. }) => {
                debug_assert!(dsts.is_empty() || dsts.len() == values.len());
                for (&dst, value) in dsts.iter().zip(values) {
                    state.position.set_reg(dst, value);
                }
            }
            Err(func) => self.return_adapted(state, func, &values),
        }
    }
}
