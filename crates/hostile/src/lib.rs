//! Hostile programs (`programs/*.c`) against the sandbox.
//!
//! Each program has the rules that stop it, each of them alone. A trial runs it under all rules, where it must
//! be stopped; without those rules, where it must get out; and with each of them again, where it must be
//! stopped. So no rule is decoration, and none that is said to stop a program is idle. Trials take place as
//! root, if we are root, and as an ordinary user, with every isolation that works, and touch only what they
//! have made: a terminal, a FIFO, files, a process, a server, shared memory.

mod programs;
mod scene;
mod series;

pub use programs::{PROGRAMS, Program};
pub use series::{Row, Series, run, serve};
