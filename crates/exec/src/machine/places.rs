//! Where a state stands, in terms of the source.

use crate::code::Pc;
use crate::end::{ErrorReport, ObjectReport, Place, ProgramError};
use crate::machine::Machine;
use crate::state::State;
use dunlin_memory::Site;

impl Machine<'_> {
    /// The innermost position that belongs to the program rather than to the runtime.
    pub fn program_pc(&self, state: &State) -> Pc {
        let in_program =
            state.position.stack_pcs().find(|(func, _)| !self.module.func(*func).runtime);
        in_program.map_or(state.position.pc, |(_, pc)| pc)
    }

    fn place(&self, pc: Pc) -> Place {
        let point = self.code.point(pc);
        let func = self.module.func(point.func);
        let pos = func.pos_at(point.block, point.index).or(func.pos);
        Place { function: func.name.clone(), pos, runtime: func.runtime }
    }

    pub fn report(&self, state: &State, error: &ProgramError) -> ErrorReport {
        let mut stack: Vec<Place> = match error.at {
            Some(Site(pc)) => vec![self.place(pc)],
            None => state.position.stack_pcs().map(|(_, pc)| self.place(pc)).collect(),
        };
        // The function that calls `main` is nobody's code.
        if stack.last().is_some_and(|place| place.function == "__dunlin_start") && stack.len() > 1 {
            stack.pop();
        }
        let object = error.object.as_ref().map(|note| ObjectReport {
            what: note.what.clone(),
            size: note.size,
            allocated: note.allocated.map(|Site(pc)| self.place(pc)),
            freed: note.freed.map(|Site(pc)| self.place(pc)),
        });
        ErrorReport { kind: error.kind, message: error.message.clone(), stack, object }
    }

    /// The active calls as text, one a line, innermost first.
    pub fn stack_text(&self, state: &State) -> String {
        let mut text = String::new();
        for (depth, (_, pc)) in state.position.stack_pcs().enumerate() {
            let place = self.place(pc);
            let pos = place.pos.map_or_else(String::new, |pos| self.module.show_pos(pos));
            text.push_str(&format!("#{depth} {} {pos}\n", place.function));
        }
        text
    }

    /// Where execution stands, for ends that are no program error.
    pub fn current_place(&self, state: &State) -> Place {
        self.place(self.program_pc(state))
    }

    /// All IR instructions executed, including those of straight lines that were not finished.
    /// `ended` if the path ended in the instruction where it stands, which then counts too.
    pub fn instructions(&self, state: &State, ended: bool) -> u64 {
        let open = |pc: Pc| u64::from(self.code.points[pc as usize].uncounted);
        let calls = state.position.stack_pcs().skip(1).map(|(_, pc)| open(pc) + 1);
        state.position.instructions
            + open(state.position.pc)
            + u64::from(ended)
            + calls.sum::<u64>()
    }
}
