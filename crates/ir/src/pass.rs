//! Changes of a module, and the check that none of them breaks it.
//!
//! Whatever changes a module after it was built does so in a [`pass`]. In debug builds, and so in all
//! tests, the verifier looks at what every pass leaves behind: a pass that breaks an invariant is a bug
//! of Dunlin, and the message names the pass, the function and the invariant. In release builds passes
//! cost nothing more than they do; there, [`check`] looks once at what arrives from the loader process.

use crate::module::Module;
use crate::verify::{VerifyError, verify};
use std::fmt;

/// A step that has left a module behind that breaks its invariants.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Broken {
    pub pass: String,
    pub errors: Vec<VerifyError>,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 3;
        let shown: Vec<String> = self.errors.iter().take(SHOWN).map(ToString::to_string).collect();
        let count = self.errors.len();
        write!(f, "{} broke the IR's invariants ({count} times): {}", self.pass, shown.join("; "))
    }
}

/// Changes a module. In debug builds it panics if that breaks an invariant.
pub fn pass<T>(name: &str, module: &mut Module, change: impl FnOnce(&mut Module) -> T) -> T {
    let result = change(module);
    if cfg!(debug_assertions)
        && let Err(broken) = check(name, module)
    {
        panic!("{broken}");
    }
    result
}

/// Verifies what a step has left behind, in every build.
pub fn check(pass: &str, module: &Module) -> Result<(), Broken> {
    verify(module).map_err(|errors| Broken { pass: pass.to_owned(), errors })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inst::Terminator;
    use crate::parse::parse;

    const PROGRAM: &str = "module \"m\"\ntarget 64 \"t\"\n\n\
        define @f0 \"one\"() -> (i32) {\nb0:\n  return 1\n}\n";

    #[test]
    fn a_pass_that_breaks_nothing_gives_its_result() {
        let mut module = parse(PROGRAM).unwrap();
        let blocks = pass("counting", &mut module, |module| module.funcs[0].blocks.len());
        assert_eq!(blocks, 1);
    }

    #[test]
    #[should_panic(
        expected = "a careless pass broke the IR's invariants (1 times): V26: @f0 \"one\""
    )]
    fn a_pass_that_breaks_something_is_named() {
        let mut module = parse(PROGRAM).unwrap();
        pass("a careless pass", &mut module, |module| {
            module.funcs[0].blocks[0].term = Terminator::Return { values: Vec::new() };
        });
    }
}
