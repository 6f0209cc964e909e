//! One execution state: memory, frames and where it stands.

use crate::code::Pc;
use dunlin_ir::{FuncId, GlobalId, Module};
use dunlin_memory::{Memory, ObjectId, Value};

/// One active call.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub func: FuncId,
    /// Where its slots begin in [`State::regs`].
    pub base: usize,
    /// The call operation in the caller.
    pub called_at: Pc,
    /// How many stack objects there were when it was entered.
    pub stack_mark: usize,
    /// The area of its variable arguments.
    pub varargs: Option<ObjectId>,
}

pub struct State {
    pub memory: Memory,
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

impl State {
    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a state has a frame until it ends")
    }

    pub fn reg(&self, slot: u32) -> Value {
        self.regs[self.top().base + slot as usize]
    }

    pub fn set_reg(&mut self, slot: u32, value: Value) {
        let base = self.top().base;
        self.regs[base + slot as usize] = value;
    }
}

/// The object that stands for a function: functions come first.
pub fn function_object(func: FuncId) -> ObjectId {
    Memory::function(u64::from(func.0))
}

/// The object of a global variable: globals are the first allocations, in their order.
pub fn global_object(module: &Module, global: GlobalId) -> ObjectId {
    ObjectId(module.funcs.len() as u64 + 1 + u64::from(global.0))
}

/// The global variable that an object is, if it is one.
pub fn object_global(module: &Module, object: ObjectId) -> Option<GlobalId> {
    let index = object.0.checked_sub(module.funcs.len() as u64 + 1)?;
    (index < module.globals.len() as u64).then_some(GlobalId(index as u32))
}
