//! How blocks end: terminators and their edges.

use crate::bits::Bits;
use crate::ids::BlockId;
use crate::inst::Operand;
use serde::{Deserialize, Serialize};

/// A control transfer and what it passes for the target's block parameters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Edge {
    pub block: BlockId,
    pub args: Vec<Operand>,
}

impl Edge {
    pub fn to(block: BlockId) -> Self {
        Edge { block, args: Vec::new() }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Terminator {
    Jump(Edge),
    Branch {
        cond: Operand,
        then: Edge,
        other: Edge,
    },
    /// Case values are distinct.
    Switch {
        width: u32,
        value: Operand,
        cases: Vec<(Bits, Edge)>,
        default: Edge,
    },
    /// `addr` is a [`Operand::BlockAddr`] of one of the targets.
    IndirectJump {
        addr: Operand,
        targets: Vec<Edge>,
    },
    /// Behind a call that may throw, which is the last instruction of the block: where control goes when
    /// it has returned, and where it goes from the call if it throws. The call's results are set only
    /// in the first case.
    Invoke {
        normal: Edge,
        unwind: Edge,
    },
    Return {
        values: Vec<Operand>,
    },
    /// An exception goes on to the callers.
    Resume {
        exception: Operand,
        /// Of width 32.
        selector: Operand,
    },
    /// Control never gets here; if it does, that is a program error.
    Unreachable,
    /// Execution stops with a trap (llvm.trap and friends): an abort.
    Trap,
}

impl Terminator {
    /// The outgoing edges in a fixed order: then before other, cases before default, normal before unwind.
    pub fn edges(&self) -> Vec<&Edge> {
        match self {
            Terminator::Jump(edge) => vec![edge],
            Terminator::Branch { then, other, .. } => vec![then, other],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|(_, edge)| edge).chain([default]).collect()
            }
            Terminator::IndirectJump { targets, .. } => targets.iter().collect(),
            Terminator::Invoke { normal, unwind } => vec![normal, unwind],
            Terminator::Return { .. }
            | Terminator::Resume { .. }
            | Terminator::Unreachable
            | Terminator::Trap => vec![],
        }
    }

    pub fn edges_mut(&mut self) -> Vec<&mut Edge> {
        match self {
            Terminator::Jump(edge) => vec![edge],
            Terminator::Branch { then, other, .. } => vec![then, other],
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().map(|(_, edge)| edge).chain([default]).collect()
            }
            Terminator::IndirectJump { targets, .. } => targets.iter_mut().collect(),
            Terminator::Invoke { normal, unwind } => vec![normal, unwind],
            Terminator::Return { .. }
            | Terminator::Resume { .. }
            | Terminator::Unreachable
            | Terminator::Trap => vec![],
        }
    }
}
