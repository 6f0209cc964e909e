//! The seeds of `--seeds`: `.ktest` files and folders of them.

use crate::inputs::inputs_of;
use dunlin_exec::Seed;
use dunlin_report::TestCase;
use std::path::{Path, PathBuf};

/// Reads all seeds, in the order of the arguments, those of a folder by file name. The error is for a
/// person.
pub fn read(paths: &[PathBuf]) -> Result<Vec<Seed>, String> {
    let mut seeds = Vec::new();
    for path in paths {
        let cannot = |error| format!("cannot read the seeds in {}: {error}", path.display());
        if !path.is_dir() {
            seeds.push(read_one(path)?);
            continue;
        }
        let mut files = Vec::new();
        for entry in std::fs::read_dir(path).map_err(cannot)? {
            let file = entry.map_err(cannot)?.path();
            if file.extension().is_some_and(|extension| extension == "ktest") {
                files.push(file);
            }
        }
        if files.is_empty() {
            return Err(format!("no seeds: {} has no .ktest files", path.display()));
        }
        files.sort();
        for file in files {
            seeds.push(read_one(&file)?);
        }
    }
    Ok(seeds)
}

fn read_one(path: &Path) -> Result<Seed, String> {
    let cannot = |error: String| format!("cannot read the seed {}: {error}", path.display());
    let bytes = std::fs::read(path).map_err(|error| cannot(error.to_string()))?;
    let test = TestCase::read(&bytes).map_err(|error| cannot(error.to_string()))?;
    Ok(Seed { name: path.display().to_string(), inputs: inputs_of(&test) })
}
