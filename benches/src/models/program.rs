//! Random C programs in which pointers depend on input.
//!
//! There are objects of different sizes on the heap, on the stack and among the globals, and tables of
//! pointers to them: to integers, structures, packed structures, texts, pointers and functions. Input
//! chooses entries of these tables, which are read, written, compared, copied and freed through. Some
//! tables have so many entries that writing at a symbolic index makes them arrays for the solver.
//!
//! Whatever a program does is defined, but for the errors that it may run into; what it does never
//! depends on where objects lie. [`super::statements`] and [`super::addresses`] have its parts.

use std::fmt::Write;

use super::addresses::BUCKETS;
use crate::solver::random::Random;

const PRELUDE: &str = "\
typedef unsigned char u8;
typedef __SIZE_TYPE__ size;
typedef __UINTPTR_TYPE__ word;
void klee_make_symbolic(void *, size, const char *);
void klee_assume(word);
void *malloc(size);
void *calloc(size, size);
void free(void *);
void *memcpy(void *, const void *, size);
void *memmove(void *, const void *, size);
void *memset(void *, int, size);
int memcmp(const void *, const void *, size);
int strcmp(const char *, const char *);
size strlen(const char *);
struct node { char tag; struct node *next; short v; int *ref; };
struct __attribute__((packed)) odd { char c; int i; short s; int *p; u8 b[3]; };
";

/// How many elements every pointer of the table of integers leads to at least.
pub const ROOM: u64 = 3;
/// Bytes of every text.
pub const TEXT: u64 = 6;

/// A program and what can be said about it.
pub struct Program {
    pub text: String,
    /// No input leads to an error.
    pub safe: bool,
    /// The number of bits of a pointer.
    pub bits: u32,
    /// Conditions are folded before it is explored.
    pub fold: bool,
    pub clang_args: Vec<String>,
}

/// An array of integers.
pub struct Integers {
    pub name: String,
    pub count: u64,
}

pub struct Generator {
    pub random: Random,
    /// One error that the program may run into is still to be put into it.
    pub error_due: bool,
    pub integers: Vec<Integers>,
    /// How many entries each table has; tables are called by letters.
    pub pointers: u64,
    pub large: u64,
    pub nodes: u64,
    pub odds: u64,
    pub texts: u64,
    pub places: u64,
    pub words: u64,
    pub heap: u64,
    /// Bytes of the large array.
    pub big: u64,
    /// Variables that depend on input: name, and what they are below.
    pub indices: Vec<(String, u64)>,
    /// How many more places may branch or use a new index: paths multiply with each.
    pub budget: u64,
    names: u32,
    text: String,
    pub indent: usize,
}

/// The program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ 0x9017);
    let safe = random.percent(45);
    let bits = if random.percent(20) { 32 } else { 64 };
    let fold = random.percent(60);
    let optimised = safe && random.percent(20);
    let mut clang_args: Vec<String> = Vec::new();
    if bits == 32 {
        clang_args.extend(["-m32".to_string(), "-msse2".to_string()]);
    }
    if optimised {
        clang_args.push("-O1".to_string());
    }
    let mut generator = Generator {
        error_due: !safe,
        integers: Vec::new(),
        pointers: random.between(2, 4),
        large: random.between(33, 40),
        nodes: random.between(2, 4),
        odds: random.between(2, 3),
        texts: random.between(2, 3),
        places: random.between(2, 3),
        words: random.between(2, 3),
        heap: random.between(2, 3),
        big: random.between(301, 420),
        indices: Vec::new(),
        budget: 192,
        random,
        names: 0,
        text: PRELUDE.to_string(),
        indent: 0,
    };
    generator.whole();
    Program { text: generator.text, safe, bits, fold, clang_args }
}

impl Generator {
    pub fn line(&mut self, line: &str) {
        let indent = 4 * self.indent;
        writeln!(self.text, "{:indent$}{line}", "").expect("a string takes everything");
    }

    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Whether something that makes `ways` paths of each may come here.
    pub fn afford(&mut self, ways: u64) -> bool {
        let may = self.budget >= ways;
        if may {
            self.budget /= ways;
        }
        may
    }

