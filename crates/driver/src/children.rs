//! The child processes that are this executable again.

/// Serves as a child process if the process was started as one, and then never returns. The first thing that
/// `main` does: LLVM may abort on damaged input, and solvers cannot be interrupted, so that they run in
/// children that can be lost.
pub fn serve_children() {
    let mut arguments = std::env::args_os().skip(1);
    match arguments.next() {
        Some(first) if first == dunlin_load::CHILD_ARGUMENT => dunlin_load::serve_child(),
        Some(first) if first == dunlin_solver::apart::ARGUMENT => {
            let backend = arguments.next().unwrap_or_default();
            dunlin_solver::apart::serve(&backend.to_string_lossy())
        }
        _ => {}
    }
}
