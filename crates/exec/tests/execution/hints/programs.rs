//! Random programs with input: up to a few sites, some in loops, and branches on what was computed from it.
//!
//! Variables are numbers in memory. The last one counts which way was gone, so that every path returns a number that
//! does not depend on the input itself.

use std::fmt::Write;

/// Variables that input is computed in.
const VARIABLES: u64 = 4;
/// Which way was gone.
const WAY: u64 = VARIABLES;

/// A linear congruential generator (Knuth, MMIX).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    regs: u32,
    blocks: u32,
    branches: u32,
    inputs: u32,
}

impl Writer<'_> {
    fn reg(&mut self) -> u32 {
        self.regs += 1;
        self.regs - 1
    }

    fn block(&mut self) -> u32 {
        self.blocks += 1;
        self.blocks
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "    {line}").expect("text grows");
    }

    fn place(&mut self, variable: u64) -> u32 {
        let reg = self.reg();
        self.line(&format!("%{reg}: ptr = ptradd @g0, {}", variable * 4));
        reg
    }

    fn load(&mut self, variable: u64) -> u32 {
        let place = self.place(variable);
        let reg = self.reg();
        self.line(&format!("%{reg}: i32 = load %{place} align 4"));
        reg
    }

    fn store(&mut self, variable: u64, reg: u32) {
        let place = self.place(variable);
        self.line(&format!("store i32 %{reg} to %{place} align 4"));
    }

    fn variable(&mut self) -> u64 {
        self.random.below(VARIABLES)
    }

    /// The way is another one from here on.
    fn turn(&mut self, into: u64) {
        let way = self.load(WAY);
        let (times, sum) = (self.reg(), self.reg());
        self.line(&format!("%{times}: i32 = mul %{way}, 3"));
        self.line(&format!("%{sum}: i32 = add %{times}, {into}"));
        self.store(WAY, sum);
    }

    fn input(&mut self) {
        self.inputs += 1;
        let variable = self.variable();
        if self.random.below(3) == 0 {
            let place = self.place(variable);
            self.line(&format!("call @f1(%{place}, i64 4, @g1)"));
            return;
        }
        let (byte, number) = (self.reg(), self.reg());
        self.line(&format!("%{byte}: i8 = call @f0()"));
        self.line(&format!("%{number}: i32 = zext i8 %{byte}"));
        self.store(variable, number);
    }

    fn compute(&mut self) {
        let (x, y, to) = (self.variable(), self.variable(), self.variable());
        let (x, y) = (self.load(x), self.load(y));
        let result = self.reg();
        let op = ["add", "sub", "xor", "and", "or", "add", "udiv"][self.random.below(7) as usize];
        match self.random.below(2) {
            0 => self.line(&format!("%{result}: i32 = {op} %{x}, %{y}")),
            _ => {
                let constant = 1 + self.random.below(4);
                self.line(&format!("%{result}: i32 = {op} %{x}, {constant}"));
            }
        }
        self.store(to, result);
    }

    fn branch(&mut self, depth: u32) {
        self.branches += 1;
        let variable = self.variable();
        let x = self.load(variable);
        let condition = self.reg();
        let op = ["eq", "ult", "ne", "ugt"][self.random.below(4) as usize];
        let constant = self.random.below(5);
        self.line(&format!("%{condition}: i1 = cmp {op} i32 %{x}, {constant}"));
        let (yes, no, after) = (self.block(), self.block(), self.block());
        self.line(&format!("branch %{condition}, b{yes}_, b{no}_"));
        for (block, into) in [(yes, 1), (no, 2)] {
            writeln!(self.text, "b{block}_:").expect("text grows");
            self.turn(into);
            self.statements(depth + 1);
            self.line(&format!("jump b{after}_"));
        }
        writeln!(self.text, "b{after}_:").expect("text grows");
    }

    fn round(&mut self, depth: u32) {
        let rounds = 2 + self.random.below(2);
        let (head, body, after) = (self.block(), self.block(), self.block());
        let (count, more, next) = (self.reg(), self.reg(), self.reg());
        self.line(&format!("jump b{head}_(i32 0)"));
        writeln!(self.text, "b{head}_(%{count}: i32):").expect("text grows");
        self.line(&format!("%{more}: i1 = cmp ult i32 %{count}, {rounds}"));
        self.line(&format!("branch %{more}, b{body}_, b{after}_"));
        writeln!(self.text, "b{body}_:").expect("text grows");
        self.line(&format!("%{next}: i32 = add %{count}, 1"));
        self.input();
        self.statements(depth + 1);
        self.line(&format!("jump b{head}_(%{next})"));
        writeln!(self.text, "b{after}_:").expect("text grows");
    }

    fn statements(&mut self, depth: u32) {
        for _ in 0..=self.random.below(3) {
            match self.random.below(8) {
                0 | 1 if self.inputs < 4 => self.input(),
                2..=4 if self.branches < 4 && depth < 3 => self.branch(depth),
                5 if depth == 0 => self.round(depth),
                _ => self.compute(),
            }
        }
    }
}

/// The text with its blocks numbered in their order, as the reader wants it.
fn numbered(text: &str) -> String {
    let labels = text.lines().filter(|line| line.starts_with('b')).map(|line| {
        let end = line.find('_').expect("a label has one");
        &line[..=end]
    });
    let numbered = (1..).zip(labels);
    numbered
        .fold(text.to_string(), |text, (number, label)| {
            text.replace(label, &format!("block{number}"))
        })
        .replace("block", "b")
}

/// A program.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut writer = Writer {
        random: &mut random,
        text: String::new(),
        regs: 0,
        blocks: 0,
        branches: 0,
        inputs: 0,
    };
    writer.input();
    writer.statements(0);
    writer.statements(0);
    writer.branch(0);
    let way = writer.load(WAY);
    writer.line(&format!("return %{way}"));
    format!(
        "module \"m\" target 64 \"x86_64\"
        global @g0 \"variables\" size {} align 4 = zero
        global @g1 \"name\" size 1 align 1 = zero
        declare @f0 \"__VERIFIER_nondet_uchar\"() -> (i8)
        declare @f1 \"klee_make_symbolic\"(%0: ptr, %1: i64, %2: ptr)
        define @f2 \"main\"() -> (i32) {{\nb0:\n{}}}",
        (VARIABLES + 1) * 4,
        numbered(&writer.text),
    )
}
