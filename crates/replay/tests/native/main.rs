//! Programs that are built and run natively, in the sandbox.

mod probes;
mod replay;
mod support;
