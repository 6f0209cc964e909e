//! Traces as text: one character for a yes or no, numbers in parentheses. The traces of two runs can be
//! compared line by line.

use dunlin_exec::Decision;

pub fn trace_text(decisions: &[Decision]) -> String {
    let mut text = String::with_capacity(decisions.len());
    // A path may have many numbers, and formatting them was a tenth of what a short one costs.
    let mut digits = itoa::Buffer::new();
    for decision in decisions {
        match decision.choice {
            0 => text.push('0'),
            1 => text.push('1'),
            other => {
                text.push('(');
                text.push_str(digits.format(other));
                text.push(')');
            }
        }
    }
    text
}
