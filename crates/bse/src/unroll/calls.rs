//! Into functions and out of them, or past them by their summaries.

use super::{Builder, Context, Cursor, Instead, Return, Spot, Start, TooLarge};
use crate::graph::{Command, Var};
use crate::loss::Loss;
use dunlin_ir::{BlockId, Call, FuncId, Operand, Point, Reg};
use dunlin_term::TermId;
use rustc_hash::FxHashSet;

impl<'a> Builder<'a, '_> {
    /// Into a function, which will return to behind the call. `number` tells calls through one pointer apart.
    pub fn enter(
        &mut self,
        cursor: &Cursor,
        func: FuncId,
        call: &'a Call,
        condition: TermId,
        number: u32,
    ) -> Result<(), TooLarge> {
        let at = self.at(cursor);
        let mut depth = 0;
        let mut next = Some(cursor.context());
        while let Some(context) = next {
            let context = &self.contexts[context as usize];
            depth += u32::from(context.func == func);
            next = context.parent;
        }
        let back = Spot {
            index: cursor.spot.index + 1,
            segment: cursor.spot.segment + 2,
            ..cursor.spot.clone()
        };
        let why = (depth > self.unwind).then_some(Loss::Recursion(at));
        let first = Point { func, block: BlockId::new(0), index: 0 };
        let may_pass = why.is_some() || self.largest < usize::MAX;
        if may_pass && self.distances.to_target(first).is_none() {
            let summary = self.summary(func);
            let summary = summary.filter(|all| why.is_some() || !all.is_small(self.largest));
            if let Some(summary) = summary {
                let instead = Instead { summary, func, call, back, why };
                return self.go_past(cursor, condition, instead, number);
            }
        }
        if let Some(why) = why {
            return self.lose(cursor, condition, why);
        }
        let mut prefix = self.key(&Spot { segment: back.segment - 1, ..back.clone() });
        prefix.push(number);
        let leads_on = self.leads(&back);
        let id = self.contexts.len() as u32;
        self.contexts.push(Context {
            func,
            prefix,
            back: Some(Return { to: back, call }),
            called: Some(at),
            parent: Some(cursor.context()),
            objects: Vec::new(),
            leads_on,
        });
        let params = &self.func(func).params;
        let moves = params
            .iter()
            .zip(&call.args)
            .map(|(&param, arg)| (self.register(id, param), self.value(cursor, arg)))
            .collect();
        let entry = self.entry(id);
        self.go(cursor, condition, moves, entry)
    }

    /// An edge to the summary of a call.
    fn go_past(
        &mut self,
        cursor: &Cursor,
        condition: TermId,
        instead: Instead<'a>,
        number: u32,
    ) -> Result<(), TooLarge> {
        if !self.leads(&instead.back) {
            return Ok(());
        }
        let mut key = self.key(&Spot { segment: instead.back.segment - 1, ..instead.back.clone() });
        key.push(number);
        let (spot, env) = (cursor.spot.clone(), cursor.env.clone());
        let node = self.node(Start { spot, env, instead: Some(instead) });
        self.queue.insert(key, node);
        self.edge(cursor, condition, Vec::new(), node)
    }

    /// What a call may do, and on behind it.
    pub(super) fn pass_over(
        &mut self,
        cursor: &mut Cursor,
        instead: Instead<'a>,
    ) -> Result<(), TooLarge> {
        let Instead { summary, func, call, back, why } = instead;
        let at = self.at(cursor);
        if let Some(why) = why {
            self.push(cursor, Command::Blur(why));
        }
        self.summarise(cursor, &summary, (func, call), at)?;
        self.go(cursor, TermId::TRUE, Vec::new(), back)
    }

    pub(super) fn give_back(
        &mut self,
        cursor: &mut Cursor,
        values: &[Operand],
    ) -> Result<(), TooLarge> {
        let context = cursor.context();
        let given: Vec<TermId> = values.iter().map(|value| self.value(cursor, value)).collect();
        for place in self.contexts[context as usize].objects.clone() {
            self.ends(cursor, place);
        }
        let Some(Return { to, call }) = &self.contexts[context as usize].back else {
            return Ok(());
        };
        let (to, dsts) = (to.clone(), call.dsts.clone());
        let moves: Vec<(Var, TermId)> = dsts
            .iter()
            .zip(given)
            .map(|(&dst, value)| (self.register(to.context, dst), value))
            .collect();
        let own: FxHashSet<Var> = self
            .func(self.contexts[context as usize].func)
            .regs
            .iter()
            .enumerate()
            .filter_map(|(reg, _)| self.registers.get(&(context, Reg(reg as u32))).copied())
            .collect();
        cursor.env.leave(&own);
        self.go(cursor, TermId::TRUE, moves, to)
    }
}
