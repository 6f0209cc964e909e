//! How a target's ABI passes the scalars of a signature.
//!
//! A register does not say whether it holds a float, and natively floats are passed in other registers than
//! integers. That matters only where a call does not fit the function that it reaches: a pointer of another
//! type, a prototype that differs. So functions and calls through pointers carry it, and nothing else does;
//! a signature of nothing but integers and pointers, the common case, carries nothing.

use serde::{Deserialize, Serialize};

/// How one scalar is passed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Class {
    /// In an integer register; the bits above its width are anything.
    Integer,
    /// The same, and whoever sets the register extends a narrow value with its sign or with zeros.
    SignExtended,
    ZeroExtended,
    /// In a floating-point register.
    Float,
    /// In some other way: in memory, as part of a vector or of a wide number.
    Other,
}

/// How the scalars of a signature are passed, in order. The arguments of a call are followed by its
/// variable ones, one class each.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Passing {
    pub args: Vec<Class>,
    pub results: Vec<Class>,
}

impl Passing {
    /// `None` if all are plain integers.
    pub fn of(args: Vec<Class>, results: Vec<Class>) -> Option<Box<Passing>> {
        let plain = args.iter().chain(&results).all(|&class| class == Class::Integer);
        (!plain).then(|| Box::new(Passing { args, results }))
    }

    /// The class of argument `index` of a signature with this passing.
    pub fn arg(passing: &Option<Box<Passing>>, index: usize) -> Class {
        passing.as_ref().map_or(Class::Integer, |passing| passing.args[index])
    }

    pub fn result(passing: &Option<Box<Passing>>, index: usize) -> Class {
        passing.as_ref().map_or(Class::Integer, |passing| passing.results[index])
    }
}

impl Class {
    /// The class without who extends it: what must be equal for a call to fit.
    pub fn register(self) -> Class {
        match self {
            Class::SignExtended | Class::ZeroExtended => Class::Integer,
            other => other,
        }
    }
}
