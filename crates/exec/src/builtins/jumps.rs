//! `setjmp` and `longjmp`: operations on frames.
//!
//! `setjmp` writes two words into the buffer: a pointer to an object of the calling frame that exists for this
//! purpose alone, its *anchor*, and the position of the call. An anchor lies on the stack like any local. So it
//! dies when its frame is left or its part of the stack is restored; its id is never given to another object; its
//! place among the stack objects says which frame is meant, and which objects are younger than the
//! `setjmp`. The buffer can be copied and overwritten like any memory.
//!
//! `longjmp` finds the anchor of a frame that is still active, ends all that is above it as returns do, and
//! lets the call of `setjmp` return once more. The frame's registers are what they are then; locals that
//! can change in between lie in memory (`dunlin_ir::promote`). What natively cannot be told from a jump to
//! anywhere, with a buffer that nobody has set or whose frame is gone, is not executed.

use crate::code::{Builtin, CallSite, CallTarget, Op, Pc};
use crate::end::{End, unsupported};
use crate::machine::Machine;
use crate::memory::{Access, Offset};
use crate::state::State;
use dunlin_memory::{ObjectId, ObjectKind, Value, ValueKind};

/// Nothing is ever read from an anchor.
const ANCHOR_SIZE: u64 = 0;

impl<'a> Machine<'a> {
    pub(super) fn setjmp(
        &mut self,
        state: &mut State,
        call: &CallSite,
        args: &[Value],
    ) -> Result<(), End> {
        let [first, second] = self.words(state, args[0], Access::Write)?;
        let anchor = self.anchor(state)?;
        let word = state.memory.objects.word();
        self.store_slow(state, first, word, Value::pointer(anchor, 0))?;
        self.store_slow(state, second, word, Value::int(state.position.pc.into()))?;
        self.set_result(state, call, Value::int(0))?;
        state.position.pc += 1;
        Ok(())
    }

    pub(super) fn longjmp(&mut self, state: &mut State, args: &[Value]) -> Result<(), End> {
        let [first, second] = self.words(state, args[0], Access::Read)?;
        let word = state.memory.objects.word();
        let anchor = self.load_slow(state, first, word)?;
        let called = self.load_slow(state, second, word)?;
        let (ValueKind::Pointer { object: anchor, offset: 0 }, Some(called)) =
            (anchor.kind(), called.as_int())
        else {
            return Err(unsupported("longjmp with a buffer that setjmp has not set"));
        };
        let (call, called) = self.setjmp_at(called)?;
        let place = state.position.stack_objects.iter().rposition(|&object| object == anchor);
        let func = self.code.point(called).func;
        let lives = state.memory.objects.describe(anchor).is_ok();
        let Some(place) = place.filter(|_| lives) else {
            let name = &self.module.func(func).name;
            return Err(unsupported(format!(
                "longjmp to a call of `{name}` that has returned, or into a block that was left"
            )));
        };
        let frames = &state.position.frames;
        let Some(frame) = frames.iter().rposition(|frame| frame.stack_mark <= place) else {
            return Err(unsupported("longjmp with a buffer that setjmp has not set"));
        };
        if frames[frame].func != func {
            return Err(unsupported("longjmp with a buffer that was changed"));
        }
        let value = self.passed_value(state, args[1])?;
        self.leave_calls(state, frame, called);
        self.free_stack(state, place + 1);
        state.position.frames.truncate(frame + 1);
        self.set_result(state, call, value)?;
        state.position.pc = called + 1;
        Ok(())
    }

    /// The places of the two words in a buffer. Input may choose the buffer: that is decided here.
    fn words(
        &mut self,
        state: &mut State,
        buffer: Value,
        access: Access,
    ) -> Result<[Value; 2], End> {
        let word = u64::from(state.memory.objects.word());
        let (object, offset) = self.locate(state, buffer, 2 * word, access)?;
        let offset = match offset {
            Offset::Known(offset) => offset,
            Offset::Term(term) => {
                let value = self.value(state, term);
                self.to_bits(state, self.module.target.pointer_bits, value)?
            }
        };
        let next = offset.wrapping_add(word) & state.memory.objects.pointer_mask();
        Ok([Value::pointer(object, offset), Value::pointer(object, next)])
    }

    /// The anchor of the top frame above all of its other objects, which is there already if the frame has
    /// called `setjmp` before and allocated nothing since.
    fn anchor(&mut self, state: &mut State) -> Result<ObjectId, End> {
        let mark = state.position.top().stack_mark;
        if let Some(&last) = state.position.stack_objects[mark..].last()
            && let Ok((ANCHOR_SIZE, info)) = state.memory.objects.describe(last)
            && info.kind == ObjectKind::Stack
            && self.setjmp_at(info.allocated.0.into()).is_ok()
        {
            return Ok(last);
        }
        self.allocate_stack(state, ANCHOR_SIZE, 1)
    }

    /// The call of `setjmp` at a position that was read from a buffer.
    fn setjmp_at(&self, called: u64) -> Result<(&'a CallSite, Pc), End> {
        let changed = || unsupported("longjmp with a buffer that was changed");
        let pc = Pc::try_from(called).map_err(|_| changed())?;
        let Some(&Op::Call { site }) = self.code.ops.get(pc as usize) else {
            return Err(changed());
        };
        let call = &self.code.calls[site as usize];
        match call.target {
            CallTarget::Builtin(Builtin::Setjmp) | CallTarget::Indirect(_) => Ok((call, pc)),
            _ => Err(changed()),
        }
    }

    /// What `setjmp` returns: 1 in the place of 0.
    fn passed_value(&mut self, state: &mut State, value: Value) -> Result<Value, End> {
        const WIDTH: u32 = 32;
        if !value.meta.is_symbolic() {
            return Ok(Value::int(self.to_bits(state, WIDTH, value)?.max(1)));
        }
        let term = self.term(state, value, WIDTH);
        let (zero, one) = (self.terms.constant(WIDTH, 0), self.terms.constant(WIDTH, 1));
        let is_zero = self.terms.eq(term, zero);
        let passed = self.terms.ite(is_zero, one, term);
        Ok(self.value(state, passed))
    }

    /// Counts what was executed in the calls that end without a return, down to the frame that stays.
    fn leave_calls(&mut self, state: &mut State, frame: usize, called: Pc) {
        let open = |pc: Pc| u64::from(self.code.points[pc as usize].uncounted) + 1;
        let left = state.position.frames.len() - frame;
        let pcs: Vec<Pc> = state.position.stack_pcs().take(left).map(|(_, pc)| pc).collect();
        let executed: u64 = pcs.iter().map(|&pc| open(pc)).sum();
        // The line of the `setjmp` is counted from its begin when it ends.
        state.position.instructions += executed.saturating_sub(open(called));
        pcs.into_iter().for_each(|pc| self.coverage.stop_short(pc));
    }
}
