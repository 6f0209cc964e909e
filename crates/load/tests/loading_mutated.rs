//! A thousand damaged bitcode files: whatever LLVM does with them, the caller gets a module or a
//! clear message, and soon.

mod support;

use dunlin_load::{LoadError, LoadOptions, Stage};
use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use support::{Folder, load};

const MUTANTS: u64 = 1_000;
const THREADS: usize = 2;
const TIME_LIMIT: Duration = Duration::from_secs(10);

const PROGRAMS: [(&str, &[&str]); 4] = [
    ("int main(void) { return 0; }\n", &[]),
    (
        "struct list { struct list *next; int values[4]; };\n\
         static struct list last = {0, {1, 2, 3, 4}};\nstruct list first = {&last, {5}};\n\
         static int sum(struct list *l) { int s = 0; for (; l; l = l->next)\n\
         for (int i = 0; i < 4; i++) s += l->values[i]; return s; }\n\
         int main(void) { return sum(&first); }\n",
        &["-g"],
    ),
    (
        "double table[3] = {1.5, 2.5, 3.5};\nint pick(int n) { switch (n) { case 0: return 3;\n\
         case 7: return 4; case 9: return 5; default: return (int)table[n % 3]; } }\n\
         int main(int argc, char **argv) { return pick(argc) + argv[0][0]; }\n",
        &["-O2"],
    ),
    (
        "#include <stdarg.h>\nlong double x = 1;\nunsigned _BitInt(100) wide;\n\
         int add(int n, ...) { va_list l; va_start(l, n); int s = 0;\n\
         while (n-- > 0) s += va_arg(l, int); va_end(l); return s; }\n\
         int main(void) { x *= 2; wide *= 3; return add(2, 3, 4); }\n",
        &["-m32", "-g", "-O1"],
    ),
];

/// SplitMix64: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

fn mutate(mut bytes: Vec<u8>, seed: u64) -> Vec<u8> {
    let mut random = Random(seed);
    match random.below(5) {
        0 => {
            for _ in 0..=random.below(4) {
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
        }
        1 => {
            for _ in 0..=random.below(16) {
                let at = random.below(bytes.len());
                bytes[at] = random.next() as u8;
            }
        }
        2 => bytes.truncate(random.below(bytes.len()).max(1)),
        3 => {
            let from = random.below(bytes.len());
            let length = random.below(bytes.len() - from) + 1;
            let chunk = bytes[from..from + length.min(512)].to_vec();
            let at = random.below(bytes.len());
            bytes.splice(at..at, chunk);
        }
        _ => {
            let from = random.below(bytes.len());
            for byte in &mut bytes[from..] {
                *byte = random.next() as u8;
            }
        }
    }
    bytes
}

/// Without the names of scratch folders in the result, so that every run has the same mutants.
fn compile(folder: &Folder, text: &str, flags: &[&str]) -> Vec<u8> {
    folder.write("original.c", text);
    let mut command = Command::new("clang-19");
    command.current_dir(folder.path()).args(["-c", "-emit-llvm", "-fdebug-compilation-dir=."]);
    let status = command.args(flags).args(["original.c", "-o", "original.bc"]).status().unwrap();
    assert!(status.success());
    fs::read(folder.path().join("original.bc")).unwrap()
}

#[derive(Default)]
struct Counts {
    loaded: AtomicU64,
    refused: AtomicU64,
    crashed: AtomicU64,
}

/// LLVM's own code may crash or loop on a damaged module; ours may not, once LLVM's verifier has
/// accepted it.
fn classify<'a>(error: &LoadError, counts: &'a Counts, seed: u64) -> &'a AtomicU64 {
    match error {
        LoadError::Crashed { stage, .. }
        | LoadError::TooDeep { stage }
        | LoadError::TimedOut { stage, .. } => {
            let foreign = matches!(stage, Stage::Read(_) | Stage::Verify(_));
            assert!(foreign, "seed {seed}: {error}");
            &counts.crashed
        }
        _ => &counts.refused,
    }
}

#[test]
fn mutated_bitcode_never_does_harm() {
    let folder = Folder::new();
    let originals: Vec<Vec<u8>> =
        PROGRAMS.iter().map(|(text, flags)| compile(&folder, text, flags)).collect();
    let counts = Counts::default();
    let next = AtomicU64::new(0);
    let work = |name: String| {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= MUTANTS {
                return;
            }
            let original = originals[(seed % originals.len() as u64) as usize].clone();
            let path = folder.write(&name, mutate(original, seed));
            let mut options = LoadOptions::new([path]);
            options.limits.time = TIME_LIMIT;
            let counter = match load(&options) {
                Ok(_) => &counts.loaded,
                Err(error) => {
                    assert!(!error.is_internal(), "seed {seed}: {error}");
                    classify(&error, &counts, seed)
                }
            };
            counter.fetch_add(1, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let work = &work;
            scope.spawn(move || work(format!("mutant-{thread}.bc")));
        }
    });
    let Counts { loaded, refused, crashed } = counts;
    let [loaded, refused, crashed] = [loaded, refused, crashed].map(AtomicU64::into_inner);
    println!("{loaded} loaded, {refused} refused, {crashed} crashed LLVM");
    assert_eq!(loaded + refused + crashed, MUTANTS);
    // The mutations would be too weak or too strong otherwise.
    assert!(loaded > 0 && refused > MUTANTS / 4);
}
