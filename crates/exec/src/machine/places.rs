//! Where a state stands, in terms of the source.

use crate::code::Pc;
use crate::end::ProgramError;
use crate::machine::Machine;
use crate::state::State;
use dunlin_ir::{Module, Point, Pos};
use dunlin_memory::Site;
use dunlin_results::{CallStack, ErrorReport, ObjectReport, Position, SourcePlace};
use rustc_hash::FxHashMap;

/// Where a point of the program is in its source.
pub fn source_place(module: &Module, point: Point) -> SourcePlace {
    let func = module.func(point.func);
    let pos = func.pos_at(point.block, point.index).or(func.pos);
    let position = pos.map(|Pos { file, line, column }| Position {
        file: module.file(file).name.as_str().into(),
        line,
        column,
    });
    SourcePlace { function: func.name.as_str().into(), position, runtime: func.runtime }
}

impl Machine<'_> {
    /// The innermost position that belongs to the program rather than to the runtime.
    pub fn program_pc(&self, state: &State) -> Pc {
        let in_program =
            state.position.stack_pcs().find(|(func, _)| !self.module.func(*func).runtime);
        in_program.map_or(state.position.pc, |(_, pc)| pc)
    }

    fn place(&self, pc: Pc) -> SourcePlace {
        source_place(self.module, self.code.point(pc))
    }

    pub fn report(&self, state: &State, error: &ProgramError) -> ErrorReport {
        let stack = match error.at {
            Some(Site(pc)) => CallStack::new([self.place(pc)]),
            None => {
                let mut pcs: Vec<Pc> = state.position.stack_pcs().map(|(_, pc)| pc).collect();
                // The function that calls `main` is nobody's code.
                let is_start = |&pc: &Pc| &*self.place(pc).function == "__dunlin_start";
                if pcs.len() > 1 && pcs.last().is_some_and(is_start) {
                    pcs.pop();
                }
                // Calls of a recursion are many and have few places: they share their texts.
                let mut known: FxHashMap<Pc, SourcePlace> = FxHashMap::default();
                let place = |pc| known.entry(pc).or_insert_with(|| self.place(pc)).clone();
                CallStack::new(pcs.into_iter().map(place))
            }
        };
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
            let position = place.position.map_or_else(String::new, |pos| pos.to_string());
            text.push_str(&format!("#{depth} {} {position}\n", place.function));
        }
        text
    }

    /// Where execution stands, for ends that are no program error.
    pub fn current_place(&self, state: &State) -> SourcePlace {
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
