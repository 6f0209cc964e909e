//! What is told to the user, on standard error and standard output.
//!
//! Whoever reads may be gone: `dunlin run a.c 2>&1 | head -1`. Then nothing more is told, and everything else
//! goes on: results are written, and the exit code is that of the answer. The macros of the standard
//! library would panic instead; clippy keeps them out of this crate.

use std::fmt::Arguments;
use std::io::{self, Write};

/// Writes to standard error, as `eprint!` does.
pub fn to_stderr(text: Arguments<'_>) {
    // A reader who is gone is no problem of ours; nor is there anybody to tell of another one.
    let _ = io::stderr().lock().write_fmt(text);
}

/// Writes to standard output, as `print!` does.
pub fn to_stdout(text: Arguments<'_>) {
    let mut out = io::stdout().lock();
    if let Err(error) = out.write_fmt(text).and_then(|()| out.flush())
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        to_stderr(format_args!("dunlin: cannot write to standard output: {error}\n"));
    }
}

/// A line on standard error.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::say::to_stderr(format_args!("{}\n", format_args!($($text)*)))
    };
}

/// A line on standard output: what was asked for.
macro_rules! answer {
    ($($text:tt)*) => {
        $crate::say::to_stdout(format_args!("{}\n", format_args!($($text)*)))
    };
}
