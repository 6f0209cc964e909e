//! Where the addresses of stack objects go.

use super::RegSet;
use crate::ids::{InstId, Reg};
use crate::inst::{InstKind, Operand, Terminator};
use crate::module::Function;

/// What an `alloca` makes: all objects that its executions in one call of the function make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StackObject {
    /// The `alloca`.
    pub inst: InstId,
    /// The register that it defines.
    pub reg: Reg,
    /// The registers that may hold an address in it, sorted. Not all of them if it escapes.
    holders: Vec<Reg>,
    /// Whether its address goes where registers do not tell.
    pub escapes: bool,
}

impl StackObject {
    pub(super) fn is_live(&self, live: &RegSet) -> bool {
        self.escapes || self.holders.iter().any(|&holder| live.contains(holder))
    }
}

pub(super) fn stack_objects(func: &Function) -> Vec<StackObject> {
    let ways = Ways::find(func);
    let mut objects = Vec::new();
    let mut holds = vec![false; func.regs.len()];
    for &inst in func.blocks.iter().flat_map(|block| &block.insts) {
        let InstKind::Alloca { dst, .. } = func.inst(inst).kind else { continue };
        let mut holders = vec![dst];
        holds[dst.index()] = true;
        let mut next = 0;
        let mut escapes = false;
        while let (Some(&holder), false) = (holders.get(next), escapes) {
            escapes = ways.escapes[holder.index()];
            for &copy in &ways.copies[holder.index()] {
                if !std::mem::replace(&mut holds[copy.index()], true) {
                    holders.push(copy);
                }
            }
            next += 1;
        }
        holders.iter().for_each(|holder| holds[holder.index()] = false);
        holders.sort_unstable();
        objects.push(StackObject { inst, reg: dst, holders, escapes });
    }
    objects
}

/// What becomes of the value of a register.
struct Ways {
    /// By register: those that may then hold the same address, or one computed from it.
    copies: Vec<Vec<Reg>>,
    /// By register: whether its value goes anywhere else.
    escapes: Vec<bool>,
}

impl Ways {
    fn find(func: &Function) -> Ways {
        let count = func.regs.len();
        let mut ways = Ways { copies: vec![Vec::new(); count], escapes: vec![false; count] };
        for block in &func.blocks {
            for &id in &block.insts {
                ways.follow(&func.inst(id).kind);
            }
            for edge in block.term.edges() {
                for (arg, &param) in edge.args.iter().zip(&func.block(edge.block).params) {
                    ways.copy(arg, param);
                }
            }
            match &block.term {
                Terminator::Branch { cond: read, .. }
                | Terminator::Switch { value: read, .. }
                | Terminator::IndirectJump { addr: read, .. } => ways.escape(read),
                // The function and its objects end here.
                Terminator::Return { .. } => {}
                Terminator::Resume { exception, selector } => {
                    ways.escape(exception);
                    ways.escape(selector);
                }
                Terminator::Jump(_)
                | Terminator::Invoke { .. }
                | Terminator::Unreachable
                | Terminator::Trap => {}
            }
        }
        ways
    }

    fn follow(&mut self, kind: &InstKind) {
        match kind {
            InstKind::PtrAdd { dst, base, indices, .. } => {
                self.copy(base, *dst);
                indices.iter().for_each(|scaled| self.escape(&scaled.index));
            }
            InstKind::Select { dst, cond, a, b, .. } => {
                self.escape(cond);
                self.copy(a, *dst);
                self.copy(b, *dst);
            }
            InstKind::Freeze { dst, a, .. } => self.copy(a, *dst),
            InstKind::Store { value, .. } => self.escape(value),
            InstKind::MemCopy { len, .. } => self.escape(len),
            InstKind::MemSet { value, len, .. } => {
                self.escape(value);
                self.escape(len);
            }
            // They use the object, or tell something of its address, and keep nothing.
            InstKind::Load { .. }
            | InstKind::Lifetime { .. }
            | InstKind::ObjectSize { .. }
            | InstKind::VaStart { .. }
            | InstKind::VaCopy { .. }
            | InstKind::VaEnd { .. }
            | InstKind::Compare { .. }
            | InstKind::Marker { .. } => {}
            other => other.for_each_operand(|operand| self.escape(operand)),
        }
    }

    fn copy(&mut self, from: &Operand, to: Reg) {
        if let Operand::Reg(from) = from {
            self.copies[from.index()].push(to);
        }
    }

    fn escape(&mut self, operand: &Operand) {
        if let Operand::Reg(reg) = operand {
            self.escapes[reg.index()] = true;
        }
    }
}
