//! Programs and tests for replays.

use dunlin_load::{LoadOptions, Loaded, load_unprotected};
use dunlin_replay::{NativeRun, ReplayOptions, Replayer};

/// A `.ktest` file with these objects.
pub fn ktest(objects: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = b"KTEST".to_vec();
    let number = |bytes: &mut Vec<u8>, value: usize| {
        bytes.extend_from_slice(&u32::try_from(value).unwrap().to_be_bytes());
    };
    number(&mut bytes, 3);
    number(&mut bytes, 1);
    number(&mut bytes, 3);
    bytes.extend_from_slice(b"a.c");
    number(&mut bytes, 0);
    number(&mut bytes, 0);
    number(&mut bytes, objects.len());
    for (name, content) in objects {
        number(&mut bytes, name.len());
        bytes.extend_from_slice(name.as_bytes());
        number(&mut bytes, content.len());
        bytes.extend_from_slice(content);
    }
    bytes
}

/// A `.ktest` file with ints.
pub fn ints(values: &[i32]) -> Vec<u8> {
    let bytes: Vec<[u8; 4]> = values.iter().map(|value| value.to_le_bytes()).collect();
    let objects: Vec<(&str, &[u8])> = bytes.iter().map(|bytes| ("x", &bytes[..])).collect();
    ktest(&objects)
}

pub struct Program {
    pub replayer: Replayer,
    pub load: LoadOptions,
    pub loaded: Loaded,
    _folder: tempfile::TempDir,
}

/// A program from C, built with what `change` makes of the options. Sources are named `a.c` in a
/// folder of their own.
pub fn program_with(
    source: &str,
    change: impl FnOnce(&mut LoadOptions, &mut ReplayOptions),
) -> Program {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.c");
    std::fs::write(&path, source).unwrap();
    let mut load = LoadOptions::new([path]);
    let mut options = ReplayOptions::default();
    change(&mut load, &mut options);
    let loaded = load_unprotected(&load).unwrap_or_else(|e| panic!("{e}"));
    let replayer = Replayer::build_unprotected(&loaded.linked, options);
    let replayer = replayer.unwrap_or_else(|e| panic!("{e}"));
    Program { replayer, load, loaded, _folder: folder }
}

pub fn program(source: &str) -> Program {
    program_with(source, |_, _| {})
}

impl Program {
    pub fn run(&self, test: &[u8]) -> NativeRun {
        self.replayer.run_bytes(test, &[]).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The trace as text: function, number and outcome of each step.
    pub fn trace(&self, run: &NativeRun) -> Vec<String> {
        let name = |function: u32| &self.replayer.functions()[function as usize];
        let steps = run.trace.iter();
        steps
            .map(|step| format!("{} {} {}", name(step.function), step.index, step.outcome))
            .collect()
    }
}
