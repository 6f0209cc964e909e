//! What a verdict takes for granted about what the program does not compute.
//!
//! Where data comes from is a [`Source`], and the options say how free it is. One that is free makes symbols, and
//! nothing is taken for granted. One that is not has one answer where the machine, its user or the time decide
//! natively: an allocation succeeds, the environment is empty ([`ANSWERS`]). "Unreachable" and "no errors" hold for
//! these answers, so their sentences name those that the program can ask for. What the user chose, with an option or the
//! arguments behind `--`, can carry a proof. What nobody chose cannot: natively it is otherwise as often as
//! not. What the program never leads to is not named. What single paths leave out is no
//! assumption: it makes a run incomplete (`dunlin_exec::LeftOut`).

mod reached;

use dunlin_exec::{ExecOptions, Freedom, Program, Source};
pub(crate) use reached::Reached;

/// What a source gives that has one answer, and how a program asks for it.
struct Answer {
    source: Source,
    asked: Asked,
    /// Completes "assuming that ...".
    what: &'static str,
    /// The user chose it: he has an option for the other side.
    chosen: bool,
}

/// How a program asks a source.
enum Asked {
    /// A call of one of these functions.
    Call(&'static [&'static str]),
    /// One of these functions is called, and the program looks at what it returns.
    Result(&'static [&'static str]),
    /// The third argument of main, or one of these variables.
    Environment(&'static [&'static str]),
    /// Locals, or memory from one of these functions, may be read before they are written.
    Memory(&'static [&'static str]),
}

/// What is assumed of allocations.
pub const ALLOCATIONS_SUCCEED: &str = "allocations succeed (--malloc-may-fail)";

/// In the order of the sentence.
const ANSWERS: [Answer; 8] = [
    Answer {
        source: Source::Environment,
        asked: Asked::Environment(&["environ", "__environ", "_environ"]),
        what: "the environment is empty",
        chosen: false,
    },
    Answer {
        source: Source::Environment,
        asked: Asked::Result(&OUTPUT),
        what: "output succeeds",
        chosen: false,
    },
    Answer {
        source: Source::Environment,
        asked: Asked::Call(&["isatty"]),
        what: "no stream is a terminal",
        chosen: false,
    },
    Answer {
        source: Source::Environment,
        asked: Asked::Call(&["getpid"]),
        what: "the process has the number 1000",
        chosen: false,
    },
    Answer {
        source: Source::Environment,
        asked: Asked::Call(&["getppid"]),
        what: "the parent process has the number 999",
        chosen: false,
    },
    Answer {
        source: Source::Environment,
        asked: Asked::Call(&["setlocale"]),
        what: "there is only the C locale",
        chosen: false,
    },
    Answer {
        source: Source::Unwritten,
        asked: Asked::Memory(&["malloc", "realloc", "aligned_alloc"]),
        what: "memory which the program did not write is zero (--uninitialised symbolic)",
        chosen: true,
    },
    Answer {
        source: Source::FailedAllocation { by_library: false },
        asked: Asked::Call(&[
            "malloc",
            "calloc",
            "realloc",
            "aligned_alloc",
            "asprintf",
            "vasprintf",
        ]),
        what: ALLOCATIONS_SUCCEED,
        chosen: true,
    },
];

/// Functions that say whether output succeeded.
const OUTPUT: [&str; 22] = [
    "printf",
    "fprintf",
    "vprintf",
    "vfprintf",
    "dprintf",
    "vdprintf",
    "puts",
    "fputs",
    "fputs_unlocked",
    "putchar",
    "putchar_unlocked",
    "putc",
    "putc_unlocked",
    "fputc",
    "fputc_unlocked",
    "fwrite",
    "fwrite_unlocked",
    "write",
    "fflush",
    "fflush_unlocked",
    "ferror",
    "ferror_unlocked",
];

/// Each completes "assuming that ...".
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Assumptions {
    /// The user chose them, or has an option for the other side.
    pub chosen: Vec<String>,
    /// Nobody chose them: they carry no proof.
    pub open: Vec<String>,
}

impl Assumptions {
    /// All of them, those that nobody chose first.
    pub fn all(&self) -> Vec<String> {
        self.open.iter().chain(&self.chosen).cloned().collect()
    }

    /// All of them, as the end of a sentence; empty if there are none.
    pub fn in_words(&self) -> String {
        let all = self.all();
        match &all[..] {
            [] => String::new(),
            all => format!("; assuming that {}", all.join(", and that ")),
        }
    }
}

