//! Which words of a `run:` line `dunlin replay` gets as well.

use crate::directives::RunLine;

/// What is loaded, and which checks are on.
pub fn replay_options(line: &RunLine) -> Vec<&str> {
    let mut kept = Vec::new();
    let mut options = line.options.iter().map(String::as_str).peekable();
    while let Some(option) = options.next() {
        let name = option.split('=').next().unwrap_or_default();
        let loads = !option.starts_with("--")
            || name.starts_with("--check-")
            || matches!(name, "--clang-arg" | "--clang" | "--optimize" | "--entry" | "--leaks");
        let has_value = match name {
            "-I" | "-D" => true,
            "--clang-arg" | "--clang" | "--entry" => name == option,
            "--leaks" | "--optimize" => false,
            // Those that are left out: `--search dfs`, but not `--search=dfs` or `--all-errors`.
            _ => !loads && name == option && options.peek().is_some_and(|next| is_value(next)),
        };
        let value = if has_value { options.next() } else { None };
        if loads {
            kept.push(option);
            kept.extend(value);
        }
    }
    kept
}

/// Whether a word of a `run:` line is the value of the option before it, not an option or a file.
fn is_value(word: &str) -> bool {
    !word.starts_with('-') && !is_source(word)
}

pub fn is_source(word: &str) -> bool {
    !word.starts_with('-') && [".c", ".ll", ".bc"].iter().any(|end| word.ends_with(end))
}
