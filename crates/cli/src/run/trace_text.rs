//! Traces as text: one character for a yes or no, numbers in parentheses. The traces of two runs can be
//! compared line by line.

use dunlin_exec::Decision;
use std::fmt::Write;

pub fn trace_text(decisions: &[Decision]) -> String {
    let mut text = String::with_capacity(decisions.len());
    for decision in decisions {
        match decision.choice {
            0 => text.push('0'),
            1 => text.push('1'),
            other => write!(text, "({other})").expect("a string takes everything"),
        }
    }
    text
}
