//! What must hold after a command was disturbed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use dunlin_report::TestCase;
use serde_json::Value;

use super::jobs::{self, Claims, Job, OUT};

/// How long what was started may go on after the command itself has ended, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(10);

/// The files below a folder with their contents, but for the folder of results.
pub fn files_of(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next)? {
            let path = entry?.path();
            if path == folder.join(OUT) {
                continue;
            }
            if path.is_dir() {
                files.insert(path.clone(), Vec::new());
                folders.push(path);
            } else {
                files.insert(path.clone(), fs::read(&path)?);
            }
        }
    }
    Ok(files)
}

/// No process that carries the name of the round's folder goes on, and no temporary file is left.
pub fn nothing_is_left(mark: &str, temporary: &Path) -> Result<()> {
    let started = Instant::now();
    loop {
        let processes = processes_with(mark);
        let entries: Vec<_> = fs::read_dir(temporary)?.flatten().map(|e| e.file_name()).collect();
        if processes.is_empty() && entries.is_empty() {
            return Ok(());
        }
        if started.elapsed() > PATIENCE {
            bail!("left behind: processes {processes:?}, temporary files {entries:?}");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn processes_with(mark: &str) -> Vec<String> {
    let numbers = fs::read_dir("/proc").into_iter().flatten().flatten();
    let found = numbers.filter_map(|entry| {
        let name = entry.file_name().to_str()?.parse::<u32>().ok()?;
        let has = |file: &str| {
            let bytes = fs::read(entry.path().join(file)).unwrap_or_default();
            String::from_utf8_lossy(&bytes).replace('\0', " ")
        };
        let command = has("cmdline");
        let ours = command.contains(mark) || has("environ").contains(mark);
        // What has ended and was not waited for has neither.
        (ours && name != std::process::id()).then(|| format!("{name}: {command}"))
    });
    found.collect()
}

/// Whatever is in the folder of results is whole, or says that it is not; gives the claims.
pub fn results(out: &Path, job: &Job, killed: bool) -> Result<Option<Claims>> {
    for name in ["errors.sarif", "triaged.sarif"] {
        let path = out.join(name);
        if path.exists() {
            serde_json::from_slice::<Value>(&fs::read(path)?)
                .with_context(|| format!("{name} is not whole"))?;
        }
    }
    let lcov = out.join("coverage.lcov");
    if lcov.exists() {
        let text = fs::read_to_string(lcov)?;
        ensure!(text.is_empty() || text.ends_with("end_of_record\n"), "coverage.lcov is not whole");
    }
    // Who was killed may leave half a test, which every reader refuses; nobody else does.
    for entry in fs::read_dir(out.join("tests")).into_iter().flatten() {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "ktest") && !killed {
            is_test(&path)?;
        }
    }
    let Some(summary) = jobs::summary(out)? else { return Ok(None) };
    let claims = Claims::of(&summary)?;
    let unknown: Vec<_> = claims.said.difference(&job.claims.said).collect();
    ensure!(unknown.is_empty(), "it claims what is not so: {unknown:?}");
    if claims.complete {
        ensure!(claims == job.claims, "it claims to be complete, with {:?}", claims.said);
    }
    for list in ["errors", "targets"] {
        for entry in summary[list].as_array().into_iter().flatten() {
            if let Some(test) = entry["test"].as_str() {
                is_test(&out.join(test))?;
            }
        }
    }
    Ok(Some(claims))
}

fn is_test(path: &Path) -> Result<()> {
    let bytes = fs::read(path).with_context(|| format!("{}", path.display()))?;
    match TestCase::read(&bytes) {
        Ok(_) => Ok(()),
        Err(error) => bail!("{} is not whole: {error:?}", path.display()),
    }
}
