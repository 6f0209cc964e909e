//! The tests of a coverage property, as one archive.

use dunlin_report::testcomp::{Metadata, write_suite};
use std::fs;
use std::path::Path;
use std::time::SystemTime;

/// Names the property in the metadata of the tests below `folder`, and packs them if there is a path for that. The
/// error is for the user.
pub fn write(
    folder: &Path,
    (program, pointer_bits): (&Path, u32),
    specification: &str,
    archive: Option<&Path>,
) -> Result<(), String> {
    let tests = folder.join("tests");
    let metadata = Metadata::of_program(program, "main", pointer_bits, SystemTime::now());
    let metadata =
        metadata.map(|metadata| Metadata { specification: specification.to_string(), ..metadata });
    metadata
        .and_then(|metadata| fs::write(tests.join("metadata.xml"), metadata.to_xml()))
        .map_err(|error| format!("cannot write tests/metadata.xml: {error}"))?;
    match archive {
        Some(path) => write_suite(&tests, path)
            .map_err(|error| format!("cannot write {}: {error}", path.display())),
        None => Ok(()),
    }
}
