//! The loader child as an executable of its own, for tests of code that loads programs: a test
//! executable cannot serve as its own loader child.

fn main() {
    let argument = std::env::args().nth(1);
    if argument.as_deref() != Some(dunlin_load::CHILD_ARGUMENT) {
        eprintln!("this program is started by Dunlin to load programs");
        std::process::exit(2);
    }
    dunlin_load::serve_child()
}
