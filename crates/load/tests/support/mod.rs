//! What the tests of loading share: a scratch folder and the loader child.

use dunlin_ir::Module;
use dunlin_load::{LoadError, LoadOptions, load_with};
use std::fs;
use std::path::{Path, PathBuf};

/// A test executable is no loader child, so another executable serves as one.
pub const LOADER: &str = env!("CARGO_BIN_EXE_dunlin-load");

pub fn load(options: &LoadOptions) -> Result<Module, LoadError> {
    load_with(options, Path::new(LOADER)).map(|loaded| loaded.module)
}

/// A folder that disappears with the value.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }
}
