//! Where in the program a finding is, or why it is nowhere there.

use dunlin_ir::{Module, SourceFile};
use dunlin_report::{Finding, TriageVerdict, Triaged};
use dunlin_target::place::{Place, PlaceError, Regions, Spec, resolve};
use std::path::{Component, Path};

/// The place of a finding; or its answer, if it has none.
pub fn place_of(
    module: &Module,
    finding: &Finding,
    regions: Regions<'_>,
) -> Result<Place, Triaged> {
    let settled = |verdict, reason: String| Triaged {
        verdict,
        reason,
        test: None,
        confirmed: false,
        line: None,
    };
    let Some(file) = &finding.file else {
        return Err(settled(TriageVerdict::NoLine, "the report names no file for it".into()));
    };
    let Some(line) = finding.line else {
        return Err(settled(TriageVerdict::NoLine, "the report names no line for it".into()));
    };
    find(module, file, line, regions).map_err(|error| match error {
        PlaceError::UnknownFile { .. } => {
            let reason = "no code of the program comes from this file";
            settled(TriageVerdict::Outside, reason.into())
        }
        PlaceError::AmbiguousFile { candidates, .. } => {
            let reason = format!("the file may be any of {}", candidates.join(", "));
            settled(TriageVerdict::Outside, reason)
        }
        other => settled(TriageVerdict::NoCode, other.to_string()),
    })
}

/// Reports may come from another machine or name files in another way than the compiler does.
fn find(module: &Module, file: &str, line: u32, regions: Regions<'_>) -> Result<Place, PlaceError> {
    let at = |file: String| resolve(module, &Spec::Line { file, line }, regions);
    let found = at(file.to_owned());
    if !matches!(found, Err(PlaceError::UnknownFile { .. })) {
        return found;
    }
    let path = Path::new(file);
    let own = module.files.iter().filter(|file| !file.runtime);
    let other_name = match path.canonicalize() {
        // It is here: links may lead to it.
        Ok(real) => own
            .map(full_path)
            .find(|own| Path::new(own).canonicalize().is_ok_and(|own| own == real)),
        // The whole name that the compiler knows must be there, the longest says most.
        Err(_) => own
            .map(|file| file.name.strip_prefix("./").unwrap_or(&file.name).to_owned())
            .filter(|name| is_below(name) && path.ends_with(name))
            .max_by_key(String::len),
    };
    match other_name {
        Some(name) => at(name),
        None => found,
    }
}

/// A path that says more than how to leave the folder of the compiler.
fn is_below(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    !name.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
}

fn full_path(file: &SourceFile) -> String {
    Path::new(&file.directory).join(&file.name).to_string_lossy().into_owned()
}
