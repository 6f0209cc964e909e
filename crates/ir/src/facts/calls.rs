//! Calls: what is passed, who may be called, and what comes back.

use super::body::Body;
use super::range::Range;
use super::solve::Solver;
use super::summary::Direction;
use crate::ids::{BlockId, FuncId};
use crate::inst::{Call, Callee, Operand};
use crate::jumps::{jumps, returns_twice};
use crate::points_to::is_known_to_engine;
use smallvec::SmallVec;

/// Makes the variables of the program symbolic.
const LAZY_GLOBALS: &str = "__dunlin_lazy_globals";
/// What the sanitizer's handlers are called, which report and return.
const SANITIZER: &str = "__ubsan_handle_";

impl<'m> Solver<'m> {
    /// What a call gives; none if it does not return.
    pub(super) fn call(
        &mut self,
        id: FuncId,
        body: &Body<'m>,
        block: BlockId,
        call: &'m Call,
    ) -> Option<SmallVec<[Range; 1]>> {
        let anything = || call.dsts.iter().map(|&dst| Range::full(body.width(dst))).collect();
        let (Callee::Direct(callee) | Callee::Indirect(Operand::Func(callee))) = call.callee else {
            self.call_by_address();
            return Some(anything());
        };
        let target = self.module.func(callee);
        if target.is_declaration() {
            self.call_declared(&target.name);
            return Some(anything());
        }
        let args: SmallVec<[Range; 4]> =
            call.args.iter().map(|arg| body.scene().operand(block, arg)).collect();
        let types = target.params.iter().map(|&param| target.reg_type(param));
        let given = call.args.iter().map(|arg| body.func.operand_type(arg));
        let is_direct = matches!(call.callee, Callee::Direct(_));
        // Natively, values may be passed in another way than they are taken.
        let fits = is_direct && types.eq(given);
        if fits {
            if self.summaries[callee.index()].call(self.direction, args.into_iter()) {
                self.again.push((callee, BlockId(0)));
            }
        } else {
            self.call_with_anything(callee);
        }
        let summary = &mut self.summaries[callee.index()];
        if self.direction != Direction::Down {
            summary.callers.insert((id, block));
        }
        if !summary.does_return && !body.is_opaque {
            return None;
        }
        let results = call.dsts.iter().map(|&dst| body.func.reg_type(dst));
        Some(match is_direct && results.eq(target.returns.iter().copied()) {
            true => summary.returns.iter().map(|result| result.value).collect(),
            false => anything(),
        })
    }

    fn call_declared(&mut self, name: &str) {
        if name == LAZY_GLOBALS {
            self.forget_globals();
        }
        if runs_the_program(name) {
            self.call_by_address();
        }
    }
}

/// Whether a declared function may call functions of the program, or change its variables unasked.
pub(super) fn runs_the_program(name: &str) -> bool {
    let only_does_its_own = is_known_to_engine(name)
        || returns_twice(name)
        || jumps(name)
        || name.starts_with(SANITIZER);
    !only_does_its_own || name == LAZY_GLOBALS
}
