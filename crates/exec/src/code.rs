//! A program as it is executed: the derived form, the compiler that makes it of IR, the function that calls
//! `main`, and the names of the functions that the engine provides.
//!
//! Knows of the options and of nothing else here: what is in this room is made once and never changes while
//! the program runs. No other crate sees the derived form.

mod builtin;
mod compile;
mod local_sites;
mod objects;
mod operations;
mod origin;
mod program;
mod start;

pub use builtin::{Builtin, Handler, Intrinsic, MARK, Math, NondetSize, Report};
pub use compile::chunks;
pub use local_sites::{FIRST_LOCAL, HEAP, LocalSites, NONE, RUNTIME_HEAP};
pub use objects::{function_object, global_object, object_global};
pub use operations::{
    CallSite, CallTarget, Code, DivOp, FuncCode, Op, OpPoint, Passed, Pc, Signature, Slot, Source,
    SwitchTable, VarPiece, VarSize, constant_values, slots_of,
};
pub use origin::Origin;
pub use program::Program;
pub use start::EntryError;
