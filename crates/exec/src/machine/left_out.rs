//! Saying that something is left out.

use crate::end::LeftOutNow;
use crate::machine::Machine;
use crate::state::State;
use dunlin_results::{LeftOut, LeftOutAt};

impl Machine<'_> {
    /// The state goes on with less than what is possible here.
    pub fn leave_out(&mut self, state: &State, left: LeftOut) {
        let at = LeftOutAt { left, place: self.current_place(state) };
        let stack = match self.watched.is_empty() {
            true => Vec::new(),
            false => {
                let callers =
                    state.position.frames[1..].iter().rev().map(|frame| frame.called_at());
                let pcs = std::iter::once(state.position.pc).chain(callers);
                pcs.map(|pc| self.code.point(pc)).collect()
            }
        };
        self.left_out.push(LeftOutNow { at, stack });
    }
}
