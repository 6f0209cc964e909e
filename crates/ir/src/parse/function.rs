//! Functions and blocks of the text form.

use super::{ParseError, Parser, Place, Result, Token};
use crate::ids::{BlockId, InstId, Reg, VarId};
use crate::module::{Block, Function, Inst, Variable};
use crate::passing::{Class, Passing};
use crate::types::Type;
use rustc_hash::FxHashMap;

/// What is collected while a function is read.
pub(super) struct Body {
    pub returns: Vec<Type>,
    /// By number; that there are no gaps is known only at the end.
    regs: FxHashMap<u32, Type>,
    /// In the order of the text, with the ids that are written before them.
    insts: Vec<(Option<InstId>, Inst)>,
}

impl Body {
    /// Notes that `reg` is defined here with type `ty`. A second definition is the verifier's
    /// business as long as there is one type to give to the register.
    fn define(&mut self, place: Place, reg: Reg, ty: Type) -> Result<()> {
        match self.regs.insert(reg.0, ty) {
            Some(other) if other != ty => {
                Err(ParseError::new(place, format!("{reg} is {other} elsewhere, but {ty} here")))
            }
            _ => Ok(()),
        }
    }
}

impl Parser<'_> {
    pub(super) fn function(&mut self, declaration: bool) -> Result<Function> {
        let place = self.place();
        let name = self.string()?;
        let mut body = Body { returns: Vec::new(), regs: FxHashMap::default(), insts: Vec::new() };
        let mut params = Vec::new();
        let mut variadic = false;
        self.expect('(')?;
        self.list_until(')', |parser| {
            if variadic {
                return parser.expected("`)` after `...`");
            }
            if *parser.peek() == Token::Ellipsis {
                parser.advance();
                variadic = true;
            } else {
                params.push(parser.definition(&mut body)?.0);
            }
            Ok(())
        })?;
        if *self.peek() == Token::Arrow {
            self.advance();
            self.expect('(')?;
            self.list_until(')', |parser| {
                body.returns.push(parser.ty()?);
                Ok(())
            })?;
        }
        let passing = self.passing()?;
        let runtime = self.accept_word("runtime");
        let pos = self.pos()?;
        let mut vars = Vec::new();
        let mut blocks = Vec::new();
        if self.accept('{') {
            self.locals(&mut body, &mut vars)?;
            while !self.accept('}') {
                if declaration {
                    return self.expected("`}`, since a declaration has no blocks");
                }
                self.new_id::<BlockId>(blocks.len())?;
                blocks.push(self.block(&mut body)?);
            }
        }
        if blocks.is_empty() && !declaration {
            return Err(ParseError::new(place, "a function without blocks is `declare`d"));
        }
        let regs = dense_regs(place, &body.regs)?;
        let insts = place_insts(place, body.insts, &mut blocks)?;
        let returns = body.returns;
        Ok(Function {
            name,
            params,
            returns,
            variadic,
            passing,
            pos,
            runtime,
            regs,
            vars,
            blocks,
            insts,
        })
    }

    /// `passing (int, float) -> (float)`, if it is there.
    pub(super) fn passing(&mut self) -> Result<Option<Box<Passing>>> {
        if !self.accept_word("passing") {
            return Ok(None);
        }
        let mut passing = Passing::default();
        self.classes(&mut passing.args)?;
        if *self.peek() != Token::Arrow {
            return self.expected("`->`");
        }
        self.advance();
        self.classes(&mut passing.results)?;
        Ok(Some(Box::new(passing)))
    }

    fn classes(&mut self, list: &mut Vec<Class>) -> Result<()> {
        self.expect('(')?;
        self.list_until(')', |parser| {
            let Some(class) = parser.peek_word().and_then(Class::from_name) else {
                return parser.expected("how a scalar is passed");
            };
            parser.advance();
            list.push(class);
            Ok(())
        })
    }

    /// `var` and `reg` lines.
    fn locals(&mut self, body: &mut Body, vars: &mut Vec<Variable>) -> Result<()> {
        loop {
            if self.accept_word("var") {
                self.new_id::<VarId>(vars.len())?;
                let name = self.string()?;
                let param = if self.accept_word("param") {
                    Some(self.number("a parameter's position")?)
                } else {
                    None
                };
                let scalar = self.scalar();
                let scope = match self.accept_word("scope") {
                    true => Some((self.number("a line")?, self.number("a line")?)),
                    false => None,
                };
                let pos = self.pos()?;
                vars.push(Variable { name, pos, param, scalar, scope });
            } else if self.accept_word("reg") {
                self.definition(body)?;
            } else {
                return Ok(());
            }
        }
    }

    /// `%3: i32`
    pub(super) fn definition(&mut self, body: &mut Body) -> Result<(Reg, Type)> {
        let place = self.place();
        let reg = self.id()?;
        self.expect(':')?;
        let ty = self.ty()?;
        body.define(place, reg, ty)?;
        Ok((reg, ty))
    }

    /// A block after its id.
    fn block(&mut self, body: &mut Body) -> Result<Block> {
        let mut params = Vec::new();
        if self.accept('(') {
            self.list_until(')', |parser| {
                params.push(parser.definition(body)?.0);
                Ok(())
            })?;
        }
        self.expect(':')?;
        let mut insts = Vec::new();
        loop {
            if let Some(term) = self.terminator(body)? {
                let branch = match self.accept_word("number") {
                    true => Some(self.number("a branch's number")?),
                    false => None,
                };
                let term_pos = self.pos()?;
                return Ok(Block { params, insts, term, term_pos, branch });
            }
            let id = self.peek_id::<InstId>();
            if id.is_some() {
                self.advance();
                self.expect(':')?;
            }
            let kind = self.inst(body)?;
            let pos = self.pos()?;
            insts.push(InstId::new(body.insts.len()));
            body.insts.push((id, Inst { kind, pos }));
        }
    }
}

fn dense_regs(place: Place, regs: &FxHashMap<u32, Type>) -> Result<Vec<Type>> {
    (0..regs.len())
        .map(|i| {
            let reg = Reg::new(i);
            regs.get(&reg.0).copied().ok_or_else(|| {
                let message = format!("nothing defines {reg}, though there are higher registers");
                ParseError::new(place, message)
            })
        })
        .collect()
}

/// The arena in the order of the written ids, if there are any, and else in that of the text.
/// `blocks` name instructions by their place in the text before, and by their id after.
fn place_insts(
    place: Place,
    insts: Vec<(Option<InstId>, Inst)>,
    blocks: &mut [Block],
) -> Result<Vec<Inst>> {
    if insts.iter().all(|(id, _)| id.is_none()) {
        return Ok(insts.into_iter().map(|(_, inst)| inst).collect());
    }
    let mut arena: Vec<Option<Inst>> = insts.iter().map(|_| None).collect();
    let mut ids = Vec::with_capacity(insts.len());
    for (id, inst) in insts {
        match id.and_then(|id| arena.get_mut(id.index()).map(|slot| (id, slot))) {
            Some((id, slot @ None)) => {
                *slot = Some(inst);
                ids.push(id);
            }
            _ => {
                let message = "instruction ids must be on all instructions or on none, and number \
                               them from i0 without gaps";
                return Err(ParseError::new(place, message));
            }
        }
    }
    for id in blocks.iter_mut().flat_map(|block| &mut block.insts) {
        *id = ids[id.index()];
    }
    // As many ids as slots and no slot taken twice: every slot is taken.
    Ok(arena.into_iter().flatten().collect())
}
