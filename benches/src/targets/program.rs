//! Random C programs of several functions, whose lines are to be reached or not.
//!
//! Functions call those after them, directly and through a table, with numbers and with a pointer to a
//! structure; globals carry values from one call to another. Some conditions can never hold, by
//! themselves or after the ones around them, so that there are lines that nothing reaches. Every loop
//! and every recursion ends. Paths end early by return, by exit and by errors.

use std::fmt::Write;

use crate::solver::random::Random;

const PRELUDE: &str = "\
typedef __SIZE_TYPE__ size;
void klee_make_symbolic(void *, size, const char *);
void abort(void);
void exit(int);
struct pair { int a; int b; };
static int g0, g1 = 3;
static int sum(int x, int y) { return (int)((unsigned)x + (unsigned)y); }
";
const CONSTANTS: [i64; 12] = [0, 1, 2, 3, 5, 7, 10, 42, 100, 255, -1, -7];

struct Generator {
    random: Random,
    text: String,
    /// Variables that can be used here.
    variables: Vec<&'static str>,
    /// This function and how many there are; it calls those after it.
    function: u64,
    functions: u64,
    /// How many more places may branch: the number of paths grows with each.
    branches: u64,
    names: u32,
    indent: usize,
}

/// The program of a seed.
pub fn generate(seed: u64) -> String {
    let mut random = Random::new(seed.wrapping_mul(0x9e6c_63d0_876a_3f6b) ^ 0x7a26);
    let mut generator = Generator {
        functions: random.between(2, 5),
        branches: 0,
        random,
        text: PRELUDE.to_string(),
        variables: Vec::new(),
        function: 0,
        names: 0,
        indent: 1,
    };
    generator.whole();
    generator.text
}

impl Generator {
    fn line(&mut self, line: &str) {
        let indent = 4 * self.indent;
        writeln!(self.text, "{:indent$}{line}", "").expect("a string takes everything");
    }

    fn may_branch(&mut self) -> bool {
        let may = self.branches > 0;
        self.branches = self.branches.saturating_sub(1);
        may
    }

    fn whole(&mut self) {
        for function in 0..self.functions {
            self.line_at_start(&format!("static int f{function}(int x, struct pair *p);"));
        }
        let entries: Vec<String> =
            (0..3).map(|_| format!("f{}", self.functions - 1 - self.random.below(2))).collect();
        self.line_at_start(&format!(
            "static int (*table[3])(int, struct pair *) = {{ {} }};",
            entries.join(", ")
        ));
        self.recursive();
        for function in (0..self.functions).rev() {
            self.function = function;
            self.variables = vec!["x", "p->a", "p->b", "g0", "g1", "v"];
            self.line_at_start(&format!("static int f{function}(int x, struct pair *p)\n{{"));
            self.line("int v = sum(x, 1);");
            self.branches = self.random.between(1, 3);
            self.statements(2, 4);
            self.line("return v;");
            self.line_at_start("}");
        }
        // Before everything, so that nothing but the functions is called.
        self.function = 0;
        self.line_at_start("int main(void)\n{");
        self.line("int x;");
        self.line("unsigned char y;");
        self.line("struct pair pair = { 1, 2 };");
        self.line("struct pair *p = &pair;");
        self.line("int v = 0;");
        self.line("klee_make_symbolic(&x, sizeof x, \"x\");");
        self.line("klee_make_symbolic(&y, sizeof y, \"y\");");
        if self.random.percent(50) {
            self.line("klee_make_symbolic(&pair, sizeof pair, \"pair\");");
        }
        self.variables = vec!["x", "x", "y", "y", "p->a", "g0", "v"];
        self.branches = self.random.between(2, 4);
        self.statements(3, 6);
        let argument = self.expression(1);
        self.line(&format!("v = f0({argument}, p);"));
        self.statements(0, 2);
        self.line("return v & 1;");
        self.line_at_start("}");
    }

    fn line_at_start(&mut self, line: &str) {
        self.indent = 0;
        self.line(line);
        self.indent = 1;
    }

    fn recursive(&mut self) {
        let (base, by) = (self.constant(), self.random.between(1, 3));
        let never = self.random.between(4, 9);
        self.line_at_start("static int down(int n)\n{");
        self.line("if (n <= 0)");
        self.line(&format!("    return {base};"));
        self.line(&format!("if (n > {never})"));
        self.line("    g1 = n;");
        self.line(&format!("return down(n - {by});"));
        self.line_at_start("}");
    }

    fn statements(&mut self, low: u64, high: u64) {
        for _ in 0..self.random.between(low, high) {
            self.statement();
        }
    }

    fn block(&mut self) {
        self.indent += 1;
        self.statements(1, 2);
        self.indent -= 1;
    }

