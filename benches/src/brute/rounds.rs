//! Programs that run in rounds: each reads an input of two bits and changes a little state, so that many paths come to
//! the same state. The state is in locals, in variables that pointers lead to, in tables, in a list on the heap, in functions
//! that call themselves. Some of it is never read again, and some is an input that is kept as it is.
//!
//! The sixteen bits of the oracle are the eight inputs of a program. A program without end reads more than that: about it,
//! the oracle knows only what happens in the first rounds. The forms of a template are explained in [`super::program`].

use super::program::{Program, Writer};
use crate::solver::random::Random;

/// Inputs of two bits that the oracle has.
const INPUTS: u64 = 8;

const TOP: &str = "
    = struct node { int v; struct node *next; };
    - static int left;
    + static int left; static struct node pool[64]; static char dead[64]; static int used;
    - static int next(void) { unsigned char b; if (BOUND && left-- == 0) exit(0); klee_make_symbolic(&b, 1, \"b\"); klee_assume(b < 4); return b; }
    + static int next(void) { if (left-- == 0) Q(); return (X | Y << 8) >> 2 * left & 3; }
    + static struct node *N(void) { dead[used] = 0; if (used == 64) abort(); return &pool[used++]; }
    + static void F(struct node *n, int line) { if (!n) return; if (dead[n - pool]) E(\"double-free\", line); dead[n - pool] = 1; }
    + static struct node *D(struct node *n, int line) { if (!n) E(\"null-dereference\", line); if (dead[n - pool]) E(\"use-after-free\", line); return n; }
    = static int g, h;
    = struct pair { int x, y; };";

/// What stands before the rounds.
const BEGIN: &str = "
    > left = 8; g = 0; h = 1; => left = 8; g = 0; h = 1; used = 0;
    > int a = 0, b = 1, c = 2, d = 0, last = 0, acc = 0, in = 0, r = 0, i = 0;
    > int t[4] = {0, 1, 2, 3};
    > int *p = &a, *q = &c;
    > struct pair s = {0, 3};
    > struct node *head = 0, *keep = 0, *n = 0;
    = (void)d; (void)p; (void)q; (void)s; (void)keep; (void)n; (void)t; (void)acc; (void)last;";

/// Variables with values from 0 to 3.
const SMALL: [&str; 12] = ["a", "b", "c", "in", "last", "g", "h", "*p", "*q", "s.x", "s.y", "t[1]"];
/// Those that can be written.
const WRITTEN: [&str; 10] = ["a", "b", "c", "g", "h", "*p", "*q", "s.x", "s.y", "t[2]"];
const PLACES: [&str; 7] = ["&a", "&b", "&c", "&g", "&s.x", "&s.y", "&t[3]"];

struct Maker {
    random: Random,
    endless: bool,
}

impl Maker {
    fn small(&mut self) -> &'static str {
        self.random.pick(&SMALL)
    }

    /// A number from 0 to 3.
    fn value(&mut self) -> String {
        let (x, y, k) = (self.small(), self.small(), self.random.below(4));
        match self.random.below(8) {
            0 => k.to_string(),
            1 | 2 => x.to_string(),
            3 => format!("(({x} + {y}) & 3)"),
            4 => format!("({x} ^ {k})"),
            5 => format!("({x} * 3 + {k} & 3)"),
            6 => format!("t[{x}]"),
            _ => format!("({x} > {y} ? {x} : {k})"),
        }
    }

    fn condition(&mut self) -> String {
        let (x, y, k) = (self.small(), self.small(), self.random.below(4));
        match self.random.below(9) {
            0 => format!("{x} == {y}"),
            1 => format!("{x} < {y}"),
            2 => format!("{x} & 1"),
            3 | 4 => format!("in == {k}"),
            5 if !self.endless => format!("i == {}", 1 + k),
            6 => format!("acc == {}", self.random.below(16)),
            7 => format!("last == {k} && {x} != {y}"),
            _ => format!("{x} == {k}"),
        }
    }

    /// Something that a round does, as a template.
    fn statement(&mut self, nested: bool) -> String {
        let (value, condition) = (self.value(), self.condition());
        let written = self.random.pick(&WRITTEN);
        match self.random.below(if nested { 14 } else { 26 }) {
            0 | 1 => format!("> {written} = {value};"),
            2 => "> last = in;".to_string(),
            3 => format!("> d = d + {value};"),
            4 => format!("> acc = acc * 5 + {value} & 15;"),
            5 => {
                let (pointer, place) = (self.random.pick(&["p", "q"]), self.random.pick(&PLACES));
                format!("> {pointer} = {place};")
            }
            6 => format!("> {written} = ({written} + 1) & 3;"),
            7 => format!(
                "> n = malloc(sizeof *n); => n = N();
                 > n->v = {value};
                 > n->next = head;
                 > head = n;"
            ),
            8 => "> if (head) {
                  > n = head; head = n->next; => n = head; head = D(n, @)->next;
                  > free(n); => F(n, @);
                  = }"
            .to_string(),
            9 => "> keep = head;".to_string(),
            10 => match self.random.below(3) {
                0 => "> if (in == 3) {
                      > free(keep); => F(keep, @);
                      = }"
                .to_string(),
                _ => "> if (keep && in == 2) {
                      > r += keep->v; => r += D(keep, @)->v;
                      = }"
                .to_string(),
            },
            11 => format!("> t[{value}] = {};", self.value()),
            12 => {
                let (x, y) = (self.small(), self.small());
                let (one, other) = (self.random.pick(&WRITTEN), self.random.pick(&WRITTEN));
                format!("> {one} = {y}; {other} = {x};")
            }
            13 => "> memcpy(&b, &a, sizeof a);".to_string(),
            14 | 15 => {
                let (one, other) = (self.statement(true), self.statement(true));
                format!("> if ({condition}) {{\n{one}\n= }} else {{\n{other}\n= }}")
            }
            16 => format!(
                "> switch (g) {{
                 = case 0:
                 > g = in == 1 ? 1 : 0;
                 = break;
                 = case 1:
                 > g = in == 2 ? 2 : h & 1;
                 = break;
                 = case 2:
                 > g = {value};
                 = break;
                 = default:
                 > h = (h + 1) & 3; g = 0;
                 = }}"
            ),
            17 | 18 => {
                let other = self.condition();
                format!(
                    "> assert(!({condition} && ({other}))); => if ({condition} && ({other})) E(\"assertion-failure\", @);"
                )
            }
            19 => {
                let (x, y) = (self.small(), self.random.pick(&["in", "a", "last"]));
                format!(
                    "> t[{x} + {y}] = {value}; => {{ int k = {x} + {y}; if (k > 3) E(\"out-of-bounds-write\", @); t[k] = {value}; }}"
                )
            }
            20 => {
                let (x, y) = (self.small(), self.small());
                format!(
                    "> r = r + {x} / ({y} - 3) & 7; => if ({y} - 3 == 0) E(\"division-by-zero\", @); r = r + {x} / ({y} - 3) & 7;"
                )
            }
            21 => format!("> {written} = down#(2, {value}) & 3;"),
            22 => "> if (in == 3) {\n> r += head->v; => r += D(head, @)->v;\n= }".to_string(),
            _ => {
                let (x, y, k) = (self.small(), self.small(), self.random.below(4));
                format!(
                    "> assert({x} != {k} || {y} != {k}); => if ({x} == {k} && {y} == {k}) E(\"assertion-failure\", @);"
                )
            }
        }
    }

    /// A function that calls itself, and reads input.
    fn function(&mut self) -> String {
        let (k, m) = (self.random.below(4), self.random.below(4));
        format!(
            "= static int down#(int n, int s) {{
             > if (n == 0) {{
             > return s;
             = }}
             > int in = next();
             > if (in == {k}) {{
             > s = (s + 1) & 3;
             = }} else if (s == {m}) {{
             > g = in & 1;
             = }}
             > return down#(n - 1, s) ^ (in == 3);
             = }}"
        )
    }
}

