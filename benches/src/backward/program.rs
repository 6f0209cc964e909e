//! Random C programs with aliases: what a backward search has to find out about memory.
//!
//! A program has numbers, arrays, structures, arrays of structures, lists and blocks of the heap, and pointers of every kind that lead to
//! them: to their middle, to other pointers, to functions, two to one object. Statements move the pointers around, read and write
//! through them with other widths, copy, also byte by byte and through unions, move blocks and free them; between them stand targets
//! below conditions. Input is 16 bits, so that all of it can be tried. Every loop and every recursion ends.
//!
//! One text has two forms. With [`PLAIN`] in front it is what Dunlin gets; with `checked.c` in front it is
//! an oracle, in which a path ends before an error.

use std::fmt::Write;

use super::names::Names;
use crate::solver::random::Random;

/// What stands before the text when Dunlin gets it.
pub const PLAIN: &str = include_str!("plain.c");

/// One program.
#[derive(Debug)]
pub struct Program {
    /// The text without what stands in front.
    pub text: String,
    /// Gives every global variable its first value again.
    pub reset: String,
    /// The lines of the targets in the plain form, by number.
    pub targets: Vec<u32>,
}

impl Program {
    pub fn plain(&self) -> String {
        format!("{PLAIN}{}", self.text)
    }
}

/// A program in the making.
pub(super) struct Generator {
    pub random: Random,
    text: String,
    lines: u32,
    targets: Vec<u32>,
    pub names: Names,
    /// Functions that can be called here: `f0` up to this one.
    pub callable: u64,
    /// Objects are freed, so that pointers are not compared: what is equal to a freed one, nobody knows.
    pub frees: bool,
    /// Parts of the input are read one after the other.
    pub stream: bool,
    /// There is what few programs do: variable arguments, addresses as numbers, pointers as bytes.
    pub odd: bool,
    /// How many more places may branch: the number of paths grows with each.
    branches: u64,
    pub loops: u32,
    pub indent: usize,
}

/// The program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ 0x6261_636b);
    let (frees, stream, odd) = (random.percent(30), random.percent(40), random.percent(40));
    let mut generator = Generator {
        random,
        text: String::new(),
        lines: PLAIN.lines().count() as u32,
        targets: Vec::new(),
        names: Names::function(),
        callable: 0,
        frees,
        stream,
        odd,
        branches: 0,
        loops: 0,
        indent: 0,
    };
    let reset = generator.whole();
    Program { text: generator.text, reset, targets: generator.targets }
}

const HELPERS: &str = "\
struct cell { int v; signed char c; unsigned short h; struct cell *next; int *ref; };
union word { int i; unsigned char b[4]; unsigned short s[2]; };
union view { int *ref; struct cell *cell; int **place; unsigned char b[sizeof(int *)]; };
struct task { int (*run)(int); int kept; };
#define ADD(x, y) ((int)((unsigned)(x) + (unsigned)(y)))
#define SUB(x, y) ((int)((unsigned)(x) - (unsigned)(y)))
#define MUL(x, y) ((int)((unsigned)(x) * (unsigned)(y)))
static void swap(int **a, int **b) { int *kept = *AT(a); *AT(a) = *AT(b); *AT(b) = kept; }
static void link(struct cell *a, struct cell *b) { AT(a)->next = b; }
static struct cell changed(struct cell c, int v) { c.v = v; c.h++; return c; }
static int twice(int x) { return MUL(x, 2); }
static int less(int x) { return SUB(x, 3); }
static struct cell *pushed(struct cell *list, int v)
{
    struct cell *made = malloc(sizeof *made);
    *made = (struct cell){ v, 1, 2, list, 0 };
    made->ref = &made->v;
    return made;
}
static int total(struct cell *list, int most)
{
    if (!list || most == 0)
        return 0;
    return ADD(AT(list)->v, total(AT(list)->next, most - 1));
}
static int down(int n, int *p) { if (n <= 0) return *AT(p); ++*AT(p); return down(n - 1, p); }
static int pick(int which, ...)
{
    va_list list;
    va_start(list, which);
    int value = 0;
    for (int i = 0; i <= which; i++)
        value = va_arg(list, int);
    va_end(list);
    return value;
}
";

