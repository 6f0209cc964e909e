//! What to load and how: a plain struct that the command line fills and the loader child receives.

use dunlin_llvm::TargetProbe;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// The options of one load. They travel to the loader child as they are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoadOptions {
    /// C sources, LLVM assembly, bitcode, objects, executables and archives, in any mix.
    pub inputs: Vec<PathBuf>,
    /// Handed to clang for every C input, after Dunlin's own flags, so that these win.
    pub clang_args: Vec<String>,
    /// The clang to use; without it `clang-19`, then `clang` if that is version 19.
    pub clang: Option<PathBuf>,
    /// What the compiler may read beside what the other options name: see [`crate::access`].
    pub allow_read: Vec<PathBuf>,
    /// Run LLVM's `-O2` pipeline on the linked program.
    pub optimize: bool,
    /// The function where execution starts.
    pub entry: String,
    /// Keep locals whose address is not taken in registers.
    pub promote: bool,
    pub checks: SourceChecks,
    /// Leave out whatever optimises, also in clang: the program has the lines that its sources have.
    pub unoptimised: bool,
    /// Places that call [`dunlin_llvm::TARGET_HOOK`] with their number here. They are marked before anything is
    /// optimised: a line of optimised code may be executed though the line of the source is not.
    pub marks: Vec<TargetProbe>,
    pub limits: LoadLimits,
}

/// Which checks of the engine are on that C must be compiled for: what clang folds, and what only the
/// source shows, is lost otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SourceChecks {
    pub overflow: bool,
    pub shift: bool,
}

/// What the loader child may use before it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoadLimits {
    pub time: Duration,
    /// Address space of the child and of each clang that it starts.
    pub memory_bytes: u64,
}

impl Default for LoadLimits {
    fn default() -> Self {
        LoadLimits { time: Duration::from_secs(60), memory_bytes: 8 << 30 }
    }
}

impl LoadOptions {
    /// Whether LLVM's passes change the program.
    pub fn is_optimising(&self) -> bool {
        self.optimize || self.clang_level().is_some()
    }

    /// The pipeline of the optimisation that clang is asked for, if any.
    pub(crate) fn clang_level(&self) -> Option<&'static str> {
        let level = self.clang_args.iter().rev().find_map(|arg| arg.strip_prefix("-O"))?;
        match level {
            "0" => None,
            "" | "1" | "g" => Some("default<O1>"),
            "s" => Some("default<Os>"),
            "z" => Some("default<Oz>"),
            "2" => Some("default<O2>"),
            _ => Some("default<O3>"),
        }
    }

    /// Whether nothing at all optimises what is compiled here.
    pub(crate) fn is_unoptimised(&self) -> bool {
        !self.optimize && self.clang_level().is_none()
    }

    /// The options of a plain `dunlin run INPUTS`.
    pub fn new<P: Into<PathBuf>>(inputs: impl IntoIterator<Item = P>) -> Self {
        LoadOptions {
            inputs: inputs.into_iter().map(Into::into).collect(),
            clang_args: Vec::new(),
            clang: None,
            allow_read: Vec::new(),
            optimize: false,
            entry: "main".to_owned(),
            promote: true,
            checks: SourceChecks::default(),
            unoptimised: false,
            marks: Vec::new(),
            limits: LoadLimits::default(),
        }
    }
}