    fn whole(&mut self) {
        self.globals();
        self.functions();
        self.line("int main(void)");
        self.line("{");
        self.indent = 1;
        self.inputs();
        self.history();
        self.objects();
        self.tables();
        self.line("unsigned acc = 1, seen = 0;");
        for _ in 0..self.random.between(4, 7) {
            self.statement();
        }
        if self.error_due {
            self.error();
        }
        for _ in 0..self.random.between(1, 3) {
            self.statement();
        }
        if self.afford(2) {
            let (mask, value) = (self.random.pick(&[1, 3, 7]), self.random.below(4));
            self.line(&format!("if ((acc & {mask}) == {value})"));
            self.line("    seen++;");
        }
        self.contents();
        self.line("return (seen ^ seen >> 8 ^ seen >> 16 ^ seen >> 24) & 255;");
        self.indent = 0;
        self.line("}");
    }

    /// What all objects hold in the end becomes part of the program's status.
    fn contents(&mut self) {
        let known = self.integers.iter().map(|object| (object.name.clone(), object.count));
        let mut arrays: Vec<(String, u64)> = known.collect();
        if self.random.percent(25) {
            arrays.push(("big".to_string(), self.big));
        }
        arrays.extend((0..self.texts).map(|number| (format!("c{number}"), TEXT)));
        for (name, count) in arrays {
            self.line(&format!("for (int k = 0; k < {count}; k++)"));
            self.line(&format!("    seen = seen * 31 + (unsigned){name}[k];"));
        }
        self.line("seen = seen * 31 + n0.v + n0.tag + n1.v * 7 + *n1.ref + hn->v * 3 + *hn->ref;");
        self.line("seen = seen * 31 + o1.i + o1.s * 7 + o1.b[1] + o2.c + o2.i * 3 + *o2.p;");
        self.line("seen = seen * 31 + *t[0] + *t[1] * 5 + *q0 * 7 + *large[3] * 3 + *large[8];");
    }

    fn globals(&mut self) {
        for number in 0..self.random.between(1, 3) {
            let count = self.random.between(ROOM, 9);
            let start = self.random.below(9);
            self.line(&format!("static int g{number}[{count}] = {{ {start}, {number}, 7 }};"));
            self.integers.push(Integers { name: format!("g{number}"), count });
        }
        let big = self.big;
        self.line(&format!("static u8 big[{big}] = {{ 3, 1, 4, 1, 5 }};"));
        let large = self.large;
        self.line(&format!("static int *large[{large}], *bucket[{BUCKETS}];"));
        if self.random.percent(50) {
            // One global structure among those on the stack.
            self.line("static struct odd o0 = { 1, 70000, -3, 0, { 1, 2, 3 } };");
        }
    }

    fn functions(&mut self) {
        for number in 0..3 {
            let (by, bound) = (self.random.between(1, 9), self.random.between(1, 6));
            let body = match self.random.below(3) {
                0 => format!("return x < {bound} ? x + {by} : x;"),
                1 => format!("return (x ^ {by}) & 31;"),
                _ => format!("if (x == {bound}) return {by}; return x + 1;"),
            };
            self.line(&format!("static int f{number}(int x) {{ {body} }}"));
        }
        self.line("static int read_at(int *p, int k) { return p[k]; }");
        self.line("static void put(int *p, int v) { *p = v; }");
    }

    fn inputs(&mut self) {
        let count = self.random.between(3, 4);
        self.line(&format!("u8 in[{count}];"));
        self.line("klee_make_symbolic(in, sizeof in, \"in\");");
        for index in 0..count {
            let bound = self.random.between(2, 4);
            let name = format!("i{index}");
            let assumed = self.random.percent(60);
            if assumed {
                self.line(&format!("klee_assume(in[{index}] < {bound});"));
            }
            let value = match (assumed, bound) {
                (true, _) => format!("in[{index}]"),
                (false, 2 | 4) => format!("in[{index}] & {}", bound - 1),
                (false, _) => format!("in[{index}] % {bound}"),
            };
            self.line(&format!("unsigned {name} = {value};"));
            self.indices.push((name, bound));
        }
    }

    fn objects(&mut self) {
        for number in 0..self.random.between(1, 2) {
            let count = self.random.between(ROOM, 11);
            self.line(&format!("int s{number}[{count}] = {{ {}, 2 }};", 10 * (number + 1)));
            self.integers.push(Integers { name: format!("s{number}"), count });
        }
        for number in 0..self.random.between(1, 2) {
            let count = self.random.between(ROOM, 20);
            // The last one has some bytes that are no whole integer.
            let more = self.random.pick(&[0, 0, 1, 3]);
            self.line(&format!("int *h{number} = calloc({} + {more}, 1);", 4 * count));
            self.line(&format!("h{number}[1] = {};", 20 + number));
            self.integers.push(Integers { name: format!("h{number}"), count });
        }
    }

