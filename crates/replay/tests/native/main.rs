//! Programs that are built and run natively, in the sandbox.

mod probes;
mod random;
mod replay;
mod support;
mod targets;
