//! Random programs with lines that no input leads to, in two forms: as Dunlin gets them, and for the oracle,
//! which tells each line that it comes to. Both have the same lines.
//!
//! The input is one byte, `x`. Code is dead because a constant decides, because something before it never
//! goes on, or because the condition above it is never true; labels let control into some of it.

use dunlin_bench::solver::random::Random;

/// What a line holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Something to execute.
    Code,
    /// Nothing, or only what a compiler decides.
    Empty,
}

pub struct Program {
    pub plain: String,
    pub checked: String,
    /// The lines that are looked at.
    pub lines: Vec<(u32, Kind)>,
}

/// In both forms three lines.
const TOP: &str = "#include <klee/klee.h>\n#include <stdlib.h>\n\
                   static _Noreturn void quit(int n) { exit(n); }\n";
const CHECKED_TOP: &str = "#include \"oracle.h\"\n\n\
                           static _Noreturn void quit(int n) { longjmp(stop, n + 1); }\n";

/// Conditions that clang decides by itself.
const NEVER: [&str; 6] = ["0", "sizeof x == 2", "NONE", "!1", "0 && x > 3", "'a' > 'b'"];
const ALWAYS: [&str; 4] = ["1", "sizeof x == 4", "!NONE", "1 || x > 3"];

/// Where a statement stands.
#[derive(Clone, Copy)]
struct Place {
    depth: usize,
    in_loop: bool,
}

impl Place {
    fn deeper(self) -> Place {
        Place { depth: self.depth + 1, ..self }
    }
}

struct Maker {
    random: Random,
    program: Program,
    number: u32,
    /// Functions that can be called here.
    functions: u64,
    names: u32,
}

pub fn generate(seed: u64) -> Program {
    let program = Program { plain: TOP.into(), checked: CHECKED_TOP.into(), lines: Vec::new() };
    let random = Random::new(seed.wrapping_mul(0x9e37_79b9) ^ 0x6465_6164);
    let mut maker = Maker { random, program, number: 3, functions: 0, names: 0 };
    maker.both(0, "enum { NONE };");
    maker.both(0, "#define LOG(n) do { if (NONE) (n)++; } while (0)");
    let top = Place { depth: 1, in_loop: false };
    for number in 0..maker.random.between(1, 3) {
        maker.both(0, &format!("static int f{number}(int x) {{"));
        maker.code(1, "int r = 1;");
        maker.block(top, 3);
        maker.code(1, "return r + x;");
        maker.both(0, "}");
        maker.functions = number + 1;
    }
    maker.pair("int main(void) {", "static int prog(void) {");
    maker.pair(
        "    unsigned char in; klee_make_symbolic(&in, 1, \"in\");",
        "    unsigned char in = X;",
    );
    maker.code(1, "int x = in, r = 0;");
    maker.block(top, 5);
    maker.code(1, "return r & 7;");
    maker.both(0, "}");
    maker.program
}

impl Maker {
    // ---- lines ----------------------------------------------------------------------------------

    fn pair(&mut self, plain: &str, checked: &str) {
        self.number += 1;
        self.program.plain += &format!("{plain}\n");
        self.program.checked += &format!("{checked}\n");
    }

    fn both(&mut self, depth: usize, text: &str) {
        let line = format!("{}{text}", "    ".repeat(depth));
        self.pair(&line, &line);
    }

    fn target(&mut self, depth: usize, text: &str, checked: &str, kind: Kind) {
        let (indent, number) = ("    ".repeat(depth), self.number + 1);
        self.program.lines.push((number, kind));
        let plain = format!("{indent}{text}");
        let checked = checked.replace('@', &number.to_string());
        self.pair(plain.trim_end(), &format!("{indent}{checked}"));
    }

    /// A statement, or the beginning of one.
    fn code(&mut self, depth: usize, text: &str) {
        self.target(depth, text, &format!("L(@); {text}"), Kind::Code);
    }

    /// A line where a statement could stand.
    fn empty(&mut self, depth: usize, text: &str) {
        self.target(depth, text, &format!("L(@); {text}"), Kind::Empty);
    }

    /// Part of an expression between `before` and `after`.
    fn part(&mut self, depth: usize, before: &str, expression: &str, after: &str) {
        let plain = format!("{before}{expression}{after}");
        self.target(depth, &plain, &format!("{before}(L(@), {expression}){after}"), Kind::Code);
    }

    fn name(&mut self) -> u32 {
        self.names += 1;
        self.names
    }

    // ---- statements -----------------------------------------------------------------------------

    fn block(&mut self, place: Place, most: u64) {
        for _ in 0..self.random.between(1, most) {
            self.nothing(place.depth);
            match place.depth {
                0..=3 => self.statement(place),
                _ => self.simple(place),
            }
        }
        self.nothing(place.depth);
        if self.random.percent(70) {
            self.simple(place);
        }
    }

