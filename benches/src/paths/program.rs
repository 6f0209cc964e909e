//! Random C programs with few bytes of input.
//!
//! Every branch is marked in a hash, which is printed at the end: two runs took the same way exactly
//! if their hashes agree. What a program does is defined, but for the errors that `CHECK` announces:
//! natively it ends the run before the operation that is an error, for Dunlin it is nothing.

use std::fmt::Write;

use super::expression::Type;
use crate::solver::random::Random;

/// How many functions there are to call.
pub const FUNCTIONS: u64 = 3;
/// How many pointers to integers there are.
pub const POINTERS: u64 = 4;

const PRELUDE: &str = "\
typedef unsigned char u8;
typedef __SIZE_TYPE__ size;
void klee_make_symbolic(void *, size, const char *);
void *memcpy(void *, const void *, size);
void *memmove(void *, const void *, size);
void *memset(void *, int, size);
#ifdef NATIVE
int print(const char *, ...);
void check(int, const char *, int);
#define CHECK(fine, kind) check(fine, kind, __LINE__)
#else
int printf(const char *, ...);
#define print printf
#define CHECK(fine, kind) ((void)0)
#endif
unsigned long long H;
#define MARK(n) ((void)(H = (H ^ n) * 1099511628211ULL))
struct S { signed char c; short s; int i; long long l; u8 b[5]; unsigned f : 3; int g : 7; };
";

/// Something with a name that holds integers.
#[derive(Clone)]
pub struct Slot {
    pub name: String,
    pub ty: &'static str,
    /// Bytes of an element.
    pub size: u64,
    /// How many elements; 1 for a variable.
    pub count: u64,
}

/// A program and what can be said about it.
pub struct Program {
    pub text: String,
    /// At most two bytes of input: all can be tried.
    pub enumerable: bool,
    /// There is no operation that can be an error.
    pub safe: bool,
    /// Execution forks only at marked places, so that paths can be counted.
    pub countable: bool,
}

pub struct Generator {
    pub random: Random,
    pub inputs: Vec<String>,
    pub scalars: Vec<Slot>,
    arrays: Vec<Slot>,
    pub with_pointers: bool,
    pub with_floats: bool,
    safe: bool,
    countable: bool,
    marks: u32,
    names: u32,
    branches: u32,
    text: String,
    indent: usize,
}

/// The program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x5eed);
    let enumerable = random.percent(70);
    let with_pointers = random.percent(35);
    let mut generator = Generator {
        safe: random.percent(40),
        with_pointers,
        with_floats: !enumerable && random.percent(30),
        countable: !with_pointers,
        branches: random.between(4, 10) as u32,
        random,
        inputs: Vec::new(),
        scalars: Vec::new(),
        arrays: Vec::new(),
        marks: 0,
        names: 0,
        text: PRELUDE.to_string(),
        indent: 1,
    };
    generator.whole(enumerable);
    Program {
        text: generator.text,
        enumerable,
        safe: generator.safe,
        countable: generator.countable,
    }
}

impl Generator {
    pub fn is_safe(&self) -> bool {
        self.safe
    }

