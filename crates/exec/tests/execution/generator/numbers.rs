//! Random numbers.

use dunlin_ir::Bits;

/// A small random number generator; the same seed gives the same program.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1)
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// Corner cases half of the time.
    pub fn bits(&mut self, width: u32) -> Bits {
        let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.word()).collect();
        match self.below(8) {
            0 => Bits::from_u64(width, 0),
            1 => Bits::from_u64(width, 1),
            2 => Bits::new(width, &vec![u64::MAX; words.len()]),
            3 => Bits::from_u64(width, self.below(20) as u64),
            _ => Bits::new(width, &words),
        }
    }

    pub fn width(&mut self) -> u32 {
        match self.below(4) {
            0 => 1 + self.below(200) as u32,
            1 => 1 + self.below(64) as u32,
            _ => self.pick(&[1, 8, 16, 32, 32, 64, 64, 128]),
        }
    }
}