/// The program of a seed, of which only some statements are kept. Every third one never ends.
pub fn generate(seed: u64, kept: impl Fn(usize) -> bool) -> Program {
    let random = Random::new(seed.wrapping_mul(0x9e37_79b9) ^ 0x726f_756e_6473);
    let endless = seed.is_multiple_of(3);
    let mut maker = Maker { random, endless };
    let count = maker.random.between(4, 9) as usize;
    let functions: Vec<String> = (0..count).map(|_| maker.function()).collect();
    let statements: Vec<String> = (0..count).map(|_| maker.statement(false)).collect();
    let last = maker.condition();
    let rounds = maker.random.between(4, INPUTS);
    let kept: Vec<usize> = (0..count).filter(|&number| kept(number)).collect();

    let mut writer = Writer::new(seed);
    writer.program.scenes = count;
    writer.program.endless = endless;
    writer.pair(&format!("enum {{ BOUND = {} }};", u8::from(!endless)), "");
    writer.template(TOP, 0);
    for &number in kept.iter().filter(|&&number| statements[number].contains("down#")) {
        writer.template(&functions[number], number);
    }
    writer.both("int main(void) {");
    writer.template(BEGIN, 0);
    match endless {
        true => writer.template("> while (1) {", 0),
        false => writer.template(&format!("> for (i = 0; i < {rounds}; i++) {{"), 0),
    }
    writer.template("> in = next();", 0);
    for &number in &kept {
        writer.template(&statements[number], number);
    }
    writer.both("}");
    if !endless {
        writer.template(&format!("> if ({last}) {{\n> r += 5;\n= }}\n> return r & 63;"), 0);
    }
    writer.both("}");
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_program() {
        for seed in 0..60 {
            let program = generate(seed, |_| true);
            assert_eq!(program.plain, generate(seed, |_| true).plain);
            assert_eq!(program.endless, seed % 3 == 0);
            assert!(!program.plain.contains('@'), "{}", program.plain);
        }
    }

    #[test]
    fn a_program_without_a_statement_keeps_the_others() {
        let all = generate(7, |_| true);
        let fewer = generate(7, |number| number != 1);
        assert!(fewer.plain.len() < all.plain.len());
        let lines = all.plain.lines().filter(|line| fewer.plain.contains(*line)).count();
        assert!(lines >= fewer.plain.lines().count() - 2);
    }
}
