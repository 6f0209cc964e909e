//! Where execution depends on symbolic input: which sides are possible, which one the state takes, and what
//! becomes of the others.
//!
//! Knows of states and the machine. It knows nothing of why somebody asks: what a condition means is said by
//! the rooms above, which bring it as a term.

mod choices;
mod guided;
mod hinted;
mod numbers;
mod postpone;
mod related;
mod script;
mod seeds;
mod take;
mod values;

pub use choices::{Asked, Choice, assumed_away};
pub use guided::Exit;
