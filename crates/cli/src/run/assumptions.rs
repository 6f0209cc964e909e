//! What the verdict "no errors" takes for granted: what options and the start of the program choose for
//! the whole run. Each stands in the verdict's own sentence. What single paths leave out is no
//! assumption: it makes a run incomplete (`dunlin_exec::LeftOut`).

use dunlin_exec::{ExecOptions, Program};

/// Each completes "assuming that ...".
pub fn assumptions(program: &Program, exec: &ExecOptions) -> Vec<String> {
    let mut found = Vec::new();
    if program.starts_lazily() {
        let mut lazy = format!("pointers lead to {} elements at most", exec.lazy_array);
        if !exec.lazy_alias {
            lazy.push_str(" and never to the same object (--lazy-alias)");
        }
        found.push(lazy);
    }
    found
}
