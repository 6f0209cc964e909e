//! Witnesses of the verification competition, format 2.0: why a verdict holds, as YAML for validators.
//!
//! A violation is a sequence of waypoints: what inputs were, and where the violation is. A proof has a set of
//! invariants, which is empty here.

mod statements;
mod waypoints;

use crate::testcomp::{iso_time, sha256_of};
use dunlin_results::{InputBytes, SourcePlace};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use waypoints::waypoints;

/// What a witness is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task<'t> {
    /// One or more files.
    pub programs: &'t [PathBuf],
    /// The property, as it was given.
    pub specification: &'t str,
    /// 32 or 64.
    pub pointer_bits: u32,
}

/// A program's violation of a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation<'v> {
    /// Where the property is violated.
    pub target: &'v SourcePlace,
    /// The inputs that lead there, in their order.
    pub inputs: &'v [Input],
}

/// What a function of the competition returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// As tests have it: its name says which function it was, and its bytes what it returned.
    pub given: InputBytes,
    /// Where it was called.
    pub place: SourcePlace,
}

/// The witness of a violation. `read` gives the text of a source.
pub fn violation_witness(
    task: &Task<'_>,
    violation: &Violation<'_>,
    read: impl Fn(&str) -> Option<String>,
) -> io::Result<String> {
    let mut yaml = metadata("violation_sequence", task)?;
    yaml.push_str("  content:\n");
    for waypoint in waypoints(violation, read) {
        waypoint.write(&mut yaml);
    }
    Ok(yaml)
}

/// The witness of a proof. It claims no invariants.
pub fn correctness_witness(task: &Task<'_>) -> io::Result<String> {
    Ok(metadata("invariant_set", task)? + "  content: []\n")
}

fn metadata(kind: &str, task: &Task<'_>) -> io::Result<String> {
    let (mut files, mut hashes, mut all) = (String::new(), String::new(), String::new());
    for program in task.programs {
        let (file, hash) = (quoted(&program.display().to_string()), sha256_of(program)?);
        let _ = writeln!(files, "        - {file}");
        let _ = writeln!(hashes, "        {file}: {}", quoted(&hash));
        all += &hash;
    }
    let now = SystemTime::now();
    let model = if task.pointer_bits == 32 { "ILP32" } else { "LP64" };
    Ok(format!(
        "- entry_type: {}\n  metadata:\n    format_version: \"2.0\"\n    uuid: {}\n    creation_time: {}\n    \
         producer:\n      name: \"Dunlin\"\n      version: {}\n    task:\n      input_files:\n{files}      \
         input_file_hashes:\n{hashes}      specification: {}\n      data_model: \"{model}\"\n      \
         language: \"C\"\n",
        quoted(kind),
        quoted(&uuid(kind, &all, now)),
        quoted(&iso_time(now)),
        quoted(env!("CARGO_PKG_VERSION")),
        quoted(task.specification),
    ))
}

/// An identifier that no other witness has: it follows from the program, the moment and the process (RFC 9562,
/// version 8).
fn uuid(kind: &str, hash: &str, now: SystemTime) -> String {
    let moment = now.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_nanos();
    let digest = Sha256::digest(format!("{kind} {hash} {moment} {}", std::process::id()));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut text = String::new();
    for (number, byte) in bytes.iter().enumerate() {
        let dash = if matches!(number, 4 | 6 | 8 | 10) { "-" } else { "" };
        let _ = write!(text, "{dash}{byte:02x}");
    }
    text
}

/// Strings of JSON are strings of YAML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_results::Position;

    #[test]
    fn identifiers_have_their_version_and_differ() {
        let at = |seconds| uuid("kind", "hash", UNIX_EPOCH + Duration::from_secs(seconds));
        let parts: Vec<usize> = at(1).split('-').map(str::len).collect();
        assert_eq!(parts, [8, 4, 4, 4, 12]);
        assert_eq!(&at(1)[14..15], "8");
        assert_ne!(at(1), at(2));
    }

    #[test]
    fn a_witness_names_its_task_and_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("a \"b\".c");
        std::fs::write(&program, "abc").unwrap();
        let specification = "CHECK( init(main()), LTL(G valid-free) )";
        let task = Task { programs: &[program], specification, pointer_bits: 32 };
        let proof = correctness_witness(&task).unwrap();
        assert!(proof.starts_with("- entry_type: \"invariant_set\"\n"), "{proof}");
        assert!(proof.contains("a \\\"b\\\".c\": \"ba7816bf8f01cfea"), "{proof}");
        assert!(proof.contains("data_model: \"ILP32\"") && proof.ends_with("  content: []\n"));
        let position = Some(Position { file: "a.c".into(), line: 7, column: 3 });
        let place = SourcePlace { function: "main".into(), position, runtime: false };
        let violation = Violation { target: &place, inputs: &[] };
        let witness = violation_witness(&task, &violation, |_| None).unwrap();
        let expected = "file_name: \"a.c\"\n              line: 7\n              column: 3\n              \
                        function: \"main\"\n";
        assert!(witness.ends_with(expected), "{witness}");
    }
}