    /// Now and then a line without code.
    fn nothing(&mut self, depth: usize) {
        match self.random.below(12) {
            0 => self.empty(depth, ""),
            1 => self.empty(depth, "// nothing to do"),
            2 => {
                let name = self.name();
                self.empty(depth, &format!("int d{name};"));
            }
            3 => self.empty(depth, "LOG(r);"),
            4 => self.empty(depth, ";"),
            _ => {}
        }
    }

    fn simple(&mut self, place: Place) {
        let number = self.random.below(9);
        match self.random.below(6) {
            0 if self.functions > 0 => {
                let function = self.random.below(self.functions);
                self.code(place.depth, &format!("r += f{function}(x + {number});"));
            }
            1 => self.code(place.depth, &format!("r ^= x & {number};")),
            2 => self.code(place.depth, "r++;"),
            _ => self.code(place.depth, &format!("r += {number};")),
        }
    }

    /// Something after which control does not go on.
    fn end(&mut self, place: Place) {
        match self.random.below(5) {
            0 if place.in_loop => self.code(place.depth, "break;"),
            1 if place.in_loop => self.code(place.depth, "continue;"),
            2 => self.code(place.depth, "quit(r & 3);"),
            _ => self.code(place.depth, "return r;"),
        }
    }

    fn statement(&mut self, place: Place) {
        let Place { depth, .. } = place;
        match self.random.below(15) {
            0 | 1 => self.never(place),
            2 => self.always(place),
            3 | 4 => self.condition(place),
            5 => {
                // What comes behind an end.
                let condition = self.possible();
                self.code(depth, &format!("if ({condition}) {{"));
                self.simple(place.deeper());
                self.end(place.deeper());
                self.block(place.deeper(), 2);
                self.both(depth, "}");
            }
            6 => self.constant_switch(place),
            7 => self.switch(place),
            8 => self.loops(place),
            9 => self.jump(place),
            10 => self.entered(place),
            11 => self.chosen(place),
            12 => self.short_circuit(place),
            13 if self.random.percent(30) => {
                self.end(place);
                self.simple(place);
            }
            _ => self.simple(place),
        }
    }

    fn never(&mut self, place: Place) {
        let (depth, condition) = (place.depth, self.random.pick(&NEVER));
        match self.random.below(4) {
            0 => {
                self.empty(depth, &format!("while ({condition})"));
                self.simple_below(place);
            }
            1 => {
                self.empty(depth, &format!("for (; {condition};) {{"));
                self.block(Place { in_loop: true, ..place.deeper() }, 2);
                self.both(depth, "}");
            }
            2 => {
                self.empty(depth, &format!("if ({condition})"));
                self.simple_below(place);
            }
            _ => {
                self.empty(depth, &format!("if ({condition}) {{"));
                self.block(place.deeper(), 3);
                self.both(depth, "}");
            }
        }
    }

    /// The only statement of another one; what tells the line must not be outside of it.
    fn simple_below(&mut self, place: Place) {
        let number = self.random.below(9);
        self.target(
            place.depth + 1,
            &format!("r += {number};"),
            &format!("L(@), r += {number};"),
            Kind::Code,
        );
    }

    fn always(&mut self, place: Place) {
        let (depth, condition) = (place.depth, self.random.pick(&ALWAYS));
        self.empty(depth, &format!("if ({condition}) {{"));
        self.block(place.deeper(), 2);
        self.both(depth, "} else {");
        self.block(place.deeper(), 2);
        self.both(depth, "}");
    }

    fn condition(&mut self, place: Place) {
        let (depth, condition) = (place.depth, self.possible());
        self.code(depth, &format!("if ({condition}) {{"));
        self.block(place.deeper(), 2);
        if self.random.percent(40) {
            self.both(depth, "} else {");
            self.block(place.deeper(), 2);
        }
        self.both(depth, "}");
    }

    fn constant_switch(&mut self, place: Place) {
        let depth = place.depth;
        let value = self.random.below(4);
        self.empty(depth, &format!("switch ({value}) {{"));
        if self.random.percent(30) {
            self.simple(place.deeper());
        }
        for case in 0..self.random.between(1, 3) {
            self.both(depth, &format!("case {case}:"));
            self.block(place.deeper(), 1);
            if self.random.percent(70) {
                self.both(depth + 1, "break;");
                if self.random.percent(30) {
                    self.simple(place.deeper());
                }
            }
        }
        if self.random.percent(50) {
            self.both(depth, "default:");
            self.simple(place.deeper());
        }
        self.both(depth, "}");
    }

