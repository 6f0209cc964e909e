//! What each rule of backward execution proves, and what it must not prove.

mod aliases;
mod calls;
mod expressions;
mod harness;
mod loops;
mod lost;
mod memory;
mod models;
mod objects;
mod paths;
mod pointers;
mod seen;
mod statements;
mod varargs;
