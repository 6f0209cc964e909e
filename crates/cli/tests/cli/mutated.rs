//! Damaged bitcode through the whole program: whatever still loads is run as well. The crate `llvm`
//! tests loading alone with many more files.

use crate::support::{Folder, fixture};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

const MUTANTS: u64 = 200;
const THREADS: usize = 2;

/// Xorshift; a seed of its own for every mutant, so that each can be made again alone.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x2545_F491_4F6C_DD1D) ^ 0x1234_5678_9ABC_DEF1);
        random.below(2);
        random
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Few changes in the blocks after the header: many of the results still load.
fn mutate(mut bytes: Vec<u8>, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    for _ in 0..=random.below(2) {
        let at = 300 + random.below(bytes.len() - 300);
        match random.below(3) {
            0 => bytes[at] = random.below(256) as u8,
            _ => bytes[at] ^= 1 << random.below(8),
        }
    }
    bytes
}

#[test]
fn mutated_bitcode_ends_with_a_verdict() {
    let folder = Folder::new();
    let originals: Vec<Vec<u8>> = ["llvm14.bc", "llvm14-unoptimised.bc"]
        .iter()
        .map(|name| std::fs::read(fixture(name)).unwrap())
        .collect();
    let next = AtomicU64::new(0);
    let ran = AtomicU64::new(0);
    let work = |thread: usize| {
        let own = folder.path().join(format!("mutant-{thread}.bc"));
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= MUTANTS {
                return;
            }
            let original = &originals[seed as usize % originals.len()];
            std::fs::write(&own, mutate(original.clone(), seed)).unwrap();
            let code = run_mutant(&folder, &own, seed);
            ran.fetch_add(u64::from(code != 2), Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let work = &work;
            scope.spawn(move || work(thread));
        }
    });
    let ran = ran.into_inner();
    assert!(ran > MUTANTS / 10, "the mutations are too strong: only {ran} ran");
    assert!(ran < MUTANTS * 9 / 10, "the mutations are too weak: {ran} ran");
}

fn run_mutant(folder: &Folder, file: &Path, seed: u64) -> i32 {
    let file = file.to_str().unwrap();
    let output = format!("{file}.out");
    let run = folder.dunlin([
        "run",
        file,
        "--max-instructions",
        "100000",
        "--max-memory",
        "2G",
        "--program-output",
        "discard",
        "--output",
        &output,
    ]);
    let code = run.code();
    let (Some(0..=3), Some(code)) = (code, code) else {
        panic!("seed {seed}: exit code {code:?}\n{}", run.stderr())
    };
    assert!(run.stderr().contains("dunlin: "), "seed {seed} says nothing");
    code
}