impl Generator {
    pub fn line(&mut self, line: &str) {
        let indent = 4 * self.indent;
        writeln!(self.text, "{:indent$}{line}", "").expect("a string takes everything");
        self.lines += 1;
    }

    /// Indented by one more.
    pub fn inside(&mut self, write: impl FnOnce(&mut Generator)) {
        self.indent += 1;
        write(self);
        self.indent -= 1;
    }

    pub fn may_branch(&mut self) -> bool {
        let may = self.branches > 0;
        self.branches = self.branches.saturating_sub(1);
        may
    }

    /// A line that is looked for.
    pub fn target(&mut self) {
        let number = self.targets.len();
        self.line(&format!("MARK({number});"));
        self.targets.push(self.lines);
    }

    fn whole(&mut self) -> String {
        HELPERS.lines().for_each(|line| self.line(line));
        let reset = self.globals();
        let functions = self.random.between(1, 2);
        for number in 0..functions {
            self.callable = number;
            self.line(&format!("static int f{number}(int x, int *p, struct cell *n)"));
            self.line("{");
            self.inside(|g| {
                g.line("int v = ADD(x, 1);");
                g.branches = g.random.between(1, 2);
                let count = g.random.between(1, 4);
                g.statements(count);
                g.guarded_target(2);
                g.line("return v;");
            });
            self.line("}");
        }
        self.callable = functions;
        let last = functions - 1;
        self.line(&format!(
            "static int (*const table[])(int, int *, struct cell *) = {{ f0, f{last} }};"
        ));
        self.main();
        reset
    }

    /// Declares the global variables; the statements that give them their first values again.
    fn globals(&mut self) -> String {
        let mut reset = String::from("static void reset(void)\n{\n");
        let mut declare = |g: &mut Generator, declarator: &str, value: &str| {
            g.line(&format!("static {declarator} = {value};"));
            let (_, name) = declarator.rsplit_once([' ', '*']).expect("a type and a name");
            writeln!(reset, "    {name} = {value};").expect("a string takes everything");
        };
        for name in ["g0", "g1", "g2"] {
            let value = self.constant();
            declare(self, &format!("int {name}"), &value);
        }
        self.line("static int ga[4];");
        self.line("static struct cell gc0, gc1, gs[3];");
        self.line("static struct task gt;");
        let reference = self.random.pick(&["&g0", "&g1", "&ga[0]", "&ga[2]", "&gc0.v"]);
        declare(self, "int *gp", reference);
        declare(self, "int **gpp", "&gp");
        let cell = self.random.pick(&["&gc0", "&gc1"]);
        declare(self, "struct cell *gn", cell);
        reset.push_str("    memset(ga, 0, sizeof ga);\n");
        for object in ["&gc0, 0, sizeof gc0", "&gc1, 0, sizeof gc1", "gs, 0, sizeof gs"] {
            writeln!(reset, "    memset({object});").expect("a string takes everything");
        }
        reset.push_str("    memset(&gt, 0, sizeof gt);\n}\n");
        reset
    }

    fn main(&mut self) {
        self.names = Names::main();
        self.line("int main(void)");
        self.line("{");
        self.inside(|g| {
            g.line("int x = byte(\"x\");");
            let y = if g.stream { "bits()" } else { "byte(\"y\")" };
            g.line(&format!("int y = {y};"));
            g.objects();
            g.branches = g.random.between(3, 5);
            for round in 0..g.random.between(3, 4) {
                let count = g.random.between(2, 4);
                g.statements(count);
                g.guarded_target(2);
                // What nobody calls is no part of the program.
                if round == 1 {
                    let (which, pointer, cell) = (g.number(), g.pointer(), g.cell());
                    g.line(&format!("v = table[{which} & 1](x, {pointer}, {cell});"));
                }
            }
            g.line("return a & 63;");
        });
        self.line("}");
    }

