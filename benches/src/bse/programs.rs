//! The programs: each source with the macros that make it one program, and whether its target can be reached.

use super::region;
use super::variants::{CONJUNCTIONS, DISJUNCTS, VARIANTS};
use crate::solver::random::Random;

/// Who is asked: a name and the options of `dunlin reach`.
#[derive(Clone, Debug)]
pub struct Way {
    pub name: String,
    pub options: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    Degree,
    Reversal,
    Parents,
    Diamonds,
    Region,
}

/// One program with a target.
#[derive(Debug)]
pub struct Case {
    pub family: Family,
    /// The paper's numbers in brackets, or what the family has in their place.
    pub numbers: Vec<u32>,
    /// An input reaches the target.
    pub reachable: bool,
    pub file: &'static str,
    pub text: String,
    pub defines: Vec<String>,
    pub ways: Vec<Way>,
}

const DEGREE: &str = include_str!("../../bse/degree.c");
const REVERSAL: &str = include_str!("../../bse/reversal.c");
const PARENTS: &str = include_str!("../../bse/parents.c");
const DIAMONDS: &str = include_str!("../../bse/diamonds.c");

/// The rows of Table 3: from so many nodes on, A is one of the numbers around the one that makes a difference.
const ROWS: [(u32, u32); 12] = [
    (0, 3),
    (1, 3),
    (2, 3),
    (1, 4),
    (2, 4),
    (3, 4),
    (2, 5),
    (3, 5),
    (4, 5),
    (3, 6),
    (4, 6),
    (5, 6),
];
/// Lists of up to so many nodes are tried.
const LONGEST: u32 = 10;

/// How many branches stand in a sequence.
pub const BRANCHES: [u32; 4] = [5, 10, 20, 40];

/// A large region without loops: so many instructions and operations on the heap at least.
pub const INSTRUCTIONS: usize = 2000;
pub const HEAP_OPERATIONS: usize = 50;

pub fn all() -> Vec<Case> {
    let mut all = Vec::new();
    let more = (7..=LONGEST).flat_map(|b| [(b - 3, b), (b - 2, b), (b - 1, b)]);
    for (a, b) in ROWS.into_iter().chain(more) {
        all.push(Case {
            family: Family::Degree,
            numbers: vec![a, b],
            reachable: a + 2 <= b,
            file: "degree.c",
            text: DEGREE.to_string(),
            defines: vec![format!("A={a}"), format!("B={b}")],
            ways: variants(b),
        });
    }
    let families = [(Family::Reversal, REVERSAL, [3, 5, 8]), (Family::Parents, PARENTS, [2, 3, 4])];
    for (family, text, sizes) in families {
        for (n, broken) in sizes.into_iter().flat_map(|n| [(n, true), (n, false)]) {
            let mut defines = vec![format!("N={n}")];
            defines.extend(broken.then(|| "BROKEN".to_string()));
            all.push(Case {
                family,
                numbers: vec![n],
                reachable: broken,
                file: if family == Family::Reversal { "reversal.c" } else { "parents.c" },
                text: text.to_string(),
                defines,
                ways: variants(n),
            });
        }
    }
    for (k, reachable) in BRANCHES.into_iter().flat_map(|k| [(k, true), (k, false)]) {
        let mut defines = vec![format!("K={k}")];
        defines.extend(reachable.then(|| "REACHABLE".to_string()));
        all.push(Case {
            family: Family::Diamonds,
            numbers: vec![k],
            reachable,
            file: "diamonds.c",
            text: DIAMONDS.to_string(),
            defines,
            ways: [strategy("klee"), strategy("tse")]
                .into_iter()
                .chain(
                    [DISJUNCTS, CONJUNCTIONS].map(|variant| Way {
                        name: variant.to_string(),
                        options: variant.options(),
                    }),
                )
                .collect(),
        });
    }
    for reachable in [true, false] {
        let text = region::generate(&mut Random::new(17), reachable);
        all.push(Case {
            family: Family::Region,
            numbers: Vec::new(),
            reachable,
            file: "region.c",
            text,
            defines: Vec::new(),
            ways: vec![Way { name: CONJUNCTIONS.to_string(), options: CONJUNCTIONS.options() }],
        });
    }
    all
}

/// All variants, with the paper's second number as the bound of loops.
fn variants(unwind: u32) -> Vec<Way> {
    let way = |variant: super::variants::Variant| {
        let mut options = variant.options();
        options.extend(["--unwind".to_string(), unwind.to_string()]);
        Way { name: variant.to_string(), options }
    };
    VARIANTS.map(way).into()
}

fn strategy(name: &str) -> Way {
    Way { name: name.to_string(), options: ["--strategy", name].map(str::to_string).into() }
}

impl Case {
    /// As in `degree (1, 3)` or `reversal (5), valid`.
    pub fn name(&self) -> String {
        let family = match self.family {
            Family::Degree => "degree",
            Family::Reversal => "reversal",
            Family::Parents => "parents",
            Family::Diamonds => "diamonds",
            Family::Region => "region",
        };
        let numbers: Vec<String> = self.numbers.iter().map(u32::to_string).collect();
        let numbers = match &numbers[..] {
            [] => String::new(),
            numbers => format!(" ({})", numbers.join(", ")),
        };
        format!("{family}{numbers}, {}", if self.reachable { "refutable" } else { "valid" })
    }

    /// The line that ends with `// target`.
    pub fn line(&self) -> usize {
        let is_target = |line: &str| line.trim_end().ends_with("// target");
        1 + self.text.lines().position(is_target).expect("every source has a target")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_a_target_and_a_name_of_its_own() {
        let all = all();
        let mut names: Vec<String> = all.iter().map(Case::name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all.len());
        for case in &all {
            assert!(case.line() > 5, "{}", case.name());
            for define in &case.defines {
                let (macro_name, _) = define.split_once('=').unwrap_or((define, ""));
                assert!(case.text.contains(macro_name), "{}: {define}", case.name());
            }
        }
    }

    #[test]
    fn the_papers_rows_are_there() {
        let names: Vec<String> = all().iter().map(Case::name).collect();
        for (a, b) in ROWS {
            let word = if a + 2 <= b { "refutable" } else { "valid" };
            assert!(names.contains(&format!("degree ({a}, {b}), {word}")), "{a}, {b}");
        }
        assert!(names.contains(&"degree (9, 10), valid".to_string()));
    }
}