impl Asked {
    /// Whether the program asks.
    fn by(&self, program: &Program, reached: &Reached) -> bool {
        let module = &program.module;
        match *self {
            Asked::Call(names) => names.iter().any(|name| reached.calls(module, name)),
            Asked::Result(names) => names.iter().any(|name| reached.looks_at_result(module, name)),
            Asked::Environment(names) => {
                let mut globals = names.iter().filter_map(|name| module.find_global(name));
                reached::uses_argument(module, program.start, 2)
                    || globals.any(|global| reached.refers_to(module, global))
            }
            Asked::Memory(names) => {
                reached.makes_unwritten_locals(module)
                    || names.iter().any(|name| reached.calls(module, name))
            }
        }
    }
}

/// `given` are the program's name and arguments; `chosen` if the user gave them, which may be none.
pub fn assumptions(
    program: &Program,
    given: &[String],
    chosen: bool,
    exec: &ExecOptions,
) -> Assumptions {
    let reached = Reached::new(program);
    let mut found = Assumptions::default();
    let is_fixed = |source: Source| source.freedom(exec) == Freedom::Fixed;
    if is_fixed(Source::Environment) && asks_for_arguments(program) {
        match (chosen, given.len()) {
            (true, 0 | 1) => found.chosen.push("the program gets no arguments".to_string()),
            (true, _) => found.chosen.push("the program gets these arguments".to_string()),
            (false, _) => found
                .open
                .push("the program gets no arguments (they are given behind --)".to_string()),
        }
    }
    let fixed = ANSWERS.iter().filter(|answer| is_fixed(answer.source));
    for answer in fixed.filter(|answer| answer.asked.by(program, &reached)) {
        match answer.chosen {
            true => found.chosen.push(answer.what.to_string()),
            false => found.open.push(answer.what.to_string()),
        }
    }
    found.chosen.extend(addresses(exec).map(str::to_string));
    // In a function with a computed goto clang does not say where the variables of a block end; into one that
    // calls setjmp control comes back.
    found.chosen.extend(reached.without_scopes(&program.module).map(|(name, why)| {
        format!("variables of blocks in `{name}`, which {why}, live until it returns")
    }));
    if program.starts_lazily() && Source::Lazy.freedom(exec) == Freedom::Bounded {
        found.chosen.push(bounds(exec));
    }
    found
}

fn asks_for_arguments(program: &Program) -> bool {
    [0, 1].iter().any(|&number| reached::uses_argument(&program.module, program.start, number))
}

/// Where objects lie comes from no source: it is a choice of Dunlin's.
fn addresses(exec: &ExecOptions) -> Option<&'static str> {
    match (exec.free_addresses, exec.reuse_addresses) {
        (true, true) => None,
        (true, false) => Some("freed addresses do not come back (--reuse-addresses)"),
        (false, _) => Some(
            "objects have the addresses that Dunlin chose, and freed ones do not come back \
             (--addresses, --reuse-addresses)",
        ),
    }
}

/// Of what lazily symbolic pointers lead to.
fn bounds(exec: &ExecOptions) -> String {
    let alias = if exec.lazy_alias { "" } else { " and never to the same object (--lazy-alias)" };
    format!("pointers lead to {} elements at most{alias}", exec.lazy_array)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_exec::Uninitialised;

    #[test]
    fn a_source_that_is_free_has_no_answer() {
        let named = |exec: &ExecOptions| -> Vec<&str> {
            let fixed = |answer: &&Answer| answer.source.freedom(exec) == Freedom::Fixed;
            ANSWERS.iter().filter(fixed).map(|answer| answer.what).collect()
        };
        let usual = ExecOptions::default();
        let any = |names: &[&str], word| names.iter().any(|name| name.contains(word));
        assert!(any(&named(&usual), "allocations succeed"));
        assert!(!any(&named(&usual), "is zero"));
        let failing = ExecOptions { malloc_may_fail: true, ..ExecOptions::default() };
        assert!(!any(&named(&failing), "allocations succeed"));
        let zero = ExecOptions { uninitialised: Uninitialised::Zero, ..ExecOptions::default() };
        assert!(any(&named(&zero), "is zero"));
        let error = ExecOptions { uninitialised: Uninitialised::Error, ..ExecOptions::default() };
        assert!(!any(&named(&error), "is zero"));
    }

    #[test]
    fn who_chose_an_answer_has_an_option_for_the_other_side() {
        for Answer { what, chosen, .. } in &ANSWERS {
            assert_eq!(what.contains("(--"), *chosen, "{what}");
        }
    }
}
