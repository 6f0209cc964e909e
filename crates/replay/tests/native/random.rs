//! Random programs: instrumented and in the sandbox, they do what they do otherwise.

use crate::support::ints;
use dunlin_load::{LoadOptions, Loaded, load_unprotected};
use dunlin_replay::{NativeEnd, ReplayOptions, Replayer};
use dunlin_sandbox::{Isolation, Sandbox};
use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Output};

/// Seeds of programs that end soon.
const SEEDS: [u64; 6] = [8, 9, 10, 11, 12, 13];
const CLANG_ARGS: [&str; 3] = ["-w", "-I", "/usr/include/csmith"];

fn output(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// What the program prints when clang alone has compiled it.
fn expected(source: &Path, folder: &Path) -> Vec<u8> {
    let executable = folder.join("plain");
    let mut clang = Command::new("clang-19");
    output(clang.args(CLANG_ARGS).arg("-O0").arg(source).arg("-o").arg(&executable));
    output(&mut Command::new(executable)).stdout
}

#[test]
fn random_programs_print_the_same() {
    let sandboxes: Vec<Sandbox> =
        Isolation::ALL.into_iter().filter_map(|isolation| Sandbox::with(isolation).ok()).collect();
    for seed in SEEDS {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("a.c");
        let mut csmith = Command::new("csmith");
        // It leaves a file where it runs.
        csmith.current_dir(folder.path());
        csmith.args(["--max-funcs", "4", "--max-block-depth", "3", "--seed", &seed.to_string()]);
        std::fs::write(&source, output(&mut csmith).stdout).unwrap();
        let expected = expected(&source, folder.path());
        let mut load = LoadOptions::new([source]);
        load.clang_args = CLANG_ARGS.map(String::from).to_vec();
        load.optimize = seed % 2 == 1;
        let sandbox = Some(sandboxes[seed as usize % sandboxes.len()]);
        load.checks.overflow = seed % 3 == 0 && !load.optimize;
        let options = ReplayOptions { sandbox, ..ReplayOptions::default() };
        let Loaded { module, linked } = load_unprotected(&load).unwrap();
        let replayer = Replayer::build_unprotected(&linked, options).unwrap();
        let run = replayer.run_bytes(&ints(&[]), &[]).unwrap();
        assert_eq!(run.end, NativeEnd::Exit(0), "seed {seed}");
        assert_eq!(run.stdout, expected, "seed {seed}");
        // Every step is a numbered transfer of the lowered module, with an edge for its outcome.
        let steps: HashSet<_> =
            run.trace.iter().map(|s| (s.function, s.index, s.outcome)).collect();
        assert!(!steps.is_empty());
        for (function, index, outcome) in steps {
            let name = &replayer.functions()[function as usize];
            let func = &module.funcs[module.find_func(name).unwrap().index()];
            let mut blocks = func.blocks.iter().filter(|block| block.branch == Some(index));
            let edges = blocks.next().expect("a block of this number").term.edges().len();
            assert!((outcome as usize) < edges, "seed {seed}");
        }
    }
}
