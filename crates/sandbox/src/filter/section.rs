//! From questions about the arguments of a system call to code of the kernel's classic BPF.
//!
//! A [`Section`] is code for one table of system calls, to which one call after the other is added. The
//! number of the call is loaded at the beginning and stays so: what loads an argument answers, too.

use crate::calls::Call;
use libc::sock_filter;

/// Where the kernel puts what a filter looks at.
pub const OFFSET_NUMBER: u32 = 0;
pub const OFFSET_ARCH: u32 = 4;
pub const OFFSET_ARGUMENTS: u32 = 16;

pub const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
pub const IF_EQUAL: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
pub const IF_BITS: u32 = libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K;
pub const IF_AT_LEAST: u32 = libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K;
pub const IF_GREATER: u32 = libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K;
pub const AND: u32 = libc::BPF_ALU | libc::BPF_AND | libc::BPF_K;
pub const ANSWER: u32 = libc::BPF_RET | libc::BPF_K;

pub fn instruction(code: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code: code as u16, jt, jf, k }
}

/// Which half of which argument. Where an argument is a number of 32 bits, the kernel looks at no more.
#[derive(Clone, Copy)]
pub enum Half {
    Low(u32),
    High(u32),
}

pub use Half::{High, Low};

/// What is asked of one half of an argument.
#[derive(Clone, Copy)]
pub enum Question {
    Is(u32),
    IsNot(u32),
    IsOtherProcess,
    /// Has any of these.
    HasBits(u32),
    /// Of these bits it has exactly some.
    HasOf {
        all: u32,
        of: u32,
    },
}

pub use Question::{HasBits, HasOf, Is, IsNot, IsOtherProcess};

/// If all of this is so, then this answer.
pub struct Case {
    when: Vec<(Half, Question)>,
    answer: u32,
}

pub fn case<const N: usize>(when: [(Half, Question); N], answer: u32) -> Case {
    Case { when: when.to_vec(), answer }
}

/// The number of a call in a table.
pub type Number = fn(&Call) -> Option<u32>;

/// The part for one table of system calls.
pub struct Section {
    pub number: Number,
    pub code: Vec<sock_filter>,
    pub own_process: Vec<usize>,
}

impl Section {
    pub fn push(&mut self, code: u32, k: u32, jt: u8, jf: u8) {
        self.code.push(instruction(code, k, jt, jf));
    }

    pub fn always(&mut self, call: &Call, answer: u32) {
        self.depends(call, &[], answer);
    }

    /// The first case that holds decides, else `otherwise`.
    pub fn depends(&mut self, call: &Call, cases: &[Case], otherwise: u32) {
        let Some(number) = (self.number)(call) else { return };
        let start = self.code.len();
        self.push(IF_EQUAL, number, 0, 0);
        for Case { when, answer } in cases {
            let jumps: Vec<usize> =
                when.iter().map(|&(half, question)| self.unless(half, question)).collect();
            self.push(ANSWER, *answer, 0, 0);
            for jump in jumps {
                self.jump_here(jump);
            }
        }
        self.push(ANSWER, otherwise, 0, 0);
        self.jump_here(start);
    }

    /// Goes on if the answer is yes; gives the jump that is taken otherwise, whose end is not known yet.
    fn unless(&mut self, half: Half, question: Question) -> usize {
        let offset = match half {
            Low(argument) => 8 * argument,
            High(argument) => 8 * argument + 4,
        };
        self.push(LOAD, OFFSET_ARGUMENTS + offset, 0, 0);
        // A jump whose first distance is not 0 is taken if the comparison holds.
        let (compare, k, if_it_holds) = match question {
            Is(value) => (IF_EQUAL, value, false),
            IsNot(value) => (IF_EQUAL, value, true),
            IsOtherProcess => (IF_EQUAL, 0, true),
            HasBits(bits) => (IF_BITS, bits, false),
            HasOf { all, of } => {
                self.push(AND, of, 0, 0);
                (IF_EQUAL, all, false)
            }
        };
        let jump = self.code.len();
        if let IsOtherProcess = question {
            self.own_process.push(jump);
        }
        self.push(compare, k, u8::from(if_it_holds), 0);
        jump
    }

    /// Makes a jump lead to what comes next.
    fn jump_here(&mut self, jump: usize) {
        let distance = self.code.len() - jump - 1;
        let distance = u8::try_from(distance).expect("the cases of a call are few");
        let instruction = &mut self.code[jump];
        match instruction.jt {
            0 => instruction.jf = distance,
            _ => instruction.jt = distance,
        }
    }
}