    fn switch(&mut self, place: Place) {
        let depth = place.depth;
        self.code(depth, "switch (x & 7) {");
        if self.random.percent(30) {
            self.simple(place.deeper());
        }
        for case in 0..self.random.between(1, 4) {
            self.both(depth, &format!("case {}:", case * 4));
            match self.random.below(5) {
                // Nothing but a way to the next case.
                0 => self.empty(depth + 1, ";"),
                1 => self.entered(place.deeper()),
                2 => self.short_circuit(place.deeper()),
                _ => self.block(place.deeper(), 1),
            }
            if self.random.percent(60) {
                self.both(depth + 1, "break;");
                if self.random.percent(30) {
                    self.simple(place.deeper());
                }
            }
        }
        self.both(depth, "}");
    }

    fn loops(&mut self, place: Place) {
        let (depth, name) = (place.depth, self.name());
        let body = Place { in_loop: true, ..place.deeper() };
        match self.random.below(3) {
            0 => {
                let rounds = self.random.below(3);
                self.code(
                    depth,
                    &format!("for (int i{name} = 0; i{name} < {rounds}; i{name}++) {{"),
                );
                self.block(body, 2);
                self.both(depth, "}");
            }
            1 => {
                self.both(depth, "do {");
                self.block(body, 2);
                self.both(depth, "} while (0);");
            }
            _ => {
                // Its end is in the middle; there may be nothing behind it but what a break leads to.
                self.code(depth, &format!("int i{name} = 0;"));
                self.empty(depth, "for (;;) {");
                self.block(body, 1);
                self.code(depth + 1, &format!("if (++i{name} > 2)"));
                let end = if self.random.percent(50) { "break;" } else { "return 3;" };
                self.both(depth + 2, end);
                self.both(depth, "}");
            }
        }
    }

    /// Over some lines.
    fn jump(&mut self, place: Place) {
        let (depth, name) = (place.depth, self.name());
        self.code(depth, &format!("goto l{name};"));
        self.block(place, 1);
        self.both(depth, &format!("l{name}:;"));
        self.simple(place);
    }

    /// Into the middle of a block that is not entered otherwise.
    fn entered(&mut self, place: Place) {
        let (depth, name, condition) = (place.depth, self.name(), self.possible());
        self.code(depth, &format!("if ({condition})"));
        self.both(depth + 1, &format!("goto l{name};"));
        if self.random.percent(30) {
            self.end(place);
        }
        let never = self.random.pick(&NEVER);
        self.empty(depth, &format!("if ({never}) {{"));
        self.simple(place.deeper());
        self.both(depth, &format!("l{name}:;"));
        self.simple(place.deeper());
        self.both(depth, "}");
        // From here control may fall through to a label or a case.
        if self.random.percent(30) {
            self.simple(place);
        }
    }

    /// A conditional expression on several lines.
    fn chosen(&mut self, place: Place) {
        let depth = place.depth;
        let (first, second) = (self.random.below(9), self.random.below(9));
        match self.random.below(3) {
            0 => self.both(depth, &format!("r += {}", NEVER[first as usize % NEVER.len()])),
            1 => self.both(depth, &format!("r += {}", ALWAYS[first as usize % ALWAYS.len()])),
            _ => {
                let condition = self.possible();
                self.both(depth, &format!("r += ({condition})"));
            }
        }
        self.part(depth + 1, "? ", &format!("x + {first}"), "");
        self.part(depth + 1, ": ", &format!("x * {second}"), ";");
    }

    /// Conditions on several lines.
    fn short_circuit(&mut self, place: Place) {
        let depth = place.depth;
        let (first, operator, constant) = match self.random.below(4) {
            0 => (self.random.pick(&NEVER).to_owned(), "&&", true),
            1 => (self.random.pick(&ALWAYS).to_owned(), "||", true),
            2 => (self.possible(), "||", false),
            _ => (self.possible(), "&&", false),
        };
        let last = self.possible();
        // Where the first operand is a constant, an operator that begins a line may have code of its own.
        if constant || self.random.percent(50) {
            self.both(depth, &format!("if (({first}) {operator}"));
            self.part(depth + 1, "", "r++ < 50", &format!(" {operator}"));
            self.part(depth + 1, "(", &last, ")) {");
        } else {
            self.both(depth, &format!("if (({first})"));
            self.part(depth + 1, &format!("{operator} "), "r++ < 50", "");
            self.part(depth + 1, &format!("{operator} ("), &last, ")) {");
        }
        self.block(place.deeper(), 1);
        self.both(depth, "}");
    }

    /// Conditions that some inputs decide; some are never true.
    fn possible(&mut self) -> String {
        let number = self.random.below(200);
        match self.random.below(6) {
            0 => format!("x == {number}"),
            1 => format!("x > {number}"),
            2 => format!("(x & 3) == {}", number % 6),
            3 => format!("x * 2 == {number}"),
            4 => format!("x > {number} && x < {}", number + 3),
            _ => format!("x != {number}"),
        }
    }
}