    pub fn mark(&mut self) -> String {
        self.marks += 1;
        format!("MARK({})", self.marks)
    }

    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}_{}", self.names)
    }

    /// Whether one more place may branch: the number of paths grows with each.
    pub fn may_branch(&mut self) -> bool {
        let may = self.branches > 0;
        self.branches = self.branches.saturating_sub(1);
        may
    }

    pub fn any_array(&mut self) -> Slot {
        let index = self.random.below(self.arrays.len() as u64) as usize;
        self.arrays[index].clone()
    }

    fn any_scalar(&mut self) -> Slot {
        let index = self.random.below(self.scalars.len() as u64) as usize;
        self.scalars[index].clone()
    }

    fn line(&mut self, line: &str) {
        let indent = 4 * self.indent;
        writeln!(self.text, "{:indent$}{line}", "").expect("a string takes everything");
    }

    fn whole(&mut self, enumerable: bool) {
        for index in 0..FUNCTIONS {
            let (start, low, high) = (self.mark(), self.mark(), self.mark());
            let (bound, by) = (self.random.below(50), self.random.between(1, 9));
            writeln!(
                self.text,
                "static int f{index}(int x)\n{{\n    {start};\n    if (x < {bound}) {{\n        {low};\n        return x ^ {by};\n    }}\n    {high};\n    return x / {by};\n}}"
            )
            .expect("a string takes everything");
        }
        self.text.push_str("int program(void)\n{\n");
        self.line("H = 14695981039346656037ULL;");
        self.declare_inputs(enumerable);
        self.declare_objects();
        let statements = self.random.between(5, 12);
        for _ in 0..statements {
            self.statement(2);
        }
        self.finish();
        self.text.push_str("}\n#ifndef NATIVE\nint main(void) { return program(); }\n#endif\n");
    }

    fn declare_inputs(&mut self, enumerable: bool) {
        let declared: &[(&str, &str, u64, u64)] = match (enumerable, self.random.below(3)) {
            (true, 0) => &[("u8", "x", 1, 1), ("signed char", "y", 1, 1)],
            (true, 1) => &[("unsigned short", "x", 2, 1)],
            (true, _) => &[("u8", "x", 1, 2)],
            (false, 0) => &[("int", "x", 4, 1), ("unsigned", "y", 4, 1)],
            (false, 1) => &[("short", "x", 2, 3), ("long long", "y", 8, 1)],
            (false, _) => &[("u8", "x", 1, 6), ("int", "y", 4, 1)],
        };
        for &(ty, name, size, count) in declared {
            if count == 1 {
                self.line(&format!("{ty} {name};"));
                self.inputs.push(name.to_string());
            } else {
                self.line(&format!("{ty} {name}[{count}];"));
                self.inputs.extend((0..count).map(|index| format!("{name}[{index}]")));
                let name = name.to_string();
                self.arrays.push(Slot { name, ty, size, count });
            }
            self.line(&format!("klee_make_symbolic(&{name}, sizeof {name}, \"{name}\");"));
        }
    }

    fn declare_objects(&mut self) {
        for (index, ty) in ["int", "unsigned", "long long", "u8", "short"].into_iter().enumerate() {
            let value = self.expression_of_inputs();
            let name = format!("v{index}");
            self.line(&format!("{ty} {name} = ({ty}){value};"));
            self.scalars.push(Slot { name, ty, size: 0, count: 1 });
        }
        let shapes: [(&str, u64, &[u64]); 4] = [
            ("int", 4, &[3, 8, 31, 32, 33, 40, 66]),
            ("u8", 1, &[5, 16, 32, 33, 63, 64, 65, 70, 130]),
            ("short", 2, &[2, 7, 32, 34, 65]),
            ("long long", 8, &[2, 4, 9, 32, 33]),
        ];
        for (index, (ty, size, counts)) in shapes.into_iter().enumerate() {
            let count = self.random.pick(counts);
            let name = format!("a{index}");
            let mut values: Vec<String> = Vec::new();
            for _ in 0..self.random.below(count.min(6)) {
                values.push(match self.random.percent(30) {
                    true => format!("({ty}){}", self.expression_of_inputs()),
                    false => self.random.below(100).to_string(),
                });
            }
            values.push(self.random.below(3).to_string());
            self.line(&format!("{ty} {name}[{count}] = {{ {} }};", values.join(", ")));
            self.arrays.push(Slot { name, ty, size, count });
        }
        let (a, b) = (self.expression_of_inputs(), self.expression_of_inputs());
        self.line(&format!("struct S s0 = {{ 1, 2, (int){a}, 4, {{ 5, 6 }}, 3, -5 }};"));
        self.line("struct S ss[3] = { { 7 }, s0, { 9, 10, 11 } };");
        self.line(&format!("int t0 = 1, t1 = (int){b}, t2 = 77;"));
        self.line("int *ps[4] = { &t0, &t1, &t2, &s0.i };");
        let functions: Vec<String> =
            (0..4).map(|_| format!("f{}", self.random.below(FUNCTIONS))).collect();
        self.line(&format!("int (*fs[4])(int) = {{ {} }};", functions.join(", ")));
        if self.with_floats {
            self.line(&format!("double d0 = (double){};", self.inputs[0].clone()));
        }
    }

    fn expression_of_inputs(&mut self) -> String {
        let index = self.random.below(self.inputs.len() as u64) as usize;
        let input = self.inputs[index].clone();
        let by = self.random.below(20);
        match self.random.below(4) {
            0 => format!("({input})"),
            1 => format!("((unsigned long long){input} + {by})"),
            2 => format!("({input} ^ {by})"),
            _ => format!("({by})"),
        }
    }

    fn block(&mut self, depth: u32) {
        let mark = self.mark();
        self.indent += 1;
        self.line(&format!("{mark};"));
        for _ in 0..self.random.between(1, 2) {
            self.statement(depth);
        }
        self.indent -= 1;
    }

    fn statement(&mut self, depth: u32) {
        let branches = depth > 0;
        match self.random.below(24) {
            0..=2 => self.assign(),
            3..=6 => self.array_write(),
            7..=10 if branches && self.may_branch() => {
                let condition = self.condition(2);
                self.line(&format!("if {condition} {{"));
                self.block(depth - 1);
                self.line("} else {");
                self.block(depth - 1);
                self.line("}");
            }
            11 if branches && self.may_branch() => {
                let (i, n) = (self.fresh("i"), self.fresh("n"));
                let bound = self.expression(Type::Int, 1);
                self.line(&format!("for (int {i} = 0, {n} = {bound} & 3; {i} < {n}; {i}++) {{"));
                self.block(depth - 1);
                self.line("}");
                let after = self.mark();
                self.line(&format!("{after};"));
            }
            12..=13 if branches && self.may_branch() => self.switch(depth),
            14..=15 => self.copy(),
            16 => self.fill(),
            17 => {
                let field = self.field(2);
                let value = self.expression(Type::Int, 2);
                self.line(&format!("{field} = {value};"));
            }
            18 if self.with_pointers => self.through_pointer(),
            19 if self.may_branch() => {
                let index = self.expression(Type::Unsigned, 2);
                let argument = self.expression(Type::Int, 1);
                self.line(&format!("v0 = fs[{index} % 4u]({argument});"));
            }
            20 => self.byte_of_array(),
            21 => {
                let index = self.expression(Type::Unsigned, 1);
                self.line(&format!("s0 = ss[{index} % 3u];"));
            }
            22 => {
                let index = self.expression(Type::Unsigned, 1);
                self.line(&format!("ss[{index} % 3u] = s0;"));
            }
            _ => {
                let ty = self.random.pick(&Type::ALL);
                let value = self.expression(ty, 2);
                self.line(&format!("print(\"{}\\n\", {value});", ty.format()));
            }
        }
    }

    fn assign(&mut self) {
        let ty = self.random.pick(&Type::ALL);
        let value = self.expression(ty, 3);
        let target = self.any_scalar();
        self.line(&format!("{} = ({}){value};", target.name, target.ty));
    }

    fn array_write(&mut self) {
        let ty = self.random.pick(&Type::ALL);
        let value = self.expression(ty, 2);
        let Slot { name, ty, count, .. } = self.any_array();
        let (index, guarded) = self.index(count, 2);
        if guarded {
            self.line(&format!("{name}[{index}] = ({ty}){value};"));
            return;
        }
        let (i, v) = (self.fresh("i"), self.fresh("v"));
        self.line(&format!(
            "{{ {ty} {v} = ({ty}){value}; int {i} = {index}; CHECK({i} >= 0 && {i} < {count}, \"out-of-bounds-write\"); {name}[{i}] = {v}; }}"
        ));
    }

    fn switch(&mut self, depth: u32) {
        let ty = self.random.pick(&[Type::Int, Type::UnsignedLong]);
        let value = self.expression(ty, 2);
        self.line(&format!("switch ({value}) {{"));
        let mut labels: Vec<u64> =
            (0..self.random.between(1, 3)).map(|_| self.random.below(12)).collect();
        labels.sort_unstable();
        labels.dedup();
        for label in labels {
            self.line(&format!("case {label}:"));
            self.block(depth - 1);
            if self.random.percent(80) {
                self.line("    break;");
            }
        }
        self.line("default:");
        self.block(depth - 1);
        self.line("}");
    }

    /// A number of bytes, at most `room` or checked to be.
    fn length(&mut self, room: u64) -> (String, bool) {
        match self.random.below(4) {
            0 => (self.random.between(0, room).to_string(), true),
            1 if !self.safe => {
                self.countable = false;
                (format!("({} & 127)", self.expression(Type::Unsigned, 1)), false)
            }
            _ => {
                self.countable = false;
                (format!("({} % {}u)", self.expression(Type::Unsigned, 1), room + 1), true)
            }
        }
    }

    fn copy(&mut self) {
        let (to, from) = (self.any_array(), self.any_array());
        let (to_bytes, from_bytes) = (to.size * to.count, from.size * from.count);
        let (at, start) =
            (self.random.below(to_bytes.min(9)), self.random.below(from_bytes.min(9)));
        let (to_room, from_room) = (to_bytes - at, from_bytes - start);
        let (length, guarded) = self.length(to_room.min(from_room).min(24));
        let function = if to.name == from.name { "memmove" } else { "memcpy" };
        let n = self.fresh("n");
        let checks = match guarded {
            true => String::new(),
            false => format!(
                "CHECK({n} <= {from_room}, \"out-of-bounds-read\"); CHECK({n} <= {to_room}, \"out-of-bounds-write\"); "
            ),
        };
        // At a place of the source that depends on input, where the room allows it.
        let start = match guarded && from_bytes > 32 && self.random.percent(40) {
            true => {
                self.countable = false;
                format!("({} & 7)", self.expression(Type::Unsigned, 1))
            }
            false => start.to_string(),
        };
        self.line(&format!(
            "{{ size {n} = {length}; {checks}{function}((u8 *){} + {at}, (u8 *){} + {start}, {n}); }}",
            to.name, from.name
        ));
    }

    fn fill(&mut self) {
        let to = self.any_array();
        let bytes = to.size * to.count;
        let at = self.random.below(bytes.min(9));
        let (length, guarded) = self.length((bytes - at).min(40));
        let byte = self.expression(Type::Int, 1);
        let n = self.fresh("n");
        let check = match guarded {
            true => String::new(),
            false => format!("CHECK({n} <= {}, \"out-of-bounds-write\"); ", bytes - at),
        };
        self.line(&format!(
            "{{ size {n} = {length}; int b_{n} = {byte}; {check}memset((u8 *){} + {at}, b_{n}, {n}); }}",
            to.name
        ));
    }

    fn through_pointer(&mut self) {
        let value = self.expression(Type::Int, 2);
        let place = self.pointer_place(2);
        match self.random.below(3) {
            0 => self.line(&format!("*{place} = {value};")),
            1 => {
                let index = self.expression(Type::Unsigned, 1);
                let array = self.random.pick(&["&t0", "&t1", "&a0[1]", "&a0[0]", "&s0.i"]);
                self.line(&format!("ps[{index} % 4u] = {array};"));
            }
            _ => {
                let p = self.fresh("p");
                self.line(&format!("{{ int *{p} = {place}; *{p} = {value}; v0 ^= *{p}; }}"));
            }
        }
    }

    /// Reads or writes bytes of an array of larger elements, in the middle of them too.
    fn byte_of_array(&mut self) {
        let Slot { name, size, count, .. } = self.any_array();
        let bytes = size * count;
        let at = self.expression(Type::Unsigned, 2);
        if self.random.percent(50) || bytes < 5 {
            let value = self.expression(Type::Int, 1);
            self.line(&format!("((u8 *){name})[{at} % {bytes}u] = (u8){value};"));
            return;
        }
        let room = bytes - 3;
        match self.random.percent(50) {
            true => self.line(&format!("memcpy(&v0, (u8 *){name} + {at} % {room}u, 4);")),
            false => self.line(&format!("memcpy((u8 *){name} + {at} % {room}u, &v1, 4);")),
        }
    }

    /// Prints everything, and the hash.
    fn finish(&mut self) {
        self.line("unsigned long long c = 0;");
        for Slot { name, count, .. } in self.arrays.clone() {
            self.line(&format!(
                "for (int k = 0; k < {count}; k++) c = c * 31 + (unsigned long long){name}[k];"
            ));
        }
        self.line("print(\"%llx %d %u %lld %d %d\\n\", c, v0, v1, v2, v3, v4);");
        self.line(
            "print(\"%d %d %d %lld %d %d %d\\n\", s0.c, s0.s, s0.i, s0.l, s0.b[2], s0.f, s0.g);",
        );
        self.line("print(\"%d %d %d %lld %d\\n\", ss[0].c, ss[1].i, ss[2].s, ss[2].l, ss[1].g);");
        self.line("print(\"%d %d %d\\n\", t0, t1, t2);");
        if self.with_floats {
            self.line("print(\"%g\\n\", d0);");
        }
        self.line("print(\"H=%llx\\n\", H);");
        self.line("return 0;");
    }
}