    /// A pointer to at least [`ROOM`] integers.
    pub fn pointer(&mut self) -> String {
        let at = self.random.below(self.integers.len() as u64) as usize;
        let Integers { name, count } = &self.integers[at];
        let (name, most) = (name.clone(), count - ROOM);
        match self.random.below(most + 1) {
            0 => name,
            by => format!("{name} + {by}"),
        }
    }

    fn list(&mut self, count: u64, mut entry: impl FnMut(&mut Self, u64) -> String) -> String {
        let entries: Vec<String> = (0..count).map(|number| entry(self, number)).collect();
        entries.join(", ")
    }

    fn tables(&mut self) {
        let entries = self.list(self.pointers, |g, _| g.pointer());
        self.line(&format!("int *t[] = {{ {entries} }};"));
        let (first, second, large) = (self.pointer(), self.pointer(), self.large);
        self.line(&format!("for (int k = 0; k < {large}; k++)"));
        self.line(&format!("    large[k] = k % 3 ? {first} : {second};"));
        for number in (0..self.nodes).rev() {
            let (next, v, reference) = match number + 1 == self.nodes {
                true => ("0".to_string(), 9, self.pointer()),
                false => (format!("&n{}", number + 1), self.random.below(6), self.pointer()),
            };
            self.line(&format!("struct node n{number} = {{ 'a', {next}, {v}, {reference} }};"));
        }
        // One node lies on the heap.
        let reference = self.pointer();
        self.line("struct node *hn = calloc(1, sizeof *hn);");
        self.line(&format!("hn->v = 4; hn->tag = 'h'; hn->ref = {reference};"));
        let entries = self.list(self.nodes, |_, number| format!("&n{number}"));
        self.line(&format!("struct node *n[] = {{ hn, {entries} }};"));
        self.nodes += 1;
        for number in 1..=self.odds {
            let (c, pointer) = (self.random.below(5), self.pointer());
            let line =
                format!("struct odd o{number} = {{ {c}, {}, 5, {pointer} }};", 1000 * number);
            self.line(&line);
        }
        let entries = self.list(self.odds, |_, number| format!("&o{}", number + 1));
        self.line(&format!("struct odd *o[] = {{ {entries} }};"));
        for number in 0..self.texts {
            let (size, content) = (TEXT + number, self.random.pick(&["ab", "b", "abc", "", "ba"]));
            self.line(&format!("char c{number}[{size}] = \"{content}\";"));
        }
        let entries = self.list(self.texts, |_, number| format!("c{number}"));
        self.line(&format!("char *c[] = {{ {entries} }};"));
        for number in 0..self.places {
            let pointer = self.pointer();
            self.line(&format!("int *q{number} = {pointer};"));
        }
        let entries = self.list(self.places, |_, number| format!("&q{number}"));
        self.line(&format!("int **p[] = {{ {entries}, &t[1] }};"));
        self.places += 1;
        let entries = self.list(self.words, |g, _| format!("(word)({})", g.pointer()));
        self.line(&format!("word w[] = {{ {entries} }};"));
        let entries = self.list(self.heap, |g, number| {
            format!("calloc({}, 1)", g.random.between(1, 9) * 3 + number)
        });
        self.line(&format!("u8 *h[] = {{ {entries} }};"));
        let functions = self.list(3, |g, _| format!("f{}", g.random.below(3)));
        self.line(&format!("int (*f[])(int) = {{ {functions} }};"));
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
    fn every_kind_of_statement_and_error_occurs() {
        let all: Vec<Program> = (1..=200).map(generate).collect();
        let with = |what: &str| all.iter().filter(|program| program.text.contains(what)).count();
        let rare: Vec<(&str, usize)> = super::super::statements::SIGNS
            .into_iter()
            .filter(|&(what, least)| with(what) < least)
            .map(|(what, _)| (what, with(what)))
            .collect();
        assert!(rare.is_empty(), "in so many of 200 programs: {rare:?}");
        let safe = all.iter().filter(|program| program.safe).count();
        assert!((60..140).contains(&safe), "{safe} of 200 programs are safe");
        assert!(all.iter().filter(|program| program.bits == 32).count() >= 20);
    }
}
