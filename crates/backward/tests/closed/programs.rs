//! Random programs: a main function with branches and loops, and one that it calls, and that calls itself. They compute in three variables,
//! and are executed here as well, on random inputs.

use super::Edge;
use dunlin_ir::cfg::EdgeId;
use dunlin_ir::{BlockId, FuncId};
use std::collections::BTreeSet;
use std::fmt::Write;

const VARIABLES: u64 = 3;
/// Blocks that an execution may go through.
const LONGEST: usize = 60;
/// As the text names them.
const MAIN: u32 = 2;
const CALLEE: u32 = 3;

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

enum Statement {
    /// One of four numbers.
    Input(u64),
    Set(u64, u32),
    Add(u64, u32),
    Copy(u64, u64),
    Call,
    Target,
}

enum End {
    Jump(usize),
    /// Whether a variable is less than a number, or equal to it.
    Branch {
        variable: u64,
        less: bool,
        number: u32,
        to: [usize; 2],
    },
    Return,
}

struct Block {
    statements: Vec<Statement>,
    end: End,
}

pub struct Program {
    main: Vec<Block>,
    callee: Vec<Block>,
}

fn statement(random: &mut Random, in_main: bool) -> Statement {
    let variable = random.below(VARIABLES);
    match random.below(6) {
        0 | 1 => Statement::Input(variable),
        2 => Statement::Set(variable, random.below(4) as u32),
        3 => Statement::Add(variable, 1 + random.below(2) as u32),
        4 if in_main || random.below(2) == 0 => Statement::Call,
        _ => Statement::Copy(variable, random.below(VARIABLES)),
    }
}

/// Block 0 is not branched to.
fn blocks(random: &mut Random, count: usize, in_main: bool) -> Vec<Block> {
    let other = |random: &mut Random| 1 + random.below(count as u64 - 1) as usize;
    let block = |number: usize| {
        let statements = (0..random.below(3)).map(|_| statement(random, in_main)).collect();
        let end = match random.below(8) {
            _ if number + 1 == count => End::Return,
            0 | 1 => End::Jump(number + 1),
            _ => End::Branch {
                variable: random.below(VARIABLES),
                less: random.below(2) == 0,
                number: random.below(5) as u32,
                to: [number + 1, other(random)],
            },
        };
        Block { statements, end }
    };
    (0..count).map(block).collect()
}

impl Program {
    pub fn new(random: &mut Random) -> Program {
        let mut main = blocks(random, 8, true);
        let mut callee = blocks(random, 4, false);
        let place = match random.below(4) {
            0 => &mut callee[2],
            _ => &mut main[6],
        };
        place.statements.insert(0, Statement::Target);
        Program { main, callee }
    }

    pub fn text(&self) -> String {
        let mut text = format!("global @g0 \"v\" size {} align 4 = zero\n", VARIABLES * 4);
        write_function(&mut text, MAIN, "main", &self.main);
        write_function(&mut text, CALLEE, "callee", &self.callee);
        text
    }

    /// The edges that an execution has taken when it gets to the target, if it does.
    pub fn run(&self, random: &mut Random) -> Option<BTreeSet<Edge>> {
        let mut run = Run { random, variables: [0; 3], taken: BTreeSet::new(), left: LONGEST };
        match run.function(self, MAIN) {
            Left::AtTarget => Some(run.taken),
            Left::Returned | Left::Stopped => None,
        }
    }
}

enum Left {
    Returned,
    AtTarget,
    Stopped,
}

struct Run<'r> {
    random: &'r mut Random,
    variables: [u32; VARIABLES as usize],
    taken: BTreeSet<Edge>,
    left: usize,
}

impl Run<'_> {
    fn function(&mut self, program: &Program, func: u32) -> Left {
        let blocks = if func == MAIN { &program.main } else { &program.callee };
        let mut at = 0;
        loop {
            if self.left == 0 {
                return Left::Stopped;
            }
            self.left -= 1;
            for statement in &blocks[at].statements {
                match *statement {
                    Statement::Input(to) => {
                        self.variables[to as usize] = self.random.below(4) as u32;
                    }
                    Statement::Set(to, number) => self.variables[to as usize] = number,
                    Statement::Add(to, number) => self.variables[to as usize] += number,
                    Statement::Copy(to, from) => {
                        self.variables[to as usize] = self.variables[from as usize];
                    }
                    Statement::Call => match self.function(program, CALLEE) {
                        Left::Returned => {}
                        left => return left,
                    },
                    Statement::Target => return Left::AtTarget,
                }
            }
            at = match blocks[at].end {
                End::Jump(to) => to,
                End::Return => return Left::Returned,
                End::Branch { variable, less, number, to } => {
                    let value = self.variables[variable as usize];
                    let holds = if less { value < number } else { value == number };
                    let edge = EdgeId { from: BlockId(at as u32), index: u32::from(!holds) };
                    self.taken.insert((FuncId(func), edge));
                    to[usize::from(!holds)]
                }
            };
        }
    }
}

fn write_function(text: &mut String, func: u32, name: &str, blocks: &[Block]) {
    let mut line = |line: String| writeln!(text, "{line}").expect("text grows");
    line(format!("define @f{func} \"{name}\"() -> (i32) {{"));
    let mut regs = 0;
    let mut reg = || {
        regs += 1;
        regs - 1
    };
    for (number, block) in blocks.iter().enumerate() {
        line(format!("b{number}:"));
        for statement in &block.statements {
            let to = match *statement {
                Statement::Target => {
                    line("call @f1(i32 0)".to_string());
                    continue;
                }
                Statement::Call => {
                    let result = reg();
                    line(format!("%{result}: i32 = call @f{CALLEE}()"));
                    continue;
                }
                Statement::Input(to)
                | Statement::Set(to, _)
                | Statement::Add(to, _)
                | Statement::Copy(to, _) => to,
            };
            let value = match *statement {
                Statement::Input(_) => {
                    let (whole, value) = (reg(), reg());
                    line(format!("%{whole}: i32 = call @f0()"));
                    line(format!("%{value}: i32 = and %{whole}, 3"));
                    format!("%{value}")
                }
                Statement::Set(_, value) => value.to_string(),
                _ => {
                    let from = if let Statement::Copy(_, from) = *statement { from } else { to };
                    let (place, value, sum) = (reg(), reg(), reg());
                    line(format!("%{place}: ptr = ptradd @g0, {}", from * 4));
                    line(format!("%{value}: i32 = load %{place} align 4"));
                    let number =
                        if let Statement::Add(_, number) = *statement { number } else { 0 };
                    line(format!("%{sum}: i32 = add %{value}, {number}"));
                    format!("%{sum}")
                }
            };
            let place = reg();
            line(format!("%{place}: ptr = ptradd @g0, {}", to * 4));
            line(format!("store i32 {value} to %{place} align 4"));
        }
        match block.end {
            End::Jump(to) => line(format!("jump b{to}")),
            End::Return => line("return 0".to_string()),
            End::Branch { variable, less, number, to: [yes, no] } => {
                let (place, value, condition) = (reg(), reg(), reg());
                let op = if less { "ult" } else { "eq" };
                line(format!("%{place}: ptr = ptradd @g0, {}", variable * 4));
                line(format!("%{value}: i32 = load %{place} align 4"));
                line(format!("%{condition}: i1 = cmp {op} i32 %{value}, {number}"));
                line(format!("branch %{condition}, b{yes}, b{no}"));
            }
        }
    }
    line("}".to_string());
}
