//! The ways in which a program ends itself.

use crate::end::{End, Outcome, ProgramError, unsupported};
use crate::machine::Machine;
use crate::state::State;
use dunlin_memory::Value;
use dunlin_results::ErrorKind;

impl Machine<'_> {
    pub(super) fn exit(&mut self, state: &mut State, args: &[Value]) -> Result<End, End> {
        // First: it may narrow the path.
        if self.options.leaks {
            self.refuse_leaks(state)?;
        }
        // A symbolic status is what the test says: nothing follows that could depend on it.
        let status = match args[0].meta.is_symbolic() {
            true => {
                let term = self.term(state, args[0], 32);
                self.under_model(state, term) as i32
            }
            false => self.argument(state, args, 0)? as i32,
        };
        // What a parent process sees of it.
        Ok(Box::new(Outcome::Finished { status: status & 0xff }))
    }

    pub(super) fn assert_fail(&mut self, state: &mut State, args: &[Value]) -> Result<End, End> {
        self.refuse_leaks_when_aborted(state)?;
        let text = self.c_string(state, args[0], None)?;
        let message = format!("assertion `{}` failed", String::from_utf8_lossy(&text));
        Ok(ProgramError::new(ErrorKind::AssertionFailure, message).into())
    }

    pub(super) fn abort(&mut self, state: &mut State) -> End {
        match self.refuse_leaks_when_aborted(state) {
            Ok(()) => ProgramError::new(ErrorKind::Abort, "the program called abort").into(),
            Err(end) => end,
        }
    }

    fn refuse_leaks_when_aborted(&mut self, state: &mut State) -> Result<(), End> {
        match self.options.leaks && self.options.leaks_when_aborted {
            true => self.refuse_leaks(state),
            false => Ok(()),
        }
    }

    pub(super) fn reach_error(&self) -> End {
        ProgramError::new(ErrorKind::ReachError, "the program reached its error function").into()
    }

    pub(super) fn unsupported_call(
        &mut self,
        state: &mut State,
        args: &[Value],
    ) -> Result<End, End> {
        let text = self.c_string(state, args[0], None)?;
        Ok(unsupported(String::from_utf8_lossy(&text)))
    }
}
