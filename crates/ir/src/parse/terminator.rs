//! Terminators of the text form.

use super::function::Body;
use super::{Parser, Result, Token};
use crate::ids::BlockId;
use crate::inst::{Edge, Terminator};
use crate::types::Type;

impl Parser<'_> {
    /// The terminator that begins here, if one does.
    pub(super) fn terminator(&mut self, body: &Body) -> Result<Option<Terminator>> {
        let Some(word) = self.peek_word() else { return Ok(None) };
        let term = match word {
            "jump" => {
                self.advance();
                Terminator::Jump(self.edge()?)
            }
            "branch" => {
                self.advance();
                let cond = self.operand(Some(Type::BOOL))?;
                self.expect(',')?;
                let then = self.edge()?;
                self.expect(',')?;
                Terminator::Branch { cond, then, other: self.edge()? }
            }
            "switch" => {
                self.advance();
                self.switch()?
            }
            "indirectjump" => {
                self.advance();
                let addr = self.operand(Some(Type::Ptr))?;
                let mut targets = Vec::new();
                self.expect('[')?;
                self.list_until(']', |parser| {
                    targets.push(parser.edge()?);
                    Ok(())
                })?;
                Terminator::IndirectJump { addr, targets }
            }
            "invoke" => {
                self.advance();
                let normal = self.edge()?;
                self.expect(',')?;
                self.expect_word("unwind")?;
                Terminator::Invoke { normal, unwind: self.edge()? }
            }
            "resume" => {
                self.advance();
                let exception = self.operand(Some(Type::Ptr))?;
                self.expect(',')?;
                Terminator::Resume { exception, selector: self.operand(Some(Type::Int(32)))? }
            }
            "return" => {
                self.advance();
                let mut values = Vec::new();
                if self.operand_begins() {
                    values.push(self.operand(body.returns.first().copied())?);
                    while self.accept(',') {
                        values.push(self.operand(body.returns.get(values.len()).copied())?);
                    }
                }
                Terminator::Return { values }
            }
            "unreachable" => {
                self.advance();
                Terminator::Unreachable
            }
            "trap" => {
                self.advance();
                Terminator::Trap
            }
            _ => return Ok(None),
        };
        Ok(Some(term))
    }

    fn switch(&mut self) -> Result<Terminator> {
        let width = self.int_type()?;
        let value = self.operand(Some(Type::Int(width)))?;
        let mut cases = Vec::new();
        self.expect('{')?;
        while !self.accept_word("else") {
            let bits = self.bits(width)?;
            self.expect_arrow()?;
            cases.push((bits, self.edge()?));
            self.expect(',')?;
        }
        self.expect_arrow()?;
        let default = self.edge()?;
        self.expect('}')?;
        Ok(Terminator::Switch { width, value, cases, default })
    }

    fn expect_arrow(&mut self) -> Result<()> {
        if *self.peek() != Token::Arrow {
            return self.expected("`->`");
        }
        self.advance();
        Ok(())
    }

    fn edge(&mut self) -> Result<Edge> {
        let block: BlockId = self.id()?;
        let args = if self.accept('(') { self.untyped_operands()? } else { Vec::new() };
        Ok(Edge { block, args })
    }
}
