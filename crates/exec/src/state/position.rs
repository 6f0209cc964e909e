//! Where a state stands: its operation, the active calls with their registers, and the stack.

use crate::code::{Code, Pc};
use dunlin_ir::FuncId;
use dunlin_memory::{Calls, Class, ObjectId, Value};

/// One active call.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub func: FuncId,
    /// Where its slots begin in [`Position::regs`].
    pub base: usize,
    /// The call operation in the caller, and whether that expects another result: see
    /// [`Frame::called_at`].
    pub called: Pc,
    /// The active calls down to this one.
    pub calls: Calls,
    /// How many stack objects there were when it was entered.
    pub stack_mark: usize,
    /// The area of its variable arguments.
    pub varargs: Option<ObjectId>,
}

/// In [`Frame::called`]: the caller expects another result than the function gives. No program has so many
/// operations, so that a return sees it where it looks for the call.
const OTHER_RESULT: Pc = 1 << 31;

impl Frame {
    /// The call operation in the caller.
    pub fn called_at(&self) -> Pc {
        self.called & !OTHER_RESULT
    }

    /// What the function returns is not what the caller expects.
    pub fn expect_other_result(&mut self) {
        self.called |= OTHER_RESULT;
    }
}

pub struct Position {
    /// The slots of all frames. What lies above the top frame is left over, never read.
    pub regs: Vec<Value>,
    pub frames: Vec<Frame>,
    pub pc: Pc,
    /// Live stack objects, oldest first.
    pub stack_objects: Vec<ObjectId>,
    /// The size of all of them.
    pub stack_bytes: u64,
    /// Bytes that single instructions have allocated, copied or filled since the last pause, so that
    /// limits are looked at also when few instructions do much.
    pub bulk_bytes: u64,
    /// IR instructions executed and counted so far.
    pub instructions: u64,
}

/// So many frames are looked at: those below have not changed since they were on top.
const VERIFIED: usize = 8;

impl Position {
    pub fn new(pc: Pc) -> Position {
        Position {
            regs: Vec::new(),
            frames: Vec::new(),
            pc,
            stack_objects: Vec::new(),
            stack_bytes: 0,
            bulk_bytes: 0,
            instructions: 0,
        }
    }

    /// The same place, as of a state that has executed nothing yet.
    pub fn fork(&self, code: &Code) -> Position {
        let top = self.top();
        let end = top.base + code.funcs[top.func.index()].slots as usize;
        Position {
            regs: self.regs[..end].to_vec(),
            frames: self.frames.clone(),
            pc: self.pc,
            stack_objects: self.stack_objects.clone(),
            stack_bytes: self.stack_bytes,
            bulk_bytes: 0,
            instructions: 0,
        }
    }

    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a state has a frame until it ends")
    }

    /// The class of what is allocated at an operation of the top frame.
    #[inline]
    pub fn class(&self, at: Pc) -> Class {
        let top = self.top();
        Class::new(at, top.called_at(), top.calls)
    }

    pub fn reg(&self, slot: u32) -> Value {
        self.regs[self.top().base + slot as usize]
    }

    pub fn set_reg(&mut self, slot: u32, value: Value) {
        let base = self.top().base;
        self.regs[base + slot as usize] = value;
    }

    /// The active calls with their positions, innermost first.
    pub fn stack_pcs(&self) -> impl Iterator<Item = (FuncId, Pc)> + '_ {
        let callers = self.frames.iter().rev().map(|frame| frame.called_at());
        let pcs = std::iter::once(self.pc).chain(callers);
        self.frames.iter().rev().map(|frame| frame.func).zip(pcs)
    }

    /// Every position lies in the function of its frame, every frame has its slots behind those of its
    /// caller, and the stack has grown from call to call.
    pub fn verify(&self, code: &Code) {
        for (func, pc) in self.stack_pcs().take(VERIFIED) {
            let func = &code.funcs[func.index()];
            assert!((func.entry..func.end).contains(&pc), "a frame stands in its function");
        }
        let slots = |frame: &Frame| frame.base + code.funcs[frame.func.index()].slots as usize;
        assert!(slots(self.top()) <= self.regs.len(), "the top frame has all its slots");
        let marks = |frame: &Frame| frame.stack_mark <= self.stack_objects.len();
        assert!(marks(self.top()), "the stack has not shrunk below the top frame");
        for pair in self.frames.windows(2).rev().take(VERIFIED) {
            assert!(slots(&pair[0]) <= pair[1].base, "frames have slots of their own");
            assert!(pair[0].stack_mark <= pair[1].stack_mark, "the stack grows with the calls");
        }
    }
}