    fn statement(&mut self) {
        let deep = self.indent > 3;
        match self.random.below(20) {
            0..=5 if !deep && self.may_branch() => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.block();
                if self.random.percent(50) {
                    self.line("} else {");
                    self.block();
                }
                self.line("}");
            }
            6..=7 if !deep => self.never(),
            8 if !deep && self.may_branch() => self.nested(),
            9 if !deep && self.may_branch() => {
                self.names += 1;
                let (i, bound) = (format!("i{}", self.names), self.expression(1));
                self.line(&format!("for (int {i} = 0; {i} < ({bound} & 3); {i}++) {{"));
                self.block();
                self.line("}");
            }
            10 if !deep && self.may_branch() => self.switch(),
            11..=12 => self.call(),
            13 if self.may_branch() => {
                let condition = self.condition();
                let end = self.random.pick(&["return 4;", "exit(3);", "abort();", "return v;"]);
                self.line(&format!("if ({condition})"));
                self.line(&format!("    {end}"));
            }
            14 if self.may_branch() => {
                let (value, by) = (self.expression(1), self.expression(0));
                self.line(&format!("v = ({value} & 255) / ({by} & 15);"));
            }
            15 => {
                let value = self.expression(1);
                self.line(&format!("v = down({value} & 3);"));
            }
            _ => {
                let value = self.expression(2);
                let to = self.random.pick(&["v", "g0", "g1", "p->a", "p->b", "v"]);
                self.line(&format!("{to} = {value};"));
            }
        }
    }

    /// A condition that no input fulfils, and what would happen.
    fn never(&mut self) {
        let variable = self.variable();
        let constant = self.random.below(100);
        let condition = match self.random.below(4) {
            0 => format!("{variable} > {} && {variable} < {constant}", constant + 1),
            1 => format!("((unsigned){variable} * 2 & 1) == 1"),
            2 => format!("({variable} & 7) == {}", 8 + constant),
            _ => format!("(unsigned){variable} % 10 > {}", 9 + constant),
        };
        self.line(&format!("if ({condition}) {{"));
        self.block();
        self.line("}");
    }

    /// A condition inside another one, which may contradict it.
    fn nested(&mut self) {
        let variable = self.variable();
        let (low, high) = (self.random.below(50), self.random.below(50));
        self.names += 1;
        let copy = format!("c{}", self.names);
        self.line(&format!("int {copy} = {variable};"));
        self.line(&format!("if ({copy} > {low}) {{"));
        self.indent += 1;
        self.statement();
        self.line(&format!("if ({copy} < {high}) {{"));
        self.block();
        self.line("}");
        self.indent -= 1;
        self.line("}");
    }

    fn switch(&mut self) {
        let value = self.expression(1);
        self.line(&format!("switch ({value}) {{"));
        let first = self.random.below(5);
        for label in [first, first + self.random.between(1, 4)] {
            self.line(&format!("case {label}:"));
            self.block();
            if self.random.percent(70) {
                self.line("    break;");
            }
        }
        self.line("default:");
        self.block();
        self.line("}");
    }

    fn call(&mut self) {
        let argument = self.expression(1);
        let left = self.functions - 1 - self.function;
        let last = self.functions - 1;
        // The table holds the last two functions: they must not call through it.
        if self.function + 2 < self.functions && self.random.percent(40) {
            let index = self.expression(1);
            self.line(&format!("v = table[(unsigned){index} % 3]({argument}, p);"));
        } else if left > 0 {
            let callee = last - self.random.below(left);
            self.line(&format!("v = f{callee}({argument}, p);"));
        } else {
            self.line(&format!("v = sum({argument}, v);"));
        }
    }

    fn variable(&mut self) -> &'static str {
        let index = self.random.below(self.variables.len() as u64) as usize;
        self.variables[index]
    }

    fn constant(&mut self) -> String {
        self.random.pick(&CONSTANTS).to_string()
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.percent(30) {
            return match self.random.percent(70) {
                true => self.variable().to_string(),
                false => self.constant(),
            };
        }
        let (x, y) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.random.below(4) {
            0 => format!("({x} ^ {y})"),
            1 => format!("({x} & {})", self.random.pick(&[1, 3, 15, 255])),
            _ => format!("sum({x}, {y})"),
        }
    }

    fn condition(&mut self) -> String {
        let op = self.random.pick(&["<", "<=", "==", "!=", ">", ">="]);
        let x = self.expression(1);
        let y = match self.random.percent(70) {
            true => self.constant(),
            false => self.variable().to_string(),
        };
        if self.random.percent(15) {
            let other = self.variable();
            let join = self.random.pick(&["&&", "||"]);
            return format!("{x} {op} {y} {join} {other} > {}", self.random.below(20));
        }
        format!("{x} {op} {y}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_the_same_program_and_seeds_differ() {
        assert_eq!(generate(7), generate(7));
        assert_ne!(generate(7), generate(8));
    }

    #[test]
    fn there_are_impossible_conditions_and_calls_through_the_table() {
        let all: Vec<String> = (1..=50).map(generate).collect();
        let with = |what: &str| all.iter().filter(|text| text.contains(what)).count();
        assert!(with("v = table[(unsigned)") >= 10);
        assert!(with("* 2 & 1) == 1") >= 10);
        assert!(with("down(") == 50 && with("switch (") >= 10);
    }
}
