//! Which objects stand for functions and global variables: they have the first numbers.

use dunlin_ir::{FuncId, GlobalId, Module};
use dunlin_memory::{Memory, ObjectId};

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
