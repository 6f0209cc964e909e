//! A large program without loops: arithmetic, branches, and a heap whose cells are reached through pointers that the input
//! chooses.
//!
//! What the program does for one input is computed beside its text. The refutable form asks for the last digit of the sum of cells with
//! that input, and for its last pointer; the valid one asks for an odd sum, to which only even numbers are ever added.

use std::fmt::Write;

use crate::solver::random::Random;

const CELLS: usize = 10;
/// Each has four operations on the heap, those before a fifth of that.
const ROUNDS: usize = 10;
/// Statements between two operations on the heap. Each is four to six instructions.
const STATEMENTS: usize = 36;

/// The program's variables.
struct Machine {
    text: String,
    choices: u64,
    sums: [u32; 4],
    values: [u32; CELLS],
    chosen: usize,
}

pub fn generate(random: &mut Random, reachable: bool) -> String {
    let mut machine = Machine {
        text: String::new(),
        choices: random.bits(),
        sums: [1, 2, 3, 4],
        values: [0; CELLS],
        chosen: 0,
    };
    machine.line(
        "#include <dunlin.h>\n#include <stdlib.h>\nstruct cell { unsigned value; struct cell *next; };\nvoid goal(void) {}\n\
         int main(void) {\n    unsigned long long choices;\n    dunlin_symbolic(&choices, sizeof choices, \"choices\");\n    \
         unsigned s0 = 1, s1 = 2, s2 = 3, s3 = 4;\n    struct cell *p;",
    );
    for cell in 0..CELLS {
        machine.values[cell] = 2 * cell as u32;
        machine.line(&format!(
            "    struct cell *c{cell} = malloc(sizeof *c{cell});\n    c{cell}->value = {};",
            2 * cell
        ));
    }
    for round in 0..ROUNDS {
        for _ in 0..STATEMENTS {
            machine.arithmetic(random);
        }
        machine.branch(random, 2 * round);
        machine.heap(random, 2 * round + 1);
    }
    let sum = machine.values.iter().fold(0u32, |sum, value| sum.wrapping_add(*value));
    let cells: Vec<String> = (0..CELLS).map(|cell| format!("c{cell}->value")).collect();
    machine.line(&format!("    unsigned sum = {};", cells.join(" + ")));
    let condition = match reachable {
        true => format!("(sum & 15) == {} && p == c{}", sum & 15, machine.chosen),
        false => "sum & 1".to_string(),
    };
    machine.line(&format!("    if ({condition})\n        goal(); // target\n    return 0;\n}}"));
    machine.text
}

impl Machine {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("a string takes everything");
    }

    fn bit(&self, at: usize) -> bool {
        self.choices >> at & 1 == 1
    }

    fn arithmetic(&mut self, random: &mut Random) {
        let [to, x, y] = [0; 3].map(|_| random.below(4) as usize);
        let (by, shift) = (random.pick(&[3, 5, 9]), random.between(1, 7) as u32);
        self.line(&format!("    s{to} = s{to} * {by} + (s{x} >> {shift} ^ s{y});"));
        let mixed = self.sums[x] >> shift ^ self.sums[y];
        self.sums[to] = self.sums[to].wrapping_mul(by).wrapping_add(mixed);
    }

    fn branch(&mut self, random: &mut Random, bit: usize) {
        let (yes, no) = (random.below(4) as usize, random.below(4) as usize);
        self.line(&format!("    if (choices >> {bit} & 1)\n        s{yes} += 12;"));
        self.line(&format!("    else\n        s{no} ^= 77;"));
        match self.bit(bit) {
            true => self.sums[yes] = self.sums[yes].wrapping_add(12),
            false => self.sums[no] ^= 77,
        }
    }

    /// A cell that the input chooses gets a larger number, and the other one a reference to it.
    fn heap(&mut self, random: &mut Random, bit: usize) {
        let one = random.below(CELLS as u64) as usize;
        let other = (one + random.between(1, CELLS as u64 - 1) as usize) % CELLS;
        let sum = random.below(4) as usize;
        self.line(&format!("    p = choices >> {bit} & 1 ? c{one} : c{other};"));
        self.line(&format!("    p->value += 2 * (s{sum} & 7);\n    c{one}->next = p;"));
        self.line(&format!("    c{one}->next->value += 2;"));
        self.chosen = if self.bit(bit) { one } else { other };
        let value = &mut self.values[self.chosen];
        *value = value.wrapping_add(2 * (self.sums[sum] & 7)).wrapping_add(2);
    }
}

/// Operations on the heap that a text has: allocations, reads and writes.
pub fn heap_operations(text: &str) -> usize {
    let accesses = text.matches("->").count();
    let twice = text.lines().filter(|line| line.contains("->") && line.contains("+=")).count();
    text.matches("malloc(").count() + accesses + twice
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::{self, CLANG};
    use std::process::Command;
    use std::time::Duration;

    #[test]
    fn the_input_that_was_computed_reaches_the_target() {
        let text = generate(&mut Random::new(3), true);
        let choices = Random::new(3).bits();
        assert!(heap_operations(&text) >= super::super::programs::HEAP_OPERATIONS);
        let folder = tempfile::tempdir().unwrap();
        let (source, binary) = (folder.path().join("region.c"), folder.path().join("region"));
        let native = text
            .replace("#include <dunlin.h>", "#include <stdio.h>")
            .replace("void goal(void) {}", "void goal(void) { puts(\"goal\"); }")
            .replace(
                "dunlin_symbolic(&choices, sizeof choices, \"choices\")",
                &format!("choices = {choices}u"),
            );
        std::fs::write(&source, native).unwrap();
        let limit = Duration::from_secs(60);
        let mut clang = Command::new(CLANG);
        tools::run_checked(clang.arg("-w").arg(&source).arg("-o").arg(&binary), limit).unwrap();
        let said = tools::run_checked(&mut Command::new(&binary), limit).unwrap();
        assert_eq!(said.stdout, b"goal\n");
    }
}
