//! Why a question has no answer, and what its user can do about it.

use crate::solver_args::{Backends, SolverArgs};
use dunlin_solver::backend::Reason;

pub fn advice(reason: Reason, args: &SolverArgs) -> String {
    match reason {
        Reason::Conflicts => format!(
            "no answer within {} conflicts; more are allowed with --max-conflicts N{}",
            args.max_conflicts,
            other_backends(args)
        ),
        Reason::Deadline => {
            let limit = args.solver_timeout.unwrap_or_default().as_secs_f64();
            format!(
                "no answer within {limit} s; more time is allowed with --solver-timeout SECONDS{}",
                other_backends(args)
            )
        }
        Reason::Stopped => reason.to_string(),
        Reason::Size | Reason::Unsupported(_) | Reason::Failure => {
            format!("{reason}{}", other_backends(args))
        }
        Reason::WrongModel => format!(
            "{reason}: this is a bug of Dunlin; please report it with the script{}",
            other_backends(args)
        ),
    }
}

/// The advice to ask more than the one backend that was chosen.
fn other_backends(args: &SolverArgs) -> &'static str {
    match args.solver {
        Backends::Auto => "",
        _ => "; --solver auto asks other solvers too",
    }
}