    /// A first value: a constant or something of the input.
    fn first(&mut self) -> String {
        match self.random.below(3) {
            0 => self.constant(),
            1 => format!("x & {}", self.random.pick(&[3, 7, 15, 240])),
            _ => format!("y ^ {}", self.random.below(8)),
        }
    }

    /// The variables of main, with first values.
    fn objects(&mut self) {
        let (a, b) = (self.first(), self.first());
        self.line(&format!("int a = {a}, b = {b}, v = 0;"));
        let entries: Vec<String> = (0..4).map(|_| self.first()).collect();
        self.line(&format!("int la[4] = {{ {} }};", entries.join(", ")));
        let objects = [("gc0", "&gc1"), ("gc1", "&gc0"), ("gs[0]", "gs + 1"), ("gs[1]", "&gs[2]")];
        for (object, other) in objects {
            let reference =
                self.random.pick(&["&g1", "&g2", "&ga[1]", "&gc0.v", "gp", "&g0", "&ga[3]", "0"]);
            let next = self.random.pick(&[other, other, other, "gn", "gn", "0"]);
            let v = self.first();
            self.line(&format!("{object} = (struct cell){{ {v}, 3, 300, {next}, {reference} }};"));
        }
        for global in ["g0", "g1", "ga[1]", "ga[2]"] {
            if self.random.percent(50) {
                let value = self.first();
                self.line(&format!("{global} = {value};"));
            }
        }
        self.line("union word u = { 0 };");
        let function = self.random.pick(&["twice", "less"]);
        self.line(&format!("gt = (struct task){{ {function}, x }};"));
        self.line("struct cell *list = 0;");
        self.line("int *hi = calloc(4, sizeof *hi);");
        self.line("struct cell *hn = malloc(sizeof *hn);");
        let reference = self.random.pick(&["&a", "&la[1]", "hi", "hi + 2"]);
        let v = self.constant();
        self.line(&format!("*hn = (struct cell){{ {v}, 1, 2, &gc0, {reference} }};"));
        let next = self.random.pick(&["hn", "&gc1", "&gc0"]);
        let reference = self.random.pick(&["&b", "&g0", "&hn->v", "gp"]);
        self.line(&format!("struct cell s = {{ 4, 5, 6, {next}, {reference} }};"));
        let p = self.random.pick(&["&a", "&la[2]", "hi + 1", "&s.v", "&ga[3]"]);
        let q = self.random.pick(&["&a", "&b", "p", "s.ref", "&u.i", "gp"]);
        self.line(&format!("int *p = {p}, *q = {q};"));
        let pp = self.random.pick(&["&p", "&q", "&s.ref", "&gp", "&hn->ref"]);
        self.line(&format!("int **pp = {pp};"));
        let n = self.random.pick(&["&s", "hn", "&gc0"]);
        let m = self.random.pick(&["n", "s.next", "hn", "&gc1"]);
        self.line(&format!("struct cell *n = {n}, *m = {m};"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_the_same_program_and_seeds_differ() {
        assert_eq!(generate(7).text, generate(7).text);
        assert_ne!(generate(7).text, generate(8).text);
    }

    #[test]
    fn targets_are_where_the_plain_form_has_them() {
        for seed in 1..=50 {
            let program = generate(seed);
            let plain = program.plain();
            let lines: Vec<&str> = plain.lines().collect();
            assert!(program.targets.len() >= 4);
            for (number, &line) in program.targets.iter().enumerate() {
                assert_eq!(lines[line as usize - 1].trim(), format!("MARK({number});"));
            }
        }
    }

    #[test]
    fn every_kind_of_statement_occurs() {
        let all: Vec<Program> = (1..=200).map(generate).collect();
        let with = |what: &str| all.iter().filter(|program| program.text.contains(what)).count();
        let rare: Vec<(&str, usize)> = super::super::statements::SIGNS
            .iter()
            .map(|&sign| (sign, with(sign)))
            .filter(|&(_, count)| count < 8)
            .collect();
        assert!(rare.is_empty(), "in so many of 200 programs: {rare:?}");
    }
}
