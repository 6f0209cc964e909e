//! Terminators in the text form.

use super::inst::{InstPrinter, Number};
use super::write_pos;
use crate::inst::{Edge, Terminator};
use crate::module::Block;
use crate::types::Type;
use std::fmt;

impl InstPrinter<'_> {
    pub fn terminator(&mut self, block: &Block) -> fmt::Result {
        match &block.term {
            Terminator::Jump(edge) => {
                self.out.write_str("jump ")?;
                self.edge(edge)?;
            }
            Terminator::Branch { cond, then, other } => {
                self.out.write_str("branch")?;
                self.operands(&[(cond, Type::BOOL)])?;
                self.out.write_str(", ")?;
                self.edge(then)?;
                self.out.write_str(", ")?;
                self.edge(other)?;
            }
            Terminator::Switch { width, value, cases, default } => {
                write!(self.out, "switch i{width}")?;
                self.operands(&[(value, Type::Int(*width))])?;
                self.out.write_str(" {")?;
                for (bits, edge) in cases {
                    write!(self.out, "{} -> ", Number(bits))?;
                    self.edge(edge)?;
                    self.out.write_str(", ")?;
                }
                self.out.write_str("else -> ")?;
                self.edge(default)?;
                self.out.write_char('}')?;
            }
            Terminator::IndirectJump { addr, targets } => {
                self.out.write_str("indirectjump")?;
                self.operands(&[(addr, Type::Ptr)])?;
                self.out.write_str(" [")?;
                for (i, edge) in targets.iter().enumerate() {
                    self.out.write_str(if i == 0 { "" } else { ", " })?;
                    self.edge(edge)?;
                }
                self.out.write_char(']')?;
            }
            Terminator::Invoke { normal, unwind } => {
                self.out.write_str("invoke ")?;
                self.edge(normal)?;
                self.out.write_str(", unwind ")?;
                self.edge(unwind)?;
            }
            Terminator::Resume { exception, selector } => {
                self.out.write_str("resume")?;
                self.operands(&[(exception, Type::Ptr), (selector, Type::Int(32))])?;
            }
            Terminator::Return { values } => {
                self.out.write_str("return")?;
                for (i, value) in values.iter().enumerate() {
                    self.out.write_str(if i == 0 { " " } else { ", " })?;
                    self.operand(value, self.func.returns.get(i).copied())?;
                }
            }
            Terminator::Unreachable => self.out.write_str("unreachable")?,
            Terminator::Trap => self.out.write_str("trap")?,
        }
        if let Some(number) = block.branch {
            write!(self.out, " number {number}")?;
        }
        write_pos(self.out, block.term_pos)
    }

    fn edge(&mut self, edge: &Edge) -> fmt::Result {
        write!(self.out, "{}", edge.block)?;
        if !edge.args.is_empty() {
            self.out.write_char('(')?;
            self.untyped_operands(&edge.args)?;
            self.out.write_char(')')?;
        }
        Ok(())
    }
}
