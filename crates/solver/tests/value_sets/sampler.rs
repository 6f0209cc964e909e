//! Random sets and steps from a fixed seed. Small numbers, ends of the circle and powers of two are
//! preferred, since that is where rules change.

use dunlin_solver::value_set::{Interval, Step, ValueSet};
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

pub struct Sampler(TestRng);

pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

impl Sampler {
    pub fn new(seed: u8) -> Sampler {
        Sampler(TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]))
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }

    pub fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    pub fn value(&mut self, width: u32) -> u64 {
        let any = self.0.next_u64();
        let value = match self.below(5) {
            0 => any % 12,
            1 => (any % 8).wrapping_neg(),
            2 => 1 << (any % u64::from(width)),
            3 => (1u64 << (any % u64::from(width))).wrapping_sub(1),
            _ => any,
        };
        value & mask(width)
    }

    pub fn interval(&mut self, width: u32) -> Interval {
        let start = self.value(width);
        let stride = match self.below(3) {
            0 => 1,
            1 => self.below(12) + 1,
            _ => self.value(width).max(1),
        } & mask(width);
        let stride = stride.max(1);
        let most = mask(width) / stride;
        let steps = match self.below(4) {
            0 => most,
            1 => self.below(4),
            2 => self.below(40),
            _ => self.0.next_u64(),
        };
        Interval::new(width, start, stride, steps.min(most))
    }

    pub fn set(&mut self, width: u32) -> ValueSet {
        if self.below(12) == 0 {
            return ValueSet::full(width);
        }
        let mut set = ValueSet::from_interval(width, self.interval(width));
        for _ in 0..self.below(3) {
            let more = ValueSet::from_interval(width, self.interval(width));
            set = set.union(&more).unwrap_or(set);
        }
        set
    }

    pub fn step(&mut self, width: u32) -> Step {
        let k = self.value(width);
        match self.below(20) {
            0 => Step::Add(k),
            1 => Step::SubtractFrom(k),
            2 => Step::Negate,
            3 => Step::Not,
            4 | 5 => Step::Multiply(k),
            6 => Step::UnsignedDivide(k),
            7 | 8 => Step::UnsignedRemainder(k),
            9 => Step::SignedDivide(k),
            10 => Step::SignedRemainder(k),
            11 | 12 => Step::And(k & self.value(width)),
            13 => Step::Or(k),
            14 => Step::Xor(k),
            15 => Step::ShiftLeft(self.below(u64::from(width) + 1)),
            16 if self.flip() => Step::LogicalShiftRight(self.below(u64::from(width) + 1)),
            16 => Step::ArithmeticShiftRight(self.below(u64::from(width) + 1)),
            17 => {
                let lo = self.below(width.into()) as u32;
                let hi = lo + self.below((width - lo).into()) as u32;
                Step::Extract { hi, lo }
            }
            18 => {
                let to = (width + self.below(5) as u32).min(64);
                if self.flip() { Step::ZeroExtend(to) } else { Step::SignExtend(to) }
            }
            _ if width > 60 => Step::Constant { value: k & 7, width: 3 },
            _ => {
                let value = k & 3;
                let above = Step::PutAbove { value, width: 2 };
                if self.flip() { above } else { Step::PutBelow { value, width: 2 } }
            }
        }
    }
}
