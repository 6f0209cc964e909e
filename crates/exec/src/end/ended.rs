//! The end of a path, with everything that outlives its state.

use crate::end::Outcome;
use crate::state::{Decision, State, Whereabouts};
use dunlin_results::{ErrorReport, InputBytes, SourcePlace};

/// A path that has ended.
#[derive(Clone, Debug)]
pub struct Ended {
    pub outcome: Outcome,
    /// Of a program error.
    pub report: Option<ErrorReport>,
    /// Where it ended, in the program itself.
    pub place: SourcePlace,
    /// The operation where it ended.
    pub pc: u32,
    /// The whole trace.
    pub decisions: Vec<Decision>,
    /// Inputs that lead along the path; none if the solver did not say.
    pub inputs: Option<Vec<InputBytes>>,
    /// Where objects lie on it, if that decided something.
    pub whereabouts: Whereabouts,
    /// Something was executed on it that no path before it had.
    pub new_coverage: bool,
    /// Marks of a path that is not followed to its end, as far as it went and where no path below the
    /// same forks has counted them. A path that finished or erred has counted its own.
    pub partial_marks: Vec<u32>,
    /// What it printed that was not written yet: the descriptor and the bytes.
    pub output: Vec<(i32, Vec<u8>)>,
}

impl Ended {
    /// A program that does not even start.
    pub fn at_start(outcome: Outcome) -> Ended {
        Ended {
            outcome,
            report: None,
            place: SourcePlace {
                function: "the start of the program".into(),
                position: None,
                runtime: true,
            },
            pc: 0,
            decisions: Vec::new(),
            inputs: Some(Vec::new()),
            whereabouts: Whereabouts::default(),
            new_coverage: false,
            partial_marks: Vec::new(),
            output: Vec::new(),
        }
    }

    /// A path that a bug of the engine took, with what reproduces it.
    pub fn of_bug(state: &State, outcome: Outcome) -> Ended {
        Ended {
            pc: state.position.pc,
            decisions: state.trace.decisions(),
            inputs: Some(state.knowledge.input_bytes(state.knowledge.path.model())),
            ..Ended::at_start(outcome)
        }
    }
}
